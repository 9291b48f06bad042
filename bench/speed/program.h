/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that is compared: takes a problem from its start to its end. */
#ifndef SPEED_PROGRAM_H
#define SPEED_PROGRAM_H
#include "problem.h"

typedef struct outcome {
    double cpu; /* seconds of the integration alone */
    long steps, rejected;
} outcome;

typedef struct program {
    const char *name, *title;
    /* Whether it can do this problem here, and with a sensible formulation. */
    int (*applies)(const problem *p);
    /* u: the end values. Returns 0, or 1 where the integration failed. */
    int (*run)(const problem *p, double tolerance, double *u, outcome *o);
} program;

double processor_time(void); /* seconds */

extern const program limit_program, limit_projected_program;
extern const program involute_auto, involute_taylor, involute_radau;
extern const program ida_program, cvode_program, arkode_program, gsl_program,
    radau5_program;

/* The model of a problem as a file, made where its size is not the one of the tree. */
const char *involute_model_file(const problem *p);
/* Why a library is not there; NULL: it is. */
const char *sundials_missing(void);
const char *gsl_missing(void);
const char *radau5_missing(void);
#endif
