/* SPDX-License-Identifier: BSD-3-Clause */
/* Sine and cosine of our own: one argument, four at once, and in generated C all have the
 * same bits, and four take little longer than one. */
#ifndef EXPR_CIRCLE_H
#define EXPR_CIRCLE_H
#include <math.h>
#include "../base/quad.h"

typedef struct circle_point {
    double sin, cos;
} circle_point;

/* Both functions, with an error below 0.8 units in the last place where |x| is below
 * CIRCLE_MOST, else by the C library. */
circle_point circle_at(double x);
#define CIRCLE_MOST 12000.0

/* In C, for programs that contain it; it needs <math.h>. */
extern const char circle_text[];

/* Does this processor take four arguments at once? Then eight, too. */
int circle_has_four(void);
/* Sines in to[0], ..., to[3], cosines in to[4], ..., to[7]. */
void circle_four(double x0, double x1, double x2, double x3, double *to);
/* Of eight: sines in to[0], ..., to[7], then cosines. NULL where four cannot be had. */
typedef void circle_function_of_eight(double x0, double x1, double x2, double x3,
                                      double x4, double x5, double x6, double x7,
                                      double *to);
circle_function_of_eight *circle_eight(void);
/* The same without the widest instructions. */
circle_function_of_eight *circle_twice_four(void);
/* The same of x[0], ..., x[3], sines and cosines apart. */
void circle_lanes(const double *x, double *sine, double *cosine);

/* In long double, by the C library. */
typedef struct circle_point_long {
    long double sin, cos;
} circle_point_long;
static inline circle_point_long circle_at_long(long double x) {
    return (circle_point_long){sinl(x), cosl(x)};
}

/* The same in quadruple precision. */
typedef struct circle_point_quad {
    quad sin, cos;
} circle_point_quad;
static inline circle_point_quad circle_at_quad(quad x) {
    return (circle_point_quad){QUAD_FUNCTION(sin)(x), QUAD_FUNCTION(cos)(x)};
}

#endif
