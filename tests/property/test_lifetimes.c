/* What users may free when, and what long loops cost. Results own all that they tell: the
 * model and its context may go first (the sanitizers and valgrind see a pointer that was
 * left behind; here, the memory is overwritten, too).
 * SPDX-License-Identifier: BSD-3-Clause */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

/* Loops, arrays, names, a plain equation, and an event that changes the equations. */
static const char model[] =
    "model Chain parameter Integer n = 12; Real x[n](start = 1:n), v[n], w[2] = "
    "{x[1], x[2]}; Real total = sum(x); equation for i in 1:n loop der(x[i]) = v[i]; end "
    "for; v[1] = -x[1]; for i in 2:n loop v[i] = x[i - 1] - x[i] + (if x[1] > 0.8 then i "
    "else 0) annotation(__involute(name = \"link\")); end for; "
    "annotation(experiment(StopTime = 0.5)); end Chain;";

static invo_status run(const char *text, invo_context **c, invo_model **m,
                       invo_result **r) {
    invo_options o;
    invo_options_init(&o);
    *c = invo_context_new();
    *m = NULL, *r = NULL;
    invo_status status = invo_model_parse(*c, "chain.mo", text, strlen(text), m);
    if (!status)
        status = invo_model_options(*m, &o);
    if (!status)
        status = invo_model_run(*m, &o, r);
    return status;
}

/* All that a result says in words, one line each. */
static char *words(const invo_result *r) {
    char *text = NULL;
    size_t size;
    invo_ledger_row row;
    invo_result_event_row event;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        fprintf(out, "%s, %s, %d\n", row.row.equation, row.row.where, row.row.level);
    for (int k = 0; k < invo_result_columns(r); k++)
        fprintf(out, "%s\n", invo_result_column(r, k));
    for (int k = 0; invo_result_event(r, k, &event); k++)
        fprintf(out, "%s\n", event.name);
    fclose(out);
    return text;
}

/* Blocks of many sizes, so that what was freed does not stay as it was. */
static void overwrite_the_heap(void) {
    enum { BLOCKS = 300 };
    void *block[BLOCKS];
    for (int k = 0; k < BLOCKS; k++) {
        size_t size = (size_t)16 << k % 13;
        block[k] = malloc(size);
        if (block[k])
            memset(block[k], '!', size);
    }
    for (int k = 0; k < BLOCKS; k++)
        free(block[k]);
}

static void results_outlive_model_and_context(void **state) {
    (void)state;
    invo_context *c;
    invo_model *m;
    invo_result *r;
    assert_int_equal(run(model, &c, &m, &r), INVO_OK);
    char *meant = words(r);
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
    assert_non_null(strstr(meant, "\nder(x[12]) = v[12], chain.mo:1, 0\n"));
    assert_non_null(strstr(meant, "link: v[7] = x[7 - 1] - x[7] + "));
    assert_non_null(strstr(meant, "(w = {x[1], x[2]})[2], chain.mo:1, 0\n"));
    assert_int_equal(run(model, &c, &m, &r), INVO_OK);
    invo_model_free(m), invo_context_free(c);
    overwrite_the_heap();
    char *found = words(r);
    assert_string_equal(found, meant);
    free(found), free(meant);
    invo_result_free(r);
}

#ifdef __SANITIZE_ADDRESS__
enum { HEAP_IS_KNOWN = 0 };
#else
enum { HEAP_IS_KNOWN = 1 };
#endif

static double heap_in_use(void) {
    struct mallinfo2 all = mallinfo2();
    return (double)all.uordblks + (double)all.hblkhd;
}

/* Bytes that model and result hold for each pass of a loop whose two equations have
 * numbers of that length. */
static double bytes_for_a_pass(int length) {
    enum { PASSES = 3000 };
    char text[2000], digits[500] = "";
    memset(digits, '9', (size_t)length);
    snprintf(text, sizeof text,
             "model M parameter Real p = 2; Real x[%d](each start = 1), y[%d]; equation "
             "for i in 1:%d loop\n der(x[i]) = -x[i]*p*1.%s;\n der(y[i]) = x[i]*1.%s;\n"
             "end for; annotation(experiment(StopTime = 0.01)); end M;",
             PASSES, PASSES, PASSES, digits, digits);
    invo_context *c;
    invo_model *m;
    invo_result *r;
    double before = heap_in_use();
    assert_int_equal(run(text, &c, &m, &r), INVO_OK);
    double used = heap_in_use() - before;
    invo_result_free(r), invo_model_free(m), invo_context_free(c);
    return used / PASSES;
}

/* A long equation in a loop costs no more than a short one: its words are kept once. */
static void words_of_loops_are_kept_once(void **state) {
    (void)state;
    if (!HEAP_IS_KNOWN)
        skip();
    double brief = bytes_for_a_pass(1), verbose = bytes_for_a_pass(400);
    if (!(brief > 100))
        skip(); /* another malloc, which does not tell */
    if (!(verbose - brief < 8))
        fail_msg("a pass of a loop takes %.0f bytes, with longer equations %.0f", brief,
                 verbose);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_outlive_model_and_context),
        cmocka_unit_test(words_of_loops_are_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
