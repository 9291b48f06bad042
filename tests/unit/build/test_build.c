/* Models from expressions: mistakes are kept and reported at the end, long and deep
 * expressions, places in messages. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include "involute_build.h"
#include <cmocka.h>

typedef struct fixture {
    invo_context *c;
    invo_builder *b;
    invo_expr x, none;
} fixture;

/* A builder with x' = 1, which is a model. */
static void set_up(fixture *f) {
    memset(f, 0, sizeof *f);
    f->c = invo_context_new();
    assert_int_equal(invo_builder_new(f->c, "M", &f->b), INVO_OK);
    f->x = invo_build_variable(f->b, "x");
    invo_build_equation(f->b, invo_der(f->x), invo_number(f->b, 1), NULL);
}

static void tear_down(fixture *f) {
    invo_builder_free(f->b);
    invo_context_free(f->c);
}

static void check_fails(fixture *f, invo_status status, const char *where,
                        const char *text) {
    invo_model *m;
    assert_int_equal(invo_builder_model(f->b, &m), status);
    assert_null(m);
    assert_string_equal(invo_context_where(f->c), where);
    if (!strstr(invo_context_message(f->c), text))
        fail_msg("expected '%s' in: %s", text, invo_context_message(f->c));
    tear_down(f);
}

static invo_result *check_runs(fixture *f, invo_model **m) {
    invo_options o;
    invo_result *r;
    invo_options_init(&o);
    if (invo_builder_model(f->b, m) || invo_model_run(*m, &o, &r))
        fail_msg("%s", invo_context_message(f->c));
    return r;
}

/* --- mistakes of the program --- */

static void test_handles(void **state) {
    fixture f, g;
    (void)state;
    set_up(&f);
    invo_build_equation(f.b, f.x, f.none, "rest");
    check_fails(&f, INVO_E_ARGUMENT, "M:rest", "rest: the right side is no expression");
    set_up(&f);
    invo_build_equation(f.b, f.x, invo_add(f.x, f.none), NULL);
    check_fails(&f, INVO_E_ARGUMENT, "M", "operand 2 of '+' is no expression");
    set_up(&f);
    invo_build_equation(f.b, f.none, invo_sin(f.none), NULL);
    check_fails(&f, INVO_E_ARGUMENT, "M:equation 2", "equation 2: the left side");
    set_up(&f);
    set_up(&g);
    invo_build_equation(f.b, invo_mul(f.x, g.x), f.x, NULL);
    tear_down(&g);
    check_fails(&f, INVO_E_ARGUMENT, "M", "operand 2 of '*' belongs to another builder");
    set_up(&f);
    invo_build_equation(f.b, f.x, (invo_expr){f.b, 1000}, NULL);
    check_fails(&f, INVO_E_ARGUMENT, "M:equation 2", "no expression of this builder");
}

/* What needs a builder and has none does nothing. */
static void test_no_builder(void **state) {
    const invo_expr none = {NULL, -1};
    char *text = NULL;
    (void)state;
    assert_int_equal(invo_expr_text(none, &text), INVO_E_ARGUMENT);
    assert_null(text);
    invo_build_place(NULL, "a.c:1");
    assert_null(invo_build_variable(NULL, "x").builder);
    assert_null(invo_build_parameter(NULL, "p", 1).builder);
    assert_null(invo_build_parameter_as(NULL, "p", none).builder);
    invo_build_start(NULL, none, 1);
    invo_build_fixed(NULL, none, 1);
    invo_build_nominal(NULL, none, NAN);
    invo_build_unit(NULL, none, "m");
    invo_build_equation(NULL, none, none, "e");
    invo_build_end(NULL);
}

static void test_text_of_no_expression(void **state) {
    fixture f;
    char *text = NULL;
    (void)state;
    set_up(&f);
    const int nodes[] = {-1, 1000000};
    for (int k = 0; k < 2; k++) {
        const invo_expr wrong = {f.b, nodes[k]};
        assert_int_equal(invo_expr_text(wrong, &text), INVO_E_ARGUMENT);
        assert_null(text);
        assert_non_null(strstr(invo_context_message(f.c), "the expression is none"));
    }
    tear_down(&f);
}

static void test_first_mistake(void **state) {
    fixture f;
    (void)state;
    set_up(&f);
    invo_expr bad = invo_number(f.b, NAN);
    invo_build_equation(f.b, invo_add(bad, f.x), f.none, "later");
    invo_build_end(f.b);
    check_fails(&f, INVO_E_ARGUMENT, "M", "invo_number: the value must be finite");
}

static void test_names(void **state) {
    static const char *const wrong[] = {"",     "2x",    "a b", "x[",     "x[]",  "x[1,]",
                                        "x[-1", "end",   "a.",  ".a",     "a..b", "'",
                                        "x'",   "x[1]2", "é",   "a.when", "''",   "x\n"};
    static const char *const right[] = {"a",    "_1",           "arm.phi",
                                        "y[1]", "a[2].b[1,20]", "'any text'"};
    fixture f;
    invo_model *m;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        set_up(&f);
        invo_build_variable(f.b, wrong[i]);
        assert_int_equal(invo_builder_model(f.b, &m), INVO_E_ARGUMENT);
        tear_down(&f);
    }
    set_up(&f);
    invo_build_variable(f.b, NULL);
    check_fails(&f, INVO_E_ARGUMENT, "M", "'(null)' is no name");
    set_up(&f);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        invo_build_equation(f.b, invo_build_variable(f.b, right[i]), f.x, NULL);
    invo_result *r = check_runs(&f, &m);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_string_equal(invo_result_column(r, (int)i + 1), right[i]);
    invo_result_free(r);
    invo_model_free(m);
    tear_down(&f);
}

static void test_blocks(void **state) {
    fixture f;
    (void)state;
    set_up(&f);
    invo_build_reinit(f.b, f.x, f.x);
    check_fails(&f, INVO_E_ARGUMENT, "M:reinit 1", "between invo_build_when and");
    set_up(&f);
    invo_build_when(f.b, invo_less(f.x, invo_number(f.b, 0)));
    check_fails(&f, INVO_E_ARGUMENT, "M:when", "'when' is not closed");
    set_up(&f);
    invo_build_end(f.b);
    check_fails(&f, INVO_E_ARGUMENT, "M:end 1", "no block is open");
    set_up(&f);
    invo_build_if(f.b, invo_less(f.x, invo_number(f.b, 0)));
    invo_build_initial_equation(f.b, f.x, f.x, NULL);
    check_fails(&f, INVO_E_ARGUMENT, "M:initial equation 1", "does not belong into");
    set_up(&f);
    invo_build_else(f.b);
    check_fails(&f, INVO_E_ARGUMENT, "M:else 1", "no invo_build_if before it");
    set_up(&f);
    invo_build_when(f.b, invo_less(f.x, invo_number(f.b, 0)));
    invo_build_when(f.b, invo_less(f.x, invo_number(f.b, 0)));
    check_fails(&f, INVO_E_ARGUMENT, "M:when 2", "'when' is not allowed inside 'when'");
}

static void test_attributes(void **state) {
    fixture f;
    (void)state;
    set_up(&f);
    invo_build_unit(f.b, invo_add(f.x, f.x), "m");
    check_fails(&f, INVO_E_ARGUMENT, "M", "'unit' belongs to a declared name");
    set_up(&f);
    invo_build_nominal(f.b, f.x, INFINITY);
    check_fails(&f, INVO_E_ARGUMENT, "M:x", "'nominal' of 'x' must be finite");
    set_up(&f);
    invo_build_start(f.b, invo_der(f.x), 1);
    check_fails(&f, INVO_E_ARGUMENT, "M", "use invo_build_fixed");
    set_up(&f);
    invo_build_attribute(f.b, f.x, "strat", invo_number(f.b, 1));
    check_fails(&f, INVO_E_MODEL, "M:x", "strat");
    set_up(&f);
    invo_build_parameter(f.b, "p", INFINITY);
    check_fails(&f, INVO_E_ARGUMENT, "M:p", "must be finite");
}

/* --- mistakes of the model --- */

static void test_places(void **state) {
    fixture f;
    (void)state;
    set_up(&f);
    invo_build_equation(f.b, invo_call(f.b, "foo", 1, &f.x), f.x, NULL);
    check_fails(&f, INVO_E_MODEL, "M:equation 2",
                "M:equation 2: error: unknown function 'foo'");
    set_up(&f);
    invo_build_equation(f.b, f.x, invo_less(f.x, invo_number(f.b, 2)), "odd");
    check_fails(&f, INVO_E_MODEL, "M:odd", "the left side is Real");
    set_up(&f);
    invo_expr less = invo_less(f.x, invo_number(f.b, 2));
    invo_build_equation(f.b, f.x, invo_add(f.x, invo_sin(less)), NULL);
    check_fails(&f, INVO_E_MODEL, "M:equation 2",
                "    x = x + sin(x < 2);\n                ^~~~~\n");
    set_up(&f);
    invo_build_variable(f.b, "x");
    check_fails(&f, INVO_E_MODEL, "M:x", "'x' is declared twice, first on 'x'");
    set_up(&f);
    invo_build_annotation(f.b, "experiment(StopTime = )");
    check_fails(&f, INVO_E_SYNTAX, "annotation:1", "expected an expression");
}

/* Where a program says which line of it has a statement, messages and the ledger say so,
 * too; what is built without a place is called as before. */
static void test_places_of_program(void **state) {
    fixture f;
    invo_model *m;
    invo_options o;
    invo_result *r;
    invo_ledger_row row;
    (void)state;
    set_up(&f);
    invo_build_place(f.b, "robot.py:12");
    invo_build_equation(f.b, invo_call(f.b, "foo", 1, &f.x), f.x, NULL);
    check_fails(&f, INVO_E_MODEL, "robot.py:12",
                "robot.py:12: error: unknown function 'foo'");
    set_up(&f);
    invo_build_place(f.b, "robot.py:13");
    invo_build_variable(f.b, "x");
    check_fails(&f, INVO_E_MODEL, "robot.py:13", "'x' is declared twice");
    set_up(&f);
    invo_build_place(f.b, "robot.py:14");
    invo_build_parameter(f.b, "2x", 1);
    check_fails(&f, INVO_E_ARGUMENT, "robot.py:14", "is no name");
    set_up(&f);
    invo_build_place(f.b, "robot.py:15");
    invo_build_when(f.b, invo_less(f.x, invo_number(f.b, 0.5)));
    invo_build_place(f.b, "robot.py:16");
    invo_build_reinit(f.b, f.x, invo_less(f.x, f.x));
    invo_build_end(f.b);
    check_fails(&f, INVO_E_MODEL, "robot.py:16", "robot.py:16: error: ");
    set_up(&f);
    invo_expr y = invo_build_variable(f.b, "y");
    invo_build_place(f.b, "robot.py:17");
    invo_build_equation(f.b, y, f.x, "line");
    invo_build_place(f.b, NULL);
    invo_expr z = invo_build_variable(f.b, "z");
    invo_build_equation(f.b, z, invo_mul(y, y), "square");
    assert_int_equal(invo_builder_model(f.b, &m), INVO_OK);
    assert_int_equal(invo_model_run(m, invo_options_init(&o), &r), INVO_OK);
    int found = 0;
    for (int i = 0; invo_result_ledger(r, i, &row); i++) {
        found |= strcmp(row.row.where, "robot.py:17") == 0 ? 1 : 0;
        found |= strcmp(row.row.where, "M:square") == 0 ? 2 : 0;
    }
    assert_int_equal(found, 3);
    invo_result_free(r);
    invo_model_free(m);
    tear_down(&f);
}

static void test_statuses(void **state) {
    fixture f;
    invo_model *m;
    invo_options o;
    invo_result *r;
    (void)state;
    set_up(&f);
    invo_build_equation(f.b, f.x, invo_number(f.b, 0), NULL);
    assert_int_equal(invo_builder_model(f.b, &m), INVO_OK);
    assert_int_equal(invo_model_run(m, invo_options_init(&o), &r), INVO_E_INCONSISTENT);
    assert_non_null(strstr(invo_context_message(f.c), "M:equation"));
    invo_model_free(m);
    tear_down(&f);
}

/* --- what a model can do --- */

static void test_model_is_whole(void **state) {
    fixture f;
    invo_model *m, *copy;
    invo_options o;
    invo_result *r;
    invo_hidden h;
    invo_ledger_row row;
    double value;
    (void)state;
    set_up(&f);
    invo_expr y = invo_build_variable(f.b, "y[2]");
    invo_expr p = invo_build_parameter(f.b, "p", 3);
    invo_build_equation(f.b, invo_mul(p, f.x), y, "line");
    assert_int_equal(invo_builder_model(f.b, &m), INVO_OK);
    tear_down(&(fixture){.b = f.b, .c = NULL}); /* the model does not need it */
    assert_int_equal(invo_model_set(m, "p=4"), INVO_OK);
    assert_int_equal(invo_model_set(m, "x=0.5"), INVO_OK);
    assert_int_equal(invo_model_section(m, "y[2] - 3"), INVO_OK);
    assert_int_equal(invo_model_value(m, "2*y[2] + p", NULL, &value), INVO_OK);
    assert_int_equal(invo_model_copy(f.c, m, &copy), INVO_OK);
    assert_int_equal(invo_model_run(copy, invo_options_init(&o), &r), INVO_OK);
    assert_true(fabs(invo_result_final(r)[2] - 6) < 1e-9);
    invo_result_section_row section;
    assert_int_equal(invo_result_section(r, 0, &section), 1);
    assert_int_equal(section.crossings, 1);
    assert_int_equal(invo_result_ledger(r, 1, &row), 1);
    assert_string_equal(row.row.where, "M:line");
    assert_non_null(strstr(row.row.equation, "p*x = y[2]"));
    assert_int_equal(invo_model_hidden(copy, 0, &h), 0);
    invo_result_free(r);
    invo_model_free(copy);
    invo_model_free(m);
    invo_context_free(f.c);
}

/* A sum of 100 000 terms that is built term by term, in both directions, one product, and
 * a chain of functions of this depth: in linear time, and on a small stack. */
enum { LONG = 100000, DEEP = 20000 };

static void check_long(int count,
                       invo_expr (*link)(invo_builder *b, invo_expr x, invo_expr e),
                       double expected) {
    fixture f;
    invo_model *m;
    set_up(&f);
    invo_build_fixed(f.b, f.x, 0);
    invo_expr e = f.x;
    for (int i = 0; i < count; i++)
        e = link(f.b, f.x, e);
    invo_expr y = invo_build_variable(f.b, "y");
    invo_build_equation(f.b, y, e, NULL);
    invo_result *r = check_runs(&f, &m);
    double last = invo_result_final(r)[2];
    if (!(fabs(last - expected) <= 1e-6 * fabs(expected)))
        fail_msg("expected %.10g, found %.10g", expected, last);
    invo_result_free(r);
    invo_model_free(m);
    tear_down(&f);
}

static invo_expr add_left(invo_builder *b, invo_expr x, invo_expr e) {
    return invo_add(e, invo_mul(x, invo_number(b, 0.5)));
}

static invo_expr add_right(invo_builder *b, invo_expr x, invo_expr e) {
    return invo_add(invo_mul(x, invo_number(b, 0.25)), e);
}

static invo_expr subtract(invo_builder *b, invo_expr x, invo_expr e) {
    (void)b;
    return invo_sub(e, invo_neg(x));
}

static invo_expr fold(invo_builder *b, invo_expr x, invo_expr e) {
    (void)x;
    return invo_sin(invo_mul(invo_number(b, 1.25), e));
}

static invo_expr stretch(invo_builder *b, invo_expr x, invo_expr e) {
    (void)x;
    return invo_mul(e, invo_number(b, 1 + 1e-5));
}

static void test_long(void **state) {
    double folded = 1;
    struct rlimit stack = {1 << 20, 1 << 20};
    (void)state;
    getrlimit(RLIMIT_STACK, &stack);
    stack.rlim_cur = 1 << 20;
    assert_int_equal(setrlimit(RLIMIT_STACK, &stack), 0);
    for (int i = 0; i < DEEP; i++)
        folded = sin(1.25 * folded);
    check_long(LONG, add_left, 1 + 0.5 * LONG);
    check_long(LONG, add_right, 1 + 0.25 * LONG);
    check_long(LONG, subtract, 1 + LONG);
    check_long(LONG, stretch, exp(LONG * log1p(1e-5)));
    check_long(DEEP, fold, folded);
}

/* Sharing: a text of this expression has 2^60 terms. */
static void test_shared(void **state) {
    fixture f;
    invo_model *m;
    char *text;
    (void)state;
    set_up(&f);
    invo_expr e = f.x;
    for (int i = 0; i < 60; i++)
        e = invo_sin(invo_add(invo_mul(e, e), invo_cos(e)));
    invo_expr y = invo_build_variable(f.b, "y");
    invo_build_equation(f.b, y, e, NULL);
    assert_int_equal(invo_builder_text(f.b, &text), INVO_OK);
    assert_true(strlen(text) < 10000);
    assert_non_null(strstr(text, " ..."));
    free(text);
    invo_result *r = check_runs(&f, &m);
    assert_true(isfinite(invo_result_final(r)[2]));
    invo_result_free(r);
    invo_model_free(m);
    tear_down(&f);
}

/* The functions of involute_function.def are those of op.def that have a name of C. */
static void test_functions(void **state) {
    static const char *const declared[] = {
#define UNARY(name) #name,
#define BINARY(name) #name,
#include "involute_function.def"
    };
    static const struct {
        const char *name, *result;
    } all[] = {
#define UNARY(code, name, result, ...) {name, #result},
#define BINARY(code, name, result, ...) {name, #result},
#include "expr/op.def"
#undef UNARY
#undef BINARY
    };
    size_t found = 0;
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(all[i].result, "NONE") == 0 || strcmp(all[i].name, "div") == 0)
            continue; /* invo_div is the quotient */
        size_t k = 0;
        while (k < sizeof declared / sizeof *declared &&
               strcmp(declared[k], all[i].name) != 0)
            k++;
        if (k == sizeof declared / sizeof *declared)
            fail_msg("involute_function.def does not have '%s'", all[i].name);
        found++;
    }
    assert_int_equal(found, sizeof declared / sizeof *declared);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_no_builder),
        cmocka_unit_test(test_text_of_no_expression),
        cmocka_unit_test(test_first_mistake),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_places_of_program),
        cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_model_is_whole),
        cmocka_unit_test(test_long),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
