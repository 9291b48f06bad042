/* SPDX-License-Identifier: BSD-3-Clause */
/* What is nearly conserved is not conserved: energies with a damping that is far below
 * round-off, integrals that need a ratio of inertias which is off by 1e-14. What stays
 * conserved beside them is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "involute.h"
#include <cmocka.h>

typedef struct near_case {
    const char *file, *set;
    int degree, expected;
} near_case;

static const near_case cases[] = {
    {"DampedPendulum", "d=1e-8", 3, 0},
    {"DampedPendulum", "d=1e-12", 3, 0},
    {"DampedPendulum", "d=1e-14", 3, 0},
    {"DampedPendulum", "d=1e-16", 3, 0},
    {"DampedPendulum", "d=1e-20", 3, 0},
    {"KeplerDrag", "d=1e-10", 3, 0},
    {"KeplerDrag", "d=1e-15", 3, 0},
    {"KeplerDrag", "d=1e-20", 3, 0},
    {"Kowalevski", "A=2.00000000000002", 4, 3},
    {"Kowalevski", "C=1.00000000000001", 4, 3},
    {"Kowalevski", "B=2.00000000000002", 4, 3},
    {"KeplerDrag", "d=1e-18", 3, 0},
    /* beside the level that its cubic integral needs */
    {"GoryachevChaplygin", "r=-1.20000000000001", 3, 3},
    {"GoryachevChaplygin", "r=-1.2000001", 3, 3},
};

static int count_found(const near_case *k) {
    char path[256];
    invo_options o;
    invo_model *m = NULL;
    invo_found f;
    invo_search search = {k->degree, NULL};
    invo_context *c = invo_context_new();
    snprintf(path, sizeof path, "tests/finder/%s.mo", k->file);
    if (invo_model_read(c, path, &m) || invo_model_set(m, k->set) ||
        invo_model_options(m, invo_options_init(&o)) ||
        invo_model_find_invariants(m, &o, &search))
        fail_msg("%s", invo_context_message(c));
    int count = 0;
    while (invo_model_found(m, count, &f))
        count++;
    invo_model_free(m);
    invo_context_free(c);
    return count;
}

static void refuses_what_is_nearly_conserved(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        int found = count_found(&cases[k]);
        if (found != cases[k].expected)
            fail_msg("%s with %s: %d found, %d expected", cases[k].file, cases[k].set,
                     found, cases[k].expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_is_nearly_conserved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
