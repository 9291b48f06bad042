/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations of the grammar: modifiers, annotations, types, components, imports. */
#include "parser.h"
#include <assert.h>
#include <string.h>

/* string_comment = [ STRING { "+" STRING } ] */
void parse_string_comment(parser *p) {
    if (!parser_accept(p, TOKEN_STRING))
        return;
    while (parser_accept(p, TOKEN_PLUS))
        if (!parser_accept(p, TOKEN_STRING))
            parser_error(p, "expected a string after '+' in a comment, found %s",
                         parser_found(p));
}

/* modification = class_mod [ ( "=" | ":=" ) expression ] | ( "=" | ":=" ) expression */
static void modification(parser *p, ast_argument *to) {
    if (parser_at(p, TOKEN_LPAREN)) {
        parse_modifiers(p, &to->nested);
        to->has_nested = 1;
    }
    if (parser_accept(p, TOKEN_EQUALS) || parser_accept(p, TOKEN_ASSIGN))
        to->value = parse_expression(p);
}

/* name [ modification ]; a.b = e is a(b = e) */
static void modified_name(parser *p, ast_argument *to, const char *after) {
    to->name = parser_expect_name(p, after, &to->where);
    if (!parser_accept(p, TOKEN_DOT)) {
        modification(p, to);
    } else if (parser_enter(p)) {
        ast_argument part = {0};
        modified_name(p, &part, "after '.'");
        LIST_PUSH(p->arena, to->nested, part);
        to->has_nested = 1;
        parser_leave(p);
    }
}

/* argument = [ decoration ] [ "each" ] [ "final" ] name [ modification ] string_comment
 */
static ast_argument parse_declaration_argument(parser *p) {
    ast_argument a = {0};
    parse_decoration(p);
    a.each = parser_accept(p, TOKEN_EACH);
    a.final = parser_accept(p, TOKEN_FINAL);
    a.each |= parser_accept(p, TOKEN_EACH);
    if (parser_at(p, TOKEN_REDECLARE) || parser_at(p, TOKEN_REPLACEABLE)) {
        parser_error(p, "'%s' is not supported", token_name(p->token.kind));
        return a;
    }
    modified_name(p, &a, p->previous.kind == TOKEN_COMMA ? "after ','" : "after '('");
    parse_string_comment(p);
    return a;
}

/* class_mod = "(" [ argument { "," argument } ] ")" */
void parse_modifiers(parser *p, ast_arguments *to) {
    ast_arguments ignored = {0};
    if (!to)
        to = &ignored;
    if (!parser_enter(p))
        return;
    parser_expect(p, TOKEN_LPAREN, "before the modifiers");
    if (!parser_at(p, TOKEN_RPAREN)) {
        do
            LIST_PUSH(p->arena, *to, parse_declaration_argument(p));
        while (parser_accept(p, TOKEN_COMMA));
    }
    parser_expect(p, TOKEN_RPAREN, "to close the list of modifiers");
    parser_leave(p);
}

/* Annotations of other tools are passed over: they may hold what is not in our grammar.
 */
static void skip_argument(parser *p) {
    while (!PARSER_AT_ONE(p, TOKEN_COMMA, TOKEN_RPAREN, TOKEN_SEMICOLON, TOKEN_EOF))
        if (PARSER_AT_ONE(p, TOKEN_LPAREN, TOKEN_LBRACE, TOKEN_LBRACKET))
            parser_skip_brackets(p);
        else
            parser_advance(p);
}

/* annotation = "annotation" class_mod */
void parse_annotation(parser *p, ast_arguments *to) {
    assert(parser_at(p, TOKEN_ANNOTATION));
    ast_arguments ignored = {0};
    if (!to)
        to = &ignored;
    parser_advance(p);
    parser_expect(p, TOKEN_LPAREN, "after 'annotation'");
    if (p->panic)
        return;
    if (!parser_at(p, TOKEN_RPAREN)) {
        do {
            const char *name = parser_at(p, TOKEN_NAME) ? p->token.text : "";
            if (strcmp(name, "experiment") == 0 || strcmp(name, "__involute") == 0 ||
                strcmp(name, "Evaluate") == 0 || strcmp(name, "Inline") == 0 ||
                strcmp(name, "smoothOrder") == 0)
                LIST_PUSH(p->arena, *to, parse_declaration_argument(p));
            else
                skip_argument(p);
        } while (parser_accept(p, TOKEN_COMMA));
    }
    parser_expect(p, TOKEN_RPAREN, "to close the annotation");
}

/* comment = string_comment [ annotation ] */
void parse_comment(parser *p, ast_arguments *annotation) {
    parse_string_comment(p);
    if (parser_at(p, TOKEN_ANNOTATION))
        parse_annotation(p, annotation);
}

/* enum_type = "enumeration" "(" enum_lit { "," enum_lit } ")",  enum_lit = IDENT comment
 */
static void enumeration(parser *p, ast_type *t) {
    parser_expect(p, TOKEN_LPAREN, "after 'enumeration'");
    if (parser_at(p, TOKEN_COLON)) {
        parser_error(p, "an enumeration must list its literals; '(:)' is not supported");
        return;
    }
    do {
        ast_literal one;
        one.name = parser_expect_name(p, "in the enumeration", &one.where);
        LIST_PUSH(p->arena, t->literals, one);
        parse_comment(p, NULL);
    } while (parser_accept(p, TOKEN_COMMA));
    parser_expect(p, TOKEN_RPAREN, "after the literals of the enumeration");
}

/* type_def = ( "type" | "connector" ) IDENT "=" [ "input" | "output" ]
 *            ( enum_type | name [ dims ] [ class_mod ] ) comment */
ast_type parse_type(parser *p) {
    assert(PARSER_AT_ONE(p, TOKEN_TYPE, TOKEN_CONNECTOR));
    ast_type t = {0};
    parser_advance(p);
    t.name = parser_expect_name(p, "after 'type'", &t.where);
    parser_expect(p, TOKEN_EQUALS, "after the name of the type");
    t.input = parser_accept(p, TOKEN_INPUT);
    t.output = parser_accept(p, TOKEN_OUTPUT);
    if (parser_accept(p, TOKEN_ENUMERATION)) {
        enumeration(p, &t);
    } else {
        t.base = parse_name(p, "after '='", &t.base_where);
        parse_dims(p, &t.dims);
        if (parser_at(p, TOKEN_LPAREN))
            parse_modifiers(p, &t.modifiers);
    }
    parse_comment(p, NULL);
    return t;
}

/* prefixes = [ "final" ] [ "flow" ] [ "parameter" | "constant" | "discrete" ]
 *            [ "input" | "output" ] */
ast_declaration parse_prefixes(parser *p) {
    ast_declaration d = {.final = parser_accept(p, TOKEN_FINAL)};
    d.flow = parser_accept(p, TOKEN_FLOW);
    if (parser_accept(p, TOKEN_PARAMETER))
        d.prefix = PREFIX_PARAMETER;
    else if (parser_accept(p, TOKEN_CONSTANT))
        d.prefix = PREFIX_CONSTANT;
    else if (parser_accept(p, TOKEN_DISCRETE))
        d.prefix = PREFIX_DISCRETE;
    d.input = parser_accept(p, TOKEN_INPUT);
    if (!d.input)
        d.output = parser_accept(p, TOKEN_OUTPUT);
    return d;
}

/* declaration comment,  declaration = IDENT [ dims ] [ modification ] */
ast_declaration parse_declaration(parser *p, ast_declaration d) {
    ast_argument m = {0};
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(p,
                     "expected a name after '%.80s', found '='; equations follow the "
                     "keyword 'equation'",
                     d.type);
    d.name = parser_expect_name(
        p, p->previous.kind == TOKEN_COMMA ? "after ','" : "after the type", &d.where);
    parse_dims(p, &d.dims);
    modification(p, &m);
    if (parser_at(p, TOKEN_IF))
        parser_error(p, "conditional declarations are not supported");
    d.modifiers = m.nested;
    d.value = m.value;
    parse_comment(p, &d.annotation);
    return d;
}

/* param_equation = "parameter" "equation" "guess" "(" reference ")" "=" expression
 * comment
 */
static void parse_declaration_guess(parser *p, ast_class *m) {
    ast_guess g = {0};
    parser_advance(p);
    if (!parser_at(p, TOKEN_NAME) || strcmp(p->token.text, "guess") != 0)
        parser_error(p, "expected 'guess(x) = ...' after 'parameter equation', found %s",
                     parser_found(p));
    parser_accept(p, TOKEN_NAME);
    parser_expect(p, TOKEN_LPAREN, "after 'guess'");
    g.of = parse_expression(p);
    parser_expect(p, TOKEN_RPAREN, "after the variable of 'guess'");
    parser_expect(p, TOKEN_EQUALS, "after 'guess(...)'");
    g.value = parse_expression(p);
    parse_comment(p, NULL);
    if (!p->panic)
        LIST_PUSH(p->arena, m->guesses, g);
}

/* component = prefixes name [ dims ] declaration comment { "," declaration comment } */
const char *parse_component(parser *p, ast_class *m, int protected) {
    ast_declaration d = parse_prefixes(p);
    d.protected = protected;
    if (parser_at(p, TOKEN_EQUATION) && d.prefix == PREFIX_PARAMETER) {
        parse_declaration_guess(p, m);
        return "the guess";
    }
    d.type = parse_name(p, "of a type", &d.type_where);
    parse_dims(p, &d.type_dims);
    do
        LIST_PUSH(p->arena, m->declarations, parse_declaration(p, d));
    while (parser_accept(p, TOKEN_COMMA));
    return m->declarations.at[m->declarations.count - 1].name;
}

/* The rest of "import A.{b, c}", whose tokens after A are '.', '{': one import each. */
static void import_list(parser *p, ast_imports *list, ast_import one) {
    const char *package = one.name;
    parser_advance(p);
    parser_advance(p);
    do {
        token first = p->token;
        one.alias = parser_expect_name(p, "in a list of imports", NULL);
        if (p->panic)
            return;
        const char *name = arena_print(p->arena, "%s.%s", package, one.alias);
        one.name = name_intern(p->lexer.names, name, strlen(name));
        one.where = parser_span(p, &first);
        LIST_PUSH(p->arena, *list, one);
    } while (parser_accept(p, TOKEN_COMMA));
    parser_expect(p, TOKEN_RBRACE, "after a list of imports");
    parse_comment(p, NULL);
}

/* import = "import" [ IDENT "=" ] name [ ".*" | ".{" IDENT { "," IDENT } "}" ] comment */
void parse_import(parser *p, ast_imports *list) {
    assert(parser_at(p, TOKEN_IMPORT));
    ast_import i = {0};
    token first = p->token;
    parser_advance(p);
    if (parser_at(p, TOKEN_NAME) && p->next.kind == TOKEN_EQUALS) {
        i.alias = p->token.text;
        parser_advance(p);
        parser_advance(p);
    }
    i.name = parse_name(p, "after 'import'", NULL);
    if (parser_at(p, TOKEN_DOT) && p->next.kind == TOKEN_LBRACE && !i.alias) {
        import_list(p, list, i);
        return;
    }
    if (parser_accept(p, TOKEN_DOT_STAR)) {
        const char *all = arena_print(p->arena, "%s.*", i.name);
        i.name = name_intern(p->lexer.names, all, strlen(all));
    } else if (!i.alias) {
        const char *dot = strrchr(i.name, '.');
        i.alias = dot ? name_intern(p->lexer.names, dot + 1, strlen(dot + 1)) : i.name;
    }
    i.where = parser_span(p, &first);
    parse_comment(p, NULL);
    LIST_PUSH(p->arena, *list, i);
}

/* extends = "extends" name [ class_mod ] [ annotation ]: pictures mean nothing here */
void parse_extends(parser *p, ast_class *m) {
    assert(parser_at(p, TOKEN_EXTENDS));
    static const char icons[] = "Modelica.Icons.";
    ast_extends x = {.at = m ? m->declarations.count : 0};
    parser_advance(p);
    x.name = parse_name(p, "after 'extends'", &x.where);
    if (parser_at(p, TOKEN_LPAREN))
        parse_modifiers(p, &x.modifiers);
    parse_comment(p, NULL);
    if (p->panic || strncmp(x.name, icons, strlen(icons)) == 0)
        return;
    if (m)
        LIST_PUSH(p->arena, m->extends, x);
    else
        parser_unsupported(p, x.where, "a package cannot extend another one here");
}

/* short = IDENT "=" [ "input" | "output" ] name [ class_mod ], behind the name: a class
 * that is another one with modifiers. */
void parse_short_class(parser *p, ast_class *m) {
    ast_extends x = {.at = 0};
    ast_dims dims = {0};
    x.name = parse_name(p, "after '='", &x.where);
    parse_dims(p, &dims);
    if (dims.count)
        parser_unsupported(p, x.where, "a class that is an array is not supported");
    if (parser_at(p, TOKEN_LPAREN))
        parse_modifiers(p, &x.modifiers);
    LIST_PUSH(p->arena, m->extends, x);
    parse_comment(p, &m->annotation);
}
