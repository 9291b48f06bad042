/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of gallery models, and what can be measured of them. */
#ifndef REPRODUCE_MEASURE_H
#define REPRODUCE_MEASURE_H
#include "involute.h"

/* A run and its result. */
typedef struct measured {
    invo_context *context;
    invo_model *model;
    invo_result *result;
    invo_status status;
    double *crossing; /* [crossings, 1 + columns]: points of Poincare sections */
    long crossings;
    struct words *words; /* of the options, which settings of the result borrow */
    double swept;        /* value of the option that a sweep changes; NaN: none */
    char swept_name[40]; /* that option; "": none */
} measured;

/* MODEL and options of `involute run`, as one text; also --size n=50 for a parameter that
 * decides sizes, which `run` has no option for. Then `option`, or several with commas
 * between them, gets `value`. */
measured measure_run(const char *text, int length, const char *option, const char *value);
void measure_free(measured *m);
/* Whether any run so far, or what was measured of it, lacked memory; and notes that. */
int measure_lacks_memory(void);
void measure_note_memory(void);

/* End values that errors are measured from. */
typedef struct reference {
    int count;
    char name[32][60];
    double value[32];
} reference;
void reference_from_run(reference *r, const measured *m);
void reference_from_text(reference *r, const char *text, int length);

// clang-format off
/* A quantity of the last of `runs`; NaN, with the reason in *why, where it cannot be determined.
 *     steps, points (their ends and the start), half_steps (two to each step that is
 *     doubled), full_steps (but for the last),
 *     shortest, longest (distance in time between rows but the last: steps, with --steps),
 *     steps_but_last, shortest_step, longest_step (by arclength, with --steps),
 *     rejected, rejections (those in a row counted once), rejected_percent (of all tries),
 *     longest_try (rejected ones included), constraint_level (invo_model_level), evaluations,
 *     newton_average,
 *     newton_down, newton_up (whole numbers for each step, rounded), newton_max,
 *     linear_iterations,
 *     selector_changes, fallbacks, omissions, folds, events, impasses, seconds, residual, units, arclength,
 *     index, dof, coordinates, constraints, dimension (of the manifold, with time)
 *     final NAME, start NAME, at TIME NAME, at TIME |NAME|, max NAME, min NAME, drift NAME
 *     (from the start),
 *     period NAME, zeros NAME
 *     algebraic NAME (1: solved for at the start, 0: not)
 *     crossings SECTION, section max NAME, section min NAME (where sections are crossed)
 *     impasse NUMBER (its time)
 *     error NAMES, order NAMES (of the last two runs), slope NAMES (of all runs, by least
 *     squares); NAMES: x,y,...
 */
// clang-format on
double measure(const char *quantity, const measured *run, int runs, const reference *r,
               const char **why);

/* Size of the error of one run; NaN as above. */
double measure_error(const measured *m, const char *names, const reference *r,
                     const char **why);

/* Copies the first name of "p[1],p[2],v"; returns where the rest begins. */
const char *measure_next_name(const char *names, char *word, size_t size);

/* The column of a name, 0 for time; -1: none. */
int measure_column(const invo_result *r, const char *name);

#endif
