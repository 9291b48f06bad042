/* SPDX-License-Identifier: BSD-3-Clause */
/* Checkpoints of strangers: files with the right checksum and numbers that no run has.
 * They are refused, or the run goes on from them and ends; nothing outside of memory is
 * read or written, which the sanitizers tell. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>
#include "../fuzz/checkpoints.h"
#include <cmocka.h>

static const char GOOD[] = "good.ck", BAD[] = "bad.ck";

static const invo_checkpoint make = {.file = GOOD};
static const invo_checkpoint resume = {.resume = BAD};

static resumed_file good_file(const resumed_model *m) {
    char message[512];
    resumed_file f;
    remove(GOOD);
    if (resumed_run(m, &make, message))
        fail_msg("%s: %s", m->name, message);
    assert_true(resumed_read(GOOD, &f));
    return f;
}

static void write_bad(const resumed_file *f) {
    FILE *out = fopen(BAD, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(f->bytes, 1, f->size, out), f->size);
    assert_int_equal(fclose(out), 0);
}

/* A run from the file ends, and has a reason if it is not done. */
static invo_status try_file(const resumed_model *m, resumed_file *f, char message[512]) {
    resumed_seal(f, f->size);
    write_bad(f);
    const invo_status status = resumed_run(m, &resume, message);
    assert_true(status == INVO_OK || *message);
    return status;
}

static void test_good_ones_are_taken(void **state) {
    char message[512];
    (void)state;
    for (int i = 0; i < RESUMED_MODELS; i++) {
        resumed_file f = good_file(&resumed_models[i]);
        assert_int_equal(try_file(&resumed_models[i], &f, message), INVO_OK);
        free(f.bytes);
    }
}

/* Everywhere, in steps of so many bytes that all places of numbers get their turn. */
static void test_any_number_anywhere(void **state) {
    static const int64_t hostile[] = {-1, INT64_MAX, INT64_MIN, 1 << 30, 77, -2};
    char message[512];
    (void)state;
    for (int i = 0; i < RESUMED_MODELS; i++) {
        resumed_file f = good_file(&resumed_models[i]);
        int number = 0;
        for (size_t at = f.state; at + sizeof *hostile <= f.size; at += 3) {
            unsigned char kept[sizeof *hostile];
            memcpy(kept, f.bytes + at, sizeof kept);
            memcpy(f.bytes + at, &hostile[number++ % 6], sizeof kept);
            try_file(&resumed_models[i], &f, message);
            memcpy(f.bytes + at, kept, sizeof kept);
        }
        free(f.bytes);
    }
}

static void test_ones_that_end_anywhere(void **state) {
    char message[512];
    (void)state;
    for (int i = 0; i < RESUMED_MODELS; i++) {
        resumed_file f = good_file(&resumed_models[i]);
        for (size_t size = f.size - 1; size > f.state; size -= 1 + size % 5) {
            f.size = size;
            assert_int_equal(try_file(&resumed_models[i], &f, message), INVO_E_ARGUMENT);
            assert_non_null(strstr(message, BAD));
        }
        free(f.bytes);
    }
}

/* Files that end before they begin. */
static void test_marks_of_output(void **state) {
    static const long mark[][INVO_OUTPUT_MARKS] = {
        {-1, 0, 0}, {LONG_MIN, 0, 0}, {-5000, 0, 1}, {LONG_MAX, 0, 1}, {2, 0, LONG_MAX}};
    (void)state;
    for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
        invo_context *c = invo_context_new();
        invo_output *o = NULL;
        FILE *left = fopen("left.csv", "w");
        assert_non_null(left);
        for (int k = 0; k < 3000; k++)
            fprintf(left, "%d,1.5\n", k);
        fclose(left);
        assert_int_equal(invo_output_open(c, "left.csv", NULL, NULL, &o), INVO_OK);
        assert_int_equal(invo_output_go_back(c, o, mark[i]), INVO_E_FILE);
        assert_int_equal(invo_output_close(c, o), INVO_OK);
        invo_context_free(c);
    }
}

/* Systems that have been through less than the run. */
static void test_events_that_are_left_out(void **state) {
    char message[512];
    (void)state;
    for (int i = 0; i < RESUMED_MODELS; i++) {
        const resumed_file whole = good_file(&resumed_models[i]);
        const size_t at = whole.state + INVO_CHECKPOINT_MARKS * sizeof(int64_t);
        int64_t calls;
        memcpy(&calls, whole.bytes + at, sizeof calls);
        for (int64_t kept = 0; kept < calls; kept += 8) {
            resumed_file f = {malloc(whole.size), whole.size - (size_t)(calls - kept), 0};
            const size_t before = at + sizeof calls + (size_t)kept;
            assert_non_null(f.bytes);
            memcpy(f.bytes, whole.bytes, before);
            memcpy(f.bytes + at, &kept, sizeof kept);
            memcpy(f.bytes + before, whole.bytes + before + calls - kept,
                   f.size - before);
            try_file(&resumed_models[i], &f, message);
            free(f.bytes);
        }
        free(whole.bytes);
    }
}

/* What it has to say reaches a terminal. */
static void test_words_are_tamed(void **state) {
    const resumed_model *m = &resumed_models[2];
    char message[512];
    (void)state;
    resumed_file f = good_file(m);
    int changed = 0;
    for (size_t at = f.state; at + 4 < f.size; at++)
        if (memcmp(f.bytes + at, "note", 4) == 0) {
            memcpy(f.bytes + at, "\x1b[2J", 4);
            changed++;
        }
    assert_true(changed > 0);
    assert_int_equal(try_file(m, &f, message), INVO_OK);
    assert_null(strchr(message, '\x1b'));
    assert_non_null(strstr(message, "?[2J"));
    free(f.bytes);
}

static int enter_folder(void **state) {
    static char folder[] = "/tmp/checkpointsXXXXXX";
    *state = mkdtemp(folder);
    return !*state || chdir(folder);
}

static int leave_folder(void **state) {
    static const char *const left[] = {"good.ck", "bad.ck", "left.csv"};
    for (size_t k = 0; k < sizeof left / sizeof *left; k++)
        remove(left[k]);
    return chdir("/") || rmdir(*state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_ones_are_taken),
        cmocka_unit_test(test_marks_of_output),
        cmocka_unit_test(test_words_are_tamed),
        cmocka_unit_test(test_events_that_are_left_out),
        cmocka_unit_test(test_ones_that_end_anywhere),
        cmocka_unit_test(test_any_number_anywhere),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
