/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations that differ only in where their arguments lie, put one after the other and
 * their values side by side: loops in what is written as a straight line. Large systems
 * are made of a few kinds of equations; as loops their code stays in the cache, and two
 * or more of them are done at once. Operations keep their arguments, so that every order
 * gives the same bits. */
#ifndef EVALUATE_ROLL_H
#define EVALUATE_ROLL_H
#include "../expr/tape.h"

/* An operation on values. */
typedef struct roll_operation {
    tape_op op;
    int argument[3]; /* an earlier operation, or ~slot of what is there already */
    int slot;        /* where its value has to be; -1: anywhere */
} roll_operation;

typedef struct roll {
    const int *order; /* [count]: all operations, as they are to be run */
    const int *slot;  /* [count], by operation */
    int slots;        /* all */
    int loops;
    const tape_loop *loop; /* [loops]: `first` counts in `order` */
} roll;

/* Fewer are as fast in a straight line: they are not looked at. */
enum { ROLL_LEAST_OPERATIONS = 1500 };

/* Finds loops; `slots` are taken already. Returns 0 where there is not much to find. The
 * result lives in arena a. */
int roll_find(arena *a, int count, const roll_operation *all, int slots, roll *found);

#endif
