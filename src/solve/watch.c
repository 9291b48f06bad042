/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the constraints become dependent: the smallest singular value of their Jacobian
 * at every accepted step, by inverse iteration with the factor that the retraction
 * leaves.
 *
 * A step can jump over such a place. With the left vector y continued from step to step,
 * the right vector x = B'y / sigma turns over where sigma has gone through zero. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "../base/number.h"
#include "../linalg/dense.h"
#include "run.h"

/* Shares of the largest value so far: below NEAR a passage begins, above WATCH_FAR it
 * ends; for a change of sign, steps on both sides have to be below LOW: close singular
 * values may change places. */
static const double NEAR = 1e-3, LOW = 0.5;
/* Cosine from which on two vectors are the same one, continued. */
static const double SAME = 0.7;
/* An equation takes part from this share of the largest one on. */
static const double PART = 0.2;
enum { MOST_IN_WORDS = 5, MOST_COORDINATES = 6 };

/* A stage that holds derivatives of very different orders has weights so far apart that
 * the lengths of its rows say nothing: at index 47 a chain of pendula at rest looks
 * singular. Then the pivots of the top equations are watched instead. */
enum { MOST_ORDERS = 20 };

static int is_mixed(const invo_system *s, const invo_stage *k) {
    int low = 1 << 20;
    int high = 0;
    for (int j = 0; j < k->columns && s->coordinate; j++) {
        int order = s->coordinate[k->column[j]].order;
        if (order < low)
            low = order;
        if (order > high)
            high = order;
    }
    return high - low > MOST_ORDERS;
}

/* The rows that the retraction has factored last: all constraints but invariants. */
static int count_watched(const run *v) {
    const invo_system *s = v->s;
    const retraction_rows rows = v->engine->retraction.kind->rows;
    if (rows == ROWS_NONE || s->constraints == 0)
        return 0;
    if (rows == ROWS_ALL)
        return s->constraints - s->invariants;
    if (s->stages.count == 0 || is_mixed(s, &s->stages.at[s->stages.count - 1]))
        return 0;
    return s->stages.at[s->stages.count - 1].rows;
}

static int watch_ledger_row(const run *v, int i) {
    assert(i >= 0 && i < v->watch.rows);
    return v->engine->retraction.kind->rows == ROWS_BY_STAGE
               ? v->s->stages.at[v->s->stages.count - 1].row[i]
               : i;
}

/* Without constraints that could become dependent: equations that are solved together.
 * The smallest pivot of the block that has lost most, as a share of that at the start. */
static double watch_weakest_block(const run *v, int *block) {
    double least = INFINITY;
    *block = -1;
    for (int b = 0; b < v->s->blocks.count && !v->s->direction; b++) {
        double share = v->engine->direction.smallest[b] / v->first_pivots[b];
        if (v->s->blocks.at[b].size > 1 && share < least) {
            *block = b;
            least = share;
        }
    }
    return *block < 0 ? NAN : least;
}

/* Takes the pivot of a lone equation if it has lost most. */
static inline void take_weaker(watch_lone *w, int block, double pivot, double most) {
    if (pivot < w->next * most) {
        w->next = pivot / most;
        w->next_block = block;
    }
}

/* The smallest share of the pivots of lone equations, of the largest so far. By arclength
 * they are entries of the kernel's matrix. */
static void look_at_lone(run *v) {
    const invo_blocks *b = &v->s->blocks;
    const double *smallest = v->engine->direction.smallest;
    watch_lone *w = &v->watch.lone;
    w->next = INFINITY;
    if (v->s->direction || w->count == 0)
        return;
    for (int k = 0; k < b->count && !v->engine->by_kernel; k++)
        if (b->at[k].size == 1)
            take_weaker(w, k, smallest[k], v->first_pivots[k]);
    for (int k = 0; k < b->count && v->engine->by_kernel; k++) {
        if (w->entry[k] < 0)
            continue;
        const double pivot = fabs(v->engine->kernel.value[w->entry[k]]);
        w->most[k] = larger(w->most[k], pivot);
        take_weaker(w, k, pivot, w->most[k]);
    }
}

/* So often where little is known of the vector. */
enum { FIRST_LOOKS = 8 };

/* Returns whether the singular value need not be computed. */
static int watch_is_strong(run *v) {
    watch *w = &v->watch;
    const double weakest = v->engine->retraction.weakest;
    if (weakest == 0)
        return 0;
    const int is_known = w->strongest > 0 || w->is_due;
    const int is_strong = is_known && !w->inside && watch_is_well(w, weakest);
    w->strongest = larger(w->strongest, weakest);
    return is_strong;
}

/* The smallest singular value of the rows that are factored, by inverse iteration from
 * the left vector before. */
static void watch_iterate(run *v) {
    watch *w = &v->watch;
    const int rows = w->rows;
    int count;
    copy(w->next_left, w->left, rows);
    for (int k = w->is_stale ? FIRST_LOOKS : 1; k > 0; k--)
        w->next = normal_space_smallest(&v->engine->retraction.space, rows, w->next_left,
                                        &count);
    w->is_stale = 0;
    if (count < w->count) { /* a row was left out: it follows from the others here */
        copy(w->next_left, w->left, rows);
        w->next = 0;
        return;
    }
    w->count = count;
    w->next_has_right = w->next > 0 && w->next < LOW * w->largest;
    if (w->next_has_right)
        normal_space_right(&v->engine->retraction.space, &v->engine->metric, rows,
                           w->next, w->next_left, v->n, w->next_right);
}

static void take_next(run *v);
static void watch_end_lone(run *v);

/* Looks at the start, which is asked for only now. */
static void watch_catch_up(run *v) {
    watch *w = &v->watch;
    metric *m = &v->engine->metric;
    w->is_due = 0;
    metric_freeze(m, v->s, w->right);
    if (!retraction_factor_last(&v->engine->retraction, w->right)) {
        w->is_stale = 1;
        watch_iterate(v);
        take_next(v);
        if (isnan(w->first))
            w->first = w->sigma;
    }
    metric_freeze(m, v->s, v->u);
    w->next_has_right = 0;
}

/* Computes the smallest singular value at u, the point that was retracted last; with
 * fewer than two rows the smallest share of a pivot takes its place. */
void watch_look(run *v, const double *u) {
    watch *w = &v->watch;
    int rows = v->watch.rows;
    look_at_lone(v);
    w->next_block = -1;
    w->next_has_right = 0;
    if (rows < 2) {
        w->next = watch_weakest_block(v, &w->next_block);
        return;
    }
    if (watch_is_strong(v)) {
        copy(w->next_left, w->left, rows);
        w->next = w->sigma;
        w->is_stale = 1;
        return;
    }
    const int is_due = w->is_due;
    const int is_factored = v->engine->retraction.weakest == 0 && !is_due;
    if (is_due)
        watch_catch_up(v);
    if (is_factored || !retraction_factor_last(&v->engine->retraction, u))
        watch_iterate(v);
    else
        w->next = NAN;
}

static void take_next(run *v) {
    assert(!(v->watch.next < 0)); /* NaN: not known */
    watch *w = &v->watch;
    double *left = w->left;
    double *right = w->right;
    w->left = w->next_left;
    w->next_left = left;
    if (w->next_has_right) {
        w->right = w->next_right;
        w->next_right = right;
    }
    if (w->next > 0)
        w->has_right = w->next_has_right;
    w->sigma = w->next;
    if (w->sigma > w->largest)
        w->largest = w->sigma;
}

/* Where the kernel's matrix has the pivots of lone equations: it is made when it is
 * needed first. */
static void list_entries(run *v) {
    const invo_system *s = v->s;
    const invo_kernel *f = s->kernel;
    watch_lone *w = &v->watch.lone;
    int *block = w->block_of;
    for (int i = 0; i < manifold_rows(s); i++)
        block[i] = -1;
    for (int k = 0; k < s->blocks.count; k++) {
        w->entry[k] = -1;
        w->most[k] = 0;
        if (s->blocks.at[k].size == 1)
            block[s->blocks.at[k].row[0]] = k;
    }
    for (int i = 0; f && i < f->size; i++) {
        const int k = block[f->row[i]];
        for (int e = f->pattern.start[i]; k >= 0 && e < f->pattern.start[i + 1]; e++)
            if (f->unknown[f->pattern.column[e]] == s->blocks.at[k].unknown[0])
                w->entry[k] = e;
    }
}

/* Starts the inverse iteration at the current point. Moves by a shortcut know without it
 * that rows are far from dependent, and it takes as long as several steps: where there
 * may be any, not before somebody asks. A retraction that factors the rows now is not
 * counted as work of the run. */
void watch_begin(run *v) {
    watch *w = &v->watch;
    retraction before = v->engine->retraction;
    w->rows = count_watched(v);
    w->inside = w->count = w->has_right = w->is_told = w->is_due = 0;
    w->largest = w->strongest = 0;
    w->sigma = w->first = NAN;
    w->lone.share = NAN;
    w->lone.strong_at = v->u[0];
    w->lone.inside = 0;
    if (v->engine->by_kernel && w->lone.count > 0)
        list_entries(v);
    weakness_begin(&w->weakness, v->s, v->u, v->top_before);
    if (v->watch.rows < 2) {
        w->sigma = w->first = w->largest = 1;
        return;
    }
    memset(w->left, 0, sizeof *w->left * (size_t)v->s->constraints);
    if (v->s->shortcut.make && v->engine->retraction.kind->factor_last) {
        copy(w->right, v->u, v->n);
        w->is_due = 1;
        return;
    }
    copy(v->point, v->u, v->n);
    v->engine->retraction.must_factor = 1;
    invo_status status = retract(&v->engine->retraction, v->point);
    v->engine->retraction.must_factor = 0;
    v->engine->retraction.calls = before.calls;
    v->engine->retraction.iterations = before.iterations;
    v->engine->retraction.factorizations = before.factorizations;
    v->engine->retraction.most_iterations = before.most_iterations;
    if (status)
        return;
    w->is_stale = 1;
    watch_look(v, v->point);
    take_next(v);
    w->first = w->sigma;
}

/* Has the value gone through zero since the last step? */
static int has_turned(const run *v) {
    const watch *w = &v->watch;
    if (!w->has_right || !w->next_has_right)
        return 0;
    double left = dot(v->watch.rows, w->left, w->next_left);
    double right = dot(v->n, w->right, w->next_right);
    return fabs(left) > SAME && fabs(right) > SAME && left * right < 0;
}

int watch_sees_branch(const run *v) {
    const watch *w = &v->watch;
    if (v->watch.rows < 2 || isnan(w->next) || isnan(w->sigma))
        return 0;
    return has_turned(v) || w->next < NEAR * w->largest;
}

void watch_leave(run *v) {
    const int is_told = v->watch.inside || v->watch.is_told;
    watch_end(v);
    v->watch.is_told = is_told;
}

void watch_change(run *v) {
    const watch before = v->watch;
    watch_begin(v);
    if (v->watch.is_due) /* what was seen before tells how small the value is here */
        watch_catch_up(v);
    v->watch.first = before.first;
    v->watch.largest = fmax(before.largest, v->watch.largest);
    v->watch.is_told = before.is_told;
}

/* Keeps the point at theta of the step as the closest one. */
static void keep_closest(run *v, const step *d, double theta, double sigma) {
    assert(theta >= 0 && theta <= 1 && sigma >= 0);
    watch *w = &v->watch;
    w->closest = sigma;
    w->block = w->next_block;
    run_glance(v, d, theta, w->point);
    copy(w->part, w->next_left, v->watch.rows);
}

/* At an impasse point the unknown grows as its coefficient falls; where the solution
 * branches, the whole equation vanishes. */
static int is_impasse(const run *v) {
    const watch_lone *w = &v->watch.lone;
    const int unknown = v->s->blocks.at[w->next_block].unknown[0];
    return !(fabs(v->top[unknown]) <=
             fabs(v->top_before[unknown]) * sqrt(w->share / w->next));
}

/* Follows a passage of a lone equation. */
static void watch_accept_lone(run *v, const step *d) {
    watch_lone *w = &v->watch.lone;
    if (w->next == INFINITY)
        return;
    if (!w->inside && watch_is_closing(w, w->next, d->p[0], d->q[0]) && !is_impasse(v)) {
        w->inside = 1;
        w->closest = INFINITY;
    }
    if (w->inside && w->next < w->closest) {
        w->closest = w->next;
        w->block = w->next_block;
        copy(w->point, d->q, v->n);
    }
    if (w->inside && w->next > WATCH_FAR)
        watch_end_lone(v);
    watch_take_lone(w, w->next, d->q[0]);
}

/* Follows a passage: it begins where sigma is small or has changed its sign, keeps its
 * closest point, and is reported where sigma is large again. */
invo_status watch_accept(run *v, const step *d) {
    watch *w = &v->watch;
    watch_accept_lone(v, d);
    if (isnan(w->next))
        return INVO_OK;
    if (isnan(w->first))
        w->first = w->next;
    if (isnan(w->sigma)) {
        take_next(v);
        return INVO_OK;
    }
    double theta = w->sigma / (w->sigma + w->next);
    int turned = has_turned(v);
    int is_near = w->next < NEAR * w->largest;
    if (is_near && w->next_block >= 0 && !w->inside && !w->is_told)
        is_near = weakness_is_there(&w->weakness, v->s, w->next_block, d->q, v->top);
    if (w->next > watch_far(w))
        w->is_told = 0;
    if (!w->inside && !w->is_told && (turned || is_near)) {
        w->inside = 1;
        w->closest = INFINITY;
    }
    if (w->inside && turned)
        keep_closest(v, d, theta, 0);
    else if (w->inside && w->next < w->closest)
        keep_closest(v, d, 1, w->next);
    if (w->inside && w->next > watch_far(w))
        watch_end(v);
    take_next(v);
    return INVO_OK;
}

/* --- what is told --- */

static int takes_part(const run *v, int i) {
    assert(i >= 0 && i < v->watch.rows);
    double most = 0;
    for (int k = 0; k < v->watch.rows; k++)
        most = fmax(most, fabs(v->watch.part[k]));
    return fabs(v->watch.part[i]) >= PART * most;
}

static void list_equation(const run *v, int number, invo_singular *row) {
    assert(number >= 0 && number < manifold_rows(v->s));
    if (row->equations == INVO_SINGULAR_EQUATIONS)
        return;
    const invo_row of = result_entry(v->result, v->ledger.of[number]).row;
    const invo_row *r = &of;
    if (!r->equation)
        return;
    for (int k = 0; k < row->equations; k++)
        if (strcmp(row->equation[k], r->equation) == 0)
            return;
    row->where[row->equations] = r->where;
    row->equation[row->equations++] = r->equation;
}

static void watch_list_equations(const run *v, invo_singular *row) {
    const invo_block *b = v->watch.block < 0 ? NULL : &v->s->blocks.at[v->watch.block];
    for (int i = 0; b && i < b->size; i++)
        list_equation(v, b->row[i], row);
    for (int i = 0; !b && i < v->watch.rows; i++)
        if (takes_part(v, i))
            list_equation(v, watch_ledger_row(v, i), row);
}

/* The coordinates themselves that the gradients of the equations point to. */
static int is_concerned(const run *v, int coordinate) {
    assert(coordinate > 0 && coordinate < v->n);
    const normal_space *b = &v->engine->retraction.space;
    if (v->watch.block >= 0)
        return 0;
    if (v->s->coordinate && v->s->coordinate[coordinate].order)
        return 0;
    for (int i = 0; i < v->watch.rows; i++)
        for (int e = b->pattern->start[i];
             takes_part(v, i) && e < b->pattern->start[i + 1]; e++) {
            int j = b->column ? b->column[b->pattern->column[e]] : b->pattern->column[e];
            const char *name = v->s->coordinate ? v->s->coordinate[j].name : "";
            const char *own = v->s->coordinate ? v->s->coordinate[coordinate].name : "";
            if (j == coordinate || (*own && message_is_derivative(name, own)))
                return 1;
        }
    return 0;
}

/* Reports a singular configuration: when, which equations become dependent, how
 * nearly, and where. */
static void say(run *v, const invo_singular *row) {
    char equations[500] = "";
    char where[300] = "";
    size_t used = 0;
    for (int k = 0; k < row->equations; k++)
        used = message_append(equations, sizeof equations, used, "%s%.60s%s%s%s",
                              k ? ", " : "", row->equation[k], *row->where[k] ? " (" : "",
                              row->where[k], *row->where[k] ? ")" : "");
    used = 0;
    for (int i = 1, count = 0; i < v->n && count < MOST_COORDINATES; i++)
        if (is_concerned(v, i)) {
            const char *name = v->s->coordinate ? v->s->coordinate[i].name : "u";
            used = message_append(where, sizeof where, used, "%s%s = %.6g",
                                  count++ ? ", " : ", at ", name, v->watch.point[i]);
        }
    int pivots = v->watch.block >= 0;
    char size[100];
    snprintf(size, sizeof size,
             pivots ? "smallest pivot %.2g times its value at the start"
                    : "smallest singular value %.2g, %.2g at the start",
             row->sigma, v->watch.first);
    diagnose(
        v->context, SEVERITY_WARNING, INVO_OK, nowhere,
        "t = %.6g: near a singular configuration: %s are nearly dependent (%s)%s; the "
        "solution may branch or end there",
        row->t, equations, size, where);
}

/* Reports where an equation no longer determines its unknown. */
static void say_lone(run *v, const invo_singular *row) {
    diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
             "t = %.6g: near a singular configuration: %.60s%s%s%s hardly determines its "
             "unknown (by a coefficient that is %.2g times the largest so far); the "
             "solution may branch or end there",
             row->t, row->equation[0], *row->where[0] ? " (" : "", row->where[0],
             *row->where[0] ? ")" : "", row->sigma);
}

static void watch_end_lone(run *v) {
    watch_lone *w = &v->watch.lone;
    if (!w->inside)
        return;
    invo_singular row = {.t = w->point[0], .sigma = w->closest, .start = 1};
    w->inside = 0;
    list_equation(v, v->s->blocks.at[w->block].row[0], &row);
    if (v->result->singulars < MOST_IN_WORDS && row.equations)
        say_lone(v, &row);
    result_singular(v->result, &row);
}

void watch_end(run *v) {
    watch *w = &v->watch;
    watch_end_lone(v);
    invo_singular row = {.t = w->point[0], .sigma = w->closest, .start = w->first};
    if (!w->inside)
        return;
    w->inside = 0;
    watch_list_equations(v, &row);
    if (v->result->singulars < MOST_IN_WORDS)
        say(v, &row);
    result_singular(v->result, &row);
}

void watch_close(run *v, invo_status status) {
    (void)status;
    watch_end(v);
    if (v->result->singulars > MOST_IN_WORDS)
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                 "... and %ld more such places; --json lists them",
                 v->result->singulars - MOST_IN_WORDS);
}

static void lay_out_lone(watch_lone *w, const invo_system *s, pool *p) {
    const size_t blocks = (size_t)s->blocks.count;
    w->count = 0;
    for (int k = 0; k < s->blocks.count; k++)
        w->count += s->blocks.at[k].size == 1;
    if (w->count == 0)
        return;
    w->point = pool_doubles(p, (size_t)s->coordinates);
    w->entry = pool_integers(p, blocks);
    w->most = pool_doubles(p, blocks);
    w->block_of = pool_integers(p, (size_t)manifold_rows(s));
}

void watch_lay_out(watch *w, const invo_system *s, pool *p) {
    const size_t n = (size_t)s->coordinates;
    const size_t constraints = (size_t)s->constraints;
    w->point = pool_doubles(p, n);
    weakness_lay_out(&w->weakness, s, p);
    lay_out_lone(&w->lone, s, p);
    w->right = pool_doubles(p, n);
    w->next_right = pool_doubles(p, n);
    w->part = pool_doubles(p, constraints);
    w->left = pool_doubles(p, constraints);
    w->next_left = pool_doubles(p, constraints);
}
