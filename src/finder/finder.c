/* SPDX-License-Identifier: BSD-3-Clause */
/* The search on the manifold, then on the level of what was found; in large systems,
 * linear laws alone. */
#include "finder.h"
#include <assert.h>
#include "levels.h"
#include "linear_laws.h"

enum { MOST_SLOTS = 400 }; /* of systems whose points are drawn */

/* The linear laws of a system that is too large for points. */
static void search_laws(search *f) {
    completion *c = f->lowered->completion;
    graph *g = c->system->graph;
    expr_names spelling = completion_names(c);
    linear_laws laws = linear_laws_find(f->lowered, f->arena);
    expr *jet = ARENA_ARRAY(f->arena, expr, c->coordinates);
    for (int j = 0; j < c->unknowns; j++)
        for (int order = 0; order < c->unknown[j].d; order++)
            jet[completion_jet_slot(c, j, order)] =
                expr_jet(g, c->unknown[j].variable, order);
    for (int k = 0; k < laws.count; k++) {
        const linear_law *law = &laws.at[k];
        expr *term = ARENA_ARRAY(f->arena, expr, law->count);
        double *factor = ARENA_ARRAY(f->arena, double, law->count);
        double sign = law->c[0] < 0 ? -1 : 1;
        for (int i = 0; i < law->count; i++) {
            term[i] = jet[law->slot[i]];
            factor[i] = sign * law->c[i];
        }
        expr value = expr_sum(g, law->count, factor, term);
        found_quantity q = {.value = value,
                            .text = expr_print(g, value, &spelling),
                            .degree = 1,
                            .is_generic = 1,
                            .only_for = "",
                            .numbers = "",
                            .level = "",
                            .proof = "general"};
        LIST_PUSH(f->arena, f->found, q);
    }
    f->finding->degree = 1;
    f->finding->generators = f->finding->products = c->coordinates - 1;
    f->finding->stopped =
        laws.is_complete
            ? "the system is large: only linear laws were looked for, exactly"
            : "the system is large: only linear laws of rates with whole coefficients "
              "were looked for, exactly";
    f->finding->count = f->found.count;
    f->finding->at = f->found.at;
}

int finder_is_there(void) {
    return QUAD_IS_THERE;
}

/* The search where points are drawn. */
static void finder_draw(search *f, const finder_request *q) {
    finding *result = f->finding;
    f->surface = surface_new(f->lowered, f->arena, f->effort, 0, NULL);
    search_prepare(f, q);
    if (!f->independence) {
        result->stopped = "no points of the manifold were found away from the start";
        return;
    }
    result->most = f->independence->most;
    search_run(f, q->degree);
    levels_search(f, q);
    result->count = f->found.count;
    result->at = f->found.at;
}

finding *finder_search(lowered *w, arena *a, const finder_request *q) {
    assert(w->start);
    effort limit = {arena_context(a), EFFORT_ALLOWED, q->interrupt, q->interrupt_data};
    search *f = arena_alloc(a, sizeof *f);
    f->finding = arena_alloc(a, sizeof *f->finding);
    f->lowered = w;
    f->arena = a;
    f->effort = &limit;
    f->finding->searched = "";
    if (completion_slots(w->completion) > MOST_SLOTS)
        search_laws(f);
    else
        finder_draw(f, q);
    return f->finding;
}
