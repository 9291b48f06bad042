/* SPDX-License-Identifier: BSD-3-Clause */
/* A run of a model with options as words. */
#ifndef TESTS_PAPER_RUN_H
#define TESTS_PAPER_RUN_H
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

typedef struct paper_run {
    invo_context *context;
    invo_model *model;
    invo_result *result;
    char words[1000]; /* values of options live here */
} paper_run;

static char *read_text(const char *name) {
    const char *root = getenv("INVOLUTE_SOURCE");
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", name);
    FILE *in = fopen(path, "r");
    char *text = calloc(1, 1 << 16);
    assert_non_null(in);
    assert_non_null(text);
    size_t n = fread(text, 1, (1 << 16) - 1, in);
    assert_true(n > 0);
    fclose(in);
    return text;
}

/* Writes `by` over the only `what` in text, which must have room for it. */
static void replace(char *text, const char *what, const char *by) {
    char *at = strstr(text, what);
    assert_non_null(at);
    memmove(at + strlen(by), at + strlen(what), strlen(at + strlen(what)) + 1);
    memcpy(at, by, strlen(by));
}

/* "name=value ..."; with=FILE takes annotations from there, set:NAME=VALUE sets NAME. */
static void take_options(paper_run *r, invo_options *o, const char *options) {
    char path[1000], *next = NULL;
    const char *root = getenv("INVOLUTE_SOURCE");
    snprintf(r->words, sizeof r->words, "%s", options);
    for (char *name = strtok_r(r->words, " ", &next); name;
         name = strtok_r(NULL, " ", &next)) {
        if (strncmp(name, "set:", 4) == 0) {
            assert_int_equal(invo_model_set(r->model, name + 4), INVO_OK);
            continue;
        }
        char *value = strchr(name, '=');
        assert_non_null(value);
        *value++ = 0;
        if (strcmp(name, "with") == 0) {
            snprintf(path, sizeof path, "%s/%s", root ? root : ".", value);
            assert_int_equal(invo_model_with(r->model, path), INVO_OK);
            assert_int_equal(invo_model_options(r->model, o), INVO_OK);
        } else if (invo_options_set(r->context, o, name, value))
            fail_msg("%s", invo_context_message(r->context));
    }
}

/* Reads, runs and expects it to reach its end. */
static paper_run *run_text(const char *text, const char *options) {
    paper_run *r = calloc(1, sizeof *r);
    invo_options o;
    assert_non_null(r);
    r->context = invo_context_new();
    if (invo_model_parse(r->context, "m.mo", text, strlen(text), &r->model))
        fail_msg("%s", invo_context_message(r->context));
    assert_int_equal(invo_model_options(r->model, invo_options_init(&o)), INVO_OK);
    take_options(r, &o, options);
    if (invo_model_run(r->model, &o, &r->result))
        fail_msg("%s: %s", options, invo_context_message(r->context));
    return r;
}

static void end_run(paper_run *r) {
    invo_result_free(r->result);
    invo_model_free(r->model);
    invo_context_free(r->context);
    free(r);
}

/* The largest residual of the run, in units of round-off, and as it is. */
static inline double worst_units(const paper_run *r, double *residual) {
    invo_ledger_row row;
    double units = 0;
    *residual = 0;
    for (int i = 0; invo_result_ledger(r->result, i, &row); i++) {
        if (row.row.kind == INVO_ROW_TOP)
            continue;
        units = fmax(units, row.scaled_max), *residual = fmax(*residual, row.max);
    }
    return units;
}

#endif
