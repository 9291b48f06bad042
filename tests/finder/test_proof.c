/* SPDX-License-Identifier: BSD-3-Clause */
/* Proofs of conservation: nearly all quantities of the models of this folder have one,
 * and nothing that is not conserved has. Whether it is, rates at points in quadruple
 * precision tell, which proofs do not use. */
#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/completion/alias.h"
#include "../../src/completion/trivial.h"
#include "../../src/finder/proof.h"
#include "../../src/main_path/main_path.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
/* cmocka has a macro of this name */
#undef fail
#include <cmocka.h>

#define FOLDER "tests/finder"
static const double NOT_ZERO = 1e-24; /* of a rate, beside its terms at these points */

typedef struct judgement {
    invo_model *m;
    const char *text;  /* of a quantity, or NULL: `number` of those found, changed */
    int number;        /* of what was found */
    double change;     /* times a coordinate is added */
    const char *proof; /* as it was found */
    double rate;       /* the largest at some points */
} judgement;

static expr quantity_of(judgement *j, surface *s) {
    completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    if (j->text) {
        source *own = arena_alloc(j->m->arena, sizeof *own);
        *own = (source){"quantity", j->text, strlen(j->text), NULL};
        expr e = trivial_substitute(c, model_expression(j->m->model, own));
        return alias_substitute(c->system, c->alias, e);
    }
    expr e = j->m->finding->at[j->number].value;
    if (j->change == 0)
        return e;
    int unknown = j->number % c->unknowns;
    while (c->unknown[unknown].d == 0)
        unknown = (unknown + 1) % c->unknowns;
    expr leaf = expr_jet(g, c->unknown[unknown].variable, 0);
    return expr_add(g, e, expr_mul(g, expr_number(g, j->change), leaf));
}

static double largest_rate(surface *s, expr quantity) {
    expr rate = expr_total(s->lowered->completion->system->graph, quantity);
    quad_tape t = quad_tape_new(s, 1, &rate);
    quad *x = quad_array(s->arena, s->slots);
    double most = 0;
    for (int k = 0; k < 5; k++) {
        if (!surface_draw(s, x))
            continue;
        quad_tape_run(s, &t, x);
        most = fmax(most, fabs((double)t.out[0]));
    }
    return most;
}

static void judge_body(invo_context *c, void *argument) {
    judgement *j = argument;
    effort limit = {c, 1e11, NULL, NULL};
    surface *s =
        surface_new(j->m->lowered, arena_child(j->m->completed), &limit, 0, NULL);
    expr quantity = quantity_of(j, s);
    j->proof = proof_find(s, quantity);
    j->rate = largest_rate(s, quantity);
}

static void judge(judgement *j) {
    j->m->model->system.arena = j->m->completed;
    if (protect(j->m->context, judge_body, j))
        fail_msg("%s", invo_context_message(j->m->context));
    j->m->model->system.arena = j->m->arena;
}

/* Reads a model of the folder and searches it. */
static invo_model *searched(invo_context *c, const char *file, const char *set,
                            int degree) {
    char path[512];
    invo_options o;
    invo_model *m = NULL;
    invo_search search = {degree, NULL};
    snprintf(path, sizeof path, FOLDER "/%s", file);
    if (invo_model_read(c, path, &m) || (set && invo_model_set(m, set)) ||
        invo_model_options(m, invo_options_init(&o)) ||
        invo_model_find_invariants(m, &o, &search))
        fail_msg("%s", invo_context_message(c));
    return m;
}

static int has_proof(const char *proof) {
    return strcmp(proof, "none") != 0;
}

/* --- what is nearly conserved --- */

#define ENERGY "der(x)^2 + der(y)^2 + 2*g*y"
#define KOWALEVSKI                                                                       \
    "(p^2 - q^2 + k/C*a)^2 + (2*p*q + k/C*b)^2" /* up to a multiple, where A = 2 C */

static const struct {
    const char *file, *set, *quantity;
    int is_conserved;
} near[] = {
    {"DampedPendulum.mo", "d=0", ENERGY, 1},
    {"DampedPendulum.mo", "d=1e-8", ENERGY, 0},
    {"DampedPendulum.mo", "d=1e-12", ENERGY, 0},
    {"DampedPendulum.mo", "d=1e-14", ENERGY, 0},
    {"DampedPendulum.mo", "d=1e-16", ENERGY, 0},
    {"DampedPendulum.mo", "d=1e-20", ENERGY, 0},
    {"KeplerDrag.mo", "d=0", "x*vy - y*vx", 1},
    {"KeplerDrag.mo", "d=0", "vx^2 + vy^2 - 2/sqrt(x^2 + y^2)", 1},
    {"KeplerDrag.mo", "d=1e-10", "x*vy - y*vx", 0},
    {"KeplerDrag.mo", "d=1e-15", "vx^2 + vy^2 - 2/sqrt(x^2 + y^2)", 0},
    {"KeplerDrag.mo", "d=1e-18", "x*vy - y*vx", 0},
    {"KeplerDrag.mo", "d=1e-20", "vx^2 + vy^2 - 2/sqrt(x^2 + y^2)", 0},
    {"Kowalevski.mo", "A=2", KOWALEVSKI, 1},
    {"Kowalevski.mo", "A=2.00000000000002", KOWALEVSKI, 0},
    {"Kowalevski.mo", "C=1.00000000000001", KOWALEVSKI, 0},
    {"Kowalevski.mo", "B=2.00000000000002", KOWALEVSKI, 0},
    {"Lorenz.mo", "x=1", "x^2 - 2*10*z", 0},
    {"Pendulum.mo", "g=9.81", "x^2 + y^2", 1}, /* a constraint */
    {"Pendulum.mo", "g=9.81", "floor(x)", 0},
};

static void proves_nothing_that_is_nearly_conserved(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof near / sizeof *near; k++) {
        invo_context *c = invo_context_new();
        judgement j = {.m = searched(c, near[k].file, near[k].set, 1),
                       .text = near[k].quantity};
        judge(&j);
        if (has_proof(j.proof) != near[k].is_conserved)
            fail_msg("%s with %s: the proof of %s is '%s'", near[k].file, near[k].set,
                     j.text, j.proof);
        invo_model_free(j.m);
        invo_context_free(c);
    }
}

/* --- what is found, and slightly different --- */

static int proved, unproved, wrong;

static void check_quantities(const char *file) {
    invo_context *c = invo_context_new();
    invo_model *m = searched(c, file, NULL, 2);
    for (int k = 0; k < m->finding->count; k++) {
        judgement j = {.m = m, .number = k};
        if (*m->finding->at[k].level) /* it has a proof on its surface only */
            continue;
        proved += has_proof(m->finding->at[k].proof);
        unproved += !has_proof(m->finding->at[k].proof);
        j.change = 1e-9;
        judge(&j);
        wrong += j.rate > NOT_ZERO;
        if (has_proof(j.proof) && j.rate > NOT_ZERO)
            fail_msg("%s: quantity %d with a term of 1e-9 is proved (%s), and has the "
                     "rate %g",
                     file, k + 1, j.proof, j.rate);
    }
    invo_model_free(m);
    invo_context_free(c);
}

static void proves_what_is_found_and_nothing_beside_it(void **state) {
    DIR *folder = opendir(FOLDER);
    (void)state;
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder));) {
        size_t size = strlen(e->d_name);
        if (size > 3 && strcmp(e->d_name + size - 3, ".mo") == 0)
            check_quantities(e->d_name);
    }
    closedir(folder);
    print_message("%d quantities are proved, %d are not; %d wrong ones are not\n", proved,
                  unproved, wrong);
    assert_true(proved >= 80);
    assert_true(unproved <= 2);
    assert_true(wrong >= 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proves_nothing_that_is_nearly_conserved),
        cmocka_unit_test(proves_what_is_found_and_nothing_beside_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
