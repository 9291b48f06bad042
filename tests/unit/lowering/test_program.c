/* Long programs run in parts, and nobody can tell from the numbers.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/lowering/lower.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { N = 2000, ROOTS = 3 * N };

typedef struct bench {
    invo_context *context;
    invo_model *model;
    lowered *w;
    graph *g;
    double u[N + 1], z[N]; /* u: time, then x */
    expr root[ROOTS];
} bench;

static expr x(const bench *b, int i) {
    return expr_jet(b->g, i % N, 0);
}

/* Neighbours, their derivatives, numbers, the parameter, nothing, and a plain x. */
static void fill(bench *b) {
    graph *g = b->g;
    expr p = expr_parameter(g, 0);
    for (int i = 0; i < N; i++) {
        expr s = expr_sub(g, x(b, i + 1), x(b, i)), next = x(b, i + 2),
             c = expr_number(g, i % 5 + 0.1), top = expr_jet(g, i, 1);
        expr *f = &b->root[3 * i];
        f[0] = expr_add(g, expr_mul(g, p, expr_call(g, OP_SIN, &s)), c);
        f[1] = expr_sub(g, expr_mul(g, expr_mul(g, s, next), top), expr_time(g));
        f[2] = i % 3 == 0 ? EXPR_ZERO : i % 3 == 1 ? x(b, i) : expr_div(g, c, p);
    }
}

static int begin(void **state) {
    static bench b;
    static const char text[] = "model M parameter Real p = 3; Real x[2000];\n"
                               "equation for i in 1:2000 loop der(x[i]) = -x[i]; end "
                               "for; end M;";
    b = (bench){.context = invo_context_new()};
    invo_options o;
    invo_options_init(&o);
    if (invo_model_parse(b.context, "m.mo", text, strlen(text), &b.model))
        return 1;
    if (invo_model_complete(b.model, &o))
        return 1;
    b.w = invo_model_system(b.model)->self;
    b.g = b.w->completion->system->graph;
    b.u[0] = 0.7;
    for (int i = 0; i < N; i++)
        b.u[i + 1] = sin(i * i), b.z[i] = cos(3 * i);
    fill(&b);
    *state = &b;
    return 0;
}

static int end(void **state) {
    bench *b = *state;
    invo_model_free(b->model);
    invo_context_free(b->context);
    return 0;
}

static void set_parameter(const bench *b, double value) {
    b->w->completion->system->parameters.at[0].value = value;
}

typedef struct numbers {
    double value[ROOTS], bound[ROOTS];
} numbers;

static void run(const bench *b, const program *p, numbers *to) {
    memset(to, 0, sizeof *to);
    program_run_bound(b->w, p, b->u, b->z, to->value, to->bound);
}

static void parts_give_every_bit_of_the_whole(void **state) {
    bench *b = *state;
    static numbers one, many;
    static double plain[ROOTS];
    program whole = program_new_whole(b->w, ROOTS, b->root),
            cut = program_new(b->w, ROOTS, b->root);
    assert_int_equal(whole.parts, 1);
    assert_true(cut.parts > 3);
    run(b, &whole, &one);
    run(b, &cut, &many);
    assert_memory_equal(&one, &many, sizeof one);
    program_run(b->w, &cut, b->u, b->z, plain);
    assert_memory_equal(plain, one.value, sizeof plain);
    double s = b->u[2] - b->u[1];
    assert_true(plain[0] == 3 * sin(s) + 0.1);
    assert_true(one.bound[0] > 0 && one.bound[4] > 0);
}

/* Parts use the same slots, those of other programs included. */
static void other_programs_and_parameters_do_not_interfere(void **state) {
    bench *b = *state;
    static numbers one, many;
    program whole = program_new_whole(b->w, ROOTS, b->root),
            cut = program_new(b->w, ROOTS, b->root),
            other = program_new(b->w, ROOTS - 7, b->root + 7);
    run(b, &cut, &many);
    set_parameter(b, 7);
    run(b, &whole, &one);
    run(b, &cut, &many);
    assert_memory_equal(&one, &many, sizeof one); /* 3 still */
    program_load(b->w, &whole);
    program_load(b->w, &cut);
    run(b, &whole, &one);
    run(b, &other, &many);
    run(b, &cut, &many);
    assert_memory_equal(&one, &many, sizeof one);
    assert_true(one.value[0] == 7 * sin(b->u[2] - b->u[1]) + 0.1);
}

static void outputs_go_where_they_are_asked_for(void **state) {
    bench *b = *state;
    static numbers all, at;
    static double first[ROOTS], rest[ROOTS];
    static int target[ROOTS];
    for (int k = 0; k < ROOTS; k++)
        target[k] = ROOTS - 1 - k;
    program cut = program_new(b->w, ROOTS, b->root);
    run(b, &cut, &all);
    for (int count = 0; count <= ROOTS; count += ROOTS / 8) {
        program_run_two(b->w, &cut, b->u, b->z, count, first, rest);
        assert_memory_equal(first, all.value, (size_t)count * sizeof *first);
        assert_memory_equal(rest, all.value + count,
                            (size_t)(ROOTS - count) * sizeof *rest);
    }
    program_run_at(b->w, &cut, b->u, b->z, target, at.value, at.bound);
    for (int k = 0; k < ROOTS; k++) {
        assert_true(at.value[target[k]] == all.value[k]);
        assert_true(at.bound[target[k]] == all.bound[k]);
    }
    memset(at.value, 0, sizeof at.value);
    program_run_at(b->w, &cut, b->u, b->z, target, at.value, NULL);
    for (int k = 0; k < ROOTS; k++)
        assert_true(at.value[target[k]] == all.value[k]);
}

/* Every root times a long sum: cuts would compute that sum again and again. */
static void what_all_roots_share_is_computed_once(void **state) {
    bench *b = *state;
    graph *g = b->g;
    expr all = EXPR_ZERO;
    for (int i = 0; i < N; i++) {
        expr s = expr_add(g, x(b, i), expr_number(g, i + 0.5));
        s = expr_call(g, OP_COS, &s);
        all = i ? expr_mul(g, expr_number(g, 0.5), expr_add(g, all, s)) : s;
    }
    for (int i = 0; i < N; i++)
        b->root[i] = expr_mul(g, all, x(b, i));
    assert_int_equal(program_new(b->w, N, b->root).parts, 1);
}

static void short_programs_and_none_at_all_have_one_part(void **state) {
    bench *b = *state;
    program p = program_new(b->w, 30, b->root), none = program_new(b->w, 0, NULL);
    assert_int_equal(p.parts, 1);
    assert_int_equal(none.outputs, 0);
    program_run(b->w, &none, b->u, b->z, b->z);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(parts_give_every_bit_of_the_whole),
        TEST(other_programs_and_parameters_do_not_interfere),
        TEST(outputs_go_where_they_are_asked_for),
        TEST(what_all_roots_share_is_computed_once),
        TEST(short_programs_and_none_at_all_have_one_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
