/* Broken and hostile model texts: each gives a status and a message, none a crash, a leak
 * or a long wait; and every allocation fails once. SPDX-License-Identifier: BSD-3-Clause
 */
#include "../unit/model_fixture.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

static const char basic[] =
    "//! base 0.1.0\n"
    "within A.B;\n"
    "package P \"all of\" + \" it\"\n"
    "  type Length = Real(unit = \"m\", final nominal = k, min = 0);\n"
    "  type Mode = enumeration(off \"o\", on);\n"
    "  @1 constant Real k = 2*j;\n"
    "  constant Real j = 1.5e0;\n"
    "  model M /* comment */\n"
    "    parameter Mode m = Mode.on;\n"
    "    parameter Integer n(start = 3) = 4 \"n\" annotation(Dialog(a = {1}));\n"
    "    input Real u;\n"
    "    Length 'a.b[1]'(start = 1, fixed = true), x;\n"
    "    Real E = x^2 annotation(__involute(invariant = true));\n"
    "  initial equation\n"
    "    x = 1;\n"
    "  equation\n"
    "    der('a.b[1]') = -x^2 + sin(u)/n \"c\" annotation(__involute(name = \"r\"));\n"
    "    if m == Mode.on and not x > 1 then\n"
    "      0 = if x < 0 then x else smooth(0, der(x*x));\n"
    "    else\n"
    "      x = max(1, 2) * -3; // end\n"
    "    end if;\n"
    "    annotation(experiment(StopTime = 2*k), __involute(solver(method = \"rk4\"),\n"
    "      invariants = {invariant(name = \"I\", expr = x)}, blocks = {{x}}));\n"
    "  end M;\n"
    "end P;\n";

static const char larger[] =
    "package Q\n"
    "  import SI = Modelica.Units.SI;\n"
    "  record R Real a = 1; Real b[2] = {a, 2}; end R;\n"
    "  function f \"f\"\n"
    "    input Real u[:]; input Real w = 2; output Real y; output Real z;\n"
    "  protected Real t[2]; Integer i;\n"
    "  algorithm\n"
    "    y := 0; t := {w, 1}; i := 0;\n"
    "    for k in 1:size(u, 1) loop y := y + u[k]*t[1]; if k == 2 then break; end if; "
    "end for;\n"
    "    while i < 3 loop i := i + 1; end while;\n"
    "    if y > 1 then t[2] := 3; elseif y < -1 then t := {1, 2}; else y := 1; end if;\n"
    "    assert(y < 9, \"m\"); z := t*t; return;\n"
    "  end f;\n"
    "  function g input Real x; output Real y; external \"C\" y = g(x); end g;\n"
    "  model M\n"
    "    parameter Integer n = 3; parameter R p = R(2); R q[2](each a = 3);\n"
    "    Real x[n](start = {i for i in 1:n}, each fixed = true), A[2, 2] = [1, 2; 3, "
    "x[1]];\n"
    "    Boolean b; Integer k(start = 1); discrete Real d; Real y, z, e;\n"
    "    parameter equation guess(y) = 2;\n"
    "  initial algorithm y := 1;\n"
    "  equation\n"
    "    for i in 1:n - 1 loop der(x[i]) = x[i + 1] - A[1, :]*A[:, 2]; end for;\n"
    "    der(x[end]) = sum(x[j]^2 for j in 1:2:n) + (A^2)[1, 1] + max(x);\n"
    "    (y, z) = f(x[1:2], w = 3); b = y > 1;\n"
    "    when {edge(b), sample(0, 1)} then k = pre(k) + 1; reinit(x[1], 0);\n"
    "      if b then d = 1; else d = cross({1, 2, 3}, x)[1]; end if;\n"
    "    elsewhen initial() then k = 1; d = 2;\n"
    "      terminate(\"t\" + String(y, 3) + (if b then \"a\" else String(k))); end "
    "when;\n"
    "    if b then y + e = 1; else e = x[k]; end if;\n"
    "    assert(y > 0, \"low\", AssertionLevel.warning);\n"
    "  end M;\n"
    "end Q;\n";

static const char *valid; /* one of them */

static fixture shared;

static int begin(void **state) {
    fixture_begin(&shared);
    *state = &shared;
    return 0;
}
static int end(void **state) {
    return fixture_end(*state), 0;
}

/* Reads a copy that ends where it ends, so that a byte too far is noticed. */
static invo_status read_copy(fixture *f, const char *text, size_t size) {
    char *copy = malloc(size ? size : 1);
    memcpy(copy, text, size);
    invo_status s = read_bytes(f, copy, size);
    if (s != INVO_OK && s != INVO_E_SYNTAX && s != INVO_E_MODEL)
        fail_msg("status %d: %s", s, invo_context_message(f->context));
    assert_true((s == INVO_OK) == (f->context->errors == 0));
    assert_true((s == INVO_OK) == (invo_context_error(f->context)[0] == 0));
    arena_free(f->arena);
    f->arena = NULL;
    free(copy);
    return s;
}

static void test_the_text_is_valid(void **state) {
    fixture *f = *state;
    if (read_model(f, valid) != INVO_OK)
        fail_msg("%s", invo_context_message(f->context));
}

static void test_truncated(void **state) {
    size_t size = strlen(valid);
    for (size_t n = 0; n < size - 2; n++) /* without the last ';' and the newline */
        assert_int_not_equal(read_copy(*state, valid, n), INVO_OK);
}

static void test_beheaded(void **state) {
    for (size_t n = 0; n < strlen(valid); n++)
        read_copy(*state, valid + n, strlen(valid) - n);
}

static void test_every_byte_replaced(void **state) {
    static const char bad[] = {0,   '\n', ' ',    '"',    '\'',  '(', ')', '[',
                               ']', '{',  '}',    ';',    ',',   '.', '=', '*',
                               '/', '-',  '^',    '<',    '@',   'e', '9', '\\',
                               '!', '$',  '\x7F', '\x80', '\xFF'};
    char *text = malloc(strlen(valid) + 1);
    for (size_t i = 0; i < strlen(valid); i++) {
        memcpy(text, valid, strlen(valid) + 1);
        for (size_t k = 0; k < sizeof bad; k++) {
            text[i] = bad[k];
            read_copy(*state, text, strlen(valid));
        }
    }
    free(text);
}

/* Words taken out, doubled and exchanged. */
static void test_words_shuffled(void **state) {
    enum { WORDS = 1000, ROUNDS = 3000 };
    static size_t at[WORDS + 1];
    size_t count = 0, size = strlen(valid);
    char *text = malloc(2 * strlen(valid) + 1);
    uint32_t seed = 1;
    for (size_t i = 0; i < size && count < WORDS; i++)
        if (i == 0 || valid[i - 1] == ' ' || strchr("();,=", valid[i]))
            at[count++] = i;
    at[count] = size;
    for (int round = 0; round < ROUNDS; round++) {
        size_t used = 0;
        seed = seed * 1664525u + 1013904223u;
        size_t victim = (seed >> 8) % count, other = (seed >> 20) % count;
        for (size_t i = 0; i < count; i++) {
            size_t from = i == victim && round % 3 != 1 ? other : i;
            if (i == victim && round % 3 == 0)
                continue;
            for (int twice = 0; twice <= (i == victim && round % 3 == 1); twice++) {
                memcpy(text + used, valid + at[from], at[from + 1] - at[from]);
                used += at[from + 1] - at[from];
            }
        }
        read_copy(*state, text, used);
    }
    free(text);
}

static void test_noise(void **state) {
    enum { SIZE = 512, ROUNDS = 500 };
    char text[SIZE];
    uint32_t seed = 7;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < SIZE; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = (char)(round % 2 ? seed >> 24 : ' ' + (seed >> 24) % 95);
        }
        assert_int_not_equal(read_copy(*state, text, SIZE), INVO_OK);
    }
}

/* head, `part` many times, tail */
static invo_status repeated(fixture *f, const char *head, const char *part, int times,
                            const char *tail) {
    size_t size = strlen(part), used = strlen(head);
    char *text = malloc(used + size * (size_t)times + strlen(tail) + 1);
    memcpy(text, head, used);
    for (int i = 0; i < times; i++, used += size)
        memcpy(text + used, part, size);
    memcpy(text + used, tail, strlen(tail));
    invo_status s = read_copy(f, text, used + strlen(tail));
    free(text);
    return s;
}

static void test_deep(void **state) {
    static const char *const parts[] = {"(",
                                        "der(",
                                        "f(",
                                        "{",
                                        "if x then ",
                                        "if x then 1 else ",
                                        "not (",
                                        "-(",
                                        "x^(",
                                        "x[",
                                        "x(a = ",
                                        "if x then\n",
                                        "f(a = ",
                                        "1 + (2 * (3 ^ (",
                                        "x = if x then (",
                                        "[",
                                        "when x then ",
                                        "for i in x loop "};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        repeated(f, "model M Real x; equation x = ", parts[i], 30000, "");
        repeated(f, "model M Real x; equation ", parts[i], 30000, "");
        repeated(f, "model M Real x(", parts[i], 30000, "");
        repeated(f, "model M annotation(__involute(", parts[i], 30000, "");
        repeated(f, "model M annotation(", parts[i], 30000, "");
        repeated(f, "", parts[i], 30000, "");
    }
    assert_non_null(strstr(invo_context_message(f->context), "error"));
}

static void test_nested_to_the_limit(void **state) {
    fixture *f = *state;
    char tail[400] = "";
    for (int i = 0; i < 190; i++)
        strcat(tail, ")");
    strcat(tail, "; end M;");
    char head[] = "model M Real x; equation x = x + ";
    assert_int_equal(repeated(f, head, "(", 190, "x;"), INVO_E_SYNTAX);
    char text[1200] = "x";
    strcat(text, tail);
    assert_int_equal(repeated(f, head, "(", 190, text), INVO_OK);
    assert_int_equal(repeated(f, head, "1+2*(", 190, text), INVO_OK);
}

static void test_long(void **state) {
    enum { MILLION = 1000000, LONGEST_NAME = 10000 };
    fixture *f = *state;
    repeated(f, "model ", "a", MILLION, "");
    assert_int_equal(repeated(f, "model M Real ", "a", LONGEST_NAME, "; end M;"),
                     INVO_OK);
    assert_int_equal(repeated(f, "model M Real ", "a", MILLION, "; end M;"),
                     INVO_E_SYNTAX); /* --max-name-length */
    assert_int_equal(repeated(f, "model M Real '", ".", MILLION, "'; end M;"),
                     INVO_E_SYNTAX);
    assert_int_equal(repeated(f, "model M Real x \"", "a", MILLION, "\"; end M;"),
                     INVO_OK);
    assert_int_equal(repeated(f, "model M Real x = 1", "0", MILLION, "; end M;"),
                     INVO_E_SYNTAX);
    assert_int_equal(repeated(f, "model M Real x = 0.", "0", MILLION, "1; end M;"),
                     INVO_OK);
    assert_int_equal(repeated(f, "model M Real x = a", ".a", MILLION, "; end M;"),
                     INVO_E_MODEL);
    assert_int_equal(repeated(f, "model M Real x = 1", "+x", 100000, "; end M;"),
                     INVO_OK);
    assert_int_equal(repeated(f, "model M Real x = 1", "/x", 100000, "; end M;"),
                     INVO_OK);
    assert_int_equal(repeated(f, "model M Real x = if x > 1", " and x > 2", 10000,
                              " then 1 else 2; end M;"),
                     INVO_OK);
    assert_int_equal(repeated(f, "model M Real x = if x > 1 then 1",
                              " elseif x > 2 then 3", 10000, " else 2; end M;"),
                     INVO_OK);
}

static void test_many(void **state) {
    fixture *f = *state;
    assert_int_equal(repeated(f, "model M Real x; equation ", "x = ;", 100000, "end M;"),
                     INVO_E_SYNTAX);
    assert_int_equal(f->context->errors, 100000);
    assert_true(strlen(invo_context_message(f->context)) < 10000);
    assert_int_equal(repeated(f, "model M Real x; equation ", "x = yy;", 5000, "end M;"),
                     INVO_E_MODEL);
    assert_int_equal(repeated(f, "model M ", "Real x;", 50000, "end M;"), INVO_E_MODEL);
    assert_int_equal(repeated(f, "", "model M Real x; end M;", 20000, ""), INVO_OK);
    repeated(f, "model M ", "end ", 100000, "");
    repeated(f, "model M equation ", "else ", 100000, "");
    repeated(f, "model M equation ", "end if;", 100000, "");
    repeated(f, "model M ", "annotation(", 100000, "");
    repeated(f, "model M ", "initial ", 100000, "");
    repeated(f, "model M ", "function f ", 100000, "");
}

/* Constants that need each other in the worst order. */
static void test_chain_of_constants(void **state) {
    enum { COUNT = 5000 };
    char *text = malloc(COUNT * 40), *to = text;
    to += sprintf(to, "model M Real x;");
    for (int i = 0; i < COUNT; i++)
        to += sprintf(to, "constant Real c%d = c%d + 1;", i, i + 1);
    sprintf(to, "constant Real c%d = 1; end M;", COUNT);
    assert_int_equal(read_copy(*state, text, strlen(text)), INVO_OK);
    free(text);
}

static void test_every_allocation_fails(void **state) {
    fixture *f = *state;
    long needed;
    assert_int_equal(read_model(f, valid), INVO_OK);
    f->context->allocations = 0;
    assert_int_equal(read_model(f, valid), INVO_OK);
    needed = f->context->allocations;
    assert_true(needed > 1);
    for (long k = 0; k < needed; k++) {
        f->context->allocations_left = k;
        assert_int_equal(read_model(f, valid), INVO_E_MEMORY);
        assert_null(f->model);
    }
    f->context->allocations_left = -1;
    assert_int_equal(read_model(f, valid), INVO_OK);
}

/* Short texts that stand for very much: refused before they are written out. */
static void test_growth(void **state) {
    fixture *f = *state;
    char text[8000], *to = text;
    for (int i = 0; i < 60; i++) /* 2^60 calls */
        to += sprintf(to,
                      "function f%d input Real u; output Real y; algorithm y := f%d(u) + "
                      "f%d(2*u); end f%d;",
                      i, i + 1, i + 1, i);
    sprintf(to, "function f60 input Real u; output Real y; algorithm y := u; end f60;"
                "model M Real x = f0(time); end M;");
    assert_int_equal(read_copy(f, text, strlen(text)), INVO_E_MODEL);
    static const char *const models[] = {
        "model M Real x = sum(i + j + k for i in 1:1000, j in 1:1000, k in 1:1000); end "
        "M;",
        "model M Real x = sum({{{1 for i in 1:1000} for j in 1:1000} for k in 1:1000}); "
        "end M;",
        "model M Real x = sum(zeros(2000, 2000)*ones(2000, 2000)); end M;",
        "model M Real x = sum(ones(2000, 2000)*ones(2000, 2000)); end M;",
        "model M Real x[1000000000]; end M;",
        "model M Real x[100000, 100000]; end M;",
        "model M parameter Integer n = 2000000000; Real x[n]; end M;",
        "model M Real x; equation for i in 1:2000000000 loop x = i; end for; end M;",
        "model M Real x = sum(fill(fill(1, 2000), 20000)); end M;",
        "model M Real x = sum(identity(100000)); end M;"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        assert_int_equal(read_copy(f, models[i], strlen(models[i])), INVO_E_MODEL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest of_text[] = {
        TEST(test_the_text_is_valid), TEST(test_truncated),
        TEST(test_beheaded),          TEST(test_every_byte_replaced),
        TEST(test_words_shuffled),    TEST(test_every_allocation_fails)};
    const struct CMUnitTest others[] = {
        TEST(test_noise), TEST(test_deep), TEST(test_nested_to_the_limit),
        TEST(test_long),  TEST(test_many), TEST(test_chain_of_constants),
        TEST(test_growth)};
    valid = basic;
    int failed = cmocka_run_group_tests(of_text, NULL, NULL);
    valid = larger;
    failed += cmocka_run_group_tests(of_text, NULL, NULL);
    return failed + cmocka_run_group_tests(others, NULL, NULL);
}
