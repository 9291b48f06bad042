/* SPDX-License-Identifier: BSD-3-Clause */
/* Row i of the factors is made in its place from row i of A and the rows above it. Where
 * every product goes is listed once. Pivots are stored as their inverses: nothing is
 * divided when a system is solved. */
#include "lane_lu.h"
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../base/pool.h"

/* Products this many times as large as the entries of their row leave the solution half
 * of its digits or more, which is enough for corrections that are iterated. */
static const double LANE_LU_GROWTH = 1e4;
#define INLINE static inline __attribute__((always_inline))
enum { LINE = 64 }; /* bytes: numbers begin where a cache line does */

/* Rows and columns have the numbers of the order of pivots, but for `unknown`. */
struct lane_lu {
    int n, entries, fills, products; /* of the factors; of these not in A; made by rows */
    int *begin, *pivot;              /* [n + 1]: first entry of a row; its pivot */
    int *column, *unknown;           /* [entries]: of each; of A */
    int *row;                        /* [n]: of A */
    int *from, *to;                  /* [entries - fills]: in A, and in the factors */
    int *of;              /* [n + 1]: where those of a row begin in the lists */
    int *fill, *fills_of; /* [fills], [n + 1]: the same of entries not in A */
    int *place;           /* [products]: where each is subtracted */
    double *a;            /* [entries, LANE_NUMBER] */
    double *most;         /* [n, WIDE_LANES]: largest entry of a row of U */
    double *x;            /* [n, LANE_NUMBER] */
};

/* Patterns of the rows and columns of A, and of the factors, as sets. */
typedef struct lane_shape {
    int n;
    int order[LANE_LU_MOST];
    uint32_t given[LANE_LU_MOST], row[LANE_LU_MOST], column[LANE_LU_MOST];
} lane_shape;

/* The least number of products among pivots on the diagonal that are left (Markowitz). */
static int lane_lu_next_pivot(const lane_shape *s, uint32_t left) {
    int best = -1;
    int least = 0;
    for (int k = 0; k < s->n; k++) {
        if (!(left >> k & 1))
            continue;
        const int cost = (__builtin_popcount(s->row[k] & left) - 1) *
                         (__builtin_popcount(s->column[k] & left) - 1);
        if (best >= 0 && cost >= least)
            continue;
        least = cost;
        best = k;
    }
    return best;
}

/* Orders the rows and finds what the factors have, in the numbers of A. */
static void lane_lu_find_shape(const invo_pattern *p, lane_shape *s) {
    const int n = p->rows;
    uint32_t left = ((uint32_t)1 << n) - 1;
    *s = (lane_shape){.n = n};
    for (int i = 0; i < n; i++) {
        EACH_ENTRY(k, p, i)
            s->given[i] |= (uint32_t)1 << p->column[k];
        s->row[i] = s->given[i] | (uint32_t)1 << i;
        for (int j = 0; j < n; j++)
            s->column[j] |= (s->row[i] >> j & 1) << i;
    }
    for (int k = 0; k < n; k++) {
        const int pivot = s->order[k] = lane_lu_next_pivot(s, left);
        left &= ~((uint32_t)1 << pivot);
        for (int i = 0; i < n; i++) {
            if (s->column[pivot] & left & (uint32_t)1 << i)
                s->row[i] |= s->row[pivot] & left;
            if (s->row[pivot] & left & (uint32_t)1 << i)
                s->column[i] |= s->column[pivot] & left;
        }
    }
}

static void lane_lu_count(const lane_shape *s, lane_lu *f) {
    uint32_t left = ((uint32_t)1 << s->n) - 1;
    f->n = s->n;
    for (int k = 0; k < s->n; k++) {
        const int i = s->order[k];
        left &= ~((uint32_t)1 << i);
        f->entries += __builtin_popcount(s->row[i]);
        f->fills += __builtin_popcount(s->row[i] & ~s->given[i]);
        f->products += __builtin_popcount(s->row[i] & left) *
                       __builtin_popcount(s->column[i] & left);
    }
}

static void lane_lu_lay_out(lane_lu *f, pool *o) {
    const size_t n = (size_t)f->n;
    const size_t entries = (size_t)f->entries;
    const size_t given = entries - (size_t)f->fills;
    f->a = pool_doubles(o, LANE_NUMBER * entries);
    f->x = pool_doubles(o, LANE_NUMBER * n);
    f->most = pool_doubles(o, WIDE_LANES * n);
    POOL_INTEGERS(o, n + 1, &f->begin, &f->pivot, &f->row, &f->of, &f->fills_of);
    POOL_INTEGERS(o, entries, &f->column, &f->unknown);
    POOL_INTEGERS(o, given, &f->from, &f->to);
    f->fill = pool_integers(o, (size_t)f->fills);
    f->place = pool_integers(o, (size_t)f->products);
}

/* Room for factors of these sizes; *numbers receives the size of what is behind those
 * that change. */
static lane_lu *lane_lu_make(const lane_lu *sizes, size_t *numbers) {
    const size_t head = (sizeof *sizes + LINE - 1) / LINE * LINE;
    lane_lu own = *sizes;
    pool room = {.used = head};
    lane_lu_lay_out(&own, &room);
    lane_lu *f = aligned_alloc(LINE, (room.used + LINE - 1) / LINE * LINE);
    if (!f)
        return NULL;
    memset(f, 0, room.used);
    *numbers = room.used;
    room = (pool){(char *)f, head};
    lane_lu_lay_out(&own, &room);
    *f = own;
    *numbers -= (size_t)((char *)f->begin - (char *)f);
    return f;
}

/* Where entry (i, j) of the factors is, in their order; it is one. */
static int lane_lu_find(const lane_lu *f, int i, int j) {
    int t = f->begin[i];
    while (f->column[t] != j)
        t++;
    return t;
}

/* Lists the entries of the factors. */
static void lane_lu_list(lane_lu *f, const lane_shape *s) {
    int entries = 0;
    int fills = 0;
    for (int i = 0; i < f->n; i++) {
        f->row[i] = s->order[i];
        for (int j = 0; j < f->n; j++) {
            const uint32_t bit = (uint32_t)1 << s->order[j];
            if (!(s->row[f->row[i]] & bit))
                continue;
            if (j == i)
                f->pivot[i] = entries;
            if (!(s->given[f->row[i]] & bit))
                f->fill[fills++] = entries;
            f->column[entries] = j;
            f->unknown[entries++] = s->order[j];
        }
        f->begin[i + 1] = entries;
        f->fills_of[i + 1] = fills;
    }
    assert(entries == f->entries && fills == f->fills);
}

/* Lists where the entries of A go. */
static void lane_lu_list_given(lane_lu *f, const invo_pattern *p) {
    int count = 0;
    for (int i = 0; i < f->n; i++) {
        for (int t = f->begin[i]; t < f->begin[i + 1]; t++)
            EACH_ENTRY(k, p, f->row[i])
                if (p->column[k] == f->unknown[t]) {
                    f->from[count] = k;
                    f->to[count++] = t;
                }
        f->of[i + 1] = count;
    }
}

static void lane_lu_list_products(lane_lu *f) {
    int count = 0;
    for (int i = 0; i < f->n; i++)
        for (int t = f->begin[i]; t < f->pivot[i]; t++) {
            const int k = f->column[t];
            for (int e = f->pivot[k] + 1; e < f->begin[k + 1]; e++)
                f->place[count++] = lane_lu_find(f, i, f->column[e]);
        }
    assert(count == f->products);
}

lane_lu *lane_lu_new(const invo_pattern *p) {
    assert(p->rows == p->columns && p->rows >= 1 && p->rows <= LANE_LU_MOST);
    lane_shape s;
    lane_lu sizes = {0};
    size_t numbers;
    lane_lu_find_shape(p, &s);
    lane_lu_count(&s, &sizes);
    lane_lu *f = lane_lu_make(&sizes, &numbers);
    if (!f)
        return NULL;
    lane_lu_list(f, &s);
    lane_lu_list_given(f, p);
    lane_lu_list_products(f);
    return f;
}

lane_lu *lane_lu_like(const lane_lu *of) {
    size_t numbers;
    lane_lu *f = lane_lu_make(of, &numbers);
    if (f)
        memcpy(f->begin, of->begin, numbers);
    return f;
}

void lane_lu_free(lane_lu *f) {
    free(f);
}

/* A number in all lanes. It goes by its address: processors without such lanes have no
 * registers for it. */
typedef struct lane_number {
    wide_lanes re, im;
} lane_number;

INLINE void lane_load(const double *x, int k, lane_number *y) {
    const wide_place *at = wide_from(x + LANE_NUMBER * k);
    y->re = at[0];
    y->im = at[1];
}

INLINE void lane_store(const lane_number *y, double *x, int k) {
    wide_place *at = wide_to(x + LANE_NUMBER * k);
    at[0] = y->re;
    at[1] = y->im;
}

INLINE void lane_multiply(const lane_number *x, const lane_number *y, lane_number *to) {
    to->re = x->re * y->re - x->im * y->im;
    to->im = x->re * y->im + x->im * y->re;
}

/* sum -= x y */
INLINE void lane_subtract(const lane_number *x, const lane_number *y, lane_number *sum) {
    lane_number product;
    lane_multiply(x, y, &product);
    sum->re -= product.re;
    sum->im -= product.im;
}

INLINE void lane_raise(const wide_lanes *x, wide_lanes *most) {
    const wide_bits above = *x > *most;
    *most = (wide_lanes)((above & (wide_bits)*x) | (~above & (wide_bits)*most));
}

INLINE void lane_size(const lane_number *x, wide_lanes *size) {
    const wide_bits re = (wide_bits)x->re & INT64_MAX;
    const wide_bits im = (wide_bits)x->im & INT64_MAX;
    *size = (wide_lanes)re + (wide_lanes)im;
}

/* Row i of A, and the size of its largest entry. */
INLINE void lane_lu_load(const lane_lu *f, int i, int terms, const double *share,
                         const double *power, wide_lanes *largest) {
    const lane_number zero = {WIDE_ALL(0), WIDE_ALL(0)};
    const int entries = f->entries - f->fills;
    *largest = zero.re;
    for (int e = f->fills_of[i]; e < f->fills_of[i + 1]; e++)
        lane_store(&zero, f->a, f->fill[e]);
    for (int e = f->of[i]; e < f->of[i + 1]; e++) {
        const double *from = share + f->from[e];
        wide_lanes re = zero.re + from[0];
        wide_lanes im = zero.im;
        wide_lanes size;
        for (int l = 1; l < terms; l++) {
            lane_number y;
            lane_load(power, l, &y);
            re += y.re * from[l * entries];
            im += y.im * from[l * entries];
        }
        const lane_number x = {re, im};
        lane_store(&x, f->a, f->to[e]);
        lane_size(&x, &size);
        lane_raise(&size, largest);
    }
}

/* Eliminates in row i, with its products going to *place; the largest of them. */
INLINE void lane_lu_eliminate(const lane_lu *f, int i, const int **place,
                              wide_lanes *grown) {
    double *a = f->a;
    const int *at = *place;
    *grown = WIDE_ALL(0);
    for (int t = f->begin[i]; t < f->pivot[i]; t++) {
        const int k = f->column[t];
        lane_number x;
        lane_number y;
        lane_number l;
        wide_lanes size;
        lane_load(a, t, &x);
        lane_load(a, f->pivot[k], &y);
        lane_multiply(&x, &y, &l);
        lane_store(&l, a, t);
        lane_size(&l, &size);
        size *= *wide_from(f->most + WIDE_LANES * k);
        lane_raise(&size, grown);
        for (int e = f->pivot[k] + 1; e < f->begin[k + 1]; e++, at++) {
            lane_load(a, *at, &x);
            lane_load(a, e, &y);
            lane_subtract(&l, &y, &x);
            lane_store(&x, a, *at);
        }
    }
    *place = at;
}

/* Inverts the pivot of row i; *bad receives where it is zero or not finite. */
INLINE void lane_lu_invert(const lane_lu *f, int i, wide_bits *bad) {
    const wide_lanes zero = WIDE_ALL(0);
    lane_number x;
    wide_lanes most;
    wide_lanes size;
    lane_load(f->a, f->pivot[i], &x);
    const wide_lanes square = 1 / (x.re * x.re + x.im * x.im);
    lane_size(&x, &most);
    const wide_lanes sum = most + square; /* finite if both are */
    *bad |= ~(sum - sum == zero) | (square == zero);
    x.re *= square;
    x.im *= -square;
    lane_store(&x, f->a, f->pivot[i]);
    for (int e = f->pivot[i] + 1; e < f->begin[i + 1]; e++) {
        lane_load(f->a, e, &x);
        lane_size(&x, &size);
        lane_raise(&size, &most);
    }
    *wide_to(f->most + WIDE_LANES * i) = most;
}

/* Copies of f are in registers, whatever is stored on the way. */
WIDE int lane_lu_factor_all(const lane_lu *of, int terms, const double *share,
                            const double *power) {
    const lane_lu own = *of;
    const lane_lu *f = &own;
    const int *place = f->place;
    wide_bits bad = {0, 0, 0, 0};
    for (int i = 0; i < f->n; i++) {
        wide_lanes largest;
        wide_lanes grown;
        lane_lu_load(f, i, terms, share, power, &largest);
        lane_lu_eliminate(f, i, &place, &grown);
        bad |= ~(grown <= LANE_LU_GROWTH * largest);
        lane_lu_invert(f, i, &bad);
    }
    return (bad[0] | bad[1] | bad[2] | bad[3]) == 0;
}

int lane_lu_factor(lane_lu *f, int terms, const double *share, const double *power) {
    return lane_lu_factor_all(f, terms, share, power);
}

double *lane_lu_sides(lane_lu *f) {
    return f->x;
}

/* sum -= entry t times its unknown */
INLINE void lane_lu_subtract(const lane_lu *f, int t, lane_number *sum) {
    lane_number entry;
    lane_number x;
    lane_load(f->a, t, &entry);
    lane_load(f->x, f->unknown[t], &x);
    lane_subtract(&entry, &x, sum);
}

/* What was found last comes last in a sum, so that the others need not wait for it. */
WIDE void lane_lu_solve_all(const lane_lu *of) {
    const lane_lu own = *of;
    const lane_lu *f = &own;
    lane_number sum;
    for (int i = 1; i < f->n; i++) {
        lane_load(f->x, f->row[i], &sum);
        for (int t = f->begin[i]; t < f->pivot[i]; t++)
            lane_lu_subtract(f, t, &sum);
        lane_store(&sum, f->x, f->row[i]);
    }
    for (int i = f->n - 1; i >= 0; i--) {
        lane_number inverse;
        lane_number x;
        lane_load(f->x, f->row[i], &sum);
        lane_load(f->a, f->pivot[i], &inverse);
        for (int t = f->begin[i + 1] - 1; t > f->pivot[i]; t--)
            lane_lu_subtract(f, t, &sum);
        lane_multiply(&sum, &inverse, &x);
        lane_store(&x, f->x, f->row[i]);
    }
}

void lane_lu_solve(lane_lu *f) {
    lane_lu_solve_all(f);
}

void lane_lu_solve_real(const lane_lu *f, int lane, double *x) {
    const double *a = f->a + lane;
    for (int i = 1; i < f->n; i++) {
        double sum = x[f->row[i]];
        for (int t = f->begin[i]; t < f->pivot[i]; t++)
            sum -= a[LANE_NUMBER * t] * x[f->unknown[t]];
        x[f->row[i]] = sum;
    }
    for (int i = f->n - 1; i >= 0; i--) {
        double sum = x[f->row[i]];
        for (int t = f->begin[i + 1] - 1; t > f->pivot[i]; t--)
            sum -= a[LANE_NUMBER * t] * x[f->unknown[t]];
        x[f->row[i]] = sum * a[LANE_NUMBER * f->pivot[i]];
    }
}

void lane_lu_solve_complex(lane_lu *f, int lane, double *x) {
    double *side = f->x + lane;
    for (int i = 0; i < f->n; i++) {
        side[LANE_NUMBER * i] = x[2 * i];
        side[LANE_NUMBER * i + WIDE_LANES] = x[2 * i + 1];
    }
    lane_lu_solve_all(f);
    for (int i = 0; i < f->n; i++) {
        x[2 * i] = side[LANE_NUMBER * i];
        x[2 * i + 1] = side[LANE_NUMBER * i + WIDE_LANES];
    }
}
