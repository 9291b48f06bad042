/* Series that a system of callbacks gives itself: the contract of involute_system.h.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/expansion.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { ORDER = 30 };

/* x' = -y, 2 y' + y x' = x: the second block depends on the first. */
typedef struct spiral {
    double h, x[ORDER + 1], y[ORDER + 1], p[ORDER + 1], q[ORDER + 1];
    double pivot; /* of the second equation */
} spiral;

static void begin(void *self, const double *u, const double *z, double h,
                  double *matrix) {
    spiral *s = self;
    s->h = h;
    s->x[0] = u[1], s->y[0] = u[2], s->p[0] = z[0], s->q[0] = z[1];
    matrix[0] = 1, matrix[1] = u[2], matrix[2] = s->pivot;
}

static void residual(void *self, int k, double *r) {
    spiral *s = self;
    s->x[k] = s->h / k * s->p[k - 1], s->y[k] = s->h / k * s->q[k - 1];
    r[0] = s->y[k], r[1] = -s->x[k];
    for (int j = 0; j < k; j++)
        r[1] += s->p[j] * s->y[k - j];
}

static void go_on(void *self, int k, const double *z) {
    spiral *s = self;
    s->p[k] = z[0], s->q[k] = z[1];
}

static void equations(void *self, int block, const double *u, double *z, double *matrix,
                      double *b) {
    const spiral *s = self;
    matrix[0] = block ? s->pivot : 1;
    b[0] = block ? u[2] * z[0] - u[1] : u[2];
}

static const int number[2] = {0, 1}, one[2] = {0, 1}, start[3] = {0, 1, 3},
                 column[3] = {0, 0, 1};
static const invo_pattern whole = {2, 2, start, column};
static const invo_block block[2] = {{1, &number[0], &number[0], {1, 1, one, number}},
                                    {1, &number[1], &number[1], {1, 1, one, number}}};
static const invo_coordinate coordinate[3] = {
    {"time", 1, 0, 0}, {"x", 1, 3, 0}, {"y", 1, 4, 0}};
static const double origin[3] = {0, 1, 0.5};

static invo_system make(spiral *s) {
    invo_system w;
    invo_system_init(&w);
    w.coordinates = 3, w.coordinate = coordinate, w.start = origin, w.self = s;
    w.tops = 2, w.blocks.count = 2, w.blocks.at = block, w.blocks.equations = equations;
    w.series.order = ORDER, w.series.pattern = &whole;
    w.series.begin = begin, w.series.residual = residual, w.series.advance = go_on;
    return w;
}

/* Coefficients of u against those of the top equations, put together by hand. */
static void coefficients_satisfy_the_equations(void **state) {
    (void)state;
    spiral s = {.pivot = 2};
    const invo_system w = make(&s);
    const double z[2] = {-0.5, (1 + 0.5 * 0.5) / 2}, h = 0.3;
    expansion e;
    double c[(ORDER + 1) * 3];
    invo_context *context = invo_context_new();
    assert_int_equal(expansion_new(&e, &w, context), INVO_OK);
    assert_int_equal(expansion_at(&e, origin, z, h, ORDER, c), INVO_OK);
    assert_true(c[0] == 0 && c[3] == h && c[6] == 0);
    for (int k = 0; k < ORDER; k++) { /* h x' = -h y; 2 h y' + h y x' = h x */
        double first = (k + 1) * c[3 * (k + 1) + 1] + h * c[3 * k + 2];
        double second = 2 * (k + 1) * c[3 * (k + 1) + 2] - h * c[3 * k + 1];
        for (int j = 0; j <= k; j++)
            second += c[3 * (k - j) + 2] * (j + 1) * c[3 * (j + 1) + 1];
        assert_true(fabs(first) < 1e-15 && fabs(second) < 1e-15);
    }
    double tiny[(ORDER + 1) * 3]; /* far below the unit that is used inside */
    assert_int_equal(expansion_at(&e, origin, z, 1e-250, 3, tiny), INVO_OK);
    assert_true(fabs(tiny[4] / -0.5e-250 - 1) < 1e-12 && tiny[7] == 0);
    expansion_free(&e);
    invo_context_free(context);
}

static void a_vanishing_pivot_is_named(void **state) {
    (void)state;
    spiral s = {.pivot = 0};
    const invo_system w = make(&s);
    const double z[2] = {-0.5, 1};
    expansion e;
    double c[12];
    invo_context *context = invo_context_new();
    assert_int_equal(expansion_new(&e, &w, context), INVO_OK);
    assert_int_equal(expansion_at(&e, origin, z, 0.1, 3, c), INVO_E_DIRECTION);
    assert_int_equal(e.unknown, 1);
    s.pivot = NAN;
    assert_int_equal(expansion_at(&e, origin, z, 0.1, 3, c), INVO_E_DOMAIN);
    expansion_free(&e);
    invo_context_free(context);
}

/* The same system runs with `taylor`, as it does with dop853; with a short series in
 * shorter steps. */
static void callbacks_with_series_run(void **state) {
    (void)state;
    static const char *const methods[] = {"taylor", "dop853", "taylor"};
    double final[3][3];
    for (int k = 0; k < 3; k++) {
        spiral s = {.pivot = 2};
        invo_system w = make(&s);
        if (k == 2)
            w.series.order = 12;
        invo_context *context = invo_context_new();
        invo_result *r;
        invo_options o;
        invo_options_init(&o);
        o.method = methods[k], o.rtol = 1e-13, o.stop = 2;
        if (invo_system_run(context, &w, &o, &r))
            fail_msg("%s", invo_context_message(context));
        memcpy(final[k], invo_result_final(r), sizeof final[k]);
        invo_result_free(r);
        invo_context_free(context);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(final[0][i] - final[1][i]) < 1e-12);
        assert_true(fabs(final[2][i] - final[1][i]) < 1e-12);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coefficients_satisfy_the_equations),
        cmocka_unit_test(a_vanishing_pivot_is_named),
        cmocka_unit_test(callbacks_with_series_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
