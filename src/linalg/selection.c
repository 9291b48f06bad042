/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination with complete pivoting in a given order of preference. Entries stay where
 * they are; the orders of rows and columns are exchanged instead. */
#include "selection.h"
#include <math.h>
#include <stddef.h>

typedef struct place {
    int row, column; /* positions in the orders */
    double size;
} place;

static void selection_exchange(int *order, int i, int k) {
    int kept = order[i];
    order[i] = order[k];
    order[k] = kept;
}

/* The largest entry that is left of rows first..last-1, among the required columns only
 * if asked for; of equal ones the first in the orders. */
static place selection_largest(int rows, int first, int last, int columns,
                               const double *a, const char *required,
                               const pivot_selection *s) {
    place best = {-1, -1, 0};
    for (int j = s->rank; j < columns; j++) {
        if (required && !required[s->column[j]])
            continue;
        const double *column = a + (long)s->column[j] * rows;
        for (int i = s->rank; i < rows; i++) {
            double x = fabs(column[s->row[i]]);
            if (s->row[i] >= first && s->row[i] < last && x > best.size)
                best = (place){i, j, x};
        }
    }
    return best;
}

/* Subtracts multiples of the pivot's column, the last one taken, from the columns left.
 */
static void selection_eliminate(int rows, int columns, double *a,
                                const pivot_selection *s) {
    int row = s->row[s->rank - 1];
    const double *column = a + (long)s->column[s->rank - 1] * rows;
    for (int j = s->rank; j < columns; j++) {
        double *target = a + (long)s->column[j] * rows;
        double factor = target[row] / column[row];
        if (factor == 0)
            continue;
        for (int i = s->rank; i < rows; i++)
            target[s->row[i]] -= factor * column[s->row[i]];
    }
}

/* Takes pivots while they are large enough. */
static void selection_take(int rows, int first, int last, int columns, double *a,
                           const char *required, double least, pivot_selection *s) {
    while (s->rank < rows) {
        place p = selection_largest(rows, first, last, columns, a, required, s);
        if (!(p.size > least))
            return;
        selection_exchange(s->row, p.row, s->rank);
        selection_exchange(s->column, p.column, s->rank);
        s->pivot[s->rank++] = p.size;
        selection_eliminate(rows, columns, a, s);
    }
}

void select_pivots(int rows, int columns, double *a, pivot_selection *s) {
    s->rank = 0;
    s->missing = -1;
    for (int i = 0; i < rows; i++)
        s->row[i] = i;
    for (int j = 0; j < columns; j++)
        s->column[j] = j;
    double least =
        s->tolerance * selection_largest(rows, 0, rows, columns, a, NULL, s).size;
    if (s->required)
        selection_take(rows, 0, rows, columns, a, s->required, least, s);
    selection_take(rows, 0, s->first_rows, columns, a, NULL, least, s);
    selection_take(rows, s->first_rows, rows, columns, a, NULL, least, s);
    for (int j = s->rank; s->required && j < columns; j++)
        if (s->required[s->column[j]] && (s->missing < 0 || s->column[j] < s->missing))
            s->missing = s->column[j];
}
