/* SPDX-License-Identifier: BSD-3-Clause */
/* When tapes are translated, and where their code lies: in pages that are writable while
 * code is written to them and executable afterwards, never both. Nothing is allocated
 * during a run but these pages. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "jit.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

/* Runs before a tape is translated: translating takes about as long as these. */
enum { PATIENCE = 20 };

enum { REGION_BYTES = 1 << 18, CODE_ALIGNMENT = 16, MOST_REGIONS = 16 };
enum { BYTES_PER_OPERATION = 24 }; /* as a rule */

typedef struct code_region {
    unsigned char *at;
    size_t size, used;
} code_region;

struct jit_memory {
    int patience; /* runs before a tape is translated */
    int count;
    code_region region[MOST_REGIONS]; /* the last one is filled */
    jit_scratch scratch;              /* for the largest tape so far */
    int operands, slots;              /* that it has room for */
    arena *arena, *of_scratch;
};

/* --- memory --- */

static void unmap_regions(void *data) {
    const jit_memory *m = data;
    for (int k = 0; k < m->count; k++)
        munmap(m->region[k].at, m->region[k].size);
}

jit_memory *jit_memory_new(arena *a) {
    jit_memory *m = arena_alloc(a, sizeof *m);
    m->arena = a;
    m->patience = PATIENCE;
    arena_at_end(a, unmap_regions, m);
    return m;
}

void jit_memory_hurry(jit_memory *m) {
    m->patience = 0;
}

int jit_memory_hurries(const jit_memory *m) {
    return m && m->patience == 0;
}

static void make_scratch(jit_memory *m, const tape *t) {
    if (m->of_scratch && t->operands <= m->operands && t->slots <= m->slots)
        return;
    const int operands = t->operands > m->operands ? t->operands : m->operands;
    const int slots = t->slots > m->slots ? t->slots : m->slots;
    arena *a = arena_child(m->arena); /* the old one stays until this is there */
    const jit_scratch larger = {
        ARENA_ROOM(a, int, operands + 1), ARENA_ROOM(a, int, slots + 1),
        ARENA_ARRAY(a, signed char, slots + 1), ARENA_ARRAY(a, int, slots + 1)};
    arena_free(m->of_scratch);
    m->of_scratch = a;
    m->scratch = larger;
    m->operands = operands;
    m->slots = slots;
}

/* A new region; NULL: there is none to be had. */
static code_region *add_region(jit_memory *m, size_t size) {
    if (m->count == MOST_REGIONS)
        return NULL;
    void *at = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    code_region *r = &m->region[m->count++];
    *r = (code_region){at, size, 0};
    return r;
}

#if defined(__aarch64__) && defined(__linux__)
#define jit_write_here jit_write_arm64
#else
#define jit_write_here jit_write_x86
#endif

typedef int jit_writer(jit_buffer *b, const tape *t, jit_scratch s);

/* Writes the code of a tape behind that of others; NULL: it cannot be run. *is_full: the
 * region ends before the code does. */
static jit_function *write_code(jit_memory *m, code_region *r, const tape *t,
                                jit_writer *write, int *is_full) {
    jit_buffer b = {r->at + r->used, 0, r->size - r->used, 0};
    if (mprotect(r->at, r->size, PROT_READ | PROT_WRITE))
        return NULL;
    int is_written = write(&b, t, m->scratch);
    *is_full = b.is_full;
    if (mprotect(r->at, r->size, PROT_READ | PROT_EXEC) || !is_written || b.is_full)
        return NULL;
    __builtin___clear_cache((char *)b.at, (char *)b.at + b.size);
    r->used += (b.size + CODE_ALIGNMENT - 1) / CODE_ALIGNMENT * CODE_ALIGNMENT;
    if (r->used > r->size)
        r->used = r->size;
    jit_function *run;
    memcpy(&run, &b.at, sizeof run); /* ISO C has no cast from objects to functions */
    return run;
}

/* --- functions --- */

/* Tapes with routines are interpreted: their arguments are no operands. */
#define routine_of_tape(own, from) NAN

#define OPERATION(arity, code, value, ...)                                               \
    static double call_##code(double x, double y, double z, const lookup *look) {        \
        (void)x;                                                                         \
        (void)y;                                                                         \
        (void)z;                                                                         \
        (void)look;                                                                      \
        return value;                                                                    \
    }
#include "../expr/tape_op.def"

jit_call *jit_call_of(tape_op op) {
    static jit_call *const call[] = {
#define OPERATION(arity, code, ...) call_##code,
#include "../expr/tape_op.def"
    };
    return call[op];
}

/* --- tapes --- */

jit jit_new(jit_memory *m, const tape *t) {
    if (m)
        make_scratch(m, t);
    return (jit){.tape = t, .memory = m};
}

/* The code of a tape by one of the writers; NULL: there is none. */
static jit_function *jit_place(jit_memory *m, const tape *t, jit_writer *write) {
    assert(m && t->operands <= m->operands && t->slots <= m->slots);
    code_region *r = m->count ? &m->region[m->count - 1] : NULL;
    const size_t usual = BYTES_PER_OPERATION * (size_t)t->length;
    size_t size = r ? 2 * r->size : REGION_BYTES;
    jit_function *run = NULL;
    int is_full = 1;
    if (t->routine)
        return NULL;
    if (r && r->size - r->used >= usual)
        run = write_code(m, r, t, write, &is_full);
    for (; size < usual; size *= 2)
        continue;
    for (; !run && is_full; size *= 2) {
        r = add_region(m, size);
        if (!r)
            return NULL;
        run = write_code(m, r, t, write, &is_full);
    }
    return run;
}

int jit_translate(jit *j) {
    j->run = jit_place(j->memory, j->tape, jit_write_here);
    return j->run != NULL;
}

int jit_has_lanes(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx") != 0;
#else
    return 0;
#endif
}

jit_function *jit_translate_lanes(jit_memory *m, const tape *t) {
    make_scratch(m, t);
    return jit_place(m, t, jit_write_lanes_x86);
}

int jit_is_used(const jit *j) {
    return j->run || j->runs > 0;
}

int jit_is_busy(const jit *j) {
    return j->run || j->runs >= PATIENCE;
}

void jit_interpret(jit *j, double *slot) {
    if (j->memory && (j->tape->loops || j->runs >= j->memory->patience)) {
        if (jit_translate(j)) {
            j->run(slot);
            return;
        }
        j->memory = NULL; /* not tried again */
    }
    if (j->runs < PATIENCE)
        j->runs++;
    tape_execute_rest(j->tape, slot);
}
