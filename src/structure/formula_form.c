/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas of the text: v = e(...) where v is a top unknown. Completion substitutes what
 * it eliminates and flattens what comes out, so that the blocks compute v from sums of
 * larger numbers than the text does. Evaluated as they were written, one after the other
 * and each from the values of those before, they hold to their own round-off. What is
 * solved for together with others stays as it is. */
#include "ledger_form.h"

typedef struct formula {
    int unknown;
    expr value;
    int differs;    /* the blocks have it in another form */
    int first, end; /* the formulas that it reads: places in the list of readings */
    int next;       /* of these, on the way through all */
} formula;

enum { UNSEEN, OPEN, DONE };

typedef struct formulas {
    lowered *w;
    graph *graph;
    arena *arena; /* until the program is made */
    LIST(formula) list;
    LIST(int) reads; /* top unknowns; later formulas */
    int *of;         /* [unknowns]: 1 + its formula */
} formulas;

typedef struct removal {
    expr leaf;
} removal;

static expr remove_leaf(void *data, graph *g, expr leaf) {
    const removal *r = data;
    return leaf == r->leaf ? expr_number(g, 0) : leaf;
}

/* Lists the top unknowns that f reads but j, and finds the leaf that is j: EXPR_ZERO
 * where there is none, or more than one. */
static expr read_leaves(formulas *m, expr f, int j) {
    const completion *c = m->w->completion;
    expr_leaves leaves = expr_depends(m->graph, f);
    expr own = EXPR_ZERO;
    int count = 0;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(m->graph, leaves.at[k]);
        if (leaf->op != OP_JET) continue;
        int slot = completion_shown_slot(c, leaf->variable, leaf->order);
        if (slot < c->coordinates) continue;
        if (slot - c->coordinates != j) {
            LIST_PUSH(m->arena, m->reads, slot - c->coordinates);
            continue;
        }
        own = leaves.at[k];
        count++;
    }
    expr_forget(m->graph, leaves);
    return count == 1 ? own : EXPR_ZERO;
}

static int is_constant(graph *g, expr e) {
    if (e == EXPR_ZERO) return 0;
    expr_leaves leaves = expr_depends(g, e);
    expr_forget(g, leaves);
    return leaves.count == 0;
}

/* Reads equation f of the text as a formula for top unknown j, if it is one. */
static void add_formula(formulas *m, expr f, int j, int differs) {
    int first = m->reads.count;
    expr own = read_leaves(m, f, j);
    expr slope = own == EXPR_ZERO ? EXPR_ZERO : expr_partial(m->graph, f, own);
    if (!is_constant(m->graph, slope)) {
        m->reads.count = first;
        return;
    }
    removal r = {own};
    expr rest = expr_substitute(m->graph, f, remove_leaf, &r);
    expr value = rest == EXPR_ZERO ? expr_number(m->graph, 0)
                                   : expr_neg(m->graph, expr_div(m->graph, rest, slope));
    formula x = {j, value, differs, first, m->reads.count, first};
    LIST_PUSH(m->arena, m->list, x);
    m->of[j] = m->list.count;
}

/* The formula that gives what is read at this place, or -1. */
static int read_at(const formulas *m, int k) { return m->of[m->reads.at[k]] - 1; }

/* Puts what it reads before formula `root`; order, stack: [formulas]. A formula that
 * reads itself through others is none. */
static void visit(formulas *m, int root, char *state, int *stack, int *order,
                  int *ordered) {
    int depth = 0;
    if (state[root] != UNSEEN) return;
    stack[depth++] = root;
    state[root] = OPEN;
    while (depth) {
        formula *x = &m->list.at[stack[depth - 1]];
        if (x->next == x->end) {
            state[stack[--depth]] = DONE;
            order[(*ordered)++] = (int)(x - m->list.at);
            continue;
        }
        int other = read_at(m, x->next++);
        if (other < 0 || state[other] == DONE) continue;
        if (state[other] == OPEN) {
            m->of[x->unknown] = 0; /* the blocks give it */
            state[stack[--depth]] = DONE;
            continue;
        }
        stack[depth++] = other;
        state[other] = OPEN;
    }
}

/* Is it computed otherwise, or does it read what is? */
static int is_needed(const formulas *m, const formula *x, const char *needed) {
    if (x->differs) return 1;
    for (int k = x->first; k < x->end; k++)
        if (read_at(m, k) >= 0 && needed[read_at(m, k)]) return 1;
    return 0;
}

static void run_formulas(void *self, const double *u, double *z) {
    const lowered *w = self;
    program_run_at(w, &w->formulas, u, z, w->formula, z, NULL);
}

static void lower_formulas(formulas *m) {
    int count = m->list.count;
    int ordered = 0;
    int *stack = ARENA_ARRAY(m->arena, int, count + 1);
    int *order = ARENA_ARRAY(m->arena, int, count + 1);
    char *state = ARENA_ARRAY(m->arena, char, count + 1);
    char *needed = ARENA_ARRAY(m->arena, char, count + 1);
    LIST(int) unknown = {0};
    LIST(expr) root = {0};
    for (int k = 0; k < count; k++) visit(m, k, state, stack, order, &ordered);
    for (int k = 0; k < ordered; k++) {
        const formula *x = &m->list.at[order[k]];
        if (m->of[x->unknown] == 0 || !is_needed(m, x, needed)) continue;
        needed[order[k]] = 1;
        LIST_PUSH(m->arena, unknown, x->unknown);
        LIST_PUSH(m->arena, root, x->value);
    }
    if (unknown.count == 0) return;
    lowered *w = m->w;
    w->formulas = program_new_written_formulas(w, unknown.count, unknown.at, root.at);
    w->formula = LIST_KEEP(w->completion->arena, unknown);
    w->system.show = run_formulas;
}

void lowered_add_formulas(lowered *w, int count, const text_formula *text) {
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    formulas m = {.w = w, .graph = c->system->graph, .arena = scratch};
    int any = 0;
    for (int k = 0; k < count; k++) any |= text[k].differs;
    if (any) {
        int *unknown_of = ARENA_ARRAY(scratch, int, c->rows + 1);
        m.of = ARENA_ARRAY(scratch, int, c->unknowns + 1);
        for (int i = 0; i < c->rows; i++) unknown_of[i] = -1;
        for (int b = 0; b < c->blocks; b++) {
            int j = c->order[c->block[b]];
            if (c->block[b + 1] - c->block[b] == 1) unknown_of[c->unknown[j].row] = j;
        }
        for (int k = 0; k < count; k++) {
            int j = unknown_of[text[k].row];
            if (j >= 0) add_formula(&m, text[k].f, j, text[k].differs);
        }
        lower_formulas(&m);
    }
    arena_free(scratch);
}
