/* SPDX-License-Identifier: BSD-3-Clause */
/* Delays: delay(e, T) is what e was at time - T, a known function of time.
 *
 * A continuous e is kept as its change since the start: delay(e, T) = first + H(time -
 * T), where `first`, the value at the start, is a parameter that the initial problem
 * determines (first = e), and H is a history of the graph, which the run writes. Its
 * derivatives are those of H, by the chain rule. A discrete e is delayed as a discrete
 * variable: it changes where time - T passes from one stretch of the history to the next.
 *
 * The stretch that is read is a parameter; it changes at breaking points alone, which are
 * time events where T is constant, else events of the relations `late` and `early`. */
#ifndef SYSTEM_DELAY_H
#define SYSTEM_DELAY_H
#include "system.h"

/* After the model is read, before crossings are extracted: adds the equations that belong
 * to delays. Continuous unknowns that an equation sets to a discrete value are delayed as
 * that. */
void delays_insert(dae *s);

/* Forgets all histories, which grow in the arena of s from now on. */
void delays_forget(dae *s);
/* The same for a run that starts at t. Throws where a constant T is not positive. */
void delays_begin(dae *s, double t);

/* What expressions are at the present point. */
typedef double (*delay_evaluate)(void *data, expr e);

/* The breaking points that time - T has passed at t: each delay reads the stretch behind
 * them. Returns whether one has changed; *generation is then the least one of these
 * breaking points. */
int delays_follow(dae *s, double t, delay_evaluate at, void *data, int *generation);
/* Does a delayed value jump from the stretches in kept[parameters] to the present ones?
 */
int delays_jump(const dae *s, double t, const double *kept);
/* The next breaking point of constant T after t; INFINITY: none. */
double delays_next(const dae *s, double t);
/* Sets the ends of the stretches that variable T read; returns whether one has changed.
 */
int delays_bound(dae *s);
/* Is this parameter one that delays change at a breaking point? */
int delays_own(const dae *s, int p);

static inline history *delay_history(const delay *d) {
    return d->look->data->history;
}

#endif
