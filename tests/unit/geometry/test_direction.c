/* The direction of the solution: a pendulum against its formula, blocks filled by hand.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/geometry/direction.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { WORK = 200 };

typedef struct bench {
    direction d;
    double work[WORK];
    invo_context *context;
} bench;

static void set_up(bench *b, const invo_system *s) {
    for (int k = 0; k < WORK; k++)
        b->work[k] = NAN;
    b->context = invo_context_new();
    assert_int_equal(direction_plan(&b->d, s, b->context), INVO_OK);
    pool p = {0};
    direction_lay_out(&b->d, &p);
    assert_true(p.used <= sizeof b->work);
    pool_open(&p, b->work);
    direction_lay_out(&b->d, &p);
}

static void tear_down(bench *b) {
    direction_free(&b->d);
    invo_context_free(b->context);
}

/* With x'' = -x l, y'' = -y l - g and x^2 + y^2 = 1: l = v^2 - g y, off the manifold
 * divided by x^2 + y^2. */
static void pendulum_has_its_formula(void **state) {
    (void)state;
    static const char text[] =
        "model M Real x(start = 0.6), y(start = -0.8), l; equation der(der(x)) = -x*l; "
        "der(der(y)) = -y*l - 10; x^2 + y^2 = 1; end M;";
    static const char *const how[] = {"auto", "square"};
    for (int k = 0; k < 2; k++) {
        invo_context *c = invo_context_new();
        invo_model *m;
        invo_options o;
        invo_options_init(&o)->direction = how[k];
        assert_int_equal(invo_model_parse(c, "m.mo", text, strlen(text), &m), INVO_OK);
        assert_int_equal(invo_model_complete(m, &o), INVO_OK);
        bench b;
        set_up(&b, invo_model_system(m));
        for (int p = 0; p < 20; p++) { /* u = t, x, x', y, y' */
            double u[5] = {p, cos(p), sin(3 * p), 1.1 * sin(p), cos(5 * p)}, v[5];
            double r2 = u[1] * u[1] + u[3] * u[3], v2 = u[2] * u[2] + u[4] * u[4];
            double l = (v2 - 10 * u[3]) / r2;
            double expected[5] = {1, u[2], -u[1] * l, u[4], -u[3] * l - 10};
            for (int i = 0; i < 5; i++)
                v[i] = NAN;
            assert_int_equal(direction_at(&b.d, u, v, 0), INVO_OK);
            for (int i = 0; i < 5; i++)
                assert_true(fabs(v[i] - expected[i]) < 1e-12);
            assert_int_equal(direction_at(&b.d, u, v, 1), INVO_OK);
            for (int i = 0; i < 5; i++)
                assert_true(fabs(v[i] - expected[i]) < 1e-12);
        }
        assert_int_equal(b.d.evaluations, 40);
        double centre[5] = {0, 0, 1, 0, 1}, v[5]; /* the rod has no direction there */
        assert_int_equal(direction_at(&b.d, centre, v, 0), INVO_E_DIRECTION);
        tear_down(&b);
        invo_model_free(m);
        invo_context_free(c);
    }
}

/* Two blocks: z0 = t in closed form, then [1 2; 3 a] (z2, z1) + b = 0, b with z0. */
typedef struct blocks {
    double a, b, scalar;
} blocks;

static void equations(void *self, int block, const double *u, double *z, double *matrix,
                      double *b) {
    const blocks *s = self;
    if (block == 0) {
        assert_null(matrix);
        z[0] = s->scalar * u[0];
        return;
    }
    matrix[0] = 1, matrix[1] = 2, matrix[2] = 3, matrix[3] = s->a;
    b[0] = s->b, b[1] = -z[0];
}

static const int scalars[] = {0}, unknown[] = {2, 1}, rows[] = {0, 1};
static const int start[] = {0, 2, 4}, column[] = {0, 1, 0, 1};
static const invo_block block[] = {{0, scalars, rows, {0}},
                                   {2, unknown, rows, {2, 2, start, column}}};
static const invo_coordinate coordinate[] = {
    {"time", 1, 0, 0}, {"x", 1, 2, 0}, {"y", 1, 6, 1}, {"p", 1, 5, 0}, {"q", 1, 7, 0}};

static invo_system by_blocks(blocks *values) {
    return (invo_system){.coordinates = 5,
                         .coordinate = coordinate,
                         .tops = 3,
                         .blocks.count = 2,
                         .blocks.at = block,
                         .blocks.equations = equations,
                         .self = values};
}

static void blocks_are_solved_one_after_the_other(void **state) {
    (void)state;
    blocks values = {4, 5, 1};
    invo_system s = by_blocks(&values);
    bench b;
    double u[5] = {7, 1, 2, 3, 4}, v[5] = {NAN, NAN, NAN, NAN, NAN};
    set_up(&b, &s);
    assert_int_equal(direction_at(&b.d, u, v, 0), INVO_OK);
    /* z2 + 2 z1 = -5, 3 z2 + 4 z1 = 7: z2 = 17, z1 = -11 */
    const double expected[5] = {1, 2, -11, 7, 17};
    for (int i = 0; i < 5; i++)
        assert_true(fabs(v[i] - expected[i]) < 1e-13);
    assert_true(fabs(b.d.z[1] + 11) < 1e-13 && fabs(b.d.z[2] - 17) < 1e-13);
    assert_int_equal(b.d.factorizations, 1);
    tear_down(&b);
}

static void singular_blocks_have_no_direction(void **state) {
    (void)state;
    blocks values = {6, 5, 1};
    invo_system s = by_blocks(&values);
    bench b;
    double u[5] = {7, 1, 2, 3, 4}, v[5];
    set_up(&b, &s);
    assert_int_equal(direction_at(&b.d, u, v, 0), INVO_E_DIRECTION);
    assert_int_equal(b.d.block, 1);
    assert_true(b.d.unknown == 1 || b.d.unknown == 2);
    tear_down(&b);
}

static void undefined_values_have_no_direction(void **state) {
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        blocks right = {4, bad[k], 1}, closed = {4, 5, bad[k]}, matrix = {bad[k], 5, 1};
        blocks *all[] = {&right, &closed, &matrix};
        for (int p = 0; p < 3; p++) {
            invo_system s = by_blocks(all[p]);
            bench b;
            double u[5] = {7, 1, 2, 3, 4}, v[5];
            set_up(&b, &s);
            invo_status status = direction_at(&b.d, u, v, 0);
            if (p < 2)
                assert_int_equal(status, INVO_E_DOMAIN);
            else
                assert_int_not_equal(status, INVO_OK);
            tear_down(&b);
        }
    }
}

/* An undefined entry that elimination never meets must not pass: row (nan, 1) below
 * (1, 0), with the first unknown zero. */
static void undefined(void *self, int number, const double *u, double *z, double *matrix,
                      double *b) {
    (void)self, (void)number, (void)u, (void)z;
    matrix[0] = 1, matrix[1] = 0, matrix[2] = NAN, matrix[3] = 1;
    b[0] = 0, b[1] = 1;
}

static void hidden_undefined_entries_do_not_pass(void **state) {
    (void)state;
    static const int both[] = {0, 1};
    static const invo_block one = {2, both, rows, {2, 2, start, column}};
    static const invo_coordinate two[] = {{"t", 1, 0, 0}, {"x", 1, 3, 0}, {"y", 1, 4, 0}};
    invo_system s = {.coordinates = 3,
                     .coordinate = two,
                     .tops = 2,
                     .blocks.count = 1,
                     .blocks.at = &one,
                     .blocks.equations = undefined};
    bench b;
    double u[3] = {0, 0, 0}, v[3];
    set_up(&b, &s);
    assert_int_not_equal(direction_at(&b.d, u, v, 0), INVO_OK);
    tear_down(&b);
}

/* Refinement: residuals at round-off although the matrix has a condition of 1e10. */
static double tilt = 1 + 1e-10;
static void stiff(void *self, int number, const double *u, double *z, double *matrix,
                  double *b) {
    (void)self, (void)number, (void)u, (void)z;
    matrix[0] = 1 / 3.0, matrix[1] = 1 / 7.0, matrix[2] = tilt / 3, matrix[3] = 1 / 7.0;
    b[0] = -1, b[1] = 0.1;
}

static void refinement_makes_residuals_small(void **state) {
    (void)state;
    static const int both[] = {0, 1};
    static const invo_block one = {2, both, rows, {2, 2, start, column}};
    static const invo_coordinate two[] = {{"t", 1, 0, 0}, {"x", 1, 3, 0}, {"y", 1, 4, 0}};
    invo_system s = {.coordinates = 3,
                     .coordinate = two,
                     .tops = 2,
                     .blocks.count = 1,
                     .blocks.at = &one,
                     .blocks.equations = stiff};
    bench b;
    double u[3] = {0, 0, 0}, v[3];
    set_up(&b, &s);
    assert_int_equal(direction_at(&b.d, u, v, 1), INVO_OK);
    double size = fabs(v[1] / 3) + fabs(v[2] / 7);
    assert_true(fabs(v[1] / 3 + v[2] / 7 - 1) < 2 * DBL_EPSILON * size);
    assert_true(fabs(tilt / 3 * v[1] + v[2] / 7 + 0.1) < 2 * DBL_EPSILON * size);
    tear_down(&b);
}

static int outcome;
static double component;
static int given(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = component + u[0];
    return outcome;
}

static void given_directions_are_checked(void **state) {
    (void)state;
    invo_system s = {.coordinates = 2, .direction = given};
    bench b;
    double u[2] = {2, 0}, v[2] = {NAN, NAN};
    set_up(&b, &s);
    outcome = 0, component = 3;
    assert_int_equal(direction_at(&b.d, u, v, 0), INVO_OK);
    assert_true(v[0] == 1 && v[1] == 5);
    component = NAN;
    assert_int_equal(direction_at(&b.d, u, v, 0), INVO_E_DOMAIN);
    assert_int_equal(b.d.unknown, 1);
    outcome = 1, component = 3;
    assert_int_equal(direction_at(&b.d, u, v, 0), INVO_E_DIRECTION);
    tear_down(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_has_its_formula),
        cmocka_unit_test(blocks_are_solved_one_after_the_other),
        cmocka_unit_test(singular_blocks_have_no_direction),
        cmocka_unit_test(undefined_values_have_no_direction),
        cmocka_unit_test(hidden_undefined_entries_do_not_pass),
        cmocka_unit_test(refinement_makes_residuals_small),
        cmocka_unit_test(given_directions_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
