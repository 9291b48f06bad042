/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns and values to texts. */
#include "phrase.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

phrase_reader phrase_begin(phrase p) {
    assert(p.pattern);
    return (phrase_reader){.at = p.pattern, .values = p.values};
}

/* A mark whose value is not there stands for nothing. */
static const char *phrase_value_number(const char *values, int k) {
    while (k-- > 0 && *values)
        values += strlen(values) + 1;
    return values;
}

unsigned char phrase_next(phrase_reader *r) {
    for (;;) {
        if (r->inside && *r->inside)
            return (unsigned char)*r->inside++;
        r->inside = NULL;
        if (!*r->at)
            return 0;
        if (!r->values || *r->at != PHRASE_MARK)
            return (unsigned char)*r->at++;
        if (!*++r->at)
            return 0;
        r->inside = phrase_value_number(r->values, (unsigned char)*r->at++ - 1);
    }
}

/* The next piece, of the pattern or a value, which may be empty; NULL: the end. */
static const char *phrase_piece(phrase_reader *r, size_t *size) {
    static const char mark[] = {PHRASE_MARK, 0};
    const char *piece = r->at;
    if (!*piece)
        return NULL;
    if (!r->values || *piece != PHRASE_MARK) {
        *size = r->values ? strcspn(piece, mark) : strlen(piece);
        r->at += *size;
        return piece;
    }
    if (!piece[1])
        return NULL;
    r->at += 2;
    piece = phrase_value_number(r->values, (unsigned char)piece[1] - 1);
    *size = strlen(piece);
    return piece;
}

size_t phrase_write(phrase p, char *to, size_t size) {
    assert(to || size == 0);
    phrase_reader r = phrase_begin(p);
    size_t length = 0;
    size_t more;
    for (const char *piece; (piece = phrase_piece(&r, &more)); length += more)
        if (length + 1 < size)
            memcpy(to + length, piece,
                   more < size - 1 - length ? more : size - 1 - length);
    if (size)
        to[length < size ? length : size - 1] = 0;
    return length;
}

size_t phrase_length(phrase p) {
    return p.values ? phrase_write(p, NULL, 0) : strlen(p.pattern);
}

static int has_same_values(const char *a, const char *b) {
    size_t size = phrase_values_size(a);
    return size == phrase_values_size(b) && memcmp(a, b, size) == 0;
}

/* Most are compared with themselves, or have no values: these need not be read byte by
 * byte. */
int phrase_compare(phrase a, phrase b) {
    if (!a.values && !b.values)
        return strcmp(a.pattern, b.pattern);
    if (a.values && b.values && strcmp(a.pattern, b.pattern) == 0 &&
        has_same_values(a.values, b.values))
        return 0;
    phrase_reader x = phrase_begin(a);
    phrase_reader y = phrase_begin(b);
    for (;;) {
        int c = phrase_next(&x);
        int d = phrase_next(&y);
        if (c != d || !c)
            return c - d;
    }
}

const char *phrase_print(arena *a, phrase p) {
    if (!p.values)
        return p.pattern;
    size_t size = phrase_length(p) + 1;
    char *text = arena_alloc(a, size);
    phrase_write(p, text, size);
    return text;
}

size_t phrase_values_size(const char *values) {
    assert(values);
    const char *end = values;
    while (*end)
        end += strlen(end) + 1;
    return (size_t)(end - values) + 1;
}

int invo_row_text(const invo_row *row, char *text, size_t size) {
    phrase p = {row->equation ? row->equation : "", row->values};
    return (int)phrase_write(p, text, size);
}
