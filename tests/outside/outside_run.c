/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include "outside_run.h"

/* Units of its own bound that a row may be off. */
static const double BOUND = 4;

static invo_status run_set_options(invo_context *c, const outside_job *job,
                                   invo_options *o) {
    invo_status status = INVO_OK;
    for (int i = 0; i < job->options && !status; i++)
        status = invo_options_set(c, o, job->option[i].name, job->option[i].value);
    double start = isnan(o->start) ? 0 : o->start, stop = isnan(o->stop) ? 1 : o->stop;
    if (job->share < 1) {
        o->start = start;
        o->stop = start + job->share * (stop - start);
    }
    if (job->step_share > 0)
        o->step = job->step_share * fabs(o->stop - o->start);
    return status;
}

static invo_status run_set_values(invo_model *m, const outside_job *job) {
    invo_status status = INVO_OK;
    for (int i = 0; i < job->settings && !status; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s=%.17g", job->setting[i].name,
                 job->setting[i].value);
        status = invo_model_set(m, text);
    }
    return status;
}

/* Whether the ledger and the summary's first line both name what was left out, and the
 * ledger's residual is no smaller than the drift that was found. */
static int run_says_left_out(const invo_result *r, const outside_model *m,
                             const outside_finding *f, const char *first_line) {
    char name[200];
    int length = 0;
    while (length < 190 && (m->text[f->begin + length] == '_' ||
                            strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789",
                                   m->text[f->begin + length])))
        length++;
    snprintf(name, sizeof name, "%.*s", length, m->text + f->begin);
    if (!strstr(first_line, name))
        return 0;
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r, i, &row); i++) {
        int same = row.row.equation &&
                   strncmp(row.row.equation, name, (size_t)length) == 0 &&
                   row.row.equation[length] == ' ';
        if (same && row.left_out && row.max >= 0.5 * (double)fabsl(f->residual))
            return 1;
    }
    return 0;
}

static void run_excuse(const invo_result *r, const outside_model *m, outside_verdict *v) {
    int kept = 0;
    if (strstr(v->first_line, "not enforced")) {
        v->lifted = v->report.findings > 0;
        v->report.findings = 0;
    }
    for (int i = 0; i < v->report.findings; i++) {
        outside_finding *f = &v->report.finding[i];
        if (f->kind == OUTSIDE_INVARIANT && run_says_left_out(r, m, f, v->first_line))
            v->left_out++;
        else if (f->inherited <= (long double)BOUND)
            v->lost++;
        else
            v->report.finding[kept++] = *f;
    }
    v->report.findings = kept;
}

static void run_check(const outside_job *job, const invo_result *r, outside_verdict *v) {
    int columns = invo_result_columns(r);
    long rows = invo_result_rows(r);
    const char **column = calloc((size_t)columns + 1, sizeof *column);
    const double **row = calloc((size_t)rows + 1, sizeof *row);
    outside_model *m = outside_read(job->text, strlen(job->text));
    for (int j = 0; j < columns; j++)
        column[j] = invo_result_column(r, j);
    for (long i = 0; i < rows; i++)
        row[i] = invo_result_row(r, i);
    outside_rows all = {columns, column, rows, row};
    if (m->message[0]) {
        snprintf(v->not_read, sizeof v->not_read, "%s", m->message);
    } else {
        outside_check(m, &all, job->settings, job->setting, BOUND, &v->report);
        snprintf(v->not_read, sizeof v->not_read, "%s", v->report.message);
        run_excuse(r, m, v);
    }
    outside_model_free(m);
    free(row);
    free(column);
}

static void run_first_line(invo_context *c, const invo_result *r, const invo_model *m,
                           outside_verdict *v) {
    char *summary = NULL;
    if (invo_result_summary(c, r, m, &summary) || !summary)
        return;
    snprintf(v->first_line, sizeof v->first_line, "%.*s", (int)strcspn(summary, "\n"),
             summary);
    free(summary);
}

void outside_run(const outside_job *job, outside_verdict *v) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    memset(v, 0, sizeof *v);
    invo_options_init(&o);
    invo_status status =
        invo_model_parse(c, "mutant.mo", job->text, strlen(job->text), &m);
    if (!status)
        status = invo_model_options(m, &o);
    if (!status)
        status = run_set_options(c, job, &o);
    if (!status)
        status = run_set_values(m, job);
    if (!status)
        status = invo_model_run(m, &o, &r);
    v->exit_status = invo_status_exit(status);
    if (status)
        snprintf(v->error, sizeof v->error, "%s", invo_context_error(c));
    if (!status && r) {
        run_first_line(c, r, m, v);
        run_check(job, r, v);
    }
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}
