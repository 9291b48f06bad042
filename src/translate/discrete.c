/* SPDX-License-Identifier: BSD-3-Clause */
/* Which discrete variable does an equation between discrete values define? */
#include "translate.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* An equation and the variables that are alone on its sides. */
typedef struct pending {
    flat equation;
    int side[2]; /* parameters, or -1 */
    int chosen;  /* of the sides, or -1 */
    int is_continuous;
    int is_open; /* no variable is alone on a side and free: it has to be solved */
} pending;

typedef struct discrete_list {
    pending *at;
    int count, capacity;
} discrete_list;

static discrete_list *pending_list(translation *t) {
    if (!t->pending)
        t->pending = arena_alloc(lasting(t), sizeof *t->pending);
    return t->pending;
}

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

static void visit_one(const ast *left, int in_when, visit_target f, void *data) {
    if (left->kind != AST_TUPLE) {
        f(data, left, in_when);
        return;
    }
    LIST_EACH(const ast_operand, a, left->args)
        if (a->value)
            visit_one(a->value, in_when, f, data);
}

void visit_targets(const ast_equations *list, int in_when, visit_target f, void *data) {
    LIST_EACH(const ast_equation, e, *list) {
        if (e->left && e->right)
            visit_one(e->left, in_when, f, data);
        LIST_EACH(const ast_branch, b, e->branches)
            visit_targets(&b->equations, in_when || e->kind == AST_WHEN, f, data);
    }
}

static void note_discrete(void *data, const ast *left, int in_when) {
    translation *t = data;
    const char *path = in_when ? path_of(t, left) : NULL;
    if (!path)
        return;
    /* 'a[\'i\']' may be any element of what an exporter has taken apart */
    const char *stem = strstr(path, "\\'") ? scalarised_stem(t, path) : NULL;
    path = stem ? stem : path;
    scope_add(t->discrete, (symbol){.name = intern(t, path), .where = left->where});
}

void collect_discrete(translation *t, const ast_equations *list) {
    visit_targets(list, 0, note_discrete, t);
}

/* --- equations --- */

/* Finds where a 'when' assigns the symbol, a record around it, or an element of what an
 * exporter has taken apart; NULL: nowhere. */
static symbol *find_assigned(translation *t, const symbol *s) {
    symbol *found = NULL;
    for (; s && !found; s = s->owner) {
        const char *path = path_text(t, s);
        found = scope_find_here(t->discrete, intern(t, path));
        const char *stem = !found && strchr(path, '[') ? scalarised_stem(t, path) : NULL;
        if (stem)
            found = scope_find_here(t->discrete, stem);
    }
    return found;
}

const char *discrete_text(translation *t, const symbol *s) {
    return s->type.kind == TYPE_REAL ? "discrete" : type_name(t, s->type);
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
        semantic_error(t, where,
                       "'%.80s' is %s: it changes at events only and has no derivative",
                       name, discrete_text(t, q.found));
    else if (!assigned->evaluated++) /* once is enough */
        semantic_error(t, assigned->where,
                       "'%.80s' is a state because %s differentiates it; an "
                       "equation in 'when' cannot change it: write reinit(%.80s, ...)",
                       name, line_text(t, where), name);
    return 1;
}

/* Returns the discrete variable that e is, or -1; when.c defines those without a symbol.
 */
static int discrete_parameter(const translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    int found = n->op == OP_PARAMETER && t->of_parameter.at[n->variable] &&
                parameter_at(t, n->variable)->kind == PARAMETER_DISCRETE;
    return found ? n->variable : -1;
}

/* Returns the variable of a 'when' that is alone on a side, or NULL. */
static const symbol *when_side(translation *t, const flat *f) {
    for (int side = 0; side < 2; side++) {
        int p = discrete_parameter(t, side ? f->right : f->left);
        if (p >= 0 && is_assigned_in_when(t, t->of_parameter.at[p]))
            return t->of_parameter.at[p];
    }
    return NULL;
}

int is_second_equation(translation *t, const flat *f) {
    const symbol *s = when_side(t, f);
    if (!s)
        return 0;
    const char *name = path_text(t, s);
    semantic_error(t, f->of->where,
                   "'%.80s' is assigned in 'when', so '%.200s' is a second equation for "
                   "it; to set its first value, write %.80s(start = ...)",
                   name, flat_text(t, f), name);
    return 1;
}

int discrete_leaf(translation *t, expr e) {
    int p = discrete_parameter(t, e);
    const symbol *s = p >= 0 ? t->of_parameter.at[p] : NULL;
    if (s && s->kind == SYMBOL_PARAMETER)
        return -1; /* initial equations are for it */
    return s && is_assigned_in_when(t, s) ? -1 : p;
}

static int wrong_type(translation *t, const flat *f, const symbol *s) {
    return semantic_error(t, f->of->where, "'%.80s' is %s and cannot be %s",
                          path_text(t, s), type_name(t, s->type), type_name(t, f->type));
}

/* --- initial equations --- */

static const symbol *discrete_symbol(const translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    int p = discrete_parameter(t, e);
    if (n->op == OP_PARAMETER && parameter_at(t, n->variable)->kind == PARAMETER_PRE)
        p = parameter_at(t, n->variable)->of;
    return p >= 0 ? t->of_parameter.at[p] : NULL;
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
    const symbol *first = left ? left : right;
    if (!first || value_fits(first->type, f->type) ||
        (right && value_fits(right->type, f->type)))
        return 1;
    return wrong_type(t, f, first);
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

static int is_pre_value(const translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    const parameter *p = n->op == OP_PARAMETER ? parameter_at(t, n->variable) : NULL;
    return p && p->kind == PARAMETER_PRE && p->of >= 0;
}

/* May it give a discrete value, and a continuous one as well? pre(v) = ... is for v, even
 * where parameters with fixed = false are in it. */
static int is_for_either(translation *t, const flat *f, const contents *c) {
    int is_bare = discrete_symbol(t, f->left) || discrete_symbol(t, f->right);
    if (is_pre_value(t, f->left) || is_pre_value(t, f->right))
        return 1;
    return c->has_discrete && !c->has_tuned && (is_bare || c->has_pre) &&
           !begins_with_open(t, f);
}

void push_initial(translation *t, const flat *f) {
    contents c = {.system = t->system};
    expr both[] = {f->left, f->right};
    int is_number = f->type.kind == TYPE_REAL || f->type.kind == TYPE_INTEGER;
    expr_visit_leaves(t->graph, 2, both, note_contents, &c);
    int is_first = !is_number || (c.has_discrete && !c.has_tuned && !c.has_open);
    int is_either = !is_first && is_for_either(t, f, &c);
    if (!is_first && !is_either) {
        push_equation(t, EQUATION_INITIAL, f->residual, f->of, f->values)->guard =
            f->guard;
        return;
    }
    if (is_either || check_first_type(t, f))
        first_value(t, f, is_either);
}

/* --- which variable an equation defines --- */

int fits_side(const translation *t, const flat *f, int p) {
    assert(p < t->of_parameter.count);
    return p >= 0 && value_fits(t->of_parameter.at[p]->type, f->type);
}

/* not b = c is b = not c, unless c is a variable that it may define. */
static flat without_not(translation *t, const flat *f) {
    flat g = *f;
    const expr_node left = expr_node_of(t->graph, f->left);
    if (f->type.kind != TYPE_BOOLEAN || left.op != OP_NOT ||
        discrete_leaf(t, left.arg[0]) < 0)
        return g;
    g.left = left.arg[0];
    g.right = not_of(t, f->right);
    return g;
}

static int holds_jet(translation *t, expr e) {
    expr_leaves leaves = expr_depends(t->graph, e);
    int found = 0;
    for (int k = 0; k < leaves.count; k++)
        found |= expr_get(t->graph, leaves.at[k])->op == OP_JET;
    expr_forget(t->graph, leaves);
    return found;
}

static int can_be_solved(translation *t, const flat *f) {
    return f->type.kind == TYPE_INTEGER && f->guard == NO_EXPR &&
           !holds_jet(t, f->residual);
}

enum { MOST_OPEN = 6 }; /* equations: their determinants are expanded */

typedef struct open_system {
    const pending *equation[MOST_OPEN];
    int unknown[MOST_OPEN]; /* parameters */
    double a[MOST_OPEN][MOST_OPEN];
    expr rest[MOST_OPEN]; /* of the residual, without the unknowns */
    int equations, unknowns, too_many;
} open_system;

typedef struct open_search {
    translation *t;
    open_system *s;
    const int *taken;
} open_search;

static void note_unknown(void *data, const expr_node *leaf) {
    const open_search *q = data;
    open_system *s = q->s;
    if (leaf->op != OP_PARAMETER)
        return;
    const int p = leaf->variable;
    const symbol *of = q->t->of_parameter.at[p];
    if (!of || of->type.kind != TYPE_INTEGER || (q->taken && q->taken[p]) ||
        parameter_at(q->t, p)->kind != PARAMETER_DISCRETE ||
        is_assigned_in_when(q->t, of))
        return;
    for (int i = 0; i < s->unknowns; i++)
        if (s->unknown[i] == p)
            return;
    if (s->unknowns < MOST_OPEN)
        s->unknown[s->unknowns++] = p;
    else
        s->too_many = 1;
}

/* May the equation define another Integer than one that is alone on a side? */
static int has_others(translation *t, const pending *p) {
    open_system s = {.equations = 0};
    open_search q = {t, &s, NULL};
    if (!can_be_solved(t, &p->equation))
        return 0;
    expr_visit_leaves(t->graph, 1, &p->equation.residual, note_unknown, &q);
    for (int i = 0; i < s.unknowns; i++)
        if (s.unknown[i] != p->side[0] && s.unknown[i] != p->side[1])
            return 1;
    return s.too_many;
}

/* Adds an equation between discrete values, which defines a variable that is alone on a
 * side. */
void push_discrete(translation *t, const flat *f) {
    assert(f->of && f->left != NO_EXPR && f->right != NO_EXPR);
    const flat positive = without_not(t, f);
    f = &positive;
    pending one = {.equation = *f, .chosen = -1};
    one.side[0] = discrete_leaf(t, f->left);
    one.side[1] = discrete_leaf(t, f->right);
    for (int i = 0; i < 2; i++) {
        int p = one.side[i];
        if (p < 0 || fits_side(t, f, p))
            continue;
        if (!fits_side(t, f, one.side[1 - i])) {
            wrong_type(t, f, t->of_parameter.at[p]);
            return;
        }
        one.side[i] = -1; /* r = n defines r */
        break;
    }
    one.is_open = one.side[0] < 0 && one.side[1] < 0 && has_others(t, &one);
    if (one.side[0] >= 0 || one.side[1] >= 0 || one.is_open)
        LIST_PUSH(lasting(t), *pending_list(t), one);
    else if (!is_second_equation(t, f))
        semantic_error(t, f->of->where,
                       "an equation between %s values must have, alone on one side, a "
                       "variable that is not assigned in 'when'; '%.200s' has none",
                       type_name(t, f->type), flat_text(t, f));
}

/* Moves along the equations that have taken what the next one could have: with at most
 * two candidates each, there is one way to go. Equations of different branches of an 'if'
 * may define the same variable. Returns the equation that is left over, or -1. */
static int place_equation(discrete_list *d, int *taken, int i) {
    assert(i < d->count && d->at[i].chosen < 0);
    for (int steps = 0; steps <= d->count; steps++) {
        pending *p = &d->at[i];
        int from = p->chosen;
        for (int side = 0; side < 2; side++) {
            int v = p->side[side];
            if (v < 0 || side == from)
                continue;
            if (!taken[v] || p->equation.guard != NO_EXPR) {
                taken[v] = i + 1;
                p->chosen = side;
                return -1;
            }
        }
        int side = from == 0 || p->side[0] < 0;
        int v = p->side[side];
        if (v < 0)
            return i;
        int evicted = taken[v] - 1;
        taken[v] = i + 1;
        p->chosen = side;
        i = evicted;
    }
    return i;
}

/* Reports variables that nothing gives a value: they would keep their first one for ever.
 */
static void check_defined(translation *t, const int *taken, int count) {
    for (int p = 0; p < count; p++) {
        const symbol *s = t->of_parameter.at[p];
        if (parameter_at(t, p)->kind != PARAMETER_DISCRETE || taken[p] || !s ||
            s->kind != SYMBOL_DISCRETE || is_assigned_in_when(t, s))
            continue;
        semantic_error(
            t, s->where,
            "'%.80s' is %s and changes at events only, but no equation or 'when' gives "
            "it a value; declare a fixed value with 'parameter'%s",
            parameter_at(t, p)->name, discrete_text(t, s),
            s->type.kind == TYPE_INTEGER ? ", or convert a Real with integer(x)" : "");
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

/* Places the equation; where that takes a variable from another one, it is left open. */
static void place_or_open(translation *t, discrete_list *d, int *taken, int i) {
    const int count = t->system->parameters.count;
    int *before = arena_keep(t->arena, taken, sizeof *taken, count);
    int *chosen = NEW_ARRAY(t, int, d->count);
    for (int k = 0; k < d->count; k++)
        chosen[k] = d->at[k].chosen;
    if (place_equation(d, taken, i) < 0)
        return;
    memcpy(taken, before, (size_t)count * sizeof *taken);
    for (int k = 0; k < d->count; k++)
        d->at[k].chosen = chosen[k];
    d->at[i].is_open = 1;
}

/* Places equations that may be continuous last: they are for what others leave over. */
static void place_equations(translation *t, discrete_list *d, int *taken) {
    for (int i = 0; i < d->count; i++)
        if (!d->at[i].is_open && !has_others(t, &d->at[i]) &&
            !may_be_continuous(t, &d->at[i]) && place_equation(d, taken, i) >= 0)
            semantic_error(
                t, d->at[i].equation.of->where,
                "the variables of '%.200s' are already defined by other equations",
                flat_text(t, &d->at[i].equation));
    for (int i = 0; i < d->count; i++)
        if (!d->at[i].is_open && has_others(t, &d->at[i]) &&
            !may_be_continuous(t, &d->at[i]))
            place_or_open(t, d, taken, i);
    for (int i = 0; i < d->count; i++) {
        pending *p = &d->at[i];
        int side = p->side[0] < 0;
        if (p->is_open || !may_be_continuous(t, p))
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

/* --- linear equations between Integers that have to be solved --- */

/* Takes the coefficients, which must be whole numbers, out of the residual. */
static int take_coefficients(translation *t, open_system *s, int row) {
    const flat *f = &s->equation[row]->equation;
    expr rest = expr_sub(t->graph, f->left, f->right);
    const expr all = present(t, rest);
    rest = all;
    for (int j = 0; j < s->unknowns; j++) {
        const expr leaf = expr_parameter(t->graph, s->unknown[j]);
        const expr slope = present(t, expr_partial(t->graph, all, leaf));
        double c = 0;
        if (!expr_is_known(t, slope, EVALUATE_CONSTANTS, &c) || c != floor(c) ||
            fabs(c) > 1e6)
            return semantic_error(
                t, f->of->where,
                "'%.200s' cannot be solved for the Integer '%.80s': only equations with "
                "constant whole coefficients are; write '%.80s = ...'",
                flat_text(t, f), parameter_at(t, s->unknown[j])->name,
                parameter_at(t, s->unknown[j])->name);
        s->a[row][j] = c;
        const expr term = expr_mul(t->graph, slope, leaf);
        rest = present(t, expr_sub(t->graph, rest, term));
    }
    s->rest[row] = rest;
    return 1;
}

/* The determinant without the rows and columns that are marked. */
static double determinant(const open_system *s, int row, unsigned rows,
                          unsigned columns) {
    double sum = 0;
    double sign = 1;
    while (row < s->equations && (rows >> row & 1))
        row++;
    if (row == s->equations)
        return 1;
    for (int j = 0; j < s->unknowns; j++) {
        if (columns >> j & 1)
            continue;
        if (s->a[row][j] != 0)
            sum += sign * s->a[row][j] *
                   determinant(s, row + 1, rows | 1u << row, columns | 1u << j);
        sign = -sign;
    }
    return sum;
}

static double common_divisor(double a, double b) {
    while (b != 0) {
        const double r = fmod(a, b);
        a = b;
        b = r;
    }
    return fabs(a);
}

/* Asserts that the division of the numerator comes out even. */
static void assert_even(translation *t, const pending *p, const char *name, expr number,
                        double by) {
    arena *a = lasting(t);
    const expr rest = call_two(t, OP_MOD, number, number_of(t, by));
    action one = {
        .kind = ACTION_ASSERT, .guard = NO_EXPR, .where = p->equation.of->where};
    wording *w = arena_alloc(a, sizeof *w);
    text_piece piece = {.kind = PIECE_WORDS,
                        .guard = NO_EXPR,
                        .value = number,
                        .digits = NO_EXPR,
                        .length = NO_EXPR,
                        .is_left = NO_EXPR};
    const char *text = flat_text(t, &p->equation);
    one.value = call_two(t, OP_EQ, rest, number_of(t, 0));
    piece.words =
        arena_print(a, "'%.200s' has no whole solution: '%.80s' would be ", text, name);
    LIST_PUSH(a, *w, piece);
    piece.kind = PIECE_INTEGER;
    LIST_PUSH(a, *w, piece);
    piece.kind = PIECE_WORDS;
    piece.words = arena_print(a, "/%.0f", by);
    LIST_PUSH(a, *w, piece);
    one.text = one.message =
        arena_print(a, "'%.200s' has no whole solution for '%.80s'", text, name);
    one.wording = w;
    LIST_PUSH(a, t->system->asserts, one);
}

/* Cramer's rule: unknown j is the sum of cofactors times the other sides. */
static void solve_unknown(translation *t, const open_system *s, int j, double det,
                          int *taken) {
    double c[MOST_OPEN];
    double common = fabs(det);
    for (int i = 0; i < s->equations; i++) {
        const double minor = determinant(s, 0, 1u << i, 1u << j);
        c[i] = ((i + j) % 2 ? minor : -minor) * (det < 0 ? -1 : 1);
        common = common_divisor(common, c[i]);
    }
    for (int i = 0; i < s->equations; i++)
        c[i] /= common;
    const double by = fabs(det) / common;
    expr number = present(t, expr_sum(t->graph, s->equations, c, s->rest));
    const pending *p = s->equation[j];
    const int v = s->unknown[j];
    if (by != 1)
        assert_even(t, p, parameter_at(t, v)->name, number, by);
    discrete_equation e = {
        .parameter = v,
        .value =
            by == 1 ? number : present(t, expr_div(t->graph, number, number_of(t, by))),
        .guard = NO_EXPR,
        .text = flat_text(t, &p->equation),
        .where = p->equation.of->where};
    LIST_PUSH(lasting(t), t->system->discrete, e);
    taken[v] = 1;
}

static void solve_together(translation *t, open_system *s, int *taken) {
    const flat *first = &s->equation[0]->equation;
    for (int i = 0; i < s->equations; i++)
        if (!take_coefficients(t, s, i))
            return;
    const double det = determinant(s, 0, 0, 0);
    if (det == 0) {
        semantic_error(t, first->of->where,
                       "'%.200s' and the other equations between these Integers are "
                       "linearly dependent",
                       flat_text(t, first));
        return;
    }
    for (int j = 0; j < s->unknowns; j++)
        solve_unknown(t, s, j, det, taken);
}

/* The open equations that share unknowns with the first one of them. */
static void gather_open(translation *t, discrete_list *d, const int *taken, int first,
                        char *done, open_system *s) {
    open_search q = {t, s, taken};
    int grown = 1;
    expr_visit_leaves(t->graph, 1, &d->at[first].equation.residual, note_unknown, &q);
    while (grown && !s->too_many) {
        grown = 0;
        for (int i = first; i < d->count && !s->too_many; i++) {
            open_system own = {.equations = 0};
            open_search look = {t, &own, taken};
            if (!d->at[i].is_open || done[i])
                continue;
            expr_visit_leaves(t->graph, 1, &d->at[i].equation.residual, note_unknown,
                              &look);
            int shares = i == first;
            for (int k = 0; k < own.unknowns; k++)
                for (int j = 0; j < s->unknowns; j++)
                    shares |= own.unknown[k] == s->unknown[j];
            if (!shares)
                continue;
            done[i] = 1;
            grown = 1;
            expr_visit_leaves(t->graph, 1, &d->at[i].equation.residual, note_unknown, &q);
            if (s->equations < MOST_OPEN)
                s->equation[s->equations++] = &d->at[i];
            else
                s->too_many = 1;
        }
    }
}

/* Solves open equations for the Integers that no other equation gives; one without such
 * a variable is checked like any other. */
static void solve_open(translation *t, discrete_list *d, int *taken) {
    char *done = NEW_ARRAY(t, char, d->count);
    for (int i = 0; i < d->count; i++) {
        const flat *f = &d->at[i].equation;
        open_system s = {.equations = 0};
        if (!d->at[i].is_open || done[i])
            continue;
        gather_open(t, d, taken, i, done, &s);
        if (!s.unknowns)
            semantic_error(
                t, f->of->where,
                "the variables of '%.200s' are already defined by other equations",
                flat_text(t, f));
        else if (s.too_many || s.unknowns != s.equations)
            semantic_error(t, f->of->where,
                           "'%.200s' and %d other equations between Integers hold %s%d "
                           "that nothing else defines; as many as equations, and at most "
                           "%d, can be solved for",
                           flat_text(t, f), s.equations - 1,
                           s.too_many ? "more than " : "", s.unknowns, MOST_OPEN);
        else
            solve_together(t, &s, taken);
    }
}

int discrete_count(const translation *t) {
    return t->pending ? t->pending->count : 0;
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
        if (!d->at[i].is_open)
            has_value[parameter_of(&d->at[i])] = 0;
    for (int i = c->first_discrete; i < c->last_discrete; i++) {
        const pending *p = &d->at[i];
        if (p->is_open)
            continue;
        if (guard_truth(t, &here, p->equation.guard) != TRUTH_FALSE)
            has_value[parameter_of(p)] = 1;
    }
    for (int i = c->first_discrete; i < c->last_discrete; i++) {
        int v = d->at[i].is_open ? -1 : parameter_of(&d->at[i]);
        if (v < 0 || has_value[v])
            continue;
        arm_leaves_open(t, c, number, parameter_at(t, v)->name);
        return 0;
    }
    return 1;
}

static void check_arms(translation *t) {
    char *has_value = NEW_ARRAY(t, char, t->system->parameters.count);
    LIST_EACH(const choice_record, c, t->choices)
        for (int i = 0; i <= c->count; i++)
            if (!check_arm(t, c, i, has_value))
                return;
}

/* Matches the equations with the variables they define, and adds them to the system. */
void discrete_end(translation *t) {
    assert(t->of_parameter.count == t->system->parameters.count);
    discrete_list *d = pending_list(t);
    int count = t->system->parameters.count;
    int *taken = NEW_ARRAY(t, int, count);
    place_equations(t, d, taken);
    if (!error_count(t))
        solve_open(t, d, taken);
    if (!error_count(t))
        check_defined(t, taken, count);
    if (!error_count(t))
        check_arms(t);
    LIST_EACH(const pending, p, *d) {
        const flat *f = &p->equation;
        if (p->is_continuous || p->is_open)
            continue;
        discrete_equation e = {.parameter = parameter_of(p),
                               .value = p->chosen > 0 ? f->left : f->right,
                               .guard = f->guard,
                               .text = flat_text(t, f),
                               .where = f->of->where};
        LIST_PUSH(lasting(t), t->system->discrete, e);
    }
    t->pending = NULL;
}
