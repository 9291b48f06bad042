/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of gallery models, and what can be measured of them. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H
#include "involute.h"

/* Where a run crossed its sections: rows of time and columns, one after the other. */
typedef struct crossings {
    long count, room;
    int columns;
    double *row; /* [count, 1 + columns] */
} crossings;

/* A run and its result. */
typedef struct measured {
    invo_context *context;
    invo_model *model;
    invo_result *result;
    invo_status status;
    crossings *crossed;
    double swept; /* value of the option that a sweep changes; NaN: none */
} measured;

/* MODEL and options of `involute run`, as one text. */
measured measure_run(const char *text, int length, const char *option, const char *value);
void measure_free(measured *m);

/* End values that errors are measured from. */
typedef struct reference {
    int count;
    char name[32][60];
    double value[32];
} reference;
void reference_from_run(reference *r, const measured *m);
void reference_from_text(reference *r, const char *text, int length);

/* A quantity of the last of `runs`; the order needs at least two. NaN, with the reason in
 * *why, where it cannot be told.
 *     steps points full_steps rejected evaluations newton_average newton_max
 * linear_iterations selector_changes fallbacks events impasses seconds residual units
 * index dof coordinates constraints (points: two to a step that is repeated in halves)
 *     final NAME   start NAME   at TIME NAME   max NAME   min NAME   drift NAME (from the
 * start)   period NAME   zeros NAME crossings SECTION   section min NAME   section max
 * NAME (where sections are crossed)   impasse NUMBER (its time)   error NAMES   order
 * NAMES NAMES: x,y,... */
double measure(const char *quantity, const measured *run, int runs, const reference *r,
               const char **why);

/* The value of a column at a time, by a straight line between rows; NaN: none. */
double measure_at(const invo_result *r, double t, int column);

/* The column of a name, 0 for time; -1: none. */
int measure_column(const invo_result *r, const char *name);

#endif
