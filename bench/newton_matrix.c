/* SPDX-License-Identifier: BSD-3-Clause */
/* From which size on are sparse complex factors faster than dense ones? Processor time in
 * microseconds of a factorization with ten solves, as a step of an implicit method needs
 * them, for rows with three entries in a chain, six at random places, a third of all, and
 * all. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "../src/linalg/factor.h"

enum { MOST = 100, SOLVES = 10 };

static uint32_t random_state = 1;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

static int start[MOST + 1], column[MOST * MOST];
static double value[2 * MOST * MOST], b[2 * MOST];

static invo_pattern matrix(int n, int kind) {
    for (int i = 0; i < n; i++) {
        char used[MOST] = {0};
        used[i] = 1;
        for (int k = 0; kind == 0 && k < 2; k++)
            used[(i + n - 1 + 2 * k) % n] = 1;
        for (int k = 0; kind == 1 && k < 5; k++)
            used[(int)((uniform() + 1) / 2 * n)] = 1;
        for (int k = 0; kind >= 2 && k < n; k++)
            used[k] |= kind == 3 || uniform() < -0.33;
        start[i + 1] = start[i];
        for (int j = 0; j < n; j++)
            if (used[j])
                column[start[i + 1]++] = j;
    }
    for (int k = 0; k < 2 * start[n]; k++)
        value[k] = uniform();
    return (invo_pattern){n, n, start, column};
}

static double microseconds(const invo_pattern *p, int dense) {
    matrix_factor *f =
        factor_new(p, FACTOR_COMPLEX, dense ? FACTOR_DENSE : FACTOR_SPARSE);
    double best = 1e9;
    for (int r = 0; f && r < 20; r++) {
        clock_t began = clock();
        for (int k = 0; k < 50; k++) {
            if (factor_update(f, value))
                break;
            for (int i = 0; i < 2 * p->rows; i++)
                b[i] = 1;
            for (int s = 0; s < SOLVES; s++)
                factor_solve(f, b, 0);
        }
        double now = (double)(clock() - began) / CLOCKS_PER_SEC * 1e6 / 50;
        if (now < best)
            best = now;
    }
    factor_free(f);
    return best;
}

int main(void) {
    static const int sizes[] = {4, 6, 8, 12, 16, 20, 24, 32, 40, 60, 100};
    printf("  n   chain: dense, sparse   scattered   a third   full\n");
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        printf("%3d", sizes[k]);
        for (int kind = 0; kind < 4; kind++) {
            invo_pattern p = matrix(sizes[k], kind);
            double dense = microseconds(&p, 1), sparse = microseconds(&p, 0);
            printf("  %8.1f %7.1f", dense, sparse);
        }
        printf("\n");
    }
    return 0;
}
