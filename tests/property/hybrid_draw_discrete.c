/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws discrete variables: set by clocks and time, by relations of states, in loops. */
#include "hybrid_draw.h"

static int make(hybrid_draw *w, hybrid_op op, int a, int b, int c) {
    return hybrid_node_new(w->m, op, a, b, c);
}

static int not_pre(hybrid_draw *w, int which) {
    const int before = make(w, PRE, which, 0, 0);
    return make(w, NOT, before, 0, 0);
}

static int pre_plus_one(hybrid_draw *w, int which) {
    const int before = make(w, PRE, which, 0, 0);
    const int one = hybrid_constant(w->m, 1);
    return make(w, SUM, before, one, 0);
}

/* 0, 1, ..., last, 0, ... */
static int pre_in_a_ring(hybrid_draw *w, int which, int last) {
    const int before = make(w, PRE, which, 0, 0);
    const int number = hybrid_constant(w->m, last);
    const int is_last = hybrid_relation(w->m, GREATER_EQUAL, before, number);
    const int zero = hybrid_constant(w->m, 0);
    return make(w, CHOICE, is_last, zero, pre_plus_one(w, which));
}

static void offer_boolean(hybrid_draw *w, int which) {
    w->condition[w->conditions++] = make(w, DISCRETE, which, 0, 0);
}

/* An Integer is a condition by what it is compared with. */
static void offer_integer(hybrid_draw *w, int which, int largest) {
    static const hybrid_op ops[] = {EQUAL, GREATER, LESS_EQUAL};
    const int name = make(w, DISCRETE, which, 0, 0);
    const int number = hybrid_constant(w->m, hybrid_uniform(largest + 1));
    const hybrid_op op = ops[hybrid_uniform(3)];
    w->condition[w->conditions++] = hybrid_relation(w->m, op, name, number);
}

static int draw_trigger(hybrid_draw *w) {
    return hybrid_uniform(2) ? hybrid_draw_clock(w) : hybrid_draw_time(w);
}

/* when c then b = not pre(b); end when; */
static void draw_toggle(hybrid_draw *w, int trigger) {
    const int which = hybrid_discrete(w->m, BOOLEAN, hybrid_uniform(2));
    hybrid_item *i = hybrid_when(w->m, trigger);
    hybrid_set(&i->branch[0], DISCRETE_IS, which, not_pre(w, which));
    offer_boolean(w, which);
}

/* when {c1, c2} then k = ...; end when; */
static void draw_counter(hybrid_draw *w, int trigger, int other) {
    const int last = 1 + hybrid_uniform(3), is_ring = hybrid_uniform(2);
    const int which = hybrid_discrete(w->m, INTEGER, 0);
    const int value = is_ring ? pre_in_a_ring(w, which, last) : pre_plus_one(w, which);
    hybrid_item *i = hybrid_when(w->m, trigger);
    hybrid_branch *b = &i->branch[0];
    if (other >= 0)
        b->condition[b->conditions++] = other;
    hybrid_set(b, DISCRETE_IS, which, value);
    offer_integer(w, which, last);
}

/* when c1 then b = true; k = ...; elsewhen c2 then b = false; k = pre(k); end when; */
static void draw_latch(hybrid_draw *w, int on, int off) {
    const int which = hybrid_discrete(w->m, BOOLEAN, hybrid_uniform(2));
    const int count = hybrid_discrete(w->m, INTEGER, 0);
    hybrid_item *i = hybrid_when(w->m, on);
    hybrid_set(&i->branch[0], DISCRETE_IS, which, hybrid_constant(w->m, 1));
    hybrid_set(&i->branch[0], DISCRETE_IS, count, pre_plus_one(w, count));
    hybrid_branch *b = hybrid_elsewhen(i, off);
    hybrid_set(b, DISCRETE_IS, which, hybrid_constant(w->m, 0));
    hybrid_set(b, DISCRETE_IS, count, make(w, PRE, count, 0, 0));
    offer_boolean(w, which);
}

/* when sample(...) then r = an expression; end when; */
static void draw_sampler(hybrid_draw *w) {
    const int clock = hybrid_draw_clock(w);
    const int value = hybrid_draw_affine(w);
    const int which = hybrid_discrete(w->m, REAL, hybrid_quarters(-4, 4));
    hybrid_item *i = hybrid_when(w->m, clock);
    hybrid_set(&i->branch[0], DISCRETE_IS, which, value);
    w->value[w->values++] = make(w, DISCRETE, which, 0, 0);
}

/* b = a relation; when edge(b), when change(b): counters. */
static void draw_observed(hybrid_draw *w, int relation) {
    const int which = hybrid_discrete(w->m, BOOLEAN, 0);
    const int count = hybrid_discrete(w->m, INTEGER, 0);
    const hybrid_op op = hybrid_uniform(2) ? EDGE : CHANGE;
    hybrid_equation(w->m, DISCRETE_IS, which, relation);
    hybrid_item *i = hybrid_when(w->m, make(w, op, which, 0, 0));
    hybrid_set(&i->branch[0], DISCRETE_IS, count, pre_plus_one(w, count));
    offer_boolean(w, which);
}

void hybrid_draw_timed(hybrid_draw *w) {
    switch (hybrid_uniform(7)) {
    case 0:
        draw_toggle(w, draw_trigger(w));
        break;
    case 1:
        draw_counter(w, draw_trigger(w), -1);
        break;
    case 2: {
        const int one = draw_trigger(w);
        draw_counter(w, one, draw_trigger(w));
        break;
    }
    case 3: {
        const int on = draw_trigger(w);
        draw_latch(w, on, draw_trigger(w));
        break;
    }
    case 4:
        draw_sampler(w);
        break;
    case 5:
        if (w->conditions > 0)
            draw_counter(w, hybrid_draw_condition(w), -1);
        break;
    default:
        w->condition[w->conditions++] = hybrid_draw_time(w);
        break;
    }
}

/* --- relations of states --- */

static double draw_threshold(const hybrid_draw *w) {
    return w->is_coarse ? hybrid_uniform(3) - 1 : hybrid_quarters(-6, 6) + 0.0625;
}

/* A state, or the sum of two, against a number. */
static int draw_relation(hybrid_draw *w) {
    static const hybrid_op any[] = {LESS, LESS_EQUAL, GREATER, GREATER_EQUAL};
    int left = make(w, STATE, hybrid_uniform(w->m->states), 0, 0);
    if (hybrid_uniform(3) == 0) {
        const int other = make(w, STATE, hybrid_uniform(w->m->states), 0, 0);
        left = make(w, SUM, left, other, 0);
    }
    const int number = hybrid_constant(w->m, draw_threshold(w));
    return hybrid_relation(w->m, any[hybrid_uniform(4)], left, number);
}

/* b = if pre(b) then x < high else x < low: or the other way round. */
static void draw_hysteresis(hybrid_draw *w) {
    const int which = hybrid_discrete(w->m, BOOLEAN, hybrid_uniform(2));
    const int name = make(w, STATE, hybrid_uniform(w->m->states), 0, 0);
    const double low = draw_threshold(w);
    const int high = hybrid_constant(w->m, low + 0.5 + hybrid_quarters(0, 4));
    const int stays = hybrid_relation(w->m, LESS, name, high);
    const int comes = hybrid_relation(w->m, LESS, name, hybrid_constant(w->m, low));
    const int before = make(w, PRE, which, 0, 0);
    const int value = hybrid_uniform(2)
                          ? make(w, CHOICE, before, stays, comes)
                          : make(w, OR, comes, make(w, AND, before, stays, 0), 0);
    hybrid_equation(w->m, DISCRETE_IS, which, value);
    offer_boolean(w, which);
}

/* A state that no clause reinitialises yet (8.3.6: only one may); -1: there is none. */
static int draw_target(hybrid_draw *w) {
    const int count = w->m->states;
    const int from = hybrid_uniform(count);
    for (int k = 0; k < count; k++) {
        const int i = (from + k) % count;
        if (w->is_taken[i])
            continue;
        w->is_taken[i] = 1;
        return i;
    }
    return -1;
}

/* when c then reinit(y, ...); k = pre(k) + 1; end when; */
static void draw_reinit(hybrid_draw *w, int trigger) {
    const int target = draw_target(w);
    if (target < 0)
        return;
    const int count = hybrid_discrete(w->m, INTEGER, 0);
    const int before = make(w, PRE_STATE, target, 0, 0);
    const int factor = hybrid_constant(w->m, hybrid_quarters(-4, 3));
    int value = make(w, PRODUCT, factor, before, 0);
    if (hybrid_uniform(2))
        value = hybrid_draw_affine(w);
    hybrid_item *i = hybrid_when(w->m, trigger);
    hybrid_set(&i->branch[0], REINIT, target, value);
    hybrid_set(&i->branch[0], DISCRETE_IS, count, pre_plus_one(w, count));
}

/* when sample(...) and x < c then ... */
static void draw_gated(hybrid_draw *w) {
    const int clock = hybrid_draw_clock(w);
    const int gate = draw_relation(w);
    draw_counter(w, make(w, AND, clock, gate, 0), -1);
}

void hybrid_draw_watched(hybrid_draw *w) {
    switch (hybrid_uniform(9)) {
    case 0:
        draw_toggle(w, draw_relation(w));
        break;
    case 1: {
        const int one = draw_relation(w);
        draw_counter(w, one, draw_relation(w));
        break;
    }
    case 2: {
        const int on = draw_relation(w);
        draw_latch(w, on, draw_relation(w));
        break;
    }
    case 3:
        draw_hysteresis(w);
        break;
    case 4:
        draw_reinit(w, draw_relation(w));
        break;
    case 5:
        draw_gated(w);
        break;
    case 6:
        draw_observed(w, draw_relation(w));
        break;
    case 7:
        draw_reinit(w, hybrid_draw_clock(w));
        break;
    default:
        w->condition[w->conditions++] = draw_relation(w);
        break;
    }
}

/* --- loops and guards --- */

/* b = not pre(b) and c, or a Boolean that follows another one a sweep later. */
void hybrid_draw_loop(hybrid_draw *w) {
    const int which = hybrid_discrete(w->m, BOOLEAN, hybrid_uniform(2));
    const int condition = hybrid_draw_condition(w);
    const int before = make(w, PRE, which, 0, 0);
    const int other = make(w, PRE, hybrid_uniform(w->m->discretes), 0, 0);
    const int is_boolean = w->m->kind[w->m->node[other].a] == BOOLEAN;
    int value = make(w, OR, before, condition, 0);
    if (is_boolean && hybrid_uniform(2))
        value = make(w, AND, other, condition, 0);
    if (hybrid_uniform(8) == 0)
        value = make(w, AND, condition, not_pre(w, which), 0);
    hybrid_equation(w->m, DISCRETE_IS, which, value);
    offer_boolean(w, which);
}

/* der(height) = velocity; der(velocity) = -g; when height < floor then reinit(velocity,
 * -e*pre(velocity)); k = pre(k) + 1; end when; */
void hybrid_draw_guard(hybrid_draw *w, int height, int velocity) {
    hybrid_model *m = w->m;
    const double floor = hybrid_uniform(3) - 1, e = hybrid_quarters(1, 4);
    const double g = hybrid_quarters(4, 40);
    const int is_strict = hybrid_uniform(2);
    const double above = is_strict ? hybrid_quarters(0, 3) : hybrid_quarters(1, 4);
    const int count = hybrid_discrete(m, INTEGER, 0);

    m->start[height] = floor + above;
    m->whole_first = m->nodes;
    const int h = make(w, STATE, height, 0, 0);
    const int v = make(w, STATE, velocity, 0, 0);
    m->guarded = height;
    m->guarding = velocity;
    m->floor = floor;
    hybrid_equation(m, SLOPE_IS, height, v);
    hybrid_equation(m, SLOPE_IS, velocity, hybrid_constant(m, -g));
    const int number = hybrid_constant(m, floor);
    const hybrid_op op = is_strict ? LESS : LESS_EQUAL;
    hybrid_item *i = hybrid_when(m, hybrid_relation(m, op, h, number));
    const int before = make(w, PRE_STATE, velocity, 0, 0);
    const int factor = hybrid_constant(m, -e);
    hybrid_set(&i->branch[0], REINIT, velocity, make(w, PRODUCT, factor, before, 0));
    m->whole_last = m->nodes;
    hybrid_set(&i->branch[0], DISCRETE_IS, count, pre_plus_one(w, count));
}
