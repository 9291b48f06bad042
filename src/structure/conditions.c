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
#include "../linalg/judged.h"

static const double ACCEPT = 4;             /* units of round-off, the ledger's bound */
static const double ENOUGH = 0.5;           /* units at which no step can help any more */
static const double RANK_TOLERANCE = 1e-11; /* unless asked otherwise */
static const double NEAREST =
    1e-9; /* share of the distance that may be left along the tangent */
static const double LONGEST_MOVE = 10; /* against the tangent itself */
/* A slope below so many units of its round-off is zero: that of sin(x) at pi/2. */
static const double NOTHING = 4;
/* Of the size of a curved unknown, that one step may move it by at first: sin(x) = 0 from
 * 1.57 asks for a step of -1256, to a root among hundreds. Twice as far after each step
 * that does what it promised. */
static const double FIRST_RADIUS = 0.5, LEAST_RADIUS = 1e-3;
enum { MOST_ITERATIONS = 100, MOST_HALVINGS = 30, MOST_NUDGES = 6, MOST_MOVES = 40 };

/* Marks the columns that a slope depends on; returns whether there are none. */
static char mark_curved(conditions *s, const int *number, expr slope) {
    const completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, slope);
    char is_constant = 1;
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(g, leaves.at[k]));
        if (slot < 0 || !number[slot])
            continue;
        s->is_curved[number[slot] - 1] = 1;
        is_constant = 0;
    }
    expr_forget(g, leaves);
    return is_constant;
}

/* The name of the unknown that a slot belongs to: it does not depend on the order of
 * declarations. */
static const char *conditions_slot_name(const conditions *s, int slot) {
    const completion *c = s->lowered->completion;
    if (slot < c->coordinates)
        return s->lowered->system.coordinate[slot].name;
    const jet_unknown *y = &c->unknown[slot - c->coordinates];
    return completion_name(c, slot - c->coordinates, y->d);
}

/* One program for each level of formulas: their residuals, then their slopes. */
static void compile_formulas(conditions *s, const expr *slope) {
    completion *c = s->lowered->completion;
    const tearing *t = &s->formulas;
    s->levels = t->formulas ? t->level[t->formulas - 1] + 1 : 0;
    s->formula = ARENA_ARRAY(c->arena, program, s->levels + 1);
    s->formula_value = ARENA_ARRAY(c->arena, double, 2 * t->formulas + 1);
    expr *root = ARENA_ARRAY(c->arena, expr, 2 * t->formulas + 1);
    for (int level = 0, k = 0; level < s->levels; level++) {
        int first = k;
        int count;
        while (k < t->formulas && t->level[k] == level)
            k++;
        count = k - first;
        for (int i = 0; i < count; i++) {
            root[i] = s->row[t->formula_row[first + i]].f;
            root[count + i] = slope[t->formula_entry[first + i]];
        }
        s->formula[level] = program_new(s->lowered, 2 * count, root);
    }
}

/* Greedy tearing looks at all rows for each formula. */
enum { LARGEST_TORN = 2000 };

/* Which rows give columns explicitly, and in which order. Only of a square set: its
 * solution does not depend on the way there. */
static void find_formulas(conditions *s, int entries, const int *row, const int *column,
                          const char *is_constant, const expr *slope) {
    completion *c = s->lowered->completion;
    if (s->rows != s->columns || s->rows > LARGEST_TORN)
        return;
    int any = 0;
    for (int k = 0; k < entries; k++)
        any |= !is_constant[k];
    if (!any || s->rows < 2)
        return; /* linear: one step */
    tearing *t = &s->formulas;
    char *given = ARENA_ARRAY(c->arena, char, s->columns + 1);
    *t = (tearing){.rows = s->rows,
                   .columns = s->columns,
                   .entries = entries,
                   .row = row,
                   .column = column,
                   .is_explicit = is_constant,
                   .given = given};
    t->row_name = ARENA_ARRAY(c->arena, const char *, s->rows + 1);
    t->column_name = ARENA_ARRAY(c->arena, const char *, s->columns + 1);
    for (int i = 0; i < s->rows; i++)
        t->row_name[i] =
            equation_text(c->arena, &c->system->equations.at[s->row[i].equation]);
    for (int j = 0; j < s->columns; j++) {
        t->column_name[j] = conditions_slot_name(s, s->column[j]);
        given[j] = s->given && s->given[s->column[j]];
    }
    tear(c->arena, t);
    t->row = t->column = NULL; /* the caller's; entry_row and entry_column stay */
    t->is_explicit = NULL;
    compile_formulas(s, slope);
}

static void conditions_find_slopes(conditions *s) {
    completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    int *number = s->lowered->numbers; /* 1 + column, 0 elsewhere */
    arena *scratch = arena_child(c->arena);
    arena *lists = arena_child(c->arena);
    LIST(int) row = {0}, column = {0};
    LIST(expr) entry = {0};
    LIST(char) constant = {0};
    s->is_curved = ARENA_ARRAY(c->arena, char, s->columns + 1);
    for (int k = 0; k < s->columns; k++)
        number[s->column[k]] = k + 1;
    for (int i = 0; i < s->rows; i++) {
        arena_mark before = arena_now(scratch);
        expr_leaves all = expr_depends(g, s->row[i].f);
        expr_leaves free_ones = {0};
        expr *leaf = ARENA_ARRAY(scratch, expr, 2 * all.count + 1);
        expr *slope = leaf + all.count;
        for (int k = 0; k < all.count; k++) {
            int slot = completion_slot(c, expr_get(g, all.at[k]));
            if (slot >= 0 && number[slot])
                leaf[free_ones.count++] = all.at[k];
        }
        expr_forget(g, all);
        free_ones.at = leaf;
        expr_gradient(g, s->row[i].f, free_ones, slope);
        for (int k = 0; k < free_ones.count; k++) {
            if (slope[k] == EXPR_ZERO)
                continue;
            LIST_PUSH(lists, row, i);
            LIST_PUSH(lists, column,
                      number[completion_slot(c, expr_get(g, leaf[k]))] - 1);
            LIST_PUSH(lists, entry, slope[k]);
            LIST_PUSH(lists, constant, mark_curved(s, number, slope[k]));
        }
        arena_return(scratch, before);
    }
    for (int k = 0; k < s->columns; k++)
        number[s->column[k]] = 0;
    find_formulas(s, row.count, row.at, column.at, constant.at, entry.at);

    s->entry_row = LIST_KEEP(c->arena, row);
    s->entry_column = LIST_KEEP(c->arena, column);
    s->slope = program_new(s->lowered, entry.count, entry.at);
    s->slope_value = ARENA_ARRAY(c->arena, double, entry.count + 1);
    s->slope_bound = ARENA_ARRAY(c->arena, double, entry.count + 1);
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
    return conditions_new_given(w, rows, row, columns, column, guess, weight, NULL);
}

conditions *conditions_new_given(lowered *w, int rows, const condition *row, int columns,
                                 const int *column, const double *guess,
                                 const double *weight, const char *given) {
    arena *a = w->completion->arena;
    conditions *s = arena_alloc(a, sizeof *s);
    *s = (conditions){.memory = a,
                      .lowered = w,
                      .rows = rows,
                      .columns = columns,
                      .row = row,
                      .column = column,
                      .guess = guess,
                      .weight = weight,
                      .given = given,
                      .tolerance = RANK_TOLERANCE,
                      .nothing = NOTHING,
                      .first_radius = FIRST_RADIUS};
    arena *scratch = arena_child(a);
    expr *f = ARENA_ARRAY(scratch, expr, rows + 1);
    for (int i = 0; i < rows; i++)
        f[i] = row[i].f;
    s->value = program_new(w, rows, f);
    arena_free(scratch);
    conditions_find_slopes(s);
    s->trial = ARENA_ARRAY(a, double, columns + 1);
    s->moved = ARENA_ARRAY(a, double, columns + 1);
    s->move = ARENA_ARRAY(a, double, columns + 1);
    s->r = ARENA_ARRAY(a, double, rows + 1);
    s->bound = ARENA_ARRAY(a, double, rows + 1);
    s->scale = ARENA_ARRAY(a, double, rows + 1);
    s->start = ARENA_ARRAY(a, double, columns + 1);
    s->found = ARENA_ARRAY(a, double, columns + 1);
    s->foot = ARENA_ARRAY(a, double, rows + 1);
    s->before = ARENA_ARRAY(a, double, columns + 1);
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

/* --- sets that are kept --- */

struct kept_conditions {
    conditions **bucket; /* [buckets] */
    int buckets, count;
};

/* Sets for each block of the top equations, in all their stages. More are made for one
 * use only: an event that sets every subset of the states in turn shall not fill the
 * memory. */
enum { KEPT_FOR_BLOCK = 4, KEPT_AT_LEAST = 64 };

static struct kept_conditions *kept_new(const lowered *w) {
    struct kept_conditions *all = arena_alloc(w->arena, sizeof *all);
    all->buckets = KEPT_FOR_BLOCK * w->completion->blocks + KEPT_AT_LEAST;
    all->bucket = ARENA_ARRAY(w->arena, conditions *, all->buckets);
    return all;
}

static unsigned hash_number(unsigned h, int number) { /* FNV-1a */
    return (h ^ (unsigned)number) * 16777619u;
}

static unsigned hash_set(int rows, const condition *row, int columns, const int *column) {
    unsigned h = hash_number(2166136261u, rows);
    for (int i = 0; i < rows; i++)
        h = hash_number(h, row[i].f);
    for (int j = 0; j < columns; j++)
        h = hash_number(h, column[j]);
    return h ^ h >> 15;
}

static int is_same_row(const condition *a, const condition *b) {
    return a->f == b->f && a->equation == b->equation && a->level == b->level;
}

/* Is this the set of these rows and columns? Which of these are given decides about its
 * formulas. */
static int is_kept(const conditions *s, int rows, const condition *row, int columns,
                   const int *column, const char *given) {
    if (s->rows != rows || s->columns != columns)
        return 0;
    for (int i = 0; i < rows; i++)
        if (!is_same_row(&s->row[i], &row[i]))
            return 0;
    for (int j = 0; j < columns; j++) {
        int is_given = given && given[column[j]];
        if (s->column[j] != column[j] || s->was_given[j] != is_given)
            return 0;
    }
    return 1;
}

/* Makes a set that lasts as long as the system. */
static conditions *make_kept(lowered *w, int rows, const condition *row, int columns,
                             const int *column, const double *guess, const double *weight,
                             const char *given) {
    completion *c = w->completion;
    arena *own = c->arena;
    c->arena = w->arena;
    condition *rows_kept = arena_keep(w->arena, row, sizeof *row, rows);
    int *columns_kept = arena_keep(w->arena, column, sizeof *column, columns);
    conditions *s = conditions_new_given(w, rows, rows_kept, columns, columns_kept, guess,
                                         weight, given);
    s->was_given = ARENA_ARRAY(w->arena, char, columns + 1);
    for (int j = 0; j < columns; j++)
        s->was_given[j] = given && given[column[j]];
    c->arena = own;
    return s;
}

/* As a new one is, with the present values of the parameters. */
static void renew_kept(conditions *s) {
    s->tolerance = RANK_TOLERANCE;
    s->nothing = NOTHING;
    s->first_radius = FIRST_RADIUS;
    s->strictness = RANK_ALL;
    s->is_quick = s->nudged = s->branch_slot = s->use_formulas = 0;
    program_load(s->lowered, &s->value);
    program_load(s->lowered, &s->slope);
    for (int level = 0; level < s->levels; level++)
        program_load(s->lowered, &s->formula[level]);
}

conditions *conditions_kept(lowered *w, int rows, const condition *row, int columns,
                            const int *column, const double *guess, const double *weight,
                            const char *given) {
    if (!w->kept)
        w->kept = kept_new(w);
    unsigned hash = hash_set(rows, row, columns, column);
    conditions **home = &w->kept->bucket[hash % (unsigned)w->kept->buckets];
    conditions *s = *home;
    while (s && (s->hash != hash || !is_kept(s, rows, row, columns, column, given)))
        s = s->next;
    if (s) {
        s->guess = guess;
        s->weight = weight;
        s->given = given;
        renew_kept(s);
        return s;
    }
    if (w->kept->count >= w->kept->buckets)
        return conditions_new_given(w, rows, row, columns, column, guess, weight, given);
    s = make_kept(w, rows, row, columns, column, guess, weight, given);
    s->hash = hash;
    s->next = *home;
    *home = s;
    w->kept->count++;
    return s;
}

/* r and bound at x; returns the largest residual in units of round-off, infinite where
 * undefined. */
static double conditions_evaluate(conditions *s, const double *x) {
    double worst = 0;
    program_run_bound(s->lowered, &s->value, x, x + s->lowered->completion->coordinates,
                      s->r, s->bound);
    for (int i = 0; i < s->rows; i++) {
        if (!isfinite(s->r[i]) || !isfinite(s->bound[i]))
            return INFINITY;
        worst =
            larger(worst, s->r[i] == 0 ? 0 : fabs(s->r[i]) / (DBL_EPSILON * s->bound[i]));
    }
    return worst;
}

static void conditions_load_dense(const conditions *s, const double *value, double *a) {
    memset(a, 0, sizeof *a * (size_t)s->rows * (size_t)s->columns);
    for (int k = 0; k < s->slope.outputs; k++)
        a[s->entry_row[k] + (size_t)s->entry_column[k] * (size_t)s->rows] += value[k];
}

/* Slopes at x, rows divided by their bound, columns by their weight; what is less than
 * its own error is zero. Returns 0 where not finite. */
static int scaled_slopes(conditions *s, const double *x) {
    int count = s->slope.outputs;
    double *value = s->slope_value;
    double *error = s->slope_bound;
    program_run_bound(s->lowered, &s->slope, x, x + s->lowered->completion->coordinates,
                      value, error);
    for (int k = 0; k < count; k++) {
        double bound = s->bound[s->entry_row[k]];
        if (!isfinite(value[k]))
            return 0;
        if (fabs(value[k]) <= s->nothing * DBL_EPSILON * error[k])
            value[k] = 0;
        double scale = bound > 0 ? bound : 1;
        double weight = s->weight[s->column[s->entry_column[k]]];
        value[k] = value[k] / scale / weight;
        error[k] = error[k] / scale / weight;
    }
    if (s->sparse) {
        slopes_load(s->sparse, count, value);
        return 1;
    }
    conditions_load_dense(s, value, s->a);
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
    for (int i = 0; i < s->rows; i++)
        s->scale[i] = s->bound[i] > 0 ? s->bound[i] : 1;
}

/* The columns of a point are kept and put back; the rest of it does not change. */
static void keep_columns(const conditions *s, const double *x, double *to) {
    for (int j = 0; j < s->columns; j++)
        to[j] = x[s->column[j]];
}

static void put_columns(const conditions *s, double *x, const double *from) {
    for (int j = 0; j < s->columns; j++)
        x[s->column[j]] = from[j];
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
        if (!(length[j] > SHORTEST * longest))
            length[j] = 1;
        for (int i = 0; i < s->rows; i++)
            column[i] /= length[j];
    }
}

static void load_residuals(conditions *s) {
    for (int i = 0; i < s->rows; i++)
        s->b[i] = -s->r[i] / s->scale[i];
}

/* Sets of more rows are not judged densely. */
enum { LARGEST_JUDGED = 300 };

/* Loads the matrix to be judged and its errors, each entry known to `unit` of its bound.
 */
static void load_judged(conditions *s, double unit) {
    size_t size = (size_t)s->rows * (size_t)s->columns;
    if (!s->error) {
        s->judged = ARENA_ARRAY(s->memory, double, size + 1);
        s->error = ARENA_ARRAY(s->memory, double, size + 1);
        s->judged_work = ARENA_ARRAY(s->memory, double, judged_work(s->rows, s->columns));
    }
    conditions_load_dense(s, s->slope_value, s->judged);
    conditions_load_dense(s, s->slope_bound, s->error);
    for (size_t k = 0; k < size; k++)
        s->error[k] *= unit;
}

/* The same by a factor whose pivots are judged by error bounds, whatever the units are.
 */
static int solve_judged(conditions *s) {
    double *b = s->column_length;
    if (s->rows > LARGEST_JUDGED)
        return 0;
    load_judged(s, DBL_EPSILON);
    memcpy(b, s->b, sizeof *b * (size_t)s->rows);
    return judged_solve(s->rows, s->judged, s->error, b, s->step, s->judged_work);
}

/* A square and regular set has one solution, and elimination keeps its zeros. Returns
 * whether it is. */
static int conditions_solve_square(conditions *s) {
    double *lu = s->work;
    if (s->rows != s->columns)
        return 0;
    if (s->sparse)
        return slopes_solve_square(s->sparse, s->tolerance, s->b, s->step) == s->rows;
    memcpy(lu, s->a, sizeof *lu * (size_t)s->rows * (size_t)s->rows);
    if (lu_factor(s->rows, lu, s->pivot, s->column_length))
        return 0;
    for (int i = 0; i < s->rows; i++)
        if (!(fabs(lu[i + (size_t)i * (size_t)s->rows]) > s->tolerance))
            return 0;
    memcpy(s->step, s->b, sizeof *s->step * (size_t)s->rows);
    lu_solve(s->rows, lu, s->pivot, s->column_length, s->step);
    return 1;
}

/* s->step of least norm with slopes * step = -r, both scaled; returns the rank. Where
 * units differ so much that the slopes look singular, it is of least norm in other units.
 */
static int solve_shortest(conditions *s, const double *x) {
    int full = s->rows < s->columns ? s->rows : s->columns;
    if (s->sparse) {
        slopes_solve_least(s->sparse, s->b, s->step);
        return full; /* as far as anybody has looked */
    }
    int rank =
        least_squares(s->rows, s->columns, s->a, s->b, s->step, s->tolerance, s->work);
    if (rank == full || s->tolerance > RANK_TOLERANCE)
        return rank;
    double *length = s->column_length;
    double *step = s->move;
    scaled_slopes(s, x);
    load_residuals(s);
    equilibrate_columns(s, length);
    int other =
        least_squares(s->rows, s->columns, s->a, s->b, step, s->tolerance, s->work);
    if (other <= rank)
        return rank;
    for (int j = 0; j < s->columns; j++)
        s->step[j] = step[j] / length[j];
    return other;
}

/* The same, elimination first, where there is one solution. */
static void solve_step(conditions *s, const double *x) {
    load_residuals(s);
    if (conditions_solve_square(s))
        return;
    int is_rough = s->tolerance > RANK_TOLERANCE;
    if (s->rows == s->columns && !is_rough && solve_judged(s))
        return;
    solve_shortest(s, x);
}

/* --- formulas --- */

/* Computes the columns that rows give explicitly, level by level. Returns whether all are
 * finite. */
static int conditions_run_formulas(conditions *s, double *x) {
    const tearing *t = &s->formulas;
    const completion *c = s->lowered->completion;
    double *value = s->formula_value;
    for (int level = 0, first = 0, next = 0; level < s->levels; level++, first = next) {
        while (next < t->formulas && t->level[next] == level) {
            x[s->column[s->entry_column[t->formula_entry[next]]]] = 0;
            next++;
        }
        program_run(s->lowered, &s->formula[level], x, x + c->coordinates, value);
        for (int k = first; k < next; k++) {
            double *to = &x[s->column[s->entry_column[t->formula_entry[k]]]];
            *to = 0 - value[k - first] / value[next - first + k - first]; /* never -0 */
            if (!isfinite(*to))
                return 0;
        }
    }
    return 1;
}

/* --- Newton --- */

/* How far the step goes, in sizes of the columns whose moves are limited: those that are
 * curved and that no formula gives. */
static double conditions_reach(const conditions *s) {
    double most = 0;
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        if (!s->is_curved[j] || (s->use_formulas && !s->formulas.is_torn[j]))
            continue;
        double size = fmax(s->lowered->nominal[slot], fabs(s->trial[j]));
        most = fmax(most, fabs(s->step[j] / s->weight[slot]) / size);
    }
    return most;
}

/* The residuals `length` of the step away from the columns in trial; infinite where
 * undefined. */
static double conditions_look_at(conditions *s, double *x, double length) {
    for (int j = 0; j < s->columns; j++)
        x[s->column[j]] = s->trial[j] + length * s->step[j] / s->weight[s->column[j]];
    if (s->use_formulas && !conditions_run_formulas(s, x))
        return INFINITY;
    return isfinite(conditions_evaluate(s, x)) ? merit(s) : INFINITY;
}

/* A long step is trusted where the residuals fall along it as they would for straight
 * rows, up to this share of what they were. */
static const double AGREES = 0.25;

/* Does the whole step, `far` sizes long, do what it promises? It is looked at where it
 * leaves the radius of trust, and at each doubling from there on. */
static int is_trusted(conditions *s, double *x, double before, double far) {
    for (double length = 1; length * far > s->radius / 2; length /= 2) {
        double sum = 0;
        if (!isfinite(conditions_look_at(s, x, length)))
            return 0;
        for (int i = 0; i < s->rows; i++) {
            double off = (s->r[i] - (1 - length) * s->foot[i]) / s->scale[i];
            sum += off * off;
        }
        if (!(sum <= AGREES * AGREES * before))
            return 0;
    }
    return 1;
}

/* One step of least norm towards r = 0, at most as long as the radius of trust, halved
 * until the residuals decrease; r and bound are those at x before and after. Returns 0 if
 * nothing decreases them. */
static int conditions_descend(conditions *s, double *x) {
    if (!scaled_slopes(s, x))
        return 0;
    freeze_scale(s);
    double before = merit(s);
    solve_step(s, x);
    keep_columns(s, x, s->trial);
    memcpy(s->foot, s->r, sizeof *s->foot * (size_t)s->rows);
    double far = conditions_reach(s);
    double length = 1;
    if (far > s->radius && !is_trusted(s, x, before, far))
        length = s->radius / far;
    for (int k = 0; k < MOST_HALVINGS; k++, length /= 2) {
        double after = conditions_look_at(s, x, length);
        if (!(after < before))
            continue;
        double promised = (1 - length / 2) * (1 - length / 2);
        if (k > 0)
            s->radius = fmax(length * far, LEAST_RADIUS);
        if (k == 0 && after <= promised * before)
            s->radius *= 2;
        return 1;
    }
    put_columns(s, x, s->trial);
    conditions_evaluate(s, x);
    return 0;
}

/* Newton's iteration to round-off from x; returns the residual reached, in units. It goes
 * on below the accepted size while that still helps. */
static double conditions_iterate(conditions *s, double *x) {
    double units = conditions_evaluate(s, x);
    s->radius = s->first_radius;
    for (int k = 0; k < MOST_ITERATIONS && isfinite(units) && units > ENOUGH; k++) {
        if (!conditions_descend(s, x))
            break;
        double next = conditions_evaluate(s, x);
        if (units <= ACCEPT && next > units / 2)
            return next < units ? next : units;
        units = next;
    }
    return units;
}

/* The same on what no formula gives; on all columns where that does not succeed. */
static double restore(conditions *s, double *x) {
    double units = conditions_evaluate(s, x);
    if (!s->levels || units <= ACCEPT)
        return conditions_iterate(s, x);
    double *before = s->start;
    keep_columns(s, x, before);
    s->use_formulas = 1;
    units = conditions_run_formulas(s, x) ? conditions_iterate(s, x) : INFINITY;
    s->use_formulas = 0;
    if (units <= ACCEPT)
        return units;
    put_columns(s, x, before);
    return conditions_iterate(s, x);
}

/* A number in [1/2, 1) that depends on the name alone, not on where it is declared. */
static double seed(const char *name, int salt) {
    uint32_t h = 2166136261u + (uint32_t)salt;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    return 0.5 + (h >> 8) / 33554432.0;
}

/* Moves column j off its guess; amount: in sizes of the column. */
static void nudge_one(const conditions *s, double *x, int j, double amount) {
    int slot = s->column[j];
    x[slot] =
        s->guess[slot] + amount * fmax(s->lowered->nominal[slot], fabs(s->guess[slot]));
}

/* Moves the guess off a critical or undefined point; upwards first, then either way. */
static void nudge(const conditions *s, double *x, int attempt) {
    double size = attempt < 2 ? 0.1 : 0.1 * ldexp(1, attempt);
    for (int j = 0; j < s->columns; j++) {
        const char *name = conditions_slot_name(s, s->column[j]);
        double amount = size * seed(name, attempt);
        if (attempt > 0 && seed(name, attempt + 100) < 0.75)
            amount = -amount;
        nudge_one(s, x, j, amount);
    }
}

static double conditions_distance(const conditions *s, const double *x) {
    double sum = 0;
    for (int j = 0; j < s->columns; j++) {
        double d = s->weight[s->column[j]] * (x[s->column[j]] - s->guess[s->column[j]]);
        sum += d * d;
    }
    return sqrt(sum);
}

/* b = slopes * step */
static void conditions_multiply(conditions *s) {
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
    conditions_evaluate(s, x);
    if (!scaled_slopes(s, x))
        return 0;
    double sum = 0;
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        s->step[j] = s->weight[slot] * (s->guess[slot] - x[slot]);
    }
    conditions_multiply(s);
    if (s->sparse && conditions_solve_square(s))
        return 0; /* regular: there is no tangent */
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
static double conditions_step_length(const conditions *s, const double *x) {
    double moved = 0;
    double bent = 0;
    for (int j = 0; j < s->columns; j++) {
        double dx = s->weight[s->column[j]] * (x[s->column[j]] - s->before[j]);
        moved += dx * dx;
        bent += dx * (s->last[j] - s->step[j]);
    }
    return bent > 0 ? fmin(moved / bent, LONGEST_MOVE) : 1;
}

/* Slides along the solution set to the point nearest to the guess. */
static void conditions_approach(conditions *s, double *x) {
    double now = conditions_distance(s, x);
    for (int k = 0; k < MOST_MOVES; k++) {
        if (!(tangent(s, x) > NEAREST * now))
            return;
        double length = k ? conditions_step_length(s, x) : 1;
        double there;
        memcpy(s->last, s->step, sizeof *s->last * (size_t)s->columns);
        keep_columns(s, x, s->before);
        for (;; length /= 2) {
            for (int j = 0; j < s->columns; j++)
                x[s->column[j]] =
                    s->before[j] + length * s->last[j] / s->weight[s->column[j]];
            if (restore(s, x) <= ACCEPT &&
                (there = conditions_distance(s, x)) < now * (1 + 1e-12))
                break;
            put_columns(s, x, s->before);
            if (length < 2e-3)
                return;
        }
        now = there;
    }
}

/* --- nudges --- */

/* Columns that are moved one at a time, and by how many amounts. */
enum { MOST_SINGLE = 8, SIZES = 5 };

/* Does column j come before k? Those without start values do, then by name. */
static int conditions_is_before(const conditions *s, int j, int k) {
    int is_given = s->given && s->given[s->column[j]];
    int other_given = s->given && s->given[s->column[k]];
    if (is_given != other_given)
        return other_given;
    return strcmp(conditions_slot_name(s, s->column[j]),
                  conditions_slot_name(s, s->column[k])) < 0;
}

/* The columns to be moved one at a time, in order; returns how many. Only what is curved
 * can be at a critical point or outside a domain, and formulas give the others. */
static int list_singles(const conditions *s, int *single) {
    int count = 0;
    for (int j = 0; j < s->columns; j++) {
        if (!s->is_curved[j] || (s->levels && !s->formulas.is_torn[j]))
            continue;
        int k = count < MOST_SINGLE ? count++ : MOST_SINGLE;
        for (; k > 0 && conditions_is_before(s, j, single[k - 1]); k--)
            if (k < MOST_SINGLE)
                single[k] = single[k - 1];
        if (k < MOST_SINGLE)
            single[k] = j;
    }
    return count;
}

static void put_guess(const conditions *s, double *x) {
    for (int j = 0; j < s->columns; j++)
        x[s->column[j]] = s->guess[s->column[j]];
}

/* Branches differ by more than this share of the size of an unknown. */
static const double OTHER_BRANCH = 1e-6;

/* Looks on the other side of the guess for another branch. */
static void look_for_branch(conditions *s, double *x, int j, double amount) {
    int slot = s->column[j];
    double here = x[slot];
    keep_columns(s, x, s->found);
    put_guess(s, x);
    nudge_one(s, x, j, -amount);
    double size = fmax(s->lowered->nominal[slot], fabs(here));
    if (restore(s, x) <= ACCEPT && fabs(x[slot] - here) > OTHER_BRANCH * size) {
        s->branch_slot = slot;
        s->branch_value = x[slot];
    }
    put_columns(s, x, s->found);
}

/* Moves one column after the other, a little and then more; returns whether one of these
 * leads to a solution. */
static int solve_from_singles(conditions *s, double *x) {
    static const double size[SIZES] = {0.1, 1, 10, 100, 1000};
    int single[MOST_SINGLE];
    int count = s->is_quick || s->sparse ? 0 : list_singles(s, single);
    for (int given = 0; given < 2; given++)
        for (int k = 0; k < SIZES * count; k++) {
            int j = single[k % count];
            if (given != (s->given && s->given[s->column[j]]))
                continue;
            double amount =
                size[k / count] * seed(conditions_slot_name(s, s->column[j]), k / count);
            for (int down = 0; down < 2; down++, amount = -amount) {
                put_guess(s, x);
                nudge_one(s, x, j, amount);
                if (restore(s, x) > ACCEPT)
                    continue;
                look_for_branch(s, x, j, amount);
                return 1;
            }
        }
    return 0;
}

/* From a guess that leads nowhere; returns whether a solution was found. */
static int solve_from_nudges(conditions *s, double *x) {
    keep_columns(s, x, s->moved);
    if (solve_from_singles(s, x))
        return 1;
    for (int k = 0; k < 2 * MOST_NUDGES; k++) {
        nudge(s, x, k % MOST_NUDGES);
        /* At last, steps of any length: a root may lie beyond a pole. */
        s->first_radius = k < MOST_NUDGES ? FIRST_RADIUS : INFINITY;
        double units = restore(s, x);
        s->first_radius = FIRST_RADIUS;
        if (units <= ACCEPT)
            return 1;
    }
    put_columns(s, x, s->moved);
    return 0;
}

/* Corrections below round-off cost more than they are worth in larger sets. */
enum { MOST_CORRECTIONS = 2, LARGEST_CORRECTED = 2000 };

/* Residuals may be less than round-off and still not what they can be: e = sin(100*time)
 * at t = 0, solved together with others that are larger. Each step that makes them less
 * is taken. */
static void conditions_correct(conditions *s, double *x) {
    if (s->rows > LARGEST_CORRECTED)
        return;
    for (int k = 0; k < MOST_CORRECTIONS; k++) {
        double units = conditions_evaluate(s, x);
        if (!(units > 0 && units <= ACCEPT) || !scaled_slopes(s, x))
            return;
        freeze_scale(s);
        double before = merit(s);
        solve_step(s, x);
        keep_columns(s, x, s->trial);
        if (conditions_look_at(s, x, 1) < before / 4)
            continue;
        put_columns(s, x, s->trial);
        return;
    }
}

int conditions_solve(conditions *s, double *x) {
    if (restore(s, x) > ACCEPT) {
        if (!solve_from_nudges(s, x))
            return 0;
        s->nudged = 1;
    }
    if (s->columns > 1)
        conditions_approach(s, x);
    conditions_correct(s, x);
    return 1;
}

int conditions_restore(conditions *s, double *x) {
    return restore(s, x) <= ACCEPT;
}

double conditions_blur(conditions *s, const double *from, const double *x) {
    double worst = 1;
    conditions_evaluate(s, from);
    freeze_scale(s);
    conditions_evaluate(s, x);
    for (int i = 0; i < s->rows; i++)
        worst = larger(worst, s->bound[i] / s->scale[i]);
    return worst;
}

int conditions_worst(conditions *s, const double *x, double *value) {
    double worst = ACCEPT;
    int found = -1;
    conditions_evaluate(s, x);
    for (int i = 0; i < s->rows; i++) {
        double units =
            fabs(s->r[i]) / (DBL_EPSILON * (s->bound[i] > 0 ? s->bound[i] : 1));
        if (!(units <= worst)) {
            found = i;
            worst = units;
        }
        if (!isfinite(s->r[i])) {
            *value = s->r[i];
            return i;
        }
    }
    if (found >= 0)
        *value = s->r[found];
    return found;
}

/* The rank by a share of the largest pivots. */
static int rank_by_shares(conditions *s, const double *x) {
    load_residuals(s);
    if (conditions_solve_square(s))
        return s->rows;
    return s->sparse ? slopes_rank(s->sparse) : solve_shortest(s, x);
}

/* Points are known to the root of round-off at worst, where roots are double: what a
 * slope changes by when the point moves so far belongs to its error. */
static const double KNOWN = 1e-7;
enum { ROUNDS_OF_MOVES = 3 };

static void add_changes(conditions *s, const double *x) {
    const lowered *w = s->lowered;
    int slots = w->completion->coordinates + w->completion->unknowns;
    int count = s->slope.outputs;
    arena *scratch = arena_child(s->memory);
    double *moved = ARENA_ARRAY(scratch, double, slots);
    double *value = ARENA_ARRAY(scratch, double, count + 1);
    uint32_t state = 1;
    for (int round = 0; round < ROUNDS_OF_MOVES; round++) {
        for (int k = 0; k < slots; k++) {
            double size = KNOWN * fmax(w->nominal[k], fabs(x[k]));
            state = state * 1664525u + 1013904223u;
            moved[k] = x[k] + (state >> 31 ? size : -size);
        }
        program_run(w, &s->slope, moved, moved + w->completion->coordinates, value);
        for (int k = 0; k < count; k++) {
            double bound = s->bound[s->entry_row[k]];
            double scale =
                (bound > 0 ? bound : 1) * s->weight[s->column[s->entry_column[k]]];
            s->slope_bound[k] =
                larger(s->slope_bound[k], fabs(value[k] / scale - s->slope_value[k]));
        }
    }
    arena_free(scratch);
}

/* The rank where errors judge, whatever the units are. */
static int conditions_rank_by_errors(conditions *s, const double *x) {
    scaled_slopes(s, x);
    for (int k = 0; k < s->slope.outputs; k++)
        s->slope_bound[k] *= s->tolerance;
    add_changes(s, x);
    load_judged(s, 1);
    return judged_rank(s->rows, s->columns, s->judged, s->error, s->judged_work);
}

int conditions_rank(conditions *s, const double *x) {
    conditions_evaluate(s, x);
    freeze_scale(s);
    s->nothing = s->strictness == RANK_ALL ? 0 : NOTHING;
    int full = s->rows < s->columns ? s->rows : s->columns;
    int rank = scaled_slopes(s, x) ? rank_by_shares(s, x) : -1;
    if (rank >= 0 && rank < full && full <= LARGEST_JUDGED) {
        int judged = conditions_rank_by_errors(s, x);
        if (judged > rank)
            rank = judged;
    } else if (rank == full && s->strictness == RANK_CLEAR && full <= LARGEST_JUDGED)
        rank = conditions_rank_by_errors(s, x);
    s->nothing = NOTHING;
    return rank;
}
