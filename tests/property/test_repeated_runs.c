/* A model that is run again is completed once, and its results are those of a model that
 * was just read. SPDX-License-Identifier: BSD-3-Clause */
#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* A run and everything that users see of it, but for durations. */
typedef struct outcome {
    invo_status status;
    char *text;
    int was_completed;
} outcome;

static char *without_seconds(char *text) {
    char *to = text;
    for (char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        n += line[n] == '\n';
        char *word = strstr(line, "seconds");
        if (!word || word >= line + n) {
            memmove(to, line, n);
            to += n;
        }
        line += n;
    }
    *to = 0;
    return text;
}

static outcome run(invo_model *m, invo_context *c, const char *method, double rtol) {
    outcome x = {INVO_OK, NULL, 1};
    invo_options o;
    invo_result *r = NULL;
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), INVO_OK);
    o.method = method;
    o.rtol = rtol;
    o.max_steps = 150;
    x.status = invo_model_run(m, &o, &r);
    if (invo_result_json(c, r, m, &x.text))
        fail_msg("%s", invo_context_message(c));
    if (r)
        x.was_completed = invo_result_statistics(r)->prepare_seconds > 0;
    without_seconds(x.text);
    invo_result_free(r);
    return x;
}

static invo_model *read_model(invo_context *c, const char *path) {
    invo_model *m = NULL;
    if (invo_model_read(c, path, &m))
        fail_msg("%s", invo_context_message(c));
    return m;
}

static outcome run_fresh(const char *path, const char *method, double rtol) {
    invo_context *c = invo_context_new();
    invo_model *m = read_model(c, path);
    outcome x = run(m, c, method, rtol);
    invo_model_free(m);
    invo_context_free(c);
    return x;
}

/* Several runs of one model after each other, and how many of them had it completed. */
static int compare(const char *path) {
    static const struct {
        const char *method;
        double rtol;
    } runs[] = {{"dopri54", 1e-4}, {"dopri54", 1e-4}, {"dop853", 1e-7},
                {"radau", 1e-5},   {"dopri54", 1e-4}, {"bs32", 1e-3}};
    int completed = 0;
    invo_context *c = invo_context_new();
    invo_model *m = read_model(c, path);
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        outcome again = run(m, c, runs[k].method, runs[k].rtol);
        outcome fresh = run_fresh(path, runs[k].method, runs[k].rtol);
        if (again.status != fresh.status || strcmp(again.text, fresh.text))
            fail_msg("%s: run %d, %s, is another one:\n%s\n%s", path, (int)k + 1,
                     runs[k].method, again.text, fresh.text);
        completed += again.was_completed;
        free(again.text);
        free(fresh.text);
    }
    invo_model_free(m);
    invo_context_free(c);
    return completed;
}

static void runs_are_those_of_fresh_models(void **state) {
    (void)state;
    char pattern[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    glob_t all;
    size_t reused = 0;
    snprintf(pattern, sizeof pattern, "%s/models/[CFP]*.mo", root ? root : ".");
    assert_int_equal(glob(pattern, 0, NULL, &all), 0);
    for (size_t k = 0; k < all.gl_pathc; k++)
        reused += compare(all.gl_pathv[k]) == 3; /* first, radau, and after radau */
    if (2 * reused < all.gl_pathc)
        fail_msg("of %zu models %zu were completed once for the same options",
                 all.gl_pathc, reused);
    globfree(&all);
}

/* Values that were set, and looks at the structure, count in the next run. */
static void changes_are_seen(void **state) {
    (void)state;
    static const char *const values[] = {"g=9.81", "g=5", "g=12"};
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    invo_context *c = invo_context_new();
    snprintf(path, sizeof path, "%s/models/Pendulum.mo", root ? root : ".");
    invo_model *m = read_model(c, path);
    for (int k = 0; k < 6; k++) {
        invo_context *other = invo_context_new();
        invo_model *fresh = read_model(other, path);
        assert_int_equal(invo_model_set(m, values[k % 3]), INVO_OK);
        assert_int_equal(invo_model_set(fresh, values[k % 3]), INVO_OK);
        outcome x = run(m, c, "dopri54", 1e-4);
        outcome y = run(fresh, other, "dopri54", 1e-4);
        assert_string_equal(x.text, y.text);
        assert_true(x.was_completed);
        free(x.text);
        x = run(m, c, "dopri54", 1e-4);
        assert_string_equal(x.text, y.text);
        assert_false(x.was_completed);
        free(x.text);
        free(y.text);
        if (k == 3) {
            invo_model_certify(m); /* whose status is that of the run, at its limit */
            assert_non_null(invo_model_certificate(m));
        }
        invo_model_free(fresh);
        invo_context_free(other);
    }
    invo_model_free(m);
    invo_context_free(c);
}

/* Tight tolerances may take series, whose order grows with them: what was made for the
 * tightest serves for all others. */
static void tolerances_share_a_completion(void **state) {
    (void)state;
    static const char *const models[] = {"Pendulum", "Chain6", "KeplerOrbit"};
    static const double rtol[] = {1e-11, 1e-6, 1e-9, 1e-11};
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        invo_context *c = invo_context_new();
        snprintf(path, sizeof path, "%s/models/%s.mo", root ? root : ".", models[k]);
        invo_model *m = read_model(c, path);
        for (size_t i = 0; i < sizeof rtol / sizeof *rtol; i++) {
            outcome again = run(m, c, "auto", rtol[i]);
            outcome fresh = run_fresh(path, "auto", rtol[i]);
            assert_string_equal(again.text, fresh.text);
            assert_int_equal(again.was_completed, i == 0);
            free(again.text);
            free(fresh.text);
        }
        invo_model_free(m);
        invo_context_free(c);
    }
}

/* Runs that refine points, and turn to an implicit method, leave the completion as it
 * was: the order in which methods are taken makes no difference. */
static void refined_runs_share_a_completion(void **state) {
    (void)state;
    static const char *const methods[] = {"auto",   "dop853", "radau",
                                          "taylor", "radau",  "auto"};
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    invo_context *c = invo_context_new();
    snprintf(path, sizeof path, "%s/tests/reference/deceptive/TransistorAmplifier.mo",
             root ? root : ".");
    invo_model *m = read_model(c, path);
    for (size_t k = 0; k < 2 * sizeof methods / sizeof *methods; k++) {
        const char *method = methods[k / 2];
        outcome again = run(m, c, method, 1e-5);
        outcome fresh = run_fresh(path, method, 1e-5);
        assert_string_equal(again.text, fresh.text);
        assert_true(k % 2 == 0 || !again.was_completed);
        free(again.text);
        free(fresh.text);
    }
    invo_model_free(m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_are_those_of_fresh_models),
                                       cmocka_unit_test(changes_are_seen),
                                       cmocka_unit_test(tolerances_share_a_completion),
                                       cmocka_unit_test(refined_runs_share_a_completion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
