/* SPDX-License-Identifier: BSD-3-Clause */
/* What moves a point: the geometry of one system, the method and the step size control of
 * one plan, by time or by arclength. An engine is made and freed, never changed: another
 * system, method or parameter is another engine. What is counted of its work goes to the
 * run that leaves it. */
#ifndef SOLVE_ENGINE_H
#define SOLVE_ENGINE_H
#include "../base/pool.h"
#include "../geometry/direction.h"
#include "../geometry/expansion.h"
#include "../geometry/hamiltonian.h"
#include "../geometry/mass.h"
#include "../geometry/regularity.h"
#include "../geometry/retraction.h"
#include "../geometry/schur.h"
#include "../geometry/splitting.h"
#include "../geometry/tangent.h"
#include "../geometry/top_form.h"
#include "../method/controller.h"
#include "solve.h"

/* What some methods need beyond direction and retraction (offer.c). */
typedef struct offer {
    hamiltonian hamiltonian;
    double *shifted, *above; /* [n] */
    int *group, *part;       /* [n], [4 n] */
} offer;

typedef struct engine {
    invo_context *context;
    const invo_system *s;
    const method *method;
    int by_length; /* the parameter of steps is arclength, not time */
    int by_kernel; /* directions come from the kernel of (b, J) */
    int doubling;  /* errors by step doubling */
    long planned;  /* rows of output of the run */
    manifold manifold;
    metric metric;
    mass mass; /* of the mass metric */
    direction direction;
    retraction retraction;
    kernel kernel;
    schur schur;
    expansion expansion; /* of the methods that need Taylor coefficients */
    tangent tangent;     /* of those that need the tangent space */
    regularity regularity;
    top_form tops; /* of implicit methods */
    offer offer;
    field field; /* whose functions are those of the run (field.c) */
    stepper stepper;
    controller controller;
    pool pool; /* owns all arrays */
} engine;

/* The engine of a settled plan, in which what is left to the method is filled in. By
 * arclength for a while (passing): where the run goes by time, but cannot here. On
 * failure, with a message, nothing is left. */
invo_status engine_new(invo_context *c, const invo_system *s, plan *o, int passing,
                       engine **made);
void engine_free(engine *e); /* NULL: nothing */
/* Adds its work to that of the run. */
void engine_count(const engine *e, invo_statistics *t);
/* Before a step from (u, z): makes the shortcut of the system, where there is none yet or
 * it could not be trusted at the last points. steps: about so many of its size are left.
 * May allocate: E_MEMORY. */
invo_status engine_prepare(engine *e, const double *u, const double *z, double steps);
/* Uses this code of the shortcut from now on, 0: none. */
void engine_hurry(engine *e, int order);
/* The direction at u into slope, which holds one nearby; z goes to e->direction. By
 * arclength of length 1 in nominal sizes, else slope[0] = 1. */
invo_status engine_direction(engine *e, const double *u, double *slope, int refine);

/* What the engine needs of its system (equip.c): equip_method before the plan is settled,
 * equip_gradients when the retraction is known. */
invo_status equip_method(invo_context *c, const invo_system *s, const plan *p);
int equip_asks_gradients(const engine *e);
invo_status equip_gradients(const engine *e, const plan *o);
/* Notes on what comes by differences, once for each of the marks *tops and *gradients. */
void equip_tell(const engine *e, const plan *o, int *tops, int *gradients);

/* What the method needs (offer.c). */
void offer_lay_out(engine *e, pool *p);
/* Completes e->field. E_ARGUMENT with what is missing. */
invo_status offer_all(engine *e);
/* dv/du at p, where the direction is quadratic. */
invo_status offer_jacobian(engine *e, const double *p, double *matrix);
unsigned
offer_bits(const invo_system *s); /* field_need bits, beyond those of offer_all */
invo_status message_needs(invo_context *c, const invo_system *s, const method *m);

#endif
