/* SPDX-License-Identifier: BSD-3-Clause */
/* What the texts for people have in common. */
#ifndef OUTPUT_TEXT_H
#define OUTPUT_TEXT_H
#include <stdio.h>
#include "involute.h"

enum { EQUATION_WIDTH = 44 }; /* of a column of equations; longer ones are cut */

const char *text_plural(int n); /* "" or "s" */
/* The column width that shows every text up to `most` characters. */
int text_widen(int width, const char *text, int most);
void text_cut(FILE *out, const char *text, int width); /* padded, or cut with "..." */
void text_structure(FILE *out, const invo_structure *s);
/* Closes a memory stream; the text is freed where it is not complete. */
invo_status text_end(invo_context *c, FILE *out, char **text);

#endif
