/* SPDX-License-Identifier: BSD-3-Clause */
/* Events of one crossing that follow each other faster and faster. */
#ifndef EVENTS_ZENO_H
#define EVENTS_ZENO_H
#include "mode.h"

typedef struct pile {
    double last, interval, factor; /* time of the last event, since the one before, and
                                      against the interval before that */
    int count;                     /* of factors in a row that agree */
    const struct mode *in;         /* the mode before the last event, and ... */
    double *u;                     /* ... the point, [coordinates] there */
} pile;

pile *hybrid_new_piles(hybrid *h);
/* Counts the crossings of this event; returns the number of a pile that is as good as
 * endless, or -1. */
int hybrid_watch_piles(hybrid *h);
/* Sets all states to the limit of a pile, and the time. */
void hybrid_set_limit(hybrid *h, int number);
_Noreturn void hybrid_refuse_pile(hybrid *h, int number);

#endif
