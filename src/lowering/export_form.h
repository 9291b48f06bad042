/* SPDX-License-Identifier: BSD-3-Clause */
/* A lowered system as C that needs nothing but <math.h>: the direction, the top unknowns
 * and the residuals, as functions of numbers. */
#ifndef LOWERING_EXPORT_FORM_H
#define LOWERING_EXPORT_FORM_H
#include "lower.h"

typedef struct exported_text {
    const char *code, *header;
} exported_text;

/* header: the name of the file that the code includes, without quotation marks. Texts are
 * in arena a. Throws where there is no such code. */
exported_text lowered_export(lowered *w, arena *a, const char *header);

#endif
