/* SPDX-License-Identifier: BSD-3-Clause */
#include "observe.h"
#include "run.h"

/* In the order in which they are called: drag looks at the last retraction, which was
 * that of the step; rows come before the length of the way, whose start they need, and
 * notes at the end in the order in which users read them. */
static const observer all[] = {
    {"drag", drag_begin, drag_step, NULL},
    {"rows", NULL, record_step, NULL},
    {"section", section_begin, section_look, NULL},
    {"arclength", NULL, arclength_note, message_impasses},
    {"ledger", ledger_record, NULL, ledger_close},
    {"inspect", NULL, NULL, inspect_close},
    {"watch", watch_begin, watch_accept, watch_close},
    {"ranges", record_ranges, NULL, record_warnings},
    {"steady", steady_reset, NULL, NULL},
    {"creep", creep_begin, NULL, NULL},
    {"collapse", collapse_begin, NULL, collapse_close},
    {"recall", NULL, recall_step, NULL},
    {"rest", NULL, NULL, rest_close},
    {"dense", dense_begin, dense_step, NULL}, /* last: the step is accepted */
};
enum { OBSERVERS = sizeof all / sizeof *all };

const observer *observer_at(int i) {
    return i >= 0 && i < OBSERVERS ? &all[i] : NULL;
}

void observe_begin(run *v) {
    for (int i = 0; i < OBSERVERS; i++)
        if (all[i].begin)
            all[i].begin(v);
}

invo_status observe_step(run *v, const step *d) {
    for (int i = 0; i < OBSERVERS; i++)
        if (all[i].step)
            TRY(all[i].step(v, d));
    return INVO_OK;
}

void observe_end(run *v, invo_status status) {
    for (int i = 0; i < OBSERVERS; i++)
        if (all[i].end)
            all[i].end(v, status);
}
