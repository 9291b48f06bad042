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

/* The system with all initial equations of continuous unknowns. */
dae *hybrid_written(const hybrid *h);

/* Finds the initial mode and a consistent point in it at time t; returns that mode. */
lowered *hybrid_start(hybrid *h, double t);

/* [parameters]: values of the initial problem, before pre was iterated. */
const double *hybrid_initial_values(const hybrid *h);
int hybrid_has_set_states(const hybrid *h); /* a reinit has acted */

#endif
