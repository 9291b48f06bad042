/* SPDX-License-Identifier: BSD-3-Clause */
#include "second_look.h"
#include <math.h>
#include "../linalg/quad_least.h"

const double LOOK_ZERO = 1e-26;
/* Of coefficients, beside the largest term. */
static const double NO_TERM = 1e-22;
static const double DEPENDENT_TERM = 1e-20;
static const double PERTURBED = 1.25;
static const double ROUND_OFF = 1e-30; /* of rates, beside the fastest */
enum { MORE_POINTS = 12 };

/* Draws points until there are so many. */
static int look_draw(quad_rows *rows, int count) {
    surface *s = rows->surface;
    const generators *g = rows->generators;
    quad *x = quad_array(s->arena, s->slots);
    surface_set_parameters(s, rows->parameter, PERTURBED);
    int drawn = 1;
    int allowed = SURFACE_MOST_VAIN * (count + 1);
    while (rows->point.count < count && drawn) {
        drawn = allowed-- > 0 && surface_draw(s, x);
        if (!drawn)
            break;
        quad_tape_run(s, &g->value, x);
        quad *own = quad_array(s->arena, 2 * g->count);
        int is_finite = 1;
        for (int k = 0; k < 2 * g->count; k++) {
            own[k] = g->value.out[k];
            is_finite &= own[k] - own[k] == 0;
        }
        if (is_finite)
            LIST_PUSH(s->arena, rows->point, own);
    }
    surface_set_parameters(s, -1, 1);
    return drawn;
}

static quad row_length(int n, const quad *x) {
    quad sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return QUAD_FUNCTION(sqrt)(sum);
}

/* The largest rate of a generator, as a share of its size. */
static quad look_fastest(const quad_rows *rows, int points) {
    int count = rows->generators->count;
    quad fastest = 0;
    for (int k = 0; k < count; k++) {
        quad value = 0;
        quad change = 0;
        for (int i = 0; i < points; i++) {
            const quad *at = rows->point.at[i];
            value += at[k] * at[k];
            change += at[count + k] * at[count + k];
        }
        if (change > fastest * value && value > 0)
            fastest = change / value;
    }
    return QUAD_FUNCTION(sqrt)(fastest);
}

/* Fills the matrix of rates, the pivot last: [points, terms], rows of length 1. A rate
 * that is round-off beside the fastest is zero: where a product is constant by itself,
 * nothing else would be left of it. */
static void look_load(const quad_rows *rows, const products *p, const candidate *q,
                      int points, quad *a, quad *value, quad *row) {
    int generators_count = rows->generators->count;
    quad noise = ROUND_OFF * look_fastest(rows, points);
    for (int i = 0; i < points; i++) {
        const quad *at = rows->point.at[i];
        products_evaluate_quad(p, q->count, q->product, at, at + generators_count, value,
                               row);
        for (int k = 0; k < q->count; k++)
            if (QUAD_FUNCTION(fabs)(row[k]) <= noise * QUAD_FUNCTION(fabs)(value[k]))
                row[k] = 0;
        quad length = row_length(q->count, row);
        for (int k = 0, j = 0; k < q->count; k++)
            a[i + (size_t)(k == q->pivot ? q->count - 1 : j++) * points] =
                length > 0 ? row[k] / length : 0;
    }
}

/* What is left above this is not conserved, and its coefficients do not matter. */
static const double LOOK_LEFT = 1e-24;

/* Solves a x = b by refinement, else by a factor in quadruple precision, which destroys a
 * and b; returns below 0 where columns are dependent. */
static quad look_solve(quad_rows *rows, arena *scratch, int points, int terms, quad *a,
                       quad *x) {
    effort *e = rows->surface->effort;
    quad *b = a + (size_t)points * (size_t)terms;
    quad *rest = quad_array(scratch, points);
    double *work = ARENA_ARRAY(scratch, double, quad_refined_work(points, terms));
    quad left = quad_refined_squares(points, terms, a, b, LOOK_LEFT, x, rest, work);
    if (left >= 0 || !effort_spend(e, EFFORT_QUAD * 2.0 * points * terms * terms))
        return left;
    return quad_least_squares(points, terms, a, b, DEPENDENT_TERM, x);
}

int second_look(quad_rows *rows, const products *p, candidate *q) {
    int points = q->count + MORE_POINTS;
    int terms = q->count - 1;
    double cost = 2.0 * points * q->count * (q->count + 5 * EFFORT_QUAD);
    if (!look_draw(rows, points) || !effort_spend(rows->surface->effort, cost))
        return 0;
    arena *scratch = arena_child(rows->surface->arena);
    quad *a = quad_array(scratch, (size_t)points * q->count);
    quad *row = quad_array(scratch, q->count);
    quad *length = quad_array(scratch, q->count);
    look_load(rows, p, q, points, a, length, row);
    for (int j = 0; j < q->count; j++) {
        length[j] = row_length(points, a + (size_t)j * points);
        for (int i = 0; i < points && length[j] > 0; i++)
            a[i + (size_t)j * points] /= j < terms ? length[j] : -1;
    }
    quad rest = look_solve(rows, scratch, points, terms, a, row);
    quad size = length[terms] * length[terms];
    for (int k = 0, j = 0; k < q->count && rest >= 0; k++) {
        if (k == q->pivot) {
            q->c[k] = 1;
            continue;
        }
        size += row[j] * row[j];
        q->c[k] = length[j] > 0 ? row[j] / length[j] : 0;
        j++;
    }
    /* a product that is constant by itself */
    q->residual = size > 0 ? (double)(rest / QUAD_FUNCTION(sqrt)(size)) : 0;
    arena_free(scratch);
    return rest >= 0;
}

void candidate_trim(candidate *q) {
    candidate_drop(q, NO_TERM);
}

void candidate_drop(candidate *q, double share) {
    quad most = 0;
    int count = 0;
    for (int k = 0; k < q->count; k++)
        if (QUAD_FUNCTION(fabs)(q->c[k]) > most)
            most = QUAD_FUNCTION(fabs)(q->c[k]);
    for (int k = 0; k < q->count; k++) {
        if (QUAD_FUNCTION(fabs)(q->c[k]) <= share * most && k != q->pivot)
            continue;
        if (k == q->pivot)
            q->pivot = count;
        q->product[count] = q->product[k];
        q->c[count++] = q->c[k];
    }
    q->count = count;
}
