/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations as MathML: what a reader sees raised, lowered, dotted, above and below. */
#include "report/formula.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void check(const char *text, const char *expected) {
    markup m = {0};
    formula_add(&m, text);
    assert_false(m.has_failed);
    assert_string_equal(m.text, expected);
    free(m.text);
}

static void test_powers_and_products(void **state) {
    (void)state;
    check("x^2 = 2*y",
          "<math><msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup><mo>=</mo>"
          "<mn>2</mn><mspace width='0.17em'/><mi>y</mi></math>");
    check("x^-(y)", "<math><msup><mrow><mi>x</mi></mrow><mrow><mo>−</mo><mrow><mo "
                    "stretchy='false'>(</mo><mi>y</mi><mo stretchy='false'>)</mo></mrow>"
                    "</mrow></msup></math>");
    check("x^(-1)", "<math><msup><mrow><mi>x</mi></mrow><mrow><mo>−</mo><mn>1</mn></mrow>"
                    "</msup></math>");
}

static void test_arrays_are_in_parentheses(void **state) {
    (void)state;
    check("r = {s, 0}", "<math><mi>r</mi><mo>=</mo><mrow><mo stretchy='false'>(</mo>"
                        "<mi>s</mi><mo>,</mo><mn>0</mn><mo stretchy='false'>)</mo></mrow>"
                        "</math>");
    check("{s, 0", "<code>{s, 0</code>");
}

static void test_fractions_lose_parentheses(void **state) {
    (void)state;
    check("(x + y)/(2*z)",
          "<math><mfrac><mrow><mi>x</mi><mo>+</mo><mi>y</mi></mrow><mrow><mn>2</mn>"
          "<mspace width='0.17em'/><mi>z</mi></mrow></mfrac></math>");
    check("a*(x)/b", "<math><mfrac><mrow><mi>a</mi><mspace width='0.17em'/><mrow><mo "
                     "stretchy='false'>(</mo><mi>x</mi><mo "
                     "stretchy='false'>)</mo></mrow></mrow><mrow><mi>b</mi></mrow>"
                     "</mfrac></math>");
}

static void test_parentheses_grow_around_fractions(void **state) {
    (void)state;
    check("(x/y)", "<math><mrow><mo>(</mo><mfrac><mrow><mi>x</mi></mrow><mrow><mi>y</mi>"
                   "</mrow></mfrac><mo>)</mo></mrow></math>");
}

static void test_derivatives(void **state) {
    (void)state;
    check("der(der(x))",
          "<math><mover accent='true'><mi>x</mi><mo>¨</mo></mover></math>");
    check("der(y2)",
          "<math><msub><mpadded depth='0.2em'><mover accent='true'><mi>y</mi><mo>˙</mo>"
          "</mover></mpadded><mtext>2</mtext></msub></math>");
    check("der(x*y)",
          "<math><mfrac><mi>d</mi><mrow><mi>d</mi><mi>t</mi></mrow></mfrac><mrow><mo "
          "stretchy='false'>(</mo><mi>x</mi><mspace width='0.17em'/><mi>y</mi><mo "
          "stretchy='false'>)</mo></mrow></math>");
}

static void test_names(void **state) {
    (void)state;
    check("lambda1", "<math><msub><mpadded "
                     "depth='0.2em'><mi>λ</mi></mpadded><mtext>1</mtext></msub></math>");
    check("y[1,2]", "<math><msub><mpadded "
                    "depth='0.2em'><mi>y</mi></mpadded><mtext>1,2</mtext></msub></math>");
    check("m_rod", "<math><msub><mpadded "
                   "depth='0.2em'><mi>m</mi></mpadded><mtext>rod</mtext></msub></math>");
    check("body.x1", "<math><mi>body.x1</mi></math>");
    check("'a<b'", "<math><mi>&#39;a&lt;b&#39;</mi></math>");
}

static void test_numbers_and_functions(void **state) {
    (void)state;
    check("2.5e-3", "<math><mrow><mn>2.5</mn><mo>·</mo><msup><mn>10</mn><mn>-3</mn>"
                    "</msup></mrow></math>");
    check("sqrt(x)", "<math><msqrt><mrow><mi>x</mi></mrow></msqrt></math>");
    check("sin(x) <= 0",
          "<math><mi>sin</mi><mo>&#x2061;</mo><mrow><mo "
          "stretchy='false'>(</mo><mi>x</mi><mo stretchy='false'>)</mo></mrow>"
          "<mo>≤</mo><mn>0</mn></math>");
}

static void test_what_is_no_expression_stays_text(void **state) {
    (void)state;
    check("if x < 0 then y else z", "<code>if x &lt; 0 then y else z</code>");
    check("x + ", "<code>x + </code>");
    check("</script>", "<code>&lt;/script&gt;</code>");
    char deep[1000];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    markup m = {0};
    formula_add(&m, deep);
    assert_memory_equal(m.text, "<code>(((", 9);
    free(m.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_powers_and_products),
        cmocka_unit_test(test_arrays_are_in_parentheses),
        cmocka_unit_test(test_fractions_lose_parentheses),
        cmocka_unit_test(test_parentheses_grow_around_fractions),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_numbers_and_functions),
        cmocka_unit_test(test_what_is_no_expression_stays_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
