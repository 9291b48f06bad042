/* SPDX-License-Identifier: BSD-3-Clause */
/* Fronts: the arguments of functions that are flat but for a small range of them, so that
 * a method whose stages lie on both sides of that range sees nothing of it. They are read
 * off the graph: functions of such a shape, as tanh and exp, and powers and roots of sums
 * that hold a constant, as 1/(1 + x^2) and x/sqrt(x^2 + eps^2). */
#include "lower.h"

typedef struct front_argument {
    invo_front_kind kind;
    expr argument;
} front_argument;

typedef struct front_search {
    arena *arena;
    LIST(front_argument) found; /* may hold one argument several times */
} front_search;

static void add_argument(front_search *f, invo_front_kind kind, expr argument) {
    front_argument a = {kind, argument};
    LIST_PUSH(f->arena, f->found, a);
}

/* Must not use the graph: sums without a constant are dropped later. */
static void front_visit(void *data, const expr_node *node) {
    front_search *f = data;
    const expr_shape shape = expr_op_shape(node->op);
    if (shape == SHAPE_STEP)
        add_argument(f, INVO_FRONT_STEP, node->arg[0]);
    else if (shape == SHAPE_EXP)
        add_argument(f, INVO_FRONT_EXP, node->arg[0]);
    else if (shape == SHAPE_ROOT || shape == SHAPE_POWER)
        add_argument(f, INVO_FRONT_POWER, node->arg[0]);
    else if (node->op == OP_PRODUCT)
        for (int k = 0; k < node->count; k++)
            if (node->coefficient[k] < 0)
                add_argument(f, INVO_FRONT_POWER, node->arg[k]);
}

/* A sum with a constant term keeps away from zero by it. */
static int has_constant(graph *g, expr e) {
    const expr_node n = expr_node_of(g, e);
    if (n.op != OP_SUM)
        return 0;
    if (n.value != 0)
        return 1;
    for (int k = 0; k < n.count; k++)
        if (expr_is_constant(g, n.arg[k]))
            return 1;
    return 0;
}

static void run_fronts(void *self, const double *u, const double *z, double *a) {
    const lowered *w = self;
    program_run(w, &w->fronts, u, z, a);
}

/* The coordinates that the arguments read. */
static void list_read(lowered *w) {
    const program *p = &w->fronts;
    const int n = w->completion->coordinates;
    char *is_read = ARENA_ARRAY(w->completion->arena, char, n + 1);
    int *list = ARENA_ARRAY(w->completion->arena, int, n + 1);
    int count = 0;
    for (int i = 0; i < p->parts; i++)
        for (int k = 0; k < p->part[i].coordinates; k++)
            is_read[p->part[i].source[k]] = 1;
    for (int i = 0; i < n; i++)
        if (is_read[i])
            list[count++] = i;
    w->system.fronts.coordinates = count;
    w->system.fronts.coordinate = list;
}

/* Lists each argument once for each kind of front that it makes. */
void lowered_add_fronts(lowered *w) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    arena *scratch = arena_child(c->arena);
    front_search f = {.arena = scratch};
    expr *written = ARENA_ARRAY(scratch, expr, c->rows + 1);
    for (int i = 0; i < c->rows; i++)
        written[i] = c->row[i].derivative[0];
    expr_visit_inner(g, c->rows, written, front_visit, &f);
    char *seen = ARENA_ARRAY(scratch, char, graph_count(g) + 1);
    invo_front *list = ARENA_ARRAY(c->arena, invo_front, f.found.count + 1);
    expr *root = ARENA_ARRAY(scratch, expr, f.found.count + 1);
    int count = 0;
    for (int k = 0; k < f.found.count; k++) {
        const front_argument *a = &f.found.at[k];
        const char bit = (char)(1 << a->kind);
        if (a->argument == EXPR_ZERO || seen[a->argument] & bit)
            continue;
        seen[a->argument] |= bit;
        if (a->kind == INVO_FRONT_POWER && !has_constant(g, a->argument))
            continue;
        const slot_range range = completion_range(c, a->argument);
        if (range.least < 0 || range.most < 0)
            continue; /* not all of it is in (u, z), or it is constant */
        list[count] = (invo_front){a->kind, range.most >= c->coordinates};
        root[count++] = a->argument;
    }
    if (count == 0) {
        arena_free(scratch);
        return;
    }
    w->fronts = program_new(w, count, root);
    w->system.fronts.count = count;
    w->system.fronts.at = list;
    w->system.fronts.arguments = run_fronts;
    list_read(w);
    arena_free(scratch);
}
