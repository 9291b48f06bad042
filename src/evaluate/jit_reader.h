/* SPDX-License-Identifier: BSD-3-Clause */
/* What the writers of machine code for all processors ask of a tape. */
#ifndef EVALUATE_JIT_READER_H
#define EVALUATE_JIT_READER_H
#include <limits.h>
#include "jit.h"

/* Readers of a value that are no operations. */
enum { NEVER = INT_MAX, AT_END = INT_MAX - 1 };

/* For each operand the operation that reads its value next. next: [operands], upcoming:
 * [slots], scratch */
void jit_find_readers(const tape *t, int *next, int *upcoming);

/* The operation that is being written. */
typedef struct operation {
    int number, arity;
    int at; /* of its operands: its result, then its arguments */
} operation;

/* Is the operation after o the other one of sin(x) and cos(x)? */
int jit_is_pair(const tape *t, const operation *o);

/* Sines and cosines of several arguments, one after the other, that need not wait for
 * each other. */
enum { JIT_CIRCLE_ARGUMENTS = 8, JIT_CIRCLE_OPERATIONS = 2 * JIT_CIRCLE_ARGUMENTS };
typedef struct circle_group {
    int operations;
    int arguments;
    int slot[JIT_CIRCLE_ARGUMENTS];     /* of each argument */
    int lane[JIT_CIRCLE_OPERATIONS];    /* the argument of each operation, ... */
    char is_cos[JIT_CIRCLE_OPERATIONS]; /* ... and which of the two it is */
} circle_group;

/* The operations from o on that are such. */
circle_group jit_circle_group(const tape *t, const operation *o);

#endif
