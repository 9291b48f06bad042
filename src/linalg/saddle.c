/* SPDX-License-Identifier: BSD-3-Clause */
/* LDL' of the quasi-definite matrix without pivoting (Vanderbei 1995; Davis: Algorithm
 * 849, 2005) in AMD's order. The regularisation and the growth that pivots of size delta
 * allow are both taken back by iterative refinement, whose contraction is delta / (delta
 * + s^2) for a singular value s of B. Where rows are so nearly dependent that this is
 * slow, the same factor preconditions conjugate residuals: a few bad directions then cost
 * a few iterations, and what cannot be met does no harm. */
#include "saddle.h"
#include <amd.h>
#include <ldl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "../base/pool.h"
#include "dense.h"

static const double DELTA = 1e-8;    /* half of the digits for each of the two errors */
static const double ACCURACY = 1e-9; /* of B' nu by the last correction that was made */
static const double SLOW = 0.01;     /* contraction at which refinement is accelerated */
static const double NOTHING = 1e-7;  /* s of rows that depend on each other */
enum { MOST_ROUNDS = 6, MOST_ITERATIONS = 40, INVERSE_ITERATIONS = 12 };

/* The matrix in its first numbering, columns of B first: upper half by columns, the
 * diagonal last. */
static void list_upper(const invo_pattern *p, int *start, int *row, int *from) {
    int count = 0;
    int n = p->columns;
    for (int j = 0; j < n; j++) {
        start[j] = count;
        row[count] = j;
        from[count++] = -1;
    }
    for (int i = 0; i < p->rows; i++) {
        start[n + i] = count;
        EACH_ENTRY(k, p, i) {
            row[count] = p->column[k];
            from[count++] = k;
        }
        row[count] = n + i;
        from[count++] = -1;
    }
    start[n + p->rows] = count;
}

/* Renumbers the upper half: entry (i, j) goes to column max(place). */
static void renumber(int size, const int *place, const int *start, const int *row,
                     const int *from, saddle *s) {
    for (int j = 0; j < size; j++)
        for (int k = start[j]; k < start[j + 1]; k++) {
            int a = place[row[k]];
            int b = place[j];
            s->start[(a > b ? a : b) + 1]++;
        }
    sparse_begin(size, s->start);
    for (int j = 0; j < size; j++)
        for (int k = start[j]; k < start[j + 1]; k++) {
            int a = place[row[k]];
            int b = place[j];
            int to = s->start[a > b ? a : b]++;
            s->row[to] = a < b ? a : b;
            s->from[to] = from[k];
            if (from[k] < 0)
                s->entry[to] = j < s->pattern.columns ? 1 : -DELTA;
        }
    sparse_rewind(size, s->start);
}

/* Room for the analysis: the matrix as it comes, its order, and LDL's counts. */
typedef struct analysis {
    int *start, *row, *from, *order, *place, *parent, *l_start, *l_count, *flag;
} analysis;

static int analyze(const invo_pattern *p, int size, int entries, analysis *a) {
    size_t n = (size_t)size + 1;
    a->start = calloc(7 * n + 2 * (size_t)entries, sizeof(int));
    if (!a->start)
        return 0;
    a->order = a->start + n;
    a->place = a->order + n;
    a->parent = a->place + n;
    a->l_start = a->parent + n;
    a->l_count = a->l_start + n;
    a->flag = a->l_count + n;
    a->row = a->flag + n;
    a->from = a->row + entries;
    list_upper(p, a->start, a->row, a->from);
    return amd_order(size, a->start, a->row, a->order, NULL, NULL) >= AMD_OK;
}

static void saddle_lay_out(saddle *s, pool *p, size_t entries, size_t fill) {
    size_t n = s->size;
    double **vectors[] = {&s->r, &s->z, &s->p, &s->q, &s->w, &s->m};
    s->b = pool_doubles(p, entries);
    s->entry = pool_doubles(p, entries + n);
    s->l = pool_doubles(p, fill);
    POOL_DOUBLES(p, n, &s->d, &s->y);
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        *vectors[k] = pool_doubles(p, s->pattern.rows);
    s->t = pool_doubles(p, s->pattern.columns);
    POOL_INTEGERS(p, n, &s->place, &s->parent, &s->l_count, &s->stack, &s->flag);
    POOL_INTEGERS(p, n + 1, &s->start, &s->l_start);
    POOL_INTEGERS(p, entries + n, &s->row, &s->from);
    s->l_row = pool_integers(p, fill);
}

/* Entries of L, from a matrix whose places are known. */
static size_t count_fill(int size, analysis *a, const invo_pattern *p, double *work) {
    int count = p->start[p->rows] + size;
    int *both = calloc(2 * count + size + 1, sizeof(int));
    if (!both)
        return SIZE_MAX;
    /* LDL reads what lies above the diagonal in the new order: give it both halves */
    int *row = both;
    int *start = both + 2 * count;
    for (int j = 0; j < size; j++)
        EACH_ENTRY(k, a, j)
            if (a->row[k] != j) {
                start[j + 1]++;
                start[a->row[k] + 1]++;
            }
    sparse_begin(size, start);
    for (int j = 0; j < size; j++)
        EACH_ENTRY(k, a, j)
            if (a->row[k] != j) {
                row[start[j]++] = a->row[k];
                row[start[a->row[k]]++] = j;
            }
    sparse_rewind(size, start);
    ldl_symbolic(size, start, row, a->l_start, a->parent, a->l_count, a->flag, a->order,
                 a->place);
    free(both);
    *work = 0;
    for (int j = 0; j < size; j++)
        *work += (double)a->l_count[j] * (2 + (double)a->l_count[j]);
    return (size_t)a->l_start[size];
}

static saddle *saddle_build(const invo_pattern *b, int size, const analysis *a,
                            size_t fill, saddle_memory memory, void *owner) {
    saddle s = {.pattern = *b, .size = size, .accuracy = ACCURACY, .delta = DELTA};
    size_t entries = b->start[b->rows];
    size_t n = sizeof(int) * size;
    pool p = {NULL, sizeof s};
    saddle_lay_out(&s, &p, entries, fill);
    p = (pool){memory(owner, p.used), sizeof s};
    if (!p.block)
        return NULL;
    saddle_lay_out(&s, &p, entries, fill);
    memcpy(s.place, a->place, n);
    memcpy(s.parent, a->parent, n);
    memcpy(s.l_start, a->l_start, n + sizeof(int));
    renumber(size, s.place, a->start, a->row, a->from, &s);
    return memcpy(p.block, &s, sizeof s);
}

saddle *saddle_new(const invo_pattern *p, int rows, saddle_memory memory, void *owner) {
    invo_pattern b = {rows, p->columns, p->start, p->column};
    int size = rows + p->columns;
    int entries = p->start[rows] + size;
    double operations = 0;
    analysis a = {0};
    saddle *s = NULL;
    if (analyze(&b, size, entries, &a)) {
        size_t fill = count_fill(size, &a, &b, &operations);
        if (fill != SIZE_MAX)
            s = saddle_build(&b, size, &a, fill, memory, owner);
        if (s)
            s->operations = operations;
    }
    free(a.start);
    return s;
}

saddle *saddle_take(invo_shelf *shelf, const invo_pattern *p, int rows,
                    saddle_memory memory, void *owner) {
    const invo_pattern b = {rows, p->columns, p->start, p->column};
    saddle *s = shelf_take(shelf, &b, free);
    if (!s)
        return saddle_new(p, rows, memory, owner);
    s->accuracy = ACCURACY;
    s->delta = DELTA;
    s->stalls = 0;
    return s;
}

void saddle_leave(invo_shelf *shelf, saddle *s) {
    if (s)
        shelf_put(shelf, &s->pattern, free, s);
}

int saddle_factor(saddle *s) {
    for (int k = 0; k < s->start[s->size]; k++)
        if (s->from[k] >= 0)
            s->entry[k] = s->b[s->from[k]];
        else if (s->entry[k] < 0)
            s->entry[k] = -s->delta;
    int done = ldl_numeric(s->size, s->start, s->row, s->entry, s->l_start, s->parent,
                           s->l_count, s->l_row, s->l, s->d, s->y, s->stack, s->flag,
                           NULL, NULL);
    return done == s->size && vector_first_infinite(s->size, s->d) < 0;
}

/* z = (B B' + delta)^-1 r */
static void precondition(saddle *s, const double *r, double *z) {
    const int *place = s->place + s->pattern.columns;
    vector_zero(s->size, s->y);
    for (int i = 0; i < s->pattern.rows; i++)
        s->y[place[i]] = -r[i];
    ldl_lsolve(s->size, s->y, s->l_start, s->l_row, s->l);
    ldl_dsolve(s->size, s->y, s->d);
    ldl_ltsolve(s->size, s->y, s->l_start, s->l_row, s->l);
    for (int i = 0; i < s->pattern.rows; i++)
        z[i] = s->y[place[i]];
}

/* y = B B' x; returns |B' x|^2 */
static double saddle_apply(saddle *s, const double *x, double *y) {
    sparse_multiply_transposed(&s->pattern, s->b, x, s->t);
    sparse_multiply(&s->pattern, s->b, s->t, y);
    return dot(s->pattern.columns, s->t, s->t);
}

/* What rows that depend on each other leave of r is z = r / delta, which B' takes to
 * this share of it, at most. */
static double nothing_of(const saddle *s) {
    return NOTHING * (s->delta / DELTA);
}

/* Conjugate residuals on what is left, from z = (B B' + delta)^-1 r. */
static void accelerate(saddle *s, double *nu) {
    int n = s->pattern.rows;
    double nothing = nothing_of(s);
    double now = saddle_apply(s, s->z, s->q);
    double first = now;
    vector_copy(n, s->z, s->p);
    for (int k = 0; k < MOST_ITERATIONS && now > 0; k++) {
        precondition(s, s->q, s->m);
        double length = dot(n, s->q, s->m);
        double alpha = now / length;
        if (!(length > 0) || !isfinite(alpha))
            return;
        vector_add(n, alpha, s->p, nu);
        vector_add(n, -alpha, s->m, s->z);
        double next = saddle_apply(s, s->z, s->w);
        double beta = next / now;
        if (!(next > s->accuracy * s->accuracy * first) ||
            next <= nothing * nothing * dot(n, s->z, s->z))
            return;
        vector_move(n, s->z, beta, s->p, s->p);
        vector_move(n, s->w, beta, s->q, s->q);
        now = next;
    }
}

void saddle_estimate(saddle *s, const double *r, double *nu) {
    precondition(s, r, nu);
}

/* Refines with the regularised factor, and accelerates where that is slow. */
int saddle_solve(saddle *s, const double *r, double *nu) {
    int n = s->pattern.rows;
    double before = INFINITY;
    vector_copy(n, r, s->r);
    vector_copy(n, r, s->w);
    vector_zero(n, nu);
    double *given = s->r;
    double *left = s->w;
    for (int k = 0; k < MOST_ROUNDS; k++) {
        precondition(s, left, s->z);
        sparse_multiply_transposed(&s->pattern, s->b, s->z, s->t);
        double correction = vector_length(s->pattern.columns, s->t);
        if (correction > SLOW * before)
            accelerate(s, nu);
        else
            vector_add(n, 1, s->z, nu);
        double all = sqrt(saddle_apply(s, nu, s->q));
        /* what is left belongs to rows that follow from the others: cannot be met */
        double least = nothing_of(s) * vector_length(n, s->z);
        if (correction <= fmax(s->accuracy * all, least))
            return 1;
        vector_move(n, given, -1, s->q, left);
        before = correction;
    }
    s->stalls++;
    return 0;
}

static double random_number(uint32_t *state) { /* uniform in (-1, 1) */
    return (random_next(state) >> 8) / 8388608.0 - 1;
}

/* Takes from x what lies along the orthonormal vectors v[0..count-1], and makes its
 * length 1. */
static void orthonormalize(int n, int count, const double *v, double *x) {
    for (int k = 0; k < count; k++) {
        const double *along = v + (size_t)k * n;
        vector_add(n, -dot(n, along, x), along, x);
    }
    vector_normalize(n, x);
}

/* The regularisation moves all eigenvalues alike, and leaves the vectors as they are. */
double saddle_smallest(saddle *s, int steps, double *x) {
    int n = s->pattern.rows;
    orthonormalize(n, 0, NULL, x);
    for (int k = 0; k < steps; k++) {
        precondition(s, x, x);
        orthonormalize(n, 0, NULL, x);
    }
    return sqrt(saddle_apply(s, x, s->q));
}

/* Inverse iteration from random vectors finds left null vectors one by one, until there
 * is none orthogonal to those found. */
int saddle_nullity(saddle *s, int most, double *work) {
    int n = s->pattern.rows;
    uint32_t state = 1;
    for (int count = 0; count < most; count++) {
        double *x = work + (size_t)count * n;
        for (int i = 0; i < n; i++)
            x[i] = random_number(&state);
        for (int k = 0; k < INVERSE_ITERATIONS; k++) {
            orthonormalize(n, count, work, x);
            precondition(s, x, x);
        }
        orthonormalize(n, count, work, x);
        if (!(saddle_apply(s, x, s->q) <= NOTHING * NOTHING))
            return count;
    }
    return most;
}
