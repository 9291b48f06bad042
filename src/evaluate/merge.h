/* SPDX-License-Identifier: BSD-3-Clause */
/* Several tapes as one: what they have in common is computed once, what nobody asks for
 * is left out, and arithmetic may be done on their values in between. Values are numbered
 * from 0. */
#ifndef EVALUATE_MERGE_H
#define EVALUATE_MERGE_H
#include "../base/straight.h"
#include "../expr/tape.h"

typedef struct merge merge;

/* Inputs from number `fixed` on are the same in every run. Lives in arena a. */
merge *merge_new(arena *a, int fixed);
/* Takes memory for so many values at once, before the first one. */
void merge_expect(merge *m, long values);

/* Input `number`; a number; op(x, y, z), arguments that it does not have being ignored.
 */
int merge_input(merge *m, int number);
int merge_number(merge *m, double number);
int merge_operate(merge *m, tape_op op, int x, int y, int z);
/* -x, x y, x + y, so_far + x y, without what numbers 0, 1 and -1 make needless; so_far, x
 * of a sum: -1: none. */
int merge_negate(merge *m, int x);
int merge_product(merge *m, int x, int y);
int merge_sum(merge *m, int x, int y);
int merge_add_product(merge *m, int so_far, int x, int y);
/* The operations of a tape without routines. in: [inputs], out: [outputs]: values */
void merge_tape(merge *m, const tape *t, const int *in, int *out);
/* The same with its running error bound (tape_run_bound), which is not a number where
 * that is more than arithmetic. in_error: [inputs], out_error: [outputs]: values. Returns
 * 0 where an operation has no bound here. */
int merge_tape_bound(merge *m, const tape *t, const int *in, const int *in_error,
                     int *out, int *out_error);
/* Taylor coefficients of what a tape without routines computes, order by order. The first
 * `variables` inputs of the tape vary. Lives in arena a; NULL: an operation has no
 * recurrence here. */
struct merged_series *merge_series_new(merge *m, arena *a, const tape *t, int variables,
                                       int orders);
/* Coefficients k of the inputs, those before being known: [inputs]; of those that do not
 * vary the first is asked for, others do not count. out: [outputs]: coefficients k */
void merge_series_pass(struct merged_series *s, int k, const int *in, int *out);
/* Runs over cells, which hold values: [cells], the first ones given. */
void merge_steps(merge *m, int steps, const straight_step *step, int *cell);

/* Puts sums of products in the place of sines and cosines of sums of two angles, where
 * those of both are needed as well, in all that these values depend on: replaces them.
 * Results differ by round-off. */
void merge_add_angles(merge *m, int outputs, int *output);

/* Memory for whoever merges, to be freed. */
arena *merge_scratch(merge *m);
int merge_count(const merge *m); /* of values */
/* Marks the values that these depend on, and themselves: [count] */
void merge_mark(const merge *m, int outputs, const int *output, char *mark);

/* The tape is run at every stage of a step: its operations are put in an order in which
 * they wait less for each other, which takes longer than to write them down. */
void merge_mark_busy(merge *m);
/* Its tape has no loops (roll.h), whatever it computes: code for several points has
 * none. */
void merge_keep_straight(merge *m);

/* The tape that computes these values, in slots one after the other. The first inputs are
 * those numbered below `whole`, needed or not, so that they are set by one copy. *from:
 * [inputs], their numbers in ascending order; *variables: how many are not fixed. Both
 * live in arena a. */
const tape *merge_finish(merge *m, arena *a, int whole, int outputs, const int *output,
                         const int **from, int *variables);

#endif
