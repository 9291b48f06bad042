/* SPDX-License-Identifier: BSD-3-Clause */
/* The panels of a picture: which curves they have, and the points of these, taken row by
 * row in bounded memory. */
#ifndef CLI_PANELS_H
#define CLI_PANELS_H
#include "../draw/picture.h"
#include "cli.h"

/* What rows are. */
typedef enum source_kind {
    SOURCE_ROWS,      /* time, then variables */
    SOURCE_STEPS,     /* time, step, order, then a column for each kind of row */
    SOURCE_CROSSINGS, /* section (a number), direction, time, then variables */
    SOURCE_KINDS
} source_kind;

/* Where rows come from: a file, or a part of a run. */
typedef struct panel_source {
    source_kind kind;
    const char *file;  /* for messages; "": a run */
    const char *label; /* for the legend; "": there is one of its kind only */
    int columns;
    const char *const *column;     /* [columns]; lent while it is added */
    const invo_model *model;       /* units; NULL: not known */
    const invo_side_file *summary; /* the same of a file; NULL: not known */
    int sections;
    const char *const *section; /* [sections]: names, of SOURCE_CROSSINGS */
    long samples;
    const double *sample; /* [samples, columns]: rows that show what is worth drawing */
} panel_source;

typedef struct panels panels;

panels *panels_new(const arguments *a); /* NULL without memory */
void panels_free(panels *p);
/* Adds a source; the first one of each kind decides which panels there are. Returns its
 * number, or -1 after a message. */
int panels_add_source(panels *p, const panel_source *s);
int panels_exit_status(void); /* of a command whose source was refused */
/* Takes a row of a source. Returns 0 without memory. */
int panels_add_row(panels *p, int source, const double *row);
/* The bound that the panel of the ledger shows; not finite: none. */
void panels_set_bound(panels *p, double bound);

/* Fills in the pictures, [PANELS_MOST] of NULL, which the caller frees with picture_free.
 * Returns how many, -1 after a message. */
enum { PANELS_MOST = 16 };
int panels_draw(panels *p, picture **made);

/* The columns of SOURCE_STEPS. */
enum { STEP_COLUMNS = 3 + INVO_ROW_KINDS };
extern const char *const step_column[STEP_COLUMNS];

#endif
