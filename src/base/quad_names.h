/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of <math.h> under their usual names, for quad instead of double, as
 * <tgmath.h> has them for long double. Included last, where formulas of tape_op.def are
 * expanded. */
#ifndef BASE_QUAD_NAMES_H
#define BASE_QUAD_NAMES_H
#include <math.h>
#include "quad.h"

#undef isnan
#define isnan(x) ((x) != (x))
#define sin(x) QUAD_FUNCTION(sin)(x)
#define cos(x) QUAD_FUNCTION(cos)(x)
#define tan(x) QUAD_FUNCTION(tan)(x)
#define asin(x) QUAD_FUNCTION(asin)(x)
#define acos(x) QUAD_FUNCTION(acos)(x)
#define atan(x) QUAD_FUNCTION(atan)(x)
#define sinh(x) QUAD_FUNCTION(sinh)(x)
#define cosh(x) QUAD_FUNCTION(cosh)(x)
#define tanh(x) QUAD_FUNCTION(tanh)(x)
#define asinh(x) QUAD_FUNCTION(asinh)(x)
#define acosh(x) QUAD_FUNCTION(acosh)(x)
#define erf(x) QUAD_FUNCTION(erf)(x)
#define erfc(x) QUAD_FUNCTION(erfc)(x)
#define exp(x) QUAD_FUNCTION(exp)(x)
#define expm1(x) QUAD_FUNCTION(expm1)(x)
#define log(x) QUAD_FUNCTION(log)(x)
#define log10(x) QUAD_FUNCTION(log10)(x)
#define log1p(x) QUAD_FUNCTION(log1p)(x)
#define sqrt(x) QUAD_FUNCTION(sqrt)(x)
#define fabs(x) QUAD_FUNCTION(fabs)(x)
#define floor(x) QUAD_FUNCTION(floor)(x)
#define ceil(x) QUAD_FUNCTION(ceil)(x)
#define trunc(x) QUAD_FUNCTION(trunc)(x)
#define atan2(x, y) QUAD_FUNCTION(atan2)(x, y)
#define pow(x, y) QUAD_FUNCTION(pow)(x, y)

#endif
