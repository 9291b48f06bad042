/* SPDX-License-Identifier: BSD-3-Clause */
/* What a method needs beyond direction and retraction, and what the system offers of it.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "solver.h"

/* The highest derivatives are known where the step begins. */
invo_status solver_expand(void *self, const double *p, double h, int order,
                          double *coefficient) {
    solver *sv = self;
    const double *z = sv->top_before;
    if (p != sv->u) {
        TRY(direction_at(&sv->direction, p, sv->slope));
        z = sv->direction.z;
    }
    invo_status status = expansion_at(&sv->expansion, p, z, h, order, coefficient);
    if (status) {
        sv->direction.unknown = sv->expansion.unknown;
        sv->direction.block = -1;
    }
    return status;
}

invo_status solver_tangent(void *self, const double *p, int count, double *const *x,
                           const double *v, double *y) {
    solver *sv = self;
    TRY(tangent_take(&sv->tangent, p));
    for (int k = 0; k < count; k++)
        tangent_project(&sv->tangent, x[k], k ? NULL : sv->retraction.mu);
    if (!y)
        return INVO_OK;
    tangent_curve(&sv->tangent, p, sv->retraction.mu, v, y);
    tangent_project(&sv->tangent, y, NULL);
    return INVO_OK;
}

enum { FEWEST_TERMS = 3 }; /* of a series that methods can use */

unsigned solver_offers(const invo_system *s) {
    unsigned all = NEEDS_JACOBIAN; /* by differences, if need be */
    if (s->series_order >= FEWEST_TERMS)
        all |= NEEDS_TAYLOR;
    if (s->hessian || s->constraints == 0)
        all |= NEEDS_TANGENT;
    return all;
}

invo_status message_needs(invo_context *c, const invo_system *s, const method *m) {
    if (m->kind->needs & NEEDS_TAYLOR && s->series_order < FEWEST_TERMS)
        return report(c, INVO_E_ARGUMENT, NAN,
                      "method %s needs Taylor coefficients of the equations, which are "
                      "made from models; a system of C callbacks may give them "
                      "(series_order in involute_system.h), or use dop853",
                      m->name);
    return report(c, INVO_E_ARGUMENT, NAN,
                  "method %s needs second derivatives of the constraints, and this "
                  "system has none (hessian in involute_system.h); use dop853",
                  m->name);
}

static unsigned needs_of(const solver *v) {
    return v->method->kind->needs;
}

void offer_lay_out(solver *v, pool *p) {
    offer *o = &v->offer;
    if (needs_of(v) & NEEDS_GRADIENT)
        hamiltonian_lay_out(&o->hamiltonian, &v->manifold, p);
    if (needs_of(v) & NEEDS_QUADRATIC) {
        o->shifted = pool_doubles(p, v->n);
        o->above = pool_doubles(p, v->n);
    }
    if (needs_of(v) & NEEDS_BLOCKS)
        o->group = pool_integers(p, v->n);
    if (needs_of(v) & NEEDS_SPLITTING)
        o->part = pool_integers(p, 4 * v->n);
}

static const char *coordinate_name(const solver *v, int i, char *text, size_t size) {
    if (v->s->coordinate)
        return v->s->coordinate[i].name;
    snprintf(text, size, "u%d", i);
    return text;
}

/* Blocks as the radial retraction has them; one of all coordinates where these are none.
 */
static void offer_blocks(solver *v) {
    const invo_system *s = v->s;
    int groups = radial_groups(s);
    int several = s->groups || groups == s->constraints;
    if (groups == 0)
        several = 0;
    for (int i = 0; i < v->n; i++)
        v->offer.group[i] = several ? radial_group(s, i) : i ? 0 : -1;
    v->field.groups = several ? groups : 1, v->field.group = v->offer.group;
    v->field.offers |= NEEDS_BLOCKS;
}

static invo_status give_hamiltonian(void *self, const double *p, double *value,
                                    double *gradient, double *hessian) {
    solver *v = self;
    return hamiltonian_at(&v->offer.hamiltonian, p, value, gradient, hessian);
}

static invo_status offer_hamiltonian(solver *v) {
    const invo_system *s = v->s;
    hamiltonian *h = &v->offer.hamiltonian;
    if (s->invariants == 0)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs an invariant H with a definite Hessian, and none "
                      "is declared. Declare it, as in Real H = ... "
                      "annotation(__involute(invariant = true)), or use gps",
                      v->method->name);
    if (!hamiltonian_choose(h, s->start)) {
        int last = s->constraints - 1;
        return report_at(
            v->context, INVO_E_ARGUMENT, NAN, s->row ? s->row[last].where : "",
            "method %s needs an invariant H of all %d coordinates, not of time, whose "
            "Hessian is definite at the start; of the %d declared there is none (%s is "
            "not). Use mgps or mrk4, which work with any invariants",
            v->method->name, v->n - 1, s->invariants,
            s->row ? s->row[last].equation : "the last one");
    }
    v->field.hamiltonian = give_hamiltonian;
    v->field.sign = h->sign;
    v->field.offers |= NEEDS_GRADIENT;
    return INVO_OK;
}

/* Column j of dv/du by central differences, which are exact for a quadratic direction
 * whatever the distance is. */
static invo_status offer_difference(solver *v, const double *p, int j, double far,
                                    double *column) {
    double *x = v->offer.shifted;
    double *above = v->offer.above;
    memcpy(x, p, sizeof *x * (size_t)v->n);
    x[j] = p[j] + far;
    TRY(solver_direction(v, x, above, 0));
    x[j] = p[j] - far;
    TRY(solver_direction(v, x, column, 0));
    for (int i = 0; i < v->n; i++)
        column[i] = (above[i] - column[i]) / (2 * far);
    return INVO_OK;
}

/* Variables that are only shown, as a logarithm, may have no value so far away. */
static const double NEAR = 0.25, NEAREST = 1e-5;

static invo_status give_jacobian(void *self, const double *p, double *matrix) {
    solver *v = self;
    for (int j = 0; j < v->n; j++) {
        double size = fmax(fabs(p[j]), coordinate_nominal(v->s, j));
        double share = NEAR;
        while (offer_difference(v, p, j, share * size, matrix + j * v->n))
            if ((share *= NEAR) < NEAREST)
                return INVO_E_DOMAIN;
    }
    return INVO_OK;
}

static invo_status offer_quadratic(solver *v) {
    char text[32];
    if (!v->s->degree)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs a quadratic direction, and of this system it is "
                      "not known; give the degrees, or use midpoint-stage",
                      v->method->name);
    for (int i = 1; i < v->n; i++) {
        int degree = v->s->degree[i];
        if (degree >= 0 && degree <= 2)
            continue;
        return report(
            v->context, INVO_E_ARGUMENT, NAN,
            "method %s needs derivatives that are quadratic in all variables "
            "and time together: that of %s is %s%.0d. Use midpoint-stage or another "
            "method",
            v->method->name, coordinate_name(v, i, text, sizeof text),
            degree < 0 ? "no polynomial" : "a polynomial of degree ",
            degree < 0 ? 0 : degree);
    }
    v->field.jacobian = give_jacobian;
    v->field.offers |= NEEDS_QUADRATIC;
    return INVO_OK;
}

static invo_status offer_splitting(solver *v) {
    int of, on;
    char text[32], other[32];
    if (!v->s->direction_pattern)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs to know what the direction depends on, and of "
                      "this system it is not known; give the direction_pattern, or use "
                      "rk4",
                      v->method->name);
    if (!splitting_find(v->s, v->offer.part, v->offer.part + v->n, &of, &on))
        return report(
            v->context, INVO_E_ARGUMENT, NAN,
            "method %s needs variables in two parts, the derivatives of each depending "
            "on the other part only, as in a Hamiltonian T(p) + V(q): the derivative of "
            "%s depends on %s, which %s. Use midpoint-stage or rk4",
            v->method->name, coordinate_name(v, of, text, sizeof text),
            coordinate_name(v, on, other, sizeof other),
            of == on ? "is itself" : "the other derivatives put into the same part");
    v->field.part = v->offer.part;
    v->field.offers |= NEEDS_SPLITTING;
    return INVO_OK;
}

invo_status offer_all(solver *v) {
    const unsigned needs = needs_of(v);
    if (!v->arc.on)
        v->field.offers |= NEEDS_TIME;
    if (needs & NEEDS_BLOCKS)
        offer_blocks(v);
    if (needs & NEEDS_GRADIENT)
        TRY(offer_hamiltonian(v));
    if (needs & NEEDS_QUADRATIC)
        TRY(offer_quadratic(v));
    if (needs & NEEDS_SPLITTING)
        TRY(offer_splitting(v));
    if (needs & ~v->field.offers & NEEDS_TIME)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "method %s goes by time only; without --by arclength and --length, "
                      "or with another method, it works",
                      v->method->name);
    if (needs & ~v->field.offers)
        return report(v->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs more than this system offers", v->method->name);
    return INVO_OK;
}
