/* SPDX-License-Identifier: BSD-3-Clause */
/* Units of round-off for points of a run. A running error bound costs several times the
 * value it belongs to, and a residual that is 0 needs none: most rows compute a variable
 * by the formula that they are measured by, and are 0 at every point. So values come
 * first, of all rows, and bounds of the rows that have been seen to be something else.
 * Which these are shows within a few points; a row that joins them later is bounded with
 * all others until the programs are made again, at points that become rarer: during the
 * run, as refinements are. */
#include "ledger_form.h"
#include <assert.h>
#include <float.h>
#include <string.h>

typedef struct busy_rows {
    char *is_busy;            /* [rows] */
    int count;                /* of busy rows behind the constraints */
    int known;                /* how many of these the programs have; -1: none are made */
    long points;              /* measured */
    long due;                 /* the number of points after which they are made again */
    placed_program own, text; /* the busy rows of both programs */
} busy_rows;

/* Of fewer rows, all bounds cost little, and nothing is made during the run. */
enum { SMALLEST_LEDGER = 64 };
/* Points before the programs are made for the first time: later where there are fewer
 * rows than in a large ledger, so that short runs do without. */
enum { LARGE_LEDGER = 400, FIRST_LOOK = 4, LATE_LOOK = 256 };
/* Where more rows than this share are busy, nothing is gained by knowing them. */
static const double MOST_BUSY = 0.6;

/* The unit of a constraint that the text measures is always asked for. */
static void mark_constraints(const lowered *w, busy_rows *b) {
    for (int k = 0; k < w->text.program.outputs; k++)
        if (w->text.place[k] < w->system.constraints)
            b->is_busy[w->text.place[k]] = 1;
}

/* What makes a program of expressions of the system, or of the text. */
typedef program program_maker(lowered *w, int count, const expr *root);

/* What is measured in a row, as w->row_form has it: an invariant without its value. */
static expr busy_form(const lowered *w, int row) {
    const completion *c = w->completion;
    graph *g = c->system->graph;
    const int number = row - (c->constraints - c->invariants);
    if (number < 0 || row >= c->constraints)
        return w->row_form[row];
    expr value = expr_parameter(g, c->system->parameters.count + number);
    return expr_sub(g, w->row_form[row], value);
}

/* The busy rows of a program. */
static placed_program take_busy(lowered *w, const placed_program *all,
                                program_maker *make) {
    const busy_rows *b = w->busy;
    arena *scratch = arena_child(w->arena);
    LIST(int) number = {0};
    LIST(expr) busy = {0};
    for (int k = 0; k < all->program.outputs; k++) {
        const int row = all->place[k];
        if (!b->is_busy[row])
            continue;
        LIST_PUSH(scratch, number, row);
        LIST_PUSH(scratch, busy, busy_form(w, row));
    }
    program p = make(w, busy.count, busy.at);
    placed_program taken = {p, LIST_KEEP(w->arena, number)};
    arena_free(scratch);
    return taken;
}

static void make_programs(invo_context *context, void *argument) {
    lowered *w = argument;
    busy_rows *b = w->busy;
    (void)context;
    b->own = take_busy(w, &w->ledger, program_new);
    b->text = take_busy(w, &w->text, program_new_written);
    b->known = b->count;
}

/* Marks rows that are not 0; returns whether the programs have all of them. */
static int knows_rows(const lowered *w, busy_rows *b, const double *residual) {
    for (int i = w->system.constraints; i < w->system.rows; i++) {
        if (residual[i] == 0 || b->is_busy[i])
            continue;
        b->is_busy[i] = 1;
        b->count++;
    }
    return b->known == b->count;
}

static int is_too_busy(const lowered *w, const busy_rows *b) {
    return b->count > MOST_BUSY * (w->system.rows - w->system.constraints);
}

/* Makes the programs where there are none, or some that lack rows. */
static void look_again(lowered *w, busy_rows *b) {
    b->due = 2 * b->points;
    if (b->known == b->count)
        return;
    b->known = -1;
    if (!is_too_busy(w, b))
        protect(w->completion->system->context, make_programs, w);
}

/* Measures all rows, with bounds for the busy ones and for the constraints: retractions
 * ask for the units of these. */
static void measure_busy(void *self, const double *u, const double *z, double *residual,
                         double *unit) {
    lowered *w = self;
    busy_rows *b = w->busy;
    if (b->points++ >= b->due)
        look_again(w, b);
    if (b->known < 0) {
        w->system.ledger.rows(w, u, z, residual, unit);
        knows_rows(w, b, residual);
        return;
    }
    program_run_at(w, &w->ledger.program, u, z, w->ledger.place, residual, NULL);
    program_run_at(w, &w->text.program, u, z, w->text.place, residual, NULL);
    if (!knows_rows(w, b, residual)) {
        w->system.ledger.rows(w, u, z, residual, unit);
        return;
    }
    w->system.ledger.rows(w, u, NULL, residual, unit);
    program_run_at(w, &b->own.program, u, z, b->own.place, residual, unit);
    program_run_at(w, &b->text.program, u, z, b->text.place, residual, unit);
    for (int k = 0; k < b->own.program.outputs; k++)
        unit[b->own.place[k]] *= DBL_EPSILON;
    for (int k = 0; k < b->text.program.outputs; k++)
        unit[b->text.place[k]] *= DBL_EPSILON;
}

void lowered_load_units(lowered *w) {
    if (!w->busy || w->busy->known < 0)
        return;
    program_load(w, &w->busy->own.program);
    program_load(w, &w->busy->text.program);
}

/* Nothing is known of the rows. */
static void begin_units(const lowered *w, busy_rows *b) {
    const int is_large = w->system.rows >= LARGE_LEDGER;
    char *is_busy = b->is_busy;
    *b = (busy_rows){.known = -1, .due = is_large ? FIRST_LOOK : LATE_LOOK};
    b->is_busy = is_busy;
    memset(is_busy, 0, (size_t)w->system.rows);
    mark_constraints(w, b);
}

void lowered_forget_units(lowered *w) {
    if (w->busy)
        begin_units(w, w->busy);
}

void lowered_add_units(lowered *w) {
    assert(w->row_form && w->system.rows >= w->system.constraints);
    if (w->system.rows < SMALLEST_LEDGER)
        return;
    w->busy = arena_alloc(w->arena, sizeof *w->busy);
    w->busy->is_busy = ARENA_ARRAY(w->arena, char, w->system.rows + 1);
    begin_units(w, w->busy);
    w->system.ledger.measure = measure_busy;
}
