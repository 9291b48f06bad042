/* The chain of n particles of [TAN05], section 6.2.5, with n up to 5000: residuals at
 * round-off, the order of rk4 with the energy as a declared invariant, no step rejected,
 * and memory in proportion to n.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* All memory is counted, that of KLU and LDL included; not under the sanitizers, which
 * have their own. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
enum { COUNTS = 0 };
static long live, most;
#else
enum { COUNTS = 1 };
static long live, most;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *p);

static void *counted(void *p) {
    live += p ? (long)malloc_usable_size(p) : 0;
    if (live > most)
        most = live;
    return p;
}

void *malloc(size_t size) {
    return counted(__libc_malloc(size));
}
void *calloc(size_t count, size_t size) {
    return counted(__libc_calloc(count, size));
}
void *realloc(void *old, size_t size) {
    live -= old ? (long)malloc_usable_size(old) : 0;
    void *p = __libc_realloc(old, size);
    counted(p ? p : old);
    return p;
}
void free(void *p) {
    live -= p ? (long)malloc_usable_size(p) : 0;
    __libc_free(p);
}
#endif

/* bench/Chain.mo with n particles. */
static char *chain_text(int n) {
    FILE *f = fopen("bench/Chain.mo", "rb");
    assert_non_null(f);
    char *text = calloc(1, 10000), *made = calloc(1, 11000), *at;
    assert_true(fread(text, 1, 9999, f) > 0);
    fclose(f);
    assert_non_null(at = strstr(text, "n = 500;"));
    *at = 0;
    sprintf(made, "%sn = %d;%s", text, n, at + strlen("n = 500;"));
    free(text);
    return made;
}

typedef struct option {
    const char *name, *value;
} option;

static invo_result *run(invo_context *c, int n, int energy, const option *with) {
    char *text = chain_text(n);
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_status status = invo_model_parse(c, "Chain.mo", text, strlen(text), &m);
    if (!status && energy)
        status = invo_model_with(m, "bench/ChainEnergy.mo");
    if (!status)
        status = invo_model_options(m, invo_options_init(&o));
    if (!status)
        status = invo_options_set(c, &o, "points", "1"); /* unless told below */
    for (; !status && with->name; with++)
        status = invo_options_set(c, &o, with->name, with->value);
    if (!status)
        status = invo_model_run(m, &o, &r);
    if (status)
        fail_msg("%s", invo_context_message(c));
    invo_model_free(m);
    free(text);
    return r;
}

static double largest_units(const invo_result *r) {
    invo_ledger_row row;
    double worst = 0;
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!(row.scaled_max <= worst))
            worst = row.scaled_max;
    return worst;
}

static void check_books(const invo_result *r, int n, const char *what) {
    const invo_statistics *s = invo_result_statistics(r);
    if (s->rejected || !(largest_units(r) <= 4) ||
        strcmp(invo_result_stopped_by(r), "stop-time") != 0)
        fail_msg("%d particles, %s: %ld steps, %ld rejected, %g units, ended by %s", n,
                 what, (long)s->steps, (long)s->rejected, largest_units(r),
                 invo_result_stopped_by(r));
}

static void residuals_are_at_round_off(void **state) {
    (void)state;
    static const option with[] = {{"stop", "0.05"}, {"points", "10"}, {NULL, NULL}};
    invo_context *c = invo_context_new();
    for (int n = 50; n <= 5000; n *= 10) {
        invo_result *r = run(c, n, 0, with);
        check_books(r, n, "staged");
        invo_result_free(r);
    }
    invo_context_free(c);
}

/* Round-off in the far end of a long chain moves it by more than in a short one: that is
 * no reason to begin a retraction again, nor for moves that follow one below 1e-10. Two
 * levels, two moves and one. */
static void long_chains_take_few_moves(void **state) {
    (void)state;
    static const option with[] = {{"stop", "0.3"}, {"rtol", "1e-8"}, {NULL, NULL}};
    invo_context *c = invo_context_new();
    invo_result *r = run(c, 5000, 0, with);
    const invo_statistics *s = invo_result_statistics(r);
    check_books(r, 5000, "few moves");
    if (s->newton_max > 3)
        fail_msg("a retraction took %ld moves", (long)s->newton_max);
    invo_result_free(r);
    invo_context_free(c);
}

static void the_energy_of_a_large_chain_costs_no_step(void **state) {
    (void)state;
    static const option with[2][4] = {
        {{"stop", "0.02"}, {"project", "step"}, {NULL, NULL}},
        {{"stop", "0.005"}, {"project", "stages"}, {"step", "0.0025"}, {NULL, NULL}}};
    invo_context *c = invo_context_new();
    for (int k = 0; k < 2; k++) {
        invo_result *r = run(c, 5000, 1, with[k]);
        check_books(r, 5000, with[k][1].value);
        assert_true(invo_result_statistics(r)->steps <= 4);
        invo_result_free(r);
    }
    invo_context_free(c);
}

enum { SMALL = 40 }; /* particles: the order needs runs with many steps */

static double *final_point(invo_context *c, const char *project, const char *step,
                           int *columns) {
    const option with[] = {{"method", "rk4"},
                           {"stop", "0.16"},
                           {"project", project},
                           {"step", step},
                           {NULL, NULL}};
    invo_result *r = run(c, SMALL, 1, with);
    check_books(r, SMALL, project);
    *columns = invo_result_columns(r);
    double *x = calloc((size_t)*columns + 1, sizeof *x);
    memcpy(x, invo_result_final(r), sizeof *x * ((size_t)*columns + 1));
    invo_result_free(r);
    return x;
}

/* The slope of log(error) over log(step), by least squares. */
static double fitted_slope(int count, const double *step, const double *error) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int k = 0; k < count; k++) {
        double a = log(step[k]), b = log(error[k]);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    return (count * xy - x * y) / (count * xx - x * x);
}

static void the_energy_keeps_the_order(void **state) {
    (void)state;
    static const char *const projects[] = {"step", "stages"};
    static const char *const step[] = {"0.01", "0.005", "0.0025", "0.00125"};
    invo_context *c = invo_context_new();
    for (int p = 0; p < 2; p++) {
        double h[4], error[4] = {0};
        int columns;
        double *best = final_point(c, projects[p], "0.00015625", &columns);
        for (int k = 0; k < 4; k++) {
            double *x = final_point(c, projects[p], step[k], &columns);
            h[k] = atof(step[k]);
            for (int j = 1; j <= columns; j++)
                error[k] = fmax(error[k], fabs(x[j] - best[j]));
            free(x);
        }
        double slope = fitted_slope(4, h, error);
        if (!(fabs(slope - 4) <= 0.15))
            fail_msg("%s: slope %.3f; errors %g %g %g %g", projects[p], slope, error[0],
                     error[1], error[2], error[3]);
        free(best);
    }
    invo_context_free(c);
}

/* Of everything that lives at the same time, the model and its text included; and the
 * same with the code that runs of more than a few steps make. */
static const double MOST_BYTES = 8100, MOST_WITH_CODE = 32000;

static long largest_memory(int n, const char *stop) {
    const option with[] = {{"step", "0.01"}, {"stop", stop}, {NULL, NULL}};
    invo_context *c = invo_context_new();
    long before = live;
    most = live;
    invo_result_free(run(c, n, 0, with));
    invo_context_free(c);
    return most - before;
}

static void memory_is_linear_and_small(void **state) {
    (void)state;
    if (!COUNTS)
        skip();
    for (int has_code = 0; has_code < 2; has_code++) {
        const char *stop = has_code ? "0.25" : "0.01";
        const double few = (double)largest_memory(1000, stop);
        const double many = (double)largest_memory(4000, stop);
        const double each = (many - few) / 3000;
        if (!(each < (has_code ? MOST_WITH_CODE : MOST_BYTES)))
            fail_msg("%.0f bytes for each particle", each);
        if (getenv("INVOLUTE_SHOW"))
            print_message("%.0f bytes for each particle\n", each);
    }
}

/* A study of many runs keeps the model: each of them leaves as much behind as the first.
 */
static void runs_of_one_model_do_not_pile_up(void **state) {
    (void)state;
    if (!COUNTS)
        skip();
    char *text = chain_text(20);
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    assert_int_equal(invo_model_parse(c, "Chain.mo", text, strlen(text), &m), INVO_OK);
    invo_model_options(m, invo_options_init(&o));
    long after[4];
    for (int k = 0; k < 4; k++) {
        invo_result *r = NULL;
        assert_int_equal(invo_model_run(m, &o, &r), INVO_OK);
        invo_result_free(r);
        after[k] = live;
    }
    /* the heap rounds sizes as it likes; a run leaves 400 000 bytes if it leaves any
     */
    assert_true(labs(after[3] - after[1]) < 1000);
    invo_model_free(m);
    invo_context_free(c);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residuals_are_at_round_off),
        cmocka_unit_test(long_chains_take_few_moves),
        cmocka_unit_test(the_energy_of_a_large_chain_costs_no_step),
        cmocka_unit_test(the_energy_keeps_the_order),
        cmocka_unit_test(memory_is_linear_and_small),
        cmocka_unit_test(runs_of_one_model_do_not_pile_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
