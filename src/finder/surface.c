/* SPDX-License-Identifier: BSD-3-Clause */
/* Newton's method: slopes and steps in double precision, residuals in quadruple
 * precision, so that each step gains a dozen digits. */
#include "surface.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../base/number.h"
#include "../evaluate/interpreter.h"
#include "../linalg/dense.h"

/* --- numbers --- */

quad *quad_array(arena *a, size_t count) {
    uintptr_t room = (uintptr_t)arena_alloc(a, sizeof(quad) * (count + 1));
    return (quad *)((room + sizeof(quad) - 1) / sizeof(quad) * sizeof(quad));
}

enum { WRITTEN_DIGITS = 15, LARGEST_POWER = 48 /* 5^48 has less than 113 bits */ };

static quad power_of_ten(int n) {
    quad power = 1;
    for (int k = 0; k < n; k++)
        power *= 10;
    return power;
}

/* The shortest decimal that is rounded to x, where it has at most 15 digits: 0.1 and 0.3
 * are to have the ratio 3. */
quad quad_of_decimal(double x) {
    char text[64];
    if (!isfinite(x) || x == rint(x))
        return x;
    for (int digits = 1; digits <= WRITTEN_DIGITS; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, x);
        if (strtod(text, NULL) != x)
            continue;
        quad mantissa = 0;
        const char *c = text;
        for (; *c != 'e'; c++)
            if (*c >= '0' && *c <= '9')
                mantissa = mantissa * 10 + (*c - '0');
        int power = atoi(c + 1) - (digits - 1);
        if (abs(power) > LARGEST_POWER)
            return x;
        quad value =
            power < 0 ? mantissa / power_of_ten(-power) : mantissa * power_of_ten(power);
        return x < 0 ? -value : value;
    }
    return x;
}

/* --- tapes --- */

static int surface_input(void *data, const expr_node *leaf) {
    const surface *s = data;
    if (leaf->op == OP_PARAMETER)
        return s->slots + leaf->variable;
    int slot = completion_slot(s->lowered->completion, leaf);
    return slot >= 0 ? slot : s->slots + s->parameters;
}

quad_tape quad_tape_new(surface *s, int count, const expr *root) {
    int inputs = s->slots + s->parameters + 1;
    graph *g = s->lowered->completion->system->graph;
    tape *t = arena_alloc(s->arena, sizeof *t);
    *t = *tape_lower(g, s->arena, inputs, surface_input, s, count, root);
    quad_tape q = {.tape = t};
    q.slot = quad_array(s->arena, t->slots + 1);
    q.out = quad_array(s->arena, count + 1);
    q.near_slot = ARENA_ARRAY(s->arena, double, t->slots + 1);
    q.near_out = ARENA_ARRAY(s->arena, double, count + 1);
    tape_prepare(t, q.near_slot);
    for (int k = 0; k < t->constants; k++)
        q.slot[t->inputs + k] = quad_of_decimal(t->constant[k]);
    t->inputs += t->constants;
    t->constants = 0;
    return q;
}

static void quad_tape_load(const surface *s, const quad_tape *t, const quad *x) {
    for (int k = 0; k < s->slots; k++)
        t->slot[k] = x[k];
    for (int p = 0; p < s->parameters; p++)
        t->slot[s->slots + p] = s->parameter[p];
    t->slot[s->slots + s->parameters] = 0;
}

void quad_tape_run(const surface *s, const quad_tape *t, const quad *x) {
    quad_tape_load(s, t, x);
    tape_run_quad(t->tape, t->slot, t->out);
}

static void quad_tape_run_filled(const surface *s, const quad_tape *t) {
    vector_copy(s->parameters, s->near_parameter, t->near_slot + s->slots);
    t->near_slot[s->slots + s->parameters] = 0;
    tape_run(t->tape, t->near_slot, t->near_out);
}

void quad_tape_run_near(const surface *s, const quad_tape *t, const quad *x) {
    for (int k = 0; k < s->slots; k++)
        t->near_slot[k] = (double)x[k];
    quad_tape_run_filled(s, t);
}

void quad_tape_run_double(const surface *s, const quad_tape *t, const double *x) {
    vector_copy(s->slots, x, t->near_slot);
    quad_tape_run_filled(s, t);
}

/* --- parameters --- */

static int surface_is_bound(const surface *s, int p) {
    const dae *d = s->lowered->completion->system;
    const parameter *q = &d->parameters.at[p];
    if (q->is_set || q->is_tuned || q->binding == NO_EXPR)
        return 0;
    if (q->kind != PARAMETER_FREE && q->kind != PARAMETER_CONSTANT)
        return 0;
    return expr_get(d->graph, q->binding)->op != OP_NUMBER;
}

static void surface_list_bindings(surface *s) {
    const dae *d = s->lowered->completion->system;
    int *bound = ARENA_ARRAY(s->arena, int, s->parameters + 1);
    expr *root = ARENA_ARRAY(s->arena, expr, s->parameters + 1);
    int count = 0;
    for (int p = 0; p < s->parameters; p++)
        if (surface_is_bound(s, p)) {
            root[count] = d->parameters.at[p].binding;
            bound[count++] = p;
        }
    s->bound = bound;
    s->binding = quad_tape_new(s, count, root);
}

enum { MOST_PASSES = 50 }; /* through parameters that depend on each other */

void surface_set_parameters(surface *s, int which, double factor) {
    const dae *d = s->lowered->completion->system;
    for (int p = 0; p < s->parameters; p++)
        s->parameter[p] = quad_of_decimal(d->parameters.at[p].value);
    if (which >= 0) {
        quad value = s->parameter[which];
        s->parameter[which] = value == 0 ? (quad)(factor - 1) : value * factor;
    }
    quad *nowhere_at_all = quad_array(s->arena, s->slots);
    for (int pass = 0, changed = 1; changed && pass < MOST_PASSES; pass++) {
        changed = 0;
        quad_tape_run(s, &s->binding, nowhere_at_all);
        for (int k = 0; k < s->binding.tape->outputs; k++) {
            quad value = s->binding.out[k];
            quad *to = &s->parameter[s->bound[k]];
            if (value != value || value == *to)
                continue;
            *to = value;
            changed = 1;
        }
    }
    for (int p = 0; p < s->parameters; p++)
        s->near_parameter[p] = (double)s->parameter[p];
}

/* --- rows --- */

static void surface_list_rows(surface *s, int levels, const expr *level) {
    completion *c = s->lowered->completion;
    arena *a = s->arena;
    int own = c->constraints - c->invariants;
    const condition *phi = completion_constraints(c, a, 0);
    expr *row = ARENA_ARRAY(a, expr, own + levels + 1);
    expr *top = ARENA_ARRAY(a, expr, c->unknowns + 1);
    for (int i = 0; i < own; i++)
        row[i] = phi[i].f;
    for (int i = 0; i < levels; i++)
        row[own + i] = level[i];
    for (int i = 0; i < c->unknowns; i++)
        top[i] = completion_top(c, i);
    s->rows = own + levels;
    s->levels = levels;
    s->row = row;
    s->top = top;
    s->row_value = quad_tape_new(s, s->rows, row);
    s->top_value = quad_tape_new(s, c->unknowns, top);
}

typedef struct surface_slopes {
    LIST(int) row;
    LIST(int) column;
    LIST(expr) entry;
} surface_slopes;

/* Adds the derivatives of f by the slots first..last. */
static void surface_add_slopes(surface *s, surface_slopes *list, int row, expr f,
                               int first, int last) {
    graph *g = s->lowered->completion->system->graph;
    if (f == EXPR_ZERO)
        return;
    expr_leaves by = expr_depends(g, f);
    int count = by.count;
    expr *leaf = ARENA_ARRAY(s->arena, expr, count + 1);
    expr *slope = ARENA_ARRAY(s->arena, expr, count + 1);
    for (int k = 0; k < count; k++)
        leaf[k] = by.at[k];
    expr_forget(g, by);
    expr_gradient(g, f, (expr_leaves){leaf, count}, slope);
    for (int k = 0; k < count; k++) {
        int slot = completion_slot(s->lowered->completion, expr_get(g, leaf[k]));
        if (slot < first || slot > last || slope[k] == EXPR_ZERO)
            continue;
        LIST_PUSH(s->arena, list->row, row);
        LIST_PUSH(s->arena, list->column, slot - first);
        LIST_PUSH(s->arena, list->entry, slope[k]);
    }
}

static slope_entries surface_lower_slopes(surface *s, const surface_slopes *list) {
    return (slope_entries){.entry = quad_tape_new(s, list->entry.count, list->entry.at),
                           .row = list->row.at,
                           .column = list->column.at};
}

static void surface_list_slopes(surface *s) {
    surface_slopes rows = {0};
    surface_slopes tops = {0};
    for (int i = 0; i < s->rows; i++)
        surface_add_slopes(s, &rows, i, s->row[i], 1, s->coordinates - 1);
    for (int i = 0; i < s->unknowns; i++)
        surface_add_slopes(s, &tops, i, s->top[i], s->coordinates, s->slots - 1);
    s->row_slope = surface_lower_slopes(s, &rows);
    s->top_slope = surface_lower_slopes(s, &tops);
}

static const double FIRST_SPREAD = 1.5;

/* What steps cost, in operations. */
static void surface_count(surface *s) {
    double rows = s->rows;
    double unknowns = s->unknowns;
    double factor = 4 * rows * rows * s->coordinates + s->row_slope.entry.tape->length;
    double values = s->row_value.tape->length;
    double tops = s->top_value.tape->length;
    s->step_cost = factor + values;
    s->exact_cost = factor + EFFORT_QUAD * values;
    s->near_cost =
        unknowns * unknowns * unknowns + s->top_slope.entry.tape->length + tops;
    s->tops_cost = unknowns * unknowns + EFFORT_QUAD * tops;
}

surface *surface_new(lowered *w, arena *a, effort *e, int levels, const expr *level) {
    const completion *c = w->completion;
    surface *s = arena_alloc(a, sizeof *s);
    s->lowered = w;
    s->arena = a;
    s->effort = e;
    s->coordinates = c->coordinates;
    s->unknowns = c->unknowns;
    s->slots = completion_slots(c);
    s->parameters = c->system->parameters.count;
    s->parameter = quad_array(a, s->parameters + 1);
    s->near_parameter = ARENA_ARRAY(a, double, s->parameters + 1);
    s->near = ARENA_ARRAY(a, double, s->slots + 1);
    s->spread = FIRST_SPREAD;
    s->state = 1;
    surface_list_bindings(s);
    surface_set_parameters(s, -1, 1);
    surface_list_rows(s, levels, level);
    surface_list_slopes(s);
    int most = (s->rows > s->unknowns ? s->rows : s->unknowns) + 1;
    size_t room = (size_t)most * (size_t)(s->slots + 1);
    s->matrix = ARENA_ARRAY(a, double, room);
    s->right = ARENA_ARRAY(a, double, most);
    s->step = ARENA_ARRAY(a, double, s->slots + most);
    s->scale = ARENA_ARRAY(a, double, most);
    s->pivot = ARENA_ARRAY(a, int, most);
    s->work = ARENA_ARRAY(a, double, least_squares_work(most, s->slots + 1));
    surface_count(s);
    return s;
}

/* --- points --- */

static const double LARGE_POINT = 1e6; /* sizes of a coordinate */
static const double LARGE_TOP = 1e9;
static const double RANK_SHARE = 1e-7;
static const double STALLED = 0.9; /* of the length of a step some steps before */
static const double EXACT = 1e-28; /* residual, as a share of its terms */
enum { MOST_NEWTON = 60, PATIENCE = 8, REFINEMENTS = 4, MOST_ATTEMPTS = 60 };

static double surface_size(const surface *s, int slot) {
    const lowered *w = s->lowered;
    return slot ? fmax(w->nominal[slot], fabs(w->start[slot])) : 1;
}

/* Fills the matrix of the constraints with the slopes that were computed, by columns that
 * are scaled by sizes. */
static void surface_load_rows(surface *s) {
    int rows = s->rows;
    const slope_entries *d = &s->row_slope;
    vector_zero(rows * (s->coordinates - 1), s->matrix);
    for (int k = 0; k < d->entry.tape->outputs; k++) {
        int j = d->column[k];
        s->matrix[d->row[k] + (size_t)j * rows] +=
            d->entry.near_out[k] * surface_size(s, j + 1);
    }
}

/* Solves for the Newton step of least norm in all coordinates but time, from residuals in
 * s->right. Returns its length, in sizes. */
static double surface_solve_rows(surface *s) {
    int columns = s->coordinates - 1;
    double length = 0;
    surface_load_rows(s);
    if (!vector_all_finite(s->rows, s->right) ||
        !vector_all_finite(s->rows * columns, s->matrix))
        return NAN;
    least_squares(s->rows, columns, s->matrix, s->right, s->step, RANK_SHARE, s->work);
    for (int j = 0; j < columns; j++)
        length = larger(length, fabs(s->step[j]));
    return length;
}

/* Makes a step that is not longer than 1. */
static double surface_step_near(surface *s, double *x) {
    quad_tape_run_double(s, &s->row_value, x);
    quad_tape_run_double(s, &s->row_slope.entry, x);
    vector_copy(s->rows, s->row_value.near_out, s->right);
    double length = surface_solve_rows(s);
    double limit = length < 1 ? 1 : 1 / length;
    for (int j = 1; isfinite(length) && j < s->coordinates; j++)
        x[j] -= limit * s->step[j - 1] * surface_size(s, j);
    return length;
}

static double surface_step_exactly(surface *s, quad *x) {
    quad_tape_run(s, &s->row_value, x);
    quad_tape_run_near(s, &s->row_slope.entry, x);
    for (int i = 0; i < s->rows; i++)
        s->right[i] = (double)s->row_value.out[i];
    double length = surface_solve_rows(s);
    for (int j = 1; isfinite(length) && j < s->coordinates; j++)
        x[j] -= (quad)s->step[j - 1] * surface_size(s, j);
    return length;
}

/* Goes near the manifold; returns whether that has succeeded. */
static int surface_come_near(surface *s, double *x) {
    static const double NEAR = 1e-9;
    double length = 1;
    double before = INFINITY;
    for (int k = 1; k <= MOST_NEWTON && length > NEAR; k++) {
        length = surface_step_near(s, x);
        if (!isfinite(length) || !effort_spend(s->effort, s->step_cost))
            return 0;
        if (k % PATIENCE != 0)
            continue;
        if (length > STALLED * before) /* it wanders */
            return 0;
        before = length;
    }
    return length <= NEAR;
}

/* Goes to the manifold; returns whether that has succeeded, to quadruple precision. */
static int surface_reach(surface *s, quad *x) {
    double length = 1;
    if (s->rows == 0)
        return 1;
    for (int k = 0; k < s->slots; k++)
        s->near[k] = (double)x[k];
    if (!surface_come_near(s, s->near))
        return 0;
    for (int k = 1; k < s->coordinates; k++)
        x[k] += s->near[k] - (double)x[k]; /* decimals that are exact stay so */
    for (int k = 0; k < REFINEMENTS && length > EXACT; k++) {
        length = surface_step_exactly(s, x);
        if (!isfinite(length) || !effort_spend(s->effort, s->exact_cost))
            return 0;
    }
    return length <= EXACT;
}

/* Factors the matrix of the top equations, which are linear in z. */
static int surface_factor_tops(surface *s, const double *x) {
    int n = s->unknowns;
    const slope_entries *d = &s->top_slope;
    quad_tape_run_double(s, &d->entry, x);
    vector_zero(n * n, s->matrix);
    for (int k = 0; k < d->entry.tape->outputs; k++)
        s->matrix[d->row[k] + d->column[k] * n] += d->entry.near_out[k];
    return vector_all_finite(n * n, s->matrix) &&
           !lu_factor(n, s->matrix, s->pivot, s->scale);
}

/* Solves the top equations in double precision; the factor stays. */
static int surface_near_tops(surface *s, double *x) {
    int n = s->unknowns;
    double *z = x + s->coordinates;
    const double *nominal = s->lowered->nominal + s->coordinates;
    if (!surface_factor_tops(s, x) || !effort_spend(s->effort, s->near_cost))
        return 0;
    quad_tape_run_double(s, &s->top_value, x);
    vector_copy(n, s->top_value.near_out, s->right);
    if (!vector_all_finite(n, s->right))
        return 0;
    lu_solve(n, s->matrix, s->pivot, s->scale, s->right);
    for (int j = 0; j < n; j++) {
        z[j] -= s->right[j];
        if (!(fabs(z[j]) <= LARGE_TOP * nominal[j]))
            return 0;
    }
    return 1;
}

/* Changes z, which s->near has in double precision; returns by how much. */
static double surface_refine_tops(surface *s, quad *x) {
    int n = s->unknowns;
    quad *z = x + s->coordinates;
    const double *near = s->near + s->coordinates;
    double change = 0;
    quad_tape_run(s, &s->top_value, x);
    for (int i = 0; i < n; i++)
        s->right[i] = (double)s->top_value.out[i];
    if (!vector_all_finite(n, s->right))
        return NAN;
    lu_solve(n, s->matrix, s->pivot, s->scale, s->right);
    for (int j = 0; j < n; j++) {
        z[j] -= s->right[j];
        change = larger(change, fabs(s->right[j]) / (1 + fabs(near[j])));
    }
    return change;
}

/* The factor and the first step are in double precision, residuals of further steps in
 * quadruple precision. */
int surface_solve_tops(surface *s, quad *x) {
    double change = 1;
    for (int k = 0; k < s->slots; k++)
        s->near[k] = (double)x[k];
    if (!surface_near_tops(s, s->near))
        return 0;
    for (int k = s->coordinates; k < s->slots; k++)
        x[k] = s->near[k];
    for (int k = 0; k <= REFINEMENTS && change > EXACT; k++) {
        change = surface_refine_tops(s, x);
        if (!isfinite(change) || !effort_spend(s->effort, s->tops_cost))
            return 0;
    }
    return change <= EXACT;
}

/* Uniform in (-1, 1), by the generator splitmix64 [SLF14]: points need more independent
 * components than a linear congruence gives. */
static double surface_random(surface *s) {
    uint64_t x = s->state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    x ^= x >> 31;
    return (double)(x >> 11) / 4503599627370496.0 - 1;
}

static int surface_try(surface *s, quad *x) {
    const lowered *w = s->lowered;
    for (int k = 0; k < s->slots; k++)
        x[k] = w->start[k];
    for (int k = 0; k < s->coordinates; k++)
        x[k] += s->spread * surface_size(s, k) * surface_random(s);
    if (!surface_reach(s, x))
        return 0;
    for (int k = 1; k < s->coordinates; k++)
        if (!(fabs((double)x[k]) <= LARGE_POINT * surface_size(s, k)))
            return 0;
    return surface_solve_tops(s, x);
}

/* Tries until a point is found, after some attempts less far away; soon where there has
 * been none yet, for it is not bad luck then. */
int surface_draw(surface *s, quad *x) {
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
        if (surface_try(s, x)) {
            s->has_drawn = 1;
            return 1;
        }
        if (!effort_spend(s->effort, 0))
            return 0;
        if (attempt % (s->has_drawn ? MOST_ATTEMPTS / 4 : MOST_ATTEMPTS / 10) == 0)
            s->spread /= 2;
    }
    return 0;
}

/* --- along the solution --- */

int surface_start(surface *s, quad *x) {
    for (int k = 0; k < s->slots; k++)
        x[k] = quad_of_decimal(s->lowered->start[k]);
    return surface_reach(s, x) && surface_solve_tops(s, x);
}

/* The rates of the coordinates at x, whose top unknowns are solved. Here all is in double
 * precision: where the solution leads to need not be exact. */
static int surface_rates(surface *s, double *x, double *rate) {
    const completion *c = s->lowered->completion;
    if (!surface_near_tops(s, x))
        return 0;
    rate[0] = 1;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l < c->unknown[j].d; l++)
            rate[completion_jet_slot(c, j, l)] = x[completion_jet_slot(c, j, l + 1)];
    return 1;
}

/* One step of the classical Runge-Kutta method. rate: [4, coordinates], the first ones
 * are those at x; at: [slots] */
static int surface_step_along(surface *s, double *x, double h, double *rate, double *at) {
    static const double share[4] = {0, 0.5, 0.5, 1};
    static const double weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    int n = s->coordinates;
    for (int stage = 1; stage < 4; stage++) {
        vector_copy(s->slots, x, at);
        vector_add(n, h * share[stage], rate + (stage - 1) * n, at);
        if (!surface_rates(s, at, rate + stage * n))
            return 0;
    }
    for (int stage = 0; stage < 4; stage++)
        vector_add(n, h * weight[stage], rate + stage * n, x);
    return 1;
}

int surface_advance(surface *s, quad *x) {
    enum { STEPS = 30 };
    static const double STEP = 0.01; /* in sizes of coordinates */
    double *rate = ARENA_ARRAY(s->arena, double, 4 * s->coordinates);
    double *at = ARENA_ARRAY(s->arena, double, s->slots + 1);
    double *own = s->near;
    for (int k = 0; k < s->slots; k++)
        own[k] = (double)x[k];
    for (int step = 0; step < STEPS; step++) {
        double fastest = 0;
        if (!surface_rates(s, own, rate))
            return 0;
        for (int k = 0; k < s->coordinates; k++)
            fastest = larger(fastest, fabs(rate[k]) / surface_size(s, k));
        if (!isfinite(fastest) || !surface_step_along(s, own, STEP / fastest, rate, at))
            return 0;
    }
    for (int k = 0; k < s->slots; k++)
        x[k] = own[k];
    return surface_reach(s, x) && surface_solve_tops(s, x);
}

/* --- the tangent space --- */

/* Gram and Schmidt's method, twice; gradients of dependent rows leave nothing. */
int surface_normals(surface *s, const quad *x, double *basis) {
    int n = s->coordinates;
    int rank = 0;
    quad_tape_run_near(s, &s->row_slope.entry, x);
    surface_load_rows(s);
    for (int i = 0; i < s->rows; i++) {
        double *own = basis + (size_t)rank * n;
        own[0] = 0;
        for (int j = 1; j < n; j++)
            own[j] = s->matrix[i + (size_t)(j - 1) * s->rows];
        double before = vector_normalize(n, own);
        double rest = 1;
        for (int pass = 0; pass < 2; pass++) {
            for (int r = 0; r < rank; r++)
                vector_add(n, -dot(n, basis + (size_t)r * n, own), basis + (size_t)r * n,
                           own);
            rest *= vector_normalize(n, own);
        }
        rank += before > 0 && rest > RANK_SHARE;
    }
    return rank;
}
