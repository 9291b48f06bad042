/* SPDX-License-Identifier: BSD-3-Clause */
#include "thinned.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { THINNED_MOST = 4000, THINNED_LEAST = 250, THINNED_CELLS = 300000 };

int thinned_begin(thinned *s, int columns) {
    assert(columns > 0);
    long most = THINNED_CELLS / columns;
    if (most > THINNED_MOST)
        most = THINNED_MOST;
    if (most < THINNED_LEAST)
        most = THINNED_LEAST;
    most -= most % 2;
    const size_t cells = (size_t)(most + 1) * (size_t)columns; /* one for thinned_end */
    *s = (thinned){.columns = columns, .most = most, .stride = 1};
    s->first = malloc((3 * cells + (size_t)columns) * sizeof *s->first);
    if (!s->first)
        return 0;
    s->low = s->first + cells;
    s->high = s->low + cells;
    s->last = s->high + cells;
    return 1;
}

void thinned_free(thinned *s) {
    free(s->first);
    *s = (thinned){0};
}

/* Joins buckets 2k and 2k + 1 to bucket k. */
static void thinned_halve(thinned *s) {
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

static void thinned_push(thinned *s, const double *row) {
    const size_t size = (size_t)s->columns * sizeof *row;
    const long at = s->count++ * s->columns;
    memcpy(s->first + at, row, size);
    memcpy(s->low + at, row, size);
    memcpy(s->high + at, row, size);
}

void thinned_add(thinned *s, const double *row) {
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
    thinned_push(s, row);
    if (s->count == s->most)
        thinned_halve(s);
}

/* Repeats the last bucket, so that their number is even. */
static void thinned_repeat(thinned *s) {
    const size_t size = (size_t)s->columns * sizeof *s->first;
    const long to = s->count * s->columns;
    const long from = to - s->columns;
    assert(s->count > 0 && s->count <= s->most);
    memcpy(s->first + to, s->first + from, size);
    memcpy(s->low + to, s->low + from, size);
    memcpy(s->high + to, s->high + from, size);
    s->count++;
}

void thinned_reduce(thinned *s, long most) {
    assert(most > 0);
    while (s->count > most) {
        if (s->count % 2)
            thinned_repeat(s);
        thinned_halve(s);
    }
}

void thinned_end(thinned *s) {
    if (s->rows && (s->rows - 1) % s->stride != 0)
        thinned_push(s, s->last);
}
