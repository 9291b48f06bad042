/* SPDX-License-Identifier: BSD-3-Clause */
#include "levels.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_PRODUCTS = 500, /* of a search that is made again */
    LEVEL_DIGITS = 14    /* of the numbers of levels */
};
/* How far the value of a quantity at the start is off by round-off, as a share of its
 * terms. */
static const double LEVEL_ROUNDING = 4e-16;
static const double MOVED = 0.25; /* to another level */

typedef struct levels {
    search *search;
    int count;
    expr *value;       /* [count]: quantities ... */
    double *number;    /* [count]: ... that have these values, ... */
    double *size;      /* [count]: ... and terms of these sizes */
    const char **text; /* [count]: "p*a + q*b = 0" */
} levels;

static double level_leaf(void *data, const expr_node *leaf) {
    const surface *s = data;
    if (leaf->op == OP_PARAMETER)
        return (double)s->parameter[leaf->variable];
    int slot = completion_slot(s->lowered->completion, leaf);
    return slot >= 0 ? s->lowered->start[slot] : 0;
}

/* The size of the terms of a quantity at the start. */
static double level_size(surface *s, expr value) {
    graph *g = s->lowered->completion->system->graph;
    const expr_node *n = expr_get(g, value);
    if (n->op != OP_SUM)
        return fabs(expr_evaluate(g, value, level_leaf, s));
    double size = fabs(n->value);
    for (int k = 0; k < n->count; k++)
        size += fabs(n->coefficient[k] * expr_evaluate(g, n->arg[k], level_leaf, s));
    return size;
}

/* The simplest number that is the value but for round-off: a level that has a meaning is
 * 0, or 1. */
static double level_number(quad value, double size) {
    double near = (double)value;
    if (fabs(near) <= LEVEL_ROUNDING * size)
        return 0;
    for (int digits = 1; digits <= LEVEL_DIGITS; digits++) {
        char text[64];
        snprintf(text, sizeof text, "%.*e", digits - 1, near);
        double simple = strtod(text, NULL);
        if (fabs((double)(value - simple)) <= LEVEL_ROUNDING * size)
            return simple;
    }
    return near;
}

/* Lists the quantities at their values; returns 0 where these are not known. */
static int levels_list(levels *l) {
    const search *f = l->search;
    surface *s = f->surface;
    int count = f->found.count;
    expr *value = ARENA_ARRAY(f->arena, expr, count + 1);
    quad *x = quad_array(f->arena, s->slots);
    l->value = ARENA_ARRAY(f->arena, expr, count + 1);
    l->number = ARENA_ARRAY(f->arena, double, count + 1);
    l->size = ARENA_ARRAY(f->arena, double, count + 1);
    l->text = ARENA_ARRAY(f->arena, const char *, count + 1);
    for (int k = 0; k < count; k++)
        value[k] = f->found.at[k].value;
    quad_tape t = quad_tape_new(s, count, value);
    if (!surface_start(s, x))
        return 0;
    quad_tape_run(s, &t, x);
    for (int k = 0; k < count; k++) {
        if (t.out[k] - t.out[k] != 0 || f->found.at[k].has_angle)
            continue;
        int to = l->count++;
        l->value[to] = value[k];
        l->size[to] = level_size(s, value[k]);
        l->number[to] = level_number(t.out[k], l->size[to]);
        l->text[to] =
            arena_print(f->arena, "%s = %.15g", f->found.at[k].text, l->number[to]);
    }
    return l->count > 0;
}

/* --- surfaces of levels --- */

/* The surface of the levels that are not left out, one of them being moved; -1: none. */
static surface *levels_surface(const levels *l, const char *is_out, int moved) {
    const search *f = l->search;
    graph *g = f->lowered->completion->system->graph;
    expr *row = ARENA_ARRAY(f->arena, expr, l->count + 1);
    int count = 0;
    for (int k = 0; k < l->count; k++) {
        if (is_out[k])
            continue;
        double number = l->number[k];
        if (k == moved)
            number = number == 0 ? MOVED * l->size[k] : number * (1 + MOVED);
        row[count++] = expr_sub(g, l->value[k], expr_number(g, number));
    }
    return surface_new(f->lowered, f->arena, f->effort, count, row);
}

/* Is the quantity conserved there? */
static int levels_suffice(const levels *l, const search *on, const candidate *q,
                          const char *is_out, int moved) {
    candidate own = *q;
    quad_rows look = {.surface = levels_surface(l, is_out, moved),
                      .generators = on->generators,
                      .parameter = -1};
    own.c = quad_array(on->arena, q->count);
    return second_look(&look, on->products, &own) && own.residual <= LOOK_ZERO;
}

/* The search on these levels, for what is independent of all that was found. */
static search *levels_try(const levels *l, const char *is_out, const finder_request *q) {
    const search *f = l->search;
    search *on = arena_alloc(f->arena, sizeof *on);
    generators *same = arena_alloc(f->arena, sizeof *same);
    *same = *f->generators;
    same->are_free = 0; /* levels are relations among them */
    on->lowered = f->lowered;
    on->arena = f->arena;
    on->effort = f->effort;
    on->surface = levels_surface(l, is_out, -1);
    on->generators = same;
    on->finding = arena_alloc(f->arena, sizeof *on->finding);
    search_prepare(on, q);
    if (!on->independence)
        return on;
    on->finding->most = on->independence->most;
    for (int k = 0; k < f->whole.count; k++)
        independence_add(on->independence, f->products, &f->whole.at[k], 0);
    search_run(on, f->finding->degree);
    return on;
}

/* --- which of the levels matter --- */

/* Leaves out the levels whose numbers do not matter: quantities that exist on all of
 * them, with other coefficients, are of a higher degree as a whole. Returns how many are
 * left. is_out: [levels], all zero */
static int levels_choose(const levels *l, const search *on, char *is_out) {
    int left = 0;
    char *none = ARENA_ARRAY(on->arena, char, l->count + 1);
    for (int k = 0; k < l->count; k++) {
        is_out[k] = 1;
        for (int i = 0; i < on->whole.count && is_out[k]; i++)
            is_out[k] = (char)levels_suffice(l, on, &on->whole.at[i], none, k);
        left += !is_out[k];
    }
    return left;
}

/* Names the levels without which the quantity is not conserved. */
static const char *levels_needed(const levels *l, const search *on, const candidate *q,
                                 const char *is_left_out) {
    char *is_out = ARENA_ARRAY(on->arena, char, l->count + 1);
    const char *list = "";
    for (int k = 0; k < l->count; k++)
        is_out[k] = is_left_out[k];
    for (int k = 0; k < l->count; k++) {
        if (is_out[k])
            continue;
        is_out[k] = 1;
        is_out[k] = (char)levels_suffice(l, on, q, is_out, -1);
        if (!is_out[k])
            list =
                *list ? arena_print(on->arena, "%s, %s", list, l->text[k]) : l->text[k];
    }
    return list;
}

void levels_search(search *f, const finder_request *q) {
    levels l = {.search = f};
    const finding *made = f->finding;
    if (f->found.count == 0 || f->found.count >= made->most || made->degree == 0)
        return;
    if (made->products > MOST_PRODUCTS || !levels_list(&l))
        return;
    char *is_out = ARENA_ARRAY(f->arena, char, l.count + 1);
    search *on = levels_try(&l, is_out, q);
    f->finding->on_level = on->independence && !on->finding->stopped;
    if (on->found.count == 0 || levels_choose(&l, on, is_out) == 0)
        return;
    on = levels_try(&l, is_out, q);
    for (int k = 0; k < on->found.count; k++) {
        found_quantity *to = &on->found.at[k];
        to->level = levels_needed(&l, on, &on->whole.at[k], is_out);
        LIST_PUSH(f->arena, f->found, *to);
    }
}
