/* SPDX-License-Identifier: BSD-3-Clause */
/* Random moves from a point, and the way back onto the manifold. */
#include "sample.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double SPREAD = 0.1; /* of the points, in sizes of their coordinates */
static const double TIME_SPREAD = 0.01;
/* From a far-off point of a large system there is no way back: it takes the last third.
 */
enum { LARGE = 1000 };
enum { ATTEMPTS = 3 * SAMPLE_POINTS }; /* each third of them at a tenth of the spread */

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
    for (int p = slots > LARGE ? ATTEMPTS - SAMPLE_POINTS : 0;
         p < ATTEMPTS && s.count < most; p++) {
        double spread = SPREAD * pow(10, -(p / SAMPLE_POINTS));
        for (int k = 0; k < slots; k++) {
            double size = k ? spread : fmin(spread, TIME_SPREAD);
            guess[k] =
                x[k] + size * random_sign(&state) * fmax(w->nominal[k], fabs(x[k]));
        }
        double *point = ARENA_ARRAY(c->arena, double, slots);
        memcpy(point, guess, sizeof *guess * (size_t)slots);
        if (conditions_restore(all, point)) s.point[s.count++] = point;
    }
    return s;
}
