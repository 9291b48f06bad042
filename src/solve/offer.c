/* SPDX-License-Identifier: BSD-3-Clause */
/* What a method needs beyond direction and retraction, and what the system offers of it.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "engine.h"

enum { FEWEST_TERMS = 3 }; /* of a series that methods can use */

unsigned offer_bits(const invo_system *s) {
    unsigned all = NEEDS_JACOBIAN; /* by differences, if need be */
    if (s->series.order >= FEWEST_TERMS)
        all |= NEEDS_TAYLOR;
    if (s->hessian || s->constraints == 0)
        all |= NEEDS_TANGENT;
    return all;
}

invo_status message_needs(invo_context *c, const invo_system *s, const method *m) {
    assert(m->kind->needs & (NEEDS_TAYLOR | NEEDS_TANGENT));
    if (m->kind->needs & NEEDS_TAYLOR && s->series.missing)
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "method %s needs Taylor coefficients of the equations, but %.200s "
            "has none: its number of passes depends on the solution; use dop853",
            m->name, s->series.missing);
    if (m->kind->needs & NEEDS_TAYLOR && s->series.order < FEWEST_TERMS)
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "method %s needs Taylor coefficients of the equations, and this system of C "
            "callbacks provides none (series.order in involute_system.h); use dop853",
            m->name);
    return report(c, INVO_E_ARGUMENT, NAN,
                  "method %s needs second derivatives of the constraints, and this "
                  "system has none (hessian in involute_system.h); use dop853",
                  m->name);
}

static unsigned needs_of(const engine *e) {
    return e->method->kind->needs;
}

void offer_lay_out(engine *e, pool *p) {
    offer *o = &e->offer;
    const unsigned needs = needs_of(e);
    const size_t n = (size_t)e->s->coordinates;
    if (needs & NEEDS_GRADIENT)
        hamiltonian_lay_out(&o->hamiltonian, &e->manifold, p);
    if (needs & NEEDS_QUADRATIC) {
        o->shifted = pool_doubles(p, n);
        o->above = pool_doubles(p, n);
    }
    if (needs & NEEDS_BLOCKS)
        o->group = pool_integers(p, n);
    if (needs & NEEDS_SPLITTING)
        o->part = pool_integers(p, 4 * n);
}

static const char *coordinate_name(const engine *e, int i, char *text, size_t size) {
    if (e->s->coordinate)
        return e->s->coordinate[i].name;
    snprintf(text, size, "u%d", i);
    return text;
}

/* Blocks as the radial retraction has them; one of all coordinates where these are none.
 */
static void offer_blocks(engine *e) {
    const invo_system *s = e->s;
    int groups = radial_groups(s);
    int several = s->groups || groups == s->constraints;
    if (groups == 0)
        several = 0;
    for (int i = 0; i < e->s->coordinates; i++)
        e->offer.group[i] = several ? radial_group(s, i) : 0;
    if (!several)
        e->offer.group[0] = -1;
    e->field.groups = several ? groups : 1;
    e->field.group = e->offer.group;
    e->field.offers |= NEEDS_BLOCKS;
}

/* Chooses a declared invariant with a definite Hessian as the Hamiltonian of the
 * methods that need one. */
static invo_status offer_hamiltonian(engine *e) {
    const invo_system *s = e->s;
    hamiltonian *h = &e->offer.hamiltonian;
    if (s->invariants == 0)
        return report(e->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs an invariant H with a definite Hessian, and none "
                      "is declared. Declare it, as in Real H = ... "
                      "annotation(__involute(invariant = true)), or use gps",
                      e->method->name);
    if (!hamiltonian_choose(h, s->start)) {
        int last = s->constraints - 1;
        return report_at(
            e->context, INVO_E_ARGUMENT, NAN, s->row ? s->row[last].where : "",
            "method %s needs an invariant H of all %d coordinates, not of time, whose "
            "Hessian is definite at the start; none of the %d declared invariants is of "
            "this kind (%s is not). Use mgps or mrk4, which work with any invariants",
            e->method->name, e->s->coordinates - 1, s->invariants,
            s->row ? s->row[last].equation : "the last one");
    }
    e->field.sign = h->sign;
    e->field.offers |= NEEDS_GRADIENT;
    return INVO_OK;
}

/* Column j of dv/du by central differences, which are exact for a quadratic direction
 * whatever the distance is. */
static invo_status offer_difference(engine *e, const double *p, int j, double far,
                                    double *column) {
    assert(j >= 0 && j < e->s->coordinates && far > 0);
    double *x = e->offer.shifted;
    double *above = e->offer.above;
    memcpy(x, p, sizeof *x * (size_t)e->s->coordinates);
    x[j] = p[j] + far;
    TRY(engine_direction(e, x, above, 0));
    x[j] = p[j] - far;
    TRY(engine_direction(e, x, column, 0));
    for (int i = 0; i < e->s->coordinates; i++)
        column[i] = (above[i] - column[i]) / (2 * far);
    return INVO_OK;
}

/* Variables that are only shown, as a logarithm, may have no value so far away. */
static const double NEAR = 0.25, NEAREST = 1e-5;

invo_status offer_jacobian(engine *e, const double *p, double *matrix) {
    assert(e->offer.shifted && e->offer.above);
    for (int j = 0; j < e->s->coordinates; j++) {
        double size = fmax(fabs(p[j]), coordinate_nominal(e->s, j));
        double share = NEAR;
        while (offer_difference(e, p, j, share * size, matrix + j * e->s->coordinates))
            if ((share *= NEAR) < NEAREST)
                return INVO_E_DOMAIN;
    }
    return INVO_OK;
}

/* Checks the degrees of the direction for methods for quadratic systems. */
static invo_status offer_quadratic(engine *e) {
    char text[32];
    if (!e->s->degree)
        return report(
            e->context, INVO_E_ARGUMENT, NAN,
            "method %s needs a quadratic direction, and this system does not state the "
            "degrees of its direction (degree in involute_system.h); use midpoint-stage",
            e->method->name);
    for (int i = 1; i < e->s->coordinates; i++) {
        int degree = e->s->degree[i];
        if (degree >= 0 && degree <= 2)
            continue;
        return report(e->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs derivatives that are quadratic in all variables "
                      "and time together: the derivative of %s is %s%.0d. Use "
                      "midpoint-stage or another method",
                      e->method->name, coordinate_name(e, i, text, sizeof text),
                      degree < 0 ? "not a polynomial" : "a polynomial of degree ",
                      degree < 0 ? 0 : degree);
    }
    e->field.offers |= NEEDS_QUADRATIC;
    return INVO_OK;
}

/* Finds the two parts of the variables for methods that split p and q. */
static invo_status offer_splitting(engine *e) {
    int of, on;
    char text[32], other[32];
    if (!e->s->direction_pattern)
        return report(e->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs the variables that each component of the "
                      "direction depends on, and this system does not state them "
                      "(direction_pattern in involute_system.h); use rk4",
                      e->method->name);
    if (!splitting_find(e->s, e->offer.part, e->offer.part + e->s->coordinates, &of, &on))
        return report(
            e->context, INVO_E_ARGUMENT, NAN,
            "method %s needs variables in two parts, where the derivatives of each part "
            "depend on the other part only, as for a Hamiltonian T(p) + V(q): the "
            "derivative of %s depends on %s, which %s. Use midpoint-stage or rk4",
            e->method->name, coordinate_name(e, of, text, sizeof text),
            coordinate_name(e, on, other, sizeof other),
            of == on ? "is the same variable"
                     : "the other derivatives put into the same part");
    e->field.part = e->offer.part;
    e->field.offers |= NEEDS_SPLITTING;
    return INVO_OK;
}

/* Finds in the system what the method needs, and reports the first thing that is
 * missing. */
invo_status offer_all(engine *e) {
    const unsigned needs = needs_of(e);
    if (!e->by_length)
        e->field.offers |= NEEDS_TIME;
    if (needs & NEEDS_BLOCKS)
        offer_blocks(e);
    if (needs & NEEDS_GRADIENT)
        TRY(offer_hamiltonian(e));
    if (needs & NEEDS_QUADRATIC)
        TRY(offer_quadratic(e));
    if (needs & NEEDS_SPLITTING)
        TRY(offer_splitting(e));
    if (needs & ~e->field.offers & NEEDS_TIME)
        return report(e->context, INVO_E_ARGUMENT, NAN,
                      "method %s takes steps in time only; drop --by arclength and "
                      "--length, or use another method",
                      e->method->name);
    if (needs & ~e->field.offers)
        return report(e->context, INVO_E_ARGUMENT, NAN,
                      "method %s needs functions that this system does not provide "
                      "(involute_system.h)",
                      e->method->name);
    return INVO_OK;
}
