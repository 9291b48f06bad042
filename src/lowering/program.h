/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes with their memory, run on a point (u, z) of a completed system. */
#ifndef LOWERING_PROGRAM_H
#define LOWERING_PROGRAM_H
#include "../evaluate/jit.h"
#include "../evaluate/merge.h"
#include "../completion/complete.h"

struct lowered;

/* Holds only the inputs that it uses: a system of many small programs stays small. */
typedef struct program_part {
    const tape *tape;
    jit *code;          /* the tape with its code */
    const int *source;  /* [tape->inputs]: number among u, z, parameters, invariants */
    double *fixed;      /* [tape->inputs - variables]: values of the other inputs */
    int coordinates;    /* inputs from u, which come first */
    int variables;      /* with those from z, which come next */
    int from_u, from_z; /* the first of them, where all follow it in order; else -1 */
    int is_plain;       /* of merged tapes: all that was to be an input is, in order */
} program_part;

/* A long program has several parts, which give its outputs one after the other and run in
 * the same slots, those of `lowered`. */
typedef struct program {
    const program_part *part; /* [parts] */
    double *slot; /* of a single part: [tape->slots], its `fixed` being among them */
    int parts, outputs;
} program;

/* Output k belongs to place[k] of some list. */
typedef struct placed_program {
    program program;
    const int *place; /* [outputs] */
} placed_program;

/* A program with its bounds as operations (shortcut_ledger.c): outputs, then bounds. */
typedef struct bound_code {
    long runs; /* so far, without it */
    int is_tried, is_made;
    program program;
} bound_code;

program program_new(struct lowered *w, int count, const expr *root);
/* The same in one part, however long. */
program program_new_whole(struct lowered *w, int count, const expr *root);
/* The same for expressions of the text, whose variables are found where results have them
 * (completion_shown_slot). */
program program_new_written(struct lowered *w, int count, const expr *root);
/* Formulas: root k gives z[unknown[k]], and later ones read that value. */
program program_new_formulas(struct lowered *w, int count, const int *unknown,
                             const expr *root);
program program_new_written_formulas(struct lowered *w, int count, const int *unknown,
                                     const expr *root);
/* Values of tapes that were merged, whose inputs are those of programs by their numbers;
 * in arena a. whole: as of merge_finish. seats: so many inputs in place of the top
 * unknowns, behind which all others have numbers that are larger by as many. */
program program_new_merged(struct lowered *w, arena *a, merge *m, int whole, int outputs,
                           const int *output, int seats);
/* Runs a merged program; its outputs, which are there until the next run. */
const double *program_run_merged(const struct lowered *w, const program *p,
                                 const double *u, const double *z);
/* Operations of all its parts. */
long program_length(const program *p);

/* The same where coordinates and seats are in the first slots already. */
const double *program_run_loaded(const program *p);
/* Takes over the values of parameters and invariants. */
void program_load(const struct lowered *w, const program *p);
/* Sets the multipliers of constraints, which count as fixed inputs. */
void program_load_multipliers(const struct lowered *w, const program *p,
                              const double *mu);

/* Leaves err by their own size, or this share of their nominal size where that is more.
 */
static const double PROGRAM_NOMINAL_SHARE = 1e-3;

/* Runs on (u, z); z may be NULL where the roots contain no top unknown. out: [outputs] */
void program_run(const struct lowered *w, const program *p, const double *u,
                 const double *z, double *out);
/* The same at so many points, for a program of one part; u: [coordinates, points], z:
 * [tops, points], seat: where it finds in z what it reads of it; out: [outputs, points]
 */
void program_run_points(const struct lowered *w, const program *p, int points,
                        const double *u, int tops, const double *z, const int *seat,
                        double *out);
void program_run_bound(const struct lowered *w, const program *p, const double *u,
                       const double *z, double *out, double *bound);
/* The bounds that follow from given errors of u and of z: [coordinates + unknowns]. */
void program_run_errors(const struct lowered *w, const program *p, const double *u,
                        const double *z, const double *errors, double *bound);
/* The same into two lists: the first `count` outputs, and the rest. */
void program_run_two(const struct lowered *w, const program *p, const double *u,
                     const double *z, int count, double *out, double *rest);
/* The same, output k to out[target[k]], and its bound to bound[target[k]]; bound may be
 * NULL. out may be z where the program is one of formulas, or reads none of its outputs.
 */
void program_run_at(const struct lowered *w, const program *p, const double *u,
                    const double *z, const int *target, double *out, double *bound);

/* The same in long double, x: [coordinates and top unknowns], slot: [program_slots]. */
void program_run_long(const program *p, const long double *x, long double *slot,
                      long double *out);
/* The same in quadruple precision. */
void program_run_quad(const program *p, const quad *x, quad *slot, quad *out);
int program_slots(const program *p);
/* Is a top unknown among its inputs? */
int program_reads_tops(const program *p);

#endif
