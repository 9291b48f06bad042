/* SPDX-License-Identifier: BSD-3-Clause */
/* The top unknowns in straight-line code (invo_shortcut). */
#ifndef LOWERING_SHORTCUT_FORM_H
#define LOWERING_SHORTCUT_FORM_H
#include "lower.h"

typedef struct shortcut_form shortcut_form;

/* A program with what follows its results. */
typedef struct shortcut_code {
    program program;
    double *out; /* [outputs] */
    int results; /* the first ones; then pivots, then watched multipliers */
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
    shortcut_code slopes; /* v, where it is no coordinate */
    const int *sign;      /* [blocks]: of the orders */
    const double *scale;  /* of all pivots, block by block */
    double *usual;        /* [blocks]: smallest pivots at the point of the order */
    const int *slope_of;  /* [slopes]: the coordinate whose derivative it is */
    int shifts;
    const int *shift_to, *shift_from; /* [shifts]: coordinates that are derivatives */
    int stages;
    shortcut_stage *stage; /* [stages] */
} shortcut_order;

/* So many orders are tried in one run. */
enum { SHORTCUT_ORDERS = 8 };

struct shortcut_form {
    long steps; /* that have asked for code */
    int orders; /* that were tried; those without arena could not be made */
    shortcut_order order[SHORTCUT_ORDERS];
    const shortcut_order *used; /* NULL: none */
};

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
