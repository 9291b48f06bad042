/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations of the grammar. */
#include "parser.h"

static int ends_equations(const parser *p) {
    switch (p->token.kind) {
    case TOKEN_EOF:
    case TOKEN_END:
    case TOKEN_EQUATION:
    case TOKEN_ALGORITHM:
    case TOKEN_PROTECTED:
    case TOKEN_PUBLIC:
    case TOKEN_ANNOTATION:
    case TOKEN_EXTERNAL:
    case TOKEN_ELSE:
    case TOKEN_ELSEIF:
    case TOKEN_ELSEWHEN:
        return 1;
    case TOKEN_INITIAL:
        return p->next.kind != TOKEN_LPAREN;
    default:
        return 0;
    }
}

/* for_equation, when_equation: passed over up to their "end for" or "end when" */
static void no_block(parser *p, const char *message) {
    token_kind kind = p->token.kind, opens = kind == TOKEN_WHEN ? TOKEN_WHEN : TOKEN_LOOP;
    int open = kind == TOKEN_WHEN ? 0 : 1;
    parser_unsupported(p, p->token.where, message);
    if (open)
        while (!parser_at(p, TOKEN_LOOP) && !parser_at(p, TOKEN_SEMICOLON) &&
               !parser_at(p, TOKEN_EOF))
            parser_advance(p);
    if (open) parser_accept(p, TOKEN_LOOP);
    do {
        if (parser_at(p, opens)) open++;
        if (parser_accept(p, TOKEN_END)) {
            token_kind closes = p->token.kind;
            if (closes == TOKEN_NAME) return; /* of the model: the block has no end */
            open -= kind == TOKEN_WHEN ? closes == TOKEN_WHEN
                                       : closes == TOKEN_FOR || closes == TOKEN_WHILE;
        }
        parser_advance(p);
    } while (open > 0 && !parser_at(p, TOKEN_EOF));
}

/* "then" { equation ";" } */
static void branch(parser *p, ast_equation *e, ast *condition, int initial) {
    ast_branch b = {.condition = condition};
    parse_equations(p, &b.equations, initial);
    LIST_PUSH(p->arena, e->branches, b);
}

/* if_equation = "if" expression "then" { equation ";" }
 *               { "elseif" expression "then" { equation ";" } }
 *               [ "else" { equation ";" } ] "end" "if" */
static void if_equation(parser *p, ast_equation *e) {
    token first = p->token;
    if (!parser_enter(p)) return;
    parser_advance(p);
    do {
        ast *condition = parse_expression(p);
        parser_expect(p, TOKEN_THEN, "after the condition of 'if'");
        if (p->panic) break;
        branch(p, e, condition, e->initial);
    } while (parser_accept(p, TOKEN_ELSEIF));
    if (parser_accept(p, TOKEN_ELSE)) branch(p, e, NULL, e->initial);
    if (parser_at(p, TOKEN_END) && p->next.kind != TOKEN_IF && !p->panic)
        parser_error(p, "the 'if' of line %d has no 'end if'", first.where.line);
    parser_expect(p, TOKEN_END, "of the if-equation");
    parser_expect(p, TOKEN_IF, "after 'end'");
    parser_leave(p);
}

static void no_equation(parser *p, const ast_equation *e) {
    if (parser_at(p, TOKEN_ASSIGN))
        parser_error(p, "an equation is written with '='; ':=' belongs in algorithms");
    else if (parser_at(p, TOKEN_NAME) && e->left->kind == AST_NAME)
        parser_error(p,
                     "expected an equation, found a declaration; those stand before the "
                     "keyword 'equation'");
}

/* simple_expr [ decoration ] [ "=" expression ] */
static void sides(parser *p, ast_equation *e) {
    e->left = parse_simple_expression(p);
    parse_decoration(p);
    no_equation(p, e);
    if (!parser_accept(p, TOKEN_EQUALS)) return;
    e->right = parse_expression(p);
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(p, "an equation has one '='; a comparison is written with '=='");
}

/* equation = [ decoration ] ( if_equation | sides ) comment */
static void equation(parser *p, ast_equations *to, int initial) {
    ast_equation e = {.initial = initial};
    parse_decoration(p);
    token first = p->token;
    if (parser_at(p, TOKEN_IF))
        if_equation(p, &e);
    else
        sides(p, &e);
    e.where = parser_span(p, &first);
    e.begin = first.begin;
    e.end = e.right ? e.right->end : p->previous.end; /* without decoration */
    parse_comment(p, &e.annotation);
    LIST_PUSH(p->arena, *to, e);
}

void parse_equations(parser *p, ast_equations *to, int initial) {
    while (!ends_equations(p) && !p->panic) {
        size_t begin = p->token.begin;
        if (parser_at(p, TOKEN_FOR))
            no_block(p, "for-equations are not supported yet; write each equation");
        else if (parser_at(p, TOKEN_WHEN))
            no_block(p, "'when' is not supported yet: events are not read");
        else if (parser_at(p, TOKEN_CONNECT))
            parser_error(
                p,
                "'connect' is not supported; flatten the model with another tool first");
        else
            equation(p, to, initial);
        parser_expect(p, TOKEN_SEMICOLON, "after the equation");
        parser_recover(p, begin);
    }
}
