/* Members of ensembles: grids, distributions, and what is refused.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "sweep/lot.h"
#include "sweep/members.h"
#include <cmocka.h>

static char message[MEMBERS_MESSAGE];

static invo_status request(members *m, int count, const char *const *over,
                           const char *random, const char *seed) {
    const members_request r = {count, over, NULL, random, seed};
    invo_context *c = invo_context_new();
    const invo_status status = members_read(c, &r, m, message);
    invo_context_free(c);
    return status;
}

static void grids_have_all_combinations(void **state) {
    (void)state;
    static const char *const over[] = {"L=0.5:2:4", "p[1]=3,1", "k=1e-2:1e2:3:log"};
    members m;
    assert_int_equal(request(&m, 3, over, NULL, NULL), INVO_OK);
    assert_int_equal(m.count, 24);
    assert_string_equal(m.axis[1].name, "p[1]");
    assert_true(members_value(&m, 0, 0) == 0.5);
    assert_true(members_value(&m, 23, 0) == 2);
    assert_true(members_value(&m, 6, 0) == 1); /* the last name changes fastest */
    assert_true(members_value(&m, 2, 1) == 3);
    assert_true(members_value(&m, 3, 1) == 1);
    assert_true(members_value(&m, 0, 2) == 1e-2);
    assert_true(fabs(members_value(&m, 1, 2) - 1) < 1e-15);
    assert_true(members_value(&m, 2, 2) == 1e2);
    members_free(&m);
}

/* The known answers of Philox 4x32-10 that its authors publish with it. */
static void random_words_are_those_of_philox(void **state) {
    (void)state;
    static const struct {
        uint32_t counter[4], key[2], word[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{~0u, ~0u, ~0u, ~0u},
         {~0u, ~0u},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint32_t word[4];
        lot_words(known[k].key, known[k].counter, word);
        assert_memory_equal(word, known[k].word, sizeof word);
    }
}

static void draws_have_their_distribution(void **state) {
    (void)state;
    enum { N = 20000 };
    static const char *const over[] = {"a=2:4", "b=normal:1:0.5", "c=1:100:log"};
    double sum[3] = {0};
    double squares[3] = {0};
    members m;
    members fewer;
    assert_int_equal(request(&m, 3, over, "20000", "7"), INVO_OK);
    assert_int_equal(request(&fewer, 3, over, "10", "7"), INVO_OK);
    for (long k = 0; k < N; k++)
        for (int i = 0; i < 3; i++) {
            double x = members_value(&m, k, i);
            if (k < 10) /* a member does not depend on how many there are */
                assert_true(x == members_value(&fewer, k, i));
            assert_true(i == 1 || (x >= (i ? 1 : 2) && x < (i ? 100 : 4)));
            x = i == 2 ? log10(x) : x;
            sum[i] += x;
            squares[i] += x * x;
        }
    static const double mean[] = {3, 1, 1};
    static const double variance[] = {1.0 / 3, 0.25, 1.0 / 3};
    for (int i = 0; i < 3; i++) {
        const double average = sum[i] / N;
        assert_true(fabs(average - mean[i]) < 5 * sqrt(variance[i] / N));
        assert_true(fabs(squares[i] / N - average * average - variance[i]) < 0.02);
    }
    members_free(&m);
    members_free(&fewer);
}

static void seeds_and_draws_differ(void **state) {
    (void)state;
    assert_true(lot_uniform(1, 0, 0) != lot_uniform(2, 0, 0));
    assert_true(lot_uniform(1, 0, 0) != lot_uniform(1, 1, 0));
    assert_true(lot_uniform(1, 0, 0) != lot_uniform(1, 0, 1));
}

static void what_is_no_range_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *over, *random, *words;
    } cases[] = {
        {"L", NULL, "--over L: expected NAME=LOW:HIGH:COUNT"},
        {"=1:2:3", NULL, "expected NAME=LOW:HIGH:COUNT"},
        {"L=1:2", NULL, "how many values?"},
        {"L=1:2:0", NULL, "expected a count from 1"},
        {"L=1:2:2.5", NULL, "expected a count from 1"},
        {"L=1:x:3", NULL, "expected LOW:HIGH:COUNT"},
        {"L=1:nan:3", NULL, "expected LOW:HIGH:COUNT"},
        {"L=1:inf:3", NULL, "expected LOW:HIGH:COUNT"},
        {"L=1:2:3:4:5", NULL, "expected LOW:HIGH:COUNT"},
        {"L=-1:2:3:log", NULL, "both ends must be positive, found -1 and 2"},
        {"L=1,,2", NULL, "expected a number, found ''"},
        {"L=", NULL, "expected a number, found ''"},
        {"L=1:2:1000000001", NULL, "expected a count from 1"},
        {"L=1:2:5", "3", "with --random, expected LOW:HIGH"},
        {"L=normal:1:-1", "3", "the deviation must not be negative"},
        {"L=1:2", "0", "expected a number of members"},
        {"L=1:2", "many", "expected a number of members"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        members m;
        const invo_status status = request(&m, 1, &cases[k].over, cases[k].random, NULL);
        if (status != INVO_E_ARGUMENT || !strstr(message, cases[k].words))
            fail_msg("'%s': %s", cases[k].over, message);
        members_free(&m);
    }
}

static void requests_that_contradict_are_refused(void **state) {
    (void)state;
    static const char *const twice[] = {"L=1,2", " L =1,2"};
    static const char *const large[] = {"a=0:1:100000", "b=0:1:100000"};
    members m;
    assert_int_equal(request(&m, 2, twice, NULL, NULL), INVO_E_ARGUMENT);
    assert_non_null(strstr(message, "'L' is given twice"));
    members_free(&m);
    assert_int_equal(request(&m, 2, large, NULL, NULL), INVO_E_ARGUMENT);
    assert_non_null(strstr(message, "more than 1000000000 members"));
    members_free(&m);
    assert_int_equal(request(&m, 0, NULL, NULL, NULL), INVO_E_ARGUMENT);
    members_free(&m);
    assert_int_equal(request(&m, 0, NULL, "5", NULL), INVO_E_ARGUMENT);
    members_free(&m);
    assert_int_equal(request(&m, 1, twice, NULL, "5"), INVO_E_ARGUMENT);
    assert_non_null(strstr(message, "--seed requires --random"));
    members_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_have_all_combinations),
        cmocka_unit_test(random_words_are_those_of_philox),
        cmocka_unit_test(draws_have_their_distribution),
        cmocka_unit_test(seeds_and_draws_differ),
        cmocka_unit_test(what_is_no_range_is_refused),
        cmocka_unit_test(requests_that_contradict_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
