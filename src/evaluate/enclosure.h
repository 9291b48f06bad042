/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosures: intervals of doubles that contain the exact result of an operation for all
 * arguments in given intervals.
 *
 * Ends are computed to nearest and then moved outward by one unit of the last place for
 * arithmetic, which rounds by half of one, and by ENCLOSURE_ULPS for functions of the C
 * library, whose errors are documented to be less. So nothing depends on switching the
 * rounding mode, but it must be to nearest. An interval that is not bounded is [-inf,
 * inf]. */
#ifndef EVALUATE_ENCLOSURE_H
#define EVALUATE_ENCLOSURE_H
#include <float.h>
#include <math.h>

typedef struct enclosure {
    double low, high;
} enclosure;

/* Functions of the C library err by at most so many units of the last place: the manual
 * of glibc lists 5 for the worst of those in op.def, in double and in binary128. */
enum { ENCLOSURE_ULPS = 16 };

/* Why there is none. */
typedef enum enclosure_trouble {
    ENCLOSURE_THERE,
    ENCLOSURE_UNDEFINED,  /* a pole, or the end of the domain of a function */
    ENCLOSURE_UNDECIDED,  /* a jump, or a condition that is true and false */
    ENCLOSURE_UNSUPPORTED /* a loop, a function of C, a delay */
} enclosure_trouble;

static const enclosure ENCLOSURE_ALL = {-INFINITY, INFINITY};

/* A number below x by what rounding to x may have cost; NaN counts as unbounded. */
static inline double enclosure_down(double x) {
    const double y = x - (fabs(x) * DBL_EPSILON + 0x1p-1074);
    return y == y ? y : -INFINITY;
}

static inline double enclosure_up(double x) {
    const double y = x + (fabs(x) * DBL_EPSILON + 0x1p-1074);
    return y == y ? y : INFINITY;
}

static inline enclosure enclosure_of(double x) {
    return (enclosure){x, x};
}

static inline int enclosure_is_zero(enclosure x) {
    return x.low == 0 && x.high == 0;
}

static inline int enclosure_has(enclosure x, double number) {
    return x.low <= number && number <= x.high;
}

static inline int enclosure_is_bounded(enclosure x) {
    return x.high - x.low <= DBL_MAX;
}

/* The largest size in it. */
static inline double enclosure_size(enclosure x) {
    return fmax(fabs(x.low), fabs(x.high));
}

static inline enclosure enclosure_hull(enclosure x, enclosure y) {
    return (enclosure){fmin(x.low, y.low), fmax(x.high, y.high)};
}

static inline enclosure enclosure_negate(enclosure x) {
    return (enclosure){-x.high, -x.low};
}

/* A sum that is zero is exact. */
static inline enclosure enclosure_add(enclosure x, enclosure y) {
    const double low = x.low + y.low;
    const double high = x.high + y.high;
    return (enclosure){low == 0 ? 0 : enclosure_down(low),
                       high == 0 ? 0 : enclosure_up(high)};
}

static inline enclosure enclosure_subtract(enclosure x, enclosure y) {
    return enclosure_add(x, enclosure_negate(y));
}

static inline enclosure enclosure_multiply(enclosure x, enclosure y) {
    if (enclosure_is_zero(x) || enclosure_is_zero(y))
        return (enclosure){0, 0};
    const double a = x.low * y.low;
    const double b = x.low * y.high;
    const double c = x.high * y.low;
    const double d = x.high * y.high;
    if (!(a == a && b == b && c == c && d == d))
        return ENCLOSURE_ALL;
    return (enclosure){enclosure_down(fmin(fmin(a, b), fmin(c, d))),
                       enclosure_up(fmax(fmax(a, b), fmax(c, d)))};
}

/* 1 / x; unbounded where x contains 0. */
enclosure enclosure_reciprocal(enclosure x);
enclosure enclosure_divide(enclosure x, enclosure y);
/* x^2, which is not negative. */
enclosure enclosure_square(enclosure x);

enclosure enclosure_sin(enclosure x);
enclosure enclosure_cos(enclosure x);
/* A function that grows with its argument, by the C library. */
enclosure enclosure_growing(double (*f)(double), enclosure x);
/* Moves the ends of values of the C library outward. */
enclosure enclosure_of_library(double low, double high);
/* The same for what is positive, even where it is rounded to 0. */
enclosure enclosure_positive(double low, double high);
/* x^y for x >= 0, or for an integer y that is one number. */
enclosure enclosure_power(enclosure x, enclosure y, enclosure_trouble *trouble);
/* The angle of (y, x), away from the half line where it jumps. */
enclosure enclosure_angle(enclosure x, enclosure y, enclosure_trouble *trouble);

#endif
