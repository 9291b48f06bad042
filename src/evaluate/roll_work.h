/* SPDX-License-Identifier: BSD-3-Clause */
/* What the search for loops keeps (roll.c), for the files that it is made of. */
#ifndef EVALUATE_ROLL_WORK_H
#define EVALUATE_ROLL_WORK_H
#include "roll.h"

/* Fewer rounds are no loop. */
enum { LEAST_ROUNDS = 8 };

enum { ARGUMENTS = 3, COORDINATES = 4 };

/* Where a value is: in a list, at a place of it. Lists are numbered from 0. */
enum { LIST_OF_LEAVES = -1, LIST_OF_NOTHING = -2, LIST_GIVEN = -3, NO_LIST = -4 };

typedef struct spot {
    int list, at;
} spot;

/* The arguments and the slot that is given. */
typedef struct spots {
    spot of[COORDINATES];
} spots;

typedef struct stride {
    int by[COORDINATES];
} stride;

/* What is to be done at once: `body` operations in each of `rounds`. */
typedef struct unit {
    int body, rounds;
    int *member; /* [rounds, body] */
    int is_parallel;
    int group;
} unit;

typedef struct group {
    int rounds, is_parallel;
    LIST(int) unit;
} group;

typedef LIST(int) number_list;

typedef struct rolling {
    arena *arena; /* of scratch */
    int count;
    const roll_operation *all;
    int classes;
    int *class_of;    /* [count] */
    int *first;       /* [classes + 1]: in ... */
    int *member;      /* ... [count], by class, ascending */
    spot *spot;       /* [count] */
    int lists;        /* of values */
    LIST(int) length; /* [lists] */
    LIST(unit) unit;
    LIST(unit) chain; /* of the knot that is looked at */
    int *unit_of;     /* [count] */
    int singles;      /* operations that are units by themselves */
    LIST(group) group;
    LIST(int) order_of_units;
    int *first_dependence;               /* [units + 1]: in ... */
    const struct dependence *dependence; /* ... this list */
    int *up; /* [count]: of members of a knot: one that it is connected with; -1 */
    int *round, *seat; /* [count]: of members of a recurrence; round -1: none */
    int *size;         /* [classes]: of one recurrence; 0 */
} rolling;

static inline uint64_t roll_mix(uint64_t hash, uint64_t with) {
    hash = (hash ^ with) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Buckets for so many: a power of two. */
static inline uint32_t roll_room(int count) {
    uint32_t buckets = 256;
    while (buckets < 2 * (uint32_t)count)
        buckets *= 2;
    return buckets;
}

static inline int roll_class_size(const rolling *r, int c) {
    return r->first[c + 1] - r->first[c];
}

static inline spot roll_spot_of(const rolling *r, int value) {
    return value < 0 ? (spot){LIST_OF_LEAVES, ~value} : r->spot[value];
}

/* --- roll_run.c --- */

/* Functions are called, which takes longer than all else: they are in no loop. */
int roll_is_simple(tape_op op);
int roll_new_list(rolling *r, int length);
void roll_add_unit(rolling *r, unit u);
/* An operation by itself. */
void roll_add_single(rolling *r, int i);
/* A class that does not depend on itself: runs in which the places of all arguments
 * advance by constant strides. */
void roll_class(rolling *r, int c);

/* --- roll_chain.c --- */

/* Classes that depend on each other, or one that depends on itself: recurrences, whose
 * rounds follow each other in the order of the operations. */
void roll_knot(rolling *r, int count, const int *class);

/* --- roll_order.c --- */

/* Puts units into groups; 0: some depend on each other. */
int roll_order_units(rolling *r);
/* The slots and the order of all operations; returns how many are in loops. */
int roll_finish(const rolling *r, arena *a, int slots, roll *found);

#endif
