/* SPDX-License-Identifier: BSD-3-Clause */
#include "locate.h"
#include <assert.h>
#include <math.h>

/* The middle is taken as often as this, however good the secants are. */
enum { HALVING = 8 };

int bracket_next(bracket *b, double *theta) {
    const int halving = b->halving ? b->halving : HALVING;
    const double width = b->high - b->low;
    assert(!(b->low > b->high));
    if ((b->most && b->looks >= b->most) || !(width > b->least))
        return 0;
    double x = b->high - b->f_high * width / (b->f_high - b->f_low);
    if (b->looks % halving == halving - 1 || !(x > b->low && x < b->high))
        x = b->low + width / 2;
    b->looks++;
    *theta = x;
    return x > b->low && x < b->high;
}

void bracket_narrow(bracket *b, double theta, double f) {
    assert(theta > b->low && theta < b->high);
    const int side = (f < 0) == (b->f_high < 0) ? 1 : -1;
    const double share = side == b->side ? 0.5 : 1;
    b->side = side;
    if (side > 0) {
        b->high = theta;
        b->f_high = f;
        b->f_low *= share;
    } else {
        b->low = theta;
        b->f_low = f;
        b->f_high *= share;
    }
}

/* How far from the root of the secant one looks on both sides, at first. */
static const double BESIDE = 0.01;
/* Two looks that leave more than this share of the bracket are followed by a halving. */
static const double SLOW = 0.25;

/* Encloses the root of the secants as closely as it is known, which the change since the
 * last one tells; halving keeps both ends honest. */
int enclosure_next(enclosure *e, double root, double *theta) {
    assert(!(e->low > e->high));
    const double width = e->high - e->low;
    const int begins = e->looks % 2 == 0;
    double beside = BESIDE * width;
    if (e->looks >= e->most || !(width > e->least))
        return 0;
    if (e->looks > 0)
        beside = fmin(beside, fmax(fabs(root - e->last), e->least / 2));
    const int is_slow = begins && e->looks > 0 && width > SLOW * e->before;
    *theta = begins ? root - beside : root + beside;
    if (begins) {
        e->before = width;
        e->last = root;
    }
    if (is_slow || !(*theta > e->low && *theta < e->high))
        *theta = e->low + width / 2;
    e->looks++;
    return *theta > e->low && *theta < e->high;
}

double valley_vertex(const double x[3], const double y[3]) {
    double p = (x[1] - x[0]) * (y[1] - y[2]);
    double q = (x[1] - x[2]) * (y[1] - y[0]);
    return x[1] - ((x[1] - x[0]) * p - (x[1] - x[2]) * q) / (2 * (p - q));
}

valley valley_begin(double low, double at_low, double theta, double high,
                    double at_high) {
    assert(low <= theta && theta <= high);
    return (valley){{low, theta, high}, {at_low, INFINITY, at_high}, 0};
}

void valley_narrow(valley *v, double theta, double y) {
    assert(theta >= v->x[0] && theta <= v->x[2]);
    const int above = theta > v->x[1] ? 2 : 0;
    const int is_lower = y < v->y[1];
    const int moves = is_lower ? 2 - above : above; /* the end that comes closer */
    if (theta == v->x[1]) {
        v->y[1] = y;
        return;
    }
    v->x[moves] = is_lower ? v->x[1] : theta;
    v->y[moves] = is_lower ? v->y[1] : y;
    if (is_lower) {
        v->x[1] = theta;
        v->y[1] = y;
    }
}

int valley_section(const valley *v, double *theta) {
    assert(v->x[0] <= v->x[1] && v->x[1] <= v->x[2]);
    static const double GOLDEN = 0.3819660112501051;
    const int side = v->x[2] - v->x[1] > v->x[1] - v->x[0] ? 2 : 0;
    *theta = v->x[1] + GOLDEN * (v->x[side] - v->x[1]);
    return *theta != v->x[1] && *theta != v->x[side];
}

enum { MOST_DESCENTS = 12 };
static const double NARROW = 1e-9;

int valley_descend(valley *v, double *theta, double y) {
    valley_narrow(v, *theta, y);
    *theta = valley_vertex(v->x, v->y);
    const int is_inside = *theta > v->x[0] && *theta < v->x[2];
    return ++v->looks < MOST_DESCENTS && is_inside && fabs(*theta - v->x[1]) >= NARROW;
}
