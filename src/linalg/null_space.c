/* SPDX-License-Identifier: BSD-3-Clause */
/* Householder reflections, applied to all columns that are left: each is read and written
 * once for a reflection, while it is in the cache. */
#include "null_space.h"
#include <assert.h>
#include <math.h>
#include "dense.h"

/* The scalar product in four sums, two at a time. */
static double dot_quick(int n, const double *x, const double *y) {
    vector_pair sum[2] = {{0, 0}, {0, 0}};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        vector_pair p[2];
        vector_pair q[2];
        memcpy(p, x + i, sizeof p);
        memcpy(q, y + i, sizeof q);
        sum[0] += p[0] * q[0];
        sum[1] += p[1] * q[1];
    }
    sum[0] += sum[1];
    double rest = sum[0][0] + sum[0][1];
    for (; i < n; i++)
        rest += x[i] * y[i];
    return rest;
}

static void reflect_quick(int n, const double *v, double beta, double *x) {
    vector_add(n, -beta * dot_quick(n, v, x), v, x);
}

int columns_keep(int rows, int columns, double *a, double share, char *is_kept) {
    int kept = 0;
    for (int j = 0; j < columns; j++) {
        double *x = a + (size_t)j * rows;
        double length = vector_length(rows, x);
        double rest = vector_length(rows - kept, x + kept);
        is_kept[j] = kept < rows && rest > share * length;
        if (!is_kept[j])
            continue;
        double alpha;
        double beta = householder(rows - kept, x + kept, &alpha);
        for (int k = j + 1; k < columns; k++)
            reflect_quick(rows - kept, x + kept, beta, a + (size_t)k * rows + kept);
        kept++;
    }
    return kept;
}

/* Lengths that were reduced by so much are computed again: they have lost their digits.
 */
static const double TIRED = 1e-6;

/* What is left of each column, and the longest of those from `first` on. */
static int longest_column(int columns, int first, const double *left) {
    int best = first;
    for (int k = first + 1; k < columns; k++)
        if (left[k] > left[best])
            best = k;
    return best;
}

static void exchange_columns(int rows, double *a, int j, int k, double *left,
                             double *whole, int *order) {
    if (j == k)
        return;
    vector_swap(rows, 1, a + (size_t)j * rows, a + (size_t)k * rows);
    vector_swap(1, 1, left + j, left + k);
    vector_swap(1, 1, whole + j, whole + k);
    int kept = order[j];
    order[j] = order[k];
    order[k] = kept;
}

/* Takes row j from the squares of the lengths, and computes those again that are tired.
 */
static void shorten(int rows, int columns, const double *a, int j, double *left,
                    double *whole) {
    for (int k = j + 1; k < columns; k++) {
        const double *x = a + (size_t)k * rows;
        left[k] -= x[j] * x[j];
        if (left[k] > TIRED * whole[k])
            continue;
        left[k] = dot_quick(rows - j - 1, x + j + 1, x + j + 1);
        whole[k] = left[k];
    }
}

/* Decomposes until nothing is left; returns the rank. */
static int decompose_columns(int rows, int columns, double *a, double zero, double *least,
                             double *left, double *whole, double *diagonal, int *order) {
    double largest = 0;
    *least = 1;
    for (int k = 0; k < columns; k++) {
        order[k] = k;
        left[k] = whole[k] = dot(rows, a + (size_t)k * rows, a + (size_t)k * rows);
    }
    for (int j = 0; j < columns; j++) {
        exchange_columns(rows, a, j, longest_column(columns, j, left), left, whole,
                         order);
        double *x = a + (size_t)j * rows + j;
        double length = vector_length(rows - j, x);
        largest = j ? largest : length;
        if (!(length > zero * largest))
            return j;
        *least = length / largest;
        double beta = householder(rows - j, x, &diagonal[j]);
        for (int k = j + 1; k < columns; k++)
            reflect_quick(rows - j, x, beta, a + (size_t)k * rows + j);
        shorten(rows, columns, a, j, left, whole);
    }
    return columns;
}

int null_space(int rows, int columns, double *a, double zero, double *least, double *work,
               int *order) {
    assert(rows >= columns);
    double *diagonal = work + 2 * columns;
    int rank = decompose_columns(rows, columns, a, zero, least, work, work + columns,
                                 diagonal, order);
    int relations = columns - rank;
    /* column rank + r of R is solved in its own place, then moved to the front */
    for (int r = 0; r < relations; r++) {
        double *x = a + (size_t)(rank + r) * rows;
        for (int i = rank - 1; i >= 0; i--) {
            x[i] = x[i] / diagonal[i];
            vector_add(i, -x[i], a + (size_t)i * rows, x);
        }
    }
    for (int r = 0; r < relations; r++) {
        double *to = a + (size_t)r * columns;
        const double *x = a + (size_t)(rank + r) * rows;
        vector_copy(rank, x, work);
        vector_zero(columns, to);
        for (int i = 0; i < rank; i++)
            to[order[i]] = -work[i];
        to[order[rank + r]] = 1;
    }
    return relations;
}

/* A component below this share of the largest one is no pivot. */
static const double SMALL_PIVOT = 1e-6;

static double largest_component(int n, const double *x) {
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

/* Finds the relation from `first` on with the largest component in a column, as a share
 * of its own largest one. */
static int strongest_relation(int columns, int first, int relations, const double *v,
                              const double *size, int column, double *share) {
    int best = -1;
    *share = 0;
    for (int r = first; r < relations; r++) {
        double part = fabs(v[(size_t)r * columns + column]) / size[r];
        if (part > *share) {
            *share = part;
            best = r;
        }
    }
    return best;
}

static void clear_column(int columns, int relations, double *v, int own, int column) {
    double *x = v + (size_t)own * columns;
    vector_scale(columns, 1 / x[column], x);
    x[column] = 1;
    for (int r = 0; r < relations; r++) {
        double *y = v + (size_t)r * columns;
        if (r == own || y[column] == 0)
            continue;
        vector_add(columns, -y[column], x, y);
        y[column] = 0;
    }
}

void relations_reduce(int columns, int relations, double *v, int *pivot, double *size) {
    int done = 0;
    for (int j = columns - 1; j >= 0 && done < relations; j--) {
        double share;
        double *own = v + (size_t)done * columns;
        for (int r = done; r < relations; r++)
            size[r] = largest_component(columns, v + (size_t)r * columns);
        int best = strongest_relation(columns, done, relations, v, size, j, &share);
        if (best < 0 || share < SMALL_PIVOT)
            continue;
        vector_swap(columns, 1, own, v + (size_t)best * columns);
        clear_column(columns, relations, v, done, j);
        pivot[done++] = j;
    }
    assert(done == relations);
}

/* --- few components --- */

/* Sets what is below `zero` of the largest component to 0; returns how many are left. */
static int relation_clean(int n, double *x, double zero) {
    double bound = zero * largest_component(n, x);
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (fabs(x[i]) <= bound)
            x[i] = 0;
        count += x[i] != 0;
    }
    return count;
}

/* How many components x - factor y has. */
static int relation_count(int n, const double *x, const double *y, double factor,
                          double bound) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += fabs(x[i] - factor * y[i]) > bound;
    return count;
}

/* Subtracts the multiple of y that leaves fewest components, if these are fewer than
 * before. */
static int relation_lighten(int n, double *x, const double *y, double zero,
                            double *left) {
    int least = relation_clean(n, x, zero);
    double bound = zero * largest_component(n, x);
    double best = 0;
    for (int i = 0; i < n; i++) {
        if (x[i] == 0 || y[i] == 0)
            continue;
        int count = relation_count(n, x, y, x[i] / y[i], bound);
        *left -= n;
        if (count > 0 && count < least) {
            least = count;
            best = x[i] / y[i];
        }
    }
    if (best != 0) {
        vector_add(n, -best, y, x);
        relation_clean(n, x, zero);
    }
    return best != 0;
}

void relations_sparsify(int columns, int relations, double *v, double zero, double most) {
    enum { MOST_ROUNDS = 8 };
    int changed = relations > 1;
    for (int r = 0; r < relations; r++)
        relation_clean(columns, v + (size_t)r * columns, zero);
    for (int round = 0; changed && round < MOST_ROUNDS; round++) {
        changed = 0;
        for (int r = 0; r < relations; r++)
            for (int k = 0; k < relations && most > 0; k++)
                if (k != r)
                    changed |= relation_lighten(columns, v + (size_t)r * columns,
                                                v + (size_t)k * columns, zero, &most);
    }
}
