/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts of equations that differ in the values of loop indices alone: a pattern that all
 * of them share, and the values. The text is made when somebody reads it. */
#ifndef BASE_PHRASE_H
#define BASE_PHRASE_H
#include "arena.h"

/* In a pattern, this byte and a second one, which is 1 + k, stand for the k-th value. */
enum { PHRASE_MARK = 1, PHRASE_MOST_VALUES = 100 };

typedef struct phrase {
    const char *pattern; /* not NULL */
    const char *values;  /* one text after the other, the last one empty; NULL: none, and
                            the pattern is the text, whatever bytes it has */
} phrase;

/* Reads the text byte by byte. */
typedef struct phrase_reader {
    const char *at, *inside; /* inside: of a value, or NULL */
    const char *values;
} phrase_reader;
phrase_reader phrase_begin(phrase p);
unsigned char phrase_next(phrase_reader *r); /* 0: the end */

size_t phrase_length(phrase p);
/* As snprintf does: what fits and a NUL; returns the length of the text. */
size_t phrase_write(phrase p, char *to, size_t size);
int phrase_compare(phrase a, phrase b); /* as strcmp does */
/* The text, made in the arena if need be. */
const char *phrase_print(arena *a, phrase p);
size_t phrase_values_size(const char *values); /* bytes, with the empty one */

#endif
