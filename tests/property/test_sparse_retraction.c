/* Normal and orthogonal retraction onto random manifolds of up to 2000 constraints, by
 * sparse and by dense factors: on the manifold to round-off, optimal, the same point.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "../../src/geometry/retraction.h"
#include "../unit/random_matrix.h"
#include <cmocka.h> /* last: it has a macro `fail` */

/* phi_i = size_i (sum_j a_ij (x_j + x_j^2/10) - c_i), x_j = u_j / nominal_j */
typedef struct map {
    matrix a;
    double *c, *size, *nominal;
} map;

static void constraint(void *self, const double *u, double *phi) {
    const map *m = self;
    for (int i = 0; i < m->a.pattern.rows; i++) {
        double sum = -m->c[i];
        for (int k = m->a.start[i]; k < m->a.start[i + 1]; k++) {
            double x = u[m->a.column[k]] / m->nominal[m->a.column[k]];
            sum += m->a.value[k] * (x + x * x / 10);
        }
        phi[i] = m->size[i] * sum;
    }
}

static void jacobian(void *self, const double *u, double *value) {
    const map *m = self;
    for (int i = 0; i < m->a.pattern.rows; i++)
        for (int k = m->a.start[i]; k < m->a.start[i + 1]; k++) {
            double nominal = m->nominal[m->a.column[k]], x = u[m->a.column[k]] / nominal;
            value[k] = m->size[i] * m->a.value[k] * (1 + x / 5) / nominal;
        }
}

typedef struct bench {
    map m;
    invo_system s;
    invo_coordinate *coordinate;
    manifold manifold;
    metric metric;
    retraction r;
    double *work;
    int *integers;
    char *left_out;
} bench;

static void make_map(bench *b, int rows, double spread) {
    int n = 1 + rows + rows / 2 + 2;
    map *m = &b->m;
    m->a = random_matrix(rows, n - 1, 5);
    m->a.pattern.columns = n; /* column 0 is time */
    for (int k = 0; k < m->a.start[rows]; k++) m->a.column[k]++;
    m->c = calloc((size_t)rows, sizeof(double)), m->size = calloc((size_t)rows, 8);
    m->nominal = calloc((size_t)n, sizeof(double));
    b->coordinate = calloc((size_t)n, sizeof *b->coordinate);
    for (int j = 0; j < n; j++) {
        m->nominal[j] = j ? pow(10, spread * uniform()) : 1;
        b->coordinate[j] = (invo_coordinate){"u", m->nominal[j], 0, 0};
    }
    for (int i = 0; i < rows; i++) {
        m->size[i] = pow(10, spread * uniform());
        for (int k = m->a.start[i]; k < m->a.start[i + 1]; k++)
            m->a.value[k] += m->a.column[k] == i + 1 ? 4 : 0;
    }
    b->s = (invo_system){.coordinates = n,
                         .coordinate = b->coordinate,
                         .constraints = rows,
                         .self = m,
                         .constraint = constraint,
                         .jacobian = jacobian,
                         .jacobian_pattern = &m->a.pattern};
}

/* A new point of the manifold decides c; a: [n] near by, to be retracted. */
static void choose_point(bench *b, double *a) {
    int n = b->s.coordinates;
    for (int j = 0; j < n; j++) a[j] = b->m.nominal[j] * uniform();
    memset(b->m.c, 0, sizeof(double) * (size_t)b->s.constraints);
    double *phi = calloc((size_t)b->s.constraints, sizeof(double));
    constraint(&b->m, a, phi);
    for (int i = 0; i < b->s.constraints; i++) b->m.c[i] = phi[i] / b->m.size[i];
    for (int j = 1; j < n; j++) a[j] += 0.05 * b->m.nominal[j] * uniform();
    free(phi);
}

static void prepare(bench *b, const retraction_class *kind, invo_context *c, int dense) {
    size_t n = (size_t)b->s.coordinates;
    assert_int_equal(retraction_plan(&b->r, kind, &b->s, c), INVO_OK);
    if (dense) retraction_free(&b->r);
    size_t of_manifold = manifold_work(&b->s, 1);
    b->work = calloc(2 * n + of_manifold + retraction_work(&b->r, &b->s), 8);
    b->integers = calloc(retraction_integers(kind, &b->s), sizeof(int));
    b->left_out = calloc((size_t)b->s.constraints, 1);
    b->metric = (metric){.kind = METRIC_NOMINAL, .rtol = 1e-6, .atol = 1e-9};
    b->metric.w = b->work, b->metric.inverse = b->work + n;
    manifold_init(&b->manifold, &b->s, 1, b->work + 2 * n, NULL);
    const retraction_settings settings = {.bound = 4};
    retraction_init(&b->r, &settings, &b->manifold, &b->metric,
                    b->work + 2 * n + of_manifold, b->integers, b->left_out);
}

static void clear(bench *b) {
    retraction_free(&b->r);
    free(b->work), free(b->integers), free(b->left_out);
}

/* Largest w |u - a + W^-1 B' mu|, against w |u - a|: 0 at the nearest point. */
static double distance_from_nearest(bench *b, const double *u) {
    manifold *m = &b->manifold;
    int n = b->s.coordinates;
    double worst = 0, size = 0, *g = calloc((size_t)n, sizeof(double));
    manifold_jacobian(m, u, m->value);
    sparse_multiply_transposed(&m->pattern, m->value, b->r.mu, g);
    for (int j = 1; j < n; j++) {
        double w = b->metric.w[j], d = u[j] - b->r.from[j];
        worst = fmax(worst, w * fabs(d + b->metric.inverse[j] * g[j]));
        size = fmax(size, w * fabs(d));
    }
    free(g);
    return worst / size;
}

static void check(int rows, const retraction_class *kind, double spread) {
    invo_context *c = invo_context_new();
    bench b = {0};
    make_map(&b, rows, spread);
    size_t n = (size_t)b.s.coordinates;
    double *a = calloc(3 * n, sizeof(double)), *point[2] = {a + n, a + 2 * n};
    choose_point(&b, a);
    for (int dense = 0; dense < 2; dense++) {
        if (dense && rows > 500) continue;
        double *u = point[dense];
        int worst;
        prepare(&b, kind, c, dense);
        assert_true(dense || rows < 40 || b.r.sparse);
        memcpy(u, a, sizeof *u * n);
        metric_freeze(&b.metric, &b.s, u);
        assert_int_equal(retract(&b.r, u), INVO_OK);
        assert_true(manifold_units(&b.manifold, u, rows, NULL, NULL, &worst) < 4);
        if (kind == &retraction_orthogonal)
            assert_true(distance_from_nearest(&b, u) < 1e-12);
        clear(&b);
    }
    for (size_t j = 0; j < n && rows <= 500; j++)
        assert_true(fabs(point[0][j] - point[1][j]) < 1e-13 * b.m.nominal[j]);
    free(a), free(b.m.c), free(b.m.size), free(b.m.nominal), free(b.coordinate);
    matrix_free(&b.m.a);
    invo_context_free(c);
}

static void points_are_on_the_manifold_and_nearest(void **state) {
    (void)state;
    static const int sizes[] = {3, 30, 60, 150, 400, 2000};
    for (int k = 0; k < 6; k++)
        for (int scale = 0; scale <= 8; scale += 4) {
            check(sizes[k], &retraction_normal, scale);
            check(sizes[k], &retraction_orthogonal, scale);
        }
}

/* Two rows that contradict each other cannot both be met: the ledger shows it. */
static void contradictions_show(void **state) {
    (void)state;
    invo_context *c = invo_context_new();
    bench b = {0};
    make_map(&b, 100, 0);
    double *a = calloc((size_t)b.s.coordinates, sizeof(double));
    choose_point(&b, a);
    matrix *m = &b.m.a; /* row 1 becomes row 0, but for its value */
    int count =
        m->start[1] < m->start[2] - m->start[1] ? m->start[1] : m->start[2] - m->start[1];
    for (int k = 0; k < m->start[2]; k++)
        m->value[k] = k < count || (k >= m->start[1] && k < m->start[1] + count) ? 1 : 0;
    for (int k = 0; k < count; k++) m->column[m->start[1] + k] = m->column[k];
    b.m.c[0] = 0, b.m.c[1] = 0.01;
    prepare(&b, &retraction_normal, c, 0);
    assert_non_null(b.r.sparse);
    metric_freeze(&b.metric, &b.s, a);
    invo_status status = retract(&b.r, a);
    assert_true(status == INVO_OK || status == INVO_E_RETRACTION);
    int worst;
    assert_true(manifold_units(&b.manifold, a, 100, NULL, NULL, &worst) > 1e6);
    assert_true(worst < 2);
    clear(&b), free(a), free(b.m.c), free(b.m.size), free(b.m.nominal);
    free(b.coordinate), matrix_free(m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_on_the_manifold_and_nearest),
        cmocka_unit_test(contradictions_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
