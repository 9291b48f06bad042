/* SPDX-License-Identifier: BSD-3-Clause */
/* Explicit methods that were asked for by name are kept where the solution is stiff, but
 * the user is told ([HW96] IV.2). --method auto has choose.c. */
#include <math.h>
#include "run.h"

enum { STIFF_HITS = 15 };

/* h |lambda| at the edge of stability, a little inside of it: by order. */
static double edge_of(int order) {
    static const double edge[] = {1.8, 1.8, 1.8, 2.2, 2.5, 3.25, 3.25, 3.25, 6.1};
    return edge[order < 8 ? order : 8];
}

double stiff_edge(const run *v) {
    return edge_of(v->engine->stepper.kind->order(&v->engine->stepper));
}

void stiff_look(run *v, const step *d) {
    const stepper_class *k = v->engine->stepper.kind;
    if (v->chooser.on || v->engine->by_length || v->stiff.is_told || !k->stiffness ||
        !d->has_w)
        return;
    metric_error_scale(&v->engine->metric, v->s, d->p, d->q, v->scale);
    double z = k->stiffness(&v->engine->stepper, d, v->n, v->scale) /
               (v->engine->doubling ? 2 : 1);
    if (z > stiff_edge(v)) {
        v->stiff.hits++;
        v->stiff.calm = 0;
    } else
        stiff_note_calm(&v->stiff);
    if (v->stiff.hits < STIFF_HITS)
        return;
    v->stiff.is_told = 1;
    diagnose(v->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.6g: the solution is stiff: stability, not accuracy, limits the steps "
             "of %s. An implicit method such as radau may take far longer ones",
             v->u[0], v->engine->method->name);
}
