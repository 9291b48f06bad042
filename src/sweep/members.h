/* SPDX-License-Identifier: BSD-3-Clause */
/* The members of an ensemble: names and their values, on a grid, at random, or from a
 * file. */
#ifndef SWEEP_MEMBERS_H
#define SWEEP_MEMBERS_H
#include <stdint.h>
#include "involute.h"

enum { MEMBERS_MESSAGE = 1000 };
#define MEMBERS_MOST 1000000000L

/* As the command line gives it; NULL: not given. */
typedef struct members_request {
    int over_count;
    const char *const *over; /* "L=0.5:2:100" */
    const char *samples, *random, *seed;
} members_request;

typedef enum axis_kind { AXIS_EQUAL, AXIS_LOG, AXIS_LIST, AXIS_NORMAL } axis_kind;

/* How a name gets its values. */
typedef struct axis {
    char *name;
    axis_kind kind;
    double low, high; /* or mean and deviation */
    long count;       /* of values on a grid */
    double *list;     /* [count] of AXIS_LIST */
    int column;       /* of the file */
} axis;

typedef struct members {
    long count;
    int axes;
    axis *axis;
    int is_random;
    uint64_t seed;
    invo_table *table; /* of --samples; NULL: none */
} members;

/* Reads a request. OK, E_ARGUMENT or E_FILE with a message; members_free in any case. */
invo_status members_read(invo_context *c, const members_request *r, members *m,
                         char message[MEMBERS_MESSAGE]);
void members_free(members *m);
/* The value of an axis for a member, 0 <= member < count. */
double members_value(const members *m, long member, int number);
/* The same as "name=value" for invo_model_set, malloc'ed; NULL: out of memory. */
char *members_text(const members *m, long member, int number);
/* A number that names and values of all members determine. */
uint64_t members_hash(const members *m);

/* Mixes bytes into a hash of 64 bits, for recognizing things and torn files. */
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
