/* SPDX-License-Identifier: BSD-3-Clause */
/* Leaves replaced in all that a system consists of. */
#include "replace.h"
#include <assert.h>

typedef struct replacement {
    dae *system;
    expr_map map;
    void *data;
} replacement;

static void replace_one(const replacement *r, expr *e) {
    if (*e != NO_EXPR)
        *e = expr_substitute(r->system->graph, *e, r->map, r->data);
}

static void replace_wording(const replacement *r, wording *w) {
    for (int k = 0; w && k < w->count; k++) {
        if (w->at[k].kind != PIECE_WORDS)
            replace_one(r, &w->at[k].value);
        replace_one(r, &w->at[k].guard);
    }
}

static void replace_actions(const replacement *r, int count, action *at) {
    for (int k = 0; k < count; k++) {
        replace_one(r, &at[k].value);
        replace_one(r, &at[k].guard);
        replace_wording(r, at[k].wording);
    }
}

static void replace_whens(const replacement *r) {
    dae *s = r->system;
    for (int w = 0; w < s->whens.count; w++)
        for (int b = 0; b < s->whens.at[w].branches.count; b++) {
            when_branch *branch = &s->whens.at[w].branches.at[b];
            for (int k = 0; k < branch->conditions.count; k++)
                replace_one(r, &branch->conditions.at[k]);
            replace_actions(r, branch->actions.count, branch->actions.at);
        }
}

void system_replace_leaves(dae *s, expr_map map, void *data) {
    assert(s->graph && map);
    const replacement r = {s, map, data};
    for (int k = 0; k < s->equations.count; k++) {
        replace_one(&r, &s->equations.at[k].residual);
        replace_one(&r, &s->equations.at[k].guard);
    }
    for (int k = 0; k < s->discrete.count; k++) {
        replace_one(&r, &s->discrete.at[k].value);
        replace_one(&r, &s->discrete.at[k].guard);
    }
    for (int k = 0; k < s->delays.count; k++) {
        replace_one(&r, &s->delays.at[k].value);
        replace_one(&r, &s->delays.at[k].time);
    }
    replace_whens(&r);
    replace_actions(&r, s->asserts.count, s->asserts.at);
}
