/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of numbers in bounded memory, whatever their number. When the room is full,
 * neighbouring buckets become one: it keeps its first row as it was, and of each column
 * the least and the greatest value of all its rows. */
#ifndef DRAW_THINNED_H
#define DRAW_THINNED_H

typedef struct thinned {
    int columns;
    long most;     /* buckets, an even number */
    long count;    /* buckets in use */
    long stride;   /* rows in a bucket */
    long rows;     /* taken so far */
    double *first; /* [most, columns]: the first row of each bucket; owned */
    double *low, *high;
    double *last; /* [columns] */
} thinned;

/* Returns 0 without memory. */
int thinned_begin(thinned *s, int columns);
void thinned_free(thinned *s);
void thinned_add(thinned *s, const double *row); /* [columns] */
/* Joins buckets until there are at most so many. No rows are added afterwards. */
void thinned_reduce(thinned *s, long most);
/* Makes the last row a bucket of its own, so that curves end where the run does. Nothing
 * is added afterwards. */
void thinned_end(thinned *s);

#endif
