/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuning.h"
#include "run.h"

/* Steps from one look to the next: the time is asked for there. */
enum { LOOK_EVERY = 16 };

void tuning_look(run *v) {
    const invo_evaluation *e = &v->s->evaluation;
    if (!e->tune || v->tuning.looks++ % LOOK_EVERY)
        return;
    const double now = cpu_seconds();
    if (v->tuning.looks == 1)
        v->tuning.began = now;
    e->tune(v->s->self, now - v->tuning.began);
}

void tuning_tell(run *v) {
    const invo_evaluation *e = &v->s->evaluation;
    if (e->evaluator)
        v->result->settings.evaluator = e->evaluator(v->s->self);
}
