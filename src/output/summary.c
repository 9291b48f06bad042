/* SPDX-License-Identifier: BSD-3-Clause */
/* Summaries for people: what was found, how it was solved, how well the constraints hold.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "row.h"
#include "text.h"

enum { LEDGER_ROWS = 6, FINAL_VALUES = 20 };

/* Is there anything but equations for the highest derivatives? */
static int has_constraints(const invo_result *r) {
    invo_ledger_row row;
    for (int i = 0; invo_result_residual(r, i, &row); i++)
        if (row.row.kind != INVO_ROW_TOP)
            return 1;
    return 0;
}

/* Names the retraction that was used: the radial one may have failed every time. */
static void print_retraction(FILE *out, const invo_result *r) {
    const invo_options *s = invo_result_settings(r);
    const invo_statistics *t = invo_result_statistics(r);
    const int is_other =
        t->retraction_fallbacks > 0 && t->retraction_fallbacks >= t->retractions;
    if (!has_constraints(r)) {
        fprintf(out, "no constraints, direction %s", s->direction);
        return;
    }
    /* one of the steps, or of the stages */
    fprintf(out, "retraction %s at every %.5s%s, metric %s, direction %s",
            is_other ? "orthogonal" : s->retraction, s->project,
            is_other ? " (radial failed)" : "", s->metric, s->direction);
}

static void print_settings(FILE *out, const invo_result *r) {
    const invo_options *s = invo_result_settings(r);
    fprintf(out, "settings   method %s, ", s->method);
    if (isfinite(s->step))
        fprintf(out, "constant step %g\n", s->step);
    else
        fprintf(out, "rtol %g, atol %g, controller %s\n", s->rtol, s->atol,
                s->controller);
    fprintf(out, "           ");
    print_retraction(out, r);
    fprintf(out, "%s\n", isnan(invo_result_arclength(r)) ? "" : ", by arclength");
}

/* How many, and the last one. */
static void print_events(FILE *out, const invo_result *r) {
    invo_result_event_row event;
    long listed = 0;
    while (invo_result_event(r, listed, &event))
        listed++;
    if (listed == 0)
        return;
    invo_result_event(r, listed - 1, &event);
    fprintf(out, "events     %ld, the last at t = %.10g: %s\n",
            invo_result_statistics(r)->events, event.t, event.name);
}

static void print_sections(FILE *out, const invo_result *r) {
    invo_result_section_row row;
    for (int i = 0; invo_result_section(r, i, &row); i++)
        fprintf(out, "section    %s = 0 crossed %ld time%s\n", row.name, row.crossings,
                row.crossings == 1 ? "" : "s");
}

/* Prints what the run has cost; lines of zeros are left out. */
static void print_work(FILE *out, const invo_statistics *s) {
    fprintf(out,
            "work       %ld step%s, %ld rejected; %ld evaluations, %ld factorizations\n",
            s->steps, s->steps == 1 ? "" : "s", s->rejected, s->evaluations,
            s->factorizations);
    if (s->retractions && s->newton_iterations)
        fprintf(out,
                "           %ld retractions, Newton iterations %.2f on average, %ld at "
                "most\n",
                s->retractions, (double)s->newton_iterations / (double)s->retractions,
                s->newton_max);
    if (s->linear_iterations)
        fprintf(out, "           %ld iterations of linear solvers\n",
                s->linear_iterations);
    if (s->selector_changes)
        fprintf(out, "           %ld changes of the components that are solved for\n",
                s->selector_changes);
    if (s->retraction_fallbacks)
        fprintf(out,
                "           radial retraction failed %ld times (%ld at a fold); "
                "orthogonal was used instead\n",
                s->retraction_fallbacks, s->folds);
    if (s->omissions)
        fprintf(out,
                "           %ld retractions left out an invariant: dependent there, or "
                "too weak compared with round-off\n",
                s->omissions);
    fprintf(out, "           %.3g s to prepare, %.3g s to solve\n", s->prepare_seconds,
            s->solve_seconds);
}

static double scaled(const invo_ledger_row *row) {
    return isnan(row->scaled_max) ? INFINITY : row->scaled_max;
}

/* The worst rows first, equal ones in the order of the ledger. Returns how many of the
 * ledger's rows were kept in worst[LEDGER_ROWS], with their numbers; *rows is how many
 * there are. Only the texts of these are asked for. */
static int worst_rows(const invo_result *r, invo_ledger_row *worst, int *number,
                      int *rows) {
    assert(worst && rows);
    invo_ledger_row row;
    int kept = 0;
    for (*rows = 0; invo_result_residual(r, *rows, &row); ++*rows) {
        int k = kept < LEDGER_ROWS ? kept++ : LEDGER_ROWS;
        for (; k > 0 && scaled(&worst[k - 1]) < scaled(&row); k--)
            if (k < LEDGER_ROWS) {
                worst[k] = worst[k - 1];
                number[k] = number[k - 1];
            }
        if (k < LEDGER_ROWS) {
            worst[k] = row;
            number[k] = *rows;
        }
    }
    for (int k = 0; k < kept; k++)
        invo_result_ledger(r, number[k], &worst[k]);
    return kept;
}

static void print_ledger_row(FILE *out, const invo_ledger_row *row,
                             const invo_verified_row *verified, int equation, int where) {
    assert(equation > 0 && where > 0);
    fputs("  ", out);
    text_cut(out, row->row.equation ? row->row.equation : "", equation);
    fprintf(out, "  %-*s  %-9s  %5d  %8.1e  %6.2g", where,
            row->row.where ? row->row.where : "", row_kind_word(row->row.kind),
            row->row.level, row->max, row->scaled_max);
    if (verified)
        fprintf(out, "  %8.1e  %6.2g", verified->max, verified->units);
    if (!isnan(row->until))
        fprintf(out, "  until t = %.6g", row->until);
    fprintf(out, "%s\n", row->left_out ? "  left out" : "");
}

static void print_ledger(FILE *out, const invo_result *r) {
    invo_ledger_row worst[LEDGER_ROWS];
    int rows;
    int number[LEDGER_ROWS];
    int kept = worst_rows(r, worst, number, &rows);
    int equation = 8;
    int where = 5;
    if (!kept)
        return;
    for (int i = 0; i < kept; i++) {
        equation = text_widen(equation, worst[i].row.equation, EQUATION_WIDTH);
        where = text_widen(where, worst[i].row.where, 1000);
    }
    fprintf(out, "\nledger: largest residuals over the run, and in units of round-off\n");
    invo_verification v;
    const int is_verified = invo_result_verification(r, &v);
    fprintf(out, "  %-*s  %-*s  %-9s  %5s  %8s  %6s%s\n", equation, "equation", where,
            "where", "kind", "level", "max", "units",
            is_verified ? "  verified   units" : "");
    for (int i = 0; i < kept; i++) {
        invo_verified_row row;
        const int is_there = invo_result_verified(r, number[i], &row);
        print_ledger_row(out, &worst[i], is_there ? &row : NULL, equation, where);
    }
    if (rows > kept)
        fprintf(out, "  ... and %d row%s with smaller residuals\n", rows - kept,
                text_plural(rows - kept));
}

/* What quadruple precision has to say, with its cost. */
static void print_verification(FILE *out, const invo_result *r) {
    invo_verification v;
    if (!invo_result_verification(r, &v))
        return;
    fprintf(out,
            "\nverification: %ld rows in quadruple precision, largest residual %.2g "
            "units, ledger off by at most %.2g units; %.3g s\n",
            v.rows, v.units, v.gap, v.seconds);
}

static void print_certificate(FILE *out, const invo_result *r) {
    invo_certification c;
    if (!invo_result_certification(r, &c))
        return;
    fprintf(out,
            "\ncertificate: for %ld of %ld rows, an exact point of the constraints is "
            "proved to be near; %.3g s\n",
            c.proved, c.rows, c.seconds);
    if (c.proved)
        fprintf(
            out,
            "  radius: median %.2g, largest %.2g ulp (%.2g); largest condition %.2g\n",
            c.median_ulps, c.max_ulps, c.max_radius, c.max_condition);
    if (c.dependent)
        fprintf(out, "  %d constraint%s on the others, and %s no part of the proof\n",
                c.dependent, c.dependent == 1 ? " depends" : "s depend",
                c.dependent == 1 ? "is" : "are");
}

static void print_final(FILE *out, const invo_result *r) {
    const double *row = invo_result_final(r);
    int columns = invo_result_columns(r);
    int width = 4;
    int shown = columns > FINAL_VALUES ? FINAL_VALUES : columns;
    if (!row)
        return;
    for (int j = 0; j < shown; j++)
        width = text_widen(width, invo_result_column(r, j), 40);
    fprintf(out, "\nfinal values\n");
    fprintf(out, "  %-*s  % .15g\n", width, "time", row[0]);
    for (int j = 0; j < shown; j++)
        fprintf(out, "  %-*s  % .15g\n", width, invo_result_column(r, j), row[j + 1]);
    if (columns > shown)
        fprintf(out, "  ... and %d more\n", columns - shown);
}

/* The largest residual of the run, in units of round-off. */
static double summary_worst_units(const invo_result *r) {
    invo_ledger_row row;
    double worst = 0;
    for (int i = 0; invo_result_residual(r, i, &row); i++)
        worst = fmax(worst, scaled(&row));
    return worst;
}

/* Names the invariants that were left out and have drifted; returns how many did. */
static int print_drifts(FILE *out, const invo_result *r) {
    double bound = invo_result_settings(r)->constraint_bound;
    invo_ledger_row row;
    int drifts = 0;
    for (int i = 0; invo_result_residual(r, i, &row); i++) {
        if (!row.left_out || row.scaled_max <= bound)
            continue;
        invo_result_ledger(r, i, &row);
        const char *text = row.row.equation ? row.row.equation : "an invariant";
        fprintf(out, "; not enforced where dependent or critical: %.*s, residual %.2g",
                EQUATION_WIDTH, text, row.max);
        drifts++;
    }
    return drifts;
}

/* How many invariants that were found were dropped on the way. */
static int summary_dropped(const invo_result *r) {
    invo_ledger_row row;
    int count = 0;
    for (int i = 0; invo_result_residual(r, i, &row); i++)
        count += !isnan(row.until);
    return count;
}

/* What the status leaves out goes first. */
static void print_reservations(FILE *out, const invo_result *r, const char *name) {
    double since = invo_result_unsteady(r);
    int enforced = invo_result_enforced(r);
    int dropped = summary_dropped(r);
    if (enforced && isnan(since) && !dropped)
        return;
    fprintf(out, "%s: %s", name, invo_result_status(r));
    if (dropped)
        fprintf(out, "; conserved quantities that were found and dropped later: %d",
                dropped);
    if (!enforced && !print_drifts(out, r))
        fprintf(out, "; constraints not enforced, worst %.2g units",
                summary_worst_units(r));
    if (!isnan(since))
        fprintf(out, "; constant steps do not follow the solution from t = %.6g", since);
    fprintf(out, "\n");
}

static void print_result(FILE *out, const invo_result *r, const invo_model *m) {
    const double *row = invo_result_final(r);
    const invo_structure *s = m ? invo_model_structure(m) : NULL;
    const char *name = m ? invo_model_name(m) : "system";
    print_reservations(out, r, name);
    fprintf(out, "%s: %s", name, invo_result_status(r));
    if (row)
        fprintf(out, " at t = %.15g", row[0]);
    fprintf(out, " (%s)\n\n", invo_result_stopped_by(r));
    if (s)
        text_structure(out, s);
    print_settings(out, r);
    print_work(out, invo_result_statistics(r));
    print_events(out, r);
    print_sections(out, r);
    print_ledger(out, r);
    print_verification(out, r);
    print_certificate(out, r);
    print_final(out, r);
}

invo_status invo_result_summary(invo_context *c, const invo_result *r,
                                const invo_model *m, char **text) {
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (out)
        print_result(out, r, m);
    return text_end(c, out, text);
}
