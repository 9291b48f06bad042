/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages and typeset equations for packages of other languages: what libinvolute_report.so
 * exports beside the library itself. */
#ifndef REPORT_LIBRARY_H
#define REPORT_LIBRARY_H
#include "involute.h"

/* What a run has left, of which a page is made; all of it is lent. */
typedef struct invo_report_data {
    invo_result *result;
    const char *messages; /* what was reported */
    long rows;
    const double *row; /* [rows, 1 + columns of the result] */
    long steps;        /* 0: they were not kept */
    /* [steps, 3 + INVO_ROW_KINDS]: the values of invo_step_info, in their order */
    const double *step;
    long crossings; /* of sections */
    /* [crossings, 3 + columns]: number of the section, direction, row */
    const double *crossing;
} invo_report_data;
/* Writes the page of `run --report`, without a run. The model is completed, with the
 * values and options of the run; columns: as of --columns, or NULL. */
INVO_API invo_status invo_report_write(invo_context *c, invo_model *m,
                                       const invo_report_data *d, const char *columns,
                                       const char *path);
/* An equation as MathML, malloc'ed; NULL: no memory. */
INVO_API char *invo_report_formula(const char *text);

#endif
