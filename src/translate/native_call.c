/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of external functions by the names that they have in C (expr/native.def). */
#include "translate.h"
#include "../expr/native.h"
#include <assert.h>
#include <string.h>

const native *native_of(translation *t, const ast_class *c) {
    const ast *call = c->external_call;
    if (call)
        return call->kind == AST_CALL ? native_find(call->text) : NULL;
    const char *dot = name_last_dot(c->name);
    const char *name = dot ? dot + 1 : c->name;
    size_t length = strlen(name);
    if (*name == '\'' && length > 2)
        name = arena_copy(t->arena, name + 1, length - 2);
    return native_find(name);
}

/* The elements that go in and come out, in the order of the call. */
typedef struct native_elements {
    LIST(expr) in;
    LIST(expr *) out;
    value level; /* of all inputs together */
} native_elements;

static void add_native_symbol(translation *t, symbol *s, native_elements *to) {
    for (int k = 0; k < s->count; k++)
        if (s->declaration->input)
            LIST_PUSH(t->arena, to->in, s->element[k]);
        else
            LIST_PUSH(t->arena, to->out, &s->element[k]);
    if (s->declaration->input && s->level >= to->level.level) {
        to->level.level = s->level;
        to->level.changing = s->changing;
    }
}

static void add_native_name(translation *t, const ast *e, const scope *inside,
                            native_elements *to) {
    symbol *s = e->kind == AST_NAME ? scope_find_here(inside, e->text) : NULL;
    if (s && s->element && s->declaration)
        add_native_symbol(t, s, to);
    else
        semantic_error(t, e->where,
                       "the arguments of this external function must be its inputs and "
                       "outputs, found '%.80s'",
                       ast_text(t, e));
}

/* Without a call as written: the inputs in their order, then the outputs. */
static void add_all_names(translation *t, const ast_class *c, const scope *inside,
                          native_elements *to) {
    LIST_EACH(const ast_declaration, d, c->declarations) {
        symbol *s = scope_find_here(inside, d->name);
        if (s && (d->input || d->output))
            add_native_symbol(t, s, to);
    }
}

void run_native(translation *t, const ast *e, const ast_class *c, const scope *inside) {
    const native *n = native_of(t, c);
    native_elements list = {.level = {.level = LEVEL_CONSTANT}};
    int errors = error_count(t);
    if (!c->external_call)
        add_all_names(t, c, inside, &list);
    for (int i = 0; c->external_call && i < c->external_call->args.count; i++)
        add_native_name(t, ast_arg(c->external_call, i), inside, &list);
    if (c->external_result)
        add_native_name(t, c->external_result, inside, &list);
    if (error_count(t) > errors)
        return;
    if (list.in.count != n->inputs || list.out.count != n->outputs) {
        semantic_error(t, e->where,
                       "the external function '%.80s' takes %d numbers and gives %d, but "
                       "'%.80s' has %d and %d",
                       n->name, n->inputs, n->outputs, c->name, list.in.count,
                       list.out.count);
        return;
    }
    expr *output = NEW_ARRAY(t, expr, n->outputs);
    native_call(t->graph, n, list.in.at, output);
    for (int i = 0; i < n->outputs; i++)
        *list.out.at[i] = present(t, output[i]);
    LIST_EACH(const ast_declaration, d, c->declarations) {
        symbol *s = d->output ? scope_find_here(inside, d->name) : NULL;
        if (!s)
            continue;
        s->level = list.level.level;
        s->changing = list.level.changing;
    }
}
