/* SPDX-License-Identifier: BSD-3-Clause */
/* Files, packages, models and declarations of the grammar. */
#include "parser.h"
#include <string.h>

/* string_comment = [ STRING { "+" STRING } ] */
static void string_comment(parser *p) {
    if (!parser_accept(p, TOKEN_STRING)) return;
    while (parser_accept(p, TOKEN_PLUS))
        if (!parser_accept(p, TOKEN_STRING))
            parser_error(p, "expected a string after '+' in a comment, found %s",
                         token_text(&p->lexer, &p->token));
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

/* argument = [ decoration ] [ "each" ] [ "final" ] name [ modification ] string_comment
 */
static ast_argument argument(parser *p) {
    ast_argument a = {0};
    parse_decoration(p);
    parser_accept(p, TOKEN_EACH);
    parser_accept(p, TOKEN_FINAL);
    if (parser_at(p, TOKEN_REDECLARE) || parser_at(p, TOKEN_REPLACEABLE)) {
        parser_error(p, "'%s' is not supported", token_name(p->token.kind));
        return a;
    }
    a.name = parse_name(p, p->previous.kind == TOKEN_COMMA ? "after ','" : "after '('",
                        &a.where);
    modification(p, &a);
    string_comment(p);
    return a;
}

/* class_mod = "(" [ argument { "," argument } ] ")" */
void parse_modifiers(parser *p, ast_arguments *to) {
    if (!parser_enter(p)) return;
    parser_expect(p, TOKEN_LPAREN, "before the modifiers");
    if (!parser_at(p, TOKEN_RPAREN)) {
        do LIST_PUSH(p->arena, *to, argument(p));
        while (parser_accept(p, TOKEN_COMMA));
    }
    parser_expect(p, TOKEN_RPAREN, "to close the list of modifiers");
    parser_leave(p);
}

/* Annotations of other tools are passed over: they may hold what is not in our grammar.
 */
static void skip_argument(parser *p) {
    while (!parser_at(p, TOKEN_COMMA) && !parser_at(p, TOKEN_RPAREN) &&
           !parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_EOF))
        if (parser_at(p, TOKEN_LPAREN) || parser_at(p, TOKEN_LBRACE) ||
            parser_at(p, TOKEN_LBRACKET))
            parser_skip_brackets(p);
        else
            parser_advance(p);
}

/* annotation = "annotation" class_mod */
void parse_annotation(parser *p, ast_arguments *to) {
    parser_advance(p);
    parser_expect(p, TOKEN_LPAREN, "after 'annotation'");
    if (p->panic) return;
    if (!parser_at(p, TOKEN_RPAREN)) {
        do {
            const char *name = parser_at(p, TOKEN_NAME) ? p->token.text : "";
            if (strcmp(name, "experiment") == 0 || strcmp(name, "__involute") == 0)
                LIST_PUSH(p->arena, *to, argument(p));
            else
                skip_argument(p);
        } while (parser_accept(p, TOKEN_COMMA));
    }
    parser_expect(p, TOKEN_RPAREN, "to close the annotation");
}

/* comment = string_comment [ annotation ] */
void parse_comment(parser *p, ast_arguments *annotation) {
    string_comment(p);
    if (parser_at(p, TOKEN_ANNOTATION)) parse_annotation(p, annotation);
}

/* enum_type = "enumeration" "(" enum_lit { "," enum_lit } ")",  enum_lit = IDENT comment
 */
static void enumeration(parser *p, ast_type *t) {
    ast_arguments ignored = {0};
    parser_expect(p, TOKEN_LPAREN, "after 'enumeration'");
    if (parser_at(p, TOKEN_COLON)) {
        parser_error(p, "an enumeration needs its literals; '(:)' is not supported");
        return;
    }
    do {
        ast_literal one;
        one.name = parser_expect_name(p, "in the enumeration", &one.where);
        LIST_PUSH(p->arena, t->literals, one);
        parse_comment(p, &ignored);
    } while (parser_accept(p, TOKEN_COMMA));
    parser_expect(p, TOKEN_RPAREN, "after the literals of the enumeration");
}

static void no_dimensions(parser *p) {
    if (!parser_at(p, TOKEN_LBRACKET)) return;
    parser_no_arrays(p, p->token.where);
    parser_skip_brackets(p);
}

/* type_def = "type" IDENT "=" ( enum_type | name [ class_mod ] ) comment */
static ast_type type_definition(parser *p) {
    ast_type t = {0};
    ast_arguments ignored = {0};
    parser_advance(p);
    t.name = parser_expect_name(p, "after 'type'", &t.where);
    parser_expect(p, TOKEN_EQUALS, "after the name of the type");
    if (parser_accept(p, TOKEN_ENUMERATION)) {
        enumeration(p, &t);
    } else {
        t.base = parse_name(p, "after '='", &t.base_where);
        no_dimensions(p);
        if (parser_at(p, TOKEN_LPAREN)) parse_modifiers(p, &t.modifiers);
    }
    parse_comment(p, &ignored);
    return t;
}

/* prefixes = [ "final" ] [ "parameter" | "constant" | "discrete" ] [ "input" | "output" ]
 */
static ast_declaration prefixes(parser *p) {
    ast_declaration d = {0};
    d.final = parser_accept(p, TOKEN_FINAL);
    d.prefix = parser_accept(p, TOKEN_PARAMETER)  ? PREFIX_PARAMETER
               : parser_accept(p, TOKEN_CONSTANT) ? PREFIX_CONSTANT
               : parser_accept(p, TOKEN_DISCRETE) ? PREFIX_DISCRETE
                                                  : PREFIX_NONE;
    d.input = parser_accept(p, TOKEN_INPUT);
    if (!d.input) parser_accept(p, TOKEN_OUTPUT);
    return d;
}

/* declaration comment,  declaration = IDENT [ modification ] */
static ast_declaration declaration(parser *p, ast_declaration d) {
    ast_argument m = {0};
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(
            p,
            "expected a name after '%.80s', found '='; equations stand behind the "
            "keyword 'equation'",
            d.type);
    d.name = parser_expect_name(
        p, p->previous.kind == TOKEN_COMMA ? "after ','" : "after the type", &d.where);
    no_dimensions(p);
    modification(p, &m);
    if (parser_at(p, TOKEN_IF))
        parser_error(p, "declarations with a condition are not supported");
    d.modifiers = m.nested;
    d.value = m.value;
    parse_comment(p, &d.annotation);
    return d;
}

/* Passes over what is Modelica but not in the subset, up to its ';'. */
static void skip_unsupported(parser *p, const char *message) {
    parser_unsupported(p, p->token.where, message);
    while (!parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_EOF)) parser_advance(p);
}

/* component = prefixes name declaration comment { "," declaration comment } */
static const char *component(parser *p, ast_model *m) {
    ast_declaration d = prefixes(p);
    if (parser_at(p, TOKEN_EQUATION) && d.prefix == PREFIX_PARAMETER) {
        skip_unsupported(p, "'parameter equation' is not supported yet");
        return "";
    }
    d.type = parse_name(p, "of a type", &d.type_where);
    no_dimensions(p);
    do LIST_PUSH(p->arena, m->declarations, declaration(p, d));
    while (parser_accept(p, TOKEN_COMMA));
    return m->declarations.at[m->declarations.count - 1].name;
}

/* A class inside a model: passed over up to its "end IDENT". */
static void no_class(parser *p, const char *message) {
    parser_unsupported(p, p->token.where, message);
    while (!parser_at(p, TOKEN_NAME) && !parser_at(p, TOKEN_EOF)) parser_advance(p);
    const char *name = p->token.text;
    while (
        !parser_at(p, TOKEN_EOF) &&
        !(parser_at(p, TOKEN_END) && p->next.kind == TOKEN_NAME && p->next.text == name))
        parser_advance(p);
    parser_accept(p, TOKEN_END);
    parser_accept(p, TOKEN_NAME);
}

static const char *unsupported_class(token_kind kind) {
    switch (kind) {
    case TOKEN_FUNCTION:
    case TOKEN_PURE:
    case TOKEN_IMPURE:
        return "functions are not supported yet";
    case TOKEN_RECORD:
        return "records are not supported yet";
    case TOKEN_CONNECTOR:
    case TOKEN_EXPANDABLE:
        return "connectors are not supported; flatten the model with another tool first";
    case TOKEN_MODEL:
    case TOKEN_CLASS:
    case TOKEN_BLOCK:
    case TOKEN_PACKAGE:
    case TOKEN_PARTIAL:
    case TOKEN_ENCAPSULATED:
    case TOKEN_OPERATOR:
        return "classes inside of a model or package are not supported";
    default:
        return NULL;
    }
}

static const char *unsupported_element(token_kind kind) {
    switch (kind) {
    case TOKEN_EXTENDS:
        return "'extends' is not supported; flatten the model with another tool first";
    case TOKEN_IMPORT:
        return "'import' is not supported yet; write names in full";
    case TOKEN_INNER:
    case TOKEN_OUTER:
        return "'inner' and 'outer' are not supported";
    case TOKEN_FLOW:
    case TOKEN_STREAM:
        return "'flow' and 'stream' belong in connectors, which are not supported";
    case TOKEN_REDECLARE:
    case TOKEN_REPLACEABLE:
        return "elements that can be replaced are not supported";
    default:
        return NULL;
    }
}

/* element = [ decoration ] ( type_def | component ) */
static void element(parser *p, ast_model *m) {
    const char *no;
    parse_decoration(p);
    if ((no = unsupported_class(p->token.kind))) {
        no_class(p, no);
        parser_expect(p, TOKEN_SEMICOLON, "after the class");
    } else if ((no = unsupported_element(p->token.kind))) {
        skip_unsupported(p, no);
        parser_accept(p, TOKEN_SEMICOLON);
    } else if (parser_at(p, TOKEN_TYPE)) {
        LIST_PUSH(p->arena, m->types, type_definition(p));
        parser_expect(p, TOKEN_SEMICOLON, "after the type");
    } else {
        const char *name = component(p, m);
        parser_expect(p, TOKEN_SEMICOLON, "after the declaration of %.80s", name);
    }
}

static int begins_element(const parser *p) {
    switch (p->token.kind) {
    case TOKEN_NAME:
    case TOKEN_DOT:
    case TOKEN_AT:
    case TOKEN_TYPE:
    case TOKEN_PARAMETER:
    case TOKEN_CONSTANT:
    case TOKEN_DISCRETE:
    case TOKEN_INPUT:
    case TOKEN_OUTPUT:
    case TOKEN_FINAL:
        return 1;
    default:
        return unsupported_class(p->token.kind) || unsupported_element(p->token.kind);
    }
}

static void elements(parser *p, ast_model *m) {
    while (begins_element(p)) {
        size_t begin = p->token.begin;
        element(p, m);
        parser_recover(p, begin);
    }
}

/* Statements up to the next section. */
static void no_algorithm(parser *p) {
    parser_unsupported(p, p->token.where,
                       "algorithms are not supported yet; write equations");
    parser_advance(p);
    for (;;) {
        token_kind k = p->token.kind;
        if (k == TOKEN_EOF || k == TOKEN_EQUATION || k == TOKEN_ALGORITHM ||
            k == TOKEN_INITIAL || k == TOKEN_PROTECTED || k == TOKEN_PUBLIC ||
            k == TOKEN_ANNOTATION || (k == TOKEN_END && p->next.kind == TOKEN_NAME))
            return;
        if (parser_accept(p, TOKEN_END) && parser_at(p, TOKEN_EOF)) return;
        parser_advance(p);
    }
}

/* The rest of an if-equation whose beginning was an error, or what never began. */
static void stray(parser *p, ast_model *m) {
    if (p->context->errors == 0)
        diagnose(p->context, SEVERITY_ERROR, INVO_E_SYNTAX, p->token.where,
                 "expected %s or 'end %.80s', found %s",
                 m->equations.count ? "an equation" : "a declaration, 'equation'",
                 m->name, token_text(&p->lexer, &p->token));
    do parser_advance(p);
    while (!parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_END) &&
           !parser_at(p, TOKEN_EOF));
    parser_accept(p, TOKEN_SEMICOLON);
    if (m->equations.count) parse_equations(p, &m->equations, 0);
}

/* section = "equation" { equation ";" } | "initial" "equation" { equation ";" } */
static void section(parser *p, ast_model *m) {
    int initial = parser_accept(p, TOKEN_INITIAL);
    if (parser_at(p, TOKEN_ALGORITHM)) {
        no_algorithm(p);
    } else if (parser_expect(p, TOKEN_EQUATION, "after 'initial'")) {
        parse_equations(p, &m->equations, initial);
    } else {
        parser_recover(p, p->token.begin);
    }
}

/* composition = { element ";" } { section } [ annotation ";" ] */
static void composition(parser *p, ast_model *m) {
    for (;;) {
        size_t begin = p->token.begin;
        if (begins_element(p)) {
            elements(p, m);
        } else if (parser_at(p, TOKEN_EQUATION) || parser_at(p, TOKEN_INITIAL) ||
                   parser_at(p, TOKEN_ALGORITHM)) {
            section(p, m);
        } else if (parser_at(p, TOKEN_PROTECTED) || parser_at(p, TOKEN_PUBLIC)) {
            parser_advance(p);
        } else if (parser_at(p, TOKEN_ANNOTATION)) {
            parse_annotation(p, &m->annotation);
            parser_expect(p, TOKEN_SEMICOLON, "after the annotation");
            parser_recover(p, begin);
        } else if (parser_at(p, TOKEN_EOF) ||
                   (parser_at(p, TOKEN_END) &&
                    (p->next.kind == TOKEN_NAME || p->next.kind == TOKEN_SEMICOLON ||
                     p->next.kind == TOKEN_EOF))) {
            return;
        } else {
            stray(p, m);
        }
    }
}

/* "end" IDENT */
static void class_end(parser *p, const char *kind, const char *name, place where) {
    if (parser_at(p, TOKEN_EOF)) {
        parser_error(p, "%s %.80s, which begins on line %d, has no 'end %.80s;'", kind,
                     name, where.line, name);
        return;
    }
    parser_expect(p, TOKEN_END, "of %s %.80s", kind, name);
    token t = p->token;
    const char *end = parser_expect_name(p, "after 'end'", NULL);
    if (!p->panic && end != name)
        diagnose(p->context, SEVERITY_ERROR, INVO_E_SYNTAX, t.where,
                 "%s %.80s ends with 'end %.80s'; expected 'end %.80s'", kind, name, end,
                 name);
}

/* model = ( "model" | "class" | "block" ) IDENT string_comment composition "end" IDENT */
static ast_model *model_definition(parser *p, int partial) {
    const char *kind = token_name(p->token.kind);
    ast_model *m = arena_alloc(p->arena, sizeof *m);
    m->partial = partial;
    parser_advance(p);
    m->name = parser_expect_name(p, arena_print(p->arena, "after '%s'", kind), &m->where);
    string_comment(p);
    if (p->panic) return m;
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(p, "a model that is derived from another one is not supported");
    else
        composition(p, m);
    class_end(p, kind, m->name, m->where);
    return m;
}

/* definition = [ decoration ] ( model | type_def | global_const ) */
static void definition(parser *p, ast_file *f) {
    const char *no;
    parse_decoration(p);
    int partial = parser_accept(p, TOKEN_PARTIAL);
    token_kind k = p->token.kind;
    if (k == TOKEN_MODEL || k == TOKEN_CLASS || k == TOKEN_BLOCK) {
        LIST_PUSH(p->arena, f->models, model_definition(p, partial));
        parser_expect(p, TOKEN_SEMICOLON, "after 'end %.80s'",
                      f->models.at[f->models.count - 1]->name);
        return;
    } else if (k == TOKEN_TYPE) {
        LIST_PUSH(p->arena, f->types, type_definition(p));
    } else if (k == TOKEN_CONSTANT) {
        ast_declaration d = prefixes(p);
        d.type = parse_name(p, "of a type after 'constant'", &d.type_where);
        no_dimensions(p);
        LIST_PUSH(p->arena, f->constants, declaration(p, d));
    } else if ((no = unsupported_class(k))) {
        no_class(p, no);
    } else if (!p->panic) {
        parser_error(p, "expected 'model', 'type' or 'constant', found %s",
                     token_text(&p->lexer, &p->token));
    }
    parser_expect(p, TOKEN_SEMICOLON, "after the definition");
}

/* package = "package" IDENT string_comment { definition ";" } [ annotation ";" ] "end"
 * IDENT ";" */
static void package(parser *p, ast_file *f) {
    ast_arguments ignored = {0};
    place where = nowhere;
    parser_advance(p);
    f->package = parser_expect_name(p, "after 'package'", &where);
    string_comment(p);
    while (!p->panic && !parser_at(p, TOKEN_END) && !parser_at(p, TOKEN_EOF) &&
           !parser_at(p, TOKEN_ANNOTATION))
        definition(p, f);
    if (parser_at(p, TOKEN_ANNOTATION)) {
        parse_annotation(p, &ignored);
        parser_expect(p, TOKEN_SEMICOLON, "after the annotation");
    }
    class_end(p, "package", f->package, where);
    parser_expect(p, TOKEN_SEMICOLON, "after the package");
}

/* file = [ "within" [ name ] ";" ] ( package | definition ";" { definition ";" } ) EOF
 * An error between definitions ends the reading: what follows has lost its frame. */
ast_file *parse_file(parser *p) {
    ast_file *f = arena_alloc(p->arena, sizeof *f);
    if (parser_accept(p, TOKEN_WITHIN)) {
        if (!parser_at(p, TOKEN_SEMICOLON)) parse_name(p, "after 'within'", NULL);
        parser_expect(p, TOKEN_SEMICOLON, "after 'within'");
    }
    if (parser_at(p, TOKEN_EOF)) parser_error(p, "the file is empty: expected 'model'");
    if (parser_at(p, TOKEN_PACKAGE)) package(p, f);
    while (!p->panic && !parser_at(p, TOKEN_EOF)) definition(p, f);
    return f;
}
