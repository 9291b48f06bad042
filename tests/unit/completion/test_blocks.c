/* Block triangular order: every block can be solved when its turn comes, and none can be
 * split. SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include "../../../src/completion/signature.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 7 };

static uint32_t random_state = 3;

static int uniform(int below) {
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (uint32_t)below);
}

/* needs[j][k]: the row of column j contains column k at the top. */
typedef struct problem {
    signature s;
    int start[MOST + 1], column[MOST * MOST], sigma[MOST * MOST];
    int row_of[MOST], c[MOST], d[MOST];
    char needs[MOST][MOST];
} problem;

/* Random entries on a random transversal; offsets and orders are such that some entries
 * stand below the top. */
static void random_problem(problem *p, int n) {
    int count = 0, column_of[MOST];
    memset(p, 0, sizeof *p);
    for (int j = 0; j < n; j++)
        p->row_of[j] = j, p->d[j] = 1 + uniform(3);
    for (int j = n - 1; j > 0; j--) {
        int k = uniform(j + 1), row = p->row_of[j];
        p->row_of[j] = p->row_of[k], p->row_of[k] = row;
    }
    for (int j = 0; j < n; j++)
        column_of[p->row_of[j]] = j, p->c[p->row_of[j]] = uniform(2);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int own = j == column_of[i], top = own || uniform(4) > 0;
            if (!own && uniform(100) >= 25)
                continue;
            p->column[count] = j, p->sigma[count++] = p->d[j] - p->c[i] - !top;
            p->needs[column_of[i]][j] = (char)top;
        }
        p->start[i + 1] = count;
    }
    p->s = (signature){n, n, p->start, p->column, p->sigma, NULL};
}

static void close_over(char needs[MOST][MOST], int n) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                needs[i][j] |= needs[i][k] && needs[k][j];
}

static void check(arena *a, problem *p) {
    int n = p->s.columns, block[MOST + 1], order[MOST], block_of[MOST];
    memset(block, 77, sizeof block), memset(order, 77, sizeof order);
    memset(block_of, -1, sizeof block_of);
    int blocks = signature_blocks(&p->s, a, p->row_of, p->c, p->d, block, order);
    assert_int_equal(block[0], 0);
    assert_int_equal(block[blocks], n);
    for (int b = 0; b < blocks; b++) {
        assert_true(block[b] < block[b + 1]);
        for (int k = block[b]; k < block[b + 1]; k++) {
            assert_in_range(order[k], 0, n - 1);
            assert_int_equal(block_of[order[k]], -1); /* a permutation */
            block_of[order[k]] = b;
        }
    }
    close_over(p->needs, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (p->needs[i][j])
                assert_true(block_of[j] <= block_of[i]);
            int together = i == j || (p->needs[i][j] && p->needs[j][i]);
            assert_int_equal(block_of[i] == block_of[j], together);
        }
}

static void blocks_are_solvable_in_order_and_irreducible(void **state) {
    arena *a = arena_new(*state);
    for (int trial = 0; trial < 3000; trial++) {
        problem p;
        random_problem(&p, 1 + uniform(MOST));
        check(a, &p);
    }
    arena_free(a);
}

/* Entries below the top do not tie blocks together. */
static void lower_orders_do_not_count(void **state) {
    arena *a = arena_new(*state);
    const int start[] = {0, 2, 4}, column[] = {0, 1, 0, 1}, sigma[] = {2, 1, 1, 2};
    const int row_of[] = {0, 1}, c[] = {0, 0}, d[] = {2, 2};
    signature s = {2, 2, start, column, sigma, NULL};
    int block[3], order[2];
    assert_int_equal(signature_blocks(&s, a, row_of, c, d, block, order), 2);
    arena_free(a);
}

/* Column j needs j + 1; in a ring the last needs the first. */
typedef struct chain {
    invo_context *context;
    int length, ring;
    int blocks, wrong; /* out */
    double seconds;
} chain;

static void *run_chain(void *argument) {
    chain *h = argument;
    int n = h->length, count = 0;
    arena *a = arena_new(h->context);
    int *start = ARENA_ARRAY(a, int, n + 1), *column = ARENA_ARRAY(a, int, 2 * n);
    int *zero = ARENA_ARRAY(a, int, 2 * n), *row_of = ARENA_ARRAY(a, int, n);
    for (int i = 0; i < n; i++) {
        row_of[i] = i, column[count++] = i;
        if (i + 1 < n || h->ring)
            column[count++] = (i + 1) % n;
        start[i + 1] = count;
    }
    signature s = {n, n, start, column, zero, NULL};
    int *block = ARENA_ARRAY(a, int, n + 1), *order = ARENA_ARRAY(a, int, n);
    clock_t began = clock();
    h->blocks = signature_blocks(&s, a, row_of, zero, zero, block, order);
    h->seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    for (int b = 0; b < n && !h->ring; b++)
        h->wrong += order[b] != n - 1 - b || block[b] != b;
    arena_free(a);
    return NULL;
}

static void follow(chain *h) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    assert_int_equal(pthread_attr_setstacksize(&small, 256 * 1024), 0);
    assert_int_equal(pthread_create(&thread, &small, run_chain, h), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&small);
}

static void long_chains_need_no_stack(void **state) {
    for (int ring = 0; ring < 2; ring++) {
        chain h = {.context = *state, .length = 100000, .ring = ring};
        follow(&h);
        assert_int_equal(h.blocks, ring ? 1 : h.length);
        assert_int_equal(h.wrong, 0);
        if (h.seconds > 2)
            fail_msg("%.1f s", h.seconds);
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
        cmocka_unit_test(blocks_are_solvable_in_order_and_irreducible),
        cmocka_unit_test(lower_orders_do_not_count),
        cmocka_unit_test(long_chains_need_no_stack),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
