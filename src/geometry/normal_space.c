/* SPDX-License-Identifier: BSD-3-Clause */
/* Gram matrix of the equilibrated constraint gradients and its selective Cholesky factor
 * (DESIGN, section 3: invariants can be dependent or critical). */
#include "normal_space.h"
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"

/* A row whose angle to those before it is smaller than this follows from them. */
static const double REDUNDANT = 1e-7;
/* An invariant is left out where round-off in it would move the point by more than this
 * share of the tolerance. */
static const double WEAK_SHARE = 0.1;
/* Inverse iteration: how much of a new vector is mixed in, and how often it is done. A
 * value three times smaller than the next is found from it alone. */
static const double FRESH = 0.1;
enum { STEPS = 2 };

size_t normal_space_work(int rows, int entries) {
    size_t n = (size_t)rows;
    return (size_t)entries + 2 * n * n + 4 * n;
}

double *normal_space_init(normal_space *s, int rows, int entries, double *work,
                          int *kept) {
    size_t n = (size_t)rows;
    *s = (normal_space){.rows = rows, .kept = kept};
    s->value = work, s->gram = s->value + entries, s->factor = s->gram + n * n;
    s->scale = s->factor + n * n, s->strength = s->scale + n, s->nu = s->strength + n;
    s->row_of_factor = s->nu + n;
    return work + normal_space_work(rows, entries);
}

static int coordinate_of(const normal_space *s, int k) {
    return s->column ? s->column[s->pattern->column[k]] : s->pattern->column[k];
}

static void scale_rows(normal_space *s, const metric *m) {
    for (int i = 0; i < s->rows; i++) {
        double sum = 0;
        for (int k = s->pattern->start[i]; k < s->pattern->start[i + 1]; k++)
            sum += s->value[k] * s->value[k] * m->inverse[coordinate_of(s, k)];
        s->scale[i] = sqrt(sum);
        if (s->scale[i] > 0)
            for (int k = s->pattern->start[i]; k < s->pattern->start[i + 1]; k++)
                s->value[k] /= s->scale[i];
    }
}

/* Inner product of two sparse rows in the dual metric; columns increase within a row. */
static double row_product(const normal_space *s, const metric *m, int i, int j) {
    const int *column = s->pattern->column;
    int a = s->pattern->start[i], a_end = s->pattern->start[i + 1];
    int b = s->pattern->start[j], b_end = s->pattern->start[j + 1];
    double sum = 0;
    while (a < a_end && b < b_end) {
        if (column[a] == column[b]) {
            sum += s->value[a] * s->value[b] * m->inverse[coordinate_of(s, a)];
            a++, b++;
        } else if (column[a] < column[b])
            a++;
        else
            b++;
    }
    return sum;
}

/* Appends row i to the factor if it is independent enough. Returns its strength. */
static double try_row(normal_space *s, int i, double least) {
    int n = s->rows;
    double *l = s->row_of_factor, pivot = s->gram[i + i * n];
    for (int k = 0; k < s->count; k++) {
        double sum = s->gram[i + s->kept[k] * n];
        for (int c = 0; c < k; c++) sum -= l[c] * s->factor[k + c * n];
        l[k] = sum / s->factor[k + k * n];
        pivot -= l[k] * l[k];
    }
    double strength = pivot > 0 ? sqrt(pivot) : 0;
    if (!(strength > least)) return 0;
    for (int k = 0; k < s->count; k++) s->factor[s->count + k * n] = l[k];
    s->factor[s->count + s->count * n] = strength;
    s->kept[s->count++] = i;
    return s->strength[i] = strength;
}

/* Strength that row i would have, without taking it. */
static double strength_of(normal_space *s, int i) {
    int before = s->count;
    double strength = try_row(s, i, 0);
    s->count = before, s->strength[i] = 0;
    return strength;
}

/* Takes invariants, the one least disturbed by round-off first. */
static void take_invariants(normal_space *s, const metric *m, int first,
                            const double *unit, int drop) {
    int left = s->rows - first - drop;
    for (; left > 0; left--) {
        int best = -1;
        double least_move = INFINITY;
        for (int i = first; i < s->rows; i++) {
            if (s->strength[i] > 0 || !(s->scale[i] > 0)) continue;
            double strength = strength_of(s, i),
                   move = unit[i] / (s->scale[i] * strength);
            if (strength > REDUNDANT && move < least_move) best = i, least_move = move;
        }
        if (best < 0 || !(least_move <= WEAK_SHARE * m->tolerance)) return;
        try_row(s, best, 0);
    }
}

int normal_space_factor(normal_space *s, const invo_pattern *pattern, const int *column,
                        const metric *m, int invariants, const double *unit, int drop) {
    int n = s->rows, first = n - invariants;
    s->pattern = pattern, s->column = column, s->count = 0;
    scale_rows(s, m);
    for (int i = 0; i < n; i++) {
        s->strength[i] = 0;
        for (int j = 0; j <= i; j++)
            s->gram[i + j * n] = s->gram[j + i * n] =
                i == j ? 1 : row_product(s, m, i, j);
    }
    for (int i = 0; i < first; i++) {
        if (!(s->scale[i] > 0 && isfinite(s->scale[i]))) return i + 1;
        try_row(s, i, REDUNDANT);
    }
    if (invariants) take_invariants(s, m, first, unit, drop);
    return 0;
}

void normal_space_solve(normal_space *s, const double *r) {
    int n = s->rows;
    for (int k = 0; k < s->count; k++) {
        double sum = r[s->kept[k]] / s->scale[s->kept[k]];
        for (int c = 0; c < k; c++) sum -= s->factor[k + c * n] * s->nu[c];
        s->nu[k] = sum / s->factor[k + k * n];
    }
    for (int k = s->count - 1; k >= 0; k--) {
        for (int c = k + 1; c < s->count; c++)
            s->nu[k] -= s->factor[c + k * n] * s->nu[c];
        s->nu[k] /= s->factor[k + k * n];
    }
}

/* Solves L L'w = w over the first `count` kept rows. */
static void solve_leading(const normal_space *s, int count, double *w) {
    const int n = s->rows;
    for (int k = 0; k < count; k++) {
        for (int c = 0; c < k; c++) w[k] -= s->factor[k + c * n] * w[c];
        w[k] /= s->factor[k + k * n];
    }
    for (int k = count - 1; k >= 0; k--) {
        for (int c = k + 1; c < count; c++) w[k] -= s->factor[c + k * n] * w[c];
        w[k] /= s->factor[k + k * n];
    }
}

double normal_space_smallest(normal_space *s, int rows, double *y, int *kept) {
    double *w = s->nu, length = 0;
    int count = 0, is_new = dot(rows, y, y) == 0;
    while (count < s->count && s->kept[count] < rows) count++;
    *kept = count;
    /* A symmetry of the system may keep the vector orthogonal to the one that is wanted:
     * a little of some other vector makes it found again. */
    const double fresh = FRESH / sqrt(count);
    for (int k = 0; k < count; k++)
        w[k] = (is_new ? 0 : y[s->kept[k]]) + fresh * (0.2 * (7 * k % 11) - 0.9);
    for (int steps = 1; steps < STEPS; steps++) solve_leading(s, count, w);
    length = sqrt(dot(count, w, w));
    if (!(length > 0)) return NAN;
    for (int k = 0; k < count; k++) w[k] /= length;
    solve_leading(s, count, w);
    length = sqrt(dot(count, w, w));
    memset(y, 0, sizeof *y * (size_t)rows);
    for (int k = 0; k < count; k++) y[s->kept[k]] = w[k] / length;
    return 1 / sqrt(length);
}

void normal_space_right(const normal_space *s, const metric *m, int rows, double sigma,
                        const double *y, int n, double *x) {
    memset(x, 0, sizeof *x * (size_t)n);
    for (int i = 0; i < rows; i++)
        for (int e = s->pattern->start[i]; e < s->pattern->start[i + 1]; e++)
            x[coordinate_of(s, e)] += s->value[e] * y[i];
    for (int j = 0; j < n; j++) x[j] = m->inverse[j] > 0 ? x[j] / (m->w[j] * sigma) : 0;
}

void normal_space_move(const normal_space *s, const metric *m, double *move) {
    for (int k = 0; k < s->count; k++)
        for (int e = s->pattern->start[s->kept[k]]; e < s->pattern->start[s->kept[k] + 1];
             e++) {
            int i = coordinate_of(s, e);
            move[i] -= m->inverse[i] * s->value[e] * s->nu[k];
        }
}
