/* SPDX-License-Identifier: BSD-3-Clause */
/* Kinks: abs, sign, min, max, tables and the relations in noEvent are evaluated
 * literally, so that every point of a step is in the domain of what they guard. Where
 * their arguments change sign the direction is not smooth, and a step should end. */
#include "../completion/alias.h"
#include "lower.h"
#include "../completion/trivial.h"

typedef struct kink_list {
    arena *arena;
    const dae *system;
    LIST(expr) function;
    LIST(expr) node;    /* that has the kink */
    LIST(int) count;    /* of kinks of the function */
    LIST(expr) entered; /* noEvent(...): its parts were collected */
} kink_list;

static void run_kinks(void *self, const double *u, const double *z, double *g) {
    const lowered *w = self;
    program_run(w, &w->kinks, u, z, g);
}

static void run_kink_bands(void *self, const double *u, const double *z,
                           const double *errors, double *band) {
    const lowered *w = self;
    program_run_errors(w, &w->kinks, u, z, errors, band);
}

static void add_kink(kink_list *list, expr function, expr node, int count) {
    graph *g = list->system->graph;
    if (function == EXPR_ZERO || expr_is_constant(g, function))
        return;
    for (int k = 0; k < list->function.count; k++)
        if (list->function.at[k] == function)
            return;
    LIST_PUSH(list->arena, list->function, function);
    LIST_PUSH(list->arena, list->node, node);
    LIST_PUSH(list->arena, list->count, count);
}

static void collect_kinks(kink_list *list, expr e);

/* A function with the zeros of x - knot one period after the other. */
static expr wave_of(graph *g, const lookup_axis *a, expr x, double knot) {
    const double pi = 3.14159265358979323846;
    expr distance = expr_sub(g, x, expr_number(g, knot));
    expr turns = expr_mul(g, expr_number(g, pi / a->period), distance);
    expr wave = expr_call(g, OP_SIN, &turns);
    return expr_mul(g, expr_number(g, a->period / pi), wave);
}

static int first_kink(const lookup_data *d, const lookup_axis *a, int from) {
    while (from < a->count && !(a->is_kink[from] && !(d->is_event && d->is_event[from])))
        from++;
    return from;
}

/* The last knot of a period is its first one again. */
static void add_waves(kink_list *list, expr node, const lookup_data *d,
                      const lookup_axis *a, expr x) {
    graph *g = list->system->graph;
    for (int i = first_kink(d, a, 0); i + 1 < a->count; i = first_kink(d, a, i + 1))
        add_kink(list, wave_of(g, a, x, a->knot[i]), node, 1);
}

/* A function for each kink. */
static void add_distances(kink_list *list, expr node, const lookup_data *d,
                          const lookup_axis *a, expr x) {
    graph *g = list->system->graph;
    for (int i = first_kink(d, a, 0); i < a->count; i = first_kink(d, a, i + 1))
        add_kink(list, expr_sub(g, x, expr_number(g, a->knot[i])), node, 1);
}

/* Two functions for all kinks, one for each way. */
static void add_numbers(kink_list *list, expr node, const lookup_axis *a, expr x) {
    graph *g = list->system->graph;
    expr up = expr_lookup(g, a->place, x, EXPR_ZERO);
    expr down = expr_sub(g, expr_number(g, a->kinks - 1), up);
    add_kink(list, up, node, a->kinks);
    add_kink(list, down, node, a->kinks);
}

/* So many functions of their own are cheaper than the steps that end too early for
 * functions with kinks of their own. */
enum { MOST_DISTANCES = 64 };

/* The knots at which a table is not smooth, but for those that are events of the model.
 */
static void add_knots(kink_list *list, expr node, const expr_node *n) {
    const lookup_data *d = n->lookup->data;
    for (int k = 0; k < 2; k++) {
        const lookup_axis *a = &d->axis[k];
        if (a->kinks > 0 && a->period > 0)
            add_waves(list, node, d, a, n->arg[k]);
        else if (a->kinks > MOST_DISTANCES)
            add_numbers(list, node, a, n->arg[k]);
        else if (a->kinks > 0)
            add_distances(list, node, d, a, n->arg[k]);
    }
}

/* An expr_rule that changes nothing. Relations are left in noEvent alone, which rules do
 * not see by themselves. */
static expr collect_kink(void *data, graph *g, expr node) {
    kink_list *list = data;
    const expr_node n = *expr_get(g, node);
    for (int k = 0; k < n.count; k++)
        if (expr_get(g, n.arg[k])->op == OP_NOEVENT)
            collect_kinks(list, n.arg[k]);
    const expr_shape shape = expr_op_shape(n.op);
    if (n.op == OP_LOOKUP)
        add_knots(list, node, &n);
    if (shape == SHAPE_RELATION || shape == SHAPE_CHOICE)
        add_kink(list, expr_sub(g, n.arg[0], n.arg[1]), node, 1);
    else if (shape == SHAPE_KINK || shape == SHAPE_SIGN)
        add_kink(list, n.arg[0], node, 1);
    return node;
}

/* Enters each noEvent(...) once: nested ones, which functions make, would be entered on
 * every way to them. */
static int is_entered(kink_list *list, expr e) {
    if (expr_get(list->system->graph, e)->op != OP_NOEVENT)
        return 0;
    for (int k = 0; k < list->entered.count; k++)
        if (list->entered.at[k] == e)
            return 1;
    LIST_PUSH(list->arena, list->entered, e);
    return 0;
}

static void collect_kinks(kink_list *list, expr e) {
    graph *g = list->system->graph;
    if (is_entered(list, e))
        return;
    while (expr_get(g, e)->op == OP_NOEVENT)
        e = expr_get(g, e)->arg[0];
    expr_rewrite(g, e, collect_kink, list);
}

/* What an explicit equation of the model makes of a variable; the variable itself where
 * there is none. */
static expr explicit_value(dae *s, expr jet) {
    graph *g = s->graph;
    for (int k = 0; k < s->equations.count; k++) {
        const equation *e = &s->equations.at[k];
        if (e->kind != EQUATION_PLAIN || !expr_holds(g, e->residual, jet))
            continue;
        expr slope = expr_partial(g, e->residual, jet);
        if (slope == EXPR_ZERO || expr_get(g, slope)->op != OP_NUMBER)
            continue;
        expr value = expr_sub(g, jet, expr_div(g, e->residual, slope));
        if (value != EXPR_ZERO && !expr_holds(g, value, jet))
            return value;
    }
    return jet;
}

/* An expr_map: coordinates show how large the noise of a function is, top unknowns do
 * not. */
static expr put_coordinates(void *data, graph *g, expr leaf) {
    const completion *c = data;
    const expr_node n = *expr_get(g, leaf);
    if (n.op != OP_JET || n.order > 0 || completion_binding(c, n.variable))
        return leaf;
    if (c->alias[n.variable].order > 0)
        return leaf;
    const jet_unknown *y = &c->unknown[c->alias[n.variable].unknown];
    return y->d > 0 ? leaf : explicit_value(c->written, leaf);
}

static const char *kink_name(arena *a, const kink_list *list, int k) {
    const char *node = system_name_of(list->system, list->node.at[k]);
    if (list->count.at[k] > 1)
        return arena_print(a, "a point of the table %s", node);
    const char *zero = system_name_of(list->system, list->function.at[k]);
    return arena_print(a, "%s = 0 (a kink of %s)", zero, node);
}

/* --- equations whose kinks matter --- */

static void count_reads(const completion *c, expr e, int *reads) {
    graph *g = c->system->graph;
    if (e == NO_EXPR || e == EXPR_ZERO)
        return;
    expr_leaves leaves = expr_depends(g, e);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(g, leaves.at[k]);
        if (n->op == OP_JET)
            reads[n->variable]++;
    }
}

static void count_reads_of_action(const completion *c, const action *a, int *reads) {
    count_reads(c, a->value, reads);
    count_reads(c, a->guard, reads);
}

static void count_reads_of_when(const completion *c, const when_clause *w, int *reads) {
    for (int k = 0; k < w->branches.count; k++) {
        const when_branch *b = &w->branches.at[k];
        for (int i = 0; i < b->conditions.count; i++)
            count_reads(c, b->conditions.at[i], reads);
        for (int i = 0; i < b->actions.count; i++)
            count_reads_of_action(c, &b->actions.at[i], reads);
    }
}

/* How many statements of the model hold each variable: in a mode, relations have left the
 * equations, but their events read it all the same. reads: [variables] */
static void count_all_reads(const completion *c, int *reads) {
    const dae *s = c->written->text ? c->written->text : c->written;
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind != EQUATION_INITIAL) {
            count_reads(c, s->equations.at[k].residual, reads);
            count_reads(c, s->equations.at[k].guard, reads);
        }
    for (int k = 0; k < s->discrete.count; k++) {
        count_reads(c, s->discrete.at[k].value, reads);
        count_reads(c, s->discrete.at[k].guard, reads);
    }
    for (int k = 0; k < s->whens.count; k++)
        count_reads_of_when(c, &s->whens.at[k], reads);
    for (int k = 0; k < s->delays.count; k++) {
        count_reads(c, s->delays.at[k].value, reads);
        count_reads(c, s->delays.at[k].time, reads);
    }
    for (int k = 0; k < s->sections.count; k++)
        count_reads(c, s->sections.at[k].function, reads);
    for (int k = 0; k < s->asserts.count; k++)
        count_reads_of_action(c, &s->asserts.at[k], reads);
}

/* Does its equation give unknown j by one formula everywhere? A slope that jumps looks as
 * if it passed 0. */
static int has_plain_formula(const completion *c, int j) {
    expr slope = completion_top_slope(c, c->unknown[j].row, j);
    return slope != EXPR_ZERO && expr_is_constant(c->system->graph, slope);
}

/* Marks the equations that only compute what results show: a step need not end at their
 * kinks, and must not where it cannot, as between two kinks of abs(1 / x) that is limited
 * beside x = 0. only: [equations] */
static void mark_only_shown(completion *c, char *only) {
    arena *own = completion_borrow(c);
    const int variables = c->system->variables.count;
    const char *needed = completion_needed(c);
    int *reads = ARENA_ARRAY(c->arena, int, variables + 1);
    count_all_reads(c, reads);
    for (int j = 0; j < c->unknowns; j++) {
        const jet_row *row = &c->row[c->unknown[j].row];
        if (row->equation < c->written->equations.count && !needed[j])
            only[row->equation] =
                reads[c->unknown[j].variable] <= 1 && has_plain_formula(c, j);
    }
    completion_release(c, own);
}

static void collect_all_kinks(completion *c, kink_list *list) {
    const dae *s = c->written;
    if (graph_is_smooth(s->graph))
        return;
    char *only = ARENA_ARRAY(list->arena, char, s->equations.count + 1);
    mark_only_shown(c, only);
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind == EQUATION_PLAIN && !only[k])
            collect_kinks(list, s->equations.at[k].residual);
}

enum { FORMULAS = 3 }; /* one within the other */
/* Kinks times equations beyond which nobody searches: bands are those of top unknowns. */
enum { LONGEST_SEARCH = 1000000 };

/* Writes the functions of the kinks in coordinates as far as explicit equations allow:
 * their bands are narrower there. */
void lowered_add_kinks(lowered *w) {
    completion *c = w->completion;
    const dae *s = c->written;
    arena *scratch = arena_child(c->arena);
    kink_list list = {.arena = scratch, .system = s};
    collect_all_kinks(c, &list);
    int count = list.function.count;
    w->kink = ARENA_ARRAY(c->arena, invo_event, count + 1);
    expr *root = ARENA_ARRAY(c->arena, expr, count + 1);
    for (int k = 0; k < count; k++) {
        expr f = list.function.at[k];
        int rounds = count < LONGEST_SEARCH / (s->equations.count + 1) ? FORMULAS : 0;
        for (int i = 0; i < rounds && f != EXPR_ZERO; i++)
            f = expr_substitute(c->system->graph, f, put_coordinates, c);
        if (f == EXPR_ZERO)
            f = list.function.at[k];
        root[k] = alias_substitute(c->system, c->alias, trivial_substitute(c, f));
        const char *name = kink_name(c->arena, &list, k);
        w->kink[k] = (invo_event){name, "", list.count.at[k]};
    }
    arena_free(scratch);
    if (count == 0)
        return;
    w->kinks = program_new(w, count, root);
    w->system.events.count = count;
    w->system.events.at = w->kink;
    w->system.events.functions = run_kinks;
    w->system.events.without_tops = !program_reads_tops(&w->kinks);
    w->system.events.bands = run_kink_bands;
}
