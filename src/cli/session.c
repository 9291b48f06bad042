/* SPDX-License-Identifier: BSD-3-Clause */
/* What run, analyze and check have in common: model, options, messages. */
#include "cli.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "embedded.h"

/* --like first: it stands for others, which those that are given change. */
static invo_status set_all(session *s, invo_options *o) {
    invo_status status = INVO_OK;
    const arguments *a = s->arguments;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; !status && i < a->setting_count; i++)
            if (pass == (strcmp(a->settings[i].name, "like") != 0))
                status = invo_options_set(s->context, o, a->settings[i].name,
                                          a->settings[i].value);
    return status;
}

static invo_status assign_all(session *s) {
    invo_status status = INVO_OK;
    for (int i = 0; !status && i < s->arguments->assignment_count; i++) {
        status = invo_model_set(s->model, s->arguments->assignment[i]);
        if (!status)
            session_say(s, status);
    }
    return status;
}

/* Reads the model: a file, "-" for standard input, or, where there is no such file, the
 * name of a model of the gallery. */
static invo_status read_model(session *s) {
    const char *path = s->arguments->model;
    const int is_there = strcmp(path, "-") == 0 || access(path, F_OK) == 0;
    const embedded_file *f = is_there ? NULL : gallery_find(path);
    if (f) {
        if (!s->arguments->quiet)
            fprintf(stderr,
                    "note: there is no file '%s'; this is the model of the "
                    "gallery, %s\n",
                    path, f->path);
        return invo_model_parse(s->context, f->path, f->text, f->size, &s->model);
    }
    if (!is_there && !strpbrk(path, "./"))
        gallery_complain(path);
    return invo_model_read(s->context, path, &s->model);
}

/* Sets options twice: a bad command line is reported before the model is read, and its
 * annotations come between the defaults and the command line. */
invo_status session_open(session *s, const arguments *a) {
    *s = (session){.arguments = a, .context = invo_context_new()};
    if (!s->context)
        return INVO_E_MEMORY;
    invo_status status = set_all(s, invo_options_init(&s->options));
    if (!status)
        status = read_model(s);
    if (status)
        return status;
    session_say(s, status);
    if (a->with)
        status = invo_model_with(s->model, a->with);
    if (!status)
        status = invo_model_options(s->model, invo_options_init(&s->options));
    if (!status)
        status = set_all(s, &s->options);
    if (!status)
        status = assign_all(s);
    for (int i = 0; !status && i < a->section_count; i++)
        status = invo_model_section(s->model, a->section[i]);
    if (!status && a->input)
        status = invo_model_input(s->model, a->input);
    return status;
}

void session_say(session *s, invo_status status) {
    assert(s->context);
    if (!s->context) {
        fprintf(stderr, "error: out of memory\n");
        return;
    }
    const char *message = invo_context_message(s->context);
    if (status && !*message)
        message = "error: out of memory\n";
    size_t before = s->said ? strlen(s->said) : 0;
    int goes_on = before && strncmp(message, s->said, before) == 0;
    if (status || !s->arguments->quiet)
        fputs(message + (goes_on ? before : 0), stderr);
    free(s->said);
    s->said = strdup(message);
}

void session_print(char *text) {
    if (text)
        fputs(text, stdout);
    free(text);
}

/* Text as a string of JSON. */
static void print_quoted(const char *text) {
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            putchar('\\');
        if (c < ' ')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

void session_print_failure(const char *code, const char *message) {
    assert(code && message);
    printf("{\n  \"model\": null,\n  \"status\": \"failed\",\n  \"error\": {\n"
           "    \"code\": \"%s\",\n    \"message\": ",
           code);
    print_quoted(message);
    printf(",\n    \"where\": \"\",\n    \"t\": null\n  }\n}\n");
}

invo_status session_print_json(session *s, invo_status failed) {
    char *text = NULL;
    if (!s->arguments->json)
        return INVO_OK;
    invo_status status = s->context
                             ? invo_result_json(s->context, s->result, s->model, &text)
                             : INVO_E_MEMORY;
    session_print(text);
    if (text)
        putchar('\n');
    if (!status)
        return INVO_OK;
    const char *first = s->context ? invo_context_error(s->context) : "";
    session_print_failure(failed ? invo_status_code(failed) : "E_MEMORY",
                          *first ? first : "out of memory");
    session_say(s, status);
    return status;
}

int session_close(session *s, invo_status status) {
    invo_result_free(s->result);
    invo_model_free(s->model);
    invo_context_free(s->context);
    free(s->said);
    return invo_status_exit(status);
}
