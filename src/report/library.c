/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages and typeset equations for packages of other languages. */
#include "library.h"
#include <stdlib.h>
#include <string.h>
#include "formula.h"
#include "page.h"

/* What the page takes of a run, as it came in. */
static invo_status library_fill(report *page, const invo_report_data *d,
                                const char *const *column) {
    const int columns = invo_result_columns(d->result);
    for (long k = 0; k < d->rows; k++) {
        const double *value = d->row + k * (columns + 1);
        if (report_take_row(page, &(invo_output_row){columns, column, value}))
            return INVO_E_MEMORY;
    }
    for (long k = 0; k < d->steps; k++)
        thinned_add(&page->steps, d->step + k * STEP_COLUMNS);
    for (long k = 0; k < d->crossings; k++) {
        const double *x = d->crossing + k * (CROSSING_VALUES + 1 + columns);
        report_take_crossing(page,
                             &(invo_crossing){.number = (int)x[CROSSING_SECTION],
                                              .direction = (int)x[CROSSING_DIRECTION],
                                              .columns = columns,
                                              .column = column,
                                              .row = x + CROSSING_VALUES});
    }
    return INVO_OK;
}

static invo_status library_write(session *s, const invo_report_data *d,
                                 const char *const *column, const char *path) {
    report *page = report_new(s);
    if (!page)
        return INVO_E_MEMORY;
    invo_status status = library_fill(page, d, column);
    char *text = status ? NULL : report_text(page, s);
    if (!status)
        status = text ? invo_text_write(s->context, path, text) : INVO_E_MEMORY;
    free(text);
    report_free(page);
    return status;
}

invo_status invo_report_write(invo_context *c, invo_model *m, const invo_report_data *d,
                              const char *columns, const char *path) {
    const arguments a = {.model = "", .report = path, .quiet = 1, .columns = columns};
    const int count = invo_result_columns(d->result);
    const char **column = calloc((size_t)count + 1, sizeof *column);
    session s = {.arguments = &a, .context = c, .model = m};
    s.result = d->result;
    s.messages = strdup(d->messages);
    invo_status status = INVO_E_MEMORY;
    if (column && s.messages) {
        for (int k = 0; k < count; k++)
            column[k] = invo_result_column(d->result, k);
        status = library_write(&s, d, column, path);
    }
    free(s.messages);
    free(column);
    return status;
}

char *invo_report_formula(const char *text) {
    markup m = {0};
    formula_add(&m, text);
    if (!m.has_failed)
        return m.text;
    free(m.text);
    return NULL;
}
