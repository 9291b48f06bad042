/* SPDX-License-Identifier: BSD-3-Clause */
/* The top equations as a whole, T(u, z) = 0, with their derivatives by every coordinate
 * and top unknown: what an implicit method needs (docs/design.md, 4). */
#include <assert.h>
#include "lower.h"

/* Programs read top unknowns in their places. */
static void run_tops(void *self, const double *u, const double *z, double *residual,
                     double *matrix) {
    const lowered *w = self;
    const invo_top *top = &w->system.top;
    const double *placed = z;
    if (w->placed) {
        for (int k = 0; k < top->count; k++)
            w->placed[top->unknown[k]] = z[k];
        placed = w->placed;
    }
    map_run(w, &w->tops, u, placed, residual, matrix);
}

static void run_top_residuals(void *self, int points, const double *u, const double *z,
                              double *residual) {
    const lowered *w = self;
    program_run_points(w, &w->tops.value, points, u, w->system.top.count, z, w->seat,
                       residual);
}

/* Finds the seats of the top unknowns that the residuals read. */
static void add_top_residuals(lowered *w, arena *scratch) {
    const completion *c = w->completion;
    const program_part *q = w->tops.value.part;
    const int count = q->variables - q->coordinates;
    int *number = ARENA_ARRAY(scratch, int, c->unknowns + 1);
    for (int k = 0; k < w->system.top.count; k++)
        number[w->system.top.unknown[k]] = k;
    w->seat = ARENA_ARRAY(c->arena, int, count + 1);
    for (int k = 0; k < count; k++)
        w->seat[k] = number[q->source[q->coordinates + k] - c->coordinates];
    w->system.top.residuals = run_top_residuals;
}

/* The highest derivative of unknown j in the offsets of the model as written, by all its
 * names. */
static int written_top(const completion *c, int j) {
    int top = -1;
    for (int k = c->named[j]; k < c->named[j + 1]; k++) {
        int v = c->names[k];
        if (v >= c->written->variables.count)
            continue;
        int order = c->alias[v].order + c->written_d[v];
        if (order > top)
            top = order;
    }
    return top;
}

/* A derivative that was a top unknown as the model is written and has become a coordinate
 * because its equations are not linear in it. */
void lowered_mark_algebraic(lowered *w) {
    completion *c = w->completion;
    char *mark = NULL;
    for (int j = 0; j < c->unknowns; j++) {
        const jet_unknown *y = &c->unknown[j];
        int written = written_top(c, j);
        if (written < 0 || written >= y->d)
            continue;
        if (!mark)
            mark = ARENA_ARRAY(c->arena, char, c->coordinates + 1);
        mark[y->first + written] = 1;
        w->system.top.algebraic = mark;
    }
}

/* Formulas of top unknowns that are put into the equations where they occur, so that
 * fewer are left to be solved for. */
typedef struct condensation {
    const completion *c;
    expr *formula; /* [unknowns]; NO_EXPR: it stays an unknown */
} condensation;

static expr condense_leaf(void *data, graph *g, expr leaf) {
    const condensation *k = data;
    const expr_node *n = expr_get(g, leaf);
    const int slot = n->op == OP_JET ? completion_slot(k->c, n) : -1;
    const int j = slot - k->c->coordinates;
    return slot >= k->c->coordinates && k->formula[j] != NO_EXPR ? k->formula[j] : leaf;
}

/* How many equations of those that count have each unknown, but its own one. */
static int *count_uses(const completion *c, arena *a, const char *needed) {
    const signature *s = &c->signature;
    int *uses = ARENA_ARRAY(a, int, c->unknowns + 1);
    for (int j = 0; j < c->unknowns; j++)
        for (int m = s->start[c->unknown[j].row];
             needed[j] && m < s->start[c->unknown[j].row + 1]; m++)
            uses[s->column[m]] += s->column[m] != j;
    return uses;
}

/* To put a formula of so many leaves into so many equations may make this many entries
 * more than it takes away: a sum over all unknowns that all equations have stays. */
enum { MOST_MORE = 8 };

static int degree_of_leaf(void *data, const expr_node *leaf) {
    (void)data;
    return leaf->op == OP_JET;
}

/* A linear combination of several unknowns, as 1 - A - B, stays an unknown itself, too:
 * its terms may cancel, and what is rounded anew in every evaluation keeps an iteration
 * from converging where tolerances come near to round-off. */
static int condensing_pays(graph *g, expr formula, int uses) {
    const expr_leaves leaves = expr_depends(g, formula);
    const double count = leaves.count;
    expr_forget(g, leaves);
    if (count > 1 && expr_degree(g, formula, degree_of_leaf, NULL) == 1)
        return 0;
    return count * uses <= count + uses + MOST_MORE;
}

/* Finds the top unknowns that are no derivatives of coordinates and are given by an
 * equation of their own, as r = k*x^2; in the order of blocks, so that a formula holds
 * none that has one itself. */
static condensation find_formulas(completion *c, arena *a, const char *needed) {
    graph *g = c->system->graph;
    condensation k = {c, ARENA_ARRAY(a, expr, c->unknowns + 1)};
    int *own = ARENA_ARRAY(a, int, c->unknowns + 1);
    const int *uses = count_uses(c, a, needed);
    for (int j = 0; j < c->unknowns; j++)
        k.formula[j] = NO_EXPR;
    for (int b = 0; b < c->blocks && c->coordinates > 1; b++) {
        const int j = c->order[c->block[b]];
        if (c->block[b + 1] != c->block[b] + 1 || c->unknown[j].d > 0 || !needed[j])
            continue;
        if (!expr_is_constant(g, completion_top_slope(c, c->unknown[j].row, j)))
            continue;
        const expr solution = completion_solution(c, j, own);
        if (solution == NO_EXPR)
            continue;
        const expr formula = expr_substitute(g, solution, condense_leaf, &k);
        if (condensing_pays(g, formula, uses[j]))
            k.formula[j] = formula;
    }
    return k;
}

/* Parts of a longer program share their memory, and prepare it every time. */
enum { LONGEST_WHOLE = 5000 };

/* Lists the top unknowns that the direction is made of: what is only shown follows from
 * these at the end of a step. Without coordinates there is no direction, and all are
 * listed. Returns the columns of their matrix, in scratch. */
static map_columns list_needed(completion *c, arena *scratch, const char *needed,
                               const condensation *by, int *unknown) {
    int *column = ARENA_ARRAY(scratch, int, completion_slots(c));
    int count = c->coordinates;
    for (int k = 0; k < c->coordinates; k++)
        column[k] = 1 + k;
    for (int j = 0; j < c->unknowns; j++) {
        if ((!needed[j] || by->formula[j] != NO_EXPR) && c->coordinates > 1)
            continue;
        unknown[count - c->coordinates] = j;
        column[c->coordinates + j] = ++count;
    }
    return (map_columns){.count = count,
                         .of = column,
                         .is_whole = count - c->coordinates <= LONGEST_WHOLE};
}

/* Are the equations linear in all but time, with constant coefficients? Constant slopes
 * alone do not tell: sign(x) has them, too. */
static int tops_are_affine(const lowered *w, int count, const expr *top) {
    graph *g = w->completion->system->graph;
    for (int i = 0; i < count && w->tops.is_constant; i++) {
        const int degree = expr_degree(g, top[i], degree_of_leaf, NULL);
        if (degree < 0 || degree > 1)
            return 0;
    }
    return w->tops.is_constant;
}

void lowered_add_tops(lowered *w) {
    completion *c = w->completion;
    assert(c->rows == c->unknowns);
    if (w->system.top.equations)
        return;
    arena *scratch = arena_child(c->arena);
    int *unknown = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    arena *own = completion_borrow(c);
    const char *needed = completion_needed(c);
    condensation k = find_formulas(c, scratch, needed);
    map_columns columns = list_needed(c, scratch, needed, &k, unknown);
    completion_release(c, own);
    int count = columns.count - c->coordinates;
    expr *top = ARENA_ARRAY(scratch, expr, count + 1);
    for (int i = 0; i < count; i++)
        top[i] = expr_substitute(c->system->graph,
                                 completion_top(c, c->unknown[unknown[i]].row),
                                 condense_leaf, &k);
    w->tops = map_new(w, count, top, columns);
    w->system.top.is_affine = tops_are_affine(w, count, top);
    w->system.top.count = count;
    w->system.top.unknown = unknown;
    if (count < c->unknowns) /* else they are in their places */
        w->placed = ARENA_ARRAY(c->arena, double, c->unknowns + 1);
    if (w->tops.value.slot)
        add_top_residuals(w, scratch);
    arena_free(scratch);
    w->system.top.pattern = &w->tops.pattern;
    w->system.top.equations = run_tops;
}
