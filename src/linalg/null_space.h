/* SPDX-License-Identifier: BSD-3-Clause */
/* Linear relations among the columns of a matrix, for looking at it once: which columns
 * follow from those before them, and all relations at once. Column-major, nothing
 * allocated. */
#ifndef LINALG_NULL_SPACE_H
#define LINALG_NULL_SPACE_H

/* Keeps columns of a: [rows, columns] in their order, each unless it is nearly a
 * combination of those kept before it: what is left of it is below `share` of its length.
 * is_kept: [columns]. Returns how many are. a is destroyed; rows >= number kept. */
int columns_keep(int rows, int columns, double *a, double share, char *is_kept);

/* The relations A v = 0 of a: [rows, columns], rows >= columns, with columns of about
 * length 1, by an orthogonal decomposition with column pivots ([GL13], 5.4.2). Columns
 * are dependent where the length that is left of them is at most `zero` of the largest.
 * Returns how many relations there are; a is destroyed and v: [columns, relations], in
 * its place, has one relation in each column.
 * least: the least length that was taken as not zero, of the largest; 1 where there is
 * none. work: [3 * columns], order: [columns] */
int null_space(int rows, int columns, double *a, double zero, double *least, double *work,
               int *order);

/* Brings v: [columns, relations], of full rank, to a form in which each relation has a
 * component 1 that the others lack: as late a column as possible, where it is not small
 * beside the other components of its own. pivot: [relations], work: [relations] */
void relations_reduce(int columns, int relations, double *v, int *pivot, double *work);

/* Combines the relations in pairs as long as that leaves fewer components in one of them
 * that are more than `zero` of its largest; the others become 0. Ends after `most`
 * operations. */
void relations_sparsify(int columns, int relations, double *v, double zero, double most);

#endif
