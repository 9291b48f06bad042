/* SPDX-License-Identifier: BSD-3-Clause */
/* Syntax tree to system: what the files of this stage share. */
#ifndef TRANSLATE_TRANSLATE_H
#define TRANSLATE_TRANSLATE_H
#include "model.h"
#include "value.h"

/* A function that is being inlined, for messages about recursion. */
typedef struct frame {
    const struct frame *outer;
    const symbol *function;
    int depth;
    int executing, end_size; /* of the caller */
    int is_smooth; /* its comparisons make no events: it or a caller has smoothOrder */
} frame;

/* A loop index and its present value, for the texts of equations. */
typedef struct loop_index {
    const char *name;
    expr value;
    const char *values; /* its text and those of the loops around it, as in phrase.h;
                           NULL: not asked for yet */
} loop_index;

typedef struct loop_indices {
    loop_index *at;
    int count, capacity;
} loop_indices;

/* An if-equation whose branches hold different equations, each under its conditions. */
typedef struct choice_record {
    place where;
    expr outer;            /* the conditions around it, or NO_EXPR */
    const expr *condition; /* [count]: of the branches; one more is 'else' */
    const char **text;     /* [count]: the same as written */
    int count, has_else;
    int first,
        last; /* equations of the statement around it, from first to last - 1 ... */
    int first_discrete, last_discrete; /* ... and those of discrete variables */
} choice_record;

/* 1 + the parameter pre(p) for each number p, 0: none yet. */
typedef struct pre_table {
    int *at;
    int count, capacity;
} pre_table;

/* A condition, and those before it, that hold where an expression counts. They become an
 * expression where an assertion needs them only: others would change the order of nodes.
 */
typedef struct premise {
    const struct premise *outer; /* or NULL */
    expr condition;              /* or NO_EXPR */
    int holds;
} premise;

/* The state of the translation; kept by the model for model_set and model_expression. */
/* The start value of a derivative, set from outside, and its initial equation. */
typedef struct derivative_start {
    expr derivative;
    int equation; /* number in the system */
} derivative_start;

typedef struct translation {
    invo_context *context;
    arena *arena; /* for the current work: may be freed before the model */
    graph *graph;
    names *names;
    model *model;
    dae *system;   /* of the model */
    scope *scope;  /* of the expressions that are lowered */
    scope *top;    /* of the model */
    scope *global; /* of the model's file */
    scope *users;  /* of the libraries of users, around it; or NULL */
    LIST(const char *) user_packages;
    scope *library;       /* around all others, or NULL: not read yet */
    scope *plain_library; /* the same with names that have no quotes */
    const char *package;  /* or NULL */
    const ast_file *file;
    LIST(symbol *) of_parameter; /* the symbol of each of system.parameters, or NULL */
    pre_table pre_of_parameter, pre_of_variable;
    scope *discrete; /* names that a 'when' assigns: their variables are discrete */
    const frame *frame;
    struct discrete_list *pending;   /* equations between discrete variables */
    struct scalarised *scalarised;   /* declared names by their stems, made on demand */
    ast_classes components;          /* models of the file whose components are used */
    struct connections *connections; /* made by 'connect', or NULL */
    LIST(choice_record) choices;
    LIST(derivative_start) derivative_starts;
    loop_indices loops;
    size_t outermost;            /* where the statement begins that is flattened */
    int end_size;                /* what 'end' stands for, -1 outside of subscripts */
    const struct premise *taken; /* conditions under which the expression counts */
    expr pass; /* the pass of a loop whose range changes is taken; or NO_EXPR */
    when_branch *when_of; /* 'when' that the expression belongs to, or NULL */
    int checks_ranges;    /* assertions for subscripts that change are added */
    int is_initial;       /* what is translated is for the start alone */
    int is_when_equation; /* elements that a 'when' does not assign keep pre */
    int nested;           /* depth of definitions on demand */
    double steps;         /* of work so far, see count_steps */
    int executing;        /* statements: locals may have no value yet */
    int is_declared;      /* locals stand for declared variables (lower_declared) */
    int loop_leaves; /* that stand for variables of loops so far (evaluated_loop.c) */
    struct evaluated *evaluated; /* the loop whose pass is executed, or NULL */
    int has_flat_names;          /* names may have brackets and dots (name_is_flat) */
    unit_table units;
} translation;

/* Where all that lasts as long as the model is allocated. */
static inline arena *lasting(const translation *t) {
    return t->system->arena;
}
/* What is allocated in t->arena goes with release; numbers and expressions stay. Returns
 * what release takes. */
arena *borrow(translation *t);
void release(translation *t, arena *own);

/* Memory for the current work. */
#define NEW_ARRAY(t, type, count) ARENA_ARRAY((t)->arena, type, count)

static inline parameter *parameter_at(const translation *t, int p) {
    return &t->system->parameters.at[p];
}
static inline int error_count(const translation *t) {
    return t->context->errors;
}
static inline expr number_of(translation *t, double x) {
    return expr_number(t->graph, x);
}
static inline value number_value(translation *t, type_kind kind, double x) {
    return value_number(t->graph, kind, x);
}
static inline expr not_of(translation *t, expr e) {
    return expr_call(t->graph, OP_NOT, &e);
}
static inline expr call_two(translation *t, expr_op op, expr a, expr b) {
    return expr_call(t->graph, op, (const expr[]){a, b});
}

/* Records an error and returns 0, or a value that fits everything. */
int semantic_error(translation *t, place where, const char *format, ...)
    PRINTF_LIKE(3, 4);
value value_error(translation *t, place where, const char *format, ...) PRINTF_LIKE(3, 4);
/* "line 3", or the name that the line has */
const char *line_text(translation *t, place where);
/* Texts for messages: see type_text, shape_text and symbol_path. */
static inline const char *type_name(const translation *t, type of) {
    return type_text(t->arena, of);
}
static inline const char *value_shape(const translation *t, const value *v) {
    return shape_text(t->arena, v->rank, v->size);
}
static inline const char *path_text(const translation *t, const symbol *s) {
    return symbol_path(t->arena, s);
}
/* "; did you mean 'x'?" or "", among words separated by blanks, and among the names in
 * scope */
const char *suggest_word(translation *t, const char *name, const char *words);
const char *suggest_name(translation *t, const char *name);
/* The hint `near` of one of these, and what to write for a word of other languages. */
const char *suggest_ours(translation *t, const char *name, const char *near);

/* --- names (name.c) --- */

/* The number, from 1, of a word among others separated by blanks; 0: not among them. */
int word_in(const char *word, const char *words);
const char *intern(translation *t, const char *text);

symbol *name_resolve(translation *t, const char *name); /* or NULL */
/* The name "a[2].x" as a whole, which programs may declare; NULL: there is none. */
symbol *name_is_flat(translation *t, const ast *e);
/* The name that an import stands for, or NULL. */
const char *name_import(translation *t, const char *name);
void declare_imports(translation *t, int count, const ast_import *at);
value symbol_value(translation *t, symbol *s, place where);
/* The unit of a constant of Modelica, "": a number; NULL: there is no such constant, or
 * its unit is not known. */
const char *library_unit(translation *t, const char *name);
value lower_name(translation *t, const ast *e);
const char *name_last_dot(const char *name); /* outside of quotes, or NULL */
int name_has_many_parts(const char *name);   /* more than names of models have */

/* A function or record of the library that comes with the program, or NULL (library.c).
 */
symbol *library_find(translation *t, const char *name);
/* Whether the library has several functions for this name, and the model does not show
 * which one it is. */
int library_is_doubtful(translation *t, const char *name);
/* Puts the functions, records, types and constants of users around the outermost scope.
 */
void library_add_users(translation *t, const user_library *libraries);
/* A name with the package of such a file in front, P.f or 'P.f'; or one of the model's
 * file, for functions of the library: records; or NULL. */
symbol *library_find_in_package(translation *t, const char *name);

/* --- arrays and records that an exporter has taken apart (scalarised.c) --- */

typedef struct scalarised scalarised;
/* What a name that is not declared stands for, in declared names: an array, a part of it,
 * a record; NULL: nothing. Subscripts are evaluated where that is possible. */
const ast *scalarised_reference(translation *t, const ast *e);
/* Visits every declared symbol that has the name without its subscripts, or is a field of
 * it. */
typedef void (*visit_symbol)(void *data, symbol *s);
void scalarised_visit(translation *t, const char *name, visit_symbol f, void *data);
/* The quoted name without its subscripts; NULL: it is not quoted. */
const char *scalarised_stem(translation *t, const char *name);
/* Calls f with every declared name, or part of a local, that a left side stands for, and
 * its part of the value. Subscripts that change with time choose between the value and
 * what the element is. */
typedef void (*visit_part)(void *data, const ast *left, const value *v);
void scalarised_spread(translation *t, const ast *left, const value *v, visit_part f,
                       void *data);
value lower_record(translation *t, const ast *e);
/* A record as one of another type that has only fields of its: v itself where `of` is no
 * such type. */
value record_as(translation *t, const value *v, type of);

/* --- values of constants and parameters (known.c) --- */

typedef enum evaluation {
    EVALUATE_CONSTANTS, /* what only constants can change */
    EVALUATE_FINAL,     /* final parameters and those with Evaluate = true, too */
    EVALUATE_SIZES      /* any parameter; it can no longer be set */
} evaluation;
/* The number that an expression has; 0 if it depends on more. */
int expr_is_known(translation *t, expr e, evaluation how, double *number);
int value_is_constant(translation *t, const value *v, double *number);
int value_is_known(translation *t, const value *v, evaluation how, double *number);
/* ", but 'x' changes with time", or "" */
const char *change_text(translation *t, const value *v);
/* The Integer of a size or subscript; 0 after an error. `what` begins the sentence. */
int value_integer(translation *t, const value *v, place where, const char *what,
                  int *number);

/* --- expressions (expression.c, operator.c, array.c, builtin.c) --- */

value lower_expression(translation *t, const ast *e); /* errors are recorded */
value lower_node(translation *t, const ast *e);       /* the same, where it stands */
/* The same once for all users, without recursion (shared.c). */
value lower_shared(translation *t, const ast *e);
/* The same, with an error if it is no number; `what` needs one: "the argument of '%s'".
 * Arrays are numbers too; lower_scalar wants one number. */
value lower_number(translation *t, const ast *e, const char *what, ...) PRINTF_LIKE(3, 4);
value lower_scalar(translation *t, const ast *e, const char *what, ...) PRINTF_LIKE(3, 4);
value lower_condition(translation *t, const ast *e, const char *what);
value bad_value(translation *t);
expr present(translation *t, expr e); /* EXPR_ZERO as the number */
const char *ast_text(translation *t, const ast *e);

value lower_sum(translation *t, const ast *e);
value lower_product(translation *t, const ast *e);
value lower_power(translation *t, const ast *e);
value lower_relation(translation *t, const ast *e);
value lower_logical(translation *t, const ast *e);
value multiply(translation *t, const value *a, const value *b, place where);
/* Element by element; scalars fit every shape. */
typedef expr (*binary)(graph *g, expr a, expr b);
value elementwise(translation *t, binary f, const value *a, const value *b, place where,
                  const char *what);
/* Joins branches: if c then a else b, for any type; errors are recorded. */
value choose_value(translation *t, expr c, const value *a, const value *b, place where);

/* Limits of an array; 0 after an error. The second one counts the steps, too. */
int may_have_rank(translation *t, int rank, place where);
int may_have_elements(translation *t, double count, place where);
/* The vector first, first + step, ... */
value numbers_from(translation *t, type of, int n, double first, double step);

/* An array of the parts, which must fit each other; else an error there. */
value array_stack(translation *t, int count, const value *part, place where);
value lower_array(translation *t, const ast *e);
value lower_matrix(translation *t, const ast *e);
value lower_range(translation *t, const ast *e);
value lower_subscript(translation *t, const ast *e);
value lower_field(translation *t, const ast *e);
/* What stands before '[' or '.': not checked for elements without a value, as the part
 * that is meant may have one. The first `outer` subscripts belong to records before it:
 * r.x[1] of an array r is {r[1].x[1], r[2].x[1], ...} (Modelica 10.6.9). */
value lower_whole(translation *t, const ast *e, int *outer);
/* The subscripts of e (AST_SUBSCRIPT) into an array of these sizes, behind the first
 * `outer`; 0 after an error, and where one is not known: then *unknown is its number. */
int lower_subscripts(translation *t, const ast *e, int outer, int rank, const int *size,
                     subscript *by, int *unknown);
/* With dimensions of size 1 behind its own: a scalar as [1, 1], a vector as a column. */
value value_promote(translation *t, value v, int rank);
value concatenate(translation *t, int dimension, int count, const value *part,
                  place where);

/* Tables (table.c): names of their types, and of words as
 * Modelica.Blocks.Types.Smoothness.LinearSegments; the declaration that an object has. */
int table_is_type(const char *name);
int table_word(const char *name, double *number);
void table_name_object(translation *t, struct table_object *o, const char *name);
/* Adds assertions that arguments of tables without extrapolation are within their range.
 */
void table_assert_ranges(translation *t);

/* Strings (string.c): a + b, and if c then a else b. */
value text_sum(translation *t, const ast *e);
value text_choose(translation *t, expr c, const value *a, const value *b);
/* a < b and the like, of texts that are known when the model is read. */
value text_compare(translation *t, const ast *e, const value *a, const value *b);

value lower_call(translation *t, const ast *e);

/* Operators of records (overload.c): a op b, -a, and the constructor of the record that e
 * calls; NULL: it has none that takes these arguments. `op` is its name, "'+'". */
value overloaded(translation *t, const ast *e, const char *op, const value *a,
                 const value *b);
value overloaded_power(translation *t, const ast *e, const value *a, const value *b);
const symbol *overloaded_constructor(translation *t, const ast *e, const symbol *record);
/* A call of f with these values, as if it were written where e is. */
value call_with(translation *t, const ast *e, const symbol *f, int count,
                const value *const *argument);
void declare_operators(translation *t, const symbol *record);
/* The name of a function of Modelica without its package, by imports. */
const char *call_name(translation *t, const char *name);
/* Is it declared as an external function that is known here by its name? */
int call_is_known(translation *t, const symbol *s);
int call_takes(translation *t, const ast *e, int fewest, int most); /* or an error */
int is_array_function(const char *name);
#define FUNCTION(name, f, ...) value f(translation *t, const ast *e);
#define ARRAY_FUNCTION(name, f, ...) value f(translation *t, const ast *e);
#include "builtin.def"
#undef FUNCTION
#undef ARRAY_FUNCTION
value lower_reduction(translation *t, const ast *e, const char *name);

/* --- subscripts and ranges that change with time (changing.c) --- */

/* Is a subscript of e (AST_SUBSCRIPT) a number that is not known? Its place from 0 and
 * the size of its dimension. */
int subscript_changes(translation *t, const ast *e, int *d, int *size);
/* e with the number i as its subscript d. */
const ast *subscript_with(translation *t, const ast *e, int d, int i);
/* Is k the subscript of element i? That of the first element is 1, or false. */
expr subscript_is(translation *t, const value *k, int i);
/* Asserts that k is from 1 to the size, where the expression counts. */
void assert_subscript(translation *t, const ast *e, int d, const value *k, int size);
/* A range a:b of which an end is not known; 0: it is no such range. */
typedef struct changing_range {
    value low, high;
    int low_known;
    double first; /* low, if it is known */
} changing_range;
int range_changes(translation *t, const ast *range, changing_range *r);
/* The passes from first to size, and the condition under which pass i is taken. */
value changing_passes(translation *t, const ast_index *i, const changing_range *r,
                      int size);
expr pass_taken(translation *t, const changing_range *r, expr i);
/* sum(x[a:b]) as sum(x[i] for i in a:b), where a or b changes; NULL: they do not. */
const ast *reduction_over_range(translation *t, const ast *e);

/* --- loops (for_loop.c) --- */

/* Adds to the work done so far: operations on elements, more for statements, turns of a
 * loop and calls, by the memory that they take. Throws where it is more than any model
 * needs. */
void count_steps(translation *t, double count, place where);

/* Runs body for every combination of the indices, in a scope of their own. */
typedef int (*loop_body)(translation *t, void *data); /* 0: stop */
void run_loop(translation *t, const ast_indices *indices, const ast *body,
              const ast_equations *lines, loop_body f, void *data);
/* A loop index without a value, in a new scope. */
symbol *add_loop_index(translation *t, const ast_index *i, const value *range);
/* The same, where ranges may change with time: f sees in t->pass when a pass counts. */
void run_changing_loop(translation *t, const ast_indices *indices, const ast *body,
                       const ast_equations *lines, loop_body f, void *data);
/* Does a subscript of the body limit the index, whatever its range? */
int loop_is_limited(translation *t, const ast_index *i, const ast_equations *body);
/* The values of all current indices, kept once for each pass; NULL outside of loops. */
const char *loop_values(translation *t);

/* --- functions and algorithms (function.c, execute.c, algorithm.c) --- */

/* All results of a call; count is 0 after an error. */
typedef struct results {
    const value *at;
    int count;
} results;
results lower_results(translation *t, const ast *e);
/* Part k of `count` of an array: its first `more` subscripts are gone. */
value value_part(translation *t, const value *v, int more, int k, int count);
/* (a, b) = f(x): all that it gives; none after an error. */
results lower_tuple(translation *t, const ast_equation *e, const char *equals);
/* The C function that an external one calls; NULL: it is not known (native_call.c). */
const struct native *native_of(translation *t, const ast_class *c);
/* Gives the outputs of an external function, in this scope, their values. */
void run_native(translation *t, const ast *e, const ast_class *c, const scope *inside);
value record_constructor(translation *t, const ast *e, symbol *record);

/* Values of a local at some time. */
typedef struct saved {
    symbol *local;
    expr *value; /* [local->count] */
    level level;
    const char *changing;
    char *assigned; /* as in symbol, while a 'when' is executed */
} saved;
/* Runs statements on locals whose values are put back afterwards; what they became is
 * left in the snapshot. */
typedef struct snapshot {
    saved *at;
    int count, capacity;
} snapshot;
snapshot snapshot_take(translation *t, const scope *locals);
void snapshot_swap(const snapshot *s); /* with the present values */

/* Symbolic execution of statements: the locals in scope hold their present values. */
typedef enum outcome { OUTCOME_NEXT, OUTCOME_BREAK, OUTCOME_RETURN } outcome;
/* Where only one of two branches continues, the values of the other one wait until the
 * end of the loop or function. Their conditions exclude each other: guards state that one
 * has not left before. */
typedef struct parked {
    outcome out;
    value condition;
    snapshot values;
} parked;
typedef struct execution {
    translation *t;
    scope *locals;
    int is_function, is_initial;
    LIST(parked) parked;
    expr guard;        /* conditions on the way here that are not known, or NO_EXPR */
    when_branch *when; /* that the statements belong to, or NULL */
    const struct premise *entry; /* conditions of the call, as in translation.taken */
    int section;                 /* the number of the algorithm in the model, from 1 */
    int loops;                   /* around the statements */
    const ast_equations *statements; /* of an algorithm: all its statements */
} execution;
outcome execute(execution *x, const ast_equations *list);
void execute_end(execution *x); /* joins the values at every 'return' */
enum { NO_VALUE_YET = -2 };     /* an element of a local */
/* The present values are those where c is false; the snapshot has the others. */
void merge_values(translation *t, const value *c, const snapshot *s);
void park_values(execution *x, outcome out, expr guard, const value *c, snapshot values);
/* guard, and none of those that are parked from there on */
expr still_here(const execution *x, expr guard, int from);

/* A loop whose number of passes is not known when the model is read (evaluated_loop.c).
 * test and pass are called once, on leaves that stand for what the pass assigns. */
typedef struct evaluated_loop {
    const char *word; /* "while" or "for" */
    place where;
    const ast_equations *body;
    symbol *index; /* a variable that the body does not assign, or NULL */
    value (*test)(execution *x, void *data);
    outcome (*pass)(execution *x, void *data);
    void *data;
} evaluated_loop;
outcome evaluate_loop(execution *x, const evaluated_loop *l);
/* Assertions that its passes make. */
typedef struct evaluated {
    struct evaluated *outer;
    LIST(action) asserts;
} evaluated;

/* Elements of declared names, as the left side of an assignment, equation or reinit. */
typedef struct target {
    symbol *symbol; /* NULL after an error */
    selection part; /* of its elements */
    int whole;      /* all of them: part.offset is not there */
    int outer;      /* how many of the first subscripts belong to records around it */
} target;
target lower_target(translation *t, const ast *e, const char *what);
target symbol_target(symbol *s); /* all of it */
target target_field(translation *t, const target *x, symbol *field);
/* Are type and shape those of the target? Else an error. */
int target_takes_type(translation *t, const target *x, const value *v, place where);
int target_takes_shape(translation *t, const target *x, const value *v, place where);
int target_fits(const target *x, const value *v); /* the shape, without an error */
int target_element(const target *x, int k);
void assign_target(execution *x, const target *to, const value *v, place where);

/* A local with this value, or with none yet where v is NULL. */
symbol *add_local(translation *t, scope *s, const ast_declaration *d, type of,
                  const value *v, int rank, const int *size);

/* The expression with declared variables for what the statements made of them so far: the
 * argument of pre(...). Subscripts in it have their present values. */
value lower_declared(translation *t, const ast *e);
value lower_subscript_value(translation *t, const ast *e);
void flatten_algorithm(translation *t, const ast_algorithm *a, int number);
void algorithm_when(execution *x, const ast_equation *e);
/* Visits the declared names that r[2].x[1] begins with: several where an exporter has
 * taken r apart. */
void visit_roots(translation *t, const ast *e, visit_symbol f, void *data);

/* --- declarations (types.c, declare.c, define.c) --- */

/* An attribute or value with the scope that its names belong to. */
typedef struct attribute {
    const ast *value; /* or NULL */
    scope *scope;
    int each;
    int outer; /* how many of the first subscripts it does not have */
} attribute;

typedef struct attributes {
#define ATTRIBUTE(name, ...) attribute name;
#include "builtin.def"
#undef ATTRIBUTE
} attributes;

/* The type of that name; errors are recorded. Its attributes and sizes, if asked for. */
type find_type(translation *t, const char *name, place where);
/* Returns the name of the type behind all definitions: "Real", "Modelica.Units.SI.Mass".
 */
const char *type_attributes(translation *t, const symbol *s, attributes *to);
/* Sizes behind those of the component: of the types that the name stands for. */
typedef struct sizes {
    int count;
    int at[MOST_RANK];
} sizes;
/* The sizes that a declaration gives; those that are ':' are the value's, if there is
 * one.
 */
int declared_sizes(translation *t, const ast_declaration *d, const value *v, sizes *to);
int declared_rank(translation *t, const ast_declaration *d); /* how many there are */
const int *sizes_keep(translation *t, const sizes *s);
/* [E], [Boolean]: how many values the type has that e names; 0: it names none. *of is set
 * where it is an enumeration. */
int type_size(translation *t, const ast *e, int *n, type *of);
/* Takes modifiers as attributes of a variable of type `of`, with `outer` and perhaps
 * `each` for all of them; errors are recorded. */
void apply_modifiers(translation *t, type of, const ast_arguments *modifiers,
                     attributes *to, int outer, int each);

void declare_types(translation *t, int count, const ast_type *at);
void declare_inner(translation *t, const ast_class *c); /* its imports and types */
void declare_classes(translation *t, const ast_classes *list);
void declare_names(translation *t, int count, const ast_declaration *at);
/* Sizes and elements of a symbol, when it is used for the first time. */
void shape_symbol(translation *t, symbol *s);
/* Attributes and values; a variable's value makes an equation. Constants and parameters
 * may be defined earlier, on demand. */
void define_symbol(translation *t, symbol *s);
void define_names(translation *t, int count, const ast_declaration *at);
/* The fields of element k of an array of records, as names of one record. */
scope *element_scope(translation *t, const symbol *owner, int k);
/* After all: parameters and start values that follow from Integers, Booleans and
 * enumerations with fixed = false. */
void define_followers(translation *t);
void define_guesses(translation *t, int count, const ast_guess *at);
int value_fits(type to, type from);

/* --- units (declared_unit.c, unit_check.c) --- */

/* Units of a name that is not a record, by its attributes or by the name of its type. */
void define_units(translation *t, symbol *s, const attributes *a, const char *base);
/* The unit of that text; reports at its first use that it is not understood. */
const declared_unit *unit_of_text(translation *t, const char *text, place where);
/* Records a warning; those past the twentieth are counted for unit_warnings_end. */
void unit_warning(translation *t, place where, const char *format, ...) PRINTF_LIKE(3, 4);
void unit_warnings_end(translation *t, place where);
/* Takes the units of a type of Modelica.Units where there are none; `base` is its name.
 */
void unit_of_library(translation *t, const char *base, unit_choice *own,
                     unit_choice *shown);
/* Warnings for equations whose sides have different units, and the like. */
void check_units(translation *t, const ast_file *f, const ast_class *m);

/* --- equations (flatten.c, when.c) --- */

/* One scalar equation, or what stands for one. */
typedef struct flat {
    expr residual, left, right;
    type type;
    expr guard;
    const statement *of;
    const char *values; /* as in equation */
} flat;

typedef struct flats {
    flat *at;
    int count, capacity;
} flats;

void flatten_equations(translation *t, const ast_equations *list);
equation *push_equation(translation *t, equation_kind kind, expr residual,
                        const statement *of, const char *values);
const char *flat_text(translation *t, const flat *f);
/* The source on one line, with the numbers that loop indices have. */
const char *written_text(translation *t, const ast_equation *e);
const char *written_condition(translation *t, const ast *e);
/* "(text)[k]" for element k of an array like v, the text itself for a scalar. */
const char *element_text(translation *t, const char *text, const value *v, int k);
/* The same as a pattern whose last value, number `outer`, is the subscripts, ... */
const char *element_pattern(translation *t, const char *pattern, int outer);
/* ... and the values: those of the loops around it and the subscripts. */
const char *element_values(translation *t, const char *outer, const value *v, int k);
expr guard_and(translation *t, expr a, expr b);      /* NO_EXPR: always */
expr guard_of(translation *t, const premise *taken); /* of all of them; or NO_EXPR */

int add_parameter(translation *t, const char *name, place where, parameter_kind kind,
                  symbol *of);
/* Visits every variable on the left of an assignment or an equation of the lines, with
 * whether it is in a 'when'. */
typedef void (*visit_target)(void *data, const ast *left, int in_when);
void visit_targets(const ast_equations *list, int in_when, visit_target f, void *data);
/* Names that are assigned in 'when', before they are declared. */
void collect_discrete(translation *t, const ast_equations *list);
int is_assigned_in_when(translation *t, const symbol *s); /* it, or a record around it */
/* An error, if der(e) is one of a discrete variable alone; returns whether it is. */
int is_derivative_of_discrete(translation *t, expr e, place where);
expr event_pre(translation *t, expr e); /* pre of an element; NO_EXPR: no variable */
/* A function that writes a text somewhere, which is not done here: it has no value. */
int call_prints(const char *name);
int is_event_statement(const char *name); /* assert, terminate, reinit */
/* assert(...), terminate(...) or reinit(...) with this guard; where: NULL outside when */
void event_statement(translation *t, const ast_equation *e, when_branch *to, expr guard);
void flatten_when(translation *t, const ast_equation *e);
/* Adds an assertion to the loop or 'when' that it belongs to, or to the system. */
void event_push_assert(translation *t, const action *a);
/* The branch of a condition, without its actions. */
when_branch when_branch_of(translation *t, const ast *condition, int is_first,
                           const char *text);
/* Equations of discrete variables: which variable does each of them define? */
void push_discrete(translation *t, const flat *f);
/* An initial equation: a condition on continuous unknowns, or on discrete ones. */
void push_initial(translation *t, const flat *f);
void discrete_end(translation *t);
int discrete_count(const translation *t);                  /* of those that were pushed */
int discrete_leaf(translation *t, expr e);                 /* the parameter, or -1 */
int fits_side(const translation *t, const flat *f, int p); /* may f define p? */
const char *discrete_text(translation *t, const symbol *s); /* "discrete", "Integer" */
/* An error, if a side is a variable that 'when' defines; returns whether it is. */
int is_second_equation(translation *t, const flat *f);

/* What follows from conditions that hold or do not (guard.c). */
typedef enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_OPEN } truth;
enum { MOST_ASSUMPTIONS = 200, DEEPEST_GUARD = 200 }; /* what is more is left open */
typedef struct assumptions {
    expr at[MOST_ASSUMPTIONS];
    char holds[MOST_ASSUMPTIONS];
    int count;
} assumptions;
void guard_assume(translation *t, assumptions *to, expr e, int holds);
truth guard_truth(translation *t, const assumptions *by, expr guard);
int guards_exclude(translation *t, expr a, expr b); /* by their form */

/* What holds in a branch; the one behind the last condition is 'else' (branches.c). */
void arm_assume(translation *t, const choice_record *c, int arm, assumptions *to);
int arm_changes(translation *t, const assumptions *here); /* no parameter decides it */
/* The error that the branch leaves a variable without equation. */
void arm_leaves_open(translation *t, const choice_record *c, int arm, const char *name);
void check_branches(translation *t);
/* Errors for variables that 'when' defines twice or not everywhere (when_rules.c). */
void check_whens(translation *t);
/* Errors for discrete variables and conditions of 'when' that change between events
 * (timing.c). */
void check_timing(translation *t);

/* --- components that are models (assemble.c, instance.c, connect.c) --- */

/* Copies into the model, and into the classes it uses, what they extend. */
void assemble_model(translation *t, ast_class *m);
/* Functions of a library's file get what they extend. */
void assemble_functions(translation *t, const ast_file *f);
/* collect_discrete for what components bring along. */
void instance_collect_discrete(translation *t, const ast_class *m);
/* Equations and algorithms of all components; *number counts the algorithms. */
void instance_equations(translation *t, int *number);
/* The equations of connect(a, b) that hold at once; flows are kept for connections_end.
 */
void flatten_connect(translation *t, const ast_equation *e, flats *to, expr guard);
/* Sums of connected flows, and zeros for flows that nothing is connected to. */
void connections_end(translation *t);

/* --- annotations (annotation.c) --- */

typedef struct remark {
    int invariant, constraint;
    const char *name; /* or NULL */
} remark;

remark annotation_of_declaration(translation *t, const ast_arguments *a);
remark annotation_of_equation(translation *t, const ast_arguments *a);
/* A flag that stands in the annotation itself, as Evaluate and Inline do. */
int annotation_flag(translation *t, const ast_arguments *a, const char *name,
                    int otherwise);
void annotation_of_model(translation *t, const ast_arguments *a);

#endif
