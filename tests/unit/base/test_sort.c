/* Lists of every length are sorted, and equal items stay in their order.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/base/number.h"
#include "../../../src/base/sort.h"
#include <cmocka.h>

typedef struct item {
    int key, number;
    double content;
} item;

static int by_key(const void *a, const void *b) {
    const item *x = a;
    const item *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void test_sort(void **state) {
    enum { MOST = SORT_FEW + 8 };
    uint32_t seed = 1;
    (void)state;
    for (int round = 0; round < 200; round++)
        for (int n = 0; n <= MOST; n++) {
            item list[MOST + 1];
            long sum = 0;
            for (int i = 0; i < n; i++) {
                const int key = (int)(random_next(&seed) % 7);
                list[i] = (item){key, i, key + 100.0 * i};
                sum += key;
            }
            sort_items(list, n, sizeof *list, by_key);
            for (int i = 0; i < n; i++) {
                sum -= list[i].key;
                assert_true(list[i].content == list[i].key + 100.0 * list[i].number);
                if (i > 0)
                    assert_true(by_key(&list[i - 1], &list[i]) <= 0);
                if (i > 0 && n <= SORT_FEW && list[i - 1].key == list[i].key)
                    assert_true(list[i - 1].number < list[i].number);
            }
            assert_int_equal(sum, 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sort)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
