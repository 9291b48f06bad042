/* SPDX-License-Identifier: BSD-3-Clause */
/* Where all rates are zero, the derivatives of equations hold by themselves, and what is
 * left are the equations of the model as written: as many as there are unknowns, or more,
 * or fewer that are independent. Least squares after Levenberg and Marquardt take all of
 * these: steps are those of Gauss and Newton, of least length where several do, damped
 * where the residual would grow. */
#include "equilibrium.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"

/* Units of round-off within which an equation holds, and with which a point that does not
 * come nearer is accepted: sums of many terms err by more than one bound. */
static const double HOLDS = 1, ACCEPTED = 16;
static const double LEAST_DAMPING = 1e-12, FIRST_DAMPING = 1e-6, MOST_DAMPING = 1e12;
static const double RANK_SHARE = 1e-10; /* of pivots, for directions without slope */
enum { MOST_ROUNDS = 200, LARGEST = 3000 };

struct rest_problem {
    lowered *w;
    arena *arena;
    linear_maps maps;
    program program; /* residuals of all rows */
    int n, rows, columns, slots;
    int *column;                      /* [columns]: slots that are solved for */
    char *is_rate;                    /* [slots] */
    double *residual, *bound, *scale; /* [rows] */
    double *slope;                    /* [rows, columns], scaled */
    double *full[2];                  /* slopes as maps give them */
    double *trial, *ahead;            /* [slots] */
    double *stack, *right, *step;     /* damped least squares */
    double *work;
};

static void rest_list_columns(rest_problem *p) {
    const invo_system *s = &p->w->system;
    p->is_rate = ARENA_ARRAY(p->arena, char, p->slots + 1);
    p->column = ARENA_ARRAY(p->arena, int, p->slots + 1);
    for (int i = 1; i < p->n; i++)
        p->is_rate[s->coordinate[i].derivative] = 1;
    for (int slot = 1; slot < p->slots; slot++)
        if (!p->is_rate[slot])
            p->column[p->columns++] = slot;
}

static program rest_program(lowered *w) {
    completion *c = w->completion;
    arena *a = arena_child(c->arena);
    const int rows = c->constraints - c->invariants;
    const condition *given = completion_constraints(c, a, 0);
    expr *f = ARENA_ARRAY(a, expr, rows + c->unknowns + 1);
    for (int i = 0; i < rows; i++)
        f[i] = given[i].f;
    for (int i = 0; i < c->unknowns; i++)
        f[rows + i] = completion_top(c, i);
    const program p = program_new(w, rows + c->unknowns, f);
    arena_free(a);
    return p;
}

rest_problem *rest_problem_new(lowered *w, arena *a) {
    rest_problem *p = arena_alloc(a, sizeof *p);
    *p = (rest_problem){.w = w,
                        .arena = a,
                        .n = w->completion->coordinates,
                        .slots = completion_slots(w->completion)};
    if (p->slots > LARGEST)
        fail(w->completion->system->context, INVO_E_LIMIT, nowhere,
             "the model has %d coordinates and highest derivatives; a steady state is "
             "sought for up to %d of them; run the model until it rests",
             p->slots, LARGEST);
    rest_list_columns(p);
    p->maps = linear_maps_new(w);
    p->rows = p->maps.rows + p->maps.tops;
    p->program = rest_program(w);
    const int high = p->rows + p->columns;
    p->residual = ARENA_ARRAY(a, double, p->rows + 1);
    p->bound = ARENA_ARRAY(a, double, p->rows + 1);
    p->scale = ARENA_ARRAY(a, double, p->rows + 1);
    p->slope = ARENA_ARRAY(a, double, (size_t)p->rows *(size_t)p->columns + 1);
    p->full[0] = ARENA_ARRAY(a, double, (size_t)p->maps.rows *(size_t)p->slots + 1);
    p->full[1] = ARENA_ARRAY(a, double, (size_t)p->maps.tops *(size_t)p->slots + 1);
    p->trial = ARENA_ARRAY(a, double, p->slots + 1);
    p->ahead = ARENA_ARRAY(a, double, p->slots + 1);
    p->stack = ARENA_ARRAY(a, double, (size_t)high *(size_t)p->columns + 1);
    p->right = ARENA_ARRAY(a, double, high + 1);
    p->step = ARENA_ARRAY(a, double, p->columns + 1);
    p->work = ARENA_ARRAY(a, double, least_squares_work(high, p->columns));
    return p;
}

/* Residuals at x, and the length of all of them by scale; infinite outside the domain. */
static double rest_evaluate(rest_problem *p, const double *x) {
    double sum = 0;
    program_run_bound(p->w, &p->program, x, x + p->n, p->residual, p->bound);
    for (int i = 0; i < p->rows; i++) {
        const double r = p->residual[i] * p->scale[i];
        sum += r * r;
    }
    return isfinite(sum) ? sqrt(sum) : INFINITY;
}

/* Scales of the rows: the sizes of their terms, those of x being at least nominal. */
static void rest_scale(rest_problem *p, const double *x) {
    for (int i = 0; i < p->rows; i++)
        p->scale[i] = 1;
    rest_evaluate(p, x);
    for (int i = 0; i < p->rows; i++)
        if (isfinite(p->bound[i]) && p->bound[i] > 0)
            p->scale[i] = 1 / p->bound[i];
}

/* Values of parameters may have changed since: an event, or another time of a run. */
static void rest_load(const rest_problem *p) {
    map_load(p->w, &p->maps.constraint);
    map_load(p->w, &p->maps.top);
    program_load(p->w, &p->program);
}

double rest_problem_distance(rest_problem *p, double *x) {
    rest_load(p);
    for (int slot = 1; slot < p->slots; slot++)
        if (p->is_rate[slot])
            x[slot] = 0;
    rest_scale(p, x);
    return rest_evaluate(p, x);
}

static void rest_find_slopes(rest_problem *p, const double *x) {
    linear_maps_run(p->w, &p->maps, x, x + p->n, p->full[0], p->full[1]);
    for (int j = 0; j < p->columns; j++) {
        const int slot = p->column[j];
        const double nominal = p->w->nominal[slot];
        for (int i = 0; i < p->rows; i++) {
            const int below = i - p->maps.rows;
            const double x_ij =
                below < 0 ? p->full[0][i + (size_t)slot * (size_t)p->maps.rows]
                          : p->full[1][below + (size_t)slot * (size_t)p->maps.tops];
            p->slope[i + (size_t)j * (size_t)p->rows] = x_ij * nominal * p->scale[i];
        }
    }
}

/* The damped step from x in units of nominal; returns the rank. */
static int rest_find_step(rest_problem *p, double damping) {
    const int more = damping > 0 ? p->columns : 0;
    const int high = p->rows + more;
    for (int j = 0; j < p->columns; j++) {
        double *to = p->stack + (size_t)j * (size_t)high;
        memcpy(to, p->slope + (size_t)j * (size_t)p->rows, sizeof *to * (size_t)p->rows);
        for (int i = 0; i < more; i++)
            to[p->rows + i] = i == j ? damping : 0;
    }
    for (int i = 0; i < high; i++)
        p->right[i] = i < p->rows ? -p->residual[i] * p->scale[i] : 0;
    return least_squares(high, p->columns, p->stack, p->right, p->step, RANK_SHARE,
                         p->work);
}

static void rest_take_step(const rest_problem *p, const double *x, double *to) {
    memcpy(to, x, sizeof *to * (size_t)p->slots);
    for (int j = 0; j < p->columns; j++)
        to[p->column[j]] += p->step[j] * p->w->nominal[p->column[j]];
}

/* The size of column j at x, in units of nominal. */
static double rest_size(const rest_problem *p, int j, const double *x) {
    return fmax(fabs(x[p->column[j]]) / p->w->nominal[p->column[j]], 1);
}

static double rest_units(const rest_problem *p, int *row) {
    double most = 0;
    for (int i = 0; i < p->rows; i++) {
        const double r = fabs(p->residual[i]);
        const double unit = DBL_EPSILON * p->bound[i];
        const double units = r == 0 ? 0 : r / unit;
        if (units > most || isnan(units)) {
            most = isnan(units) ? INFINITY : units;
            *row = i;
        }
    }
    return most;
}

static int rest_depends_on_time(const rest_problem *p) {
    for (int i = 0; i < p->maps.rows; i++)
        if (p->full[0][i] != 0)
            return 1;
    for (int i = 0; i < p->maps.tops; i++)
        if (p->full[1][i] != 0)
            return 1;
    return 0;
}

/* The step to the zero of row i alone, linearized at x, in `to`; returns its length by
 * the sizes at x: 0 where the row holds, or depends on nothing. */
static double rest_find_way(const rest_problem *p, int i, const double *x,
                            const double *at, double *to) {
    const double r = p->residual[i] * p->scale[i];
    double sum = 0;
    for (int j = 0; j < p->columns; j++)
        sum += pow(p->slope[i + (size_t)j * (size_t)p->rows] * rest_size(p, j, x), 2);
    if (r == 0 || !(sum > 0))
        return 0;
    memcpy(to, at, sizeof *to * (size_t)p->slots);
    for (int j = 0; j < p->columns; j++) {
        const double size = rest_size(p, j, x);
        const double g = p->slope[i + (size_t)j * (size_t)p->rows] * size;
        to[p->column[j]] -= r / sum * g * size * p->w->nominal[p->column[j]];
    }
    return fabs(r) / sqrt(sum);
}

/* Does row i come no nearer to zero, as 1/x and exp(-x) do? Their residuals fall below
 * round-off, and no Newton step is shorter than the one before. At a root of order m
 * steps shrink by 1 - 1/m. */
static int rest_row_flees(rest_problem *p, int i, const double *x) {
    static const double FAR = 1e-4, SHRINKS = 0.95;
    double *ahead = p->ahead;
    const double way = rest_find_way(p, i, x, x, ahead);
    if (!(way > FAR))
        return 0;
    rest_evaluate(p, ahead);
    rest_find_slopes(p, ahead);
    const double next = rest_find_way(p, i, x, ahead, p->trial);
    rest_evaluate(p, x);
    rest_find_slopes(p, x);
    return !(next < SHRINKS * way);
}

/* A row whose zero is nowhere near x; -1: there is none. */
static int rest_find_fleeing(rest_problem *p, const double *x) {
    for (int i = 0; i < p->rows; i++)
        if (rest_row_flees(p, i, x))
            return i;
    return -1;
}

int rest_problem_solve(rest_problem *p, double *x, equilibrium *found) {
    double damping = FIRST_DAMPING;
    double length = rest_problem_distance(p, x);
    *found = (equilibrium){.units = INFINITY};
    if (!isfinite(length))
        return 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        found->units = rest_units(p, &found->row);
        if (found->units <= HOLDS)
            break;
        rest_find_slopes(p, x);
        rest_find_step(p, damping);
        rest_take_step(p, x, p->trial);
        const double next = rest_evaluate(p, p->trial);
        if (next < length) {
            memcpy(x, p->trial, sizeof *x * (size_t)p->slots);
            length = next;
            damping = damping > LEAST_DAMPING ? damping / 10 : 0;
            continue;
        }
        rest_evaluate(p, x);
        damping = fmax(10 * damping, LEAST_DAMPING);
        if (damping > MOST_DAMPING || found->units <= ACCEPTED)
            break;
    }
    rest_find_slopes(p, x);
    found->free = p->columns - rest_find_step(p, 0);
    found->is_timed = rest_depends_on_time(p);
    if (found->units > ACCEPTED)
        return 0;
    const int fleeing = rest_find_fleeing(p, x);
    if (fleeing >= 0) {
        found->units = INFINITY;
        found->row = fleeing;
    }
    return fleeing < 0;
}
