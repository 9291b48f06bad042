/* SPDX-License-Identifier: BSD-3-Clause */
/* Reading a result. */
#include "../solve/dense.h"
#include "../solve/result.h"

const char *invo_result_status(const invo_result *r) {
    return r->status;
}
const char *invo_result_stopped_by(const invo_result *r) {
    return r->stopped_by;
}
int invo_result_columns(const invo_result *r) {
    return r->columns;
}
const char *invo_result_column(const invo_result *r, int column) {
    return column >= 0 && column < r->columns ? result_column(r, column) : NULL;
}
long invo_result_rows(const invo_result *r) {
    return r->rows;
}
const double *invo_result_row(const invo_result *r, long row) {
    return row >= r->gone && row < r->rows ? result_at(r, row) : NULL;
}
const double *invo_result_final(const invo_result *r) {
    return r->final;
}
invo_status invo_result_at(const invo_result *r, double t, double *row) {
    if (r->dense && r->dense->run)
        return dense_at(r, t, row);
    context_reset(r->context);
    if (!r->dense)
        return report(r->context, INVO_E_ARGUMENT, t,
                      "the result keeps output rows only: set the option dense before "
                      "the run");
    return report(r->context, INVO_E_ARGUMENT, t,
                  "the model has been changed, completed or run again since this result "
                  "was computed: ask it before, or run a copy of the model");
}
const invo_statistics *invo_result_statistics(const invo_result *r) {
    return &r->statistics;
}
const invo_options *invo_result_settings(const invo_result *r) {
    return &r->settings;
}
int invo_result_ledger(const invo_result *r, int i, invo_ledger_row *row) {
    if (i < 0 || i >= r->ledger_rows)
        return 0;
    *row = result_entry((invo_result *)r, i);
    return 1;
}
int invo_result_residual(const invo_result *r, int i, invo_ledger_row *row) {
    if (i < 0 || i >= r->ledger_rows)
        return 0;
    const ledger_entry *e = &r->ledger[i];
    *row = (invo_ledger_row){{NULL, NULL, e->level, (invo_row_kind)e->kind, NULL},
                             e->max,
                             e->scaled_max,
                             e->left_out,
                             (double)e->digits,
                             e->until};
    return 1;
}
int invo_result_singular(const invo_result *r, int i, invo_singular *row) {
    if (i < 0 || i >= r->singulars || i >= MOST_SINGULARS)
        return 0;
    *row = r->singular[i];
    return 1;
}
double invo_result_unsteady(const invo_result *r) {
    return r->unsteady;
}
int invo_result_enforced(const invo_result *r) {
    int enforced = r->enforced;
    for (int i = 0; i < r->ledger_rows && enforced; i++) {
        const ledger_entry *e = &r->ledger[i];
        enforced = !e->left_out || e->scaled_max <= r->settings.constraint_bound;
    }
    return enforced;
}
double invo_result_arclength(const invo_result *r) {
    return r->arclength;
}
int invo_result_impasse(const invo_result *r, long i, invo_result_impasse_row *row) {
    if (i < 0 || i >= r->impasses || i >= RESULT_IMPASSES)
        return 0;
    *row = r->impasse[i];
    return 1;
}
int invo_result_section(const invo_result *r, int i, invo_result_section_row *row) {
    if (i < 0 || i >= r->sections)
        return 0;
    *row = r->section[i];
    return 1;
}

int invo_result_event(const invo_result *r, long i, invo_result_event_row *event) {
    if (i < 0 || i >= r->events_listed)
        return 0;
    *event = r->event[i];
    return 1;
}

int invo_result_verified(const invo_result *r, int i, invo_verified_row *row) {
    if (!r->verified_rows || i < 0 || i >= r->ledger_rows)
        return 0;
    const verified_entry *e = &r->verified[i];
    *row = (invo_verified_row){e->max, e->units, e->gap, result_is_verified(r, i)};
    return 1;
}

int invo_result_verification(const invo_result *r, invo_verification *v) {
    invo_verified_row row;
    if (!r->verified_rows)
        return 0;
    *v = (invo_verification){r->verified_rows, r->verify_seconds, 0, 0, 1};
    for (int i = 0; invo_result_verified(r, i, &row); i++) {
        v->units = row.units > v->units ? row.units : v->units;
        v->gap = row.gap > v->gap ? row.gap : v->gap;
        v->agrees &= row.agrees;
    }
    return 1;
}

int invo_result_certification(const invo_result *r, invo_certification *c) {
    *c = r->certificate;
    return r->proof != NULL;
}

int invo_result_proof(const invo_result *r, long row, double *t, invo_proof *p) {
    if (!r->proof || row < 0 || row >= r->rows)
        return 0;
    *t = r->proof[row].t;
    *p = r->proof[row].proof;
    return 1;
}
