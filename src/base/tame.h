/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts of others, and UTF-8. */
#ifndef BASE_TAME_H
#define BASE_TAME_H
#include <stddef.h>

/* Bytes of the UTF-8 sequence at s, of which `left` > 0 bytes are there, or 0 if it is
 * not valid; and its number. */
size_t utf8_length(const char *s, size_t left);
unsigned utf8_code(const char *s, size_t size);

/* invo_text_tame for a text without an end. */
void text_tame(char *text, size_t size);

#endif
