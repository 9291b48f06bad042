/* Result files while they are written. SPDX-License-Identifier: BSD-3-Clause */
#include "../fake_result.h"
#include <sys/stat.h>
#include <unistd.h>

static char path[64], part[80];
static invo_context *context;

static int begin(void **state) {
    (void)state;
    snprintf(path, sizeof path, "/tmp/involute-stream-%ld.mat", (long)getpid());
    snprintf(part, sizeof part, "%s.part", path);
    return !(context = invo_context_new());
}
static int end(void **state) {
    (void)state;
    unlink(path);
    unlink(part);
    invo_context_free(context);
    return 0;
}

static void write_rows(invo_output *o, long from, long to) {
    static const char *const names[] = {"x", "y", "der(y)"};
    for (long i = from; i < to; i++) {
        double value[] = {(double)i, 10. * (double)i, 20, 30};
        invo_output_row row = {3, names, value};
        assert_int_equal(invo_output_write(o, &row), 0);
    }
}

/* The next matrix of a MATLAB file of version 4; its values are skipped but for `want`
 * bytes of them, from the end. Returns its name. */
static const char *next_matrix(FILE *in, int32_t head[5], void *last, size_t want) {
    static char name[20];
    static const int sizes[] = {8, 4, 4, 2, 2, 1};
    if (fread(head, sizeof(int32_t), 5, in) != 5)
        return NULL;
    assert_in_range(head[4], 1, sizeof name);
    assert_int_equal(fread(name, 1, (size_t)head[4], in), head[4]);
    long size = (long)head[1] * head[2] * sizes[head[0] / 10 % 10];
    assert_true(size >= (long)want);
    assert_int_equal(fseek(in, size - (long)want, SEEK_CUR), 0);
    assert_int_equal(fread(last, 1, want, in), want);
    return name;
}

/* Reads a file of two columns with time and returns how many rows it has. */
static int check_mat(const char *file) {
    int32_t head[5];
    int32_t info[8];
    char names[12];
    double values[3];
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    assert_string_equal(next_matrix(in, head, NULL, 0), "Aclass");
    assert_int_equal(head[0], 51);
    assert_string_equal(next_matrix(in, head, names, 12), "name");
    assert_int_equal(head[1], 6);
    assert_int_equal(head[2], 3);
    assert_memory_equal(names, "x\0\0\0\0\0der(y)", 12);
    assert_string_equal(next_matrix(in, head, NULL, 0), "description");
    assert_string_equal(next_matrix(in, head, info, sizeof info), "dataInfo");
    assert_int_equal(info[0], 2);
    assert_int_equal(info[1], 2);
    assert_int_equal(info[5], 3);
    assert_string_equal(next_matrix(in, head, NULL, 0), "data_1");
    assert_string_equal(next_matrix(in, head, values, sizeof values), "data_2");
    assert_int_equal(head[1], 3);
    assert_true(values[0] == head[2] - 1);
    assert_true(values[1] == 10 * values[0]);
    assert_true(values[2] == 30);
    fclose(in);
    return head[2];
}

/* What has been written can be read before the file is complete: a run that is killed
 * leaves it. */
static void a_part_can_be_read(void **state) {
    invo_output *o;
    (void)state;
    assert_int_equal(invo_output_open(context, path, "x,der(*)", NULL, &o), INVO_OK);
    write_rows(o, 0, 1000);
    sleep(1);
    write_rows(o, 1000, 1200);
    assert_int_equal(access(path, F_OK), -1);
    assert_in_range(check_mat(part), 1000, 1200);
    assert_int_equal(invo_output_rows(o), 1200);
    assert_int_equal(invo_output_close(context, o), INVO_OK);
    assert_int_equal(check_mat(path), 1200);
    assert_int_equal(access(part, F_OK), -1);
}

/* An older file stays where no row came, and a part of a killed run is not lost. */
static void nothing_is_lost(void **state) {
    invo_output *o;
    (void)state;
    assert_int_equal(invo_output_open(context, path, NULL, NULL, &o), INVO_OK);
    write_rows(o, 0, 3);
    assert_int_equal(invo_output_close(context, o), INVO_OK);
    assert_int_equal(link(path, part), 0);
    assert_int_equal(invo_output_open(context, path, NULL, NULL, &o), INVO_OK);
    assert_int_equal(invo_output_close(context, o), INVO_OK);
    struct stat one;
    struct stat two;
    assert_int_equal(stat(path, &one), 0);
    assert_int_equal(stat(part, &two), 0);
    assert_int_equal(one.st_ino, two.st_ino);
    assert_true(one.st_size > 0);
}

static void columns_by_patterns(void **state) {
    (void)state;
    assert_true(invo_column_chosen("", "x"));
    assert_true(invo_column_chosen("y,x", "x"));
    assert_false(invo_column_chosen("y,xx", "x"));
    assert_true(invo_column_chosen("der(*)", "der(der(x))"));
    assert_true(invo_column_chosen("p[1,*]", "p[1,2]"));
    assert_false(invo_column_chosen("p[1,*]", "p[2,2]"));
    assert_false(invo_column_chosen("p[12]", "p1"));
    assert_true(invo_column_chosen("a?", "a1"));
    assert_true(invo_column_chosen(NULL, "x"));
}

static void columns_are_checked(void **state) {
    (void)state;
    const char *const names[] = {"x", "y"};
    assert_int_equal(invo_columns_check(context, NULL, 2, names), INVO_OK);
    assert_int_equal(invo_columns_check(context, "", 2, names), INVO_OK);
    assert_int_equal(invo_columns_check(context, "y,time", 2, names), INVO_OK);
    assert_int_equal(invo_columns_check(context, "y,z", 2, names), INVO_E_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_part_can_be_read, begin, end),
        cmocka_unit_test_setup_teardown(nothing_is_lost, begin, end),
        cmocka_unit_test(columns_by_patterns),
        cmocka_unit_test_setup_teardown(columns_are_checked, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
