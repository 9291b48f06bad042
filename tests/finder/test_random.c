/* SPDX-License-Identifier: BSD-3-Clause */
/* Random quadratic systems have no polynomial integrals: none is found.
 *
 * finder_test_random FIRST LAST looks at the systems FIRST to LAST and prints those in
 * which something is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

#ifdef __SANITIZE_ADDRESS__
enum { SYSTEMS = 20 };
#else
enum { SYSTEMS = 200 };
#endif

static uint64_t random_state;

static int uniform(int below) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int)((random_state >> 20) % (uint64_t)below);
}

/* A coefficient of two decimals that is not zero. */
static double coefficient(void) {
    int n = 1 + uniform(300);
    return (uniform(2) ? n : -n) / 100.0;
}

/* x[i]' = all products of up to two variables, each with a coefficient. */
static char *system_text(int number) {
    static char text[1 << 14];
    random_state = (uint64_t)(number + 1) * UINT64_C(0x9E3779B97F4A7C15);
    int n = 2 + uniform(3);
    char *to = text;
    to += sprintf(to,
                  "model Random\n  Real x[%d](each start = 1, each fixed = true);\n"
                  "equation\n",
                  n);
    for (int i = 1; i <= n; i++) {
        to += sprintf(to, "  der(x[%d]) = %g", i, coefficient());
        for (int j = 1; j <= n; j++) {
            to += sprintf(to, " %+g*x[%d]", coefficient(), j);
            for (int k = j; k <= n; k++)
                to += sprintf(to, " %+g*x[%d]*x[%d]", coefficient(), j, k);
        }
        to += sprintf(to, ";\n");
    }
    sprintf(to, "end Random;\n");
    return text;
}

/* The number of quantities found; prints the first with the system. */
static int look_at(int number) {
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *m = NULL;
    invo_found f;
    invo_search search = {3, NULL};
    const char *text = system_text(number);
    if (invo_model_parse(c, "random.mo", text, strlen(text), &m) ||
        invo_model_options(m, invo_options_init(&o)) ||
        invo_model_find_invariants(m, &o, &search))
        fail_msg("system %d: %s", number, invo_context_message(c));
    int count = 0;
    for (; invo_model_found(m, count, &f); count++)
        print_message("system %d: %s, residual %g\n%s", number, f.expr, f.residual, text);
    invo_model_free(m);
    invo_context_free(c);
    return count;
}

static int first = 0, last = SYSTEMS - 1;

static void finds_nothing_in_random_systems(void **state) {
    int found = 0;
    (void)state;
    for (int k = first; k <= last; k++)
        found += look_at(k);
    assert_int_equal(found, 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_nothing_in_random_systems)};
    if (argc == 3) {
        first = atoi(argv[1]);
        last = atoi(argv[2]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
