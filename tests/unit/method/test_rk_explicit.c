/* Explicit Runge-Kutta on a pendulum in Cartesian coordinates, p = (t, x, y, u, v), whose
 * gravity changes with time, with an orthogonal projection onto length and velocity
 * constraint. Orders are slopes fitted over several halvings, over all coordinates:
 * position alone shows order 4.8 for rk4 by cancellation.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/method/stepper.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 5, WORK = 256 };
static const double start[N] = {0, 1, 0, 0, 0};

typedef struct pendulum {
    long directions, retractions, stage_retractions;
    long fail_direction, fail_retraction; /* the call that fails, from 1; 0: none */
    double latest;                        /* largest t of a direction */
} pendulum;

static invo_status direction(void *self, const double *p, double *v) {
    pendulum *b = self;
    const double x = p[1], y = p[2], u = p[3], w = p[4], g = 9.81 + 3 * sin(2 * p[0]);
    const double tension = (u * u + w * w - g * y) / (x * x + y * y);
    if (++b->directions == b->fail_direction)
        return INVO_E_DIRECTION;
    b->latest = fmax(b->latest, p[0]);
    assert_true(v[0] == 1); /* an orientation on entry */
    v[0] = 1, v[1] = u, v[2] = w, v[3] = -tension * x, v[4] = -tension * y - g;
    return INVO_OK;
}

/* Gauss-Newton: p -= J' (J J')^-1 c, J the 2 by 4 Jacobian with respect to x, y, u, v. */
static void project(double *p) {
    for (int it = 0; it < 8; it++) {
        const double x = p[1], y = p[2], u = p[3], w = p[4];
        const double c0 = x * x + y * y - 1, c1 = x * u + y * w;
        const double a = 4 * (x * x + y * y), b = 2 * c1, d = u * u + w * w + a / 4;
        const double det = a * d - b * b;
        const double l0 = (d * c0 - b * c1) / det, l1 = (a * c1 - b * c0) / det;
        if (fabs(c0) + fabs(c1) < 1e-16)
            return;
        p[1] -= 2 * x * l0 + u * l1, p[2] -= 2 * y * l0 + w * l1;
        p[3] -= x * l1, p[4] -= y * l1;
    }
}

static invo_status retract(void *self, double *p) {
    pendulum *b = self;
    if (++b->retractions == b->fail_retraction)
        return INVO_E_RETRACTION;
    project(p);
    return INVO_OK;
}

static invo_status retract_stage(void *self, double *p) {
    pendulum *b = self;
    b->stage_retractions++;
    project(p);
    return INVO_OK;
}

/* A stepper with its step, sitting at the point p. */
typedef struct bench {
    pendulum body;
    field f;
    stepper s;
    step d;
    double work[WORK], p[N], v[N], q[N], w[N], error[2][N];
} bench;

static void set_up(bench *b, const char *name, int low) {
    const method *m = method_find(name);
    assert_non_null(m);
    memset(b, 0, sizeof *b);
    b->f = (field){.n = N, .self = &b->body, .direction = direction, .retract = retract};
    b->s = (stepper){.kind = m->kind, .method = m->data, .work = b->work, .low = low};
    b->d = (step){.p = b->p, .v = b->v, .q = b->q, .w = b->w};
    b->d.error[0] = b->error[0], b->d.error[1] = b->error[1];
    assert_true(m->kind->work_size(m->data, N) <= WORK);
    memcpy(b->p, start, sizeof start);
    b->v[0] = 1;
    direction(&b->body, b->p, b->v);
}

/* A step and the direction at its end, as the driver does it. */
static void make_step(bench *b, double h) {
    b->d.h = h;
    assert_int_equal(b->s.kind->step(&b->s, &b->f, &b->d), INVO_OK);
    if (b->d.has_w)
        return;
    memcpy(b->w, b->v, sizeof b->w);
    assert_int_equal(direction(&b->body, b->q, b->w), INVO_OK);
}

static void go_on(bench *b) {
    memcpy(b->p, b->q, sizeof b->p);
    memcpy(b->v, b->w, sizeof b->v);
}

static double distance(const double *p, const double *q) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (p[i] - q[i]) * (p[i] - q[i]);
    return sqrt(sum);
}

/* p moves along the solution for time h, to round-off. */
static void follow(double *p, double h) {
    bench b;
    set_up(&b, "dop853", 0);
    memcpy(b.p, p, sizeof b.p);
    direction(&b.body, b.p, b.v);
    for (int i = 0; i < 8; i++, go_on(&b))
        make_step(&b, h / 8);
    memcpy(p, b.p, sizeof b.p);
}

/* Largest errors over [0, 1]: of the points, and of the interpolant at 0.3 of each step.
 */
typedef struct errors {
    double points, between;
} errors;

static errors integrate(const char *name, int low, int project_stages, int steps) {
    bench b;
    errors e = {0, 0};
    double exact[N], u[N];
    const double h = 1.0 / steps;
    set_up(&b, name, low);
    if (project_stages)
        b.f.retract_stage = retract_stage;
    memcpy(exact, start, sizeof start);
    for (int i = 0; i < steps; i++, go_on(&b)) {
        make_step(&b, h);
        assert_int_equal(b.s.kind->dense(&b.s, &b.f, &b.d), INVO_OK);
        b.s.kind->interpolate(&b.s, &b.d, N, 0.3, u);
        follow(exact, 0.3 * h);
        e.between = fmax(e.between, distance(u, exact));
        follow(exact, 0.7 * h);
        e.points = fmax(e.points, distance(b.q, exact));
    }
    assert_true(fabs(b.p[1] * b.p[1] + b.p[2] * b.p[2] - 1) < 1e-15);
    assert_int_equal(b.body.stage_retractions > 0,
                     project_stages && strcmp(name, "euler")); /* which has none */
    return e;
}

/* Least-squares slope of log2 error against log2 h over five halvings from `steps`. */
static errors fitted_orders(const char *name, int low, int project_stages, int steps) {
    errors slope = {0, 0};
    for (int k = 0; k < 5; k++) {
        const errors e = integrate(name, low, project_stages, steps << k);
        slope.points -= (k - 2) * log2(e.points) / 10;
        slope.between -= (k - 2) * log2(e.between) / 10;
    }
    return slope;
}

/* steps: coarse enough that five halvings stay above round-off, fine enough to see the
 * order. between: the lower of the method's order and the interpolant's local order. */
static const struct {
    const char *name;
    int low, steps, order, between;
} expected[] = {
    {"euler", 0, 200, 1, 1}, {"rk2", 0, 20, 2, 2},     {"heun", 0, 20, 2, 2},
    {"kutta3", 0, 20, 3, 3}, {"rk4", 0, 20, 4, 4},     {"hem4", 0, 20, 4, 4},
    {"bs32", 0, 20, 3, 3},   {"bs32", 1, 20, 2, 2},    {"rkf45", 0, 16, 5, 4},
    {"rkf45", 1, 64, 4, 4},  {"dopri54", 0, 16, 5, 5}, {"dopri54", 1, 16, 4, 4},
    {"dop853", 0, 4, 8, 8},  {"dop853", 1, 8, 5, 4},
};
enum { CASES = sizeof expected / sizeof *expected };

static void orders_are_as_claimed(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        const char *name = expected[i].name;
        const int low = expected[i].low, p = expected[i].order, r = expected[i].between;
        const errors seen = fitted_orders(name, low, 0, expected[i].steps);
        bench b;
        set_up(&b, name, low);
        assert_int_equal(b.s.kind->order(&b.s), p);
        if (!(fabs(seen.points - p) < 0.25) || !(fabs(seen.between - r) < 0.3))
            fail_msg("%s%s: order %d seen as %.2f, between points %d as %.2f", name,
                     low ? " low" : "", p, seen.points, r, seen.between);
    }
}

static void projected_stages_keep_the_order(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        if (expected[i].low)
            continue;
        const errors seen = fitted_orders(expected[i].name, 0, 1, expected[i].steps);
        if (!(fabs(seen.points - expected[i].order) < 0.3))
            fail_msg("%s: order %d seen as %.2f", expected[i].name, expected[i].order,
                     seen.points);
    }
}

/* The error estimates fall as h^(q+1). */
static double estimate(const char *name, int low, double h) {
    bench b;
    set_up(&b, name, low);
    make_step(&b, 0.25), go_on(&b);
    make_step(&b, h);
    const double n5 = distance(b.error[0], (double[N]){0});
    const double n3 = distance(b.error[1], (double[N]){0});
    return b.s.kind->estimates(&b.s) == 2 ? n5 * n5 / hypot(n5, 0.1 * n3) : n5;
}

static void estimates_have_their_order(void **state) {
    (void)state;
    const struct {
        const char *name;
        int low, estimates, order;
    } cases[] = {{"rk4", 0, 0, 0},    {"bs32", 0, 1, 2},    {"bs32", 1, 1, 2},
                 {"rkf45", 0, 1, 4},  {"dopri54", 0, 1, 4}, {"dopri54", 1, 1, 4},
                 {"dop853", 0, 2, 7}, {"dop853", 1, 1, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b;
        set_up(&b, cases[i].name, cases[i].low);
        assert_int_equal(b.s.kind->estimates(&b.s), cases[i].estimates);
        assert_int_equal(b.s.kind->estimate_order(&b.s), cases[i].order);
        if (!cases[i].estimates)
            continue;
        const double h = 0.02, seen = log2(estimate(cases[i].name, cases[i].low, h) /
                                           estimate(cases[i].name, cases[i].low, h / 2));
        if (!(fabs(seen - cases[i].order - 1) < 0.3))
            fail_msg("%s: estimate ~ h^%d seen as %.2f", cases[i].name,
                     cases[i].order + 1, seen);
    }
}

/* The estimate is the distance of the two points of the pair. */
static void low_point_is_high_point_less_error(void **state) {
    (void)state;
    const char *names[] = {"rkf45", "dop853"};
    for (int k = 0; k < 2; k++) {
        bench high, low;
        set_up(&high, names[k], 0), make_step(&high, 0.05);
        set_up(&low, names[k], 1), make_step(&low, 0.05);
        for (int i = 0; i < N; i++)
            assert_true(low.error[0][i] == high.error[0][i]);
        double q[N];
        for (int i = 0; i < N; i++)
            q[i] = high.q[i] - high.error[0][i];
        project(q);
        assert_true(distance(q, low.q) < 1e-2 * distance(high.error[0], (double[N]){0}));
    }
}

/* Directions of one step, the one at the new point among them, and how many of them the
 * step itself takes; dense output on top. */
static void evaluations_are_counted(void **state) {
    (void)state;
    const struct {
        const char *name;
        int low, step, has_w, all, dense;
    } cases[] = {{"euler", 0, 0, 0, 1, 0},   {"rk4", 0, 3, 0, 4, 0},
                 {"bs32", 0, 3, 1, 3, 0},    {"bs32", 1, 3, 0, 4, 0},
                 {"rkf45", 0, 5, 0, 6, 0},   {"dopri54", 0, 6, 1, 6, 0},
                 {"dopri54", 1, 6, 0, 7, 0}, {"dop853", 0, 11, 0, 12, 3},
                 {"dop853", 1, 11, 0, 12, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b;
        set_up(&b, cases[i].name, cases[i].low);
        b.body.directions = 0, b.d.h = 0.01, b.d.has_w = !cases[i].has_w;
        assert_int_equal(b.s.kind->step(&b.s, &b.f, &b.d), INVO_OK);
        assert_int_equal(b.body.directions, cases[i].step);
        assert_int_equal(b.d.has_w, cases[i].has_w);
        b.body.directions = 0;
        make_step(&b, 0.01);
        assert_int_equal(b.body.directions, cases[i].all);
        assert_int_equal(b.s.kind->dense(&b.s, &b.f, &b.d), INVO_OK);
        assert_int_equal(b.body.directions, cases[i].all + cases[i].dense);
        assert_int_equal(b.body.retractions, 2);
    }
}

/* w is the direction at the retracted point, not at the one the stages give. */
static void reused_direction_is_at_the_new_point(void **state) {
    (void)state;
    bench b;
    double w[N] = {1};
    set_up(&b, "dopri54", 0);
    make_step(&b, 0.2);
    direction(&b.body, b.q, w);
    assert_memory_equal(w, b.w, sizeof w);
}

/* Over many steps: p + (q - p) is q more often than not. */
static void interpolant_meets_both_ends(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        bench b;
        double u[N];
        set_up(&b, expected[i].name, expected[i].low);
        for (int k = 0; k < 100; k++, go_on(&b)) {
            make_step(&b, 0.02);
            assert_int_equal(b.s.kind->dense(&b.s, &b.f, &b.d), INVO_OK);
            b.s.kind->interpolate(&b.s, &b.d, N, 0, u);
            assert_memory_equal(u, b.p, sizeof u);
            b.s.kind->interpolate(&b.s, &b.d, N, 1, u);
            assert_memory_equal(u, b.q, sizeof u);
            b.s.kind->interpolate(&b.s, &b.d, N, 0.7, u);
            assert_true(u[0] == b.p[0] + 0.7 * 0.02);
        }
    }
}

/* (x + i y)' = l (x + i y). */
typedef struct spiral {
    double real, imaginary; /* of l */
} spiral;

static invo_status spiral_direction(void *self, const double *p, double *v) {
    const spiral *l = self;
    v[0] = 1;
    v[1] = l->real * p[1] - l->imaginary * p[2];
    v[2] = l->real * p[2] + l->imaginary * p[1];
    return INVO_OK;
}

static invo_status stay(void *self, double *p) {
    (void)self;
    (void)p;
    return INVO_OK;
}

/* How far the interpolant of a step of length 1 from 1 is off, at most, and what is said
 * of that. */
static void look_inside(spiral l, double *off, double *estimate) {
    enum { PLACES = 50 };
    const method *m = method_find("dop853");
    double work[WORK];
    double p[3] = {0, 1, 0}, v[3] = {1}, q[3], w[3] = {1}, u[3], error[3];
    const field f = {.n = 3, .self = &l, .direction = spiral_direction, .retract = stay};
    stepper s = {.kind = m->kind, .method = m->data, .work = work};
    step d = {.p = p, .v = v, .h = 1, .q = q, .w = w};
    spiral_direction(&l, p, v);
    assert_int_equal(s.kind->step(&s, &f, &d), INVO_OK);
    spiral_direction(&l, q, w);
    assert_int_equal(s.kind->dense(&s, &f, &d), INVO_OK);
    *off = 0;
    for (int i = 1; i < PLACES; i++) {
        const double theta = (double)i / PLACES;
        const double size = exp(theta * l.real);
        s.kind->interpolate(&s, &d, 3, theta, u);
        *off = fmax(*off, hypot(u[1] - size * cos(theta * l.imaginary),
                                u[2] - size * sin(theta * l.imaginary)));
    }
    assert_true(s.kind->inside(&s, 3, error));
    *estimate = hypot(error[1], error[2]);
}

/* Where steps are long for modes that fall or swing, the estimate of the error inside is
 * right to a sixth; where they are short, it is too large by one order. */
static void errors_inside_are_estimated(void **state) {
    (void)state;
    static const double ANGLE[] = {1.5707963267948966, 2.0, 2.5, 3.141592653589793};
    double off, estimate;
    for (size_t i = 0; i < sizeof ANGLE / sizeof *ANGLE; i++) {
        for (double z = 1; z <= 8; z++) {
            look_inside((spiral){z * cos(ANGLE[i]), z * sin(ANGLE[i])}, &off, &estimate);
            assert_true(fabs(estimate / off - 1) < 0.17);
        }
        look_inside((spiral){0.3 * cos(ANGLE[i]), 0.3 * sin(ANGLE[i])}, &off, &estimate);
        assert_true(estimate > off && estimate < 2 * off);
    }
}

static void only_dop853_is_examined_inside(void **state) {
    (void)state;
    double error[N];
    for (int i = 0; i < CASES; i++) {
        bench b;
        set_up(&b, expected[i].name, expected[i].low);
        make_step(&b, 0.02);
        assert_int_equal(b.s.kind->dense(&b.s, &b.f, &b.d), INVO_OK);
        const int is_high = strcmp(expected[i].name, "dop853") == 0 && !expected[i].low;
        assert_int_equal(b.s.kind->inside(&b.s, N, error), is_high);
    }
}

/* In both halves of the step, and with terms of any number. */
static void places_side_by_side_are_those_one_by_one(void **state) {
    (void)state;
    static const double theta[INVO_LANES] = {0.1, 0.499, 0.5, 0.93};
    for (int i = 0; i < CASES; i++) {
        bench b;
        double u[N];
        double all[N * INVO_LANES];
        set_up(&b, expected[i].name, expected[i].low);
        for (int k = 0; k < 20; k++, go_on(&b)) {
            make_step(&b, 0.02);
            assert_int_equal(b.s.kind->dense(&b.s, &b.f, &b.d), INVO_OK);
            b.s.kind->interpolate_lanes(&b.s, &b.d, N, theta, all);
            for (int lane = 0; lane < INVO_LANES; lane++) {
                b.s.kind->interpolate(&b.s, &b.d, N, theta[lane], u);
                for (int j = 1; j < N; j++)
                    assert_true(u[j] == all[INVO_LANES * j + lane]);
            }
        }
    }
}

static void times_are_clean(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            bench b;
            set_up(&b, expected[i].name, expected[i].low);
            b.p[0] = 0.3;
            for (int k = 0; k < 50; k++, go_on(&b)) {
                const double end = b.p[0] + sign * 0.013;
                b.body.latest = -1;
                make_step(&b, sign * 0.013);
                assert_true(b.q[0] == end);
                assert_true(b.body.latest <= fmax(end, b.p[0]));
            }
        }
}

/* Without v[0] = 1 time is a coordinate like any other. */
static invo_status turn(void *self, const double *p, double *v) {
    (void)self;
    v[0] = -p[1], v[1] = p[0];
    return INVO_OK;
}

static void time_may_turn_back(void **state) {
    (void)state;
    double work[WORK], p[2] = {1, 0}, v[2] = {0, 1}, q[2], w[2], u[2];
    const field f = {.n = 2, .direction = turn, .retract = stay};
    const method *m = method_find("dop853");
    stepper s = {.kind = m->kind, .method = m->data, .work = work};
    step d = {.p = p, .v = v, .h = 0.5, .q = q, .w = w};
    assert_int_equal(s.kind->step(&s, &f, &d), INVO_OK);
    assert_true(hypot(q[0] - cos(0.5), q[1] - sin(0.5)) < 1e-8);
    turn(NULL, q, w);
    assert_int_equal(s.kind->dense(&s, &f, &d), INVO_OK);
    s.kind->interpolate(&s, &d, 2, 0.5, u);
    assert_true(hypot(u[0] - cos(0.25), u[1] - sin(0.25)) < 1e-8);
}

static void failures_are_returned(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) {
        bench b;
        set_up(&b, expected[i].name, expected[i].low);
        b.body.directions = 0;
        make_step(&b, 0.01);
        const long calls = b.body.directions - !b.d.has_w;
        for (long k = 1; k <= calls; k++) {
            b.body.directions = 0, b.body.fail_direction = k;
            assert_int_equal(b.s.kind->step(&b.s, &b.f, &b.d), INVO_E_DIRECTION);
            assert_int_equal(b.d.has_w, 0);
        }
        b.body.fail_direction = b.body.retractions = 0, b.body.fail_retraction = 1;
        assert_int_equal(b.s.kind->step(&b.s, &b.f, &b.d), INVO_E_RETRACTION);
    }
    bench b;
    set_up(&b, "dop853", 0);
    make_step(&b, 0.01);
    b.body.directions = 0, b.body.fail_direction = 2;
    assert_int_equal(b.s.kind->dense(&b.s, &b.f, &b.d), INVO_E_DIRECTION);
}

/* q less the error is the other point of the pair: on the manifold where it is retracted,
 * and no further from q than before. */
static void estimates_may_be_retracted(void **state) {
    (void)state;
    static const char *const pairs[] = {"bs32", "rkf45", "dopri54"};
    for (int k = 0; k < 6; k++) {
        bench a, b;
        double other[N], again[N];
        set_up(&a, pairs[k / 2], k % 2), set_up(&b, pairs[k / 2], k % 2);
        a.f.retract_stage = b.f.retract_stage = retract_stage;
        b.f.retract_other = retract_stage;
        make_step(&a, 0.05), make_step(&b, 0.05);
        assert_memory_equal(a.q, b.q, sizeof a.q);
        for (int i = 0; i < N; i++)
            other[i] = again[i] = b.q[i] - b.error[0][i];
        project(again);
        assert_true(distance(other, again) < 1e-14);
        const double zero[N] = {0};
        double plain = distance(a.error[0], zero), size = distance(b.q, other);
        assert_true(size > 0 && size < 1.1 * plain);
        assert_true(distance(a.error[0], b.error[0]) > 1e-4 * plain);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_as_claimed),
        cmocka_unit_test(projected_stages_keep_the_order),
        cmocka_unit_test(estimates_have_their_order),
        cmocka_unit_test(estimates_may_be_retracted),
        cmocka_unit_test(low_point_is_high_point_less_error),
        cmocka_unit_test(evaluations_are_counted),
        cmocka_unit_test(reused_direction_is_at_the_new_point),
        cmocka_unit_test(interpolant_meets_both_ends),
        cmocka_unit_test(errors_inside_are_estimated),
        cmocka_unit_test(only_dop853_is_examined_inside),
        cmocka_unit_test(places_side_by_side_are_those_one_by_one),
        cmocka_unit_test(times_are_clean),
        cmocka_unit_test(time_may_turn_back),
        cmocka_unit_test(failures_are_returned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
