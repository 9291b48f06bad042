/* SPDX-License-Identifier: BSD-3-Clause */
/* The hand-written programs: Dormand-Prince 8(5,3) on hand-reduced equations, without and
 * with projection. */
#include <stdlib.h>
#include <string.h>
#include "program.h"

static int limit_run(const problem *p, ode_program *integrate, double tolerance,
                     double *out, outcome *o) {
    double *work = malloc((problem_work(p) + (size_t)p->n) * sizeof *work);
    counts c = {0, 0, 0};
    if (!work)
        return 1;
    double *u = work + problem_work(p);
    p->start(p, u);
    const double began = processor_time();
    const int failed = integrate(p, tolerance, u, work, &c);
    o->cpu = processor_time() - began;
    o->steps = c.steps;
    o->rejected = c.rejected;
    if (p->observe)
        p->observe(p, p->stop, u, out);
    else
        memcpy(out, u, (size_t)p->n * sizeof *out);
    free(work);
    return failed;
}

int limit_rows(const problem *p, double tolerance, int count, double *u, outcome *o) {
    const size_t n = (size_t)p->n;
    double *work = malloc((problem_work(p) + n + 2 * n * (size_t)count) * sizeof *work);
    counts c = {0, 0, 0};
    if (!work)
        return 1;
    double *state = work + problem_work(p);
    double *row = state + n;
    p->start(p, state);
    const double began = processor_time();
    const int failed = count > 1
                           ? p->limit_rows(p, tolerance, count, row, state, work, &c)
                           : p->limit_projected(p, tolerance, state, work, &c);
    o->cpu = processor_time() - began;
    for (int k = 0; u && k < count; k++)
        memcpy(u + (size_t)k * n, row + (size_t)k * 2 * n, n * sizeof *u);
    free(work);
    return failed;
}

static int limit_applies(const problem *p) {
    return p->limit != NULL;
}

static int limit_projected_applies(const problem *p) {
    return p->limit_projected != NULL;
}

static int run_plain(const problem *p, double tolerance, double *u, outcome *o) {
    return limit_run(p, p->limit, tolerance, u, o);
}

static int run_projected(const problem *p, double tolerance, double *u, outcome *o) {
    return limit_run(p, p->limit_projected, tolerance, u, o);
}

const program limit_program = {"C", "hand-written C", limit_applies, run_plain};
const program limit_projected_program = {"C+proj", "hand-written C with projection",
                                         limit_projected_applies, run_projected};
