/* SPDX-License-Identifier: BSD-3-Clause */
/* Gram matrix of the equilibrated constraint gradients and its selective Cholesky factor
 * (docs/design.md, 3: invariants can be dependent or critical). */
#include "normal_space.h"
#include <math.h>
#include <string.h>
#include "../linalg/dense.h"

/* Inverse iteration: how much of a new vector is mixed in, and how often it is done. A
 * value three times smaller than the next is found from it alone. */
static const double FRESH = 0.1;
enum { STEPS = 2 };

void normal_space_lay_out(normal_space *s, normal_size z, pool *p) {
    size_t rows = z.rows;
    size_t n = z.dense;
    *s = (normal_space){.rows = z.rows, .coordinates = z.coordinates};
    s->kept = pool_integers(p, rows);
    s->value = pool_doubles(p, z.entries);
    POOL_DOUBLES(p, rows, &s->scale, &s->strength, &s->nu);
    POOL_DOUBLES(p, n * n, &s->gram, &s->factor);
    s->row_of_factor = pool_doubles(p, n);
    POOL_DOUBLES(p, rows * z.border, &s->across, &s->solution);
    s->spread = pool_doubles(p, z.columns);
    s->width = z.width;
    s->rest = pool_doubles(p, z.width);
    if (!z.coordinates)
        return;
    s->probe = pool_doubles(p, rows);
    s->moved = pool_doubles(p, z.coordinates);
}

static int normal_space_coordinate_of(const normal_space *s, int k) {
    return s->column ? s->column[s->pattern->column[k]] : s->pattern->column[k];
}

static void normal_space_scale_rows(normal_space *s, const metric *m) {
    for (int i = 0; i < s->rows; i++) {
        double sum = 0;
        EACH_ENTRY(k, s->pattern, i)
            sum +=
                s->value[k] * s->value[k] * m->inverse[normal_space_coordinate_of(s, k)];
        s->scale[i] = sqrt(sum);
        if (s->scale[i] > 0)
            EACH_ENTRY(k, s->pattern, i)
                s->value[k] /= s->scale[i];
    }
}

/* Inner product of two sparse rows in the dual metric; columns increase within a row. */
static double row_product(const normal_space *s, const metric *m, int i, int j) {
    const int *column = s->pattern->column;
    int a = s->pattern->start[i];
    int a_end = s->pattern->start[i + 1];
    int b = s->pattern->start[j];
    int b_end = s->pattern->start[j + 1];
    double sum = 0;
    while (a < a_end && b < b_end) {
        if (column[a] == column[b]) {
            sum +=
                s->value[a] * s->value[b] * m->inverse[normal_space_coordinate_of(s, a)];
            a++;
            b++;
        } else if (column[a] < column[b])
            a++;
        else
            b++;
    }
    return sum;
}

/* x = G^-1 x over the first `count` dense rows, by position. */
static void normal_space_solve_dense(const normal_space *s, int count, double *x) {
    int n = s->rows - s->first;
    for (int k = 0; k < count; k++) {
        for (int c = 0; c < k; c++)
            x[k] -= s->factor[k + c * n] * x[c];
        x[k] /= s->factor[k + k * n];
    }
    for (int k = count - 1; k >= 0; k--) {
        for (int c = k + 1; c < count; c++)
            x[k] -= s->factor[c + k * n] * x[c];
        x[k] /= s->factor[k + k * n];
    }
}

/* Adds so many times row i, in coordinates of length 1 in the metric, to what is left of
 * another one. */
static void add_to_rest(normal_space *s, const metric *m, int i, double times) {
    EACH_ENTRY(k, s->pattern, i) {
        const int j = normal_space_coordinate_of(s, k);
        s->rest[j] += times * s->value[k] * sqrt(m->inverse[j]);
    }
}

static double product_with_rest(const normal_space *s, const metric *m, int i) {
    double sum = 0;
    EACH_ENTRY(k, s->pattern, i) {
        const int j = normal_space_coordinate_of(s, k);
        sum += s->value[k] * sqrt(m->inverse[j]) * s->rest[j];
    }
    return sum;
}

/* The sine of row i to the rows that are kept, by what is left of it without its parts
 * along these, taken out twice: to round-off, and not to the root of it as from the Gram
 * matrix. */
static double sine_of(normal_space *s, const metric *m, int i) {
    vector_zero(s->width, s->rest);
    add_to_rest(s, m, i, 1);
    for (int turn = 0; turn < 2; turn++) {
        for (int k = 0; k < s->count; k++)
            s->nu[k] = product_with_rest(s, m, s->kept[k]);
        normal_space_solve_dense(s, s->count, s->nu);
        for (int k = 0; k < s->count; k++)
            add_to_rest(s, m, s->kept[k], -s->nu[k]);
    }
    return sqrt(dot(s->width, s->rest, s->rest));
}

/* Smaller sines are not taken from the Gram matrix. */
static const double SURE_OF_GRAM = 1e-5;

/* Appends row i to the dense factor if it is independent enough. Returns its strength. */
static double try_row(normal_space *s, const metric *m, int i, double least) {
    int n = s->rows - s->first;
    int count = s->count - s->first;
    int at = i - s->first;
    const int *kept = s->kept + s->first;
    double *l = s->row_of_factor;
    double pivot = s->gram[at + at * n];
    for (int k = 0; k < count; k++) {
        double sum = s->gram[at + (kept[k] - s->first) * n];
        for (int c = 0; c < k; c++)
            sum -= l[c] * s->factor[k + c * n];
        l[k] = sum / s->factor[k + k * n];
        pivot -= l[k] * l[k];
    }
    double strength = pivot > 0 ? sqrt(pivot) : 0;
    if (!(strength > SURE_OF_GRAM) && !s->sparse)
        strength = sine_of(s, m, i);
    if (!(strength > least))
        return 0;
    for (int k = 0; k < count; k++)
        s->factor[count + k * n] = l[k];
    s->factor[count + count * n] = strength;
    s->kept[s->count++] = i;
    return s->strength[i] = strength;
}

/* Strength that row i would have, without taking it. */
static double strength_of(normal_space *s, const metric *m, int i) {
    int before = s->count;
    double strength = try_row(s, m, i, 0);
    s->count = before;
    s->strength[i] = 0;
    return strength;
}

/* How far round-off in row i, which was taken last, moves the point, with these weights
 * of its coordinates. */
static double disturbance(normal_space *s, const metric *m, int i, double unit,
                          const double *weight) {
    vector_zero(s->rows, s->probe);
    vector_zero(s->coordinates, s->moved);
    s->probe[i] = unit;
    normal_space_solve(s, s->probe);
    normal_space_move(s, m, s->moved);
    return vector_weigh(s->coordinates, weight, s->moved);
}

/* Would round-off in row i, which was taken last, be seen in the error estimate? There,
 * coordinates near zero count by their own size, in the metric by their nominal one. */
static int disturbs(normal_space *s, const metric *m, int i, double unit) {
    if (!m->error || !s->coordinates)
        return 0;
    double most = ACTIVE_WEAK_SHARE * m->patience * sqrt(s->coordinates);
    return !(disturbance(s, m, i, unit, m->error) <= most);
}

/* Is row i, which was taken last, too weak where tolerances ask for more? A metric
 * without them measures in the units of the model, which tell nothing of that. */
static int is_weak(normal_space *s, const metric *m, int i, double unit) {
    if (!m->tolerances || !s->coordinates)
        return 0;
    double most = ACTIVE_WEAK_SHARE * m->patience;
    return !(disturbance(s, m, i, unit, m->tolerances) <= most);
}

/* Takes invariants, the one least disturbed by round-off first. */
static void normal_space_take_invariants(normal_space *s, const metric *m, int first,
                                         const double *unit, int drop) {
    int left = s->rows - first - drop;
    double most =
        m->tolerances && s->coordinates ? INFINITY : ACTIVE_WEAK_SHARE * m->tolerance;
    for (; left > 0; left--) {
        int best = -1;
        double least_move = INFINITY;
        for (int i = first; i < s->rows; i++) {
            if (s->strength[i] > 0 || !(s->scale[i] > 0))
                continue;
            double strength = strength_of(s, m, i);
            double move = unit[i] / (s->scale[i] * strength);
            if (strength > ACTIVE_REDUNDANT && move < least_move) {
                best = i;
                least_move = move;
            }
        }
        if (best < 0 || !(least_move <= most))
            return;
        try_row(s, m, best, 0);
        if (!is_weak(s, m, best, unit[best]) && !disturbs(s, m, best, unit[best]))
            continue;
        s->count--;
        s->strength[best] = 0;
        return;
    }
}

/* Factors the rows before `first` sparse; they are all kept. Returns 0 where they are not
 * finite. */
static int normal_space_factor_sparse(normal_space *s, const metric *m) {
    for (int i = 0; i < s->first; i++) {
        s->kept[i] = i;
        s->strength[i] = 1;
    }
    s->count = s->first;
    for (int k = 0; k < s->pattern->start[s->first]; k++)
        s->sparse->b[k] =
            s->value[k] * sqrt(m->inverse[normal_space_coordinate_of(s, k)]);
    return saddle_factor(s->sparse);
}

/* Solves for the products of row i with the sparse ones: what is left of it when they are
 * taken out has these coefficients. */
static void border_row(normal_space *s, const metric *m, int i) {
    size_t at = (size_t)s->first * (i - s->first);
    vector_zero(s->pattern->columns, s->spread);
    EACH_ENTRY(k, s->pattern, i)
        s->spread[s->pattern->column[k]] =
            s->value[k] * sqrt(m->inverse[normal_space_coordinate_of(s, k)]);
    sparse_multiply(&s->sparse->pattern, s->sparse->b, s->spread, s->across + at);
    saddle_solve(s->sparse, s->across + at, s->solution + at);
}

/* Products of the dense rows, without their parts along the sparse ones. */
static void multiply_rows(normal_space *s, const metric *m) {
    int first = s->first;
    int n = s->rows - first;
    for (int i = 0; i < n; i++) {
        if (s->sparse)
            border_row(s, m, first + i);
        for (int j = 0; j <= i; j++) {
            double x = i == j ? 1 : row_product(s, m, first + i, first + j);
            if (s->sparse)
                x -= dot(first, s->solution + (size_t)first * i,
                         s->across + (size_t)first * j);
            s->gram[i + j * n] = s->gram[j + i * n] = x;
        }
    }
}

/* Sines of rows that follow from others exactly stay below this. */
static const double ROUNDED_SINE = 1e-11;

/* The least sine of constraint i: a row whose coordinates differ by orders of magnitude,
 * as currents and voltages do, may be independent with a small one, if round-off in it
 * moves the point by little. */
static double least_sine(const normal_space *s, const metric *m, int i,
                         const double *unit) {
    if (!unit || !(*unit > 0) || s->sparse)
        return ACTIVE_REDUNDANT;
    const double weak = *unit / (s->scale[i] * ACTIVE_WEAK_SHARE * m->tolerance);
    return fmin(ACTIVE_REDUNDANT, fmax(ROUNDED_SINE, weak));
}

int normal_space_factor(normal_space *s, const invo_pattern *pattern, const int *column,
                        const int *row, const metric *m, int invariants,
                        const double *unit, int drop) {
    int constraints = s->rows - invariants;
    s->pattern = pattern;
    s->column = column;
    s->count = 0;
    normal_space_scale_rows(s, m);
    for (int i = 0; i < constraints; i++)
        if (normal_space_is_flat(s, i))
            return i + 1;
    if (s->sparse && !normal_space_factor_sparse(s, m))
        return 1;
    for (int i = s->first; i < s->rows; i++)
        s->strength[i] = 0;
    multiply_rows(s, m);
    for (int i = s->first; i < constraints; i++) {
        const double *its_unit = unit ? &unit[row ? row[i] : i] : NULL;
        try_row(s, m, i, least_sine(s, m, i, its_unit));
    }
    if (invariants)
        normal_space_take_invariants(s, m, constraints, unit, drop);
    return 0;
}

double normal_space_volume(const normal_space *s, int first, int *count) {
    double volume = 1;
    *count = 0;
    for (int k = 0; k < s->count; k++)
        if (s->kept[k] >= first) {
            volume *= s->strength[s->kept[k]] * s->scale[s->kept[k]];
            ++*count;
        }
    return volume;
}

void normal_space_solve(normal_space *s, const double *r) {
    size_t first = s->first;
    for (int k = 0; k < s->count; k++)
        s->nu[k] = r[s->kept[k]] / s->scale[s->kept[k]];
    if (s->sparse)
        saddle_solve(s->sparse, s->nu, s->nu);
    for (int k = s->first; k < s->count && s->sparse; k++)
        s->nu[k] -=
            dot(s->first, s->across + first * (size_t)(s->kept[k] - s->first), s->nu);
    normal_space_solve_dense(s, s->count - s->first, s->nu + s->first);
    for (int k = s->first; k < s->count && s->sparse; k++) {
        const double *x = s->solution + first * (size_t)(s->kept[k] - s->first);
        vector_add(s->first, -s->nu[k], x, s->nu);
    }
}

/* The smallest singular value of the first `count` kept rows: all of the sparse ones, or
 * dense; w: from where to iterate, then its left vector. Iterations need no more digits
 * than factors have. Not a number: there is none. */
static double smallest_of(const normal_space *s, int count, double *w) {
    if (s->sparse)
        return saddle_smallest(s->sparse, STEPS, w);
    for (int steps = 1; steps < STEPS; steps++)
        normal_space_solve_dense(s, count, w);
    if (!(vector_normalize(count, w) > 0))
        return NAN;
    normal_space_solve_dense(s, count, w);
    return 1 / sqrt(vector_normalize(count, w));
}

/* Iterates with the inverse from the vector of the last point, which is near. */
double normal_space_smallest(normal_space *s, int rows, double *y, int *kept) {
    double *w = s->nu;
    int count = 0;
    int is_new = dot(rows, y, y) == 0;
    while (count < s->count && s->kept[count] < rows)
        count++;
    *kept = count;
    /* A symmetry of the system may keep the vector orthogonal to the one that is wanted:
     * a little of some other vector makes it found again. */
    const double fresh = FRESH / sqrt(count);
    for (int k = 0; k < count; k++)
        w[k] = (is_new ? 0 : y[s->kept[k]]) + fresh * (0.2 * (7 * k % 11) - 0.9);
    const double sigma = smallest_of(s, count, w);
    if (!(sigma >= 0))
        return NAN;
    vector_zero(rows, y);
    for (int k = 0; k < count; k++)
        y[s->kept[k]] = w[k];
    return sigma;
}

void normal_space_right(const normal_space *s, const metric *m, int rows, double sigma,
                        const double *y, int n, double *x) {
    vector_zero(n, x);
    for (int i = 0; i < rows; i++)
        EACH_ENTRY(e, s->pattern, i)
            x[normal_space_coordinate_of(s, e)] += s->value[e] * y[i];
    for (int j = 0; j < n; j++)
        x[j] = m->inverse[j] > 0 ? x[j] / (m->w[j] * sigma) : 0;
}

void normal_space_move(const normal_space *s, const metric *m, double *move) {
    for (int k = 0; k < s->count; k++)
        EACH_ENTRY(e, s->pattern, s->kept[k]) {
            int i = normal_space_coordinate_of(s, e);
            move[i] -= m->inverse[i] * s->value[e] * s->nu[k];
        }
}
