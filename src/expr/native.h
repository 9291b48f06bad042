/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions of C that models may call by their names: native.def lists them. */
#ifndef EXPR_NATIVE_H
#define EXPR_NATIVE_H
#include "expr.h"

typedef struct native {
    const char *name;
    void (*f)(const double *x, double *y);
    int inputs, outputs;
    expr_op op; /* where f is NULL: the same as this operation */
} native;

enum { NATIVE_MOST = 40 }; /* inputs or outputs */

const native *native_find(const char *name); /* or NULL */

/* The outputs at these arguments, as expressions. */
void native_call(graph *g, const native *n, const expr *arg, expr *output);

#endif
