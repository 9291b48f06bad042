/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps of Newton's iteration for the staged retraction in straight-line code: residual r
 * and matrix B of a stage, the matrix B D B' for weights D, its elimination, and the move
 * -D B' (B D B')^-1 r. The weights are inputs beside the coordinates. */
#include "shortcut_form.h"
#include <assert.h>
#include "../linalg/elimination.h"
#include "../linalg/vector.h"

enum { MOST_STAGE_STEPS = 1000000 };

/* --- values --- */

/* Weights are numbered behind the coordinates, before everything else. */
static int stage_weight(const stage_work *q, int coordinate) {
    return merge_input(q->merge, q->w->completion->coordinates + coordinate);
}

static int stage_input(const stage_work *q, int number) {
    if (number < q->w->completion->coordinates)
        return q->x ? q->x[number] : merge_input(q->merge, number);
    return merge_input(q->merge, number + q->seats);
}

/* The outputs of a program that reads no top unknowns: values. */
static const int *merge_stage_program(stage_work *q, const program *p) {
    int *out = ARENA_ARRAY(q->arena, int, p->outputs + 1);
    int *next = out;
    for (int i = 0; i < p->parts; i++) {
        const program_part *part = &p->part[i];
        int *in = ARENA_ARRAY(q->arena, int, part->tape->inputs + 1);
        for (int k = 0; k < part->tape->inputs; k++)
            in[k] = stage_input(q, part->source[k]);
        merge_tape(q->merge, part->tape, in, next);
        next += part->tape->outputs;
    }
    return out;
}

static int can_merge(const program *p) {
    for (int i = 0; i < p->parts; i++)
        if (p->part[i].tape->routine || p->part[i].variables > p->part[i].coordinates)
            return 0;
    return 1;
}

/* --- B D B' --- */

typedef struct column_rows {
    LIST(int) row, entry;
} column_rows;

/* The lower triangle by rows: which rows have columns in common, and their products. */
typedef struct gram {
    LIST(int) start, column, value;
} gram;

static gram stage_gram(stage_work *q) {
    const invo_pattern *p = &q->stage->pattern;
    column_rows *above = arena_alloc(
        q->arena, sizeof *above * (size_t)(q->stage->columns + 1)); /* rows so far */
    int *sum = ARENA_ARRAY(q->arena, int, q->stage->rows + 1); /* 1 + value; 0: none */
    gram g = {0};
    LIST_PUSH(q->arena, g.start, 0);
    for (int i = 0; i < p->rows; i++) {
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            column_rows *c = &above[p->column[k]];
            LIST_PUSH(q->arena, c->row, i);
            LIST_PUSH(q->arena, c->entry, k);
            for (int l = 0; l < c->row.count; l++) {
                const int j = c->row.at[l];
                sum[j] = 1 + merge_add_product(q->merge, sum[j] - 1, q->weighed[k],
                                               q->b[c->entry.at[l]]);
            }
        }
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            const column_rows *c = &above[p->column[k]];
            for (int l = 0; l < c->row.count; l++) {
                const int j = c->row.at[l];
                if (!sum[j])
                    continue;
                LIST_PUSH(q->arena, g.column, j);
                LIST_PUSH(q->arena, g.value, sum[j] - 1);
                sum[j] = 0;
            }
        }
        LIST_PUSH(q->arena, g.start, g.column.count);
    }
    return g;
}

/* --- a stage --- */

static void weigh_entries(stage_work *q) {
    const invo_pattern *p = &q->stage->pattern;
    const int entries = p->start[p->rows];
    q->weighed = ARENA_ARRAY(q->arena, int, entries + 1);
    for (int k = 0; k < entries; k++)
        q->weighed[k] = merge_add_product(
            q->merge, -1, q->b[k], stage_weight(q, q->stage->column[p->column[k]]));
}

/* The move of each column that occurs, after the multipliers. */
static void stage_moves(stage_work *q, const int *multiplier, int *move) {
    const invo_pattern *p = &q->stage->pattern;
    for (int i = 0; i < p->rows; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            int *of = &move[p->column[k]];
            *of = merge_add_product(q->merge, *of, q->weighed[k], multiplier[i]);
        }
}

int shortcut_merge_move(stage_work *q, const map *m) {
    const invo_stage *stage = q->stage;
    if (!can_merge(&m->value) || !can_merge(&m->slope))
        return 0;
    q->residual = merge_stage_program(q, &m->value);
    q->b = merge_stage_program(q, &m->slope);
    weigh_entries(q);
    const gram g = stage_gram(q);
    const invo_pattern pattern = {stage->rows, stage->rows, g.start.at, g.column.at};
    const elimination *e =
        elimination_new_symmetric(q->arena, &pattern, MOST_STAGE_STEPS);
    if (!e) {
        q->w->shortcut->is_long = 1;
        return 0;
    }
    int *cell = ARENA_ARRAY(q->arena, int, e->cells + 1);
    int *multiplier = ARENA_ARRAY(q->arena, int, stage->rows + 1);
    q->move = ARENA_ARRAY(q->arena, int, stage->columns + 1);
    q->square = ARENA_ARRAY(q->arena, int, stage->rows + 1);
    for (int k = 0; k < g.value.count; k++)
        cell[k] = g.value.at[k];
    for (int i = 0; i < stage->rows; i++) {
        cell[g.value.count + i] = q->residual[i];
        for (int k = g.start.at[i]; k < g.start.at[i + 1]; k++)
            if (g.column.at[k] == i)
                q->square[i] = g.value.at[k];
    }
    merge_steps(q->merge, e->steps, e->step, cell);
    for (int i = 0; i < stage->rows; i++)
        multiplier[i] = cell[e->solution[i]];
    for (int j = 0; j < stage->columns; j++)
        q->move[j] = -1;
    stage_moves(q, multiplier, q->move);
    q->watches = e->watches;
    q->watch = ARENA_ARRAY(q->arena, int, e->watches + 1);
    for (int i = 0; i < e->watches; i++)
        q->watch[i] = cell[e->watch[i]];
    return 1;
}

/* The value of coordinate i. */
static int stage_coordinate(const stage_work *q, int i) {
    return q->x ? q->x[i] : merge_input(q->merge, i);
}

int shortcut_is_linear(const stage_work *q) {
    const invo_pattern *p = &q->stage->pattern;
    const int columns = q->stage->columns;
    int *value = ARENA_ARRAY(q->arena, int, columns + 1);
    for (int j = 0; j < columns; j++)
        value[j] = stage_coordinate(q, q->stage->column[j]);
    char *mark = ARENA_ARRAY(q->arena, char, merge_count(q->merge) + 1);
    merge_mark(q->merge, p->start[p->rows], q->b, mark);
    for (int j = 0; j < columns; j++)
        if (mark[value[j]])
            return 0;
    return 1;
}

static void make_stage(stage_work *q, shortcut_order *f, shortcut_stage *to) {
    const invo_stage *stage = q->stage;
    LIST(int) output = {0}, coordinate = {0};
    for (int j = 0; j < stage->columns; j++) {
        if (q->move[j] < 0)
            continue;
        LIST_PUSH(q->arena, output, q->move[j]);
        LIST_PUSH(q->arena, coordinate, stage->column[j]);
    }
    for (int i = 0; i < q->watches; i++)
        LIST_PUSH(q->arena, output, q->watch[i]);
    to->is_linear = shortcut_is_linear(q);
    to->coordinate = LIST_KEEP(f->arena, coordinate);
    to->code = (shortcut_code){.program = program_new_merged(q->w, f->arena, q->merge,
                                                             2 * q->seats, output.count,
                                                             output.at, q->seats),
                               .results = coordinate.count,
                               .watches = q->watches};
}

int shortcut_make_stages(lowered *w, shortcut_order *f, arena *scratch) {
    const invo_stages *all = &w->system.stages;
    const int n = w->completion->coordinates;
    f->stage = arena_alloc(f->arena, sizeof *f->stage * (size_t)(all->count + 1));
    f->arrived = ARENA_ARRAY(f->arena, double, n + 1);
    for (int k = 0; k < all->count; k++) {
        arena *own = arena_child(scratch);
        stage_work q = {.w = w,
                        .arena = own,
                        .stage = &all->at[k],
                        .merge = merge_new(own, 2 * n),
                        .seats = n};
        if (!shortcut_merge_move(&q, &w->stage[k]))
            return 0;
        make_stage(&q, f, &f->stage[k]);
        f->stages++;
        arena_free(own);
    }
    return 1;
}

/* Of positive numbers; not a number where one of them is not. */
static double largest_of(int count, const double *x) {
    double most[2] = {0, 0};
    int k = 0;
    for (; k + 1 < count; k += 2) {
        most[0] = x[k] <= most[0] ? most[0] : x[k];
        most[1] = x[k + 1] <= most[1] ? most[1] : x[k + 1];
    }
    for (; k < count; k++)
        most[0] = x[k] <= most[0] ? most[0] : x[k];
    return most[1] <= most[0] ? most[0] : most[1];
}

double shortcut_stage_sines(const shortcut_stage *k, const double *out) {
    return largest_of(k->code.watches, out + k->code.results);
}

int shortcut_run_stage(void *self, int stage, const double *u, const double *weight,
                       double *move, double *weakest) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    assert(f && stage < f->stages);
    const shortcut_stage *k = &f->stage[stage];
    const int count = k->code.results;
    const double *out = program_run_merged(w, &k->code.program, u, weight);
    const double sines = shortcut_stage_sines(k, out);
    *weakest = 1 / sines;
    if (!(sines <= SHORTCUT_MOST_SINES) || !vector_all_finite(count, out))
        return 1;
    for (int i = 0; i < count; i++)
        move[k->coordinate[i]] = out[i];
    return 0;
}
