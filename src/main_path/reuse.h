/* SPDX-License-Identifier: BSD-3-Clause */
/* One completion for many runs of a model that differ in values: it is made for the first
 * of them, and certified for every other. Where a certificate fails, that run is
 * completed by itself. Either way a run has the bits of one by itself. */
#ifndef MAIN_PATH_REUSE_H
#define MAIN_PATH_REUSE_H
#include "main_path.h"

/* A copy of m with these values, that may serve for others of the same names. */
invo_status reuse_copy(invo_context *c, const invo_model *m, int assignments,
                       const char *const *assignment, invo_model **out);

/* While such a model is completed, before anything depends on values: notes from now on
 * what decides, if the completion may serve for others at all. */
void reuse_begin(invo_model *m);
/* When it is completed, to w: lets the graph rest, if it may serve for others; else
 * returns 0. */
int reuse_end(invo_model *m, lowered *w);
/* Before it is completed again: what was hidden goes. */
void reuse_forget(invo_model *m);

/* Did the last completion turn out to be one that cannot serve for others? */
int reuse_is_vain(const invo_model *m);
/* Has what was run the bits of a model that was not to serve for others? */
int reuse_is_exact(const invo_model *m);

/* Takes over other values of the same names, and certifies the completion for them and
 * the plan. Returns whether it serves; else the model is good for nothing but to be
 * freed. */
int reuse_take(invo_model *m, const plan *p, int assignments,
               const char *const *assignment);

#endif
