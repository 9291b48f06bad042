/* SPDX-License-Identifier: BSD-3-Clause */
/* Points of models: residuals in quadruple precision, proofs near round-off, and refusal
 * of points that are off by 1e-10. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/lowering/lower.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static const char pendulum[] =
    "model Pendulum parameter Real L = 1; Real x(start = 0.6), y(start = -0.8), vx(start "
    "= 0.8), vy(start = 0.6), f;\n"
    "equation der(x) = vx; der(y) = vy; der(vx) = -2*x*f; der(vy) = -2*y*f - 9.81; x^2 + "
    "y^2 = L^2; end Pendulum;";

static const char trigonometric[] =
    "model Crank Real a(start = 0.3), b(start = 1); equation der(a) = 1; sin(a) + "
    "2*cos(b) = atan2(a, 1 + a^2) + log(1 + a); end Crank;";

typedef struct bench {
    invo_context *context;
    invo_model *model;
    const invo_system *s;
    double u[16], z[16];
} bench;

static void open_model(bench *b, const char *text) {
    *b = (bench){.context = invo_context_new()};
    invo_options o;
    invo_options_init(&o);
    assert_int_equal(invo_model_parse(b->context, "m.mo", text, strlen(text), &b->model),
                     INVO_OK);
    assert_int_equal(invo_model_complete(b->model, &o), INVO_OK);
    b->s = invo_model_system(b->model);
    assert_true(b->s->coordinates <= 16 && b->s->tops <= 16);
    memcpy(b->u, b->s->start, sizeof *b->u * (size_t)b->s->coordinates);
}

static void close_model(bench *b) {
    invo_model_free(b->model);
    invo_context_free(b->context);
}

static invo_proof prove(const bench *b) {
    invo_proof p;
    assert_int_equal(b->s->inspection.prove(b->s->self, b->u, NULL, &p), 0);
    return p;
}

static void start_is_proved_and_moves_are_refused(void **state) {
    (void)state;
    const char *text[] = {pendulum, trigonometric};
    for (int k = 0; k < 2; k++) {
        bench b;
        open_model(&b, text[k]);
        invo_proof p = prove(&b);
        assert_int_equal(p.verdict, INVO_PROOF_DONE);
        assert_int_equal(p.rank, b.s->constraints);
        assert_true(p.ulps <= 10 * p.condition && p.ulps < 100);
        for (int j = 1; j < b.s->coordinates; j++) {
            const double kept = b.u[j];
            b.u[j] += 1e-10;
            assert_int_equal(prove(&b).verdict, INVO_PROOF_FAR);
            b.u[j] = kept;
        }
        assert_int_equal(prove(&b).verdict, INVO_PROOF_DONE);
        close_model(&b);
    }
}

/* 0.6 and -0.8 as doubles lie 2.2e-17 and 4.4e-17 off: the distance from the circle is
 * known to the last digit, and the radius is that. */
static void radius_is_the_distance_from_the_circle(void **state) {
    (void)state;
    bench b;
    open_model(&b, "model C Real x(start = 0.6, fixed = true), y(start = -0.8); equation "
                   "der(x) = -y; x^2 + y^2 = 1; end C;");
    b.u[1] = 0.6;
    b.u[2] = -0.8;
    const invo_proof p = prove(&b);
    const long double off = 0.6L * (0.6 - 0.6L) + -0.8L * (-0.8 - -0.8L);
    assert_int_equal(p.verdict, INVO_PROOF_DONE);
    /* relative corrections are least: y moves by 0.64 0.8 where x moves by 0.36 0.6 */
    const double share = 0.64 * 0.8 / (0.36 * 0.36 + 0.64 * 0.64);
    assert_true(p.radius >= share * fabs((double)off) * 0.999);
    assert_true(p.radius <= share * fabs((double)off) * 1.001);
    close_model(&b);
}

static void residuals_are_those_of_more_digits(void **state) {
    (void)state;
    bench b;
    double exact[32];
    double rounded[32];
    double unit[32];
    open_model(&b, pendulum);
    assert_true(b.s->rows <= 32);
    for (int j = 0; j < b.s->tops; j++)
        b.z[j] = 0.1 * j;
    assert_int_equal(b.s->inspection.residuals(b.s->self, b.u, b.z, exact), 0);
    b.s->ledger.rows(b.s->self, b.u, b.z, rounded, unit);
    for (int i = 0; i < b.s->rows; i++)
        assert_true(fabs(exact[i] - rounded[i]) <= unit[i]);
    b.u[1] += 1e-10;
    assert_int_equal(b.s->inspection.residuals(b.s->self, b.u, b.z, exact), 0);
    double worst = 0;
    for (int i = 0; i < b.s->constraints; i++)
        worst = fmax(worst, fabs(exact[i]));
    assert_true(worst > 5e-11);
    close_model(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_is_proved_and_moves_are_refused),
        cmocka_unit_test(radius_is_the_distance_from_the_circle),
        cmocka_unit_test(residuals_are_those_of_more_digits),
    };
    if (!QUAD_IS_THERE)
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
