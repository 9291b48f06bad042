/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations typeset: their text, as the library prints it, to MathML. */
#ifndef REPORT_FORMULA_H
#define REPORT_FORMULA_H
#include "../draw/markup.h"

/* Adds <math>...</math>: powers raised, quotients as fractions, der(x) as dots, Greek
 * names as letters, x1 and x[1] with an index. A text that is no expression or relation
 * is added in <code>, as it is. */
void formula_add(markup *m, const char *text);

#endif
