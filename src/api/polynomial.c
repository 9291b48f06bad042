/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraints as polynomials at the boundary, and models with others in their place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../main_path/main_path.h"
#include "../output/file.h"

static void find_polynomials(invo_context *c, void *argument) {
    invo_model *m = argument;
    m->polynomials = polynomials_of(m->model);
    if (m->polynomials->rounded)
        diagnose(c, SEVERITY_NOTE, INVO_OK, nowhere,
                 "%s, a value in the constraints, is neither a short decimal nor a "
                 "simple fraction; the stored number is used, so components that exist "
                 "only for the intended number may be missed",
                 m->polynomials->rounded);
}

invo_status invo_model_polynomials(invo_model *m) {
    context_reset(m->context);
    if (m->crossings)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "polynomials must be requested before the model is completed");
    return protect(m->context, find_polynomials, m);
}

int invo_model_polynomial(const invo_model *m, int i, invo_polynomial *p) {
    if (!m->polynomials || i < 0 || i >= m->polynomials->at.count)
        return 0;
    const polynomial *from = &m->polynomials->at.at[i];
    const equation *e = &m->model->system.equations.at[from->equation];
    *p = (invo_polynomial){from->text, from->denominator ? from->denominator : "1",
                           equation_text(m->arena, e), e->of->line};
    return 1;
}

int invo_model_symbol(const invo_model *m, int j, invo_symbol *s) {
    if (!m->polynomials || j < 0 || j >= m->polynomials->symbols.count)
        return 0;
    const polynomial_symbol *from = &m->polynomials->symbols.at[j];
    *s = (invo_symbol){from->text, from->name, from->is_parameter};
    return 1;
}

/* --- components --- */

/* A slow machine does about as many; so the limit is the same everywhere. */
static const double OPERATIONS_PER_SECOND = 2e6;

typedef struct decompose_call {
    invo_model *m;
    double seconds;
} decompose_call;

/* Passes the polynomials of the model as texts to decompose_ideal. Its work lies in an
 * arena of its own, which goes afterwards; the primes stay with the model. */
static void decompose(invo_context *c, void *argument) {
    decompose_call *call = argument;
    invo_model *m = call->m;
    polynomials *p = m->polynomials;
    int symbols = p->symbols.count;
    int count = p->at.count;
    const char **name = ARENA_ARRAY(m->arena, const char *, symbols + 1);
    const char **generator = ARENA_ARRAY(m->arena, const char *, count + 1);
    const char **denominator = ARENA_ARRAY(m->arena, const char *, count + 1);
    char *is_parameter = arena_alloc(m->arena, (size_t)symbols + 1);
    (void)c;
    for (int j = 0; j < symbols; j++) {
        name[j] = p->symbols.at[j].text;
        is_parameter[j] = (char)p->symbols.at[j].is_parameter;
    }
    for (int i = 0; i < count; i++) {
        generator[i] = p->at.at[i].text;
        denominator[i] = p->at.at[i].denominator ? p->at.at[i].denominator : "1";
    }
    ideal_text given = {symbols, name, is_parameter, count, generator, denominator};
    double operations = OPERATIONS_PER_SECOND * call->seconds;
    arena *own = arena_child(m->arena);
    algebra_work *w = algebra_work_new(own, operations, call->seconds);
    m->primes = decompose_ideal(m->arena, w, &given);
    arena_free(own);
}

invo_status invo_model_decompose(invo_model *m, double seconds_allowed) {
    decompose_call call = {m, seconds_allowed};
    context_reset(m->context);
    m->primes.count = 0;
    if (!m->polynomials || !(seconds_allowed > 0))
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "a decomposition needs a time limit above 0 and the polynomials "
                      "that invo_model_polynomials finds");
    return protect(m->context, decompose, &call);
}

int invo_model_component(const invo_model *m, int k, invo_component *c) {
    if (k < 0 || k >= m->primes.count)
        return 0;
    const prime_text *from = &m->primes.at[k];
    *c = (invo_component){from->dimension, from->degree, from->is_all, from->count,
                          from->generator};
    return 1;
}

/* --- other constraints --- */

static expr read_expression(invo_model *m, const char *text) {
    source *s = arena_alloc(m->arena, sizeof *s);
    *s = (source){"expression", arena_copy(m->arena, text, strlen(text)), strlen(text),
                  NULL};
    return model_expression(m->model, s);
}

typedef struct replace_call {
    invo_model *m;
    const char *comment;
    int count;
    const char *const *generator;
    const char *text;
} replace_call;

static void polynomial_replace(invo_context *c, void *argument) {
    replace_call *call = argument;
    invo_model *m = call->m;
    int forced;
    expr *generator = ARENA_ARRAY(m->arena, expr, call->count + 1);
    for (int i = 0; i < call->count; i++)
        generator[i] = read_expression(m, call->generator[i]);
    forces *f = forces_of(m->polynomials);
    call->text = model_rewrite(m->model, m->polynomials, f, call->comment, call->count,
                               generator, &forced);
    if (!forced && f->candidates)
        diagnose(
            c, SEVERITY_NOTE, INVO_OK, nowhere,
            "the constraint forces are left unchanged: %s. Where the old constraints are "
            "dependent, the forces may not be determined",
            f->count
                ? "their number differs from the number of equations of this component"
                : "no variables were found that multiply the gradients of the "
                  "constraints in the equations of motion");
}

invo_status invo_model_replace(invo_model *m, const char *comment, int count,
                               const char *const *generator, char **text) {
    replace_call call = {m, comment, count, generator, NULL};
    *text = NULL;
    context_reset(m->context);
    if (!m->polynomials || m->polynomials->at.count == 0)
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "there are no constraints to replace; call invo_model_polynomials "
                      "first, on a model that has some");
    TRY(protect(m->context, polynomial_replace, &call));
    *text = memory_alloc(m->context, strlen(call.text) + 1);
    if (!*text)
        return INVO_E_MEMORY;
    strcpy(*text, call.text);
    return INVO_OK;
}

typedef struct value_call {
    invo_model *m;
    const char *expression;
    const invo_model *at;
    double value;
} value_call;

static double initial_value(const invo_model *at, const char *name) {
    invo_initial p;
    for (int i = 0; invo_model_initial(at, i, &p); i++)
        if (strcmp(p.name, name) == 0)
            return p.value;
    return NAN;
}

static double value_leaf(void *data, const expr_node *n) {
    const value_call *call = data;
    dae *s = &call->m->model->system;
    const char *name = "time";
    if (n->op == OP_PARAMETER)
        return s->parameters.at[n->variable].value;
    if (n->op == OP_JET) {
        const variable *x = &s->variables.at[n->variable];
        name = x->name;
        if (n->order)
            return NAN;
        if (!call->at)
            return x->start == NO_EXPR
                       ? 0
                       : expr_evaluate(s->graph, x->start, value_leaf, data);
    }
    return call->at ? initial_value(call->at, name) : 0;
}

static void find_value(invo_context *c, void *argument) {
    value_call *call = argument;
    (void)c;
    expr e = read_expression(call->m, call->expression);
    system_parameters(&call->m->model->system);
    call->value = expr_evaluate(call->m->model->system.graph, e, value_leaf, call);
}

invo_status invo_model_value(invo_model *m, const char *expression, const invo_model *at,
                             double *value) {
    value_call call = {m, expression, at, NAN};
    context_reset(m->context);
    invo_status status = protect(m->context, find_value, &call);
    *value = call.value;
    return status;
}

invo_status invo_text_write(invo_context *c, const char *path, const char *text) {
    output_file f;
    context_reset(c);
    TRY(file_open(c, path, &f));
    fputs(text, f.stream);
    return file_close(c, &f);
}
