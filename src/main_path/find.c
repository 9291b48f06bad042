/* SPDX-License-Identifier: BSD-3-Clause */
/* Conserved quantities of a model: it is completed, and its first mode searched. */
#include <assert.h>
#include <string.h>
#include "main_path.h"

typedef struct find_call {
    invo_model *m;
    const plan *p;
    const invo_search *s;
    int beyond_declared;
    int kept;       /* quantities that have joined the equations */
    double seconds; /* of the search */
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
    finder_request q = {.degree = call->s->degree,
                        .beyond_declared = call->beyond_declared,
                        .interrupt = call->p->given.interrupt,
                        .interrupt_data = call->p->given.interrupt_data};
    if (call->s->generators) {
        generator_texts list = read_generators(m, call->s->generators);
        q.given = list.count;
        q.generator = list.at;
    }
    m->finding = finder_search(m->lowered, m->completed, &q);
}

invo_status main_path_find(invo_model *m, const plan *p, const invo_search *s) {
    find_call call = {.m = m, .p = p, .s = s};
    TRY(main_path_complete(m, p));
    return protect(m->context, find_run, &call);
}

/* --- enforced --- */

/* Why quantities of the mode of the start cannot be relied on elsewhere; NULL: they can.
 * Where all functions are analytic, a rate that vanishes nearby vanishes everywhere. */
static const char *find_obstacle(const invo_model *m) {
    if (!finder_is_there())
        return "this build lacks quadruple precision";
    if (m->lowered->hybrid)
        return "the model has events, after which they may be others";
    if (!graph_is_smooth(m->model->system.graph))
        return "the equations have kinks, tables or loops, beyond which they may be "
               "others";
    return NULL;
}

/* Adds the quantities as equations to the model, in the arena that stays. Angles jump by
 * a turn and are left out. */
static void enforce_run(invo_context *c, void *argument) {
    find_call *call = argument;
    invo_model *m = call->m;
    dae *s = &m->model->system;
    double began = seconds();
    find_run(c, argument);
    call->seconds = seconds() - began;
    s->arena = m->arena;
    for (int k = 0; k < m->finding->count; k++) {
        const found_quantity *q = &m->finding->at[k];
        if (q->has_angle || *q->level)
            continue;
        const char *text = arena_copy(m->arena, q->text, strlen(q->text));
        const char *name = arena_print(m->arena, "found %d", ++call->kept);
        equation e = {.residual = q->value,
                      .guard = NO_EXPR,
                      .kind = EQUATION_INVARIANT,
                      .of = statement_new(m->arena, text, name, nowhere)};
        LIST_PUSH(m->arena, s->equations, e);
    }
}

static void enforce_note(invo_model *m, const find_call *call) {
    diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "conserved quantities that were found in %.2g s and are kept from here on: "
             "%d",
             call->seconds, call->kept);
    const dae *s = &m->model->system;
    for (int k = s->equations.count - call->kept; k < s->equations.count; k++)
        diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere, "%s",
                 equation_text(m->arena, &s->equations.at[k]));
}

invo_status main_path_enforce(invo_model *m, const plan *p) {
    static const invo_search plain = {0, NULL};
    find_call call = {.m = m, .p = p, .s = &plain, .beyond_declared = 1};
    TRY(main_path_complete(m, p));
    const char *obstacle = find_obstacle(m);
    if (obstacle) {
        diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "--find-invariants: no conserved quantities are looked for: %s",
                 obstacle);
        return INVO_OK;
    }
    TRY(protect(m->context, enforce_run, &call));
    enforce_note(m, &call);
    m->nodes = -1; /* complete again, with these */
    return call.kept ? main_path_complete(m, p) : INVO_OK;
}
