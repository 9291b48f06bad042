/* SPDX-License-Identifier: BSD-3-Clause */
/* Products and comparisons of units that may not be known. Rather silent than wrong: what
 * is in doubt is open. */
#include "quantity.h"
#include <math.h>

quantity quantity_open(void) {
    return (quantity){.kind = QUANTITY_OPEN};
}

quantity quantity_simple(void) {
    return (quantity){.kind = QUANTITY_NUMBER, .is_simple = 1};
}

/* Quarters up to 8 and 12, 16, 32, 64 stand in formulas (m v^2/2, m l^2/12, pi d^4/64);
 * 9.81, 60 or 3.6 are constants of nature, rates or conversions. 0 times anything fits
 * everything. */
static int quantity_is_simple_number(double x) {
    const double size = fabs(x);
    if (size <= 8)
        return x != 0 && 4 * x == floor(4 * x);
    return size == 12 || size == 16 || size == 32 || size == 64;
}

quantity quantity_number(double x) {
    return (quantity){.kind = QUANTITY_NUMBER, .is_simple = quantity_is_simple_number(x)};
}

quantity quantity_of(unit u) {
    return (quantity){.kind = QUANTITY_KNOWN, .unit = u};
}

quantity quantity_declared(const declared_unit *u) {
    if (!u || !u->is_known)
        return quantity_open();
    quantity q = quantity_of(u->value);
    q.is_plain = 1;
    q.declared = u;
    return q;
}

quantity quantity_time(void) {
    unit s = unit_one();
    s.exponent[2] = UNIT_WHOLE;
    quantity q = quantity_of(s);
    q.is_clock = 1;
    return q;
}

int quantity_is_one(const quantity *q) {
    const unit one = unit_one();
    return q->kind == QUANTITY_KNOWN && unit_is_number(&q->unit) && !q->unit.angle &&
           unit_same_scale(&q->unit, &one);
}

/* Multiplies a number and a known unit. A number before the time is a rate; a number of
 * no dimension is a number. */
static quantity quantity_with_number(const quantity *number, const quantity *known) {
    quantity q = *known;
    q.is_scaled |= number->is_scaled;
    q.is_plain = 0;
    if (quantity_is_one(known)) {
        q = *number;
        q.is_scaled |= known->is_scaled;
        return q;
    }
    return known->is_clock || !number->is_simple ? quantity_open() : q;
}

void quantity_multiply(quantity *to, const quantity *by, int sixtieths) {
    const quantity power = quantity_power(by, sixtieths);
    if (to->kind == QUANTITY_OPEN || power.kind == QUANTITY_OPEN) {
        *to = quantity_open();
    } else if (to->kind == QUANTITY_NUMBER && power.kind == QUANTITY_NUMBER) {
        to->is_simple = to->is_simple && power.is_simple;
        to->is_scaled |= power.is_scaled;
    } else if (to->kind == QUANTITY_NUMBER) {
        *to = quantity_with_number(to, &power);
    } else if (power.kind == QUANTITY_NUMBER) {
        *to = quantity_with_number(&power, to);
    } else {
        to->is_scaled |= power.is_scaled;
        to->is_clock = to->is_clock && power.is_clock;
        to->is_plain = 0;
        to->declared = NULL;
        if (!unit_multiply(&to->unit, &power.unit, UNIT_WHOLE))
            *to = quantity_open();
    }
}

quantity quantity_power(const quantity *base, int sixtieths) {
    if (base->kind != QUANTITY_KNOWN || sixtieths == UNIT_WHOLE)
        return *base;
    quantity q = *base;
    q.unit = unit_one();
    q.is_plain = 0;
    q.declared = NULL;
    return unit_multiply(&q.unit, &base->unit, sixtieths) ? q : quantity_open();
}

/* A turn is 1 or 2 pi where nothing says that the other side is an angle. */
static int quantity_has_doubtful_turn(const quantity *a, const quantity *b) {
    return (a->unit.turn && !b->unit.angle) || (b->unit.turn && !a->unit.angle);
}

quantity_match quantity_compare(const quantity *a, const quantity *b) {
    if (a->kind != QUANTITY_KNOWN || b->kind != QUANTITY_KNOWN)
        return MATCH_FINE;
    if (!unit_same_dimension(&a->unit, &b->unit))
        return MATCH_DIMENSION;
    if (a->is_scaled || b->is_scaled || quantity_has_doubtful_turn(a, b))
        return MATCH_FINE;
    if (!unit_same_scale(&a->unit, &b->unit))
        return MATCH_SCALE;
    const int shifted = a->is_plain && b->is_plain && a->unit.offset != b->unit.offset;
    return shifted ? MATCH_OFFSET : MATCH_FINE;
}
