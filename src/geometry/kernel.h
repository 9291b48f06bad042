/* SPDX-License-Identifier: BSD-3-Clause */
/* The direction of the solution without time as parameter: V = (tau; tau u shifted, z)
 * with (tau, z) in the kernel of D = (b, J), of length 1 in the nominal sizes of the
 * coordinates. Regular also where J is singular; nothing is divided by tau. */
#ifndef GEOMETRY_KERNEL_H
#define GEOMETRY_KERNEL_H
#include "../base/context.h"

typedef enum kernel_kind {
    KERNEL_BORDER,
    KERNEL_SVD,
    KERNEL_QR,
    KERNEL_SPHERE
} kernel_kind;

typedef struct kernel {
    const invo_system *s;
    kernel_kind kind;
    int euclidean;            /* lengths count as they are, without nominal sizes */
    int *coordinate;          /* [size]: whose derivative the unknown is; 0: none */
    double *value, *b, *d;    /* [entries], [size], [size, size + 1] */
    double *x, *guess, *work; /* [size + 1] each; of null_vector */
    int *pivot;               /* [size + 1] */
    int *given;               /* [tops]: is in the kernel */
    int sign;                 /* of det[D; V], where `knows_sign` */
    int knows_sign;
    double tau; /* dt/ds at the last point */
    long factorizations, iterations;
    int unknown; /* after a failure: the top unknown concerned, or -1 */
} kernel;

/* The kernel kind that --direction names, or -1. */
int kernel_find(const char *direction);

size_t kernel_work(const invo_system *s);     /* in doubles */
size_t kernel_integers(const invo_system *s); /* in ints */
void kernel_init(kernel *k, const invo_system *s, double *work, int *integers);

/* V at u into v: [n], continuing the direction that v holds on entry; from zero, tau > 0.
 * z: [tops] receives z / tau of the unknowns in the kernel: not finite where tau = 0.
 * `refine`: every row small beside its own terms. E_DIRECTION where the kernel is not one
 * direction, E_DOMAIN where a value is not finite. */
invo_status kernel_at(kernel *k, const double *u, double *v, double *z, int refine);

/* Sign of det[D; V] at the last point. */
int kernel_sign(kernel *k);

/* The length of a move in nominal sizes, or as it is. */
double kernel_length(const kernel *k, const double *move);

#endif
