/* SPDX-License-Identifier: BSD-3-Clause */
/* Two parts of a direction: found, ordered, refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "../../../src/geometry/splitting.h"
#include <cmocka.h>

enum { MOST = 8 };

/* depends: of i on k as pairs, ended by -1. */
static int find(int n, const invo_coordinate *names, const int *depends, int *part,
                int *of, int *on) {
    int start[MOST + 1] = {0}, column[4 * MOST], work[3 * MOST], count = 0;
    for (int i = 0; i < n; i++) {
        for (const int *d = depends; *d >= 0; d += 2)
            if (d[0] == i)
                column[count++] = d[1];
        start[i + 1] = count;
    }
    const invo_pattern pattern = {n, n, start, column};
    const invo_system s = {
        .coordinates = n, .coordinate = names, .direction_pattern = &pattern};
    return splitting_find(&s, part, work, of, on);
}

static void positions_come_first(void **state) {
    (void)state;
    /* der(x) = v, der(v) = f(x, t), twice, coupled by the forces */
    static const invo_coordinate names[] = {{"time", 1, 0, 0},
                                            {"v", 1, 0, 1},
                                            {"x", 1, 0, 0},
                                            {"b", 1, 0, 1},
                                            {"y", 1, 0, 0}};
    const int depends[] = {1, 2, 1, 4, 1, 0, 2, 1, 3, 2, 3, 4, 4, 3, -1};
    int part[5], of, on;
    assert_true(find(5, names, depends, part, &of, &on));
    const int expected[5] = {1, 2, 1, 2, 1};
    for (int i = 0; i < 5; i++)
        assert_int_equal(part[i], expected[i]);
}

/* Names decide where orders do not, whatever the numbers are. */
static void names_decide(void **state) {
    (void)state;
    static const invo_coordinate names[][3] = {
        {{"time", 1, 0, 0}, {"a", 1, 0, 0}, {"b", 1, 0, 0}},
        {{"time", 1, 0, 0}, {"b", 1, 0, 0}, {"a", 1, 0, 0}}};
    const int depends[] = {1, 2, 2, 1, -1};
    for (int k = 0; k < 2; k++) {
        int part[3], of, on;
        assert_true(find(3, names[k], depends, part, &of, &on));
        assert_int_equal(part[1], k ? 2 : 1);
        assert_int_equal(part[2], k ? 1 : 2);
    }
}

static void odd_cycles_are_refused(void **state) {
    (void)state;
    const int itself[] = {1, 1, -1}, triangle[] = {1, 2, 2, 3, 3, 1, -1};
    const int both_driven[] = {1, 2, 2, 1, 1, 0, 2, 0, -1};
    int part[4], of, on;
    assert_false(find(2, NULL, itself, part, &of, &on));
    assert_true(of == 1 && on == 1);
    assert_false(find(4, NULL, triangle, part, &of, &on));
    assert_true(of == 3 && on == 1);
    assert_false(find(3, NULL, both_driven, part, &of, &on));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_come_first),
        cmocka_unit_test(names_decide),
        cmocka_unit_test(odd_cycles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
