/* SPDX-License-Identifier: BSD-3-Clause */
/* A reader of flat Modelica: declarations, equations, and where they stand in the text.
 */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "outside.h"

/* --- memory and names --- */

typedef struct outside_chunk {
    struct outside_chunk *next;
    size_t used, size;
    max_align_t data[];
} outside_chunk;

enum { CHUNK = 1 << 16, NAME_SLOTS = 1 << 10, MOST_DEPTH = 200 };

void *outside_pool_take(outside_pool *p, size_t size) {
    size_t align = sizeof(max_align_t);
    size = (size + align - 1) / align * align;
    if (!p->first || p->first->used + size > p->first->size) {
        size_t room = size > CHUNK ? size : CHUNK;
        outside_chunk *c = malloc(sizeof *c + room);
        if (!c) {
            fputs("out of memory\n", stderr);
            exit(1);
        }
        c->next = p->first;
        c->used = 0;
        c->size = room;
        p->first = c;
    }
    char *at = (char *)p->first->data + p->first->used;
    p->first->used += size;
    return memset(at, 0, size);
}

void outside_pool_free(outside_pool *p) {
    while (p->first) {
        outside_chunk *next = p->first->next;
        free(p->first);
        p->first = next;
    }
}

typedef struct name_entry {
    struct name_entry *next;
    char text[];
} name_entry;

struct outside_names {
    name_entry *slot[NAME_SLOTS];
};

const char *outside_intern(outside_model *m, const char *text, size_t length) {
    unsigned hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    name_entry **slot = &m->names->slot[hash % NAME_SLOTS];
    for (name_entry *n = *slot; n; n = n->next)
        if (strlen(n->text) == length && memcmp(n->text, text, length) == 0)
            return n->text;
    name_entry *n = outside_pool_take(&m->pool, sizeof *n + length + 1);
    memcpy(n->text, text, length);
    n->next = *slot;
    *slot = n;
    return n->text;
}

/* --- tokens --- */

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_SIGN
} token_kind;

typedef struct outside_reader {
    outside_model *m;
    int at;    /* behind the token */
    int depth; /* of expressions */
    token_kind kind;
    int begin, end; /* of the token */
    int last_end;   /* of the token before */
} outside_reader;

static void reader_fail(outside_reader *r, const char *format, ...) {
    va_list arguments;
    int line = 1;
    for (int i = 0; i < r->begin; i++)
        line += r->m->text[i] == '\n';
    int n = snprintf(r->m->message, sizeof r->m->message, "line %d: ", line);
    va_start(arguments, format);
    vsnprintf(r->m->message + n, sizeof r->m->message - (size_t)n, format, arguments);
    va_end(arguments);
    longjmp(*r->m->broken, 1);
}

static int reader_char(const outside_reader *r, int at) {
    return at < (int)r->m->size ? (unsigned char)r->m->text[at] : 0;
}

static void reader_skip_blanks(outside_reader *r) {
    for (;;) {
        int c = reader_char(r, r->at), d = reader_char(r, r->at + 1);
        if (c && isspace(c)) {
            r->at++;
        } else if (c == '/' && d == '/') {
            while (reader_char(r, r->at) && reader_char(r, r->at) != '\n')
                r->at++;
        } else if (c == '/' && d == '*') {
            r->at += 2;
            while (reader_char(r, r->at) &&
                   !(reader_char(r, r->at) == '*' && reader_char(r, r->at + 1) == '/'))
                r->at++;
            r->at += 2;
        } else {
            return;
        }
    }
}

static int reader_is_letter(int c) {
    return isalnum(c) || c == '_';
}

static void reader_take_number(outside_reader *r) {
    while (isdigit(reader_char(r, r->at)))
        r->at++;
    if (reader_char(r, r->at) == '.' && !strchr("*/^+-", reader_char(r, r->at + 1)))
        r->at++;
    else if (reader_char(r, r->at) == '.' && !reader_char(r, r->at + 1))
        r->at++;
    while (isdigit(reader_char(r, r->at)))
        r->at++;
    int e = reader_char(r, r->at);
    if (e != 'e' && e != 'E')
        return;
    int sign = reader_char(r, r->at + 1) == '-' || reader_char(r, r->at + 1) == '+';
    if (!isdigit(reader_char(r, r->at + 1 + sign)))
        return;
    r->at += 1 + sign;
    while (isdigit(reader_char(r, r->at)))
        r->at++;
}

static void reader_take_quoted(outside_reader *r, int quote) {
    r->at++;
    while (reader_char(r, r->at) && reader_char(r, r->at) != quote)
        r->at += reader_char(r, r->at) == '\\' ? 2 : 1;
    r->at++;
}

static void reader_next(outside_reader *r) {
    static const char *const two[] = {
        "==", "<=", ">=", "<>", ":=", ".+", ".-", ".*", "./", ".^"};
    r->last_end = r->end;
    reader_skip_blanks(r);
    r->begin = r->at;
    int c = reader_char(r, r->at);
    if (!c) {
        r->kind = TOKEN_END;
    } else if (isdigit(c) || (c == '.' && isdigit(reader_char(r, r->at + 1)))) {
        r->kind = TOKEN_NUMBER;
        reader_take_number(r);
    } else if (reader_is_letter(c)) {
        r->kind = TOKEN_NAME;
        while (reader_is_letter(reader_char(r, r->at)))
            r->at++;
    } else if (c == '\'') {
        r->kind = TOKEN_NAME;
        reader_take_quoted(r, '\'');
    } else if (c == '"') {
        r->kind = TOKEN_STRING;
        reader_take_quoted(r, '"');
    } else {
        r->kind = TOKEN_SIGN;
        r->at++;
        for (size_t i = 0; i < sizeof two / sizeof *two; i++)
            if (c == two[i][0] && reader_char(r, r->begin + 1) == two[i][1])
                r->at = r->begin + 2;
    }
    r->end = r->at;
}

static int reader_is(const outside_reader *r, const char *word) {
    size_t length = (size_t)(r->end - r->begin);
    return r->kind != TOKEN_END && r->kind != TOKEN_STRING && strlen(word) == length &&
           memcmp(r->m->text + r->begin, word, length) == 0;
}

static int reader_takes(outside_reader *r, const char *word) {
    if (!reader_is(r, word))
        return 0;
    reader_next(r);
    return 1;
}

static void reader_expect(outside_reader *r, const char *word) {
    if (!reader_takes(r, word))
        reader_fail(r, "'%s' expected, not '%.20s'", word, r->m->text + r->begin);
}

static const char *reader_name(outside_reader *r) {
    if (r->kind != TOKEN_NAME)
        reader_fail(r, "a name expected, not '%.20s'", r->m->text + r->begin);
    const char *n =
        outside_intern(r->m, r->m->text + r->begin, (size_t)(r->end - r->begin));
    reader_next(r);
    return n;
}

/* --- expressions --- */

static node *reader_expression(outside_reader *r);

static node *reader_node(outside_reader *r, node_kind kind, int begin) {
    node *n = outside_pool_take(&r->m->pool, sizeof *n);
    n->kind = kind;
    n->begin = begin;
    n->end = r->end;
    return n;
}

static void reader_add_part(outside_reader *r, node *n, node *part) {
    if ((n->parts & (n->parts - 1)) == 0) {
        size_t room = n->parts ? 2 * (size_t)n->parts : 1;
        node **more = outside_pool_take(&r->m->pool, room * sizeof *more);
        if (n->parts)
            memcpy(more, n->part, (size_t)n->parts * sizeof *more);
        n->part = more;
    }
    n->part[n->parts++] = part;
}

static node *reader_two(outside_reader *r, const char *name, int operator_at, node *a,
                        node *b) {
    node *n = reader_node(r, NODE_BINARY, a->begin);
    n->name = outside_intern(r->m, name, strlen(name));
    n->operator_at = operator_at;
    reader_add_part(r, n, a);
    reader_add_part(r, n, b);
    n->end = b->end;
    return n;
}

/* 'for i in 1:3, j in 1:2', the word for being the current token; e is what is repeated.
 */
static node *reader_each(outside_reader *r, node *e) {
    enum { MOST_LOOPS = 8 };
    node *n = reader_node(r, NODE_EACH, e->begin);
    n->loop = outside_pool_take(&r->m->pool, MOST_LOOPS * sizeof *n->loop);
    reader_add_part(r, n, e);
    reader_expect(r, "for");
    do {
        if (n->parts > MOST_LOOPS)
            reader_fail(r, "too many loops");
        n->loop[n->parts - 1] = reader_name(r);
        reader_expect(r, "in");
        reader_add_part(r, n, reader_expression(r));
    } while (reader_takes(r, ","));
    n->end = r->last_end;
    return n;
}

static node *reader_number(outside_reader *r) {
    node *n = reader_node(r, NODE_NUMBER, r->begin);
    char text[80];
    int length = r->end - r->begin;
    if (length >= (int)sizeof text)
        reader_fail(r, "a number of %d digits", length);
    memcpy(text, r->m->text + r->begin, (size_t)length);
    text[length] = 0;
    n->number = strtold(text, NULL);
    n->exact = (long double)(double)n->number == n->number;
    /* Trailing digits may be lost in the wider format, too: only short ones are exact. */
    if (length > 15)
        n->exact = n->exact && n->number == floorl(n->number);
    reader_next(r);
    return n;
}

static node *reader_list(outside_reader *r) {
    node *n = reader_node(r, NODE_LIST, r->begin);
    reader_expect(r, "{");
    if (!reader_is(r, "}")) {
        node *first = reader_expression(r);
        if (reader_is(r, "for")) {
            node *each = reader_each(r, first);
            reader_expect(r, "}");
            each->begin = n->begin;
            each->end = r->last_end;
            return each;
        }
        reader_add_part(r, n, first);
        while (reader_takes(r, ","))
            reader_add_part(r, n, reader_expression(r));
    }
    reader_expect(r, "}");
    n->end = r->last_end;
    return n;
}

static node *reader_matrix(outside_reader *r) {
    node *n = reader_node(r, NODE_MATRIX, r->begin);
    reader_expect(r, "[");
    do {
        node *row = reader_node(r, NODE_LIST, r->begin);
        do
            reader_add_part(r, row, reader_expression(r));
        while (reader_takes(r, ","));
        row->end = r->last_end;
        reader_add_part(r, n, row);
    } while (reader_takes(r, ";"));
    reader_expect(r, "]");
    n->end = r->last_end;
    return n;
}

static node *reader_call(outside_reader *r, const char *name, int begin) {
    node *n = reader_node(r, NODE_CALL, begin);
    n->name = name;
    reader_expect(r, "(");
    if (!reader_is(r, ")")) {
        node *first = reader_expression(r);
        if (reader_is(r, "for"))
            first = reader_each(r, first);
        reader_add_part(r, n, first);
        while (reader_takes(r, ","))
            reader_add_part(r, n, reader_expression(r));
    }
    reader_expect(r, ")");
    n->end = r->last_end;
    return n;
}

static node *reader_subscripts(outside_reader *r, node *n) {
    reader_expect(r, "[");
    do {
        if (reader_is(r, ":")) {
            reader_add_part(r, n, reader_node(r, NODE_COLON, r->begin));
            reader_next(r);
        } else {
            reader_add_part(r, n, reader_expression(r));
        }
    } while (reader_takes(r, ","));
    reader_expect(r, "]");
    n->end = r->last_end;
    return n;
}

/* A name with its dots. */
static const char *reader_path(outside_reader *r) {
    int begin = r->begin;
    const char *name = reader_name(r);
    while (reader_is(r, ".") && r->begin == r->last_end) {
        reader_next(r);
        reader_name(r);
        name = outside_intern(r->m, r->m->text + begin, (size_t)(r->last_end - begin));
    }
    return name;
}

static node *reader_if(outside_reader *r) {
    node *n = reader_node(r, NODE_IF, r->begin);
    do {
        reader_next(r);
        reader_add_part(r, n, reader_expression(r));
        reader_expect(r, "then");
        reader_add_part(r, n, reader_expression(r));
    } while (reader_is(r, "elseif"));
    reader_expect(r, "else");
    reader_add_part(r, n, reader_expression(r));
    n->end = r->last_end;
    return n;
}

static node *reader_primary(outside_reader *r) {
    int begin = r->begin;
    if (r->kind == TOKEN_NUMBER)
        return reader_number(r);
    if (r->kind == TOKEN_STRING) {
        node *n = reader_node(r, NODE_STRING, begin);
        reader_next(r);
        return n;
    }
    if (reader_is(r, "-")) { /* behind another operator, as exported: a * -1.0 */
        node *n = reader_node(r, NODE_UNARY, begin);
        n->name = outside_intern(r->m, "-", 1);
        reader_next(r);
        reader_add_part(r, n, reader_primary(r));
        n->end = r->last_end;
        return n;
    }
    if (reader_is(r, "{"))
        return reader_list(r);
    if (reader_is(r, "["))
        return reader_matrix(r);
    if (reader_is(r, "true") || reader_is(r, "false")) {
        node *n = reader_node(r, NODE_BOOLEAN, begin);
        n->number = reader_is(r, "true");
        reader_next(r);
        return n;
    }
    if (reader_is(r, "end")) {
        node *n = reader_node(r, NODE_END, begin);
        reader_next(r);
        return n;
    }
    if (reader_takes(r, "(")) {
        node *n = reader_expression(r);
        if (reader_is(r, ","))
            reader_fail(r, "tuples are not read");
        reader_expect(r, ")");
        n->begin = begin;
        n->end = r->last_end;
        return n;
    }
    if (r->kind != TOKEN_NAME)
        reader_fail(r, "an expression expected, not '%.20s'", r->m->text + r->begin);
    const char *name = reader_path(r);
    if (reader_is(r, "(")) {
        node *n = reader_call(r, name, begin);
        if (reader_is(r, "."))
            reader_fail(r, "fields of a call are not read");
        return n;
    }
    node *n = reader_node(r, NODE_NAME, begin);
    n->name = name;
    n->end = r->last_end;
    if (reader_is(r, "["))
        n = reader_subscripts(r, n);
    if (reader_is(r, "."))
        reader_fail(r, "fields of an element are not read");
    return n;
}

static node *reader_power(outside_reader *r) {
    node *a = reader_primary(r);
    if (!reader_is(r, "^") && !reader_is(r, ".^"))
        return a;
    int at = r->begin;
    const char *name = reader_is(r, "^") ? "^" : ".^";
    reader_next(r);
    return reader_two(r, name, at, a, reader_primary(r));
}

static const char *reader_one_of(outside_reader *r, const char *const *words) {
    for (int i = 0; words[i]; i++)
        if (reader_is(r, words[i]))
            return words[i];
    return NULL;
}

static node *reader_term(outside_reader *r) {
    static const char *const words[] = {"*", "/", ".*", "./", NULL};
    node *a = reader_power(r);
    for (const char *word; (word = reader_one_of(r, words));) {
        int at = r->begin;
        reader_next(r);
        a = reader_two(r, word, at, a, reader_power(r));
    }
    return a;
}

static node *reader_sum(outside_reader *r) {
    static const char *const words[] = {"+", "-", ".+", ".-", NULL};
    int begin = r->begin;
    node *a;
    if (reader_is(r, "-") || reader_is(r, "+")) {
        int minus = reader_is(r, "-");
        reader_next(r);
        a = reader_term(r);
        if (minus) {
            node *n = reader_node(r, NODE_UNARY, begin);
            n->name = outside_intern(r->m, "-", 1);
            reader_add_part(r, n, a);
            n->end = a->end;
            a = n;
        }
    } else {
        a = reader_term(r);
    }
    for (const char *word; (word = reader_one_of(r, words));) {
        int at = r->begin;
        reader_next(r);
        a = reader_two(r, word, at, a, reader_term(r));
    }
    return a;
}

static node *reader_relation(outside_reader *r) {
    static const char *const words[] = {"<", "<=", ">", ">=", "==", "<>", NULL};
    node *a = reader_sum(r);
    const char *word = reader_one_of(r, words);
    if (!word)
        return a;
    int at = r->begin;
    reader_next(r);
    return reader_two(r, word, at, a, reader_sum(r));
}

static node *reader_not(outside_reader *r) {
    int begin = r->begin;
    if (!reader_takes(r, "not"))
        return reader_relation(r);
    node *n = reader_node(r, NODE_UNARY, begin);
    n->name = outside_intern(r->m, "not", 3);
    reader_add_part(r, n, reader_relation(r));
    n->end = r->last_end;
    return n;
}

static node *reader_and(outside_reader *r) {
    node *a = reader_not(r);
    while (reader_is(r, "and")) {
        int at = r->begin;
        reader_next(r);
        a = reader_two(r, "and", at, a, reader_not(r));
    }
    return a;
}

static node *reader_or(outside_reader *r) {
    node *a = reader_and(r);
    while (reader_is(r, "or")) {
        int at = r->begin;
        reader_next(r);
        a = reader_two(r, "or", at, a, reader_and(r));
    }
    return a;
}

static node *reader_expression(outside_reader *r) {
    if (r->depth++ > MOST_DEPTH)
        reader_fail(r, "expressions are nested too deeply");
    node *a;
    if (reader_is(r, "if")) {
        a = reader_if(r);
    } else {
        a = reader_or(r);
        if (reader_is(r, ":")) {
            node *n = reader_node(r, NODE_RANGE, a->begin);
            reader_add_part(r, n, a);
            while (reader_takes(r, ":"))
                reader_add_part(r, n, reader_or(r));
            n->end = r->last_end;
            a = n;
        }
    }
    r->depth--;
    return a;
}

/* --- declarations --- */

static void reader_skip_parentheses(outside_reader *r) {
    int open = 0;
    do {
        open += reader_is(r, "(");
        open -= reader_is(r, ")");
        if (r->kind == TOKEN_END)
            reader_fail(r, "a parenthesis is not closed");
        reader_next(r);
    } while (open > 0);
}

/* An annotation, 'annotation' being the current token. Sets what __involute says. */
static void reader_annotation(outside_reader *r, int *invariant, int *constraint) {
    int begin = r->begin;
    reader_expect(r, "annotation");
    reader_skip_parentheses(r);
    char text[4000];
    int length = r->last_end - begin;
    if (length >= (int)sizeof text)
        return;
    int n = 0;
    for (int i = begin; i < begin + length; i++)
        if (!isspace((unsigned char)r->m->text[i]))
            text[n++] = r->m->text[i];
    text[n] = 0;
    if (invariant && strstr(text, "invariant=true"))
        *invariant = 1;
    if (constraint && strstr(text, "constraint=true"))
        *constraint = 1;
}

static void reader_comment(outside_reader *r, int *invariant, int *constraint) {
    while (r->kind == TOKEN_STRING || reader_is(r, "+"))
        reader_next(r);
    if (reader_is(r, "annotation"))
        reader_annotation(r, invariant, constraint);
}

static void reader_modification(outside_reader *r, declaration *d) {
    reader_expect(r, "(");
    while (!reader_takes(r, ")")) {
        while (reader_takes(r, "each") || reader_takes(r, "final")) {
        }
        const char *name = reader_name(r);
        if (!reader_takes(r, "="))
            reader_fail(r, "the modifier %s is not read", name);
        node *e = reader_expression(r);
        if (strcmp(name, "start") == 0)
            d->start = e;
        if (strcmp(name, "fixed") == 0)
            d->fixed = e;
        if (strcmp(name, "nominal") == 0)
            d->nominal = e;
        if (!reader_takes(r, ",") && !reader_is(r, ")"))
            reader_fail(r, "')' expected, not '%.20s'", r->m->text + r->begin);
    }
}

static void reader_dimensions(outside_reader *r, declaration *d) {
    node *n = reader_node(r, NODE_LIST, r->begin);
    for (int i = 0; i < d->dimensions; i++)
        reader_add_part(r, n, d->dimension[i]);
    reader_subscripts(r, n);
    if (n->parts > OUTSIDE_RANKS)
        reader_fail(r, "an array of rank %d", n->parts);
    d->dimension = n->part;
    d->dimensions = n->parts;
}

static void reader_add_declaration(outside_reader *r, declaration *d) {
    outside_model *m = r->m;
    for (int i = 0; i < m->declarations; i++)
        if (m->declared[i]->name == d->name)
            reader_fail(r, "%s is declared twice", d->name);
    if ((m->declarations & (m->declarations - 1)) == 0) {
        size_t room = m->declarations ? 2 * (size_t)m->declarations : 1;
        declaration **more = outside_pool_take(&m->pool, room * sizeof *more);
        if (m->declarations)
            memcpy(more, m->declared, (size_t)m->declarations * sizeof *more);
        m->declared = more;
    }
    m->declared[m->declarations++] = d;
}

static void reader_component(outside_reader *r, const declaration *like) {
    declaration *d = outside_pool_take(&r->m->pool, sizeof *d);
    *d = *like;
    d->begin = r->begin;
    d->name = reader_name(r);
    if (reader_is(r, "["))
        reader_dimensions(r, d);
    if (reader_is(r, "("))
        reader_modification(r, d);
    if (reader_takes(r, "="))
        d->binding = reader_expression(r);
    if (reader_is(r, "if"))
        reader_fail(r, "conditional components are not read");
    reader_comment(r, &d->invariant, &d->constraint);
    d->end = r->last_end;
    reader_add_declaration(r, d);
}

static void reader_element(outside_reader *r) {
    declaration like;
    memset(&like, 0, sizeof like);
    for (;;) {
        if (reader_takes(r, "parameter"))
            like.role = ROLE_PARAMETER;
        else if (reader_takes(r, "constant"))
            like.role = ROLE_CONSTANT;
        else if (reader_takes(r, "input"))
            like.role = ROLE_INPUT;
        else if (reader_takes(r, "discrete"))
            like.is_discrete = 1;
        else if (!reader_takes(r, "output") && !reader_takes(r, "final") &&
                 !reader_takes(r, "flow"))
            break;
    }
    like.type = reader_name(r);
    if (strcmp(like.type, "Real") != 0 && strcmp(like.type, "Integer") != 0 &&
        strcmp(like.type, "Boolean") != 0)
        reader_fail(r, "the type %s is not read", like.type);
    if (strcmp(like.type, "Real") != 0)
        like.is_discrete = 1;
    if (reader_is(r, "["))
        reader_dimensions(r, &like);
    do
        reader_component(r, &like);
    while (reader_takes(r, ","));
    reader_expect(r, ";");
}

/* --- equations --- */

static void reader_add_statement(outside_reader *r, statement_list *l, statement *s) {
    if ((l->count & (l->count - 1)) == 0) {
        size_t room = l->count ? 2 * (size_t)l->count : 1;
        statement **more = outside_pool_take(&r->m->pool, room * sizeof *more);
        if (l->count)
            memcpy(more, l->at, (size_t)l->count * sizeof *more);
        l->at = more;
    }
    l->at[l->count++] = s;
}

static statement *reader_statement(outside_reader *r, int depth);

static int reader_is_end_of_body(const outside_reader *r) {
    return reader_is(r, "end") || reader_is(r, "else") || reader_is(r, "elseif") ||
           reader_is(r, "elsewhen") || r->kind == TOKEN_END;
}

static statement_list reader_body(outside_reader *r, int depth) {
    statement_list l = {0, NULL};
    while (!reader_is_end_of_body(r))
        reader_add_statement(r, &l, reader_statement(r, depth));
    return l;
}

static void reader_for(outside_reader *r, statement *s) {
    s->kind = STATEMENT_FOR;
    s->bodies = 1;
    s->body = outside_pool_take(&r->m->pool, sizeof *s->body);
    reader_expect(r, "for");
    s->loop = reader_name(r);
    reader_expect(r, "in");
    s->left = reader_expression(r);
    if (reader_is(r, ","))
        reader_fail(r, "loops over two ranges are not read");
    reader_expect(r, "loop");
    s->body[0] = reader_body(r, s->depth + 1);
    reader_expect(r, "end");
    reader_expect(r, "for");
}

static void reader_branches(outside_reader *r, statement *s) {
    enum { MOST_BRANCHES = 20 };
    s->kind = STATEMENT_IF;
    s->condition = outside_pool_take(&r->m->pool, MOST_BRANCHES * sizeof *s->condition);
    s->body = outside_pool_take(&r->m->pool, MOST_BRANCHES * sizeof *s->body);
    do {
        reader_next(r);
        if (s->bodies + 2 > MOST_BRANCHES)
            reader_fail(r, "too many branches");
        s->condition[s->conditions++] = reader_expression(r);
        reader_expect(r, "then");
        s->body[s->bodies++] = reader_body(r, s->depth + 1);
    } while (reader_is(r, "elseif"));
    if (reader_takes(r, "else"))
        s->body[s->bodies++] = reader_body(r, s->depth + 1);
    reader_expect(r, "end");
    reader_expect(r, "if");
}

static void reader_skip_when(outside_reader *r, statement *s) {
    s->kind = STATEMENT_OTHER;
    r->m->whens++;
    do {
        while (!reader_is(r, "end") && r->kind != TOKEN_END) {
            reader_next(r);
        }
        reader_expect(r, "end");
    } while (!reader_is(r, "when"));
    reader_expect(r, "when");
}

static statement *reader_statement(outside_reader *r, int depth) {
    statement *s = outside_pool_take(&r->m->pool, sizeof *s);
    s->begin = r->begin;
    s->depth = depth;
    if (reader_is(r, "for")) {
        reader_for(r, s);
    } else if (reader_is(r, "if")) {
        reader_branches(r, s);
    } else if (reader_is(r, "when")) {
        reader_skip_when(r, s);
    } else {
        s->kind = STATEMENT_EQUATION;
        s->left = reader_expression(r);
        if (reader_takes(r, "="))
            s->right = reader_expression(r);
        else
            s->kind = STATEMENT_OTHER;
    }
    reader_comment(r, NULL, NULL);
    reader_expect(r, ";");
    s->end = r->last_end;
    return s;
}

static int reader_is_section(const outside_reader *r) {
    return reader_is(r, "equation") || reader_is(r, "initial") ||
           reader_is(r, "algorithm") || reader_is(r, "end") ||
           reader_is(r, "annotation") || r->kind == TOKEN_END;
}

static void reader_section(outside_reader *r) {
    int initial = reader_takes(r, "initial");
    if (reader_is(r, "algorithm"))
        reader_fail(r, "algorithms are not read");
    reader_expect(r, "equation");
    if (!initial && !r->m->begin_of_equations)
        r->m->begin_of_equations = r->last_end;
    while (!reader_is_section(r)) {
        statement *s = reader_statement(r, 0);
        s->initial = initial;
        reader_add_statement(r, initial ? &r->m->initials : &r->m->equations, s);
    }
}

static void reader_class(outside_reader *r) {
    if (reader_takes(r, "package")) { /* as exported: //! base */
        reader_name(r);
        reader_comment(r, NULL, NULL);
    }
    reader_expect(r, "model");
    r->m->name = reader_name(r);
    reader_comment(r, NULL, NULL);
    while (!reader_is_section(r))
        reader_element(r);
    r->m->end_of_declarations = r->begin;
    while (!reader_is(r, "end")) {
        if (reader_is(r, "annotation")) {
            reader_annotation(r, NULL, NULL);
            reader_expect(r, ";");
        } else {
            reader_section(r);
        }
        if (r->kind == TOKEN_END)
            reader_fail(r, "'end' expected");
    }
}

outside_model *outside_read(const char *text, size_t size) {
    jmp_buf broken;
    outside_pool pool = {NULL};
    outside_model *m = outside_pool_take(&pool, sizeof *m);
    m->pool = pool;
    char *copy = outside_pool_take(&m->pool, size + 1);
    memcpy(copy, text, size);
    m->text = copy;
    m->size = size;
    m->names = outside_pool_take(&m->pool, sizeof *m->names);
    m->broken = &broken;
    outside_reader *r = outside_pool_take(&m->pool, sizeof *r);
    r->m = m;
    if (setjmp(broken) == 0) {
        reader_next(r);
        reader_class(r);
    }
    m->broken = NULL;
    return m;
}

void outside_model_free(outside_model *m) {
    outside_pool pool = m->pool;
    outside_pool_free(&pool);
}
