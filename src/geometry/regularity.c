/* SPDX-License-Identifier: BSD-3-Clause */
/* Loss of one-dimensionality (DESIGN, section 3; [TA00] section 2: folded singularities).
 *
 * Top equations that are derivatives of constraints are no rows of their own: they follow
 * from the constraint's differential and the contact forms, and scaled to length 1 they
 * would hide what these do. Declared invariants are left out: they hold along the
 * solution, whatever it is. */
#include "regularity.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/svd.h"

static int contacts(const invo_system *s) {
    int count = 0;
    for (int i = 1; i < s->coordinates; i++) count += s->coordinate[i].next >= 0;
    return count;
}

static int rows_of(const invo_system *s) {
    return s->kernel ? contacts(s) + s->constraints - s->invariants + s->kernel->primary
                     : 0;
}

/* Unknowns that are no derivative of a coordinate. */
static int free_of(const invo_system *s) {
    return s->kernel ? s->kernel->size - (s->coordinates - 1 - contacts(s)) : 0;
}

static int larger_of(int a, int b) { return a > b ? a : b; }

size_t regularity_work(const invo_system *s) {
    int rows = rows_of(s), columns = s->coordinates + free_of(s), n = s->coordinates,
        all = 2 * rows + s->constraints + 4;
    if (!s->kernel) return 0;
    return (size_t)(larger_of(rows, columns) * rows + rows + 6 * columns + 2 * all +
                    3 * n + all * (n + 2 * columns)) +
           least_squares_work(all, n + 2 * columns);
}

size_t regularity_integers(const invo_system *s) {
    return s->kernel ? (size_t)s->kernel->size : 0;
}

void regularity_init(regularity *r, kernel *k, manifold *m, double *work, int *integers) {
    const invo_system *s = k->s;
    int n = s->coordinates, next = n;
    *r = (regularity){.kernel = k, .manifold = m, .free = integers};
    if (!s->kernel) return;
    r->rows = rows_of(s), r->columns = n + free_of(s);
    int all = 2 * r->rows + s->constraints + 4;
    r->a = work, r->sigma = r->a + larger_of(r->rows, r->columns) * r->rows;
    r->w = r->sigma + r->rows, r->frame = r->w + 2 * r->columns;
    r->residual = r->frame + 2 * r->columns;
    r->shifted = r->residual + 2 * all, r->point = r->shifted + n, r->move = r->point + n;
    r->matrix = r->move + n + 2 * r->columns;
    r->work = r->matrix + all * (n + 2 * r->columns);
    for (int j = 0; j < s->kernel->size; j++) r->free[j] = k->coordinate[j] ? 0 : next++;
}

static double size_at(const regularity *r, int column) {
    const kernel *k = r->kernel;
    if (column >= k->s->coordinates || k->euclidean) return 1;
    return coordinate_nominal(k->s, column);
}

/* Row `number`, in nominal sizes and of length 1. */
static void finish_row(regularity *r, double *row) {
    double sum = 0;
    for (int j = 0; j < r->columns; j++) row[j] *= size_at(r, j), sum += row[j] * row[j];
    for (int j = 0; sum > 0 && j < r->columns; j++) row[j] /= sqrt(sum);
}

/* All rows at u, as columns of r->a with `height` entries; 0 where a value is not finite.
 */
static int assemble(regularity *r, const double *u, int height) {
    const invo_system *s = r->kernel->s;
    const invo_pattern *p = &r->manifold->pattern;
    const invo_kernel *f = s->kernel;
    double *row = r->a;
    memset(r->a, 0, sizeof *r->a * (size_t)(height * r->rows));
    for (int i = 1; i < s->coordinates; i++) {
        if (s->coordinate[i].next < 0) continue;
        row[i] = 1, row[0] = -u[s->coordinate[i].next];
        finish_row(r, row), row += height;
    }
    if (s->constraints) manifold_jacobian(r->manifold, u, r->manifold->value);
    for (int i = 0; i < s->constraints - s->invariants; i++, row += height) {
        for (int e = p->start[i]; e < p->start[i + 1]; e++)
            row[p->column[e]] += r->manifold->value[e];
        finish_row(r, row);
    }
    s->kernel_equations(s->self, u, r->kernel->value, r->kernel->b);
    for (int i = 0; i < f->primary; i++, row += height) {
        row[0] = r->kernel->b[i];
        for (int e = f->pattern.start[i]; e < f->pattern.start[i + 1]; e++) {
            int j = f->pattern.column[e], own = r->kernel->coordinate[j];
            row[own ? own : r->free[j]] += r->kernel->value[e];
        }
        finish_row(r, row);
    }
    for (int k = 0; k < height * r->rows; k++)
        if (!isfinite(r->a[k])) return 0;
    return 1;
}

/* The right singular vector of the rotated rows that belongs to sigma. */
static void keep_vector(regularity *r, int height, double sigma) {
    double nearest = INFINITY;
    for (int k = 0; k < r->rows; k++) {
        const double *x = r->a + k * height;
        double length = sqrt(dot(height, x, x)), off = fabs(length - sigma);
        if (!(off < nearest) || !(length > 0)) continue;
        nearest = off;
        for (int j = 0; j < r->columns; j++) r->w[j] = x[j] / length;
    }
}

double regularity_sigma(regularity *r, const double *u) {
    int height = larger_of(r->rows, r->columns), last = r->columns - 2;
    if (r->rows == 0 || last < 0 || last >= r->rows) return INFINITY;
    if (!assemble(r, u, height)) return INFINITY;
    double largest = 0; /* singular_values leaves the columns divided by a power of two */
    for (int k = 0; k < height * r->rows; k++) largest = fmax(largest, fabs(r->a[k]));
    singular_values(height, r->rows, r->a, r->sigma);
    keep_vector(r, height, ldexp(r->sigma[last], largest > 0 ? -ilogb(largest) : 0));
    return r->sigma[last];
}

/* Location: a point of the manifold where two directions w1, w2 are free, M(u) w1 = 0,
 * M(u) w2 = 0, phi(u) = 0, with w1 and w2 held by their components in the frame (e1, e2)
 * of the solution's direction and the nearly free one at the start. */

static int constraints_of(const invo_system *s) { return s->constraints - s->invariants; }
static int equations_of(const regularity *r) {
    return 2 * r->rows + constraints_of(r->kernel->s) + 4;
}

/* All but the last four equations at u; the constraints in units of their gradients. */
static int evaluate(regularity *r, const double *u, double *f) {
    const invo_pattern *p = &r->manifold->pattern;
    int height = larger_of(r->rows, r->columns), m = constraints_of(r->kernel->s);
    if (!assemble(r, u, height)) return 0;
    for (int k = 0; k < r->rows; k++) {
        f[k] = dot(r->columns, r->a + k * height, r->w);
        f[r->rows + k] = dot(r->columns, r->a + k * height, r->w + r->columns);
    }
    manifold_constraint(r->manifold, u, r->manifold->phi);
    for (int i = 0; i < m; i++) {
        double sum = 0;
        for (int e = p->start[i]; e < p->start[i + 1]; e++) {
            double x = r->manifold->value[e] * size_at(r, p->column[e]);
            sum += x * x;
        }
        f[2 * r->rows + i] = sum > 0 ? r->manifold->phi[i] / sqrt(sum) : 0;
    }
    return 1;
}

/* The derivatives of evaluate() by u, by differences. */
static int differentiate(regularity *r, const double *f, double *shifted) {
    static const double DIFFERENCE = 1e-7;
    const int n = r->kernel->s->coordinates, all = equations_of(r);
    for (int j = 0; j < n; j++) {
        memcpy(r->shifted, r->point, sizeof *r->shifted * (size_t)n);
        r->shifted[j] += DIFFERENCE * size_at(r, j);
        if (!evaluate(r, r->shifted, shifted)) return 0;
        for (int i = 0; i < all - 4; i++)
            r->matrix[i + j * all] = (shifted[i] - f[i]) / DIFFERENCE;
    }
    return 1;
}

/* The derivatives by w1 and w2, and the four equations that hold them. */
static void hold_frame(regularity *r, double *f) {
    const int n = r->kernel->s->coordinates, all = equations_of(r), width = r->columns,
              height = larger_of(r->rows, width);
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
static double approach(regularity *r) {
    static const double RANK = 1e-6; /* above the noise of the differences */
    int n = r->kernel->s->coordinates, all = equations_of(r),
        columns = n + 2 * r->columns;
    double *f = r->residual, sum = 0;
    memset(r->matrix, 0, sizeof *r->matrix * (size_t)(all * columns));
    if (!evaluate(r, r->point, f) || !differentiate(r, f, f + all)) return INFINITY;
    if (!assemble(r, r->point, larger_of(r->rows, r->columns))) return INFINITY;
    hold_frame(r, f);
    least_squares(all, columns, r->matrix, f, r->move, RANK, r->work);
    for (int j = 0; j < 2 * r->columns; j++) r->w[j] -= r->move[n + j];
    for (int j = 0; j < n; j++) {
        r->point[j] -= r->move[j] * size_at(r, j);
        sum += r->move[j] * r->move[j];
    }
    return sqrt(sum);
}

/* e1 along the solution, e2 the nearly free direction beside it. */
static void choose_frame(regularity *r, const double *slope) {
    const int n = r->kernel->s->coordinates, width = r->columns;
    double *e1 = r->frame, *e2 = e1 + width;
    for (int j = 0; j < width; j++) e1[j] = j < n ? slope[j] / size_at(r, j) : 0;
    double length = sqrt(dot(width, e1, e1)), along;
    for (int j = 0; j < width; j++) e1[j] /= length;
    along = dot(width, e1, r->w);
    for (int j = 0; j < width; j++) e2[j] = r->w[j] - along * e1[j];
    length = sqrt(dot(width, e2, e2));
    for (int j = 0; j < width; j++) e2[j] /= length;
    memcpy(r->w, r->frame, sizeof *r->w * (size_t)(2 * width));
}

enum { MOST_APPROACHES = 20 };

int regularity_locate(regularity *r, const double *u, const double *slope, double reach) {
    static const double ZERO = 1e-6; /* differences spoil the rest */
    int n = r->kernel->s->coordinates;
    memcpy(r->point, u, sizeof *u * (size_t)n);
    if (!isfinite(regularity_sigma(r, u))) return 0;
    choose_frame(r, slope);
    for (int k = 0; k < MOST_APPROACHES; k++) {
        double length = approach(r);
        if (!(length <= reach)) return 0;
        for (int j = 0; j < n; j++) r->move[j] = r->point[j] - u[j];
        if (!(kernel_length(r->kernel, r->move) <= reach)) return 0;
        if (length < 1e-12) break;
    }
    return regularity_sigma(r, r->point) < ZERO;
}
