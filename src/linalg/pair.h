/* SPDX-License-Identifier: BSD-3-Clause */
/* Two doubles in each operation: so many every processor has. */
#ifndef LINALG_PAIR_H
#define LINALG_PAIR_H
#include <stddef.h>
#include <stdint.h>

typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_mask __attribute__((vector_size(16)));
typedef double pair_in_array __attribute__((vector_size(16), aligned(8), may_alias));

static inline pair pair_load(const double *from) {
    return *(const pair_in_array *)from;
}

static inline void pair_store(pair x, double *to) {
    *(pair_in_array *)to = x;
}

static inline pair pair_of(double x) {
    return (pair){x, x};
}

static inline pair pair_abs(pair x) {
    return (pair)((pair_mask)x & (pair_mask){INT64_MAX, INT64_MAX});
}

/* x > y ? x : y of each */
static inline pair pair_max(pair x, pair y) {
#ifdef __SSE2__
    return __builtin_ia32_maxpd(x, y);
#else
    const pair_mask above = x > y;
    return (pair)((above & (pair_mask)x) | (~above & (pair_mask)y));
#endif
}

static inline double pair_largest(pair x) {
    return x[0] > x[1] ? x[0] : x[1];
}

static inline double pair_sum(pair x) {
    return x[0] + x[1];
}

/* to = from: [n] */
static inline void pair_copy(size_t n, const double *from, double *to) {
    size_t i = 0;
    for (; i + 2 <= n; i += 2)
        pair_store(pair_load(from + i), to + i);
    if (i < n)
        to[i] = from[i];
}

#endif
