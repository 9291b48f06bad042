/* Implicit steppers on a system given by its direction alone, p = (t, x, y) on the unit
 * circle with x' = -w y, y' = w x, w = 1 + x/2, whose solution is known; off the circle
 * the direction is another one. Derivatives come by differences. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/method/irk.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 3, TABLES = 11 };

static const collocation *const tables[TABLES] = {
#define COLLOCATION(name, ...) &name,
#include "../../../src/method/collocation.def"
#undef COLLOCATION
};

typedef struct bench {
    invo_context *context;
    invo_system system;
    direction direction;
    top_form tops;
    irk_method method;
    field f;
    stepper s;
    step d;
    double work[64], start[N], p[N], v[N], q[N], w[N], error[N];
    int integers[16];
    double fails_after; /* the direction does, from this time on */
} bench;

static int turn(void *self, const double *u, double *v) {
    const bench *b = self;
    if (u[0] > b->fails_after)
        return 1;
    const double w = 1 + u[1] / 2, off = u[1] * u[1] + u[2] * u[2] - 1;
    v[0] = 1, v[1] = -w * u[2] + off, v[2] = w * u[1] + 0.5 * off * u[1];
    return 0;
}

static invo_status turn_field(void *self, const double *u, double *v) {
    return turn(self, u, v) ? INVO_E_DIRECTION : INVO_OK;
}

static invo_status normalise(void *self, double *u) {
    double length = hypot(u[1], u[2]);
    (void)self;
    u[1] /= length, u[2] /= length;
    return INVO_OK;
}

static void set_up(bench *b, irk_scheme scheme, const collocation *t, int stages) {
    memset(b, 0, sizeof *b);
    b->context = invo_context_new();
    b->fails_after = INFINITY;
    b->start[1] = b->p[1] = 1;
    b->system =
        (invo_system){.coordinates = N, .start = b->start, .self = b, .direction = turn};
    assert_int_equal(direction_plan(&b->direction, &b->system, b->context), 0);
    pool p = {0};
    direction_lay_out(&b->direction, &p);
    assert_true(p.used <= sizeof b->work);
    pool_open(&p, b->work);
    direction_lay_out(&b->direction, &p);
    assert_int_equal(top_form_new(&b->tops, &b->system, &b->direction, b->context), 0);
    b->method = (irk_method){.scheme = scheme, .tables = 1, .table = {t}};
    b->f = (field){.n = N,
                   .self = b,
                   .direction = turn_field,
                   .retract = normalise,
                   .retract_inner = normalise,
                   .retract_stage = stages ? normalise : NULL,
                   .tops = &b->tops};
    b->s = (stepper){.kind = &rk_implicit, .method = &b->method, .rtol = 1e-6};
    b->d = (step){.p = b->p, .v = b->v, .q = b->q, .w = b->w};
    assert_int_equal(b->s.kind->prepare(&b->s, &b->f, b->context), INVO_OK);
    turn(b, b->p, b->v);
}

static void tear_down(bench *b) {
    b->s.kind->release(&b->s);
    top_form_free(&b->tops);
    direction_free(&b->direction);
    invo_context_free(b->context);
}

/* tan(a/2) = sqrt(3) tan(sqrt(3) t/4) for the angle a. */
static double error_at(const double *u) {
    const double s = sqrt(3) * sin(sqrt(3) * u[0] / 4), c = cos(sqrt(3) * u[0] / 4);
    const double square = c * c + s * s;
    return hypot(u[1] - (c * c - s * s) / square, u[2] - 2 * s * c / square);
}

/* The largest error of constant steps up to t = 4, and between them. */
static double go(bench *b, int steps, double *between) {
    double x[N], largest = 0;
    *between = 0;
    for (int k = 0; k < steps; k++) {
        b->d.h = 4.0 * (k + 1) / steps - b->p[0];
        assert_int_equal(b->s.kind->step(&b->s, &b->f, &b->d), INVO_OK);
        turn(b, b->q, b->w);
        assert_int_equal(b->s.kind->dense(&b->s, &b->f, &b->d), INVO_OK);
        for (double theta = 0; theta <= 1; theta += 0.25) {
            b->s.kind->interpolate(&b->s, &b->d, N, theta, x);
            *between = fmax(*between, error_at(x));
            if (theta == 0)
                assert_memory_equal(x, b->p, sizeof x);
            if (theta == 1)
                assert_memory_equal(x, b->q, sizeof x);
        }
        memcpy(b->p, b->q, sizeof b->p), memcpy(b->v, b->w, sizeof b->v);
        largest = fmax(largest, error_at(b->p));
    }
    return largest;
}

static double error_of(const collocation *t, int stages, int steps, double *between) {
    bench b;
    set_up(&b, IRK_STAGES, t, stages);
    double error = go(&b, steps, between);
    tear_down(&b);
    return error;
}

/* All tables, 9 and 13 among them, which no constant step reaches otherwise. */
static void tables_have_their_orders(void **state) {
    (void)state;
    static const int coarse[] = {0, 512, 128, 32, 24, 14, 32, 0, 0, 12, 0, 0, 0, 7};
    for (int i = 0; i < TABLES; i++)
        for (int stages = 0; stages < 2; stages++) {
            const collocation *t = tables[i];
            const int n = coarse[t->order], degree = t->explicit_first ? 3 : t->stages;
            double inside[2];
            const int fine = t->order > 6 ? n + n / 2 : 2 * n;
            const double ratio = log2((double)fine / n);
            double slope = log2(error_of(t, stages, n, &inside[0]) /
                                error_of(t, stages, fine, &inside[1])) /
                           ratio;
            double dense = log2(inside[0] / inside[1]) / ratio;
            if (!(fabs(slope - t->order) < (t->order > 6 ? 0.5 : 0.3)))
                fail_msg("order %.2f seen, %d expected", slope, t->order);
            if (!(dense > fmin(degree + 1, t->order) - 0.6))
                fail_msg("order %d: between the steps order %.2f", t->order, dense);
        }
}

/* 004 (5.3) and (5.4): the same local errors as the classical methods. */
static void schemes_with_retractions_have_their_orders(void **state) {
    (void)state;
    static const struct {
        irk_scheme scheme;
        const collocation *table;
    } schemes[] = {{IRK_LEFT, &implicit_euler}, {IRK_MIDPOINT, &implicit_midpoint}};
    for (int i = 0; i < 2; i++) {
        double error[2], between;
        for (int k = 0; k < 2; k++) {
            bench b;
            set_up(&b, schemes[i].scheme, schemes[i].table, 0);
            error[k] = go(&b, 400 << k, &between);
            tear_down(&b);
        }
        assert_true(fabs(log2(error[0] / error[1]) - schemes[i].table->order) < 0.1);
    }
}

/* (5.3) on the left is what explicit Euler undoes. */
static void left_euler_is_explicit_euler_backward(void **state) {
    (void)state;
    bench b;
    set_up(&b, IRK_LEFT, &implicit_euler, 0);
    b.d.h = 0.3;
    assert_int_equal(b.s.kind->step(&b.s, &b.f, &b.d), INVO_OK);
    turn(&b, b.q, b.w);
    double back[N];
    for (int i = 0; i < N; i++)
        back[i] = b.q[i] - 0.3 * b.w[i];
    normalise(NULL, back);
    for (int i = 0; i < N; i++)
        assert_true(fabs(back[i] - b.p[i]) < 1e-15);
    tear_down(&b);
}

static void what_fails_inside_a_step_is_passed_on(void **state) {
    (void)state;
    for (int stages = 0; stages < 2; stages++) {
        bench b;
        set_up(&b, IRK_STAGES, &gauss_4, stages);
        b.d.h = 1, b.fails_after = 0.5;
        assert_int_equal(b.s.kind->step(&b.s, &b.f, &b.d), INVO_E_DIRECTION);
        b.fails_after = INFINITY; /* nothing of it is left */
        assert_int_equal(b.s.kind->step(&b.s, &b.f, &b.d), INVO_OK);
        assert_true(error_at(b.q) < 0.05);
        tear_down(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_their_orders),
        cmocka_unit_test(schemes_with_retractions_have_their_orders),
        cmocka_unit_test(left_euler_is_explicit_euler_backward),
        cmocka_unit_test(what_fails_inside_a_step_is_passed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
