/* The lexer: tokens with their places, and what is no token.
 * SPDX-License-Identifier: BSD-3-Clause */
#include "../../../src/syntax/lexer.h" /* before cmocka, whose macro is called fail, too */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

enum { MOST = 32 };

typedef struct fixture {
    invo_context *context;
    arena *arena;
    source source;
    token token[MOST];
    int count;
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

static void body(invo_context *c, void *data) {
    fixture *f = data;
    lexer x;
    f->arena = arena_new(c);
    lexer_init(&x, f->arena, names_new(f->arena), &f->source);
    do
        f->token[f->count] = lexer_next(&x);
    while (f->token[f->count++].kind != TOKEN_EOF && f->count < MOST);
}

static invo_status scan(fixture *f, const char *text, size_t size) {
    arena_free(f->arena);
    f->arena = NULL;
    context_reset(f->context);
    f->count = 0;
    f->source = (source){"a.mo", text, size, NULL};
    return protect(f->context, body, f);
}

static void expect(fixture *f, const char *text, int count, const token_kind *kind) {
    assert_int_equal(scan(f, text, strlen(text)), INVO_OK);
    assert_string_equal(invo_context_message(f->context), "");
    assert_int_equal(f->count, count + 1);
    for (int i = 0; i < count; i++)
        assert_int_equal(f->token[i].kind, kind[i]);
    assert_int_equal(f->token[count].kind, TOKEN_EOF);
}
#define EXPECT(text, ...)                                                                \
    expect(f, text, (int)(sizeof(token_kind[]){__VA_ARGS__} / sizeof(token_kind)),       \
           (const token_kind[]){__VA_ARGS__})

static void refuse(fixture *f, const char *text, const char *message) {
    assert_int_equal(scan(f, text, strlen(text)), INVO_E_SYNTAX);
    if (!strstr(invo_context_message(f->context), message))
        fail_msg("'%s' does not say '%s'", invo_context_message(f->context), message);
}

static void test_kinds(void **state) {
    fixture *f = *state;
    EXPECT("model end der", TOKEN_MODEL, TOKEN_END, TOKEN_DER);
    EXPECT("models _a x1 'a b'", TOKEN_NAME, TOKEN_NAME, TOKEN_NAME, TOKEN_NAME);
    EXPECT("a:=b==c<>d<=e", TOKEN_NAME, TOKEN_ASSIGN, TOKEN_NAME, TOKEN_EQ, TOKEN_NAME,
           TOKEN_NE, TOKEN_NAME, TOKEN_LE, TOKEN_NAME);
    EXPECT("a.b .+ .* ./ .^", TOKEN_NAME, TOKEN_DOT, TOKEN_NAME, TOKEN_DOT_PLUS,
           TOKEN_DOT_STAR, TOKEN_DOT_SLASH, TOKEN_DOT_CARET);
    EXPECT("//! base 0.1.0\n@1 /* x\n */ y // z", TOKEN_AT, TOKEN_NUMBER, TOKEN_NAME);
    EXPECT("\xEF\xBB\xBFmodel", TOKEN_MODEL);
}

static void test_numbers(void **state) {
    static const struct {
        const char *text;
        double value;
        int integer;
    } table[] = {{"0", 0, 1},
                 {"42", 42, 1},
                 {"1.", 1, 0},
                 {"2.5", 2.5, 0},
                 {"1e3", 1000, 0},
                 {"1.5E-3", 0.0015, 0},
                 {"1e+2", 100, 0},
                 {"007", 7, 1},
                 {"1e-400", 0, 0},
                 {"0.1", 0.1, 0},
                 {"1.7976931348623157e308", 1.7976931348623157e308, 0}};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        EXPECT(table[i].text, TOKEN_NUMBER);
        assert_true(f->token[0].value == table[i].value);
        assert_int_equal(f->token[0].integer, table[i].integer);
    }
    refuse(f, "1e999", "a.mo:1:1: error: this number is too large");
    refuse(f, "3x", "a product is written with '*'");
    refuse(f, "1e", "neither a number nor a name");
    refuse(f, ".5", "write 0 before the decimal point");
}

static void test_strings(void **state) {
    fixture *f = *state;
    EXPECT("\"a\\\"b\\\\c\\n\nd\"", TOKEN_STRING);
    assert_string_equal(f->token[0].text, "a\"b\\c\n\nd");
    EXPECT("\"gr\xC3\xB6\xC3\x9F"
           "e\"",
           TOKEN_STRING);
    refuse(f, "x \"abc", "a.mo:1:3: error: this string has no end");
    refuse(f, "\"\\", "this string has no end");
    refuse(f, "\"\\q\"", "this escape is unknown");
    refuse(f, "\"\xFF\"", "not valid UTF-8");
    refuse(f, "\"\xC0\x80\"", "not valid UTF-8");
    refuse(f, "\"\xED\xA0\x80\"", "not valid UTF-8");
}

static void test_names(void **state) {
    fixture *f = *state;
    EXPECT("x 'x' x", TOKEN_NAME, TOKEN_NAME, TOKEN_NAME);
    assert_ptr_equal(f->token[0].text, f->token[2].text);
    assert_ptr_not_equal(f->token[0].text, f->token[1].text);
    assert_string_equal(f->token[1].text, "'x'");
    EXPECT("'a\\'b' c", TOKEN_NAME, TOKEN_NAME);
    refuse(f, "\n 'abc\n", "a.mo:2:2: error: this quoted name has no end");
    refuse(f, "''", "must not be empty");
    refuse(f, "'\x01'", "printable ASCII");
    refuse(f,
           "gr\xC3\xB6\xC3\x9F"
           "e",
           "a.mo:1:1: error: names must be ASCII");
    assert_int_equal(f->context->errors, 1);
}

static void test_places(void **state) {
    fixture *f = *state;
    EXPECT("a\n\tbcd = \"e\nf\"\r\n  g", TOKEN_NAME, TOKEN_NAME, TOKEN_EQUALS,
           TOKEN_STRING, TOKEN_NAME);
    const int expected[][3] = {{1, 1, 1}, {2, 2, 3}, {2, 6, 1}, {2, 8, 1}, {4, 3, 1}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(f->token[i].where.line, expected[i][0]);
        assert_int_equal(f->token[i].where.column, expected[i][1]);
        assert_int_equal(f->token[i].where.length, expected[i][2]);
    }
    assert_int_equal(f->token[1].begin, 3);
    assert_int_equal(f->token[1].end, 6);
}

static void test_foreign_characters(void **state) {
    fixture *f = *state;
    refuse(f, "a && b", "write 'and'");
    assert_int_equal(f->token[1].kind, TOKEN_AND);
    refuse(f, "a || b", "write 'or'");
    refuse(f, "a != b", "write '<>'");
    refuse(f, "!a", "write 'not'");
    refuse(f, "a # b", "comments begin with '//'");
    assert_int_equal(f->count, 2);
    refuse(f, "$$$", "unexpected character '$'");
    assert_int_equal(f->context->errors, 1);
    refuse(f, "\x02", "unexpected control character 0x02");
    refuse(f, "a /* b", "a.mo:1:3: error: this comment has no end");
}

static void test_zero_byte(void **state) {
    fixture *f = *state;
    assert_int_equal(scan(f, "a\nb\0c", 5), INVO_E_SYNTAX);
    assert_non_null(strstr(invo_context_message(f->context),
                           "a.mo:2:2: error: the text contains a zero byte"));
}

static void line(invo_context *c, void *data) {
    fixture *f = data;
    f->arena = arena_new(c);
    const char *text = "x  =\n /* a */ 'p  q' // b\n + \"c  \\\" d\"  ";
    source s = {"a.mo", text, strlen(text), NULL};
    assert_string_equal(source_line(f->arena, &s, 0, s.size),
                        "x = 'p  q' + \"c  \\\" d\"");
    assert_string_equal(source_line(f->arena, &s, 0, 1), "x");
    assert_string_equal(source_line(f->arena, &s, 0, 0), "");
}

static void test_one_line(void **state) {
    fixture *f = *state;
    assert_int_equal(protect(f->context, line, f), INVO_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_kinds),     TEST(test_numbers), TEST(test_strings),
        TEST(test_names),     TEST(test_places),  TEST(test_foreign_characters),
        TEST(test_zero_byte), TEST(test_one_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
