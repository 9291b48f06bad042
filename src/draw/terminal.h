/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures as text: dots of Braille characters, two by four in each. */
#ifndef DRAW_TERMINAL_H
#define DRAW_TERMINAL_H
#include "picture.h"

typedef struct terminal_size {
    int columns, rows;
    int has_colors; /* it understands the escape sequences of colours */
} terminal_size;

/* Renders panels of the plane one below the other, as lines of UTF-8; malloc'ed, NULL
 * without memory. A single panel has the height of the terminal. Curves of a panel with
 * several end with a letter, which the legend names. */
char *terminal_render(const picture *const *panel, int count, const char *title,
                      const terminal_size *size);

#endif
