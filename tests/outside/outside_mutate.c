/* SPDX-License-Identifier: BSD-3-Clause */
/* Mutations of model texts: edits of spans that the reader has found. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "outside.h"

void outside_seed(outside_random *r, uint64_t seed) {
    r->state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 8; i++)
        outside_draw(r, 2);
}

int outside_draw(outside_random *r, int below) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (int)((r->state >> 20) % (uint64_t)below);
}

/* --- edits --- */

enum { MOST_EDITS = 200, MOST_NODES = 4000, MOST_STATEMENTS = 400, MOST_INSERT = 6000 };

typedef struct edit {
    int begin, end;
    char *text;
} edit;

typedef struct found_node {
    node *n;
    statement *s;   /* NULL: a declaration's */
    declaration *d; /* NULL: a statement's */
    int is_free;    /* in no loop: it may stand in another equation */
    int is_exponent, is_start;
} found_node;

typedef struct mutator {
    outside_model *m;
    outside_random *r;
    int number; /* of this mutation: part of new names */
    int edits;
    edit edit[MOST_EDITS];
    int nodes;
    found_node *node;
    int statements;
    statement **statement;
} mutator;

static int mutator_draw(mutator *u, int below) {
    return outside_draw(u->r, below);
}

static void edit_add(mutator *u, int begin, int end, const char *text) {
    if (u->edits == MOST_EDITS)
        return;
    edit *e = &u->edit[u->edits++];
    size_t length = strlen(text);
    e->begin = begin;
    e->end = end;
    e->text = outside_pool_take(&u->m->pool, length + 1);
    memcpy(e->text, text, length);
}

static int edit_compare(const void *a, const void *b) {
    const edit *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Edits that overlap an earlier one are left out. */
static char *edits_apply(mutator *u) {
    size_t room = u->m->size + 1;
    for (int i = 0; i < u->edits; i++)
        room += strlen(u->edit[i].text);
    qsort(u->edit, (size_t)u->edits, sizeof *u->edit, edit_compare);
    char *text = malloc(room), *to = text;
    int at = 0;
    for (int i = 0; i < u->edits && text; i++) {
        const edit *e = &u->edit[i];
        if (e->begin < at)
            continue;
        memcpy(to, u->m->text + at, (size_t)(e->begin - at));
        to += e->begin - at;
        to += sprintf(to, "%s", e->text);
        at = e->end;
    }
    if (text)
        memcpy(to, u->m->text + at, u->m->size - (size_t)at + 1);
    return text;
}

static void insert_declaration(mutator *u, const char *text) {
    edit_add(u, u->m->end_of_declarations, u->m->end_of_declarations, text);
}

static void insert_equation(mutator *u, const char *text) {
    edit_add(u, u->m->begin_of_equations, u->m->begin_of_equations, text);
}

static int span_length(const node *n) {
    return n->end - n->begin;
}
static const char *span_text(const mutator *u, const node *n) {
    return u->m->text + n->begin;
}

/* --- what there is to change --- */

static void collect_nodes(mutator *u, node *n, found_node like) {
    if (u->nodes == MOST_NODES)
        return;
    like.n = n;
    u->node[u->nodes++] = like;
    if (n->kind == NODE_NAME || n->kind == NODE_RANGE)
        return; /* no subscripts */
    if (n->kind == NODE_EACH)
        like.is_free = 0;
    int parts = n->kind == NODE_EACH ? 1 : n->parts;
    for (int i = 0; i < parts; i++) {
        found_node part = like;
        if (n->kind == NODE_BINARY && n->name[strlen(n->name) - 1] == '^' && i == 1)
            part.is_exponent = 1;
        collect_nodes(u, n->part[i], part);
    }
}

static void collect_statements(mutator *u, const statement_list *l) {
    for (int i = 0; i < l->count; i++) {
        statement *s = l->at[i];
        for (int b = 0; b < s->bodies; b++)
            collect_statements(u, &s->body[b]);
        if (s->kind != STATEMENT_EQUATION)
            continue;
        if (u->statements < MOST_STATEMENTS)
            u->statement[u->statements++] = s;
        found_node like = {.s = s, .is_free = s->depth == 0};
        collect_nodes(u, s->left, like);
        collect_nodes(u, s->right, like);
    }
}

static void collect_declarations(mutator *u) {
    for (int i = 0; i < u->m->declarations; i++) {
        declaration *d = u->m->declared[i];
        found_node like = {.d = d, .is_free = d->role == ROLE_VARIABLE};
        if (strcmp(d->type, "Real") != 0)
            continue;
        if (d->binding)
            collect_nodes(u, d->binding, like);
        like.is_start = 1;
        like.is_free = 0;
        if (d->start)
            collect_nodes(u, d->start, like);
    }
}

static const declaration *mutator_find(const mutator *u, const char *name) {
    for (int i = 0; i < u->m->declarations; i++)
        if (u->m->declared[i]->name == name)
            return u->m->declared[i];
    return NULL;
}

/* Sure to be a scalar. */
static int node_is_scalar(const mutator *u, const node *n) {
    static const char *const functions[] = {"der", "sin",  "cos",  "exp",  "log", "sqrt",
                                            "abs", "tanh", "cosh", "sign", NULL};
    switch (n->kind) {
    case NODE_NUMBER:
        return 1;
    case NODE_NAME: {
        const declaration *d = mutator_find(u, n->name);
        if (strcmp(n->name, "time") == 0)
            return 1;
        if (!d || d->dimensions != n->parts || strcmp(d->type, "Real") != 0)
            return 0;
        for (int i = 0; i < n->parts; i++)
            if (n->part[i]->kind != NODE_NUMBER)
                return 0;
        return 1;
    }
    case NODE_UNARY:
        return n->name[0] == '-' && node_is_scalar(u, n->part[0]);
    case NODE_BINARY:
        if (!strchr("+-*/^", n->name[0]))
            return 0;
        return node_is_scalar(u, n->part[0]) && node_is_scalar(u, n->part[1]);
    case NODE_CALL:
        for (int i = 0; functions[i]; i++)
            if (strcmp(n->name, functions[i]) == 0 && n->parts == 1)
                return node_is_scalar(u, n->part[0]);
        return 0;
    default:
        return 0;
    }
}

static int statement_is_scalar(const mutator *u, const statement *s) {
    return s->depth == 0 && node_is_scalar(u, s->left) && node_is_scalar(u, s->right);
}

static int node_is_variable(const mutator *u, const node *n) {
    const declaration *d = n->kind == NODE_NAME ? mutator_find(u, n->name) : NULL;
    return d && d->role == ROLE_VARIABLE && node_is_scalar(u, n);
}

typedef int (*node_test)(const mutator *u, const found_node *f);

static found_node *draw_node(mutator *u, node_test fits) {
    int count = 0;
    for (int i = 0; i < u->nodes; i++)
        count += fits(u, &u->node[i]);
    if (!count)
        return NULL;
    int pick = mutator_draw(u, count);
    for (int i = 0; i < u->nodes; i++) {
        if (!fits(u, &u->node[i]))
            continue;
        if (pick-- == 0)
            return &u->node[i];
    }
    return NULL;
}

static statement *draw_statement(mutator *u, int scalar) {
    int count = 0;
    for (int i = 0; i < u->statements; i++)
        count += !scalar || statement_is_scalar(u, u->statement[i]);
    if (!count)
        return NULL;
    int pick = mutator_draw(u, count);
    for (int i = 0; i < u->statements; i++) {
        if (scalar && !statement_is_scalar(u, u->statement[i]))
            continue;
        if (pick-- == 0)
            return u->statement[i];
    }
    return NULL;
}

/* --- the mutations; each returns whether it found a place --- */

static int is_literal(const mutator *u, const found_node *f) {
    (void)u;
    return f->n->kind == NODE_NUMBER && !f->is_exponent && !f->is_start;
}

static int is_start_literal(const mutator *u, const found_node *f) {
    (void)u;
    return f->n->kind == NODE_NUMBER && f->is_start;
}

static const char *const AWKWARD[] = {
    "1.5022275", "0.1", "0.3333333", "1e-7",        "7.0000001", "123456.789", "0.7",
    "1.1e-3",    "3e5", "0.02",      "2.718281828", "1.7",       "0.999999999"};

static const char *draw_decimal(mutator *u) {
    return AWKWARD[mutator_draw(u, (int)(sizeof AWKWARD / sizeof *AWKWARD))];
}

static void change_number(mutator *u, const node *n) {
    static const double slight[] = {1.0000001, 0.999, 1.03, 1.1, 0.9};
    static const double gross[] = {10, 0.1, 1e3, 1e-3, 2, 0.5, 1e6};
    char text[40];
    double value = (double)n->number;
    switch (mutator_draw(u, 4)) {
    case 0:
        snprintf(text, sizeof text, "%s", draw_decimal(u));
        break;
    case 1:
        snprintf(text, sizeof text, "%.10g", value * gross[mutator_draw(u, 7)]);
        break;
    default:
        snprintf(text, sizeof text, "%.10g",
                 (value == 0 ? 0.01 : value) * slight[mutator_draw(u, 5)]);
    }
    edit_add(u, n->begin, n->end, text);
}

static int mutate_literal(mutator *u) {
    found_node *f = draw_node(u, is_literal);
    if (f)
        change_number(u, f->n);
    return f != NULL;
}

static int mutate_start(mutator *u) {
    found_node *f = draw_node(u, is_start_literal);
    if (f)
        change_number(u, f->n);
    return f != NULL;
}

static int is_operation(const mutator *u, const found_node *f) {
    (void)u;
    return f->n->kind == NODE_BINARY && strchr("+-*/", f->n->name[0]) && !f->is_start;
}

static int mutate_operator(mutator *u) {
    found_node *f = draw_node(u, is_operation);
    if (!f)
        return 0;
    char sign[2] = {"+-*/"[mutator_draw(u, 4)], 0};
    edit_add(u, f->n->operator_at, f->n->operator_at + 1, sign);
    return 1;
}

static int is_free_variable(const mutator *u, const found_node *f) {
    return f->is_free && node_is_variable(u, f->n);
}

static void edit_copy(mutator *u, const node *from, const node *to) {
    char text[MOST_INSERT];
    snprintf(text, sizeof text, "%.*s", span_length(from), span_text(u, from));
    edit_add(u, to->begin, to->end, text);
}

/* Two variables of one equation. */
static int mutate_swap_variables(mutator *u) {
    found_node *a = draw_node(u, is_free_variable);
    if (!a)
        return 0;
    for (int k = 0; k < 20; k++) {
        found_node *b = draw_node(u, is_free_variable);
        if (b->s != a->s || b->d != a->d || b->n->name == a->n->name)
            continue;
        edit_copy(u, a->n, b->n);
        edit_copy(u, b->n, a->n);
        return 1;
    }
    return 0;
}

static int mutate_drop_equation(mutator *u) {
    statement *s = draw_statement(u, 0);
    if (!s)
        return 0;
    edit_add(u, s->begin, s->end, "");
    return 1;
}

/* A copy, as it is or times a decimal. */
static int mutate_duplicate(mutator *u) {
    statement *s = draw_statement(u, 0);
    if (!s || s->depth)
        return 0;
    char text[MOST_INSERT];
    const char *factor = mutator_draw(u, 2) ? draw_decimal(u) : "1";
    snprintf(text, sizeof text, "\n  %s*(%.*s) = %s*(%.*s);", factor,
             span_length(s->left), span_text(u, s->left), factor, span_length(s->right),
             span_text(u, s->right));
    insert_equation(u, text);
    return 1;
}

static int is_sum(const mutator *u, const found_node *f) {
    (void)u;
    return f->n->kind == NODE_BINARY && strchr("+-", f->n->name[0]) && !f->is_start;
}

static int mutate_drop_term(mutator *u) {
    found_node *f = draw_node(u, is_sum);
    if (!f)
        return 0;
    edit_copy(u, f->n->part[mutator_draw(u, 2)], f->n);
    return 1;
}

/* New variables a = x, b = 2 a, c = a - b/2 + x; x is replaced once. */
static int mutate_alias_chain(mutator *u) {
    static const char *const first[] = {"%s = %.*s", "0 = %s - %.*s", "%s + 0 = %.*s",
                                        "-%s = -%.*s"};
    static const char *const second[] = {"qb%d = 2*%s", "qb%d/2 = %s",
                                         "0.1*qb%d = 0.2*%s", "qb%d - 2*%s = 0",
                                         "qb%d = -%s*1.5022275"};
    static const char *const third[] = {
        "qc%d = %s - qb%d/2 + %.*s", "qc%d = %s*qb%d + %.*s", "qc%d + %s = 3*qb%d + %.*s",
        "0.3*qc%d = 0.1*%s + 0.7*qb%d - %.*s"};
    found_node *f = draw_node(u, is_free_variable);
    if (!f)
        return 0;
    char text[MOST_INSERT], name[20];
    int k = u->number, length = span_length(f->n);
    const char *x = span_text(u, f->n);
    snprintf(name, sizeof name, "qa%d", k);
    snprintf(text, sizeof text, "  Real qa%d, qb%d, qc%d;\n", k, k, k);
    insert_declaration(u, text);
    int n = snprintf(text, sizeof text, "\n  ");
    n += snprintf(text + n, sizeof text - (size_t)n, first[mutator_draw(u, 4)], name,
                  length, x);
    n += snprintf(text + n, sizeof text - (size_t)n, ";\n  ");
    n += snprintf(text + n, sizeof text - (size_t)n, second[mutator_draw(u, 5)], k, name);
    n += snprintf(text + n, sizeof text - (size_t)n, ";\n  ");
    n += snprintf(text + n, sizeof text - (size_t)n, third[mutator_draw(u, 4)], k, name,
                  k, length, x);
    snprintf(text + n, sizeof text - (size_t)n, ";");
    insert_equation(u, text);
    if (mutator_draw(u, 2))
        edit_add(u, f->n->begin, f->n->end, name);
    return 1;
}

static int is_splittable(const mutator *u, const found_node *f) {
    return f->is_free && !f->is_exponent &&
           (f->n->kind == NODE_BINARY || f->n->kind == NODE_CALL) &&
           node_is_scalar(u, f->n);
}

/* A part of an expression becomes a variable with a formula of its own. */
static int mutate_split(mutator *u) {
    found_node *f = draw_node(u, is_splittable);
    if (!f)
        return 0;
    char text[MOST_INSERT], name[20];
    int length = span_length(f->n);
    const char *e = span_text(u, f->n), *factor = draw_decimal(u);
    snprintf(name, sizeof name, "qs%d", u->number);
    int form = mutator_draw(u, 4);
    if (form == 0) {
        snprintf(text, sizeof text, "  Real %s = %.*s;\n", name, length, e);
        insert_declaration(u, text);
    } else {
        snprintf(text, sizeof text, "  Real %s;\n", name);
        insert_declaration(u, text);
        if (form == 1)
            snprintf(text, sizeof text, "\n  %s = %.*s;", name, length, e);
        else if (form == 2)
            snprintf(text, sizeof text, "\n  0 = (%.*s) - %s;", length, e, name);
        else
            snprintf(text, sizeof text, "\n  %s*%s = %s*(%.*s);", factor, name, factor,
                     length, e);
        insert_equation(u, text);
    }
    edit_add(u, f->n->begin, f->n->end, name);
    return 1;
}

/* Two equations with decimal factors: as one more, or in place of the first. */
static int mutate_combine(mutator *u) {
    statement *a = draw_statement(u, 1), *b = draw_statement(u, 1);
    if (!a || a == b)
        return 0;
    char text[MOST_INSERT];
    const char *p = draw_decimal(u), *q = draw_decimal(u);
    snprintf(text, sizeof text, "\n  %s*(%.*s) + %s*(%.*s) = %s*(%.*s) + %s*(%.*s);", p,
             span_length(a->left), span_text(u, a->left), q, span_length(b->left),
             span_text(u, b->left), p, span_length(a->right), span_text(u, a->right), q,
             span_length(b->right), span_text(u, b->right));
    insert_equation(u, text);
    if (mutator_draw(u, 2))
        edit_add(u, a->begin, a->end, "");
    return 1;
}

static int mutate_reorder(mutator *u) {
    statement *a = draw_statement(u, 0), *b = draw_statement(u, 0);
    if (!a || a == b || a->depth || b->depth)
        return 0;
    char text[MOST_INSERT];
    snprintf(text, sizeof text, "%.*s", a->end - a->begin, u->m->text + a->begin);
    edit_add(u, b->begin, b->end, text);
    snprintf(text, sizeof text, "%.*s", b->end - b->begin, u->m->text + b->begin);
    edit_add(u, a->begin, a->end, text);
    return 1;
}

static void rescale_names(mutator *u, const node *n, const char *name,
                          const char *factor) {
    if (n->kind == NODE_NAME && n->name == name) {
        char text[MOST_INSERT];
        snprintf(text, sizeof text, "(%s*%.*s)", factor, span_length(n), span_text(u, n));
        edit_add(u, n->begin, n->end, text);
        return;
    }
    for (int i = 0; i < n->parts; i++)
        rescale_names(u, n->part[i], name, factor);
}

static void rescale_statements(mutator *u, const statement_list *l, const char *name,
                               const char *factor) {
    for (int i = 0; i < l->count; i++) {
        statement *s = l->at[i];
        for (int b = 0; b < s->bodies; b++)
            rescale_statements(u, &s->body[b], name, factor);
        if (s->kind != STATEMENT_EQUATION)
            continue;
        rescale_names(u, s->left, name, factor);
        rescale_names(u, s->right, name, factor);
    }
}

/* Another unit for one variable. */
static int mutate_rescale(mutator *u) {
    static const char *const factor[][2] = {{"1e-3", "1e3"},
                                            {"1e3", "1e-3"},
                                            {"1e-6", "1e6"},
                                            {"100", "0.01"},
                                            {"1e5", "1e-5"}};
    int which = mutator_draw(u, 5);
    declaration *d = u->m->declared[mutator_draw(u, u->m->declarations)];
    if (d->role != ROLE_VARIABLE || d->binding || d->is_discrete)
        return 0;
    for (int i = 0; i < u->m->declarations; i++)
        if (u->m->declared[i]->binding && u->m->declared[i]->role == ROLE_VARIABLE)
            rescale_names(u, u->m->declared[i]->binding, d->name, factor[which][0]);
    rescale_statements(u, &u->m->equations, d->name, factor[which][0]);
    rescale_statements(u, &u->m->initials, d->name, factor[which][0]);
    if (d->start) {
        char text[MOST_INSERT];
        snprintf(text, sizeof text, "%s*%.*s", factor[which][1], span_length(d->start),
                 span_text(u, d->start));
        if (d->start->kind == NODE_UNARY || d->start->kind == NODE_BINARY)
            snprintf(text, sizeof text, "%s*(%.*s)", factor[which][1],
                     span_length(d->start), span_text(u, d->start));
        edit_add(u, d->start->begin, d->start->end, text);
    }
    return 1;
}

/* Both sides times a decimal, or all on one side. */
static int mutate_rewrite(mutator *u) {
    statement *s = draw_statement(u, 1);
    if (!s)
        return 0;
    char text[MOST_INSERT];
    const char *factor = draw_decimal(u);
    int left = span_length(s->left), right = span_length(s->right);
    const char *a = span_text(u, s->left), *b = span_text(u, s->right);
    switch (mutator_draw(u, 3)) {
    case 0:
        snprintf(text, sizeof text, "%s*(%.*s) = %s*(%.*s);", factor, left, a, factor,
                 right, b);
        break;
    case 1:
        snprintf(text, sizeof text, "(%.*s) - (%.*s) = 0;", left, a, right, b);
        break;
    default:
        snprintf(text, sizeof text, "0 = (%.*s)/%s - (%.*s)/%s;", left, a, factor, right,
                 b, factor);
    }
    edit_add(u, s->begin, s->end, text);
    return 1;
}

/* The derivative of an equation as one more. */
static int mutate_differentiate(mutator *u) {
    statement *s = draw_statement(u, 1);
    if (!s)
        return 0;
    char text[MOST_INSERT];
    snprintf(text, sizeof text, "\n  der(%.*s) = der(%.*s);", span_length(s->left),
             span_text(u, s->left), span_length(s->right), span_text(u, s->right));
    insert_equation(u, text);
    return 1;
}

static int mutate_parameter(mutator *u) {
    found_node *f = draw_node(u, is_literal);
    if (!f)
        return 0;
    char text[MOST_INSERT];
    snprintf(text, sizeof text, "  parameter Real qp%d = %.*s;\n", u->number,
             span_length(f->n), span_text(u, f->n));
    insert_declaration(u, text);
    snprintf(text, sizeof text, "qp%d", u->number);
    edit_add(u, f->n->begin, f->n->end, text);
    return 1;
}

/* An invariant that depends on one that is declared. */
static int mutate_invariant(mutator *u) {
    static const char *const form[] = {"2*%s + 1", "%s^2", "0.1*%s", "exp(%s/10)"};
    for (int i = 0; i < u->m->declarations; i++) {
        const declaration *d = u->m->declared[i];
        if (!d->invariant || d->dimensions)
            continue;
        char text[MOST_INSERT], value[400];
        snprintf(value, sizeof value, form[mutator_draw(u, 4)], d->name);
        snprintf(text, sizeof text,
                 "  Real qi%d = %s annotation(__involute(invariant = true));\n",
                 u->number, value);
        insert_declaration(u, text);
        return 1;
    }
    return 0;
}

/* An observer: a formula of variables that nothing else reads. */
static int mutate_observer(mutator *u) {
    static const char *const form[] = {"exp(%.*s/10) - %.*s", "(%.*s)^2 + 0.1*%.*s",
                                       "sin(%.*s)*%.*s", "abs(%.*s) - 3*%.*s",
                                       "1.5022275*%.*s + der(%.*s)"};
    found_node *a = draw_node(u, is_free_variable), *b = draw_node(u, is_free_variable);
    if (!a)
        return 0;
    char text[MOST_INSERT];
    int n = snprintf(text, sizeof text, "  Real qo%d = ", u->number);
    n += snprintf(text + n, sizeof text - (size_t)n, form[mutator_draw(u, 5)],
                  span_length(a->n), span_text(u, a->n), span_length(b->n),
                  span_text(u, b->n));
    snprintf(text + n, sizeof text - (size_t)n, ";\n");
    insert_declaration(u, text);
    return 1;
}

typedef struct mutation {
    const char *name;
    int weight;
    int (*apply)(mutator *u);
    int restates; /* the solutions stay the same */
} mutation;

static const mutation MUTATION[] = {{"literal", 14, mutate_literal, 0},
                                    {"start", 5, mutate_start, 0},
                                    {"operator", 8, mutate_operator, 0},
                                    {"swap variables", 6, mutate_swap_variables, 0},
                                    {"drop equation", 1, mutate_drop_equation, 0},
                                    {"duplicate", 6, mutate_duplicate, 1},
                                    {"drop term", 6, mutate_drop_term, 0},
                                    {"alias chain", 10, mutate_alias_chain, 1},
                                    {"split", 14, mutate_split, 1},
                                    {"combine", 10, mutate_combine, 1},
                                    {"reorder", 5, mutate_reorder, 1},
                                    {"rescale", 7, mutate_rescale, 0},
                                    {"rewrite", 6, mutate_rewrite, 1},
                                    {"differentiate", 4, mutate_differentiate, 1},
                                    {"parameter", 5, mutate_parameter, 1},
                                    {"invariant", 3, mutate_invariant, 0},
                                    {"observer", 6, mutate_observer, 1}};

static const mutation *draw_mutation(outside_random *r, int restates) {
    int total = 0, count = (int)(sizeof MUTATION / sizeof *MUTATION);
    for (int i = 0; i < count; i++)
        total += MUTATION[i].restates >= restates ? MUTATION[i].weight : 0;
    int pick = outside_draw(r, total), i = 0;
    while (MUTATION[i].restates < restates || pick >= MUTATION[i].weight) {
        pick -= MUTATION[i].restates >= restates ? MUTATION[i].weight : 0;
        i++;
    }
    return &MUTATION[i];
}

static char *text_change(const char *text, outside_random *r, int number,
                         const mutation *kind) {
    outside_model *m = outside_read(text, strlen(text));
    char *result = NULL;
    if (!m->message[0] && m->begin_of_equations) {
        mutator *u = outside_pool_take(&m->pool, sizeof *u);
        u->m = m;
        u->r = r;
        u->number = number;
        u->node = outside_pool_take(&m->pool, MOST_NODES * sizeof *u->node);
        u->statement =
            outside_pool_take(&m->pool, MOST_STATEMENTS * sizeof *u->statement);
        collect_statements(u, &m->equations);
        collect_declarations(u);
        if (kind->apply(u))
            result = edits_apply(u);
    }
    outside_model_free(m);
    return result;
}

char *outside_mutate(const char *text, outside_random *r, int number, const char **what) {
    const mutation *kind = draw_mutation(r, 0);
    *what = kind->name;
    return text_change(text, r, number, kind);
}

char *outside_restate(const char *text, outside_random *r, int number,
                      const char **what) {
    const mutation *kind = draw_mutation(r, 1);
    *what = kind->name;
    return text_change(text, r, number, kind);
}
