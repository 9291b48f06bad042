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
    a.each = parser_accept(p, TOKEN_EACH);
    a.final = parser_accept(p, TOKEN_FINAL);
    a.each |= parser_accept(p, TOKEN_EACH);
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
            if (strcmp(name, "experiment") == 0 || strcmp(name, "__involute") == 0 ||
                strcmp(name, "Evaluate") == 0)
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

/* type_def = "type" IDENT "=" ( enum_type | name [ dims ] [ class_mod ] ) comment */
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
        parse_dims(p, &t.dims);
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
    if (!d.input) d.output = parser_accept(p, TOKEN_OUTPUT);
    return d;
}

/* declaration comment,  declaration = IDENT [ dims ] [ modification ] */
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
    parse_dims(p, &d.dims);
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

/* param_equation = "parameter" "equation" "guess" "(" reference ")" "=" expression
 * comment
 */
static void guess(parser *p, ast_class *m) {
    ast_guess g = {0};
    ast_arguments ignored = {0};
    parser_advance(p);
    if (!parser_at(p, TOKEN_NAME) || strcmp(p->token.text, "guess") != 0)
        parser_error(p, "expected 'guess(x) = ...' after 'parameter equation', found %s",
                     token_text(&p->lexer, &p->token));
    parser_accept(p, TOKEN_NAME);
    parser_expect(p, TOKEN_LPAREN, "after 'guess'");
    g.of = parse_expression(p);
    parser_expect(p, TOKEN_RPAREN, "after the variable of 'guess'");
    parser_expect(p, TOKEN_EQUALS, "after 'guess(...)'");
    g.value = parse_expression(p);
    parse_comment(p, &ignored);
    if (!p->panic) LIST_PUSH(p->arena, m->guesses, g);
}

/* component = prefixes name [ dims ] declaration comment { "," declaration comment } */
static const char *component(parser *p, ast_class *m, int protected) {
    ast_declaration d = prefixes(p);
    d.protected = protected;
    if (parser_at(p, TOKEN_EQUATION) && d.prefix == PREFIX_PARAMETER) {
        guess(p, m);
        return "the guess";
    }
    d.type = parse_name(p, "of a type", &d.type_where);
    parse_dims(p, &d.type_dims);
    do LIST_PUSH(p->arena, m->declarations, declaration(p, d));
    while (parser_accept(p, TOKEN_COMMA));
    return m->declarations.at[m->declarations.count - 1].name;
}

/* import = "import" [ IDENT "=" ] name [ ".*" ] comment */
static ast_import import(parser *p) {
    ast_import i = {0};
    ast_arguments ignored = {0};
    token first = p->token;
    parser_advance(p);
    if (parser_at(p, TOKEN_NAME) && p->next.kind == TOKEN_EQUALS) {
        i.alias = p->token.text;
        parser_advance(p), parser_advance(p);
    }
    i.name = parse_name(p, "after 'import'", NULL);
    if (parser_accept(p, TOKEN_DOT_STAR)) {
        const char *all = arena_print(p->arena, "%s.*", i.name);
        i.name = name_intern(p->lexer.names, all, strlen(all));
    } else if (!i.alias) {
        const char *dot = strrchr(i.name, '.');
        i.alias = dot ? name_intern(p->lexer.names, dot + 1, strlen(dot + 1)) : i.name;
    }
    i.where = parser_span(p, &first);
    parse_comment(p, &ignored);
    return i;
}

/* icon_base = "extends" name [ class_mod ] [ annotation ]: pictures mean nothing here */
static void icon_base(parser *p) {
    static const char icons[] = "Modelica.Icons.";
    ast_arguments ignored = {0};
    token first = p->token;
    parser_advance(p);
    const char *name = parse_name(p, "after 'extends'", NULL);
    if (parser_at(p, TOKEN_LPAREN)) parse_modifiers(p, &ignored);
    if (strncmp(name, icons, strlen(icons)) != 0)
        parser_unsupported(
            p, first.where,
            "'extends' is not supported; flatten the model with another tool first");
    parse_comment(p, &ignored);
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
    case TOKEN_CONNECTOR:
    case TOKEN_EXPANDABLE:
        return "connectors are not supported; flatten the model with another tool first";
    case TOKEN_MODEL:
    case TOKEN_CLASS:
    case TOKEN_BLOCK:
    case TOKEN_PACKAGE:
    case TOKEN_ENCAPSULATED:
    case TOKEN_OPERATOR:
        return "classes inside of a model or package are not supported";
    default:
        return NULL;
    }
}

static const char *unsupported_element(token_kind kind) {
    switch (kind) {
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

/* A function or a record begins here. */
static int begins_part(const parser *p) {
    token_kind k = p->token.kind;
    if (k == TOKEN_PARTIAL) k = p->next.kind;
    return k == TOKEN_FUNCTION || k == TOKEN_RECORD || k == TOKEN_PURE ||
           k == TOKEN_IMPURE;
}

/* "class" X "extends" ExternalObject ... "end" X: other tools define them for tables */
static int begins_external(const parser *p) {
    return parser_at(p, TOKEN_CLASS) && p->next.kind == TOKEN_NAME;
}

static ast_class *part_definition(parser *p);
static int external_object(parser *p);

/* element = [ decoration ] ( function | record | type_def | import | icon_base
 *         | param_equation | component ) */
static void element(parser *p, ast_class *m, int protected) {
    const char *no;
    parse_decoration(p);
    if (begins_part(p)) {
        LIST_PUSH(p->arena, m->classes, part_definition(p));
        parser_expect(p, TOKEN_SEMICOLON, "after the class");
    } else if (begins_external(p) && external_object(p)) {
        parser_expect(p, TOKEN_SEMICOLON, "after the class");
    } else if (parser_accept(p, TOKEN_PARTIAL), (no = unsupported_class(p->token.kind))) {
        no_class(p, no);
        parser_expect(p, TOKEN_SEMICOLON, "after the class");
    } else if ((no = unsupported_element(p->token.kind))) {
        skip_unsupported(p, no);
        parser_accept(p, TOKEN_SEMICOLON);
    } else if (parser_at(p, TOKEN_TYPE)) {
        LIST_PUSH(p->arena, m->types, type_definition(p));
        parser_expect(p, TOKEN_SEMICOLON, "after the type");
    } else if (parser_at(p, TOKEN_IMPORT)) {
        LIST_PUSH(p->arena, m->imports, import(p));
        parser_expect(p, TOKEN_SEMICOLON, "after 'import'");
    } else if (parser_at(p, TOKEN_EXTENDS)) {
        icon_base(p);
        parser_expect(p, TOKEN_SEMICOLON, "after 'extends'");
    } else {
        const char *name = component(p, m, protected);
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
    case TOKEN_IMPORT:
    case TOKEN_EXTENDS:
    case TOKEN_PARTIAL:
        return 1;
    default:
        return begins_part(p) || unsupported_class(p->token.kind) ||
               unsupported_element(p->token.kind);
    }
}

static void elements(parser *p, ast_class *m, int protected) {
    while (begins_element(p)) {
        size_t begin = p->token.begin;
        element(p, m, protected);
        parser_recover(p, begin);
    }
}

/* The rest of an if-equation whose beginning was an error, or what never began. */
static void stray(parser *p, ast_class *m) {
    if (p->context->errors == 0)
        diagnose(p->context, SEVERITY_ERROR, INVO_E_SYNTAX, p->token.where,
                 "expected %s or 'end %.80s', found %s",
                 m->equations.count    ? "an equation"
                 : m->algorithms.count ? "a statement"
                                       : "a declaration, 'equation'",
                 m->name, token_text(&p->lexer, &p->token));
    do parser_advance(p);
    while (!parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_END) &&
           !parser_at(p, TOKEN_EOF));
    parser_accept(p, TOKEN_SEMICOLON);
    if (m->algorithms.count)
        parse_statements(p, &m->algorithms.at[m->algorithms.count - 1].statements);
    else if (m->equations.count)
        parse_equations(p, &m->equations, 0);
}

static void algorithm(parser *p, ast_class *m, int initial) {
    ast_algorithm a = {.initial = initial, .where = p->token.where};
    parser_advance(p);
    LIST_PUSH(p->arena, m->algorithms, a);
    ast_equations statements = {0};
    parse_statements(p, &statements);
    m->algorithms.at[m->algorithms.count - 1].statements = statements;
}

/* section = "equation" { equation ";" } | "initial" "equation" { equation ";" }
 *         | "algorithm" { statement ";" } | "initial" "algorithm" { statement ";" } */
static void section(parser *p, ast_class *m) {
    int initial = parser_accept(p, TOKEN_INITIAL);
    if (parser_at(p, TOKEN_ALGORITHM))
        algorithm(p, m, initial);
    else if (parser_expect(p, TOKEN_EQUATION, "after 'initial'"))
        parse_equations(p, &m->equations, initial);
    else
        parser_recover(p, p->token.begin);
}

/* external = "external" [ STRING ] [ [ reference "=" ] IDENT call_args ] [ annotation ]
 * ";" */
static void external(parser *p, ast_class *m) {
    size_t begin = p->token.begin;
    ast_arguments ignored = {0};
    parser_advance(p);
    parser_accept(p, TOKEN_STRING);
    m->external = 1;
    if (!parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_ANNOTATION)) {
        parse_simple_expression(p);
        if (parser_accept(p, TOKEN_EQUALS)) parse_expression(p);
    }
    parse_comment(p, &ignored);
    parser_expect(p, TOKEN_SEMICOLON, "after 'external'");
    parser_recover(p, begin);
}

static int ends_class(const parser *p) {
    return parser_at(p, TOKEN_EOF) ||
           (parser_at(p, TOKEN_END) &&
            (p->next.kind == TOKEN_NAME || p->next.kind == TOKEN_SEMICOLON ||
             p->next.kind == TOKEN_EOF));
}

/* composition = { element ";" | "protected" | "public" } { section } [ annotation ";" ]
 */
static void composition(parser *p, ast_class *m) {
    int protected = 0;
    while (!ends_class(p)) {
        size_t begin = p->token.begin;
        if (begins_element(p)) {
            elements(p, m, protected);
        } else if (parser_at(p, TOKEN_EQUATION) || parser_at(p, TOKEN_INITIAL) ||
                   parser_at(p, TOKEN_ALGORITHM)) {
            section(p, m);
        } else if (parser_at(p, TOKEN_PROTECTED) || parser_at(p, TOKEN_PUBLIC)) {
            protected = parser_at(p, TOKEN_PROTECTED);
            parser_advance(p);
        } else if (parser_at(p, TOKEN_EXTERNAL) && m->kind == CLASS_FUNCTION) {
            external(p, m);
        } else if (parser_at(p, TOKEN_ANNOTATION)) {
            parse_annotation(p, &m->annotation);
            parser_expect(p, TOKEN_SEMICOLON, "after the annotation");
            parser_recover(p, begin);
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

/* IDENT string_comment composition "end" IDENT, behind the word that says what it is */
static void class_body(parser *p, ast_class *m, const char *kind) {
    m->name = parser_expect_name(p, arena_print(p->arena, "after '%s'", kind), &m->where);
    string_comment(p);
    if (p->panic) return;
    if (parser_at(p, TOKEN_EQUALS))
        parser_error(p, "a %s that is derived from another one is not supported", kind);
    else
        composition(p, m);
    class_end(p, kind, m->name, m->where);
}

/* model = ( "model" | "class" | "block" ) IDENT string_comment composition "end" IDENT */
static ast_class *model_definition(parser *p, int partial) {
    const char *kind = token_name(p->token.kind);
    ast_class *m = arena_alloc(p->arena, sizeof *m);
    m->partial = partial;
    parser_advance(p);
    class_body(p, m, kind == token_name(TOKEN_BLOCK) ? "block" : kind);
    return m;
}

static void only(parser *p, const ast_class *m, const char *kind) {
    int statements = 0;
    for (int i = 0; i < m->algorithms.count; i++)
        statements += m->kind == CLASS_RECORD || m->algorithms.at[i].initial || i > 0;
    if (m->equations.count || statements)
        parser_unsupported(p, m->where,
                           arena_print(p->arena, "the %s '%.80s' must not have %s", kind,
                                       m->name,
                                       m->equations.count        ? "equations"
                                       : m->kind == CLASS_RECORD ? "algorithms"
                                                                 : "several algorithms"));
}

/* function = [ "pure" [ "constant" ] | "impure" ] "function" IDENT ... "end" IDENT
 * record = "record" IDENT ... "end" IDENT */
static ast_class *part_definition(parser *p) {
    ast_class *m = arena_alloc(p->arena, sizeof *m);
    m->partial = parser_accept(p, TOKEN_PARTIAL);
    if (parser_accept(p, TOKEN_PURE))
        parser_accept(p, TOKEN_CONSTANT);
    else
        parser_accept(p, TOKEN_IMPURE);
    m->kind = parser_at(p, TOKEN_RECORD) ? CLASS_RECORD : CLASS_FUNCTION;
    const char *kind = m->kind == CLASS_RECORD ? "record" : "function";
    if (m->kind == CLASS_RECORD)
        parser_advance(p);
    else
        parser_expect(p, TOKEN_FUNCTION, "after 'pure' or 'impure'");
    if (!parser_enter(p)) return m;
    class_body(p, m, kind);
    parser_leave(p);
    only(p, m, kind);
    return m;
}

/* Passed over: only external functions use such objects, and calling those is an error.
 */
static int external_object(parser *p) {
    lexer before = p->lexer;
    token now = p->token, next = p->next, previous = p->previous;
    const char *name = p->next.text;
    parser_advance(p), parser_advance(p);
    int found = parser_accept(p, TOKEN_EXTENDS) && parser_at(p, TOKEN_NAME) &&
                strcmp(p->token.text, "ExternalObject") == 0;
    if (!found) {
        p->lexer = before, p->token = now, p->next = next, p->previous = previous;
        return 0;
    }
    while (
        !parser_at(p, TOKEN_EOF) &&
        !(parser_at(p, TOKEN_END) && p->next.kind == TOKEN_NAME && p->next.text == name))
        parser_advance(p);
    parser_accept(p, TOKEN_END);
    parser_accept(p, TOKEN_NAME);
    return 1;
}

/* constant name [ dims ] declaration comment */
static void global_constant(parser *p, ast_file *f) {
    ast_declaration d = prefixes(p);
    d.type = parse_name(p, "of a type after 'constant'", &d.type_where);
    parse_dims(p, &d.type_dims);
    do LIST_PUSH(p->arena, f->constants, declaration(p, d));
    while (parser_accept(p, TOKEN_COMMA));
}

/* definition = [ decoration ] ( model | function | record | type_def | global_const ) */
static void definition(parser *p, ast_file *f) {
    const char *no;
    parse_decoration(p);
    if (begins_part(p)) {
        LIST_PUSH(p->arena, f->classes, part_definition(p));
        parser_expect(p, TOKEN_SEMICOLON, "after 'end %.80s'",
                      f->classes.at[f->classes.count - 1]->name);
        return;
    }
    int partial = parser_accept(p, TOKEN_PARTIAL);
    token_kind k = p->token.kind;
    if (begins_external(p) && external_object(p)) {
        k = TOKEN_CLASS;
    } else if (k == TOKEN_MODEL || k == TOKEN_CLASS || k == TOKEN_BLOCK) {
        LIST_PUSH(p->arena, f->models, model_definition(p, partial));
        parser_expect(p, TOKEN_SEMICOLON, "after 'end %.80s'",
                      f->models.at[f->models.count - 1]->name);
        return;
    } else if (k == TOKEN_TYPE) {
        LIST_PUSH(p->arena, f->types, type_definition(p));
    } else if (k == TOKEN_CONSTANT || k == TOKEN_FINAL) {
        global_constant(p, f);
    } else if (k == TOKEN_IMPORT) {
        LIST_PUSH(p->arena, f->imports, import(p));
    } else if (k == TOKEN_EXTENDS) {
        icon_base(p);
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
