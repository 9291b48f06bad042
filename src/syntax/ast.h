/* SPDX-License-Identifier: BSD-3-Clause */
/* The syntax tree of a model file. All names are interned. */
#ifndef SYNTAX_AST_H
#define SYNTAX_AST_H
#include <assert.h>
#include "lexer.h"

typedef enum ast_kind {
    AST_ERROR,    /* a syntax error is here */
    AST_NUMBER,   /* value, integer */
    AST_STRING,   /* text */
    AST_BOOLEAN,  /* value 0 or 1 */
    AST_NAME,     /* text: "x", "Modelica.Constants.pi" */
    AST_CALL,     /* text, args with labels where named */
    AST_SUM,      /* args, each with + or - */
    AST_PRODUCT,  /* args, each with * or / */
    AST_POWER,    /* 2 args */
    AST_RELATION, /* 2 args; the second has the operator */
    AST_AND,
    AST_OR,
    AST_NOT,
    AST_IF,        /* condition, value, condition, value, ..., value */
    AST_ARRAY,     /* {...}; with indices: {e for i in r} */
    AST_MATRIX,    /* [...]: args are AST_ARRAY, one for each row */
    AST_RANGE,     /* first : last, or first : step : last */
    AST_SUBSCRIPT, /* what, then one arg for each subscript */
    AST_FIELD,     /* 1 arg: what; text: the field */
    AST_RECORD,   /* args with labels, the fields; value: its rank. Not in texts: names of
                     exported records stand for it */
    AST_FUNCTION, /* function f(p = a) as an argument: text, args with labels */
    AST_TUPLE,    /* (a, , b): several results; args whose value is NULL are left out */
    AST_COLON,    /* a whole dimension */
    AST_END       /* the last subscript */
} ast_kind;

typedef struct ast ast;
typedef struct ast_indices ast_indices;

/* An expression that may have several users and any depth, as programs build them: it is
 * lowered once. */
typedef struct ast_shared {
    const struct value *lowered; /* NULL: not yet */
} ast_shared;

typedef struct ast_operand {
    ast *value;
    token_kind op;
    int negative;      /* a * -b */
    const char *label; /* f(label = value), or NULL */
} ast_operand;

struct ast {
    ast_kind kind;
    int integer;
    int enclosed; /* in parentheses: (r.x)[1] is not r.x[1] if r is an array */
    double value;
    const char *text;
    place where;       /* underlines all of it if it is on one line */
    size_t begin, end; /* bytes of the source */
    LIST(ast_operand) args;
    const ast_indices *indices; /* of a comprehension or reduction, or NULL */
    ast_shared *shared;         /* NULL: it stands in one place */
};

static inline ast *ast_arg(const ast *e, int i) {
    assert(i < e->args.count);
    return e->args.at[i].value;
}

/* i in range: of for-loops, comprehensions and reductions */
typedef struct ast_index {
    const char *name;
    place where;
    ast *range; /* NULL: all subscripts that i stands for */
} ast_index;

struct ast_indices {
    ast_index *at;
    int count, capacity;
};

typedef struct ast_dims { /* [n, :] */
    ast **at;
    int count, capacity;
} ast_dims;

/* name(nested) = value: an argument of a modification or of an annotation */
typedef struct ast_arguments {
    struct ast_argument *at;
    int count, capacity;
} ast_arguments;

typedef struct ast_argument {
    const char *name;
    place where;
    ast_arguments nested;
    int has_nested;
    int each, final;
    ast *value; /* or NULL */
} ast_argument;

typedef enum ast_prefix {
    PREFIX_NONE,
    PREFIX_PARAMETER,
    PREFIX_CONSTANT,
    PREFIX_DISCRETE
} ast_prefix;

typedef struct ast_declaration {
    ast_prefix prefix;
    int input, output, final, protected, flow;
    const char *type, *name;
    struct ast_class *class; /* of a component, once it is assembled, or NULL */
    place type_where, where;
    ast_dims type_dims, dims; /* Real[3] x[2] is an array [2, 3] */
    ast_arguments modifiers, annotation;
    ast *value; /* or NULL */
} ast_declaration;

typedef struct ast_literal {
    const char *name;
    place where;
} ast_literal;

typedef struct ast_type {
    const char *name, *base; /* base is NULL for an enumeration */
    int input, output;       /* connector C = input Real; */
    place where, base_where;
    ast_dims dims;
    ast_arguments modifiers;
    LIST(ast_literal) literals;
} ast_type;

typedef struct ast_equations {
    struct ast_equation *at;
    int count, capacity;
} ast_equations;

typedef struct ast_branch {
    ast *condition; /* NULL: else */
    ast_equations equations;
} ast_branch;

typedef enum ast_equation_kind {
    AST_SIDES,      /* left = right; or a call: right is NULL */
    AST_ASSIGNMENT, /* left := right; or a call: right is NULL */
    AST_CHOICE,     /* if: branches */
    AST_LOOP,       /* for: indices, and the body in the one branch */
    AST_WHILE,      /* one branch */
    AST_WHEN,       /* branches */
    AST_BREAK,
    AST_RETURN
} ast_equation_kind;

/* What all equations share that are made from one: flatten.c fills it at the first. */
typedef struct ast_wording {
    const char *pattern; /* the source on one line, loop indices open */
    const char *of;      /* the component that the equation belongs to, or NULL */
    const struct statement *whole, *element;
} ast_wording;

/* An equation, or a statement of an algorithm. */
typedef struct ast_equation {
    ast_equation_kind kind;
    int initial;
    place where;
    size_t begin, end; /* bytes of the source, without decoration ... */
    size_t last;       /* ... and where that ends */
    ast *left, *right;
    LIST(ast_branch) branches;
    ast_indices indices;
    ast_arguments annotation;
    ast_wording *wording; /* of AST_SIDES */
} ast_equation;

typedef struct ast_algorithm {
    int initial;
    place where;
    ast_equations statements;
} ast_algorithm;

/* import alias = name; import name.* has no alias and ends with ".*" */
typedef struct ast_import {
    const char *alias, *name;
    place where;
} ast_import;
typedef LIST(ast_import) ast_imports;

/* parameter equation guess(of) = value */
typedef struct ast_guess {
    ast *of, *value;
} ast_guess;

typedef enum ast_class_kind { CLASS_MODEL, CLASS_FUNCTION, CLASS_RECORD } ast_class_kind;

/* Functions and records that a file or a class defines. */
typedef struct ast_classes {
    struct ast_class **at;
    int count, capacity;
} ast_classes;

/* extends name(modifiers) */
typedef struct ast_extends {
    const char *name;
    place where;
    ast_arguments modifiers;
    int at; /* so many declarations come before it */
} ast_extends;

/* A function of an operator record, or a constructor: '*' and the function. */
typedef struct ast_operator {
    const char *name;
    struct ast_class *function;
} ast_operator;

/* How far the contents of a class are put together (component.c). */
typedef enum ast_progress { AST_FRESH, AST_OPEN, AST_DONE } ast_progress;

typedef struct ast_class {
    ast_class_kind kind;
    const char *name;
    const char *description; /* the string behind the name, or NULL */
    place where;
    int partial, external;
    int is_model, is_connector; /* of CLASS_RECORD: not written as 'record' */
    ast_progress assembled;
    LIST(ast_extends) extends;
    LIST(ast_operator) operators;
    ast_imports imports;
    ast *external_call,
        *external_result; /* f(x, y) and what it is assigned to, or NULL */
    LIST(ast_type) types;
    ast_classes classes;
    LIST(ast_declaration) declarations;
    LIST(ast_guess) guesses;
    ast_equations equations;
    LIST(ast_algorithm) algorithms;
    ast_arguments annotation;
} ast_class;

typedef struct ast_file {
    const char *package; /* or NULL */
    ast_imports imports;
    LIST(ast_type) types;
    LIST(ast_declaration) constants;
    ast_classes classes; /* functions and records */
    ast_classes models;
    LIST(const char *) externals; /* names of external objects */
} ast_file;

#endif
