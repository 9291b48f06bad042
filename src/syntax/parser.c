/* SPDX-License-Identifier: BSD-3-Clause */
/* What all parts of the parser share: taking tokens, errors and recovery. */
#include "parser.h"
#include <assert.h>
#include <stdio.h>

/* Deeper than any model; the parser needs about ten stack frames for each level. */

void parser_init(parser *p, arena *a, names *n, const source *s) {
    *p = (parser){.context = arena_context(a), .arena = a};
    lexer_init(&p->lexer, a, n, s);
    p->token = lexer_next(&p->lexer);
    p->next = lexer_next(&p->lexer);
    p->previous = p->token;
}

void parser_advance(parser *p) {
    p->previous = p->token;
    p->token = p->next;
    p->next = lexer_next(&p->lexer);
}

int parser_at(const parser *p, token_kind kind) {
    return p->token.kind == kind;
}

int parser_at_one(const parser *p, int count, const token_kind *of) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found |= p->token.kind == of[i];
    return found;
}

const char *parser_found(const parser *p) {
    return token_text(&p->lexer, &p->token);
}

int parser_accept(parser *p, token_kind kind) {
    if (p->token.kind != kind)
        return 0;
    parser_advance(p);
    return 1;
}

static void panic(parser *p) {
    assert(!p->panic && p->token.kind != TOKEN_ERROR);
    p->panic = 1;
    p->wrong = p->token;
    p->token.kind = TOKEN_ERROR;
}

void parser_error(parser *p, const char *format, ...) {
    if (p->panic)
        return;
    if (!p->lexer.broken) {
        char text[1024];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        diagnose(p->context, SEVERITY_ERROR, INVO_E_SYNTAX, p->token.where, "%s", text);
    }
    panic(p);
}

int parser_expect(parser *p, token_kind kind, const char *after, ...) {
    if (parser_accept(p, kind))
        return 1;
    if (p->panic)
        return 0;
    char text[256];
    va_list arguments;
    va_start(arguments, after);
    vsnprintf(text, sizeof text, after, arguments);
    va_end(arguments);
    int is_comparison = kind == TOKEN_THEN && p->token.kind == TOKEN_EQUALS;
    parser_error(p, "expected '%s' %s, found %s%s", token_name(kind), text,
                 parser_found(p),
                 is_comparison ? "; a comparison is written with '=='" : "");
    return 0;
}

/* Takes a name, or reports what was found instead; keywords are not names. */
const char *parser_expect_name(parser *p, const char *after, place *where) {
    const token t = p->token;
    if (parser_accept(p, TOKEN_NAME)) {
        if (where)
            *where = t.where;
        return t.text;
    }
    int keyword = t.kind > TOKEN_STRING && t.kind < TOKEN_ASSIGN;
    if (!p->panic)
        parser_error(p, "expected a name %s, found %s%s", after,
                     keyword ? "the keyword " : "", parser_found(p));
    return "";
}

void parser_unsupported(parser *p, place where, const char *what) {
    if (!p->panic && !p->lexer.broken)
        diagnose(p->context, SEVERITY_ERROR, INVO_E_MODEL, where, "%s", what);
}

static int begins_section(const parser *p) {
    if (parser_at(p, TOKEN_INITIAL))
        return p->next.kind == TOKEN_EQUATION || p->next.kind == TOKEN_ALGORITHM;
    return PARSER_AT_ONE(p, TOKEN_EOF, TOKEN_END, TOKEN_EQUATION, TOKEN_ALGORITHM,
                         TOKEN_PROTECTED, TOKEN_PUBLIC);
}

void parser_recover(parser *p, size_t begin) {
    assert(begin <= p->lexer.source->size);
    if (p->panic) {
        p->token = p->wrong;
        p->panic = 0;
        while (!begins_section(p) && !parser_at(p, TOKEN_SEMICOLON))
            parser_advance(p);
        parser_accept(p, TOKEN_SEMICOLON);
    }
    if (p->token.begin == begin && !parser_at(p, TOKEN_EOF))
        parser_advance(p);
}

void parser_skip_brackets(parser *p) {
    int open = 0;
    do {
        token_kind k = p->token.kind;
        open += k == TOKEN_LPAREN || k == TOKEN_LBRACKET || k == TOKEN_LBRACE;
        open -= k == TOKEN_RPAREN || k == TOKEN_RBRACKET || k == TOKEN_RBRACE;
        parser_advance(p);
    } while (open > 0 && !parser_at(p, TOKEN_EOF));
}

int parser_enter(parser *p) {
    const double most = p->lexer.context->limit[LIMIT_NESTING];
    context_dive(p->lexer.context, p->token.where);
    if (++p->depth <= most)
        return 1;
    parser_error(p, "nested deeper than %g levels", most);
    lexer_stop(&p->lexer); /* the closing brackets that follow are no news */
    return 0;
}

void parser_leave(parser *p) {
    assert(p->depth > 0);
    p->depth--;
}

place parser_span(const parser *p, const token *first) {
    assert(first->begin <= first->end);
    place w = first->where;
    const token *last = &p->previous;
    if (last->end > first->begin && last->where.line == w.line)
        w.length = (int)(last->end - first->begin);
    return w;
}
