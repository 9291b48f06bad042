/* SPDX-License-Identifier: BSD-3-Clause */
/* Rounds of the event iteration that are taken back. */
#include "trial.h"
#include <assert.h>
#include <string.h>
#include "hybrid_state.h"

void *hybrid_array(hybrid *h, size_t item, int count) {
    assert(count >= 0);
    memory_region r = {arena_alloc(h->system->arena, item * (size_t)(count + 1)),
                       item * (size_t)count};
    LIST_PUSH(h->system->arena, h->regions, r);
    return r.at;
}

/* A copy of a point: [slots] */
static double *keep_slots(arena *a, const lowered *w, const double *x) {
    return arena_keep(a, x, sizeof *x, completion_slots(w->completion));
}

snapshot hybrid_keep(hybrid *h) {
    assert(h->now && h->left);
    arena *own = arena_child(h->system->arena);
    snapshot k = {
        .own = own,
        .now = h->now,
        .left = h->left,
        .t = h->t,
        .progress = h->progress,
        .value = ARENA_ARRAY(own, double, h->system->parameters.count + 1),
        .region = ARENA_ARRAY(own, void *, h->regions.count + 1),
        .x = ARENA_ARRAY(own, double, completion_slots(h->now->lowered->completion)),
        .left_x = keep_slots(own, h->left->lowered, h->left->left)};
    hybrid_read_values(h, k.value);
    point_read(h->now->lowered, k.x);
    for (int i = 0; i < h->regions.count; i++)
        k.region[i] = arena_keep(own, h->regions.at[i].at, 1, (int)h->regions.at[i].size);
    return k;
}

void hybrid_put_back(hybrid *h, const snapshot *k) {
    assert(k->now && k->left);
    int slots = completion_slots(k->left->lowered->completion);
    for (int i = 0; i < h->regions.count; i++)
        if (h->regions.at[i].size)
            memcpy(h->regions.at[i].at, k->region[i], h->regions.at[i].size);
    memcpy(k->left->left, k->left_x, sizeof *k->left_x * (size_t)slots);
    point_write(k->now->lowered, k->x);
    hybrid_write_values(h, k->value);
    h->left = k->left;
    h->t = k->t;
    h->progress = k->progress;
    h->switches.is_measured = 0;
    hybrid_use_point(h, k->now);
    hybrid_load_values(h->now);
    lowered_keep_invariants(h->now->lowered, h->now->lowered->start);
    hybrid_run_functions(h);
}

int hybrid_attempt(hybrid *h, void (*body)(invo_context *, void *), void *argument) {
    invo_context *context = h->system->context;
    size_t said = context->message_size;
    invo_status status = protect(context, body, argument);
    if (status == INVO_E_MEMORY)
        fail_if_errors(context);
    if (status)
        forget_errors(context, said);
    return !status;
}

typedef struct trial {
    hybrid *h;
    hybrid_look *look;
    hybrid_switch *s;
    int seen;
} trial;

static void run_trial(invo_context *context, void *argument) {
    trial *a = argument;
    (void)context;
    hybrid_run_rounds(a->h);
    hybrid_run_functions(a->h);
    a->seen = a->look(a->h, a->s);
}

int hybrid_try(hybrid *h, const signed char *sides, hybrid_switch *s, hybrid_look *look) {
    assert(h->now && sides);
    size_t said = h->system->context->message_size;
    snapshot kept = hybrid_keep(h);
    trial a = {h, look, s, 0};
    EACH_SWITCH(h, other)
        if (sides[other->number] && !hybrid_orientation(h, s, other))
            hybrid_take_side(h, other, sides[other->number]);
    int is_over = hybrid_attempt(h, run_trial, &a);
    hybrid_put_back(h, &kept);
    arena_free(kept.own);
    forget_notes(h->system->context, said);
    return is_over ? a.seen : 0;
}
