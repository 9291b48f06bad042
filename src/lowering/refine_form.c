/* SPDX-License-Identifier: BSD-3-Clause */
/* Refines a point (u, z) until every row of the ledger holds at the values that are
 * written out.
 *
 * A point that solves some of the rows to round-off may miss others that combine them by
 * more, where terms cancel. Newton's iteration on all rows together, with residuals and
 * point in long double and least corrections in relative terms, finds a point that solves
 * them all; each of its numbers is then rounded by itself, which costs a row half a unit
 * of round-off.
 *
 * A top unknown that only one row holds follows from that row when all others hold, and
 * so on from there: where the iteration on all rows fails, and in large systems, these
 * are no part of it. An angle atan2(b, a) of what vanishes up to round-off may be any
 * number, and no correction of a and b that a slope suggests leads to it. */
#include "refinement.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include "refine_form.h"
#include "shortcut_form.h"

enum { MOST_REFINEMENTS = 5 };
/* Of the corrections that these make: the next one mends what is left, at the price of
 * one evaluation, while digits of a correction cost a solution each. */
static const double CORRECTION_ACCURACY = 1e-2;
/* The growth that so small a regularisation allows leaves four digits, and these are
 * enough; rows that are nearly dependent then cost few iterations. */
static const double REGULARISATION = 1e-12;

/* A correction without refinement that leaves more than this share is made again with it:
 * rows are nearly dependent. */
static const double ESTIMATED = 0.1;

/* In systems of so many rows, all together cost much more than those that others need. */
enum { LARGE = 100 };

/* Coordinates move by no more than this share of their size, or of their nominal size
 * where that is more: what is farther off the manifold is no matter of round-off. A
 * velocity at rest is the difference of numbers that are not small, and errs as these do;
 * and so do the angles of a linkage whose crank has turned many times. */
static const double LARGEST_MOVE = 1e-12;
/* At the start with the fixed values kept, there is no point yet to stay at: the rows of
 * a completed system may be so ill-conditioned that they leave half of the digits open.
 */
static const double LARGEST_START_MOVE = 1e-6;
/* Rows hold in long double when they are within this many units of double precision. */
static const double HOLDS = 0.5;
/* Within so many, no further correction shows beside the half unit that rounding costs.
 */
static const double SETTLED = 0.25;
/* Rows that follow from others contradict these by the rounding of their factors: where
 * no attempt meets all of them so closely, and rows miss by more than NOT_YET, points
 * count that meet them within NEARLY. */
static const double NEARLY = 2, NOT_YET = 4;

/* A coordinate near zero moves by this share of its nominal size as easily as others by
 * their own (as leaves in program.c). */
static const double NOMINAL_SHARE = 1e-3;
/* Top unknowns may be small beside the terms that they follow from. Where corrections
 * that are shared evenly take the coordinates too far, those of the top unknowns cost
 * this much less. */
static const double EASE_OF_TOPS = 1024;

/* Arenas are aligned for doubles only. */
long double *refinement_long_array(arena *a, int count) {
    const uintptr_t unit = _Alignof(long double);
    char *memory = arena_alloc(a, sizeof(long double) * (size_t)count + unit);
    uintptr_t over = (uintptr_t)memory % unit;
    return (long double *)(void *)(memory + (over ? unit - over : 0));
}

static void *refine_form_take_memory(void *owner, size_t size) {
    return arena_alloc(owner, size);
}

typedef LIST(expr) forms;

/* The initial equations of the text, where the run begins with this system. */
static void list_initials(const lowered *w, arena *a, forms *to) {
    const completion *c = w->completion;
    const dae *text = c->system->text ? c->system->text : c->written;
    for (int k = 0; k < text->equations.count && w->system.fixed; k++) {
        const equation *e = &text->equations.at[k];
        if (e->kind != EQUATION_INITIAL || e->guard != NO_EXPR)
            continue;
        if (completion_shows(c, e->residual))
            LIST_PUSH(a, *to, e->residual);
    }
}

/* The columns of the refinement: all slots but time. */
static map_columns refine_form_columns(const completion *c, arena *a) {
    map_columns by = {.count = c->coordinates + c->unknowns, .is_written = 1};
    int *of = ARENA_ARRAY(a, int, by.count);
    for (int j = 1; j < by.count; j++)
        of[j] = j + 1;
    by.of = of;
    return by;
}

/* Lists the entries by columns, and makes room for rows that are no part of the
 * iteration. */
static void refine_form_turn_entries(struct refinement *f, arena *a) {
    const invo_pattern *p = &f->map.pattern;
    int entries = p->start[p->rows];
    int *begin = ARENA_ARRAY(a, int, p->columns + 2);
    f->inside = ARENA_ARRAY(a, int, entries + 1);
    f->row = ARENA_ARRAY(a, int, entries + 1);
    for (int k = 0; k < entries; k++)
        begin[p->column[k] + 2]++;
    for (int j = 0; j < p->columns; j++)
        begin[j + 2] += begin[j + 1];
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            f->inside[begin[p->column[k] + 1]++] = k;
            f->row[k] = i;
        }
    f->begin = begin;
    f->open = ARENA_ARRAY(a, int, p->columns + 1);
    f->queue = ARENA_ARRAY(a, int, p->columns + entries + 1);
    f->follower = ARENA_ARRAY(a, int, p->rows + 1);
    f->is_out = ARENA_ARRAY(a, char, p->rows + 1);
}

/* Expressions are in the programs now: without them the graph is as it was, and the
 * completion serves the next run, too. Where events may complete other modes, or other
 * members of an ensemble are to find it as it is, it stays awake. */
static void refine_form_forget_nodes(const lowered *w, int nodes) {
    if (!w->hybrid && !w->replay)
        graph_rest_at(w->completion->system->graph, nodes);
}

/* Makes the rows and their slopes when they are asked for first: few runs do. A protected
 * call, since it is made during the run. */
static void make_refinement(invo_context *context, void *argument) {
    lowered *w = argument;
    completion *c = w->completion;
    graph *g = c->system->graph;
    arena *a = c->arena;
    const int nodes = graph_count(g);
    (void)context;
    struct refinement *f = arena_alloc(a, sizeof *f);
    arena *scratch = arena_child(a);
    forms list = {0};
    for (int i = 0; i < w->system.rows; i++)
        LIST_PUSH(scratch, list, w->row_form[i]);
    list_initials(w, scratch, &list);
    int rows = list.count;
    f->initials = rows - w->system.rows;
    for (int k = 0; k < c->invariants; k++) {
        expr *form = &list.at[c->constraints - c->invariants + k];
        *form = expr_sub(g, *form, expr_parameter(g, c->system->parameters.count + k));
    }
    map_columns by = refine_form_columns(c, scratch);
    int columns = by.count;
    f->map = map_new(w, rows, list.at, by);
    arena_free(scratch);
    f->saddle = saddle_new(&f->map.pattern, rows, refine_form_take_memory, a);
    f->saddle->accuracy = CORRECTION_ACCURACY;
    f->saddle->delta = REGULARISATION;
    f->value = ARENA_ARRAY(a, double, f->map.pattern.start[rows] + 1);
    f->weight = ARENA_ARRAY(a, double, columns);
    f->factor = ARENA_ARRAY(a, double, rows + 1);
    f->size = ARENA_ARRAY(a, double, rows + 1);
    f->rest = ARENA_ARRAY(a, double, rows + 1);
    f->nu = ARENA_ARRAY(a, double, rows + 1);
    f->point = ARENA_ARRAY(a, double, columns);
    f->kept = ARENA_ARRAY(a, double, columns);
    f->x = refinement_long_array(a, columns);
    f->next = refinement_long_array(a, columns);
    f->r = refinement_long_array(a, rows + 1);
    f->slot = refinement_long_array(a, program_slots(&f->map.value) + 1);
    refine_form_turn_entries(f, a);
    f->is_large = rows >= LARGE;
    f->part = refine_part_new(w, &f->map.pattern, a);
    w->refinement = f;
    refine_form_forget_nodes(w, nodes);
}

static int may_move(const lowered *w, int j, movable what) {
    const int is_top = j >= w->completion->coordinates;
    const int is_fixed = w->system.fixed && !isnan(w->system.fixed[j]);
    if (j == 0)
        return 0; /* time */
    switch (what) {
    case MOVE_UNFIXED_TOPS:
        return is_top && !is_fixed;
    case MOVE_UNFIXED:
        return !is_fixed;
    case MOVE_TOPS:
        return is_top;
    case MOVE_COORDINATES:
        return !is_top;
    case MOVE_TOPS_AND_UNFIXED:
        return is_top || !is_fixed;
    case MOVE_ALL:
        break;
    }
    return 1;
}

int refinement_leaves_out(const lowered *w, int row, const char *left_out) {
    const struct refinement *f = w->refinement;
    if (row >= f->map.pattern.rows - f->initials)
        return !f->at_start;
    return row < w->completion->constraints && left_out && left_out[row];
}

double refinement_weight(const lowered *w, int j, double x, motion how) {
    double weight = fmax(fabs(x), NOMINAL_SHARE * w->nominal[j]);
    if (!may_move(w, j, how.what))
        return 0;
    return j >= w->completion->coordinates ? weight * how.ease : weight;
}

/* Scales the slopes to B: in relative terms, rows of length 1. Rows that are left out,
 * have no terms or do not depend on what moves are empty. */
static void refine_form_scale_rows(lowered *w, const double *u, const double *z,
                                   const char *left_out, motion how) {
    struct refinement *f = w->refinement;
    const completion *c = w->completion;
    const invo_pattern *p = &f->map.pattern;
    program_run(w, &f->map.slope, u, z, f->value);
    if (!f->is_sized)
        shortcut_run_bound(w, &f->bounds, &f->map.value, u, z, f->rest, f->size);
    f->is_sized = 1;
    for (int j = 0; j < p->columns; j++) {
        double x = invo_slot_value(c->coordinates, u, z, j);
        f->weight[j] = refinement_weight(w, j, x, how);
        f->x[j] = x;
    }
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            f->saddle->b[k] = f->value[k] * f->weight[p->column[k]] / f->size[i];
            sum += f->saddle->b[k] * f->saddle->b[k];
        }
        int is_used = sum > FLAT * FLAT && isfinite(sum) && f->size[i] > 0 &&
                      !refinement_leaves_out(w, i, left_out);
        double length = is_used ? sqrt(sum) : INFINITY;
        f->factor[i] = is_used ? 1 / (f->size[i] * length) : 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            f->saddle->b[k] = is_used ? f->saddle->b[k] / length : 0;
    }
}

/* --- rows that others do not need --- */

/* The entry of the only row of the iteration that holds column j, where it gives that
 * column; else -1. */
static int refine_form_last_entry(const struct refinement *f, int j) {
    for (int n = f->begin[j]; n < f->begin[j + 1]; n++) {
        int k = f->inside[n];
        if (f->is_out[f->row[k]])
            continue;
        double slope = fabs(f->value[k] * f->weight[j]);
        int is_plain = fabs(f->value[k]) == 1; /* however ill-conditioned the rest is */
        int gives = isfinite(slope) && (is_plain || slope > FLAT * f->size[f->row[k]]);
        return gives ? k : -1;
    }
    return -1;
}

/* Takes row i out of the iteration; columns that one row is left of come into the queue.
 */
static int refine_form_take_out(const struct refinement *f, int i, int queued) {
    const invo_pattern *p = &f->map.pattern;
    f->is_out[i] = 1;
    f->factor[i] = 0;
    for (int k = p->start[i]; k < p->start[i + 1]; k++) {
        int j = p->column[k];
        f->saddle->b[k] = 0;
        if (--f->open[j] == 1)
            f->queue[queued++] = j;
    }
    return queued;
}

/* Finds the rows that give top unknowns which no other row holds. */
static void refine_form_find_followers(const lowered *w, const char *left_out) {
    struct refinement *f = w->refinement;
    const invo_pattern *p = &f->map.pattern;
    char *is_out = f->is_out;
    int queued = 0;
    for (int i = 0; i < p->rows; i++)
        is_out[i] = (char)refinement_leaves_out(w, i, left_out);
    for (int j = 0; j < p->columns; j++) {
        f->open[j] = 0;
        for (int n = f->begin[j]; n < f->begin[j + 1]; n++)
            f->open[j] += !is_out[f->row[f->inside[n]]];
        if (f->open[j] == 1)
            f->queue[queued++] = j;
    }
    for (int n = 0; n < queued; n++) {
        int j = f->queue[n];
        int is_free = j >= w->completion->coordinates && f->weight[j] > 0;
        int k = is_free && f->open[j] == 1 ? refine_form_last_entry(f, j) : -1;
        if (k < 0)
            continue;
        f->follower[f->followers++] = k;
        queued = refine_form_take_out(f, f->row[k], queued);
    }
}

enum { MOST_FOLLOWING = 200 }; /* passes: formulas in a chain, at worst */

/* Moves column j of f->x, and its rows by what slopes tell. */
static void refine_form_shift(struct refinement *f, int j, long double move) {
    f->x[j] += move;
    for (int n = f->begin[j]; n < f->begin[j + 1]; n++) {
        int k = f->inside[n];
        f->r[f->row[k]] += f->value[k] * move;
    }
}

/* Computes what these rows give at f->x, what others follow from first; rows that slopes
 * describe badly take further passes. What holds is left as it is, and so is what follows
 * from it. */
static void refine_form_follow(struct refinement *f) {
    int changed = f->followers > 0;
    for (int pass = 0; changed && pass < MOST_FOLLOWING; pass++) {
        changed = 0;
        program_run_long(&f->map.value, f->x, f->slot, f->r);
        for (int n = f->followers - 1; n >= 0; n--) {
            int k = f->follower[n];
            int i = f->row[k];
            long double move = -f->r[i] / f->value[k];
            int holds = fabsl(f->r[i]) <= HOLDS * DBL_EPSILON * f->size[i];
            if (holds || !isfinite((double)move))
                continue;
            refine_form_shift(f, f->map.pattern.column[k], move);
            changed = 1;
        }
    }
}

/* --- the iteration --- */

/* The residuals at x, and the largest of those that count, relative to its terms. */
static double refine_form_measure_rows(struct refinement *f, const long double *x) {
    double worst = 0;
    program_run_long(&f->map.value, x, f->slot, f->r);
    for (int i = 0; i < f->map.pattern.rows; i++) {
        f->rest[i] = (double)(f->r[i] * f->factor[i]);
        if (f->factor[i] == 0)
            continue;
        double units = fabs((double)(f->r[i] / f->size[i]));
        worst = units <= worst ? worst : units; /* NaN counts */
    }
    return worst;
}

static void refine_form_correct(const struct refinement *f, int is_exact) {
    if (is_exact)
        saddle_solve(f->saddle, f->rest, f->nu);
    else
        saddle_estimate(f->saddle, f->rest, f->nu);
    for (int j = 0; j < f->map.pattern.columns; j++)
        f->next[j] = f->x[j];
    for (int i = 0; i < f->map.pattern.rows; i++)
        for (int k = f->map.pattern.start[i]; k < f->map.pattern.start[i + 1]; k++) {
            int j = f->map.pattern.column[k];
            f->next[j] -= (long double)(f->weight[j] * f->saddle->b[k]) * f->nu[i];
        }
}

enum { ORDERS = 16 }; /* of derivatives; higher ones share the last */

static int refine_form_order(const lowered *w, int j) {
    const int order = w->system.coordinate[j].order;
    return order < ORDERS ? order : ORDERS - 1;
}

static int refine_form_is_near(const lowered *w, const double *u, double reach) {
    const struct refinement *f = w->refinement;
    const int n = w->completion->coordinates;
    double largest[ORDERS]; /* coordinate of each order, against its nominal size */
    for (int l = 0; l < ORDERS; l++)
        largest[l] = 1;
    for (int j = 1; j < n; j++) {
        double *size = &largest[refine_form_order(w, j)];
        *size = fmax(*size, fabs(u[j]) / w->nominal[j]);
    }
    for (int l = 1; l < ORDERS; l++) /* slopes err as what they are slopes at */
        largest[l] *= largest[0];
    for (int j = 1; j < n; j++) {
        const double size = largest[refine_form_order(w, j)] * w->nominal[j];
        if (!(fabsl(f->x[j] - u[j]) <= reach * size))
            return 0;
    }
    return 1;
}

/* Newton's iteration on the rows together. Returns whether they hold then, at f->x,
 * within so many units. */
static int iterate_rows(lowered *w, const double *u, const double *z,
                        const char *left_out, motion how, double within, int is_exact) {
    struct refinement *f = w->refinement;
    refine_form_scale_rows(w, u, z, left_out, how);
    f->followers = 0;
    if (how.apart)
        refine_form_find_followers(w, left_out);
    if (!saddle_factor(f->saddle))
        return 0;
    double worst = refine_form_measure_rows(f, f->x);
    for (int k = 0; k < MOST_REFINEMENTS && worst > SETTLED * DBL_EPSILON; k++) {
        refine_form_correct(f, is_exact);
        double next = refine_form_measure_rows(f, f->next);
        if (!is_exact && !(next < fmax(ESTIMATED * worst, SETTLED * DBL_EPSILON))) {
            refine_form_measure_rows(f, f->x);
            is_exact = 1;
            continue;
        }
        if (!(next < worst))
            break;
        for (int j = 0; j < f->map.pattern.columns; j++)
            f->x[j] = f->next[j];
        int slow = next > worst / 2;
        worst = next;
        if (slow)
            break;
    }
    refine_form_follow(f);
    return worst <= within * DBL_EPSILON && refine_form_is_near(w, u, how.reach);
}

/* The same; in small systems by estimated corrections first, which may lead astray where
 * rows are nearly dependent. */
static int solve_rows(lowered *w, const double *u, const double *z, const char *left_out,
                      motion how, double within) {
    return (!w->refinement->is_large &&
            iterate_rows(w, u, z, left_out, how, within, 0)) ||
           iterate_rows(w, u, z, left_out, how, within, 1);
}

/* The largest residual of the rows at (u, z), in units, and f->worst, whose it is; rows
 * that nothing moved can meet count, too. */
static double refine_form_worst_units(lowered *w, const double *u, const double *z,
                                      const char *left_out) {
    struct refinement *f = w->refinement;
    double worst = 0;
    f->worst = -1;
    shortcut_run_bound(w, &f->bounds, &f->map.value, u, z, f->rest, f->size);
    for (int i = 0; i < f->map.pattern.rows; i++) {
        if (refinement_leaves_out(w, i, left_out) || f->rest[i] == 0)
            continue;
        double units = fabs(f->rest[i]) / (DBL_EPSILON * f->size[i]);
        if (units <= worst)
            continue;
        worst = units; /* NaN counts */
        f->worst = i;
    }
    return worst;
}

/* Takes f->x into (u, z), each number rounded by itself, if the rows hold better there
 * than with `best` units. Returns the units at (u, z). */
static double take_rounded(lowered *w, double *u, double *z, const char *left_out,
                           double best) {
    struct refinement *f = w->refinement;
    int n = w->completion->coordinates;
    int columns = f->map.pattern.columns;
    for (int j = 0; j < columns; j++)
        f->point[j] = (double)f->x[j];
    double worst = refine_form_worst_units(w, f->point, f->point + n, left_out);
    f->is_sized = worst < best;
    if (!f->is_sized)
        return best;
    for (int j = 0; j < columns; j++)
        *(j < n ? &u[j] : &z[j - n]) = f->point[j];
    return worst;
}

/* Refines the start with all fixed values as they are, those of top unknowns included: a
 * formula for one of them may be so ill-conditioned that it misses the value by far more
 * than round-off. Returns whether the rows hold so; else (u, z) is unchanged. */
static int refine_fixed(lowered *w, double *u, double *z, const char *left_out) {
    const motion attempt[] = {{MOVE_UNFIXED_TOPS, 1, LARGEST_START_MOVE, 0},
                              {MOVE_UNFIXED, 1, LARGEST_START_MOVE, 0},
                              {MOVE_UNFIXED_TOPS, 1, LARGEST_START_MOVE, 1},
                              {MOVE_UNFIXED, 1, LARGEST_START_MOVE, 1}};
    const int attempts = sizeof attempt / sizeof *attempt;
    const int n = w->completion->coordinates;
    const int columns = w->refinement->map.pattern.columns;
    double *point = w->refinement->kept;
    int any = 0;
    for (int j = 0; j < columns && w->system.fixed; j++) {
        double fixed = w->system.fixed[j];
        point[j] = invo_slot_value(n, u, z, j);
        if (j < n || isnan(fixed))
            continue;
        point[j] = fixed;
        any = 1;
    }
    if (!any)
        return 0; /* others keep fixed coordinates as well */
    double best = refine_form_worst_units(w, point, point + n, left_out);
    w->refinement->is_sized = 1;
    for (int k = 0; k < attempts && !(best <= ENOUGH); k++)
        if (solve_rows(w, point, point + n, left_out, attempt[k], HOLDS))
            best = take_rounded(w, point, point + n, left_out, best);
    if (!(best <= ENOUGH))
        return 0;
    for (int j = 0; j < columns; j++)
        *(j < n ? &u[j] : &z[j - n]) = point[j];
    return 1;
}

/* Does a constraint of a large system miss its bound? Top unknowns alone rarely meet it,
 * and trying that costs as much as the rest. */
static int misses_constraint(const lowered *w, const char *left_out) {
    const struct refinement *f = w->refinement;
    for (int i = 0; i < w->completion->constraints && f->is_large; i++)
        if (!refinement_leaves_out(w, i, left_out) &&
            fabs(f->rest[i]) > ENOUGH * DBL_EPSILON * f->size[i])
            return 1;
    return 0;
}

/* Is the worst row one that follows from others, constraints among them? What it misses
 * is the rounding of the coordinates, which top unknowns cannot mend. */
static int misses_redundant(const lowered *w) {
    const int row = w->refinement->worst;
    return row >= 0 && row < w->system.rows && w->system.row &&
           w->system.row[row].kind == INVO_ROW_REDUNDANT;
}

/* Takes f->x, rounded, where all rows hold there. */
static int take_enough(lowered *w, double *u, double *z, const char *left_out) {
    return refine_form_is_near(w, u, LARGEST_MOVE) &&
           take_rounded(w, u, z, left_out, ENOUGH) < ENOUGH;
}

/* By few coordinates, or few rows. */
static int refine_by_parts(lowered *w, double *u, double *z, const char *left_out) {
    if (refine_part_polish(w, u, z, left_out) && take_enough(w, u, z, left_out))
        return 1;
    if (!w->refinement->is_sized)
        refine_form_worst_units(w, u, z, left_out);
    w->refinement->is_sized = 1;
    return refine_part_solve(w, left_out) && take_enough(w, u, z, left_out);
}

/* Of the attempts below, which large systems begin with: fewer rows, and none that jumps.
 */
enum { FIRST_APART = 3 };

static int run_refine(void *self, double *u, double *z, const char *left_out, int keep) {
    lowered *w = self;
    if (!w->refinement) {
        invo_context *context = w->completion->system->context;
        invo_status status = protect(context, make_refinement, w);
        if (status)
            return (int)status;
    }
    w->refinement->at_start = keep;
    if (keep && refine_fixed(w, u, z, left_out))
        return INVO_OK;
    movable most = keep ? MOVE_TOPS_AND_UNFIXED : MOVE_ALL;
    const motion attempt[] = {{MOVE_TOPS, 1, LARGEST_MOVE, 0},
                              {most, 1, LARGEST_MOVE, 0},
                              {most, EASE_OF_TOPS, LARGEST_MOVE, 0},
                              {MOVE_TOPS, 1, LARGEST_MOVE, 1},
                              {most, 1, LARGEST_MOVE, 1},
                              {most, EASE_OF_TOPS, LARGEST_MOVE, 1}};
    const int attempts = sizeof attempt / sizeof *attempt;
    double best = refine_form_worst_units(w, u, z, left_out);
    w->refinement->is_sized = 1;
    const int tops_fail = misses_constraint(w, left_out) || misses_redundant(w);
    const int first = (w->refinement->is_large ? FIRST_APART : 0) + tops_fail;
    if (!keep && !(best <= ENOUGH) && refine_by_parts(w, u, z, left_out))
        return INVO_OK;
    for (int k = 0; k < attempts && !(best <= ENOUGH); k++) {
        const int number = (k + first) % attempts;
        if (solve_rows(w, u, z, left_out, attempt[number], HOLDS))
            best = take_rounded(w, u, z, left_out, best);
    }
    for (int k = 0; k < attempts && !(best <= NOT_YET); k++)
        if (solve_rows(w, u, z, left_out, attempt[k], NEARLY))
            best = take_rounded(w, u, z, left_out, best);
    return INVO_OK;
}

void lowered_add_refinement(lowered *w, int rows, const expr *form) {
    assert(rows >= 0 && !w->row_form);
    expr *kept = ARENA_ARRAY(w->completion->arena, expr, rows + 1);
    for (int i = 0; i < rows; i++)
        kept[i] = form[i];
    w->row_form = kept;
    w->system.ledger.refine = run_refine;
}

void lowered_load_refinement(const lowered *w) {
    if (!w->refinement)
        return;
    map_load(w, &w->refinement->map);
    shortcut_load_bound(w, &w->refinement->bounds);
}
