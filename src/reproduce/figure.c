/* SPDX-License-Identifier: BSD-3-Clause */
#include "figure.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../draw/svg.h"

int figure_is_empty(const figure *f) {
    return f->panels == 0;
}

void figure_free(figure *f) {
    for (int k = 0; f && k < f->panels; k++)
        picture_free(f->panel[k]);
    free(f);
}

int figure_refuse(figure *f, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(f->problem, sizeof f->problem, format, list);
    va_end(list);
    return 0;
}

picture *figure_panel(figure *f, int dimensions) {
    assert(dimensions == 2 || dimensions == 3);
    if (f->current < f->panels) {
        picture *p = f->panel[f->current];
        if (p->curves == 0 && p->surfaces == 0)
            p->dimensions = dimensions;
        return p;
    }
    if (f->panels == FIGURE_PANELS)
        return NULL;
    picture *p = picture_new(dimensions);
    if (p)
        f->panel[f->panels++] = p;
    return p;
}

/* Adds a column to the label of an axis, unless it is there or too long: "x, y". */
static void figure_extend_label(picture_axis *a, const char *column) {
    char all[PICTURE_NAME + 4], one[ITEM_WORD + 4];
    snprintf(all, sizeof all, ", %s,", a->label);
    snprintf(one, sizeof one, ", %s,", column);
    if (!*column || strstr(all, one))
        return;
    size_t used = strlen(a->label);
    if (used + strlen(column) + 3 > sizeof a->label)
        return;
    snprintf(a->label + used, sizeof a->label - used, "%s%s", used ? ", " : "", column);
}

static int figure_has(const picture *p, const char *name) {
    for (int k = 0; k < p->curves; k++)
        if (strcmp(p->curve[k].name, name) == 0)
            return 1;
    return 0;
}

/* A name that was written twice means one curve in pieces; one that comes from columns
 * would only hide that nobody said what differs. */
int figure_add(figure *f, const figure_curve *c, const caption *n) {
    picture *p = figure_panel(f, c->z ? 3 : 2);
    char name[PICTURE_NAME];
    const char *column = c->column[c->z ? 2 : 1];
    if (!p)
        return figure_refuse(f, "too many panels, or out of memory");
    if ((p->dimensions == 3) != (c->z != NULL))
        return figure_refuse(f,
                             "curves in space and in the plane need panels of their own");
    if (*n->words && n->is_shared)
        snprintf(name, sizeof name, "%.30s, %s", column, n->words);
    else
        snprintf(name, sizeof name, "%s", *n->words ? n->words : column);
    if (!*n->words && figure_has(p, name))
        return figure_refuse(f, "two curves are called '%s'; add 'as NAME'", name);
    if (*n->words)
        f->is_named[f->current] = 1;
    for (int k = 0; k < p->dimensions; k++)
        if (!f->is_labelled[f->current][k])
            figure_extend_label(&p->axis[k], c->column[k]);
    if (!picture_add_curve(p, name, c->style, c->count, c->x, c->y, c->z))
        return figure_refuse(f, "out of memory");
    return 1;
}

/* The only curve of a panel is what its axis says. */
int figure_write(figure *f, const char *title, const char *path) {
    const picture *panel[FIGURE_PANELS];
    for (int k = 0; k < f->panels; k++) {
        picture *p = f->panel[k];
        if (p->curves == 1 && !f->is_named[k])
            p->curve[0].name[0] = 0;
        panel[k] = p;
    }
    char *text = svg_render(panel, f->panels, title);
    FILE *out = text ? fopen(path, "w") : (FILE *)NULL;
    if (out)
        fputs(text, out);
    free(text);
    return out && fclose(out) == 0;
}
