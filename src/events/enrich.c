/* SPDX-License-Identifier: BSD-3-Clause */
/* Conserved quantities of modes. A mode that the run stays in is searched once an event
 * has settled, and completed again with what was found. The numbers of quantities belong
 * to the values that discrete variables have then: where these are others at a later
 * event, the mode is searched again. */
#include <assert.h>
#include <string.h>
#include "hybrid_state.h"

enum { MOST_SEARCHES = 8 }; /* of a mode */

void hybrid_find_with(hybrid *h, mode_finder find, void *data) {
    assert(!h->now);
    h->find = find;
    h->find_data = data;
    h->modes.refuses_common = 1; /* conditions are numbers in what is found */
}

/* Do parameters that equations hold have the values of the search? */
static int enrich_is_current(const hybrid *h, const mode *m) {
    for (int p = 0; p < h->system->parameters.count; p++)
        if (h->parameter[p].feeds && m->searched[p] != *hybrid_value(h, p))
            return 0;
    return 1;
}

/* Puts another lowered form of the same coordinates in the place of that of the present
 * mode, at the present point. */
static void enrich_use(hybrid *h, mode *m, lowered *w) {
    hybrid_keep_left(h);
    m->lowered = w;
    hybrid_move_to(h, m, 0);
    hybrid_load_values(m);
}

typedef struct enrich_work {
    hybrid *h;
    mode *m;
} enrich_work;

static void enrich_complete(invo_context *context, void *argument) {
    const enrich_work *k = argument;
    (void)context;
    hybrid_complete_mode(k->h, k->m);
}

/* The mode with the quantities that were added to its equations; NULL: it cannot be
 * completed with them. */
static lowered *enrich_lower(hybrid *h, mode *m) {
    enrich_work k = {h, m};
    lowered *before = m->lowered;
    double *left = m->left;
    const completion *c = m->plain->completion;
    int is_done = hybrid_attempt(h, enrich_complete, &k);
    lowered *w = m->lowered;
    m->lowered = before;
    m->left = left;
    return is_done && w->completion->coordinates == c->coordinates &&
                   w->completion->unknowns == c->unknowns
               ? w
               : NULL;
}

/* The search begins at the present point. */
static void enrich_search(hybrid *h, mode *m) {
    const lowered *w = m->lowered;
    const completion *c = w->completion;
    lowered *plain = m->plain;
    if (plain != w) {
        memcpy(plain->start, w->start, sizeof *w->start * (size_t)c->coordinates);
        memcpy(plain->top, w->top, sizeof *w->top * (size_t)c->unknowns);
    }
    m->system.equations.count -= m->added;
    m->added = h->find(h->find_data, plain, &m->system, h->t);
    hybrid_read_values(h, m->searched);
    m->searches++;
}

void hybrid_enrich(hybrid *h) {
    mode *m = h->now;
    assert(m);
    if (!h->find || h->is_ending || m->slides || m->is_common || h->system->delays.count)
        return;
    if (m->searches > MOST_SEARCHES || (m->searches && enrich_is_current(h, m)))
        return;
    if (!m->plain) {
        m->plain = m->lowered;
        m->searched =
            ARENA_ARRAY(h->system->arena, double, h->system->parameters.count + 1);
    }
    if (m->searches == MOST_SEARCHES) {
        m->system.equations.count -= m->added;
        m->added = 0;
        m->searches++;
        diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "t = %.10g: this mode has been searched for conserved quantities %d "
                 "times, each time with other values of discrete variables; none are "
                 "kept in it from here on",
                 h->t, MOST_SEARCHES);
    } else
        enrich_search(h, m);
    lowered *w = m->added ? enrich_lower(h, m) : m->plain;
    if (!w) {
        m->system.equations.count -= m->added;
        m->added = 0;
        w = m->plain;
    }
    if (w != m->lowered)
        enrich_use(h, m, w);
}
