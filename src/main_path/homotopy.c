/* SPDX-License-Identifier: BSD-3-Clause */
/* Continuation: in copies of the model, homotopy(a, s) is lambda a + (1 - lambda) s.
 * The start at one lambda is the guess at the next, up to lambda = 1. Each copy is a
 * model of its own, completed like any other: at lambda = 0 its structure is that of the
 * simplified equations. */
#include "homotopy.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first step of lambda, and the least; twice as long after each that succeeds. */
static const double FIRST_STEP = 0.25, LEAST_STEP = 1.0 / 1024;
enum { MOST_STEPS = 60 };

/* Values at the start, by the names of variables: the same in all copies. */
typedef struct found_values {
    int count;
    double *value; /* [count]; NaN: not known */
    expr *before;  /* [count]: start values of the model itself */
} found_values;

int homotopy_may_help(const invo_model *m, invo_status status) {
    int is_start = status == INVO_E_INCONSISTENT || status == INVO_E_SINGULAR;
    return is_start && m->model->system.homotopies > 0;
}

/* --- guesses --- */

typedef struct guess_call {
    invo_model *m;
    found_values *f;
} guess_call;

/* Values that are fixed stay what the model says. */
static void homotopy_put_guesses(invo_context *context, void *argument) {
    const guess_call *call = argument;
    dae *s = &call->m->model->system;
    (void)context;
    assert(s->variables.count == call->f->count);
    for (int v = 0; v < call->f->count; v++) {
        variable *x = &s->variables.at[v];
        call->f->before[v] = x->start;
        if (!x->fixed && isfinite(call->f->value[v]))
            x->start = expr_number(s->graph, call->f->value[v]);
    }
}

static void homotopy_restore_guesses(const guess_call *call) {
    dae *s = &call->m->model->system;
    for (int v = 0; v < call->f->count; v++)
        s->variables.at[v].start = call->f->before[v];
}

/* --- values --- */

typedef struct named_value {
    const char *name;
    double value;
} named_value;

static int by_value_name(const void *a, const void *b) {
    return strcmp(((const named_value *)a)->name, ((const named_value *)b)->name);
}

/* Reads the start of a completed copy. */
static void homotopy_read_values(invo_context *context, void *argument) {
    const guess_call *call = argument;
    const dae *s = &call->m->model->system;
    (void)context;
    int count = call->m->lowered->system.columns;
    named_value *all = ARENA_ARRAY(call->m->arena, named_value, count + 1);
    invo_initial one;
    for (int i = 0; i < count && invo_model_initial(call->m, i + 1, &one); i++)
        all[i] = (named_value){one.name, one.value};
    qsort(all, (size_t)count, sizeof *all, by_value_name);
    for (int v = 0; v < call->f->count; v++) {
        named_value key = {s->variables.at[v].name, 0};
        const named_value *at =
            bsearch(&key, all, (size_t)count, sizeof *all, by_value_name);
        call->f->value[v] = at ? at->value : NAN;
    }
}

/* --- one value of lambda --- */

typedef struct following {
    const invo_model *m;
    const plan *p;
    invo_status (*complete)(invo_model *, const plan *);
} following;

/* Solves in a copy with this share of 'simplified', from what is found so far; returns
 * whether there is a start, whose values are then the ones found. */
static int homotopy_solve(const following *h, double share, found_values *f) {
    invo_context *c = invo_context_new();
    invo_model *copy = NULL;
    int found = 0;
    if (!c)
        return 0;
    c->simplified = share;
    if (!main_path_copy(c, h->m, &copy)) {
        guess_call call = {copy, f};
        found = !protect(c, homotopy_put_guesses, &call) && !h->complete(copy, h->p) &&
                !protect(c, homotopy_read_values, &call);
    }
    invo_model_free(copy);
    invo_context_free(c);
    return found;
}

/* Follows lambda from 0 as far as it goes; returns how far. */
static double homotopy_reach(const following *h, found_values *f, int *steps) {
    double lambda = 0;
    double step = FIRST_STEP;
    if (!homotopy_solve(h, 1, f))
        return -1;
    for (*steps = 1; lambda < 1 && step >= LEAST_STEP && *steps < MOST_STEPS; ++*steps) {
        double next = lambda + step < 1 ? lambda + step : 1;
        int found = homotopy_solve(h, 1 - next, f);
        lambda = found ? next : lambda;
        step = found ? 2 * step : step / 4;
    }
    return lambda;
}

/* --- the model itself --- */

static void note_reach(const invo_model *m, double lambda) {
    if (lambda < 0)
        diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "with 'simplified' instead of 'actual' in every homotopy(...) there is "
                 "no start either");
    else
        diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "homotopy(...) was followed from 'simplified' to lambda = %.3g; at "
                 "lambda = 1 it is 'actual'",
                 lambda);
}

invo_status homotopy_follow(invo_model *m, const plan *p,
                            invo_status (*again)(invo_model *, const plan *), size_t said,
                            invo_status status) {
    assert(m->model && homotopy_may_help(m, status));
    following h = {m, p, again};
    int count = m->model->system.variables.count;
    int steps = 0;
    found_values f = {count, malloc(sizeof *f.value * (size_t)(count + 1)),
                      malloc(sizeof *f.before * (size_t)(count + 1))};
    double lambda = -1;
    if (f.value && f.before) {
        for (int v = 0; v < count; v++)
            f.value[v] = NAN;
        lambda = homotopy_reach(&h, &f, &steps);
    }
    if (lambda < 1) {
        note_reach(m, lambda);
    } else {
        guess_call call = {m, &f};
        forget_errors(m->context, said);
        status = protect(m->context, homotopy_put_guesses, &call);
        status = status ? status : again(m, p);
        homotopy_restore_guesses(&call);
        if (!status)
            diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere,
                     "from the start values alone no start was found; homotopy(...) was "
                     "followed from 'simplified' to 'actual' in %d steps",
                     steps);
    }
    free(f.value);
    free(f.before);
    return status;
}
