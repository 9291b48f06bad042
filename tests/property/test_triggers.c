/* A trigger that never comes near zero changes nothing: systems of models, which use
 * every function that a system may have, run to the last bit as they do without one. And
 * those that do happen agree with the events of a model. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static const char pendulum[] =
    "model P\n"
    "  Real x(start = 1, fixed = true), y(start = 0), vx, vy, F;\n"
    "  Real H = (vx^2 + vy^2)/2 + 9.81*y annotation(__involute(invariant = true));\n"
    "equation\n"
    "  der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81;\n"
    "  x^2 + y^2 = 1;\n"
    "end P;\n";

/* Algebraic unknowns, kinks, a front, names. */
static const char mixed[] = "model M\n"
                            "  Real x(start = 0.2, fixed = true), y, z, w;\n"
                            "equation\n"
                            "  der(x) = -abs(x - 0.1) + tanh(50*(time - 0.5)) + 0.3*z;\n"
                            "  y^3 + y = x; z = exp(-y); w = 2*z;\n"
                            "end M;\n";

static const char *const models[] = {pendulum, mixed};
static const char *const methods[] = {"dop853", "dopri54", "radau",   "gauss6",
                                      "taylor", "taylor2", "rk4",     "midpoint",
                                      "auto",   "taylor3", "radau2a5"};
static const char *const retractions[] = {"auto", "normal", "orthogonal", "chart"};
static const char *const newtons[] = {"simplified", "exact", "inexact"};
enum {
    MODELS = sizeof models / sizeof *models,
    METHODS = sizeof methods / sizeof *methods,
    RETRACTIONS = sizeof retractions / sizeof *retractions,
    NEWTONS = sizeof newtons / sizeof *newtons
};

static double far_away(void *self, const double *u) {
    (void)self, (void)u;
    return 1;
}

static int refuses(void *self, double *u, int direction) {
    (void)self, (void)u, (void)direction;
    fail_msg("an event that is none");
    return 1;
}

/* Runs with or without the trigger; returns the status, which may be that the options do
 * not fit. */
static invo_status run(const char *text, const invo_options *given, int triggers,
                       double *end, int columns, long *steps) {
    static const invo_trigger trigger[2] = {{"far", 0, far_away, refuses, NULL},
                                            {"away", -1, far_away, refuses, NULL}};
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "m.mo", text, strlen(text), &m), 0);
    invo_options_init(&o);
    assert_int_equal(invo_model_options(m, &o), 0);
    o.method = given->method, o.retraction = given->retraction, o.newton = given->newton;
    o.rtol = 1e-7, o.stop = 1;
    invo_status status = invo_model_complete(m, &o);
    if (!status) {
        invo_system s = *invo_model_system(m);
        s.triggers = triggers, s.trigger = trigger;
        status = invo_system_run(c, &s, &o, &r);
    }
    if (!status) {
        memcpy(end, invo_result_final(r), sizeof *end * (size_t)columns);
        *steps = invo_result_statistics(r)->steps;
    }
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return status;
}

static void a_trigger_far_away_changes_nothing(void **state) {
    (void)state;
    enum { COLUMNS = 5 };
    int ran = 0;
    for (int k = 0; k < MODELS * METHODS * RETRACTIONS * NEWTONS; k++) {
        int i = k;
        invo_options o;
        double a[COLUMNS], b[COLUMNS];
        long steps = 0, again = 0;
        invo_options_init(&o);
        const char *text = models[i % MODELS];
        o.method = methods[(i /= MODELS) % METHODS];
        o.retraction = retractions[(i /= METHODS) % RETRACTIONS];
        o.newton = newtons[i / RETRACTIONS];
        if (i >= RETRACTIONS && strcmp(o.retraction, "orthogonal") != 0)
            continue;
        invo_status status = run(text, &o, 0, a, COLUMNS, &steps);
        assert_int_equal(run(text, &o, 2, b, COLUMNS, &again), status);
        if (status)
            continue;
        ran++;
        if (steps != again || memcmp(a, b, sizeof a) != 0)
            fail_msg("%s, %s, %s: %ld and %ld steps", o.method, o.retraction, o.newton,
                     steps, again);
    }
    assert_true(ran > MODELS * METHODS * 3);
}

/* --- the system of a model with a trigger that happens --- */

typedef struct places {
    int x, y, vx, vy;
} places;

static int find(const invo_system *s, const char *name) {
    for (int i = 0; i < s->coordinates; i++)
        if (strcmp(s->coordinate[i].name, name) == 0)
            return i;
    fail_msg("%s is no coordinate", name);
    return -1;
}

static double wall(void *self, const double *u) {
    const places *p = self;
    return u[p->x];
}

static int rebound(void *self, double *u, int direction) {
    const places *p = self;
    assert_int_equal(direction, -1);
    u[p->vx] = -u[p->vx], u[p->vy] = -u[p->vy];
    return 0;
}

/* Released at 90 degrees. */
static double quarter_period(void) {
    double a = 1, b = sqrt(0.5);
    for (int k = 0; k < 6; k++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b), a = mean;
    }
    return acos(-1) / (2 * a) / sqrt(9.81);
}

static void the_system_of_a_model_hits_a_wall(void **state) {
    (void)state;
    static const char *const all[] = {"dop853", "radau", "gauss6", "taylor", "auto"};
    for (int k = 0; k < 5; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_result *r = NULL;
        invo_options o;
        assert_int_equal(invo_model_parse(c, "p.mo", pendulum, strlen(pendulum), &m), 0);
        invo_options_init(&o);
        o.method = all[k], o.rtol = 1e-10, o.stop = 10 * quarter_period();
        assert_int_equal(invo_model_complete(m, &o), 0);
        invo_system s = *invo_model_system(m);
        places p = {find(&s, "x"), find(&s, "y"), find(&s, "vx"), find(&s, "vy")};
        const invo_trigger trigger = {"wall", -1, wall, rebound, &p};
        s.triggers = 1, s.trigger = &trigger;
        if (invo_system_run(c, &s, &o, &r))
            fail_msg("%s: %s", all[k], invo_context_message(c));
        assert_int_equal(invo_result_statistics(r)->events, 5);
        for (int i = 0; i < 5; i++) {
            invo_result_event_row event;
            assert_true(invo_result_event(r, i, &event));
            assert_true(fabs(event.t - (2 * i + 1) * quarter_period()) < 1e-7);
        }
        invo_ledger_row row;
        for (int i = 0; invo_result_ledger(r, i, &row); i++)
            assert_true(row.scaled_max <= 4);
        invo_result_free(r);
        invo_model_free(m);
        invo_context_free(c);
    }
}

/* --- the same ball as a model and as functions --- */

static const char ball[] = "model B\n"
                           "  Real h(start = 1, fixed = true), v(start = 0.3, fixed = "
                           "true);\n"
                           "equation\n"
                           "  der(h) = v; der(v) = -9.81 - 0.1*v*h;\n"
                           "  when h < 0 then reinit(v, -0.8*pre(v)); end when;\n"
                           "end B;\n";

static int fall(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = u[2], v[2] = -9.81 - 0.1 * u[2] * u[1];
    return 0;
}

static double height(void *self, const double *u) {
    (void)self;
    return u[1];
}

static int bounce(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[2] *= -0.8;
    return 0;
}

static void impacts_agree_with_a_model(void **state) {
    (void)state;
    static const double start[3] = {0, 1, 0.3};
    static const invo_trigger trigger = {"h = 0", -1, height, bounce, NULL};
    static const char *const both[] = {"dop853", "dopri54", "radau", "gauss6"};
    for (int k = 0; k < 4; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_result *a = NULL, *b = NULL;
        invo_options o;
        invo_system s;
        assert_int_equal(invo_model_parse(c, "b.mo", ball, strlen(ball), &m), 0);
        invo_options_init(&o);
        o.method = both[k], o.rtol = 1e-9, o.stop = 2.5;
        assert_int_equal(invo_model_run(m, &o, &a), 0);
        invo_system_init(&s);
        s.coordinates = 3, s.start = start, s.direction = fall;
        s.triggers = 1, s.trigger = &trigger;
        assert_int_equal(invo_system_run(c, &s, &o, &b), 0);
        long impacts = 0;
        for (long i = 0, j = 0;; i++) { /* h < 0 becomes false again, too */
            invo_result_event_row x, y;
            if (!invo_result_event(b, i, &y))
                break;
            do
                assert_true(invo_result_event(a, j++, &x));
            while (fabs(x.t - y.t) > 1e-7);
            impacts++;
        }
        assert_int_equal(impacts, 4);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(invo_result_final(a)[i] - invo_result_final(b)[i]) < 1e-6);
        invo_result_free(a);
        invo_result_free(b);
        invo_model_free(m);
        invo_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trigger_far_away_changes_nothing),
        cmocka_unit_test(the_system_of_a_model_hits_a_wall),
        cmocka_unit_test(impacts_agree_with_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
