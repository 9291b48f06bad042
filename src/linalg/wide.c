/* SPDX-License-Identifier: BSD-3-Clause */
#include "wide.h"
#include <assert.h>
#include <stddef.h>

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

/* Sums of so many terms over sixteen coordinates at once, or over eight twice. The last
 * ones are summed with those before them, again where they have been. The number of terms
 * is known where this is compiled, so that factors stay in registers. */
static inline __attribute__((always_inline)) void sum_terms(int n, int terms,
                                                            const wide_sum *s,
                                                            const double *p, double h,
                                                            double *restrict to) {
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
        for (int k = 1; k < terms; k++) {
            of = wide_from(s->of[k] + i);
            and = wide_from(s->of[k] + j);
            sum0 += s->factor[k] * of[0];
            sum1 += s->factor[k] * of[1];
            sum2 += s->factor[k] * and[0];
            sum3 += s->factor[k] * and[1];
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

/* What explicit methods have. */
WIDE void wide_move_few(int n, const wide_sum *s, const double *p, double h,
                        double *restrict to) {
#define SUM_CASE(terms)                                                                  \
    case terms:                                                                          \
        sum_terms(n, terms, s, p, h, to);                                                \
        break
    switch (s->terms) {
        SUM_CASE(1);
        SUM_CASE(2);
        SUM_CASE(3);
        SUM_CASE(4);
        SUM_CASE(5);
        SUM_CASE(6);
        SUM_CASE(7);
        SUM_CASE(8);
        SUM_CASE(9);
        SUM_CASE(10);
    default:
        sum_terms(n, s->terms, s, p, h, to);
    }
#undef SUM_CASE
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

void wide_move(int n, const wide_sum *sum, const double *p, double h, double *to) {
    assert(n >= WIDE_SUMMED && sum->terms > 0);
    if (n < 4 * SUMMED_MANY)
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
