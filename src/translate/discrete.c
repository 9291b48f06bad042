/* SPDX-License-Identifier: BSD-3-Clause */
/* Which discrete variable does an equation between discrete values define? */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* An equation and the variables that stand alone on its sides. */
typedef struct pending {
    flat equation;
    int side[2]; /* parameters, or -1 */
    int chosen;  /* of the sides, or -1 */
    int is_continuous;
} pending;

typedef struct discrete_list {
    LIST(pending) all;
} discrete_list;

/* --- names that a 'when' assigns --- */

/* "r.x" of r[2].x[1], or NULL */
static const char *path_of(translation *t, const ast *e) {
    if (e->kind == AST_NAME)
        return e->text;
    if (e->kind != AST_SUBSCRIPT && e->kind != AST_FIELD)
        return NULL;
    const char *path = path_of(t, ast_arg(e, 0));
    return path && e->kind == AST_FIELD ? arena_print(t->arena, "%s.%s", path, e->text)
                                        : path;
}

static void note_name(translation *t, const ast *e) {
    int added;
    if (e->kind == AST_TUPLE)
        for (int i = 0; i < e->args.count; i++)
            if (ast_arg(e, i))
                note_name(t, ast_arg(e, i));
    const char *path = path_of(t, e);
    if (!path)
        return;
    symbol one = {.name = name_intern(t->names, path, strlen(path)), .where = e->where};
    scope_add(t->discrete, one, &added);
}

void collect_discrete(translation *t, const ast_equations *list, int in_when) {
    for (int i = 0; i < list->count; i++) {
        const ast_equation *e = &list->at[i];
        if (in_when && e->left && e->right)
            note_name(t, e->left);
        for (int k = 0; k < e->branches.count; k++)
            collect_discrete(t, &e->branches.at[k].equations,
                             in_when || e->kind == AST_WHEN);
    }
}

/* --- equations --- */

static symbol *find_assigned(translation *t, const symbol *s) {
    symbol *found = NULL;
    for (; s && !found; s = s->owner) {
        const char *path = path_text(t, s);
        found = scope_find_here(t->discrete, name_intern(t->names, path, strlen(path)));
    }
    return found;
}

int is_assigned_in_when(translation *t, const symbol *s) {
    return find_assigned(t, s) != NULL;
}

typedef struct discrete_search {
    const translation *t;
    const symbol *found;
} discrete_search;

static void search_discrete(void *data, const expr_node *leaf) {
    discrete_search *q = data;
    if (q->found || leaf->op != OP_PARAMETER)
        return;
    const parameter *p = &q->t->system->parameters.at[leaf->variable];
    if (p->kind == PARAMETER_DISCRETE)
        q->found = q->t->of_parameter.at[leaf->variable];
}

/* A Real is discrete because a 'when' has an equation for it: whoever differentiates it
 * meant a state, and reinit. */
int is_derivative_of_discrete(translation *t, expr e, place where) {
    discrete_search q = {t, NULL};
    if (expr_depends(t->graph, e).count)
        return 0;
    expr_visit_leaves(t->graph, 1, &e, search_discrete, &q);
    if (!q.found)
        return 0;
    const char *name = path_text(t, q.found);
    symbol *assigned = find_assigned(t, q.found);
    int is_state = q.found->type.kind == TYPE_REAL && assigned &&
                   q.found->declaration->prefix != PREFIX_DISCRETE;
    if (!is_state)
        semantic_error(
            t, where, "'%.80s' is %s: it changes at events only and has no derivative",
            name,
            q.found->type.kind == TYPE_REAL ? "discrete" : type_name(t, q.found->type));
    else if (!assigned->evaluated++) /* once is enough */
        semantic_error(t, assigned->where,
                       "'%.80s' is a state, as line %d differentiates it: an equation in "
                       "'when' cannot change it; write reinit(%.80s, ...)",
                       name, where.line, name);
    return 1;
}

/* The variable of a 'when' that stands alone on a side, or NULL. */
static const symbol *when_side(translation *t, const flat *f) {
    for (int side = 0; side < 2; side++) {
        const expr_node *n = expr_get(t->graph, side ? f->right : f->left);
        if (n->op != OP_PARAMETER)
            continue;
        const symbol *s = t->of_parameter.at[n->variable];
        int is_discrete =
            t->system->parameters.at[n->variable].kind == PARAMETER_DISCRETE;
        if (s && is_discrete && is_assigned_in_when(t, s))
            return s;
    }
    return NULL;
}

int is_second_equation(translation *t, const flat *f) {
    const symbol *s = when_side(t, f);
    if (!s)
        return 0;
    const char *name = path_text(t, s);
    semantic_error(t, f->of->where,
                   "'%.80s' gets its values in 'when', and '%.200s' is a second equation "
                   "for it; a first value is written %.80s(start = ...)",
                   name, flat_text(t, f), name);
    return 1;
}

int discrete_leaf(translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    if (n->op != OP_PARAMETER)
        return -1;
    int p = n->variable;
    if (t->system->parameters.at[p].kind != PARAMETER_DISCRETE)
        return -1;
    if (!t->of_parameter.at[p])
        return -1; /* of an expression: when.c defines it */
    return is_assigned_in_when(t, t->of_parameter.at[p]) ? -1 : p;
}

static void wrong_type(translation *t, const flat *f, const symbol *s) {
    semantic_error(t, f->of->where, "'%.80s' is %s and cannot be %s", path_text(t, s),
                   type_name(t, s->type), type_name(t, f->type));
}

/* --- initial equations --- */

static const symbol *discrete_symbol(const translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    if (n->op != OP_PARAMETER)
        return NULL;
    const parameter *p = &t->system->parameters.at[n->variable];
    if (p->kind == PARAMETER_PRE && p->of >= 0)
        return t->of_parameter.at[p->of];
    return p->kind == PARAMETER_DISCRETE ? t->of_parameter.at[n->variable] : NULL;
}

/* What an initial equation holds. */
typedef struct contents {
    const dae *system;
    int has_discrete; /* a discrete variable, or pre of one */
    int has_pre;
    int has_tuned; /* a parameter with fixed = false */
    int has_open;  /* a continuous unknown that is not fixed */
} contents;

static void note_contents(void *data, const expr_node *leaf) {
    contents *c = data;
    if (leaf->op == OP_JET)
        c->has_open |= leaf->order > 0 || !c->system->variables.at[leaf->variable].fixed;
    if (leaf->op != OP_PARAMETER)
        return;
    const parameter *p = &c->system->parameters.at[leaf->variable];
    int is_pre = p->kind == PARAMETER_PRE && p->of >= 0;
    c->has_pre |= is_pre;
    c->has_discrete |= is_pre || p->kind == PARAMETER_DISCRETE;
    c->has_tuned |= p->is_tuned;
}

/* x = ... is for x, where x is not fixed. */
static int begins_with_open(translation *t, const flat *f) {
    const expr_node *n = expr_get(t->graph, f->left);
    return n->op == OP_JET && n->order == 0 &&
           !t->system->variables.at[n->variable].fixed;
}

/* n = 2.5 with an Integer n; but r = n with a discrete Real r is for r. */
static int check_first_type(translation *t, const flat *f) {
    const symbol *left = discrete_symbol(t, f->left);
    const symbol *right = discrete_symbol(t, f->right);
    const symbol *wrong = left && !value_fits(left->type, f->type) ? left : NULL;
    if (!wrong && !left && right && !value_fits(right->type, f->type))
        wrong = right;
    if (!wrong || (right && value_fits(right->type, f->type)))
        return 1;
    wrong_type(t, f, wrong);
    return 0;
}

static void first_value(translation *t, const flat *f, int is_either) {
    discrete_start i = {.left = f->left,
                        .right = f->right,
                        .guard = f->guard,
                        .text = flat_text(t, f),
                        .where = f->of->where,
                        .is_either = is_either};
    i.text = arena_copy(lasting(t), i.text, strlen(i.text));
    i.instead = (equation){.kind = EQUATION_INITIAL,
                           .residual = present(t, f->residual),
                           .guard = f->guard,
                           .of = f->of,
                           .values = f->values};
    LIST_PUSH(lasting(t), t->system->first_values, i);
}

void push_initial(translation *t, const flat *f) {
    contents c = {.system = t->system};
    expr both[] = {f->left, f->right};
    int is_number = f->type.kind == TYPE_REAL || f->type.kind == TYPE_INTEGER;
    expr_visit_leaves(t->graph, 2, both, note_contents, &c);
    int is_bare = discrete_symbol(t, f->left) || discrete_symbol(t, f->right);
    int is_first = !is_number || (c.has_discrete && !c.has_tuned && !c.has_open);
    int is_either = !is_first && c.has_discrete && !c.has_tuned &&
                    (is_bare || c.has_pre) && !begins_with_open(t, f);
    if (!is_first && !is_either) {
        push_equation(t, EQUATION_INITIAL, f->residual, f->of, f->values)->guard =
            f->guard;
        return;
    }
    if (is_either || check_first_type(t, f))
        first_value(t, f, is_either);
}

/* --- which variable an equation defines --- */

static int fits_side(const translation *t, const flat *f, int p) {
    return p >= 0 && value_fits(t->of_parameter.at[p]->type, f->type);
}

void push_discrete(translation *t, const flat *f) {
    if (!t->pending)
        t->pending = arena_alloc(lasting(t), sizeof *t->pending);
    pending one = {.equation = *f, .chosen = -1};
    one.side[0] = discrete_leaf(t, f->left);
    one.side[1] = discrete_leaf(t, f->right);
    for (int i = 0; i < 2; i++) {
        const symbol *s = one.side[i] < 0 ? NULL : t->of_parameter.at[one.side[i]];
        if (s && !value_fits(s->type, f->type)) {
            if (fits_side(t, f, one.side[1 - i])) { /* r = n defines r */
                one.side[i] = -1;
                break;
            }
            wrong_type(t, f, s);
            return;
        }
    }
    if (one.side[0] < 0 && one.side[1] < 0) {
        if (is_second_equation(t, f))
            return;
        semantic_error(
            t, f->of->where,
            "an equation between %s values defines a variable that stands "
            "alone on one side and is not assigned in 'when'; '%.200s' has none",
            type_name(t, f->type), flat_text(t, f));
        return;
    }
    LIST_PUSH(lasting(t), t->pending->all, one);
}

/* Moves along the equations that have taken what the next one could have: with at most
 * two candidates each, there is one way to go. Equations of different branches of an 'if'
 * may define the same variable. */
static int place_equation(discrete_list *d, int *taken, int i) {
    for (int steps = 0; steps <= d->all.count; steps++) {
        pending *p = &d->all.at[i];
        int from = p->chosen;
        for (int side = 0; side < 2; side++) {
            int v = p->side[side];
            if (v < 0 || side == from)
                continue;
            if (!taken[v] || p->equation.guard != NO_EXPR) {
                taken[v] = i + 1;
                p->chosen = side;
                return 1;
            }
        }
        int side = from == 0 || p->side[0] < 0 ? 1 : 0;
        if (p->side[side] < 0)
            return 0;
        int evicted = taken[p->side[side]] - 1;
        taken[p->side[side]] = i + 1;
        p->chosen = side;
        i = evicted;
    }
    return 0;
}

/* What nothing gives a value would keep its first one for ever. */
static void check_defined(translation *t, const int *taken, int count) {
    for (int p = 0; p < count; p++) {
        const symbol *s = t->of_parameter.at[p];
        if (t->system->parameters.at[p].kind != PARAMETER_DISCRETE || taken[p] || !s ||
            is_assigned_in_when(t, s))
            continue;
        semantic_error(
            t, s->where,
            "'%.80s' is %s and changes at events only, but no equation or 'when' "
            "gives it a value; a fixed one is declared with 'parameter'%s",
            t->system->parameters.at[p].name,
            s->type.kind == TYPE_REAL ? "discrete" : type_name(t, s->type),
            s->type.kind == TYPE_INTEGER ? ", and integer(x) makes an Integer of a Real"
                                         : "");
    }
}

/* d = x with a discrete d and a continuous x: an equation for x, if d has another one. */
static int may_be_continuous(translation *t, const pending *p) {
    if (p->equation.type.kind != TYPE_REAL || p->equation.guard != NO_EXPR)
        return 0;
    if (p->side[0] >= 0 && p->side[1] >= 0)
        return 0;
    expr other = p->side[0] < 0 ? p->equation.left : p->equation.right;
    const expr_node *n = expr_get(t->graph, other);
    return n->op == OP_JET && n->order == 0;
}

static void place_equations(translation *t, discrete_list *d, int *taken) {
    for (int i = 0; i < d->all.count; i++)
        if (!may_be_continuous(t, &d->all.at[i]) && !place_equation(d, taken, i))
            semantic_error(t, d->all.at[i].equation.of->where,
                           "the variables of '%.200s' are defined by other equations",
                           flat_text(t, &d->all.at[i].equation));
    for (int i = 0; i < d->all.count; i++) {
        pending *p = &d->all.at[i];
        int side = p->side[0] < 0;
        if (!may_be_continuous(t, p))
            continue;
        if (!taken[p->side[side]]) {
            taken[p->side[side]] = i + 1;
            p->chosen = side;
            continue;
        }
        p->is_continuous = 1;
        push_equation(t, EQUATION_PLAIN, p->equation.residual, p->equation.of,
                      p->equation.values);
    }
}

int discrete_count(const translation *t) {
    return t->pending ? t->pending->all.count : 0;
}

static int parameter_of(const pending *p) {
    return p->side[p->chosen < 0 ? 0 : p->chosen];
}

/* A branch in which all equations of a variable are left out: it would keep its value. */
static int check_arm(translation *t, const choice_record *c, int number,
                     char *has_value) {
    const discrete_list *d = t->pending;
    assumptions here;
    arm_assume(t, c, number, &here);
    if (!arm_changes(t, &here))
        return 1;
    for (int i = c->first_discrete; i < c->last_discrete; i++)
        has_value[parameter_of(&d->all.at[i])] = 0;
    for (int i = c->first_discrete; i < c->last_discrete; i++) {
        const pending *p = &d->all.at[i];
        if (guard_truth(t, &here, p->equation.guard) != TRUTH_FALSE)
            has_value[parameter_of(p)] = 1;
    }
    for (int i = c->first_discrete; i < c->last_discrete; i++) {
        int v = parameter_of(&d->all.at[i]);
        if (has_value[v])
            continue;
        arm_leaves_open(t, c, number, t->system->parameters.at[v].name);
        return 0;
    }
    return 1;
}

static void check_arms(translation *t) {
    char *has_value = NEW_ARRAY(t, char, t->system->parameters.count);
    for (int k = 0; k < t->choices.count; k++) {
        const choice_record *c = &t->choices.at[k];
        for (int i = 0; i <= c->count; i++)
            if (!check_arm(t, c, i, has_value))
                return;
    }
}

void discrete_end(translation *t) {
    if (!t->pending)
        t->pending = arena_alloc(lasting(t), sizeof *t->pending);
    discrete_list *d = t->pending;
    int *taken = NEW_ARRAY(t, int, t->system->parameters.count);
    place_equations(t, d, taken);
    if (!t->context->errors)
        check_defined(t, taken, t->system->parameters.count);
    if (!t->context->errors)
        check_arms(t);
    for (int i = 0; i < d->all.count; i++) {
        const pending *p = &d->all.at[i];
        int side = p->chosen < 0 ? 0 : p->chosen;
        if (p->is_continuous)
            continue;
        discrete_equation e = {.parameter = parameter_of(p),
                               .value = side ? p->equation.left : p->equation.right,
                               .guard = p->equation.guard,
                               .text = flat_text(t, &p->equation),
                               .where = p->equation.of->where};
        LIST_PUSH(lasting(t), t->system->discrete, e);
    }
    t->pending = NULL;
}
