/* Normal and orthogonal retraction onto random manifolds of up to 2000 constraints, by
 * sparse and by dense factors, well and badly scaled, with rows that are nearly or
 * entirely dependent: on the manifold to round-off, optimal, the same point; and where
 * there is none, a report of it.
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
} bench;

static void make_map(bench *b, int rows, double spread) {
    int n = 1 + rows + rows / 2 + 2;
    map *m = &b->m;
    m->a = random_matrix(rows, n - 1, 5);
    m->a.pattern.columns = n; /* column 0 is time */
    for (int k = 0; k < m->a.start[rows]; k++)
        m->a.column[k]++;
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

/* A new point of the manifold decides c; a: [n] that far away, to be retracted. */
static void choose_point(bench *b, double distance, double *a) {
    int n = b->s.coordinates;
    for (int j = 0; j < n; j++)
        a[j] = b->m.nominal[j] * uniform();
    memset(b->m.c, 0, sizeof(double) * (size_t)b->s.constraints);
    double *phi = calloc((size_t)b->s.constraints, sizeof(double));
    constraint(&b->m, a, phi);
    for (int i = 0; i < b->s.constraints; i++)
        b->m.c[i] = phi[i] / b->m.size[i];
    for (int j = 1; j < n; j++)
        a[j] += distance * b->m.nominal[j] * uniform();
    free(phi);
}

static void prepare(bench *b, const retraction_class *kind, invo_context *c, int dense) {
    assert_int_equal(retraction_plan(&b->r, kind, &b->s, c), INVO_OK);
    if (dense)
        retraction_free(&b->r);
    const retraction_settings settings = {.bound = 4, .rule = RULE_ROUND_OFF};
    pool p = {0};
    b->metric = (metric){.kind = METRIC_NOMINAL, .rtol = 1e-6, .atol = 1e-9};
    for (int taking = 0; taking < 2; taking++) {
        metric_lay_out(&b->metric, &b->s, &p);
        manifold_lay_out(&b->manifold, &b->s, 1, &p);
        retraction_lay_out(&b->r, &settings, &b->manifold, &b->metric, &p);
        if (!taking)
            assert_true(pool_open(&p, b->work = calloc(1, p.used)));
    }
    metric_prepare(&b->metric, &b->s);
}

static void clear(bench *b) {
    retraction_free(&b->r);
    free(b->work);
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

/* The last row becomes the first one, each entry changed by up to `nearly`. */
static void repeat_row(matrix *m, double nearly) {
    int last = m->pattern.rows - 1, count = m->start[1], at = m->start[last];
    for (int k = 0; k < count; k++) {
        m->column[at + k] = m->column[k];
        m->value[at + k] = m->value[k] * (1 + nearly * uniform());
    }
    m->start[last + 1] = at + count;
}

/* Where a dense factor is asked for and small enough to be had. */
static int is_tried(int rows, int dense) {
    return !dense || rows <= 500;
}

static void free_map(bench *b) {
    free(b->m.c), free(b->m.size), free(b->m.nominal), free(b->coordinate);
    matrix_free(&b->m.a);
}

/* nearly: the last row is the first one but for this share; 1: it is its own. */
static void check(int rows, const retraction_class *kind, double spread, double nearly) {
    invo_context *c = invo_context_new();
    bench b = {0};
    make_map(&b, rows, spread);
    if (nearly < 1)
        repeat_row(&b.m.a, nearly);
    size_t n = (size_t)b.s.coordinates;
    double *a = calloc(3 * n, sizeof(double)), *point[2] = {a + n, a + 2 * n};
    /* round-off is that much larger along the direction that is hardly determined */
    double larger = nearly == 1 ? 1 : nearly > 0 ? 100 / nearly : 100;
    /* multipliers grow as rows come near each other: no further than curvature allows */
    choose_point(&b, nearly > 0 ? 0.05 * nearly : 0.05, a);
    for (int dense = 0; dense < 2; dense++) {
        if (!is_tried(rows, dense))
            continue;
        double *u = point[dense];
        int worst;
        prepare(&b, kind, c, dense);
        assert_true(dense || rows < 40 || b.r.sparse);
        memcpy(u, a, sizeof *u * n);
        metric_freeze(&b.metric, &b.s, u);
        invo_status status = retract(&b.r, u);
        double units = manifold_units(&b.manifold, u, rows, NULL, NULL, &worst);
        /* the dense factor is one of B W^-1 B', which squares condition numbers */
        double most = nearly == 1 ? 4 : dense && nearly > 0 ? 0.3 / nearly : 32;
        if (status || !(units < most))
            fail_msg("%s, %d rows, spread %g, nearly %g, %s: '%s', row %d at %g units",
                     kind->name, rows, spread, nearly, dense ? "dense" : "sparse",
                     invo_status_text(status), worst, units);
        if (kind == &retraction_orthogonal)
            assert_true(distance_from_nearest(&b, u) < 1e-12 * larger);
        clear(&b);
    }
    for (size_t j = 0; j < n && rows <= 500 && nearly == 1; j++)
        assert_true(fabs(point[0][j] - point[1][j]) < 1e-13 * b.m.nominal[j]);
    free(a), free_map(&b);
    invo_context_free(c);
}

static void points_are_on_the_manifold_and_nearest(void **state) {
    (void)state;
    static const int sizes[] = {3, 30, 60, 150, 400, 2000};
    for (int k = 0; k < 6; k++)
        for (int scale = 0; scale <= 8; scale += 4) {
            check(sizes[k], &retraction_normal, scale, 1);
            check(sizes[k], &retraction_orthogonal, scale, 1);
        }
}

static void so_are_those_of_nearly_dependent_and_redundant_rows(void **state) {
    (void)state;
    static const int sizes[] = {30, 100, 400, 2000};
    static const double nearly[] = {1e-2, 1e-4, 0};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++)
            for (int scale = 0; scale <= 8; scale += 8) {
                check(sizes[k], &retraction_normal, scale, nearly[i]);
                check(sizes[k], &retraction_orthogonal, scale, nearly[i]);
            }
}

/* Retracts the given point and expects to be told that this cannot be: the first or the
 * last row, with what is left of it. */
static void check_refusal(bench *b, const retraction_class *kind, const double *a) {
    invo_context *c = invo_context_new();
    size_t n = (size_t)b->s.coordinates;
    double *u = calloc(n, sizeof *u), *phi = calloc((size_t)b->s.constraints, sizeof *u);
    for (int dense = 0; dense < 2; dense++) {
        if (!is_tried(b->s.constraints, dense))
            continue;
        prepare(b, kind, c, dense);
        memcpy(u, a, sizeof *u * n);
        metric_freeze(&b->metric, &b->s, u);
        invo_status status = retract(&b->r, u);
        if (status != INVO_E_RETRACTION)
            fail_msg("%s, %d rows, %s: '%s'", kind->name, b->s.constraints,
                     dense ? "dense" : "sparse", invo_status_text(status));
        assert_true(b->r.row == 0 || b->r.row == b->s.constraints - 1);
        constraint(&b->m, u, phi);
        assert_true(b->r.value == phi[b->r.row]);
        assert_true(fabs(b->r.value) > 1e-4 * b->m.size[b->r.row]);
        clear(b);
    }
    free(u), free(phi);
    invo_context_free(c);
}

static const retraction_class *const kinds[] = {&retraction_normal,
                                                &retraction_orthogonal};

static void contradictions_are_reported(void **state) {
    (void)state;
    static const int sizes[] = {20, 100, 400, 2000};
    for (int k = 0; k < 4; k++)
        for (int scale = 0; scale <= 8; scale += 8)
            for (int i = 0; i < 2; i++) {
                bench b = {0};
                make_map(&b, sizes[k], scale);
                repeat_row(&b.m.a, 0);
                double *a = calloc((size_t)b.s.coordinates, sizeof *a);
                choose_point(&b, 0.05, a);
                b.m.c[sizes[k] - 1] += 0.01; /* the same row with another value */
                check_refusal(&b, kinds[i], a);
                free(a), free_map(&b);
            }
}

static void a_manifold_out_of_reach_is_reported(void **state) {
    (void)state;
    static const int sizes[] = {20, 100, 2000};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++) {
            bench b = {0};
            make_map(&b, sizes[k], 0);
            matrix *m = &b.m.a;
            for (int e = m->start[7]; e < m->start[8]; e++)
                m->value[e] =
                    e == m->start[7]; /* x + x^2/10, which is never below -2.5 */
            double *a = calloc((size_t)b.s.coordinates, sizeof *a);
            choose_point(&b, 0.05, a);
            b.m.c[7] = -3;
            invo_context *c = invo_context_new();
            prepare(&b, kinds[i], c, 0);
            metric_freeze(&b.metric, &b.s, a);
            assert_int_equal(retract(&b.r, a), INVO_E_RETRACTION);
            assert_in_range(b.r.row, 0, sizes[k] - 1);
            assert_true(b.r.value != 0);
            clear(&b), free(a), free_map(&b);
            invo_context_free(c);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_on_the_manifold_and_nearest),
        cmocka_unit_test(so_are_those_of_nearly_dependent_and_redundant_rows),
        cmocka_unit_test(contradictions_are_reported),
        cmocka_unit_test(a_manifold_out_of_reach_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
