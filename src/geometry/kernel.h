/* SPDX-License-Identifier: BSD-3-Clause */
/* The direction of the solution without time as parameter: V = (tau; tau u shifted, z)
 * with (tau, z) in the kernel of D = (b, J), of length 1 in the nominal sizes of the
 * coordinates. Regular also where J is singular; nothing is divided by tau. */
#ifndef GEOMETRY_KERNEL_H
#define GEOMETRY_KERNEL_H
#include "../base/options.h"
#include "../base/pool.h"
#include "../linalg/border.h"

/* What is dense takes (size + 1)^3 operations at every point: no larger than this. */
enum { KERNEL_LARGEST_DENSE = 500 };

typedef struct kernel {
    const invo_system *s;
    choice_direction kind; /* one of those that kernel_is_meant knows */
    int euclidean;         /* lengths count as they are, without nominal sizes */
    invo_pattern pattern;  /* of D = (b, J): [size, size + 1] */
    border *border;        /* with one row more, factored */
    int is_dense;          /* D is needed as a dense matrix */
    int *owned;            /* memory of the pattern */
    int *coordinate;       /* [size]: whose derivative the unknown is; 0: none */
    int *given;            /* [tops]: is in the kernel */
    double *value, *b;     /* [entries of J], [size]: as the system gives them */
    double *entry;         /* [entries of D]: rows of length 1 */
    double *d;             /* [size, size + 1]: the same; only where it is dense */
    double *x, *guess;     /* [size + 1] each */
    double *work;          /* of null_vector or null_sphere */
    int sign;              /* of det[D; V], where `knows_sign` */
    int knows_sign;
    double tau; /* dt/ds at the last point */
    long factorizations, iterations;
    int unknown; /* after a failure: the top unknown concerned, or -1 */
    int stalled; /* iterations that did not converge at the last point */
} kernel;

/* Is the direction computed from the kernel? */
static inline int kernel_is_meant(choice_direction d) {
    return d >= DIRECTION_BORDER;
}

/* For k->kind: analyses D; kernel_free frees that. E_ARGUMENT where the kind is dense and
 * the system too large for it. */
invo_status kernel_plan(kernel *k, const invo_system *s, invo_context *c);
void kernel_free(kernel *k);
void kernel_lay_out(kernel *k, pool *p);

/* V at u into v: [n], continuing the direction that v holds on entry; from zero, tau > 0.
 * z: [tops] receives z / tau of the unknowns in the kernel: not finite where tau = 0.
 * `refine`: every row small beside its own terms. E_DIRECTION where the kernel is not one
 * direction, E_DOMAIN where a value is not finite. Nothing is allocated but where sparse
 * pivots must be chosen again (sparse.h): E_MEMORY. */
invo_status kernel_at(kernel *k, const double *u, double *v, double *z, int refine);

/* Sign of det[D; V] at the last point; 0: not known. */
int kernel_sign(kernel *k);

/* The length of a move in nominal sizes, or as it is. */
double kernel_length(const kernel *k, const double *move);

#endif
