/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws expressions, conditions of time and continuous equations. Times are multiples of
 * 1/32, so that clocks and relations that meet do so exactly; relations that could be
 * read in two ways there (time > t at t) are at odd multiples of 1/64. */
#include "hybrid_draw.h"
#include <string.h>

static int make(hybrid_draw *w, hybrid_op op, int a, int b, int c) {
    return hybrid_node_new(w->m, op, a, b, c);
}

void hybrid_draw_begin(hybrid_draw *w, hybrid_model *m, int states) {
    memset(m, 0, sizeof *m);
    memset(w, 0, sizeof *w);
    w->m = m;
    m->states = states;
    m->guarded = -1;
    m->stop = hybrid_uniform(2) ? 2 : 2.5 + 1.0 / 128;
    for (int i = 0; i < states; i++) {
        m->start[i] = hybrid_quarters(-8, 8);
        w->value[w->values++] = make(w, STATE, i, 0, 0);
    }
}

int hybrid_draw_name(hybrid_draw *w) {
    return w->value[hybrid_uniform(w->values)];
}

static int draw_term(hybrid_draw *w) {
    const double factor = hybrid_quarters(-4, 4);
    const int name = hybrid_draw_name(w);
    if (factor == 1 || factor == 0)
        return name;
    const int number = hybrid_constant(w->m, factor);
    return make(w, PRODUCT, number, name, 0);
}

int hybrid_draw_affine(hybrid_draw *w) {
    int sum = draw_term(w);
    for (int k = hybrid_uniform(3); k > 0; k--) {
        const int term = draw_term(w);
        sum = make(w, SUM, sum, term, 0);
    }
    if (hybrid_uniform(2)) {
        const int number = hybrid_constant(w->m, hybrid_quarters(-8, 8));
        sum = make(w, SUM, sum, number, 0);
    }
    return sum;
}

/* A leaf of a law: often a mere name or number, which in its mode makes what the equation
 * gives another name of it. */
static int draw_leaf(hybrid_draw *w) {
    switch (hybrid_uniform(5)) {
    case 0:
        return hybrid_constant(w->m, hybrid_quarters(-8, 8));
    case 1:
    case 2:
        return hybrid_draw_name(w);
    default:
        return hybrid_draw_affine(w);
    }
}

int hybrid_draw_law(hybrid_draw *w) {
    int law = draw_leaf(w);
    if (w->conditions == 0)
        return law;
    for (int k = hybrid_uniform(4); k > 0; k--) {
        const int condition = hybrid_draw_condition(w);
        const int leaf = draw_leaf(w);
        law = make(w, CHOICE, condition, leaf, law);
    }
    return law;
}

int hybrid_draw_time(hybrid_draw *w) {
    static const hybrid_op any[] = {LESS, LESS_EQUAL, GREATER, GREATER_EQUAL};
    const int is_alone = hybrid_uniform(2);
    const double at = (4 + hybrid_uniform(58)) / 32.0 + (is_alone ? 1.0 / 64 : 0);
    const hybrid_op op =
        is_alone ? any[hybrid_uniform(4)] : (hybrid_uniform(2) ? LESS : GREATER_EQUAL);
    const int time = make(w, TIME, 0, 0, 0);
    const int number = hybrid_constant(w->m, at);
    return hybrid_relation(w->m, op, time, number);
}

int hybrid_draw_clock(hybrid_draw *w) {
    const double start = hybrid_uniform(16) / 32.0;
    const double interval = (6 + hybrid_uniform(26)) / 32.0;
    return hybrid_clock(w->m, start, interval);
}

int hybrid_draw_condition(hybrid_draw *w) {
    const int a = w->condition[hybrid_uniform(w->conditions)];
    const int b = w->condition[hybrid_uniform(w->conditions)];
    switch (hybrid_uniform(8)) {
    case 0:
        return make(w, NOT, a, 0, 0);
    case 1:
        return make(w, AND, a, b, 0);
    case 2:
        return make(w, OR, a, b, 0);
    default:
        return a;
    }
}

/* Another form, if the value allows it. */
static void draw_form(hybrid_draw *w, hybrid_item *i) {
    const int is_choice = w->m->node[i->value].op == CHOICE;
    i->form = (hybrid_form)hybrid_uniform(DOUBLED + 1);
    if (is_choice && hybrid_uniform(3) == 0)
        i->form = BY_IF;
    i->is_twice = hybrid_uniform(25) == 0;
}

void hybrid_draw_algebraic(hybrid_draw *w) {
    const int which = w->m->algebraics++;
    const int value = hybrid_draw_law(w);
    draw_form(w, hybrid_equation(w->m, ALGEBRAIC_IS, which, value));
    w->value[w->values++] = make(w, ALGEBRAIC, which, 0, 0);
}

void hybrid_draw_slope(hybrid_draw *w, int state) {
    const int value = hybrid_draw_law(w);
    draw_form(w, hybrid_equation(w->m, SLOPE_IS, state, value));
    if (hybrid_uniform(4) == 0)
        w->value[w->values++] = make(w, SLOPE, state, 0, 0);
}

/* der(x) = a + z, der(y) = b + z, x + y = constant: index 2, with z = -(a + b)/2. */
void hybrid_draw_coupling(hybrid_draw *w, int first, int second) {
    hybrid_model *m = w->m;
    const int which = m->algebraics++;
    const int a = hybrid_draw_law(w);
    const int b = hybrid_draw_law(w);
    m->whole_first = m->nodes;
    const int force = make(w, ALGEBRAIC, which, 0, 0);
    const int half = hybrid_constant(m, -0.5);
    const int sum = make(w, SUM, a, b, 0);
    hybrid_item *i =
        hybrid_equation(m, ALGEBRAIC_IS, which, make(w, PRODUCT, half, sum, 0));
    i->form = SUM_IS;
    i->first = first;
    i->second = second;
    i->total = m->start[first] + m->start[second];
    m->is_free[second] = 1;
    if (w->conditions > 0 && hybrid_uniform(3) == 0) {
        i->form = SUM_IS_IF;
        i->condition = hybrid_draw_condition(w);
        m->is_free[second] = 0;
    }
    hybrid_equation(m, SLOPE_IS, first, make(w, SUM, a, force, 0));
    hybrid_equation(m, SLOPE_IS, second, make(w, SUM, b, force, 0));
    m->whole_last = m->nodes;
}
