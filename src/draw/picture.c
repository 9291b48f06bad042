/* SPDX-License-Identifier: BSD-3-Clause */
#include "picture.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

picture *picture_new(int dimensions) {
    assert(dimensions == 2 || dimensions == 3);
    picture *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->dimensions = dimensions;
    for (int k = 0; k < 3; k++) {
        p->axis[k].low = NAN;
        p->axis[k].high = NAN;
    }
    return p;
}

void picture_free(picture *p) {
    if (!p)
        return;
    for (int k = 0; k < p->curves; k++)
        free(p->curve[k].at[0]);
    for (int k = 0; k < p->surfaces; k++)
        free(p->surface[k].at[0]);
    free(p->curve);
    free(p->surface);
    free(p);
}

void picture_label(picture *p, int axis, const char *label, const char *unit) {
    assert(axis >= 0 && axis < 3 && label);
    picture_axis *a = &p->axis[axis];
    snprintf(a->label, sizeof a->label, "%s", label);
    snprintf(a->unit, sizeof a->unit, "%s", unit);
}

/* Copies up to three arrays into one block, which at[0] owns. */
static int picture_keep(double **at, long count, const double *x, const double *y,
                        const double *z) {
    assert(count >= 0 && x && y);
    const double *from[3] = {x, y, z};
    size_t size = (size_t)count;
    double *block = malloc((3 * size + 1) * sizeof *block);
    if (!block)
        return 0;
    for (int k = 0; k < 3; k++) {
        at[k] = from[k] ? block + (size_t)k * size : NULL;
        if (from[k])
            memcpy(at[k], from[k], size * sizeof *block);
    }
    return 1;
}

int picture_add_curve(picture *p, const char *name, picture_style style, long count,
                      const double *x, const double *y, const double *z) {
    assert(!z == (p->dimensions == 2));
    size_t size = (size_t)(p->curves + 1) * sizeof *p->curve;
    picture_curve *more = realloc(p->curve, size);
    if (!more)
        return 0;
    p->curve = more;
    picture_curve *c = &more[p->curves];
    *c = (picture_curve){.style = style, .count = count};
    snprintf(c->name, sizeof c->name, "%s", name);
    if (!picture_keep(c->at, count, x, y, z))
        return 0;
    p->curves++;
    return 1;
}

int picture_add_surface(picture *p, int rows, int columns, const double *x,
                        const double *y, const double *z) {
    assert(p->dimensions == 3 && rows > 0 && columns > 0);
    size_t size = (size_t)(p->surfaces + 1) * sizeof *p->surface;
    picture_surface *more = realloc(p->surface, size);
    if (!more)
        return 0;
    p->surface = more;
    picture_surface *s = &more[p->surfaces];
    *s = (picture_surface){.rows = rows, .columns = columns};
    if (!picture_keep(s->at, (long)rows * columns, x, y, z))
        return 0;
    p->surfaces++;
    return 1;
}

static int picture_first(const picture *p, int k) {
    assert(k >= 0 && k < p->curves);
    const char *name = p->curve[k].name;
    for (int i = 0; i < k && *name; i++)
        if (strcmp(p->curve[i].name, name) == 0)
            return i;
    return k;
}

int picture_is_piece(const picture *p, int k) {
    return picture_first(p, k) < k;
}

/* Guides are grey and take no colour from the others. */
int picture_look(const picture *p, int k) {
    int look = 0;
    int first = picture_first(p, k);
    for (int i = 0; i < first; i++)
        if (p->curve[i].style != PICTURE_GUIDE && !picture_is_piece(p, i))
            look++;
    return look;
}
