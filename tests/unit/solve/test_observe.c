/* Those who watch a run, each with steps made by hand: no run is made here.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/solve/run.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* x' = 1, with a section at x = 0.5 and an event where x = 0.75. */
enum { N = 2 };
static const double start[N] = {0, 0};
static const invo_section section[1] = {{.name = "half"}};
static const invo_event event[1] = {{.name = "x > 0.75"}};

static int along(void *self, const double *u, double *v) {
    (void)self;
    (void)u;
    v[0] = v[1] = 1;
    return 0;
}

static void half(void *self, const double *u, const double *z, double *g) {
    (void)self;
    (void)z;
    g[0] = u[1] - 0.5;
}

static void three_quarters(void *self, const double *u, const double *z, double *g) {
    (void)self;
    (void)z;
    g[0] = 0.75 - u[1];
}

static void no_constraint(void *self, const double *u, double *phi) {
    (void)self;
    (void)u;
    phi[0] = 0;
}

typedef struct bench {
    invo_context *context;
    invo_system s;
    run v;
    step d; /* from x = 0 at t = 0 to x = 1 at t = 1 */
    int crossings;
    double crossing[1 + N];
} bench;

static void note_crossing(void *data, const invo_crossing *x) {
    bench *b = data;
    b->crossings++;
    memcpy(b->crossing, x->row, sizeof *x->row * (size_t)(1 + x->columns));
}

static int begin(void **state) {
    static bench b;
    invo_options o;
    b = (bench){.context = invo_context_new()};
    invo_system_init(&b.s);
    b.s.coordinates = N;
    b.s.start = start;
    b.s.direction = along;
    b.s.sections.count = 1;
    b.s.sections.at = section;
    b.s.sections.functions = half;
    b.s.events.count = 1;
    b.s.events.at = event;
    b.s.events.functions = three_quarters;
    b.s.events.without_tops = 1;
    invo_options_init(&o);
    o.method = "rk4";
    o.points = 4;
    o.crossing = note_crossing;
    o.crossing_data = &b;
    const plan p = plan_new(&o);
    if (run_new(b.context, &b.s, &p, &b.v))
        return 1;
    b.d = run_step(&b.v, 1);
    b.v.v[0] = b.v.v[1] = b.v.w[0] = b.v.w[1] = 1;
    b.v.q[0] = b.v.q[1] = 1;
    b.d.has_w = 1;
    b.v.event.theta = 1;
    b.v.rows.next = 1;
    *state = &b;
    return 0;
}

static int end(void **state) {
    bench *b = *state;
    invo_result_free(b->v.result);
    run_free(&b->v);
    invo_context_free(b->context);
    return 0;
}

static void every_observer_has_a_name_and_a_hook(void **state) {
    int count = 0;
    (void)state;
    for (const observer *o; (o = observer_at(count)); count++) {
        assert_true(o->begin || o->step || o->end);
        for (int k = 0; k < count; k++)
            assert_string_not_equal(o->name, observer_at(k)->name);
    }
    assert_true(count > 5);
    assert_null(observer_at(-1));
}

/* Output times inside the step: its ends are not. */
static void rows_lie_inside_the_step(void **state) {
    bench *b = *state;
    assert_int_equal(record_step(&b->v, &b->d), INVO_OK);
    assert_int_equal(b->v.result->rows, 3);
    for (int k = 0; k < 3; k++) {
        const double *row = b->v.result->row + 2 * k;
        assert_true(row[0] == (k + 1) / 4.0 && fabs(row[1] - row[0]) < 1e-15);
    }
    assert_int_equal(b->v.rows.next, 4);
}

/* An event ends the step: later rows are not those of this step. */
static void rows_end_at_the_event(void **state) {
    bench *b = *state;
    b->v.event.theta = 0.6;
    b->v.event.point[0] = 0.6;
    assert_int_equal(record_step(&b->v, &b->d), INVO_OK);
    assert_int_equal(b->v.result->rows, 2);
}

static void crossings_are_located(void **state) {
    bench *b = *state;
    section_begin(&b->v);
    assert_int_equal(section_look(&b->v, &b->d), INVO_OK);
    assert_int_equal(b->crossings, 1);
    assert_true(fabs(b->crossing[0] - 0.5) < 1e-15);
    assert_true(b->crossing[0] == b->crossing[1]);
    assert_int_equal(b->v.result->section[0].crossings, 1);
}

static void crossings_beyond_an_event_are_not_there(void **state) {
    bench *b = *state;
    b->v.event.theta = b->v.event.point[0] = b->v.event.point[1] = 0.4;
    section_begin(&b->v);
    assert_int_equal(section_look(&b->v, &b->d), INVO_OK);
    assert_int_equal(b->crossings, 0);
}

static void events_are_located(void **state) {
    bench *b = *state;
    int found = 0;
    assert_int_equal(event_find(&b->v, &b->d, &found), INVO_OK);
    assert_true(found && b->v.event.crossed[0]);
    assert_true(fabs(b->v.event.theta - 0.75) < 1e-14);
    assert_true(b->v.event.point[1] >= 0.75 && b->v.event.point[1] < 0.75 + 1e-14);
    b->v.q[0] = b->v.q[1] = 0.5;
    b->d.h = 0.5;
    assert_int_equal(event_find(&b->v, &b->d, &found), INVO_OK);
    assert_false(found);
}

static void the_way_is_added_up(void **state) {
    bench *b = *state;
    b->v.event.theta = 0.5;
    assert_int_equal(arclength_note(&b->v, &b->d), INVO_OK);
    assert_true(b->v.arc.s == 0);
    b->v.engine->by_length = 1;
    arclength_note(&b->v, &b->d);
    arclength_note(&b->v, &b->d);
    assert_true(b->v.arc.s == 1 && b->v.arc.at == 1);
}

/* Directions ask for a way of 1, in steps that do not reach the stop time. */
static int is_creeping(bench *b, double moved, double stop) {
    run *v = &b->v;
    v->o.max_steps = 10000;
    v->o.stop = stop;
    b->s.constraints = 1;
    b->s.constraint = no_constraint;
    creep_begin(v);
    for (int k = 0; k < 10; k++) {
        v->u[0] += 0.1;
        v->u[1] += 0.1 * moved;
        creep_note(v, 0.1);
    }
    int is_reason = creep_is_reason(v);
    b->s.constraints = 0;
    return is_reason;
}

static void creeping_is_seen(void **state) {
    bench *b = *state;
    assert_false(is_creeping(b, 1, 1e6));
    assert_false(is_creeping(b, 0.96, 1e6));
    assert_false(is_creeping(b, 0.9, 100)); /* which they reach */
    assert_true(is_creeping(b, 0.9, 1e6));
    assert_string_equal(b->v.result->stopped_by, "constraint");
    assert_non_null(strstr(invo_context_message(b->context), "leave the constraints"));
}

/* A coordinate below its absolute tolerance for longer than half of the time. */
static void what_hides_below_the_tolerance_is_told(void **state) {
    bench *b = *state;
    collapse_begin(&b->v);
    b->v.u[1] = 1e-20;
    for (int k = 0; k < 3; k++)
        collapse_note(&b->v, 0.1);
    assert_true(fabs(b->v.collapse.seen - 0.3) < 1e-15);
    assert_true(b->v.collapse.hidden[1] == b->v.collapse.seen);
    collapse_begin(&b->v);
    assert_true(b->v.collapse.seen == 0 && b->v.collapse.hidden[1] == 0);
}

static double stiffness;

static double edge(const stepper *s, const step *d, int n, const double *weight) {
    (void)s;
    (void)d;
    (void)n;
    (void)weight;
    return stiffness;
}

/* Fifteen steps at the edge of stability are no accident, unless six calm ones follow. */
static void stiffness_is_told_once(void **state) {
    bench *b = *state;
    stepper_class stub = *b->v.engine->stepper.kind;
    stub.stiffness = edge;
    b->v.engine->stepper.kind = &stub;
    for (int k = 1; k <= 60; k++) {
        stiffness = k <= 14 || k > 30 ? 10 : 0.1;
        stiff_look(&b->v, &b->d);
        assert_int_equal(b->v.stiff.is_told, k >= 45);
        chooser_note(&b->v, &b->d);
        assert_int_equal(b->v.chooser.hits, 0);
        b->v.chooser.on = 0;
    }
    b->v.chooser.on = 1;
    stiffness = 10;
    for (int k = 1; k <= 15; k++) {
        chooser_note(&b->v, &b->d);
        assert_int_equal(b->v.chooser.hits, k);
    }
    stiffness = 0.1;
    for (int k = 1; k <= 6; k++)
        chooser_note(&b->v, &b->d);
    assert_int_equal(b->v.chooser.hits, 0);
    b->v.engine->stepper.kind = b->v.engine->method->kind;
}

/* Increments that grow tenfold though the field does not: errors are amplified. */
static void growing_increments_end_constant_steps(void **state) {
    bench *b = *state;
    invo_status status = INVO_OK;
    steady_reset(&b->v);
    int k = 0;
    for (double x = 1e-3; k < 10 && !status; k++, x *= -10) {
        b->v.q[1] = b->v.u[1] + x;
        status = steady_examine(&b->v, &b->d);
        b->v.u[1] = b->v.q[1];
    }
    assert_int_equal(status, INVO_E_STEP);
    assert_in_range(k, 4, 8);
    assert_string_equal(b->v.result->stopped_by, "stability");
}

int main(void) {
#define WATCHED(test) cmocka_unit_test_setup_teardown(test, begin, end)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_observer_has_a_name_and_a_hook),
        WATCHED(rows_lie_inside_the_step),
        WATCHED(rows_end_at_the_event),
        WATCHED(crossings_are_located),
        WATCHED(crossings_beyond_an_event_are_not_there),
        WATCHED(events_are_located),
        WATCHED(the_way_is_added_up),
        WATCHED(creeping_is_seen),
        WATCHED(what_hides_below_the_tolerance_is_told),
        WATCHED(stiffness_is_told_once),
        WATCHED(growing_increments_end_constant_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
