/* SPDX-License-Identifier: BSD-3-Clause */
/* Damped Gauss-Newton with steps of least norm, then moves along the solution set towards
 * the guess. Ranks are those of rows scaled by their round-off bound and columns scaled
 * by their weight. */
#include "conditions.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../base/number.h"
#include "../linalg/dense.h"
#include "../lowering/replay.h"

static const double ACCEPT = 4;   /* units of round-off, the ledger's bound */
static const double ENOUGH = 0.5; /* units at which no further step can help */
/* Share of the distance to the guess that may be left along the tangent. */
static const double NEAREST = 1e-9;
static const double LONGEST_MOVE = 10; /* against the tangent itself */
/* A slope below so many units of its round-off is zero: that of sin(x) at pi/2. */
static const double NOTHING = 4;
/* Of the size of a curved unknown, that one step may move it by at first: sin(x) = 0 from
 * 1.57 asks for a step of -1256, to a root among hundreds. Twice as far after each step
 * that does what it promised. */
static const double FIRST_RADIUS = 0.5, LEAST_RADIUS = 1e-3;
static const double FIRST_NUDGE = 0.1; /* in sizes of the columns */
enum { MOST_ITERATIONS = 100, MOST_HALVINGS = 30, MOST_NUDGES = 6, MOST_MOVES = 40 };

void gather_row(gathering *g, completion *c, int i, int first, int last) {
    assert(i >= 0 && i < c->rows && last <= 0);
    const jet_row *r = &c->row[i];
    for (int level = 0; level <= r->c + last; level++) {
        condition f = {r->derivative[level], r->equation, level};
        if (level >= r->c + first)
            LIST_PUSH(c->arena, g->row, f);
    }
}

int lowest_stage(const completion *c) {
    int lowest = 0;
    for (int j = 0; j < c->unknowns; j++)
        if (-c->unknown[j].d < lowest)
            lowest = -c->unknown[j].d;
    return lowest;
}

condition_set gathered(const gathering *g, const double *guess, const double *weight) {
    return (condition_set){g->row.count, g->row.at, g->column.count, g->column.at, guess,
                           weight,       NULL};
}

const char *slot_name(const lowered *w, int slot) {
    const completion *c = w->completion;
    assert(slot >= 0 && slot < completion_slots(c));
    int j = slot - c->coordinates;
    return j < 0 ? w->system.coordinate[slot].name
                 : completion_name(c, j, c->unknown[j].d);
}

/* The name of a column does not depend on the order of declarations. */
static const char *conditions_column_name(const conditions *s, int j) {
    return slot_name(s->lowered, s->column[j]);
}

static int column_is_given(const conditions *s, int j) {
    return s->given && s->given[s->column[j]];
}

/* --- slopes --- */

typedef struct slope_list {
    conditions *s;
    int *number; /* [slots]: 1 + column, 0 elsewhere */
    arena *lists;
    LIST(int) row;
    LIST(int) column;
    LIST(expr) entry;
    LIST(char) is_constant;
} slope_list;

/* The column of a leaf, or -1. */
static int column_of(const slope_list *l, expr leaf) {
    const completion *c = l->s->lowered->completion;
    int slot = completion_slot(c, expr_get(c->system->graph, leaf));
    return slot < 0 ? -1 : l->number[slot] - 1;
}

/* The leaves of f that are columns; all others are left out of the list. */
static expr_leaves conditions_list_columns(const slope_list *l, arena *a, expr f) {
    graph *g = l->s->lowered->completion->system->graph;
    expr_leaves all = expr_depends(g, f);
    expr_leaves columns = {ARENA_ARRAY(a, expr, all.count + 1), 0};
    expr *at = (expr *)columns.at;
    for (int k = 0; k < all.count; k++)
        if (column_of(l, all.at[k]) >= 0)
            at[columns.count++] = all.at[k];
    expr_forget(g, all);
    return columns;
}

/* Marks the columns that a slope depends on; returns whether there is none. */
static int mark_curved(const slope_list *l, expr slope) {
    graph *g = l->s->lowered->completion->system->graph;
    const expr_leaves all = expr_depends(g, slope);
    int is_constant = 1;
    for (int k = 0; k < all.count; k++) {
        const int column = column_of(l, all.at[k]);
        if (column < 0)
            continue;
        l->s->is_curved[column] = 1;
        is_constant = 0;
    }
    expr_forget(g, all);
    return is_constant;
}

/* Adds the slopes of row i, and marks the columns that they depend on. */
static void add_slopes(slope_list *l, arena *scratch, int i) {
    expr f = l->s->row[i].f;
    expr_leaves by = conditions_list_columns(l, scratch, f);
    expr *slope = ARENA_ARRAY(scratch, expr, by.count + 1);
    expr_gradient(l->s->lowered->completion->system->graph, f, by, slope);
    for (int k = 0; k < by.count; k++) {
        if (slope[k] == EXPR_ZERO)
            continue;
        const int is_constant = mark_curved(l, slope[k]);
        l->s->is_moved[i] = 1;
        LIST_PUSH(l->lists, l->row, i);
        LIST_PUSH(l->lists, l->column, column_of(l, by.at[k]));
        LIST_PUSH(l->lists, l->entry, slope[k]);
        LIST_PUSH(l->lists, l->is_constant, (char)is_constant);
    }
}

/* --- formulas --- */

/* One program for each level of formulas: their residuals, then their slopes. */
static void compile_formulas(conditions *s, const expr *slope) {
    arena *a = s->memory;
    condition_formulas *f = &s->formulas;
    const tearing *t = &f->torn;
    f->levels = t->formulas ? t->level[t->formulas - 1] + 1 : 0;
    f->program = ARENA_ARRAY(a, program, f->levels + 1);
    f->value = ARENA_ARRAY(a, double, 2 * t->formulas + 1);
    expr *root = ARENA_ARRAY(a, expr, 2 * t->formulas + 1);
    for (int level = 0, k = 0; level < f->levels; level++) {
        int first = k;
        while (k < t->formulas && t->level[k] == level)
            k++;
        for (int i = first; i < k; i++) {
            root[i - first] = s->row[t->formula_row[i]].f;
            root[i - first + k - first] = slope[t->formula_entry[i]];
        }
        f->program[level] = program_new(s->lowered, 2 * (k - first), root);
    }
}

/* Greedy tearing visits all rows for each formula. */
enum { LARGEST_TORN = 2000 };

/* Finds which rows give columns explicitly, and in which order. Only for a square set:
 * its solution does not depend on the way there. */
static void find_formulas(conditions *s, const slope_list *l) {
    arena *a = s->memory;
    dae *d = s->lowered->completion->system;
    int entries = l->entry.count;
    int is_linear = 1; /* one step solves it */
    for (int k = 0; k < entries; k++)
        is_linear &= l->is_constant.at[k];
    if (is_linear || s->rows != s->columns || s->rows < 2 || s->rows > LARGEST_TORN)
        return;
    tearing *t = &s->formulas.torn;
    char *given = ARENA_ARRAY(a, char, s->columns + 1);
    *t = (tearing){.rows = s->rows,
                   .columns = s->columns,
                   .entries = entries,
                   .row = l->row.at,
                   .column = l->column.at,
                   .is_explicit = l->is_constant.at,
                   .given = given,
                   .row_name = ARENA_ARRAY(a, const char *, s->rows + 1),
                   .column_name = ARENA_ARRAY(a, const char *, s->columns + 1)};
    for (int i = 0; i < s->rows; i++) {
        t->row_name[i] = equation_text(a, &d->equations.at[s->row[i].equation]);
        t->column_name[i] = conditions_column_name(s, i);
        given[i] = (char)column_is_given(s, i);
    }
    tear(a, t);
    t->row = t->column = NULL; /* the caller's; entry_row and entry_column stay */
    t->is_explicit = NULL;
    compile_formulas(s, l->entry.at);
}

/* --- a new set --- */

const double *conditions_ones(lowered *w) {
    int slots = completion_slots(w->completion);
    if (w->ones)
        return w->ones;
    double *ones = ARENA_ARRAY(w->arena, double, slots);
    for (int k = 0; k < slots; k++)
        ones[k] = 1;
    return w->ones = ones;
}

/* Finds the slopes of all rows by the columns, and the rows that are formulas. */
static void conditions_find_slopes(conditions *s) {
    arena *a = s->memory;
    arena *scratch = arena_child(a);
    slope_list l = {.s = s, .number = s->lowered->numbers, .lists = arena_child(a)};
    s->is_curved = ARENA_ARRAY(a, char, s->columns + 1);
    s->is_moved = ARENA_ARRAY(a, char, s->rows + 1);
    for (int j = 0; j < s->columns; j++)
        l.number[s->column[j]] = j + 1;
    for (int i = 0; i < s->rows; i++) {
        arena_mark before = arena_now(scratch);
        add_slopes(&l, scratch, i);
        arena_return(scratch, before);
    }
    for (int j = 0; j < s->columns; j++)
        l.number[s->column[j]] = 0;
    find_formulas(s, &l);
    s->entry_row = LIST_KEEP(a, l.row);
    s->entry_column = LIST_KEEP(a, l.column);
    s->slope = program_new(s->lowered, l.entry.count, l.entry.at);
    s->slope_value = ARENA_ARRAY(a, double, l.entry.count + 1);
    s->slope_bound = ARENA_ARRAY(a, double, l.entry.count + 1);
    arena_free(l.lists);
    arena_free(scratch);
}

/* The settings of a new set. */
static void conditions_reset(conditions *s, const condition_set *set) {
    s->guess = set->guess;
    s->weight = set->weight;
    s->given = set->given;
    s->linear.tolerance = STEPS_TOLERANCE;
    s->nothing = NOTHING;
    s->first_radius = FIRST_RADIUS;
    s->strictness = RANK_ALL;
    s->is_quick = s->is_near = s->formulas.are_used = 0;
    s->branch = (condition_branch){0};
}

/* Makes programs and room: a set is solved many times, and nothing is allocated then. */
static conditions *conditions_make(lowered *w, const condition_set *set) {
    assert(w->nominal && set->columns < completion_slots(w->completion));
    arena *a = w->completion->arena;
    conditions *s = arena_alloc(a, sizeof *s);
    assert(set->rows >= 0 && set->columns >= 0 && set->guess && set->weight);
    s->memory = a;
    s->lowered = w;
    s->rows = set->rows;
    s->row = set->row;
    s->columns = set->columns;
    s->column = set->column;
    s->given = set->given;
    expr *f = ARENA_ARRAY(a, expr, s->rows + 1);
    for (int i = 0; i < s->rows; i++)
        f[i] = s->row[i].f;
    s->value = program_new(w, s->rows, f);
    conditions_find_slopes(s);
    double **of_rows[] = {&s->r, &s->bound, &s->scale, &s->foot, &s->first};
    double **of_columns[] = {&s->trial, &s->start, &s->moved, &s->before, &s->last};
    for (int k = 0; k < 5; k++)
        *of_rows[k] = ARENA_ARRAY(a, double, s->rows + 1);
    for (int k = 0; k < 5; k++)
        *of_columns[k] = ARENA_ARRAY(a, double, s->columns + 1);
    s->linear = steps_new(a, s->rows, s->columns, s->slope.outputs, s->entry_row,
                          s->entry_column);
    conditions_reset(s, set);
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

static uint32_t hash_set(const condition_set *set) {
    uint32_t h = hash_more(HASH_BEGIN, (uint32_t)set->rows);
    for (int i = 0; i < set->rows; i++)
        h = hash_more(h, (uint32_t)set->row[i].f);
    for (int j = 0; j < set->columns; j++)
        h = hash_more(h, (uint32_t)set->column[j]);
    return h ^ h >> 15;
}

/* Is this a set of the same rows and columns? Which of these are given decides about its
 * formulas. */
static int is_kept(const conditions *s, const condition_set *set) {
    if (s->rows != set->rows || s->columns != set->columns)
        return 0;
    for (int i = 0; i < s->rows; i++) {
        const condition *a = &s->row[i];
        const condition *b = &set->row[i];
        if (a->f != b->f || a->equation != b->equation || a->level != b->level)
            return 0;
    }
    for (int j = 0; j < s->columns; j++) {
        int slot = set->column[j];
        int is_given = set->given && set->given[slot];
        if (s->column[j] != slot || s->was_given[j] != is_given)
            return 0;
    }
    return 1;
}

/* Makes a set that lasts as long as the arena. */
static conditions *make_kept(lowered *w, arena *a, const condition_set *set) {
    completion *c = w->completion;
    arena *own = c->arena;
    condition_set lasting = *set;
    c->arena = a;
    lasting.row = arena_keep(a, set->row, sizeof *set->row, set->rows);
    lasting.column = arena_keep(a, set->column, sizeof *set->column, set->columns);
    conditions *s = conditions_make(w, &lasting);
    s->was_given = ARENA_ARRAY(a, char, s->columns + 1);
    for (int j = 0; j < s->columns; j++)
        s->was_given[j] = (char)column_is_given(s, j);
    c->arena = own;
    return s;
}

/* As a new one is, with the present values of the parameters. */
static conditions *renew_kept(conditions *s, const condition_set *set) {
    conditions_reset(s, set);
    program_load(s->lowered, &s->value);
    program_load(s->lowered, &s->slope);
    for (int level = 0; level < s->formulas.levels; level++)
        program_load(s->lowered, &s->formulas.program[level]);
    return s;
}

/* The set that is kept, or a new one; where there is no room for that, it is in `beyond`,
 * or, without that, for one use. */
static conditions *find_kept(lowered *w, arena *beyond, const condition_set *set) {
    if (!w->kept)
        w->kept = kept_new(w);
    uint32_t hash = hash_set(set);
    conditions **home = &w->kept->bucket[hash % (uint32_t)w->kept->buckets];
    conditions *s = *home;
    while (s && (s->hash != hash || !is_kept(s, set)))
        s = s->next;
    if (s)
        return renew_kept(s, set);
    if (w->kept->count >= w->kept->buckets)
        return beyond ? make_kept(w, beyond, set) : conditions_make(w, set);
    s = make_kept(w, w->arena, set);
    s->hash = hash;
    s->next = *home;
    *home = s;
    w->kept->count++;
    return s;
}

/* One that was made for other values of the parameters, or is made for those to come. */
static conditions *conditions_replay(lowered *w, const condition_set *set, int keeps) {
    if (!replay_records(w)) {
        conditions *s = replay_next(w, REPLAY_CONDITIONS);
        if (!is_kept(s, set))
            replay_leave(w);
        return renew_kept(s, set);
    }
    arena *a = replay_begin(w);
    conditions *s = keeps ? find_kept(w, a, set) : make_kept(w, a, set);
    replay_keep(w, REPLAY_CONDITIONS, s);
    return s;
}

int conditions_count_kept(const lowered *w) {
    return w->kept ? w->kept->count : 0;
}

conditions *conditions_new(lowered *w, const condition_set *set) {
    return replay_is_on(w) ? conditions_replay(w, set, 0) : conditions_make(w, set);
}

conditions *conditions_kept(lowered *w, const condition_set *set) {
    assert(set->guess && set->weight);
    return replay_is_on(w) ? conditions_replay(w, set, 1) : find_kept(w, NULL, set);
}

/* --- values --- */

static void conditions_run(const conditions *s, const program *p, const double *x,
                           double *out, double *bound) {
    const double *z = x + s->lowered->completion->coordinates;
    if (bound)
        program_run_bound(s->lowered, p, x, z, out, bound);
    else
        program_run(s->lowered, p, x, z, out);
}

/* r and bound at x; returns the largest residual in units of round-off, infinite where
 * undefined. */
static double conditions_evaluate(conditions *s, const double *x) {
    double worst = 0;
    conditions_run(s, &s->value, x, s->r, s->bound);
    for (int i = 0; i < s->rows; i++) {
        if (!isfinite(s->r[i]) || !isfinite(s->bound[i]))
            return INFINITY;
        worst =
            larger(worst, s->r[i] == 0 ? 0 : fabs(s->r[i]) / (DBL_EPSILON * s->bound[i]));
    }
    return worst;
}

static double row_unit(const conditions *s, int i) {
    return s->bound[i] > 0 ? s->bound[i] : 1;
}

/* What divides entry k of the slopes: the unit of its row, then the weight of its column.
 */
static double entry_weight(const conditions *s, int k) {
    return s->weight[s->column[s->entry_column[k]]];
}

/* Slopes at x, rows divided by their bound, columns by their weight; what is less than
 * its own error is zero. Returns 0 where not finite. */
static int scaled_slopes(conditions *s, const double *x) {
    double *value = s->slope_value;
    double *error = s->slope_bound;
    conditions_run(s, &s->slope, x, value, error);
    for (int k = 0; k < s->slope.outputs; k++) {
        if (!isfinite(value[k]))
            return 0;
        if (fabs(value[k]) <= s->nothing * DBL_EPSILON * error[k])
            value[k] = 0;
        double unit = row_unit(s, s->entry_row[k]);
        value[k] = value[k] / unit / entry_weight(s, k);
        error[k] = error[k] / unit / entry_weight(s, k);
    }
    steps_load(&s->linear, value);
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
        s->scale[i] = row_unit(s, i);
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

/* Puts the columns `length` of a step in weighted coordinates beyond `from`. */
static void move_columns(const conditions *s, double *x, const double *from,
                         double length, const double *step) {
    for (int j = 0; j < s->columns; j++)
        x[s->column[j]] = from[j] + length * step[j] / s->weight[s->column[j]];
}

/* --- steps --- */

static void load_residuals(conditions *s) {
    for (int i = 0; i < s->rows; i++)
        s->linear.b[i] = -s->r[i] / s->scale[i];
}

/* The step of least norm with slopes * step = -r, both scaled; returns the rank. Where
 * units differ so much that the slopes look singular, it is of least norm in other units.
 */
static int solve_shortest(conditions *s, const double *x) {
    linear_steps *l = &s->linear;
    int rank = steps_solve_least(l);
    int is_full = rank == s->rows || rank == s->columns;
    if (is_full || l->tolerance > STEPS_TOLERANCE)
        return rank;
    scaled_slopes(s, x);
    load_residuals(s);
    return steps_solve_equilibrated(l, rank);
}

/* The same, elimination first, where there is one solution. */
static void solve_step(conditions *s, const double *x) {
    linear_steps *l = &s->linear;
    load_residuals(s);
    if (steps_solve_square(l))
        return;
    int is_rough = l->tolerance > STEPS_TOLERANCE;
    if (is_rough || !steps_solve_judged(l, s->slope_value, s->slope_bound, DBL_EPSILON))
        solve_shortest(s, x);
}

/* The column that formula k gives. */
static double *formula_column(const conditions *s, int k, double *x) {
    return &x[s->column[s->entry_column[s->formulas.torn.formula_entry[k]]]];
}

/* Computes the columns that rows give explicitly, level by level. Returns whether all are
 * finite. */
static int conditions_run_formulas(conditions *s, double *x) {
    const condition_formulas *f = &s->formulas;
    for (int level = 0, first = 0, next = 0; level < f->levels; level++, first = next) {
        while (next < f->torn.formulas && f->torn.level[next] == level)
            *formula_column(s, next++, x) = 0;
        conditions_run(s, &f->program[level], x, f->value, NULL);
        for (int k = 0; k < next - first; k++) {
            double *to = formula_column(s, first + k, x);
            *to = 0 - f->value[k] / f->value[next - first + k]; /* never -0 */
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
        if (!s->is_curved[j] || (s->formulas.are_used && !s->formulas.torn.is_torn[j]))
            continue;
        double size = fmax(s->lowered->nominal[slot], fabs(s->trial[j]));
        most = fmax(most, fabs(s->linear.x[j] / s->weight[slot]) / size);
    }
    return most;
}

/* The residuals `length` of the step away from the columns in trial; infinite where
 * undefined. */
static double conditions_look_at(conditions *s, double *x, double length) {
    move_columns(s, x, s->trial, length, s->linear.x);
    if (s->formulas.are_used && !conditions_run_formulas(s, x))
        return INFINITY;
    return isfinite(conditions_evaluate(s, x)) ? merit(s) : INFINITY;
}

/* A long step is trusted where the residuals fall along it as they would for straight
 * rows, up to this share of what they were. */
static const double AGREES = 0.25;

/* Does the whole step, `far` sizes long, do what it promises? It is tested where it
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

/* Computes a step from x, where slopes and residuals are known; returns the merit there.
 */
static double conditions_begin_step(conditions *s, const double *x) {
    freeze_scale(s);
    solve_step(s, x);
    keep_columns(s, x, s->trial);
    return merit(s);
}

/* Takes one step of least norm towards r = 0, at most as long as the radius of trust,
 * halved until the residuals decrease; r and bound are those at x before and after.
 * Returns 0 if nothing decreases them. */
static int conditions_descend(conditions *s, double *x) {
    if (!scaled_slopes(s, x))
        return 0;
    double before = conditions_begin_step(s, x);
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

/* An iteration has stalled where the worst row has not lost this share of its residual in
 * so many steps: from far away a few steps may leave it as it is, but their lengths
 * double. */
static const double LEAST_LOSS = 0.01;
enum { PATIENCE = 20 };

/* Newton's iteration to round-off from x; returns the residual reached, in units. It
 * continues below the accepted size while that still helps. */
static double conditions_iterate(conditions *s, double *x) {
    double units = conditions_evaluate(s, x);
    double least = units;
    int since = 0;
    s->radius = s->first_radius;
    for (int k = 0; k < MOST_ITERATIONS && isfinite(units) && units > ENOUGH; k++) {
        if (since == PATIENCE || !conditions_descend(s, x))
            break;
        double next = conditions_evaluate(s, x);
        if (units <= ACCEPT && next > units / 2)
            return next < units ? next : units;
        units = next;
        since++;
        if (units < (1 - LEAST_LOSS) * least) {
            least = units;
            since = 0;
        }
    }
    return units;
}

/* The same on what no formula gives; on all columns where that does not succeed. */
static double restore(conditions *s, double *x) {
    double units = conditions_evaluate(s, x);
    if (!s->formulas.levels || units <= ACCEPT)
        return conditions_iterate(s, x);
    double *before = s->start;
    keep_columns(s, x, before);
    s->formulas.are_used = 1;
    units = conditions_run_formulas(s, x) ? conditions_iterate(s, x) : INFINITY;
    s->formulas.are_used = 0;
    if (units <= ACCEPT)
        return units;
    put_columns(s, x, before);
    return conditions_iterate(s, x);
}

/* Keeps the residuals of the guess, from which a point is looked for: zero where a row
 * holds there, infinite where it is undefined. */
static void conditions_keep_first(conditions *s, const double *x) {
    conditions_evaluate(s, x);
    for (int i = 0; i < s->rows; i++) {
        double r = fabs(s->r[i]);
        int is_finite = isfinite(r) && isfinite(s->bound[i]);
        s->first[i] = is_finite ? r : INFINITY;
        if (is_finite && r <= ACCEPT * DBL_EPSILON * s->bound[i])
            s->first[i] = 0;
    }
}

/* Is there a row that does not hold at the guess, and that no column changes? */
static int conditions_is_hopeless(const conditions *s) {
    for (int i = 0; i < s->rows; i++)
        if (!s->is_moved[i] && s->first[i] > 0)
            return 1;
    return 0;
}

/* Are values so large at x that what the guess left of each row is less than the
 * round-off of these values? Rows that contradict each other hold there, by their
 * rounding errors alone. */
static int conditions_is_lost(conditions *s, const double *x) {
    int is_any = 0;
    conditions_evaluate(s, x);
    for (int i = 0; i < s->rows; i++) {
        if (s->first[i] > ACCEPT * DBL_EPSILON * s->bound[i])
            return 0;
        is_any |= s->first[i] > 0;
    }
    return is_any;
}

/* Newton's iteration from x to a point where the rows hold and mean something. */
static int conditions_find(conditions *s, double *x) {
    return restore(s, x) <= ACCEPT && !conditions_is_lost(s, x);
}

/* --- where Newton's iteration stalls --- */

/* Powell's dogleg [Powell70]: between the steepest descent, which leads on where the
 * slopes are nearly singular, and Newton's step. Rows count by the length of their
 * slopes, columns by their sizes: units do not. */
typedef struct dogleg {
    conditions *s;
    double *row;                       /* [rows]: 1 / length of the slopes */
    double *size;                      /* [columns] */
    double *descent, *newton, *chosen; /* [columns]: steps, in sizes */
    double *image;                     /* [rows]: slopes times a step */
    double radius;
} dogleg;

static const double DOGLEG_FIRST = 1, DOGLEG_LAST = 1e-10, DOGLEG_ACCEPTS = 1e-4;
enum { MOST_DOGLEGS = 200, LARGEST_DOGLEG = 2000 };

/* An entry of the slopes for rows of length 1 and columns in sizes. */
static double dogleg_entry(const dogleg *d, int k) {
    const conditions *s = d->s;
    int i = s->entry_row[k];
    int j = s->entry_column[k];
    double slope = s->slope_value[k] * row_unit(s, i) * entry_weight(s, k);
    return slope * d->row[i] * d->size[j];
}

static void dogleg_scale(const dogleg *d, const double *x) {
    const conditions *s = d->s;
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        d->size[j] = fmax(s->lowered->nominal[slot], fabs(x[slot]));
    }
    for (int i = 0; i < s->rows; i++)
        d->row[i] = 1;
    memset(d->image, 0, sizeof *d->image * (size_t)s->rows);
    for (int k = 0; k < s->slope.outputs; k++)
        d->image[s->entry_row[k]] += dogleg_entry(d, k) * dogleg_entry(d, k);
    for (int i = 0; i < s->rows; i++)
        d->row[i] = d->image[i] > 0 ? 1 / sqrt(d->image[i]) : 0;
}

/* The sum of squares of the residuals, each with its image where there is one. */
static double dogleg_merit(const dogleg *d, const double *residual, const double *image) {
    double sum = 0;
    for (int i = 0; i < d->s->rows; i++) {
        double r = residual[i] * d->row[i] + (image ? image[i] : 0);
        sum += r * r;
    }
    return sum;
}

static void dogleg_image(const dogleg *d, const double *step) {
    const conditions *s = d->s;
    memset(d->image, 0, sizeof *d->image * (size_t)s->rows);
    for (int k = 0; k < s->slope.outputs; k++)
        d->image[s->entry_row[k]] += dogleg_entry(d, k) * step[s->entry_column[k]];
}

/* The steepest descent to its lowest point; returns its length. */
static double dogleg_descend(const dogleg *d) {
    const conditions *s = d->s;
    memset(d->descent, 0, sizeof *d->descent * (size_t)s->columns);
    for (int k = 0; k < s->slope.outputs; k++)
        d->descent[s->entry_column[k]] -=
            dogleg_entry(d, k) * s->r[s->entry_row[k]] * d->row[s->entry_row[k]];
    dogleg_image(d, d->descent);
    double steep = dot(s->columns, d->descent, d->descent);
    double bent = dot(s->rows, d->image, d->image);
    double length = bent > 0 ? steep / bent : 0;
    for (int j = 0; j < s->columns; j++)
        d->descent[j] *= length;
    return length * sqrt(steep);
}

/* The step of this radius: along the descent, then towards Newton's. */
static void dogleg_choose(const dogleg *d, double descent) {
    int n = d->s->columns;
    double newton = sqrt(dot(n, d->newton, d->newton));
    if (isfinite(newton) && newton <= d->radius) {
        memcpy(d->chosen, d->newton, sizeof *d->chosen * (size_t)n);
        return;
    }
    double along = descent > d->radius ? d->radius / descent : 1;
    double part = 0;
    if (along == 1 &&
        isfinite(newton)) { /* |descent + part (newton - descent)| = radius */
        double a = 0;
        double b = 0;
        for (int j = 0; j < n; j++) {
            double way = d->newton[j] - d->descent[j];
            a += way * way;
            b += way * d->descent[j];
        }
        double c = d->radius * d->radius - descent * descent;
        part = a > 0 ? c / (b + sqrt(b * b + a * c)) : 0;
        part = isfinite(part) ? fmin(fmax(part, 0), 1) : 0;
    }
    for (int j = 0; j < n; j++)
        d->chosen[j] = along * d->descent[j] +
                       (part > 0 ? part * (d->newton[j] - d->descent[j]) : 0);
}

/* Tries the chosen step; returns whether it is taken, with the radius for the next. */
static int dogleg_try(dogleg *d, double *x, double before) {
    conditions *s = d->s;
    keep_columns(s, x, s->trial);
    dogleg_image(d, d->chosen);
    double promised = before - dogleg_merit(d, s->r, d->image);
    memcpy(s->foot, s->r, sizeof *s->foot * (size_t)s->rows);
    for (int j = 0; j < s->columns; j++)
        x[s->column[j]] += d->chosen[j] * d->size[j];
    int is_finite = isfinite(conditions_evaluate(s, x));
    double gained = is_finite ? before - dogleg_merit(d, s->r, NULL) : -INFINITY;
    if (!(gained > DOGLEG_ACCEPTS * promised && gained > 0)) {
        put_columns(s, x, s->trial);
        conditions_evaluate(s, x);
        d->radius = sqrt(dot(s->columns, d->chosen, d->chosen)) / 4;
        return 0;
    }
    d->radius *= gained > 0.75 * promised ? 2 : gained < 0.25 * promised ? 0.5 : 1;
    return 1;
}

/* Runs to round-off from x where that is possible; returns whether it is. */
static int dogleg_run(dogleg *d, double *x) {
    conditions *s = d->s;
    double units = conditions_evaluate(s, x);
    d->radius = DOGLEG_FIRST;
    for (int k = 0; k < MOST_DOGLEGS && isfinite(units) && units > ACCEPT; k++) {
        if (!scaled_slopes(s, x))
            return 0;
        dogleg_scale(d, x);
        freeze_scale(s);
        solve_step(s, x);
        for (int j = 0; j < s->columns; j++)
            d->newton[j] = s->linear.x[j] / s->weight[s->column[j]] / d->size[j];
        scaled_slopes(s, x);
        double descent = dogleg_descend(d);
        int is_taken = 0;
        if (!(descent > 0))
            return 0;
        while (!is_taken && d->radius > DOGLEG_LAST) {
            dogleg_choose(d, descent);
            is_taken = dogleg_try(d, x, dogleg_merit(d, s->r, NULL));
        }
        if (!is_taken)
            return 0;
        units = conditions_evaluate(s, x);
    }
    return units <= ACCEPT;
}

/* From the guess; returns whether a solution was found. */
static int solve_by_dogleg(conditions *s, double *x) {
    if (s->is_quick || s->rows > LARGEST_DOGLEG || s->columns > LARGEST_DOGLEG)
        return 0;
    arena *scratch = arena_child(s->memory);
    dogleg d = {.s = s,
                .row = ARENA_ARRAY(scratch, double, s->rows + 1),
                .size = ARENA_ARRAY(scratch, double, s->columns + 1),
                .descent = ARENA_ARRAY(scratch, double, s->columns + 1),
                .newton = ARENA_ARRAY(scratch, double, s->columns + 1),
                .chosen = ARENA_ARRAY(scratch, double, s->columns + 1),
                .image = ARENA_ARRAY(scratch, double, s->rows + 1)};
    keep_columns(s, x, s->moved);
    for (int j = 0; j < s->columns; j++)
        x[s->column[j]] = s->guess[s->column[j]];
    int found = dogleg_run(&d, x) && conditions_find(s, x);
    if (!found)
        put_columns(s, x, s->moved);
    arena_free(scratch);
    return found;
}

/* A number in [1/2, 1) that depends on the name alone, not on where it is declared. */
static double seed(const char *name, int salt) {
    uint32_t h = HASH_BEGIN + (uint32_t)salt;
    for (; *name; name++)
        h = hash_more(h, (unsigned char)*name);
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

double conditions_nudged(const lowered *w, int slot, double guess) {
    const char *name = slot_name(w, slot);
    double amount = FIRST_NUDGE * seed(name, 1) * fmax(w->nominal[slot], fabs(guess));
    return seed(name, 101) < 0.75 ? guess - amount : guess + amount;
}

/* Moves the guess off a critical or undefined point; upwards first, then either way. */
static void nudge(const conditions *s, double *x, int attempt) {
    double size = attempt < 2 ? FIRST_NUDGE : FIRST_NUDGE * ldexp(1, attempt);
    for (int j = 0; j < s->columns; j++) {
        const char *name = conditions_column_name(s, j);
        double amount = size * seed(name, attempt);
        if (attempt > 0 && seed(name, attempt + 100) < 0.75)
            amount = -amount;
        nudge_one(s, x, j, amount);
    }
}

/* How far column j is from its guess, weighted. */
static double column_offset(const conditions *s, const double *x, int j) {
    int slot = s->column[j];
    return s->weight[slot] * (s->guess[slot] - x[slot]);
}

static double conditions_distance(const conditions *s, const double *x) {
    double sum = 0;
    for (int j = 0; j < s->columns; j++) {
        double d = column_offset(s, x, j);
        sum += d * d;
    }
    return sqrt(sum);
}

/* Takes the part of (guess - x) that is tangent to the solution set into linear.x, in
 * weighted coordinates; returns its length. */
static double tangent(conditions *s, const double *x) {
    linear_steps *l = &s->linear;
    conditions_evaluate(s, x);
    if (!scaled_slopes(s, x))
        return 0;
    for (int j = 0; j < s->columns; j++)
        l->x[j] = column_offset(s, x, j);
    steps_multiply(l);
    if (l->sparse && steps_solve_square(l))
        return 0; /* regular: there is no tangent */
    steps_solve_least(l);
    for (int j = 0; j < s->columns; j++)
        l->x[j] = column_offset(s, x, j) - l->x[j];
    return sqrt(dot(s->columns, l->x, l->x));
}

/* Barzilai and Borwein's step length from the last move and the change of the tangent
 * over it. */
static double conditions_step_length(const conditions *s, const double *x) {
    double moved = 0;
    double bent = 0;
    for (int j = 0; j < s->columns; j++) {
        double dx = s->weight[s->column[j]] * (x[s->column[j]] - s->before[j]);
        moved += dx * dx;
        bent += dx * (s->last[j] - s->linear.x[j]);
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
        memcpy(s->last, s->linear.x, sizeof *s->last * (size_t)s->columns);
        keep_columns(s, x, s->before);
        for (;; length /= 2) {
            move_columns(s, x, s->before, length, s->last);
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
    if (column_is_given(s, j) != column_is_given(s, k))
        return column_is_given(s, k);
    return strcmp(conditions_column_name(s, j), conditions_column_name(s, k)) < 0;
}

/* The columns to be moved one at a time, in order; returns how many. Only what is curved
 * can be at a critical point or outside a domain, and formulas give the others. */
static int list_singles(const conditions *s, int *single) {
    int count = 0;
    for (int j = 0; j < s->columns; j++) {
        if (!s->is_curved[j] || (s->formulas.levels && !s->formulas.torn.is_torn[j]))
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
    keep_columns(s, x, s->before);
    put_guess(s, x);
    nudge_one(s, x, j, -amount);
    double size = fmax(s->lowered->nominal[slot], fabs(here));
    if (conditions_find(s, x) && fabs(x[slot] - here) > OTHER_BRANCH * size) {
        s->branch.slot = slot;
        s->branch.value = x[slot];
    }
    put_columns(s, x, s->before);
}

/* Moves one column after the other, a little and then more; returns whether one of these
 * leads to a solution. */
static int solve_from_singles(conditions *s, double *x) {
    static const double size[SIZES] = {0.1, 1, 10, 100, 1000};
    int single[MOST_SINGLE];
    int count = s->is_quick || s->linear.sparse ? 0 : list_singles(s, single);
    for (int given = 0; given < 2; given++)
        for (int k = 0; k < SIZES * count; k++) {
            int j = single[k % count];
            if (given != column_is_given(s, j))
                continue;
            double amount =
                size[k / count] * seed(conditions_column_name(s, j), k / count);
            for (int down = 0; down < 2; down++, amount = -amount) {
                put_guess(s, x);
                nudge_one(s, x, j, amount);
                if (!conditions_find(s, x))
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
        int found = conditions_find(s, x);
        s->first_radius = FIRST_RADIUS;
        if (found)
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
        double before = conditions_begin_step(s, x);
        if (conditions_look_at(s, x, 1) < before / 4)
            continue;
        put_columns(s, x, s->trial);
        return;
    }
}

int conditions_solve(conditions *s, double *x) {
    assert(s->value.outputs == s->rows);
    conditions_keep_first(s, x);
    if (conditions_is_hopeless(s))
        return 0;
    if (!conditions_find(s, x)) {
        if (s->is_near)
            return 0;
        s->branch.is_nudged = !solve_by_dogleg(s, x);
        if (s->branch.is_nudged && !solve_from_nudges(s, x))
            return 0;
    }
    if (s->columns > 1)
        conditions_approach(s, x);
    conditions_correct(s, x);
    return 1;
}

int conditions_restore(conditions *s, double *x) {
    return restore(s, x) <= ACCEPT;
}

/* --- other solutions --- */

/* Of the size of a column: far away. */
static const double FAR_AWAY = 1e4;
enum { FAR_POINTS = 16 };

static int conditions_orientation(conditions *s, const double *x) {
    if (!isfinite(conditions_evaluate(s, x)) || !scaled_slopes(s, x))
        return 0;
    return steps_orientation(&s->linear);
}

/* The column of a set that is not linear, by which others are told apart: the first by
 * its name that no formula gives; -1: it is linear. */
static int conditions_turning_column(const conditions *s) {
    int best = -1;
    int is_curved = 0;
    for (int j = 0; j < s->columns; j++) {
        is_curved |= s->is_curved[j];
        if (s->formulas.levels ? !s->formulas.torn.is_torn[j] : !s->is_curved[j])
            continue;
        if (best < 0 ||
            strcmp(conditions_column_name(s, j), conditions_column_name(s, best)) < 0)
            best = j;
    }
    return is_curved ? best : -1;
}

/* Moves every column far away, in a direction that depends on names alone. */
static void conditions_go_far(const conditions *s, double *x, int attempt) {
    for (int j = 0; j < s->columns; j++) {
        int slot = s->column[j];
        const char *name = conditions_column_name(s, j);
        double size = fmax(s->lowered->nominal[slot], fabs(x[slot]));
        double way = seed(name, attempt) * FAR_AWAY * size;
        x[slot] += seed(name, attempt + 1000) < 0.75 ? -way : way;
    }
}

int conditions_turned(conditions *s, double *x) {
    int column = conditions_turning_column(s);
    if (column < 0 || s->rows != s->columns || s->linear.sparse)
        return 0;
    int here = conditions_orientation(s, x);
    int is_turned = here != 0;
    keep_columns(s, x, s->before);
    for (int k = 0; k < FAR_POINTS && is_turned; k++) {
        conditions_go_far(s, x, k);
        is_turned = conditions_orientation(s, x) == -here;
        put_columns(s, x, s->before);
    }
    return is_turned ? s->column[column] : 0;
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
        double units = fabs(s->r[i]) / (DBL_EPSILON * row_unit(s, i));
        if (units <= worst)
            continue;
        found = i;
        worst = units;
        *value = s->r[i];
        if (!isfinite(*value))
            break;
    }
    return found;
}

/* The rank by a share of the largest pivots. */
static int rank_by_shares(conditions *s, const double *x) {
    load_residuals(s);
    if (steps_solve_square(&s->linear))
        return s->rows;
    return s->linear.sparse ? slopes_rank(s->linear.sparse) : solve_shortest(s, x);
}

/* Points are known to the root of round-off at worst, where roots are double: what a
 * slope changes by when the point moves so far belongs to its error. */
static const double KNOWN = 1e-7;
enum { ROUNDS_OF_MOVES = 3 };

static void add_changes(conditions *s, const double *x) {
    const lowered *w = s->lowered;
    int slots = completion_slots(w->completion);
    int count = s->slope.outputs;
    arena *scratch = arena_child(s->memory);
    double *moved = ARENA_ARRAY(scratch, double, slots);
    double *value = ARENA_ARRAY(scratch, double, count + 1);
    uint32_t state = 1;
    for (int round = 0; round < ROUNDS_OF_MOVES; round++) {
        for (int k = 0; k < slots; k++) {
            double size = KNOWN * fmax(w->nominal[k], fabs(x[k]));
            moved[k] = x[k] + (random_next(&state) >> 31 ? size : -size);
        }
        conditions_run(s, &s->slope, moved, value, NULL);
        for (int k = 0; k < count; k++) {
            double scale = row_unit(s, s->entry_row[k]) * entry_weight(s, k);
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
        s->slope_bound[k] *= s->linear.tolerance;
    add_changes(s, x);
    return steps_rank_judged(&s->linear, s->slope_value, s->slope_bound);
}

int conditions_rank(conditions *s, const double *x) {
    conditions_evaluate(s, x);
    assert(s->value.outputs == s->rows);
    freeze_scale(s);
    s->nothing = s->strictness == RANK_ALL ? 0 : NOTHING;
    int full = s->rows < s->columns ? s->rows : s->columns;
    int rank = scaled_slopes(s, x) ? rank_by_shares(s, x) : -1;
    int is_doubtful = rank == full ? s->strictness == RANK_CLEAR : rank >= 0;
    if (is_doubtful && full <= LARGEST_JUDGED) {
        int judged = conditions_rank_by_errors(s, x);
        rank = rank == full || judged > rank ? judged : rank;
    }
    s->nothing = NOTHING;
    return rank;
}

int conditions_rank_around(conditions *s, const double *x) {
    int slots = completion_slots(s->lowered->completion);
    int rank = conditions_rank(s, x);
    double *beside = ARENA_ARRAY(s->memory, double, slots);
    beside[0] = x[0];
    for (int k = 1; k < slots; k++)
        beside[k] = x[k] + 1e-3 * (1 + k % 7) * s->lowered->nominal[k];
    int other = conditions_rank(s, beside);
    return other > rank ? other : rank;
}
