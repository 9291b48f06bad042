/* SPDX-License-Identifier: BSD-3-Clause */
/* The ledger in straight-line code: residuals of all rows and their units of round-off,
 * by the same formulas as the programs that it is made of, in one. Where a bound is not
 * finite, or takes an operation that has none here, these programs are run. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "../linalg/vector.h"
#include "shortcut_form.h"

/* Operations of the programs: more take more memory than they are worth. */
enum { MOST_LEDGER_OPERATIONS = 1000000 };
/* Code takes as long to make as so many points for each operation take without it, and
 * as so many points at most. */
static const double POINTS_PER_OPERATION = 0.05;
static const double MOST_POINTS = 100;

typedef struct ledger_work {
    lowered *w;
    arena *arena; /* of scratch */
    merge *merge;
    int *residual, *unit; /* [rows]: values; -1: none */
} ledger_work;

/* The error of an input (program_run_bound). */
static int leaf_error(const ledger_work *q, int number) {
    const completion *c = q->w->completion;
    const int x = merge_input(q->merge, number);
    const int size = merge_operate(q->merge, TAPE_ABS, x, -1, -1);
    if (number >= c->coordinates + c->unknowns)
        return size;
    const double least = PROGRAM_NOMINAL_SHARE * q->w->nominal[number];
    return merge_operate(q->merge, TAPE_MAX, merge_number(q->merge, least), size, -1);
}

static int merge_part_bound(const ledger_work *q, const program_part *part,
                            const int *row) {
    const tape *t = part->tape;
    int *in = ARENA_ARRAY(q->arena, int, t->inputs + 1);
    int *error = ARENA_ARRAY(q->arena, int, t->inputs + 1);
    int *out = ARENA_ARRAY(q->arena, int, t->outputs + 1);
    int *bound = ARENA_ARRAY(q->arena, int, t->outputs + 1);
    if (t->routine)
        return 0;
    for (int k = 0; k < t->inputs; k++) {
        in[k] = merge_input(q->merge, part->source[k]);
        error[k] = leaf_error(q, part->source[k]);
    }
    if (!merge_tape_bound(q->merge, t, in, error, out, bound))
        return 0;
    const int eps = merge_number(q->merge, DBL_EPSILON);
    for (int k = 0; k < t->outputs; k++) {
        q->residual[row[k]] = out[k];
        q->unit[row[k]] = merge_operate(q->merge, TAPE_MUL, bound[k], eps, -1);
    }
    return 1;
}

/* Output k of the program belongs to row[k]; returns whether all of it could be
 * taken. */
static int merge_rows(const ledger_work *q, const program *p, const int *row) {
    for (int i = 0; i < p->parts; i++) {
        if (!merge_part_bound(q, &p->part[i], row))
            return 0;
        row += p->part[i].tape->outputs;
    }
    return 1;
}

static int merge_ledger(const ledger_work *q) {
    const lowered *w = q->w;
    const int constraints = w->constraint.value.outputs;
    int *first = ARENA_ARRAY(q->arena, int, constraints + 1);
    for (int i = 0; i < constraints; i++)
        first[i] = i;
    int is_taken = merge_rows(q, &w->constraint.value, first);
    for (int k = 0; k < w->system.stages.count && is_taken; k++)
        is_taken = merge_rows(q, &w->stage[k].value, w->system.stages.at[k].row);
    return is_taken && merge_rows(q, &w->ledger.program, w->ledger.place) &&
           merge_rows(q, &w->text.program, w->text.place);
}

static long program_length(const program *p) {
    long length = 0;
    for (int i = 0; i < p->parts; i++)
        length += p->part[i].tape->length;
    return length;
}

static long ledger_length(const lowered *w) {
    long length = program_length(&w->constraint.value) +
                  program_length(&w->ledger.program) + program_length(&w->text.program);
    for (int k = 0; k < w->system.stages.count; k++)
        length += program_length(&w->stage[k].value);
    return length;
}

static void make_native_ledger(lowered *w, arena *scratch) {
    const int rows = w->system.rows;
    const int whole = w->completion->coordinates + w->completion->unknowns;
    ledger_work q = {.w = w, .arena = scratch, .merge = merge_new(scratch, whole)};
    int *output = ARENA_ARRAY(scratch, int, 2 * rows + 1);
    q.residual = output;
    q.unit = output + rows;
    for (int i = 0; i < 2 * rows; i++)
        output[i] = -1;
    if (!merge_ledger(&q))
        return;
    for (int i = 0; i < 2 * rows; i++)
        if (output[i] < 0)
            return;
    w->shortcut->ledger =
        program_new_merged(w, w->arena, q.merge, whole, 2 * rows, output, 0);
    w->shortcut->has_ledger = w->shortcut->ledger.part->is_plain;
}

static void let_make_ledger(invo_context *context, void *argument) {
    lowered *w = argument;
    arena *scratch = arena_child(w->arena);
    (void)context;
    make_native_ledger(w, scratch);
    arena_free(scratch);
}

/* Counts points, in this run and those before; makes the code, once, where it pays. */
static void count_point(lowered *w) {
    shortcut_form *all = w->shortcut;
    if (all->is_ledger_tried)
        return;
    if (all->points == 0)
        all->due = fmin(MOST_POINTS, POINTS_PER_OPERATION * (double)ledger_length(w));
    if ((double)all->points++ < all->due)
        return;
    all->is_ledger_tried = 1;
    if (ledger_length(w) <= MOST_LEDGER_OPERATIONS)
        protect(w->completion->system->context, let_make_ledger, w);
}

/* Returns whether there is code, and all that it gives is finite. */
static int run_native_ledger(lowered *w, const double *u, const double *z,
                             double *residual, double *unit) {
    const shortcut_form *all = w->shortcut;
    const int rows = w->system.rows;
    if (z)
        count_point(w);
    if (!all->has_ledger || !z)
        return 0;
    const double *out = program_run_merged(w, &all->ledger, u, z);
    if (!vector_all_finite(2 * rows, out))
        return 0;
    vector_copy(rows, out, residual);
    vector_copy(rows, out + rows, unit);
    return 1;
}

void shortcut_rows(void *self, const double *u, const double *z, double *residual,
                   double *unit) {
    lowered *w = self;
    if (!run_native_ledger(w, u, z, residual, unit))
        w->shortcut->rows(self, u, z, residual, unit);
}

void shortcut_measure(void *self, const double *u, const double *z, double *residual,
                      double *unit) {
    lowered *w = self;
    if (!run_native_ledger(w, u, z, residual, unit))
        w->shortcut->measure(self, u, z, residual, unit);
}
