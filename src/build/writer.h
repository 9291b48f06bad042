/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a built model: statements on one line each, with the places of the syntax
 * tree's nodes on them. */
#ifndef BUILD_WRITER_H
#define BUILD_WRITER_H
#include "../syntax/ast.h"

typedef struct writer {
    arena *arena, *scratch;
    const source *source; /* of the text, which is there when it is closed */
    struct writer_bytes {
        char *at;
        int count, capacity;
    } text;
    struct writer_lines {
        named_line *at;
        int count, capacity;
    } lines;
    struct writer_tasks {
        struct writer_task *at;
        int count, capacity;
    } tasks;
    int line_begin; /* byte of the text */
} writer;

void writer_add(writer *w, const char *text);
void writer_string(writer *w, const char *text); /* in quotes */
/* Begins the line of this name. */
void writer_begin_line(writer *w, const char *name);
/* Says where the current line comes from, "file:line"; NULL: from nowhere else. */
void writer_line_origin(writer *w, const char *origin);
void writer_end_line(writer *w);
/* From byte `begin` of the current line to here. */
place writer_place(const writer *w, int begin);
/* Writes an expression, in parentheses where one of this strength needs them, and gives
 * its nodes their places. A long one is cut with " ...". */
typedef enum writer_strength {
    WRITER_ANY,
    WRITER_OR,
    WRITER_AND,
    WRITER_NOT,
    WRITER_RELATION,
    WRITER_SUM,
    WRITER_PRODUCT,
    WRITER_POWER,
    WRITER_PRIMARY
} writer_strength;
void writer_expression(writer *w, ast *e, writer_strength outer);
/* The text, for the source. */
void writer_close(writer *w, source *to);

#endif
