/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops as functions: what a 'while' whose condition depends on unknowns makes of its
 * variables, evaluated pass by pass.
 *
 * A routine has inputs X and states S. The states begin as start(X); while test(X, S) is
 * true they become step(X, S); its outputs are states at the end. start, test and step
 * are expressions of a graph of its own, where X and S are the leaves, and may call other
 * routines: loops within loops.
 *
 * The derivative by an input is a routine again: its states are those of the loop and
 * their derivatives, which the same passes carry along. So derivatives are those of the
 * algorithm, exact and of any order. The test has none. */
#ifndef EXPR_ROUTINE_H
#define EXPR_ROUTINE_H
#include <stdatomic.h>
#include "native.h"

struct tape;

/* What one call may take: operations of tapes, with those of loops inside it. */
enum { ROUTINE_MOST = 2000000 };

typedef struct routine_output {
    const struct routine *of;
    int output; /* which one */
    int number; /* in its graph */
} routine_output;

struct routine {
    const native *native; /* a function of C instead of a loop: it has inputs and outputs
                             alone; or NULL */
    graph *graph; /* of the expressions; X are jets 0 .. inputs - 1, S those behind them
                   */
    int inputs, states, outputs;
    const expr *start, *step; /* [states] */
    expr test;
    const int *state; /* [outputs]: of each output; -1: it is zero */
    const struct tape *start_tape, *test_tape, *step_tape;
    int work;              /* doubles that a call needs, its arguments included */
    int order;             /* of the derivative */
    const char *name;      /* what messages call it: "the 'while' of f (m.mo:12)" */
    const char **variable; /* [outputs]: names of the outputs */
    const routine_output *output; /* [outputs] */
    const struct routine **by;    /* [inputs]: derivatives so far, or NULL */
    struct routine_trouble *trouble;
};

/* A loop as a translation finds it, in the graph of the model. */
typedef struct routine_form {
    int states;
    const expr *leaf;  /* [states]: the jets that stand for them */
    const expr *first; /* [states]: their values before the loop */
    const expr *step;  /* [states] */
    expr test;
    const char *name;
    const char **variable; /* [states]: their names; these texts are kept */
} routine_form;

/* Jets of variables from here on are no unknowns, but states of loops. */
enum { ROUTINE_LEAF = 1 << 28 };

/* The values behind the loop. What no state reaches is evaluated once, before it. */
void routine_call(graph *g, const routine_form *form, expr *value);

/* The first call that did not end, or whose condition was no number, for messages:
 * threads may run the same routine. */
typedef enum trouble_state { TROUBLE_NONE, TROUBLE_WRITTEN, TROUBLE_KNOWN } trouble_state;
typedef struct routine_trouble {
    atomic_int state;
    int passes;
    int is_undecided;
    double *argument; /* [inputs] */
} routine_trouble;

/* Why a call has no value. */
typedef struct routine_failure {
    const routine *of;
    int passes; /* so far */
} routine_failure;

/* Values at from[0 .. inputs - 1]; what follows, up to from[work - 1], is written to. NAN
 * if the loop did not end, and then *why, unless it is NULL. */
double routine_value(const routine_output *o, double *from, routine_failure *why);
long double routine_value_long(const routine_output *o, long double *from);
quad routine_value_quad(const routine_output *o, quad *from);
/* How far round-off may move the value v, in units of eps; error: of the arguments. */
double routine_bound(const routine_output *o, double *from, const double *error,
                     double v);

/* The nodes of loops that count in the derivatives of root[0..count-1]: not those inside
 * conditions and other functions without a derivative. In a. */
typedef struct routine_nodes {
    const expr *at;
    int count;
} routine_nodes;
routine_nodes routine_find(graph *g, arena *a, int count, const expr *root);

/* The derivative of an output by one of its inputs, as its passes give it, and as
 * differences of its values do. */
typedef struct routine_slope {
    double own, difference;
} routine_slope;

/* Do both disagree clearly at from[0 .. inputs - 1]? Where differences do not agree with
 * each other, as at jumps and kinks, nothing is known: 0. */
int routine_slope_is_wrong(const routine_output *o, int input, const double *from,
                           routine_slope *slope);

#endif
