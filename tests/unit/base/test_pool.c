/* SPDX-License-Identifier: BSD-3-Clause */
/* A pool counts first, then hands out pieces that do not overlap, aligned for doubles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "../../../src/base/pool.h"
#include <cmocka.h>

typedef struct pieces {
    int *a, *b;
    double *x;
    char *flags;
} pieces;

static void lay_out(pieces *to, pool *p) {
    to->a = pool_integers(p, 3);
    to->x = pool_doubles(p, 2);
    to->flags = pool_take(p, 5, 1);
    to->b = pool_integers(p, 1);
}

static void pieces_are_counted_then_taken(void **state) {
    (void)state;
    pieces to;
    pool p = {0};
    lay_out(&to, &p);
    assert_true(!to.a && !to.b && !to.x && !to.flags);
    size_t size = p.used;
    assert_true(size >= 4 * sizeof(int) + 2 * sizeof(double) + 5);
    char *block = calloc(1, size);
    assert_true(pool_open(&p, block));
    lay_out(&to, &p);
    assert_int_equal(p.used, size);
    assert_int_equal((uintptr_t)to.x % sizeof(double), 0);
    for (int k = 0; k < 3; k++)
        to.a[k] = -1;
    to.x[0] = to.x[1] = 7;
    for (int k = 0; k < 5; k++)
        to.flags[k] = 2;
    to.b[0] = 5;
    assert_true(to.a[2] == -1 && to.x[0] == 7 && to.x[1] == 7 && to.flags[4] == 2);
    assert_false(pool_open(&p, NULL));
    free(block);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pieces_are_counted_then_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
