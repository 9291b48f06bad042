/* SPDX-License-Identifier: BSD-3-Clause */
/* Where events come from: comparisons in a model are frozen between events. Each becomes
 * a parameter of kind PARAMETER_SWITCH, whose value changes only when its function
 * crosses zero. Conditions of `if` and guards of equations become parameters too: their
 * values together are the mode of the system. */
#ifndef SYSTEM_CROSSINGS_H
#define SYSTEM_CROSSINGS_H
#include "system.h"

typedef enum crossing_kind {
    CROSSING_RELATION, /* 1 while function > 0 (>= 0 if closed), else 0 */
    CROSSING_FLOOR     /* floor(function) */
} crossing_kind;

typedef struct crossing {
    crossing_kind kind;
    int parameter;
    int closed;
    expr function;    /* continuous */
    const char *text; /* "h < 0" */
} crossing;

/* A condition over parameters; its truth is part of the mode. */
typedef struct mode_condition {
    int parameter;
    expr condition;
} mode_condition;

typedef struct crossings {
    LIST(crossing) list;
    LIST(mode_condition) conditions;
    expr *whole; /* [equations]: residuals with sign(x) as it is, while it is split */
    int whole_list, whole_conditions; /* how many there are then */
} crossings;

/* Rewrites equations, discrete equations and the conditions of when clauses of s in
 * place. Returns what was found. */
crossings *crossings_extract(dae *s);
/* sign(x) is literal, and its jump a kink, unless solutions may slide along x = 0: then
 * it is if x > 0 then 1 elseif x < 0 then -1 else 0. Converts in both directions, as the
 * system requires. */
void crossings_split_signs(dae *s, crossings *found);

/* Whether the system has anything to do with events. */
int dae_is_hybrid(const dae *s, const crossings *c);

/* Value of a crossing from that of its function. */
double crossing_value(const crossing *c, double function);

#endif
