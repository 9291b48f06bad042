/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops over many numbers, four in each operation where the processor can: such a
 * function is compiled twice, and the loader chooses one. Operations are rounded one by
 * one in both, and sums stay in their order, so that both give the same bits. */
#ifndef LINALG_WIDE_H
#define LINALG_WIDE_H
#include <stdint.h>

/* A function that is compiled twice must be static, or the library would export what the
 * loader asks. Sanitizers are not ready when it does. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WIDE static
#elif defined(__x86_64__) && defined(__GLIBC__) &&                                       \
    (!defined(__clang__) || __clang_major__ >= 14)
#define WIDE __attribute__((target_clones("avx2", "default"))) static
#else
#define WIDE static
#endif

enum { WIDE_LANES = 4, WIDE_BYTES = 32 };
typedef double wide_lanes __attribute__((vector_size(WIDE_BYTES)));
typedef int64_t wide_bits __attribute__((vector_size(WIDE_BYTES)));
/* Four numbers wherever they are. */
typedef double wide_place __attribute__((vector_size(WIDE_BYTES), aligned(8), may_alias));

static inline const wide_place *wide_from(const double *x) {
    return (const wide_place *)(const void *)x;
}

static inline wide_place *wide_to(double *x) {
    return (wide_place *)(void *)x;
}

/* One number four times. */
#define WIDE_ALL(x) ((wide_lanes){(x), (x), (x), (x)})

/* Loops over fewer numbers are as fast as they are. */
enum { WIDE_LEAST = 32 };

int wide_all_finite(int n, const double *x);
int wide_all_below(int n, const double *x, double most); /* and all are numbers */

/* factor[0] of[0] + factor[1] of[1] + ..., from left to right; terms > 0 */
typedef struct wide_sum {
    int terms;
    const double *factor;    /* [terms] */
    const double *const *of; /* [terms]: [n] each */
} wide_sum;

/* to = p + h sum, p = 0 where NULL, for n >= WIDE_SUMMED coordinates; `to` is none of the
 * others */
enum { WIDE_SUMMED = 2 * WIDE_LANES };
void wide_move(int n, const wide_sum *sum, const double *p, double h, double *to);
/* The same where the numbers of the last term are still to be copied from `fresh` to
 * `keep`, where it has them: they may have been written one by one a moment ago. */
void wide_move_new(int n, const wide_sum *sum, const double *p, double h,
                   const double *fresh, double *keep, double *to);

#endif
