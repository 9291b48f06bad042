/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws well posed models and compares the program with the reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hybrid_draw.h"

enum { MOST_ATTEMPTS = 2000 };
static const double TOLERANCE = 1e-6;

static hybrid_outcome outcome;
static hybrid_solution solution;
static hybrid_text text;

/* Draws until the outcome is known, with at least so many events of states. */
static int draw_sure(int k, const hybrid_family *f, hybrid_model *m) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        hybrid_seed((uint64_t)k * MOST_ATTEMPTS + (uint64_t)attempt);
        f->draw(m);
        if (hybrid_is_sure(m, 0, &outcome) && outcome.crossings >= f->crossings)
            return 1;
    }
    return 0;
}

static const char *compare(const hybrid_model *m) {
    hybrid_write(&text, m);
    hybrid_solve(m, &text, "auto", TOLERANCE, &solution);
    return hybrid_difference(m, &outcome, &solution, TOLERANCE);
}

/* Whether a smaller model is well posed and wrong in the same way: at its end, or in that
 * it stops. */
static int expected_exit;
static int is_wrong(const hybrid_model *m) {
    if (!hybrid_is_sure(m, 0, &outcome))
        return 0;
    return *compare(m) != 0 && solution.exit_status == expected_exit;
}

static void show_smaller(hybrid_model *m) {
    expected_exit = solution.exit_status;
    hybrid_shrink(m, is_wrong);
    hybrid_is_sure(m, 0, &outcome);
    const char *what = compare(m);
    printf("%s// smallest: %s\n", text.at, what);
}

static int check_one(int k, const hybrid_family *f, int is_shown, int is_shrunk) {
    static hybrid_model m;
    if (!draw_sure(k, f, &m)) {
        fprintf(stderr, "system %d: no well posed one was drawn\n", k);
        return 1;
    }
    const char *what = compare(&m);
    if (is_shown)
        fputs(text.at, stdout);
    if (!*what)
        return 0;
    fprintf(stderr, "system %d: %s\n", k, what);
    if (is_shrunk)
        show_smaller(&m);
    return 1;
}

int hybrid_check(int first, int last, const hybrid_family *f, int is_shrunk) {
    int wrong = 0;
    for (int k = first; k <= last; k++)
        wrong += check_one(k, f, first == last, is_shrunk);
    if (wrong)
        fprintf(stderr, "%d of %d systems\n", wrong, last - first + 1);
    return wrong;
}

int hybrid_check_arguments(int count, char **arguments, const hybrid_family *f) {
    const int first = atoi(arguments[1]), last = atoi(arguments[2]);
    const int is_shrunk = count > 3 && strcmp(arguments[3], "smallest") == 0;
    return hybrid_check(first, last, f, is_shrunk) > 0;
}
