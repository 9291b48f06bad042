/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop of completion: structure, then ranks at points of the manifold, block by block
 * in the order in which they are solved, then tangency. */
#include "involution.h"
#include <math.h>
#include <string.h>
#include "certify.h"
#include "combine.h"

/* A rate of change above this share of its terms is none of round-off. */
static const double TANGENT = 1e-7;

enum {
    MOST_ROUNDS = 200, /* each makes the system smaller; a bound for what is not */
    LARGEST_LOOK = 600 /* constraints of systems whose points can be had: dense */
};

static double start_value(void *data, int v, int order) {
    dae *s = data;
    return order || s->variables.at[v].start == NO_EXPR
               ? NAN
               : parameter_value(s, s->variables.at[v].start, 0);
}

surroundings start_values(dae *s, double t) { return (surroundings){t, start_value, s}; }

/* The point to look around: what is known, else 0. */
static double *read_point(lowered *w, surroundings at) {
    completion *c = w->completion;
    double *x = ARENA_ARRAY(c->arena, double, c->coordinates + c->unknowns);
    x[0] = at.t;
    for (int v = 0; v < c->system->variables.count; v++) {
        int j = c->alias[v].unknown;
        const jet_unknown *y = &c->unknown[j];
        for (int l = c->alias[v].order; l <= y->d; l++) {
            double value = at.value(at.data, v, l - c->alias[v].order);
            if (isfinite(value)) x[l < y->d ? y->first + l : c->coordinates + j] = value;
        }
    }
    return x;
}

/* Extra equations that are no mere declarations: the last ones are. */
static int is_equation(const completion *c, int k) {
    equation_kind kind = c->system->equations.at[c->extras.at[k].equation].kind;
    return kind == EQUATION_PLAIN || kind == EQUATION_DERIVED;
}

/* Is there anything that structure does not settle by itself? */
static int is_open(const completion *c) {
    for (int k = 0; k < c->extras.count; k++)
        if (is_equation(c, k)) return 1;
    for (int b = 0; b < c->blocks; b++)
        if (lowered_constant_slope(c, b) == 0) return 1;
    return 0;
}

/* The first block that is singular at every point, or NULL; the top unknowns of the
 * points are solved up to there. *solved: all blocks are. */
static top_block *singular_block(lowered *w, sample *s, int *solved) {
    completion *c = w->completion;
    *solved = 1;
    for (int b = 0; b < c->blocks; b++) {
        top_block *block = top_block_new(w, s, b, b + 1);
        if (block->rank < block->size) return block;
        if (!top_block_solve(block)) *solved = 0;
    }
    return NULL;
}

/* The derivative of an extra equation joins the system; it is a contradiction if no
 * unknown is left in it. */
static void add_derivative(dae *s, const completion *c, int k, double rate) {
    const extra *e = &c->extras.at[k];
    equation more = c->system->equations.at[e->equation];
    expr_leaves leaves;
    more.residual = expr_total(s->graph, e->f);
    leaves = expr_depends(s->graph, more.residual);
    if (leaves.count == 0 ||
        (leaves.count == 1 && expr_get(s->graph, leaves.at[0])->op == OP_TIME))
        fail(s->context, INVO_E_INCONSISTENT, more.where,
             "%s contradicts the other equations: its rate of change along them is %.6g, "
             "whatever the unknowns are",
             equation_label(c->system, e->equation), rate);
    more.kind = EQUATION_DERIVED, more.is_derived = 1, more.level++;
    LIST_PUSH(s->arena, s->equations, more);
}

/* The system with the derivatives of those extra equations that are not tangent; NULL if
 * all are. */
static dae *differentiate_extras(lowered *w, const sample *points) {
    completion *c = w->completion;
    dae *s = NULL;
    double *rate = ARENA_ARRAY(c->arena, double, w->system.checked + 1),
           *size = ARENA_ARRAY(c->arena, double, w->system.checked + 1);
    char *seen = ARENA_ARRAY(c->arena, char, c->extras.count + 1);
    for (int p = 0; p < points->count; p++) {
        const double *x = points->point[p];
        program_run_bound(w, &w->rates, x, x + c->coordinates, rate, size);
        for (int k = 0; k < c->extras.count; k++) {
            if (seen[k] || !is_equation(c, k) || fabs(rate[k]) <= TANGENT * size[k])
                continue;
            if (!s) s = system_copy(c->written);
            seen[k] = 1;
            add_derivative(s, c, k, rate[k]);
        }
    }
    return s;
}

/* The system made better by what the points near by show; NULL where nothing is amiss, or
 * nothing can be seen. */
static dae *improve(lowered *w, surroundings at, sample *s) {
    completion *c = w->completion;
    int solved, extras = c->extras.count - c->invariants;
    if (!is_open(c) || c->constraints > LARGEST_LOOK || c->unknowns > LARGEST_LOOK)
        return NULL;
    double *x = read_point(w, at);
    if (extras == 0) { /* most systems: one look is enough */
        *s = sample_manifold(w, x, 1, 0);
        if (s->count && !singular_block(w, s, &solved)) return NULL;
    }
    *s = sample_manifold(w, x, SAMPLE_POINTS, 0);
    if (s->count == 0) return NULL;
    top_block *singular = singular_block(w, s, &solved);
    if (singular) return combine_rows(singular);
    return extras && solved ? differentiate_extras(w, s) : NULL;
}

/* A system that was changed must have the index and the freedom of the one written. */
static void look_back(const dae *written, lowered *w, surroundings at, sample *points) {
    int solved = 1;
    if (points->count == 0) {
        *points = sample_manifold(w, read_point(w, at), 1, 0);
        singular_block(w, points, &solved);
    }
    if (solved) certify(written, w, points);
}

lowered *involve(dae *s, lowering how, surroundings at) {
    dae *written = system_fold_constants(s), *now = written;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        lowered *w = lower(how.full ? complete_full(now) : complete(now), how);
        sample points = {.lowered = w};
        dae *next = improve(w, at, &points);
        if (!next && round) look_back(written, w, at, &points);
        if (!next) return drop_redundant(w, &points) ? lower(w->completion, how) : w;
        now = next;
    }
    fail(s->context, INVO_E_SINGULAR, nowhere,
         "completion of %s did not end after %d combinations of its equations", s->name,
         MOST_ROUNDS);
}
