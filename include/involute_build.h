/* SPDX-License-Identifier: BSD-3-Clause */
/* Models from expressions: equations F(t, y, y', ...) = 0 of any index, put together by a
 * program without text.
 *
 *     invo_builder *b;
 *     invo_model *m;
 *     invo_builder_new(c, "Oscillator", &b);
 *     invo_expr k = invo_build_parameter(b, "k", 4);
 *     invo_expr x = invo_build_variable(b, "x");
 *     invo_build_fixed(b, x, 1);
 *     invo_build_fixed(b, invo_der(x), 0);
 *     invo_build_equation(b, invo_der(invo_der(x)), invo_neg(invo_mul(k, x)), NULL);
 *     if (invo_builder_model(b, &m))
 *         fputs(invo_context_message(c), stderr);
 *     invo_builder_free(b);
 *
 * Only invo_builder_new and invo_builder_model need to be checked. The first mistake is
 * kept, what follows has no effect, and invo_builder_model reports it. Texts are copied.
 * The model does not need the builder, and works with everything in involute.h. */
#ifndef INVOLUTE_BUILD_H
#define INVOLUTE_BUILD_H
#include "involute.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct invo_builder invo_builder;
/* An expression: a number that belongs to a builder, passed by value, valid as long as
 * the builder, used as often as wanted. */
typedef struct invo_expr {
    invo_builder *builder;
    int node; /* -1: there is a mistake in it, which the builder keeps */
} invo_expr;

/* name: of the model; messages begin with it. */
INVO_API invo_status invo_builder_new(invo_context *c, const char *name,
                                      invo_builder **b);
INVO_API void invo_builder_free(invo_builder *b); /* NULL is fine */
/* A model of all that was given so far. The builder stays as it is: more may be added,
 * and another model made. */
INVO_API invo_status invo_builder_model(invo_builder *b, invo_model **m);
/* The same as Modelica text, to be freed with free(). Long expressions are cut with
 * " ..."; names with brackets are written as they are. */
INVO_API invo_status invo_builder_text(invo_builder *b, char **text);

/* An expression as Modelica text, to be freed with free(): for invo_model_section. */
INVO_API invo_status invo_expr_text(invo_expr x, char **text);

/* Where the program has what it builds next, "robot.py:12": messages and the ledger then
 * call it so. NULL: they name the model and the statement again. */
INVO_API void invo_build_place(invo_builder *b, const char *where);

/* --- declarations --- */

/* Names are those of the results: "x", "arm.phi", "x[3]", or any text in single quotes.
 */
INVO_API invo_expr invo_build_variable(invo_builder *b, const char *name);
/* A number that invo_model_set can change. NAN: it has no value; with the attributes
 * start = guess and fixed = false, it is found from the initial equations. */
INVO_API invo_expr invo_build_parameter(invo_builder *b, const char *name, double value);
/* A parameter that follows from others. */
INVO_API invo_expr invo_build_parameter_as(invo_builder *b, const char *name,
                                           invo_expr value);
/* Given over time by invo_model_input, else constant at its start value. */
INVO_API invo_expr invo_build_input(invo_builder *b, const char *name);
/* A variable that is an output of the model: invo_model_linearize shows how it responds.
 */
INVO_API invo_expr invo_build_output(invo_builder *b, const char *name);
/* Changes at events only. */
typedef enum invo_type { INVO_REAL, INVO_INTEGER, INVO_BOOLEAN } invo_type;
INVO_API invo_expr invo_build_discrete(invo_builder *b, const char *name, invo_type type);

/* Where a variable or a derivative starts: a guess, or a value that holds exactly. */
INVO_API void invo_build_start(invo_builder *b, invo_expr x, double value);
INVO_API void invo_build_fixed(invo_builder *b, invo_expr x, double value);
INVO_API void invo_build_nominal(invo_builder *b, invo_expr x, double size);
INVO_API void invo_build_range(invo_builder *b, invo_expr x, double min, double max);
INVO_API void invo_build_unit(invo_builder *b, invo_expr x, const char *unit);
/* Any attribute of a declared name: start, fixed, nominal, min, max (a number, or an
 * expression of parameters), unit, displayUnit, quantity (invo_text). The last one
 * counts.
 */
INVO_API void invo_build_attribute(invo_builder *b, invo_expr x, const char *attribute,
                                   invo_expr value);

/* --- expressions --- */

INVO_API invo_expr invo_number(invo_builder *b, double value); /* finite, bit by bit */
INVO_API invo_expr invo_boolean(invo_builder *b, int value);
INVO_API invo_expr invo_text(invo_builder *b, const char *text);
INVO_API invo_expr invo_time(invo_builder *b);

INVO_API invo_expr invo_add(invo_expr x, invo_expr y);
INVO_API invo_expr invo_sub(invo_expr x, invo_expr y);
INVO_API invo_expr invo_mul(invo_expr x, invo_expr y);
INVO_API invo_expr invo_div(invo_expr x, invo_expr y);
INVO_API invo_expr invo_pow(invo_expr x, invo_expr y);
INVO_API invo_expr invo_neg(invo_expr x);
/* With a number: k x, x + k, x^k. */
INVO_API invo_expr invo_scale(double k, invo_expr x);
INVO_API invo_expr invo_shift(invo_expr x, double k);
INVO_API invo_expr invo_power(invo_expr x, double k);
/* Of count terms; 0 or 1 where there are none. */
INVO_API invo_expr invo_sum(invo_builder *b, int count, const invo_expr *term);
INVO_API invo_expr invo_product(invo_builder *b, int count, const invo_expr *factor);

/* The derivative by time, of a variable or of any expression; repeated for higher ones.
 */
INVO_API invo_expr invo_der(invo_expr x);

INVO_API invo_expr invo_less(invo_expr x, invo_expr y);
INVO_API invo_expr invo_less_equal(invo_expr x, invo_expr y);
INVO_API invo_expr invo_greater(invo_expr x, invo_expr y);
INVO_API invo_expr invo_greater_equal(invo_expr x, invo_expr y);
INVO_API invo_expr invo_equal(invo_expr x, invo_expr y);
INVO_API invo_expr invo_not_equal(invo_expr x, invo_expr y);
INVO_API invo_expr invo_and(invo_expr x, invo_expr y);
INVO_API invo_expr invo_or(invo_expr x, invo_expr y);
INVO_API invo_expr invo_not(invo_expr x);
/* if condition then x else y */
INVO_API invo_expr invo_choose(invo_expr condition, invo_expr x, invo_expr y);

/* A function of the language by its name: "sin", "atan2", "noEvent", "pre", "edge",
 * "change", "sample", "initial", "String", ... (docs/language.md). */
INVO_API invo_expr invo_call(invo_builder *b, const char *function, int count,
                             const invo_expr *argument);
/* invo_sin(x), invo_atan2(y, x), ...: all of involute_function.def. */
#define UNARY(name)                                                                      \
    static inline invo_expr invo_##name(invo_expr x) {                                   \
        return invo_call(x.builder, #name, 1, &x);                                       \
    }
#define BINARY(name)                                                                     \
    static inline invo_expr invo_##name(invo_expr x, invo_expr y) {                      \
        invo_expr both[2];                                                               \
        both[0] = x;                                                                     \
        both[1] = y;                                                                     \
        return invo_call(x.builder, #name, 2, both);                                     \
    }
#include "involute_function.def"

/* --- statements --- */

/* left = right. name: for messages and the ledger, or NULL. Inside a `when` it defines a
 * discrete variable, which is the left side. */
INVO_API void invo_build_equation(invo_builder *b, invo_expr left, invo_expr right,
                                  const char *name);
/* The same, at the start only. */
INVO_API void invo_build_initial_equation(invo_builder *b, invo_expr left,
                                          invo_expr right, const char *name);
/* x keeps the value that it has at the start. */
INVO_API void invo_build_invariant(invo_builder *b, invo_expr x, const char *name);
/* A Poincare section x = 0; direction 1: x becomes positive, -1: negative, 0: both. */
INVO_API void invo_build_section(invo_builder *b, invo_expr x, int direction,
                                 const char *name);
/* A run ends where the condition is false. */
INVO_API void invo_build_assert(invo_builder *b, invo_expr condition,
                                const char *message);
/* What is built until invo_build_end happens where the condition becomes true, or belongs
 * to one branch of an if-equation. Blocks may be nested, `when` not inside another one.
 */
INVO_API void invo_build_when(invo_builder *b, invo_expr condition);
INVO_API void invo_build_else_when(invo_builder *b, invo_expr condition);
INVO_API void invo_build_if(invo_builder *b, invo_expr condition);
INVO_API void invo_build_else_if(invo_builder *b, invo_expr condition);
INVO_API void invo_build_else(invo_builder *b);
INVO_API void invo_build_end(invo_builder *b);
/* In a `when`: x gets this value; the run ends. */
INVO_API void invo_build_reinit(invo_builder *b, invo_expr x, invo_expr value);
INVO_API void invo_build_terminate(invo_builder *b, const char *message);
/* What may stand in the annotation(...) of a model, as text: "experiment(StopTime = 10)",
 * "__involute(animation(...))". */
INVO_API void invo_build_annotation(invo_builder *b, const char *text);

#ifdef __cplusplus
}
#endif
#endif
