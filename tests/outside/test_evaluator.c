/* SPDX-License-Identifier: BSD-3-Clause */
/* The outside evaluator itself: known values, known units, and wrong rows are found. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include "outside_run.h"
#include <cmocka.h>

enum { MOST_ROWS = 8 };
static const double BOUND = 4;

typedef struct table {
    int columns;
    const char *const *column;
    long rows;
    const double *row[MOST_ROWS];
} table;

static outside_report report_of(const char *text, const table *t) {
    outside_report *r = malloc(sizeof *r), copy;
    outside_model *m = outside_read(text, strlen(text));
    assert_string_equal(m->message, "");
    outside_rows rows = {t->columns, t->column, t->rows, t->row};
    outside_check(m, &rows, 0, NULL, BOUND, r);
    outside_model_free(m);
    copy = *r;
    free(r);
    return copy;
}

/* One row; values: time, then the columns. */
static outside_report report_of_row(const char *text, int columns,
                                    const char *const *column, const double *values) {
    table t = {columns, column, 1, {values}};
    return report_of(text, &t);
}

static void assert_holds(const outside_report *r, long count) {
    assert_string_equal(r->message, "");
    assert_int_equal(r->findings, 0);
    assert_int_equal(r->unchecked, 0);
    assert_int_equal(r->checked, count);
}

/* y = FORMULA of x = 0.7, right and wrong by 1e-14 of its size. */
static void check_formula(const char *formula, double value) {
    static const char *const column[] = {"x", "y"};
    char text[400];
    snprintf(text, sizeof text, "model M\n Real x, y;\nequation\n y = %s;\nend M;\n",
             formula);
    double right[] = {0, 0.7, value};
    outside_report r = report_of_row(text, 2, column, right);
    if (r.findings)
        print_error("%s: %.3Lg units\n", formula, r.finding[0].units);
    assert_holds(&r, 1);
    double wrong[] = {0, 0.7, value + 1e-13 * fmax(fabs(value), 1)};
    r = report_of_row(text, 2, column, wrong);
    assert_int_equal(r.findings, 1);
    assert_int_equal(r.finding[0].kind, OUTSIDE_EQUATION);
}

static void formulas_have_their_values(void **state) {
    (void)state;
    double x = 0.7;
    check_formula("x + 0.1", x + 0.1);
    check_formula("-x*3 - (x - 1)/x", -x * 3 - (x - 1) / x);
    check_formula("2^x + x^3 + x^(-2)", pow(2, x) + x * x * x + 1 / (x * x));
    check_formula("exp(x) + log(x) + log10(x)", exp(x) + log(x) + log10(x));
    check_formula("sin(x) + cos(x)*tan(x)", 2 * sin(x));
    check_formula("sinh(x) + cosh(x) - tanh(x)", sinh(x) + cosh(x) - tanh(x));
    check_formula("asin(x) + acos(x) + atan(x)", asin(x) + acos(x) + atan(x));
    check_formula("sqrt(x) + abs(-x) + sign(x)", sqrt(x) + x + 1);
    check_formula("atan2(x, 2) + min(x, 2) - max(x, 2)", atan2(x, 2) + x - 2);
    check_formula("if x > 0.5 and not x > 1 then 3 else x", 3);
    check_formula("if x < 0.5 then 1 elseif x < 0.6 then 2 else 4", 4);
    check_formula("sum({1, x, x^2})", 1 + x + x * x);
    check_formula("sum(i*x for i in 1:3)", 6 * x);
    check_formula("product({2, 3, x})", 6 * x);
    check_formula("{1, x, 2}*{x, 1, 1}", 2 * x + 2);
    check_formula("sum(cross({1, 0, x}, {0, 1, 0}))", 1 - x);
    check_formula("{3, 4}*({{x, 0}, {0, 1}}*{1, 2})", 3 * x + 8);
    check_formula("sum(transpose({{1, x}, {0, 2}})*{1, 0})", 1 + x);
    check_formula("sum(diagonal({x, 2})*identity(2))", x + 2);
    check_formula("sum({{i*j*x for i in 1:2} for j in 1:2})", 9 * x);
    check_formula("sum({1, x, 3} .* {2, 2, 2} ./ {1, 2, 1})", 8 + x);
    check_formula("max({x, 0.1, 0.2}) + mod(7, 3) + div(7, 2)", x + 4);
}

static void units_are_those_of_the_definition(void **state) {
    (void)state;
    static const char *const column[] = {"x", "y"};
    const char *text = "model M\n Real x, y;\nequation\n y = 3*x + 0.1;\nend M;\n";
    double off = ldexp(1, -40), values[] = {0, 2, 6.1 + off};
    outside_report r = report_of_row(text, 2, column, values);
    assert_int_equal(r.findings, 1);
    /* 3 x: 3*2 + 6; + 0.1: 12 + 0.1 + 6.1; y: 6.1; the difference: off. */
    long double e = 18.2L + 6.1L + off;
    long double units = r.finding[0].residual / (e * (long double)DBL_EPSILON);
    assert_true(fabsl(r.finding[0].residual - off) < 1e-15L);
    assert_true(fabsl(r.finding[0].units / units - 1) < 1e-6L);
}

/* The smallest size of a variable is 1e-3 of its nominal value. */
static void small_values_count_as_their_nominal_share(void **state) {
    (void)state;
    static const char *const column[] = {"x"};
    const char *text = "model M\n Real x(nominal = 1e6);\nequation\n x = 0;\nend M;\n";
    double values[] = {0, 8 * 1e3 * DBL_EPSILON};
    outside_report r = report_of_row(text, 1, column, values);
    assert_int_equal(r.findings, 1);
    assert_true(fabsl(r.finding[0].units - 8) < 1e-3L);
    values[1] /= 4;
    r = report_of_row(text, 1, column, values);
    assert_holds(&r, 1);
}

static void derivatives_come_from_columns(void **state) {
    (void)state;
    static const char *const column[] = {"x", "y", "der(x)", "der(der(x))"};
    const char *text = "model M\n Real x, y;\nequation\n y = der(sin(x)*x^2);\nend M;\n";
    double x = 0.7, v = -1.3, a = 0.4;
    double first = cos(x) * x * x + 2 * x * sin(x);
    double values[] = {0, x, first * v, v, a};
    outside_report r = report_of_row(text, 4, column, values);
    assert_holds(&r, 1);
    values[2] += 1e-13;
    r = report_of_row(text, 4, column, values);
    assert_int_equal(r.findings, 1);
    text = "model M\n Real x, y;\nequation\n y = der(der(sin(x)*x^2));\nend M;\n";
    double second = -sin(x) * x * x + 4 * x * cos(x) + 2 * sin(x);
    values[2] = second * v * v + first * a;
    r = report_of_row(text, 4, column, values);
    assert_holds(&r, 1);
    values[2] -= 1e-13;
    r = report_of_row(text, 4, column, values);
    assert_int_equal(r.findings, 1);
}

static void check_second_derivative(const char *function, double second) {
    static const char *const column[] = {"x", "y", "der(x)", "der(der(x))"};
    char text[300];
    snprintf(text, sizeof text,
             "model M\n Real x, y;\nequation\n y = der(der(%s));\nend M;\n", function);
    double values[] = {0, 0.7, second, 1, 0};
    outside_report r = report_of_row(text, 4, column, values);
    if (r.findings)
        print_error("%s: %.3Lg units\n", function, r.finding[0].units);
    assert_holds(&r, 1);
}

static void second_derivatives_of_functions(void **state) {
    (void)state;
    double x = 0.7, c = cosh(x);
    check_second_derivative("exp(x)", exp(x));
    check_second_derivative("log(x)", -1 / (x * x));
    check_second_derivative("log10(x)", -1 / (x * x) / log(10));
    check_second_derivative("cos(x)", -cos(x));
    check_second_derivative("tan(x)", 2 * tan(x) / (cos(x) * cos(x)));
    check_second_derivative("tanh(x)", -2 * tanh(x) / (c * c));
    check_second_derivative("sinh(x)", sinh(x));
    check_second_derivative("cosh(x)", cosh(x));
    check_second_derivative("atan(x)", -2 * x / pow(1 + x * x, 2));
    check_second_derivative("asin(x)", x / pow(1 - x * x, 1.5));
    check_second_derivative("acos(x)", -x / pow(1 - x * x, 1.5));
    check_second_derivative("sqrt(x)", -0.25 / pow(x, 1.5));
    check_second_derivative("1/x", 2 / (x * x * x));
    check_second_derivative("x^x", pow(x, x) * (pow(log(x) + 1, 2) + 1 / x));
}

/* No column for der(x): the text says which variable it is. */
static void derivatives_come_from_aliases(void **state) {
    (void)state;
    static const char *const column[] = {"x[1]",      "x[2]", "v[1]", "v[2]",
                                         "der(v[1])", "w",    "p"};
    const char *text = "model M\n Real x[2], v[2], w, p;\nequation\n"
                       " der(x) = v;\n der(der(x[1])) = -4*x[1];\n p = x[2];\n"
                       " w = der(p) + 1;\nend M;\n";
    double values[] = {0, 1, 2, 3, 5, -4, 6, 2};
    outside_report r = report_of_row(text, 7, column, values);
    assert_holds(&r, 4);
    values[5] = -4.0001;
    r = report_of_row(text, 7, column, values);
    assert_int_equal(r.findings, 1);
    values[5] = -4;
    values[6] = 6.0001;
    r = report_of_row(text, 7, column, values);
    assert_int_equal(r.findings, 1);
}

static void missing_derivatives_are_counted(void **state) {
    (void)state;
    static const char *const column[] = {"x"};
    const char *text = "model M\n Real x;\nequation\n der(x) = -x;\n x^2 = 1;\nend M;\n";
    double values[] = {0, 1};
    outside_report r = report_of_row(text, 1, column, values);
    assert_int_equal(r.unchecked, 1);
    assert_int_equal(r.checked, 1);
    assert_non_null(strstr(r.unchecked_text, "der(x) = -x"));
}

static void parameters_are_evaluated(void **state) {
    (void)state;
    static const char *const column[] = {"x[1]", "x[2]"};
    const char *text =
        "model M\n parameter Integer n = 2; parameter Real c = d/3, d = 1;\n"
        " constant Real k[n] = {c*i for i in 1:n};\n Real x[n];\nequation\n"
        " for i in 1:n loop\n  x[i] = k[i];\n end for;\nend M;\n";
    double values[] = {0, 1. / 3, 2. / 3};
    outside_report r = report_of_row(text, 2, column, values);
    assert_holds(&r, 2);
    values[2] += 1e-14;
    r = report_of_row(text, 2, column, values);
    assert_int_equal(r.findings, 1);
    assert_string_equal(r.finding[0].element, "i = 2 ");
    const char *open = "model M\n parameter Real a(fixed = false);\n Real x;\nequation\n"
                       " x = a;\nend M;\n";
    double one[] = {0, 1};
    r = report_of_row(open, 1, column, one);
    assert_string_equal(r.message, "not fixed: a");
}

/* At an event the row before it has the old side, the row after it the new one. */
static void relations_take_the_side_of_the_row(void **state) {
    (void)state;
    static const char *const column[] = {"y"};
    const char *text =
        "model M\n Real y;\nequation\n y = if time > 1 then 2 else 1;\nend M;\n";
    static const double rows[5][2] = {{0.5, 1}, {1, 1}, {1, 2}, {1.5, 2}, {1.5, 1}};
    table t = {1, column, 4, {rows[0], rows[1], rows[2], rows[3]}};
    outside_report r = report_of(text, &t);
    assert_holds(&r, 4);
    t.row[3] = rows[4];
    r = report_of(text, &t);
    assert_int_equal(r.findings, 1);
    assert_int_equal(r.finding[0].row, 3);
}

/* Within its band of round-off a comparison may have either value, beyond it not. */
static void relations_have_a_band(void **state) {
    (void)state;
    static const char *const column[] = {"x", "y"};
    const char *text =
        "model M\n Real x, y;\nequation\n y = if x > 0.3 then 2 else 1;\nend M;\n";
    double values[] = {0, 0.3 * (1 + 3 * DBL_EPSILON), 1};
    outside_report r = report_of_row(text, 2, column, values);
    assert_holds(&r, 1);
    values[1] = 0.3 * (1 + 1e-12);
    r = report_of_row(text, 2, column, values);
    assert_int_equal(r.findings, 1);
}

static void invariants_keep_their_first_value(void **state) {
    (void)state;
    static const char *const column[] = {"x", "H"};
    const char *text =
        "model M\n Real x;\n"
        " Real H = x^2 annotation(__involute(invariant = true));\nend M;\n";
    static const double rows[3][3] = {{0, 2, 4}, {1, -2, 4}, {2, 1.9999999999999, 0}};
    double last[] = {rows[2][0], rows[2][1], rows[2][1] * rows[2][1]};
    table t = {2, column, 3, {rows[0], rows[1], last}};
    outside_report r = report_of(text, &t);
    assert_int_equal(r.findings, 1);
    assert_int_equal(r.finding[0].kind, OUTSIDE_INVARIANT);
    assert_int_equal(r.finding[0].row, 2);
}

static void starts_are_kept(void **state) {
    (void)state;
    static const char *const column[] = {"x", "y"};
    const char *text = "model M\n Real x(start = 0.1, fixed = true), y(start = 5);\n"
                       "initial equation\n y = 3*x;\nend M;\n";
    double values[] = {0, 0.1, 0.3};
    outside_report r = report_of_row(text, 2, column, values);
    assert_holds(&r, 2);
    values[1] = 0.1 + 1e-14;
    r = report_of_row(text, 2, column, values);
    assert_int_equal(r.findings, 2);
    assert_int_equal(r.finding[0].kind, OUTSIDE_INITIAL);
    assert_int_equal(r.finding[1].kind, OUTSIDE_FIXED);
}

/* d = q2 - q1 is rounded at the size of q: rows that read d carry that. */
static void formulas_pass_on_what_they_lost(void **state) {
    (void)state;
    static const char *const column[] = {"p", "q", "d", "v"};
    const char *text =
        "model M\n Real p, q, d = q - p, v;\nequation\n d*v = 1;\nend M;\n";
    double d = 1 + 100 * DBL_EPSILON, values[] = {0, 1e4, 1e4 + d, 0, 1};
    values[3] = values[2] - values[1];
    outside_report r = report_of_row(text, 4, column, values);
    if (r.findings) {
        assert_true(r.finding[0].inherited < BOUND);
        assert_true(r.finding[0].units > BOUND);
    }
    values[4] = 1 + 1e-9;
    r = report_of_row(text, 4, column, values);
    assert_int_equal(r.findings, 1);
    assert_true(r.finding[0].inherited > BOUND);
}

static void values_that_are_not_finite_are_found(void **state) {
    (void)state;
    static const char *const column[] = {"x", "y"};
    const char *text = "model M\n Real x, y;\nequation\n y = 1/x;\nend M;\n";
    double values[] = {0, 0, INFINITY};
    outside_report r = report_of_row(text, 2, column, values);
    assert_int_equal(r.findings, 1);
    assert_true(isinf(r.finding[0].units));
}

static const char PENDULUM[] =
    "model Pendulum\n parameter Real L = 1.1, g = 9.81;\n"
    " Real x(start = 0.9, fixed = true), y(start = -1), vx(start = 0, fixed = true), vy, "
    "f;\n"
    " Real energy = (vx^2 + vy^2)/2 + g*y annotation(__involute(invariant = true));\n"
    "equation\n der(x) = vx;\n der(y) = vy;\n der(vx) = -f*x;\n der(vy) = -f*y - g;\n"
    " x^2 + y^2 = L^2;\n annotation(experiment(StopTime = 2));\nend Pendulum;\n";

static void a_run_holds(void **state) {
    (void)state;
    outside_verdict *v = malloc(sizeof *v);
    outside_job job = {.text = PENDULUM, .share = 1, .options = 1};
    job.option[0].name = "points";
    job.option[0].value = "10";
    outside_run(&job, v);
    assert_int_equal(v->exit_status, 0);
    assert_string_equal(v->not_read, "");
    assert_int_equal(v->report.findings, 0);
    assert_int_equal(v->report.unchecked, 0);
    assert_true(v->report.checked > 11 * 6);
    job.text = "model M\n Real x;\nequation\n der(x) = ;\nend M;\n";
    outside_run(&job, v);
    assert_int_equal(v->exit_status, 1);
    free(v);
}

/* Every value of a run matters: whichever is changed, an equation fails. */
static void every_value_of_a_run_matters(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *m;
    invo_result *r;
    assert_int_equal(invo_model_parse(c, "p.mo", PENDULUM, strlen(PENDULUM), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.points = 3;
    assert_int_equal(invo_model_run(m, &o, &r), 0);
    enum { MOST_COLUMNS = 16 };
    int columns = invo_result_columns(r);
    const char *column[MOST_COLUMNS];
    assert_true(columns < MOST_COLUMNS);
    for (int j = 0; j < columns; j++)
        column[j] = invo_result_column(r, j);
    for (int j = 1; j <= columns; j++) {
        double changed[MOST_COLUMNS];
        table t = {columns, column, 4, {NULL}};
        for (long i = 0; i < 4; i++)
            t.row[i] = invo_result_row(r, i);
        outside_report whole = report_of(PENDULUM, &t);
        assert_int_equal(whole.findings, 0);
        memcpy(changed, t.row[2], ((size_t)columns + 1) * sizeof *changed);
        changed[j] += 1e-12;
        t.row[2] = changed;
        outside_report broken = report_of(PENDULUM, &t);
        assert_true(broken.findings > 0);
        assert_int_equal(broken.finding[0].row, 2);
    }
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}

/* The file that is written out has the same numbers, to the last bit. */
static void files_have_the_rows(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *m;
    invo_result *r;
    char path[400], line[4000];
    const char *folder = getenv("INVOLUTE_BUILD");
    snprintf(path, sizeof path, "%s/outside_rows.csv", folder ? folder : ".");
    assert_int_equal(invo_model_parse(c, "p.mo", PENDULUM, strlen(PENDULUM), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.points = 7;
    assert_int_equal(invo_model_run(m, &o, &r), 0);
    assert_int_equal(invo_result_write_csv(c, r, path), 0);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    for (long i = 0; i < invo_result_rows(r); i++) {
        char *at = line;
        assert_non_null(fgets(line, sizeof line, f));
        for (int j = 0; j <= invo_result_columns(r); j++) {
            double written = strtod(at, &at);
            assert_true(written == invo_result_row(r, i)[j]);
            at++; /* the comma */
        }
    }
    fclose(f);
    remove(path);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}

static void mutations_repeat(void **state) {
    (void)state;
    int changed = 0;
    for (uint64_t k = 0; k < 200; k++) {
        outside_random a, b;
        const char *what, *again;
        outside_seed(&a, k);
        outside_seed(&b, k);
        char *x = outside_mutate(PENDULUM, &a, 1, &what);
        char *y = outside_mutate(PENDULUM, &b, 1, &again);
        assert_string_equal(what, again);
        assert_true(!x == !y);
        if (x)
            assert_string_equal(x, y);
        changed += x && strcmp(x, PENDULUM) != 0;
        free(x);
        free(y);
    }
    assert_true(changed > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_have_their_values),
        cmocka_unit_test(units_are_those_of_the_definition),
        cmocka_unit_test(small_values_count_as_their_nominal_share),
        cmocka_unit_test(derivatives_come_from_columns),
        cmocka_unit_test(second_derivatives_of_functions),
        cmocka_unit_test(derivatives_come_from_aliases),
        cmocka_unit_test(missing_derivatives_are_counted),
        cmocka_unit_test(parameters_are_evaluated),
        cmocka_unit_test(relations_take_the_side_of_the_row),
        cmocka_unit_test(relations_have_a_band),
        cmocka_unit_test(invariants_keep_their_first_value),
        cmocka_unit_test(starts_are_kept),
        cmocka_unit_test(formulas_pass_on_what_they_lost),
        cmocka_unit_test(values_that_are_not_finite_are_found),
        cmocka_unit_test(a_run_holds),
        cmocka_unit_test(every_value_of_a_run_matters),
        cmocka_unit_test(files_have_the_rows),
        cmocka_unit_test(mutations_repeat),
    };
    if (!OUTSIDE_HAS_DIGITS) {
        printf("long double has no more digits than double here: skipped\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
