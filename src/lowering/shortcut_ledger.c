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
/* Code takes as long to make as so many points take longer without it (Andrews' mechanism
 * 200, a chain of 50 particles 300). A ledger of fewer operations has its code sooner: it
 * is ready in no time; and so has one whose tapes are translated at once. */
static const double MOST_POINTS = 250;
static const double MANY_OPERATIONS = 600;

static double points_before_code(const lowered *w, long length) {
    const double share = (double)length / MANY_OPERATIONS;
    return jit_memory_hurries(w->code) ? 0 : MOST_POINTS * fmin(share * share, 1);
}

/* The value of input `number` of a program. */
static int ledger_leaf(const ledger_work *q, int number) {
    const completion *c = q->w->completion;
    const int is_point = number < c->coordinates + c->unknowns;
    return q->point && is_point ? q->point[number]
                                : merge_input(q->merge, number + q->seats);
}

/* The error of an input (program_run_bound). */
static int leaf_error(const ledger_work *q, int number) {
    const completion *c = q->w->completion;
    const int x = ledger_leaf(q, number);
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
        in[k] = ledger_leaf(q, part->source[k]);
        error[k] = leaf_error(q, part->source[k]);
    }
    if (!merge_tape_bound(q->merge, t, in, error, out, bound))
        return 0;
    for (int k = 0; k < t->outputs; k++) {
        q->residual[row[k]] = out[k];
        q->unit[row[k]] = bound[k];
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

int shortcut_merge_ledger(const ledger_work *q) {
    const lowered *w = q->w;
    const int rows = w->system.rows;
    const int constraints = w->constraint.value.outputs;
    int *first = ARENA_ARRAY(q->arena, int, constraints + 1);
    for (int i = 0; i < constraints; i++)
        first[i] = i;
    for (int i = 0; i < rows; i++)
        q->residual[i] = q->unit[i] = -1;
    int is_taken = merge_rows(q, &w->constraint.value, first);
    for (int k = 0; k < w->system.stages.count && is_taken; k++)
        is_taken = merge_rows(q, &w->stage[k].value, w->system.stages.at[k].row);
    is_taken = is_taken && merge_rows(q, &w->ledger.program, w->ledger.place) &&
               merge_rows(q, &w->text.program, w->text.place);
    const int eps = merge_number(q->merge, DBL_EPSILON);
    for (int i = 0; i < rows && is_taken; i++) {
        is_taken = q->residual[i] >= 0;
        if (is_taken) /* bounds so far */
            q->unit[i] = merge_operate(q->merge, TAPE_MUL, q->unit[i], eps, -1);
    }
    return is_taken;
}

int shortcut_merge_rates(const ledger_work *q, int *rate, int *size) {
    const program *p = &q->w->rates;
    int *row = ARENA_ARRAY(q->arena, int, p->outputs + 1);
    ledger_work rates = *q;
    rates.residual = rate;
    rates.unit = size;
    for (int k = 0; k < p->outputs; k++)
        row[k] = k;
    return merge_rows(&rates, p, row);
}

long shortcut_ledger_length(const lowered *w) {
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
    if (!shortcut_merge_ledger(&q))
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
        all->due = points_before_code(w, shortcut_ledger_length(w));
    if ((double)all->points++ < all->due)
        return;
    all->is_ledger_tried = 1;
    if (shortcut_ledger_length(w) <= MOST_LEDGER_OPERATIONS)
        protect(w->completion->system->context, let_make_ledger, w);
}

/* Returns whether there is code, and all that it gives is finite. */
static int run_native_ledger(lowered *w, const double *u, const double *z,
                             double *residual, double *unit) {
    const shortcut_form *all = w->shortcut;
    const int rows = w->system.rows;
    if (!z)
        return 0;
    const double *out = shortcut_arrived_rows(w, u, z);
    if (!out)
        count_point(w);
    if (!out && !all->has_ledger)
        return 0;
    if (!out)
        out = program_run_merged(w, &all->ledger, u, z);
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

void shortcut_rates(void *self, const double *u, const double *z, double *rate,
                    double *size) {
    const lowered *w = self;
    const int count = w->rates.outputs;
    const double *out = shortcut_arrived_rows(w, u, z);
    const double *rates = out ? out + 2 * w->system.rows : NULL;
    if (!rates || !vector_all_finite(2 * count, rates)) {
        program_run_bound(w, &w->rates, u, z, rate, size);
        return;
    }
    vector_copy(count, rates, rate);
    vector_copy(count, rates + count, size);
}

/* --- any program with its bounds --- */

typedef struct bound_call {
    lowered *w;
    bound_code *code;
    const program *of;
} bound_call;

static void make_bound_code(const bound_call *call, arena *scratch) {
    lowered *w = call->w;
    const int count = call->of->outputs;
    const int whole = w->completion->coordinates + w->completion->unknowns;
    int *output = ARENA_ARRAY(scratch, int, 2 * count + 1);
    int *row = ARENA_ARRAY(scratch, int, count + 1);
    const ledger_work q = {.w = w,
                           .arena = scratch,
                           .merge = merge_new(scratch, whole),
                           .residual = output,
                           .unit = output + count};
    for (int k = 0; k < count; k++)
        row[k] = k;
    if (!merge_rows(&q, call->of, row))
        return;
    call->code->program =
        program_new_merged(w, w->arena, q.merge, whole, 2 * count, output, 0);
    call->code->is_made = call->code->program.part->is_plain;
}

static void let_make_bound(invo_context *context, void *argument) {
    const bound_call *call = argument;
    arena *scratch = arena_child(call->w->arena);
    (void)context;
    make_bound_code(call, scratch);
    arena_free(scratch);
}

/* Makes the code, once, where it pays. */
static void count_bound(lowered *w, bound_code *b, const program *p) {
    const long length = program_length(p);
    if (b->is_tried || !w->shortcut || length > MOST_LEDGER_OPERATIONS ||
        (double)b->runs++ < points_before_code(w, length))
        return;
    bound_call call = {w, b, p};
    b->is_tried = 1;
    protect(w->completion->system->context, let_make_bound, &call);
}

void shortcut_run_bound(lowered *w, bound_code *b, const program *p, const double *u,
                        const double *z, double *out, double *bound) {
    const int count = p->outputs;
    count_bound(w, b, p);
    const double *both = b->is_made ? program_run_merged(w, &b->program, u, z) : NULL;
    if (!both || !vector_all_finite(2 * count, both)) {
        program_run_bound(w, p, u, z, out, bound);
        return;
    }
    vector_copy(count, both, out);
    vector_copy(count, both + count, bound);
}

void shortcut_load_bound(const lowered *w, const bound_code *b) {
    if (b->is_made)
        program_load(w, &b->program);
}
