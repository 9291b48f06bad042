/* SPDX-License-Identifier: BSD-3-Clause */
/* What run, analyze and check have in common: model, options, messages. */
#include "cli.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "embedded.h"
#include "limits.h"
#include "sandbox.h"
#include "say.h"

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

/* Reads the model from standard input and keeps its text, for the command that repeats
 * the run. */
static invo_status read_standard_input(session *s) {
    size_t size = 0;
    FILE *to = open_memstream(&s->text, &size);
    char block[4096];
    for (size_t n; to && (n = fread(block, 1, sizeof block, stdin)) > 0;)
        fwrite(block, 1, n, to);
    if (!to || fclose(to))
        return INVO_E_MEMORY;
    if (!ferror(stdin))
        return invo_model_parse(s->context, "stdin", s->text, size, &s->model);
    return invo_model_read(s->context, "-", &s->model); /* reports what is wrong */
}

/* Reads the model: a file, "-" for standard input, or, where there is no such file, the
 * name of a model of the gallery. */
static invo_status read_model(session *s) {
    const char *path = s->arguments->model;
    const int is_there = strcmp(path, "-") == 0 || access(path, F_OK) == 0;
    const embedded_file *f = is_there ? NULL : gallery_find(path);
    if (f) {
        session_note(s, "there is no file '%s'; this is the model of the gallery, %s",
                     path, f->path);
        return invo_model_parse(s->context, f->path, f->text, f->size, &s->model);
    }
    if (strcmp(path, "-") == 0)
        return read_standard_input(s);
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
    limits_begin(a);
    invo_context_interrupt(s->context, limits_ask, NULL);
    invo_status status = limits_give(a, s->context);
    if (!status)
        status = set_all(s, invo_options_init(&s->options));
    if (!status && a->sandbox)
        status = sandbox_begin(s);
    for (int i = 0; !status && i < a->library_count; i++)
        status = invo_context_library(s->context, a->library[i]);
    if (!status && a->chosen)
        status = invo_context_choose(s->context, a->chosen);
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

/* Adds to all that was passed on. */
static void session_keep(session *s, const char *text) {
    const size_t before = s->messages ? strlen(s->messages) : 0;
    char *longer = realloc(s->messages, before + strlen(text) + 1);
    if (!longer) {
        s->lacks_memory = 1;
        return;
    }
    strcpy(longer + before, text);
    s->messages = longer;
}

void session_note(session *s, const char *format, ...) {
    char text[2048];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (!s->arguments->quiet)
        say(stderr, "note: %s\n", text);
    session_keep(s, "note: ");
    session_keep(s, text);
    session_keep(s, "\n");
}

void session_add_file(session *s, const char *role, const char *path) {
    assert(s->info.files < SESSION_FILES);
    if (path && s->info.files < SESSION_FILES)
        s->file[s->info.files++] = (invo_run_file){role, path};
    s->info.file = s->file;
}

void session_say(session *s, invo_status status) {
    if (!s->context) {
        fprintf(stderr, "error: out of memory\n");
        return;
    }
    const char *message = invo_context_message(s->context);
    if (status && !*message)
        message = "error: out of memory\n";
    size_t before = s->said ? strlen(s->said) : 0;
    int goes_on = before && strncmp(message, s->said, before) == 0;
    const char *fresh = message + (goes_on ? before : 0);
    if (status || !s->arguments->quiet)
        fputs(fresh, stderr);
    session_keep(s, fresh);
    free(s->said);
    s->said = strdup(message);
}

void session_print(char *text) {
    if (text)
        fputs(text, stdout);
    free(text);
}

void session_print_failure(const char *code, const char *message) {
    assert(code && message);
    printf("{\n  \"model\": null,\n  \"status\": \"failed\",\n  \"error\": {\n"
           "    \"code\": \"%s\",\n    \"message\": ",
           code);
    say_quoted(message);
    printf(",\n    \"where\": \"\",\n    \"t\": null\n  }\n}\n");
}

invo_status session_json(session *s, char **text) {
    *text = NULL;
    if (!s->context)
        return INVO_E_MEMORY;
    s->info.messages = s->messages ? s->messages : "";
    return invo_run_json(s->context, s->result, s->model, s->command ? &s->info : NULL,
                         text);
}

invo_status session_print_json(session *s, invo_status failed) {
    char *text;
    if (!s->arguments->json)
        return INVO_OK;
    invo_status status = s->summary ? INVO_OK : session_json(s, &text);
    if (s->summary) {
        text = s->summary;
        s->summary = NULL;
    }
    const int has_text = text != NULL;
    session_print(text);
    if (has_text)
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
    status = limits_name(s->arguments, status);
    invo_result_free(s->result);
    invo_model_free(s->model);
    invo_context_free(s->context);
    free(s->said);
    free(s->messages);
    free(s->text);
    free(s->command);
    free(s->summary);
    return invo_status_exit(status);
}
