/* SPDX-License-Identifier: BSD-3-Clause */
/* H from the rows of phi. Systems that give no second differentials get them by
 * differences of the gradient. */
#include "hamiltonian.h"
#include <float.h>
#include <math.h>
#include "../base/number.h"
#include "../linalg/cholesky.h"

void hamiltonian_lay_out(hamiltonian *h, manifold *m, pool *p) {
    const invo_system *s = m->s;
    const size_t n = s->coordinates;
    *h = (hamiltonian){.manifold = m, .row = -1};
    POOL_DOUBLES(p, s->constraints, &h->phi, &h->mu);
    h->entry = pool_doubles(p, manifold_entries(s));
    h->curvature = pool_doubles(p, s->hessian ? s->hessian_pattern->start[n] : 0);
    POOL_DOUBLES(p, n, &h->gradient, &h->above, &h->shifted);
    h->hessian = pool_doubles(p, (n - 1) * (n - 1));
}

static void gradient_at(hamiltonian *h, const double *u, double *gradient) {
    const invo_pattern *p = &h->manifold->pattern;
    vector_zero(h->manifold->s->coordinates, gradient);
    manifold_jacobian(h->manifold, u, h->entry);
    EACH_ENTRY(e, p, h->row)
        gradient[p->column[e]] = h->entry[e];
}

/* Central differences, made symmetric. */
static void hamiltonian_difference(hamiltonian *h, const double *u, double *hessian) {
    const invo_system *s = h->manifold->s;
    const int n = s->coordinates;
    const int m = n - 1;
    double *x = h->shifted;
    double *below = h->gradient;
    vector_copy(n, u, x);
    for (int j = 1; j < n; j++) {
        double step = CUBE_ROOT_OF_EPSILON * coordinate_size(s, u, j, 1);
        x[j] = u[j] + step;
        gradient_at(h, x, h->above);
        x[j] = u[j] - step;
        gradient_at(h, x, below);
        x[j] = u[j];
        for (int i = 1; i < n; i++)
            hessian[i - 1 + (j - 1) * m] = (h->above[i] - below[i]) / (2 * step);
    }
    for (int j = 0; j < m; j++)
        for (int i = 0; i < j; i++)
            hessian[i + j * m] = hessian[j + i * m] =
                (hessian[i + j * m] + hessian[j + i * m]) / 2;
}

static void hessian_at(hamiltonian *h, const double *u, double *hessian) {
    const invo_system *s = h->manifold->s;
    const invo_pattern *p = s->hessian_pattern;
    const int m = s->coordinates - 1;
    if (!s->hessian) {
        hamiltonian_difference(h, u, hessian);
        return;
    }
    vector_zero(m * m, hessian);
    vector_zero(s->constraints, h->mu);
    h->mu[h->row] = 1;
    s->hessian(s->self, u, h->mu, h->curvature);
    for (int i = 1; i <= m; i++)
        EACH_ENTRY(e, p, i) {
            int j = p->column[e];
            if (j == 0)
                continue;
            hessian[i - 1 + (j - 1) * m] = hessian[j - 1 + (i - 1) * m] = h->curvature[e];
        }
}

invo_status hamiltonian_at(hamiltonian *h, const double *u, double *value,
                           double *gradient, double *hessian) {
    const int n = h->manifold->s->coordinates;
    const int m = n - 1;
    manifold_constraint(h->manifold, u, h->phi);
    *value = h->phi[h->row];
    if (!isfinite(*value))
        return INVO_E_DOMAIN;
    gradient_at(h, u, gradient);
    if (hessian)
        hessian_at(h, u, hessian);
    int all_finite = vector_first_infinite(n, gradient) < 0 &&
                     (!hessian || vector_first_infinite(m * m, hessian) < 0);
    return all_finite ? INVO_OK : INVO_E_DOMAIN;
}

/* Whether H depends on time. */
static int is_moving(const hamiltonian *h, const double *gradient) {
    const invo_pattern *p = &h->manifold->pattern;
    EACH_ENTRY(e, p, h->row)
        if (p->column[e] == 0 && (h->manifold->s->jacobian_pattern || gradient[0] != 0))
            return 1;
    return 0;
}

/* The condition of the Hessian of row h->row at u with one sign; INFINITY: not definite.
 */
static double condition(hamiltonian *h, const double *u, int sign) {
    const int m = h->manifold->s->coordinates - 1;
    double value;
    if (hamiltonian_at(h, u, &value, h->gradient, NULL) || is_moving(h, h->gradient))
        return INFINITY;
    hessian_at(h, u, h->hessian);
    vector_scale(m * m, sign, h->hessian);
    return cholesky_factor(m, h->hessian) ? INFINITY : cholesky_condition(m, h->hessian);
}

int hamiltonian_choose(hamiltonian *h, const double *u) {
    const invo_system *s = h->manifold->s;
    double best = 1 / DBL_EPSILON; /* worse is as good as singular */
    int row = -1;
    h->sign = 1;
    for (h->row = s->constraints - s->invariants; h->row < s->constraints; h->row++)
        for (int sign = 1; sign >= -1; sign -= 2) {
            double now = condition(h, u, sign);
            if (now < best) {
                best = now;
                row = h->row;
                h->sign = sign;
            }
        }
    h->row = row;
    return row >= 0;
}
