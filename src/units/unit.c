/* SPDX-License-Identifier: BSD-3-Clause */
/* Units as vectors of exponents with a factor: products, comparisons, texts. */
#include "unit.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_EXPONENT = 100 * UNIT_WHOLE };

unit unit_one(void) {
    return (unit){.factor = 1};
}

/* Adds e * sixtieths/60 to an exponent. */
static int unit_add_exponent(int *to, int e, int sixtieths) {
    long product = (long)e * sixtieths;
    if (product % UNIT_WHOLE)
        return 0;
    long sum = *to + product / UNIT_WHOLE;
    *to = (int)sum;
    return labs(sum) <= LARGEST_EXPONENT;
}

int unit_multiply(unit *to, const unit *u, int sixtieths) {
    int fine = 1;
    if (abs(sixtieths) > LARGEST_EXPONENT)
        return 0;
    for (int i = 0; i < UNIT_BASES; i++)
        fine = fine && unit_add_exponent(&to->exponent[i], u->exponent[i], sixtieths);
    fine = fine && unit_add_exponent(&to->angle, u->angle, sixtieths);
    fine = fine && unit_add_exponent(&to->turn, u->turn, sixtieths);
    if (sixtieths == UNIT_WHOLE)
        to->factor *= u->factor;
    else if (sixtieths == -UNIT_WHOLE)
        to->factor /= u->factor;
    else
        to->factor *= pow(u->factor, (double)sixtieths / UNIT_WHOLE);
    to->offset = 0;
    return fine && isfinite(to->factor) && to->factor > 0;
}

int unit_same_dimension(const unit *a, const unit *b) {
    for (int i = 0; i < UNIT_BASES; i++)
        if (a->exponent[i] != b->exponent[i])
            return 0;
    return 1;
}

int unit_is_number(const unit *u) {
    const unit one = unit_one();
    return unit_same_dimension(u, &one);
}

double unit_ratio(const unit *a, const unit *b) {
    return a->factor / b->factor;
}

int unit_same_scale(const unit *a, const unit *b) {
    const double rounding = 1e-9; /* of factors that are products of a dozen others */
    return fabs(unit_ratio(a, b) - 1) <= rounding;
}

/* --- texts --- */

typedef struct line {
    char *text;
    int used;
} line;

static void unit_append(line *l, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t room = (size_t)(UNIT_TEXT - l->used);
    const int size = vsnprintf(l->text + l->used, room, format, arguments);
    va_end(arguments);
    if (size > 0)
        l->used = size < (int)room ? l->used + size : UNIT_TEXT - 1;
}

static int greatest_divisor(int a, int b) {
    return b ? greatest_divisor(b, a % b) : a;
}

/* Appends one base unit with its exponent, which is positive. */
static void unit_append_power(line *l, const char *base, int exponent, int is_first) {
    const int d = greatest_divisor(exponent, UNIT_WHOLE);
    const int numerator = exponent / d;
    const int denominator = UNIT_WHOLE / d;
    unit_append(l, "%s%s", is_first ? "" : ".", base);
    if (denominator > 1)
        unit_append(l, "^(%d/%d)", numerator, denominator);
    else if (numerator > 1)
        unit_append(l, "%d", numerator);
}

/* Appends all base units whose exponent has this sign; returns how many. */
static int unit_append_side(line *l, const unit *u, int sign) {
    static const int order[UNIT_BASES] = {1, 0, 2, 3, 4, 5, 6}; /* kg first */
    static const char *const base[UNIT_BASES] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    int count = 0;
    for (int k = 0; k < UNIT_BASES; k++) {
        const int e = sign * u->exponent[order[k]];
        if (e > 0)
            unit_append_power(l, base[order[k]], e, count++ == 0);
    }
    return count;
}

static int unit_count_below(const unit *u) {
    int count = 0;
    for (int i = 0; i < UNIT_BASES; i++)
        count += u->exponent[i] < 0;
    return count;
}

const char *unit_print(const unit *u, char text[UNIT_TEXT]) {
    line l = {text, 0};
    const unit one = unit_one();
    const int below = unit_count_below(u);
    const int scaled = !unit_same_scale(u, &one);
    *text = 0;
    if (scaled)
        unit_append(&l, "%.6g", u->factor);
    if (scaled && unit_is_number(u) && !u->angle)
        return text;
    if (scaled)
        unit_append(&l, " ");
    if (!unit_append_side(&l, u, 1))
        unit_append(&l, "%s", u->angle == UNIT_WHOLE ? "rad" : "1");
    if (below) {
        unit_append(&l, below > 1 ? "/(" : "/");
        unit_append_side(&l, u, -1);
        unit_append(&l, below > 1 ? ")" : "");
    }
    return text;
}
