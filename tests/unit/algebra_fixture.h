/* SPDX-License-Identifier: BSD-3-Clause */
/* A ring in x, y, z, w, u, v for the tests of src/algebra. */
#ifndef TESTS_ALGEBRA_FIXTURE_H
#define TESTS_ALGEBRA_FIXTURE_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../src/algebra/poly.h"

enum { VARIABLES = 6 };
static const char *const letters[VARIABLES] = {"x", "y", "z", "w", "u", "v"};
static const char no_units[VARIABLES];

static invo_context *context;
static arena *memory;
static algebra_work *work;
static const ring *plain; /* by degree, x the largest */

static int open_ring(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    work = algebra_work_new(memory, 1e8, 600);
    plain = ring_new(memory, work, VARIABLES);
    return 0;
}

static int close_ring(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static inline poly read(const char *text) {
    return poly_read(plain, memory, text, letters, no_units);
}

static inline const char *text_of(poly f) {
    return poly_text(plain, memory, f, letters);
}

/* "x*y-1; z^2": a list */
static inline polys read_list(const char *text) {
    polys list = {0};
    while (*text) {
        size_t n = strcspn(text, ";");
        LIST_PUSH(memory, list, read(arena_copy(memory, text, n)));
        text += text[n] ? n + 1 : n;
    }
    return list;
}

/* Small polynomials that are the same in every run. */
static inline poly random_poly(int variables, int degree, int terms) {
    poly sum = {0, NULL, NULL};
    while (terms-- > 0) {
        poly term = poly_constant(plain, memory, integer_of(algebra_draw(work, 9)));
        for (int k = (algebra_draw(work, degree) + degree + 1) / 2; k > 0; k--) {
            int j = (algebra_draw(work, 1000) + 1000) % variables;
            term = poly_mul(plain, memory, term, poly_variable(plain, memory, j));
        }
        sum = poly_add(plain, memory, sum, term);
    }
    return sum;
}

#endif
