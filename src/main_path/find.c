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

/* Why none are looked for; NULL: they are. Where all functions are analytic, a rate that
 * vanishes nearby vanishes everywhere; beyond kinks and at the ends of tables it may not,
 * and the ledger of the run drops what is constant no longer. In a model with events each
 * mode is asked. */
static const char *find_obstacle(const invo_model *m) {
    if (!finder_is_there())
        return "this build lacks quadruple precision";
    if (m->lowered->hybrid && m->model->system.delays.count)
        return "the model has delays";
    return NULL;
}

/* Have the equations no kinks, tables or loops? Elsewhere a proof is one for the side
 * that was looked at. */
static int is_smooth(const dae *s) {
    for (int k = 0; k < s->equations.count; k++)
        if (!finder_is_smooth(s->graph, s->equations.at[k].residual))
            return 0;
    return 1;
}

/* Adds the quantities as equations to a system. Angles jump by a turn and are left out,
 * and what holds on one level alone. Returns how many were added; *number: of the last
 * one. */
static int find_add(arena *a, const finding *f, dae *s, int *number) {
    const int may_be_proved = is_smooth(s);
    int count = 0;
    for (int k = 0; k < f->count; k++) {
        const found_quantity *q = &f->at[k];
        if (q->has_angle || *q->level)
            continue;
        const int is_proved = may_be_proved && strcmp(q->proof, "none") != 0;
        const char *text = arena_copy(a, q->text, strlen(q->text));
        const char *name = arena_print(a, "found %d", ++*number);
        equation e = {.residual = q->value,
                      .guard = NO_EXPR,
                      .kind = EQUATION_INVARIANT,
                      .found = is_proved ? FOUND_PROVED : FOUND_LIKELY,
                      .of = statement_new(a, text, name, nowhere)};
        LIST_PUSH(a, s->equations, e);
        count++;
    }
    return count;
}

static void enforce_run(invo_context *c, void *argument) {
    find_call *call = argument;
    invo_model *m = call->m;
    dae *s = &m->model->system;
    int number = 0;
    double began = seconds();
    find_run(c, argument);
    call->seconds = seconds() - began;
    s->arena = m->arena;
    call->kept = find_add(m->arena, m->finding, s, &number);
}

/* Notes the last `kept` equations of s; `from`: since when, and a colon, or "". */
static void enforce_note(invo_context *c, arena *a, const dae *s, int kept, double took,
                         const char *from) {
    diagnose(c, SEVERITY_NOTE, INVO_OK, nowhere,
             "%sconserved quantities that were found in %.2g s and are kept from here "
             "on: %d",
             from, took, kept);
    for (int k = s->equations.count - kept; k < s->equations.count; k++)
        diagnose(c, SEVERITY_NOTE, INVO_OK, nowhere, "%s",
                 equation_text(a, &s->equations.at[k]));
}

int main_path_find_in_mode(void *data, lowered *w, dae *s, double t) {
    invo_model *m = data;
    const invo_options *o = &m->searched_for->given;
    const char *from = arena_print(s->arena, "t = %.10g: ", t);
    double began = seconds();
    finder_request q = {.beyond_declared = 1,
                        .interrupt = o->interrupt,
                        .interrupt_data = o->interrupt_data};
    const finding *f = finder_search(w, s->arena, &q);
    int kept = find_add(s->arena, f, s, &m->found_in_modes);
    enforce_note(m->context, s->arena, s, kept, seconds() - began, from);
    return kept;
}

invo_status main_path_enforce(invo_model *m, const plan *p) {
    static const invo_search plain = {0, NULL};
    find_call call = {.m = m, .p = p, .s = &plain, .beyond_declared = 1};
    size_t said = m->context->message_size;
    TRY(main_path_complete(m, p));
    const char *obstacle = find_obstacle(m);
    if (obstacle) {
        diagnose(m->context, SEVERITY_NOTE, INVO_OK, nowhere,
                 "--find-invariants: no conserved quantities are looked for: %s",
                 obstacle);
        return INVO_OK;
    }
    if (m->lowered->hybrid) {
        forget_notes(m->context, said); /* they come again */
        m->searched_for = p;
        m->found_in_modes = 0;
        return main_path_complete(m, p);
    }
    TRY(protect(m->context, enforce_run, &call));
    m->nodes = -1; /* complete again, with these */
    if (call.kept) {
        forget_notes(m->context, said);
        TRY(main_path_complete(m, p));
    }
    enforce_note(m->context, m->arena, &m->model->system, call.kept, call.seconds, "");
    return INVO_OK;
}
