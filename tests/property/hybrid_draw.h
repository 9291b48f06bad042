/* SPDX-License-Identifier: BSD-3-Clause */
/* What the random hybrid models are drawn from. */
#ifndef TESTS_PROPERTY_HYBRID_DRAW_H
#define TESTS_PROPERTY_HYBRID_DRAW_H
#include "hybrid.h"

/* What expressions may be made of, and how. */
typedef struct hybrid_draw {
    hybrid_model *m;
    int conditions, condition[MOST_NODES]; /* Booleans to choose by */
    int values, value[MOST_NODES];         /* names: states, algebraics, discrete ones */
    int is_taken[MOST_STATES];             /* a clause reinitialises it */
    int is_coarse; /* thresholds and start values are -1, 0 or 1 and meet often */
} hybrid_draw;

void hybrid_draw_begin(hybrid_draw *w, hybrid_model *m, int states);
int hybrid_draw_name(hybrid_draw *w);   /* one of the values */
int hybrid_draw_affine(hybrid_draw *w); /* of some of them */
int hybrid_draw_law(hybrid_draw *w);    /* a choice of affine ones, names and numbers */
int hybrid_draw_time(hybrid_draw *w);   /* a relation of time */
int hybrid_draw_clock(hybrid_draw *w);
int hybrid_draw_condition(hybrid_draw *w); /* and, or, not of the conditions */
void hybrid_draw_algebraic(hybrid_draw *w);
void hybrid_draw_slope(hybrid_draw *w, int state);
void hybrid_draw_coupling(hybrid_draw *w, int first, int second);

/* Discrete variables that time and clocks set: conditions and values from then on. */
void hybrid_draw_timed(hybrid_draw *w);
/* The same by relations of states. */
void hybrid_draw_watched(hybrid_draw *w);
/* Loops through pre, also such that have no end. */
void hybrid_draw_loop(hybrid_draw *w);
/* A ball on a floor. */
void hybrid_draw_guard(hybrid_draw *w, int height, int velocity);

/* The kinds of models. */
void hybrid_draw_switched(hybrid_model *m);
void hybrid_draw_crossing(hybrid_model *m);
void hybrid_draw_any(hybrid_model *m);

/* Compares the program with the reference for well posed models of one kind that have at
 * least so many events of states; returns how many are wrong, and reports them. One alone
 * is printed; where asked for, the smallest model that shows the same, too. */
typedef struct hybrid_family {
    void (*draw)(hybrid_model *m);
    int crossings;
} hybrid_family;
int hybrid_check(int first, int last, const hybrid_family *f, int is_shrunk);
/* FIRST LAST [smallest]; returns the exit status. */
int hybrid_check_arguments(int count, char **arguments, const hybrid_family *f);

/* Makes a model smaller as long as a trial finds it wrong. */
typedef int (*hybrid_trial)(const hybrid_model *m);
void hybrid_shrink(hybrid_model *m, hybrid_trial trial);
#endif
