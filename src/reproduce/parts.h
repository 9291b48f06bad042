/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of items that split the constraints of a model (items.h). */
#ifndef REPRODUCE_PARTS_H
#define REPRODUCE_PARTS_H
#include <stdio.h>

/* "MODEL OPTIONS : 2": splits the constraints, runs the model of every component with
 * these options, and keeps it as MODEL_1, ... for the lines that follow. Reports to out;
 * 0 unless there are as many components and every run reaches its end. */
int parts_split(const char *text, int length, FILE *out);

/* "MODEL_1 : y1-y2 ; x1-x2+2": 0 unless the component has these equations, in any order.
 */
int parts_compare(const char *text, int length, FILE *out);

#endif
