/* SPDX-License-Identifier: BSD-3-Clause */
#include "markup.h"
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"

enum { LONGEST_CHARACTER = 4 }; /* bytes, in UTF-8 */

static int markup_reserve(markup *m, size_t more) {
    assert(m->length <= m->capacity);
    if (m->has_failed)
        return 0;
    size_t needed = m->length + more + 1;
    if (needed <= m->capacity)
        return 1;
    size_t capacity = 2 * needed + 1000;
    char *text = realloc(m->text, capacity);
    m->has_failed = !text;
    if (!text)
        return 0;
    m->text = text;
    m->capacity = capacity;
    return 1;
}

void markup_add(markup *m, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    if (length >= 0 && markup_reserve(m, (size_t)length)) {
        vsnprintf(m->text + m->length, (size_t)length + 1, format, again);
        m->length += (size_t)length;
    }
    va_end(again);
    va_end(list);
}

/* Returns the length of the UTF-8 character at s, 0 where its bytes are none that may
 * stand in a picture, a page or on a terminal. */
static size_t character_length(const char *s) {
    size_t left = 0;
    while (left < LONGEST_CHARACTER && s[left])
        left++;
    if (!left || *s == '\t' || *s == '\n' || invo_text_wild(s, left))
        return 0;
    size_t n = 1;
    while (n < left && (s[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static const char *markup_entity(char c) {
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '\'':
        return "&#39;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void markup_add_escaped(markup *m, const char *words, long most) {
    assert(words && most >= 0);
    const int is_cut = markup_characters(words) > most;
    for (long n = 0; *words && n < most - is_cut; n++) {
        size_t length = character_length(words);
        const char *entity = markup_entity(*words);
        if (entity)
            markup_add(m, "%s", entity);
        else if (length)
            markup_add(m, "%.*s", (int)length, words);
        else
            markup_add(m, *words == '\t' || *words == '\n' ? " " : "\xef\xbf\xbd");
        words += length ? length : 1;
    }
    if (is_cut)
        markup_add(m, "\xe2\x80\xa6");
}

void markup_add_plain(markup *m, const char *words) {
    while (*words) {
        const size_t length = character_length(words);
        if (length)
            markup_add(m, "%.*s", (int)length, words);
        else
            markup_add(m, "\xef\xbf\xbd");
        words += length ? length : 1;
    }
}

void markup_add_quoted(markup *m, const char *words) {
    markup_add(m, "\"");
    while (*words) {
        const size_t length = character_length(words);
        const unsigned char c = (unsigned char)*words;
        if (c < 0x20 || c == 0x7f || c == '<')
            markup_add(m, "\\u%04x", c);
        else if (!length)
            markup_add(m, "\xef\xbf\xbd");
        else
            markup_add(m, "%s%.*s", c == '"' || c == '\\' ? "\\" : "", (int)length,
                       words);
        words += length ? length : 1;
    }
    markup_add(m, "\"");
}

long markup_characters(const char *words) {
    long count = 0;
    while (*words) {
        size_t length = character_length(words);
        words += length ? length : 1;
        count++;
    }
    return count;
}

void markup_add_number(markup *m, double x) {
    char text[40];
    double rounded = round(100 * x) / 100;
    if (rounded == 0)
        rounded = 0; /* no -0 */
    snprintf(text, sizeof text, "%.2f", rounded);
    size_t n = strlen(text);
    while (text[n - 1] == '0')
        n--;
    if (text[n - 1] == '.')
        n--;
    markup_add(m, "%.*s", (int)n, text);
}
