/* SPDX-License-Identifier: BSD-3-Clause */
/* x = n pi/2 + r + rest with |r| at most pi/4. pi/2 is subtracted in three parts;
 * multiples of the first two are exact for |n| < 2^13, and what the differences lose is
 * kept in rest [Cody, Waite, Software Manual for the Elementary Functions, 1980]. Sine
 * and cosine of r + rest are polynomials, with the coefficients and the order of terms of
 * the kernels of fdlibm [Sun Microsystems, 1993]. The functions are macros because they
 * are compiled twice, for a number and for a vector of four, and are a text besides: the
 * same operations in the same order, so the same bits. */
#include "circle.h"
#include <stddef.h>
#include <stdint.h>

/* n, and sine s and cosine c of what is left of x; number: a type. */
#define CIRCLE_KERNEL(number)                                                            \
    const number n = (x * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52;                   \
    const number first = x - n * 0x1.921fb54442p0;                                       \
    const number by = n * 0x1.a308d31318p-41;                                            \
    const number second = first - by;                                                    \
    const number last = n * 0x1.8a2e03707344ap-81 - ((first - second) - by);             \
    const number r = second - last;                                                      \
    const number rest = (second - r) - last;                                             \
    const number z = r * r;                                                              \
    const number w = z * z;                                                              \
    const number v = z * r;                                                              \
    const number s3 = z * 0x1.71de357b1fe7dp-19 - 0x1.a01a019c161d5p-13;                 \
    const number s5 = z * 0x1.5d93a5acfd57cp-33 - 0x1.ae5e68a2b9cebp-26;                 \
    const number s2 = (0x1.111111110f8a6p-7 + z * s3) + (z * w) * s5;                    \
    const number c2 = z * 0x1.a01a019cb159p-16 - 0x1.6c16c16c15177p-10;                  \
    const number c5 = 0x1.1ee9ebdb4b1c4p-29 - z * 0x1.8fae9be8838d4p-37;                 \
    const number c4 = z * c5 - 0x1.27e4f809c52adp-22;                                    \
    const number c1 = z * (0x1.555555555554cp-5 + z * c2) + (w * w) * c4;                \
    const number half = z * 0.5;                                                         \
    const number most = 1.0 - half;                                                      \
    const number s =                                                                     \
        r - ((z * (rest * 0.5 - v * s2) - rest) + v * 0x1.5555555555549p-3);             \
    const number c = most + (((1.0 - most) - half) + (z * c1 - r * rest));

/* The quadrant says which of the two it is, and the sign. */
#define CIRCLE_FUNCTION                                                                  \
    circle_point circle_at(double x) {                                                   \
        if (!(fabs(x) < CIRCLE_MOST)) {                                                  \
            const circle_point far = {sin(x), cos(x)};                                   \
            return far;                                                                  \
        }                                                                                \
        CIRCLE_KERNEL(double)                                                            \
        static const double sign[4] = {1.0, 1.0, -1.0, -1.0};                            \
        const double value[2] = {s, c};                                                  \
        const int here = (int)n & 3;                                                     \
        const int ahead = (here + 1) & 3;                                                \
        const circle_point p = {sign[here] * value[here & 1],                            \
                                sign[ahead] * value[ahead & 1]};                         \
        return p;                                                                        \
    }

CIRCLE_FUNCTION

#define CIRCLE_WORDS(...) #__VA_ARGS__
#define CIRCLE_EXPANDED(...) CIRCLE_WORDS(__VA_ARGS__)
const char circle_text[] = "typedef struct circle_point { double sin, cos; } "
                           "circle_point; static " CIRCLE_EXPANDED(CIRCLE_FUNCTION);

/* --- four arguments, and eight --- */

#if defined(__x86_64__)
#include <immintrin.h>
#define CIRCLE_WIDE __attribute__((target("avx2")))

typedef double circle_numbers __attribute__((vector_size(32)));
typedef uint64_t circle_bits __attribute__((vector_size(32)));
/* Anywhere in an array. */
typedef double circle_place __attribute__((vector_size(32), aligned(8), may_alias));

int circle_has_four(void) {
    return __builtin_cpu_supports("avx2") != 0;
}

/* Those that are too large, or no numbers. */
static __attribute__((noinline)) void circle_mend(int count, const double *x,
                                                  double *sine, double *cosine) {
    for (int k = 0; k < count; k++) {
        if (fabs(x[k]) < CIRCLE_MOST)
            continue;
        const circle_point p = circle_at(x[k]);
        sine[k] = p.sin;
        cosine[k] = p.cos;
    }
}

/* The last bits of n + 1.5 2^52 are the quadrant. */
#define CIRCLE_SEVERAL(numbers, bits, place, of, sine, cosine)                           \
    do {                                                                                 \
        const numbers x = of;                                                            \
        CIRCLE_KERNEL(numbers)                                                           \
        const bits here = (bits)(n + 0x1.8p52);                                          \
        const bits is_odd = -(here & 1);                                                 \
        const bits change = ((bits)s ^ (bits)c) & is_odd;                                \
        const bits s_sign = (here & 2) << 62;                                            \
        const bits c_sign = ((here + 1) & 2) << 62;                                      \
        *(place *)(void *)(sine) = (numbers)((bits)s ^ change ^ s_sign);                 \
        *(place *)(void *)(cosine) = (numbers)((bits)c ^ change ^ c_sign);               \
    } while (0)

#define CIRCLE_FOUR(of, sine, cosine)                                                    \
    CIRCLE_SEVERAL(circle_numbers, circle_bits, circle_place, of, sine, cosine)

CIRCLE_WIDE static int circle_is_near(circle_numbers x) {
    const circle_numbers most = {CIRCLE_MOST, CIRCLE_MOST, CIRCLE_MOST, CIRCLE_MOST};
    const circle_bits is_near = (circle_bits)((x < most) & (x > -most));
    return _mm256_movemask_pd((circle_numbers)is_near) == 15;
}

CIRCLE_WIDE void circle_lanes(const double *from, double *sine, double *cosine) {
    const circle_numbers of = *(const circle_place *)(const void *)from;
    CIRCLE_FOUR(of, sine, cosine);
    if (!circle_is_near(of))
        circle_mend(4, from, sine, cosine);
}

CIRCLE_WIDE void circle_four(double x0, double x1, double x2, double x3, double *to) {
    const circle_numbers of = {x0, x1, x2, x3};
    CIRCLE_FOUR(of, to, to + 4);
    if (!circle_is_near(of)) {
        const double from[4] = {x0, x1, x2, x3};
        circle_mend(4, from, to, to + 4);
    }
}

/* On every processor with AVX2: two times four, which do not wait for each other. */
CIRCLE_WIDE static void circle_eight_narrow(double x0, double x1, double x2, double x3,
                                            double x4, double x5, double x6, double x7,
                                            double *to) {
    const circle_numbers low = {x0, x1, x2, x3};
    const circle_numbers high = {x4, x5, x6, x7};
    CIRCLE_FOUR(low, to, to + 8);
    CIRCLE_FOUR(high, to + 4, to + 12);
    if (!circle_is_near(low) || !circle_is_near(high)) {
        const double from[8] = {x0, x1, x2, x3, x4, x5, x6, x7};
        circle_mend(8, from, to, to + 8);
    }
}

#define CIRCLE_WIDEST __attribute__((target("avx512f")))

typedef double circle_eights __attribute__((vector_size(64)));
typedef uint64_t circle_eight_bits __attribute__((vector_size(64)));
typedef double circle_eight_place __attribute__((vector_size(64), aligned(8), may_alias));

CIRCLE_WIDEST static void circle_eight_wide(double x0, double x1, double x2, double x3,
                                            double x4, double x5, double x6, double x7,
                                            double *to) {
    const circle_eights of = {x0, x1, x2, x3, x4, x5, x6, x7};
    CIRCLE_SEVERAL(circle_eights, circle_eight_bits, circle_eight_place, of, to, to + 8);
    const circle_eights size = (circle_eights)((circle_eight_bits)of & INT64_MAX);
    const circle_eights most = CIRCLE_MOST - (circle_eights){0};
    if (_mm512_cmp_pd_mask(size, most, _CMP_LT_OQ) != 0xff) {
        const double from[8] = {x0, x1, x2, x3, x4, x5, x6, x7};
        circle_mend(8, from, to, to + 8);
    }
}

circle_function_of_eight *circle_twice_four(void) {
    return circle_eight_narrow;
}

circle_function_of_eight *circle_eight(void) {
    return __builtin_cpu_supports("avx512f") ? circle_eight_wide : circle_eight_narrow;
}

#else

int circle_has_four(void) {
    return 0;
}

void circle_lanes(const double *from, double *sine, double *cosine) {
    for (int k = 0; k < 4; k++) {
        const circle_point p = circle_at(from[k]);
        sine[k] = p.sin;
        cosine[k] = p.cos;
    }
}

void circle_four(double x0, double x1, double x2, double x3, double *to) {
    const double from[4] = {x0, x1, x2, x3};
    circle_lanes(from, to, to + 4);
}

circle_function_of_eight *circle_twice_four(void) {
    return NULL;
}

circle_function_of_eight *circle_eight(void) {
    return NULL;
}
#endif
