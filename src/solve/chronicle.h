/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls of a run that change what its systems are: events, extensions, and what is
 * made when it is first asked for. A run that goes on from a checkpoint makes them again,
 * in the same order with the same numbers, instead of the steps between them; then its
 * systems are what they were. */
#ifndef SOLVE_CHRONICLE_H
#define SOLVE_CHRONICLE_H
#include "../base/archive.h"

typedef struct chronicle {
    archive calls;
    const invo_system *at; /* the system that the last of them has led to */
    const invo_system **refined;
    int refined_count, refined_capacity;
    double first, last; /* times that the run may reach, for points of others */
    int is_broken;      /* a call could not be noted: there are no more checkpoints */
} chronicle;

/* Each of them makes the call of the system, and notes it where there is a chronicle
 * (NULL: there is none). */
invo_status chronicle_happen(chronicle *j, const invo_system *s, const double *u,
                             const double *z, const char *crossed, invo_transition *to);
invo_status chronicle_renew(chronicle *j, const invo_system *s, const double *u,
                            const double *z, invo_transition *to);
int chronicle_leap(chronicle *j, const invo_system *s, const double *u, const double *z,
                   invo_transition *to);
invo_status chronicle_extend(chronicle *j, const invo_system *s, unsigned what);
/* Noted for the first point alone. */
invo_status chronicle_refine(chronicle *j, const invo_system *s, double *u, double *z,
                             const char *left_out, int keep);
/* Noted where it had something to say. */
invo_status chronicle_check(chronicle *j, invo_context *c, const invo_system *s,
                            const double *u, const double *z);

/* Is u a point at which calls may be made: finite, and within the times? */
int chronicle_reaches(const chronicle *j, const double *u, size_t coordinates);
/* Makes the calls that `from` lists beyond those that were made already, from the system
 * s on; j->at is where they lead to. E_ARGUMENT, without a message: they are no calls of
 * these systems. */
invo_status chronicle_replay(chronicle *j, invo_context *c, const invo_system *s,
                             const archive *from);
void chronicle_free(chronicle *j);

#endif
