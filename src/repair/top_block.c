/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks by complete pivoting of equilibrated matrices, and minimal dependent sets. */
#include "top_block.h"
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../linalg/judged.h"
#include "pivoting.h"

/* Of an equilibrated matrix. Where constraints are dependent on the manifold alone, its
 * points are double roots and known to the root of round-off only. */
static const double RANK = 1e-7;
static const double CONSTANT = 1e-9; /* of factors that are at most 1 */

/* --- numbers --- */

/* A matrix at one point, from which ranks are read. error: NULL, where a fixed share of
 * the equilibrated entries judges them. */
typedef struct reading {
    const double *a, *error; /* [size][size] */
} reading;

/* Rank of the rows marked in `use`, each pivot judged by its error bound. */
static int top_block_rank_by_errors(const top_block *b, reading at, const char *use) {
    arena *scratch = arena_child(b->lowered->completion->arena);
    int n = b->size;
    int rows = 0;
    size_t count = (size_t)n * (size_t)n;
    double *a = ARENA_ARRAY(scratch, double, count + 1);
    double *error = ARENA_ARRAY(scratch, double, count + 1);
    double *work = ARENA_ARRAY(scratch, double, judged_work(n, n));
    for (int i = 0; i < n; i++) { /* the transpose has the same rank */
        if (!use[i])
            continue;
        size_t to = (size_t)rows * (size_t)n;
        size_t from = (size_t)i * (size_t)n;
        memcpy(a + to, at.a + from, sizeof *a * (size_t)n);
        memcpy(error + to, at.error + from, sizeof *error * (size_t)n);
        rows++;
    }
    int rank = judged_rank(n, rows, a, error, work);
    arena_free(scratch);
    return rank;
}

/* Rank of the rows marked in `use`; a: [size][size] is kept. */
static int top_block_rank_by_share(const top_block *b, const double *a, const char *use) {
    int n = b->size;
    int rows = 0;
    for (int i = 0; i < n; i++)
        if (use[i])
            memcpy(b->scratch + (size_t)rows++ * (size_t)n, a + (size_t)i * (size_t)n,
                   sizeof *a * (size_t)n);
    return pivoting_eliminate(rows, n, b->scratch, (pivot_range){0, 0, n}, rows, RANK);
}

static int top_block_rank_of(const top_block *b, reading at, const char *use) {
    return at.error ? top_block_rank_by_errors(b, at, use)
                    : top_block_rank_by_share(b, at.a, use);
}

/* A at one point; 0 where it is not finite. */
static int top_block_read_matrix(const top_block *b, const double *x, double *raw,
                                 double *a) {
    lowered *w = b->lowered;
    int count = b->size * b->size;
    double *bound = ARENA_ARRAY(w->completion->arena, double, count + 1);
    program_run_bound(w, &b->entries, x, x + w->completion->coordinates, raw, bound);
    for (int k = 0; k < count; k++) {
        if (!isfinite(raw[k]))
            return 0;
        if (fabs(raw[k]) <= ROUND_OFF * bound[k])
            raw[k] = 0;
        a[k] = raw[k];
    }
    pivoting_equilibrate(b->size, b->size, a, 2);
    return 1;
}

/* Points are known to the root of round-off at worst (see RANK): what an entry changes by
 * when the point moves so far belongs to its error. */
static const double KNOWN = 1e-7;
enum { MOVES = 3 };

/* Returns the errors of the entries at point x: round-off, and what they change by. */
static double *top_block_errors(const top_block *b, const double *x, const double *raw) {
    lowered *w = b->lowered;
    completion *c = w->completion;
    int count = b->size * b->size;
    int slots = c->coordinates + c->unknowns;
    double *error = ARENA_ARRAY(c->arena, double, count + 1);
    double *value = ARENA_ARRAY(c->arena, double, count + 1);
    double *moved = ARENA_ARRAY(c->arena, double, slots);
    uint32_t state = 1;
    program_run_bound(w, &b->entries, x, x + c->coordinates, value, error);
    for (int k = 0; k < count; k++)
        error[k] *= ROUND_OFF;
    for (int move = 0; move < MOVES; move++) {
        for (int k = 0; k < slots; k++) {
            double size = KNOWN * fmax(w->nominal[k], fabs(x[k]));
            state = state * 1664525u + 1013904223u;
            moved[k] = x[k] + (state >> 31 ? size : -size);
        }
        program_run(w, &b->entries, moved, moved + c->coordinates, value);
        for (int k = 0; k < count; k++) {
            double change = fabs(value[k] - raw[k]);
            if (change > 0 || isnan(change))
                error[k] += isnan(change) ? INFINITY : change;
        }
    }
    return error;
}

static reading reading_at(const top_block *b, int p) {
    return (reading){b->error[p] ? b->raw[p] : b->value[p], b->error[p]};
}

/* The rank at point p. Where it is not full by shares, conductances of 1e-13 may occur
 * beside ones: then the errors of the entries decide. */
static int rank_at(top_block *b, int p, const char *every) {
    int rank = top_block_rank_by_share(b, b->value[p], every);
    if (rank == b->size)
        return rank;
    b->error[p] = top_block_errors(b, b->sample->point[p], b->raw[p]);
    int judged = top_block_rank_by_errors(b, reading_at(b, p), every);
    if (judged > rank)
        return judged;
    b->error[p] = NULL;
    return rank;
}

expr top_block_slope(const top_block *b, int i, int k) {
    assert(i >= 0 && i < b->size && k >= 0 && k < b->size);
    const completion *c = b->lowered->completion;
    return completion_top_slope(c, b->row[i], b->unknown[k]);
}

static void top_block_mark(void *data, const expr_node *leaf) {
    const lowered *w = data;
    int slot = completion_slot(w->completion, leaf);
    if (slot >= 0)
        w->numbers[slot] = 1;
}

static void top_block_unmark(void *data, const expr_node *leaf) {
    const lowered *w = data;
    int slot = completion_slot(w->completion, leaf);
    if (slot >= 0)
        w->numbers[slot] = 0;
}

/* A by rows; the rows of a large block contain few of its unknowns each. */
static const expr *top_block_list_slopes(const top_block *b) {
    lowered *w = b->lowered;
    completion *c = w->completion;
    int n = b->size;
    expr *slope = ARENA_ARRAY(c->arena, expr, n * n);
    for (int i = 0; i < n; i++) {
        expr top = completion_top(c, b->row[i]);
        expr_visit_leaves(c->system->graph, 1, &top, top_block_mark, w);
        for (int k = 0; k < n; k++) {
            int is_there = w->numbers[c->coordinates + b->unknown[k]];
            slope[i * n + k] = is_there ? top_block_slope(b, i, k) : EXPR_ZERO;
        }
        expr_visit_leaves(c->system->graph, 1, &top, top_block_unmark, w);
    }
    return slope;
}

/* Rows and unknowns alone. */
static top_block *top_block_open(lowered *w, const sample *s, int first, int last) {
    completion *c = w->completion;
    assert(0 <= first && first < last && last <= c->blocks);
    top_block *b = arena_alloc(c->arena, sizeof *b);
    int n = c->block[last] - c->block[first];
    *b = (top_block){.lowered = w, .sample = s, .size = n};
    b->unknown = c->order + c->block[first];
    b->row = ARENA_ARRAY(c->arena, int, n);
    for (int i = 0; i < n; i++)
        b->row[i] = c->unknown[b->unknown[i]].row;
    return b;
}

top_block *top_block_regular(lowered *w, const sample *s, int b) {
    top_block *block = top_block_open(w, s, b, b + 1);
    block->rank = block->size;
    return block;
}

/* Reads the matrix at every point, and takes the point where its rank is largest as best.
 */
top_block *top_block_new(lowered *w, const sample *s, int first, int last) {
    completion *c = w->completion;
    top_block *b = top_block_open(w, s, first, last);
    int n = b->size;
    b->scratch = ARENA_ARRAY(c->arena, double, (size_t)n *(size_t)n + 1);
    b->raw = ARENA_ARRAY(c->arena, double *, s->count + 1);
    b->value = ARENA_ARRAY(c->arena, double *, s->count + 1);
    b->error = ARENA_ARRAY(c->arena, double *, s->count + 1);
    char *every = ARENA_ARRAY(c->arena, char, n);
    memset(every, 1, (size_t)n);
    b->entries = program_new(w, n * n, top_block_list_slopes(b));
    for (int p = 0; p < s->count; p++) {
        b->raw[p] = ARENA_ARRAY(c->arena, double, n *n);
        b->value[p] = ARENA_ARRAY(c->arena, double, n *n);
        if (!top_block_read_matrix(b, s->point[p], b->raw[p], b->value[p]))
            continue;
        int rank = rank_at(b, p, every);
        if (rank > b->rank) {
            b->rank = rank;
            b->best = p;
        }
    }
    return b;
}

int top_block_solve(const top_block *b) {
    lowered *w = b->lowered;
    completion *c = w->completion;
    arena *own = completion_borrow(c); /* there may be thousands of blocks */
    condition *row = ARENA_ARRAY(c->arena, condition, b->size);
    int *column = ARENA_ARRAY(c->arena, int, b->size);
    int solved = 1;
    for (int k = 0; k < b->size; k++) {
        row[k] = completion_top_row(c, b->row[k]);
        column[k] = c->coordinates + b->unknown[k];
    }
    condition_set set = {b->size, row, b->size, column, w->start, conditions_ones(w),
                         NULL};
    conditions *s = conditions_new(w, &set);
    for (int p = 0; p < b->sample->count; p++)
        solved &= conditions_restore(s, b->sample->point[p]);
    completion_release(c, own);
    return solved;
}

/* --- a minimal set of dependent rows --- */

static int top_block_depends_on(const top_block *b, reading at, char *use, int row) {
    use[row] = 0;
    int without = top_block_rank_of(b, at, use);
    use[row] = 1;
    int with = top_block_rank_of(b, at, use);
    use[row] = 0;
    return with == without;
}

/* Marks a minimal set of rows that row `found` depends on. */
static void find_support(const top_block *b, reading at, char *use, int found) {
    memset(use, 1, (size_t)b->size);
    use[found] = 0;
    for (int i = 0; i < b->size; i++) {
        if (i == found)
            continue;
        use[i] = 0;
        if (!top_block_depends_on(b, at, use, found))
            use[i] = 1;
    }
}

/* Reports that no row, or no column, depends on the others although the rank is not full:
 * the matrix is not finite at any point, or its errors hide which one it is. */
static _Noreturn void refuse_unclear_rank(const top_block *b) {
    const completion *c = b->lowered->completion;
    char *every = ARENA_ARRAY(c->arena, char, b->size);
    memset(every, 1, (size_t)b->size);
    const char *unknowns = top_block_names(b, every);
    every[0] = 0;
    fail(c->system->context, INVO_E_SINGULAR,
         c->system->equations.at[c->row[b->row[0]].equation].of->where,
         "%s cannot be solved for %s near the start: their slopes have no finite values, "
         "or no clear rank, at any point that was tried; try other start values",
         top_block_rows(b, every, 0), unknowns);
}

/* A row that depends on others, of the smallest offset that such a row has: it is the one
 * to be replaced. */
int top_block_dependent(const top_block *b, char *use) {
    assert(b->rank < b->size);
    const completion *c = b->lowered->completion;
    int found = -1;
    for (int i = 0; i < b->size; i++) {
        memset(use, 1, (size_t)b->size);
        if ((found < 0 || c->row[b->row[i]].c < c->row[b->row[found]].c) &&
            top_block_depends_on(b, reading_at(b, b->best), use, i))
            found = i;
    }
    if (found < 0)
        refuse_unclear_rank(b);
    find_support(b, reading_at(b, b->best), use, found);
    return found;
}

/* The factors with which the marked rows of a add up to zero, in u. */
static void null_vector(const top_block *b, const double *a, const char *circuit,
                        double *u) {
    arena *memory = b->lowered->completion->arena;
    int n = b->size;
    int rows = 0;
    int width = 2 * n;
    double *m = ARENA_ARRAY(memory, double, n *width); /* rows, then what they are */
    for (int i = 0; i < n; i++)
        if (circuit[i]) {
            memcpy(m + rows * width, a + i * n, sizeof *m * (size_t)n);
            m[rows++ * width + n + i] = 1;
        }
    pivoting_eliminate(rows, width, m, (pivot_range){0, 0, n}, rows - 1, 0);
    memcpy(u, m + (rows - 1) * width + n, sizeof *u * (size_t)n);
}

/* Compares the factors of the dependent rows from point to point: a ratio of 1 is steady.
 */
void top_block_steadiness(const top_block *b, const char *circuit, double *steady) {
    assert(b->sample->count > 0);
    arena *memory = b->lowered->completion->arena;
    int n = b->size;
    int largest = 0;
    double *u = ARENA_ARRAY(memory, double, n);
    double *low = ARENA_ARRAY(memory, double, n);
    double *high = ARENA_ARRAY(memory, double, n);
    for (int p = 0; p < b->sample->count; p++) {
        null_vector(b, b->raw[p], circuit, u);
        for (int i = 0; i < n && p == 0; i++)
            if (fabs(u[i]) > fabs(u[largest]))
                largest = i;
        for (int i = 0; i < n; i++) {
            double x = u[i] / u[largest];
            low[i] = p ? fmin(low[i], x) : x;
            high[i] = p ? fmax(high[i], x) : x;
        }
    }
    for (int i = 0; i < n; i++) {
        double a = fabs(low[i]);
        double c = fabs(high[i]);
        steady[i] = low[i] * high[i] > 0 ? fmin(a, c) / fmax(a, c) : 0;
    }
}

int top_block_constant(const top_block *b, const char *circuit, double *u) {
    assert(b->best < b->sample->count);
    int n = b->size;
    int largest = 0;
    double *other = ARENA_ARRAY(b->lowered->completion->arena, double, n);
    null_vector(b, b->raw[b->best], circuit, u);
    for (int i = 0; i < n; i++)
        if (fabs(u[i]) > fabs(u[largest]))
            largest = i;
    for (int p = 0; p < b->sample->count; p++) {
        null_vector(b, b->raw[p], circuit, other);
        for (int i = 0; i < n; i++)
            if (!(fabs(other[i] / other[largest] - u[i] / u[largest]) <= CONSTANT))
                return 0;
    }
    return b->sample->count > 1;
}

static double *top_block_transposed(arena *memory, int n, const double *a) {
    double *t = ARENA_ARRAY(memory, double, n *n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            t[k * n + i] = a[i * n + k];
    return t;
}

/* Marks a minimal set of unknowns that the rows do not distinguish. */
void top_block_free(const top_block *b, char *free_one) {
    assert(b->rank < b->size);
    int n = b->size;
    int found = -1;
    arena *memory = b->lowered->completion->arena;
    reading at = reading_at(b, b->best);
    reading columns;
    columns.a = top_block_transposed(memory, n, at.a);
    columns.error = at.error ? top_block_transposed(memory, n, at.error) : NULL;
    for (int k = 0; k < n && found < 0; k++) {
        memset(free_one, 1, (size_t)n);
        if (top_block_depends_on(b, columns, free_one, k))
            found = k;
    }
    if (found < 0)
        refuse_unclear_rank(b);
    find_support(b, columns, free_one, found);
    free_one[found] = 1;
}

/* --- words --- */

enum { MOST_LABELS = 5 }; /* in a message */

/* Lists the equations that are combined as "a, b and c", with how often they were
 * differentiated. */
const char *top_block_rows(const top_block *b, const char *use, int found) {
    assert(found >= 0 && found < b->size);
    const completion *c = b->lowered->completion;
    const char *list = "";
    int left = 1;
    int shown = 0;
    for (int i = 0; i < b->size; i++)
        left += use[i];
    for (int k = -1; k < b->size; k++) {
        int i = k < 0 ? found : k;
        if (k >= 0 && !use[k])
            continue;
        if (shown == MOST_LABELS)
            return arena_print(c->arena, "%s and %d more", list, left);
        const jet_row *r = &c->row[b->row[i]];
        const char *between = left == 1 ? " and " : ", ";
        list = arena_print(c->arena, "%s%s%s%s", list, shown ? between : "",
                           completion_level_text(c, r->c),
                           equation_label(c->system, r->equation));
        shown++;
        left--;
    }
    return list;
}

const char *top_block_names(const top_block *b, const char *free_one) {
    const completion *c = b->lowered->completion;
    const char *list = "";
    for (int k = 0, shown = 0; k < b->size && shown < MOST_LABELS; k++) {
        if (!free_one[k])
            continue;
        list = arena_print(c->arena, "%s%s%s", list, shown++ ? ", " : "",
                           completion_name(c, b->unknown[k], 0));
    }
    return list;
}
