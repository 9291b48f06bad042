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
    if (job->from > 0)
        o->start = start + job->from * job->share * (stop - start);
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

invo_status outside_session_open(const outside_job *job, outside_session *s) {
    *s = (outside_session){.context = invo_context_new()};
    invo_options_init(&s->options);
    invo_status status = invo_model_parse(s->context, "mutant.mo", job->text,
                                          strlen(job->text), &s->model);
    if (!status)
        status = invo_model_options(s->model, &s->options);
    if (!status)
        status = run_set_options(s->context, job, &s->options);
    if (!status)
        status = run_set_values(s->model, job);
    return status;
}

invo_status outside_session_run(outside_session *s) {
    return invo_model_run(s->model, &s->options, &s->result);
}

void outside_session_end(outside_session *s) {
    invo_result_free(s->result);
    invo_model_free(s->model);
    invo_context_free(s->context);
}

void outside_run(const outside_job *job, outside_verdict *v) {
    outside_session s;
    memset(v, 0, sizeof *v);
    invo_status status = outside_session_open(job, &s);
    if (!status)
        status = outside_session_run(&s);
    v->exit_status = invo_status_exit(status);
    if (status) {
        snprintf(v->error, sizeof v->error, "%s", invo_context_error(s.context));
        snprintf(v->where, sizeof v->where, "%s", invo_context_where(s.context));
        v->time = invo_context_time(s.context);
    }
    if (!status && s.result) {
        run_first_line(s.context, s.result, s.model, v);
        run_check(job, s.result, v);
    }
    outside_session_end(&s);
}
