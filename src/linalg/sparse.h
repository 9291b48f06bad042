/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse linear algebra with a fixed pattern: analysed once, factored and solved many
 * times. Patterns are borrowed for the life of what is made from them. */
#ifndef LINALG_SPARSE_H
#define LINALG_SPARSE_H
#include <stddef.h>
#include "involute_system.h"
#include "vector.h"

/* Runs over the entries k of row i of a pattern p. */
#define EACH_ENTRY(k, p, i)                                                              \
    for (int k = (p)->start[i], k##_end = (p)->start[(i) + 1]; k < k##_end; k++)

/* Where rows begin, from the counts in start[1..rows], start[0] = 0; and the same again
 * after each start[i] has moved on to the end of row i. */
void sparse_begin(int rows, int *start);
void sparse_rewind(int rows, int *start);

int sparse_compare(const void *a, const void *b); /* of columns, for qsort */

/* The entries by columns: start: [columns + 1], zeros on entry; row, from: [entries], the
 * row of each and its place by rows. */
void sparse_transpose(const invo_pattern *p, int *start, int *row, int *from);

/* Products with the first pattern->rows rows of a matrix given by its entries. */
void sparse_multiply(const invo_pattern *p, const double *value, const double *x,
                     double *y); /* y: [rows] = A x */
void sparse_multiply_transposed(const invo_pattern *p, const double *value,
                                const double *x, double *y); /* y: [columns] = A' x */

/* The square matrix A: LU with partial pivoting (KLU). */
typedef struct sparse_lu sparse_lu;
enum { SPARSE_NO_MEMORY = -1 };

sparse_lu *sparse_lu_new(const invo_pattern *p); /* NULL: no memory */
/* The same where the last row and the first column are full: they come last, and the row
 * gives a pivot only where all others are far smaller. Taken early, it would fill the
 * factors. */
sparse_lu *sparse_lu_new_bordered(const invo_pattern *p);
/* The same for corrections that are iterated, which need not be checked; width: doubles
 * of a number, 2 where they are complex. For factoring and solving alone. like: another
 * one of the same pattern, whose order of pivots is tried first; NULL: none. */
sparse_lu *sparse_lu_new_staged(const invo_pattern *p, int width, const sparse_lu *like);
void sparse_lu_free(sparse_lu *f); /* NULL is fine */
/* Begins anew: the next matrix has pivots of its own. Returns whether what is left is as
 * new. */
int sparse_lu_rest(sparse_lu *f);
double sparse_lu_operations(const sparse_lu *f); /* estimate for one factorization */

/* Factors A, its rows equilibrated by powers of two. Pivots stay where they are as long
 * as they serve; only choosing them anew, the first time and where they have become bad,
 * allocates. Returns 0, or j + 1 if column j has no pivot (also where A is not finite),
 * or SPARSE_NO_MEMORY. */
int sparse_lu_factor(sparse_lu *f, const double *value);

/* Solves A x = b in place. The backward error is watched: where it is too large, the
 * solution is refined, and if that is not enough, pivots are chosen anew. `refine` asks
 * for one step of refinement anyway. Returns as sparse_lu_factor. */
int sparse_lu_solve(sparse_lu *f, double *b, int refine);

/* Of the last factorization, whose rows have a largest entry in [1, 2): the smallest
 * pivot, how many of them exceed `least`, and the sign of the determinant. */
double sparse_lu_smallest(const sparse_lu *f);
int sparse_lu_rank(const sparse_lu *f, double least);
int sparse_lu_sign(const sparse_lu *f);
/* How many entries its factors have. */
long sparse_lu_entries(const sparse_lu *f);

#endif
