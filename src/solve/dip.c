/* SPDX-License-Identifier: BSD-3-Clause */
#include "dip.h"
#include <math.h>

enum { MOST_LOOKS = 12 };
static const double NARROW = 1e-9;

double dip_vertex(const double x[3], const double y[3]) {
    double p = (x[1] - x[0]) * (y[1] - y[2]);
    double q = (x[1] - x[2]) * (y[1] - y[0]);
    return x[1] - ((x[1] - x[0]) * p - (x[1] - x[2]) * q) / (2 * (p - q));
}

dip dip_begin(double low, double at_low, double theta, double high, double at_high) {
    return (dip){{low, theta, high}, {at_low, 0, at_high}, 0};
}

int dip_next(dip *d, double *theta, double here) {
    if (d->looks && here >= d->y[1]) { /* the other side of the best point moves in */
        int side = *theta > d->x[1] ? 2 : 0;
        d->x[side] = *theta;
        d->y[side] = here;
    } else {
        int side = *theta > d->x[1] ? 0 : 2;
        if (d->looks) {
            d->x[side] = d->x[1];
            d->y[side] = d->y[1];
        }
        d->x[1] = *theta;
        d->y[1] = here;
    }
    *theta = dip_vertex(d->x, d->y);
    return ++d->looks<MOST_LOOKS && * theta> d->x[0] && *theta < d->x[2] &&
           fabs(*theta - d->x[1]) >= NARROW;
}
