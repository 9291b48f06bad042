/* SPDX-License-Identifier: BSD-3-Clause */
/* A search ends where it is interrupted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

typedef struct bystander {
    long questions, patience;
} bystander;

static int asked(void *data) {
    bystander *b = data;
    return ++b->questions > b->patience;
}

static invo_status search_model(invo_context *c, const char *path, bystander *b,
                                invo_model **m) {
    invo_options o;
    invo_search search = {3, NULL};
    if (invo_model_read(c, path, m) || invo_model_options(*m, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    o.interrupt = asked;
    o.interrupt_data = b;
    return invo_model_find_invariants(*m, &o, &search);
}

static void ends_when_interrupted(void **state) {
    (void)state;
    for (long patience = 0; patience < 400; patience += 133) {
        bystander b = {0, patience};
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_found f;
        assert_int_equal(search_model(c, "tests/finder/SphericalPendulum.mo", &b, &m),
                         INVO_E_INTERRUPT);
        assert_int_equal(b.questions, patience + 1);
        assert_non_null(strstr(invo_context_message(c), "interrupted"));
        assert_false(invo_model_found(m, 0, &f));
        invo_model_free(m);
        m = NULL;
        b.patience = 1 << 30;
        assert_int_equal(search_model(c, "tests/finder/SphericalPendulum.mo", &b, &m), 0);
        assert_true(invo_model_found(m, 1, &f));
        invo_model_free(m);
        invo_context_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends_when_interrupted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
