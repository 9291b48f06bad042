/* SPDX-License-Identifier: BSD-3-Clause */
/* The exponential map without cancellation and overflow.
 *
 * Small y: cosh y - 1 = 2 sinh(y/2)^2. Large y: in the plane of n and a,
 *     cosh y + c sinh y = e^y (1 + c)/2 + e^-y (1 - c)/2,
 *     c cosh y + sinh y = e^y (1 + c)/2 - e^-y (1 - c)/2,
 * all multiplied by e^-|y|. 1 + c is |n + a|^2 / 2 and 1 - c is |n - a|^2 / 2: where n
 * and a are nearly parallel, what is left of n across a decides, and neither may be what
 * is left of 1 and 1. */
#include "lorentz.h"
#include <math.h>
#include "../linalg/vector.h"

double lorentz_stretch(double y, double c) {
    const double half = sinh(y / 2);
    return y == 0 ? 1 : (sinh(y) + c * 2 * half * half) / y;
}

/* Beyond this the second form loses nothing to the first. */
static const double LARGE = 1;

/* To length 1, as far as there is anything: n and a exactly opposite stay so, and what is
 * left of them is lost for large y. */
static void normalise(int count, double *n, const double *a, double c) {
    double most = 0;
    double square = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(n[i]));
    for (int i = 0; i < count; i++) {
        n[i] = most > 0 ? n[i] / most : c * a[i];
        square += n[i] * n[i];
    }
    for (int i = 0; i < count; i++)
        n[i] /= sqrt(square);
}

/* n without its component along a, from its small difference to a or -a. */
static void remove_along(int count, double *n, const double *a, double sign) {
    double along = 0;
    for (int i = 0; i < count; i++) {
        n[i] -= sign * a[i];
        along += n[i] * a[i];
    }
    vector_add(count, -along, a, n);
}

/* Turns in the plane of n and a, by the form that loses nothing for this y. */
void lorentz_turn(int count, double *n, const double *a, double y) {
    double c = 0;
    double sum = 0;
    double difference = 0;
    double along;
    double across = 1;
    for (int i = 0; i < count; i++) {
        c += n[i] * a[i];
        sum += (n[i] + a[i]) * (n[i] + a[i]);
        difference += (n[i] - a[i]) * (n[i] - a[i]);
    }
    if (fabs(y) <= LARGE) { /* n + ((cosh y - 1) c + sinh y) a */
        const double half = sinh(y / 2);
        along = 2 * half * half * c + sinh(y);
    } else { /* (n - c a) + (c cosh y + sinh y) a */
        remove_along(count, n, a, c < 0 ? -1 : 1);
        across = exp(-fabs(y));
        along = (exp(y - fabs(y)) * sum - exp(-y - fabs(y)) * difference) / 4;
    }
    for (int i = 0; i < count; i++)
        n[i] = across * n[i] + along * a[i];
    normalise(count, n, a, c); /* its length is cosh y + c sinh y */
}
