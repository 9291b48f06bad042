/* SPDX-License-Identifier: BSD-3-Clause */
/* Refines a point where few rows miss their bound: by the round-off of what cancels in
 * them, as the sum of three currents does, or of an angle after many turns.
 *
 * Corrections have the size of round-off, so that slopes tell what they do to the rows.
 * Constraints that do not hold are solved by themselves. Numbers that are small beside
 * the terms of their own equation may move by as much as that leaves open, so that it
 * still holds: as the sum of the currents, but not the currents. Where an equation is
 * disturbed nevertheless it joins the constraints, and the correction is made anew, until
 * none is left. Then the other top unknowns follow in the triangular order of the
 * equations as written: where one does not hold, its unknown is moved, and rounded before
 * the next ones are looked at. What nothing disturbs costs a glance, and nothing is
 * factored but the blocks that are met. */
#include <math.h>
#include <string.h>
#include "../completion/signature.h"
#include "../linalg/dense.h"
#include "refinement.h"

enum {
    MOST_ROWS = 128,  /* of a block: more are left to others */
    MOST_JOINED = 64, /* with the constraints: more cost as much as all rows together */
    MOST_ROUNDS = 40,
    MOST_SWEEPS = 6,
    MOST_CORRECTIONS = 10,
    CORRECTIONS = 2, /* of what is not singular */
};

/* Rows hold within this many units; evaluating them in double precision adds one. */
static const double WITHIN = 1;
/* Constraints that follow from others leave the matrix singular. */
static const double RIDGE = 1e-12;

struct refine_part {
    int rows, columns;
    int factored; /* of the rows */
    int row[MOST_ROWS];
    double scale[MOST_ROWS]; /* rows times this have length 1, in relative terms */
    double left[MOST_ROWS], lu_scale[MOST_ROWS];
    int most; /* rows that `matrix` has room for */
    double *matrix;
    int pivot[MOST_ROWS];
    int *number;       /* [rows of all]: 1 + place in `row`; 0: no part of it */
    unsigned pass;     /* over rows that may join, so far ... */
    unsigned *seen;    /* [rows of all]: ... and the last one in which each held */
    int *column;       /* [columns]: of the rows above */
    char *has_column;  /* [columns of all] */
    double *weight;    /* [columns of all] */
    long double *move; /* [columns of all] */
    double *room;      /* [rows of all]: what may be left of them */
    double *change;    /* [rows of all]: by what has moved, rounded */
    double *kept_change;
    long double *kept_x;
    int blocks; /* of top unknowns in their order; 0: there is none */
    int *block, *order;
    int *row_of;    /* [tops]: the row of each, */
    int *entry_of;  /* [tops]: ... where in it the unknown stands, ... */
    int *column_of; /* [rows of all]: ... and the other way round; 0: none */
    int *held;      /* [columns of all]: constraints that hold it */
};

/* --- the triangular order --- */

/* The entries of the top equations by top unknowns; what completion solves for is worth
 * more. */
static signature list_entries(const lowered *w, const invo_pattern *p, arena *a,
                              int *start, int *column, int *worth) {
    const completion *c = w->completion;
    int count = 0;
    int *solved = ARENA_ARRAY(a, int, c->rows + 1);
    for (int j = 0; j < c->unknowns; j++)
        solved[c->unknown[j].row] = c->coordinates + j;
    for (int i = 0; i < c->rows; i++) {
        const int from = c->constraints + i;
        for (int k = p->start[from]; k < p->start[from + 1]; k++) {
            if (p->column[k] < c->coordinates)
                continue;
            worth[count] = p->column[k] == solved[i];
            column[count++] = p->column[k] - c->coordinates;
        }
        start[i + 1] = count;
    }
    return (signature){c->rows, c->unknowns, start, column, worth, NULL};
}

/* Top unknown j, which is that column, belongs to that row. */
static void note_row(const refine_part *q, const invo_pattern *p, int j, int column,
                     int row) {
    q->row_of[j] = row;
    q->column_of[row] = column;
    for (int k = p->start[row]; k < p->start[row + 1]; k++)
        if (p->column[k] == column)
            q->entry_of[j] = k;
}

static void find_order(refine_part *q, const lowered *w, const invo_pattern *p,
                       arena *a) {
    const completion *c = w->completion;
    const int n = c->unknowns;
    arena *scratch = arena_child(a);
    const int entries = p->start[c->constraints + c->rows] - p->start[c->constraints];
    int *start = ARENA_ARRAY(scratch, int, c->rows + 1);
    int *column = ARENA_ARRAY(scratch, int, entries + 1);
    int *worth = ARENA_ARRAY(scratch, int, entries + 1);
    int *column_of = ARENA_ARRAY(scratch, int, c->rows + 1);
    int *zero = ARENA_ARRAY(scratch, int, entries + n + 1);
    q->block = ARENA_ARRAY(a, int, n + 1);
    q->order = ARENA_ARRAY(a, int, n + 1);
    q->row_of = ARENA_ARRAY(a, int, n + 1);
    q->entry_of = ARENA_ARRAY(a, int, n + 1);
    q->column_of = ARENA_ARRAY(a, int, p->rows + 1);
    signature s = list_entries(w, p, scratch, start, column, worth);
    if (signature_assign(&s, scratch, q->row_of, column_of) == 0) {
        s.sigma = zero;
        q->blocks =
            signature_blocks(&s, scratch, q->row_of, zero, zero, q->block, q->order);
    }
    for (int j = 0; j < n && q->blocks; j++)
        note_row(q, p, j, c->coordinates + j, c->constraints + q->row_of[j]);
    arena_free(scratch);
}

refine_part *refine_part_new(const lowered *w, const invo_pattern *p, arena *a) {
    refine_part *q = arena_alloc(a, sizeof *q);
    q->most = p->rows < MOST_ROWS ? p->rows + 1 : MOST_ROWS;
    q->matrix = ARENA_ARRAY(a, double, q->most * q->most);
    q->number = ARENA_ARRAY(a, int, p->rows + 1);
    q->seen = ARENA_ARRAY(a, unsigned, p->rows + 1);
    q->column = ARENA_ARRAY(a, int, p->columns + 1);
    q->has_column = ARENA_ARRAY(a, char, p->columns + 1);
    q->weight = ARENA_ARRAY(a, double, p->columns + 1);
    q->move = refinement_long_array(a, p->columns + 1);
    q->room = ARENA_ARRAY(a, double, p->rows + 1);
    q->change = ARENA_ARRAY(a, double, p->rows + 1);
    q->kept_change = ARENA_ARRAY(a, double, p->rows + 1);
    q->kept_x = refinement_long_array(a, p->columns + 1);
    q->held = ARENA_ARRAY(a, int, p->columns + 1);
    for (int k = 0; k < p->start[w->completion->constraints]; k++)
        q->held[p->column[k]]++;
    find_order(q, w, p, a);
    return q;
}

/* --- the rows that are solved together --- */

/* Is what is left of row i within its room? Not where it is NaN. */
static int holds_now(const struct refinement *f, int i) {
    return fabs((double)(f->r[i] + f->part->change[i])) <= f->part->room[i];
}

/* By how much column j moves as easily as others: a top unknown by what its own equation
 * leaves open. */
static double ease_of(const lowered *w, int j) {
    static const motion how = {.what = MOVE_ALL, .ease = 1};
    const struct refinement *f = w->refinement;
    const int top = j - w->completion->coordinates;
    const double own = refinement_weight(w, j, (double)f->x[j], how);
    if (top < 0)
        return own;
    const double open =
        f->size[f->part->row_of[top]] / fabs(f->value[f->part->entry_of[top]]);
    return open > own && isfinite(open) ? open : own;
}

/* Takes row i and what moves in it into the part. Returns 0 where it cannot be met. */
static int add_row(const lowered *w, int i) {
    const struct refinement *f = w->refinement;
    const invo_pattern *p = &f->map.pattern;
    refine_part *q = f->part;
    double sum = 0;
    if (q->rows == MOST_JOINED || !(f->size[i] > 0))
        return 0;
    for (int k = p->start[i]; k < p->start[i + 1]; k++) {
        const int j = p->column[k];
        if (!q->has_column[j])
            q->weight[j] = ease_of(w, j);
        if (!q->has_column[j] && q->weight[j] > 0) {
            q->has_column[j] = 1;
            q->column[q->columns++] = j;
        }
        const double slope = f->value[k] * q->weight[j];
        sum += slope * slope;
    }
    const double length = sqrt(sum);
    if (!(length > FLAT * f->size[i]) || !isfinite(length))
        return 0;
    q->scale[q->rows] = 1 / length;
    q->row[q->rows++] = i;
    q->number[i] = q->rows;
    return 1;
}

static void empty_part(refine_part *q) {
    for (int a = 0; a < q->rows; a++)
        q->number[q->row[a]] = 0;
    for (int n = 0; n < q->columns; n++)
        q->has_column[q->column[n]] = 0;
    q->rows = q->columns = q->factored = 0;
}

/* What the move leaves of row i. */
static double rest_of_row(const struct refinement *f, int i) {
    const invo_pattern *p = &f->map.pattern;
    long double sum = f->r[i] + f->part->change[i];
    for (int k = p->start[i]; k < p->start[i + 1]; k++)
        if (f->part->has_column[p->column[k]])
            sum += f->value[k] * f->part->move[p->column[k]];
    return (double)sum;
}

/* Column j moves to the number that is nearest; its rows change. */
static void take_move(struct refinement *f, int j) {
    refine_part *q = f->part;
    const double before = (double)f->x[j];
    const double after = (double)(f->x[j] + q->move[j]);
    f->x[j] = after;
    for (int s = f->begin[j]; after != before && s < f->begin[j + 1]; s++) {
        const int k = f->inside[s];
        q->change[f->row[k]] += f->value[k] * (after - before);
    }
}

/* --- constraints, one by one --- */

/* Rows that follow from constraints often miss their bound by the rounding of coordinates
 * that their constraints are sensitive to, as the voltage of a diode. Others of these
 * coordinates are finer: moving one that no other constraint holds is enough then. */

/* Rows within so many units are near enough, and constraints need no move within so few.
 */
static const double POLISHED = 1.5, POLISHED_ENOUGH = 0.1;

/* Is what is left of row i within so many units? */
static int is_within(const struct refinement *f, int i, double units) {
    return fabs((double)(f->r[i] + f->part->change[i])) <=
           units * DBL_EPSILON * f->size[i];
}

/* The entry of constraint i with the finest coordinate; -1: there is none. */
static int finest_entry(const lowered *w, int i) {
    static const motion how = {.what = MOVE_ALL, .ease = 1};
    const struct refinement *f = w->refinement;
    const invo_pattern *p = &f->map.pattern;
    double finest = INFINITY;
    int best = -1;
    for (int k = p->start[i]; k < p->start[i + 1]; k++) {
        const int j = p->column[k];
        if (j >= w->completion->coordinates || f->part->held[j] > 1)
            continue;
        const double weight = refinement_weight(w, j, (double)f->x[j], how);
        const double grain = fabs(f->value[k]) * weight;
        if (!(grain > FLAT * f->size[i]) || !(grain < finest))
            continue;
        finest = grain;
        best = k;
    }
    return best;
}

/* Returns whether each that needs it has such a coordinate. */
static int polish_constraints(const lowered *w, const char *left_out) {
    struct refinement *f = w->refinement;
    refine_part *q = f->part;
    for (int i = 0; i < w->completion->constraints; i++) {
        if (refinement_leaves_out(w, i, left_out) || is_within(f, i, POLISHED_ENOUGH))
            continue;
        const int k = finest_entry(w, i);
        if (k < 0)
            return 0;
        const int j = f->map.pattern.column[k];
        q->move[j] = -(f->r[i] + q->change[i]) / f->value[k];
        take_move(f, j);
    }
    return 1;
}

static int all_are_polished(const lowered *w, const char *left_out) {
    const struct refinement *f = w->refinement;
    for (int i = 0; i < f->map.pattern.rows; i++)
        if (!refinement_leaves_out(w, i, left_out) && !is_within(f, i, POLISHED))
            return 0;
    return 1;
}

/* --- constraints --- */

/* The scaled slope of entry k, if its row is one of the part; a: its number. */
static inline double part_entry(const struct refinement *f, int k, int *a) {
    const refine_part *q = f->part;
    const int j = f->map.pattern.column[k];
    *a = q->number[f->row[k]] - 1;
    return *a < 0 ? 0 : f->value[k] * q->weight[j] * q->scale[*a];
}

static double *factor_line(refine_part *q, int a) {
    return q->matrix + (size_t)q->most * (size_t)a;
}

/* What column j has in the rows of the part: numbers and scaled slopes. Returns how many
 * there are. */
static int list_column(const struct refinement *f, int j, int *number, double *slope) {
    int count = 0;
    for (int s = f->begin[j]; s < f->begin[j + 1]; s++) {
        slope[count] = part_entry(f, f->inside[s], &number[count]);
        count += number[count] >= 0;
    }
    return count;
}

/* Adds what column j has in the rows of B B' that are new. */
static void add_products(const struct refinement *f, int j) {
    refine_part *q = f->part;
    int number[MOST_JOINED + 1]; /* one more for what is no part of it */
    double slope[MOST_JOINED + 1];
    const int count = list_column(f, j, number, slope);
    for (int s = 0; s < count; s++) {
        double *line = factor_line(q, number[s]);
        for (int t = 0; number[s] >= q->factored && t < count; t++)
            if (number[t] <= number[s])
                line[number[t]] += slope[s] * slope[t];
    }
}

/* Row a of the factor from that of B B' and the rows above. */
static int factor_row(refine_part *q, int a) {
    double *own = factor_line(q, a);
    for (int b = 0; b <= a; b++) {
        const double *above = factor_line(q, b);
        const double rest = own[b] - dot(b, own, above);
        if (b == a && !(rest > 0))
            return 0;
        own[b] = b == a ? sqrt(rest) : rest / above[b];
    }
    return 1;
}

/* Factors B B' by Cholesky's method: rows that join leave those before as they are. */
static int factor_constraints(const struct refinement *f) {
    refine_part *q = f->part;
    for (int a = q->factored; a < q->rows; a++) {
        vector_zero(a + 1, factor_line(q, a));
        factor_line(q, a)[a] = RIDGE;
    }
    for (int n = 0; n < q->columns; n++)
        add_products(f, q->column[n]);
    for (; q->factored < q->rows; q->factored++)
        if (!factor_row(q, q->factored))
            return 0;
    return 1;
}

static void solve_factored(refine_part *q, double *x) {
    for (int a = 0; a < q->rows; a++)
        x[a] = (x[a] - dot(a, factor_line(q, a), x)) / factor_line(q, a)[a];
    for (int a = q->rows - 1; a >= 0; a--) {
        x[a] /= factor_line(q, a)[a];
        vector_add(a, -x[a], factor_line(q, a), x);
    }
}

static int part_holds(const struct refinement *f) {
    static const double LITTLE = 0.1; /* units: rounding costs more */
    const refine_part *q = f->part;
    for (int a = 0; a < q->rows; a++) {
        const double room = LITTLE * DBL_EPSILON * f->size[q->row[a]];
        if (!(fabs(rest_of_row(f, q->row[a])) <= room))
            return 0;
    }
    return 1;
}

/* The least correction; the ridge is taken back by repeating it. */
static int solve_constraints(const struct refinement *f) {
    refine_part *q = f->part;
    for (int n = 0; n < q->columns; n++)
        q->move[q->column[n]] = 0;
    if (!factor_constraints(f))
        return 0;
    for (int m = 0; m < MOST_CORRECTIONS && !part_holds(f); m++) {
        for (int a = 0; a < q->rows; a++)
            q->left[a] = rest_of_row(f, q->row[a]) * q->scale[a];
        solve_factored(q, q->left);
        for (int n = 0; n < q->columns; n++) {
            const int j = q->column[n];
            for (int s = f->begin[j]; s < f->begin[j + 1]; s++) {
                int a;
                const double slope = part_entry(f, f->inside[s], &a);
                if (a >= 0)
                    q->move[j] -= (long double)(q->weight[j] * slope) * q->left[a];
            }
        }
    }
    return 1;
}

/* Does the part have to meet row i: a constraint, the equation of what it moves, or one
 * that follows from others and so gives nothing? */
static int is_of_part(const lowered *w, int i, const char *left_out) {
    const refine_part *q = w->refinement->part;
    if (refinement_leaves_out(w, i, left_out))
        return 0;
    if (i < w->completion->constraints || !q->column_of[i])
        return 1;
    return q->has_column[q->column_of[i]];
}

/* Takes row i in where it does not hold after the move; `before`: rows of the part that
 * were solved for. Returns whether it is new; -1: it cannot be met, or there are too
 * many.
 */
static int join_row(const lowered *w, int i, int before, const char *left_out) {
    const refine_part *q = w->refinement->part;
    if (holds_now(w->refinement, i) || !is_of_part(w, i, left_out))
        return 0;
    if (q->number[i] > before)
        return 0; /* another column has brought it just now */
    return q->number[i] == 0 && add_row(w, i) ? 1 : -1;
}

/* Takes in the rows that do not hold: at first of all, then of those that the columns of
 * the part are in. Returns how many there are; -1: one that cannot be met, or too many.
 */
static int add_rows(const lowered *w, const char *left_out) {
    const struct refinement *f = w->refinement;
    const int before = f->part->rows;
    const int columns = f->part->columns;
    for (int i = 0; before == 0 && i < f->map.pattern.rows; i++)
        if (join_row(w, i, 0, left_out) < 0)
            return -1;
    f->part->pass++;
    for (int n = 0; before > 0 && n < columns; n++) {
        const int j = f->part->column[n];
        for (int s = f->begin[j]; s < f->begin[j + 1]; s++) {
            const int i = f->row[f->inside[s]];
            if (f->part->seen[i] == f->part->pass)
                continue;
            if (holds_now(f, i))
                f->part->seen[i] = f->part->pass;
            else if (join_row(w, i, before, left_out) < 0)
                return -1;
        }
    }
    return f->part->rows - before;
}

/* Keeps the point that the constraints are solved from, or goes back there. */
static void keep_point(refine_part *q, const struct refinement *f) {
    memcpy(q->kept_change, q->change, sizeof *q->change * (size_t)f->map.pattern.rows);
    memcpy(q->kept_x, f->x, sizeof *f->x * (size_t)f->map.pattern.columns);
}

static void move_back(const refine_part *q, struct refinement *f) {
    memcpy(q->change, q->kept_change, sizeof *q->change * (size_t)f->map.pattern.rows);
    for (int n = 0; n < q->columns; n++)
        f->x[q->column[n]] = q->kept_x[q->column[n]];
}

static void move_all_back(const refine_part *q, struct refinement *f) {
    memcpy(q->change, q->kept_change, sizeof *q->change * (size_t)f->map.pattern.rows);
    memcpy(f->x, q->kept_x, sizeof *f->x * (size_t)f->map.pattern.columns);
}

/* Moves what is in the constraints until all of them hold. Returns how many rows that
 * took; -1: it cannot be done. */
static int refine_constraints(const lowered *w, const char *left_out) {
    struct refinement *f = w->refinement;
    refine_part *q = f->part;
    keep_point(q, f);
    for (int k = 0; k < MOST_ROUNDS; k++) {
        const int more = add_rows(w, left_out);
        if (more <= 0)
            return more < 0 ? -1 : q->rows;
        move_back(q, f);
        if (!solve_constraints(f))
            return -1;
        for (int n = 0; n < q->columns; n++)
            take_move(f, q->column[n]);
    }
    return -1;
}

/* --- top unknowns --- */

static int is_off(const lowered *w, int b) {
    const refine_part *q = w->refinement->part;
    for (int k = q->block[b]; k < q->block[b + 1]; k++)
        if (!holds_now(w->refinement, q->row_of[q->order[k]]))
            return 1;
    return 0;
}

/* Factors the slopes of the block by its own unknowns, which are the columns of the part.
 */
static int factor_block(const lowered *w, int b) {
    const struct refinement *f = w->refinement;
    const invo_pattern *p = &f->map.pattern;
    refine_part *q = f->part;
    const int first = q->block[b];
    const int size = q->block[b + 1] - first;
    if (size > q->most)
        return 0;
    for (int k = 0; k < size * size; k++)
        q->matrix[k] = 0;
    for (int k = 0; k < size; k++) {
        const int j = w->completion->coordinates + q->order[first + k];
        q->has_column[j] = 1;
        q->column[q->columns++] = j;
        q->move[j] = 0;
        q->weight[j] = k;
    }
    for (int a = 0; a < size; a++) {
        const int i = q->row_of[q->order[first + a]];
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            if (q->has_column[p->column[k]])
                q->matrix[a + size * (int)q->weight[p->column[k]]] += f->value[k];
    }
    return lu_factor(size, q->matrix, q->pivot, q->lu_scale) == 0;
}

static int solve_block(const lowered *w, int b) {
    struct refinement *f = w->refinement;
    refine_part *q = f->part;
    const int first = q->block[b];
    if (!factor_block(w, b))
        return 0;
    for (int m = 0; m < CORRECTIONS; m++) {
        for (int a = 0; a < q->columns; a++)
            q->left[a] = -rest_of_row(f, q->row_of[q->order[first + a]]);
        lu_solve(q->columns, q->matrix, q->pivot, q->lu_scale, q->left);
        for (int a = 0; a < q->columns; a++)
            q->move[q->column[a]] += q->left[a];
    }
    for (int a = 0; a < q->columns; a++) {
        if (!isfinite((double)q->move[q->column[a]]))
            return 0;
        take_move(f, q->column[a]);
    }
    return 1;
}

static int refine_tops(const lowered *w) {
    refine_part *q = w->refinement->part;
    for (int b = 0; b < q->blocks; b++) {
        if (!is_off(w, b))
            continue;
        const int done = solve_block(w, b);
        empty_part(q);
        if (!done)
            return 0;
    }
    return 1;
}

/* Unknowns that follow may be in constraints, which then are looked at again. */
static int sweep_rows(const lowered *w, const char *left_out) {
    refine_part *q = w->refinement->part;
    for (int k = 0; k < MOST_SWEEPS; k++) {
        const int rows = refine_constraints(w, left_out);
        empty_part(q);
        if (rows == 0 && k > 0)
            return 1;
        if (rows < 0 || !refine_tops(w))
            return 0;
    }
    return 0;
}

/* Residuals and slopes at (u, z), where nothing has moved yet. */
static void begin_part(lowered *w, const double *u, const double *z) {
    struct refinement *f = w->refinement;
    for (int j = 0; j < f->map.pattern.columns; j++)
        f->x[j] = invo_slot_value(w->completion->coordinates, u, z, j);
    program_run(w, &f->map.slope, u, z, f->value);
    program_run_long(&f->map.value, f->x, f->slot, f->r);
    for (int i = 0; i < f->map.pattern.rows; i++) {
        f->part->change[i] = 0;
        f->part->room[i] = WITHIN * DBL_EPSILON * f->size[i];
    }
}

int refine_part_polish(lowered *w, const double *u, const double *z,
                       const char *left_out) {
    begin_part(w, u, z);
    keep_point(w->refinement->part, w->refinement);
    return polish_constraints(w, left_out) &&
           (all_are_polished(w, left_out) ||
            (refine_tops(w) && all_are_polished(w, left_out)));
}

int refine_part_solve(const lowered *w, const char *left_out) {
    struct refinement *f = w->refinement;
    if (f->part->blocks == 0)
        return 0;
    move_all_back(f->part, f);
    return sweep_rows(w, left_out);
}
