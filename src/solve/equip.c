/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run needs of a system beyond its direction: derivatives of the top equations for
 * implicit methods, gradients of the constraints for retractions that take them all at
 * once. Every system that a run enters, at its start, after an event or with another
 * method, is asked for them here. What it cannot give is computed by differences, in
 * dense matrices, and a note says so. */
#include "solver.h"

static invo_status extend_system(const invo_system *s, unsigned what) {
    return s->extend ? (invo_status)s->extend(s->self, what) : INVO_OK;
}

invo_status equip_method(const invo_system *s, const char *name) {
    if (!method_is_implicit(name) || s->top_equations || s->direction)
        return INVO_OK;
    return extend_system(s, INVO_EXTENSION_TOPS);
}

int equip_asks_gradients(const solver *v) {
    const retraction_class *k = v->retraction.kind;
    return (k != &retraction_staged && k != &retraction_none) || v->s->kernel ||
           (v->method->kind->needs & NEEDS_GRADIENT);
}

invo_status equip_gradients(const solver *v) {
    if (v->s->constraints == 0 || v->s->jacobian || !equip_asks_gradients(v))
        return INVO_OK;
    return extend_system(v->s, INVO_EXTENSION_GRADIENTS);
}

/* Below this many coordinates, differences cost nothing that anybody would notice. */
enum { FEW = 50 };

static void tell_of_tops(const solver *v) {
    const int n = v->tops.n - 1;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "method %s works with a dense matrix of %d by %d, computed by differences "
             "from %d evaluations each time: %s",
             v->o.method, n, n, n + 1,
             v->arc.on ? "by arclength there is no other way; dop853 does without"
                       : "the system gives no derivatives (top_equations in "
                         "involute_system.h)");
}

static void tell_of_gradients(const solver *v) {
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "retraction %s works with dense gradients of %d constraints by %d "
             "coordinates, computed by differences from %d evaluations each time: the "
             "system gives no derivatives (jacobian in involute_system.h)",
             v->o.retraction, v->s->constraints, v->n, 2 * v->n);
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
