/* SPDX-License-Identifier: BSD-3-Clause */
/* Straight-line arithmetic on cells: what an elimination does, written down once to be
 * done many times with other numbers. A cell is written before it is read. */
#ifndef BASE_STRAIGHT_H
#define BASE_STRAIGHT_H

typedef enum straight_kind {
    STRAIGHT_INVERT,      /* to = -1 / a */
    STRAIGHT_MULTIPLY,    /* to = a b */
    STRAIGHT_ADD,         /* to = c + a */
    STRAIGHT_ADD_PRODUCT, /* to = c + a b */
    STRAIGHT_ADD_SQUARE,  /* to = c + (a factor)^2 */
    STRAIGHT_LARGEST      /* to = max(c, |a| factor) */
} straight_kind;

enum { STRAIGHT_NOTHING = -1 }; /* in place of c: zero */

typedef struct straight_step {
    straight_kind kind;
    int to, a, b, c; /* cells; those that the kind does not name do not count */
    double factor;   /* > 0 */
} straight_step;

#endif
