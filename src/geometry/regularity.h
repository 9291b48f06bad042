/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a point is from where the solution stops being one curve: contact forms,
 * constraints and top equations together leave one direction free as long as the smallest
 * of their singular values that belongs to the others, sigma, is not zero. */
#ifndef GEOMETRY_REGULARITY_H
#define GEOMETRY_REGULARITY_H
#include "kernel.h"
#include "manifold.h"

typedef struct regularity {
    kernel *kernel;
    manifold *manifold;
    int rows, columns; /* of the matrix of all unit rows */
    int *free;         /* [size]: column of an unknown that is no derivative of a
                          coordinate; 0: it is one */
    double *a;         /* [max(rows, columns), rows]: its transpose */
    double *sigma;     /* [rows] */
    double *w, *frame; /* [columns, 2]: free directions and what holds them */
    double *residual, *shifted, *point; /* [2 equations], [n], [n]: of the location */
    double *move;                       /* [n + 2 columns] */
    double *matrix, *work;              /* [equations, n + 2 columns]; of least_squares */
} regularity;

size_t regularity_work(const invo_system *s);     /* in doubles */
size_t regularity_integers(const invo_system *s); /* in ints */
void regularity_init(regularity *r, kernel *k, manifold *m, double *work, int *integers);

/* sigma at u; INFINITY where it cannot be told. */
double regularity_sigma(regularity *r, const double *u);

/* Looks for the point near u, where the direction is slope, at which sigma vanishes, no
 * further than `reach` in nominal sizes. Returns whether there is one, in r->point. */
int regularity_locate(regularity *r, const double *u, const double *slope, double reach);

#endif
