/* SPDX-License-Identifier: BSD-3-Clause */
/* A whole step of an explicit Runge-Kutta method in straight-line code: the code of the
 * direction at every stage, and the sums between them in the order in which a stepper
 * takes them, so that both give the same bits. For small systems, where calls and loops
 * take longer than the arithmetic; larger ones have no code that stays in the cache. */
#include <assert.h>
#include <math.h>
#include "../linalg/vector.h"
#include "shortcut_form.h"

/* Operations of all stages: above, loops over coordinates are faster. */
enum { MOST_STEP_OPERATIONS = 3600, MOST_DENSE_OPERATIONS = 8000 };
/* Code of dense output pays for so many rows for each of its operations: those of one
 * step share it, and what it saves in a step is little. */
static const double DENSE_ROWS_PER_OPERATION = 0.6;

typedef struct step_work {
    lowered *w;
    arena *arena; /* of scratch */
    const invo_scheme *scheme;
    const program_part *slopes;
    merge *merge;
    int *p, *x; /* [n]: values */
    int *k;     /* [stages, n]: values */
    int h;
    int seats; /* inputs behind the point, before what is fixed */
    int made;  /* value: sum of all that the stages have made beyond their points */
} step_work;

/* --- values --- */

/* c[0] k[0] + ... + c[stages-1] k[stages-1] of coordinate i; -1: all c are 0 */
static int merge_sum_of_stages(const step_work *q, int stages, const double *c, int i) {
    const int n = q->w->completion->coordinates;
    int sum = -1;
    for (int j = 0; j < stages; j++) {
        const int k = q->k[j * n + i];
        if (c[j] == 0)
            continue;
        const int factor = merge_number(q->merge, c[j]);
        sum = sum < 0 ? merge_operate(q->merge, TAPE_MUL, factor, k, -1)
                      : merge_operate(q->merge, TAPE_MULADD, factor, k, sum);
    }
    return sum;
}

/* The point after a share c of the step: x = p + h (row k), t = p[0] + c h */
static void merge_point(const step_work *q, int stages, const double *row, double c) {
    const int n = q->w->completion->coordinates;
    q->x[0] =
        merge_operate(q->merge, TAPE_MULADD, merge_number(q->merge, c), q->h, q->p[0]);
    for (int i = 1; i < n; i++) {
        const int sum = merge_sum_of_stages(q, stages, row, i);
        q->x[i] =
            sum < 0 ? q->p[i] : merge_operate(q->merge, TAPE_MULADD, q->h, sum, q->p[i]);
    }
}

/* k[stage] at x */
static void merge_direction(const step_work *q, int stage) {
    const int n = q->w->completion->coordinates;
    const tape *t = q->slopes->tape;
    int *in = ARENA_ARRAY(q->arena, int, t->inputs + 1);
    int *out = ARENA_ARRAY(q->arena, int, t->outputs + 1);
    for (int i = 0; i < n; i++)
        in[i] = q->x[i];
    for (int i = n; i < t->inputs; i++)
        in[i] = merge_input(q->merge, q->slopes->source[i] + q->seats);
    merge_tape(q->merge, t, in, out);
    for (int i = 0; i < n; i++)
        q->k[stage * n + i] = out[i];
}

/* Adds what is new in the direction of a stage to the sum: other components are
 * coordinates of its point, which is made of directions before. */
static void add_made(step_work *q, int stage) {
    const invo_system *s = &q->w->system;
    const int n = s->coordinates;
    for (int i = 1; i < n; i++)
        if (s->coordinate[i].derivative >= n)
            q->made = merge_sum(q->merge, q->made, q->k[stage * n + i]);
}

static void merge_stages(step_work *q) {
    const double *row = q->scheme->a;
    q->made = -1;
    for (int i = 1; i < q->scheme->stages; i++) {
        merge_point(q, i, row, q->scheme->c[i]);
        merge_direction(q, i);
        add_made(q, i);
        row += i;
    }
}

/* --- the program --- */

typedef LIST(int) step_values;

static void list_values(const step_work *q, step_values *to, int count, const int *from) {
    for (int i = 0; i < count; i++)
        LIST_PUSH(q->arena, *to, from[i]);
}

/* In the order that invo_shortcut promises, then the sum of what was made, which is
 * finite only if all of it is. */
static step_values list_results(const step_work *q) {
    const int n = q->w->completion->coordinates;
    const int stages = q->scheme->stages;
    step_values to = {0};
    list_values(q, &to, (stages - 1) * n, q->k + n);
    list_values(q, &to, n, q->x);
    merge_point(q, stages, q->scheme->b, 1);
    list_values(q, &to, n, q->x);
    for (int e = 0; e < 2 && q->scheme->e[e]; e++)
        for (int i = 0; i < n; i++) {
            const int sum = merge_sum_of_stages(q, stages, q->scheme->e[e], i);
            assert(sum >= 0);
            LIST_PUSH(q->arena, to, merge_operate(q->merge, TAPE_MUL, q->h, sum, -1));
        }
    LIST_PUSH(q->arena, to, q->made < 0 ? merge_number(q->merge, 0) : q->made);
    return to;
}

static int may_make_step(const lowered *w, const shortcut_order *f,
                         const invo_scheme *s) {
    const program_part *slopes = f->slopes.program.part;
    const int n = w->completion->coordinates;
    const long sums = 2L * n * s->stages; /* half of the coefficients, at most */
    const long operations = s->stages * (slopes->tape->length + sums / 2);
    return s->stages > 1 && slopes->is_plain && operations <= MOST_STEP_OPERATIONS;
}

void shortcut_make_step(lowered *w, shortcut_order *f, const invo_scheme *scheme,
                        arena *scratch) {
    const int n = w->completion->coordinates;
    if (!may_make_step(w, f, scheme))
        return;
    step_work q = {.w = w,
                   .arena = scratch,
                   .scheme = scheme,
                   .slopes = f->slopes.program.part,
                   .seats = n + 1, /* the direction there, the step size */
                   .merge = merge_new(scratch, n + n + 1)};
    q.p = ARENA_ARRAY(scratch, int, n);
    q.x = ARENA_ARRAY(scratch, int, n);
    q.k = ARENA_ARRAY(scratch, int, scheme->stages *n);
    q.h = merge_input(q.merge, 2 * n);
    for (int i = 0; i < n; i++) {
        q.p[i] = merge_input(q.merge, i);
        q.k[i] = i ? merge_input(q.merge, n + i) : merge_number(q.merge, 1);
    }
    merge_stages(&q);
    const step_values output = list_results(&q);
    f->step =
        (shortcut_code){.program = program_new_merged(w, f->of_step, q.merge, n + q.seats,
                                                      output.count, output.at, q.seats),
                        .results = output.count - 1};
    f->has_step = 1;
}

const double *shortcut_run_step(void *self, const double *p, const double *v, double h) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    const int n = w->completion->coordinates;
    if (!f || !(f->has_step || f->sweep))
        return NULL;
    assert(v[0] == 1);
    if (!f->has_step)
        return shortcut_run_sweep(w, f, p, v, h);
    const double *out = shortcut_run_on(&f->step.program, n, p, v, h);
    return isfinite(out[f->step.results]) ? out : NULL;
}

/* --- dense output --- */

/* The directions that are given: of the stages and at the new point. */
static int count_given(const invo_scheme *s) {
    return s->stages + 1;
}

/* The terms, after the extra stages. */
static step_values merge_terms(const step_work *q) {
    const invo_scheme *s = q->scheme;
    const int n = q->w->completion->coordinates;
    const int first = count_given(s);
    const int all = first + s->extra;
    const double *row = s->extra_a;
    step_values to = {0};
    for (int i = first; i < all; i++) {
        merge_point(q, i, row, s->extra_c[i - first]);
        merge_direction(q, i);
        row += i;
    }
    for (int j = 0; j < s->terms; j++)
        for (int i = 0; i < n; i++) {
            const int sum = i ? merge_sum_of_stages(q, all, s->term + j * all, i) : -1;
            const int term = sum < 0 ? merge_number(q->merge, 0) /* time is linear */
                                     : merge_operate(q->merge, TAPE_MUL, q->h, sum, -1);
            LIST_PUSH(q->arena, to, term);
        }
    return to;
}

static long count_dense(const lowered *w, const shortcut_order *f) {
    const invo_scheme *s = &f->scheme;
    const long sums = (long)w->completion->coordinates * (s->stages + s->extra);
    return s->extra * (long)f->slopes.program.part->tape->length +
           (s->extra + s->terms) * sums;
}

int shortcut_dense_pays(const lowered *w, const shortcut_order *f, long planned) {
    if (!f->scheme.terms || !f->slopes.program.part->is_plain)
        return 0;
    const long operations = count_dense(w, f);
    return operations <= MOST_DENSE_OPERATIONS &&
           (double)planned >= DENSE_ROWS_PER_OPERATION * (double)operations;
}

static void shortcut_make_dense(lowered *w, shortcut_order *f, arena *scratch) {
    const int n = w->completion->coordinates;
    const invo_scheme *s = &f->scheme;
    const int given = count_given(s) * n;
    const int all = count_given(s) + s->extra;
    f->of_dense = arena_child(f->arena);
    step_work q = {.w = w,
                   .arena = scratch,
                   .scheme = s,
                   .slopes = f->slopes.program.part,
                   .seats = given + 1,
                   .merge = merge_new(scratch, n + given + 1)};
    q.p = ARENA_ARRAY(scratch, int, n);
    q.x = ARENA_ARRAY(scratch, int, n);
    q.k = ARENA_ARRAY(scratch, int, all *n);
    q.h = merge_input(q.merge, n + given);
    for (int i = 0; i < n; i++)
        q.p[i] = merge_input(q.merge, i);
    for (int i = 0; i < given; i++)
        q.k[i] = merge_input(q.merge, n + i);
    const step_values output = merge_terms(&q);
    f->dense = (shortcut_code){.program = program_new_merged(w, f->of_dense, q.merge,
                                                             n + q.seats, output.count,
                                                             output.at, q.seats),
                               .results = output.count};
    f->has_dense = 1;
}

typedef struct dense_call {
    lowered *w;
    shortcut_order *f;
} dense_call;

static void let_make_dense(invo_context *context, void *argument) {
    const dense_call *call = argument;
    arena *scratch = arena_child(call->w->arena);
    (void)context;
    shortcut_make_dense(call->w, call->f, scratch);
    arena_free(scratch);
}

int shortcut_add_dense(lowered *w, shortcut_order *f) {
    dense_call call = {w, f};
    if (f->is_dense_tried)
        return INVO_OK;
    f->is_dense_tried = 1;
    return (int)protect(w->completion->system->context, let_make_dense, &call);
}

const double *shortcut_run_dense(void *self, const double *p, const double *k, double h) {
    const lowered *w = self;
    const shortcut_order *f = w->shortcut->used;
    const int n = w->completion->coordinates;
    if (!f || !f->has_dense || !w->shortcut->has_dense_code)
        return NULL;
    const int given = count_given(&f->scheme) * n;
    double *in = f->dense.program.slot;
    vector_copy(n, p, in);
    vector_copy(given, k, in + n);
    in[n + given] = h;
    const double *out = program_run_loaded(&f->dense.program);
    return shortcut_trusted(f->dense.results, 0, out);
}
