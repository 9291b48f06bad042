/* SPDX-License-Identifier: BSD-3-Clause */
/* Everything that holds along the solution as one sparse matrix M: contact forms,
 * differentials of the constraints, and the top equations, each row in nominal sizes and
 * of length 1; columns are the coordinates, then unknowns that are no derivative of one.
 *
 * Top equations that are derivatives of constraints are no rows of their own: they follow
 * from the constraint's differential and the contact forms, and scaled to length 1 they
 * would hide what these do. Declared invariants are left out: they hold along the
 * solution, whatever it is. */
#ifndef GEOMETRY_UNIT_ROWS_H
#define GEOMETRY_UNIT_ROWS_H
#include "kernel.h"
#include "manifold.h"

typedef struct unit_rows {
    const invo_system *s;
    int rows, columns;   /* of M */
    int *start, *column; /* M by rows, and below it the direction, a full row */
    int *unknown;        /* [size of the kernel]: column of each of its unknowns */
    double *entry;       /* [entries] */
} unit_rows;

/* Both are 0 where the system has no kernel. */
int unit_rows_count(const invo_system *s);
int unit_rows_columns(const invo_system *s);

/* Memory is that of the context, and freed by unit_rows_free. */
invo_status unit_rows_new(unit_rows *m, const invo_system *s, invo_context *c);
void unit_rows_free(unit_rows *m);

/* M at u; and the direction that k found last, there. Returns 0 where a value is not
 * finite. */
int unit_rows_fill(unit_rows *m, kernel *k, manifold *a, const double *u);
void unit_rows_border(unit_rows *m, const kernel *k, const double *u);

/* The size of a column. */
double unit_rows_size(const kernel *k, int column);

#endif
