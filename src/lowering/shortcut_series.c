/* SPDX-License-Identifier: BSD-3-Clause */
/* The Taylor series of the solution in straight-line code: coefficients of all blocks,
 * order by order. Of the top equations J z + b = 0, coefficient k is J[0] z[k] = -(b[k] +
 * J[1] z[k-1] + ... + J[k] z[0]), with one elimination of J[0] for all of them. Orders
 * are in units of the step: coefficients are h^k u^(k) / k!. */
#include <assert.h>
#include "../linalg/vector.h"
#include "shortcut_form.h"

/* Above, code takes longer to make than it saves. */
enum { MOST_SERIES_VALUES = 20000 };

typedef struct series_work {
    lowered *w;
    arena *arena; /* of scratch */
    const elimination *const *of;
    int terms;
    merge *merge;
    int *x;                       /* [terms + 1, n]: values */
    int *z;                       /* [terms, unknowns]: values; -1: not made */
    int **entry;                  /* [blocks]: [terms, entries and right sides]: values */
    struct merged_series ***part; /* [blocks]: [parts] */
    value_list watch;
} series_work;

/* --- parts --- */

static int plan_block(series_work *q, int b) {
    const program *p = &q->w->block[b];
    const int outputs = p->outputs;
    q->part[b] = arena_alloc(q->arena, sizeof *q->part[b] * (size_t)(p->parts + 1));
    q->entry[b] = ARENA_ARRAY(q->arena, int, q->terms *outputs + 1);
    for (int i = 0; i < p->parts; i++) {
        const program_part *part = &p->part[i];
        q->part[b][i] =
            merge_series_new(q->merge, q->arena, part->tape, part->variables, q->terms);
        if (!q->part[b][i])
            return 0;
    }
    return 1;
}

static int plan_blocks(series_work *q) {
    const int blocks = q->w->system.blocks.count;
    q->part = arena_alloc(q->arena, sizeof *q->part * (size_t)(blocks + 1));
    q->entry = arena_alloc(q->arena, sizeof *q->entry * (size_t)(blocks + 1));
    for (int b = 0; b < blocks; b++)
        if (!plan_block(q, b))
            return 0;
    return 1;
}

/* --- passes --- */

/* Coefficient k of an input; -1: it is not made yet. */
static int series_input_value(const series_work *q, int number, int k) {
    const completion *c = q->w->completion;
    const int j = number - c->coordinates;
    if (j < 0)
        return q->x[k * c->coordinates + number];
    if (j < c->unknowns)
        return q->z[k * c->unknowns + j];
    return merge_input(q->merge, number + 1); /* behind h */
}

/* One order of a part; 0: it reads what is not made yet. */
static int pass_part(const series_work *q, int b, int i, int k, int *out) {
    const program_part *part = &q->w->block[b].part[i];
    int *in = ARENA_ARRAY(q->arena, int, part->tape->inputs + 1);
    for (int l = 0; l < part->tape->inputs; l++) {
        in[l] = series_input_value(q, part->source[l], k);
        if (in[l] < 0)
            return 0;
    }
    merge_series_pass(q->part[b][i], k, in, out);
    return 1;
}

static int pass_run(const series_work *q, int b, int k) {
    const program *p = &q->w->block[b];
    const int *unknown = q->w->system.blocks.at[b].unknown;
    int *out = q->entry[b];
    for (int i = 0; i < p->parts; i++) {
        const int outputs = p->part[i].tape->outputs;
        if (!pass_part(q, b, i, k, out))
            return 0;
        for (int l = 0; l < outputs; l++)
            q->z[k * q->w->completion->unknowns + *unknown++] = out[l];
    }
    return 1;
}

/* Adds J[1] z[k-1] + ... + J[k] z[0] to the right sides of a block. */
static void add_earlier(const series_work *q, int b, int k, int *side) {
    const invo_block *of = &q->w->system.blocks.at[b];
    const invo_pattern *p = &of->pattern;
    const int outputs = q->w->block[b].outputs;
    const int unknowns = q->w->completion->unknowns;
    for (int i = 0; i < of->size; i++)
        for (int l = p->start[i]; l < p->start[i + 1]; l++)
            for (int j = 1; j <= k; j++)
                side[i] = merge_add_product(
                    q->merge, side[i], q->entry[b][j * outputs + l],
                    q->z[(k - j) * unknowns + of->unknown[p->column[l]]]);
}

static int pass_block(series_work *q, int b, int k) {
    const invo_block *of = &q->w->system.blocks.at[b];
    const program *p = &q->w->block[b];
    const elimination *e = q->of[b];
    const int entries = of->pattern.start[of->size];
    int *out = q->entry[b] + k * p->outputs;
    int *cell = ARENA_ARRAY(q->arena, int, e->cells + 1);
    int *next = out;
    for (int i = 0; i < p->parts; i++) {
        if (!pass_part(q, b, i, k, next))
            return 0;
        next += p->part[i].tape->outputs;
    }
    for (int l = 0; l < entries; l++)
        cell[l] = q->entry[b][l];
    for (int i = 0; i < of->size; i++)
        cell[entries + i] = out[entries + i];
    add_earlier(q, b, k, cell + entries);
    merge_steps(q->merge, k ? e->plain_steps : e->steps, e->step, cell);
    for (int i = 0; i < of->size; i++)
        q->z[k * q->w->completion->unknowns + of->unknown[i]] =
            cell[k ? e->plain[i] : e->solution[i]];
    for (int i = 0; k == 0 && i < e->watches; i++)
        LIST_PUSH(q->arena, q->watch, cell[e->watch[i]]);
    return 1;
}

/* Coefficient k + 1 of all coordinates. */
static void series_shift(const series_work *q, int k) {
    const invo_system *s = &q->w->system;
    const int n = s->coordinates;
    const int *x = q->x + k * n;
    const int *z = q->z + k * q->w->completion->unknowns;
    int *to = q->x + (k + 1) * n;
    const int h = merge_input(q->merge, n);
    const int share =
        merge_operate(q->merge, TAPE_DIVIDE, h, merge_number(q->merge, k + 1), -1);
    to[0] = k ? merge_number(q->merge, 0) : h;
    for (int i = 1; i < n; i++) {
        const int slot = s->coordinate[i].derivative;
        to[i] = merge_product(q->merge, share, slot < n ? x[slot] : z[slot - n]);
    }
}

static int merge_orders(series_work *q) {
    const int blocks = q->w->system.blocks.count;
    for (int k = 0; k < q->terms; k++) {
        for (int b = 0; b < blocks; b++)
            if (!(q->of[b] ? pass_block(q, b, k) : pass_run(q, b, k)))
                return 0;
        series_shift(q, k);
        if (merge_count(q->merge) > MOST_SERIES_VALUES)
            return 0;
    }
    return 1;
}

/* --- the program --- */

void shortcut_make_series(lowered *w, shortcut_order *f, const elimination *const *of,
                          int terms, arena *scratch) {
    const int n = w->completion->coordinates;
    const int unknowns = w->completion->unknowns;
    series_work q = {.w = w,
                     .arena = scratch,
                     .of = of,
                     .terms = terms,
                     .merge = merge_new(scratch, n + 1)};
    q.x = ARENA_ARRAY(scratch, int, (terms + 1) * n);
    q.z = ARENA_ARRAY(scratch, int, terms *unknowns + 1);
    for (int i = 0; i < n; i++)
        q.x[i] = merge_input(q.merge, i);
    for (int j = 0; j < terms * unknowns; j++)
        q.z[j] = -1;
    if (!plan_blocks(&q) || !merge_orders(&q))
        return;
    value_list output = {0};
    for (int k = n; k < (terms + 1) * n; k++)
        LIST_PUSH(scratch, output, q.x[k]);
    for (int k = 0; k < q.watch.count; k++)
        LIST_PUSH(scratch, output, q.watch.at[k]);
    f->series =
        (shortcut_code){.program = program_new_merged(w, f->of_series, q.merge, n + 1,
                                                      output.count, output.at, 1),
                        .results = terms * n,
                        .watches = q.watch.count};
    f->has_series = f->series.program.part->is_plain;
}

int shortcut_run_series(void *self, const double *u, double h, int order,
                        double *coefficient) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    const int n = w->completion->coordinates;
    if (!f || !f->has_series || order > f->terms)
        return 1;
    double *in = f->series.program.slot;
    vector_copy(n, u, in);
    in[n] = h;
    const double *out = program_run_loaded(&f->series.program);
    if (!shortcut_trusted(f->series.program.outputs, f->series.watches, out))
        return 1;
    vector_copy(n, u, coefficient);
    vector_copy(order * n, out, coefficient + n);
    return 0;
}
