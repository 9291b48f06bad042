/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run needs of a system beyond its direction: derivatives of the top equations for
 * implicit methods, gradients of the constraints for retractions that take them all at
 * once. Every system that a run enters, at its start, after an event or with another
 * method, is asked for them here. What it cannot give is computed by differences, in
 * dense matrices, and a note says so. */
#include <assert.h>
#include "engine.h"
#include "chronicle.h"

/* A system that can be extended, as every system of a model can, has what it was asked
 * for afterwards: differences in its place would be slow and unseen. */
static invo_status equip_refuse(invo_context *c, const char *what) {
    return report(c, INVO_E_ARGUMENT, NAN,
                  "the system's function extend did not fill in %s, which the run needs "
                  "(involute_system.h)",
                  what);
}

static invo_status extend_system(const plan *p, const invo_system *s, unsigned what) {
    return s->process.extend ? chronicle_extend(p->chronicle, s, what) : INVO_OK;
}

invo_status equip_method(invo_context *c, const invo_system *s, const plan *p) {
    if (!plan_is_implicit(p) || s->top.equations || s->direction)
        return INVO_OK;
    TRY(extend_system(p, s, INVO_EXTENSION_TOPS));
    return s->process.extend && !s->top.equations ? equip_refuse(c, "top.equations")
                                                  : INVO_OK;
}

int equip_asks_gradients(const engine *e) {
    return e->retraction.kind->rows == ROWS_ALL || e->s->kernel ||
           (e->method->kind->needs & NEEDS_GRADIENT);
}

/* Second derivatives are lowered with the system or not at all. */
static int lacks_hessian(const engine *e, const plan *o) {
    return o->retraction == RETRACTION_ORTHOGONAL && o->newton != NEWTON_SIMPLIFIED &&
           !e->s->hessian;
}

invo_status equip_gradients(const engine *e, const plan *o) {
    if (e->s->constraints == 0)
        return INVO_OK;
    if (e->s->process.extend && lacks_hessian(e, o))
        return equip_refuse(e->context, "hessian");
    if (e->s->jacobian || !equip_asks_gradients(e))
        return INVO_OK;
    TRY(extend_system(o, e->s, INVO_EXTENSION_GRADIENTS));
    return e->s->process.extend && !e->s->jacobian ? equip_refuse(e->context, "jacobian")
                                                   : INVO_OK;
}

/* Below this many coordinates, differences cost nothing that anybody would notice. */
enum { FEW = 50 };

static void tell_of_tops(const engine *e) {
    assert(e->tops.n > 1);
    const int n = e->tops.n - 1;
    diagnose(
        e->context, SEVERITY_NOTE, INVO_OK, nowhere,
        "method %s uses a dense matrix of %d by %d, computed by differences from %d "
        "evaluations each time: %s",
        e->method->name, n, n, n + 1,
        e->by_length
            ? "steps by arclength provide no derivatives; dop853 needs no matrix"
            : "the system provides no derivatives (top.equations in involute_system.h)");
}

static void tell_of_gradients(const engine *e, const plan *o) {
    assert(e->s->constraints > 0 && !e->s->jacobian);
    diagnose(e->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "retraction %s uses dense gradients of %d constraints by %d coordinates, "
             "computed by differences from %d evaluations each time: the system provides "
             "no derivatives (jacobian in involute_system.h)",
             plan_words(o).retraction, e->s->constraints, e->s->coordinates,
             2 * e->s->coordinates);
}

void equip_tell(const engine *e, const plan *o, int *tops, int *gradients) {
    const int top_differences =
        e->method->kind->needs & NEEDS_JACOBIAN && top_form_by_differences(&e->tops);
    const int gradient_differences =
        e->s->constraints > 0 && !e->s->jacobian && equip_asks_gradients(e);
    if (e->s->coordinates < FEW)
        return;
    if (top_differences && !*tops)
        tell_of_tops(e);
    if (gradient_differences && !*gradients)
        tell_of_gradients(e, o);
    *tops |= top_differences;
    *gradients |= gradient_differences;
}
