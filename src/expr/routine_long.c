/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of routines in long double: the same with the functions of that type. */
#include "routine_run.h"
#include <math.h>
#include <string.h>
#include <tgmath.h>

#define circle_at(x) circle_at_long(x)
#define lookup_value(look, x, y) lookup_value_long(look, x, y)
#define REAL long double
#define RUN(part) routine_long_##part
#include "routine_run.def"

long double routine_value_long(const routine_output *o, long double *from) {
    work_left left = {.operations = ROUTINE_MOST};
    return routine_long_call(o, from, &left);
}
