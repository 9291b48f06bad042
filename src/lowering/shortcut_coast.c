/* SPDX-License-Identifier: BSD-3-Clause */
/* The code of steps and arrivals as it is (invo_coast). */
#include "shortcut_form.h"

/* The code of a merged program and where its outputs are. */
static invo_code code_of(const program *p) {
    return (invo_code){&p->part->code->run, p->slot,
                       p->slot + p->part->tape->together - 1};
}

static void read_arrival(const lowered *w, const shortcut_order *f, invo_coast *to) {
    const shortcut_arrival *a = f->arrival;
    const int rows = w->system.rows;
    const int pivots = a->rows - a->code.results - a->code.watches;
    to->arrival = code_of(&a->code.program);
    const double *out = to->arrival.out;
    to->pivot = out + a->code.results;
    to->pivot_scale = f->scale;
    to->pivot_sign = f->sign;
    to->pivot_least = f->least;
    to->multiplier = to->pivot + pivots;
    to->most_multiplier = SHORTCUT_MULTIPLIERS;
    to->multipliers = a->code.watches;
    to->residual = out + a->rows;
    to->unit = to->residual + rows;
    to->rate = to->unit + rows;
    to->rate_size = to->rate + w->rates.outputs;
    to->sine = out + a->at_sines;
    to->most_sine = SHORTCUT_MOST_SINES;
    to->regular = out + a->at_regular;
    to->excess = out + a->at_excess;
    to->square = a->is_joint ? out + a->at_squares : NULL;
    to->shown = out + a->at_shown;
    to->moves = a->moves;
    to->factors = a->factors;
    to->sets = a->sets;
}

/* --- what does not pay for a few steps --- */

/* Code takes as long to make as so many steps save for each operation. */
static const double STEPS_PER_OPERATION = 0.15;

typedef struct late_call {
    lowered *w;
    shortcut_order *f;
} late_call;

/* Whoever asks for code does not run it before it is translated. */
static void translate_at_once(jit *j) {
    if (!j->run && j->memory && !jit_translate(j))
        j->memory = NULL; /* not tried again */
}

static void let_make_late(invo_context *context, void *argument) {
    const late_call *call = argument;
    lowered *w = call->w;
    shortcut_order *f = call->f;
    arena *scratch = arena_child(w->arena);
    (void)context;
    const elimination **of = shortcut_choose_orders(w, scratch, f->u, f->z);
    if (of)
        shortcut_make_arrival(w, f, of, SHORTCUT_LONGEST_ARRIVAL, scratch);
    if (f->has_arrival)
        translate_at_once(f->arrival->code.program.part->code);
    arena_free(scratch);
}

/* An arrival without constraints is z and the ledger, with the bits that both have
 * otherwise, and where a retraction by stages takes the moves that an arrival takes, it
 * may come at any time. Any other takes other moves than the retraction without it, and
 * is there from the start or never. Counts how often it was asked for, and makes it where
 * that has been often, once. */
static void make_late(lowered *w, shortcut_order *f) {
    late_call call = {w, f};
    const int has_others = w->completion->constraints && !f->goes_by_stages;
    if (f->is_late || !w->code || has_others)
        return;
    const long length = shortcut_arrival_length(w, f);
    f->is_late = length > SHORTCUT_LONGEST_ARRIVAL;
    if (f->is_late || (double)f->asked++ < STEPS_PER_OPERATION * (double)length)
        return;
    f->is_late = 1;
    protect(w->completion->system->context, let_make_late, &call);
}

static void let_make_moves(invo_context *context, void *argument) {
    const late_call *call = argument;
    arena *scratch = arena_child(call->w->arena);
    (void)context;
    shortcut_make_moves(call->w, call->f, scratch);
    if (call->f->has_moves)
        translate_at_once(call->f->moves.part->code);
    arena_free(scratch);
}

/* Where moves are long, all of an arrival is made twice, and what the first turn finds
 * besides its point is not used. Code of fewer operations is made again in no time. */
enum { LONG_ARRIVAL = 2500 };
static void make_moves(lowered *w, shortcut_order *f) {
    late_call call = {w, f};
    const int length = f->arrival->code.program.part->tape->length;
    if (f->is_moves_tried || length < LONG_ARRIVAL ||
        (double)f->turned < STEPS_PER_OPERATION * length)
        return;
    f->is_moves_tried = 1;
    protect(w->completion->system->context, let_make_moves, &call);
}

/* Steps in one piece, or stage by stage; without either they are those of a series. */
static void read_step(const lowered *w, const shortcut_order *f, invo_coast *to) {
    to->step.run = NULL;
    if (!f->has_step && !f->sweep)
        return;
    if (f->has_step) {
        to->step = code_of(&f->step.program);
        to->made = to->step.out + f->step.results;
        return;
    }
    to->step = code_of(&f->slopes.program);
    to->step.out = shortcut_sweep_out(w, f);
    to->made = NULL;
}

int shortcut_read_coast(void *self, invo_coast *to) {
    lowered *w = self;
    shortcut_order *f = w->shortcut->used;
    if (!f || !(f->has_step || f->sweep || f->has_series))
        return 1;
    if (!f->has_arrival)
        make_late(w, f);
    if (!f->has_arrival)
        return 1;
    read_step(w, f, to);
    read_arrival(w, f, to);
    make_moves(w, f);
    to->first_turn.run = NULL;
    if (f->has_moves)
        to->first_turn = code_of(&f->moves);
    to->turned = &f->turned;
    if (!*to->arrival.run)
        return 1;
    f->arrival->last = NULL; /* which is overwritten now */
    return 0;
}

static long length_of(int is_there, const shortcut_code *code) {
    return is_there ? code->program.part->tape->length : 0;
}

void shortcut_read_lengths(void *self, long *step, long *series, long *arrival) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    *step = *series = *arrival = 0;
    if (!f)
        return;
    *step = length_of(f->has_step, &f->step);
    *series = length_of(f->has_series, &f->series);
    *arrival = f->has_arrival ? length_of(1, &f->arrival->code) : 0;
}
