/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs that follow a table over time: straight lines between its rows, with an instant
 * at every row, where the next line begins. */
#ifndef SYSTEM_SIGNAL_H
#define SYSTEM_SIGNAL_H
#include "system.h"

/* Replaces every input with a table by offset + slope * time in all equations, conditions
 * and actions of the system, the two being parameters that change at its rows. To be
 * called once, before crossings_extract. */
void signals_insert(dae *s);

/* Sets offset and slope of every signal for the row that time t is in or begins. */
void signals_follow(dae *s, double t);

/* Does one of the tables jump at t? kept: [parameters], their values before t. */
int signals_changed(const dae *s, const double *kept); /* is the line another one? */
int signals_jump(const dae *s, double t, const double *kept);

/* Returns the next row after t; INFINITY: there is none. */
double signals_next(const dae *s, double t);

#endif
