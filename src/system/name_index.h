/* SPDX-License-Identifier: BSD-3-Clause */
/* Variables and parameters of a system by their names: results have a column for each,
 * and every column asks for its unit. */
#ifndef SYSTEM_NAME_INDEX_H
#define SYSTEM_NAME_INDEX_H
#include "system.h"

typedef struct name_index name_index;

/* Lists the names that s has now. Lives in arena a. */
const name_index *name_index_new(arena *a, const dae *s);

/* The first variable whose name has these `size` characters; -1: none. */
int name_index_variable(const name_index *x, const char *name, size_t size);
/* The first parameter with a unit that has this name; -1: none. */
int name_index_parameter(const name_index *x, const char *name);

#endif
