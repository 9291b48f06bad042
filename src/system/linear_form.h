/* SPDX-License-Identifier: BSD-3-Clause */
/* An expression read as a linear form: numbers times unknowns, and a rest. */
#ifndef SYSTEM_LINEAR_FORM_H
#define SYSTEM_LINEAR_FORM_H
#include "system.h"

enum { MOST_TERMS = 16 };

typedef struct linear_form {
    int unknowns, rests;
    int variable[MOST_TERMS]; /* of order 0, each once */
    double coefficient[MOST_TERMS];
    expr rest[MOST_TERMS]; /* may hold the same unknowns again */
    double factor[MOST_TERMS];
} linear_form;

/* Returns 0 where there are more than MOST_TERMS of a kind. */
int linear_form_read(graph *g, expr e, linear_form *f);

/* factor * (the form without unknown k); EXPR_ZERO: nothing is left. */
expr linear_form_without(graph *g, const linear_form *f, int k, double factor);

/* Only the rest of it. */
expr linear_form_rest(graph *g, const linear_form *f, double factor);

/* All of it, as one sum; EXPR_ZERO: nothing is left. */
expr linear_form_all(graph *g, const linear_form *f, double factor);

#endif
