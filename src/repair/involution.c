/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop of completion: structure, then ranks at points of the manifold, block by block
 * in the order in which they are solved, then tangency. */
#include "involution.h"
#include "signed_square.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "certify.h"
#include "combine.h"
#include "../points/linear_block.h"
#include "../lowering/replay.h"
#include "../points/loop_slopes.h"
#include "../system/reads.h"

/* A rate of change above this share of its terms is not round-off. */
static const double TANGENT = 1e-7;

enum {
    MOST_ROUNDS = 100, /* each makes the system smaller; a bound for what is not */
    LARGEST_GROWTH = 50,
    MOST_NODES = 4000,    /* of the graph, beside what there was:
                              derivatives of derivatives of quotients */
    LARGEST_LOOK = 600,   /* constraints of systems whose points can be had, and rows of a
                              block: dense */
    MOST_UNKNOWNS = 20000 /* whose blocks are looked at one by one */
};

static double start_value(void *data, int v, int order) {
    dae *s = data;
    if (v >= s->variables.count)
        return NAN; /* came with a change of the system */
    return order || s->variables.at[v].start == NO_EXPR
               ? NAN
               : parameter_value(s, s->variables.at[v].start, 0);
}

surroundings start_values(dae *s, double t) {
    return (surroundings){t, start_value, s, 0};
}

static double point_value(void *data, int v, int order) {
    const lowered *w = data;
    const completion *c = w->completion;
    if (v >= c->written->variables.count)
        return NAN;
    int j = c->alias[v].unknown;
    int l = c->alias[v].order + order;
    if (l > c->unknown[j].d)
        return NAN;
    return w->start[completion_jet_slot(c, j, l)];
}

static const double CLOSE = 1e-3;

surroundings closer_look(lowered *w) {
    assert(w->start);
    return (surroundings){w->start[0], point_value, w, CLOSE};
}

/* The point to look around: what is known, else 0. */
static double *read_point(lowered *w, surroundings at) {
    completion *c = w->completion;
    double *x = ARENA_ARRAY(c->arena, double, c->coordinates + c->unknowns);
    x[0] = at.t;
    for (int v = 0; v < c->system->variables.count; v++) {
        int j = c->alias[v].unknown;
        const jet_unknown *y = &c->unknown[j];
        for (int l = c->alias[v].order; l <= y->d; l++) {
            double value = at.value(at.data, v, l - c->alias[v].order);
            if (isfinite(value))
                x[completion_jet_slot(c, j, l)] = value;
        }
    }
    return x;
}

/* Extra equations that are no mere declarations: the last ones are. */
static int is_equation(const completion *c, int k) {
    equation_kind kind = c->system->equations.at[c->extras.at[k].equation].kind;
    return kind == EQUATION_PLAIN || kind == EQUATION_DERIVED;
}

/* Is there anything that structure does not settle by itself? */
static int involution_is_open(const completion *c) {
    for (int k = 0; k < c->extras.count; k++)
        if (is_equation(c, k))
            return 1;
    for (int b = 0; b < c->blocks; b++)
        if (lowered_constant_slope(c, b) == 0)
            return 1;
    return 0;
}

/* Smallest pivot of a large block that needs no closer look: far above those by which
 * ranks are decided. */
static const double CLEARLY_REGULAR = 1e-4;

/* Is block b large, and by sparse elimination far from singular in some point? */
static int is_clearly_regular(lowered *w, const sample *s, int b) {
    int number = linear_block_find(w, b);
    for (int p = 0; p < s->count && number >= 0; p++)
        if (linear_block_exceeds(w, number, s->point[p], CLEARLY_REGULAR))
            return 1;
    return 0;
}

/* Are the slopes of these scalar blocks, which do not depend on the point, not zero? */
static int are_slopes_clear(const lowered *w, int first, int last) {
    for (int b = first; b < last; b++)
        if (lowered_block_slope(w, b) == 0)
            return 0;
    return 1;
}

/* Computes the top unknowns of a run of scalar blocks at a point by its closed formulas;
 * returns whether they are finite. Otherwise the point stays. */
static int run_formulas(lowered *w, int number, double *x) {
    const completion *c = w->completion;
    const invo_block *run = &w->system.blocks.at[number];
    double *z = x + c->coordinates;
    arena *scratch = arena_child(c->arena);
    double *before = ARENA_ARRAY(scratch, double, run->pattern.columns + 1);
    int is_finite = 1;
    for (int k = 0; k < run->pattern.columns; k++)
        before[k] = z[run->unknown[k]];
    w->system.blocks.equations(w->system.self, number, x, z, NULL, NULL);
    for (int k = 0; k < run->pattern.columns; k++)
        is_finite &= isfinite(z[run->unknown[k]]) != 0;
    for (int k = 0; k < run->pattern.columns && !is_finite; k++)
        z[run->unknown[k]] = before[k];
    arena_free(scratch);
    return is_finite;
}

/* Solves the blocks first..last-1, the lowered one of this number, by formulas where they
 * are a run; returns whether that succeeded in every point. */
static int involution_run(lowered *w, const sample *s, int number, int first, int last) {
    int is_solved =
        w->system.blocks.at[number].size == 0 && are_slopes_clear(w, first, last);
    for (int p = 0; p < s->count && is_solved; p++)
        is_solved = run_formulas(w, number, s->point[p]);
    return is_solved;
}

/* The first block that is singular at every point, or NULL; the top unknowns of the
 * points are solved up to there. *solved: all blocks are. */
static top_block *singular_block(lowered *w, sample *s, int *solved) {
    completion *c = w->completion;
    *solved = 1;
    for (int b = 0, number = 0; b < c->blocks; number++) {
        const invo_block *here = &w->system.blocks.at[number];
        int end = b + (here->size ? 1 : here->pattern.columns);
        if (involution_run(w, s, number, b, end))
            b = end;
        for (; b < end; b++) {
            int is_clear = is_clearly_regular(w, s, b);
            top_block *block =
                is_clear ? top_block_regular(w, s, b) : top_block_new(w, s, b, b + 1);
            if (block->rank < block->size)
                return block;
            if (!top_block_solve(block))
                *solved = 0;
        }
    }
    return NULL;
}

/* Points of multiple roots are known too badly for rates to vanish there; then the same
 * derivative would be asked for again and again. */
static int is_known(const dae *s, expr residual) {
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind == EQUATION_DERIVED &&
            s->equations.at[k].residual == residual)
            return 1;
    return 0;
}

/* The derivative of an extra equation joins the system; it is a contradiction if no
 * unknown is left in it. */
static void involution_add_derivative(dae *s, const completion *c, int k, double rate) {
    const extra *e = &c->extras.at[k];
    equation more = c->system->equations.at[e->equation];
    more.residual = expr_total(s->graph, e->f);
    if (is_known(s, more.residual))
        return;
    if (!has_unknown(s->graph, more.residual))
        fail(s->context, INVO_E_INCONSISTENT, more.of->where,
             "%s contradicts the other equations: its rate of change along them is %.6g "
             "for any values of the unknowns",
             equation_label(c->system, e->equation), rate);
    more.kind = EQUATION_DERIVED;
    more.is_derived = 1;
    more.level++;
    LIST_PUSH(s->arena, s->equations, more);
}

/* The system with the derivatives of those extra equations that are not tangent; NULL if
 * all are. */
static dae *differentiate_extras(lowered *w, const sample *points) {
    completion *c = w->completion;
    dae *s = NULL;
    double *rate = ARENA_ARRAY(c->arena, double, w->system.rates.count + 1);
    double *size = ARENA_ARRAY(c->arena, double, w->system.rates.count + 1);
    char *seen = ARENA_ARRAY(c->arena, char, c->extras.count + 1);
    for (int p = 0; p < points->count; p++) {
        const double *x = points->point[p];
        program_run_bound(w, &w->rates, x, x + c->coordinates, rate, size);
        for (int k = 0; k < c->extras.count; k++) {
            if (seen[k] || !is_equation(c, k) || fabs(rate[k]) <= TANGENT * size[k])
                continue;
            if (!s)
                s = system_copy(c->written);
            seen[k] = 1;
            involution_add_derivative(s, c, k, rate[k]);
        }
    }
    return s && s->equations.count > c->written->equations.count ? s : NULL;
}

static int largest_block(const completion *c) {
    int most = 0;
    for (int b = 0; b < c->blocks; b++)
        if (c->block[b + 1] - c->block[b] > most)
            most = c->block[b + 1] - c->block[b];
    return most;
}

/* Returns the system improved by what nearby points show; NULL where nothing is wrong, or
 * there are no points. */
static dae *involution_improve(lowered *w, surroundings at, sample *s) {
    completion *c = w->completion;
    int solved;
    int extras = c->extras.count - c->invariants;
    if (!involution_is_open(c) || c->constraints > LARGEST_LOOK ||
        c->unknowns > MOST_UNKNOWNS || largest_block(c) > LARGEST_LOOK)
        return NULL;
    double *x = read_point(w, at);
    if (extras == 0) { /* most systems: one look is enough */
        *s = sample_manifold(w, x, 1, 0, at.spread);
        if (s->count && !singular_block(w, s, &solved))
            return NULL;
    }
    *s = sample_manifold(w, x, SAMPLE_POINTS, 0, at.spread);
    if (s->count == 0)
        return NULL;
    top_block *singular = singular_block(w, s, &solved);
    if (singular) {
        loop_slopes_check(w, s->point[0]);
        return combine_rows(singular);
    }
    return extras && solved ? differentiate_extras(w, s) : NULL;
}

/* A system that was changed must have the index and the freedom of the one written. */
static void look_back(const dae *written, lowered *w, surroundings at, sample *points) {
    int solved = 1;
    if (points->count == 0) {
        *points = sample_manifold(w, read_point(w, at), 1, 0, at.spread);
        singular_block(w, points, &solved);
    }
    if (solved)
        certify(written, w, points);
}

/* Completes and improves s until nothing is amiss, for at most `rounds` rounds; NULL
 * where that is not enough. *changed is the system that is completed in the end. */
static lowered *improve_all(dae *s, lowering how, surroundings at, int rounds,
                            sample *points, dae **changed) {
    int most = graph_count(s->graph) * (LARGEST_GROWTH + 1) + MOST_NODES;
    *changed = s;
    for (int round = 0; round < rounds; round++) {
        completion *c = how.full ? complete_full(*changed) : complete(*changed);
        if (round && graph_count(s->graph) > most)
            return NULL;
        lowered *w = lower(c, how);
        if (round && graph_count(s->graph) > most)
            return NULL;
        if (reads_end(s))
            replay_record(w, w->arena);
        *points = (sample){.lowered = w};
        dae *next = involution_improve(w, at, points);
        w->completion->was_sampled = points->count > 0;
        if (!next)
            return w;
        *changed = next;
    }
    return NULL;
}

static _Noreturn void refuse_to_go_on(const dae *s) {
    fail(s->context, INVO_E_SINGULAR, dae_place(s),
         "completion of %s did not finish: after %d rounds it still finds equations to "
         "combine or to differentiate, or its expressions are too large; try other start "
         "values, or write its equations in a simpler form",
         s->name, MOST_ROUNDS);
}

static lowered *thin_out(lowered *w, lowering how, const sample *points) {
    return drop_redundant(w, points) ? lower(w->completion, how) : w;
}

/* A mixture is taken apart as it is written, exactly, and trivial equations are
 * eliminated from what comes out. Returns NULL where there is no mixture. */
static lowered *involve_raw(dae *written, lowering how, surroundings at) {
    dae *raw = system_copy(written);
    dae *changed;
    sample points;
    raw->is_raw = 1;
    if (improve_all(raw, how, at, 1, &points, &changed) || !changed->is_untangled)
        return NULL;
    lowered *w = improve_all(changed, how, at, MOST_ROUNDS, &points, &changed);
    if (!w)
        refuse_to_go_on(written);
    look_back(written, w, at, &points);
    int index = w->completion->index;
    changed = system_copy(changed);
    changed->is_raw = 0;
    sample fewer;
    lowered *small = improve_all(changed, how, at, 1, &fewer, &changed);
    if (!small)
        return thin_out(w, how, &points);
    small->completion->index = index;
    return thin_out(small, how, &fewer);
}

lowered *involve(dae *s, lowering how, surroundings at) {
    assert(s->context && at.value);
    size_t said = s->context->message_size;
    dae *written = signed_squares_solve(system_fold_constants(s));
    dae *changed;
    sample points;
    written->text = written;
    lowered *w = improve_all(written, how, at, 1, &points, &changed);
    if (w)
        return thin_out(w, how, &points);
    size_t noted = s->context->message_size;
    if ((w = involve_raw(written, how, at))) {
        if (noted == s->context->message_size)
            forget_notes(s->context, said);
        return w;
    }
    w = improve_all(changed, how, at, MOST_ROUNDS, &points, &changed);
    if (!w)
        refuse_to_go_on(written);
    look_back(written, w, at, &points);
    return thin_out(w, how, &points);
}

void involve_again(lowered *w, surroundings at) {
    sample points = {.lowered = w};
    const dae *other = involution_improve(w, at, &points);
    w->completion->was_sampled = points.count > 0;
    if (other || drop_redundant(w, &points))
        replay_leave(w);
}

lowered *involve_plain(dae *s, lowering how, surroundings at) {
    dae *written = system_fold_constants(s);
    dae *changed;
    sample points;
    lowered *w = improve_all(written, how, at, 1, &points, &changed);
    return w && !drop_redundant(w, &points) ? w : NULL;
}

lowered *involve_thin(lowered *w, lowering how) {
    assert(w->start);
    completion *c = w->completion;
    sample here = {.lowered = w, .count = 1};
    if (c->was_sampled)
        return w;
    size_t size = sizeof *w->start * (size_t)(c->coordinates + c->unknowns);
    arena *scratch = arena_child(c->arena);
    here.point[0] = arena_alloc(scratch, size);
    memcpy(here.point[0], w->start, size);
    int dropped = drop_redundant(w, &here);
    arena_free(scratch);
    if (!dropped)
        return w;
    lowered *thin = lower(c, how);
    memcpy(thin->start, w->start, size);
    lowered_keep_invariants(thin, thin->start);
    return thin;
}
