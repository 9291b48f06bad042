/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosures of quotients, powers and of functions that are not monotonic. */
#include "enclosure.h"

enclosure enclosure_reciprocal(enclosure x) {
    if (!(x.low > 0 || x.high < 0))
        return ENCLOSURE_ALL;
    return (enclosure){enclosure_down(1 / x.high), enclosure_up(1 / x.low)};
}

enclosure enclosure_divide(enclosure x, enclosure y) {
    if (!(y.low > 0 || y.high < 0))
        return ENCLOSURE_ALL;
    if (enclosure_is_zero(x))
        return x;
    const double a = x.low / y.low;
    const double b = x.low / y.high;
    const double c = x.high / y.low;
    const double d = x.high / y.high;
    if (!(a == a && b == b && c == c && d == d))
        return ENCLOSURE_ALL;
    return (enclosure){enclosure_down(fmin(fmin(a, b), fmin(c, d))),
                       enclosure_up(fmax(fmax(a, b), fmax(c, d)))};
}

enclosure enclosure_square(enclosure x) {
    const double most = enclosure_size(x);
    const double least = enclosure_has(x, 0) ? 0 : fmin(fabs(x.low), fabs(x.high));
    return (enclosure){fmax(0, enclosure_down(least * least)), enclosure_up(most * most)};
}

enclosure enclosure_of_library(double low, double high) {
    const double unit = ENCLOSURE_ULPS * DBL_EPSILON;
    const double from = low - (fabs(low) * unit + 0x1p-1000 * (low != 0));
    const double to = high + (fabs(high) * unit + 0x1p-1000 * (high != 0));
    return (enclosure){from == from ? from : -INFINITY, to == to ? to : INFINITY};
}

enclosure enclosure_growing(double (*f)(double), enclosure x) {
    return enclosure_of_library(f(x.low), f(x.high));
}

enclosure enclosure_positive(double low, double high) {
    const enclosure v = enclosure_of_library(low, high);
    return (enclosure){fmax(v.low, 0), fmax(v.high, 0x1p-1000)};
}

/* A function with |f''| <= 1 and values from -1 to 1, at the middle c of x: by Taylor's
 * formula |f(c + d) - f(c)| <= |f'(c)| |d| + d^2 / 2, wherever c is rounded to. The
 * reduction of c by multiples of pi is that of the C library. */
static enclosure enclose_wave(double (*f)(double), double (*slope)(double), enclosure x) {
    const enclosure range = {-1, 1};
    if (!enclosure_is_bounded(x))
        return range;
    const double c = x.low + (x.high - x.low) / 2;
    const double d = enclosure_up(fmax(x.high - c, c - x.low));
    const double steep = enclosure_of_library(0, fabs(slope(c))).high;
    const double spread =
        x.high == x.low ? 0
                        : enclosure_up(enclosure_up(steep * d) + enclosure_up(d * d / 2));
    const enclosure middle = enclosure_of_library(f(c), f(c));
    const enclosure v = enclosure_add(middle, (enclosure){-spread, spread});
    return (enclosure){fmax(v.low, -1), fmin(v.high, 1)};
}

enclosure enclosure_sin(enclosure x) {
    return enclose_wave(sin, cos, x);
}

enclosure enclosure_cos(enclosure x) {
    return enclose_wave(cos, sin, x);
}

static int is_odd(double n) {
    return fabs(fmod(n, 2)) == 1;
}

/* A power with a whole exponent of a base that may be negative: even ones are those of
 * its size, odd ones grow or fall on either side of 0. */
static enclosure power_of_any(enclosure x, double n, enclosure_trouble *trouble) {
    if (n < 0 && enclosure_has(x, 0)) {
        *trouble = ENCLOSURE_UNDEFINED;
        return ENCLOSURE_ALL;
    }
    const double a = pow(x.low, n);
    const double b = pow(x.high, n);
    enclosure v = enclosure_of_library(fmin(a, b), fmax(a, b));
    v.low = fmin(v.low, -0x1p-1000); /* small ones may have become 0 */
    v.high = fmax(v.high, 0x1p-1000);
    if (enclosure_has(x, 0) && !is_odd(n))
        v.low = 0;
    return v;
}

/* For x >= 0 it is monotonic in x and in y: the extremes are at corners. */
enclosure enclosure_power(enclosure x, enclosure y, enclosure_trouble *trouble) {
    if (y.low == y.high && y.low == floor(y.low))
        return power_of_any(x, y.low, trouble);
    if (x.low < 0 || (x.low == 0 && y.low <= 0)) {
        *trouble = ENCLOSURE_UNDEFINED;
        return ENCLOSURE_ALL;
    }
    const double a = pow(x.low, y.low);
    const double b = pow(x.low, y.high);
    const double c = pow(x.high, y.low);
    const double d = pow(x.high, y.high);
    return enclosure_positive(fmin(fmin(a, b), fmin(c, d)), fmax(fmax(a, b), fmax(c, d)));
}

/* Where the box does not meet the half line y <= 0 of x = 0, the angle has no extremes
 * inside the box nor on its edges: its gradient (y, -x) / (x^2 + y^2) vanishes nowhere,
 * and along an edge the angle is an arc tangent. */
enclosure enclosure_angle(enclosure x, enclosure y, enclosure_trouble *trouble) {
    if (enclosure_has(x, 0) && y.low <= 0) {
        *trouble = ENCLOSURE_UNDECIDED;
        return ENCLOSURE_ALL;
    }
    const double a = atan2(x.low, y.low);
    const double b = atan2(x.low, y.high);
    const double c = atan2(x.high, y.low);
    const double d = atan2(x.high, y.high);
    return enclosure_of_library(fmin(fmin(a, b), fmin(c, d)),
                                fmax(fmax(a, b), fmax(c, d)));
}
