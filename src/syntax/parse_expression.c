/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions of the grammar. */
#include "parser.h"
#include <assert.h>
#include <string.h>

static ast *node_new(parser *p, ast_kind kind, const token *first) {
    ast *e = arena_alloc(p->arena, sizeof *e);
    e->kind = kind;
    e->where = first->where;
    e->begin = first->begin;
    e->end = first->end;
    return e;
}

static ast *parse_expression_finish(parser *p, ast *e, const token *first) {
    e->where = parser_span(p, first);
    if (p->previous.end > e->begin)
        e->end = p->previous.end;
    return e;
}

static void parse_expression_push(parser *p, ast *e, ast *value, token_kind op) {
    assert(value && value != e);
    LIST_PUSH(p->arena, e->args, ((ast_operand){.value = value, .op = op}));
}

static ast *parse_expression_leaf(parser *p, ast_kind kind) {
    token t = p->token;
    ast *e = node_new(p, kind, &t);
    e->text = t.text;
    e->value = kind == AST_BOOLEAN ? t.kind == TOKEN_TRUE : t.value;
    e->integer = t.integer;
    parser_advance(p);
    return e;
}

static ast *bad(parser *p) {
    return node_new(p, AST_ERROR, &p->previous);
}

/* decoration = "@" NUMBER */
void parse_decoration(parser *p) {
    if (!parser_accept(p, TOKEN_AT))
        return;
    if (!parser_at(p, TOKEN_NUMBER))
        parser_error(p, "expected a number after '@', found %s", parser_found(p));
    else
        parser_advance(p);
}

static const char *parse_expression_join(parser *p, int count, const char *const *part) {
    size_t size = 0;
    size_t length = 0;
    for (int i = 0; i < count; i++)
        size += strlen(part[i]) + 1;
    char *text = arena_alloc(p->arena, size);
    for (int i = 0; i < count; i++) {
        if (i)
            text[length++] = '.';
        memcpy(text + length, part[i], strlen(part[i]));
        length += strlen(part[i]);
    }
    return name_intern(p->lexer.names, text, length);
}

/* name = [ "." ] IDENT { "." IDENT } */
const char *parse_name(parser *p, const char *after, place *where) {
    parser_accept(p, TOKEN_DOT);
    token first = p->token;
    LIST(const char *) part = {0};
    LIST_PUSH(p->arena, part, parser_expect_name(p, after, NULL));
    while (p->next.kind != TOKEN_LBRACE && parser_accept(p, TOKEN_DOT))
        LIST_PUSH(p->arena, part, parser_expect_name(p, "after '.'", NULL));
    if (where)
        *where = parser_span(p, &first);
    return part.count == 1 ? part.at[0] : parse_expression_join(p, part.count, part.at);
}

static ast *parse_expression_call(parser *p, const char *name, const token *first);

/* "function" name call_args | expression */
static ast *call_value(parser *p) {
    token first = p->token;
    if (!parser_accept(p, TOKEN_FUNCTION))
        return parse_expression(p);
    const char *name = parse_name(p, "after 'function'", NULL);
    ast *e = parse_expression_call(p, name, &first);
    e->kind = AST_FUNCTION;
    return e;
}

/* call_arg = [ IDENT "=" ] call_value */
static void call_argument(parser *p, ast *call) {
    ast *value = call_value(p);
    const char *label = NULL;
    if (value->kind == AST_NAME && parser_accept(p, TOKEN_EQUALS)) {
        label = value->text;
        value = call_value(p);
    }
    parse_expression_push(p, call, value, TOKEN_COMMA);
    call->args.at[call->args.count - 1].label = label;
}

/* for_index { "," for_index },  for_index = IDENT [ "in" expression ] */
void parse_indices(parser *p, ast_indices *to) {
    do {
        ast_index one = {0};
        one.name = parser_expect_name(p, "after 'for'", &one.where);
        if (parser_accept(p, TOKEN_IN))
            one.range = parse_expression(p);
        LIST_PUSH(p->arena, *to, one);
    } while (parser_accept(p, TOKEN_COMMA));
}

/* ... "for" for_index { "," for_index } */
static void parse_expression_comprehension(parser *p, ast *e) {
    if (!parser_accept(p, TOKEN_FOR))
        return;
    ast_indices *list = arena_alloc(p->arena, sizeof *list);
    parse_indices(p, list);
    e->indices = list;
    if (e->args.count != 1)
        parser_error(p, "'for' needs one expression before it, found %d", e->args.count);
}

/* call_args = "(" [ call_arg { "," call_arg } [ "for" for_index { "," for_index } ] ] ")"
 */
static ast *parse_expression_call(parser *p, const char *name, const token *first) {
    ast *e = node_new(p, AST_CALL, first);
    e->text = name;
    parser_expect(p, TOKEN_LPAREN, "after '%.80s'", name);
    if (!parser_at(p, TOKEN_RPAREN)) {
        do
            call_argument(p, e);
        while (parser_accept(p, TOKEN_COMMA));
        parse_expression_comprehension(p, e);
    }
    parser_expect(p, TOKEN_RPAREN, "after the arguments of '%.80s'", name);
    return parse_expression_finish(p, e, first);
}

/* dim = ":" | expression */
static ast *dimension(parser *p) {
    if (!parser_at(p, TOKEN_COLON))
        return parse_expression(p);
    return parse_expression_leaf(p, AST_COLON);
}

/* dims = "[" dim { "," dim } "]" */
void parse_dims(parser *p, ast_dims *to) {
    if (!parser_accept(p, TOKEN_LBRACKET))
        return;
    do
        LIST_PUSH(p->arena, *to, dimension(p));
    while (parser_accept(p, TOKEN_COMMA));
    parser_expect(p, TOKEN_RBRACKET, "after the sizes");
}

/* subscripts = "[" dim { "," dim } "]" */
static ast *parse_expression_subscripts(parser *p, ast *what, const token *first) {
    ast *e = node_new(p, AST_SUBSCRIPT, first);
    parse_expression_push(p, e, what, TOKEN_LBRACKET);
    parser_advance(p);
    p->subscripts++;
    do
        parse_expression_push(p, e, dimension(p), TOKEN_COMMA);
    while (parser_accept(p, TOKEN_COMMA));
    p->subscripts--;
    parser_expect(p, TOKEN_RBRACKET, "after the subscripts");
    return parse_expression_finish(p, e, first);
}

/* { subscripts | "." IDENT } behind what is not a plain name */
static ast *parts(parser *p, ast *what, const token *first) {
    for (int most = 100; most > 0; most--) {
        if (parser_at(p, TOKEN_LBRACKET)) {
            what = parse_expression_subscripts(p, what, first);
        } else if (parser_accept(p, TOKEN_DOT)) {
            ast *e = node_new(p, AST_FIELD, first);
            parse_expression_push(p, e, what, TOKEN_DOT);
            e->text = parser_expect_name(p, "after '.'", NULL);
            what = parse_expression_finish(p, e, first);
        } else {
            return what;
        }
    }
    parser_error(p, "this name has more than 100 parts");
    return what;
}

/* reference [ call_args [ "." reference ] ],
 * reference = [ "." ] IDENT [ subscripts ] { "." IDENT [ subscripts ] } */
static ast *reference(parser *p) {
    token first = p->token;
    const char *name = parse_name(p, "in the expression", NULL);
    if (parser_at(p, TOKEN_LPAREN))
        return parts(p, parse_expression_call(p, name, &first), &first);
    ast *e = node_new(p, AST_NAME, &first);
    e->text = name;
    return parts(p, parse_expression_finish(p, e, &first), &first);
}

/* out_list = [ expression ] { "," [ expression ] } */
static ast *tuple(parser *p, ast *one, const token *first) {
    ast *e = node_new(p, AST_TUPLE, first);
    LIST_PUSH(p->arena, e->args, ((ast_operand){.value = one}));
    while (parser_accept(p, TOKEN_COMMA)) {
        int empty = parser_at(p, TOKEN_COMMA) || parser_at(p, TOKEN_RPAREN);
        ast *next = empty ? NULL : parse_expression(p);
        LIST_PUSH(p->arena, e->args, ((ast_operand){.value = next}));
    }
    return e;
}

/* "(" out_list ")" [ subscripts | "." reference ] */
static ast *parenthesis(parser *p) {
    token first = p->token;
    parser_advance(p);
    ast *e = parser_at(p, TOKEN_COMMA) ? NULL : parse_expression(p);
    if (parser_at(p, TOKEN_COMMA))
        e = tuple(p, e, &first);
    parser_expect(p, TOKEN_RPAREN, "to close '('");
    e->begin = first.begin;
    e->enclosed = 1;
    return parts(p, parse_expression_finish(p, e, &first), &first);
}

/* array = "{" [ expression ( "for" for_index { "," for_index } | { "," expression } ) ]
 * "}" */
static ast *parse_expression_array(parser *p) {
    token first = p->token;
    ast *e = node_new(p, AST_ARRAY, &first);
    parser_advance(p);
    if (!parser_at(p, TOKEN_RBRACE)) {
        do
            parse_expression_push(p, e, parse_expression(p), TOKEN_COMMA);
        while (parser_accept(p, TOKEN_COMMA));
        parse_expression_comprehension(p, e);
    }
    parser_expect(p, TOKEN_RBRACE, "to close '{'");
    return parse_expression_finish(p, e, &first);
}

/* matrix = "[" expression { "," expression } { ";" expression { "," expression } } "]" */
static ast *parse_expression_matrix(parser *p) {
    token first = p->token;
    ast *e = node_new(p, AST_MATRIX, &first);
    parser_advance(p);
    do {
        token begin = p->token;
        ast *row = node_new(p, AST_ARRAY, &begin);
        do
            parse_expression_push(p, row, parse_expression(p), TOKEN_COMMA);
        while (parser_accept(p, TOKEN_COMMA));
        parse_expression_push(p, e, parse_expression_finish(p, row, &begin),
                              TOKEN_SEMICOLON);
    } while (parser_accept(p, TOKEN_SEMICOLON));
    parser_expect(p, TOKEN_RBRACKET, "to close '['");
    return parse_expression_finish(p, e, &first);
}

static ast *no_operand(parser *p) {
    token_kind k = p->token.kind;
    token_kind before = p->previous.kind;
    int follows = before == TOKEN_PLUS || before == TOKEN_MINUS || before == TOKEN_STAR ||
                  before == TOKEN_SLASH || before == TOKEN_CARET;
    if ((k == TOKEN_MINUS || k == TOKEN_PLUS) && follows)
        parser_error(p, "a sign may not follow '%s'; put the signed part in parentheses",
                     token_name(before));
    else if (k == TOKEN_STAR && before == TOKEN_STAR)
        parser_error(p, "'**' is not Modelica; a power is written with '^'");
    else if (!p->panic)
        parser_error(p, "expected an expression after %s, found %s",
                     token_text(&p->lexer, &p->previous), parser_found(p));
    return bad(p);
}

/* primary = NUMBER | STRING | "true" | "false" | ( "der" | "initial" | "pure" ) call_args
 *         | reference [ call_args [ "." reference ] ]
 *         | "(" out_list ")" [ subscripts | "." reference ] | array | matrix | "end" */
static ast *primary(parser *p) {
    token first = p->token;
    switch (first.kind) {
    case TOKEN_NUMBER:
        return parse_expression_leaf(p, AST_NUMBER);
    case TOKEN_STRING:
        return parse_expression_leaf(p, AST_STRING);
    case TOKEN_TRUE:
    case TOKEN_FALSE:
        return parse_expression_leaf(p, AST_BOOLEAN);
    case TOKEN_DER:
    case TOKEN_INITIAL:
    case TOKEN_PURE:
        parser_advance(p);
        return parts(p, parse_expression_call(p, first.text, &first), &first);
    case TOKEN_NAME:
    case TOKEN_DOT:
        return reference(p);
    case TOKEN_LPAREN:
        return parenthesis(p);
    case TOKEN_LBRACE:
        return parts(p, parse_expression_array(p), &first);
    case TOKEN_LBRACKET:
        return parts(p, parse_expression_matrix(p), &first);
    case TOKEN_END:
        return p->subscripts ? parse_expression_leaf(p, AST_END) : no_operand(p);
    default:
        return no_operand(p);
    }
}

/* factor = primary [ pow_op primary ] */
static ast *parse_expression_factor(parser *p) {
    token first = p->token;
    ast *base = primary(p);
    token_kind op = p->token.kind;
    if (!parser_accept(p, TOKEN_CARET) && !parser_accept(p, TOKEN_DOT_CARET))
        return base;
    ast *e = node_new(p, AST_POWER, &first);
    parse_expression_push(p, e, base, op);
    parse_expression_push(p, e, primary(p), op);
    if (parser_at(p, TOKEN_CARET) || parser_at(p, TOKEN_DOT_CARET))
        parser_error(p, "'^' cannot be repeated: write (a^b)^c or a^(b^c)");
    return parse_expression_finish(p, e, &first);
}

/* Takes one of the operators, or gives TOKEN_ERROR. */
static token_kind accept_one(parser *p, int count, const token_kind *of) {
    for (int i = 0; i < count; i++)
        if (parser_accept(p, of[i]))
            return of[i];
    return TOKEN_ERROR;
}

/* Reads [ op ] part { op [ "-" ] part }: a sign in front belongs to sums, one behind the
 * operator to products, as other tools write a * -0.5. The first of the operators is that
 * of a first part without one. */
static ast *operation(parser *p, ast_kind kind, int count, const token_kind *of,
                      ast *(*part)(parser *)) {
    token first = p->token;
    token_kind op = kind == AST_SUM ? accept_one(p, count, of) : TOKEN_ERROR;
    int has_sign = op != TOKEN_ERROR;
    token_kind sign = has_sign ? op : of[0];
    ast *one = part(p);
    op = accept_one(p, count, of);
    if (op == TOKEN_ERROR && !has_sign)
        return one;
    ast *e = node_new(p, kind, &first);
    parse_expression_push(p, e, one, sign);
    for (; op != TOKEN_ERROR; op = accept_one(p, count, of)) {
        int negative = kind == AST_PRODUCT && parser_accept(p, TOKEN_MINUS);
        parse_expression_push(p, e, part(p), op);
        e->args.at[e->args.count - 1].negative = negative;
    }
    return parse_expression_finish(p, e, &first);
}

/* term = factor { mul_op [ "-" ] factor } */
static ast *parse_expression_term(parser *p) {
    static const token_kind mul_op[] = {TOKEN_STAR, TOKEN_SLASH, TOKEN_DOT_STAR,
                                        TOKEN_DOT_SLASH};
    return operation(p, AST_PRODUCT, 4, mul_op, parse_expression_factor);
}

/* arith = [ add_op ] term { add_op term } */
static ast *arithmetic(parser *p) {
    static const token_kind add_op[] = {TOKEN_PLUS, TOKEN_MINUS, TOKEN_DOT_PLUS,
                                        TOKEN_DOT_MINUS};
    return operation(p, AST_SUM, 4, add_op, parse_expression_term);
}

static int at_relation(const parser *p) {
    return PARSER_AT_ONE(p, TOKEN_LE, TOKEN_GE, TOKEN_EQ, TOKEN_NE, TOKEN_LT, TOKEN_GT);
}

/* relation = arith [ rel_op arith ] */
static ast *parse_expression_relation(parser *p) {
    token first = p->token;
    ast *left = arithmetic(p);
    if (!at_relation(p))
        return left;
    ast *e = node_new(p, AST_RELATION, &first);
    token_kind op = p->token.kind;
    parser_advance(p);
    parse_expression_push(p, e, left, op);
    parse_expression_push(p, e, arithmetic(p), op);
    if (at_relation(p))
        parser_error(p, "comparisons cannot be chained: join two of them with 'and'");
    return parse_expression_finish(p, e, &first);
}

/* logical_factor = [ "not" ] relation */
static ast *logical_factor(parser *p) {
    token first = p->token;
    if (!parser_accept(p, TOKEN_NOT))
        return parse_expression_relation(p);
    ast *e = node_new(p, AST_NOT, &first);
    parse_expression_push(p, e, parse_expression_relation(p), TOKEN_NOT);
    return parse_expression_finish(p, e, &first);
}

/* logical_term = logical_factor { "and" logical_factor } */
static ast *logical_term(parser *p) {
    static const token_kind and = TOKEN_AND;
    return operation(p, AST_AND, 1, &and, logical_factor);
}

/* logical_expr = logical_term { "or" logical_term } */
static ast *logical(parser *p) {
    static const token_kind or = TOKEN_OR;
    return operation(p, AST_OR, 1, & or, logical_term);
}

/* simple_expr = logical_expr [ ":" logical_expr [ ":" logical_expr ] ] */
ast *parse_simple_expression(parser *p) {
    if (!parser_enter(p))
        return bad(p);
    token first = p->token;
    ast *e = logical(p);
    if (parser_at(p, TOKEN_COLON)) {
        ast *range = node_new(p, AST_RANGE, &first);
        parse_expression_push(p, range, e, TOKEN_COLON);
        while (range->args.count < 3 && parser_accept(p, TOKEN_COLON))
            parse_expression_push(p, range, logical(p), TOKEN_COLON);
        e = parse_expression_finish(p, range, &first);
    }
    parser_leave(p);
    return e;
}

/* if_expr = "if" expression "then" expression
 *           { "elseif" expression "then" expression } "else" expression */
static ast *if_expression(parser *p) {
    token first = p->token;
    ast *e = node_new(p, AST_IF, &first);
    if (!parser_enter(p))
        return e;
    parser_advance(p);
    do {
        parse_expression_push(p, e, parse_expression(p), TOKEN_IF);
        parser_expect(p, TOKEN_THEN, "after the condition of 'if'");
        parse_expression_push(p, e, parse_expression(p), TOKEN_THEN);
    } while (parser_accept(p, TOKEN_ELSEIF));
    parser_expect(p, TOKEN_ELSE, "in the if-expression");
    parse_expression_push(p, e, parse_expression(p), TOKEN_ELSE);
    parser_leave(p);
    return parse_expression_finish(p, e, &first);
}

/* expression = ( if_expr | simple_expr ) [ decoration ] */
ast *parse_expression(parser *p) {
    ast *e = parser_at(p, TOKEN_IF) ? if_expression(p) : parse_simple_expression(p);
    parse_decoration(p);
    return e;
}

ast *parse_only_expression(parser *p) {
    ast *e = parse_expression(p);
    if (!parser_at(p, TOKEN_EOF) && !p->panic)
        parser_error(p, "expected the end of the expression, found %s", parser_found(p));
    return e;
}
