/* SPDX-License-Identifier: BSD-3-Clause */
/* An expression as a sum of terms with rational coefficients: constant combinations of
 * equations are made without round-off, so that what cancels cancels. Parameters have
 * their present values, taken for exact. */
#ifndef STRUCTURE_LINEAR_FORM_H
#define STRUCTURE_LINEAR_FORM_H
#include "../linalg/exact.h"
#include "system.h"

typedef struct form_term {
    expr key; /* the constant term: the number 1 */
    const rational *coefficient;
} form_term;

typedef struct linear_form {
    int count;
    form_term *term; /* by key, no coefficient is zero */
} linear_form;

linear_form *form_of(dae *s, expr f);
linear_form *form_sum(dae *s, int count, linear_form *const *form,
                      const rational *const *factor);
linear_form *form_derivative(dae *s, const linear_form *f);
linear_form *form_substitute(dae *s, const linear_form *f, expr_map map, void *data);

/* The same with coefficients rounded to doubles, the largest to the order of 1. */
expr form_expr(dae *s, const linear_form *f);

#endif
