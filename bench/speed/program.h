/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that is compared: takes a problem from its start to its end. */
#ifndef SPEED_PROGRAM_H
#define SPEED_PROGRAM_H
#include <stdio.h>
#include "problem.h"

typedef struct outcome {
    double cpu; /* seconds of the integration alone */
    long steps, rejected;
} outcome;

typedef struct program {
    const char *name, *title;
    /* Whether it can do this problem here, and with a sensible formulation. */
    int (*applies)(const problem *p);
    /* out: the end values that are compared, with room for all of u. Returns 0, or 1
     * where the integration failed. */
    int (*run)(const problem *p, double tolerance, double *out, outcome *o);
} program;

double processor_time(void); /* seconds */

extern const program limit_program, limit_projected_program;
extern const program involute_auto, involute_taylor, involute_radau;
extern const program ida_program, ida_ode_program, cvode_program, cvode_projected_program,
    arkode_program, gsl_program, radau5_program;

/* With so many rows at equal distances in time; u: NULL, or all rows, n values each
 * (rows.c). */
int limit_rows(const problem *p, double tolerance, int count, double *u, outcome *o);
int involute_rows(const problem *p, double tolerance, int count, double *u, outcome *o);
/* A table of what rows cost; of a problem without limit_rows there is nothing in it. */
void rows_head(FILE *out);
void rows_row(FILE *out, const problem *p);
/* Whether both programs give other rows; says so. */
int rows_differ(const problem *p);

/* The model of a problem as a file, made where its size is not the one of the tree. */
const char *involute_model_file(const problem *p);
/* Where such files go; borrowed. */
void involute_write_into(const char *folder);
/* What is not there, for the reader; NULL: it is. */
const char *radau5_missing(void);
#endif
