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
static double rising_code(int k) {
    return 4 + 2 * k;
}
static double falling_code(int k) {
    return 5 + 2 * k;
}
static int crossing_of(double code) {
    return ((int)code - 4) / 2;
}
static int is_falling(double code) {
    return (int)code % 2;
}

int hybrid_is_sliding_code(double value) {
    return value >= 4;
}

/* --- surfaces --- */

int hybrid_orientation(const hybrid *h, int k, int j) {
    const crossing *a = &h->crossings->list.at[k];
    const crossing *b = &h->crossings->list.at[j];
    graph *g = h->system->graph;
    if (a->kind != CROSSING_RELATION || b->kind != CROSSING_RELATION)
        return k == j;
    if (a->function == b->function)
        return 1;
    if (expr_add(g, a->function, b->function) == EXPR_ZERO)
        return -1;
    return 0;
}

static int leader_of(const hybrid *h, int k) {
    for (int j = 0; j < k; j++)
        if (hybrid_orientation(h, k, j))
            return j;
    return k;
}

/* Crossings with the surface of k are on the side where k has this value. */
static void put_on_side(hybrid *h, int k, int value) {
    for (int j = 0; j < h->crossings->list.count; j++) {
        int same = hybrid_orientation(h, k, j);
        if (same)
            *hybrid_value(h, h->crossings->list.at[j].parameter) =
                same > 0 ? value : !value;
    }
}

/* The gradient of the function of crossing k, by variables and their derivatives. */
static void read_gradient(hybrid *h, int k, double *row) {
    graph *g = h->system->graph;
    expr f = h->crossings->list.at[k].function;
    expr_leaves leaves = expr_depends(g, f);
    for (int i = 0; i < leaves.count; i++) {
        const expr_node n = *expr_get(g, leaves.at[i]);
        if (n.op != OP_JET || n.variable >= h->system->variables.count)
            continue;
        expr slope = expr_partial(g, f, leaves.at[i]);
        if (slope == EXPR_ZERO)
            continue;
        row[2 * n.variable + (n.order > 0)] += hybrid_evaluate(h, slope);
    }
    expr_forget(g, leaves);
}

static double sliding_product(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A gradient of which less than this share is its own depends on the others. */
static const double DEPENDENT = 1e-9;

/* Three surfaces may meet where two states are zero: the third holds there by itself, and
 * no weight of it is determined. */
static int sliding_is_independent(hybrid *h, int k) {
    int count = h->crossings->list.count;
    int width = 2 * h->system->variables.count;
    int rows = 0;
    arena *own = arena_child(h->system->arena);
    double *all = ARENA_ARRAY(own, double, (count + 1) * width + 1);
    double share = 1;
    for (int j = 0; j <= count; j++) {
        if (j < count && !h->switches[j].leads)
            continue;
        double *row = all + rows++ * width;
        read_gradient(h, j < count ? j : k, row);
        double size = sqrt(sliding_product(row, row, width));
        for (int i = 0; i < rows - 1; i++) {
            double part = sliding_product(row, all + i * width, width);
            for (int v = 0; v < width; v++)
                row[v] -= part * all[i * width + v];
        }
        double rest = sqrt(sliding_product(row, row, width));
        share = size > 0 ? rest / size : 0;
        for (int v = 0; v < width && rest > 0; v++)
            row[v] /= rest;
    }
    arena_free(own);
    return share > DEPENDENT;
}

/* --- conditions --- */

/* Conditions with crossing k at a value; discrete variables follow it. */
static void try_value(hybrid *h, int k, int value, double *truth) {
    put_on_side(h, k, value);
    hybrid_renew_discrete(h);
    for (int i = 0; i < h->crossings->conditions.count; i++)
        truth[i] = hybrid_evaluate(h, h->crossings->conditions.at[i].condition) != 0;
}

static _Noreturn void sliding_refuse(hybrid *h, int k, const char *why) {
    fail(h->system->context, INVO_E_STEP, nowhere,
         "t = %.10g: the solution slides along %s, but cannot be followed there: %s",
         h->t, h->crossings->list.at[k].text, why);
}

/* A number that jumps with the relation has no weights. */
static void check_numbers(hybrid *h, int k, const double *below) {
    const dae *s = h->system;
    for (int p = 0; p < s->parameters.count; p++) {
        if (!h->feeds[p] || below[p] == *hybrid_value(h, p))
            continue;
        sliding_refuse(
            h, k,
            arena_print(s->arena,
                        "the discrete variable %s jumps with it; make it a Boolean, "
                        "and choose values by an if-expression in the equations",
                        s->parameters.at[p].name));
    }
}

/* Codes of the conditions that crossing k decides, in `code`; others stay as they are.
 * Returns whether there are any. */
static int mark_conditions(hybrid *h, int k, double *code, double *kept) {
    const dae *s = h->system;
    int count = h->crossings->conditions.count;
    int any = 0;
    double *no = kept + s->parameters.count;
    double *yes = no + count;
    double *below = yes + count;
    for (int p = 0; p < s->parameters.count; p++)
        kept[p] = *hybrid_value(h, p);
    try_value(h, k, 0, no);
    for (int p = 0; p < s->parameters.count; p++)
        below[p] = *hybrid_value(h, p);
    try_value(h, k, 1, yes);
    check_numbers(h, k, below);
    for (int p = 0; p < s->parameters.count; p++)
        *hybrid_value(h, p) = kept[p];
    for (int i = 0; i < count; i++) {
        if (no[i] == yes[i])
            continue;
        if (!isnan(code[i]))
            sliding_refuse(h, k,
                           "one condition depends on two surfaces that it slides along");
        code[i] = yes[i] ? rising_code(k) : falling_code(k);
        any = 1;
    }
    return any;
}

/* An equation is there or not by a condition that slides: between the two is nothing. */
static void check_guards(hybrid *h, int k) {
    const dae *s = h->system;
    for (int i = 0; i < s->equations.count; i++) {
        expr guard = s->equations.at[i].guard;
        if (guard == NO_EXPR || !hybrid_is_sliding_code(hybrid_evaluate(h, guard)))
            continue;
        sliding_refuse(h, k,
                       "it decides which equations there are; write them as one, with an "
                       "if-expression");
    }
}

static void mark_sliding(hybrid *h, int k, int slides) {
    for (int j = 0; j < h->crossings->list.count; j++)
        if (hybrid_orientation(h, k, j))
            h->switches[j].slides = (char)slides;
    h->switches[k].leads = (char)slides;
}

/* Beyond this, a weight has left [0, 1]. */
static const double OUTSIDE = 1e-9;

/* A crossing with the surface that is left has crossed. */
static void leave_surface(hybrid *h, int j) {
    hybrid_switch *s = &h->switches[j];
    s->is_new = 1;
    s->is_crossed = 1;
    s->has_crossed = 1;
    s->anchor = 0;
    s->anchor_slack = OUTSIDE;
}

/* What the surface decides does not matter any more (x > 0 and y > 0, where y < 0). */
static void drop(hybrid *h, int k) {
    for (int j = 0; j < h->crossings->list.count; j++)
        if (hybrid_orientation(h, k, j))
            leave_surface(h, j);
    mark_sliding(h, k, 0);
}

void hybrid_slide_conditions(hybrid *h) {
    int count = h->crossings->conditions.count;
    int any = -1;
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].leads)
            any = k;
    if (any < 0)
        return;
    arena *own = arena_child(h->system->arena);
    double *code = ARENA_ARRAY(own, double, count + 1);
    double *kept =
        ARENA_ARRAY(own, double, 2 * h->system->parameters.count + 2 * count + 1);
    for (int i = 0; i < count; i++)
        code[i] = NAN;
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].leads && !mark_conditions(h, k, code, kept))
            drop(h, k);
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

typedef struct weight_value {
    expr weight;
    double value;
} weight_value;

static expr put_weight(void *data, graph *g, expr leaf) {
    const weight_value *w = data;
    return leaf == w->weight ? expr_number(g, w->value) : leaf;
}

/* What a branch is on its side of the surface: an `if` within it that the same surface
 * decides has all or none of the weight there. */
static expr on_side(graph *g, expr e, expr weight, double value) {
    weight_value w = {weight, value};
    return e == EXPR_ZERO ? e : expr_substitute(g, e, put_weight, &w);
}

/* weight*then + (1 - weight)*otherwise */
static expr blend(void *data, graph *g, expr node) {
    const blending *b = data;
    const expr_node n = *expr_get(g, node);
    if (n.op != OP_IF)
        return node;
    const expr_node leaf = *expr_get(g, n.arg[0]);
    if (leaf.op != OP_PARAMETER)
        return node;
    double code = b->h->system->parameters.at[leaf.variable].value;
    if (b->h->system->parameters.at[leaf.variable].kind != PARAMETER_SWITCH ||
        !hybrid_is_sliding_code(code) || b->m->weight[crossing_of(code)] < 0)
        return node;
    expr weight = expr_jet(g, b->m->weight[crossing_of(code)], 0);
    expr rest = expr_sub(g, expr_number(g, 1), weight);
    expr then = on_side(g, n.arg[1], weight, is_falling(code) ? 0 : 1);
    expr otherwise = on_side(g, n.arg[2], weight, is_falling(code) ? 1 : 0);
    expr with = expr_mul(g, is_falling(code) ? rest : weight, then);
    expr without = expr_mul(g, is_falling(code) ? weight : rest, otherwise);
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
        m->slides |= h->switches[k].leads;
    }
    if (!m->slides)
        return;
    memset(&s->variables, 0, sizeof s->variables); /* a list of its own */
    for (int v = 0; v < h->system->variables.count; v++)
        LIST_PUSH(s->arena, s->variables, h->system->variables.at[v]);
    for (int k = 0; k < count; k++)
        if (h->switches[k].leads)
            add_weight(h, m, k);
}

/* The functions of the surfaces are zero. */
void hybrid_add_surfaces(hybrid *h, mode *m) {
    dae *s = &m->system;
    for (int k = 0; k < h->crossings->list.count && m->slides; k++) {
        const crossing *c = &h->crossings->list.at[k];
        if (m->weight[k] < 0)
            continue;
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

int hybrid_any_slides(const hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].slides)
            return 1;
    return 0;
}

static void begin_one(hybrid *h, int k) {
    if (h->crossings->list.at[k].kind != CROSSING_RELATION)
        sliding_refuse(h, k,
                       "its jumps are numbers, not conditions; write the one jump as an "
                       "if-expression");
    if (!h->switches[k].slides && sliding_is_independent(h, k))
        mark_sliding(h, leader_of(h, k), 1);
}

/* Where one surface alone does not hold the solution, it may be all together that were
 * left and met again: the directions turn around the point where they meet. */
void hybrid_begin_sliding(hybrid *h, int k) {
    begin_one(h, k);
    for (int j = 0; j < h->crossings->list.count && h->switches[k].fails; j++)
        if (h->switches[j].flips > 0)
            begin_one(h, j);
}

void hybrid_tell_sliding(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++) {
        hybrid_switch *s = &h->switches[k];
        const char *text = h->crossings->list.at[k].text;
        if (s->leads && !s->told)
            diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "t = %.10g: the solution slides along %s from here on", h->t, text);
        if (!s->leads && s->told)
            diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "t = %.10g: the solution leaves %s, which it slid along", h->t,
                     text);
        s->told = s->leads;
    }
}

void hybrid_check_weights(hybrid *h) {
    const char *list = "";
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].fails)
            list = arena_print(h->system->arena, "%s%s%s", list, *list ? " and " : "",
                               h->crossings->list.at[k].text);
    if (!*list)
        return;
    fail(
        h->system->context, INVO_E_STEP, nowhere,
        "t = %.10g: the solution slides along, or chatters at, %s, but cannot be "
        "followed "
        "there: no weights between 0 and 1 hold it on these surfaces. Replace the jumps "
        "by steep slopes, such as tanh(x/1e-3) for sign(x), or give the model a state to "
        "rest in, which it leaves by a hysteresis",
        h->t, list);
}

void hybrid_end_sliding(hybrid *h, int k) {
    double weight = hybrid_weight(h, k);
    for (int j = 0; j < h->crossings->list.count; j++)
        if (hybrid_orientation(h, k, j))
            leave_surface(h, j);
    mark_sliding(h, k, 0);
    put_on_side(h, k, weight > 0.5);
    h->unquiet = h->crossings->list.at[k].text;
}

int hybrid_follow_weight(hybrid *h, int k) {
    if (!h->now->slides || h->now->weight[k] < 0)
        return 0;
    double weight = hybrid_weight(h, k);
    if (weight >= -OUTSIDE && weight <= 1 + OUTSIDE)
        return 0;
    hybrid_end_sliding(h, k);
    for (int j = 0; j < h->crossings->list.count; j++)
        if (hybrid_orientation(h, k, j) && h->switches[j].flips > 0)
            h->switches[j].fails = 1;
    return 1;
}

void hybrid_lift_off(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++)
        if (h->switches[k].leads && hybrid_sets_function(h, k))
            mark_sliding(h, k, 0);
}
