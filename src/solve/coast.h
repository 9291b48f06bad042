/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps in calm water (coast.c): the loop of solve.c for explicit steps of small systems
 * whose step and arrival are machine code, as long as nothing happens. */
#ifndef SOLVE_COAST_H
#define SOLVE_COAST_H
#include "engine.h"

typedef struct coast {
    int is_known;    /* whether the engine and the plan allow it has been asked ... */
    int may;         /* ... and they do */
    int turned;      /* arrivals for which a second turn is expected */
    int rest, pause; /* attempts to wait before the next one; how many after a vain one */
    int *slot;       /* [n]: of (u, z), the derivative of each coordinate */
    double *limit;   /* [rows]: units of round-off that a row may have */
    double *most, *scaled; /* [rows + 1]: as in the ledger of the result */
    int *grown;            /* [rows + 1]: rows whose residual is the largest so far */
    double *small;         /* [n + 1]: absolute tolerances; infinite: of no coordinate */
    double *scale;         /* [n + 1]: weights of errors */
    double *end, *off;     /* [n + 1]: of a series, before its retraction; its error */
    double *refined, *top; /* [n + 1], [tops]: the end where it is refined */
} coast;

typedef struct run run;

void coast_lay_out(coast *c, const invo_system *s, pool *p);
/* Is the system such that explicit steps may be made here, whatever the plan? */
int coast_suits_system(const invo_system *s);
/* Are system and plan such that explicit steps are made here, if there is code and nobody
 * asks for each of them? A solution may depend on this, and not on who asks. */
int coast_suits(const run *v);
/* The engine has changed. */
void coast_forget(run *v);
/* Makes steps from the current point, the first of size *h, as long as they are good or
 * merely too long, and all that solve.c would do after them is nothing but to note them.
 * What it leaves is what solve.c would have left, to the last bit; an attempt that is not
 * of this kind is not made. *again: the last one was good, and nothing is left to be done
 * after it. Returns a failure of a user's callback, or of a method that is tried. */
invo_status coast_run(run *v, double *h, int *again);

#endif
