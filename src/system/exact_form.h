/* SPDX-License-Identifier: BSD-3-Clause */
/* An expression as a sum of terms with rational coefficients: constant combinations of
 * equations are made without round-off, so that what cancels cancels. Parameters have
 * their present values, taken for exact. */
#ifndef SYSTEM_EXACT_FORM_H
#define SYSTEM_EXACT_FORM_H
#include "../linalg/exact.h"
#include "system.h"

typedef struct form_term {
    expr key; /* the constant term: the number 1 */
    const rational *coefficient;
} form_term;

typedef struct exact_form {
    int count;
    form_term *term; /* by key, no coefficient is zero */
} exact_form;

exact_form *form_of(dae *s, expr f);
exact_form *form_sum(dae *s, int count, exact_form *const *form,
                     const rational *const *factor);
exact_form *form_of_numbers(dae *s, int count, const expr *key,
                            const double *coefficient);

/* The same where the factors are rounded: terms that cancel to this share are gone. */
exact_form *form_sum_rounded(dae *s, int count, exact_form *const *form,
                             const rational *const *factor, double share);
exact_form *form_derivative(dae *s, const exact_form *f);
exact_form *form_substitute(dae *s, const exact_form *f, expr_map map, void *data);

/* The same with coefficients rounded to doubles, the largest to the order of 1. */
expr form_expr(dae *s, const exact_form *f);

#endif
