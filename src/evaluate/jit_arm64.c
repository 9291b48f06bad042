/* SPDX-License-Identifier: BSD-3-Clause */
/* Machine code for AArch64 (AAPCS64 calls), with scalar instructions on doubles.
 *
 * x19 points to the slots. Values are kept in registers as jit_x86.c keeps them: where
 * all are taken, the one whose next reader is farthest goes back to its slot. Only those
 * registers are used that a call may change (d0 to d7, d16 to d31), so that none has to
 * be saved at the begin; none survives a call then. Products and sums are instructions of
 * their own: fmadd would round once.
 *
 * The code is written on any processor, and run on this one only. Encodings: Arm
 * Architecture Reference Manual for A-profile, C6 and C7; test_jit_arm64.c has what the
 * assembler of binutils makes of the same instructions. */
#include <assert.h>
#include <string.h>
#include "jit_reader.h"

/* d30 and d31 are for intermediate values. */
enum { ARM_REGISTERS = 22, ARM_SCRATCH = 22, ARM_OTHER = 23, ARM_NONE = -1 };

typedef struct arm_writer {
    jit_buffer *b;
    const tape *tape;
    int *next;                  /* [operands]: the operation that reads this value next */
    signed char *place;         /* [slots]: its register, or ARM_NONE */
    int slot[ARM_REGISTERS];    /* -1: free */
    int until[ARM_REGISTERS];   /* the next reader */
    char is_new[ARM_REGISTERS]; /* not in its slot */
    unsigned pinned;            /* registers that the current operation uses */
} arm_writer;

/* --- instructions --- */

typedef uint32_t arm_instruction;
static const arm_instruction ARM_LOAD = 0xfd400000;      /* ldr d, [x, #8k] */
static const arm_instruction ARM_STORE = 0xfd000000;     /* str d, [x, #8k] */
static const arm_instruction ARM_LOAD_FAR = 0xfc607800;  /* ldr d, [x, x, lsl #3] */
static const arm_instruction ARM_STORE_FAR = 0xfc207800; /* str d, [x, x, lsl #3] */
static const arm_instruction ARM_MULTIPLY = 0x1e600800;  /* fmul d, d, d */
static const arm_instruction ARM_DIVIDE = 0x1e601800;    /* fdiv d, d, d */
static const arm_instruction ARM_ADD = 0x1e602800;       /* fadd d, d, d */
static const arm_instruction ARM_SUBTRACT = 0x1e603800;  /* fsub d, d, d */
static const arm_instruction ARM_COPY = 0x1e604000;      /* fmov d, d */
static const arm_instruction ARM_ABSOLUTE = 0x1e60c000;  /* fabs d, d */
static const arm_instruction ARM_NEGATE = 0x1e614000;    /* fneg d, d */
static const arm_instruction ARM_ROOT = 0x1e61c000;      /* fsqrt d, d */
static const arm_instruction ARM_CEIL = 0x1e64c000;      /* frintp d, d */
static const arm_instruction ARM_FLOOR = 0x1e654000;     /* frintm d, d */
static const arm_instruction ARM_COMPARE = 0x1e602000;   /* fcmp d, d */
static const arm_instruction ARM_COMPARE_0 = 0x1e602008; /* fcmp d, #0.0 */
static const arm_instruction ARM_CHOOSE = 0x1e600c00;    /* fcsel d, d, d, condition */
static const arm_instruction ARM_ZERO = 0x9e6703e0;      /* fmov d, xzr */
static const arm_instruction ARM_ONE = 0x1e6e1000;       /* fmov d, #1.0 */
static const arm_instruction ARM_MINUS_ONE = 0x1e7e1000; /* fmov d, #-1.0 */
static const arm_instruction ARM_SET = 0xd2800000;       /* movz x, #part, lsl #16k */
static const arm_instruction ARM_KEEP = 0xf2800000;      /* movk x, #part, lsl #16k */
static const arm_instruction ARM_CALL = 0xd63f0200;      /* blr x16 */
static const arm_instruction ARM_RETURN = 0xd65f03c0;    /* ret */
static const arm_instruction ARM_TARGET = 0xd503245f;    /* bti c */
static const arm_instruction ARM_PUSH_LINK = 0xa9be7bfd; /* stp x29, x30, [sp, #-32]! */
static const arm_instruction ARM_FRAME = 0x910003fd;     /* mov x29, sp */
static const arm_instruction ARM_PUSH = 0xf9000bf3;      /* str x19, [sp, #16] */
static const arm_instruction ARM_BASE = 0xaa0003f3;      /* mov x19, x0 */
static const arm_instruction ARM_POP = 0xf9400bf3;       /* ldr x19, [sp, #16] */
static const arm_instruction ARM_POP_LINK = 0xa8c27bfd;  /* ldp x29, x30, [sp], #32 */

enum { X_ARGUMENT = 0, X_SCRATCH = 16, X_SLOTS = 19 };

/* After fcmp. Those that also hold of numbers that are none are ARM_NOT_EQUAL and
 * ARM_UNORDERED. */
typedef enum arm_condition {
    ARM_EQUAL = 0,
    ARM_NOT_EQUAL = 1,
    ARM_LESS = 4,
    ARM_UNORDERED = 6,
    ARM_LESS_EQUAL = 9,
    ARM_GREATER_EQUAL = 10,
    ARM_GREATER = 12
} arm_condition;

static void arm_emit(const arm_writer *w, uint32_t word) {
    jit_number(w->b, word, 4);
}

/* The register of this number among those that hold values: d8 to d15 are the caller's.
 */
static uint32_t arm_number(int reg) {
    return (uint32_t)(reg < 8 ? reg : reg + 8);
}

static void arm_two(const arm_writer *w, arm_instruction i, int to, int from) {
    arm_emit(w, i | arm_number(from) << 5 | arm_number(to));
}

static void arm_three(const arm_writer *w, arm_instruction i, int to, int a, int b) {
    arm_emit(w, i | arm_number(b) << 16 | arm_number(a) << 5 | arm_number(to));
}

static void arm_constant(const arm_writer *w, arm_instruction i, int to) {
    arm_emit(w, i | arm_number(to));
}

static void arm_compare(const arm_writer *w, int a, int b) {
    arm_emit(w, ARM_COMPARE | arm_number(b) << 16 | arm_number(a) << 5);
}

static void arm_compare_zero(const arm_writer *w, int a) {
    arm_emit(w, ARM_COMPARE_0 | arm_number(a) << 5);
}

/* to = condition ? a : b */
static void arm_choose(const arm_writer *w, int to, arm_condition c, int a, int b) {
    arm_emit(w, ARM_CHOOSE | arm_number(b) << 16 | (uint32_t)c << 12 |
                    arm_number(a) << 5 | arm_number(to));
}

/* x = value, in parts of 16 bits; those that are zero are left out. */
static void arm_load_whole(const arm_writer *w, uint32_t x, uint64_t value) {
    arm_instruction i = ARM_SET;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t part = (uint32_t)(value >> 16 * k) & 0xffff;
        if (part == 0 && !(k == 3 && i == ARM_SET))
            continue;
        arm_emit(w, i | k << 21 | part << 5 | x);
        i = ARM_KEEP;
    }
}

/* Distances of near slots are part of the instruction. */
enum { NEAR_SLOTS = 1 << 12 };

static void arm_with_slot(const arm_writer *w, int is_load, int reg, int k) {
    const arm_instruction near = is_load ? ARM_LOAD : ARM_STORE;
    const arm_instruction far = is_load ? ARM_LOAD_FAR : ARM_STORE_FAR;
    const uint32_t operands = (uint32_t)X_SLOTS << 5 | arm_number(reg);
    if (k < NEAR_SLOTS) {
        arm_emit(w, near | (uint32_t)k << 10 | operands);
        return;
    }
    arm_load_whole(w, X_SCRATCH, (uint64_t)k);
    arm_emit(w, far | (uint32_t)X_SCRATCH << 16 | operands);
}

/* --- registers --- */

static void arm_forget(arm_writer *w, int reg) {
    if (w->slot[reg] >= 0)
        w->place[w->slot[reg]] = ARM_NONE;
    w->slot[reg] = -1;
}

static void arm_save(arm_writer *w, int reg) {
    if (w->slot[reg] >= 0 && w->is_new[reg] && w->until[reg] != NEVER)
        arm_with_slot(w, 0, reg, w->slot[reg]);
    w->is_new[reg] = 0;
}

/* A register for a new value. */
static int arm_take(arm_writer *w) {
    int best = ARM_NONE;
    for (int reg = 0; reg < ARM_REGISTERS; reg++) {
        if (w->pinned >> reg & 1)
            continue;
        if (w->slot[reg] < 0) {
            best = reg;
            break;
        }
        if (best < 0 || w->until[reg] > w->until[best])
            best = reg;
    }
    assert(best >= 0);
    arm_save(w, best);
    arm_forget(w, best);
    w->pinned |= 1u << best;
    return best;
}

static void arm_hold(arm_writer *w, int reg, int slot, int until, int is_new) {
    w->slot[reg] = slot;
    w->until[reg] = until;
    w->is_new[reg] = (char)is_new;
    w->place[slot] = (signed char)reg;
}

/* --- operands --- */

static int arm_argument_slot(const arm_writer *w, const operation *o, int k) {
    return tape_operand(w->tape, o->at + 1 + k);
}

/* The register of argument k: `otherwise` where it has none and nobody reads it again. */
static int arm_argument(arm_writer *w, const operation *o, int k, int otherwise) {
    const int slot = arm_argument_slot(w, o, k);
    const int until = w->next[o->at + 1 + k];
    int reg = w->place[slot];
    if (reg == ARM_NONE) {
        reg = until < AT_END ? arm_take(w) : otherwise;
        arm_with_slot(w, 1, reg, slot);
        if (reg != otherwise)
            arm_hold(w, reg, slot, until, 0);
    }
    if (reg != otherwise)
        w->pinned |= 1u << reg;
    return reg;
}

/* Argument k in this register. */
static void arm_load_argument(const arm_writer *w, int reg, const operation *o, int k) {
    const int slot = arm_argument_slot(w, o, k);
    const int from = w->place[slot];
    if (from == ARM_NONE)
        arm_with_slot(w, 1, reg, slot);
    else if (from != reg)
        arm_two(w, ARM_COPY, reg, from);
}

/* What is not read again leaves its register; the rest waits for its next reader. */
static void arm_settle_arguments(arm_writer *w, const operation *o) {
    for (int k = 0; k < o->arity; k++) {
        int reg = w->place[arm_argument_slot(w, o, k)];
        if (reg == ARM_NONE)
            continue;
        w->until[reg] = w->next[o->at + 1 + k];
        if (w->until[reg] == NEVER)
            arm_forget(w, reg);
    }
}

static void arm_settle_result(arm_writer *w, const operation *o, int reg) {
    int slot = tape_operand(w->tape, o->at);
    if (w->place[slot] != ARM_NONE)
        arm_forget(w, w->place[slot]);
    if (w->next[o->at] != NEVER)
        arm_hold(w, reg, slot, w->next[o->at], 1);
}

/* The register of a result that one instruction makes of all its arguments: it may be
 * that of any of them. */
static int arm_result(arm_writer *w, const operation *o) {
    arm_settle_arguments(w, o);
    w->pinned = 0;
    return arm_take(w);
}

/* --- operations; each returns the register of its result --- */

static int arm_write_unary(arm_writer *w, arm_instruction i, const operation *o) {
    int x = arm_argument(w, o, 0, ARM_SCRATCH);
    int reg = arm_result(w, o);
    arm_two(w, i, reg, x);
    return reg;
}

static int arm_write_binary(arm_writer *w, arm_instruction i, const operation *o) {
    int x = arm_argument(w, o, 0, ARM_SCRATCH);
    int y = arm_argument(w, o, 1, ARM_OTHER);
    int reg = arm_result(w, o);
    arm_three(w, i, reg, x, y);
    return reg;
}

static int arm_write_product_sum(arm_writer *w, const operation *o) {
    int x = arm_argument(w, o, 0, ARM_SCRATCH);
    int y = arm_argument(w, o, 1, ARM_OTHER);
    arm_three(w, ARM_MULTIPLY, ARM_SCRATCH, x, y);
    int z = arm_argument(w, o, 2, ARM_OTHER);
    int reg = arm_result(w, o);
    arm_three(w, ARM_ADD, reg, ARM_SCRATCH, z);
    return reg;
}

/* reg = condition ? 1 : 0 */
static int arm_write_truth(arm_writer *w, arm_condition c) {
    int reg = arm_take(w);
    arm_constant(w, ARM_ONE, ARM_SCRATCH);
    arm_constant(w, ARM_ZERO, ARM_OTHER);
    arm_choose(w, reg, c, ARM_SCRATCH, ARM_OTHER);
    return reg;
}

static int arm_write_comparison(arm_writer *w, const operation *o, arm_condition c) {
    int x = arm_argument(w, o, 0, ARM_SCRATCH);
    int y = arm_argument(w, o, 1, ARM_OTHER);
    arm_compare(w, x, y);
    return arm_write_truth(w, c);
}

static int arm_write_not(arm_writer *w, const operation *o) {
    arm_compare_zero(w, arm_argument(w, o, 0, ARM_SCRATCH));
    return arm_write_truth(w, ARM_EQUAL);
}

/* The truth of x in the result, then that of y where it decides. */
static int arm_write_logic(arm_writer *w, const operation *o, int is_or) {
    arm_compare_zero(w, arm_argument(w, o, 0, ARM_SCRATCH));
    int reg = arm_write_truth(w, ARM_NOT_EQUAL);
    arm_compare_zero(w, arm_argument(w, o, 1, ARM_OTHER));
    arm_constant(w, is_or ? ARM_ONE : ARM_ZERO, ARM_SCRATCH);
    if (is_or)
        arm_choose(w, reg, ARM_NOT_EQUAL, ARM_SCRATCH, reg);
    else
        arm_choose(w, reg, ARM_NOT_EQUAL, reg, ARM_SCRATCH);
    return reg;
}

static int arm_write_select(arm_writer *w, const operation *o) {
    arm_compare_zero(w, arm_argument(w, o, 0, ARM_SCRATCH));
    int y = arm_argument(w, o, 1, ARM_SCRATCH);
    int z = arm_argument(w, o, 2, ARM_OTHER);
    int reg = arm_result(w, o);
    arm_choose(w, reg, ARM_NOT_EQUAL, y, z);
    return reg;
}

/* x where it compares so with y, or is not a number; else y */
static int arm_write_extreme(arm_writer *w, const operation *o, arm_condition c) {
    int x = arm_argument(w, o, 0, ARM_SCRATCH);
    int y = arm_argument(w, o, 1, ARM_OTHER);
    int reg = arm_take(w);
    arm_compare(w, x, y);
    arm_choose(w, reg, c, x, y);
    arm_compare(w, x, x);
    arm_choose(w, reg, ARM_UNORDERED, x, reg);
    return reg;
}

static int arm_write_sign(arm_writer *w, const operation *o) {
    arm_compare_zero(w, arm_argument(w, o, 0, ARM_SCRATCH));
    int reg = arm_write_truth(w, ARM_GREATER);
    arm_constant(w, ARM_MINUS_ONE, ARM_SCRATCH);
    arm_choose(w, reg, ARM_LESS, ARM_SCRATCH, reg);
    return reg;
}

/* Arguments may be in registers that others are to be moved to: the last one first, by
 * way of those that hold no value. */
static void arm_load_call_arguments(const arm_writer *w, const operation *o) {
    if (o->arity > 2)
        arm_load_argument(w, ARM_SCRATCH, o, 2);
    if (o->arity > 1)
        arm_load_argument(w, ARM_OTHER, o, 1);
    arm_load_argument(w, 0, o, 0);
    if (o->arity > 1)
        arm_two(w, ARM_COPY, 1, ARM_OTHER);
    if (o->arity > 2)
        arm_two(w, ARM_COPY, 2, ARM_SCRATCH);
}

/* Puts the arguments where a call finds them; no register holds a value then. */
static void arm_prepare_call(arm_writer *w, const operation *o) {
    for (int reg = 0; reg < ARM_REGISTERS; reg++)
        arm_save(w, reg);
    arm_load_call_arguments(w, o);
    for (int reg = 0; reg < ARM_REGISTERS; reg++)
        arm_forget(w, reg);
}

static void arm_write_jump(const arm_writer *w, uint64_t address) {
    arm_load_whole(w, X_SCRATCH, address);
    arm_emit(w, ARM_CALL);
}

static int arm_write_call(arm_writer *w, const operation *o, tape_op op,
                          const lookup *look) {
    jit_call *call = jit_call_of(op);
    uint64_t address = 0;
    uint64_t table = 0;
    memcpy(&address, &call, sizeof call);
    memcpy(&table, &look, sizeof look);
    arm_prepare_call(w, o);
    arm_load_whole(w, X_ARGUMENT, table);
    arm_write_jump(w, address);
    return 0;
}

static int arm_write_operation(arm_writer *w, const operation *o, tape_op op,
                               const lookup *look) {
    switch ((int)op) {
    case TAPE_COPY:
    case TAPE_NOEVENT:
        return arm_write_unary(w, ARM_COPY, o);
    case TAPE_NEG:
        return arm_write_unary(w, ARM_NEGATE, o);
    case TAPE_ABS:
        return arm_write_unary(w, ARM_ABSOLUTE, o);
    case TAPE_SQRT:
        return arm_write_unary(w, ARM_ROOT, o);
    case TAPE_FLOOR:
    case TAPE_INTEGER:
        return arm_write_unary(w, ARM_FLOOR, o);
    case TAPE_CEIL:
        return arm_write_unary(w, ARM_CEIL, o);
    case TAPE_ADD:
        return arm_write_binary(w, ARM_ADD, o);
    case TAPE_SUB:
        return arm_write_binary(w, ARM_SUBTRACT, o);
    case TAPE_MUL:
        return arm_write_binary(w, ARM_MULTIPLY, o);
    case TAPE_DIVIDE:
        return arm_write_binary(w, ARM_DIVIDE, o);
    case TAPE_MULADD:
        return arm_write_product_sum(w, o);
    case TAPE_SELECT:
        return arm_write_select(w, o);
    case TAPE_MIN:
        return arm_write_extreme(w, o, ARM_LESS);
    case TAPE_MAX:
        return arm_write_extreme(w, o, ARM_GREATER);
    case TAPE_SIGN:
        return arm_write_sign(w, o);
    case TAPE_LT:
        return arm_write_comparison(w, o, ARM_LESS);
    case TAPE_LE:
        return arm_write_comparison(w, o, ARM_LESS_EQUAL);
    case TAPE_GT:
        return arm_write_comparison(w, o, ARM_GREATER);
    case TAPE_GE:
        return arm_write_comparison(w, o, ARM_GREATER_EQUAL);
    case TAPE_EQ:
        return arm_write_comparison(w, o, ARM_EQUAL);
    case TAPE_NE:
        return arm_write_comparison(w, o, ARM_NOT_EQUAL);
    case TAPE_AND:
        return arm_write_logic(w, o, 0);
    case TAPE_OR:
        return arm_write_logic(w, o, 1);
    case TAPE_NOT:
        return arm_write_not(w, o);
    default: /* the C function of any other operation gives its value */
        return arm_write_call(w, o, op, look);
    }
}

/* --- tapes --- */

/* sin and cos of one argument: two operations at once, in registers 0 and 1. */
static void arm_write_both(arm_writer *w, operation *o) {
    const operation other = {o->number + 1, 1, o->at + 2};
    const int is_sin = w->tape->op[o->number] == TAPE_SIN;
    circle_point (*call)(double) = circle_at;
    uint64_t address = 0;
    memcpy(&address, &call, sizeof call);
    arm_prepare_call(w, o);
    arm_write_jump(w, address);
    arm_settle_result(w, o, is_sin ? 0 : 1);
    arm_settle_arguments(w, &other);
    arm_settle_result(w, &other, is_sin ? 1 : 0);
    o->number++;
    o->at += 4;
}

static void arm_write_tape(arm_writer *w) {
    const tape *t = w->tape;
    const lookup *const *look = t->lookup;
    operation o = {.number = t->once, .at = t->once_operands};
    arm_emit(w, ARM_TARGET);
    arm_emit(w, ARM_PUSH_LINK);
    arm_emit(w, ARM_FRAME);
    arm_emit(w, ARM_PUSH);
    arm_emit(w, ARM_BASE);
    for (; o.number < t->length && !w->b->is_full; o.number++) {
        tape_op op = (tape_op)t->op[o.number];
        o.arity = tape_arity(op);
        w->pinned = 0;
        if (jit_is_pair(t, &o)) {
            arm_write_both(w, &o);
            continue;
        }
        int reg = arm_write_operation(w, &o, op, op == TAPE_LOOKUP ? *look++ : NULL);
        arm_settle_arguments(w, &o);
        arm_settle_result(w, &o, reg);
        o.at += 1 + o.arity;
    }
    for (int reg = 0; reg < ARM_REGISTERS; reg++)
        arm_save(w, reg);
    arm_emit(w, ARM_POP);
    arm_emit(w, ARM_POP_LINK);
    arm_emit(w, ARM_RETURN);
}

int jit_write_arm64(jit_buffer *b, const tape *t, jit_scratch s) {
    arm_writer w = {.b = b, .tape = t, .next = s.next, .place = s.place};
    memset(s.place, ARM_NONE, (size_t)t->slots);
    for (int reg = 0; reg < ARM_REGISTERS; reg++)
        w.slot[reg] = -1;
    jit_find_readers(t, s.next, s.upcoming);
    arm_write_tape(&w);
    return 1;
}
