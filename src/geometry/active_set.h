/* SPDX-License-Identifier: BSD-3-Clause */
/* The rows of phi that are enforced from here to the next accepted point: all constraints
 * that come from equations, and the invariants that can be enforced where the point is.
 * The thresholds that decide about rows, one for each question. */
#ifndef GEOMETRY_ACTIVE_SET_H
#define GEOMETRY_ACTIVE_SET_H
#include "../base/pool.h"
#include "involute_system.h"

/* Does a row follow from others? Its sine to their span is smaller: half of the digits.
 */
static const double ACTIVE_REDUNDANT = 1e-7;
/* Is an invariant too weak here? Round-off in it moves the point by more than this share
 * of the tolerance. */
static const double ACTIVE_WEAK_SHARE = 0.1;
/* Do moves shrink too slowly for independent rows? At a double root a move is half of the
 * one before; elsewhere the second is about the square of the first. */
static const double ACTIVE_SLOW = 0.3;
/* Are moves large enough, in ulps, to tell? Smaller ones leave an error of their square,
 * far below an ulp. */
static const double ACTIVE_SURE = 1e5;

typedef struct active_set {
    int rows, first;     /* of phi; the first invariant */
    char *left_out;      /* [rows]: not enforced by the last retraction ... */
    int *omitted;        /* [rows]: ... and by any since active_set_begin; ... */
    int some;            /* ... is there one? */
    const char *dropped; /* [rows]: no longer enforced anywhere; NULL: none */
    long omissions;      /* retractions that left a row out */
} active_set;

void active_set_lay_out(active_set *a, const invo_system *s, pool *p);

/* A step begins. */
void active_set_begin(active_set *a);

/* All rows are enforced, or none of the invariants. */
void active_set_fill(active_set *a, int with_invariants);

/* A point was found with the rows as they are. */
void active_set_note(active_set *a);

/* Would round-off `unit` in a row, whose gradient has this length and sine to the rows
 * before it, move the point by too much? */
static inline int active_set_is_weak(double unit, double length, double sine,
                                     double tolerance) {
    return unit / (length * sine) > ACTIVE_WEAK_SHARE * tolerance;
}

#endif
