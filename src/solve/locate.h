/* SPDX-License-Identifier: BSD-3-Clause */
/* A root or a least value of a function of theta, on a step: the caller evaluates the
 * function where it is asked to, and stops where it has seen enough. */
#ifndef SOLVE_LOCATE_H
#define SOLVE_LOCATE_H

/* An interval at whose ends the function has different signs. The caller sets low, high,
 * f_low, f_high and the rules; 0 in these: down to neighbouring numbers, HALVING, no
 * limit on looks. */
typedef struct bracket {
    double low, high, f_low, f_high;
    double least; /* an interval as narrow as this is the root */
    int halving;  /* the middle is taken every so many looks; 1: always */
    int most;     /* looks */
    int looks;    /* so far */
    int side;     /* the end that moved last: 1 high, -1 low */
} bracket;

/* Where to look next: the root of the secant, or the middle. 0: the search is over. */
int bracket_next(bracket *b, double *theta);
/* The function is f at theta, inside: regula falsi, the value at an end that stays twice
 * being halved (Illinois). */
void bracket_narrow(bracket *b, double theta, double f);

/* An interval with a root of one of several functions, of which the caller computes the
 * first root of their secants. It moves in from both sides. */
typedef struct enclosure {
    double low, high, least; /* as above, set by the caller */
    int most, looks;         /* the same */
    double last;             /* the root that the secants gave two looks ago */
    double before;           /* the width then */
} enclosure;

int enclosure_next(enclosure *e, double root, double *theta);

/* Two ends, and between them the lowest point so far. */
typedef struct valley {
    double x[3], y[3];
    int looks;
} valley;

/* Where the parabola through the three points has its vertex. */
double valley_vertex(const double x[3], const double y[3]);
/* The search between two ends that begins at theta, where nothing is known yet. */
valley valley_begin(double low, double at_low, double theta, double high, double at_high);
/* The function is y at theta, inside. */
void valley_narrow(valley *v, double theta, double y);
/* Where to look next: in the golden section of the longer part. 0: nowhere. */
int valley_section(const valley *v, double *theta);
/* The same at the vertex of the parabola, a few times: to see whether the function
 * becomes negative, not to find its lowest point. */
int valley_descend(valley *v, double *theta, double y);

#endif
