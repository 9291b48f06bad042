/* Rational numbers against integers, field identities, and doubles whose rounding is
 * known. SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/linalg/rational.h"
#include <cmocka.h> /* last: it has a macro `fail` */

typedef const rational *number;

static invo_context *context;
static arena *memory;
static uint64_t random_state = 88172645463325252u;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static uint64_t draw(void) {
    random_state ^= random_state << 13, random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

static double random_double(int exponents) { /* with 53 bits */
    double size = ldexp((double)(draw() >> 11), -53);
    size = ldexp(size, (int)(draw() % (uint64_t)(2 * exponents + 1)) - exponents);
    return draw() & 1 ? size : -size;
}

static double any_double(void) { /* of all finite bit patterns */
    double x;
    do {
        uint64_t bits = draw();
        memcpy(&x, &bits, sizeof x);
    } while (!isfinite(x));
    return x;
}

static number of(double x) {
    return rational_of(memory, x);
}
static number add(number x, number y) {
    return rational_add(memory, x, y);
}
static number sub(number x, number y) {
    return rational_sub(memory, x, y);
}
static number mul(number x, number y) {
    return rational_mul(memory, x, y);
}
static number quotient(number x, number y) {
    return rational_div(memory, x, y);
}
static int equal(number x, number y) {
    return rational_sign(sub(x, y)) == 0;
}

static void doubles_come_back(void **state) {
    (void)state;
    const double special[] = {
        0,       1,       -1,       0.1,       DBL_MAX,
        DBL_MIN, -0x1p53, 0x1p1023, 0x1p-1074, -0x1.8p-1073,
        3,       1e-6,    1e6,      -1e-310,   0x0.fffffffffffffp-1022};
    for (size_t k = 0; k < sizeof special / sizeof *special; k++)
        assert_true(rational_to_double(of(special[k])) == special[k]);
    for (int trial = 0; trial < 2000; trial++) {
        double x = any_double();
        assert_true(rational_to_double(of(x)) == x);
        assert_int_equal(rational_sign(of(x)), (x > 0) - (x < 0));
        assert_true(rational_to_double(rational_neg(memory, of(x))) == -x);
    }
}

/* One operation of the processor is correctly rounded, too. */
static void rounds_as_the_processor_does(void **state) {
    (void)state;
    for (int trial = 0; trial < 20000; trial++) {
        double x = random_double(40), y = random_double(40);
        if (trial % 4 == 1)
            x = any_double(), y = any_double();
        if (trial % 4 == 2)
            x = random_double(500), y = random_double(600);
        if (trial % 4 == 3)
            x = ldexp(x, -500), y = ldexp(y, -560); /* subnormal */
        if (x == 0 || y == 0)
            continue;
        assert_true(rational_to_double(mul(of(x), of(y))) == x * y);
        assert_true(rational_to_double(quotient(of(x), of(y))) == x / y);
        assert_true(rational_to_double(add(of(x), of(y))) == x + y);
        assert_true(rational_to_double(sub(of(x), of(y))) == x - y);
    }
}

static void check_rounding(double sum_of, double and, double want) {
    double found = rational_to_double(add(of(sum_of), of(and)));
    if (found != want || signbit(found) != signbit(want))
        fail_msg("%a + %a is rounded to %a, not %a", sum_of, and, found, want);
    assert_true(rational_to_double(sub(of(-sum_of), of(and))) == -want);
}

static void halfway_cases(void **state) {
    (void)state;
    check_rounding(1, 0x1p-53, 1);
    check_rounding(1, 0x1.0000000000001p-53, 0x1.0000000000001p0);
    check_rounding(0x1.0000000000001p0, 0x1p-53, 0x1.0000000000002p0);
    check_rounding(0x1.0000000000001p0, 0x1.fffffffffffffp-54, 0x1.0000000000001p0);
    check_rounding(0x1.fffffffffffffp0, 0x1p-53, 2);
    check_rounding(1, 0x1p-1000, 1);
    check_rounding(DBL_MAX, 0x1p970, INFINITY);
    check_rounding(DBL_MAX, 0x1.fffffffffffffp969, DBL_MAX);
    check_rounding(DBL_MAX, DBL_MAX, INFINITY);
}

/* The value n / d * 2^exponent */
static double rounded(double n, double d, double power, double power2) {
    return rational_to_double(mul(mul(quotient(of(n), of(d)), of(power)), of(power2)));
}

static void ends_of_the_range(void **state) {
    (void)state;
    assert_true(rounded(1, 1, 0x1p-1074, 0x1p-1) == 0);
    assert_true(signbit(rounded(-1, 1, 0x1p-1074, 0x1p-1)));
    assert_true(rounded(1, 1, 0x1.0000000000001p-1022, 0x1p-53) == 0x1p-1074);
    assert_true(rounded(3, 1, 0x1p-1074, 0x1p-1) == 0x1p-1073);
    assert_true(rounded(5, 1, 0x1p-1074, 0x1p-1) == 0x1p-1073);
    assert_true(rounded(1, 3, 0x1p-1074, 1) == 0);
    assert_true(rounded(2, 3, 0x1p-1074, 1) == 0x1p-1074);
    assert_true(rounded(1, 3, 0x1p-1000, 0x1p-1000) == 0);
    assert_true(rounded(-1, 3, 0x1p1000, 0x1p1000) == -INFINITY);
    assert_true(rounded(0x1.fffffffffffffp0, 1, 0x1p-1022, 0x1p-1) == 0x1p-1022);
    assert_true(rounded(1, 3, 0x1p1000, 1) == 0x1p1000 / 3);
}

/* Halves of neighbouring doubles over odd numbers, plus or minus next to nothing. */
static void long_halfway_cases(void **state) {
    (void)state;
    for (int trial = 0; trial < 500; trial++) {
        double x = fabs(random_double(30)), next = nextafter(x, INFINITY);
        if (x < 0x1p-60)
            continue;
        number odd = of((double)(draw() >> 12 | 1)), tiny = of(0x1p-400);
        odd = mul(odd, mul(odd, odd));
        number middle = mul(add(of(x), of(next)), of(0.5));
        number same = quotient(mul(middle, odd), odd);
        number above = add(middle, quotient(tiny, odd));
        number below = sub(middle, quotient(tiny, odd));
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        assert_true(rational_to_double(same) == (bits & 1 ? next : x));
        assert_true(rational_to_double(above) == next);
        assert_true(rational_to_double(below) == x);
    }
}

/* n / d with integers of 60 bits as sums of doubles */
static number fraction(int64_t n, int64_t d) {
    number wide[2];
    for (int k = 0; k < 2; k++) {
        int64_t v = k ? d : n, high = v / ((int64_t)1 << 30);
        wide[k] = add(mul(of((double)high), of(0x1p30)),
                      of((double)(v - high * ((int64_t)1 << 30))));
    }
    return quotient(wide[0], wide[1]);
}

__extension__ typedef __int128 wide_integer;

static void small_fractions(void **state) {
    (void)state;
    for (int trial = 0; trial < 5000; trial++) {
        int64_t n1 = (int64_t)(draw() % 2000001) - 1000000,
                d1 = 1 + (int64_t)(draw() % 30000),
                n2 = (int64_t)(draw() % 2000001) - 1000000,
                d2 = 1 + (int64_t)(draw() % 30000);
        number x = fraction(n1, d1), y = fraction(n2, d2);
        assert_true(equal(add(x, y), fraction(n1 * d2 + n2 * d1, d1 * d2)));
        assert_true(equal(sub(x, y), fraction(n1 * d2 - n2 * d1, d1 * d2)));
        assert_true(equal(mul(x, y), fraction(n1 * n2, d1 * d2)));
        if (n2)
            assert_true(equal(quotient(x, y), fraction(n1 * d2, d1 * n2)));
        wide_integer order = (wide_integer)n1 * d2 - (wide_integer)n2 * d1;
        assert_int_equal(rational_sign(sub(x, y)), (order > 0) - (order < 0));
    }
}

static void field_identities(void **state) {
    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        number x = of(0.1), y = of(-1e-6), z = of(3);
        for (int depth = 0; depth < 7; depth++) {
            assert_true(equal(add(add(x, y), z), add(x, add(y, z))));
            assert_true(equal(mul(mul(x, y), z), mul(x, mul(y, z))));
            assert_true(equal(mul(x, add(y, z)), add(mul(x, y), mul(x, z))));
            assert_true(equal(quotient(mul(x, y), y), x));
            number next = add(quotient(x, y), of(random_double(100)));
            z = y, y = x, x = next;
        }
    }
}

/* In lowest terms, sums and products that come back do not grow. */
static void common_divisors_go(void **state) {
    (void)state;
    number x = of(1);
    for (int n = 1; n < 300; n++)
        x = quotient(mul(x, of(n + 1)), of(n));
    assert_true(rational_to_double(x) == 300);
    assert_true(natural_is_one(x->denominator) && x->numerator.count == 1);
    number sum = of(0);
    for (int n = 1; n < 300; n++)
        sum = add(sum, quotient(of(1), mul(of(n), of(n + 1))));
    assert_true(equal(sum, quotient(of(299), of(300))));
    assert_true(sum->denominator.limb[0] == 75);
}

static number decimal(double x) {
    return rational_of_decimal(memory, x);
}

/* Sums that are zero on paper are zero, and every double comes back. */
static void decimals_are_what_people_write(void **state) {
    (void)state;
    assert_true(equal(mul(decimal(0.1), of(10)), of(1)));
    assert_true(equal(add(sub(decimal(0.99), of(1)), decimal(0.01)), of(0)));
    assert_true(equal(mul(decimal(1.5022275), of(1e7)), of(15022275)));
    assert_true(equal(mul(decimal(-2.5e-9), of(4e8)), of(-1)));
    assert_true(equal(decimal(6.02e23), mul(of(602), mul(of(1e11), of(1e10)))));
    assert_true(equal(decimal(0), of(0)));
    assert_true(equal(decimal(1. / 3), of(1. / 3))); /* nobody writes that */
    for (int trial = 0; trial < 2000; trial++) {
        double x = any_double();
        assert_true(rational_to_double(decimal(x)) == x);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_come_back),
        cmocka_unit_test(rounds_as_the_processor_does),
        cmocka_unit_test(halfway_cases),
        cmocka_unit_test(ends_of_the_range),
        cmocka_unit_test(long_halfway_cases),
        cmocka_unit_test(small_fractions),
        cmocka_unit_test(field_identities),
        cmocka_unit_test(common_divisors_go),
        cmocka_unit_test(decimals_are_what_people_write),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
