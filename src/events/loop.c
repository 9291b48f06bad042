/* SPDX-License-Identifier: BSD-3-Clause */
/* Values that depend on each other: x + y = 5 always, and y = 7 - 2*x at an event, which
 * is solved by x = 2, y = 3. In turn they need not converge; they are solved for by
 * Newton's iteration on what one pass makes of them. Its slopes are difference quotients,
 * over moves so long that those of linear equations are exact to round-off; that the
 * result holds, the next sweep shows. */
#include "loop.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "hybrid_state.h"

enum { MOST_ITERATIONS = 20, MOST_VALUES = 100 };
/* A defect that is round-off. */
static const double NEAR = 4 * DBL_EPSILON;

/* --- Newton's iteration --- */

typedef struct iteration {
    const value_problem *problem;
    double *y, *moved, *r, *size, *shifted, *a, *scale;
    int *pivot;
} iteration;

/* The largest defect, in units of its size. */
static double loop_distance(const iteration *l) {
    double most = 0;
    for (int k = 0; k < l->problem->count; k++) {
        double share = l->r[k] == 0 ? 0 : fabs(l->r[k]) / l->size[k];
        if (isnan(share))
            return INFINITY;
        most = fmax(most, share);
    }
    return most;
}

/* Whole numbers are moved by one, a Boolean to its other value. */
static double move_of(const iteration *l, int j) {
    parameter_type type = l->problem->type ? l->problem->type[j] : TYPED_REAL;
    if (type == TYPED_BOOLEAN)
        return l->y[j] > 0.5 ? -1 : 1;
    return type == TYPED_INTEGER ? 1 : fmax(1, fabs(l->y[j]));
}

/* Returns 0 where the slopes are singular. */
static int loop_improve(iteration *l) {
    const value_problem *p = l->problem;
    int n = p->count;
    for (int j = 0; j < n; j++) {
        memcpy(l->moved, l->y, sizeof *l->y * (size_t)n);
        l->moved[j] += move_of(l, j);
        double move = l->moved[j] - l->y[j];
        p->defect(p->data, l->moved, l->shifted, l->size);
        for (int i = 0; i < n; i++)
            l->a[i + (size_t)j * (size_t)n] = (l->shifted[i] - l->r[i]) / move;
    }
    if (lu_factor(n, l->a, l->pivot, l->scale))
        return 0;
    lu_solve(n, l->a, l->pivot, l->scale, l->r);
    for (int k = 0; k < n; k++)
        l->y[k] -= l->r[k];
    return 1;
}

static iteration loop_make_room(const value_problem *p, arena *own, double *y) {
    int n = p->count;
    return (iteration){.problem = p,
                       .y = y,
                       .moved = ARENA_ARRAY(own, double, n),
                       .r = ARENA_ARRAY(own, double, n),
                       .size = ARENA_ARRAY(own, double, n),
                       .shifted = ARENA_ARRAY(own, double, n),
                       .scale = ARENA_ARRAY(own, double, n),
                       .a = ARENA_ARRAY(own, double, (size_t)n *(size_t)n),
                       .pivot = ARENA_ARRAY(own, int, n)};
}

int values_solve(arena *a, const value_problem *p, double *y) {
    assert(p->count >= 0 && p->defect);
    if (p->count == 0 || p->count > MOST_VALUES)
        return 0;
    arena *own = arena_child(a);
    iteration l = loop_make_room(p, own, y);
    double last = INFINITY;
    double now = INFINITY;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        p->defect(p->data, y, l.r, l.size);
        now = loop_distance(&l);
        if (now <= NEAR || (now <= LOOP_CLOSE && !(now < last / 2)))
            break;
        last = now;
        if (!loop_improve(&l))
            break;
        now = INFINITY; /* not visited yet */
    }
    arena_free(own);
    return now <= LOOP_CLOSE;
}

/* --- discrete values and the point --- */

typedef struct value_loop {
    hybrid *h;
    int count, *parameter;
} value_loop;

static void loop_put(const value_loop *l, const double *y) {
    for (int k = 0; k < l->count; k++)
        *hybrid_value(l->h, l->parameter[k]) = y[k];
}

static void follow_start(invo_context *context, void *argument) {
    (void)context;
    hybrid_follow_start(argument);
}

int hybrid_try_start(hybrid *h) {
    return hybrid_attempt(h, follow_start, h);
}

/* The point of the present values. At the start, values on the way to the solution may
 * have none: then 0. */
static int loop_follow(hybrid *h) {
    if (h->is_starting)
        return hybrid_try_start(h);
    hybrid_follow_mode(h);
    return 1;
}

static void loop_renew(hybrid *h) {
    if (h->is_starting)
        hybrid_solve_first(h);
    else
        hybrid_renew_discrete(h);
}

/* What a pass makes of the values, less the values. */
static void loop_defect(void *data, const double *y, double *r, double *size) {
    const value_loop *l = data;
    loop_put(l, y);
    int found = loop_follow(l->h);
    if (found)
        loop_renew(l->h);
    for (int k = 0; k < l->count; k++) {
        r[k] = found ? *hybrid_value(l->h, l->parameter[k]) - y[k] : NAN;
        size[k] = fabs(y[k]);
    }
}

/* At the start, pre(v) is an unknown, too. */
static int may_be_solved(const hybrid *h, int p) {
    parameter_kind kind = h->system->parameters.at[p].kind;
    return h->parameter[p].feeds &&
           (kind == PARAMETER_DISCRETE || (h->is_starting && kind == PARAMETER_PRE));
}

/* The values that still change; *last: as they were a pass ago. */
static void find_values(value_loop *l, arena *own, const double *last) {
    const dae *s = l->h->system;
    l->parameter = ARENA_ARRAY(own, int, s->parameters.count + 1);
    for (int p = 0; p < s->parameters.count; p++)
        if (may_be_solved(l->h, p) && last[p] != *hybrid_value(l->h, p))
            l->parameter[l->count++] = p;
}

/* Solves for the values that another pass still changes. */
int hybrid_solve_loop(hybrid *h) {
    const dae *s = h->system;
    arena *own = arena_child(s->arena);
    value_loop l = {.h = h};
    double *last = ARENA_ARRAY(own, double, s->parameters.count + 1);
    double *y = ARENA_ARRAY(own, double, s->parameters.count + 1);
    hybrid_read_values(h, last);
    loop_renew(h);
    loop_follow(h);
    find_values(&l, own, last);
    for (int k = 0; k < l.count; k++)
        y[k] = last[l.parameter[k]];
    value_problem problem = {l.count, NULL, loop_defect, &l};
    int solved = values_solve(own, &problem, y);
    if (l.count > 0 && l.count <= MOST_VALUES) {
        loop_put(&l, y);
        if (loop_follow(h) && solved)
            loop_renew(h);
    }
    arena_free(own);
    return solved;
}
