/* SPDX-License-Identifier: BSD-3-Clause */
/* The limits of a computation and the memory that it uses again and again. */
#ifndef ALGEBRA_WORK_H
#define ALGEBRA_WORK_H
#include <stdint.h>
#include "../base/arena.h"

typedef struct algebra_work {
    invo_context *context;
    arena *scratch[2]; /* of poly_reduce */
    double left;       /* operations on terms, weighted by the length of numbers */
    double deadline;   /* as seconds() */
    long until_clock;  /* how many calls until the clock is read again */
    const char *doing; /* for the message */
    uint64_t random;   /* state of the generator: the same in every run */
} algebra_work;

/* Both limits end the computation with E_LIMIT. */
algebra_work *algebra_work_new(arena *a, double operations, double seconds_allowed);
void algebra_spend(algebra_work *w, double operations);
_Noreturn void algebra_give_up(algebra_work *w, const char *why);
/* A number from -size ... size. */
int algebra_draw(algebra_work *w, int size);

#endif
