/* SPDX-License-Identifier: BSD-3-Clause */
/* Rates of all products at more points than there are products, scaled; relations among
 * their columns; the second look at each of them. */
#include "search.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../linalg/null_space.h"
#include "../linalg/vector.h"
#include "proof.h"
#include "quantity.h"

enum {
    DEFAULT_DEGREE = 3,
    MOST_PRODUCTS = 1400,
    MORE_POINTS = 20,   /* than products */
    MOST_PERTURBED = 40 /* parameters that are changed one by one */
};
static const double ZERO_RATE = 1e-13;  /* of scaled rates */
static const double SAME_VALUE = 1e-9;  /* of products that depend on each other */
static const double NO_TERM = 1e-8;     /* of scaled coefficients in a relation */
static const double ROUND_OFF = 1e-15;  /* of rates of generators, beside the fastest */
static const double LIGHTEN_COST = 2e9; /* operations for relations with few terms */

/* --- points --- */

static int search_draw(search *f, int count) {
    surface *s = f->surface;
    const generators *g = f->generators;
    quad *x = quad_array(f->arena, s->slots);
    int allowed = SURFACE_MOST_VAIN * (count + 1);
    while (f->point.count < count) {
        if (allowed-- == 0 || !surface_draw(s, x))
            return 0;
        quad_tape_run(s, &g->value, x);
        double *own = ARENA_ARRAY(f->arena, double, 2 * g->count);
        for (int k = 0; k < 2 * g->count; k++)
            own[k] = (double)g->value.out[k];
        if (vector_all_finite(2 * g->count, own))
            LIST_PUSH(f->arena, f->point, own);
    }
    return 1;
}

/* --- products that differ on the manifold --- */

/* Leaves out the products of the last degree that depend on others. */
static void search_thin(search *f, arena *scratch) {
    products *p = f->products;
    int rows = p->at.count + MORE_POINTS;
    effort_spend(f->effort, 2.0 * rows * p->at.count * p->at.count);
    double *a = ARENA_ARRAY(scratch, double, (size_t)rows * p->at.count);
    double *value = ARENA_ARRAY(scratch, double, p->at.count);
    double *rate = ARENA_ARRAY(scratch, double, p->at.count);
    char *is_kept = ARENA_ARRAY(scratch, char, p->at.count);
    for (int i = 0; i < rows; i++) {
        const double *at = f->point.at[i];
        products_evaluate(p, at, at + f->generators->count, value, rate);
        for (int k = 0; k < p->at.count; k++)
            a[i + (size_t)k * rows] = value[k];
    }
    columns_keep(rows, p->at.count, a, SAME_VALUE, is_kept);
    products_filter(p, is_kept);
}

/* --- relations --- */

/* The largest rate of a generator at a point, as a share of its largest value. */
static double search_fastest(const search *f, int rows) {
    int count = f->generators->count;
    double fastest = 0;
    for (int k = 0; k < count; k++) {
        double value = 0;
        double change = 0;
        for (int i = 0; i < rows; i++) {
            value = fmax(value, fabs(f->point.at[i][k]));
            change = fmax(change, fabs(f->point.at[i][count + k]));
        }
        fastest = value > 0 ? fmax(fastest, change / value) : fastest;
    }
    return fastest;
}

/* The matrix of rates, columns and rows of length 1; scale: [products] of columns. Column
 * k belongs to product k + 1. Columns that vanish, but for round-off, become zero. */
static void search_load(const search *f, int rows, double *a, double *scale,
                        double *work) {
    const products *p = f->products;
    int columns = p->at.count - 1;
    double *value = work;
    double *rate = work + p->at.count;
    double *part = rate + p->at.count;
    double *size = part + p->at.count;
    double least = ROUND_OFF * search_fastest(f, rows);
    vector_zero(columns, size);
    for (int i = 0; i < rows; i++) {
        const double *at = f->point.at[i];
        products_evaluate(p, at, at + f->generators->count, value, rate);
        products_measure(p, at, at + f->generators->count, least, value, part);
        for (int k = 0; k < columns; k++) {
            a[i + (size_t)k * rows] = rate[k + 1];
            size[k] = fmax(size[k], part[k + 1]);
        }
    }
    for (int k = 0; k < columns; k++) {
        double length = vector_length(rows, a + (size_t)k * rows) / sqrt(rows);
        if (length <= ZERO_RATE * size[k])
            vector_zero(rows, a + (size_t)k * rows);
        scale[k] = length > ZERO_RATE * size[k] ? 1 / length : 1;
    }
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = 0; k < columns; k++) {
            double entry = a[i + (size_t)k * rows] * scale[k];
            sum += entry * entry;
        }
        double factor = sum > 0 ? 1 / sqrt(sum / columns) : 1;
        for (int k = 0; k < columns; k++)
            a[i + (size_t)k * rows] *= factor;
    }
    for (int k = 0; k < columns; k++) {
        double length = vector_length(rows, a + (size_t)k * rows);
        scale[k] = length > 0 ? 1 / length : 1;
        vector_scale(rows, scale[k], a + (size_t)k * rows);
    }
}

/* Reads a relation as a candidate, in the coefficients of the products themselves. */
static candidate search_read(const search *f, const double *v, const double *scale,
                             int pivot) {
    int columns = f->products->at.count - 1;
    double most = 0;
    candidate q = {0};
    for (int k = 0; k < columns; k++)
        most = fmax(most, fabs(v[k]));
    q.product = ARENA_ARRAY(f->arena, int, columns);
    q.c = quad_array(f->arena, columns);
    for (int k = 0; k < columns; k++) {
        if (fabs(v[k]) <= NO_TERM * most && k != pivot)
            continue;
        if (k == pivot)
            q.pivot = q.count;
        q.product[q.count] = k + 1;
        q.c[q.count++] = v[k] * scale[k];
        if (f->products->at.at[k + 1].degree > q.degree)
            q.degree = f->products->at.at[k + 1].degree;
    }
    return q;
}

/* --- parameters --- */

/* Parameters that people set, with numbers of their own. */
static int is_perturbed(const dae *d, int p) {
    const parameter *q = &d->parameters.at[p];
    if (q->kind != PARAMETER_FREE || q->type != TYPED_REAL || q->is_tuned || q->is_hidden)
        return 0;
    return q->is_set || q->binding == NO_EXPR ||
           expr_get(d->graph, q->binding)->op == OP_NUMBER;
}

static void mark_parameter(void *data, const expr_node *leaf) {
    char *is_used = data;
    if (leaf->op == OP_PARAMETER)
        is_used[leaf->variable] = 1;
}

static void search_list_parameters(search *f) {
    surface *s = f->surface;
    dae *d = f->lowered->completion->system;
    char *is_used = ARENA_ARRAY(f->arena, char, s->parameters + 1);
    expr_visit_leaves(d->graph, s->rows, s->row, mark_parameter, is_used);
    expr_visit_leaves(d->graph, s->unknowns, s->top, mark_parameter, is_used);
    for (int k = s->binding.tape->outputs - 1; k >= 0; k--)
        expr_visit_leaves(d->graph, 1, &d->parameters.at[s->bound[k]].binding,
                          mark_parameter, is_used);
    f->other = ARENA_ARRAY(f->arena, quad_rows, s->parameters + 1);
    for (int p = 0; p < s->parameters; p++)
        if (is_used[p] && is_perturbed(d, p) && f->perturbed < MOST_PERTURBED)
            f->other[f->perturbed++] =
                (quad_rows){.surface = s, .generators = f->generators, .parameter = p};
}

/* Finds the powers of the parameter that the coefficients are multiplied by. */
static void find_powers(const candidate *q, const candidate *other, dependence_on *on) {
    static const double FACTOR = 1.25; /* of second_look.c */
    static const double WHOLE = 1e-12;
    on->is_power = 1;
    for (int k = 0; k < q->count; k++) {
        double ratio = (double)(other->c[k] / q->c[k]);
        double power = log(ratio) / log(FACTOR);
        if (!(ratio > 0) || !(fabs(power - rint(power)) <= WHOLE * 100) ||
            fabs(power) > LARGEST_DEGREE)
            on->is_power = 0;
        else
            on->power[k] = (signed char)rint(power);
    }
}

static void search_vary(search *f, quantity *q) {
    const dae *d = f->lowered->completion->system;
    const candidate *own = &q->found;
    q->parameters = f->perturbed;
    q->on = ARENA_ARRAY(f->arena, dependence_on, f->perturbed + 1);
    for (int i = 0; i < f->perturbed; i++) {
        dependence_on *on = &q->on[i];
        candidate other = *own;
        other.c = quad_array(f->arena, own->count);
        on->parameter = f->other[i].parameter;
        on->power = ARENA_ARRAY(f->arena, signed char, own->count);
        on->holds =
            second_look(&f->other[i], f->products, &other) && other.residual <= LOOK_ZERO;
        if (on->holds && d->parameters.at[on->parameter].value != 0)
            find_powers(own, &other, on);
    }
}

/* --- texts --- */

static const char *search_join(arena *a, const char *list, const char *name) {
    return *list ? arena_print(a, "%s, %s", list, name) : name;
}

/* Lists the parameters that the quantity holds for these values of alone, and those
 * whose values are in its numbers. */
static void search_list_names(const search *f, const quantity *q, found_quantity *to) {
    const dae *d = f->lowered->completion->system;
    to->only_for = to->numbers = "";
    to->is_generic = 1;
    for (int i = 0; i < q->parameters; i++) {
        const char *name = d->parameters.at[q->on[i].parameter].name;
        if (!q->on[i].holds) {
            to->only_for = search_join(f->arena, to->only_for, name);
            to->is_generic = 0;
        } else if (!q->on[i].is_power)
            to->numbers = search_join(f->arena, to->numbers, name);
    }
}

static void search_keep(search *f, quantity *q) {
    completion *c = f->lowered->completion;
    found_quantity found = {.degree = q->found.degree, .residual = q->found.residual};
    search_list_names(f, q, &found);
    for (int k = 0; k < q->found.count; k++) {
        int factor[LARGEST_DEGREE];
        int degree = products_factors(f->products, q->found.product[k], factor);
        for (int i = 0; i < degree; i++) {
            generator_kind kind = f->generators->at[factor[i]].kind;
            found.has_time |= kind == GENERATOR_TIME;
            found.has_angle |= kind == GENERATOR_ANGLE;
        }
    }
    candidate whole = q->found;
    whole.c = quad_array(f->arena, whole.count);
    for (int k = 0; k < whole.count; k++)
        whole.c[k] = q->found.c[k];
    LIST_PUSH(f->arena, f->whole, whole);
    found.value = quantity_expression(f->surface, f->products, q);
    found.proof = proof_find(f->surface, found.value);
    expr_names spelling = completion_names(c);
    found.text = expr_print(c->system->graph, found.value, &spelling);
    found.level = "";
    LIST_PUSH(f->arena, f->found, found);
}

/* --- the search --- */

static int candidate_compare(const candidate *x, const candidate *y) {
    if (x->degree != y->degree)
        return x->degree - y->degree;
    return x->count != y->count ? x->count - y->count : x->product[0] - y->product[0];
}

static void sort_candidates(int count, candidate (*q)[2]) {
    for (int i = 1; i < count; i++) {
        candidate own[2] = {q[i][0], q[i][1]};
        int k = i;
        for (; k > 0 && candidate_compare(&q[k - 1][0], &own[0]) > 0; k--)
            memcpy(q[k], q[k - 1], sizeof q[k]);
        memcpy(q[k], own, sizeof own);
    }
}

/* The last of the largest components of a relation. */
static int last_pivot(int columns, const double *v) {
    static const double LARGE = 1e-3;
    double most = 0;
    for (int k = 0; k < columns; k++)
        most = fmax(most, fabs(v[k]));
    int last = columns - 1;
    while (fabs(v[last]) < LARGE * most)
        last--;
    return last;
}

static int search_confirms(search *f, candidate *q) {
    return second_look(&f->look, f->products, q) && q->residual <= LOOK_ZERO;
}

/* Leaves out terms that may be round-off where the rest is conserved as well: products of
 * very different sizes leave more of it than candidate_trim knows. */
static void search_shorten(search *f, candidate *q) {
    static const double TINY = 1e-15;
    candidate own = *q;
    own.product = ARENA_ARRAY(f->arena, int, q->count);
    own.c = quad_array(f->arena, q->count);
    for (int k = 0; k < q->count; k++) {
        own.product[k] = q->product[k];
        own.c[k] = q->c[k];
    }
    candidate_drop(&own, TINY);
    if (own.count < q->count && search_confirms(f, &own))
        *q = own;
}

/* Would the second look at both be the same? */
static int have_same_terms(const candidate *x, const candidate *y) {
    if (x->count != y->count || x->pivot != y->pivot)
        return 0;
    for (int k = 0; k < x->count; k++)
        if (x->product[k] != y->product[k])
            return 0;
    return 1;
}

/* Of the two forms of a relation, takes the first that the second look confirms. */
static void search_judge(search *f, candidate *q, candidate *plain) {
    if (!independence_add(f->independence, f->products, q, 1))
        return;
    if (!search_confirms(f, q)) {
        if (have_same_terms(q, plain) || !search_confirms(f, plain))
            return;
        q = plain;
    }
    candidate_trim(q);
    search_shorten(f, q);
    if (!independence_add(f->independence, f->products, q, 0))
        return;
    quantity own = {.found = *q};
    search_vary(f, &own);
    search_keep(f, &own);
}

static void search_relations(search *f, arena *scratch) {
    const products *p = f->products;
    int columns = p->at.count - 1;
    int rows = columns + MORE_POINTS;
    double *a = ARENA_ARRAY(scratch, double, (size_t)rows *columns);
    double *scale = ARENA_ARRAY(scratch, double, columns);
    double *work = ARENA_ARRAY(scratch, double, 4 * p->at.count);
    int *order = ARENA_ARRAY(scratch, int, columns);
    double least;
    search_load(f, rows, a, scale, work);
    effort_spend(f->effort, 2.0 * rows * columns * columns);
    int count = null_space(rows, columns, a, ZERO_RATE, &least, work, order);
    relations_reduce(columns, count, a, order, work);
    candidate(*q)[2] = arena_alloc(f->arena, sizeof *q * (size_t)(count + 1));
    for (int r = 0; r < count; r++)
        q[r][1] = search_read(f, a + (size_t)r * columns, scale, order[r]);
    relations_sparsify(columns, count, a, NO_TERM, LIGHTEN_COST);
    effort_spend(f->effort, count > 1 ? LIGHTEN_COST / 10 : 0);
    for (int r = 0; r < count; r++) {
        const double *v = a + (size_t)r * columns;
        q[r][0] = search_read(f, v, scale, last_pivot(columns, v));
    }
    sort_candidates(count, q);
    for (int r = 0; r < count; r++)
        search_judge(f, &q[r][0], &q[r][1]);
}

/* Adds the products of one degree more, where these are too many only those of what
 * shares an equation; returns 0 where there are still too many. */
static int search_extend(search *f) {
    products *p = f->products;
    int before = p->at.count;
    for (;;) {
        products_extend(p);
        if (p->at.count <= MOST_PRODUCTS + 1)
            return 1;
        p->at.count = before;
        p->degree--;
        if (p->is_sparse)
            return 0;
        p->is_sparse = 1;
    }
}

/* One degree more; returns 0 where no points are found. */
static int search_degree(search *f) {
    products *p = f->products;
    if (!search_draw(f, p->at.count + MORE_POINTS))
        return 0;
    arena *scratch = arena_child(f->arena);
    if (!f->generators->are_free)
        search_thin(f, scratch);
    search_relations(f, scratch);
    arena_free(scratch);
    f->finding->degree = p->degree;
    f->finding->products = p->at.count - 1;
    f->finding->is_sparse = p->is_sparse;
    return 1;
}

void search_run(search *f, int degree) {
    int wanted = degree ? degree : DEFAULT_DEGREE;
    while (f->products->degree < wanted && f->found.count < f->finding->most) {
        if (!search_extend(f)) {
            if (degree)
                f->finding->stopped =
                    arena_print(f->arena, "there are more than %d products of degree %d",
                                MOST_PRODUCTS, f->products->degree + 1);
            return;
        }
        if (!search_degree(f)) {
            f->finding->stopped = f->effort->left < 0
                                      ? "the search has taken as many operations as it "
                                        "may; try a lower --degree"
                                      : "too few points of the manifold were found";
            return;
        }
    }
}

static const char *search_describe(const search *f) {
    completion *c = f->lowered->completion;
    expr_names spelling = completion_names(c);
    const char *list = "";
    for (int k = 0; k < f->generators->count; k++)
        if (f->generators->at[k].kind > GENERATOR_COORDINATE)
            list = search_join(
                f->arena, list,
                expr_print(c->system->graph, f->generators->at[k].value, &spelling));
    return list;
}

void search_prepare(search *f, const finder_request *q) {
    if (!f->generators)
        f->generators = generators_find(f->surface, q->given, q->generator);
    f->look =
        (quad_rows){.surface = f->surface, .generators = f->generators, .parameter = -1};
    f->independence = independence_new(f->surface, f->generators, q->beyond_declared);
    f->products = products_new(f->arena, f->generators);
    f->finding->generators = f->generators->count;
    f->finding->searched = search_describe(f);
    search_list_parameters(f);
}
