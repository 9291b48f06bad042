/* SPDX-License-Identifier: BSD-3-Clause */
/* An evaluator that shares nothing with the engine: its own reader of flat Modelica, its
 * own numbers (long double) with their own running error bound, and its own mutations of
 * model texts. It includes no header of src/. What it knows of a run are the rows that
 * are written out.
 *
 * The bound of a number, in units of 2^-52: variables, time, parameters and literals that
 * are not exact in binary carry their own size, e = |v| (variables at least 1e-3
 * nominal, as time, whose nominal size is 1); sums e_a + e_b + |v|; products |a| e_b +
 * |b| e_a + |v|; functions their slopes times the bounds of their arguments, + |v|. */
#ifndef OUTSIDE_H
#define OUTSIDE_H
#include <float.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#define OUTSIDE_HAS_DIGITS (LDBL_MANT_DIG > DBL_MANT_DIG)

enum {
    OUTSIDE_ORDERS = 7, /* of derivatives, with order 0 */
    OUTSIDE_RANKS = 4,
    OUTSIDE_MESSAGE = 200
};

/* Memory that is freed at once. */
typedef struct outside_pool {
    struct outside_chunk *first;
} outside_pool;
void *outside_pool_take(outside_pool *p, size_t size); /* zero */
void outside_pool_free(outside_pool *p);

/* --- numbers --- */

typedef struct bounded {
    long double v, e;
} bounded;

/* Taylor coefficients in time: c[k] is the k-th derivative divided by k!. */
typedef struct motion {
    bounded c[OUTSIDE_ORDERS];
} motion;

long double bounded_unit(bounded a); /* 2^-52 e */
bounded bounded_leaf(long double v, long double nominal);
bounded bounded_add(bounded a, bounded b);
bounded bounded_subtract(bounded a, bounded b);
bounded bounded_multiply(bounded a, bounded b);
bounded bounded_divide(bounded a, bounded b);

typedef enum motion_operator {
    MOTION_ADD,
    MOTION_SUBTRACT,
    MOTION_MULTIPLY,
    MOTION_DIVIDE,
    MOTION_POWER
} motion_operator;
/* Up to derivatives of the order given. */
motion motion_constant(bounded a);
motion motion_operate(motion_operator op, const motion *a, const motion *b, int order);
motion motion_negative(const motion *a, int order);
/* The function of this name; returns 0 where there is none. */
int motion_call(const char *name, const motion *a, int order, motion *result);

/* --- texts --- */

typedef enum node_kind {
    NODE_NUMBER,
    NODE_STRING,
    NODE_BOOLEAN,
    NODE_NAME, /* parts: subscripts */
    NODE_CALL,
    NODE_LIST,   /* {a, b} */
    NODE_MATRIX, /* [a, b; c, d]: parts are lists of a row */
    NODE_EACH,   /* part 0 for names in the other parts */
    NODE_RANGE,  /* two or three parts */
    NODE_BINARY,
    NODE_UNARY,
    NODE_IF, /* condition, value, condition, value, ..., value */
    NODE_COLON,
    NODE_END
} node_kind;

typedef struct node {
    node_kind kind;
    int begin, end;     /* in the text */
    int operator_at;    /* of a binary node: where its operator stands */
    const char *name;   /* identifier, function or operator; interned */
    long double number; /* also of NODE_BOOLEAN */
    int exact;          /* the literal is a binary number of double precision */
    int parts;
    struct node **part;
    const char **loop; /* of NODE_EACH: names, one for each range */
} node;

typedef enum statement_kind {
    STATEMENT_EQUATION,
    STATEMENT_FOR,
    STATEMENT_IF,
    STATEMENT_OTHER /* when clauses and calls: read, not checked */
} statement_kind;

typedef struct statement {
    statement_kind kind;
    int begin, end; /* in the text, with the semicolon */
    int depth;      /* how many loops and branches are around it */
    node *left, *right;
    const char *loop; /* of a loop: its variable and range = left */
    int conditions;   /* of an if: an else is one body more */
    node **condition;
    int bodies;
    struct statement_list *body;
    int initial;
} statement;

typedef struct statement_list {
    int count;
    statement **at;
} statement_list;

typedef enum role { ROLE_VARIABLE, ROLE_PARAMETER, ROLE_CONSTANT, ROLE_INPUT } role;

typedef struct array {
    int rank, dimension[OUTSIDE_RANKS], count;
    motion *at;
} array;

typedef struct declaration {
    role role;
    const char *type, *name;
    int begin,
        end; /* from the type's or the last comma's end to the comma or semicolon */
    int dimensions;
    node **dimension; /* NODE_COLON: from the binding */
    node *start, *fixed, *nominal, *binding;
    int invariant, constraint;
    int is_discrete;
    /* Found while a run is checked: */
    int state;   /* of a parameter: 0 not evaluated, 1 being evaluated, 2 done */
    array value; /* of a parameter; of a variable its shape, without elements */
    int first;   /* of a variable: its first element */
} declaration;

typedef struct outside_model {
    outside_pool pool;
    const char *text;
    size_t size;
    const char *name; /* of the class */
    int declarations;
    declaration **declared;
    statement_list equations, initials;
    int algorithms;          /* sections that are not read */
    int whens;               /* when clauses */
    int end_of_declarations; /* offsets in the text: before the first section, ... */
    int begin_of_equations;  /* ... behind the first word 'equation' */
    jmp_buf *broken;
    char message[OUTSIDE_MESSAGE];
    struct outside_names *names;
} outside_model;

/* Returns NULL where memory is out; message is not empty where the text cannot be read.
 */
outside_model *outside_read(const char *text, size_t size);
void outside_model_free(outside_model *m);
const char *outside_intern(outside_model *m, const char *text, size_t length);

/* --- checks --- */

typedef struct outside_rows {
    int columns;
    const char *const *column; /* without time */
    long rows;
    const double *const *row; /* time, then the columns */
} outside_rows;

typedef enum outside_kind {
    OUTSIDE_EQUATION,
    OUTSIDE_BINDING,
    OUTSIDE_CONSTRAINT,
    OUTSIDE_INVARIANT,
    OUTSIDE_INITIAL,
    OUTSIDE_FIXED,
    OUTSIDE_KINDS
} outside_kind;
const char *outside_kind_name(outside_kind k);

/* The worst row of one equation (or one element of it). */
typedef struct outside_finding {
    outside_kind kind;
    int begin, end; /* of the equation in the text */
    char element[60];
    long row;
    double time;
    long double residual, units; /* units: INFINITY where a value is not finite */
    long double
        inherited; /* units, where a variable with a formula of its own ('x = ...')
                      carries what that formula has lost in its differences */
} outside_finding;

typedef struct outside_report {
    long checked;                         /* equations times rows */
    long unchecked;                       /* equations that need what no column has */
    char unchecked_text[OUTSIDE_MESSAGE]; /* the first of these and why */
    int findings; /* equations whose worst row is beyond the bound */
    outside_finding finding[64];
    long double worst;             /* units, of all */
    char message[OUTSIDE_MESSAGE]; /* "" or why the model was not checked at all */
} outside_report;

/* A value that replaces what the text gives a parameter or a fixed start value. */
typedef struct outside_setting {
    const char *name;
    double value;
} outside_setting;

void outside_check(outside_model *m, const outside_rows *rows, int settings,
                   const outside_setting *setting, double bound, outside_report *report);

/* --- mutations --- */

typedef struct outside_random {
    uint64_t state;
} outside_random;
void outside_seed(outside_random *r, uint64_t seed);
int outside_draw(outside_random *r, int below);

/* Changes the text in one way that chance chooses; returns the new text (malloc'ed) and
 * what was done, or NULL where the draw fits nothing in this model. */
char *outside_mutate(const char *text, outside_random *r, int number, const char **what);
/* The same, by changes alone that say the same in other words. */
char *outside_restate(const char *text, outside_random *r, int number, const char **what);

#endif
