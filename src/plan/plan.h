/* SPDX-License-Identifier: BSD-3-Clause */
/* The plan of a run: every option once, as a number or a member of an enumeration. It is
 * made in two stages. plan_new reads the options and decides what follows from them
 * alone, before the system exists: this is what the symbolic half lowers for. plan_settle
 * decides the rest, with the system: this is what the run works by. Nobody else compares
 * the text of an option. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H
#include "../base/options.h"

#define PLAN_CONSTRAINT_BOUND 4    /* units of round-off that a constraint may be off */
#define PLAN_LARGEST_BY_LENGTH 500 /* coordinates of implicit methods by arclength */
#define PLAN_TAYLOR_BELOW 1e-9     /* where method auto may try series */

typedef struct plan {
#define REAL(field, flag, initial, low, high, argument, help) double field;
#define COUNT(field, flag, initial, low, high, argument, help) long field;
#define CHOICE(field, flag, initial, words, help) choice_##field field;
#define TEXT(field, flag, initial, argument, help) const char *field;
#define FLAG(field, flag, help) int field;
#include "involute_option.def"
    int is_automatic;     /* the method was left open, and may change on the way */
    const char *identity; /* what a checkpoint of the run must fit: model, values,
                             options, a line each; NULL: not known */
    struct chronicle
        *chronicle;     /* of a run with checkpoints (solve/chronicle.h); or NULL */
    invo_options given; /* as they were; with the functions to be called */
} plan;

/* o: checked, as options_check does; its texts are borrowed. Afterwards method, metric,
 * newton_test, by, rtol, atol and stop are decided; of the retraction and the direction
 * only what does not depend on the system: they may still be auto. */
plan plan_new(const invo_options *o);
/* The plan of the same options, but for the method. */
plan plan_with_method(const plan *p, choice_method m);

/* Decides what depends on the system, so that nothing is auto. E_ARGUMENT with a message
 * where options do not fit the system or each other. */
invo_status plan_settle(invo_context *c, plan *p, const invo_system *s);
/* The first stage for the retraction alone: where it is auto, what the method or the
 * metric brings with it. */
void plan_decide_retraction(plan *p);
/* The second stage for the retraction alone, and for the bound on residuals. */
invo_status plan_settle_retraction(invo_context *c, plan *p, const invo_system *s);
void plan_settle_bound(plan *p, const invo_system *s);

/* What the run will ask of a system that is made of a model. */
typedef struct lowering {
    int square; /* solve scalar top equations as 1 by 1 blocks instead of in closed form
                 */
    int use_jacobian; /* d phi, for retractions that take all constraints at once */
    int use_groups;   /* the blocks of the radial retraction */
    int use_hessian;  /* second differentials of phi (exact and inexact Newton) */
    int use_kernel;   /* the top equations all at once */
    int use_tops;     /* ... with their derivatives by all coordinates (implicit methods)
                       */
    int may_use_tops; /* the run may switch to an implicit method */
    int use_form;     /* what the direction depends on, and its degrees */
    int full;         /* every block is differentiated once more (--ambient full) */
    int series;       /* Taylor coefficients up to this order; 0: none */
    int use_shortcut; /* the top unknowns in straight-line code */
    int is_tight;     /* steps leave the constraints by so little that Newton's iteration
                         takes one matrix */
    int use_code;     /* machine code for what is evaluated often */
    int evaluator;    /* a choice_evaluator, where there is machine code */
} lowering;
lowering plan_lowering(const plan *p);

/* Does the retraction take gradients of the constraints? */
int plan_uses_gradients(const plan *p);
/* Is the method implicit: does it need derivatives of the top equations? */
int plan_is_implicit(const plan *p);
/* Settled ones: are errors estimated by step doubling? */
int plan_doubles(const plan *p);
/* Puts coordinates of u where "NAME=VALUE,..." puts them; NULL: only checks it. */
invo_status plan_place_start(invo_context *c, const invo_system *s, const char *text,
                             double *u);
/* The plan in words, for results and messages. */
invo_options plan_words(const plan *p);

#endif
