/* Every allocation of a complete run fails once, first those that the library counts,
 * then those of the C library; and none is made in the step loop.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <features.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../../src/base/context.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* --- all calls of malloc and its kin, whoever makes them --- */

static long heap_calls;
static long heap_left = -1; /* the call after these fails, and all that follow ... */
static int heap_recovers;   /* ... or only this one */

#if defined(__SANITIZE_ADDRESS__)
enum { HEAP_IS_SEEN = 1, HEAP_CAN_FAIL = 0 };
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void *, size_t),
                                              void (*)(const volatile void *));
static void seen(const volatile void *p, size_t size) {
    (void)p, (void)size;
    heap_calls++;
}
static void gone(const volatile void *p) {
    (void)p;
}
static void watch_heap(void) {
    __sanitizer_install_malloc_and_free_hooks(seen, gone);
}
#elif defined(__GLIBC__)
enum { HEAP_IS_SEEN = 1, HEAP_CAN_FAIL = 1 };
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
static int fails(void) {
    heap_calls++;
    if (heap_left == 0) {
        if (heap_recovers)
            heap_left = -1;
        return 1;
    }
    if (heap_left > 0)
        heap_left--;
    return 0;
}
void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}
void *realloc(void *p, size_t size) {
    return fails() ? NULL : __libc_realloc(p, size);
}
static void watch_heap(void) {
}
#else
enum { HEAP_IS_SEEN = 0, HEAP_CAN_FAIL = 0 };
static void watch_heap(void) {
}
#endif

/* --- a complete run --- */

static const char pendulum[] =
    "model M parameter Real g = 10; Real x(start = 0.6, fixed = true), y(start = -0.7), "
    "l, kinetic, w[1]; Real E = kinetic + g*y annotation(__involute(invariant = true)); "
    "initial equation der(x) = 0.1; equation der(der(x)) = -x*l; "
    "der(der(y)) = -y*l - g; x^2 + y^2 = 1; kinetic = (der(x)^2 + der(y)^2)/2; "
    "for i in 1:1 loop w[i] = i*x*y; end for; "
    "annotation(experiment(StopTime = 0.5)); end M;";

static char folder[] = "/tmp/involute-fault-XXXXXX", file[64];

static invo_status output(invo_context *c, const invo_model *m, const invo_result *r) {
    char *json = NULL;
    invo_status status = invo_result_json(c, r, m, &json);
    free(json);
    json = NULL;
    if (!status)
        status = invo_result_summary(c, r, m, &json);
    free(json);
    json = NULL;
    if (!status)
        status = invo_model_json(c, m, &json);
    free(json);
    json = NULL;
    if (!status)
        status = invo_model_summary(c, m, &json);
    free(json);
    return status ? status : invo_result_write_csv(c, r, file);
}

static const char *method = "auto";

static invo_status whole_run(invo_context *c) {
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_options_init(&o);
    o.points = 20, o.method = method;
    invo_status status = invo_model_parse(c, "m.mo", pendulum, strlen(pendulum), &m);
    if (!status)
        status = invo_model_options(m, &o);
    if (!status)
        status = invo_model_set(m, "g=9.81");
    if (!status)
        status = invo_model_run(m, &o, &r);
    if (!status)
        status = invo_model_certify(m);
    if (!status)
        status = output(c, m, r);
    invo_result_free(r);
    invo_model_free(m);
    return status;
}

/* What is left in the folder: 1 for a complete file, 0 for none; temporaries fail. */
static int files_left(void) {
    struct stat info;
    int found = stat(file, &info) == 0;
    if (found)
        assert_int_equal(unlink(file), 0);
    if (rmdir(folder))
        fail_msg("something is left in %s", folder);
    assert_int_equal(mkdir(folder, 0700), 0);
    return found;
}

static void fail_every_allocation_once(void) {
    invo_status status = INVO_E_MEMORY;
    long k = 0;
    for (; status; k++) {
        invo_context *c = invo_context_new();
        c->allocations_left = k;
        status = whole_run(c);
        if (status && status != INVO_E_MEMORY)
            fail_msg("allocation %ld: %s", k, invo_context_message(c));
        if (status)
            assert_non_null(strstr(invo_context_message(c), "out of memory"));
        invo_context_free(c);
        assert_int_equal(files_left(), !status);
        assert_true(k < 100000);
    }
    assert_true(k > 8);
}

/* The Taylor methods have memory of their own. */
static void every_counted_allocation_fails_once(void **state) {
    (void)state;
    static const char *const methods[] = {"auto", "taylor", "taylor3"};
    for (int k = 0; k < 3; k++) {
        method = methods[k];
        fail_every_allocation_once();
    }
    method = "auto";
}

/* The same run again succeeds in the same context. */
static void a_context_recovers(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    for (long k = 0; k < 10; k++) {
        c->allocations_left = k;
        assert_int_equal(whole_run(c), INVO_E_MEMORY);
        c->allocations_left = -1;
        assert_int_equal(whole_run(c), INVO_OK);
        assert_string_equal(invo_context_error(c), "");
    }
    invo_context_free(c);
    files_left();
}

/* A file that cannot be opened for want of memory may say so as a file error. */
static void every_call_of_malloc_fails_once(void **state) {
    (void)state;
    if (!HEAP_CAN_FAIL)
        skip();
    invo_status status = INVO_E_MEMORY;
    for (long k = 0; status; k++) {
        invo_context *c = invo_context_new();
        heap_left = k;
        status = whole_run(c);
        heap_left = -1;
        if (status && status != INVO_E_MEMORY && status != INVO_E_FILE)
            fail_msg("call %ld: %s: %s", k, invo_status_text(status),
                     invo_context_message(c));
        if (status)
            assert_true(*invo_context_message(c) != 0);
        invo_context_free(c);
        files_left();
        assert_true(k < 100000);
    }
}

/* --- what a command line does, to its end also where something fails --- */

/* Modes, an event, a table of inputs, a block that is not linear: completion, and memory
 * of the solver, in the middle of the run. */
static const char hybrid[] =
    "model H input Real s; parameter Real k = 300; "
    "Real x(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 1), w; "
    "equation der(x) = v; der(v) = -x - (if x < 0 then k*x else 0) + 0.1*s; "
    "y^3 + y = 2 + x; w = x*y; when v > 0.3 then reinit(v, 0.1); end when; "
    "annotation(experiment(StopTime = 2)); end H;";
/* Fixed values that contradict each other: no start. */
static const char contrary[] =
    "model C Real x(start = 1, fixed = true), y(start = 2, fixed = true); "
    "equation der(x) = -x; x^2 + y^2 = 1; end C;";
/* Ends at an impasse point, where the run changes its parameter. */
static const char impasse[] =
    "model I Real x(start = 1, fixed = true), y(start = 0.1); "
    "equation der(x) = -1; x = y^2 - 0.5*y; annotation(experiment(StopTime = 3)); end I;";

static const struct {
    const char *text, *method;
    invo_status status; /* without a failure */
} scene[] = {{hybrid, "auto", INVO_OK},
             {hybrid, "radau", INVO_OK},
             {contrary, "auto", INVO_E_INCONSISTENT},
             {impasse, "auto", INVO_E_DIRECTION}};
enum { SCENES = sizeof scene / sizeof *scene };

static char model_file[64], input_file[64], section_file[64];

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void write_inputs(const char *text) {
    snprintf(model_file, sizeof model_file, "%s/m.mo", folder);
    snprintf(input_file, sizeof input_file, "%s/in.csv", folder);
    snprintf(section_file, sizeof section_file, "%s/cross.csv", folder);
    write_file(model_file, text);
    write_file(input_file, "time,s\n0,1\n5,2\n");
}

static void remove_inputs(void) {
    unlink(model_file), unlink(input_file), unlink(section_file);
}

/* As src/cli/run.c: results and texts are asked for whatever has happened before. */
static invo_status like_the_command(invo_context *c, const char *how, int has_input) {
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_crossings *crossings = NULL;
    invo_options o;
    char *text = NULL;
    invo_status status = invo_options_set(c, invo_options_init(&o), "method", how);
    if (!status)
        status = invo_model_read(c, model_file, &m);
    if (!status)
        status = invo_model_options(m, &o);
    if (!status)
        status = invo_options_set(c, &o, "method", how);
    if (!status)
        status = invo_model_section(m, "x - 0.5");
    if (!status && has_input)
        status = invo_model_input(m, input_file);
    if (!status)
        status = invo_output_check(c, file);
    if (!status)
        status = invo_crossings_open(c, section_file, &crossings);
    if (crossings)
        o.crossing = invo_crossings_write, o.crossing_data = crossings;
    if (!status)
        status = invo_model_run(m, &o, &r);
    invo_status closed = invo_crossings_close(c, crossings);
    invo_status written = r ? invo_result_write_csv(c, r, file) : INVO_OK;
    invo_status printed = invo_result_json(c, r, m, &text);
    free(text);
    text = NULL;
    if (r && !printed)
        printed = invo_result_summary(c, r, m, &text);
    free(text);
    invo_result_free(r);
    invo_model_free(m);
    if (!status)
        status = closed ? closed : written;
    return status ? status : printed;
}

static long play(int number, long call, int recovers, invo_status *status) {
    invo_context *c = invo_context_new();
    long before = heap_calls;
    heap_left = call, heap_recovers = recovers;
    *status = like_the_command(c, scene[number].method, scene[number].text == hybrid);
    long calls = heap_calls - before;
    heap_left = -1, heap_recovers = 0;
    if (*status)
        assert_true(*invo_context_message(c) != 0);
    invo_context_free(c);
    unlink(file);
    return calls;
}

/* Each call of malloc fails, alone or with all that follow: the status tells, and there
 * is a message. A failure that only costs a look may leave the status as it is. */
static void commands_survive_every_failure(void **state) {
    (void)state;
    if (!HEAP_CAN_FAIL)
        skip();
    for (int number = 0; number < SCENES; number++) {
        invo_status status;
        write_inputs(scene[number].text);
        long calls = play(number, -1, 0, &status);
        assert_int_equal(status, scene[number].status);
        for (long k = 0; k < 2 * calls; k++) {
            play(number, k / 2, (int)(k % 2), &status);
            if (status != INVO_E_MEMORY && status != INVO_E_FILE &&
                status != scene[number].status)
                fail_msg("scene %d, call %ld: %s", number, k / 2,
                         invo_status_text(status));
        }
        remove_inputs();
    }
    files_left();
}

/* The last calls of an implicit run: its own memory, after all that others have. */
static void implicit_runs_give_back_what_they_have(void **state) {
    (void)state;
    enum { LAST = 60 };
    if (!HEAP_CAN_FAIL)
        skip();
    long calls = 0;
    for (long k = -1; k < LAST; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_result *r = NULL;
        invo_options o;
        invo_options_init(&o);
        o.method = "radau", o.points = 3;
        long before = heap_calls;
        if (k >= 0)
            heap_left = calls - k;
        invo_status status = invo_model_parse(c, "m.mo", pendulum, strlen(pendulum), &m);
        if (!status)
            status = invo_model_run(m, &o, &r);
        heap_left = -1;
        if (k < 0)
            calls = heap_calls - before;
        if (k < 0 || k == 0)
            assert_int_equal(status, INVO_OK);
        if (status)
            assert_int_equal(status, INVO_E_MEMORY);
        invo_result_free(r);
        invo_model_free(m);
        invo_context_free(c);
    }
}

/* A model as C: both texts or none. */
static void exports_survive_every_failure(void **state) {
    (void)state;
    invo_status status = INVO_E_MEMORY;
    for (long k = 0; status; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_options o;
        char *code = NULL;
        char *header = NULL;
        c->allocations_left = k;
        invo_options_init(&o);
        status = invo_model_parse(c, "m.mo", pendulum, strlen(pendulum), &m);
        if (!status)
            status = invo_model_complete(m, &o);
        if (!status)
            status = invo_model_export(m, "m.h", &code, &header);
        assert_true(status == INVO_OK || status == INVO_E_MEMORY);
        assert_int_equal(code != NULL, status == INVO_OK);
        assert_int_equal(header != NULL, status == INVO_OK);
        free(code);
        free(header);
        invo_model_free(m);
        invo_context_free(c);
        assert_true(k < 100000);
    }
}

/* Where code cannot be compiled or loaded, the run goes on without. */
static void compiled_runs_survive_every_failure(void **state) {
    (void)state;
    if (!HEAP_CAN_FAIL)
        skip();
    long calls = 0;
    for (long k = -2; k < calls; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_result *r = NULL;
        invo_options o;
        invo_options_init(&o);
        o.evaluator = "cc", o.points = 3, o.stop = 0.1;
        long before = heap_calls;
        heap_left = k; /* first, the library is compiled; then, calls are counted */
        heap_recovers = (int)(k & 1);
        invo_status status = invo_model_parse(c, "m.mo", pendulum, strlen(pendulum), &m);
        if (!status)
            status = invo_model_run(m, &o, &r);
        heap_left = -1, heap_recovers = 0;
        if (k < 0)
            calls = heap_calls - before;
        assert_true(status == INVO_OK || (k >= 0 && status == INVO_E_MEMORY));
        invo_result_free(r);
        invo_model_free(m);
        invo_context_free(c);
    }
}

/* A decomposition, whose memory comes and goes in pieces. */
static void decompositions_survive_every_failure(void **state) {
    static const char text[] = "model P Real x, y, z; equation der(x) = 1; "
                               "(5*z + 3)*(3*x + 3) + (2*x - 1)*(2 - 3*z) = 0; "
                               "(2*x - 1)*(2*x - y) = (5*z + 3)*(2*y + 3); end P;";
    (void)state;
    invo_status status = INVO_E_MEMORY;
    for (long k = 0; status; k++) {
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_component found;
        c->allocations_left = k;
        status = invo_model_parse(c, "m.mo", text, strlen(text), &m);
        if (!status)
            status = invo_model_polynomials(m);
        if (!status)
            status = invo_model_decompose(m, 10);
        if (status)
            assert_int_equal(status, INVO_E_MEMORY);
        if (!status)
            assert_true(invo_model_component(m, 1, &found));
        invo_model_free(m);
        invo_context_free(c);
        assert_true(k < 100000);
    }
}

/* --- the step loop --- */

static const char kepler[] =
    "model K Real x(start = 1, fixed = true), y(fixed = true), u(fixed = true), "
    "v(start = 0.8, fixed = true); Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) "
    "annotation(__involute(invariant = true)); equation der(x) = u; der(y) = v; "
    "der(u) = -x/sqrt(x^2 + y^2)^3; der(v) = -y/sqrt(x^2 + y^2)^3; end K;";

/* Calls of malloc between the first accepted step and the last. The code of the direction
 * is made on the way, once. */
typedef struct loop {
    long first, last, steps, rejected, allocations;
} loop;

static void assert_same_calls(loop a, loop b) {
    assert_int_equal(a.last - a.first, b.last - b.first);
    assert_int_equal(a.allocations, b.allocations);
}

static int watch(void *data, double t, long steps) {
    loop *w = data;
    (void)t;
    if (steps == 1)
        w->first = heap_calls;
    w->last = heap_calls, w->steps = steps;
    return 0;
}

static loop run(const char *text, invo_options *o) {
    loop w = {0, 0, 0, 0, 0};
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    o->evaluator = "jit"; /* auto may compile: under sanitizers a run takes a second */
    o->progress = watch, o->progress_data = &w;
    if (invo_model_parse(c, "m.mo", text, strlen(text), &m) || invo_model_run(m, o, &r))
        fail_msg("%s", invo_context_message(c));
    w.allocations = c->allocations, w.rejected = invo_result_statistics(r)->rejected;
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return w;
}

static void check_loop(const char *text, invo_options o, const char *name) {
    o.method = name, o.stop = 2;
    o.step = 0.02;
    loop coarse = run(text, &o);
    o.step = 0.002;
    loop fine = run(text, &o);
    assert_int_equal(fine.steps, 10 * coarse.steps);
    assert_same_calls(fine, coarse);
    o.step = NAN, o.rtol = 1e-6, o.stop = 8;
    coarse = run(text, &o);
    o.rtol = 1e-10, o.first_step = 0.5; /* too long: rejected */
    fine = run(text, &o);
    assert_true(fine.rejected > 0 && fine.steps > coarse.steps);
    assert_int_equal(fine.allocations, coarse.allocations);
    if (fine.last - fine.first > coarse.last - coarse.first)
        fail_msg("%s: %ld calls in %ld steps, %ld in %ld", name, fine.last - fine.first,
                 fine.steps, coarse.last - coarse.first, coarse.steps);
}

static void nothing_is_allocated_in_the_step_loop(void **state) {
    (void)state;
    static const char *const methods[] = {"rk4",   "bs32",   "dopri54",  "dop853",
                                          "radau", "gauss4", "midpoint", "radau2a5"};
    static const char *const retraction[] = {"normal", "orthogonal"};
    static const char *const project[] = {"step", "stages"};
    if (!HEAP_IS_SEEN)
        skip();
    for (int k = 0; k < 32; k++) {
        invo_options o;
        invo_options_init(&o);
        o.retraction = retraction[k / 8 % 2], o.project = project[k / 16];
        check_loop(k % 2 ? pendulum : kepler, o, methods[k % 8]);
    }
}

/* Orders, and so sizes, follow the tolerance: only constant steps are compared. */
static void series_allocate_nothing_in_the_step_loop(void **state) {
    (void)state;
    static const char *const methods[] = {"taylor", "taylor2", "taylor3"};
    if (!HEAP_IS_SEEN)
        skip();
    for (int k = 0; k < 6; k++) {
        invo_options o;
        invo_options_init(&o);
        o.method = methods[k % 3], o.stop = 2;
        o.step = 0.02;
        loop coarse = run(k < 3 ? pendulum : kepler, &o);
        o.step = 0.002;
        loop fine = run(k < 3 ? pendulum : kepler, &o);
        assert_int_equal(fine.steps, 10 * coarse.steps);
        assert_same_calls(fine, coarse);
        o.step = NAN, o.first_step = 1; /* too long: rejected */
        loop adaptive = run(k < 3 ? pendulum : kepler, &o);
        assert_true(adaptive.rejected > 0);
        assert_in_range(adaptive.last - adaptive.first, 0, fine.last - fine.first);
    }
}

/* Rows at every step are more than were announced: they grow by doubling, rarely. */
static void rows_at_every_step_double(void **state) {
    (void)state;
    invo_options o;
    invo_options_init(&o);
    o.step = 1e-3, o.stop = 7.9, o.steps = 1;
    o.direction = "explicit"; /* no code is made */
    loop w = run(kepler, &o);
    if (HEAP_IS_SEEN)
        assert_in_range(w.last - w.first, 1, 3);
}

static int begin(void **state) {
    (void)state;
    watch_heap();
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/out.csv", folder);
    return 0;
}

static int end(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_counted_allocation_fails_once),
        cmocka_unit_test(a_context_recovers),
        cmocka_unit_test(every_call_of_malloc_fails_once),
        cmocka_unit_test(commands_survive_every_failure),
        cmocka_unit_test(exports_survive_every_failure),
        cmocka_unit_test(compiled_runs_survive_every_failure),
        cmocka_unit_test(decompositions_survive_every_failure),
        cmocka_unit_test(implicit_runs_give_back_what_they_have),
        cmocka_unit_test(nothing_is_allocated_in_the_step_loop),
        cmocka_unit_test(series_allocate_nothing_in_the_step_loop),
        cmocka_unit_test(rows_at_every_step_double),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
