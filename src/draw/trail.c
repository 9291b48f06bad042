/* SPDX-License-Identifier: BSD-3-Clause */
#include "trail.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "scale.h"

/* Results of common runs are drawn with every point. */
enum { TRAIL_FREE = 8192 };
enum {
    TRAIL_WAITING = sizeof((trail *)NULL)->segment / sizeof *((trail *)NULL)->segment
};
enum { TRAIL_BYTES = TRAIL_CELLS * (TRAIL_CELLS / 8) };
/* Room for the curve to grow: the grid is this much wider than it. */
#define TRAIL_ROOM 1.9
/* The least range that is more than how doubles are spaced, relative and for zeros. */
#define TRAIL_SHORTEST 1e-13
#define TRAIL_TINIEST 1e-300

void trail_begin(trail *s, int log_x, int log_y, int is_points) {
    *s = (trail){.is_log = {log_x, log_y}, .is_points = is_points};
    for (int k = 0; k < 2; k++) {
        s->from[k] = INFINITY;
        s->to[k] = -INFINITY;
    }
}

void trail_free(trail *s) {
    free(s->at[0]);
    free(s->at[1]);
    free(s->covered);
    *s = (trail){0};
}

/* Where a value is on its axis; NaN: nowhere. */
static double trail_value(const trail *s, int axis, double x) {
    if (!(fabs(x) <= SCALE_LARGEST) || (s->is_log[axis] && x <= 0))
        return NAN;
    return s->is_log[axis] ? log10(x) : x;
}

/* --- what is kept --- */

static int trail_push(trail *s, double x, double y) {
    assert(s->count <= s->room);
    const double point[2] = {x, y};
    if (s->count == s->room) {
        const long room = s->room ? 2 * s->room : 1024;
        for (int k = 0; k < 2; k++) {
            double *more = realloc(s->at[k], (size_t)room * sizeof *more);
            if (!more)
                return 0;
            s->at[k] = more;
        }
        s->room = room;
    }
    for (int k = 0; k < 2; k++)
        s->at[k][s->count] = point[k];
    s->count++;
    return 1;
}

/* Begins a piece of the curve. */
static int trail_push_start(trail *s, const double *point) {
    if (s->count && !trail_push(s, NAN, NAN))
        return 0;
    return trail_push(s, point[0], point[1]);
}

/* --- cells --- */

static int trail_is_covered(const trail *s, double x, double y) {
    const long i = (long)x;
    const long j = (long)y;
    return s->covered[i * (TRAIL_CELLS / 8) + j / 8] >> (j % 8) & 1;
}

static void trail_cover(trail *s, long i, long j) {
    if (i >= 0 && i < TRAIL_CELLS && j >= 0 && j < TRAIL_CELLS)
        s->covered[i * (TRAIL_CELLS / 8) + j / 8] |= (unsigned char)(1 << (j % 8));
}

static double trail_length(const double *from, const double *to) {
    return fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1]));
}

/* Looks at every other cell: a line covers those beside it. */
static int trail_is_hidden(const trail *s, const double *from, const double *to) {
    const int n = (int)(trail_length(from, to) / 2) + 1;
    for (int k = 0; k <= n; k++) {
        const double a = (double)k / n;
        if (!trail_is_covered(s, from[0] + a * (to[0] - from[0]),
                              from[1] + a * (to[1] - from[1])))
            return 0;
    }
    return 1;
}

/* Covers the cells of a segment and those beside them, which are within the width of its
 * stroke. */
static void trail_cover_segment(trail *s, const double *from, const double *to) {
    const int n = (int)trail_length(from, to) + 1;
    for (int k = 0; k <= n; k++) {
        const double a = (double)k / n;
        const long i = (long)(from[0] + a * (to[0] - from[0]));
        const long j = (long)(from[1] + a * (to[1] - from[1]));
        for (long near = 0; near < 9; near++)
            trail_cover(s, i + near % 3 - 1, j + near / 3 - 1);
    }
}

/* Lets the oldest segment cover its cells when a new one comes: were it at once, the
 * curve would be hidden by what it has just drawn. */
static void trail_wait(trail *s, const double *from, const double *to) {
    if (s->waiting == TRAIL_WAITING) {
        trail_cover_segment(s, s->segment[0], s->segment[0] + 2);
        memmove(s->segment, s->segment + 1, sizeof s->segment - sizeof s->segment[0]);
        s->waiting--;
    }
    double *now = s->segment[s->waiting++];
    memcpy(now, from, 2 * sizeof *now);
    memcpy(now + 2, to, 2 * sizeof *now);
}

/* --- the pen --- */

static void trail_move(trail *s, const double *cell, const double *point) {
    memcpy(s->last, cell, sizeof s->last);
    memcpy(s->last_point, point, sizeof s->last_point);
}

static void trail_lift(trail *s) {
    s->last[0] = NAN;
    s->has_gap = 1;
}

static int trail_put_point(trail *s, const double *cell, const double *point) {
    if (trail_is_covered(s, cell[0], cell[1]))
        return 1;
    trail_cover(s, (long)cell[0], (long)cell[1]);
    return trail_push(s, point[0], point[1]);
}

/* Draws from where the pen is, unless nobody would see it. */
static int trail_put(trail *s, const double *cell, const double *point) {
    if (s->is_points)
        return trail_put_point(s, cell, point);
    if (isnan(s->last[0])) {
        trail_move(s, cell, point);
        s->has_gap = trail_is_covered(s, cell[0], cell[1]);
        return s->has_gap || trail_push_start(s, point);
    }
    if (floor(cell[0]) == floor(s->last[0]) && floor(cell[1]) == floor(s->last[1]))
        return 1;
    int good = 1;
    if (trail_is_hidden(s, s->last, cell)) {
        s->has_gap = 1;
        s->hidden++;
    } else {
        good = (!s->has_gap || trail_push_start(s, s->last_point)) &&
               trail_push(s, point[0], point[1]);
        s->has_gap = 0;
        trail_wait(s, s->last, cell);
    }
    trail_move(s, cell, point);
    return good;
}

/* --- the grid --- */

/* Returns whether the point has a cell. */
static int trail_find(const trail *s, const double *value, double *cell) {
    for (int k = 0; k < 2; k++) {
        cell[k] = (value[k] - s->low[k]) / s->cell[k];
        if (!(cell[k] >= 1 && cell[k] < TRAIL_CELLS - 1))
            return 0;
    }
    return 1;
}

/* Fits an axis of the grid to the range of the curve, in its middle. */
static void trail_fit(trail *s, int axis) {
    const double size = fmax(fabs(s->from[axis]), fabs(s->to[axis]));
    double width = s->to[axis] - s->from[axis];
    width = fmax(fmax(width, TRAIL_SHORTEST * size), TRAIL_TINIEST);
    s->cell[axis] = TRAIL_ROOM * width / TRAIL_CELLS;
    s->low[axis] = s->from[axis] - 0.5 * (TRAIL_ROOM - 1) * width;
}

static int trail_is_within(const trail *s, int axis) {
    const double end = s->low[axis] + TRAIL_CELLS * s->cell[axis];
    return s->cell[axis] > 0 && s->from[axis] > s->low[axis] + s->cell[axis] &&
           s->to[axis] < end - s->cell[axis];
}

static int trail_put_again(trail *s, double x, double y) {
    const double value[2] = {trail_value(s, 0, x), trail_value(s, 1, y)};
    const double point[2] = {x, y};
    double cell[2];
    if (trail_find(s, value, cell))
        return trail_put(s, cell, point);
    trail_lift(s);
    return 1;
}

/* Puts the pen where it was before the grid was changed: what was kept may end elsewhere.
 */
static void trail_return(trail *s, const trail *before) {
    const double value[2] = {trail_value(s, 0, before->last_point[0]),
                             trail_value(s, 1, before->last_point[1])};
    double cell[2];
    if (!before->covered || !before->has_gap)
        return;
    trail_lift(s);
    if (!isnan(before->last[0]) && trail_find(s, value, cell))
        trail_move(s, cell, before->last_point);
}

/* Lays a new grid over the curve, and draws what was kept once more. */
static int trail_lay_grid(trail *s) {
    const trail before = *s;
    double *const x = s->at[0];
    double *const y = s->at[1];
    const long count = s->count;
    if (!s->covered)
        s->covered = malloc(TRAIL_BYTES);
    int good = s->covered != NULL;
    if (good)
        memset(s->covered, 0, TRAIL_BYTES);
    for (int k = 0; k < 2; k++)
        if (!trail_is_within(s, k))
            trail_fit(s, k);
    s->at[0] = s->at[1] = NULL;
    s->count = s->room = s->waiting = 0;
    trail_lift(s);
    for (long i = 0; good && i < count; i++)
        good = trail_put_again(s, x[i], y[i]);
    if (good)
        trail_return(s, &before);
    free(x);
    free(y);
    return good;
}

int trail_add(trail *s, double x, double y) {
    const double value[2] = {trail_value(s, 0, x), trail_value(s, 1, y)};
    const double point[2] = {x, y};
    double cell[2];
    const int is_drawn = !isnan(value[0]) && !isnan(value[1]);
    for (int k = 0; is_drawn && k < 2; k++) {
        s->from[k] = fmin(s->from[k], value[k]);
        s->to[k] = fmax(s->to[k], value[k]);
    }
    if (!s->covered) {
        const int good = is_drawn ? trail_push(s, x, y) : trail_push(s, NAN, NAN);
        return good && (s->count < TRAIL_FREE || trail_lay_grid(s));
    }
    if (!is_drawn) {
        trail_lift(s);
        return 1;
    }
    if (!trail_find(s, value, cell) &&
        (!trail_lay_grid(s) || !trail_find(s, value, cell)))
        return 0;
    return trail_put(s, cell, point);
}

/* A curve that meets itself at a few points only stays as it is, with every point. */
void trail_settle(trail *s) {
    trail again;
    if (s->covered || s->is_points || s->count == 0)
        return;
    trail_begin(&again, s->is_log[0], s->is_log[1], 0);
    int good = 1;
    for (long i = 0; good && i < s->count; i++)
        good = trail_add(&again, s->at[0][i], s->at[1][i]);
    good = good && !again.covered && trail_lay_grid(&again);
    if (good && 4 * again.hidden > s->count) {
        const trail before = *s;
        *s = again;
        again = before;
    }
    trail_free(&again);
}
