/* SPDX-License-Identifier: BSD-3-Clause */
/* Lets a system find better code for its functions while it is solved. */
#ifndef SOLVE_TUNING_H
#define SOLVE_TUNING_H

typedef struct run run;

typedef struct tuning {
    long looks;
    double began;         /* processor time when the run did */
    double asked, passed; /* when it was last asked for, and what had passed then */
} tuning;

/* Before a step. */
void tuning_look(run *v);
/* At the end: what has evaluated. */
void tuning_tell(run *v);

#endif
