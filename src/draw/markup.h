/* SPDX-License-Identifier: BSD-3-Clause */
/* Text that grows: XML with everything escaped that would break it. */
#ifndef DRAW_MARKUP_H
#define DRAW_MARKUP_H
#include <stddef.h>

typedef struct markup {
    char *text; /* ends with a zero; malloc'ed */
    size_t length, capacity;
    int has_failed; /* no memory: the text is of no use */
} markup;

void markup_add(markup *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds words of others: <, >, &, quotes as entities; bytes that are no UTF-8 and control
 * characters as U+FFFD. At most `most` characters, then an ellipsis. */
void markup_add_escaped(markup *m, const char *words, long most);
/* The same as plain text: bytes that are no UTF-8 and control characters, which a
 * terminal could take for commands, as U+FFFD. */
void markup_add_plain(markup *m, const char *words);
/* Adds words of others as a string of JSON, in quotes, that may stand in a script element
 * of HTML: no '<'. */
void markup_add_quoted(markup *m, const char *words);
/* A coordinate in hundredths, without trailing zeros. */
void markup_add_number(markup *m, double x);
/* Characters of UTF-8. */
long markup_characters(const char *words);

#endif
