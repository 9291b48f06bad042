/* SPDX-License-Identifier: BSD-3-Clause */
/* The syntax tree of a model file. All names are interned. */
#ifndef MODEL_AST_H
#define MODEL_AST_H
#include "lexer.h"

typedef enum ast_kind {
    AST_ERROR,    /* a syntax error stands here */
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
    AST_IF,   /* condition, value, condition, value, ..., value */
    AST_ARRAY /* {...}: in annotations */
} ast_kind;

typedef struct ast ast;

typedef struct ast_operand {
    ast *value;
    token_kind op;
    int negative;      /* a * -b */
    const char *label; /* f(label = value), or NULL */
} ast_operand;

struct ast {
    ast_kind kind;
    int integer;
    double value;
    const char *text;
    place where;       /* underlines all of it if it is on one line */
    size_t begin, end; /* bytes of the source */
    LIST(ast_operand) args;
};

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
    int input, final;
    const char *type, *name;
    place type_where, where;
    ast_arguments modifiers, annotation;
    ast *value; /* or NULL */
} ast_declaration;

typedef struct ast_literal {
    const char *name;
    place where;
} ast_literal;

typedef struct ast_type {
    const char *name, *base; /* base is NULL for an enumeration */
    place where, base_where;
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

typedef struct ast_equation {
    int initial;
    place where;
    size_t begin, end;
    ast *left, *right;         /* right is NULL where there is no '=' */
    LIST(ast_branch) branches; /* of an if-equation, which has no sides */
    ast_arguments annotation;
} ast_equation;

typedef struct ast_model {
    const char *name;
    place where;
    int partial;
    LIST(ast_type) types;
    LIST(ast_declaration) declarations;
    ast_equations equations;
    ast_arguments annotation;
} ast_model;

typedef struct ast_file {
    const char *package; /* or NULL */
    LIST(ast_type) types;
    LIST(ast_declaration) constants;
    LIST(ast_model *) models;
} ast_file;

#endif
