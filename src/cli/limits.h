/* SPDX-License-Identifier: BSD-3-Clause */
/* Limits that users set on what a command may take: --max-seconds, --max-memory,
 * --max-file-size, --max-rows, --max-nesting, ... */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H
#include "cli.h"

/* Numbers that are none: 0, or the exit status, which it has explained. */
int limits_check(const arguments *a);
/* From here on they hold. */
void limits_begin(const arguments *a);
/* Hands those on that limit what the text of a model may take. */
invo_status limits_give(const arguments *a, invo_context *c);
/* Is the time over, or has a signal come? As a callback of contexts and invo_options. */
int limits_ask(void *unused);
/* May a run write another row after so many? Explains it where not. */
int limits_allow_row(const arguments *a, long rows);
/* The status of a command: E_LIMIT, explained, in place of E_INTERRUPT where it was the
 * time. */
invo_status limits_name(const arguments *a, invo_status status);

#endif
