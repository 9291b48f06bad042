/* Second differentials of models against differences of their gradients, and products
 * with the block matrix. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/geometry/lagrangian.h"
#include "../../../src/solve/run.h"
#include <cmocka.h>

typedef struct bench {
    invo_context *context;
    invo_model *model;
    run v;
    double *u, *mu;
} bench;

static uint32_t random_state = 3;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

static void set_up(bench *b, const char *name) {
    char path[1000];
    invo_options o;
    const char *root = getenv("INVOLUTE_SOURCE");
    *b = (bench){.context = invo_context_new()};
    invo_options_init(&o);
    o.retraction = "orthogonal", o.newton = "exact", o.metric = "scaled";
    snprintf(path, sizeof path, "%s/models/%s.mo", root ? root : ".", name);
    invo_status status = invo_model_read(b->context, path, &b->model);
    if (!status)
        status = invo_model_complete(b->model, &o);
    const invo_system *s = status ? NULL : invo_model_system(b->model);
    const plan p = plan_new(&o);
    if (!status)
        status = run_new(b->context, s, &p, &b->v);
    if (status)
        fail_msg("%s", invo_context_message(b->context));
    assert_non_null(s->hessian);
    b->u = calloc((size_t)(s->coordinates + s->constraints), sizeof *b->u);
    b->mu = b->u + s->coordinates;
    for (int i = 0; i < s->coordinates; i++)
        b->u[i] = s->start[i] + 0.1 * uniform();
    for (int i = 0; i < s->constraints; i++)
        b->mu[i] = uniform();
    metric_freeze(&b->v.engine->metric, s, b->u);
}

static void tear_down(bench *b) {
    free(b->u);
    invo_result_free(b->v.result);
    run_free(&b->v);
    invo_model_free(b->model);
    invo_context_free(b->context);
}

static void *lay_out(lagrangian *l, retraction *r) {
    const invo_system *s = r->manifold->s;
    pool p = {0};
    lagrangian_lay_out(l, r, s, &p);
    assert_true(pool_open(&p, calloc(1, p.used)));
    char *block = p.block;
    lagrangian_lay_out(l, r, s, &p);
    lagrangian_begin(l, 0, NULL);
    return block;
}

static const char *const models[] = {"Pendulum",         "FourBar",         "Chain6",
                                     "MagneticParticle", "SpringMassChain", "RigidBody",
                                     "WindPendulum",     "Fekete"};
enum { MODELS = sizeof models / sizeof *models };

/* The same numbers with and without the system's function. */
static void second_differentials_are_those_of_phi(void **state) {
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        bench b;
        set_up(&b, models[k]);
        invo_system plain = *b.v.s;
        int n = plain.coordinates;
        lagrangian l, d;
        retraction r = b.v.engine->retraction, other = r;
        manifold m = b.v.engine->manifold;
        double *x = calloc((size_t)(4 * n), sizeof *x), size = 0, off = 0;
        memcpy(r.mu, b.mu, sizeof *r.mu * (size_t)plain.constraints);
        plain.hessian = NULL, plain.hessian_pattern = NULL;
        m.s = &plain, other.manifold = &m;
        void *of_l = lay_out(&l, &r), *of_d = lay_out(&d, &other);
        lagrangian_evaluate(&l, b.u, 1), lagrangian_evaluate(&d, b.u, 1);
        for (int trial = 0; trial < 5; trial++) {
            for (int j = 0; j < l.n; j++)
                x[j] = uniform();
            lagrangian_curve(&l, 1, x, x + n), lagrangian_curve(&d, 1, x, x + 2 * n);
            for (int j = 0; j < l.n; j++) {
                size = fmax(size, fabs(x[n + j] - x[j]));
                off = fmax(off, fabs(x[n + j] - x[2 * n + j]));
            }
        }
        int linear = strcmp(models[k], "SpringMassChain") == 0;
        if (!((size > 0) == !linear && off <= 1e-7 * size))
            fail_msg("%s: off by %g, size %g", models[k], off, size);
        free(x), free(of_l), free(of_d);
        tear_down(&b);
    }
}

/* Entries are in increasing order, on and below the diagonal, none twice. */
static void patterns_are_triangles(void **state) {
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        bench b;
        set_up(&b, models[k]);
        const invo_pattern *p = b.v.s->hessian_pattern;
        assert_int_equal(p->rows, b.v.s->coordinates);
        for (int i = 0; i < p->rows; i++)
            for (int e = p->start[i]; e < p->start[i + 1]; e++) {
                assert_in_range(p->column[e], 0, i);
                assert_true(e == p->start[i] || p->column[e] > p->column[e - 1]);
            }
        tear_down(&b);
    }
}

/* B' is the transpose of B, its rows have length 1. */
static void rows_and_normals_are_transposed(void **state) {
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        bench b;
        lagrangian l;
        set_up(&b, models[k]);
        int n = b.v.s->coordinates, m = b.v.s->constraints, all[500];
        double *x = calloc((size_t)(2 * (n + m)), sizeof *x), left = 0, right = 0;
        double *y = x + n, *f = y + n, *g = f + m;
        for (int i = 0; i < m && i < 500; i++)
            all[i] = i;
        void *block = lay_out(&l, &b.v.engine->retraction);
        lagrangian_begin(&l, m, all);
        lagrangian_evaluate(&l, b.u, 0), lagrangian_measure(&l);
        for (int j = 0; j < l.n; j++)
            x[j] = uniform();
        for (int i = 0; i < m; i++)
            f[i] = uniform();
        lagrangian_normal(&l, f, y), lagrangian_rows(&l, x, g);
        for (int j = 0; j < l.n; j++)
            left += x[j] * y[j];
        for (int i = 0; i < m; i++)
            right += f[i] * g[i];
        assert_true(fabs(left - right) <= 1e-12 * (1 + fabs(left)));
        for (int i = 0; i < m; i++) {
            double square = 0;
            memset(f, 0, sizeof *f * (size_t)m), f[i] = 1;
            lagrangian_normal(&l, f, y);
            for (int j = 0; j < l.n; j++)
                square += y[j] * y[j];
            assert_true(fabs(square - 1) < 1e-12);
        }
        free(block), free(x);
        tear_down(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(second_differentials_are_those_of_phi),
        cmocka_unit_test(patterns_are_triangles),
        cmocka_unit_test(rows_and_normals_are_transposed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
