/* SPDX-License-Identifier: BSD-3-Clause */
/* What would happen: rounds of the event iteration that are taken back. */
#include <string.h>
#include "hybrid_state.h"

/* All that rounds change, but for modes that they find. */
typedef struct kept_state {
    arena *own;
    mode *now, *left;
    double t, *value, *before, *loaded, *set, *tick, *next;
    double *u, *z, *left_u, *left_z;
    char *was, *is_set;
    hybrid_switch *switches;
    const when_branch **fired;
    int sweep, round, is_waiting, terminate, any_leaving;
    const char *message, *unquiet;
} kept_state;

#define KEEP(own, from, count)                                                           \
    memcpy(arena_alloc(own, sizeof *(from) * ((size_t)(count) + 1)), from,               \
           sizeof *(from) * (size_t)(count))
#define PUT_BACK(to, from, count) memcpy(to, from, sizeof *(to) * (size_t)(count))

static void keep_arrays(hybrid *h, kept_state *k) {
    const dae *s = h->system;
    const completion *now = h->now->lowered->completion;
    const completion *left = h->left->lowered->completion;
    k->value = ARENA_ARRAY(k->own, double, s->parameters.count + 1);
    for (int p = 0; p < s->parameters.count; p++)
        k->value[p] = *hybrid_value(h, p);
    k->before = KEEP(k->own, h->before, s->parameters.count);
    k->loaded = KEEP(k->own, h->loaded, s->parameters.count);
    k->set = KEEP(k->own, h->set, s->variables.count);
    k->is_set = KEEP(k->own, h->is_set, s->variables.count);
    k->tick = KEEP(k->own, h->tick, s->clocks.count);
    k->next = KEEP(k->own, h->next, s->clocks.count);
    k->was = KEEP(k->own, h->all_was, h->was_count);
    k->switches = KEEP(k->own, h->switches, h->crossings->list.count);
    k->fired = KEEP(k->own, h->fired, s->whens.count);
    k->u = KEEP(k->own, h->now->lowered->start, now->coordinates);
    k->z = KEEP(k->own, h->now->lowered->top, now->unknowns);
    k->left_u = KEEP(k->own, h->left->left_u, left->coordinates);
    k->left_z = KEEP(k->own, h->left->left_z, left->unknowns);
}

static kept_state keep_state(hybrid *h) {
    kept_state k = {.own = arena_child(h->system->arena),
                    .now = h->now,
                    .left = h->left,
                    .t = h->t,
                    .sweep = h->sweep,
                    .round = h->round,
                    .is_waiting = h->is_waiting,
                    .terminate = h->terminate,
                    .any_leaving = h->any_leaving,
                    .message = h->message,
                    .unquiet = h->unquiet};
    keep_arrays(h, &k);
    return k;
}

static void put_back_arrays(hybrid *h, const kept_state *k) {
    const dae *s = h->system;
    const completion *now = k->now->lowered->completion;
    const completion *left = k->left->lowered->completion;
    for (int p = 0; p < s->parameters.count; p++)
        *hybrid_value(h, p) = k->value[p];
    PUT_BACK(h->before, k->before, s->parameters.count);
    PUT_BACK(h->loaded, k->loaded, s->parameters.count);
    PUT_BACK(h->set, k->set, s->variables.count);
    PUT_BACK(h->is_set, k->is_set, s->variables.count);
    PUT_BACK(h->tick, k->tick, s->clocks.count);
    PUT_BACK(h->next, k->next, s->clocks.count);
    PUT_BACK(h->all_was, k->was, h->was_count);
    PUT_BACK(h->switches, k->switches, h->crossings->list.count);
    PUT_BACK(h->fired, k->fired, s->whens.count);
    PUT_BACK(k->now->lowered->start, k->u, now->coordinates);
    PUT_BACK(k->now->lowered->top, k->z, now->unknowns);
    PUT_BACK(k->left->left_u, k->left_u, left->coordinates);
    PUT_BACK(k->left->left_z, k->left_z, left->unknowns);
}

static void put_back_state(hybrid *h, const kept_state *k) {
    put_back_arrays(h, k);
    h->left = k->left;
    h->t = k->t;
    h->sweep = k->sweep;
    h->round = k->round;
    h->is_waiting = k->is_waiting;
    h->terminate = k->terminate;
    h->any_leaving = k->any_leaving;
    h->message = k->message;
    h->unquiet = k->unquiet;
    h->is_measured = 0;
    hybrid_use_point(h, k->now);
    hybrid_load_values(h->now);
    lowered_keep_invariants(h->now->lowered, h->now->lowered->start);
    hybrid_run_functions(h);
}

typedef struct attempt {
    hybrid *h;
    hybrid_look *look;
    int k, seen;
} attempt;

static void run_attempt(invo_context *context, void *argument) {
    attempt *a = argument;
    (void)context;
    hybrid_run_rounds(a->h);
    hybrid_run_functions(a->h);
    a->seen = a->look(a->h, a->k);
}

int hybrid_try(hybrid *h, const signed char *sides, int k, hybrid_look *look) {
    invo_context *context = h->system->context;
    size_t said = context->message_size;
    kept_state kept = keep_state(h);
    attempt a = {h, look, k, 0};
    for (int i = 0; i < h->crossings->list.count; i++)
        if (sides[i] && !hybrid_orientation(h, k, i))
            hybrid_take_side(h, i, sides[i]);
    invo_status status = protect(context, run_attempt, &a);
    put_back_state(h, &kept);
    arena_free(kept.own);
    if (status == INVO_E_MEMORY)
        fail_if_errors(context);
    forget_errors(context, said);
    return status ? 0 : a.seen;
}
