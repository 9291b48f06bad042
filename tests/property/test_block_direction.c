/* SPDX-License-Identifier: BSD-3-Clause */
/* --direction block against square: the same steps to the same end, whether masses are
 * diagonal or not, and whatever unknowns serve to write the equations down. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

typedef struct problem {
    const char *file; /* '@': in the references */
    double stop;
    double apart;   /* the ends may differ by: what round-off has grown to */
    int factorizes; /* E is not all divisions */
} problem;

static const problem problems[] = {
    {"Chain6.mo", 2, 1e-8, 0},
    {"FourBar.mo", 5, 1e-11, 0},
    {"Fekete.mo", 2, 1e-12, 0},
    {"@CarAxis.mo", 3, 1e-9, 0},
    {"@AndrewsSqueezer.mo", 0.03, 1e-7, 1},
};

enum { COLUMNS = 200 };
typedef struct outcome {
    int is_there, columns;
    double end[COLUMNS];
    invo_statistics s;
} outcome;

static void run_parsed(invo_context *c, invo_model *m, const char *name,
                       const char *direction, double stop, outcome *to) {
    invo_options o;
    invo_result *r = NULL;
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.direction = direction, o.stop = stop, o.rtol = 1e-8, o.atol = 1e-8;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s, %s: %s", name, direction, invo_context_message(c));
    to->is_there = 1, to->s = *invo_result_statistics(r);
    to->columns = invo_result_columns(r) < COLUMNS ? invo_result_columns(r) : COLUMNS;
    memcpy(to->end, invo_result_final(r), sizeof *to->end * (size_t)to->columns);
    invo_result_free(r);
}

static void run(const problem *p, const char *direction, outcome *to) {
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE"), *at = getenv("INVOLUTE_REFERENCE");
    int theirs = *p->file == '@';
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    if (theirs && at)
        snprintf(path, sizeof path, "%s/%s", at, p->file + 1);
    else
        snprintf(path, sizeof path, "%s/%s/%s", root ? root : ".",
                 theirs ? "../shared/reference" : "models", p->file + theirs);
    to->is_there = 0;
    FILE *f = fopen(path, "r");
    if (f)
        fclose(f);
    if (!f && !theirs)
        fail_msg("%s is not there", path);
    if (f) {
        assert_int_equal(invo_model_read(c, path, &m), 0);
        run_parsed(c, m, p->file, direction, p->stop, to);
        invo_model_free(m);
    }
    invo_context_free(c);
}

static void compare(const char *name, const outcome *a, const outcome *b, double apart,
                    int factorizes) {
    for (int j = 0; j < a->columns; j++)
        if (!(fabs(a->end[j] - b->end[j]) <= apart * fmax(1, fabs(a->end[j]))))
            fail_msg("%s, column %d: %.17g by square, %.17g by block", name, j, a->end[j],
                     b->end[j]);
    if (labs(a->s.steps - b->s.steps) > 1 + a->s.steps / 50)
        fail_msg("%s: %ld steps by square, %ld by block", name, a->s.steps, b->s.steps);
    if (b->s.linear_iterations == 0)
        fail_msg("%s: no iterations", name);
    if (!factorizes && 10 * b->s.direction_factorizations > a->s.direction_factorizations)
        fail_msg("%s: %ld factors by square, %ld by block", name,
                 a->s.direction_factorizations, b->s.direction_factorizations);
}

static void block_agrees_with_square(void **state) {
    int missing = 0;
    (void)state;
    for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
        static outcome square, block;
        run(&problems[k], "square", &square);
        run(&problems[k], "block", &block);
        if (square.is_there)
            compare(problems[k].file, &square, &block, problems[k].apart,
                    problems[k].factorizes);
        missing += !square.is_there;
    }
    if (missing)
        print_message("%d models are not there\n", missing);
}

/* A double pendulum, with: forces and accelerations that have names, and a
 * mass that is no number; friction that
 * follows the sum of the tensions. */
static const char body[] =
    "model M Real x(start = 0.6, fixed = true), y(start = -0.8), p(start = 1.5, fixed = "
    "true), q(start = -1.2), l1, l2, %s; initial equation %s equation 2*der(der(p)) = "
    "-(p - x)*l2; 2*der(der(q)) = -(q - y)*l2 - 19.62; x^2 + y^2 = 1; (p - x)^2 + (q - "
    "y)^2 = 0.97; %s end M;";
static const struct {
    const char *names, *initial, *rest;
} variants[] = {
    {"fx, fy, ax, ay", "der(x) = 0; der(p) = 0;",
     "ax = der(der(x)); ay = der(der(y)); fx = -x*l1 + (p - x)*l2; fy = -y*l1 + (q - "
     "y)*l2 - 9.81; ax + 0.1*ay = fx; ay + 0.1*ax = fy;"},
    {"s", "der(x) = 0; der(p) = 0;",
     "s = l1 + 0.5*l2; der(der(x)) = -x*l1 + (p - x)*l2 - 0.1*y*s; der(der(y)) = -y*l1 + "
     "(q - y)*l2 - 9.81 + 0.1*x*s;"},
};

static void unknowns_that_are_no_multipliers(void **state) {
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        char text[1500], name[20];
        outcome square, block;
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        snprintf(name, sizeof name, "variant %d", (int)k);
        snprintf(text, sizeof text, body, variants[k].names, variants[k].initial,
                 variants[k].rest);
        if (invo_model_parse(c, "m.mo", text, strlen(text), &m))
            fail_msg("%s: %s", name, invo_context_message(c));
        run_parsed(c, m, name, "square", 1, &square);
        run_parsed(c, m, name, "block", 1, &block);
        compare(name, &square, &block, 1e-9, k == 0);
        invo_model_free(m);
        invo_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_agrees_with_square),
        cmocka_unit_test(unknowns_that_are_no_multipliers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
