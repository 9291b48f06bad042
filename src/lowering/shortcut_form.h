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

struct shortcut_form {
    arena *arena;         /* of the present order */
    int orders;           /* so far */
    long evaluations;     /* of the blocks */
    shortcut_code tops;   /* z, in the order of the unknowns */
    shortcut_code slopes; /* v, where it is no coordinate */
    const int *sign;      /* [blocks]: of the orders */
    const double *scale;  /* of all pivots, block by block */
    const int *slope_of;  /* [slopes]: the coordinate whose derivative it is */
    int shifts;
    const int *shift_to, *shift_from; /* [shifts]: coordinates that are derivatives */
    int stages;
    shortcut_stage *stage; /* [stages] */
};

/* --- shortcut_stage.c --- */

/* Adds the stages of the retraction to f, whose arena is there; 0: cannot. */
int shortcut_make_stages(lowered *w, shortcut_form *f, arena *scratch);
int shortcut_run_stage(void *self, int stage, const double *u, const double *weight,
                       double *move, double *weakest);

/* Offers a shortcut; it is made when a run asks for it. */
void lowered_add_shortcut(lowered *w);
/* Notes that the blocks were evaluated: after some times, code pays. */
void lowered_count_evaluation(const lowered *w);
/* Takes over the values of the parameters. */
void lowered_load_shortcut(lowered *w);

#endif
