/* SPDX-License-Identifier: BSD-3-Clause */
/* A system as the model gives it: unknown functions, parameters, equations F(t, y, y',
 * ...) = 0, conditions at the start, declared invariants. The model fills it, completion
 * reads it. */
#ifndef STRUCTURE_SYSTEM_H
#define STRUCTURE_SYSTEM_H
#include "../expr/expr.h"

#define NO_EXPR (-1) /* not given */

typedef struct variable {
    const char *name; /* as the model writes it, 'quotes' and [subscripts] included */
    place where;
    expr start, nominal, min, max; /* in parameters only, or NO_EXPR */
    int fixed;                     /* start holds exactly */
} variable;

typedef enum parameter_kind {
    PARAMETER_FREE,
    PARAMETER_CONSTANT,
    PARAMETER_INPUT
} parameter_kind;

typedef struct parameter {
    const char *name;
    place where;
    parameter_kind kind; /* constants cannot be set; an input keeps its start value */
    expr binding; /* in other parameters, or NO_EXPR: solved from initial equations */
    int is_set;   /* by invo_model_set: then value counts, not binding */
    double value; /* filled by system_parameters() */
} parameter;

typedef enum equation_kind {
    EQUATION_PLAIN,
    EQUATION_INITIAL,   /* holds at the start */
    EQUATION_INVARIANT, /* residual is the invariant itself: kept at its initial value */
    EQUATION_CONSTRAINT /* declared, follows from the others: residual = 0 */
} equation_kind;

typedef struct equation {
    equation_kind kind;
    expr residual;    /* left - right */
    const char *text; /* as written, on one line: "x^2 + y^2 = L^2" */
    const char *name; /* from __involute(name = ...), or NULL */
    place where;
} equation;

typedef struct dae { /* not `system`: stdlib.h has that name */
    invo_context *context;
    arena *arena;
    graph *graph;
    const char *name;
    LIST(variable) variables; /* OP_JET(variable, order) refers to these */
    LIST(parameter)
    parameters; /* OP_PARAMETER; a parameter's binding may refer to any other */
    LIST(equation) equations; /* all kinds, in the order of the text */
} dae;

/* Values of all parameters in dependency order into parameter.value. Throws E_MODEL on a
 * cycle and on a value that is not finite, naming the parameter, and where one has
 * neither value nor binding. */
void system_parameters(dae *s);

#endif
