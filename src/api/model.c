/* SPDX-License-Identifier: BSD-3-Clause */
/* Models at the boundary: files are read, symbolic code runs protected, errors become
 * statuses. */
#include "handle.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/options.h"
#include "../solve/solve.h"
#include "../structure/involution.h"
#include "../structure/signal.h"
#include "../structure/tune.h"
#include "input.h"

static invo_model *model_new(invo_context *c, const char *path, char *text, size_t size) {
    size_t length = strlen(path) + 1;
    invo_model *m = text ? memory_alloc(c, sizeof *m + length) : NULL;
    if (!m) {
        free(text);
        return NULL;
    }
    m->context = c;
    m->text = text;
    m->source = (source){memcpy(m + 1, path, length), text, size};
    return m;
}

static void parse(invo_context *c, void *argument) {
    invo_model *m = argument;
    m->arena = arena_new(c);
    m->model = model_parse(c, m->arena, &m->source);
}

static invo_status parse_new(invo_model *m, invo_model **out) {
    if (!m)
        return INVO_E_MEMORY;
    invo_status status = protect(m->context, parse, m);
    if (status) {
        invo_model_free(m);
        return status;
    }
    *out = m;
    return INVO_OK;
}

invo_status invo_model_parse(invo_context *c, const char *name, const char *text,
                             size_t size, invo_model **out) {
    context_reset(c);
    *out = NULL;
    char *copy = memory_alloc(c, size + 1);
    if (copy)
        memcpy(copy, text, size);
    return parse_new(model_new(c, name, copy, size), out);
}

static invo_status file_error(invo_context *c, const char *path) {
    return report(c, INVO_E_FILE, NAN, "cannot read %s: %s", path, strerror(errno));
}

/* The whole file; NULL with a message where that fails. */
static char *model_read_all(invo_context *c, const char *path, FILE *f, size_t *size) {
    size_t capacity = 1 << 16;
    char *text = memory_alloc(c, capacity);
    *size = 0;
    while (text) {
        errno = 0;
        *size += fread(text + *size, 1, capacity - *size - 1, f);
        if (ferror(f)) {
            free(text);
            file_error(c, path);
            return NULL;
        }
        if (feof(f)) {
            text[*size] = 0;
            return text;
        }
        char *wider = memory_alloc(c, capacity *= 2);
        if (wider)
            memcpy(wider, text, *size);
        free(text);
        text = wider;
    }
    return NULL;
}

invo_status invo_model_read(invo_context *c, const char *path, invo_model **out) {
    context_reset(c);
    *out = NULL;
    FILE *f = fopen(path, "rb");
    if (!f)
        return file_error(c, path);
    size_t size;
    char *text = model_read_all(c, path, f, &size);
    fclose(f);
    if (!text)
        return c->status;
    return parse_new(model_new(c, path, text, size), out);
}

void invo_model_free(invo_model *m) {
    if (!m)
        return;
    arena_free(m->arena);
    free(m->text);
    free(m);
}

const char *invo_model_name(const invo_model *m) {
    return m->model->system.name;
}

const char *invo_model_unit(const invo_model *m, const char *name) {
    const dae *s = &m->model->system;
    for (int k = 0; k < s->variables.count; k++) {
        const variable *v = &s->variables.at[k];
        if (v->unit && strcmp(v->name, name) == 0)
            return v->unit;
    }
    return "";
}

typedef struct set_call {
    invo_model *m;
    const char *assignment;
} set_call;

static void set(invo_context *c, void *argument) {
    (void)c;
    set_call *call = argument;
    model_set(call->m->model, call->assignment);
    call->m->lowered = NULL;
    call->m->certificate = NULL;
}

invo_status invo_model_set(invo_model *m, const char *assignment) {
    set_call call = {m, assignment};
    context_reset(m->context);
    return protect(m->context, set, &call);
}

invo_status invo_model_options(const invo_model *m, invo_options *o) {
    context_reset(m->context);
    for (int k = 0; k < m->model->settings.count; k++) {
        const setting *s = &m->model->settings.at[k];
        TRY(options_set(m->context, o, s->where, s->option, s->value));
    }
    return INVO_OK;
}

/* A second file that belongs to a model. */
typedef struct file_call {
    invo_model *m;
    const char *path;
    char *text;
    size_t size;
} file_call;

static void take_input(invo_context *c, void *argument) {
    file_call *call = argument;
    arena *a = call->m->arena;
    const char *path = arena_copy(a, call->path, strlen(call->path));
    input_read(c, a, &call->m->model->system, path, arena_copy(a, call->text, call->size),
               call->size);
}

static void take_annotations(invo_context *c, void *argument) {
    file_call *call = argument;
    arena *a = call->m->arena;
    source *text = arena_alloc(a, sizeof *text);
    (void)c;
    *text = (source){arena_copy(a, call->path, strlen(call->path)),
                     arena_copy(a, call->text, call->size), call->size};
    model_with(call->m->model, text);
}

static invo_status take_file(invo_model *m, const char *path,
                             void (*take)(invo_context *, void *)) {
    invo_context *c = m->context;
    context_reset(c);
    if (m->crossings)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "%s must be given before the model is completed", path);
    FILE *f = fopen(path, "rb");
    if (!f)
        return file_error(c, path);
    file_call call = {.m = m, .path = path};
    call.text = model_read_all(c, path, f, &call.size);
    fclose(f);
    if (!call.text)
        return c->status;
    invo_status status = protect(c, take, &call);
    free(call.text);
    return status;
}

invo_status invo_model_input(invo_model *m, const char *path) {
    return take_file(m, path, take_input);
}

invo_status invo_model_with(invo_model *m, const char *path) {
    return take_file(m, path, take_annotations);
}

typedef struct complete_call {
    invo_model *m;
    const plan *p;
} complete_call;

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

static void describe_structure(invo_model *m, const lowered *w) {
    const completion *c = w->completion;
    const dae *s = c->written;
    m->hidden = NULL;
    m->plain_text = NULL;
    m->levels = NULL;
    m->looked_for_levels = 0;
    m->structure = (invo_structure){
        s->variables.count, 0, c->index, c->dof, c->coordinates, c->constraints,
        c->invariants};
    m->plain = ARENA_ARRAY(m->completed, int, s->equations.count + 1);
    m->plain_count = 0;
    for (int k = 0; k < s->equations.count; k++) {
        const equation *e = &s->equations.at[k];
        if (e->kind == EQUATION_PLAIN)
            m->plain[m->plain_count++] = k;
        m->structure.equations +=
            (e->kind == EQUATION_PLAIN || e->kind == EQUATION_IMPLIED) && !e->is_derived;
    }
}

/* A system without events; but where its completion holds only near by, coming to the end
 * of that is one. */
static lowered *complete_smooth(dae *s, crossings *none, lowering how, double t) {
    tune_parameters(s, none, t, NULL);
    system_parameters(s);
    size_t said = s->context->message_size;
    lowered *w = involve(s, how, start_values(s, t));
    if (w->completion->system->is_local) {
        forget_notes(s->context, said);
        return hybrid_start(hybrid_new(s, none, how), t);
    }
    initial_point(w, t);
    if (!verify_regular(w)) {
        forget_notes(s->context, said);
        w = involve(s, how, closer_look(w));
        initial_point(w, t);
    }
    verify_start(w);
    return involve_thin(w, how);
}

/* Does the initial problem have the discrete values that parameters were tuned with? */
static const char *find_other(const dae *s, const double *used, const double *first) {
    static const double CLOSE = 1e-12;
    for (int p = 0; p < s->parameters.count; p++)
        if (fabs(used[p] - first[p]) > CLOSE * fmax(fabs(used[p]), fabs(first[p])))
            return s->parameters.at[p].name;
    return NULL;
}

enum { MOST_ROUNDS = 20 };

/* Tuned parameters and the discrete values of the initial problem depend on each other:
 * taken in turn until they agree. */
static lowered *complete_with_events(dae *s, crossings *c, lowering how, double t) {
    const double *first = NULL;
    const char *other = NULL;
    size_t said = s->context->message_size;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        forget_notes(s->context, said);
        hybrid *h = hybrid_new(s, c, how);
        const double *used = tune_parameters(hybrid_written(h), c, t, first);
        system_parameters(s); /* discrete variables begin with their start values */
        lowered *w = hybrid_start(h, t);
        first = hybrid_initial_values(h);
        other = used ? find_other(s, used, first) : NULL;
        if (!other)
            return w;
    }
    fail(
        s->context, INVO_E_INCONSISTENT, nowhere,
        "t = %.10g: parameters with fixed = false and the discrete variable %s, on which "
        "they depend, do not agree after %d rounds; give them start values nearer to a "
        "solution",
        t, other, MOST_ROUNDS);
}

/* Completion allocates with the system: the model itself is to stay as it is. */
static void take_arena(invo_model *m) {
    arena_free(m->completed);
    m->completed = NULL;
    m->model->system.arena = m->completed = arena_child(m->arena);
}

static void run_completion(invo_context *context, void *argument) {
    complete_call *call = argument;
    invo_model *m = call->m;
    const plan *p = call->p;
    const lowering how = plan_lowering(p);
    dae *s = &m->model->system;
    double began = seconds();
    double t = isnan(p->start) ? 0 : p->start;
    m->lowered = NULL;
    m->certificate = NULL;
    s->first_order = p->ambient == AMBIENT_FIRST_ORDER;
    s->span = isnan(p->stop) ? 0 : fabs(p->stop - t);
    s->is_backward = p->stop < t;
    s->follows_sliding = p->at_sliding == SLIDING_FILIPPOV;
    if (!m->crossings) {
        signals_insert(s);
        m->crossings = crossings_extract(s);
    }
    crossings_split_signs(s, m->crossings);
    take_arena(m);
    system_parameters(s);
    if (how.full && dae_is_hybrid(s, m->crossings))
        fail(context, INVO_E_ARGUMENT, nowhere,
             "--ambient full makes the highest derivatives coordinates, which must not "
             "jump, and this model has events; use reduced");
    lowered *w = dae_is_hybrid(s, m->crossings)
                     ? complete_with_events(s, m->crossings, how, t)
                     : complete_smooth(s, m->crossings, how, t);
    describe_structure(m, w);
    /* after a reinit at the start, values need not be those that the model fixes */
    if (!w->hybrid || !hybrid_has_set_states(w->hybrid))
        lowered_list_fixed(w);
    if (!w->hybrid)
        graph_rest_at(s->graph, w->nodes);
    m->prepare_seconds = seconds() - began;
    m->lowered = w;
}

static invo_status complete_model(invo_model *m, const plan *p) {
    complete_call call = {m, p};
    invo_status status = protect(m->context, run_completion, &call);
    m->model->system.arena = m->arena;
    return status;
}

invo_status invo_model_complete(invo_model *m, const invo_options *o) {
    context_reset(m->context);
    TRY(options_check(m->context, o));
    const plan p = plan_new(o);
    return complete_model(m, &p);
}

invo_status invo_model_run(invo_model *m, const invo_options *o, invo_result **r) {
    context_reset(m->context);
    *r = NULL;
    TRY(options_check(m->context, o));
    const plan p = plan_new(o);
    TRY(complete_model(m, &p));            /* always: other options ask for other tapes */
    m->model->system.arena = m->completed; /* events may complete other modes */
    invo_status status = solve(m->context, &m->lowered->system, &p, r);
    m->model->system.arena = m->arena;
    if (*r)
        (*r)->statistics.prepare_seconds = m->prepare_seconds;
    return status;
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
