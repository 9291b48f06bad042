/* SPDX-License-Identifier: BSD-3-Clause */
/* Pivots of a block depend on the units of its equations and unknowns, and on their
 * order: in rough units the smallest one may fall by decades where nothing happens. Here
 * rows and columns get the factors that bring all entries closest to 1, by the logarithms
 * of the larger of their sizes at the start and now (Curtis and Reid, J. Inst. Maths
 * Applics 10, 1972); then pivots tell. The start keeps rows in sight that vanish. */
#include "weakness.h"
#include <math.h>
#include "../base/number.h"
#include "../linalg/dense.h"
#include "../linalg/sparse.h"
#include "../linalg/vector.h"

enum { LARGEST = 100, SWEEPS = 20 };
/* Share of the largest pivot below which a scaled block is nearly singular. */
static const double WEAK = 1e-2;
/* Entries below this share of the largest in their row and column are as good as none. */
static const double NOTHING = 1e-12;

void weakness_lay_out(weakness *w, const invo_system *s, pool *p) {
    size_t entries = 0;
    w->most = 0;
    for (int k = 0; k < s->blocks.count; k++) {
        const invo_block *b = &s->blocks.at[k];
        if (b->size < 2 || b->size > LARGEST)
            continue;
        const size_t own = (size_t)b->pattern.start[b->size];
        entries = own > entries ? own : entries;
        w->most = b->size > w->most ? b->size : w->most;
    }
    if (w->most == 0)
        return;
    const size_t n = (size_t)w->most;
    w->from = pool_doubles(p, (size_t)s->coordinates);
    w->from_z = pool_doubles(p, (size_t)s->tops);
    w->entry = pool_doubles(p, entries);
    POOL_DOUBLES(p, n * n, &w->before, &w->matrix, &w->size);
    POOL_DOUBLES(p, n, &w->row, &w->column, &w->right, &w->x);
    w->work = pool_doubles(p, (size_t)least_squares_work(w->most, w->most));
}

void weakness_begin(weakness *w, const invo_system *s, const double *u, const double *z) {
    if (w->most == 0)
        return;
    vector_copy(s->coordinates, u, w->from);
    vector_copy(s->tops, z, w->from_z);
}

/* The block at u, dense. */
static void expand_block(weakness *w, const invo_system *s, int block, const double *u,
                         double *z, double *matrix) {
    const invo_block *b = &s->blocks.at[block];
    const int n = b->size;
    s->blocks.equations(s->self, block, u, z, w->entry, w->right);
    vector_zero(n * n, matrix);
    for (int i = 0; i < n; i++)
        EACH_ENTRY(e, &b->pattern, i)
            matrix[i + b->pattern.column[e] * n] = w->entry[e];
}

/* Logarithms of the sizes of entries; minus infinity where there is as good as none. */
static void weakness_measure(weakness *w, int n) {
    vector_zero(n, w->row);
    vector_zero(n, w->column);
    for (int k = 0; k < n * n; k++) {
        const double size = larger(fabs(w->before[k]), fabs(w->matrix[k]));
        w->size[k] = size;
        w->row[k % n] = larger(w->row[k % n], size);
        w->column[k / n] = larger(w->column[k / n], size);
    }
    for (int k = 0; k < n * n; k++) {
        const double most = sqrt(w->row[k % n]) * sqrt(w->column[k / n]);
        w->size[k] = w->size[k] > NOTHING * most ? log(w->size[k]) : -INFINITY;
    }
}

/* The factors of the rows, given those of the columns, or the other way round. */
static void weakness_balance(const weakness *w, int n, int step, int across,
                             const double *other, double *own) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        int count = 0;
        for (int j = 0; j < n; j++) {
            const double size = w->size[i * step + j * across];
            if (size > -INFINITY) {
                sum += size + other[j];
                count++;
            }
        }
        own[i] = count ? -sum / count : 0;
    }
}

int weakness_is_there(weakness *w, const invo_system *s, int block, const double *u,
                      double *z) {
    const int n = s->blocks.at[block].size;
    if (n < 2 || n > w->most)
        return 1;
    expand_block(w, s, block, w->from, w->from_z, w->before);
    expand_block(w, s, block, u, z, w->matrix);
    weakness_measure(w, n);
    vector_zero(n, w->column);
    for (int k = 0; k < SWEEPS; k++) {
        weakness_balance(w, n, 1, n, w->column, w->row);
        weakness_balance(w, n, n, 1, w->row, w->column);
    }
    for (int k = 0; k < n * n; k++)
        w->matrix[k] *= exp(w->row[k % n] + w->column[k / n]);
    vector_zero(n, w->right);
    return least_squares(n, n, w->matrix, w->right, w->x, WEAK, w->work) < n;
}
