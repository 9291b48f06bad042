/* SPDX-License-Identifier: BSD-3-Clause */
/* Models to first order and steady states at the boundary. */
#include <stdlib.h>
#include "../base/options.h"
#include "../main_path/main_path.h"

invo_status invo_model_linearize(invo_model *m, const invo_options *o, invo_at at,
                                 double t, const char *outputs, invo_linear **linear) {
    linear_owner *owner = NULL;
    context_reset(m->context);
    *linear = NULL;
    TRY(options_check(m->context, o));
    TRY(main_path_linearize(m, o, at, t, outputs, &owner));
    *linear = &owner->linear;
    return INVO_OK;
}

void invo_linear_free(invo_linear *linear) {
    linear_owner *owner = (linear_owner *)linear; /* its first field */
    if (!owner)
        return;
    arena_free(owner->arena);
    free(owner);
}

invo_status invo_model_steady(invo_model *m, const invo_options *o,
                              invo_steady **steady) {
    steady_owner *owner = NULL;
    context_reset(m->context);
    *steady = NULL;
    TRY(options_check(m->context, o));
    TRY(main_path_steady(m, o, &owner));
    *steady = &owner->steady;
    return INVO_OK;
}

void invo_steady_free(invo_steady *steady) {
    steady_owner *owner = (steady_owner *)steady; /* its first field */
    if (!owner)
        return;
    arena_free(owner->arena);
    free(owner);
}
