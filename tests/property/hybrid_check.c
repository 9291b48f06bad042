/* SPDX-License-Identifier: BSD-3-Clause */
/* Draws well posed models and compares the program with the reference. */
#include <stdio.h>
#include <stdlib.h>
#include "hybrid_draw.h"

enum { MOST_ATTEMPTS = 2000 };

/* Draws until the outcome is known, with at least so many events of states. */
static int draw_sure(int k, int crossings, hybrid_drawing draw, hybrid_model *m,
                     hybrid_outcome *o) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        hybrid_seed((uint64_t)k * MOST_ATTEMPTS + (uint64_t)attempt);
        draw(m);
        if (hybrid_is_sure(m, 0, o) && o->crossings >= crossings) return 1;
    }
    return 0;
}

static int check_one(int k, int crossings, hybrid_drawing draw, int is_loud) {
    static hybrid_model m;
    static hybrid_outcome o;
    static hybrid_solution s;
    static hybrid_text t;
    if (!draw_sure(k, crossings, draw, &m, &o)) {
        fprintf(stderr, "system %d: no well posed one was drawn\n", k);
        return 1;
    }
    hybrid_write(&t, &m);
    if (is_loud) fputs(t.at, stdout);
    hybrid_solve(&m, &t, "auto", &s);
    const char *what = hybrid_difference(&m, &o, &s);
    if (*what) fprintf(stderr, "system %d: %s\n", k, what);
    return *what != 0;
}

int hybrid_check(int first, int last, int crossings, hybrid_drawing draw) {
    int wrong = 0;
    for (int k = first; k <= last; k++)
        wrong += check_one(k, crossings, draw, first == last);
    if (wrong) fprintf(stderr, "%d of %d systems\n", wrong, last - first + 1);
    return wrong;
}
