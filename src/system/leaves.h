/* SPDX-License-Identifier: BSD-3-Clause */
/* Questions about the leaves of an expression. */
#ifndef SYSTEM_LEAVES_H
#define SYSTEM_LEAVES_H
#include "system.h"

typedef int leaf_test(void *data, const expr_node *leaf);

/* Does a leaf of e pass the test, parameters included? 0 for NO_EXPR. The test may ask
 * the same of other expressions, and must not make any. */
int leaves_any(graph *g, expr e, leaf_test *test, void *data);

/* The same for the leaves that the value depends on (expr_depends): derivatives and time.
 */
int leaves_depend(graph *g, expr e, leaf_test *test, void *data);

/* A test: is it a derivative? */
int leaf_is_jet(void *data, const expr_node *leaf);

#endif
