/* SPDX-License-Identifier: BSD-3-Clause */
/* Why there are no consistent initial values: a smallest set of rows, and of fixed
 * values, that contradict each other. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../points/loop_slopes.h"
#include "../system/join.h"
#include "../system/leaves.h"
#include "starting.h"

enum { MOST_VALUES = 8 }; /* that a message lists */

/* "x = 1 (fixed), y = 0" for the jets of an expression. */
static const char *list_values(const starting *s, expr f) {
    completion *c = s->c;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    const char *list = "";
    for (int k = 0; k < leaves.count && k < MOST_VALUES; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        int slot = completion_slot(c, leaf);
        const char *name =
            leaf->op == OP_TIME
                ? "time"
                : completion_name(c, c->alias[leaf->variable].unknown, leaf->order);
        double value = isnan(s->x[slot]) ? NAN : s->x[slot]; /* never "-nan" */
        const char *how = s->fixed[slot] && !s->left ? " (fixed)" : "";
        list = text_join(c->arena, list, ", ",
                         arena_print(c->arena, "%s = %.6g%s", name, value, how));
    }
    return list;
}

enum { MOST_ROWS = 40 }; /* of a set that is searched for a smallest conflict */

/* The set that failed, of which some rows count and some fixed slots may move, too. */
typedef struct conflict {
    starting *s;
    const conditions *all;
    char *counts; /* [rows] */
    char *freed;  /* [slots] */
} conflict;

/* Does it have a solution? */
static int conflict_is_solvable(const conflict *f) {
    const starting *s = f->s;
    arena *a = s->c->arena;
    gathering g = {0};
    double *x = ARENA_ARRAY(a, double, s->slots);
    for (int i = 0; i < f->all->rows; i++)
        if (f->counts[i])
            LIST_PUSH(a, g.row, f->all->row[i]);
    for (int j = 0; j < f->all->columns; j++)
        LIST_PUSH(a, g.column, f->all->column[j]);
    for (int k = 1; k < s->slots; k++)
        if (f->freed[k])
            LIST_PUSH(a, g.column, k);
    starting_copy(s, x, s->failed_at);
    condition_set set = gathered(&g, s->guess, s->weight);
    conditions *part = conditions_new(s->w, &set);
    part->is_quick = 1;
    return conditions_solve(part, x);
}

/* Leaves out a row after the other, and keeps out those that change nothing: all but any
 * one of the rest have a solution. */
static void find_smallest(conflict *f) {
    int rows = f->all->rows;
    memset(f->counts, 1, (size_t)rows);
    for (int i = 0; i < rows && rows <= MOST_ROWS; i++) {
        f->counts[i] = 0;
        f->counts[i] = (char)conflict_is_solvable(f);
    }
}

/* "a, b and c" of the equations in the conflict, and of those behind them. */
static const char *list_conflict(const conflict *f, int *equations_named) {
    assert(f->all->rows > 0);
    equation_list list = {0};
    for (int i = 0; i < f->all->rows; i++)
        if (f->counts[i])
            completion_reasons(f->s->c, f->all->row[i].equation, f->all->row[i].level,
                               &list);
    *equations_named = list.count;
    return completion_labels(f->s->c, &list);
}

static int is_fixed_leaf(void *data, const expr_node *leaf) {
    const starting *s = data;
    int slot = completion_slot(s->c, leaf);
    return slot >= 0 && s->fixed[slot];
}

/* Is a value fixed that a row of the failed part holds? */
static int holds_fixed(const starting *s) {
    int any = 0;
    for (int i = 0; i < s->failed->rows && !any; i++)
        any = leaves_depend(s->c->system->graph, s->failed->row[i].f, is_fixed_leaf,
                            (void *)s);
    return any;
}

static const char *what_to_try(const starting *s) {
    if (s->left)
        return "set consistent values with reinit(...), or stop before the event";
    if (holds_fixed(s))
        return "remove 'fixed = true' from one of them, or give other values";
    if (s->initial.count)
        return "remove one of the initial conditions";
    return "give start values nearer to a solution, if there is one";
}

/* "x and y are fixed, but only 1 of them is free: " for a smallest set of fixed values
 * that the rows contradict; "" where there is none. */
static const char *fixed_conflict(conflict *f) {
    const starting *s = f->s;
    arena *a = s->c->arena;
    int left = 0;
    int rows = 0;
    for (int i = 0; i < f->all->rows; i++)
        rows += f->counts[i];
    if (rows > MOST_ROWS)
        return "";
    memcpy(f->freed, s->fixed, (size_t)s->slots);
    if (!conflict_is_solvable(f))
        return "";
    memset(f->freed, 0, (size_t)s->slots);
    for (int k = 1; k < s->slots; k++) {
        if (!s->fixed[k])
            continue;
        f->freed[k] = 1;
        f->freed[k] = (char)!conflict_is_solvable(f);
        left += !f->freed[k];
    }
    const char *list = "";
    for (int k = 1, shown = 0; k < s->slots && left > 1; k++)
        if (s->fixed[k] && !f->freed[k])
            list = text_join_and(a, list, shown++, left, slot_name(s->w, k));
    return left < 2 ? ""
                    : arena_print(a, "%s are fixed, but only %d of them %s free: ", list,
                                  left - 1, left == 2 ? "is" : "are");
}

static int is_undetermined(void *data, const expr_node *leaf) {
    const starting *s = data;
    int slot = completion_slot(s->c, leaf);
    return slot >= 0 && isnan(s->x[slot]);
}

/* Reports the row with the largest residual, and what it contradicts: a smallest set of
 * rows and fixed values, by leaving out one after the other. */
_Noreturn void starting_fail(starting *s) {
    assert(s->failed && s->failed_at);
    completion *c = s->c;
    dae *d = c->system;
    conditions *all = s->failed;
    double value = NAN;
    starting_copy(s, s->x, s->failed_at);
    int worst = conditions_worst(all, s->x, &value);
    const condition *row = &all->row[worst < 0 ? 0 : worst];
    place where = d->equations.at[row->equation].of->where;
    const char *level = completion_level_text(c, row->level);
    const char *label = equation_label(d, row->equation);
    const char *values = list_values(s, row->f);
    const char *when = "";
    const char *initial = s->left ? "" : "initial ";
    if (s->left)
        when = arena_print(c->arena, "t = %.10g: after the event, ", s->left->t);
    char trouble[300];
    if (!isfinite(value) && graph_trouble(d->graph, trouble, sizeof trouble))
        fail(d->context, INVO_E_INCONSISTENT, where,
             "%s%s%s has no finite value%s, where %s: %s; check its condition, or give "
             "other start values",
             when, level, label, s->left ? "" : " at the start", values, trouble);
    /* Where no value of an unknown was found, a matrix was singular. */
    if (!isfinite(value))
        fail(d->context,
             leaves_depend(d->graph, row->f, is_undetermined, s) ? INVO_E_SINGULAR
                                                                 : INVO_E_INCONSISTENT,
             where, "%s%s%s has no finite value%s, where %s; %s", when, level, label,
             s->left ? "" : " at the start", values,
             s->left ? what_to_try(s) : "give other start values");
    loop_slopes_check_rows(s->w, all->rows, all->row, s->x);
    conflict f = {s, all, ARENA_ARRAY(c->arena, char, all->rows + 1),
                  ARENA_ARRAY(c->arena, char, s->slots)};
    int named;
    find_smallest(&f);
    const char *others = list_conflict(&f, &named);
    const char *fixed = fixed_conflict(&f);
    /* Of more rows it is not known which of them contradict each other. */
    if (named > 1 && all->rows <= MOST_ROWS)
        fixed =
            arena_print(c->arena, "%s%s contradict each other; at the nearest point, ",
                        fixed, others);
    fail(d->context, INVO_E_INCONSISTENT, where,
         "%sno consistent %svalues found: %s%s%s has the residual %.6g, where %s; %s",
         when, initial, fixed, level, label, value, values, what_to_try(s));
}
