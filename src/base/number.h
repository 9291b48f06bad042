/* SPDX-License-Identifier: BSD-3-Clause */
/* Comparisons that do not lose what is not a number, and powers of two. Functions of
 * constants are written as numbers: compilers round them in other ways than the library
 * of the machine does. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double CUBE_ROOT_OF_EPSILON = 6.0554544523933395e-06; /* 2^-52 */

/* The larger of `most` and x; infinite as soon as one of them is not a number (fmax would
 * drop it). */
static inline double larger(double most, double x) {
    if (x <= most)
        return most;
    return x > most ? x : INFINITY;
}

/* 2^k with 1 <= 2^k x < 2, exact, and without a call where k is not extreme; 0 where x is
 * 0 or not finite. x >= 0 */
static inline double power_of_two(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t power = bits >> 52 & 0x7ff;
    if (power < 1 || power > 2045)
        return x > 0 && isfinite(x) ? ldexp(1, -ilogb(x)) : 0;
    bits = (2046 - power) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The next of a sequence of random numbers; the same everywhere. */
static inline uint32_t random_next(uint32_t *state) {
    return *state = *state * 1664525u + 1013904223u;
}

/* One number more in a hash, which begins with HASH_BEGIN (FNV-1a). */
#define HASH_BEGIN 2166136261u
static inline uint32_t hash_more(uint32_t hash, uint32_t number) {
    return (hash ^ number) * 16777619u;
}

#endif
