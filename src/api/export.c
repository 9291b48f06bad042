/* SPDX-License-Identifier: BSD-3-Clause */
/* A completed model as C. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../main_path/main_path.h"

invo_status invo_model_export(invo_model *m, const char *header_name, char **code,
                              char **header) {
    assert(header_name && code && header);
    *code = *header = NULL;
    context_reset(m->context);
    if (!m->lowered)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "a model must be completed before it is exported");
    if (strpbrk(header_name, "\"\n\r"))
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "the name of a header must not contain quotation marks and line "
                      "breaks; give the file another name");
    return main_path_export(m, header_name, code, header);
}
