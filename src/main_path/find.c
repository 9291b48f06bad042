/* SPDX-License-Identifier: BSD-3-Clause */
/* Conserved quantities of a model: it is completed, and its first mode searched. */
#include <assert.h>
#include <string.h>
#include "main_path.h"

typedef struct find_call {
    invo_model *m;
    const invo_search *s;
} find_call;

/* The end of the expression that begins here: a comma outside brackets, or the end. */
static const char *generator_end(const char *text) {
    int depth = 0;
    for (; *text && (*text != ',' || depth > 0); text++) {
        depth += *text == '(' || *text == '[' || *text == '{';
        depth -= *text == ')' || *text == ']' || *text == '}';
    }
    return text;
}

typedef LIST(expr) generator_texts;

static generator_texts read_generators(invo_model *m, const char *text) {
    arena *a = m->completed;
    generator_texts list = {0};
    while (*text) {
        const char *end = generator_end(text);
        source *own = arena_alloc(m->arena, sizeof *own);
        const char *word = arena_copy(m->arena, text, (size_t)(end - text));
        *own = (source){"generators", word, strlen(word), NULL};
        expr e = model_expression(m->model, own);
        LIST_PUSH(a, list, e);
        text = *end ? end + 1 : end;
    }
    return list;
}

static void find_run(invo_context *c, void *argument) {
    const find_call *call = argument;
    invo_model *m = call->m;
    (void)c;
    finder_request q = {.degree = call->s->degree};
    if (call->s->generators) {
        generator_texts list = read_generators(m, call->s->generators);
        q.given = list.count;
        q.generator = list.at;
    }
    m->finding = finder_search(m->lowered, m->completed, &q);
}

invo_status main_path_find(invo_model *m, const plan *p, const invo_search *s) {
    find_call call = {m, s};
    TRY(main_path_complete(m, p));
    return protect(m->context, find_run, &call);
}
