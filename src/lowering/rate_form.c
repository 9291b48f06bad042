/* SPDX-License-Identifier: BSD-3-Clause */
/* Derivatives of equations more than there are unknowns. The top unknowns are solved for
 * without them, so that they hold only as well as all of these do together: of x = y with
 * der(x) from one equation and der(y) from another, results show both. */
#include <assert.h>
#include "lower.h"

enum { MOST_LEVELS = 20, LARGEST_RATE = 4000 /* operations and leaves */ };

typedef LIST(spare_rate) spare_rates;

static void list_levels(const completion *c, const extra *e, expr rate, spare_rates *to) {
    graph *g = c->system->graph;
    expr f = rate;
    for (int level = 1; level <= MOST_LEVELS && f != EXPR_ZERO; level++) {
        spare_rate r = {e->equation, level, f};
        LIST_PUSH(c->arena, *to, r);
        int is_below_top = completion_range(c, f).most < c->coordinates;
        if (!is_below_top || expr_size(g, f, LARGEST_RATE) >= LARGEST_RATE)
            return; /* results do not show its derivative, or it grows long */
        f = expr_total(g, f);
    }
}

/* Combinations that completion makes cancel more than what was written. */
static int rate_form_is_written(const completion *c, const extra *e) {
    const equation *of = &c->system->equations.at[e->equation];
    return !of->is_derived && of->kind != EQUATION_DERIVED;
}

void lowered_list_rates(lowered *w) {
    completion *c = w->completion;
    int extras = c->extras.count;
    assert(c->invariants <= extras);
    int count = extras + c->redundant.count;
    expr *rate = ARENA_ARRAY(c->arena, expr, count + 1);
    spare_rates list = {0};
    for (int k = 0; k < count; k++) {
        const extra *e = k < extras ? &c->extras.at[k] : &c->redundant.at[k - extras];
        int is_invariant = k < extras && k >= extras - c->invariants;
        rate[k] = expr_total(c->system->graph, e->f);
        if (!is_invariant && rate_form_is_written(c, e))
            list_levels(c, e, rate[k], &list);
    }
    w->rate = rate;
    w->spare = list.at;
    w->spares = list.count;
}
