/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel form of the top equations: those that the direction takes, as one affine
 * system in all their unknowns. Blocks that only compute what is shown stay outside: they
 * need not be affine (docs/design.md, 3, Direction). */
#include <assert.h>
#include "lower.h"

typedef struct selection {
    completion *c;
    const char *taken;   /* [unknowns] */
    int count, *unknown; /* in the order of the blocks */
    int *row, primary;   /* rows that are no derivatives first */
} selection;

static void run_kernel(void *self, const double *u, double *matrix, double *b) {
    const lowered *w = self;
    const invo_kernel *k = w->system.kernel;
    program_run_two(w, &w->kernel, u, NULL, k->pattern.start[k->size], matrix, b);
}

static void kernel_form_list_rows(selection *s) {
    completion *c = s->c;
    int rows = 0;
    for (int k = 0; k < c->unknowns; k++)
        if (s->taken[c->order[k]])
            s->unknown[s->count++] = c->order[k];
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

/* Is no slope a function of a top unknown? */
static int kernel_form_is_affine(const completion *c, int count, const expr *slope) {
    for (int k = 0; k < count; k++)
        if (completion_range(c, slope[k]).most >= c->coordinates)
            return 0;
    return 1;
}

static selection select_rows(completion *c) {
    selection s = {.c = c};
    s.unknown = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    s.row = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    s.taken = completion_needed(c);
    kernel_form_list_rows(&s);
    return s;
}

/* Selects the rows that the direction needs and adds them as one affine system; adds
 * nothing where their slopes still contain the unknowns. */
void lowered_add_kernel(lowered *w) {
    completion *c = w->completion;
    if (w->system.kernel)
        return;
    selection s = select_rows(c);
    assert(s.count <= c->unknowns);
    arena *scratch = arena_child(c->arena);
    expr *top = ARENA_ARRAY(scratch, expr, s.count + 1);
    for (int k = 0; k < s.count; k++) {
        top[k] = completion_top(c, s.row[k]);
        s.row[k] += c->constraints;
    }
    invo_kernel *kernel = arena_alloc(c->arena, sizeof *kernel);
    *kernel = (invo_kernel){
        .size = s.count, .primary = s.primary, .unknown = s.unknown, .row = s.row};
    map_slopes slopes = map_affine(w, scratch, s.count, s.unknown, top, &kernel->pattern);
    if (kernel_form_is_affine(c, kernel->pattern.start[s.count], slopes.entry.at)) {
        w->kernel = program_new(w, slopes.entry.count, slopes.entry.at);
        w->system.kernel = kernel;
        w->system.kernel_equations = run_kernel;
    }
    arena_free(scratch);
}
