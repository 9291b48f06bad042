/* SPDX-License-Identifier: BSD-3-Clause */
/* Small systems of random equations, well formed as text and often nonsense as systems:
 * too many or too few equations, copies, singular combinations, expressions outside their
 * domain. Whatever they are, a run must end with a documented status and a reason, and
 * one that succeeds must have kept its equations. */
#ifndef RANDOM_EQUATIONS_H
#define RANDOM_EQUATIONS_H
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "choices.h"
#include "involute.h"

typedef struct equations_text {
    char at[1 << 14];
    size_t used, row[17]; /* where the equations begin, and where the last one ends */
    int unknowns, rows;
} equations_text;

__attribute__((format(printf, 2, 3))) static inline void
equations_say(equations_text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(t->at + t->used, sizeof t->at - t->used, format, arguments);
    va_end(arguments);
    if (size > 0 && t->used + (size_t)size < sizeof t->at)
        t->used += (size_t)size;
}

/* An unknown or one of its derivatives, the time, a number. */
static inline void say_leaf(equations_text *t, choices *c) {
    static const char *const numbers[] = {"1", "2",   "0.5", "(-1)",
                                          "3", "0.1", "0",   "1e-3"};
    char name = (char)('x' - choose(c, t->unknowns));
    switch (choose(c, 10)) {
    case 0:
    case 1:
        equations_say(t, "%s", numbers[choose(c, 8)]);
        break;
    case 2:
        equations_say(t, "time");
        break;
    case 3:
    case 4:
    case 5:
        equations_say(t, "der(%c)", name);
        break;
    case 6:
        equations_say(t, "der(der(%c))", name);
        break;
    default:
        equations_say(t, "%c", name);
    }
}

static inline void say_expression(equations_text *t, choices *c, int depth) {
    static const char *const functions[] = {"sin", "cos",  "exp", "sqrt",
                                            "log", "tanh", "abs", "atan"};
    int kind = depth > 0 ? choose(c, 9) : 8;
    if (kind < 5) {
        equations_say(t, "(");
        say_expression(t, c, depth - 1);
        equations_say(t, " %c ", "+-+*/"[kind]);
        say_expression(t, c, depth - 1);
        equations_say(t, ")");
    } else if (kind == 5) {
        equations_say(t, "%s(", functions[choose(c, 8)]);
        say_expression(t, c, depth - 1);
        equations_say(t, ")");
    } else if (kind == 6) {
        equations_say(t, "(");
        say_expression(t, c, depth - 1);
        equations_say(t, ")^%d", 2 + choose(c, 2));
    } else
        say_leaf(t, c);
}

/* Few different coefficients, so that rows often depend on each other. */
static inline void say_linear(equations_text *t, choices *c) {
    for (int j = 0; j < t->unknowns; j++) {
        char name = (char)('x' - j);
        equations_say(t, "(%d)*der(%c) + (%d)*%c + ", choose(c, 3) - 1, name,
                      choose(c, 3) - 1, name);
    }
    equations_say(t, "%d = ", choose(c, 2));
    say_leaf(t, c);
}

static inline void say_equation(equations_text *t, choices *c, int i) {
    char name = (char)('x' - i % t->unknowns);
    equations_say(t, "  ");
    switch (choose(c, 5)) {
    case 0:
    case 1:
        equations_say(t, "der(%c) = ", name);
        say_expression(t, c, 2);
        break;
    case 2:
        say_linear(t, c);
        break;
    case 3:
        equations_say(t, "%c = ", name);
        say_expression(t, c, 2);
        break;
    default:
        say_expression(t, c, 3);
        equations_say(t, " = ");
        say_expression(t, c, 2);
    }
    equations_say(t, ";\n");
}

static inline void say_system(equations_text *t, choices *c) {
    static const char *const starts[] = {"", "(start = 1, fixed = true)", "(start = 0.5)",
                                         "(start = -1)", "(start = 1, fixed = true)"};
    t->used = 0;
    t->unknowns = 1 + choose(c, 4);
    equations_say(t, "model M\n");
    for (int j = 0; j < t->unknowns; j++)
        equations_say(t, "  Real %c%s;\n", 'x' - j, starts[choose(c, 5)]);
    if (choose(c, 6) == 1) {
        equations_say(t, "initial equation\n");
        say_equation(t, c, 0);
    }
    equations_say(t, "equation\n");
    int extra = choose(c, 8), rows = t->unknowns + (extra == 6) + 2 * (extra == 7);
    if (extra == 5)
        rows--;
    t->rows = 0;
    for (int i = 0; i < rows; i++) {
        size_t begin = t->row[t->rows++] = t->used;
        say_equation(t, c, i);
        if (choose(c, 16) != 15)
            continue;
        t->row[t->rows++] = t->used; /* the same once more */
        equations_say(t, "%.*s", (int)(t->used - begin), t->at + begin);
    }
    t->row[t->rows] = t->used;
    equations_say(t, "end M;\n");
}

/* The same system with its equations in the opposite order. */
static inline void reverse_equations(equations_text *to, const equations_text *t) {
    to->used = 0;
    equations_say(to, "%.*s", (int)t->row[0], t->at);
    for (int i = t->rows; i-- > 0;)
        equations_say(to, "%.*s", (int)(t->row[i + 1] - t->row[i]), t->at + t->row[i]);
    equations_say(to, "end M;\n");
}

/* What is wrong with the outcome; NULL if nothing. */
static inline const char *judge_success(const invo_model *m, const invo_result *r) {
    const invo_structure *s = invo_model_structure(m);
    invo_ledger_row row;
    if (s->dof < 0 || s->dof > s->coordinates - 1)
        return "degrees of freedom";
    for (int i = 0; i <= invo_result_columns(r); i++)
        if (!isfinite(invo_result_final(r)[i]))
            return "a final value is not finite";
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!row.left_out && !(row.scaled_max <= 4))
            return "the ledger is beyond 4 units";
    return NULL;
}

static inline const char *judge(const invo_context *c, const invo_model *m,
                                const invo_result *r, invo_status status) {
    const char *message = invo_context_message(c);
    int code = invo_status_exit(status);
    if (strstr(message, "internal"))
        return "an internal error";
    if (!status)
        return r ? judge_success(m, r) : "no result";
    if (!*invo_context_error(c))
        return "no reason";
    if (status == INVO_E_SYNTAX || code == 2 || code > 4 || code < 1)
        return "the status";
    return NULL;
}

/* Runs a system; returns what is wrong, or NULL. */
static inline const char *try_equations(const equations_text *t, invo_status *status) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    const char *wrong = "out of memory";
    if (!c)
        return wrong;
    *status = invo_model_parse(c, "random.mo", t->at, t->used, &m);
    if (!*status)
        *status = invo_model_options(m, invo_options_init(&o));
    o.max_steps = 60, o.points = 1, o.stop = 0.5;
    if (!*status)
        *status = invo_model_run(m, &o, &r);
    wrong = judge(c, m, r, *status);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return wrong;
}

/* Completes a system; returns the status and what was found. */
static inline invo_status analyze_equations(const equations_text *t, invo_structure *s) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    if (!c)
        return INVO_E_MEMORY;
    invo_status status = invo_model_parse(c, "random.mo", t->at, t->used, &m);
    if (!status)
        status = invo_model_options(m, invo_options_init(&o));
    if (!status)
        status = invo_model_complete(m, &o);
    if (!status)
        *s = *invo_model_structure(m);
    invo_model_free(m);
    invo_context_free(c);
    return status;
}

#endif
