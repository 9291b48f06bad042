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

int wide_all_finite(int n, const double *x) {
    return wide_seem_finite(n, x);
}

int wide_all_below(int n, const double *x, double most) {
    return wide_seem_below(n, x, most);
}
