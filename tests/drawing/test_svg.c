/* SPDX-License-Identifier: BSD-3-Clause */
/* What is drawn: valid for any words and numbers, with nothing lost that an eye would
 * see. */
#include <math.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "draw/path.h"
#include "draw/picture.h"
#include "draw/scale.h"
#include "draw/svg.h"
#include "svg_check.h"
#include <cmocka.h>

enum { COUNT = 200 };

static picture *sine(const char *name, double factor) {
    static double x[COUNT], y[COUNT];
    picture *p = picture_new(2);
    for (int i = 0; i < COUNT; i++) {
        x[i] = 0.05 * i;
        y[i] = factor * sin(x[i]);
    }
    picture_add_curve(p, name, PICTURE_LINE, COUNT, x, y, NULL);
    picture_label(p, 0, "time", "s");
    picture_label(p, 1, "height", "m");
    return p;
}

static char *render(picture *p, const char *title) {
    const picture *panel = p;
    char *svg = svg_render(&panel, 1, title);
    picture_free(p);
    assert_non_null(svg);
    return svg;
}

static void expect_good(char *svg) {
    char problem[400] = "";
    if (!svg_is_good(svg, problem, sizeof problem))
        fail_msg("%s", problem);
    free(svg);
}

static void expect_problem(const char *svg, const char *words) {
    char problem[400] = "";
    if (svg_is_good(svg, problem, sizeof problem))
        fail_msg("accepted; expected %s", words);
    if (!strstr(problem, words))
        fail_msg("'%s' instead of '%s'", problem, words);
}

static void a_curve_is_a_good_picture(void **state) {
    (void)state;
    expect_good(render(sine("y", 1), "A sine"));
}

static void words_are_escaped(void **state) {
    (void)state;
    static const char *const hostile[] = {"0 <= x & y > 'z' \"q\"",
                                          "]]><script>",
                                          "\x01\x02\x1b[0m",
                                          "\xff\xfe\xc0\x80",
                                          "\xed\xa0\x80\xf8",
                                          "H\xc3\xa9non\xe2\x80\x93Heiles",
                                          "a\nb\tc",
                                          "&amp;"};
    for (size_t k = 0; k < sizeof hostile / sizeof *hostile; k++) {
        picture *p = sine(hostile[k], 1);
        picture_label(p, 0, hostile[k], hostile[k]);
        snprintf(p->heading, sizeof p->heading, "%s", hostile[k]);
        expect_good(render(p, hostile[k]));
    }
    picture *p = sine("x <= 1 & \"more\"", 1);
    char *svg = render(p, ""), name[100];
    assert_true(svg_text(svg, "name", 0, name, sizeof name));
    assert_string_equal(name, "x <= 1 & \"more\"");
    free(svg);
}

static void any_numbers_can_be_drawn(void **state) {
    (void)state;
    static const double factor[] = {0,   1e-320, 1e-300, 1e-12, 1e-5,
                                    1e5, 1e12,   1e299,  1e305};
    for (size_t k = 0; k < sizeof factor / sizeof *factor; k++)
        for (int is_log = 0; is_log < 2; is_log++) {
            picture *p = sine("y", factor[k]);
            double point[2] = {3, 3};
            picture_add_curve(p, "point", PICTURE_POINTS, 1, point, point + 1, NULL);
            p->axis[1].is_log = is_log;
            expect_good(render(p, "numbers"));
        }
    for (size_t k = 0; k < sizeof factor / sizeof *factor; k++) {
        picture *p = sine("y", factor[k]);
        for (int i = 0; i < COUNT; i++)
            p->curve[0].at[0][i] *= factor[k];
        p->is_equal = 1;
        expect_good(render(p, "equal scales"));
    }
    picture *p = sine("y", 1);
    for (int i = 0; i < COUNT; i++)
        p->curve[0].at[1][i] += 3008.6e7;
    expect_good(render(p, "close to each other"));
}

/* A curve with values that are not finite is drawn in pieces. */
static void gaps_are_gaps(void **state) {
    (void)state;
    picture *p = sine("y", 1);
    p->curve[0].at[1][50] = NAN;
    p->curve[0].at[1][100] = INFINITY;
    p->curve[0].at[0][150] = -INFINITY;
    char *svg = render(p, "gaps");
    const char *curve = strstr(svg, "<g class='curve'>"), *end = strstr(curve, "</g>");
    int pieces = 0;
    for (const char *s = strstr(curve, " d='"); s < end && *s; s++)
        pieces += *s == 'M';
    assert_int_equal(pieces, 4);
    expect_good(svg);
}

static void what_is_outside_is_cut(void **state) {
    (void)state;
    picture *p = sine("y", 1);
    p->axis[0].low = 2;
    p->axis[0].high = 5;
    p->axis[1].low = -0.5;
    p->axis[1].high = 0.5;
    expect_good(render(p, "a part"));
}

/* Pieces of one curve share an entry; two names are two entries. */
static void legends_do_not_repeat_names(void **state) {
    (void)state;
    picture *p = sine("one", 1);
    double x[2] = {0, 1}, y[2] = {0, 1};
    char name[40];
    picture_add_curve(p, "two", PICTURE_BOTH, 2, x, y, NULL);
    picture_add_curve(p, "one", PICTURE_LINE, 2, y, x, NULL);
    picture_add_curve(p, "two", PICTURE_BOTH, 2, y, x, NULL);
    assert_int_equal(picture_look(p, 0), picture_look(p, 2));
    assert_int_equal(picture_look(p, 1), picture_look(p, 3));
    assert_int_not_equal(picture_look(p, 0), picture_look(p, 1));
    char *svg = render(p, "pieces");
    assert_true(svg_text(svg, "name", 1, name, sizeof name));
    assert_string_equal(name, "two");
    assert_false(svg_text(svg, "name", 2, name, sizeof name));
    expect_good(svg);
}

/* Replaces the first occurrence. */
static char *with(const char *text, const char *old, const char *new) {
    const char *at = strstr(text, old);
    assert_non_null(at);
    char *copy = malloc(strlen(text) + strlen(new) + 1);
    sprintf(copy, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return copy;
}

/* The checker itself: each damage to a good picture is found. */
static void damage_is_found(void **state) {
    (void)state;
    static const char *const damage[][3] = {
        {">two</text>", ">one</text>", "name 'one' twice"},
        {"<title>", "<title>a <= b", "expected a name"},
        {"<title>", "<title>a & b", "entity"},
        {"<title>", "<title>\x01", "no character"},
        {"<title>", "<title>\xff", "no character"},
        {"</title>", "", "closes nothing"},
        {"</svg>", "", "not closed"},
        {"width='100%'", "width=100%", "no quotes"},
        {"height='100%'", "width='1'", "width twice"},
        {"class='x-label'", "class='other'", "x-label"},
        {">0<", ">2<", "x-tick '2' twice"},
        {"class='frame'", "class='none'", "no frame"},
        {" d='M", " d='M1 1L", ""},
        {"class='x-tick' x='", "class='x-tick' x='-", "beside the frame"}};
    picture *p = sine("one", 1);
    double x[2] = {0, 1}, y[2] = {0, 1};
    picture_add_curve(p, "two", PICTURE_BOTH, 2, x, y, NULL);
    char *svg = render(p, "a title");
    for (size_t k = 0; k < sizeof damage / sizeof *damage; k++) {
        const char *from = svg;
        if (!*damage[k][2])
            from = strstr(svg, "class='curve'");
        char *bad = with(from, damage[k][0], damage[k][1]);
        char *whole = malloc((size_t)(from - svg) + strlen(bad) + 1);
        sprintf(whole, "%.*s%s", (int)(from - svg), svg, bad);
        expect_problem(whole, *damage[k][2] ? damage[k][2] : "leaves the frame");
        free(bad);
        free(whole);
    }
    expect_good(svg);
}

/* Many curves: the legend leaves room for the frame. */
static void a_hundred_curves_have_room(void **state) {
    (void)state;
    picture *p = sine("curve with quite a long name, number 0", 1);
    double x[2] = {0, 1}, y[2] = {0, 1};
    for (int k = 1; k < 100; k++) {
        char name[60];
        snprintf(name, sizeof name, "curve with quite a long name, number %d", k);
        picture_add_curve(p, name, PICTURE_LINE, 2, x, y, NULL);
    }
    expect_good(render(p, "a hundred curves"));
}

/* A peak of one point in a million is drawn, in a small file. */
static void thinning_keeps_extremes(void **state) {
    (void)state;
    enum { MANY = 1000000 };
    double *x = malloc(2 * MANY * sizeof *x), *y = x + MANY;
    for (long i = 0; i < MANY; i++) {
        x[i] = 600.0 * (double)i / MANY;
        y[i] = 200 + 10 * sin(0.01 * (double)i);
    }
    y[654321] = 3;
    y[123456] = 397;
    long kept = path_thin(MANY, x, y);
    double low = INFINITY, high = -INFINITY;
    for (long i = 0; i < kept; i++) {
        low = fmin(low, y[i]);
        high = fmax(high, y[i]);
    }
    assert_true(kept < 10000);
    assert_true(low == 3 && high == 397);
    assert_true(x[0] == 0 && x[kept - 1] > 599.99);
    free(x);
}

/* Circles are round: a unit has the same length on both axes. */
static void equal_scale_is_equal(void **state) {
    (void)state;
    double x[COUNT], y[COUNT], low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (int i = 0; i < COUNT; i++) {
        x[i] = cos(0.0315 * i);
        y[i] = sin(0.0315 * i);
    }
    picture *p = picture_new(2);
    p->is_equal = 1;
    picture_label(p, 0, "x", "");
    picture_label(p, 1, "y", "");
    picture_add_curve(p, "circle", PICTURE_LINE, COUNT, x, y, NULL);
    char *svg = render(p, "circle");
    const char *at = strstr(strstr(svg, "class='curve'"), " d='") + 4;
    for (char *end; *at == 'M' || *at == 'L'; at = end) {
        double q[2];
        q[0] = strtod(at + 1, &end);
        q[1] = strtod(end, &end);
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], q[k]);
            high[k] = fmax(high[k], q[k]);
        }
    }
    assert_true(fabs((high[0] - low[0]) / (high[1] - low[1]) - 1) < 0.005);
    expect_good(svg);
}

/* A curve around a sphere: half of it is hidden. */
static void surfaces_hide_what_is_behind(void **state) {
    (void)state;
    enum { SIDE = 20 };
    static const char *const axis[] = {"x", "y", "z"};
    double at[3][SIDE * SIDE], ring[3][COUNT];
    picture *p = picture_new(3);
    for (int i = 0; i < SIDE * SIDE; i++) {
        double a = 2 * M_PI * (i % SIDE) / (SIDE - 1), b = M_PI * (i / SIDE) / (SIDE - 1);
        at[0][i] = cos(a) * sin(b);
        at[1][i] = sin(a) * sin(b);
        at[2][i] = cos(b);
    }
    for (int i = 0; i < COUNT; i++) {
        ring[0][i] = 1.2 * cos(2 * M_PI * i / (COUNT - 1));
        ring[1][i] = 1.2 * sin(2 * M_PI * i / (COUNT - 1));
        ring[2][i] = 0;
    }
    picture_add_surface(p, SIDE, SIDE, at[0], at[1], at[2]);
    picture_add_curve(p, "ring", PICTURE_LINE, COUNT, ring[0], ring[1], ring[2]);
    p->is_equal = p->has_floor = 1;
    for (int k = 0; k < 3; k++)
        picture_label(p, k, axis[k], "");
    char *svg = render(p, "a ring around a sphere");
    const char *curve = strstr(svg, "<g class='curve'>");
    const char *hidden = strstr(curve, " d='M"), *seen = strstr(hidden + 1, " d='M");
    assert_non_null(hidden);
    assert_non_null(seen);
    const char *light = strstr(curve, "stroke-opacity='.35'");
    assert_true(light && light < hidden);
    expect_good(svg);
}

/* --- ticks --- */

static void expect_ticks(double low, double high, int is_log, int wanted,
                         const char *expected) {
    scale s = {.low = low, .high = high, .is_log = is_log};
    ticks t;
    char all[1000] = "";
    ticks_choose(&t, &s, wanted);
    for (int k = 0; k < t.count; k++) {
        assert_true(t.value[k] >= low - 1e-6 * (high - low));
        assert_true(t.value[k] <= high + 1e-6 * (high - low));
        strcat(strcat(all, k ? " " : ""), t.label[k]);
    }
    if (*t.note)
        strcat(strcat(all, " | "), t.note);
    assert_string_equal(all, expected);
}

static void ticks_are_round_and_differ(void **state) {
    (void)state;
    expect_ticks(0, 1, 0, 5, "0.0 0.2 0.4 0.6 0.8 1.0");
    expect_ticks(-1.05, 1.05, 0, 4, "−1.0 −0.5 0.0 0.5 1.0");
    expect_ticks(0, 400, 0, 8, "0 50 100 150 200 250 300 350 400");
    expect_ticks(3, 17, 0, 3, "5 10 15");
    expect_ticks(0, 0.00047, 0, 5, "0 1 2 3 4 | ×10⁻⁴");
    expect_ticks(0, 3.2e7, 0, 4, "0 1 2 3 | ×10⁷");
    expect_ticks(59.6522, 59.6561, 0, 4, "59.653 59.654 59.655 59.656");
    expect_ticks(159.6522, 159.6561, 0, 4, "3 4 5 6 | ×10⁻³ + 159.65");
    expect_ticks(3008.57963, 3008.57976, 0, 4, "6.5 7.0 7.5 | ×10⁻⁴ + 3008.579");
    expect_ticks(-2.000003, -1.999996, 0, 4, "−2 0 2 4 | ×10⁻⁶ − 2");
    expect_ticks(1e9 - 2e-4, 1e9 + 2e-4, 0, 4, "−2 −1 0 1 2 | ×10⁻⁴ + 1·10⁹");
    expect_ticks(1.7e9, 1.7e9 + 0.2, 0, 4, "0.00 0.05 0.10 0.15 0.20 | + 1.7·10⁹");
    expect_ticks(-2.5e-7 - 1e-13, -2.5e-7 + 1e-13, 0, 2, "−1 0 1 | ×10⁻¹³ − 2.5·10⁻⁷");
    expect_ticks(1e-17, 1e-3, 1, 5, "10⁻¹⁵ 10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³");
    expect_ticks(0.001, 0.1, 1, 6, "0.001 0.002 0.005 0.01 0.02 0.05 0.1");
    expect_ticks(2.2e-16, 1.3e-15, 1, 6, "5·10⁻¹⁶ 10⁻¹⁵");
    expect_ticks(-0.34, 0.44, 0, 1, "−0.2 0.0 0.2 0.4");
    expect_ticks(31, 38, 1, 4, "32 34 36 38");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_curve_is_a_good_picture),
                                       cmocka_unit_test(words_are_escaped),
                                       cmocka_unit_test(any_numbers_can_be_drawn),
                                       cmocka_unit_test(gaps_are_gaps),
                                       cmocka_unit_test(what_is_outside_is_cut),
                                       cmocka_unit_test(legends_do_not_repeat_names),
                                       cmocka_unit_test(damage_is_found),
                                       cmocka_unit_test(a_hundred_curves_have_room),
                                       cmocka_unit_test(thinning_keeps_extremes),
                                       cmocka_unit_test(equal_scale_is_equal),
                                       cmocka_unit_test(surfaces_hide_what_is_behind),
                                       cmocka_unit_test(ticks_are_round_and_differ)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
