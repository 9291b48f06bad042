/* SPDX-License-Identifier: BSD-3-Clause */
/* The top unknowns in straight-line code (invo_shortcut). */
#ifndef LOWERING_SHORTCUT_FORM_H
#define LOWERING_SHORTCUT_FORM_H
#include "lower.h"

typedef struct shortcut_form shortcut_form;

/* Residuals and units, as of invo_system.ledger. */
typedef void ledger_function(void *self, const double *u, const double *z,
                             double *residual, double *unit);

/* A program with what follows its results. */
typedef struct shortcut_code {
    program program;
    int results; /* the first outputs; then pivots, then watched multipliers */
    int watches;
} shortcut_code;

/* Moves of coordinates by a step of Newton's iteration. */
typedef struct shortcut_stage {
    shortcut_code code;
    const int *coordinate; /* [results] */
} shortcut_stage;

/* The code for one order. */
typedef struct shortcut_order {
    arena *arena;
    shortcut_code tops;   /* z, in the order of the unknowns */
    shortcut_code slopes; /* v */
    const int *sign;      /* [blocks]: of the orders */
    const double *scale;  /* of all pivots, block by block */
    double *usual;        /* [blocks]: smallest pivots at the point of the order */
    int stages;
    shortcut_stage *stage; /* [stages] */
    invo_scheme scheme;    /* the one that was asked for; stages = 0: none */
    int has_step;
    arena *of_step;
    shortcut_code step; /* all stages of the scheme: invo_shortcut */
    int is_dense_tried, has_dense;
    arena *of_dense;
    shortcut_code dense; /* the terms of its dense output: invo_shortcut */
    int is_row_tried, has_row;
    shortcut_code row; /* of output: invo_shortcut */
    int is_wide_loaded;
    jit_function *wide; /* the same for INVO_LANES points; NULL: none */
    double *wide_slot;  /* [slots of it] */
} shortcut_order;

/* The inverse of the least sine of an angle between rows, squared: above, the rows are
 * taken as dependent. */
static const double SHORTCUT_MOST_SINES = 1e6;
/* Multipliers of rows that are scaled at the point of the order are at most 10 there. The
 * sum of their squares elsewhere: results are off by its root in units of round-off, but
 * for those that are refined. */
static const double SHORTCUT_MULTIPLIERS = 1e8;

/* Dense output is made without code for so many rows of a run. */
enum { SHORTCUT_FEW_ROWS = 10 };

/* So many orders are tried in one run. */
enum { SHORTCUT_ORDERS = 8 };

struct shortcut_form {
    long steps; /* that have asked for code */
    int orders; /* that were tried; those without arena could not be made */
    shortcut_order order[SHORTCUT_ORDERS];
    shortcut_order *used; /* NULL: none */
    /* Of this run, which must not depend on those before: */
    int has_rows, has_row_code; /* rows of output; so many that code for them pays */
    long points;                /* at which the ledger was asked for, ... */
    double due;                 /* ... and how many there are before its code is made */
    int is_ledger_tried, has_ledger;
    program ledger;                  /* residuals, then units: [rows] each */
    ledger_function *rows, *measure; /* without it */
};

/* The outputs of the code, or NULL where they cannot be trusted. */
const double *shortcut_trusted(const shortcut_code *code, const double *out);

/* --- shortcut_step.c --- */

/* Adds the steps of a scheme to f, whose slopes are there, if it is small enough. */
void shortcut_make_step(lowered *w, shortcut_order *f, const invo_scheme *scheme,
                        arena *scratch);
const double *shortcut_run_step(void *self, const double *p, const double *v, double h);
/* Makes the code of its dense output, if it is not there and is small enough; nonzero: an
 * invo_status. */
int shortcut_add_dense(lowered *w, shortcut_order *f);
const double *shortcut_run_dense(void *self, const double *p, const double *k, double h);

/* --- shortcut_ledger.c --- */

ledger_function shortcut_rows, shortcut_measure;

/* The ledger on its way into a program. */
typedef struct ledger_work {
    lowered *w;
    arena *arena; /* of scratch */
    merge *merge;
    const int *point;     /* [coordinates and unknowns]: values; NULL: they are inputs */
    int seats;            /* so many inputs are before those of parameters */
    int *residual, *unit; /* [rows]: values */
} ledger_work;

/* Fills in the residuals and their units; 0: cannot. */
int shortcut_merge_ledger(const ledger_work *q);
/* Operations of the programs: above, those that bound busy rows alone are faster. */
enum { SHORTCUT_LEDGER_OPERATIONS = 100000 };
long shortcut_ledger_length(const lowered *w);

/* --- shortcut_row.c --- */

/* Does code for so many rows pay? */
int shortcut_row_pays(const lowered *w, long planned);
/* Makes it, if it is not there and can be made; nonzero: an invo_status. */
int shortcut_add_row(lowered *w, shortcut_order *f);
int shortcut_run_row(void *self, const double *u, const double *weight,
                     invo_row_values *to);
/* Are rows made by code for several points? */
int shortcut_has_wide(const lowered *w);
int shortcut_run_lanes(void *self, const double *u, const double *weight,
                       invo_row_values *to, char *good);

/* --- shortcut_stage.c --- */

/* Adds the stages of the retraction to f, whose arena is there; 0: cannot. */
int shortcut_make_stages(lowered *w, shortcut_order *f, arena *scratch);
int shortcut_run_stage(void *self, int stage, const double *u, const double *weight,
                       double *move, double *weakest);

/* Offers a shortcut; it is made when a run asks for it. */
void lowered_add_shortcut(lowered *w);
/* Takes over the values of the parameters. */
void lowered_load_shortcut(lowered *w);

#endif
