/* SPDX-License-Identifier: BSD-3-Clause */
/* A completed model as C. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../main_path/main_path.h"

/* May it stand between the quotation marks of #include? */
static int is_good_header(const char *name) {
    if (strpbrk(name, "\"\\\n"))
        return 0;
    for (; *name; name++)
        if ((*name & 0xC0) != 0x80 && invo_text_wild(name, strlen(name)))
            return 0;
    return 1;
}

invo_status invo_model_export(invo_model *m, const char *header_name, char **code,
                              char **header) {
    assert(header_name && code && header);
    *code = *header = NULL;
    context_reset(m->context);
    if (!m->lowered)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "a model must be completed before it is exported");
    if (!is_good_header(header_name))
        return report(
            m->context, INVO_E_ARGUMENT, NAN,
            "the name of a header must not contain quotation marks, backslashes, "
            "line breaks and control characters; give the file another name");
    return main_path_export(m, header_name, code, header);
}
