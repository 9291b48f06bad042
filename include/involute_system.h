/* SPDX-License-Identifier: BSD-3-Clause */
/* The waist of Involute: a completed system as numbers and functions. The symbolic half
 * fills it from a model, generated code fills it, and who brings C callbacks fills it by
 * hand; the numeric half sees nothing else.
 *
 * Points are u[0..n-1] with u[0] = t. The manifold is phi(u) = 0, phi[0..m-1]. The
 * direction of the solution is v = (1, ...), either given as a function or through the
 * top unknowns z[0..tops-1]. A slot numbers both, x = (u, z): u[slot] below n, else
 * z[slot - n] (invo_slot_value). The derivative of coordinate i is in slot
 * coordinate[i].derivative.
 *
 * By hand, the smallest useful system sets coordinates, start, direction, and, if there
 * are constraints, constraints and constraint; invo_system_init sets everything else to
 * 'not given'. */
#ifndef INVOLUTE_SYSTEM_H
#define INVOLUTE_SYSTEM_H
#ifdef __cplusplus
extern "C" {
#endif

/* The number in a slot of (u, z), u: [n]. */
static inline double invo_slot_value(int n, const double *u, const double *z, int slot) {
    return slot < n ? u[slot] : z[slot - n];
}

/* A sparse matrix by rows; a NULL pattern stands for a full one. */
typedef struct invo_pattern {
    int rows, columns;
    const int *start;  /* [rows + 1] */
    const int *column; /* [start[rows]], increasing within a row */
} invo_pattern;

typedef struct invo_coordinate {
    const char *name; /* "time", "x", "der(x)" */
    double nominal;   /* its size, > 0 */
    int derivative;   /* its slot; not used when `direction` is given */
    int order; /* order of the derivative that it stands for; 0 for the unknown itself */
} invo_coordinate;

typedef enum invo_row_kind {
    INVO_ROW_EXPLICIT,  /* an equation of the model without its highest derivatives */
    INVO_ROW_HIDDEN,    /* a derivative of one */
    INVO_ROW_INVARIANT, /* declared */
    INVO_ROW_REDUNDANT, /* follows from the others; kept in the ledger, not solved for */
    INVO_ROW_TOP        /* holds by the choice of the highest derivatives */
} invo_row_kind;
enum { INVO_ROW_KINDS = INVO_ROW_TOP + 1 };

/* A row of the ledger. */
typedef struct invo_row {
    const char *equation; /* text */
    const char *where;    /* "pendulum.mo:12", or "" */
    int level;            /* how often it was differentiated */
    invo_row_kind kind;
    const char *values; /* NULL: `equation` is the text. Else the rows of a loop share it,
                           and these are the values of the loop's indices in this row:
                           invo_row_text writes it out */
} invo_row;

/* One block of the top equations: A z_block + b = 0 with A and b functions of u and of
 * the z of earlier blocks. size 0: a run of scalar equations, solved in closed form by
 * block_equations. */
typedef struct invo_block {
    int size;
    const int *unknown;   /* [size]: which z */
    const int *row;       /* [size]: which rows of the ledger, for messages */
    invo_pattern pattern; /* of A */
} invo_block;

/* The top equations that the direction takes, all at once: J z + b = 0 with J and b
 * functions of u alone. Then (tau, tau z) spans the kernel of (b, J), also where J is
 * singular and the solution has no direction (1, ...). */
typedef struct invo_kernel {
    int size;             /* of J */
    int primary;          /* the first rows are no derivatives of constraints */
    const int *unknown;   /* [size]: which z; those not listed are only shown */
    const int *row;       /* [size]: which rows of the ledger, for messages */
    invo_pattern pattern; /* of J */
} invo_kernel;

/* One stage of the staged retraction: correct u[column[...]] so that phi[row[...]]
 * vanish. */
typedef struct invo_stage {
    int rows, columns;
    const int *row, *column;
    invo_pattern pattern; /* of d phi[row] / d u[column] */
} invo_stage;

/* A column of the output. */
typedef struct invo_column {
    const char *name;
    int slot;
    double min, max;     /* reported when left; -INFINITY, INFINITY where not given */
    const double *value; /* where given, this is the value and slot does not count */
} invo_column;

/* An event function: something happens where it becomes negative. That of a kink may have
 * either sign: where it changes, the direction is not smooth or jumps, and a step ends;
 * nothing happens, and results do not show it. Several kinks may have one function, which
 * is 0 at the first, 1 at the second, and so on: it is for steps that pass them upwards,
 * and another one, which counts them from the last, is for those that go down. */
typedef struct invo_event {
    const char *name;  /* "h < 0" */
    const char *where; /* "ball.mo:12", or "" */
    int is_kink;       /* how many kinks; 0: it is an event */
} invo_event;

/* An event in the small, for systems that are filled in by hand: where a function of u
 * passes zero, a handler is called, and the run continues from what it leaves in u,
 * brought back onto the constraints. invo_system_run makes `events` and `happen` of it.
 *
 * A function that is zero at the start passes zero when it goes on to a side that counts.
 * Events of one instant happen together, their handlers in the order of the list, each
 * with what those before it have left. A handler that moves u across zero of another
 * trigger, in a direction that counts there, makes that one happen next; its own event is
 * over. A function that is zero at the stop time has not passed it. */
typedef struct invo_trigger {
    const char *name; /* "h = 0", for results and messages */
    int direction;    /* which changes of sign count: 1 up, -1 down, 0 both, as the run
                         goes, also where it goes back in time */
    /* A smooth function of the point, time u[0] included, finite wherever the solution
     * goes. */
    double (*function)(void *self, const double *u);
    /* May change u: [n], but for the time, and what self points to. direction: 1 up, -1
     * down. A nonzero return ends the run there. NULL: the event is only listed. */
    int (*handler)(void *self, double *u, int direction);
    void *self; /* handed to both; NULL: that of the system */
} invo_trigger;

/* A front: a function of one argument that changes within a small range of it and hardly
 * elsewhere, so that a step may pass it without a sign. */
typedef enum invo_front_kind {
    INVO_FRONT_STEP, /* where the argument is nearest to zero: tanh, atan, 1/cosh */
    INVO_FRONT_EXP,  /* where it is zero or largest: exp, and logistic functions of it */
    INVO_FRONT_POWER /* where its size is least: 1/(1 + x^2), sqrt(x^2 + e^2) */
} invo_front_kind;

typedef struct invo_front {
    invo_front_kind kind;
    int uses_tops; /* the argument depends on z */
} invo_front;

/* A Poincare section: the solution is recorded where a function is zero. */
typedef struct invo_section {
    const char *name;          /* "x", "x - y" */
    int direction;             /* which changes of sign count: 1 up, -1 down, 0 both */
    int columns;               /* names of columns to be written; 0: all */
    const char *const *column; /* [columns] */
} invo_section;

/* What follows an event. */
typedef struct invo_transition {
    const struct invo_system
        *system;         /* to continue with, from its start; may be another one */
    int terminate;       /* the model ends the run here ... */
    const char *message; /* ... with these words */
    int is_bend;         /* no value has jumped and nothing has fired: results show it as
                            little as a kink */
} invo_transition;

typedef enum invo_extension {
    INVO_EXTENSION_KERNEL =
        1 << 0,                   /* kernel and jacobian, for another parameter than t */
    INVO_EXTENSION_TOPS = 1 << 1, /* top_equations, for implicit methods */
    INVO_EXTENSION_GRADIENTS = 1 << 2 /* jacobian, for retractions */
} invo_extension;

/* Blocks of top equations in triangular order. matrix: values of A in pattern order, b:
 * [size]; for a block of size 0 both are NULL and the function writes into z. */
typedef struct invo_blocks {
    int count;
    int leading;          /* the first so many give all z that v is made of; 0: all do */
    const invo_block *at; /* [count] */
    void (*equations)(void *self, int block, const double *u, double *z, double *matrix,
                      double *b);
} invo_blocks;

enum { INVO_SHORTCUT_WEAK = 2 };

/* An explicit Runge-Kutta method: the stages that are no new point; or a series. */
typedef struct invo_scheme {
    int series;          /* so many terms of one; 0: none */
    int stages;          /* 0: none */
    const double *a;     /* strictly lower triangle, row by row */
    const double *b, *c; /* [stages] */
    const double *e[2];  /* [stages]: of error estimates; NULL: none */
    /* Dense output: after the stages and the direction at the new point, so many extra
     * stages, and terms that are sums of all directions; terms = 0: none. */
    int extra, terms;
    const double *extra_a, *extra_c; /* rows of all directions before, [extra] */
    const double *term;              /* [terms], each [all directions] */
} invo_scheme;

/* Turns of the moves of a retraction. */
enum { INVO_MOST_TURNS = 2 };

/* What a whole retraction gives (invo_shortcut). */
typedef struct invo_arrival {
    const double *u;      /* [n]: the point, until the next call */
    const double *square; /* [constraints], of a joint one: squared lengths of gradients
                             in the metric; NULL: it was by stages */
    double weakest;       /* as of a stage: of the last one, or of all rows */
    double regular;       /* the same without invariants, where there are other rows */
    int moves, factors;   /* moves by Newton's iteration, and matrices for them */
} invo_arrival;

/* A point with its ledger: [n], [tops], [rows], [rows]; of several points, the values of
 * all of them one after the other, each time. */
enum { INVO_LANES = 4 };
typedef struct invo_row_values {
    const double *u, *z;
    const double *residual, *unit;
} invo_row_values;

/* Machine code with its memory: it reads what lies in the first slots. */
typedef struct invo_code {
    void (*const *run)(double *slot); /* the place of the function, which may change */
    double *slot;
    const double *out; /* what it gives is here afterwards */
} invo_code;

/* The code of a step and that of an arrival without anything around it, for a loop that
 * does the rest itself: it judges by the numbers here whether what they give may be
 * trusted. */
typedef struct invo_coast {
    /* Slots: p, v, h; gives as invo_shortcut.step, and a number that is finite only if
     * all of that is. made = NULL: steps are made by that function, and are here, too.
     * run = NULL: there are none but those of a series. */
    invo_code step;
    const double *made;
    invo_code arrival; /* slots: u, weight, sure; gives u, z, pivots, and below */
    /* Its moves alone, for where all of it is to be made again anyway: slots as above;
     * gives u, sine and excess. run = NULL: there are none. */
    invo_code first_turn;
    long *turned;              /* to be counted: second turns; then such code is made */
    const double *pivot;       /* -1 / pivot, block by block */
    const double *pivot_scale; /* of each of them */
    const int *pivot_sign;     /* [blocks]: of the order of elimination */
    const double *pivot_least; /* [blocks]: smaller ones are weak */
    const double *multiplier;  /* [multipliers]: squares of them; ... */
    int multipliers;
    double most_multiplier;         /* ... none may be larger */
    const double *residual, *unit;  /* [rows] */
    const double *rate, *rate_size; /* of rates of change */
    const double *sine; /* [factors]: inverse squares of the least sines between rows */
    double most_sine;
    const double *regular; /* where there are moves: the last one without invariants */
    const double *excess;  /* [sets]: by how much the last move of each was too long */
    const double *square;  /* as of invo_arrival */
    int moves, factors, sets;
    const double *shown; /* [tops]: z as ledger.show makes it, with which rows are met */
} invo_coast;

/* The top unknowns all at once, in straight-line code whose order of elimination is that
 * of one point. The blocks have the last word: where the code cannot be trusted, it
 * returns nonzero and they are solved. All NULL: not offered. */
typedef struct invo_shortcut {
    /* A run begins: what the code gives must not depend on runs before. */
    void (*begin)(void *self);
    /* Before every step until the code is used: makes it, unless there is some or this is
     * one of the first steps of the run; again: for points like (u, z), where it could
     * not be trusted. scheme: the one whose steps will be asked for; NULL: none. planned:
     * the rows of output of the run. May allocate; a nonzero return is an invo_status.
     * order: the number of the code, 0: there is none. */
    int (*make)(void *self, const invo_scheme *scheme, long planned, const double *u,
                const double *z, int again, int *order);
    /* The functions below are those of this code from now on. */
    void (*use)(void *self, int order);
    /* z: [tops], with one step of refinement; smallest: [blocks], the smallest pivot of
     * each that has any, by size; sign: of the product of all. INVO_SHORTCUT_WEAK: z is
     * good, but pivots are small that may be so for the order alone. */
    int (*tops)(void *self, const double *u, double *z, double *smallest, int *sign);
    /* The direction alone, v: [n], v[0] = 1. */
    int (*direction)(void *self, const double *u, double *v);
    /* All stages of a step of the scheme from p with the direction v, v[0] = 1. Rows of
     * [n], one after the other, until the next call: the directions at the stages but the
     * first, the point of the last stage, the new point p + h (b k), and h (e k) for each
     * estimate. NULL: to be made stage by stage. */
    const double *(*step)(void *self, const double *p, const double *v, double h);
    /* The terms h (term k) of dense output for the step of the scheme from p, k being the
     * directions of its stages and that at the new point, [n] each: rows of [n], one
     * after the other, until the next call. NULL: to be made otherwise. */
    const double *(*dense)(void *self, const double *p, const double *k, double h);
    /* A move of Newton's iteration for a stage of the retraction, along the gradients of
     * its rows in the metric diag(1 / weight). weight: [n]; move: [n], written for the
     * columns of the stage that occur in its rows, and for no others; weakest: of all
     * rows, the least sine of the angle to those before it, squared. */
    int (*stage)(void *self, int stage, const double *u, const double *weight,
                 double *move, double *weakest);
    /* A whole retraction of u: by stages or, where there are none, of all constraints
     * jointly. Every set of rows takes two moves with matrices of their own points, the
     * last one below the share `sure` of each coordinate, or of a thousandth of its
     * nominal size; rows that are linear take one. Where the last ones are longer, all
     * are made again from there, up to INVO_MOST_TURNS times in all. What follows at the
     * point, tops and the ledger, is known then, too. NULL: there is no such code. */
    int (*arrive)(void *self, const double *u, const double *weight, double sure,
                  invo_arrival *to);
    /* The series of the solution from u, up to so many terms: [order + 1, n] coefficients
     * h^k u^(k) / k!. */
    int (*series)(void *self, const double *u, double h, int order, double *coefficient);
    /* For a row of output, u being near the constraints: a move of every stage of the
     * retraction, as `stage` makes it, z there as `tops` and ledger.show make it, and the
     * ledger. What it gives is there until the next call. Nonzero: it cannot, or does not
     * pay for as many rows as are planned. */
    int (*row)(void *self, const double *u, const double *weight, invo_row_values *to);
    /* The same for INVO_LANES points at once, u: [n, INVO_LANES]. good: [INVO_LANES],
     * the points at which u and z can be trusted; residuals and units are to be looked
     * at. */
    int (*lanes)(void *self, const double *u, const double *weight, invo_row_values *to,
                 char *good);
    /* The code that is used now, as long as no other is made or used; nonzero: some of it
     * is not there, or is interpreted. */
    int (*coast)(void *self, invo_coast *to);
    /* The operations of this code for a step of the scheme, for a series of its terms,
     * and for an arrival; 0: there is none in one piece. */
    void (*lengths)(void *self, long *step, long *series, long *arrival);
} invo_shortcut;

/* All top equations at once, for implicit methods, where the direction comes by blocks:
 * T(u, z) and its derivatives, by rows of the pattern with a column for every coordinate
 * and then for every z. */
typedef struct invo_top {
    /* residual: [tops]; either result may be NULL. NULL: not requested, or not known;
     * then the Jacobian of the direction is computed by differences. */
    void (*equations)(void *self, const double *u, const double *z, double *residual,
                      double *matrix);
    /* The residuals alone at so many points, u: [coordinates, points], z and residual:
     * [tops, points]; NULL: one after the other. */
    void (*residuals)(void *self, int points, const double *u, const double *z,
                      double *residual);
    const invo_pattern *pattern;
    /* Where only some z are solved for, since v is made of these: their number and which
     * they are, in the order of the columns behind the coordinates. `residual` and z have
     * this length then. 0: all of them. */
    int count;
    const int *unknown;
    /* Coordinates that would be top unknowns if their equations were linear: marks [n],
     * or NULL: none. Implicit methods leave them, as all z, out of their error norm. */
    const char *algebraic;
    /* T is linear in (u, z) but for time, with constant coefficients: Newton's first
     * correction with the matrices of the step is exact. */
    int is_affine;
} invo_top;

/* Stages for the staged retraction, lowest derivatives first. */
typedef struct invo_stages {
    int count; /* 0: none */
    const invo_stage *at;
    /* residual: [rows], matrix: by the pattern of the stage; either may be NULL. */
    void (*equations)(void *self, int stage, const double *u, double *residual,
                      double *matrix);
} invo_stages;

/* Rates of change of rows that were only declared, and the size of the terms that must
 * cancel in them. */
typedef struct invo_rates {
    int count;
    const int *row;    /* [count]: rows of the ledger */
    const char *found; /* [count]: nobody has declared it; where it is not constant, the
                          run goes on without it. NULL: none */
    /* rate, size: [count]. NULL: nothing is checked. */
    void (*values)(void *self, const double *u, const double *z, double *rate,
                   double *size);
} invo_rates;

/* Event functions: g is positive or zero as long as nothing happens. */
typedef struct invo_events {
    int count; /* 0: none */
    const invo_event *at;
    int without_tops; /* none of them reads z, which need not be solved for then */
    void (*functions)(void *self, const double *u, const double *z, double *g);
    /* The same without an allowance for round-off about zero: the root to locate where a
     * function passes from one side to the other. NULL: `functions` has none. */
    void (*sides)(void *self, const double *u, const double *z, double *g);
    /* How far they may be off, by round-off and by the given errors of u and z:
     * [coordinates + tops]. band: [count]. NULL: not known. */
    void (*bands)(void *self, const double *u, const double *z, const double *errors,
                  double *band);
    /* Marks in crossed the event functions that are zero at (u, z), to round-off, and
     * whose event is there already: that of x >= 1 where x = 1, not that of x > 1. For
     * the end of the run, beyond which nobody sees them cross. crossed: [count], all
     * written. NULL: not known. */
    void (*reached)(void *self, const double *u, const double *z, char *crossed);
    /* The next instant after t at which something happens by time alone; INFINITY: none.
     */
    double (*next_instant)(void *self, double t);
} invo_events;

/* What a system does beside being evaluated; all optional. A nonzero return is an
 * invo_status, the reason being in the context that the system was made in. */
typedef struct invo_process {
    /* The words with which the model ends the run at its start; NULL: it does not. */
    const char *farewell;
    /* Lets everything happen at the point (u, z): crossed[k] marks the event functions
     * that brought it here. */
    int (*happen)(void *self, const double *u, const double *z, const char *crossed,
                  invo_transition *to);
    /* Where the equations are combined with factors that may vanish: the same system with
     * other factors, chosen at (u, z), for when the run comes to a halt there. NULL:
     * there is nothing to choose. */
    int (*renew)(void *self, const double *u, const double *z, invo_transition *to);
    /* Where algebraic unknowns at (u, z) have no continuation nearby, but one other value
     * with the same coordinates that are states: lets them jump there, a little later.
     * Returns 0 where it has. NULL: never. */
    int (*leap)(void *self, const double *u, const double *z, invo_transition *to);
    /* Fills in what is not there yet (invo_extension bits), for a run that must continue
     * in another way than it began; NULL: cannot. */
    int (*extend)(void *self, unsigned what);
    /* The end of the run, for terminal(): lets everything happen as above. *to: NULL for
     * its system where there is nothing to happen. NULL: never. */
    int (*finish)(void *self, const double *u, const double *z, invo_transition *to);
    /* Checks assertions at (u, z). */
    int (*check)(void *self, const double *u, const double *z);
    /* What events change beside the point, as numbers: keep writes it, state:
     * [state_size], restore puts it back after the run, when invo_result_at asks for an
     * earlier time. NULL: with events, the option dense is refused. */
    int state_size;
    void (*keep)(void *self, double *state);
    void (*restore)(void *self, const double *state);
} invo_process;

/* An accepted step, for what remembers the solution. look: the solution at time t of the
 * step, with its z; what it gives holds until the next call. A nonzero return is an
 * invo_status, to be returned. */
typedef struct invo_recording {
    double from, to;
    double rtol, atol; /* of the run */
    int (*look)(void *data, double t, const double **u, const double **z);
    void *data;
} invo_recording;

/* Delays: the equations hold what expressions were a while ago. All functions belong to
 * one run, which goes forward in time. */
typedef struct invo_delays {
    int count;               /* 0: none */
    const char *const *text; /* [count]: "delay(x, 1) (model.mo:7)" */
    /* The longest step from (u, z) that reads only what is recorded; *which: the delay
     * that limits it. */
    double (*reach)(void *self, const double *u, const double *z, int *which);
    /* Records an accepted step. INVO_E_STEP, without a message: it reads what is not
     * recorded yet, and must be shorter. */
    int (*record)(void *self, const invo_recording *r);
    /* The solution has a kink at time t, where the step ends. */
    int (*bend)(void *self, double t);
} invo_delays;

/* How the functions of a system are evaluated, which changes no bit of their values; all
 * optional. */
typedef struct invo_evaluation {
    /* Now and then before a step, the first one included; seconds: processor time of the
     * run so far. Better code may be made, and is used from here on. */
    void (*tune)(void *self, double seconds);
    /* What evaluates: a word of the option evaluator. */
    const char *(*evaluator)(void *self);
} invo_evaluation;

/* Poincare sections. */
typedef struct invo_sections {
    int count; /* 0: none */
    const invo_section *at;
    void (*functions)(void *self, const double *u, const double *z, double *g);
} invo_sections;

/* Fronts. a: [count], the arguments; z may be NULL where no front uses it. */
typedef struct invo_fronts {
    int count; /* 0: none */
    const invo_front *at;
    /* The coordinates that arguments read: [coordinates]; NULL: all of them. */
    int coordinates;
    const int *coordinate;
    void (*arguments)(void *self, const double *u, const double *z, double *a);
} invo_fronts;

/* Taylor series of the solution in units of h, up to coefficient `order`. begin takes a
 * point and its z, and gives the matrix d T / d z of all top equations T by rows of the
 * pattern ([tops, tops], regular block by block in the order of the blocks, rows without
 * entries belonging to z that are only shown). Then, for k = 1, 2, ..., residual gives
 * coefficient k of T without coefficient k of z, r: [tops], and advance takes that, z_k =
 * -(d T / d z)^-1 r. */
typedef struct invo_series {
    int order;           /* >= 3; 0: not offered, or not requested */
    const char *missing; /* what in the equations has no series, or NULL */
    const invo_pattern *pattern;
    void (*begin)(void *self, const double *u, const double *z, double h, double *matrix);
    void (*residual)(void *self, int k, double *r);
    void (*advance)(void *self, int k, const double *z);
    /* Coordinates that the constraints determine from coordinates of lower order: marks
     * [n], or NULL: not known. */
    const char *determined;
} invo_series;

typedef enum invo_proof_verdict {
#define PROOF(member, word, about) INVO_PROOF_##member,
#include "involute_proof.def"
} invo_proof_verdict;

/* A proof that an exact point of the manifold lies near a point, time held fixed. */
typedef struct invo_proof {
    invo_proof_verdict verdict;
    int rows;         /* constraints that are enforced there ... */
    int rank;         /* ... and how many independent ones of them are proved */
    double radius;    /* no coordinate is farther off; NaN: not known */
    double ulps;      /* the same, in units of 2^-52 of the size of each coordinate, or of
                         a thousandth of its nominal size where that is more */
    double condition; /* how far an error of one such unit in every coordinate may move
                         the exact point, in the same units; NaN: not known */
} invo_proof;

/* Points beyond double precision, for the options verify and certify. A nonzero return is
 * an invo_status, the reason being in the context. NULL: cannot. */
typedef struct invo_inspection {
    /* Every row of the ledger at (u, z), in quadruple precision and then rounded.
     * residual: [rows]. */
    int (*residuals)(void *self, const double *u, const double *z, double *residual);
    /* Krawczyk's test for the constraints but those marked in left_out ([constraints], or
     * NULL: none). */
    int (*prove)(void *self, const double *u, const char *left_out, invo_proof *proof);
} invo_inspection;

/* The ledger at the values that results show. Nonzero returns as of invo_process. */
typedef struct invo_ledger {
    /* Every row at (u, z), and its unit of round-off; NULL: from constraint and jacobian.
     * residual, unit: [rows]. Where z is NULL, only the rows of the constraints:
     * [constraints]. */
    void (*rows)(void *self, const double *u, const double *z, double *residual,
                 double *unit);
    /* The same at all rows, for points of a run: the unit of a row behind the constraints
     * whose residual is 0 need not be computed, and is any number then. NULL: rows. */
    void (*measure)(void *self, const double *u, const double *z, double *residual,
                    double *unit);
    /* The size of the terms that cancel in each row, for rows whose unit is not small
     * beside the nominal sizes; INFINITY for all others, and where there is only one
     * term. unit, size: [rows]. NULL: not known. */
    int (*terms)(void *self, const double *u, const double *z, const double *unit,
                 double *size);
    /* Moves (u, z) by round-off so that all rows hold at these values, in more than
     * double precision, but for the constraints marked in left_out ([constraints], or
     * NULL). keep: start values that the model fixes stay. NULL: cannot. */
    int (*refine)(void *self, double *u, double *z, const char *left_out, int keep);
    /* Top unknowns as results show them: computes again, from (u, z) into z, those that
     * formulas of the model give and that the blocks have from other forms of these.
     * NULL: the blocks have them as they are. */
    void (*show)(void *self, const double *u, double *z);
} invo_ledger;

/* A completed system: what there is, the manifold and the direction, and then groups of
 * maps that a system may offer beside these. Generated code fills the same struct; its
 * layout is the interface. A function takes `self`, then the point u, or (u, z), then
 * what it writes; matrices are written in the order of their patterns. A function that is
 * not given is NULL, a list that is not given has the count 0. */
typedef struct invo_system {
    const char *name;
    int coordinates;                   /* n, time included */
    const invo_coordinate *coordinate; /* [n], or NULL: names u1..., nominal 1 */
    const double *start; /* [n]: a point on the manifold (made exact by a retraction) */
    const double *fixed; /* [n + tops]: values that the model fixes at the start of the
                            run for coordinates and top unknowns, NaN for all others;
                            NULL: none */
    int tops;
    int constraints; /* m, invariants included: they are the last `invariants` rows of phi
                      */
    int invariants;
    int rows;            /* of the ledger: the constraints first, then top equations */
    const invo_row *row; /* [rows], or NULL */
    int columns;
    const invo_column *column; /* [columns], or NULL: all coordinates but time */
    void *self;                /* handed to every function; not freed here */

    /* phi: [m]. A value that is not finite means that u is outside the domain. */
    void (*constraint)(void *self, const double *u, double *phi);
    /* d phi / d u by rows of `jacobian_pattern`; NULL: by differences. */
    void (*jacobian)(void *self, const double *u, double *value);
    const invo_pattern *jacobian_pattern;
    /* sum over i of mu[i] d2 phi[i] / du2, the lower triangle by rows of
     * `hessian_pattern`; for the exact and the inexact Newton iteration. NULL: by
     * differences. */
    void (*hessian)(void *self, const double *u, const double *mu, double *value);
    const invo_pattern *hessian_pattern;

    /* The direction, one of two ways. Directly: v: [n], v[0] = 1; nonzero return means
     * that it is not determined at u. Or by blocks of top equations. */
    int (*direction)(void *self, const double *u, double *v);
    invo_blocks blocks;
    invo_shortcut shortcut; /* beside the blocks */

    /* Coordinates that have no derivative in the equations as written and so must be
     * solved for in the chart retraction: marks [n], or NULL: none. */
    const char *required;

    /* Blocks for the radial retraction: group[i] is the block of coordinate i, -1: none.
     * groups 0: automatic. */
    int groups;
    const int *group; /* [n] */

    /* What v is a function of, for methods that split the direction: row i lists the
     * coordinates in v[i]; NULL: not known, or not requested. */
    const invo_pattern *direction_pattern; /* [n, n] */
    /* The degree of v[i] as a polynomial of u, time included, for methods for quadratic
     * ones; -1: it is none. NULL: as above. */
    const int *degree; /* [n] */

    /* The top equations in one; NULL: they are not affine in all z together, or nobody
     * asked. matrix: values of J in pattern order, b: [size] */
    const invo_kernel *kernel;
    void (*kernel_equations)(void *self, const double *u, double *matrix, double *b);

    /* Events in the small, in place of process.happen; `events` may list kinks beside
     * them. None: 0. */
    int triggers;
    const invo_trigger *trigger; /* [triggers] */

    invo_top top;
    invo_stages stages;
    invo_series series;
    invo_ledger ledger;
    invo_rates rates;
    invo_events events;
    invo_delays delays;
    invo_sections sections;
    invo_fronts fronts;
    invo_process process;
    invo_evaluation evaluation;
    invo_inspection inspection;
    /* Why a function of the equations had no value, as text; NULL: nothing is known, or
     * there is no such function. */
    const char *(*trouble)(void *self, char *text, unsigned long size);
    /* Where Involute keeps what it has found out about patterns from run to run, for as
     * long as they live; NULL: nowhere. */
    struct invo_shelf *shelf;
} invo_system;

#ifdef __cplusplus
}
#endif
#endif
