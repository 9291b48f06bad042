/* SPDX-License-Identifier: BSD-3-Clause */
/* Generators are read from the graph: coordinates and time; denominators, roots,
 * exponentials, sines with cosines; logarithms of coordinates that divide their own rate
 * (x = 0 is invariant then) and of denominators; the angle of a pair of coordinates that
 * a constraint holds on a circle. */
#include "generators.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../completion/alias.h"
#include "../completion/trivial.h"
#include "finder.h"

typedef struct generator_list {
    surface *surface;
    completion *completion;
    graph *graph;
    arena *arena;
    LIST(generator) list;
    LIST(expr_node) nodes; /* of the equations */
} generator_list;

/* Does e depend on coordinates, and on nothing that is no coordinate? */
static int is_of_coordinates(const generator_list *l, expr e) {
    expr_leaves leaves = expr_depends(l->graph, e);
    int holds = leaves.count > 0;
    int has_jet = 0;
    for (int k = 0; k < leaves.count && holds; k++) {
        const expr_node *leaf = expr_get(l->graph, leaves.at[k]);
        int slot = completion_slot(l->completion, leaf);
        holds = slot >= 0 && slot < l->surface->coordinates;
        has_jet |= slot > 0;
    }
    expr_forget(l->graph, leaves);
    (void)has_jet;
    return holds;
}

static void add_generator(generator_list *l, expr value, generator_kind kind) {
    for (int k = 0; k < l->list.count; k++)
        if (l->list.at[k].value == value)
            return;
    int is_single = kind == GENERATOR_LOG || kind == GENERATOR_ANGLE;
    LIST_PUSH(l->arena, l->list, ((generator){value, kind, is_single}));
}

static void add_call(generator_list *l, expr_op op, expr x) {
    add_generator(l, expr_call(l->graph, op, &x), GENERATOR_FUNCTION);
}

static void add_reciprocal(generator_list *l, expr x) {
    add_generator(l, expr_div(l->graph, expr_number(l->graph, 1), x), GENERATOR_FUNCTION);
}

static double start_leaf(void *data, const expr_node *leaf) {
    const surface *s = data;
    if (leaf->op == OP_PARAMETER)
        return (double)s->parameter[leaf->variable];
    int slot = completion_slot(s->lowered->completion, leaf);
    return slot >= 0 ? s->lowered->start[slot] : 0;
}

/* Adds the logarithm of x, or of -x where that is what is positive at the start. */
static void add_logarithm(generator_list *l, expr x) {
    double at_start = expr_evaluate(l->graph, x, start_leaf, l->surface);
    if (!(fabs(at_start) > 0))
        return;
    expr positive = at_start > 0 ? x : expr_neg(l->graph, x);
    add_generator(l, expr_call(l->graph, OP_LOG, &positive), GENERATOR_LOG);
}

/* --- what the equations contain --- */

static void keep_node(void *data, const expr_node *node) {
    generator_list *l = data;
    LIST_PUSH(l->arena, l->nodes, *node);
}

/* The functions whose value is a generator. What has jumps or kinks is none. */
static int is_smooth_function(expr_op op) {
    if (op <= OP_ROUTINE)
        return 0;
    switch (expr_op_shape(op)) {
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
        return op != OP_NOEVENT;
    case SHAPE_KINK:
    case SHAPE_CHOICE:
    case SHAPE_SIGN:
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
    case SHAPE_QUOTIENT:
    case SHAPE_REMAINDER:
    case SHAPE_RELATION:
    case SHAPE_EQUALITY:
    case SHAPE_LOGIC:
        return 0;
    }
    return 0;
}

static void notice_kink(void *data, const expr_node *n) {
    int *smooth = data;
    if (n->op == OP_IF || n->op == OP_LOOKUP || n->op == OP_ROUTINE)
        *smooth = 0;
    if (n->op > OP_ROUTINE && n->op != OP_NOEVENT && !is_smooth_function(n->op))
        *smooth = 0;
}

int finder_is_smooth(graph *g, expr e) {
    int smooth = 1;
    expr_visit_inner(g, 1, &e, notice_kink, &smooth);
    return smooth;
}

/* Adds a function with what its derivatives consist of. */
static void add_function(generator_list *l, expr e) {
    const expr_node *n = expr_get(l->graph, e);
    switch (n->op) {
    case OP_SIN:
    case OP_COS:
    case OP_TAN:
        add_call(l, OP_SIN, n->arg[0]);
        add_call(l, OP_COS, n->arg[0]);
        if (n->op == OP_TAN)
            add_reciprocal(l, expr_call(l->graph, OP_COS, &n->arg[0]));
        return;
    case OP_SINH:
    case OP_COSH:
        add_call(l, OP_SINH, n->arg[0]);
        add_call(l, OP_COSH, n->arg[0]);
        return;
    default: /* all others stand for themselves */
        add_generator(l, e, GENERATOR_FUNCTION);
    }
}

static int is_function(const generator_list *l, expr e) {
    return is_smooth_function(expr_get(l->graph, e)->op) && is_of_coordinates(l, e);
}

/* Adds the denominators among the factors of a product. */
static void add_factors(generator_list *l, const expr_node *n) {
    for (int k = 0; k < n->count; k++) {
        expr x = n->arg[k];
        int is_square = expr_get(l->graph, x)->op == OP_SQRT &&
                        fmod(n->coefficient[k], 2) == 0; /* no root is left then */
        if (n->coefficient[k] > 0 && !is_square && is_function(l, x))
            add_function(l, x);
        if (n->coefficient[k] > 0 || !is_of_coordinates(l, x))
            continue;
        add_reciprocal(l, x);
        if (n->coefficient[k] == -1)
            add_logarithm(l, x);
    }
}

/* Variables that no equation differentiates and that one gives by itself, as r =
 * sqrt(x^2 + y^2), are replaced by their values. */
typedef struct given_values {
    const completion *completion;
    expr *value; /* [unknowns]; NO_EXPR: it stays */
} given_values;

static expr put_value(void *data, graph *g, expr leaf) {
    const given_values *v = data;
    const completion *c = v->completion;
    const expr_node *n = expr_get(g, leaf);
    int j = completion_slot(c, n) - c->coordinates;
    return n->op == OP_JET && j >= 0 && v->value[j] != NO_EXPR ? v->value[j] : leaf;
}

static given_values find_values(const generator_list *l) {
    const completion *c = l->completion;
    given_values v = {c, ARENA_ARRAY(l->arena, expr, c->unknowns + 1)};
    int *own = ARENA_ARRAY(l->arena, int, c->unknowns + 1);
    for (int j = 0; j < c->unknowns; j++)
        v.value[j] = NO_EXPR;
    for (int b = 0; b < c->blocks; b++) {
        int j = c->order[c->block[b]];
        if (c->block[b + 1] - c->block[b] != 1 || c->unknown[j].d > 0)
            continue;
        expr value = completion_solution(c, j, own);
        if (value != NO_EXPR && value != EXPR_ZERO)
            v.value[j] = expr_substitute(l->graph, value, put_value, &v);
    }
    return v;
}

static void add_from_equations(generator_list *l) {
    const surface *s = l->surface;
    int own = s->rows - s->levels;
    int count = own + s->unknowns;
    given_values v = find_values(l);
    expr *root = ARENA_ARRAY(l->arena, expr, count + 1);
    for (int i = 0; i < own; i++)
        root[i] = s->row[i];
    int used = own;
    for (int j = 0; j < s->unknowns; j++)
        if (v.value[j] == NO_EXPR)
            root[used++] = s->top[l->completion->unknown[j].row];
    for (int i = 0; i < used; i++)
        if (root[i] != EXPR_ZERO)
            root[i] = expr_substitute(l->graph, root[i], put_value, &v);
    expr_visit_inner(l->graph, used, root, keep_node, l);
    for (int k = 0; k < l->nodes.count; k++) {
        const expr_node *n = &l->nodes.at[k];
        if (n->op == OP_PRODUCT)
            add_factors(l, n);
        else
            for (int i = 0; i < n->count; i++)
                if (is_function(l, n->arg[i]))
                    add_function(l, n->arg[i]);
    }
}

/* --- logarithms --- */

/* Some points with the coordinate in a slot set to nearly zero, where logarithms of it in
 * other equations still have values: is its rate zero there, and not elsewhere? */
static int divides_its_rate(surface *s, int slot, int unknown) {
    enum { LOOKS = 3 };
    quad *x = quad_array(s->arena, s->slots);
    const quad *z = x + s->coordinates + unknown;
    for (int look = 0; look < LOOKS; look++) {
        if (!surface_draw(s, x) || *z == 0)
            return 0;
        x[slot] = 1e-30;
        if (!surface_solve_tops(s, x) || QUAD_FUNCTION(fabs)(*z) > 1e-25)
            return 0;
    }
    return 1;
}

static int is_constrained(const surface *s, expr leaf) {
    for (int i = 0; i < s->rows - s->levels; i++)
        if (s->row[i] != EXPR_ZERO &&
            expr_holds(s->lowered->completion->system->graph, s->row[i], leaf))
            return 1;
    return 0;
}

static void add_logarithms(generator_list *l) {
    const completion *c = l->completion;
    for (int j = 0; j < c->unknowns; j++) {
        const jet_unknown *y = &c->unknown[j];
        if (y->d < 1)
            continue;
        int slot = completion_jet_slot(c, j, y->d - 1);
        expr leaf = expr_jet(l->graph, y->variable, y->d - 1);
        if (l->surface->lowered->start[slot] == 0 || is_constrained(l->surface, leaf))
            continue;
        if (divides_its_rate(l->surface, slot, j))
            add_logarithm(l, leaf);
    }
}

/* --- angles --- */

static int is_number(const generator_list *l, expr e, double *value) {
    if (e == EXPR_ZERO || !expr_is_constant(l->graph, e))
        return 0;
    *value = expr_evaluate(l->graph, e, start_leaf, l->surface);
    return *value != 0;
}

/* Is f = c (x^2 + y^2) + a x + b y + d in exactly two coordinates? Then their direction
 * from the centre is the gradient. */
static void add_angle(generator_list *l, expr f) {
    graph *g = l->graph;
    expr_leaves leaves = expr_depends(g, f);
    expr leaf[2] = {leaves.count == 2 ? leaves.at[0] : 0,
                    leaves.count == 2 ? leaves.at[1] : 0};
    int is_pair = leaves.count == 2;
    expr_forget(g, leaves);
    if (!is_pair || expr_get(g, leaf[0])->op != OP_JET)
        return;
    expr slope[2] = {expr_partial(g, f, leaf[0]), expr_partial(g, f, leaf[1])};
    if (slope[0] == EXPR_ZERO || slope[1] == EXPR_ZERO ||
        expr_partial(g, slope[0], leaf[1]) != EXPR_ZERO)
        return;
    double curve[2];
    expr second = expr_partial(g, slope[0], leaf[0]);
    if (!is_number(l, second, &curve[0]))
        return;
    second = expr_partial(g, slope[1], leaf[1]);
    if (!is_number(l, second, &curve[1]) || curve[0] != curve[1] || curve[0] <= 0)
        return;
    expr factor = expr_number(g, 1 / curve[0]);
    expr argument[2];
    argument[0] = expr_mul(g, factor, slope[1]);
    argument[1] = expr_mul(g, factor, slope[0]);
    add_generator(l, expr_call(g, OP_ATAN2, argument), GENERATOR_ANGLE);
}

/* --- all of them --- */

/* Has this node jumps, between which its derivative is that of a constant? */
static void notice_jump(void *data, const expr_node *n) {
    int *jumps = data;
    if (n->op == OP_IF || n->op == OP_LOOKUP || n->op == OP_ROUTINE)
        *jumps = 1;
    if (n->op <= OP_ROUTINE)
        return;
    switch (expr_op_shape(n->op)) {
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
    case SHAPE_KINK:
    case SHAPE_CHOICE:
        return;
    case SHAPE_SIGN:
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
    case SHAPE_QUOTIENT:
    case SHAPE_REMAINDER:
    case SHAPE_RELATION:
    case SHAPE_EQUALITY:
    case SHAPE_LOGIC:
        *jumps = 1;
    }
}

int generator_has_jumps(graph *g, expr e) {
    int jumps = 0;
    expr_visit_inner(g, 1, &e, notice_jump, &jumps);
    return jumps;
}

/* Fails unless the expression depends on coordinates alone, and on some. */
static void check_generator(const completion *c, expr e) {
    dae *s = c->system;
    const char *text = system_name_of(s, e);
    expr_leaves leaves = expr_depends(s->graph, e);
    int count = leaves.count;
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(s->graph, leaves.at[k]));
        if (slot < 0 || slot >= c->coordinates)
            fail(
                s->context, INVO_E_ARGUMENT, nowhere,
                "--generators: %s depends on %s, which is no coordinate of the manifold; "
                "write it in differentiated variables",
                text, system_name_of(s, leaves.at[k]));
    }
    expr_forget(s->graph, leaves);
    if (generator_has_jumps(s->graph, e))
        fail(s->context, INVO_E_ARGUMENT, nowhere,
             "--generators: %s has jumps, between which it seems to be constant; a "
             "generator is continuous",
             text);
    if (count == 0)
        fail(s->context, INVO_E_ARGUMENT, nowhere,
             "--generators: %s is constant; a generator depends on variables", text);
}

static void add_coordinates(generator_list *l) {
    const completion *c = l->completion;
    add_generator(l, expr_time(l->graph), GENERATOR_TIME);
    for (int j = 0; j < c->unknowns; j++)
        for (int order = 0; order < c->unknown[j].d; order++)
            add_generator(l, expr_jet(l->graph, c->unknown[j].variable, order),
                          GENERATOR_COORDINATE);
}

/* Values and rates, and slopes by coordinates. */
static void generators_lower(generators *r, surface *s) {
    completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    expr *root = ARENA_ARRAY(s->arena, expr, 2 * r->count + 1);
    LIST(expr) entry = {0};
    LIST(int) of = {0};
    LIST(int) by = {0};
    for (int k = 0; k < r->count; k++) {
        expr value = root[k] = r->at[k].value;
        root[r->count + k] = expr_total(g, value);
        expr_leaves leaves = expr_depends(g, value);
        for (int i = 0; i < leaves.count; i++) {
            int slot = completion_slot(c, expr_get(g, leaves.at[i]));
            expr slope = expr_partial(g, value, leaves.at[i]);
            if (slot <= 0 || slope == EXPR_ZERO)
                continue;
            LIST_PUSH(s->arena, entry, slope);
            LIST_PUSH(s->arena, of, k);
            LIST_PUSH(s->arena, by, slot);
        }
    }
    r->value = quad_tape_new(s, 2 * r->count, root);
    r->slope = quad_tape_new(s, entry.count, entry.at);
    r->entry_generator = of.at;
    r->entry_slot = by.at;
}

/* Marks the unknowns that e contains in mark: [unknowns]. */
static void mark_unknowns(const generator_list *l, expr e, char *mark) {
    if (e == EXPR_ZERO)
        return;
    expr_leaves leaves = expr_depends(l->graph, e);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(l->graph, leaves.at[k]);
        if (leaf->op == OP_JET)
            mark[l->completion->alias[leaf->variable].unknown] = 1;
    }
    expr_forget(l->graph, leaves);
}

static int marks_meet(int n, const char *x, const char *y) {
    for (int j = 0; j < n; j++)
        if (x[j] && y[j])
            return 1;
    return 0;
}

/* Two generators are near each other if an equation contains unknowns of both; what
 * contains no unknown is near to all. */
static void generators_compare(generators *r, generator_list *l) {
    surface *s = l->surface;
    int n = s->unknowns;
    char *touched = ARENA_ARRAY(l->arena, char, (size_t)n *n + 1);
    for (int i = 0; i < s->rows - s->levels + n; i++) {
        char *mark = ARENA_ARRAY(l->arena, char, n + 1);
        int own = s->rows - s->levels;
        mark_unknowns(l, i < own ? s->row[i] : s->top[i - own], mark);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n && mark[j]; k++)
                touched[j * n + k] |= mark[k];
    }
    char *mark = ARENA_ARRAY(l->arena, char, (size_t)r->count *(n + 1) + 1);
    char *reach = ARENA_ARRAY(l->arena, char, (size_t)r->count *(n + 1) + 1);
    for (int k = 0; k < r->count; k++) {
        char *own = mark + (size_t)k * (n + 1);
        char *all = reach + (size_t)k * (n + 1);
        mark_unknowns(l, r->at[k].value, own);
        own[n] = all[n] = !memchr(own, 1, (size_t)n);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n && own[j]; i++)
                all[i] |= touched[j * n + i];
    }
    r->is_near = ARENA_ARRAY(s->arena, char, (size_t)r->count * r->count + 1);
    for (int k = 0; k < r->count; k++)
        for (int i = 0; i < r->count; i++) {
            const char *all = reach + (size_t)k * (n + 1);
            const char *own = mark + (size_t)i * (n + 1);
            r->is_near[k * r->count + i] = all[n] || own[n] || marks_meet(n, all, own);
        }
}

generators *generators_find(surface *s, int given, const expr *more) {
    generators *r = arena_alloc(s->arena, sizeof *r);
    completion *c = s->lowered->completion;
    generator_list l = {
        .surface = s, .completion = c, .graph = c->system->graph, .arena = s->arena};
    add_coordinates(&l);
    int plain = l.list.count;
    add_from_equations(&l);
    for (int k = 0; k < given; k++) {
        expr own = trivial_substitute(c, more[k]);
        own = alias_substitute(c->system, c->alias, own);
        check_generator(c, own);
        add_generator(&l, own, GENERATOR_FUNCTION);
    }
    add_logarithms(&l);
    for (int i = 0; i < s->rows - s->levels; i++)
        if (s->row[i] != EXPR_ZERO)
            add_angle(&l, s->row[i]);
    r->count = l.list.count;
    r->at = l.list.at;
    r->are_free = s->rows == 0;
    for (int k = plain; k < r->count; k++)
        r->are_free &= r->at[k].is_single;
    generators_lower(r, s);
    generators_compare(r, &l);
    return r;
}
