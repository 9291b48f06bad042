/* SPDX-License-Identifier: BSD-3-Clause */
/* Panels in space: a box with axes, surfaces as meshes, curves with what is hidden
 * lighter, their projections on the floor. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include "layout.h"
#include "space.h"

typedef struct solid {
    const picture *picture;
    space space;
    ticks ticks[3];
} solid;

/* Coordinates of the edges that carry axes, in parts of the ranges. */
static void solid_edge(const solid *s, int axis, double value, double p[3]) {
    assert(axis >= 0 && axis < 3);
    const scale *r = s->space.scale;
    p[0] = axis == 1 ? r[0].high : r[0].low;
    p[1] = r[1].low;
    p[2] = r[2].low;
    p[axis] = value;
}

static void solid_line(const solid *s, markup *m, const double a[3], const double b[3]) {
    double p[3], q[3];
    space_project(&s->space, a, p);
    space_project(&s->space, b, q);
    markup_add(m, "M%.1f %.1fL%.1f %.1f", p[0], p[1], q[0], q[1]);
}

/* Lines of the grid at ticks of `axis`, in the plane where `across` runs and the third
 * coordinate is at its end that is seen from inside. */
static void solid_grid(const solid *s, markup *m, int axis, int across) {
    assert(axis != across);
    const scale *r = s->space.scale;
    int third = 3 - axis - across;
    for (int k = 0; k < s->ticks[axis].count; k++) {
        double a[3], b[3];
        a[third] = third == 1 ? r[1].high : r[third].low;
        a[axis] = s->ticks[axis].value[k];
        a[across] = r[across].low;
        for (int i = 0; i < 3; i++)
            b[i] = a[i];
        b[across] = r[across].high;
        solid_line(s, m, a, b);
    }
}

/* Adds the grid of floor and far walls, their edges, and the three edges with ticks. */
static void solid_add_box(const solid *s, markup *m) {
    const scale *r = s->space.scale;
    const double low[3] = {r[0].low, r[1].low, r[2].low};
    const double high[3] = {r[0].high, r[1].high, r[2].high};
    markup_add(m, "<path class='grid' fill='none' stroke='#e0e0e0' d='");
    for (int axis = 0; axis < 3; axis++)
        for (int across = 0; across < 3; across++)
            if (axis != across)
                solid_grid(s, m, axis, across);
    markup_add(m, "'/>\n<path class='grid' fill='none' stroke='#b0b0b0' d='");
    /* the far edges: three that meet in the far corner (low, high, low) */
    const double far[3] = {low[0], high[1], low[2]};
    for (int k = 0; k < 3; k++) {
        double end[3] = {far[0], far[1], far[2]};
        end[k] = k == 1 ? low[1] : high[k];
        solid_line(s, m, far, end);
    }
    /* and where the far walls end at the top */
    const double top[3] = {low[0], high[1], high[2]};
    const double left[3] = {low[0], low[1], high[2]};
    const double right[3] = {high[0], high[1], high[2]};
    const double right_foot[3] = {high[0], high[1], low[2]};
    solid_line(s, m, left, top);
    solid_line(s, m, top, right);
    solid_line(s, m, right, right_foot);
    markup_add(m, "'/>\n<path class='grid' fill='none' stroke='#333333' d='");
    for (int axis = 0; axis < 3; axis++) {
        double a[3], b[3];
        solid_edge(s, axis, low[axis], a);
        solid_edge(s, axis, high[axis], b);
        solid_line(s, m, a, b);
    }
    markup_add(m, "'/>\n");
}

/* Adds labels beside the edges that carry axes, on their outer side. */
static void solid_add_texts(const solid *s, markup *m) {
    static const char *const tick[] = {"x-tick", "y-tick", "z-tick"};
    static const char *const name[] = {"x-label", "y-label", "z-label"};
    static const char *const anchor[] = {"end", "start", "end"};
    static const double dx[] = {-5, 5, -6};
    static const double dy[] = {13, 13, 4};
    const scale *r = s->space.scale;
    for (int axis = 0; axis < 3; axis++) {
        const ticks *t = &s->ticks[axis];
        char label[PICTURE_NAME + PICTURE_SHORT + 100];
        double p[3];
        double q[3];
        double widest = 0;
        for (int k = 0; k < t->count; k++) {
            solid_edge(s, axis, t->value[k], p);
            space_project(&s->space, p, q);
            text_add(m, tick[axis], q[0] + dx[axis], q[1] + dy[axis], anchor[axis],
                     t->label[k], 400);
            widest = fmax(widest, text_width(t->label[k]));
        }
        solid_edge(s, axis, axis < 2 ? (r[axis].low + r[axis].high) / 2 : r[2].high, p);
        space_project(&s->space, p, q);
        text_axis_label(&s->picture->axis[axis], label, sizeof label);
        double aside = axis < 2 ? widest + 14 : 6;
        double x = q[0] + (axis == 1 ? aside : -aside);
        double y = q[1] + (axis < 2 ? 24 : -10);
        text_add(m, name[axis], x, y, anchor[axis], label, 400);
        if (*t->note)
            text_add(m, "note", x, y + LINE_HEIGHT, anchor[axis], t->note, 400);
    }
}

/* --- curves --- */

typedef struct trace {
    double *x, *y;
    unsigned char *hidden;
} trace;

/* Projects curve k, at its height or on the floor. */
static void solid_trace(const solid *s, int k, int on_floor, trace *t) {
    assert(k >= 0 && k < s->picture->curves);
    const picture_curve *c = &s->picture->curve[k];
    for (long i = 0; i < c->count; i++) {
        double p[3] = {c->at[0][i], c->at[1][i], c->at[2][i]};
        double q[3];
        if (on_floor && isfinite(p[2]))
            p[2] = s->space.scale[2].low;
        space_project(&s->space, p, q);
        t->x[i] = q[0];
        t->y[i] = q[1];
        t->hidden[i] = (unsigned char)space_is_hidden(&s->space, q);
    }
}

/* Adds stretches of points that are hidden, or not; neighbours share a point. */
static void solid_stretches(const solid *s, markup *m, long count, const trace *t,
                            int hidden) {
    for (long i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && t->hidden[end] == t->hidden[i];)
            end++;
        long last = end < count ? end + 1 : end;
        if (t->hidden[i] == hidden)
            path_add(m, &s->space.frame, last - i, t->x + i, t->y + i);
    }
}

static void solid_stroke(const solid *s, markup *m, int k, const trace *t, int hidden,
                         const char *opacity, const char *width) {
    const picture *p = s->picture;
    markup_add(m,
               "<path fill='none' stroke='%s' stroke-width='%s' stroke-opacity='%s' "
               "stroke-linejoin='round' stroke-dasharray='%s' d='",
               look_color(p, k), width, opacity, look_dash(p, k));
    solid_stretches(s, m, p->curve[k].count, t, hidden);
    markup_add(m, "'/>\n");
}

static void solid_add_curve(const solid *s, markup *m, int k, int on_floor) {
    const picture_curve *c = &s->picture->curve[k];
    size_t count = (size_t)c->count;
    double *block = malloc((2 * count + 1) * sizeof *block);
    unsigned char *hidden = malloc(count + 1);
    if (!block || !hidden) {
        m->has_failed = 1;
    } else {
        trace t = {block, block + count, hidden};
        const char *width = c->style == PICTURE_GUIDE ? "1" : "1.7";
        solid_trace(s, k, on_floor, &t);
        markup_add(m, "<g class='%s'>\n", on_floor ? "projection" : "curve");
        solid_stroke(s, m, k, &t, 1, on_floor ? ".15" : ".35", on_floor ? "1" : width);
        solid_stroke(s, m, k, &t, 0, on_floor ? ".55" : "1", on_floor ? "1" : width);
        markup_add(m, "</g>\n");
    }
    free(block);
    free(hidden);
}

/* The floor is drawn before the surfaces, which then cover it. */
static void solid_add_all(solid *s, markup *m) {
    const picture *p = s->picture;
    for (int k = 0; p->has_floor && k < p->curves; k++)
        if (p->curve[k].style != PICTURE_GUIDE)
            solid_add_curve(s, m, k, 1);
    for (int k = 0; k < p->surfaces; k++)
        space_add_surface(&s->space, m, &p->surface[k]);
    for (int k = 0; k < p->curves; k++)
        solid_add_curve(s, m, k, 0);
}

/* Lets the floor be so far down that what is above it does not cover it. */
static void solid_lower_floor(scale *z) {
    const double part = 0.45;
    if (z->is_log)
        z->low *= pow(z->low / z->high, part);
    else
        z->low -= part * (z->high - z->low);
}

/* Draws a panel in space: the box of the axes first, then surfaces and curves, then
 * the texts on top of them. */
double solid_add(markup *m, const picture *p, const box *room) {
    assert(p->dimensions == 3);
    solid s = {.picture = p};
    box rest = *room;
    legend_add(m, p, &rest);
    box frame = {rest.left + 46, rest.top + 24, rest.right - 46, rest.bottom - 26};
    for (int k = 0; k < 3; k++) {
        layout_range(p, k, 0.04, &s.space.scale[k]);
        ticks_choose(&s.ticks[k], &s.space.scale[k], 4);
        if (k == 2 && p->has_floor)
            solid_lower_floor(&s.space.scale[k]);
    }
    space_fit(&s.space, &frame, p->is_equal);
    markup_add(m,
               "<rect class='frame' fill='none' x='%.2f' y='%.2f' width='%.2f' "
               "height='%.2f'/>\n",
               frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top);
    solid_add_box(&s, m);
    solid_add_all(&s, m);
    solid_add_texts(&s, m);
    space_free(&s.space);
    return room->bottom;
}
