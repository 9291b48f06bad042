/* SPDX-License-Identifier: BSD-3-Clause */
/* Statements, copies, and parameter values in dependency order. */
#include "system.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../expr/tape.h"
#include "reads.h"

phrase equation_phrase(const equation *e) {
    assert(e->of && e->of->pattern);
    return (phrase){e->of->pattern, e->values};
}

const char *equation_text(arena *a, const equation *e) {
    return phrase_print(a, equation_phrase(e));
}

static const char *statement_line(arena *a, place where) {
    int size = place_print(NULL, 0, where);
    char *line = arena_alloc(a, (size_t)size + 1);
    place_print(line, (size_t)size + 1, where);
    return line;
}

statement *statement_new(arena *a, const char *pattern, const char *name, place where) {
    assert(pattern);
    statement *s = arena_alloc(a, sizeof *s);
    s->pattern = pattern;
    s->name = name;
    s->where = where;
    s->line = where.file ? statement_line(a, where) : "";
    s->title = name ? arena_print(a, "%s: %s", name, pattern) : pattern;
    return s;
}

const statement *statement_reword(arena *a, const statement *of, const char *text) {
    assert(of && text);
    statement *s = statement_new(a, text, of->name, of->where);
    s->bytes = of->bytes;
    return s;
}

enum { UNSEEN, OPEN, DONE };

typedef struct valuation {
    dae *s;
    char *state;
    int *stack; /* parameters whose binding is being evaluated */
    int depth;
    int missing;      /* a parameter that must be known first, or -1 */
    char *is_guessed; /* [parameters]: to be tuned yet, or follows from such a one */
    int guesses;      /* parameters met that are */
} valuation;

static double system_leaf_value(void *data, const expr_node *leaf) {
    valuation *v = data;
    if (leaf->op != OP_PARAMETER)
        return NAN;
    if (v->state[leaf->variable] != DONE)
        v->missing = leaf->variable;
    v->guesses += v->is_guessed[leaf->variable];
    return v->s->parameters.at[leaf->variable].value;
}

static void report_cycle(valuation *v, int again) {
    dae *s = v->s;
    const parameter *p = &s->parameters.at[again];
    const char *path = p->name;
    for (int k = v->depth - 1; k >= 0 && v->stack[k] != again; k--)
        path =
            arena_print(s->arena, "%s -> %s", s->parameters.at[v->stack[k]].name, path);
    fail(s->context, INVO_E_MODEL, p->where,
         "the value of parameter %s depends on itself: %s -> %s", p->name, p->name, path);
}

/* Evaluates the parameter on top of the stack, or pushes one that it needs. */
static void system_advance(valuation *v) {
    dae *s = v->s;
    int k = v->stack[v->depth - 1];
    parameter *p = &s->parameters.at[k];
    v->missing = -1;
    v->guesses = p->is_tuned && !p->is_set;
    double value = p->value;
    expr from = p->is_tuned ? p->guess : p->binding;
    if (!p->is_set && p->kind < PARAMETER_PRE)
        value = from == NO_EXPR ? 0 : expr_evaluate(s->graph, from, system_leaf_value, v);
    if (v->missing >= 0) {
        if (v->state[v->missing] == OPEN)
            report_cycle(v, v->missing);
        v->state[v->missing] = OPEN;
        v->stack[v->depth++] = v->missing;
        return;
    }
    p->value = value;
    v->state[k] = DONE;
    v->depth--;
    v->is_guessed[k] = v->guesses > 0;
    if (isnan(value))
        value = NAN; /* never "-nan" */
    /* What follows from a guess has its value when initial equations have given that: 2/a
     * for a = 0 is not asked for. */
    int follows_guess = v->is_guessed[k] && !p->is_tuned;
    if (!isfinite(value) && !follows_guess)
        fail(s->context, INVO_E_MODEL, p->where,
             "parameter %s has the value %g, not a finite number", p->name, value);
}

/* Evaluates the parameters, each after those that its binding needs; a circle is an
 * error. */
void system_parameters(dae *s) {
    int count = s->parameters.count;
    valuation v = {s,
                   ARENA_ARRAY(s->arena, char, count + 1),
                   ARENA_ARRAY(s->arena, int, count + 1),
                   0,
                   -1,
                   ARENA_ARRAY(s->arena, char, count + 1),
                   0};
    for (int k = 0; k < count; k++) {
        const parameter *p = &s->parameters.at[k];
        if (!p->is_set && !p->is_tuned && p->binding == NO_EXPR &&
            p->kind < PARAMETER_PRE)
            diagnose(s->context, SEVERITY_ERROR, INVO_E_MODEL, p->where,
                     "parameter %s has no value; give it one, or use --set %s=VALUE",
                     p->name, p->name);
    }
    fail_if_errors(s->context);
    for (int k = 0; k < count; k++) {
        if (v.state[k] == DONE)
            continue;
        v.state[k] = OPEN;
        v.stack[v.depth++] = k;
        while (v.depth)
            system_advance(&v);
    }
}

static expr system_constant_value(void *data, graph *g, expr leaf) {
    const dae *s = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op != OP_PARAMETER || n->variable >= s->parameters.count)
        return leaf;
    const parameter *p = &s->parameters.at[n->variable];
    return p->kind == PARAMETER_CONSTANT ? expr_number(g, reads_parameter(s, n->variable))
                                         : leaf;
}

dae *system_copy(const dae *s) {
    dae *copy = arena_alloc(s->arena, sizeof *copy);
    *copy = *s;
    copy->equations.at = LIST_KEEP(s->arena, s->equations);
    copy->equations.capacity = s->equations.count;
    return copy;
}

static int system_has_constants(const dae *s) {
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].kind == PARAMETER_CONSTANT)
            return 1;
    return 0;
}

dae *system_fold_constants(dae *s) {
    dae *folded = NULL;
    int equations = system_has_constants(s) ? s->equations.count : 0;
    for (int k = 0; k < equations; k++) {
        expr before = s->equations.at[k].residual;
        expr residual = expr_substitute(s->graph, before, system_constant_value, s);
        if (residual == before)
            continue;
        if (!folded)
            folded = system_copy(s);
        folded->equations.at[k].residual =
            residual == EXPR_ZERO ? expr_number(s->graph, 0) : residual;
    }
    if (folded)
        return folded;
    folded = arena_alloc(s->arena, sizeof *folded);
    *folded = *s;
    return folded;
}

/* --- texts of expressions --- */

static const char *spell_variable(void *data, int v, int order) {
    const dae *s = data;
    assert(v >= 0 && v < s->variables.count);
    const char *name = s->variables.at[v].name;
    for (; order > 0; order--)
        name = arena_print(s->arena, "der(%s)", name);
    return name;
}

static const char *spell_parameter(void *data, int p) {
    const dae *s = data;
    assert(p >= 0 && p < s->parameters.count);
    return s->parameters.at[p].name;
}

const char *system_text(const dae *s, expr e) {
    expr_names spelling = {spell_variable, spell_parameter, (void *)s};
    return expr_print(s->graph, e, &spelling);
}

/* What is longer is not read by anybody, but functions that were put in place make texts
 * of megabytes. */
const char *system_name_of(const dae *s, expr e) {
    enum { LONGEST_NAME = 2000 };
    expr_names spelling = {spell_variable, spell_parameter, (void *)s};
    return expr_print_some(s->graph, e, &spelling, LONGEST_NAME);
}

typedef struct leaf_values {
    const dae *system;
    double others; /* that are no parameters */
} leaf_values;

static double system_parameter_leaf(void *data, const expr_node *leaf) {
    const leaf_values *v = data;
    assert(leaf->op != OP_PARAMETER || leaf->variable < v->system->parameters.count);
    return leaf->op == OP_PARAMETER ? v->system->parameters.at[leaf->variable].value
                                    : v->others;
}

double parameter_value_with(dae *s, expr e, double leaves) {
    const double value =
        expr_evaluate(s->graph, e, system_parameter_leaf, &(leaf_values){s, leaves});
    reads_note(s, e, leaves, value);
    return value;
}

double parameter_value(dae *s, expr e, double otherwise) {
    return e == NO_EXPR ? otherwise : parameter_value_with(s, e, NAN);
}

place dae_place(const dae *s) {
    return s->equations.count ? s->equations.at[0].of->where : nowhere;
}
