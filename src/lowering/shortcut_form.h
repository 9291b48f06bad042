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
} shortcut_order;

/* So many orders are tried in one run. */
enum { SHORTCUT_ORDERS = 8 };

struct shortcut_form {
    long steps;  /* that have asked for code */
    int is_long; /* the code would be too long; it is not tried again */
    int orders;  /* that were tried; those without arena could not be made */
    shortcut_order order[SHORTCUT_ORDERS];
    const shortcut_order *used; /* NULL: none */
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

/* --- shortcut_ledger.c --- */

ledger_function shortcut_rows, shortcut_measure;

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
