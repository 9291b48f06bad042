/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations and statements of the grammar: the same blocks with other lines in them. */
#include "parser.h"
#include <string.h>

static int ends_equations(const parser *p) {
    if (parser_at(p, TOKEN_INITIAL))
        return p->next.kind != TOKEN_LPAREN;
    return PARSER_AT_ONE(p, TOKEN_EOF, TOKEN_END, TOKEN_EQUATION, TOKEN_ALGORITHM,
                         TOKEN_PROTECTED, TOKEN_PUBLIC, TOKEN_ANNOTATION, TOKEN_EXTERNAL,
                         TOKEN_ELSE, TOKEN_ELSEIF, TOKEN_ELSEWHEN);
}

/* What the lines of a block are. */
typedef struct body {
    int initial, algorithm;
} body;

static void lines(parser *p, ast_equations *to, body b);

/* { equation ";" } behind "then" or "loop" */
static void branch(parser *p, ast_equation *e, ast *condition, body b) {
    ast_branch one = {.condition = condition};
    lines(p, &one.equations, b);
    LIST_PUSH(p->arena, e->branches, one);
}

/* "end" and the word the block began with */
static void block_end(parser *p, token_kind kind, const token *first) {
    const char *word = token_name(kind);
    if (parser_at(p, TOKEN_END) && p->next.kind != kind && !p->panic)
        parser_error(p, "the '%s' on line %d has no 'end %s'", word, first->where.line,
                     word);
    parser_expect(p, TOKEN_END, "of the '%s'", word);
    parser_expect(p, kind, "after 'end'");
}

/* "if" expression "then" lines { "elseif" expression "then" lines } [ "else" lines ]
 * "end" "if"; "when" and "elsewhen" likewise, without "else" */
static void parse_equation_choice(parser *p, ast_equation *e, body b) {
    token first = p->token;
    token_kind again = first.kind == TOKEN_IF ? TOKEN_ELSEIF : TOKEN_ELSEWHEN;
    e->kind = first.kind == TOKEN_IF ? AST_CHOICE : AST_WHEN;
    parser_advance(p);
    do {
        ast *condition = parse_expression(p);
        parser_expect(p, TOKEN_THEN, "after the condition of '%s'",
                      token_name(first.kind));
        if (p->panic)
            break;
        branch(p, e, condition, b);
    } while (parser_accept(p, again));
    if (first.kind == TOKEN_IF && parser_accept(p, TOKEN_ELSE))
        branch(p, e, NULL, b);
    block_end(p, first.kind, &first);
}

/* "for" for_index { "," for_index } "loop" lines "end" "for" */
static void for_loop(parser *p, ast_equation *e, body b) {
    token first = p->token;
    e->kind = AST_LOOP;
    parser_advance(p);
    parse_indices(p, &e->indices);
    parser_expect(p, TOKEN_LOOP, "after the range of 'for'");
    if (!p->panic)
        branch(p, e, NULL, b);
    block_end(p, TOKEN_FOR, &first);
}

/* while_stmt = "while" expression "loop" { statement ";" } "end" "while" */
static void while_loop(parser *p, ast_equation *e, body b) {
    token first = p->token;
    e->kind = AST_WHILE;
    parser_advance(p);
    ast *condition = parse_expression(p);
    parser_expect(p, TOKEN_LOOP, "after the condition of 'while'");
    if (!p->panic)
        branch(p, e, condition, b);
    block_end(p, TOKEN_WHILE, &first);
}

static void parse_equation_no_equation(parser *p, const ast_equation *e) {
    if (parser_at(p, TOKEN_ASSIGN))
        parser_error(p, "an equation is written with '='; ':=' is for algorithms");
    else if (parser_at(p, TOKEN_NAME) && e->left->kind == AST_NAME)
        parser_error(p, "expected an equation, found a declaration; declarations precede "
                        "the keyword 'equation'");
}

/* "connect" "(" reference "," reference ")": a call to the rest of the program */
static ast *parse_connect(parser *p) {
    token first = p->token;
    ast *e = arena_alloc(p->arena, sizeof *e);
    e->kind = AST_CALL;
    e->text = name_intern(p->lexer.names, "connect", strlen("connect"));
    e->begin = first.begin;
    parser_advance(p);
    parser_expect(p, TOKEN_LPAREN, "after 'connect'");
    for (int i = 0; i < 2; i++) {
        if (i)
            parser_expect(p, TOKEN_COMMA, "between the connectors");
        LIST_PUSH(p->arena, e->args, ((ast_operand){.value = parse_expression(p)}));
    }
    parser_expect(p, TOKEN_RPAREN, "after the connectors");
    e->end = p->previous.end;
    e->where = parser_span(p, &first);
    return e;
}

/* simple_expr [ decoration ] [ "=" expression ] | connect */
static void parse_equation_sides(parser *p, ast_equation *e) {
    e->kind = AST_SIDES;
    e->wording = arena_alloc(p->arena, sizeof *e->wording);
    if (parser_at(p, TOKEN_CONNECT)) {
        e->left = parse_connect(p);
        return;
    }
    e->left = parse_simple_expression(p);
    parse_decoration(p);
    parse_equation_no_equation(p, e);
    if (!parser_accept(p, TOKEN_EQUALS))
        return;
    e->right = parse_expression(p);
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(p, "an equation has one '='; a comparison is written with '=='");
}

/* "(" out_list ")" ":=" reference call_args | reference ( ":=" expression | call_args )
 */
static void assignment(parser *p, ast_equation *e) {
    e->kind = AST_ASSIGNMENT;
    e->left = parse_simple_expression(p);
    parse_decoration(p);
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(p, "an assignment is written with ':='; '=' is for equations");
    if (parser_accept(p, TOKEN_ASSIGN)) {
        e->right = parse_expression(p);
        return;
    }
    if (!p->panic && e->left->kind != AST_CALL)
        parser_error(p, "expected ':=' after the variable, found %s", parser_found(p));
}

static int is_word(parser *p, ast_equation *e) {
    e->kind = parser_at(p, TOKEN_BREAK) ? AST_BREAK : AST_RETURN;
    return parser_accept(p, TOKEN_BREAK) || parser_accept(p, TOKEN_RETURN);
}

static void block(parser *p, ast_equation *e, body b) {
    if (!parser_enter(p))
        return;
    if (parser_at(p, TOKEN_FOR))
        for_loop(p, e, b);
    else if (parser_at(p, TOKEN_WHILE))
        while_loop(p, e, b);
    else
        parse_equation_choice(p, e, b);
    parser_leave(p);
}

/* equation = [ decoration ] ( if_equation | for_equation | when_equation
 *          | simple_expr [ decoration ] [ "=" expression ] ) comment;  statement likewise
 */
static void line(parser *p, ast_equations *to, body b) {
    ast_equation e = {.initial = b.initial};
    parse_decoration(p);
    token first = p->token;
    if (parser_at(p, TOKEN_IF) || parser_at(p, TOKEN_FOR) || parser_at(p, TOKEN_WHEN) ||
        (b.algorithm && parser_at(p, TOKEN_WHILE)))
        block(p, &e, b);
    else if (b.algorithm && !is_word(p, &e))
        assignment(p, &e);
    else if (!b.algorithm)
        parse_equation_sides(p, &e);
    e.where = parser_span(p, &first);
    e.begin = first.begin;
    e.end = e.right ? e.right->end : p->previous.end; /* without decoration */
    parse_comment(p, &e.annotation);
    e.last = p->previous.end;
    LIST_PUSH(p->arena, *to, e);
}

static void lines(parser *p, ast_equations *to, body b) {
    const char *what = b.algorithm ? "after the statement" : "after the equation";
    while (!ends_equations(p) && !p->panic) {
        size_t begin = p->token.begin;
        if (parser_at(p, TOKEN_CONNECT) && (b.algorithm || b.initial))
            parser_error(p, "'connect' belongs into an equation section");
        else
            line(p, to, b);
        parser_expect(p, TOKEN_SEMICOLON, "%s", what);
        parser_recover(p, begin);
    }
}

void parse_equations(parser *p, ast_equations *to, int initial) {
    lines(p, to, (body){.initial = initial});
}

void parse_statements(parser *p, ast_equations *to) {
    lines(p, to, (body){.algorithm = 1});
}
