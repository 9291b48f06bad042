/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs that follow a table over time: straight lines between its rows, with an instant
 * at every row, where the next line begins. */
#ifndef SYSTEM_SIGNAL_H
#define SYSTEM_SIGNAL_H
#include "system.h"

/* Replaces every input with a table by offset + slope * time in all that the system says,
 * the two being parameters that change at its rows. Once, before crossings_extract. */
void signals_insert(dae *s);

/* Sets offset and slope of every signal for the row that time t is in or begins. */
void signals_follow(dae *s, double t);

/* The next row after t; INFINITY: none. */
/* Does one of the tables jump at t? kept: [parameters], their values before t. */
int signals_jump(const dae *s, double t, const double *kept);
double signals_next(const dae *s, double t);

#endif
