/* SPDX-License-Identifier: BSD-3-Clause */
/* The system without what trivial equations eliminate. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "alias.h"
#include "../system/linear_form.h"
#include "../system/reads.h"
#include "trivial.h"

/* --- substitution --- */

static expr replace_leaf(void *data, graph *g, expr leaf) {
    const completion *c = data;
    const expr_node n = *expr_get(g, leaf);
    if (n.op != OP_JET || n.variable >= c->written->variables.count)
        return leaf;
    const binding *b = completion_binding(c, n.variable);
    if (!b)
        return leaf;
    expr e = b->value;
    for (int l = 0; l < n.order && e != EXPR_ZERO; l++)
        e = expr_total(g, e);
    return e;
}

expr trivial_substitute(const completion *c, expr e) {
    return expr_substitute(c->system->graph, e, replace_leaf, (void *)c);
}

static expr replace_differentiated(void *data, graph *g, expr leaf) {
    const completion *c = data;
    const expr_node *n = expr_get(g, leaf);
    if (n->op == OP_JET && n->order == 0 && c->written_d[n->variable] == 0)
        return leaf;
    return replace_leaf(data, g, leaf);
}

expr trivial_substitute_function(const completion *c, expr e) {
    return expr_substitute(c->system->graph, e, replace_differentiated, (void *)c);
}

/* --- attributes --- */

/* Values that are computed in different ways differ by no more than this share. */
static const double SAME = 16 * DBL_EPSILON;

static int agree(double a, double b) {
    return fabs(a - b) <= SAME * fmax(fabs(a), fabs(b));
}

static double reduce_start_of(completion *c, int v) {
    return parameter_value(c->system, c->system->variables.at[v].start, 0);
}

static double reduce_offset_of(completion *c, int v) {
    expr e = c->binding[v].offset;
    return e == EXPR_ZERO ? 0 : parameter_value(c->system, e, 0);
}

/* The start value of the keeper that makes the start value of v. */
static expr start_through(completion *c, int v) {
    graph *g = c->system->graph;
    const binding *b = &c->binding[v];
    expr start = c->system->variables.at[v].start;
    if (start == NO_EXPR)
        start = expr_number(g, 0);
    double f[2] = {1 / b->factor, -1 / b->factor};
    return expr_sum(g, b->offset == EXPR_ZERO ? 1 : 2, f, (expr[]){start, b->offset});
}

/* How the start value of a variable gives that of its keeper. */
typedef struct keeper_start {
    expr start, offset;
    double factor;
} keeper_start;

static keeper_start keeper_by(const completion *c, int v) {
    const binding *b = &c->binding[v];
    const expr start = c->system->variables.at[v].start;
    if (b->value == NO_EXPR)
        return (keeper_start){start, EXPR_ZERO, 1};
    return (keeper_start){start, b->offset, b->factor};
}

static double keeper_value(dae *s, const keeper_start *k) {
    const double start = parameter_value(s, k->start, 0);
    return (start - parameter_value(s, k->offset, 0)) / k->factor;
}

static int keepers_agree(dae *s, const void *data) {
    const keeper_start *two = data;
    return agree(keeper_value(s, &two[0]), keeper_value(s, &two[1]));
}

/* Whose start value counts: fixed ones, then those that the user has set, then the
 * keeper's own, then the first in the alphabet. */
static int gives_before(const completion *c, int keeper, int v, int w) {
    const variable *x = &c->system->variables.at[v];
    const variable *y = &c->system->variables.at[w];
    if (x->fixed != y->fixed)
        return x->fixed;
    if (x->is_set != y->is_set)
        return x->is_set;
    if ((x->start != NO_EXPR) != (y->start != NO_EXPR))
        return x->start != NO_EXPR;
    if (v == keeper || w == keeper)
        return v == keeper;
    return strcmp(x->name, y->name) < 0;
}

static void inherit_nominal(completion *c, int keeper, int count, const int *group) {
    graph *g = c->system->graph;
    variable *to = &c->system->variables.at[keeper];
    int from = -1;
    if (to->nominal != NO_EXPR)
        return;
    for (int k = 0; k < count; k++) {
        const variable *x = &c->system->variables.at[group[k]];
        if (x->nominal != NO_EXPR &&
            (from < 0 || strcmp(x->name, c->system->variables.at[from].name) < 0))
            from = group[k];
    }
    if (from < 0)
        return;
    double f = 1 / fabs(c->binding[from].factor);
    to->nominal = expr_sum(g, 1, &f, &c->system->variables.at[from].nominal);
}

/* A fixed value that agrees with another one is not needed; one that contradicts it
 * stays, so that no initial point is found. */
static void reduce_release(completion *c, int v, keeper_start by) {
    variable *x = &c->system->variables.at[v];
    const keeper_start two[2] = {by, keeper_by(c, v)};
    if (x->fixed && reads_ask(c->system, keepers_agree, two, sizeof two))
        x->fixed = 0;
}

/* The same of a variable whose value is a constant, its offset. */
static void reduce_release_constant(completion *c, int v) {
    variable *x = &c->system->variables.at[v];
    const keeper_start two[2] = {{c->binding[v].offset, EXPR_ZERO, 1},
                                 {x->start, EXPR_ZERO, 1}};
    if (x->fixed && reads_ask(c->system, keepers_agree, two, sizeof two))
        x->fixed = 0;
}

/* Lists of its own, before one of them changes: until then they are those of the system
 * as written. */
static void own_variables(completion *c) {
    const dae *s = c->written;
    dae *copy = c->system;
    if (copy->variables.at != s->variables.at)
        return;
    copy->variables.at = LIST_KEEP(s->arena, s->variables);
    copy->variables.capacity = s->variables.count;
}

static void own_equations(completion *c) {
    const dae *s = c->written;
    dae *copy = c->system;
    copy->equations.at = LIST_KEEP(s->arena, s->equations);
    copy->equations.capacity = s->equations.count;
}

/* Gives the variable that stays the start value that counts most in its group, and
 * releases fixed values that agree with it. */
void trivial_inherit(completion *c, int keeper, int count, const int *group) {
    assert(count > 0 && keeper < c->system->variables.count);
    own_variables(c);
    if (keeper < 0) {
        for (int k = 0; k < count; k++)
            reduce_release_constant(c, group[k]);
        return;
    }
    int giver = keeper;
    variable *to = &c->system->variables.at[keeper];
    for (int k = 0; k < count; k++)
        if (gives_before(c, keeper, group[k], giver))
            giver = group[k];
    const variable from = c->system->variables.at[giver];
    const keeper_start by = keeper_by(c, giver);
    if (giver != keeper && (from.fixed || from.start != NO_EXPR))
        to->start = start_through(c, giver);
    to->fixed |= from.fixed;
    to->is_set |= from.is_set;
    for (int k = 0; k < count; k++)
        reduce_release(c, group[k], by);
    inherit_nominal(c, keeper, count, group);
}

/* --- redundant equations --- */

enum { MOST_LABELS = 4 }; /* in a message */

/* What is left of terms of size 1 that cancel, after a few hundred roundings at most. */
static const double CANCELS = 1e-12;

/* Adds the equations that give the unknowns of a row their values; returns how many there
 * are now. */
static int add_reasons(const completion *c, expr residual, int *reasons_of, int count) {
    const dae *s = c->written;
    expr_leaves leaves = expr_depends(s->graph, residual);
    for (int k = 0; k < leaves.count && count < MOST_LABELS; k++) {
        const expr_node *n = expr_get(s->graph, leaves.at[k]);
        if (n->op != OP_JET || c->binding[n->variable].value == NO_EXPR)
            continue;
        int number = c->binding[n->variable].equation;
        int known = 0;
        for (int i = 0; i < count; i++)
            known |= reasons_of[i] == number;
        if (!known)
            reasons_of[count++] = number;
    }
    return count;
}

/* These equations and those behind them. reasons_of: [MOST_LABELS] */
static int find_reasons(const completion *c, expr residual, int *reasons_of) {
    int count = add_reasons(c, residual, reasons_of, 0);
    for (int k = 0; k < count; k++)
        count = add_reasons(c, c->written->equations.at[reasons_of[k]].residual,
                            reasons_of, count);
    return count;
}

/* The same as a text, in the order of the model's. */
static const char *list_reasons(const completion *c, expr residual) {
    int reasons_of[MOST_LABELS];
    int count = find_reasons(c, residual, reasons_of);
    const char *list = "";
    for (int shown = 0; shown < count; shown++) {
        int first = shown;
        for (int k = shown; k < count; k++)
            if (reasons_of[k] < reasons_of[first])
                first = k;
        list = arena_print(c->arena, "%s%s%s", list, shown ? " and " : "",
                           equation_label(c->written, reasons_of[first]));
        reasons_of[first] = reasons_of[shown];
    }
    return list;
}

/* The size of the constants of a row; derivatives, which have no value here, do not
 * count. */
static double reduce_size_of(completion *c, expr residual) {
    graph *g = c->system->graph;
    linear_form f;
    double size = 0;
    if (!linear_form_read(g, residual, &f))
        return 0;
    for (int k = 0; k < f.unknowns; k++)
        size += fabs(f.coefficient[k] * reduce_offset_of(c, f.variable[k]));
    for (int k = 0; k < f.rests; k++) {
        double rest = parameter_value_with(c->system, f.rest[k], 0);
        if (isfinite(rest))
            size += fabs(f.factor[k] * rest);
    }
    return size;
}

/* The size of the terms that cancel in a row without unknowns, and in the equations that
 * have eliminated these. */
static double size_with_reasons(completion *c, expr residual) {
    int reasons_of[MOST_LABELS];
    int count = find_reasons(c, residual, reasons_of);
    double size = reduce_size_of(c, residual);
    for (int k = 0; k < count; k++)
        size += reduce_size_of(c, c->written->equations.at[reasons_of[k]].residual);
    return size;
}

static int holds_nothing(const completion *c, expr e) {
    return expr_is_constant(c->system->graph, e);
}

/* What is left of a row without unknowns; 0 if that is round-off. */
static double left_of(completion *c, expr reduced, expr written) {
    double left = parameter_value_with(c->system, reduced, 0);
    return fabs(left) <= CANCELS * size_with_reasons(c, written) ? 0 : left;
}

/* Nothing is left of an equation: it is one too many, or wrong. With more equations than
 * unknowns one that is too many is redundant. */
static void judge_empty(completion *c, equation *e, expr written, int is_square) {
    double left = left_of(c, e->residual, written);
    const char *reasons = list_reasons(c, written);
    if (left != 0)
        fail(c->system->context, INVO_E_INCONSISTENT, e->of->where,
             "%s contradicts %s: together they imply 0 = %g", equation_text(c->arena, e),
             reasons, left);
    if (is_square)
        fail(c->system->context, INVO_E_BALANCE, e->of->where,
             "this equation repeats what %s %s already stated; one equation is missing, "
             "or this one is redundant",
             reasons, strstr(reasons, " and ") ? "have" : "has");
    e->kind = EQUATION_EMPTY;
    e->residual = expr_number(c->system->graph, 0);
    extra none = {(int)(e - c->system->equations.at), e->residual};
    LIST_PUSH(c->arena, c->redundant, none);
}

/* --- the copy --- */

static void copy_system(completion *c) {
    dae *copy = arena_alloc(c->arena, sizeof *copy);
    *copy = *c->written;
    c->system = copy;
}

/* defines: [equations]: 1 + variable that the equation gives */
static void rewrite_row(completion *c, const written_rows *rows, int row,
                        const int *defines) {
    const signature *g = &rows->signature;
    int number = rows->equation[row];
    int own = defines[number] - 1;
    int any = 0;
    equation *e = &c->system->equations.at[number];
    expr written = e->residual;
    if (own >= 0) {
        expr v = expr_jet(c->system->graph, own, 0);
        e->residual = expr_sub(c->system->graph, v, c->binding[own].value);
        return;
    }
    for (int k = g->start[row]; k < g->start[row + 1]; k++)
        any |= c->binding[g->column[k]].value != NO_EXPR;
    if (!any)
        return;
    e->residual = trivial_substitute(c, written);
    if (holds_nothing(c, e->residual))
        judge_empty(c, e, written, g->rows == g->columns);
}

/* An initial equation that follows from trivial ones is dropped; one that contradicts
 * them stays as it is, for the initial point to find no solution. */
static void rewrite_other(completion *c, equation *e) {
    expr reduced = trivial_substitute(c, e->residual);
    int is_empty = e->kind == EQUATION_INITIAL && holds_nothing(c, reduced) &&
                   !holds_nothing(c, e->residual);
    if (is_empty && left_of(c, reduced, e->residual) == 0)
        e->kind = EQUATION_EMPTY;
    else if (!is_empty)
        e->residual = reduced == EXPR_ZERO ? expr_number(c->system->graph, 0) : reduced;
}

static void reduce_rewrite(completion *c, const written_rows *rows) {
    int n = c->written->variables.count;
    int total = c->written->equations.count;
    int *defines = ARENA_ARRAY(c->arena, int, total + 1);
    for (int v = 0; v < n; v++)
        if (c->binding[v].value != NO_EXPR)
            defines[c->binding[v].equation] = v + 1;
    for (int row = 0; row < rows->signature.rows; row++)
        rewrite_row(c, rows, row, defines);
    for (int k = 0; k < total; k++)
        if (c->written->equations.at[k].kind != EQUATION_PLAIN)
            rewrite_other(c, &c->system->equations.at[k]);
}

/* --- derivatives that the model writes --- */

static void reduce_raise_orders(const completion *c, expr e, int *order) {
    expr_leaves leaves = expr_depends(c->written->graph, e);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(c->written->graph, leaves.at[k]);
        if (n->op == OP_JET && n->order > order[n->variable])
            order[n->variable] = n->order;
    }
}

/* The derivative that a variable is written as the name of; of = -1: none. */
typedef struct naming {
    int of, order;
} naming;

typedef struct writing {
    int *order; /* [variables]: the highest derivative that is written, below `called` */
    int *held;  /* [variables]: the highest one in the equations */
    int *shown; /* [variables]: the highest one that results ask for */
    naming *name; /* [variables] */
} writing;

static void read_names(completion *c, writing *w) {
    const dae *s = c->written;
    for (int v = 0; v < s->variables.count; v++)
        w->name[v] = (naming){-1, 0};
    for (int k = 0; k < s->equations.count; k++) {
        int of, l, name;
        if (s->equations.at[k].kind != EQUATION_PLAIN)
            reduce_raise_orders(c, s->equations.at[k].residual, w->order);
        else if (alias_read(s->graph, s->equations.at[k].residual, &of, &l, &name)) {
            if (c->called[of] == 0 || l < c->called[of])
                c->called[of] = l;
            if (w->name[name].of < 0 || c->binding[of].value != NO_EXPR)
                w->name[name] = (naming){of, l};
        }
    }
}

/* Reads the highest derivatives that are written and asked for. What is another
 * variable's name is not shown a second time. */
static writing read_writing(completion *c, const written_rows *rows) {
    int n = c->written->variables.count;
    const signature *g = &rows->signature;
    writing w = {ARENA_ARRAY(c->arena, int, n + 1), ARENA_ARRAY(c->arena, int, n + 1),
                 ARENA_ARRAY(c->arena, int, n + 1), ARENA_ARRAY(c->arena, naming, n + 1)};
    for (int k = 0; k < g->start[g->rows]; k++)
        if (g->sigma[k] > w.order[g->column[k]])
            w.order[g->column[k]] = g->sigma[k];
    for (int v = 0; v < n; v++)
        w.held[v] = w.order[v];
    for (int k = 0; k < c->written->shown.count; k++) {
        const shown_jet *x = &c->written->shown.at[k];
        if (x->order > w.shown[x->variable])
            w.shown[x->variable] = x->order;
    }
    read_names(c, &w);
    for (int v = 0; v < n; v++) {
        if (c->called[v] && w.order[v] >= c->called[v])
            w.order[v] = c->called[v] - 1;
        if (w.shown[v] > w.order[v])
            w.order[v] = w.shown[v];
    }
    return w;
}

enum { MOST_NAMES = 16 }; /* of names of names */

/* The eliminated variable that v is, or that v is a derivative of, and which; -1: none.
 * In the second case v loses its own derivatives only where it becomes the name of
 * another one: of a variable that the eliminated one is equal to. */
static int find_bound(const completion *c, const writing *w, int v, int *level) {
    *level = 0;
    for (int steps = 0; steps < MOST_NAMES && v >= 0; steps++) {
        const binding *b = &c->binding[v];
        if (b->value != NO_EXPR)
            return steps == 0 || (b->variable >= 0 && b->factor == 1) ? v : -1;
        *level += w->name[v].order;
        v = w->name[v].of;
    }
    return -1;
}

/* An unknown of its own for a derivative of v, and the equation that gives it. */
static void reduce_add_derivative(completion *c, int v, int number, const char *name,
                                  expr value) {
    dae *s = c->system;
    variable x = {.name = name,
                  .where = s->variables.at[v].where,
                  .start = NO_EXPR,
                  .nominal = NO_EXPR,
                  .min = NO_EXPR,
                  .max = NO_EXPR,
                  .is_shown = 1};
    equation e = s->equations.at[number];
    shown_derivative d = {s->variables.count, v};
    expr own = expr_jet(s->graph, d.variable, 0);
    e.residual = value == EXPR_ZERO ? own : expr_sub(s->graph, own, value);
    LIST_PUSH(c->arena, s->variables, x);
    LIST_PUSH(c->arena, s->equations, e);
    LIST_PUSH(c->arena, c->derived, d);
}

typedef LIST(int) levels_list;

/* Those of v, which is eliminated, or a derivative of what is. */
static void add_bound(completion *c, const writing *w, int v, int bound, int below,
                      levels_list *levels) {
    const char *name = c->written->variables.at[v].name;
    expr value = c->binding[bound].value;
    for (int l = 1 - below; l <= w->order[v]; l++) {
        value = expr_total(c->system->graph, value);
        if (l < 1)
            continue;
        name = arena_print(c->arena, "der(%s)", name);
        reduce_add_derivative(c, v, c->binding[bound].equation, name, value);
        LIST_PUSH(c->arena, *levels, below + l);
    }
}

/* Those that results ask for of v, which stays, beyond what the equations hold. */
static void add_asked(completion *c, const writing *w, const written_rows *rows, int v,
                      levels_list *levels) {
    const char *name = c->written->variables.at[v].name;
    for (int l = 1; l <= w->shown[v]; l++) {
        name = arena_print(c->arena, "der(%s)", name);
        if (l <= w->held[v])
            continue;
        reduce_add_derivative(c, v, rows->equation[c->written_row[v]], name,
                              expr_jet(c->system->graph, v, l));
        LIST_PUSH(c->arena, *levels, l);
    }
}

/* All derivatives that are written of eliminated variables, and of what is itself the
 * name of a derivative of one; and those that results ask for. */
static void add_derivatives(completion *c, const written_rows *rows) {
    int n = c->written->variables.count;
    int total = c->written->equations.count;
    int below;
    writing w = read_writing(c, rows);
    levels_list levels = {0};
    for (int v = 0; v < n; v++) {
        int bound = w.order[v] > 0 ? find_bound(c, &w, v, &below) : -1;
        if (bound >= 0)
            add_bound(c, &w, v, bound, below, &levels);
        else
            add_asked(c, &w, rows, v, &levels);
    }
    c->level = ARENA_ARRAY(c->arena, int, total + levels.count + 1);
    for (int k = 0; k < levels.count; k++)
        c->level[total + k] = levels.at[k];
}

/* Fixed values of variables that others make up hold at the start. */
static void add_conditions(completion *c) {
    dae *s = c->system;
    for (int v = 0; v < c->written->variables.count; v++) {
        variable *x = &s->variables.at[v];
        expr value = c->binding[v].value;
        if (!x->fixed || value == NO_EXPR || c->binding[v].variable >= 0 ||
            holds_nothing(c, value))
            continue;
        expr start = x->start == NO_EXPR ? expr_number(s->graph, 0) : x->start;
        const char *text =
            arena_print(c->arena, "%s = %g", x->name, reduce_start_of(c, v));
        equation e = {.kind = EQUATION_INITIAL,
                      .residual = expr_sub(s->graph, value, start),
                      .of = statement_new(c->arena, text, NULL, *x->where),
                      .guard = NO_EXPR};
        x->fixed = 0;
        LIST_PUSH(c->arena, s->equations, e);
    }
}

/* One place more for each derivative that was added. */
static void widen_bindings(completion *c) {
    int n = c->written->variables.count;
    binding *wide = ARENA_ARRAY(c->arena, binding, c->system->variables.count + 1);
    for (int v = 0; v < c->system->variables.count; v++)
        wide[v] = v < n ? c->binding[v] : (binding){NO_EXPR, -1, v, 1, EXPR_ZERO};
    c->binding = wide;
}

/* Copies the system only as far as it changes: most large systems have nothing trivial.
 */
void trivial_eliminate(completion *c, const written_rows *rows) {
    int n = c->written->variables.count;
    assert(rows->signature.columns == n);
    int any = 0;
    arena *bindings = arena_child(c->arena);
    c->binding = ARENA_ARRAY(bindings, binding, n + 1);
    for (int v = 0; v < n; v++)
        c->binding[v] = (binding){NO_EXPR, -1, v, 1, EXPR_ZERO};
    c->called = ARENA_ARRAY(c->arena, int, n + 1);
    copy_system(c);
    if (!c->written->is_raw)
        trivial_find(c, rows);
    for (int v = 0; v < n; v++)
        any |= c->binding[v].value != NO_EXPR;
    if (any || c->written->shown.count) {
        own_variables(c);
        own_equations(c);
        reduce_rewrite(c, rows);
        add_derivatives(c, rows);
        add_conditions(c);
        widen_bindings(c);
    } else {
        c->level = ARENA_ARRAY(c->arena, int, c->system->equations.count + 1);
        c->binding = NULL;
    }
    arena_free(bindings);
}
