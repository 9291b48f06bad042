/* SPDX-License-Identifier: BSD-3-Clause */
/* A tape with its memory, run on a point (u, z) of a completed system. */
#ifndef STRUCTURE_PROGRAM_H
#define STRUCTURE_PROGRAM_H
#include "../evaluate/interpreter.h"
#include "complete.h"

struct lowered;

/* Holds only the inputs that it uses: a system of many small programs stays small. */
typedef struct program {
    const tape *tape;
    int variables;     /* inputs from (u, z), which come first */
    int inputs;        /* with those from parameters and invariants */
    const int *source; /* [inputs]: number among u, z, parameters, invariants */
    double *slot;      /* [tape->slots] */
} program;

program program_new(struct lowered *w, int count, const expr *root);
/* Takes over the values of parameters and invariants. */
void program_load(const struct lowered *w, const program *p);
/* Runs on (u, z); z may be NULL where the roots contain no top unknown. */
void program_run(const struct lowered *w, const program *p, const double *u,
                 const double *z, double *out);
void program_run_bound(const struct lowered *w, const program *p, const double *u,
                       const double *z, double *out, double *bound);

/* The same without a list of outputs: output k is p->slot[p->tape->output[k]], and its
 * bound is in that place of what program_execute_bound returns. */
void program_execute(const struct lowered *w, const program *p, const double *u,
                     const double *z);
const double *program_execute_bound(const struct lowered *w, const program *p,
                                    const double *u, const double *z);
static inline double program_output(const program *p, int k) {
    return p->slot[p->tape->output[k]];
}

#endif
