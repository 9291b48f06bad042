/* SPDX-License-Identifier: BSD-3-Clause */
/* Involute through its C API. A model is read and completed once; every run integrates it
 * again, and the processor time of the integration is the library's own figure. */
#include <involute.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program.h"

enum { MODELS = 32, NAME = 256, LONGEST_MODEL = 65536 };

typedef struct loaded {
    const problem *p;
    invo_context *context;
    invo_model *model;
    char path[NAME];
} loaded;

static loaded models[MODELS];
static const char *folder_of_models = ".";

void involute_write_into(const char *folder) {
    folder_of_models = folder;
}

static char *file_text(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = calloc(1, LONGEST_MODEL);
    if (!in || !text || !fread(text, 1, LONGEST_MODEL - 1, in)) {
        fprintf(stderr, "speed: %s cannot be read\n", path);
        exit(1);
    }
    fclose(in);
    return text;
}

/* bench/Chain.mo with another number of particles, beside the other results. */
static void write_chain(const problem *p, char *path) {
    char *text = file_text(p->model), *size = strstr(text, "n = 500;");
    snprintf(path, NAME, "%s/Chain%d.mo", folder_of_models, p->links);
    FILE *out = fopen(path, "w");
    if (!out || !size) {
        fprintf(stderr, "speed: %s cannot be written\n", path);
        exit(1);
    }
    fprintf(out, "%.*sn = %d;%s", (int)(size - text), text, p->links,
            size + strlen("n = 500;"));
    fclose(out);
    free(text);
}

static void fail_with(const invo_context *c) {
    fputs(c ? invo_context_message(c) : "out of memory", stderr);
    exit(1);
}

static loaded *load(const problem *p) {
    loaded *m = models;
    while (m->p && m->p != p)
        m++;
    if (m->p)
        return m;
    m->p = p;
    if (p->links)
        write_chain(p, m->path);
    else
        snprintf(m->path, NAME, "%s", p->model);
    m->context = invo_context_new();
    if (!m->context || invo_model_read(m->context, m->path, &m->model))
        fail_with(m->context);
    return m;
}

const char *involute_model_file(const problem *p) {
    return load(p)->path;
}

static double column_value(const invo_result *r, const double *row, const char *name) {
    for (int j = 0; j < invo_result_columns(r); j++)
        if (!strcmp(invo_result_column(r, j), name))
            return row[j + 1];
    return NAN;
}

static void take_state(const problem *p, const invo_result *r, const double *row,
                       double *u) {
    for (int i = 0; i < problem_outputs(p); i++) {
        char name[64];
        if (p->compared && !p->compared(p, i))
            continue;
        p->column(p, i, name);
        u[i] = column_value(r, row, name);
    }
}

/* *r: NULL where the run failed. */
static void run_with(const problem *p, const char *method, double tolerance, int rows,
                     invo_result **r, outcome *o) {
    loaded *m = load(p);
    invo_options options;
    invo_model_options(m->model, invo_options_init(&options));
    options.method = method;
    options.rtol = tolerance;
    options.stop = p->stop;
    options.points = rows;
    options.event_rows = "no";
    *r = NULL;
    if (invo_model_run(m->model, &options, r)) {
        invo_result_free(*r);
        *r = NULL;
        return;
    }
    const invo_statistics *s = invo_result_statistics(*r);
    o->cpu = s->solve_cpu_seconds;
    o->steps = s->steps;
    o->rejected = s->rejected;
}

static int involute_run(const problem *p, const char *method, double tolerance, double *u,
                        outcome *o) {
    invo_result *r;
    run_with(p, method, tolerance, 1, &r, o);
    if (!r)
        return 1;
    take_state(p, r, invo_result_final(r), u);
    invo_result_free(r);
    return 0;
}

int involute_rows(const problem *p, double tolerance, int count, double *u, outcome *o) {
    invo_result *r;
    run_with(p, "auto", tolerance, count, &r, o);
    const int failed = !r || invo_result_rows(r) != count + 1; /* the start is one, too */
    for (int k = 0; u && !failed && k < count; k++)
        take_state(p, r, invo_result_row(r, k + 1), u + (size_t)k * (size_t)p->n);
    invo_result_free(r);
    return failed;
}

static int involute_applies(const problem *p) {
    return p->model != NULL;
}

static int run_auto(const problem *p, double tolerance, double *u, outcome *o) {
    return involute_run(p, "auto", tolerance, u, o);
}

static int taylor_applies(const problem *p) {
    return !p->stiff && p->n <= 200;
}

static int run_taylor(const problem *p, double tolerance, double *u, outcome *o) {
    return involute_run(p, "taylor", tolerance, u, o);
}

static int radau_applies(const problem *p) {
    return p->stiff;
}

static int run_radau(const problem *p, double tolerance, double *u, outcome *o) {
    return involute_run(p, "radau", tolerance, u, o);
}

const program involute_auto = {"involute", "Involute, auto", involute_applies, run_auto};
const program involute_taylor = {"taylor", "Involute, taylor", taylor_applies,
                                 run_taylor};
const program involute_radau = {"radau", "Involute, radau", radau_applies, run_radau};
