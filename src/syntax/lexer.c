/* SPDX-License-Identifier: BSD-3-Clause */
/* The lexer: names, numbers, strings, comments and marks of Modelica. */
#include "lexer.h"
#include <assert.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/phrase.h"
#include "../base/tame.h"

static const char *const spelling[TOKEN_COUNT] = {
    [TOKEN_EOF] = "the end of the text",
    [TOKEN_ERROR] = "an error",
    [TOKEN_NAME] = "a name",
    [TOKEN_NUMBER] = "a number",
    [TOKEN_STRING] = "a string",
#define KEYWORD(code, text) [TOKEN_##code] = text,
#define MARK(code, text) [TOKEN_##code] = text,
#include "token.def"
#undef KEYWORD
#undef MARK
};

enum { LARGEST_TEXT = 1 << 27 }; /* bytes: 100 000 equations take a hundredth of it */
enum { FIRST_KEYWORD = TOKEN_STRING + 1, FIRST_MARK = TOKEN_ASSIGN };

static int lexer_is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static int is_digit(int c) {
    return c >= '0' && c <= '9';
}
static int is_blank(int c) {
    return c > 0 && strchr(" \t\n\r\f\v", c);
}

/* The byte `ahead` of the next one, or -1 past the end. */
static int lexer_look(const lexer *x, size_t ahead) {
    size_t i = x->at + ahead;
    return i < x->source->size ? (unsigned char)x->source->text[i] : -1;
}

static int lexer_begins_with(const lexer *x, const char *text) {
    if (lexer_look(x, 0) != (unsigned char)*text) /* nearly always */
        return 0;
    size_t size = strlen(text);
    return x->source->size - x->at >= size &&
           memcmp(x->source->text + x->at, text, size) == 0;
}

static void lexer_take(lexer *x) {
    assert(x->at < x->source->size);
    if (x->source->text[x->at++] == '\n') {
        x->line++;
        x->line_begin = x->at;
    }
}

static void lexer_skip(lexer *x, size_t count) {
    for (; count; count--)
        lexer_take(x);
}

static void skip_line(lexer *x) {
    while (lexer_look(x, 0) >= 0 && lexer_look(x, 0) != '\n')
        lexer_take(x);
}

static place lexer_here(const lexer *x, int length) {
    return (place){x->source, x->line, (int)(x->at - x->line_begin) + 1, length};
}

static void lexer_complain(lexer *x, place where, const char *text) {
    diagnose(x->context, SEVERITY_ERROR, INVO_E_SYNTAX, where, "%s", text);
}

void lexer_stop(lexer *x) {
    x->at = x->source->size;
    x->broken = 1;
}

/* What has no end swallowed the rest of the text: report where it began. */
static void unterminated(lexer *x, place begin, const char *text) {
    lexer_complain(x, begin, text);
    lexer_stop(x);
}

void lexer_init(lexer *x, arena *a, names *n, const source *s) {
    *x = (lexer){
        .context = arena_context(a), .arena = a, .names = n, .source = s, .line = 1};
    if (s->size > LARGEST_TEXT)
        fail(x->context, INVO_E_SYNTAX, nowhere,
             "%s is too large for a model file: %zu bytes; the limit is %d bytes",
             s->path, s->size, (int)LARGEST_TEXT);
    const char *zero = s->size ? memchr(s->text, 0, s->size) : NULL;
    if (zero) {
        while (s->text + x->at < zero)
            lexer_take(x);
        fail(x->context, INVO_E_SYNTAX, lexer_here(x, 1),
             "the text contains a zero byte; is this a model file?");
    }
    if (s->size >= 3 && memcmp(s->text, "\xEF\xBB\xBF", 3) == 0)
        x->at = 3; /* BOM */
    for (int k = FIRST_KEYWORD; k < FIRST_MARK; k++)
        x->keyword[k] = name_intern(n, spelling[k], strlen(spelling[k]));
}

static void skip_comment(lexer *x) {
    place begin = lexer_here(x, 2);
    lexer_skip(x, 2);
    while (lexer_look(x, 0) != '*' || lexer_look(x, 1) != '/') {
        if (lexer_look(x, 0) < 0) {
            unterminated(x, begin, "this comment has no end: '*/' is missing");
            return;
        }
        lexer_take(x);
    }
    lexer_skip(x, 2);
}

static void lexer_skip_blanks(lexer *x) {
    for (;;) {
        int second = lexer_look(x, 0) == '/' ? lexer_look(x, 1) : 0;
        if (is_blank(lexer_look(x, 0)))
            lexer_take(x);
        else if (second == '/')
            skip_line(x);
        else if (second == '*')
            skip_comment(x);
        else
            return;
    }
}

static token lexer_finish(const lexer *x, token t, token_kind kind) {
    assert(t.begin <= x->at);
    t.kind = kind;
    t.end = x->at;
    if (t.where.line == x->line)
        t.where.length = (int)(t.end - t.begin);
    return t;
}

/* What users of other languages write, as the token they mean. */
typedef struct foreign_mark {
    const char *text, *message;
    token_kind kind;
} foreign_mark;

static const foreign_mark foreign_marks[] = {
    {"&&", "'&&' is not Modelica; write 'and'", TOKEN_AND},
    {"||", "'||' is not Modelica; write 'or'", TOKEN_OR},
    {"!=", "'!=' is not Modelica; write '<>'", TOKEN_NE},
    {"!", "'!' is not Modelica; write 'not'", TOKEN_NOT},
    {"%", "'%' is not Modelica; write mod(a, b)", TOKEN_STAR},
    {"#", "'#' is not Modelica; comments begin with '//'", TOKEN_EOF},
    {"&", "'&' is not Modelica; write 'and'", TOKEN_AND},
    {"|", "'|' is not Modelica; write 'or'", TOKEN_OR},
    {"\u2212", "this minus sign is U+2212; write '-'", TOKEN_MINUS},
    {"\u2013", "this dash is U+2013; write '-'", TOKEN_MINUS},
    {"\u00d7", "this sign is U+00D7; a product is written with '*'", TOKEN_STAR},
    {"\u00b7", "this dot is U+00B7; a product is written with '*'", TOKEN_STAR},
    {"\u22c5", "this dot is U+22C5; a product is written with '*'", TOKEN_STAR},
    {"\u2264", "this sign is U+2264; write '<='", TOKEN_LE},
    {"\u2265", "this sign is U+2265; write '>='", TOKEN_GE},
    {"\u2260", "this sign is U+2260; write '<>'", TOKEN_NE},
};

/* Returns the mark of other languages that comes next, or NULL. */
static const foreign_mark *lexer_foreign(const lexer *x) {
    for (size_t i = 0; i < sizeof foreign_marks / sizeof *foreign_marks; i++)
        if (lexer_begins_with(x, foreign_marks[i].text))
            return &foreign_marks[i];
    return NULL;
}

/* Whether a quote is the prime of a derivative, as in x' = y: a quoted name does not
 * follow a name directly and begin like this. */
static int lexer_is_prime(const lexer *x) {
    static const char behind[] = " \t\r\n=+-*/^),;";
    const int before = x->at > 0 ? x->source->text[x->at - 1] : 0;
    size_t quotes = 0;
    if (!lexer_is_letter(before) && !is_digit(before) && before != ')' && before != ']')
        return 0;
    while (lexer_look(x, quotes) == '\'')
        quotes++;
    const int next = lexer_look(x, quotes);
    return quotes > 0 && (next < 0 || (next > 0 && strchr(behind, next)));
}

/* Reports a prime and skips it. */
static void skip_prime(lexer *x) {
    lexer_complain(x, lexer_here(x, 1),
                   "a prime is not Modelica; the derivative of x is written der(x)");
    while (lexer_look(x, 0) == '\'')
        lexer_take(x);
}

static void check_name_length(lexer *x, const token *t) {
    const double most = x->context->limit[LIMIT_NAME_LENGTH];
    if ((double)(t->end - t->begin) <= most)
        return;
    char text[80];
    snprintf(text, sizeof text, "this name has %zu bytes; the limit is %g",
             t->end - t->begin, most);
    lexer_complain(x, t->where, text);
}

/* Names are ASCII: one message for all letters of other alphabets in one. */
static token read_name(lexer *x, token t) {
    int odd = 0;
    for (int c; lexer_is_letter(c = lexer_look(x, 0)) || is_digit(c) || c >= 0x80;
         lexer_take(x)) {
        if (c >= 0x80 && lexer_foreign(x))
            break;
        odd |= c >= 0x80;
    }
    t.text = name_intern(x->names, x->source->text + t.begin, x->at - t.begin);
    t = lexer_finish(x, t, TOKEN_NAME);
    check_name_length(x, &t);
    if (odd)
        lexer_complain(x, t.where,
                       "names must be ASCII; other characters are allowed only in "
                       "strings and comments");
    for (int k = FIRST_KEYWORD; k < FIRST_MARK; k++)
        if (t.text == x->keyword[k])
            t.kind = (token_kind)k;
    return t;
}

/* The name in the quotes that begin here; \' in it is '. */
static const char *without_quotes(const lexer *x, size_t begin) {
    char *name = arena_alloc(x->arena, x->at - begin);
    size_t size = 0;
    for (size_t i = begin + 1; i + 1 < x->at; i++) {
        i += x->source->text[i] == '\\';
        name[size++] = x->source->text[i];
    }
    return name_intern(x->names, name, size);
}

/* Reads a quoted name. Such names are printed and written to files, so they may contain
 * only printable ASCII. */
static token read_quoted(lexer *x, token t) {
    int odd = 0;
    lexer_take(x);
    for (int c; (c = lexer_look(x, 0)) != '\'';) {
        if (c == '\\' && lexer_look(x, 1) > 0) {
            lexer_take(x);
            c = lexer_look(x, 0);
        }
        if (c < 0 || c == '\n' || c == '\r') {
            unterminated(x, t.where,
                         "this quoted name has no end: a ' is missing on this line");
            return lexer_finish(x, t, TOKEN_EOF);
        }
        odd |= c < ' ' || c > '~';
        lexer_take(x);
    }
    lexer_take(x);
    t.text = x->unquoted
                 ? without_quotes(x, t.begin)
                 : name_intern(x->names, x->source->text + t.begin, x->at - t.begin);
    t = lexer_finish(x, t, TOKEN_NAME);
    check_name_length(x, &t);
    if (odd)
        lexer_complain(x, t.where,
                       "a quoted name may contain only printable ASCII characters");
    if (t.end - t.begin == 2)
        lexer_complain(x, t.where, "a quoted name must not be empty");
    return t;
}

static int skip_digits(lexer *x) {
    size_t begin = x->at;
    while (is_digit(lexer_look(x, 0)))
        lexer_take(x);
    return x->at > begin;
}

double number_read(arena *a, const char *text, size_t size) {
    assert(size > 0);
    const char *point = localeconv()->decimal_point;
    char *copy = arena_alloc(a, size + strlen(point) + 1);
    char *to = copy;
    for (size_t i = 0; i < size; i++)
        if (text[i] == '.')
            to += strlen(strcpy(to, point));
        else
            *to++ = text[i];
    return strtod(copy, NULL);
}

static const char *number_with(arena *a, double value, int digits) {
    const char *point = localeconv()->decimal_point;
    char *text = arena_print(a, "%.*g", digits, value);
    char *found = strstr(text, point);
    if (found) {
        *found = '.';
        memmove(found + 1, found + strlen(point), strlen(found + strlen(point)) + 1);
    }
    return text;
}

const char *number_print(arena *a, double value) {
    return number_with(a, value, 17);
}

const char *number_shortest(arena *a, double value) {
    for (int digits = 15; digits < 17; digits++) {
        const char *text = number_with(a, value, digits);
        if (number_read(a, text, strlen(text)) == value)
            return text;
    }
    return number_print(a, value);
}

/* Reads the rest of 1.#INF, 1.#QNAN or 1.#IND00, as the C library of Windows prints
 * numbers that are not finite and exporters write them. */
static token lexer_read_not_finite(lexer *x, token t) {
    lexer_skip(x, strlen("1.#"));
    t.value = lexer_begins_with(x, "INF") ? INFINITY : NAN;
    while (lexer_is_letter(lexer_look(x, 0)) || is_digit(lexer_look(x, 0)))
        lexer_take(x);
    return lexer_finish(x, t, TOKEN_NUMBER);
}

static int lexer_at_not_finite(const lexer *x) {
    static const char *const spellings[] = {"1.#INF", "1.#IND", "1.#QNAN", "1.#SNAN"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (lexer_begins_with(x, spellings[i]))
            return 1;
    return 0;
}

/* Reads digits, point and exponent; letters behind them are one error, not a name. */
static token lexer_read_number(lexer *x, token t) {
    if (lexer_at_not_finite(x))
        return lexer_read_not_finite(x, t);
    t.integer = 1;
    skip_digits(x);
    if (lexer_look(x, 0) == '.') {
        lexer_take(x);
        t.integer = 0;
        skip_digits(x);
    }
    int c = lexer_look(x, 0);
    int sign = lexer_look(x, 1) == '+' || lexer_look(x, 1) == '-';
    if ((c == 'e' || c == 'E') && is_digit(lexer_look(x, 1 + (size_t)sign))) {
        lexer_take(x);
        t.integer = 0;
        if (sign)
            lexer_take(x);
        skip_digits(x);
    }
    size_t size = x->at - t.begin;
    t.value = number_read(x->arena, x->source->text + t.begin, size);
    t = lexer_finish(x, t, TOKEN_NUMBER);
    if (isinf(t.value))
        lexer_complain(x, t.where, "this number is too large for double precision");
    if (lexer_is_letter(lexer_look(x, 0))) {
        while (lexer_is_letter(lexer_look(x, 0)) || is_digit(lexer_look(x, 0)))
            lexer_take(x);
        t = lexer_finish(x, t, TOKEN_NUMBER);
        lexer_complain(
            x, t.where,
            "this is neither a number nor a name; a product is written with '*'");
    }
    return t;
}

static char read_escape(lexer *x) {
    static const char code[] = "'\"?\\abfnrtv";
    static const char meaning[] = "'\"?\\\a\b\f\n\r\t\v";
    place where = lexer_here(x, 2);
    lexer_take(x);
    int c = lexer_look(x, 0);
    const char *known = c > 0 ? strchr(code, c) : NULL;
    if (c < 0)
        return 0;
    lexer_take(x);
    if (known)
        return meaning[known - code];
    lexer_complain(x, where,
                   "this escape is unknown; a backslash in a string is written \\\\");
    return '\\';
}

/* Reads up to the other quote; the text is never longer than what is written. */
static token read_string(lexer *x, token t) {
    size_t most = x->at + 1;
    size_t length = 0;
    while (most < x->source->size && x->source->text[most] != '"')
        most += x->source->text[most] == '\\' ? 2 : 1;
    char *text = arena_alloc(x->arena, most - x->at + 1);
    int valid = 1;
    lexer_take(x);
    while (lexer_look(x, 0) != '"') {
        if (lexer_look(x, 0) < 0) {
            unterminated(x, t.where, "this string has no end: a '\"' is missing");
            return lexer_finish(x, t, TOKEN_EOF);
        }
        if (lexer_look(x, 0) == '\\') {
            text[length++] = read_escape(x);
            continue;
        }
        const char *from = x->source->text + x->at;
        size_t n = utf8_length(from, x->source->size - x->at);
        valid &= n > 0;
        n += !n;
        memcpy(text + length, from, n);
        length += n;
        lexer_skip(x, n);
    }
    assert(length < most);
    lexer_take(x);
    if (!valid)
        lexer_complain(x, t.where, "this string is not valid UTF-8");
    t.text = text;
    return lexer_finish(x, t, TOKEN_STRING);
}

/* A character outside the language: reported once for a run of them. */
static void skip_foreign(lexer *x) {
    int c = lexer_look(x, 0);
    char text[80];
    if (c > ' ' && c <= '~')
        snprintf(text, sizeof text, "unexpected character '%c'", c);
    else
        snprintf(text, sizeof text, "unexpected control character 0x%02X", (unsigned)c);
    lexer_complain(x, lexer_here(x, 1), text);
    while (lexer_look(x, 0) == c)
        lexer_take(x);
}

static token read_mark(lexer *x, token t) {
    const int first = lexer_look(x, 0);
    for (int k = FIRST_MARK; k < TOKEN_COUNT; k++)
        if ((unsigned char)*spelling[k] == first && lexer_begins_with(x, spelling[k])) {
            lexer_skip(x, strlen(spelling[k]));
            return lexer_finish(x, t, (token_kind)k);
        }
    const foreign_mark *f = lexer_foreign(x);
    if (f) {
        size_t size = strlen(f->text);
        lexer_complain(x, lexer_here(x, (int)size), f->message);
        lexer_skip(x, size);
        if (f->kind == TOKEN_EOF) /* the rest of the line is a comment */
            skip_line(x);
        return lexer_finish(x, t, f->kind);
    }
    skip_foreign(x);
    return lexer_finish(x, t, TOKEN_EOF);
}

/* Returns the next token. Operators of other languages are read as what they mean, with a
 * message. */
token lexer_next(lexer *x) {
    for (;;) {
        lexer_skip_blanks(x);
        token t = {.where = lexer_here(x, 1), .begin = x->at, .end = x->at};
        int c = lexer_look(x, 0);
        if (c < 0)
            return lexer_finish(x, t, TOKEN_EOF);
        if (lexer_is_letter(c) || (c >= 0x80 && !lexer_foreign(x)))
            return read_name(x, t);
        if (c == '"')
            return read_string(x, t);
        if (c == '\'' && lexer_is_prime(x)) {
            skip_prime(x);
            continue;
        }
        if (c == '\'')
            return read_quoted(x, t);
        if (c == '.' && is_digit(lexer_look(x, 1)))
            lexer_complain(
                x, t.where,
                "a number must begin with a digit; write 0 before the decimal point");
        if (is_digit(c) || (c == '.' && is_digit(lexer_look(x, 1))))
            return lexer_read_number(x, t);
        t = read_mark(x, t);
        if (t.kind != TOKEN_EOF)
            return t;
    }
}

/* Where the comment that begins at i ends, or i. */
static size_t comment_end(const source *s, size_t i, size_t end) {
    if (s->text[i] != '/' || i + 1 >= end)
        return i;
    if (s->text[i + 1] == '/')
        while (i + 1 < end && s->text[i + 1] != '\n')
            i++;
    else if (s->text[i + 1] == '*')
        for (i += 3; i < end && !(s->text[i - 1] == '*' && s->text[i] == '/');)
            i++;
    return i;
}

const char *token_name(token_kind kind) {
    assert(spelling[kind]);
    return spelling[kind];
}

const char *token_text(const lexer *x, const token *t) {
    assert(t->begin <= t->end && t->end <= x->source->size);
    int size = (int)(t->end - t->begin);
    int most = 40;
    if (t->kind == TOKEN_EOF || t->kind == TOKEN_STRING)
        return spelling[t->kind];
    return arena_print(x->arena, "'%.*s%s'", size > most ? most : size,
                       x->source->text + t->begin, size > most ? "..." : "");
}

/* Copies what is written; blanks and comments outside quotes become one blank, control
 * characters of strings a question mark: people see these texts. */
const char *source_line(arena *a, const source *s, size_t begin, size_t end) {
    assert(begin <= end && end <= s->size);
    char *text = arena_alloc(a, end - begin + 1);
    size_t length = 0;
    char quote = 0;
    for (size_t i = begin; i < end; i++) {
        char c = s->text[i];
        size_t skip = quote ? i : comment_end(s, i, end);
        if (skip > i) {
            i = skip;
            c = ' ';
        } else if (quote && c == '\\') {
            text[length++] = c;
            c = s->text[++i];
        } else if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? 0 : c;
        }
        if (is_blank(c))
            c = ' ';
        if (c == PHRASE_MARK)
            c = '?'; /* texts become patterns */
        if (c != ' ' || quote || (length && text[length - 1] != ' '))
            text[length++] = c;
    }
    while (length && text[length - 1] == ' ')
        length--;
    text_tame(text, length);
    text[length] = 0;
    return text;
}
