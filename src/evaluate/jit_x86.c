/* SPDX-License-Identifier: BSD-3-Clause */
/* Machine code for x86-64 (System V calls), with the scalar instructions of SSE2, or the
 * packed ones of AVX for several values in each slot, or several rounds of a loop.
 *
 * rbx points to the slots. Values are kept in registers; where all are taken, the one
 * whose next reader is farthest goes back to its slot, or stays there [Belady, IBM
 * Systems Journal 5 (1966) 78]. A value that is overwritten in its register before it
 * goes to its slot never gets there: only outputs are sure to be in memory at the end.
 * Functions are called with their arguments in xmm0 to xmm2; no register survives a call.
 *
 * Encodings: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2. */
#include "jit_reader.h"

#if defined(__x86_64__) && defined(__linux__)
#include <assert.h>
#include <string.h>

/* xmm14 and xmm15 are for intermediate values, and xmm13 in loops of which four rounds
 * are done at once, for numbers that are not side by side. */
enum { REGISTERS = 14, APART = 13, SCRATCH = 14, OTHER = 15, NO_REGISTER = -1 };
/* Loops have as many strides as there are registers that calls need not keep, but for the
 * one that counts rounds. */
enum { MOST_STRIDES = 8, MOST_CARRIED = 6 };
enum { PAIR = 2, WIDE = 4 };

/* What a round finds in slot `from` is what the round before has put into slot `to` of
 * its own. */
typedef struct carried_value {
    int from, to, reg;
} carried_value;

/* A loop while it is written. Slots are those of its first round; `stride` has the
 * changes from round to round, for which there are index registers. */
typedef struct loop_writer {
    int end;     /* of the operations of the first round; 0: no loop is written */
    int lanes;   /* so many rounds at once: 1, 2, or 4 by wide instructions */
    int strides; /* that are not 0 */
    int by[MOST_STRIDES];
    int *stride; /* [slots] */
    int carried; /* values that the next round reads, and that stay in registers */
    carried_value carry[MOST_CARRIED];
} loop_writer;

typedef struct writer {
    jit_buffer *b;
    const tape *tape;
    const uint16_t *narrow; /* tape_operand, or NULL: */
    const uint32_t *wide;
    loop_writer loop;
    int *last;              /* [slots]: the last operation that reads it; see below */
    int *next;              /* [operands]: the operation that reads this value next */
    signed char *place;     /* [slots]: its register, or NO_REGISTER */
    int slot[REGISTERS];    /* -1: free */
    int until[REGISTERS];   /* the next reader */
    char is_new[REGISTERS]; /* not in its slot */
    unsigned taken;         /* registers that are not free */
    unsigned pinned;        /* registers that the current operation uses */
    unsigned reserved;      /* those of values that are carried from round to round */
    int points;             /* values in a slot: 1, or JIT_LANES with AVX */
    int has_avx, has_avx2;
} writer;

/* A slot, as tape_operand gives it. */
static int operand_at(const writer *w, int i) {
    return w->narrow ? w->narrow[i] : (int)w->wide[i];
}

/* --- instructions --- */

/* Those that have one argument, besides their bytes. */
enum { ONE_ARGUMENT = 1 << 24 };

typedef enum instruction {
    MOVE = ONE_ARGUMENT | 0xf20f10,
    STORE = ONE_ARGUMENT | 0xf20f11,
    COPY_ALL = ONE_ARGUMENT | 0x660f28,
    ROOT = ONE_ARGUMENT | 0xf20f51,
    AND = 0x660f54,
    AND_NOT = 0x660f55,
    OR = 0x660f56,
    EXCLUSIVE_OR = 0x660f57,
    ADD = 0xf20f58,
    MULTIPLY = 0xf20f59,
    SUBTRACT = 0xf20f5c,
    LESSER = 0xf20f5d,
    DIVIDE = 0xf20f5e,
    GREATER = 0xf20f5f,
    COMPARE = 0xf20fc2,
    DOUBLE_LOWER = 0x660f14,
    MOVE_UPPER = 0x660f16,
    STORE_UPPER = 0x660f17,
    SPREAD_ONE = ONE_ARGUMENT | 0x660f19 /* wide alone: one number to all places */
} instruction;

typedef enum comparison { EQUAL, LESS, LESS_EQUAL, UNORDERED, NOT_EQUAL } comparison;

/* Instructions on one number and on two differ in their first byte. */
enum { FIRST_SINGLE = 0xf2, FIRST_PACKED = 0x66 };

static int is_packed(const writer *w) {
    return w->loop.lanes > 1 || w->points > 1;
}

static int is_wide(const writer *w) {
    return w->loop.lanes == WIDE || w->points > 1;
}

/* The first byte of an instruction on one number, or of those that are always the same.
 */
static unsigned own_first(instruction i) {
    return (unsigned)i >> 16 & 0xff;
}

/* How many numbers an instruction of AVX is on. */
enum { WIDTH_PAIR = 1, WIDTH_SINGLE = 3, WIDTH_WIDE = 5 };

/* The prefix of instructions of AVX, which name their first argument, if they have one,
 * besides the result: wide ones, or those on one number. It is shorter where the other
 * operand is one of the first registers. */
static void avx_prefix_of(const writer *w, unsigned width, instruction i, int first,
                          unsigned extension) {
    const unsigned argument = i & ONE_ARGUMENT ? 0 : (unsigned)first;
    const unsigned last = (~argument & 15) << 3 | width;
    const unsigned code = (unsigned)i & 0xff;
    if ((extension & 3) == 0 && i != SPREAD_ONE) {
        const unsigned middle = (~extension & 4) << 5 | last;
        jit_number(w->b, 0xc5u | middle << 8 | code << 16, 3);
        return;
    }
    const unsigned second = (~extension & 7) << 5 | (i == SPREAD_ONE ? 2u : 1u);
    jit_number(w->b, 0xc4u | second << 8 | last << 16 | code << 24, 4);
}

static void avx_prefix(const writer *w, instruction i, int first, unsigned extension) {
    const unsigned narrow = own_first(i) == FIRST_PACKED ? WIDTH_PAIR : WIDTH_SINGLE;
    avx_prefix_of(w, is_wide(w) ? WIDTH_WIDE : narrow, i, first, extension);
}

static void prefix_of(const writer *w, unsigned first, instruction i, int reg,
                      unsigned other) {
    const unsigned extension = (unsigned)(reg >= 8) << 2 | other;
    if (is_wide(w)) {
        avx_prefix(w, i, reg, extension);
        return;
    }
    jit_byte(w->b, first);
    if (extension)
        jit_byte(w->b, 0x40u | extension);
    jit_number(w->b, ((unsigned)i & 0xff) << 8 | 0x0f, 2);
}

static unsigned first_byte(const writer *w, instruction i) {
    const unsigned first = own_first(i);
    return is_packed(w) && first == FIRST_SINGLE ? FIRST_PACKED : first;
}

static void prefix(const writer *w, instruction i, int reg, int other) {
    prefix_of(w, first_byte(w, i), i, reg, (unsigned)(other >= 8));
}

static void with_register(const writer *w, instruction i, int reg, int other) {
    prefix(w, i, reg, other);
    jit_byte(w->b, 0xc0u | (unsigned)(reg & 7) << 3 | (unsigned)(other & 7));
}

static const unsigned index_register[MOST_STRIDES] = {1, 2, 6, 7, 8, 9, 10, 11};

/* The register that has 8 times a stride times the round. */
static unsigned index_of(const writer *w, int stride) {
    int k = 0;
    while (w->loop.by[k] != stride)
        k++;
    assert(k < w->loop.strides);
    return index_register[k];
}

/* The end of an instruction whose operand is slot[k], in round number `ahead` from this
 * one. */
static void write_index(const writer *w, int reg, int k, int ahead) {
    const int stride = w->loop.stride[k];
    const unsigned index = index_of(w, stride);
    jit_byte(w->b, 0x84u | (unsigned)(reg & 7) << 3);
    jit_byte(w->b, (index & 7) << 3 | 3u); /* rbx */
    jit_number(w->b, (uint64_t)(8 * ((int64_t)k + (int64_t)ahead * stride)), 4);
}

static unsigned index_extension(const writer *w, int k) {
    return (unsigned)(index_of(w, w->loop.stride[k]) >= 8) << 1;
}

static void with_indexed(const writer *w, unsigned first, instruction i, int reg, int k,
                         int ahead) {
    prefix_of(w, first, i, reg, index_extension(w, k));
    write_index(w, reg, k, ahead);
}

/* The same of AVX for the first numbers of a wide register. */
static void with_part(const writer *w, unsigned width, instruction i, int reg, int k,
                      int ahead) {
    const unsigned extension = (unsigned)(reg >= 8) << 2 | index_extension(w, k);
    avx_prefix_of(w, width, i, reg, extension);
    write_index(w, reg, k, ahead);
}

/* Instructions on whole wide registers: reg = reg with the first half of other as its
 * second one; the same the other way round, from reg to the first half of other; and reg
 * = other in the opposite order. */
typedef enum wide_shuffle {
    INSERT_HALF = 0x18,
    EXTRACT_HALF = 0x19,
    PERMUTE = 0x01
} wide_shuffle;

static void write_shuffle(const writer *w, wide_shuffle i, int reg, int other) {
    enum { BACKWARDS = 0x1b };
    const unsigned argument = i == INSERT_HALF ? (unsigned)reg : 0;
    const unsigned wide = i == PERMUTE ? 0x80u | WIDTH_WIDE : WIDTH_WIDE;
    const unsigned registers =
        (unsigned)(reg < 8) << 7 | 0x40u | (unsigned)(other < 8) << 5;
    jit_number(w->b, 0xc4u | (registers | 3u) << 8, 2);
    jit_number(w->b, wide | (~argument & 15) << 3 | (unsigned)i << 8, 2);
    jit_byte(w->b, 0xc0u | (unsigned)(reg & 7) << 3 | (unsigned)(other & 7));
    jit_byte(w->b, i == PERMUTE ? BACKWARDS : 1);
}

/* A wide register with the numbers of four rounds that are not side by side, or their
 * slots with it. */
static void with_wide_apart(const writer *w, int is_store, int reg, int k) {
    const instruction first = is_store ? STORE : MOVE;
    const instruction second =
        is_store ? (instruction)(ONE_ARGUMENT | STORE_UPPER) : MOVE_UPPER;
    if (is_store)
        write_shuffle(w, EXTRACT_HALF, reg, APART);
    for (int half = 0; half < 2; half++) {
        const int part = half ? APART : reg;
        with_part(w, WIDTH_SINGLE, first, part, k, 2 * half);
        with_part(w, WIDTH_PAIR, second, part, k, 2 * half + 1);
    }
    if (!is_store)
        write_shuffle(w, INSERT_HALF, reg, APART);
}

/* The same where they lie side by side in the opposite order. */
static void with_wide_backwards(const writer *w, int is_store, int reg, int k) {
    if (is_store)
        write_shuffle(w, PERMUTE, APART, reg);
    with_part(w, WIDTH_WIDE, is_store ? STORE : MOVE, is_store ? APART : reg, k,
              WIDE - 1);
    if (!is_store)
        write_shuffle(w, PERMUTE, reg, reg);
}

static void with_fixed_slot(const writer *w, unsigned first, instruction i, int reg,
                            int k);

/* One number, those of several points, or of several rounds. */
static void with_slot(const writer *w, instruction i, int reg, int k) {
    const loop_writer *l = &w->loop;
    if (w->points > 1) {
        with_fixed_slot(w, FIRST_PACKED, i, reg, k);
        return;
    }
    const int stride = l->end ? l->stride[k] : 0;
    const unsigned first = own_first(i);
    if (!is_packed(w)) {
        if (stride)
            with_indexed(w, first, i, reg, k, 0);
        else
            with_fixed_slot(w, first, i, reg, k);
        return;
    }
    assert(stride == 1 || i == MOVE || (i == STORE && stride));
    if (is_wide(w) && stride == 0) {
        with_fixed_slot(w, FIRST_PACKED, SPREAD_ONE, reg, k);
    } else if (stride == 1) {
        with_indexed(w, FIRST_PACKED, i, reg, k, 0);
    } else if (is_wide(w) && stride == -1 && w->has_avx2) {
        with_wide_backwards(w, i == STORE, reg, k);
    } else if (is_wide(w)) {
        with_wide_apart(w, i == STORE, reg, k);
    } else if (stride) {
        with_indexed(w, FIRST_SINGLE, i, reg, k, 0);
        with_indexed(w, FIRST_PACKED, i == MOVE ? MOVE_UPPER : STORE_UPPER, reg, k, 1);
    } else {
        with_fixed_slot(w, FIRST_SINGLE, i, reg, k);
        with_register(w, DOUBLE_LOWER, reg, reg);
    }
}

/* The operand is at rbx + distance, which is written as short as possible. */
static void write_distance(const writer *w, int reg, int distance) {
    const unsigned base = 3; /* rbx */
    const unsigned middle = (unsigned)(reg & 7) << 3 | base;
    if (distance == 0)
        jit_byte(w->b, middle);
    else if (distance < 128)
        jit_number(w->b, 0x40u | middle | (unsigned)distance << 8, 2);
    else
        jit_number(w->b, 0x80u | middle | (uint64_t)distance << 8, 5);
}

/* The operand is slot[k]. */
static void with_fixed_slot(const writer *w, unsigned first, instruction i, int reg,
                            int k) {
    prefix_of(w, first, i, reg, 0);
    write_distance(w, reg, 8 * w->points * k);
}

/* One of the numbers in slot[k]; reg < 8. */
static void with_lane(const writer *w, instruction i, int reg, int k, int lane) {
    jit_byte(w->b, own_first(i));
    jit_number(w->b, ((unsigned)i & 0xff) << 8 | 0x0f, 2);
    write_distance(w, reg, 8 * (w->points * k + lane));
}

/* Scalar instructions of SSE2 are slow after those of AVX, but for this. */
static void write_narrow(const writer *w) {
    jit_number(w->b, 0x77f8c5, 3); /* vzeroupper */
}

/* Numbers beside the code, each as often as wide registers hold it. */
typedef enum pool_number { POOL_SIGN, POOL_SIZE, POOL_ONE, POOL_NUMBERS } pool_number;

static const uint64_t pool_bits[POOL_NUMBERS] = {0x8000000000000000u, 0x7fffffffffffffffu,
                                                 0x3ff0000000000000u};

enum { POOL_WIDTH = 8 * WIDE, POOL_AT = 16 };

/* The first instruction jumps over the numbers, which are aligned as the code is. */
static void write_pool(const writer *w) {
    const unsigned behind = POOL_AT + POOL_NUMBERS * POOL_WIDTH;
    const unsigned branch = 6; /* endbr64, jmp */
    jit_number(w->b, 0xfa1e0ff3, 4);
    jit_byte(w->b, 0xeb);
    jit_byte(w->b, behind - branch);
    for (unsigned k = branch; k < POOL_AT; k++)
        jit_byte(w->b, 0xcc);
    for (int k = 0; k < POOL_NUMBERS; k++) {
        for (int lane = 0; lane < WIDE; lane++)
            jit_number(w->b, pool_bits[k], 8);
    }
}

/* The operand is a number of the pool: its distance from the next instruction. */
static void write_pool_operand(const writer *w, int reg, pool_number k) {
    enum { DISTANCE = 4 };
    jit_byte(w->b, (unsigned)(reg & 7) << 3 | 5u);
    const int64_t from = (int64_t)w->b->size + DISTANCE;
    jit_number(w->b, (uint64_t)(POOL_AT + (int)k * POOL_WIDTH - from), DISTANCE);
}

static void with_pool(const writer *w, instruction i, int reg, pool_number k) {
    prefix(w, i, reg, 0);
    write_pool_operand(w, reg, k);
}

/* rax = value */
static void load_whole(const writer *w, uint64_t value) {
    jit_number(w->b, 0xb848, 2);
    jit_number(w->b, value, 8);
}

/* --- registers --- */

static void forget(writer *w, int reg) {
    if (w->slot[reg] >= 0)
        w->place[w->slot[reg]] = NO_REGISTER;
    w->slot[reg] = -1;
    w->taken &= ~(1u << reg);
}

static void save(writer *w, int reg) {
    if (w->slot[reg] >= 0 && w->is_new[reg] && w->until[reg] != NEVER)
        with_slot(w, STORE, reg, w->slot[reg]);
    w->is_new[reg] = 0;
}

/* A register for a new value: a free one, or that of the value that is read last. */
static int take_register(writer *w) {
    const unsigned all = (1u << REGISTERS) - 1;
    const unsigned allowed = all & ~(w->pinned | w->reserved);
    unsigned left = allowed & ~w->taken;
    assert(allowed);
    if (!left)
        left = allowed;
    int best = __builtin_ctz(left);
    if (w->taken >> best & 1) {
        int last = w->until[best];
        for (left &= left - 1; left; left &= left - 1) {
            const int reg = __builtin_ctz(left);
            const int until = w->until[reg];
            best = until > last ? reg : best;
            last = until > last ? until : last;
        }
    }
    save(w, best);
    forget(w, best);
    w->pinned |= 1u << best;
    return best;
}

static void hold(writer *w, int reg, int slot, int until, int is_new) {
    w->taken |= 1u << reg;
    w->slot[reg] = slot;
    w->until[reg] = until;
    w->is_new[reg] = (char)is_new;
    w->place[slot] = (signed char)reg;
}

/* --- operands --- */

static int argument_slot(const writer *w, const operation *o, int k) {
    return operand_at(w, o->at + 1 + k);
}

/* The next reader of an operand; those of other rounds find it in its slot. */
static int operand_until(const writer *w, int at) {
    const int next = w->next[at];
    return w->loop.end && next >= w->loop.end ? NEVER : next;
}

static int argument_until(const writer *w, const operation *o, int k) {
    return operand_until(w, o->at + 1 + k);
}

/* Operations for which a value that is in its slot is kept in a register, too: most
 * instructions take it from there at no cost, and later ones as well. */
enum { SOON = 16 };

/* Is a value that is in its slot worth a register? Not where all of them have values that
 * are read before it is. Rounds of loops take theirs from registers. */
static int is_worth_register(const writer *w, const operation *o, int until) {
    const unsigned all = (1u << REGISTERS) - 1;
    const unsigned allowed = all & ~(w->pinned | w->reserved);
    if (until >= AT_END || (!w->loop.end && until - o->number > SOON))
        return 0;
    if (w->loop.end || (allowed & ~w->taken))
        return 1;
    for (unsigned left = allowed; left; left &= left - 1)
        if (w->until[__builtin_ctz(left)] > until)
            return 1;
    return 0;
}

/* Its register; a value that is read again soon gets one. */
static int argument_register(writer *w, const operation *o, int k) {
    int slot = argument_slot(w, o, k);
    int reg = w->place[slot];
    int until = argument_until(w, o, k);
    if (reg == NO_REGISTER && is_worth_register(w, o, until)) {
        reg = take_register(w);
        with_slot(w, MOVE, reg, slot);
        hold(w, reg, slot, until, 0);
    }
    if (reg != NO_REGISTER)
        w->pinned |= 1u << reg;
    return reg;
}

/* reg = reg op argument k */
static void with_argument(writer *w, instruction i, int reg, const operation *o, int k) {
    int other = argument_register(w, o, k);
    const int slot = argument_slot(w, o, k);
    const int is_direct =
        !is_packed(w) || w->points > 1 || (is_wide(w) && w->loop.stride[slot] == 1);
    if (other == NO_REGISTER && !is_direct) {
        other = OTHER; /* operands of pairs in memory would have to be aligned */
        with_slot(w, MOVE, other, argument_slot(w, o, k));
    }
    if (other != NO_REGISTER)
        with_register(w, i, reg, other);
    else
        with_slot(w, i, reg, argument_slot(w, o, k));
}

static void load_argument(writer *w, int reg, const operation *o, int k) {
    int from = w->place[argument_slot(w, o, k)];
    if (from == NO_REGISTER)
        with_slot(w, MOVE, reg, argument_slot(w, o, k));
    else
        with_register(w, COPY_ALL, reg, from);
}

static int is_carried(const loop_writer *l, int slot);

static int is_read_later(const writer *w, const operation *o, int k) {
    if (is_carried(&w->loop, argument_slot(w, o, k)))
        return 1;
    for (int i = 0; i < o->arity; i++)
        if (i != k && argument_slot(w, o, i) == argument_slot(w, o, k))
            return 1;
    return argument_until(w, o, k) != NEVER;
}

/* A register with argument k, to be overwritten: a copy where it is read later. */
static int copy_argument_for(writer *w, const operation *o, int k, int is_later) {
    int slot = argument_slot(w, o, k);
    int from = w->place[slot];
    if (from != NO_REGISTER)
        w->pinned |= 1u << from;
    const int is_free = from != NO_REGISTER && !(w->reserved >> from & 1);
    if (is_free && !is_later) {
        forget(w, from);
        return from;
    }
    if (from == NO_REGISTER && is_later)
        from = argument_register(w, o, k);
    int reg = take_register(w);
    if (from == NO_REGISTER)
        with_slot(w, MOVE, reg, slot);
    else
        with_register(w, COPY_ALL, reg, from);
    return reg;
}

static int copy_argument(writer *w, const operation *o, int k) {
    return copy_argument_for(w, o, k, is_read_later(w, o, k));
}

/* --- operations; each returns the register of its result --- */

/* With AVX, an argument that is read later need not be copied: reg = argument a op
 * argument b, the first one being in a register. */
static int write_avx_binary(writer *w, instruction i, const operation *o, int first,
                            int b) {
    if (first < REGISTERS)
        w->pinned |= 1u << first;
    const int other = argument_register(w, o, b);
    const int reg = take_register(w);
    avx_prefix(w, i, first, (unsigned)(reg >= 8) << 2 | (unsigned)(other >= 8));
    if (other == NO_REGISTER)
        write_distance(w, reg, 8 * w->points * argument_slot(w, o, b));
    else
        jit_byte(w->b, 0xc0u | (unsigned)(reg & 7) << 3 | (unsigned)(other & 7));
    return reg;
}

/* Loops have operands that are indexed, or in pairs. */
static int may_use_avx(const writer *w) {
    return w->points > 1 || (w->has_avx && !w->loop.end);
}

/* The argument to begin with: of a sum or a product the one that is in a register, since
 * the other one can be taken from its slot. */
static int first_argument(const writer *w, instruction i, const operation *o) {
    const int may_swap = (i == ADD || i == MULTIPLY) && !w->loop.end;
    return may_swap && w->place[argument_slot(w, o, 0)] == NO_REGISTER &&
           w->place[argument_slot(w, o, 1)] != NO_REGISTER;
}

static int write_binary(writer *w, instruction i, const operation *o) {
    const int a = first_argument(w, i, o);
    const int is_later = is_read_later(w, o, a);
    const int first =
        may_use_avx(w) && is_later ? argument_register(w, o, a) : NO_REGISTER;
    if (first != NO_REGISTER)
        return write_avx_binary(w, i, o, first, 1 - a);
    int reg = copy_argument_for(w, o, a, is_later);
    with_argument(w, i, reg, o, 1 - a);
    return reg;
}

static int write_product_sum(writer *w, const operation *o) {
    int reg = write_binary(w, MULTIPLY, o);
    with_argument(w, ADD, reg, o, 2);
    return reg;
}

static int write_root(writer *w, const operation *o) {
    int reg = copy_argument(w, o, 0);
    with_register(w, ROOT, reg, reg);
    return reg;
}

/* The argument with its bits changed. */
static int write_masked(writer *w, instruction i, pool_number mask, const operation *o) {
    const int is_later = is_read_later(w, o, 0);
    const int from =
        may_use_avx(w) && is_later ? argument_register(w, o, 0) : NO_REGISTER;
    const int reg =
        from == NO_REGISTER ? copy_argument_for(w, o, 0, is_later) : take_register(w);
    if (from == NO_REGISTER) {
        with_pool(w, i, reg, mask);
        return reg;
    }
    avx_prefix(w, i, from, (unsigned)(reg >= 8) << 2);
    write_pool_operand(w, reg, mask);
    return reg;
}

static void compare(const writer *w, int reg, int other, comparison c) {
    with_register(w, COMPARE, reg, other);
    jit_byte(w->b, c);
}

/* All bits of reg to 1.0 or 0.0. */
static void mask_to_number(const writer *w, int reg) {
    with_pool(w, AND, reg, POOL_ONE);
}

/* argument a compared with argument b: 1 or 0 */
static int write_comparison(writer *w, const operation *o, int a, comparison c, int b) {
    int reg = copy_argument(w, o, a);
    load_argument(w, OTHER, o, b);
    compare(w, reg, OTHER, c);
    mask_to_number(w, reg);
    return reg;
}

/* reg: all bits where argument k is not zero */
static void load_truth(writer *w, int reg, const operation *o, int k, comparison c) {
    load_argument(w, reg, o, k);
    with_register(w, EXCLUSIVE_OR, OTHER, OTHER);
    compare(w, reg, OTHER, c);
}

static int write_logic(writer *w, instruction i, const operation *o) {
    int reg = take_register(w);
    load_truth(w, reg, o, 0, NOT_EQUAL);
    load_truth(w, SCRATCH, o, 1, NOT_EQUAL);
    with_register(w, i, reg, SCRATCH);
    mask_to_number(w, reg);
    return reg;
}

static int write_not(writer *w, const operation *o) {
    int reg = take_register(w);
    load_truth(w, reg, o, 0, EQUAL);
    mask_to_number(w, reg);
    return reg;
}

/* Argument a where SCRATCH has all bits, else argument b. */
static int write_choice(writer *w, const operation *o, int a, int b) {
    int reg = take_register(w);
    load_argument(w, reg, o, a);
    load_argument(w, OTHER, o, b);
    with_register(w, AND, reg, SCRATCH);
    with_register(w, AND_NOT, SCRATCH, OTHER);
    with_register(w, OR, reg, SCRATCH);
    return reg;
}

static int write_select(writer *w, const operation *o) {
    load_truth(w, SCRATCH, o, 0, NOT_EQUAL);
    return write_choice(w, o, 1, 2);
}

/* Is argument k a number that was known when the tape was made? */
static int is_known_number(const writer *w, const operation *o, int k) {
    const int slot = argument_slot(w, o, k);
    const int i = slot - w->tape->inputs;
    if (w->loop.end && w->loop.stride[slot])
        return 0;
    return i >= 0 && i < w->tape->constants &&
           w->tape->constant[i] == w->tape->constant[i];
}

/* With AVX: reg = SCRATCH where OTHER has all bits. */
static void write_blend(const writer *w, int reg) {
    enum { MAP_3 = 3, NARROW = 1, WIDE_BIT = 4 };
    const unsigned extension = (unsigned)(reg >= 8) << 2 | (unsigned)(SCRATCH >= 8);
    const unsigned last =
        (unsigned)(~reg & 15) << 3 | NARROW | (is_wide(w) ? WIDE_BIT : 0);
    jit_number(w->b, 0xc4u | ((~extension & 7) << 5 | MAP_3) << 8 | last << 16, 3);
    jit_byte(w->b, 0x4b); /* vblendvpd */
    jit_byte(w->b, 0xc0u | (unsigned)(reg & 7) << 3 | (SCRATCH & 7));
    jit_byte(w->b, OTHER << 4);
}

static int write_avx_extreme(writer *w, const operation *o, int a) {
    load_argument(w, SCRATCH, o, 0);
    const int reg = write_avx_binary(w, a ? GREATER : LESSER, o, SCRATCH, 1);
    avx_prefix(w, COMPARE, SCRATCH, 5);
    jit_byte(w->b, 0xc0u | (OTHER & 7) << 3 | (SCRATCH & 7));
    jit_byte(w->b, UNORDERED);
    write_blend(w, reg);
    return reg;
}

/* x where it is less (a = 0) or greater (a = 1) than y, or not a number; else y. The
 * instruction does so but for an x that is not a number. */
static int write_extreme(writer *w, const operation *o, int a) {
    if (is_known_number(w, o, 0))
        return write_binary(w, a ? GREATER : LESSER, o);
    if (may_use_avx(w))
        return write_avx_extreme(w, o, a);
    load_argument(w, SCRATCH, o, a);
    load_argument(w, OTHER, o, 1 - a);
    compare(w, SCRATCH, OTHER, LESS);
    load_argument(w, OTHER, o, 0);
    compare(w, OTHER, OTHER, UNORDERED);
    with_register(w, OR, SCRATCH, OTHER);
    return write_choice(w, o, 0, 1);
}

static int write_sign(writer *w, const operation *o) {
    int reg = take_register(w);
    load_argument(w, OTHER, o, 0);
    with_register(w, EXCLUSIVE_OR, reg, reg);
    compare(w, reg, OTHER, LESS);
    load_truth(w, SCRATCH, o, 0, LESS);
    mask_to_number(w, reg);
    mask_to_number(w, SCRATCH);
    with_register(w, SUBTRACT, reg, SCRATCH);
    return reg;
}

static void load_pointer(const writer *w, const void *p) {
    uint64_t bits = 0;
    memcpy(&bits, &p, sizeof p);
    jit_number(w->b, 0xbf48, 2); /* mov rdi, p */
    jit_number(w->b, bits, 8);
}

/* Arguments may be in registers that others are to be moved to: the last one first, by
 * way of those that hold no value. */
static void load_call_arguments(writer *w, const operation *o) {
    if (o->arity > 2)
        load_argument(w, SCRATCH, o, 2);
    if (o->arity > 1)
        load_argument(w, OTHER, o, 1);
    load_argument(w, 0, o, 0);
    if (o->arity > 1)
        with_register(w, COPY_ALL, 1, OTHER);
    if (o->arity > 2)
        with_register(w, COPY_ALL, 2, SCRATCH);
}

/* Puts the arguments where a call finds them; no register holds a value then. */
static void prepare_call(writer *w, const operation *o) {
    for (int reg = 0; reg < REGISTERS; reg++)
        save(w, reg);
    load_call_arguments(w, o);
    for (int reg = 0; reg < REGISTERS; reg++)
        forget(w, reg);
}

static void write_jump(const writer *w, uint64_t address) {
    load_whole(w, address);
    jit_number(w->b, 0xd0ff, 2); /* call rax */
}

/* Puts the arguments of calls for one lane after the other into their slots; no register
 * holds a value then. */
static void prepare_lanes(writer *w, const operation *o) {
    for (int k = 0; k < o->arity; k++) {
        const int slot = argument_slot(w, o, k);
        const int reg = w->place[slot];
        if (reg == NO_REGISTER || !w->is_new[reg])
            continue;
        with_slot(w, STORE, reg, slot);
        w->is_new[reg] = 0;
    }
    for (int reg = 0; reg < REGISTERS; reg++) {
        save(w, reg);
        forget(w, reg);
    }
    write_narrow(w);
}

static void load_lane(const writer *w, const operation *o, int lane) {
    for (int k = 0; k < o->arity; k++)
        with_lane(w, MOVE, k, argument_slot(w, o, k), lane);
}

static int write_call(writer *w, const operation *o, tape_op op, const lookup *look) {
    jit_call *call = jit_call_of(op);
    const int result = operand_at(w, o->at);
    uint64_t address = 0;
    memcpy(&address, &call, sizeof call);
    if (w->points == 1) {
        prepare_call(w, o);
        load_pointer(w, look);
        write_jump(w, address);
        return 0;
    }
    prepare_lanes(w, o);
    for (int lane = 0; lane < w->points; lane++) {
        load_lane(w, o, lane);
        load_pointer(w, look);
        write_jump(w, address);
        with_lane(w, STORE, 0, result, lane);
    }
    with_slot(w, MOVE, 0, result);
    return 0;
}

/* The sine in register 0, the cosine in register 1; their slots, in this order. */
static void write_pair(writer *w, const operation *o, const int slot[2]) {
    circle_point (*call)(double) = circle_at;
    uint64_t address = 0;
    memcpy(&address, &call, sizeof call);
    if (w->points == 1) {
        prepare_call(w, o);
        write_jump(w, address);
        return;
    }
    prepare_lanes(w, o);
    for (int lane = 0; lane < w->points; lane++) {
        load_lane(w, o, lane);
        write_jump(w, address);
        with_lane(w, STORE, 0, slot[0], lane);
        with_lane(w, STORE, 1, slot[1], lane);
    }
    with_slot(w, MOVE, 0, slot[0]);
    with_slot(w, MOVE, 1, slot[1]);
}

static int write_operation(writer *w, const operation *o, tape_op op,
                           const lookup *look) {
    switch ((int)op) {
    case TAPE_COPY:
    case TAPE_NOEVENT:
        return copy_argument(w, o, 0);
    case TAPE_NEG:
        return write_masked(w, EXCLUSIVE_OR, POOL_SIGN, o);
    case TAPE_ABS:
        return write_masked(w, AND, POOL_SIZE, o);
    case TAPE_ADD:
        return write_binary(w, ADD, o);
    case TAPE_SUB:
        return write_binary(w, SUBTRACT, o);
    case TAPE_MUL:
        return write_binary(w, MULTIPLY, o);
    case TAPE_DIVIDE:
        return write_binary(w, DIVIDE, o);
    case TAPE_MULADD:
        return write_product_sum(w, o);
    case TAPE_SQRT:
        return write_root(w, o);
    case TAPE_SELECT:
        return write_select(w, o);
    case TAPE_MIN:
        return write_extreme(w, o, 0);
    case TAPE_MAX:
        return write_extreme(w, o, 1);
    case TAPE_SIGN:
        return write_sign(w, o);
    case TAPE_LT:
        return write_comparison(w, o, 0, LESS, 1);
    case TAPE_LE:
        return write_comparison(w, o, 0, LESS_EQUAL, 1);
    case TAPE_GT:
        return write_comparison(w, o, 1, LESS, 0);
    case TAPE_GE:
        return write_comparison(w, o, 1, LESS_EQUAL, 0);
    case TAPE_EQ:
        return write_comparison(w, o, 0, EQUAL, 1);
    case TAPE_NE:
        return write_comparison(w, o, 0, NOT_EQUAL, 1);
    case TAPE_AND:
        return write_logic(w, AND, o);
    case TAPE_OR:
        return write_logic(w, OR, o);
    case TAPE_NOT:
        return write_not(w, o);
    default: /* the C function of any other operation gives its value */
        return write_call(w, o, op, look);
    }
}

/* --- tapes --- */

static int is_carried(const loop_writer *l, int slot) {
    for (int k = 0; k < l->carried; k++)
        if (l->carry[k].to == slot)
            return 1;
    return 0;
}

/* What is not read again leaves its register; the rest waits for its next reader. */
static void settle_arguments(writer *w, const operation *o) {
    for (int k = 0; k < o->arity; k++) {
        int reg = w->place[argument_slot(w, o, k)];
        if (reg == NO_REGISTER || w->reserved >> reg & 1)
            continue;
        w->until[reg] = argument_until(w, o, k);
        if (w->until[reg] == NEVER && is_carried(&w->loop, argument_slot(w, o, k)))
            w->until[reg] = w->loop.end;
        if (w->until[reg] == NEVER)
            forget(w, reg);
    }
}

static void settle_result(writer *w, const operation *o, int reg) {
    int slot = operand_at(w, o->at);
    int until = operand_until(w, o->at);
    if (is_carried(&w->loop, slot) && until == NEVER)
        until = w->loop.end;
    if (w->place[slot] != NO_REGISTER)
        forget(w, w->place[slot]);
    if (until != NEVER)
        hold(w, reg, slot, until, 1);
}

/* Two operations at once. */
static void write_both(writer *w, operation *o) {
    const operation other = {o->number + 1, 1, o->at + 2};
    const int is_sin = w->tape->op[o->number] == TAPE_SIN;
    const int first = operand_at(w, o->at);
    const int second = operand_at(w, other.at);
    const int slot[2] = {is_sin ? first : second, is_sin ? second : first};
    write_pair(w, o, slot);
    w->pinned = 3;
    settle_result(w, o, is_sin ? 0 : 1);
    settle_arguments(w, &other);
    settle_result(w, &other, is_sin ? 1 : 0);
    o->number++;
    o->at += 4;
}

/* --- sines and cosines of several arguments --- */

/* Calls leave their results from rsp on: the sines of all arguments, then the cosines. */
enum { FRAME = 2 * 8 * JIT_CIRCLE_ARGUMENTS, FOUR = 4 };

/* rsp -= FRAME, or += */
static void write_frame(const writer *w, int is_end) {
    jit_number(w->b, is_end ? 0xc48148 : 0xec8148, 3);
    jit_number(w->b, FRAME, 4);
}

/* reg = the number at rsp + distance */
static void load_from_frame(const writer *w, int reg, int distance) {
    prefix_of(w, own_first(MOVE), MOVE, reg, 0);
    jit_byte(w->b, 0x44u | (unsigned)(reg & 7) << 3);
    jit_byte(w->b, 0x24);
    jit_byte(w->b, (unsigned)distance);
}

/* Arguments that nobody reads after the group need not go to their slots. */
static void save_around_group(writer *w, const operation *o, const circle_group *g) {
    int until[JIT_CIRCLE_ARGUMENTS];
    for (int i = 0; i < g->operations; i++)
        until[g->lane[i]] = operand_until(w, o->at + 2 * i + 1);
    for (int k = 0; k < g->arguments; k++) {
        const int reg = w->place[g->slot[k]];
        if (reg != NO_REGISTER)
            w->until[reg] = until[k];
    }
    for (int reg = 0; reg < REGISTERS; reg++)
        save(w, reg);
}

/* So many registers have arguments: where there are fewer, the others have the first. */
static int group_width(const circle_group *g) {
    return g->arguments > FOUR ? JIT_CIRCLE_ARGUMENTS : FOUR;
}

/* A register beyond those of arguments that none of them is in. */
static int free_of_arguments(int arguments, const int *from) {
    int reg = JIT_CIRCLE_ARGUMENTS;
    for (int k = 0; k < arguments; k++)
        if (from[k] == reg) {
            reg++;
            k = -1;
        }
    return reg;
}

static void load_group(const writer *w, const circle_group *g) {
    int from[JIT_CIRCLE_ARGUMENTS];
    for (int k = 0; k < g->arguments; k++)
        from[k] = w->place[g->slot[k]];
    for (int k = 0; k < g->arguments; k++) {
        if (from[k] == NO_REGISTER || from[k] == k || from[k] >= JIT_CIRCLE_ARGUMENTS)
            continue;
        const int reg = free_of_arguments(g->arguments, from);
        with_register(w, COPY_ALL, reg, from[k]);
        from[k] = reg;
    }
    for (int k = 0; k < group_width(g); k++) {
        if (k >= g->arguments)
            with_register(w, COPY_ALL, k, 0);
        else if (from[k] == NO_REGISTER)
            with_slot(w, MOVE, k, g->slot[k]);
        else if (from[k] != k)
            with_register(w, COPY_ALL, k, from[k]);
    }
}

/* All of the group at once. */
static void write_group(writer *w, operation *o, const circle_group *g) {
    void (*four)(double, double, double, double, double *) = circle_four;
    circle_function_of_eight *eight = circle_eight();
    const int width = group_width(g);
    uint64_t address = 0;
    if (width == FOUR)
        memcpy(&address, &four, sizeof four);
    else
        memcpy(&address, &eight, sizeof eight);
    save_around_group(w, o, g);
    load_group(w, g);
    for (int reg = 0; reg < REGISTERS; reg++)
        forget(w, reg);
    jit_number(w->b, 0xe78948, 3); /* mov rdi, rsp */
    write_jump(w, address);
    for (int i = 0; i < g->operations; i++) {
        const operation one = {o->number + i, 1, o->at + 2 * i};
        w->pinned = 0;
        const int reg = take_register(w);
        load_from_frame(w, reg, 8 * (g->lane[i] + (g->is_cos[i] ? width : 0)));
        settle_result(w, &one, reg);
    }
    o->number += g->operations - 1;
    o->at += 2 * g->operations;
}

/* rdi, rsi, rdx = the address of slot[k], or of the frame where k < 0 */
static void load_address(const writer *w, unsigned reg, int k) {
    jit_number(w->b, 0x8d48, 2); /* lea */
    jit_byte(w->b, 0x80u | reg << 3 | (k < 0 ? 4u : 3u));
    if (k < 0)
        jit_byte(w->b, 0x24);
    jit_number(w->b, k < 0 ? 0 : (uint64_t)(8 * (int64_t)w->points * k), 4);
}

/* The same for several points: an argument after the other, from slots to slots. */
static void write_group_of_lanes(writer *w, operation *o, const circle_group *g) {
    void (*call)(const double *, double *, double *) = circle_lanes;
    uint64_t address = 0;
    memcpy(&address, &call, sizeof call);
    for (int i = 0; i < g->operations; i++) {
        const operation one = {o->number + i, 1, o->at + 2 * i};
        prepare_lanes(w, &one);
    }
    for (int k = 0; k < g->arguments; k++) {
        int to[2] = {-1, -1};
        for (int i = 0; i < g->operations; i++)
            if (g->lane[i] == k)
                to[(int)g->is_cos[i]] = operand_at(w, o->at + 2 * i);
        load_address(w, 7, g->slot[k]); /* rdi */
        load_address(w, 6, to[0]);      /* rsi */
        load_address(w, 2, to[1]);      /* rdx */
        write_jump(w, address);
    }
    o->number += g->operations - 1;
    o->at += 2 * g->operations;
}

/* Writes the sines and cosines from o on, where several are made at once; returns whether
 * it has done so. */
static int write_circle(writer *w, operation *o) {
    const circle_group g = jit_circle_group(w->tape, o);
    if (!circle_has_four())
        return 0;
    if (w->points > 1 && g.operations > 0)
        write_group_of_lanes(w, o, &g);
    else if (g.arguments > 1 && g.operations > 1)
        write_group(w, o, &g);
    else
        return 0;
    return 1;
}

static int has_circle(const tape *t) {
    for (int i = t->once; i < t->length; i++)
        if (t->op[i] == TAPE_SIN || t->op[i] == TAPE_COS)
            return 1;
    return 0;
}

/* --- loops --- */

static void flush_registers(writer *w) {
    for (int reg = 0; reg < REGISTERS; reg++) {
        save(w, reg);
        forget(w, reg);
    }
}

/* The last reader of every slot; outputs are read at the end. Tapes with loops have a
 * slot for every value. */
static void find_last_readers(const writer *w) {
    const tape *t = w->tape;
    int at = t->once_operands;
    for (int k = 0; k < t->slots; k++)
        w->last[k] = -1;
    for (int i = t->once; i < t->length; i++) {
        const int arity = tape_arity((tape_op)t->op[i]);
        for (int k = 1; k <= arity; k++)
            w->last[operand_at(w, at + k)] = i;
        at += 1 + arity;
    }
    for (int k = 0; k < t->outputs; k++)
        w->last[tape_output(t, k)] = AT_END;
}

static int count_body_operands(const tape *t, const tape_loop *l) {
    int count = 0;
    for (int i = 0; i < l->body; i++)
        count += 1 + tape_arity((tape_op)t->op[l->first + i]);
    return count;
}

enum { NO_STRIDE = INT_MIN };

/* Adds the stride of a slot; returns whether it can be had. */
static int add_stride(loop_writer *l, int slot, int by) {
    int k = 0;
    if (l->stride[slot] != NO_STRIDE && l->stride[slot] != by)
        return 0;
    l->stride[slot] = by;
    while (k < l->strides && l->by[k] != by)
        k++;
    if (by == 0 || k < l->strides)
        return 1;
    if (l->strides == MOST_STRIDES)
        return 0;
    l->by[l->strides++] = by;
    return 1;
}

/* The strides of all slots of the first round; 0: they are too many, or a slot has two.
 */
static int find_strides(writer *w, int at, int operands) {
    w->loop.strides = 0;
    for (int k = at; k < at + operands; k++)
        w->loop.stride[operand_at(w, k)] = NO_STRIDE;
    for (int k = at; k < at + operands; k++) {
        const int slot = operand_at(w, k);
        if (!add_stride(&w->loop, slot, operand_at(w, k + operands) - slot))
            return 0;
    }
    return 1;
}

/* Is the value of an operation of the body read outside of its round, in any of them? at:
 * of its result in the first one */
static int is_read_outside(const writer *w, const tape_loop *l, int at, int operands) {
    for (int round = 0; round < l->count; round++) {
        const int end = l->first + (round + 1) * l->body;
        if (w->last[operand_at(w, at + round * operands)] >= end)
            return 1;
    }
    return 0;
}

/* Is this slot, one round on, that of a result? */
static int is_result(const writer *w, const tape_loop *l, int at, int slot) {
    for (int i = 0; i < l->body; i++) {
        if (operand_at(w, at) == slot)
            return 1;
        at += 1 + tape_arity((tape_op)w->tape->op[l->first + i]);
    }
    return 0;
}

/* Finds what one round leaves for the next, and loads what the first one finds. */
static void begin_carrying(writer *w, const tape_loop *l, int at, int operands) {
    loop_writer *own = &w->loop;
    for (int k = at; k < at + operands && own->carried < MOST_CARRIED; k++) {
        const int from = operand_at(w, k);
        const int to = from + own->stride[from];
        if (to == from || is_carried(own, to) || !is_result(w, l, at, to) ||
            own->stride[to] != own->stride[from])
            continue;
        const int reg = REGISTERS - 1 - own->carried;
        own->carry[own->carried++] = (carried_value){from, to, reg};
        with_slot(w, MOVE, reg, from);
        hold(w, reg, from, AT_END, 0);
        w->reserved |= 1u << reg;
    }
}

static void carry_on(const writer *w) {
    for (int k = 0; k < w->loop.carried; k++) {
        const carried_value *c = &w->loop.carry[k];
        const int reg = w->place[c->to];
        if (reg == NO_REGISTER)
            with_slot(w, MOVE, c->reg, c->to);
        else
            with_register(w, COPY_ALL, c->reg, reg);
    }
}

static void write_body(writer *w, const tape_loop *l, int at, int operands) {
    operation o = {.number = l->first, .at = at};
    for (; o.number < l->first + l->body && !w->b->is_full; o.number++) {
        const tape_op op = (tape_op)w->tape->op[o.number];
        const int slot = operand_at(w, o.at);
        o.arity = tape_arity(op);
        w->pinned = 0;
        const int reg = write_operation(w, &o, op, NULL);
        if (is_read_outside(w, l, o.at, operands))
            with_slot(w, STORE, reg, slot);
        settle_arguments(w, &o);
        settle_result(w, &o, reg);
        if (w->place[slot] != NO_REGISTER && is_read_outside(w, l, o.at, operands))
            w->is_new[w->place[slot]] = 0;
        o.at += 1 + o.arity;
    }
    carry_on(w);
    for (int reg = 0; reg < REGISTERS; reg++)
        forget(w, reg);
}

/* register += number, for whole numbers */
static void add_to_index(const writer *w, unsigned reg, int64_t number) {
    jit_byte(w->b, 0x48u | (reg >= 8));
    jit_byte(w->b, 0x81);
    jit_byte(w->b, 0xc0u | (reg & 7));
    jit_number(w->b, (uint64_t)number, 4);
}

static void clear_index(const writer *w, unsigned reg) {
    jit_byte(w->b, 0x40u | (unsigned)(reg >= 8) << 2 | (reg >= 8));
    jit_byte(w->b, 0x31);
    jit_byte(w->b, 0xc0u | (reg & 7) << 3 | (reg & 7));
}

/* Writes `rounds` rounds, or pairs of them, from where the index registers are. */
static void write_rounds(writer *w, const tape_loop *l, int at, int operands,
                         int rounds) {
    enum { JUMP_SIZE = 6 };
    jit_byte(w->b, 0xb8); /* mov eax, rounds */
    jit_number(w->b, (uint64_t)rounds, 4);
    const size_t begin = w->b->size;
    write_body(w, l, at, operands);
    for (int k = 0; k < w->loop.strides; k++)
        add_to_index(w, index_register[k], 8 * (int64_t)w->loop.by[k] * w->loop.lanes);
    jit_number(w->b, 0xe883, 2); /* sub eax, 1 */
    jit_byte(w->b, 1);
    const int64_t back = (int64_t)begin - (int64_t)(w->b->size + JUMP_SIZE);
    jit_number(w->b, 0x850f, 2); /* jnz */
    jit_number(w->b, (uint64_t)back, 4);
}

/* Several rounds at once, then the rest. */
static void write_parallel(writer *w, const tape_loop *l, int at, int operands) {
    const int lanes = w->has_avx ? WIDE : PAIR;
    w->loop.lanes = lanes;
    w->reserved = lanes == WIDE ? 1u << APART : 0;
    write_rounds(w, l, at, operands, l->count / lanes);
    w->reserved = 0;
    w->loop.lanes = 1;
    if (lanes == WIDE)
        write_narrow(w);
    if (l->count % lanes)
        write_rounds(w, l, at, operands, l->count % lanes);
}

/* Writes a loop whose first operand is number `at`; 0: it is to be written otherwise. */
static int write_loop(writer *w, const tape_loop *l, int at, int operands) {
    if (!find_strides(w, at, operands))
        return 0;
    flush_registers(w);
    w->loop.end = l->first + l->body;
    for (int k = 0; k < w->loop.strides; k++)
        clear_index(w, index_register[k]);
    if (l->is_parallel) {
        write_parallel(w, l, at, operands);
    } else {
        begin_carrying(w, l, at, operands);
        write_rounds(w, l, at, operands, l->count);
        w->loop.carried = 0;
        w->reserved = 0;
    }
    w->loop.end = 0;
    return 1;
}

static void write_tape(writer *w) {
    const tape *t = w->tape;
    const lookup *const *look = t->lookup;
    int loop = 0;
    operation o = {.number = t->once, .at = t->once_operands};
    write_pool(w);
    jit_byte(w->b, 0x53);          /* push rbx: calls find the stack aligned */
    jit_number(w->b, 0xfb8948, 3); /* mov rbx, rdi */
    const int has_frame = has_circle(t);
    if (has_frame)
        write_frame(w, 0);
    for (; o.number < t->length && !w->b->is_full; o.number++) {
        tape_op op = (tape_op)t->op[o.number];
        if (w->points == 1 && loop < t->loops && t->loop[loop].first == o.number) {
            const tape_loop *l = &t->loop[loop++];
            const int operands = count_body_operands(t, l);
            if (write_loop(w, l, o.at, operands)) {
                o.number += l->body * l->count - 1;
                o.at += operands * l->count;
                continue;
            }
        }
        o.arity = tape_arity(op);
        w->pinned = 0;
        const int is_circular = op == TAPE_SIN || op == TAPE_COS;
        if (is_circular && write_circle(w, &o))
            continue;
        if (is_circular && jit_is_pair(t, &o)) {
            write_both(w, &o);
            continue;
        }
        int reg = write_operation(w, &o, op, op == TAPE_LOOKUP ? *look++ : NULL);
        settle_arguments(w, &o);
        settle_result(w, &o, reg);
        o.at += 1 + o.arity;
    }
    for (int reg = 0; reg < REGISTERS; reg++)
        save(w, reg);
    if (w->points > 1)
        write_narrow(w);
    if (has_frame)
        write_frame(w, 1);
    jit_byte(w->b, 0x5b); /* pop rbx */
    jit_byte(w->b, 0xc3); /* ret */
}

/* Distances from rbx are numbers of 32 bits. */
static const int MOST_SLOTS = INT_MAX / 8 / JIT_LANES;

static int jit_write(jit_buffer *b, const tape *t, jit_scratch s, int points) {
    if (t->slots >= MOST_SLOTS)
        return 0;
    writer w = {.b = b,
                .tape = t,
                .narrow = tape_is_wide(t) ? NULL : t->operand,
                .wide = t->operand,
                .loop = {.lanes = 1, .stride = s.upcoming},
                .last = s.last,
                .next = s.next,
                .place = s.place,
                .points = points,
                .has_avx = __builtin_cpu_supports("avx") != 0,
                .has_avx2 = __builtin_cpu_supports("avx2") != 0};
    memset(s.place, NO_REGISTER, (size_t)t->slots);
    for (int reg = 0; reg < REGISTERS; reg++)
        w.slot[reg] = -1;
    jit_find_readers(t, s.next, s.upcoming);
    if (t->loops)
        find_last_readers(&w);
    write_tape(&w);
    return 1;
}

int jit_write_x86(jit_buffer *b, const tape *t, jit_scratch s) {
    return jit_write(b, t, s, 1);
}

int jit_write_lanes_x86(jit_buffer *b, const tape *t, jit_scratch s) {
    return __builtin_cpu_supports("avx") ? jit_write(b, t, s, JIT_LANES) : 0;
}

#else

int jit_write_x86(jit_buffer *b, const tape *t, jit_scratch s) {
    (void)b;
    (void)t;
    (void)s;
    return 0;
}

int jit_write_lanes_x86(jit_buffer *b, const tape *t, jit_scratch s) {
    (void)b;
    (void)t;
    (void)s;
    return 0;
}
#endif
