/* SPDX-License-Identifier: BSD-3-Clause */
/* The solution inside of an implicit step. Its stages, and so the polynomial through
 * them, are of order s only, while its end is of order 2s - 1 or 2s: rows between the
 * steps would be off by many tolerances where the steps themselves are not. Where the
 * estimate says so, the equations of the stages are solved once more, for a collocation
 * method of more stages in the same step, with the same derivatives, from the polynomial
 * of the step: its stages are of a higher order, at the same times for any row. Where
 * that is not enough, or there is no such method, in halves of the step, and so on. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "irk.h"
#include "irk_kernel.h"

/* The errors that are left to rows, by the estimate, and what the iteration may leave, in
 * tolerances. */
static const double ROW_TOLERANCES = 1, ROW_ITERATION = 0.1;
/* Corrections to begin with are those from one method to the other: small, but the rate
 * is that of the step. */
enum { MOST_ITERATIONS = 12, MOST_PIECES = 8 };
/* More pieces help where they leave less than this share. */
static const double HELPS = 0.5;

static const collocation *const TABLES[] = {&radau_right5, &radau_right9, &radau_right13};
enum { LAST_TABLE = 2 };

/* The method whose stages are as good as the ends of the steps, but for one order, which
 * an error has that does not add up; or the highest one. */
static int table_for(const irk *k) {
    int at = 0;
    while (at < LAST_TABLE && (TABLES[at]->stages + 1 < k->table->order ||
                               TABLES[at]->stages <= k->table->stages))
        at++;
    return at;
}

void irk_fine_free(irk *k) {
    if (k->fine.solver)
        irk_matrix_free(&k->fine.solver->matrix);
    free(k->fine.solver);
    free(k->fine.room);
    k->fine.solver = NULL;
    k->fine.room = NULL;
}

invo_status irk_fine_open(irk *k) {
    const size_t most = (size_t)MOST_PIECES * MOST_STAGES * (size_t)k->n;
    if (!k->fine.solver)
        k->fine.solver = irk_new(k->method, k->form, MOST_STAGES, k->context);
    if (!k->fine.room)
        k->fine.room = memory_alloc(k->context, most * sizeof *k->fine.room);
    if (!k->fine.solver || !k->fine.room)
        return INVO_E_MEMORY;
    const int pairs = k->tops <= IRK_SMALL ? MOST_PAIRS : 0;
    return irk_matrix_beside(&k->fine.solver->matrix, &k->matrix, pairs, k->context);
}

/* Tolerances of the run, and what the step has found. */
static void irk_fine_begin(irk *k, const collocation *t) {
    irk *x = k->fine.solver;
    x->table = t;
    x->old = k->fresh; /* of this very step */
    irk_fix(x, k->fixed.rtol);
    x->weighted = k->n - 1;
    for (int i = 0; i < k->n; i++)
        x->aim[i] = x->weight[i] = k->aim[i] / k->fixed.wider;
    x->newton.exact = k->newton.exact;
    x->newton.limit = x->newton.noise = ROW_ITERATION;
    x->newton.most = MOST_ITERATIONS;
    x->newton.rate = 1;
    x->control.failed = 1; /* corrections that go to and fro are no solution */
}

/* The piece of d number `at` of so many, from p; its stages go to u: [n, stages]. Adds
 * what is left of the solution inside of it to *worst. */
static invo_status irk_fine_piece(irk *x, const field *f, const step *d, const double *p,
                                  double *u, double *worst) {
    const int stages = x->table->stages;
    step piece = *d;
    double *left = x->along.w;
    piece.p = p;
    piece.q = x->along.q;
    TRY(irk_matrix_factor(&x->matrix, x->table, piece.h));
    TRY(irk_solve(x, f, &piece, 0));
    vector_copy(x->n * stages, x->u, u);
    if (x->newton.exact)
        return INVO_OK;
    vector_copy(x->n, u + (stages - 1) * x->n, piece.q);
    vector_zero(x->n, left);
    if (irk_look_inside(x, f, &piece, left))
        *worst = INFINITY;
    *worst = fmax(*worst, irk_farthest(x, left));
    return INVO_OK;
}

/* The step in so many pieces; *worst: what is left in the worst of them. */
static invo_status irk_fine_try(irk *k, const field *f, const step *d, int pieces,
                                double *worst) {
    irk *x = k->fine.solver;
    const size_t size = (size_t)x->table->stages * (size_t)k->n;
    step piece = *d;
    const double *p = d->p;
    piece.h = d->h / pieces;
    *worst = 0;
    for (int j = 0; j < pieces; j++) {
        double *u = k->fine.room + j * size;
        TRY(irk_fine_piece(x, f, &piece, p, u, worst));
        p = u + size - k->n;
    }
    return INVO_OK;
}

/* Twice as many pieces until the solution is good enough, or no better than before, since
 * what is left comes from the start of the step. Returns the status of the last solution,
 * which is taken if there is one. */
static invo_status irk_fine_search(irk *k, const field *f, const step *d, int first) {
    invo_status status = INVO_E_NEWTON;
    double before = INFINITY;
    for (int pieces = first; pieces <= MOST_PIECES; pieces *= 2) {
        double worst;
        status = irk_fine_try(k, f, d, pieces, &worst);
        if (status == INVO_E_MEMORY)
            return status;
        k->fine.pieces = status ? 0 : pieces;
        if (!status && (worst <= ROW_TOLERANCES || worst > HELPS * before))
            return INVO_OK;
        before = status ? INFINITY : worst;
    }
    return status;
}

invo_status irk_fine_make(irk *k, const field *f, const step *d, long *count) {
    const int at = table_for(k);
    const collocation *t = TABLES[at];
    const int is_higher = t->stages > k->table->stages;
    if (k->newton.exact ? k->table->order <= k->table->stages + 1
                        : k->fine.estimate <= ROW_TOLERANCES)
        return INVO_OK;
    TRY(irk_fine_open(k));
    irk *x = k->fine.solver;
    irk_fine_begin(k, t);
    invo_status status = irk_fine_search(k, f, d, is_higher ? 1 : 2);
    *count += x->matrix.factorizations;
    k->fine.table = t;
    k->fine.u = k->fine.room;
    return status;
}

void irk_fine_interpolate(const irk *k, const step *d, int n, double theta, double *u) {
    const irk_fine *x = &k->fine;
    const int stages = x->table->stages;
    const size_t size = (size_t)stages * (size_t)k->n;
    const double at = theta * x->pieces;
    const int piece = at < x->pieces ? (int)at : x->pieces - 1;
    const double *stage = x->u + piece * size;
    const double *value[MOST_STAGES + 1];
    double node[MOST_STAGES + 1] = {0};
    double weight[MOST_STAGES + 1];
    value[0] = piece ? stage - k->n : d->p;
    for (int r = 0; r < stages; r++) {
        node[r + 1] = x->table->c[r];
        value[r + 1] = stage + r * k->n;
    }
    if (piece == x->pieces - 1)
        value[stages] = d->q; /* retracted */
    if (theta == 1) {
        vector_copy(n, d->q, u);
        return;
    }
    collocation_weights(stages + 1, node, at - piece, weight);
    irk_kernel_blend(n, stages + 1, weight, value, u);
}

/* The number of pieces, that of the table, and the stages. */
enum { KEPT_NUMBERS = 2 };

static size_t irk_fine_values(const irk *k) {
    const size_t pieces = (size_t)k->fine.pieces;
    return pieces ? pieces * (size_t)k->fine.table->stages * (size_t)k->n : 0;
}

size_t irk_fine_keep_size(const irk *k) {
    return KEPT_NUMBERS + irk_fine_values(k);
}

void irk_fine_keep(const irk *k, double *to) {
    int at = 0;
    while (k->fine.pieces && TABLES[at] != k->fine.table)
        at++;
    to[0] = k->fine.pieces;
    to[1] = at;
    if (k->fine.pieces)
        vector_copy((int)irk_fine_values(k), k->fine.u, to + KEPT_NUMBERS);
}

void irk_fine_restore(irk *k, const double *from) {
    k->fine.pieces = (int)from[0];
    k->fine.table = TABLES[(int)from[1]];
    k->fine.u = from + KEPT_NUMBERS;
}
