/* SPDX-License-Identifier: BSD-3-Clause */
/* Random constrained systems of known index and known degrees of freedom, and what must
 * not change them: the order and the scale of equations, copies of equations, a mixture
 * of all rows by a regular matrix. A mixture by a matrix that depends on the state must
 * give the same or be refused with a reason.
 *
 * A system is put together from blocks of index 0 to 5. Rows that are never
 * differentiated (c = 0) get terms in states of other blocks: these are below the highest
 * derivatives and change neither the index nor the degrees of freedom.
 *
 * property_test_random_systems FIRST LAST KIND runs the systems FIRST to LAST alone and
 * prints their texts; KIND is 0 for order and scale, 1 with copies, 2 for mixtures, 3 for
 * mixtures by the state. */
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

/* The sanitizers make everything some ten times slower: they see every tenth. */
#ifdef __SANITIZE_ADDRESS__
enum { SLOWER = 10 };
#else
enum { SLOWER = 1 };
#endif
enum {
    MOST = 40,
    LONGEST_ROW = 400,
    LONGEST_TEXT = 1 << 19,
    SYSTEMS = 250 / SLOWER,
    FEWER = 60 / SLOWER
};
static const double STOP = 0.25, RTOL = 1e-9;
static const double TOLERANCE = 1e-6; /* of the size of a value, at least 1 */

typedef struct drawn {
    int unknowns, rows, states, initials, dof, index;
    char name[MOST][8], attributes[MOST][40];
    char row[2 * MOST][LONGEST_ROW]; /* residuals: they are zero */
    int open[MOST];                  /* never differentiated: may be coupled */
    char state[MOST][8], initial[MOST][40];
} drawn;

static int chatty;

/* --- numbers --- */

static uint64_t random_state;

static void seed(uint64_t k) {
    random_state = (k + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

static int uniform(int below) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (int)((random_state >> 20) % (uint64_t)below);
}

/* --- blocks --- */

static void add_unknown(drawn *s, const char *letter, int k, const char *attributes) {
    snprintf(s->name[s->unknowns], sizeof *s->name, "%s%d", letter, k);
    snprintf(s->attributes[s->unknowns++], sizeof *s->attributes, "%s", attributes);
}

static void add_state(drawn *s, const char *letter, int k, const char *attributes) {
    add_unknown(s, letter, k, attributes);
    snprintf(s->state[s->states++], sizeof *s->state, "%s%d", letter, k);
}

/* '#' stands for the number of the block. */
static void put(char *to, size_t size, const char *text, int k) {
    char number[8];
    int digits = snprintf(number, sizeof number, "%d", k);
    for (; *text; text++) {
        assert_true(size > (size_t)digits + 1);
        if (*text == '#')
            memcpy(to, number, (size_t)digits), to += digits, size -= (size_t)digits;
        else
            *to++ = *text, size--;
    }
    *to = 0;
}

static void add_row(drawn *s, const char *text, int k, int open) {
    s->open[s->rows] = open;
    put(s->row[s->rows++], LONGEST_ROW, text, k);
}

static void add_initial(drawn *s, const char *text, int k) {
    put(s->initial[s->initials++], sizeof *s->initial, text, k);
}

static void add_ode(drawn *s, int k) {
    add_state(s, "x", k, "(start = 0.8, fixed = true)");
    add_row(s, "der(x#) + 0.7*x# - 0.3*cos(time)", k, 1);
}

static void add_index_1(drawn *s, int k) {
    add_state(s, "x", k, "(start = 0.4, fixed = true)");
    add_unknown(s, "z", k, "(start = 0.3)");
    add_row(s, "der(x#) + x# - z#", k, 1);
    add_row(s, "z# + 0.3*sin(z#) - 0.5*x# - 0.2", k, 1);
}

static void add_index_2(drawn *s, int k) {
    add_state(s, "x", k, "(start = 0.6, fixed = true)");
    add_state(s, "y", k, "(start = 0.8)");
    add_unknown(s, "l", k, "");
    add_row(s, "der(x#) - y# + 2*x#*l#", k, 1);
    add_row(s, "der(y#) + x# - 0.3 + 2*y#*l#", k, 1);
    add_row(s, "x#^2 + y#^2 - 1", k, 0);
}

static void add_index_3(drawn *s, int k) {
    add_state(s, "x", k, "(start = 0.6, fixed = true)");
    add_state(s, "y", k, "(start = -0.8)");
    add_unknown(s, "l", k, "");
    add_row(s, "der(der(x#)) + x#*l#", k, 1);
    add_row(s, "der(der(y#)) + y#*l# + 1", k, 1);
    add_row(s, "x#^2 + y#^2 - 1", k, 0);
    add_initial(s, "der(x#) = 0.3", k);
}

/* The same as a system of first order. */
static void add_index_3_first_order(drawn *s, int k) {
    add_state(s, "x", k, "(start = 0.6, fixed = true)");
    add_state(s, "y", k, "(start = -0.8)");
    add_state(s, "u", k, "(start = 0.3, fixed = true)");
    add_state(s, "v", k, "");
    add_unknown(s, "l", k, "");
    add_row(s, "der(x#) - u#", k, 0);
    add_row(s, "der(y#) - v#", k, 0);
    add_row(s, "der(u#) + x#*l#", k, 1);
    add_row(s, "der(v#) + y#*l# + 1", k, 1);
    add_row(s, "x#^2 + y#^2 - 1", k, 0);
}

/* Prescribed integrators. */
static void add_index_4(drawn *s, int k) {
    add_state(s, "x", k, "(start = 1)");
    add_state(s, "y", k, "");
    add_state(s, "z", k, "");
    add_unknown(s, "u", k, "");
    add_row(s, "x# + 0.1*x#^3 - 1 - sin(time)", k, 0);
    add_row(s, "der(x#) - y#", k, 0);
    add_row(s, "der(y#) - z# - 0.1*sin(x#)", k, 0);
    add_row(s, "der(z#) - u# - 0.1*y#*z#", k, 1);
}

/* Masses and springs, the first mass on a prescribed path by a force on the second. */
static void add_index_5(drawn *s, int k) {
    add_state(s, "p", k, "");
    add_state(s, "q", k, "");
    add_state(s, "r", k, "(start = 0.2, fixed = true)");
    add_unknown(s, "F", k, "");
    add_row(s, "der(der(p#)) - q# + p# + 0.1*p#^3", k, 0);
    add_row(s, "der(der(q#)) - p# + 2*q# - r# - F#", k, 1);
    add_row(s, "der(der(r#)) - q# + r# + 0.2*r#^3", k, 1);
    add_row(s, "p# - 0.5*sin(time)", k, 0);
    add_initial(s, "der(r#) = 0.1", k);
}

typedef struct block {
    void (*add)(drawn *s, int k);
    int unknowns, dof, index;
} block;

static const block blocks[] = {
    {add_ode, 1, 1, 0},     {add_index_1, 2, 1, 1}, {add_index_2, 3, 1, 2},
    {add_index_3, 3, 2, 3}, {add_index_4, 4, 0, 4}, {add_index_3_first_order, 5, 2, 3},
    {add_index_5, 4, 2, 5},
};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* --- systems --- */

static void couple(drawn *s) {
    static const char *const terms[] = {"0.2*sin(%s)", "0.1*%s^2", "0.3*%s/(1 + %s^2)",
                                        "0.1*%s*%s"};
    for (int i = 0; i < s->rows; i++) {
        int count = s->open[i] ? uniform(3) : 0;
        for (int m = 0; m < count; m++) {
            char term[40];
            const char *a = s->state[uniform(s->states)],
                       *b = s->state[uniform(s->states)];
            int kind = uniform(4);
            snprintf(term, sizeof term, terms[kind], a, kind == 2 ? a : b);
            snprintf(s->row[i] + strlen(s->row[i]), 60, " %c %s", "+-"[uniform(2)], term);
        }
    }
}

/* At most `largest` unknowns. */
static void draw(drawn *s, int largest) {
    memset(s, 0, sizeof *s);
    for (int k = 1; k <= largest; k++) {
        const block *b = &blocks[uniform(BLOCKS)];
        if (s->unknowns + b->unknowns > largest)
            break;
        b->add(s, k);
        s->dof += b->dof;
        if (b->index > s->index)
            s->index = b->index;
    }
    if (s->unknowns == 0)
        blocks[0].add(s, 1), s->dof = 1;
    couple(s);
}

/* --- text --- */

typedef struct text {
    char at[LONGEST_TEXT];
    size_t used;
} text;

__attribute__((format(printf, 2, 3))) static void say(text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    t->used +=
        (size_t)vsnprintf(t->at + t->used, LONGEST_TEXT - t->used, format, arguments);
    va_end(arguments);
    assert_true(t->used < LONGEST_TEXT);
}

static void shuffle(int *order, int n) {
    for (int k = 0; k < n; k++)
        order[k] = k;
    for (int k = n - 1; k > 0; k--) {
        int other = uniform(k + 1), one = order[k];
        order[k] = order[other], order[other] = one;
    }
}

static void write_head(text *t, const drawn *s, int permuted) {
    int order[MOST];
    shuffle(order, s->unknowns);
    t->used = 0;
    say(t, "model M\n");
    for (int k = 0; k < s->unknowns; k++) {
        int j = permuted ? order[k] : k;
        say(t, "  Real %s%s;\n", s->name[j], s->attributes[j]);
    }
    if (s->initials)
        say(t, "initial equation\n");
    for (int i = 0; i < s->initials; i++)
        say(t, "  %s;\n", s->initial[i]);
    say(t, "equation\n");
}

static void write_plain(text *t, const drawn *s) {
    write_head(t, s, 0);
    for (int i = 0; i < s->rows; i++)
        say(t, "  %s = 0;\n", s->row[i]);
    say(t, "end M;\n");
}

/* Permuted and scaled, some rows twice if there may be copies. */
static void write_disturbed(text *t, const drawn *s, int copied) {
    static const char *const scales[] = {"1", "1", "-1", "1e6", "1e-6", "0.3"};
    int order[MOST];
    write_head(t, s, 1);
    shuffle(order, s->rows);
    for (int i = 0; i < s->rows; i++)
        for (int copies = 1 + (copied && uniform(6) == 0); copies > 0; copies--)
            say(t, "  %s*(%s) = 0;\n", scales[uniform(6)], s->row[order[i]]);
    say(t, "end M;\n");
}

/* --- mixtures --- */

/* The smallest pivot of an elimination with rows exchanged; A: [n, n]. */
static double smallest_pivot(const double *A, int n) {
    double L[MOST * MOST], smallest = INFINITY;
    memcpy(L, A, sizeof *L * (size_t)(n * n));
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(L[i + n * k]) > fabs(L[p + n * k]))
                p = i;
        for (int j = 0; j < n; j++) {
            double one = L[k + n * j];
            L[k + n * j] = L[p + n * j], L[p + n * j] = one;
        }
        smallest = fmin(smallest, fabs(L[k + n * k]));
        if (smallest == 0)
            return 0;
        for (int i = k + 1; i < n; i++)
            for (int j = n - 1; j >= k; j--)
                L[i + n * j] -= L[i + n * k] / L[k + n * k] * L[k + n * j];
    }
    return smallest;
}

/* A regular matrix of entries of few digits, `digit` = 0.25 (exact in binary) or 0.1. */
static void draw_matrix(double *A, int n, double digit) {
    do {
        for (int k = 0; k < n * n; k++)
            A[k] = (uniform(17) - 8) * digit;
    } while (smallest_pivot(A, n) < 0.3 * digit * 4);
}

typedef struct mixture {
    int order[MOST], group; /* rows are mixed in groups of this size */
    int by_state;           /* after a mixture by a matrix that depends on the state */
    double digit;
} mixture;

/* Row j of a group: as it is, or as row j of U(x) times the group, where U is triangular
 * with entries >= 1 on its diagonal, so that it is regular wherever the state is. */
static void write_row(text *t, const drawn *s, const mixture *m, int j, int last) {
    const char *row = s->row[m->order[j]];
    if (!m->by_state)
        say(t, "(%s)", row);
    else if (j == last)
        say(t, "(1 + %s^2)*(%s)", s->state[j % s->states], row);
    else
        say(t, "((2 + sin(%s))*(%s) + cos(%s)*(%s))", s->state[j % s->states], row,
            s->state[(j + 1) % s->states], s->row[m->order[j + 1]]);
}

static void write_group(text *t, const drawn *s, const mixture *m, int first, int n) {
    static const char *const scales[] = {"1", "1", "1e6", "1e-6"};
    double A[MOST * MOST];
    draw_matrix(A, n, m->digit);
    for (int i = 0; i < n; i++) {
        say(t, "  %s*(", scales[uniform(4)]);
        for (int j = 0; j < n; j++) {
            if (A[i + n * j] == 0)
                continue;
            say(t, " + (%g)*", A[i + n * j]);
            write_row(t, s, m, first + j, first + n - 1);
        }
        say(t, ") = 0;\n");
    }
}

/* A mixture once more: follows from the others. */
static void write_copy(text *t, const drawn *s) {
    int a = uniform(s->rows), b = uniform(s->rows);
    say(t, "  0.5*(%s) + 3*(%s) = 0;\n", s->row[a], s->row[b]);
}

static void write_mixed(text *t, const drawn *s, int by_state) {
    mixture m = {.by_state = by_state, .digit = uniform(2) ? 0.25 : 0.1};
    m.group = uniform(2) ? s->rows : 2 + uniform(6);
    write_head(t, s, 1);
    shuffle(m.order, s->rows);
    for (int i = 0; i < s->rows; i += m.group)
        write_group(t, s, &m, i, i + m.group < s->rows ? m.group : s->rows - i);
    if (uniform(4) == 0)
        write_copy(t, s);
    say(t, "end M;\n");
}

/* --- runs --- */

typedef struct run {
    invo_context *context;
    invo_model *model;
    invo_result *result;
    invo_status status;
} run;

static run start_run(const text *t) {
    run r = {.context = invo_context_new()};
    invo_options o;
    assert_non_null(r.context);
    r.status = invo_model_parse(r.context, "random.mo", t->at, t->used, &r.model);
    if (!r.status)
        r.status = invo_model_options(r.model, invo_options_init(&o));
    o.stop = STOP, o.rtol = RTOL, o.points = 1, o.method = "dop853";
    if (!r.status)
        r.status = invo_model_run(r.model, &o, &r.result);
    return r;
}

static void end_run(run *r) {
    invo_result_free(r->result);
    invo_model_free(r->model);
    invo_context_free(r->context);
}

static double final_value(const run *r, const char *name) {
    for (int i = 0; i < invo_result_columns(r->result); i++)
        if (strcmp(invo_result_column(r->result, i), name) == 0)
            return invo_result_final(r->result)[i + 1];
    return NAN;
}

/* What is wrong with a run that should be like the plain one; "" if nothing. */
static const char *difference(const drawn *s, const run *plain, const run *other) {
    static char what[400];
    what[0] = 0;
    int dof = invo_model_structure(other->model)->dof;
    if (dof != s->dof) {
        snprintf(what, sizeof what, "%d degrees of freedom, there are %d", dof, s->dof);
        return what;
    }
    for (int j = 0; j < s->unknowns; j++) {
        double a = final_value(plain, s->name[j]), b = final_value(other, s->name[j]);
        if (fabs(a - b) <= TOLERANCE * fmax(1, fabs(a)))
            continue;
        snprintf(what, sizeof what, "%s is %.12g, should be %.12g", s->name[j], b, a);
        return what;
    }
    return what;
}

typedef enum disturbance { DISTURBED, COPIED, MIXED, MIXED_BY_STATE } disturbance;

static const char *refusal(const run *r) {
    static char what[400];
    snprintf(what, sizeof what, "refused: %s", invo_context_error(r->context));
    return what;
}

/* A refusal must have a reason that is true: the system is no contradiction. */
static int refused_with_reason(const run *r) {
    return invo_status_exit(r->status) == 1 && r->status != INVO_E_INCONSISTENT &&
           r->status != INVO_E_SYNTAX && *invo_context_error(r->context);
}

/* The plain system must be what it was drawn to be. */
static run run_plain(const drawn *s, text *t) {
    write_plain(t, s);
    if (chatty)
        fputs(t->at, stdout);
    run r = start_run(t);
    if (r.status)
        fail_msg("%s\n%s", invo_context_message(r.context), t->at);
    assert_int_equal(invo_model_structure(r.model)->dof, s->dof);
    assert_int_equal(invo_model_structure(r.model)->index, s->index);
    return r;
}

static int check_one(int k, disturbance kind) {
    static drawn s;
    static text t;
    seed((uint64_t)k);
    draw(&s, k % 10 == 9 ? MOST : 3 + uniform(12));
    run plain = run_plain(&s, &t);
    if (kind <= COPIED)
        write_disturbed(&t, &s, kind == COPIED);
    else
        write_mixed(&t, &s, kind == MIXED_BY_STATE);
    if (chatty)
        fputs(t.at, stdout);
    run other = start_run(&t);
    const char *what = other.status ? refusal(&other) : difference(&s, &plain, &other);
    if (kind == MIXED_BY_STATE && refused_with_reason(&other))
        what = "";
    if (*what)
        print_error("system %d (%d unknowns): %s\n", k, s.unknowns, what);
    int wrong = *what != 0;
    end_run(&other);
    end_run(&plain);
    return wrong;
}

static void check(int first, int last, disturbance kind) {
    int wrong = 0;
    for (int k = first; k < last; k++)
        wrong += check_one(k, kind);
    if (wrong)
        print_error("%d of %d systems\n", wrong, last - first);
    assert_int_equal(wrong, 0);
}

static void order_and_scale_change_nothing(void **state) {
    (void)state;
    check(0, FEWER, DISTURBED);
}

static void copies_change_nothing(void **state) {
    (void)state;
    check(0, FEWER, COPIED);
}

static void constant_mixtures_change_nothing(void **state) {
    (void)state;
    check(0, SYSTEMS, MIXED);
}

static void mixtures_by_the_state_are_right_or_refused(void **state) {
    (void)state;
    check(0, FEWER, MIXED_BY_STATE);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_and_scale_change_nothing),
        cmocka_unit_test(copies_change_nothing),
        cmocka_unit_test(constant_mixtures_change_nothing),
        cmocka_unit_test(mixtures_by_the_state_are_right_or_refused),
    };
    if (count == 4) {
        int wrong = 0;
        chatty = 1;
        for (int k = atoi(arguments[1]); k <= atoi(arguments[2]); k++)
            wrong += check_one(k, (disturbance)atoi(arguments[3]));
        return wrong > 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
