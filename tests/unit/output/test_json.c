/* The JSON summaries, read back. SPDX-License-Identifier: BSD-3-Clause */
#include "../fake_result.h"
#include <jansson.h>

static int begin(void **state) {
    return !(*state = invo_context_new());
}
static int end(void **state) {
    return invo_context_free(*state), 0;
}

static json_t *parse(char *text) {
    json_error_t e;
    assert_non_null(text);
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    assert_non_null(j);
    free(text);
    return j;
}

static json_t *of_result(invo_context *c, const invo_result *r, const invo_model *m) {
    char *text = NULL;
    assert_int_equal(invo_result_json(c, r, m, &text), INVO_OK);
    return parse(text);
}

static const char *text_at(json_t *j, const char *key) {
    return json_string_value(json_object_get(j, key));
}

static double number_at(json_t *j, const char *key) {
    assert_true(json_is_number(json_object_get(j, key)));
    return json_number_value(json_object_get(j, key));
}

static void test_run(void **state) {
    invo_result r = fake_result();
    invo_model m = fake_model();
    json_t *j = of_result(*state, &r, &m);
    assert_string_equal(text_at(j, "model"), "Pendulum");
    assert_string_equal(text_at(j, "status"), "done");
    assert_string_equal(text_at(j, "stopped_by"), "stop-time");
    assert_true(number_at(j, "t") == 1);
    assert_true(json_real_value(json_object_get(j, "arclength")) == 2.5);
    assert_null(json_object_get(j, "error"));
    json_t *final = json_object_get(j, "final");
    assert_int_equal(json_object_size(final), 3);
    assert_true(number_at(final, "x") == 0.1);                     /* to the last bit */
    assert_true(json_is_null(json_object_get(final, "'p[1,2]'"))); /* infinite */
    assert_true(number_at(final, "'a\"b?'") == 3);
    assert_int_equal(json_array_size(json_object_get(j, "events")), 1);
    assert_true(json_is_null(json_object_get(j, "verification")));
    json_t *certificate = json_object_get(j, "certificate");
    assert_true(number_at(certificate, "proved") == 1);
    json_t *points = json_object_get(certificate, "points");
    assert_int_equal(json_array_size(points), 2);
    assert_string_equal(text_at(json_array_get(points, 1), "verdict"), "far");
    assert_true(json_is_null(json_object_get(json_array_get(points, 1), "ulps")));
    json_decref(j);
}

/* What a run can be repeated from. */
static void test_run_info(void **state) {
    invo_result r = fake_result();
    invo_model m = fake_model();
    const invo_run_file file[] = {{"output", "a.csv"}, {"plot", "a.svg"}};
    const invo_run_info info = {"involute run 'a b.mo'",
                                "note: one\nm.mo:1:2: warning: two\n  Real note: x;\n"
                                "  ^\nerror: three\nm.mo:1:2: error: four\n",
                                9,
                                2,
                                file,
                                NULL};
    char *text;
    assert_int_equal(invo_run_json(*state, &r, &m, &info, &text), INVO_OK);
    json_t *j = parse(text);
    json_t *notes = json_object_get(j, "notes");
    json_t *parameters = json_object_get(j, "parameters");
    json_t *units = json_object_get(j, "units");
    json_t *files = json_object_get(j, "files");
    assert_string_equal(text_at(j, "version"), INVO_VERSION);
    assert_string_equal(text_at(j, "command"), "involute run 'a b.mo'");
    assert_true(number_at(j, "rows") == 9);
    assert_int_equal(json_array_size(notes), 2);
    assert_string_equal(json_string_value(json_array_get(notes, 0)), "one");
    assert_string_equal(json_string_value(json_array_get(notes, 1)),
                        "m.mo:1:2: warning: two");
    assert_true(number_at(parameters, "L") == 2);
    assert_true(json_is_null(json_object_get(parameters, "'g?'")));
    assert_int_equal(json_object_size(units), 1);
    assert_string_equal(text_at(units, "x"), "m");
    assert_int_equal(json_object_size(json_object_get(j, "display_units")), 1);
    assert_string_equal(text_at(json_object_get(j, "display_units"), "x"), "mm");
    assert_int_equal(json_object_size(files), 2);
    assert_string_equal(text_at(files, "plot"), "a.svg");
    json_decref(j);
}

/* Without these the library leaves their keys out. */
static void test_result_alone(void **state) {
    invo_result r = fake_result();
    diagnose(*state, SEVERITY_NOTE, INVO_OK, nowhere, "of the context");
    json_t *j = of_result(*state, &r, NULL);
    json_t *notes = json_object_get(j, "notes");
    assert_null(json_object_get(j, "command"));
    assert_null(json_object_get(j, "files"));
    assert_string_equal(json_string_value(json_array_get(notes, 0)), "of the context");
    assert_int_equal(json_object_size(json_object_get(j, "units")), 0);
    json_decref(j);
}

static void test_settings_are_all_there(void **state) {
    invo_result r = fake_result();
    json_t *j = of_result(*state, &r, NULL), *s = json_object_get(j, "settings");
    int count = 0;
    invo_option_info info;
    while (invo_option_describe(count, &info))
        count++;
    assert_int_equal(json_object_size(s), count);
    assert_string_equal(text_at(s, "method"), "auto");
    assert_true(number_at(s, "rtol") == 1e-8);
    assert_true(json_is_null(json_object_get(s, "max_step")));
    assert_true(json_is_false(json_object_get(s, "steps")));
    assert_true(json_is_null(json_object_get(j, "model")));
    assert_true(json_is_null(json_object_get(j, "structure")));
    json_decref(j);
}

static void test_structure_and_statistics(void **state) {
    invo_result r = fake_result();
    invo_model m = fake_model();
    json_t *j = of_result(*state, &r, &m), *s = json_object_get(j, "structure");
    static const char *const keys[] = {"unknowns",    "equations",   "index",     "dof",
                                       "coordinates", "constraints", "invariants"};
    static const int values[] = {5, 4, 3, 2, 6, 1, 7};
    for (int i = 0; i < 7; i++)
        assert_true(number_at(s, keys[i]) == values[i]);
    s = json_object_get(j, "statistics");
    assert_true(number_at(s, "steps") == 7);
    assert_true(number_at(s, "rejected") == 2);
    assert_true(number_at(s, "newton_average") == 0.75);
    assert_true(number_at(s, "newton_max") == 2);
    json_decref(j);
}

static void test_ledger(void **state) {
    invo_result r = fake_result();
    json_t *j = of_result(*state, &r, NULL), *l = json_object_get(j, "ledger");
    assert_true(number_at(l, "max_residual") == 3e-16);
    json_t *rows = json_object_get(l, "constraints");
    assert_int_equal(json_array_size(rows), 3);
    json_t *row = json_array_get(rows, 1);
    assert_string_equal(text_at(row, "equation"), "2*x*der(x) = 0");
    assert_string_equal(text_at(row, "where"), "pendulum.mo:12");
    assert_string_equal(text_at(row, "kind"), "hidden");
    assert_true(number_at(row, "level") == 1);
    assert_true(number_at(row, "max") == 3e-16);
    assert_true(number_at(row, "scaled_max") == 0.5);
    assert_true(json_is_true(json_object_get(json_array_get(rows, 2), "left_out")));
    json_decref(j);
}

static void test_failed_run(void **state) {
    invo_context *c = *state;
    invo_result r = fake_result();
    r.status = "stopped", r.stopped_by = "step-size";
    report(c, INVO_E_STEP, 0.5, "the step size fell");
    json_t *j = of_result(c, &r, NULL), *e = json_object_get(j, "error");
    assert_string_equal(text_at(j, "status"), "stopped");
    assert_string_equal(text_at(e, "code"), "E_STEP");
    assert_string_equal(text_at(e, "message"), "the step size fell");
    assert_string_equal(text_at(e, "where"), "");
    assert_true(number_at(e, "t") == 0.5);
    assert_true(number_at(json_object_get(j, "final"), "x") == 0.1);
    json_decref(j);
}

static void test_failed_model(void **state) {
    invo_context *c = *state;
    source text = {"bad.mo", "model", 5, NULL};
    diagnose(c, SEVERITY_ERROR, INVO_E_SYNTAX, (place){&text, 1, 6, 1}, "a name");
    json_t *j = of_result(c, NULL, NULL), *e = json_object_get(j, "error");
    assert_string_equal(text_at(j, "status"), "failed");
    assert_string_equal(text_at(e, "code"), "E_SYNTAX");
    assert_string_equal(text_at(e, "where"), "bad.mo:1");
    assert_true(json_is_null(json_object_get(e, "t")));
    assert_null(json_object_get(j, "final"));
    json_decref(j);
}

static void test_file_that_cannot_be_written(void **state) {
    invo_context *c = *state;
    invo_result r = fake_result();
    assert_int_equal(invo_result_write_csv(c, &r, "/dev/full"), INVO_E_FILE);
    json_t *j = of_result(c, &r, NULL);
    assert_string_equal(text_at(j, "status"), "failed");
    assert_string_equal(text_at(json_object_get(j, "error"), "code"), "E_FILE");
    json_decref(j);
}

/* A run that is done does not inherit the error of another on the same context. */
static void test_stale_error(void **state) {
    invo_result r = fake_result();
    report(*state, INVO_E_STEP, 0.5, "another run");
    json_t *j = of_result(*state, &r, NULL);
    assert_null(json_object_get(j, "error"));
    assert_string_equal(text_at(j, "status"), "done");
    json_decref(j);
}

static void test_analyze(void **state) {
    invo_model m = fake_model();
    char *text = NULL;
    assert_int_equal(invo_model_json(*state, &m, &text), INVO_OK);
    json_t *j = parse(text), *o = json_object_get(j, "offsets");
    json_t *unknowns = json_object_get(o, "unknowns");
    assert_int_equal(json_array_size(json_object_get(o, "equations")), 1);
    assert_int_equal(json_array_size(unknowns), 2);
    assert_string_equal(text_at(json_array_get(unknowns, 1), "name"), "F");
    assert_true(number_at(json_array_get(unknowns, 1), "offset") == 0);
    assert_true(number_at(json_object_get(j, "structure"), "index") == 3);
    assert_true(number_at(json_object_get(j, "initial_point"), "x") == 0.5);
    json_t *names = json_object_get(j, "coordinates");
    assert_string_equal(json_string_value(json_array_get(names, 0)), "time");
    json_t *level = json_array_get(json_object_get(j, "constraint_levels"), 0);
    assert_string_equal(text_at(level, "text"), "x*v + y*w = 0");
    json_t *algebraic = json_object_get(j, "algebraic_components");
    assert_string_equal(json_string_value(json_array_get(algebraic, 0)), "x");
    json_t *hidden = json_object_get(j, "hidden_constraints");
    assert_string_equal(json_string_value(json_array_get(hidden, 0)), "2*x*der(x) = 0");
    assert_int_equal(json_array_size(json_object_get(j, "blocks")), 2);
    json_decref(j);
}

static void test_certificate(void **state) {
    invo_model m = fake_model();
    char *text = NULL;
    assert_int_equal(invo_model_json(*state, &m, &text), INVO_OK);
    json_t *j = parse(text), *k = json_object_get(j, "certificate");
    json_t *row = json_array_get(json_object_get(j, "signature"), 3);
    assert_int_equal(json_array_size(json_object_get(j, "signature")), 4);
    assert_true(json_integer_value(json_array_get(row, 1)) == 2);
    assert_true(json_is_null(json_array_get(row, 4)));
    json_t *c =
        json_array_get(json_object_get(json_object_get(j, "offsets"), "equations"), 0);
    assert_string_equal(text_at(c, "assigned"), "F");
    json_t *from = json_array_get(json_object_get(j, "hidden_from"), 0);
    assert_string_equal(text_at(from, "equation"), "x^2 + y^2 = L^2");
    assert_string_equal(text_at(from, "where"), "pendulum.mo:12");
    assert_true(number_at(from, "level") == 1);
    json_t *jacobian = json_object_get(k, "constraint_jacobian");
    assert_true(number_at(jacobian, "rank") == 1);
    assert_true(json_is_null(json_object_get(jacobian, "condition"))); /* infinite */
    json_t *blocks = json_object_get(k, "blocks"), *block = json_array_get(blocks, 0);
    assert_int_equal(json_array_size(blocks), 1); /* not the trivial one */
    assert_true(number_at(block, "size") == 3 && number_at(block, "prolonged") == 1);
    assert_true(number_at(block, "condition") == 4);
    json_t *starts = json_object_get(k, "start_values");
    assert_true(number_at(starts, "fixed") == 1);
    assert_int_equal(json_array_size(json_object_get(starts, "free")), 1);
    assert_string_equal(text_at(json_object_get(k, "origins"), "x"), "moved");
    assert_int_equal(json_array_size(json_object_get(j, "redundant")), 0);
    json_decref(j);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_run),
                                       TEST(test_run_info),
                                       TEST(test_result_alone),
                                       TEST(test_settings_are_all_there),
                                       TEST(test_structure_and_statistics),
                                       TEST(test_ledger),
                                       TEST(test_failed_run),
                                       TEST(test_failed_model),
                                       TEST(test_file_that_cannot_be_written),
                                       TEST(test_stale_error),
                                       TEST(test_analyze),
                                       TEST(test_certificate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
