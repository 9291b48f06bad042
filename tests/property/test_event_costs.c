/* An event costs a restart and no more: the system that is entered after it has what the
 * run needs, and what is computed by differences is told. Work is counted in evaluations.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/main_path/main_path.h"
#include "../../src/events/hybrid_state.h"
#include "involute.h"
#include <cmocka.h> /* last: it has a macro `fail` */

typedef struct counted {
    long evaluations, events;
    int modes; /* that were completed */
} counted;

static long count_events(const invo_result *r) {
    invo_result_event_row e;
    long count = 0;
    while (invo_result_event(r, count, &e))
        count++;
    return count;
}

static counted run(const char *text, const char *assignment, const char *method,
                   const char *retraction) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "model.mo", text, strlen(text), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    assert_int_equal(invo_model_set(m, assignment), 0);
    o.method = method, o.retraction = retraction;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s: %s", assignment, invo_context_message(c));
    assert_null(strstr(invo_context_message(c), "differences"));
    const hybrid *h = m->lowered->hybrid;
    counted all = {invo_result_statistics(r)->evaluations, count_events(r),
                   h ? h->modes.all.count : 1};
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return all;
}

/* What `assignment` makes happen, against a run in which nothing does. */
static void compare(const char *text, const char *quiet, const char *assignment,
                    long events, const char *method, const char *retraction) {
    enum { RESTART = 600 }; /* evaluations: far fewer than of one dense matrix a step */
    counted without = run(text, quiet, method, retraction),
            with = run(text, assignment, method, retraction);
    assert_int_equal(without.events, 0);
    assert_true(with.events >= events);
    if (with.evaluations > 2 * without.evaluations + RESTART * with.events)
        fail_msg("%s, %s: %ld evaluations with %ld events, %ld without", assignment,
                 method, with.evaluations, with.events, without.evaluations);
}

/* Reaction and diffusion, of which the source changes. */
static const char diffusion[] =
    "model Diffusion\n"
    "  parameter Integer N = 150;\n"
    "  parameter Real at = 1e9, c = 0.05*(N + 1)^2;\n"
    "  Real source = if time < at then 1 else 1.001;\n"
    "  Real w[N](each start = 1, each fixed = true);\n"
    "equation\n"
    "  for i in 1:N loop\n"
    "    der(w[i]) = source - w[i]^3 + c*((if i == 1 then 0 else w[max(i - 1, 1)]) - "
    "2*w[i] + (if i == N then 2 else w[min(i + 1, N)]));\n"
    "  end for;\n"
    "  annotation(experiment(StopTime = 5));\n"
    "end Diffusion;\n";

/* Before the change to radau, after it, and in radau from the start. */
static void a_source_changes(void **state) {
    (void)state;
    compare(diffusion, "at=1e9", "at=0.002", 1, "auto", "auto");
    compare(diffusion, "at=1e9", "at=2.5", 1, "auto", "auto");
    compare(diffusion, "at=1e9", "at=2.5", 1, "radau", "auto");
    compare(diffusion, "at=1e9", "at=2.5", 1, "lobatto3a4", "auto");
}

/* A bar whose end is pushed when it has cooled down, and its resistor is not linear: an
 * equation that implicit methods keep as it is. */
static const char bar[] =
    "model Bar\n"
    "  parameter Integer N = 80;\n"
    "  parameter Real low = -1, k = 0.02*N^2;\n"
    "  Real T[N](each start = 2, each fixed = true), i(start = 0.5);\n"
    "  Boolean hot(start = false, fixed = true);\n"
    "equation\n"
    "  i + i^3 = 1 + 0.1*T[1];\n"
    "  der(T[1]) = (if hot then i else 0) + k*(T[2] - T[1]);\n"
    "  for n in 2:N - 1 loop\n"
    "    der(T[n]) = k*(T[n - 1] - 2*T[n] + T[n + 1]);\n"
    "  end for;\n"
    "  der(T[N]) = k*(T[N - 1] - T[N]) - 60*T[N];\n"
    "  when T[N] < low then\n"
    "    hot = true;\n"
    "    reinit(T[1], T[1] + 1);\n"
    "  end when;\n"
    "  annotation(experiment(StopTime = 4));\n"
    "end Bar;\n";

static void a_state_jumps(void **state) {
    (void)state;
    compare(bar, "low=-1", "low=0.4", 1, "auto", "auto");
    compare(bar, "low=-1", "low=0.4", 1, "radau", "auto");
    compare(bar, "low=-1", "low=0.4", 1, "radau", "normal");
}

/* Pendulums on one rail, with springs so stiff that implicit methods are the better ones,
 * and a wind that sets in: constraints, whose gradients the retraction asks for. */
static const char row[] =
    "model Row\n"
    "  parameter Integer N = 16;\n"
    "  parameter Real at = 1e9, d = 3000;\n"
    "  Real x[N](each start = 0.6, each fixed = true), y[N](each start = -0.8), "
    "F[N], wind = if time > at then 0.2 else 0;\n"
    "equation\n"
    "  for n in 1:N loop\n"
    "    der(der(x[n])) = -F[n]*x[n] - d*der(x[n]) + wind;\n"
    "    der(der(y[n])) = -F[n]*y[n] - 9.81;\n"
    "    x[n]^2 + y[n]^2 = 1;\n"
    "  end for;\n"
    "  annotation(experiment(StopTime = 3));\n"
    "end Row;\n";

static void the_wind_sets_in(void **state) {
    (void)state;
    compare(row, "at=1e9", "at=1", 1, "auto", "auto");
    compare(row, "at=1e9", "at=1", 1, "radau", "normal");
    compare(row, "at=1e9", "at=1", 1, "radau", "orthogonal");
}

/* A ball between two walls: the event functions hold positions alone, and are looked at
 * without solving for accelerations. */
static const char rattle[] =
    "model Rattle\n"
    "  parameter Real wall = 100;\n"
    "  Real x(start = 0, fixed = true), v(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = v;\n"
    "  der(v) = -0.01*x^3;\n"
    "  when {x > wall, x < -wall} then\n"
    "    reinit(v, -v);\n"
    "  end when;\n"
    "  annotation(experiment(StopTime = 20));\n"
    "end Rattle;\n";

static const char swing[] =
    "model Swing\n"
    "  parameter Real k = 0.01;\n"
    "  Real x(start = 0, fixed = true), v(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = v;\n"
    "  der(v) = -k*x^3;\n"
    "  annotation(experiment(StopTime = 20));\n"
    "end Swing;\n";

static void looking_costs_nothing(void **state) {
    (void)state;
    counted quiet = run(rattle, "wall=100", "dop853", "auto"),
            smooth = run(swing, "k=0.01", "dop853", "auto");
    assert_int_equal(quiet.events, 0);
    assert_int_equal(quiet.evaluations, smooth.evaluations);
}

/* Masses in a row, each of which pushes the next one or does not: modes without number.
 */
static const char contact[] =
    "model Contact\n"
    "  parameter Integer N = 20;\n"
    "  parameter Real k = 3000, stop = 1;\n"
    "  Real x[N](start = {1.02*i for i in 1:N}, each fixed = true), "
    "v[N](start = {if i == 1 then 4 else 0.1*sin(i) for i in 1:N}, each fixed = true), "
    "f[N + 1];\n"
    "equation\n"
    "  f[1] = 0;\n"
    "  f[N + 1] = 0;\n"
    "  for i in 2:N loop\n"
    "    f[i] = if x[i] - x[i - 1] < 1 then k*(1 - x[i] + x[i - 1]) else 0;\n"
    "  end for;\n"
    "  for i in 1:N loop\n"
    "    der(x[i]) = v[i];\n"
    "    der(v[i]) = f[i] - f[i + 1] - 9*(x[i] - 1.02*i);\n"
    "  end for;\n"
    "  when time > stop then\n"
    "    terminate(\"enough\");\n"
    "  end when;\n"
    "  annotation(experiment(StopTime = 3));\n"
    "end Contact;\n";

static void modes_that_differ_in_terms_are_one(void **state) {
    (void)state;
    counted all = run(contact, "stop=2", "dop853", "auto");
    assert_true(all.events > 60);
    assert_true(all.modes < 8);
}

/* Masses that depend on the side, and with them the system Jacobian: no mode serves for
 * another. */
static const char heavy[] =
    "model Heavy\n"
    "  parameter Integer N = 6;\n"
    "  parameter Real m = 4;\n"
    "  Real x[N](each start = 0, each fixed = true), v[N](each start = 1, each fixed = "
    "true);\n"
    "equation\n"
    "  for i in 1:N loop\n"
    "    der(x[i]) = v[i];\n"
    "    (if x[i] > 0 then m else 1)*der(v[i]) = -(1 + 0.3*i)^2*x[i];\n"
    "  end for;\n"
    "  annotation(experiment(StopTime = 6));\n"
    "end Heavy;\n";

static void modes_of_other_structure_are_not(void **state) {
    (void)state;
    counted all = run(heavy, "m=3", "dop853", "auto");
    assert_true(all.events > 8);
    assert_true(all.modes > 8);
}

/* --- callbacks --- */

enum { N = 60 };

static int cool(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1;
    for (int i = 1; i < N; i++)
        v[i] = -1000 * (u[i] - cos(u[0]));
    return 0;
}

static void differences_are_told(void **state) {
    double start[N] = {0};
    invo_context *c = invo_context_new();
    invo_system s = {.name = "cool", .coordinates = N, .start = start, .direction = cool};
    invo_options o;
    invo_result *r = NULL;
    (void)state;
    invo_options_init(&o);
    o.method = "radau";
    assert_int_equal(invo_system_run(c, &s, &o, &r), 0);
    assert_non_null(strstr(invo_context_message(c), "59 by 59, computed by differences"));
    invo_result_free(r);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_changes),
        cmocka_unit_test(a_state_jumps),
        cmocka_unit_test(the_wind_sets_in),
        cmocka_unit_test(looking_costs_nothing),
        cmocka_unit_test(modes_that_differ_in_terms_are_one),
        cmocka_unit_test(modes_of_other_structure_are_not),
        cmocka_unit_test(differences_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
