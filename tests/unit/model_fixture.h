/* Reads models and expressions for tests. Include before cmocka, whose macro is called
 * fail, too. SPDX-License-Identifier: BSD-3-Clause */
#ifndef TESTS_MODEL_FIXTURE_H
#define TESTS_MODEL_FIXTURE_H
#include <stdlib.h>
#include <string.h>
#include "../../src/translate/model.h"

typedef struct fixture {
    invo_context *context;
    arena *arena;
    model *model;
    source text;            /* of the model */
    source expression;      /* for read_expression */
    const char *assignment; /* for set_value */
    expr result;
} fixture;

static inline void fixture_begin(fixture *f) {
    memset(f, 0, sizeof *f);
    f->context = invo_context_new();
}

static inline void fixture_end(fixture *f) {
    arena_free(f->arena);
    invo_context_free(f->context);
}

static inline void parse_body(invo_context *c, void *data) {
    fixture *f = data;
    f->arena = arena_new(c);
    f->model = model_parse(c, f->arena, &f->text, NULL, NULL);
}

static inline invo_status read_bytes(fixture *f, const char *text, size_t size) {
    arena_free(f->arena);
    f->arena = NULL, f->model = NULL;
    context_reset(f->context);
    f->text = (source){"model.mo", text, size, NULL};
    return protect(f->context, parse_body, f);
}

static inline invo_status read_model(fixture *f, const char *text) {
    return read_bytes(f, text, strlen(text));
}

static inline void expression_body(invo_context *c, void *data) {
    fixture *f = data;
    (void)c;
    f->result = model_expression(f->model, &f->expression);
}

/* The text must live as long as the fixture's arena. */
static inline invo_status read_expression(fixture *f, const char *text) {
    context_reset(f->context);
    f->expression = (source){"expression", text, strlen(text), NULL};
    f->result = NO_EXPR;
    return protect(f->context, expression_body, f);
}

static inline void set_body(invo_context *c, void *data) {
    fixture *f = data;
    (void)c;
    model_set(f->model, f->assignment);
}

static inline invo_status set_value(fixture *f, const char *assignment) {
    context_reset(f->context);
    f->assignment = assignment;
    return protect(f->context, set_body, f);
}

static inline const char *variable_name(void *data, int j, int order) {
    fixture *f = data;
    const char *name = f->model->system.variables.at[j].name;
    for (; order; order--)
        name = arena_print(f->arena, "der(%s)", name);
    return name;
}

static inline const char *parameter_name(void *data, int j) {
    return ((fixture *)data)->model->system.parameters.at[j].name;
}

static inline const char *print_expression(fixture *f, expr e) {
    expr_names with = {variable_name, parameter_name, f};
    return e == NO_EXPR ? "-" : expr_print(f->model->system.graph, e, &with);
}

#endif
