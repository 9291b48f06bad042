/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel of a wide matrix with one column more than rows, D: [m, m + 1], by LU of
 * [D; guess'] x = e in one piece: regular also where D without its first column is not.
 * The added row may be full, and so may single columns of D: KLU orders them last, and
 * the row is the last one to give a pivot. */
#ifndef LINALG_BORDER_H
#define LINALG_BORDER_H
#include "factor.h"

typedef struct border border;

border *border_new(const invo_pattern *d, factor_form form); /* NULL: no memory */
void border_free(border *b);                                 /* NULL is fine */
int border_is_dense(const border *b);

/* x: [m + 1], of length 1, near `guess` ([m + 1], length 1), from the entries of D, whose
 * rows have length 1. `refine` adds a step of iterative refinement. *sign is that of
 * det[D; guess']. Returns 0, j + 1 where column j has no pivot, or SPARSE_NO_MEMORY.
 * Allocates as factor_update does. */
int border_solve(border *b, const double *value, const double *guess, int refine,
                 double *x, int *sign);

/* Entries of the last factors. */
long border_entries(const border *b);

#endif
