/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes over intervals, with slopes, and at points in quadruple precision with a bound
 * of their error: what a proof needs to know about equations.
 *
 * Slopes are those of the values themselves, by one sweep backward through what an output
 * depends on. Derivatives that the graph has as expressions are not used: their numbers
 * are rounded once more. Where a function has a kink, slopes contain those of both
 * pieces: the mean value theorem holds for these. */
#ifndef EVALUATE_INTERVAL_INTERPRETER_H
#define EVALUATE_INTERVAL_INTERPRETER_H
#include "../base/quad.h"
#include "../expr/tape.h"
#include "enclosure.h"

/* An operation; its arguments are numbered as the values are: inputs, constants, and
 * then operations in their order. */
typedef struct interval_operation {
    tape_op op;
    int argument[3];
    const lookup *look;
} interval_operation;

/* A tape whose values all have a place of their own. */
typedef struct interval_tape {
    int inputs, constants, length, outputs;
    int values; /* all of these */
    const double *constant;
    const interval_operation *operation; /* [length] */
    const int *output;                   /* [outputs]: the value that it is */
    const int *start;                    /* [outputs + 1]: in `reached` */
    const int *reached;    /* the operations that an output depends on, last ones first */
    const int *leaf_start; /* [outputs + 1]: in `leaf` */
    const int *leaf;       /* the inputs that an output depends on, ascending */
} interval_tape;

/* Lives in arena a. */
const interval_tape *interval_tape_new(arena *a, const tape *t);

/* Encloses all values; value: [values], of which the inputs are set. */
enclosure_trouble interval_tape_run(const interval_tape *t, enclosure *value);
/* Encloses the slopes of an output by the inputs that it depends on, in slope[], for
 * these inputs alone; value: as interval_tape_run leaves it, slope: [values]. */
enclosure_trouble interval_tape_slope(const interval_tape *t, int output,
                                      const enclosure *value, enclosure *slope);
/* Values in quadruple precision, each with a bound of its error; value, error: [values],
 * of which the inputs are set. */
enclosure_trouble interval_tape_run_quad(const interval_tape *t, quad *value,
                                         double *error);

#endif
