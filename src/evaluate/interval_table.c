/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosures of tables: the polynomial of the piece that the box lies in. */
#include "interval_table.h"

/* The knots up to x. */
static int table_count_knots(const lookup_axis *a, double x) {
    int low = 0;
    int high = a->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a->knot[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves x into the first period; x: unbounded where it is in two periods. */
static enclosure table_within(const lookup_axis *a, enclosure x) {
    if (!(a->period > 0))
        return x;
    const double first = floor((x.low - a->knot[0]) / a->period);
    const double last = floor((x.high - a->knot[0]) / a->period);
    if (first != last)
        return ENCLOSURE_ALL;
    const enclosure shift =
        enclosure_multiply(enclosure_of(first), enclosure_of(a->period));
    return enclosure_subtract(x, shift);
}

/* The only piece that x meets, or -1. */
static int table_piece(const lookup_axis *a, enclosure x) {
    const int piece = table_count_knots(a, x.low);
    if (!enclosure_is_bounded(x) || table_count_knots(a, x.high) != piece)
        return -1;
    if (a->period > 0 && (piece < 1 || piece > a->count - 1))
        return -1;
    return piece;
}

/* k (k - 1) ... (k - order + 1) c */
static enclosure table_term(int k, int order, double c) {
    double factor = 1;
    for (int d = 0; d < order; d++)
        factor *= k - d;
    return enclosure_multiply(enclosure_of(factor), enclosure_of(c));
}

static enclosure table_polynomial(const double *c, int degree, int order, enclosure x) {
    enclosure v = {0, 0};
    for (int k = degree; k >= order; k--)
        v = enclosure_add(enclosure_multiply(v, x), table_term(k, order, c[k]));
    return v;
}

static enclosure table_from(const lookup_axis *a, int piece, enclosure x) {
    return enclosure_subtract(x, enclosure_of(a->origin[piece]));
}

static enclosure table_curve(const lookup *l, enclosure x, enclosure_trouble *trouble) {
    const lookup_axis *a = &l->data->axis[0];
    const enclosure within = table_within(a, x);
    const int piece = table_piece(a, within);
    if (piece < 0) {
        *trouble = ENCLOSURE_UNDECIDED;
        return ENCLOSURE_ALL;
    }
    return table_polynomial(l->data->c + piece * LOOKUP_TERMS, a->degree, l->order[0],
                            table_from(a, piece, within));
}

static enclosure table_surface(const lookup *l, enclosure x, enclosure y,
                               enclosure_trouble *trouble) {
    const lookup_axis *a = l->data->axis;
    const enclosure inside[2] = {table_within(&a[0], x), table_within(&a[1], y)};
    const int p = table_piece(&a[0], inside[0]);
    const int q = table_piece(&a[1], inside[1]);
    if (p < 0 || q < 0) {
        *trouble = ENCLOSURE_UNDECIDED;
        return ENCLOSURE_ALL;
    }
    const double *c = l->data->c + ((size_t)p * (size_t)(a[1].count + 1) + (size_t)q) *
                                       LOOKUP_TERMS * LOOKUP_TERMS;
    const enclosure by_x = table_from(&a[0], p, inside[0]);
    const enclosure by_y = table_from(&a[1], q, inside[1]);
    enclosure v = {0, 0};
    for (int k = a[1].degree; k >= l->order[1]; k--) {
        const enclosure row = table_polynomial(c + (size_t)k * LOOKUP_TERMS, a[0].degree,
                                               l->order[0], by_x);
        const enclosure factor = table_term(k, l->order[1], 1);
        v = enclosure_add(enclosure_multiply(v, by_y), enclosure_multiply(factor, row));
    }
    return v;
}

/* Horner's scheme rounds each of its terms by twice the degree; the sizes of terms around
 * x, which lookup_bound adds, are those around the knot up to a factor of 2^degree. */
double enclosure_table_error(const lookup *l, double x, double y) {
    enum { SHARE = 256 };
    return SHARE * lookup_bound(l, x, y, 0, 0) * (double)QUAD_ROUNDING;
}

/* Time is one number. */
static enclosure table_of_time(const lookup *l, enclosure x, enclosure y,
                               enclosure_trouble *trouble) {
    if (x.low != x.high || y.low != y.high) {
        *trouble = ENCLOSURE_UNSUPPORTED;
        return ENCLOSURE_ALL;
    }
    const double v = (double)lookup_value_quad(l, x.low, y.low);
    const double error = enclosure_up(enclosure_table_error(l, x.low, y.low));
    return enclosure_add((enclosure){enclosure_down(v), enclosure_up(v)},
                         (enclosure){-error, error});
}

enclosure enclosure_table(const lookup *l, enclosure x, enclosure y,
                          enclosure_trouble *trouble) {
    switch (l->data->kind) {
    case LOOKUP_CURVE:
        return table_curve(l, x, trouble);
    case LOOKUP_SURFACE:
        return table_surface(l, x, y, trouble);
    case LOOKUP_TIMED:
    case LOOKUP_NEXT:
    case LOOKUP_HISTORY:
        break;
    }
    return table_of_time(l, x, y, trouble);
}
