/* Weights of the metric and of the error norm. SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/metric.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 5 };
static const invo_coordinate coordinate[N] = {{"time", 1, 0, 0},
                                              {"x", 2, 2, 0},
                                              {"vx", 4, -1, 1},
                                              {"y", 0.5, 4, 0},
                                              {NULL, 1, -2, 1}};
static const double point[N] = {100, 6, -20, -0.25, 0};

static double memory[30 * N];

/* A metric whose arrays hold no numbers yet; one at a time. */
static void lay_out(metric *m, const invo_system *s) {
    pool p = {0};
    metric_lay_out(m, s, &p);
    assert_true(p.used <= sizeof memory);
    pool_open(&p, memory);
    metric_lay_out(m, s, &p);
    for (int i = 0; i < s->coordinates; i++)
        m->w[i] = m->inverse[i] = m->tolerances[i] = m->nominal[i] = m->least[i] = NAN;
    memset(m->ignored, 0, (size_t)s->coordinates);
    m->tolerance = NAN;
    metric_prepare(m, s);
}

static void set_up(metric *m, invo_system *s, choice_metric k) {
    *s = (invo_system){.coordinates = N, .coordinate = coordinate};
    *m = (metric){.kind = k, .rtol = 1e-3, .atol = 1e-5};
    lay_out(m, s);
    metric_freeze(m, s, point);
}

static void constant_weights(void **state) {
    (void)state;
    metric m;
    invo_system s;
    set_up(&m, &s, METRIC_EUCLIDEAN);
    for (int i = 1; i < N; i++)
        assert_true(m.w[i] == 1 && m.inverse[i] == 1);
    assert_true(m.tolerance == 1e-3);
    set_up(&m, &s, METRIC_NOMINAL);
    for (int i = 1; i < N; i++)
        assert_true(m.w[i] == 1 / coordinate[i].nominal);
    for (int i = 1; i < N; i++)
        assert_true(m.inverse[i] == coordinate[i].nominal * coordinate[i].nominal);
    assert_true(m.tolerance == 1e-3);
}

/* One factor per level: 6/2 for positions, 20/4 for velocities, none under 1. */
static void scaled_weights_have_one_factor_per_level(void **state) {
    (void)state;
    metric m;
    invo_system s;
    const double zero[N] = {0};
    set_up(&m, &s, METRIC_SCALED);
    const double factor[N] = {0, 3, 5, 3, 5};
    for (int i = 1; i < N; i++) {
        double size = (1e-3 * factor[i] + 1e-5) * coordinate[i].nominal;
        assert_true(fabs(m.w[i] * size - 1) < 1e-15);
        assert_true(fabs(m.inverse[i] / (size * size) - 1) < 1e-14);
    }
    assert_true(m.tolerance == 1);
    metric_freeze(&m, &s, zero);
    for (int i = 1; i < N; i++)
        assert_true(fabs(m.w[i] * (1e-3 + 1e-5) * coordinate[i].nominal - 1) < 1e-15);
}

/* Coordinates that share their weights share them at every point; one of another nominal
 * size, of another level, or one that follows from the rest does not: its own size counts
 * for it, and does not count for them. */
static void equal_coordinates_have_equal_weights(void **state) {
    (void)state;
    static const invo_coordinate equal[N] = {{"time", 1, 0, 0},
                                             {"x", 2, 2, 0},
                                             {"vx", 2, -1, 1},
                                             {"y", 2, 4, 0},
                                             {"w", 3, -2, 1}};
    invo_system s = {.coordinates = N, .coordinate = equal};
    for (int ignored = 0; ignored < 2; ignored++) {
        metric m = {.kind = METRIC_SCALED, .rtol = 1e-3, .atol = 1e-5};
        lay_out(&m, &s);
        m.ignored[3] = (char)ignored;
        metric_prepare(&m, &s);
        metric_freeze(&m, &s, point);
        assert_true((m.w[3] == m.w[1]) == !ignored);
        assert_true((m.inverse[3] == m.inverse[1]) == !ignored);
        assert_true(m.least[3] == m.least[1]);
        for (int i = 1; i < N; i++) {
            const double level = i % 2 == 0 ? 10 : i == 3 && ignored ? 1 : 3;
            const double size = (1e-3 * level + 1e-5) * equal[i].nominal;
            assert_true(fabs(m.tolerances[i] * size - 1) < 1e-15);
        }
    }
}

static void time_is_held_fixed(void **state) {
    (void)state;
    for (int k = METRIC_NOMINAL; k <= METRIC_EUCLIDEAN; k++) {
        metric m;
        invo_system s;
        set_up(&m, &s, (choice_metric)k);
        assert_true(m.inverse[0] == 0);
    }
}

static void coordinates_may_go_without_a_description(void **state) {
    (void)state;
    metric m = {.kind = METRIC_SCALED, .rtol = 1e-2};
    invo_system s = {.coordinates = 2};
    const double u[2] = {0, 5};
    lay_out(&m, &s);
    metric_freeze(&m, &s, u);
    assert_true(fabs(m.w[1] - 20) < 1e-13);
    assert_true(coordinate_nominal(&s, 1) == 1);
    s.coordinates = N, s.coordinate = coordinate;
}

static void errors_are_measured_by_the_larger_end(void **state) {
    (void)state;
    metric m = {.rtol = 1e-3, .atol = 1e-5};
    invo_system s = {.coordinates = N, .coordinate = coordinate};
    const double p[N] = {0, 1, -7, 0, 0}, q[N] = {1, -3, 2, 0, 0};
    double scale[N];
    for (int i = 0; i < N; i++)
        scale[i] = NAN;
    lay_out(&m, &s);
    metric_freeze(&m, &s, p);
    metric_error_scale(&m, &s, p, q, scale);
    const double size[N] = {1, 3, 7, 0, 0};
    for (int i = 1; i < N; i++)
        assert_true(fabs(scale[i] * (1e-3 * size[i] + 1e-5 * coordinate[i].nominal) - 1) <
                    1e-15);
}

/* A coordinate that leaves zero is not measured by the round-off of a large neighbour. */
static void without_atol_errors_are_relative_to_each_coordinate(void **state) {
    (void)state;
    metric m = {.rtol = 1e-3, .atol = 0};
    invo_system s = {.coordinates = N, .coordinate = coordinate};
    const double p[N] = {0, 1765, 0, 0, 0}, q[N] = {1, 1765, 0, 1e-10, 0};
    double scale[N];
    lay_out(&m, &s);
    metric_freeze(&m, &s, p);
    metric_error_scale(&m, &s, p, q, scale);
    assert_true(fabs(scale[3] * 1e-13 - 1) < 1e-12);
    assert_true(isfinite(scale[2]) && isfinite(scale[4]));
}

/* What a constraint ties has the round-off of the largest coordinate; what an invariant
 * alone ties has its own, also beside others of the same level. */
static void invariants_tie_no_round_off(void **state) {
    (void)state;
    static const int start[] = {0, 2, 4};
    static const int column[] = {1, 2, 2, 3};
    static const invo_pattern rows = {2, 4, start, column};
    static const double u[4] = {0, 1e7, 1e-3, 1e-3};
    static const double LEAST = 10 * DBL_EPSILON;
    for (int invariants = 0; invariants <= 2; invariants++) {
        invo_system s = {.coordinates = 4,
                         .constraints = 2,
                         .invariants = invariants,
                         .jacobian_pattern = &rows};
        metric m = {.kind = METRIC_SCALED, .rtol = 1e-9, .atol = 1e-12};
        lay_out(&m, &s);
        metric_freeze(&m, &s, u);
        assert_true(m.least[2] == (invariants < 2 ? LEAST * 1e7 : LEAST));
        assert_true(m.least[3] == (invariants < 1 ? LEAST * 1e7 : LEAST));
        assert_true(m.w[1] == m.w[2] && m.w[2] == m.w[3]); /* metrics are as they were */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_weights),
        cmocka_unit_test(scaled_weights_have_one_factor_per_level),
        cmocka_unit_test(equal_coordinates_have_equal_weights),
        cmocka_unit_test(time_is_held_fixed),
        cmocka_unit_test(coordinates_may_go_without_a_description),
        cmocka_unit_test(errors_are_measured_by_the_larger_end),
        cmocka_unit_test(without_atol_errors_are_relative_to_each_coordinate),
        cmocka_unit_test(invariants_tie_no_round_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
