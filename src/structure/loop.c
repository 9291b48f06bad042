/* SPDX-License-Identifier: BSD-3-Clause */
/* Discrete values that depend on each other through continuous ones: x + y = 5 always,
 * and y = 7 - 2*x at an event, which is solved by x = 2, y = 3. In turn they need not
 * converge; they are solved for by Newton's iteration on what one pass makes of them. Its
 * slopes are difference quotients, over moves so long that those of linear equations are
 * exact to round-off; that the result holds, the next sweep shows. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "hybrid_state.h"

enum { MOST_ITERATIONS = 20, MOST_VALUES = 100 };
static const double NEAR = 4 * DBL_EPSILON;

typedef struct value_loop {
    hybrid *h;
    int count, *parameter;
    double *y, *moved, *r, *shifted, *a, *scale, *step;
    int *pivot;
} value_loop;

static void put(const value_loop *l, const double *y) {
    for (int k = 0; k < l->count; k++) *hybrid_value(l->h, l->parameter[k]) = y[k];
}

/* What a pass makes of the values, less the values. */
static void defect(const value_loop *l, const double *y, double *r) {
    put(l, y);
    hybrid_follow_mode(l->h);
    hybrid_renew_discrete(l->h);
    for (int k = 0; k < l->count; k++) r[k] = *hybrid_value(l->h, l->parameter[k]) - y[k];
}

static int is_solved(const value_loop *l) {
    for (int k = 0; k < l->count; k++)
        if (!(fabs(l->r[k]) <= NEAR * fabs(l->y[k]))) return 0;
    return 1;
}

/* Returns 0 where the slopes are singular. */
static int improve(value_loop *l) {
    int n = l->count;
    for (int j = 0; j < n; j++) {
        double move = fmax(1, fabs(l->y[j]));
        memcpy(l->moved, l->y, sizeof *l->y * (size_t)n);
        l->moved[j] += move;
        move = l->moved[j] - l->y[j];
        defect(l, l->moved, l->shifted);
        for (int i = 0; i < n; i++)
            l->a[i + (size_t)j * (size_t)n] = (l->shifted[i] - l->r[i]) / move;
    }
    if (lu_factor(n, l->a, l->pivot, l->scale)) return 0;
    memcpy(l->step, l->r, sizeof *l->r * (size_t)n);
    lu_solve(n, l->a, l->pivot, l->scale, l->step);
    for (int k = 0; k < n; k++) l->y[k] -= l->step[k];
    return 1;
}

static void make_room(value_loop *l, arena *own) {
    int n = l->count;
    l->y = ARENA_ARRAY(own, double, n);
    l->moved = ARENA_ARRAY(own, double, n);
    l->r = ARENA_ARRAY(own, double, n);
    l->shifted = ARENA_ARRAY(own, double, n);
    l->scale = ARENA_ARRAY(own, double, n);
    l->step = ARENA_ARRAY(own, double, n);
    l->a = ARENA_ARRAY(own, double, (size_t)n *(size_t)n);
    l->pivot = ARENA_ARRAY(own, int, n);
}

/* The values that still change; *last: as they were a pass ago. */
static void find_values(value_loop *l, arena *own, const double *last) {
    const dae *s = l->h->system;
    l->parameter = ARENA_ARRAY(own, int, s->parameters.count + 1);
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].kind == PARAMETER_DISCRETE && l->h->feeds[p] &&
            last[p] != *hybrid_value(l->h, p))
            l->parameter[l->count++] = p;
}

int hybrid_solve_loop(hybrid *h) {
    const dae *s = h->system;
    arena *own = arena_child(s->arena);
    value_loop l = {.h = h};
    double *last = ARENA_ARRAY(own, double, s->parameters.count + 1);
    for (int p = 0; p < s->parameters.count; p++) last[p] = *hybrid_value(h, p);
    hybrid_renew_discrete(h);
    hybrid_follow_mode(h);
    find_values(&l, own, last);
    int solved = 0;
    if (l.count > 0 && l.count <= MOST_VALUES) {
        make_room(&l, own);
        for (int k = 0; k < l.count; k++) l.y[k] = last[l.parameter[k]];
        for (int i = 0; i < MOST_ITERATIONS && !solved; i++) {
            defect(&l, l.y, l.r);
            solved = is_solved(&l);
            if (!solved && !improve(&l)) break;
        }
        put(&l, l.y);
        hybrid_follow_mode(h);
    }
    arena_free(own);
    return solved;
}
