/* SPDX-License-Identifier: BSD-3-Clause */
/* Many arrays in one block of zeroed memory. What they are is written once, in a function
 * that runs twice: with an empty pool it only counts, and every piece is NULL; then the
 * pool is opened with a block of that size, and it takes them. */
#ifndef BASE_POOL_H
#define BASE_POOL_H
#include <stddef.h>

typedef struct pool {
    char *block; /* NULL: it counts */
    size_t used; /* bytes */
} pool;

/* Takes over the block; returns whether there is one. */
static inline int pool_open(pool *p, void *block) {
    *p = (pool){block, 0};
    return block != NULL;
}

static inline void *pool_take(pool *p, size_t count, size_t item) {
    const size_t at = p->used;
    p->used += (count * item + 7) / 8 * 8;
    return p->block ? p->block + at : NULL;
}

static inline double *pool_doubles(pool *p, size_t count) {
    return pool_take(p, count, sizeof(double));
}

static inline int *pool_integers(pool *p, size_t count) {
    return pool_take(p, count, sizeof(int));
}

/* Arrays of the same length: POOL_DOUBLES(p, n, &a, &b). */
static inline void pool_each_doubles(pool *p, size_t count, double **const *to) {
    for (; *to; to++)
        **to = pool_doubles(p, count);
}

static inline void pool_each_integers(pool *p, size_t count, int **const *to) {
    for (; *to; to++)
        **to = pool_integers(p, count);
}

#define POOL_DOUBLES(p, count, ...)                                                      \
    pool_each_doubles((p), (count), (double **[]){__VA_ARGS__, NULL})
#define POOL_INTEGERS(p, count, ...)                                                     \
    pool_each_integers((p), (count), (int **[]){__VA_ARGS__, NULL})

#endif
