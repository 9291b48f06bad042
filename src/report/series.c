/* SPDX-License-Identifier: BSD-3-Clause */
#include "series.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MOST = 4000, SERIES_LEAST = 250, SERIES_CELLS = 1000000 };

int series_begin(series *s, int columns) {
    assert(columns > 0);
    long most = SERIES_CELLS / columns;
    if (most > SERIES_MOST)
        most = SERIES_MOST;
    if (most < SERIES_LEAST)
        most = SERIES_LEAST;
    most -= most % 2;
    const size_t cells = (size_t)(most + 1) * (size_t)columns; /* one for series_end */
    *s = (series){.columns = columns, .most = most, .stride = 1};
    s->first = malloc((3 * cells + (size_t)columns) * sizeof *s->first);
    if (!s->first)
        return 0;
    s->low = s->first + cells;
    s->high = s->low + cells;
    s->last = s->high + cells;
    return 1;
}

void series_free(series *s) {
    free(s->first);
    *s = (series){0};
}

/* Joins buckets 2k and 2k + 1 to bucket k. */
static void series_halve(series *s) {
    const int n = s->columns;
    for (long k = 0; k < s->count / 2; k++) {
        memcpy(s->first + k * n, s->first + 2 * k * n, (size_t)n * sizeof *s->first);
        for (int j = 0; j < n; j++) {
            const long from = 2 * k * n + j;
            s->low[k * n + j] = fmin(s->low[from], s->low[from + n]);
            s->high[k * n + j] = fmax(s->high[from], s->high[from + n]);
        }
    }
    s->count /= 2;
    s->stride *= 2;
}

static void series_push(series *s, const double *row) {
    const size_t size = (size_t)s->columns * sizeof *row;
    const long at = s->count++ * s->columns;
    memcpy(s->first + at, row, size);
    memcpy(s->low + at, row, size);
    memcpy(s->high + at, row, size);
}

void series_add(series *s, const double *row) {
    const int begins = s->rows % s->stride == 0;
    memcpy(s->last, row, (size_t)s->columns * sizeof *row);
    s->rows++;
    if (!begins) {
        const long at = (s->count - 1) * s->columns;
        for (int j = 0; j < s->columns; j++) {
            s->low[at + j] = fmin(s->low[at + j], row[j]);
            s->high[at + j] = fmax(s->high[at + j], row[j]);
        }
        return;
    }
    series_push(s, row);
    if (s->count == s->most)
        series_halve(s);
}

void series_end(series *s) {
    if (s->rows && (s->rows - 1) % s->stride != 0)
        series_push(s, s->last);
}
