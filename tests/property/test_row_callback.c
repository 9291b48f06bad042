/* Rows that a callback takes are those that a result keeps, whatever happens on the way:
 * events, folds, poles, runs that fail. SPDX-License-Identifier: BSD-3-Clause */
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

typedef struct taken {
    double *value;
    long rows, room;
    int columns;
    long refuse;   /* from this row on; -1: none */
    int announced; /* how often the columns were handed out before all rows and steps */
    int refuses_columns;
    long steps;
    double end, way; /* of the steps */
} taken;

static int take(void *data, const invo_output_row *row) {
    taken *t = data;
    const size_t width = (size_t)row->columns + 1;
    if (t->rows == t->refuse)
        return INVO_E_FILE;
    if (t->rows == t->room) {
        t->room = 2 * t->room + 64;
        t->value = realloc(t->value, (size_t)t->room * width * sizeof *t->value);
        assert_non_null(t->value);
    }
    assert_int_equal(t->announced, 1);
    assert_in_range(row->columns, t->columns, t->columns + 1); /* the arclength */
    memcpy(t->value + (size_t)t->rows++ * width, row->value, width * sizeof *t->value);
    return 0;
}

static int announce(void *data, int columns, const char *const *column) {
    taken *t = data;
    assert_int_equal(t->steps + t->rows, 0);
    assert_true(columns > 0 && strlen(column[columns - 1]) > 0);
    t->announced++;
    t->columns = columns;
    return t->refuses_columns ? INVO_E_ARGUMENT : INVO_OK;
}

static void count(void *data, const invo_step_info *step) {
    taken *t = data;
    t->steps++;
    t->end = step->t;
    t->way += fabs(step->h);
    assert_true(step->order >= 1);
}

/* Runs a file; with t: through the callback. */
static invo_status run_file(const char *path, const char *by, taken *t, invo_result **r) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    invo_status status = invo_model_read(c, path, &m);
    if (!status)
        status = invo_model_options(m, invo_options_init(&o));
    if (status) {
        invo_model_free(m);
        invo_context_free(c);
        return status;
    }
    o.by = by;
    o.max_steps = 2000;
    o.points = 300;
    if (t) {
        o.row = take;
        o.columns = announce;
        o.row_data = o.step_data = t;
        o.step_taken = count;
    }
    status = invo_model_run(m, &o, r);
    invo_model_free(m);
    invo_context_free(c);
    return status;
}

static int compare(const char *path, const char *by) {
    taken t = {.refuse = -1};
    invo_result *kept = NULL;
    invo_result *gone = NULL;
    invo_status one = run_file(path, by, NULL, &kept);
    invo_status two = run_file(path, by, &t, &gone);
    if (one != two || !kept != !gone)
        fail_msg("%s: %d, with a callback %d", path, one, two);
    if (kept) {
        const size_t width = (size_t)invo_result_columns(kept) + 1;
        if (t.rows != invo_result_rows(kept) || t.rows != invo_result_rows(gone))
            fail_msg("%s: %ld rows for %ld", path, t.rows, invo_result_rows(kept));
        assert_null(invo_result_row(gone, 0));
        for (long i = 0; i < t.rows; i++)
            if (memcmp(t.value + (size_t)i * width, invo_result_row(kept, i),
                       width * sizeof *t.value))
                fail_msg("%s: row %ld differs", path, i);
        assert_memory_equal(invo_result_final(gone), invo_result_final(kept),
                            width * sizeof *t.value);
    }
    invo_result_free(kept);
    invo_result_free(gone);
    free(t.value);
    return kept != NULL;
}

static void rows_are_the_same(void **state) {
    static const char *const folders[] = {"models/*.mo", "tests/reference/*/*.mo",
                                          "tests/reference/events/*/*.mo"};
    int compared = 0;
    (void)state;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        glob_t found;
        assert_int_equal(glob(folders[k], 0, NULL, &found), 0);
        for (size_t i = 0; i < found.gl_pathc; i++)
            compared += compare(found.gl_pathv[i], "time") +
                        (i % 4 == 0 ? compare(found.gl_pathv[i], "arclength") : 0);
        globfree(&found);
    }
    assert_true(compared > 200);
}

/* A callback that refuses a row ends the run with its status. */
static void a_refused_row_ends_the_run(void **state) {
    taken t = {.refuse = 50};
    invo_result *r = NULL;
    (void)state;
    assert_int_equal(run_file("models/Pendulum.mo", "time", &t, &r), INVO_E_FILE);
    assert_string_equal(invo_result_status(r), "stopped");
    assert_int_equal(t.rows, 50);
    invo_result_free(r);
    free(t.value);
}

/* Refused columns end it before it begins. */
static void refused_columns_prevent_the_run(void **state) {
    taken t = {.refuse = -1, .refuses_columns = 1};
    invo_result *r = NULL;
    (void)state;
    assert_int_equal(run_file("models/Pendulum.mo", "time", &t, &r), INVO_E_ARGUMENT);
    assert_null(r);
    assert_int_equal(t.rows + t.steps, 0);
    assert_int_equal(t.announced, 1);
}

/* Steps are told one by one and cover the run. */
static void steps_cover_the_run(void **state) {
    taken t = {.refuse = -1};
    invo_result *r = NULL;
    (void)state;
    assert_int_equal(run_file("models/Pendulum.mo", "time", &t, &r), INVO_OK);
    assert_int_equal(t.steps, invo_result_statistics(r)->steps);
    assert_true(t.end == *invo_result_final(r));
    assert_true(fabs(t.way - t.end) <= 1e-12 * t.end);
    invo_result_free(r);
    free(t.value);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_same),
        cmocka_unit_test(a_refused_row_ends_the_run),
        cmocka_unit_test(refused_columns_prevent_the_run),
        cmocka_unit_test(steps_cover_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
