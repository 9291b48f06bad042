/* SPDX-License-Identifier: BSD-3-Clause */
/* What is known of products with numbers, open units, time, turns and offsets. */
#include "translate/quantity.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static declared_unit read_declared(const char *text) {
    declared_unit u = {.text = text};
    u.is_known = unit_read(text, &u.value, NULL);
    assert_true(u.is_known);
    return u;
}

static quantity_match match_of(const char *a, const char *b) {
    const declared_unit left = read_declared(a);
    const declared_unit right = read_declared(b);
    const quantity p = quantity_declared(&left);
    const quantity q = quantity_declared(&right);
    assert_int_equal(quantity_compare(&p, &q), quantity_compare(&q, &p));
    return quantity_compare(&p, &q);
}

static void test_compares(void **state) {
    (void)state;
    assert_int_equal(match_of("N.m", "J"), MATCH_FINE);
    assert_int_equal(match_of("rad", "1"), MATCH_FINE);
    assert_int_equal(match_of("Hz", "rad/s"), MATCH_FINE);
    assert_int_equal(match_of("m", "s"), MATCH_DIMENSION);
    assert_int_equal(match_of("km", "m"), MATCH_SCALE);
    assert_int_equal(match_of("deg", "rad"), MATCH_SCALE);
    assert_int_equal(match_of("deg", "1"), MATCH_SCALE);
    assert_int_equal(match_of("degC", "K"), MATCH_OFFSET);
    assert_int_equal(match_of("degF", "degC"), MATCH_SCALE);
    assert_int_equal(match_of("rev/min", "rad/s"), MATCH_SCALE);
    assert_int_equal(match_of("rev/min", "1/min"), MATCH_FINE); /* 1 or 2 pi */
    const quantity open = quantity_open();
    const quantity number = quantity_number(3);
    const declared_unit m = read_declared("m");
    const quantity length = quantity_declared(&m);
    assert_int_equal(quantity_compare(&open, &length), MATCH_FINE);
    assert_int_equal(quantity_compare(&length, &number), MATCH_FINE);
}

/* The kind of number * length. */
static quantity_kind kind_of_product(double x) {
    const declared_unit m = read_declared("m");
    const quantity length = quantity_declared(&m);
    quantity q = quantity_number(x);
    quantity_multiply(&q, &length, UNIT_WHOLE);
    return q.kind;
}

static void test_numbers_in_products(void **state) {
    (void)state;
    static const double simple[] = {1, 2, 0.5, -3, 0.25, 8, 12, 64};
    static const double doubtful[] = {9.81, 60, 3.6, 1000, 0.1, 180, 0, 10, 1e-3};
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++)
        assert_int_equal(kind_of_product(simple[i]), QUANTITY_KNOWN);
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++)
        assert_int_equal(kind_of_product(doubtful[i]), QUANTITY_OPEN);
}

/* 5*sin(phi) has the unit that is needed; a number before the time is a rate. */
static void test_numbers_of_functions_and_time(void **state) {
    (void)state;
    quantity q = quantity_number(5);
    const quantity one = quantity_of(unit_one());
    quantity_multiply(&q, &one, UNIT_WHOLE);
    assert_int_equal(q.kind, QUANTITY_NUMBER);
    quantity t = quantity_time();
    const quantity two = quantity_number(2);
    quantity_multiply(&t, &two, UNIT_WHOLE);
    assert_int_equal(t.kind, QUANTITY_OPEN);
    t = quantity_time();
    const declared_unit second = read_declared("s");
    const quantity s = quantity_declared(&second);
    quantity_multiply(&t, &s, -UNIT_WHOLE);
    assert_true(quantity_is_one(&t));
    assert_false(t.is_clock);
}

static void test_powers(void **state) {
    (void)state;
    const declared_unit area = read_declared("m2");
    const declared_unit m = read_declared("m");
    const quantity q = quantity_declared(&area);
    const quantity length = quantity_declared(&m);
    const quantity root = quantity_power(&q, UNIT_WHOLE / 2);
    assert_int_equal(quantity_compare(&root, &length), MATCH_FINE);
    const quantity odd = quantity_power(&length, 7);
    assert_int_equal(quantity_power(&odd, UNIT_WHOLE / 7).kind, QUANTITY_OPEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compares),
        cmocka_unit_test(test_numbers_in_products),
        cmocka_unit_test(test_numbers_of_functions_and_time),
        cmocka_unit_test(test_powers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
