/* SPDX-License-Identifier: BSD-3-Clause */
/* The single assignment rule for 'when' (specification 3.6, 8.3.5.4): one clause defines
 * a variable, once in each of its branches. What a branch does not define keeps its value
 * when that branch fires. */
#include "translate.h"

/* What has been seen of each parameter, numbers from 1; 0: nothing. */
typedef struct when_record {
    translation *t;
    int *clause;  /* [parameters]: the last one that defines it ... */
    int *defined; /* ... and the last branch, of all branches */
    place *where; /* [parameters]: where that was */
    int branch;   /* the present one */
} when_record;

static const char *when_name(const when_record *r, int p) {
    return parameter_at(r->t, p)->name;
}

/* Another clause may define the variable only in the same algorithm. */
static int when_is_second(const when_record *r, int number, int p) {
    const dae *s = r->t->system;
    int before = r->clause[p];
    if (!before || before == number + 1)
        return 0;
    int own = s->whens.at[number].section;
    int other = s->whens.at[before - 1].section;
    return own != other || own == 0;
}

static int when_is_twice(const when_record *r, const when_branch *b, int k) {
    const action *a = &b->actions.at[k];
    if (r->defined[a->target] != r->branch)
        return 0;
    for (int i = 0; i < k; i++) {
        const action *other = &b->actions.at[i];
        if (other->kind == ACTION_ASSIGN && other->target == a->target &&
            !guards_exclude(r->t, other->guard, a->guard))
            return 1;
    }
    return 0;
}

/* Returns whether the branch follows the rule; one error is enough. */
static int when_check_branch(when_record *r, int number, const when_branch *b) {
    int is_equation = r->t->system->whens.at[number].section == 0;
    r->branch++;
    for (int k = 0; k < b->actions.count; k++) {
        const action *a = &b->actions.at[k];
        if (a->kind != ACTION_ASSIGN)
            continue;
        if (when_is_second(r, number, a->target))
            return semantic_error(r->t, a->where,
                                  "'%.80s' is defined in two 'when' clauses, here and on "
                                  "%s; combine them with 'elsewhen'",
                                  when_name(r, a->target),
                                  line_text(r->t, r->where[a->target]));
        if (is_equation && when_is_twice(r, b, k))
            return semantic_error(
                r->t, a->where, "'%.80s' is defined twice in this 'when', first on %s",
                when_name(r, a->target), line_text(r->t, r->where[a->target]));
        if (r->defined[a->target] != r->branch)
            r->where[a->target] = a->where;
        r->clause[a->target] = number + 1;
        r->defined[a->target] = r->branch;
    }
    return 1;
}

static void when_check_clause(when_record *r, int number) {
    const when_clause *c = &r->t->system->whens.at[number];
    for (int b = 0; b < c->branches.count; b++)
        if (!when_check_branch(r, number, &c->branches.at[b]))
            return;
}

void check_whens(translation *t) {
    const dae *s = t->system;
    if (!s->whens.count)
        return;
    arena *own = borrow(t);
    int count = s->parameters.count;
    when_record r = {t, NEW_ARRAY(t, int, count), NEW_ARRAY(t, int, count),
                     NEW_ARRAY(t, place, count), 0};
    for (int w = 0; w < s->whens.count; w++)
        when_check_clause(&r, w);
    release(t, own);
}
