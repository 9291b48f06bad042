/* SPDX-License-Identifier: BSD-3-Clause */
/* The values that a completion was decided by. Where others give the same ones, it serves
 * for them as well: it would be made in the same way. */
#ifndef SYSTEM_READS_H
#define SYSTEM_READS_H
#include "system.h"

/* Begins to note values that are read of s and of its copies, in arena a. */
struct value_reads *reads_begin(dae *s, arena *a);
/* Notes no more: what is read from now on is found again for other values. Returns
 * whether anything was noted until now. */
int reads_end(dae *s);

/* Notes the value of an expression, other leaves than parameters having `others`; of a
 * parameter. s may note nothing. */
void reads_note(const dae *s, expr e, double others, double value);
double reads_parameter(const dae *s, int p);

/* A question about values, by what `data` holds: expressions and numbers. */
typedef int value_question(dae *s, const void *data);
/* Asks it of s, and notes the answer instead of the values that decide it. */
int reads_ask(dae *s, value_question *ask, const void *data, size_t size);

/* Does everything that was noted have the same bits with the present values? */
int reads_agree(dae *s, const struct value_reads *noted);

#endif
