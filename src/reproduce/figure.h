/* SPDX-License-Identifier: BSD-3-Clause */
/* Figures of published results: panels with curves, each with a name of its own. */
#ifndef REPRODUCE_FIGURE_H
#define REPRODUCE_FIGURE_H
#include "../draw/picture.h"
#include "items.h"
#include "measure.h"

enum { FIGURE_PANELS = 12 };

typedef struct figure {
    int panels, current;
    picture *panel[FIGURE_PANELS];
    int is_labelled[FIGURE_PANELS][3]; /* by a line of its own, not by columns */
    int is_named[FIGURE_PANELS]; /* some curve has a name that is not its column's */
    char problem[300];           /* why the last line could not be drawn */
} figure;

/* What a line that draws has behind its " as ": the name of its curves. */
typedef struct caption {
    char words[ITEM_WORD]; /* "": none */
    int is_shared;         /* several columns are drawn: names begin with the column */
} caption;

/* A curve; columns are what its axes show, "" where labels are not to change. */
typedef struct figure_curve {
    picture_style style;
    long count;
    const double *x, *y, *z;
    const char *column[3];
} figure_curve;

/* The panel that lines draw to; makes the first. NULL without memory. */
picture *figure_panel(figure *f, int dimensions);
/* Adds a curve to it. Returns 0 with f->problem where its name is taken. */
int figure_add(figure *f, const figure_curve *c, const caption *name);
/* Returns 0 with f->problem set. */
int figure_refuse(figure *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns 0 where the file cannot be written. */
int figure_write(figure *f, const char *title, const char *path);
int figure_is_empty(const figure *f);
void figure_free(figure *f);

#endif
