/* SPDX-License-Identifier: BSD-3-Clause */
/* From a model's text to its system; values set from outside. */
#include "model.h"
#include <math.h>
#include <string.h>
#include "../syntax/parser.h"
#include "translate.h"

static translation *translation_new(model *m, names *n, const ast_file *f) {
    translation *t = arena_alloc(m->system.arena, sizeof *t);
    symbol clock = {.kind = SYMBOL_TIME, .type = basic(TYPE_REAL)};
    t->context = m->system.context;
    t->arena = m->system.arena;
    t->graph = m->system.graph;
    t->names = n;
    t->model = m;
    t->system = &m->system;
    t->file = f;
    t->package = f->package;
    t->end_size = -1;
    t->pass = NO_EXPR;
    t->discrete = scope_new(t->arena, NULL);
    t->scope = scope_new(t->arena, NULL);
    clock.name = name_intern(n, "time", strlen("time"));
    scope_add(t->scope, clock);
    t->global = t->scope;
    return t;
}

/* Is this the name of the class? Quotes may be left out. */
static int model_is_named(const ast_class *m, const char *name) {
    const size_t size = strlen(name);
    if (strcmp(m->name, name) == 0)
        return 1;
    return m->name[0] == '\'' && strlen(m->name) == size + 2 &&
           strncmp(m->name + 1, name, size) == 0;
}

static ast_class *model_named(invo_context *c, const ast_file *f, const source *text,
                              const char *name) {
    ast_class *found = NULL;
    const char *others = "";
    LIST_EACH(ast_class *const, m, f->models)
        if (model_is_named(*m, name))
            found = *m;
    if (!found && f->models.count)
        others = f->models.at[f->models.count - 1]->name;
    if (!found)
        fail(c, INVO_E_MODEL, (place){text, 1, 1, 1},
             "there is no model '%.80s' among the %d of this file%s%.80s%s", name,
             f->models.count, *others ? "; the last one is '" : "", others,
             *others ? "'" : "");
    if (found->partial)
        fail(c, INVO_E_MODEL, found->where,
             "'%.80s' is partial: choose a complete model that extends it", found->name);
    return found;
}

/* Of several models the last one: those before it are what it is made of, or trials. */
static ast_class *model_choose(invo_context *c, const ast_file *f, const source *text,
                               const char *name) {
    ast_class *last = NULL;
    if (name)
        return model_named(c, f, text, name);
    LIST_EACH(ast_class *const, m, f->models)
        if (!(*m)->partial)
            last = *m;
    if (!last)
        fail(c, INVO_E_MODEL, (place){text, 1, 1, 1}, "there is no model in this file");
    if (f->models.count > 1)
        diagnose(
            c, SEVERITY_NOTE, INVO_OK, last->where,
            "this file contains %d models; the last one, '%.80s', is used (--model NAME "
            "chooses another)",
            f->models.count, last->name);
    return last;
}

/* Marks parameters that determined a size or a branch: they can no longer be set. */
static void keep_evaluated(translation *t) {
    for (int i = 0; i < t->of_parameter.count; i++)
        if (t->of_parameter.at[i] && t->of_parameter.at[i]->evaluated)
            parameter_at(t, i)->kind = PARAMETER_CONSTANT;
}

/* Declares all names before it reads any value: a name may be used before its
 * declaration. Checks of the whole are skipped after an error in a part. */
static void translate(translation *t, const ast_file *f, ast_class *m) {
    dae *s = t->system;
    int number = 0;
    t->checks_ranges = 1;
    assemble_model(t, m);
    instance_collect_discrete(t, m);
    collect_discrete(t, &m->equations);
    LIST_EACH(const ast_algorithm, a, m->algorithms)
        collect_discrete(t, &a->statements);
    declare_imports(t, f->imports.count, f->imports.at);
    declare_classes(t, &f->classes);
    declare_classes(t, &t->components);
    declare_types(t, f->types.count, f->types.at);
    declare_names(t, f->constants.count, f->constants.at);
    scope *global = t->scope;
    t->scope = t->top = scope_new(t->arena, global);
    declare_imports(t, m->imports.count, m->imports.at);
    declare_classes(t, &m->classes);
    declare_types(t, m->types.count, m->types.at);
    declare_names(t, m->declarations.count, m->declarations.at);
    t->scope = global;
    define_names(t, f->constants.count, f->constants.at);
    t->scope = t->top;
    define_names(t, m->declarations.count, m->declarations.at);
    define_guesses(t, m->guesses.count, m->guesses.at);
    define_followers(t);
    flatten_equations(t, &m->equations);
    LIST_EACH(const ast_algorithm, a, m->algorithms)
        flatten_algorithm(t, a, ++number);
    instance_equations(t, &number);
    connections_end(t);
    t->checks_ranges = 0;
    discrete_end(t);
    if (!error_count(t)) {
        table_assert_ranges(t);
        check_branches(t);
        check_whens(t);
        check_timing(t);
        check_units(t, f, m);
    }
    keep_evaluated(t);
    annotation_of_model(t, &m->annotation);
    LIST_FIT(s->variables);
    LIST_FIT(s->parameters);
    LIST_FIT(s->equations);
}

/* Reads, translates and checks, each stage only if the one before found no error. */
model *model_parse(invo_context *c, arena *a, const source *text,
                   const user_library *libraries, const char *name) {
    parser p;
    names *n = names_new(a);
    parser_init(&p, a, n, text);
    const ast_file *f = parse_file(&p);
    fail_if_errors(c);
    return model_translate(a, n, f, text, libraries, name);
}

model *model_translate(arena *a, names *n, const ast_file *f, const source *text,
                       const user_library *libraries, const char *name) {
    invo_context *c = arena_context(a);
    ast_class *chosen = model_choose(c, f, text, name);
    model *m = arena_alloc(a, sizeof *m);
    m->system.context = c;
    m->system.arena = a;
    m->system.graph = graph_new(a);
    m->system.name = chosen->name;
    m->description = chosen->description;
    m->translation = translation_new(m, n, f);
    m->translation->has_flat_names = text->line != NULL;
    library_add_users(m->translation, libraries);
    fail_if_errors(c);
    translate(m->translation, f, chosen);
    fail_if_errors(c);
    return m;
}

/* An earlier reading may have been thrown out in the midst of its work. */
static translation *again(model *m) {
    translation *t = m->translation;
    t->arena = lasting(t);
    t->scope = t->top;
    t->frame = NULL;
    t->taken = NULL;
    t->when_of = NULL;
    t->evaluated = NULL;
    t->is_when_equation = 0;
    t->is_initial = 0;
    t->pass = NO_EXPR;
    t->end_size = -1;
    t->steps = 0;
    t->nested = t->executing = t->is_declared = t->loops.count = 0;
    return t;
}

void model_with(model *m, const source *text) {
    translation *t = again(m);
    parser p;
    parser_init(&p, t->arena, t->names, text);
    const ast_file *f = parse_file(&p);
    fail_if_errors(t->context);
    const ast_class *extra = model_choose(t->context, f, text, NULL);
    if (extra->declarations.count || extra->equations.count || extra->algorithms.count)
        fail(t->context, INVO_E_MODEL, extra->where,
             "'%.80s' adds annotations to a model: it may contain nothing else",
             extra->name);
    annotation_of_model(t, &extra->annotation);
    fail_if_errors(t->context);
}

expr model_expression(model *m, const source *text) {
    translation *t = again(m);
    parser p;
    parser_init(&p, t->arena, t->names, text);
    const ast *e = parse_only_expression(&p);
    fail_if_errors(t->context);
    value v = lower_expression(t, e);
    const char *found = v.type.kind == TYPE_STRING ? " String" : " record";
    if (v.type.kind == TYPE_STRING || is_record(&v) || v.rank)
        semantic_error(t, e->where, "expected a number or a condition, found a%s",
                       v.rank ? "n array" : found);
    fail_if_errors(t->context);
    return v.e;
}

/* --- model_set --- */

#define REFUSE(t, ...) fail((t)->context, INVO_E_ARGUMENT, nowhere, __VA_ARGS__)

static int same_word(const char *text, const char *word) {
    for (; *text && *word; text++, word++)
        if ((*text | 32) != *word)
            return 0;
    return *text == *word;
}

static int is_no_number(const char *text) {
    text += *text == '-' || *text == '+';
    return same_word(text, "nan") || same_word(text, "inf") ||
           same_word(text, "infinity");
}

static const ast *model_read_text(translation *t, const char *name, const char *text,
                                  size_t size) {
    source *s = arena_alloc(t->arena, sizeof *s);
    parser p;
    *s = (source){name, arena_copy(t->arena, text, size), size, NULL};
    parser_init(&p, t->arena, t->names, s);
    return parse_only_expression(&p);
}

/* What is wrong with a value is wrong with the argument, whatever stage finds it. */
static void check_reading(translation *t, const char *assignment) {
    if (!error_count(t))
        return;
    t->context->status = INVO_E_ARGUMENT;
    REFUSE(t, "'%.200s' cannot be set", assignment);
}

static value read_value(translation *t, type of, const char *name, const char *assignment,
                        const char *text) {
    if (is_no_number(text))
        REFUSE(t, "'%.200s': '%.80s' is not a finite number", assignment, text);
    const ast *e = model_read_text(t, "value", text, strlen(text));
    value v = bad_value(t);
    if (!error_count(t))
        v = lower_expression(t, e);
    check_reading(t, assignment);
    if (!value_fits(of, v.type))
        REFUSE(t, "'%.200s': '%.80s' is %s, found %s", assignment, name, type_name(t, of),
               type_name(t, v.type));
    return v;
}

static double setting_value(translation *t, const value *v, int k,
                            const char *assignment) {
    double number = 0;
    if (v->level != LEVEL_CONSTANT ||
        !expr_is_known(t, value_at(v, k), EVALUATE_CONSTANTS, &number))
        REFUSE(t, "'%.200s': the value must be constant", assignment);
    if (!isfinite(number))
        REFUSE(t, "'%.200s': the value must be finite, found %g", assignment, number);
    return number;
}

/* Refuses what no run can change, with the reason. */
static void check_settable(translation *t, const symbol *s) {
    const char *name = path_text(t, s);
    if (s->evaluated)
        REFUSE(t,
               "'%.80s' cannot be set: it determined sizes, subscripts, branches or "
               "tables when "
               "the model was read; change it in the model",
               name);
    int final = s->kind == SYMBOL_PARAMETER && s->count && s->type.kind != TYPE_RECORD &&
                parameter_at(t, s->index)->kind == PARAMETER_CONSTANT;
    if (s->kind == SYMBOL_CONSTANT || final)
        REFUSE(t, "'%.80s' is %s and cannot be set", name,
               final ? "final" : "a constant");
    if (s->type.kind == TYPE_RECORD)
        REFUSE(t, "'%.80s' is a record; set its fields, as in %.80s.x=1", name, name);
    if (s->kind != SYMBOL_PARAMETER && s->kind != SYMBOL_INPUT &&
        s->kind != SYMBOL_VARIABLE && s->kind != SYMBOL_DISCRETE)
        REFUSE(t,
               "'%.80s' is %s; only parameters, inputs and start "
               "values can be set",
               name, symbol_kind_text(s));
}

/* The elements that "x", "x[2]" or "r.a[1]" names. */
static target settable(translation *t, const char *assignment, size_t size) {
    const char *name = name_intern(t->names, assignment, size);
    symbol *s = name_resolve(t, name);
    target x = {.symbol = s};
    if (s) {
        x = symbol_target(s);
    } else if (strchr(name, '[')) {
        const ast *e = model_read_text(t, "name", name, size);
        if (!error_count(t))
            x = lower_target(t, e, "a value");
        check_reading(t, assignment);
    } else {
        REFUSE(t, "there is no parameter or variable '%.80s'%s", name,
               suggest_name(t, name));
    }
    check_settable(t, x.symbol);
    return x;
}

static size_t trimmed(const char *text, size_t size) {
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        size--;
    return size;
}

/* The start value of variable v as a parameter, which nobody else sees. */
static parameter *loose_start_of(translation *t, int v) {
    dae *s = t->system;
    LIST_EACH(const loose_start, one, t->model->loose)
        if (one->variable == v)
            return &s->parameters.at[one->parameter];
    const parameter p = {.name = s->variables.at[v].name,
                         .kind = PARAMETER_FREE,
                         .binding = NO_EXPR,
                         .guess = NO_EXPR,
                         .is_hidden = 1};
    const loose_start one = {v, s->parameters.count};
    LIST_PUSH(t->arena, s->parameters, p);
    LIST_PUSH(t->arena, t->model->loose, one);
    s->variables.at[v].start = expr_parameter(t->graph, one.parameter);
    return &s->parameters.at[one.parameter];
}

static void set_element(translation *t, const symbol *s, int k, double number) {
    if (s->kind == SYMBOL_VARIABLE) {
        variable *v = &t->system->variables.at[s->index + k];
        v->is_set = 1;
        if (t->model->sets_loosely) {
            parameter *p = loose_start_of(t, s->index + k);
            p->is_set = 1;
            p->value = number;
            return;
        }
        v->start = number_of(t, number);
    } else {
        parameter *p = parameter_at(t, s->index + k);
        p->is_set = 1;
        p->value = number;
    }
}

/* Sets the start value of a derivative, "der(y)=1", as an initial equation; it takes the
 * place of an earlier one for the same derivative. */
static void set_derivative(translation *t, const char *assignment, size_t name_size,
                           const char *text) {
    const ast *e = model_read_text(t, "--set", assignment, name_size);
    value d = bad_value(t);
    if (!error_count(t))
        d = lower_number(t, e, "the derivative");
    check_reading(t, assignment);
    const char *name = ast_text(t, e);
    if (d.rank || expr_node_of(t->graph, d.e).op != OP_JET)
        REFUSE(t, "'%.200s' cannot be set: '%.80s' is not the derivative of a variable",
               assignment, name);
    value v = read_value(t, basic(TYPE_REAL), name, assignment, text);
    if (v.rank)
        REFUSE(t, "'%.200s': expected one number, found %s", assignment,
               value_shape(t, &v));
    const double number = setting_value(t, &v, 0, assignment);
    const expr residual = expr_sub(t->graph, d.e, number_of(t, number));
    const statement *of = statement_new(
        t->arena, arena_print(t->arena, "%s = %.17g", name, number), NULL, e->where);
    LIST_EACH(derivative_start, one, t->derivative_starts)
        if (one->derivative == d.e) {
            t->system->equations.at[one->equation].residual = residual;
            t->system->equations.at[one->equation].of = of;
            return;
        }
    derivative_start one = {d.e, t->system->equations.count};
    push_equation(t, EQUATION_INITIAL, residual, of, NULL);
    LIST_PUSH(t->arena, t->derivative_starts, one);
}

void model_set(model *m, const char *assignment) {
    translation *t = again(m);
    const char *begin = assignment + strspn(assignment, " \t");
    const char *equals = begin[0] == '\'' ? strchr(begin + 1, '\'') : begin;
    equals = equals ? strchr(equals, '=') : NULL;
    if (!equals || equals == begin)
        REFUSE(t, "expected name=value, found '%.200s'", assignment);
    const size_t size = trimmed(begin, (size_t)(equals - begin));
    const char *text = equals + 1 + strspn(equals + 1, " \t");
    if (strncmp(begin, "der(", 4) == 0) {
        set_derivative(t, begin, size, text);
        return;
    }
    target x = settable(t, begin, size);
    value v = read_value(t, x.symbol->type, path_text(t, x.symbol), assignment, text);
    if (!target_fits(&x, &v))
        REFUSE(t, "'%.200s': the size is %s, found %s", assignment,
               shape_text(t->arena, x.part.rank, x.part.size), value_shape(t, &v));
    for (int k = 0; k < x.part.count; k++)
        set_element(t, x.symbol, target_element(&x, k),
                    setting_value(t, &v, k, assignment));
}

void model_set_loosely(model *m, const char *assignment) {
    m->sets_loosely = 1;
    model_set(m, assignment);
    m->sets_loosely = 0;
}

static int model_is_set_derivative(const translation *t, int number) {
    LIST_EACH(derivative_start, one, t->derivative_starts)
        if (one->equation == number)
            return 1;
    return 0;
}

void model_keep_set(model *m, int exactly) {
    dae *s = &m->system;
    int kept = 0;
    LIST_EACH(variable, v, s->variables)
        v->fixed = (char)(exactly && v->is_set);
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind != EQUATION_INITIAL ||
            (exactly && model_is_set_derivative(m->translation, k)))
            s->equations.at[kept++] = s->equations.at[k];
    s->equations.count = kept;
}
