/* Which equations make a variable another name of a derivative.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/translate/model.h"
#include "../../../src/completion/alias.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 8 };

typedef struct found {
    invo_context *context;
    arena *arena;
    source source;
    dae *system;
    alias alias[MOST];
    int count, *equations;
} found;

static void find(found *f, const char *text) {
    f->context = invo_context_new();
    f->arena = arena_new(f->context);
    f->source = (source){"m.mo", text, strlen(text), NULL};
    f->system = &model_parse(f->context, f->arena, &f->source, NULL, NULL)->system;
    memset(f->alias, 77, sizeof f->alias);
    assert_true(f->system->variables.count <= MOST);
    f->equations = alias_find(f->system, f->system->arena, f->alias, &f->count);
}

static void forget(found *f) {
    arena_free(f->arena);
    invo_context_free(f->context);
}

static int number_of(const found *f, const char *name) {
    for (int v = 0; v < f->system->variables.count; v++)
        if (!strcmp(f->system->variables.at[v].name, name))
            return v;
    fail_msg("no variable %s", name);
    return -1;
}

/* "v is the order-th derivative of x" */
static void assert_alias(const found *f, const char *name, const char *of, int order) {
    alias a = f->alias[number_of(f, name)];
    assert_int_equal(a.variable, number_of(f, of));
    assert_int_equal(a.order, order);
}

static void names_of_derivatives_are_seen(void **state) {
    (void)state;
    static const char *const spelling[] = {"der(x) = v",     "v = der(x)",
                                           "-der(x) = -v",   "3*der(x) = 3*v",
                                           "0 = v - der(x)", "der(x) - v = 0"};
    for (size_t k = 0; k < sizeof spelling / sizeof *spelling; k++) {
        char text[200];
        found f;
        snprintf(text, sizeof text, "model M Real x, v; equation %s; der(v) = -x; end M;",
                 spelling[k]);
        find(&f, text);
        if (f.count != 1)
            fail_msg("not seen: %s", spelling[k]);
        assert_int_equal(f.equations[0], 0);
        assert_alias(&f, "x", "x", 0);
        assert_alias(&f, "v", "x", 1);
        forget(&f);
    }
}

static void other_equations_are_not(void **state) {
    (void)state;
    static const char *const other[] = {
        "der(x) = v + 1", "der(x) = 2*v", "der(x) = -v",       "der(x) = der(v)",
        "x = v",          "der(x)^2 = v", "der(x) = v + time", "der(x) = p*v"};
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        char text[200];
        found f;
        snprintf(
            text, sizeof text,
            "model M parameter Real p = 1; Real x, v; equation %s; der(v) = -x; end M;",
            other[k]);
        find(&f, text);
        if (f.count)
            fail_msg("taken for an alias: %s", other[k]);
        assert_alias(&f, "v", "v", 0);
        forget(&f);
    }
}

static void names_of_names_are_followed(void **state) {
    (void)state;
    static const char *const order[] = {"der(x) = v; der(v) = a; der(a) = j;",
                                        "der(a) = j; der(v) = a; der(x) = v;",
                                        "der(v) = a; der(a) = j; der(x) = v;"};
    for (int k = 0; k < 3; k++) {
        char text[200];
        found f;
        snprintf(text, sizeof text, "model M Real j, x, a, v; equation %s j = -x; end M;",
                 order[k]);
        find(&f, text);
        assert_int_equal(f.count, 3);
        assert_alias(&f, "v", "x", 1);
        assert_alias(&f, "a", "x", 2);
        assert_alias(&f, "j", "x", 3);
        forget(&f);
    }
}

static void higher_derivatives_have_names_too(void **state) {
    (void)state;
    found f;
    find(&f,
         "model M Real x, a, v; equation a = der(der(x)); v = der(x); a = -x; end M;");
    assert_alias(&f, "a", "x", 2);
    assert_alias(&f, "v", "x", 1);
    assert_int_equal(f.count, 2);
    forget(&f);
}

/* x' = y, y' = x: one of them is an alias, the other equation stays; which one does not
 * depend on the order of the text. */
static void a_ring_is_cut_once(void **state) {
    (void)state;
    static const char *const text[] = {
        "model M Real x, y; equation der(x) = y; der(y) = x; end M;",
        "model M Real y, x; equation der(y) = x; der(x) = y; end M;"};
    for (int k = 0; k < 2; k++) {
        found f;
        find(&f, text[k]);
        assert_int_equal(f.count, 1);
        assert_alias(&f, "y", "x", 1);
        forget(&f);
    }
}

/* One name for two derivatives: the second equation must stay an equation. */
static void a_name_stands_for_one_derivative(void **state) {
    (void)state;
    found f;
    find(&f, "model M Real x, y, v; equation der(y) = v; der(x) = v; v = -x; end M;");
    assert_int_equal(f.count, 1);
    assert_alias(&f, "v", "x", 1);
    assert_alias(&f, "y", "y", 0);
    assert_int_equal(f.equations[0], 1);
    forget(&f);
}

/* Two names for one derivative are both replaced. */
static void a_derivative_may_have_two_names(void **state) {
    (void)state;
    found f;
    find(&f,
         "model M Real x, v, w; equation der(x) = v; w = der(x); der(v) = -x; end M;");
    assert_int_equal(f.count, 2);
    assert_alias(&f, "v", "x", 1);
    assert_alias(&f, "w", "x", 1);
    forget(&f);
}

/* Initial equations and declared constraints say nothing about all times. */
static void initial_equations_make_no_alias(void **state) {
    (void)state;
    found f;
    find(&f, "model M Real x, v; initial equation der(x) = v; "
             "equation der(x) = 2*v; der(v) = -x; end M;");
    assert_int_equal(f.count, 0);
    forget(&f);
}

static void substitution_leaves_no_alias(void **state) {
    (void)state;
    found f;
    find(&f, "model M Real x, v; equation der(x) = v; der(v) + v^2 = -x; end M;");
    graph *g = f.system->graph;
    int x = number_of(&f, "x");
    expr e = alias_substitute(f.system, f.alias, f.system->equations.at[1].residual);
    expr_leaves leaves = expr_depends(g, e);
    assert_int_equal(leaves.count, 3);
    for (int k = 0; k < 3; k++)
        assert_int_equal(leaves.at[k], expr_jet(g, x, k));
    forget(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_derivatives_are_seen),
        cmocka_unit_test(other_equations_are_not),
        cmocka_unit_test(names_of_names_are_followed),
        cmocka_unit_test(higher_derivatives_have_names_too),
        cmocka_unit_test(a_ring_is_cut_once),
        cmocka_unit_test(a_name_stands_for_one_derivative),
        cmocka_unit_test(a_derivative_may_have_two_names),
        cmocka_unit_test(initial_equations_make_no_alias),
        cmocka_unit_test(substitution_leaves_no_alias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
