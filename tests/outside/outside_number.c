/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers with a running error bound, and their Taylor coefficients in time. */
#include <math.h>
#include <string.h>
#include "outside.h"

static const long double SMALLEST_SHARE = 1e-3L; /* of the nominal size */

long double bounded_unit(bounded a) {
    return a.e * (long double)DBL_EPSILON;
}

bounded bounded_leaf(long double v, long double nominal) {
    bounded a = {v, fmaxl(fabsl(v), SMALLEST_SHARE * nominal)};
    return a;
}

bounded bounded_add(bounded a, bounded b) {
    long double v = a.v + b.v;
    bounded c = {v, a.e + b.e + fabsl(v)};
    return c;
}

bounded bounded_subtract(bounded a, bounded b) {
    long double v = a.v - b.v;
    bounded c = {v, a.e + b.e + fabsl(v)};
    return c;
}

/* Zero times an infinite bound is zero. */
static long double bounded_carry(long double slope, long double e) {
    return slope == 0 || e == 0 ? 0 : fabsl(slope) * e;
}

bounded bounded_multiply(bounded a, bounded b) {
    long double v = a.v * b.v;
    bounded c = {v, bounded_carry(a.v, b.e) + bounded_carry(b.v, a.e) + fabsl(v)};
    return c;
}

bounded bounded_divide(bounded a, bounded b) {
    long double v = a.v / b.v;
    bounded c = {v, (a.e + bounded_carry(v, b.e)) / fabsl(b.v) + fabsl(v)};
    return c;
}

static bounded bounded_apply(bounded a, long double v, long double slope) {
    bounded c = {v, bounded_carry(slope, a.e) + fabsl(v)};
    return c;
}

/* Multiplication by a small integer that stands in no text. */
static bounded bounded_times(bounded a, int k) {
    bounded c = {a.v * k, a.e * k};
    return c;
}

static bounded bounded_over(bounded a, int k) {
    bounded c = {a.v / k, a.e / k};
    return c;
}

motion motion_constant(bounded a) {
    motion m;
    memset(&m, 0, sizeof m);
    m.c[0] = a;
    return m;
}

static motion motion_number(long double v) {
    bounded a = {v, 0};
    return motion_constant(a);
}

static int motion_is_zero(bounded a) {
    return a.v == 0 && a.e == 0;
}

/* Adds without a round-off of its own where one of the two is nothing at all. */
static bounded bounded_gather(bounded a, bounded b) {
    if (motion_is_zero(a))
        return b;
    if (motion_is_zero(b))
        return a;
    return bounded_add(a, b);
}

static motion motion_sum(const motion *a, const motion *b, int order, int negative) {
    motion c = motion_number(0);
    for (int k = 0; k <= order; k++) {
        if (k > 0 && motion_is_zero(b->c[k]))
            c.c[k] = a->c[k];
        else if (negative)
            c.c[k] = bounded_subtract(a->c[k], b->c[k]);
        else
            c.c[k] = bounded_add(a->c[k], b->c[k]);
    }
    return c;
}

static motion motion_product(const motion *a, const motion *b, int order) {
    motion c = motion_number(0);
    for (int k = 0; k <= order; k++)
        for (int j = 0; j <= k; j++) {
            if (motion_is_zero(a->c[j]) || motion_is_zero(b->c[k - j]))
                continue;
            c.c[k] = bounded_gather(c.c[k], bounded_multiply(a->c[j], b->c[k - j]));
        }
    return c;
}

/* q b = a, coefficient by coefficient. */
static motion motion_quotient(const motion *a, const motion *b, int order) {
    motion q = motion_number(0);
    for (int k = 0; k <= order; k++) {
        bounded rest = a->c[k];
        for (int j = 1; j <= k; j++) {
            if (motion_is_zero(b->c[j]) || motion_is_zero(q.c[k - j]))
                continue;
            rest = bounded_subtract(rest, bounded_multiply(b->c[j], q.c[k - j]));
        }
        if (k == 0 || !motion_is_zero(rest))
            q.c[k] = bounded_divide(rest, b->c[0]);
    }
    return q;
}

/* f(a) from its value and its slope g(a): k f_k = sum of j a_j g_(k-j). */
static motion motion_chain(const motion *a, bounded value, const motion *slope,
                           int order) {
    motion f = motion_constant(value);
    for (int k = 1; k <= order; k++) {
        bounded sum = {0, 0};
        for (int j = 1; j <= k; j++) {
            if (motion_is_zero(a->c[j]) || motion_is_zero(slope->c[k - j]))
                continue;
            bounded term = bounded_multiply(a->c[j], slope->c[k - j]);
            sum = bounded_gather(sum, bounded_times(term, j));
        }
        f.c[k] = bounded_over(sum, k);
    }
    return f;
}

static int motion_is_constant(const motion *a, int order) {
    for (int k = 1; k <= order; k++)
        if (!motion_is_zero(a->c[k]))
            return 0;
    return 1;
}

/* a^b for a constant b. */
static motion motion_fixed_power(const motion *a, bounded b, int order) {
    long double v = powl(a->c[0].v, b.v);
    if (b.v == 2)
        v = a->c[0].v * a->c[0].v;
    long double slope = b.v == 0 ? 0 : b.v * powl(a->c[0].v, b.v - 1);
    bounded value = bounded_apply(a->c[0], v, slope);
    if (b.e != 0)
        value.e += bounded_carry(v * logl(fabsl(a->c[0].v)), b.e);
    if (order == 0 || motion_is_constant(a, order))
        return motion_constant(value);
    bounded less = {b.v - 1, b.e};
    motion factor = motion_constant(b);
    motion rest = motion_fixed_power(a, less, order - 1);
    motion g = motion_product(&factor, &rest, order - 1);
    return motion_chain(a, value, &g, order);
}

static motion motion_power(const motion *a, const motion *b, int order) {
    if (motion_is_constant(b, order))
        return motion_fixed_power(a, b->c[0], order);
    motion logarithm, result;
    motion_call("log", a, order, &logarithm);
    motion exponent = motion_product(&logarithm, b, order);
    motion_call("exp", &exponent, order, &result);
    return result;
}

motion motion_operate(motion_operator op, const motion *a, const motion *b, int order) {
    switch (op) {
    case MOTION_ADD:
        return motion_sum(a, b, order, 0);
    case MOTION_SUBTRACT:
        return motion_sum(a, b, order, 1);
    case MOTION_MULTIPLY:
        return motion_product(a, b, order);
    case MOTION_DIVIDE:
        return motion_quotient(a, b, order);
    case MOTION_POWER:
        return motion_power(a, b, order);
    }
    return motion_number(NAN);
}

motion motion_negative(const motion *a, int order) {
    motion c = motion_number(0);
    for (int k = 0; k <= order; k++) {
        c.c[k].v = -a->c[k].v;
        c.c[k].e = a->c[k].e;
    }
    return c;
}

/* --- functions: value and slope; slopes as motions where derivatives are asked for ---
 */

/* 1 + sign b^2, of the function b of this name of a. */
static motion motion_one_and_square(const char *name, const motion *a, int sign,
                                    int order) {
    motion one = motion_number(1), b = *a;
    if (name)
        motion_call(name, a, order, &b);
    motion square = motion_product(&b, &b, order);
    return motion_sum(&one, &square, order, sign < 0);
}

static motion motion_inverse(const motion *a, int order) {
    motion one = motion_number(1);
    return motion_quotient(&one, a, order);
}

/* The slope of a function, up to order - 1. Returns 0 where there is none. */
static int motion_slope(const char *name, const motion *a, int order, motion *g) {
    int less = order - 1;
    if (strcmp(name, "exp") == 0) {
        motion_call("exp", a, less, g);
    } else if (strcmp(name, "sin") == 0) {
        motion_call("cos", a, less, g);
    } else if (strcmp(name, "cos") == 0) {
        motion b;
        motion_call("sin", a, less, &b);
        *g = motion_negative(&b, less);
    } else if (strcmp(name, "sinh") == 0) {
        motion_call("cosh", a, less, g);
    } else if (strcmp(name, "cosh") == 0) {
        motion_call("sinh", a, less, g);
    } else if (strcmp(name, "tan") == 0) {
        *g = motion_one_and_square("tan", a, 1, less);
    } else if (strcmp(name, "tanh") == 0) {
        *g = motion_one_and_square("tanh", a, -1, less);
    } else if (strcmp(name, "log") == 0) {
        *g = motion_inverse(a, less);
    } else if (strcmp(name, "log10") == 0) {
        motion ten = motion_number(logl(10));
        motion b = motion_product(&ten, a, less);
        *g = motion_inverse(&b, less);
    } else if (strcmp(name, "atan") == 0) {
        motion b = motion_one_and_square(NULL, a, 1, less);
        *g = motion_inverse(&b, less);
    } else if (strcmp(name, "asin") == 0 || strcmp(name, "acos") == 0) {
        motion b = motion_one_and_square(NULL, a, -1, less);
        bounded half = {-0.5L, 0};
        motion root = motion_fixed_power(&b, half, less);
        *g = name[1] == 's' ? root : motion_negative(&root, less);
    } else {
        return 0;
    }
    return 1;
}

static long double slope_of_cos(long double x) {
    return -sinl(x);
}
static long double slope_of_tan(long double x) {
    return 1 + tanl(x) * tanl(x);
}
static long double slope_of_tanh(long double x) {
    return 1 / (coshl(x) * coshl(x));
}
static long double slope_of_log(long double x) {
    return 1 / x;
}
static long double slope_of_log10(long double x) {
    return 1 / (x * logl(10));
}
static long double slope_of_atan(long double x) {
    return 1 / (1 + x * x);
}
static long double slope_of_asin(long double x) {
    return 1 / sqrtl(1 - x * x);
}
static long double slope_of_acos(long double x) {
    return -1 / sqrtl(1 - x * x);
}

typedef struct known_function {
    const char *name;
    long double (*value)(long double);
    long double (*slope)(long double);
} known_function;

static const known_function KNOWN[] = {{"exp", expl, expl},
                                       {"sin", sinl, cosl},
                                       {"cos", cosl, slope_of_cos},
                                       {"sinh", sinhl, coshl},
                                       {"cosh", coshl, sinhl},
                                       {"tan", tanl, slope_of_tan},
                                       {"tanh", tanhl, slope_of_tanh},
                                       {"log", logl, slope_of_log},
                                       {"log10", log10l, slope_of_log10},
                                       {"atan", atanl, slope_of_atan},
                                       {"asin", asinl, slope_of_asin},
                                       {"acos", acosl, slope_of_acos}};

int motion_call(const char *name, const motion *a, int order, motion *result) {
    if (strcmp(name, "sqrt") == 0) {
        bounded half = {0.5L, 0};
        *result = motion_fixed_power(a, half, order);
        return 1;
    }
    if (strcmp(name, "abs") == 0) {
        *result = a->c[0].v < 0 ? motion_negative(a, order) : *a;
        return 1;
    }
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        if (strcmp(name, KNOWN[i].name) != 0)
            continue;
        long double x = a->c[0].v;
        bounded value = bounded_apply(a->c[0], KNOWN[i].value(x), KNOWN[i].slope(x));
        *result = motion_constant(value);
        motion g;
        if (order > 0 && motion_slope(name, a, order, &g))
            *result = motion_chain(a, value, &g, order);
        return 1;
    }
    return 0;
}
