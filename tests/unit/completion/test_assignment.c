/* Transversals and offsets against exhaustive search, and long chains in linear time.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../../../src/completion/signature.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 6, NONE = -1000 };

/* sigma[i][j] in a square array, NONE where row i does not contain column j. */
typedef struct table {
    int rows, columns, sigma[MOST][MOST];
    int start[MOST + 1], column[MOST * MOST], entry[MOST * MOST];
} table;

static uint32_t random_state = 7;

static int uniform(int below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (uint32_t)below);
}

static signature sparse(table *t) {
    int count = 0;
    t->start[0] = 0;
    for (int i = 0; i < t->rows; i++) {
        for (int j = 0; j < t->columns; j++)
            if (t->sigma[i][j] != NONE)
                t->column[count] = j, t->entry[count++] = t->sigma[i][j];
        t->start[i + 1] = count;
    }
    return (signature){t->rows, t->columns, t->start, t->column, t->entry, NULL};
}

static table random_table(int rows, int columns, int percent, int orders) {
    table t = {.rows = rows, .columns = columns};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            t.sigma[i][j] = uniform(100) < percent ? uniform(orders) : NONE;
    return t;
}

/* Most columns that can be assigned from column j on, and the highest value with so
 * many, over all choices. */
typedef struct best {
    int columns, value;
} best;

static best search(const table *t, int j, unsigned used) {
    if (j == t->columns)
        return (best){0, 0};
    best found = search(t, j + 1, used);
    for (int i = 0; i < t->rows; i++) {
        if (used & 1u << i || t->sigma[i][j] == NONE)
            continue;
        best rest = search(t, j + 1, used | 1u << i);
        rest.columns++, rest.value += t->sigma[i][j];
        if (rest.columns > found.columns ||
            (rest.columns == found.columns && rest.value > found.value))
            found = rest;
    }
    return found;
}

static void check_assignment(arena *a, table *t) {
    signature s = sparse(t);
    int row_of[MOST], column_of[MOST], value = 0, assigned = 0;
    memset(row_of, 77, sizeof row_of), memset(column_of, 77, sizeof column_of);
    int missing = signature_assign(&s, a, row_of, column_of);
    best expected = search(t, 0, 0);
    for (int j = 0; j < t->columns; j++) {
        if (row_of[j] < 0)
            continue;
        assert_int_equal(column_of[row_of[j]], j);
        assert_int_not_equal(t->sigma[row_of[j]][j], NONE);
        value += t->sigma[row_of[j]][j], assigned++;
    }
    for (int i = 0; i < t->rows; i++)
        if (column_of[i] >= 0)
            assert_int_equal(row_of[column_of[i]], i);
    assert_int_equal(missing, t->columns - expected.columns);
    assert_int_equal(assigned, expected.columns);
    if (!missing)
        assert_int_equal(value, expected.value);
}

static void transversals_have_the_highest_value(void **state) {
    arena *a = arena_new(*state);
    for (int trial = 0; trial < 3000; trial++) {
        int columns = 1 + uniform(MOST), rows = 1 + uniform(MOST);
        if (trial % 2)
            rows = columns;
        table t = random_table(rows, columns, 30 + uniform(70), 1 + uniform(4));
        check_assignment(a, &t);
    }
    arena_free(a);
}

static void extra_rows_lose_to_better_ones(void **state) {
    arena *a = arena_new(*state);
    table t = {.rows = 3, .columns = 1, .sigma = {{0}, {2}, {1}}};
    signature s = sparse(&t);
    int row_of[1], column_of[3];
    assert_int_equal(signature_assign(&s, a, row_of, column_of), 0);
    assert_int_equal(row_of[0], 1);
    assert_int_equal(column_of[0], -1);
    assert_int_equal(column_of[2], -1);
    arena_free(a);
}

static void empty_rows_and_columns_stay_alone(void **state) {
    arena *a = arena_new(*state);
    table t = {.rows = 3, .columns = 3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t.sigma[i][j] = NONE;
    t.sigma[2][0] = 1;
    signature s = sparse(&t);
    int row_of[3], column_of[3];
    assert_int_equal(signature_assign(&s, a, row_of, column_of), 2);
    assert_int_equal(row_of[0], 2);
    arena_free(a);
}

enum { SMALL = 4, LARGEST_OFFSET = 8 };

/* c[] feasible with d from the transversal? */
static int is_feasible(const table *t, const int *row_of, const int *c, int *d) {
    for (int j = 0; j < t->columns; j++)
        d[j] = c[row_of[j]] + t->sigma[row_of[j]][j];
    for (int j = 0; j < t->columns; j++)
        for (int k = 0; k < t->columns; k++) {
            int i = row_of[k];
            if (t->sigma[i][j] != NONE && d[j] - c[i] < t->sigma[i][j])
                return 0;
        }
    return 1;
}

/* No feasible offsets are smaller in any component. */
static void check_minimal(const table *t, const int *row_of, const int *c) {
    int other[MOST] = {0}, d[MOST];
    for (;;) {
        if (is_feasible(t, row_of, other, d))
            for (int i = 0; i < t->rows; i++)
                assert_true(c[i] <= other[i]);
        int i = 0;
        while (i < t->rows && other[i] == LARGEST_OFFSET)
            other[i++] = 0;
        if (i == t->rows)
            return;
        other[i]++;
    }
}

static int check_offsets(arena *a, table *t) {
    signature s = sparse(t);
    int row_of[MOST], column_of[MOST], c[MOST], d[MOST], expected[MOST];
    if (signature_assign(&s, a, row_of, column_of))
        return 0;
    memset(c, 77, sizeof c), memset(d, 77, sizeof d);
    signature_offsets(&s, a, row_of, c, d);
    assert_true(is_feasible(t, row_of, c, expected));
    for (int j = 0; j < t->columns; j++)
        assert_int_equal(d[j], expected[j]);
    for (int i = 0; i < t->rows; i++) {
        assert_in_range(c[i], 0, LARGEST_OFFSET);
        if (column_of[i] < 0)
            assert_int_equal(c[i], 0);
    }
    if (t->rows == t->columns)
        check_minimal(t, row_of, c);
    return 1;
}

static void offsets_are_the_smallest(void **state) {
    arena *a = arena_new(*state);
    int checked = 0;
    for (int trial = 0; trial < 300; trial++) {
        int n = 1 + uniform(SMALL);
        table t = random_table(n + (trial % 8 == 0), n, 40 + uniform(60), 3);
        checked += check_offsets(a, &t);
    }
    assert_true(checked > 100);
    arena_free(a);
}

/* The offsets belong to the equations, wherever they stand in the text. */
static void offsets_do_not_depend_on_the_order(void **state) {
    arena *a = arena_new(*state);
    for (int trial = 0; trial < 500; trial++) {
        int n = 2 + uniform(MOST - 1), shift = 1 + uniform(n - 1);
        table t = random_table(n, n, 60, 3), moved = t;
        for (int i = 0; i < n; i++)
            memcpy(moved.sigma[(i + shift) % n], t.sigma[i], sizeof t.sigma[i]);
        signature s = sparse(&t), r = sparse(&moved);
        int row_of[MOST], column_of[MOST], c[MOST], d[MOST], cm[MOST], dm[MOST];
        if (signature_assign(&s, a, row_of, column_of))
            continue;
        signature_offsets(&s, a, row_of, c, d);
        assert_int_equal(signature_assign(&r, a, row_of, column_of), 0);
        signature_offsets(&r, a, row_of, cm, dm);
        for (int i = 0; i < n; i++)
            assert_int_equal(cm[(i + shift) % n], c[i]);
        assert_memory_equal(dm, d, sizeof *d * (size_t)n);
    }
    arena_free(a);
}

/* Row i contains columns i - 1 (of order `before`) and i; one more row and column at the
 * end: w = der(last). Numbers are spread over the rows by `stride`. */
typedef struct chain {
    invo_context *context;
    int length, before, stride;
    int missing, wrong; /* out */
    double seconds;
} chain;

static int place_of(const chain *h, int i) {
    return (int)((long long)i * h->stride % h->length);
}

static void *run_chain(void *argument) {
    chain *h = argument;
    int n = h->length, count = 0;
    arena *a = arena_new(h->context);
    int *start = ARENA_ARRAY(a, int, n + 1), *column = ARENA_ARRAY(a, int, 2 * n);
    int *sigma = ARENA_ARRAY(a, int, 2 * n), *number = ARENA_ARRAY(a, int, n);
    for (int i = 0; i < n; i++)
        number[place_of(h, i)] = i;
    for (int p = 0; p < n; p++, start[p] = count) {
        int i = number[p];
        if (i > 0)
            column[count] = place_of(h, i - 1), sigma[count++] = h->before;
        if (i == n - 1)
            sigma[count - 1] = 1;
        column[count] = p, sigma[count++] = 0;
    }
    signature s = {n, n, start, column, sigma, NULL};
    int *row_of = ARENA_ARRAY(a, int, n), *column_of = ARENA_ARRAY(a, int, n);
    int *c = ARENA_ARRAY(a, int, n), *d = ARENA_ARRAY(a, int, n);
    clock_t began = clock();
    h->missing = signature_assign(&s, a, row_of, column_of);
    signature_offsets(&s, a, row_of, c, d);
    h->seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    for (int i = 0; i < n; i++) {
        int below = i == n - 1 ? 0 : h->before ? n - 1 - i : 1;
        h->wrong +=
            c[place_of(h, i)] != below || row_of[place_of(h, i)] != place_of(h, i);
    }
    arena_free(a);
    return NULL;
}

/* In a thread with a stack that holds no recursion of this depth. */
static void follow_chain(chain *h) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    assert_int_equal(pthread_attr_setstacksize(&small, 256 * 1024), 0);
    assert_int_equal(pthread_create(&thread, &small, run_chain, h), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&small);
    assert_int_equal(h->missing, 0);
    assert_int_equal(h->wrong, 0);
}

/* An algebraic chain whose end is differentiated: so is every link. Quadratic time would
 * take minutes. */
static void long_chains_take_linear_time(void **state) {
    const int strides[] = {1, 99999, 38197};
    for (int k = 0; k < 3; k++) {
        chain h = {.context = *state, .length = 100000, .stride = strides[k]};
        follow_chain(&h);
        if (h.seconds > 2)
            fail_msg("stride %d: %.1f s", strides[k], h.seconds);
    }
}

/* Each link is the derivative of the one before: the first is differentiated n - 1 times.
 */
static void high_index_is_found_in_either_order(void **state) {
    const int strides[] = {1, 999, 377};
    for (int k = 0; k < 3; k++) {
        chain h = {.context = *state, .length = 1000, .before = 1, .stride = strides[k]};
        follow_chain(&h);
    }
}

static int begin(void **state) {
    return !(*state = invo_context_new());
}
static int end(void **state) {
    return invo_context_free(*state), 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transversals_have_the_highest_value),
        cmocka_unit_test(extra_rows_lose_to_better_ones),
        cmocka_unit_test(empty_rows_and_columns_stay_alone),
        cmocka_unit_test(offsets_are_the_smallest),
        cmocka_unit_test(offsets_do_not_depend_on_the_order),
        cmocka_unit_test(long_chains_take_linear_time),
        cmocka_unit_test(high_index_is_found_in_either_order),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
