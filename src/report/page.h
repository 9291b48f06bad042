/* SPDX-License-Identifier: BSD-3-Clause */
/* What a page is made of. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H
#include "../cli/report.h"
#include "../draw/markup.h"
#include "../draw/thinned.h"
#include "scene.h"

struct report {
    const arguments *arguments;
    const invo_model *model;
    char **name;    /* [columns + 1]: time and the columns that are kept; owned */
    int *column;    /* [columns]: which ones of a row; owned */
    int columns;    /* 0: no row came yet */
    double *values; /* [columns + 3]: a row at work; owned */
    thinned rows, steps, crossings;
    scene scene;    /* shapes of the model that its annotation does not name */
    int has_failed; /* no memory */
};

/* Columns of `steps`, behind t, h and the order one for each kind of row. */
enum {
    STEP_T,
    STEP_H,
    STEP_ORDER,
    STEP_UNITS,
    STEP_COLUMNS = STEP_UNITS + INVO_ROW_KINDS
};
extern const char *const report_step_names[STEP_COLUMNS];
/* Columns of `crossings` before those of rows. */
enum { CROSSING_SECTION, CROSSING_DIRECTION, CROSSING_VALUES };

/* Adds the data of the page as JSON for a script element. */
invo_status data_add(markup *m, const report *r, session *s);
/* Adds the picture of a page without uPlot that `which` names in the template, if any. */
void still_add(markup *m, const report *r, const char *which);

#endif
