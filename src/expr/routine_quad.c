/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of routines in quadruple precision: the same with the functions of that type. */
#include "routine_run.h"
#include <string.h>
#include "../base/quad_names.h"

#define circle_at(x) circle_at_quad(x)
#define lookup_value(look, x, y) lookup_value_quad(look, x, y)
#define REAL quad
#define RUN(part) routine_quad_##part
#include "routine_run.def"

quad routine_value_quad(const routine_output *o, quad *from) {
    work_left left = {.operations = ROUTINE_MOST};
    return routine_quad_call(o, from, &left);
}
