/* SPDX-License-Identifier: BSD-3-Clause */
/* Verifies and certifies output rows: residuals in quadruple precision beside those of
 * the ledger, and a proof that an exact point of the manifold is near. A row that gives
 * way to another one has its place taken here as in the result. */
#include "inspect.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "../base/quad.h"
#include "run.h"

/* The ledger's residuals are rounded, by up to a unit. */
static const double LEDGER_ROUNDING = 1;

void inspect_lay_out(inspection *i, const invo_system *s, const plan *o, pool *p) {
    const size_t rows = o->verify ? (size_t)manifold_rows(s) : 0;
    i->exact = pool_doubles(p, rows);
    i->residual = pool_doubles(p, rows);
    i->unit = pool_doubles(p, rows);
}

invo_status inspect_check(invo_context *c, const invo_system *s, const plan *o) {
    const char *flag = o->certify ? "certify" : "verify";
    if (!o->verify && !o->certify)
        return INVO_OK;
    if (!QUAD_IS_THERE)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--%s needs quadruple precision, which this build does not have: "
                      "it comes with glibc 2.26 or later",
                      flag);
    if (!s->inspection.prove || !s->inspection.residuals || !s->ledger.rows)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "--%s needs the equations of a model: a system of functions in C "
                      "has none that can be read",
                      flag);
    return INVO_OK;
}

int inspect_is_asked(const run *v) {
    return v->o.verify || v->o.certify;
}

/* --- residuals --- */

static void note_row(run *v, int i) {
    const inspection *p = &v->inspect;
    verified_entry *e = &v->result->verified[v->ledger.of[i]];
    const double size = fabs(p->exact[i]);
    const double off = fabs(p->exact[i] - p->residual[i]);
    e->max = larger(e->max, size);
    if (size > 0)
        e->units = larger(e->units, size / p->unit[i]);
    if (off > 0)
        e->gap = larger(e->gap, off / p->unit[i]);
}

/* Rows behind the constraints have no residual where top unknowns are infinite. */
static invo_status verify_row(run *v, const double *u) {
    const invo_system *s = v->s;
    inspection *p = &v->inspect;
    const double *z = v->engine->direction.z;
    int rows = manifold_rows(s);
    TRY((invo_status)s->inspection.residuals(s->self, u, z, p->exact));
    s->ledger.rows(s->self, u, z, p->residual, p->unit);
    for (int j = 0; j < s->tops; j++)
        if (!isfinite(z[j]))
            rows = s->constraints;
    for (int i = 0; i < rows; i++)
        if (i >= s->constraints || !v->engine->retraction.active.left_out[i])
            note_row(v, i);
    v->result->verified_rows++;
    return INVO_OK;
}

/* --- proofs --- */

/* Room for the proof of the last row; NULL: out of memory. */
static row_proof *next_proof(run *v) {
    invo_result *r = v->result;
    assert(r->rows > 0);
    if (r->rows > r->proof_capacity) {
        const long capacity = 2 * r->rows + 64;
        row_proof *more = memory_alloc(v->context, sizeof *more * (size_t)capacity);
        if (!more)
            return NULL;
        if (r->proof)
            memcpy(more, r->proof, sizeof *more * (size_t)r->proof_capacity);
        free(r->proof);
        r->proof = more;
        r->proof_capacity = capacity;
    }
    return &r->proof[r->rows - 1];
}

static invo_status certify_row(run *v, const double *u) {
    const invo_system *s = v->s;
    row_proof *p = next_proof(v);
    if (!p)
        return INVO_E_MEMORY;
    p->t = u[0];
    return (invo_status)s->inspection.prove(
        s->self, u, v->engine->retraction.active.left_out, &p->proof);
}

invo_status inspect_skip(run *v) {
    if (!v->o.certify)
        return INVO_OK;
    row_proof *p = next_proof(v);
    if (!p)
        return INVO_E_MEMORY;
    p->t = *result_at(v->result, v->result->rows - 1);
    p->proof = (invo_proof){INVO_PROOF_SKIPPED, 0, 0, NAN, NAN, NAN};
    return INVO_OK;
}

invo_status inspect_row(run *v, const double *u) {
    if (!inspect_is_asked(v))
        return INVO_OK;
    const double began = cpu_seconds();
    if (v->o.verify)
        TRY(verify_row(v, u));
    const double verified = cpu_seconds();
    v->result->verify_seconds += verified - began;
    if (v->o.certify)
        TRY(certify_row(v, u));
    v->result->certificate.seconds += cpu_seconds() - verified;
    return INVO_OK;
}

/* --- the end --- */

/* Where fewer constraints are independent than elsewhere, the others are not implied. */
static void find_singular(invo_result *r) {
    int least = -1;
    for (long i = 0; i < r->rows; i++) {
        const invo_proof *p = &r->proof[i].proof;
        const int missing = p->rows - p->rank;
        if (p->verdict == INVO_PROOF_DONE && (least < 0 || missing < least))
            least = missing;
    }
    for (long i = 0; i < r->rows; i++) {
        invo_proof *p = &r->proof[i].proof;
        if (p->verdict == INVO_PROOF_DONE && p->rows - p->rank > least)
            p->verdict = INVO_PROOF_SINGULAR;
        if (p->verdict == INVO_PROOF_DONE && p->rows - p->rank > r->certificate.dependent)
            r->certificate.dependent = p->rows - p->rank;
    }
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void find_median(run *v) {
    invo_result *r = v->result;
    invo_certification *c = &r->certificate;
    double *ulps = memory_alloc(v->context, sizeof *ulps * (size_t)(r->rows + 1));
    long count = 0;
    if (!ulps)
        return;
    for (long i = 0; i < r->rows; i++)
        if (r->proof[i].proof.verdict == INVO_PROOF_DONE)
            ulps[count++] = r->proof[i].proof.ulps;
    qsort(ulps, (size_t)count, sizeof *ulps, compare_doubles);
    if (count)
        c->median_ulps = ulps[count / 2];
    free(ulps);
}

static void sum_up(run *v) {
    invo_result *r = v->result;
    invo_certification *c = &r->certificate;
    find_singular(r);
    c->rows = r->rows;
    c->median_ulps = NAN;
    for (long i = 0; i < r->rows; i++) {
        const invo_proof *p = &r->proof[i].proof;
        if (p->verdict != INVO_PROOF_DONE)
            continue;
        c->proved++;
        c->max_ulps = fmax(c->max_ulps, p->ulps);
        c->max_radius = fmax(c->max_radius, p->radius);
        c->max_condition = fmax(c->max_condition, p->condition);
    }
    find_median(v);
}

static void warn_of_proofs(const run *v) {
    const invo_result *r = v->result;
    const invo_certification *c = &r->certificate;
    if (c->proved == c->rows)
        return;
    for (long i = 0; i < r->rows; i++) {
        const row_proof *p = &r->proof[i];
        if (p->proof.verdict == INVO_PROOF_DONE)
            continue;
        char far[100] = "";
        if (p->proof.verdict == INVO_PROOF_FAR)
            snprintf(far, sizeof far, " (%.3g units, condition %.3g)", p->proof.ulps,
                     p->proof.condition);
        diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
                 "%ld of %ld output rows are not certified; the first at t = %.10g: %s%s",
                 c->rows - c->proved, c->rows, p->t, invo_proof_about(p->proof.verdict),
                 far);
        return;
    }
}

/* Reports the row of the ledger that is worst. */
static void warn_of_residuals(run *v) {
    invo_result *r = v->result;
    int worst = -1;
    for (int i = 0; i < r->ledger_rows; i++)
        if (!result_is_verified(r, i) &&
            (worst < 0 || r->verified[i].units > r->verified[worst].units))
            worst = i;
    if (worst < 0)
        return;
    const verified_entry *e = &r->verified[worst];
    const invo_ledger_row row = result_entry(r, worst);
    diagnose(v->context, SEVERITY_WARNING, INVO_OK, nowhere,
             "%s (%s) has a residual of %.3g in quadruple precision, %.3g units of "
             "round-off; the ledger is off by %.3g units there",
             row.row.equation ? row.row.equation : "a row", row.row.where, e->max,
             e->units, e->gap);
}

int result_is_verified(const invo_result *r, int i) {
    const ledger_entry *e = &r->ledger[i];
    const int has_bound = e->kind != INVO_ROW_REDUNDANT && !e->left_out;
    const double most = r->settings.constraint_bound + LEDGER_ROUNDING;
    if (!(r->verified[i].gap <= 2 * LEDGER_ROUNDING))
        return 0;
    return !has_bound || !(r->verified[i].units > most);
}

void inspect_close(run *v, invo_status status) {
    (void)status;
    if (v->o.verify)
        warn_of_residuals(v);
    if (!v->o.certify || !v->result->proof)
        return;
    sum_up(v);
    warn_of_proofs(v);
}
