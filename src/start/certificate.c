/* SPDX-License-Identifier: BSD-3-Clause */
/* Matrices are scaled to columns in nominal sizes and rows of length 1, so that units do
 * not count; the constraint Jacobian part by part, where parts have no column in common.
 * Independent coordinates come from an elimination of the constraint Jacobian that takes
 * the least wanted ones as pivots first: high derivatives, then coordinates without start
 * value, then those with one, then fixed ones. */
#include "certificate.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "../linalg/dense.h"
#include "../linalg/judged.h"
#include "../linalg/svd.h"
#include "../completion/alias.h"
#include "../points/conditions.h"

static const double RANK_TOLERANCE = 1e-11; /* as conditions.c */
static const double NOTHING = 4;            /* units of round-off, as conditions.c */
static const double SAME = 1e-9;            /* share by which a start value may move */
/* Operations (rows^2 * columns) that are worth their time: singular values of 200 rows
 * take a third of a second, elimination is faster. In one matrix, and in all. */
static const double MOST_SINGULAR = 1e7, MOST_SINGULAR_IN_ALL = 5e7,
                    MOST_ELIMINATION = 3e8;
enum {
    MOST_COLUMNS = 4000,
    LARGEST_COUNT = 600 /* slots, as for the note on the initial point */
};

/* Some rows and the slots of (u, z) in which they have slopes. */
typedef struct matrix {
    int rows, columns;
    int *column; /* [columns]: slots */
    double *a;   /* [rows, columns] */
} matrix;

/* Reads the start values of the model; of two names the first in the alphabet counts. */
static void read_starts(certificate *k, completion *c) {
    dae *s = c->system;
    int slots = c->coordinates + c->unknowns;
    int *giver = ARENA_ARRAY(c->arena, int, slots + 1);
    for (int v = 0; v < s->variables.count; v++) {
        const variable *named = &s->variables.at[v];
        int slot = completion_jet_slot(c, c->alias[v].unknown, c->alias[v].order);
        if (named->start == NO_EXPR && !named->fixed)
            continue;
        if (k->fixed[slot] ||
            (k->given[slot] && !named->fixed &&
             strcmp(named->name, s->variables.at[giver[slot]].name) > 0))
            continue;
        k->guess[slot] = parameter_value(s, named->start, 0);
        giver[slot] = v;
        k->given[slot] = 1;
        k->fixed[slot] = (char)named->fixed;
    }
}

static int is_in_coordinates(const completion *c, expr f) {
    slot_range range = completion_range(c, f);
    return range.least >= 0 && range.most > 0 && range.most < c->coordinates;
}

/* Initial equations; with `all`, also those that contain highest derivatives. */
static int list_initial(const completion *c, int all, condition *row) {
    dae *s = c->system;
    int m = 0;
    for (int e = 0; e < s->equations.count; e++) {
        if (s->equations.at[e].kind != EQUATION_INITIAL)
            continue;
        expr f = alias_substitute(s, c->alias, s->equations.at[e].residual);
        if (all || is_in_coordinates(c, f))
            row[m++] = (condition){f, e, 0};
    }
    return m;
}

/* The nonzero slopes of some rows by coordinates, at the start. */
typedef struct slopes {
    int rows;
    LIST(int) row, column;
    LIST(expr) entry;
    double *value;
} slopes;

static void certificate_find_slopes(lowered *w, const condition *row,
                                    const char *leave_out, slopes *s) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    for (int i = 0; i < s->rows; i++) {
        expr_leaves leaves = expr_depends(g, row[i].f);
        for (int e = 0; e < leaves.count; e++) {
            int slot = completion_slot(c, expr_get(g, leaves.at[e]));
            if (slot <= 0 || slot >= c->coordinates || leave_out[slot])
                continue;
            expr slope = expr_partial(g, row[i].f, leaves.at[e]);
            if (slope == EXPR_ZERO)
                continue;
            LIST_PUSH(c->arena, s->row, i);
            LIST_PUSH(c->arena, s->column, slot);
            LIST_PUSH(c->arena, s->entry, slope);
        }
    }
}

/* Returns whether all are finite. */
static int evaluate_slopes(lowered *w, slopes *s) {
    int count = s->entry.count;
    program p = program_new(w, count, s->entry.at);
    double *bound = ARENA_ARRAY(w->completion->arena, double, count + 1);
    s->value = ARENA_ARRAY(w->completion->arena, double, count + 1);
    program_run_bound(w, &p, w->start, w->top, s->value, bound);
    for (int e = 0; e < count; e++) {
        if (!isfinite(s->value[e]))
            return 0;
        if (fabs(s->value[e]) <= NOTHING * DBL_EPSILON * bound[e])
            s->value[e] = 0;
        s->value[e] *= w->nominal[s->column.at[e]];
    }
    return 1;
}

static void equilibrate_rows(int rows, int columns, double *a) {
    for (int i = 0; i < rows; i++) {
        double length = 0;
        for (int j = 0; j < columns; j++)
            length = hypot(length, a[i + (size_t)j * (size_t)rows]);
        if (!(length > 0))
            continue;
        for (int j = 0; j < columns; j++)
            a[i + (size_t)j * (size_t)rows] /= length;
    }
}

static int certificate_root_of(int *parent, int i) {
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* Rows by parts: two rows with a column in common are in the same one. Returns how many
 * there are. part: [rows] */
static int certificate_find_parts(const completion *c, const slopes *s, int *part) {
    int *parent = ARENA_ARRAY(c->arena, int, s->rows + 1);
    int count = 0;
    int *seen = ARENA_ARRAY(c->arena, int, c->coordinates); /* 1 + a row of the column */
    for (int i = 0; i < s->rows; i++)
        parent[i] = i;
    for (int e = 0; e < s->row.count; e++) {
        int *row = &seen[s->column.at[e]];
        int i = s->row.at[e];
        if (*row)
            parent[certificate_root_of(parent, i)] =
                certificate_root_of(parent, *row - 1);
        *row = i + 1;
    }
    for (int i = 0; i < s->rows; i++)
        part[i] = certificate_root_of(parent, i) == i ? count++ : -1;
    for (int i = 0; i < s->rows; i++)
        if (part[i] < 0)
            part[i] = part[certificate_root_of(parent, i)];
    return count;
}

/* Sorts items by part: those of part p are list[first[p]] .. list[first[p + 1] - 1]. */
static int *group(arena *memory, int count, const int *row, const int *part, int parts,
                  int *first) {
    int *list = ARENA_ARRAY(memory, int, count + 1);
    for (int k = 0; k < count; k++)
        first[part[row ? row[k] : k] + 1]++;
    for (int p = 0; p < parts; p++)
        first[p + 1] += first[p];
    for (int k = count - 1; k >= 0; k--)
        list[--first[part[row ? row[k] : k] + 1]] = k;
    for (int p = 0; p < parts; p++)
        first[p] = first[p + 1];
    first[parts] = count;
    return list;
}

/* Reads the matrix of a part from its rows and entries; a is NULL where it is too large.
 * number: [coordinates], zero between uses. */
static matrix certificate_read_matrix(arena *memory, const slopes *s, int rows,
                                      const int *row, int entries, const int *entry,
                                      int *row_number, int *number) {
    matrix m = {rows, 0, ARENA_ARRAY(memory, int, entries + 1), NULL};
    for (int i = 0; i < rows; i++)
        row_number[row[i]] = i;
    for (int k = 0; k < entries; k++) {
        int slot = s->column.at[entry[k]];
        if (number[slot])
            continue;
        m.column[m.columns++] = slot;
        number[slot] = m.columns;
    }
    if (m.columns <= MOST_COLUMNS && (double)rows * rows * m.columns <= MOST_ELIMINATION)
        m.a = ARENA_ARRAY(memory, double, (size_t)rows *(size_t)m.columns + 1);
    for (int k = 0; m.a && k < entries; k++)
        m.a[row_number[s->row.at[entry[k]]] +
            (size_t)(number[s->column.at[entry[k]]] - 1) * (size_t)rows] +=
            s->value[entry[k]];
    for (int j = 0; j < m.columns; j++)
        number[m.column[j]] = 0;
    if (m.a)
        equilibrate_rows(rows, m.columns, m.a);
    return m;
}

/* A copy with rows and columns scaled by a matching, rows of length 1: conductances of
 * 1e-13 beside ones are no loss of rank. */
static double *rescaled(arena *memory, int rows, int columns, const double *a) {
    size_t size = (size_t)rows * (size_t)columns;
    double *copy = ARENA_ARRAY(memory, double, size + 1);
    double *work = ARENA_ARRAY(memory, double, judged_work(rows, columns));
    double *row = ARENA_ARRAY(memory, double, rows + 1);
    double *column = ARENA_ARRAY(memory, double, columns + 1);
    matching_scales(rows, columns, a, row, column, work);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            size_t k = (size_t)i + (size_t)j * (size_t)rows;
            copy[k] = a[k] * row[i] * column[j];
        }
    equilibrate_rows(rows, columns, copy);
    return copy;
}

/* Rank and extreme singular values, of a copy; the smallest is that of a matrix of full
 * rank, so 0 where some are. */
static invo_conditioning look_once(arena *memory, int rows, int columns,
                                   const double *a) {
    int least = rows < columns ? rows : columns;
    int most = rows + columns - least;
    invo_conditioning k = {rows, columns, -1, NAN, NAN};
    double *copy = ARENA_ARRAY(memory, double, (size_t)rows *(size_t)columns + 1);
    double *sigma = ARENA_ARRAY(memory, double, least + 1);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            double x = a[i + (size_t)j * (size_t)rows];
            if (!isfinite(x))
                return k;
            copy[rows >= columns ? i + j * rows : j + i * columns] = x;
        }
    singular_values(most, least, copy, sigma);
    k.rank = 0;
    while (k.rank < least && sigma[k.rank] > RANK_TOLERANCE * sigma[0])
        k.rank++;
    k.largest = least ? sigma[0] : 0;
    k.smallest = least && k.rank == rows ? sigma[least - 1] : 0;
    return k;
}

static invo_conditioning certificate_look(arena *memory, int rows, int columns,
                                          const double *a) {
    int least = rows < columns ? rows : columns;
    int most = rows + columns - least;
    if ((double)least * least * most > MOST_SINGULAR)
        return (invo_conditioning){rows, columns, -1, NAN, NAN};
    invo_conditioning k = look_once(memory, rows, columns, a);
    if (k.rank < 0 || k.rank == least)
        return k;
    invo_conditioning other =
        look_once(memory, rows, columns, rescaled(memory, rows, columns, a));
    return other.rank > k.rank ? other : k;
}

/* A block-diagonal matrix has the singular values of its blocks. */
static void certificate_join(invo_conditioning *all, const invo_conditioning *part) {
    all->rows += part->rows;
    all->columns += part->columns;
    all->rank = all->rank < 0 || part->rank < 0 ? -1 : all->rank + part->rank;
    if (isnan(all->smallest) || isnan(part->smallest))
        all->smallest = all->largest = NAN;
    else {
        all->smallest = fmin(all->smallest, part->smallest);
        all->largest = fmax(all->largest, part->largest);
    }
}

/* Columns in the order in which they become pivots: the least wanted as start value
 * first. Few enough for a simple sort. */
static int *pivot_order(const certificate *k, const lowered *w, const matrix *m) {
    arena *memory = w->completion->arena;
    int *order = ARENA_ARRAY(memory, int, m->columns + 1);
    int *rank = ARENA_ARRAY(memory, int, m->columns + 1);
    for (int j = 0; j < m->columns; j++) {
        int slot = m->column[j];
        int at = j;
        rank[j] = w->system.coordinate[slot].order;
        if (k->fixed[slot])
            rank[j] -= 2000000;
        else if (k->given[slot])
            rank[j] -= 1000000;
        for (; at > 0 && rank[order[at - 1]] <= rank[j]; at--)
            order[at] = order[at - 1];
        order[at] = j;
    }
    return order;
}

/* Marks the columns that the rows leave open: those without pivot, and those that depend
 * on one of these. Returns the rank. choice, where given, receives those without. */
static int mark_open(const certificate *k, lowered *w, matrix *m, char *open,
                     char *choice) {
    arena *memory = w->completion->arena;
    int *pivot_of = ARENA_ARRAY(memory, int, m->columns + 1);
    double *work = ARENA_ARRAY(memory, double, 2 * m->rows + 1);
    const int *order = pivot_order(k, w, m);
    int least = m->rows < m->columns ? m->rows : m->columns;
    size_t size = (size_t)m->rows * (size_t)m->columns;
    double *copy = ARENA_ARRAY(memory, double, size + 1);
    memcpy(copy, m->a, sizeof *copy * size);
    int rank = eliminate_in_order(m->rows, m->columns, m->a, order, RANK_TOLERANCE,
                                  pivot_of, work);
    if (rank < least) {
        int *other_pivot = ARENA_ARRAY(memory, int, m->columns + 1);
        double *scaled = rescaled(memory, m->rows, m->columns, copy);
        int other = eliminate_in_order(m->rows, m->columns, scaled, order, RANK_TOLERANCE,
                                       other_pivot, work);
        if (other > rank) {
            rank = other;
            pivot_of = other_pivot;
            m->a = scaled;
        }
    }
    for (int j = 0; j < m->columns; j++) {
        int slot = m->column[j];
        int i = pivot_of[j];
        open[slot] = i < 0;
        if (choice)
            choice[slot] = i < 0;
        for (int l = 0; i >= 0 && l < m->columns; l++)
            if (pivot_of[l] < 0 &&
                fabs(m->a[i + (size_t)l * (size_t)m->rows]) > RANK_TOLERANCE)
                open[slot] = 1;
    }
    return rank;
}

/* One inspection of the constraints: how regular they are and what they leave free, or,
 * with initial equations and without what is fixed, what is open. */
typedef struct inspection {
    certificate *k;
    lowered *w;
    int with_fixed;
    int rank;
    double eliminated, singular; /* operations so far */
} inspection;

static int inspect_part(inspection *v, matrix *m) {
    certificate *k = v->k;
    double work = (double)m->rows * m->rows * m->columns;
    invo_conditioning part = {m->rows, m->columns, -1, NAN, NAN};
    if (!m->a || (v->eliminated += work) > MOST_ELIMINATION) {
        if (!v->with_fixed)
            certificate_join(&k->summary.constraint, &part);
        return 0;
    }
    if (v->with_fixed) {
        v->rank += mark_open(k, v->w, m, k->open, NULL);
        return 1;
    }
    if (work <= MOST_SINGULAR && (v->singular += work) <= MOST_SINGULAR_IN_ALL)
        part = certificate_look(v->w->completion->arena, m->rows, m->columns, m->a);
    int rank = mark_open(k, v->w, m, k->free, k->choice);
    if (part.rank < 0)
        part.rank = rank;
    certificate_join(&k->summary.constraint, &part);
    return 1;
}

/* Returns whether all could be inspected. */
static int inspect(inspection *v, int rows, const condition *row, const char *leave_out) {
    completion *c = v->w->completion;
    arena *memory = c->arena;
    slopes s = {.rows = rows};
    int *part = ARENA_ARRAY(memory, int, rows + 1);
    int good = 1;
    certificate_find_slopes(v->w, row, leave_out, &s);
    if (!evaluate_slopes(v->w, &s))
        return 0;
    int parts = certificate_find_parts(c, &s, part);
    int *first_row = ARENA_ARRAY(memory, int, parts + 2);
    int *first_entry = ARENA_ARRAY(memory, int, parts + 2);
    int *rows_of = group(memory, rows, NULL, part, parts, first_row);
    int *entries_of = group(memory, s.row.count, s.row.at, part, parts, first_entry);
    int *row_number = ARENA_ARRAY(memory, int, rows + 1);
    int *number = ARENA_ARRAY(memory, int, c->coordinates);
    for (int p = 0; p < parts; p++) {
        matrix m = certificate_read_matrix(
            memory, &s, first_row[p + 1] - first_row[p], rows_of + first_row[p],
            first_entry[p + 1] - first_entry[p], entries_of + first_entry[p], row_number,
            number);
        good &= inspect_part(v, &m);
    }
    return good;
}

/* Looks at the constraints twice: alone, for what they leave free, and with the initial
 * equations and fixed values, for what these leave open. */
static void look_at_constraints(certificate *k, lowered *w) {
    completion *c = w->completion;
    int rows = c->constraints - c->invariants;
    int slots = c->coordinates + c->unknowns;
    int not_fixed = 0;
    condition *row = completion_constraints(c, c->arena, c->system->equations.count);
    int all = rows + list_initial(c, 0, row + rows);
    for (int slot = 1; slot < c->coordinates; slot++) {
        k->choice[slot] = k->free[slot] = 1;
        k->open[slot] = !k->fixed[slot];
        not_fixed += !k->fixed[slot];
    }
    k->summary.constraint = (invo_conditioning){0, 0, 0, INFINITY, 0};
    inspection bare = {.k = k, .w = w};
    inspection started = {.k = k, .w = w, .with_fixed = 1};
    k->summary.looked = inspect(&bare, rows, row, ARENA_ARRAY(c->arena, char, slots));
    if (k->summary.constraint.rows < rows) /* not finite */
        k->summary.constraint = (invo_conditioning){rows, 0, -1, NAN, NAN};
    if (!k->summary.looked)
        return;
    k->summary.looked = inspect(&started, all, row, k->fixed);
    if (k->summary.looked)
        k->summary.taken = c->dof - not_fixed + started.rank;
    if (list_initial(c, 1, row) > all - rows)
        k->summary.taken = -1;
    for (int j = c->coordinates; j < slots; j++)
        if (k->fixed[j])
            k->summary.taken = -1;
}

/* Counts the degrees of freedom that fixed values and initial equations take: the rank of
 * all equations in what is not fixed gives what is left, at the start or a little beside,
 * where a fixed value that only touches a constraint counts as well. A large system keeps
 * the count from its constraints alone. */
static int count_taken(const certificate *k, lowered *w) {
    completion *c = w->completion;
    int slots = c->coordinates + c->unknowns;
    int columns = 0;
    if (slots > LARGEST_COUNT)
        return k->summary.taken;
    condition *row =
        completion_constraints(c, c->arena, c->rows + c->system->equations.count);
    int rows = c->constraints - c->invariants;
    int *column = ARENA_ARRAY(c->arena, int, slots);
    double *x = ARENA_ARRAY(c->arena, double, slots);
    double *weight = ARENA_ARRAY(c->arena, double, slots);
    for (int i = 0; i < c->rows; i++)
        row[rows++] = completion_top_row(c, i);
    rows += list_initial(c, 1, row + rows);
    memcpy(x, w->start, sizeof *x * (size_t)slots);
    for (int slot = 0; slot < slots; slot++) {
        weight[slot] = 1 / w->nominal[slot];
        if (slot > 0 && !k->fixed[slot])
            column[columns++] = slot;
    }
    condition_set set = {rows, row, columns, column, x, weight, NULL};
    int rank = conditions_rank_around(conditions_new(w, &set), x);
    return c->dof - (columns - rank);
}

/* The matrix of a block of the waist at the start. */
static invo_conditioning look_at_block(lowered *w, int number) {
    completion *c = w->completion;
    const invo_block *block = &w->system.blocks.at[number];
    int n = block->size;
    const int *start = block->pattern.start;
    double *value = ARENA_ARRAY(c->arena, double, start[n] + 1);
    double *b = ARENA_ARRAY(c->arena, double, n);
    double *a = ARENA_ARRAY(c->arena, double, (size_t)n *(size_t)n);
    w->system.blocks.equations(w, number, w->start, w->top, value, b);
    for (int i = 0; i < n; i++)
        for (int e = start[i]; e < start[i + 1]; e++) {
            int j = block->pattern.column[e];
            a[i + (size_t)j * (size_t)n] +=
                value[e] * w->nominal[c->coordinates + block->unknown[j]];
        }
    equilibrate_rows(n, n, a);
    return certificate_look(c->arena, n, n, a);
}

static void look_at_blocks(certificate *k, lowered *w) {
    completion *c = w->completion;
    double work = 0;
    for (int b = 0, number = 0; b < c->blocks; number++) {
        const invo_block *block = &w->system.blocks.at[number];
        int n = block->size;
        int end = b + (n ? 1 : block->pattern.columns);
        double cost = (double)n * n * n;
        for (; b < end; b++) {
            invo_block_info *info = &k->block[b];
            info->matrix = (invo_conditioning){info->size, info->size, 1, 1, 1};
            if (n <= 1)
                continue;
            info->matrix.rank = -1;
            info->matrix.smallest = info->matrix.largest = NAN;
            if (cost > MOST_SINGULAR || work + cost > MOST_SINGULAR_IN_ALL)
                continue;
            work += cost;
            info->matrix = look_at_block(w, number);
        }
    }
}

/* Sizes, and how often rows are differentiated beyond what the signature asks for. */
static void list_blocks(certificate *k, lowered *w) {
    completion *c = w->completion;
    int n = c->unknowns;
    const int *row_of = completion_row_of(c, c->arena);
    int *offset = ARENA_ARRAY(c->arena, int, n + 1);
    int *unused = ARENA_ARRAY(c->arena, int, n + 1);
    signature_offsets(&c->signature, c->arena, row_of, offset, unused);
    k->block = ARENA_ARRAY(c->arena, invo_block_info, c->blocks + 1);
    for (int b = 0; b < c->blocks; b++) {
        int i = row_of[c->order[c->block[b]]];
        k->block[b].size = c->block[b + 1] - c->block[b];
        k->block[b].prolonged = c->row[i].c - offset[i];
        k->block[b].where = w->system.row[c->constraints + i].where;
    }
}

certificate *certificate_new(lowered *w) {
    assert(w->start && w->top);
    completion *c = w->completion;
    arena *a = c->arena;
    certificate *k = arena_alloc(a, sizeof *k);
    int slots = c->coordinates + c->unknowns;
    k->fixed = ARENA_ARRAY(a, char, slots);
    k->given = ARENA_ARRAY(a, char, slots);
    k->free = ARENA_ARRAY(a, char, slots);
    k->choice = ARENA_ARRAY(a, char, slots);
    k->open = ARENA_ARRAY(a, char, slots);
    k->guess = ARENA_ARRAY(a, double, slots);
    k->summary.taken = -1;
    read_starts(k, c);
    list_blocks(k, w);
    look_at_blocks(k, w);
    look_at_constraints(k, w);
    k->summary.taken = count_taken(k, w);
    return k;
}

char *certificate_written_starts(const lowered *w) {
    completion *c = w->completion;
    int slots = c->coordinates + c->unknowns;
    certificate k = {.fixed = ARENA_ARRAY(c->arena, char, slots),
                     .given = ARENA_ARRAY(c->arena, char, slots),
                     .guess = ARENA_ARRAY(c->arena, double, slots)};
    const invo_coordinate *coordinate = w->system.coordinate;
    enum { NUMBER = 32 }; /* '=', 17 digits with sign and exponent, ',' */
    size_t size = 1;
    size_t length = 0;
    read_starts(&k, c);
    for (int i = 1; i < c->coordinates; i++)
        size += strlen(coordinate[i].name) + NUMBER;
    char *text = arena_alloc(c->arena, size);
    for (int i = 1; i < c->coordinates; i++)
        if (k.given[i])
            length += (size_t)snprintf(text + length, size - length, "%s=%.17g,",
                                       coordinate[i].name, k.guess[i]);
    return text;
}

const char *certificate_origin(const certificate *k, const lowered *w, int slot) {
    const completion *c = w->completion;
    assert(slot >= 0 && slot < completion_slots(c));
    double x = w->start[slot];
    if (slot == 0)
        return "start";
    if (k->given[slot]) {
        double size = fmax(fabs(k->guess[slot]), w->nominal[slot]);
        if (!(fabs(x - k->guess[slot]) <= SAME * size))
            return "moved";
        return k->fixed[slot] ? "fixed" : "start";
    }
    if (slot >= c->coordinates || k->summary.taken == c->dof)
        return "follows";
    if (!k->summary.looked)
        return "";
    return k->open[slot] ? "chosen" : "follows";
}
