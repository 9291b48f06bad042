/* SPDX-License-Identifier: BSD-3-Clause */
/* Annotations: experiment(...) and __involute(...) of models, declarations and equations.
 */
#include "translate.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char model_entries[] = ""
#define MODEL_ENTRY(name, ...) name " "
#include "annotation.def"
    ;
static const char animation_entries[] = ""
#define ANIMATION_ENTRY(name, ...) name " "
#include "annotation.def"
    ;
static const char declaration_entries[] = ""
#define DECLARATION_ENTRY(name, ...) name " "
#include "annotation.def"
    ;
static const char equation_entries[] = ""
#define EQUATION_ENTRY(name, ...) name " "
#include "annotation.def"
    ;
static const char experiment_entries[] = ""
#define EXPERIMENT(name, ...) name " "
#include "annotation.def"
    ;
static const char *const experiment_options[] = {
#define EXPERIMENT(name, option, ...) option,
#include "annotation.def"
};

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
        semantic_error(t, a->value->where,
                       "the entry '%.80s' must be a string: \"%.80s\"", a->name,
                       ast_text(t, a->value));
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
    static const char *const owner[] = {"__involute of an equation",
                                        "__involute of a declaration"};
    const char *entries = declaration ? declaration_entries : equation_entries;
    if (!word_in(a->name, entries))
        unknown_entry(t, a, owner[declaration], entries);
    else if (strcmp(a->name, "name") == 0)
        r->name = text_entry(t, a);
    else if (strcmp(a->name, "invariant") == 0)
        r->invariant = flag_entry(t, a);
    else
        r->constraint = flag_entry(t, a);
}

static remark remarks(translation *t, const ast_arguments *list, int declaration) {
    remark r = {0};
    LIST_EACH(const ast_argument, a, *list)
        if (strcmp(a->name, "__involute") == 0)
            LIST_EACH(const ast_argument, entry, a->nested)
                remark_entry(t, entry, declaration, &r);
    if (r.invariant && r.constraint)
        semantic_error(t, list->at[0].where,
                       "a value can be an invariant (it keeps its start value) or a "
                       "constraint (it is zero), not both");
    return r;
}

remark annotation_of_declaration(translation *t, const ast_arguments *a) {
    return remarks(t, a, 1);
}
remark annotation_of_equation(translation *t, const ast_arguments *a) {
    return remarks(t, a, 0);
}

int annotation_flag(translation *t, const ast_arguments *list, const char *name,
                    int otherwise) {
    LIST_EACH(const ast_argument, a, *list)
        if (strcmp(a->name, name) == 0 && a->value)
            return flag_entry(t, a);
    return otherwise;
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

static void experiment_entry(translation *t, const ast_argument *a) {
    int number = word_in(a->name, experiment_entries);
    if (!number && strncmp(a->name, "__", 2) == 0)
        return; /* another tool's */
    const char *text = number ? annotation_number_text(t, a) : NULL;
    if (!number)
        unknown_entry(t, a, "experiment", experiment_entries);
    else if (text)
        push_setting(t, experiment_options[number - 1], text, a->value->where);
}

/* maxSteps and max_steps are the option max-steps; stepSize is the option step. */
static const char *option_name(translation *t, const char *entry) {
    char *text = arena_alloc(t->arena, 2 * strlen(entry) + 1);
    char *to = text;
    for (const char *s = entry; *s; s++) {
        int capital = *s >= 'A' && *s <= 'Z';
        if (capital || *s == '_')
            *to++ = '-';
        if (*s != '_')
            *to++ = (char)(capital ? *s - 'A' + 'a' : *s);
    }
    return strcmp(text, "step-size") == 0 ? "step" : text;
}

static const char option_flags[] = ""
#define REAL(field, flag, initial, low, high, argument, help) flag " "
#define COUNT(field, flag, initial, low, high, argument, help) flag " "
#define CHOICE(field, flag, initial, words, help) flag " "
#define TEXT(field, flag, initial, argument, help) flag " "
#define FLAG(field, flag, help) flag " "
#include "involute_option.def"
    ;

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
static void solver_entry(translation *t, const ast_argument *a) {
    const char *option = option_name(t, a->name);
    const char *text;
    if (!word_in(option, option_flags)) {
        unknown_entry(t, a, "solver", option_words);
        return;
    }
    if (!annotation_needs_value(t, a))
        return;
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

/* --- invariants = {invariant(name = "E", expr = ...), ...} --- */

/* Reads one invariant(...) of the list and adds its expression as an equation. */
static void invariant(translation *t, const ast *call) {
    const char *name = NULL;
    const ast *e = NULL;
    LIST_EACH(const ast_operand, o, call->args) {
        const char *label = o->label ? o->label : "";
        if (strcmp(label, "name") == 0 && o->value->kind == AST_STRING)
            name = o->value->text;
        else if (strcmp(label, "expr") == 0)
            e = o->value;
        else
            semantic_error(
                t, o->value->where,
                "an invariant is written invariant(name = \"...\", expr = ...)");
    }
    if (!e) {
        semantic_error(t, call->where, "this invariant has no 'expr = ...'");
        return;
    }
    value v = lower_scalar(t, e, "an invariant");
    if (!is_bad(&v))
        push_equation(t, EQUATION_INVARIANT, v.e,
                      statement_new(t->arena, ast_text(t, e), name, e->where), NULL);
}

/* A list of what `element` reads; `form` shows it in messages. */
static int is_list(translation *t, const ast_argument *a, const char *form) {
    if (!annotation_needs_value(t, a))
        return 0;
    return a->value->kind == AST_ARRAY ||
           semantic_error(t, a->value->where, "'%s' must be a list, such as %s", a->name,
                          form);
}

/* name = {word(...), ...} */
static void list_of_calls(translation *t, const ast_argument *a, const char *word,
                          void (*element)(translation *t, const ast *call)) {
    if (!is_list(t, a, arena_print(t->arena, "{%s(...), ...}", word)))
        return;
    LIST_EACH(const ast_operand, o, a->value->args)
        if (o->value->kind == AST_CALL && strcmp(o->value->text, word) == 0)
            element(t, o->value);
        else
            semantic_error(t, o->value->where, "expected %s(...) in the list of %ss",
                           word, word);
}

/* --- blocks = {{x, y}, {vx, vy}} --- */

static void blocks(translation *t, const ast_argument *a) {
    if (!is_list(t, a, "{{x, y}, {vx, vy}}"))
        return;
    for (int b = 0; b < a->value->args.count; b++) {
        const ast *one = ast_arg(a->value, b);
        value v = lower_number(t, one, "a block");
        for (int k = 0; k < v.count && !is_bad(&v); k++) {
            radial_member x = {b, value_at(&v, k), one->where};
            LIST_PUSH(t->arena, t->system->radial, x);
        }
    }
}

/* --- sections = {section(name = "p", expr = x, direction = 1, columns = {y, vy}), ...}
 * ---
 */

static void section_columns(translation *t, const ast *list, section *x) {
    if (list->kind != AST_ARRAY) {
        semantic_error(t, list->where,
                       "'columns' must be a list of variables, such as {y, vy}");
        return;
    }
    LIST_EACH(const ast_operand, o, list->args) {
        value v = lower_scalar(t, o->value, "a column");
        if (is_bad(&v))
            continue;
        if (expr_get(t->graph, v.e)->op != OP_JET)
            semantic_error(t, o->value->where,
                           "a column of a section must be a variable or its derivative");
        else
            LIST_PUSH(t->arena, x->columns, ast_text(t, o->value));
    }
}

static int section_direction(translation *t, const ast *e) {
    double number = 0;
    value v = lower_scalar(t, e, "the direction of a section");
    if (is_bad(&v))
        return 0;
    if (!value_is_constant(t, &v, &number) ||
        (number != 0 && number != 1 && number != -1))
        semantic_error(t, e->where,
                       "the direction of a section must be 1 (its function becomes "
                       "positive), -1 (negative) or 0 (both)");
    return (number > 0) - (number < 0);
}

/* Reads section(name, expr, direction, columns); only expr must be there. */
static void one_section(translation *t, const ast *call) {
    section x = {.function = NO_EXPR, .where = call->where};
    LIST_EACH(const ast_operand, o, call->args) {
        const char *label = o->label ? o->label : "";
        if (strcmp(label, "name") == 0 && o->value->kind == AST_STRING) {
            x.name = o->value->text;
        } else if (strcmp(label, "direction") == 0) {
            x.direction = section_direction(t, o->value);
        } else if (strcmp(label, "columns") == 0) {
            section_columns(t, o->value, &x);
        } else if (strcmp(label, "expr") == 0) {
            value v = lower_scalar(t, o->value, "the function of a section");
            if (is_bad(&v))
                return;
            x.function = v.e;
            if (!x.name)
                x.name = ast_text(t, o->value);
        } else {
            semantic_error(t, o->value->where,
                           "a section is written section(name = \"...\", expr = ..., "
                           "direction = 1, columns = {...})");
        }
    }
    if (x.function == NO_EXPR)
        semantic_error(t, call->where, "this section has no 'expr = ...'");
    else
        LIST_PUSH(t->arena, t->system->sections, x);
}

/* --- animation(points = {point(name = "P", x = "x", y = "y", trace = true), ...},
 * links = {link(from = "O", to = "P"), ...}, bodies = {body(points = {"P", ...}), ...})
 * --- */

static int is_variable_name(const translation *t, const char *name) {
    for (int k = 0; k < t->system->variables.count; k++)
        if (strcmp(t->system->variables.at[k].name, name) == 0)
            return 1;
    return 0;
}

/* The text of a coordinate: a variable in quotes, or what does not change with time. */
static const char *animation_coordinate(translation *t, const ast *e) {
    if (e->kind == AST_STRING) {
        if (is_variable_name(t, e->text))
            return e->text;
        semantic_error(t, e->where, "there is no variable '%.80s' to draw%s", e->text,
                       suggest_name(t, e->text));
        return NULL;
    }
    value v = lower_scalar(t, e, "the coordinate of a point");
    if (is_bad(&v))
        return NULL;
    const char *change = change_text(t, &v);
    if (!*change)
        return ast_text(t, e);
    semantic_error(t, e->where,
                   "a coordinate must be constant, or a variable in quotes such as "
                   "\"x\"%s",
                   change);
    return NULL;
}

static int animation_flag(translation *t, const ast_operand *o) {
    if (o->value->kind != AST_BOOLEAN)
        return semantic_error(t, o->value->where, "'%s' must be true or false", o->label);
    return o->value->value != 0;
}

/* The number of the point that a string names; -1 after an error. */
static int animation_point_number(translation *t, const ast *e) {
    const char *known = "";
    for (int k = 0; e->kind == AST_STRING && k < t->model->points.count; k++) {
        if (strcmp(t->model->points.at[k].name, e->text) == 0)
            return k;
        known = arena_print(t->arena, "%s%s ", known, t->model->points.at[k].name);
    }
    if (e->kind == AST_STRING)
        semantic_error(t, e->where, "the animation has no point '%.80s'%s", e->text,
                       suggest_word(t, e->text, known));
    else
        semantic_error(t, e->where, "the name of a point must be a string");
    return -1;
}

/* Reads point(name, x, y, z, trace, mark); the last three may be missing. */
static void animation_point(translation *t, const ast *call) {
    static const char *const axis[] = {"x", "y", "z"};
    invo_animation_point p = {.mark = 1};
    LIST_EACH(const ast_operand, o, call->args) {
        const char *label = o->label ? o->label : "";
        const int number = word_in(label, "x y z");
        if (number) {
            p.at[number - 1] = animation_coordinate(t, o->value);
            if (!p.at[number - 1])
                return;
        } else if (strcmp(label, "name") == 0 && o->value->kind == AST_STRING) {
            p.name = o->value->text;
        } else if (strcmp(label, "trace") == 0) {
            p.trace = animation_flag(t, o);
        } else if (strcmp(label, "mark") == 0) {
            p.mark = animation_flag(t, o);
        } else {
            semantic_error(t, o->value->where,
                           "a point is written point(name = \"P\", x = \"x\", "
                           "y = \"y\", z = \"z\", trace = true, mark = false)");
        }
    }
    p.dimensions = p.at[2] ? 3 : 2;
    if (!p.name)
        semantic_error(t, call->where, "this point has no 'name = \"...\"'");
    for (int k = 0; k < 2; k++)
        if (!p.at[k])
            semantic_error(t, call->where, "this point has no '%s = ...'", axis[k]);
    if (p.name && p.at[0] && p.at[1])
        LIST_PUSH(t->arena, t->model->points, p);
}

static void animation_link(translation *t, const ast *call) {
    int end[2] = {-1, -1};
    int is_form = call->args.count == 2;
    LIST_EACH(const ast_operand, o, call->args) {
        const int number = word_in(o->label ? o->label : "", "from to");
        is_form = is_form && number;
        if (number)
            end[number - 1] = animation_point_number(t, o->value);
    }
    if (!is_form)
        semantic_error(t, call->where,
                       "a link is written link(from = \"O\", to = \"P\")");
    else if (end[0] >= 0 && end[1] >= 0)
        LIST_PUSH(t->arena, t->model->links, ((invo_animation_link){end[0], end[1]}));
}

static void animation_body(translation *t, const ast *call) {
    const ast_operand *o = call->args.count == 1 ? &call->args.at[0] : NULL;
    if (!o || !o->label || strcmp(o->label, "points") != 0 ||
        o->value->kind != AST_ARRAY) {
        semantic_error(t, call->where,
                       "a body is written body(points = {\"A\", \"B\", \"C\"})");
        return;
    }
    const int count = o->value->args.count;
    int *point = NEW_ARRAY(t, int, count);
    for (int k = 0; k < count; k++) {
        point[k] = animation_point_number(t, ast_arg(o->value, k));
        if (point[k] < 0)
            return;
    }
    LIST_PUSH(t->arena, t->model->bodies, ((invo_animation_body){count, point}));
}

/* Reads points first: links and bodies name them. */
static void animation_read(translation *t, const ast_arguments *list) {
    LIST_EACH(const ast_argument, a, *list)
        if (strcmp(a->name, "points") == 0)
            list_of_calls(t, a, "point", animation_point);
    LIST_EACH(const ast_argument, b, *list)
        if (strcmp(b->name, "links") == 0)
            list_of_calls(t, b, "link", animation_link);
        else if (strcmp(b->name, "bodies") == 0)
            list_of_calls(t, b, "body", animation_body);
        else if (strcmp(b->name, "points") != 0)
            unknown_entry(t, b, "animation", animation_entries);
}

/* --- plots = {plot(x = "x", y = {"y", "der(y)"}, title = "orbit", logX = true,
 * logY = true, equal = false, dots = true), ...} --- */

/* The variable in der(der(x)) and its length. */
static const char *plot_variable(const char *column, size_t *length) {
    *length = strlen(column);
    while (*length > 5 && strncmp(column, "der(", 4) == 0 && column[*length - 1] == ')') {
        column += 4;
        *length -= 5;
    }
    return column;
}

/* The i-th name of what a result has as columns, derivatives left out; NULL past the
 * last, "" for those that are not shown. */
static const char *plot_name(const translation *t, int i) {
    const dae *s = t->system;
    if (i == 0)
        return "time";
    i -= 1;
    if (i < s->variables.count)
        return s->variables.at[i].name;
    i -= s->variables.count;
    if (i >= s->parameters.count)
        return NULL;
    const parameter *p = &s->parameters.at[i];
    return p->kind == PARAMETER_DISCRETE && !p->is_hidden ? p->name : "";
}

/* Reports a name that no column has, with one that is near; of an array, its first
 * element. */
static void plot_unknown(translation *t, const ast *e, const char *name) {
    const char *one;
    const size_t length = strlen(name);
    size_t size = 1;
    for (int k = 0; (one = plot_name(t, k)); k++) {
        size += strlen(one) + 1;
        if (strncmp(one, name, length) != 0 || one[length] != '[')
            continue;
        semantic_error(t, e->where,
                       "'%.80s' is an array; a plot names its elements: '%s'", name, one);
        return;
    }
    char *words = arena_alloc(t->arena, size);
    char *end = words;
    for (int k = 0; (one = plot_name(t, k)); k++)
        end += sprintf(end, "%s ", one);
    semantic_error(t, e->where, "there is no variable '%.80s' to draw%s", name,
                   suggest_word(t, name, words));
}

/* The name of a column; NULL after an error. */
static const char *plot_column(translation *t, const ast *e) {
    size_t length;
    if (e->kind != AST_STRING) {
        semantic_error(t, e->where, "what a plot shows is a string: \"%.80s\"",
                       ast_text(t, e));
        return NULL;
    }
    const char *inner = plot_variable(e->text, &length);
    const char *one;
    for (int k = 0; length && (one = plot_name(t, k)); k++)
        if (strncmp(one, inner, length) == 0 && !one[length])
            return e->text;
    plot_unknown(t, e, arena_print(t->arena, "%.*s", (int)length, inner));
    return NULL;
}

/* One column, or a list of them. */
static void plot_curves(translation *t, const ast *e, invo_plot_info *p) {
    const int count = e->kind == AST_ARRAY ? e->args.count : 1;
    const char **y = NEW_ARRAY(t, const char *, count);
    for (int k = 0; k < count; k++) {
        y[k] = plot_column(t, e->kind == AST_ARRAY ? ast_arg(e, k) : e);
        if (!y[k])
            return;
    }
    p->y = y;
    p->count = count;
}

static int plot_flag(translation *t, const ast_operand *o) {
    if (o->value->kind != AST_BOOLEAN)
        return semantic_error(t, o->value->where, "'%s' must be true or false", o->label);
    return o->value->value != 0;
}

/* Reads plot(x, y, title, logX, logY, equal, dots); only y must be there. */
static void one_plot(translation *t, const ast *call) {
    const int before = error_count(t);
    int equal = -1;
    invo_plot_info p = {.title = "", .x = "time"};
    p.where = arena_print(t->arena, "%s:%d", call->where.file->path, call->where.line);
    LIST_EACH(const ast_operand, o, call->args) {
        const char *label = o->label ? o->label : "";
        if (strcmp(label, "x") == 0)
            p.x = plot_column(t, o->value);
        else if (strcmp(label, "y") == 0)
            plot_curves(t, o->value, &p);
        else if (strcmp(label, "title") == 0 && o->value->kind == AST_STRING)
            p.title = o->value->text;
        else if (strcmp(label, "logX") == 0)
            p.log_x = plot_flag(t, o);
        else if (strcmp(label, "logY") == 0)
            p.log_y = plot_flag(t, o);
        else if (strcmp(label, "equal") == 0)
            equal = plot_flag(t, o);
        else if (strcmp(label, "dots") == 0)
            p.dots = plot_flag(t, o);
        else
            semantic_error(t, o->value->where,
                           "a plot is written plot(x = \"x\", y = {\"y\", ...}, title = "
                           "\"...\", logX, logY, equal, dots = true)");
    }
    if (error_count(t) > before)
        return;
    if (!p.count) {
        semantic_error(t, call->where, "this plot has no 'y = \"...\"'");
        return;
    }
    p.equal = equal < 0 ? strcmp(p.x, "time") != 0 : equal;
    LIST_PUSH(t->arena, t->model->plots, p);
}

/* --- models --- */

static void model_entry(translation *t, const ast_argument *a) {
    if (strcmp(a->name, "solver") == 0)
        LIST_EACH(const ast_argument, entry, a->nested)
            solver_entry(t, entry);
    else if (strcmp(a->name, "invariants") == 0)
        list_of_calls(t, a, "invariant", invariant);
    else if (strcmp(a->name, "blocks") == 0)
        blocks(t, a);
    else if (strcmp(a->name, "sections") == 0)
        list_of_calls(t, a, "section", one_section);
    else if (strcmp(a->name, "animation") == 0)
        animation_read(t, &a->nested);
    else if (strcmp(a->name, "plots") == 0)
        list_of_calls(t, a, "plot", one_plot);
    else
        unknown_entry(t, a, "__involute of a model", model_entries);
}

void annotation_of_model(translation *t, const ast_arguments *list) {
    LIST_EACH(const ast_argument, a, *list) {
        int own = strcmp(a->name, "__involute") == 0;
        if (!own && strcmp(a->name, "experiment") != 0)
            continue;
        LIST_EACH(const ast_argument, entry, a->nested)
            (own ? model_entry : experiment_entry)(t, entry);
    }
}
