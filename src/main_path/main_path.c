/* SPDX-License-Identifier: BSD-3-Clause */
/* The main path: text is parsed, changed by what is given beside it, completed for a
 * plan, and run. */
#include "main_path.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "../solve/dense.h"
#include "../solve/solve.h"
#include "input.h"

typedef struct parse_call {
    invo_model *m;
    source text;
    const user_library *libraries;
    const char *name; /* of the model among several, or NULL */
} parse_call;

static source source_copy(arena *a, const source *from) {
    return (source){arena_copy(a, from->path, strlen(from->path)),
                    arena_copy(a, from->text, from->size), from->size, NULL};
}

/* Copies the libraries in their order: a model may live on in another context. */
static const user_library *libraries_copy(arena *a, const user_library *from) {
    const user_library *first = NULL;
    const user_library **end = &first;
    for (; from; from = from->before) {
        user_library *one = arena_alloc(a, sizeof *one);
        one->text = source_copy(a, &from->text);
        *end = one;
        end = &one->before;
    }
    return first;
}

static void parse(invo_context *c, void *argument) {
    const parse_call *call = argument;
    invo_model *m = call->m;
    arena *a = m->arena = arena_new(c);
    m->source = source_copy(a, &call->text);
    m->libraries = libraries_copy(a, call->libraries);
    m->model = model_parse(c, a, &m->source, m->libraries, call->name);
    m->named = name_index_new(a, &m->model->system);
}

invo_status main_path_parse(invo_context *c, source text, const user_library *libraries,
                            const char *name, invo_model **out) {
    assert(text.path && (text.text || text.size == 0));
    invo_model *m = memory_alloc(c, sizeof *m);
    *out = NULL;
    if (!m)
        return INVO_E_MEMORY;
    m->context = c;
    parse_call call = {m, text, libraries, name};
    invo_status status = context_name_interrupt(c, protect(c, parse, &call));
    if (status)
        invo_model_free(m);
    else
        *out = m;
    return status;
}

typedef struct build_call {
    invo_model *m; /* or NULL, and then ... */
    const recipe *r;
    char **text; /* ... its text is wanted, or ... */
    int node;    /* ... that of this expression of it; -1: all of it */
    const user_library *libraries;
} build_call;

/* Follows a copy of the recipe: the model may be copied itself. */
static void build(invo_context *c, void *argument) {
    const build_call *call = argument;
    invo_model *m = call->m;
    arena *a = m->arena = arena_new(c);
    names *n = names_new(a);
    m->recipe = recipe_copy(a, call->r);
    m->libraries = libraries_copy(a, call->libraries);
    const ast_file *f = recipe_tree(a, n, m->recipe, &m->source);
    m->model = model_translate(a, n, f, &m->source, m->libraries, NULL);
    m->named = name_index_new(a, &m->model->system);
    const char *text = recipe_annotations(a, m->recipe);
    if (!text)
        return;
    source *notes = arena_alloc(a, sizeof *notes);
    *notes = (source){"annotation", text, strlen(text), NULL};
    model_with(m->model, notes);
}

invo_status main_path_build(invo_context *c, const recipe *r,
                            const user_library *libraries, invo_model **out) {
    assert(r->name >= 0);
    invo_model *m = memory_alloc(c, sizeof *m);
    *out = NULL;
    if (!m)
        return INVO_E_MEMORY;
    m->context = c;
    build_call call = {m, r, NULL, -1, libraries};
    invo_status status = protect(c, build, &call);
    if (status)
        invo_model_free(m);
    else
        *out = m;
    return status;
}

static void write_recipe(invo_context *c, void *argument) {
    const build_call *call = argument;
    arena *a = call->m->arena = arena_new(c);
    source *text = &call->m->source;
    if (call->node < 0)
        recipe_tree(a, names_new(a), call->r, text);
    else
        *text = recipe_expression(a, names_new(a), call->r, call->node);
    *call->text = memory_alloc(c, text->size + 1);
    if (*call->text)
        memcpy(*call->text, text->text, text->size);
}

invo_status main_path_write(invo_context *c, const recipe *r, int node, char **text) {
    invo_model room = {0};
    build_call call = {&room, r, text, node, NULL};
    invo_status status = protect(c, write_recipe, &call);
    arena_free(room.arena);
    return status;
}

typedef struct edit_call {
    invo_model *m;
    const edit *e;
} edit_call;

/* Makes one change, and keeps it for copies. What is thrown out on the way is not kept.
 */
static void edit_run(invo_context *c, void *argument) {
    const edit_call *call = argument;
    invo_model *m = call->m;
    arena *a = m->arena;
    const edit *from = call->e;
    source *text = arena_alloc(a, sizeof *text);
    *text = source_copy(a, &from->text);
    m->nodes = -1; /* whatever comes of it */
    switch (from->kind) {
    case EDIT_SET:
        model_set(m->model, text->text);
        break;
    case EDIT_SET_LOOSELY:
        model_set_loosely(m->model, text->text);
        break;
    case EDIT_ANNOTATIONS:
        model_with(m->model, text);
        break;
    case EDIT_INPUT:
        input_read(c, a, &m->model->system, text->path, text->text, text->size);
        break;
    case EDIT_SECTION:
        LIST_PUSH(a, m->model->system.sections,
                  ((section){.name = text->text,
                             .function = model_expression(m->model, text)}));
        break;
    }
    m->lowered = NULL;
    m->certificate = NULL;
    LIST_PUSH(a, m->edits, ((edit){from->kind, *text}));
}

void main_path_forget(invo_model *m) {
    dense_release(m->asked);
    m->asked = NULL;
}

invo_status main_path_edit(invo_model *m, const edit *e) {
    assert(m->model && e->text.text);
    edit_call call = {m, e};
    if (m->crossings && e->kind != EDIT_SET)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "%s must be given before the model is completed",
                      e->kind == EDIT_SECTION ? "a section" : e->text.path);
    main_path_forget(m);
    return protect(m->context, edit_run, &call);
}

typedef struct balance_call {
    invo_model *m;
    invo_balance found;
} balance_call;

/* Counts plain equations, unknowns, and what a transversal assigns. */
static void balance_run(invo_context *c, void *argument) {
    balance_call *call = argument;
    dae *s = &call->m->model->system;
    invo_balance *b = &call->found;
    (void)c;
    *b = (invo_balance){-1, -1, -1};
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].guard != NO_EXPR)
            return;
    arena *scratch = arena_child(s->arena);
    int *number = ARENA_ARRAY(scratch, int, s->equations.count + 1);
    int *column_of = ARENA_ARRAY(scratch, int, s->equations.count + 1);
    *b = (invo_balance){0, s->variables.count, 0};
    for (int k = 0; k < s->equations.count; k++)
        b->equations += s->equations.at[k].kind == EQUATION_PLAIN;
    completion_assign_written(s, scratch, number, column_of);
    for (int i = 0; i < b->equations; i++)
        b->assigned += column_of[i] >= 0;
    arena_free(scratch);
}

invo_status main_path_balance(invo_model *m, invo_balance *b) {
    balance_call call = {.m = m};
    TRY(protect(m->context, balance_run, &call));
    *b = call.found;
    return INVO_OK;
}

/* How many edits come before inputs and sections. */
static int edits_before_inputs(const invo_model *m) {
    int k = 0;
    while (k < m->edits.count && m->edits.at[k].kind != EDIT_INPUT &&
           m->edits.at[k].kind != EDIT_SECTION)
        k++;
    return k;
}

/* Makes the edits of m, from number `first` up to `last`, in a copy. */
static invo_status repeat_edits(const invo_model *m, int first, int last,
                                invo_model *copy) {
    for (int k = first; k < last; k++)
        TRY(main_path_edit(copy, &m->edits.at[k]));
    return INVO_OK;
}

static invo_status edit_copy(const invo_model *m, edit_kind set, int assignments,
                             const char *const *assignment, invo_model *copy) {
    const int before = edits_before_inputs(m);
    TRY(repeat_edits(m, 0, before, copy));
    for (int k = 0; k < assignments; k++) {
        const edit e = {set, {"", assignment[k], strlen(assignment[k]), NULL}};
        TRY(main_path_edit(copy, &e));
    }
    return repeat_edits(m, before, m->edits.count, copy);
}

/* Reads only what parsing and edits have left in m, so that several threads may copy it.
 */
static invo_status copy_set(invo_context *c, const invo_model *m, edit_kind set,
                            int assignments, const char *const *assignment,
                            invo_model **out) {
    assert(m->source.text);
    context_inherit(c, m->context);
    TRY(m->recipe
            ? main_path_build(c, m->recipe, m->libraries, out)
            : main_path_parse(c, m->source, m->libraries, m->model->system.name, out));
    invo_status status = edit_copy(m, set, assignments, assignment, *out);
    if (status) {
        invo_model_free(*out);
        *out = NULL;
    }
    return status;
}

invo_status main_path_copy_with(invo_context *c, const invo_model *m, int assignments,
                                const char *const *assignment, invo_model **out) {
    return copy_set(c, m, EDIT_SET, assignments, assignment, out);
}

invo_status main_path_copy_loosely(invo_context *c, const invo_model *m, int assignments,
                                   const char *const *assignment, invo_model **out) {
    return copy_set(c, m, EDIT_SET_LOOSELY, assignments, assignment, out);
}

invo_status main_path_copy(invo_context *c, const invo_model *m, invo_model **out) {
    return main_path_copy_with(c, m, 0, NULL, out);
}

typedef struct start_call {
    const invo_model *m;
    plan *p;
} start_call;

static void write_start(invo_context *context, void *argument) {
    start_call *call = argument;
    (void)context;
    call->p->start_point = certificate_written_starts(call->m->lowered);
}

invo_status main_path_run_completed(invo_model *m, const plan *given, invo_result **r) {
    assert(m->model && r);
    plan own = *given;
    const plan *p = &own;
    start_call call = {m, &own};
    if (own.start_point && strcmp(own.start_point, "written") == 0)
        TRY(protect(m->context, write_start, &call));
    char *identity = NULL;
    if (own.given.checkpoint) {
        own.identity = identity = identity_text(m, given);
        if (!identity)
            return report(m->context, INVO_E_MEMORY, NAN, "out of memory");
    }
    m->model->system.arena = m->completed; /* events may complete other modes */
    invo_status status = solve(m->context, &m->lowered->system, p, r);
    m->model->system.arena = m->arena;
    free(identity);
    if (*r)
        (*r)->statistics.prepare_seconds = m->prepare_seconds;
    m->asked = dense_own(m->context, *r);
    return status;
}

invo_status main_path_run(invo_model *m, const plan *p, invo_result **r) {
    if (!p->find_invariants) {
        TRY(main_path_complete(m, p));
        return main_path_run_completed(m, p, r);
    }
    int declared = m->model->system.equations.count;
    invo_status status = main_path_enforce(m, p);
    if (!status)
        status = main_path_run_completed(m, p, r);
    m->model->system.equations.count = declared;
    m->searched_for = NULL;
    m->nodes = -1; /* the completion holds more than the model says */
    return status;
}

void invo_model_free(invo_model *m) {
    if (!m)
        return;
    main_path_forget(m);
    arena_free(m->arena);
    free(m);
}
