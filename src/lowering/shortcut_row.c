/* SPDX-License-Identifier: BSD-3-Clause */
/* A row of output in straight-line code: the code of every stage of the retraction, that
 * of the top unknowns, the formulas that results show, and the ledger there, one after
 * the other in one program. What they have in common at a point (sines, differences of
 * coordinates, gradients) is computed once, and nothing is copied between them. */
#include <assert.h>
#include "../linalg/vector.h"
#include "shortcut_form.h"

/* Code takes as long to make as so many rows for each operation of the ledger take
 * without it. */
static const double ROWS_PER_OPERATION = 0.02;

typedef struct row_work {
    lowered *w;
    const shortcut_order *f;
    arena *arena; /* of scratch */
    merge *merge;
    int *point; /* [coordinates and unknowns]: values of u, then of z */
    LIST(int) watch;
} row_work;

/* What no point has: parameters and invariants, behind the weights. */
static int row_fixed(const row_work *q, int number) {
    return merge_input(q->merge, number + q->w->completion->coordinates);
}

/* The outputs of a merged program at the current point. Its inputs behind the coordinates
 * are weights, or unknowns that are made later, which are 0. */
static const int *merge_row_code(const row_work *q, const program *p, int has_weights) {
    const program_part *part = p->part;
    const tape *t = part->tape;
    int *in = ARENA_ARRAY(q->arena, int, t->inputs + 1);
    int *out = ARENA_ARRAY(q->arena, int, t->outputs + 1);
    for (int k = 0; k < t->inputs; k++)
        if (k < part->coordinates)
            in[k] = q->point[part->source[k]];
        else if (k >= part->variables)
            in[k] = row_fixed(q, part->source[k]);
        else
            in[k] = has_weights ? merge_input(q->merge, part->source[k])
                                : merge_number(q->merge, 0);
    merge_tape(q->merge, t, in, out);
    return out;
}

static void merge_row_stage(row_work *q, const shortcut_stage *stage) {
    const int *out = merge_row_code(q, &stage->code.program, 1);
    for (int i = 0; i < stage->code.results; i++) {
        int *x = &q->point[stage->coordinate[i]];
        *x = merge_operate(q->merge, TAPE_ADD, *x, out[i], -1);
    }
    LIST_PUSH(q->arena, q->watch, out[stage->code.results]);
}

static void merge_row_tops(row_work *q) {
    const shortcut_code *tops = &q->f->tops;
    const int n = q->w->completion->coordinates;
    const int *out = merge_row_code(q, &tops->program, 0);
    for (int j = 0; j < q->w->system.tops; j++)
        q->point[n + j] = out[j];
    for (int k = tops->program.outputs - tops->watches; k < tops->program.outputs; k++)
        LIST_PUSH(q->arena, q->watch, out[k]);
}

/* Formulas of the text, each part with the values of those before; 0: cannot. */
static int merge_row_formulas(const row_work *q) {
    const completion *c = q->w->completion;
    const program *p = &q->w->formulas.program;
    const int *unknown = q->w->formulas.place;
    for (int i = 0; i < p->parts; i++) {
        const program_part *part = &p->part[i];
        const tape *t = part->tape;
        if (t->routine)
            return 0;
        int *in = ARENA_ARRAY(q->arena, int, t->inputs + 1);
        int *out = ARENA_ARRAY(q->arena, int, t->outputs + 1);
        for (int k = 0; k < t->inputs; k++)
            in[k] = part->source[k] < c->coordinates + c->unknowns
                        ? q->point[part->source[k]]
                        : row_fixed(q, part->source[k]);
        merge_tape(q->merge, t, in, out);
        for (int k = 0; k < t->outputs; k++)
            q->point[c->coordinates + *unknown++] = out[k];
    }
    return 1;
}

/* u, z, residuals, units, then what is watched: of the stages, then of the blocks. */
static void make_row(row_work *q, shortcut_order *f) {
    const invo_system *s = &q->w->system;
    const int n = s->coordinates;
    int *residual = ARENA_ARRAY(q->arena, int, s->rows + 1);
    int *unit = ARENA_ARRAY(q->arena, int, s->rows + 1);
    LIST(int) output = {0};
    for (int k = 0; k < f->stages; k++)
        merge_row_stage(q, &f->stage[k]);
    merge_row_tops(q);
    if (!merge_row_formulas(q))
        return;
    const ledger_work ledger = {q->w, q->arena, q->merge, q->point, n, residual, unit};
    if (!shortcut_merge_ledger(&ledger))
        return;
    for (int i = 0; i < n + s->tops; i++)
        LIST_PUSH(q->arena, output, q->point[i]);
    for (int i = 0; i < s->rows; i++)
        LIST_PUSH(q->arena, output, residual[i]);
    for (int i = 0; i < s->rows; i++)
        LIST_PUSH(q->arena, output, unit[i]);
    for (int k = 0; k < q->watch.count; k++)
        LIST_PUSH(q->arena, output, q->watch.at[k]);
    f->row =
        (shortcut_code){.program = program_new_merged(q->w, f->arena, q->merge, 2 * n,
                                                      output.count, output.at, n),
                        .results = output.count - q->watch.count,
                        .watches = q->watch.count};
    f->has_row = f->row.program.part->is_plain;
}

static void let_make_row(invo_context *context, void *argument) {
    lowered *w = argument;
    shortcut_order *f = w->shortcut->used;
    const completion *c = w->completion;
    arena *scratch = arena_child(w->arena);
    row_work q = {.w = w,
                  .f = f,
                  .arena = scratch,
                  .merge = merge_new(scratch, 2 * c->coordinates)};
    (void)context;
    q.point = ARENA_ARRAY(scratch, int, c->coordinates + c->unknowns + 1);
    for (int i = 0; i < c->coordinates; i++)
        q.point[i] = merge_input(q.merge, i);
    for (int j = 0; j < c->unknowns; j++)
        q.point[c->coordinates + j] = merge_number(q.merge, 0);
    make_row(&q, f);
    arena_free(scratch);
}

/* Does code for so many rows pay? What a run gives must not depend on those before: it
 * does for all rows of a run, or for none. */
static int row_code_pays(const lowered *w, long planned) {
    const long length = shortcut_ledger_length(w);
    return length <= SHORTCUT_LEDGER_OPERATIONS &&
           (double)planned >= ROWS_PER_OPERATION * (double)length;
}

/* Is there code, or can it be made? */
static int row_is_ready(lowered *w) {
    shortcut_order *f = w->shortcut->used;
    if (!f->is_row_tried) {
        f->is_row_tried = 1;
        protect(w->completion->system->context, let_make_row, w);
    }
    return f->has_row;
}

int shortcut_run_row(void *self, long planned, const double *u, const double *weight,
                     invo_row_values *to) {
    lowered *w = self;
    const invo_system *s = &w->system;
    const int n = s->coordinates;
    const shortcut_order *f = w->shortcut->used;
    if (!f || !row_code_pays(w, planned) || !row_is_ready(w))
        return 1;
    const program *p = &f->row.program;
    vector_copy(n, u, p->slot);
    vector_copy(n, weight, p->slot + n);
    const double *out = program_run_loaded(p);
    const double *watch = out + f->row.results;
    for (int k = 0; k < f->row.watches; k++)
        if (!(watch[k] <= (k < f->stages ? SHORTCUT_MOST_SINES : SHORTCUT_MULTIPLIERS)))
            return 1;
    if (vector_first_infinite(f->row.results, out) >= 0)
        return 1;
    *to = (invo_row_values){out, out + n, out + n + s->tops, out + n + s->tops + s->rows};
    return 0;
}
