/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole retraction in straight-line code, and what is asked for at its point: the top
 * unknowns with their pivots, and the ledger. For small systems, where calls take longer
 * than the arithmetic between them. The moves are those of shortcut_stage.c, one after
 * the other. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "../linalg/vector.h"
#include "shortcut_form.h"

/* What one move of linear rows leaves is this share of it, times 1 / sine^2, at most: far
 * below round-off where the move is so much shorter than its coordinates. */
static const double LINEAR_SHARE = 0.01;
/* A move that is as good as none (RETRACTION_FEW_ULPS). */
enum { FEW_ULPS = 4 };

typedef struct arrival_work {
    lowered *w;
    arena *arena; /* of scratch */
    merge *merge;
    int seats; /* weights, then how long a last move may be */
    int *x;    /* [n]: values of the coordinates so far */
    int moves;
    value_list sines, excess;
    const int *square; /* [rows of the last set]: values */
    int former;        /* its last sine, of rows that are no invariants */
} arrival_work;

/* --- values --- */

static int arrival_operate(const arrival_work *q, tape_op op, int x, int y) {
    return merge_operate(q->merge, op, x, y, -1);
}

/* How large coordinate i is, at least a share of its nominal size. */
static int arrival_size(const arrival_work *q, int i) {
    const double least = PROGRAM_NOMINAL_SHARE * q->w->nominal[i];
    return arrival_operate(q, TAPE_MAX, merge_number(q->merge, least),
                           arrival_operate(q, TAPE_ABS, q->x[i], -1));
}

/* Moves the columns; the move is the last one where it is so short: by how much the
 * longest is longer. */
static int take_move(arrival_work *q, const stage_work *k, int is_only) {
    const int sure = merge_input(q->merge, 2 * q->w->completion->coordinates);
    const int share = merge_number(q->merge, LINEAR_SHARE);
    int excess = merge_number(q->merge, -INFINITY);
    for (int j = 0; j < k->stage->columns; j++) {
        const int i = k->stage->column[j];
        if (k->move[j] < 0)
            continue;
        int length = arrival_operate(q, TAPE_ABS, k->move[j], -1);
        if (is_only)
            length = arrival_operate(q, TAPE_MUL, length, *k->watch);
        const int most =
            arrival_operate(q, TAPE_MUL, arrival_size(q, i), is_only ? share : sure);
        excess = arrival_operate(q, TAPE_MAX, arrival_operate(q, TAPE_SUB, length, most),
                                 excess);
        q->x[i] = arrival_operate(q, TAPE_ADD, q->x[i], k->move[j]);
    }
    return excess;
}

/* By how much a third move would be longer than a few ulps, after two with one matrix:
 * its length is to that of the second as that is to half of the first. */
static int third_excess(const arrival_work *q, const stage_work *k, int first,
                        int second) {
    const int least = merge_number(q->merge, DBL_MIN);
    const int few = merge_number(q->merge, FEW_ULPS * DBL_EPSILON);
    const int below =
        arrival_operate(q, TAPE_MAX, least, arrival_operate(q, TAPE_ABS, first, -1));
    const int ratio =
        arrival_operate(q, TAPE_DIVIDE, arrival_operate(q, TAPE_ABS, second, -1), below);
    const int shrinks =
        arrival_operate(q, TAPE_MIN, merge_number(q->merge, 1),
                        arrival_operate(q, TAPE_MUL, merge_number(q->merge, 2),
                                        arrival_operate(q, TAPE_SQRT, ratio, -1)));
    int excess = merge_number(q->merge, -INFINITY);
    for (int j = 0; j < k->stage->columns; j++) {
        if (k->move[j] < 0)
            continue;
        const int size = arrival_size(q, k->stage->column[j]);
        const int length = arrival_operate(q, TAPE_MUL, shrinks,
                                           arrival_operate(q, TAPE_ABS, k->move[j], -1));
        const int most = arrival_operate(q, TAPE_MUL, size, few);
        excess = arrival_operate(q, TAPE_MAX, arrival_operate(q, TAPE_SUB, length, most),
                                 excess);
    }
    return excess;
}

static void add_move(arrival_work *q, const stage_work *k) {
    for (int j = 0; j < k->stage->columns; j++)
        if (k->move[j] >= 0) {
            int *x = &q->x[k->stage->column[j]];
            *x = arrival_operate(q, TAPE_ADD, *x, k->move[j]);
        }
    q->moves++;
}

/* Two moves with one matrix: where tolerances are tight, what the first leaves is so
 * short that the second need not be better. */
static void merge_tight_moves(arrival_work *q, stage_work *s, const map *m) {
    const int first = shortcut_square_length(s);
    add_move(q, s);
    shortcut_merge_again(s, m);
    const int excess = third_excess(q, s, first, shortcut_square_length(s));
    add_move(q, s);
    LIST_PUSH(q->arena, q->sines, *s->watch);
    LIST_PUSH(q->arena, q->excess, excess);
    q->square = s->square;
    q->former = s->former;
}

/* All moves of a set of rows; 0: cannot. */
static int merge_set(arrival_work *q, const invo_stage *set, const map *m, int is_tight) {
    int is_only = 0;
    for (int k = 0; k < 2 && !is_only; k++) {
        stage_work s = {.w = q->w,
                        .arena = q->arena,
                        .stage = set,
                        .merge = q->merge,
                        .x = q->x,
                        .seats = q->seats,
                        .invariants = set->rows == q->w->completion->constraints
                                          ? q->w->completion->invariants
                                          : 0};
        if (!shortcut_merge_move(&s, m) || s.watches != 1)
            return 0;
        is_only = k == 0 && shortcut_is_linear(&s);
        if (is_tight && !is_only) {
            merge_tight_moves(q, &s, m);
            return 1;
        }
        const int excess = take_move(q, &s, is_only);
        LIST_PUSH(q->arena, q->sines, *s.watch);
        if (k || is_only)
            LIST_PUSH(q->arena, q->excess, excess);
        q->square = s.square;
        q->former = s.former;
        q->moves++;
    }
    return 1;
}

/* All constraints as a set of rows that moves all coordinates. */
static invo_stage joint_set(const lowered *w, arena *scratch) {
    const int n = w->completion->coordinates;
    int *number = ARENA_ARRAY(scratch, int, n + w->completion->constraints + 1);
    for (int i = 0; i < n + w->completion->constraints; i++)
        number[i] = i;
    return (invo_stage){w->completion->constraints, n, number, number,
                        w->constraint.pattern};
}

static int merge_sets(arrival_work *q) {
    const invo_stages *all = &q->w->system.stages;
    if (q->w->completion->constraints == 0)
        return 1;
    if (!all->count) {
        const invo_stage joint = joint_set(q->w, q->arena);
        const int is_tight = q->w->shortcut->is_tight && q->w->completion->invariants;
        return merge_set(q, &joint, &q->w->constraint, is_tight);
    }
    for (int k = 0; k < all->count; k++)
        if (!merge_set(q, &all->at[k], &q->w->stage[k], 0))
            return 0;
    return 1;
}

/* --- the program --- */

long shortcut_arrival_length(const lowered *w, const shortcut_order *f) {
    const invo_stages *all = &w->system.stages;
    long length = shortcut_ledger_length(w) + program_length(&f->tops.program);
    if (!all->count && w->completion->constraints)
        length += 2 * (program_length(&w->constraint.value) +
                       program_length(&w->constraint.slope));
    for (int k = 0; k < f->stages; k++)
        length += 2 * program_length(&f->stage[k].code.program);
    return length;
}

static int may_make_arrival(const lowered *w, const shortcut_order *f, long most) {
    const int has_rows = w->system.stages.count || w->system.jacobian_pattern;
    return (has_rows || w->completion->constraints == 0) &&
           shortcut_arrival_length(w, f) <= most;
}

static void arrival_list(const arrival_work *q, value_list *to, int count,
                         const int *value) {
    for (int i = 0; i < count; i++)
        LIST_PUSH(q->arena, *to, value[i]);
}

static arrival_work arrival_begin(lowered *w, arena *scratch) {
    const int n = w->completion->coordinates;
    arrival_work q = {
        .w = w, .arena = scratch, .seats = n + 1, .merge = merge_new(scratch, 2 * n + 1)};
    q.x = ARENA_ARRAY(scratch, int, n + 1);
    for (int i = 0; i < n; i++)
        q.x[i] = merge_input(q.merge, i);
    return q;
}

static program arrival_finish(const arrival_work *q, arena *a, const value_list *output) {
    const int whole = 2 * q->w->completion->coordinates + 1;
    return program_new_merged(q->w, a, q->merge, whole, output->count, output->at,
                              q->seats);
}

void shortcut_make_moves(lowered *w, shortcut_order *f, arena *scratch) {
    arrival_work q = arrival_begin(w, scratch);
    value_list output = {0};
    if (!merge_sets(&q))
        return;
    arrival_list(&q, &output, w->completion->coordinates, q.x);
    arrival_list(&q, &output, q.sines.count, q.sines.at);
    arrival_list(&q, &output, q.excess.count, q.excess.at);
    f->moves = arrival_finish(&q, f->arena, &output);
    f->has_moves = f->moves.part->is_plain;
}

void shortcut_make_arrival(lowered *w, shortcut_order *f, const elimination *const *of,
                           long most, arena *scratch) {
    const int n = w->completion->coordinates;
    const int is_joint = w->system.stages.count == 0 && w->completion->constraints > 0;
    const int squares = is_joint ? w->completion->constraints : 0;
    if (!may_make_arrival(w, f, most))
        return;
    arrival_work q = arrival_begin(w, scratch);
    if (!merge_sets(&q))
        return;
    shortcut_work tops = {.w = w,
                          .arena = scratch,
                          .of = of,
                          .refines = 1,
                          .merge = q.merge,
                          .x = q.x,
                          .seats = q.seats};
    shortcut_merge_blocks(&tops);
    if (tops.reads_later)
        return;
    const int rows = w->system.rows;
    const int ledgers = 2 * (rows + w->rates.outputs);
    int *ledger = ARENA_ARRAY(scratch, int, ledgers + 1);
    int *point = ARENA_ARRAY(scratch, int, n + w->completion->unknowns);
    const ledger_work books = {.w = w,
                               .arena = scratch,
                               .merge = q.merge,
                               .point = point,
                               .seats = q.seats,
                               .residual = ledger,
                               .unit = ledger + rows};
    int *rate = ledger + 2 * rows;
    memcpy(point, q.x, sizeof *point * (size_t)n);
    memcpy(point + n, tops.z, sizeof *point * (size_t)w->completion->unknowns);
    if (!shortcut_merge_formulas(&books, point) || !shortcut_merge_ledger(&books) ||
        !shortcut_merge_rates(&books, rate, rate + w->rates.outputs))
        return;
    shortcut_arrival *to = arena_alloc(f->arena, sizeof *to);
    value_list output = {0};
    arrival_list(&q, &output, n, q.x);
    arrival_list(&q, &output, w->system.tops, tops.z);
    to->code.results = output.count;
    arrival_list(&q, &output, tops.inverse.count, tops.inverse.at);
    arrival_list(&q, &output, tops.watch.count, tops.watch.at);
    to->rows = output.count;
    arrival_list(&q, &output, ledgers, ledger);
    to->at_sines = output.count;
    arrival_list(&q, &output, q.sines.count, q.sines.at);
    to->at_excess = output.count;
    arrival_list(&q, &output, q.excess.count, q.excess.at);
    to->at_squares = output.count;
    arrival_list(&q, &output, squares, q.square);
    to->at_regular = output.count;
    if (q.moves)
        LIST_PUSH(q.arena, output, q.former);
    to->at_shown = output.count;
    arrival_list(&q, &output, w->system.tops, point + n);
    to->code.watches = tops.watch.count;
    to->sets = q.excess.count;
    to->moves = q.moves;
    to->factors = q.sines.count;
    to->is_joint = is_joint;
    to->code.program = arrival_finish(&q, f->arena, &output);
    f->arrival = to;
    f->has_arrival = to->code.program.part->is_plain;
}

/* --- runs --- */

/* What moves have come to. */
typedef enum arrival_end {
    ARRIVAL_LOST,  /* they cannot be trusted */
    ARRIVAL_SHORT, /* others from there may come to rest */
    ARRIVAL_RESTS
} arrival_end;

/* Did all moves come from independent rows, and the last ones come to rest? */
static arrival_end arrival_ends(const shortcut_arrival *a, int n, const double *out) {
    arrival_end end = ARRIVAL_RESTS;
    for (int k = 0; k < a->factors; k++)
        if (!(out[a->at_sines + k] <= SHORTCUT_MOST_SINES))
            return ARRIVAL_LOST;
    for (int k = 0; k < a->sets; k++)
        if (!(out[a->at_excess + k] <= 0))
            end = ARRIVAL_SHORT;
    return vector_all_finite(n, out) ? end : ARRIVAL_LOST;
}

/* Moves the coordinates of a stage in f->arrived, whose code gave out; returns whether no
 * other move is needed, as take_move has it. */
static int move_stage(const lowered *w, const shortcut_order *f, const shortcut_stage *k,
                      double sines, double sure, const double *out) {
    const double share = k->is_linear ? LINEAR_SHARE : sure;
    const double factor = k->is_linear ? sines : 1;
    int is_short = 1;
    for (int i = 0; i < k->code.results; i++) {
        double *x = &f->arrived[k->coordinate[i]];
        const double least = PROGRAM_NOMINAL_SHARE * w->nominal[k->coordinate[i]];
        const double size = fabs(*x) > least ? fabs(*x) : least;
        is_short &= fabs(out[i]) * factor - size * share <= 0;
        *x += out[i];
    }
    return is_short;
}

/* Moves the coordinates of a stage of a system whose arrival is never made; returns the
 * longest move, beside the coordinate or its nominal size: that of a coordinate near zero
 * is made of the round-off of those in the same row. */
static double move_long_stage(const lowered *w, const shortcut_order *f,
                              const shortcut_stage *k, const double *out) {
    double longest = 0;
    for (int i = 0; i < k->code.results; i++) {
        double *x = &f->arrived[k->coordinate[i]];
        const double least = fabs(w->nominal[k->coordinate[i]]);
        const double size = fabs(*x) > least ? fabs(*x) : least;
        const double length = fabs(out[i]) / size;
        longest = length <= longest ? longest : length; /* NaN stays */
        *x += out[i];
    }
    return longest;
}

/* Does no other move follow one of this length, of rows that are linear or after another
 * one? The matrix of every move is that of its point, so that the next one is to this as
 * the square of this to that of the one before. */
static int is_last_move(const shortcut_stage *k, double length, double before,
                        double sines, double sure) {
    const double ratio = length / before;
    if (k->is_linear)
        return length * sines <= LINEAR_SHARE;
    return length <= sure || length * (ratio * ratio) <= FEW_ULPS * DBL_EPSILON;
}

/* All moves of a stage, which are counted. */
static arrival_end arrive_by_stage(const lowered *w, const shortcut_order *f,
                                   const shortcut_stage *k, const double *weight,
                                   double sure, invo_arrival *to) {
    const int is_long = f->most_moves > SHORTCUT_MOVES;
    const int most = k->is_linear ? 1 : f->most_moves;
    double length = NAN; /* there is none before the first */
    int is_short = 0;
    for (int j = 0; j < most && !(is_short && is_long); j++) {
        const double *out = program_run_merged(w, &k->code.program, f->arrived, weight);
        const double sines = shortcut_stage_sines(k, out);
        const double before = length;
        to->weakest = to->regular = 1 / sines;
        to->moves++;
        to->factors++;
        if (!(sines <= SHORTCUT_MOST_SINES))
            return ARRIVAL_LOST;
        if (is_long) {
            length = move_long_stage(w, f, k, out);
            is_short = is_last_move(k, length, before, sines, sure);
        } else {
            is_short = move_stage(w, f, k, sines, sure, out);
        }
    }
    if (is_short)
        return ARRIVAL_RESTS;
    return is_long ? ARRIVAL_LOST : ARRIVAL_SHORT;
}

/* The moves of all stages, one after the other. */
static arrival_end arrive_once_by_stages(const lowered *w, const shortcut_order *f,
                                         const double *weight, double sure,
                                         invo_arrival *to) {
    arrival_end end = f->stages > 0 ? ARRIVAL_RESTS : ARRIVAL_LOST;
    for (int i = 0; i < f->stages && end != ARRIVAL_LOST; i++) {
        const shortcut_stage *k = &f->stage[i];
        if (k->code.watches != 1 && f->most_moves == SHORTCUT_MOVES)
            return ARRIVAL_LOST;
        const arrival_end own = arrive_by_stage(w, f, k, weight, sure, to);
        end = own < end ? own : end;
    }
    return vector_all_finite(w->completion->coordinates, f->arrived) ? end : ARRIVAL_LOST;
}

/* The same retraction without code for the whole of it, to the last bit: when that is
 * made must not show in results. 0: it has not come to rest. */
static int arrive_by_stages(const lowered *w, const shortcut_order *f, const double *u,
                            const double *weight, double sure, invo_arrival *to) {
    arrival_end end = ARRIVAL_SHORT;
    vector_copy(w->completion->coordinates, u, f->arrived);
    *to = (invo_arrival){.u = f->arrived};
    for (int turn = 0; turn < INVO_MOST_TURNS && end == ARRIVAL_SHORT; turn++)
        end = arrive_once_by_stages(w, f, weight, sure, to);
    return end == ARRIVAL_RESTS;
}

int shortcut_run_arrival(void *self, const double *u, const double *weight, double sure,
                         invo_arrival *to) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    const int n = w->completion->coordinates;
    if (!f || !(f->has_arrival || f->goes_by_stages))
        return 1;
    if (!f->has_arrival)
        return !arrive_by_stages(w, f, u, weight, sure, to);
    shortcut_arrival *a = f->arrival;
    const double *out = u;
    arrival_end end = ARRIVAL_SHORT;
    int turns = 0;
    a->last = NULL;
    for (; turns < INVO_MOST_TURNS && end == ARRIVAL_SHORT; turns++) {
        out = shortcut_run_on(&a->code.program, n, out, weight, sure);
        end = arrival_ends(a, n, out);
    }
    if (end != ARRIVAL_RESTS)
        return 1;
    a->last = out;
    *to = (invo_arrival){.u = out,
                         .square = a->is_joint ? out + a->at_squares : NULL,
                         .weakest = 1 / out[a->at_sines + a->factors - 1],
                         .regular = 1 / out[a->at_regular],
                         .moves = turns * a->moves,
                         .factors = turns * a->factors};
    return 0;
}

static const double *arrived_at(const lowered *w, const double *u) {
    const shortcut_order *f = w->shortcut ? w->shortcut->used : NULL;
    if (!f || !f->has_arrival || !f->arrival->last)
        return NULL;
    const double *out = f->arrival->last;
    const size_t size = sizeof *u * (size_t)w->completion->coordinates;
    return memcmp(out, u, size) == 0 ? out : NULL;
}

const double *shortcut_arrived_tops(const lowered *w, const double *u) {
    const double *out = arrived_at(w, u);
    if (!out)
        return NULL;
    const shortcut_arrival *a = w->shortcut->used->arrival;
    const int is_trusted = shortcut_trusted(a->rows, a->code.watches, out) != NULL;
    return is_trusted ? out + w->completion->coordinates : NULL;
}

const double *shortcut_arrived_rows(const lowered *w, const double *u, const double *z) {
    const double *out = arrived_at(w, u);
    const size_t size = sizeof *z * (size_t)w->system.tops;
    if (!out)
        return NULL;
    const shortcut_arrival *a = w->shortcut->used->arrival;
    return memcmp(out + a->at_shown, z, size) == 0 ? out + a->rows : NULL;
}
