/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of a million numbers is mostly printing: printf's own arithmetic, which is
 * exact for any number of digits, costs more than many a run.
 *
 * x = m 2^e is multiplied by 10^k so that its first 17 digits are an integer. The first
 * 128 bits of 10^k determine the product to 2^-64 of the last digit and better; where
 * that does not decide in which direction to round, and for ties, printf does. */
#include "decimal.h"
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

__extension__ typedef unsigned __int128 two_words;

typedef struct power_of_ten {
    uint64_t high, low; /* 2^127 <= high 2^64 + low < 2^128, rounded down */
} power_of_ten;

enum { SMALLEST_POWER = -293, DIGITS = 17 };

static const power_of_ten power[] = {
#define POWER(n, high, low) {high, low},
#include "power_of_ten.def"
#undef POWER
};

static const uint64_t MOST = 100000000000000000; /* 10^17 */

/* floor(n log10(2)) and floor(n log2(10)) for all n that occur. */
static int digits_of_bits(int n) {
    return (int)(((int64_t)n * 1292913986) >> 32);
}

static int bits_of_digits(int n) {
    return (int)(((int64_t)n * 14267572527) >> 32);
}

/* A number as 17 digits, the first of which stands for 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

/* Rounds m 2^e, m >= 2^63, to an integer of 10^k; returns 0 where 128 bits of the power
 * do not decide. */
static inline uint64_t round_scaled(uint64_t m, int e, int k) {
    const power_of_ten *p = &power[k - SMALLEST_POWER];
    const two_words below = (two_words)m * p->low;
    const two_words product = (two_words)m * p->high + (below >> 64);
    const uint64_t high = (uint64_t)(product >> 64);
    const uint64_t low = (uint64_t)product;
    /* 10^k = (high 2^64 + low) 2^(bits_of_digits(k) - 127), and 64 bits are dropped; of
     * the product, which has at least 126 bits, as many more as leave 17 digits */
    const int shift = -(e + bits_of_digits(k) - 127 + 64) - 64;
    const uint64_t half = (uint64_t)1 << (shift - 1);
    const uint64_t rest =
        (high & (2 * half - 1)) - half; /* of the last digit, less half */
    assert(shift > 0 && shift < 64);
    /* a tie, or one unit in the last place of the product below it */
    if (rest + (low == UINT64_MAX) == 0 && low + 1 <= 1)
        return 0;
    return (high >> shift) + 1 - (rest >> 63);
}

/* A double: a sign, 11 bits of the exponent, 52 of the mantissa without its first. */
enum { FIRST_BITS = 52, EXPONENT_MASK = 2047, BIAS = 1023 };

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Of m 2^e, m >= 2^63. Returns 0 where it cannot tell. */
static inline int find_digits(uint64_t m, int e, decimal *d) {
    d->exponent = digits_of_bits(e + 63);
    d->digits = round_scaled(m, e, DIGITS - 1 - d->exponent);
    if (d->digits >= MOST) {
        d->exponent++;
        d->digits = round_scaled(m, e, DIGITS - 1 - d->exponent);
    }
    return d->digits >= MOST / 10 && d->digits < MOST;
}

/* 17 digits: one, then eight, then eight, as letters, the first one of which is in the
 * lowest byte; `count` of them without zeros at the end. */
typedef struct spelling {
    uint64_t middle, last;
    int count;
    char first;
} spelling;

#if defined(__SSE2__)
/* Both halves side by side in one register. Factors and shifts divide what is below 10^8
 * by 10^4, what is below 10^4 by 100, and what is below 100 by 10. */
static inline void spell_halves(uint32_t high, uint32_t low, spelling *s) {
    const __m128i both = _mm_set_epi64x(low, high);
    const __m128i fours =
        _mm_srli_epi64(_mm_mul_epu32(both, _mm_set1_epi64x(3518437209)), 45);
    const __m128i less =
        _mm_sub_epi64(both, _mm_mul_epu32(fours, _mm_set1_epi64x(10000)));
    const __m128i four = _mm_or_si128(fours, _mm_slli_epi64(less, 32));
    const __m128i twos = _mm_srli_epi16(_mm_mulhi_epu16(four, _mm_set1_epi32(5243)), 3);
    const __m128i rest = _mm_sub_epi16(four, _mm_mullo_epi16(twos, _mm_set1_epi32(100)));
    const __m128i two = _mm_or_si128(twos, _mm_slli_epi32(rest, 16));
    const __m128i tens = _mm_srli_epi16(_mm_mullo_epi16(two, _mm_set1_epi16(103)), 10);
    const __m128i ones = _mm_sub_epi16(two, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
    const __m128i digits = _mm_or_si128(tens, _mm_slli_epi16(ones, 8));
    const __m128i zeros = _mm_cmpeq_epi8(digits, _mm_setzero_si128());
    const unsigned others = 0xffffu & ~(unsigned)_mm_movemask_epi8(zeros);
    const __m128i text = _mm_or_si128(digits, _mm_set1_epi8('0'));
    s->middle = (uint64_t)_mm_cvtsi128_si64(text);
    s->last = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(text, text));
    s->count = (31 ^ __builtin_clz(others << 1 | 1u)) + 1;
}
#else
/* Eight digits, the first in the lowest byte: halves, then pairs, then digits are split
 * side by side in one word. Factors and shifts divide what is below 10^4 by 100, and what
 * is below 100 by 10. */
static inline uint64_t split_eight(uint32_t digits) {
    const uint64_t high = digits / 10000;
    const uint64_t halves = high | (digits - 10000 * high) << 32;
    const uint64_t hundreds = halves * 10486 >> 20 & 0x7f0000007f;
    const uint64_t twos = hundreds | (halves - 100 * hundreds) << 16;
    const uint64_t tens = twos * 103 >> 10 & 0x000f000f000f000f;
    return tens | (twos - 10 * tens) << 8;
}

/* How many of eight digits there are without zeros at the end. */
static inline int count_eight(uint64_t digits) {
    return digits ? 8 - __builtin_clzll(digits) / 8 : 0;
}

static inline void spell_halves(uint32_t high, uint32_t low, spelling *s) {
    static const uint64_t ZEROS = 0x3030303030303030;
    const uint64_t middle = split_eight(high);
    const uint64_t last = split_eight(low);
    s->middle = middle | ZEROS;
    s->last = last | ZEROS;
    s->count = last ? 9 + count_eight(last) : 1 + count_eight(middle);
}
#endif

static inline spelling spell(uint64_t digits) {
    enum { EIGHT = 100000000 };
    const uint64_t high = digits / EIGHT; /* 9 digits */
    const uint32_t first = (uint32_t)(high / EIGHT);
    spelling s = {.first = (char)('0' + first)};
    spell_halves((uint32_t)(high - (uint64_t)first * EIGHT),
                 (uint32_t)(digits - high * EIGHT), &s);
    return s;
}

/* Eight letters, from the lowest byte to the highest. */
static inline void put_eight(char *to, uint64_t letters) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    letters = __builtin_bswap64(letters);
#endif
    memcpy(to, &letters, sizeof letters);
}

static inline void put_spelling(char *to, const spelling *s) {
    to[0] = s->first;
    put_eight(to + 1, s->middle);
    put_eight(to + 9, s->last);
}

static char *put_exponent(char *to, int exponent) {
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    if (size >= 100)
        *to++ = (char)('0' + size / 100);
    *to++ = (char)('0' + size / 10 % 10);
    *to++ = (char)('0' + size % 10);
    return to;
}

/* Digits are written where they stay, also those that the next ones cover: to copy them
 * from where they have just been written makes the processor wait. */
static inline char *put_fraction(char *to, const spelling *s, int zeros) {
    memcpy(to, "0.000000", 8);
    to += 2 + zeros;
    put_spelling(to, s);
    return to + s->count;
}

/* With so many digits before the point, 1 to 8. */
static inline char *put_few(char *to, const spelling *s, int whole) {
    put_spelling(to, s);
    if (s->count <= whole)
        return to + whole;
    to[whole] = '.';
    put_eight(to + whole + 1, s->middle >> 8 * (whole - 1));
    put_eight(to + 10, s->last);
    return to + s->count + 1;
}

/* 9 to 17, which are rare. */
static char *put_many(char *to, const spelling *s, int whole) {
    char text[DIGITS];
    put_spelling(to, s);
    if (s->count <= whole)
        return to + whole;
    put_spelling(text, s);
    to[whole] = '.';
    memcpy(to + whole + 1, text + whole, (size_t)(s->count - whole));
    return to + s->count + 1;
}

/* As %g does: with an exponent below 1e-4 and from 1e17 on. */
static inline char *put_decimal(char *to, const decimal *d) {
    enum { SMALLEST_FIXED = -4, FEW = 8 };
    const spelling s = spell(d->digits);
    const int is_fixed = d->exponent >= SMALLEST_FIXED && d->exponent < DIGITS;
    const int whole = is_fixed ? d->exponent + 1 : 1; /* digits before the point */
    if (whole <= 0)
        return put_fraction(to, &s, -whole);
    to = whole <= FEW ? put_few(to, &s, whole) : put_many(to, &s, whole);
    return is_fixed ? to : put_exponent(to, d->exponent);
}

/* By the library; its decimal point is that of the locale. */
static int print_exactly(double x, char text[DECIMAL_SIZE]) {
    int length = snprintf(text, DECIMAL_SIZE, "%.17g", x);
    char *point = text + strspn(text, "-0123456789");
    if (isfinite(x) && *point && *point != 'e')
        *point = '.';
    return length;
}

/* What is no normal number. */
static int print_unusual(double x, char text[DECIMAL_SIZE]) {
    if (isnan(x))
        return (int)strlen(strcpy(text, "nan"));
    if (x == 0)
        return (int)strlen(strcpy(text, signbit(x) ? "-0" : "0"));
    return print_exactly(x, text);
}

/* Returns where the text ends. */
static inline char *decimal_put(double x, char *text) {
    const uint64_t bits = bits_of(x);
    const int e = (int)(bits >> FIRST_BITS & EXPONENT_MASK);
    decimal d;
    if (e == 0 || e == EXPONENT_MASK)
        return text + print_unusual(x, text);
    if (!find_digits(bits << 11 | (uint64_t)1 << 63, e - BIAS - 63, &d))
        return text + print_exactly(x, text);
    *text = '-';
    return put_decimal(text + (bits >> 63), &d);
}

int decimal_print(double x, char text[DECIMAL_SIZE]) {
    char *end = decimal_put(x, text);
    *end = 0;
    return (int)(end - text);
}

size_t decimal_print_cells(int count, const int *from, const double *value,
                           char separator, char *text) {
    char *to = text;
    for (int k = 0; k < count; k++) {
        *to++ = separator;
        to = decimal_put(value[from[k]], to);
    }
    return (size_t)(to - text);
}
