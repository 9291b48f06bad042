/* SPDX-License-Identifier: BSD-3-Clause */
/* The top unknowns in straight-line code (invo_shortcut). */
#ifndef LOWERING_SHORTCUT_FORM_H
#define LOWERING_SHORTCUT_FORM_H
#include "../evaluate/merge.h"
#include "../linalg/elimination.h"
#include "lower.h"

typedef struct shortcut_form shortcut_form;

/* Residuals and units, as of invo_system.ledger. */
typedef void ledger_function(void *self, const double *u, const double *z,
                             double *residual, double *unit);

/* A program with what follows its results. */
typedef struct shortcut_code {
    program program;
    int results; /* the first outputs; then pivots, then watched multipliers */
    int watches;
} shortcut_code;

/* Moves of coordinates by a step of Newton's iteration. */
typedef struct shortcut_stage {
    shortcut_code code;
    const int *coordinate; /* [results] */
    int is_linear;         /* its rows are, in the coordinates that it moves */
} shortcut_stage;

/* A retraction and what follows from its point (invo_shortcut). Outputs: u, z, pivots,
 * watched multipliers, residuals and units of the ledger, rates and their sizes; for each
 * matrix the square of 1 / its least sine, for each set by how much its last move is too
 * long, the squared lengths of the gradients, and z as results show it. */
typedef struct shortcut_arrival {
    shortcut_code code; /* results: u and z */
    int sets, moves, factors;
    int rows, at_sines, at_excess, at_squares; /* outputs */
    int at_regular;                            /* the last sine without invariants */
    int at_shown;                              /* the same: z as results show it */
    int is_joint;
    const double *last; /* outputs that hold; NULL: none */
} shortcut_arrival;

/* Steps of a scheme, stage by stage. */
typedef struct shortcut_sweep shortcut_sweep;

/* The code for one order. */
typedef struct shortcut_order {
    arena *arena;
    const double *u, *z;    /* the point that it was chosen at */
    const elimination **of; /* [blocks]: chosen there; NULL: not kept */
    int is_at_start;        /* the point is the start */
    shortcut_code tops;     /* z, in the order of the unknowns */
    shortcut_code slopes;   /* v */
    const int *sign;        /* [blocks]: of the orders */
    const double *scale;    /* of all pivots, block by block */
    double *usual;          /* [blocks]: smallest pivots at the point of the order ... */
    double *least;          /* ... [blocks]: below which they are weak; 0: one row */
    int stages;
    shortcut_stage *stage; /* [stages] */
    double *arrived;       /* [n]: where the last retraction stage by stage has ended */
    invo_scheme scheme;    /* the one that was asked for last, but for series; stages = 0:
                              none */
    arena *of_step;
    int has_step;
    shortcut_code step;    /* all stages of the scheme: invo_shortcut */
    shortcut_sweep *sweep; /* the same stage by stage; NULL: none */
    int terms;             /* of the series that was asked for last; 0: none */
    arena *of_series;
    int has_series;
    shortcut_code series; /* all terms of it */
    int is_dense_tried, has_dense;
    arena *of_dense;
    shortcut_code dense; /* the terms of its dense output: invo_shortcut */
    int is_row_tried, has_row;
    shortcut_code row; /* of output: invo_shortcut */
    int row_sines;     /* the first of what it watches, of the stages */
    int is_wide_loaded;
    jit_function *wide; /* the same for INVO_LANES points; NULL: none */
    double *wide_slot;  /* [slots of it] */
    int has_arrival;
    shortcut_arrival *arrival;
    long turned; /* how often its moves had to be made again, ... */
    int is_moves_tried, has_moves;
    program moves;      /* ... and these alone: u, sines and excess, as above */
    int goes_by_stages; /* its moves are those of an arrival that may be made later, ...
                         */
    int most_moves;     /* ... as many of a stage, or until they come to rest where it is
                           never made */
    long asked;  /* how often an arrival was asked for that is not made at once, ... */
    int is_late; /* ... and it has been made, or tried */
} shortcut_order;

/* The inverse of the least sine of an angle between rows, squared: above, the rows are
 * taken as dependent. */
static const double SHORTCUT_MOST_SINES = 1e6;
/* Multipliers of rows that are scaled at the point of the order are at most 10 there. The
 * sum of their squares elsewhere, or that of one pivot of many: results are off by its
 * root in units of round-off, but for those that are refined. */
static const double SHORTCUT_MULTIPLIERS = 1e8;

/* So many orders are tried in one run. */
enum { SHORTCUT_ORDERS = 8 };

struct shortcut_form {
    int is_tight; /* as of the plan (lowering) */
    long steps;   /* that have asked for code */
    int is_long;  /* the code would be too long; it is not tried again */
    int orders;   /* that were tried; those without arena could not be made */
    shortcut_order order[SHORTCUT_ORDERS];
    shortcut_order *used; /* NULL: none */
    /* Of this run, which must not depend on those before: */
    int has_row_code, has_dense_code; /* so many rows of output that code pays */
    long points;                      /* at which the ledger was asked for, ... */
    double due; /* ... and how many there are before its code is made */
    int is_ledger_tried, has_ledger;
    program ledger;                  /* residuals, then units: [rows] each */
    ledger_function *rows, *measure; /* without it */
};

/* The first outputs of a code, whose last ones are watched multipliers, or NULL where
 * they cannot be trusted. */
const double *shortcut_trusted(int outputs, int watches, const double *out);

/* Runs a code whose inputs are two vectors of length n and a number, but where it was run
 * on these very ones last: a step that does not coast to its end is asked for again by
 * the loop for all. */
const double *shortcut_run_on(const program *p, int n, const double *x, const double *y,
                              double number);

/* --- blocks as values --- */

typedef LIST(int) value_list;

typedef struct shortcut_work {
    lowered *w;
    arena *arena;                 /* of scratch */
    const elimination *const *of; /* [blocks]: NULL: a run of scalar equations */
    int refines;
    merge *merge;
    const int *x;       /* [n]: values of the coordinates; NULL: inputs */
    int seats;          /* inputs between the coordinates and what is fixed */
    int reads_later;    /* an unknown is read that was not made yet */
    int *z;             /* [unknowns]: values */
    value_list inverse; /* values: pivots, as -1 / pivot */
    value_list watch;   /* values: squares of multipliers */
} shortcut_work;

/* The eliminations of all blocks at a point: [blocks]; NULL: there are none. z is not
 * changed. */
const elimination **shortcut_choose_orders(lowered *w, arena *scratch, const double *u,
                                           const double *z);
/* All blocks, one after the other. */
void shortcut_merge_blocks(shortcut_work *q);

/* --- shortcut_step.c --- */

/* Adds the steps of a scheme to f, whose slopes and arena of_step are there, if it is
 * small enough. */
void shortcut_make_step(lowered *w, shortcut_order *f, const invo_scheme *scheme,
                        arena *scratch);
const double *shortcut_run_step(void *self, const double *p, const double *v, double h);
/* --- shortcut_sweep.c --- */

/* The same for systems that are larger. */
void shortcut_make_sweep(lowered *w, shortcut_order *f, const invo_scheme *scheme);
const double *shortcut_run_sweep(const lowered *w, const shortcut_order *f,
                                 const double *p, const double *v, double h);
/* What that returns. */
const double *shortcut_sweep_out(const lowered *w, const shortcut_order *f);
/* The step that was made last is no longer what the code gives. */
void shortcut_forget_sweep(const shortcut_order *f);

/* --- dense output: shortcut_step.c --- */

/* Does code of its dense output pay for so many rows? */
int shortcut_dense_pays(const lowered *w, const shortcut_order *f, long planned);
/* Makes it, if it is not there; nonzero: an invo_status. */
int shortcut_add_dense(lowered *w, shortcut_order *f);
const double *shortcut_run_dense(void *self, const double *p, const double *k, double h);

/* --- shortcut_series.c --- */

/* Adds a series to f, whose arena of_series is there, if it is small enough. */
void shortcut_make_series(lowered *w, shortcut_order *f, const elimination *const *of,
                          int terms, arena *scratch);
int shortcut_run_series(void *self, const double *u, double h, int order,
                        double *coefficient);

/* --- shortcut_ledger.c --- */

ledger_function shortcut_rows, shortcut_measure;
/* The same of rates of change, and the sizes of their terms. */
ledger_function shortcut_rates;

/* The ledger on its way into a program. */
typedef struct ledger_work {
    lowered *w;
    arena *arena; /* of scratch */
    merge *merge;
    const int *point;     /* [coordinates and unknowns]: values; NULL: they are inputs */
    int seats;            /* so many inputs are before those of parameters */
    int *residual, *unit; /* [rows]: values */
} ledger_work;

/* Fills in the residuals and their units; 0: cannot. */
int shortcut_merge_ledger(const ledger_work *q);
/* Rates of change of declared rows and the sizes of their terms: [rates]; 0: cannot. */
int shortcut_merge_rates(const ledger_work *q, int *rate, int *size);
long shortcut_ledger_length(const lowered *w);
/* As program_run_bound, by code for the program with its bounds once that pays: the same
 * bits. */
void shortcut_run_bound(lowered *w, bound_code *b, const program *p, const double *u,
                        const double *z, double *out, double *bound);
/* Takes over the values of the parameters. */
void shortcut_load_bound(const lowered *w, const bound_code *b);

/* --- shortcut_row.c --- */

/* Formulas of the text in the place of z, each part with the values of those before;
 * point: that of q. 0: cannot. */
int shortcut_merge_formulas(const ledger_work *q, int *point);
/* Does code for so many rows pay? */
int shortcut_row_pays(const lowered *w, long planned);
/* Makes it, if it is not there and can be made; nonzero: an invo_status. */
int shortcut_add_row(lowered *w, shortcut_order *f);
int shortcut_run_row(void *self, const double *u, const double *weight,
                     invo_row_values *to);
/* Are rows made by code for several points? */
int shortcut_has_wide(const lowered *w);
int shortcut_run_lanes(void *self, const double *u, const double *weight,
                       invo_row_values *to, char *good);

/* --- shortcut_stage.c --- */

typedef struct stage_work {
    lowered *w;
    arena *arena; /* of scratch */
    const invo_stage *stage;
    merge *merge;
    const int *x;   /* [n]: values of the coordinates; NULL: inputs */
    int seats;      /* inputs between the coordinates and what is fixed; weights first */
    int invariants; /* among the rows: the last ones */
    const int *b;   /* [entries of B]: values */
    const int *residual;            /* [rows]: values */
    int *weighed;                   /* [entries of B]: values of B D */
    int products;                   /* entries of B D B', ... */
    const int *product;             /* ... their values, ... */
    const elimination *elimination; /* ... and how it is solved with */
    int *multiplier;                /* [rows]: values */
    int *move;                      /* [columns]: values; -1: none */
    int *square;                    /* [rows]: values of the diagonal of B D B' */
    int watches;
    int *watch; /* [watches]: values: 1 / sines of angles between rows, squared */
    int former; /* the same of rows that are no invariants, if there are any */
} stage_work;

/* Fills in everything from b on, by the functions m; 0: cannot. */
int shortcut_merge_move(stage_work *q, const map *m);
/* After that: the move at another point, q->x, with the same matrix. */
void shortcut_merge_again(stage_work *q, const map *m);
/* The square of the length of the last move in the metric of the weights: a value. */
int shortcut_square_length(const stage_work *q);

/* Are these rows linear in the columns that they move? Their matrices do not depend on
 * them then. */
int shortcut_is_linear(const stage_work *q);
/* Adds the stages of the retraction to f, whose arena is there; 0: cannot. */
int shortcut_make_stages(lowered *w, shortcut_order *f, arena *scratch);
/* The largest of what it watches: the square of 1 / its least sine; not a number where
 * one is not. */
double shortcut_stage_sines(const shortcut_stage *k, const double *out);
int shortcut_run_stage(void *self, int stage, const double *u, const double *weight,
                       double *move, double *weakest);

/* --- shortcut_arrive.c --- */

/* Adds a whole retraction to f, whose tops are there, if it has so many operations at
 * most. */
enum { SHORTCUT_SHORT_ARRIVAL = 1500 };
/* Moves of rows that are not linear. After so many without an end no other helps. */
enum { SHORTCUT_MOVES = 2, SHORTCUT_MOST_MOVES = 4 };
/* Longer code is not read fast enough from memory. */
enum { SHORTCUT_LONGEST_ARRIVAL = 8000 };
void shortcut_make_arrival(lowered *w, shortcut_order *f, const elimination *const *of,
                           long most, arena *scratch);
/* Its moves alone. */
void shortcut_make_moves(lowered *w, shortcut_order *f, arena *scratch);
/* Operations of it. */
long shortcut_arrival_length(const lowered *w, const shortcut_order *f);
int shortcut_run_arrival(void *self, const double *u, const double *weight, double sure,
                         invo_arrival *to);
/* What the last one has found: z and what follows it, where it arrived at u; residuals,
 * units, rates and sizes, where these were u and z. NULL: it did not. */
const double *shortcut_arrived_tops(const lowered *w, const double *u);
const double *shortcut_arrived_rows(const lowered *w, const double *u, const double *z);

/* --- shortcut_coast.c --- */

void shortcut_read_lengths(void *self, long *step, long *series, long *arrival);
int shortcut_read_coast(void *self, invo_coast *to);

/* Offers a shortcut; it is made when a run asks for it. */
void lowered_add_shortcut(lowered *w, int is_tight);
/* Takes over the values of the parameters. */
void lowered_load_shortcut(lowered *w);
/* After these and the start have changed: keeps the code of the start where it is the
 * same for the new one, else forgets it; returns whether none had to be forgotten. */
int shortcut_follow(lowered *w);

#endif
