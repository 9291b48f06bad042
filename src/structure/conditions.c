/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped Gauss-Newton with steps of least norm, then moves along the solution set towards
 * the guess. Ranks are those of rows scaled by their round-off bound and columns scaled
 * by their weight. */
#include "conditions.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../base/number.h"
#include "../linalg/dense.h"

static const double ACCEPT = 4;             /* units of round-off, the ledger's bound */
static const double ENOUGH = 0.5;           /* units at which no step can help any more */
static const double RANK_TOLERANCE = 1e-11; /* unless asked otherwise */
static const double NEAREST =
    1e-9; /* share of the distance that may be left along the tangent */
static const double LONGEST_MOVE = 10; /* against the tangent itself */
enum { MOST_ITERATIONS = 60, MOST_HALVINGS = 30, MOST_NUDGES = 6, MOST_MOVES = 40 };

static void find_slopes(conditions *s) {
    completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    int *number = s->lowered->numbers; /* 1 + column, 0 elsewhere */
    arena *scratch = arena_child(c->arena), *lists = arena_child(c->arena);
    LIST(int) row = {0}, column = {0};
    LIST(expr) entry = {0};
    for (int k = 0; k < s->columns; k++) number[s->column[k]] = k + 1;
    for (int i = 0; i < s->rows; i++) {
        arena_mark before = arena_now(scratch);
        expr_leaves all = expr_depends(g, s->row[i].f), free_ones = {0};
        expr *leaf = ARENA_ARRAY(scratch, expr, 2 * all.count + 1),
             *slope = leaf + all.count;
        for (int k = 0; k < all.count; k++) {
            int slot = completion_slot(c, expr_get(g, all.at[k]));
            if (slot >= 0 && number[slot]) leaf[free_ones.count++] = all.at[k];
        }
        expr_forget(g, all);
        free_ones.at = leaf;
        expr_gradient(g, s->row[i].f, free_ones, slope);
        for (int k = 0; k < free_ones.count; k++) {
            if (slope[k] == EXPR_ZERO) continue;
            LIST_PUSH(lists, row, i);
            LIST_PUSH(lists, column,
                      number[completion_slot(c, expr_get(g, leaf[k]))] - 1);
            LIST_PUSH(lists, entry, slope[k]);
        }
        arena_return(scratch, before);
    }
    for (int k = 0; k < s->columns; k++) number[s->column[k]] = 0;

    s->entry_row = LIST_KEEP(c->arena, row);
    s->entry_column = LIST_KEEP(c->arena, column);
    s->slope = program_new(s->lowered, entry.count, entry.at);
    s->slope_value = ARENA_ARRAY(c->arena, double, entry.count + 1);
    arena_free(lists);
    arena_free(scratch);
}

/* Both sizes at least this: the slopes are sparse. Dense orthogonal factors are slower
 * long before, but of small systems they tell the rank better. */
enum { SMALLEST_SPARSE = 64 };

static void make_dense(conditions *s, arena *a) {
    s->a = ARENA_ARRAY(a, double, (size_t)s->rows *(size_t)s->columns + 1);
    s->work = ARENA_ARRAY(a, double, least_squares_work(s->rows, s->columns) + 1);
    s->pivot = ARENA_ARRAY(a, int, s->rows + 1);
}

conditions *conditions_new(lowered *w, int rows, const condition *row, int columns,
                           const int *column, const double *guess, const double *weight) {
    arena *a = w->completion->arena;
    conditions *s = arena_alloc(a, sizeof *s);
    *s = (conditions){.lowered = w,
                      .rows = rows,
                      .columns = columns,
                      .row = row,
                      .column = column,
                      .guess = guess,
                      .weight = weight,
                      .tolerance = RANK_TOLERANCE};
    arena *scratch = arena_child(a);
    expr *f = ARENA_ARRAY(scratch, expr, rows + 1);
    for (int i = 0; i < rows; i++) f[i] = row[i].f;
    s->value = program_new(w, rows, f);
    arena_free(scratch);
    find_slopes(s);
    s->trial = ARENA_ARRAY(a, double, columns + 1);
    s->moved = ARENA_ARRAY(a, double, columns + 1),
    s->move = ARENA_ARRAY(a, double, columns + 1);
    s->r = ARENA_ARRAY(a, double, rows + 1), s->bound = ARENA_ARRAY(a, double, rows + 1);
    s->scale = ARENA_ARRAY(a, double, rows + 1);
    s->before = ARENA_ARRAY(a, double, columns + 1),
    s->last = ARENA_ARRAY(a, double, columns + 1);
    s->column_length = ARENA_ARRAY(a, double, columns + 1);
    if (rows >= SMALLEST_SPARSE && columns >= SMALLEST_SPARSE)
        s->sparse =
            slopes_new(a, rows, columns, s->slope.outputs, s->entry_row, s->entry_column);
    else
        make_dense(s, a);
    s->b = ARENA_ARRAY(a, double, (rows > columns ? rows : columns) + 1);
    s->step = ARENA_ARRAY(a, double, columns + 1);
    return s;
}

/* r and bound at x; returns the largest residual in units of round-off, infinite where
 * undefined. */
static double evaluate(conditions *s, const double *x) {
    double worst = 0;
    program_run_bound(s->lowered, &s->value, x, x + s->lowered->completion->coordinates,
                      s->r, s->bound);
    for (int i = 0; i < s->rows; i++) {
        if (!isfinite(s->r[i]) || !isfinite(s->bound[i])) return INFINITY;
        worst =
            larger(worst, s->r[i] == 0 ? 0 : fabs(s->r[i]) / (DBL_EPSILON * s->bound[i]));
    }
    return worst;
}

/* Slopes at x, rows divided by their bound, columns by their weight. Returns 0 where not
 * finite. */
static int scaled_slopes(conditions *s, const double *x) {
    int count = s->slope.outputs;
    double *value = s->slope_value;
    program_run(s->lowered, &s->slope, x, x + s->lowered->completion->coordinates, value);
    for (int k = 0; k < count; k++) {
        double bound = s->bound[s->entry_row[k]];
        if (!isfinite(value[k])) return 0;
        value[k] /= bound > 0 ? bound : 1;
        value[k] /= s->weight[s->column[s->entry_column[k]]];
    }
    if (s->sparse) {
        slopes_load(s->sparse, count, value);
        return 1;
    }
    memset(s->a, 0, sizeof *s->a * (size_t)s->rows * (size_t)s->columns);
    for (int k = 0; k < count; k++)
        s->a[s->entry_row[k] + (size_t)s->entry_column[k] * (size_t)s->rows] += value[k];
    return 1;
}

/* Residuals in units of the frozen scale; steps are accepted by their sum of squares. */
static double merit(const conditions *s) {
    double sum = 0;
    for (int i = 0; i < s->rows; i++) {
        double x = s->r[i] / s->scale[i];
        sum += x * x;
    }
    return sum;
}

static void freeze_scale(conditions *s) {
    for (int i = 0; i < s->rows; i++) s->scale[i] = s->bound[i] > 0 ? s->bound[i] : 1;
}

/* The columns of a point are kept and put back; the rest of it does not change. */
static void keep_columns(const conditions *s, const double *x, double *to) {
    for (int j = 0; j < s->columns; j++) to[j] = x[s->column[j]];
}

static void put_columns(const conditions *s, double *x, const double *from) {
    for (int j = 0; j < s->columns; j++) x[s->column[j]] = from[j];
}

/* Units differ by less than this; a column that is shorter still is zero, in a limit. */
static const double SHORTEST = 1e-16;

/* Divides the columns of the slopes by their lengths. */
static void equilibrate_columns(conditions *s, double *length) {
    double longest = 0;
    for (int j = 0; j < s->columns; j++) {
        double *column = s->a + (size_t)j * (size_t)s->rows;
        length[j] = sqrt(dot(s->rows, column, column));
        longest = fmax(longest, length[j]);
    }
    for (int j = 0; j < s->columns; j++) {
        double *column = s->a + (size_t)j * (size_t)s->rows;
        if (!(length[j] > SHORTEST * longest)) length[j] = 1;
        for (int i = 0; i < s->rows; i++) column[i] /= length[j];
    }
}

static void load_residuals(conditions *s) {
    for (int i = 0; i < s->rows; i++) s->b[i] = -s->r[i] / s->scale[i];
}

/* A square and regular set has one solution, and elimination keeps its zeros. Returns
 * whether it is. */
static int solve_square(conditions *s) {
    double *lu = s->work;
    if (s->rows != s->columns) return 0;
    if (s->sparse)
        return slopes_solve_square(s->sparse, s->tolerance, s->b, s->step) == s->rows;
    memcpy(lu, s->a, sizeof *lu * (size_t)s->rows * (size_t)s->rows);
    if (lu_factor(s->rows, lu, s->pivot, s->column_length)) return 0;
    for (int i = 0; i < s->rows; i++)
        if (!(fabs(lu[i + (size_t)i * (size_t)s->rows]) > s->tolerance)) return 0;
    memcpy(s->step, s->b, sizeof *s->step * (size_t)s->rows);
    lu_solve(s->rows, lu, s->pivot, s->column_length, s->step);
    return 1;
}

/* s->step of least norm with slopes * step = -r, both scaled; returns the rank. Where
 * units differ so much that the slopes look singular, it is of least norm in other units.
 */
static int solve_step(conditions *s, const double *x) {
    int full = s->rows < s->columns ? s->rows : s->columns;
    load_residuals(s);
    if (solve_square(s)) return full;
    if (s->sparse) {
        slopes_solve_least(s->sparse, s->b, s->step);
        return full; /* as far as anybody has looked */
    }
    int rank =
        least_squares(s->rows, s->columns, s->a, s->b, s->step, s->tolerance, s->work);
    if (rank == full || s->tolerance > RANK_TOLERANCE) return rank;
    double *length = s->column_length, *step = s->move;
    scaled_slopes(s, x);
    load_residuals(s);
    equilibrate_columns(s, length);
    int other =
        least_squares(s->rows, s->columns, s->a, s->b, step, s->tolerance, s->work);
    if (other <= rank) return rank;
    for (int j = 0; j < s->columns; j++) s->step[j] = step[j] / length[j];
    return other;
}

/* One step of least norm towards r = 0, halved until the residuals decrease; r and bound
 * are those at x before and after. Returns 0 if nothing decreases them. */
static int descend(conditions *s, double *x) {
    if (!scaled_slopes(s, x)) return 0;
    freeze_scale(s);
    double before = merit(s), length = 1;
    solve_step(s, x);
    keep_columns(s, x, s->trial);
    for (int k = 0; k < MOST_HALVINGS; k++, length /= 2) {
        for (int j = 0; j < s->columns; j++)
            x[s->column[j]] = s->trial[j] + length * s->step[j] / s->weight[s->column[j]];
        if (isfinite(evaluate(s, x)) && merit(s) < before) return 1;
    }
    put_columns(s, x, s->trial);
    evaluate(s, x);
    return 0;
}

/* Newton's iteration to round-off from x; returns the residual reached, in units. It goes
 * on below the accepted size while that still helps. */
static double restore(conditions *s, double *x) {
    double units = evaluate(s, x);
    for (int k = 0; k < MOST_ITERATIONS && isfinite(units) && units > ENOUGH; k++) {
        if (!descend(s, x)) break;
        double next = evaluate(s, x);
        if (units <= ACCEPT && next > units / 2) return next < units ? next : units;
        units = next;
    }
    return units;
}

/* A number in [1/2, 1) that depends on the name alone, not on where it is declared. */
static double seed(const char *name, int salt) {
    uint32_t h = 2166136261u + (uint32_t)salt;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    h ^= h >> 15, h *= 2246822519u, h ^= h >> 13;
    return 0.5 + (h >> 8) / 33554432.0;
}

/* Moves the guess off a critical or undefined point; upwards first, then either way. */
static void nudge(conditions *s, double *x, int attempt) {
    const completion *c = s->lowered->completion;
    double size = attempt < 2 ? 0.1 : 0.1 * ldexp(1, attempt);
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        const char *name =
            slot < c->coordinates
                ? s->lowered->system.coordinate[slot].name
                : c->system->variables.at[c->unknown[slot - c->coordinates].variable]
                      .name;
        double amount = size * seed(name, attempt);
        if (attempt > 0 && seed(name, attempt + 100) < 0.75) amount = -amount;
        x[slot] = s->guess[slot] +
                  amount * fmax(s->lowered->nominal[slot], fabs(s->guess[slot]));
    }
}

static double distance(const conditions *s, const double *x) {
    double sum = 0;
    for (int j = 0; j < s->columns; j++) {
        double d = s->weight[s->column[j]] * (x[s->column[j]] - s->guess[s->column[j]]);
        sum += d * d;
    }
    return sqrt(sum);
}

/* b = slopes * step */
static void multiply(conditions *s) {
    if (s->sparse) {
        sparse_multiply(&s->sparse->pattern, s->sparse->value, s->step, s->b);
        return;
    }
    for (int i = 0; i < s->rows; i++) {
        s->b[i] = 0;
        for (int j = 0; j < s->columns; j++)
            s->b[i] += s->a[i + (size_t)j * (size_t)s->rows] * s->step[j];
    }
}

/* step of least norm with slopes * step = b */
static void solve_least(conditions *s) {
    if (s->sparse)
        slopes_solve_least(s->sparse, s->b, s->step);
    else
        least_squares(s->rows, s->columns, s->a, s->b, s->step, s->tolerance, s->work);
}

/* Takes the part of (guess - x) that is tangent to the solution set into step, in
 * weighted coordinates; returns its length. */
static double tangent(conditions *s, const double *x) {
    evaluate(s, x);
    if (!scaled_slopes(s, x)) return 0;
    double sum = 0;
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        s->step[j] = s->weight[slot] * (s->guess[slot] - x[slot]);
    }
    multiply(s);
    if (s->sparse && solve_square(s)) return 0; /* regular: there is no tangent */
    solve_least(s);
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        s->step[j] = s->weight[slot] * (s->guess[slot] - x[slot]) - s->step[j];
        sum += s->step[j] * s->step[j];
    }
    return sqrt(sum);
}

/* Barzilai and Borwein's step length from the last move and the change of the tangent
 * over it. */
static double step_length(const conditions *s, const double *x) {
    double moved = 0, bent = 0;
    for (int j = 0; j < s->columns; j++) {
        double dx = s->weight[s->column[j]] * (x[s->column[j]] - s->before[j]);
        moved += dx * dx, bent += dx * (s->last[j] - s->step[j]);
    }
    return bent > 0 ? fmin(moved / bent, LONGEST_MOVE) : 1;
}

/* Slides along the solution set to the point nearest to the guess. */
static void approach(conditions *s, double *x) {
    double now = distance(s, x);
    for (int k = 0; k < MOST_MOVES; k++) {
        if (!(tangent(s, x) > NEAREST * now)) return;
        double length = k ? step_length(s, x) : 1, there;
        memcpy(s->last, s->step, sizeof *s->last * (size_t)s->columns);
        keep_columns(s, x, s->before);
        for (;; length /= 2) {
            for (int j = 0; j < s->columns; j++)
                x[s->column[j]] =
                    s->before[j] + length * s->last[j] / s->weight[s->column[j]];
            if (restore(s, x) <= ACCEPT && (there = distance(s, x)) < now * (1 + 1e-12))
                break;
            put_columns(s, x, s->before);
            if (length < 2e-3) return;
        }
        now = there;
    }
}

int conditions_solve(conditions *s, double *x) {
    double best = restore(s, x);
    if (best > ACCEPT) {
        keep_columns(s, x, s->moved);
        for (int k = 0; k < MOST_NUDGES && best > ACCEPT; k++) {
            nudge(s, x, k);
            best = restore(s, x);
        }
        if (best > ACCEPT) return put_columns(s, x, s->moved), 0;
        s->nudged = 1;
    }
    if (s->columns > 1) approach(s, x);
    return 1;
}

int conditions_restore(conditions *s, double *x) { return restore(s, x) <= ACCEPT; }

int conditions_worst(conditions *s, const double *x, double *value) {
    double worst = ACCEPT;
    int found = -1;
    evaluate(s, x);
    for (int i = 0; i < s->rows; i++) {
        double units =
            fabs(s->r[i]) / (DBL_EPSILON * (s->bound[i] > 0 ? s->bound[i] : 1));
        if (!(units <= worst)) found = i, worst = units;
        if (!isfinite(s->r[i])) return *value = s->r[i], i;
    }
    if (found >= 0) *value = s->r[found];
    return found;
}

int conditions_rank(conditions *s, const double *x) {
    evaluate(s, x);
    freeze_scale(s);
    if (!scaled_slopes(s, x)) return -1;
    if (!s->sparse || (s->rows == s->columns && (load_residuals(s), solve_square(s))))
        return s->sparse ? s->rows : solve_step(s, x);
    return slopes_rank(s->sparse);
}
