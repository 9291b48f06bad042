/* SPDX-License-Identifier: BSD-3-Clause */
/* Pages and typeset equations for packages of other languages. */
#include "library.h"
#include <stdlib.h>
#include <string.h>
#include "formula.h"
#include "page.h"

static int library_take_row(void *page, const invo_output_row *row) {
    return report_take_row(page, row) ? INVO_E_MEMORY : INVO_OK;
}

static void library_take_crossing(void *page, const invo_crossing *x) {
    report_take_crossing(page, x);
}

/* Writes the page of a run that is over; what was reported stands in it. */
static invo_status library_write(session *s, report *page, const char *path) {
    const char *said = invo_context_message(s->context);
    s->messages = strdup(said);
    if (!s->messages)
        return INVO_E_MEMORY;
    const int exit_status = report_write(page, s, path);
    free(s->messages);
    return exit_status ? INVO_E_FILE : INVO_OK;
}

invo_status invo_report_run(invo_context *c, invo_model *m, const invo_options *o,
                            const char *columns, const char *path) {
    const arguments a = {.model = "", .report = path, .quiet = 1, .columns = columns};
    session s = {.arguments = &a, .context = c, .options = *o, .model = m};
    report *page = report_new(&s);
    if (!page)
        return INVO_E_MEMORY;
    s.options.row = library_take_row;
    s.options.row_data = page;
    s.options.crossing = library_take_crossing;
    s.options.crossing_data = page;
    s.options.step_taken = report_take_step;
    s.options.step_data = page;
    s.options.columns = NULL;
    invo_status status = invo_model_run(m, &s.options, &s.result);
    invo_status written = s.result ? library_write(&s, page, path) : INVO_OK;
    invo_result_free(s.result);
    report_free(page);
    return status ? status : written;
}

char *invo_report_formula(const char *text) {
    markup m = {0};
    formula_add(&m, text);
    if (!m.has_failed)
        return m.text;
    free(m.text);
    return NULL;
}
