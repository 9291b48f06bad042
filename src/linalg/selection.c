/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination with complete pivoting in a given order of preference. Rows and columns
 * stay where they are; what is used up is set to zero. */
#include "selection.h"
#include <math.h>

typedef struct entry {
    int row, column;
    double size;
} entry;

/* The largest entry of rows first..last-1, among the required columns only if asked for.
 */
static entry selection_largest(int rows, int first, int last, int columns,
                               const double *a, const char *required) {
    entry best = {-1, -1, 0};
    for (int j = 0; j < columns; j++) {
        if (required && !required[j])
            continue;
        for (int i = first; i < last; i++) {
            double x = fabs(a[i + (long)j * rows]);
            if (x > best.size)
                best = (entry){i, j, x};
        }
    }
    return best;
}

static void selection_eliminate(int rows, int columns, double *a, entry p) {
    double *column = a + (long)p.column * rows;
    double pivot = column[p.row];
    for (int j = 0; j < columns; j++) {
        double *target = a + (long)j * rows;
        double factor = target[p.row] / pivot;
        if (j == p.column || factor == 0)
            continue;
        for (int i = 0; i < rows; i++)
            if (i != p.row)
                target[i] -= factor * column[i];
    }
    for (int i = 0; i < rows; i++)
        column[i] = 0;
    for (int j = 0; j < columns; j++)
        a[p.row + (long)j * rows] = 0;
}

/* Takes pivots while they are large enough. */
static void selection_take(int rows, int first, int last, int columns, double *a,
                           const char *required, double least, pivot_selection *s) {
    while (s->rank < rows) {
        entry p = selection_largest(rows, first, last, columns, a, required);
        if (!(p.size > least))
            return;
        s->row[s->rank] = p.row;
        s->column[s->rank] = p.column;
        s->pivot[s->rank++] = p.size;
        selection_eliminate(rows, columns, a, p);
    }
}

void select_pivots(int rows, int columns, double *a, pivot_selection *s) {
    double least = s->tolerance * selection_largest(rows, 0, rows, columns, a, 0).size;
    s->rank = 0;
    s->missing = -1;
    if (s->required)
        selection_take(rows, 0, rows, columns, a, s->required, least, s);
    selection_take(rows, 0, s->first_rows, columns, a, 0, least, s);
    selection_take(rows, s->first_rows, rows, columns, a, 0, least, s);
    for (int j = columns - 1; s->required && j >= 0; j--) {
        int found = !s->required[j];
        for (int k = 0; k < s->rank; k++)
            found |= s->column[k] == j;
        if (!found)
            s->missing = j;
    }
}
