/* SPDX-License-Identifier: BSD-3-Clause */
/* M(r), assembled from the derivatives of T, factored and solved: see irk_matrix.h and
 * [HW96] IV.8 for the transformation that leads to one real and several complex r. */
#include "irk_matrix.h"
#include <stdlib.h>
#include <string.h>
#include "irk_kernel.h"

/* The number of steps in the longest chain of derivatives. */
static int longest_chain(const top_form *f) {
    int longest = 0;
    for (int i = 1; i < f->n; i++) {
        int steps = 1;
        for (int k = i; f->derivative[k] < f->n; k = f->derivative[k])
            steps++;
        longest = steps > longest ? steps : longest;
    }
    return longest;
}

/* Which z a chain of derivatives ends in, and in how many steps. */
static void follow_chains(irk_matrix *m) {
    const int *next = m->form->derivative;
    int count = 0;
    for (int i = 1; i < m->n; i++) {
        int k = i;
        for (m->depth[i] = 1; next[k] < m->n; k = next[k])
            m->depth[i]++;
        m->top[i] = next[k] - m->n;
    }
    for (int depth = 1; depth <= m->deepest; depth++)
        for (int i = 1; i < m->n; i++)
            if (m->depth[i] == depth)
                m->order[count++] = i;
}

/* Joins coordinates of the same depth that follow each other. */
static void irk_matrix_find_runs(irk_matrix *m) {
    const int *slot = m->form->derivative;
    m->runs = 0;
    for (int k = 0; k < m->n - 1; k++) {
        const int i = m->order[k];
        irk_run *last = m->run + m->runs - 1;
        if (m->runs && m->depth[i] == m->depth[last->first] &&
            i == last->first + last->count && slot[i] == last->slot + last->count)
            last->count++;
        else
            m->run[m->runs++] = (irk_run){i, 1, slot[i]};
    }
}

/* The z that column k of T' counts for; -1: time. */
static int irk_matrix_column_of(const irk_matrix *m, int k) {
    if (k == 0)
        return -1;
    return k < m->n ? m->top[k] : k - m->n;
}

/* The pattern of M: row by row the z that the entries of T' count for. */
static void merge_columns(irk_matrix *m, int *start, int *column, int *spot) {
    const invo_pattern *p = m->form->pattern;
    int entries = 0;
    for (int j = 0; j < m->tops; j++)
        spot[j] = -1;
    for (int i = 0; i < m->tops; i++) {
        int first = start[i] = entries;
        EACH_ENTRY(k, p, i) {
            int j = irk_matrix_column_of(m, p->column[k]);
            if (j < 0 || spot[j] >= first)
                continue;
            spot[j] = entries;
            column[entries++] = j;
        }
        qsort(column + first, (size_t)(entries - first), sizeof *column, sparse_compare);
        for (int k = first; k < entries; k++)
            spot[column[k]] = k;
        m->known[i] = p->start[i];
        EACH_ENTRY(k, p, i) {
            int j = irk_matrix_column_of(m, p->column[k]);
            m->target[k] = j < 0 ? -1 : spot[j];
            m->step[k] = p->column[k] < m->n ? m->depth[p->column[k]] : 0;
            if (p->column[k] < m->n)
                m->known[i] = k + 1;
        }
    }
    start[m->tops] = entries;
    m->pattern = (invo_pattern){m->tops, m->tops, start, column};
}

/* The factors for a pair, made when they are first asked for, or for the real eigenvalue
 * (-1); of small systems with a search for pivots, for where those of the lanes do not
 * serve. NULL: no memory. */
static matrix_factor *irk_matrix_factors(irk_matrix *m, int pair) {
    if (!m->real)
        m->real = factor_new(&m->left->pattern, FACTOR_STAGES,
                             m->lanes ? FACTOR_DENSE : FACTOR_BY_ITSELF);
    if (pair < 0 || !m->real)
        return m->real;
    if (!m->pair[pair])
        m->pair[pair] = factor_new_beside(m->real, 1);
    return m->pair[pair];
}

static invo_status new_factors(irk_matrix *m, int pairs, invo_context *c) {
    int missing = 0;
    if (m->tops > 0 && m->tops <= LANE_LU_MOST) {
        m->lanes = lane_lu_new(&m->pattern);
        missing = !m->lanes;
    }
    for (int k = -1; k < pairs && !missing; k++)
        missing = !irk_matrix_factors(m, k);
    if (!missing)
        return INVO_OK;
    return report(c, INVO_E_MEMORY, 0, "out of memory for the factors of %d equations",
                  m->tops);
}

/* All but the factors; start, spot, column: of the pattern. */
static void irk_matrix_lay_out(irk_matrix *m, pool *p, int **start, int **spot,
                               int **column) {
    size_t entries = m->form->pattern->start[m->tops];
    m->left = pool_take(p, 1, sizeof *m->left);
    m->jacobian = pool_doubles(p, entries);
    m->share = pool_doubles(p, (m->deepest + 1) * entries);
    m->value = pool_doubles(p, 2 * entries);
    m->power = pool_doubles(p, LANE_NUMBER * (m->deepest + 1));
    m->part = pool_doubles(p, 2 * m->n);
    POOL_INTEGERS(p, m->n, &m->top, &m->depth, &m->order);
    m->run = pool_take(p, m->n, sizeof *m->run);
    POOL_INTEGERS(p, entries, &m->target, &m->step);
    m->known = pool_integers(p, m->tops + 1);
    *start = pool_integers(p, m->tops + 1);
    *spot = pool_integers(p, m->tops);
    *column = pool_integers(p, entries);
}

static invo_status irk_matrix_make(irk_matrix *m, top_form *f, int pairs,
                                   invo_context *c) {
    int *start;
    int *spot;
    int *column;
    pool p = {0};
    *m = (irk_matrix){.form = f, .n = f->n, .tops = f->tops, .deepest = longest_chain(f)};
    irk_matrix_lay_out(m, &p, &start, &spot, &column);
    m->memory = memory_alloc(c, p.used);
    if (!pool_open(&p, m->memory))
        return INVO_E_MEMORY;
    irk_matrix_lay_out(m, &p, &start, &spot, &column);
    follow_chains(m);
    irk_matrix_find_runs(m);
    merge_columns(m, start, column, spot);
    m->left->pattern = m->pattern; /* where factors find it as long as they live */
    const invo_status status = new_factors(m, pairs, c);
    if (status)
        irk_matrix_free(m);
    return status;
}

static void irk_matrix_end(void *left) {
    irk_matrix m = *(irk_matrix *)left;
    irk_matrix_free(&m);
}

invo_status irk_matrix_new(irk_matrix *m, top_form *f, int pairs, invo_context *c) {
    const irk_matrix *left = shelf_take(f->s->shelf, f->pattern, irk_matrix_end);
    if (!left)
        return irk_matrix_make(m, f, pairs, c);
    *m = *left;
    m->form = f;
    return INVO_OK;
}

/* Are all factors as new? Not where values have chosen their pivots. */
static int irk_matrix_rests(const irk_matrix *m) {
    int rests = !m->real || factor_rests(m->real);
    for (int k = 0; k < MOST_PAIRS; k++)
        rests &= !m->pair[k] || factor_rests(m->pair[k]);
    return rests;
}

void irk_matrix_leave(irk_matrix *m) {
    if (!m->memory || m->form->pattern != m->form->s->top.pattern ||
        !irk_matrix_rests(m)) {
        irk_matrix_free(m);
        return;
    }
    m->table = NULL;
    m->factorizations = 0;
    *m->left = *m;
    shelf_put(m->form->s->shelf, m->form->pattern, irk_matrix_end, m->left);
}

invo_status irk_matrix_beside(irk_matrix *m, const irk_matrix *of, int pairs,
                              invo_context *c) {
    const irk_matrix kept = *m;
    *m = *of;
    m->memory = NULL;
    m->table = NULL;
    m->factorizations = 0;
    memcpy(m->pair, kept.pair, sizeof m->pair);
    m->real = kept.real ? kept.real : factor_new_beside(of->real, 0);
    m->lanes = kept.lanes;
    if (of->lanes && !m->lanes)
        m->lanes = lane_lu_like(of->lanes);
    int missing = !m->real || (of->lanes && !m->lanes);
    for (int k = 0; k < pairs && !missing; k++)
        missing = !irk_matrix_factors(m, k);
    if (missing)
        return report(c, INVO_E_MEMORY, 0,
                      "out of memory for the factors of %d equations", m->tops);
    return INVO_OK;
}

void irk_matrix_free(irk_matrix *m) {
    for (int k = 0; k < MOST_PAIRS; k++) {
        factor_free(m->pair[k]);
        m->pair[k] = NULL;
    }
    factor_free(m->real);
    lane_lu_free(m->lanes);
    free(m->memory);
    m->real = NULL;
    m->lanes = NULL;
    m->memory = NULL;
}

invo_status irk_matrix_load(irk_matrix *m, const double *u, const double *z) {
    const int entries = m->pattern.start[m->tops];
    m->table = NULL;
    TRY(top_form_jacobian(m->form, u, z, m->jacobian));
    vector_zero((m->deepest + 1) * entries, m->share);
    for (int k = 0; k < m->form->pattern->start[m->tops]; k++)
        if (m->target[k] >= 0)
            m->share[m->step[k] * entries + m->target[k]] += m->jacobian[k];
    return INVO_OK;
}

/* r = h / eigenvalue for the real one (-1) and for each pair. */
static const double *irk_matrix_ratio(const irk_matrix *m, int pair) {
    return m->ratio + 2 * (pair + 1);
}

static void irk_matrix_set_ratio(irk_matrix *m, int pair) {
    const double *x = m->table->eigenvalue + (pair < 0 ? 0 : m->table->real + 2 * pair);
    double *r = m->ratio + 2 * (pair + 1);
    double re = x[0];
    double im = pair < 0 ? 0 : x[1];
    double square = re * re + im * im;
    r[0] = m->h * re / square;
    r[1] = -m->h * im / square;
}

/* The powers of r, in complex numbers. */
static void irk_matrix_powers(irk_matrix *m, const double *r) {
    double *power = m->power;
    power[0] = 1;
    power[1] = 0;
    for (int l = 1; l <= m->deepest; l++) {
        const double *x = power + 2 * (l - 1);
        power[2 * l] = x[0] * r[0] - x[1] * r[1];
        power[2 * l + 1] = x[0] * r[1] + x[1] * r[0];
    }
}

/* value = M(r), for a real r. */
static void irk_matrix_assemble_real(irk_matrix *m) {
    const int entries = m->pattern.start[m->tops];
    double *restrict value = m->value;
    if (m->deepest == 0)
        vector_copy(entries, m->share, value);
    else
        vector_move(entries, m->share, m->power[2], m->share + entries, value);
    for (int l = 2; l <= m->deepest; l++)
        vector_add(entries, m->power[2 * l], m->share + l * entries, value);
}

/* value = M(r) in complex numbers where all coordinates are next to z. */
static void irk_matrix_assemble_first(irk_matrix *m) {
    const int entries = m->pattern.start[m->tops];
    const double *restrict own = m->share;
    const double *restrict next = m->share + entries;
    double *restrict value = m->value;
    const double re = m->power[2];
    const double im = m->power[3];
    for (int k = 0; k < entries; k++) {
        value[2 * k] = own[k] + re * next[k];
        value[2 * k + 1] = im * next[k];
    }
}

/* value = M(r) in complex numbers. */
static void irk_matrix_assemble(irk_matrix *m) {
    const int entries = m->pattern.start[m->tops];
    double *restrict value = m->value;
    if (m->deepest == 1) {
        irk_matrix_assemble_first(m);
        return;
    }
    for (int k = 0; k < entries; k++) {
        double re = m->share[k];
        double im = 0;
        for (int l = 1; l <= m->deepest; l++) {
            re += m->power[2 * l] * m->share[l * entries + k];
            im += m->power[2 * l + 1] * m->share[l * entries + k];
        }
        value[2 * k] = re;
        value[2 * k + 1] = im;
    }
}

/* Factors for all eigenvalues at once, and for the last one in the lanes that are left;
 * returns 0 where the order of pivots does not serve. */
static int irk_matrix_factor_lanes(irk_matrix *m) {
    const int real = m->table->real;
    const int eigenvalues = (m->table->stages + real) / 2;
    if (m->split != m->table)
        irk_kernel_columns(m->table, m->columns);
    m->split = m->table;
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        const int pair = (lane < eigenvalues ? lane : eigenvalues - 1) - real;
        double *power = m->power + lane;
        if (lane < eigenvalues)
            irk_matrix_set_ratio(m, pair);
        const double *r = irk_matrix_ratio(m, pair);
        power[0] = 1;
        power[WIDE_LANES] = 0;
        for (int l = 0; l < m->deepest; l++, power += LANE_NUMBER) {
            const double re = power[0] * r[0] - power[WIDE_LANES] * r[1];
            power[LANE_NUMBER + WIDE_LANES] = power[0] * r[1] + power[WIDE_LANES] * r[0];
            power[LANE_NUMBER] = re;
        }
    }
    return lane_lu_factor(m->lanes, m->deepest + 1, m->share, m->power);
}

/* Factors for one eigenvalue after the other. */
static invo_status irk_matrix_factor_each(irk_matrix *m) {
    const collocation *t = m->table;
    for (int pair = t->real ? -1 : 0; pair < (t->stages - t->real) / 2; pair++) {
        irk_matrix_set_ratio(m, pair);
        irk_matrix_powers(m, irk_matrix_ratio(m, pair));
        if (pair < 0)
            irk_matrix_assemble_real(m);
        else
            irk_matrix_assemble(m);
        matrix_factor *f = irk_matrix_factors(m, pair);
        const int bad = f ? factor_update(f, m->value) : SPARSE_NO_MEMORY;
        if (bad)
            return bad == SPARSE_NO_MEMORY ? INVO_E_MEMORY : INVO_E_DIRECTION;
    }
    return INVO_OK;
}

invo_status irk_matrix_factor(irk_matrix *m, const collocation *t, double h) {
    if (m->table == t && m->h == h)
        return INVO_OK;
    m->table = t;
    m->h = h;
    m->factorizations += (t->stages + t->real) / 2;
    m->is_in_lanes = m->lanes && irk_matrix_factor_lanes(m);
    if (m->is_in_lanes)
        return INVO_OK;
    const invo_status status = irk_matrix_factor_each(m);
    if (status)
        m->table = NULL;
    return status;
}

/* The coordinates for given dz, or for dz = 0 where it is NULL, in real numbers. */
static void irk_matrix_real_coordinates(const irk_matrix *m, double r, const double *rho,
                                        const double *z, double *restrict du) {
    for (int k = 0; k < m->runs; k++) {
        const irk_run *x = &m->run[k];
        const int is_top = x->slot >= m->n;
        const double *below = is_top ? z : du;
        const int shift = is_top ? x->slot - m->n : x->slot;
        for (int i = 0; i < x->count; i++) {
            const double given = rho ? rho[x->first + i] : 0;
            du[x->first + i] = (below ? r * below[shift + i] : 0) + given;
        }
    }
    du[0] = 0;
}

/* z -= T_u du, in real numbers. */
static void irk_matrix_subtract_known(const irk_matrix *m, const double *restrict du,
                                      double *restrict z) {
    const invo_pattern *p = m->form->pattern;
    for (int i = 0; i < m->tops; i++) {
        double sum = z[i];
        for (int k = p->start[i]; k < m->known[i]; k++)
            sum -= m->jacobian[k] * du[p->column[k]];
        z[i] = sum;
    }
}

static void irk_matrix_solve_real(irk_matrix *m, const double *rho, double *z,
                                  double *du) {
    const double *r = irk_matrix_ratio(m, -1);
    if (rho && m->deepest == 1 && rho[0] == 0) {
        irk_matrix_subtract_known(m, rho, z); /* no coordinate depends on another one */
    } else if (rho) {
        irk_matrix_real_coordinates(m, r[0], rho, NULL, m->part);
        irk_matrix_subtract_known(m, m->part, z);
    }
    if (m->is_in_lanes)
        lane_lu_solve_real(m->lanes, 0, z);
    else
        factor_solve(m->real, z, 0);
    if (du)
        irk_matrix_real_coordinates(m, r[0], rho, z, du);
}

/* The same in complex numbers. */
static void coordinates(const irk_matrix *m, const double *r, const double *rho,
                        const double *z, double *du) {
    static const double zero[2] = {0, 0};
    const int *next = m->form->derivative;
    for (int k = 0; k < m->n - 1; k++) {
        int i = m->order[k];
        const double *below = zero;
        if (next[i] < m->n)
            below = du + 2 * next[i];
        else if (z)
            below = z + 2 * (next[i] - m->n);
        const double *given = rho ? rho + 2 * i : zero;
        double *to = du + 2 * i;
        const double real = r[0] * below[0] - r[1] * below[1];
        to[1] = r[0] * below[1] + r[1] * below[0] + given[1];
        to[0] = real + given[0];
    }
    vector_zero(2, du);
}

static void subtract_known(const irk_matrix *m, const double *du, double *z) {
    const invo_pattern *p = m->form->pattern;
    for (int i = 0; i < m->tops; i++)
        for (int k = p->start[i]; k < m->known[i]; k++)
            for (int w = 0; w < 2; w++)
                z[2 * i + w] -= m->jacobian[k] * du[2 * p->column[k] + w];
}

void irk_matrix_solve(irk_matrix *m, int pair, const double *rho, double *z, double *du) {
    if (pair < 0) {
        irk_matrix_solve_real(m, rho, z, du);
        return;
    }
    const double *r = irk_matrix_ratio(m, pair);
    if (rho) {
        coordinates(m, r, rho, NULL, m->part);
        subtract_known(m, m->part, z);
    }
    if (m->is_in_lanes)
        lane_lu_solve_complex(m->lanes, m->table->real + pair, z);
    else
        factor_solve(m->pair[pair], z, 0);
    if (du)
        coordinates(m, r, rho, z, du);
}

void irk_matrix_correct(irk_matrix *m, const double *residual, double *hat, double *z) {
    const collocation *t = m->table;
    if (m->is_in_lanes) {
        double *sides = lane_lu_sides(m->lanes);
        irk_kernel_split_lanes(t, m->tops, m->columns, residual, sides);
        lane_lu_solve(m->lanes);
        irk_kernel_correct_lanes(t, m->tops, sides, z);
        return;
    }
    irk_kernel_split(t, m->tops, residual, hat);
    if (t->real)
        irk_matrix_solve(m, -1, NULL, hat, NULL);
    for (int pair = 0; pair < (t->stages - t->real) / 2; pair++)
        irk_matrix_solve(m, pair, NULL, hat + (t->real + 2 * pair) * m->tops, NULL);
    irk_kernel_correct(t, m->tops, hat, z);
}
