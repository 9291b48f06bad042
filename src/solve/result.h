/* SPDX-License-Identifier: BSD-3-Clause */
/* What an integration leaves behind. It owns copies of all names: the system may go
 * before it. */
#ifndef SOLVE_RESULT_H
#define SOLVE_RESULT_H
#include "../base/context.h"

struct invo_result {
    const char *status, *stopped_by;
    int columns;
    const char **column; /* [columns] */
    long rows, capacity;
    double *row;   /* [capacity, 1 + columns], row by row */
    double *final; /* [1 + columns] */
    int ledger_rows;
    invo_ledger_row *ledger;
    invo_statistics statistics;
    invo_options settings;
    char *text; /* the names and texts */
};

/* Room for `rows` rows to begin with. NULL: out of memory. */
invo_result *result_new(invo_context *c, const invo_system *s, long rows);
/* The next row to be filled; NULL: out of memory. Grows only where more rows come than
 * were announced. */
double *result_next(invo_context *c, invo_result *r);

#endif
