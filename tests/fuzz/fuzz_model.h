/* SPDX-License-Identifier: BSD-3-Clause */
/* What is done with any text: read it as a model and complete it. Nothing may crash, leak
 * or take long. */
#ifndef FUZZ_MODEL_H
#define FUZZ_MODEL_H
#include "involute.h"

static inline void fuzz_model(const char *text, size_t size) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    if (!c)
        return;
    invo_options_init(&o);
    if (!invo_model_parse(c, "fuzz.mo", text, size, &m) && !invo_model_options(m, &o)) {
        o.max_steps = 50, o.points = 1;
        invo_result *r = NULL;
        invo_model_run(m, &o, &r);
        invo_result_free(r);
    }
    invo_model_free(m);
    invo_context_free(c);
}

#endif
