/* Why an integration could not go on, in words.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "solver.h"

static const char *row_text(const solver *v, int row, char *text, size_t size) {
    const invo_row *r = v->s->row && row >= 0 ? &v->s->row[row] : NULL;
    if (!r)
        snprintf(text, size, "constraint %d", row + 1);
    else if (*r->where)
        snprintf(text, size, "%s%.300s (%s)", r->level ? "a derivative of " : "", r->equation, r->where);
    else
        snprintf(text, size, "%s%.300s", r->level ? "a derivative of " : "", r->equation);
    return text;
}

static const char *top_name(const solver *v, int unknown) {
    for (int k = 0; unknown >= 0 && k < v->s->columns; k++)
        if (v->s->column[k].index == -1 - unknown) return v->s->column[k].name;
    return "the highest derivatives";
}

/* Text for the trouble of the last attempt. */
static void describe(const solver *v, char *text, size_t size) {
    char row[512];
    const retraction *r = &v->retraction;
    switch (v->trouble) {
    case INVO_E_RETRACTION:
        snprintf(text, size,
                 "the retraction stalled at a residual of %.3g after %d iterations, in %s", r->value,
                 r->tries, row_text(v, r->row, row, sizeof row));
        return;
    case INVO_E_DIRECTION:
        snprintf(text, size, "%s cannot be solved for: a block of the top equations is singular",
                 top_name(v, v->direction.unknown));
        return;
    case INVO_E_DOMAIN:
        snprintf(text, size, "%s has no finite value there",
                 v->direction.unknown >= 0 ? top_name(v, v->direction.unknown)
                                           : row_text(v, r->row, row, sizeof row));
        return;
    case INVO_E_CONSTRAINT:
        snprintf(text, size,
                 "the residual of %s is %.3g, %.3g units of round-off; the bound is %g",
                 row_text(v, v->bad_row, row, sizeof row), v->residual[v->bad_row], v->bad_units,
                 v->o.constraint_bound);
        return;
    default: snprintf(text, size, "the error estimate stays above the tolerance"); return;
    }
}

static const char *advice(const solver *v, int constant) {
    switch (v->trouble) {
    case INVO_E_CONSTRAINT: return "Try a larger --constraint-bound, or other units (nominal) in the model";
    case INVO_E_DIRECTION:
        return "The solution runs into a singular point; stop before it, or change the model there";
    case INVO_E_DOMAIN: return "Check the expression's domain there, or stop before";
    default: break;
    }
    return constant ? "Try a smaller --step" : "Try a smaller or larger --rtol, or another --method";
}

static const char *stopped_by(invo_status status) {
    switch (status) {
    case INVO_E_DIRECTION: return "singular";
    case INVO_E_CONSTRAINT: return "constraint";
    default: return "step-size";
    }
}

invo_status message_trouble(solver *v, double t, double h, int too_small) {
    char text[1024];
    invo_status status = v->trouble ? v->trouble : INVO_E_STEP;
    if (status == INVO_E_MEMORY) return status; /* said already */
    describe(v, text, sizeof text);
    v->result->stopped_by = stopped_by(status);
    if (h == 0)
        return report(v->context, status, t, "t = %.10g: at the start, %s. %s", t, text, advice(v, 1));
    if (too_small)
        return report(v->context, status, t, "t = %.10g: the step size fell to %.3g: %s. %s", t, h, text,
                      advice(v, 0));
    return report(v->context, status, t, "t = %.10g: with the step %.6g, %s. %s", t, h, text,
                  advice(v, 1));
}
