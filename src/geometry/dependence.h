/* SPDX-License-Identifier: BSD-3-Clause */
/* Do invariants become dependent where a Newton iteration goes?
 *
 * Energy and angular momentum of a circular orbit do, and an energy at an equilibrium has
 * no gradient: there the equations have a double root. Newton's iteration halves its
 * moves then, and with them the volume that the gradients span, as far as constraints
 * leave it to them. From a point that is far away it may be slow as well, but not for
 * long, once the matrix is that of the point where it has arrived, and the volume does
 * not vanish. */
#ifndef GEOMETRY_DEPENDENCE_H
#define GEOMETRY_DEPENDENCE_H

typedef struct dependence {
    double volume, first, least; /* at the last point, at the given one, and anywhere */
    int rows;                    /* that it is the volume of */
    int is_smaller;              /* than at the point before, by much */
    int has_lost; /* a row on the way, for round-off weighs too much in it */
    int slow;     /* moves in a row that show it */
} dependence;

/* A new matrix, whose `rows` invariants span this volume. */
void dependence_look(dependence *d, double volume, int rows);

/* The move by that matrix was so many times as long as the one before. Returns whether it
 * is proved; then the point has been moved for nothing already. */
int dependence_is_shown(dependence *d, double ratio);

/* The iteration has failed: because of this? */
int dependence_is_likely(const dependence *d);

#endif
