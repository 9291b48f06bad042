/* LU of four matrices at once: solutions in all lanes and in each, for every size and
 * from nearly diagonal to full patterns; pivots that are zero or missing, entries that
 * are not finite, and factors that grow are noticed in any lane. SPDX-License-Identifier:
 * BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/number.h"
#include "../../../src/linalg/lane_lu.h"
#include <cmocka.h>

enum { N = LANE_LU_MOST, TERMS = 3 };

typedef struct number {
    double re, im;
} number;

/* share[0] + x share[1] + x^2 share[2] at four x, the first of which is real. */
typedef struct matrices {
    int n, start[N + 1], column[N * N];
    double share[TERMS * N * N], power[TERMS * LANE_NUMBER];
    invo_pattern pattern;
} matrices;

static double next(uint32_t *seed) {
    return random_next(seed) / 4294967296.0 - 0.5;
}

static number times(number x, number y) {
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

static void set_powers(matrices *m) {
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        const number x = {0.7 - 0.2 * lane, 0.3 * lane};
        number y = {1, 0};
        for (int l = 0; l < TERMS; l++) {
            m->power[LANE_NUMBER * l + lane] = y.re;
            m->power[LANE_NUMBER * l + WIDE_LANES + lane] = y.im;
            y = times(x, y);
        }
    }
}

/* n rows; of the entries beside the diagonal, which is large, this share. */
static void fill(matrices *m, int n, double share, uint32_t *seed) {
    int entries = 0;
    m->n = n;
    for (int i = 0; i < n; i++) {
        m->start[i] = entries;
        for (int j = 0; j < n; j++)
            if (i == j || next(seed) + 0.5 < share)
                m->column[entries++] = j;
    }
    m->start[n] = entries;
    for (int k = 0; k < TERMS * entries; k++)
        m->share[k] = next(seed);
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            m->share[k] += m->column[k] == i ? 4 : 0;
    m->pattern = (invo_pattern){n, n, m->start, m->column};
    set_powers(m);
}

static number entry(const matrices *m, int k, int lane) {
    number sum = {0, 0};
    for (int l = 0; l < TERMS; l++) {
        const double *power = m->power + LANE_NUMBER * l + lane;
        sum.re += power[0] * m->share[l * m->start[m->n] + k];
        sum.im += power[WIDE_LANES] * m->share[l * m->start[m->n] + k];
    }
    return sum;
}

static void multiply(const matrices *m, int lane, const number *x, number *b) {
    for (int i = 0; i < m->n; i++) {
        b[i] = (number){0, 0};
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            const number y = times(entry(m, k, lane), x[m->column[k]]);
            b[i].re += y.re;
            b[i].im += y.im;
        }
    }
}

static void is_near(double x, double y) {
    assert_true(fabs(x - y) < 1e-12);
}

static void check_all(const matrices *m, lane_lu *f, uint32_t *seed) {
    number x[WIDE_LANES][N];
    number b[N];
    double *side = lane_lu_sides(f);
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        for (int i = 0; i < m->n; i++)
            x[lane][i] = (number){next(seed), next(seed)};
        multiply(m, lane, x[lane], b);
        for (int i = 0; i < m->n; i++) {
            side[LANE_NUMBER * i + lane] = b[i].re;
            side[LANE_NUMBER * i + WIDE_LANES + lane] = b[i].im;
        }
    }
    lane_lu_solve(f);
    for (int lane = 0; lane < WIDE_LANES; lane++)
        for (int i = 0; i < m->n; i++) {
            is_near(side[LANE_NUMBER * i + lane], x[lane][i].re);
            is_near(side[LANE_NUMBER * i + WIDE_LANES + lane], x[lane][i].im);
        }
}

static void check_each(const matrices *m, lane_lu *f, uint32_t *seed) {
    number x[N];
    number b[N];
    double real[N];
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        for (int i = 0; i < m->n; i++)
            x[i] = (number){next(seed), lane ? next(seed) : 0};
        multiply(m, lane, x, b);
        for (int i = 0; i < m->n; i++)
            real[i] = b[i].re;
        lane_lu_solve_complex(f, lane, &b[0].re);
        if (lane == 0)
            lane_lu_solve_real(f, lane, real);
        for (int i = 0; i < m->n; i++) {
            is_near(b[i].re, x[i].re);
            is_near(b[i].im, x[i].im);
            is_near(lane ? 0 : real[i], lane ? 0 : x[i].re);
        }
    }
}

static void systems_are_solved(void **state) {
    uint32_t seed = 3;
    matrices m;
    (void)state;
    for (int n = 1; n <= N; n++)
        for (double share = 0; share <= 1; share += 0.125) {
            fill(&m, n, share, &seed);
            lane_lu *first = lane_lu_new(&m.pattern);
            lane_lu *f = lane_lu_like(first);
            lane_lu_free(first);
            for (int again = 0; again < 2; again++) {
                assert_true(lane_lu_factor(f, TERMS, m.share, m.power));
                check_all(&m, f, &seed);
                check_each(&m, f, &seed);
            }
            lane_lu_free(f);
        }
}

/* (a 1; 1 0) with a pattern that lacks the last entry, in one lane with another a. */
static int factors(double a, double other, int lane) {
    const int start[3] = {0, 2, 3};
    const int column[3] = {0, 1, 0};
    const double share[6] = {a, 1, 1, other - a, 0, 0};
    const invo_pattern p = {2, 2, start, column};
    double power[2 * LANE_NUMBER] = {1, 1, 1, 1};
    power[LANE_NUMBER + lane] = 1;
    lane_lu *f = lane_lu_new(&p);
    const int done = lane_lu_factor(f, 2, share, power);
    lane_lu_free(f);
    return done;
}

static void bad_pivots_are_noticed(void **state) {
    (void)state;
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        assert_true(factors(2, 3, lane));
        assert_false(factors(2, 0, lane));
        assert_false(factors(2, 1e-9, lane));
        assert_false(factors(2, NAN, lane));
        assert_false(factors(2, INFINITY, lane));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_are_solved),
        cmocka_unit_test(bad_pivots_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
