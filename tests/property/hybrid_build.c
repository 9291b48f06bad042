/* SPDX-License-Identifier: BSD-3-Clause */
/* Random numbers, and models put together from nodes and items. */
#include <assert.h>
#include "hybrid.h"

static uint64_t random_state;

static uint64_t next(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* The first numbers after neighbouring seeds are alike. */
void hybrid_seed(uint64_t k) {
    random_state = (k + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < 20; i++)
        next();
}

int hybrid_uniform(int below) {
    return (int)((next() >> 33) % (uint64_t)below);
}

double hybrid_quarters(int least, int largest) {
    return 0.25 * (least + hybrid_uniform(largest - least + 1));
}

int hybrid_node_new(hybrid_model *m, hybrid_op op, int a, int b, int c) {
    assert(m->nodes < MOST_NODES);
    m->node[m->nodes] = (hybrid_node){.op = op, .a = a, .b = b, .c = c};
    return m->nodes++;
}

int hybrid_constant(hybrid_model *m, double value) {
    const int node = hybrid_node_new(m, CONSTANT, 0, 0, 0);
    m->node[node].value = value;
    return node;
}

int hybrid_relation(hybrid_model *m, hybrid_op op, int a, int b) {
    assert(m->relations < MOST_RELATIONS);
    const int node = hybrid_node_new(m, op, a, b, m->relations);
    m->relation[m->relations++] = node;
    return node;
}

int hybrid_discrete(hybrid_model *m, hybrid_kind kind, double first) {
    assert(m->discretes < MOST_DISCRETES);
    m->kind[m->discretes] = kind;
    m->first[m->discretes] = first;
    return m->discretes++;
}

int hybrid_clock(hybrid_model *m, double start, double interval) {
    assert(m->clocks < MOST_CLOCKS);
    m->clock_start[m->clocks] = start;
    m->clock_interval[m->clocks] = interval;
    return hybrid_node_new(m, TICK, m->clocks++, 0, 0);
}

static hybrid_item *add(hybrid_model *m, hybrid_item item) {
    assert(m->items < MOST_ITEMS);
    m->item[m->items] = item;
    return &m->item[m->items++];
}

hybrid_item *hybrid_equation(hybrid_model *m, hybrid_role role, int target, int value) {
    return add(m, (hybrid_item){.role = role, .target = target, .value = value});
}

hybrid_item *hybrid_when(hybrid_model *m, int condition) {
    hybrid_item *w = add(m, (hybrid_item){.role = WHEN});
    hybrid_elsewhen(w, condition);
    return w;
}

hybrid_branch *hybrid_elsewhen(hybrid_item *w, int condition) {
    assert(w->branches < MOST_BRANCHES);
    w->branch[w->branches] = (hybrid_branch){.conditions = 1, .condition = {condition}};
    return &w->branch[w->branches++];
}

void hybrid_set(hybrid_branch *b, hybrid_role role, int target, int value) {
    assert(b->statements < MOST_STATEMENTS);
    b->statement[b->statements++] = (hybrid_statement){role, target, value};
}
