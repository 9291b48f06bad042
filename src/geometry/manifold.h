/* SPDX-License-Identifier: BSD-3-Clause */
/* The manifold phi(u) = 0 of a system, with what the system does not give filled in: a
 * pattern, a Jacobian by differences, units of round-off. */
#ifndef GEOMETRY_MANIFOLD_H
#define GEOMETRY_MANIFOLD_H
#include "../base/pool.h"
#include "metric.h"

typedef struct manifold {
    const invo_system *s;
    invo_pattern pattern;        /* of d phi */
    double *value;               /* [entries] */
    int keeps, known;            /* by manifold_keep: what is in `value` belongs to ... */
    double *at;                  /* ... this point, [n] */
    double *phi;                 /* [m] */
    double *shifted;             /* [n] */
    double *row, *unit;          /* [m]: scratch for manifold_units */
    long jacobians, constraints; /* evaluations */
    const char *dropped; /* [m]: rows that vanish everywhere from now on; NULL: none */
    double increment;    /* > 0: the Jacobian by forward differences of this width */
} manifold;

/* with_jacobian: manifold_jacobian may be called; it is where the system has no ledger.
 */
void manifold_lay_out(manifold *m, const invo_system *s, int with_jacobian, pool *p);
size_t manifold_entries(const invo_system *s); /* of d phi */
int manifold_rows(const invo_system *s); /* of the ledger: at least the constraints */

void manifold_constraint(manifold *m, const double *u, double *phi);
void manifold_jacobian(manifold *m, const double *u, double *value);
/* From here on (1) the Jacobian in m->value is not computed twice at the same point, or
 * (0) again it is: the system may change. */
void manifold_keep(manifold *m, int keeps);
/* Residuals and units of all rows of the ledger at (u, z); z NULL: of the constraints. */
void manifold_ledger(manifold *m, const double *u, const double *z, double *residual,
                     double *unit);
/* The same for points of a run, z given: units of rows behind the constraints whose
 * residual is 0 are not asked for. */
void manifold_measure(manifold *m, const double *u, const double *z, double *residual,
                      double *unit);

/* Largest residual in units of round-off over rows `first` .. `first + count - 1` listed
 * in `row` (NULL: the first `count` constraints), leaving out those marked; *worst is
 * that row. */
double manifold_units(manifold *m, const double *u, int count, const int *row,
                      const char *left_out, int *worst);

/* The same of residuals and units that are known. */
double manifold_most_units(int count, const int *row, const char *left_out,
                           const double *residual, const double *unit, int *worst);

#endif
