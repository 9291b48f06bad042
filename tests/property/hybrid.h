/* SPDX-License-Identifier: BSD-3-Clause */
/* Random hybrid models: a model as data, its text in Modelica, a reference that runs the
 * data, and the program that runs the text. The reference shares nothing with src/: it
 * evaluates the trees below, steps from event to event with RK4 and locates events by
 * bisection. What happens at an event is written from the Modelica specification 3.6
 * (8.3.5, 8.3.6, 8.5, 8.6). */
#ifndef TESTS_PROPERTY_HYBRID_H
#define TESTS_PROPERTY_HYBRID_H
#include <stddef.h>
#include <stdint.h>

enum {
    MOST_STATES = 12,
    MOST_ALGEBRAICS = 12,
    MOST_DISCRETES = 24,
    MOST_CLOCKS = 12,
    MOST_RELATIONS = 60,
    MOST_NODES = 1200,
    MOST_ITEMS = 60,
    MOST_BRANCHES = 3,
    MOST_CONDITIONS = 2,
    MOST_STATEMENTS = 3,
    MOST_INSTANTS = 400,
    LONGEST_TEXT = 1 << 15
};

/* Nodes of expressions. a, b, c are nodes, but for what is said. */
typedef enum hybrid_op {
    CONSTANT,  /* value; b: whether it is a Boolean */
    TIME,      /* */
    STATE,     /* a: which */
    PRE_STATE, /* a: which */
    SLOPE,     /* a: which; its derivative */
    ALGEBRAIC, /* a: which */
    DISCRETE,  /* a: which */
    PRE,       /* a: which discrete variable */
    SUM,
    PRODUCT,
    CHOICE, /* if a then b else c */
    LESS,   /* relations: c is their number */
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    EQUAL,
    NOT,
    AND,
    OR,
    TICK,  /* a: which clock */
    EDGE,  /* a: which discrete variable */
    CHANGE /* a: which discrete variable */
} hybrid_op;

typedef struct hybrid_node {
    hybrid_op op;
    int a, b, c;
    double value;
} hybrid_node;

typedef enum hybrid_kind { BOOLEAN, INTEGER, REAL } hybrid_kind;
typedef enum hybrid_role {
    SLOPE_IS,
    ALGEBRAIC_IS,
    DISCRETE_IS,
    REINIT,
    WHEN
} hybrid_role;

typedef struct hybrid_statement {
    hybrid_role role; /* DISCRETE_IS or REINIT */
    int target, value;
} hybrid_statement;

typedef struct hybrid_branch {
    int conditions, condition[MOST_CONDITIONS];
    int statements;
    hybrid_statement statement[MOST_STATEMENTS];
} hybrid_branch;

/* How an equation is written. */
typedef enum hybrid_form {
    PLAIN,      /* v = e */
    REVERSED,   /* e = v */
    DIFFERENCE, /* v - e = 0 */
    DOUBLED,    /* 2*v = 2*e */
    BY_IF,      /* if c then v = a; else v = b; end if; where e is a choice */
    SUM_IS,     /* x[first] + x[second] = total, which makes it true */
    SUM_IS_IF   /* the same where a condition holds, else v = e */
} hybrid_form;

/* Items stand in the order in which they can be evaluated. */
typedef struct hybrid_item {
    hybrid_role role;
    int target, value; /* of an equation */
    hybrid_form form;
    int is_twice; /* written once more, in another form */
    int first, second, condition;
    double total;
    int branches; /* of a when clause */
    hybrid_branch branch[MOST_BRANCHES];
} hybrid_item;

typedef struct hybrid_model {
    int states, algebraics, discretes, clocks, relations, nodes, items;
    double start[MOST_STATES];
    int is_free[MOST_STATES]; /* its start value follows from the others */
    /* Variables that are used no longer. */
    int is_state_gone[MOST_STATES], is_algebraic_gone[MOST_ALGEBRAICS];
    int is_discrete_gone[MOST_DISCRETES];
    hybrid_kind kind[MOST_DISCRETES];
    double first[MOST_DISCRETES];
    double clock_start[MOST_CLOCKS], clock_interval[MOST_CLOCKS];
    int relation[MOST_RELATIONS]; /* their nodes */
    hybrid_node node[MOST_NODES];
    hybrid_item item[MOST_ITEMS];
    double stop;
    /* when h < floor then reinit(v, ...): states that must not pass; -1: none */
    int guarded, guarding;
    int whole_first, whole_last; /* nodes that stay as they are, the last one excluded */
    double floor;
} hybrid_model;

/* Random numbers: xorshift. */
void hybrid_seed(uint64_t k);
int hybrid_uniform(int below);
double hybrid_quarters(int least, int largest); /* a multiple of 0.25 */

/* Building. */
int hybrid_node_new(hybrid_model *m, hybrid_op op, int a, int b, int c);
int hybrid_constant(hybrid_model *m, double value);
int hybrid_relation(hybrid_model *m, hybrid_op op, int a, int b);
int hybrid_discrete(hybrid_model *m, hybrid_kind kind, double first);
int hybrid_clock(hybrid_model *m, double start, double interval);
hybrid_item *hybrid_equation(hybrid_model *m, hybrid_role role, int target, int value);
hybrid_item *hybrid_when(hybrid_model *m, int condition);
hybrid_branch *hybrid_elsewhen(hybrid_item *w, int condition);
void hybrid_set(hybrid_branch *b, hybrid_role role, int target, int value);

/* Text. The items are not written in the order of evaluation. */
typedef struct hybrid_text {
    size_t used;
    char at[LONGEST_TEXT];
} hybrid_text;
void hybrid_write(hybrid_text *t, const hybrid_model *m);
void hybrid_name(char *name, size_t size, const hybrid_model *m, hybrid_role role, int i);

/* The reference. */
typedef struct hybrid_instant {
    double time;
    int is_firm; /* a value, a slope or a discrete variable has changed */
} hybrid_instant;

typedef enum hybrid_trouble {
    NO_TROUBLE, /* well posed all the way */
    ON_EDGE,    /* the outcome would depend on round-off */
    CLOSE,      /* events follow each other closely */
    PILE_UP     /* there is no way on */
} hybrid_trouble;

typedef struct hybrid_outcome {
    hybrid_trouble trouble;
    const char *why;
    double x[MOST_STATES], z[MOST_ALGEBRAICS], d[MOST_DISCRETES];
    int instants, crossings; /* crossings: events of states */
    hybrid_instant instant[MOST_INSTANTS];
} hybrid_outcome;

/* step: of RK4; nudge: added to the start values; boundaries: relations may be equalities
 * at the start. */
void hybrid_refer(const hybrid_model *m, double step, double nudge, int boundaries,
                  hybrid_outcome *o);
/* Whether the outcome is known to 1e-7: two steps and a nudge lead to the same. */
int hybrid_is_sure(const hybrid_model *m, int boundaries, hybrid_outcome *o);

/* The program. */
typedef struct hybrid_solution {
    int exit_status;
    char message[400];
    double x[MOST_STATES], z[MOST_ALGEBRAICS], d[MOST_DISCRETES];
    int instants;
    double instant[MOST_INSTANTS];
} hybrid_solution;

/* Events that are no more than `tolerance` apart count once. */
void hybrid_solve(const hybrid_model *m, const hybrid_text *t, const char *method,
                  double tolerance, hybrid_solution *s);
/* "" where values and times of events agree to `tolerance`; else what is different, in a
 * buffer of its own. */
const char *hybrid_difference(const hybrid_model *m, const hybrid_outcome *o,
                              const hybrid_solution *s, double tolerance);
const char *hybrid_disagreement(const hybrid_model *m, const hybrid_solution *a,
                                const hybrid_solution *b, double tolerance);
#endif
