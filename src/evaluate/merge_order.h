/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations in an order that lets code take several of them at once. */
#ifndef EVALUATE_MERGE_ORDER_H
#define EVALUATE_MERGE_ORDER_H
#include "../base/arena.h"
#include "../expr/tape.h"

enum { NO_OPERATION = -1 };

typedef struct order_operation {
    tape_op op;
    int argument[3]; /* operations before it; NO_OPERATION: other values, or none */
    int circle;      /* of sin and cos: what is the same for those of one argument */
} order_operation;

/* The operations one after the other, and at the first one of each group how many are in
 * it: sines and cosines that do not wait for each other, of up to eight arguments, those
 * of the same argument side by side; all others are alone. */
typedef struct merge_order {
    int count;
    int *at;    /* [count] */
    int *group; /* [count] */
} merge_order;

/* Lives in arena a. */
merge_order merge_order_new(arena *a, int count, const order_operation *list);
/* The same groups in an order in which operations wait less for each other. */
merge_order merge_order_schedule(arena *a, const merge_order *from,
                                 const order_operation *list);

#endif
