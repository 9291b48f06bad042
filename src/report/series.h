/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows of numbers in bounded memory, whatever their number. When the room is full,
 * neighbouring buckets become one: it keeps its first row as it was, and of each column
 * the least and the greatest value of all its rows. */
#ifndef REPORT_SERIES_H
#define REPORT_SERIES_H

typedef struct series {
    int columns;
    long most;     /* buckets, an even number */
    long count;    /* buckets in use */
    long stride;   /* rows in a bucket */
    long rows;     /* taken so far */
    double *first; /* [most, columns]: the first row of each bucket; owned */
    double *low, *high;
    double *last; /* [columns] */
} series;

/* Returns 0 without memory. */
int series_begin(series *s, int columns);
void series_free(series *s);
void series_add(series *s, const double *row); /* [columns] */
/* Makes the last row a bucket of its own, so that curves end where the run does. Nothing
 * is added afterwards. */
void series_end(series *s);

#endif
