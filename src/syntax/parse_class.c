/* SPDX-License-Identifier: BSD-3-Clause */
/* Files, packages, models, functions and records of the grammar. */
#include "parser.h"
#include <assert.h>
#include <string.h>

static void class_end(parser *p, const char *kind, const char *name, place where);

/* Up to "end" and the name, and past them. */
static void skip_to_end(parser *p, const char *name) {
    while (
        !parser_at(p, TOKEN_EOF) &&
        !(parser_at(p, TOKEN_END) && p->next.kind == TOKEN_NAME && p->next.text == name))
        parser_advance(p);
    parser_accept(p, TOKEN_END);
    parser_accept(p, TOKEN_NAME);
}

/* Passes over what is Modelica but not in the subset, up to its ';'. */
static void skip_unsupported(parser *p, const char *message) {
    parser_unsupported(p, p->token.where, message);
    while (!parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_EOF))
        parser_advance(p);
}

static int is_basic_name(const char *name) {
    static const char *const basic[] = {"Real", "Integer", "Boolean", "String"};
    for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
        if (strcmp(name, basic[i]) == 0)
            return 1;
    return 0;
}

/* A class inside a model: passed over up to its "end IDENT". */
static void no_class(parser *p, const char *message) {
    parser_unsupported(p, p->token.where, message);
    while (!PARSER_AT_ONE(p, TOKEN_NAME, TOKEN_EOF))
        parser_advance(p);
    skip_to_end(p, p->token.text);
}

static const char *unsupported_class(const parser *p) {
    if (parser_at(p, TOKEN_EXPANDABLE))
        return "expandable connectors are not supported; flatten the model with another "
               "tool first";
    return PARSER_AT_ONE(p, TOKEN_PACKAGE, TOKEN_OPERATOR)
               ? "packages inside a model or package are not supported"
               : NULL;
}

static const char *unsupported_element(const parser *p) {
    if (PARSER_AT_ONE(p, TOKEN_INNER, TOKEN_OUTER))
        return "'inner' and 'outer' are not supported";
    if (parser_at(p, TOKEN_STREAM))
        return "'stream' is not supported; flatten the model with another tool first";
    return PARSER_AT_ONE(p, TOKEN_REDECLARE, TOKEN_REPLACEABLE)
               ? "'redeclare' and 'replaceable' are not supported"
               : NULL;
}

/* A function, a record or a connector begins here. */
static int begins_part(const parser *p) {
    token_kind k = p->token.kind;
    if (k == TOKEN_PARTIAL || k == TOKEN_OPERATOR)
        k = p->next.kind;
    return k == TOKEN_FUNCTION || k == TOKEN_RECORD || k == TOKEN_PURE ||
           k == TOKEN_IMPURE || (k == TOKEN_CONNECTOR && !parser_at(p, TOKEN_OPERATOR));
}

static int begins_model(const parser *p) {
    return PARSER_AT_ONE(p, TOKEN_MODEL, TOKEN_BLOCK, TOKEN_CLASS);
}

/* connector C = input Real; other short connectors are classes */
static int begins_simple_connector(const parser *p) {
    parser ahead = *p;
    if (!parser_at(p, TOKEN_CONNECTOR))
        return 0;
    parser_advance(&ahead);
    parser_advance(&ahead);
    return parser_accept(&ahead, TOKEN_EQUALS) &&
           (PARSER_AT_ONE(&ahead, TOKEN_INPUT, TOKEN_OUTPUT) ||
            (parser_at(&ahead, TOKEN_NAME) && is_basic_name(ahead.token.text)));
}

/* "class" X "extends" ExternalObject ... "end" X: other tools define them for tables */
static int begins_external(const parser *p) {
    return parser_at(p, TOKEN_CLASS) && p->next.kind == TOKEN_NAME;
}

static ast_class *part_definition(parser *p);
static ast_class *model_definition(parser *p, int partial);
static const char *external_object(parser *p);

/* A model inside a class is for its components: a record with equations. */
static void inner_model(parser *p, ast_class *m, int partial) {
    if (!parser_enter(p))
        return;
    ast_class *c = model_definition(p, partial);
    c->kind = CLASS_RECORD;
    LIST_PUSH(p->arena, m->classes, c);
    parser_leave(p);
}

/* In an operator record: an operator with one function or several. */
static int begins_operator(const parser *p) {
    return parser_at(p, TOKEN_OPERATOR) && p->next.kind != TOKEN_RECORD;
}

/* "operator" "function" IDENT ... "end" IDENT
 * | "operator" IDENT string_comment { function ";" } [ annotation ";" ] "end" IDENT */
static void operators(parser *p, ast_class *m) {
    place where = nowhere;
    parser_advance(p);
    if (parser_at(p, TOKEN_FUNCTION)) {
        ast_class *f = part_definition(p);
        LIST_PUSH(p->arena, m->operators, ((ast_operator){f->name, f}));
        return;
    }
    const char *name = parser_expect_name(p, "after 'operator'", &where);
    parse_string_comment(p);
    while (!p->panic && (begins_part(p) || parser_at(p, TOKEN_ENCAPSULATED))) {
        parser_accept(p, TOKEN_ENCAPSULATED);
        ast_class *f = part_definition(p);
        LIST_PUSH(p->arena, m->operators, ((ast_operator){name, f}));
        parser_expect(p, TOKEN_SEMICOLON, "after the function");
    }
    if (parser_at(p, TOKEN_ANNOTATION)) {
        parse_annotation(p, NULL);
        parser_expect(p, TOKEN_SEMICOLON, "after the annotation");
    }
    class_end(p, "operator", name, where);
}

/* element = [ decoration ] ( function | record | connector | model | type_def | import
 *         | extends | operator | param_equation | component ) */
static void parse_class_element(parser *p, ast_class *m, int protected) {
    const char *after = "after the class";
    parse_decoration(p);
    parser_accept(p, TOKEN_ENCAPSULATED);
    if (begins_operator(p)) {
        operators(p, m);
    } else if (begins_simple_connector(p)) {
        LIST_PUSH(p->arena, m->types, parse_type(p));
    } else if (begins_part(p)) {
        LIST_PUSH(p->arena, m->classes, part_definition(p));
    } else if (!begins_external(p) || !external_object(p)) {
        int partial = parser_accept(p, TOKEN_PARTIAL);
        const char *no = unsupported_element(p);
        if (begins_model(p)) {
            inner_model(p, m, partial);
        } else if (unsupported_class(p)) {
            no_class(p, unsupported_class(p));
        } else if (no) {
            skip_unsupported(p, no);
            parser_accept(p, TOKEN_SEMICOLON);
            return;
        } else if (parser_at(p, TOKEN_TYPE)) {
            LIST_PUSH(p->arena, m->types, parse_type(p));
            after = "after the type";
        } else if (parser_at(p, TOKEN_IMPORT)) {
            parse_import(p, &m->imports);
            after = "after 'import'";
        } else if (parser_at(p, TOKEN_EXTENDS)) {
            parse_extends(p, m);
            after = "after 'extends'";
        } else {
            const char *name = parse_component(p, m, protected);
            after = arena_print(p->arena, "after the declaration of %.80s", name);
        }
    }
    parser_expect(p, TOKEN_SEMICOLON, "%s", after);
}

static int begins_element(const parser *p) {
    return PARSER_AT_ONE(p, TOKEN_NAME, TOKEN_DOT, TOKEN_AT, TOKEN_TYPE, TOKEN_PARAMETER,
                         TOKEN_CONSTANT, TOKEN_DISCRETE, TOKEN_INPUT, TOKEN_OUTPUT,
                         TOKEN_FINAL, TOKEN_IMPORT, TOKEN_EXTENDS, TOKEN_PARTIAL,
                         TOKEN_FLOW, TOKEN_ENCAPSULATED) ||
           begins_part(p) || begins_model(p) || begins_operator(p) ||
           unsupported_class(p) || unsupported_element(p);
}

static const char *expected_line(const ast_class *m) {
    if (m->equations.count)
        return "an equation";
    return m->algorithms.count ? "a statement" : "a declaration, 'equation'";
}

static void elements(parser *p, ast_class *m, int protected) {
    while (begins_element(p)) {
        size_t begin = p->token.begin;
        parse_class_element(p, m, protected);
        parser_recover(p, begin);
    }
}

/* The rest of an if-equation whose beginning was an error, or what never began. */
static void stray(parser *p, ast_class *m) {
    if (p->context->errors == 0)
        diagnose(p->context, SEVERITY_ERROR, INVO_E_SYNTAX, p->token.where,
                 "expected %s or 'end %.80s', found %s", expected_line(m), m->name,
                 parser_found(p));
    do
        parser_advance(p);
    while (!PARSER_AT_ONE(p, TOKEN_SEMICOLON, TOKEN_END, TOKEN_EOF));
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
    parser_advance(p);
    parser_accept(p, TOKEN_STRING);
    m->external = 1;
    if (!parser_at(p, TOKEN_SEMICOLON) && !parser_at(p, TOKEN_ANNOTATION)) {
        m->external_call = parse_simple_expression(p);
        if (parser_accept(p, TOKEN_EQUALS)) {
            m->external_result = m->external_call;
            m->external_call = parse_expression(p);
        }
    }
    parse_comment(p, NULL);
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
        } else if (PARSER_AT_ONE(p, TOKEN_EQUATION, TOKEN_INITIAL, TOKEN_ALGORITHM)) {
            section(p, m);
        } else if (PARSER_AT_ONE(p, TOKEN_PROTECTED, TOKEN_PUBLIC)) {
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

/* IDENT string_comment composition "end" IDENT, after the keyword of the class */
static void class_body(parser *p, ast_class *m, const char *kind) {
    m->name = parser_expect_name(p, arena_print(p->arena, "after '%s'", kind), &m->where);
    if (parser_at(p, TOKEN_STRING))
        m->description = p->token.text;
    parse_string_comment(p);
    if (p->panic)
        return;
    if (parser_accept(p, TOKEN_EQUALS)) {
        parse_short_class(p, m);
        return;
    } else {
        composition(p, m);
    }
    class_end(p, kind, m->name, m->where);
}

/* model = ( "model" | "class" | "block" ) IDENT string_comment composition "end" IDENT */
static ast_class *model_definition(parser *p, int partial) {
    assert(PARSER_AT_ONE(p, TOKEN_MODEL, TOKEN_CLASS, TOKEN_BLOCK));
    const char *kind = token_name(p->token.kind);
    ast_class *m = arena_alloc(p->arena, sizeof *m);
    m->partial = partial;
    m->is_model = 1;
    parser_advance(p);
    class_body(p, m, kind == token_name(TOKEN_BLOCK) ? "block" : kind);
    return m;
}

static void only(parser *p, const ast_class *m, const char *kind) {
    int statements = 0;
    const char *what = m->kind == CLASS_RECORD ? "algorithms" : "more than one algorithm";
    for (int i = 0; i < m->algorithms.count; i++)
        statements += m->kind == CLASS_RECORD || m->algorithms.at[i].initial || i > 0;
    if (m->equations.count)
        what = "equations";
    if (m->equations.count || statements)
        parser_unsupported(p, m->where,
                           arena_print(p->arena, "the %s '%.80s' must not have %s", kind,
                                       m->name, what));
}

/* function = [ "pure" [ "constant" ] | "impure" ] "function" IDENT ... "end" IDENT
 * record = "record" IDENT ... "end" IDENT */
static ast_class *part_definition(parser *p) {
    ast_class *m = arena_alloc(p->arena, sizeof *m);
    m->partial = parser_accept(p, TOKEN_PARTIAL);
    parser_accept(p, TOKEN_OPERATOR);
    if (parser_accept(p, TOKEN_PURE))
        parser_accept(p, TOKEN_CONSTANT);
    else
        parser_accept(p, TOKEN_IMPURE);
    m->is_connector = parser_at(p, TOKEN_CONNECTOR);
    m->kind =
        m->is_connector || parser_at(p, TOKEN_RECORD) ? CLASS_RECORD : CLASS_FUNCTION;
    const char *kind = m->kind == CLASS_RECORD ? "record" : "function";
    if (m->is_connector)
        kind = "connector";
    if (m->kind == CLASS_RECORD)
        parser_advance(p);
    else
        parser_expect(p, TOKEN_FUNCTION, "after 'pure' or 'impure'");
    if (!parser_enter(p))
        return m;
    class_body(p, m, kind);
    parser_leave(p);
    only(p, m, kind);
    return m;
}

/* Passed over: tables are known by the names of their classes, and other objects are used
 * by external functions, which cannot be called. Returns the name; NULL: it is another
 * class. */
static const char *external_object(parser *p) {
    parser before = *p;
    const char *name = p->next.text;
    parser_advance(p);
    parser_advance(p);
    int found = parser_accept(p, TOKEN_EXTENDS) && parser_at(p, TOKEN_NAME) &&
                strcmp(p->token.text, "ExternalObject") == 0;
    if (found)
        skip_to_end(p, name);
    else
        *p = before;
    return found ? name : NULL;
}

/* constant name [ dims ] declaration comment */
static void global_constant(parser *p, ast_file *f) {
    ast_declaration d = parse_prefixes(p);
    d.type = parse_name(p, "of a type after 'constant'", &d.type_where);
    parse_dims(p, &d.type_dims);
    do
        LIST_PUSH(p->arena, f->constants, parse_declaration(p, d));
    while (parser_accept(p, TOKEN_COMMA));
}

/* definition = [ decoration ] ( model | function | record | type_def | global_const ) */
static void definition(parser *p, ast_file *f) {
    const ast_class *class = NULL;
    const char *name = NULL;
    parse_decoration(p);
    parser_accept(p, TOKEN_ENCAPSULATED);
    int partial = begins_part(p) ? 0 : parser_accept(p, TOKEN_PARTIAL);
    if (begins_simple_connector(p)) {
        LIST_PUSH(p->arena, f->types, parse_type(p));
    } else if (begins_part(p)) {
        LIST_PUSH(p->arena, f->classes, part_definition(p));
        class = f->classes.at[f->classes.count - 1];
    } else if (begins_external(p) && (name = external_object(p))) {
        LIST_PUSH(p->arena, f->externals, name);
    } else if (PARSER_AT_ONE(p, TOKEN_MODEL, TOKEN_CLASS, TOKEN_BLOCK)) {
        LIST_PUSH(p->arena, f->models, model_definition(p, partial));
        class = f->models.at[f->models.count - 1];
    } else if (parser_at(p, TOKEN_TYPE)) {
        LIST_PUSH(p->arena, f->types, parse_type(p));
    } else if (PARSER_AT_ONE(p, TOKEN_CONSTANT, TOKEN_FINAL)) {
        global_constant(p, f);
    } else if (parser_at(p, TOKEN_IMPORT)) {
        parse_import(p, &f->imports);
    } else if (parser_at(p, TOKEN_EXTENDS)) {
        parse_extends(p, NULL);
    } else if (unsupported_class(p)) {
        no_class(p, unsupported_class(p));
    } else if (!p->panic) {
        parser_error(p, "expected 'model', 'type' or 'constant', found %s",
                     parser_found(p));
    }
    if (class)
        parser_expect(p, TOKEN_SEMICOLON, "after 'end %.80s'", class->name);
    else
        parser_expect(p, TOKEN_SEMICOLON, "after the definition");
}

/* package = "package" IDENT string_comment { definition ";" } [ annotation ";" ] "end"
 * IDENT ";" */
static void package(parser *p, ast_file *f) {
    place where = nowhere;
    parser_advance(p);
    f->package = parser_expect_name(p, "after 'package'", &where);
    parse_string_comment(p);
    while (!p->panic && !parser_at(p, TOKEN_END) && !parser_at(p, TOKEN_EOF) &&
           !parser_at(p, TOKEN_ANNOTATION))
        definition(p, f);
    if (parser_at(p, TOKEN_ANNOTATION)) {
        parse_annotation(p, NULL);
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
        if (!parser_at(p, TOKEN_SEMICOLON))
            parse_name(p, "after 'within'", NULL);
        parser_expect(p, TOKEN_SEMICOLON, "after 'within'");
    }
    if (parser_at(p, TOKEN_EOF))
        parser_error(p, "the file is empty: expected 'model'");
    if (parser_at(p, TOKEN_PACKAGE))
        package(p, f);
    while (!p->panic && !parser_at(p, TOKEN_EOF))
        definition(p, f);
    return f;
}
