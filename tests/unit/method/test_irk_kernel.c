/* Loops over unknowns, four at a time and a rest, beside plain ones.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/linalg/lane_lu.h"
#include "../../../src/method/irk_kernel.h"
#include <cmocka.h>

enum { MOST = 21, ROOM = MOST * MOST_STAGES };

static const collocation *const tables[] = {
#define COLLOCATION(name, ...) &name,
#include "../../../src/method/collocation.def"
#undef COLLOCATION
};
enum { TABLES = sizeof tables / sizeof *tables };

/* Numbers that have nothing to do with each other. */
static void fill(int n, double seed, double *x) {
    for (int i = 0; i < n; i++)
        x[i] = sin(seed + 12.9898 * i * i);
}

static double integrate_plainly(const collocation *t, double h, const irk_piece *x) {
    const int s = t->stages;
    double sum = 0;
    for (int i = 0; i < x->count; i++)
        for (int r = 0; r < s; r++) {
            double step = t->a[r * s] * x->slope[i];
            for (int j = 1; j < s; j++)
                step += t->a[r * s + j] * x->slope[i + j * x->slope_stride];
            if (t->a0)
                step += t->a0[r] * x->v[i];
            const double now = x->p[i] + h * step;
            const double moved = now - x->u[i + r * x->stride];
            if (x->change)
                x->change[i + r * x->stride] = moved;
            x->u[i + r * x->stride] = now;
            sum += moved * x->weight[i] * moved * x->weight[i];
        }
    return x->change ? sum : 0;
}

static void stages_are_integrated(void **state) {
    (void)state;
    for (int k = 0; k < TABLES; k++)
        for (int n = 1; n <= MOST; n++)
            for (int wants = 0; wants < 2; wants++) {
                double p[MOST], v[MOST], weight[MOST], slope[ROOM];
                double u[2][ROOM], change[2][ROOM], sum[2];
                fill(MOST, 1, p);
                fill(MOST, 2, v);
                fill(MOST, 3, weight);
                fill(ROOM, 4, slope);
                for (int m = 0; m < 2; m++) {
                    fill(ROOM, 5, u[m]);
                    fill(ROOM, 6, change[m]);
                    irk_piece x = {.count = n,
                                   .p = p,
                                   .v = v,
                                   .slope = slope,
                                   .slope_stride = MOST,
                                   .u = u[m],
                                   .stride = MOST,
                                   .change = wants ? change[m] : NULL,
                                   .weight = weight};
                    sum[m] = m ? integrate_plainly(tables[k], 0.3, &x)
                               : irk_kernel_integrate(tables[k], 0.3, &x);
                }
                assert_memory_equal(u[0], u[1], sizeof u[0]);
                assert_memory_equal(change[0], change[1], sizeof change[0]);
                assert_true(fabs(sum[0] - sum[1]) <= 1e-14 * sum[1]);
            }
}

static void stages_are_combined(void **state) {
    (void)state;
    for (int count = 1; count <= MOST_STAGES; count++)
        for (int n = 1; n <= MOST; n++) {
            enum { S = 3 };
            double weight[S * MOST_STAGES], in[ROOM], out[S * MOST];
            fill(S * count, 1, weight);
            fill(ROOM, 2, in);
            irk_kernel_combine(n, S, count, weight, in, MOST, out);
            for (int r = 0; r < S; r++)
                for (int i = 0; i < n; i++) {
                    double sum = weight[r * count] * in[i];
                    for (int j = 1; j < count; j++)
                        sum += weight[r * count + j] * in[i + j * MOST];
                    assert_true(out[i + r * n] == sum);
                }
        }
}

static void squares_are_summed(void **state) {
    (void)state;
    double change[MOST], weight[MOST];
    double sum = 0;
    fill(MOST, 1, change);
    fill(MOST, 2, weight);
    for (int n = 0; n <= MOST; n++) {
        assert_true(fabs(irk_kernel_squares(n, change, weight) - sum) <= 1e-14 * sum);
        if (n < MOST)
            sum += change[n] * weight[n] * change[n] * weight[n];
    }
}

/* Eigenvectors in lanes are those one after the other, beside zeros. */
static void eigenvectors_are_split_into_lanes(void **state) {
    (void)state;
    for (int k = 0; k < TABLES; k++)
        for (int n = 1; n <= MOST; n++) {
            const collocation *t = tables[k];
            double columns[MOST_STAGES * LANE_NUMBER], in[ROOM], hat[ROOM];
            double lanes[MOST * LANE_NUMBER], out[2][ROOM];
            fill(ROOM, 1, in);
            fill(ROOM, 2, out[0]);
            fill(ROOM, 2, out[1]);
            irk_kernel_columns(t, columns);
            irk_kernel_split(t, n, in, hat);
            irk_kernel_split_lanes(t, n, columns, in, lanes);
            for (int l = 0; l < n; l++)
                for (int lane = 0; lane < WIDE_LANES; lane++) {
                    const double *x = lanes + LANE_NUMBER * l + lane;
                    const int pair = lane - t->real;
                    const int is_real = pair < 0;
                    const int is_used = lane < (t->stages + t->real) / 2;
                    const double *y =
                        is_real ? hat + l : hat + (t->real + 2 * pair) * n + 2 * l;
                    assert_true(x[0] == (is_used ? y[0] : 0));
                    assert_true(x[WIDE_LANES] == (is_used && !is_real ? y[1] : 0));
                }
            irk_kernel_correct(t, n, hat, out[0]);
            irk_kernel_correct_lanes(t, n, lanes, out[1]);
            assert_memory_equal(out[0], out[1], sizeof *out[0] * (size_t)(n * t->stages));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_are_integrated), cmocka_unit_test(stages_are_combined),
        cmocka_unit_test(eigenvectors_are_split_into_lanes),
        cmocka_unit_test(squares_are_summed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
