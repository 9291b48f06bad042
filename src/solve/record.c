/* SPDX-License-Identifier: BSD-3-Clause */
/* Output rows at output times, interpolated and retracted, so that they satisfy the
 * constraints too. */
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include "run.h"

/* Times within so many ulps of each other are one instant: an event that a step begins on
 * is seen when its function has left the band of round-off. */
static const double ULPS = 64;

static int is_same_time(double t, double other) {
    return fabs(t - other) <= ULPS * DBL_EPSILON * fmin(fabs(t), fabs(other));
}

/* Column k of the result; NaN where the current system does not have it. */
static double column_value(const run *v, const double *u, int k) {
    assert(k >= 0 && k < v->result->columns);
    int own = v->rows.column_of[k];
    if (k == v->arc.column)
        return v->arc.at;
    if (own < 0)
        return NAN;
    if (!v->s->column)
        return u[own + 1];
    const invo_column *c = &v->s->column[own];
    if (c->value)
        return *c->value;
    return invo_slot_value(v->s->coordinates, u, v->engine->direction.z, c->slot);
}

void record_map(run *v) {
    v->rows.ranges = v->rows.needs_point = 0;
    for (int k = 0; k < v->result->columns; k++) {
        const int own = v->rows.column_of[k];
        v->rows.slot[k] = -1;
        v->rows.needs_point |= !v->s->column;
        if (!v->s->column || own < 0)
            continue;
        const invo_column *c = &v->s->column[own];
        if (!c->value)
            v->rows.slot[k] = c->slot;
        if (c->min > -INFINITY || c->max < INFINITY)
            v->rows.ranged[v->rows.ranges++] = k;
    }
    v->rows.needs_point |= v->rows.ranges > 0 || inspect_is_asked(v);
}

void record_fill(const run *v, const double *u, double *row) {
    const int n = v->s->coordinates;
    const int columns = v->result->columns;
    const int *slot = v->rows.slot;
    const double *z = v->engine->direction.z;
    row[0] = u[0];
    for (int k = 0; k < columns; k++)
        if (slot[k] >= 0)
            row[k + 1] = invo_slot_value(n, u, z, slot[k]) + 0.0; /* never -0 */
        else
            row[k + 1] = column_value(v, u, k) + 0.0;
}

invo_status record_row(run *v, const double *u) {
    double *row = result_next(v->context, v->result);
    if (!row)
        return INVO_E_MEMORY;
    record_fill(v, u, row);
    return inspect_row(v, u);
}

void record_final(run *v, const double *u) {
    record_fill(v, u, v->result->final);
}

/* The column of the system that is column k of the result, or NULL. */
static const invo_column *own_column(const run *v, int k) {
    assert(k >= 0 && k < v->result->columns);
    int own = v->s->column ? v->rows.column_of[k] : -1;
    return own < 0 ? NULL : &v->s->column[own];
}

/* Notes the columns that leave their range at u. */
static void note_ranges(run *v, const double *u) {
    if (!v->rows.outside)
        return;
    for (int i = 0; i < v->rows.ranges; i++) {
        const int k = v->rows.ranged[i];
        const invo_column *c = own_column(v, k);
        if (v->rows.outside[k])
            continue;
        double x = column_value(v, u, k);
        if (x >= c->min && x <= c->max)
            continue;
        v->rows.outside[k] = 1;
        v->rows.outside_time[k] = u[0];
        v->rows.outside_value[k] = x;
    }
}

void record_ranges(run *v) {
    note_ranges(v, v->u);
    record_final(v, v->u);
}

void record_warnings(run *v, invo_status status) {
    (void)status;
    if (!v->rows.outside)
        return;
    for (int k = 0; k < v->result->columns; k++) {
        const invo_column *c = own_column(v, k);
        if (c && v->rows.outside[k])
            diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                     "t = %.6g: %s = %.6g is outside its range from %g to %g",
                     v->rows.outside_time[k], c->name, v->rows.outside_value[k], c->min,
                     c->max);
    }
}

/* The k-th output time; past the stop time where there are no more. */
double record_time(const run *v, long k) {
    assert(k >= 0);
    const plan *o = &v->o;
    double sign = o->stop < o->start ? -1 : 1;
    if (!isnan(o->every)) {
        const double t = o->start + sign * o->every * (double)k;
        const double rest = fabs(t - o->stop);
        const int is_stop =
            rest < 1e-9 * o->every || (rest < 0.5 * o->every && is_same_time(t, o->stop));
        return is_stop ? o->stop : t;
    }
    if (k > o->points)
        return sign * INFINITY;
    return k == o->points
               ? o->stop
               : o->start + (o->stop - o->start) * ((double)k / (double)o->points);
}

invo_status record_point(run *v, const double *slope) {
    if (slope)
        TRY(run_direction_near(v, slope));
    TRY(ledger_examine(v, v->point, v->slope, POINT_OF_RUN));
    ledger_record(v);
    note_ranges(v, v->point);
    return record_row(v, v->point);
}

/* v->point on the interpolant at time t in the step. */
static invo_status interpolate_at(run *v, const step *d, double t) {
    assert(d->h != 0 && !v->engine->by_length);
    v->now.theta = (t - d->p[0]) / d->h;
    TRY(run_interpolate(v, d, v->now.theta));
    v->point[0] = t;
    return INVO_OK;
}

/* Is v->point beyond an event? Then the next step ends here, and sees it. */
static invo_status refuse_missed(run *v, const step *d, int *has_direction) {
    return event_is_missed(v, d, has_direction) ? INVO_E_STEP : INVO_OK;
}

/* The point at time t in the step, and, where it had to be known, its direction. */
static invo_status find_between(run *v, const step *d, double t, int *has_direction) {
    *has_direction = 0;
    TRY(interpolate_at(v, d, t));
    TRY(retract(&v->engine->retraction, v->point));
    return refuse_missed(v, d, has_direction);
}

/* --- by the code of the system --- */

/* Does nothing ask for more at a row than its values and its ledger? */
static int row_may_hurry(const run *v) {
    const invo_system *s = v->s;
    const direction *d = &v->engine->direction;
    const retraction *r = &v->engine->retraction;
    return s->shortcut.row && d->order && d->is_measured && !v->engine->by_length &&
           !v->engine->by_kernel && !s->rates.values &&
           (s->constraints ? r->kind == &retraction_staged && retraction_may_hurry(r)
                           : r->hurries);
}

void record_lay_out(row_state *r, int n, pool *p) {
    r->lane = pool_doubles(p, (INVO_LANES + 1) * (size_t)n);
}

void record_plan(run *v) {
    const plan *o = &v->o;
    const double intervals =
        isnan(o->every) ? (double)o->points : fabs(o->stop - o->start) / o->every;
    v->rows.planned = intervals < (double)LONG_MAX ? (long)intervals : LONG_MAX;
}

/* Moves are squared from one to the next: after one of so many ulps, nothing is left but
 * round-off, whatever the units of the ledger are; after so many moves no other helps. */
static const double SURE_MOVE = 3e7;
/* After one of so many ulps what is left is round-off, also where it is large. */
static const double LAST_MOVE = 1e3;
enum { MOST_MOVES = 3 };

/* Have the moves of a lane come to an end, with residuals that are within bounds? */
static int is_at_rest(const run *v, const double *from, const invo_row_values *x,
                      int lane, int lanes) {
    return retraction_is_within(v->s, from, x->u + lane, lanes, LAST_MOVE) &&
           ledger_accepts(v, x, lane, lanes, 1);
}

static void count_moves(run *v, int moves) {
    retraction *r = &v->engine->retraction;
    const int stages = v->s->stages.count;
    v->engine->direction.evaluations += moves;
    r->calls += v->s->constraints > 0;
    r->iterations += moves * stages;
    r->factorizations += moves * stages;
}

int record_hurry(run *v, invo_row_values *to) {
    const invo_system *s = v->s;
    direction *d = &v->engine->direction;
    retraction *r = &v->engine->retraction;
    double *from = v->rows.lane + (size_t)INVO_LANES * (size_t)v->n;
    int moves = 0;
    int is_good = 0;
    if (!row_may_hurry(v))
        return 0;
    copy(from, v->point, v->n);
    while (moves < MOST_MOVES && !is_good) {
        if (s->shortcut.row(s->self, from, r->metric->inverse, to))
            return 0;
        is_good = retraction_is_within(s, from, to->u, 1, SURE_MOVE) &&
                  (ledger_accepts(v, to, 0, 1, 0) || is_at_rest(v, from, to, 0, 1));
        copy(from, to->u, v->n);
        moves++;
    }
    if (!is_good)
        return 0;
    copy(v->point, to->u, v->n);
    copy(d->z, to->z, s->tops);
    count_moves(v, moves);
    return 1;
}

/* Assertions are looked at after every step, and at so many times between, whatever the
 * output is. */
enum { CHECKS = 500 };

static invo_status check_until(run *v, const step *d, double end) {
    const double sign = d->h < 0 ? -1 : 1;
    const double span = v->o.stop - v->o.start;
    for (; v->s->process.check && isfinite(span); v->rows.next_check++) {
        double t = v->o.start + span * ((double)v->rows.next_check / CHECKS);
        if ((t - end) * sign >= 0 || v->rows.next_check >= CHECKS)
            return INVO_OK;
        if ((t - d->p[0]) * sign <= 0)
            continue;
        int has_direction;
        TRY(find_between(v, d, t, &has_direction));
        if (!has_direction)
            TRY(run_direction_near(v, d->w));
        invo_status status = chronicle_check(v->o.chronicle, v->context, v->s, v->point,
                                             v->engine->direction.z);
        if (status)
            record_final(v, v->point);
        TRY(status);
    }
    return INVO_OK;
}

/* Rows may be off by more than steps: by so many tolerances. */
static const double ROW_MOVE = 100;

/* The interpolant may be off by so many inside a step. That is an estimate, which is too
 * large where steps are short for the solution, and then mostly below 20; and a mean of
 * all coordinates, a few of which may be off by more. */
static const double ROUGH = 50;

/* Is the interpolant rough? Near the edge of stability it is, where the step itself is
 * not: the extra stages have no such bound. The next step is as long as the controller
 * makes it for such an error. So many shorter ones are tried: what bends within any step
 * does not fall with it. */
static invo_status refuse_rough(run *v, const step *d) {
    enum { SHORTER_STEPS = 4 };
    const stepper *s = &v->engine->stepper;
    double *error = v->rows.lane;
    double *scale = error + v->n;
    if (!s->kind->inside || v->o.like != LIKE_NONE || v->event.cuts >= SHORTER_STEPS ||
        !event_may_shorten(v, d))
        return INVO_OK;
    TRY(run_make_dense(v, d));
    if (!s->kind->inside(s, v->n, error))
        return INVO_OK;
    metric_error_scale(&v->engine->metric, v->s, d->p, d->q, scale);
    const double off = controller_norm(v->n, error, scale) / ROUGH;
    if (!(off > 1))
        return INVO_OK;
    v->now.theta = controller_reject(&v->engine->controller, d->h, off) / d->h;
    return INVO_E_STEP;
}

/* Has the retraction moved the row so far that it is not as good as a step? Where what
 * constraints determine is small beside the rest, in units that nobody has declared, the
 * nearest point is not the right one. The next step ends here, and is judged as such. */
static int is_far(run *v, const step *d) {
    const double *from = v->engine->retraction.from;
    double *moved = v->rows.lane;
    double *scale = moved + v->n;
    if (v->s->constraints == 0 || v->o.like != LIKE_NONE || !event_may_shorten(v, d))
        return 0;
    metric_error_scale(&v->engine->metric, v->s, v->u, v->point, scale);
    for (int i = 0; i < v->n; i++)
        moved[i] = v->point[i] - from[i];
    return controller_norm(v->n, moved, scale) > fmax(ROW_MOVE, v->o.max_move);
}

/* The row at v->point, which is on the interpolant of the step, without code. */
static invo_status record_slowly(run *v, const step *d) {
    int has_direction = 0;
    TRY(retract(&v->engine->retraction, v->point));
    if (is_far(v, d))
        return INVO_E_STEP;
    TRY(refuse_missed(v, d, &has_direction));
    return record_point(v, has_direction ? NULL : d->w);
}

/* The row at time t in the step. */
static invo_status record_between_at(run *v, const step *d, double t) {
    int has_direction = 1;
    invo_row_values made;
    TRY(interpolate_at(v, d, t));
    if (!record_hurry(v, &made))
        return record_slowly(v, d);
    TRY(refuse_missed(v, d, &has_direction));
    ledger_add(v, &made);
    note_ranges(v, v->point);
    return record_row(v, v->point);
}

/* --- several rows at once --- */

/* Is nothing asked for between rows? */
static int lanes_may_hurry(const run *v) {
    const invo_system *s = v->s;
    return s->shortcut.lanes && !s->process.check && !s->events.count &&
           !v->o.given.step_taken && v->rows.next >= v->rows.alone && row_may_hurry(v);
}

/* The next output times within the step; returns how many. */
static int list_times(const run *v, const step *d, double end, double *time) {
    const double sign = d->h < 0 ? -1 : 1;
    int count = 0;
    for (; count < INVO_LANES; count++) {
        time[count] = record_time(v, v->rows.next + count);
        if ((time[count] - end) * sign >= 0)
            break;
    }
    return count;
}

/* v->rows.lane: the points at these places of the step, one after the other. */
static void interpolate_singly(run *v, const step *d, const double *theta) {
    const stepper *s = &v->engine->stepper;
    for (int k = 0; k < INVO_LANES; k++) {
        s->kind->interpolate(s, d, v->n, theta[k], v->point);
        for (int i = 0; i < v->n; i++)
            v->rows.lane[INVO_LANES * i + k] = v->point[i];
    }
}

/* v->rows.lane: the points at these times, the last one in all lanes that are left. */
static invo_status interpolate_lanes(run *v, const step *d, int count,
                                     const double *time) {
    const stepper *s = &v->engine->stepper;
    double theta[INVO_LANES];
    v->now.theta = (time[0] - d->p[0]) / d->h;
    TRY(run_make_dense(v, d));
    for (int k = 0; k < INVO_LANES; k++)
        theta[k] = (time[k < count ? k : count - 1] - d->p[0]) / d->h;
    if (s->kind->interpolate_lanes)
        s->kind->interpolate_lanes(s, d, v->n, theta, v->rows.lane);
    else
        interpolate_singly(v, d, theta);
    for (int k = 0; k < INVO_LANES; k++)
        v->rows.lane[k] = time[k < count ? k : count - 1];
    return INVO_OK;
}

/* Makes the point of a lane the current one. */
static void take_lane(run *v, const invo_row_values *x, int lane) {
    double *z = v->engine->direction.z;
    for (int i = 0; i < v->n; i++)
        v->point[i] = x->u[INVO_LANES * i + lane];
    for (int j = 0; j < v->s->tops; j++)
        z[j] = x->z[INVO_LANES * j + lane];
}

/* The row of a lane. Most columns are read where they are. */
static invo_status record_lane(run *v, const invo_row_values *x, int lane) {
    const int n = v->n;
    const int columns = v->result->columns;
    const int *slot = v->rows.slot;
    double *row = result_next(v->context, v->result);
    if (!row)
        return INVO_E_MEMORY;
    if (v->rows.needs_point)
        take_lane(v, x, lane);
    note_ranges(v, v->point);
    row[0] = x->u[lane];
    for (int k = 0; k < columns; k++)
        if (slot[k] >= 0)
            row[k + 1] = (slot[k] < n ? x->u[INVO_LANES * slot[k] + lane]
                                      : x->z[INVO_LANES * (slot[k] - n) + lane]) +
                         0.0; /* never -0 */
        else
            row[k + 1] = column_value(v, v->point, k) + 0.0;
    return inspect_row(v, v->point);
}

/* A column of several rows, `width` numbers from each other; never -0. */
static inline void put_column(double *to, size_t width, int count, const double *from) {
    for (int k = 0; k < count; k++)
        to[(size_t)k * width] = from[k] + 0.0;
}

static inline void put_whole_column(double *to, size_t width, const double *from) {
    to[0] = from[0] + 0.0;
    to[width] = from[1] + 0.0;
    to[2 * width] = from[2] + 0.0;
    to[3 * width] = from[3] + 0.0;
}

/* Rows that are not filled yet; NULL: out of memory. */
static double *next_rows(run *v, int count) {
    invo_result *r = v->result;
    const long first = r->rows;
    for (int k = 0; k < count; k++)
        if (!result_next(v->context, r)) {
            r->rows = first;
            return NULL;
        }
    return result_at(r, first);
}

/* The rows of the first lanes, where nothing is asked for but their columns. */
static invo_status record_first_lanes(run *v, const invo_row_values *x, int count) {
    const int n = v->n;
    const int columns = v->result->columns;
    const size_t width = (size_t)columns + 1;
    const int *slot = v->rows.slot;
    const double *u = x->u;
    const double *z = x->z - (size_t)INVO_LANES * (size_t)n; /* whose slots follow */
    double *row = next_rows(v, count);
    if (!row)
        return INVO_E_MEMORY;
    put_column(row, width, count, u);
    for (int k = 0; k < columns; k++) {
        const int at = slot[k];
        const double *from = (at < n ? u : z) + INVO_LANES * at;
        double all[INVO_LANES];
        if (at < 0) {
            const double value = column_value(v, v->point, k);
            for (int lane = 0; lane < INVO_LANES; lane++)
                all[lane] = value;
            from = all;
        }
        if (count == INVO_LANES)
            put_whole_column(row + k + 1, width, from);
        else
            put_column(row + k + 1, width, count, from);
    }
    return INVO_OK;
}

/* Points on their way to rows. */
typedef struct lane_moves {
    int count;
    int moves[INVO_LANES];
    char good[INVO_LANES], accepted[INVO_LANES];
    invo_row_values made;
} lane_moves;

/* Takes the moves of the last call as points, where they have not come to rest; returns
 * whether another call may help. The points that have come to rest stay: they lead to the
 * same rows again. */
static int lanes_move_on(const run *v, lane_moves *q) {
    double *from = v->rows.lane;
    int is_due = 0;
    for (int k = 0; k < q->count; k++) {
        if (q->accepted[k] || !q->good[k] || q->moves[k] == MOST_MOVES)
            continue;
        for (int i = 0; i < v->n; i++)
            from[INVO_LANES * i + k] = q->made.u[INVO_LANES * i + k];
        q->moves[k]++;
        is_due = 1;
    }
    return is_due;
}

/* Marks the lanes that have come to rest. */
static void judge_lanes(run *v, lane_moves *q) {
    char converged[INVO_LANES];
    char met[INVO_LANES];
    char near[INVO_LANES];
    char nearest[INVO_LANES];
    int all = 1;
    ledger_judge_lanes(v, &q->made, converged, met);
    retraction_within_lanes(v->s, v->rows.lane, q->made.u, SURE_MOVE, near);
    for (int k = 0; k < INVO_LANES; k++)
        all &= converged[k];
    if (!all)
        retraction_within_lanes(v->s, v->rows.lane, q->made.u, LAST_MOVE, nearest);
    for (int k = 0; k < INVO_LANES; k++) {
        const int is_met = converged[k] ? near[k] : met[k] && nearest[k];
        q->accepted[k] = (char)(is_met && q->good[k] && k < q->count);
    }
}

/* Moves the points of all lanes until they come to rest, as record_hurry does with one;
 * 0: there is no code for that. */
static int move_lanes(run *v, lane_moves *q) {
    const invo_system *s = v->s;
    const double *weight = v->engine->retraction.metric->inverse;
    for (int k = 0; k < INVO_LANES; k++)
        q->moves[k] = 1;
    do {
        if (s->shortcut.lanes(s->self, v->rows.lane, weight, &q->made, q->good))
            return 0;
        judge_lanes(v, q);
    } while (lanes_move_on(v, q));
    return 1;
}

/* The row of lane k, at time t. */
static invo_status record_moved(run *v, const step *d, const lane_moves *q, int k,
                                double t) {
    if (!q->accepted[k]) {
        TRY(interpolate_at(v, d, t));
        return record_slowly(v, d);
    }
    count_moves(v, q->moves[k]);
    return record_lane(v, &q->made, k);
}

/* Are all lanes rows, and nothing but that? */
static int lanes_are_plain(const run *v, const lane_moves *q) {
    int are_plain = !v->rows.needs_point;
    for (int k = 0; k < q->count; k++)
        are_plain &= q->accepted[k];
    return are_plain;
}

/* The rows of these lanes, at these times. */
static invo_status record_made(run *v, const step *d, const lane_moves *q,
                               const double *time) {
    if (!lanes_are_plain(v, q)) {
        for (int k = 0; k < q->count; k++, v->rows.next++)
            TRY(record_moved(v, d, q, k, time[k]));
        return INVO_OK;
    }
    TRY(record_first_lanes(v, &q->made, q->count));
    for (int k = 0; k < q->count; k++)
        count_moves(v, q->moves[k]);
    v->rows.next += q->count;
    return INVO_OK;
}

/* Where there is no code for several rows, so many are made before it is asked for again.
 */
enum { ALONE = 64 };

/* Rows at the next output times before `end` at once. */
static invo_status record_lanes(run *v, const step *d, double end) {
    double time[INVO_LANES];
    lane_moves q;
    do {
        q.count = lanes_may_hurry(v) ? list_times(v, d, end, time) : 0;
        if (q.count == 0)
            return INVO_OK;
        TRY(interpolate_lanes(v, d, q.count, time));
        if (!move_lanes(v, &q)) {
            v->rows.alone = v->rows.next + ALONE;
            return INVO_OK;
        }
        ledger_add_lanes(v, &q.made, q.accepted);
        TRY(record_made(v, d, &q, time));
    } while (q.count == INVO_LANES);
    return INVO_OK;
}

/* Rows at all output times inside the step by time; on failure v->now.theta is where. */
static invo_status record_between(run *v, const step *d) {
    const double end = v->event.theta < 1 ? v->event.point[0] : d->q[0];
    const double sign = d->h < 0 ? -1 : 1;
    const double first = v->o.steps ? end : record_time(v, v->rows.next);
    const int has_rows = (first - end) * sign < 0;
    if (has_rows)
        v->now.theta = (first - d->p[0]) / d->h;
    if (has_rows || v->dense)
        TRY(refuse_rough(v, d));
    while (!v->o.steps) {
        TRY(record_lanes(v, d, end));
        double t = record_time(v, v->rows.next);
        if ((t - end) * sign >= 0)
            break;
        TRY(check_until(v, d, t));
        TRY(record_between_at(v, d, t));
        v->rows.next++;
    }
    return check_until(v, d, end);
}

invo_status record_step(run *v, const step *d) {
    return v->engine->by_length ? arclength_record(v, d) : record_between(v, d);
}

invo_status record_end(run *v) {
    if (!v->o.steps && record_time(v, v->rows.next) != v->u[0])
        return INVO_OK;
    v->rows.next++;
    return record_row(v, v->u);
}

static double *last_row(const run *v) {
    return result_at(v->result, v->result->rows - 1);
}

int record_has_event_at(const run *v, double t) {
    return v->result->rows == v->rows.kept && is_same_time(last_row(v)[0], t);
}

/* An output time at the same instant has no row of its own. */
invo_status record_before_event(run *v) {
    invo_result *r = v->result;
    double t = v->u[0];
    v->rows.is_due = v->o.steps;
    if (r->rows > v->rows.kept && is_same_time(last_row(v)[0], t)) {
        r->rows--;
        v->rows.is_due = 1;
    }
    if (!v->engine->by_length && is_same_time(record_time(v, v->rows.next), t)) {
        v->rows.next++;
        v->rows.is_due = 1;
    }
    return record_row(v, v->u);
}

/* Where events pile up, the run continues from their limit: output times between have no
 * rows. */
static void skip_passed(run *v) {
    double way = v->o.stop - v->o.start;
    if (v->engine->by_length || v->o.steps)
        return;
    while ((record_time(v, v->rows.next) - v->u[0]) * way < 0)
        v->rows.next++;
}

/* The row before the event goes where events have none; one that is due is after it. */
static invo_status replace_row(run *v) {
    assert(v->result->rows > 0);
    v->result->rows--;
    return v->rows.is_due ? record_row(v, v->u) : INVO_OK;
}

invo_status record_after_event(run *v, int is_bend) {
    skip_passed(v);
    if (is_bend && !v->rows.is_due)
        v->result->rows--;
    if (!is_bend && v->rows.hides_events)
        TRY(replace_row(v));
    else if (!is_bend || v->o.steps)
        TRY(record_row(v, v->u));
    if (!is_bend)
        v->rows.kept = v->result->rows;
    return INVO_OK;
}

void record_continue_event(run *v) {
    invo_result *r = v->result;
    v->rows.is_due = 1;
    if (v->rows.hides_events)
        return; /* record_after_event takes its row away */
    if (r->rows > r->gone + 1 && record_has_event_at(v, v->u[0]))
        r->rows--;
}

invo_status record_last(run *v) {
    invo_result *r = v->result;
    size_t size = sizeof *r->final * ((size_t)r->columns + 1);
    double *row = last_row(v);
    if (memcmp(row, r->final, size) == 0)
        return INVO_OK;
    int is_there = row[0] == r->final[0] && r->rows > v->rows.kept;
    if (!is_there)
        row = result_next(v->context, r);
    if (!row)
        return INVO_E_MEMORY;
    memcpy(row, r->final, size);
    return inspect_skip(v);
}

/* The rows that an event at the current point may replace. */
enum { REPLACEABLE = 4 };

/* Whether row i stays, whatever the run meets next. */
static int row_is_settled(const run *v, long i) {
    const double sense = v->o.stop < v->o.start ? -1 : 1;
    if (i >= v->result->rows - REPLACEABLE)
        return 0;
    if (v->arc.is_dead && i >= v->arc.kept_rows - 1)
        return 0; /* the run may turn out to end at this fold */
    return (*result_at(v->result, i) - collapse_safe_time(v)) * sense <= 0;
}

static invo_status release_until(run *v, long end) {
    const invo_result *r = v->result;
    invo_output_row row = {.columns = r->columns, .column = r->column_list};
    invo_status status = INVO_OK;
    for (long i = r->gone; i < end && !status; i++) {
        row.value = result_at(r, i);
        status = (invo_status)v->o.given.row(v->o.given.row_data, &row);
    }
    result_drop(v->result, end);
    if (!status)
        return INVO_OK;
    v->rows.is_refused = 1;
    v->result->stopped_by = "output";
    if (v->context->errors)
        return status; /* the callback has told why */
    return report(v->context, status, v->u[0], "t = %.10g: the output row was refused",
                  v->u[0]);
}

/* Rows go in batches that are larger than what stays, so that each is moved once. */
invo_status record_release(run *v, int all) {
    enum { BATCH = 16 };
    const invo_result *r = v->result;
    long end = all ? r->rows : r->gone;
    if (!v->o.given.row || v->rows.is_refused)
        return INVO_OK;
    while (!all && row_is_settled(v, end))
        end++;
    const long count = end - r->gone;
    return all || (count >= BATCH && count >= r->rows - end) ? release_until(v, end)
                                                             : INVO_OK;
}
