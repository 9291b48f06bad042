/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws whole models. */
#include "hybrid_draw.h"

/* Linear equations that time and clocks switch; some states are coupled (index 2). */
void hybrid_draw_switched(hybrid_model *m) {
    hybrid_draw w;
    const int states = 1 + hybrid_uniform(5);
    hybrid_draw_begin(&w, m, states);
    const int is_coupled = states > 2 && hybrid_uniform(4) == 0;
    for (int k = 2 + hybrid_uniform(4); k > 0; k--)
        hybrid_draw_timed(&w);
    for (int k = hybrid_uniform(3); k > 0; k--)
        hybrid_draw_algebraic(&w);
    if (hybrid_uniform(2))
        hybrid_draw_timed(&w);
    if (is_coupled)
        hybrid_draw_coupling(&w, 0, 1);
    for (int i = is_coupled ? 2 : 0; i < states; i++) {
        hybrid_draw_slope(&w, i);
        if (hybrid_uniform(3) == 0)
            hybrid_draw_algebraic(&w);
    }
}

/* der(a) = b, der(b) = a law - w^2*a: what makes relations cross again and again. */
static void draw_oscillator(hybrid_draw *w, int a, int b) {
    hybrid_model *m = w->m;
    const int x = hybrid_node_new(m, STATE, a, 0, 0);
    const int v = hybrid_node_new(m, STATE, b, 0, 0);
    const int square = hybrid_constant(m, -1 - hybrid_uniform(30));
    const int spring = hybrid_node_new(m, PRODUCT, square, x, 0);
    const int law = hybrid_draw_law(w);
    hybrid_equation(m, SLOPE_IS, a, v);
    hybrid_equation(m, SLOPE_IS, b, hybrid_node_new(m, SUM, spring, law, 0));
}

static void draw_slopes(hybrid_draw *w, int from) {
    int i = from;
    if (i + 1 < w->m->states) {
        draw_oscillator(w, i, i + 1);
        i += 2;
    }
    for (; i < w->m->states; i++)
        hybrid_draw_slope(w, i);
}

/* Events of states, clocks and time. */
void hybrid_draw_crossing(hybrid_model *m) {
    hybrid_draw w;
    hybrid_draw_begin(&w, m, 2 + hybrid_uniform(4));
    for (int k = 1 + hybrid_uniform(3); k > 0; k--)
        hybrid_draw_watched(&w);
    for (int k = hybrid_uniform(3); k > 0; k--)
        hybrid_draw_timed(&w);
    for (int k = hybrid_uniform(2); k > 0; k--)
        hybrid_draw_algebraic(&w);
    if (hybrid_uniform(2))
        hybrid_draw_timed(&w);
    draw_slopes(&w, 0);
}

/* Anything: starts on boundaries, loops, guards; nothing is promised. */
void hybrid_draw_any(hybrid_model *m) {
    hybrid_draw w;
    const int states = 1 + hybrid_uniform(5);
    hybrid_draw_begin(&w, m, states);
    w.is_coarse = 1;
    for (int i = 0; i < states; i++)
        m->start[i] = hybrid_uniform(3) - 1;
    const int is_guarded = states > 1 && hybrid_uniform(3) == 0;
    w.is_taken[0] = w.is_taken[1] = is_guarded;
    for (int k = 1 + hybrid_uniform(3); k > 0; k--)
        hybrid_draw_watched(&w);
    for (int k = hybrid_uniform(3); k > 0; k--)
        hybrid_draw_timed(&w);
    if (w.conditions > 0 && m->discretes > 0 && hybrid_uniform(2))
        hybrid_draw_loop(&w);
    for (int k = hybrid_uniform(2); k > 0; k--)
        hybrid_draw_algebraic(&w);
    if (is_guarded)
        hybrid_draw_guard(&w, 0, 1);
    draw_slopes(&w, is_guarded ? 2 : 0);
}
