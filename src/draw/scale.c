/* SPDX-License-Identifier: BSD-3-Clause */
#include "scale.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A range shorter than this, relative to its values, shows nothing but how doubles are
 * spaced. */
#define SHORTEST_RANGE 1e-13
/* The same for values next to zero, whose inverse must be finite. */
#define TINIEST_RANGE 1e-302
/* Labels have at most this many digits before an offset is taken from them. */
#define MOST_DIGITS 5
#define MINUS "\xe2\x88\x92"

void scale_include(scale *s, double value) {
    if (!(fabs(value) <= SCALE_LARGEST) || (s->is_log && value <= 0))
        return;
    s->low = fmin(s->low, value);
    s->high = fmax(s->high, value);
}

static void settle_linear(scale *s, double margin) {
    double size = fmax(fabs(s->low), fabs(s->high));
    double pad = margin * (s->high - s->low);
    if (s->high == s->low)
        pad = size > 0 ? 0.1 * size : 0.5;
    pad = fmax(pad, fmax(SHORTEST_RANGE * size, TINIEST_RANGE));
    s->low -= pad;
    s->high += pad;
}

static void settle_log(scale *s, double margin) {
    double decades = log10(s->high) - log10(s->low);
    double factor = pow(10, fmax(margin * decades, decades > 0 ? 0.02 : 0.5));
    s->low = fmax(s->low / factor, 1e-305);
    s->high = fmin(s->high * factor, 1e305);
}

void scale_settle(scale *s, double margin) {
    assert(margin >= 0);
    if (!(s->low <= s->high)) {
        s->low = s->is_log ? 0.1 : 0;
        s->high = 1;
    }
    if (s->is_log)
        settle_log(s, margin);
    else
        settle_linear(s, margin);
}

double scale_at(const scale *s, double value) {
    assert(s->low < s->high);
    if (!(fabs(value) <= SCALE_LARGEST) || (s->is_log && value <= 0))
        return NAN;
    double part;
    if (s->is_log)
        part = (log10(value) - log10(s->low)) / (log10(s->high) - log10(s->low));
    else
        part = (value - s->low) / (s->high - s->low);
    return s->from + part * (s->to - s->from);
}

/* The number 1, 2 or 5 times a power of ten that is nearest to x. */
static double ticks_round(double x) {
    double power = pow(10, floor(log10(x) + 1e-9));
    double m = x / power;
    if (m < 1.4)
        return power;
    if (m < 3.2)
        return 2 * power;
    if (m < 7)
        return 5 * power;
    return 10 * power;
}

/* "10" with an exponent in raised digits. */
static void write_power(char *text, size_t size, int exponent) {
    static const char *const raised[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", exponent);
    snprintf(text, size, "10");
    for (const char *d = digits; *d; d++) {
        const char *sign = *d == '-' ? "\xe2\x81\xbb" : raised[*d - '0'];
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s", sign);
    }
}

static void write_fixed(char *text, size_t size, double value, int decimals) {
    const char *sign = value < 0 ? MINUS : "";
    snprintf(text, size, "%s%.*f", sign, decimals, fabs(value));
}

static int scale_power_of(double x) {
    return (int)floor(log10(x) + 1e-9);
}

/* Writes the size of an offset that is a multiple of 10^power. */
static void write_offset(char *text, size_t size, double offset, int power) {
    const int first = scale_power_of(fabs(offset));
    char digits[40], raised[TICKS_LABEL];
    if (fabs(offset) < 1e7 && first > -4) {
        snprintf(text, size, "%.*f", power < 0 ? -power : 0, fabs(offset));
        return;
    }
    snprintf(digits, sizeof digits, "%.*e", first > power ? first - power : 0,
             fabs(offset));
    *strchr(digits, 'e') = 0;
    write_power(raised, sizeof raised, first);
    snprintf(text, size, "%s\xc2\xb7%s", digits, raised);
}

/* Says in words what labels leave out. */
static void write_note(ticks *t, int exponent, double offset, int offset_power) {
    char power[TICKS_LABEL] = "";
    char number[80] = "";
    if (exponent)
        write_power(power, sizeof power, exponent);
    if (offset != 0)
        write_offset(number, sizeof number, offset, offset_power);
    const char *sign = offset < 0 ? MINUS " " : "+ ";
    snprintf(t->note, sizeof t->note, "%s%s%s%s%s", exponent ? "\xc3\x97" : "", power,
             exponent && offset != 0 ? " " : "", offset != 0 ? sign : "", number);
}

/* The largest power of ten of which a multiple is among first...last steps, which begin
 * beyond zero; that multiple, in steps, into `offset`. */
static int roundest_power(double first, double last, double step, double *offset) {
    const int most = scale_power_of(fmax(fabs(first), fabs(last)) * step);
    int power = most;
    for (; power > most - 18; power--) {
        const double unit = pow(10, power) / step;
        const double multiple = ceil(first / unit - 1e-9);
        *offset = round(multiple * unit);
        if (multiple * unit <= last + 1e-9)
            break;
    }
    return power;
}

/* Ticks are whole multiples of the step, so that labels are exact: k and the offset are
 * counted in steps. */
static void choose_linear(ticks *t, double low, double high, int wanted) {
    assert(low < high && wanted > 0);
    double step = ticks_round((high - low) / wanted);
    double first = ceil(low / step - 1e-6);
    double last = floor(high / step + 1e-6);
    double size = fmax(fabs(first), fabs(last));
    double offset = 0;
    int offset_power = 0;
    if (size >= pow(10, MOST_DIGITS)) {
        offset_power = (int)ceil(log10(high - low) - 1e-9);
        double unit = round(pow(10, offset_power) / step);
        double round_offset = 0;
        const int round_power = roundest_power(first, last, step, &round_offset);
        offset = unit * floor(first / unit);
        if (round_power > offset_power) {
            offset = round_offset;
            offset_power = round_power;
        }
        size = fmax(fabs(first - offset), fabs(last - offset));
    }
    double largest = fmax(size, 1) * step;
    int exponent = largest >= 1e5 || largest < 1e-2 ? scale_power_of(largest) : 0;
    int decimals = exponent - scale_power_of(step);
    for (double k = first; k <= last && t->count < TICKS_MOST; k++) {
        double value = (k - offset) * step / pow(10, exponent);
        t->value[t->count] = k * step;
        write_fixed(t->label[t->count++], TICKS_LABEL, value,
                    decimals > 0 ? decimals : 0);
    }
    write_note(t, exponent, offset * step, offset_power);
}

static void choose_powers(ticks *t, const scale *s, int first, int last, int wanted) {
    assert(first <= last);
    int stride = (last - first) / wanted + 1;
    for (int k = first; k <= last && t->count < TICKS_MOST; k++) {
        if (k % stride != 0)
            continue;
        t->value[t->count] = pow(10, k);
        if (!(t->value[t->count] >= s->low && t->value[t->count] <= s->high))
            continue;
        write_power(t->label[t->count++], TICKS_LABEL, k);
    }
}

/* 1, 2 and 5 times powers of ten, for a range of a few decades. */
static void choose_mantissas(ticks *t, const scale *s, int first, int last) {
    static const int mantissa[] = {1, 2, 5};
    for (int k = first; k <= last; k++)
        for (int i = 0; i < 3 && t->count < TICKS_MOST; i++) {
            double value = mantissa[i] * pow(10, k);
            char *label = t->label[t->count];
            char power[TICKS_LABEL];
            if (value < s->low || value > s->high)
                continue;
            t->value[t->count++] = value;
            write_power(power, sizeof power, k);
            if (k > -4 && k < 5)
                snprintf(label, TICKS_LABEL, "%g", value);
            else if (i == 0)
                snprintf(label, TICKS_LABEL, "%s", power);
            else
                snprintf(label, TICKS_LABEL, "%d\xc2\xb7%.20s", mantissa[i], power);
        }
}

static void choose_log(ticks *t, const scale *s, int wanted) {
    int first = (int)floor(log10(s->low));
    int last = (int)ceil(log10(s->high));
    if (log10(s->high / s->low) > 2.5)
        choose_powers(t, s, first, last, wanted);
    else
        choose_mantissas(t, s, first, last);
}

/* One tick does not make a scale: then there are more than were wanted. */
void ticks_choose(ticks *t, const scale *s, int wanted) {
    assert(wanted > 0);
    *t = (ticks){0};
    if (s->is_log)
        choose_log(t, s, wanted);
    for (; t->count < 2 && wanted < TICKS_MOST; wanted++) {
        *t = (ticks){0};
        choose_linear(t, s->low, s->high, wanted);
    }
}
