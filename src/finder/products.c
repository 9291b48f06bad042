/* SPDX-License-Identifier: BSD-3-Clause */
#include "products.h"
#include <assert.h>
#include <math.h>
#include <string.h>

products *products_new(arena *a, const generators *g) {
    products *p = arena_alloc(a, sizeof *p);
    p->generators = g;
    p->arena = a;
    LIST_PUSH(a, p->at, ((monomial){-1, -1, 0}));
    return p;
}

int products_factors(const products *p, int k, int *factor) {
    int degree = p->at.at[k].degree;
    for (int i = degree - 1; i >= 0; i--) {
        factor[i] = p->at.at[k].generator;
        k = p->at.at[k].parent;
    }
    return degree;
}

/* The number of a product of ascending factors, -1: it is not there. */
static int products_find(const products *p, int degree, const int *factor) {
    int low = 0;
    int high = p->at.count;
    while (low < high) {
        int middle = (low + high) / 2;
        int other[LARGEST_DEGREE];
        int order = products_factors(p, middle, other) - degree;
        for (int i = 0; i < degree && order == 0; i++)
            order = other[i] - factor[i];
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

/* May this generator be the last factor behind these? */
static int products_allow(const products *p, int degree, const int *factor, int last) {
    const generators *g = p->generators;
    if (degree == 0)
        return 1;
    if (g->at[last].is_single || g->at[factor[0]].is_single)
        return 0;
    for (int i = 0; i < degree && p->is_sparse; i++)
        if (!g->is_near[factor[i] * g->count + last])
            return 0;
    return 1;
}

/* Are all divisors of one degree less there? The one without the last factor is. */
static int products_divisors(const products *p, int degree, const int *factor) {
    for (int left_out = 0; left_out < degree - 1; left_out++) {
        int rest[LARGEST_DEGREE];
        int count = 0;
        for (int i = 0; i < degree; i++)
            if (i != left_out)
                rest[count++] = factor[i];
        if (products_find(p, count, rest) < 0)
            return 0;
    }
    return 1;
}

/* The products stay sorted by degree, then by their factors: parents come in this order.
 */
void products_extend(products *p) {
    const generators *g = p->generators;
    int before = p->at.count;
    assert(p->degree < LARGEST_DEGREE);
    for (int k = 0; k < before; k++) {
        int factor[LARGEST_DEGREE];
        if (p->at.at[k].degree < p->degree)
            continue;
        int degree = products_factors(p, k, factor);
        for (int last = degree ? factor[degree - 1] : 0; last < g->count; last++) {
            if (!products_allow(p, degree, factor, last))
                continue;
            factor[degree] = last;
            if (products_divisors(p, degree + 1, factor))
                LIST_PUSH(p->arena, p->at, ((monomial){k, last, degree + 1}));
        }
    }
    p->degree++;
}

void products_filter(products *p, const char *is_kept) {
    int *moved = ARENA_ARRAY(p->arena, int, p->at.count);
    int count = 0;
    for (int k = 0; k < p->at.count; k++) {
        if (!is_kept[k])
            continue;
        moved[k] = count;
        monomial m = p->at.at[k];
        m.parent = m.parent < 0 ? -1 : moved[m.parent];
        p->at.at[count++] = m;
    }
    p->at.count = count;
}

void products_evaluate(const products *p, const double *factors, const double *change,
                       double *value, double *rate) {
    value[0] = 1;
    rate[0] = 0;
    for (int k = 1; k < p->at.count; k++) {
        const monomial *m = &p->at.at[k];
        double g = factors[m->generator];
        value[k] = value[m->parent] * g;
        rate[k] = rate[m->parent] * g + value[m->parent] * change[m->generator];
    }
}

void products_measure(const products *p, const double *factors, const double *change,
                      double least, const double *value, double *size) {
    size[0] = 0;
    for (int k = 1; k < p->at.count; k++) {
        const monomial *m = &p->at.at[k];
        double g = fabs(factors[m->generator]);
        double part = fabs(change[m->generator]) + least * g;
        size[k] = size[m->parent] * g + fabs(value[m->parent]) * part;
    }
}

void products_evaluate_quad(const products *p, int some, const int *which,
                            const quad *factors, const quad *change, quad *value,
                            quad *rate) {
    for (int k = 0; k < some; k++) {
        int factor[LARGEST_DEGREE];
        int degree = products_factors(p, which[k], factor);
        quad own = 1;
        quad sum = 0;
        for (int i = 0; i < degree; i++) {
            sum = sum * factors[factor[i]] + own * change[factor[i]];
            own *= factors[factor[i]];
        }
        value[k] = own;
        rate[k] = sum;
    }
}
