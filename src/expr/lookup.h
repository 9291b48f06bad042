/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables as functions: piecewise polynomials of one or two arguments, with all their
 * derivatives, by the data of a model.
 *
 * An axis with n knots has n + 1 pieces: before the first knot, between two knots, after
 * the last one. Piece p holds from knot p - 1, which belongs to it, to knot p. So
 * extrapolation is a matter of what the first and the last piece are, except where it is
 * periodic: then arguments are moved into the first period. */
#ifndef EXPR_LOOKUP_H
#define EXPR_LOOKUP_H
#include "history.h"

/* Numbered as Modelica.Blocks.Types.Smoothness is. */
typedef enum lookup_smoothness {
    LOOKUP_LINEAR = 1,
    LOOKUP_AKIMA,
    LOOKUP_CONSTANT,
    LOOKUP_FRITSCH_BUTLAND,
    LOOKUP_STEFFEN,
    LOOKUP_MODIFIED_AKIMA
} lookup_smoothness;

/* Numbered as Modelica.Blocks.Types.Extrapolation is. */
typedef enum lookup_extrapolation {
    LOOKUP_HOLD = 1, /* the value at the end */
    LOOKUP_LINES,    /* a line with the slope at the end */
    LOOKUP_PERIODIC,
    LOOKUP_NONE /* not allowed: the line, for whoever looks beyond by a trial */
} lookup_extrapolation;

/* Numbered as Modelica.Blocks.Types.TimeEvents is. */
typedef enum lookup_events {
    LOOKUP_EVERYWHERE = 1,
    LOOKUP_AT_JUMPS,
    LOOKUP_NO_EVENTS
} lookup_events;

typedef enum lookup_kind {
    LOOKUP_CURVE,   /* f(x) */
    LOOKUP_SURFACE, /* f(x, y) */
    LOOKUP_TIMED,   /* f(x) of the pieces that end at the event y, or before it */
    LOOKUP_NEXT,    /* the first event after x */
    LOOKUP_HISTORY  /* f(x) in the stretch y of a history, which a run writes */
} lookup_kind;

typedef struct lookup_axis {
    int count;            /* of knots */
    const double *knot;   /* [count]: ascending */
    const double *origin; /* [count + 1]: of the polynomials of each piece */
    const char *is_kink;  /* [count]: the pieces beside it are not the same polynomial */
    int kinks;            /* how many of them are not events; ... */
    struct lookup_data *numbers; /* ... a function that is 0 at the first, 1 at the
                                    second ...; NULL: fewer than two, or periodic */
    const struct lookup *place;  /* the same in its graph */
    double period;               /* 0: none */
    int degree;                  /* of the polynomials along this axis */
} lookup_axis;

enum { LOOKUP_TERMS = 4 }; /* of a cubic */

typedef struct lookup_data {
    lookup_kind kind;
    lookup_axis axis[2];
    const double *c; /* [pieces of x, pieces of y, 4 or 1 powers of y, 4 powers of x] */
    double start;    /* of a timed one: 0 before this time */
    char is_limited; /* arguments beyond its ends are an error, which others report */
    const char *is_event; /* [axis[0].count], or NULL: not timed */
    history *history;     /* of LOOKUP_HISTORY */
    const char *before, *between,
        *after; /* how calls are written: "f(1, ", ", ", ")"; see print.c */
} lookup_data;

/* The data, or a derivative of them. */
typedef struct lookup {
    const lookup_data *data;
    int number;                 /* in its graph */
    int order[2];               /* of the derivative by each argument */
    const struct lookup *by[2]; /* the next derivative; NULL: it is zero everywhere */
} lookup;

/* What a table is made of: x ascending; equal ones, in pairs, where it jumps, which only
 * lines and constants can. Constants hold from a knot to the next one. */
typedef struct lookup_table {
    int count;
    const double *x, *y; /* [count] */
    lookup_smoothness smoothness;
    lookup_extrapolation extrapolation;
} lookup_table;

/* f(x); two points make a line, one a constant. Lives in arena a. */
lookup_data *lookup_curve(arena *a, const lookup_table *t);
/* The same over time, shifted, 0 before `start`, with the events that are asked for:
 * constants and jumps have them at their jumps, lines at their kinks, all of them at
 * their ends. */
lookup_data *lookup_timed(arena *a, const lookup_table *t, double start, double shift,
                          lookup_events events);
lookup_data *lookup_next(arena *a, const lookup_data *timed);

/* f(x, y) over a grid: z[i * ny + j] at (x[i], y[j]); lines, constants or Akima. */
typedef struct lookup_grid {
    int nx, ny;
    const double *x, *y, *z;
    lookup_smoothness smoothness;
    lookup_extrapolation extrapolation;
} lookup_grid;
lookup_data *lookup_surface(arena *a, const lookup_grid *t);

/* The past of a quantity; nothing is known of it yet. */
lookup_data *lookup_history(arena *a, const char *text);

/* All derivatives of the data, each with what it is differentiated to; the first is the
 * function itself. Returns how many there are. */
int lookup_derivatives(arena *a, const lookup_data *d, lookup **all);

/* Is it the same number everywhere? */
int lookup_is_constant(const lookup_data *d, double *number);

/* Value at x (and y); that of the piece to the right at a knot. */
double lookup_value(const lookup *l, double x, double y);
long double lookup_value_long(const lookup *l, long double x, long double y);
quad lookup_value_quad(const lookup *l, quad x, quad y);
/* Slope by argument k. */
double lookup_slope(const lookup *l, int k, double x, double y);
/* How far round-off may move the value, in units of eps: ex and ey are those of the
 * arguments. Where they do not tell on which side of a knot x is, the steeper piece
 * counts. */
double lookup_bound(const lookup *l, double x, double y, double ex, double ey);

#endif
