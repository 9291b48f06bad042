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

#endif
