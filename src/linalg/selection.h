/* SPDX-License-Identifier: BSD-3-Clause */
/* Which columns of a matrix to solve for: pivots of an elimination that takes some
 * columns and some rows before others. */
#ifndef LINALG_SELECTION_H
#define LINALG_SELECTION_H

typedef struct pivot_selection {
    int first_rows;       /* these rows are used up before the others */
    const char *required; /* [columns]: columns that are taken first; NULL: none */
    double tolerance;     /* pivots below this share of the largest entry are none */
    int *row, *column;    /* [rows], [columns]: of each pivot, then what is left */
    double *pivot;        /* [rows]: its size when it was taken */
    int rank;             /* how many there are */
    int missing;          /* a required column that is not among them, or -1 */
} pivot_selection;

/* Procedure 3.11 of [Baese] on a: [rows, columns], rows <= columns, column-major,
 * destroyed: complete pivoting, among the required columns first. Of equal entries the
 * first one is taken, in the order that the exchanges of rows and columns have left (its
 * step 2): a column that made room for a pivot comes later. Its last two steps are
 * left out: after complete pivoting they change nothing, and where all pivots are
 * required they would throw one out. */
void select_pivots(int rows, int columns, double *a, pivot_selection *s);

#endif
