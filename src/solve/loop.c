/* SPDX-License-Identifier: BSD-3-Clause */
#include "loop.h"
#include <assert.h>
#include <math.h>
#include "run.h"

/* Attempts a step of a constant size: there is no error estimate, but both ends tell
 * whether the steps follow the solution. */
static int attempt_constant(run *v, step *d, double *h) {
    assert(v->o.step > 0);
    *h = v->o.step;
    v->trouble = run_try(v, d);
    if (!v->trouble)
        v->trouble = run_arrive(v, d);
    if (!v->trouble)
        v->trouble = steady_examine(v, d);
    if (!v->trouble)
        front_tell(v, d);
    return v->trouble == INVO_OK;
}

/* Has the run ended, or does it go on at another pace? */
static int is_left(const run *v) {
    return v->event.ended || v->attempts.is_over || v->arc.changed;
}

/* An attempt of size *h, and what follows it. */
static invo_status loop_attempt(run *v, const pace *p, double *h) {
    const long steps = v->result->statistics.steps;
    const double now = p->cut(v, *h);
    v->attempts.asked = *h;
    if (p->is_too_small && p->is_too_small(v, now))
        TRY(p->give_up(v, now, h));
    else {
        tuning_look(v);
        step d = run_step(v, now);
        const int good =
            isnan(v->o.step) ? run_attempt(v, &d, h) : attempt_constant(v, &d, h);
        v->attempts.rejected = good ? 0 : v->attempts.rejected + 1;
        if (run_is_interrupted(v))
            return run_end_interrupted(v);
        TRY(p->settle(v, &d, h));
    }
    return !is_left(v) && v->result->statistics.steps > steps ? p->next(v, now, h)
                                                              : INVO_OK;
}

/* Steps until the pace is over or left. */
static invo_status loop_at(run *v, const pace *p) {
    assert(p->first && p->is_over && p->cut && p->settle && p->next);
    double h = v->checkpoint.is_resumed ? v->checkpoint.h : p->first(v);
    v->checkpoint.is_resumed = 0;
    if (v->context->errors)
        return v->context->status; /* nothing is made with what is missing */
    while (!p->is_over(v)) {
        int again = 0;
        if (checkpoint_is_due(v))
            TRY(checkpoint_pass(v, h));
        if (p->coast)
            TRY(p->coast(v, &h, &again));
        if (!again)
            TRY(loop_attempt(v, p, &h));
        if (v->context->errors)
            return v->context->status; /* which has a message */
        if (is_left(v))
            return INVO_OK;
    }
    return p->end ? p->end(v) : INVO_OK;
}

invo_status loop_run(run *v) {
    do {
        const pace *p = isnan(v->o.step) ? &pace_adaptive : &pace_constant;
        v->arc.changed = 0;
        if (!v->checkpoint.is_resumed)
            run_grant_attempts(v);
        TRY(loop_at(v, v->engine->by_length ? &pace_arclength : p));
    } while (v->arc.changed);
    return INVO_OK;
}
