/* SPDX-License-Identifier: BSD-3-Clause */
/* With right = (1, 1, 0)/sqrt 2, up = (-1, 1, 2)/sqrt 6 and towards the eye = (1, -1,
 * 1)/sqrt 3 the x axis goes down to the right, y up to the right, z up. Hidden points are
 * found in a grid of depths. */
#include "space.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* A curve on a surface is as deep as the surface: this part of the box is not hidden. */
#define DEPTH_TOLERANCE 0.035

static void space_rotate(const double e[3], double q[3]) {
    q[0] = (e[0] + e[1]) / sqrt(2);
    q[1] = (-e[0] + e[1] + 2 * e[2]) / sqrt(6);
    q[2] = (e[0] - e[1] + e[2]) / sqrt(3);
}

/* Projects the corners of the box to find how large it can be. An edge is at least a
 * fifth of the longest, equal or not, so that its labels have room. */
void space_fit(space *s, const box *frame, int is_equal) {
    assert(frame->left < frame->right && frame->top < frame->bottom);
    double length[3];
    double longest = 0;
    double low[2] = {INFINITY, INFINITY};
    double high[2] = {-INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        length[k] = is_equal ? s->scale[k].high - s->scale[k].low : 1;
        longest = fmax(longest, length[k]);
    }
    for (int k = 0; k < 3; k++) {
        s->scale[k].from = 0;
        s->scale[k].to = fmax(length[k] / longest, 0.2);
    }
    for (int corner = 0; corner < 8; corner++) {
        double e[3], q[3];
        for (int k = 0; k < 3; k++)
            e[k] = corner >> k & 1 ? s->scale[k].to : 0;
        space_rotate(e, q);
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], q[k]);
            high[k] = fmax(high[k], q[k]);
        }
    }
    double across = frame->right - frame->left;
    double up = frame->bottom - frame->top;
    s->frame = *frame;
    s->zoom = fmin(across / (high[0] - low[0]), up / (high[1] - low[1]));
    s->x = frame->left + across / 2 - s->zoom * (low[0] + high[0]) / 2;
    s->y = frame->top + up / 2 + s->zoom * (low[1] + high[1]) / 2;
}

void space_project(const space *s, const double p[3], double q[3]) {
    double e[3];
    double slack = 1e-9;
    for (int k = 0; k < 3; k++) {
        e[k] = scale_at(&s->scale[k], p[k]);
        if (!(e[k] >= -slack && e[k] <= s->scale[k].to + slack))
            e[k] = NAN;
    }
    space_rotate(e, q);
    q[0] = s->x + s->zoom * q[0];
    q[1] = s->y - s->zoom * q[1];
}

/* --- depths --- */

static float *space_cell(const space *s, double x, double y) {
    double across = (x - s->frame.left) / (s->frame.right - s->frame.left);
    double down = (y - s->frame.top) / (s->frame.bottom - s->frame.top);
    if (!(across >= 0 && across < 1 && down >= 0 && down < 1))
        return NULL;
    long column = (long)(across * SPACE_CELLS);
    long row = (long)(down * SPACE_CELLS);
    return &s->depth[row * SPACE_CELLS + column];
}

/* Enters a parallelogram-like patch by points dense enough to reach each cell. */
static void space_cover(space *s, double corner[4][3]) {
    double size = 0;
    double cell = (s->frame.right - s->frame.left) / SPACE_CELLS;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 2; i++)
            size = fmax(size, fabs(corner[k][i] - corner[0][i]));
    cell = fmin(cell, (s->frame.bottom - s->frame.top) / SPACE_CELLS);
    int parts = 1 + (int)(2 * size / cell);
    for (int a = 0; a <= parts; a++)
        for (int b = 0; b <= parts; b++) {
            double u = (double)a / parts;
            double v = (double)b / parts;
            double q[3];
            for (int i = 0; i < 3; i++)
                q[i] = (1 - u) * ((1 - v) * corner[0][i] + v * corner[1][i]) +
                       u * ((1 - v) * corner[3][i] + v * corner[2][i]);
            float *cell_at = space_cell(s, q[0], q[1]);
            if (cell_at && q[2] > *cell_at)
                *cell_at = (float)q[2];
        }
}

int space_is_hidden(const space *s, const double q[3]) {
    float *cell = s->depth ? space_cell(s, q[0], q[1]) : NULL;
    return cell && *cell > q[2] + DEPTH_TOLERANCE;
}

static int space_begin_depths(space *s) {
    assert(!s->depth);
    size_t count = (size_t)SPACE_CELLS * SPACE_CELLS;
    if (s->depth)
        return 1;
    s->depth = malloc(count * sizeof *s->depth);
    for (size_t k = 0; s->depth && k < count; k++)
        s->depth[k] = -1e30f;
    return s->depth != NULL;
}

void space_free(space *s) {
    free(s->depth);
}

/* --- mesh --- */

typedef struct patch {
    double corner[4][3]; /* on paper, with depth */
    double depth;
    int shade;
} patch;

static int compare_patches(const void *a, const void *b) {
    double p = ((const patch *)a)->depth;
    double q = ((const patch *)b)->depth;
    return (p > q) - (p < q);
}

/* How much a patch faces the eye, from 0 (edge on) to 4. */
static int patch_shade(const patch *p, double zoom) {
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        double unit = k < 2 ? 1 / zoom : 1;
        a[k] = (p->corner[2][k] - p->corner[0][k]) * unit;
        b[k] = (p->corner[3][k] - p->corner[1][k]) * unit;
    }
    double normal[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                        a[0] * b[1] - a[1] * b[0]};
    double length =
        sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    return length > 0 ? (int)(4.99 * fabs(normal[2]) / length) : 0;
}

static int patch_take(patch *p, const space *s, const picture_surface *f, long at) {
    const long corner[4] = {at, at + 1, at + f->columns + 1, at + f->columns};
    p->depth = 0;
    for (int k = 0; k < 4; k++) {
        double point[3];
        for (int i = 0; i < 3; i++)
            point[i] = f->at[i][corner[k]];
        space_project(s, point, p->corner[k]);
        p->depth += p->corner[k][2] / 4;
    }
    p->shade = isfinite(p->depth) ? patch_shade(p, s->zoom) : 0;
    return isfinite(p->depth);
}

static void patch_add(const patch *p, markup *m) {
    static const char *const fill[] = {"#c9d6e3", "#d5e0ea", "#e0e9f1", "#eaf0f6",
                                       "#f3f7fa"};
    markup_add(m, "<path fill='%s' d='", fill[p->shade]);
    for (int k = 0; k < 4; k++) {
        markup_add(m, "%c", k ? 'L' : 'M');
        markup_add_number(m, p->corner[k][0]);
        markup_add(m, " ");
        markup_add_number(m, p->corner[k][1]);
    }
    markup_add(m, "z'/>\n");
}

void space_add_surface(space *s, markup *m, const picture_surface *f) {
    assert(f->rows > 0 && f->columns > 0);
    long most = (long)(f->rows - 1) * (f->columns - 1);
    long count = 0;
    patch *list = malloc((size_t)(most + 1) * sizeof *list);
    if (!list || !space_begin_depths(s)) {
        m->has_failed = 1;
        free(list);
        return;
    }
    for (int i = 0; i + 1 < f->rows; i++)
        for (int k = 0; k + 1 < f->columns; k++)
            count += patch_take(&list[count], s, f, (long)i * f->columns + k);
    qsort(list, (size_t)count, sizeof *list, compare_patches);
    markup_add(m, "<g class='surface' stroke='#8fa5ba' stroke-width='.4'>\n");
    for (long k = 0; k < count; k++) {
        patch_add(&list[k], m);
        space_cover(s, list[k].corner);
    }
    markup_add(m, "</g>\n");
    free(list);
}
