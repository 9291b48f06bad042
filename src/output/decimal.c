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
static uint64_t round_scaled(uint64_t m, int e, int k) {
    const power_of_ten *p = &power[k - SMALLEST_POWER];
    const two_words below = (two_words)m * p->low;
    const two_words product = (two_words)m * p->high + (below >> 64);
    const uint64_t high = (uint64_t)(product >> 64);
    const uint64_t low = (uint64_t)product;
    /* 10^k = (high 2^64 + low) 2^(bits_of_digits(k) - 127), and 64 bits are dropped; of
     * the product, which has at least 126 bits, as many more as leave 17 digits */
    const int shift = -(e + bits_of_digits(k) - 127 + 64) - 64;
    const uint64_t half = (uint64_t)1 << (shift - 1);
    const uint64_t rest = high & (2 * half - 1);
    assert(shift > 0 && shift < 64);
    if ((rest == half && low == 0) || (rest == half - 1 && low == UINT64_MAX))
        return 0;
    return (high >> shift) + (rest >= half);
}

/* x > 0 is m 2^e. */
static uint64_t mantissa_of(double x, int *e) {
    enum { FIRST_BITS = 52, BIAS = 1023 };
    uint64_t bits, m;
    memcpy(&bits, &x, sizeof bits);
    m = bits << 11;
    *e = (int)(bits >> FIRST_BITS) - BIAS - 63;
    if (bits >> FIRST_BITS)
        return m | (uint64_t)1 << 63;
    for (++*e; !(m >> 63); --*e) /* subnormal */
        m <<= 1;
    return m;
}

/* Returns 0 where it cannot tell. */
static int find_digits(double x, decimal *d) {
    int e;
    uint64_t m = mantissa_of(x, &e);
    d->exponent = digits_of_bits(e + 63);
    d->digits = round_scaled(m, e, DIGITS - 1 - d->exponent);
    if (d->digits >= MOST) {
        d->exponent++;
        d->digits = round_scaled(m, e, DIGITS - 1 - d->exponent);
    }
    return d->digits >= MOST / 10 && d->digits < MOST;
}

/* Texts are copied DIGITS at a time, which takes less than to copy as many as are
 * needed: there is room for that behind them. */
enum { ROOM = 2 * DIGITS };

/* 0 to 99 as two digits each. */
static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

/* Eight digits. */
static void spell_eight(uint32_t digits, char *text) {
    const uint32_t high = digits / 10000;
    const uint32_t low = digits % 10000;
    memcpy(text, pairs + 2 * (high / 100), 2);
    memcpy(text + 2, pairs + 2 * (high % 100), 2);
    memcpy(text + 4, pairs + 2 * (low / 100), 2);
    memcpy(text + 6, pairs + 2 * (low % 100), 2);
}

/* The digits as text; returns how many there are without zeros at the end. */
static int spell_digits(uint64_t digits, char text[ROOM]) {
    const uint32_t high = (uint32_t)(digits / 100000000); /* 9 digits */
    const uint32_t low = (uint32_t)(digits % 100000000);  /* 8 digits */
    int count = DIGITS;
    text[0] = (char)('0' + high / 100000000);
    spell_eight(high % 100000000, text + 1);
    spell_eight(low, text + 9);
    while (count > 1 && text[count - 1] == '0')
        count--;
    return count;
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

static char *put_text(char *to, const char *from, int count) {
    memcpy(to, from, DIGITS);
    return to + count;
}

static char *put_zeros(char *to, int count) {
    memcpy(to, "00000000000000000", DIGITS);
    return to + count;
}

/* As %g does: with an exponent below 1e-4 and from 1e17 on. */
static char *put_decimal(char *to, const decimal *d) {
    enum { SMALLEST_FIXED = -4 };
    char text[ROOM];
    int count = spell_digits(d->digits, text);
    int is_fixed = d->exponent >= SMALLEST_FIXED && d->exponent < DIGITS;
    int whole = is_fixed ? d->exponent + 1 : 1; /* digits before the point */
    if (whole <= 0) {
        *to++ = '0';
        *to++ = '.';
        to = put_zeros(to, -whole);
        return put_text(to, text, count);
    }
    if (count <= whole) {
        to = put_text(to, text, count);
        to = put_zeros(to, whole - count);
    } else {
        to = put_text(to, text, whole);
        *to++ = '.';
        to = put_text(to, text + whole, count - whole);
    }
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

int decimal_print(double x, char text[DECIMAL_SIZE]) {
    decimal d;
    char *to = text;
    if (isnan(x))
        return (int)strlen(strcpy(text, "nan"));
    if (isinf(x) || (x != 0 && !find_digits(fabs(x), &d)))
        return print_exactly(x, text);
    if (signbit(x))
        *to++ = '-';
    if (x == 0)
        *to++ = '0';
    else
        to = put_decimal(to, &d);
    *to = 0;
    return (int)(to - text);
}
