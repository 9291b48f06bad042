/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions as Modelica text, with as few parentheses as its grammar allows:
 *
 *   expression: simple | if expression then expression else expression
 *   simple:     conjunction { or conjunction }
 *   conjunction: negation { and negation }
 *   negation:   [ not ] relation
 *   relation:   arithmetic [ relop arithmetic ]
 *   arithmetic: [ - ] term { addop term }
 *   term:       factor { mulop factor }
 *   factor:     primary [ ^ primary ]
 *
 * An explicit stack of what is still to be printed replaces recursion. */
#include "graph.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum level {
    EXPRESSION,
    SIMPLE,
    CONJUNCTION,
    NEGATION,
    RELATION,
    ARITHMETIC,
    TERM,
    FACTOR,
    PRIMARY
} level;

/* Shared parts are printed wherever they occur, so that text can be exponentially longer
 * than its graph: it is cut where it is too long to be read. */
enum { LONGEST_TEXT = 1 << 24 };

/* Still to be printed: a text, a number without its sign, or a node that has to be at
 * least of this level. */
typedef struct task {
    enum { TEXT, NUMBER, NODE } kind;
    const char *text;
    double number;
    expr node;
    level level;
} task;

typedef struct printer {
    graph *graph;
    const expr_names *names;
    LIST(char) out;
    LIST(task) todo; /* the last is next */
} printer;

static void print_put(printer *p, const char *text) {
    for (; *text; text++)
        LIST_PUSH(p->graph->arena, p->out, *text);
}

static void text(printer *p, const char *t) {
    LIST_PUSH(p->graph->arena, p->todo, ((task){.kind = TEXT, .text = t}));
}

static void print_number(printer *p, double v) {
    LIST_PUSH(p->graph->arena, p->todo, ((task){.kind = NUMBER, .number = fabs(v)}));
}

static void node(printer *p, expr e, level at_least) {
    task t = {.kind = NODE, .node = e, .level = at_least};
    LIST_PUSH(p->graph->arena, p->todo, t);
}

static void put_number(printer *p, double v) {
    char digits[32];
    if (isnan(v) || isinf(v)) {
        print_put(p, isnan(v) ? "(0/0)" : "(1/0)");
        return;
    }
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, v);
        if (strtod(digits, NULL) == v)
            break;
    }
    print_put(p, digits);
}

static int is_negative(double v) {
    return !isnan(v) && signbit(v);
}

/* The levels of an operator that is written between its arguments, or before its only
 * one: its own, and the least of arguments that need no parentheses. Other functions are
 * calls. */
typedef struct notation {
    level own, left, right;
} notation;

#define RELATIONAL                                                                       \
    { RELATION, ARITHMETIC, ARITHMETIC }
static const notation notations[OP_COUNT] = {
    [OP_OR] = {SIMPLE, SIMPLE, CONJUNCTION},
    [OP_AND] = {CONJUNCTION, CONJUNCTION, NEGATION},
    [OP_NOT] = {NEGATION, RELATION, RELATION},
    [OP_POW] = {FACTOR, PRIMARY, PRIMARY},
    [OP_LT] = RELATIONAL,
    [OP_LE] = RELATIONAL,
    [OP_GT] = RELATIONAL,
    [OP_GE] = RELATIONAL,
    [OP_EQ] = RELATIONAL,
    [OP_NE] = RELATIONAL,
};

static level product_level(const expr_node *n) {
    if (is_negative(n->value))
        return ARITHMETIC;
    if (n->closed || n->count > 1 || n->value != 1 || n->coefficient[0] < 0)
        return TERM;
    return FACTOR;
}

static level print_level_of(const expr_node *n) {
    switch (n->op) {
    case OP_NUMBER:
        return is_negative(n->value) ? ARITHMETIC : PRIMARY;
    case OP_SUM:
        return ARITHMETIC;
    case OP_PRODUCT:
        return product_level(n);
    case OP_IF:
        return EXPRESSION;
#include "op_cases.def"
        return notations[n->op].own ? notations[n->op].own : PRIMARY;
    case OP_TIME:
    case OP_JET:
    case OP_PARAMETER:
    case OP_LOOKUP:
    case OP_ROUTINE:
    case OP_COUNT:
        break;
    }
    return PRIMARY;
}

/* b^k, k > 0; closed products as one factor */
static void print_power(printer *p, expr base, double k) {
    node(p, base, k == 1 ? FACTOR : PRIMARY);
    if (k != 1) {
        text(p, "^");
        print_number(p, k);
    }
}

static int print_is_constant(const printer *p, expr e) {
    return node_is(p->graph, e, OP_NUMBER);
}

/* One by one at the end, as they are evaluated, lest they be folded when read. */
static void odd_constants(printer *p, const expr_node *n) {
    for (int i = 0; i < n->count; i++)
        for (double k = fabs(n->coefficient[i]); print_is_constant(p, n->arg[i]) && k > 0;
             k--) {
            text(p, n->coefficient[i] > 0 ? "*" : "/");
            node(p, n->arg[i], FACTOR);
        }
}

/* The factors with exponents of this sign */
static void print_factors(printer *p, const expr_node *n, int sign, int odd,
                          int printed) {
    for (int i = 0; i < n->count; i++) {
        if (n->coefficient[i] * sign < 0 || (odd && print_is_constant(p, n->arg[i])))
            continue;
        if (printed++)
            text(p, "*");
        print_power(p, n->arg[i], fabs(n->coefficient[i]));
    }
}

static int count_factors(const printer *p, const expr_node *n, int sign, int odd) {
    int count = 0;
    for (int i = 0; i < n->count; i++)
        count +=
            n->coefficient[i] * sign > 0 && !(odd && print_is_constant(p, n->arg[i]));
    return count;
}

/* |c| times the factors of a product */
static void print_product_text(printer *p, double c, const expr_node *n) {
    int odd = product_is_odd(p->graph, n);
    int below = count_factors(p, n, -1, odd);
    int coefficient = fabs(c) != 1 || count_factors(p, n, 1, odd) == 0;
    if (coefficient)
        print_number(p, c);
    print_factors(p, n, 1, odd, coefficient);
    if (below)
        text(p, below > 1 ? "/(" : "/");
    print_factors(p, n, -1, odd, 0);
    if (below > 1)
        text(p, ")");
    if (odd)
        odd_constants(p, n);
}

/* |c| t */
static void print_term(printer *p, double c, expr t) {
    const expr_node *n = expr_get(p->graph, t);
    if (n->op == OP_PRODUCT) {
        print_product_text(p, c * n->value, n);
    } else {
        if (fabs(c) != 1) {
            print_number(p, c);
            text(p, "*");
        }
        node(p, t, fabs(c) != 1 ? FACTOR : TERM);
    }
}

static int term_is_negative(const graph *g, double c, expr t) {
    const expr_node *n = expr_get(g, t);
    return is_negative(n->op == OP_PRODUCT ? c * n->value : c);
}

static void sign(printer *p, int negative, int first) {
    if (!first)
        text(p, negative ? " - " : " + ");
    else if (negative)
        text(p, "-");
}

/* Prints a sum: a positive term first, if there is one; the constant last. */
static void print_sum_text(printer *p, const expr_node *n) {
    const graph *g = p->graph;
    int has_constant = !is_no_constant(n->value);
    int first = 0;
    while (first < n->count && term_is_negative(g, n->coefficient[first], n->arg[first]))
        first++;
    int constant_first = first == n->count && has_constant && !is_negative(n->value);
    if (constant_first)
        print_number(p, n->value);
    if (first == n->count)
        first = 0;
    for (int k = 0; k < n->count; k++) {
        int i = k <= first ? k - 1 : k;
        if (k == 0)
            i = first;
        sign(p, term_is_negative(g, n->coefficient[i], n->arg[i]),
             k == 0 && !constant_first);
        print_term(p, n->coefficient[i], n->arg[i]);
    }
    if (has_constant && !constant_first) {
        sign(p, is_negative(n->value), 0);
        print_number(p, n->value);
    }
}

static void infix(printer *p, const expr_node *n) {
    const char *space = n->op == OP_POW ? "" : " ";
    node(p, n->arg[0], notations[n->op].left);
    text(p, space);
    text(p, expr_op_name(n->op));
    text(p, space);
    node(p, n->arg[1], notations[n->op].right);
}

static void print_call(printer *p, const expr_node *n) {
    const char *name = expr_op_name(n->op);
    assert(isalpha((unsigned char)*name)); /* else it has no notation */
    text(p, name);
    for (int i = 0; i < n->count; i++) {
        text(p, i ? ", " : "(");
        node(p, n->arg[i], EXPRESSION);
    }
    text(p, ")");
}

/* Writes a table as its data say: "f(t, 1, " u ")"; a derivative names its order. */
static void print_lookup(printer *p, const expr_node *n) {
    const lookup_data *d = n->lookup->data;
    int order = n->lookup->order[0] + n->lookup->order[1];
    for (int k = 0; k < order; k++)
        text(p, "der ");
    text(p, d->before);
    if (d->kind == LOOKUP_HISTORY)
        return; /* the whole call: its arguments are made of it */
    node(p, n->arg[0], EXPRESSION);
    if (d->between) {
        text(p, d->between);
        node(p, n->arg[1], EXPRESSION);
    }
    text(p, d->after);
}

/* Writes a loop as a function of what it begins with: "while.x(a, b)"; a derivative names
 * its order. */
static void print_routine(printer *p, const expr_node *n) {
    const routine *r = n->routine->of;
    for (int k = 0; k < r->order; k++)
        text(p, "der ");
    if (!r->native)
        text(p, "while.");
    text(p, r->variable[n->routine->output]);
    text(p, "(");
    for (int i = 0; i < n->count; i++) {
        if (i)
            text(p, ", ");
        node(p, n->arg[i], EXPRESSION);
    }
    text(p, ")");
}

static void print_if(printer *p, const expr_node *n) {
    text(p, "if ");
    node(p, n->arg[0], SIMPLE);
    text(p, " then ");
    node(p, n->arg[1], SIMPLE);
    text(p, " else ");
    node(p, n->arg[2], EXPRESSION);
}

static void function_text(printer *p, const expr_node *n) {
    if (!notations[n->op].own) {
        print_call(p, n);
    } else if (n->count > 1) {
        infix(p, n);
    } else {
        text(p, expr_op_name(n->op));
        text(p, " ");
        node(p, n->arg[0], notations[n->op].left);
    }
}

/* Pushes the parts of a node as tasks, in the order of the text. */
static void node_text(printer *p, const expr_node *n) {
    switch (n->op) {
    case OP_NUMBER:
        sign(p, is_negative(n->value), 1);
        print_number(p, n->value);
        break;
    case OP_TIME:
        text(p, "time");
        break;
    case OP_JET:
        text(p, p->names->variable(p->names->data, n->variable, n->order));
        break;
    case OP_PARAMETER:
        text(p, p->names->parameter(p->names->data, n->variable));
        break;
    case OP_SUM:
        print_sum_text(p, n);
        break;
    case OP_PRODUCT:
        sign(p, is_negative(n->value), 1);
        print_product_text(p, n->value, n);
        break;
    case OP_IF:
        print_if(p, n);
        break;
    case OP_LOOKUP:
        print_lookup(p, n);
        break;
    case OP_ROUTINE:
        print_routine(p, n);
        break;
#include "op_cases.def"
        function_text(p, n);
        break;
    case OP_COUNT:
        break;
    }
}

static void reverse(task *first, int count) {
    for (int i = 0; i < count / 2; i++) {
        task t = first[i];
        first[i] = first[count - 1 - i];
        first[count - 1 - i] = t;
    }
}

/* Puts the parts of a node on the stack, the first on top. */
static void print_expand(printer *p, const task *t) {
    const expr_node *n = expr_get(p->graph, t->node);
    int base = p->todo.count;
    int parentheses = print_level_of(n) < t->level;
    if (parentheses)
        text(p, "(");
    node_text(p, n);
    if (parentheses)
        text(p, ")");
    reverse(p->todo.at + base, p->todo.count - base);
}

const char *expr_print(graph *g, expr e, const expr_names *n) {
    return expr_print_some(g, e, n, LONGEST_TEXT);
}

const char *expr_print_some(graph *g, expr e, const expr_names *n, int most) {
    assert(most > 0);
    if (e == EXPR_ZERO)
        return "0";
    printer p = {.graph = g, .names = n};
    node(&p, e, EXPRESSION);
    while (p.todo.count && p.out.count < most) {
        task t = p.todo.at[--p.todo.count];
        if (t.kind == TEXT)
            print_put(&p, t.text);
        else if (t.kind == NUMBER)
            put_number(&p, t.number);
        else
            print_expand(&p, &t);
    }
    if (p.todo.count)
        print_put(&p, " ...");
    LIST_PUSH(g->arena, p.out, '\0');
    return p.out.at;
}

int expr_size(const graph *g, expr e, int most) {
    assert(most >= 1);
    if (e == EXPR_ZERO)
        return 1;
    const expr_node *n = expr_get(g, e);
    int size = 1;
    for (int k = 0; k < n->count && size < most; k++)
        size += expr_size(g, n->arg[k], most - size);
    return size < most ? size : most;
}
