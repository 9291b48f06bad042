/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole step of an explicit Runge-Kutta method for systems whose stages are too long to
 * be written one after the other (shortcut_step.c): the code of the direction, run at
 * every stage, reads its point where the sums of the stage before have put it. Sums are
 * taken in the order of a stepper, several coordinates at once, so that both give the
 * same bits. */
#include <assert.h>
#include <string.h>
#include "../linalg/vector.h"
#include "shortcut_form.h"

struct shortcut_sweep {
    int stages, estimates;
    const wide_sum *point; /* [stages]: of all but the first */
    wide_sum end;
    wide_sum error[2]; /* [estimates] */
    const double *c;   /* [stages] */
    double *k;         /* [stages, n]: directions, then the rows that follow them */
    double *p;         /* [n]: the point that they belong to, ... */
    double h;          /* ... and the size of the step */
    int is_made;       /* they do, with the values that are fixed now */
};

/* The point after a share c of the step; time is exact. The last direction, which belongs
 * to k, is in `fresh`. */
static void sweep_move(int n, const wide_sum *sum, const double *p, double c, double h,
                       const double *fresh, double *k, double *to) {
    if (sum->of[sum->terms - 1] == k) {
        wide_move_new(n, sum, p, h, fresh, k, to);
    } else {
        vector_copy(n, fresh, k);
        wide_move(n, sum, p, h, to);
    }
    to[0] = p[0] + c * h;
}

/* --- the scheme --- */

/* Without directions whose factor is 0. c: [stages] */
static wide_sum sweep_sum_new(arena *a, const double *k, int n, int stages,
                              const double *c) {
    double *factor = ARENA_ARRAY(a, double, stages + 1);
    const double **of = arena_alloc(a, sizeof *of * (size_t)(stages + 1));
    wide_sum s = {0, factor, of};
    for (int j = 0; j < stages; j++) {
        if (c[j] == 0)
            continue;
        factor[s.terms] = c[j];
        of[s.terms++] = k + (size_t)j * (size_t)n;
    }
    return s;
}

static int sweep_is_empty(const shortcut_sweep *s) {
    int is_empty = s->end.terms == 0;
    for (int i = 1; i < s->stages; i++)
        is_empty |= s->point[i].terms == 0;
    for (int e = 0; e < s->estimates; e++)
        is_empty |= s->error[e].terms == 0;
    return is_empty;
}

void shortcut_make_sweep(lowered *w, shortcut_order *f, const invo_scheme *scheme) {
    const int n = w->completion->coordinates;
    const int stages = scheme->stages;
    arena *a = f->of_step;
    const double *row = scheme->a;
    if (stages < 2 || n < WIDE_SUMMED || !f->slopes.program.part->is_plain)
        return;
    shortcut_sweep *s = arena_alloc(a, sizeof *s);
    wide_sum *point = arena_alloc(a, sizeof *point * (size_t)stages);
    while (s->estimates < 2 && scheme->e[s->estimates])
        s->estimates++;
    s->stages = stages;
    s->c = scheme->c;
    s->k = ARENA_ARRAY(a, double, (stages + 2 + s->estimates) * n + 1);
    s->p = ARENA_ARRAY(a, double, n);
    for (int i = 1; i < stages; i++) {
        point[i] = sweep_sum_new(a, s->k, n, i, row);
        row += i;
    }
    s->point = point;
    s->end = sweep_sum_new(a, s->k, n, stages, scheme->b);
    for (int e = 0; e < s->estimates; e++)
        s->error[e] = sweep_sum_new(a, s->k, n, stages, scheme->e[e]);
    f->sweep = sweep_is_empty(s) ? NULL : s;
}

/* --- runs --- */

const double *shortcut_sweep_out(const lowered *w, const shortcut_order *f) {
    return f->sweep->k + w->completion->coordinates;
}

void shortcut_forget_sweep(const shortcut_order *f) {
    if (f->sweep)
        f->sweep->is_made = 0;
}

/* Is it the step that was made last? One that does not coast to its end is asked for
 * again by the loop for all. */
static int sweep_is_made(const shortcut_sweep *s, int n, const double *p, const double *v,
                         double h) {
    const size_t size = sizeof *p * (size_t)n;
    return s->is_made && s->h == h && memcmp(s->p, p, size) == 0 &&
           memcmp(s->k, v, size) == 0;
}

const double *shortcut_run_sweep(const lowered *w, const shortcut_order *f,
                                 const double *p, const double *v, double h) {
    shortcut_sweep *s = f->sweep;
    const program *slopes = &f->slopes.program;
    const int n = w->completion->coordinates;
    double *x = slopes->slot;
    if (sweep_is_made(s, n, p, v, h))
        return s->k + n;
    s->is_made = 0;
    s->h = h;
    vector_copy(n, p, s->p);
    double *k = s->k;
    const double *fresh = v;
    for (int i = 1; i < s->stages; i++) {
        sweep_move(n, &s->point[i], p, s->c[i], h, fresh, k, x);
        fresh = program_run_loaded(slopes);
        k += n;
    }
    double *to = k + n;
    vector_copy(n, x, to);
    sweep_move(n, &s->end, p, 1, h, fresh, k, to + n);
    if (!vector_all_finite((s->stages - 1) * n, s->k + n))
        return NULL;
    for (int e = 0; e < s->estimates; e++)
        wide_move(n, &s->error[e], NULL, h, to + (2 + e) * n);
    s->is_made = 1;
    return s->k + n;
}
