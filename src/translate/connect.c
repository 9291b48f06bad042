/* SPDX-License-Identifier: BSD-3-Clause */
/* connect(a, b): connected variables are equal, connected flows sum up to zero (Modelica
 * 9.2). A connector of a class itself is outside for the connections in that class, where
 * its flows count negative; for the model around the component it is inside. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* A variable of a connector, seen from inside or outside. */
typedef struct node {
    expr variable;
    int outside;
    int set; /* another node of its set, or itself */
} node;

typedef struct nodes {
    node *at;
    int count, capacity;
} nodes;

typedef struct connections {
    nodes equal, flows;
    place where; /* the first 'connect' */
} connections;

/* --- sets --- */

static int set_of(nodes *all, int i) {
    while (all->at[i].set != i)
        i = all->at[i].set = all->at[all->at[i].set].set;
    return i;
}

static int find_node(const nodes *all, expr e, int outside) {
    for (int i = 0; i < all->count; i++)
        if (all->at[i].variable == e && all->at[i].outside == outside)
            return i;
    return -1;
}

static int add_node(translation *t, nodes *all, expr e, int outside) {
    int i = find_node(all, e, outside);
    if (i >= 0)
        return i;
    const node one = {e, outside, all->count};
    LIST_PUSH(lasting(t), *all, one);
    return one.set;
}

/* Joins two sets; 0: they are one already. */
static int join_sets(nodes *all, int a, int b) {
    a = set_of(all, a);
    b = set_of(all, b);
    all->at[a > b ? a : b].set = a > b ? b : a;
    return a != b;
}

/* --- one connection --- */

/* Both ends and what the equation is for. */
typedef struct connection {
    const ast_equation *e;
    int outside[2];
    flats *to;
} connection;

static const char *connect_name(const translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    return n->op == OP_JET ? t->system->variables.at[n->variable].name
                           : parameter_at(t, n->variable)->name;
}

static int is_variable(const translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    if (n->op == OP_JET)
        return n->order == 0;
    if (n->op != OP_PARAMETER)
        return 0;
    parameter_kind kind = parameter_at(t, n->variable)->kind;
    return kind == PARAMETER_DISCRETE || kind == PARAMETER_INPUT;
}

static void connect_equal(translation *t, const connection *c, type of, expr a, expr b) {
    nodes *all = &t->connections->equal;
    int first = add_node(t, all, a, 0);
    int second = add_node(t, all, b, 0);
    if (!join_sets(all, first, second))
        return;
    const char *text =
        arena_print(lasting(t), "%s = %s", connect_name(t, a), connect_name(t, b));
    flat f = {.residual = present(t, expr_sub(t->graph, a, b)),
              .left = a,
              .right = b,
              .type = of,
              .guard = NO_EXPR,
              .of = statement_new(lasting(t), text, NULL, c->e->where)};
    LIST_PUSH(t->arena, *c->to, f);
}

static void connect_flow(translation *t, const connection *c, expr a, expr b) {
    nodes *all = &t->connections->flows;
    int first = add_node(t, all, a, c->outside[0]);
    int second = add_node(t, all, b, c->outside[1]);
    join_sets(all, first, second);
}

/* Connects all variables; parameters of connectors are no part of it. */
static int connect_values(translation *t, const connection *c, const value *a,
                          const value *b, int flow) {
    if (!type_same(a->type, b->type) && !both_numbers(a, b))
        return semantic_error(t, c->e->where, "'connect' cannot join a %s with a %s",
                              type_name(t, a->type), type_name(t, b->type));
    if (!same_shape(a, b))
        return semantic_error(t, c->e->where,
                              "'connect' cannot join connectors of the sizes %s and %s",
                              value_shape(t, a), value_shape(t, b));
    if (is_record(a)) {
        const ast_class *of = a->type.definition->class;
        for (int i = 0; i < field_count(a->type); i++) {
            const ast_declaration *d = &of->declarations.at[i];
            int changes = d->prefix == PREFIX_NONE || d->prefix == PREFIX_DISCRETE;
            if (changes &&
                !connect_values(t, c, &a->field[i], &b->field[i], flow || d->flow))
                return 0;
        }
        return 1;
    }
    for (int k = 0; k < a->count; k++) {
        expr one = value_at(a, k);
        expr other = value_at(b, k);
        if (!is_variable(t, one) || !is_variable(t, other))
            return semantic_error(t, c->e->where,
                                  "'connect' takes two connectors: variables, or records "
                                  "of them");
        if (flow)
            connect_flow(t, c, one, other);
        else
            connect_equal(t, c, a->type, one, other);
    }
    return 1;
}

/* Is it a connector of the model itself? Components have been asked before. */
static int is_of_model(translation *t, const ast *e) {
    while (e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD)
        e = ast_arg(e, 0);
    const char *dot = e->kind == AST_NAME ? strchr(e->text, '.') : NULL;
    const char *head = e->text;
    if (dot)
        head = name_intern(t->names, e->text, (size_t)(dot - e->text));
    const symbol *s = e->kind == AST_NAME ? scope_find_here(t->top, head) : NULL;
    return s && s->type.kind == TYPE_RECORD && s->type.definition->class->is_connector;
}

void flatten_connect(translation *t, const ast_equation *e, flats *to, expr guard) {
    assert(e->left->args.count == 2);
    connection c = {.e = e, .to = to};
    value v[2];
    if (guard != NO_EXPR) {
        semantic_error(
            t, e->where,
            "'connect' inside an 'if' requires that the condition is constant");
        return;
    }
    if (!t->connections) {
        t->connections = arena_alloc(lasting(t), sizeof *t->connections);
        t->connections->where = e->where;
    }
    for (int i = 0; i < 2; i++) {
        const ast_operand *a = &e->left->args.at[i];
        v[i] = lower_expression(t, a->value);
        c.outside[i] = a->negative || is_of_model(t, a->value);
    }
    if (!is_bad(&v[0]) && !is_bad(&v[1]))
        connect_values(t, &c, &v[0], &v[1], 0);
}

/* --- flows, when all connections are known --- */

static void push_flow(translation *t, const expr *term, const double *sign, int count,
                      place where) {
    const char *text = "";
    for (int i = 0; i < count; i++)
        text = arena_print(t->arena, "%s%s%s", text,
                           sign[i] < 0 ? (i ? " - " : "-") : (i ? " + " : ""),
                           connect_name(t, term[i]));
    text = arena_print(lasting(t), "%s = 0", text);
    expr sum = expr_sum(t->graph, count, sign, term);
    push_equation(t, EQUATION_PLAIN, sum, statement_new(lasting(t), text, NULL, where),
                  NULL);
}

/* The sum over the set of node number `first`, if that is its first one. */
static void push_set(translation *t, nodes *all, int first) {
    int count = 0;
    expr *term = NEW_ARRAY(t, expr, all->count);
    double *sign = NEW_ARRAY(t, double, all->count);
    for (int i = first; i < all->count; i++)
        if (set_of(all, i) == first) {
            term[count] = all->at[i].variable;
            sign[count++] = all->at[i].outside ? -1 : 1;
        }
    push_flow(t, term, sign, count, t->connections->where);
}

/* Flows of a connector of a component that nothing is connected to are zero. */
static void close_flows(translation *t, const symbol *s, int flow) {
    static const nodes none = {0};
    const nodes *all = t->connections ? &t->connections->flows : &none;
    const double one = 1;
    if (s->type.kind == TYPE_RECORD) {
        for (int i = 0; s->fields && i < s->fields->symbols.count; i++) {
            const symbol *field = s->fields->symbols.at[i];
            if (field->declaration)
                close_flows(t, field, flow || field->declaration->flow);
        }
        return;
    }
    for (int k = 0; flow && k < s->count; k++)
        if (is_variable(t, s->element[k]) && find_node(all, s->element[k], 0) < 0)
            push_flow(t, &s->element[k], &one, 1, s->where);
}

/* Visits the connectors of components. */
static void close_connectors(translation *t, const symbol *s) {
    if (s->type.kind != TYPE_RECORD || !s->fields || s->shaped != DONE)
        return;
    const ast_class *c = s->type.definition->class;
    if (c->is_connector) {
        if (s->owner)
            close_flows(t, s, 0);
        return;
    }
    for (int i = 0; c->is_model && i < s->fields->symbols.count; i++)
        close_connectors(t, s->fields->symbols.at[i]);
}

void connections_end(translation *t) {
    for (int i = 0; t->connections && i < t->connections->flows.count; i++) {
        nodes *all = &t->connections->flows;
        if (set_of(all, i) == i)
            push_set(t, all, i);
    }
    for (int i = 0; i < t->top->symbols.count; i++)
        close_connectors(t, t->top->symbols.at[i]);
}
