/* SPDX-License-Identifier: BSD-3-Clause */
/* What rows of output cost beside a solve with one: by the hand-written program with
 * projection, which makes the polynomial of its steps, brings every row onto the
 * constraints and evaluates the slope (and with it the forces) there, and by Involute,
 * which besides measures all equations at every row and their bounds. */
#include <stdlib.h>
#include <string.h>
#include "program.h"

enum { ROWS = 500, RUNS = 400, LEAST_RUNS = 5 };
static const double TOLERANCE = 1e-8;
static const double SECONDS = 3; /* for a problem */
/* Rows of programs whose steps have this tolerance. */
static const double AGREE = 1e-5;

typedef int rows_program(const problem *p, double tolerance, int count, double *u,
                         outcome *o);

static double best_of(double best, rows_program *by, const problem *p, int count) {
    outcome o = {0, 0, 0};
    return by(p, TOLERANCE, count, NULL, &o) ? NAN : fmin(best, o.cpu);
}

/* cost: one row and ROWS rows by C, the same by Involute. */
static void measure(const problem *p, double cost[4]) {
    const double began = processor_time();
    for (int k = 0; k < 4; k++)
        cost[k] = INFINITY;
    for (int k = 0; k < LEAST_RUNS || (k < RUNS && processor_time() - began < SECONDS);
         k++) {
        cost[0] = best_of(cost[0], limit_rows, p, 1);
        cost[1] = best_of(cost[1], limit_rows, p, ROWS);
        cost[2] = best_of(cost[2], involute_rows, p, 1);
        cost[3] = best_of(cost[3], involute_rows, p, ROWS);
    }
}

void rows_head(FILE *out) {
    fprintf(out,
            "| problem | C+proj, one row | %d rows | adds | Involute, one row | %d rows "
            "| adds | rows: ratio |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n",
            ROWS, ROWS);
}

void rows_row(FILE *out, const problem *p) {
    double cost[4];
    if (!p->limit_rows)
        return;
    measure(p, cost);
    const double ours = cost[3] - cost[2];
    const double theirs = cost[1] - cost[0];
    fprintf(out, "| %s | %.3g | %.3g | %.0f %% | %.3g | %.3g | %.0f %% | %.2g |\n",
            p->title, 1e6 * cost[0], 1e6 * cost[1], 100 * theirs / cost[0], 1e6 * cost[2],
            1e6 * cost[3], 100 * ours / cost[2], ours / theirs);
    fflush(out);
}

int rows_differ(const problem *p) {
    outcome o = {0, 0, 0};
    const int n = p->n;
    double *of_c = calloc(2 * ROWS * (size_t)n, sizeof *of_c);
    double *of_ours = of_c + ROWS * (size_t)n;
    double largest = 0;
    if (!of_c)
        return 1;
    int bad = limit_rows(p, TOLERANCE, ROWS, of_c, &o) ||
              involute_rows(p, TOLERANCE, ROWS, of_ours, &o);
    for (int i = 0; i < ROWS * n && !bad; i++) {
        const double gap = fabs(of_ours[i] - of_c[i]) / fmax(fabs(of_c[i]), p->floor);
        if ((!p->compared || p->compared(p, i % n)) && !(gap <= largest))
            largest = gap;
    }
    bad = bad || !(largest < AGREE);
    if (bad)
        printf("%s: rows of C+proj and Involute are %.2g apart\n", p->title, largest);
    free(of_c);
    return bad;
}
