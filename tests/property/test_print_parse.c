/* Printing an expression and reading the text gives the same node, for random expressions
 * over everything the language has. SPDX-License-Identifier: BSD-3-Clause */
#include "../unit/model_fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>

enum { EXPRESSIONS = 20000, LONGEST = 1 << 16 };

typedef struct writer {
    char text[LONGEST];
    size_t used;
    uint64_t seed;
} writer;

static unsigned draw(writer *w, unsigned n) { /* 0 .. n-1, by splitmix64 */
    uint64_t z = w->seed += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((z ^ z >> 31) % n);
}

static void put(writer *w, const char *text) {
    size_t size = strlen(text);
    assert_true(w->used + size < LONGEST);
    memcpy(w->text + w->used, text, size + 1);
    w->used += size;
}

static void write_number(writer *w, int depth);

static void write_leaf(writer *w) {
    static const char *const leaf[] = {
        "x",      "y",           "'z.a[1]'", "p",      "q",      "u",     "time",
        "der(x)", "der(der(y))", "1",        "2",      "3",      "0.1",   "1e3",
        "1e-7",   "2.5",         "(-1)",     "0.3",    "0.5",    "10/4",  "7",
        "v[2]",   "A[1,2]",      "r.x",      "s[2].x", "r.y[1]", "(1/3)", "1e22",
        "1e10",   "(-2.5)",      "16777217"};
    put(w, leaf[draw(w, sizeof leaf / sizeof *leaf)]);
}

static void write_condition(writer *w, int depth) {
    static const char *const relation[] = {" < ", " <= ", " > ", " >= ", " == ", " <> "};
    unsigned kind = depth > 0 ? draw(w, 5) : 0;
    put(w, "(");
    if (kind <= 1) { /* never constant: those are numbers in the graph */
        put(w, draw(w, 2) ? "x + " : "time*");
        write_number(w, depth - 1);
        put(w, relation[draw(w, 6)]);
        write_number(w, depth - 1);
    } else if (kind == 2) {
        put(w, "not "), write_condition(w, depth - 1);
    } else {
        write_condition(w, depth - 1);
        put(w, kind == 3 ? " and " : " or ");
        write_condition(w, depth - 1);
    }
    put(w, ")");
}

static void write_chain(writer *w, int depth, const char *first, const char *second) {
    put(w, "(");
    if (draw(w, 4) == 0 && *first == ' ')
        put(w, "-");
    write_number(w, depth - 1);
    for (unsigned n = 1 + draw(w, 4); n; n--) {
        put(w, draw(w, 2) ? first : second);
        write_number(w, depth - 1);
    }
    put(w, ")");
}

/* The functions that models call. */
#define NAME_REAL(name) name,
#define NAME_INTEGER(name) name,
#define NAME_SAME(name) name,
#define NAME_NONE(name)
static const char *const unary[] = {
#define UNARY(code, name, result, ...) NAME_##result(name)
#define BINARY(code, name, result, ...)
#include "../../src/expr/op.def"
#undef UNARY
#undef BINARY
};
static const char *const binary[] = {
#define UNARY(code, name, result, ...)
#define BINARY(code, name, result, ...) NAME_##result(name)
#include "../../src/expr/op.def"
#undef UNARY
#undef BINARY
};

static void write_call(writer *w, int depth) {
    int two = draw(w, 3) == 0;
    put(w, two ? binary[draw(w, sizeof binary / sizeof *binary)]
               : unary[draw(w, sizeof unary / sizeof *unary)]);
    put(w, "("), write_number(w, depth - 1);
    if (two)
        put(w, ", "), write_number(w, depth - 1);
    put(w, ")");
}

static void write_power(writer *w, int depth) {
    static const char *const exponent[] = {"2",      "3",  "(-1)", "(-2)", "0.5",
                                           "(-0.5)", "64", "65",   "1",    "0"};
    put(w, "("), write_number(w, depth - 1), put(w, ")^");
    if (draw(w, 3))
        put(w, exponent[draw(w, 10)]);
    else
        put(w, "("), write_number(w, depth - 1), put(w, ")");
}

static void write_number(writer *w, int depth) {
    switch (depth > 0 && w->used < LONGEST / 4 ? draw(w, 8) : 0) {
    case 0:
    case 1:
        write_leaf(w);
        return;
    case 2:
    case 3:
        write_chain(w, depth, " + ", " - ");
        return;
    case 4:
        write_chain(w, depth, "*", "/");
        return;
    case 5:
        write_power(w, depth);
        return;
    case 6:
        write_call(w, depth);
        return;
    default:
        put(w, "(if "), write_condition(w, depth - 1);
        put(w, " then "), write_number(w, depth - 1);
        put(w, " else "), write_number(w, depth - 1), put(w, ")");
    }
}

/* Whether constants were folded to what is not finite, or a product keeps several of them
 * apart because their product is no normal number: such text is read as another node. */
static int is_degenerate(const graph *g, expr e) {
    const expr_node *n = expr_get(g, e);
    if (!isfinite(n->value))
        return 1;
    for (int i = 0; i < n->count; i++) {
        const expr_node *a = expr_get(g, n->arg[i]);
        if (n->op == OP_PRODUCT && a->op == OP_NUMBER &&
            (!isnormal(a->value) || n->coefficient[i] != -1 || !isnormal(n->value)))
            return 1;
        if (is_degenerate(g, n->arg[i]))
            return 1;
    }
    return 0;
}

static void differ(int i, const char *text, const char *printed, const char *again) {
    fprintf(stderr, "%d: %s\nis printed as %s\nwhich is read as %s\n", i, text, printed,
            again);
    fail_msg("expression %d", i);
}

static void test_print_parse(void **state) {
    static const char model_text[] =
        "record R Real x; Real y[2]; end R; model M parameter Real p = 1, q = 2; input "
        "Real u; "
        "Real x, y, 'z.a[1]', v[3], A[2, 2]; R r, s[2]; end M; ";
    static writer w;
    fixture f;
    int skipped = 0;
    (void)state;
    fixture_begin(&f);
    assert_int_equal(read_model(&f, model_text), INVO_OK);
    for (int i = 0; i < EXPRESSIONS; i++) {
        w.used = 0, w.seed = (uint64_t)i;
        write_number(&w, 1 + i % 6);
        if (i % 200 == 0)
            assert_int_equal(read_model(&f, model_text), INVO_OK);
        if (read_expression(&f, w.text) != INVO_OK)
            differ(i, w.text, invo_context_message(f.context), "");
        expr before = f.result;
        if (is_degenerate(f.model->system.graph, before)) {
            skipped++;
            continue;
        }
        const char *printed = print_expression(&f, before);
        if (read_expression(&f, printed) != INVO_OK)
            differ(i, w.text, printed, invo_context_message(f.context));
        if (f.result != before)
            differ(i, w.text, printed, print_expression(&f, f.result));
    }
    assert_true(skipped < EXPRESSIONS / 5);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_print_parse)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
