/* SPDX-License-Identifier: BSD-3-Clause */
/* Where Newton's iteration ends by the papers' tests, on spheres: at once, where it may;
 * not before their tolerance is met; and without harm where there is nothing to find. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/geometry/retraction.h"
#include <cmocka.h>

/* |y - (c_i, 0, 0)|^2 = r_i^2 for some i; y are the coordinates after time. */
typedef struct spheres {
    int count;
    double center[3], square[3];
} spheres;

static void constraint(void *self, const double *u, double *phi) {
    const spheres *s = self;
    for (int i = 0; i < s->count; i++) {
        double x = u[1] - s->center[i];
        phi[i] = x * x + u[2] * u[2] + u[3] * u[3] - s->square[i];
    }
}

enum { N = 4, KINDS = 5, RULES = 4 };
static const retraction_class *const kinds[KINDS] = {
    &retraction_orthogonal, &retraction_exact, &retraction_inexact, &retraction_normal,
    &retraction_chart};
static const choice_newton_test rules[RULES] = {RULE_ROUND_OFF, RULE_HYBRID, RULE_MOVE,
                                                RULE_SUM};

typedef struct bench {
    invo_context *context;
    invo_system s;
    spheres self;
    manifold manifold;
    metric metric;
    retraction r;
    double start[N], unit[3], *work;
} bench;

static void set_up(bench *b, spheres self, const retraction_class *kind,
                   choice_newton_test rule, double tolerance) {
    const retraction_settings settings = {.bound = 4,
                                          .forcing = 0.5,
                                          .pivot_tolerance = 1e-10,
                                          .rule = rule,
                                          .tolerance = tolerance,
                                          .relative = 1e-10};
    *b = (bench){.context = invo_context_new(),
                 .self = self,
                 .metric = {.kind = METRIC_EUCLIDEAN, .rtol = 1e-6, .atol = 1e-9}};
    b->s = (invo_system){.coordinates = N,
                         .constraints = self.count,
                         .self = &b->self,
                         .constraint = constraint,
                         .start = b->start};
    assert_int_equal(retraction_plan(&b->r, kind, &b->s, b->context), INVO_OK);
    pool p = {0};
    for (int taking = 0; taking < 2; taking++) {
        metric_lay_out(&b->metric, &b->s, &p);
        manifold_lay_out(&b->manifold, &b->s, 1, &p);
        retraction_lay_out(&b->r, &settings, &b->manifold, &b->metric, &p);
        if (!taking)
            assert_true(pool_open(&p, b->work = calloc(1, p.used)));
    }
    metric_prepare(&b->metric, &b->s);
    metric_freeze(&b->metric, &b->s, b->start);
    for (int i = 0; i < 3; i++)
        b->unit[i] = DBL_EPSILON;
    b->r.unit = b->unit;
}

static void tear_down(bench *b) {
    retraction_free(&b->r);
    invo_context_free(b->context);
    free(b->work);
}

static const spheres one = {1, {0}, {1}};

static double residual(const spheres *s, const double *u) {
    double phi[3], most = 0;
    constraint((void *)(uintptr_t)s, u, phi);
    for (int i = 0; i < s->count; i++)
        most = fmax(most, fabs(phi[i]));
    return most;
}

/* 0.8 and 0.6 on the sphere, and `off` away from it. */
static invo_status from(bench *b, double off, double *u) {
    const double a[N] = {0, 0.8 * (1 + off), 0, 0.6 * (1 + off)};
    memcpy(u, a, sizeof a);
    return retract(&b->r, u);
}

static void hybrid_may_end_before_it_begins(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        bench b;
        double u[N];
        set_up(&b, one, kinds[k], RULE_HYBRID, 1e-6);
        assert_int_equal(from(&b, 4e-7, u), INVO_OK); /* |phi| is twice that */
        assert_int_equal(b.r.tries, 0);
        assert_true(u[1] == 0.8 * (1 + 4e-7));
        assert_int_equal(from(&b, 6e-7, u), INVO_OK);
        assert_true(b.r.tries >= 1 && residual(&one, u) < 1e-11);
        tear_down(&b);
    }
}

/* |z_k - z_(k-1)| + |F_k| < T + R/|F_(k-1)| and max |z_k - z_(k-1)| < T: smaller
 * tolerances take more iterations and leave less. */
static void tolerances_are_met(void **state) {
    (void)state;
    for (int k = 0; k < KINDS * 2; k++) {
        int before = 0;
        for (double tolerance = 1e-1; tolerance > 1e-12; tolerance *= 1e-3) {
            bench b;
            double u[N];
            set_up(&b, one, kinds[k / 2], k % 2 ? RULE_MOVE : RULE_HYBRID, tolerance);
            b.r.settings.relative = 0; /* as printed it is a share of 1/|F| */
            assert_int_equal(from(&b, 0.2, u), INVO_OK);
            assert_true(residual(&one, u) < (k % 2 ? 4 : 1) * tolerance);
            assert_true(b.r.tries >= before && b.r.tries >= 1);
            before = b.r.tries;
            tear_down(&b);
        }
        assert_true(before > 2);
    }
}

/* Residuals that cancel: two spheres, the point between them. The rule as printed ends
 * at once, whatever is left; the others go on. */
static void sums_may_cancel(void **state) {
    (void)state;
    static const spheres two = {2, {0, 1}, {1, 1}};
    for (int k = 0; k < 2; k++) {
        bench b;
        double u[N] = {0, 0.5, 0.1, 0.7};
        set_up(&b, two, &retraction_chart, k ? RULE_MOVE : RULE_SUM, 1e-12);
        /* the first differs from the second by 2 x - 1: move x until they cancel */
        u[1] = 0.5, u[3] = sqrt(0.75 - 0.01);
        b.self.square[0] = 1 + 0.1, b.self.square[1] = 1 - 0.1;
        assert_int_equal(retract(&b.r, u), INVO_OK);
        assert_true(k ? b.r.tries > 2 : b.r.tries <= 1);
        assert_true(k ? residual(&b.self, u) < 1e-12 : residual(&b.self, u) > 1e-4);
        tear_down(&b);
    }
}

/* From a million radii: found, or said that it was not. */
static void far_points(void **state) {
    (void)state;
    for (int k = 0; k < KINDS * RULES; k++) {
        bench b;
        double u[N];
        set_up(&b, one, kinds[k / RULES], rules[k % RULES], 1e-6);
        invo_status status = from(&b, 1e6, u);
        assert_true(status == INVO_OK || status == INVO_E_RETRACTION);
        for (int i = 0; i < N; i++)
            assert_true(isfinite(u[i]));
        if (status == INVO_OK)
            assert_true(residual(&one, u) < 1e-5);
        tear_down(&b);
    }
}

/* At the centre there is no gradient. Spheres that touch have one in common, in the point
 * where they do. */
static void rank_drops(void **state) {
    (void)state;
    static const spheres touching = {2, {0, 2}, {1, 1}};
    for (int k = 0; k < KINDS * RULES; k++) {
        bench b;
        double u[N] = {0};
        set_up(&b, one, kinds[k / RULES], rules[k % RULES], 1e-6);
        assert_int_equal(retract(&b.r, u), INVO_E_RETRACTION);
        tear_down(&b);
        for (double off = 1e-2; off > 1e-13; off *= 1e-5) {
            double v[N] = {0, 1 + off, off, -off};
            set_up(&b, touching, kinds[k / RULES], rules[k % RULES], 1e-6);
            invo_status status = retract(&b.r, v);
            for (int i = 0; i < N; i++)
                assert_true(isfinite(v[i]));
            assert_true(status == INVO_OK || status == INVO_E_RETRACTION);
            if (status == INVO_OK)
                assert_true(residual(&touching, v) < 1e-4);
            tear_down(&b);
        }
    }
}

/* Nothing to hold; and as many spheres as coordinates, which leave one point. */
static void none_and_all(void **state) {
    (void)state;
    static const spheres nothing = {0, {0}, {0}};
    for (int k = 0; k < KINDS * RULES; k++) {
        bench b;
        double u[N];
        set_up(&b, nothing, kinds[k / RULES], rules[k % RULES], 1e-6);
        assert_int_equal(from(&b, 0.1, u), INVO_OK);
        assert_true(u[1] == 0.8 * 1.1 && b.r.tries == 0);
        tear_down(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hybrid_may_end_before_it_begins),
        cmocka_unit_test(tolerances_are_met),
        cmocka_unit_test(sums_may_cancel),
        cmocka_unit_test(far_points),
        cmocka_unit_test(rank_drops),
        cmocka_unit_test(none_and_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
