/* SPDX-License-Identifier: BSD-3-Clause */
/* The top unknowns in straight-line code: the tapes of all blocks in one, which share
 * what they have in common, with the elimination of every matrix written down between
 * them (elimination.h). One program gives all top unknowns, refined once; another one
 * gives the direction alone, without what is only shown, for the stages of a step.
 *
 * The order of the elimination is that of one point. Where its multipliers have become
 * large elsewhere, the blocks decide, with pivots chosen there. */
#include "shortcut_form.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../linalg/vector.h"

/* An order that was chosen elsewhere may have small pivots where others have not: below
 * this share of those at its own point they say nothing of the matrix. */
static const double WEAK_PIVOT = 0.1;
/* Longer code takes longer to make than most runs with sparse factors. */
enum { MOST_STEPS = 1000000 };
/* Steps before code is made, which takes about as long as these, where events may soon
 * lead to another system. */
enum { SHORTCUT_PATIENCE = 5 };

/* --- blocks as values --- */

enum { NOT_MADE = -1 };

/* The value of an input of a program. What is made later occurs only where its
 * coefficients cancel (ignores_later): it stays an input, which is 0 in a run. */
static int shortcut_input(shortcut_work *q, int number) {
    const completion *c = q->w->completion;
    const int j = number - c->coordinates;
    if (j < 0)
        return q->x ? q->x[number] : merge_input(q->merge, number);
    if (j >= c->unknowns)
        return merge_input(q->merge, number + q->seats);
    if (q->z[j] != NOT_MADE)
        return q->z[j];
    q->reads_later = 1;
    return merge_input(q->merge, number + q->seats);
}

/* The outputs of a part of a program; out: [outputs] */
static void merge_part(shortcut_work *q, const program_part *part, int *out) {
    const tape *t = part->tape;
    int *in = ARENA_ARRAY(q->arena, int, t->inputs + 1);
    for (int k = 0; k < t->inputs; k++)
        in[k] = shortcut_input(q, part->source[k]);
    merge_tape(q->merge, t, in, out);
}

/* Formulas: what a part gives, the next one may read. */
static void merge_run(shortcut_work *q, int b) {
    const program *p = &q->w->block[b];
    const int *unknown = q->w->system.blocks.at[b].unknown;
    for (int i = 0; i < p->parts; i++) {
        const int outputs = p->part[i].tape->outputs;
        int *out = ARENA_ARRAY(q->arena, int, outputs + 1);
        merge_part(q, &p->part[i], out);
        for (int k = 0; k < outputs; k++)
            q->z[*unknown++] = out[k];
    }
}

static void merge_block(shortcut_work *q, int b) {
    const invo_block *k = &q->w->system.blocks.at[b];
    const program *p = &q->w->block[b];
    const elimination *e = q->of[b];
    int *cell = ARENA_ARRAY(q->arena, int, e->cells + 1);
    int *next = cell;
    for (int i = 0; i < p->parts; i++) {
        merge_part(q, &p->part[i], next);
        next += p->part[i].tape->outputs;
    }
    merge_steps(q->merge, q->refines ? e->steps : e->plain_steps, e->step, cell);
    for (int i = 0; i < k->size; i++) {
        q->z[k->unknown[i]] = cell[q->refines ? e->solution[i] : e->plain[i]];
        LIST_PUSH(q->arena, q->inverse, cell[e->inverse[i]]);
    }
    for (int i = 0; i < e->watches; i++)
        LIST_PUSH(q->arena, q->watch, cell[e->watch[i]]);
}

void shortcut_merge_blocks(shortcut_work *q) {
    const lowered *w = q->w;
    const int unknowns = w->completion->unknowns;
    q->z = ARENA_ARRAY(q->arena, int, unknowns + 1);
    for (int j = 0; j < unknowns; j++)
        q->z[j] = NOT_MADE;
    for (int b = 0; b < w->system.blocks.count; b++)
        if (q->of[b])
            merge_block(q, b);
        else
            merge_run(q, b);
}

/* --- programs --- */

/* Values of all blocks, at coordinates that are inputs. */
static void merge_at_inputs(shortcut_work *q) {
    const completion *c = q->w->completion;
    q->merge = merge_new(q->arena, c->coordinates + c->unknowns);
    shortcut_merge_blocks(q);
}

/* The program of these values, of which the last ones are watched. */
static shortcut_code shortcut_finish(shortcut_work *q, arena *a, value_list output,
                                     int results, int watches) {
    shortcut_code code = {.results = results, .watches = watches};
    code.program = program_new_merged(q->w, a, q->merge, q->w->completion->coordinates,
                                      output.count, output.at, 0);
    return code;
}

/* All unknowns, with pivots. */
static void make_tops(shortcut_work *q, shortcut_order *f) {
    const invo_system *s = &q->w->system;
    value_list output = {0};
    LIST(double) scale = {0};
    int *sign = ARENA_ARRAY(f->arena, int, s->blocks.count + 1);
    q->refines = 1;
    merge_at_inputs(q);
    for (int j = 0; j < s->tops; j++)
        LIST_PUSH(q->arena, output, q->z[j]);
    for (int k = 0; k < q->inverse.count; k++)
        LIST_PUSH(q->arena, output, q->inverse.at[k]);
    for (int k = 0; k < q->watch.count; k++)
        LIST_PUSH(q->arena, output, q->watch.at[k]);
    f->tops = shortcut_finish(q, f->arena, output, s->tops, q->watch.count);
    for (int b = 0; b < s->blocks.count; b++) {
        const int n = s->blocks.at[b].size;
        sign[b] = n ? q->of[b]->sign : 1;
        for (int i = 0; i < n; i++)
            LIST_PUSH(q->arena, scale, n > 1 ? q->of[b]->scale[i] : 1);
    }
    f->sign = sign;
    f->scale = LIST_KEEP(f->arena, scale);
}

/* The direction. Multipliers are not watched at the points of stages: where a step begins
 * and where it ends they are, with all unknowns, and what an order that is weak between
 * them loses is round-off, unless the estimate of the error sees it. */
static void make_slopes(shortcut_work *q, shortcut_order *f) {
    const invo_system *s = &q->w->system;
    const int n = s->coordinates;
    value_list output = {0};
    q->refines = 0;
    merge_at_inputs(q);
    LIST_PUSH(q->arena, output, merge_number(q->merge, 1));
    for (int i = 1; i < n; i++) {
        const int slot = s->coordinate[i].derivative;
        const int value = slot < n ? merge_input(q->merge, slot) : q->z[slot - n];
        LIST_PUSH(q->arena, output, value);
    }
    merge_add_angles(q->merge, output.count, output.at);
    merge_mark_busy(q->merge);
    f->slopes = shortcut_finish(q, f->arena, output, n, 0);
}

/* --- the order --- */

/* Marks the outputs of a part that are the same at all points. */
static void mark_fixed(arena *scratch, const program_part *part, char *is_fixed) {
    const tape *t = part->tape;
    char *slot = ARENA_ARRAY(scratch, char, t->slots + 1);
    for (int k = part->variables; k < t->inputs + t->constants; k++)
        slot[k] = 1;
    for (int i = 0, at = 0; i < t->once; i++) {
        slot[tape_operand(t, at)] = 1;
        at += 1 + tape_arity((tape_op)t->op[i]);
    }
    for (int k = 0; k < t->outputs; k++)
        is_fixed[k] = slot[tape_output(t, k)];
}

/* The entries of block b at so many points, [entries] each, of which the first one is
 * (u, z), then room for right sides. Others need not be solutions: all coordinates are
 * moved by the same share of their size, whatever order they are in. */
static void evaluate_block(lowered *w, arena *scratch, int b, const double *u, double *z,
                           int points, double *value) {
    static const double share[] = {0, 0.7, -1.1, 1.9, -2.6, 3.7};
    const invo_block *k = &w->system.blocks.at[b];
    const int entries = k->pattern.start[k->size];
    const int n = w->completion->coordinates;
    double *there = arena_keep(scratch, u, sizeof *u, n);
    assert(points <= (int)(sizeof share / sizeof *share));
    for (int point = 0; point < points; point++) {
        for (int i = 1; point && i < n; i++)
            there[i] = u[i] + share[point] * fmax(fabs(u[i]), w->nominal[i]);
        w->system.blocks.equations(w, b, there, z, value, value + entries);
        value += entries;
    }
}

/* The elimination of block b at the point (u, z); NULL: there is none. */
static const elimination *choose_order(lowered *w, arena *scratch, int b, const double *u,
                                       double *z) {
    const invo_block *k = &w->system.blocks.at[b];
    const int entries = k->pattern.start[k->size];
    const program *p = &w->block[b];
    const int points = elimination_points(k->size);
    double *value = ARENA_ARRAY(scratch, double, points *entries + k->size);
    char *is_fixed = ARENA_ARRAY(scratch, char, entries + k->size);
    char *next = is_fixed;
    for (int i = 0; i < p->parts; i++) {
        mark_fixed(scratch, &p->part[i], next);
        next += p->part[i].tape->outputs;
    }
    evaluate_block(w, scratch, b, u, z, points, value);
    return elimination_new(scratch, &k->pattern, points, value, is_fixed, MOST_STEPS);
}

static int has_routines(const program *p) {
    for (int i = 0; i < p->parts; i++)
        if (p->part[i].tape->routine)
            return 1;
    return 0;
}

const elimination **shortcut_choose_orders(lowered *w, arena *scratch, const double *u,
                                           const double *z) {
    const invo_blocks *all = &w->system.blocks;
    const elimination **of = arena_alloc(scratch, sizeof *of * (size_t)(all->count + 1));
    double *own = arena_keep(scratch, z, sizeof *z, w->completion->unknowns);
    long steps = 0;
    for (int b = 0; b < all->count; b++) {
        if (has_routines(&w->block[b]))
            return NULL;
        const int size = all->at[b].size;
        if (size == 0)
            continue;
        steps += all->at[b].pattern.start[size]; /* each entry takes more than one */
        w->shortcut->is_long = steps > MOST_STEPS;
        of[b] = w->shortcut->is_long ? NULL : choose_order(w, scratch, b, u, own);
        if (!of[b])
            return NULL;
        steps += of[b]->steps - all->at[b].pattern.start[size];
    }
    w->shortcut->is_long = steps > MOST_STEPS;
    return w->shortcut->is_long ? NULL : of;
}

const double *shortcut_trusted(int outputs, int watches, const double *out) {
    const int results = outputs - watches;
    const int is_trusted =
        vector_all_below(watches, out + results, SHORTCUT_MULTIPLIERS) &&
        vector_all_finite(results, out);
    return is_trusted ? out : NULL;
}

static const double *shortcut_run(const lowered *w, const shortcut_code *code,
                                  const double *u) {
    const double *out = program_run_merged(w, &code->program, u, NULL);
    return shortcut_trusted(code->program.outputs, code->watches, out);
}

/* The smallest pivot of each block that has any, and the sign of the product of all. */
static void read_pivots(const lowered *w, const shortcut_order *f, const double *inverse,
                        double *smallest, int *sign) {
    const invo_blocks *all = &w->system.blocks;
    const double *scale = f->scale;
    *sign = 1;
    for (int b = 0; b < all->count; b++) {
        const int n = all->at[b].size;
        double least = INFINITY;
        for (int i = 0; i < n; i++, inverse++, scale++) {
            least = fmin(least, *scale / fabs(*inverse));
            if (*inverse > 0)
                *sign = -*sign;
        }
        if (n)
            smallest[b] = least;
        if (n && f->sign[b] < 0)
            *sign = -*sign;
    }
}

typedef struct shortcut_call {
    lowered *w;
    const double *u, *z;
} shortcut_call;

/* Is what the code has given at the point of its order z? */
static int agrees(const lowered *w, const double *out, const double *z) {
    static const double SAME = 1e-6;
    const double *nominal = w->nominal + w->completion->coordinates;
    for (int j = 0; j < w->system.tops; j++) {
        const double size = fmax(fabs(z[j]), fabs(nominal[j]));
        if (!(fabs(out[j] - z[j]) <= SAME * size))
            return 0;
    }
    return 1;
}

/* Is z at u the same whatever is put in the place of what is read before it is made? */
static int ignores_later(const lowered *w, const shortcut_order *f, arena *scratch,
                         const double *u, const double *z) {
    const int unknowns = w->completion->unknowns;
    double *other = ARENA_ARRAY(scratch, double, unknowns + 1);
    for (int j = 0; j < unknowns; j++)
        other[j] = z[j] + 1.7 * w->nominal[w->completion->coordinates + j];
    return agrees(w, program_run_merged(w, &f->tops.program, u, other), z);
}

/* What one program takes to be made is not kept for the next. */
static void make_directions(lowered *w, shortcut_order *f, const elimination *const *of,
                            arena *scratch) {
    shortcut_work tops = {.w = w, .arena = arena_child(scratch), .of = of};
    make_tops(&tops, f);
    arena_free(tops.arena);
    shortcut_work slopes = {.w = w, .arena = arena_child(scratch), .of = of};
    make_slopes(&slopes, f);
    arena_free(slopes.arena);
}

/* Runs the code at its point; 0: it is not right there. Else notes its pivots. */
static int shortcut_try(const lowered *w, const shortcut_order *f, arena *scratch) {
    int sign;
    if (!ignores_later(w, f, scratch, f->u, f->z))
        return 0;
    const double *out = shortcut_run(w, &f->tops, f->u);
    if (!out || !agrees(w, out, f->z))
        return 0;
    read_pivots(w, f, out + f->tops.results, f->usual, &sign);
    for (int b = 0; b < w->system.blocks.count; b++)
        if (w->system.blocks.at[b].size > 1)
            f->least[b] = WEAK_PIVOT * f->usual[b];
    return 1;
}

/* Fills in the programs of f, whose arena is there. */
static int shortcut_make(lowered *w, shortcut_order *f, arena *scratch, const double *u,
                         const double *z) {
    arena *a = w->replay ? f->arena : scratch;
    const elimination **of = shortcut_choose_orders(w, a, u, z);
    if (!of)
        return 0;
    f->of = w->replay ? of : NULL;
    f->is_at_start = u == w->start;
    f->u = arena_keep(f->arena, u, sizeof *u, w->completion->coordinates);
    f->z = arena_keep(f->arena, z, sizeof *z, w->completion->unknowns);
    make_directions(w, f, of, scratch);
    if (!shortcut_make_stages(w, f, scratch))
        return 0;
    if (w->completion->constraints)
        shortcut_make_arrival(w, f, of, SHORTCUT_SHORT_ARRIVAL, scratch);
    const long arrival = shortcut_arrival_length(w, f);
    f->goes_by_stages = w->system.stages.count && arrival > SHORTCUT_SHORT_ARRIVAL;
    f->most_moves =
        arrival > SHORTCUT_LONGEST_ARRIVAL ? SHORTCUT_MOST_MOVES : SHORTCUT_MOVES;
    f->usual = ARENA_ARRAY(f->arena, double, w->system.blocks.count + 1);
    f->least = ARENA_ARRAY(f->arena, double, w->system.blocks.count + 1);
    return shortcut_try(w, f, scratch);
}

/* Where the code cannot be made, its order has no arena. */
static void let_make(invo_context *context, void *argument) {
    const shortcut_call *call = argument;
    lowered *w = call->w;
    shortcut_form *all = w->shortcut;
    shortcut_order made = {0};
    (void)context;
    all->orders++;
    arena *scratch = arena_child(w->arena);
    made.arena = arena_child(w->arena);
    if (shortcut_make(w, &made, scratch, call->u, call->z))
        all->order[all->orders - 1] = made;
    else
        arena_free(made.arena);
    arena_free(scratch);
}

/* The number of the last order, from 1; 0: it could not be made. */
static int last_order(const shortcut_form *all) {
    return all->orders && all->order[all->orders - 1].arena ? all->orders : 0;
}

static int make_order(lowered *w, const double *u, const double *z) {
    const shortcut_call call = {w, u, z};
    return (int)protect(w->completion->system->context, let_make, (void *)&call);
}

/* The first order is that of the start of the system, unless its matrices are singular
 * there. */
static int make_first(lowered *w, const double *u, const double *z) {
    const int status = make_order(w, w->start, w->top);
    return status || last_order(w->shortcut) ? status : make_order(w, u, z);
}

typedef struct step_call {
    lowered *w;
    shortcut_order *f;
    const invo_scheme *scheme;
} step_call;

static void let_make_step(invo_context *context, void *argument) {
    const step_call *call = argument;
    shortcut_order *f = call->f;
    (void)context;
    f->has_step = f->has_dense = f->is_dense_tried = 0;
    f->sweep = NULL;
    f->scheme = *call->scheme;
    arena_free(f->of_step);
    arena_free(f->of_dense);
    f->of_step = f->of_dense = NULL;
    f->of_step = arena_child(f->arena);
    arena *scratch = arena_child(call->w->arena);
    shortcut_make_step(call->w, f, call->scheme, scratch);
    arena_free(scratch);
    if (!f->has_step)
        shortcut_make_sweep(call->w, f, call->scheme);
}

static void let_make_series(invo_context *context, void *argument) {
    const step_call *call = argument;
    shortcut_order *f = call->f;
    (void)context;
    f->has_series = 0;
    f->terms = call->scheme->series;
    arena_free(f->of_series);
    f->of_series = NULL;
    f->of_series = arena_child(f->arena);
    arena *scratch = arena_child(call->w->arena);
    const elimination **of = shortcut_choose_orders(call->w, scratch, f->u, f->z);
    if (of)
        shortcut_make_series(call->w, f, of, f->terms, scratch);
    arena_free(scratch);
}

/* Adds the steps of a scheme to an order that has none, or those of another. Methods with
 * series and without are tried in turn: both are kept. */
static int add_step(lowered *w, shortcut_order *f, const invo_scheme *scheme) {
    step_call call = {w, f, scheme};
    invo_context *context = w->completion->system->context;
    const invo_scheme *own = &f->scheme;
    if (!scheme)
        return INVO_OK;
    if (scheme->series)
        return f->terms == scheme->series ? INVO_OK
                                          : (int)protect(context, let_make_series, &call);
    if (own->stages == scheme->stages && own->a == scheme->a &&
        own->terms == scheme->terms)
        return INVO_OK;
    return (int)protect(context, let_make_step, &call);
}

/* What rows of output take, where there are enough of them. */
static int add_rows(lowered *w, shortcut_order *f, long planned) {
    shortcut_form *all = w->shortcut;
    all->has_row_code = shortcut_row_pays(w, planned);
    all->has_dense_code = shortcut_dense_pays(w, f, planned);
    int status = all->has_dense_code ? shortcut_add_dense(w, f) : INVO_OK;
    if (!status && all->has_row_code)
        status = shortcut_add_row(w, f);
    return status;
}

static int run_make(void *self, const invo_scheme *scheme, long planned, const double *u,
                    const double *z, int again, int *order) {
    lowered *w = self;
    shortcut_form *all = w->shortcut;
    const int patience = w->system.events.count ? SHORTCUT_PATIENCE : 0;
    const int is_early = all->steps++ < patience;
    const int is_new = again ? all->orders < SHORTCUT_ORDERS : all->orders == 0;
    const int is_asked = is_new && !all->is_long;
    int status = INVO_OK;
    if (is_asked && !is_early)
        status = again ? make_order(w, u, z) : make_first(w, u, z);
    *order = is_early || (again && !is_asked) ? 0 : last_order(all);
    if (!status && *order)
        status = add_step(w, &all->order[*order - 1], scheme);
    if (!status && *order)
        status = add_rows(w, &all->order[*order - 1], planned);
    return status;
}

static void run_use(void *self, int order) {
    const lowered *w = self;
    shortcut_form *all = w->shortcut;
    assert(order >= 0 && order <= all->orders);
    all->used = order ? &all->order[order - 1] : NULL;
    if (all->used && all->used->has_arrival)
        all->used->arrival->last = NULL;
    if (all->used)
        shortcut_forget_sweep(all->used);
}

/* Forgets all orders but the first ones. */
static void keep_orders(shortcut_form *all, int kept) {
    for (; all->orders > kept; all->orders--) {
        arena_free(all->order[all->orders - 1].arena);
        all->order[all->orders - 1] = (shortcut_order){0};
    }
    all->used = NULL;
}

static void run_shortcut_begin(void *self) {
    const lowered *w = self;
    shortcut_form *all = w->shortcut;
    /* That of the start stays; but events change the start. */
    keep_orders(all, all->order[0].arena != NULL && !w->hybrid);
    all->steps = 0;
}

/* Does the order of the last start hold for the new one? Its code is the same then. */
static int order_follows(lowered *w, shortcut_order *f, arena *scratch) {
    const completion *c = w->completion;
    const invo_blocks *all = &w->system.blocks;
    if (!f->arena || !f->of || !f->is_at_start)
        return 0;
    const elimination **of = shortcut_choose_orders(w, scratch, w->start, w->top);
    for (int b = 0; of && b < all->count; b++)
        if (all->at[b].size && !elimination_equal(all->at[b].size, of[b], f->of[b]))
            return 0;
    if (!of)
        return 0;
    f->u = arena_keep(f->arena, w->start, sizeof *w->start, c->coordinates);
    f->z = arena_keep(f->arena, w->top, sizeof *w->top, c->unknowns);
    return shortcut_try(w, f, scratch);
}

int shortcut_follow(lowered *w) {
    shortcut_form *all = w->shortcut;
    if (!all || !all->orders)
        return 1;
    arena *scratch = arena_child(w->arena);
    const int follows = order_follows(w, &all->order[0], scratch);
    arena_free(scratch);
    keep_orders(all, follows);
    return follows;
}

/* --- runs --- */

static int is_weak(const lowered *w, const shortcut_order *f, const double *smallest) {
    const invo_blocks *all = &w->system.blocks;
    for (int b = 0; b < all->count; b++)
        if (all->at[b].size > 1 && !(smallest[b] >= f->least[b]))
            return 1;
    return 0;
}

static int run_shortcut_tops(void *self, const double *u, double *z, double *smallest,
                             int *sign) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    assert(f);
    const double *out = shortcut_arrived_tops(w, u);
    if (!out)
        out = shortcut_run(w, &f->tops, u);
    if (!out)
        return 1;
    read_pivots(w, f, out + f->tops.results, smallest, sign);
    vector_copy(w->system.tops, out, z);
    return is_weak(w, f, smallest) ? INVO_SHORTCUT_WEAK : 0;
}

static int run_shortcut_direction(void *self, const double *u, double *v) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    assert(f);
    const double *out = shortcut_run(w, &f->slopes, u);
    if (!out)
        return 1;
    vector_copy(w->system.coordinates, out, v);
    return 0;
}

void lowered_add_shortcut(lowered *w, int is_tight) {
    w->shortcut = arena_alloc(w->arena, sizeof *w->shortcut);
    w->shortcut->is_tight = is_tight;
    w->system.shortcut = (invo_shortcut){.begin = run_shortcut_begin,
                                         .make = run_make,
                                         .use = run_use,
                                         .tops = run_shortcut_tops,
                                         .direction = run_shortcut_direction,
                                         .step = shortcut_run_step,
                                         .dense = shortcut_run_dense,
                                         .stage = shortcut_run_stage,
                                         .row = shortcut_run_row,
                                         .lanes = shortcut_run_lanes,
                                         .coast = shortcut_read_coast,
                                         .lengths = shortcut_read_lengths,
                                         .arrive = shortcut_run_arrival,
                                         .series = shortcut_run_series};
    w->shortcut->rows = w->system.ledger.rows;
    w->shortcut->measure = w->system.ledger.measure;
    w->system.ledger.rows = shortcut_rows;
    if (w->shortcut->measure)
        w->system.ledger.measure = shortcut_measure;
}

const double *shortcut_run_on(const program *p, int n, const double *x, const double *y,
                              double number) {
    const size_t size = sizeof *x * (size_t)n;
    double *in = p->slot;
    if (in[2 * n] == number && memcmp(in, x, size) == 0 && memcmp(in + n, y, size) == 0)
        return in + p->part->tape->together - 1;
    vector_copy(n, x, in);
    vector_copy(n, y, in + n);
    in[2 * n] = number;
    return program_run_loaded(p);
}

/* Takes over the parameters: the code has not been run with them. */
static void load_run(const lowered *w, const program *p) {
    program_load(w, p);
    p->slot[2 * w->completion->coordinates] = NAN;
}

void lowered_load_shortcut(lowered *w) {
    if (w->shortcut && w->shortcut->has_ledger)
        program_load(w, &w->shortcut->ledger);
    for (int i = 0; w->shortcut && i < w->shortcut->orders; i++) {
        shortcut_order *f = &w->shortcut->order[i];
        if (!f->arena)
            continue;
        program_load(w, &f->tops.program);
        program_load(w, &f->slopes.program);
        shortcut_forget_sweep(f);
        if (f->has_step)
            load_run(w, &f->step.program);
        if (f->has_series)
            program_load(w, &f->series.program);
        if (f->has_dense)
            program_load(w, &f->dense.program);
        if (f->has_row)
            program_load(w, &f->row.program);
        f->is_wide_loaded = 0;
        for (int k = 0; k < f->stages; k++)
            program_load(w, &f->stage[k].code.program);
        if (!f->has_arrival)
            continue;
        load_run(w, &f->arrival->code.program);
        if (f->has_moves)
            load_run(w, &f->moves);
        f->arrival->last = NULL;
    }
}
