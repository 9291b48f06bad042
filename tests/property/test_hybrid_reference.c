/* SPDX-License-Identifier: BSD-3-Clause */
/* The reference for random hybrid models, against closed forms; and where it must refuse
 * to give an outcome. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "hybrid.h"
#include <cmocka.h>

static hybrid_model m;
static hybrid_outcome o;
static const double STEP = 1.0 / 256;

static int make(hybrid_op op, int a, int b, int c) {
    return hybrid_node_new(&m, op, a, b, c);
}

static int number(double value) {
    return hybrid_constant(&m, value);
}

static int state_node(int i) {
    return make(STATE, i, 0, 0);
}

static void start_model(int states, double stop) {
    memset(&m, 0, sizeof m);
    m.states = states;
    m.stop = stop;
}

static void slope(int state, int value) {
    hybrid_equation(&m, SLOPE_IS, state, value);
}

static int relation(hybrid_op op, int a, double b) {
    return hybrid_relation(&m, op, a, number(b));
}

static int counter(int condition) {
    const int which = hybrid_discrete(&m, INTEGER, 0);
    const int next = make(SUM, make(PRE, which, 0, 0), number(1), 0);
    hybrid_item *w = hybrid_when(&m, condition);
    hybrid_set(&w->branch[0], DISCRETE_IS, which, next);
    return which;
}

static void is_near(double value, double should) {
    if (!(fabs(value - should) <= 1e-8))
        fail_msg("%.15g, not %.15g", value, should);
}

static void run(void) {
    hybrid_refer(&m, STEP, 0, 0, &o);
    if (o.trouble)
        fail_msg("%s", o.why);
}

static void run_from_boundary(void) {
    hybrid_refer(&m, STEP, 0, 1, &o);
    if (o.trouble)
        fail_msg("%s", o.why);
}

static void refuses(hybrid_trouble trouble) {
    hybrid_refer(&m, STEP, 0, 0, &o);
    if (o.trouble != trouble)
        fail_msg("%s", o.why ? o.why : "no trouble");
}

/* der(x) = -x; der(y) = if time > 1 then x else 5 */
static void laws_change_with_time(void **state) {
    (void)state;
    start_model(2, 3);
    m.start[0] = 2;
    const int late = relation(GREATER, make(TIME, 0, 0, 0), 1);
    slope(0, make(PRODUCT, number(-1), state_node(0), 0));
    slope(1, make(CHOICE, late, state_node(0), number(5)));
    run();
    is_near(o.x[0], 2 * exp(-3));
    is_near(o.x[1], 5 + 2 * (exp(-1) - exp(-3)));
    assert_int_equal(o.instants, 1);
    assert_true(o.instant[0].is_firm);
}

/* x'' = -9*x from x = 0, x' = 3: sin(3t) crosses 0.5 three times before 2.5, and 0.5 -
 * x falls below zero with it. */
static void crossings_are_located(void **state) {
    (void)state;
    start_model(2, 2.5);
    m.start[1] = 3;
    slope(0, state_node(1));
    slope(1, make(PRODUCT, number(-9), state_node(0), 0));
    const int high = relation(GREATER, state_node(0), 0.5);
    const int up = counter(high), down = counter(make(NOT, high, 0, 0));
    run();
    is_near(o.x[0], sin(7.5));
    is_near(o.x[1], 3 * cos(7.5));
    assert_int_equal((int)o.d[up], 2);
    assert_int_equal((int)o.d[down], 1);
    assert_int_equal(o.instants, 3);
    const double pi = acos(-1);
    is_near(o.instant[0].time, pi / 18);
    is_near(o.instant[1].time, 5 * pi / 18);
    is_near(o.instant[2].time, 13 * pi / 18);
}

/* From h = 1 with g = 8 and e = 1/2: bounces at 0.5, 1 and 1.25, v = 2 after the first,
 * 1 after the second and 0.5 after the third. */
static void ball(double stop) {
    start_model(2, stop);
    m.start[0] = 1;
    slope(0, state_node(1));
    slope(1, number(-8));
    const int falls = relation(LESS, state_node(0), 0);
    const int bounces = hybrid_discrete(&m, INTEGER, 0);
    hybrid_item *w = hybrid_when(&m, falls);
    const int back = make(PRODUCT, number(-0.5), make(PRE_STATE, 1, 0, 0), 0);
    hybrid_set(&w->branch[0], REINIT, 1, back);
    const int next = make(SUM, make(PRE, bounces, 0, 0), number(1), 0);
    hybrid_set(&w->branch[0], DISCRETE_IS, bounces, next);
}

static void states_jump(void **state) {
    (void)state;
    ball(1.3125);
    run();
    assert_int_equal((int)o.d[0], 3);
    is_near(o.x[1], 0.5 - 8 * 0.0625);
    is_near(o.x[0], 0.5 * 0.0625 - 4 * 0.0625 * 0.0625);
}

/* sample(0, 0.25) ticks at 0 and at the stop time, and sees x; a counter that resets. */
static void clocks_strike(void **state) {
    (void)state;
    start_model(1, 1);
    slope(0, number(1));
    const int clock = hybrid_clock(&m, 0, 0.25);
    const int count = counter(clock);
    const int seen = hybrid_discrete(&m, REAL, -1);
    hybrid_item *w = hybrid_when(&m, clock);
    hybrid_set(&w->branch[0], DISCRETE_IS, seen, state_node(0));
    run();
    assert_int_equal((int)o.d[count], 5);
    is_near(o.d[seen], 1);
    assert_int_equal(o.instants, 5);
}

/* T' = if on then 2 - T else -T with on = if pre(on) then T < 1.5 else T < 0.5: from T =
 * 1 and off it falls in log 2, then rises from 0.5 to 1.5 in log 3, and falls in log 3.
 */
static void hysteresis_regulates(void **state) {
    (void)state;
    const double end = log(2) + 2 * log(3) + 0.25;
    start_model(1, end);
    m.start[0] = 1;
    const int on = hybrid_discrete(&m, BOOLEAN, 0);
    const int stays = relation(LESS, state_node(0), 1.5);
    const int comes = relation(LESS, state_node(0), 0.5);
    hybrid_equation(&m, DISCRETE_IS, on, make(CHOICE, make(PRE, on, 0, 0), stays, comes));
    const int heat = make(CHOICE, make(DISCRETE, on, 0, 0), number(2), number(0));
    slope(0, make(SUM, heat, make(PRODUCT, number(-1), state_node(0), 0), 0));
    run();
    assert_int_equal(o.crossings, 6);
    is_near(o.x[0], 2 - 1.5 * exp(-0.25));
    assert_int_equal((int)o.d[on], 1);
}

/* n = 5; k = pre(n): k is 5 before the integration begins, 8.6. */
static void pre_is_iterated_at_the_start(void **state) {
    (void)state;
    start_model(1, 1);
    const int n = hybrid_discrete(&m, INTEGER, 0), k = hybrid_discrete(&m, INTEGER, 0);
    hybrid_equation(&m, DISCRETE_IS, n, number(5));
    hybrid_equation(&m, DISCRETE_IS, k, make(PRE, n, 0, 0));
    slope(0, make(DISCRETE, k, 0, 0));
    run();
    is_near(o.x[0], 5);
}

/* A condition that is true from the start does not fire; elsewhen comes second; each
 * element of a vector fires. */
static void whens_fire_at_edges(void **state) {
    (void)state;
    start_model(1, 2);
    slope(0, number(1));
    const int true_once = counter(relation(LESS, state_node(0), 1));
    const int half = relation(GREATER, state_node(0), 0.5);
    const int both = counter(half);
    m.item[m.items - 1].branch[0].conditions = 2;
    m.item[m.items - 1].branch[0].condition[1] = relation(GREATER, state_node(0), 1.25);
    const int choice = hybrid_discrete(&m, INTEGER, 0);
    hybrid_item *w = hybrid_when(&m, half);
    hybrid_set(&w->branch[0], DISCRETE_IS, choice, number(1));
    hybrid_set(hybrid_elsewhen(w, half), DISCRETE_IS, choice, number(2));
    run();
    assert_int_equal((int)o.d[true_once], 0);
    assert_int_equal((int)o.d[both], 2);
    assert_int_equal((int)o.d[choice], 1);
}

/* edge and change of b = sin(4t) > 0.5. */
static void edges_and_changes(void **state) {
    (void)state;
    start_model(2, 2);
    m.start[1] = 4;
    slope(0, state_node(1));
    slope(1, make(PRODUCT, number(-16), state_node(0), 0));
    const int b = hybrid_discrete(&m, BOOLEAN, 0);
    hybrid_equation(&m, DISCRETE_IS, b, relation(GREATER, state_node(0), 0.5));
    const int edges = counter(make(EDGE, b, 0, 0));
    const int changes = counter(make(CHANGE, b, 0, 0));
    run();
    assert_int_equal((int)o.d[edges], 2);
    assert_int_equal((int)o.d[changes], 3);
}

/* From h = 1 the condition h < 1 is false and becomes true at once if h falls; h <= 1 is
 * true at the initialisation and does not fire. */
static void boundaries_at_the_start(void **state) {
    (void)state;
    start_model(1, 1);
    m.start[0] = 1;
    slope(0, number(-1));
    const int below = counter(relation(LESS, state_node(0), 1));
    const int not_above = counter(relation(LESS_EQUAL, state_node(0), 1));
    run_from_boundary();
    assert_int_equal((int)o.d[below], 1);
    assert_int_equal((int)o.d[not_above], 0);
}

/* --- no outcome --- */

static void pile_ups_are_refused(void **state) {
    (void)state;
    ball(2);
    refuses(CLOSE);
}

static void sliding_is_refused(void **state) {
    (void)state;
    start_model(1, 2);
    m.start[0] = 1;
    slope(0, make(CHOICE, relation(GREATER, state_node(0), 0), number(-1), number(1)));
    refuses(PILE_UP);
}

/* x = (t - 1)^2 touches zero, and 1e-5 above it. */
static void grazing(double above) {
    start_model(2, 2);
    m.start[0] = 1 + above;
    m.start[1] = -2;
    slope(0, state_node(1));
    slope(1, number(2));
    counter(relation(LESS, state_node(0), 0));
}

static void touching_is_refused(void **state) {
    (void)state;
    grazing(1e-5);
    refuses(ON_EDGE);
    grazing(-1e-5);
    refuses(ON_EDGE);
    grazing(0.1);
    run();
}

static void coincidences_are_refused(void **state) {
    (void)state;
    start_model(1, 2);
    slope(0, number(1));
    counter(relation(GREATER, state_node(0), 1));
    counter(relation(GREATER, make(TIME, 0, 0, 0), 1));
    refuses(ON_EDGE);
}

static void endless_iterations_are_refused(void **state) {
    (void)state;
    start_model(1, 1);
    const int b = hybrid_discrete(&m, BOOLEAN, 0);
    hybrid_equation(&m, DISCRETE_IS, b, make(NOT, make(PRE, b, 0, 0), 0, 0));
    slope(0, number(1));
    refuses(PILE_UP);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_change_with_time),
        cmocka_unit_test(crossings_are_located),
        cmocka_unit_test(states_jump),
        cmocka_unit_test(clocks_strike),
        cmocka_unit_test(hysteresis_regulates),
        cmocka_unit_test(pre_is_iterated_at_the_start),
        cmocka_unit_test(whens_fire_at_edges),
        cmocka_unit_test(edges_and_changes),
        cmocka_unit_test(boundaries_at_the_start),
        cmocka_unit_test(pile_ups_are_refused),
        cmocka_unit_test(sliding_is_refused),
        cmocka_unit_test(touching_is_refused),
        cmocka_unit_test(coincidences_are_refused),
        cmocka_unit_test(endless_iterations_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
