/* SPDX-License-Identifier: BSD-3-Clause */
#include "json_text.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/tame.h"
#include "decimal.h"
#include "involute.h"

enum { FIRST_ROOM = 1 << 12, INDENT = 2 };

typedef struct text_buffer {
    char *at; /* NULL: there was no memory */
    size_t used, room;
    int depth;
} text_buffer;

/* Makes room for so many characters more; false without memory. */
static int text_reserve(text_buffer *b, size_t more) {
    if (b->at && b->room - b->used >= more)
        return 1;
    if (!b->at)
        return 0;
    size_t room = 2 * b->room + more;
    char *at = realloc(b->at, room);
    if (!at)
        free(b->at);
    b->at = at;
    b->room = room;
    return at != NULL;
}

static void text_put(text_buffer *b, const char *text, size_t size) {
    if (!text_reserve(b, size))
        return;
    memcpy(b->at + b->used, text, size);
    b->used += size;
}

static void text_put_one(text_buffer *b, char c) {
    text_put(b, &c, 1);
}

static void text_put_line(text_buffer *b) {
    size_t blanks = (size_t)b->depth * INDENT;
    if (!text_reserve(b, blanks + 1))
        return;
    b->at[b->used] = '\n';
    memset(b->at + b->used + 1, ' ', blanks);
    b->used += blanks + 1;
}

/* --- texts --- */

/* The letter behind the backslash, or 0. */
static char text_escape(char c) {
    static const char plain[] = "\"\\\b\f\n\r\t";
    static const char letter[] = "\"\\bfnrt";
    const char *at = c ? strchr(plain, c) : NULL;
    return at ? letter[at - plain] : 0;
}

static int text_is_plain(const char *text, size_t size) {
    return *text != '"' && *text != '\\' && *text != '\t' && *text != '\n' &&
           !invo_text_wild(text, size);
}

/* Are eight characters of that kind? Bit 7 remains of every byte that is above 0x7E or
 * below ' ', a quote or a backslash, and may of others behind it. */
static int text_are_letters(const char *text) {
    static const uint64_t EACH = 0x0101010101010101;
    uint64_t x;
    memcpy(&x, text, sizeof x);
    const uint64_t bad = x | (x - EACH * ' ') | (x + EACH) | ((x ^ EACH * '"') - EACH) |
                         ((x ^ EACH * '\\') - EACH);
    return (bad & EACH * 0x80) == 0;
}

/* How many characters at the beginning are of ASCII and mean nothing in JSON, as nearly
 * all of them: they need no further look. */
static size_t text_count_letters(const char *text, size_t size) {
    size_t k = 0;
    while (k + sizeof(uint64_t) <= size && text_are_letters(text + k))
        k += sizeof(uint64_t);
    while (k < size && text[k] >= ' ' && text[k] < 0x7F && text[k] != '"' &&
           text[k] != '\\')
        k++;
    return k;
}

/* How many bytes at the beginning are written as they are. */
static size_t text_count_plain(const char *text, size_t size) {
    size_t k = text_count_letters(text, size);
    while (k < size && text_is_plain(text + k, size - k)) {
        k += utf8_length(text + k, size - k);
        k += text_count_letters(text + k, size - k);
    }
    return k;
}

/* Writes the character at `text` by its number, as two surrogates above U+FFFF; returns
 * its bytes. */
static size_t text_put_code(text_buffer *b, const char *text, size_t size) {
    char words[16] = {'\\', text_escape(*text)};
    size_t length = utf8_length(text, size);
    length += !length;
    const unsigned code = utf8_code(text, length);
    const unsigned above = code - 0x10000;
    if (!words[1] && code < 0x10000)
        snprintf(words, sizeof words, "\\u%04X", code);
    else if (!words[1])
        snprintf(words, sizeof words, "\\u%04X\\u%04X", 0xD800 + (above >> 10),
                 0xDC00 + (above & 0x3FF));
    text_put(b, words, strlen(words));
    return length;
}

/* Characters that a terminal could take for commands are written by their numbers, too:
 * people look at JSON, and pages hold it. */
static void text_put_string(text_buffer *b, const char *text, size_t size) {
    text_put_one(b, '"');
    for (size_t from = 0, to = 0; from < size; from = to) {
        to += text_count_plain(text + to, size - to);
        text_put(b, text + from, to - from);
        if (to == size)
            break;
        to += text_put_code(b, text + to, size - to);
    }
    text_put_one(b, '"');
}

/* --- numbers --- */

/* As JSON wants them: 1.0 for 1, and 1e5 for 1e+05. */
static void text_put_real(text_buffer *b, double x) {
    char text[DECIMAL_SIZE];
    size_t size = (size_t)decimal_print(x, text);
    const char *e = memchr(text, 'e', size);
    size_t front = e ? (size_t)(e - text) : size;
    text_put(b, text, front);
    if (!e && !memchr(text, '.', size))
        text_put(b, ".0", 2);
    if (!e)
        return;
    const char *power = e + 1;
    text_put_one(b, 'e');
    if (*power == '-')
        text_put_one(b, '-');
    power += *power == '-' || *power == '+';
    while (*power == '0' && power + 1 < text + size)
        power++;
    text_put(b, power, (size_t)(text + size - power));
}

static void text_put_integer(text_buffer *b, json_int_t k) {
    char text[32];
    char *const end = text + sizeof text;
    char *at = end;
    uint64_t left = k < 0 ? -(uint64_t)k : (uint64_t)k;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (k < 0)
        *--at = '-';
    text_put(b, at, (size_t)(end - at));
}

/* --- values --- */

static void text_put_value(text_buffer *b, const json_t *value);

static void text_put_array(text_buffer *b, const json_t *array) {
    size_t count = json_array_size(array);
    text_put_one(b, '[');
    b->depth++;
    for (size_t k = 0; k < count; k++) {
        text_put_line(b);
        text_put_value(b, json_array_get(array, k));
        if (k + 1 < count)
            text_put_one(b, ',');
    }
    b->depth--;
    if (count)
        text_put_line(b);
    text_put_one(b, ']');
}

static void text_put_object(text_buffer *b, json_t *object) {
    void *at = json_object_iter(object);
    int is_empty = !at;
    text_put_one(b, '{');
    b->depth++;
    while (at) {
        const char *key = json_object_iter_key(at);
        text_put_line(b);
        text_put_string(b, key, strlen(key));
        text_put(b, ": ", 2);
        text_put_value(b, json_object_iter_value(at));
        at = json_object_iter_next(object, at);
        if (at)
            text_put_one(b, ',');
    }
    b->depth--;
    if (!is_empty)
        text_put_line(b);
    text_put_one(b, '}');
}

static void text_put_value(text_buffer *b, const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        text_put_object(b, (json_t *)value); /* to be iterated over, not changed */
        break;
    case JSON_ARRAY:
        text_put_array(b, value);
        break;
    case JSON_STRING:
        text_put_string(b, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        text_put_integer(b, json_integer_value(value));
        break;
    case JSON_REAL:
        text_put_real(b, json_real_value(value));
        break;
    case JSON_TRUE:
        text_put(b, "true", 4);
        break;
    case JSON_FALSE:
        text_put(b, "false", 5);
        break;
    case JSON_NULL:
        text_put(b, "null", 4);
        break;
    }
}

char *json_text(const json_t *value) {
    text_buffer b = {.at = malloc(FIRST_ROOM), .room = FIRST_ROOM};
    text_put_value(&b, value);
    text_put_one(&b, '\0');
    return b.at;
}
