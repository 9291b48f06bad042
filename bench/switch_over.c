/* SPDX-License-Identifier: BSD-3-Clause */
/* From which size on are sparse factors faster than dense ones? Processor time in
 * microseconds of a factorization with one solve, for the blocks that a chain of bodies
 * gives: LU of J = [I, G'; G, 0], null vectors of (b, J) by a bordered LU, and
 * multipliers of the rows G; and for the same number of entries at random places, where
 * sparse factors fill. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../src/geometry/normal_space.h"
#include "../src/linalg/border.h"
#include "../src/linalg/dense.h"

static uint32_t random_state = 1;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

typedef struct matrix {
    invo_pattern pattern;
    int *start, *column;
    double *value;
} matrix;

static matrix matrix_new(int rows, int columns, int most) {
    matrix m = {.start = calloc((size_t)rows + 1, sizeof(int)),
                .column = calloc((size_t)(rows * most), sizeof(int)),
                .value = calloc((size_t)(rows * most), sizeof(double))};
    m.pattern = (invo_pattern){rows, columns, m.start, m.column};
    return m;
}

static void push(matrix *m, int row, int column) {
    int k = m->start[row + 1]++;
    m->column[k] = column, m->value[k] = uniform() + (uniform() > 0 ? 1 : -1);
}

/* Row i of a chain in the plane: bodies i and i + 1; or four columns anywhere. */
static void push_link(matrix *m, int row, int i, int columns, int scattered) {
    int gap = columns / 4;
    for (int k = 0; k < 4; k++)
        push(m, row, scattered ? k * gap + (int)((uniform() + 1) / 2 * gap) : 2 * i + k);
}

static matrix links(int n, int scattered) {
    matrix m = matrix_new(n - 1, 2 * n, 4);
    for (int i = 0; i < n - 1; i++) {
        m.start[i + 1] = m.start[i];
        push_link(&m, i, i, 2 * n, scattered);
    }
    return m;
}

static matrix block(const matrix *g) {
    int n = g->pattern.columns, rows = g->pattern.rows;
    matrix m = matrix_new(n + rows, n + rows, 2 + 4 * 4);
    for (int j = 0; j < n; j++) {
        m.start[j + 1] = m.start[j];
        push(&m, j, j);
        for (int i = 0; i < rows; i++)
            for (int k = g->start[i]; k < g->start[i + 1]; k++)
                if (g->column[k] == j)
                    push(&m, j, n + i);
    }
    for (int i = 0; i < rows; i++) {
        m.start[n + i + 1] = m.start[n + i];
        for (int k = g->start[i]; k < g->start[i + 1]; k++)
            push(&m, n + i, g->column[k]);
    }
    return m;
}

static void matrix_free(matrix *m) {
    free(m->start), free(m->column), free(m->value);
}

/* Microseconds of one call, over a tenth of a second of them. */
static double time_of(void (*run)(void *), void *data) {
    clock_t begin = clock(), end;
    long count = 0;
    do
        run(data), count++, end = clock();
    while (end - begin < CLOCKS_PER_SEC / 10);
    return 1e6 * (double)(end - begin) / CLOCKS_PER_SEC / (double)count;
}

typedef struct lu_case {
    matrix *m;
    sparse_lu *f;
    double *a, *b, *scale;
    int *pivot;
} lu_case;

static void run_dense_lu(void *data) {
    lu_case *c = data;
    int n = c->m->pattern.rows;
    memset(c->a, 0, sizeof(double) * (size_t)n * (size_t)n);
    for (int i = 0; i < n; i++)
        for (int k = c->m->start[i]; k < c->m->start[i + 1]; k++)
            c->a[i + c->m->column[k] * n] = c->m->value[k];
    lu_factor(n, c->a, c->pivot, c->scale);
    for (int i = 0; i < n; i++)
        c->b[i] = 1;
    lu_solve(n, c->a, c->pivot, c->scale, c->b);
}

static void run_sparse_lu(void *data) {
    lu_case *c = data;
    sparse_lu_factor(c->f, c->m->value);
    for (int i = 0; i < c->m->pattern.rows; i++)
        c->b[i] = 1;
    sparse_lu_solve(c->f, c->b, 0);
}

static void compare_lu(matrix *m) {
    size_t n = (size_t)m->pattern.rows;
    lu_case c = {m,
                 sparse_lu_new(&m->pattern),
                 malloc(sizeof(double) * n * n),
                 malloc(sizeof(double) * n),
                 malloc(sizeof(double) * n),
                 malloc(sizeof(int) * n)};
    double dense = time_of(run_dense_lu, &c), sparse = time_of(run_sparse_lu, &c);
    double share = sparse_lu_operations(c.f) / (2. / 3 * (double)n * (double)(n * n));
    printf("  %4d %9.1f %9.1f  %8.4f", (int)n, dense, sparse, share);
    sparse_lu_free(c.f), free(c.a), free(c.b), free(c.scale), free(c.pivot);
}

/* (b, J), b full */
static matrix widen(const matrix *j) {
    int n = j->pattern.rows;
    matrix m = matrix_new(n, n + 1, 2 + 4 * 4 + 1);
    for (int i = 0; i < n; i++) {
        m.start[i + 1] = m.start[i];
        push(&m, i, 0);
        for (int k = j->start[i]; k < j->start[i + 1]; k++)
            push(&m, i, j->column[k] + 1);
    }
    return m;
}

typedef struct border_case {
    matrix *m;
    border *f;
    double *guess, *x;
    int sign;
} border_case;

static void run_border(void *data) {
    border_case *c = data;
    border_solve(c->f, c->m->value, c->guess, 0, c->x, &c->sign);
}

static void compare_border(const matrix *j) {
    matrix m = widen(j);
    size_t rows = (size_t)m.pattern.rows, n = rows + 1, e = sizeof(double);
    border_case c = {&m, NULL, malloc(e * n), malloc(e * n), 0};
    double time[2];
    for (size_t k = 0; k < n; k++)
        c.guess[k] = uniform() / sqrt((double)n);
    for (int k = 0; k < 2; k++) {
        c.f = border_new(&m.pattern, k ? FACTOR_SPARSE : FACTOR_DENSE);
        time[k] = time_of(run_border, &c);
        if (k)
            printf("  %4d %9.1f %9.1f  %8ld", (int)rows, time[0], time[1],
                   border_entries(c.f));
        border_free(c.f);
    }
    free(c.guess), free(c.x);
    matrix_free(&m);
}

typedef struct normal_case {
    matrix *m;
    metric w;
    normal_space s;
    double *r;
} normal_case;

static void run_normal(void *data) {
    normal_case *c = data;
    memcpy(c->s.value, c->m->value,
           sizeof(double) * (size_t)c->m->start[c->m->pattern.rows]);
    normal_space_factor(&c->s, &c->m->pattern, NULL, &c->w, 0, NULL, 0);
    normal_space_solve(&c->s, c->r);
}

static void *zeroed(void *owner, size_t size) {
    (void)owner;
    return calloc(1, size);
}

static void compare_normal(matrix *m) {
    int rows = m->pattern.rows, columns = m->pattern.columns;
    normal_size z = {.rows = rows, .entries = (size_t)m->start[rows], .dense = rows};
    double *one = malloc(sizeof(double) * (size_t)columns);
    pool p = {0};
    normal_case c = {.m = m, .w = {.w = one, .inverse = one}, .r = one};
    for (int j = 0; j < columns; j++)
        one[j] = 1;
    normal_space_lay_out(&c.s, z, &p);
    void *work = calloc(1, p.used);
    pool_open(&p, work);
    normal_space_lay_out(&c.s, z, &p);
    double dense = time_of(run_normal, &c), n = rows;
    saddle *s = c.s.sparse = saddle_new(&m->pattern, rows, zeroed, NULL);
    c.s.first = rows;
    double sparse = time_of(run_normal, &c);
    printf("  %4d %9.1f %9.1f  %8.4f\n", rows, dense, sparse,
           s->operations / (n * n * n / 3));
    free(s), free(work), free(one);
}

int main(void) {
    for (int scattered = 0; scattered < 2; scattered++) {
        printf("%s\n  size dense LU sparse LU  op.share  rows    border    sparse  "
               "op.share  rows    normal  sparse    op.share\n",
               scattered ? "scattered" : "chain");
        for (int n = 4; n <= 128; n += n < 16 ? 4 : n / 2) {
            matrix g = links(n, scattered), b = block(&g);
            compare_lu(&b);
            compare_border(&b);
            compare_normal(&g);
            matrix_free(&g), matrix_free(&b);
        }
    }
    return 0;
}
