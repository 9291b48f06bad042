/* SPDX-License-Identifier: BSD-3-Clause */
/* Annotations: experiment(...) and __involute(...) of models, declarations and equations.
 */
#include "translate.h"
#include <math.h>
#include <string.h>

static int annotation_is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static void unknown_entry(translation *t, const ast_argument *a, const char *owner,
                          const char *words) {
    semantic_error(t, a->where, "%s has no entry '%.80s'%s", owner, a->name,
                   suggest_word(t, a->name, words));
}

static int annotation_needs_value(translation *t, const ast_argument *a) {
    if (a->value && !a->has_nested)
        return 1;
    return semantic_error(t, a->where, "the entry '%.80s' needs a value: %.80s = ...",
                          a->name, a->name);
}

static const char *text_entry(translation *t, const ast_argument *a) {
    if (!annotation_needs_value(t, a))
        return NULL;
    if (a->value->kind == AST_STRING)
        return a->value->text;
    if (a->value->kind != AST_ERROR)
        semantic_error(
            t, a->value->where, "the entry '%.80s' must be a string: \"%.80s\"", a->name,
            source_line(t->arena, a->where.file, a->value->begin, a->value->end));
    return NULL;
}

static int flag_entry(translation *t, const ast_argument *a) {
    double number = 0;
    if (!annotation_needs_value(t, a))
        return 0;
    value v = lower_expression(t, a->value);
    if (is_bad(&v))
        return 0;
    if (v.type.kind != TYPE_BOOLEAN || !value_is_constant(t, &v, &number))
        semantic_error(t, a->value->where, "the entry '%.80s' must be true or false",
                       a->name);
    return number != 0;
}

/* --- declarations and equations --- */

static void remark_entry(translation *t, const ast_argument *a, int declaration,
                         remark *r) {
    if (annotation_is(a->name, "name"))
        r->name = text_entry(t, a);
    else if (declaration && annotation_is(a->name, "invariant"))
        r->invariant = flag_entry(t, a);
    else if (declaration && annotation_is(a->name, "constraint"))
        r->constraint = flag_entry(t, a);
    else if (declaration)
        unknown_entry(t, a, "__involute of a declaration", "invariant constraint name");
    else
        unknown_entry(t, a, "__involute of an equation", "name");
}

static remark remarks(translation *t, const ast_arguments *list, int declaration) {
    remark r = {0};
    for (int i = 0; i < list->count; i++) {
        const ast_argument *a = &list->at[i];
        if (!annotation_is(a->name, "__involute"))
            continue;
        for (int k = 0; k < a->nested.count; k++)
            remark_entry(t, &a->nested.at[k], declaration, &r);
    }
    if (r.invariant && r.constraint)
        semantic_error(
            t, list->at[0].where,
            "a value is an invariant (kept as it starts) or a constraint (zero), "
            "not both");
    return r;
}

remark annotation_of_declaration(translation *t, const ast_arguments *a) {
    return remarks(t, a, 1);
}
remark annotation_of_equation(translation *t, const ast_arguments *a) {
    return remarks(t, a, 0);
}

int annotation_evaluate(translation *t, const ast_arguments *list) {
    for (int i = 0; i < list->count; i++)
        if (annotation_is(list->at[i].name, "Evaluate") && list->at[i].value)
            return flag_entry(t, &list->at[i]);
    return 0;
}

/* --- settings --- */

static void push_setting(translation *t, const char *option, const char *text,
                         place where) {
    LIST_PUSH(t->arena, t->model->settings, ((setting){option, text, where}));
}

/* The text of a constant number; NULL after an error. */
static const char *annotation_number_text(translation *t, const ast_argument *a) {
    double number = 0;
    if (!annotation_needs_value(t, a))
        return NULL;
    value v = lower_scalar(t, a->value, "the entry '%.80s'", a->name);
    if (is_bad(&v))
        return NULL;
    if (!value_is_constant(t, &v, &number))
        semantic_error(t, a->value->where, "the entry '%.80s' must be constant", a->name);
    else if (!isfinite(number))
        semantic_error(t, a->value->where, "the entry '%.80s' must be finite, found %g",
                       a->name, number);
    else
        return number_print(t->arena, number);
    return NULL;
}

static void experiment(translation *t, const ast_arguments *list) {
    static const struct {
        const char *entry, *option;
    } table[] = {{"StartTime", "start"},
                 {"StopTime", "stop"},
                 {"Tolerance", "rtol"},
                 {"Interval", "every"},
                 {"NumberOfIntervals", "points"}};
    for (int i = 0; i < list->count; i++) {
        const ast_argument *a = &list->at[i];
        const char *option = NULL;
        const char *text;
        for (size_t k = 0; k < sizeof table / sizeof *table; k++)
            if (annotation_is(a->name, table[k].entry))
                option = table[k].option;
        if (!option && strncmp(a->name, "__", 2) == 0)
            continue; /* another tool's */
        if (!option)
            unknown_entry(t, a, "experiment",
                          "StartTime StopTime Tolerance Interval NumberOfIntervals");
        else if ((text = annotation_number_text(t, a)))
            push_setting(t, option, text, a->value->where);
    }
}

/* maxSteps and max_steps are the option max-steps; stepSize is the option step. */
static const char *option_name(translation *t, const char *entry) {
    char *text = arena_alloc(t->arena, 2 * strlen(entry) + 1);
    char *to = text;
    for (const char *s = entry; *s; s++)
        if (*s >= 'A' && *s <= 'Z') {
            *to++ = '-';
            *to++ = (char)(*s - 'A' + 'a');
        } else
            *to++ = *s == '_' ? '-' : *s;
    return annotation_is(text, "step-size") ? "step" : text;
}

static int is_option(const char *name) {
    static const char *const table[] = {
#define REAL(field, flag, initial, low, high, argument, help) flag,
#define COUNT(field, flag, initial, low, high, argument, help) flag,
#define CHOICE(field, flag, initial, words, help) flag,
#define TEXT(field, flag, initial, argument, help) flag,
#define FLAG(field, flag, help) flag,
#include "involute_option.def"
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (annotation_is(name, table[i]))
            return 1;
    return 0;
}

static const char option_words[] = "stepSize "
#define REAL(field, flag, initial, low, high, argument, help) #field " "
#define COUNT(field, flag, initial, low, high, argument, help) #field " "
#define CHOICE(field, flag, initial, words, help) #field " "
#define TEXT(field, flag, initial, argument, help) #field " "
#define FLAG(field, flag, help) #field " "
#include "involute_option.def"
    ;

/* Strings and Booleans as they are, numbers with all digits; their meaning is checked
 * where options are set. */
static void solver(translation *t, const ast_arguments *list) {
    for (int i = 0; i < list->count; i++) {
        const ast_argument *a = &list->at[i];
        const char *option = option_name(t, a->name);
        const char *text;
        if (!is_option(option)) {
            unknown_entry(t, a, "solver", option_words);
            continue;
        }
        if (!annotation_needs_value(t, a))
            continue;
        if (a->value->kind == AST_STRING)
            text = a->value->text;
        else if (a->value->kind == AST_BOOLEAN)
            text = a->value->value ? "true" : "false";
        else if (a->value->kind == AST_NAME && !name_resolve(t, a->value->text))
            text = text_entry(t, a);
        else
            text = annotation_number_text(t, a);
        if (text)
            push_setting(t, option, text, a->value->where);
    }
}

/* --- invariants = {invariant(name = "E", expr = ...), ...} --- */

static void invariant_entry(translation *t, const ast_operand *o, const char **name,
                            const ast **e) {
    if (o->label && annotation_is(o->label, "name") && o->value->kind == AST_STRING)
        *name = o->value->text;
    else if (o->label && annotation_is(o->label, "expr"))
        *e = o->value;
    else
        semantic_error(t, o->value->where,
                       "an invariant is written invariant(name = \"...\", expr = ...)");
}

static void invariant(translation *t, const ast *call) {
    const char *name = NULL;
    const ast *e = NULL;
    for (int i = 0; i < call->args.count; i++)
        invariant_entry(t, &call->args.at[i], &name, &e);
    if (!e) {
        semantic_error(t, call->where, "this invariant has no 'expr = ...'");
        return;
    }
    value v = lower_scalar(t, e, "an invariant");
    if (is_bad(&v))
        return;
    const char *text = source_line(t->arena, e->where.file, e->begin, e->end);
    push_equation(t, EQUATION_INVARIANT, v.e,
                  statement_new(t->arena, text, name, e->where), NULL);
}

static void invariants(translation *t, const ast_argument *a) {
    if (!annotation_needs_value(t, a))
        return;
    if (a->value->kind != AST_ARRAY) {
        semantic_error(t, a->value->where,
                       "'invariants' is a list: {invariant(...), ...}");
        return;
    }
    for (int i = 0; i < a->value->args.count; i++) {
        const ast *one = ast_arg(a->value, i);
        if (one->kind == AST_CALL && annotation_is(one->text, "invariant"))
            invariant(t, one);
        else
            semantic_error(t, one->where,
                           "expected invariant(...) in the list of invariants");
    }
}

/* --- blocks = {{x, y}, {vx, vy}} --- */

static void blocks(translation *t, const ast_argument *a) {
    if (!annotation_needs_value(t, a))
        return;
    if (a->value->kind != AST_ARRAY) {
        semantic_error(t, a->value->where, "'blocks' is a list: {{x, y}, {vx, vy}}");
        return;
    }
    for (int b = 0; b < a->value->args.count; b++) {
        const ast *one = ast_arg(a->value, b);
        value v = lower_number(t, one, "a block");
        if (is_bad(&v))
            continue;
        for (int k = 0; k < v.count || (v.rank == 0 && k == 0); k++) {
            radial_member x = {b, v.rank ? value_at(&v, k) : v.e, one->where};
            LIST_PUSH(t->arena, t->system->radial, x);
        }
    }
}

/* --- sections = {section(name = "p", expr = x, direction = 1, columns = {y, vy}), ...}
 * ---
 */

static void section_columns(translation *t, const ast *list, section *x) {
    if (list->kind != AST_ARRAY) {
        semantic_error(t, list->where, "'columns' is a list of variables: {y, vy}");
        return;
    }
    for (int i = 0; i < list->args.count; i++) {
        const ast *one = ast_arg(list, i);
        value v = lower_scalar(t, one, "a column");
        if (is_bad(&v))
            continue;
        if (expr_get(t->system->graph, v.e)->op != OP_JET)
            semantic_error(t, one->where,
                           "a column of a section is a variable or its "
                           "derivative");
        else
            LIST_PUSH(t->arena, x->columns,
                      source_line(t->arena, one->where.file, one->begin, one->end));
    }
}

static void section_direction(translation *t, const ast *e, section *x) {
    double number = 0;
    value v = lower_scalar(t, e, "the direction of a section");
    if (is_bad(&v))
        return;
    if (!value_is_constant(t, &v, &number) ||
        (number != 0 && number != 1 && number != -1))
        semantic_error(t, e->where,
                       "the direction of a section is 1 (its function becomes positive), "
                       "-1 or 0 (both)");
    x->direction = number > 0 ? 1 : number < 0 ? -1 : 0;
}

static void one_section(translation *t, const ast *call) {
    section x = {.function = NO_EXPR, .where = call->where};
    for (int i = 0; i < call->args.count; i++) {
        const ast_operand *o = &call->args.at[i];
        const char *label = o->label ? o->label : "";
        if (annotation_is(label, "name") && o->value->kind == AST_STRING)
            x.name = o->value->text;
        else if (annotation_is(label, "direction"))
            section_direction(t, o->value, &x);
        else if (annotation_is(label, "columns"))
            section_columns(t, o->value, &x);
        else if (annotation_is(label, "expr")) {
            value v = lower_scalar(t, o->value, "the function of a section");
            if (is_bad(&v))
                return;
            x.function = v.e;
            if (!x.name)
                x.name = source_line(t->arena, o->value->where.file, o->value->begin,
                                     o->value->end);
        } else
            semantic_error(t, o->value->where,
                           "a section is written section(name = \"...\", expr = ..., "
                           "direction = 1, columns = {...})");
    }
    if (x.function == NO_EXPR)
        semantic_error(t, call->where, "this section has no 'expr = ...'");
    else
        LIST_PUSH(t->arena, t->system->sections, x);
}

static void annotation_sections(translation *t, const ast_argument *a) {
    if (!annotation_needs_value(t, a))
        return;
    if (a->value->kind != AST_ARRAY) {
        semantic_error(t, a->value->where, "'sections' is a list: {section(...), ...}");
        return;
    }
    for (int i = 0; i < a->value->args.count; i++) {
        const ast *one = ast_arg(a->value, i);
        if (one->kind == AST_CALL && annotation_is(one->text, "section"))
            one_section(t, one);
        else
            semantic_error(t, one->where,
                           "expected section(...) in the list of sections");
    }
}

/* --- models --- */

static void model_entry(translation *t, const ast_argument *a) {
    if (annotation_is(a->name, "solver"))
        solver(t, &a->nested);
    else if (annotation_is(a->name, "invariants"))
        invariants(t, a);
    else if (annotation_is(a->name, "blocks"))
        blocks(t, a);
    else if (annotation_is(a->name, "sections"))
        annotation_sections(t, a);
    else if (annotation_is(a->name, "plots"))
        annotation_needs_value(t, a); /* for other commands */
    else
        unknown_entry(t, a, "__involute of a model",
                      "solver sections blocks plots invariants");
}

void annotation_of_model(translation *t, const ast_arguments *list) {
    for (int i = 0; i < list->count; i++) {
        const ast_argument *a = &list->at[i];
        if (annotation_is(a->name, "experiment"))
            experiment(t, &a->nested);
        else if (annotation_is(a->name, "__involute"))
            for (int k = 0; k < a->nested.count; k++)
                model_entry(t, &a->nested.at[k]);
    }
}
