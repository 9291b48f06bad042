/* The parser: precedence, recovery after errors, what is passed over.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../../../src/syntax/parser.h" /* before cmocka, whose macro is called fail, too */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

typedef struct fixture {
    invo_context *context;
    arena *arena;
    source source;
    ast_file *file;
    char text[512]; /* an expression with all its parentheses */
} fixture;

static fixture shared;

static int begin(void **state) {
    memset(&shared, 0, sizeof shared);
    shared.context = invo_context_new();
    *state = &shared;
    return 0;
}

static int end(void **state) {
    fixture *f = *state;
    arena_free(f->arena);
    invo_context_free(f->context);
    return 0;
}

static void show(fixture *f, const ast *e);

static void add(fixture *f, const char *text) {
    strncat(f->text, text, sizeof f->text - strlen(f->text) - 1);
}

static void show_args(fixture *f, const ast *e, const char *head) {
    add(f, "("), add(f, head);
    for (int i = 0; i < e->args.count; i++) {
        add(f, " ");
        if (e->kind == AST_SUM || e->kind == AST_PRODUCT)
            add(f, token_name(e->args.at[i].op));
        if (e->args.at[i].negative)
            add(f, "-");
        if (e->args.at[i].label)
            add(f, e->args.at[i].label), add(f, "=");
        show(f, e->args.at[i].value);
    }
    add(f, ")");
}

static void show(fixture *f, const ast *e) {
    static const char *const head[] = {
        [AST_SUM] = "sum", [AST_PRODUCT] = "product", [AST_POWER] = "^",
        [AST_AND] = "and", [AST_OR] = "or",           [AST_NOT] = "not",
        [AST_IF] = "if",   [AST_ARRAY] = "{}"};
    char number[32];
    switch (e->kind) {
    case AST_NUMBER:
    case AST_BOOLEAN:
        snprintf(number, sizeof number, "%g", e->value);
        add(f, number);
        return;
    case AST_NAME:
    case AST_STRING:
        add(f, e->text);
        return;
    case AST_CALL:
        show_args(f, e, e->text);
        return;
    case AST_RELATION:
        show_args(f, e, token_name(e->args.at[1].op));
        return;
    case AST_ERROR:
        add(f, "error");
        return;
    default:
        show_args(f, e, head[e->kind]);
    }
}

static void expression_body(invo_context *c, void *data) {
    fixture *f = data;
    parser p;
    f->arena = arena_new(c);
    parser_init(&p, f->arena, names_new(f->arena), &f->source);
    const ast *e = parse_only_expression(&p);
    fail_if_errors(c);
    f->text[0] = 0;
    show(f, e);
}

static void file_body(invo_context *c, void *data) {
    fixture *f = data;
    parser p;
    f->arena = arena_new(c);
    parser_init(&p, f->arena, names_new(f->arena), &f->source);
    f->file = parse_file(&p);
}

static invo_status parse(fixture *f, const char *text,
                         void (*body)(invo_context *, void *)) {
    arena_free(f->arena);
    f->arena = NULL;
    context_reset(f->context);
    f->source = (source){"a.mo", text, strlen(text), NULL};
    return protect(f->context, body, f);
}

static void reads(fixture *f, const char *text, const char *tree) {
    assert_int_equal(parse(f, text, expression_body), INVO_OK);
    assert_string_equal(f->text, tree);
}

static void refuses(fixture *f, const char *text, const char *message) {
    assert_int_equal(parse(f, text, expression_body), INVO_E_SYNTAX);
    if (!strstr(invo_context_message(f->context), message))
        fail_msg("'%s' does not say '%s'", invo_context_message(f->context), message);
    assert_int_equal(f->context->errors, 1);
}

static void test_precedence(void **state) {
    fixture *f = *state;
    reads(f, "-x^2", "(sum -(^ x 2))");
    reads(f, "a - b - c", "(sum +a -b -c)");
    reads(f, "a/b*c", "(product *a /b *c)");
    reads(f, "a + b*c^d", "(sum +a +(product *b *(^ c d)))");
    reads(f, "-a*b", "(sum -(product *a *b))");
    reads(f, "a * -b", "(product *a *-b)");
    reads(f, "(a + b)*c", "(product *(sum +a +b) *c)");
    reads(f, "not a < b and c or d", "(or (and (not (< a b)) c) d)");
    reads(f, "a + b <= c*d", "(<= (sum +a +b) (product *c *d))");
    reads(f, "2^(-1)", "(^ 2 (sum -1))");
    reads(f, "+a", "(sum +a)");
}

static void test_primaries(void **state) {
    fixture *f = *state;
    reads(f, "der(der(x))", "(der (der x))");
    reads(f, "f(a, b = c)", "(f a b=c)");
    reads(f, "f()", "(f)");
    reads(f, "A . b.'c d'", "A.b.'c d'");
    reads(f, ".A.b", "A.b");
    reads(f, "if a then b elseif c then d else e + 1", "(if a b c d (sum +e +1))");
    reads(f, "(if a then b else c)^2", "(^ (if a b c) 2)");
    reads(f, "true", "1");
    reads(f, "{1, {2, x}}", "({} 1 ({} 2 x))");
    reads(f, "x @ 3", "x");
}

static void test_what_does_not_chain(void **state) {
    fixture *f = *state;
    refuses(f, "a^b^c", "a.mo:1:4: error: '^' cannot be repeated");
    refuses(f, "a < b < c", "a.mo:1:7: error: comparisons cannot be chained");
    refuses(f, "a + -b", "a sign may not follow '+'");
    refuses(f, "a^-b", "a sign may not follow '^'");
    refuses(f, "a -+b", "a sign may not follow '-'");
    refuses(f, "a**b", "written with '^'");
    refuses(f, "a b", "expected the end of the expression, found 'b'");
    refuses(f, "(a", "expected ')' to close '(', found the end of the text");
    refuses(f, "f(a", "after the arguments of 'f'");
    refuses(f, "", "expected an expression");
}

static void test_depth_is_limited(void **state) {
    fixture *f = *state;
    static char deep[200001];
    for (int k = 0; k < 3; k++) {
        const char *part = k == 0 ? "(" : k == 1 ? "if a then " : "{";
        deep[0] = 0;
        char *to = deep;
        for (int i = 0; i < 20000; i++)
            to += sprintf(to, "%s", part);
        refuses(f, deep, "nested deeper than 200 levels");
    }
}

static void test_recovery(void **state) {
    fixture *f = *state;
    assert_int_equal(parse(f,
                           "model M\n"
                           "  Real x\n"
                           "  Real y;\n"
                           "  Real z(start = ;\n"
                           "equation\n"
                           "  x = ;\n"
                           "  if y then\n"
                           "    y = + ;\n"
                           "  end if;\n"
                           "  if then y = 1; else y = 2; end if;\n"
                           "  z = 3;\n"
                           "end M;\n",
                           file_body),
                     INVO_E_SYNTAX);
    assert_int_equal(f->context->errors, 5);
    const char *text = invo_context_message(f->context);
    static const char *const places[] = {
        "a.mo:3:3:", "a.mo:4:18:", "a.mo:6:7:", "a.mo:8:11:", "a.mo:10:6:"};
    for (size_t i = 0; i < 5; i++)
        assert_non_null(text = strstr(text, places[i]));
    const ast_class *m = f->file->models.at[0];
    assert_int_equal(m->equations.at[m->equations.count - 1].where.line, 11);
}

static void test_model(void **state) {
    fixture *f = *state;
    assert_int_equal(
        parse(f,
              "within A.B;\n"
              "package P \"p\" + \"q\"\n"
              "  type T = Real(final unit = \"m\");\n"
              "  @1 constant T k = 1;\n"
              "  partial model Q end Q;\n"
              "  block M\n"
              "    final parameter T a = 1, b(start = 2) \"c\";\n"
              "    input Real u; output Real y;\n"
              "  initial equation y = 1;\n"
              "  equation y = u @2 annotation(Dialog(x[:] ..!), experiment(a = 1));\n"
              "  protected Real z;\n"
              "  equation if y > 0 then z = 1; else z = 2; end if;\n"
              "    annotation(Icon(graphics = {f(redeclare)}));\n"
              "  end M;\n"
              "  annotation(version = \"1\");\n"
              "end P;\n",
              file_body),
        INVO_E_SYNTAX); /* the '!' in the annotation of another tool */
    assert_int_equal(f->context->errors, 1);
    assert_string_equal(f->file->package, "P");
    assert_int_equal(f->file->types.count, 1);
    assert_int_equal(f->file->constants.count, 1);
    assert_int_equal(f->file->models.count, 2);
    assert_true(f->file->models.at[0]->partial);
    const ast_class *m = f->file->models.at[1];
    assert_int_equal(m->declarations.count, 5);
    assert_true(m->declarations.at[1].final && m->declarations.at[2].input);
    assert_int_equal(m->equations.count, 3);
    assert_true(m->equations.at[0].initial && !m->equations.at[1].initial);
    assert_int_equal(m->equations.at[1].annotation.count, 1);
    assert_int_equal(m->equations.at[2].branches.count, 2);
}

static void test_places_span_expressions(void **state) {
    fixture *f = *state;
    assert_int_equal(
        parse(f, "model M\nequation\n\t a + b  =  c*(d) \"x\";\n  e =\n f;\nend M;",
              file_body),
        INVO_OK);
    const ast_equation *e = f->file->models.at[0]->equations.at;
    assert_int_equal(e[0].where.line, 3);
    assert_int_equal(e[0].where.column, 3);
    assert_int_equal(e[0].where.length, 15);
    assert_int_equal(e[0].right->where.column, 13);
    assert_int_equal(e[0].right->where.length, 5);
    assert_int_equal(e[1].where.length, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_precedence),
                                       TEST(test_primaries),
                                       TEST(test_what_does_not_chain),
                                       TEST(test_depth_is_limited),
                                       TEST(test_recovery),
                                       TEST(test_model),
                                       TEST(test_places_span_expressions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
