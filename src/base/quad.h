/* SPDX-License-Identifier: BSD-3-Clause */
/* Quadruple precision: numbers of 113 bits, for residuals whose last digits doubles and
 * long doubles lose.
 *
 * On AArch64 long double is such a type. On x86 it is __float128, with the functions that
 * the C library has for it since glibc 2.26; its headers declare them for some compilers
 * only. Where neither is there (CMake decides), quad is long double and QUAD_IS_THERE 0:
 * what needs quadruple precision is refused at the boundary. */
#ifndef BASE_QUAD_H
#define BASE_QUAD_H
#include <float.h>

#if LDBL_MANT_DIG == 113
typedef long double quad;
#define QUAD_FUNCTION(name) name##l
#define QUAD_IS_THERE 1
#elif defined(INVOLUTE_HAS_QUAD)
__extension__ typedef __float128 quad;
#define QUAD_FUNCTION(name) name##f128
#define QUAD_IS_THERE 1
#else
typedef long double quad;
#define QUAD_FUNCTION(name) name##l
#define QUAD_IS_THERE 0
#endif

/* Half a unit of the last place of 1, as DBL_EPSILON / 2: 2^-113. */
static const quad QUAD_ROUNDING = QUAD_IS_THERE ? 0x1p-113 : LDBL_EPSILON / 2;

#define QUAD_UNARY(name) quad QUAD_FUNCTION(name)(quad x)
#define QUAD_BINARY(name) quad QUAD_FUNCTION(name)(quad x, quad y)
QUAD_UNARY(sin);
QUAD_UNARY(cos);
QUAD_UNARY(tan);
QUAD_UNARY(asin);
QUAD_UNARY(acos);
QUAD_UNARY(atan);
QUAD_UNARY(sinh);
QUAD_UNARY(cosh);
QUAD_UNARY(tanh);
QUAD_UNARY(asinh);
QUAD_UNARY(acosh);
QUAD_UNARY(erf);
QUAD_UNARY(erfc);
QUAD_UNARY(exp);
QUAD_UNARY(expm1);
QUAD_UNARY(log);
QUAD_UNARY(log10);
QUAD_UNARY(log1p);
QUAD_UNARY(sqrt);
QUAD_UNARY(fabs);
QUAD_UNARY(floor);
QUAD_UNARY(ceil);
QUAD_UNARY(trunc);
QUAD_BINARY(atan2);
QUAD_BINARY(pow);
#undef QUAD_UNARY
#undef QUAD_BINARY

#endif
