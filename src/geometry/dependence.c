/* SPDX-License-Identifier: BSD-3-Clause */
#include "dependence.h"
#include "active_set.h"

/* At a double root a move is half of the one before, and so is the volume. Two such in a
 * row are no chance: elsewhere the second is about the square of the first. */
static const double SMALLER = 0.75;
enum { IN_A_ROW = 2 };
/* An iteration that has come to a volume below this share of the first has gone to where
 * they are dependent, and found no root there. */
static const double MUCH_SMALLER = 0.25;

void dependence_look(dependence *d, double volume, int rows) {
    int is_new = rows != d->rows;
    if (rows < d->rows)
        d->has_lost = 1;
    if (is_new) {
        d->first = d->least = volume;
        d->slow = 0;
    }
    if (volume < d->least)
        d->least = volume;
    d->is_smaller = !is_new && volume < SMALLER * d->volume;
    d->volume = volume;
    d->rows = rows;
}

int dependence_is_shown(dependence *d, double ratio) {
    d->slow = ratio > ACTIVE_SLOW && d->is_smaller ? d->slow + 1 : 0;
    return d->has_lost || (d->rows > 0 && d->slow >= IN_A_ROW);
}

int dependence_is_likely(const dependence *d) {
    return d->has_lost || (d->rows > 0 && d->least < MUCH_SMALLER * d->first);
}
