/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps in calm water. Where a small system has machine code for a whole step and for all
 * that is asked for at its end, most of the time of a step goes into functions that find
 * nothing to do. Here is what is left of them where nothing happens: the same arithmetic
 * with the same roundings, in the same order, and every other case is left to them. So
 * there are two ways to one result; `--evaluator interpreter` never comes here, and the
 * tests compare both.
 *
 * Whatever is compared with a bound, and not kept, may be computed in another order: then
 * a value near the bound is left to the others. */
#include "coast.h"
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include "../base/number.h"
#include "../linalg/pair.h"
#include "../method/tableau.h"
#include "../method/taylor.h"
#include "run.h"

/* Of a bound that values may come up to here, where they are not computed as elsewhere.
 */
static const double CLEARLY = 0.98;
/* Attempts that wait after one that was in vain, at most. */
enum { LONGEST_PAUSE = 64 };
/* A second turn of an arrival is expected for so many after one that took it: in vain,
 * that costs a fifth of what it saves. */
enum { TURNS_EXPECTED = 4 };
/* Attempts from one look of tuning.c to the next: it counts those of a slower loop. */
enum { TUNING_EVERY = 16 };

/* What is read in every attempt. */
typedef struct course {
    run *v;
    engine *e;
    invo_coast code;
    size_t n, rows;
    int is_series; /* steps are not those of a pair, but of a series */
    int stages, estimates;
    int counted;                   /* coordinates in the error norm */
    double remembers;              /* 1: sizes of the last steps count; 0: they do not */
    const double *k;               /* [n]: direction of the last stage, ... */
    const double *x;               /* ... [n]: its point, ... */
    const double *q;               /* ... [n]: the new point, ... */
    const double *off;             /* ... [estimates, n]: and its errors */
    double *end;                   /* [n]: the point where the step ends, ... */
    const double *top;             /* ... its z, ... */
    const double *residual, *unit; /* ... and its rows */
    double sense, row;             /* of time; the next output time */
    double edge;                   /* of stability; 0: nobody asks */
    int seeks_impasse;
    double least_pivot; /* share of pivots that blocks must have */
    double
        longest_move; /* its square in the error norm, times the number of coordinates */
    double most_disturbance; /* by an invariant: its square, in tolerances */
    int rates;
    int negative;     /* the sign of all pivots is, where none of their inverses is */
    long until;       /* this accepted step is left to others, ... */
    long due;         /* ... after this one there is more to do */
    long made, noted; /* steps; those that coast_end knows of */
    int is_tried;     /* stages were made */
    int is_last;      /* the attempt is to end at the stop time */
    int is_far;       /* the last step that was made is longer than a pole is blurred */
    int looks;
} course;

/* Larger systems have no code for whole steps. */
enum { MOST_COASTING = 200 };

void coast_lay_out(coast *c, const invo_system *s, pool *p) {
    const size_t rows = (size_t)manifold_rows(s);
    const size_t n = (size_t)s->coordinates;
    if (s->coordinates > MOST_COASTING)
        return;
    c->limit = pool_doubles(p, rows);
    c->most = pool_doubles(p, rows + 1);
    c->scaled = pool_doubles(p, rows + 1);
    c->small = pool_doubles(p, n + 1);
    c->scale = pool_doubles(p, n + 1);
    c->end = pool_doubles(p, n + 1);
    c->off = pool_doubles(p, n + 1);
    c->refined = pool_doubles(p, n + 1);
    c->top = pool_doubles(p, (size_t)s->tops);
    c->slot = pool_integers(p, n);
    c->grown = pool_integers(p, rows + 1);
}

void coast_forget(run *v) {
    v->coast.is_known = 0;
}

/* --- before --- */

/* Does it ask for nothing but its solution? */
int coast_suits_system(const invo_system *s) {
    return s->shortcut.coast && s->coordinates <= MOST_COASTING && !s->direction &&
           !s->events.count && !s->events.next_instant && !s->process.happen &&
           !s->process.check && !s->delays.count && !s->sections.count &&
           front_is_plain(s) && s->ledger.rows;
}

/* Does the plan? */
static int plan_is_calm(const plan *o) {
    return isnan(o->step) && o->project == PROJECT_STEP && o->like == LIKE_NONE &&
           o->norm != NORM_MEAN && o->norm != NORM_MAX && o->norm != NORM_LENGTH &&
           o->controller != CONTROLLER_HALVING && o->estimate != ESTIMATE_RETRACTED;
}

int coast_suits(const run *v) {
    return coast_suits_system(v->s) && plan_is_calm(&v->o);
}

/* Does somebody ask for every step? */
static int steps_are_told(const run *v) {
    return v->o.steps || v->o.given.step_taken || v->dense;
}

/* Are steps those of an explicit pair that a field can make as a whole? */
static int is_calm_pair(const engine *e) {
    return e->stepper.kind == &rk_explicit && e->stepper.scheme.stages > 1 &&
           e->stepper.scheme.e[0] && !e->stepper.low && !e->stepper.secant &&
           e->field.step;
}

/* Are they series, or is every step of the engine code, and is every arrival? */
static int engine_is_calm(const engine *e) {
    const retraction *r = &e->retraction;
    const int is_staged = r->kind == &retraction_staged;
    const int is_joint = r->kind == &retraction_normal && e->s->stages.count == 0;
    const int is_free = e->s->constraints == 0;
    return (e->stepper.kind == &taylor || is_calm_pair(e)) && !e->by_length &&
           !e->by_kernel && !e->doubling && !e->direction.schur &&
           (is_staged || is_joint || is_free);
}

/* Fills in what stays as long as the engine does. */
static void coast_prepare(run *v) {
    const invo_system *s = v->s;
    const double bound = v->o.constraint_bound;
    const double most = LEDGER_FOLLOWS / DBL_EPSILON;
    const double of_constraints = CLEARLY * fmin(most, LEDGER_NEARLY * bound);
    const double of_others = CLEARLY * fmin(most, 0.5 * bound);
    const metric *m = &v->engine->metric;
    coast *c = &v->coast;
    const int rows = manifold_rows(s);
    c->is_known = 1;
    c->rest = 0;
    c->pause = 0;
    c->may = coast_suits(v) && !steps_are_told(v) && !v->drag.is_watched &&
             engine_is_calm(v->engine);
    for (int i = 0; c->may && i < v->n; i++) {
        c->slot[i] = i ? s->coordinate[i].derivative : 0;
        c->small[i] = m->ignored[i] ? INFINITY : m->atol * m->nominal[i];
    }
    if (!c->may)
        return;
    c->small[v->n] = c->most[rows] = c->scaled[rows] = INFINITY;
    for (int i = 0; i < rows; i++) {
        const int is_moved = i < s->constraints || ledger_is_followed(v, i);
        c->limit[i] = is_moved ? of_constraints : of_others;
    }
}

/* Is all well at the current point? */
static int point_is_calm(const run *v) {
    const engine *e = v->engine;
    const watch *w = &v->watch;
    const event_state *x = &v->event;
    const active_set *a = &e->retraction.active;
    for (int i = 0; i < a->rows; i++)
        if (a->left_out[i])
            return 0;
    const int is_far = w->is_due || w->sigma > watch_far(w);
    const int is_begun = w->is_due || w->strongest > 0;
    const int is_watched = w->rows < 2 ? !isnan(w->first) : is_begun && is_far;
    return v->v == v->u + v->n && !v->trouble && !v->attempts.rejected && !a->some &&
           e->direction.order && e->direction.is_measured && !e->direction.distrusted &&
           (v->s->constraints == 0 || retraction_may_hurry(&e->retraction)) &&
           (w->is_due || !isnan(w->sigma)) && !w->inside && !w->lone.inside &&
           !w->has_right && is_watched && !x->restarted && !x->at_kink && x->left == 0;
}

/* The accepted step that is left to others. */
static long coast_until(const run *v) {
    const long steps = v->result->statistics.steps;
    long until = (steps / CREEP_OFTEN + 1) * CREEP_OFTEN;
    if (v->checkpoint.is_on && v->checkpoint.due < until)
        until = v->checkpoint.due;
    return v->o.max_steps < until ? v->o.max_steps : until;
}

/* The number of accepted steps after which more is to be done than to note a step. */
static long coast_due(const run *v) {
    const long weighing = ledger_next_weighing(v->result->statistics.steps);
    const long choice = chooser_due(v);
    return weighing < choice ? weighing : choice;
}

/* Where stability is judged, at which h |lambda| it ends. */
static double coast_edge(const run *v) {
    const stepper *p = &v->engine->stepper;
    const tableau *t = p->method;
    if (!p->kind->stiffness || t->c[p->scheme.stages - 1] != 1)
        return 0;
    if (v->chooser.on)
        return chooser_edge(v);
    return v->stiff.is_told ? 0 : stiff_edge(v);
}

/* Keeps the largest residuals of a row, in units no more than it may have. */
static void keep_most(coast *own, int i, const ledger_entry *r) {
    const double most = LEDGER_NEARLY_MOST * r->scaled_max;
    own->most[i] = r->max;
    own->scaled[i] = most < own->limit[i] ? most : own->limit[i];
}

/* Where the step of a pair leaves what it gives; returns whether there is code for it. */
static int read_stages(course *c) {
    const stepper *s = &c->e->stepper;
    const double *out = c->code.step.out;
    if (!c->code.step.run || !*c->code.step.run)
        return 0;
    c->stages = s->scheme.stages;
    c->estimates = s->scheme.e[1] ? 2 : 1;
    c->k = out + (size_t)(c->stages - 2) * c->n;
    c->x = c->k + c->n;
    c->q = c->x + c->n;
    c->off = c->q + c->n;
    return 1;
}

/* Where that of a series does. Beyond the last coordinate nothing is written. */
static int read_series(course *c) {
    const coast *own = &c->v->coast;
    own->end[c->n] = own->off[c->n] = own->scale[c->n] = 0;
    c->is_series = 1;
    c->stages = c->estimates = 1;
    c->q = own->end;
    c->off = own->off;
    return 1;
}

/* Gathers what attempts read; returns whether there is code for them. */
static int coast_begin(run *v, course *c) {
    engine *e = v->engine;
    const invo_system *s = v->s;
    const int n = v->n;
    coast *own = &v->coast;
    *c = (course){.v = v, .e = e, .n = (size_t)n, .rows = (size_t)manifold_rows(s)};
    if (s->shortcut.coast(s->self, &c->code))
        return 0;
    if (!(e->stepper.kind == &taylor ? read_series(c) : read_stages(c)))
        return 0;
    c->code.arrival.slot[2 * n] = ACTIVE_SURE * DBL_EPSILON;
    if (c->code.first_turn.run)
        c->code.first_turn.slot[2 * n] = ACTIVE_SURE * DBL_EPSILON;
    for (int i = 1; i < n; i++)
        c->counted += !e->metric.ignored[i];
    c->remembers = e->metric.remembers != 0;
    c->sense = v->o.stop < v->o.start ? -1 : 1;
    c->row = record_time(v, v->rows.next);
    c->edge = coast_edge(v);
    c->seeks_impasse = impasse_may_come(v);
    c->least_pivot = c->seeks_impasse ? IMPASSE_LOST : -1;
    c->longest_move = pow(CLEARLY * RUN_HONEST_MOVE * v->o.max_move, 2) * c->counted;
    c->most_disturbance =
        pow(CLEARLY * retraction_most_disturbance(&e->retraction) * e->metric.atol, 2);
    c->rates = s->rates.values ? s->rates.count : 0;
    c->until = coast_until(v);
    c->due = coast_due(v);
    for (size_t i = 0; i < c->rows; i++)
        keep_most(own, (int)i, &v->result->ledger[v->ledger.of[i]]);
    for (int b = 0; b < s->blocks.count; b++) {
        const int is_odd = (s->blocks.at[b].size + (c->code.pivot_sign[b] < 0)) % 2;
        c->negative ^= s->blocks.at[b].size && is_odd;
    }
    e->direction.unknown = e->direction.block = e->tops.row = -1;
    e->stepper.why = NULL;
    v->steady.share = 0;
    v->event.theta = 1;
    v->event.too_long = 0;
    return 1;
}

/* --- numbers --- */

/* A sum that is finite only if all numbers are. */
static inline double coast_sum(size_t n, const double *x) {
    pair a = {0, 0};
    pair b = {0, 0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        a += pair_load(x + i);
        b += pair_load(x + i + 2);
        a += pair_load(x + i + 4);
        b += pair_load(x + i + 6);
    }
    for (; i + 2 <= n; i += 2)
        a += pair_load(x + i);
    return pair_sum(a + b) + (i < n ? x[i] : 0);
}

static inline double coast_max(double x, double y) {
    return x > y ? x : y;
}

/* --- a step --- */

/* Cuts *h as run_cut does. Is the step longer than what is lost in round-off? */
static int coast_cut(course *c, double *h) {
    const run *v = c->v;
    const double t = v->u[0];
    const double left = v->o.stop - t;
    if (fabs(*h) > v->o.max_step)
        *h = copysign(v->o.max_step, *h);
    c->is_last = !(fabs(*h) * (1 + 1e-9) < fabs(left));
    *h = c->is_last ? left : run_exact_size(v, *h);
    const double size = fabs(*h);
    return size > run_least_step(v) && !run_is_tiny(v, size) &&
           !creep_is_short(v, t + *h, size);
}

/* The stages and the new point; 0: they cannot be trusted. */
static int make_stages(course *c, double h) {
    const invo_coast *code = &c->code;
    const run *v = c->v;
    const size_t n = c->n;
    double *in = code->step.slot;
    if (!code->made)
        return v->s->shortcut.step(v->s->self, v->u, v->v, h) != NULL;
    pair_copy(2 * n, v->u, in); /* and the direction behind it */
    in[2 * n] = h;
    (*code->step.run)(in);
    return isfinite(*code->made);
}

/* The error of the new point in tolerances: metric_error_scale, controller_norm and
 * controller_combine in one. Two coordinates at once; what is read beyond the last one
 * has the weight 0. */
static inline double judge_stages(const course *c) {
    const run *v = c->v;
    const coast *own = &v->coast;
    const metric *m = &c->e->metric;
    const size_t n = c->n;
    const double *p = m->end_only ? c->q : v->u;
    const double *second = c->off + (c->estimates == 2 ? n : 0);
    const pair rtol = pair_of(m->relative);
    double sum = 0;
    double other = 0;
    for (size_t i = 1; i < n; i += 2) {
        const pair now =
            pair_max(pair_abs(pair_load(p + i)), pair_abs(pair_load(c->q + i)));
        const pair size = pair_max(pair_load(m->recent + i), now);
        const pair tolerance = rtol * size + pair_load(own->small + i);
        const pair weight = 1 / pair_max(pair_load(m->least + i), tolerance);
        const pair x = pair_load(c->off + i) * weight;
        const pair y = pair_load(second + i) * weight;
        const pair xx = x * x;
        const pair yy = y * y;
        pair_store(weight, own->scale + i);
        sum += xx[0];
        other += yy[0];
        sum += xx[1];
        other += yy[1];
    }
    const double norm = controller_root(sum, c->counted);
    if (c->estimates == 1)
        return norm;
    return controller_combine(norm, controller_root(other, c->counted));
}

/* --- an arrival --- */

/* The moves of the retraction from u on, at time t, and what else the code has. */
static void move_from(const course *c, const invo_code *code, const double *u, double t) {
    const size_t n = c->n;
    double *in = code->slot;
    pair_copy(n, u, in);
    in[0] = t;
    pair_copy(n, c->e->metric.inverse, in + n);
    (*code->run)(in);
}

static inline double largest_of(int count, const double *x) {
    double most = -INFINITY;
    for (int k = 0; k < count; k++)
        most = coast_max(x[k], most);
    return most;
}

/* By how much the last moves were longer than such that need no others. */
static inline double most_excess(const course *c) {
    return largest_of(c->code.sets, c->code.excess);
}

static inline double most_sine(const course *c) {
    return coast_max(largest_of(c->code.factors, c->code.sine), 0);
}

/* Where the arrival has left its point and what follows there. */
static void take_end(course *c) {
    const invo_coast *code = &c->code;
    c->end = code->arrival.slot + (code->arrival.out - code->arrival.slot);
    c->top = code->shown;
    c->residual = code->residual;
    c->unit = code->unit;
}

/* Where a second turn begins, if the moves alone show that there is one; else NULL. */
static const double *make_first_turn(const course *c, double t) {
    const invo_code *moves = &c->code.first_turn;
    const double *sine = moves->out + c->n;
    const double *excess = sine + c->code.factors;
    move_from(c, moves, c->q, t);
    const int is_short = largest_of(c->code.sets, excess) > 0 &&
                         largest_of(c->code.factors, sine) <= c->code.most_sine;
    return is_short ? moves->out : NULL;
}

/* The retraction, with a second turn of its moves where they need others; returns the
 * number of turns. Where one of those before took two, the first is made without what
 * follows at its point: the same moves. */
static int make_arrival(const course *c) {
    coast *own = &c->v->coast;
    const invo_code *whole = &c->code.arrival;
    const double t = c->is_last ? c->v->o.stop : c->q[0];
    const int expects = own->turned > 0 && c->code.first_turn.run;
    const double *first = expects ? make_first_turn(c, t) : NULL;
    int turns = first ? 2 : 1;
    move_from(c, whole, first ? first : c->q, t);
    for (; turns < INVO_MOST_TURNS && most_excess(c) > 0 &&
           most_sine(c) <= c->code.most_sine;
         turns++)
        move_from(c, whole, whole->out, t);
    own->turned = turns > 1 ? TURNS_EXPECTED : own->turned - (own->turned > 0);
    *c->code.turned += turns - 1;
    return turns;
}

/* Are all numbers finite that are kept, and are multipliers as small as above? */
static inline int is_trusted(const course *c) {
    const invo_coast *code = &c->code;
    const double *out = code->arrival.out;
    const size_t count = (size_t)(code->rate + 2 * c->rates - out);
    return coast_sum((size_t)code->multipliers, code->multiplier) <=
               code->most_multiplier &&
           isfinite(coast_sum(count, out));
}

/* Is no invariant weak? Weights of errors, which decide, are at most those of the
 * absolute tolerance: as a rule these are enough. */
static inline int invariants_are_strong(const course *c) {
    run *v = c->v;
    const double *square = c->code.square;
    const double sine = c->code.sine[c->code.factors - 1];
    const double *unit = c->e->retraction.unit;
    metric *m = &c->e->metric;
    const double most = metric_most_tolerance(m);
    const double ratio = most * most * sine;
    const double share = c->most_disturbance;
    const int end = v->s->constraints;
    int is_strong = 1;
    for (int i = end - v->s->invariants; i < end; i++)
        is_strong &= ratio * (unit[i] * unit[i]) <= share * square[i];
    if (is_strong)
        return 1;
    const invo_arrival a = {.square = square, .weakest = 1 / sine};
    metric_error_scale(m, v->s, v->u, v->u, v->now.weight);
    m->error = v->now.weight;
    return retraction_is_strong(&c->e->retraction, &a);
}

/* Have all rows been met, by moves that are short in tolerances, and are the invariants
 * among them strong? *regular: as of invo_arrival. */
static inline int is_retracted(const course *c, double *regular) {
    const invo_coast *code = &c->code;
    const double *u = code->arrival.out;
    const double *scale = c->v->coast.scale;
    pair sum = {0, 0};
    for (size_t i = 1; i < c->n; i += 2) {
        const pair x = (pair_load(u + i) - pair_load(c->q + i)) * pair_load(scale + i);
        sum += x * x;
    }
    *regular = code->moves ? 1 / *code->regular : 0;
    if (!(pair_sum(sum) <= c->longest_move && most_sine(c) <= code->most_sine &&
          most_excess(c) <= 0))
        return 0;
    return !code->square || invariants_are_strong(c);
}

/* What pivots tell. */
typedef struct strength {
    int is_strong; /* the code may be trusted, and nothing has come near zero */
    double share;  /* that the weakest block has of its pivots (watch.c), ... */
    double lone;   /* ... and the weakest lone equation; NaN: there is none */
} strength;

/* The smallest pivot of each block and the sign of all, as the direction has them. */
static inline strength take_pivots(const course *c) {
    const invo_coast *code = &c->code;
    const run *v = c->v;
    const invo_block *block = v->s->blocks.at;
    const int blocks = v->s->blocks.count;
    direction *d = &c->e->direction;
    const double *inverse = code->pivot;
    const double *scale = code->pivot_scale;
    double weakest = INFINITY;
    double share = INFINITY;
    double lone = INFINITY;
    uint64_t signs = (uint64_t)c->negative << 63;
    int is_strong = 1;
    for (int b = 0; b < blocks; b++) {
        const int n = block[b].size;
        double least = INFINITY;
        for (int i = 0; i < n; i++, inverse++, scale++) {
            const double pivot = *scale / fabs(*inverse);
            uint64_t bits;
            memcpy(&bits, inverse, sizeof bits);
            signs ^= bits;
            least = pivot < least ? pivot : least;
            is_strong &= pivot < INFINITY;
        }
        if (n == 0)
            continue;
        is_strong &= least >= code->pivot_least[b];
        least = n > 1 ? least * d->measure[b] : least;
        d->smallest[b] = least;
        const double part = least / v->first_pivots[b];
        weakest = part < weakest ? part : weakest;
        if (n > 1)
            share = part < share ? part : share;
        else
            lone = part < lone ? part : lone;
    }
    d->sign = signs >> 63 ? -1 : 1;
    is_strong &= d->sign == v->sign && weakest > c->least_pivot;
    return (strength){is_strong, share < INFINITY ? share : NAN,
                      lone < INFINITY ? lone : NAN};
}

/* Is the residual of row i larger than all before, by itself or in units? Then it is
 * listed; returns the length of the list. */
static int list_grown(const course *c, size_t i, int count) {
    const coast *own = &c->v->coast;
    const double size = fabs(c->residual[i]);
    if (size > own->most[i] || size > own->scaled[i] * c->unit[i])
        own->grown[count++] = (int)i;
    return count;
}

/* Are all rows as near to zero as before, or well within their bounds? *grown: so many
 * may have the largest residual so far. */
static inline int rows_are_met(const course *c, int *grown) {
    const coast *own = &c->v->coast;
    const double *residual = c->code.residual;
    const double *unit = c->code.unit;
    const pair none = {0, 0};
    int is_met = 1;
    int count = 0;
    for (size_t i = 0; i < c->rows; i += 2) { /* units follow the last residual */
        const pair size = pair_abs(pair_load(residual + i));
        const pair more = pair_max(size - pair_load(own->most + i), none);
        const pair all =
            pair_max(size - pair_load(own->scaled + i) * pair_load(unit + i), more);
        if (!(pair_largest(all) > 0))
            continue;
        count = list_grown(c, i, count);
        count = i + 1 < c->rows ? list_grown(c, i + 1, count) : count;
    }
    for (int k = 0; k < count; k++) {
        const int i = own->grown[k];
        is_met &= fabs(residual[i]) <= own->limit[i] * unit[i];
    }
    for (int k = 0; k < c->rates; k++)
        is_met &=
            fabs(c->code.rate[k]) <= CLEARLY * LEDGER_TANGENT * c->code.rate_size[k];
    *grown = count;
    return is_met;
}

/* Is no singular configuration near? */
static inline int is_regular(const course *c, double regular, const strength *s) {
    const watch *w = &c->v->watch;
    const double share = s->share;
    if (watch_is_closing(&w->lone, s->lone, c->v->u[0], c->end[0]))
        return 0;
    if (w->rows >= 2)
        return regular > 0 && watch_is_well(w, regular);
    return !(share <= watch_far(w));
}

/* The direction at the new point into v->w, by the code. */
static inline void take_direction(const course *c) {
    const int *slot = c->v->coast.slot;
    const double *u = c->code.arrival.out;
    double *w = c->v->w;
    w[0] = 1;
    for (size_t i = 1; i < c->n; i++)
        w[i] = u[slot[i]];
}

/* Is the step, whose direction at the end is in v->w, well inside the region of
 * stability? */
static inline int is_clearly_stable(const course *c, double h, const double *scale) {
    const double *w = c->v->w;
    pair up = {0, 0};
    pair down = {0, 0};
    for (size_t i = 1; i < c->n; i += 2) {
        const pair weight = pair_load(scale + i);
        const pair rise = (pair_load(w + i) - pair_load(c->k + i)) * weight;
        const pair way = (pair_load(c->end + i) - pair_load(c->x + i)) * weight;
        up += rise * rise;
        down += way * way;
    }
    const double most = CLEARLY * c->edge;
    return h * h * pair_sum(up) <= most * most * pair_sum(down);
}

/* h |lambda| of the step, whose direction at the end is in v->w, with the weights that
 * chooser_note and stiff_look have: a search for fronts leaves those of the end; 0: well
 * below the edge; NaN: nobody asks, or it is not known. */
static double stiffness_of(const course *c, double h) {
    const run *v = c->v;
    const double *scale = v->coast.scale;
    if (c->edge == 0)
        return NAN;
    if (!v->chooser.on || v->s->fronts.count > 0) {
        metric_error_scale(&c->e->metric, v->s, v->u, c->end, v->scale);
        scale = v->scale;
    } else if (is_clearly_stable(c, h, scale)) {
        return 0;
    }
    return rk_explicit_stiffness(v->n, h, v->w, c->k, c->end, c->x, scale);
}

/* Refines the point at the end, where rows come close to their bound; returns whether all
 * hold there. What calls are kept for checkpoints is left to others. */
static int refine_end(course *c) {
    run *v = c->v;
    coast *own = &v->coast;
    double *z = c->e->direction.z;
    if (v->o.chronicle || c->rates > 0)
        return 0;
    pair_copy(c->n, c->end, own->refined);
    own->refined[c->n] = 0;
    copy(z, c->top, v->s->tops);
    pair_copy(2 * c->rows, c->residual, v->ledger.residual); /* and units behind them */
    const int holds = ledger_settle(v, own->refined, v->w);
    copy(own->top, z, v->s->tops);
    copy(z, v->top_before, v->s->tops);
    c->end = own->refined;
    c->top = own->top;
    c->residual = v->ledger.residual;
    c->unit = v->ledger.unit;
    return holds;
}

/* Lists the rows with the largest residual so far anew; returns how many there are. */
static int list_all_grown(const course *c) {
    int count = 0;
    for (size_t i = 0; i < c->rows; i++)
        count = list_grown(c, i, count);
    return count;
}

/* --- afterwards --- */

/* The row of the point before the current one. */
static void fill_safe(run *v) {
    double *z = v->engine->direction.z;
    copy(z, v->top, v->s->tops);
    record_fill(v, v->q, v->collapse.safe);
    copy(z, v->top_before, v->s->tops);
}

/* Coordinates that are below their absolute tolerance, as collapse_note has them; those
 * that are ignored may be, too. */
static void note_hidden(const course *c, double h) {
    const run *v = c->v;
    const metric *m = &c->e->metric;
    for (size_t i = 1; i < c->n; i++) {
        const double size = fabs(v->q[i]);
        if (size < v->o.atol * m->nominal[i] && (size != 0 || v->w[i] != 0))
            v->collapse.hidden[i] += fabs(h);
    }
}

static int has_row_before(const course *c, double t) {
    return (c->row - t) * c->sense < 0;
}

/* The row before the last step that is longer than a pole is blurred (collapse.c): that
 * is the last one as a rule, and its row is filled in when coasting ends. */
static void note_safe(course *c, double h) {
    run *v = c->v;
    const double t = c->end[0];
    const int is_far = fabs(h) > run_blur(v, t);
    if (c->is_far && (!is_far || has_row_before(c, t)))
        fill_safe(v);
    c->is_far = is_far;
}

/* The new point and its z where solve.c has them. */
static void place_point(const course *c) {
    run *v = c->v;
    pair_copy(c->n, c->end, v->q);
    pair_copy((size_t)v->s->tops, c->top, v->top);
}

/* The new point becomes the current one, with sizes noted as metric_note and
 * collapse_note do. */
static void take_point(const course *c, double h) {
    run *v = c->v;
    const size_t n = c->n;
    const double *q = v->q;
    double *recent = c->e->metric.recent;
    double *faded = v->collapse.recent;
    const pair fade = pair_of(METRIC_FADED);
    const pair fades = pair_of(COLLAPSE_FADES);
    pair below = {0, 0};
    size_t i = 1;
    recent[0] = coast_max(METRIC_FADED * recent[0], c->remembers * fabs(q[0]));
    for (; i + 2 <= n; i += 2) {
        const pair size = pair_abs(pair_load(q + i));
        pair_store(pair_max(fade * pair_load(recent + i), c->remembers * size),
                   recent + i);
        pair_store(pair_max(size, fades * pair_load(faded + i)), faded + i);
        below = pair_max(pair_load(v->coast.small + i) - size, below);
    }
    if (i < n) {
        const double size = fabs(q[i]);
        recent[i] = coast_max(METRIC_FADED * recent[i], c->remembers * size);
        faded[i] = coast_max(size, COLLAPSE_FADES * faded[i]);
        below = pair_max(pair_of(v->coast.small[i] - size), below);
    }
    if (pair_largest(below) > 0)
        note_hidden(c, h);
    v->collapse.seen += fabs(h);
    double *z = v->top;
    v->top = v->top_before;
    v->top_before = z;
    run_exchange(v);
}

/* grown: rows in the list of the coast */
static void note_ledger(const course *c, int grown) {
    run *v = c->v;
    const double *residual = c->residual;
    const double *unit = c->unit;
    if (residual != v->ledger.residual)
        pair_copy(2 * c->rows, residual, v->ledger.residual); /* and units behind them */
    for (int k = 0; k < grown; k++) {
        const int i = v->coast.grown[k];
        ledger_entry *r = &v->result->ledger[v->ledger.of[i]];
        r->max = larger(r->max, fabs(residual[i]));
        r->scaled_max = larger(r->scaled_max, fabs(residual[i]) / unit[i]);
        keep_most(&v->coast, i, r);
    }
}

static void note_pivots(const course *c, double regular, double share, double lone) {
    run *v = c->v;
    const double *smallest = c->e->direction.smallest;
    for (int b = 0; b < v->s->blocks.count; b++)
        if (smallest[b] > v->first_pivots[b])
            v->first_pivots[b] = smallest[b];
    if (!isnan(lone))
        watch_take_lone(&v->watch.lone, lone, v->q[0]);
    if (v->watch.rows >= 2)
        watch_stay(&v->watch, regular);
    else if (!isnan(share))
        watch_go_on(&v->watch, share);
}

static void count_work(const course *c, double h) {
    engine *e = c->e;
    invo_statistics *t = &c->v->result->statistics;
    e->direction.evaluations += c->stages - 1;
    t->longest_try = coast_max(t->longest_try, fabs(h));
    c->v->tally.tries++;
}

static void count_arrival(const course *c, int turns, double regular) {
    run *v = c->v;
    retraction *r = &c->e->retraction;
    const int moves = turns * c->code.moves;
    c->e->direction.evaluations++;
    r->calls++;
    r->iterations += moves;
    r->factorizations += turns * c->code.factors;
    r->tries = moves;
    r->most_iterations = moves > r->most_iterations ? moves : r->most_iterations;
    if (moves) {
        r->weakest = regular;
        r->has_factor = 0;
    }
    r->column = r->rank = -1;
    v->tally.retractions++;
    v->tally.iterations += moves;
}

static void note_attempt(run *v, double error) {
    attempts *a = &v->attempts;
    a->error = error;
    a->futile = 0;
    a->refused_before = a->refused;
    a->refused = 0;
}

static void note_stability(course *c, double stiffness) {
    run *v = c->v;
    if (!v->engine->stepper.kind->stiffness)
        return;
    if (v->chooser.on && chooser_note_stiffness(v, stiffness))
        c->due = 0;
    if (!v->chooser.on && !v->stiff.is_told)
        stiff_note_calm(&v->stiff);
}

/* What was found at the end of a step. */
typedef struct finding {
    double error, regular, share, lone, stiffness;
    int grown;
    int turns; /* of the retraction */
} finding;

/* Rows of output within the step, where there are any: what interpolation takes is put
 * where the method has it. */
static invo_status record_inside(course *c, double h) {
    run *v = c->v;
    const size_t n = c->n;
    double *k = c->e->stepper.work;
    const step d = {.p = v->u, .v = v->v, .h = h, .q = v->q, .w = v->w, .has_w = 1};
    if (c->is_series) {
        taylor_note_gap(&c->e->stepper, v->n, c->q, v->q);
    } else {
        pair_copy(n, v->v, k);
        pair_copy((size_t)(c->stages - 1) * n, c->code.step.out, k + n);
        c->e->stepper.made = NULL;
    }
    if (c->code.square) {
        metric_error_scale(&c->e->metric, v->s, v->u, v->u, v->now.weight);
        c->e->metric.error = v->now.weight;
    }
    v->now.dense_ready = 0;
    v->now.theta = 1;
    const long additions = v->ledger.additions;
    invo_status status = record_step(v, &d);
    for (size_t i = 0; v->ledger.additions != additions && i < c->rows; i++)
        keep_most(&v->coast, (int)i, &v->result->ledger[v->ledger.of[i]]);
    c->row = record_time(v, v->rows.next);
    return status;
}

/* A row at the current point, where one is due. */
static invo_status record_current(course *c) {
    run *v = c->v;
    copy(v->engine->direction.z, v->top_before, v->s->tops);
    TRY(record_end(v));
    c->row = record_time(v, v->rows.next);
    return INVO_OK;
}

/* After a step that is good: everything that notes it. */
static void coast_accept(course *c, double h, const finding *f, double *next) {
    run *v = c->v;
    count_work(c, h);
    count_arrival(c, f->turns, f->regular);
    note_attempt(v, f->error);
    *next = run_accept(v, h, f->error);
    if (fabs(*next) > fabs(h))
        v->attempts.failure = INVO_OK;
    note_stability(c, f->stiffness);
    run_count_step(v);
    note_pivots(c, f->regular, f->share, f->lone);
    take_point(c, h);
    if (c->seeks_impasse && v->result->statistics.steps % IMPASSE_SELDOM == 0)
        impasse_is_near(v); /* no, but that is noted */
    v->creep.is_idle = 1;
    v->attempts.rejected = 0;
    v->attempts.last_step = h;
    c->made++;
    if (c->is_series)
        *next = run_fit(v, *next);
}

/* After a step that is too long. */
static void coast_reject(const course *c, double h, double error, double *next) {
    run *v = c->v;
    count_work(c, h);
    note_attempt(v, error);
    v->result->statistics.rejected++;
    v->attempts.failure = INVO_OK;
    v->attempts.rejected++;
    *next = run_shorten(v, h, controller_reject(&c->e->controller, h, error));
    v->event.left = 0;
}

/* The step, whose direction at the end is in v->w. */
static step step_to_end(const course *c, double h) {
    const run *v = c->v;
    return (step){.p = v->u,
                  .v = v->v,
                  .h = h,
                  .q = c->end,
                  .w = v->w,
                  .has_w = 1,
                  .error = {v->coast.off, NULL}};
}

/* Does it pass no front? *error: as in error_beside of solve.c. */
static int is_far_from_fronts(const course *c, double h, double *error) {
    run *v = c->v;
    step d = step_to_end(c, h);
    d.error[0] = v->error[0];
    pair_copy(c->n, c->off, v->error[0]);
    *error = fmax(*error, front_error_move(v, &d));
    return *error <= 1 && front_is_far(v, &d);
}

/* The end of a series before its retraction; 0: it is left to others. */
static int make_series(const course *c, double h) {
    step d = step_to_end(c, h);
    d.q = c->v->coast.end;
    return !taylor_predict(&c->e->stepper, &c->e->field, &d);
}

/* The error of a series in tolerances at its end, whose direction is in v->w. */
static double judge_series(const course *c, double h) {
    const run *v = c->v;
    const step d = step_to_end(c, h);
    taylor_add_defect(&c->e->stepper, &d, v->n);
    return controller_norm(v->n, v->coast.off, v->coast.scale);
}

/* Is the end of the step, whose error is known but for a series, one of which nothing is
 * to be said? */
static int is_found_good(course *c, double h, finding *f) {
    run *v = c->v;
    f->turns = make_arrival(c);
    take_end(c);
    if (!is_trusted(c))
        return 0;
    if (c->is_series)
        metric_error_scale(&c->e->metric, v->s, v->u, c->code.arrival.out,
                           v->coast.scale);
    if (!is_retracted(c, &f->regular))
        return 0;
    take_direction(c);
    if (c->is_series)
        f->error = judge_series(c, h);
    if (!(f->error <= 1))
        return 0;
    const strength s = take_pivots(c);
    f->share = s.share;
    f->lone = s.lone;
    if (!s.is_strong || !is_regular(c, f->regular, &s))
        return 0;
    if (!rows_are_met(c, &f->grown)) {
        if (!refine_end(c))
            return 0;
        f->grown = list_all_grown(c);
    }
    if (v->s->fronts.count > 0 && !is_far_from_fronts(c, h, &f->error))
        return 0;
    f->stiffness = stiffness_of(c, h);
    return v->chooser.on || !(f->stiffness > c->edge);
}

/* Rows of output within the step, if any; 0: one cannot be made, and the step is left to
 * others, who make its rows once more. */
static int finish_rows(course *c, double h) {
    direction *d = &c->e->direction;
    retraction *r = &c->e->retraction;
    const long evaluations = d->evaluations;
    const long calls = r->calls;
    const long iterations = r->iterations;
    const long factorizations = r->factorizations;
    if (!has_row_before(c, c->v->q[0]) || record_inside(c, h) == INVO_OK)
        return 1;
    d->evaluations = evaluations;
    r->calls = calls;
    r->iterations = iterations;
    r->factorizations = factorizations;
    c->is_far = 0; /* its row is there */
    return 0;
}

/* An attempt of size *h; 0: it is left to others, and nothing has happened. */
static int coast_attempt(course *c, double *h) {
    run *v = c->v;
    finding f;
    double size = *h;
    if (v->result->statistics.steps + 1 >= c->until || !coast_cut(c, &size))
        return 0;
    if (run_is_interrupted(v))
        return 0;
    c->is_tried = 1;
    metric_freeze(&c->e->metric, v->s, v->u);
    if (!(c->is_series ? make_series(c, size) : make_stages(c, size)))
        return 0;
    f.error = c->is_series ? 0 : judge_stages(c);
    if (f.error > 1) {
        coast_reject(c, size, f.error, h);
        return 1;
    }
    if (!is_found_good(c, size, &f))
        return 0;
    note_safe(c, size);
    place_point(c);
    note_ledger(c, f.grown);
    if (!finish_rows(c, size))
        return 0;
    coast_accept(c, size, &f, h);
    return 1;
}

/* What is only looked at where something happens: final values, and those before, the
 * ledger of the last point. */
static void coast_end(course *c) {
    run *v = c->v;
    const int tops = v->s->tops;
    double *z = v->engine->direction.z;
    const size_t width = (size_t)v->result->columns + 1;
    c->noted = c->made;
    if (c->is_far)
        fill_safe(v);
    copy(z, v->top_before, tops);
    record_final(v, v->u);
    memcpy(v->collapse.safe + width, v->result->final, width * sizeof(double));
    copy(v->top, v->top_before, tops);
    ledger_read(v, v->ledger.residual, v->ledger.unit);
    v->arc.at = v->arc.s;
    v->event.cuts = 0;
    v->event.tiny_steps = 0;
}

/* After an accepted step: its row, and what users of the library have asked to be told.
 */
static invo_status coast_tell(course *c) {
    run *v = c->v;
    if (c->row == v->u[0])
        TRY(record_current(c));
    if (v->rows.ranges) {
        copy(v->engine->direction.z, v->top_before, v->s->tops);
        record_ranges(v);
    }
    if (v->o.given.progress)
        TRY(run_tell(v));
    return v->o.given.row ? record_release(v, 0) : INVO_OK;
}

/* All that follows an accepted step. *again: there was more to do than to note it. */
static invo_status coast_next(course *c, double *h, int *again) {
    run *v = c->v;
    const long steps = v->result->statistics.steps;
    const int is_over = v->u[0] == v->o.stop;
    *again = is_over || steps >= c->due;
    if (*again) {
        coast_end(c);
        ledger_weigh_after(v, steps);
    }
    TRY(coast_tell(c));
    return *again && !is_over ? chooser_look(v, h) : INVO_OK;
}

/* Waits longer from vain attempt to vain attempt; one that was left to others before its
 * stages were made has cost nothing. */
static void coast_rest(coast *own, const course *c) {
    const int longer = own->pause ? 2 * own->pause : 1;
    own->rest = 0;
    if (c->made) {
        own->pause = 0;
    } else if (c->is_tried) {
        own->rest = own->pause;
        own->pause = longer > LONGEST_PAUSE ? LONGEST_PAUSE : longer;
    }
}

invo_status coast_run(run *v, double *h, int *again) {
    coast *own = &v->coast;
    course c;
    invo_status status = INVO_OK;
    *again = 0;
    if (!own->is_known)
        coast_prepare(v);
    if (!own->may || !point_is_calm(v) || own->rest-- > 0 || !coast_begin(v, &c))
        return INVO_OK;
    while (!status && !*again) {
        const long made = c.made;
        if (!coast_attempt(&c, h))
            break;
        if (c.made > made)
            status = coast_next(&c, h, again);
        if (++c.looks % TUNING_EVERY == 0)
            tuning_look(v);
    }
    if (c.noted < c.made)
        coast_end(&c);
    coast_rest(own, &c);
    return status;
}
