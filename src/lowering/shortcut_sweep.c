/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole step of an explicit Runge-Kutta method for systems whose stages are too long to
 * be written one after the other (shortcut_step.c): the code of the direction, run at
 * every stage, reads its point where the sums of the stage before have put it. Sums are
 * taken in the order of a stepper, several coordinates at once, so that both give the
 * same bits. */
#include <assert.h>
#include "../linalg/finite.h"
#include "../linalg/vector.h"
#include "shortcut_form.h"

/* A linear combination of directions, without those whose factor is 0. */
typedef struct sweep_sum {
    int terms;
    const double *factor;    /* [terms] */
    const double *const *of; /* [terms]: directions */
} sweep_sum;

struct shortcut_sweep {
    int stages, estimates;
    const sweep_sum *point; /* [stages]: of all but the first */
    sweep_sum end;
    sweep_sum error[2]; /* [estimates] */
    const double *c;    /* [stages] */
    double *k;          /* [stages, n]: directions, then the rows that follow them */
    int is_wide;        /* this processor has AVX */
};

/* --- sums --- */

/* Coordinates at once, in two vectors. */
enum { SWEEP_WIDTH = 8 };
typedef double sweep_four __attribute__((vector_size(32)));
/* The same anywhere in an array. */
typedef double sweep_place __attribute__((vector_size(32), aligned(8), may_alias));

static const sweep_place *sweep_from(const double *x) {
    return (const sweep_place *)(const void *)x;
}

static sweep_place *sweep_into(double *x) {
    return (sweep_place *)(void *)x;
}

/* to = p + h (factor[0] of[0] + ...), p = 0 where NULL; n >= SWEEP_WIDTH. The last ones
 * overlap with those before. */
#define DEFINE_SWEEP_ADD(name, target)                                                   \
    target static void name(int n, const sweep_sum *s, const double *p, double h,        \
                            double *to) {                                                \
        for (int next = 0; next < n; next += SWEEP_WIDTH) {                              \
            const int i = next < n - SWEEP_WIDTH ? next : n - SWEEP_WIDTH;               \
            const sweep_place *of = sweep_from(s->of[0] + i);                            \
            sweep_four one = s->factor[0] * of[0];                                       \
            sweep_four two = s->factor[0] * of[1];                                       \
            for (int j = 1; j < s->terms; j++) {                                         \
                of = sweep_from(s->of[j] + i);                                           \
                one += s->factor[j] * of[0];                                             \
                two += s->factor[j] * of[1];                                             \
            }                                                                            \
            one = h * one;                                                               \
            two = h * two;                                                               \
            if (p) {                                                                     \
                one = sweep_from(p + i)[0] + one;                                        \
                two = sweep_from(p + i)[1] + two;                                        \
            }                                                                            \
            sweep_into(to + i)[0] = one;                                                 \
            sweep_into(to + i)[1] = two;                                                 \
        }                                                                                \
    }

#if defined(__x86_64__)
DEFINE_SWEEP_ADD(sweep_add_wide, __attribute__((target("avx"))))
static int sweep_is_wide(void) {
    return __builtin_cpu_supports("avx") != 0;
}
#else
#define sweep_add_wide sweep_add_narrow
static int sweep_is_wide(void) {
    return 0;
}
#endif
DEFINE_SWEEP_ADD(sweep_add_narrow, )

static void sweep_add(const shortcut_sweep *s, int n, const sweep_sum *sum,
                      const double *p, double h, double *to) {
    if (s->is_wide)
        sweep_add_wide(n, sum, p, h, to);
    else
        sweep_add_narrow(n, sum, p, h, to);
}

/* The point after a share c of the step; time is exact. */
static void sweep_move(const shortcut_sweep *s, int n, const sweep_sum *sum,
                       const double *p, double c, double h, double *to) {
    sweep_add(s, n, sum, p, h, to);
    to[0] = p[0] + c * h;
}

/* --- the scheme --- */

/* c: [stages] */
static sweep_sum sweep_sum_new(arena *a, const double *k, int n, int stages,
                               const double *c) {
    double *factor = ARENA_ARRAY(a, double, stages + 1);
    const double **of = arena_alloc(a, sizeof *of * (size_t)(stages + 1));
    sweep_sum s = {0, factor, of};
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
    if (stages < 2 || n < SWEEP_WIDTH || !f->slopes.program.part->is_plain)
        return;
    shortcut_sweep *s = arena_alloc(a, sizeof *s);
    sweep_sum *point = arena_alloc(a, sizeof *point * (size_t)stages);
    while (s->estimates < 2 && scheme->e[s->estimates])
        s->estimates++;
    s->stages = stages;
    s->c = scheme->c;
    s->is_wide = sweep_is_wide();
    s->k = ARENA_ARRAY(a, double, (stages + 2 + s->estimates) * n + 1);
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

const double *shortcut_run_sweep(const lowered *w, const shortcut_order *f,
                                 const double *p, const double *v, double h) {
    const shortcut_sweep *s = f->sweep;
    const program *slopes = &f->slopes.program;
    const int n = w->completion->coordinates;
    double *x = slopes->slot;
    double *k = s->k;
    vector_copy(n, v, k);
    for (int i = 1; i < s->stages; i++) {
        sweep_move(s, n, &s->point[i], p, s->c[i], h, x);
        const double *out = program_run_loaded(slopes);
        k += n;
        vector_copy(n, out, k);
    }
    if (!finite_are_all((s->stages - 1) * n, s->k + n))
        return NULL;
    double *to = k + n;
    vector_copy(n, x, to);
    sweep_move(s, n, &s->end, p, 1, h, to + n);
    for (int e = 0; e < s->estimates; e++)
        sweep_add(s, n, &s->error[e], NULL, h, to + (2 + e) * n);
    return s->k + n;
}
