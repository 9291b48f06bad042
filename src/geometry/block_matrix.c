/* SPDX-License-Identifier: BSD-3-Clause */
/* The pattern is put together once, with the place of every entry of d2phi and of B in
 * it. */
#include "block_matrix.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Smaller pivots come of dependent rows; what stands on the diagonal for them then. */
static const double SINGULAR_PIVOT = 1e-11, REGULAR = -1e-8;

/* Where (i, j) stands. */
static int block_matrix_find(const invo_pattern *p, int i, int j) {
    const int *at =
        bsearch(&j, p->column + p->start[i], (size_t)(p->start[i + 1] - p->start[i]),
                sizeof j, sparse_compare);
    return (int)(at - p->column);
}

/* Visits (i, j) of every entry: the diagonal, d2phi and its mirror image, B and B'. It
 * counts the entries of each row, fills in their columns, or finds their places. */
typedef struct visitor {
    enum { COUNTS, FILLS, FINDS } does;
    const block_matrix *a;
    int *start, *column; /* of the pattern */
} visitor;

static void block_matrix_put(visitor *v, int i, int j, int *at) {
    switch (v->does) {
    case FINDS:
        *at = block_matrix_find(&v->a->pattern, i, j);
        return;
    case FILLS:
        v->column[v->start[i]++] = j;
        return;
    case COUNTS:
        v->start[i + 1]++;
        return;
    }
}

/* Runs over all entries in one order, so that what is counted is what is filled in. */
static void visit(const invo_system *s, visitor *v) {
    const block_matrix *a = v->a;
    const invo_pattern *h = s->hessian_pattern;
    const invo_pattern *b = s->jacobian_pattern;
    int n = s->coordinates;
    for (int i = 0; i < n + s->constraints; i++)
        if (i < n || i >= n + a->first)
            block_matrix_put(v, i, i, &a->diagonal[i]);
    for (int i = 0; i < n; i++)
        EACH_ENTRY(e, h, i) {
            int j = h->column[e];
            if (j == i && v->does != FINDS)
                continue;
            block_matrix_put(v, i, j, &a->lower[e]);
            block_matrix_put(v, j, i, &a->upper[e]);
        }
    for (int i = 0; i < s->constraints; i++)
        EACH_ENTRY(e, b, i) {
            int j = b->column[e];
            block_matrix_put(v, n + i, j, &a->row[e]);
            block_matrix_put(v, j, n + i, &a->column[e]);
        }
}

/* Rows by counting, then sorted; no entry comes twice. start: [size + 1] zeros */
static void block_matrix_make_pattern(const invo_system *s, const block_matrix *a,
                                      int *start, int *column) {
    int size = a->pattern.rows;
    visit(s, &(visitor){COUNTS, a, start, column});
    sparse_begin(size, start);
    visit(s, &(visitor){FILLS, a, start, column}); /* start[i] is where row i ends */
    sparse_rewind(size, start);
    for (int i = 0; i < size; i++)
        qsort(column + start[i], start[i + 1] - start[i], sizeof *column, sparse_compare);
    visit(s, &(visitor){FINDS, a, start, column});
}

static void block_matrix_lay_out(block_matrix *a, const invo_system *s, pool *p) {
    size_t size = s->coordinates + s->constraints;
    size_t h = s->hessian_pattern->start[s->coordinates];
    size_t b = s->jacobian_pattern->start[s->constraints];
    size_t entries = size + 2 * h + 2 * b;
    a->value = pool_doubles(p, entries);
    a->right = pool_doubles(p, size);
    a->diagonal = pool_integers(p, size);
    POOL_INTEGERS(p, h, &a->upper, &a->lower);
    POOL_INTEGERS(p, b, &a->row, &a->column);
    int *start = pool_integers(p, size + 1);
    int *column = pool_integers(p, entries);
    a->pattern = (invo_pattern){(int)size, (int)size, start, column};
    if (column)
        block_matrix_make_pattern(s, a, start, column);
}

static invo_status block_matrix_plan(const invo_system *s, int first, invo_context *c,
                                     block_matrix **to) {
    block_matrix a = {.first = first};
    pool p = {.used = sizeof a};
    block_matrix_lay_out(&a, s, &p);
    *to = memory_alloc(c, p.used);
    if (!*to)
        return INVO_E_MEMORY;
    p = (pool){(char *)*to, sizeof a};
    block_matrix_lay_out(&a, s, &p);
    **to = a;
    (*to)->lu = sparse_lu_new(&(*to)->pattern);
    return (*to)->lu ? INVO_OK : report(c, INVO_E_MEMORY, NAN, "out of memory");
}

invo_status block_matrix_new(const invo_system *s, invo_context *c, block_matrix *to[2]) {
    int size = s->coordinates + s->constraints;
    to[0] = to[1] = NULL;
    if (!s->hessian || !s->jacobian_pattern || !factor_may_pay(FACTOR_NEAREST, size, 0))
        return INVO_OK;
    TRY(block_matrix_plan(s, s->constraints - s->invariants, c, &to[0]));
    if (factor_pays(FACTOR_NEAREST, size, sparse_lu_operations(to[0]->lu)))
        return block_matrix_plan(s, 0, c, &to[1]);
    block_matrix_free(to[0]);
    to[0] = NULL;
    return INVO_OK;
}

void block_matrix_free(block_matrix *a) {
    if (a)
        sparse_lu_free(a->lu);
    free(a);
}

/* Fills in [[W + sum mu d2phi, B'], [B, 0]] in units of the metric and factors it. */
static int geometry_block_matrix_factor(block_matrix *a, const lagrangian *l) {
    const invo_pattern *b = &l->r->manifold->pattern;
    int n = l->pattern.rows;
    int size = a->pattern.rows;
    vector_zero(a->pattern.start[size], a->value);
    for (int i = 0; i < n; i++)
        a->value[a->diagonal[i]] = 1;
    for (int i = n + a->first; i < size; i++)
        a->value[a->diagonal[i]] = 1;
    for (int k = 0; k < l->m; k++)
        if (l->kept[k] >= a->first)
            a->value[a->diagonal[n + l->kept[k]]] = a->first == 0 ? REGULAR : 0;
    for (int i = 0; i < n; i++)
        EACH_ENTRY(e, &l->pattern, i) {
            int j = l->pattern.column[e];
            int p = l->place[i];
            int q = l->place[j];
            if (p < 0 || q < 0)
                continue;
            double h = l->unit[p] * l->h[e] * l->unit[q];
            a->value[a->lower[e]] += h;
            if (i != j)
                a->value[a->upper[e]] += h;
        }
    for (int k = 0; k < l->m; k++)
        EACH_ENTRY(e, b, l->kept[k]) {
            int j = l->place[b->column[e]];
            if (j < 0)
                continue;
            double x = l->b[e] * l->unit[j] / l->scale[k];
            a->value[a->row[e]] = a->value[a->column[e]] = x;
        }
    return sparse_lu_factor(a->lu, a->value);
}

/* Are all rows but invariants kept? */
static int keeps_all(const block_matrix *a, const lagrangian *l) {
    int count = 0;
    for (int k = 0; k < l->m; k++)
        count += l->kept[k] < a->first;
    return count == a->first;
}

int block_matrix_factor(block_matrix *const a[2], const lagrangian *l, int *used) {
    *used = 0;
    int regular = keeps_all(a[0], l) && geometry_block_matrix_factor(a[0], l) == 0 &&
                  sparse_lu_smallest(a[0]->lu) > SINGULAR_PIVOT;
    if (regular)
        return 0;
    *used = 1;
    return geometry_block_matrix_factor(a[1], l);
}

int block_matrix_solve(block_matrix *a, const lagrangian *l, double *x, double *y) {
    int n = l->pattern.rows;
    vector_zero(a->pattern.rows, a->right);
    for (int j = 0; j < l->n; j++)
        a->right[l->coordinate[j]] = x[j];
    for (int k = 0; k < l->m; k++)
        a->right[n + l->kept[k]] = y[k];
    int bad = sparse_lu_solve(a->lu, a->right, 0);
    for (int j = 0; j < l->n; j++)
        x[j] = a->right[l->coordinate[j]];
    for (int k = 0; k < l->m; k++)
        y[k] = a->right[n + l->kept[k]];
    return bad;
}
