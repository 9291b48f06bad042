/* Ensembles: every member has the bits of a run of its own, for any number of threads;
 * failures are outcomes; an interrupt keeps what is done. `make tsan` runs this under
 * ThreadSanitizer. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

enum { MOST = 12 };

/* What came of the members of one ensemble. */
typedef struct gathered {
    char text[MOST][40];
    const char *words[MOST][1];
    invo_member member[MOST];
    invo_result *result[MOST];
    invo_status status[MOST];
    char *message[MOST];
    long stop_after; /* finished members; 0: never */
    long finished;   /* atomically */
} gathered;

static void take(void *data, invo_outcome *o) {
    gathered *g = data;
    const long k = o->member->number;
    assert_null(g->message[k]); /* once */
    g->result[k] = o->result;
    g->status[k] = o->status;
    g->message[k] = strdup(invo_context_message(o->context));
    o->result = NULL;
    __atomic_add_fetch(&g->finished, 1, __ATOMIC_RELAXED);
}

static int is_enough(void *data) {
    const gathered *g = data;
    return g->stop_after &&
           __atomic_load_n(&g->finished, __ATOMIC_RELAXED) >= g->stop_after;
}

static invo_status gather(invo_model *m, const invo_options *o, const char *parameter,
                          double low, double high, int threads, gathered *g) {
    for (int k = 0; k < MOST; k++) {
        snprintf(g->text[k], sizeof g->text[k], "%s=%.17g", parameter,
                 low + (high - low) * k / (MOST - 1));
        g->words[k][0] = g->text[k];
        g->member[k] =
            (invo_member){.number = k, .assignments = 1, .assignment = g->words[k]};
    }
    const invo_ensemble e = {.options = o,
                             .threads = threads,
                             .members = MOST,
                             .member = g->member,
                             .finished = take,
                             .interrupt = is_enough,
                             .data = g};
    return invo_model_sweep(m, &e);
}

static void release(gathered *g) {
    for (int k = 0; k < MOST; k++) {
        invo_result_free(g->result[k]);
        free(g->message[k]);
    }
}

static int equal_rows(const invo_result *a, const invo_result *b) {
    const size_t size = sizeof(double) * (size_t)(1 + invo_result_columns(a));
    if (invo_result_rows(a) != invo_result_rows(b))
        return 0;
    for (long k = 0; k < invo_result_rows(a); k++)
        if (memcmp(invo_result_row(a, k), invo_result_row(b, k), size))
            return 0;
    return memcmp(invo_result_final(a), invo_result_final(b), size) == 0;
}

static invo_model *open_model(invo_context *c, const char *name, invo_options *o) {
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    invo_model *m = NULL;
    snprintf(path, sizeof path, "%s/models/%s.mo", root ? root : ".", name);
    if (invo_model_read(c, path, &m) || invo_model_options(m, invo_options_init(o)))
        fail_msg("%s", invo_context_message(c));
    o->points = 10;
    return m;
}

/* A fresh model with the value of member k, run by itself. */
static void compare_alone(const char *name, const gathered *g, int k, const char *method,
                          double stop) {
    invo_options o;
    invo_context *c = invo_context_new();
    invo_model *m = open_model(c, name, &o);
    invo_result *r = NULL;
    o.method = method;
    o.stop = stop;
    assert_int_equal(invo_model_set(m, g->text[k]), INVO_OK);
    const invo_status status = invo_model_run(m, &o, &r);
    assert_int_equal(status, g->status[k]);
    assert_string_equal(invo_context_message(c), g->message[k]);
    if (r && !equal_rows(r, g->result[k]))
        fail_msg("%s with %s is another run in an ensemble", name, g->text[k]);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}

static void members_are_runs_of_their_own(void **state) {
    (void)state;
    static const struct {
        const char *model, *parameter, *method;
        double low, high, stop;
    } cases[] = {
        {"Pendulum", "g", "auto", 5, 12, 0.5},
        {"AndrewsSqueezer", "T", "auto", 0.03, 0.036, 0.01},
        {"FourBar", "T", "radau", 0.7, 0.9, 0.3},
        {"FrictionOscillator", "ry", "auto", 45, 50, 0.5},
        {"BouncingBall", "e", "auto", 0.5, 0.9, 1.5},
        {"Pendulum", "L", "auto", 0.2, 2, 0.5}, /* shorter than 1: inconsistent */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        invo_options o;
        invo_context *c = invo_context_new();
        invo_model *m = open_model(c, cases[k].model, &o);
        o.method = cases[k].method;
        o.stop = cases[k].stop;
        for (int threads = 1; threads <= 4; threads += 3) {
            gathered *g = calloc(1, sizeof *g);
            assert_int_equal(gather(m, &o, cases[k].parameter, cases[k].low,
                                    cases[k].high, threads, g),
                             INVO_OK);
            assert_int_equal(g->finished, MOST);
            for (int i = 0; i < MOST; i++)
                compare_alone(cases[k].model, g, i, o.method, o.stop);
            release(g);
            free(g);
        }
        invo_model_free(m);
        invo_context_free(c);
    }
}

static void interrupts_keep_what_is_done(void **state) {
    (void)state;
    invo_options o;
    invo_context *c = invo_context_new();
    invo_model *m = open_model(c, "Pendulum", &o);
    gathered *g = calloc(1, sizeof *g);
    g->stop_after = 3;
    assert_int_equal(gather(m, &o, "g", 5, 12, 2, g), INVO_E_INTERRUPT);
    assert_true(g->finished >= 3 && g->finished < MOST);
    release(g);
    free(g);
    invo_model_free(m);
    invo_context_free(c);
}

/* Members one by one, with options of their own, until there are no more. */
typedef struct stream {
    gathered all;
    invo_options o[MOST];
    long given;
} stream;

static int give(void *data, invo_member *m) {
    stream *s = data;
    if (s->given == MOST)
        return 0;
    m->number = s->given++;
    m->assignments = 0;
    m->options = &s->o[m->number];
    return 1;
}

static void members_may_come_one_by_one(void **state) {
    (void)state;
    invo_options o;
    invo_context *c = invo_context_new();
    invo_model *m = open_model(c, "Pendulum", &o);
    stream *s = calloc(1, sizeof *s);
    for (int k = 0; k < MOST; k++) {
        s->o[k] = o;
        s->o[k].stop = 0.1 * (k + 1);
    }
    const invo_ensemble e = {.threads = 3, .next = give, .finished = take, .data = s};
    assert_int_equal(invo_model_sweep(m, &e), INVO_OK);
    for (int k = 0; k < MOST; k++)
        assert_true(invo_result_final(s->all.result[k])[0] == 0.1 * (k + 1));
    release(&s->all);
    free(s);
    const invo_ensemble wrong = {.options = &o, .threads = -1, .finished = take};
    assert_int_equal(invo_model_sweep(m, &wrong), INVO_E_ARGUMENT);
    invo_model_free(m);
    invo_context_free(c);
}

/* The table of invo_keeper has what callbacks see. */
static void outcomes_may_be_kept(void **state) {
    (void)state;
    invo_options o;
    invo_context *c = invo_context_new();
    invo_model *m = open_model(c, "Pendulum", &o);
    gathered *g = calloc(1, sizeof *g);
    invo_kept kept[MOST] = {0};
    invo_keeper keeper = {.kept = kept};
    o.stop = 0.5;
    assert_int_equal(gather(m, &o, "L", 0.2, 2, 2, g), INVO_OK);
    const invo_ensemble e = {.options = &o,
                             .threads = 2,
                             .members = MOST,
                             .member = g->member,
                             .finished = invo_keep_outcome,
                             .interrupt = invo_keep_interrupt,
                             .data = &keeper};
    assert_int_equal(invo_model_sweep(m, &e), INVO_OK);
    assert_int_equal(keeper.finished, MOST);
    assert_int_equal(kept[0].status, INVO_E_INCONSISTENT);
    assert_non_null(kept[0].where);
    for (int k = 0; k < MOST; k++) {
        assert_int_equal(kept[k].status, g->status[k]);
        assert_string_equal(kept[k].message ? kept[k].message : "", g->message[k]);
        assert_true(!kept[k].result == !g->result[k]);
        if (kept[k].result)
            assert_true(equal_rows(kept[k].result, g->result[k]));
    }
    invo_kept_free(kept, MOST);
    assert_null(kept[MOST - 1].result);
    keeper = (invo_keeper){.kept = kept, .stop = 1};
    assert_int_equal(invo_model_sweep(m, &e), INVO_E_INTERRUPT);
    assert_int_equal(keeper.finished, 0);
    release(g);
    free(g);
    invo_model_free(m);
    invo_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_runs_of_their_own),
        cmocka_unit_test(interrupts_keep_what_is_done),
        cmocka_unit_test(members_may_come_one_by_one),
        cmocka_unit_test(outcomes_may_be_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
