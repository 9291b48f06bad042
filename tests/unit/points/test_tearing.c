/* Formulas in the order in which they can be evaluated, whatever the order of the text.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/context.h"
#include "../../../src/points/tearing.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 6, ENTRIES = 16 };

/* a = 1/b, b = 2 + sqrt(c), c = 1 + d^2, d = log(a): a loop of four formulas. */
static const int loop_row[] = {0, 0, 1, 1, 2, 2, 3, 3},
                 loop_column[] = {0, 1, 1, 2, 2, 3, 3, 0};
static const char loop_explicit[] = {1, 0, 1, 0, 1, 0, 1, 0};

typedef struct torn {
    tearing t;
    int row[ENTRIES], column[ENTRIES];
    const char *row_name[MOST], *column_name[MOST];
    char given[MOST];
} torn;

/* The loop with rows and columns renumbered by (k * step + shift) modulo 4. */
static void set_loop(torn *p, int step, int shift) {
    static const char *name[] = {"a", "b", "c", "d"};
    memset(p, 0, sizeof *p);
    for (int k = 0; k < 8; k++) {
        p->row[k] = (loop_row[k] * step + shift) % 4;
        p->column[k] = (loop_column[k] * step + 2 * shift) % 4;
    }
    for (int k = 0; k < 4; k++) {
        p->row_name[(k * step + shift) % 4] = name[k];
        p->column_name[(k * step + 2 * shift) % 4] = name[k];
    }
    p->t = (tearing){.rows = 4,
                     .columns = 4,
                     .entries = 8,
                     .row = p->row,
                     .column = p->column,
                     .is_explicit = loop_explicit,
                     .given = p->given,
                     .row_name = p->row_name,
                     .column_name = p->column_name};
}

static int set_up(void **state) {
    invo_context *context = invo_context_new();
    *state = arena_new(context);
    return *state == NULL;
}

static int tear_down(void **state) {
    invo_context *context = arena_context(*state);
    arena_free(*state);
    invo_context_free(context);
    return 0;
}

static void one_column_of_a_loop_is_torn(void **state) {
    for (int shift = 0; shift < 4; shift++)
        for (int step = 1; step < 4; step += 2) {
            torn p;
            set_loop(&p, step, shift);
            tear(*state, &p.t);
            assert_int_equal(p.t.formulas, 3);
            for (int j = 0; j < 4; j++)
                assert_int_equal(p.t.is_torn[j], p.column_name[j][0] == 'a');
            static const char order[] = "dcb";
            for (int k = 0; k < 3; k++) {
                int j = p.column[p.t.formula_entry[k]];
                assert_int_equal(p.column_name[j][0], order[k]);
                assert_int_equal(p.t.level[k], k);
            }
        }
}

static void a_column_with_a_start_value_is_torn_first(void **state) {
    torn p;
    set_loop(&p, 1, 0);
    p.given[2] = 1;
    tear(*state, &p.t);
    assert_int_equal(p.t.formulas, 3);
    assert_true(p.t.is_torn[2] && !p.t.is_torn[0]);
    p.given[0] = p.given[1] = p.given[3] = 1;
    tear(*state, &p.t);
    assert_int_equal(p.t.formulas, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_column_of_a_loop_is_torn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_column_with_a_start_value_is_torn_first, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
