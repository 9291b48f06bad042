/* SPDX-License-Identifier: BSD-3-Clause */
/* A completed system lowered to tapes, behind the functions of involute_system.h. */
#ifndef LOWERING_LOWER_H
#define LOWERING_LOWER_H
#include "../plan/plan.h"
#include "map.h"

/* Grows with what needs it, in an arena of its own. */
typedef struct scratch_list {
    double *at; /* [room] */
    int room;
    arena *arena;
} scratch_list;

/* A derivative of an equation more than there are unknowns. */
typedef struct spare_rate {
    int equation, level;
    expr f;
} spare_rate;

typedef struct lowered {
    invo_system system;
    completion *completion;
    arena *arena;
    scratch_list error, slots;  /* of programs */
    jit_memory *code;           /* of their code; NULL: they are interpreted */
    struct tuning_form *tuning; /* of their code (tuning_form.c); NULL: none */
    map constraint;             /* phi; its values where there are no stages */
    map tops, *stage;           /* T, for implicit methods; [stages] */
    double *placed;             /* [unknowns]: scratch of T */
    int *seat;                  /* of the top unknowns that T reads, in its own z */
    program hessian, rates, kernel, sections, fronts;
    const expr *rate;        /* of extras, then of what is redundant */
    const spare_rate *spare; /* [spares]: of both, invariants left out */
    int spares;
    placed_program ledger;         /* rows after the constraints */
    placed_program text;           /* rows that the text has in another form */
    struct busy_rows *busy;        /* rows that are not always 0 (ledger_units.c) */
    placed_program formulas;       /* of the text: the top unknowns that they give */
    const expr *row_form;          /* [rows]: what the ledger measures */
    double *row_least;             /* [rows]: least size of its terms; NaN: not known */
    struct refinement *refinement; /* of points (refine_form.c); NULL: not made yet */
    program *block;
    struct shortcut_form *shortcut; /* NULL: not offered */
    expr *block_slope;  /* [blocks]: where it is constant, else NO_EXPR; EXPR_ZERO: nobody
                           has asked yet */
    double *invariant;  /* [invariants]: their values at the start */
    int *numbers;       /* scratch of program_new, all zero between uses */
    double *start;      /* [coordinates], and behind it ... */
    double *nominal;    /* [coordinates + unknowns] */
    double *top;        /* ... [unknowns]: z at the start, one point (u, z) */
    const double *ones; /* [coordinates + unknowns]; NULL: not made yet (conditions.c) */
    int nodes;          /* of the graph before: those made since are in the programs */
    int is_regular;     /* at the start, as verify_regular has found */
    program functions;  /* of the crossings (hybrid.c) */
    program kinks;      /* (kink_form.c) */
    int has_told_leap;  /* a note has reported one (start/leap.c) */
    invo_event *kink;   /* [kinks.outputs] */
    struct hybrid *hybrid;
    struct series_form *series;     /* Taylor series (series_form.c), or NULL */
    struct proof_form *proof;       /* (proof_form.c); NULL: not made yet */
    struct kept_conditions *kept;   /* (conditions.c) */
    struct top_blocks *blocks_kept; /* (points/top_blocks.c); NULL: not made yet */
    struct carried_states *carried; /* (start/carry.c); NULL: not made yet */
    struct replay *replay;          /* (replay.h); NULL: the system is for one run */
} lowered;

/* Parameter values must be known (system_parameters). */
lowered *lower(completion *c, lowering how);

/* phi: the constraints; invariants without their values at the start. */
expr *lowered_list_constraints(lowered *w, arena *scratch);
/* Lists the rates of change of extras and of what is redundant (rate_form.c). */
void lowered_list_rates(lowered *w);

/* The slope of a scalar block of the top equations where it does not depend on the point;
 * 0 for other blocks. */
double lowered_constant_slope(const completion *c, int b);
/* The same, found once. */
double lowered_block_slope(const lowered *w, int b);

/* The number of the multiplier of constraint i among the inputs of a program. */
int lowered_multiplier(const completion *c, int i);
/* Adds the gradients of the constraints, and the top equations in one where they are
 * jointly affine (kernel_form.c). */
void lowered_add_jacobian(lowered *w);
void lowered_add_kernel(lowered *w);
/* Adds the functions of the sections (section_form.c). */
void lowered_add_sections(lowered *w);
/* Adds the arguments of functions that may change within a step (front_form.c). */
void lowered_add_fronts(lowered *w);
/* Adds the kinks of abs, sign, min, max and tables in the equations (kink_form.c). */
void lowered_add_kinks(lowered *w);
/* Adds the top equations as a whole with their derivatives (top_form.c). */
void lowered_add_tops(lowered *w);
/* Marks the coordinates that are algebraic (top_form.c). */
void lowered_mark_algebraic(lowered *w);

/* Fills in invo_system.fixed, for the start of a run. */
void lowered_list_fixed(lowered *w);

/* Takes over the values of the parameters, after an event has changed some. */
void lowered_load_parameters(lowered *w);

/* Fixes the values of the invariants at u, once and for all programs. */
void lowered_keep_invariants(lowered *w, const double *u);

#endif
