/* SPDX-License-Identifier: BSD-3-Clause */
/* Which variables are eliminated, and by which equations.
 *
 * First the equations with one or two unknowns, a v + b w + constant = 0: they make
 * groups of variables that are multiples of each other. Of each group one variable stays:
 * one that is differentiated most. Then other explicit equations, where they would be
 * constraints, as far as they do not depend on each other in a circle and stay short. */
#include "trivial.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "alias.h"
#include "../system/linear_form.h"
#include "../system/reads.h"

enum { MOST_LEAVES = 8 }; /* of what replaces a variable */

/* a v + b w + rest = 0; w is the number of variables where there is none */
typedef struct edge {
    int row, v, w;
    double a, b;
    expr rest; /* in parameters; EXPR_ZERO: none */
} edge;

typedef struct search {
    completion *c;
    dae *s;
    graph *g;
    const written_rows *rows;
    int *order;        /* [variables]: highest derivative written */
    int *uses;         /* [variables]: rows that hold it */
    char *used;        /* [rows] */
    LIST(edge) edges;  /* that make a forest */
    int *parent;       /* [variables + 1], the last for constants: sets of the forest */
    int *start, *list; /* edges of each variable */
} search;

/* --- what may be eliminated --- */

typedef struct question {
    const dae *s;
    int found;
} question;

static double trivial_ask_leaf(void *data, const expr_node *leaf) {
    question *q = data;
    if (leaf->op == OP_PARAMETER)
        q->found |= q->s->parameters.at[leaf->variable].kind >= PARAMETER_DISCRETE;
    return 0;
}

/* Does e jump at events? What it is equal to must not, then. */
static int jumps(const search *f, expr e) {
    question q = {f->s, 0};
    expr_evaluate(f->g, e, trivial_ask_leaf, &q);
    return q.found;
}

static const variable *variable_at(const search *f, int v) {
    return &f->s->variables.at[v];
}

static int has_start(const search *f, int v) {
    return variable_at(f, v)->fixed || variable_at(f, v)->start != NO_EXPR;
}

static double start_leaf(void *data, const expr_node *leaf) {
    dae *s = data;
    if (leaf->op == OP_PARAMETER)
        return reads_parameter(s, leaf->variable);
    if (leaf->op != OP_JET || leaf->order > 0)
        return NAN;
    const variable *x = &s->variables.at[leaf->variable];
    return x->fixed || x->start != NO_EXPR ? parameter_value(s, x->start, 0) : NAN;
}

typedef struct two_starts {
    expr wish, other;
} two_starts;

static int starts_differ(dae *s, const void *data) {
    const two_starts *two = data;
    double wish = parameter_value(s, two->wish, 0);
    double other = expr_evaluate(s->graph, two->other, start_leaf, s);
    return !(fabs(wish - other) <= 1e-9 * fmax(fabs(wish), fabs(other)));
}

/* Would a wish be lost if v were given by e? Not if there is none, or e has the same. */
static int loses_guess(search *f, int v, expr e) {
    const variable *x = variable_at(f, v);
    if (x->fixed || x->start == NO_EXPR || f->rows->d[v] == 0)
        return 0;
    const two_starts two = {x->start, e};
    /* start values that a group has inherited are not those of the model */
    if (f->s->variables.at != f->c->written->variables.at)
        return starts_differ(f->s, &two);
    return reads_ask(f->s, starts_differ, &two, sizeof two);
}

/* Rather v than w stays; does not depend on their order in the text. */
static int stays_before(const search *f, int v, int w) {
    const variable *x = variable_at(f, v);
    const variable *y = variable_at(f, w);
    const int *d = f->rows->d;
    if (d[v] != d[w])
        return d[v] > d[w];
    if (f->order[v] != f->order[w])
        return f->order[v] > f->order[w];
    if (x->fixed != y->fixed)
        return x->fixed;
    if (has_start(f, v) != has_start(f, w))
        return has_start(f, v);
    if ((f->uses[v] > 1) != (f->uses[w] > 1))
        return f->uses[v] > 1;
    size_t a = strlen(x->name);
    size_t b = strlen(y->name);
    return a != b ? a < b : strcmp(x->name, y->name) < 0;
}

/* --- groups --- */

static int find_set(search *f, int v) {
    while (f->parent[v] != v)
        v = f->parent[v] = f->parent[f->parent[v]];
    return v;
}

/* Reads a v + b w + constant = 0, in undifferentiated unknowns; 0: the row is something
 * else. */
static int read_edge(search *f, int row, edge *e) {
    const signature *g = &f->rows->signature;
    int first = g->start[row];
    int count = g->start[row + 1] - first;
    linear_form form;
    if (f->rows->column_of[row] < 0 || count < 1 || count > 2)
        return 0;
    for (int k = first; k < first + count; k++)
        if (g->sigma[k] > 0)
            return 0;
    if (!linear_form_read(f->g, f->s->equations.at[f->rows->equation[row]].residual,
                          &form) ||
        form.unknowns != count || form.coefficient[0] == 0 ||
        form.coefficient[count - 1] == 0)
        return 0;
    expr rest = linear_form_rest(f->g, &form, 1);
    if (!expr_is_constant(f->g, rest) || jumps(f, rest))
        return 0;
    *e = (edge){row,
                form.variable[0],
                count > 1 ? form.variable[1] : f->s->variables.count,
                form.coefficient[0],
                count > 1 ? form.coefficient[1] : 0,
                rest};
    return 1;
}

/* Edges that join what was not joined before; the others are redundant. */
static void find_edges(search *f) {
    int n = f->s->variables.count;
    edge e;
    for (int v = 0; v <= n; v++)
        f->parent[v] = v;
    for (int row = 0; row < f->rows->signature.rows; row++) {
        if (!read_edge(f, row, &e))
            continue;
        int one = find_set(f, e.v);
        int other = find_set(f, e.w);
        if (one == other)
            continue;
        f->parent[one] = other;
        f->used[row] = 1;
        LIST_PUSH(f->s->arena, f->edges, e);
    }
    f->start = ARENA_ARRAY(f->s->arena, int, n + 3);
    f->list = ARENA_ARRAY(f->s->arena, int, 2 * f->edges.count + 1);
    for (int k = 0; k < f->edges.count; k++) {
        f->start[f->edges.at[k].v + 2]++;
        f->start[f->edges.at[k].w + 2]++;
    }
    for (int v = 0; v <= n; v++)
        f->start[v + 2] += f->start[v + 1];
    for (int k = 0; k < f->edges.count; k++) {
        f->list[f->start[f->edges.at[k].v + 1]++] = k;
        f->list[f->start[f->edges.at[k].w + 1]++] = k;
    }
}

static int is_long(const search *f, expr e) {
    const expr_node *n = e == EXPR_ZERO ? NULL : expr_get(f->g, e);
    return n && n->op == OP_SUM && n->count > MOST_TERMS;
}

static void give_value(search *f, binding *b) {
    int has_offset = b->offset != EXPR_ZERO;
    if (b->variable < 0) {
        b->value = has_offset ? b->offset : expr_number(f->g, 0);
        return;
    }
    const double c[2] = {b->factor, 1};
    const expr part[2] = {expr_jet(f->g, b->variable, 0), b->offset};
    b->value = expr_sum(f->g, 1 + has_offset, c, part);
}

/* Binds w by the edge, given the binding of its other end (NULL: w is constant), except
 * where it would be long, or where w is differentiated more often than the equation. */
static int bind(search *f, const edge *e, int w, const binding *from, binding *to) {
    double own = w == e->v ? e->a : e->b;
    double other = w == e->v ? e->b : e->a;
    double c[2] = {-1 / own, from ? -other / own : 0};
    expr part[2] = {e->rest, from ? from->offset : EXPR_ZERO};
    int row = e->row;
    int both = part[1] != EXPR_ZERO;
    int one = part[0] != EXPR_ZERO;
    if (f->rows->d[w] != f->rows->c[row])
        return 0;
    expr offset =
        one || both ? expr_sum(f->g, one + both, c + !one, part + !one) : EXPR_ZERO;
    if (is_long(f, offset))
        return 0;
    *to = (binding){NO_EXPR, f->rows->equation[row], from ? from->variable : -1,
                    from ? c[1] * from->factor : 0, offset};
    if (!from || from->variable < 0)
        return 1; /* constant, as the other end is */
    if (!(isfinite(to->factor) && to->factor != 0))
        return 0;
    if (variable_at(f, to->variable)->fixed || !has_start(f, to->variable))
        return 1;
    binding trial = *to;
    give_value(f, &trial);
    return !loses_guess(f, w, trial.value);
}

/* Binds variables along the edges from `root`, which stays (or is n, for constants).
 * Where an edge cannot be used, the variable at its end stays too. queue: [variables + 1]
 */
static void trivial_spread(search *f, int root, binding *found, char *seen, int *queue) {
    int n = f->s->variables.count;
    int head = 0;
    int tail = 0;
    queue[tail++] = root;
    seen[root] = 1;
    while (head < tail) {
        int u = queue[head++];
        for (int k = f->start[u]; k < f->start[u + 1]; k++) {
            const edge *e = &f->edges.at[f->list[k]];
            int w = e->v == u ? e->w : e->v;
            if (w == n || seen[w])
                continue;
            const binding *from = u == n ? NULL : &found[u];
            if (!bind(f, e, w, from, &found[w])) {
                found[w] = (binding){NO_EXPR, -1, w, 1, EXPR_ZERO};
                f->used[e->row] = 0;
            }
            seen[w] = 1;
            queue[tail++] = w;
        }
    }
}

/* The variable of each set that stays; -1: the set is constant. */
static int *choose_keepers(search *f) {
    int n = f->s->variables.count;
    int *keeper = ARENA_ARRAY(f->s->arena, int, n + 1);
    for (int v = 0; v <= n; v++)
        keeper[v] = -1;
    for (int v = 0; v < n; v++) {
        int set = find_set(f, v);
        if (set != find_set(f, n) && (keeper[set] < 0 || stays_before(f, v, keeper[set])))
            keeper[set] = v;
    }
    return keeper;
}

static int by_binding(const void *a, const void *b) {
    const int *x = a;
    const int *y = b; /* variable that it is bound to, variable */
    return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

/* Hands down the attributes, group by group. */
static void structure_trivial_inherit(search *f) {
    int n = f->s->variables.count;
    int count = 0;
    int(*pair)[2] = arena_alloc(f->s->arena, sizeof *pair * (size_t)(n + 1));
    int *group = ARENA_ARRAY(f->s->arena, int, n + 1);
    for (int v = 0; v < n; v++)
        if (f->c->binding[v].value != NO_EXPR) {
            pair[count][0] = f->c->binding[v].variable;
            pair[count++][1] = v;
        }
    qsort(pair, (size_t)count, sizeof *pair, by_binding);
    for (int k = 0, end; k < count; k = end) {
        for (end = k; end < count && pair[end][0] == pair[k][0]; end++)
            group[end - k] = pair[end][1];
        trivial_inherit(f->c, pair[k][0], end - k, group);
    }
}

static void find_groups(search *f) {
    int n = f->s->variables.count;
    binding *found = f->c->binding;
    char *seen = ARENA_ARRAY(f->s->arena, char, n + 1);
    int *queue = ARENA_ARRAY(f->s->arena, int, n + 1);
    f->parent = ARENA_ARRAY(f->s->arena, int, n + 1);
    find_edges(f);
    if (f->edges.count == 0)
        return;
    const int *keeper = choose_keepers(f);
    for (int v = 0; v < n; v++)
        found[v] = (binding){NO_EXPR, -1, v, 1, EXPR_ZERO};
    trivial_spread(f, n, found, seen, queue);
    for (int set = 0; set <= n; set++)
        if (keeper[set] >= 0)
            trivial_spread(f, keeper[set], found, seen, queue);
    for (int v = 0; v < n; v++)
        if (found[v].equation >= 0)
            give_value(f, &found[v]);
    structure_trivial_inherit(f);
}

/* --- other explicit equations --- */

typedef struct explicit_row {
    int row, variable;
    const char *key; /* this and the text decide the order */
    phrase text;
    expr value;
    expr_leaves leaves; /* of the residual, later of the value */
    linear_form form;
    int next; /* of the leaves, on the way through all rows */
} explicit_row;

static int trivial_by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int trivial_by_key(const void *a, const void *b) {
    const explicit_row *x = *(explicit_row *const *)a;
    const explicit_row *y = *(explicit_row *const *)b;
    int order = strcmp(x->key, y->key);
    if (order == 0)
        order = phrase_compare(x->text, y->text);
    return order ? order : x->row - y->row;
}

/* The names of its unknowns, sorted. */
static const char *key_of(search *f, expr_leaves leaves) {
    const char *name[MOST_LEAVES + 1];
    const char *key = "";
    int count = 0;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(f->g, leaves.at[k]);
        if (n->op == OP_JET)
            name[count++] = variable_at(f, n->variable)->name;
    }
    qsort(name, (size_t)count, sizeof *name, trivial_by_name);
    for (int k = 0; k < count; k++)
        key = arena_print(f->s->arena, "%s:%s", key, name[k]);
    return key;
}

/* What depends on time stays a constraint: only its residual shows where it jumps. */
static int depends_on_time(const search *f, expr_leaves leaves) {
    return leaves.count && expr_get(f->g, leaves.at[0])->op == OP_TIME;
}

/* Reads a constraint that is linear in some unknowns, and short; not one that makes a
 * name of a derivative, and not a combination of others: what it would give is a
 * difference of larger numbers. */
static explicit_row *read_explicit(search *f, int row) {
    const signature *g = &f->rows->signature;
    const equation *e = &f->s->equations.at[f->rows->equation[row]];
    int of, order, name;
    if (f->used[row] || f->rows->column_of[row] < 0 || f->rows->c[row] == 0 ||
        e->is_derived || g->start[row + 1] - g->start[row] > MOST_LEAVES)
        return NULL;
    expr residual = trivial_substitute(f->c, e->residual);
    if (residual == EXPR_ZERO || alias_read(f->g, residual, &of, &order, &name))
        return NULL;
    expr_leaves leaves = expr_depends(f->g, residual);
    if (leaves.count > MOST_LEAVES || depends_on_time(f, leaves) || jumps(f, residual))
        return NULL;
    explicit_row *x = arena_alloc(f->s->arena, sizeof *x);
    if (!linear_form_read(f->g, residual, &x->form))
        return NULL;
    x->row = row;
    x->variable = -1;
    x->key = key_of(f, leaves);
    x->text = equation_phrase(e);
    x->leaves = leaves;
    return x;
}

static int stands_in(const search *f, expr_leaves leaves, int v) {
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(f->g, leaves.at[k]);
        if (n->op == OP_JET && n->variable == v)
            return 1;
    }
    return 0;
}

/* Chooses the unknown that the row eliminates, if any: the one with the least reason to
 * stay. Its guess is lost, so an unknown with a guess stays; a fixed value is not lost.
 */
static void choose_variable(search *f, explicit_row *x, explicit_row **of) {
    linear_form *form = &x->form;
    expr_leaves rest = expr_depends(f->g, linear_form_rest(f->g, form, 1));
    int best = -1;
    for (int k = 0; k < form->unknowns; k++) {
        int v = form->variable[k];
        if (form->coefficient[k] == 0 || of[v] || f->rows->d[v] != f->rows->c[x->row] ||
            loses_guess(f, v,
                        linear_form_without(f->g, form, k, -1 / form->coefficient[k])) ||
            stands_in(f, rest, v) || !stands_in(f, x->leaves, v))
            continue;
        if (best < 0 || stays_before(f, form->variable[best], v))
            best = k;
    }
    x->leaves = (expr_leaves){NULL, 0};
    if (best < 0)
        return;
    x->variable = form->variable[best];
    x->value = linear_form_without(f->g, form, best, -1 / form->coefficient[best]);
    if (x->value == EXPR_ZERO)
        x->value = expr_number(f->g, 0);
    x->leaves = expr_depends(f->g, x->value);
    of[x->variable] = x;
}

static expr silence_cancelled(void *data, graph *g, expr leaf) {
    const expr_leaves *leaves = data;
    if (expr_get(g, leaf)->op != OP_JET)
        return leaf;
    for (int k = 0; k < leaves->count; k++)
        if (leaves->at[k] == leaf)
            return leaf;
    return expr_number(g, 1);
}

/* The value of a bound variable without what cancels in it, which may be the variable
 * itself: to evaluate it would not end. Nested sums are made one: in (a + c x - a) / c,
 * with a number for a, terms would cancel that are no part of the value. */
static expr trivial_bound_value(search *f, expr value) {
    if (value == EXPR_ZERO)
        return expr_number(f->g, 0);
    expr_leaves leaves = expr_depends(f->g, value);
    linear_form form;
    if (linear_form_read(f->g, value, &form)) {
        for (int k = 0; k < form.unknowns; k++)
            if (!stands_in(f, leaves, form.variable[k]))
                form.coefficient[k] = 0;
        value = linear_form_all(f->g, &form, 1);
    }
    if (value == EXPR_ZERO)
        return expr_number(f->g, 0);
    expr sound = expr_substitute(f->g, value, silence_cancelled, &leaves);
    return sound == EXPR_ZERO ? expr_number(f->g, 0) : sound;
}

/* Binds the variable, given those of its leaves; not where the value grows long. */
static void trivial_settle(search *f, explicit_row *x) {
    expr value = trivial_bound_value(f, trivial_substitute(f->c, x->value));
    expr_leaves leaves = expr_depends(f->g, value);
    if (leaves.count > MOST_LEAVES || stands_in(f, leaves, x->variable))
        return;
    f->c->binding[x->variable] =
        (binding){value, f->rows->equation[x->row], -1, 0, EXPR_ZERO};
    f->used[x->row] = 1;
}

enum { UNSEEN, OPEN, DONE };

/* Settles rows depth first, so that leaves come before what depends on them; a row that
 * would close a cycle is skipped. stack: [rows] */
static void settle_from(search *f, explicit_row *root, explicit_row **of, char *state,
                        explicit_row **stack) {
    int depth = 0;
    if (state[root->row] != UNSEEN)
        return;
    stack[depth++] = root;
    state[root->row] = OPEN;
    while (depth) {
        explicit_row *x = stack[depth - 1];
        if (x->next == x->leaves.count) {
            if (x->variable >= 0)
                trivial_settle(f, x);
            state[x->row] = DONE;
            depth--;
            continue;
        }
        const expr_node *n = expr_get(f->g, x->leaves.at[x->next++]);
        explicit_row *y = n->op == OP_JET ? of[n->variable] : NULL;
        if (!y || y->variable < 0 || state[y->row] == DONE)
            continue;
        if (state[y->row] == OPEN) {
            x->variable = -1;
            x->next = x->leaves.count;
        } else {
            stack[depth++] = y;
            state[y->row] = OPEN;
        }
    }
}

/* What others are made of may have been eliminated since. */
static void trivial_follow(search *f) {
    binding *b = f->c->binding;
    for (int v = 0; v < f->s->variables.count; v++) {
        if (b[v].value == NO_EXPR)
            continue;
        expr value = trivial_substitute(f->c, b[v].value);
        if (value == b[v].value)
            continue;
        b[v].value = trivial_bound_value(f, value);
        b[v].variable = -1;
    }
}

enum { MOST_ROUNDS = 4 };

/* Runs one round and returns whether anything was found. What one round finds may make
 * more equations explicit: der(x) = v gives v where x is eliminated. */
static int find_explicit(search *f) {
    LIST(explicit_row *) list = {0};
    int n = f->s->variables.count;
    int rows = f->rows->signature.rows;
    int found = 0;
    for (int row = 0; row < rows; row++) {
        explicit_row *x = read_explicit(f, row);
        if (x)
            LIST_PUSH(f->s->arena, list, x);
    }
    if (list.count == 0)
        return 0;
    explicit_row **of = ARENA_ARRAY(f->s->arena, explicit_row *, n + 1);
    explicit_row **stack = ARENA_ARRAY(f->s->arena, explicit_row *, list.count + 1);
    char *state = ARENA_ARRAY(f->s->arena, char, rows + 1);
    qsort(list.at, (size_t)list.count, sizeof *list.at, trivial_by_key);
    for (int k = 0; k < list.count; k++)
        choose_variable(f, list.at[k], of);
    for (int k = 0; k < list.count; k++)
        settle_from(f, list.at[k], of, state, stack);
    for (int k = 0; k < list.count; k++)
        found |= f->used[list.at[k]->row];
    if (found)
        trivial_follow(f);
    return found;
}

void trivial_find(completion *c, const written_rows *rows) {
    assert(c->binding && rows->signature.columns == c->written->variables.count);
    search f = {.c = c, .s = c->system, .g = c->system->graph, .rows = rows};
    const signature *g = &rows->signature;
    arena *own = completion_borrow(c);
    arena *kept = f.s->arena;
    f.s->arena = c->arena; /* all that is allocated here is for the search alone */
    f.order = ARENA_ARRAY(c->arena, int, g->columns + 1);
    f.used = ARENA_ARRAY(c->arena, char, g->rows + 1);
    f.uses = ARENA_ARRAY(c->arena, int, g->columns + 1);
    for (int k = 0; k < g->start[g->rows]; k++) {
        if (g->sigma[k] > f.order[g->column[k]])
            f.order[g->column[k]] = g->sigma[k];
        f.uses[g->column[k]]++;
    }
    find_groups(&f);
    for (int round = 0; round < MOST_ROUNDS && find_explicit(&f); round++) {
    }
    f.s->arena = kept;
    completion_release(c, own);
}
