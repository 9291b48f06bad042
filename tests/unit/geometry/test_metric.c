/* Weights of the metric and of the error norm. SPDX-License-Identifier: BSD-3-Clause */
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

static void set_up(metric *m, invo_system *s, double *w, double *inverse,
                   choice_metric k) {
    *s = (invo_system){.coordinates = N, .coordinate = coordinate};
    *m = (metric){.kind = k, .rtol = 1e-3, .atol = 1e-5, .w = w, .inverse = inverse};
    for (int i = 0; i < N; i++)
        w[i] = inverse[i] = NAN;
    m->tolerance = NAN;
    metric_freeze(m, s, point);
}

static void constant_weights(void **state) {
    (void)state;
    metric m;
    invo_system s;
    double w[N], inverse[N];
    set_up(&m, &s, w, inverse, METRIC_EUCLIDEAN);
    for (int i = 1; i < N; i++)
        assert_true(w[i] == 1 && inverse[i] == 1);
    assert_true(m.tolerance == 1e-3);
    set_up(&m, &s, w, inverse, METRIC_NOMINAL);
    for (int i = 1; i < N; i++)
        assert_true(w[i] == 1 / coordinate[i].nominal);
    for (int i = 1; i < N; i++)
        assert_true(inverse[i] == coordinate[i].nominal * coordinate[i].nominal);
    assert_true(m.tolerance == 1e-3);
}

/* One factor per level: 6/2 for positions, 20/4 for velocities, none under 1. */
static void scaled_weights_have_one_factor_per_level(void **state) {
    (void)state;
    metric m;
    invo_system s;
    double w[N], inverse[N], zero[N] = {0};
    set_up(&m, &s, w, inverse, METRIC_SCALED);
    const double factor[N] = {0, 3, 5, 3, 5};
    for (int i = 1; i < N; i++) {
        double size = (1e-3 * factor[i] + 1e-5) * coordinate[i].nominal;
        assert_true(fabs(w[i] * size - 1) < 1e-15);
        assert_true(fabs(inverse[i] / (size * size) - 1) < 1e-14);
    }
    assert_true(m.tolerance == 1);
    metric_freeze(&m, &s, zero);
    for (int i = 1; i < N; i++)
        assert_true(fabs(w[i] * (1e-3 + 1e-5) * coordinate[i].nominal - 1) < 1e-15);
}

static void time_is_held_fixed(void **state) {
    (void)state;
    for (int k = METRIC_NOMINAL; k <= METRIC_EUCLIDEAN; k++) {
        metric m;
        invo_system s;
        double w[N], inverse[N];
        set_up(&m, &s, w, inverse, (choice_metric)k);
        assert_true(inverse[0] == 0);
    }
}

static void coordinates_may_go_without_a_description(void **state) {
    (void)state;
    metric m = {.kind = METRIC_SCALED, .rtol = 1e-2};
    invo_system s = {.coordinates = 2};
    double w[2], inverse[2], u[2] = {0, 5};
    m.w = w, m.inverse = inverse;
    metric_freeze(&m, &s, u);
    assert_true(fabs(w[1] - 20) < 1e-13);
    assert_true(coordinate_nominal(&s, 1) == 1);
    s.coordinates = N, s.coordinate = coordinate;
}

static void errors_are_measured_by_the_larger_end(void **state) {
    (void)state;
    metric m = {.rtol = 1e-3, .atol = 1e-5, .level = {1, 1, 1}};
    invo_system s = {.coordinates = N, .coordinate = coordinate};
    const double p[N] = {0, 1, -7, 0, 0}, q[N] = {1, -3, 2, 0, 0};
    double scale[N];
    for (int i = 0; i < N; i++)
        scale[i] = NAN;
    metric_error_scale(&m, &s, p, q, scale);
    const double size[N] = {1, 3, 7, 0, 0};
    for (int i = 1; i < N; i++)
        assert_true(fabs(scale[i] * (1e-3 * size[i] + 1e-5 * coordinate[i].nominal) - 1) <
                    1e-15);
}

/* A coordinate that leaves zero is not measured by the round-off of a large neighbour. */
static void without_atol_errors_are_relative_to_each_coordinate(void **state) {
    (void)state;
    metric m = {.rtol = 1e-3, .atol = 0, .level = {1, 1, 1}};
    invo_system s = {.coordinates = N, .coordinate = coordinate};
    const double p[N] = {0, 1765, 0, 0, 0}, q[N] = {1, 1765, 0, 1e-10, 0};
    double scale[N], w[N], inverse[N];
    m.w = w;
    m.inverse = inverse;
    metric_freeze(&m, &s, p);
    metric_error_scale(&m, &s, p, q, scale);
    assert_true(fabs(scale[3] * 1e-13 - 1) < 1e-12);
    assert_true(isfinite(scale[2]) && isfinite(scale[4]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_weights),
        cmocka_unit_test(scaled_weights_have_one_factor_per_level),
        cmocka_unit_test(time_is_held_fixed),
        cmocka_unit_test(coordinates_may_go_without_a_description),
        cmocka_unit_test(errors_are_measured_by_the_larger_end),
        cmocka_unit_test(without_atol_errors_are_relative_to_each_coordinate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
