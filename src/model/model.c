/* SPDX-License-Identifier: BSD-3-Clause */
/* From a model's text to its system; values set from outside. */
#include "model.h"
#include <math.h>
#include <string.h>
#include "parser.h"
#include "translate.h"

static translation *translation_new(model *m, names *n, const ast_file *f) {
    translation *t = arena_alloc(m->system.arena, sizeof *t);
    symbol clock = {.kind = SYMBOL_TIME, .type = {TYPE_REAL, NULL}};
    int added;
    t->context = m->system.context;
    t->arena = m->system.arena;
    t->graph = m->system.graph;
    t->names = n;
    t->model = m;
    t->file = f;
    t->package = f->package;
    t->scope = scope_new(t->arena, NULL);
    clock.name = name_intern(n, "time", strlen("time"));
    scope_add(t->scope, clock, &added);
    return t;
}

/* Of several models the last one: those before it are what it is made of, or trials. */
static const ast_model *choose(invo_context *c, const ast_file *f, const source *text) {
    const ast_model *last = NULL;
    for (int i = 0; i < f->models.count; i++)
        if (!f->models.at[i]->partial) last = f->models.at[i];
    if (!last)
        fail(c, INVO_E_MODEL, (place){text, 1, 1, 1}, "there is no model in this file");
    if (f->models.count > 1)
        diagnose(c, SEVERITY_NOTE, INVO_OK, last->where,
                 "of %d models in this file the last one, '%.80s', is read",
                 f->models.count, last->name);
    return last;
}

static void translate(translation *t, const ast_file *f, const ast_model *m) {
    declare_types(t, f->types.count, f->types.at);
    declare_names(t, f->constants.count, f->constants.at);
    scope *global = t->scope;
    t->scope = scope_new(t->arena, global);
    declare_types(t, m->types.count, m->types.at);
    declare_names(t, m->declarations.count, m->declarations.at);
    scope *local = t->scope;
    define_constants(t);
    t->scope = global;
    define_names(t, f->constants.count, f->constants.at);
    t->scope = local;
    define_names(t, m->declarations.count, m->declarations.at);
    flatten_equations(t, &m->equations);
    annotation_of_model(t, &m->annotation);
}

model *model_parse(invo_context *c, arena *a, const source *text) {
    parser p;
    names *n = names_new(a);
    parser_init(&p, a, n, text);
    const ast_file *f = parse_file(&p);
    fail_if_errors(c);
    const ast_model *chosen = choose(c, f, text);
    model *m = arena_alloc(a, sizeof *m);
    m->system.context = c;
    m->system.arena = a;
    m->system.graph = graph_new(a);
    m->system.name = chosen->name;
    m->translation = translation_new(m, n, f);
    translate(m->translation, f, chosen);
    fail_if_errors(c);
    if (m->system.variables.count == 0)
        fail(c, INVO_E_MODEL, chosen->where,
             "the model '%.80s' has no unknowns; declare one with 'Real x;'",
             chosen->name);
    return m;
}

expr model_expression(model *m, const source *text) {
    translation *t = m->translation;
    parser p;
    parser_init(&p, t->arena, t->names, text);
    const ast *e = parse_only_expression(&p);
    fail_if_errors(t->context);
    value v = lower_expression(t, e);
    if (v.type.kind == TYPE_STRING)
        semantic_error(t, e->where, "expected a number or a condition, found a String");
    fail_if_errors(t->context);
    return v.e;
}

/* --- model_set --- */

static int same_word(const char *text, const char *word) {
    for (; *text && *word; text++, word++)
        if ((*text | 32) != *word) return 0;
    return *text == *word;
}

static int is_no_number(const char *text) {
    text += *text == '-' || *text == '+';
    return same_word(text, "nan") || same_word(text, "inf") ||
           same_word(text, "infinity");
}

/* What is wrong with a value is wrong with the argument, whatever stage finds it. */
static value read_value(translation *t, const char *assignment, const char *text) {
    source *s = arena_alloc(t->arena, sizeof *s);
    parser p;
    *s = (source){"value", arena_copy(t->arena, text, strlen(text)), strlen(text)};
    parser_init(&p, t->arena, t->names, s);
    const ast *e = parse_only_expression(&p);
    value v = bad_value(t);
    if (!t->context->errors) v = lower_expression(t, e);
    if (!t->context->errors) return v;
    t->context->status = INVO_E_ARGUMENT;
    fail(t->context, INVO_E_ARGUMENT, nowhere, "'%.200s' cannot be set", assignment);
}

static double number_value(translation *t, const symbol *s, const char *assignment,
                           const char *text) {
    double number = 0;
    if (is_no_number(text))
        fail(t->context, INVO_E_ARGUMENT, nowhere,
             "'%.200s': '%.80s' is not a finite number", assignment, text);
    value v = read_value(t, assignment, text);
    int fits = type_same(s->type, v.type) ||
               (s->type.kind == TYPE_REAL && v.type.kind == TYPE_INTEGER);
    if (!fits)
        fail(t->context, INVO_E_ARGUMENT, nowhere, "'%.200s': '%.80s' is %s, found %s",
             assignment, s->name, type_text(t->arena, s->type),
             type_text(t->arena, v.type));
    if (!value_is_constant(t, &v, &number))
        fail(t->context, INVO_E_ARGUMENT, nowhere, "'%.200s': the value must be constant",
             assignment);
    if (!isfinite(number))
        fail(t->context, INVO_E_ARGUMENT, nowhere,
             "'%.200s': the value must be finite, found %g", assignment, number);
    return number;
}

static symbol *settable(translation *t, const char *assignment, size_t size) {
    const char *name = name_intern(t->names, assignment, size);
    symbol *s = name_resolve(t, name);
    if (!s)
        fail(t->context, INVO_E_ARGUMENT, nowhere,
             "there is no parameter or variable '%.80s'%s", name, suggest_name(t, name));
    int final = s->kind == SYMBOL_PARAMETER &&
                t->model->system.parameters.at[s->index].kind == PARAMETER_CONSTANT;
    if (s->kind == SYMBOL_CONSTANT || final)
        fail(t->context, INVO_E_ARGUMENT, nowhere, "'%.80s' is %s and cannot be set",
             name, final ? "final" : "a constant");
    if (s->kind != SYMBOL_PARAMETER && s->kind != SYMBOL_INPUT &&
        s->kind != SYMBOL_VARIABLE)
        fail(t->context, INVO_E_ARGUMENT, nowhere,
             "'%.80s' is %s; only parameters, inputs and start "
             "values can be set",
             name, symbol_kind_text(s));
    return s;
}

static size_t trimmed(const char *text, size_t size) {
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t')) size--;
    return size;
}

void model_set(model *m, const char *assignment) {
    translation *t = m->translation;
    const char *begin = assignment + strspn(assignment, " \t");
    const char *equals = begin[0] == '\'' ? strchr(begin + 1, '\'') : begin;
    equals = equals ? strchr(equals, '=') : NULL;
    if (!equals || equals == begin)
        fail(t->context, INVO_E_ARGUMENT, nowhere, "expected name=value, found '%.200s'",
             assignment);
    symbol *s = settable(t, begin, trimmed(begin, (size_t)(equals - begin)));
    const char *text = equals + 1 + strspn(equals + 1, " \t");
    double number = number_value(t, s, assignment, text);
    if (s->kind == SYMBOL_VARIABLE) {
        m->system.variables.at[s->index].start = expr_number(t->graph, number);
    } else {
        m->system.parameters.at[s->index].is_set = 1;
        m->system.parameters.at[s->index].value = number;
    }
}
