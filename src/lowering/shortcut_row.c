/* SPDX-License-Identifier: BSD-3-Clause */
/* A row of output in straight-line code: the code of every stage of the retraction, that
 * of the top unknowns, the formulas that results show, and the ledger there, one after
 * the other in one program. What they have in common at a point (sines, differences of
 * coordinates, gradients) is computed once, and nothing is copied between them. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include "../linalg/vector.h"
#include "../linalg/wide.h"
#include "shortcut_form.h"

/* Code takes as long to make as so many rows for each operation of the ledger take
 * without it, but no longer than so many. */
static const double ROWS_PER_OPERATION = 0.02;
static const double MOST_ROWS = 400;
/* Operations of the ledger: above, programs that bound busy rows alone are faster. */
enum { MOST_ROW_OPERATIONS = 100000 };

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
    for (int k = 0; k < stage->code.watches; k++)
        LIST_PUSH(q->arena, q->watch, out[stage->code.results + k]);
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

int shortcut_merge_formulas(const ledger_work *q, int *point) {
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
                        ? point[part->source[k]]
                        : merge_input(q->merge, part->source[k] + q->seats);
        merge_tape(q->merge, t, in, out);
        for (int k = 0; k < t->outputs; k++)
            point[c->coordinates + *unknown++] = out[k];
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
    f->row_sines = q->watch.count;
    merge_row_tops(q);
    const ledger_work ledger = {q->w, q->arena, q->merge, q->point, n, residual, unit};
    if (!shortcut_merge_formulas(&ledger, q->point) || !shortcut_merge_ledger(&ledger))
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

/* Values of several points that lie in one line of the cache are read at once; where they
 * lie in two, that takes longer. */
enum { CACHE_LINE = 64 };

static double *aligned_slots(arena *a, int count) {
    char *at = arena_alloc(a, sizeof(double) * (size_t)count + CACHE_LINE);
    const size_t beyond = (uintptr_t)at % CACHE_LINE;
    return (double *)(void *)(at + (beyond ? CACHE_LINE - beyond : 0));
}

/* The same for several points at once. */
static void make_wide(lowered *w, shortcut_order *f) {
    const tape *t = f->row.program.part->tape;
    if (!w->code)
        return;
    f->wide_slot = aligned_slots(f->arena, INVO_LANES * t->slots + 1);
    f->wide = jit_translate_lanes(w->code, t);
}

/* So many values for each operation of the ledger: most are those of bounds. */
enum { VALUES_PER_OPERATION = 4 };

static long expected_values(const lowered *w, const shortcut_order *f) {
    long values = VALUES_PER_OPERATION * shortcut_ledger_length(w) +
                  program_length(&f->tops.program) + program_length(&w->formulas.program);
    for (int k = 0; k < f->stages; k++)
        values += program_length(&f->stage[k].code.program);
    return values + w->completion->coordinates;
}

typedef struct row_call {
    lowered *w;
    shortcut_order *f;
} row_call;

static void let_make_row(invo_context *context, void *argument) {
    const row_call *call = argument;
    lowered *w = call->w;
    shortcut_order *f = call->f;
    const completion *c = w->completion;
    arena *scratch = arena_child(w->arena);
    row_work q = {.w = w,
                  .f = f,
                  .arena = scratch,
                  .merge = merge_new(scratch, 2 * c->coordinates)};
    (void)context;
    merge_expect(q.merge, expected_values(w, f));
    if (w->code && jit_has_lanes())
        merge_keep_straight(q.merge);
    q.point = ARENA_ARRAY(scratch, int, c->coordinates + c->unknowns + 1);
    for (int i = 0; i < c->coordinates; i++)
        q.point[i] = merge_input(q.merge, i);
    for (int j = 0; j < c->unknowns; j++)
        q.point[c->coordinates + j] = merge_number(q.merge, 0);
    make_row(&q, f);
    if (f->has_row)
        make_wide(w, f);
    arena_free(scratch);
}

int shortcut_row_pays(const lowered *w, long planned) {
    const long length = shortcut_ledger_length(w);
    return length <= MOST_ROW_OPERATIONS &&
           (double)planned >= fmin(ROWS_PER_OPERATION * (double)length, MOST_ROWS);
}

int shortcut_add_row(lowered *w, shortcut_order *f) {
    row_call call = {w, f};
    if (f->is_row_tried)
        return INVO_OK;
    f->is_row_tried = 1;
    return (int)protect(w->completion->system->context, let_make_row, &call);
}

/* How large number k of what is watched may be. */
static double most_watched(const shortcut_order *f, int k) {
    return k < f->row_sines ? SHORTCUT_MOST_SINES : SHORTCUT_MULTIPLIERS;
}

int shortcut_run_row(void *self, const double *u, const double *weight,
                     invo_row_values *to) {
    const lowered *w = self;
    const invo_system *s = &w->system;
    const int n = s->coordinates;
    const shortcut_order *f = w->shortcut->used;
    if (!f || !f->has_row || !w->shortcut->has_row_code)
        return 1;
    const program *p = &f->row.program;
    vector_copy(n, u, p->slot);
    vector_copy(n, weight, p->slot + n);
    const double *out = program_run_loaded(p);
    const double *watch = out + f->row.results;
    for (int k = 0; k < f->row.watches; k++)
        if (!(watch[k] <= most_watched(f, k)))
            return 1;
    if (vector_first_infinite(f->row.results, out) >= 0)
        return 1;
    *to = (invo_row_values){out, out + n, out + n + s->tops, out + n + s->tops + s->rows};
    return 0;
}

/* --- several points at once --- */

static void fill_lanes(double *slot, double value) {
    for (int lane = 0; lane < INVO_LANES; lane++)
        slot[lane] = value;
}

/* Takes over what is fixed in a run. */
static void wide_load(shortcut_order *f) {
    const program *p = &f->row.program;
    if (f->is_wide_loaded)
        return;
    for (int k = 0; k < p->part->tape->slots; k++)
        fill_lanes(f->wide_slot + INVO_LANES * k, p->slot[k]);
    f->is_wide_loaded = 1;
}

/* The bits of what is not finite, or too large, lane by lane. */
WIDE void wide_doubts(const shortcut_order *f, int values, const double *out,
                      wide_bits *to) {
    const wide_place *result = wide_from(out);
    const wide_place *watch = result + f->row.results;
    wide_bits doubts = {0, 0, 0, 0};
    for (int k = 0; k < values; k++) /* a finite number less itself is 0 */
        doubts |= (wide_bits)(result[k] - result[k]);
    for (int k = 0; k < f->row_sines; k++)
        doubts |= ~(watch[k] <= SHORTCUT_MOST_SINES);
    for (int k = f->row_sines; k < f->row.watches; k++)
        doubts |= ~(watch[k] <= SHORTCUT_MULTIPLIERS);
    *to = doubts;
}

/* Marks the points whose first results are finite and whose pivots are not too small. */
static void wide_trust(const shortcut_order *f, int values, const double *out,
                       char *good) {
    wide_bits doubts;
    wide_doubts(f, values, out, &doubts);
    for (int lane = 0; lane < INVO_LANES; lane++)
        good[lane] = doubts[lane] == 0;
}

/* The weights of all points are the same. */
WIDE void wide_spread(int n, const double *weight, double *slot) {
    for (int i = 0; i < n; i++)
        wide_to(slot)[i] = WIDE_ALL(weight[i]);
}

int shortcut_has_wide(const lowered *w) {
    const shortcut_form *all = w->shortcut;
    return all && all->has_row_code && all->used && all->used->wide;
}

int shortcut_run_lanes(void *self, const double *u, const double *weight,
                       invo_row_values *to, char *good) {
    const lowered *w = self;
    const invo_system *s = &w->system;
    const int n = s->coordinates;
    shortcut_order *f = w->shortcut->used;
    if (!f || !f->wide || !w->shortcut->has_row_code)
        return 1;
    wide_load(f);
    vector_copy(INVO_LANES * n, u, f->wide_slot);
    wide_spread(n, weight, f->wide_slot + (size_t)INVO_LANES * (size_t)n);
    f->wide(f->wide_slot);
    const double *out =
        f->wide_slot + (size_t)INVO_LANES * (f->row.program.part->tape->together - 1);
    wide_trust(f, n + s->tops, out, good);
    to->u = out;
    to->z = to->u + (size_t)INVO_LANES * n;
    to->residual = to->z + (size_t)INVO_LANES * s->tops;
    to->unit = to->residual + (size_t)INVO_LANES * s->rows;
    return 0;
}
