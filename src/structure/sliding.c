/* SPDX-License-Identifier: BSD-3-Clause */
/* Sliding: on both sides of a surface the direction leads back to it. Filippov's solution
 * stays on the surface, with a direction between the two: every `if` that the relation
 * decides has the value weight*(then) + (1 - weight)*(else), and that the function of the
 * relation stays zero, one constraint more, gives the weight. The solution leaves the
 * surface where the weight leaves [0, 1], to the side that has all of it.
 * (A. F. Filippov, Differential equations with discontinuous right-hand sides, 1988.
 * Where an `if` enters a direction nonlinearly, this is Utkin's equivalent control, which
 * differs from Filippov's average.) */
#include <math.h>
#include <string.h>
#include "hybrid_state.h"

/* A condition that slides has no truth value in the mode, but one of these for the
 * crossing that it slides with. */
static double rising_code(int k) { return 4 + 2 * k; }
static double falling_code(int k) { return 5 + 2 * k; }
static int crossing_of(double code) { return ((int)code - 4) / 2; }
static int is_falling(double code) { return (int)code % 2; }

int hybrid_is_sliding_code(double value) { return value >= 4; }

/* Conditions with the switch of crossing k at a value; discrete variables follow it. */
static void try_value(hybrid *h, int k, double value, double *truth) {
    *hybrid_value(h, h->crossings->list.at[k].parameter) = value;
    hybrid_renew_discrete(h);
    for (int i = 0; i < h->crossings->conditions.count; i++)
        truth[i] = hybrid_evaluate(h, h->crossings->conditions.at[i].condition) != 0;
}

static _Noreturn void refuse(hybrid *h, int k, const char *why) {
    fail(h->system->context, INVO_E_STEP, nowhere,
         "t = %.10g: the solution slides along %s, but cannot be followed there: %s",
         h->t, h->crossings->list.at[k].text, why);
}

/* Codes of the conditions that crossing k decides, in `code`; others stay as they are. */
static void mark_conditions(hybrid *h, int k, double *code, double *kept) {
    const dae *s = h->system;
    int count = h->crossings->conditions.count;
    double *no = kept + s->parameters.count, *yes = no + count;
    for (int p = 0; p < s->parameters.count; p++) kept[p] = *hybrid_value(h, p);
    try_value(h, k, 0, no);
    try_value(h, k, 1, yes);
    for (int p = 0; p < s->parameters.count; p++) *hybrid_value(h, p) = kept[p];
    for (int i = 0; i < count; i++) {
        if (no[i] == yes[i]) continue;
        if (!isnan(code[i]))
            refuse(h, k, "one condition depends on two surfaces that it slides along");
        code[i] = yes[i] ? rising_code(k) : falling_code(k);
    }
}

/* An equation is there or not by a condition that slides: between the two is nothing. */
static void check_guards(hybrid *h, int k) {
    const dae *s = h->system;
    for (int i = 0; i < s->equations.count; i++) {
        expr guard = s->equations.at[i].guard;
        if (guard == NO_EXPR || !hybrid_is_sliding_code(hybrid_evaluate(h, guard)))
            continue;
        refuse(h, k,
               "it decides which equations there are; write them as one, with an "
               "if-expression");
    }
}

void hybrid_slide_conditions(hybrid *h) {
    int count = h->crossings->conditions.count, any = -1;
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].slides) any = k;
    if (any < 0) return;
    arena *own = arena_child(h->system->arena);
    double *code = ARENA_ARRAY(own, double, count + 1);
    double *kept = ARENA_ARRAY(own, double, h->system->parameters.count + 2 * count + 1);
    for (int i = 0; i < count; i++) code[i] = NAN;
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].slides) mark_conditions(h, k, code, kept);
    for (int i = 0; i < count; i++)
        if (!isnan(code[i]))
            *hybrid_value(h, h->crossings->conditions.at[i].parameter) = code[i];
    arena_free(own);
    check_guards(h, any);
}

/* --- the mode --- */

typedef struct blending {
    const hybrid *h;
    const mode *m;
} blending;

/* weight*then + (1 - weight)*otherwise */
static expr blend(void *data, graph *g, expr node) {
    const blending *b = data;
    const expr_node n = *expr_get(g, node);
    if (n.op != OP_IF) return node;
    const expr_node leaf = *expr_get(g, n.arg[0]);
    if (leaf.op != OP_PARAMETER) return node;
    double code = b->h->system->parameters.at[leaf.variable].value;
    if (b->h->system->parameters.at[leaf.variable].kind != PARAMETER_SWITCH ||
        !hybrid_is_sliding_code(code) || b->m->weight[crossing_of(code)] < 0)
        return node;
    expr weight = expr_jet(g, b->m->weight[crossing_of(code)], 0);
    expr rest = expr_sub(g, expr_number(g, 1), weight);
    expr with = expr_mul(g, is_falling(code) ? rest : weight, n.arg[1]);
    expr without = expr_mul(g, is_falling(code) ? weight : rest, n.arg[2]);
    expr sum = expr_add(g, with, without);
    return sum == EXPR_ZERO ? expr_number(g, 0) : sum;
}

expr hybrid_blend(const hybrid *h, const mode *m, expr e) {
    blending b = {h, m};
    return m->slides ? expr_rewrite(h->system->graph, e, blend, &b) : e;
}

static void add_weight(hybrid *h, mode *m, int k) {
    dae *s = &m->system;
    static const place no_place;
    const crossing *c = &h->crossings->list.at[k];
    variable weight = {.name = arena_print(s->arena, "weight of %s", c->text),
                       .where = &no_place,
                       .start = NO_EXPR,
                       .nominal = NO_EXPR,
                       .min = NO_EXPR,
                       .max = NO_EXPR};
    m->weight[k] = s->variables.count;
    LIST_PUSH(s->arena, s->variables, weight);
}

void hybrid_add_weights(hybrid *h, mode *m) {
    dae *s = &m->system;
    int count = h->crossings->list.count;
    m->weight = ARENA_ARRAY(s->arena, int, count + 1);
    for (int k = 0; k < count; k++) {
        m->weight[k] = -1;
        m->slides |= h->switches[k].slides;
    }
    if (!m->slides) return;
    memset(&s->variables, 0, sizeof s->variables); /* a list of its own */
    for (int v = 0; v < h->system->variables.count; v++)
        LIST_PUSH(s->arena, s->variables, h->system->variables.at[v]);
    for (int k = 0; k < count; k++)
        if (h->switches[k].slides) add_weight(h, m, k);
}

/* The functions of the surfaces are zero. */
void hybrid_add_surfaces(hybrid *h, mode *m) {
    dae *s = &m->system;
    for (int k = 0; k < h->crossings->list.count && m->slides; k++) {
        const crossing *c = &h->crossings->list.at[k];
        if (m->weight[k] < 0) continue;
        const char *text =
            arena_print(s->arena, "%s = 0", system_text(h->system, c->function));
        equation e = {.residual = c->function,
                      .guard = NO_EXPR,
                      .kind = EQUATION_PLAIN,
                      .of = statement_new(s->arena, text, NULL, nowhere)};
        LIST_PUSH(s->arena, s->equations, e);
    }
}

/* What ends the sliding: weight*(1 - weight) passes zero. */
expr hybrid_end_of_sliding(const hybrid *h, const mode *m, int k) {
    graph *g = h->system->graph;
    expr weight = expr_jet(g, m->weight[k], 0);
    expr rest = expr_sub(g, expr_number(g, 1), weight);
    return expr_mul(g, weight, rest);
}

/* --- begin and end --- */

void hybrid_begin_sliding(hybrid *h, int k) {
    h->switches[k].slides = 1;
    diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.10g: the solution slides along %s from here on", h->t,
             h->crossings->list.at[k].text);
}

/* Beyond this, a weight has left [0, 1]. */
static const double OUTSIDE = 1e-9;

void hybrid_end_sliding(hybrid *h, int k) {
    hybrid_switch *s = &h->switches[k];
    double weight = hybrid_weight(h, k);
    s->slides = 0;
    s->is_new = 1;
    s->is_crossed = 1;
    s->has_crossed = 1;
    s->anchor = 0;
    s->anchor_slack = OUTSIDE;
    hybrid_change(h, h->crossings->list.at[k].parameter, weight > 0.5);
    h->unquiet = h->crossings->list.at[k].text;
    diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.10g: the solution leaves %s, which it slid along", h->t,
             h->crossings->list.at[k].text);
}

int hybrid_follow_weight(hybrid *h, int k) {
    if (!h->now->slides || h->now->weight[k] < 0) return 0;
    double weight = hybrid_weight(h, k);
    if (weight >= -OUTSIDE && weight <= 1 + OUTSIDE) return 0;
    hybrid_end_sliding(h, k);
    return 1;
}
