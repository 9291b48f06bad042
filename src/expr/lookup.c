/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of piecewise polynomials. The piece is found by bisection, in the type of the
 * argument; the polynomial is evaluated around the knot where it begins. */
#include "lookup.h"
#include <assert.h>
#include <float.h>
#include <math.h>

/* k (k - 1) ... (k - d + 1): the coefficient of a power after d derivatives */
static const double falling[LOOKUP_TERMS][LOOKUP_TERMS] = {
    {1, 1, 1, 1}, {0, 1, 2, 3}, {0, 0, 2, 6}, {0, 0, 0, 6}};

/* Round-off of times: an event that is nearer than so much is now. */
static const double NOW = 16 * DBL_EPSILON;

/* A range of pieces to which a search is held. */
typedef struct piece_range {
    int least, most;
} piece_range;

static int clamp_piece(int piece, piece_range r) {
    if (piece < r.least)
        return r.least;
    return piece > r.most ? r.most : piece;
}

/* Pieces that a search may find: within a period only those between knots. */
static piece_range all_pieces(const lookup_axis *a) {
    if (a->period > 0)
        return (piece_range){1, a->count - 1};
    return (piece_range){0, a->count};
}

/* How many periods x is behind the first one. */
static double shift_periods(const lookup_axis *a, double x) {
    return a->period > 0 ? floor((x - a->knot[0]) / a->period) : 0;
}

/* The last knot that begins the pieces up to the event at the end of piece `last`: they
 * belong to one function between two events. */
static int first_between_events(const lookup_data *d, int last) {
    int p = last;
    while (p > 0 && !d->is_event[p - 1])
        p--;
    return p;
}

/* Knots before x, and those up to it. */
static int count_before(const lookup_axis *a, double x) {
    int low = 0;
    int high = a->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a->knot[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int count_up_to(const lookup_axis *a, double x) {
    int low = count_before(a, x);
    while (low < a->count && a->knot[low] <= x)
        low++;
    return low;
}

/* Where a timed table is between two events: pieces and number of periods. */
typedef struct interval {
    piece_range pieces;
    double periods;
    int is_before; /* the start */
} interval;

/* Pieces before the event `until`, after the event before it: what they are there goes on
 * to where round-off, or the stage of a method, leads. */
static interval interval_until(const lookup_data *d, double until) {
    const lookup_axis *a = &d->axis[0];
    interval i = {{0, a->count}, 0, 0};
    if (until <= d->start) {
        i.is_before = 1;
        return i;
    }
    if (a->period > 0) {
        const double last = a->knot[a->count - 1];
        i.periods = ceil((until - last) / a->period - NOW);
    }
    double end = until - i.periods * a->period;
    int p = count_before(a, end - NOW * fmax(fabs(end), fabs(until)));
    i.pieces.most = p;
    i.pieces.least = first_between_events(d, p);
    return i;
}

/* The first event after x. */
static double next_event(const lookup_data *d, double x) {
    const lookup_axis *a = &d->axis[0];
    if (x < d->start)
        return d->start;
    double now = x + NOW * fmax(fabs(x), a->period);
    double periods = shift_periods(a, now);
    int p = count_up_to(a, now - periods * a->period);
    while (p < a->count && !d->is_event[p])
        p++;
    if (p < a->count)
        return a->knot[p] + periods * a->period;
    return a->period > 0 ? a->knot[0] + (periods + 1) * a->period : DBL_MAX;
}

#define REAL double
#define FLOOR floor
#define LOOKUP lookup_value
#define PAST history_value
#define NAME(part) lookup_##part
#include "lookup_value.def"

#define REAL long double
#define FLOOR floorl
#define LOOKUP lookup_value_long
#define PAST history_value_long
#define NAME(part) lookup_long_##part
#include "lookup_value.def"

#define REAL quad
#define FLOOR QUAD_FUNCTION(floor)
#define LOOKUP lookup_value_quad
#define PAST history_value_quad
#define NAME(part) lookup_quad_##part
#include "lookup_value.def"

double lookup_slope(const lookup *l, int k, double x, double y) {
    assert(k == 0 || k == 1);
    return l->by[k] ? lookup_value(l->by[k], x, y) : 0;
}

/* The steepest that argument k makes the function within round-off. */
static double steepest(const lookup *l, int k, double x, double y, double error) {
    double dx = k == 0 ? DBL_EPSILON * error : 0;
    double dy = k == 1 ? DBL_EPSILON * error : 0;
    double before = fabs(lookup_slope(l, k, x - dx, y - dy));
    double after = fabs(lookup_slope(l, k, x + dx, y + dy));
    double here = fabs(lookup_slope(l, k, x, y));
    return fmax(here, fmax(before, after));
}

/* Sums the sizes of all terms of the polynomial: each is rounded a few times. */
static double terms_size(const lookup *l, double x, double y) {
    enum { ROUNDINGS = 3 };
    double size = fabs(lookup_value(l, x, y));
    double step = 1;
    if (l->data->kind == LOOKUP_HISTORY)
        return ROUNDINGS * history_size(l->data->history, l->order[0], x, y);
    const lookup *d = l;
    for (int k = 1; (d = d->by[0]) && l->data->kind != LOOKUP_NEXT; k++) {
        const lookup_axis *a = &l->data->axis[0];
        double within = lookup_within(a, x);
        int p = lookup_piece(a, within, all_pieces(a));
        step *= fabs(within - a->origin[p]) / k;
        size += step * fabs(lookup_value(d, x, y));
    }
    return ROUNDINGS * size;
}

double lookup_bound(const lookup *l, double x, double y, double ex, double ey) {
    double bound = terms_size(l, x, y);
    if (ex > 0 && l->by[0])
        bound += steepest(l, 0, x, y, ex) * ex;
    if (ey > 0 && l->by[1])
        bound += steepest(l, 1, x, y, ey) * ey;
    return bound;
}
