/* SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- look --- */

/* Colours that people with any colour vision tell apart (Okabe and Ito), without the
 * yellow, which does not print. Dashes differ too: print in grey is enough. */
static const char *const color[] = {"#0072b2", "#d55e00", "#009e73", "#000000",
                                    "#cc79a7", "#56b4e9", "#e69f00"};
static const char *const dash[] = {"none",   "7 3",         "2 2.5", "9 3 2 3",
                                   "14 3.5", "5 2 1 2 1 2", "4 4"};
enum { COLORS = 7 };

const char *look_color(const picture *p, int k) {
    if (p->curve[k].style == PICTURE_GUIDE)
        return "#777777";
    return color[picture_look(p, k) % COLORS];
}

const char *look_dash(const picture *p, int k) {
    int look = picture_look(p, k);
    if (p->curve[k].style == PICTURE_GUIDE)
        return "3 3";
    if (p->curve[k].style == PICTURE_POINTS)
        return "none";
    return dash[(look + look / COLORS) % COLORS];
}

/* Disc, square, triangle, diamond, cross, plus, hollow square. */
void look_add_mark(markup *m, const picture *p, int k, double x, double y) {
    assert(k >= 0 && k < p->curves);
    static const char *const big[] = {"m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z",
                                      "m-2.3 -2.3h4.6v4.6h-4.6z",
                                      "m0 -3l2.8 5h-5.6z",
                                      "m0 -3.2l3.2 3.2l-3.2 3.2l-3.2 -3.2z",
                                      "m-2.5 -2.5l5 5m0 -5l-5 5",
                                      "m-3 0h6m-3 -3v6",
                                      "m0 3l2.8 -5h-5.6z"};
    static const char *const small[] = {
        "m-1.3 0a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0z",
        "m-1.3 -1.3h2.6v2.6h-2.6z",
        "m0 -1.9l1.7 3h-3.4z",
        "m0 -2l2 2l-2 2l-2 -2z",
        "m-1.6 -1.6l3.2 3.2m0 -3.2l-3.2 3.2",
        "m-2 0h4m-2 -2v4",
        "m0 1.9l1.7 -3h-3.4z"};
    enum { MANY = 60 };
    int look = picture_look(p, k) % COLORS;
    markup_add(m, "M");
    markup_add_number(m, x);
    markup_add(m, " ");
    markup_add_number(m, y);
    markup_add(m, "%s", p->curve[k].count > MANY ? small[look] : big[look]);
}

/* --- texts --- */

/* Characters of common sans-serif fonts are up to 0.64 of their size wide on average. */
#define CHARACTER (0.6 * FONT_SIZE)

double text_width(const char *words) {
    return CHARACTER * (double)markup_characters(words);
}

void text_add(markup *m, const char *class, double x, double y, const char *anchor,
              const char *words, double most_width) {
    assert(words && most_width > 0);
    long most = (long)fmax(most_width / CHARACTER, 4);
    markup_add(m, "<text class='%s' x='", class);
    markup_add_number(m, x);
    markup_add(m, "' y='");
    markup_add_number(m, y);
    markup_add(m, "' text-anchor='%s'>", anchor);
    markup_add_escaped(m, words, most);
    markup_add(m, "</text>\n");
}

void text_axis_label(const picture_axis *a, char *text, size_t size) {
    assert(size > 0);
    if (*a->unit)
        snprintf(text, size, "%s [%s]", a->label, a->unit);
    else
        snprintf(text, size, "%s", a->label);
}

/* --- legend --- */

enum { SAMPLE = 30, GAP = 6, BETWEEN = 18 };

static void legend_sample(markup *m, const picture *p, int k, double x, double y) {
    assert(k >= 0 && k < p->curves);
    const picture_style style = p->curve[k].style;
    markup_add(
        m, "<path fill='none' stroke='%s' stroke-width='1.6' stroke-dasharray='%s' d='",
        look_color(p, k), look_dash(p, k));
    if (style == PICTURE_POINTS) {
        look_add_mark(m, p, k, x + SAMPLE / 2.0, y);
    } else {
        markup_add(m, "M%.1f %.1fh%d", x, y, SAMPLE);
    }
    markup_add(m, "'/>\n");
    if (style != PICTURE_BOTH)
        return;
    markup_add(m, "<path fill='%s' stroke='%s' d='", look_color(p, k), look_color(p, k));
    look_add_mark(m, p, k, x + SAMPLE / 2.0, y);
    markup_add(m, "'/>\n");
}

static int legend_has(const picture *p, int k) {
    return *p->curve[k].name && !picture_is_piece(p, k);
}

static int legend_is_needed(const picture *p) {
    for (int k = 0; k < p->curves; k++)
        if (*p->curve[k].name)
            return 1;
    return 0;
}

static double legend_width(const picture *p, int k) {
    return SAMPLE + GAP + text_width(p->curve[k].name);
}

/* Returns the end of the row of entries that begins with curve k, and its width. */
static int legend_row(const picture *p, int k, double most, double *width) {
    *width = -BETWEEN;
    for (int i = k; i < p->curves; i++) {
        if (!legend_has(p, i))
            continue;
        double wider = *width + BETWEEN + legend_width(p, i);
        if (*width > 0 && wider > most)
            return i;
        *width = wider;
    }
    return p->curves;
}

/* Entries go in rows; those for which half of the panel is not enough are counted. */
static void legend_rows(markup *m, const picture *p, box *room) {
    double y = room->top;
    double most = room->right - room->left;
    double width;
    double last = room->top + 0.5 * (room->bottom - room->top);
    int left_out = 0;
    for (int k = 0, end; k < p->curves; k = end) {
        end = legend_row(p, k, most, &width);
        double x = room->left + fmax(most - width, 0) / 2;
        const int fits = y + 2 * LINE_HEIGHT < last;
        if (fits)
            y += LINE_HEIGHT;
        for (int i = k; i < end; i++) {
            if (!legend_has(p, i))
                continue;
            left_out += !fits;
            if (!fits)
                continue;
            legend_sample(m, p, i, x, y - 4);
            text_add(m, "name", x + SAMPLE + GAP, y, "start", p->curve[i].name,
                     most - SAMPLE - GAP);
            x += legend_width(p, i) + BETWEEN;
        }
    }
    if (left_out) {
        char more[60];
        snprintf(more, sizeof more, "and %d more", left_out);
        y += LINE_HEIGHT;
        text_add(m, "note", (room->left + room->right) / 2, y, "middle", more, most);
    }
    room->top = y + GAP;
}

void legend_add(markup *m, const picture *p, box *room) {
    assert(room->left < room->right);
    if (*p->heading) {
        room->top += LINE_HEIGHT;
        text_add(m, "heading", (room->left + room->right) / 2, room->top, "middle",
                 p->heading, room->right - room->left);
        room->top += GAP / 2.0;
    }
    if (!legend_is_needed(p))
        return;
    markup_add(m, "<g class='legend'>\n");
    legend_rows(m, p, room);
    markup_add(m, "</g>\n");
}

/* --- ranges --- */

/* Finds the range of axis k from the data; limits that were asked for replace it where
 * they leave an interval. */
void layout_range(const picture *p, int k, double margin, scale *s) {
    assert(k >= 0 && k < p->dimensions);
    const picture_axis *a = &p->axis[k];
    *s = (scale){.low = INFINITY, .high = -INFINITY, .is_log = a->is_log};
    for (int i = 0; i < p->curves; i++)
        for (long j = 0; p->curve[i].at[k] && j < p->curve[i].count; j++)
            scale_include(s, p->curve[i].at[k][j]);
    for (int i = 0; i < p->surfaces; i++) {
        long count = (long)p->surface[i].rows * p->surface[i].columns;
        for (long j = 0; j < count; j++)
            scale_include(s, p->surface[i].at[k][j]);
    }
    scale data = *s;
    if (isfinite(a->low))
        data.low = a->low;
    if (isfinite(a->high))
        data.high = a->high;
    scale_settle(s, margin);
    if (!(data.low < data.high) || (a->is_log && data.low <= 0))
        return;
    if (isfinite(a->low))
        s->low = a->low;
    if (isfinite(a->high))
        s->high = a->high;
}
