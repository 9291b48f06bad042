/* SPDX-License-Identifier: BSD-3-Clause */
/* Values are numbered so that equal ones have equal numbers ([Cocke, Schwartz,
 * Programming Languages and Their Compilers, 1970]); operations keep their order, and are
 * rounded as they were. */
#include "merge.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../base/number.h"
#include "interpreter.h"
#include "merge_order.h"
#include "roll.h"

typedef enum value_kind { VALUE_INPUT, VALUE_NUMBER, VALUE_OPERATION } value_kind;

enum { NO_VALUE = -1, NOT_PLACED = -1 };

/* Programs have many of them, and what is not in the cache costs more than what is done
 * with it: they are short, and equal where all of their bytes are. */
typedef struct merged_value {
    union {
        double number;
        const lookup *look; /* of TAPE_LOOKUP */
    } of;
    int argument[3];          /* NO_VALUE: none; of an input: its number */
    unsigned char kind;       /* value_kind */
    unsigned char op;         /* tape_op */
    unsigned char is_fixed;   /* the same in every run */
    unsigned char is_a_table; /* it has `look` */
} merged_value;

static int arity_of(const merged_value *v) {
    return tape_arity((tape_op)v->op);
}

struct merge {
    arena *arena;
    int fixed;
    int is_straight; /* no loops are looked for */
    LIST(merged_value) value;
    int is_busy;
    uint32_t *bucket; /* [buckets]: 1 + number of a value, and the bits of its hash above
                         those that say where; 0: free */
    uint32_t buckets;
    arena *table;
};

/* --- equal values --- */

enum { FEWEST_BUCKETS = 256 };
enum { MOST_EXPECTED = 1 << 20 }; /* for more, memory is taken as it is needed */

/* Values that are made one after the other have arguments that are near to each other:
 * they are kept near to each other, too. */
enum { NEAR_BITS = 2, NEAR_BUCKETS = 8 };

static uint64_t merge_mix(uint64_t hash) {
    hash *= 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static uint32_t merge_hash(const merged_value *v) {
    const uint32_t x = (uint32_t)v->argument[0];
    const uint32_t y = (uint32_t)v->argument[1];
    const uint32_t z = (uint32_t)v->argument[2];
    uint64_t bits = (uint64_t)(v->is_a_table ? v->of.look->number : 0);
    if (!v->is_a_table)
        memcpy(&bits, &v->of.number, sizeof bits);
    uint64_t hash = (uint64_t)(y >> NEAR_BITS) << 32 | x >> NEAR_BITS;
    bits ^= (uint64_t)v->op << 40 | (uint64_t)v->kind << 32 | z >> NEAR_BITS;
    hash = merge_mix(merge_mix(hash) ^ bits);
    return (uint32_t)(hash >> 24) * NEAR_BUCKETS + (x + y + z) % NEAR_BUCKETS;
}

static int merge_is_same(const merged_value *a, const merged_value *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* Where the value is, or would be. */
static uint32_t *merge_find(const merge *m, const merged_value *v, uint32_t hash) {
    const uint32_t places = m->buckets - 1;
    uint32_t at = hash & places;
    for (; m->bucket[at]; at = (at + 1) & places)
        if (((m->bucket[at] ^ hash) & ~places) == 0 &&
            merge_is_same(&m->value.at[(m->bucket[at] & places) - 1], v))
            break;
    return &m->bucket[at];
}

/* Are so many values too many? What is not in the cache takes longer than to look into
 * one bucket more. */
static int merge_is_full(uint32_t buckets, uint32_t values) {
    return values >= buckets / 8 * 5;
}

static void merge_enlarge(merge *m, uint32_t buckets) {
    arena *table = arena_child(m->arena);
    const uint32_t places = buckets - 1;
    uint32_t *bucket = ARENA_ARRAY(table, uint32_t, buckets);
    for (int k = 0; k < m->value.count; k++) {
        const uint32_t hash = merge_hash(&m->value.at[k]);
        uint32_t at = hash & places;
        while (bucket[at])
            at = (at + 1) & places;
        bucket[at] = (hash & ~places) | (uint32_t)(k + 1);
    }
    arena_free(m->table);
    m->table = table;
    m->bucket = bucket;
    m->buckets = buckets;
}

static int merge_value(merge *m, const merged_value *v) {
    if (merge_is_full(m->buckets, (uint32_t)m->value.count))
        merge_enlarge(m, m->buckets ? 4 * m->buckets : FEWEST_BUCKETS);
    const uint32_t places = m->buckets - 1;
    const uint32_t hash = merge_hash(v);
    uint32_t *home = merge_find(m, v, hash);
    if (!*home) {
        LIST_PUSH(m->arena, m->value, *v);
        *home = (hash & ~places) | (uint32_t)m->value.count;
    }
    return (int)(*home & places) - 1;
}

/* --- values --- */

merge *merge_new(arena *a, int fixed) {
    merge *m = arena_alloc(a, sizeof *m);
    m->arena = a;
    m->fixed = fixed;
    return m;
}

void merge_expect(merge *m, long values) {
    assert(!m->buckets);
    uint32_t buckets = FEWEST_BUCKETS;
    values = values < MOST_EXPECTED ? values : MOST_EXPECTED;
    while (merge_is_full(buckets, (uint32_t)values))
        buckets *= 2;
    merge_enlarge(m, buckets);
    m->value.capacity = (int)values + 1;
    m->value.at = arena_room(m->arena, sizeof *m->value.at * (size_t)m->value.capacity);
}

void merge_mark_busy(merge *m) {
    m->is_busy = 1;
}

arena *merge_scratch(merge *m) {
    return arena_child(m->arena);
}

int merge_input(merge *m, int number) {
    assert(number >= 0);
    const merged_value v = {.kind = VALUE_INPUT,
                            .argument = {number, NO_VALUE, NO_VALUE},
                            .is_fixed = number >= m->fixed};
    return merge_value(m, &v);
}

int merge_number(merge *m, double number) {
    const merged_value v = {.kind = VALUE_NUMBER,
                            .argument = {NO_VALUE, NO_VALUE, NO_VALUE},
                            .of.number = number,
                            .is_fixed = 1};
    return merge_value(m, &v);
}

static int merge_is_number(const merge *m, int value) {
    return m->value.at[value].kind == VALUE_NUMBER;
}

/* The number where the value is one, else NaN. */
static double merge_known(const merge *m, int value) {
    return merge_is_number(m, value) ? m->value.at[value].of.number : NAN;
}

static int is_commutative(tape_op op) {
    return op == TAPE_ADD || op == TAPE_MUL || op == TAPE_MULADD;
}

/* Tables of the past change: their values are never fixed. */
static int merge_call(merge *m, tape_op op, const lookup *look, const int *argument) {
    merged_value v = {.kind = VALUE_OPERATION,
                      .op = (unsigned char)op,
                      .argument = {NO_VALUE, NO_VALUE, NO_VALUE},
                      .is_fixed = !look,
                      .is_a_table = look != NULL};
    if (look)
        v.of.look = look;
    double x[3] = {0, 0, 0};
    int are_numbers = !look;
    assert(op != TAPE_ROUTINE);
    for (int k = 0; k < tape_arity(op); k++) {
        const merged_value *a = &m->value.at[argument[k]];
        v.argument[k] = argument[k];
        v.is_fixed = v.is_fixed && a->is_fixed;
        are_numbers = are_numbers && a->kind == VALUE_NUMBER;
        x[k] = a->of.number; /* of numbers */
    }
    if (are_numbers)
        return merge_number(m, tape_operate(op, NULL, x[0], x[1], x[2]));
    if (op == TAPE_COPY)
        return argument[0];
    if (is_commutative(op) && v.argument[0] > v.argument[1]) {
        v.argument[0] = argument[1];
        v.argument[1] = argument[0];
    }
    return merge_value(m, &v);
}

int merge_operate(merge *m, tape_op op, int x, int y, int z) {
    const int argument[3] = {x, y, z};
    return merge_call(m, op, NULL, argument);
}

void merge_tape(merge *m, const tape *t, const int *in, int *out) {
    assert(!t->routine);
    arena *scratch = arena_child(m->arena);
    int *slot = ARENA_ROOM(scratch, int, t->slots + 1);
    const lookup *const *look = t->lookup;
    int at = 0;
    for (int k = 0; k < t->inputs; k++)
        slot[k] = in[k];
    for (int k = 0; k < t->constants; k++)
        slot[t->inputs + k] = merge_number(m, t->constant[k]);
    for (int i = 0; i < t->length; i++) {
        const tape_op op = (tape_op)t->op[i];
        const int arity = tape_arity(op);
        int argument[3] = {NO_VALUE, NO_VALUE, NO_VALUE};
        for (int k = 0; k < arity; k++)
            argument[k] = slot[tape_operand(t, at + 1 + k)];
        slot[tape_operand(t, at)] =
            merge_call(m, op, op == TAPE_LOOKUP ? *look++ : NULL, argument);
        at += 1 + arity;
    }
    for (int k = 0; k < t->outputs; k++)
        out[k] = slot[tape_output(t, k)];
    arena_free(scratch);
}

/* --- steps --- */

int merge_negate(merge *m, int x) {
    return merge_operate(m, TAPE_NEG, x, NO_VALUE, NO_VALUE);
}

int merge_product(merge *m, int x, int y) {
    const double a = merge_known(m, x);
    const double b = merge_known(m, y);
    if (a == 0 || b == 0)
        return merge_number(m, 0);
    if (fabs(a) == 1)
        return a == 1 ? y : merge_negate(m, y);
    if (fabs(b) == 1)
        return b == 1 ? x : merge_negate(m, x);
    return merge_operate(m, TAPE_MUL, x, y, NO_VALUE);
}

int merge_sum(merge *m, int x, int y) {
    if (x == NO_VALUE || merge_known(m, x) == 0)
        return y;
    if (merge_known(m, y) == 0)
        return x;
    return merge_operate(m, TAPE_ADD, x, y, NO_VALUE);
}

int merge_add_product(merge *m, int so_far, int x, int y) {
    const double a = merge_known(m, x);
    const double b = merge_known(m, y);
    if (so_far == NO_VALUE || merge_known(m, so_far) == 0)
        return merge_product(m, x, y);
    if (a == 0 || b == 0)
        return so_far;
    if (a == 1 || b == 1)
        return merge_sum(m, so_far, a == 1 ? y : x);
    if (a == -1 || b == -1)
        return merge_operate(m, TAPE_SUB, so_far, a == -1 ? y : x, NO_VALUE);
    return merge_operate(m, TAPE_MULADD, x, y, so_far);
}

static int merge_square(merge *m, int so_far, int x, double factor) {
    const int size = merge_product(m, merge_number(m, factor), x);
    return merge_add_product(m, so_far, size, size);
}

static int merge_largest(merge *m, int most, int x, double factor) {
    int size = merge_operate(m, TAPE_ABS, x, NO_VALUE, NO_VALUE);
    size = merge_product(m, merge_number(m, factor), size);
    return most == NO_VALUE ? size : merge_operate(m, TAPE_MAX, most, size, NO_VALUE);
}

static int merge_step(merge *m, const straight_step *s, const int *cell) {
    const int a = cell[s->a];
    const int c = s->c == STRAIGHT_NOTHING ? NO_VALUE : cell[s->c];
    switch (s->kind) {
    case STRAIGHT_INVERT:
        return merge_operate(m, TAPE_DIVIDE, merge_number(m, -1), a, NO_VALUE);
    case STRAIGHT_MULTIPLY:
        return merge_product(m, a, cell[s->b]);
    case STRAIGHT_ADD:
        return merge_sum(m, c, a);
    case STRAIGHT_ADD_PRODUCT:
        return merge_add_product(m, c, a, cell[s->b]);
    case STRAIGHT_ADD_SQUARE:
        return merge_square(m, c, a, s->factor);
    case STRAIGHT_LARGEST:
        return merge_largest(m, c, a, s->factor);
    }
    return NO_VALUE;
}

void merge_steps(merge *m, int steps, const straight_step *step, int *cell) {
    for (int k = 0; k < steps; k++)
        cell[step[k].to] = merge_step(m, &step[k], cell);
}

/* --- sums of angles --- */

/* What takes the place of values. */
typedef struct angle_work {
    merge *m;
    char *is_angle;     /* [values]: a sine or cosine of it is needed */
    int *becomes;       /* [values] */
    int *sine, *cosine; /* [values]: those of an angle that is a sum, by those of its
                           terms; NO_VALUE: it is none */
} angle_work;

static int is_circular(const merged_value *v) {
    return v->kind == VALUE_OPERATION && (v->op == TAPE_SIN || v->op == TAPE_COS);
}

static int angle_function(const angle_work *w, tape_op op, int angle) {
    const int known = op == TAPE_SIN ? w->sine[angle] : w->cosine[angle];
    if (known != NO_VALUE)
        return known;
    return merge_operate(w->m, op, w->becomes[angle], NO_VALUE, NO_VALUE);
}

/* a b + c d, or a b - c d */
static int angle_products(merge *m, int a, int b, int c, int d, int is_sum) {
    const int first = merge_operate(m, TAPE_MUL, a, b, NO_VALUE);
    if (is_sum)
        return merge_operate(m, TAPE_MULADD, c, d, first);
    const int second = merge_operate(m, TAPE_MUL, c, d, NO_VALUE);
    return merge_operate(m, TAPE_SUB, first, second, NO_VALUE);
}

/* Notes sine and cosine of value k, where it is a sum or a difference of angles. */
static void add_angle(angle_work *w, int k, const merged_value *v) {
    const int is_sum = v->op == TAPE_ADD;
    if (!w->is_angle[k] || v->kind != VALUE_OPERATION || !(is_sum || v->op == TAPE_SUB))
        return;
    const int x = v->argument[0];
    const int y = v->argument[1];
    if (!w->is_angle[x] || !w->is_angle[y])
        return;
    if (w->sine[x] != NO_VALUE || w->sine[y] != NO_VALUE)
        return; /* chains of products would be long, and lose digits */
    const int sx = angle_function(w, TAPE_SIN, x);
    const int cx = angle_function(w, TAPE_COS, x);
    const int sy = angle_function(w, TAPE_SIN, y);
    const int cy = angle_function(w, TAPE_COS, y);
    w->sine[k] = angle_products(w->m, sx, cy, cx, sy, is_sum);
    w->cosine[k] = angle_products(w->m, cx, cy, sx, sy, !is_sum);
}

/* The same operation on what has taken the place of its arguments. */
static int angle_value(const angle_work *w, int k, const merged_value *v) {
    int argument[3] = {NO_VALUE, NO_VALUE, NO_VALUE};
    int is_same = 1;
    if (v->kind != VALUE_OPERATION)
        return k;
    if (is_circular(v))
        return angle_function(w, (tape_op)v->op, v->argument[0]);
    for (int i = 0; i < arity_of(v); i++) {
        argument[i] = w->becomes[v->argument[i]];
        is_same = is_same && argument[i] == v->argument[i];
    }
    const lookup *look = v->is_a_table ? v->of.look : NULL;
    return is_same ? k : merge_call(w->m, (tape_op)v->op, look, argument);
}

void merge_add_angles(merge *m, int outputs, int *output) {
    const int count = m->value.count;
    arena *scratch = arena_child(m->arena);
    char *mark = ARENA_ROOM(scratch, char, count + 1);
    angle_work w = {.m = m,
                    .is_angle = ARENA_ARRAY(scratch, char, count + 1),
                    .becomes = ARENA_ROOM(scratch, int, count + 1),
                    .sine = ARENA_ROOM(scratch, int, count + 1),
                    .cosine = ARENA_ROOM(scratch, int, count + 1)};
    int some = 0;
    merge_mark(m, outputs, output, mark);
    for (int k = 0; k < count; k++) {
        w.sine[k] = w.cosine[k] = NO_VALUE;
        if (!mark[k] || !is_circular(&m->value.at[k]))
            continue;
        w.is_angle[m->value.at[k].argument[0]] = 1;
        some = 1;
    }
    for (int k = 0; some && k < count; k++) {
        const merged_value v = m->value.at[k]; /* which moves as the list grows */
        if (!mark[k])
            continue;
        w.becomes[k] = angle_value(&w, k, &v);
        add_angle(&w, k, &v);
    }
    for (int k = 0; some && k < outputs; k++)
        output[k] = w.becomes[output[k]];
    arena_free(scratch);
}

int merge_count(const merge *m) {
    return m->value.count;
}

/* --- the tape --- */

/* An output whose value has its place elsewhere. */
typedef struct merged_copy {
    int to, from; /* slots */
    int value;
} merged_copy;

typedef struct emission {
    merge *m;
    arena *arena; /* of scratch */
    int *last; /* [values]: the last operation that reads it, itself: none; see below */
    int *slot; /* [values] */
    LIST(int) input;
    LIST(double) constant;
    LIST(int) once, rest;                       /* operations in their order */
    LIST(merged_copy) once_copies, rest_copies; /* behind these */
    LIST(int) idle;                             /* slots */
    int slots;
    roll loops;  /* none: 0; else, in place of `rest`, which has only lookups then: */
    int *rolled; /* [rolled_operands]: slots */
    unsigned char *rolled_op; /* [rolled_count] */
    int rolled_count, rolled_operands;
} emission;

enum { UNUSED = -1 };

static const merged_value *emission_value(const emission *e, int k) {
    return &e->m->value.at[k];
}

void merge_mark(const merge *m, int outputs, const int *output, char *mark) {
    memset(mark, 0, (size_t)m->value.count);
    for (int k = 0; k < outputs; k++)
        mark[output[k]] = 1;
    for (int k = m->value.count - 1; k >= 0; k--) {
        const merged_value *v = &m->value.at[k];
        const int arguments = v->kind == VALUE_OPERATION ? arity_of(v) : 0;
        for (int i = 0; i < arguments && mark[k]; i++)
            mark[v->argument[i]] = 1;
    }
}

/* The last reader of each value that is needed; outputs are read at the end. */
static void find_merged_readers(emission *e, int outputs, const int *output) {
    const int count = e->m->value.count;
    e->last = ARENA_ROOM(e->arena, int, count + 1);
    for (int k = 0; k < count; k++)
        e->last[k] = UNUSED;
    for (int k = 0; k < outputs; k++)
        e->last[output[k]] = count;
    for (int k = count - 1; k >= 0; k--) {
        const merged_value *v = emission_value(e, k);
        if (e->last[k] == UNUSED || v->kind != VALUE_OPERATION)
            continue;
        for (int i = 0; i < arity_of(v); i++)
            if (e->last[v->argument[i]] == UNUSED)
                e->last[v->argument[i]] = k;
    }
}

typedef struct listed_input {
    int number, value;
} listed_input;

static int by_number(const void *a, const void *b) {
    const listed_input *x = a;
    const listed_input *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* In the order of their numbers, so that what changes comes first. */
static void list_inputs_of(emission *e, int whole) {
    LIST(listed_input) list = {0};
    for (int number = 0; number < whole; number++) {
        const int k = merge_input(e->m, number);
        if (e->last[k] == UNUSED)
            e->last[k] = k;
    }
    for (int k = 0; k < e->m->value.count; k++) {
        const merged_value *v = emission_value(e, k);
        const listed_input input = {v->argument[0], k};
        if (v->kind == VALUE_INPUT && e->last[k] != UNUSED)
            LIST_PUSH(e->arena, list, input);
    }
    if (list.count)
        qsort(list.at, (size_t)list.count, sizeof *list.at, by_number);
    LIST_EACH(listed_input, x, list) {
        e->slot[x->value] = e->slots++;
        LIST_PUSH(e->arena, e->input, x->number);
    }
}

static int count_variables(const emission *e) {
    int count = 0;
    while (count < e->input.count && e->input.at[count] < e->m->fixed)
        count++;
    return count;
}

static void list_constants(emission *e) {
    for (int k = 0; k < e->m->value.count; k++) {
        const merged_value *v = emission_value(e, k);
        if (v->kind != VALUE_NUMBER || e->last[k] == UNUSED)
            continue;
        e->slot[k] = e->slots++;
        LIST_PUSH(e->arena, e->constant, v->of.number);
    }
}

/* What is computed once has a slot for itself. */
static void list_once(emission *e) {
    for (int k = 0; k < e->m->value.count; k++) {
        const merged_value *v = emission_value(e, k);
        if (v->kind != VALUE_OPERATION || e->last[k] == UNUSED || !v->is_fixed)
            continue;
        e->slot[k] = e->slots++;
        LIST_PUSH(e->arena, e->once, k);
    }
}

static void release_merged(emission *e, int reader) {
    const merged_value *v = emission_value(e, reader);
    for (int i = 0; i < arity_of(v); i++) {
        const int k = v->argument[i];
        const merged_value *a = emission_value(e, k);
        if (e->last[k] != reader || a->kind != VALUE_OPERATION || a->is_fixed)
            continue;
        e->last[k] = UNUSED; /* it may be an argument twice */
        LIST_PUSH(e->arena, e->idle, e->slot[k]);
    }
}

/* Outputs have their slots already. */
static void place_merged(emission *e, int k) {
    if (e->slot[k] == NOT_PLACED)
        e->slot[k] = e->idle.count ? e->idle.at[--e->idle.count] : e->slots++;
    LIST_PUSH(e->arena, e->rest, k);
}

/* Gives the outputs slots one after the other: to an operation where it is met first,
 * else to a copy. Returns the first slot. */
static int place_outputs(emission *e, int outputs, const int *output) {
    const int first = e->slots;
    for (int k = 0; k < outputs; k++) {
        const merged_value *v = emission_value(e, output[k]);
        const int is_made = v->kind == VALUE_OPERATION && !v->is_fixed;
        const int slot = e->slots++;
        if (is_made && e->slot[output[k]] == NOT_PLACED) {
            e->slot[output[k]] = slot;
            continue;
        }
        const merged_copy c = {slot, e->slot[output[k]], output[k]};
        if (v->is_fixed)
            LIST_PUSH(e->arena, e->once_copies, c);
        else
            LIST_PUSH(e->arena, e->rest_copies, c);
    }
    return first;
}

static int is_emitted(const emission *e, int k) {
    const merged_value *v = emission_value(e, k);
    return v->kind == VALUE_OPERATION && !v->is_fixed && e->last[k] != UNUSED;
}

static int count_emitted(const emission *e) {
    int count = 0;
    for (int k = 0; k < e->m->value.count; k++)
        count += is_emitted(e, k);
    return count;
}

/* What is not fixed, in the order in which it is made: values. */
static merge_order order_emission(const emission *e) {
    const int values = e->m->value.count;
    const int most = count_emitted(e);
    order_operation *list = ARENA_ROOM(e->arena, order_operation, most + 1);
    int *value = ARENA_ROOM(e->arena, int, most + 1);
    int *number = ARENA_ROOM(e->arena, int, values + 1);
    int count = 0;
    for (int k = 0; k < values; k++) {
        const merged_value *v = emission_value(e, k);
        if (!is_emitted(e, k))
            continue;
        list[count] =
            (order_operation){.op = (tape_op)v->op,
                              .argument = {NO_OPERATION, NO_OPERATION, NO_OPERATION},
                              .circle = v->argument[0]};
        for (int i = 0; i < arity_of(v); i++)
            if (is_emitted(e, v->argument[i]))
                list[count].argument[i] = number[v->argument[i]];
        value[count] = k;
        number[k] = count++;
    }
    merge_order o = merge_order_new(e->arena, count, list);
    if (e->m->is_busy)
        o = merge_order_schedule(e->arena, &o, list);
    for (int i = 0; i < count; i++)
        o.at[i] = value[o.at[i]];
    return o;
}

/* The last readers of values that are made in another order than that of their numbers;
 * outputs are read at the end. */
static void find_ordered_readers(emission *e, int count, const int *order) {
    const int end = e->m->value.count;
    for (int k = 0; k < end; k++)
        if (e->last[k] != UNUSED && e->last[k] != end)
            e->last[k] = k;
    for (int i = count - 1; i >= 0; i--) {
        const merged_value *v = emission_value(e, order[i]);
        for (int j = 0; j < arity_of(v); j++)
            if (e->last[v->argument[j]] == v->argument[j])
                e->last[v->argument[j]] = order[i];
    }
}

/* Is there nothing to be put in another order than that of the numbers? */
static int keeps_order(const emission *e) {
    if (e->m->is_busy)
        return 0;
    for (int k = 0; k < e->m->value.count; k++) {
        const tape_op op = (tape_op)emission_value(e, k)->op;
        if ((op == TAPE_SIN || op == TAPE_COS) && is_emitted(e, k))
            return 0;
    }
    return 1;
}

/* A slot is free after the last reader of its value. */
static void list_in_order(emission *e) {
    for (int k = 0; k < e->m->value.count; k++)
        if (is_emitted(e, k)) {
            release_merged(e, k);
            place_merged(e, k);
        }
}

/* The same in another order; values of a group of sines and cosines are kept until all
 * have been read. */
static void list_ordered(emission *e) {
    const merge_order o = order_emission(e);
    find_ordered_readers(e, o.count, o.at);
    for (int i = 0; i < o.count; i += o.group[i]) {
        const int count = o.group[i];
        if (count == 1)
            release_merged(e, o.at[i]);
        for (int k = 0; k < count; k++)
            place_merged(e, o.at[i + k]);
        for (int k = 0; k < count && count > 1; k++)
            release_merged(e, o.at[i + k]);
    }
}

void merge_keep_straight(merge *m) {
    m->is_straight = 1;
}

/* What is to be put in the order of loops: operations, then copies of outputs. */
typedef struct loop_list {
    LIST(roll_operation) operation;
    LIST(int) value; /* of each operation */
    int *number;     /* [values]: that of an operation */
} loop_list;

static int loop_argument(const emission *e, const loop_list *l, int value) {
    const merged_value *v = emission_value(e, value);
    const int is_made = v->kind == VALUE_OPERATION && !v->is_fixed;
    return is_made ? l->number[value] : ~e->slot[value];
}

static loop_list list_operations(emission *e) {
    const int count = e->m->value.count;
    loop_list l = {.number = ARENA_ROOM(e->arena, int, count + 1)};
    for (int k = 0; k < count; k++) {
        const merged_value *v = emission_value(e, k);
        roll_operation o = {(tape_op)v->op, {0, 0, 0}, e->slot[k]};
        if (v->kind != VALUE_OPERATION || v->is_fixed || e->last[k] == UNUSED)
            continue;
        for (int i = 0; i < arity_of(v); i++)
            o.argument[i] = loop_argument(e, &l, v->argument[i]);
        l.number[k] = l.operation.count;
        LIST_PUSH(e->arena, l.operation, o);
        LIST_PUSH(e->arena, l.value, k);
    }
    LIST_EACH(merged_copy, c, e->rest_copies) {
        const roll_operation o = {
            TAPE_COPY, {loop_argument(e, &l, c->value), 0, 0}, c->to};
        LIST_PUSH(e->arena, l.operation, o);
    }
    return l;
}

/* Writes an operation, or a copy; returns where the next one goes. */
static int *write_rolled(const emission *e, const loop_list *l, int i, int *to) {
    const roll_operation *o = &l->operation.at[i];
    *to++ = e->loops.slot[i];
    for (int k = 0; k < tape_arity(o->op); k++)
        *to++ = o->argument[k] < 0 ? ~o->argument[k] : e->loops.slot[o->argument[k]];
    return to;
}

/* Does every operation find its arguments, and every output its value, in this order? */
static int is_in_order(const emission *e, const loop_list *l) {
    const int count = l->operation.count;
    int *holds = ARENA_ARRAY(e->arena, int, e->loops.slots + 1); /* 1 + operation */
    for (int i = 0; i < count; i++) {
        const int number = e->loops.order[i];
        const roll_operation *o = &l->operation.at[number];
        for (int k = 0; k < tape_arity(o->op); k++) {
            const int from = o->argument[k];
            const int slot = from < 0 ? ~from : e->loops.slot[from];
            if (holds[slot] != (from < 0 ? 0 : from + 1))
                return 0;
        }
        holds[e->loops.slot[number]] = number + 1;
    }
    for (int i = 0; i < count; i++) {
        const int slot = l->operation.at[i].slot;
        if (slot >= 0 && (e->loops.slot[i] != slot || holds[slot] != i + 1))
            return 0;
    }
    return 1;
}

/* Operations and copies in the order of loops; 0: there are none that are worth it. */
static int list_loops(emission *e) {
    if (e->m->is_straight || e->m->value.count < ROLL_LEAST_OPERATIONS)
        return 0;
    const loop_list l = list_operations(e);
    const int count = l.operation.count;
    if (!roll_find(e->arena, count, l.operation.at, e->slots, &e->loops))
        return 0;
    const int holds = is_in_order(e, &l);
    assert(holds);
    if (!holds)
        return 0;
    e->rolled_op = ARENA_ROOM(e->arena, unsigned char, count + 1);
    e->rolled = ARENA_ROOM(e->arena, int, 4 * count + 1);
    int *to = e->rolled;
    for (int i = 0; i < count; i++) {
        const int number = e->loops.order[i];
        e->rolled_op[i] = (unsigned char)l.operation.at[number].op;
        to = write_rolled(e, &l, number, to);
        if (e->rolled_op[i] == TAPE_LOOKUP)
            LIST_PUSH(e->arena, e->rest, l.value.at[number]);
    }
    e->rolled_operands = (int)(to - e->rolled);
    e->rolled_count = count;
    e->slots = e->loops.slots;
    return 1;
}

static int *write_merged(const emission *e, int count, const int *list, int *to,
                         unsigned char *op) {
    for (int i = 0; i < count; i++) {
        const merged_value *v = emission_value(e, list[i]);
        op[i] = v->op;
        *to++ = e->slot[list[i]];
        for (int k = 0; k < arity_of(v); k++)
            *to++ = e->slot[v->argument[k]];
    }
    return to;
}

static int count_operands(const emission *e, int count, const int *list) {
    int operands = 0;
    for (int i = 0; i < count; i++)
        operands += 1 + arity_of(emission_value(e, list[i]));
    return operands;
}

static const lookup *const *list_lookups(const emission *e, arena *a) {
    LIST(const lookup *) list = {0};
    for (int i = 0; i < e->rest.count; i++) {
        const merged_value *v = emission_value(e, e->rest.at[i]);
        if (v->op == TAPE_LOOKUP)
            LIST_PUSH(e->arena, list, v->of.look);
    }
    return list.count ? LIST_KEEP(a, list) : NULL;
}

static const void *narrow_operands(arena *a, const tape *t, const int *list) {
    const int count = t->operands + t->outputs;
    if (tape_is_wide(t))
        return arena_keep(a, list, sizeof *list, count);
    uint16_t *narrow = ARENA_ROOM(a, uint16_t, count + 1);
    for (int k = 0; k < count; k++)
        narrow[k] = (uint16_t)list[k];
    return narrow;
}

static int *write_copies(int count, const merged_copy *list, int *to, unsigned char *op) {
    for (int i = 0; i < count; i++) {
        op[i] = TAPE_COPY;
        *to++ = list[i].to;
        *to++ = list[i].from;
    }
    return to;
}

static const tape_loop *keep_loops(const emission *e, arena *a, int once) {
    tape_loop *loop = ARENA_ARRAY(a, tape_loop, e->loops.loops + 1);
    for (int k = 0; k < e->loops.loops; k++) {
        loop[k] = e->loops.loop[k];
        loop[k].first += once;
    }
    return loop;
}

/* Operations behind those that are done once: how many, and their operands. */
static int count_rest(const emission *e, int *operands) {
    if (e->rolled) {
        *operands = e->rolled_operands;
        return e->rolled_count;
    }
    *operands = count_operands(e, e->rest.count, e->rest.at) + 2 * e->rest_copies.count;
    return e->rest.count + e->rest_copies.count;
}

static int *write_rest(const emission *e, int *to, unsigned char *op) {
    if (e->rolled) {
        memcpy(op, e->rolled_op, (size_t)e->rolled_count);
        memcpy(to, e->rolled, sizeof *to * (size_t)e->rolled_operands);
        return to + e->rolled_operands;
    }
    to = write_merged(e, e->rest.count, e->rest.at, to, op);
    return write_copies(e->rest_copies.count, e->rest_copies.at, to, op + e->rest.count);
}

static const tape *emission_finish(const emission *e, arena *a, int outputs, int first) {
    const int once = e->once.count + e->once_copies.count;
    int operands;
    const int rest = count_rest(e, &operands);
    tape *t = arena_alloc(a, sizeof *t);
    *t = (tape){.inputs = e->input.count,
                .constants = e->constant.count,
                .slots = e->slots,
                .length = once + rest,
                .outputs = outputs,
                .together = first + 1,
                .once = once,
                .once_operands = count_operands(e, e->once.count, e->once.at) +
                                 2 * e->once_copies.count,
                .loops = e->loops.loops,
                .loop = keep_loops(e, a, once),
                .constant = LIST_KEEP(a, e->constant),
                .lookup = list_lookups(e, a)};
    t->operands = t->once_operands + operands;
    int *operand = ARENA_ROOM(e->arena, int, t->operands + outputs + 1);
    unsigned char *op = ARENA_ROOM(a, unsigned char, t->length + 1);
    int *next = write_merged(e, e->once.count, e->once.at, operand, op);
    next =
        write_copies(e->once_copies.count, e->once_copies.at, next, op + e->once.count);
    next = write_rest(e, next, op + once);
    for (int k = 0; k < outputs; k++)
        *next++ = first + k;
    t->op = op;
    t->operand = narrow_operands(a, t, operand);
    return t;
}

const tape *merge_finish(merge *m, arena *a, int whole, int outputs, const int *output,
                         const int **from, int *variables) {
    emission e = {.m = m, .arena = arena_child(m->arena)};
    for (int number = 0; number < whole; number++)
        merge_input(m, number);
    find_merged_readers(&e, outputs, output);
    e.slot = ARENA_ROOM(e.arena, int, m->value.count + 1);
    for (int k = 0; k < m->value.count; k++)
        e.slot[k] = NOT_PLACED;
    list_inputs_of(&e, whole);
    *variables = count_variables(&e);
    list_constants(&e);
    list_once(&e);
    const int first = place_outputs(&e, outputs, output);
    if (!list_loops(&e)) {
        e.loops = (roll){0};
        e.rest.capacity = count_emitted(&e) + 1;
        e.rest.at = ARENA_ROOM(e.arena, int, e.rest.capacity);
        if (keeps_order(&e))
            list_in_order(&e);
        else
            list_ordered(&e);
    }
    const tape *t = emission_finish(&e, a, outputs, first);
    *from = LIST_KEEP(a, e.input);
    arena_free(e.arena);
    return t;
}
