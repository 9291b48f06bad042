/* SPDX-License-Identifier: BSD-3-Clause */
/* Going down a function between two points where it is positive, to see whether it
 * becomes negative in between: parabola after parabola. */
#ifndef SOLVE_DIP_H
#define SOLVE_DIP_H

/* Where the parabola through three points has its vertex. */
double dip_vertex(const double x[3], const double y[3]);

typedef struct dip {
    double x[3], y[3]; /* the ends, and between them the lowest point so far */
    int looks;
} dip;

/* The search in [low, high], with the values there, that begins at theta. */
dip dip_begin(double low, double at_low, double theta, double high, double at_high);

/* The function is `here` at *theta, not negative yet. Where to look next; 0: nowhere. */
int dip_next(dip *d, double *theta, double here);

#endif
