/* One completion for the members of an ensemble: every member has the rows, the ledger,
 * the counts and the messages of a run of its own, also where its values decide about the
 * structure of the model. With files as arguments: each of their parameters and start
 * values is varied, and what differs is printed.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

enum { MOST = 8, LONGEST = 120, MOST_SET = 2 };

typedef struct trial {
    char text[MOST][MOST_SET][LONGEST];
    const char *words[MOST][MOST_SET];
    invo_member member[MOST];
    int count;
    invo_result *result[MOST];
    invo_status status[MOST];
    char *message[MOST];
    int is_shared[MOST];
} trial;

static void take(void *data, invo_outcome *o) {
    trial *t = data;
    const long k = o->member->number;
    t->result[k] = o->result;
    t->status[k] = o->status;
    t->message[k] = strdup(invo_context_message(o->context));
    t->is_shared[k] = o->is_shared;
    o->result = NULL;
}

static void add_member(trial *t, int sets, const char *first, const char *second) {
    const int k = t->count++;
    snprintf(t->text[k][0], LONGEST, "%s", first);
    snprintf(t->text[k][1], LONGEST, "%s", second);
    for (int i = 0; i < MOST_SET; i++)
        t->words[k][i] = t->text[k][i];
    t->member[k] =
        (invo_member){.number = k, .assignments = sets, .assignment = t->words[k]};
}

static void trial_free(trial *t) {
    for (int k = 0; k < t->count; k++) {
        invo_result_free(t->result[k]);
        free(t->message[k]);
    }
    free(t);
}

static int equal_ledgers(const invo_result *a, const invo_result *b) {
    invo_ledger_row x, y;
    for (int i = 0;; i++) {
        const int more = invo_result_ledger(a, i, &x);
        if (more != invo_result_ledger(b, i, &y))
            return 0;
        if (!more)
            return 1;
        if (memcmp(&x.max, &y.max, sizeof x.max) ||
            memcmp(&x.scaled_max, &y.scaled_max, sizeof x.scaled_max) ||
            x.left_out != y.left_out)
            return 0;
    }
}

/* All but times. */
static int equal_counts(const invo_result *a, const invo_result *b) {
    const invo_statistics *x = invo_result_statistics(a);
    const invo_statistics *y = invo_result_statistics(b);
#define COUNTER(name, about)                                                             \
    if (x->name != y->name)                                                              \
        return 0;
#define DURATION(name, about)
#include "involute_statistics.def"
    return 1;
}

static int equal_rows(const invo_result *a, const invo_result *b) {
    const size_t size = sizeof(double) * (size_t)(1 + invo_result_columns(a));
    if (invo_result_columns(a) != invo_result_columns(b) ||
        invo_result_rows(a) != invo_result_rows(b))
        return 0;
    for (long k = 0; k < invo_result_rows(a); k++)
        if (memcmp(invo_result_row(a, k), invo_result_row(b, k), size))
            return 0;
    return memcmp(invo_result_final(a), invo_result_final(b), size) == 0;
}

/* What differs between a member and a run by itself; NULL: nothing. */
static const char *difference(const invo_model *m, const invo_options *o, const trial *t,
                              int k) {
    invo_context *c = invo_context_new();
    invo_model *copy = NULL;
    invo_result *r = NULL;
    const char *found = NULL;
    invo_status status = invo_model_copy(c, m, &copy);
    for (int i = 0; i < t->member[k].assignments && !status; i++)
        status = invo_model_set(copy, t->text[k][i]);
    if (!status)
        status = invo_model_run(copy, o, &r);
    if (status != t->status[k])
        found = "status";
    else if (strcmp(invo_context_message(c), t->message[k]) != 0)
        found = "message";
    else if (!r != !t->result[k])
        found = "result";
    else if (r && !equal_rows(r, t->result[k]))
        found = "rows";
    else if (r && !equal_ledgers(r, t->result[k]))
        found = "ledger";
    else if (r && !equal_counts(r, t->result[k]))
        found = "counts";
    if (found && strcmp(found, "message") == 0)
        printf("alone: %smember: %s", invo_context_message(c), t->message[k]);
    invo_result_free(r);
    invo_model_free(copy);
    invo_context_free(c);
    return found;
}

/* Runs the members on one thread, one after the other, and compares each; returns how
 * many differ. */
static int run_trial(invo_model *m, const invo_options *o, trial *t) {
    int different = 0;
    const invo_ensemble e = {.options = o,
                             .threads = 1,
                             .members = t->count,
                             .member = t->member,
                             .finished = take,
                             .data = t};
    assert_int_equal(invo_model_sweep(m, &e), INVO_OK);
    for (int k = 0; k < t->count; k++) {
        const char *found = difference(m, o, t, k);
        if (found)
            printf("%s, %s %s: another %s than by itself\n", invo_model_name(m),
                   t->text[k][0], t->text[k][1], found);
        different += found != NULL;
    }
    return different;
}

/* --- models whose structure depends on values --- */

typedef struct shared_case {
    const char *about, *text;
    const char *set[MOST][MOST_SET]; /* of each member */
    const char *shared;              /* '1': by a completion of another */
} shared_case;

static const shared_case cases[] = {
    {"a pendulum: everything is shared",
     "model M parameter Real L = 1, g = 9.81; Real x(start = 1), y(start = 0), F;"
     "equation der(der(x)) = -F*x; der(der(y)) = -F*y - g; x^2 + y^2 = L^2; end M;",
     {{"L=1", "g=9"}, {"L=1.1", "g=9"}, {"L=1.2", "g=0"}, {"L=0.7", "g=-3"}},
     "0111"},
    {"start values, fixed or not",
     "model M parameter Real k = 2; Real x(start = 1, fixed = true), v(start = 0), E;"
     "equation der(x) = v; der(v) = -k*x; E = k*x^2 + v^2; end M;",
     {{"x=1", "v=0"}, {"x=2", "v=0"}, {"x=0", "v=-1"}, {"x=1", "v=1"}},
     "0111"},
    {"a start value that goes through an equation",
     "model M Real x(start = 1), y(start = 3, fixed = true);"
     "equation der(x) = -x; y = 2*x + 0.1; end M;",
     {{"y=3"}, {"y=2"}, {"y=0"}},
     NULL},
    {"a row that vanishes",
     "model M parameter Real a = 1, b = 1; Real x(start = 1), y(start = 1);"
     "equation der(x) = -x + y; a*der(y) + b*y = sin(time); end M;",
     {{"a=1", "b=1"}, {"a=0", "b=1"}, {"a=2", "b=1"}, {"a=0", "b=0"}, {"a=3", "b=2"}},
     "00000"},
    {"a rank that is lower for one value",
     "model M parameter Real a = 2; Real x(start = 1), y(start = 1), z, w;"
     "equation der(x) = z; der(y) = w; z + a*w = -x; z + w = -y; end M;",
     {{"a=2"}, {"a=3"}, {"a=1"}, {"a=1"}, {"a=4"}},
     NULL},
    {"initial equations with a parameter",
     "model M parameter Real v0 = 1, k = 0; Real x(start = 1), v;"
     "initial equation k*x + v = v0; equation der(x) = v; der(v) = -x; end M;",
     {{"v0=1", "k=0"}, {"v0=2", "k=0"}, {"v0=2", "k=1"}, {"v0=0", "k=3"}},
     NULL},
    {"a branch that is decided by a parameter",
     "model M parameter Real c = 1; parameter Boolean wet = c > 0; Real x(start = 1);"
     "equation der(x) = if wet then -c*x else -x^3; end M;",
     {{"c=1"}, {"c=2"}, {"c=-1"}, {"c=3"}},
     NULL},
    {"more equations than unknowns, consistent for some values",
     "model M parameter Real k = 1, h = 0; Real x(start = 1), y(start = 0);"
     "equation der(x) = -k*y; der(y) = k*x; x^2 + y^2 = 1 + h*time; end M;",
     {{"k=1", "h=0"}, {"k=2", "h=0"}, {"k=1", "h=1"}, {"k=3", "h=0"}, {"k=0", "h=0"}},
     NULL},
    {"a conserved quantity that is declared",
     "model M parameter Real k = 1, d = 0; Real x(start = 1), v(start = 0);"
     "equation der(x) = v; der(v) = -k*x - d*v;"
     "annotation(__involute(invariants = {invariant(name = \"E\", expr = k*x^2 + v^2)}));"
     "end M;",
     {{"k=1", "d=0"}, {"k=2", "d=0"}, {"k=2", "d=0.1"}, {"k=3", "d=0"}},
     NULL},
    {"a size that is fixed when the model is read",
     "model M parameter Integer n = 2; parameter Real k = 1; Real x[n](each start = 1);"
     "equation der(x) = -k*x; end M;",
     {{"k=1"}, {"k=2"}, {"n=3"}, {"k=3"}},
     NULL},
    {"a final parameter that follows from one that is set",
     "model M parameter Real a = 1; final parameter Real b = a - 1; Real x(start = 1), y;"
     "equation der(x) = -x + y; b*der(y) + y = 1; end M;",
     {{"a=2"}, {"a=3"}, {"a=1"}, {"a=1"}, {"a=2"}},
     NULL},
    {"a derivative at the start",
     "model M Real x(start = 1, fixed = true); equation der(der(x)) = -x; end M;",
     {{"der(x)=1"}, {"der(x)=0"}, {"der(x)=2"}},
     "000"},
    {"other names",
     "model M parameter Real a = 1, b = 1; Real x(start = 1); equation der(x) = -a*x + b;"
     "end M;",
     {{"a=2"}, {"a=3"}, {"b=2"}, {"b=3"}, {"a=2", "b=2"}},
     "01010"},
    {"values that are wrong",
     "model M parameter Real a = 1; Real x(start = 1); equation der(x) = -log(a)*x; end "
     "M;",
     {{"a=2"}, {"a=3"}, {"a=nothing"}, {"a=-1"}, {"a=4"}, {"a=5"}},
     NULL},
};

static void structure_may_depend_on_values(void **state) {
    (void)state;
    int different = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const shared_case *one = &cases[i];
        invo_context *c = invo_context_new();
        invo_model *m = NULL;
        invo_options o;
        trial *t = calloc(1, sizeof *t);
        if (invo_model_parse(c, "model.mo", one->text, strlen(one->text), &m))
            fail_msg("%s: %s", one->about, invo_context_message(c));
        assert_int_equal(invo_model_options(m, invo_options_init(&o)), INVO_OK);
        for (int k = 0; k < MOST && one->set[k][0]; k++) {
            const char *second = one->set[k][1];
            add_member(t, second ? 2 : 1, one->set[k][0], second ? second : "");
        }
        different += run_trial(m, &o, t);
        for (int k = 0; one->shared && k < t->count; k++)
            if (t->is_shared[k] != (one->shared[k] == '1'))
                fail_msg("%s, member %d: is it shared?", one->about, k);
        trial_free(t);
        invo_model_free(m);
        invo_context_free(c);
    }
    assert_int_equal(different, 0);
}

/* --- files --- */

typedef struct tally {
    int members, shared, different;
} tally;

static void vary(invo_model *m, const invo_options *o, const char *name, double value,
                 tally *all) {
    const double factor[] = {1, 1.1, 0.97, 0, 1.1, -1, 1.5, 1};
    trial *t = calloc(1, sizeof *t);
    for (int k = 0; k < MOST; k++) {
        char text[LONGEST];
        const double x = value == 0 ? factor[k] - 1 : value * factor[k];
        snprintf(text, sizeof text, "%s=%.17g", name, x);
        add_member(t, 1, text, "");
    }
    all->different += run_trial(m, o, t);
    for (int k = 0; k < t->count; k++)
        all->shared += t->is_shared[k];
    all->members += t->count;
    trial_free(t);
}

static void vary_starts(invo_model *m, const invo_options *o, tally *all) {
    invo_context *c = invo_context_new();
    invo_model *copy = NULL;
    invo_result *r = NULL;
    if (!invo_model_copy(c, m, &copy))
        invo_model_run(copy, o, &r);
    if (r && invo_result_rows(r) > 0)
        for (int k = 0; k < invo_result_columns(r) && k < 6; k++)
            if (strncmp(invo_result_column(r, k), "der(", 4) != 0)
                vary(m, o, invo_result_column(r, k), invo_result_row(r, 0)[k + 1], all);
    invo_result_free(r);
    invo_model_free(copy);
    invo_context_free(c);
}

static int vary_file(const char *path) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    invo_parameter p;
    tally all = {0};
    if (!invo_model_read(c, path, &m) && !invo_model_options(m, invo_options_init(&o))) {
        o.points = 5;
        o.max_steps = 60;
        for (int i = 0; i < 6 && invo_model_parameter(m, i, &p); i++)
            vary(m, &o, p.name, p.value, &all);
        vary_starts(m, &o, &all);
    }
    printf("%s: %d members, %d shared, %d different\n", path, all.members, all.shared,
           all.different);
    invo_model_free(m);
    invo_context_free(c);
    return all.different;
}

int main(int count, char **path) {
    int different = 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(structure_may_depend_on_values)};
    if (count == 1)
        return cmocka_run_group_tests(tests, NULL, NULL);
    for (int k = 1; k < count; k++)
        different += vary_file(path[k]);
    return different > 0;
}
