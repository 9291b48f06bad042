/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of an item that draw what is no column over another: points of a section, errors
 * of a sweep, deviations over time, shapes, lengths of steps. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H
#include "figure.h"
#include "items.h"

/* Adds to f what a line of kind LINE_SCATTER, LINE_ERRORS, LINE_DEVIATIONS, LINE_LENGTHS
 * or LINE_SHAPES asks for, from the last of `runs`, or all. Returns 0 where it names what
 * is not there.
 */
int draw(figure *f, const item_line *line, const measured *run, int runs,
         const reference *r);

#endif
