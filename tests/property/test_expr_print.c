/* Printed expressions read back as the same node. The reader here knows just the grammar
 * of Modelica's expressions that print.c states; it rejects what that grammar does not
 * allow, like a*-b, a^b^c and a < b < c. SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/expr/expr.h"
#include <cmocka.h> /* last: it has a macro `fail` */

typedef struct reader {
    graph *graph;
    const char *next;
    int wrong;
} reader;

static expr expression(reader *r);

static int accept(reader *r, const char *token) {
    while (*r->next == ' ')
        r->next++;
    size_t size = strlen(token);
    if (strncmp(r->next, token, size))
        return 0;
    if (isalpha((unsigned char)*token) && isalnum((unsigned char)r->next[size]))
        return 0;
    r->next += size;
    return 1;
}

static void expect(reader *r, const char *token) {
    if (!accept(r, token))
        r->wrong = 1;
}

static expr called(reader *r, expr_op op, int count) {
    expr a[2] = {0};
    for (int i = 0; i < count; i++) {
        if (i)
            expect(r, ",");
        a[i] = expression(r);
    }
    expect(r, ")");
    return expr_call(r->graph, op, a);
}

static expr name(reader *r) {
    char text[16] = "";
    for (int i = 0; isalnum((unsigned char)*r->next) && i < 15;)
        text[i++] = *r->next++;
    if (!accept(r, "(")) {
        if (!strcmp(text, "time"))
            return expr_time(r->graph);
        if (!strcmp(text, "p"))
            return expr_parameter(r->graph, 0);
        const char *all = "xyz", *at = text[0] ? strchr(all, text[0]) : NULL;
        r->wrong |= !at || text[1];
        return expr_jet(r->graph, at ? (int)(at - all) : 0, 0);
    }
#define UNARY(code, word, ...)                                                           \
    if (!strcmp(text, word))                                                             \
        return called(r, OP_##code, 1);
#define BINARY(code, word, ...)                                                          \
    if (!strcmp(text, word))                                                             \
        return called(r, OP_##code, 2);
#include "../../src/expr/op.def"
#undef UNARY
#undef BINARY
    r->wrong = 1;
    return expr_number(r->graph, 0);
}

static expr primary(reader *r) {
    if (accept(r, "(")) {
        expr e = expression(r);
        expect(r, ")");
        return e;
    }
    if (isdigit((unsigned char)*r->next)) {
        char *end;
        double v = strtod(r->next, &end);
        r->next = end;
        return expr_number(r->graph, v);
    }
    return name(r);
}

static expr factor(reader *r) {
    expr e = primary(r);
    return accept(r, "^") ? expr_pow(r->graph, e, primary(r)) : e;
}

static expr term(reader *r) {
    expr e = factor(r);
    for (;;)
        if (accept(r, "*"))
            e = expr_mul(r->graph, e, factor(r));
        else if (accept(r, "/"))
            e = expr_div(r->graph, e, factor(r));
        else
            return e;
}

static expr sum_of_terms(reader *r) {
    int negative = accept(r, "-");
    expr e = term(r);
    if (negative)
        e = expr_neg(r->graph, e);
    for (;;)
        if (accept(r, "+"))
            e = expr_add(r->graph, e, term(r));
        else if (accept(r, "-"))
            e = expr_sub(r->graph, e, term(r));
        else
            return e;
}

static expr relation(reader *r) {
    static const expr_op op[] = {OP_LE, OP_NE, OP_LT, OP_GE, OP_GT, OP_EQ};
    expr left = sum_of_terms(r);
    for (size_t i = 0; i < sizeof op / sizeof *op; i++)
        if (accept(r, expr_op_name(op[i])))
            return expr_call(r->graph, op[i], (expr[]){left, sum_of_terms(r)});
    return left;
}

static expr negation(reader *r) {
    if (!accept(r, "not"))
        return relation(r);
    expr e = relation(r);
    return expr_call(r->graph, OP_NOT, &e);
}

static expr conjunction(reader *r) {
    expr e = negation(r);
    while (accept(r, "and"))
        e = expr_call(r->graph, OP_AND, (expr[]){e, negation(r)});
    return e;
}

static expr expression(reader *r) {
    if (accept(r, "if")) {
        expr c = expression(r);
        expect(r, "then");
        expr a = expression(r);
        expect(r, "else");
        expr b = expression(r);
        return expr_if(r->graph, c, a, b);
    }
    expr e = conjunction(r);
    while (accept(r, "or"))
        e = expr_call(r->graph, OP_OR, (expr[]){e, conjunction(r)});
    return e;
}

static uint64_t state = 0x9E3779B97F4A7C15u;
static int below(int n) { /* xorshift64 */
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (int)(state % (uint64_t)n);
}

static expr leaf(graph *g) {
    static const double number[] = {0,    -0.0,   1,         -1,      2,     3,
                                    -2.5, 0.1,    6,         1.0 / 3, 1e300, INFINITY,
                                    NAN,  1e-300, 123456789, 64,      100,   0.5};
    int k = below(8);
    if (k == 0)
        return expr_time(g);
    if (k == 1)
        return expr_parameter(g, 0);
    if (k < 5)
        return expr_jet(g, k - 2, 0);
    return expr_number(g, number[below((int)(sizeof number / sizeof *number))]);
}

/* A random expression from earlier ones. */
static expr combine(graph *g, const expr *made, int count) {
    expr a[3];
    for (int i = 0; i < 3; i++)
        a[i] = below(3) ? made[below(count)] : leaf(g);
    switch (below(12)) {
    case 0:
    case 1:
        return expr_add(g, a[0], a[1]);
    case 2:
        return expr_sub(g, a[0], a[1]);
    case 3:
    case 4:
        return expr_mul(g, a[0], a[1]);
    case 5:
    case 6:
        return expr_div(g, a[0], a[1]);
    case 7:
        return expr_neg(g, a[0]);
    case 8:
        return expr_pow(g, a[0], expr_number(g, below(140) - 70));
    case 9:
        return expr_if(g, a[0], a[1], a[2]);
    default:
        return expr_call(g, (expr_op)(OP_SIN + below(OP_COUNT - OP_SIN)), a);
    }
}

static const char *variable(void *data, int v, int order) {
    static const char *const all[] = {"x", "y", "z"};
    (void)data, (void)order;
    return all[v];
}
static const char *parameter(void *data, int number) {
    (void)data, (void)number;
    return "p";
}

/* Constants that cannot be folded leave a normal form that depends on the order of
 * multiplication; there the text is the same when printed again. */
static int has_odd_constants(const graph *g, expr e) {
    for (expr i = 0; i <= e; i++) {
        const expr_node *n = expr_get(g, i);
        for (int k = 0; k < n->count; k++)
            if (n->op == OP_PRODUCT && expr_get(g, n->arg[k])->op == OP_NUMBER &&
                (n->coefficient[k] != -1 || !isnormal(expr_get(g, n->arg[k])->value)))
                return 1;
    }
    return 0;
}

static int checked;

static void check(graph *g, expr e) {
    expr_names n = {variable, parameter, NULL};
    const char *text = expr_print(g, e, &n);
    if (strlen(text) > 2000)
        return;
    int odd = has_odd_constants(g, e);
    reader r = {g, text, 0};
    expr back = expression(&r);
    if (r.wrong || *r.next)
        fail_msg("not an expression: %s\nfrom: %s", text, r.next);
    if (back != e && !odd)
        fail_msg("%s\nreads back as\n%s", text, expr_print(g, back, &n));
    checked += !odd;
}

static void test_print_then_parse(void **unused) {
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        invo_context *c = invo_context_new();
        arena *a = arena_new(c);
        graph *g = graph_new(a);
        expr made[12];
        made[0] = leaf(g);
        for (int k = 1; k < 12; k++)
            made[k] = combine(g, made, k);
        for (int k = 0; k < 12; k++)
            check(g, made[k]);
        arena_free(a);
        invo_context_free(c);
    }
    print_message("%d expressions\n", checked);
    assert_true(checked > 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_print_then_parse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
