/* SPDX-License-Identifier: BSD-3-Clause */
/* The builder of models at the boundary: its functions fill in a recipe and keep the
 * first mistake; a model is made of the recipe. */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../main_path/main_path.h"

enum { DEEPEST_BLOCK = 100 };

struct invo_builder {
    invo_context *context;
    recipe recipe;
    invo_status status; /* of the first mistake */
    char message[800], where[300];
    int statements[RECIPE_ANNOTATION + 1]; /* so far, of each kind */
    recipe_kind block[DEEPEST_BLOCK];      /* that are open: the last branch of each */
    int blocks;
    int place; /* of what follows, in the texts; -1: the program does not say */
};

static const invo_expr no_expression = {NULL, -1};

/* --- mistakes --- */

/* Keeps the first mistake. `at`: the line that it is on, as messages of the model call
 * it, or "". */
static void build_mistake(invo_builder *b, const char *at, const char *format, ...)
    PRINTF_LIKE(3, 4);
static void build_mistake(invo_builder *b, const char *at, const char *format, ...) {
    va_list arguments;
    if (!b || b->status)
        return;
    b->status = INVO_E_ARGUMENT;
    const char *name = recipe_text(&b->recipe, b->recipe.name);
    if (b->place >= 0)
        snprintf(b->where, sizeof b->where, "%.290s", recipe_text(&b->recipe, b->place));
    else
        snprintf(b->where, sizeof b->where, *at ? "%.150s:%.100s" : "%.150s%s", name, at);
    va_start(arguments, format);
    vsnprintf(b->message, sizeof b->message, format, arguments);
    va_end(arguments);
}

static void build_no_memory(invo_builder *b) {
    if (b->status)
        return;
    b->status = INVO_E_MEMORY;
    snprintf(b->message, sizeof b->message, "out of memory while the model was built");
}

/* Room for `more` items at the end of a list; 0: out of memory. */
static int build_has_room(invo_builder *b, void **at, size_t item, int count,
                          int *capacity, int more) {
    enum { MOST = 1 << 30, FIRST = 64 };
    if (count + more <= *capacity)
        return 1;
    if (count > MOST / 2 - more) {
        build_mistake(b, "", "the model is too large: there are more than %d items",
                      MOST / 2);
        return 0;
    }
    int wider = 2 * (count + more) + FIRST;
    void *grown = memory_resize(b->context, *at, item * (size_t)wider);
    if (!grown) {
        build_no_memory(b);
        return 0;
    }
    *at = grown;
    *capacity = wider;
    return 1;
}

#define HAS_ROOM(b, list, more)                                                          \
    build_has_room((b), (void **)&(list).at, sizeof *(list).at, (list).count,            \
                   &(list).capacity, (more))

/* --- texts and names --- */

/* Keeps a text; -1: there is none, or no memory. */
static int build_text(invo_builder *b, const char *text) {
    if (!text)
        return -1;
    struct recipe_texts *t = &b->recipe.texts;
    size_t size = strlen(text) + 1;
    if (size > 1 << 24) {
        build_mistake(b, "", "a text has more than 16 million characters: '%.40s...'",
                      text);
        return -1;
    }
    if (!HAS_ROOM(b, *t, (int)size))
        return -1;
    memcpy(t->at + t->count, text, size);
    t->count += (int)size;
    return t->count - (int)size;
}

static int build_is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int build_is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The length of "[2,3]", 0: it is no such text. */
static size_t build_subscript_size(const char *text) {
    size_t n = 1;
    while (build_is_digit(text[n]) || (text[n] == ',' && build_is_digit(text[n - 1])))
        n++;
    return n > 1 && build_is_digit(text[n - 1]) && text[n] == ']' ? n + 1 : 0;
}

static int build_is_keyword(const char *name, size_t size) {
    for (int k = TOKEN_STRING + 1; k < TOKEN_ASSIGN; k++) {
        const char *word = token_name((token_kind)k);
        if (strlen(word) == size && strncmp(word, name, size) == 0)
            return 1;
    }
    return 0;
}

/* 'any printable text' */
static int build_is_quoted(const char *name) {
    size_t size = strlen(name);
    if (size < 3 || name[0] != '\'' || name[size - 1] != '\'')
        return 0;
    for (size_t i = 1; i + 1 < size; i++)
        if (name[i] < ' ' || name[i] > '~' || name[i] == '\'')
            return 0;
    return 1;
}

/* x, arm.phi, x[3], a[2].b[1,2] */
static int build_is_name(const char *name) {
    if (*name == '\'')
        return build_is_quoted(name);
    for (;;) {
        size_t size = 0;
        while (build_is_letter(name[size]) || (size && build_is_digit(name[size])))
            size++;
        if (!size || build_is_keyword(name, size))
            return 0;
        name += size;
        if (*name == '[') {
            size = build_subscript_size(name);
            if (!size)
                return 0;
            name += size;
        }
        if (*name != '.')
            return !*name;
        name++;
    }
}

static int build_check_name(invo_builder *b, const char *name) {
    if (name && build_is_name(name))
        return 1;
    build_mistake(
        b, name ? name : "",
        "'%.80s' is no name; a name is made of letters, digits and '_', with "
        "parts as in 'arm.phi' and subscripts as in 'x[3]', or is any ASCII text "
        "in single quotes; keywords of Modelica are no names",
        name ? name : "(null)");
    return 0;
}

/* --- nodes --- */

static invo_expr build_node(invo_builder *b, recipe_node n) {
    struct recipe_nodes *all = &b->recipe.nodes;
    if (b->status || !HAS_ROOM(b, *all, 1))
        return (invo_expr){b, -1};
    all->at[all->count] = n;
    return (invo_expr){b, all->count++};
}

/* Whether x may be an operand in b; `what` names it in the message. */
static int build_takes(invo_builder *b, invo_expr x, const char *what) {
    if (!b || b->status)
        return 0;
    if (!x.builder) {
        build_mistake(b, "",
                      "%s is no expression: it was not made by any function of "
                      "this builder",
                      what);
        return 0;
    }
    if (x.builder != b) {
        build_mistake(b, "", "%s belongs to another builder", what);
        return 0;
    }
    if (x.node >= 0 && x.node < b->recipe.nodes.count)
        return 1;
    build_mistake(b, "", "%s is no expression of this builder", what);
    return 0;
}

static int build_push_operand(invo_builder *b, invo_expr x, token_kind op,
                              const char *what) {
    struct recipe_operands *all = &b->recipe.operands;
    if (!build_takes(b, x, what) || !HAS_ROOM(b, *all, 1))
        return 0;
    all->at[all->count++] = (recipe_operand){x.node, op};
    return 1;
}

/* The builder of the first operand that has one. */
static invo_builder *build_of(int count, const invo_expr *x) {
    for (int i = 0; i < count; i++)
        if (x[i].builder)
            return x[i].builder;
    return NULL;
}

/* A node with operands, which come with one operator each, or all with the last one. */
static invo_expr build_operation(invo_builder *b, recipe_node n, int count,
                                 const invo_expr *x, const token_kind *op, int ops,
                                 const char *what) {
    if (!b)
        return no_expression;
    char operand[160];
    n.first = b->recipe.operands.count;
    n.count = count;
    for (int i = 0; i < count; i++) {
        if (b->status)
            return (invo_expr){b, -1};
        if (x[i].builder != b || x[i].node < 0 || x[i].node >= b->recipe.nodes.count)
            snprintf(operand, sizeof operand, "operand %d of '%.100s'", i + 1, what);
        if (!build_push_operand(b, x[i], op[i < ops ? i : ops - 1], operand))
            return (invo_expr){b, -1};
    }
    return build_node(b, n);
}

static invo_expr build_two(ast_kind kind, invo_expr x, invo_expr y, token_kind first,
                           token_kind second, const char *what) {
    const invo_expr both[] = {x, y};
    const token_kind op[] = {first, second};
    recipe_node n = {.kind = kind, .text = -1};
    return build_operation(build_of(2, both), n, 2, both, op, 2, what);
}

invo_expr invo_number(invo_builder *b, double value) {
    if (!b)
        return no_expression;
    if (!isfinite(value))
        build_mistake(b, "", "invo_number: the value must be finite, found %g", value);
    return build_node(b, (recipe_node){.kind = AST_NUMBER, .text = -1, .value = value});
}

invo_expr invo_boolean(invo_builder *b, int value) {
    if (!b)
        return no_expression;
    return build_node(
        b, (recipe_node){.kind = AST_BOOLEAN, .text = -1, .value = value != 0});
}

invo_expr invo_text(invo_builder *b, const char *text) {
    if (!b)
        return no_expression;
    return build_node(
        b, (recipe_node){.kind = AST_STRING, .text = build_text(b, text ? text : "")});
}

invo_expr invo_time(invo_builder *b) {
    if (!b)
        return no_expression;
    return build_node(
        b, (recipe_node){.kind = AST_NAME, .text = build_text(b, "time"), .first = -1});
}

invo_expr invo_add(invo_expr x, invo_expr y) {
    return build_two(AST_SUM, x, y, TOKEN_PLUS, TOKEN_PLUS, "+");
}

invo_expr invo_sub(invo_expr x, invo_expr y) {
    return build_two(AST_SUM, x, y, TOKEN_PLUS, TOKEN_MINUS, "-");
}

invo_expr invo_mul(invo_expr x, invo_expr y) {
    return build_two(AST_PRODUCT, x, y, TOKEN_STAR, TOKEN_STAR, "*");
}

invo_expr invo_div(invo_expr x, invo_expr y) {
    return build_two(AST_PRODUCT, x, y, TOKEN_STAR, TOKEN_SLASH, "/");
}

invo_expr invo_pow(invo_expr x, invo_expr y) {
    return build_two(AST_POWER, x, y, TOKEN_CARET, TOKEN_CARET, "^");
}

invo_expr invo_neg(invo_expr x) {
    const token_kind minus = TOKEN_MINUS;
    recipe_node n = {.kind = AST_SUM, .text = -1};
    return build_operation(x.builder, n, 1, &x, &minus, 1, "-");
}

invo_expr invo_scale(double k, invo_expr x) {
    return invo_mul(invo_number(x.builder, k), x);
}

invo_expr invo_shift(invo_expr x, double k) {
    return k < 0 ? invo_sub(x, invo_number(x.builder, -k))
                 : invo_add(x, invo_number(x.builder, k));
}

invo_expr invo_power(invo_expr x, double k) {
    return invo_pow(x, invo_number(x.builder, k));
}

/* A sum or product of any number of operands. */
static invo_expr build_many(invo_builder *b, ast_kind kind, token_kind op, int count,
                            const invo_expr *x, const char *what) {
    recipe_node n = {.kind = kind, .text = -1};
    if (!b || (count < 1 && !b->status))
        return invo_number(b, kind == AST_PRODUCT);
    return count == 1 ? x[0] : build_operation(b, n, count, x, &op, 1, what);
}

invo_expr invo_sum(invo_builder *b, int count, const invo_expr *term) {
    return build_many(b, AST_SUM, TOKEN_PLUS, count, term, "invo_sum");
}

invo_expr invo_product(invo_builder *b, int count, const invo_expr *factor) {
    return build_many(b, AST_PRODUCT, TOKEN_STAR, count, factor, "invo_product");
}

static invo_expr build_relation(invo_expr x, invo_expr y, token_kind op) {
    return build_two(AST_RELATION, x, y, op, op, token_name(op));
}

invo_expr invo_less(invo_expr x, invo_expr y) {
    return build_relation(x, y, TOKEN_LT);
}

invo_expr invo_less_equal(invo_expr x, invo_expr y) {
    return build_relation(x, y, TOKEN_LE);
}

invo_expr invo_greater(invo_expr x, invo_expr y) {
    return build_relation(x, y, TOKEN_GT);
}

invo_expr invo_greater_equal(invo_expr x, invo_expr y) {
    return build_relation(x, y, TOKEN_GE);
}

invo_expr invo_equal(invo_expr x, invo_expr y) {
    return build_relation(x, y, TOKEN_EQ);
}

invo_expr invo_not_equal(invo_expr x, invo_expr y) {
    return build_relation(x, y, TOKEN_NE);
}

invo_expr invo_and(invo_expr x, invo_expr y) {
    return build_two(AST_AND, x, y, TOKEN_AND, TOKEN_AND, "and");
}

invo_expr invo_or(invo_expr x, invo_expr y) {
    return build_two(AST_OR, x, y, TOKEN_OR, TOKEN_OR, "or");
}

invo_expr invo_not(invo_expr x) {
    const token_kind op = TOKEN_NOT;
    recipe_node n = {.kind = AST_NOT, .text = -1};
    return build_operation(x.builder, n, 1, &x, &op, 1, "not");
}

invo_expr invo_choose(invo_expr when, invo_expr x, invo_expr y) {
    const invo_expr all[] = {when, x, y};
    const token_kind op = TOKEN_IF;
    recipe_node n = {.kind = AST_IF, .text = -1};
    return build_operation(build_of(3, all), n, 3, all, &op, 1, "if");
}

invo_expr invo_call(invo_builder *b, const char *function, int count,
                    const invo_expr *argument) {
    const token_kind op = TOKEN_COMMA;
    if (!b)
        b = build_of(count, argument);
    if (!b)
        return no_expression;
    if (!function || !*function)
        build_mistake(b, "", "invo_call: the name of the function is missing");
    if (b->status)
        return (invo_expr){b, -1};
    recipe_node n = {.kind = AST_CALL, .text = build_text(b, function)};
    return build_operation(b, n, count, argument, &op, 1, function);
}

invo_expr invo_der(invo_expr x) {
    return invo_call(x.builder, "der", 1, &x);
}

/* --- declarations --- */

static invo_expr build_declare(invo_builder *b, const char *name, recipe_role role,
                               invo_type type, int value) {
    if (!b)
        return no_expression;
    struct recipe_declarations *all = &b->recipe.declarations;
    if (b->status || !build_check_name(b, name) || !HAS_ROOM(b, *all, 1))
        return (invo_expr){b, -1};
    int text = build_text(b, name);
    recipe_node n = {.kind = AST_NAME, .text = text, .first = all->count};
    all->at[all->count++] = (recipe_declaration){role, type, text, value, b->place};
    return build_node(b, n);
}

invo_expr invo_build_variable(invo_builder *b, const char *name) {
    return build_declare(b, name, ROLE_VARIABLE, INVO_REAL, -1);
}

invo_expr invo_build_parameter(invo_builder *b, const char *name, double value) {
    if (isnan(value))
        return build_declare(b, name, ROLE_PARAMETER, INVO_REAL, -1);
    if (isinf(value))
        build_mistake(b, name ? name : "",
                      "the value of the parameter '%.80s' must be finite, found %g",
                      name ? name : "", value);
    return build_declare(b, name, ROLE_PARAMETER, INVO_REAL, invo_number(b, value).node);
}

invo_expr invo_build_parameter_as(invo_builder *b, const char *name, invo_expr value) {
    if (!build_takes(b, value, "the value of a parameter"))
        return (invo_expr){b, -1};
    return build_declare(b, name, ROLE_PARAMETER, INVO_REAL, value.node);
}

invo_expr invo_build_input(invo_builder *b, const char *name) {
    return build_declare(b, name, ROLE_INPUT, INVO_REAL, -1);
}

invo_expr invo_build_output(invo_builder *b, const char *name) {
    return build_declare(b, name, ROLE_OUTPUT, INVO_REAL, -1);
}

invo_expr invo_build_discrete(invo_builder *b, const char *name, invo_type type) {
    if (type != INVO_REAL && type != INVO_INTEGER && type != INVO_BOOLEAN)
        build_mistake(b, name ? name : "",
                      "the type of a discrete variable is INVO_REAL, INVO_INTEGER or "
                      "INVO_BOOLEAN, found %d",
                      (int)type);
    return build_declare(b, name, ROLE_DISCRETE, type, -1);
}

/* The declaration whose name x is, or -1. */
static int build_declaration(const invo_builder *b, invo_expr x) {
    const recipe_node *n = &b->recipe.nodes.at[x.node];
    return n->kind == AST_NAME ? n->first : -1;
}

static const char *build_name(const invo_builder *b, int declaration) {
    return recipe_text(&b->recipe, b->recipe.declarations.at[declaration].name);
}

void invo_build_attribute(invo_builder *b, invo_expr x, const char *attribute,
                          invo_expr value) {
    char what[120];
    const char *name = attribute ? attribute : "";
    snprintf(what, sizeof what, "what has the attribute '%.60s'", name);
    if (!build_takes(b, x, what))
        return;
    struct recipe_attributes *all = &b->recipe.attributes;
    int declaration = build_declaration(b, x);
    if (declaration < 0) {
        build_mistake(b, "",
                      "the attribute '%.60s' belongs to a declared name, not to an "
                      "expression",
                      name);
        return;
    }
    snprintf(what, sizeof what, "the attribute '%.60s'", name);
    if (!build_takes(b, value, what) || !HAS_ROOM(b, *all, 1))
        return;
    all->at[all->count++] =
        (recipe_attribute){declaration, build_text(b, name), value.node};
}

/* A number as an attribute; the message has the name of the variable. */
static void build_number(invo_builder *b, invo_expr x, const char *attribute,
                         double value) {
    if (!b || b->status)
        return;
    if (!isfinite(value)) {
        int declaration = build_takes(b, x, attribute) ? build_declaration(b, x) : -1;
        const char *name = declaration < 0 ? "" : build_name(b, declaration);
        build_mistake(b, name, "the attribute '%s' of '%.80s' must be finite, found %g",
                      attribute, name, value);
        return;
    }
    invo_build_attribute(b, x, attribute, invo_number(b, value));
}

/* A Boolean or an Integer starts with a value of its type. */
static void build_start(invo_builder *b, invo_expr x, double value) {
    if (!build_takes(b, x, "what has a start value"))
        return;
    int declaration = build_declaration(b, x);
    if (declaration >= 0 && b->recipe.declarations.at[declaration].type == INVO_BOOLEAN)
        invo_build_attribute(b, x, "start", invo_boolean(b, value != 0));
    else
        build_number(b, x, "start", value);
}

void invo_build_start(invo_builder *b, invo_expr x, double value) {
    if (!build_takes(b, x, "what has a start value"))
        return;
    if (build_declaration(b, x) < 0)
        build_mistake(b, "",
                      "a guess belongs to a declared variable; for a derivative use "
                      "invo_build_fixed, or declare a variable v with v = der(x)");
    build_start(b, x, value);
}

void invo_build_fixed(invo_builder *b, invo_expr x, double value) {
    if (!build_takes(b, x, "what has a fixed start value"))
        return;
    if (build_declaration(b, x) < 0) {
        invo_build_initial_equation(b, x, invo_number(b, value), NULL);
        return;
    }
    build_start(b, x, value);
    invo_build_attribute(b, x, "fixed", invo_boolean(b, 1));
}

void invo_build_nominal(invo_builder *b, invo_expr x, double size) {
    build_number(b, x, "nominal", size);
}

void invo_build_range(invo_builder *b, invo_expr x, double min, double max) {
    if (min > -INFINITY)
        build_number(b, x, "min", min);
    if (max < INFINITY)
        build_number(b, x, "max", max);
}

void invo_build_unit(invo_builder *b, invo_expr x, const char *unit) {
    invo_build_attribute(b, x, "unit", invo_text(b, unit));
}

/* --- statements --- */

static const char *build_word(recipe_kind kind) {
    static const char *const words[] = {[RECIPE_EQUATION] = "equation",
                                        [RECIPE_INITIAL] = "initial equation",
                                        [RECIPE_INVARIANT] = "invariant",
                                        [RECIPE_SECTION] = "section",
                                        [RECIPE_ASSERT] = "assertion",
                                        [RECIPE_REINIT] = "reinit",
                                        [RECIPE_TERMINATE] = "terminate",
                                        [RECIPE_WHEN] = "when",
                                        [RECIPE_ELSE_WHEN] = "elsewhen",
                                        [RECIPE_IF] = "if",
                                        [RECIPE_ELSE_IF] = "elseif",
                                        [RECIPE_ELSE] = "else",
                                        [RECIPE_END] = "end",
                                        [RECIPE_ANNOTATION] = "annotation"};
    return words[kind];
}

static int build_is_when(recipe_kind kind) {
    return kind == RECIPE_WHEN || kind == RECIPE_ELSE_WHEN;
}

/* Whether a statement of this kind may stand here; `at` is what messages call it. */
static int build_fits(invo_builder *b, recipe_kind kind, const char *at) {
    int in_when = 0;
    for (int k = 0; k < b->blocks; k++)
        in_when |= build_is_when(b->block[k]);
    recipe_kind last = b->blocks ? b->block[b->blocks - 1] : RECIPE_END;
    const char *wrong = NULL;
    if ((kind == RECIPE_REINIT || kind == RECIPE_TERMINATE) && !in_when)
        wrong = "it is allowed between invo_build_when and invo_build_end only";
    else if ((kind == RECIPE_INITIAL || kind == RECIPE_INVARIANT ||
              kind == RECIPE_SECTION) &&
             b->blocks)
        wrong = "it does not belong into a block; invo_build_end is missing before it";
    else if (kind == RECIPE_WHEN && in_when)
        wrong = "'when' is not allowed inside 'when'";
    else if (kind == RECIPE_ELSE_WHEN && !build_is_when(last))
        wrong = "there is no invo_build_when before it";
    else if ((kind == RECIPE_ELSE || kind == RECIPE_ELSE_IF) && last != RECIPE_IF &&
             last != RECIPE_ELSE_IF)
        wrong = "there is no invo_build_if before it";
    else if (kind == RECIPE_END && !b->blocks)
        wrong = "no block is open";
    else if ((kind == RECIPE_WHEN || kind == RECIPE_IF) && b->blocks == DEEPEST_BLOCK)
        wrong = "blocks are nested more than 100 deep";
    if (wrong)
        build_mistake(b, at, "%s: %s", at, wrong);
    return !wrong;
}

/* Follows which blocks are open. */
static void build_note_block(invo_builder *b, recipe_kind kind) {
    if (kind == RECIPE_WHEN || kind == RECIPE_IF)
        b->block[b->blocks++] = kind;
    else if (kind == RECIPE_ELSE_WHEN || kind == RECIPE_ELSE_IF || kind == RECIPE_ELSE)
        b->block[b->blocks - 1] = kind;
    else if (kind == RECIPE_END)
        b->blocks--;
}

/* An expression of a statement; `optional`: it may be missing. */
static int build_side(invo_builder *b, const invo_expr *x, const char *at,
                      const char *side, int *node) {
    *node = -1;
    if (!x)
        return 1;
    char what[400];
    snprintf(what, sizeof what, "%.200s: %s", at, side);
    if (!build_takes(b, *x, what)) {
        if (b->status == INVO_E_ARGUMENT && !strchr(b->where, ':'))
            snprintf(b->where + strlen(b->where), sizeof b->where - strlen(b->where),
                     ":%.100s", at);
        return 0;
    }
    *node = x->node;
    return 1;
}

/* Adds a statement with up to two expressions and a name or message. */
static void build_statement(invo_builder *b, recipe_kind kind, const invo_expr *left,
                            const invo_expr *right, const char *text, int direction) {
    if (!b || b->status)
        return;
    struct recipe_statements *all = &b->recipe.statements;
    recipe_statement s = {.kind = kind, .direction = direction, .place = b->place};
    char at[160];
    int number = ++b->statements[kind];
    if (text && kind <= RECIPE_SECTION)
        snprintf(at, sizeof at, "%.150s", text);
    else
        snprintf(at, sizeof at, "%s %d", build_word(kind), number);
    if (!build_fits(b, kind, at) ||
        !build_side(b, left, at, right ? "the left side" : "the expression", &s.left) ||
        !build_side(b, right, at, "the right side", &s.right) || !HAS_ROOM(b, *all, 1))
        return;
    s.text = build_text(b, text);
    if (b->status)
        return;
    build_note_block(b, kind);
    all->at[all->count++] = s;
}

void invo_build_equation(invo_builder *b, invo_expr left, invo_expr right,
                         const char *name) {
    build_statement(b, RECIPE_EQUATION, &left, &right, name, 0);
}

void invo_build_initial_equation(invo_builder *b, invo_expr left, invo_expr right,
                                 const char *name) {
    build_statement(b, RECIPE_INITIAL, &left, &right, name, 0);
}

void invo_build_invariant(invo_builder *b, invo_expr x, const char *name) {
    build_statement(b, RECIPE_INVARIANT, &x, NULL, name, 0);
}

void invo_build_section(invo_builder *b, invo_expr x, int direction, const char *name) {
    build_statement(b, RECIPE_SECTION, &x, NULL, name, direction);
}

void invo_build_assert(invo_builder *b, invo_expr when, const char *message) {
    build_statement(b, RECIPE_ASSERT, &when, NULL, message ? message : "", 0);
}

void invo_build_when(invo_builder *b, invo_expr when) {
    build_statement(b, RECIPE_WHEN, &when, NULL, NULL, 0);
}

void invo_build_else_when(invo_builder *b, invo_expr when) {
    build_statement(b, RECIPE_ELSE_WHEN, &when, NULL, NULL, 0);
}

void invo_build_if(invo_builder *b, invo_expr when) {
    build_statement(b, RECIPE_IF, &when, NULL, NULL, 0);
}

void invo_build_else_if(invo_builder *b, invo_expr when) {
    build_statement(b, RECIPE_ELSE_IF, &when, NULL, NULL, 0);
}

void invo_build_else(invo_builder *b) {
    build_statement(b, RECIPE_ELSE, NULL, NULL, NULL, 0);
}

void invo_build_end(invo_builder *b) {
    build_statement(b, RECIPE_END, NULL, NULL, NULL, 0);
}

void invo_build_reinit(invo_builder *b, invo_expr x, invo_expr value) {
    build_statement(b, RECIPE_REINIT, &x, &value, NULL, 0);
}

void invo_build_terminate(invo_builder *b, const char *message) {
    build_statement(b, RECIPE_TERMINATE, NULL, NULL, message ? message : "", 0);
}

void invo_build_annotation(invo_builder *b, const char *text) {
    build_statement(b, RECIPE_ANNOTATION, NULL, NULL, text ? text : "", 0);
}

void invo_build_place(invo_builder *b, const char *where) {
    if (!b || b->status)
        return;
    b->place = build_text(b, where);
}

/* --- the builder --- */

invo_status invo_builder_new(invo_context *c, const char *name, invo_builder **out) {
    context_reset(c);
    *out = NULL;
    invo_builder *b = memory_alloc(c, sizeof *b);
    if (!b)
        return INVO_E_MEMORY;
    b->context = c;
    b->place = -1;
    b->recipe.name = build_text(b, name ? name : "");
    if (b->status) {
        invo_builder_free(b);
        return c->status;
    }
    *out = b;
    if (!name || strpbrk(name, ".[") || !build_check_name(b, name))
        build_mistake(b, "", "'%.80s' is no name of a model: letters, digits and '_'",
                      name ? name : "(null)");
    return INVO_OK;
}

void invo_builder_free(invo_builder *b) {
    if (!b)
        return;
    free(b->recipe.nodes.at);
    free(b->recipe.operands.at);
    free(b->recipe.declarations.at);
    free(b->recipe.attributes.at);
    free(b->recipe.statements.at);
    free(b->recipe.texts.at);
    free(b);
}

/* Reports the first mistake; without a builder there is no context for a message. */
static invo_status build_check(invo_builder *b) {
    if (!b)
        return INVO_E_ARGUMENT;
    context_reset(b->context);
    if (b->blocks && !b->status)
        build_mistake(b, build_word(b->block[b->blocks - 1]),
                      "'%s' is not closed: invo_build_end is missing",
                      build_word(b->block[b->blocks - 1]));
    if (!b->status)
        return INVO_OK;
    return report_at(b->context, b->status, NAN, b->where, "%s", b->message);
}

invo_status invo_builder_model(invo_builder *b, invo_model **m) {
    *m = NULL;
    TRY(build_check(b));
    return main_path_build(b->context, &b->recipe, b->context->libraries, m);
}

invo_status invo_builder_text(invo_builder *b, char **text) {
    *text = NULL;
    TRY(build_check(b));
    return main_path_write(b->context, &b->recipe, -1, text);
}

invo_status invo_expr_text(invo_expr x, char **text) {
    *text = NULL;
    TRY(build_check(x.builder));
    if (x.node < 0 || x.node >= x.builder->recipe.nodes.count)
        return report(x.builder->context, INVO_E_ARGUMENT, NAN,
                      "the expression is none: it came of a mistake, or of another "
                      "builder");
    invo_status status =
        main_path_write(x.builder->context, &x.builder->recipe, x.node, text);
    if (!status && *text)
        (*text)[strcspn(*text, "\n")] = 0;
    return status;
}
