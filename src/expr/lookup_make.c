/* SPDX-License-Identifier: BSD-3-Clause */
/* From the data of a table to its polynomials.
 *
 * Piecewise cubics are Hermite: values and slopes at the knots. The slopes are those of
 * Akima ([AKI70]), with ends by differences of slopes that grow in equal steps; of
 * Fritsch and Butland ([FB84] (5), with the weights of Brodlie) and of Steffen ([STE90]
 * (8), (11)), both with the slope of the chord at the ends; and those of the modified
 * Akima method, which adds half of |a + b| to the weights |a - b|, so that flat data stay
 * flat. Surfaces are bicubic with the slopes and the twists of [AKI74]. */
#include "lookup.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* --- slopes of cubics --- */

/* Slopes of the chords with two more at each end: chord 0 is at[2]. */
typedef struct chords {
    int count; /* of chords */
    double *at;
} chords;

static double chord(const lookup_table *t, int i) {
    return (t->y[i + 1] - t->y[i]) / (t->x[i + 1] - t->x[i]);
}

static chords chords_of(const lookup_table *t, double *room) {
    chords c = {t->count - 1, room};
    double *d = room;
    int n = c.count;
    for (int i = 0; i < n; i++)
        d[i + 2] = chord(t, i);
    d[1] = 2 * d[2] - d[n > 1 ? 3 : 2];
    d[0] = 2 * d[1] - d[2];
    d[n + 2] = 2 * d[n + 1] - d[n > 1 ? n : n + 1];
    d[n + 3] = 2 * d[n + 2] - d[n + 1];
    return c;
}

/* How much chords a and b, on one side of a knot, speak for the chord of the other side.
 */
static double akima_weight(lookup_smoothness kind, double a, double b) {
    double size = kind == LOOKUP_MODIFIED_AKIMA ? fabs(a + b) / 2 : 0;
    return fabs(a - b) + size;
}

/* d: the chords before the knot are d[0], d[1], those after it d[2], d[3] */
static double akima_slope(lookup_smoothness kind, const double *d) {
    double left = akima_weight(kind, d[2], d[3]);
    double right = akima_weight(kind, d[0], d[1]);
    if (left + right > 0)
        return (left * d[1] + right * d[2]) / (left + right);
    return (d[1] + d[2]) / 2;
}

static double fritsch_butland_slope(double h, double k, double a, double b) {
    return 3 * (h + k) / ((h + 2 * k) / a + (2 * h + k) / b);
}

static double steffen_slope(double h, double k, double a, double b) {
    double parabola = (a * k + b * h) / (h + k);
    double most = 2 * fmin(fabs(a), fabs(b));
    return copysign(fmin(fabs(parabola), most), parabola);
}

/* A slope that keeps the data monotone: 0 where they turn. */
static double monotone_slope(const lookup_table *t, int i) {
    int last = t->count - 1;
    if (i == 0 || i == last)
        return chord(t, i == 0 ? 0 : last - 1);
    double a = chord(t, i - 1);
    double b = chord(t, i);
    double h = t->x[i] - t->x[i - 1];
    double k = t->x[i + 1] - t->x[i];
    if (a == 0 || b == 0 || (a < 0) != (b < 0))
        return 0;
    return t->smoothness == LOOKUP_STEFFEN ? steffen_slope(h, k, a, b)
                                           : fritsch_butland_slope(h, k, a, b);
}

static int is_monotone(lookup_smoothness s) {
    return s == LOOKUP_STEFFEN || s == LOOKUP_FRITSCH_BUTLAND;
}

static void akima_slopes(arena *a, const lookup_table *t, double *slope) {
    arena *scratch = arena_child(a);
    chords c = chords_of(t, ARENA_ARRAY(scratch, double, t->count + 3));
    for (int i = 0; i < t->count; i++)
        slope[i] = akima_slope(t->smoothness, c.at + i);
    arena_free(scratch);
}

/* Slopes at the knots: [count]. */
static void knot_slopes(arena *a, const lookup_table *t, double *slope) {
    if (is_monotone(t->smoothness))
        for (int i = 0; i < t->count; i++)
            slope[i] = monotone_slope(t, i);
    else
        akima_slopes(a, t, slope);
}

/* --- axes --- */

static lookup_axis axis_of(arena *a, int count, const double *x) {
    double *origin = ARENA_ARRAY(a, double, count + 1);
    for (int p = 0; p <= count; p++)
        origin[p] = x[p > 0 ? p - 1 : 0];
    return (lookup_axis){
        .count = count,
        .knot = arena_keep(a, x, sizeof *x, count),
        .origin = origin,
    };
}

static void make_periodic(lookup_axis *a) {
    if (a->count > 1)
        a->period = a->knot[a->count - 1] - a->knot[0];
}

/* The width of the pieces beside knot i, the wider one. */
static double width_at(const lookup_axis *a, int i) {
    double left = i > 0 ? a->knot[i] - a->knot[i - 1] : 0;
    double right = i + 1 < a->count ? a->knot[i + 1] - a->knot[i] : 0;
    double wider = fmax(left, right);
    return wider > 0 ? wider : 1;
}

/* Derivative d, over d!, of a cubic at a distance h from its origin. */
static double taylor_term(const double *c, int d, double h) {
    static const double binomial[LOOKUP_TERMS][LOOKUP_TERMS] = {
        {1, 1, 1, 1}, {0, 1, 2, 3}, {0, 0, 1, 3}, {0, 0, 0, 1}};
    double v = 0;
    for (int k = LOOKUP_TERMS - 1; k >= d; k--)
        v = v * h + binomial[d][k] * c[k];
    return v;
}

/* Are two cubics around different origins the same but for round-off? size: of values */
static int cubics_differ(const double *a, double to_a, const double *b, double to_b,
                         double width, double size) {
    static const double ROUND_OFF = 1e-12;
    double power = 1;
    for (int d = 0; d < LOOKUP_TERMS; d++, power *= width) {
        double left = taylor_term(a, d, to_a);
        double right = taylor_term(b, d, to_b);
        if (fabs(left - right) * power > ROUND_OFF * size)
            return 1;
    }
    return 0;
}

static double largest(int count, const double *y) {
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(y[i]));
    return most;
}

/* Highest power of x that a row of coefficients has; `stride` numbers are one cell. */
static int degree_of(int cells, int rows, const double *c) {
    int degree = 0;
    for (int k = 0; k < cells * rows; k++)
        for (int d = degree + 1; d < LOOKUP_TERMS; d++)
            if (c[k * LOOKUP_TERMS + d] != 0)
                degree = d;
    return degree;
}

/* --- curves --- */

static void put_cubic(double *c, double h, double y0, double y1, double s0, double s1) {
    double d = (y1 - y0) / h;
    c[0] = y0;
    c[1] = s0;
    c[2] = (3 * d - 2 * s0 - s1) / h;
    c[3] = (s0 + s1 - 2 * d) / (h * h);
}

static int is_cubic(const lookup_table *t) {
    return t->count > 2 && t->smoothness != LOOKUP_LINEAR &&
           t->smoothness != LOOKUP_CONSTANT;
}

/* Slopes of the lines beyond both ends. */
static void put_ends(const lookup_table *t, const double *slope, double *c) {
    int n = t->count;
    int goes_on =
        (t->extrapolation == LOOKUP_LINES || t->extrapolation == LOOKUP_NONE) && n > 1;
    double *last = c + n * LOOKUP_TERMS;
    c[0] = t->y[0];
    last[0] = t->y[n - 1];
    if (goes_on && t->x[1] > t->x[0])
        c[1] = slope ? slope[0] : chord(t, 0);
    if (goes_on && t->x[n - 1] > t->x[n - 2])
        last[1] = slope ? slope[n - 1] : chord(t, n - 2);
}

/* Piece i + 1, between points i and i + 1, which do not coincide. */
static void put_piece(const lookup_table *t, const double *slope, int i, double *c) {
    double h = t->x[i + 1] - t->x[i];
    c[0] = t->y[i];
    if (slope)
        put_cubic(c, h, t->y[i], t->y[i + 1], slope[i], slope[i + 1]);
    else if (t->smoothness != LOOKUP_CONSTANT)
        c[1] = chord(t, i);
}

/* Marks the knots where pieces differ; beyond both ends of a period the others follow. */
static void mark_kinks(arena *a, lookup_data *d, double size) {
    lookup_axis *x = &d->axis[0];
    char *is_kink = ARENA_ARRAY(a, char, x->count + 1);
    for (int i = 0; i < x->count; i++) {
        int left = i > 0 || !(x->period > 0) ? i : x->count - 1;
        int right = i + 1 < x->count || !(x->period > 0) ? i + 1 : 1;
        double to_left =
            (left == i ? x->knot[i] : x->knot[x->count - 1]) - x->origin[left];
        is_kink[i] =
            (char)cubics_differ(d->c + left * LOOKUP_TERMS, to_left,
                                d->c + right * LOOKUP_TERMS, 0, width_at(x, i), size);
    }
    x->is_kink = is_kink;
}

/* Counts the kinks, and joins them by lines: there are no others between. */
static void number_kinks(arena *a, const lookup_data *d, lookup_axis *x) {
    double *at = ARENA_ARRAY(a, double, x->count + 1);
    double *number = ARENA_ARRAY(a, double, x->count + 1);
    x->kinks = 0;
    x->numbers = NULL;
    for (int i = 0; i < x->count; i++) {
        int is_event = d->is_event && d->is_event[i];
        int again = x->kinks > 0 && x->knot[i] == at[x->kinks - 1];
        if (!x->is_kink[i] || is_event || again)
            continue;
        at[x->kinks] = x->knot[i];
        number[x->kinks] = x->kinks;
        x->kinks++;
    }
    if (x->kinks < 2 || x->period > 0)
        return;
    lookup_data *to = arena_alloc(a, sizeof *to);
    double *c = ARENA_ARRAY(a, double, (x->kinks + 1) * LOOKUP_TERMS);
    lookup_table t = {x->kinks, at, number, LOOKUP_LINEAR, LOOKUP_LINES};
    to->kind = LOOKUP_CURVE;
    to->start = -INFINITY;
    to->axis[0] = axis_of(a, x->kinks, at);
    to->axis[0].degree = 1;
    to->axis[0].is_kink = ARENA_ARRAY(a, char, x->kinks + 1);
    to->c = c;
    put_ends(&t, NULL, c);
    for (int i = 0; i + 1 < x->kinks; i++)
        put_piece(&t, NULL, i, c + (i + 1) * LOOKUP_TERMS);
    to->before = "number of the kinks up to (";
    to->after = ")";
    x->numbers = to;
}

/* Points that coincide make a jump: the pieces of no width between them are never found,
 * as a search counts all knots up to its argument. */
lookup_data *lookup_curve(arena *a, const lookup_table *t) {
    assert(t->count > 0);
    lookup_data *d = arena_alloc(a, sizeof *d);
    double *c = ARENA_ARRAY(a, double, (t->count + 1) * LOOKUP_TERMS);
    double *slope = NULL;
    if (is_cubic(t)) {
        slope = ARENA_ARRAY(a, double, t->count);
        knot_slopes(a, t, slope);
    }
    d->kind = LOOKUP_CURVE;
    d->axis[0] = axis_of(a, t->count, t->x);
    d->start = -INFINITY;
    d->c = c;
    put_ends(t, slope, c);
    for (int i = 0; i + 1 < t->count; i++)
        if (t->x[i + 1] > t->x[i])
            put_piece(t, slope, i, c + (i + 1) * LOOKUP_TERMS);
    if (t->extrapolation == LOOKUP_PERIODIC)
        make_periodic(&d->axis[0]);
    d->axis[0].degree = degree_of(t->count + 1, 1, c);
    mark_kinks(a, d, largest(t->count, t->y));
    number_kinks(a, d, &d->axis[0]);
    return d;
}

/* --- curves over time --- */

static int is_jump(const lookup_table *t, int i) {
    int before = i > 0 && t->x[i - 1] == t->x[i];
    int after = i + 1 < t->count && t->x[i + 1] == t->x[i];
    return before || after || t->smoothness == LOOKUP_CONSTANT;
}

static int has_event(const lookup_table *t, int i, lookup_events events) {
    if (i == 0 || i == t->count - 1)
        return 1;
    if (events == LOOKUP_NO_EVENTS)
        return 0;
    int is_bend = t->smoothness == LOOKUP_LINEAR && events == LOOKUP_EVERYWHERE;
    return is_jump(t, i) || is_bend;
}

lookup_data *lookup_timed(arena *a, const lookup_table *t, double start, double shift,
                          lookup_events events) {
    double *x = ARENA_ARRAY(a, double, t->count);
    lookup_table shifted = *t;
    for (int i = 0; i < t->count; i++)
        x[i] = t->x[i] + shift;
    shifted.x = x;
    lookup_data *d = lookup_curve(a, &shifted);
    char *is_event = ARENA_ARRAY(a, char, t->count + 1);
    for (int i = 0; i < t->count; i++)
        is_event[i] = (char)has_event(&shifted, i, events);
    d->kind = LOOKUP_TIMED;
    d->is_event = is_event;
    d->start = start;
    number_kinks(a, d, &d->axis[0]);
    return d;
}

lookup_data *lookup_next(arena *a, const lookup_data *timed) {
    assert(timed->kind == LOOKUP_TIMED);
    lookup_data *d = arena_alloc(a, sizeof *d);
    *d = *timed;
    d->kind = LOOKUP_NEXT;
    d->axis[0].degree = 0;
    d->axis[0].is_kink = ARENA_ARRAY(a, char, timed->axis[0].count + 1);
    d->axis[0].kinks = 0;
    d->axis[0].numbers = NULL;
    return d;
}

/* --- surfaces --- */

enum { CELL = LOOKUP_TERMS * LOOKUP_TERMS };

/* A grid with the slopes at its points: [nx, ny] each. */
typedef struct relief {
    const lookup_grid *grid;
    double *fx, *fy, *fxy;
} relief;

/* Slopes along the lines of one direction. */
static void slopes_along(arena *a, const lookup_grid *g, int along_x, double *to) {
    arena *scratch = arena_child(a);
    int n = along_x ? g->nx : g->ny;
    int lines = along_x ? g->ny : g->nx;
    double *y = ARENA_ARRAY(scratch, double, n + 1);
    double *slope = ARENA_ARRAY(scratch, double, n + 1);
    lookup_table t = {
        .count = n, .x = along_x ? g->x : g->y, .y = y, .smoothness = g->smoothness};
    for (int k = 0; k < lines && n > 1; k++) {
        for (int i = 0; i < n; i++)
            y[i] = g->z[along_x ? i * g->ny + k : k * g->ny + i];
        knot_slopes(a, &t, slope);
        for (int i = 0; i < n; i++)
            to[along_x ? i * g->ny + k : k * g->ny + i] = slope[i];
    }
    arena_free(scratch);
}

/* A pair of weights for the chords before and after point i. */
typedef struct weights {
    double before, after;
} weights;

static weights weights_at(const double *d, lookup_smoothness kind) {
    weights w = {akima_weight(kind, d[2], d[3]), akima_weight(kind, d[0], d[1])};
    if (!(w.before + w.after > 0))
        return (weights){0.5, 0.5};
    double sum = w.before + w.after;
    return (weights){w.before / sum, w.after / sum};
}

static weights weights_along(arena *a, const lookup_grid *g, int along_x, int i, int j) {
    arena *scratch = arena_child(a);
    int n = along_x ? g->nx : g->ny;
    double *y = ARENA_ARRAY(scratch, double, n + 1);
    for (int k = 0; k < n; k++)
        y[k] = g->z[along_x ? k * g->ny + j : i * g->ny + k];
    lookup_table t = {
        .count = n, .x = along_x ? g->x : g->y, .y = y, .smoothness = g->smoothness};
    chords c = chords_of(&t, ARENA_ARRAY(scratch, double, n + 3));
    weights w = weights_at(c.at + (along_x ? i : j), g->smoothness);
    arena_free(scratch);
    return w;
}

/* Twist of a cell of the grid: the change of the slope along x per change of y. */
static double twist_inside(const lookup_grid *g, int i, int j) {
    const double *z = g->z + i * g->ny + j;
    double rise = (z[g->ny + 1] - z[g->ny]) - (z[1] - z[0]);
    return rise / ((g->x[i + 1] - g->x[i]) * (g->y[j + 1] - g->y[j]));
}

/* The same for the cells around the grid, whose chords grow in equal steps. */
static double twist(const lookup_grid *g, int i, int j) {
    int last_x = g->nx - 2;
    int last_y = g->ny - 2;
    if (i < 0 || i > last_x) {
        int end = i < 0 ? 0 : last_x;
        int next = i < 0 ? 1 : last_x - 1;
        double at_end = twist(g, end, j);
        return g->nx > 2 ? 2 * at_end - twist(g, next, j) : at_end;
    }
    if (j < 0 || j > last_y) {
        int end = j < 0 ? 0 : last_y;
        int next = j < 0 ? 1 : last_y - 1;
        double at_end = twist_inside(g, i, end);
        return g->ny > 2 ? 2 * at_end - twist_inside(g, i, next) : at_end;
    }
    return twist_inside(g, i, j);
}

static void twists(arena *a, const lookup_grid *g, double *to) {
    for (int i = 0; i < g->nx; i++)
        for (int j = 0; j < g->ny; j++) {
            weights x = weights_along(a, g, 1, i, j);
            weights y = weights_along(a, g, 0, i, j);
            double before = y.before * twist(g, i - 1, j - 1);
            double low = before + y.after * twist(g, i - 1, j);
            double above = y.before * twist(g, i, j - 1);
            double high = above + y.after * twist(g, i, j);
            to[i * g->ny + j] = x.before * low + x.after * high;
        }
}

/* The cubics of y that x = 0 and x = h give, in values and slopes by x, make one of x for
 * each power of y. */
static void put_cell(const relief *r, int i, int j, double *c) {
    const lookup_grid *g = r->grid;
    double h = g->x[i + 1] - g->x[i];
    double k = g->y[j + 1] - g->y[j];
    int at[2] = {i * g->ny + j, (i + 1) * g->ny + j};
    double value[2][LOOKUP_TERMS];
    double slope[2][LOOKUP_TERMS];
    for (int e = 0; e < 2; e++) {
        int p = at[e];
        put_cubic(value[e], k, g->z[p], g->z[p + 1], r->fy[p], r->fy[p + 1]);
        put_cubic(slope[e], k, r->fx[p], r->fx[p + 1], r->fxy[p], r->fxy[p + 1]);
    }
    for (int d = 0; d < LOOKUP_TERMS; d++)
        put_cubic(c + d * LOOKUP_TERMS, h, value[0][d], value[1][d], slope[0][d],
                  slope[1][d]);
}

/* f00 + x fx + y fy + x y fxy */
static void put_bilinear(const lookup_grid *g, int i, int j, double *c) {
    const double *z = g->z + i * g->ny + j;
    c[0] = z[0];
    c[1] = (z[g->ny] - z[0]) / (g->x[i + 1] - g->x[i]);
    c[LOOKUP_TERMS] = (z[1] - z[0]) / (g->y[j + 1] - g->y[j]);
    c[LOOKUP_TERMS + 1] = twist_inside(g, i, j);
}

static double *surface_cell(const lookup_grid *g, double *c, int p, int q) {
    return c + ((size_t)p * (size_t)(g->ny + 1) + (size_t)q) * CELL;
}

/* Continues a cell beyond its side at distance h along x by a line or a constant. */
static void continue_x(const double *from, double h, int goes_on, double *to) {
    memset(to, 0, CELL * sizeof *to);
    for (int d = 0; d < LOOKUP_TERMS; d++) {
        const double *c = from + d * LOOKUP_TERMS;
        to[d * LOOKUP_TERMS] = taylor_term(c, 0, h);
        if (goes_on)
            to[d * LOOKUP_TERMS + 1] = taylor_term(c, 1, h);
    }
}

static void transpose_cell(const double *from, double *to) {
    for (int i = 0; i < LOOKUP_TERMS; i++)
        for (int k = 0; k < LOOKUP_TERMS; k++)
            to[i * LOOKUP_TERMS + k] = from[k * LOOKUP_TERMS + i];
}

static void continue_y(const double *from, double h, int goes_on, double *to) {
    double turned[CELL];
    double continued[CELL];
    transpose_cell(from, turned);
    continue_x(turned, h, goes_on, continued);
    transpose_cell(continued, to);
}

/* A grid of one line is the same across it. */
static void put_inner_cells(arena *a, const lookup_grid *g, double *c) {
    size_t points = (size_t)g->nx * (size_t)g->ny;
    relief r = {g, ARENA_ARRAY(a, double, points), ARENA_ARRAY(a, double, points),
                ARENA_ARRAY(a, double, points)};
    int is_smooth = g->smoothness == LOOKUP_AKIMA && (g->nx > 2 || g->ny > 2);
    if (is_smooth) {
        slopes_along(a, g, 1, r.fx);
        slopes_along(a, g, 0, r.fy);
        twists(a, g, r.fxy);
    }
    for (int i = 0; i + 1 < g->nx; i++)
        for (int j = 0; j + 1 < g->ny; j++) {
            double *cell = surface_cell(g, c, i + 1, j + 1);
            if (is_smooth)
                put_cell(&r, i, j, cell);
            else
                put_bilinear(g, i, j, cell);
        }
}

static void put_outer_cells(const lookup_grid *g, double *c) {
    int goes_on = g->extrapolation == LOOKUP_LINES || g->extrapolation == LOOKUP_NONE;
    double width = g->x[g->nx - 1] - g->x[g->nx - 2];
    double height = g->y[g->ny - 1] - g->y[g->ny - 2];
    for (int q = 1; q < g->ny; q++) {
        continue_x(surface_cell(g, c, 1, q), 0, goes_on, surface_cell(g, c, 0, q));
        continue_x(surface_cell(g, c, g->nx - 1, q), width, goes_on,
                   surface_cell(g, c, g->nx, q));
    }
    for (int p = 0; p <= g->nx; p++) {
        continue_y(surface_cell(g, c, p, 1), 0, goes_on, surface_cell(g, c, p, 0));
        continue_y(surface_cell(g, c, p, g->ny - 1), height, goes_on,
                   surface_cell(g, c, p, g->ny));
    }
}

/* Constants hold from a knot to the next one, in both directions. */
static void put_constants(const lookup_grid *g, double *c) {
    int goes_on = g->extrapolation == LOOKUP_LINES || g->extrapolation == LOOKUP_NONE;
    for (int p = goes_on; p <= g->nx - goes_on; p++)
        for (int q = goes_on; q <= g->ny - goes_on; q++) {
            double *cell = surface_cell(g, c, p, q);
            int i = p > 0 ? p - 1 : 0;
            int j = q > 0 ? q - 1 : 0;
            memset(cell, 0, CELL * sizeof *cell);
            cell[0] = g->z[i * g->ny + j];
        }
}

static void mark_surface_kinks(arena *a, lookup_data *d, const lookup_grid *g,
                               int along_y) {
    lookup_axis *x = &d->axis[along_y];
    char *is_kink = ARENA_ARRAY(a, char, x->count + 1);
    memset(is_kink, 1, (size_t)x->count);
    x->is_kink = is_kink;
    double size = largest(g->nx * g->ny, g->z);
    int lines = (along_y ? g->nx : g->ny) + 1;
    for (int i = 0; i < x->count && !(x->period > 0); i++) {
        is_kink[i] = 0;
        for (int k = 0; k < lines * LOOKUP_TERMS; k++) {
            int line = k / LOOKUP_TERMS;
            double pair[2][CELL];
            for (int e = 0; e < 2; e++) {
                const double *c = surface_cell(g, (double *)d->c, along_y ? line : i + e,
                                               along_y ? i + e : line);
                if (along_y)
                    transpose_cell(c, pair[e]);
                else
                    memcpy(pair[e], c, sizeof pair[e]);
            }
            int row = k % LOOKUP_TERMS * LOOKUP_TERMS;
            is_kink[i] |= (char)cubics_differ(
                pair[0] + row, x->knot[i] - x->origin[i], pair[1] + row,
                x->knot[i] - x->origin[i + 1], width_at(x, i), size);
        }
    }
}

static int degree_of_y(int cells, const double *c) {
    int degree = 0;
    for (int k = 0; k < cells * CELL; k++)
        if (c[k] != 0 && k % CELL / LOOKUP_TERMS > degree)
            degree = k % CELL / LOOKUP_TERMS;
    return degree;
}

lookup_data *lookup_surface(arena *a, const lookup_grid *g) {
    assert(g->nx > 1 && g->ny > 1);
    int cells = (g->nx + 1) * (g->ny + 1);
    double *c = ARENA_ARRAY(a, double, (size_t)cells *CELL);
    lookup_data *d = arena_alloc(a, sizeof *d);
    d->kind = LOOKUP_SURFACE;
    d->start = -INFINITY;
    d->axis[0] = axis_of(a, g->nx, g->x);
    d->axis[1] = axis_of(a, g->ny, g->y);
    d->c = c;
    put_inner_cells(a, g, c);
    put_outer_cells(g, c);
    if (g->smoothness == LOOKUP_CONSTANT)
        put_constants(g, c);
    for (int k = 0; k < 2 && g->extrapolation == LOOKUP_PERIODIC; k++)
        make_periodic(&d->axis[k]);
    d->axis[0].degree = degree_of(cells, LOOKUP_TERMS, c);
    d->axis[1].degree = degree_of_y(cells, c);
    mark_surface_kinks(a, d, g, 0);
    mark_surface_kinks(a, d, g, 1);
    for (int k = 0; k < 2; k++)
        number_kinks(a, d, &d->axis[k]);
    return d;
}

/* --- derivatives --- */

lookup_data *lookup_history(arena *a, const char *text) {
    lookup_data *d = arena_alloc(a, sizeof *d);
    d->kind = LOOKUP_HISTORY;
    d->axis[0].degree = HISTORY_TERMS - 1;
    d->history = arena_alloc(a, sizeof *d->history);
    history_reset(d->history, a, 0, 0);
    d->before = text;
    d->start = -INFINITY;
    return d;
}

int lookup_derivatives(arena *a, const lookup_data *d, lookup **all) {
    int nx = d->axis[0].degree + 1;
    int ny = d->axis[1].degree + 1;
    lookup *list = ARENA_ARRAY(a, lookup, nx * ny);
    for (int k = 0; k < nx * ny; k++) {
        lookup *l = &list[k];
        l->data = d;
        l->order[0] = k % nx;
        l->order[1] = k / nx;
        l->by[0] = l->order[0] + 1 < nx ? l + 1 : NULL;
        l->by[1] = l->order[1] + 1 < ny ? l + nx : NULL;
    }
    *all = list;
    return nx * ny;
}

int lookup_is_constant(const lookup_data *d, double *number) {
    *number = d->c ? d->c[0] : 0;
    if (d->kind == LOOKUP_NEXT || d->kind == LOOKUP_HISTORY || d->axis[0].degree ||
        d->axis[1].degree || d->start > -INFINITY)
        return 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < d->axis[k].count; i++)
            if (d->axis[k].is_kink[i])
                return 0;
    return 1;
}
