/* CSV: text, quoting, and files that are whole or not there.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../fake_result.h"
#include "output/format.h"
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct folder {
    char path[64], file[96];
    invo_context *context;
} folder;

static int begin(void **state) {
    folder *f = calloc(1, sizeof *f);
    strcpy(f->path, "/tmp/involute-csv-XXXXXX");
    assert_non_null(mkdtemp(f->path));
    snprintf(f->file, sizeof f->file, "%s/out.csv", f->path);
    f->context = invo_context_new();
    *state = f;
    return 0;
}

static int end(void **state) {
    folder *f = *state;
    unlink(f->file);
    assert_int_equal(rmdir(f->path), 0); /* so nothing else was left in it */
    invo_context_free(f->context);
    free(f);
    return 0;
}

static void read_text(const char *path, char *text, size_t size) {
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, size - 1, in)] = 0;
    fclose(in);
}

static const char expected[] = "time,x,\"'p[1,2]'\",\"'a\"\"b\xff'\"\n"
                               "0,1,-0,nan\n"
                               "0.10000000000000001,0.33333333333333331,1e-300,-1\n"
                               "1,0.10000000000000001,inf,3\n";

static void test_text(void **state) {
    folder *f = *state;
    invo_result r = fake_result();
    char text[512];
    assert_int_equal(invo_result_write_csv(f->context, &r, f->file), INVO_OK);
    read_text(f->file, text, sizeof text);
    assert_string_equal(text, expected);
}

/* The ending chooses the format. */
static void test_gnuplot(void **state) {
    folder *f = *state;
    invo_result r = fake_result();
    char path[128];
    char text[512];
    snprintf(path, sizeof path, "%s/out.dat", f->path);
    assert_int_equal(invo_result_write(f->context, &r, path), INVO_OK);
    read_text(path, text, sizeof text);
    unlink(path);
    assert_string_equal(text, "\"time\" \"x\" \"'p[1,2]'\" \"'a'b\xff'\"\n"
                              "0 1 -0 nan\n"
                              "0.10000000000000001 0.33333333333333331 1e-300 -1\n"
                              "1 0.10000000000000001 inf 3\n");
}

static void test_replaces_a_file_and_keeps_its_mode(void **state) {
    folder *f = *state;
    invo_result r = fake_result();
    struct stat info;
    fclose(fopen(f->file, "w"));
    chmod(f->file, 0640);
    assert_int_equal(invo_result_write_csv(f->context, &r, f->file), INVO_OK);
    assert_int_equal(stat(f->file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(info.st_size, strlen(expected));
}

/* A link is followed, not replaced. */
static void test_link(void **state) {
    folder *f = *state;
    invo_result r = fake_result();
    char target[96];
    struct stat info;
    snprintf(target, sizeof target, "%s/target", f->path);
    fclose(fopen(target, "w"));
    assert_int_equal(symlink(target, f->file), 0);
    assert_int_equal(invo_result_write_csv(f->context, &r, f->file), INVO_OK);
    assert_int_equal(lstat(f->file, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(target, &info), 0);
    assert_int_equal(info.st_size, strlen(expected));
    unlink(target);
}

static void test_full_disk(void **state) {
    folder *f = *state;
    invo_result r = fake_result();
    assert_int_equal(invo_result_write_csv(f->context, &r, "/dev/full"), INVO_E_FILE);
    assert_non_null(
        strstr(invo_context_message(f->context), "cannot write '/dev/full': No space"));
}

static void test_no_such_folder(void **state) {
    folder *f = *state;
    invo_result r = fake_result();
    char path[128];
    snprintf(path, sizeof path, "%s/none/out.csv", f->path);
    assert_int_equal(invo_result_write_csv(f->context, &r, path), INVO_E_FILE);
    assert_non_null(strstr(invo_context_error(f->context), "No such file or directory"));
}

static void test_check_leaves_nothing_behind(void **state) {
    folder *f = *state;
    assert_int_equal(invo_output_check(f->context, f->file), INVO_OK);
    assert_int_equal(access(f->file, F_OK), -1);
    assert_int_equal(invo_output_check(f->context, "-"), INVO_OK);
    assert_int_equal(invo_output_check(f->context, "/dev/null"), INVO_OK);
}

static void test_check_keeps_an_older_file(void **state) {
    folder *f = *state;
    char text[16];
    FILE *out = fopen(f->file, "w");
    fputs("old", out);
    fclose(out);
    assert_int_equal(invo_output_check(f->context, f->file), INVO_OK);
    read_text(f->file, text, sizeof text);
    assert_string_equal(text, "old");
}

static void refused(folder *f, const char *path, invo_status status, const char *why) {
    context_reset(f->context);
    assert_int_equal(invo_output_check(f->context, path), status);
    assert_non_null(strstr(invo_context_error(f->context), why));
}

static void test_check_refuses(void **state) {
    folder *f = *state;
    if (!format_hdf5.begin)
        refused(f, "out.h5", INVO_E_ARGUMENT, "built without HDF5; install it");
    refused(f, "out", INVO_E_ARGUMENT, "format of 'out'");
    refused(f, ".csv", INVO_E_ARGUMENT, "format of '.csv'");
    assert_int_equal(mkdir(f->file, 0777), 0);
    refused(f, f->file, INVO_E_FILE, "it is a folder");
    rmdir(f->file);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_text),
                                       TEST(test_gnuplot),
                                       TEST(test_replaces_a_file_and_keeps_its_mode),
                                       TEST(test_link),
                                       TEST(test_full_disk),
                                       TEST(test_no_such_folder),
                                       TEST(test_check_leaves_nothing_behind),
                                       TEST(test_check_keeps_an_older_file),
                                       TEST(test_check_refuses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
