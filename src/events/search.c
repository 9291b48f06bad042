/* SPDX-License-Identifier: BSD-3-Clause */
/* Relations that decide the mode, where the point of that mode decides them: of a clutch
 * at rest, sa > tau0 and sa < -tau0 say whether it slips, and sa is another one in each
 * case. Changed all at once, such relations may go round in a circle and miss the mode
 * in which all agree [MLS36, Appendix B: a mixed system of equations].
 *
 * First one relation is changed at a time, the first that the point contradicts; for
 * linear complementarity problems with a P-matrix, which friction and ideal diodes lead
 * to, this ends [MUR74]. Else all values of the relations that went round are tried,
 * those with the fewest changes first. */
#include "hybrid_state.h"
#include <assert.h>

enum {
    MOST_CHANGES = 60,   /* one at a time */
    MOST_RELATIONS = 10, /* of which all values are tried */
    FEW_SWEEPS = 20
};

/* Finds discrete values, mode and point for relations that do not change; returns whether
 * it does. */
static int search_settle(hybrid *h) {
    for (int k = 0; k < FEW_SWEEPS; k++) {
        int changed = hybrid_solve_discrete(h);
        changed |= hybrid_follow_mode(h);
        if (!changed)
            return 1;
        if (k == PATIENCE)
            hybrid_solve_loop(h);
    }
    return 0;
}

typedef struct relation_search {
    hybrid *h;
    int count, *number; /* of the switches in question */
    double *begun;      /* [switches]: their values when this round began */
    unsigned bits;      /* the trial: which of them have another value than then */
    int found;
} relation_search;

static void change_one_by_one(invo_context *context, void *argument) {
    relation_search *q = argument;
    (void)context;
    for (int k = 0; k < MOST_CHANGES && !q->found; k++) {
        if (!search_settle(q->h))
            return;
        q->found = !hybrid_follow_first(q->h);
    }
}

/* Holds the relations in question, lets all others follow, and then looks whether the
 * point agrees. */
static void try_values(invo_context *context, void *argument) {
    relation_search *q = argument;
    hybrid *h = q->h;
    (void)context;
    int changed = 1;
    for (int k = 0; k < q->count; k++)
        h->switches.at[q->number[k]].is_crossed = 1;
    for (int k = 0; k < FEW_SWEEPS && changed; k++)
        changed = !search_settle(h) || hybrid_follow_switches(h);
    for (int k = 0; k < q->count; k++)
        h->switches.at[q->number[k]].is_crossed = 0;
    q->found = !changed && !hybrid_follow_switches(h);
}

static int count_bits(unsigned bits) {
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static void take_values(const relation_search *q) {
    for (int k = 0; k < q->count; k++) {
        const hybrid_switch *s = &q->h->switches.at[q->number[k]];
        double begun = q->begun[s->number];
        *s->value = (q->bits >> k & 1) ? begun == 0 : begun;
    }
}

static void try_all_values(relation_search *q, const snapshot *kept) {
    for (int changes = 0; changes <= q->count && !q->found; changes++)
        for (q->bits = 0; q->bits < 1U << q->count && !q->found; q->bits++) {
            if (count_bits(q->bits) != changes)
                continue;
            hybrid_put_back(q->h, kept);
            take_values(q);
            if (!hybrid_attempt(q->h, try_values, q))
                q->found = 0;
        }
}

/* Lists the relations that have changed in this round; what has crossed stays. */
static void list_relations(relation_search *q) {
    EACH_SWITCH(q->h, s)
        if (s->turns > 0 && switch_is_relation(s) && !s->slides && !s->is_crossed)
            q->number[q->count++] = s->number;
}

int hybrid_search_relations(hybrid *h, const double *begun) {
    assert(h->now && begun);
    size_t said = h->system->context->message_size;
    snapshot kept = hybrid_keep(h);
    relation_search q = {.h = h,
                         .number = ARENA_ARRAY(kept.own, int, h->switches.count + 1),
                         .begun = (double *)begun};
    if (!hybrid_attempt(h, change_one_by_one, &q))
        q.found = 0;
    if (!q.found)
        list_relations(&q);
    if (q.count > 0 && q.count <= MOST_RELATIONS)
        try_all_values(&q, &kept);
    if (!q.found)
        hybrid_put_back(h, &kept);
    arena_free(kept.own);
    if (!q.found)
        forget_notes(h->system->context, said);
    return q.found;
}
