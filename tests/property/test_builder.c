/* A model that a program builds gives the same bits as the same model written as text, in
 * every row of its results, and the text that the builder writes of it does, too.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute_build.h"
#include <cmocka.h>

typedef struct pair {
    const char *name, *text;
    void (*build)(invo_builder *b);
    double stop;
    const char *method;
} pair;

static invo_expr variable(invo_builder *b, const char *name, double start, int fixed) {
    invo_expr x = invo_build_variable(b, name);
    if (fixed)
        invo_build_fixed(b, x, start);
    else
        invo_build_start(b, x, start);
    return x;
}

/* --- the models --- */

static void pendulum(invo_builder *b) {
    invo_expr L = invo_build_parameter(b, "L", 1);
    invo_expr g = invo_build_parameter(b, "g", 9.81);
    invo_expr x = variable(b, "x", 1, 1);
    invo_expr y = variable(b, "y", 0, 0);
    invo_expr lambda = invo_build_variable(b, "lambda");
    invo_build_equation(b, invo_der(invo_der(x)), invo_neg(invo_mul(lambda, x)), NULL);
    invo_build_equation(b, invo_der(invo_der(y)),
                        invo_sub(invo_neg(invo_mul(lambda, y)), g), NULL);
    invo_build_equation(b, invo_add(invo_power(x, 2), invo_power(y, 2)), invo_power(L, 2),
                        "length");
    invo_build_fixed(b, invo_der(y), 0);
}
static const char pendulum_text[] =
    "model P\n  parameter Real L = 1;\n  parameter Real g = 9.81;\n"
    "  Real x(start = 1, fixed = true);\n  Real y(start = 0);\n  Real lambda;\n"
    "equation\n  der(der(x)) = -lambda*x;\n  der(der(y)) = -lambda*y - g;\n"
    "  x^2 + y^2 = L^2 annotation(__involute(name = \"length\"));\n"
    "initial equation\n  der(y) = 0;\nend P;\n";

static void kepler(invo_builder *b) {
    invo_expr mu = invo_build_parameter(b, "mu", 1);
    invo_expr x = variable(b, "x", 0.4, 1);
    invo_expr y = variable(b, "y", 0, 1);
    invo_expr vx = variable(b, "vx", 0, 1);
    invo_expr vy = variable(b, "vy", 2, 1);
    invo_expr r = invo_sqrt(invo_add(invo_power(x, 2), invo_power(y, 2)));
    invo_build_equation(b, invo_der(x), vx, NULL);
    invo_build_equation(b, invo_der(y), vy, NULL);
    invo_build_equation(b, invo_der(vx),
                        invo_div(invo_mul(invo_neg(mu), x), invo_power(r, 3)), NULL);
    invo_build_equation(b, invo_der(vy),
                        invo_div(invo_mul(invo_neg(mu), y), invo_power(r, 3)), NULL);
    invo_build_invariant(b,
                         invo_sub(invo_div(invo_add(invo_power(vx, 2), invo_power(vy, 2)),
                                           invo_number(b, 2)),
                                  invo_div(mu, r)),
                         "energy");
    invo_build_section(b, y, 1, "axis");
}
static const char kepler_text[] =
    "model K\n  parameter Real mu = 1;\n  Real x(start = 0.4, fixed = true);\n"
    "  Real y(start = 0, fixed = true);\n  Real vx(start = 0, fixed = true);\n"
    "  Real vy(start = 2, fixed = true);\nequation\n  der(x) = vx;\n  der(y) = vy;\n"
    "  der(vx) = (-mu)*x/sqrt(x^2 + y^2)^3;\n  der(vy) = (-mu)*y/sqrt(x^2 + y^2)^3;\n"
    "  annotation(__involute(invariants = {invariant(name = \"energy\", "
    "expr = (vx^2 + vy^2)/2 - mu/sqrt(x^2 + y^2))}, "
    "sections = {section(name = \"axis\", expr = y, direction = 1)}));\nend K;\n";

static void ball(invo_builder *b) {
    invo_expr e = invo_build_parameter(b, "e", 0.8);
    invo_expr h = variable(b, "h", 1, 1);
    invo_expr v = variable(b, "v", 0, 1);
    invo_expr n = invo_build_discrete(b, "n", INVO_INTEGER);
    invo_build_equation(b, invo_der(h), v, NULL);
    invo_build_equation(b, invo_der(v), invo_number(b, -9.81), NULL);
    invo_build_when(b, invo_less(h, invo_number(b, 0)));
    invo_build_reinit(b, v, invo_mul(invo_neg(e), invo_call(b, "pre", 1, &v)));
    invo_build_equation(b, n, invo_shift(invo_call(b, "pre", 1, &n), 1), NULL);
    invo_build_end(b);
}
static const char ball_text[] =
    "model B\n  parameter Real e = 0.8;\n  Real h(start = 1, fixed = true);\n"
    "  Real v(start = 0, fixed = true);\n  discrete Integer n;\nequation\n"
    "  der(h) = v;\n  der(v) = -9.81;\n  when h < 0 then\n    reinit(v, (-e)*pre(v));\n"
    "    n = pre(n) + 1;\n  end when;\nend B;\n";

/* The structure changes with the mode. */
static void clutch(invo_builder *b) {
    invo_expr w1 = variable(b, "w1", 10, 1);
    invo_expr w2 = variable(b, "w2", 0, 0);
    invo_expr torque = invo_build_variable(b, "torque");
    invo_expr closed = invo_greater_equal(invo_time(b), invo_number(b, 1));
    invo_build_equation(b, invo_der(w1), invo_sub(invo_number(b, 1), torque), NULL);
    invo_build_equation(b, invo_scale(2, invo_der(w2)), torque, NULL);
    invo_build_if(b, closed);
    invo_build_equation(b, torque, invo_scale(3, invo_sub(w1, w2)), NULL);
    invo_build_else(b);
    invo_build_equation(b, torque, invo_number(b, 0), NULL);
    invo_build_end(b);
    invo_build_initial_equation(b, w2, invo_number(b, 0.1), "at rest");
}
static const char clutch_text[] =
    "model C\n  Real w1(start = 10, fixed = true);\n  Real w2(start = 0);\n  Real "
    "torque;\n"
    "equation\n  der(w1) = 1 - torque;\n  2*der(w2) = torque;\n"
    "  if time >= 1 then\n    torque = 3*(w1 - w2);\n  else\n    torque = 0;\n  end if;\n"
    "initial equation\n  w2 = 0.1;\nend C;\n";

static void van_der_pol(invo_builder *b) {
    invo_expr mu = invo_build_parameter(b, "mu", 30);
    invo_expr x = variable(b, "x", 2, 1);
    invo_expr y = variable(b, "y", 0, 1);
    invo_expr one = invo_number(b, 1);
    invo_build_equation(b, invo_der(x), y, NULL);
    invo_build_equation(
        b, invo_der(y),
        invo_sub(invo_mul(invo_mul(mu, invo_sub(one, invo_power(x, 2))), y), x), NULL);
}
static const char van_der_pol_text[] =
    "model V\n  parameter Real mu = 30;\n  Real x(start = 2, fixed = true);\n"
    "  Real y(start = 0, fixed = true);\nequation\n  der(x) = y;\n"
    "  der(y) = mu*(1 - x^2)*y - x;\nend V;\n";

/* Every elementary function that has a value near 0.3. */
static void functions(invo_builder *b) {
    invo_expr x = variable(b, "x", 0.3, 1);
    invo_expr s = invo_number(b, 0);
    invo_build_equation(b, invo_der(x), invo_number(b, 0.1), NULL);
#define UNARY(name)                                                                      \
    if (strcmp(#name, "acosh") != 0) {                                                   \
        invo_expr f = invo_build_variable(b, "f_" #name);                                \
        invo_build_equation(b, f, invo_##name(x), NULL);                                 \
        s = invo_add(s, f);                                                              \
    }
#define BINARY(name)                                                                     \
    {                                                                                    \
        invo_expr f = invo_build_variable(b, "f_" #name);                                \
        invo_build_equation(b, f, invo_##name(x, invo_number(b, 0.7)), NULL);            \
        s = invo_add(s, f);                                                              \
    }
#include "involute_function.def"
    invo_expr all = invo_build_variable(b, "all");
    invo_build_equation(b, all, s, NULL);
}

/* Units, sizes, ranges, derived parameters, an input, a Boolean, and, or, not. */
static void declarations(invo_builder *b) {
    invo_expr m = invo_build_parameter(b, "m", 0.1);
    invo_expr k = invo_build_parameter_as(b, "k", invo_scale(4, m));
    invo_expr x = invo_build_variable(b, "body.x");
    invo_expr v = variable(b, "body.v[1]", 0, 1);
    invo_expr u = invo_build_input(b, "u");
    invo_expr on = invo_build_discrete(b, "on", INVO_BOOLEAN);
    invo_build_attribute(b, x, "start", invo_div(k, m));
    invo_build_attribute(b, x, "fixed", invo_boolean(b, 1));
    invo_build_unit(b, x, "m");
    invo_build_nominal(b, x, 10);
    invo_build_range(b, x, -100, INFINITY);
    invo_build_start(b, u, 0.25);
    invo_build_equation(b, invo_der(x), v, NULL);
    invo_build_equation(
        b, invo_mul(m, invo_der(v)),
        invo_add(invo_neg(invo_mul(k, x)), invo_choose(on, u, invo_number(b, 0))),
        "motion");
    invo_build_equation(
        b, on,
        invo_or(invo_and(invo_greater(x, invo_number(b, 0)),
                         invo_not(invo_greater_equal(v, invo_number(b, 3)))),
                invo_less_equal(x, invo_number(b, -1))),
        NULL);
}
static const char declarations_text[] =
    "model D\n  parameter Real m = 0.1;\n  parameter Real k = 4*m;\n"
    "  Real bx(start = k/m, fixed = true, unit = \"m\", nominal = 10, min = -100);\n"
    "  Real bv(start = 0, fixed = true);\n  input Real u(start = 0.25);\n"
    "  discrete Boolean on;\nequation\n  der(bx) = bv;\n"
    "  m*der(bv) = -k*bx + (if on then u else 0) "
    "annotation(__involute(name = \"motion\"));\n"
    "  on = bx > 0 and not bv >= 3 or bx <= -1;\nend D;\n";

/* A chain of 6 masses: loops of the program are loops of the text. */
enum { MASSES = 6 };
static void chain(invo_builder *b) {
    invo_expr x[MASSES], v[MASSES];
    char name[20];
    for (int i = 0; i < MASSES; i++) {
        snprintf(name, sizeof name, "x[%d]", i + 1);
        x[i] = variable(b, name, 0.1 * (i + 1), 1);
    }
    for (int i = 0; i < MASSES; i++) {
        snprintf(name, sizeof name, "v[%d]", i + 1);
        v[i] = variable(b, name, 0, 1);
    }
    for (int i = 0; i < MASSES; i++)
        invo_build_equation(b, invo_der(x[i]), v[i], NULL);
    for (int i = 0; i < MASSES; i++) {
        invo_expr left = i ? x[i - 1] : invo_number(b, 0);
        invo_expr right = i + 1 < MASSES ? x[i + 1] : invo_number(b, 0);
        invo_build_equation(b, invo_der(v[i]),
                            invo_add(invo_sub(left, invo_scale(2, x[i])), right), NULL);
    }
}
static const char chain_text[] =
    "model Q\n  Real x[6](start = {0.1, 0.2, 0.1*3, 0.4, 0.5, 0.1*6}, "
    "each fixed = true);\n  Real v[6](each start = 0, each fixed = true);\nequation\n"
    "  for i in 1:6 loop\n    der(x[i]) = v[i];\n  end for;\n"
    "  for i in 1:6 loop\n    der(v[i]) = (if i > 1 then x[i - 1] else 0) - 2*x[i] + "
    "(if i < 6 then x[i + 1] else 0);\n  end for;\nend Q;\n";

static void sampled(invo_builder *b) {
    invo_expr x = variable(b, "x", 1, 1);
    invo_expr u = invo_build_discrete(b, "u", INVO_REAL);
    invo_expr at[2] = {invo_number(b, 0), invo_number(b, 0.25)};
    invo_build_equation(b, invo_der(x), invo_add(invo_neg(x), u), NULL);
    invo_build_when(b, invo_call(b, "sample", 2, at));
    invo_build_equation(b, u, invo_scale(-0.5, x), NULL);
    invo_build_end(b);
    invo_build_when(b, invo_less(x, invo_number(b, 0.2)));
    invo_build_terminate(b, "small enough");
    invo_build_end(b);
    invo_build_assert(b, invo_less(x, invo_number(b, 2)), "x has grown");
}
static const char sampled_text[] =
    "model S\n  Real x(start = 1, fixed = true);\n  discrete Real u;\nequation\n"
    "  der(x) = -x + u;\n  when sample(0, 0.25) then\n    u = (-0.5)*x;\n  end when;\n"
    "  when x < 0.2 then\n    terminate(\"small enough\");\n  end when;\n"
    "  assert(x < 2, \"x has grown\");\nend S;\n";

/* y'^2 + y^2 + t^2 = 1: implicit, of the papers' general case. */
static void sphere(invo_builder *b) {
    invo_expr y = variable(b, "y", 0.3, 0);
    invo_expr term[3] = {invo_power(invo_der(y), 2), invo_power(y, 2),
                         invo_power(invo_time(b), 2)};
    invo_build_equation(b, invo_sum(b, 3, term), invo_number(b, 1), NULL);
    invo_build_initial_equation(b, invo_der(y), invo_number(b, 0.9), NULL);
}
static const char sphere_text[] =
    "model E\n  Real y(start = 0.3);\nequation\n  der(y)^2 + y^2 + time^2 = 1;\n"
    "initial equation\n  der(y) = 0.9;\nend E;\n";

/* Products and powers in all positions, sums with signs, numbers that decimal text with
 * 15 digits does not hold. */
static void numbers(invo_builder *b) {
    invo_expr x = variable(b, "x", 1.0 / 3, 1);
    invo_expr y = variable(b, "y", 0.1 + 0.2, 1);
    invo_expr a = invo_mul(invo_number(b, 1.0 / 7), invo_mul(x, invo_div(y, x)));
    invo_expr c = invo_sub(a, invo_sub(invo_neg(y), invo_mul(x, invo_neg(y))));
    invo_build_equation(b, invo_der(x), invo_neg(invo_scale(M_PI, invo_mul(c, x))), NULL);
    /* constants are folded in the order of the parentheses */
    invo_expr d = invo_scale(0.1, invo_scale(0.3, invo_scale(0.7, x)));
    invo_expr e =
        invo_add(invo_number(b, 0.1), invo_add(invo_number(b, 0.2), invo_shift(x, 0.3)));
    invo_build_equation(
        b, invo_der(y),
        invo_sub(invo_pow(x, invo_number(b, 1.5)), invo_add(c, invo_mul(d, invo_sin(e)))),
        NULL);
    invo_build_annotation(b, "experiment(StopTime = 2, Tolerance = 1e-9)");
}
static const char numbers_text[] =
    "model N\n  Real x(start = 0.33333333333333331, fixed = true);\n"
    "  Real y(start = 0.30000000000000004, fixed = true);\nequation\n"
    "  der(x) = -(3.1415926535897931*((0.14285714285714285*(x*(y/x)) - (-y - "
    "x*(-y)))*x));"
    "\n  der(y) = x^1.5 - (0.14285714285714285*(x*(y/x)) - (-y - x*(-y)) + "
    "0.1*(0.3*(0.7*x))*sin(0.1 + (0.2 + (x + 0.3))));\n"
    "  annotation(experiment(StopTime = 2, Tolerance = 1e-9));\nend N;\n";

static const pair pairs[] = {
    {"pendulum", pendulum_text, pendulum, 3, "auto"},
    {"pendulum", pendulum_text, pendulum, 3, "taylor"},
    {"kepler", kepler_text, kepler, 10, "dop853"},
    {"ball", ball_text, ball, 3, "dopri54"},
    {"clutch", clutch_text, clutch, 3, "radau"},
    {"van der Pol", van_der_pol_text, van_der_pol, 50, "auto"},
    {"functions", NULL, functions, 1, "auto"},
    {"declarations", declarations_text, declarations, 4, "auto"},
    {"chain", chain_text, chain, 5, "auto"},
    {"sampled", sampled_text, sampled, 3, "auto"},
    {"sphere", sphere_text, sphere, 0.5, "auto"},
    {"numbers", numbers_text, numbers, 0, "auto"},
};

/* --- the comparison --- */

static invo_model *built(invo_context *c, const pair *p, char **text) {
    invo_builder *b;
    invo_model *m;
    assert_int_equal(invo_builder_new(c, "Built", &b), INVO_OK);
    p->build(b);
    if (invo_builder_model(b, &m))
        fail_msg("%s: %s", p->name, invo_context_message(c));
    assert_int_equal(invo_builder_text(b, text), INVO_OK);
    invo_builder_free(b);
    return m;
}

static invo_model *parsed(invo_context *c, const pair *p, const char *text) {
    invo_model *m;
    if (invo_model_parse(c, "text.mo", text, strlen(text), &m))
        fail_msg("%s: %s\n%s", p->name, invo_context_message(c), text);
    return m;
}

static invo_result *result(invo_context *c, const pair *p, invo_model *m) {
    invo_options o;
    invo_result *r;
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), INVO_OK);
    o.method = p->method;
    if (p->stop > 0)
        o.stop = p->stop;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", p->name, invo_context_message(c));
    return r;
}

static void same_results(const pair *p, const invo_result *a, const invo_result *b) {
    size_t size = sizeof(double) * (1 + (size_t)invo_result_columns(a));
    assert_int_equal(invo_result_columns(a), invo_result_columns(b));
    assert_int_equal(invo_result_rows(a), invo_result_rows(b));
    assert_string_equal(invo_result_stopped_by(a), invo_result_stopped_by(b));
    for (long i = 0; i < invo_result_rows(a); i++)
        if (memcmp(invo_result_row(a, i), invo_result_row(b, i), size) != 0)
            fail_msg("%s: row %ld differs", p->name, i);
}

static void test_same_bits(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const pair *p = &pairs[i];
        invo_context *c = invo_context_new();
        char *text;
        invo_model *m[4] = {built(c, p, &text)};
        invo_result *r[4] = {result(c, p, m[0])};
        assert_int_equal(invo_model_copy(c, m[0], &m[1]), INVO_OK);
        if (!strchr(text, '['))
            m[2] = parsed(c, p, text);
        if (p->text)
            m[3] = parsed(c, p, p->text);
        for (int k = 1; k < 4; k++)
            if (m[k]) {
                r[k] = result(c, p, m[k]);
                same_results(p, r[0], r[k]);
            }
        for (int k = 0; k < 4; k++) {
            invo_result_free(r[k]);
            invo_model_free(m[k]);
        }
        free(text);
        invo_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
