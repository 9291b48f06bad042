/* SPDX-License-Identifier: BSD-3-Clause */
#include "wide.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

#define WIDE_ANY(x) (((x)[0] | (x)[1] | (x)[2] | (x)[3]) != 0)

/* The difference of a number that is finite from itself is 0, without a sign. The last
 * four are looked at with those before them. */
WIDE int wide_seem_finite(int n, const double *x) {
    assert(n >= WIDE_LEAST);
    wide_bits bad = {0, 0, 0, 0};
    wide_bits also = {0, 0, 0, 0};
    const int last = n - 2 * WIDE_LANES;
    for (int next = 0; next < n; next += 2 * WIDE_LANES) {
        const wide_place *at = wide_from(x + (next < last ? next : last));
        bad |= (wide_bits)(at[0] - at[0]);
        also |= (wide_bits)(at[1] - at[1]);
    }
    bad |= also;
    return !WIDE_ANY(bad);
}

WIDE int wide_seem_below(int n, const double *x, double most) {
    assert(n >= WIDE_LEAST);
    const wide_lanes bound = {most, most, most, most};
    wide_bits fails = {0, 0, 0, 0};
    const int last = n - 2 * WIDE_LANES;
    for (int next = 0; next < n; next += 2 * WIDE_LANES) {
        const wide_place *at = wide_from(x + (next < last ? next : last));
        fails |= ~((at[0] <= bound) & (at[1] <= bound));
    }
    return !WIDE_ANY(fails);
}

/* Four numbers that were written one by one a moment ago: to read them at once would wait
 * until all of them are in the cache. */
#define WIDE_GATHER(x) ((wide_lanes){(x)[0], (x)[1], (x)[2], (x)[3]})

/* Adds a term whose numbers are new, and keeps them. */
#define ADD_NEW(sum, at)                                                                 \
    do {                                                                                 \
        const wide_lanes x = WIDE_GATHER(fresh + (at));                                  \
        *wide_to(keep + (at)) = x;                                                       \
        sum = terms > 1 ? sum + last * x : last * x;                                     \
    } while (0)

/* Sums of so many terms over sixteen coordinates at once, or over eight twice. The last
 * ones are summed with those before them, again where they have been. The number of terms
 * is known where this is compiled, so that factors stay in registers. Numbers of the last
 * term are in `fresh`, and are kept, unless that is NULL. */
static inline __attribute__((always_inline)) void
sum_terms(int n, int terms, const wide_sum *s, const double *p, double h,
          const volatile double *fresh, double *restrict keep, double *restrict to) {
    const double last = s->factor[terms - 1];
    for (int next = 0; next < n; next += 2 * WIDE_SUMMED) {
        const int most = n < 2 * WIDE_SUMMED ? 0 : n - 2 * WIDE_SUMMED;
        const int i = next < most ? next : most;
        const int j =
            i + WIDE_SUMMED < n - WIDE_SUMMED ? i + WIDE_SUMMED : n - WIDE_SUMMED;
        const wide_place *of = wide_from(s->of[0] + i);
        const wide_place *and = wide_from(s->of[0] + j);
        wide_lanes sum0 = s->factor[0] * of[0];
        wide_lanes sum1 = s->factor[0] * of[1];
        wide_lanes sum2 = s->factor[0] * and[0];
        wide_lanes sum3 = s->factor[0] * and[1];
        for (int k = 1; k < terms - (fresh != NULL); k++) {
            of = wide_from(s->of[k] + i);
            and = wide_from(s->of[k] + j);
            sum0 += s->factor[k] * of[0];
            sum1 += s->factor[k] * of[1];
            sum2 += s->factor[k] * and[0];
            sum3 += s->factor[k] * and[1];
        }
        if (fresh) {
            ADD_NEW(sum0, i);
            ADD_NEW(sum1, i + WIDE_LANES);
            ADD_NEW(sum2, j);
            ADD_NEW(sum3, j + WIDE_LANES);
        }
        sum0 = h * sum0;
        sum1 = h * sum1;
        sum2 = h * sum2;
        sum3 = h * sum3;
        if (p) {
            of = wide_from(p + i);
            and = wide_from(p + j);
            sum0 = of[0] + sum0;
            sum1 = of[1] + sum1;
            sum2 = and[0] + sum2;
            sum3 = and[1] + sum3;
        }
        wide_to(to + i)[0] = sum0;
        wide_to(to + i)[1] = sum1;
        wide_to(to + j)[0] = sum2;
        wide_to(to + j)[1] = sum3;
    }
}

#define SUM_CASE(terms)                                                                  \
    case terms:                                                                          \
        sum_terms(n, terms, s, p, h, fresh, keep, to);                                   \
        break

/* What explicit methods have. */
#define SUM_CASES                                                                        \
    switch (s->terms) {                                                                  \
        SUM_CASE(1);                                                                     \
        SUM_CASE(2);                                                                     \
        SUM_CASE(3);                                                                     \
        SUM_CASE(4);                                                                     \
        SUM_CASE(5);                                                                     \
        SUM_CASE(6);                                                                     \
        SUM_CASE(7);                                                                     \
        SUM_CASE(8);                                                                     \
        SUM_CASE(9);                                                                     \
        SUM_CASE(10);                                                                    \
    default:                                                                             \
        sum_terms(n, s->terms, s, p, h, fresh, keep, to);                                \
    }

WIDE void wide_move_few(int n, const wide_sum *s, const double *p, double h,
                        double *restrict to) {
    const volatile double *const fresh = NULL;
    double *const keep = NULL;
    SUM_CASES
}

WIDE void wide_move_few_new(int n, const wide_sum *s, const double *p, double h,
                            const volatile double *fresh, double *restrict keep,
                            double *restrict to) {
    assert(fresh);
    SUM_CASES
}

enum { SUMMED_MANY = 2 * WIDE_SUMMED };

WIDE void wide_move_many(int n, const wide_sum *s, const double *p, double h,
                         double *restrict to) {
    for (int next = 0; next < n; next += SUMMED_MANY) {
        const int i = next < n - SUMMED_MANY ? next : n - SUMMED_MANY;
        const wide_place *of = wide_from(s->of[0] + i);
        wide_place *at = wide_to(to + i);
        wide_lanes sum0 = s->factor[0] * of[0];
        wide_lanes sum1 = s->factor[0] * of[1];
        wide_lanes sum2 = s->factor[0] * of[2];
        wide_lanes sum3 = s->factor[0] * of[3];
        for (int j = 1; j < s->terms; j++) {
            of = wide_from(s->of[j] + i);
            sum0 += s->factor[j] * of[0];
            sum1 += s->factor[j] * of[1];
            sum2 += s->factor[j] * of[2];
            sum3 += s->factor[j] * of[3];
        }
        sum0 = h * sum0;
        sum1 = h * sum1;
        sum2 = h * sum2;
        sum3 = h * sum3;
        if (p) {
            of = wide_from(p + i);
            sum0 = of[0] + sum0;
            sum1 = of[1] + sum1;
            sum2 = of[2] + sum2;
            sum3 = of[3] + sum3;
        }
        at[0] = sum0;
        at[1] = sum1;
        at[2] = sum2;
        at[3] = sum3;
    }
}

enum { FEW = 4 * SUMMED_MANY };

void wide_move_new(int n, const wide_sum *sum, const double *p, double h,
                   const double *fresh, double *keep, double *to) {
    assert(n >= WIDE_SUMMED && sum->terms > 0 && keep == sum->of[sum->terms - 1]);
    if (n < FEW) {
        wide_move_few_new(n, sum, p, h, fresh, keep, to);
        return;
    }
    memcpy(keep, fresh, sizeof *keep * (size_t)n);
    wide_move_many(n, sum, p, h, to);
}

void wide_move(int n, const wide_sum *sum, const double *p, double h, double *to) {
    assert(n >= WIDE_SUMMED && sum->terms > 0);
    if (n < FEW)
        wide_move_few(n, sum, p, h, to);
    else
        wide_move_many(n, sum, p, h, to);
}

int wide_all_finite(int n, const double *x) {
    return wide_seem_finite(n, x);
}

int wide_all_below(int n, const double *x, double most) {
    return wide_seem_below(n, x, most);
}
