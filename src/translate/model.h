/* SPDX-License-Identifier: BSD-3-Clause */
/* Modelica text to a system. */
#ifndef TRANSLATE_MODEL_H
#define TRANSLATE_MODEL_H
#include "../system/system.h"

/* An option that the model's annotations give, in the words of invo_options_set. */
typedef struct setting {
    const char *option, *value; /* "rtol", "1e-8" */
    place where;
} setting;

/* A variable whose start value is the value of a parameter. */
typedef struct loose_start {
    int variable, parameter;
} loose_start;

typedef struct model {
    dae system;
    const char *description; /* the string behind the model's name, or NULL */
    LIST(setting) settings;
    LIST(invo_text_parameter) texts;   /* known Strings of the model */
    LIST(invo_animation_point) points; /* of the annotation animation(...) */
    LIST(invo_animation_link) links;
    LIST(invo_animation_body) bodies;
    LIST(invo_plot_info) plots;      /* of the annotation plots = {...} */
    struct translation *translation; /* names and types, for what is read later */
    LIST(loose_start) loose;         /* of model_set_loosely */
    int sets_loosely;
} model;

/* Reads the text into an arena: lexer, parser, names, types, flattening. Throws E_SYNTAX
 * or E_MODEL after reporting as many errors as make sense. The source and its text must
 * live as long as the arena, and so must libraries, where names are looked for that the
 * text does not declare. Of several models that of the name is taken; NULL: the last.
 * Here and below, the context has no errors when it begins. */
model *model_parse(invo_context *c, arena *a, const source *text,
                   const user_library *libraries, const char *name);

/* The same from a syntax tree, whose names are interned in n and whose places are in
 * text. Where its lines have names, it was built by a program: names may have brackets.
 */
struct ast_file;
model *model_translate(arena *a, names *n, const struct ast_file *f, const source *text,
                       const user_library *libraries, const char *name);

/* "name=value": a parameter's value or a variable's start value. Throws E_ARGUMENT. */
void model_set(model *m, const char *assignment);

/* The same where the value is going to change: a start value becomes that of a parameter
 * of its own, so that the next one changes no expression. */
void model_set_loosely(model *m, const char *assignment);

/* Forgets fixed start values and initial equations, but for what model_set has given:
 * start values that were set hold exactly, or, unless `exactly`, are guesses as all
 * others. Nothing can be set afterwards. */
void model_keep_set(model *m, int exactly);

/* Takes over the annotations of another class, whose names are those of the model: solver
 * settings, invariants = {invariant(name = "E", expr = ...)}. Throws as model_parse does.
 */
void model_with(model *m, const source *text);

/* Reads one expression over the model's names (der(x), parameters, time): for tests and
 * sections. */
expr model_expression(model *m, const source *text);

#endif
