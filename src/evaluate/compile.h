/* SPDX-License-Identifier: BSD-3-Clause */
/* The second tier of machine code: tapes written as C, compiled by the system's compiler
 * and loaded, with the bits of the interpreter. In the background the first tier goes on
 * until the library is there; where there is none, it goes on for good. */
#ifndef EVALUATE_COMPILE_H
#define EVALUATE_COMPILE_H
#include "jit.h"

typedef struct compilation compilation;
/* Lives as long as the arena: what was loaded goes with it, and so does a compiler that
 * still runs. */
compilation *compilation_new(arena *a);
/* Adds a tape, which is in arena a as long as that lives. */
void compilation_add(compilation *k, arena *a, jit *j);

/* How much is compiled. */
typedef enum compile_extent {
    COMPILE_BUSY, /* what is run often */
    COMPILE_USED, /* what has been run */
    COMPILE_ALL
} compile_extent;

/* Begins with all tapes that have no code of this tier yet; where they were compiled
 * before, they have it now. Does nothing while a compiler runs. */
void compilation_start(compilation *k, compile_extent extent);
/* Takes what a compiler has finished in the meantime; waits: until it has. */
void compilation_look(compilation *k, int waits);

/* What runs the tapes. */
typedef enum compile_tier {
    TIER_INTERPRETER,
    TIER_TRANSLATED,
    TIER_COMPILED
} compile_tier;
compile_tier compilation_tier(const compilation *k);

/* Why a library is missing or was compiled anew, told once; NULL: there is nothing. */
typedef enum compile_trouble {
    TROUBLE_MISSING, /* there is no compiler, or no folder */
    TROUBLE_FAILED,
    TROUBLE_REPLACED /* what was in the folder is not used, and compiled anew */
} compile_trouble;
const char *compilation_complaint(compilation *k, compile_trouble *kind);

#endif
