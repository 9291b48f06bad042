/* SPDX-License-Identifier: BSD-3-Clause */
/* Near a solution, deviations x of the coordinates satisfy G x = 0 and x' = F x, where G
 * = d phi / d u and F = d v / d u: the top unknowns follow from T(u, z) = 0, dz = -T_z^-1
 * T_u du. Both matrices are exact. Some of the coordinates, as many as there are degrees
 * of freedom, determine the others by G x = 0: these are the states s, x = N s, and s' =
 * (F N)_s s. The same elimination tells what a deviation of an input does at once to the
 * coordinates that depend on it. Eigenvalues at a point of rest do not depend on the
 * choice of states. */
#include "linear.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/eigen.h"
#include "../linalg/svd.h"

static const double RANK_TOLERANCE = 1e-11; /* as certificate.c */
/* Below this, with rows and columns of about length 1, a matrix is singular. */
static const double SINGULAR = 1e-14;
enum { MOST_SLOTS = 4000 };

typedef struct linear_work {
    lowered *w;
    arena *scratch, *arena; /* of what is found */
    const double *u, *z;
    const linear_request *request;
    int n, tops;
    double *follows;   /* [tops, n]: d z / d u */
    int *state;        /* [states]: coordinates */
    int states, extra; /* extra: columns of inputs */
    int *input;        /* [extra]: coordinates */
    double *basis;     /* [n, states + extra]: N, then that of inputs */
} linear_work;

linear_maps linear_maps_new(lowered *w) {
    completion *c = w->completion;
    arena *a = arena_child(c->arena);
    const int rows = c->constraints - c->invariants;
    const condition *given = completion_constraints(c, a, 0);
    expr *f = ARENA_ARRAY(a, expr, rows + c->unknowns + 1);
    const map_columns all = {.count = completion_slots(c)};
    for (int i = 0; i < rows; i++)
        f[i] = given[i].f;
    linear_maps m = {
        rows, c->unknowns, completion_slots(c), {.is_constant = 0}, {.is_constant = 0}};
    m.constraint = map_new(w, rows, f, all);
    for (int i = 0; i < c->unknowns; i++)
        f[i] = completion_top(c, i);
    m.top = map_new(w, c->unknowns, f, all);
    arena_free(a);
    return m;
}

/* The slopes of a map, written out. */
static void linear_run_map(const lowered *w, const map *m, const double *u,
                           const double *z, double *full) {
    const invo_pattern *p = &m->pattern;
    const int count = p->start[p->rows];
    arena *a = arena_child(w->completion->arena);
    double *value = ARENA_ARRAY(a, double, count + 1);
    memset(full, 0, sizeof *full * (size_t)p->rows * (size_t)p->columns);
    map_run(w, m, u, z, NULL, value);
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            full[i + (size_t)p->column[k] * (size_t)p->rows] = value[k];
    arena_free(a);
}

void linear_maps_run(const lowered *w, const linear_maps *m, const double *u,
                     const double *z, double *constraint, double *top) {
    if (constraint)
        linear_run_map(w, &m->constraint, u, z, constraint);
    if (top)
        linear_run_map(w, &m->top, u, z, top);
}

static invo_context *linear_context(const linear_work *k) {
    return k->w->completion->system->context;
}

/* Factors the slopes of the top equations by z, columns in nominal sizes. */
static void linear_factor_tops(const linear_work *k, double *matrix, int *pivot,
                               double *scale) {
    const int m = k->tops;
    double *work = ARENA_ARRAY(k->scratch, double, m + 1);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++)
            matrix[i + (size_t)j * (size_t)m] *= k->w->nominal[k->n + j];
    if (!lu_factor(m, matrix, pivot, scale) &&
        lu_least_singular_value(m, matrix, pivot, scale, work) > SINGULAR)
        return;
    fail(linear_context(k), INVO_E_SINGULAR, nowhere,
         "t = %.10g: the equations do not determine the highest derivatives there (their "
         "Jacobian is singular), so that there is no linear system; take another point",
         k->u[0]);
}

/* d z / d u in place of the slopes of the top equations. */
static void linear_solve_tops(linear_work *k, double *top) {
    const int m = k->tops;
    double *matrix = top + (size_t)k->n * (size_t)m;
    int *pivot = ARENA_ARRAY(k->scratch, int, m + 1);
    double *scale = ARENA_ARRAY(k->scratch, double, m + 1);
    k->follows = top;
    if (m == 0)
        return;
    linear_factor_tops(k, matrix, pivot, scale);
    for (int j = 0; j < k->n; j++) {
        double *x = k->follows + (size_t)j * (size_t)m;
        for (int i = 0; i < m; i++)
            x[i] = -x[i];
        lu_solve(m, matrix, pivot, scale, x);
        for (int i = 0; i < m; i++)
            x[i] *= k->w->nominal[k->n + i];
    }
}

/* Which coordinates are deviations of inputs; 1 + their number among these. */
static int *linear_mark_inputs(linear_work *k) {
    const deviations *d = k->request->inputs;
    completion *c = k->w->completion;
    int *mark = ARENA_ARRAY(k->scratch, int, k->n + 1);
    k->input = ARENA_ARRAY(k->scratch, int, d->count * d->orders + 1);
    for (int i = 0; i < d->count; i++)
        for (int l = 0; l < d->orders; l++) {
            const int slot = completion_shown_slot(c, d->at[i].variable, l);
            if (slot <= 0 || slot >= k->n || mark[slot])
                fail(linear_context(k), INVO_E_SINGULAR, nowhere,
                     "the equations determine the input %s, so that nothing responds to "
                     "it",
                     c->system->parameters.at[d->at[i].parameter].name);
            k->input[k->extra++] = slot;
            mark[slot] = k->extra;
        }
    return mark;
}

/* Columns in the order in which they become dependent: what would be a top unknown if its
 * equation were linear, then high derivatives first; deviations of inputs never. */
static int *linear_order(const linear_work *k, const int *mark) {
    const invo_coordinate *coordinate = k->w->system.coordinate;
    const char *algebraic = k->w->system.top.algebraic;
    int *order = ARENA_ARRAY(k->scratch, int, k->n);
    int count = 0;
    int highest = 0;
    for (int i = 1; i < k->n; i++)
        if (coordinate[i].order > highest)
            highest = coordinate[i].order;
    for (int i = 1; i < k->n; i++)
        if (!mark[i] && algebraic && algebraic[i])
            order[count++] = i - 1;
    for (int l = highest; l >= 0; l--)
        for (int i = 1; i < k->n; i++)
            if (!mark[i] && !(algebraic && algebraic[i]) && coordinate[i].order == l)
                order[count++] = i - 1;
    for (int i = 1; i < k->n; i++)
        if (mark[i])
            order[count++] = i - 1;
    assert(count == k->n - 1);
    return order;
}

/* Columns in nominal sizes without that of time, rows of length 1. */
static double *linear_scaled(const linear_work *k, const linear_maps *s,
                             const double *slope) {
    const size_t rows = (size_t)s->rows;
    double *a = ARENA_ARRAY(k->scratch, double, rows *(size_t)k->n + 1);
    for (int i = 0; i < s->rows; i++) {
        double length = 0;
        for (int j = 1; j < k->n; j++) {
            const double x = slope[i + (size_t)j * rows] * k->w->nominal[j];
            a[i + (size_t)(j - 1) * rows] = x;
            length = hypot(length, x);
        }
        for (int j = 1; j < k->n && length > 0; j++)
            a[i + (size_t)(j - 1) * rows] /= length;
    }
    return a;
}

/* The equations whose gradients depend on each other are not told: any of them may be. */
static void linear_check_rank(const linear_work *k, int rank, int rows) {
    if (rank == rows)
        return;
    fail(linear_context(k), INVO_E_SINGULAR, nowhere,
         "t = %.10g: the constraints are dependent there (their Jacobian has rank %d of "
         "%d), so that the manifold has no tangent space of %d dimensions; take a point "
         "nearby",
         k->u[0], rank, rows, k->n - 1 - rows);
}

/* States, and x = N s + M w. */
static void linear_choose_states(linear_work *k, const linear_maps *s,
                                 const double *slope) {
    const int *mark = linear_mark_inputs(k);
    const int *order = linear_order(k, mark);
    const double *nominal = k->w->nominal;
    const size_t rows = (size_t)s->rows;
    double *a = linear_scaled(k, s, slope);
    int *pivot_of = ARENA_ARRAY(k->scratch, int, k->n);
    double *work = ARENA_ARRAY(k->scratch, double, 2 * rows + 1);
    linear_check_rank(
        k,
        eliminate_in_order(s->rows, k->n - 1, a, order, RANK_TOLERANCE, pivot_of, work),
        s->rows);
    k->state = ARENA_ARRAY(k->scratch, int, k->n);
    int *column = ARENA_ARRAY(k->scratch, int, k->n);
    for (int j = 1; j < k->n; j++)
        if (pivot_of[j - 1] < 0 && !mark[j]) {
            column[j] = k->states;
            k->state[k->states++] = j;
        }
    const size_t columns = (size_t)k->states + (size_t)k->extra;
    k->basis = ARENA_ARRAY(k->scratch, double, (size_t)k->n *columns + 1);
    for (int j = 1; j < k->n; j++) {
        if (pivot_of[j - 1] >= 0 && mark[j])
            fail(linear_context(k), INVO_E_SINGULAR, nowhere,
                 "t = %.10g: the constraints determine an input", k->u[0]);
        if (mark[j])
            column[j] = k->states + mark[j] - 1;
        if (pivot_of[j - 1] < 0)
            k->basis[j + (size_t)column[j] * (size_t)k->n] = 1;
    }
    for (int j = 1; j < k->n; j++)
        for (int l = 1; l < k->n && pivot_of[j - 1] >= 0; l++)
            if (pivot_of[l - 1] < 0)
                k->basis[j + (size_t)column[l] * (size_t)k->n] =
                    -a[pivot_of[j - 1] + (size_t)(l - 1) * rows] * nominal[j] /
                    nominal[l];
}

/* How the value in a slot depends on states and inputs: row: [states + extra]. */
static void linear_row(const linear_work *k, int slot, double *row) {
    for (int j = 0; j < k->states + k->extra; j++) {
        const double *x = k->basis + (size_t)j * (size_t)k->n;
        double sum = 0;
        if (slot < k->n)
            sum = x[slot];
        else
            for (int i = 1; i < k->n; i++)
                if (x[i] != 0)
                    sum += k->follows[slot - k->n + (size_t)i * (size_t)k->tops] * x[i];
        row[j] = sum + 0.0; /* never -0 */
    }
}

/* The rows of (A, B), then those of (C, D): [states + outputs, states + extra], by rows.
 */
static double *linear_rows(const linear_work *k) {
    const invo_system *s = &k->w->system;
    const linear_request *r = k->request;
    const size_t width = (size_t)k->states + (size_t)k->extra;
    const size_t height = (size_t)k->states + (size_t)r->outputs;
    double *rows = ARENA_ARRAY(k->scratch, double, height *width + 1);
    double *row = rows;
    for (int i = 0; i < k->states; i++, row += width)
        linear_row(k, s->coordinate[k->state[i]].derivative, row);
    for (int i = 0; i < r->outputs; i++, row += width) {
        int found = 0;
        while (found < s->columns && strcmp(s->column[found].name, r->output[i]) != 0)
            found++;
        if (found == s->columns)
            fail(linear_context(k), INVO_E_ARGUMENT, nowhere,
                 "there is no variable '%.80s' to be an output", r->output[i]);
        if (!s->column[found].value) /* discrete ones do not respond */
            linear_row(k, s->column[found].slot, row);
    }
    return rows;
}

/* Is this column of an input's derivative zero in all rows? */
static int linear_is_idle(const linear_work *k, const double *rows, int column) {
    const int width = k->states + k->extra;
    const int height = k->states + k->request->outputs;
    for (int i = 0; i < height; i++)
        if (rows[(size_t)i * (size_t)width + (size_t)column] != 0)
            return 0;
    return 1;
}

/* A copy also of order 0: the names of a model are freed with it. */
static const char *linear_derivative_name(arena *a, const char *name, int order) {
    name = arena_copy(a, name, strlen(name));
    for (; order > 0; order--)
        name = arena_print(a, "der(%s)", name);
    return name;
}

/* Names of inputs; of their derivatives those that something depends on. column:
 * [extra], which they are. */
static void linear_name_inputs(const linear_work *k, const double *rows, invo_linear *l,
                               int *column) {
    const deviations *d = k->request->inputs;
    const dae *s = k->w->completion->system;
    const char **name = ARENA_ARRAY(k->arena, const char *, k->extra + 1);
    l->inputs = 0;
    for (int i = 0; i < d->count; i++)
        for (int order = 0; order < d->orders; order++) {
            const int at = k->states + i * d->orders + order;
            if (order > 0 && linear_is_idle(k, rows, at))
                continue;
            column[l->inputs] = at;
            name[l->inputs++] = linear_derivative_name(
                k->arena, s->parameters.at[d->at[i].parameter].name, order);
        }
    l->input = name;
}

static double *linear_part(const linear_work *k, const double *rows, int first, int count,
                           int columns, const int *column) {
    const size_t width = (size_t)k->states + (size_t)k->extra;
    double *part = ARENA_ARRAY(k->arena, double, (size_t)count *(size_t)columns + 1);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < count; i++)
            part[i + (size_t)j * (size_t)count] =
                rows[(size_t)(first + i) * width + (size_t)(column ? column[j] : j)];
    return part;
}

static void linear_find_poles(const linear_work *k, invo_linear *l) {
    const size_t size = (size_t)l->states * (size_t)l->states;
    double *copy = ARENA_ARRAY(k->scratch, double, size + 1);
    double *re = ARENA_ARRAY(k->arena, double, l->states + 1);
    double *im = ARENA_ARRAY(k->arena, double, l->states + 1);
    memcpy(copy, l->a, sizeof *copy * size);
    for (size_t i = 0; i < size; i++)
        if (!isfinite(copy[i]))
            fail(linear_context(k), INVO_E_SINGULAR, nowhere,
                 "t = %.10g: the derivatives of the equations are not finite there",
                 k->u[0]);
    if (eigenvalues(l->states, copy, re, im))
        fail(linear_context(k), INVO_E_SINGULAR, nowhere,
             "t = %.10g: the poles could not be computed", k->u[0]);
    l->pole_re = re;
    l->pole_im = im;
}

static void linear_name_states(const linear_work *k, invo_linear *l) {
    const char **name = ARENA_ARRAY(k->arena, const char *, k->states + 1);
    double *value = ARENA_ARRAY(k->arena, double, k->states + 1);
    for (int i = 0; i < k->states; i++) {
        const char *text = k->w->system.coordinate[k->state[i]].name;
        name[i] = arena_copy(k->arena, text, strlen(text));
        value[i] = k->u[k->state[i]];
    }
    l->states = k->states;
    l->state = name;
    l->value = value;
}

/* The largest rate of a coordinate, in nominal sizes. */
static double linear_rate(const linear_work *k) {
    const invo_system *s = &k->w->system;
    double most = 0;
    for (int i = 1; i < k->n; i++) {
        const double v = invo_slot_value(k->n, k->u, k->z, s->coordinate[i].derivative);
        most = fmax(most, fabs(v) / k->w->nominal[i]);
    }
    return most;
}

void linear_find(lowered *w, arena *a, const double *u, const double *z,
                 const linear_request *r, invo_linear *l) {
    const completion *c = w->completion;
    linear_work k = {.w = w,
                     .scratch = arena_child(a),
                     .arena = a,
                     .u = u,
                     .z = z,
                     .request = r,
                     .n = c->coordinates,
                     .tops = c->unknowns};
    if (completion_slots(c) > MOST_SLOTS)
        fail(linear_context(&k), INVO_E_LIMIT, nowhere,
             "the model has %d coordinates and highest derivatives; systems of more than "
             "%d are too large to be linearized",
             completion_slots(c), MOST_SLOTS);
    lowered_add_tops(w); /* marks what is algebraic */
    const linear_maps m = linear_maps_new(w);
    const size_t slots = (size_t)m.slots;
    double *constraint = ARENA_ARRAY(k.scratch, double, (size_t)m.rows *slots + 1);
    double *top = ARENA_ARRAY(k.scratch, double, (size_t)m.tops *slots + 1);
    linear_maps_run(w, &m, u, z, constraint, top);
    linear_solve_tops(&k, top);
    linear_choose_states(&k, &m, constraint);
    const double *rows = linear_rows(&k);
    int *column = ARENA_ARRAY(k.scratch, int, k.extra + 1);
    l->t = u[0];
    l->rate = linear_rate(&k);
    linear_name_states(&k, l);
    linear_name_inputs(&k, rows, l, column);
    l->outputs = r->outputs;
    l->output = r->output;
    l->a = linear_part(&k, rows, 0, l->states, l->states, NULL);
    l->b = linear_part(&k, rows, 0, l->states, l->inputs, column);
    l->c = linear_part(&k, rows, l->states, l->outputs, l->states, NULL);
    l->d = linear_part(&k, rows, l->states, l->outputs, l->inputs, column);
    linear_find_poles(&k, l);
    arena_free(k.scratch);
}
