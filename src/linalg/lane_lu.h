/* SPDX-License-Identifier: BSD-3-Clause */
/* LU of up to four small complex matrices of one pattern, all at once: one in each lane
 * of the operations. Pivots are on the diagonal, in an order for little fill that the
 * pattern alone gives, and what that costs in accuracy is watched: the products that make
 * a row may not be many times larger than the row itself. */
#ifndef LINALG_LANE_LU_H
#define LINALG_LANE_LU_H
#include "sparse.h"
#include "wide.h"

/* Rows that such matrices have at most; the doubles of a number in all lanes: first real,
 * then imaginary parts. */
enum { LANE_LU_MOST = 16, LANE_NUMBER = 2 * WIDE_LANES };

typedef struct lane_lu lane_lu;

/* The pattern is borrowed. NULL: no memory. */
lane_lu *lane_lu_new(const invo_pattern *p);
/* Room for other factors of the same pattern. NULL: no memory. */
lane_lu *lane_lu_like(const lane_lu *f);
void lane_lu_free(lane_lu *f); /* NULL is fine */

/* Factors the values of the polynomial share[0] + x share[1] + x^2 share[2] + ..., share:
 * [terms, entries], at four x; power: [terms, LANE_NUMBER], those of x. Returns 0 where a
 * pivot is zero or not finite, or where the order does not serve. */
int lane_lu_factor(lane_lu *f, int terms, const double *share, const double *power);

/* Right sides of all lanes: [n, LANE_NUMBER]. */
double *lane_lu_sides(lane_lu *f);
/* Makes them the solutions. */
void lane_lu_solve(lane_lu *f);
/* Solves in place for one lane alone, whose matrix is real, x: [n]; or in complex
 * numbers, x: [2 n]. */
void lane_lu_solve_real(const lane_lu *f, int lane, double *x);
void lane_lu_solve_complex(lane_lu *f, int lane, double *x);

#endif
