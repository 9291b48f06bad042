/* Arenas: memory that is zeroed, goes early where it can, and with its parent else.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/base/context.h"
#include "../../../src/base/arena.h"
#include <cmocka.h> /* last: it has a macro `fail` */

static invo_context *context;

static int set_up(void **state) {
    (void)state;
    context = invo_context_new();
    return context ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    invo_context_free(context);
    return 0;
}

static int is_zero(const char *p, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return 0;
    return 1;
}

static void pieces_are_zeroed_and_aligned(void **state) {
    (void)state;
    arena *a = arena_new(context);
    for (size_t size = 1; size < 100000; size = size * 3 + 1) {
        char *p = arena_alloc(a, size);
        assert_true((uintptr_t)p % sizeof(double) == 0 && is_zero(p, size));
        memset(p, 1, size);
    }
    arena_free(a);
}

/* What is left of the children goes with the parent: the sanitizer would tell. */
static void children_go_in_any_order(void **state) {
    (void)state;
    arena *a = arena_new(context), *child[4];
    for (int k = 0; k < 4; k++) {
        child[k] = arena_child(a);
        memset(arena_alloc(child[k], 50000), 1, 50000);
        memset(arena_alloc(arena_child(child[k]), 500), 1, 500);
    }
    arena_free(child[1]);
    arena_free(child[3]);
    arena_free(child[0]);
    memset(arena_alloc(child[2], 500), 1, 500);
    arena_free(a);
}

static void what_is_returned_is_zeroed_again(void **state) {
    (void)state;
    arena *a = arena_new(context);
    char *kept = arena_alloc(a, 100);
    memset(kept, 7, 100);
    for (int round = 0; round < 3; round++) {
        arena_mark then = arena_now(a);
        for (int k = 0; k < 50; k++) {
            char *p = arena_alloc(a, 3000), *q = arena_alloc(a, 30000);
            assert_true(is_zero(p, 3000) && is_zero(q, 30000));
            memset(p, 1, 3000), memset(q, 1, 30000);
        }
        arena_return(a, then);
    }
    for (int i = 0; i < 100; i++)
        assert_int_equal(kept[i], 7);
    arena_free(a);
}

static void what_is_given_back_is_zeroed_again(void **state) {
    (void)state;
    arena *a = arena_new(context);
    for (size_t used = 0; used < 3000; used += 700) {
        char *p = arena_alloc(a, 3000);
        assert_true(is_zero(p, 3000));
        memset(p, 1, 3000);
        arena_shrink(a, p, 3000, used);
    }
    arena_free(a);
}

/* Lists and copies are not zeroed before they are written, and what comes after is. */
static void pieces_behind_lists_are_zeroed(void **state) {
    (void)state;
    arena *a = arena_new(context);
    LIST(int) list = {0};
    arena_mark then = arena_now(a);
    memset(arena_alloc(a, 8000), 1, 8000);
    arena_return(a, then);
    for (int k = 0; k < 300; k++) {
        LIST_PUSH(a, list, k);
        assert_string_equal(arena_copy(a, "some text", 4), "some");
        assert_true(is_zero(arena_alloc(a, 24), 24));
    }
    arena_free(a);
}

/* Who comes back to nothing again and again does not ask for memory each time. */
/* Room that holds anything is no room of others, and what comes after it is zeroed. */
static void room_is_apart(void **state) {
    (void)state;
    arena *a = arena_new(context);
    for (size_t size = 1; size < 100000; size = size * 3 + 1) {
        char *first = arena_room(a, size);
        char *second = arena_alloc(a, size);
        assert_true((uintptr_t)first % sizeof(double) == 0 && is_zero(second, size));
        memset(first, 1, size);
        assert_true(is_zero(second, size));
        memset(second, 2, size);
        assert_true(first[0] == 1 && first[size - 1] == 1);
    }
    arena_free(a);
}

static void an_empty_arena_keeps_its_first_block(void **state) {
    (void)state;
    arena *parent = arena_new(context), *a = arena_child(parent);
    long before = 0;
    for (int round = 0; round < 10; round++) {
        arena_mark then = arena_now(a);
        char *p = arena_alloc(a, 200);
        assert_true(is_zero(p, 200));
        memset(p, 1, 200);
        arena_return(a, then);
        if (round == 0)
            before = context->allocations;
    }
    assert_int_equal(context->allocations, before);
    arena_free(parent);
}

/* A long list gives back what it does not use, and may go on growing. */
static void lists_are_cut_to_size(void **state) {
    (void)state;
    for (int count = 1; count < 200000; count = 3 * count + 1) {
        arena *a = arena_new(context);
        LIST(int) list = {0};
        for (int k = 0; k < count; k++)
            LIST_PUSH(a, list, k);
        LIST_FIT(list);
        assert_int_equal(list.count, count);
        if (count > 10000)
            assert_int_equal(list.capacity, count);
        for (int k = count; k < 2 * count; k++)
            LIST_PUSH(a, list, k);
        for (int k = 0; k < 2 * count; k++)
            assert_int_equal(list.at[k], k);
        arena_free(a);
    }
}

static void lists_grow_and_are_kept(void **state) {
    (void)state;
    arena *a = arena_new(context), *scratch = arena_child(a);
    LIST(int) one = {0}, other = {0};
    for (int k = 0; k < 100000; k++) {
        LIST_PUSH(scratch, one, k);
        if (k % 2)
            LIST_PUSH(a, other, -k); /* both move in between */
    }
    int *kept = LIST_KEEP(a, one);
    arena_free(scratch);
    for (int k = 0; k < 100000; k++)
        assert_int_equal(kept[k], k);
    for (int k = 0; k < 50000; k++)
        assert_int_equal(other.at[k], -2 * k - 1);
    arena_free(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_zeroed_and_aligned),
        cmocka_unit_test(children_go_in_any_order),
        cmocka_unit_test(what_is_returned_is_zeroed_again),
        cmocka_unit_test(what_is_given_back_is_zeroed_again),
        cmocka_unit_test(pieces_behind_lists_are_zeroed),
        cmocka_unit_test(room_is_apart),
        cmocka_unit_test(an_empty_arena_keeps_its_first_block),
        cmocka_unit_test(lists_are_cut_to_size),
        cmocka_unit_test(lists_grow_and_are_kept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
