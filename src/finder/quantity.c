/* SPDX-License-Identifier: BSD-3-Clause */
#include "quantity.h"
#include <math.h>

static const double LARGEST_DENOMINATOR = 1e6;
static const double FRACTION = 1e-20; /* how near a simple fraction is */
enum { MOST_CONVERGENTS = 24 };

/* The simplest fraction near x, by its continued fraction; returns the denominator, 0:
 * there is none. */
static double fraction_near(quad x, double *numerator) {
    quad rest = QUAD_FUNCTION(fabs)(x);
    quad before[2] = {0, 1}; /* numerator and denominator of the last but one */
    quad last[2] = {1, 0};
    for (int k = 0; k < MOST_CONVERGENTS; k++) {
        quad whole = QUAD_FUNCTION(floor)(rest);
        quad next[2] = {whole * last[0] + before[0], whole * last[1] + before[1]};
        if (next[1] > LARGEST_DENOMINATOR || next[0] > 1e15)
            return 0;
        quad size = QUAD_FUNCTION(fabs)(x);
        if (QUAD_FUNCTION(fabs)(size - next[0] / next[1]) <= FRACTION * size) {
            *numerator = (double)(x < 0 ? -next[0] : next[0]);
            return (double)next[1];
        }
        before[0] = last[0];
        before[1] = last[1];
        last[0] = next[0];
        last[1] = next[1];
        rest = 1 / (rest - whole);
    }
    return 0;
}

static double common_divisor(double a, double b) {
    while (b != 0) {
        double rest = fmod(a, b);
        a = b;
        b = rest;
    }
    return a;
}

/* Multiplies the coefficients so that all are whole numbers without a common divisor;
 * returns 0 where they are no simple fractions, or become too large. */
static int make_whole(int count, quad *c, double *whole) {
    static const double LARGEST = 1e9;
    double multiple = 1;
    double divisor = 0;
    for (int k = 0; k < count; k++) {
        double numerator;
        double denominator = fraction_near(c[k], &numerator);
        if (denominator == 0)
            return 0;
        multiple *= denominator / common_divisor(multiple, denominator);
        if (multiple > LARGEST)
            return 0;
    }
    for (int k = 0; k < count; k++) {
        double numerator;
        double denominator = fraction_near(c[k], &numerator);
        whole[k] = numerator * (multiple / denominator);
        divisor = common_divisor(fabs(whole[k]), divisor);
        if (!(fabs(whole[k]) <= LARGEST * LARGEST_DENOMINATOR))
            return 0;
    }
    for (int k = 0; k < count; k++)
        whole[k] /= divisor;
    return 1;
}

/* Takes the powers of parameters out of the coefficients, raised so that none is
 * negative. */
static void split_powers(const surface *s, quantity *q) {
    for (int i = 0; i < q->parameters; i++) {
        dependence_on *on = &q->on[i];
        int least = 0;
        if (!on->is_power)
            continue;
        for (int k = 0; k < q->found.count; k++)
            least = on->power[k] < least ? on->power[k] : least;
        quad value = s->parameter[on->parameter];
        for (int k = 0; k < q->found.count; k++) {
            for (int e = 0; e < on->power[k]; e++)
                q->found.c[k] /= value;
            for (int e = 0; e > on->power[k]; e--)
                q->found.c[k] *= value;
            on->power[k] = (signed char)(on->power[k] - least);
        }
    }
    for (int i = 0; i < q->parameters; i++) {
        dependence_on *on = &q->on[i];
        int least = 127;
        for (int k = 0; k < q->found.count && on->is_power; k++)
            least = on->power[k] < least ? on->power[k] : least;
        for (int k = 0; k < q->found.count && on->is_power; k++)
            on->power[k] = (signed char)(on->power[k] - least);
    }
}

static expr term_of(surface *s, const products *p, const quantity *q, int k) {
    graph *g = s->lowered->completion->system->graph;
    int factor[LARGEST_DEGREE];
    LIST(expr) all = {0};
    for (int i = 0; i < q->parameters; i++)
        for (int e = 0; q->on[i].is_power && e < q->on[i].power[k]; e++) {
            expr own = expr_parameter(g, q->on[i].parameter);
            LIST_PUSH(s->arena, all, own);
        }
    int degree = products_factors(p, q->found.product[k], factor);
    for (int i = 0; i < degree; i++)
        LIST_PUSH(s->arena, all, p->generators->at[factor[i]].value);
    return expr_product(g, all.count, all.at);
}

expr quantity_expression(surface *s, const products *p, quantity *q) {
    int count = q->found.count;
    double *c = ARENA_ARRAY(s->arena, double, count);
    expr *term = ARENA_ARRAY(s->arena, expr, count);
    split_powers(s, q);
    quad largest = 0;
    for (int k = 0; k < count; k++)
        if (QUAD_FUNCTION(fabs)(q->found.c[k]) > QUAD_FUNCTION(fabs)(largest))
            largest = q->found.c[k];
    quad *ratio = quad_array(s->arena, count);
    for (int k = 0; k < count; k++)
        ratio[k] = q->found.c[k] / largest;
    if (!make_whole(count, ratio, c))
        for (int k = 0; k < count; k++)
            c[k] = (double)ratio[k];
    int last = count - 1;
    for (int k = 0; k < count; k++)
        term[k] = term_of(s, p, q, k);
    if (c[last] < 0)
        for (int k = 0; k < count; k++)
            c[k] = -c[k];
    return expr_sum(s->lowered->completion->system->graph, count, c, term);
}
