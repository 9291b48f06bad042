/* Systems brought as C callbacks: a free rigid body with two invariants, a pendulum, and
 * systems that are not complete. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
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

/* Angular momenta u1, u2, u3 with moments of inertia 1, 2, 3. */
static const double body_start[4] = {0, 0.8, 0.5, 0.3};

static int body(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1;
    v[1] = u[2] * u[3] * (1.0 / 3 - 1.0 / 2);
    v[2] = u[3] * u[1] * (1.0 / 1 - 1.0 / 3);
    v[3] = u[1] * u[2] * (1.0 / 2 - 1.0 / 1);
    return 0;
}

static double energy(const double *u) {
    return u[1] * u[1] / 2 + u[2] * u[2] / 4 + u[3] * u[3] / 6;
}

static double momentum(const double *u) {
    return u[1] * u[1] + u[2] * u[2] + u[3] * u[3];
}

static void body_invariants(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = energy(u) - energy(body_start);
    phi[1] = momentum(u) - momentum(body_start);
}

static invo_system rigid_body(void) {
    invo_system s;
    invo_system_init(&s);
    s.coordinates = 4, s.start = body_start, s.direction = body;
    s.constraints = s.invariants = 2, s.constraint = body_invariants;
    return s;
}

static void run(const invo_system *s, invo_result **r) {
    if (invo_system_run(context, s, &options, r))
        fail_msg("%s", invo_context_message(context));
}

/* Over many turns, without a Jacobian, at any tolerance, constant or adaptive. */
static void rigid_body_keeps_its_invariants(void **state) {
    (void)state;
    static const char *const retraction[] = {"auto", "normal", "orthogonal"};
    for (int k = 0; k < 6; k++) {
        invo_system s = rigid_body();
        invo_result *r;
        options.stop = 100, options.rtol = 1e-5, options.retraction = retraction[k % 3];
        options.step = k < 3 ? NAN : 0.1;
        run(&s, &r);
        assert_int_equal(invo_result_rows(r), 501);
        for (long i = 0; i < 501; i++) {
            const double *u = invo_result_row(r, i);
            assert_true(fabs(energy(u) - energy(body_start)) < 4e-16);
            assert_true(fabs(momentum(u) - momentum(body_start)) < 1e-15);
        }
        invo_ledger_row row;
        for (int i = 0; i < 2; i++) {
            assert_true(invo_result_ledger(r, i, &row));
            assert_true(row.scaled_max <= 4 && !row.left_out);
            assert_int_equal(row.row.kind, INVO_ROW_INVARIANT);
        }
        assert_true(row.max > 0); /* measured, not assumed */
        assert_string_equal(invo_result_column(r, 2), "u3");
        assert_string_equal(invo_result_stopped_by(r), "stop-time");
        invo_result_free(r);
    }
}

/* The way and the way back. */
static void backward_in_time(void **state) {
    (void)state;
    invo_system s = rigid_body();
    invo_result *r;
    double back[4];
    options.stop = 5, options.rtol = 1e-10;
    run(&s, &r);
    memcpy(back, invo_result_final(r), sizeof back);
    invo_result_free(r);
    s.start = back, options.stop = 0;
    run(&s, &r);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(invo_result_final(r)[i] - body_start[i]) < 1e-8);
    invo_result_free(r);
}

/* u = t, x, y, x', y': length and its derivative as plain constraints. */
static int pendulum(void *self, const double *u, double *v) {
    long *calls = self;
    double l = (u[3] * u[3] + u[4] * u[4] - 10 * u[2]) / (u[1] * u[1] + u[2] * u[2]);
    if (calls)
        ++*calls;
    v[0] = 1, v[1] = u[3], v[2] = u[4], v[3] = -u[1] * l, v[4] = -u[2] * l - 10;
    return 0;
}

static void rod(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[1] * u[1] + u[2] * u[2] - 1;
    phi[1] = u[1] * u[3] + u[2] * u[4];
}

static void start_is_made_exact(void **state) {
    (void)state;
    const double near[5] = {0, 0.6001, -0.8, 0.01, 0};
    long calls = 0;
    invo_system s;
    invo_result *r;
    invo_system_init(&s);
    s.coordinates = 5, s.start = near, s.direction = pendulum, s.self = &calls;
    s.constraints = 2, s.constraint = rod, s.name = "pendulum";
    options.stop = 3;
    run(&s, &r);
    for (long i = 0; i < invo_result_rows(r); i++) {
        double phi[2];
        rod(NULL, invo_result_row(r, i), phi);
        assert_true(fabs(phi[0]) < 1e-15 && fabs(phi[1]) < 1e-14);
    }
    assert_int_equal(invo_result_statistics(r)->evaluations, calls);
    invo_result_free(r);
}

static int stop_after_three(void *data, double t, long steps) {
    (void)t, (void)data;
    return steps >= 3;
}

static void the_caller_may_interrupt(void **state) {
    (void)state;
    invo_system s = rigid_body();
    invo_result *r = NULL;
    options.progress = stop_after_three;
    options.stop = 100;
    assert_int_equal(invo_system_run(context, &s, &options, &r), INVO_E_INTERRUPT);
    assert_non_null(r);
    assert_int_equal(invo_result_statistics(r)->steps, 3);
    assert_string_equal(invo_result_stopped_by(r), "interrupt");
    assert_true(invo_result_final(r)[0] == invo_context_time(context));
    invo_result_free(r);
}

/* Defined for t < 1 only. */
static int until_one(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = sqrt(1 - u[0]);
    return 0;
}

static int until_half(void *self, const double *u, double *v) {
    (void)self;
    v[0] = v[1] = 1;
    return u[0] > 0.5;
}

static void failures_keep_what_was_computed(void **state) {
    (void)state;
    const double start[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        invo_system s;
        invo_result *r = NULL;
        invo_system_init(&s);
        s.coordinates = 2, s.start = start, s.direction = k ? until_half : until_one;
        options.stop = 2;
        assert_int_equal(invo_system_run(context, &s, &options, &r),
                         k ? INVO_E_DIRECTION : INVO_E_DOMAIN);
        assert_non_null(r);
        double t = invo_result_final(r)[0], last = k ? 0.5 : 1;
        assert_true(t > 0.9 * last && t <= last);
        assert_true(invo_context_time(context) == t);
        long rows = invo_result_rows(r);
        assert_true(rows > 100 && invo_result_row(r, rows - 1)[0] <= t);
        invo_result_free(r);
    }
}

/* A constraint that is undefined later is named, not something else. */
static void root(void *self, const double *u, double *phi) {
    (void)self;
    phi[0] = u[2] - sqrt(1 - u[0]);
}

static void root_slope(void *self, const double *u, double *value) {
    (void)self, (void)u;
    value[0] = 1;
}

static int falling(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = 1, v[2] = -0.5 / u[2];
    return 0;
}

static void undefined_constraints_are_named(void **state) {
    (void)state;
    static const invo_row row[] = {{"the root", "m.c:1", 0, INVO_ROW_EXPLICIT, NULL}};
    static const int first[] = {0, 1}, column[] = {2};
    static const invo_pattern pattern = {1, 3, first, column};
    const double start[3] = {0, 0, 1};
    invo_system s;
    invo_result *r = NULL;
    invo_system_init(&s);
    s.coordinates = 3, s.start = start, s.direction = falling;
    s.constraints = s.rows = 1, s.row = row, s.constraint = root;
    s.jacobian = root_slope, s.jacobian_pattern = &pattern;
    options.stop = 2, options.step = 0.3;
    invo_status status = invo_system_run(context, &s, &options, &r);
    invo_result_free(r);
    assert_int_equal(status, INVO_E_DOMAIN);
    if (!strstr(invo_context_error(context), "the root"))
        fail_msg("does not name the constraint: %s", invo_context_error(context));
}

/* What is missing is said; nothing runs. */
static void refuse(const invo_system *s, const char *word) {
    invo_result *r = (invo_result *)&context;
    assert_int_equal(invo_system_run(context, s, &options, &r), INVO_E_ARGUMENT);
    assert_null(r);
    if (!strstr(invo_context_error(context), word))
        fail_msg("'%s' is not in: %s", word, invo_context_error(context));
}

static void missing_fields_are_named(void **state) {
    (void)state;
    const double undefined[4] = {0, 1, NAN, 3};
    invo_system s = rigid_body();
    s.coordinates = 1, refuse(&s, "coordinates");
    s = rigid_body(), s.start = NULL, refuse(&s, "start");
    s = rigid_body(), s.start = undefined, refuse(&s, "start");
    s = rigid_body(), s.direction = NULL, refuse(&s, "direction");
    s = rigid_body(), s.constraint = NULL, refuse(&s, "constraint");
    s = rigid_body(), s.invariants = 3, refuse(&s, "invariants");
    s = rigid_body(), s.constraints = s.invariants = -1, refuse(&s, "constraints");
    invo_system_init(&s);
    refuse(&s, "coordinates");
}

static void options_are_checked(void **state) {
    (void)state;
    invo_system s = rigid_body();
    options.rtol = -1, refuse(&s, "rtol");
    invo_options_init(&options)->method = "rk5", refuse(&s, "method");
    invo_options_init(&options)->start = 1, refuse(&s, "start");
    invo_options_init(&options)->retraction = "staged", refuse(&s, "staged");
}

/* Leaves something behind on the stack, where numbers that nobody has set would be. */
static __attribute__((noinline)) void soil_stack(void) {
    volatile char soil[1 << 14];
    for (size_t i = 0; i < sizeof soil; i++)
        soil[i] = 'A';
}

static void checkpoints_are_refused(void **state) {
    (void)state;
    static const invo_checkpoint point = {.file = "never_written", .steps = 20};
    invo_system s = rigid_body();
    options.checkpoint = &point;
    soil_stack();
    refuse(&s, "only runs of models have them");
}

/* The status of a run in a process of its own, which may crash: CRASHED. */
enum { RAN = 100, CRASHED = 101 };

static int outcome(const invo_system *s) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        invo_result *r;
        close(STDERR_FILENO);
        signal(SIGSEGV, SIG_DFL); /* not cmocka's */
        options.stop = 0.1;
        invo_status code = invo_system_run(context, s, &options, &r);
        _exit(code == INVO_OK ? RAN : (int)code);
    }
    waitpid(child, &status, 0);
    if (!WIFEXITED(status))
        return CRASHED;
    int code = WEXITSTATUS(status); /* 1: the sanitizer ended it */
    return code == 1 ? CRASHED : code;
}

static void equations(void *self, int block, const double *u, double *z, double *a,
                      double *b) {
    (void)self, (void)block, (void)u, (void)a, (void)b;
    z[0] = 1;
}

/* Counts without the arrays and functions that they count. */
static void fields_that_do_not_fit_are_refused(void **state) {
    (void)state;
    static const invo_coordinate no_size[4] = {{"time", 1, 0, 0}, {"a", 0, 0, 0}};
    static const invo_coordinate beyond[4] = {
        {"time", 1, 0, 0}, {"a", 1, 9, 0}, {"b", 1, -9, 0}, {"c", 1, 4, 0}};
    static const invo_column unnamed[1] = {{NULL, 1, -INFINITY, INFINITY, NULL}};
    static const invo_column elsewhere[1] = {{"a", 99, -INFINITY, INFINITY, NULL}};
    static const int none[] = {0};
    static const invo_block run_of_one = {0, none, none, {0}};
    struct {
        const char *what;
        invo_system s;
    } cases[7];
    for (int k = 0; k < 7; k++)
        cases[k].s = rigid_body();
    cases[0].what = "a nominal size of 0", cases[0].s.coordinate = no_size;
    cases[1].what = "stages without stage", cases[1].s.stages.count = 1;
    cases[2].what = "a column without name", cases[2].s.columns = 1;
    cases[2].s.column = unnamed;
    cases[3].what = "a column of no coordinate", cases[3].s.columns = 1;
    cases[3].s.column = elsewhere;
    cases[4].what = "blocks without block", cases[4].s.blocks.count = 1;
    cases[4].s.direction = NULL, cases[4].s.blocks.equations = equations;
    cases[4].s.coordinate = beyond, cases[4].s.tops = 1;
    cases[5] = cases[4], cases[5].what = "a coordinate whose derivative is none";
    cases[5].s.blocks.at = &run_of_one;
    cases[6].what = "a direction from blocks without blocks";
    cases[6].s.direction = NULL, cases[6].s.blocks.equations = equations;
    cases[6].s.coordinate = beyond;
    char list[400] = "";
    for (int k = 0; k < 7; k++) {
        int code = outcome(&cases[k].s);
        if (code != INVO_E_ARGUMENT)
            sprintf(list + strlen(list), "; %s (%s)", cases[k].what,
                    code == RAN       ? "runs"
                    : code == CRASHED ? "crashes"
                                      : invo_status_text((invo_status)code));
    }
    if (*list)
        fail_msg("accepted%s", list);
}

/* A pattern without Jacobian: differences in that pattern, or a refusal. */
static void a_pattern_may_come_without_a_jacobian(void **state) {
    (void)state;
    static const int start[] = {0, 3, 6}, column[] = {1, 2, 3, 1, 2, 3};
    static const invo_pattern pattern = {2, 4, start, column};
    invo_system s = rigid_body();
    invo_result *r = NULL;
    s.jacobian_pattern = &pattern;
    options.stop = 10;
    invo_status status = invo_system_run(context, &s, &options, &r);
    double off = r ? energy(invo_result_final(r)) - energy(body_start) : NAN;
    invo_result_free(r);
    if (status == INVO_E_ARGUMENT)
        return;
    if (status || !(fabs(off) < 4e-16))
        fail_msg("%s; the energy is off by %g", invo_status_text(status), off);
}

/* y' = -1e6 (y - cos t), y(0) = 1: with the direction alone, and with its equation. */
enum { LAMBDA = 1000000 };

static int relax(void *self, const double *u, double *v) {
    (void)self;
    v[0] = 1, v[1] = -LAMBDA * (u[1] - cos(u[0]));
    return 0;
}

static void relax_block(void *self, int block, const double *u, double *z, double *a,
                        double *b) {
    (void)self, (void)block, (void)z;
    a[0] = 1, b[0] = LAMBDA * (u[1] - cos(u[0]));
}

static void relax_tops(void *self, const double *u, const double *z, double *residual,
                       double *matrix) {
    int *calls = self;
    if (residual)
        residual[0] = z[0] + LAMBDA * (u[1] - cos(u[0]));
    if (matrix)
        ++*calls, matrix[0] = LAMBDA, matrix[1] = 1;
}

static void stiff_systems_run_with_and_without_derivatives(void **state) {
    (void)state;
    static const double at[2] = {0, 1};
    static const int zero[] = {0}, start[] = {0, 2}, column[] = {1, 2}, one[] = {0, 1};
    static const invo_coordinate name[2] = {{"time", 1, 0, 0}, {"y", 1, 2, 0}},
                                 circle[2] = {{"time", 1, 0, 0}, {"y", 1, 1, 0}};
    static const invo_block block = {1, zero, zero, {1, 1, one, zero}};
    static const invo_pattern pattern = {1, 3, start, column},
                              narrow = {1, 2, start, column};
    invo_system s;
    int calls = 0;
    invo_system_init(&s);
    s.coordinates = 2, s.start = at, s.self = &calls, s.direction = relax;
    options.method = "radau", options.stop = 1, options.rtol = 1e-8;
    for (int k = 0; k < 2; k++) {
        invo_result *r;
        run(&s, &r);
        assert_true(invo_result_statistics(r)->steps < 60);
        double exact = cos(1) + sin(1) / LAMBDA;
        assert_true(fabs(invo_result_final(r)[1] - exact) < 1e-8);
        assert_true((calls > 0) == k);
        invo_result_free(r);
        s.direction = NULL, s.coordinate = name, s.tops = s.blocks.count = 1,
        s.blocks.at = &block;
        s.blocks.equations = relax_block, s.top.equations = relax_tops;
        s.top.pattern = &pattern;
    }
    s.top.pattern = NULL, refuse(&s, "top.pattern");
    s.top.pattern = &narrow, refuse(&s, "top.pattern");
    s.top.pattern = &pattern, s.top.count = 1, refuse(&s, "top.unknown");
    s.top.count = 0, s.coordinate = circle, refuse(&s, "form a cycle");
}

static int extend_nothing(void *self, unsigned what) {
    (void)self;
    (void)what;
    return 0;
}

/* A system that promises derivatives is held to it: a run by differences in their place
 * would be slow without a word. Without the promise they are taken. */
static void promised_derivatives_are_required(void **state) {
    (void)state;
    invo_system s = rigid_body();
    invo_result *r = NULL;
    options.retraction = "normal";
    run(&s, &r);
    invo_result_free(r);
    s.process.extend = extend_nothing;
    refuse(&s, "jacobian");
    options.retraction = "orthogonal";
    options.newton = "exact";
    refuse(&s, "hessian");
}

static double pace; /* of the time, which is 1 */

static int body_at_another_pace(void *self, const double *u, double *v) {
    const int status = body(self, u, v);
    v[0] = pace;
    return status;
}

/* Rows would be looked for at times that the step does not have. */
static void time_passes_as_it_does(void **state) {
    (void)state;
    static const double paces[] = {2, 0, -1, 1e308};
    for (size_t k = 0; k < sizeof paces / sizeof *paces; k++) {
        invo_system s = rigid_body();
        invo_result *r = NULL;
        pace = paces[k];
        s.direction = body_at_another_pace;
        assert_int_equal(invo_system_run(context, &s, &options, &r), INVO_E_DOMAIN);
        assert_non_null(strstr(invo_context_message(context), "first component than 1"));
        invo_result_free(r);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(rigid_body_keeps_its_invariants),
        TEST(backward_in_time),
        TEST(start_is_made_exact),
        TEST(the_caller_may_interrupt),
        TEST(failures_keep_what_was_computed),
        TEST(undefined_constraints_are_named),
        TEST(missing_fields_are_named),
        TEST(options_are_checked),
        TEST(checkpoints_are_refused),
        TEST(fields_that_do_not_fit_are_refused),
        TEST(a_pattern_may_come_without_a_jacobian),
        TEST(stiff_systems_run_with_and_without_derivatives),
        TEST(promised_derivatives_are_required),
        TEST(time_passes_as_it_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
