/* SPDX-License-Identifier: BSD-3-Clause */
/* The words of the model language, for the reference: functions and operators, constants,
 * attributes and annotations, from the tables that the translation itself uses. */
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include "../expr/expr.h"
#include "involute.h"

/* Where a function is not smooth, in words. */
static const char *language_events(expr_shape shape) {
    switch (shape) {
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
        return "";
    case SHAPE_KINK:
        return "kink at x = 0, where a step ends; no event";
    case SHAPE_CHOICE:
        return "kink at x = y, where a step ends; no event";
    case SHAPE_SIGN:
        return "jump at x = 0, where a step ends; no event";
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
        return "event where x passes an integer";
    case SHAPE_QUOTIENT:
    case SHAPE_REMAINDER:
        return "event where x/y passes an integer";
    case SHAPE_RELATION:
        return "event where x = y";
    case SHAPE_EQUALITY:
        return "no event";
    case SHAPE_LOGIC:
        return "event where an argument changes";
    }
    assert(!"a shape without words");
    return "";
}

typedef enum language_kind {
    CALLED_REAL,
    CALLED_INTEGER,
    CALLED_SAME,
    CALLED_NONE, /* an operator, which OPERATOR shows */
    PLAIN
} language_kind;

typedef struct language_row {
    invo_language_info info;
    language_kind kind;
    expr_shape shape;
} language_row;

static const char functions[] = "functions";
static const char annotations[] = "annotations";

#define ROW(topic, group, name, form, about)                                             \
    {{topic, group, name, form, about, ""}, PLAIN, SHAPE_SMOOTH},
#define CALLED(name, form, result, shape, about)                                         \
    {{functions, "Elementary functions", name, form, about, ""},                         \
     CALLED_##result,                                                                    \
     SHAPE_##shape},
#define ENTRY(group, name, form, about) ROW(annotations, group, name, form, about)

static const language_row rows[] = {
#define UNARY(code, name, result, shape, value, slope, derivative, rows, about)          \
    CALLED(name, name "(x)", result, shape, about)
#define BINARY(code, name, result, shape, value, slope_x, slope_y, derivative, rows,     \
               about)                                                                    \
    CALLED(name, name "(x, y)", result, shape, about)
#include "../expr/op.def"
#undef UNARY
#undef BINARY
#define OPERATOR(form, about) ROW(functions, "Operators", form, form, about)
#include "builtin.def"
#undef OPERATOR
#define FUNCTION(name, f, fewest, most, form, about)                                     \
    ROW(functions, "Derivatives, events, conversions", name, form, about)
#include "builtin.def"
#undef FUNCTION
#define ARRAY_FUNCTION(name, f, fewest, most, form, about)                               \
    ROW(functions, "Arrays", name, form, about)
#include "builtin.def"
#undef ARRAY_FUNCTION
#define STATEMENT(form, about)                                                           \
    ROW(functions, "Equations and statements", form, form, about)
#include "builtin.def"
#undef STATEMENT
#define CONSTANT(name, value, unit, about)                                               \
    ROW(functions, "Constants", name, "Modelica.Constants." name " = " #value, about)
#include "builtin.def"
#undef CONSTANT
#define ATTRIBUTE(name, types, about)                                                    \
    {{functions, "Attributes of variables", #name, #name " = ...", about, types},        \
     PLAIN,                                                                              \
     SHAPE_SMOOTH},
#include "builtin.def"
#undef ATTRIBUTE
#define ABSENT(name, message) ROW(functions, "Not read", name, name "(...)", message)
#include "builtin.def"
#undef ABSENT
#define FOREIGN(word, ours) ROW(functions, "Words of other languages", word, word, ours)
#include "builtin.def"
#undef FOREIGN
#define EXPERIMENT(name, option, form, about)                                            \
    ENTRY("experiment(...) of a model", name, form, about "; the option --" option)
#include "annotation.def"
#define MODEL_ENTRY(name, form, about)                                                   \
    ENTRY("__involute(...) of a model", name, form, about)
#include "annotation.def"
#define ANIMATION_ENTRY(name, form, about)                                               \
    ENTRY("animation(...) in __involute", name, form, about)
#include "annotation.def"
#define PART(owner, name, form, about) ENTRY(owner "(...) in a list", name, form, about)
#include "annotation.def"
#define DECLARATION_ENTRY(name, form, about)                                             \
    ENTRY("__involute(...) of a declaration", name, form, about)
#include "annotation.def"
#define EQUATION_ENTRY(name, form, about)                                                \
    ENTRY("__involute(...) of an equation", name, form, about)
#include "annotation.def"
#define COMMON_ENTRY(name, form, about)                                                  \
    ENTRY("Declarations and functions", name, form, about)
#include "annotation.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The letters of types in builtin.def as words. */
static const char *language_types(const char *letters) {
    if (strcmp(letters, "R") == 0)
        return "Real";
    return strcmp(letters, "RIE") == 0 ? "Real, Integer, enumerations" : "all types";
}

int invo_language_describe(int i, invo_language_info *info) {
    assert(info);
    int k = 0;
    while (k < ROWS && (rows[k].kind == CALLED_NONE || i-- > 0))
        k++;
    if (k == ROWS)
        return 0;
    *info = rows[k].info;
    if (*info->events)
        info->events = language_types(info->events);
    else
        info->events = language_events(rows[k].shape);
    return 1;
}
