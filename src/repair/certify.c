/* SPDX-License-Identifier: BSD-3-Clause */
/* The array's entries come from the partial derivatives P_s = dF/dy^(s) of the equations
 * alone: dF^(l)/dy^(o) is the sum over s of binomial(l, o - s) times the (l - o + s)-th
 * total derivative of P_s. Derivatives beyond those that the completion knows are found
 * by prolonging it: each order is one linear system. */
#include "certify.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../completion/alias.h"
#include "pivoting.h"

enum {
    MOST_DIFFERENTIATIONS = 12,
    LARGEST_ARRAY = 700, /* rows: dense elimination */
    LARGEST_GROWTH = 10,
    MOST_NODES = 20000 /* of the graph, by this check */
};
/* What counts as zero in the equilibrated array: all of these must give the same. */
static const double ZERO[] = {1e-10, 1e-8, 1e-6};

/* One partial derivative and its total derivatives. */
typedef struct partial {
    int equation, variable, order; /* equation: position among the plain ones */
    int first;                     /* of its values: the r-th derivative is first + r */
} partial;

typedef struct derivative_array {
    const dae *written;
    lowered *w; /* prolonged */
    int *plain; /* [equations] of written */
    int equations, variables;
    int *sigma; /* [variables]: the highest order written, at least 1 */
    int most;   /* differentiations */
    LIST(partial) partials;
    LIST(expr) roots;
    double *value;
    int most_nodes; /* of the graph */
    double unit;    /* of time, in which derivatives have the size of the unknowns */
} derivative_array;

static void certify_list_equations(derivative_array *d) {
    const dae *s = d->written;
    d->plain = ARENA_ARRAY(s->arena, int, s->equations.count + 1);
    d->variables = s->variables.count;
    d->sigma = ARENA_ARRAY(s->arena, int, d->variables + 1);
    for (int v = 0; v < d->variables; v++)
        d->sigma[v] = 1;
    for (int k = 0; k < s->equations.count; k++) {
        if (s->equations.at[k].kind != EQUATION_PLAIN)
            continue;
        d->plain[d->equations++] = k;
        expr_leaves leaves = expr_depends(s->graph, s->equations.at[k].residual);
        for (int i = 0; i < leaves.count; i++) {
            const expr_node *leaf = expr_get(s->graph, leaves.at[i]);
            if (leaf->op == OP_JET && leaf->order > d->sigma[leaf->variable])
                d->sigma[leaf->variable] = leaf->order;
        }
    }
}

/* How much higher than the completion's the orders in the array are. */
static int missing_orders(const derivative_array *d, const completion *c) {
    int most = 0;
    for (int v = 0; v < d->variables; v++) {
        int order = c->alias[v].order + d->sigma[v] + d->most;
        int over = order - c->unknown[c->alias[v].unknown].d;
        if (over > most)
            most = over;
    }
    return most;
}

/* Returns 0 where they grow too large. */
static int list_partials(derivative_array *d) {
    const dae *s = d->written;
    completion *c = d->w->completion;
    graph *g = s->graph;
    for (int i = 0; i < d->equations; i++) {
        expr f = s->equations.at[d->plain[i]].residual;
        expr_leaves leaves = expr_depends(g, f);
        for (int k = 0; k < leaves.count; k++) {
            const expr_node n = *expr_get(g, leaves.at[k]);
            expr slope = n.op == OP_JET ? expr_partial(g, f, leaves.at[k]) : EXPR_ZERO;
            if (slope == EXPR_ZERO)
                continue;
            partial p = {i, n.variable, n.order, d->roots.count};
            LIST_PUSH(s->arena, d->partials, p);
            slope = alias_substitute(c->system, c->alias, slope);
            for (int r = 0; r <= d->most; r++) {
                LIST_PUSH(s->arena, d->roots, slope);
                if (slope != EXPR_ZERO)
                    slope = expr_total(g, slope);
                if (graph_count(g) > d->most_nodes)
                    return 0;
            }
        }
    }
    return 1;
}

/* Carries the point of the completion over and extends it order by order. Returns 0 where
 * that fails. */
static int certify_extend(lowered *to, const lowered *from, const double *x, double *y) {
    const completion *a = from->completion;
    const completion *b = to->completion;
    int n = b->unknowns;
    int ok = 1;
    if (a->unknowns != n)
        return 0; /* further derivatives have shown aliases, or undone them */
    double *weight = ARENA_ARRAY(b->arena, double, b->coordinates + n);
    for (int k = 0; k < b->coordinates + n; k++)
        weight[k] = 1;
    y[0] = x[0];
    for (int j = 0; j < n; j++)
        for (int l = 0; l <= a->unknown[j].d && l <= b->unknown[j].d; l++)
            y[completion_jet_slot(b, j, l)] = x[completion_jet_slot(a, j, l)];
    int more = n ? b->unknown[0].d - a->unknown[0].d : 0;
    for (int k = 1; k <= more && ok; k++)
        for (int block = 0; block < b->blocks && ok; block++) {
            int size = b->block[block + 1] - b->block[block];
            condition *row = ARENA_ARRAY(b->arena, condition, size);
            int *column = ARENA_ARRAY(b->arena, int, size);
            for (int i = 0; i < size; i++) {
                int j = b->order[b->block[block] + i];
                int l = a->unknown[j].d + k;
                if (l > b->unknown[j].d)
                    return 0;
                const jet_row *r = &b->row[b->unknown[j].row];
                row[i] = (condition){r->derivative[r->c - more + k], r->equation, 0};
                column[i] = completion_jet_slot(b, j, l);
            }
            condition_set set = {size, row, size, column, y, weight, NULL};
            ok = conditions_restore(conditions_new(to, &set), y);
        }
    return ok;
}

/* Columns by groups: orders above sigma first, sigma itself, then those below. */
typedef struct layout {
    int columns, group[4]; /* columns group[g] .. group[g+1]-1 */
    int *column;           /* [variables][orders] */
    int orders;
} layout;

static layout lay_out_columns(const derivative_array *d, int times) {
    layout y = {0};
    int most = 0;
    for (int v = 0; v < d->variables; v++)
        if (d->sigma[v] > most)
            most = d->sigma[v];
    y.orders = most + times + 1;
    y.column = ARENA_ARRAY(d->written->arena, int, d->variables *y.orders + 1);
    for (int g = 0; g < 3; g++) {
        y.group[g] = y.columns;
        for (int v = 0; v < d->variables; v++)
            for (int o = 0; o <= d->sigma[v] + times; o++)
                if ((g == 0 && o > d->sigma[v]) || (g == 1 && o == d->sigma[v]) ||
                    (g == 2 && o < d->sigma[v]))
                    y.column[v * y.orders + o] = y.columns++;
    }
    y.group[3] = y.columns;
    return y;
}

static void certify_fill(const derivative_array *d, const layout *y, int times,
                         double *a) {
    for (int k = 0; k < d->partials.count; k++) {
        const partial *p = &d->partials.at[k];
        for (int l = 0; l <= times; l++) {
            double *row =
                a + (size_t)(p->equation * (times + 1) + l) * (size_t)y->columns;
            double binomial = 1;
            for (int up = 0; up <= l; up++) { /* the order rises by `up` */
                row[y->column[p->variable * y->orders + p->order + up]] +=
                    binomial * d->value[p->first + l - up] *
                    pow(d->unit, l - p->order - up);
                binomial = binomial * (l - up) / (up + 1);
            }
        }
    }
}

/* Degrees of freedom that the array leaves when every equation is differentiated `times`
 * times; *is_full is whether it gives all derivatives of order sigma. */
static int freedom(const derivative_array *d, int times, double zero, int *is_full) {
    layout y = lay_out_columns(d, times);
    int rows = d->equations * (times + 1);
    int rank[3];
    int done = 0;
    double *a =
        ARENA_ARRAY(d->written->arena, double, (size_t)rows *(size_t)y.columns + 1);
    certify_fill(d, &y, times, a);
    pivoting_equilibrate(rows, y.columns, a, 4);
    for (int g = 0; g < 3; g++) {
        pivot_range range = {done, y.group[g], y.group[g + 1]};
        rank[g] = pivoting_eliminate(rows, y.columns, a, range, rows - done, zero);
        done += rank[g];
    }
    *is_full = rank[1] == d->variables;
    return y.group[3] - y.group[2] - rank[2];
}

/* The index and the degrees of freedom that the array gives; 0 where it does not. */
static int read_array(const derivative_array *d, double zero, int *index, int *dof) {
    int before = -1;
    int is_full = 0;
    *index = -1;
    for (int times = 0; times <= d->most; times++) {
        int now = freedom(d, times, zero, &is_full);
        if (is_full && *index < 0)
            *index = times;
        if (*index >= 0 && now == before) {
            *dof = now;
            return 1;
        }
        before = now;
    }
    return 0;
}

/* The shortest time in which something changes by its own size. */
static double time_unit(const lowered *w, const double *y) {
    const completion *c = w->completion;
    double rate = 1;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 1; l < c->unknown[j].d; l++) {
            int slot = c->unknown[j].first + l;
            double size = fmax(fabs(y[slot - 1]), w->nominal[slot - 1]);
            rate = fmax(rate, fabs(y[slot]) / size);
        }
    return 1 / rate;
}

static int own_freedom(lowered *w, double *x) {
    const completion *c = w->completion;
    return c->coordinates - 1 - sample_rank(w, x);
}

/* Compares with the derivative array, whose ranks need no completion. Where these depend
 * on what counts as zero, it returns 0. */
int certify(const dae *written, lowered *w, const sample *points) {
    assert(written && points->lowered);
    completion *c = w->completion;
    derivative_array d = {.written = written};
    int index = 0;
    int dof = 0;
    if (points->count == 0)
        return 0;
    certify_list_equations(&d);
    d.most = c->index + 3 < MOST_DIFFERENTIATIONS ? c->index + 3 : MOST_DIFFERENTIATIONS;
    while (d.most > 0 && d.equations * (d.most + 1) > LARGEST_ARRAY)
        d.most--;
    d.most_nodes = LARGEST_GROWTH * graph_count(c->system->graph) + MOST_NODES;
    d.w = lower(complete_further(c->system, missing_orders(&d, c)), (lowering){0});
    if (graph_count(d.w->completion->system->graph) > d.most_nodes || !list_partials(&d))
        return 0;
    completion *b = d.w->completion;
    double *y = ARENA_ARRAY(c->arena, double, b->coordinates + b->unknowns);
    if (!certify_extend(d.w, w, points->point[0], y))
        return 0;
    program all = program_new(d.w, d.roots.count, d.roots.at);
    d.value = ARENA_ARRAY(c->arena, double, d.roots.count + 1);
    program_run(d.w, &all, y, y + b->coordinates, d.value);
    d.unit = time_unit(d.w, y);
    for (int k = 0; k < 3; k++) {
        int other_index, other_dof;
        if (!read_array(&d, ZERO[k], &other_index, &other_dof))
            return 0;
        if (k && (other_index != index || other_dof != dof))
            return 0;
        index = other_index;
        dof = other_dof;
    }
    int own = own_freedom(w, points->point[0]);
    assert(own >= 0 && dof >= 0);
    if (own != dof)
        fail(c->system->context, INVO_E_SINGULAR, dae_place(c->system),
             "completion of %s finds %d degrees of freedom, but the derivative array of "
             "its equations has %d; the rank of a matrix depends on round-off or on the "
             "point. Try other start values",
             c->system->name, own, dof);
    c->index = index;
    return 1;
}
