/* SPDX-License-Identifier: BSD-3-Clause */
/* Taylor coefficients of what a tape computes, one order after the other.
 *
 * Every operation v = f(x, y, z) has coefficients v_m = fx x_m + fy y_m + fz z_m + tail_m
 * for m >= 1, with the slopes of f at order 0 and a tail of lower coefficients alone. So
 * a pass over the tape is split: series_tails does what takes a sum of m terms, once;
 * series_finish adds what is linear in the newest coefficients, without those that are
 * being solved for; when they are known, series_settle adds them to the few rows that
 * they reach.
 *
 * Outputs may run ahead of each other: pass k gives coefficient k + ahead[i] of output i.
 * That is how equations with different offsets are expanded together (docs/design.md,
 * 4). */
#ifndef EVALUATE_SERIES_H
#define EVALUATE_SERIES_H
#include "interpreter.h"

typedef enum series_kind {
    SERIES_INPUT,    /* set from outside */
    SERIES_CHOICE,   /* x or y; where these are equal y counts, as in the derivative */
    SERIES_LINEAR,   /* no tail: sums, and what is linear piece by piece */
    SERIES_PRODUCT,  /* x y, x y + z */
    SERIES_QUOTIENT, /* x / y */
    SERIES_INTEGRAL, /* v' = factor w x': exp, sin, cos, tan, ... */
    SERIES_RATIO,    /* v' = factor x' / w: log, atan, ... */
    SERIES_ROOT,     /* v^2 = x */
    SERIES_POWER,    /* x^y, y constant */
    SERIES_ANGLE,    /* w v' = y x' - x y' */
    SERIES_LOOKUP    /* v' = w x' + w_y y', either of which may be absent */
} series_kind;

/* One operation, with a row of coefficients of its own. */
typedef struct series_row {
    series_kind kind;
    tape_op op;         /* gives coefficient 0 */
    int x, y, z;        /* rows */
    int w, w_y;         /* rows, or -1 */
    const lookup *look; /* of TAPE_LOOKUP */
    double factor;      /* see above */
    int ahead;       /* pass k gives coefficient k + ahead; far below 0: never needed */
    int varies;      /* else all coefficients but the first are zero */
    int arguments;   /* that vary and have a slope, at order 0 */
    size_t from[3];  /* their rows, as places of their coefficients */
    double slope[3]; /* and slopes */
    double tail;     /* at the order of the pass */
} series_row;

typedef struct series {
    int inputs; /* rows 0 .. inputs-1 are the inputs of the tape */
    int rows, outputs, most, deepest;
    series_row *row;
    int lives, *live;     /* rows that are computed, in their order */
    int settled, *settle; /* those that the newest coefficients of inputs reach */
    const int *output;    /* [outputs]: row */
    const int *ahead;     /* [outputs] */
    double *coefficient;  /* [rows, most + 1] */
} series;

/* How a caller marks an input: pass k solves for its coefficient k + lead; it does not
 * change at all; nothing is solved for. */
enum { SERIES_CONSTANT = -1, SERIES_GIVEN = 1 << 20 };

/* lead: [inputs] of the tape; ahead: [outputs], >= 0, and no larger than the lead of what
 * they depend on; most: the highest order of a coefficient of any row. Lives in arena a.
 */
series *series_new(arena *a, const tape *t, const int *lead, const int *ahead, int most);

/* The coefficients of a row, [most + 1]; those of inputs are set by the caller before the
 * pass that needs them. */
double *series_of(const series *s, int row);

/* Pass k = -deepest .. most - deepest, in this order; series_settle where coefficients
 * k + lead of inputs have changed since. out: [outputs] gets coefficient k + ahead[i], 0
 * where that is negative; may be NULL. */
void series_tails(series *s, int k);
void series_finish(series *s, int k, double *out);
void series_settle(series *s, int k, double *out);

#endif
