/* SPDX-License-Identifier: BSD-3-Clause */
/* What tests of machine code use of cmocka, where that is not to be had for the processor
 * they are compiled for. The first failure ends the program. */
#ifndef ARM64_CMOCKA_H
#define ARM64_CMOCKA_H
#include <stdio.h>
#include <stdlib.h>

typedef struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
} CMUnitTest;

#define cmocka_unit_test(test)                                                           \
    { #test, test, NULL, NULL }
#define cmocka_unit_test_setup_teardown(test, setup, teardown)                           \
    { #test, test, setup, teardown }

#define fail_msg(...)                                                                    \
    do {                                                                                 \
        printf("%s:%d: ", __FILE__, __LINE__);                                           \
        printf(__VA_ARGS__);                                                             \
        printf("\n");                                                                    \
        exit(1);                                                                         \
    } while (0)
/* There is code for this processor: nothing may be left out. */
#define skip() fail_msg("skipped")
#define assert_true(c)                                                                   \
    do {                                                                                 \
        if (!(c))                                                                        \
            fail_msg("%s", #c);                                                          \
    } while (0)
#define assert_false(c) assert_true(!(c))
#define assert_null(p) assert_true(!(p))
#define assert_non_null(p) assert_true(p)
#define assert_int_equal(a, b) assert_true((a) == (b))

#define cmocka_run_group_tests(tests, before, after)                                     \
    run_tests((tests), sizeof(tests) / sizeof *(tests))

static int run_tests(const CMUnitTest *test, size_t count) {
    for (size_t k = 0; k < count; k++) {
        void *state = NULL;
        if (test[k].setup)
            test[k].setup(&state);
        test[k].test(&state);
        if (test[k].teardown)
            test[k].teardown(&state);
        printf("%s: good\n", test[k].name);
    }
    return 0;
}

#endif
