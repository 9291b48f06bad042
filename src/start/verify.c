/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks at the start: the system Jacobian is regular, declared invariants are tangent.
 * An invariant is checked at random points near the start too: many false ones are
 * tangent at rest. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "initial.h"
#include "../points/linear_block.h"
#include "../points/loop_slopes.h"
#include "../points/sample.h"

static const double TANGENT_TOLERANCE =
    1e-8; /* of the size of the terms that must cancel */

/* The top equations of one block at the start, as conditions for its top unknowns. */
static int rank_of_block(lowered *w, int b, const double *x, rank_kind kind,
                         condition *row) {
    completion *c = w->completion;
    arena *own = completion_borrow(c);
    int size = c->block[b + 1] - c->block[b];
    int *column = ARENA_ARRAY(c->arena, int, size);
    for (int k = 0; k < size; k++) {
        int j = c->order[c->block[b] + k];
        row[k] = completion_top_row(c, c->unknown[j].row);
        column[k] = c->coordinates + j;
    }
    condition_set set = {size, row, size, column, x, conditions_ones(w), NULL};
    conditions *top = conditions_kept(w, &set);
    top->strictness = kind;
    int rank = conditions_rank(top, x);
    completion_release(c, own);
    return rank;
}

/* Is it large, and clearly not singular? Others are tested more closely. */
static int is_regular(lowered *w, int b, const double *x) {
    int number = linear_block_find(w, b);
    if (number < 0)
        return 0;
    arena *scratch = arena_child(w->completion->arena);
    double *z = ARENA_ARRAY(scratch, double, w->system.blocks.at[number].size);
    int regular = linear_block_solve(w, number, x, z);
    arena_free(scratch);
    return regular;
}

void verify_blocks(lowered *w, const double *x, char *is_sure) {
    completion *c = w->completion;
    arena *own = completion_borrow(c);
    for (int b = 0; b < c->blocks; b++) {
        int size = c->block[b + 1] - c->block[b];
        is_sure[b] = lowered_block_slope(w, b) != 0 || is_regular(w, b, x);
        if (is_sure[b])
            continue;
        condition *row = ARENA_ARRAY(c->arena, condition, size);
        is_sure[b] = rank_of_block(w, b, x, RANK_STRICT, row) == size;
    }
    completion_release(c, own);
}

/* The first block that is singular at x, or -1; its rank and rows. */
static int find_singular(lowered *w, const double *x, rank_kind kind, int *rank,
                         condition **row) {
    completion *c = w->completion;
    for (int b = 0; b < c->blocks; b++) {
        int size = c->block[b + 1] - c->block[b];
        if (lowered_block_slope(w, b) != 0 || is_regular(w, b, x))
            continue;
        *row = ARENA_ARRAY(c->arena, condition, size);
        *rank = rank_of_block(w, b, x, kind, *row);
        if (*rank < size)
            return b;
    }
    return -1;
}

static void check_blocks(lowered *w, const double *x) {
    completion *c = w->completion;
    dae *d = c->system;
    condition *row;
    int rank;
    int b = find_singular(w, x, RANK_STRICT, &rank, &row);
    if (b < 0)
        return;
    int size = c->block[b + 1] - c->block[b];
    const char *list = "";
    for (int k = 0; k < size && k < 6; k++)
        list = arena_print(c->arena, "%s%s%s", list, k ? "; " : "",
                           equation_label(d, row[k].equation));
    fail(d->context, INVO_E_SINGULAR, d->equations.at[row[0].equation].of->where,
         "the system Jacobian is singular at the start (rank %d of %d) although it is "
         "regular nearby: %s%s. The start is a singular point, such as a dead centre or "
         "a bifurcation: try other start values",
         rank < 0 ? 0 : rank, size, list, size > 6 ? "; ..." : "");
}

/* Fails with what the row is, its rate and the point: what to do differs for invariants,
 * constraints and equations. */
static _Noreturn void fail_tangent(lowered *w, int k, double rate, const double *x,
                                   const char *near_by) {
    completion *c = w->completion;
    assert(k >= 0 && k < c->extras.count);
    dae *d = c->system;
    int invariant = k >= c->extras.count - c->invariants;
    int number = c->extras.at[k].equation;
    const char *list = "";
    for (int i = 1; i < c->coordinates && i <= 6; i++)
        list = arena_print(c->arena, "%s, %s = %.6g", list, w->system.coordinate[i].name,
                           x[i]);
    if (invariant)
        fail(d->context, INVO_E_INCONSISTENT, d->equations.at[number].of->where,
             "the declared invariant %s is not constant: its rate of change is %.6g %sat "
             "t = %.6g%s%s",
             equation_label(d, number), rate, near_by, x[0], list,
             c->coordinates > 7 ? ", ..." : "");
    if (d->equations.at[number].kind == EQUATION_CONSTRAINT)
        fail(
            d->context, INVO_E_INCONSISTENT, d->equations.at[number].of->where,
            "%s is declared as a constraint, but it does not follow from the others: its "
            "rate of change along them is %.6g %sat t = %.6g%s%s",
            equation_label(d, number), rate, near_by, x[0], list,
            c->coordinates > 7 ? ", ..." : "");
    fail(d->context, INVO_E_SINGULAR, d->equations.at[number].of->where,
         "%s does not follow from the other equations, and its consequences cannot be "
         "determined here: its rate of change along them is %.6g %sat t = %.6g%s%s. The "
         "start is a singular point of the equations: try other start values",
         equation_label(d, number), rate, near_by, x[0], list,
         c->coordinates > 7 ? ", ..." : "");
}

static void check_tangents(lowered *w, const double *x, const char *near_by) {
    completion *c = w->completion;
    const invo_rates *of = &w->system.rates;
    int count = of->count;
    double *rate = ARENA_ARRAY(c->arena, double, count + 1);
    double *size = ARENA_ARRAY(c->arena, double, count + 1);
    program_run_bound(w, &w->rates, x, x + c->coordinates, rate, size);
    for (int k = 0; k < count; k++) {
        const int number = of->row[k] - (c->constraints - c->extras.count);
        if (number >= c->extras.count || of->found[k]) /* redundant, or dropped later */
            continue;
        if (!(fabs(rate[k]) <= TANGENT_TOLERANCE * size[k]))
            fail_tangent(w, number, rate[k], x, near_by);
    }
}

static int is_regular_start(lowered *w, rank_kind kind) {
    assert(w->start && w->top);
    condition *row;
    int rank;
    arena *own = completion_borrow(w->completion);
    w->is_regular = find_singular(w, w->start, kind, &rank, &row) < 0;
    completion_release(w->completion, own);
    return w->is_regular;
}

int verify_regular(lowered *w) {
    return is_regular_start(w, RANK_STRICT);
}

int verify_clearly_regular(lowered *w) {
    return is_regular_start(w, RANK_CLEAR);
}

void verify_start(lowered *w) {
    assert(w->start && w->top);
    loop_slopes_check(w, w->start);
    arena *own = completion_borrow(w->completion);
    if (!w->is_regular)
        check_blocks(w, w->start);
    w->is_regular = 0; /* of this start */
    if (w->completion->extras.count) {
        check_tangents(w, w->start, "");
        sample s = sample_manifold(w, w->start, SAMPLE_POINTS, 1, 0);
        for (int p = 0; p < s.count; p++)
            check_tangents(w, s.point[p], "near the start, ");
    }
    completion_release(w->completion, own);
}

/* Rank of the constraints from equations together with the first `extras` extras, at the
 * point where it is largest. */
static int rank_with(lowered *w, int extras, const sample *near_by) {
    completion *c = w->completion;
    int rows = c->constraints - c->extras.count + extras;
    int columns = c->coordinates - 1;
    int rank = 0;
    const condition *row = completion_constraints(c, c->arena, 0);
    int *column = ARENA_ARRAY(c->arena, int, columns + 1);
    double *weight = ARENA_ARRAY(c->arena, double, c->coordinates);
    for (int k = 0; k < columns; k++) {
        column[k] = k + 1;
        weight[k + 1] = 1 / w->nominal[k + 1];
    }
    condition_set set = {rows, row, columns, column, near_by->point[0], weight, NULL};
    conditions *s = conditions_new(w, &set);
    for (int p = 0; p < near_by->count; p++) {
        int here = conditions_rank(s, near_by->point[p]);
        if (here > rank)
            rank = here;
    }
    return rank;
}

static int verify_holds(lowered *w, expr f, const sample *near_by) {
    program p = program_new(w, 1, &f);
    for (int k = 0; k < near_by->count; k++) {
        const double *x = near_by->point[k];
        double value, size;
        program_run_bound(w, &p, x, x + w->completion->coordinates, &value, &size);
        if (!(fabs(value) <= TANGENT_TOLERANCE * size))
            return 0;
    }
    return 1;
}

int drop_redundant(lowered *w, const sample *near_by) {
    completion *c = w->completion;
    assert(c->invariants <= c->extras.count);
    int dropped = 0;
    if (c->extras.count == c->invariants || near_by->count == 0)
        return 0;
    int rank = rank_with(w, 0, near_by);
    for (int k = 0; k < c->extras.count - c->invariants;) {
        int with = rank_with(w, k + 1, near_by);
        if (with > rank || !verify_holds(w, c->extras.at[k].f, near_by)) {
            rank = with;
            k++;
        } /* the initial point reports what does not hold */
        else {
            completion_drop(c, k);
            dropped++;
        }
    }
    return dropped;
}
