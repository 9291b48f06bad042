/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run needs of a system beyond its direction: derivatives of the top equations for
 * implicit methods, gradients of the constraints for retractions that take them all at
 * once. Every system that a run enters, at its start, after an event or with another
 * method, is asked for them here. What it cannot give is computed by differences, in
 * dense matrices, and a note says so. */
#include "solver.h"

/* A system that can be extended, as every system of a model can, has what it was asked
 * for afterwards: differences in its place would be slow and unseen. */
static invo_status equip_refuse(invo_context *c, const char *what) {
    return report(c, INVO_E_ARGUMENT, NAN,
                  "the system's extend has not filled in %s, which the run needs "
                  "(involute_system.h)",
                  what);
}

static invo_status extend_system(const invo_system *s, unsigned what) {
    return s->extend ? (invo_status)s->extend(s->self, what) : INVO_OK;
}

invo_status equip_method(invo_context *c, const invo_system *s, const plan *p) {
    if (!plan_is_implicit(p) || s->top_equations || s->direction)
        return INVO_OK;
    TRY(extend_system(s, INVO_EXTENSION_TOPS));
    return s->extend && !s->top_equations ? equip_refuse(c, "top_equations") : INVO_OK;
}

int equip_asks_gradients(const solver *v) {
    const retraction_class *k = v->retraction.kind;
    return (k != &retraction_staged && k != &retraction_none) || v->s->kernel ||
           (v->method->kind->needs & NEEDS_GRADIENT);
}

/* Second derivatives are lowered with the system or not at all. */
static int lacks_hessian(const solver *v) {
    return v->o.retraction == RETRACTION_ORTHOGONAL && v->o.newton != NEWTON_SIMPLIFIED &&
           !v->s->hessian;
}

invo_status equip_gradients(const solver *v) {
    if (v->s->constraints == 0)
        return INVO_OK;
    if (v->s->extend && lacks_hessian(v))
        return equip_refuse(v->context, "hessian");
    if (v->s->jacobian || !equip_asks_gradients(v))
        return INVO_OK;
    TRY(extend_system(v->s, INVO_EXTENSION_GRADIENTS));
    return v->s->extend && !v->s->jacobian ? equip_refuse(v->context, "jacobian")
                                           : INVO_OK;
}

/* Below this many coordinates, differences cost nothing that anybody would notice. */
enum { FEW = 50 };

static void tell_of_tops(const solver *v) {
    const int n = v->tops.n - 1;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "method %s works with a dense matrix of %d by %d, computed by differences "
             "from %d evaluations each time: %s",
             v->method->name, n, n, n + 1,
             v->arc.on ? "by arclength there is no other way; dop853 does without"
                       : "the system gives no derivatives (top_equations in "
                         "involute_system.h)");
}

static void tell_of_gradients(const solver *v) {
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "retraction %s works with dense gradients of %d constraints by %d "
             "coordinates, computed by differences from %d evaluations each time: the "
             "system gives no derivatives (jacobian in involute_system.h)",
             plan_words(&v->o).retraction, v->s->constraints, v->n, 2 * v->n);
}

void equip_tell(solver *v) {
    const int tops =
        v->method->kind->needs & NEEDS_JACOBIAN && top_form_by_differences(&v->tops);
    const int gradients =
        v->s->constraints > 0 && !v->s->jacobian && equip_asks_gradients(v);
    if (v->n < FEW)
        return;
    if (tops && !v->told_tops)
        tell_of_tops(v);
    if (gradients && !v->told_gradients)
        tell_of_gradients(v);
    v->told_tops |= tops;
    v->told_gradients |= gradients;
}
