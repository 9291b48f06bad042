/* SPDX-License-Identifier: BSD-3-Clause */
/* A system as the model gives it: unknown functions, parameters, equations F(t, y, y',
 * ...) = 0, conditions at the start, declared invariants. The model fills it, completion
 * reads it. */
#ifndef SYSTEM_SYSTEM_H
#define SYSTEM_SYSTEM_H
#include "../base/phrase.h"
#include "../expr/expr.h"
#include "wording.h"

#define NO_EXPR (-1) /* not given */

typedef struct variable {
    const char *name; /* as the model writes it, 'quotes' and [subscripts] included */
    const char *unit; /* as declared, "m/s"; NULL: none */
    const char *display_unit; /* that results are shown in; NULL: the unit itself */
    const place *where;
    expr start, nominal, min, max; /* in parameters only, or NO_EXPR */
    char fixed;                    /* start holds exactly */
    char is_set;                   /* start was given by invo_model_set */
    char is_protected;             /* it or a component that it is in */
    char is_output;                /* the model itself declares it as one */
    char is_shown; /* only results show it: a derivative of an eliminated variable */
} variable;

typedef enum parameter_kind {
    PARAMETER_FREE,
    PARAMETER_CONSTANT,
    PARAMETER_INPUT,
    PARAMETER_DISCRETE, /* a discrete variable: changes at events only; binding: its start
                         */
    PARAMETER_PRE,      /* pre(x): the value before the event */
    PARAMETER_SO_FAR,   /* a discrete variable between the 'when's of an algorithm */
    PARAMETER_CLOCK,    /* 1 at the instants of a clock, else 0 */
    PARAMETER_SWITCH    /* the frozen value of a relation (crossings.c) */
} parameter_kind;

typedef enum parameter_type { TYPED_REAL, TYPED_INTEGER, TYPED_BOOLEAN } parameter_type;

typedef struct parameter {
    const char *name;
    const char *unit, *display_unit; /* as in variable */
    place where;
    parameter_kind kind; /* constants cannot be set; an input keeps its start value */
    expr binding;  /* in other parameters, or NO_EXPR: solved from initial equations */
    int is_set;    /* by invo_model_set: then value counts, not binding */
    double value;  /* filled by system_parameters(); events change those of their kinds */
    int is_tuned;  /* fixed = false: initial equations give its value, near `guess` */
    expr guess;    /* in other parameters, or NO_EXPR: 0; only where is_tuned */
    int is_hidden; /* PARAMETER_DISCRETE: results do not show it; FREE: nobody sets it */
    int of;        /* PRE and SO_FAR: the discrete parameter p; PRE: or -1 - variable */
    char is_fixed; /* PARAMETER_DISCRETE: pre(v) = start holds before the start */
    parameter_type type; /* of a discrete one; enumerations are integers */
} parameter;

typedef enum equation_kind {
    EQUATION_PLAIN,
    EQUATION_INITIAL,    /* holds at the start */
    EQUATION_INVARIANT,  /* residual is the invariant itself: kept at its initial value */
    EQUATION_CONSTRAINT, /* declared, follows from the others: residual = 0 */
    EQUATION_DERIVED,    /* found by completion: a constraint beside the others */
    EQUATION_IMPLIED,    /* holds because others do: shown in the ledger only */
    EQUATION_EMPTY       /* repeats trivial equations; for the ledger only */
} equation_kind;

/* The bytes of the source that an equation comes from, annotation included; several
 * equations may share them. end 0: it is no statement of its own, or one of several
 * branches. */
typedef struct source_span {
    size_t begin, end;
    size_t statement; /* where the outermost for or if around it begins */
} source_span;

/* What all equations have in common that come from the same words: those of the passes of
 * a loop, the elements of an array. */
typedef struct statement {
    const char *pattern; /* as written, on one line: "x^2 + y^2 = L^2"; see phrase.h */
    const char *name;    /* from __involute(name = ...), or NULL */
    const char *title;   /* the pattern, behind the name if there is one */
    place where;
    const char *line; /* the same for people: "pendulum.mo:12", or "" */
    source_span bytes;
} statement;

/* An invariant that was found, not declared: is its rate known to vanish everywhere? */
typedef enum found_kind { FOUND_NOT, FOUND_LIKELY, FOUND_PROVED } found_kind;

typedef struct equation {
    expr residual;       /* left - right */
    expr guard;          /* holds only while this is true; NO_EXPR: always */
    short level;         /* how often what was written was differentiated, if ... */
    char is_derived;     /* ... completion made it from that */
    unsigned char kind;  /* equation_kind */
    unsigned char found; /* found_kind */
    const statement *of; /* never NULL in a system */
    const char *values;  /* of the indices in its pattern, or NULL */
    const struct exact_form *exact; /* the residual before rounding, or NULL */
} equation;

/* Its text, which is not kept, and the same written out in the arena. */
phrase equation_phrase(const equation *e);
const char *equation_text(arena *a, const equation *e);
/* The name may be NULL. */
statement *statement_new(arena *a, const char *pattern, const char *name, place where);
/* The same statement in other words. */
const statement *statement_reword(arena *a, const statement *of, const char *text);

/* Events. What an equation, a discrete equation, a condition or a guard compares
 * (relations, floor, ceil, integer, div, mod, rem outside noEvent) makes an event where
 * it changes; crossings.c finds these, the model leaves them as they are. abs, sign, min
 * and max are evaluated literally; kink_form.c lists their kinks. */

/* A discrete equation: the parameter (PARAMETER_DISCRETE) has this value at all times. */
typedef struct discrete_equation {
    int parameter;
    expr value; /* Booleans are 0 and 1 */
    expr guard; /* or NO_EXPR */
    const char *text;
    place where;
} discrete_equation;

/* An initial equation of discrete values. Where it holds continuous unknowns, too, it may
 * be needed for them: then it is no condition on a discrete value, but `instead`. */
typedef struct discrete_start {
    expr left, right;
    expr guard; /* or NO_EXPR */
    const char *text;
    place where;
    int is_either;
    equation instead; /* only where is_either */
} discrete_start;

/* sample(start, interval), initial(), terminal(): the parameter is 1 at their instants.
 */
typedef enum clock_kind { CLOCK_SAMPLE, CLOCK_INITIAL, CLOCK_TERMINAL } clock_kind;
typedef struct sample_clock {
    clock_kind kind;
    int parameter;        /* PARAMETER_CLOCK */
    expr start, interval; /* in parameters */
    place where;
} sample_clock;

typedef enum action_kind {
    ACTION_ASSIGN,   /* target: a PARAMETER_DISCRETE */
    ACTION_REINIT,   /* target: a variable */
    ACTION_ASSERT,   /* value: the condition that must hold */
    ACTION_TERMINATE /* ends the run */
} action_kind;

typedef struct action {
    action_kind kind;
    int target;
    expr value;
    expr guard;          /* if-equations inside when; or NO_EXPR */
    const char *message; /* of assert and terminate, as written, where ... */
    wording *wording;    /* ... this is NULL: the text has no values in it */
    int is_warning;      /* AssertionLevel.warning */
    int is_initial;      /* an assertion about the solution of the initial problem */
    const char *text;
    place where;
} action;

/* A branch fires when one of its conditions becomes true and no branch before it does. */
typedef struct when_branch {
    LIST(expr) conditions;
    LIST(action) actions;
    const char *text; /* "when h < 0" */
    place where;
} when_branch;

typedef struct when_clause {
    LIST(when_branch) branches; /* when, elsewhen, ... */
    int section;      /* the number of the algorithm that contains it; 0: an equation */
    LIST(int) so_far; /* parameters: variables behind it that are assigned again */
} when_clause;

/* An input that follows a table: straight lines between its rows (signal.c). */
typedef struct signal {
    int parameter; /* PARAMETER_INPUT */
    int count;
    const double *t, *value; /* [count]; a time may occur twice, for a jump */
    int offset, slope;       /* parameters: value = offset + slope * time */
} signal;

/* delay(value, time, most): see delay.h. */
typedef struct delay {
    expr value, time;
    expr most; /* in parameters, or NO_EXPR: time is in parameters itself */
    const lookup *look;
    int first;    /* parameter: the value before the start; 0 where it is discrete */
    int discrete; /* PARAMETER_DISCRETE that is the delayed value, or -1 */
    int stretch;  /* parameter: the stretch of the history that is read */
    int begin, end, late, early; /* parameters where time is variable, else -1: its ends,
                                    and whether it is left there */
    double constant, longest;    /* of a run: time and most, where they do not change */
    double nominal;              /* size of the value, for tolerances */
    const char *text;            /* "delay(x, 1)" */
    place where;
} delay;

/* Variables that the radial retraction scales together: elements of blocks = {...}. */
typedef struct radial_member {
    int block;
    expr variable; /* a jet */
    place where;
} radial_member;

/* A Poincare section: the solution is recorded where the function is zero. */
typedef struct section {
    const char *name;
    expr function;
    int direction; /* of the change of sign that counts: 1 up, -1 down, 0 both */
    LIST(const char *) columns; /* to be written; none: all */
    place where;
} section;

/* A derivative that results show in every mode, whether its equations hold it or not. */
typedef struct shown_jet {
    int variable, order;
    const char *name; /* "der(x)" */
} shown_jet;

typedef struct dae {        /* not `system`: stdlib.h has that name */
    const struct dae *text; /* the same as the model gives it, which the ledger measures;
                               NULL: this one is */
    invo_context *context;
    arena *arena;
    graph *graph;
    const char *name;
    LIST(variable) variables; /* OP_JET(variable, order) refers to these */
    LIST(parameter)
    parameters; /* OP_PARAMETER; a parameter's binding may refer to any other */
    LIST(equation) equations; /* all kinds, in the order of the text */
    LIST(discrete_equation) discrete;
    LIST(discrete_start) first_values;
    LIST(sample_clock) clocks;
    LIST(when_clause) whens;
    LIST(signal) signals;
    LIST(delay) delays;
    LIST(radial_member) radial;
    LIST(section) sections;
    LIST(action) asserts; /* outside when: kind ACTION_ASSERT */
    LIST(shown_jet) shown;
    struct value_reads *reads; /* (reads.h); NULL: nobody asks what values decide */
    int is_untangled; /* equations mixed with constants were found, and separated */
    int is_raw;       /* trivial equations stay: what they give would be rounded */
    int homotopies;   /* how many homotopy(a, b) with a and b that differ are written */
    double span;      /* of time that a run is to cover; 0: not known */
    int is_backward;  /* it goes towards smaller times */
    int follows_sliding; /* along surfaces that directions lead to from both sides */
    int first_order; /* unknowns whose derivatives do not occur are coordinates, too */
    int is_local; /* completion combined equations with factors that may vanish elsewhere
                   */
} dae;

/* Values of all parameters in dependency order into parameter.value. Throws E_MODEL on a
 * cycle and on a value that is not finite, naming the parameter, and where one has
 * neither value nor binding. */
void system_parameters(dae *s);

/* e as the model would write it. */
const char *system_text(const dae *s, expr e);
const char *system_name_of(const dae *s, expr e); /* the same, cut if it is long */

/* A copy whose list of equations is its own. */
dae *system_copy(const dae *s);

/* A copy whose equations hold the numbers of constants and final parameters: one that is
 * zero removes what it multiplies from the structure. The list of equations is that of s
 * where none of them changes. */
dae *system_fold_constants(dae *s);

/* Value of an expression in parameters; `otherwise` for NO_EXPR. */
double parameter_value(dae *s, expr e, double otherwise);
/* The same where other leaves have this value. */
double parameter_value_with(dae *s, expr e, double leaves);

/* Where its equations begin: for messages that concern them all. */
place dae_place(const dae *s);

#endif
