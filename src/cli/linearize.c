/* SPDX-License-Identifier: BSD-3-Clause */
/* involute linearize and involute steady: a model to first order, and where it rests. */
#include "cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints what was found as JSON or as text. */
static void print_found(const session *s, char *text) {
    session_print(text);
    if (text && s->arguments->json)
        putchar('\n');
}

static invo_status print_linear(session *s, const invo_linear *l) {
    char *text = NULL;
    invo_status status = INVO_OK;
    if (s->arguments->json)
        status = invo_linear_json(s->context, l, s->model, &text);
    else if (!s->arguments->quiet)
        status = invo_linear_summary(s->context, l, s->model, &text);
    print_found(s, text);
    return status;
}

static invo_status print_steady(session *s, const invo_steady *steady) {
    char *text = NULL;
    invo_status status = INVO_OK;
    if (s->arguments->json)
        status = invo_steady_json(s->context, steady, s->model, &text);
    else if (!s->arguments->quiet)
        status = invo_steady_summary(s->context, steady, s->model, &text);
    print_found(s, text);
    return status;
}

/* Reads --at: a word, or a time. Returns 0 where it is neither. */
static int read_at(const char *text, invo_at *at, double *t) {
    char *end;
    *t = NAN;
    *at = INVO_AT_START;
    if (!text || strcmp(text, "start") == 0)
        return 1;
    *at = INVO_AT_POINT;
    if (strcmp(text, "point") == 0)
        return 1;
    *at = INVO_AT_STEADY;
    if (strcmp(text, "steady") == 0)
        return 1;
    *at = INVO_AT_TIME;
    *t = strtod(text, &end);
    return end != text && !*end && isfinite(*t);
}

static int linearize_end(session *s, invo_status status) {
    session_say(s, status);
    if (status)
        session_print_json(s, status);
    return session_close(s, status);
}

int linearize_command(const arguments *a) {
    session s;
    invo_linear *l = NULL;
    invo_at at;
    double t;
    if (!read_at(a->at, &at, &t))
        return arguments_complain(
            a, "--at takes start, point, steady or a time, found '%s'", a->at);
    invo_status status = session_open(&s, a);
    if (!status && (at == INVO_AT_START || at == INVO_AT_POINT))
        idle_note_place(&s, at == INVO_AT_START ? "start" : "point");
    if (!status)
        status = invo_model_linearize(s.model, &s.options, at, t, a->outputs, &l);
    if (!status)
        session_say(&s, status);
    if (!status)
        status = print_linear(&s, l);
    invo_linear_free(l);
    return linearize_end(&s, status);
}

int steady_command(const arguments *a) {
    session s;
    invo_steady *steady = NULL;
    invo_status status = session_open(&s, a);
    if (!status)
        status = invo_model_steady(s.model, &s.options, &steady);
    if (!status)
        session_say(&s, status);
    if (!status)
        status = print_steady(&s, steady);
    invo_steady_free(steady);
    return linearize_end(&s, status);
}
