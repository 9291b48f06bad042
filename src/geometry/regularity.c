/* SPDX-License-Identifier: BSD-3-Clause */
/* Loss of one-dimensionality (docs/design.md, 3; [TA00] section 2: folded singularities).
 *
 * With the direction v of the solution as one more row, M v = 0, the smallest singular
 * value of all is sigma, or 1: inverse iteration with a sparse factor finds it. Where it
 * matters, and matrices are small, it is computed among all singular values of M. */
#include "regularity.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "../linalg/dense.h"
#include "../linalg/judged.h"
#include "../linalg/svd.h"

static int larger_of(int a, int b) {
    return a > b ? a : b;
}

/* The pattern of [M; v'] by columns, with the place of each entry there. */
static invo_status regularity_turn(regularity *r, invo_context *c) {
    const unit_rows *m = &r->m;
    const invo_pattern p = {m->rows + 1, m->columns, m->start, m->column};
    size_t entries = m->start[m->rows + 1];
    size_t columns = m->columns;
    r->vector = memory_alloc(c, sizeof(double) * columns +
                                    sizeof(int) * (2 * entries + columns + 1));
    if (!r->vector)
        return INVO_E_MEMORY;
    r->from = (int *)(r->vector + columns);
    int *row = r->from + entries;
    int *start = row + entries;
    sparse_transpose(&p, start, row, r->from);
    r->turned = (invo_pattern){m->columns, m->rows + 1, start, row};
    return INVO_OK;
}

static void *regularity_zeroed(void *context, size_t size) {
    return memory_alloc(context, size);
}

/* Are there rows enough to leave one direction free? */
static int is_told(const regularity *r) {
    return r->columns > 1 && r->rows >= r->columns - 1;
}

invo_status regularity_plan(regularity *r, const invo_system *s, invo_context *c) {
    *r = (regularity){.rows = unit_rows_count(s), .columns = unit_rows_columns(s)};
    TRY(unit_rows_new(&r->m, s, c));
    if (!is_told(r))
        return INVO_OK;
    TRY(regularity_turn(r, c));
    r->sparse = saddle_new(&r->turned, r->columns, regularity_zeroed, c);
    return r->sparse ? INVO_OK : report(c, INVO_E_MEMORY, NAN, "out of memory");
}

void regularity_free(regularity *r) {
    unit_rows_free(&r->m);
    free(r->sparse);
    free(r->vector);
    r->sparse = NULL;
    r->vector = NULL;
}

int regularity_is_exact(const regularity *r) {
    return r->columns <= REGULARITY_LARGEST_DENSE;
}

static int regularity_constraints_of(const invo_system *s) {
    return s->constraints - s->invariants;
}
static int equations_of(const regularity *r) {
    return 2 * r->rows + regularity_constraints_of(r->m.s) + 4;
}

/* Takes what the dense part needs; large systems have none. */
void regularity_lay_out(regularity *r, kernel *k, manifold *m, pool *p) {
    r->kernel = k;
    r->manifold = m;
    if (!r->m.entry || !regularity_is_exact(r))
        return;
    int n = r->m.s->coordinates;
    int all = equations_of(r);
    int width = n + 2 * r->columns;
    int height = larger_of(r->rows, r->columns);
    POOL_DOUBLES(p, height * r->rows, &r->a, &r->judged, &r->error);
    r->sigma = pool_doubles(p, r->rows);
    POOL_DOUBLES(p, 2 * r->columns, &r->w, &r->frame);
    r->residual = pool_doubles(p, 2 * all);
    POOL_DOUBLES(p, n, &r->shifted, &r->point);
    r->move = pool_doubles(p, width);
    r->matrix = pool_doubles(p, all * width);
    r->judged_work = pool_doubles(p, judged_work(height, r->rows));
    r->work = pool_doubles(p, least_squares_work(all, width));
}

double regularity_estimate(regularity *r, const double *u) {
    enum { STEPS = 3 };
    static const double FRESH = 0.1; /* of another vector, lest a symmetry hides sigma */
    if (!r->sparse || !unit_rows_fill(&r->m, r->kernel, r->manifold, u))
        return INFINITY;
    unit_rows_border(&r->m, r->kernel, u);
    for (int e = 0; e < r->m.start[r->rows + 1]; e++)
        r->sparse->b[e] = r->m.entry[r->from[e]];
    if (!saddle_factor(r->sparse))
        return INFINITY;
    for (int j = 0; j < r->columns; j++)
        r->vector[j] += FRESH / sqrt(r->columns) * (0.2 * (7 * j % 11) - 0.9);
    double sigma = saddle_smallest(r->sparse, STEPS, r->vector);
    if (isfinite(sigma))
        return sigma;
    vector_zero(r->columns, r->vector);
    return INFINITY;
}

/* All rows at u, as columns of r->a with `height` entries; 0 where a value is not finite.
 */
static int regularity_assemble(regularity *r, const double *u, int height) {
    const unit_rows *m = &r->m;
    vector_zero(height * r->rows, r->a);
    if (!unit_rows_fill(&r->m, r->kernel, r->manifold, u))
        return 0;
    for (int i = 0; i < r->rows; i++)
        EACH_ENTRY(e, m, i)
            r->a[m->column[e] + i * height] = m->entry[e];
    return 1;
}

/* The right singular vector of the rotated rows that belongs to sigma. */
static void keep_vector(regularity *r, int height, double sigma) {
    double nearest = INFINITY;
    for (int k = 0; k < r->rows; k++) {
        const double *x = r->a + k * height;
        double length = vector_length(height, x);
        double off = fabs(length - sigma);
        if (!(off < nearest) || !(length > 0))
            continue;
        nearest = off;
        for (int j = 0; j < r->columns; j++)
            r->w[j] = x[j] / length;
    }
}

double regularity_sigma(regularity *r, const double *u) {
    int height = larger_of(r->rows, r->columns);
    int last = r->columns - 2;
    if (!is_told(r) || !regularity_is_exact(r))
        return INFINITY;
    if (!regularity_assemble(r, u, height))
        return INFINITY;
    double largest = 0; /* singular_values leaves the columns divided by a power of two */
    for (int k = 0; k < height * r->rows; k++)
        largest = fmax(largest, fabs(r->a[k]));
    singular_values(height, r->rows, r->a, r->sigma);
    keep_vector(r, height, ldexp(r->sigma[last], largest > 0 ? -ilogb(largest) : 0));
    return r->sigma[last];
}

/* Location: a point of the manifold where two directions w1, w2 are free, M(u) w1 = 0,
 * M(u) w2 = 0, phi(u) = 0, with w1 and w2 held by their components in the frame (e1, e2)
 * of the solution's direction and the nearly free one at the start. */

/* All but the last four equations at u; the constraints in units of their gradients. */
static int regularity_evaluate(regularity *r, const double *u, double *f) {
    const invo_pattern *p = &r->manifold->pattern;
    int height = larger_of(r->rows, r->columns);
    int m = regularity_constraints_of(r->kernel->s);
    if (!regularity_assemble(r, u, height))
        return 0;
    for (int k = 0; k < r->rows; k++) {
        f[k] = dot(r->columns, r->a + k * height, r->w);
        f[r->rows + k] = dot(r->columns, r->a + k * height, r->w + r->columns);
    }
    manifold_constraint(r->manifold, u, r->manifold->phi);
    for (int i = 0; i < m; i++) {
        double sum = 0;
        EACH_ENTRY(e, p, i) {
            double x = r->manifold->value[e] * unit_rows_size(r->kernel, p->column[e]);
            sum += x * x;
        }
        f[2 * r->rows + i] = sum > 0 ? r->manifold->phi[i] / sqrt(sum) : 0;
    }
    return 1;
}

/* The derivatives of evaluate() by u, by differences. */
static int regularity_differentiate(regularity *r, const double *f, double *shifted) {
    static const double DIFFERENCE = 1e-7;
    const int n = r->kernel->s->coordinates;
    const int all = equations_of(r);
    for (int j = 0; j < n; j++) {
        vector_copy(n, r->point, r->shifted);
        r->shifted[j] += DIFFERENCE * unit_rows_size(r->kernel, j);
        if (!regularity_evaluate(r, r->shifted, shifted))
            return 0;
        for (int i = 0; i < all - 4; i++)
            r->matrix[i + j * all] = (shifted[i] - f[i]) / DIFFERENCE;
    }
    return 1;
}

/* The derivatives by w1 and w2, and the four equations that hold them. */
static void hold_frame(regularity *r, double *f) {
    const int n = r->kernel->s->coordinates;
    const int all = equations_of(r);
    const int width = r->columns;
    const int height = larger_of(r->rows, width);
    for (int k = 0; k < 4; k++)
        f[all - 4 + k] = dot(width, r->frame + (k % 2) * width, r->w + (k / 2) * width) -
                         (k % 2 == k / 2);
    for (int half = 0; half < 2; half++)
        for (int j = 0; j < width; j++) {
            double *column = r->matrix + (n + half * width + j) * all;
            for (int k = 0; k < r->rows; k++)
                column[half * r->rows + k] = r->a[j + k * height];
            for (int k = 0; k < 2; k++)
                column[all - 4 + 2 * half + k] = r->frame[j + k * width];
        }
}

/* One step of Newton; returns the length of the move of u, or INFINITY. */
static double regularity_approach(regularity *r) {
    static const double RANK = 1e-6; /* above the noise of the differences */
    int n = r->kernel->s->coordinates;
    int all = equations_of(r);
    int columns = n + 2 * r->columns;
    double *f = r->residual;
    double sum = 0;
    vector_zero(all * columns, r->matrix);
    if (!regularity_evaluate(r, r->point, f) || !regularity_differentiate(r, f, f + all))
        return INFINITY;
    if (!regularity_assemble(r, r->point, larger_of(r->rows, r->columns)))
        return INFINITY;
    hold_frame(r, f);
    least_squares(all, columns, r->matrix, f, r->move, RANK, r->work);
    for (int j = 0; j < 2 * r->columns; j++)
        r->w[j] -= r->move[n + j];
    for (int j = 0; j < n; j++) {
        r->point[j] -= r->move[j] * unit_rows_size(r->kernel, j);
        sum += r->move[j] * r->move[j];
    }
    return sqrt(sum);
}

/* e1 along the solution, e2 the nearly free direction beside it. */
static void choose_frame(regularity *r, const double *slope) {
    const int n = r->kernel->s->coordinates;
    const int width = r->columns;
    double *e1 = r->frame;
    double *e2 = e1 + width;
    for (int j = 0; j < width; j++)
        e1[j] = j < n ? slope[j] / unit_rows_size(r->kernel, j) : 0;
    vector_normalize(width, e1);
    vector_move(width, r->w, -dot(width, e1, r->w), e1, e2);
    vector_normalize(width, e2);
    vector_copy(2 * width, r->frame, r->w);
}

/* The located point is known to what differences leave, in nominal sizes. */
static const double LOCATED = 1e-6;
enum { MOVES = 3 };

/* Does the matrix keep its rank at the located point, by errors that contain what its
 * entries change by when the point moves as far as it is uncertain? Then sigma is small
 * by the units alone: conductances of 1e-13 stand beside ones. */
static int regularity_keeps_rank(regularity *r) {
    const int n = r->kernel->s->coordinates;
    const int height = larger_of(r->rows, r->columns);
    const size_t count = (size_t)height * r->rows;
    uint32_t state = 1;
    if (!regularity_assemble(r, r->point, height))
        return 0;
    memcpy(r->judged, r->a, sizeof *r->a * count);
    for (size_t k = 0; k < count; k++)
        r->error[k] = DBL_EPSILON * fabs(r->a[k]);
    for (int move = 0; move < MOVES; move++) {
        for (int j = 0; j < n; j++) {
            double size = LOCATED * unit_rows_size(r->kernel, j);
            r->shifted[j] = r->point[j] + (random_next(&state) >> 31 ? size : -size);
        }
        if (!regularity_assemble(r, r->shifted, height))
            return 0;
        for (size_t k = 0; k < count; k++)
            r->error[k] = fmax(r->error[k], fabs(r->a[k] - r->judged[k]));
    }
    int rank = judged_rank(height, r->rows, r->judged, r->error, r->judged_work);
    return rank >= r->columns - 1;
}

enum { MOST_APPROACHES = 20 };

int regularity_locate(regularity *r, const double *u, const double *slope, double reach) {
    static const double ZERO = 1e-6; /* differences spoil the rest */
    int n = r->kernel->s->coordinates;
    if (!isfinite(regularity_sigma(r, u)))
        return 0;
    vector_copy(n, u, r->point);
    choose_frame(r, slope);
    for (int k = 0; k < MOST_APPROACHES; k++) {
        double length = regularity_approach(r);
        if (!(length <= reach))
            return 0;
        for (int j = 0; j < n; j++)
            r->move[j] = r->point[j] - u[j];
        if (!(kernel_length(r->kernel, r->move) <= reach))
            return 0;
        if (length < 1e-12)
            break;
    }
    return regularity_sigma(r, r->point) < ZERO && !regularity_keeps_rank(r);
}
