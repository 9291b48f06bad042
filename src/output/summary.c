/* SPDX-License-Identifier: BSD-3-Clause */
/* Summaries for people: what was found, how it was solved, how well the constraints hold.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/context.h"
#include "row.h"

enum { LEDGER_ROWS = 6, FINAL_VALUES = 20, HIDDEN_ROWS = 40, EQUATION_WIDTH = 44 };

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void print_structure(FILE *out, const invo_structure *s) {
    fprintf(out,
            "structure  %d equation%s, %d unknown%s; index %d, %d degree%s of freedom\n",
            s->equations, plural(s->equations), s->unknowns, plural(s->unknowns),
            s->index, s->dof, plural(s->dof));
    fprintf(out,
            "           %d coordinate%s with time, %d constraint%s, %d invariant%s\n",
            s->coordinates, plural(s->coordinates), s->constraints,
            plural(s->constraints), s->invariants, plural(s->invariants));
}

static void print_settings(FILE *out, const invo_options *s) {
    fprintf(out, "settings   method %s, ", s->method);
    if (isfinite(s->step))
        fprintf(out, "constant step %g\n", s->step);
    else
        fprintf(out, "rtol %g, atol %g, controller %s\n", s->rtol, s->atol,
                s->controller);
    fprintf(out, "           retraction %s at every %s, metric %s, direction %s\n",
            s->retraction, strcmp(s->project, "stages") ? "step" : "stage", s->metric,
            s->direction);
}

/* How many, and the last one. */
static void print_events(FILE *out, const invo_result *r) {
    invo_result_event_row event;
    long count = 0;
    while (invo_result_event(r, count, &event)) count++;
    if (count == 0) return;
    invo_result_event(r, count - 1, &event);
    fprintf(out, "events     %ld, the last at t = %.10g: %s\n", count, event.t,
            event.name);
}

static void print_work(FILE *out, const invo_statistics *s) {
    fprintf(out,
            "work       %ld step%s, %ld rejected; %ld evaluations, %ld factorizations\n",
            s->steps, s->steps == 1 ? "" : "s", s->rejected, s->evaluations,
            s->factorizations);
    if (s->retractions)
        fprintf(out,
                "           %ld retractions, Newton iterations %.2f on average, %ld at "
                "most\n",
                s->retractions, (double)s->newton_iterations / (double)s->retractions,
                s->newton_max);
    fprintf(out, "           %.3g s to prepare, %.3g s to solve\n", s->prepare_seconds,
            s->solve_seconds);
}

/* The column width that shows every text up to `most` characters. */
static int widen(int width, const char *text, int most) {
    int n = (int)strlen(text ? text : "");
    return n <= width ? width : n < most ? n : most;
}

static void print_cut(FILE *out, const char *text, int width) {
    int n = (int)strlen(text);
    if (n > width)
        fprintf(out, "%.*s...", width - 3, text);
    else
        fprintf(out, "%-*s", width, text);
}

static double scaled(const invo_ledger_row *row) {
    return isnan(row->scaled_max) ? INFINITY : row->scaled_max;
}

/* The worst rows first, equal ones in the order of the ledger. Returns how many of the
 * ledger's rows were kept in worst[LEDGER_ROWS]; *rows is how many there are. */
static int worst_rows(const invo_result *r, invo_ledger_row *worst, int *rows) {
    invo_ledger_row row;
    int kept = 0;
    for (*rows = 0; invo_result_ledger(r, *rows, &row); ++*rows) {
        int k = kept < LEDGER_ROWS ? kept++ : LEDGER_ROWS;
        for (; k > 0 && scaled(&worst[k - 1]) < scaled(&row); k--)
            if (k < LEDGER_ROWS) worst[k] = worst[k - 1];
        if (k < LEDGER_ROWS) worst[k] = row;
    }
    return kept;
}

static void print_ledger_row(FILE *out, const invo_ledger_row *row, int equation,
                             int where) {
    fputs("  ", out);
    print_cut(out, row->row.equation ? row->row.equation : "", equation);
    fprintf(out, "  %-*s  %-9s  %5d  %8.1e  %6.2g%s\n", where,
            row->row.where ? row->row.where : "", row_kind_word(row->row.kind),
            row->row.level, row->max, row->scaled_max, row->left_out ? "  left out" : "");
}

static void print_ledger(FILE *out, const invo_result *r) {
    invo_ledger_row worst[LEDGER_ROWS];
    int rows, kept = worst_rows(r, worst, &rows), equation = 8, where = 5;
    if (!kept) return;
    for (int i = 0; i < kept; i++) {
        equation = widen(equation, worst[i].row.equation, EQUATION_WIDTH);
        where = widen(where, worst[i].row.where, 1000);
    }
    fprintf(out, "\nledger: largest residuals over the run, and in units of round-off\n");
    fprintf(out, "  %-*s  %-*s  %-9s  %5s  %8s  %6s\n", equation, "equation", where,
            "where", "kind", "level", "max", "units");
    for (int i = 0; i < kept; i++) print_ledger_row(out, &worst[i], equation, where);
    if (rows > kept)
        fprintf(out, "  ... and %d row%s with less\n", rows - kept, plural(rows - kept));
}

static void print_final(FILE *out, const invo_result *r) {
    const double *row = invo_result_final(r);
    int columns = invo_result_columns(r), width = 4;
    int shown = columns > FINAL_VALUES ? FINAL_VALUES : columns;
    if (!row) return;
    for (int j = 0; j < shown; j++) width = widen(width, invo_result_column(r, j), 40);
    fprintf(out, "\nfinal values\n");
    fprintf(out, "  %-*s  % .15g\n", width, "time", row[0]);
    for (int j = 0; j < shown; j++)
        fprintf(out, "  %-*s  % .15g\n", width, invo_result_column(r, j), row[j + 1]);
    if (columns > shown) fprintf(out, "  ... and %d more\n", columns - shown);
}

static invo_status end_text(invo_context *c, FILE *out, char **text) {
    int failed = !out || ferror(out);
    if (out && fclose(out)) failed = 1;
    if (!failed) return INVO_OK;
    free(*text);
    *text = NULL;
    return report(c, INVO_E_MEMORY, NAN, "out of memory for the summary");
}

static void print_result(FILE *out, const invo_result *r, const invo_model *m) {
    const double *row = invo_result_final(r);
    const invo_structure *s = m ? invo_model_structure(m) : NULL;
    fprintf(out, "%s: %s", m ? invo_model_name(m) : "system", invo_result_status(r));
    if (row) fprintf(out, " at t = %.15g", row[0]);
    fprintf(out, " (%s)\n\n", invo_result_stopped_by(r));
    if (s) print_structure(out, s);
    print_settings(out, invo_result_settings(r));
    print_work(out, invo_result_statistics(r));
    print_events(out, r);
    print_ledger(out, r);
    print_final(out, r);
}

invo_status invo_result_summary(invo_context *c, const invo_result *r,
                                const invo_model *m, char **text) {
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (out) print_result(out, r, m);
    return end_text(c, out, text);
}

typedef int offset_reader(const invo_model *m, int i, invo_offset *offset);

static void print_offsets(FILE *out, const invo_model *m, const char *title,
                          offset_reader *read) {
    invo_offset offset;
    int width = 0;
    for (int i = 0; read(m, i, &offset); i++)
        width = widen(width, offset.name, EQUATION_WIDTH);
    fprintf(out, "\n%s\n", title);
    for (int i = 0; read(m, i, &offset); i++) {
        fputs("  ", out);
        print_cut(out, offset.name ? offset.name : "", width);
        fprintf(out, "  %d\n", offset.offset);
    }
}

static void print_hidden(FILE *out, const invo_model *m) {
    const char *equation;
    int i = 0;
    if (!invo_model_hidden(m, 0)) return;
    fprintf(out, "\nhidden constraints\n");
    for (; i < HIDDEN_ROWS && (equation = invo_model_hidden(m, i)); i++)
        fprintf(out, "  %s\n", equation);
    if (i == HIDDEN_ROWS && invo_model_hidden(m, i))
        fprintf(out, "  ... and more; --json lists all\n");
}

static void print_blocks(FILE *out, const invo_model *m) {
    int size = invo_model_block(m, 0);
    if (!size) return;
    fprintf(out, "           top equations in blocks of");
    for (int i = 0; (size = invo_model_block(m, i)); i++) {
        int again = 1;
        while (invo_model_block(m, i + 1) == size) i++, again++;
        fprintf(out, again > 1 ? " %d (%d times)" : " %d", size, again);
    }
    fprintf(out, "\n");
}

static void print_point(FILE *out, const invo_model *m) {
    int width = 4;
    const char *name;
    double value;
    for (int i = 0; invo_model_initial(m, i, &name, &value); i++)
        width = widen(width, name, 40);
    fprintf(out, "\ninitial point\n");
    for (int i = 0; invo_model_initial(m, i, &name, &value); i++)
        fprintf(out, "  %-*s  % .15g\n", width, name, value);
}

invo_status invo_model_summary(invo_context *c, const invo_model *m, char **text) {
    size_t size;
    *text = NULL;
    FILE *out = open_memstream(text, &size);
    if (out) {
        fprintf(out, "%s\n\n", invo_model_name(m));
        print_structure(out, invo_model_structure(m));
        print_blocks(out, m);
        print_offsets(out, m, "how often each equation is differentiated",
                      invo_model_equation_offset);
        print_offsets(out, m, "highest derivative of each unknown",
                      invo_model_unknown_offset);
        print_hidden(out, m);
        print_point(out, m);
    }
    return end_text(c, out, text);
}
