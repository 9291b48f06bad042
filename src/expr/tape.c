/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowers expressions to a tape, one root after the other: what belongs together is
 * computed together, and its slots are free again soon.
 *
 * Slots are numbered in two passes: while lowering, inputs count from 0, temporaries from
 * `inputs` and constants downwards from -1; when the number of constants is known, they
 * move in between. A temporary is free again after the last node that reads it. */
#include "tape.h"
#include "graph.h"
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

typedef struct lowering {
    graph *graph;
    arena *arena;    /* until the tape is finished */
    node_list nodes; /* then constants that are not among them */
    int roots;
    const expr *root;
    LIST(int) slot;
    int inputs, temporaries;
    int *last; /* [nodes]: the last reader, by position; or see below */
    LIST(unsigned char) op;
    LIST(int) operand;
    LIST(double) constant;
    LIST(const lookup *) lookup;
    LIST(const routine_output *) routine;
    int area;       /* slots for arguments and work of routines */
    LIST(int) idle; /* temporaries that are no longer read */
} lowering;

enum { OUTPUT = INT_MAX, RELEASED = -1, NO_SLOT = INT_MAX };
enum { AREA = 1 << 30 }; /* slots from here on are those of the area, at the end */

int tape_arity(tape_op op) {
    static const unsigned char arity[] = {
#define OPERATION(arity, ...) arity,
#include "tape_op.def"
    };
    return arity[op];
}

/* A value on its way: an owned slot is overwritten by the operation that reads it. */
typedef struct operand {
    int slot, owned;
} operand;

static const operand none = {INT_MIN, 0};
static int is_none(operand o) {
    return o.slot == INT_MIN;
}

static int tape_take(lowering *l) {
    if (l->idle.count)
        return l->idle.at[--l->idle.count];
    return l->inputs + l->temporaries++;
}

static void tape_release(lowering *l, int slot) {
    LIST_PUSH(l->arena, l->idle, slot);
}

static int tape_position(const lowering *l, expr e) {
    return l->graph->marks.at[e].index;
}

/* Equal constants are equal nodes, so the node remembers the slot: a node that is not
 * among those of the tape is added to them. */
static operand constant(lowering *l, double value) {
    expr e = expr_number(l->graph, value);
    int at = tape_position(l, e);
    if (!(at < l->nodes.count && l->nodes.at[at] == e)) {
        at = l->graph->marks.at[e].index = l->nodes.count;
        LIST_PUSH(l->arena, l->nodes, e);
        LIST_PUSH(l->arena, l->slot, NO_SLOT);
    }
    if (l->slot.at[at] == NO_SLOT) {
        LIST_PUSH(l->arena, l->constant, value);
        l->slot.at[at] = -l->constant.count;
    }
    return (operand){l->slot.at[at], 0};
}

static operand tape_argument(const lowering *l, expr e) {
    return (operand){l->slot.at[tape_position(l, e)], 0};
}

/* op(x, y, z), into the slot of an operand that is owned or into a new one. */
static operand tape_apply(lowering *l, tape_op op, operand x, operand y, operand z) {
    operand in[3] = {x, y, z};
    int to = INT_MIN;
    int count = tape_arity(op);
    for (int i = 0; i < count; i++) {
        if (in[i].owned && to == INT_MIN)
            to = in[i].slot;
        else if (in[i].owned && in[i].slot != to)
            tape_release(l, in[i].slot);
    }
    if (to == INT_MIN)
        to = tape_take(l);
    LIST_PUSH(l->arena, l->op, (unsigned char)op);
    LIST_PUSH(l->arena, l->operand, to);
    for (int i = 0; i < count; i++)
        LIST_PUSH(l->arena, l->operand, in[i].slot);
    return (operand){to, 1};
}

static operand tape_scale(lowering *l, double c, operand x) {
    if (c == 1)
        return x;
    if (c == -1)
        return tape_apply(l, TAPE_NEG, x, none, none);
    return tape_apply(l, TAPE_MUL, constant(l, c), x, none);
}

static operand tape_add_term(lowering *l, operand so_far, double c, operand term) {
    if (c == 1)
        return tape_apply(l, TAPE_ADD, so_far, term, none);
    if (c == -1)
        return tape_apply(l, TAPE_SUB, so_far, term, none);
    return tape_apply(l, TAPE_MULADD, constant(l, c), term, so_far);
}

static operand tape_lower_sum(lowering *l, const expr_node *n) {
    int first = is_no_constant(n->value) ? sum_first(n) : -1;
    operand v =
        first < 0 ? constant(l, n->value)
                  : tape_scale(l, n->coefficient[first], tape_argument(l, n->arg[first]));
    for (int i = 0; i < n->count; i++)
        if (i != first)
            v = tape_add_term(l, v, n->coefficient[i], tape_argument(l, n->arg[i]));
    return v;
}

/* base^k, k > 0, by squaring, as power_value does it. */
static operand tape_lower_power(lowering *l, operand base, int k) {
    operand v = base;
    int bit = 1;
    while (bit <= k / 2)
        bit *= 2;
    for (bit /= 2; bit; bit /= 2) {
        v = tape_apply(l, TAPE_MUL, v, v, none);
        if (k & bit)
            v = tape_apply(l, TAPE_MUL, v, base, none);
    }
    return v;
}

/* start times the powers of one sign */
static operand tape_multiply(lowering *l, const expr_node *n, int sign, operand start) {
    operand v = start;
    int odd = product_is_odd(l->graph, n);
    for (int i = 0; i < n->count; i++) {
        int k = (int)n->coefficient[i] * sign;
        if (k < 0 || (odd && node_is(l->graph, n->arg[i], OP_NUMBER)))
            continue;
        operand f = tape_lower_power(l, tape_argument(l, n->arg[i]), k);
        v = is_none(v) ? f : tape_apply(l, TAPE_MUL, v, f, none);
    }
    return v;
}

/* One by one: see product_is_odd. */
static operand tape_apply_constants(lowering *l, const expr_node *n, operand v) {
    for (int i = 0; i < n->count; i++) {
        if (!node_is(l->graph, n->arg[i], OP_NUMBER))
            continue;
        tape_op op = n->coefficient[i] > 0 ? TAPE_MUL : TAPE_DIVIDE;
        for (double k = fabs(n->coefficient[i]); k > 0; k--)
            v = tape_apply(l, op, v, tape_argument(l, n->arg[i]), none);
    }
    return v;
}

static operand tape_lower_product(lowering *l, const expr_node *n) {
    double c = n->value;
    operand over = tape_multiply(l, n, 1, fabs(c) == 1 ? none : constant(l, c));
    if (is_none(over))
        over = constant(l, c);
    else if (c == -1)
        over = tape_scale(l, c, over);
    operand under = tape_multiply(l, n, -1, none);
    if (!is_none(under))
        over = tape_apply(l, TAPE_DIVIDE, over, under, none);
    return product_is_odd(l->graph, n) ? tape_apply_constants(l, n, over) : over;
}

static operand tape_lower_call(lowering *l, const expr_node *n) {
    operand a[3] = {none, none, none};
    for (int i = 0; i < n->count; i++)
        a[i] = tape_argument(l, n->arg[i]);
    if (n->op == OP_IF)
        return tape_apply(l, TAPE_SELECT, a[0], a[1], a[2]);
    if (n->op == OP_LOOKUP) {
        LIST_PUSH(l->arena, l->lookup, n->lookup);
        return tape_apply(l, TAPE_LOOKUP, a[0], a[1], none);
    }
    /* both enumerations end with the functions of op.def */
    tape_op op = (tape_op)((int)n->op - (int)OP_SIN + (int)TAPE_SIN);
    return tape_apply(l, op, a[0], a[1], none);
}

static void tape_push(lowering *l, tape_op op, int to, int from) {
    LIST_PUSH(l->arena, l->op, (unsigned char)op);
    LIST_PUSH(l->arena, l->operand, to);
    LIST_PUSH(l->arena, l->operand, from);
}

/* Copies the arguments to the area, which all calls share. */
static operand tape_lower_routine(lowering *l, const expr_node *n) {
    const routine *r = n->routine->of;
    for (int k = 0; k < n->count; k++)
        tape_push(l, TAPE_COPY, AREA + k, tape_argument(l, n->arg[k]).slot);
    if (l->area < r->work)
        l->area = r->work;
    LIST_PUSH(l->arena, l->routine, n->routine);
    int to = tape_take(l);
    tape_push(l, TAPE_ROUTINE, to, AREA);
    return (operand){to, 1};
}

static operand root_value(lowering *l, int k) {
    operand value =
        l->root[k] == EXPR_ZERO ? constant(l, 0) : tape_argument(l, l->root[k]);
    assert(value.slot != NO_SLOT);
    return value;
}

/* Gives the slot of a node's value, after the operations that compute it. */
static operand lower_node(lowering *l, const expr_node *n, tape_input input, void *data) {
    switch (n->op) {
    case OP_NUMBER:
        return constant(l, n->value);
    case OP_TIME:
    case OP_JET:
    case OP_PARAMETER: {
        int slot = input(data, n);
        assert(slot < l->inputs && ~slot < l->roots);
        return slot < 0 ? root_value(l, ~slot) : (operand){slot, 0};
    }
    case OP_SUM:
        return tape_lower_sum(l, n);
    case OP_PRODUCT:
        return tape_lower_product(l, n);
    case OP_ROUTINE:
        return tape_lower_routine(l, n);
    case OP_IF:
    case OP_LOOKUP:
#include "op_cases.def"
        return tape_lower_call(l, n);
    case OP_COUNT:
        break;
    }
    return (operand){NO_SLOT, 0};
}

static void find_last_readers(lowering *l) {
    l->last = ARENA_ARRAY(l->arena, int, l->nodes.count + 1);
    for (int i = 0; i < l->nodes.count; i++) {
        int arguments;
        const expr *arg = node_arguments(l->graph, l->nodes.at[i], &arguments);
        for (int k = 0; k < arguments; k++)
            l->last[tape_position(l, arg[k])] = i;
    }
    for (int i = 0; i < l->roots; i++)
        if (l->root[i] != EXPR_ZERO)
            l->last[tape_position(l, l->root[i])] = OUTPUT;
}

static void release_arguments(lowering *l, int reader, const expr_node *n) {
    for (int k = 0; k < n->count; k++) {
        int at = tape_position(l, n->arg[k]);
        int slot = tape_argument(l, n->arg[k]).slot;
        if (l->last[at] != reader)
            continue;
        l->last[at] = RELEASED;
        if (slot >= l->inputs)
            tape_release(l, slot);
    }
}

static int final_slot(const lowering *l, int slot) {
    if (slot < 0)
        return l->inputs - 1 - slot;
    if (slot < l->inputs)
        return slot;
    if (slot < AREA)
        return slot + l->constant.count;
    return slot - AREA + l->inputs + l->constant.count + l->temporaries;
}

static void write_slots(const lowering *l, int is_wide, void *to) {
    uint32_t *wide = to;
    uint16_t *narrow = to;
    for (int i = 0; i < l->operand.count; i++) {
        int slot = final_slot(l, l->operand.at[i]);
        if (is_wide)
            wide[i] = (uint32_t)slot;
        else
            narrow[i] = (uint16_t)slot;
    }
}

/* The tape and its lists, in one piece of memory. */
static const tape *tape_finish(lowering *l, arena *a) {
    int count = l->roots;
    tape t = {.inputs = l->inputs, .length = l->op.count, .outputs = count};
    t.operands = l->operand.count;
    for (int i = 0; i < count; i++) {
        int slot = root_value(l, i).slot;
        LIST_PUSH(l->arena, l->operand, slot);
    }
    if (l->lookup.count)
        t.lookup = LIST_KEEP(a, l->lookup);
    t.constants = l->constant.count;
    if (l->routine.count)
        t.routine = LIST_KEEP(a, l->routine);
    t.slots = l->inputs + l->constant.count + l->temporaries + l->area;
    size_t constants = sizeof *t.constant * (size_t)t.constants;
    size_t slots = (tape_is_wide(&t) ? sizeof(uint32_t) : sizeof(uint16_t)) *
                   (size_t)l->operand.count;
    char *memory = arena_alloc(a, sizeof t + constants + slots + (size_t)t.length);
    char *after = memory + sizeof t;
    if (t.constants)
        t.constant = memcpy(after, l->constant.at, constants);
    after += constants;
    write_slots(l, tape_is_wide(&t), after);
    t.operand = after;
    after += slots;
    if (t.length)
        memcpy(after, l->op.at, (size_t)t.length);
    t.op = (const unsigned char *)after;
    return memcpy(memory, &t, sizeof t);
}

/* Lowers node by node, arguments first. A slot is reused after its last reader; the slots
 * of outputs are kept to the end. */
const tape *tape_lower(graph *g, arena *a, int inputs, tape_input input, void *data,
                       int count, const expr *root) {
    assert(inputs >= 0 && count >= 0);
    lowering l = {.graph = g, .arena = arena_child(a), .inputs = inputs};
    l.roots = count;
    l.root = root;
    l.nodes = graph_order(g, l.arena, count, root);
    int nodes = l.nodes.count;
    find_last_readers(&l);
    for (int i = 0; i < nodes; i++)
        LIST_PUSH(l.arena, l.slot, NO_SLOT);
    for (int i = 0; i < nodes; i++) {
        const expr_node n = expr_node_of(g, l.nodes.at[i]);
        int slot = lower_node(&l, &n, input, data).slot;
        l.slot.at[i] = slot;
        int is_root = op_is_leaf(n.op) && slot >= l.inputs;
        if (is_root)
            l.last[i] = OUTPUT; /* the slot is the root's */
        release_arguments(&l, i, &n);
    }
    const tape *t = tape_finish(&l, a);
    arena_free(l.arena);
    return t;
}
