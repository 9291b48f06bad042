/* SPDX-License-Identifier: BSD-3-Clause */
/* Sparse slopes: LU of what is square, multipliers by the saddle-point matrix else. The
 * factors of the LU live only within a call: nothing outlives an error that is thrown. */
#include "slopes.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST_NULL = 20 };

static _Noreturn void fail_memory(sparse_slopes *s) {
    fail(arena_context(s->arena), INVO_E_MEMORY, nowhere, "out of memory");
}

/* Lists the entries by key, else as `given` has them (NULL: by number); start: [keys + 1]
 * holds where each key begins. */
static void sort_by(int keys, const int *key, int entries, const int *given, int *start,
                    int *sorted) {
    for (int k = 0; k < entries; k++)
        start[key[k] + 1]++;
    for (int i = 0; i < keys; i++)
        start[i + 1] += start[i];
    for (int k = 0; k < entries; k++) {
        int entry = given ? given[k] : k;
        sorted[start[key[entry]]++] = entry;
    }
    memmove(start + 1, start, sizeof *start * (size_t)keys);
    start[0] = 0;
}

/* Sorts the entries by column, then by row, and joins those that fall together. */
sparse_slopes *slopes_new(arena *a, int rows, int columns, int entries, const int *row,
                          const int *column) {
    assert(rows >= 0 && columns >= 0 && entries >= 0);
    sparse_slopes *s = arena_alloc(a, sizeof *s);
    int *by_column = ARENA_ARRAY(a, int, entries + 1);
    int count = 0;
    int *order = ARENA_ARRAY(a, int, entries + 1);
    int *first = ARENA_ARRAY(a, int, columns + 1);
    int *start = ARENA_ARRAY(a, int, rows + 1);
    int *at = ARENA_ARRAY(a, int, entries + 1);
    s->arena = a;
    s->place = ARENA_ARRAY(a, int, entries + 1);
    sort_by(columns, column, entries, NULL, first, by_column);
    sort_by(rows, row, entries, by_column, start, order);
    for (int i = 0; i < rows; i++) { /* entries that fall together become one */
        int begin = count;
        for (int k = start[i]; k < start[i + 1]; k++) {
            int j = column[order[k]];
            if (count == begin || at[count - 1] != j)
                at[count++] = j;
            s->place[order[k]] = count - 1;
        }
        start[i] = begin;
    }
    start[rows] = count;
    assert(count <= entries);
    s->pattern = (invo_pattern){rows, columns, start, at};
    s->value = ARENA_ARRAY(a, double, count + 1);
    s->length = ARENA_ARRAY(a, double, rows + 1);
    s->nu = ARENA_ARRAY(a, double, rows + 1);
    return s;
}

sparse_slopes *slopes_of(arena *a, const invo_pattern *p) {
    sparse_slopes *s = arena_alloc(a, sizeof *s);
    s->arena = a;
    s->pattern = *p;
    s->value = ARENA_ARRAY(a, double, p->start[p->rows] + 1);
    return s;
}

void slopes_load(sparse_slopes *s, int entries, const double *value) {
    assert(s->place && entries >= 0);
    memset(s->value, 0, sizeof *s->value * (size_t)s->pattern.start[s->pattern.rows]);
    for (int k = 0; k < entries; k++)
        s->value[s->place[k]] += value[k];
    s->is_factored = 0;
}

int slopes_solve_square(sparse_slopes *s, double least, const double *b, double *x) {
    assert(s->pattern.rows == s->pattern.columns);
    sparse_lu *f = sparse_lu_new(&s->pattern);
    int n = s->pattern.rows;
    int rank = 0;
    int bad = f ? sparse_lu_factor(f, s->value) : 0;
    if (f && !bad) {
        rank = sparse_lu_rank(f, least);
        memcpy(x, b, sizeof *x * (size_t)n);
        if (rank == n)
            bad = sparse_lu_solve(f, x, 1);
    }
    int no_memory = !f || bad == SPARSE_NO_MEMORY;
    sparse_lu_free(f);
    if (no_memory)
        fail_memory(s);
    return bad ? 0 : rank;
}

static void *slopes_zeroed(void *owner, size_t size) {
    return arena_alloc(owner, size);
}

/* The saddle of the rows, each of length 1. */
static void slopes_factor(sparse_slopes *s) {
    const invo_pattern *p = &s->pattern;
    if (s->is_factored)
        return;
    if (!s->saddle)
        s->saddle = saddle_new(p, p->rows, slopes_zeroed, s->arena);
    if (!s->saddle)
        fail_memory(s);
    for (int i = 0; i < p->rows; i++) {
        double sum = 0;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            sum += s->value[k] * s->value[k];
        s->length[i] = sum > 0 ? sqrt(sum) : 1;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            s->saddle->b[k] = s->value[k] / s->length[i];
    }
    saddle_factor(s->saddle);
    s->is_factored = 1;
}

void slopes_solve_least(sparse_slopes *s, const double *b, double *x) {
    assert(s->length && s->nu);
    slopes_factor(s);
    for (int i = 0; i < s->pattern.rows; i++)
        s->nu[i] = b[i] / s->length[i];
    saddle_solve(s->saddle, s->nu, s->nu);
    sparse_multiply_transposed(&s->pattern, s->saddle->b, s->nu, x);
}

/* The matrix with rows and columns exchanged. */
static sparse_slopes *slopes_transposed(const sparse_slopes *s) {
    const invo_pattern *p = &s->pattern;
    int entries = p->start[p->rows];
    int *row = ARENA_ARRAY(s->arena, int, entries + 1);
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            row[k] = i;
    sparse_slopes *t = slopes_new(s->arena, p->columns, p->rows, entries, p->column, row);
    slopes_load(t, entries, s->value);
    return t;
}

int slopes_rank(sparse_slopes *s) {
    int rows = s->pattern.rows;
    if (rows > s->pattern.columns)
        return slopes_rank(slopes_transposed(s));
    slopes_factor(s);
    double *work = arena_alloc(s->arena, sizeof(double) * MOST_NULL * (size_t)rows);
    return rows - saddle_nullity(s->saddle, MOST_NULL, work);
}
