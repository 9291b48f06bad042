/* SPDX-License-Identifier: BSD-3-Clause */
#include "krawczyk.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "vector.h"

/* A row follows from others where its sine to their span is smaller: half of the digits.
 */
static const double DEPENDENT_SINE = 1e-7;

/* Bounds are sums of some thousand rounded terms: relative error of a bound. */
static const double SLACK = 1 + 1e-9;

/* With so many rows, the cost of dense matrices begins to show. */
enum { MANY_ROWS = 64 };
/* A coordinate of a row's own is used where its term is this share of the largest one. */
static const double CLEAR = 0.1;

krawczyk *krawczyk_new(arena *a, const invo_pattern *pattern) {
    krawczyk *k = arena_alloc(a, sizeof *k);
    const int rows = pattern->rows;
    const int columns = pattern->columns;
    const int entries = pattern->start[rows];
    k->pattern = pattern;
    k->arena = a;
    k->slope = ARENA_ARRAY(a, double, entries + 1);
    k->width = ARENA_ARRAY(a, double, entries + 1);
    k->entry = ARENA_ARRAY(a, double, entries + 1);
    k->value = ARENA_ARRAY(a, double, rows + 1);
    k->error = ARENA_ARRAY(a, double, rows + 1);
    k->rounding = ARENA_ARRAY(a, double, rows + 1);
    k->size = ARENA_ARRAY(a, double, columns + 1);
    k->reach = ARENA_ARRAY(a, double, columns + 1);
    k->left_out = ARENA_ARRAY(a, char, rows + 1);
    k->offset = ARENA_ARRAY(a, double, columns + 1);
    k->slack = ARENA_ARRAY(a, double, columns + 1);
    k->radius = ARENA_ARRAY(a, double, columns + 1);
    k->spread = ARENA_ARRAY(a, double, columns + 1);
    k->single_row = ARENA_ARRAY(a, int, rows + 1);
    k->single_entry = ARENA_ARRAY(a, int, rows + 1);
    k->is_single = ARENA_ARRAY(a, char, rows + 1);
    k->core_row = ARENA_ARRAY(a, int, rows + 1);
    k->row = ARENA_ARRAY(a, int, rows + 1);
    k->open = ARENA_ARRAY(a, int, columns + 1);
    k->open_by = ARENA_ARRAY(a, int, columns + 1);
    k->examined = ARENA_ARRAY(a, int, entries + rows + 1);
    return k;
}

/* Room for a core of so many rows. */
static void make_core_room(krawczyk *k) {
    const int rows = k->cores;
    const int columns = k->pattern->columns;
    if (rows < k->room)
        return;
    arena *a = arena_child(k->arena);
    k->basis = ARENA_ARRAY(a, double, rows *columns + 1);
    k->scaled = ARENA_ARRAY(a, double, rows *columns + 1);
    k->inverse = ARENA_ARRAY(a, double, rows *rows + 1);
    k->square = ARENA_ARRAY(a, double, rows *rows + 1);
    k->center = ARENA_ARRAY(a, double, rows + 1);
    k->step = ARENA_ARRAY(a, double, rows + 1);
    k->product = ARENA_ARRAY(a, double, 2 * rows + 1);
    k->is_reduced = ARENA_ARRAY(a, char, rows + 1);
    k->left = ARENA_ARRAY(a, double, rows + 1);
    k->rho = ARENA_ARRAY(a, double, rows + 1);
    k->bound = ARENA_ARRAY(a, double, rows + 1);
    arena_free(k->own);
    k->own = a;
    k->room = rows + 1;
}

/* --- rows with a coordinate of their own --- */

/* Counts the rows that have each column. */
static void count_columns(krawczyk *k) {
    const invo_pattern *p = k->pattern;
    for (int j = 0; j < p->columns; j++)
        k->open[j] = k->open_by[j] = 0;
    for (int i = 0; i < p->rows; i++)
        for (int e = p->start[i]; e < p->start[i + 1] && !k->left_out[i]; e++) {
            k->open[p->column[e]]++;
            k->open_by[p->column[e]] ^= i;
        }
}

/* The largest entry of row i in a column that no other row has, where it is clear among
 * all of the row; else -1. */
static int own_entry(const krawczyk *k, int i) {
    const invo_pattern *p = k->pattern;
    double most = 0;
    double largest = 0;
    int own = -1;
    for (int e = p->start[i]; e < p->start[i + 1]; e++) {
        const int j = p->column[e];
        const double term = fabs(k->slope[e]) * k->size[j];
        most = fmax(most, term);
        if (j == 0 || k->open[j] != 1 || !(term > largest && term <= DBL_MAX))
            continue;
        largest = term;
        own = e;
    }
    return largest >= CLEAR * most ? own : -1;
}

/* Takes the examined rows out that have a coordinate of their own, all at once: in one
 * pass none of them has that of another one. Examined next are the rows that are left
 * alone with a column; returns how many. */
static int take_out_pass(krawczyk *k, int examined) {
    const invo_pattern *p = k->pattern;
    const int before = k->singles;
    int next = 0;
    for (int n = 0; n < examined; n++) {
        const int i = k->examined[n];
        const int own = k->is_single[i] || k->left_out[i] ? -1 : own_entry(k, i);
        if (own < 0)
            continue;
        k->is_single[i] = 1;
        k->single_row[k->singles] = i;
        k->single_entry[k->singles++] = own;
    }
    for (int s = before; s < k->singles; s++) {
        const int i = k->single_row[s];
        for (int e = p->start[i]; e < p->start[i + 1]; e++) {
            const int j = p->column[e];
            k->open_by[j] ^= i;
            if (--k->open[j] == 1)
                k->examined[next++] = k->open_by[j];
        }
    }
    return next;
}

static void take_out_singles(krawczyk *k) {
    const int rows = k->pattern->rows;
    k->singles = 0;
    memset(k->is_single, 0, (size_t)rows);
    if (rows <= MANY_ROWS)
        return;
    count_columns(k);
    for (int i = 0; i < rows; i++)
        k->examined[i] = i;
    int examined = rows;
    while (examined > 0)
        examined = take_out_pass(k, examined);
}

/* --- the core --- */

static inline vector_pair row_pair(const double *x) {
    vector_pair p;
    memcpy(&p, x, sizeof p);
    return p;
}

/* The scalar product in four sums, two at a time. */
static double row_dot(int n, const double *x, const double *y) {
    vector_pair even = {0, 0};
    vector_pair odd = {0, 0};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        even += row_pair(x + i) * row_pair(y + i);
        odd += row_pair(x + i + 2) * row_pair(y + i + 2);
    }
    even += odd;
    double rest = even[0] + even[1];
    for (; i < n; i++)
        rest += x[i] * y[i];
    return rest;
}

/* y += a x, two at a time */
static void row_add(int n, double a, const double *x, double *y) {
    const vector_pair factor = {a, a};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        const vector_pair even = row_pair(y + i) + factor * row_pair(x + i);
        const vector_pair odd = row_pair(y + i + 2) + factor * row_pair(x + i + 2);
        memcpy(y + i, &even, sizeof even);
        memcpy(y + i + 2, &odd, sizeof odd);
    }
    for (; i < n; i++)
        y[i] += a * x[i];
}

/* z += a[0] x[0] + ... + a[3] x[3], one after the other; `apart` is from factor to
 * factor. */
static void row_add_four(int n, const double *a, int apart, const double *const x[4],
                         double *z) {
    const vector_pair f[4] = {{a[0], a[0]},
                              {a[apart], a[apart]},
                              {a[2 * apart], a[2 * apart]},
                              {a[3 * apart], a[3 * apart]}};
    const double *x0 = x[0];
    const double *x1 = x[1];
    const double *x2 = x[2];
    const double *x3 = x[3];
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        vector_pair even = row_pair(z + i) + f[0] * row_pair(x0 + i);
        vector_pair odd = row_pair(z + i + 2) + f[0] * row_pair(x0 + i + 2);
        even += f[1] * row_pair(x1 + i);
        odd += f[1] * row_pair(x1 + i + 2);
        even += f[2] * row_pair(x2 + i);
        odd += f[2] * row_pair(x2 + i + 2);
        even += f[3] * row_pair(x3 + i);
        odd += f[3] * row_pair(x3 + i + 2);
        memcpy(z + i, &even, sizeof even);
        memcpy(z + i + 2, &odd, sizeof odd);
    }
    for (; i < n; i++)
        z[i] =
            z[i] + f[0][0] * x0[i] + f[1][0] * x1[i] + f[2][0] * x2[i] + f[3][0] * x3[i];
}

/* The same for four rows of so many numbers that follow each other. */
static void row_add_next(int n, const double *a, int apart, const double *x, int width,
                         double *z) {
    const double *const row[4] = {x, x + width, x + 2 * (size_t)width,
                                  x + 3 * (size_t)width};
    row_add_four(n, a, apart, row, z);
}

/* z += a[0] x[0] + ... + a[count - 1] x[count - 1], likewise */
static void row_add_all(int n, int count, const double *a, int apart, const double *x,
                        int width, double *z) {
    int h = 0;
    for (; h + 4 <= count; h += 4)
        row_add_next(n, a + h * apart, apart, x + (size_t)h * (size_t)width, width, z);
    for (; h < count; h++)
        row_add(n, a[h * apart], x + (size_t)h * (size_t)width, z);
}

/* The core in relative terms, rows of length 1; rows that do not count have none. */
static void scale_slopes(krawczyk *k) {
    const invo_pattern *p = k->pattern;
    const int n = p->columns;
    for (int c = 0; c < k->cores; c++) {
        double *to = k->scaled + (size_t)c * (size_t)n;
        const int i = k->core_row[c];
        const int begin = p->start[i];
        const int end = p->start[i + 1];
        double square = 0;
        for (int e = begin; e < end; e++) {
            const int j = p->column[e];
            k->entry[e] = j > 0 ? k->slope[e] * k->size[j] : 0;
            square += k->entry[e] * k->entry[e];
        }
        const double length = sqrt(square);
        const int counts = length > 0 && length <= DBL_MAX;
        vector_zero(n, to);
        for (int e = begin; e < end; e++) {
            k->entry[e] = counts ? k->entry[e] / length : 0;
            to[p->column[e]] = k->entry[e];
        }
        k->left[c] = counts;
    }
}

/* The row whose remainder is longest, or -1: none is independent of those before. */
static int longest_row(const krawczyk *k) {
    int best = -1;
    double most = DEPENDENT_SINE;
    for (int c = 0; c < k->cores; c++)
        if (k->left[c] > most) {
            most = k->left[c];
            best = c;
        }
    return best;
}

/* Lengths of remainders that were reduced by this share are computed again. */
static const double TIRED = 1e-3;

/* A remainder that is shorter than this has lost digits: it is made orthogonal again. */
static const double SHORT = 0.1;

/* Takes the first directions out of row c of the core, which has not been reduced yet:
 * its components are in k->square. Returns what is left of its length. */
static double reduce_row(krawczyk *k, int c, int directions) {
    const int n = k->pattern->columns;
    double *x = k->scaled + (size_t)c * (size_t)n;
    double *along = k->square + (size_t)c * (size_t)k->cores;
    row_add_all(n, directions, along, 1, k->basis, n, x);
    k->is_reduced[c] = 1;
    double length = sqrt(row_dot(n, x, x));
    if (length >= SHORT)
        return length;
    for (int l = 0; l < directions; l++)
        along[l] = -row_dot(n, x, k->basis + (size_t)l * (size_t)n);
    row_add_all(n, directions, along, 1, k->basis, n, x);
    return sqrt(row_dot(n, x, x));
}

/* Takes the direction q out of a remainder, twice where the first time leaves round-off
 * of what was there. */
static void take_out_again(krawczyk *k, int c, const double *q) {
    const int n = k->pattern->columns;
    double *x = k->scaled + (size_t)c * (size_t)n;
    double along = row_dot(n, q, x);
    for (int pass = 0; pass < 2 && along != 0; pass++) {
        row_add(n, -along, q, x);
        if (fabs(along) < k->left[c] / 2)
            break;
        along = row_dot(n, q, x);
    }
    k->left[c] = sqrt(row_dot(n, x, x));
}

/* Takes the last direction out of all rows that are left. Where much is left of a row,
 * that is only noted, by few products of the row as it was. */
static void take_out_direction(krawczyk *k) {
    const invo_pattern *p = k->pattern;
    const int l = k->core - 1;
    const double *q = k->basis + (size_t)l * (size_t)p->columns;
    for (int c = 0; c < k->cores; c++) {
        if (!(k->left[c] > 0))
            continue;
        if (k->is_reduced[c]) {
            take_out_again(k, c, q);
            continue;
        }
        const int i = k->core_row[c];
        double along = 0;
        for (int e = p->start[i]; e < p->start[i + 1]; e++)
            along += q[p->column[e]] * k->entry[e];
        k->square[(size_t)c * (size_t)k->cores + (size_t)l] = -along;
        const double square = k->left[c] * k->left[c] - along * along;
        if (along != 0)
            k->left[c] = square > TIRED ? sqrt(square) : reduce_row(k, c, k->core);
    }
}

/* Gram-Schmidt with the longest remainder first: row r of the basis is a unit vector. */
static void choose_directions(krawczyk *k) {
    const int n = k->pattern->columns;
    const int most = k->cores < n - 1 ? k->cores : n - 1;
    for (int c = 0; c < k->cores; c++)
        k->is_reduced[c] = 0;
    k->core = 0;
    while (k->core < most) {
        const int c = longest_row(k);
        if (c < 0)
            return;
        double *q = k->basis + (size_t)k->core * (size_t)n;
        const double *x = k->scaled + (size_t)c * (size_t)n;
        const double length = k->is_reduced[c] ? k->left[c] : reduce_row(k, c, k->core);
        for (int j = 0; j < n; j++)
            q[j] = x[j] / length;
        k->row[k->core++] = k->core_row[c];
        k->left[c] = 0;
        take_out_direction(k);
    }
}

/* f' V for the chosen rows: [core, core], lower triangle up to round-off. */
static void multiply_slopes(krawczyk *k) {
    const invo_pattern *p = k->pattern;
    const int r = k->core;
    double *v = k->scaled; /* not used any more: V by coordinates, [n, core] */
    for (int l = 0; l < r; l++)
        for (int j = 0; j < p->columns; j++)
            v[(size_t)j * (size_t)r + (size_t)l] =
                k->basis[(size_t)l * (size_t)p->columns + (size_t)j];
    for (int i = 0; i < r; i++) {
        double *to = k->square + (size_t)i * (size_t)r;
        int e = p->start[k->row[i]];
        const int end = p->start[k->row[i] + 1];
        vector_zero(r, to);
        for (; e + 4 <= end; e += 4) {
            const double *const x[4] = {
                v + (size_t)p->column[e] * (size_t)r,
                v + (size_t)p->column[e + 1] * (size_t)r,
                v + (size_t)p->column[e + 2] * (size_t)r,
                v + (size_t)p->column[e + 3] * (size_t)r,
            };
            row_add_four(r, k->slope + e, 1, x, to);
        }
        for (; e < end; e++)
            row_add(r, k->slope[e], v + (size_t)p->column[e] * (size_t)r, to);
    }
}

/* Inverts the lower triangle, row by row; beyond their diagonals, rows are zero. */
static void invert_triangle(krawczyk *k) {
    const int r = k->core;
    const double *a = k->square;
    double *c = k->inverse;
    memset(c, 0, sizeof *c * (size_t)r * (size_t)r);
    for (int i = 0; i < r; i++) {
        double *own = c + i * r;
        int h = 0;
        for (; h + 4 <= i; h += 4)
            row_add_next(h + 4, a + i * r + h, 1, c + h * r, r, own);
        for (; h < i; h++)
            row_add(h + 1, a[i * r + h], c + h * r, own);
        for (int l = 0; l < i; l++)
            own[l] /= -a[i * r + i];
        own[i] = 1 / a[i * r + i];
    }
}

double krawczyk_row_unit(const krawczyk *k, int i) {
    const invo_pattern *p = k->pattern;
    double sum = k->rounding[i];
    for (int e = p->start[i]; e < p->start[i + 1]; e++)
        sum += fabs(k->slope[e]) * k->size[p->column[e]];
    return sum;
}

/* |V C| times the units of the rows: how far each coordinate moves. */
static void move_core(krawczyk *k, double *moved) {
    const int r = k->core;
    const int n = k->pattern->columns;
    for (int j = 0; j < n; j++)
        moved[j] = 0;
    for (int l = 0; l < r; l++)
        k->bound[l] = krawczyk_row_unit(k, k->row[l]);
    double *sum = k->scaled; /* not used any more */
    for (int l = 0; l < r; l++) {
        vector_zero(n, sum);
        row_add_all(n, r - l, k->inverse + l * r + l, r, k->basis + (size_t)l * (size_t)n,
                    n, sum);
        for (int j = 1; j < n; j++)
            moved[j] += fabs(sum[j]) * k->bound[l];
    }
}

/* How far the coordinate of single row s is moved, where others are by[] off, and the row
 * itself by its unit. */
static double move_single(const krawczyk *k, int s, const double *by) {
    const invo_pattern *p = k->pattern;
    const int i = k->single_row[s];
    const int own = k->single_entry[s];
    double sum = krawczyk_row_unit(k, i);
    for (int e = p->start[i]; e < p->start[i + 1]; e++) {
        const int j = p->column[e];
        if (e != own && j > 0)
            sum += fabs(k->slope[e]) * by[j];
    }
    return sum / fabs(k->slope[own]);
}

static double find_condition(krawczyk *k) {
    double *moved = k->spread; /* not used yet */
    double most = 0;
    move_core(k, moved);
    for (int s = k->singles - 1; s >= 0; s--) {
        const int j = k->pattern->column[k->single_entry[s]];
        moved[j] = move_single(k, s, moved);
    }
    for (int j = 1; j < k->pattern->columns; j++)
        most = fmax(most, moved[j] / k->size[j]);
    return most;
}

int krawczyk_choose(krawczyk *k) {
    const int n = k->pattern->columns;
    take_out_singles(k);
    k->cores = 0;
    for (int i = 0; i < k->pattern->rows; i++)
        if (!k->left_out[i] && !k->is_single[i])
            k->core_row[k->cores++] = i;
    make_core_room(k);
    scale_slopes(k);
    choose_directions(k);
    for (int l = 0; l < k->core; l++)
        for (int j = 0; j < n; j++)
            k->basis[(size_t)l * (size_t)n + (size_t)j] *= k->size[j];
    multiply_slopes(k);
    invert_triangle(k);
    k->condition = find_condition(k);
    k->rank = k->core + k->singles;
    return k->rank;
}

/* --- the test --- */

/* Relative error of a sum of n products: twice what theory has for it. */
static double sum_error(int n) {
    return (n + 4) * DBL_EPSILON;
}

/* C f(x0), and its size with the error of f and of this product: [core]. */
static void find_step(krawczyk *k) {
    const int r = k->core;
    for (int i = 0; i < r; i++) {
        double sum = 0;
        double size = 0;
        double error = 0;
        for (int l = 0; l <= i; l++) {
            const double c = k->inverse[i * r + l];
            sum += c * k->value[k->row[l]];
            size += fabs(c * k->value[k->row[l]]);
            error += fabs(c) * k->error[k->row[l]];
        }
        k->center[i] = sum;
        k->step[i] = (fabs(sum) + size * sum_error(r) + error) * SLACK + DBL_MIN;
    }
}

/* spread = |V| rho */
static void spread_box(const krawczyk *k, const double *rho, double *spread) {
    const int n = k->pattern->columns;
    for (int j = 0; j < n; j++)
        spread[j] = 0;
    for (int i = 0; i < k->core; i++) {
        const double *v = k->basis + (size_t)i * (size_t)n;
        for (int j = 0; j < n; j++)
            spread[j] += fabs(v[j]) * rho[i];
    }
    for (int j = 1; j < n; j++)
        spread[j] = spread[j] * SLACK + DBL_MIN;
}

/* For every chosen row, what f'(X) V may be off from the lower triangle of `square`,
 * times rho, and the size of `square` times rho, by which the product with C is rounded.
 * What is above the triangle is round-off, and counts in full. */
static void bound_rows(const krawczyk *k, double *off) {
    const invo_pattern *p = k->pattern;
    const int r = k->core;
    for (int i = 0; i < r; i++) {
        double sum = 0;
        double size = 0;
        for (int e = p->start[k->row[i]]; e < p->start[k->row[i] + 1]; e++)
            sum += (k->width[e] + sum_error(p->columns) * fabs(k->slope[e])) *
                   k->spread[p->column[e]];
        for (int l = 0; l < r; l++)
            size += fabs(k->square[i * r + l]) * k->rho[l];
        for (int l = i + 1; l < r; l++)
            sum += fabs(k->square[i * r + l]) * k->rho[l];
        off[i] = sum + sum_error(r) * size;
    }
}

/* bound = |1 - C f'(X) V| rho: [core] */
static void bound_map(krawczyk *k) {
    const int r = k->core;
    double *off = k->product;
    double *line = k->product + r;
    bound_rows(k, off);
    for (int i = 0; i < r; i++) {
        double sum = 0;
        for (int l = 0; l <= i; l++)
            line[l] = -(l == i);
        const double *c = k->inverse + i * r;
        int h = 0;
        for (; h + 4 <= i + 1; h += 4) {
            row_add_next(h + 1, c + h, 1, k->square + h * r, r, line);
            for (int m = h + 1; m < h + 4; m++)
                for (int l = h + 1; l <= m; l++)
                    line[l] += c[m] * k->square[m * r + l];
        }
        for (; h <= i; h++)
            row_add(h + 1, c[h], k->square + h * r, line);
        for (int l = 0; l <= i; l++)
            sum += fabs(c[l]) * off[l];
        for (int l = 0; l <= i; l++)
            sum += (fabs(line[l]) + sum_error(r)) * k->rho[l];
        k->bound[i] = sum * SLACK + DBL_MIN;
    }
}

/* Whether the map takes the box into itself; k->bound then are the ends of its image. */
static int is_inside(krawczyk *k) {
    int inside = 1;
    bound_map(k);
    for (int i = 0; i < k->core; i++) {
        k->bound[i] = (k->bound[i] + k->step[i]) * SLACK;
        inside &= k->bound[i] < k->rho[i];
    }
    return inside;
}

static krawczyk_verdict compare_spread(const krawczyk *k) {
    for (int j = 1; j < k->pattern->columns; j++)
        if (!(k->spread[j] <= k->reach[j]))
            return k->spread[j] <= DBL_MAX ? KRAWCZYK_FAR : KRAWCZYK_UNKNOWN;
    return KRAWCZYK_PROVED;
}

/* The first box is twice the step, and larger ones follow from where it is taken to: a
 * map that shrinks boxes by less than a half is of no use. Directions in which there is
 * no step yet have a box too. */
static krawczyk_verdict test_core(krawczyk *k) {
    enum { BOXES = 4 };
    double most = 0;
    find_step(k);
    for (int i = 0; i < k->core; i++)
        most = fmax(most, k->step[i]);
    if (!(most <= DBL_MAX))
        return KRAWCZYK_UNKNOWN;
    for (int i = 0; i < k->core; i++)
        k->rho[i] = 2 * k->step[i] + most * 0x1p-10;
    for (int box = 0; box < BOXES; box++) {
        spread_box(k, k->rho, k->spread);
        const krawczyk_verdict fits = compare_spread(k);
        if (fits != KRAWCZYK_PROVED)
            return fits;
        if (is_inside(k))
            return KRAWCZYK_PROVED;
        for (int i = 0; i < k->core; i++)
            k->rho[i] = 2 * k->bound[i];
    }
    return KRAWCZYK_WIDE;
}

/* Where the image of the box lies in x: k->bound contains the size of the center. */
static void place_core(krawczyk *k) {
    const int n = k->pattern->columns;
    vector_zero(n, k->offset);
    vector_zero(n, k->slack);
    for (int i = 0; i < k->core; i++) {
        const double *v = k->basis + (size_t)i * (size_t)n;
        const double center = k->center[i];
        const double rounded = fabs(center) * sum_error(k->core);
        const double rest = (k->bound[i] - fabs(center)) * SLACK + rounded;
        for (int j = 1; j < n; j++) {
            k->offset[j] -= v[j] * center;
            k->slack[j] += fabs(v[j]) * rest;
        }
    }
    for (int j = 1; j < n; j++)
        k->slack[j] = k->slack[j] * SLACK + DBL_MIN;
}

/* The coordinate of single row s, where the others are in their places. Its slope s and
 * those of the others are within slope +- width, so that s times the distance from the
 * offset is `rest` at most. */
static void place_single(krawczyk *k, int s) {
    const invo_pattern *p = k->pattern;
    const int i = k->single_row[s];
    const int own = k->single_entry[s];
    const int to = p->column[own];
    double sum = k->value[i];
    double size = fabs(sum);
    double rest = k->error[i];
    for (int e = p->start[i]; e < p->start[i + 1]; e++) {
        const int j = p->column[e];
        if (e == own || j == 0)
            continue;
        const double term = k->slope[e] * k->offset[j];
        sum += term;
        size += fabs(term);
        rest += fabs(k->slope[e]) * k->slack[j] +
                k->width[e] * (fabs(k->offset[j]) + k->slack[j]);
    }
    const double center = -sum / k->slope[own];
    const double least = fabs(k->slope[own]) - k->width[own] * SLACK;
    rest +=
        k->width[own] * fabs(center) + size * sum_error(p->start[i + 1] - p->start[i]);
    k->offset[to] = center;
    k->slack[to] = least > 0 ? rest / least * SLACK + DBL_MIN : INFINITY;
}

/* Places all coordinates; those that rows have for themselves follow the others, the last
 * one first, and must be within X as well. */
static krawczyk_verdict place_zero(krawczyk *k) {
    place_core(k);
    for (int s = k->singles - 1; s >= 0; s--)
        place_single(k, s);
    for (int j = 1; j < k->pattern->columns; j++)
        k->radius[j] = (fabs(k->offset[j]) + k->slack[j]) * SLACK;
    for (int s = 0; s < k->singles; s++) {
        const int j = k->pattern->column[k->single_entry[s]];
        k->spread[j] = k->radius[j];
    }
    return compare_spread(k);
}

krawczyk_verdict krawczyk_test(krawczyk *k) {
    krawczyk_verdict verdict = test_core(k);
    if (verdict != KRAWCZYK_PROVED)
        return verdict;
    verdict = place_zero(k);
    k->largest = 0;
    for (int j = 1; j < k->pattern->columns; j++)
        k->largest = fmax(k->largest, k->radius[j] / k->size[j]);
    return verdict;
}
