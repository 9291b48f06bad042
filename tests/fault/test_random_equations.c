/* SPDX-License-Identifier: BSD-3-Clause */
/* A few thousand systems of random equations (../fuzz/random_equations.h): no crash, no
 * internal error, a documented status with a reason, and where a run succeeds, a ledger
 * within bounds. fault_test_random_equations FIRST LAST prints and runs some alone. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include "../fuzz/random_equations.h"
#include <cmocka.h>

/* The sanitizers make everything some ten times slower: they see every tenth. */
#ifdef __SANITIZE_ADDRESS__
enum { SLOWER = 10 };
#else
enum { SLOWER = 1 };
#endif
enum { SYSTEMS = 2000 / SLOWER, BYTES = 400, LEAST_SUCCESSES = SYSTEMS / 20 };
enum { HANGS = 60 }; /* seconds after which a system is given up: others take a second */

static sigjmp_buf given_up;

static void give_up(int signal) {
    (void)signal;
    siglongjmp(given_up, 1);
}

static void draw(equations_text *t, uint64_t seed) {
    uint8_t bytes[BYTES];
    uint64_t state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int k = 0; k < BYTES; k++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        bytes[k] = (uint8_t)(state >> 24);
    }
    choices c = {bytes, bytes + BYTES};
    say_system(t, &c);
}

/* What is wrong; a system that hangs is left behind as it is. */
static const char *try_or_give_up(const equations_text *t, invo_status *status) {
    if (sigsetjmp(given_up, 1))
        return "hangs";
    alarm(HANGS);
    const char *wrong = try_equations(t, status);
    alarm(0);
    return wrong;
}

/* Whether it is as it should be. */
static int check(int k, int chatty, int *successes) {
    static equations_text t;
    invo_status status = INVO_E_LIMIT;
    draw(&t, (uint64_t)k);
    if (chatty)
        print_message("// system %d\n%s", k, t.at);
    clock_t begin = clock();
    const char *wrong = try_or_give_up(&t, &status);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (wrong)
        print_error("system %d, status %d: %s\n%s", k, (int)status, wrong, t.at);
    if (chatty)
        print_message("// %s, %.2g s\n", invo_status_text(status), seconds);
    *successes += status == INVO_OK;
    return !wrong;
}

static void random_equations_do_no_harm(void **state) {
    (void)state;
    int wrong = 0, successes = 0;
    for (int k = 0; k < SYSTEMS; k++)
        wrong += !check(k, 0, &successes);
    print_message("%d of %d systems run\n", successes, SYSTEMS);
    assert_int_equal(wrong, 0);
    assert_true(successes > LEAST_SUCCESSES); /* else nothing was tested */
}

/* What the order of equations makes of a system: 0 the same; 1 one order is refused,
 * which may happen where Newton's iteration meets a singular point; 2 another structure.
 */
static int compare_orders(int k) {
    static equations_text t, reversed;
    invo_structure a = {0}, b = {0};
    draw(&t, (uint64_t)k);
    reverse_equations(&reversed, &t);
    invo_status one = analyze_equations(&t, &a), other = analyze_equations(&reversed, &b);
    if (!one == !other && a.dof == b.dof && a.index == b.index)
        return 0;
    print_message("system %d: %s, index %d, dof %d; reversed: %s, index %d, dof %d\n%s",
                  k, invo_status_text(one), a.index, a.dof, invo_status_text(other),
                  b.index, b.dof, t.at);
    return one || other ? 1 : 2;
}

enum { FEW_REFUSED = 8 };

static void the_order_of_equations_changes_nothing(void **state) {
    (void)state;
    int count[3] = {0};
    for (int k = 0; k < SYSTEMS; k++)
        count[compare_orders(k)]++;
    assert_int_equal(count[2], 0);
    assert_true(count[1] <= FEW_REFUSED);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_equations_do_no_harm),
        cmocka_unit_test(the_order_of_equations_changes_nothing),
    };
    int wrong = 0, successes = 0;
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = give_up}, NULL);
    if (count != 3)
        return cmocka_run_group_tests(tests, NULL, NULL);
    for (int k = atoi(arguments[1]); k <= atoi(arguments[2]); k++)
        wrong += !check(k, 1, &successes);
    return wrong > 0;
}
