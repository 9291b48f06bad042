/* Result files read back. SPDX-License-Identifier: BSD-3-Clause */
#include "output/format.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[80];
static invo_context *context;

static int begin(void **state) {
    (void)state;
    return !(context = invo_context_new());
}
static int end(void **state) {
    (void)state;
    unlink(path);
    invo_context_free(context);
    return 0;
}

static const char *named(const char *ending) {
    snprintf(path, sizeof path, "/tmp/involute-sheet-%ld%s", (long)getpid(), ending);
    return path;
}

static void write_file(const char *ending, const void *bytes, size_t size) {
    FILE *out = fopen(named(ending), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static invo_table *read_text(const char *ending, const char *text) {
    invo_table *t = NULL;
    write_file(ending, text, strlen(text));
    if (invo_table_read(context, path, &t))
        fail_msg("%s", invo_context_message(context));
    return t;
}

static void refuses(const char *ending, const char *text, const char *message) {
    invo_table *t;
    write_file(ending, text, strlen(text));
    assert_int_not_equal(invo_table_read(context, path, &t), INVO_OK);
    assert_null(t);
    if (!strstr(invo_context_message(context), message))
        fail_msg("%s\n%s", message, invo_context_message(context));
    unlink(path);
}

static const char *const names[] = {"x", "'p[1,2]'", "'a/b c'"};

static double value_at(long i, int j) {
    static const double special[] = {-0.0, NAN, INFINITY, 1e-310, 1. / 3};
    return i % 7 == j ? special[i % 5] : (double)i / (j + 3);
}

static void write_rows(invo_output *o, long from, long to) {
    for (long i = from; i < to; i++) {
        double value[] = {(double)i / 10, value_at(i, 1), value_at(i, 2), value_at(i, 3)};
        invo_output_row row = {3, names, value};
        assert_int_equal(invo_output_write(o, &row), 0);
    }
}

static void check_rows(const invo_table *t, long least, long most) {
    assert_int_equal(invo_table_columns(t), 4);
    assert_in_range(invo_table_rows(t), least, most);
    assert_string_equal(invo_table_name(t, 0), "time");
    for (int j = 0; j < 4; j++) {
        const double *column = invo_table_column(t, j);
        if (j)
            assert_string_equal(invo_table_name(t, j), names[j - 1]);
        for (long i = 0; i < invo_table_rows(t); i++) {
            double want = j ? value_at(i, j) : (double)i / 10;
            if (memcmp(&want, &column[i], sizeof want) &&
                !(isnan(want) && isnan(column[i])))
                fail_msg("%s: row %ld, column %d: %g", path, i, j, column[i]);
        }
    }
}

typedef struct kind {
    const char *ending;
    const output_format *format;
} kind;
static const kind kinds[] = {
#define FORMAT(name, ending, help) {ending, &format_##name},
#include "involute_format.def"
};

/* Every format gives back what was written, to the last bit; so does the part of a file
 * that a killed run leaves, as far as it goes. */
static void formats_are_read_back(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        invo_output *o;
        invo_table *t;
        if (!kinds[k].format->begin)
            continue;
        named(kinds[k].ending);
        assert_int_equal(invo_output_open(context, path, NULL, NULL, &o), INVO_OK);
        write_rows(o, 0, 3000);
        sleep(1);
        write_rows(o, 3000, 3001); /* is made readable */
        write_rows(o, 3001, 5000);
        strcat(path, ".part");
        assert_int_equal(invo_table_read(context, path, &t), INVO_OK);
        check_rows(t, 3001, 5000);
        invo_table_free(t);
        named(kinds[k].ending);
        assert_int_equal(invo_output_close(context, o), INVO_OK);
        assert_int_equal(invo_table_read(context, path, &t), INVO_OK);
        check_rows(t, 5000, 5000);
        assert_null(invo_table_name(t, 4));
        assert_null(invo_table_column(t, -1));
        invo_table_free(t);
        unlink(path);
    }
}

/* The last line of a part may have lost digits. */
static void the_last_line_of_a_part(void **state) {
    (void)state;
    invo_table *t = read_text(".csv.part", "time,x\n0,1\n1,2\n2,33");
    assert_int_equal(invo_table_rows(t), 2);
    invo_table_free(t);
    t = read_text(".dat.part12", "\"time\" \"x\"\n0 1\n1 2\n2");
    assert_int_equal(invo_table_rows(t), 2);
    unlink(path);
    invo_table_free(t);
    t = read_text(".csv", "time,x\n0,1\n1,2\n2,33");
    assert_int_equal(invo_table_rows(t), 3);
    invo_table_free(t);
}

static void cells(void **state) {
    (void)state;
    invo_table *t =
        read_text(".csv", "section,time,\"a\n\"\"b\"\"\",c\r\n\r\nx,0, 1e3 ,\r\n"
                          "\"x, y\",1,-inf,nan\r\nx,2,,4\r\n");
    assert_int_equal(invo_table_rows(t), 3);
    assert_string_equal(invo_table_name(t, 2), "a\n\"b\"");
    assert_string_equal(invo_table_word(t, 0, 0), "x");
    assert_string_equal(invo_table_word(t, 0, 1), "x, y");
    assert_null(invo_table_word(t, 0, 2));
    assert_null(invo_table_word(t, 1, 0));
    assert_true(invo_table_column(t, 0)[2] == 0 && invo_table_column(t, 0)[1] == 1);
    assert_true(invo_table_column(t, 2)[0] == 1000 && isnan(invo_table_column(t, 2)[2]));
    assert_true(isnan(invo_table_column(t, 3)[0]) && invo_table_column(t, 3)[2] == 4);
    invo_table_free(t);
    t = read_text(".csv", "");
    assert_int_equal(invo_table_columns(t) + invo_table_rows(t), 0);
    invo_table_free(t);
}

static void what_is_wrong_is_refused(void **state) {
    (void)state;
    refuses(".csv", "time,x\n0,1\n1\n", "row 2 has 1 values, the first row has 2 names");
    refuses(".csv", "time,x\n0,1\n1,2,3\n", "row 2 has 3 values");
    refuses(".csv", "time,x\n0,1\n1,2a\n",
            "row 2 has a value that is not a number, '2a'");
    refuses(".csv", "time,\"x\n0,1\n", "no closing quote");
    refuses(".mat", "this is not a MATLAB file of version 4", "not a result");
    invo_table *t;
    assert_int_equal(invo_table_read(context, named(".csv"), &t), INVO_E_FILE);
    assert_int_equal(invo_table_read(context, named(".mat"), &t), INVO_E_FILE);
}

/* --- MATLAB files of other programs --- */

typedef struct image {
    unsigned char byte[2000];
    size_t size;
    int is_big; /* most significant byte first */
} image;

static void put(image *m, const void *value, size_t size) {
    const unsigned char *from = value;
    for (size_t k = 0; k < size; k++)
        m->byte[m->size++] = from[m->is_big ? size - 1 - k : k];
}

static void put_head(image *m, const char *name, int type, int rows, int columns) {
    const int32_t head[] = {type + 1000 * m->is_big, rows, columns, 0,
                            (int32_t)strlen(name) + 1};
    for (int k = 0; k < 5; k++)
        put(m, &head[k], sizeof head[k]);
    memcpy(m->byte + m->size, name, strlen(name) + 1);
    m->size += strlen(name) + 1;
}

static void put_bytes(image *m, const char *bytes, size_t size) {
    memcpy(m->byte + m->size, bytes, size);
    m->size += size;
}

/* A file as Dymola writes it, in single precision: time, x, an alias of -x, a parameter.
 */
static image dymola_image(int is_big) {
    image m = {.is_big = is_big};
    static const int32_t places[] = {0, 1, 0, -1, 1, 2, 0, 0, 2, 2, 0, -1, 2, -2, 0, -1};
    static const float data[] = {0, 5, 0.5f, 6, 1, 7};
    const int32_t none = 0;
    put_head(&m, "Aclass", 51, 4, 11);
    for (int k = 0; k < 11; k++) {
        const char column[] = {"Atrajectory"[k], "1.1        "[k], ' ', "binTrans   "[k]};
        put_bytes(&m, column, 4);
    }
    put_head(&m, "name", 51, 4, 4);
    put_bytes(&m, "Timep   x   -x  ", 16);
    put_head(&m, "description", 51, 1, 4);
    put_bytes(&m, "    ", 4);
    put_head(&m, "dataInfo", 20, 4, 4);
    for (int k = 0; k < 16; k++)
        put(&m, &places[k], sizeof places[k]);
    put_head(&m, "data_1", 20, 2, 2);
    for (int k = 0; k < 4; k++)
        put(&m, &none, sizeof none);
    put_head(&m, "data_2", 10, 2, 3);
    for (int k = 0; k < 6; k++)
        put(&m, &data[k], sizeof data[k]);
    return m;
}

static void files_of_dymola(void **state) {
    (void)state;
    for (int is_big = 0; is_big < 2; is_big++) {
        const image m = dymola_image(is_big);
        invo_table *t;
        write_file(".mat", m.byte, m.size);
        assert_int_equal(invo_table_read(context, path, &t), INVO_OK);
        assert_int_equal(invo_table_columns(t), 3);
        assert_int_equal(invo_table_rows(t), 3);
        assert_string_equal(invo_table_name(t, 0), "Time");
        assert_string_equal(invo_table_name(t, 2), "-x");
        assert_true(invo_table_column(t, 0)[1] == 0.5);
        assert_true(invo_table_column(t, 1)[2] == 7);
        assert_true(invo_table_column(t, 2)[2] == -7);
        invo_table_free(t);
    }
}

/* A file that ends early, or has a wrong byte, is read as far as it makes sense or
 * refused.
 */
static void damaged_files(void **state) {
    const image m = dymola_image(0);
    int held = 0;
    (void)state;
    for (size_t size = 0; size <= m.size; size++) {
        invo_table *t;
        write_file(".mat", m.byte, size);
        if (invo_table_read(context, path, &t) == INVO_OK)
            held += (int)invo_table_rows(t);
        invo_table_free(t);
    }
    assert_int_equal(held, 8 * 1 + 8 * 2 + 3); /* by eight bytes a row */
    for (size_t k = 0; k < m.size; k++)
        for (int bit = 0; bit < 8; bit++) {
            image wrong = m;
            invo_table *t;
            wrong.byte[k] ^= (unsigned char)(1 << bit);
            write_file(".mat", wrong.byte, wrong.size);
            if (invo_table_read(context, path, &t) == INVO_OK)
                assert_true(invo_table_rows(t) <= 6);
            invo_table_free(t);
        }
}

/* Numbers that are no row of data_2, and no characters. */
static void numbers_that_are_none(void **state) {
    static const double wrong[] = {NAN, INFINITY, -0x1p1000, 3, 0.5, 0};
    static const char *const message[] = {
        "row nan of data_2", "row inf of data_2",
        "e+301 of data_2",   "row 3 of data_2, which has 2",
        "row 0.5 of data_2", "row 0 of data_2"};
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        image m = {.size = 0};
        const double places[] = {0, 1, 0, -1, 2, wrong[k], 0, -1};
        const double data[] = {0, 5};
        invo_table *t;
        put_head(&m, "Aclass", 51, 4, 8);
        for (int j = 0; j < 8; j++) {
            const char column[] = {' ', ' ', ' ', "binTrans"[j]};
            put_bytes(&m, column, 4);
        }
        put_head(&m, "name", 0, 1, 2);
        put(&m, &wrong[k], sizeof wrong[k]);
        put(&m, &wrong[k], sizeof wrong[k]);
        put_head(&m, "dataInfo", 0, 4, 2);
        for (int j = 0; j < 8; j++)
            put(&m, &places[j], sizeof places[j]);
        put_head(&m, "data_2", 0, 2, 1);
        for (int j = 0; j < 2; j++)
            put(&m, &data[j], sizeof data[j]);
        write_file(".mat", m.byte, m.size);
        assert_int_not_equal(invo_table_read(context, path, &t), INVO_OK);
        assert_null(t);
        assert_non_null(strstr(invo_context_message(context), message[k]));
        unlink(path);
    }
}

/* Each allocation fails once. */
static void memory_is_short(void **state) {
    const image m = dymola_image(0);
    const char text[] = "section,time,x\na,0,1\nb,1,2\n";
    (void)state;
    for (int k = 0; k < 2; k++) {
        invo_status status = INVO_E_MEMORY;
        if (k)
            write_file(".mat", m.byte, m.size);
        else
            write_file(".csv", text, strlen(text));
        for (long left = 0; status && left < 100; left++) {
            invo_table *t;
            context->allocations_left = left;
            status = invo_table_read(context, path, &t);
            assert_true(status == INVO_OK || status == INVO_E_MEMORY);
            invo_table_free(t);
        }
        assert_int_equal(status, INVO_OK);
        context->allocations_left = -1;
        unlink(path);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(formats_are_read_back),
        TEST(the_last_line_of_a_part),
        TEST(cells),
        TEST(what_is_wrong_is_refused),
        TEST(files_of_dymola),
        TEST(damaged_files),
        TEST(numbers_that_are_none),
        TEST(memory_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
