/* SPDX-License-Identifier: BSD-3-Clause */
/* Which expressions change at events only (discrete-time expressions: specification 3.6,
 * 3.8.3)? Equations of discrete variables and the conditions of 'when' must: they are not
 * evaluated between events. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* One number for each node of the graph; arguments come before their nodes. */
typedef struct timing {
    char *moves;   /* depends on what changes between events */
    expr *culprit; /* the part that changes between events, or NO_EXPR: at events only */
} timing;

static int timing_is_moving_leaf(const translation *t, const expr_node *n) {
    if (n->op == OP_TIME || n->op == OP_JET)
        return 1;
    if (n->op != OP_PARAMETER)
        return 0;
    const parameter *p = parameter_at(t, n->variable);
    const symbol *of = t->of_parameter.at[n->variable];
    return p->kind == PARAMETER_INPUT && of && of->type.kind == TYPE_REAL;
}

/* Returns whether this function makes an event where its value changes; others do so
 * where their arguments do. */
static int timing_makes_events(expr_op op) {
    switch (expr_op_shape(op)) {
    case SHAPE_RELATION:
    case SHAPE_EQUALITY:
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
    case SHAPE_QUOTIENT:
        return 1;
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
    case SHAPE_KINK:
    case SHAPE_CHOICE:
    case SHAPE_SIGN:
    case SHAPE_REMAINDER:
    case SHAPE_LOGIC:
        break;
    }
    return 0;
}

static void timing_judge(const translation *t, timing *m, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    m->moves[e] = (char)timing_is_moving_leaf(t, n);
    m->culprit[e] = m->moves[e] ? e : NO_EXPR;
    for (int k = 0; k < n->count; k++) {
        m->moves[e] |= m->moves[n->arg[k]];
        if (m->culprit[e] == NO_EXPR)
            m->culprit[e] = m->culprit[n->arg[k]];
    }
    if (timing_makes_events(n->op))
        m->culprit[e] = NO_EXPR;
    if (n->op == OP_NOEVENT && m->moves[e])
        m->culprit[e] = e;
    if (n->op == OP_SIGN && m->culprit[e] != NO_EXPR)
        m->culprit[e] = e;
}

static const char *timing_text(translation *t, const timing *m, expr e) {
    return system_text(t->system, m->culprit[e]);
}

/* What to write instead. */
static const char *timing_advice(translation *t, const timing *m, expr e, int is_real) {
    const expr_node *n = expr_get(t->graph, m->culprit[e]);
    if (n->op == OP_NOEVENT)
        return "write the comparison without noEvent";
    if (n->op == OP_SIGN)
        return "write 'if x > 0 then 1 elseif x < 0 then -1 else 0'";
    return is_real ? "assign it in 'when', or declare it without 'discrete'"
                   : "use a comparison, or assign it in 'when'";
}

static void timing_check_equation(translation *t, const timing *m,
                                  const discrete_equation *d) {
    assert(d->parameter < t->of_parameter.count);
    const symbol *s = t->of_parameter.at[d->parameter];
    expr e = d->guard != NO_EXPR && m->culprit[d->guard] != NO_EXPR ? d->guard : d->value;
    if (m->culprit[e] == NO_EXPR)
        return;
    int is_real = s && s->type.kind == TYPE_REAL;
    semantic_error(
        t, d->where,
        "'%.80s' is %s and changes at events only, but '%.80s' changes without "
        "an event; %s",
        parameter_at(t, d->parameter)->name, s ? discrete_text(t, s) : "discrete",
        timing_text(t, m, e), timing_advice(t, m, e, is_real));
}

static void timing_check_branch(translation *t, const timing *m, const when_branch *b) {
    LIST_EACH(const expr, e, b->conditions) {
        if (m->culprit[*e] == NO_EXPR)
            continue;
        semantic_error(
            t, b->where,
            "the condition of 'when' needs an event where it becomes true, but "
            "'%.80s' changes without one; %s",
            timing_text(t, m, *e), timing_advice(t, m, *e, 0));
        return;
    }
}

void check_timing(translation *t) {
    const dae *s = t->system;
    if (!s->discrete.count && !s->whens.count)
        return;
    int count = graph_count(t->graph);
    arena *own = borrow(t);
    timing m = {NEW_ARRAY(t, char, count), NEW_ARRAY(t, expr, count)};
    for (expr e = 0; e < count; e++)
        timing_judge(t, &m, e);
    LIST_EACH(const discrete_equation, d, s->discrete)
        timing_check_equation(t, &m, d);
    LIST_EACH(const when_clause, w, s->whens)
        LIST_EACH(const when_branch, b, w->branches)
            timing_check_branch(t, &m, b);
    release(t, own);
}
