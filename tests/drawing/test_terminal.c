/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures as text: within their width, to scale, whatever the words and numbers. */
#include <math.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "draw/markup.h"
#include "draw/terminal.h"
#include <cmocka.h>

enum { COUNT = 400 };

static char *render(picture *p, const char *title, int columns, int has_colors) {
    const picture *panel = p;
    const terminal_size size = {columns, 24, has_colors};
    char *text = terminal_render(&panel, 1, title, &size);
    assert_non_null(text);
    return text;
}

static picture *circle(double radius, const char *name) {
    double x[COUNT], y[COUNT];
    picture *p = picture_new(2);
    for (int i = 0; i < COUNT; i++) {
        x[i] = radius * cos(2 * M_PI * i / (COUNT - 1));
        y[i] = radius * sin(2 * M_PI * i / (COUNT - 1));
    }
    picture_add_curve(p, name, PICTURE_LINE, COUNT, x, y, NULL);
    picture_label(p, 0, "x", "m");
    picture_label(p, 1, "y", "m");
    return p;
}

/* Every line is short enough; returns how many there are. */
static int count_lines(const char *text, int columns) {
    int lines = 0;
    while (*text) {
        char line[4000];
        const size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, text);
        if (markup_characters(line) > columns)
            fail_msg("'%s' is wider than %d", line, columns);
        lines++;
        text += n + (text[n] == '\n');
    }
    return lines;
}

static void lines_fit(void **state) {
    (void)state;
    static const double radius[] = {0, 1e-320, 1e-300, 1e-5, 1, 12345678, 1e299, 1e308};
    for (size_t k = 0; k < sizeof radius / sizeof *radius; k++)
        for (int columns = 40; columns < 200; columns += 37) {
            picture *p = circle(radius[k], "");
            p->is_equal = k % 2;
            char *text = render(p, "", columns, 0);
            assert_in_range(count_lines(text, columns), 4, 24);
            assert_null(strchr(text, 0x1b));
            free(text);
            picture_free(p);
        }
}

static int has_dot(const char *text, size_t at) {
    return (unsigned char)text[at] == 0xe2 &&
           ((unsigned char)text[at + 1] & 0xfc) == 0xa0;
}

/* The extent of what is drawn, in dots: cells are two by four. */
static void circles_are_round(void **state) {
    (void)state;
    picture *p = circle(3, "");
    p->is_equal = 1;
    char *text = render(p, "", 100, 0);
    int row = 0, column = 0, low[2] = {1000, 1000}, high[2] = {0, 0};
    for (size_t i = 0; text[i]; i++) {
        column += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (text[i] == '\n') {
            row++;
            column = 0;
        }
        if (!has_dot(text, i))
            continue;
        low[0] = column < low[0] ? column : low[0];
        high[0] = column > high[0] ? column : high[0];
        low[1] = row < low[1] ? row : low[1];
        high[1] = row > high[1] ? row : high[1];
    }
    const double width = 2.0 * (high[0] - low[0] + 1),
                 height = 4.0 * (high[1] - low[1] + 1);
    assert_in_range((int)height, 56, 72);
    assert_true(fabs(width / height - 1) < 0.1);
    free(text);
    picture_free(p);
}

/* Words of others do not command the terminal. */
static void words_are_harmless(void **state) {
    (void)state;
    picture *p = circle(1, "\x1b[2J\xff");
    picture_label(p, 0, "\x1b]0;t\x07", "\x9b");
    char *text = render(p, "\x1b[31m", 80, 0);
    assert_null(strchr(text, 0x1b));
    assert_null(strchr(text, 7));
    assert_non_null(strstr(text, "\xef\xbf\xbd[2J"));
    free(text);
    picture_free(p);
}

static void curves_have_letters_and_colors(void **state) {
    (void)state;
    picture *p = circle(1, "one");
    double x[2] = {-1, 1}, y[2] = {0, 0.5}, bound[2] = {0.9, 0.9};
    picture_add_curve(p, "two", PICTURE_LINE, 2, x, y, NULL);
    picture_add_curve(p, "limit", PICTURE_GUIDE, 2, x, bound, NULL);
    char *text = render(p, "", 80, 1);
    assert_non_null(strstr(text, "  a  one   b  two   . . limit\n"));
    assert_non_null(strstr(text, "\x1b[31mb\x1b[0m"));
    free(text);
    picture_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_fit),
        cmocka_unit_test(circles_are_round),
        cmocka_unit_test(words_are_harmless),
        cmocka_unit_test(curves_have_letters_and_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
