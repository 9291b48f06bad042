/* SPDX-License-Identifier: BSD-3-Clause */
/* What the program prints for people. */
#ifndef CLI_SAY_H
#define CLI_SAY_H
#include <stdio.h>

/* Prints as fprintf does. File names and words of others are made harmless (see
 * invo_text_tame); the line breaks that the format begins and ends with are kept. */
void say(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints text as a string of JSON, in quotes; bytes that are no UTF-8 become '?'. */
void say_quoted(const char *text);

#endif
