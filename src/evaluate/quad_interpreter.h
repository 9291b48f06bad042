/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes in quadruple precision: 33 digits, to tell what is zero from what is small, and
 * to measure what double precision leaves. Native functions of C, which take double, and
 * the choice of a piece of a timed table or a history are those of double. */
#ifndef EVALUATE_QUAD_INTERPRETER_H
#define EVALUATE_QUAD_INTERPRETER_H
#include "../base/quad.h"
#include "../expr/tape.h"

/* Runs the code on slot[], whose inputs the caller has set. slot: [slots], out: [outputs]
 */
void tape_run_quad(const tape *t, quad *slot, quad *out);

#endif
