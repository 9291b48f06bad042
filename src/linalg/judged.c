/* SPDX-License-Identifier: BSD-3-Clause */
/* Elimination with complete pivoting and running error bounds. Conductances of 1e-13
 * beside ones are no loss of rank, but a pivot order that takes the ones first may leave
 * (1 + g) - 1 of them: the scales come from a matching of largest product, found by
 * shortest augmenting paths on the logarithms. */
#include "judged.h"
#include <float.h>
#include <math.h>
#include "vector.h"

/* A pivot must exceed its error bound by this factor: bounds add up moduli, but entries
 * come with estimates of their errors, too. */
static const double CERTAIN = 4;

/* --- scales --- */

typedef struct pairing {
    int rows, columns;
    const double *a;
    double *row_price, *column_price; /* price_i + price_j <= -log2|a_ij| */
    double *distance, *row_of, *from; /* [columns + 1]; row_of and from hold numbers */
    double *is_settled;
} pairing;

static double matching_cost(const pairing *p, int i, int j) {
    double size = fabs(p->a[i + (size_t)j * p->rows]);
    return size > 0 ? -log2(size) : INFINITY;
}

/* Relaxes the columns from the row that holds column j0; returns the nearest column that
 * is not settled, or -1. */
static int matching_relax(pairing *p, int j0) {
    int i = (int)p->row_of[j0];
    int nearest = -1;
    double least = INFINITY;
    double base = p->distance[j0];
    for (int j = 0; j < p->columns; j++) {
        if (p->is_settled[j] != 0)
            continue;
        double reduced = matching_cost(p, i, j) - p->row_price[i] - p->column_price[j];
        if (base + reduced < p->distance[j]) {
            p->distance[j] = base + reduced;
            p->from[j] = j0;
        }
        if (p->distance[j] < least) {
            least = p->distance[j];
            nearest = j;
        }
    }
    return nearest;
}

/* Matches row i, which moves other rows to other columns. The last column stands for
 * none: a row that finds no column stays there. */
static void matching_pair(pairing *p, int i) {
    int none = p->columns;
    int j = none;
    for (int k = 0; k < none; k++) {
        p->distance[k] = INFINITY;
        p->is_settled[k] = 0;
    }
    p->row_of[none] = i;
    p->distance[none] = 0;
    do {
        if (j < none)
            p->is_settled[j] = 1;
        j = matching_relax(p, j);
    } while (j >= 0 && p->row_of[j] >= 0);
    if (j < 0)
        return;
    double length = p->distance[j];
    p->row_price[i] += length;
    for (int k = 0; k < none; k++) {
        if (p->is_settled[k] == 0)
            continue;
        p->row_price[(int)p->row_of[k]] += length - p->distance[k];
        p->column_price[k] -= length - p->distance[k];
    }
    while (j != none) {
        int before = (int)p->from[j];
        p->row_of[j] = p->row_of[before];
        j = before;
    }
}

enum { MOST_EXPONENT = 500 }; /* products of two scales stay finite */

static double matching_power(double price) {
    return ldexp(1, (int)fmin(fmax(rint(price), -MOST_EXPONENT), MOST_EXPONENT));
}

/* Solves the assignment of -log2|a|; its prices are the scales ([DK01]). */
void matching_scales(int rows, int columns, const double *a, double *row, double *column,
                     double *work) {
    double *next = work + rows;
    size_t room = (size_t)columns + 1;
    pairing p = {rows,
                 columns,
                 a,
                 work,
                 next,
                 next + room,
                 next + 2 * room,
                 next + 3 * room,
                 next + 4 * room};
    for (int i = 0; i < rows; i++)
        p.row_price[i] = INFINITY;
    for (int j = 0; j <= columns; j++) {
        p.column_price[j] = 0;
        p.row_of[j] = -1;
    }
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            p.row_price[i] =
                fmin(p.row_price[i], matching_cost(&p, i, j) - p.column_price[j]);
        if (isfinite(p.row_price[i]))
            matching_pair(&p, i);
    }
    for (int i = 0; i < rows; i++) {
        /* A row without a column of its own may have lost to later prices. */
        double price = INFINITY;
        for (int j = 0; j < columns; j++)
            price = fmin(price, matching_cost(&p, i, j) - p.column_price[j]);
        row[i] = isfinite(price) ? matching_power(price) : 1;
    }
    for (int j = 0; j < columns; j++)
        column[j] = matching_power(p.column_price[j]);
}

/* --- elimination --- */

size_t judged_work(int rows, int columns) {
    return 2 * (size_t)rows + 6 * ((size_t)columns + 1);
}

typedef struct judgement {
    int rows, columns;
    double *a, *error;
    double *row, *column; /* scales */
} judgement;

static void judged_scale(judgement *g) {
    for (int j = 0; j < g->columns; j++)
        for (int i = 0; i < g->rows; i++) {
            size_t k = i + (size_t)j * g->rows;
            double factor = g->row[i] * g->column[j];
            g->a[k] *= factor;
            g->error[k] *= factor;
        }
}

/* The largest entry from row and column `done` on that exceeds its error; 0: none. */
static int judged_pivot(const judgement *g, int done, int *row, int *column) {
    double most = 0;
    for (int j = done; j < g->columns; j++)
        for (int i = done; i < g->rows; i++) {
            size_t k = i + (size_t)j * g->rows;
            double size = fabs(g->a[k]);
            if (size > most && size > CERTAIN * g->error[k]) {
                most = size;
                *row = i;
                *column = j;
            }
        }
    return most > 0;
}

static void judged_to_front(judgement *g, int done, int row, int column) {
    double *both[] = {g->a, g->error};
    size_t rows = g->rows;
    for (int k = 0; k < 2; k++) {
        vector_swap(g->columns, g->rows, both[k] + row, both[k] + done);
        vector_swap(g->rows, 1, both[k] + column * rows, both[k] + done * rows);
    }
}

/* Subtracts row `done` from those below; column `done` keeps the factors. */
static void judged_eliminate_column(judgement *g, int done) {
    size_t rows = g->rows;
    double *pivot_column = g->a + (size_t)done * rows;
    double *pivot_error = g->error + (size_t)done * rows;
    double pivot = pivot_column[done];
    for (int i = done + 1; i < g->rows; i++) {
        double factor = pivot_column[i] / pivot;
        pivot_error[i] =
            (pivot_error[i] + fabs(factor) * pivot_error[done]) / fabs(pivot);
        pivot_column[i] = factor;
    }
    for (int j = done + 1; j < g->columns; j++) {
        double *x = g->a + (size_t)j * rows;
        double *e = g->error + (size_t)j * rows;
        for (int i = done + 1; i < g->rows; i++) {
            double change = pivot_column[i] * x[done];
            x[i] -= change;
            e[i] += fabs(pivot_column[i]) * e[done] + pivot_error[i] * fabs(x[done]) +
                    DBL_EPSILON * fabs(change);
        }
    }
}

/* Rank; order: [columns] and place: [rows] follow the exchanges, where given. */
static int judged_eliminate(judgement *g, double *order, double *place) {
    int least = g->rows < g->columns ? g->rows : g->columns;
    int done = 0;
    for (; done < least; done++) {
        int row = done;
        int column = done;
        if (!judged_pivot(g, done, &row, &column))
            break;
        judged_to_front(g, done, row, column);
        if (order)
            vector_swap(1, 1, &order[done], &order[column]);
        if (place)
            vector_swap(1, 1, &place[done], &place[row]);
        judged_eliminate_column(g, done);
    }
    return done;
}

/* The scales go to the end of work. What is less than its error is nothing. */
static judgement judged_prepare(int rows, int columns, double *a, double *error,
                                double *work) {
    double *scales = work + rows + 5 * (columns + 1);
    judgement g = {rows, columns, a, error, scales, scales + rows};
    for (size_t k = 0; k < (size_t)rows * columns; k++)
        if (!(fabs(a[k]) > CERTAIN * error[k])) {
            error[k] += fabs(a[k]);
            a[k] = 0;
        }
    matching_scales(rows, columns, a, g.row, g.column, work);
    judged_scale(&g);
    return g;
}

int judged_rank(int rows, int columns, double *a, double *error, double *work) {
    judgement g = judged_prepare(rows, columns, a, error, work);
    return judged_eliminate(&g, NULL, NULL);
}

/* Eliminates with the same judgement, then substitutes in both triangles. */
int judged_solve(int n, double *a, double *error, double *b, double *x, double *work) {
    judgement g = judged_prepare(n, n, a, error, work);
    double *order = work;
    double *place = work + n;
    for (int i = 0; i < n; i++) {
        order[i] = i;
        place[i] = i;
        b[i] *= g.row[i];
    }
    if (judged_eliminate(&g, order, place) < n)
        return 0;
    double *y = work + 2 * n;
    for (int i = 0; i < n; i++)
        y[i] = b[(int)place[i]];
    for (int j = 0; j < n; j++)
        vector_add(n - j - 1, -y[j], a + j + 1 + (size_t)j * n, y + j + 1);
    for (int j = n - 1; j >= 0; j--) {
        y[j] /= a[j + (size_t)j * n];
        vector_add(j, -y[j], a + (size_t)j * n, y);
    }
    for (int j = 0; j < n; j++) {
        int to = (int)order[j];
        x[to] = y[j] * g.column[to];
    }
    return 1;
}
