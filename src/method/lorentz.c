/* SPDX-License-Identifier: BSD-3-Clause */
/* The exponential map without cancellation and overflow.
 *
 * Small y: cosh y - 1 = 2 sinh(y/2)^2. Large y: in the plane of n and a,
 *     cosh y + c sinh y = e^y (1 + c)/2 + e^-y (1 - c)/2,
 *     c cosh y + sinh y = e^y (1 + c)/2 - e^-y (1 - c)/2,
 * all multiplied by e^-|y|. 1 + c is |n + a|^2 / 2: where n and a are nearly opposite,
 * e^y (1 + c) decides, and 1 + c must not be what is left of 1 and -1. */
#include "lorentz.h"
#include <math.h>

double lorentz_stretch(double y, double c) {
    const double half = sinh(y / 2);
    return y == 0 ? 1 : (sinh(y) + c * 2 * half * half) / y;
}

/* Beyond this the second form loses nothing to the first. */
static const double LARGE = 1;

static void normalise(int count, double *n) {
    double square = 0;
    for (int i = 0; i < count; i++) square += n[i] * n[i];
    for (int i = 0; i < count; i++) n[i] /= sqrt(square);
}

void lorentz_turn(int count, double *n, const double *a, double y) {
    double c = 0, sum = 0, difference = 0, along, rest = 1;
    for (int i = 0; i < count; i++) {
        c += n[i] * a[i];
        sum += (n[i] + a[i]) * (n[i] + a[i]);
        difference += (n[i] - a[i]) * (n[i] - a[i]);
    }
    if (fabs(y) <= LARGE) { /* n + along a */
        const double half = sinh(y / 2);
        along = 2 * half * half * c + sinh(y);
    } else { /* (n - c a) + (c cosh y + sinh y) a */
        rest = exp(-fabs(y));
        along = (exp(y - fabs(y)) * sum - exp(-y - fabs(y)) * difference) / 4 - rest * c;
    }
    for (int i = 0; i < count; i++) n[i] = rest * n[i] + along * a[i];
    normalise(count,
              n); /* instead of dividing by cosh y + c sinh y, which is its length */
}
