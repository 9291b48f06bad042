/* A result and a model with fixed contents, in place of the solver's, for tests of the
 * output: the linker takes these definitions. SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_FAKE_RESULT_H
#define TESTS_FAKE_RESULT_H
/* Before cmocka, whose macro is called fail, too. */
#include "../../src/base/context.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct invo_result {
    const char *status, *stopped_by;
    long rows;
    double row[3][4];
    invo_statistics statistics;
    invo_options settings;
};
struct invo_model {
    invo_structure structure;
    invo_system system;
};

/* Names that need quotes in CSV, and one that is not UTF-8. */
static const char *const column_names[] = {"x", "'p[1,2]'", "'a\"b\xff'"};

static inline invo_result fake_result(void) {
    invo_result r = {.status = "done",
                     .stopped_by = "stop-time",
                     .rows = 3,
                     .row = {{0, 1, -0.0, NAN}, {0.1, 1. / 3, 1e-300, -1}},
                     .statistics = {.steps = 7,
                                    .rejected = 2,
                                    .newton_iterations = 3,
                                    .retractions = 4,
                                    .newton_max = 2}};
    double last[] = {1, 0.1, INFINITY, 3};
    memcpy(r.row[2], last, sizeof last);
    invo_options_init(&r.settings);
    r.settings.rtol = 1e-8;
    return r;
}

const char *invo_result_status(const invo_result *r) {
    return r->status;
}
const char *invo_result_stopped_by(const invo_result *r) {
    return r->stopped_by;
}
int invo_result_columns(const invo_result *r) {
    return (void)r, 3;
}
const char *invo_result_column(const invo_result *r, int i) {
    return (void)r, column_names[i];
}
long invo_result_rows(const invo_result *r) {
    return r->rows;
}
const double *invo_result_row(const invo_result *r, long i) {
    return r->row[i];
}
const double *invo_result_final(const invo_result *r) {
    return r->row[2];
}
const invo_statistics *invo_result_statistics(const invo_result *r) {
    return &r->statistics;
}
const invo_options *invo_result_settings(const invo_result *r) {
    return &r->settings;
}
/* Nothing was verified, and one point of two is proved. */
int invo_result_verified(const invo_result *r, int i, invo_verified_row *row) {
    return (void)r, (void)i, (void)row, 0;
}
int invo_result_verification(const invo_result *r, invo_verification *v) {
    return (void)r, (void)v, 0;
}
int invo_result_certification(const invo_result *r, invo_certification *c) {
    (void)r;
    *c = (invo_certification){.rows = 2, .proved = 1, .median_ulps = 0.5};
    return 1;
}
int invo_result_proof(const invo_result *r, long i, double *t, invo_proof *p) {
    (void)r;
    *t = (double)i;
    *p = (invo_proof){i ? INVO_PROOF_FAR : INVO_PROOF_DONE, 1, 1, 1e-16, NAN, 2};
    return i < 2;
}
int invo_result_singular(const invo_result *r, int i, invo_singular *row) {
    (void)r;
    *row = (invo_singular){.t = 0.25, .sigma = 1e-5, .start = 0.5, .equations = 1};
    row->equation[0] = "x = y", row->where[0] = "";
    return i == 0;
}
int invo_result_enforced(const invo_result *r) {
    return (void)r, 1;
}
double invo_result_unsteady(const invo_result *r) {
    return (void)r, NAN;
}
double invo_result_arclength(const invo_result *r) {
    return (void)r, 2.5;
}
int invo_result_impasse(const invo_result *r, long i, invo_result_impasse_row *row) {
    (void)r;
    *row = (invo_result_impasse_row){"fold", 0.25, 2, 0.5};
    return i < 1;
}
int invo_result_section(const invo_result *r, int i, invo_result_section_row *row) {
    (void)r;
    *row = (invo_result_section_row){"x - y", 7};
    return i == 0;
}
int invo_result_event(const invo_result *r, long i, invo_result_event_row *event) {
    (void)r;
    *event = (invo_result_event_row){"h < 0", 0.5};
    return i < 1;
}
int invo_result_ledger(const invo_result *r, int i, invo_ledger_row *row) {
    (void)r;
    static const invo_ledger_row rows[] = {
        {{"x^2 + y^2 = L^2", "pendulum.mo:12", 0, INVO_ROW_EXPLICIT, NULL},
         2e-16,
         0.9,
         0,
         15,
         NAN},
        {{"2*x*der(x) = 0", "pendulum.mo:12", 1, INVO_ROW_HIDDEN, NULL},
         3e-16,
         0.5,
         0,
         14,
         NAN},
        {{"energy", "pendulum.mo:9", 0, INVO_ROW_INVARIANT, NULL},
         1e-16,
         0.1,
         1,
         NAN,
         NAN}};
    if (i >= 3)
        return 0;
    *row = rows[i];
    return 1;
}
int invo_result_residual(const invo_result *r, int i, invo_ledger_row *row) {
    int found = invo_result_ledger(r, i, row);
    if (found)
        row->row.equation = row->row.where = NULL;
    return found;
}

static inline invo_model fake_model(void) {
    static const invo_coordinate coordinate[] = {{.name = "time", .nominal = 1},
                                                 {.name = "x", .nominal = 1}};
    static const double start[] = {0, 0.5};
    return (invo_model){{5, 4, 3, 2, 6, 1, 7},
                        {.coordinates = 2, .coordinate = coordinate, .start = start}};
}

const char *invo_model_name(const invo_model *m) {
    return (void)m, "Pendulum";
}
int invo_model_parameter(const invo_model *m, int i, invo_parameter *p) {
    static const invo_parameter list[] = {{"L", 2}, {"'g\xff'", NAN}};
    if (i < 2)
        *p = list[i];
    return (void)m, i < 2;
}
int invo_column_unit(const invo_model *m, const char *column, char *unit, size_t size) {
    return (void)m, snprintf(unit, size, "%s", strcmp(column, "x") == 0 ? "m" : "");
}
const char *invo_model_display_unit(const invo_model *m, const char *name) {
    return (void)m, strcmp(name, "x") == 0 ? "mm" : "";
}
const invo_structure *invo_model_structure(const invo_model *m) {
    return &m->structure;
}
const invo_system *invo_model_system(const invo_model *m) {
    return &m->system;
}
int invo_model_initial(const invo_model *m, int i, invo_initial *p) {
    if (i >= m->system.coordinates)
        return 0;
    *p = (invo_initial){
        m->system.coordinate[i].name, m->system.start[i], "moved", 0.25, i, i};
    return 1;
}
int invo_model_equation_offset(const invo_model *m, int i, invo_offset *c) {
    *c = (invo_offset){"x^2 + y^2 = L^2", 2, 1};
    return (void)m, i < 1;
}
int invo_model_unknown_offset(const invo_model *m, int i, invo_offset *d) {
    *d = (invo_offset){i ? "F" : "x", i ? 0 : 2, i - 1};
    return (void)m, i >= 0 && i < 2;
}
int invo_model_signature(const invo_model *m, int i, int j) {
    return (void)m, (void)i, j < 2 ? 2 * j : -1;
}
int invo_model_level(const invo_model *m, int i, invo_level *level) {
    *level = (invo_level){1, "x*v + y*w = 0"};
    return m && i == 0;
}

int invo_model_selected(const invo_model *m, int k, invo_selected *selected) {
    *selected = (invo_selected){k ? "v" : "x", k == 0, 0};
    return m && k < 2;
}

int invo_model_hidden(const invo_model *m, int i, invo_hidden *h) {
    *h = (invo_hidden){"2*x*der(x) = 0", "x^2 + y^2 = L^2", "pendulum.mo:12", 1};
    return (void)m, i < 1;
}
int invo_model_block(const invo_model *m, int i, invo_block_info *b) {
    *b = (invo_block_info){
        1 + 2 * i, i, "pendulum.mo:9", {1 + 2 * i, 1 + 2 * i, 3, 0.5, 2}};
    return (void)m, i < 2;
}
const invo_certificate *invo_model_certificate(const invo_model *m) {
    static const invo_certificate k = {{2, 4, 1, 0, 2}, 1, 1};
    return (void)m, &k;
}

#endif
