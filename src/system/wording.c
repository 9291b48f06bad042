/* SPDX-License-Identifier: BSD-3-Clause */
/* String(value, ...) as Modelica writes it (specification 3.6, 3.7.1.1 'String'): numbers
 * by C formats, false and true, names of enumeration values. */
#include "wording.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 6 }; /* where none are asked for */
enum {
    MOST_DIGITS = 40,
    LONGEST_NUMBER = 400
}; /* 1e308 has 309 digits before the point */
enum { LONGEST_FORMAT = 16 };
static const double LARGEST_INTEGER = 9e18; /* that a long long holds */

typedef struct writer {
    arena *arena;
    double (*evaluate)(void *data, expr e);
    void *data;
} writer;

/* --- formats --- */

static const char *skip_number(const char *c, int *number) {
    *number = 0;
    for (; *c >= '0' && *c <= '9'; c++)
        if (*number <= LONGEST_NUMBER)
            *number = 10 * *number + (*c - '0');
    return c;
}

int wording_is_format(piece_kind kind, const char *format) {
    int width;
    int precision = 0;
    if (strlen(format) > LONGEST_FORMAT)
        return 0;
    const char *c = format + strspn(format, "-+ #0");
    c = skip_number(c, &width);
    if (*c == '.')
        c = skip_number(c + 1, &precision);
    if (width > LONGEST_NUMBER || precision > MOST_DIGITS)
        return 0;
    const char *letters = kind == PIECE_INTEGER ? "dioxXufeEgG" : "feEgG";
    return *c && strchr(letters, *c) && !c[1];
}

static int wording_is_whole(const char *format) {
    return strchr("dioxXu", format[strlen(format) - 1]) != NULL;
}

/* The number by a format that wording_is_format has accepted. */
static const char *wording_format(arena *a, const char *format, double value) {
    char text[2 * LONGEST_NUMBER], full[LONGEST_FORMAT + 8];
    int size = (int)strlen(format);
    if (!wording_is_whole(format)) {
        snprintf(full, sizeof full, "%%%s", format);
        snprintf(text, sizeof text, full, value);
    } else if (fabs(value) < LARGEST_INTEGER) {
        snprintf(full, sizeof full, "%%%.*sll%c", size - 1, format, format[size - 1]);
        snprintf(text, sizeof text, full, (long long)value);
    } else {
        snprintf(text, sizeof text, "%.0f", value);
    }
    return arena_copy(a, text, strlen(text));
}

/* --- pieces --- */

/* An option of String, within bounds. */
static int wording_option(const writer *w, expr e, int usual, int least, int most) {
    if (e < 0)
        return usual;
    double number = w->evaluate(w->data, e);
    if (!(number > least))
        return least;
    return number < most ? (int)number : most;
}

static const char *wording_value(const writer *w, const text_piece *p) {
    double value = w->evaluate(w->data, p->value);
    int digits = wording_option(w, p->digits, DIGITS, 1, MOST_DIGITS);
    switch (p->kind) {
    case PIECE_WORDS:
        return p->words;
    case PIECE_REAL:
        return arena_print(w->arena, "%.*g", digits, value);
    case PIECE_INTEGER:
        return arena_print(w->arena, "%.0f", value);
    case PIECE_BOOLEAN:
        return value != 0 ? "true" : "false";
    case PIECE_ENUMERATION:
        if (value >= 1 && value <= p->literals)
            return p->literal[(int)value - 1];
        return arena_print(w->arena, "%g", value);
    }
    return "";
}

static const char *wording_piece(const writer *w, const text_piece *p) {
    if (p->kind == PIECE_WORDS)
        return p->words;
    if (p->format)
        return wording_format(w->arena, p->format, w->evaluate(w->data, p->value));
    int length = wording_option(w, p->length, 0, 0, LONGEST_NUMBER);
    if (wording_option(w, p->is_left, 1, 0, 1))
        length = -length;
    return arena_print(w->arena, "%*s", length, wording_value(w, p));
}

const char *wording_write(arena *a, const wording *text,
                          double (*evaluate)(void *data, expr e), void *data) {
    const writer w = {a, evaluate, data};
    const char *all = "";
    for (int k = 0; k < text->count; k++) {
        const text_piece *p = &text->at[k];
        if (p->guard >= 0 && evaluate(data, p->guard) == 0)
            continue;
        all = arena_print(a, "%s%s", all, wording_piece(&w, p));
    }
    return all;
}
