/* SPDX-License-Identifier: BSD-3-Clause */
/* Row i of the factors is made from row i of A and the rows above it, in one pass over a
 * row that is spread out ([Duff, Erisman, Reid, Direct Methods for Sparse Matrices, 2nd
 * ed., 10.5], by rows). Pivots are stored as their inverses: nothing is divided when a
 * system is solved. */
#include "fixed_lu.h"
#include <stdint.h>
#include <stdlib.h>
#include "../base/number.h"
#include "../base/pool.h"
#include "tridiagonal.h"

/* Products this many times as large as the entries of their row leave the solution half
 * of its digits or more, which is enough for corrections that are iterated. */
static const double MOST_GROWTH = 1e4;

/* Everything by the numbers of the new order. */
struct fixed_lu {
    int n, width, blocks;
    int lows, ups, fars, entries; /* of L, U, right of the blocks, A */
    int *row, *column;            /* [n]: of A */
    int *begin;                   /* [blocks + 1] */
    int *spread;         /* [entries of A]: row by row, the column of an entry ... */
    int *from;           /* ... and where it is found in A */
    int *of;             /* [n + 1]: where the entries of a row of A begin */
    int *low, *up, *far; /* [n + 1]: where a row of L, U, and right of its block begins */
    int *low_column, *up_column, *far_column;
    double *l, *u, *right; /* entries */
    double *inverse;       /* [width, n]: of the pivots */
    double *most;          /* [n]: the largest entry of a row of U */
    double *x;             /* [width, n]: a row that is spread out; a solution */
    int is_tridiagonal;    /* as it stands: all but its own entries is not used ... */
    int *entry;            /* ... [3, n]: of A, below, on and above the diagonal */
};

/* The columns of the factors, found before there is room for them. */
typedef struct fixed_shape {
    int lows, ups, fars, room;
    int *low, *up, *far; /* [n + 1] */
    int *column;         /* [room]: of row i the columns of its block, by size */
    int *begin;          /* [n + 1] */
    int *mark;           /* [n] */
    int *next;           /* [n + 1]: the columns of a row, as a list */
    int *place;          /* [n]: the new number of a column of A */
} fixed_shape;

static void fixed_shape_free(fixed_shape *s) {
    free(s->column);
    free(s->low);
}

static int fixed_shape_make(fixed_shape *s, int n) {
    const size_t rows = (size_t)n + 1;
    *s = (fixed_shape){.room = 0};
    s->low = calloc(7 * rows, sizeof *s->low);
    if (!s->low)
        return 0;
    s->up = s->low + rows;
    s->far = s->up + rows;
    s->begin = s->far + rows;
    s->mark = s->begin + rows;
    s->next = s->mark + rows;
    s->place = s->next + rows;
    return 1;
}

/* Makes room for n more columns. */
static int fixed_shape_grow(fixed_shape *s, int used, int n) {
    if (used + n <= s->room)
        return 1;
    const int room = 2 * s->room + n;
    int *grown = realloc(s->column, sizeof *grown * (size_t)room);
    if (!grown)
        return 0;
    s->column = grown;
    s->room = room;
    return 1;
}

/* Inserts column j into the sorted list, which ends with n, behind `after`, a member. */
static void fixed_shape_insert(fixed_shape *s, int after, int j) {
    int at = after;
    while (s->next[at] < j)
        at = s->next[at];
    s->next[j] = s->next[at];
    s->next[at] = j;
}

/* Lists what row i of A has within its block, and the pivot; `list` is scratch. */
static void fixed_shape_begin(fixed_shape *s, const invo_pattern *p, const fixed_order *o,
                              int i, int first, int end, int *list) {
    const int n = p->rows;
    int count = 0;
    int last = n;
    list[count++] = i;
    EACH_ENTRY(k, p, o->row[i]) {
        const int j = s->place[p->column[k]];
        s->fars += j >= end;
        if (j >= first && j < end && j != i)
            list[count++] = j;
    }
    qsort(list, (size_t)count, sizeof *list, sparse_compare);
    s->next[n] = n;
    for (int k = 0; k < count; k++) {
        s->mark[list[k]] = i + 1;
        s->next[list[k]] = n;
        s->next[last] = list[k];
        last = list[k];
    }
}

/* Adds what the rows above bring. */
static void fixed_shape_add(fixed_shape *s, int n, int i) {
    for (int k = s->next[n]; k < i; k = s->next[k]) {
        int after = k;
        for (int t = s->begin[k]; t < s->begin[k + 1]; t++) {
            const int j = s->column[t];
            if (j <= k)
                continue;
            if (s->mark[j] != i + 1) {
                s->mark[j] = i + 1;
                fixed_shape_insert(s, after, j);
            }
            after = j;
        }
    }
}

/* Returns 0 where there is no memory. */
static int fixed_shape_find(fixed_shape *s, const invo_pattern *p, const fixed_order *o,
                            long most, int *is_full) {
    const int n = p->rows;
    int used = 0;
    for (int k = 0; k < n; k++)
        s->place[o->column[k]] = k;
    for (int b = 0; b < o->blocks; b++)
        for (int i = o->begin[b]; i < o->begin[b + 1]; i++) {
            if (!fixed_shape_grow(s, used, n + 1))
                return 0;
            fixed_shape_begin(s, p, o, i, o->begin[b], o->begin[b + 1], s->column + used);
            fixed_shape_add(s, n, i);
            for (int j = s->next[n]; j != n; j = s->next[j]) {
                s->column[used++] = j;
                s->lows += j < i;
                s->ups += j > i;
            }
            if (most && used > most) {
                *is_full = 1;
                return 1;
            }
            s->begin[i + 1] = used;
            s->low[i + 1] = s->lows;
            s->up[i + 1] = s->ups;
            s->far[i + 1] = s->fars;
        }
    return 1;
}

static void fixed_lu_lay_out(fixed_lu *f, pool *o) {
    const size_t n = (size_t)f->n;
    const size_t width = (size_t)f->width;
    f->l = pool_doubles(o, width * (f->is_tridiagonal ? n : (size_t)f->lows));
    f->u = pool_doubles(o, width * (f->is_tridiagonal ? n : (size_t)f->ups));
    f->right = pool_doubles(o, width * (size_t)f->fars);
    f->inverse = pool_doubles(o, width * n);
    f->most = pool_doubles(o, n);
    f->x = pool_doubles(o, width * n);
    f->entry = pool_integers(o, f->is_tridiagonal ? 3 * n : 0);
    POOL_INTEGERS(o, n + 1, &f->row, &f->column, &f->begin, &f->of, &f->low, &f->up,
                  &f->far);
    POOL_INTEGERS(o, (size_t)f->entries, &f->spread, &f->from);
    f->low_column = pool_integers(o, (size_t)f->lows);
    f->up_column = pool_integers(o, (size_t)f->ups);
    f->far_column = pool_integers(o, (size_t)f->fars);
}

static void fixed_lu_fill(fixed_lu *f, const invo_pattern *p, const fixed_order *o,
                          const fixed_shape *s) {
    const size_t size = sizeof *f->low * ((size_t)f->n + 1);
    int lows = 0;
    int ups = 0;
    int fars = 0;
    int entries = 0;
    memcpy(f->row, o->row, size - sizeof *f->row);
    memcpy(f->column, o->column, size - sizeof *f->column);
    memcpy(f->begin, o->begin, sizeof *f->begin * ((size_t)o->blocks + 1));
    memcpy(f->low, s->low, size);
    memcpy(f->up, s->up, size);
    memcpy(f->far, s->far, size);
    for (int b = 0; b < f->blocks; b++)
        for (int i = f->begin[b]; i < f->begin[b + 1]; i++) {
            for (int t = s->begin[i]; t < s->begin[i + 1]; t++)
                if (s->column[t] < i)
                    f->low_column[lows++] = s->column[t];
                else if (s->column[t] > i)
                    f->up_column[ups++] = s->column[t];
            EACH_ENTRY(k, p, f->row[i]) {
                const int j = s->place[p->column[k]];
                const int is_far = j >= f->begin[b + 1];
                f->from[entries] = k;
                f->spread[entries++] = is_far ? ~fars : j;
                if (is_far)
                    f->far_column[fars++] = j;
            }
            f->of[i + 1] = entries;
        }
}

/* Is the matrix tridiagonal as it stands? */
static int fixed_lu_finds_tridiagonal(const invo_pattern *p) {
    for (int i = 0; i < p->rows; i++)
        EACH_ENTRY(k, p, i)
            if (abs(p->column[k] - i) > 1)
                return 0;
    return 1;
}

/* Where its entries are. */
static void fixed_lu_find_entries(fixed_lu *f, const invo_pattern *p) {
    for (int i = 0; i < 3 * f->n; i++)
        f->entry[i] = -1;
    for (int i = 0; i < f->n; i++)
        EACH_ENTRY(k, p, i)
            f->entry[(p->column[k] - i + 1) * f->n + i] = k;
}

static tridiagonal fixed_lu_tridiagonal(const fixed_lu *f) {
    const int *e = f->entry;
    return (tridiagonal){f->n, e, e + f->n, e + 2 * f->n, f->l, f->u, f->inverse};
}

/* Room for factors of these sizes. */
static fixed_lu *fixed_lu_make(fixed_lu own) {
    pool room = {.used = sizeof own};
    fixed_lu_lay_out(&own, &room);
    fixed_lu *f = calloc(1, room.used);
    if (!f)
        return NULL;
    room = (pool){(char *)f, sizeof own};
    fixed_lu_lay_out(&own, &room);
    *f = own;
    return f;
}

static fixed_lu *fixed_lu_in_order(const invo_pattern *p, int width, const fixed_order *o,
                                   long most, int *is_full) {
    fixed_shape s;
    fixed_lu *f = NULL;
    if (!fixed_shape_make(&s, p->rows))
        return NULL;
    if (fixed_shape_find(&s, p, o, most, is_full) && !*is_full)
        f = fixed_lu_make((fixed_lu){.n = p->rows,
                                     .width = width,
                                     .blocks = o->blocks,
                                     .lows = s.lows,
                                     .ups = s.ups,
                                     .fars = s.fars,
                                     .entries = p->start[p->rows]});
    if (f)
        fixed_lu_fill(f, p, o, &s);
    fixed_shape_free(&s);
    return f;
}

static fixed_lu *fixed_lu_new_tridiagonal(const invo_pattern *p, int width) {
    fixed_lu *f =
        fixed_lu_make((fixed_lu){.n = p->rows, .width = width, .is_tridiagonal = 1});
    if (f)
        fixed_lu_find_entries(f, p);
    return f;
}

enum { BITS = 64 }; /* the largest matrix whose rows are words */

/* The least number of products among pivots on the diagonal that are left. */
static int fixed_lu_next_pivot(int n, const uint64_t *row, const uint64_t *column,
                               uint64_t left) {
    int best = -1;
    int least = BITS * BITS;
    for (int k = 0; k < n; k++) {
        if (!(left >> k & 1))
            continue;
        const int cost = (__builtin_popcountll(row[k] & left) - 1) *
                         (__builtin_popcountll(column[k] & left) - 1);
        if (cost >= least)
            continue;
        least = cost;
        best = k;
    }
    return best;
}

/* Orders a small matrix for little fill with pivots on its diagonal (Markowitz). */
static void fixed_lu_order_small(const invo_pattern *p, int *order) {
    const int n = p->rows;
    uint64_t row[BITS];
    uint64_t column[BITS] = {0};
    uint64_t left = n < BITS ? ((uint64_t)1 << n) - 1 : ~(uint64_t)0;
    for (int i = 0; i < n; i++) {
        row[i] = (uint64_t)1 << i;
        EACH_ENTRY(k, p, i)
            row[i] |= (uint64_t)1 << p->column[k];
        for (int j = 0; j < n; j++)
            column[j] |= (row[i] >> j & 1) << i;
    }
    for (int k = 0; k < n; k++) {
        const int pivot = order[k] = fixed_lu_next_pivot(n, row, column, left);
        left &= ~((uint64_t)1 << pivot);
        for (int i = 0; i < n; i++) {
            if (column[pivot] & left & (uint64_t)1 << i)
                row[i] |= row[pivot];
            if (row[pivot] & left & (uint64_t)1 << i)
                column[i] |= column[pivot];
        }
    }
}

fixed_lu *fixed_lu_new(const invo_pattern *p, int width, const fixed_order *o, long most,
                       int *is_full) {
    const int begin[2] = {0, p->rows};
    *is_full = 0;
    if (o)
        return fixed_lu_in_order(p, width, o, most, is_full);
    if (fixed_lu_finds_tridiagonal(p))
        return fixed_lu_new_tridiagonal(p, width);
    int *same = malloc(sizeof *same * ((size_t)p->rows + 1));
    if (!same)
        return NULL;
    for (int i = 0; i < p->rows; i++)
        same[i] = i;
    if (p->rows <= BITS)
        fixed_lu_order_small(p, same);
    const fixed_order as_it_is = {same, same, 1, begin};
    fixed_lu *f = fixed_lu_in_order(p, width, &as_it_is, most, is_full);
    free(same);
    return f;
}

fixed_lu *fixed_lu_like(const fixed_lu *other, int width) {
    fixed_lu own = *other;
    own.width = width;
    fixed_lu *f = fixed_lu_make(own);
    if (!f)
        return NULL;
    const size_t numbers = (size_t)((const char *)(other->far_column + other->fars) -
                                    (const char *)other->entry);
    memcpy(f->entry, other->entry, numbers);
    return f;
}

void fixed_lu_free(fixed_lu *f) {
    free(f);
}

/* Spreads out row i of A; returns the size of its largest entry in the block. */
static double fixed_lu_spread(fixed_lu *f, int i, const double *value) {
    double *x = f->x;
    double largest = 0;
    for (int t = f->low[i]; t < f->low[i + 1]; t++)
        x[f->low_column[t]] = 0;
    for (int t = f->up[i]; t < f->up[i + 1]; t++)
        x[f->up_column[t]] = 0;
    x[i] = 0;
    for (int t = f->of[i]; t < f->of[i + 1]; t++) {
        const double entry = value[f->from[t]];
        if (f->spread[t] < 0) {
            f->right[~f->spread[t]] = entry;
            continue;
        }
        x[f->spread[t]] = entry;
        largest = larger(largest, fabs(entry));
    }
    return largest;
}

/* Row i of real factors; returns the largest product in it. */
static double fixed_lu_row(fixed_lu *f, int i) {
    double *restrict x = f->x;
    const double *restrict u = f->u;
    const int *restrict column = f->up_column;
    double grown = 0;
    for (int t = f->low[i]; t < f->low[i + 1]; t++) {
        const int k = f->low_column[t];
        const double l = x[k] * f->inverse[k];
        f->l[t] = l;
        grown = larger(grown, fabs(l) * f->most[k]);
        for (int e = f->up[k]; e < f->up[k + 1]; e++)
            x[column[e]] -= l * u[e];
    }
    return grown;
}

static int fixed_lu_factor_real(fixed_lu *f, const double *value, int checks) {
    double *x = f->x;
    for (int i = 0; i < f->n; i++) {
        const double largest = fixed_lu_spread(f, i, value);
        const double grown = fixed_lu_row(f, i);
        const double inverse = 1 / x[i];
        double most = fabs(x[i]);
        if (!isfinite(inverse) || !isfinite(x[i]))
            return 0;
        if (checks && !(grown <= MOST_GROWTH * largest))
            return 0;
        f->inverse[i] = inverse;
        for (int t = f->up[i]; t < f->up[i + 1]; t++) {
            f->u[t] = x[f->up_column[t]];
            most = larger(most, fabs(f->u[t]));
        }
        f->most[i] = most;
    }
    return 1;
}

static double fixed_lu_size(const double *x) {
    return fabs(x[0]) + fabs(x[1]);
}

static double fixed_lu_spread_complex(fixed_lu *f, int i, const double *value) {
    double *x = f->x;
    double largest = 0;
    for (int t = f->low[i]; t < f->low[i + 1]; t++)
        x[2 * f->low_column[t]] = x[2 * f->low_column[t] + 1] = 0;
    for (int t = f->up[i]; t < f->up[i + 1]; t++)
        x[2 * f->up_column[t]] = x[2 * f->up_column[t] + 1] = 0;
    x[2 * i] = x[2 * i + 1] = 0;
    for (int t = f->of[i]; t < f->of[i + 1]; t++) {
        const double *entry = value + 2 * f->from[t];
        const int is_far = f->spread[t] < 0;
        double *to = is_far ? f->right + 2 * ~f->spread[t] : x + 2 * f->spread[t];
        to[0] = entry[0];
        to[1] = entry[1];
        if (!is_far)
            largest = larger(largest, fixed_lu_size(entry));
    }
    return largest;
}

static double fixed_lu_row_complex(fixed_lu *f, int i) {
    double *restrict x = f->x;
    const double *restrict u = f->u;
    const int *restrict column = f->up_column;
    double grown = 0;
    for (int t = f->low[i]; t < f->low[i + 1]; t++) {
        const int k = f->low_column[t];
        const double *inverse = f->inverse + 2 * k;
        const double re = x[2 * k] * inverse[0] - x[2 * k + 1] * inverse[1];
        const double im = x[2 * k] * inverse[1] + x[2 * k + 1] * inverse[0];
        f->l[2 * t] = re;
        f->l[2 * t + 1] = im;
        grown = larger(grown, (fabs(re) + fabs(im)) * f->most[k]);
        for (int e = f->up[k]; e < f->up[k + 1]; e++) {
            double *to = x + 2 * column[e];
            to[0] -= re * u[2 * e] - im * u[2 * e + 1];
            to[1] -= re * u[2 * e + 1] + im * u[2 * e];
        }
    }
    return grown;
}

static int fixed_lu_factor_complex(fixed_lu *f, const double *value, int checks) {
    double *x = f->x;
    for (int i = 0; i < f->n; i++) {
        const double largest = fixed_lu_spread_complex(f, i, value);
        const double grown = fixed_lu_row_complex(f, i);
        const double *pivot = x + 2 * i;
        const double square = 1 / (pivot[0] * pivot[0] + pivot[1] * pivot[1]);
        double most = fixed_lu_size(pivot);
        if (!isfinite(square) || !isfinite(most) || square == 0)
            return 0;
        if (checks && !(grown <= MOST_GROWTH * largest))
            return 0;
        f->inverse[2 * i] = pivot[0] * square;
        f->inverse[2 * i + 1] = -pivot[1] * square;
        for (int t = f->up[i]; t < f->up[i + 1]; t++) {
            f->u[2 * t] = x[2 * f->up_column[t]];
            f->u[2 * t + 1] = x[2 * f->up_column[t] + 1];
            most = larger(most, fixed_lu_size(f->u + 2 * t));
        }
        f->most[i] = most;
    }
    return 1;
}

int fixed_lu_factor(fixed_lu *f, const double *value, int checks) {
    const double growth = checks ? MOST_GROWTH : INFINITY;
    if (f->is_tridiagonal) {
        const tridiagonal t = fixed_lu_tridiagonal(f);
        return f->width == 1 ? tridiagonal_factor(&t, value, growth)
                             : tridiagonal_factor_complex(&t, value, growth);
    }
    return f->width == 1 ? fixed_lu_factor_real(f, value, checks)
                         : fixed_lu_factor_complex(f, value, checks);
}

/* x of rows first..end-1, the block, whose right sides are in x. */
static void fixed_lu_solve_block(const fixed_lu *f, int first, int end) {
    double *restrict x = f->x;
    for (int i = first; i < end; i++) {
        double sum = x[i];
        for (int t = f->low[i]; t < f->low[i + 1]; t++)
            sum -= f->l[t] * x[f->low_column[t]];
        x[i] = sum;
    }
    for (int i = end - 1; i >= first; i--) {
        double sum = x[i];
        for (int t = f->up[i]; t < f->up[i + 1]; t++)
            sum -= f->u[t] * x[f->up_column[t]];
        x[i] = sum * f->inverse[i];
    }
}

/* All rows as one block: right sides are read, and solutions written, on the way. What
 * was found last comes last in a sum, so that the others need not wait for it. */
static void fixed_lu_solve_single(fixed_lu *f, double *restrict b) {
    double *restrict x = f->x;
    const int n = f->n;
    for (int i = 0, t = 0; i < n; i++) {
        const int end = f->low[i + 1];
        double sum = b[f->row[i]];
        for (; t < end; t++)
            sum -= f->l[t] * x[f->low_column[t]];
        x[i] = sum;
    }
    for (int i = n - 1; i >= 0; i--) {
        const int first = f->up[i];
        double sum = x[i];
        for (int t = f->up[i + 1] - 1; t >= first; t--)
            sum -= f->u[t] * x[f->up_column[t]];
        x[i] = sum * f->inverse[i];
        b[f->column[i]] = x[i];
    }
}

static void fixed_lu_solve_real(fixed_lu *f, double *b) {
    double *restrict x = f->x;
    for (int i = 0; i < f->n; i++)
        x[i] = b[f->row[i]];
    for (int k = f->blocks - 1; k >= 0; k--) {
        const int end = f->begin[k + 1];
        for (int i = f->begin[k]; i < end; i++)
            for (int t = f->far[i]; t < f->far[i + 1]; t++)
                x[i] -= f->right[t] * x[f->far_column[t]];
        fixed_lu_solve_block(f, f->begin[k], end);
    }
    for (int i = 0; i < f->n; i++)
        b[f->column[i]] = x[i];
}

/* x_i -= the sum over t of entry[t] x[column[t]] */
static inline void fixed_lu_subtract(double *restrict x, int i,
                                     const double *restrict entry,
                                     const int *restrict column, int t, int end) {
    double re = x[2 * i];
    double im = x[2 * i + 1];
    for (; t < end; t++) {
        const double *a = entry + 2 * t;
        const double *y = x + 2 * column[t];
        re -= a[0] * y[0] - a[1] * y[1];
        im -= a[0] * y[1] + a[1] * y[0];
    }
    x[2 * i] = re;
    x[2 * i + 1] = im;
}

static void fixed_lu_solve_complex_block(const fixed_lu *f, int first, int end) {
    double *x = f->x;
    for (int i = first; i < end; i++)
        fixed_lu_subtract(x, i, f->l, f->low_column, f->low[i], f->low[i + 1]);
    for (int i = end - 1; i >= first; i--) {
        fixed_lu_subtract(x, i, f->u, f->up_column, f->up[i], f->up[i + 1]);
        const double *inverse = f->inverse + 2 * i;
        const double re = x[2 * i] * inverse[0] - x[2 * i + 1] * inverse[1];
        x[2 * i + 1] = x[2 * i] * inverse[1] + x[2 * i + 1] * inverse[0];
        x[2 * i] = re;
    }
}

/* The same as one block. */
static void fixed_lu_solve_single_complex(fixed_lu *f, double *restrict b) {
    double *restrict x = f->x;
    const int n = f->n;
    for (int i = 0, t = 0; i < n; i++) {
        const int end = f->low[i + 1];
        double re = b[2 * f->row[i]];
        double im = b[2 * f->row[i] + 1];
        for (; t < end; t++) {
            const double *a = f->l + 2 * t;
            const double *y = x + 2 * f->low_column[t];
            re -= a[0] * y[0] - a[1] * y[1];
            im -= a[0] * y[1] + a[1] * y[0];
        }
        x[2 * i] = re;
        x[2 * i + 1] = im;
    }
    for (int i = n - 1; i >= 0; i--) {
        const int first = f->up[i];
        const double *inverse = f->inverse + 2 * i;
        double re = x[2 * i];
        double im = x[2 * i + 1];
        for (int t = f->up[i + 1] - 1; t >= first; t--) {
            const double *a = f->u + 2 * t;
            const double *y = x + 2 * f->up_column[t];
            re -= a[0] * y[0] - a[1] * y[1];
            im -= a[0] * y[1] + a[1] * y[0];
        }
        double *to = b + 2 * f->column[i];
        to[0] = x[2 * i] = re * inverse[0] - im * inverse[1];
        to[1] = x[2 * i + 1] = re * inverse[1] + im * inverse[0];
    }
}

static void fixed_lu_solve_complex(fixed_lu *f, double *b) {
    double *x = f->x;
    for (int i = 0; i < f->n; i++) {
        x[2 * i] = b[2 * f->row[i]];
        x[2 * i + 1] = b[2 * f->row[i] + 1];
    }
    for (int k = f->blocks - 1; k >= 0; k--) {
        const int end = f->begin[k + 1];
        for (int i = f->begin[k]; i < end; i++)
            fixed_lu_subtract(x, i, f->right, f->far_column, f->far[i], f->far[i + 1]);
        fixed_lu_solve_complex_block(f, f->begin[k], end);
    }
    for (int i = 0; i < f->n; i++) {
        b[2 * f->column[i]] = x[2 * i];
        b[2 * f->column[i] + 1] = x[2 * i + 1];
    }
}

void fixed_lu_solve(fixed_lu *f, double *b) {
    if (f->is_tridiagonal) {
        const tridiagonal t = fixed_lu_tridiagonal(f);
        (f->width == 1 ? tridiagonal_solve : tridiagonal_solve_complex)(&t, b);
        return;
    }
    if (f->fars == 0)
        (f->width == 1 ? fixed_lu_solve_single : fixed_lu_solve_single_complex)(f, b);
    else if (f->width == 1)
        fixed_lu_solve_real(f, b);
    else
        fixed_lu_solve_complex(f, b);
}
