/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuning.h"
#include "run.h"

/* Steps from one look to the next. */
enum { LOOK_EVERY = 16 };

/* For how long a processor time holds good, in seconds. To ask for it is a call of the
 * system, which takes microseconds on virtual machines; the clock is read without one. */
static const double FRESH = 0.01;

/* Processor time since the run began, or what it was less than FRESH ago; 0 at the first
 * look. */
static double processor_time(tuning *t) {
    const double now = seconds();
    const double age = now - t->asked; /* below 0: the clock was set */
    if (t->looks == 1)
        t->asked = now;
    if (t->looks == 1 || (age >= 0 && age < FRESH))
        return t->passed;
    t->asked = now;
    t->passed = cpu_seconds() - t->began;
    return t->passed;
}

void tuning_look(run *v) {
    const invo_evaluation *e = &v->s->evaluation;
    if (!e->tune || v->tuning.looks++ % LOOK_EVERY)
        return;
    e->tune(v->s->self, processor_time(&v->tuning));
}

void tuning_tell(run *v) {
    const invo_evaluation *e = &v->s->evaluation;
    if (e->evaluator)
        v->result->settings.evaluator = e->evaluator(v->s->self);
}
