/* SPDX-License-Identifier: BSD-3-Clause */
/* Dense or sparse, by size. */
#include "steps.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/judged.h"

const double STEPS_TOLERANCE = 1e-11;

/* Both sizes at least this: the matrix is sparse. Dense orthogonal factors are slower
 * long before, but they find the rank of small systems better. */
enum { SMALLEST_SPARSE = 64 };

/* Chooses dense or sparse, and makes room for it. */
linear_steps steps_new(arena *a, int rows, int columns, int entries, const int *row,
                       const int *column) {
    assert(rows >= 0 && columns >= 0 && entries >= 0);
    int larger_side = rows > columns ? rows : columns;
    size_t size = (size_t)rows * (size_t)columns + 1;
    linear_steps l = {.arena = a,
                      .rows = rows,
                      .columns = columns,
                      .entries = entries,
                      .row = row,
                      .column = column,
                      .b = ARENA_ARRAY(a, double, larger_side + 1),
                      .x = ARENA_ARRAY(a, double, columns + 1),
                      .other = ARENA_ARRAY(a, double, columns + 1),
                      .length = ARENA_ARRAY(a, double, larger_side + 1),
                      .tolerance = STEPS_TOLERANCE};
    if (rows >= SMALLEST_SPARSE && columns >= SMALLEST_SPARSE) {
        l.sparse = slopes_new(a, rows, columns, entries, row, column);
        return l;
    }
    l.a = ARENA_ROOM(a, double, size);
    l.work = ARENA_ROOM(a, double, least_squares_work(rows, columns) + 1);
    l.pivot = ARENA_ARRAY(a, int, rows + 1);
    return l;
}

static void steps_load_dense(const linear_steps *l, const double *value, double *a) {
    memset(a, 0, sizeof *a * (size_t)l->rows * (size_t)l->columns);
    for (int k = 0; k < l->entries; k++)
        a[l->row[k] + (size_t)l->column[k] * (size_t)l->rows] += value[k];
}

void steps_load(linear_steps *l, const double *value) {
    if (l->sparse)
        slopes_load(l->sparse, l->entries, value);
    else
        steps_load_dense(l, value, l->a);
}

void steps_multiply(linear_steps *l) {
    assert(l->sparse || l->a);
    if (l->sparse) {
        sparse_multiply(&l->sparse->pattern, l->sparse->value, l->x, l->b);
        return;
    }
    for (int i = 0; i < l->rows; i++) {
        l->b[i] = 0;
        for (int j = 0; j < l->columns; j++)
            l->b[i] += l->a[i + (size_t)j * (size_t)l->rows] * l->x[j];
    }
}

int steps_solve_square(linear_steps *l) {
    int n = l->rows;
    double *lu = l->work;
    if (n != l->columns)
        return 0;
    if (l->sparse)
        return slopes_solve_square(l->sparse, l->tolerance, l->b, l->x) == n;
    memcpy(lu, l->a, sizeof *lu * (size_t)n * (size_t)n);
    if (lu_factor(n, lu, l->pivot, l->length))
        return 0;
    for (int i = 0; i < n; i++)
        if (!(fabs(lu[i + (size_t)i * (size_t)n]) > l->tolerance))
            return 0;
    memcpy(l->x, l->b, sizeof *l->x * (size_t)n);
    lu_solve(n, lu, l->pivot, l->length, l->x);
    return 1;
}

int steps_orientation(linear_steps *l) {
    int n = l->rows;
    double *lu = l->work;
    int sign = 1;
    if (n != l->columns || l->sparse)
        return 0;
    memcpy(lu, l->a, sizeof *lu * (size_t)n * (size_t)n);
    if (lu_factor(n, lu, l->pivot, l->length))
        return 0;
    for (int i = 0; i < n; i++) {
        double pivot = lu[i + (size_t)i * (size_t)n];
        if (!(fabs(pivot) > l->tolerance))
            return 0;
        sign = (l->pivot[i] != i) != (pivot < 0) ? -sign : sign;
    }
    return sign;
}

int steps_solve_least(linear_steps *l) {
    assert(l->sparse || l->a);
    if (!l->sparse)
        return least_squares(l->rows, l->columns, l->a, l->b, l->x, l->tolerance,
                             l->work);
    slopes_solve_least(l->sparse, l->b, l->x);
    return l->rows < l->columns ? l->rows : l->columns;
}

/* Units differ by less than this; a column that is shorter still is zero, in a limit. */
static const double SHORTEST = 1e-16;

/* Divides columns by their lengths, so that a unit chosen badly is no loss of rank. */
int steps_solve_equilibrated(linear_steps *l, int rank) {
    double longest = 0;
    assert(l->a);
    for (int j = 0; j < l->columns; j++) {
        const double *column = l->a + (size_t)j * (size_t)l->rows;
        l->length[j] = sqrt(dot(l->rows, column, column));
        longest = fmax(longest, l->length[j]);
    }
    for (int j = 0; j < l->columns; j++) {
        double *column = l->a + (size_t)j * (size_t)l->rows;
        if (!(l->length[j] > SHORTEST * longest))
            l->length[j] = 1;
        for (int i = 0; i < l->rows; i++)
            column[i] /= l->length[j];
    }
    int other =
        least_squares(l->rows, l->columns, l->a, l->b, l->other, l->tolerance, l->work);
    if (other <= rank)
        return rank;
    for (int j = 0; j < l->columns; j++)
        l->x[j] = l->other[j] / l->length[j];
    return other;
}

/* Loads the matrix to be judged and its errors. */
static judged_matrix *steps_load_judged(linear_steps *l, const double *value,
                                        const double *bound, double unit) {
    judged_matrix *m = &l->judged;
    size_t size = (size_t)l->rows * (size_t)l->columns;
    if (!m->a) {
        m->a = ARENA_ARRAY(l->arena, double, size + 1);
        m->error = ARENA_ARRAY(l->arena, double, size + 1);
        m->work = ARENA_ARRAY(l->arena, double, judged_work(l->rows, l->columns));
    }
    steps_load_dense(l, value, m->a);
    steps_load_dense(l, bound, m->error);
    for (size_t k = 0; k < size; k++)
        m->error[k] *= unit;
    return m;
}

int steps_solve_judged(linear_steps *l, const double *value, const double *bound,
                       double unit) {
    if (l->rows != l->columns || l->rows > LARGEST_JUDGED)
        return 0;
    judged_matrix *m = steps_load_judged(l, value, bound, unit);
    memcpy(l->length, l->b, sizeof *l->b * (size_t)l->rows);
    return judged_solve(l->rows, m->a, m->error, l->length, l->x, m->work);
}

int steps_rank_judged(linear_steps *l, const double *value, const double *bound) {
    assert(l->rows <= LARGEST_JUDGED || l->columns <= LARGEST_JUDGED);
    judged_matrix *m = steps_load_judged(l, value, bound, 1);
    return judged_rank(l->rows, l->columns, m->a, m->error, m->work);
}
