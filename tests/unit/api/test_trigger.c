/* Events of C callbacks in the small (invo_trigger), against closed forms.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

static invo_context *context;
static invo_options options;

static int begin(void **state) {
    (void)state;
    invo_options_init(&options);
    return !(context = invo_context_new());
}

static int end(void **state) {
    (void)state;
    invo_context_free(context);
    return 0;
}

typedef int (*direction_function)(void *, const double *, double *);

static invo_system make(int n, const double *start, direction_function direction,
                        int triggers, const invo_trigger *trigger) {
    invo_system s;
    invo_system_init(&s);
    s.coordinates = n, s.start = start, s.direction = direction;
    s.triggers = triggers, s.trigger = trigger;
    return s;
}

static invo_result *run(const invo_system *s) {
    invo_result *r = NULL;
    if (invo_system_run(context, s, &options, &r))
        fail_msg("%s: %s", options.method, invo_context_message(context));
    return r;
}

static void says(const char *text) {
    if (!strstr(invo_context_message(context), text))
        fail_msg("'%s' is not in: %s", text, invo_context_message(context));
}

static void fails(const invo_system *s, invo_status expected, const char *text) {
    invo_result *r = NULL;
    invo_status status = invo_system_run(context, s, &options, &r);
    if (status != expected)
        fail_msg("%s: %s", invo_status_text(status), invo_context_message(context));
    says(text);
    invo_result_free(r);
}

static void near(double value, double expected, double allowed) {
    if (!(fabs(value - expected) <= allowed))
        fail_msg("%s: %.17g, not %.17g: off by %.3g", options.method, value, expected,
                 value - expected);
}

static long events_of(const invo_result *r) {
    invo_result_event_row row;
    long count = 0;
    while (invo_result_event(r, count, &row))
        count++;
    assert_int_equal(invo_result_statistics(r)->events, count);
    return count;
}

static double time_of(const invo_result *r, long i) {
    invo_result_event_row row;
    assert_true(invo_result_event(r, i, &row));
    return row.t;
}

/* Every way to step that a direction alone allows. */
typedef struct manner {
    const char *method;
    double step;
} manner;
static const manner manners[] = {
    {"auto", NAN},      {"bs32", NAN},          {"rkf45", NAN},    {"dopri54", NAN},
    {"dop853", NAN},    {"radau", NAN},         {"radau2a5", NAN}, {"lobatto3a4", NAN},
    {"gauss4", NAN},    {"gauss6", NAN},        {"heun", NAN},     {"rk4", NAN},
    {"midpoint", NAN},  {"rk4", 0.07},          {"dop853", 0.07},  {"gauss6", 0.07},
    {"radau2a5", 0.07}, {"implicit-euler", NAN}};
enum { MANNERS = sizeof manners / sizeof *manners, EXACT_MANNERS = MANNERS - 1 };

static void choose(int k) {
    options.method = manners[k].method, options.step = manners[k].step;
}

/* How exactly a motion is found that a method of order 2 has without error. The equations
 * of implicit ones are solved to a share of the tolerance. */
static double solved_to(int k) {
    int is_implicit =
        strstr("radau2a5 lobatto3a4 gauss4 gauss6 midpoint", manners[k].method) != NULL;
    return is_implicit ? 1e-7 : 1e-13;
}

/* Methods of low order have a larger tolerance, and what is left of it at the end. */
static int is_low(int k) {
    return strstr("heun bs32 midpoint", manners[k].method) != NULL;
}

static double tolerance(int k) {
    return is_low(k) ? 1e-6 : 1e-9;
}

static double found_to(int k) {
    return is_low(k) ? 1e-3 : 1e-5;
}

/* --- a ball --- */

enum { T, H, V };
static const double GRAVITY = 9.81, RESTITUTION = 0.8;

static int fall(void *self, const double *u, double *v) {
    (void)self;
    v[T] = 1, v[H] = u[V], v[V] = -GRAVITY;
    return 0;
}

static double height(void *self, const double *u) {
    (void)self;
    return u[H];
}

static int bounce(void *self, double *u, int direction) {
    (void)self;
    assert_int_equal(direction, -1);
    u[V] = -RESTITUTION * u[V];
    return 0;
}

static const invo_trigger floor_of_ball = {"h = 0", -1, height, bounce, NULL};

/* Times of impact of a ball dropped from height 1, and where it is at t. */
static double impact(int k) {
    double v = sqrt(2 * GRAVITY), t = v / GRAVITY;
    for (int i = 0; i < k; i++)
        v *= RESTITUTION, t += 2 * v / GRAVITY;
    return t;
}

static double ball_at(double t) {
    double v = sqrt(2 * GRAVITY), last = v / GRAVITY;
    if (t < last)
        return 1 - GRAVITY * t * t / 2;
    for (int k = 0; impact(k) <= t; k++)
        v *= RESTITUTION, last = impact(k);
    return v * (t - last) - GRAVITY * (t - last) * (t - last) / 2;
}

/* Methods of order 2 and more are exact between the impacts. */
static void a_ball_bounces(void **state) {
    (void)state;
    const double start[3] = {0, 1, 0};
    invo_system s = make(3, start, fall, 1, &floor_of_ball);
    for (int k = 0; k < EXACT_MANNERS; k++) {
        choose(k);
        options.stop = 3.2, options.rtol = 1e-6;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 7);
        for (int i = 0; i < 7; i++)
            near(time_of(r, i), impact(i), solved_to(k));
        near(invo_result_final(r)[H], ball_at(3.2), 10 * solved_to(k));
        for (long i = 0; i < invo_result_rows(r); i++) {
            const double *u = invo_result_row(r, i);
            near(u[H], ball_at(u[T]), 10 * solved_to(k));
            assert_true(u[H] > -1e-14);
        }
        invo_result_free(r);
    }
}

/* Resting on the floor, with a velocity into it: it bounces at once. */
static void a_ball_that_starts_on_the_floor(void **state) {
    (void)state;
    const double down[3] = {0, 0, -1}, up[3] = {0, 0, 1};
    for (int k = 0; k < 2 * EXACT_MANNERS; k++) {
        int is_down = k % 2;
        double v = is_down ? RESTITUTION : 1, flight = 2 * v / GRAVITY;
        invo_system s = make(3, is_down ? down : up, fall, 1, &floor_of_ball);
        choose(k / 2);
        options.stop = 1.5 * flight;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 1 + is_down);
        if (is_down)
            near(time_of(r, 0), 0, solved_to(k / 2));
        near(time_of(r, is_down), flight, solved_to(k / 2));
        invo_result_free(r);
    }
}

/* Bounces pile up before the stop time, or the ball is stopped where it cannot stay: it
 * does not fall through the floor, and the run is not done. */
static int bounce_off(void *self, double *u, int direction) {
    (void)direction;
    u[V] *= -*(const double *)self;
    return 0;
}

static int bounce_at_zero(void *self, double *u, int direction) {
    u[H] = 0;
    return bounce_off(self, u, direction);
}

static void bounces_that_pile_up_are_not_done(void **state) {
    (void)state;
    static const double elastic[] = {0, 0.1, 0.3, 0.5, 0.8, 0.9};
    static const char *const methods[] = {"bs32", "dop853", "radau", "gauss6"};
    const double start[3] = {0, 1, 0};
    for (int k = 0; k < 6 * 4 * 4; k++) {
        double e = elastic[k % 6];
        invo_trigger floor = {"h = 0", -1, height, bounce_off, &e};
        invo_system s = make(3, start, fall, 1, &floor);
        invo_result *r = NULL;
        if (k / 24 % 2)
            floor.handler = bounce_at_zero;
        options.stop = 20, options.max_steps = 3000;
        options.method = methods[k / 6 % 4], options.rtol = k / 48 ? 1e-9 : 1e-5;
        invo_status status = invo_system_run(context, &s, &options, &r);
        assert_int_equal(status, e == 0 ? INVO_E_CONTINUE : INVO_E_LIMIT);
        says(e == 0 ? "stopped the motion" : "the event 'h = 0' repeats");
        double zeno = sqrt(2 / GRAVITY) * (1 + e) / (1 - e);
        near(invo_context_time(context), zeno, e == 0 ? 0.1 : 1e-5);
        for (long i = 0; i < invo_result_rows(r); i++)
            assert_true(invo_result_row(r, i)[H] > -1e-12);
        invo_result_free(r);
    }
}

/* Two rows at an impact, before and after, whatever rows were asked for. */
static void rows_at_events(void **state) {
    (void)state;
    const double start[3] = {0, 1, 0};
    invo_system s = make(3, start, fall, 1, &floor_of_ball);
    for (int k = 0; k < 4; k++) {
        options.stop = 1, options.method = k == 3 ? "radau" : "dop853";
        options.steps = k == 1, options.every = k == 2 ? 0.3 : NAN;
        options.points = k == 0 ? 7 : 500;
        invo_result *r = run(&s);
        long at = 0, rows = invo_result_rows(r);
        while (at < rows && invo_result_row(r, at)[T] != time_of(r, 0))
            at++;
        assert_true(at + 1 < rows);
        const double *before = invo_result_row(r, at),
                     *after = invo_result_row(r, at + 1);
        assert_true(after[T] == before[T]);
        near(before[V], -sqrt(2 * GRAVITY), 1e-13);
        near(after[V], RESTITUTION * sqrt(2 * GRAVITY), 1e-13);
        for (long i = 1; i < rows; i++)
            assert_true(invo_result_row(r, i)[T] > invo_result_row(r, i - 1)[T] ||
                        i == at + 1);
        if (k == 2)
            assert_int_equal(rows, 1 + 3 + 2 + 1); /* the end */
        if (k == 0)
            assert_int_equal(rows, 1 + 7 + 2);
        invo_result_free(r);
    }
}

/* --- a pendulum that hits a wall --- */

enum { X = 1, Y, VX, VY };

static int swing(void *self, const double *u, double *v) {
    (void)self;
    double l = (u[VX] * u[VX] + u[VY] * u[VY] - u[Y]) / (u[X] * u[X] + u[Y] * u[Y]);
    v[0] = 1, v[X] = u[VX], v[Y] = u[VY], v[VX] = -u[X] * l, v[VY] = -u[Y] * l - 1;
    return 0;
}

static void rod(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[X] * u[X] + u[Y] * u[Y] - 1;
    phi[1] = u[X] * u[VX] + u[Y] * u[VY];
}

static double wall(void *self, const double *u) {
    (void)self;
    return u[X];
}

static double slanted_wall(void *self, const double *u) {
    (void)self;
    return u[X] - 0.5;
}

static int rebound(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[VX] = -u[VX], u[VY] = -u[VY];
    return 0;
}

/* A velocity that no rod allows. */
static int kick(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[VX] = -u[VX], u[VY] += 0.125;
    return 0;
}

/* Length 1 and gravity 1, released at 90 degrees: half a period from impact to impact. */
static double quarter_period(void) {
    double a = 1, b = sqrt(0.5);
    for (int k = 0; k < 6; k++) {
        double mean = (a + b) / 2;
        b = sqrt(a * b), a = mean;
    }
    return acos(-1) / (2 * a);
}

static void keeps_the_rod(const invo_result *r) {
    invo_ledger_row row;
    for (int i = 0; i < 2; i++) {
        assert_true(invo_result_ledger(r, i, &row));
        assert_true(row.scaled_max <= 4);
    }
    for (long i = 0; i < invo_result_rows(r); i++) {
        double phi[2];
        rod(NULL, invo_result_row(r, i), phi);
        assert_true(fabs(phi[0]) < 1e-15 && fabs(phi[1]) < 1e-14);
    }
}

static void a_pendulum_hits_a_wall(void **state) {
    (void)state;
    const double start[5] = {0, 1, 0, 0, 0};
    const invo_trigger trigger = {"x = 0", -1, wall, rebound, NULL};
    for (int k = 0; k < EXACT_MANNERS; k++) {
        invo_system s = make(5, start, swing, 1, &trigger);
        s.constraints = 2, s.constraint = rod;
        choose(k);
        if (!isnan(options.step))
            options.step = 0.01;
        options.rtol = tolerance(k), options.stop = 12;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 3);
        for (int i = 0; i < 3; i++)
            near(time_of(r, i), (2 * i + 1) * quarter_period(), found_to(k));
        keeps_the_rod(r);
        for (long i = 0; i < invo_result_rows(r); i++) {
            const double *u = invo_result_row(r, i);
            near(u[VX] * u[VX] + u[VY] * u[VY] + 2 * u[Y], 0, found_to(k));
            assert_true(u[X] > -1e-14);
        }
        invo_result_free(r);
    }
}

static void the_point_after_a_handler_is_retracted(void **state) {
    (void)state;
    const double start[5] = {0, 1, 0, 0, 0};
    const invo_trigger trigger = {"x = 0.5", -1, slanted_wall, kick, NULL};
    for (int k = 0; k < EXACT_MANNERS; k++) {
        invo_system s = make(5, start, swing, 1, &trigger);
        s.constraints = 2, s.constraint = rod;
        choose(k);
        if (!isnan(options.step))
            options.step = 0.01;
        options.stop = 12;
        invo_result *r = run(&s);
        assert_true(events_of(r) > 3);
        keeps_the_rod(r);
        invo_result_free(r);
    }
}

/* --- an integrator that is reset --- */

static int run_on(void *self, const double *u, double *v) {
    (void)self, (void)u;
    v[0] = 1, v[1] = 1;
    return 0;
}

static double above_one(void *self, const double *u) {
    (void)self;
    return u[1] - 1;
}

static int reset(void *self, double *u, int direction) {
    int *calls = self;
    assert_int_equal(direction, 1);
    u[1] -= 1;
    if (calls)
        ++*calls;
    return 0;
}

static void an_integrator_is_reset(void **state) {
    (void)state;
    const double start[2] = {0, 0};
    for (int k = 0; k < 2 * MANNERS; k++) {
        int calls = 0;
        invo_trigger trigger = {"x = 1", k % 2, above_one, reset, NULL};
        invo_system s = make(2, start, run_on, 1, &trigger);
        s.self = &calls;
        choose(k / 2);
        options.stop = 20.5;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 20);
        assert_int_equal(calls, 20);
        for (int i = 0; i < 20; i++)
            near(time_of(r, i), i + 1, 1e-13);
        near(invo_result_final(r)[1], 0.5, 1e-12);
        invo_result_free(r);
    }
}

/* --- an event that ends the run --- */

static int grow(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = u[1];
    return 0;
}

static double reaches_e(void *self, const double *u) {
    (void)self;
    return u[1] - exp(1);
}

static int stop(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[1] = 7;
    return 1;
}

static void an_event_ends_the_run(void **state) {
    (void)state;
    const double start[2] = {0, 1};
    const invo_trigger trigger = {"x = e", 1, reaches_e, stop, NULL};
    invo_system s = make(2, start, grow, 1, &trigger);
    for (int k = 0; k < EXACT_MANNERS; k++) {
        choose(k);
        options.rtol = tolerance(k), options.stop = 5;
        if (!isnan(options.step))
            options.step = 0.01;
        invo_result *r = run(&s);
        assert_string_equal(invo_result_status(r), "done");
        assert_string_equal(invo_result_stopped_by(r), "terminate: x = e");
        assert_int_equal(events_of(r), 1);
        near(time_of(r, 0), 1, found_to(k));
        const double *last = invo_result_row(r, invo_result_rows(r) - 1);
        assert_true(invo_result_final(r)[0] == time_of(r, 0));
        assert_true(invo_result_final(r)[1] == 7);
        assert_true(last[0] == time_of(r, 0) && last[1] == 7);
        invo_result_free(r);
    }
}

/* --- several events --- */

static double past_one(void *self, const double *u) {
    (void)self;
    return 3 * (u[0] - 1);
}

static int add_two(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[1] += 2;
    return 0;
}

static int times_ten(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[1] *= 10;
    return 0;
}

/* x = 1 and t = 1 are one instant: (1 + 2) 10, in the order of the list. */
static void events_of_one_instant(void **state) {
    (void)state;
    const double start[2] = {0, 0};
    const invo_trigger trigger[2] = {{"x = 1", 1, above_one, add_two, NULL},
                                     {"t = 1", 1, past_one, times_ten, NULL}};
    invo_system s = make(2, start, run_on, 2, trigger);
    for (int k = 0; k < MANNERS; k++) {
        choose(k);
        options.stop = 2;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 2);
        assert_true(time_of(r, 0) == time_of(r, 1));
        near(time_of(r, 0), 1, 1e-14);
        near(invo_result_final(r)[1], 31, 1e-12);
        invo_result_free(r);
    }
}

/* The handler of one moves x across the zero of the other, which happens next. */
static double past_two(void *self, const double *u) {
    (void)self;
    return u[1] - 2;
}

static int back_to_zero(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[1] = 0;
    return 0;
}

static void one_event_brings_another(void **state) {
    (void)state;
    const double start[2] = {0, 0};
    const invo_trigger trigger[2] = {{"x = 2", 1, past_two, back_to_zero, NULL},
                                     {"x = 1", 1, above_one, add_two, NULL}};
    invo_system s = make(2, start, run_on, 2, trigger);
    for (int k = 0; k < MANNERS; k++) {
        choose(k);
        options.stop = 3.5;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 6);
        for (int i = 0; i < 6; i++)
            near(time_of(r, i), i / 2 + 1, 1e-13);
        near(invo_result_final(r)[1], 0.5, 1e-12);
        invo_result_free(r);
    }
}

/* --- directions --- */

static int turn(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = u[2], v[2] = -u[1];
    return 0;
}

/* x = sin(t) above a level. */
static double above_level(void *self, const double *u) {
    return u[1] - *(const double *)self;
}

/* Short visits beyond a level, too, in steps that are longer than the visit; the start is
 * on the level where that is 0. */
static void directions_count(void **state) {
    (void)state;
    static const double levels[] = {0.3, -0.5, 0.9, 0.999, -0.999, 0.9999};
    const double start[3] = {0, 0, 1};
    for (int k = 0; k < 3 * 6 * EXACT_MANNERS; k++) {
        double level = levels[k / 3 % 6];
        int direction = k % 3 - 1;
        const invo_trigger trigger = {"level", direction, above_level, NULL, &level};
        invo_system s = make(3, start, turn, 1, &trigger);
        choose(k / 18);
        if (!isnan(options.step))
            options.step = 0.01;
        options.rtol = is_low(k / 18) ? 1e-6 : 1e-8, options.stop = 10 * acos(-1);
        invo_result *r = run(&s);
        double up = asin(level), turn_of = 2 * acos(-1), down = acos(-1) - up;
        if (up < 0)
            up += turn_of;
        double first = direction > 0 ? up : direction < 0 ? down : fmin(up, down);
        if (events_of(r) != (direction ? 5 : 10))
            fail_msg("%s, level %g, direction %d: %ld events", options.method, level,
                     direction, events_of(r));
        for (int i = 0; i < 5; i++)
            near(time_of(r, direction ? i : 2 * i), first + i * turn_of,
                 is_low(k / 18) ? 1e-2 : 1e-3);
        invo_result_free(r);
    }
}

static void back_in_time(void **state) {
    (void)state;
    const double start[2] = {3, 3};
    const invo_trigger trigger = {"x = 1", -1, above_one, add_two, NULL};
    invo_system s = make(2, start, run_on, 1, &trigger);
    options.stop = -2.5;
    invo_result *r = run(&s);
    assert_int_equal(events_of(r), 2);
    near(time_of(r, 0), 1, 1e-14);
    near(time_of(r, 1), -1, 1e-14);
    near(invo_result_final(r)[1], 1.5, 1e-14);
    invo_result_free(r);
}

/* The same ball, seen in a mirror. */
static void a_ball_bounces_back_in_time(void **state) {
    (void)state;
    const double start[3] = {0, 1, 0};
    invo_system s = make(3, start, fall, 1, &floor_of_ball);
    for (int k = 0; k < EXACT_MANNERS; k++) {
        choose(k);
        options.stop = -3.2;
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 7);
        for (int i = 0; i < 7; i++)
            near(time_of(r, i), -impact(i), solved_to(k));
        near(invo_result_final(r)[H], ball_at(3.2), 10 * solved_to(k));
        invo_result_free(r);
    }
}

/* A handler may change what the direction depends on: a thermostat. */
typedef struct heater {
    int is_on;
    double level;
} heater;

static int heat(void *self, const double *u, double *v) {
    const heater *h = self;
    v[0] = 1, v[1] = -u[1] + (h->is_on ? 3 : 0);
    return 0;
}

static double too_warm(void *self, const double *u) {
    (void)self;
    return u[1] - 2;
}

static double too_cold(void *self, const double *u) {
    (void)self;
    return u[1] - 1;
}

static int switch_off(void *self, double *u, int direction) {
    (void)u, (void)direction;
    ((heater *)self)->is_on = 0;
    return 0;
}

static int switch_on(void *self, double *u, int direction) {
    (void)u, (void)direction;
    ((heater *)self)->is_on = 1;
    return 0;
}

static void a_thermostat_switches(void **state) {
    (void)state;
    const double start[2] = {0, 1.5};
    const invo_trigger trigger[2] = {{"warm", 1, too_warm, switch_off, NULL},
                                     {"cold", -1, too_cold, switch_on, NULL}};
    for (int k = 0; k < EXACT_MANNERS; k++) {
        heater h = {1, 0};
        invo_system s = make(2, start, heat, 2, trigger);
        s.self = &h;
        choose(k);
        if (!isnan(options.step))
            options.step = 0.01;
        options.stop = 10, options.rtol = tolerance(k);
        invo_result *r = run(&s);
        assert_int_equal(events_of(r), 14); /* log(1.5), then every log(2) */
        for (int i = 0; i < 14; i++)
            near(time_of(r, i), log(1.5) + i * log(2), found_to(k));
        invo_result_free(r);
    }
}

/* A function that is zero but for round-off all the time makes no events. */
static double radius(void *self, const double *u) {
    (void)self;
    return sqrt(u[1] * u[1] + u[2] * u[2]) - 1;
}

static void circle(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + u[2] * u[2] - 1;
}

static void round_off_makes_no_events(void **state) {
    (void)state;
    const double start[3] = {0, 0, 1};
    for (int k = 0; k < 3 * EXACT_MANNERS; k++) {
        const invo_trigger trigger = {"r = 1", k % 3 - 1, radius, NULL, NULL};
        invo_system s = make(3, start, turn, 1, &trigger);
        s.constraints = s.invariants = 1, s.constraint = circle;
        choose(k / 3);
        /* its Newton iteration fails at first, and then a tangent leads to an event */
        if (strcmp(options.method, "midpoint") == 0)
            continue;
        options.stop = 20;
        invo_result *r = run(&s);
        if (events_of(r))
            fail_msg("%s: an event at %g", options.method, time_of(r, 0));
        invo_result_free(r);
    }
}

/* --- what goes wrong --- */

static int to_nan(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[1] = NAN;
    return 0;
}

static int to_the_past(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[0] -= 0.5;
    return 0;
}

static double undefined_later(void *self, const double *u) {
    (void)self;
    return u[0] < 0.5 ? 1 : NAN;
}

static void bad_handlers_are_told(void **state) {
    (void)state;
    const double start[2] = {0, 0};
    invo_trigger trigger = {"x = 1", 1, above_one, to_nan, NULL};
    invo_system s = make(2, start, run_on, 1, &trigger);
    options.stop = 3;
    fails(&s, INVO_E_DOMAIN, "the handler of the event 'x = 1' has set u[1] to nan");
    trigger.handler = to_the_past;
    fails(&s, INVO_E_CONTINUE, "'x = 1' has set the time, u[0], to 0.5");
    trigger.function = undefined_later;
    fails(&s, INVO_E_DOMAIN, "the function of the event 'x = 1' is nan");
}

/* From the centre of a circle no point of it is the nearest one. */
static int to_the_centre(void *self, double *u, int direction) {
    int *calls = self;
    (void)direction;
    ++*calls;
    u[1] = u[2] = 0;
    return 0;
}

static void a_point_that_cannot_be_retracted_is_told(void **state) {
    (void)state;
    const double start[3] = {0, 0, 1};
    int calls = 0;
    invo_trigger own = {"t = 1", 1, past_one, to_the_centre, &calls};
    invo_system s = make(3, start, turn, 1, &own);
    s.constraints = 1, s.constraint = circle;
    options.stop = 3;
    invo_result *r = NULL;
    invo_status status = invo_system_run(context, &s, &options, &r);
    assert_int_not_equal(status, INVO_OK);
    assert_int_equal(calls, 1);
    says("t = 1: after the event, ");
    near(invo_context_time(context), 1, 1e-14);
    invo_result_free(r);
}

static int happen(void *self, const double *u, const double *z, const char *crossed,
                  invo_transition *to) {
    (void)self, (void)u, (void)z, (void)crossed, (void)to;
    return 0;
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    const double start[2] = {0, 0};
    invo_trigger trigger = {"x = 1", 1, above_one, NULL, NULL};
    invo_system s = make(2, start, run_on, 1, NULL);
    fails(&s, INVO_E_ARGUMENT, "trigger is not given");
    s.trigger = &trigger, s.process.happen = happen;
    fails(&s, INVO_E_ARGUMENT, "not both");
    s.process.happen = NULL, trigger.name = NULL;
    fails(&s, INVO_E_ARGUMENT, "a trigger has no name");
    trigger.name = "x = 1", trigger.function = NULL;
    fails(&s, INVO_E_ARGUMENT, "a trigger has no function");
    s.triggers = -1;
    fails(&s, INVO_E_ARGUMENT, "triggers must be");
    s.triggers = 0, s.events.count = 1;
    fails(&s, INVO_E_ARGUMENT, "events.at or events.functions");
}

/* --- points that are refined --- */

static int refined, kept_at_start, kept_later;

/* Misses by 10 units wherever nobody has just refined the point. */
static void off_unless_refined(void *self, const double *u, const double *z, double *r,
                               double *e) {
    (void)self, (void)u, (void)z;
    r[0] = refined ? 0 : 10, e[0] = 1;
    refined = 0;
}

static int note_refinement(void *self, double *u, double *z, const char *left_out,
                           int keep) {
    (void)self, (void)z, (void)left_out;
    *(u[T] == 0 ? &kept_at_start : &kept_later) += keep;
    refined = 1;
    return 0;
}

static int grow_both(void *self, const double *u, double *v) {
    (void)self;
    v[T] = 1, v[H] = v[V] = u[V];
    return 0;
}

static int shrink(void *self, double *u, int direction) {
    (void)self, (void)direction;
    u[H] = -1;
    return 0;
}

/* What the model fixes at the start is free again after an event. */
static void fixed_values_hold_at_the_start_alone(void **state) {
    (void)state;
    const double start[3] = {0, -1, 2};
    const invo_trigger at_zero = {"h = 0", 1, height, shrink, NULL};
    const invo_row row = {"row", "", 0, INVO_ROW_TOP, NULL};
    const invo_coordinate coordinate[3] = {{.name = "t", .nominal = 1},
                                           {.name = "h", .nominal = 1, .derivative = V},
                                           {.name = "v", .nominal = 1, .derivative = V}};
    invo_system s = make(3, start, grow_both, 1, &at_zero);
    s.coordinate = coordinate, s.rows = 1, s.row = &row;
    s.ledger.rows = off_unless_refined, s.ledger.refine = note_refinement;
    refined = kept_at_start = kept_later = 0;
    options.stop = 1;
    invo_result *r = run(&s);
    assert_int_equal(events_of(r), 3); /* at log(1.5), log(2), log(2.5) */
    assert_true(kept_at_start > 0);
    assert_int_equal(kept_later, 0);
    invo_result_free(r);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_ball_bounces),
        TEST(a_ball_that_starts_on_the_floor),
        TEST(bounces_that_pile_up_are_not_done),
        TEST(rows_at_events),
        TEST(a_pendulum_hits_a_wall),
        TEST(the_point_after_a_handler_is_retracted),
        TEST(an_integrator_is_reset),
        TEST(an_event_ends_the_run),
        TEST(events_of_one_instant),
        TEST(one_event_brings_another),
        TEST(directions_count),
        TEST(back_in_time),
        TEST(a_ball_bounces_back_in_time),
        TEST(a_thermostat_switches),
        TEST(round_off_makes_no_events),
        TEST(bad_handlers_are_told),
        TEST(a_point_that_cannot_be_retracted_is_told),
        TEST(what_does_not_fit_is_refused),
        TEST(fixed_values_hold_at_the_start_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
