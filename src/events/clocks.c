/* SPDX-License-Identifier: BSD-3-Clause */
/* Clocks: sample(start, interval), initial() and terminal(), each a parameter that is 1
 * at its instants and 0 between them. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "hybrid_state.h"
#include "../system/leaves.h"

/* Tick i of a clock is start + i * interval, rounded; what comes as near as this to it,
 * as a share of it or of the start, is that instant. */
static const double SAME_INSTANT = 4 * DBL_EPSILON;

static int clocks_is_due(const hybrid *h, int k, double t) {
    return t >= h->clock[k].next - h->clock[k].near_tick;
}

static void set_tick(hybrid *h, int k, double number) {
    assert(k >= 0 && k < h->system->clocks.count);
    const sample_clock *c = &h->system->clocks.at[k];
    double start = hybrid_evaluate(h, c->start);
    double next = start + number * hybrid_evaluate(h, c->interval);
    double near = SAME_INSTANT * fmax(fabs(next), fabs(start));
    h->clock[k] = (clock_state){next, number, near};
}

static int strike_sample(hybrid *h, int k, double t) {
    int due = !h->is_starting && clocks_is_due(h, k, t);
    if (!due)
        return 0;
    while (clocks_is_due(h, k, t))
        set_tick(h, k, h->clock[k].tick + 1);
    return 1;
}

int hybrid_strike(hybrid *h, double t) {
    assert(isfinite(t));
    int any = 0;
    for (int k = 0; k < h->system->clocks.count; k++) {
        const sample_clock *c = &h->system->clocks.at[k];
        if (c->kind == CLOCK_TERMINAL)
            continue;
        int is_on = c->kind == CLOCK_INITIAL ? h->is_starting : strike_sample(h, k, t);
        *hybrid_value(h, c->parameter) = is_on;
        any |= is_on && c->kind == CLOCK_SAMPLE;
    }
    return any;
}

int hybrid_silence(hybrid *h) {
    int any = 0;
    for (int k = 0; k < h->system->clocks.count; k++)
        any |= hybrid_change(h, h->system->clocks.at[k].parameter, 0);
    return any;
}

int hybrid_asks_end(const hybrid *h) {
    for (int k = 0; k < h->system->clocks.count; k++)
        if (h->system->clocks.at[k].kind == CLOCK_TERMINAL)
            return 1;
    return 0;
}

void hybrid_end(hybrid *h) {
    for (int k = 0; k < h->system->clocks.count; k++)
        if (h->system->clocks.at[k].kind == CLOCK_TERMINAL)
            *hybrid_value(h, h->system->clocks.at[k].parameter) = 1;
}

void hybrid_set_clocks(hybrid *h, double t) {
    for (int k = 0; k < h->system->clocks.count; k++) {
        const sample_clock *c = &h->system->clocks.at[k];
        if (c->kind != CLOCK_SAMPLE)
            continue;
        double start = hybrid_evaluate(h, c->start);
        double interval = hybrid_evaluate(h, c->interval);
        if (!(interval > 0 && isfinite(start)))
            fail(h->system->context, INVO_E_MODEL, c->where,
                 "sample(%g, %g): the interval must be positive", start, interval);
        double number = fmax(0, floor((t - start) / interval) - 1);
        set_tick(h, k, number);
        while (h->clock[k].next < t - SAME_INSTANT * fabs(t))
            set_tick(h, k, h->clock[k].tick + 1);
    }
}

double hybrid_next_tick(const hybrid *h, double t) {
    assert(h->clock || h->system->clocks.count == 0);
    double next = INFINITY;
    for (int k = 0; k < h->system->clocks.count; k++)
        if (h->system->clocks.at[k].kind == CLOCK_SAMPLE && h->clock[k].next > t)
            next = fmin(next, h->clock[k].next);
    return next;
}

int clock_is_initial(void *data, const expr_node *leaf) {
    const dae *s = data;
    for (int k = 0; leaf->op == OP_PARAMETER && k < s->clocks.count; k++)
        if (s->clocks.at[k].parameter == leaf->variable)
            return s->clocks.at[k].kind == CLOCK_INITIAL;
    return 0;
}

int hybrid_asks_initial(hybrid *h, expr e) {
    return leaves_any(h->system->graph, e, clock_is_initial, h->system);
}
