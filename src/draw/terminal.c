/* SPDX-License-Identifier: BSD-3-Clause */
#include "terminal.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "layout.h"
#include "markup.h"

enum { LEAST_COLUMNS = 40, MOST_COLUMNS = 300, LEAST_ROWS = 8, MOST_ROWS = 60 };
enum { MOST_LETTERS = 26 };

/* A sheet of characters for one panel; dots are counted from the upper left. */
typedef struct screen {
    const picture *picture;
    int columns, rows; /* of the frame, in characters */
    int left;          /* characters before the frame */
    scale x, y;        /* onto dots */
    ticks x_ticks, y_ticks;
    unsigned char *dots;   /* [rows, columns]: the dots of each character */
    unsigned char *color;  /* [rows, columns]: 1 + the look of the last curve there */
    unsigned char *letter; /* [rows, columns]: 0: none */
} screen;

/* --- dots --- */

static void screen_dot(screen *s, long i, long j, int look) {
    static const unsigned char bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    if (i < 0 || j < 0 || i >= 2L * s->columns || j >= 4L * s->rows)
        return;
    const long at = j / 4 * s->columns + i / 2;
    s->dots[at] |= bit[j % 4][i % 2];
    s->color[at] = (unsigned char)(1 + look % 6);
}

/* Draws the dots of a segment that are inside the frame. */
static void screen_segment(screen *s, const double *from, const double *to, int look) {
    const double most = 4.0 * (s->columns + s->rows) * 1000;
    const double length = fmax(fabs(to[0] - from[0]), fabs(to[1] - from[1]));
    if (!(length < most))
        return;
    const long n = (long)length + 1;
    for (long k = 0; k <= n; k++) {
        const double a = (double)k / (double)n;
        screen_dot(s, (long)floor(from[0] + a * (to[0] - from[0])),
                   (long)floor(from[1] + a * (to[1] - from[1])), look);
    }
}

static void screen_mark_end(screen *s, const double *at, int look) {
    const long i = (long)floor(at[0] / 2);
    const long j = (long)floor(at[1] / 4);
    if (i < 0 || j < 0 || i >= s->columns || j >= s->rows)
        return;
    unsigned char *letter = &s->letter[j * s->columns + i];
    *letter = (unsigned char)('a' + look % MOST_LETTERS);
    s->color[j * s->columns + i] = (unsigned char)(1 + look % 6);
}

static int has_names(const picture *p) {
    for (int k = 0; k < p->curves; k++)
        if (*p->curve[k].name)
            return 1;
    return 0;
}

/* Guides are dotted: every fourth dot. */
static void screen_guide(screen *s, const double *from, const double *to) {
    for (long i = (long)from[0]; i <= (long)to[0]; i += 4)
        screen_dot(s, i, (long)floor(from[1]), 6);
}

static void screen_curve(screen *s, int k) {
    const picture_curve *c = &s->picture->curve[k];
    const int look = picture_look(s->picture, k);
    double last[2] = {NAN, NAN};
    double end[2] = {NAN, NAN};
    for (long i = 0; i < c->count; i++) {
        const double at[2] = {scale_at(&s->x, c->at[0][i]), scale_at(&s->y, c->at[1][i])};
        const int is_drawn = isfinite(at[0]) && isfinite(at[1]);
        if (is_drawn && c->style == PICTURE_GUIDE && isfinite(last[0]))
            screen_guide(s, last, at);
        else if (is_drawn && c->style != PICTURE_POINTS && isfinite(last[0]))
            screen_segment(s, last, at, look);
        else if (is_drawn && c->style != PICTURE_GUIDE)
            screen_dot(s, (long)floor(at[0]), (long)floor(at[1]), look);
        last[0] = is_drawn ? at[0] : NAN;
        last[1] = at[1];
        if (is_drawn)
            memcpy(end, at, sizeof end);
    }
    if (isfinite(end[0]) && has_names(s->picture) && c->style != PICTURE_GUIDE)
        screen_mark_end(s, end, look);
}

/* --- layout --- */

static long widest_label(const ticks *t) {
    long widest = 0;
    for (int k = 0; k < t->count; k++) {
        const long width = markup_characters(t->label[k]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Dots are about as wide as high. The frame becomes narrower, but not by more than to a
 * quarter, beyond which the shorter range grows. */
static void screen_equalize(screen *s) {
    const double width = 2.0 * s->columns;
    const double height = 4.0 * s->rows;
    const double dx = s->x.high - s->x.low;
    const double dy = s->y.high - s->y.low;
    const double unit = fmin(width / dx, height / dy);
    const double more_x = (width / unit - dx) / 2;
    const double more_y = (height / unit - dy) / 2;
    if (more_x > 0 && dx * unit > width / 4) {
        s->columns = (int)ceil(dx * unit / 2);
    } else {
        s->x.low -= more_x;
        s->x.high += more_x;
    }
    if (more_y > 0 && dy * unit > height / 4) {
        s->rows = (int)ceil(dy * unit / 4);
    } else {
        s->y.low -= more_y;
        s->y.high += more_y;
    }
}

static void screen_fit(screen *s, int columns, int rows) {
    layout_range(s->picture, 0, 0, &s->x);
    layout_range(s->picture, 1, 0.02, &s->y);
    s->rows = rows;
    const int wanted = rows > 12 ? rows / 4 : 3;
    ticks_choose(&s->y_ticks, &s->y, wanted);
    s->left = (int)widest_label(&s->y_ticks) + 1;
    s->columns = columns - s->left - 2;
    if (s->picture->is_equal && !s->x.is_log && !s->y.is_log)
        screen_equalize(s);
    s->x.from = 0;
    s->x.to = 2.0 * s->columns - 1e-6;
    s->y.from = 4.0 * s->rows - 1e-6;
    s->y.to = 0;
    ticks_choose(&s->y_ticks, &s->y, wanted);
    int many = s->columns / 12 > 2 ? s->columns / 12 : 2;
    ticks_choose(&s->x_ticks, &s->x, many);
    while (many > 2 && s->x_ticks.count * (widest_label(&s->x_ticks) + 2) > s->columns)
        ticks_choose(&s->x_ticks, &s->x, --many);
}

/* --- text --- */

static void add_spaces(markup *m, long count) {
    markup_add(m, "%*s", (int)(count > 0 ? count : 0), "");
}

static void add_character(markup *m, const screen *s, long at, int has_colors) {
    static const int code[] = {34, 31, 32, 35, 36, 33, 90};
    const unsigned char dots = s->dots[at];
    const int is_colored = has_colors && s->color[at];
    if (is_colored)
        markup_add(m, "\x1b[%dm", code[(s->color[at] - 1) % 7]);
    if (s->letter[at])
        markup_add(m, "%c", s->letter[at]);
    else if (dots)
        markup_add(m, "\xe2%c%c", 0xa0 | dots >> 6, 0x80 | (dots & 0x3f));
    else
        markup_add(m, " ");
    if (is_colored)
        markup_add(m, "\x1b[0m");
}

static const char *label_of_row(const screen *s, int row) {
    for (int k = 0; k < s->y_ticks.count; k++)
        if ((int)floor(scale_at(&s->y, s->y_ticks.value[k]) / 4) == row)
            return s->y_ticks.label[k];
    return "";
}

static void screen_add_rows(markup *m, const screen *s, int has_colors) {
    for (int j = 0; j < s->rows; j++) {
        const char *label = label_of_row(s, j);
        add_spaces(m, s->left - markup_characters(label));
        markup_add(m, "%s%s", label, *label ? "\xe2\x94\xa4" : "\xe2\x94\x82");
        long end = s->columns;
        while (end > 0 && !s->dots[j * s->columns + end - 1] &&
               !s->letter[j * s->columns + end - 1])
            end--;
        for (long i = 0; i < end; i++)
            add_character(m, s, j * (long)s->columns + i, has_colors);
        markup_add(m, "\n");
    }
}

static int is_tick(const screen *s, int column) {
    for (int k = 0; k < s->x_ticks.count; k++)
        if ((int)floor(scale_at(&s->x, s->x_ticks.value[k]) / 2) == column)
            return 1;
    return 0;
}

static void screen_add_axis(markup *m, const screen *s) {
    add_spaces(m, s->left);
    markup_add(m, "\xe2\x94\x94");
    for (int i = 0; i < s->columns; i++)
        markup_add(m, is_tick(s, i) ? "\xe2\x94\xac" : "\xe2\x94\x80");
    markup_add(m, "\n");
    long at = -s->left - 1;
    for (int k = 0; k < s->x_ticks.count; k++) {
        const long width = markup_characters(s->x_ticks.label[k]);
        long begin = (long)(scale_at(&s->x, s->x_ticks.value[k]) / 2) - width / 2;
        if (begin + width > s->columns + 1)
            begin = s->columns + 1 - width;
        if (begin <= at && k)
            continue;
        add_spaces(m, begin - at);
        markup_add(m, "%s", s->x_ticks.label[k]);
        at = (begin > at ? begin : at) + width;
    }
    markup_add(m, "\n");
}

/* "y [m] (×10⁻³) over time [s]", and a letter for each curve. */
static void screen_add_head(markup *m, const screen *s) {
    char label[2][PICTURE_NAME + PICTURE_SHORT + 4];
    const picture *p = s->picture;
    const char *note[2] = {s->x_ticks.note, s->y_ticks.note};
    for (int k = 0; k < 2; k++)
        text_axis_label(&p->axis[k], label[k], sizeof label[k]);
    if (*p->heading) {
        markup_add_plain(m, p->heading);
        markup_add(m, ": ");
    }
    for (int k = 1; k >= 0; k--) {
        markup_add_plain(m, label[k]);
        if (*note[k])
            markup_add(m, " (%s)", note[k]);
        markup_add(m, k ? " over " : "\n");
    }
    int entries = 0;
    for (int k = 0; k < p->curves; k++) {
        if (!*p->curve[k].name || picture_is_piece(p, k))
            continue;
        markup_add(m, entries++ ? "   " : "  ");
        if (p->curve[k].style == PICTURE_GUIDE)
            markup_add(m, ". . ");
        else
            markup_add(m, "%c  ", 'a' + picture_look(p, k) % MOST_LETTERS);
        markup_add_plain(m, p->curve[k].name);
    }
    if (entries)
        markup_add(m, "\n");
}

static void screen_add_panel(markup *m, const picture *p, int columns, int rows,
                             int has_colors) {
    screen s = {.picture = p};
    screen_fit(&s, columns, rows);
    const size_t cells = (size_t)s.columns * (size_t)s.rows;
    s.dots = calloc(3, cells);
    if (!s.dots) {
        m->has_failed = 1;
        return;
    }
    s.color = s.dots + cells;
    s.letter = s.color + cells;
    for (int k = 0; k < p->curves; k++)
        screen_curve(&s, k);
    screen_add_head(m, &s);
    screen_add_rows(m, &s, has_colors);
    screen_add_axis(m, &s);
    free(s.dots);
}

static int terminal_limit(int x, int least, int most) {
    const int raised = x < least ? least : x;
    return raised > most ? most : raised;
}

/* Axis, labels, head and a line for the prompt take 6 rows; two panels share the height,
 * more of them scroll. */
char *terminal_render(const picture *const *panel, int count, const char *title,
                      const terminal_size *size) {
    assert(count > 0);
    enum { AROUND = 6 };
    markup m = {0};
    const int columns = terminal_limit(size->columns, LEAST_COLUMNS, MOST_COLUMNS);
    const int all = terminal_limit(size->rows, LEAST_ROWS + AROUND, MOST_ROWS) - AROUND;
    const int rows = count == 1 ? all : terminal_limit(all / 2, LEAST_ROWS, all);
    if (*title) {
        markup_add_plain(&m, title);
        markup_add(&m, "\n");
    }
    for (int k = 0; k < count; k++) {
        if (k || *title)
            markup_add(&m, "\n");
        screen_add_panel(&m, panel[k], columns, rows, size->has_colors);
    }
    if (m.has_failed) {
        free(m.text);
        return NULL;
    }
    return m.text;
}
