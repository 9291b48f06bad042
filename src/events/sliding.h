/* SPDX-License-Identifier: BSD-3-Clause */
/* Sliding along the surfaces of relations, with weights. */
#ifndef EVENTS_SLIDING_H
#define EVENTS_SLIDING_H
#include "switches.h"

/* Relations that share a surface slide together, with one weight: that of the first.
 * Returns 1 if b holds where a does, beside the surface (v > 0 and v >= 0), -1 if it
 * holds where a does not (v > 0 and v < 0), 0 if it has another surface. */
int hybrid_orientation(const hybrid *h, const hybrid_switch *a, const hybrid_switch *b);
/* Is this value of a condition not a truth value, but a code that it slides? */
int hybrid_is_sliding_code(double value);
/* Conditions that slide get such values; throws where they cannot. */
void hybrid_slide_conditions(hybrid *h);
/* Weights as further variables, the surfaces as further equations, and an expression with
 * weights for the conditions that slide. */
void hybrid_add_weights(hybrid *h, mode *m);
void hybrid_add_surfaces(hybrid *h, mode *m);
expr hybrid_blend(const hybrid *h, const mode *m, expr e);
/* Passes zero where the solution leaves surface k. */
expr hybrid_end_of_sliding(const hybrid *h, const mode *m, int k);
/* Begins to slide, unless the surface holds by itself where others are slid along. */
void hybrid_begin_sliding(hybrid *h, hybrid_switch *s);
/* Ends sliding where a reinit sets a variable in the function of a surface. */
void hybrid_lift_off(hybrid *h);
int hybrid_any_slides(const hybrid *h);
/* Notes what slides from here on, and what no longer does. */
void hybrid_tell_sliding(hybrid *h);
/* Throws if an event does not settle since no weights hold the solution on a surface. */
void hybrid_check_weights(hybrid *h);
void hybrid_end_sliding(hybrid *h, hybrid_switch *s);
/* Ends it where the weight is not between 0 and 1; returns whether that is so. */
int hybrid_follow_weight(hybrid *h, hybrid_switch *s);

#endif
