/* SPDX-License-Identifier: BSD-3-Clause */
/* Which written state gives each coordinate, found once for a system. */
#include "carry.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../completion/alias.h"
#include "../points/top_blocks.h"
#include "../system/leaves.h"
#include "starting.h"

/* The written state that gives a coordinate: (its derivative - offset) / factor. */
typedef struct state_carrier {
    int variable, order;
    const binding *multiple; /* NULL: it is that coordinate itself */
} state_carrier;

struct carried_states {
    int is_possible;     /* states give all coordinates, and nothing else is asked */
    state_carrier *from; /* [coordinates]; variable -1: none */
    LIST(int) others;    /* states that do not give their slot: they may jump */
    double *x, *base;    /* [slots] */
};

static int carry_order(const left_side *left, int v) {
    return v < left->variables ? left->state_order[v] : 0;
}

/* Notes what state v gives: itself before a multiple of it, as in restart.c. Returns 0
 * where it gives a top unknown, which then has too many equations. */
static int note_carriers(const completion *c, const left_side *left, int v,
                         const struct carried_states *all) {
    const binding *b = completion_binding(c, v);
    const alias *a = &c->alias[b ? b->variable : v];
    for (int l = 0; l < carry_order(left, v); l++) {
        if (a->order + l > c->unknown[a->unknown].d)
            break;
        int slot = completion_jet_slot(c, a->unknown, a->order + l);
        if (slot >= c->coordinates)
            return 0;
        state_carrier *from = &all->from[slot];
        if (!b || from->variable < 0)
            *from = (state_carrier){v, l, b};
    }
    return 1;
}

static int is_top_leaf(void *data, const expr_node *leaf) {
    const completion *c = data;
    int slot = completion_slot(c, leaf);
    return slot < 0 || slot >= c->coordinates;
}

/* Is state v, which this system computes from others, a condition on top unknowns? */
static int conditions_tops(completion *c, int v) {
    expr f = alias_substitute(c->system, c->alias, completion_binding(c, v)->value);
    return leaves_depend(c->system->graph, f, is_top_leaf, c);
}

/* Do states give all coordinates, and do they ask nothing of the top unknowns? */
static int find_carriers(completion *c, const left_side *left,
                         struct carried_states *all) {
    for (int v = 0; v < c->written->variables.count; v++) {
        const binding *b = completion_binding(c, v);
        if (!carry_order(left, v))
            continue;
        int is_computed = b && b->variable < 0;
        if (is_computed ? conditions_tops(c, v) : !note_carriers(c, left, v, all))
            return 0;
    }
    for (int k = 1; k < c->coordinates; k++)
        if (all->from[k].variable < 0)
            return 0;
    return 1;
}

/* Lists the states whose slot has its value from elsewhere. */
static void list_others(const lowered *w, const left_side *left,
                        struct carried_states *all) {
    const completion *c = w->completion;
    for (int v = 0; v < c->written->variables.count; v++) {
        if (!carry_order(left, v))
            continue;
        int slot = completion_jet_slot(c, c->alias[v].unknown, c->alias[v].order);
        int is_carrier = slot < c->coordinates && all->from[slot].variable == v &&
                         all->from[slot].order == 0 && !all->from[slot].multiple;
        if (!is_carrier)
            LIST_PUSH(w->arena, all->others, v);
    }
}

static struct carried_states *carry_new(lowered *w, const left_side *left) {
    completion *c = w->completion;
    arena *own = completion_borrow(c);
    struct carried_states *all = arena_alloc(w->arena, sizeof *all);
    int slots = completion_slots(c);
    all->from = ARENA_ARRAY(w->arena, state_carrier, c->coordinates + 1);
    all->x = ARENA_ARRAY(w->arena, double, slots);
    all->base = ARENA_ARRAY(w->arena, double, slots);
    for (int k = 0; k < c->coordinates; k++)
        all->from[k].variable = -1;
    all->is_possible = w->system.constraints == 0 && c->extras.count == 0 &&
                       w->system.blocks.equations && find_carriers(c, left, all);
    if (all->is_possible)
        list_others(w, left, all);
    completion_release(c, own);
    return all;
}

/* What is carried to w; NULL: there is more to decide. */
static struct carried_states *carried_to(lowered *w, const left_side *left) {
    if (!left->state_order)
        return NULL;
    if (!w->carried)
        w->carried = carry_new(w, left);
    return w->carried->is_possible ? w->carried : NULL;
}

static int is_any_set(const lowered *w, const left_side *left) {
    for (int v = 0; v < w->completion->written->variables.count; v++)
        if (left->set[v].is_set)
            return 1;
    return 0;
}

/* Takes what the event sets. Returns 0 where that is no coordinate. */
static int carry_set(const lowered *w, const left_side *left, double *x) {
    const completion *c = w->completion;
    for (int v = 0; v < c->written->variables.count; v++) {
        if (!left->set[v].is_set)
            continue;
        double value = left->set[v].value;
        const alias *a = &c->alias[restart_set_through(c, left, v, &value)];
        int slot = completion_jet_slot(c, a->unknown, a->order);
        if (slot >= c->coordinates)
            return 0;
        x[slot] = value;
    }
    return 1;
}

static int carry_one(const completion *c, const left_side *left, const state_carrier *s,
                     double *value) {
    if (left->value(left->data, s->variable, s->order, value) != LEFT_CONTINUOUS)
        return 0;
    const binding *b = s->multiple;
    if (!b)
        return 1;
    if (s->order == 0 && b->offset != EXPR_ZERO)
        *value -= parameter_value(c->system, b->offset, 0);
    *value /= b->factor;
    return 1;
}

/* Has a state moved that this system gives in another way? */
static int carry_moves(const lowered *w, const left_side *left,
                       const struct carried_states *all) {
    const completion *c = w->completion;
    for (int k = 0; k < all->others.count; k++) {
        int v = all->others.at[k];
        int slot = completion_jet_slot(c, c->alias[v].unknown, c->alias[v].order);
        double before;
        if (left->value(left->data, v, 0, &before) != LEFT_CONTINUOUS)
            continue;
        double size = fmax(fabs(before), w->nominal[slot]);
        if (!(fabs(all->x[slot] - before) <= RESTART_LARGEST_JUMP * size))
            return 1;
    }
    return 0;
}

static void carry_keep(lowered *w, const double *x) {
    point_write(w, x);
    lowered_keep_invariants(w, w->start);
}

int carry_restart(lowered *w, const left_side *left) {
    assert(left->value && left->set);
    const struct carried_states *all = carried_to(w, left);
    if (!all)
        return 0;
    all->x[0] = left->t;
    for (int k = 1; k < w->completion->coordinates; k++)
        if (!carry_one(w->completion, left, &all->from[k], &all->x[k]))
            return 0;
    int is_set = is_any_set(w, left);
    if (is_set && !carry_set(w, left, all->x))
        return 0;
    if (!top_blocks_solve(w, all->x) || (!is_set && carry_moves(w, left, all)))
        return 0;
    carry_keep(w, all->x);
    return 1;
}

/* Puts x `ahead` of time beyond base, by the rates in x. Returns the largest move against
 * the last place, as a share of the way. */
static double carry_move(const lowered *w, const double *base, double ahead, double *x) {
    const invo_system *s = &w->system;
    double most = 0;
    for (int k = 1; k < s->coordinates; k++) {
        double rate = x[s->coordinate[k].derivative];
        if (!isfinite(rate))
            continue;
        double moved = base[k] + ahead * rate;
        double size = fmax(fabs(moved), ahead * w->nominal[k]);
        most = fmax(most, fabs(moved - x[k]) / size);
        x[k] = moved;
    }
    return most;
}

int carry_ahead(lowered *w, const left_side *left, double ahead) {
    const struct carried_states *all = carried_to(w, left);
    if (!all || is_any_set(w, left))
        return -1;
    assert(left->t == w->start[0]);
    point_read(w, all->base);
    if (top_blocks_doubt(w, all->base))
        return -1;
    point_read(w, all->x);
    all->x[0] = left->t + ahead;
    ahead = all->x[0] - left->t; /* as it is rounded */
    int growing = 0;
    double last = INFINITY;
    for (int round = 0; round < MOST_ROUNDS_AHEAD; round++) {
        double moved = carry_move(w, all->base, ahead, all->x);
        growing = moved > last ? growing + 1 : 0;
        last = moved;
        if (growing == MOST_GROWING_AHEAD)
            return 0;
        if (!top_blocks_solve(w, all->x))
            return 0; /* singular, or on the way to infinity */
        if (round > 0 && moved <= RESTART_SETTLED) {
            carry_keep(w, all->x);
            return 1;
        }
    }
    return 0;
}
