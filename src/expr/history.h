/* SPDX-License-Identifier: BSD-3-Clause */
/* The past of one quantity, for delays: polynomials over consecutive pieces of time.
 *
 * Pieces belong to stretches, within which the quantity is smooth: at the ends of a
 * stretch it, or a derivative, may jump. A stretch is read as one function, whose first
 * and last polynomial continue beyond its ends; so a step that ends at a breaking point
 * sees the value to its left, and the next one that to its right. Stretch 0 is the time
 * before the start, where the value is constant. */
#ifndef EXPR_HISTORY_H
#define EXPR_HISTORY_H
#include "../base/arena.h"
#include "../base/quad.h"

enum { HISTORY_TERMS = 10 }; /* of a polynomial */

typedef struct history_piece {
    double from, to;
    long stretch;
    int degree;
    double c[HISTORY_TERMS]; /* powers of (t - middle) / half, -1 to 1 in the piece */
} history_piece;

typedef struct history_stretch {
    double begin;
    int generation; /* how many delays have smoothed what begins it */
} history_stretch;

typedef struct history {
    double first;                 /* value before the start */
    double span;                  /* what is older than this is dropped */
    double size;                  /* the largest value so far, for tolerances */
    LIST(history_piece) pieces;   /* ascending */
    LIST(history_stretch) opened; /* from number `oldest` on, which is 1 at first */
    long oldest;
    arena *arena; /* of both lists */
} history;

/* Forgets everything; the lists grow in arena a from now on. */
void history_reset(history *h, arena *a, double first, double span);
/* A new stretch begins at time t. */
void history_open(history *h, double t, int generation);
/* Joins the newest stretch, which has one piece, with the one before it, if derivatives
 * of order `lowest` on do not jump there: by no more than `allowed`, in what they make of
 * the quantity within a short time. Returns whether it does. */
int history_join(history *h, int lowest, double allowed);
/* Appends a polynomial to the newest stretch; drops pieces that are too old. */
void history_push(history *h, history_piece p);

long history_newest(const history *h); /* stretch; 0: none was opened */
/* Where it begins: -INFINITY for 0. Where it ends: INFINITY for the newest. */
double history_begin(const history *h, long stretch);
double history_end(const history *h, long stretch);
int history_generation(const history *h, long stretch);
/* How far pieces reach; -INFINITY: there are none. */
double history_known(const history *h);

/* The polynomial through `count` points at s[k] in -1 ... 1, ascending, both ends among
 * them; slope: its derivatives by s at both ends, or NULL. Writes the coefficients, and
 * returns its degree, which is less than HISTORY_TERMS. */
int history_fit(int count, const double *s, const double *value, const double *slope,
                double *c);

/* A derivative of this order at time t, by the pieces of a stretch. */
double history_value(const history *h, int order, double t, double stretch);
long double history_value_long(const history *h, int order, long double t,
                               long double stretch);
quad history_value_quad(const history *h, int order, quad t, quad stretch);
/* The size of the terms of that sum. */
double history_size(const history *h, int order, double t, double stretch);

#endif
