/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes as C: the operations of the interpreter in the same order with the same
 * roundings, for compilers that contract nothing (-ffp-contract=off). */
#ifndef EVALUATE_EMIT_C_H
#define EVALUATE_EMIT_C_H
#include "../expr/tape.h"

/* Takes text as it is written. */
typedef struct emit_sink {
    void (*put)(void *data, const char *text, size_t size);
    void *data;
} emit_sink;

void emit_text(const emit_sink *out, const char *format, ...) PRINTF_LIKE(2, 3);
/* A number as a hexadecimal literal, whatever the locale; it must be finite. */
enum { EMIT_NUMBER_SIZE = 40 };
void emit_number(char text[EMIT_NUMBER_SIZE], double value);

/* Scratch for a tape with so many operands and slots. */
typedef struct emit_scratch {
    int *next;  /* [operands + 1] */
    int *until; /* [slots + 1] */
    int *local; /* [slots + 1], all zero, and again so afterwards */
} emit_scratch;

/* Compilers are slow where functions are long. */
enum { EMIT_MOST_OPERATIONS = 1000 };

/* Is there C for it? Not for tables, and not for loops that are evaluated. */
int emit_c_has(const tape *t);

/* Writes the functions that are not in the C library, for what is emitted behind them. */
void emit_c_functions(const emit_sink *out);
/* Does the tape call them? */
int emit_c_calls_functions(const tape *t);

/* Writes `LINKAGE void NAME(double *s)`, which runs what tape_execute_rest runs on its
 * slots, with a static function for every thousand operations before it. Needs
 * <math.h> and emit_c_functions. linkage: "static " or "" */
void emit_c_tape(const emit_sink *out, const char *linkage, const char *name,
                 const tape *t, emit_scratch s);

#endif
