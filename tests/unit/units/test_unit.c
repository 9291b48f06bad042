/* SPDX-License-Identifier: BSD-3-Clause */
/* Units: texts that are read or refused, conversions from their definitions, printing. */
#include "units/unit.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* to = factor * from + offset; the numbers are definitions, not results of the table. */
static const struct {
    const char *from, *to;
    double factor, offset;
} conversion[] = {
    {"bar", "Pa", 1e5, 0},
    {"mbar", "Pa", 100, 0},
    {"hPa", "mbar", 1, 0},
    {"atm", "Pa", 101325, 0},
    {"Torr", "atm", 1. / 760, 0},
    {"psi", "Pa", 6894.757293168, 0},
    {"degC", "K", 1, 273.15},
    {"K", "degC", 1, -273.15},
    {"degF", "degC", 5. / 9, -160. / 9},
    {"degC", "degF", 1.8, 32},
    {"degRk", "K", 5. / 9, 0},
    {"degC/s", "K/s", 1, 0},
    {"W/(m2.degC)", "W/(m2.K)", 1, 0},
    {"rev/min", "rad/s", 0.10471975511965977, 0},
    {"rpm", "rev/min", 1, 0},
    {"rad/s", "rpm", 9.549296585513721, 0},
    {"deg", "rad", 0.017453292519943295, 0},
    {"rad", "deg", 57.29577951308232, 0},
    {"rev", "deg", 360, 0},
    {"arcmin", "deg", 1. / 60, 0},
    {"arcsec", "deg", 1. / 3600, 0},
    {"mrad", "rad", 1e-3, 0},
    {"h", "s", 3600, 0},
    {"min", "s", 60, 0},
    {"d", "h", 24, 0},
    {"ms", "s", 1e-3, 0},
    {"us", "ns", 1000, 0},
    {"km/h", "m/s", 1 / 3.6, 0},
    {"km", "m", 1000, 0},
    {"mm2", "m2", 1e-6, 0},
    {"l", "m3", 1e-3, 0},
    {"ml", "cm3", 1, 0},
    {"L", "dm3", 1, 0},
    {"l/min", "m3/s", 1. / 60000, 0},
    {"kg", "g", 1000, 0},
    {"mg", "kg", 1e-6, 0},
    {"t", "kg", 1000, 0},
    {"kWh", "J", 3.6e6, 0},
    {"eV", "J", 1.602176634e-19, 0},
    {"keV", "eV", 1000, 0},
    {"kcal", "J", 4184, 0},
    {"Ah", "C", 3600, 0},
    {"N", "kg.m/s2", 1, 0},
    {"daN", "N", 10, 0},
    {"kN", "N", 1000, 0},
    {"kgf", "N", 9.80665, 0},
    {"lbf", "N", 4.4482216152605, 0},
    {"ft", "in", 12, 0},
    {"V", "W/A", 1, 0},
    {"Ohm", "V/A", 1, 0},
    {"kOhm", "ohm", 1000, 0},
    {"F", "C/V", 1, 0},
    {"pF", "nF", 1e-3, 0},
    {"S", "1/Ohm", 1, 0},
    {"Wb", "V.s", 1, 0},
    {"T", "Wb/m2", 1, 0},
    {"H", "Wb/A", 1, 0},
    {"J", "N.m", 1, 0},
    {"W", "J/s", 1, 0},
    {"VA", "W", 1, 0},
    {"Pa", "N/m2", 1, 0},
    {"Hz", "1/s", 1, 0},
    {"lx", "lm/m2", 1, 0},
    {"Gy", "J/kg", 1, 0},
    {"kat", "mol/s", 1, 0},
    {"%", "1", 1e-2, 0},
    {"ppm", "%", 1e-4, 0},
    {"1", "1", 1, 0},
    {"cd", "mcd", 1000, 0},
    {"mmHg", "Pa", 133.322387415, 0},
    /* the ways to write one unit */
    {"kg.m/s2", "kg*m/s^2", 1, 0},
    {"kg.m/s2", "kg m s-2", 1, 0},
    {"kg.m/s2", "(kg.m)/s2", 1, 0},
    {"kg.m/s2", "kg.m/(s.s)", 1, 0},
    {"kg.m/s2", "kg*m/s**2", 1, 0},
    {"kg.m/s2", "kg\302\267m/s\302\262", 1, 0},
    {"kg.m/s2", "kg.m.s\342\201\273\302\262", 1, 0},
    {"m/s2", "m/s/s", 1, 0},
    {"m/s2", "m.s-2", 1, 0},
    {"m/s2", "m / s2", 1, 0},
    {"m/s2", "m*s^(-2)", 1, 0},
    {"m2", "(m4)^(1/2)", 1, 0},
    {"m2", "m+2", 1, 0},
    {"m", "(m2)^0.5", 1, 0},
    {"W/(m2.K)", "W/m2/K", 1, 0},
    {"um", "\302\265m", 1, 0},
    {"um", "\316\274m", 1, 0},
    {"kOhm", "k\316\251", 1, 0},
    {"degC", "\302\260C", 1, 0},
    {"deg", "\302\260", 1, 0},
    {"m3/(kg.s2)", "(m3)/(kg.s2)", 1, 0},
    {"1/(kg.m)", "kg-1.m-1", 1, 0},
};

static void test_converts(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof conversion / sizeof *conversion; i++) {
        double factor = 0;
        double offset = 0;
        if (!invo_unit_convert(conversion[i].from, conversion[i].to, &factor, &offset))
            fail_msg("%s to %s", conversion[i].from, conversion[i].to);
        const double f = conversion[i].factor;
        const double o = conversion[i].offset;
        if (fabs(factor - f) > 1e-12 * fabs(f) || fabs(offset - o) > 1e-12 * fabs(o))
            fail_msg("%s to %s: %.17g and %.17g", conversion[i].from, conversion[i].to,
                     factor, offset);
    }
}

static void test_converts_exactly(void **state) {
    (void)state;
    double factor, offset;
    assert_true(invo_unit_convert("degC", "K", &factor, &offset));
    assert_true(factor == 1 && offset == 273.15);
    assert_true(invo_unit_convert("bar", "Pa", &factor, &offset));
    assert_true(factor == 1e5 && offset == 0);
    assert_true(invo_unit_convert("m", "m", &factor, &offset));
    assert_true(factor == 1 && offset == 0);
}

static void test_keeps_dimensions_apart(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"m", "s"},      {"m", "m2"}, {"N", "J"}, {"1", "m"},    {"rad", "rad/s"},
        {"K", "degC/s"}, {"kg", "N"}, {"V", "A"}, {"mol", "cd"}, {"Pa", "bar.m"}};
    double factor, offset;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (invo_unit_convert(pairs[i][0], pairs[i][1], &factor, &offset))
            fail_msg("%s to %s", pairs[i][0], pairs[i][1]);
}

static const struct {
    const char *text, *why;
} refused[] = {
    {"", "it ends too early"},
    {"foo", "'foo' is no unit"},
    {"m/foo", "'foo' is no unit"},
    {"J/kg.K", "a product behind '/' needs parentheses, as in J/(kg.K)"},
    {"J/kg K", "a product behind '/' needs parentheses"},
    {"m/", "it ends too early"},
    {"m.", "it ends too early"},
    {"(m", "a ')' is missing"},
    {"m)", "')' does not fit"},
    {"m^", "'^' is no exponent"},
    {"m^x", "'^x' is no exponent"},
    {"m-", "'-' is no exponent"},
    {"m^(1/0)", "is no exponent"},
    {"m^(1/7)", "is no exponent"},
    {"m^9999", "is no exponent"},
    {"(m99)99", "an exponent is too large"},
    {"2 m", "'2 m' is no unit"},
    {"m2s", "'s' does not fit"},
    {"kmin", "'kmin' is no unit"},
    {"mdeg", "'mdeg' is no unit"},
    {"mm Hg2x", "'Hg' is no unit"},
    {"kkg", "'kkg' is no unit"},
    {"((((((((((((((((((((((m))))))))))))))))))))))", "nested deeper than 20"},
    {"m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m."
     "m.m."
     "m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m",
     "longer than 119 bytes"},
};

static void test_refuses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        unit u;
        unit_fault why = {""};
        if (unit_read(refused[i].text, &u, &why))
            fail_msg("'%s' was read", refused[i].text);
        if (!strstr(why.text, refused[i].why))
            fail_msg("'%s': %s", refused[i].text, why.text);
    }
}

static void test_prints(void **state) {
    (void)state;
    static const char *const text[][2] = {{"N", "kg.m/s2"},     {"V", "kg.m2/(s3.A)"},
                                          {"m/s", "m/s"},       {"1", "1"},
                                          {"rad", "rad"},       {"rad/s", "rad/s"},
                                          {"Hz", "1/s"},        {"km", "1000 m"},
                                          {"m^0.5", "m^(1/2)"}, {"1/(m.s)", "1/(m.s)"},
                                          {"m3", "m3"},         {"km/h", "0.277778 m/s"},
                                          {"%", "0.01"},        {"rev", "6.28319 rad"}};
    char room[UNIT_TEXT];
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        unit u;
        assert_true(unit_read(text[i][0], &u, NULL));
        assert_string_equal(unit_print(&u, room), text[i][1]);
    }
}

static void test_multiplies(void **state) {
    (void)state;
    unit m, area, root;
    assert_true(unit_read("m", &m, NULL));
    assert_true(unit_read("m2", &area, NULL));
    root = unit_one();
    assert_true(unit_multiply(&root, &area, UNIT_WHOLE / 2));
    assert_true(unit_same_dimension(&root, &m));
    unit fine = unit_one();
    assert_true(unit_multiply(&fine, &m, 1));
    assert_false(unit_multiply(&root, &fine, UNIT_WHOLE / 2)); /* m^(1/120) */
    assert_false(unit_multiply(&root, &m, 101 * UNIT_WHOLE));
    unit c;
    assert_true(unit_read("degC", &c, NULL));
    unit product = unit_one();
    assert_true(unit_multiply(&product, &c, UNIT_WHOLE));
    assert_true(product.offset == 0);
}

/* Of variables, discrete ones and parameters; by attributes, types and the library. */
static void test_model_declares(void **state) {
    (void)state;
    static const char text[] =
        "model M\n"
        "  type Turn = Real(unit = \"rad\", displayUnit = \"deg\");\n"
        "  record R Real p(unit = \"Pa\", displayUnit = \"bar\"); end R;\n"
        "  Turn phi(start = 1), psi[2](each displayUnit = \"rev\");\n"
        "  Real q[2](unit = {\"m\", \"rad\"}, displayUnit = {\"km\", \"deg\"});\n"
        "  Real bad(unit = \"m\", displayUnit = \"s\"), plain;\n"
        "  R r(p(displayUnit = \"kPa\"));\n"
        "  Modelica.Units.SI.Temperature T;\n"
        "  Modelica.Units.SI.Pressure P(displayUnit = \"Pa\");\n"
        "  discrete Real n(unit = \"1/s\", start = 0);\n"
        "  parameter Real L(unit = \"m\", displayUnit = \"mm\") = 1;\n"
        "equation\n"
        "  der(phi) = 1; psi = {1, 2}; q = {1, 2}; bad = 1; plain = 1;\n"
        "  r.p = 1; T = 300; P = 1;\n"
        "  when time > 1 then n = 1; end when;\n"
        "end M;\n";
    static const struct {
        const char *name, *own, *shown;
    } expected[] = {
        {"phi", "rad", "deg"},  {"psi[2]", "rad", "rev"}, {"q[1]", "m", "km"},
        {"q[2]", "rad", "deg"}, {"bad", "m", ""},         {"plain", "", ""},
        {"r.p", "Pa", "kPa"},   {"T", "K", "degC"},       {"P", "Pa", "Pa"},
        {"n", "1/s", ""},       {"L", "m", "mm"},         {"nothing", "", ""}};
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    assert_int_equal(invo_model_parse(c, "m.mo", text, sizeof text - 1, &m), INVO_OK);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_string_equal(invo_model_unit(m, expected[i].name), expected[i].own);
        assert_string_equal(invo_model_display_unit(m, expected[i].name),
                            expected[i].shown);
    }
    assert_non_null(strstr(invo_context_message(c), "m.mo:6:"));
    invo_model_free(m);
    invo_context_free(c);
}

/* Every unit of the types of Modelica.Units is known, and its display unit fits. */
static void test_library_types(void **state) {
    (void)state;
    static const char *const types[][3] = {
#define SI_TYPE(name, unit, display_unit) {name, unit, display_unit},
#include "translate/si_type.def"
#undef SI_TYPE
    };
    double factor, offset;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *shown = *types[i][2] ? types[i][2] : types[i][1];
        if (!invo_unit_convert(types[i][1], shown, &factor, &offset))
            fail_msg("%s: %s to %s", types[i][0], types[i][1], shown);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_converts),
        cmocka_unit_test(test_converts_exactly),
        cmocka_unit_test(test_keeps_dimensions_apart),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_prints),
        cmocka_unit_test(test_multiplies),
        cmocka_unit_test(test_model_declares),
        cmocka_unit_test(test_library_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
