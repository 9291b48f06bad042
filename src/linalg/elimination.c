/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses pivots by Markowitz's count among entries that are large enough in their
 * column, and writes down what the elimination does. Rows and columns lie in lists by
 * their number of entries; only some of the shortest are looked at ([Duff, Erisman, Reid,
 * Direct Methods for Sparse Matrices, 2nd ed., 7.2]). A small matrix takes as long as the
 * longest chain of operations that wait for each other: entries that are known early are
 * taken before others, and sums begin with what is known first. */
#include "elimination.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"
#include "row_scale.h"

/* A pivot is at least this share of the largest entry in its column, rows being scaled.
 */
static const double STABLE = 0.1;
/* What an entry that changes from point to point costs more as a pivot: less than another
 * entry. */
static const double DOUBT = 0.5;
/* Of more rows, sums are long chains of operations that wait for each other, and so is
 * an elimination that goes on where it was last: large matrices are eliminated from all
 * their ends in turn. */
enum { MANY_ROWS = 64 };
/* There, entries that are the same at all points are taken first as long as they cost no
 * more than this, and others in turn unless they are so many times larger. */
static const double CHEAP = 6, MUCH_LARGER = 4;
/* Of many rows, so many rows and columns with candidates are compared. */
enum { MOST_LOOKS = 4 };
/* What an entry of few rows costs more as a pivot for each cycle that passes before it is
 * known: ten cycles are as dear as another entry. */
static const double WAITING = 0.1;
/* What it costs more for each power of two by which it is too small where that is worst:
 * what is large at one point may be near zero at others. */
static const double UNSTEADY = 4;
/* Cycles until a sum, a product and a quotient can be used, more or less: orders depend
 * on these alone, on every processor. */
enum { SUM_TAKES = 4, PRODUCT_TAKES = 4, QUOTIENT_TAKES = 13 };

enum { MOST_POINTS = 6 };

int elimination_points(int n) {
    return n > MANY_ROWS ? 1 : MOST_POINTS;
}

typedef struct work_entry {
    int column, cell;
    double *value; /* [points] */
    char is_fixed;
} work_entry;

typedef LIST(work_entry) work_row;
typedef LIST(int) work_list;

/* Rows or columns by their number of entries, as doubly linked lists. */
typedef struct by_count {
    int *first, *last;  /* [n + 1]: by count; -1: none */
    int is_queue;       /* those that change go to the end of their new list */
    int *next, *before; /* [n] */
    int *count;         /* [n] */
} by_count;

/* A multiplier: row += multiplier * row of the pivot. */
typedef struct multiplier {
    int row, cell;
} multiplier;

typedef struct elimination_work {
    arena *arena; /* of scratch */
    int n, entries, points;
    const invo_pattern *pattern;
    work_row *row;     /* [n] */
    work_list *column; /* [n]: rows, of which some may be done or have lost their entry */
    by_count rows, columns;
    double *scale[MOST_POINTS];    /* [n]: of rows, at each point */
    int *right;                    /* [n]: cells of the right side, by row */
    int *place;                    /* [n]: 1 + place of a column in the current row */
    char *is_done;                 /* [n]: columns of pivots */
    int *pivot_row, *pivot_column; /* [n] */
    int *inverse;                  /* [n]: cells */
    LIST(multiplier) * multiplier; /* [n]: by pivot */
    LIST(straight_step) steps;
    int cells;
    work_list ready; /* of few rows, by cell: cycles until it is known; 0 for those behind
                        the last one, and of many rows */
    int *watch;      /* [n]: cells, by row of the pivot; -1: none */
} elimination_work;

/* --- lists by count --- */

static void by_count_link(by_count *b, int count, int before, int k, int next) {
    int *to_k = before >= 0 ? &b->next[before] : &b->first[count];
    int *from_k = next >= 0 ? &b->before[next] : &b->last[count];
    *to_k = *from_k = k;
    b->before[k] = before;
    b->next[k] = next;
}

static void by_count_add(by_count *b, int k, int count) {
    b->count[k] = count;
    if (b->is_queue)
        by_count_link(b, count, b->last[count], k, -1);
    else
        by_count_link(b, count, -1, k, b->first[count]);
}

static void by_count_remove(by_count *b, int k) {
    const int count = b->count[k];
    *(b->before[k] >= 0 ? &b->next[b->before[k]] : &b->first[count]) = b->next[k];
    *(b->next[k] >= 0 ? &b->before[b->next[k]] : &b->last[count]) = b->before[k];
}

static void by_count_change(by_count *b, int k, int by) {
    by_count_remove(b, k);
    by_count_add(b, k, b->count[k] + by);
}

static by_count by_count_new(arena *a, int n) {
    by_count b = {.first = ARENA_ARRAY(a, int, n + 2),
                  .last = ARENA_ARRAY(a, int, n + 2),
                  .is_queue = n > MANY_ROWS,
                  .next = ARENA_ARRAY(a, int, n + 1),
                  .before = ARENA_ARRAY(a, int, n + 1),
                  .count = ARENA_ARRAY(a, int, n + 1)};
    for (int k = 0; k <= n + 1; k++)
        b.first[k] = b.last[k] = -1;
    return b;
}

/* --- steps --- */

static int elimination_cell(elimination_work *w) {
    return w->cells++;
}

static int later(int a, int b) {
    return a > b ? a : b;
}

static int cell_ready(const elimination_work *w, int cell) {
    return cell >= 0 && cell < w->ready.count ? w->ready.at[cell] : 0;
}

/* When the result of a step is known. Nobody waits for those that watch. */
static int step_ready(const elimination_work *w, const straight_step *s) {
    const int a = cell_ready(w, s->a);
    const int product = later(a, cell_ready(w, s->b)) + PRODUCT_TAKES;
    switch (s->kind) {
    case STRAIGHT_INVERT:
        return a + QUOTIENT_TAKES;
    case STRAIGHT_MULTIPLY:
        return product;
    case STRAIGHT_ADD:
        return later(a, cell_ready(w, s->c)) + SUM_TAKES;
    case STRAIGHT_ADD_PRODUCT:
        return s->c == STRAIGHT_NOTHING ? product
                                        : later(product, cell_ready(w, s->c)) + SUM_TAKES;
    case STRAIGHT_ADD_SQUARE:
    case STRAIGHT_LARGEST:
        break;
    }
    return 0;
}

static int elimination_push(elimination_work *w, straight_step s) {
    const int is_small = w->n <= MANY_ROWS;
    while (is_small && w->ready.count <= s.to)
        LIST_PUSH(w->arena, w->ready, 0);
    if (is_small)
        w->ready.at[s.to] = step_ready(w, &s);
    LIST_PUSH(w->arena, w->steps, s);
    return s.to;
}

/* Cells of the matrix and of the right side are read again when the result is refined. */
static int elimination_target(elimination_work *w, int cell) {
    const int is_given = cell < w->entries + w->n;
    return is_given ? elimination_cell(w) : cell;
}

/* c + a b, in the place of c or in a new one. */
static int elimination_add_product(elimination_work *w, int c, int a, int b) {
    const int to = c == STRAIGHT_NOTHING ? elimination_cell(w) : elimination_target(w, c);
    return elimination_push(w, (straight_step){STRAIGHT_ADD_PRODUCT, to, a, b, c, 0});
}

static int elimination_multiply(elimination_work *w, int a, int b) {
    const int to = elimination_cell(w);
    return elimination_push(
        w, (straight_step){STRAIGHT_MULTIPLY, to, a, b, STRAIGHT_NOTHING, 0});
}

static void elimination_watch(elimination_work *w, straight_kind kind, int row, int cell,
                              double factor) {
    int *watch = &w->watch[w->n > MANY_ROWS ? row : 0];
    const int before = *watch;
    if (before < 0)
        *watch = elimination_cell(w);
    const straight_step s = {
        kind,  *watch, cell, STRAIGHT_NOTHING, before < 0 ? STRAIGHT_NOTHING : before,
        factor};
    elimination_push(w, s);
}

static int elimination_invert(elimination_work *w, int pivot) {
    const int to = elimination_cell(w);
    return elimination_push(w, (straight_step){STRAIGHT_INVERT, to, pivot,
                                               STRAIGHT_NOTHING, STRAIGHT_NOTHING, 0});
}

/* --- the choice of a pivot --- */

typedef struct candidate {
    int row, column;
    double cost, size;
} candidate;

static const work_entry *find_entry(const work_row *row, int column) {
    LIST_EACH(work_entry, e, *row)
        if (e->column == column)
            return e;
    return NULL;
}

static int is_active(const elimination_work *w, int row) {
    return w->rows.count[row] >= 0;
}

/* What an entry is beside the others of its row, at a point. */
static double scaled_size(const elimination_work *w, int row, const work_entry *e,
                          int point) {
    return fabs(e->value[point]) * w->scale[point][row];
}

/* The sizes of the largest entries in a column at all points. */
static void largest_in_column(const elimination_work *w, int column, double *most) {
    for (int point = 0; point < w->points; point++)
        most[point] = 0;
    LIST_EACH(int, i, w->column[column]) {
        const work_entry *e = is_active(w, *i) ? find_entry(&w->row[*i], column) : NULL;
        for (int point = 0; e && point < w->points; point++)
            most[point] = larger(most[point], scaled_size(w, *i, e, point));
    }
}

enum { MOST_WEAK = 60 }; /* of what is 0 somewhere */

/* By how many powers of two it is too small to be stable, where that is worst. */
static double weakness(const elimination_work *w, int row, const work_entry *e,
                       const double *largest) {
    double most = 0;
    for (int point = 0; point < w->points; point++) {
        const double size = scaled_size(w, row, e, point);
        const double times = size > 0 ? largest[point] / size : INFINITY;
        most = times > most ? times : most;
    }
    return fmin(log2(fmax(STABLE * most, 1)), MOST_WEAK);
}

static double pivot_cost(const elimination_work *w, int row, const work_entry *e,
                         const double *largest) {
    const double others = (double)(w->rows.count[row] - 1);
    const double below = (double)(w->columns.count[e->column] - 1);
    return others * below + (e->is_fixed ? 0 : DOUBT) + WAITING * cell_ready(w, e->cell) +
           UNSTEADY * weakness(w, row, e, largest);
}

static void consider(const elimination_work *w, int row, const work_entry *e,
                     const double *largest, candidate *best) {
    const double size = scaled_size(w, row, e, 0);
    if (!(size > 0 && size >= STABLE * *largest))
        return;
    const double cost = pivot_cost(w, row, e, largest);
    if (best->row >= 0 && cost > best->cost)
        return;
    const double than = w->n > MANY_ROWS ? MUCH_LARGER * best->size : best->size;
    if (best->row >= 0 && cost == best->cost && size <= than)
        return;
    *best = (candidate){row, e->column, cost, size};
}

static void look_in_column(const elimination_work *w, int column, candidate *best) {
    double largest[MOST_POINTS];
    largest_in_column(w, column, largest);
    LIST_EACH(int, i, w->column[column]) {
        const work_entry *e = is_active(w, *i) ? find_entry(&w->row[*i], column) : NULL;
        if (e)
            consider(w, *i, e, largest, best);
    }
}

static void look_in_row(const elimination_work *w, int row, candidate *best) {
    LIST_EACH(work_entry, e, w->row[row]) {
        double largest[MOST_POINTS];
        largest_in_column(w, e->column, largest);
        consider(w, row, e, largest, best);
    }
}

static candidate choose_pivot(const elimination_work *w) {
    candidate best = {.row = -1, .column = -1};
    int looks = 0;
    for (int j = 0; j < w->n && w->n <= MANY_ROWS; j++)
        if (!w->is_done[j])
            look_in_column(w, j, &best);
    if (w->n <= MANY_ROWS)
        return best;
    for (int count = 1; count <= w->n; count++) {
        const double least = (double)(count - 1) * (count - 1);
        if (best.row >= 0 && (best.cost <= least || looks >= MOST_LOOKS))
            break;
        for (int j = w->columns.first[count]; j >= 0; j = w->columns.next[j]) {
            look_in_column(w, j, &best);
            looks += best.row >= 0;
            if (best.row >= 0 && (best.cost <= least || looks >= MOST_LOOKS))
                return best;
        }
        for (int i = w->rows.first[count]; i >= 0; i = w->rows.next[i]) {
            look_in_row(w, i, &best);
            looks += best.row >= 0;
            if (best.row >= 0 && (best.cost <= least || looks >= MOST_LOOKS))
                return best;
        }
    }
    return best;
}

/* The best of those entries of a column that are the same at all points. */
static candidate choose_fixed(const elimination_work *w, int column) {
    candidate best = {.row = -1, .column = -1};
    double largest[MOST_POINTS];
    largest_in_column(w, column, largest);
    LIST_EACH(int, i, w->column[column]) {
        const work_entry *e = is_active(w, *i) ? find_entry(&w->row[*i], column) : NULL;
        if (e && e->is_fixed)
            consider(w, *i, e, largest, &best);
    }
    return best;
}

/* --- elimination --- */

static void remove_entry(work_row *row, int column) {
    for (int k = 0; k < row->count; k++)
        if (row->at[k].column == column) {
            row->at[k] = row->at[--row->count];
            return;
        }
}

static double *elimination_values(elimination_work *w) {
    return ARENA_ARRAY(w->arena, double, w->points);
}

/* row += by * row of the pivot, but for the column of the pivot. */
static void eliminate_row(elimination_work *w, int row, int pivot_row, int column,
                          const work_entry *by) {
    const int m = by->cell;
    work_row *to = &w->row[row];
    for (int k = 0; k < to->count; k++)
        w->place[to->at[k].column] = k + 1;
    LIST_EACH(work_entry, e, w->row[pivot_row]) {
        if (e->column == column)
            continue;
        const int at = w->place[e->column] - 1;
        if (at >= 0) {
            work_entry *x = &to->at[at];
            for (int point = 0; point < w->points; point++)
                x->value[point] += by->value[point] * e->value[point];
            x->is_fixed = x->is_fixed && by->is_fixed && e->is_fixed;
            x->cell = elimination_add_product(w, x->cell, m, e->cell);
            continue;
        }
        const int cell = elimination_add_product(w, STRAIGHT_NOTHING, m, e->cell);
        const work_entry fill = {e->column, cell, elimination_values(w),
                                 (char)(by->is_fixed && e->is_fixed)};
        for (int point = 0; point < w->points; point++)
            fill.value[point] = by->value[point] * e->value[point];
        LIST_PUSH(w->arena, *to, fill);
        LIST_PUSH(w->arena, w->column[e->column], row);
        by_count_change(&w->columns, e->column, 1);
    }
    LIST_EACH(work_entry, e, *to)
        w->place[e->column] = 0;
    by_count_change(&w->rows, row, to->count - w->rows.count[row]);
    w->right[row] = elimination_add_product(w, w->right[row], m, w->right[pivot_row]);
}

/* Uses pivot number k to clear its column in all other rows. */
static void eliminate_column(elimination_work *w, int k) {
    const int pivot_row = w->pivot_row[k];
    const int column = w->pivot_column[k];
    const work_entry pivot = *find_entry(&w->row[pivot_row], column);
    const int inverse = elimination_invert(w, pivot.cell);
    double times[MOST_POINTS];
    w->inverse[k] = inverse;
    by_count_remove(&w->rows, pivot_row);
    w->rows.count[pivot_row] = -1;
    by_count_remove(&w->columns, column);
    w->is_done[column] = 1;
    for (int i = 0; i < w->column[column].count; i++) {
        const int row = w->column[column].at[i];
        const work_entry *e = is_active(w, row) ? find_entry(&w->row[row], column) : NULL;
        if (!e)
            continue;
        const multiplier m = {row, elimination_multiply(w, e->cell, inverse)};
        const work_entry by = {column, m.cell, times,
                               (char)(e->is_fixed && pivot.is_fixed)};
        for (int point = 0; point < w->points; point++)
            by.value[point] = -e->value[point] / pivot.value[point];
        LIST_PUSH(w->arena, w->multiplier[k], m);
        elimination_watch(w, STRAIGHT_ADD_SQUARE, pivot_row, m.cell,
                          w->scale[0][row] / w->scale[0][pivot_row]);
        remove_entry(&w->row[row], column);
        eliminate_row(w, row, pivot_row, column, &by);
    }
    LIST_EACH(work_entry, e, w->row[pivot_row])
        if (e->column != column)
            by_count_change(&w->columns, e->column, -1);
}

static void eliminate_candidate(elimination_work *w, int k, const candidate *c) {
    w->pivot_row[k] = c->row;
    w->pivot_column[k] = c->column;
    eliminate_column(w, k);
}

/* Takes cheap entries that are the same at all points, column by column: they depend
 * little on each other. Returns how many. */
static int eliminate_fixed(elimination_work *w) {
    int count = 0;
    for (int column = 0; column < w->n; column++) {
        const candidate best = choose_fixed(w, column);
        if (best.row >= 0 && best.cost <= CHEAP)
            eliminate_candidate(w, count++, &best);
    }
    return count;
}

/* --- substitution --- */

/* The entries of row k beside its pivot; few rows: in the order in which their z are
 * known. Returns their number. to: [n] */
static int list_others(const elimination_work *w, int k, const int *z, work_entry *to) {
    int count = 0;
    LIST_EACH(work_entry, e, w->row[w->pivot_row[k]]) {
        if (e->column == w->pivot_column[k])
            continue;
        int at = count++;
        const int ready = cell_ready(w, z[e->column]);
        for (; at > 0 && cell_ready(w, z[to[at - 1].column]) > ready; at--)
            to[at] = to[at - 1];
        to[at] = *e;
    }
    return count;
}

/* (right + a z) inverse as right inverse + (a inverse) z: one product less has to wait
 * for z. */
static int add_last(elimination_work *w, int right, const work_entry *a, int z,
                    int inverse) {
    const int rest = elimination_multiply(w, right, inverse);
    const int factor = elimination_multiply(w, a->cell, inverse);
    return elimination_add_product(w, rest, factor, z);
}

/* z of the triangle that is left, from right sides by row; to: [n], by column */
static void substitute_back(elimination_work *w, const int *right, int *to) {
    work_entry *e = arena_alloc(w->arena, sizeof *e * (size_t)(w->n + 1));
    for (int k = w->n - 1; k >= 0; k--) {
        const int inverse = w->inverse[k];
        const int count = list_others(w, k, to, e);
        const int z = count ? to[e[count - 1].column] : -1;
        const int waits = cell_ready(w, z) > cell_ready(w, inverse) + PRODUCT_TAKES;
        int so_far = right[w->pivot_row[k]];
        for (int i = 0; i < count - waits; i++)
            so_far = elimination_add_product(w, so_far, e[i].cell, to[e[i].column]);
        to[w->pivot_column[k]] = waits ? add_last(w, so_far, &e[count - 1], z, inverse)
                                       : elimination_multiply(w, so_far, inverse);
    }
}

/* z += the solution for what is left of A z + b. */
static void elimination_refine(elimination_work *w, int *z) {
    int *rest = ARENA_ARRAY(w->arena, int, w->n + 1);
    int *change = ARENA_ARRAY(w->arena, int, w->n + 1);
    const invo_pattern *p = w->pattern;
    for (int i = 0; i < w->n; i++) {
        rest[i] = w->entries + i;
        for (int k = p->start[i]; k < p->start[i + 1]; k++)
            rest[i] = elimination_add_product(w, rest[i], k, z[p->column[k]]);
    }
    for (int k = 0; k < w->n; k++)
        LIST_EACH(multiplier, m, w->multiplier[k])
            rest[m->row] =
                elimination_add_product(w, rest[m->row], m->cell, rest[w->pivot_row[k]]);
    substitute_back(w, rest, change);
    for (int j = 0; j < w->n; j++) {
        const int to = elimination_cell(w);
        z[j] = elimination_push(
            w, (straight_step){STRAIGHT_ADD, to, change[j], STRAIGHT_NOTHING, z[j], 0});
    }
}

/* --- all --- */

/* Nothing is known of the entries yet. */
static elimination_work elimination_room(arena *a, const invo_pattern *p) {
    const int n = p->rows;
    elimination_work w = {.arena = a,
                          .n = n,
                          .entries = p->start[n],
                          .pattern = p,
                          .row = ARENA_ARRAY(a, work_row, n + 1),
                          .column = ARENA_ARRAY(a, work_list, n + 1),
                          .rows = by_count_new(a, n),
                          .columns = by_count_new(a, n),
                          .right = ARENA_ARRAY(a, int, n + 1),
                          .place = ARENA_ARRAY(a, int, n + 1),
                          .is_done = ARENA_ARRAY(a, char, n + 1),
                          .pivot_row = ARENA_ARRAY(a, int, n + 1),
                          .pivot_column = ARENA_ARRAY(a, int, n + 1),
                          .inverse = ARENA_ARRAY(a, int, n + 1),
                          .multiplier =
                              arena_alloc(a, sizeof *w.multiplier * (size_t)(n + 1)),
                          .cells = p->start[n] + n,
                          .watch = ARENA_ARRAY(a, int, n + 1)};
    for (int i = 0; i < n; i++)
        w.watch[i] = -1;
    for (int i = 0; i < n; i++)
        w.right[i] = w.entries + i;
    return w;
}

static elimination_work elimination_begin(arena *a, const invo_pattern *p, int points,
                                          const double *value, const char *is_fixed) {
    elimination_work w = elimination_room(a, p);
    w.points = points;
    for (int point = 0; point < points; point++) {
        w.scale[point] = ARENA_ARRAY(a, double, w.n + 1);
        for (int i = 0; i < w.n; i++)
            w.scale[point][i] =
                sparse_row_scale(p, 1, value + (size_t)point * (size_t)w.entries, i);
    }
    for (int i = 0; i < w.n; i++) {
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            const work_entry e = {p->column[k], k, elimination_values(&w), is_fixed[k]};
            for (int point = 0; point < points; point++)
                e.value[point] = value[(size_t)point * (size_t)w.entries + (size_t)k];
            LIST_PUSH(a, w.row[i], e);
            LIST_PUSH(a, w.column[p->column[k]], i);
        }
    }
    for (int i = 0; i < w.n; i++) {
        by_count_add(&w.rows, i, w.row[i].count);
        by_count_add(&w.columns, i, w.column[i].count);
    }
    return w;
}

/* The sign of a permutation, which is changed. */
static int sign_of_order(int n, int *order) {
    int sign = 1;
    for (int k = 0; k < n; k++)
        while (order[k] != k) {
            const int other = order[k];
            order[k] = order[other];
            order[other] = other;
            sign = -sign;
        }
    return sign;
}

static int *elimination_keep(arena *a, int n, const int *list) {
    return arena_keep(a, list, sizeof *list, n);
}

static const int *keep_watches(const elimination_work *w, arena *a, int *count) {
    int *list = ARENA_ARRAY(a, int, w->n + 1);
    *count = 0;
    for (int i = 0; i < w->n; i++)
        if (w->watch[i] >= 0)
            list[(*count)++] = w->watch[i];
    return list;
}

/* From the order of the pivots to that of their rows. */
static const int *keep_inverses(const elimination_work *w, arena *a) {
    int *list = ARENA_ARRAY(a, int, w->n + 1);
    for (int k = 0; k < w->n; k++)
        list[w->pivot_row[k]] = w->inverse[k];
    return list;
}

const elimination *elimination_new(arena *a, const invo_pattern *p, int points,
                                   const double *value, const char *is_fixed, int most) {
    assert(p->rows == p->columns && points > 0 && points <= MOST_POINTS);
    const int n = p->rows;
    arena *scratch = arena_child(a);
    elimination_work w = elimination_begin(scratch, p, points, value, is_fixed);
    int k = n > MANY_ROWS ? eliminate_fixed(&w) : 0;
    for (; k < n && w.steps.count <= most; k++) {
        const candidate best = choose_pivot(&w);
        if (best.row < 0)
            break;
        eliminate_candidate(&w, k, &best);
    }
    if (k < n) {
        arena_free(scratch);
        return NULL;
    }
    int *z = ARENA_ARRAY(scratch, int, n + 1);
    elimination *e = arena_alloc(a, sizeof *e);
    *e = (elimination){.scale = arena_keep(a, w.scale[0], sizeof **w.scale, n),
                       .inverse = keep_inverses(&w, a)};
    e->watch = keep_watches(&w, a, &e->watches);
    substitute_back(&w, w.right, z);
    e->plain_steps = w.steps.count;
    e->plain = elimination_keep(a, n, z);
    elimination_refine(&w, z);
    e->solution = elimination_keep(a, n, z);
    e->cells = w.cells;
    e->steps = w.steps.count;
    e->step = LIST_KEEP(a, w.steps);
    e->sign = sign_of_order(n, w.pivot_row) * sign_of_order(n, w.pivot_column);
    arena_free(scratch);
    return e;
}

/* --- symmetric matrices --- */

/* Both halves of the matrix have the same cells. */
static void symmetric_fill(elimination_work *w, const invo_pattern *p, int *diagonal) {
    for (int i = 0; i < w->n; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            const int j = p->column[k];
            const work_entry below = {j, k, NULL, 0};
            const work_entry above = {i, k, NULL, 0};
            assert(j <= i);
            if (j == i) {
                diagonal[i] = k;
                continue;
            }
            LIST_PUSH(w->arena, w->row[i], below);
            LIST_PUSH(w->arena, w->row[j], above);
        }
    for (int i = 0; i < w->n; i++)
        by_count_add(&w->rows, i, w->row[i].count);
}

/* The shortest of the rows before `end` that are left. */
static int shortest_row(const elimination_work *w, int end) {
    for (int count = 0; count < w->n; count++)
        for (int k = w->rows.first[count]; k >= 0; k = w->rows.next[k])
            if (k < end)
                return k;
    return -1;
}

/* Adds m times entry b of the row of the pivot to entry (row, b->column). */
static void symmetric_add(elimination_work *w, int row, int m, const work_entry *b) {
    const int at = w->place[b->column] - 1;
    const int cell = at >= 0 ? w->row[row].at[at].cell : STRAIGHT_NOTHING;
    const int sum = elimination_add_product(w, cell, m, b->cell);
    const work_entry here = {b->column, sum, NULL, 0};
    const work_entry there = {row, sum, NULL, 0};
    if (at < 0) {
        LIST_PUSH(w->arena, w->row[row], here);
        LIST_PUSH(w->arena, w->row[b->column], there);
        by_count_change(&w->rows, row, 1);
        by_count_change(&w->rows, b->column, 1);
        return;
    }
    w->row[row].at[at].cell = sum;
    LIST_EACH(work_entry, e, w->row[b->column])
        if (e->column == row)
            e->cell = sum;
}

/* Clears the column of a pivot below it. */
static void symmetric_eliminate(elimination_work *w, int k, int *diagonal) {
    const int pivot = w->pivot_row[k];
    const work_row own = w->row[pivot];
    w->inverse[k] = elimination_invert(w, diagonal[pivot]);
    by_count_remove(&w->rows, pivot);
    for (int i = 0; i < own.count; i++) {
        const int row = own.at[i].column;
        remove_entry(&w->row[row], pivot);
        by_count_change(&w->rows, row, -1);
    }
    for (int i = 0; i < own.count; i++) {
        const int row = own.at[i].column;
        const int m = elimination_multiply(w, own.at[i].cell, w->inverse[k]);
        LIST_EACH(work_entry, e, w->row[row])
            w->place[e->column] = 1 + (int)(e - w->row[row].at);
        for (int j = 0; j < i; j++)
            symmetric_add(w, row, m, &own.at[j]);
        LIST_EACH(work_entry, e, w->row[row])
            w->place[e->column] = 0;
        diagonal[row] = elimination_add_product(w, diagonal[row], m, own.at[i].cell);
        w->right[row] = elimination_add_product(w, w->right[row], m, w->right[pivot]);
    }
}

/* Watches the pivots of the rows before `first`, then the others, too, in another cell.
 * Returns the cell of the former. */
static int symmetric_watch(elimination_work *w, int first, const int *given) {
    int former = STRAIGHT_NOTHING;
    for (int k = 0; k < w->n; k++) {
        const int row = w->pivot_row[k];
        const int share = elimination_multiply(w, given[row], w->inverse[k]);
        if (k == first && k > 0 && w->n <= MANY_ROWS) {
            former = *w->watch;
            *w->watch = elimination_cell(w);
            elimination_push(w, (straight_step){STRAIGHT_LARGEST, *w->watch, share,
                                                STRAIGHT_NOTHING, former, 1});
        } else
            elimination_watch(w, STRAIGHT_LARGEST, row, share, 1);
    }
    return former;
}

const elimination *elimination_new_symmetric(arena *a, const invo_pattern *p, int first,
                                             int most) {
    const int n = p->rows;
    int former = STRAIGHT_NOTHING;
    arena *scratch = arena_child(a);
    elimination_work w = elimination_room(scratch, p);
    int *diagonal = ARENA_ARRAY(scratch, int, n + 1);
    int *given = ARENA_ARRAY(scratch, int, n + 1);
    int *z = ARENA_ARRAY(scratch, int, n + 1);
    symmetric_fill(&w, p, diagonal);
    for (int i = 0; i < n; i++)
        given[i] = diagonal[i];
    for (int k = 0; k < n && w.steps.count <= most; k++) {
        w.pivot_row[k] = w.pivot_column[k] = shortest_row(&w, k < first ? first : n);
        symmetric_eliminate(&w, k, diagonal);
    }
    const int is_long = w.steps.count > most;
    if (!is_long)
        former = symmetric_watch(&w, first, given);
    elimination *e = is_long ? NULL : arena_alloc(a, sizeof *e);
    if (e) {
        substitute_back(&w, w.right, z);
        *e = (elimination){.cells = w.cells,
                           .steps = w.steps.count,
                           .step = LIST_KEEP(a, w.steps),
                           .solution = elimination_keep(a, n, z),
                           .plain_steps = w.steps.count,
                           .plain = elimination_keep(a, n, z),
                           .inverse = keep_inverses(&w, a),
                           .former_watch = former,
                           .sign = 1};
        e->watch = keep_watches(&w, a, &e->watches);
    }
    arena_free(scratch);
    return e;
}

static int same_cells(int count, const int *a, const int *b) {
    return count == 0 || memcmp(a, b, sizeof *a * (size_t)count) == 0;
}

static int same_step(const straight_step *a, const straight_step *b) {
    return a->kind == b->kind && a->to == b->to && a->a == b->a && a->b == b->b &&
           a->c == b->c && a->factor == b->factor;
}

int elimination_equal(int n, const elimination *a, const elimination *b) {
    assert(n > 0);
    if (a->cells != b->cells || a->steps != b->steps || a->sign != b->sign ||
        a->plain_steps != b->plain_steps || a->watches != b->watches)
        return 0;
    for (int k = 0; k < a->steps; k++)
        if (!same_step(&a->step[k], &b->step[k]))
            return 0;
    for (int i = 0; i < n; i++)
        if (a->scale[i] != b->scale[i])
            return 0;
    return same_cells(n, a->solution, b->solution) && same_cells(n, a->plain, b->plain) &&
           same_cells(n, a->inverse, b->inverse) &&
           same_cells(a->watches, a->watch, b->watch);
}
