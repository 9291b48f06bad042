/* SPDX-License-Identifier: BSD-3-Clause */
/* Sliding: on both sides of a surface the direction leads back to it. Filippov's solution
 * stays on the surface, with a direction between the two: every `if` that the relation
 * decides has the value weight*(then) + (1 - weight)*(else), and that the function of the
 * relation stays zero, one constraint more, gives the weight. The solution leaves the
 * surface where the weight leaves [0, 1], to the side that has all of it.
 * (A. F. Filippov, Differential equations with discontinuous right-hand sides, 1988.
 * Where an `if` enters a direction nonlinearly, this is Utkin's equivalent control, which
 * differs from Filippov's average.) */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"
#include "hybrid_state.h"
#include "../system/join.h"

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

int hybrid_orientation(const hybrid *h, const hybrid_switch *a, const hybrid_switch *b) {
    if (!switch_is_relation(a) || !switch_is_relation(b))
        return a == b;
    if (a->of->function == b->of->function)
        return 1;
    expr sum = expr_add(h->system->graph, a->of->function, b->of->function);
    return sum == EXPR_ZERO ? -1 : 0;
}

/* The first switch with the surface of s. */
static hybrid_switch *leader_of(hybrid *h, hybrid_switch *s) {
    hybrid_switch *first = h->switches.at;
    while (!hybrid_orientation(h, s, first))
        first++;
    return first;
}

/* Switches with the surface of s are on the side where s has this value. */
static void put_on_side(hybrid *h, const hybrid_switch *s, int value) {
    EACH_SWITCH(h, other) {
        int same = hybrid_orientation(h, s, other);
        if (same)
            *other->value = same > 0 ? value : !value;
    }
}

/* The gradient of the function of a switch, by variables and their derivatives. */
static void read_gradient(hybrid *h, const hybrid_switch *s, double *row) {
    graph *g = h->system->graph;
    expr f = s->of->function;
    expr_leaves leaves = expr_depends(g, f);
    for (int i = 0; i < leaves.count; i++) {
        const expr_node n = *expr_get(g, leaves.at[i]);
        if (n.op != OP_JET || n.variable >= h->system->variables.count)
            continue;
        expr slope = expr_partial(g, f, leaves.at[i]);
        if (slope != EXPR_ZERO)
            row[2 * n.variable + (n.order > 0)] += hybrid_evaluate(h, slope);
    }
    expr_forget(g, leaves);
}

/* Makes `row` orthogonal to the rows before it, and of length 1 or 0; returns the share
 * of it that is its own. */
static double orthogonalise(int width, int rows, const double *all, double *row) {
    double size = sqrt(dot(width, row, row));
    for (int i = 0; i < rows; i++) {
        const double *other = all + (size_t)i * (size_t)width;
        double part = dot(width, row, other);
        for (int v = 0; v < width; v++)
            row[v] -= part * other[v];
    }
    double rest = sqrt(dot(width, row, row));
    for (int v = 0; v < width && rest > 0; v++)
        row[v] /= rest;
    return size > 0 ? rest / size : 0;
}

/* A gradient of which less than this share is its own depends on the others. */
static const double DEPENDENT = 1e-9;

/* Three surfaces may meet where two states are zero: the third holds there by itself, and
 * no weight of it is determined. */
static int sliding_is_independent(hybrid *h, const hybrid_switch *s) {
    int width = 2 * h->system->variables.count;
    int rows = 0;
    arena *own = arena_child(h->system->arena);
    double *all = ARENA_ARRAY(own, double, (h->switches.count + 1) * width + 1);
    double *row = all;
    EACH_SWITCH(h, other) {
        if (!other->leads)
            continue;
        read_gradient(h, other, row);
        orthogonalise(width, rows++, all, row);
        row += width;
    }
    read_gradient(h, s, row);
    double share = orthogonalise(width, rows, all, row);
    arena_free(own);
    return share > DEPENDENT;
}

/* --- conditions --- */

/* Conditions with a switch at a value, and all parameters; discrete variables follow it.
 */
static void try_value(hybrid *h, const hybrid_switch *s, int value, double *truth,
                      double *values) {
    put_on_side(h, s, value);
    hybrid_renew_discrete(h);
    for (int i = 0; i < h->crossings->conditions.count; i++)
        truth[i] = hybrid_evaluate(h, h->crossings->conditions.at[i].condition) != 0;
    hybrid_read_values(h, values);
}

static _Noreturn void sliding_refuse(hybrid *h, const hybrid_switch *s, const char *why) {
    fail(h->system->context, INVO_E_STEP, nowhere,
         "t = %.10g: the solution slides along %s, but cannot be followed there: %s",
         h->t, s->of->text, why);
}

/* A number that jumps with the relation has no weights. */
static void check_numbers(hybrid *h, const hybrid_switch *s, const double *below,
                          const double *above) {
    const dae *d = h->system;
    for (int p = 0; p < d->parameters.count; p++) {
        if (!h->parameter[p].feeds || below[p] == above[p])
            continue;
        sliding_refuse(
            h, s,
            arena_print(d->arena,
                        "the discrete variable %s jumps with it; make it a Boolean, and "
                        "select values with an if-expression in the equations",
                        d->parameters.at[p].name));
    }
}

/* Codes of the conditions that a switch decides, in `code`; others stay as they are.
 * Returns whether there are any. */
static int mark_conditions(hybrid *h, const hybrid_switch *s, double *code) {
    int parameters = h->system->parameters.count;
    int count = h->crossings->conditions.count;
    int any = 0;
    arena *own = arena_child(h->system->arena);
    double *kept = ARENA_ARRAY(own, double, 3 * parameters + 2 * count + 1);
    double *below = kept + parameters;
    double *above = below + parameters;
    double *no = above + parameters;
    double *yes = no + count;
    hybrid_read_values(h, kept);
    try_value(h, s, 0, no, below);
    try_value(h, s, 1, yes, above);
    check_numbers(h, s, below, above);
    hybrid_write_values(h, kept);
    for (int i = 0; i < count; i++) {
        if (no[i] == yes[i])
            continue;
        if (!isnan(code[i]))
            sliding_refuse(
                h, s,
                "one condition depends on two surfaces along which the solution slides");
        code[i] = yes[i] ? rising_code(s->number) : falling_code(s->number);
        any = 1;
    }
    arena_free(own);
    return any;
}

/* An equation is there or not by a condition that slides: between the two is nothing. */
static void check_guards(hybrid *h, const hybrid_switch *s) {
    const dae *d = h->system;
    for (int i = 0; i < d->equations.count; i++) {
        expr guard = d->equations.at[i].guard;
        if (guard != NO_EXPR && hybrid_is_sliding_code(hybrid_evaluate(h, guard)))
            sliding_refuse(h, s,
                           "it determines which equations hold; write them as one, with "
                           "an if-expression");
    }
}

static void mark_sliding(hybrid *h, hybrid_switch *s, int slides) {
    EACH_SWITCH(h, other)
        if (hybrid_orientation(h, s, other))
            other->slides = (char)slides;
    s->leads = (char)slides;
}

/* Beyond this, a weight has left [0, 1]. */
static const double OUTSIDE = 1e-9;

/* Switches with the surface that is left have crossed. */
static void leave_surface(hybrid *h, hybrid_switch *s) {
    EACH_SWITCH(h, other) {
        if (!hybrid_orientation(h, s, other))
            continue;
        other->is_new = 1;
        other->is_crossed = 1;
        other->has_crossed = 1;
        other->anchor = 0;
        other->anchor_slack = OUTSIDE;
    }
    mark_sliding(h, s, 0);
}

/* Sets the codes of conditions that slide. A surface that no longer decides anything is
 * left (x > 0 and y > 0, where y < 0). */
void hybrid_slide_conditions(hybrid *h) {
    int count = h->crossings->conditions.count;
    const hybrid_switch *last = NULL;
    if (!hybrid_any_slides(h))
        return;
    arena *own = arena_child(h->system->arena);
    double *code = ARENA_ARRAY(own, double, count + 1);
    for (int i = 0; i < count; i++)
        code[i] = NAN;
    EACH_SWITCH(h, s) {
        if (!s->leads)
            continue;
        last = s;
        if (!mark_conditions(h, s, code))
            leave_surface(h, s);
    }
    for (int i = 0; i < count; i++)
        if (!isnan(code[i]))
            *hybrid_condition(h, i) = code[i];
    arena_free(own);
    if (last)
        check_guards(h, last);
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

/* Rewrites an 'if' whose condition slides as weight*then + (1 - weight)*otherwise. */
static expr blend(void *data, graph *g, expr node) {
    const blending *b = data;
    const expr_node n = *expr_get(g, node);
    if (n.op != OP_IF)
        return node;
    const expr_node leaf = *expr_get(g, n.arg[0]);
    if (leaf.op != OP_PARAMETER)
        return node;
    const parameter *p = &b->h->system->parameters.at[leaf.variable];
    if (p->kind != PARAMETER_SWITCH || !hybrid_is_sliding_code(p->value))
        return node;
    int v = b->m->function[crossing_of(p->value)].weight;
    if (v < 0)
        return node;
    int falls = is_falling(p->value);
    expr weight = expr_jet(g, v, 0);
    expr rest = expr_sub(g, expr_number(g, 1), weight);
    expr then = on_side(g, n.arg[1], weight, !falls);
    expr otherwise = on_side(g, n.arg[2], weight, falls);
    expr with = expr_mul(g, falls ? rest : weight, then);
    expr without = expr_mul(g, falls ? weight : rest, otherwise);
    expr sum = expr_add(g, with, without);
    return sum == EXPR_ZERO ? expr_number(g, 0) : sum;
}

expr hybrid_blend(const hybrid *h, const mode *m, expr e) {
    blending b = {h, m};
    return m->slides ? expr_rewrite(h->system->graph, e, blend, &b) : e;
}

static void add_weight(mode *m, const hybrid_switch *s) {
    dae *d = &m->system;
    static const place no_place;
    variable weight = {.name = arena_print(d->arena, "weight of %s", s->of->text),
                       .where = &no_place,
                       .start = NO_EXPR,
                       .nominal = NO_EXPR,
                       .min = NO_EXPR,
                       .max = NO_EXPR};
    m->function[s->number].weight = d->variables.count;
    LIST_PUSH(d->arena, d->variables, weight);
}

void hybrid_add_weights(hybrid *h, mode *m) {
    assert(m->function || h->switches.count == 0);
    dae *d = &m->system;
    EACH_SWITCH(h, s) {
        m->function[s->number].weight = -1;
        m->slides |= s->leads;
    }
    if (!m->slides)
        return;
    memset(&d->variables, 0, sizeof d->variables); /* a list of its own */
    for (int v = 0; v < h->system->variables.count; v++)
        LIST_PUSH(d->arena, d->variables, h->system->variables.at[v]);
    EACH_SWITCH(h, s)
        if (s->leads)
            add_weight(m, s);
}

/* The functions of the surfaces are zero. */
void hybrid_add_surfaces(hybrid *h, mode *m) {
    dae *d = &m->system;
    EACH_SWITCH(h, s) {
        if (m->function[s->number].weight < 0)
            continue;
        const char *text =
            arena_print(d->arena, "%s = 0", system_name_of(h->system, s->of->function));
        equation e = {.residual = s->of->function,
                      .guard = NO_EXPR,
                      .kind = EQUATION_PLAIN,
                      .of = statement_new(d->arena, text, NULL, nowhere)};
        LIST_PUSH(d->arena, d->equations, e);
    }
}

/* What ends the sliding: weight*(1 - weight) passes zero. */
expr hybrid_end_of_sliding(const hybrid *h, const mode *m, int k) {
    assert(m->function[k].weight >= 0);
    graph *g = h->system->graph;
    expr weight = expr_jet(g, m->function[k].weight, 0);
    expr rest = expr_sub(g, expr_number(g, 1), weight);
    return expr_mul(g, weight, rest);
}

/* --- begin and end --- */

int hybrid_any_slides(const hybrid *h) {
    EACH_SWITCH(h, s)
        if (s->slides)
            return 1;
    return 0;
}

static void begin_one(hybrid *h, hybrid_switch *s) {
    if (!switch_is_relation(s))
        sliding_refuse(
            h, s,
            "its jumps are numbers, not conditions; write the jump as an if-expression");
    if (!s->slides && sliding_is_independent(h, s))
        mark_sliding(h, leader_of(h, s), 1);
}

/* Where one surface alone does not hold the solution, it may be all together that were
 * left and met again: the directions turn around the point where they meet. */
void hybrid_begin_sliding(hybrid *h, hybrid_switch *s) {
    assert(s->number < h->switches.count);
    begin_one(h, s);
    EACH_SWITCH(h, other)
        if (s->fails && other->flips > 0)
            begin_one(h, other);
}

void hybrid_tell_sliding(hybrid *h) {
    EACH_SWITCH(h, s) {
        if (s->leads && !s->told)
            diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "t = %.10g: the solution slides along %s from here on", h->t,
                     s->of->text);
        if (!s->leads && s->told)
            diagnose(h->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "t = %.10g: the solution leaves %s, which it slid along", h->t,
                     s->of->text);
        s->told = s->leads;
    }
}

void hybrid_check_weights(hybrid *h) {
    const char *list = "";
    EACH_SWITCH(h, s)
        if (s->fails)
            list = text_join(h->system->arena, list, " and ", s->of->text);
    if (!*list)
        return;
    fail(h->system->context, INVO_E_STEP, nowhere,
         "t = %.10g: the solution slides along, or chatters at, %s, but cannot be "
         "followed there: no weights between 0 and 1 hold it on these surfaces. Replace "
         "the jumps by steep slopes, such as tanh(x/1e-3) for sign(x), or give the model "
         "a rest state that it leaves with hysteresis",
         h->t, list);
}

void hybrid_end_sliding(hybrid *h, hybrid_switch *s) {
    assert(switch_is_relation(s));
    double weight = hybrid_weight(h, s->number);
    leave_surface(h, s);
    put_on_side(h, s, weight > 0.5);
    h->progress.unquiet = s->of->text;
}

int hybrid_follow_weight(hybrid *h, hybrid_switch *s) {
    if (switch_function(h, s)->weight < 0)
        return 0;
    double weight = hybrid_weight(h, s->number);
    if (weight >= -OUTSIDE && weight <= 1 + OUTSIDE)
        return 0;
    hybrid_end_sliding(h, s);
    EACH_SWITCH(h, other)
        if (hybrid_orientation(h, s, other) && other->flips > 0)
            other->fails = 1;
    return 1;
}

void hybrid_lift_off(hybrid *h) {
    EACH_SWITCH(h, s)
        if (s->leads && hybrid_sets_function(h, s))
            mark_sliding(h, s, 0);
}
