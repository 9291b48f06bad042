/* SPDX-License-Identifier: BSD-3-Clause */
/* Modelica text to tokens. */
#ifndef SYNTAX_LEXER_H
#define SYNTAX_LEXER_H
#include "../base/arena.h"

typedef enum token_kind {
    TOKEN_EOF,
    TOKEN_ERROR, /* matches nothing: the parser's current token after a syntax error */
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
#define KEYWORD(code, text) TOKEN_##code,
#define MARK(code, text) TOKEN_##code,
#include "token.def"
#undef KEYWORD
#undef MARK
    TOKEN_COUNT
} token_kind;

typedef struct token {
    token_kind kind;
    place where;
    size_t begin, end; /* bytes of the source */
    const char *text;  /* interned name with its quotes, or a string's contents */
    double value;      /* of a number */
    int integer;       /* a number without point and exponent */
} token;

typedef struct lexer {
    invo_context *context;
    arena *arena;
    names *names;
    const source *source;
    size_t at, line_begin;
    int line;
    int unquoted; /* 'a.b' is read as a.b: names of the library as users write them */
    int broken;   /* what follows makes no sense: only TOKEN_EOF comes, and is no error */
    const char *keyword[TOKEN_COUNT]; /* interned */
} lexer;

/* Begins to read; throws E_SYNTAX on what is no text. */
void lexer_init(lexer *x, arena *a, names *n, const source *s);

/* The next token. Characters that do not belong are reported and left out. */
token lexer_next(lexer *x);

/* Gives up on the rest of the text. */
void lexer_stop(lexer *x);

/* "'equation'", "the end of the text": a token as messages call it. */
const char *token_text(const lexer *x, const token *t);
const char *token_name(token_kind kind); /* "equation", ":=" */

/* Text of the bytes begin..end on one line, single spaces, without comments. */
const char *source_line(arena *a, const source *s, size_t begin, size_t end);

/* Numbers in C's notation, whatever the locale of the process says. */
double number_read(arena *a, const char *text, size_t size);
const char *number_print(arena *a, double value);
const char *number_shortest(arena *a, double value); /* no more digits than it needs */

#endif
