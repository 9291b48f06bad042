/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowers expressions to a tape, one root after the other: what belongs together is
 * computed together, and its slots are free again soon.
 *
 * Slots are numbered in two passes: while lowering, inputs count from 0, temporaries from
 * `inputs` and constants downwards from -1; when the number of constants is known, they
 * move in between. A temporary is free again after the last node that reads it.
 *
 * Operations whose arguments are all constants or fixed inputs go to the head of the
 * tape. Their slots are never used for anything else, so that a run may begin behind
 * them. */
#include "tape.h"
#include "graph.h"
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* Operations, each with its operands: the slot of the result, then of the arguments. */
typedef struct tape_code {
    LIST(unsigned char) op;
    LIST(int) operand;
} tape_code;

typedef struct lowering {
    graph *graph;
    arena *arena;    /* until the tape is finished */
    node_list nodes; /* then constants that are not among them */
    const tape_request *q;
    LIST(int) slot;
    int temporaries;
    LIST(char) is_kept; /* [temporaries]: holds what is computed once */
    int *last;          /* [nodes]: the last reader, by position; or see below */
    tape_code once, rest;
    LIST(double) constant;
    LIST(const lookup *) lookup;
    LIST(const routine_output *) routine;
    int area;       /* slots for arguments and work of routines */
    LIST(int) idle; /* temporaries that are no longer read */
} lowering;

enum { OUTPUT = INT_MAX, RELEASED = -1, NO_SLOT = INT_MAX };
enum { AREA = 1 << 30 }; /* slots from here on are those of the area, at the end */

const unsigned char tape_arities[] = {
#define OPERATION(arity, ...) arity,
#include "tape_op.def"
};

/* A value on its way: an owned slot is overwritten by the operation that reads it. */
typedef struct operand {
    int slot, owned;
} operand;

static const operand none = {INT_MIN, 0};
static int is_none(operand o) {
    return o.slot == INT_MIN;
}

static int tape_new_slot(lowering *l, int is_kept) {
    LIST_PUSH(l->arena, l->is_kept, (char)is_kept);
    return l->q->inputs + l->temporaries++;
}

static int tape_take(lowering *l) {
    if (l->idle.count)
        return l->idle.at[--l->idle.count];
    return tape_new_slot(l, 0);
}

/* Is the value of this slot the same in every run? */
static int tape_is_fixed(const lowering *l, int slot) {
    if (slot < l->q->inputs)
        return slot < 0 || slot >= l->q->variables;
    return slot < AREA && l->is_kept.at[slot - l->q->inputs];
}

static void tape_release(lowering *l, int slot) {
    if (slot >= l->q->inputs && !tape_is_fixed(l, slot))
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

static void tape_push(lowering *l, tape_code *code, tape_op op, int to,
                      const operand *in) {
    LIST_PUSH(l->arena, code->op, (unsigned char)op);
    LIST_PUSH(l->arena, code->operand, to);
    for (int i = 0; i < tape_arity(op); i++)
        LIST_PUSH(l->arena, code->operand, in[i].slot);
}

/* Tables of the past change. */
static int tape_is_once(const lowering *l, tape_op op, const operand *in) {
    if (op == TAPE_LOOKUP)
        return 0;
    for (int i = 0; i < tape_arity(op); i++)
        if (!tape_is_fixed(l, in[i].slot))
            return 0;
    return 1;
}

/* op(x, y, z), into the slot of an operand that is owned or into a new one. */
static operand tape_apply(lowering *l, tape_op op, operand x, operand y, operand z) {
    operand in[3] = {x, y, z};
    int to = INT_MIN;
    int count = tape_arity(op);
    if (tape_is_once(l, op, in)) {
        to = tape_new_slot(l, 1);
        tape_push(l, &l->once, op, to, in);
        return (operand){to, 0};
    }
    for (int i = 0; i < count; i++) {
        if (in[i].owned && to == INT_MIN)
            to = in[i].slot;
        else if (in[i].owned && in[i].slot != to)
            tape_release(l, in[i].slot);
    }
    if (to == INT_MIN)
        to = tape_take(l);
    tape_push(l, &l->rest, op, to, in);
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

/* Copies the arguments to the area, which all calls share. */
static operand tape_lower_routine(lowering *l, const expr_node *n) {
    const routine *r = n->routine->of;
    for (int k = 0; k < n->count; k++) {
        const operand from = tape_argument(l, n->arg[k]);
        tape_push(l, &l->rest, TAPE_COPY, AREA + k, &from);
    }
    if (l->area < r->work)
        l->area = r->work;
    LIST_PUSH(l->arena, l->routine, n->routine);
    int to = tape_take(l);
    const operand area = {AREA, 0};
    tape_push(l, &l->rest, TAPE_ROUTINE, to, &area);
    return (operand){to, 1};
}

static operand root_value(lowering *l, int k) {
    const expr *root = l->q->root;
    operand value = root[k] == EXPR_ZERO ? constant(l, 0) : tape_argument(l, root[k]);
    assert(value.slot != NO_SLOT);
    return value;
}

/* Gives the slot of a node's value, after the operations that compute it. */
static operand lower_node(lowering *l, const expr_node *n) {
    switch (n->op) {
    case OP_NUMBER:
        return constant(l, n->value);
    case OP_TIME:
    case OP_JET:
    case OP_PARAMETER: {
        int slot = l->q->input(l->q->data, n);
        assert(slot < l->q->inputs && ~slot < l->q->count);
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
    for (int i = 0; i < l->q->count; i++)
        if (l->q->root[i] != EXPR_ZERO)
            l->last[tape_position(l, l->q->root[i])] = OUTPUT;
}

static void release_arguments(lowering *l, int reader, const expr_node *n) {
    for (int k = 0; k < n->count; k++) {
        int at = tape_position(l, n->arg[k]);
        int slot = tape_argument(l, n->arg[k]).slot;
        if (l->last[at] != reader)
            continue;
        l->last[at] = RELEASED;
        tape_release(l, slot);
    }
}

static int final_slot(const lowering *l, int slot) {
    const int inputs = l->q->inputs;
    if (slot < 0)
        return inputs - 1 - slot;
    if (slot < inputs)
        return slot;
    if (slot < AREA)
        return slot + l->constant.count;
    return slot - AREA + inputs + l->constant.count + l->temporaries;
}

/* Writes the slots of a list behind `done` others; returns how many there are then. */
static int write_slots(const lowering *l, int count, const int *list, int is_wide,
                       int done, void *to) {
    uint32_t *wide = (uint32_t *)to + done;
    uint16_t *narrow = (uint16_t *)to + done;
    for (int i = 0; i < count; i++) {
        int slot = final_slot(l, list[i]);
        if (is_wide)
            wide[i] = (uint32_t)slot;
        else
            narrow[i] = (uint16_t)slot;
    }
    return done + count;
}

static unsigned char *write_operations(const tape_code *c, unsigned char *to) {
    if (c->op.count)
        memcpy(to, c->op.at, (size_t)c->op.count);
    return to + c->op.count;
}

/* The tape and its lists, in one piece of memory. */
static const tape *tape_finish(lowering *l, arena *a) {
    const tape_request *q = l->q;
    LIST(int) output = {0};
    for (int i = 0; i < q->count; i++) {
        int slot = root_value(l, i).slot;
        LIST_PUSH(l->arena, output, slot);
    }
    tape t = {.inputs = q->inputs,
              .constants = l->constant.count,
              .slots = q->inputs + l->constant.count + l->temporaries + l->area,
              .length = l->once.op.count + l->rest.op.count,
              .operands = l->once.operand.count + l->rest.operand.count,
              .outputs = output.count,
              .once = l->once.op.count,
              .once_operands = l->once.operand.count};
    if (l->lookup.count)
        t.lookup = LIST_KEEP(a, l->lookup);
    if (l->routine.count)
        t.routine = LIST_KEEP(a, l->routine);
    const int is_wide = tape_is_wide(&t);
    const size_t constants = sizeof *t.constant * (size_t)t.constants;
    const size_t width = is_wide ? sizeof(uint32_t) : sizeof(uint16_t);
    const size_t slots = width * (size_t)(t.operands + t.outputs);
    char *memory = arena_alloc(a, sizeof t + constants + slots + (size_t)t.length);
    char *after = memory + sizeof t;
    if (t.constants)
        t.constant = memcpy(after, l->constant.at, constants);
    after += constants;
    int done =
        write_slots(l, l->once.operand.count, l->once.operand.at, is_wide, 0, after);
    done =
        write_slots(l, l->rest.operand.count, l->rest.operand.at, is_wide, done, after);
    write_slots(l, output.count, output.at, is_wide, done, after);
    t.operand = after;
    after += slots;
    t.op = (unsigned char *)after;
    write_operations(&l->rest, write_operations(&l->once, (unsigned char *)after));
    return memcpy(memory, &t, sizeof t);
}

tape_nodes tape_order(graph *g, arena *a, int count, const expr *root) {
    const node_list all = graph_order(g, a, count, root);
    return (tape_nodes){all.count, all.at, g->walks};
}

void tape_visit_leaves(const graph *g, const tape_nodes *nodes, expr_visit leaf,
                       void *data) {
    for (int i = 0; i < nodes->count; i++)
        if (node_is_leaf(g, nodes->at[i]))
            leaf(data, expr_get(g, nodes->at[i]));
}

/* Lowers node by node, arguments first. A slot is reused after its last reader; the slots
 * of outputs are kept to the end. */
const tape *tape_make(graph *g, arena *a, const tape_request *q) {
    assert(q->inputs >= 0 && q->count >= 0 && q->variables <= q->inputs);
    lowering l = {.graph = g, .arena = arena_child(a), .q = q};
    const tape_nodes found =
        q->nodes ? *q->nodes : tape_order(g, l.arena, q->count, q->root);
    int nodes = found.count;
    assert(g->walks == found.walk);
    for (int i = 0; i < nodes; i++)
        LIST_PUSH(l.arena, l.nodes, found.at[i]);
    find_last_readers(&l);
    for (int i = 0; i < nodes; i++)
        LIST_PUSH(l.arena, l.slot, NO_SLOT);
    for (int i = 0; i < nodes; i++) {
        const expr_node n = expr_node_of(g, l.nodes.at[i]);
        int slot = lower_node(&l, &n).slot;
        l.slot.at[i] = slot;
        int is_root = op_is_leaf(n.op) && slot >= q->inputs;
        if (is_root)
            l.last[i] = OUTPUT; /* the slot is the root's */
        release_arguments(&l, i, &n);
    }
    const tape *t = tape_finish(&l, a);
    arena_free(l.arena);
    return t;
}

const tape *tape_lower(graph *g, arena *a, int inputs, tape_input input, void *data,
                       int count, const expr *root) {
    const tape_request q = {.inputs = inputs,
                            .variables = inputs,
                            .input = input,
                            .data = data,
                            .count = count,
                            .root = root};
    return tape_make(g, a, &q);
}
