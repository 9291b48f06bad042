/* SPDX-License-Identifier: BSD-3-Clause */
/* Conjecture 4.7 of [TA01]: Runge-Kutta methods whose stages and new points are projected
 * orthogonally onto a manifold have their classical order. Proved up to order 4 there;
 * here orders 5 to 10 are measured on random manifolds, over all coordinates, in long
 * double.
 *
 * Methods: Euler's method extrapolated over 1, 2, ..., p substeps is an explicit
 * Runge-Kutta method of order p with 1 + p(p-1)/2 stages ([HNW93] II.9); every stage is
 * projected. Manifolds: f(u) = 0 with random quadratic and cubic f, codimension 1 to 3 in
 * 4 to 7 dimensions; field: the tangential part of a random quadratic one. Shares nothing
 * with src/.
 *
 *     conjecture [manifolds]     prints a table of orders, least and median; status 1
 * where a median is below its order by more than 0.25 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;
enum { MOST_N = 7, MOST_K = 3, MOST_ORDER = 10, MOST_STAGES = 46, MOST_MANIFOLDS = 200 };

static unsigned long long state = 20011;

static real draw(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (real)(state >> 11) / 4503599627370496.0L - 1;
}

/* f_i = l_i.u + u'Q_i u / 2 + c_i sum s_ij u_j^3 - constant; W_i = m_i + M_i.u + u'R_i u
 */
typedef struct problem {
    int n, k;
    real linear[MOST_K][MOST_N], square[MOST_K][MOST_N][MOST_N], cube[MOST_K][MOST_N];
    real constant[MOST_K];
    real shift[MOST_N], matrix[MOST_N][MOST_N], field[MOST_N][MOST_N][MOST_N];
} problem;

static void constraint(const problem *p, const real *u, real *f, real d[][MOST_N]) {
    for (int i = 0; i < p->k; i++) {
        f[i] = -p->constant[i];
        for (int j = 0; j < p->n; j++) {
            real slope = p->linear[i][j] + 3 * p->cube[i][j] * u[j] * u[j], sum = 0;
            for (int l = 0; l < p->n; l++)
                sum += p->square[i][j][l] * u[l];
            d[i][j] = slope + sum;
            f[i] += u[j] * (p->linear[i][j] + sum / 2 + p->cube[i][j] * u[j] * u[j]);
        }
    }
}

/* Solves a x = b in place by elimination with row pivots. */
static int solve(int m, real a[][MOST_N + MOST_K], real *b) {
    for (int c = 0; c < m; c++) {
        int pivot = c;
        for (int i = c + 1; i < m; i++)
            if (fabsl(a[i][c]) > fabsl(a[pivot][c]))
                pivot = i;
        if (!(fabsl(a[pivot][c]) > 1e-12L))
            return 0;
        for (int j = 0; j < m; j++) {
            real swap = a[c][j];
            a[c][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        real swap = b[c];
        b[c] = b[pivot];
        b[pivot] = swap;
        for (int i = c + 1; i < m; i++) {
            real factor = a[i][c] / a[c][c];
            for (int j = c; j < m; j++)
                a[i][j] -= factor * a[c][j];
            b[i] -= factor * b[c];
        }
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int j = i + 1; j < m; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
    return 1;
}

/* Moves u to the nearest point of the manifold: u + df'mu = a, f(u) = 0, by Newton. */
static int project(const problem *p, real *u) {
    real from[MOST_N], mu[MOST_K] = {0}, f[MOST_K], d[MOST_K][MOST_N];
    memcpy(from, u, sizeof from);
    for (int step = 0; step < 30; step++) {
        real a[MOST_N + MOST_K][MOST_N + MOST_K] = {{0}}, b[MOST_N + MOST_K], size = 0;
        constraint(p, u, f, d);
        for (int i = 0; i < p->n; i++) {
            a[i][i] = 1;
            b[i] = from[i] - u[i];
            for (int c = 0; c < p->k; c++) {
                b[i] -= mu[c] * d[c][i];
                a[i][p->n + c] = a[p->n + c][i] = d[c][i];
                a[i][i] += 6 * mu[c] * p->cube[c][i] * u[i];
                for (int j = 0; j < p->n; j++)
                    a[i][j] += mu[c] * p->square[c][i][j];
            }
        }
        for (int c = 0; c < p->k; c++)
            b[p->n + c] = -f[c];
        if (!solve(p->n + p->k, a, b))
            return 0;
        for (int i = 0; i < p->n; i++) {
            u[i] += b[i];
            size = fmaxl(size, fabsl(b[i]));
        }
        for (int c = 0; c < p->k; c++)
            mu[c] += b[p->n + c];
        if (!(size < 10))
            return 0;
        if (size < 1e-18L)
            return 1;
    }
    return 1;
}

/* V = W less its normal part. */
static int direction(const problem *p, const real *u, real *v) {
    real f[MOST_K], d[MOST_K][MOST_N];
    real a[MOST_N + MOST_K][MOST_N + MOST_K] = {{0}}, b[MOST_N + MOST_K] = {0};
    constraint(p, u, f, d);
    for (int i = 0; i < p->n; i++) {
        v[i] = p->shift[i];
        for (int j = 0; j < p->n; j++) {
            v[i] += p->matrix[i][j] * u[j];
            for (int l = 0; l < p->n; l++)
                v[i] += p->field[i][j][l] * u[j] * u[l];
        }
    }
    for (int c = 0; c < p->k; c++)
        for (int i = 0; i < p->n; i++) {
            b[c] += d[c][i] * v[i];
            for (int e = 0; e < p->k; e++)
                a[c][e] += d[c][i] * d[e][i];
        }
    if (!solve(p->k, a, b))
        return 0;
    for (int i = 0; i < p->n; i++)
        for (int c = 0; c < p->k; c++)
            v[i] -= b[c] * d[c][i];
    return 1;
}

/* Weights of the extrapolation to 0 of values at 1/1, 1/2, ..., 1/order. */
static real neville(int order, int j) {
    real weight = 1;
    for (int i = 1; i <= order; i++)
        if (i != j)
            weight *= (real)j / (j - i);
    return weight;
}

/* One step: chains of 1 to `order` Euler substeps that share their first stage. */
static int advance(const problem *p, int order, real h, real *u) {
    real first[MOST_N], slope[MOST_N], stage[MOST_N], sum[MOST_N], all[MOST_N] = {0};
    if (!direction(p, u, first))
        return 0;
    for (int j = 1; j <= order; j++) {
        memcpy(sum, first, sizeof sum);
        for (int k = 1; k < j; k++) {
            for (int i = 0; i < p->n; i++)
                stage[i] = u[i] + h / j * sum[i];
            if (!project(p, stage) || !direction(p, stage, slope))
                return 0;
            for (int i = 0; i < p->n; i++)
                sum[i] += slope[i];
        }
        for (int i = 0; i < p->n; i++)
            all[i] += neville(order, j) * sum[i] / j;
    }
    for (int i = 0; i < p->n; i++)
        u[i] += h * all[i];
    return project(p, u);
}

static int integrate(const problem *p, const real *start, int order, int steps, real *u) {
    const real span = 1;
    memcpy(u, start, sizeof(real) * MOST_N);
    for (int k = 0; k < steps; k++)
        if (!advance(p, order, span / steps, u))
            return 0;
    return 1;
}

static void draw_problem(problem *p, int number, real *start) {
    p->n = 4 + number % 4;
    p->k = 1 + number % 3;
    for (int i = 0; i < MOST_N; i++) {
        start[i] = draw();
        p->shift[i] = draw();
        for (int j = 0; j < MOST_N; j++) {
            p->matrix[i][j] = draw() / 2;
            for (int l = 0; l < MOST_N; l++)
                p->field[i][j][l] = draw() / 4;
        }
    }
    for (int c = 0; c < MOST_K; c++)
        for (int i = 0; i < MOST_N; i++) {
            p->linear[c][i] = 2 * draw();
            p->cube[c][i] = draw() / 4;
            for (int j = 0; j <= i; j++)
                p->square[c][i][j] = p->square[c][j][i] = draw() / 2;
        }
    memset(p->constant, 0, sizeof p->constant);
    real f[MOST_K], d[MOST_K][MOST_N];
    constraint(p, start, f, d);
    memcpy(p->constant, f, sizeof p->constant); /* the start is on it */
}

static real distance(int n, const real *a, const real *b) {
    real largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmaxl(largest, fabsl(a[i] - b[i]));
    return largest;
}

/* Measures the order over all coordinates, from the two shortest step sizes whose errors
 * are well above the round-off of the reference. NAN: there are none, or the solution
 * leaves the part where f is regular. */
static double measure_order(const problem *p, const real *start, int order) {
    static const int steps[] = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};
    static const int reference = 40;
    static const real floor = 2e-14L, ceiling = 1e-4L;
    real exact[MOST_N], u[MOST_N], before = NAN;
    double found = NAN;
    if (!integrate(p, start, MOST_ORDER, reference, exact))
        return NAN;
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        if (!integrate(p, start, order, steps[k], u))
            return NAN;
        real error = distance(p->n, u, exact);
        if (error < floor)
            break;
        if (k > 0 && before < ceiling)
            found = (double)(logl(before / error) / logl((real)steps[k] / steps[k - 1]));
        before = error;
    }
    return found;
}

static int compare(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

int main(int count, char **argument) {
    int manifolds = count > 1 ? atoi(argument[1]) : 30, failed = 0;
    if (manifolds < 1 || manifolds > MOST_MANIFOLDS)
        manifolds = MOST_MANIFOLDS;
    printf("| order | stages | manifolds | least | median | largest |\n"
           "| --- | --- | --- | --- | --- | --- |\n");
    for (int order = 5; order <= MOST_ORDER; order++) {
        double found[MOST_MANIFOLDS];
        int n = 0;
        state = 20011;
        for (int number = 0; number < manifolds; number++) {
            problem p;
            real start[MOST_N];
            draw_problem(&p, number, start);
            double x = measure_order(&p, start, order);
            if (!isnan(x))
                found[n++] = x;
        }
        if (n == 0)
            return EXIT_FAILURE;
        qsort(found, (size_t)n, sizeof *found, compare);
        printf("| %d | %d | %d | %.2f | %.2f | %.2f |\n", order,
               1 + order * (order - 1) / 2, n, found[0], found[n / 2], found[n - 1]);
        failed |= found[n / 2] < order - 0.25;
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
