/* SPDX-License-Identifier: BSD-3-Clause */
/* The discrete part of the initial problem [MLS36, 8.6].
 *
 * Its unknowns are pre(v) of the discrete variables whose start value is not fixed: all
 * other values follow from these by the equations of the model, v = pre(v) where no
 * `when` is active. Each initial equation is matched to an unknown that it depends on;
 * the matched ones are solved in order of dependence, those that depend on each other
 * together. An unknown without an equation keeps its start value, an equation without an
 * unknown has to hold by itself: all are verified when the initial problem is solved. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"
#include "loop.h"
#include "../completion/signature.h"

/* An assignment that may be made at the start. */
typedef struct initial_action {
    const when_branch *branch;
    const action *action;
    int is_sure; /* a condition is initial() itself */
} initial_action;

/* An initial equation that is solved for pre(unknown). */
typedef struct solved_equation {
    const discrete_start *of;
    int unknown;
    expr value;     /* that pre(unknown) is; NO_EXPR: it is not given in this way */
    int is_negated; /* it is not value */
} solved_equation;

typedef LIST(int) number_list;

struct first_values {
    LIST(initial_action) actions;
    int *definition, *next; /* [parameters], [discrete]: linked lists, numbers + 1 */
    number_list *unknowns;  /* [first_values]: that the equation depends on */
    int *fixed;             /* [first_values]: one that it would, or -1 */
    int *unknown_of;        /* [first_values]: the one that it is for, or -1 */
    LIST(solved_equation) solved; /* in order */
    int *block, blocks;           /* where the blocks begin and end among these */
    double *last;                 /* [parameters]: scratch */
    double *start, *pres; /* [parameters]: values and pre before anything is solved */
};

/* --- what an expression depends on --- */

typedef struct walk {
    hybrid *h;
    char *is_seen; /* [parameters] */
    number_list queue, unknowns;
    int fixed;
} walk;

static int contains(const number_list *list, int number) {
    for (int k = 0; k < list->count; k++)
        if (list->at[k] == number)
            return 1;
    return 0;
}

static void meet(void *data, const expr_node *leaf) {
    walk *w = data;
    if (leaf->op != OP_PARAMETER || w->is_seen[leaf->variable])
        return;
    w->is_seen[leaf->variable] = 1;
    LIST_PUSH(w->h->system->arena, w->queue, leaf->variable);
}

static void first_values_reach(walk *w, expr e) {
    if (e != NO_EXPR)
        expr_visit_leaves(w->h->system->graph, 1, &e, meet, w);
}

static void meet_pre(walk *w, int p) {
    if (w->h->system->parameters.at[p].is_fixed) {
        w->fixed = p;
        return;
    }
    if (!contains(&w->unknowns, p))
        LIST_PUSH(w->h->system->arena, w->unknowns, p);
}

/* A variable of a `when` is what is assigned at the start, else pre of itself. */
static void reach_assigned(walk *w, int p) {
    const struct first_values *f = w->h->first;
    int is_sure = 0;
    for (int k = 0; k < f->actions.count; k++) {
        const initial_action *a = &f->actions.at[k];
        if (a->action->target != p)
            continue;
        is_sure |= a->is_sure;
        first_values_reach(w, a->action->value);
        first_values_reach(w, a->action->guard);
        for (int i = 0; i < a->branch->conditions.count && !a->is_sure; i++)
            first_values_reach(w, a->branch->conditions.at[i]);
    }
    if (!is_sure)
        meet_pre(w, p);
}

static void follow_parameter(walk *w, int p) {
    const dae *s = w->h->system;
    const struct first_values *f = w->h->first;
    const parameter *q = &s->parameters.at[p];
    if (q->kind == PARAMETER_PRE && q->of >= 0)
        meet_pre(w, q->of);
    if (q->kind == PARAMETER_SO_FAR)
        reach_assigned(w, q->of);
    if (q->kind != PARAMETER_DISCRETE)
        return;
    if (w->h->parameter[p].assigned)
        reach_assigned(w, p);
    for (int k = f->definition[p]; k; k = f->next[k - 1]) {
        first_values_reach(w, s->discrete.at[k - 1].value);
        first_values_reach(w, s->discrete.at[k - 1].guard);
    }
}

/* The unknowns of one or two expressions. */
static number_list unknowns_of(hybrid *h, expr a, expr b, int *fixed) {
    arena *own = arena_child(h->system->arena);
    walk w = {.h = h, .fixed = -1};
    w.is_seen = ARENA_ARRAY(own, char, h->system->parameters.count + 1);
    first_values_reach(&w, a);
    first_values_reach(&w, b);
    for (int k = 0; k < w.queue.count; k++)
        follow_parameter(&w, w.queue.at[k]);
    arena_free(own);
    *fixed = w.fixed;
    return w.unknowns;
}

/* --- expressions for pre(v) --- */

enum { DEEPEST = 20 };

static int is_assigned_at_start(const hybrid *h, int p) {
    for (int k = 0; k < h->first->actions.count; k++)
        if (h->first->actions.at[k].action->target == p)
            return 1;
    return 0;
}

/* The v whose pre(v), or with *is_negated not pre(v), the expression is, through
 * equations like a = pre(b) or not; -1: none. */
static int stands_for(const hybrid *h, expr e, int *is_negated, int depth) {
    const dae *s = h->system;
    expr_node n = *expr_get(s->graph, e);
    if (n.op == OP_NOT) {
        *is_negated = !*is_negated;
        n = *expr_get(s->graph, n.arg[0]);
    }
    if (n.op != OP_PARAMETER || depth > DEEPEST)
        return -1;
    const parameter *p = &s->parameters.at[n.variable];
    if (p->kind == PARAMETER_PRE)
        return p->of;
    if (p->kind != PARAMETER_DISCRETE)
        return -1;
    if (h->parameter[n.variable].assigned)
        return is_assigned_at_start(h, n.variable) ? -1 : n.variable;
    int k = h->first->definition[n.variable];
    if (!k || s->discrete.at[k - 1].guard != NO_EXPR)
        return -1;
    return stands_for(h, s->discrete.at[k - 1].value, is_negated, depth + 1);
}

/* --- matching --- */

static void list_branch(hybrid *h, const when_branch *b, int is_first) {
    int asks = 0;
    int is_sure = 0;
    for (int k = 0; k < b->conditions.count; k++) {
        asks |= hybrid_asks_initial(h, b->conditions.at[k]);
        const expr_node *n = expr_get(h->system->graph, b->conditions.at[k]);
        is_sure |= is_first && clock_is_initial(h->system, n);
    }
    for (int k = 0; asks && k < b->actions.count; k++) {
        const action *a = &b->actions.at[k];
        initial_action one = {b, a, is_sure && a->guard == NO_EXPR};
        if (a->kind == ACTION_ASSIGN)
            LIST_PUSH(h->system->arena, h->first->actions, one);
    }
}

static void list_definitions(hybrid *h) {
    const dae *s = h->system;
    struct first_values *f = h->first;
    for (int b = 0; b < h->branches.count; b++)
        list_branch(h, h->branches.at[b].of, h->branches.at[b].is_first);
    f->definition = ARENA_ARRAY(s->arena, int, s->parameters.count + 1);
    f->next = ARENA_ARRAY(s->arena, int, s->discrete.count + 1);
    for (int k = 0; k < s->discrete.count; k++) {
        int p = s->discrete.at[k].parameter;
        f->next[k] = f->definition[p];
        f->definition[p] = k + 1;
    }
}

static void list_unknowns(hybrid *h) {
    const dae *s = h->system;
    struct first_values *f = h->first;
    int count = s->first_values.count;
    f->unknowns = ARENA_ARRAY(s->arena, number_list, count + 1);
    f->fixed = ARENA_ARRAY(s->arena, int, count + 1);
    f->unknown_of = ARENA_ARRAY(s->arena, int, count + 1);
    for (int k = 0; k < count; k++) {
        const discrete_start *i = &s->first_values.at[k];
        f->unknowns[k] = unknowns_of(h, i->left, i->right, &f->fixed[k]);
        f->unknown_of[k] = -1;
    }
}

/* Is a side of the equation pre(p)? */
static int is_for(const hybrid *h, const discrete_start *i, int p) {
    int negated = 0;
    return stands_for(h, i->left, &negated, 0) == p ||
           stands_for(h, i->right, &negated, 0) == p;
}

/* Equations that may be for continuous unknowns come last: they get what is left. */
static int *order_equations(const hybrid *h, arena *own) {
    const dae *s = h->system;
    int *order = ARENA_ARRAY(own, int, s->first_values.count + 1);
    int count = 0;
    for (int is_either = 0; is_either < 2; is_either++)
        for (int k = 0; k < s->first_values.count; k++)
            if (!s->first_values.at[k].is_either == !is_either)
                order[count++] = k;
    return order;
}

/* Entries of a signature in any order. */
typedef struct entry_list {
    LIST(int) row;
    LIST(int) column;
    LIST(int) sigma;
} entry_list;

static void push_entry(arena *a, entry_list *l, int row, int column, int sigma) {
    LIST_PUSH(a, l->row, row);
    LIST_PUSH(a, l->column, column);
    LIST_PUSH(a, l->sigma, sigma);
}

/* The same by rows, each in the order in which it was given. */
static signature sorted_by_row(arena *a, int rows, int columns, const entry_list *l) {
    int count = l->row.count;
    int *start = ARENA_ARRAY(a, int, rows + 2);
    int *column = ARENA_ARRAY(a, int, count + 1);
    int *sigma = ARENA_ARRAY(a, int, count + 1);
    for (int k = 0; k < count; k++)
        start[l->row.at[k] + 2]++;
    for (int i = 0; i < rows; i++)
        start[i + 2] += start[i + 1];
    for (int k = 0; k < count; k++) {
        int at = start[l->row.at[k] + 1]++;
        column[at] = l->column.at[k];
        sigma[at] = l->sigma.at[k];
    }
    return (signature){rows, columns, start, column, sigma, NULL};
}

/* The transversal prefers what gives an unknown as it is. Its columns are the equations,
 * which are served in turn; its rows the unknowns. */
static void first_values_match(hybrid *h, arena *own) {
    const dae *s = h->system;
    struct first_values *f = h->first;
    int count = s->first_values.count;
    int *order = order_equations(h, own);
    int *row_of = ARENA_ARRAY(own, int, count + 1);
    int *column_of = ARENA_ARRAY(own, int, s->parameters.count + 1);
    entry_list entries = {0};
    for (int j = 0; j < count; j++) {
        const number_list *unknowns = &f->unknowns[order[j]];
        for (int i = 0; i < unknowns->count; i++) {
            int p = unknowns->at[i];
            push_entry(own, &entries, p, j, is_for(h, &s->first_values.at[order[j]], p));
        }
    }
    signature all = sorted_by_row(own, s->parameters.count, count, &entries);
    signature_assign(&all, own, row_of, column_of);
    for (int j = 0; j < count; j++)
        f->unknown_of[order[j]] = row_of[j];
}

/* --- the order of solving --- */

/* pre(unknown) alone on a side, and nothing of it on the other. */
static void make_explicit(hybrid *h, solved_equation *e) {
    for (int side = 0; side < 2; side++) {
        int negated = 0;
        int fixed;
        expr own = side ? e->of->right : e->of->left;
        expr other = side ? e->of->left : e->of->right;
        if (stands_for(h, own, &negated, 0) != e->unknown)
            continue;
        number_list rest = unknowns_of(h, other, NO_EXPR, &fixed);
        if (contains(&rest, e->unknown))
            continue;
        e->value = other;
        e->is_negated = negated;
        return;
    }
}

/* Orders the matched equations by dependence, in blocks. */
static void order_solved(hybrid *h, arena *own, const int *matched, int count) {
    const dae *s = h->system;
    struct first_values *f = h->first;
    int *column_of = ARENA_ARRAY(own, int, s->parameters.count + 1); /* plus 1 */
    int *order = ARENA_ARRAY(own, int, count + 1);
    int *zero = ARENA_ARRAY(own, int, count + 1);
    int *row_of = ARENA_ARRAY(own, int, count + 1);
    entry_list entries = {0};
    for (int j = 0; j < count; j++) {
        column_of[f->unknown_of[matched[j]]] = j + 1;
        row_of[j] = j;
    }
    for (int j = 0; j < count; j++) {
        const number_list *all = &f->unknowns[matched[j]];
        for (int i = 0; i < all->count; i++)
            if (column_of[all->at[i]])
                push_entry(own, &entries, j, column_of[all->at[i]] - 1, 0);
    }
    signature square = sorted_by_row(own, count, count, &entries);
    f->block = ARENA_ARRAY(s->arena, int, count + 1);
    f->blocks = signature_blocks(&square, own, row_of, zero, zero, f->block, order);
    for (int j = 0; j < count; j++) {
        int k = matched[order[j]];
        solved_equation e = {&s->first_values.at[k], f->unknown_of[k], NO_EXPR, 0};
        make_explicit(h, &e);
        LIST_PUSH(s->arena, f->solved, e);
    }
}

/* Matches initial equations to unknowns; of those that may be for either, what no
 * discrete unknown takes is for continuous ones. */
void hybrid_find_first_values(hybrid *h) {
    assert(!h->first);
    const dae *s = h->system;
    struct first_values *f = arena_alloc(s->arena, sizeof *f);
    h->first = f;
    f->last = ARENA_ARRAY(s->arena, double, s->parameters.count + 1);
    f->start = ARENA_ARRAY(s->arena, double, s->parameters.count + 1);
    f->pres = ARENA_ARRAY(s->arena, double, s->parameters.count + 1);
    h->written = h->system;
    if (!s->first_values.count)
        return;
    h->written = system_copy(s);
    arena *own = arena_child(s->arena);
    int *matched = ARENA_ARRAY(own, int, s->first_values.count + 1);
    int count = 0;
    list_definitions(h);
    list_unknowns(h);
    first_values_match(h, own);
    for (int k = 0; k < s->first_values.count; k++) {
        const discrete_start *i = &s->first_values.at[k];
        if (f->unknown_of[k] >= 0)
            matched[count++] = k;
        else if (i->is_either)
            LIST_PUSH(s->arena, h->written->equations, i->instead);
    }
    if (count)
        order_solved(h, own, matched, count);
    arena_free(own);
}

dae *hybrid_written(const hybrid *h) {
    return h->written;
}

/* --- solving --- */

static double whole(parameter_type type, double value) {
    if (type == TYPED_BOOLEAN)
        return value > 0.5;
    return type == TYPED_INTEGER ? round(value) : value;
}

/* What follows from the present values of pre. */
static void follow_pre(hybrid *h) {
    hybrid_load_pre(h);
    hybrid_solve_discrete(h);
}

static void first_values_give(hybrid *h, const solved_equation *e) {
    if (!hybrid_holds(h, e->of->guard))
        return;
    double value = hybrid_evaluate(h, e->value);
    if (e->is_negated)
        value = value == 0;
    if (value == h->parameter[e->unknown].before || isnan(value))
        return;
    h->parameter[e->unknown].before = value;
    follow_pre(h);
}

typedef struct first_block {
    hybrid *h;
    const solved_equation *at;
    int count;
    const double *start;
} first_block;

/* An initial equation at the present values. */
typedef struct two_sides {
    double left, right, size;
} two_sides;

static two_sides sides_of(hybrid *h, const discrete_start *e) {
    double left_size, right_size;
    two_sides s;
    s.left = hybrid_evaluate_size(h, e->left, &left_size);
    s.right = hybrid_evaluate_size(h, e->right, &right_size);
    s.size = fmax(left_size, right_size);
    return s;
}

/* Left less right; where the guard does not hold, `otherwise`. */
static double first_values_residual(hybrid *h, const solved_equation *e, double otherwise,
                                    double *size) {
    *size = fabs(otherwise);
    if (!hybrid_holds(h, e->of->guard))
        return otherwise;
    two_sides s = sides_of(h, e->of);
    *size = s.size;
    return s.left - s.right;
}

static void first_values_defect(void *data, const double *y, double *r, double *size) {
    const first_block *b = data;
    hybrid *h = b->h;
    for (int k = 0; k < b->count; k++)
        h->parameter[b->at[k].unknown].before = y[k];
    follow_pre(h);
    for (int k = 0; k < b->count; k++)
        r[k] = first_values_residual(h, &b->at[k], y[k] - b->start[k], &size[k]);
}

enum { MOST_BOOLEANS = 10 };

/* All values of a few Booleans, those at the start first; returns whether some fit. */
static int try_all(const first_block *b, double *y, double *r, double *size) {
    for (int bits = 0; bits < 1 << b->count; bits++) {
        int fits = 1;
        for (int k = 0; k < b->count; k++)
            y[k] = (bits >> k & 1) ? b->start[k] == 0 : b->start[k];
        first_values_defect((void *)b, y, r, size);
        for (int k = 0; k < b->count; k++)
            fits &= r[k] == 0;
        if (fits)
            return 1;
    }
    return 0;
}

/* Solves a block: a few Booleans by trying all, others by Newton's iteration; where
 * neither succeeds, the values stay as they were. */
static void solve_together(hybrid *h, const solved_equation *at, int count) {
    arena *own = arena_child(h->system->arena);
    double *y = ARENA_ARRAY(own, double, count);
    double *start = ARENA_ARRAY(own, double, count);
    double *r = ARENA_ARRAY(own, double, count);
    double *size = ARENA_ARRAY(own, double, count);
    parameter_type *type = ARENA_ARRAY(own, parameter_type, count);
    first_block b = {h, at, count, start};
    int booleans = 0;
    for (int k = 0; k < count; k++) {
        y[k] = start[k] = h->parameter[at[k].unknown].before;
        type[k] = h->system->parameters.at[at[k].unknown].type;
        booleans += type[k] == TYPED_BOOLEAN;
    }
    value_problem problem = {count, type, first_values_defect, &b};
    int solved = booleans == count && count <= MOST_BOOLEANS
                     ? try_all(&b, y, r, size)
                     : values_solve(own, &problem, y);
    for (int k = 0; k < count; k++)
        y[k] = solved ? whole(type[k], y[k]) : start[k];
    first_values_defect(&b, y, r, size);
    arena_free(own);
}

/* Solves block after block, each with what follows from the ones before. */
int hybrid_solve_first(hybrid *h) {
    assert(h->first);
    const dae *s = h->system;
    struct first_values *f = h->first;
    int changed = 0;
    int sweep = h->progress.sweep;
    hybrid_read_values(h, f->last);
    for (int p = 0; p < s->parameters.count && !h->u; p++) {
        f->start[p] = f->last[p];
        f->pres[p] = h->parameter[p].before;
    }
    h->progress.sweep = 0; /* here, round-off is no reason to stay */
    follow_pre(h);
    for (int b = 0; b < f->blocks; b++) {
        const solved_equation *e = &f->solved.at[f->block[b]];
        int count = f->block[b + 1] - f->block[b];
        if (count == 1 && e->value != NO_EXPR)
            first_values_give(h, e);
        else
            solve_together(h, e, count);
    }
    h->progress.sweep = sweep;
    for (int p = 0; p < s->parameters.count; p++)
        changed |= hybrid_differ(h, *hybrid_value(h, p), f->last[p]);
    return changed;
}

/* --- together with the point --- */

/* The pres that equations are matched to, then the values that the continuous part holds.
 */
typedef struct joint {
    hybrid *h;
    int pres, values, *parameter;
} joint;

/* Computes what the equations and a pass leave, where there is a point at all. */
static void joint_defect(void *data, const double *y, double *r, double *size) {
    const joint *j = data;
    hybrid *h = j->h;
    const struct first_values *f = h->first;
    const double *value = y + j->pres;
    for (int k = 0; k < j->pres; k++)
        h->parameter[f->solved.at[k].unknown].before = y[k];
    for (int k = 0; k < j->values; k++)
        *hybrid_value(h, j->parameter[k]) = value[k];
    hybrid_load_pre(h);
    int found = hybrid_try_start(h);
    if (found)
        follow_pre(h);
    for (int k = 0; k < j->pres; k++) {
        const solved_equation *e = &f->solved.at[k];
        r[k] = found ? first_values_residual(h, e, y[k] - f->pres[e->unknown], &size[k])
                     : NAN;
    }
    for (int k = 0; k < j->values; k++) {
        r[j->pres + k] = found ? *hybrid_value(h, j->parameter[k]) - value[k] : NAN;
        size[j->pres + k] = fabs(value[k]);
    }
}

/* Solves for pres and values at once, where taking them in turn did not settle. */
int hybrid_solve_first_jointly(hybrid *h) {
    assert(h->first);
    const dae *s = h->system;
    struct first_values *f = h->first;
    arena *own = arena_child(s->arena);
    joint j = {h, f->solved.count, 0, ARENA_ARRAY(own, int, s->parameters.count + 1)};
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].kind == PARAMETER_DISCRETE && h->parameter[p].feeds)
            j.parameter[j.values++] = p;
    int count = j.pres + j.values;
    int sweep = h->progress.sweep;
    double *y = ARENA_ARRAY(own, double, count + 1);
    parameter_type *type = ARENA_ARRAY(own, parameter_type, count + 1);
    for (int k = 0; k < count; k++) {
        int p = k < j.pres ? f->solved.at[k].unknown : j.parameter[k - j.pres];
        y[k] = k < j.pres ? f->pres[p] : f->start[p];
        type[k] = s->parameters.at[p].type;
    }
    value_problem problem = {count, type, joint_defect, &j};
    h->progress.sweep = 0;
    int solved = j.pres && values_solve(own, &problem, y);
    for (int k = 0; k < j.pres && solved; k++)
        h->parameter[f->solved.at[k].unknown].before = whole(type[k], y[k]);
    if (solved)
        follow_pre(h);
    h->progress.sweep = sweep;
    arena_free(own);
    return solved;
}

/* --- verification --- */

/* What may be done about an equation that does not hold. */
static const char *advice(const hybrid *h, int k) {
    const dae *s = h->system;
    assert(k >= 0 && k < s->first_values.count);
    const struct first_values *f = h->first;
    if (f->unknown_of[k] >= 0) {
        const char *name = s->parameters.at[f->unknown_of[k]].name;
        return arena_print(s->arena,
                           "no value of pre(%s) was found for which it holds; change the "
                           "equation, or give %s a start value near the solution",
                           name, name);
    }
    if (f->unknowns[k].count)
        return arena_print(
            s->arena, "pre(%s) is given by another initial equation; remove one of them",
            s->parameters.at[f->unknowns[k].at[0]].name);
    if (f->fixed[k] >= 0)
        return arena_print(
            s->arena,
            "pre(%s) = %.10g is fixed; remove 'fixed = true' there, or this equation",
            s->parameters.at[f->fixed[k]].name, h->parameter[f->fixed[k]].before);
    return "other equations determine all values in it; remove it, or change it to agree";
}

/* Values that are solved for together with continuous ones have their accuracy. */
static const double CLOSE = 1e-10;

/* The first that does not hold, or -1. */
static int find_broken(hybrid *h, two_sides *at) {
    const dae *s = h->system;
    for (int k = 0; k < s->first_values.count; k++) {
        const discrete_start *i = &s->first_values.at[k];
        int is_other = i->is_either && h->first->unknown_of[k] < 0;
        if (is_other || !hybrid_holds(h, i->guard))
            continue;
        *at = sides_of(h, i);
        if (!(fabs(at->left - at->right) <= CLOSE * at->size))
            return k;
    }
    return -1;
}

int hybrid_has_first_values(hybrid *h) {
    two_sides at;
    return find_broken(h, &at) < 0;
}

void hybrid_check_first_values(hybrid *h) {
    const dae *s = h->system;
    two_sides at;
    int k = find_broken(h, &at);
    if (k < 0)
        return;
    fail(
        s->context, INVO_E_INCONSISTENT, s->first_values.at[k].where,
        "the initial equation %s does not hold at the start: its left side is %.10g, its "
        "right side %.10g; %s",
        s->first_values.at[k].text, at.left, at.right, advice(h, k));
}
