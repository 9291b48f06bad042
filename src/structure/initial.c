/* Consistent initial values, stage by stage (DESIGN, section 2).
 *
 * Stage k = -K .. 0 solves F_i^(c_i + k) = 0 for y_j^(d_j + k); an initial equation belongs to the highest
 * stage among its jets. Where a stage has no solution, because values are fixed at a higher level, all
 * stages are solved at once.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "initial.h"
#include <math.h>
#include <string.h>
#include "alias.h"

/* A start value that nobody gave is a weaker wish than one that somebody did. */
static const double WEAK_GUESS = 0.01;

typedef struct starting {
    lowered *w;
    double *x, *guess, *weight; /* [coordinates + unknowns] */
    char *fixed, *given;        /* the same */
    int lowest;                 /* first stage, <= 0 */
    LIST(condition) initial;    /* initial equations and declared constraints */
} starting;

static int slot_of(const completion *c, int j, int order) {
    const jet_unknown *y = &c->unknown[j];
    return order < y->d ? y->first + order : c->coordinates + j;
}

static void read_guesses(starting *s, double t) {
    completion *c = s->w->completion;
    dae *d = c->system;
    int slots = c->coordinates + c->unknowns;
    s->x = ARENA_ARRAY(c->arena, double, slots), s->guess = ARENA_ARRAY(c->arena, double, slots);
    s->weight = ARENA_ARRAY(c->arena, double, slots);
    s->fixed = ARENA_ARRAY(c->arena, char, slots), s->given = ARENA_ARRAY(c->arena, char, slots);
    for (int v = 0; v < d->variables.count; v++) {
        const variable *named = &d->variables.at[v];
        int slot = slot_of(c, c->alias[v].unknown, c->alias[v].order);
        if (named->start == NO_EXPR && !named->fixed) continue;
        double start = parameter_value(d, named->start, 0);
        if (!isfinite(start))
            fail(d->context, INVO_E_MODEL, named->where,
                 "start value of %s is %g, not a finite number", named->name, start);
        if (s->fixed[slot] && named->fixed && s->guess[slot] != start)
            fail(d->context, INVO_E_INCONSISTENT, named->where,
                 "%s is fixed at %g, but it equals a derivative that is fixed at %g", named->name,
                 start, s->guess[slot]);
        if (s->fixed[slot] || (s->given[slot] && !named->fixed)) continue;
        s->guess[slot] = start, s->given[slot] = 1, s->fixed[slot] = (char)named->fixed;
    }
    s->guess[0] = t;
    for (int k = 0; k < slots; k++)
        s->weight[k] = (s->given[k] ? 1 : WEAK_GUESS) / s->w->nominal[k];
    memcpy(s->x, s->guess, sizeof *s->x * (size_t)slots);
}

/* The stage of an expression: that of its highest jet. */
static int stage_of(const completion *c, expr f) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    int stage = -1000000;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        if (leaf->op != OP_JET) continue;
        int below = leaf->order - c->unknown[c->alias[leaf->variable].unknown].d;
        if (below > stage) stage = below;
    }
    return stage;
}

static void read_conditions(starting *s) {
    completion *c = s->w->completion;
    dae *d = c->system;
    for (int k = 0; k < d->equations.count; k++) {
        const equation *e = &d->equations.at[k];
        if (e->kind != EQUATION_INITIAL) continue;
        condition row = {alias_substitute(d, c->alias, e->residual), k, 0};
        if (stage_of(c, row.f) < -100000)
            fail(d->context, INVO_E_MODEL, e->where, "this initial equation contains no unknown: %s",
                 e->text);
        LIST_PUSH(c->arena, s->initial, row);
    }
    for (int k = 0; k < c->extras.count - c->invariants; k++) {
        condition row = {c->extras.at[k].f, c->extras.at[k].equation, 0};
        LIST_PUSH(c->arena, s->initial, row);
    }
    for (int j = 0; j < c->unknowns; j++)
        if (-c->unknown[j].d < s->lowest) s->lowest = -c->unknown[j].d;
}

/* The conditions of stages first..last. */
static conditions *gather(starting *s, int first, int last) {
    completion *c = s->w->completion;
    LIST(condition) row = {0};
    LIST(int) column = {0};
    for (int k = first; k <= last; k++) {
        for (int i = 0; i < c->rows; i++) {
            const jet_row *r = &c->row[i];
            condition f = {r->c + k < 0 ? NO_EXPR : r->derivative[r->c + k], r->equation, r->c + k};
            if (r->c + k >= 0) LIST_PUSH(c->arena, row, f);
        }
        for (int j = 0; j < c->unknowns; j++) {
            int order = c->unknown[j].d + k, slot = order < 0 ? 0 : slot_of(c, j, order);
            if (order >= 0 && !s->fixed[slot]) LIST_PUSH(c->arena, column, slot);
        }
    }
    for (int k = 0; k < s->initial.count; k++) {
        int stage = stage_of(c, s->initial.at[k].f);
        if (stage >= first && stage <= last) LIST_PUSH(c->arena, row, s->initial.at[k]);
    }
    return conditions_new(s->w, row.count, row.at, column.count, column.at, s->guess, s->weight);
}

/* "x = 1 (fixed), y = 0" for the jets of an expression. */
static const char *list_values(const starting *s, expr f) {
    completion *c = s->w->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    const char *list = "";
    for (int k = 0; k < leaves.count && k < 8; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        int slot = completion_slot(c, leaf);
        const char *name = leaf->op == OP_TIME
                               ? "time"
                               : completion_name(c, c->alias[leaf->variable].unknown, leaf->order);
        list = arena_print(c->arena, "%s%s%s = %.6g%s", list, *list ? ", " : "", name, s->x[slot],
                           s->fixed[slot] ? " (fixed)" : "");
    }
    return list;
}

static const char *level_text(const completion *c, int level) {
    return level == 0   ? ""
           : level == 1 ? "the derivative of "
                        : arena_print(c->arena, "derivative %d of ", level);
}

static _Noreturn void fail_conditions(starting *s, conditions *all) {
    completion *c = s->w->completion;
    dae *d = c->system;
    double value = NAN;
    int worst = conditions_worst(all, s->x, &value);
    const condition *row = &all->row[worst < 0 ? 0 : worst];
    place where = d->equations.at[row->equation].where;
    const char *label = equation_label(d, row->equation), *values = list_values(s, row->f);
    if (!isfinite(value))
        fail(d->context, INVO_E_INCONSISTENT, where,
             "%s%s has no finite value at the start, where %s; give other start values",
             level_text(c, row->level), label, values);
    fail(d->context, INVO_E_INCONSISTENT, where,
         "no consistent initial values found: %s%s leaves %.6g, where %s; drop `fixed` or an initial "
         "equation, or give start values nearer to a solution",
         level_text(c, row->level), label, value, values);
}

/* Names the branch that was taken from a critical point: the values that moved. */
static void note_nudge(const starting *s, const conditions *stage) {
    completion *c = s->w->completion;
    const char *list = "";
    for (int k = 0, shown = 0; k < stage->columns && shown < 6; k++) {
        int slot = stage->column[k];
        if (s->x[slot] == s->guess[slot]) continue;
        const char *name =
            slot < c->coordinates
                ? s->w->system.coordinate[slot].name
                : completion_name(c, slot - c->coordinates, c->unknown[slot - c->coordinates].d);
        list = arena_print(c->arena, "%s%s%s = %.6g", list, shown++ ? ", " : "", name, s->x[slot]);
    }
    diagnose(c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "the start values are a critical point of the equations, or outside their domain; took "
             "the branch with %s",
             list);
}

/* What was free and how it was chosen. */
static void note_choice(const starting *s) {
    completion *c = s->w->completion;
    int fixed = 0, shown = 0, listed = 0;
    for (int k = 1; k < c->coordinates; k++) fixed += s->fixed[k];
    fixed += s->initial.count;
    if (fixed >= c->dof) return;
    const char *list = "";
    for (int k = 1; k < c->coordinates; k++) {
        if (s->fixed[k]) continue;
        if (listed++ >= 8) continue;
        list = arena_print(c->arena, "%s%s%s = %.6g", list, shown++ ? ", " : "",
                           s->w->system.coordinate[k].name, s->x[k]);
    }
    diagnose(c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "%d of %d degrees of freedom are not fixed by the model; started nearest to the guesses, "
             "with %s%s",
             c->dof - fixed, c->dof, list, listed > 8 ? ", ..." : "");
}

void initial_point(lowered *w, double t) {
    completion *c = w->completion;
    starting s = {.w = w};
    read_guesses(&s, t);
    read_conditions(&s);
    for (int k = s.lowest; k <= 0; k++) {
        conditions *stage = gather(&s, k, k);
        if (stage->rows == 0) continue;
        if (conditions_solve(stage, s.x)) {
            if (stage->nudged) note_nudge(&s, stage);
            continue;
        }
        conditions *all = gather(&s, s.lowest, 0);
        memcpy(s.x, s.guess, sizeof *s.x * (size_t)(c->coordinates + c->unknowns));
        if (!conditions_solve(all, s.x)) fail_conditions(&s, all);
        break;
    }
    memcpy(w->start, s.x, sizeof *s.x * (size_t)c->coordinates);
    memcpy(w->top, s.x + c->coordinates, sizeof *s.x * (size_t)c->unknowns);
    lowered_keep_invariants(w, w->start);
    note_choice(&s);
}
