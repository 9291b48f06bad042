/* SPDX-License-Identifier: BSD-3-Clause */
#include "recall.h"
#include <assert.h>
#include <math.h>
#include "run.h"

invo_status recall_check(invo_context *c, const invo_system *s, const plan *p) {
    if (s->delays.count == 0)
        return INVO_OK;
    const char *first = s->delays.text[0];
    const method *m = method_chosen(p->method);
    if (p->by == BY_ARCLENGTH)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "%s needs steps by time: by arclength, the past may have several "
                      "values at one time; drop --by arclength and --length",
                      first);
    if (m->kind->needs & NEEDS_TAYLOR)
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "method %s cannot be used with %s: the past consists of pieces, and "
            "a Taylor series sees only the first; use dop853 or radau",
            m->name, first);
    if (p->given.dense)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "the option dense cannot be used with %s: the past is not kept "
                      "longer than the delay; ask for more output rows",
                      first);
    return INVO_OK;
}

double recall_longest(const run *v) {
    const invo_delays *d = &v->s->delays;
    int which;
    if (d->count == 0)
        return INFINITY;
    return d->reach(v->s->self, v->u, v->top_before, &which);
}

/* Steps may be so much longer than a delay, by round-off of their ends. */
static const double ROUNDED = 1 + 1e-9;

invo_status recall_examine(run *v) {
    const invo_delays *d = &v->s->delays;
    int which = 0;
    if (d->count == 0)
        return INVO_OK;
    const double longest = d->reach(v->s->self, v->u, v->top_before, &which);
    const int is_short = !(longest > run_least_step(v));
    const int is_shorter = !isnan(v->o.step) && v->o.step > ROUNDED * longest;
    if (is_short || is_shorter)
        v->result->stopped_by = "step-size";
    if (is_short)
        return report(v->context, INVO_E_STEP, v->u[0],
                      "t = %.10g: the delay time of %s has come down to %.3g, less than "
                      "the shortest step %.3g; a delay that vanishes is not supported. "
                      "Give it a positive lower bound in the model",
                      v->u[0], d->text[which], longest, run_least_step(v));
    if (is_shorter)
        return report(
            v->context, INVO_E_ARGUMENT, v->u[0],
            "t = %.10g: the step size %g is longer than the delay time %.10g of "
            "%s, whose past would not be known; use a smaller --step",
            v->u[0], v->o.step, longest, d->text[which]);
    return INVO_OK;
}

/* What is looked at. */
typedef struct recall_view {
    run *v;
    const step *d;
    double end; /* time of the end that is accepted */
} recall_view;

static int recall_look(void *data, double t, const double **u, const double **z) {
    const recall_view *w = data;
    run *v = w->v;
    const step *d = w->d;
    const int is_cut = v->event.theta < 1;
    if (t == d->p[0]) {
        *u = d->p;
        *z = v->top_before;
        return 0;
    }
    if (t == w->end) {
        *u = is_cut ? v->event.point : d->q;
        *z = is_cut ? v->event.top : v->top;
        return 0;
    }
    v->now.theta = fmin((t - d->p[0]) / d->h, 1);
    invo_status status = run_look(v, d, v->now.theta);
    *u = v->point;
    *z = v->engine->direction.z;
    return (int)status;
}

/* On failure v->now.theta is how far the step may go. */
invo_status recall_step(run *v, const step *d) {
    if (v->s->delays.count == 0)
        return INVO_OK;
    assert(!v->engine->by_length);
    recall_view view = {v, d, v->event.theta < 1 ? v->event.point[0] : d->q[0]};
    invo_recording r = {.from = d->p[0],
                        .to = view.end,
                        .rtol = v->o.rtol,
                        .atol = v->o.atol,
                        .look = recall_look,
                        .data = &view};
    invo_status status = (invo_status)v->s->delays.record(v->s->self, &r);
    if (status == INVO_E_STEP && !v->context->errors)
        v->now.theta = 0.5;
    return status;
}

invo_status recall_kink(run *v) {
    if (v->s->delays.count == 0)
        return INVO_OK;
    return (invo_status)v->s->delays.bend(v->s->self, v->u[0]);
}
