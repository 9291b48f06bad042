/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts of others in what people see: which characters a terminal, a browser or an editor
 * could take for a command or hide the rest behind. */
#include "tame.h"
#include <assert.h>
#include <string.h>
#include "involute.h"

/* First bytes of UTF-8 sequences, the least and largest second byte, and how many bytes
 * there are. */
static const struct {
    unsigned char first, last, low, high;
    size_t size;
} utf8[] = {{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
            {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3},
            {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
            {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
enum { UTF8_ROWS = sizeof utf8 / sizeof *utf8 };

size_t utf8_length(const char *s, size_t left) {
    assert(left > 0);
    const unsigned char *c = (const unsigned char *)s;
    size_t k = 0;
    if (c[0] < 0x80)
        return 1;
    while (k < UTF8_ROWS && c[0] > utf8[k].last)
        k++;
    if (k == UTF8_ROWS || c[0] < utf8[k].first || left < utf8[k].size ||
        c[1] < utf8[k].low || c[1] > utf8[k].high)
        return 0;
    for (size_t i = 2; i < utf8[k].size; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    return utf8[k].size;
}

unsigned utf8_code(const char *s, size_t size) {
    assert(size >= 1 && size <= 4);
    const unsigned char *c = (const unsigned char *)s;
    unsigned code = size == 1 ? c[0] : c[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++)
        code = code << 6 | (c[i] & 0x3F);
    return code;
}

/* Control characters of both kinds; separators of lines and paragraphs; marks,
 * embeddings, overrides and isolates of the direction of writing; what is no character.
 */
static int is_wild(unsigned code) {
    static const struct {
        unsigned first, last;
    } range[] = {{0x00, 0x08},     {0x0B, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
                 {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFFF9, 0xFFFB}};
    for (size_t k = 0; k < sizeof range / sizeof *range; k++)
        if (code >= range[k].first && code <= range[k].last)
            return 1;
    return (code & 0xFFFE) == 0xFFFE;
}

/* So are nearly all. */
static inline int is_plain(char c) {
    return (unsigned char)c >= ' ' && (unsigned char)c < 0x7F;
}

size_t invo_text_wild(const char *text, size_t size) {
    if (!size || is_plain(*text))
        return 0;
    const size_t length = utf8_length(text, size);
    if (!length)
        return 1;
    return is_wild(utf8_code(text, length)) ? length : 0;
}

void text_tame(char *text, size_t size) {
    for (size_t k = 0; k < size;) {
        if (is_plain(text[k])) {
            k++;
            continue;
        }
        const size_t wild = invo_text_wild(text + k, size - k);
        if (wild)
            memset(text + k, '?', wild);
        else if (text[k] == '\n')
            text[k] = ' ';
        k += wild ? wild : utf8_length(text + k, size - k);
    }
}

void invo_text_tame(char *text) {
    text_tame(text, strlen(text));
}
