/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include "say.h"

static size_t say_breaks_before(const char *text) {
    return strspn(text, "\n");
}

static size_t say_breaks_behind(const char *text) {
    size_t count = 0;
    for (size_t n = strlen(text); count < n && text[n - 1 - count] == '\n';)
        count++;
    return count;
}

/* Tames what is between the line breaks of the format. */
static void say_tame(char *text, size_t size, const char *format) {
    const size_t before = say_breaks_before(format);
    const size_t behind = say_breaks_behind(format);
    if (size <= before + behind)
        return;
    text[size - behind] = '\0';
    invo_text_tame(text + before);
    memset(text + size - behind, '\n', behind);
}

void say(FILE *out, const char *format, ...) {
    char room[2048];
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int size = vsnprintf(room, sizeof room, format, list);
    char *text = size < (int)sizeof room ? room : malloc((size_t)size + 1);
    if (text && text != room)
        vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(list);
    if (size < 0)
        return;
    if (text)
        say_tame(text, (size_t)size, format);
    fputs(text ? text : room, out);
    if (text != room)
        free(text);
}

/* The bytes of the character at text. */
static size_t say_length(const char *text) {
    size_t n = 1;
    while ((text[n] & 0xC0) == 0x80)
        n++;
    return n;
}

void say_quoted(const char *text) {
    putchar('"');
    while (*text) {
        const size_t wild = invo_text_wild(text, strlen(text));
        const unsigned char c = (unsigned char)*text;
        const size_t length = wild || c < 0x80 ? 1 : say_length(text);
        if (c < ' ' || c == 0x7F)
            printf("\\u%04x", c);
        else if (wild)
            putchar('?');
        else
            printf("%s%.*s", c == '"' || c == '\\' ? "\\" : "", (int)length, text);
        text += wild ? wild : length;
    }
    putchar('"');
}
