/* SPDX-License-Identifier: BSD-3-Clause */
/* Panels in the plane: a frame with ticks and a grid, curves in it. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "layout.h"

enum { TICK_GAP = 6, LABEL_ROOM = 20 };

typedef struct plane {
    const picture *picture;
    scale x, y;
    ticks x_ticks, y_ticks;
    box frame;
} plane;

static int plane_wanted(double length, double each) {
    double wanted = length / each;
    return (int)fmin(fmax(wanted, 2), 10);
}

/* Gives both axes the same scale: the frame becomes narrower, but not by more than
 * `least` of its room, beyond which the shorter range grows. */
static void plane_equalize(plane *p) {
    const double least = 0.3;
    double width = p->frame.right - p->frame.left;
    double height = p->frame.bottom - p->frame.top;
    double dx = p->x.high - p->x.low;
    double dy = p->y.high - p->y.low;
    double unit = fmin(width / dx, height / dy);
    double new_width = fmax(dx * unit, least * width);
    double new_height = fmax(dy * unit, least * height);
    double grow_x = (new_width / unit - dx) / 2;
    double grow_y = (new_height / unit - dy) / 2;
    p->x.low -= grow_x;
    p->x.high += grow_x;
    p->y.low -= grow_y;
    p->y.high += grow_y;
    p->frame.left += (width - new_width) / 2;
    p->frame.right -= (width - new_width) / 2;
    p->frame.bottom -= height - new_height;
}

static void plane_place(plane *p) {
    p->x.from = p->frame.left;
    p->x.to = p->frame.right;
    p->y.from = p->frame.bottom;
    p->y.to = p->frame.top;
    double width = p->frame.right - p->frame.left;
    ticks_choose(&p->y_ticks, &p->y, plane_wanted(p->frame.bottom - p->frame.top, 45));
    int wanted = plane_wanted(width, 62);
    ticks_choose(&p->x_ticks, &p->x, wanted);
    double widest = 0;
    for (int k = 0; k < p->x_ticks.count; k++)
        widest = fmax(widest, text_width(p->x_ticks.label[k]));
    while (wanted > 2 && p->x_ticks.count * (widest + 12) > width)
        ticks_choose(&p->x_ticks, &p->x, --wanted);
}

/* Chooses ticks before the frame is known for good: their labels take room. */
static void plane_fit(plane *p, const box *room) {
    const picture *f = p->picture;
    layout_range(f, 0, 0.03, &p->x);
    layout_range(f, 1, 0.05, &p->y);
    p->frame = *room;
    p->frame.bottom -= LINE_HEIGHT + LABEL_ROOM;
    p->frame.right -= 14;
    ticks_choose(&p->y_ticks, &p->y, plane_wanted(p->frame.bottom - p->frame.top, 45));
    p->frame.top += *p->y_ticks.note ? LINE_HEIGHT : 6;
    double widest = 0;
    for (int k = 0; k < p->y_ticks.count; k++)
        widest = fmax(widest, text_width(p->y_ticks.label[k]));
    p->frame.left += LABEL_ROOM + widest + TICK_GAP;
    if (f->is_equal && !p->x.is_log && !p->y.is_log)
        plane_equalize(p);
    plane_place(p);
}

static void plane_line(markup *m, double x1, double y1, double x2, double y2) {
    markup_add(m, "M");
    markup_add_number(m, x1);
    markup_add(m, " ");
    markup_add_number(m, y1);
    markup_add(m, "L");
    markup_add_number(m, x2);
    markup_add(m, " ");
    markup_add_number(m, y2);
}

static void plane_add_grid(markup *m, const plane *p) {
    const box *b = &p->frame;
    markup_add(m, "<path class='grid' fill='none' stroke='#e4e4e4' d='");
    for (int k = 0; k < p->x_ticks.count; k++) {
        double x = scale_at(&p->x, p->x_ticks.value[k]);
        plane_line(m, x, b->bottom, x, b->top);
    }
    for (int k = 0; k < p->y_ticks.count; k++) {
        double y = scale_at(&p->y, p->y_ticks.value[k]);
        plane_line(m, b->left, y, b->right, y);
    }
    markup_add(m, "'/>\n<rect class='frame' fill='none' stroke='#333333' x='");
    markup_add_number(m, b->left);
    markup_add(m, "' y='");
    markup_add_number(m, b->top);
    markup_add(m, "' width='");
    markup_add_number(m, b->right - b->left);
    markup_add(m, "' height='");
    markup_add_number(m, b->bottom - b->top);
    markup_add(m, "'/>\n");
}

/* Adds labels of ticks and axes; the vertical label is left of the widest tick. */
static void plane_add_texts(markup *m, const plane *p, const box *room) {
    const box *b = &p->frame;
    char label[PICTURE_NAME + PICTURE_SHORT + 4];
    double wide = room->right - room->left;
    for (int k = 0; k < p->x_ticks.count; k++)
        text_add(m, "x-tick", scale_at(&p->x, p->x_ticks.value[k]),
                 b->bottom + LINE_HEIGHT, "middle", p->x_ticks.label[k], wide);
    for (int k = 0; k < p->y_ticks.count; k++)
        text_add(m, "y-tick", b->left - TICK_GAP,
                 scale_at(&p->y, p->y_ticks.value[k]) + 4, "end", p->y_ticks.label[k],
                 wide);
    double note = text_width(p->x_ticks.note);
    double y = b->bottom + LINE_HEIGHT + LABEL_ROOM - 3;
    text_axis_label(&p->picture->axis[0], label, sizeof label);
    text_add(m, "x-label", (b->left + b->right) / 2, y, "middle", label,
             b->right - b->left - 2 * note);
    if (*p->x_ticks.note)
        text_add(m, "note", b->right, y, "end", p->x_ticks.note, wide);
    if (*p->y_ticks.note)
        text_add(m, "note", b->left, b->top - 5, "start", p->y_ticks.note, wide);
    double widest = 0;
    for (int k = 0; k < p->y_ticks.count; k++)
        widest = fmax(widest, text_width(p->y_ticks.label[k]));
    double left = b->left - TICK_GAP - widest - 8;
    double middle = (b->top + b->bottom) / 2;
    markup_add(m, "<g transform='translate(%.1f %.1f) rotate(-90)'>\n", left, middle);
    text_axis_label(&p->picture->axis[1], label, sizeof label);
    text_add(m, "y-label", 0, 0, "middle", label, room->bottom - room->top);
    markup_add(m, "</g>\n");
}

/* Marks that would cover one another, to a pixel, are drawn once. */
static void plane_add_marks(markup *m, const plane *p, int k, const double *x,
                            const double *y) {
    long width = (long)(p->frame.right - p->frame.left) + 2;
    long height = (long)(p->frame.bottom - p->frame.top) + 2;
    const int is_dense = p->picture->curve[k].count > 1000;
    unsigned char *taken = calloc((size_t)(width * height), 1);
    markup_add(m, "<path fill='%s' stroke='%s' stroke-width='.8' d='",
               look_color(p->picture, k), look_color(p->picture, k));
    for (long i = 0; taken && i < p->picture->curve[k].count; i++) {
        if (!box_has(&p->frame, x[i], y[i]))
            continue;
        long column = (long)(x[i] - p->frame.left);
        long row = (long)(y[i] - p->frame.top);
        unsigned char *cell = &taken[row * width + column];
        if (!*cell || !is_dense)
            look_add_mark(m, p->picture, k, x[i], y[i]);
        *cell = 1;
    }
    markup_add(m, "'/>\n");
    if (!taken)
        m->has_failed = 1;
    free(taken);
}

static void plane_add_line(markup *m, const plane *p, int k, const double *x,
                           const double *y) {
    const picture_curve *c = &p->picture->curve[k];
    const int is_polygon = c->style == PICTURE_POLYGON;
    const char *width = c->style == PICTURE_GUIDE ? "1" : "1.5";
    markup_add(m,
               "<path fill='%s' fill-opacity='.15' stroke='%s' stroke-width='%s' "
               "stroke-linejoin='round' stroke-dasharray='%s' d='",
               is_polygon ? look_color(p->picture, k) : "none", look_color(p->picture, k),
               width, look_dash(p->picture, k));
    path_add(m, &p->frame, c->count, x, y);
    markup_add(m, is_polygon ? "z'/>\n" : "'/>\n");
}

static void plane_add_curve(markup *m, const plane *p, int k) {
    assert(k >= 0 && k < p->picture->curves);
    const picture_curve *c = &p->picture->curve[k];
    double *x = malloc((2 * (size_t)c->count + 1) * sizeof *x);
    if (!x) {
        m->has_failed = 1;
        return;
    }
    double *y = x + c->count;
    for (long i = 0; i < c->count; i++) {
        x[i] = scale_at(&p->x, c->at[0][i]);
        y[i] = scale_at(&p->y, c->at[1][i]);
    }
    markup_add(m, "<g class='curve'>\n");
    if (c->style != PICTURE_POINTS)
        plane_add_line(m, p, k, x, y);
    if (c->style == PICTURE_POINTS || c->style == PICTURE_BOTH)
        plane_add_marks(m, p, k, x, y);
    markup_add(m, "</g>\n");
    free(x);
}

double plane_add(markup *m, const picture *p, const box *room) {
    assert(p->dimensions == 2);
    plane a = {.picture = p};
    box rest = *room;
    legend_add(m, p, &rest);
    plane_fit(&a, &rest);
    plane_add_grid(m, &a);
    for (int k = 0; k < p->curves; k++)
        plane_add_curve(m, &a, k);
    plane_add_texts(m, &a, room);
    return a.frame.bottom + LINE_HEIGHT + LABEL_ROOM;
}
