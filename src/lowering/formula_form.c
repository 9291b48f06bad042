/* SPDX-License-Identifier: BSD-3-Clause */
/* Formulas of the text: v = e(...) where v is a top unknown. Completion substitutes what
 * it eliminates and flattens what comes out, so that the blocks compute v from sums of
 * larger numbers than the text does. Evaluated as they were written, one after the other
 * and each from the values of those before, they hold to their own round-off. What is
 * solved for together with others stays as it is, and so does what a formula would read
 * that depends on its own result. */
#include "ledger_form.h"

typedef struct formula {
    expr value;     /* NO_EXPR: this unknown has no formula */
    int differs;    /* the blocks have it in another form */
    int first, end; /* the top unknowns that it reads, in formulas.reads */
} formula;

typedef struct formulas {
    lowered *w;
    graph *graph;
    arena *arena;    /* until the program is made */
    formula *of;     /* [unknowns] */
    LIST(int) reads; /* top unknowns */
} formulas;

static expr remove_leaf(void *data, graph *g, expr leaf) {
    const expr *removed = data;
    return leaf == *removed ? expr_number(g, 0) : leaf;
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
        if (leaf->op != OP_JET)
            continue;
        int slot = completion_shown_slot(c, leaf->variable, leaf->order);
        if (slot < c->coordinates)
            continue;
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

/* Reads equation f of the text as a formula for top unknown j, if it is one. */
static void add_formula(formulas *m, expr f, int j, int differs) {
    int first = m->reads.count;
    expr own = read_leaves(m, f, j);
    expr slope = own == EXPR_ZERO ? EXPR_ZERO : expr_partial(m->graph, f, own);
    if (slope == EXPR_ZERO || !expr_is_constant(m->graph, slope)) {
        m->reads.count = first;
        return;
    }
    expr rest = expr_substitute(m->graph, f, remove_leaf, &own);
    expr value = rest == EXPR_ZERO ? expr_number(m->graph, 0)
                                   : expr_neg(m->graph, expr_div(m->graph, rest, slope));
    m->of[j] = (formula){value, differs, first, m->reads.count};
}

/* Reads the equations of the text whose unknowns are blocks of their own. */
static void formula_form_read_text(formulas *m, int count, const text_formula *text) {
    const completion *c = m->w->completion;
    int *unknown_of = ARENA_ARRAY(m->arena, int, c->rows + 1);
    for (int i = 0; i < c->rows; i++)
        unknown_of[i] = -1;
    for (int b = 0; b < c->blocks; b++) {
        int j = c->order[c->block[b]];
        if (c->block[b + 1] - c->block[b] == 1)
            unknown_of[c->unknown[j].row] = j;
    }
    for (int k = 0; k < count; k++) {
        int j = unknown_of[text[k].row];
        if (j >= 0)
            add_formula(m, text[k].f, j, text[k].differs);
    }
}

typedef LIST(int) entries;

/* Lists what top unknown j is computed from, itself included: by its formula, else by its
 * top equation. */
static void list_needs(formulas *m, int j, entries *to) {
    const completion *c = m->w->completion;
    LIST_PUSH(m->arena, *to, j);
    if (m->of[j].value != NO_EXPR) {
        for (int k = m->of[j].first; k < m->of[j].end; k++)
            LIST_PUSH(m->arena, *to, m->reads.at[k]);
        return;
    }
    expr_leaves leaves = expr_depends(m->graph, completion_top(c, c->unknown[j].row));
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(m->graph, leaves.at[k]));
        if (slot >= c->coordinates)
            LIST_PUSH(m->arena, *to, slot - c->coordinates);
    }
    expr_forget(m->graph, leaves);
}

/* Takes the formulas of a block away; returns whether it had any. */
static int drop_formulas(formulas *m, int count, const int *unknown) {
    int any = 0;
    for (int k = 0; k < count; k++) {
        any |= m->of[unknown[k]].value != NO_EXPR;
        m->of[unknown[k]].value = NO_EXPR;
    }
    return any;
}

/* Finds the order in which all can be computed; order: [unknowns]. Formulas that depend
 * on their own results are dropped. */
static void put_in_order(formulas *m, int *order) {
    int n = m->w->completion->unknowns;
    int *zero = ARENA_ARRAY(m->arena, int, n + 1);
    int *identity = ARENA_ARRAY(m->arena, int, n + 1);
    int *block = ARENA_ARRAY(m->arena, int, n + 1);
    int dropped = 1;
    for (int j = 0; j < n; j++)
        identity[j] = j;
    while (dropped) {
        arena *scratch = arena_child(m->arena);
        entries column = {0};
        int *start = ARENA_ARRAY(scratch, int, n + 1);
        for (int j = 0; j < n; j++) {
            list_needs(m, j, &column);
            start[j + 1] = column.count;
        }
        signature s = {.rows = n, .columns = n, .start = start, .column = column.at};
        s.sigma = ARENA_ARRAY(scratch, int, column.count + 1);
        int blocks = signature_blocks(&s, scratch, identity, zero, zero, block, order);
        dropped = 0;
        for (int b = 0; b < blocks; b++) {
            int size = block[b + 1] - block[b];
            if (size > 1)
                dropped |= drop_formulas(m, size, order + block[b]);
        }
        arena_free(scratch);
    }
}

/* Is it computed otherwise, or does it read what is? */
static int is_needed(const formulas *m, const formula *x, const char *needed) {
    if (x->differs)
        return 1;
    for (int k = x->first; k < x->end; k++)
        if (needed[m->reads.at[k]])
            return 1;
    return 0;
}

static void formula_form_run_formulas(void *self, const double *u, double *z) {
    const lowered *w = self;
    program_run_at(w, &w->formulas.program, u, z, w->formulas.place, z, NULL);
}

/* Lowers the formulas that differ from the blocks, and those that read such a value. */
static void formula_form_lower_formulas(formulas *m) {
    lowered *w = m->w;
    int n = w->completion->unknowns;
    int *order = ARENA_ARRAY(m->arena, int, n + 1);
    char *needed = ARENA_ARRAY(m->arena, char, n + 1);
    LIST(int) unknown = {0};
    LIST(expr) root = {0};
    put_in_order(m, order);
    for (int k = 0; k < n; k++) {
        const formula *x = &m->of[order[k]];
        if (x->value == NO_EXPR || !is_needed(m, x, needed))
            continue;
        needed[order[k]] = 1;
        LIST_PUSH(m->arena, unknown, order[k]);
        LIST_PUSH(m->arena, root, x->value);
    }
    if (unknown.count == 0)
        return;
    w->formulas.program =
        program_new_written_formulas(w, unknown.count, unknown.at, root.at);
    w->formulas.place = LIST_KEEP(w->completion->arena, unknown);
    w->system.ledger.show = formula_form_run_formulas;
}

void lowered_add_formulas(lowered *w, int count, const text_formula *text) {
    completion *c = w->completion;
    int any = 0;
    for (int k = 0; k < count; k++)
        any |= text[k].differs;
    if (!any)
        return;
    arena *scratch = arena_child(c->arena);
    formulas m = {.w = w, .graph = c->system->graph, .arena = scratch};
    m.of = ARENA_ARRAY(scratch, formula, c->unknowns + 1);
    for (int j = 0; j < c->unknowns; j++)
        m.of[j].value = NO_EXPR;
    formula_form_read_text(&m, count, text);
    formula_form_lower_formulas(&m);
    arena_free(scratch);
}
