/* The journal of an ensemble: what was added is there again, also after a program was
 * killed at any byte. SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
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
#include "involute.h"
#include "sweep/journal.h"
#include "sweep/members.h"
#include <cmocka.h>

enum { MEMBERS = 5 };
static const journal_identity whole = {1, 2, 3, 4, MEMBERS};
static char message[2000];
static char path[] = "/tmp/involute-journal-XXXXXX";

static int begin(void **state) {
    (void)state;
    strcpy(path + sizeof path - 7, "XXXXXX");
    const int file = mkstemp(path);
    return file < 0 || close(file);
}

static int end(void **state) {
    (void)state;
    return unlink(path) && access(path, F_OK) == 0;
}

static void add(journal *j, int64_t number, const char *reason) {
    static const char *const name[] = {"x", "der(x)"};
    const double value[] = {1, 2, 3, 10, 20, 30 + (double)number};
    member_record m = {.number = number,
                       .state = *reason ? MEMBER_FAILED : MEMBER_DONE,
                       .status = *reason ? INVO_E_STEP : INVO_OK,
                       .t = 0.5,
                       .rows = 2,
                       .width = 3,
                       .reason = reason,
                       .value = value};
    record_bytes columns = record_of_columns(2, name, &m.columns);
    record_bytes member = record_of_member(&m);
    assert_int_equal(journal_add(j, &columns), 0);
    assert_int_equal(journal_add(j, &member), 0);
    assert_int_equal(record_state(&member), m.state);
    free(columns.at);
    free(member.at);
}

static journal *open_whole(void) {
    journal *j = journal_open(path, &whole, message, sizeof message);
    if (!j)
        fail_msg("%s", message);
    return j;
}

static void check_member(const journal *j, int64_t number, const char *reason) {
    member_record m;
    int count = 0;
    assert_true(journal_find(j, number, &m));
    assert_int_equal(m.number, number);
    assert_int_equal(m.state, *reason ? MEMBER_FAILED : MEMBER_DONE);
    assert_string_equal(m.reason, reason);
    assert_true(m.rows == 2 && m.width == 3 && m.t == 0.5);
    assert_true(m.value[0] == 1 && m.value[5] == 30 + (double)number);
    const char *names = journal_columns(j, m.columns, &count);
    assert_int_equal(count, 2);
    assert_string_equal(names, "x");
    assert_string_equal(names + 2, "der(x)");
}

static void members_are_there_again(void **state) {
    (void)state;
    static const char *const reason[] = {"", "seven77", "eight888"};
    journal *j = open_whole();
    for (int k = 0; k < 3; k++)
        add(j, 2 * k, reason[k]);
    add(j, 0, "again"); /* a member counts once */
    journal_close(j, 1);
    j = open_whole();
    assert_int_equal(journal_count(j), 3);
    assert_int_equal(journal_dropped(j), 0);
    for (int k = 0; k < 3; k++)
        check_member(j, 2 * k, reason[k]);
    assert_false(journal_has(j, 1));
    journal_close(j, 0);
    assert_int_not_equal(access(path, F_OK), 0);
}

/* However a file is cut off, members before that are there, and others can follow. */
static void torn_records_are_dropped(void **state) {
    (void)state;
    char *bytes;
    struct stat info;
    journal *j = open_whole();
    add(j, 0, "");
    add(j, 1, "why");
    journal_close(j, 1);
    assert_int_equal(stat(path, &info), 0);
    const size_t size = (size_t)info.st_size;
    bytes = malloc(size);
    FILE *in = fopen(path, "rb");
    assert_int_equal(fread(bytes, 1, size, in), size);
    fclose(in);
    int64_t most = 0;
    for (size_t cut = 0; cut < size; cut += 3) {
        FILE *out = fopen(path, "wb");
        assert_int_equal(fwrite(bytes, 1, cut, out), cut);
        fclose(out);
        j = open_whole();
        const int64_t count = journal_count(j);
        assert_true(count >= most && count < 2);
        most = count;
        if (count)
            check_member(j, 0, "");
        add(j, 3, "later");
        journal_close(j, 1);
        j = open_whole();
        assert_int_equal(journal_count(j), count + 1);
        check_member(j, 3, "later");
        journal_close(j, 1);
    }
    assert_int_equal(most, 1);
    free(bytes);
}

static void changed_bytes_are_noticed(void **state) {
    (void)state;
    journal *j = open_whole();
    struct stat info;
    add(j, 0, "");
    assert_int_equal(stat(path, &info), 0);
    add(j, 1, "");
    journal_close(j, 1);
    const int file = open(path, O_WRONLY);
    assert_int_equal(pwrite(file, "?", 1, info.st_size + 40), 1);
    close(file);
    j = open_whole();
    assert_int_equal(journal_count(j), 1);
    assert_true(journal_dropped(j) > 0);
    journal_close(j, 1);
}

/* Words of 8 bytes of a record: its size and kind, then those of its body. */
enum { SIZE, COUNT = 2, STATE, COLUMNS = 5, ROWS, WIDTH, REASON, ALL = -1 };

/* Changes a word of a record, cuts its body off behind `size` bytes or leaves ALL, gives
 * it a valid check sum and appends it to the file. */
static void append_forged(const record_bytes *r, int word, int64_t value, int64_t size) {
    enum { HEAD = 16, CHECK = 8 };
    char *at = malloc(r->size);
    memcpy(at, r->at, r->size);
    memcpy(at + 8 * word, &value, sizeof value);
    const size_t whole_size =
        size == ALL ? r->size - CHECK : (size_t)(HEAD + size); /* without the check */
    if (size != ALL)
        memcpy(at, &size, sizeof size);
    const uint64_t check = hash_bytes(0, at, whole_size);
    memcpy(at + whole_size, &check, sizeof check);
    FILE *out = fopen(path, "ab");
    assert_int_equal(fwrite(at, 1, whole_size + CHECK, out), whole_size + CHECK);
    fclose(out);
    free(at);
}

static void wrong_sizes_are_damage(void **state) {
    (void)state;
    static const struct {
        int is_member, word;
        int64_t value, size;
    } cases[] = {
        {0, COUNT, 2, 0},
        {0, COUNT, -1, ALL},
        {0, COUNT, 100, ALL},
        {0, COUNT, INT64_MAX, ALL},
        {1, STATE, 7, ALL},
        {1, STATE, 0, 0},
        {1, STATE, 0, 56},
        {1, STATE, 0, 64},
        {1, STATE, 0, 72},
        {1, COLUMNS, 0, ALL},
        {1, COLUMNS, 77, ALL},
        {1, ROWS, 1, ALL},
        {1, ROWS, 3, ALL},
        {1, ROWS, 0, ALL},
        {1, ROWS, -2, ALL},
        {1, ROWS, INT64_MAX, ALL},
        {1, ROWS, (int64_t)1 << 61 | 2, ALL},
        {1, WIDTH, 2, ALL},
        {1, WIDTH, 4, ALL},
        {1, WIDTH, -3, ALL},
        {1, REASON, 2, ALL},
        {1, REASON, 100000, ALL},
        {1, REASON, -1, ALL},
        {1, REASON, INT64_MAX, ALL},
    };
    static const char *const name[] = {"y", "der(y)"};
    const double value[] = {1, 2, 3, 10, 20, 31};
    member_record m = {
        .number = 1, .rows = 2, .width = 3, .reason = "why", .value = value};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        unlink(path);
        journal *j = open_whole();
        record_bytes columns = record_of_columns(2, name, &m.columns);
        record_bytes member = record_of_member(&m);
        add(j, 0, "");
        if (cases[k].is_member)
            assert_int_equal(journal_add(j, &columns), 0);
        journal_close(j, 1);
        append_forged(cases[k].is_member ? &member : &columns, cases[k].word,
                      cases[k].value, cases[k].size);
        j = open_whole();
        if (journal_count(j) != 1 || !journal_dropped(j))
            fail_msg("case %zu: %d members, %d bytes dropped", k, (int)journal_count(j),
                     (int)journal_dropped(j));
        check_member(j, 0, "");
        add(j, 1, "later");
        assert_int_equal(journal_map(j), 0);
        check_member(j, 1, "later");
        journal_close(j, 1);
        free(columns.at);
        free(member.at);
    }
}

static void other_ensembles_are_refused(void **state) {
    (void)state;
    static const struct {
        journal_identity is;
        const char *words;
    } cases[] = {
        {{1, 9, 3, 4, MEMBERS}, "another model text"},
        {{1, 2, 9, 4, MEMBERS}, "other options"},
        {{1, 2, 3, 9, MEMBERS}, "other members"},
        {{9, 2, 3, 4, MEMBERS}, "another version"},
    };
    journal *j = open_whole();
    add(j, 0, "");
    journal_close(j, 1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_null(journal_open(path, &cases[k].is, message, sizeof message));
        if (!strstr(message, cases[k].words))
            fail_msg("%s", message);
    }
    FILE *out = fopen(path, "wb");
    fputs("member,x\n0,1\n", out);
    fclose(out);
    assert_null(journal_open(path, &whole, message, sizeof message));
    assert_non_null(strstr(message, "is not a journal"));
}

static void two_cannot_write_one_journal(void **state) {
    (void)state;
    journal *j = open_whole();
    assert_null(journal_open(path, &whole, message, sizeof message));
    assert_non_null(strstr(message, "another sweep writes"));
    journal_close(j, 1);
}

static void full_disks_are_reported(void **state) {
    (void)state;
    assert_null(journal_open("/dev/full", &whole, message, sizeof message));
    assert_non_null(strstr(message, "/dev/full"));
    assert_null(journal_open("/nowhere/x", &whole, message, sizeof message));
    assert_non_null(strstr(message, "No such file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(members_are_there_again, begin, end),
        cmocka_unit_test_setup_teardown(torn_records_are_dropped, begin, end),
        cmocka_unit_test_setup_teardown(changed_bytes_are_noticed, begin, end),
        cmocka_unit_test_setup_teardown(wrong_sizes_are_damage, begin, end),
        cmocka_unit_test_setup_teardown(other_ensembles_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(two_cannot_write_one_journal, begin, end),
        cmocka_unit_test(full_disks_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
