/* SPDX-License-Identifier: BSD-3-Clause */
/* Members run on the threads of one process: values as assignments, results as records.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sweep.h"

/* A member that is being run. */
typedef struct work_job {
    int count;
    char **text; /* [count] */
    int is_done; /* set by the thread that has run it */
    struct work_job *next;
} work_job;

/* What is done here, with the members that were handed out: those that an interruption
 * leaves unfinished are freed in the end. */
typedef struct work_bench {
    const sweep_work *work;
    work_job *jobs;
    int is_out_of_memory; /* a member was taken, and could not be run */
} work_bench;

static void job_free(work_job *j) {
    for (int k = 0; j && k < j->count; k++)
        free(j->text[k]);
    if (j)
        free(j->text);
    free(j);
}

static work_job *job_new(const members *m, long member) {
    work_job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->text = calloc((size_t)m->axes, sizeof *j->text);
    for (int k = 0; j->text && k < m->axes; k++) {
        j->text[k] = members_text(m, member, k);
        if (!j->text[k])
            break;
        j->count++;
    }
    if (j->count == m->axes)
        return j;
    job_free(j);
    return NULL;
}

/* Frees the members that are done, or all. */
static void bench_clear(work_bench *b, int all) {
    work_job **at = &b->jobs;
    while (*at) {
        work_job *j = *at;
        if (all || __atomic_load_n(&j->is_done, __ATOMIC_ACQUIRE)) {
            *at = j->next;
            job_free(j);
        } else {
            at = &j->next;
        }
    }
}

static int work_next(void *data, invo_member *m) {
    work_bench *b = data;
    const sweep_work *w = b->work;
    bench_clear(b, 0);
    const long number = w->pick(w->data);
    work_job *j = number >= 0 ? job_new(&w->sweep->members, number) : NULL;
    if (!j) {
        b->is_out_of_memory |= number >= 0;
        return 0;
    }
    j->next = b->jobs;
    b->jobs = j;
    *m = (invo_member){.number = number,
                       .data = j,
                       .assignments = j->count,
                       .assignment = (const char *const *)j->text};
    return 1;
}

/* --- results as records --- */

/* Which columns of a result are kept, and their names. */
typedef struct work_columns {
    int count;
    int *from;         /* [count]: place in a row, time being 0 */
    const char **name; /* [count] */
} work_columns;

static void work_columns_free(work_columns *c) {
    free(c->from);
    free(c->name);
}

static int work_keeps(const sweep *s, const char *extra, int column, const char *name) {
    const char *patterns = s->arguments->columns;
    return patterns ? invo_column_chosen(patterns, name) : !extra[column];
}

static int work_choose(const sweep *s, const invo_outcome *o, work_columns *c) {
    const int columns = invo_result_columns(o->result);
    const char **name = calloc((size_t)columns + 1, sizeof *name);
    char *extra = calloc((size_t)columns + 1, 1);
    *c = (work_columns){0, calloc((size_t)columns + 1, sizeof *c->from),
                        calloc((size_t)columns + 1, sizeof *c->name)};
    const int good = name && extra && c->from && c->name;
    for (int k = 0; good && k < columns; k++)
        name[k] = invo_result_column(o->result, k);
    if (good && columns > INVO_COLUMNS_ALL && o->model)
        invo_columns_extra(o->model, columns, name, extra);
    for (int k = 0; good && k < columns; k++)
        if (work_keeps(s, extra, k, name[k])) {
            c->from[c->count] = k + 1;
            c->name[c->count++] = name[k];
        }
    free(name);
    free(extra);
    return good;
}

/* The rows of a result, those that are kept of them; NULL: none, or no memory. */
static double *work_rows(const sweep *s, const invo_result *r, const work_columns *c,
                         int64_t *rows) {
    const int is_final = !s->arguments->rows;
    *rows = is_final ? invo_result_final(r) != NULL : invo_result_rows(r);
    const size_t width = (size_t)c->count + 1;
    double *value = *rows ? malloc(sizeof *value * width * (size_t)*rows) : NULL;
    for (int64_t i = 0; value && i < *rows; i++) {
        const double *row = is_final ? invo_result_final(r) : invo_result_row(r, (long)i);
        double *to = value + (size_t)i * width;
        to[0] = row[0];
        for (int k = 0; k < c->count; k++)
            to[k + 1] = row[c->from[k]];
    }
    return value;
}

/* Why a member ended before its stop time: "E_STEP: words"; "": it did not. */
static char *work_reason(const invo_outcome *o) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    if (o->status) {
        const char *where = invo_context_where(o->context);
        fprintf(out, "%s: %s%s%s", invo_status_code(o->status), where, *where ? ": " : "",
                invo_context_error(o->context));
    } else if (strcmp(invo_result_stopped_by(o->result), "stop-time") != 0) {
        fputs(invo_result_stopped_by(o->result), out);
    }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

static member_state work_state(const invo_outcome *o) {
    if (o->status)
        return MEMBER_FAILED;
    return strcmp(invo_result_status(o->result), "done") == 0 ? MEMBER_DONE
                                                              : MEMBER_STOPPED;
}

static void work_record(const sweep *s, const invo_outcome *o, record_bytes *columns,
                        record_bytes *member) {
    member_record m = {.number = o->member->number,
                       .state = (int32_t)work_state(o),
                       .status = (int32_t)o->status,
                       .t = invo_context_time(o->context)};
    work_columns chosen = {0};
    double *value = NULL;
    char *reason = work_reason(o);
    int good = reason != NULL;
    if (good && o->result && (good = work_choose(s, o, &chosen))) {
        *columns = record_of_columns(chosen.count, chosen.name, &m.columns);
        m.width = chosen.count + 1;
        value = work_rows(s, o->result, &chosen, &m.rows);
        good = columns->at && (value || !m.rows);
    }
    m.reason = reason;
    m.value = value;
    if (good)
        *member = record_of_member(&m);
    free(value);
    free(reason);
    work_columns_free(&chosen);
}

static void work_finished(void *data, invo_outcome *o) {
    const work_bench *b = data;
    const sweep_work *w = b->work;
    work_job *j = o->member->data;
    record_bytes columns = {0};
    record_bytes member = {0};
    work_record(w->sweep, o, &columns, &member);
    w->store(w->data, columns, member);
    __atomic_store_n(&j->is_done, 1, __ATOMIC_RELEASE);
}

static int work_is_stopped(void *data) {
    const work_bench *b = data;
    return sweep_is_stopped(b->work->sweep);
}

invo_status work_run(const sweep_work *w) {
    sweep *s = w->sweep;
    work_bench bench = {.work = w};
    const invo_ensemble e = {.options = &s->session.options,
                             .threads = s->threads,
                             .next = work_next,
                             .finished = work_finished,
                             .interrupt = work_is_stopped,
                             .data = &bench};
    invo_status status = invo_model_sweep(s->session.model, &e);
    bench_clear(&bench, 1);
    if (!status && bench.is_out_of_memory) {
        __atomic_store_n(&s->stop, 1, __ATOMIC_RELAXED); /* of all processes */
        status = INVO_E_MEMORY;
    }
    return status;
}
