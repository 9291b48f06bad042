/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of an item that draw (items.h). */
#ifndef REPRODUCE_DRAW_H
#define REPRODUCE_DRAW_H
#include "figure.h"

/* Adds to f what a line asks for, from the last of `runs`, or all. Returns 0, with the
 * reason in f->problem, where it names what is not there. */
int draw(figure *f, const item_line *line, const measured *run, int runs,
         const reference *r);

/* Values of expressions in u and v, separated by ';', at points u from low to high, by a
 * model of the language (sample.c). value: [most, points]; returns how many expressions
 * there are, 0 with a message in `problem` where they cannot be read. */
typedef struct sampling {
    double low, high;
    long points;
    double v;
} sampling;
int draw_sample(const char *text, int length, const sampling *s, int most, double *value,
                char *problem, size_t size);

#endif
