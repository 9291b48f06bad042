/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts with values in them, as the messages of assert and terminate have: "x is " +
 * String(x). The model takes them apart, a run writes them out. */
#ifndef SYSTEM_WORDING_H
#define SYSTEM_WORDING_H
#include "../expr/expr.h"

typedef enum piece_kind {
    PIECE_WORDS,
    PIECE_REAL,
    PIECE_INTEGER,
    PIECE_BOOLEAN,
    PIECE_ENUMERATION
} piece_kind;

/* Words, or String(value, ...). Expressions that are not given are -1 (NO_EXPR). */
typedef struct text_piece {
    piece_kind kind;
    expr guard;         /* part of the text while this is true; not given: always */
    const char *words;  /* only of PIECE_WORDS */
    expr value;         /* of the other kinds */
    const char *format; /* as in C, without '%'; or NULL, and then ... */
    expr digits, length, is_left; /* ... significantDigits, minimumLength, leftJustified
                                   */
    const char *const *literal;   /* [literals]: names of an enumeration's values */
    int literals;
} text_piece;

typedef struct wording {
    text_piece *at;
    int count, capacity;
} wording;

/* Is this a format of the conversion operator String: flags, width, precision and one
 * letter that suits numbers of this kind? */
int wording_is_format(piece_kind kind, const char *format);

/* The text with the values that `evaluate` gives. */
const char *wording_write(arena *a, const wording *w,
                          double (*evaluate)(void *data, expr e), void *data);

#endif
