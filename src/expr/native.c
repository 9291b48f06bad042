/* SPDX-License-Identifier: BSD-3-Clause */
/* Random numbers by xorshift generators, as published: S. Vigna, An experimental
 * exploration of Marsaglia's xorshift generators, scrambled (2016), for 64* and 1024*;
 * Further scramblings of Marsaglia's xorshift generators (2017), for 128+, with the
 * shifts 23, 17, 26 of its first version. A word of 64 bits is a pair of Integers, the
 * low half first, each with its sign.
 *
 * The generators of Modelica differ from the published ones: 64* and 128+ continue with
 * the scrambled word, the one that the number is made of. Reference results decide
 * that. */
#include "native.h"
#include <stdint.h>
#include <string.h>

static uint32_t half_of(double x) {
    return (uint32_t)(int64_t)x; /* modulo 2^32 */
}

static uint64_t word_of(const double *x) {
    return (uint64_t)half_of(x[1]) << 32 | half_of(x[0]);
}

static double signed_half(uint32_t half) {
    return half < UINT32_C(0x80000000) ? (double)half : (double)half - 4294967296.0;
}

static void put_word(uint64_t word, double *y) {
    y[0] = signed_half((uint32_t)word);
    y[1] = signed_half((uint32_t)(word >> 32));
}

/* A word with its sign, in units of 2^-64, from the middle of 0 .. 1. */
static double unit_of(uint64_t word) {
    const double high = signed_half((uint32_t)(word >> 32));
    const double low = (double)(uint32_t)word;
    return (high * 4294967296.0 + low) * 0x1p-64 + 0.5;
}

static void native_xorshift64star(const double *x, double *y) {
    uint64_t s = word_of(x);
    s ^= s >> 12;
    s ^= s << 25;
    s ^= s >> 27;
    s *= UINT64_C(2685821657736338717);
    put_word(s, y);
    y[2] = unit_of(s);
}

static void native_xorshift128plus(const double *x, double *y) {
    uint64_t a = word_of(x);
    const uint64_t b = word_of(x + 2);
    a ^= a << 23;
    a ^= b ^ (a >> 17) ^ (b >> 26);
    a += b;
    put_word(b, y);
    put_word(a, y + 2);
    y[4] = unit_of(a);
}

/* 16 words, and the number of the current one. */
static void native_xorshift1024star(const double *x, double *y) {
    enum { WORDS = 16 };
    const uint32_t old = half_of(x[2 * WORDS]) % WORDS;
    const uint32_t now = (old + 1) % WORDS;
    uint64_t a = word_of(x + 2 * old);
    uint64_t b = word_of(x + 2 * now);
    memcpy(y, x, sizeof *y * 2 * WORDS);
    b ^= b << 31;
    b ^= b >> 11;
    a ^= a >> 30;
    a ^= b;
    put_word(a, y + 2 * now);
    y[2 * WORDS] = now;
    y[2 * WORDS + 1] = unit_of(a * UINT64_C(1181783497276652981));
}

static const native all_natives[] = {
#define MATH(name, op, arity) {name, NULL, arity, 1, op},
#define NATIVE(name, f, inputs, outputs) {name, f, inputs, outputs, OP_COUNT},
#include "native.def"
#undef MATH
#undef NATIVE
};

const native *native_find(const char *name) {
    for (size_t i = 0; i < sizeof all_natives / sizeof *all_natives; i++)
        if (strcmp(all_natives[i].name, name) == 0)
            return &all_natives[i];
    return NULL;
}
