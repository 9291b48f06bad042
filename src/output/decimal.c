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
#if defined(__x86_64__)
#include <immintrin.h>
#endif

__extension__ typedef unsigned __int128 two_words;

typedef struct power_of_ten {
    uint64_t high, low; /* 2^127 <= high 2^64 + low < 2^128, rounded down */
} power_of_ten;

/* Of all m 2^(e - 63), 2^63 <= m < 2^64: the exponent of ten of the first digit, one more
 * from the least m on, if any, that begins the next power of ten; and how many bits of
 * the 64 that begin their product with 10^(16 - exponent) are behind its 17 digits. */
typedef struct decade {
    uint64_t next;
    int16_t exponent;
    uint8_t shift[2];
} decade;

enum { SMALLEST_POWER = -293, DIGITS = 17 };

static const power_of_ten power[] = {
#define POWER(n, high, low) {high, low},
#include "power_of_ten.def"
#undef POWER
};

/* A double: a sign, 11 bits of the exponent, 52 of the mantissa without its first. */
enum { FIRST_BITS = 52, EXPONENT_MASK = 2047 };

/* By the bits of the exponent. */
static const decade decades[EXPONENT_MASK] = {
#define DECADE(bits, next, exponent, shift, shift_next)                                  \
    [bits] = {next, exponent, {shift, shift_next}},
#include "decade.def"
#undef DECADE
};

static const uint64_t MOST = 100000000000000000; /* 10^17 */

/* A number as 17 digits, the first of which stands for 10^exponent. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Of a normal number with these bits. Returns 0 where 128 bits of the power do not decide
 * how to round. */
static inline int find_digits(uint64_t bits, decimal *d) {
    const uint64_t m = bits << 11 | (uint64_t)1 << 63;
    const decade *at = &decades[bits >> FIRST_BITS & EXPONENT_MASK];
    const int is_next = m >= at->next;
    const int shift = at->shift[is_next];
    const int exponent = at->exponent + is_next;
    const power_of_ten *p = &power[DIGITS - 1 - exponent - SMALLEST_POWER];
    const two_words first = (two_words)m * p->high;
    const uint64_t more = (uint64_t)((two_words)m * p->low >> 64);
    const uint64_t low = (uint64_t)first + more;
    const uint64_t high = (uint64_t)(first >> 64) + (low < more);
    d->digits = ((high >> (shift - 1)) + 1) >> 1;
    d->exponent = exponent;
    /* a tie, or one unit in the last place of the product below it */
    if (low + 1 <= 1) {
        const uint64_t half = (uint64_t)1 << (shift - 1);
        const uint64_t rest = (high & (2 * half - 1)) - half;
        if (rest + (low == UINT64_MAX) == 0)
            return 0;
    }
    assert(d->digits >= MOST / 10);
    return d->digits < MOST;
}

#if defined(__x86_64__)
/* Sixteen digits, each in a byte, the first in the lowest one. */
typedef __m128i sixteen;

/* Both halves side by side in one register. Factors and shifts divide what is below 10^8
 * by 10^4, what is below 10^4 by 100, and what is below 100 by 10. */
static inline sixteen split(uint32_t high, uint32_t low) {
    const __m128i both = _mm_set_epi64x(low, high);
    const __m128i fours =
        _mm_srli_epi64(_mm_mul_epu32(both, _mm_set1_epi64x(3518437209)), 45);
    const __m128i less =
        _mm_sub_epi64(both, _mm_mul_epu32(fours, _mm_set1_epi64x(10000)));
    const __m128i four = _mm_or_si128(fours, _mm_slli_epi64(less, 32));
    const __m128i twos = _mm_srli_epi16(_mm_mulhi_epu16(four, _mm_set1_epi32(5243)), 3);
    const __m128i rest = _mm_sub_epi16(four, _mm_mullo_epi16(twos, _mm_set1_epi32(100)));
    const __m128i two = _mm_or_si128(twos, _mm_slli_epi32(rest, 16));
    const __m128i tens = _mm_mulhi_epu16(two, _mm_set1_epi16(6554));
    const __m128i ones = _mm_sub_epi16(two, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
    return _mm_or_si128(tens, _mm_slli_epi16(ones, 8));
}

static inline sixteen letters_of(sixteen digits) {
    return _mm_or_si128(digits, _mm_set1_epi8('0'));
}

/* How many there are without zeros at the end. */
static inline int count_digits(sixteen digits) {
    const __m128i zeros = _mm_cmpeq_epi8(digits, _mm_setzero_si128());
    const unsigned others = 0xffffu ^ (unsigned)_mm_movemask_epi8(zeros);
    return 31 ^ __builtin_clz(others << 1 | 1u);
}

static inline uint64_t first_eight(sixteen letters) {
    return (uint64_t)_mm_cvtsi128_si64(letters);
}

static inline uint64_t last_eight(sixteen letters) {
    return (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(letters, letters));
}

static inline void put_sixteen(char *to, sixteen letters) {
    _mm_storeu_si128((__m128i *)(void *)to, letters);
}
#else
typedef struct sixteen {
    uint64_t first, last; /* the first digit in the lowest byte */
} sixteen;

/* Eight digits: halves, then pairs, then digits are split side by side in one word.
 * Factors and shifts divide what is below 10^4 by 100, and what is below 100 by 10. */
static inline uint64_t split_eight(uint32_t digits) {
    const uint64_t high = digits / 10000;
    const uint64_t halves = high | (digits - 10000 * high) << 32;
    const uint64_t hundreds = halves * 10486 >> 20 & 0x7f0000007f;
    const uint64_t twos = hundreds | (halves - 100 * hundreds) << 16;
    const uint64_t tens = twos * 103 >> 10 & 0x000f000f000f000f;
    return tens | (twos - 10 * tens) << 8;
}

static inline sixteen split(uint32_t high, uint32_t low) {
    return (sixteen){split_eight(high), split_eight(low)};
}

static inline sixteen letters_of(sixteen digits) {
    static const uint64_t ZEROS = 0x3030303030303030;
    return (sixteen){digits.first | ZEROS, digits.last | ZEROS};
}

static inline int count_eight(uint64_t digits) {
    return digits ? 8 - __builtin_clzll(digits) / 8 : 0;
}

/* How many there are without zeros at the end. */
static inline int count_digits(sixteen digits) {
    return digits.last ? 8 + count_eight(digits.last) : count_eight(digits.first);
}

static inline uint64_t first_eight(sixteen letters) {
    return letters.first;
}

static inline uint64_t last_eight(sixteen letters) {
    return letters.last;
}
#endif

/* Eight letters, from the lowest byte to the highest. */
static inline void put_eight(char *to, uint64_t letters) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    letters = __builtin_bswap64(letters);
#endif
    memcpy(to, &letters, sizeof letters);
}

#if !defined(__x86_64__)
static inline void put_sixteen(char *to, sixteen letters) {
    put_eight(to, letters.first);
    put_eight(to + 8, letters.last);
}
#endif

/* 17 digits as letters; `count` of them without zeros at the end. */
typedef struct spelling {
    sixteen others;
    int count;
    char first;
} spelling;

/* One digit, eight and eight. */
typedef struct eights {
    uint32_t first, high, low;
} eights;

static inline eights divide(uint64_t digits) {
    enum { EIGHT = 100000000 };
    const uint64_t high = digits / EIGHT; /* 9 digits */
    const uint32_t first = (uint32_t)(high / EIGHT);
    return (eights){first, (uint32_t)(high - (uint64_t)first * EIGHT),
                    (uint32_t)(digits - high * EIGHT)};
}

static inline spelling spell(uint64_t digits) {
    const eights d = divide(digits);
    const sixteen others = split(d.high, d.low);
    return (spelling){letters_of(others), 1 + count_digits(others),
                      (char)('0' + d.first)};
}

static inline void put_spelling(char *to, const spelling *s) {
    to[0] = s->first;
    put_sixteen(to + 1, s->others);
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
    put_eight(to + whole + 1, first_eight(s->others) >> 8 * (whole - 1));
    put_eight(to + 10, last_eight(s->others));
    return to + s->count + 1;
}

/* 9 to 17, which are rare. */
static __attribute__((noinline)) char *put_many(char *to, spelling s, int whole) {
    char text[DIGITS];
    put_spelling(to, &s);
    if (s.count <= whole)
        return to + whole;
    put_spelling(text, &s);
    to[whole] = '.';
    memcpy(to + whole + 1, text + whole, (size_t)(s.count - whole));
    return to + s.count + 1;
}

/* With an exponent. */
static __attribute__((noinline)) char *put_scaled(char *to, spelling s, int exponent) {
    return put_exponent(put_few(to, &s, 1), exponent);
}

/* As %g does: with an exponent below 1e-4 and from 1e17 on. */
static inline char *put_decimal(char *to, const spelling *s, int exponent) {
    enum { SMALLEST_FIXED = -4, FEW = 8 };
    const int whole = exponent + 1; /* digits before the point */
    if ((unsigned)exponent < FEW)
        return put_few(to, s, whole);
    if (exponent < 0 && exponent >= SMALLEST_FIXED)
        return put_fraction(to, s, -whole);
    if (exponent < 0 || exponent >= DIGITS)
        return put_scaled(to, *s, exponent);
    return put_many(to, *s, whole);
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

static inline int is_usual(uint64_t bits) {
    return (unsigned)(bits >> FIRST_BITS & EXPONENT_MASK) - 1 < EXPONENT_MASK - 1;
}

/* Returns where the text ends. */
static inline __attribute__((always_inline)) char *decimal_put(double x, char *text) {
    const uint64_t bits = bits_of(x);
    decimal d;
    if (!is_usual(bits))
        return text + print_unusual(x, text);
    if (!find_digits(bits, &d))
        return text + print_exactly(x, text);
    const spelling s = spell(d.digits);
    *text = '-';
    return put_decimal(text + (bits >> 63), &s, d.exponent);
}

int decimal_print(double x, char text[DECIMAL_SIZE]) {
    char *end = decimal_put(x, text);
    *end = 0;
    return (int)(end - text);
}

static char *print_cells(int count, const int *from, const double *value, char separator,
                         char *to) {
    for (int k = 0; k < count; k++) {
        *to++ = separator;
        to = decimal_put(value[from[k]], to);
    }
    return to;
}

#if defined(__x86_64__)
#define DECIMAL_WIDE __attribute__((target("avx2")))

/* Two numbers, as `split` and `spell` do it with one. */
DECIMAL_WIDE static inline void spell_two(const decimal *d, spelling *s) {
    const eights a = divide(d[0].digits);
    const eights b = divide(d[1].digits);
    const __m256i both = _mm256_set_epi64x(b.low, b.high, a.low, a.high);
    const __m256i fours =
        _mm256_srli_epi64(_mm256_mul_epu32(both, _mm256_set1_epi64x(3518437209)), 45);
    const __m256i less =
        _mm256_sub_epi64(both, _mm256_mul_epu32(fours, _mm256_set1_epi64x(10000)));
    const __m256i four = _mm256_or_si256(fours, _mm256_slli_epi64(less, 32));
    const __m256i twos =
        _mm256_srli_epi16(_mm256_mulhi_epu16(four, _mm256_set1_epi32(5243)), 3);
    const __m256i rest =
        _mm256_sub_epi16(four, _mm256_mullo_epi16(twos, _mm256_set1_epi32(100)));
    const __m256i two = _mm256_or_si256(twos, _mm256_slli_epi32(rest, 16));
    const __m256i tens = _mm256_mulhi_epu16(two, _mm256_set1_epi16(6554));
    const __m256i ones =
        _mm256_sub_epi16(two, _mm256_mullo_epi16(tens, _mm256_set1_epi16(10)));
    const __m256i digits = _mm256_or_si256(tens, _mm256_slli_epi16(ones, 8));
    const __m256i letters = _mm256_or_si256(digits, _mm256_set1_epi8('0'));
    const __m256i zeros = _mm256_cmpeq_epi8(digits, _mm256_setzero_si256());
    const unsigned others = ~(unsigned)_mm256_movemask_epi8(zeros);
    s[0] = (spelling){_mm256_castsi256_si128(letters),
                      1 + (31 ^ __builtin_clz(others << 16 >> 15 | 1u)),
                      (char)('0' + a.first)};
    s[1] = (spelling){_mm256_extracti128_si256(letters, 1),
                      1 + (31 ^ __builtin_clz(others >> 16 << 1 | 1u)),
                      (char)('0' + b.first)};
}

/* Two cells at once, as far as they are nothing special. */
DECIMAL_WIDE static char *print_pairs(int count, const int *from, const double *value,
                                      char separator, char *to) {
    for (int k = 0; k + 2 <= count; k += 2) {
        const uint64_t a = bits_of(value[from[k]]);
        const uint64_t b = bits_of(value[from[k + 1]]);
        decimal d[2];
        spelling s[2];
        if (!is_usual(a) || !is_usual(b) || !find_digits(a, &d[0]) ||
            !find_digits(b, &d[1])) {
            to = print_cells(2, from + k, value, separator, to);
            continue;
        }
        spell_two(d, s);
        to[0] = separator;
        to[1] = '-';
        to = put_decimal(to + 1 + (a >> 63), &s[0], d[0].exponent);
        to[0] = separator;
        to[1] = '-';
        to = put_decimal(to + 1 + (b >> 63), &s[1], d[1].exponent);
    }
    return to;
}
#endif

size_t decimal_print_cells(int count, const int *from, const double *value,
                           char separator, char *text) {
    char *to = text;
    int done = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        done = count & ~1;
        to = print_pairs(count, from, value, separator, to);
    }
#endif
    to = print_cells(count - done, from + done, value, separator, to);
    return (size_t)(to - text);
}
