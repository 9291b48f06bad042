/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts of units, by recursive descent:
 *
 *     unit     = product { "/" factor }
 *     product  = factor { ("." | "*" | " ") factor }
 *     factor   = ( "1" | symbol | "(" unit ")" ) [ exponent ]
 *     exponent = [ "^" | "**" ] [ "+" | "-" ] digits | "^" "(" digits "/" digits ")"
 *
 * A product behind "/" needs parentheses: "J/kg.K" is read in two ways. */
#include "unit.h"
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 120, DEEPEST = 20, MOST_DIGITS = 3 };

typedef struct reading {
    const char *at;
    int depth;
    unit_fault *why;
} reading;

static int read_fault(const reading *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->why->text, sizeof r->why->text, format, arguments);
    va_end(arguments);
    return 0;
}

/* --- symbols --- */

typedef struct unit_entry {
    const char *symbol;
    int prefixes;
    double factor, offset;
    signed char exponent[UNIT_BASES + 2]; /* the bases, angle, turn */
} unit_entry;

static const unit_entry unit_entries[] = {
#define UNIT(symbol, prefixes, factor, offset, ...)                                      \
    {symbol, prefixes, factor, offset, {__VA_ARGS__}},
#include "unit.def"
#undef UNIT
};

static const unit_entry *unit_find(const char *symbol, size_t size) {
    for (size_t i = 0; i < sizeof unit_entries / sizeof *unit_entries; i++)
        if (strncmp(unit_entries[i].symbol, symbol, size) == 0 &&
            unit_entries[i].symbol[size] == 0)
            return &unit_entries[i];
    return NULL;
}

/* Finds a symbol that begins with a prefix, and the factor of that. */
static const unit_entry *unit_find_prefixed(const char *word, size_t size,
                                            double *factor) {
    static const struct {
        const char *symbol;
        double factor;
    } prefixes[] = {
#define PREFIX(symbol, factor) {symbol, factor},
#include "unit.def"
#undef PREFIX
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t length = strlen(prefixes[i].symbol);
        if (length >= size || strncmp(word, prefixes[i].symbol, length) != 0)
            continue;
        const unit_entry *found = unit_find(word + length, size - length);
        if (found && found->prefixes) {
            *factor = prefixes[i].factor;
            return found;
        }
    }
    return NULL;
}

static unit unit_of_entry(const unit_entry *e, double prefix) {
    unit u = {.factor = prefix * e->factor, .offset = e->offset};
    for (int i = 0; i < UNIT_BASES; i++)
        u.exponent[i] = UNIT_WHOLE * e->exponent[i];
    u.angle = UNIT_WHOLE * e->exponent[UNIT_BASES];
    u.turn = UNIT_WHOLE * e->exponent[UNIT_BASES + 1];
    return u;
}

static int read_symbol(reading *r, unit *u) {
    const char *word = r->at;
    while (isalpha((unsigned char)*r->at) || *r->at == '_' || *r->at == '%')
        r->at++;
    const size_t size = (size_t)(r->at - word);
    double prefix = 1;
    const unit_entry *e = unit_find(word, size);
    if (!size)
        return read_fault(r, *word ? "'%.20s' is no unit" : "it ends too early", word);
    if (!e)
        e = unit_find_prefixed(word, size, &prefix);
    if (!e)
        return read_fault(r, "'%.*s' is no unit", (int)size, word);
    *u = unit_of_entry(e, prefix);
    return 1;
}

/* --- exponents --- */

static int read_digits(reading *r, int *number) {
    char *end;
    size_t digits = strspn(r->at, "0123456789");
    if (!digits || digits > MOST_DIGITS)
        return 0;
    *number = (int)strtol(r->at, &end, 10);
    r->at = end;
    return 1;
}

/* Reads what follows '^': 2, -2, 0.5, (1/2) or (-2). */
static int read_power(reading *r, int *sixtieths) {
    const int enclosed = *r->at == '(';
    r->at += enclosed;
    const int sign = *r->at == '-' ? -1 : 1;
    r->at += *r->at == '-' || *r->at == '+';
    int above = 0;
    int below = 1;
    if (!read_digits(r, &above))
        return 0;
    if (*r->at == '.' && isdigit((unsigned char)r->at[1])) {
        const char *begin = ++r->at;
        int fraction = 0;
        if (!read_digits(r, &fraction))
            return 0;
        for (; begin < r->at; begin++)
            below *= 10;
        above = above * below + fraction;
    } else if (enclosed && *r->at == '/') {
        r->at++;
        if (!read_digits(r, &below) || !below)
            return 0;
    }
    *sixtieths = sign * above * UNIT_WHOLE / below;
    if (above * UNIT_WHOLE % below || (enclosed && *r->at != ')'))
        return 0;
    r->at += enclosed;
    return 1;
}

static int read_exponent(reading *r, int *sixtieths) {
    const char *begin = r->at;
    *sixtieths = UNIT_WHOLE;
    if (*r->at == '^' || (r->at[0] == '*' && r->at[1] == '*')) {
        r->at += *r->at == '^' ? 1 : 2;
        if (read_power(r, sixtieths))
            return 1;
        return read_fault(r, "'%.20s' is no exponent", begin);
    }
    const int sign = *r->at == '-' ? -1 : 1;
    r->at += *r->at == '-' || *r->at == '+';
    int number = 1;
    if (!read_digits(r, &number) && r->at > begin)
        return read_fault(r, "'%.20s' is no exponent", begin);
    *sixtieths = sign * number * UNIT_WHOLE;
    return 1;
}

/* --- products --- */

static int read_unit(reading *r, unit *u);

static void read_blanks(reading *r) {
    while (*r->at == ' ')
        r->at++;
}

static int read_enclosed(reading *r, unit *u) {
    if (++r->depth > DEEPEST)
        return read_fault(r, "its parentheses are nested deeper than %d", DEEPEST);
    r->at++;
    if (!read_unit(r, u))
        return 0;
    if (*r->at != ')')
        return read_fault(r, "a ')' is missing");
    r->at++;
    r->depth--;
    return 1;
}

/* Reads a factor; without an exponent it keeps its offset. */
static int read_factor(reading *r, unit *u) {
    read_blanks(r);
    unit base = unit_one();
    int sixtieths = UNIT_WHOLE;
    if (*r->at == '1' && !isdigit((unsigned char)r->at[1]))
        r->at++;
    else if (!(*r->at == '(' ? read_enclosed(r, &base) : read_symbol(r, &base)) ||
             !read_exponent(r, &sixtieths))
        return 0;
    *u = base;
    if (sixtieths == UNIT_WHOLE)
        return 1;
    *u = unit_one();
    return unit_multiply(u, &base, sixtieths) ||
           read_fault(r, "an exponent is too large");
}

/* Does another factor follow a factor? A blank between them is enough. */
static int read_is_times(const char *c) {
    if (*c == '.' || *c == '*')
        return 1;
    return c[-1] == ' ' && (isalpha((unsigned char)*c) || *c == '(' || *c == '%');
}

/* Multiplies by factors as long as there are any. */
static int read_product(reading *r, unit *u) {
    if (!read_factor(r, u))
        return 0;
    for (read_blanks(r); read_is_times(r->at); read_blanks(r)) {
        unit next;
        r->at += *r->at == '.' || *r->at == '*';
        if (!read_factor(r, &next))
            return 0;
        if (!unit_multiply(u, &next, UNIT_WHOLE))
            return read_fault(r, "an exponent is too large");
    }
    return 1;
}

static int read_unit(reading *r, unit *u) {
    if (!read_product(r, u))
        return 0;
    while (*r->at == '/') {
        unit next;
        r->at++;
        if (!read_factor(r, &next))
            return 0;
        if (!unit_multiply(u, &next, -UNIT_WHOLE))
            return read_fault(r, "an exponent is too large");
        read_blanks(r);
        if (read_is_times(r->at))
            return read_fault(r,
                              "a product behind '/' needs parentheses, as in J/(kg.K)");
    }
    return 1;
}

/* --- texts --- */

/* Replaces characters beyond ASCII by what they stand for; 0: the text is too long. */
static int read_spell(const char *text, char plain[LONGEST]) {
    static const struct {
        const char *written, *read;
    } spellings[] = {
#define SPELLING(written, read) {written, read},
#include "unit.def"
#undef SPELLING
    };
    size_t used = 0;
    while (*text) {
        char one[2] = {*text, 0};
        const char *to = one;
        size_t size = 1;
        for (size_t i = 0; i < sizeof spellings / sizeof *spellings && size == 1; i++) {
            const size_t length = strlen(spellings[i].written);
            if (strncmp(text, spellings[i].written, length) != 0)
                continue;
            to = spellings[i].read;
            size = length;
        }
        text += size;
        if (used + strlen(to) + 1 > LONGEST)
            return 0;
        memcpy(plain + used, to, strlen(to));
        used += strlen(to);
    }
    plain[used] = 0;
    return 1;
}

int unit_read(const char *text, unit *u, unit_fault *why) {
    assert(text && u);
    unit_fault ignored;
    char plain[LONGEST];
    reading r = {.at = plain, .why = why ? why : &ignored};
    if (!read_spell(text, plain))
        return read_fault(&r, "it is longer than %d bytes", LONGEST - 1);
    if (!read_unit(&r, u))
        return 0;
    if (*r.at)
        return read_fault(&r, "'%.20s' does not fit behind what is before it", r.at);
    return 1;
}
