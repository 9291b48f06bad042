/* SPDX-License-Identifier: BSD-3-Clause */
/* The reason for the end of a run as a status with a message in the context (message.c).
 */
#ifndef SOLVE_MESSAGE_H
#define SOLVE_MESSAGE_H
#include "engine.h"

typedef struct run run;

invo_status message_trouble(run *v, double t, double h, int too_small);
/* A note on the start of a system of C functions, where it is off the constraints: that
 * it was moved, or stays so. `row` is the worst one, `residual` what it was. */
void message_start(const run *v, int row, double residual);
/* Appends to a text; returns the new length, at most size - 1. */
size_t message_append(char *text, size_t size, size_t used, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* Is `name` der(...) of `of`? */
int message_is_derivative(const char *name, const char *of);

/* The end of the run where the solution stops being one curve, near `near`. */
invo_status message_lost(run *v, const double *near, const double *slope, double sigma);
/* The end of the run at an impasse point, or back at the start after one. */
invo_status message_impasse(run *v, int back);
/* The end of a run by time whose constraints allow no later time. */
invo_status message_dead_centre(run *v);
/* The end of the run beside a pole. */
invo_status message_pole(run *v);
/* For --direction block: E_ARGUMENT where no block of equations is a saddle point. */
invo_status message_no_saddle(const run *v);
/* Notes on the impasse points of the run. */
void message_impasses(run *v, invo_status status);

#endif
