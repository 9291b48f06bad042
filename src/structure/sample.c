/* SPDX-License-Identifier: BSD-3-Clause */
/* Random moves from a point, and the way back onto the manifold. */
#include "sample.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double SPREAD = 0.1;       /* of the points, in sizes of their coordinates */
static const double TIME_SPREAD = 1e-3; /* of the span of a run */
enum { ATTEMPTS = 3 * SAMPLE_POINTS };  /* each third of them at a tenth of the spread */

/* All equations and declared constraints, for all coordinates but time: the way back from
 * anywhere. */
static conditions *whole_manifold(lowered *w, const double *guess, int top) {
    completion *c = w->completion;
    int extras = c->extras.count - c->invariants, rows = extras, m = 0,
        columns = c->coordinates - 1 + (top ? c->unknowns : 0);
    for (int i = 0; i < c->rows; i++) rows += c->row[i].c + top;
    condition *row = ARENA_ARRAY(c->arena, condition, rows + 1);
    int *column = ARENA_ARRAY(c->arena, int, columns + 1);
    double *weight = ARENA_ARRAY(c->arena, double, c->coordinates + c->unknowns);
    for (int i = 0; i < c->rows; i++)
        for (int l = 0; l < c->row[i].c + top; l++)
            row[m++] = (condition){c->row[i].derivative[l], c->row[i].equation, l};
    for (int k = 0; k < extras; k++)
        row[m++] = (condition){c->extras.at[k].f, c->extras.at[k].equation, 0};
    for (int k = 0; k < columns; k++)
        column[k] = k + 1, weight[k + 1] = 1 / w->nominal[k + 1];
    weight[0] = 1;
    return conditions_new(w, rows, row, columns, column, guess, weight);
}

static double random_sign(uint32_t *state) { /* uniform in (-1, 1) */
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 8388608.0 - 1;
}

sample sample_manifold(lowered *w, const double *x, int most, int top) {
    completion *c = w->completion;
    int slots = c->coordinates + c->unknowns;
    double *guess = ARENA_ARRAY(c->arena, double, slots);
    conditions *all = whole_manifold(w, guess, top);
    sample s = {.lowered = w};
    uint32_t state = 1;
    double time_spread = TIME_SPREAD * (c->system->span > 0 ? c->system->span : 1);
    for (int p = 0; p < ATTEMPTS && s.count < most; p++) {
        /* Contradictions may leave no point at any other time than the start. */
        int last = p >= ATTEMPTS - SAMPLE_POINTS;
        double spread = SPREAD * pow(10, -(p / SAMPLE_POINTS)),
               span = last ? 0 : time_spread;
        for (int k = 0; k < slots; k++) {
            double size = k ? spread * fmax(w->nominal[k], fabs(x[k])) : span;
            guess[k] = x[k] + size * random_sign(&state);
        }
        double *point = ARENA_ARRAY(c->arena, double, slots);
        memcpy(point, guess, sizeof *guess * (size_t)slots);
        if (conditions_restore(all, point)) s.point[s.count++] = point;
    }
    return s;
}

int sample_rank(lowered *w, const double *x) {
    return w->completion->constraints == w->completion->invariants
               ? 0
               : conditions_rank(whole_manifold(w, x, 0), x);
}
