/* SPDX-License-Identifier: BSD-3-Clause */
/* A system with events: its modes, each completed once and kept, and what happens at an
 * event. */
#ifndef EVENTS_HYBRID_H
#define EVENTS_HYBRID_H
#include "../system/crossings.h"
#include "../start/initial.h"

typedef struct hybrid hybrid;

/* The system must have passed crossings_extract. */
hybrid *hybrid_new(dae *s, crossings *c, lowering how);

/* Adds conserved quantities of a mode to its equations s, of which w is the completion,
 * at the point where w starts; returns how many. */
typedef int (*mode_finder)(void *data, lowered *w, dae *s, double t);
/* Modes are searched by this function, before the start. */
void hybrid_find_with(hybrid *h, mode_finder find, void *data);

/* The system with all initial equations of continuous unknowns. */
dae *hybrid_written(const hybrid *h);

/* Solves the initial problem at time t: finds the mode and a consistent point in it.
 * Returns the values of all parameters there, before pre is iterated; [parameters] */
const double *hybrid_solve_initial(hybrid *h, double t);
/* Runs the events of the start from there on; returns the mode. */
lowered *hybrid_begin(hybrid *h);
int hybrid_has_set_states(const hybrid *h); /* a reinit has acted */

#endif
