/* SPDX-License-Identifier: BSD-3-Clause */
/* Syntax tree to system: what the files of this stage share. */
#ifndef MODEL_TRANSLATE_H
#define MODEL_TRANSLATE_H
#include "model.h"
#include "scope.h"

/* The state of the translation; kept by the model for model_set and model_expression. */
typedef struct translation {
    invo_context *context;
    arena *arena;
    graph *graph;
    names *names;
    model *model;
    scope *scope;        /* of the expressions that are lowered */
    const char *package; /* or NULL */
    const ast_file *file;
    LIST(symbol *) of_parameter; /* the symbol of each of system.parameters */
} translation;

void semantic_error(translation *t, place where, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* "; did you mean 'x'?" or "", among words separated by blanks, and among the names in
 * scope */
const char *suggest_word(translation *t, const char *name, const char *words);
const char *suggest_name(translation *t, const char *name);

/* --- expressions (lower.c, call.c) --- */

typedef enum level { LEVEL_CONSTANT, LEVEL_PARAMETER, LEVEL_CHANGING } level;

typedef struct value {
    type type;
    level level;
    const char *changing; /* a name in it that changes with time, or NULL */
    expr e;               /* a number for Booleans (1, 0) and enumeration values */
} value;

value lower_expression(translation *t, const ast *e); /* errors are recorded */
/* The same, with an error if it is no number; `what` needs one: "the argument of '%s'".
 */
value lower_number(translation *t, const ast *e, const char *what, ...) PRINTF_LIKE(3, 4);
value lower_condition(translation *t, const ast *e, const char *what);
value lower_call(translation *t, const ast *e);
value bad_value(translation *t);
void value_join(value *to, const value *from); /* level */
/* The number a constant expression has; 0 if it depends on more. */
int value_is_constant(translation *t, const value *v, double *number);
symbol *name_resolve(translation *t, const char *name); /* or NULL */

/* --- declarations (types.c, declare.c) --- */

/* An attribute with the scope that its names belong to. */
typedef struct attribute {
    const ast *value; /* or NULL */
    scope *scope;
} attribute;

typedef struct attributes {
#define ATTRIBUTE(name, types) attribute name;
#include "builtin.def"
#undef ATTRIBUTE
} attributes;

/* The type of that name and the attributes it brings; errors are recorded. */
type find_type(translation *t, const char *name, place where, attributes *from);
/* Takes modifiers as attributes of a variable of type `of`; errors are recorded. */
void apply_modifiers(translation *t, type of, const ast_arguments *modifiers,
                     attributes *to);

void declare_types(translation *t, int count, const ast_type *at);
void declare_names(translation *t, int count, const ast_declaration *at);
/* Values of the constants, before all other expressions are read. */
void define_constants(translation *t);
/* Attributes and values; a variable's value makes an equation. */
void define_names(translation *t, int count, const ast_declaration *at);

/* --- equations (flatten.c) --- */

void flatten_equations(translation *t, const ast_equations *list);
void push_equation(translation *t, equation_kind kind, expr residual, const char *text,
                   const char *name, place where);

/* --- annotations (annotation.c) --- */

typedef struct remark {
    int invariant, constraint;
    const char *name; /* or NULL */
} remark;

remark annotation_of_declaration(translation *t, const ast_arguments *a);
remark annotation_of_equation(translation *t, const ast_arguments *a);
void annotation_of_model(translation *t, const ast_arguments *a);

#endif
