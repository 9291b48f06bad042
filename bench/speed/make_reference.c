/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the reference end values of a problem: its right side in quadruple precision,
 * integrated by extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer, 12
 * columns), a method that no program of the benchmark uses, without projection. It is
 * done twice, with two numbers of steps; the values of the finer run are written, and
 * what they differ by. A problem with a closed solution gives that. Usage: make_reference
 * NAME STEPS >reference/NAME.txt */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem.h"

enum { COLUMNS = 12 };

typedef struct extrapolation {
    const problem *p;
    real *table[COLUMNS], *a, *b, *f;
} extrapolation;

static real *numbers(size_t n) {
    real *x = calloc(n, sizeof *x);
    if (!x)
        abort();
    return x;
}

static extrapolation extrapolation_new(const problem *p) {
    const size_t n = (size_t)p->n;
    extrapolation x = {.p = p, .a = numbers(n), .b = numbers(n), .f = numbers(n)};
    for (int k = 0; k < COLUMNS; k++)
        x.table[k] = numbers(n);
    return x;
}

/* `parts` steps of the midpoint rule, the last one smoothed. */
static void midpoint(extrapolation *x, real t, real H, const real *u, int parts,
                     real *end) {
    const int n = x->p->n;
    const real h = H / parts;
    real *before = x->a, *now = x->b;
    memcpy(before, u, (size_t)n * sizeof *u);
    x->p->side(x->p, t, u, x->f);
    for (int i = 0; i < n; i++)
        now[i] = u[i] + h * x->f[i];
    for (int k = 1; k < parts; k++) {
        x->p->side(x->p, t + k * h, now, x->f);
        for (int i = 0; i < n; i++)
            before[i] += 2 * h * x->f[i];
        real *other = before;
        before = now;
        now = other;
    }
    x->p->side(x->p, t + H, now, x->f);
    for (int i = 0; i < n; i++)
        end[i] = (now[i] + before[i] + h * x->f[i]) / 2;
}

/* Row j of the scheme of Aitken and Neville for the sequence 2, 4, 6, ... */
static void extrapolate(extrapolation *x, int j) {
    for (int k = j - 1; k >= 0; k--) {
        const real ratio = (real)(j + 1) / (k + 1), factor = 1 / (ratio * ratio - 1);
        for (int i = 0; i < x->p->n; i++)
            x->table[k][i] =
                x->table[k + 1][i] + factor * (x->table[k + 1][i] - x->table[k][i]);
    }
}

static void integrate(extrapolation *x, int steps, real *u) {
    const real H = (real)x->p->stop / steps;
    for (int s = 0; s < steps; s++) {
        for (int j = 0; j < COLUMNS; j++) {
            midpoint(x, s * H, H, u, 2 * (j + 1), x->table[j]);
            extrapolate(x, j);
        }
        memcpy(u, x->table[0], (size_t)x->p->n * sizeof *u);
    }
}

static const problem *const problems[] = {&pendulum, &kepler,   &andrews,    &car_axis,
                                          &chain_6,  &chain_50, &chain_500,  &chain_5000,
                                          &akzo,     &heat,     &transistor, &buck};

static const problem *problem_named(const char *name) {
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++)
        if (!strcmp(problems[k]->name, name))
            return problems[k];
    return NULL;
}

/* Twice, with two numbers of steps; says by how much they differ. */
static void by_extrapolation(const problem *p, int steps, real *fine) {
    extrapolation x = extrapolation_new(p);
    real *coarse = numbers((size_t)p->n), largest = 0;
    p->start(p, coarse);
    integrate(&x, steps, coarse);
    p->start(p, fine);
    integrate(&x, steps + steps / 4, fine);
    for (int i = 0; i < p->n; i++)
        largest = fmaxq(largest, fabsq(fine[i] - coarse[i]));
    printf("# %s at t = %.17g: extrapolation of order 24 in quadruple precision,\n"
           "# %d steps, which differs from %d steps by %.1e\n",
           p->title, p->stop, steps + steps / 4, steps, (double)largest);
}

static void by_formula(const problem *p, real *end) {
    p->exact(p, end);
    printf("# %s at t = %.17g: closed solution in quadruple precision (%s)\n", p->title,
           p->stop, "see the problem's file");
}

int main(int count, char **words) {
    const problem *p = count == 3 ? problem_named(words[1]) : NULL;
    if (!p || atoi(words[2]) < 4) {
        fputs("usage: make_reference NAME STEPS\n", stderr);
        return 2;
    }
    const int outputs = problem_outputs(p);
    real *end = numbers((size_t)p->n), *out = numbers((size_t)outputs);
    if (p->exact)
        by_formula(p, end);
    else
        by_extrapolation(p, atoi(words[2]), end);
    if (p->observe)
        p->observe(p, p->stop, end, out);
    else
        memcpy(out, end, (size_t)outputs * sizeof *out);
    for (int i = 0; i < outputs; i++)
        if (!p->compared || p->compared(p, i)) {
            char name[64], text[64];
            p->column(p, i, name);
            quadmath_snprintf(text, sizeof text, "%.22Qe", out[i]);
            printf("%d %s %s\n", i, name, text);
        }
    return 0;
}
