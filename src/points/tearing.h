/* SPDX-License-Identifier: BSD-3-Clause */
/* Tearing: an order in which equations give unknowns one after the other, from a few of
 * them that are taken as known. */
#ifndef POINTS_TEARING_H
#define POINTS_TEARING_H
#include "../base/arena.h"

/* A set of equations as it is torn: entry k states that row row[k] contains column
 * column[k], and whether it gives it explicitly, by a slope that no column changes. */
typedef struct tearing {
    int rows, columns, entries;
    const int *row, *column;
    const char *is_explicit;
    const char *given;     /* [columns]: has a start value of its own; or NULL */
    const char **row_name; /* the outcome depends on these names, not on the order */
    const char **column_name;
    int formulas;       /* out: so many rows give a column each: */
    int *formula_row;   /* [formulas], in the order of the names ... */
    int *formula_entry; /* ... the entry that is explicit ... */
    int *level;         /* ... after all of lower levels; ascending, from 0 */
    char *is_torn;      /* [columns]: out: no formula gives it */
} tearing;

/* Fills the last five. A column that is given is never computed. */
void tear(arena *a, tearing *t);

#endif
