/* SPDX-License-Identifier: BSD-3-Clause */
/* Which variables are the multipliers of which constraints? M q'' + f + (dg)' lambda = 0:
 * the coefficient of lambda in the equation of motion of q is the derivative of g by q,
 * up to a constant for the equation and one for the multiplier. Compared at points drawn
 * from a fixed sequence: polynomials that agree there agree. */
#include <math.h>
#include "constraints.h"

enum { POINTS = 3 };
static const double SAME = 1e-9; /* relative difference of numbers that are equal */

typedef struct search {
    const polynomials *from;
    dae *system;
    forces *found;
    char *is_candidate; /* [variables] */
    int point;          /* at which leaves are evaluated */
    LIST(int) motion;   /* equations that hold candidates */
    int *coordinate;    /* [motion] */
    double *ratio;      /* [motion, multipliers]; 0: not there */
} search;

/* A number in (1, 2) for each leaf and point. */
static double drawn(void *data, const expr_node *n) {
    const search *f = data;
    if (n->op == OP_PARAMETER &&
        f->system->parameters.at[n->variable].kind < PARAMETER_INPUT)
        return f->system->parameters.at[n->variable].value;
    double seed = 12.9898 * (n->variable + 1) + 78.233 * (n->order + 1) +
                  37.719 * (f->point + 1) + 4.581 * (n->op + 1);
    double x = sin(seed) * 43758.5453;
    return 1 + (x - floor(x));
}

static double force_value_at(search *f, expr e, int point) {
    f->point = point;
    return e == EXPR_ZERO ? 0 : expr_evaluate(f->system->graph, e, drawn, f);
}

static expr slope(const search *f, int row, int v) {
    graph *g = f->system->graph;
    return expr_partial(g, f->system->equations.at[row].residual, expr_jet(g, v, 0));
}

/* Variables that are never differentiated and occur in no constraint. */
static void find_candidates(search *f) {
    dae *s = f->system;
    f->is_candidate = ARENA_ARRAY(s->arena, char, s->variables.count);
    for (int v = 0; v < s->variables.count; v++)
        f->is_candidate[v] = !f->from->is_differentiated[v];
    LIST_EACH(const polynomial, p, f->from->at) {
        expr_leaves leaves = expr_depends(s->graph, p->residual);
        for (int k = 0; k < leaves.count; k++) {
            const expr_node *n = expr_get(s->graph, leaves.at[k]);
            if (n->op == OP_JET)
                f->is_candidate[n->variable] = 0;
        }
    }
}

/* q for a v with v = der(q); v itself where there is none. */
static int integral_of(const search *f, int v) {
    dae *s = f->system;
    LIST_EACH(const equation, e, s->equations) {
        expr_leaves leaves = expr_depends(s->graph, e->residual);
        if (e->kind != EQUATION_PLAIN || leaves.count != 2)
            continue;
        for (int k = 0; k < 2; k++) {
            const expr_node a = *expr_get(s->graph, leaves.at[k]);
            const expr_node b = *expr_get(s->graph, leaves.at[1 - k]);
            if (a.op == OP_JET && a.order == 0 && a.variable == v && b.op == OP_JET &&
                b.order == 1 && b.variable != v)
                return b.variable;
        }
    }
    return v;
}

/* The variable whose motion the equation determines: the one with the highest derivative
 * in it; -1: none, or several, or it holds no candidates. */
static int force_coordinate_of(const search *f, int row) {
    dae *s = f->system;
    expr_leaves leaves = expr_depends(s->graph, s->equations.at[row].residual);
    int order = 0;
    int highest = -1;
    int candidates = 0;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(s->graph, leaves.at[k]);
        if (n->op != OP_JET)
            continue;
        candidates |= n->order == 0 && f->is_candidate[n->variable];
        if (n->order < order || n->order == 0)
            continue;
        highest = n->order == order ? -1 : n->variable;
        order = n->order;
    }
    if (!candidates)
        return -1;
    return order == 1 && highest >= 0 ? integral_of(f, highest) : highest;
}

static void find_motion(search *f) {
    dae *s = f->system;
    f->coordinate = ARENA_ARRAY(s->arena, int, s->equations.count);
    for (int i = 0; i < s->equations.count; i++) {
        if (s->equations.at[i].kind != EQUATION_PLAIN)
            continue;
        int v = force_coordinate_of(f, i);
        if (v < 0)
            continue;
        f->coordinate[f->motion.count] = v;
        LIST_PUSH(s->arena, f->motion, i);
    }
}

/* Returns whether the variable occurs with the gradient of constraint l; ratio: [motion]
 * then holds the factors. */
static int force_matches(search *f, int v, int l, double *ratio) {
    graph *g = f->system->graph;
    int any = 0;
    for (int j = 0; j < f->motion.count; j++) {
        expr c = slope(f, f->motion.at[j], v);
        expr d =
            expr_partial(g, f->from->at.at[l].residual, expr_jet(g, f->coordinate[j], 0));
        ratio[j] = 0;
        for (int k = 0; k < POINTS; k++) {
            double x = force_value_at(f, c, k);
            double y = force_value_at(f, d, k);
            double r = x / y;
            if (x == 0 && y == 0)
                continue;
            if (x == 0 || y == 0 || !isfinite(r))
                return 0;
            if (k && !(fabs(r - ratio[j]) <= SAME * fabs(r)))
                return 0;
            ratio[j] = r;
            any = 1;
        }
    }
    return any;
}

/* One multiplier for each constraint. */
static int match_all(search *f) {
    dae *s = f->system;
    int count = f->from->at.count;
    int motion = f->motion.count;
    f->ratio = ARENA_ARRAY(s->arena, double, motion *count);
    f->found->multiplier = ARENA_ARRAY(s->arena, int, count);
    char *taken = ARENA_ARRAY(s->arena, char, s->variables.count);
    for (int l = 0; l < count; l++) {
        int v = 0;
        while (v < s->variables.count && (!f->is_candidate[v] || taken[v] ||
                                          !force_matches(f, v, l, f->ratio + l * motion)))
            v++;
        if (v == s->variables.count)
            return 0;
        taken[v] = 1;
        f->found->multiplier[l] = v;
    }
    return 1;
}

/* Solves ratio[j, l] = scale of equation j times scale of multiplier l, from one equation
 * to the others through the multipliers that they share. */
static int find_scales(search *f, double *scale) {
    int count = f->from->at.count;
    int motion = f->motion.count;
    int known = 0;
    int before;
    int first = 0;
    double *of_multiplier = ARENA_ARRAY(f->system->arena, double, count);
    while (first < motion && f->ratio[first] == 0)
        first++;
    scale[first] = f->ratio[first];
    do {
        before = known;
        known = 0;
        for (int k = 0; k < motion * count; k++) {
            int j = k % motion;
            int l = k / motion;
            double r = f->ratio[k];
            if (r == 0)
                continue;
            if (scale[j] != 0 && of_multiplier[l] == 0)
                of_multiplier[l] = r / scale[j];
            if (scale[j] == 0 && of_multiplier[l] != 0)
                scale[j] = r / of_multiplier[l];
            double error = fabs(scale[j] * of_multiplier[l] - r);
            if (scale[j] != 0 && !(error <= SAME * fabs(r)))
                return 0;
        }
        for (int j = 0; j < motion; j++)
            known += scale[j] != 0;
    } while (known != before);
    for (int l = 0; l < count; l++)
        if (of_multiplier[l] == 0)
            return 0;
    return 1;
}

/* Looks for one multiplier for each constraint; without all of them there are no
 * forces. */
forces *forces_of(const polynomials *p) {
    dae *s = p->system;
    search f = {.from = p, .system = s, .found = arena_alloc(s->arena, sizeof *f.found)};
    find_candidates(&f);
    find_motion(&f);
    for (int j = 0; j < f.motion.count; j++)
        for (int v = 0; v < s->variables.count; v++)
            f.found->candidates +=
                f.is_candidate[v] && slope(&f, f.motion.at[j], v) != EXPR_ZERO;
    if (!f.motion.count || !p->at.count || !match_all(&f))
        return f.found;
    double *scale = ARENA_ARRAY(s->arena, double, f.motion.count);
    if (!find_scales(&f, scale))
        return f.found;
    f.found->count = p->at.count;
    for (int j = 0; j < f.motion.count; j++)
        if (scale[j] != 0)
            LIST_PUSH(s->arena, f.found->on,
                      ((force){f.motion.at[j], f.coordinate[j], scale[j]}));
    return f.found;
}
