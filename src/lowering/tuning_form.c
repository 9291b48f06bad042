/* SPDX-License-Identifier: BSD-3-Clause */
/* The first tier translates by itself (jit.c); the second one is begun here. */
#include "tuning_form.h"
#include "../evaluate/compile.h"
#include "shortcut_form.h"

/* When a run is long enough to compile for, in seconds: a large model keeps the compiler
 * busy for as long, and saves a sixth of its evaluations. Later, for what has become busy
 * since, each time after twice as long. */
static const double LONG_RUN = 30;

typedef struct tuning_form {
    choice_evaluator evaluator;
    compilation *compilation;
    double last, next; /* times of the run: of the last look, of the next begin */
    long looks;
} tuning_form;

/* A compiler that is missing is told of where it was asked for. */
static void tell_complaint(const lowered *w) {
    compile_trouble kind;
    const char *why = compilation_complaint(w->tuning->compilation, &kind);
    const int is_asked = w->tuning->evaluator == EVALUATOR_CC;
    if (why && kind == TROUBLE_REPLACED)
        diagnose(w->completion->system->context, SEVERITY_NOTE, INVO_OK, nowhere, "%s",
                 why);
    else if (why && (is_asked || kind == TROUBLE_FAILED))
        diagnose(w->completion->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "expressions are not compiled by cc: %s. The values are the same; "
                 "--evaluator jit does not try",
                 why);
}

/* Compiles what the start of the run has used, and waits for it; later, and less and less
 * often, what is used beside that. */
static void tune_at_once(tuning_form *t) {
    compilation_look(t->compilation, 0);
    t->looks++;
    if (t->looks & (t->looks - 1))
        return;
    compilation_start(t->compilation, COMPILE_USED);
    compilation_look(t->compilation, 1);
}

static void tune_beside(tuning_form *t, double now) {
    compilation_look(t->compilation, 0);
    if (now < t->last) /* another run */
        t->next = LONG_RUN;
    t->last = now;
    if (now < t->next)
        return;
    t->next = 2 * now;
    compilation_start(t->compilation, COMPILE_BUSY);
}

static void run_tune(void *self, double seconds_so_far) {
    const lowered *w = self;
    if (w->tuning->evaluator == EVALUATOR_CC)
        tune_at_once(w->tuning);
    else
        tune_beside(w->tuning, seconds_so_far);
    tell_complaint(w);
}

static const char *run_evaluator(void *self) {
    const lowered *w = self;
    switch (compilation_tier(w->tuning->compilation)) {
    case TIER_COMPILED:
        return "cc";
    case TIER_TRANSLATED:
        return "jit";
    case TIER_INTERPRETER:
        return shortcut_has_wide(w) ? "jit" : "interpreter";
    }
    return NULL;
}

void lowered_add_code(lowered *w, choice_evaluator evaluator) {
    w->code = jit_memory_new(w->arena);
    if (evaluator == EVALUATOR_JIT)
        jit_memory_hurry(w->code);
    w->tuning = arena_alloc(w->arena, sizeof *w->tuning);
    *w->tuning = (tuning_form){.evaluator = evaluator,
                               .compilation = compilation_new(w->arena),
                               .next = LONG_RUN};
    w->system.evaluation.evaluator = run_evaluator;
    if (evaluator != EVALUATOR_JIT && !w->completion->system->context->is_sandboxed)
        w->system.evaluation.tune = run_tune;
}

void tuning_add(const lowered *w, arena *a, jit *code) {
    if (w->tuning)
        compilation_add(w->tuning->compilation, a, code);
}
