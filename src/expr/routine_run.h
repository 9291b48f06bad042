/* SPDX-License-Identifier: BSD-3-Clause */
/* What the runs of routines in double, long double and quad share. */
#ifndef EXPR_ROUTINE_RUN_H
#define EXPR_ROUTINE_RUN_H
#include "tape.h"

typedef struct work_left {
    double operations;
    int passes;         /* of the loop that is being run */
    double most_passes; /* of all loops */
    const routine *of;  /* that took too many operations, or NULL: none did */
    int is_undecided;   /* ... or whose condition is no number */
} work_left;

#endif
