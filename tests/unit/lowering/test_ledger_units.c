/* Units for points of a run: residuals are those of all rows, and so are the units of
 * rows that are not 0 and of constraints, also of rows that become busy late and after
 * values of parameters have changed. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/lowering/lower.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 400, POINTS = 1200, LATE = 600 };

typedef struct bench {
    invo_context *context;
    invo_model *model;
    lowered *w;
    const invo_system *s;
} bench;

/* A constraint with its derivative, an invariant, and formulas in chains. */
static int begin(void **state) {
    static bench b;
    static const char text[] =
        "model M parameter Real L = 1, g = 9.81, k = 3; Real x(start = 1), y, F, a, b;\n"
        "Real c, d, e, p(start = 1), v, q[40], r[40];\n"
        "Real H = p^2 + v^2 annotation(__involute(invariant = true)); equation\n"
        "der(der(x)) = -F*x; der(der(y)) = -F*y - g; x^2 + y^2 = L^2;\n"
        "a = k*x + y; b = a*a - F; c = b; d = sin(c) + a; e = d - c + k;\n"
        "der(p) = v; der(v) = -p;\n"
        "for i in 1:40 loop q[i] = sin(i*x) - a; r[i] = q[i]*k + i*e; end for;\n"
        "end M;";
    b = (bench){.context = invo_context_new()};
    invo_options o;
    invo_options_init(&o);
    if (invo_model_parse(b.context, "m.mo", text, strlen(text), &b.model) ||
        invo_model_complete(b.model, &o))
        return 1;
    b.s = invo_model_system(b.model);
    b.w = b.s->self;
    *state = &b;
    return b.s->rows > MOST || b.s->coordinates + b.s->tops > MOST;
}

static int end(void **state) {
    bench *b = *state;
    invo_model_free(b->model);
    invo_context_free(b->context);
    return 0;
}

/* Formulas give the top unknowns; later points move some of them off, so that rows are
 * not 0 that were before. */
static void put_point(const bench *b, int k, double *x) {
    const invo_system *s = b->s;
    const double *u = x;
    double *z = x + s->coordinates;
    for (int j = 0; j < s->coordinates + s->tops; j++)
        x[j] = cos(1.7 * j + 0.01 * k);
    if (s->ledger.show)
        s->ledger.show(s->self, u, z);
    for (int j = 0; k > LATE && j < s->tops; j += 2)
        z[j] += 1e-9;
}

static void check_point(const bench *b, int k) {
    const invo_system *s = b->s;
    double x[MOST], residual[MOST], unit[MOST], other[MOST], bound[MOST];
    put_point(b, k, x);
    s->ledger.rows(s->self, x, x + s->coordinates, residual, unit);
    s->ledger.measure(s->self, x, x + s->coordinates, other, bound);
    for (int i = 0; i < s->rows; i++) {
        assert_true(residual[i] == other[i]);
        if (residual[i] != 0 || i < s->constraints)
            assert_true(unit[i] == bound[i]);
    }
}

static void units_are_those_of_all_rows(void **state) {
    const bench *b = *state;
    assert_non_null(b->s->ledger.measure);
    for (int k = 0; k < POINTS; k++)
        check_point(b, k);
}

static void parameters_are_taken_over(void **state) {
    const bench *b = *state;
    dae *s = b->w->completion->system;
    for (int k = 0; k < POINTS; k++)
        check_point(b, k);
    for (int k = 0; k < s->parameters.count; k++)
        s->parameters.at[k].value += 0.25;
    lowered_load_parameters(b->w);
    check_point(b, POINTS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(units_are_those_of_all_rows, begin, end),
        cmocka_unit_test_setup_teardown(parameters_are_taken_over, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
