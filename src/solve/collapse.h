/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps that have fallen to zero, and why (collapse.c, slide.c, stiff.c). */
#ifndef SOLVE_COLLAPSE_H
#define SOLVE_COLLAPSE_H
#include "engine.h"

typedef struct collapse {
    double *recent; /* [n]: the size of a coordinate over the last few steps */
    double *hidden; /* [n]: how long a coordinate was below its absolute tolerance ... */
    double seen;    /* ... since the start, or the last event: this long */
    double *safe;   /* [2, 1 + columns]: where the last step began that is longer than the
                       time of a pole is uncertain, and the end of the last one */
} collapse;

/* Explicit methods at the edge of stability. */
typedef struct stiff {
    int hits, calm; /* steps there, and since the last one */
    int is_told;
} stiff;

/* A step that is not there; so many in a row let those before be forgotten. */
enum { STIFF_CALM = 6 };
static inline void stiff_note_calm(stiff *s) {
    if (++s->calm >= STIFF_CALM)
        s->hits = 0;
}

/* How much of a size a step later still counts: a pole takes steps that double it. */
static const double COLLAPSE_FADES = 0.5;

typedef struct run run;

/* The reason as far as the solution tells it, with rows beyond a pole forgotten: the
 * advice, or NULL where there is none such. */
const char *collapse_explain(run *v, char *text, size_t size);
/* Where steps have fallen to h since coordinates lie below their absolute tolerance: the
 * text of it and the advice, else NULL. */
const char *collapse_blames(const run *v, double h, char *text, size_t size);
/* Does the solution, or its derivative, grow without bound here? */
int collapse_is_pole(const run *v);
/* "x grows without bound near t = ..." */
size_t collapse_write_pole(const run *v, int i, char *text, size_t size);
/* Output rows at times that may lie beyond a pole here. */
void collapse_forget_rows(run *v);
/* The time that rows must not exceed to outlive collapse_forget_rows. */
double collapse_safe_time(const run *v);
/* At the stop time: E_STEP where a pole is so near that the tolerance does not tell on
 * which side it is. */
invo_status collapse_at_stop(run *v);
/* Is the stop time so near that nothing changes until then, but for round-off? Then the
 * run ends here, with a row. */
int collapse_ends(run *v);
/* Is what still changes until the stop time, at the rates here, below the tolerance? */
int collapse_is_near_stop(const run *v);
/* After every accepted step of length h. */
void collapse_note(run *v, double h);
/* From a new start; at the end of a run: a warning where the error norm saw no coordinate
 * at all. */
void collapse_begin(run *v);
void collapse_close(run *v, invo_status status);

/* Sliding along a kink (slide.c). */
/* Does the solution slide along a kink from here on? Then that is reported. */
int slide_is_reason(run *v);

/* The stiffness of explicit methods that were asked for (stiff.c): a note where a good
 * step is one more at the edge of stability. */
void stiff_look(run *v, const step *d);
/* h |lambda| at which it is there. */
double stiff_edge(const run *v);

#endif
