/* SPDX-License-Identifier: BSD-3-Clause */
#include "parts.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "../decompose/components.h"
#include "../cli/embedded.h"
#include "items.h"
#include "measure.h"
#include "../cli/say.h"

static const double SECONDS = 60; /* for the decomposition */

/* The components of the last line that split. */
static decomposition parts;
static char parts_of[ITEM_WORD]; /* the name of their model */

typedef struct split_model {
    invo_context *context;
    invo_model *model;
} split_model;

static invo_status open_model(split_model *s, const char *name) {
    const embedded_file *f = embedded_find("models", name, ".mo");
    if (!f) {
        say(stderr, "error: the gallery has no model '%s'\n", name);
        exit(EXIT_FAILURE);
    }
    s->context = invo_context_new();
    if (!s->context)
        return INVO_E_MEMORY;
    invo_status status =
        invo_model_parse(s->context, f->path, f->text, f->size, &s->model);
    return status ? status : invo_model_polynomials(s->model);
}

/* Splits and keeps the model of every component. */
static invo_status split_into_parts(split_model *s, const char *name) {
    components_free(&parts);
    parts = (decomposition){0};
    snprintf(parts_of, sizeof parts_of, "%s", name);
    invo_status status = open_model(s, name);
    if (!status)
        status = components_find(s->model, SECONDS, &parts);
    if (!status && !components_arrange(s->model, &parts))
        status = INVO_E_MEMORY;
    for (int k = 0; !status && k < parts.count; k++) {
        char path[2 * ITEM_WORD];
        char *text = NULL;
        const component *c = &parts.at[k];
        snprintf(path, sizeof path, "models/%s_%d.mo", name, k + 1);
        status = invo_model_replace(s->model, "", c->count,
                                    (const char *const *)c->generator, &text);
        if (!status && !embedded_add(path, text))
            status = INVO_E_MEMORY;
        free(text);
    }
    return status;
}

/* Runs the model of component k; 0: it does not reach its end. */
static int run_part(int k, const char *options, int length, FILE *out) {
    char text[2000];
    const component *c = &parts.at[k];
    snprintf(text, sizeof text, "%s_%d %.*s", parts_of, k + 1, length, options);
    measured m = measure_run(text, (int)strlen(text), NULL, NULL);
    int done = !m.status;
    fprintf(out, "    %s_%d: dimension %d, degree %d;", parts_of, k + 1, c->dimension,
            c->degree);
    for (int i = 0; i < c->count; i++)
        fprintf(out, " %s = 0,", c->generator[i]);
    fprintf(out, done ? " reaches the end\n" : " does not reach the end: %s\n",
            m.context ? invo_context_message(m.context) : "");
    measure_free(&m);
    return done;
}

/* Splits the constraints of a model and runs each component. Returns whether their
 * number is the expected one and each run reaches its end. */
int parts_split(const char *text, int length, FILE *out) {
    assert(length >= 0 && out);
    const char *at = text;
    const char *end = text + length;
    char name[ITEM_WORD], line[2000];
    split_model s = {NULL, NULL};
    item_word(&at, end, name, sizeof name);
    snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
    char *colon = strrchr(line, ':');
    int expected = colon ? atoi(colon + 1) : 0;
    invo_status status = split_into_parts(&s, name);
    int good = !status && parts.count == expected;
    if (status)
        fprintf(out, "    not split: %s\n",
                s.context ? invo_context_message(s.context) : "");
    else
        fprintf(out, "    %d components\n", parts.count);
    for (int k = 0; !status && k < parts.count; k++)
        good &= run_part(k, line, colon ? (int)(colon - line) : (int)strlen(line), out);
    invo_model_free(s.model);
    invo_context_free(s.context);
    return good;
}

static const component *part_of_name(const char *name) {
    size_t n = strlen(parts_of);
    if (strncmp(name, parts_of, n) != 0 || name[n] != '_')
        return NULL;
    int k = atoi(name + n + 1);
    return k >= 1 && k <= parts.count ? &parts.at[k - 1] : NULL;
}

int parts_compare(const char *text, int length, FILE *out) {
    const char *at = text;
    const char *end = text + length;
    char word[ITEM_WORD];
    item_word(&at, end, word, sizeof word);
    const component *c = part_of_name(word);
    int expected = 0;
    int found = 0;
    while (item_word(&at, end, word, sizeof word)) {
        if (strcmp(word, ":") == 0 || strcmp(word, ";") == 0)
            continue;
        expected++;
        for (int i = 0; c && i < c->count; i++)
            found += strcmp(word, c->generator[i]) == 0;
    }
    int good = c && found == expected && c->count == expected;
    fprintf(out, good ? "    the equations are those of the paper\n"
                      : "    the equations differ from those of the paper\n");
    return good;
}
