/* Numbers as texts: the same as the C library's, which computes exactly.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "output/decimal.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void compare(double x) {
    char expected[40], text[DECIMAL_SIZE];
    snprintf(expected, sizeof expected, "%.17g", x);
    int length = decimal_print(x, text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void compare_both(double x) {
    compare(x);
    compare(-x);
}

static void test_words(void **state) {
    (void)state;
    char text[DECIMAL_SIZE];
    assert_int_equal(decimal_print(NAN, text), 3);
    assert_string_equal(text, "nan");
    decimal_print(-NAN, text);
    assert_string_equal(text, "nan");
    compare_both(INFINITY);
    compare_both(0);
}

/* Known texts, among them ties (18 digits, the last one 5) to an even and an odd digit.
 */
static void test_known(void **state) {
    (void)state;
    static const struct {
        double x;
        const char *text;
    } known[] = {{0.1, "0.10000000000000001"},
                 {1e-4, "0.0001"},
                 {1e-5, "1.0000000000000001e-05"},
                 {1e16, "10000000000000000"},
                 {1e17, "1e+17"},
                 {123456789012345678, "1.2345678901234568e+17"},
                 {0x1p-25, "2.9802322387695312e-08"},
                 {0x3p-25, "8.9406967163085938e-08"},
                 {0x1p-1074, "4.9406564584124654e-324"},
                 {0x1.fffffffffffffp1023, "1.7976931348623157e+308"},
                 {-2.5, "-2.5"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char text[DECIMAL_SIZE];
        decimal_print(known[k].x, text);
        assert_string_equal(text, known[k].text);
    }
}

/* Cells one after the other, those of a row that are wanted. */
static void test_cells(void **state) {
    (void)state;
    static const double value[] = {9, -2.5, NAN, 1e-5, 1e17, 0, 0.1};
    static const int from[] = {1, 2, 6, 5, 4, 3, 1};
    static const char expected[] =
        ";-2.5;nan;0.10000000000000001;0;1e+17;1.0000000000000001e-05;-2.5";
    enum { CELLS = sizeof from / sizeof *from };
    char text[CELLS * (DECIMAL_SIZE + 1)];
    const size_t size = decimal_print_cells(CELLS, from, value, ';', text);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(text, expected, size);
    assert_int_equal(decimal_print_cells(0, from, value, ';', text), 0);
}

static void test_powers(void **state) {
    (void)state;
    for (int e = -1074; e < 1024; e++) {
        double x = ldexp(1, e);
        compare_both(x);
        compare_both(nextafter(x, 0));
        compare_both(nextafter(x, INFINITY));
    }
    for (int e = -323; e <= 308; e++) {
        char text[16];
        double x;
        snprintf(text, sizeof text, "1e%d", e);
        assert_int_equal(sscanf(text, "%lf", &x), 1);
        compare_both(x);
        compare_both(nextafter(x, 0));
        compare_both(nextafter(x, INFINITY));
        compare_both(9 * x);
    }
}

static uint64_t next_bits(uint64_t *state) { /* xorshift64 */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void test_random(void **state) {
    (void)state;
    uint64_t bits = 88172645463325252;
    for (int k = 0; k < 200000; k++) {
        double x;
        next_bits(&bits);
        memcpy(&x, &bits, sizeof x);
        if (!isnan(x))
            compare(x);
        compare((double)(bits >> 11) * 0x1p-53);
        compare((double)(bits >> 40));
        compare((double)(bits >> 40) * 0x1p-30);
        compare((double)(bits >> 20) / 1000);
    }
}

/* Two cells are spelled at once where the processor can; the last one is alone. */
static void test_random_cells(void **state) {
    (void)state;
    enum { CELLS = 5 };
    static const int from[CELLS] = {0, 1, 2, 3, 4};
    uint64_t bits = 88172645463325252;
    for (int k = 0; k < 100000; k++) {
        double value[CELLS] = {[4] = k};
        char text[CELLS * (DECIMAL_SIZE + 1)], expected[CELLS * (DECIMAL_SIZE + 1)];
        size_t length = 0;
        next_bits(&bits);
        memcpy(value, &bits, sizeof *value);
        value[0] = isnan(value[0]) ? 0 : value[0];
        value[1] = (double)(bits >> 11) * 0x1p-53;
        value[2] = k % 16 ? -(double)(bits >> 44) / 1000 : 0;
        value[3] = (double)(int64_t)bits * 0x1p-70;
        for (int j = 0; j < CELLS; j++)
            length += (size_t)snprintf(expected + length, sizeof expected - length,
                                       ",%.17g", value[j]);
        assert_int_equal(decimal_print_cells(CELLS, from, value, ',', text), length);
        assert_memory_equal(text, expected, length);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),  cmocka_unit_test(test_known),
        cmocka_unit_test(test_cells),  cmocka_unit_test(test_powers),
        cmocka_unit_test(test_random), cmocka_unit_test(test_random_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
