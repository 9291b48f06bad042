/* SPDX-License-Identifier: BSD-3-Clause */
/* What is told of a completed model: its structure, its texts, its initial point. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../main_path/main_path.h"

/* Derivatives share their parts, text does not: of a function like sqrt it grows beyond
 * all bounds while the graph stays small. */
enum { LONGEST_HIDDEN = 10000 }; /* operations and leaves, as printed */

static const char *hidden_text(const invo_model *m, completion *c, expr f) {
    const expr_names spelling = completion_names(c);
    if (expr_size(c->system->graph, f, LONGEST_HIDDEN) >= LONGEST_HIDDEN)
        return NULL;
    return arena_print(m->completed, "%s = 0",
                       expr_print(c->system->graph, f, &spelling));
}

static void list_hidden(invo_model *m, const lowered *w) {
    assert(w && !m->hidden);
    completion *c = w->completion;
    int count = c->extras.count;
    int row = 0; /* the constraints come in this order */
    for (int i = 0; i < c->rows; i++)
        count += c->row[i].c > 1 ? c->row[i].c - 1 : 0;
    m->hidden = ARENA_ARRAY(m->completed, hidden_constraint, count + 1);
    m->hidden_count = 0;
    for (int i = 0; i < c->rows; row += c->row[i++].c)
        for (int l = 1; l < c->row[i].c; l++)
            m->hidden[m->hidden_count++] =
                (hidden_constraint){c->row[i].derivative[l], row + l, l, NULL, NULL};
    for (int k = 0; k < c->extras.count - c->invariants; k++, row++)
        if (w->system.row[row].kind == INVO_ROW_HIDDEN)
            m->hidden[m->hidden_count++] = (hidden_constraint){
                c->extras.at[k].f, row, w->system.row[row].level, NULL, NULL};
}

const invo_structure *invo_model_structure(const invo_model *m) {
    return m->lowered ? &m->structure : NULL;
}

const invo_system *invo_model_system(const invo_model *m) {
    return m->lowered ? &m->lowered->system : NULL;
}

static void run_certificate(invo_context *context, void *argument) {
    invo_model *m = argument;
    (void)context;
    m->certificate = certificate_new(m->lowered);
}

invo_status invo_model_certify(invo_model *m) {
    if (!m->lowered)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "a model must be completed before it is certified");
    return m->certificate ? INVO_OK : protect(m->context, run_certificate, m);
}

const invo_certificate *invo_model_certificate(const invo_model *m) {
    return m->certificate ? &m->certificate->summary : NULL;
}

/* Of several names of one coordinate, its own counts as independent. */
static void model_explain(const invo_model *m, int slot, invo_initial *p) {
    assert(slot >= 0);
    const certificate *k = m->certificate;
    const invo_system *s = &m->lowered->system;
    p->origin = certificate_origin(k, m->lowered, slot);
    p->start = k->given[slot] ? k->guess[slot] : NAN;
    p->free = k->free[slot];
    p->independent = k->choice[slot] && strcmp(p->name, s->coordinate[slot].name) == 0;
}

int invo_model_initial(const invo_model *m, int i, invo_initial *p) {
    const lowered *w = m->lowered;
    if (!w || i < 0 || i > w->system.columns)
        return 0;
    const invo_column *column = i ? &w->system.column[i - 1] : NULL;
    int slot = i ? column->slot : 0;
    int n = w->system.coordinates;
    *p = (invo_initial){i ? column->name : "time",
                        invo_slot_value(n, w->start, w->top, slot),
                        "",
                        NAN,
                        0,
                        0};
    if (i && column->value)
        p->value = *column->value;
    else if (m->certificate)
        model_explain(m, slot, p);
    return 1;
}

/* Row i of what is asked for. */
typedef struct text_call {
    invo_model *m;
    int i;
} text_call;

static void print_plain(invo_context *context, void *argument) {
    const text_call *call = argument;
    invo_model *m = call->m;
    const dae *s = m->lowered->completion->written;
    (void)context;
    if (!m->plain_text)
        m->plain_text = ARENA_ARRAY(m->completed, const char *, m->plain_count + 1);
    if (!m->plain_text[call->i])
        m->plain_text[call->i] =
            equation_text(m->completed, &s->equations.at[m->plain[call->i]]);
}

int invo_model_equation_offset(const invo_model *m, int i, invo_offset *c) {
    if (!m->lowered || i < 0 || i >= m->plain_count)
        return 0;
    const completion *k = m->lowered->completion;
    text_call call = {(invo_model *)m, i};
    protect(m->context, print_plain, &call); /* its status may be that of a run before */
    if (!m->plain_text || !m->plain_text[i])
        return 0;
    *c = (invo_offset){m->plain_text[i], k->written_c[i], k->written_column[i]};
    return 1;
}

int invo_model_unknown_offset(const invo_model *m, int j, invo_offset *d) {
    const dae *s = &m->model->system;
    if (!m->lowered || j < 0 || j >= s->variables.count)
        return 0;
    const completion *k = m->lowered->completion;
    *d = (invo_offset){s->variables.at[j].name, k->written_d[j], k->written_row[j]};
    return 1;
}

static void model_read_signature(invo_context *context, void *argument) {
    (void)context;
    completion_written_signature(argument);
}

int invo_model_signature(const invo_model *m, int i, int j) {
    if (!m->lowered || i < 0 || i >= m->plain_count)
        return -1;
    completion *c = m->lowered->completion;
    if (!c->written_signature.start && protect(m->context, model_read_signature, c))
        return -1;
    const signature *g = &c->written_signature;
    for (int k = g->start[i]; k < g->start[i + 1]; k++)
        if (g->column[k] == j)
            return g->sigma[k];
    return -1;
}

static void model_print_hidden(invo_context *context, void *argument) {
    const text_call *call = argument;
    invo_model *m = call->m;
    (void)context;
    if (!m->hidden)
        list_hidden(m, m->lowered);
    if (call->i >= m->hidden_count || m->hidden[call->i].equation)
        return;
    hidden_constraint *x = &m->hidden[call->i];
    const invo_row *row = &m->lowered->system.row[x->row];
    x->text = hidden_text(m, m->lowered->completion, x->f);
    x->equation = phrase_print(m->completed, (phrase){row->equation, row->values});
}

int invo_model_hidden(const invo_model *m, int i, invo_hidden *h) {
    text_call call = {(invo_model *)m, i};
    if (!m->lowered || i < 0)
        return 0;
    protect(m->context, model_print_hidden, &call);
    if (!m->hidden || i >= m->hidden_count || !m->hidden[i].equation)
        return 0;
    const hidden_constraint *x = &m->hidden[i];
    *h = (invo_hidden){x->text, x->equation, m->lowered->system.row[x->row].where,
                       x->level};
    return 1;
}

static void find_levels(invo_context *context, void *argument) {
    invo_model *m = argument;
    (void)context;
    m->looked_for_levels = 1;
    m->levels = levels_find(m->lowered);
}

/* Returns the levels, or NULL; a hybrid system has none of its own. */
static constraint_levels *levels_of(const invo_model *m) {
    if (!m->lowered || m->lowered->hybrid)
        return NULL;
    if (!m->looked_for_levels)
        protect(m->context, find_levels, (void *)m);
    return m->levels;
}

typedef struct level_call {
    const invo_model *m;
    expr f;
    const char *text;
} level_call;

static void print_level(invo_context *context, void *argument) {
    level_call *call = argument;
    const dae *s = call->m->lowered->completion->written;
    (void)context;
    call->text = arena_print(call->m->completed, "%s = 0", system_text(s, call->f));
}

int invo_model_level(const invo_model *m, int i, invo_level *level) {
    const constraint_levels *l = levels_of(m);
    if (!l || i < 0 || i >= l->constraints.count)
        return 0;
    level_call call = {m, l->constraints.at[i].f, NULL};
    if (protect(m->context, print_level, &call))
        return 0;
    *level = (invo_level){l->constraints.at[i].level, call.text};
    return 1;
}

int invo_model_selected(const invo_model *m, int k, invo_selected *selected) {
    const constraint_levels *l = levels_of(m);
    const dae *s = l ? m->lowered->completion->written : (const dae *)NULL;
    if (!s || k < 0 || k >= s->variables.count)
        return 0;
    *selected = (invo_selected){s->variables.at[l->component[k]].name, k < l->algebraic,
                                k < l->required};
    return 1;
}

int invo_model_block(const invo_model *m, int b, invo_block_info *info) {
    const completion *c = m->lowered ? m->lowered->completion : NULL;
    if (!c || b < 0 || b >= c->blocks)
        return 0;
    int size = c->block[b + 1] - c->block[b];
    *info = m->certificate ? m->certificate->block[b]
                           : (invo_block_info){size, 0, "", {size, size, -1, NAN, NAN}};
    return 1;
}
