/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages and typeset equations for packages of other languages: what libinvolute_report.so
 * exports beside the library itself. */
#ifndef REPORT_LIBRARY_H
#define REPORT_LIBRARY_H
#include "involute.h"

/* Runs the model, as invo_model_run, and writes the page of `run --report`; also where
 * the run fails on its way. columns: as of --columns, or NULL. */
INVO_API invo_status invo_report_run(invo_context *c, invo_model *m,
                                     const invo_options *o, const char *columns,
                                     const char *path);
/* An equation as MathML, malloc'ed; NULL: no memory. */
INVO_API char *invo_report_formula(const char *text);

#endif
