/* SPDX-License-Identifier: BSD-3-Clause */
/* A model as a program builds it: plain numbers in a few lists, which are copied as they
 * are. Nodes refer to earlier ones only. */
#ifndef BUILD_RECIPE_H
#define BUILD_RECIPE_H
#include "../syntax/ast.h"
#include "involute_build.h"

/* An expression. Numbers are kept as they are, never as text. */
typedef struct recipe_node {
    ast_kind kind;
    int text; /* where it begins in the texts: a name, function or string; or -1 */
    int first, count; /* its operands; the declaration of a declared name, or -1 */
    double value;
} recipe_node;

typedef struct recipe_operand {
    int node;
    token_kind op;
} recipe_operand;

typedef enum recipe_role {
    ROLE_VARIABLE,
    ROLE_PARAMETER,
    ROLE_INPUT,
    ROLE_OUTPUT, /* a variable, too */
    ROLE_DISCRETE
} recipe_role;

typedef struct recipe_declaration {
    recipe_role role;
    invo_type type;
    int name;  /* in the texts */
    int value; /* a node, or -1 */
    int place; /* in the texts: where the program declares it, or -1 */
} recipe_declaration;

typedef struct recipe_attribute {
    int declaration;
    int name;  /* in the texts */
    int value; /* a node */
} recipe_attribute;

typedef enum recipe_kind {
    RECIPE_EQUATION,
    RECIPE_INITIAL,
    RECIPE_INVARIANT,
    RECIPE_SECTION,
    RECIPE_ASSERT,
    RECIPE_REINIT,
    RECIPE_TERMINATE,
    RECIPE_WHEN,
    RECIPE_ELSE_WHEN,
    RECIPE_IF,
    RECIPE_ELSE_IF,
    RECIPE_ELSE,
    RECIPE_END,
    RECIPE_ANNOTATION
} recipe_kind;

typedef struct recipe_statement {
    recipe_kind kind;
    int left, right; /* nodes, or -1 */
    int text;        /* its name or message in the texts, or -1 */
    int direction;   /* of a section */
    int place;       /* in the texts: where the program has it, or -1 */
} recipe_statement;

typedef struct recipe {
    int name; /* of the model, in the texts */
    struct recipe_nodes {
        recipe_node *at;
        int count, capacity;
    } nodes;
    struct recipe_operands {
        recipe_operand *at;
        int count, capacity;
    } operands;
    struct recipe_declarations {
        recipe_declaration *at;
        int count, capacity;
    } declarations;
    struct recipe_attributes {
        recipe_attribute *at;
        int count, capacity;
    } attributes;
    struct recipe_statements {
        recipe_statement *at;
        int count, capacity;
    } statements;
    struct recipe_texts {
        char *at;
        int count, capacity;
    } texts;
} recipe;

static inline const char *recipe_text(const recipe *r, int text) {
    assert(text >= 0 && text < r->texts.count);
    return r->texts.at + text;
}

/* A copy in the arena. */
recipe *recipe_copy(arena *a, const recipe *from);

/* The annotations of the recipe as a class that holds nothing else, with the name of the
 * model; NULL: there are none. */
const char *recipe_annotations(arena *a, const recipe *r);

/* The syntax tree of the recipe and its text, on which the places of the tree are: one
 * line for each statement, named after it. */
ast_file *recipe_tree(arena *a, names *n, const recipe *r, source *text);
/* One expression of it as text, on a line. */
source recipe_expression(arena *a, names *n, const recipe *r, int node);

#endif
