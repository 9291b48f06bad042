/* SPDX-License-Identifier: BSD-3-Clause */
/* Tapes as machine code: the operations of the interpreter in the same order with the
 * same roundings, so the same bits. A tape that is run often is translated by itself;
 * where that is not possible (another processor, no memory, a system that forbids it) the
 * interpreter goes on. */
#ifndef EVALUATE_JIT_H
#define EVALUATE_JIT_H
#include <string.h>
#include "involute_system.h"
#include "interpreter.h"

/* Memory for the code of many tapes. */
typedef struct jit_memory jit_memory;
jit_memory *jit_memory_new(arena *a); /* lives as long as the arena */
/* Tapes are translated before their first run, not only those that are run often. */
void jit_memory_hurry(jit_memory *m);
int jit_memory_hurries(const jit_memory *m); /* NULL: no */

typedef void jit_function(double *slot);

/* A tape with its code. */
typedef struct jit {
    const tape *tape;
    jit_function *run;  /* NULL: the interpreter */
    jit_memory *memory; /* NULL: always the interpreter */
    int runs;           /* by the interpreter */
} jit;

jit jit_new(jit_memory *m, const tape *t);
/* What jit_execute does where there is no code. */
void jit_interpret(jit *j, double *slot);

/* Runs the tape on slot[], as tape_execute_rest does. */
static inline void jit_execute(jit *j, double *slot) {
    if (j->run)
        j->run(slot);
    else
        jit_interpret(j, slot);
}

/* Has it been run, and is it run often? */
int jit_is_used(const jit *j);
int jit_is_busy(const jit *j);

/* Translates at once; 0: there is no code for this tape here. */
int jit_translate(jit *j);

/* Tapes on so many points at once: a slot has a value for each, one after the other. The
 * same bits as on one point after the other. */
enum { JIT_LANES = INVO_LANES };
int jit_has_lanes(void);
/* Translates such a tape; NULL: not here. */
jit_function *jit_translate_lanes(jit_memory *m, const tape *t);

/* Code while it is written. */
typedef struct jit_buffer {
    unsigned char *at;
    size_t size, room;
    int is_full; /* there was more to write than there is room */
} jit_buffer;

/* Writes a number, lowest byte first. There has to be room for 8 bytes: they are written
 * at once, and the next ones cover those that are too many. */
static inline void jit_number(jit_buffer *b, uint64_t value, int bytes) {
    if (b->size + sizeof value > b->room) { /* and so from now on */
        b->is_full = 1;
        return;
    }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    value = __builtin_bswap64(value);
#endif
    memcpy(b->at + b->size, &value, sizeof value);
    b->size += (size_t)bytes;
}

static inline void jit_byte(jit_buffer *b, unsigned byte) {
    jit_number(b, byte, 1);
}

/* What a translation needs. */
typedef struct jit_scratch {
    int *next;          /* [operands] */
    int *upcoming;      /* [slots] */
    signed char *place; /* [slots] */
    int *last;          /* [slots]: of tapes with loops */
} jit_scratch;

/* Writes the code of a tape for x86-64; 0 where that is not this processor. */
int jit_write_x86(jit_buffer *b, const tape *t, jit_scratch s);
/* The same for JIT_LANES points, where the processor has AVX. */
int jit_write_lanes_x86(jit_buffer *b, const tape *t, jit_scratch s);
/* The same for AArch64, on any processor: it runs on that one only. */
int jit_write_arm64(jit_buffer *b, const tape *t, jit_scratch s);

/* The C functions of the operations, for code that calls them. */
typedef double jit_call(double x, double y, double z, const lookup *look);
jit_call *jit_call_of(tape_op op);

#endif
