/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel form of the top equations: those that the direction takes, as one affine
 * system in all their unknowns. Blocks that only compute what is shown stay outside: they
 * need not be affine (DESIGN, section 3, Direction). */
#include <stdlib.h>
#include "lower.h"

typedef struct selection {
    completion *c;
    char *taken;         /* [unknowns] */
    int count, *unknown; /* in the order of the blocks */
    int *row, primary;   /* rows that are no derivatives first */
    int *number;         /* [unknowns]: place in `unknown` */
    int *found;          /* [unknowns]: columns of the row at hand */
} selection;

static void run_kernel(void *self, const double *u, double *matrix, double *b) {
    const lowered *w = self;
    const invo_kernel *k = w->system.kernel;
    program_run_two(w, &w->kernel, u, NULL, k->pattern.start[k->size], matrix, b);
}

/* The unknown whose highest derivative a leaf is; -1: none. */
static int kernel_form_top_of(const completion *c, expr leaf) {
    int slot = completion_slot(c, expr_get(c->system->graph, leaf));
    return slot >= c->coordinates ? slot - c->coordinates : -1;
}

/* The direction takes every z that is the derivative of a coordinate, and the z that
 * these depend on. Blocks come in triangular order: from the last one back. */
static void take_unknowns(selection *s) {
    completion *c = s->c;
    for (int j = 0; j < c->unknowns; j++)
        s->taken[j] = c->unknown[j].d > 0;
    for (int b = c->blocks - 1; b >= 0; b--) {
        int any = 0;
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            any |= s->taken[c->order[k]];
        for (int k = c->block[b]; any && k < c->block[b + 1]; k++) {
            const jet_row *r = &c->row[c->unknown[c->order[k]].row];
            expr_leaves leaves = expr_depends(c->system->graph, r->derivative[r->c]);
            s->taken[c->order[k]] = 1;
            for (int i = 0; i < leaves.count; i++) {
                int j = kernel_form_top_of(c, leaves.at[i]);
                if (j >= 0)
                    s->taken[j] = 1;
            }
        }
    }
}

static void kernel_form_list_rows(selection *s) {
    completion *c = s->c;
    int rows = 0;
    for (int k = 0; k < c->unknowns; k++)
        if (s->taken[c->order[k]]) {
            s->number[c->order[k]] = s->count;
            s->unknown[s->count++] = c->order[k];
        }
    for (int derived = 0; derived < 2; derived++) {
        for (int k = 0; k < s->count; k++) {
            int i = c->unknown[s->unknown[k]].row;
            if ((c->row[i].c > 0) == derived)
                s->row[rows++] = i;
        }
        if (!derived)
            s->primary = rows;
    }
}

static int has_top(const completion *c, expr f) {
    expr_leaves leaves = expr_depends(c->system->graph, f);
    for (int k = 0; k < leaves.count; k++)
        if (kernel_form_top_of(c, leaves.at[k]) >= 0)
            return 1;
    return 0;
}

typedef LIST(expr) expr_list;
typedef LIST(int) int_list;

static int increasing(const void *a, const void *b) {
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The columns of the unknowns that a row contains, in increasing order, into s->found;
 * returns how many. */
static int find_columns(selection *s, expr top) {
    expr_leaves leaves = expr_depends(s->c->system->graph, top);
    int count = 0;
    for (int k = 0; k < leaves.count; k++) {
        int j = kernel_form_top_of(s->c, leaves.at[k]);
        if (j >= 0)
            s->found[count++] = s->number[j];
    }
    if (count > 1)
        qsort(s->found, (size_t)count, sizeof *s->found, increasing);
    return count;
}

/* The entries of row i; 0 where it is not affine in all z. */
static int kernel_form_list_entries(selection *s, int i, expr_list *root,
                                    int_list *column) {
    completion *c = s->c;
    graph *g = c->system->graph;
    expr top = c->row[i].derivative[c->row[i].c];
    int count = find_columns(s, top);
    for (int k = 0; k < count; k++) {
        const jet_unknown *y = &c->unknown[s->unknown[s->found[k]]];
        expr slope = expr_partial(g, top, expr_jet(g, y->variable, y->d));
        if (slope == EXPR_ZERO)
            continue;
        if (has_top(c, slope))
            return 0;
        LIST_PUSH(c->arena, *root, slope);
        LIST_PUSH(c->arena, *column, s->found[k]);
    }
    return 1;
}

static selection select_rows(completion *c) {
    selection s = {.c = c};
    s.taken = ARENA_ARRAY(c->arena, char, c->unknowns + 1);
    s.unknown = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    s.row = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    s.number = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    s.found = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    take_unknowns(&s);
    kernel_form_list_rows(&s);
    return s;
}

void lowered_add_kernel(lowered *w) {
    completion *c = w->completion;
    if (w->system.kernel)
        return;
    selection s = select_rows(c);
    expr_list root = {0};
    int_list column = {0};
    int *start = ARENA_ARRAY(c->arena, int, s.count + 1);
    for (int k = 0; k < s.count; k++) {
        if (!kernel_form_list_entries(&s, s.row[k], &root, &column))
            return;
        start[k + 1] = root.count;
    }
    for (int k = 0; k < s.count; k++) {
        const jet_row *r = &c->row[s.row[k]];
        LIST_PUSH(c->arena, root,
                  completion_constant_part(c, r->derivative[r->c], s.taken, 0));
        s.row[k] += c->constraints;
    }
    invo_kernel *kernel = arena_alloc(c->arena, sizeof *kernel);
    *kernel = (invo_kernel){
        s.count, s.primary, s.unknown, s.row, {s.count, s.count, start, column.at}};
    w->kernel = program_new(w, root.count, root.at);
    w->system.kernel = kernel;
    w->system.kernel_equations = run_kernel;
}
