/* SPDX-License-Identifier: BSD-3-Clause */
/* The expression graph: nodes with equal contents are made once (hash-consing), so that
 * equality is equality of numbers, and derivatives share what they have in common. */
#include "graph.h"
#include <assert.h>
#include <math.h>
#include <string.h>

enum { FIRST_BUCKETS = 1024 };

const unsigned char op_arguments[OP_COUNT] = {
    [OP_IF] = 3,
    [OP_LOOKUP] = 2,
#define UNARY(code, ...) [OP_##code] = 1,
#define BINARY(code, ...) [OP_##code] = 2,
#include "op.def"
#undef UNARY
#undef BINARY
};

static hash_table table_new(arena *a, unsigned buckets) {
    a = arena_child(a);
    return (hash_table){ARENA_ARRAY(a, int, buckets), ARENA_ARRAY(a, uint16_t, buckets),
                        buckets, a};
}

graph *graph_new(arena *a) {
    graph *g = arena_alloc(a, sizeof *g);
    g->arena = a;
    g->home = g;
    g->leaves = arena_child(a);
    g->tables = arena_child(a);
    g->nodes = table_new(g->tables, FIRST_BUCKETS);
    g->by_numbers = table_new(g->tables, FIRST_BUCKETS);
    /* never NULL: their ends are taken even where they are empty */
    g->terms.at = arena_grow(a, NULL, sizeof *g->terms.at, &g->terms.capacity);
    g->factors.at = arena_grow(a, NULL, sizeof *g->factors.at, &g->factors.capacity);
    g->visits.at = arena_grow(a, NULL, sizeof *g->visits.at, &g->visits.capacity);
    return g;
}

graph *graph_new_inside(graph *home) {
    graph *g = graph_new(home->arena);
    g->home = home;
    return g;
}

arena *graph_arena(graph *g) {
    return g->arena;
}
int graph_count(const graph *g) {
    return g->places.count;
}

int op_is_leaf(expr_op op) {
    return op == OP_TIME || op == OP_JET || op == OP_PARAMETER;
}

/* word by word: everything in a node is made of ints and doubles */
static unsigned mix(unsigned h, const void *data, size_t size) {
    for (size_t i = 0; i + sizeof(unsigned) <= size; i += sizeof(unsigned)) {
        unsigned word;
        memcpy(&word, (const char *)data + i, sizeof word);
        h = (h ^ word) * 0x85ebca6bu;
        h ^= h >> 13;
    }
    return h;
}

static int same_bits(const void *a, const void *b, size_t size) {
    return size == 0 || memcmp(a, b, size) == 0;
}

/* The upper half: the lower bits choose the bucket. */
static uint16_t tag_of(unsigned hash) {
    return (uint16_t)(hash >> 16);
}

static void table_fill(hash_table *t, unsigned at, unsigned hash, int number) {
    t->number[at] = number;
    t->tag[at] = tag_of(hash);
}

static void table_put(hash_table *t, unsigned hash, int number) {
    unsigned at = hash & (t->buckets - 1);
    while (t->number[at])
        at = (at + 1) & (t->buckets - 1);
    table_fill(t, at, hash, number);
}

/* The next bucket from `at` on that is free or may have this hash. */
static unsigned table_next(const hash_table *t, unsigned at, unsigned hash) {
    at &= t->buckets - 1;
    while (t->number[at] && t->tag[at] != tag_of(hash))
        at = (at + 1) & (t->buckets - 1);
    return at;
}

/* How many buckets leave room for at least one more than count. */
static unsigned buckets_for(unsigned buckets, int count) {
    while ((unsigned)count >= buckets / 4 * 3)
        buckets *= 2;
    return buckets;
}

/* Puts what a number stands for into a table that has not got it. */
typedef void put_function(const graph *g, hash_table *t, int number);

/* A table that was given back or is too small, from what its numbers stand for. */
static void graph_rebuild(graph *g, hash_table *t, int count, put_function *put) {
    arena *old = t->arena;
    *t = table_new(g->tables, buckets_for(t->buckets, count));
    arena_free(old);
    for (int k = 0; k < count; k++)
        put(g, t, k);
}

static void graph_make_room(graph *g, hash_table *t, int count, put_function *put) {
    if (buckets_for(t->buckets, count) != t->buckets)
        graph_rebuild(g, t, count, put);
}

/* --- patterns --- */

static unsigned hash_numbers(double value, int count, const double *coefficient) {
    unsigned h = mix(1, &value, sizeof value);
    return mix(h, coefficient, sizeof *coefficient * (size_t)count);
}

static void put_pattern(const graph *g, hash_table *t, int number) {
    const pattern *p = g->patterns.at[number];
    table_put(t, hash_numbers(p->value, p->count, p->coefficient), number + 1);
}

static int pattern_number(graph *g, const expr_node *n) {
    size_t size = sizeof(double) * (size_t)n->count;
    graph_make_room(g, &g->by_numbers, g->patterns.count, put_pattern);
    const unsigned hash = hash_numbers(n->value, n->count, n->coefficient);
    for (unsigned at = hash;; at++) {
        at = table_next(&g->by_numbers, at, hash);
        const int number = g->by_numbers.number[at] - 1;
        if (number >= 0) {
            const pattern *p = g->patterns.at[number];
            if (p->count == n->count &&
                same_bits(&p->value, &n->value, sizeof n->value) &&
                same_bits(p->coefficient, n->coefficient, size))
                return number;
            continue;
        }
        pattern *p = arena_alloc(g->arena, sizeof *p + size);
        p->value = n->value;
        p->count = n->count;
        memcpy(p->coefficient, n->coefficient, size);
        LIST_PUSH(g->arena, g->patterns, p);
        table_fill(&g->by_numbers, at, hash, g->patterns.count);
        return g->patterns.count - 1;
    }
}

/* --- nodes as words --- */

/* How many words a node takes. */
static int length_of(const graph *g, const int *word) {
    expr_op op = words_op(word);
    switch (op) {
    case OP_TIME:
        return 1;
    case OP_JET:
        return words_first(word) + 1;
    case OP_PARAMETER:
        return 2;
    case OP_NUMBER:
        return 3;
    case OP_SUM:
    case OP_PRODUCT:
        return words_first(word) + g->patterns.at[words_number(word)]->count;
    case OP_ROUTINE:
        return words_first(word) + g->home->routines.at[words_number(word)]->of->inputs;
    case OP_IF:
    case OP_LOOKUP:
#include "op_cases.def"
        return 1 + op_arguments[op];
    case OP_COUNT:
        break;
    }
    return 0;
}

expr_node expr_node_of(const graph *g, expr e) {
    return node_read(g, e);
}

static void write_word(graph *g, int word) {
    LIST_PUSH(g->arena, g->words, word);
}

static void write_node(graph *g, const expr_node *n) {
    int number[2];
    int beside = n->op == OP_JET ? n->order : 0;
    if (op_has_pattern(n->op))
        beside = pattern_number(g, n);
    if (n->op == OP_LOOKUP)
        beside = n->lookup->number;
    if (n->op == OP_ROUTINE)
        beside = n->routine->number;
    unsigned shown = (unsigned)(beside < NODE_MOST ? beside : NODE_MOST);
    g->words.count = 0;
    write_word(
        g, (int)((unsigned)n->op | (n->closed ? NODE_CLOSED : 0) | shown << NODE_SHIFT));
    if (shown == NODE_MOST)
        write_word(g, beside);
    if (n->op == OP_NUMBER) {
        memcpy(number, &n->value, sizeof number);
        write_word(g, number[0]);
        write_word(g, number[1]);
    }
    if (n->op == OP_JET || n->op == OP_PARAMETER)
        write_word(g, n->variable);
    for (int i = 0; i < n->count; i++)
        write_word(g, n->arg[i]);
}

static unsigned hash_words(const int *word, int count) {
    return mix(1, word, sizeof *word * (size_t)count);
}

/* --- the table of nodes --- */

/* Nodes are looked for in the order in which others were made, and a large table is not
 * in the cache: those with arguments near to each other are near to each other. A node
 * may be in one of a few lines of buckets that are those of its neighbours, too. Where
 * they are full, as where all of many are combined with each other, its hash alone tells
 * where to look. */
enum { LINE = 16, NEIGHBOURS = 8, NEAR = 1024, SHARED_LINES = 4 };

/* The lines to look at: the first one, and from one to the next; all are reached, as the
 * last steps are odd numbers of lines. */
typedef struct line_course {
    unsigned at, step, last_step;
    int lines; /* so far */
} line_course;

static line_course course_of(const hash_table *t, const int *word, int length,
                             unsigned hash) {
    const int first = words_op(word) == OP_NUMBER ? length : words_first(word);
    const unsigned last_step = (hash >> 8 | 1) * LINE;
    unsigned largest = 0;
    for (int i = first; i < length; i++)
        if ((unsigned)word[i] > largest)
            largest = (unsigned)word[i];
    unsigned shape = mix(1, word, sizeof *word * (size_t)first);
    for (int i = first; i < length; i++) {
        const unsigned before = (largest - (unsigned)word[i]) / NEAR;
        shape = mix(shape, &before, sizeof before);
    }
    const unsigned at = (shape + largest / NEIGHBOURS) * LINE & (t->buckets - 1);
    return (line_course){at, (shape >> 8 | 1) * LINE, last_step, 1};
}

static void course_go_on(const hash_table *t, line_course *c) {
    const unsigned step = c->lines < SHARED_LINES ? c->step : c->last_step;
    c->at = (c->at + step) & (t->buckets - 1);
    c->lines++;
}

static void put_node(const graph *g, hash_table *t, int e) {
    const int *word = node_words(g, e);
    const int length = length_of(g, word);
    const unsigned hash = hash_words(word, length);
    line_course c = course_of(t, word, length, hash);
    for (;; course_go_on(t, &c))
        for (unsigned at = c.at; at < c.at + LINE; at++)
            if (!t->number[at]) {
                table_fill(t, at, hash, e + 1);
                return;
            }
}

static int has_words(const graph *g, int number, const int *word, int length) {
    const int *own = node_words(g, number);
    int same = 0;
    while (same < length && own[same] == word[same])
        same++;
    return same == length;
}

/* The bucket of the node with these words, or the free one for it. */
static unsigned find_node(const graph *g, const int *word, int length, unsigned hash) {
    const hash_table *t = &g->nodes;
    line_course c = course_of(t, word, length, hash);
    for (;; course_go_on(t, &c))
        for (unsigned at = c.at; at < c.at + LINE; at++)
            if (!t->number[at] || (t->tag[at] == tag_of(hash) &&
                                   has_words(g, t->number[at] - 1, word, length)))
                return at;
}

/* Puts the words at the end of the last piece, or into a new one. */
static unsigned graph_keep(graph *g, const int *word, unsigned count) {
    if (!g->pieces.count || g->room - g->used < count) {
        g->room = count > PIECE ? count : PIECE;
        g->used = 0;
        LIST_PUSH(g->arena, g->pieces, ARENA_ARRAY(g->arena, int, g->room));
    }
    unsigned at = ((unsigned)g->pieces.count - 1) << PIECE_BITS | g->used;
    memcpy(g->pieces.at[g->pieces.count - 1] + g->used, word, sizeof *word * count);
    g->used += count;
    return at;
}

/* Whether an operation has kinks, jumps or branches, or hides what it does. */
static int op_is_rough(expr_op op) {
    if (op == OP_IF || op == OP_LOOKUP || op == OP_ROUTINE || op == OP_NOEVENT)
        return 1;
    switch (expr_op_shape(op)) {
    case SHAPE_SMOOTH:
    case SHAPE_STEP:
    case SHAPE_EXP:
    case SHAPE_POWER:
    case SHAPE_ROOT:
    case SHAPE_EDGE:
        return 0;
    case SHAPE_KINK:
    case SHAPE_CHOICE:
    case SHAPE_SIGN:
    case SHAPE_FLOOR:
    case SHAPE_CEIL:
    case SHAPE_QUOTIENT:
    case SHAPE_REMAINDER:
    case SHAPE_RELATION:
    case SHAPE_EQUALITY:
    case SHAPE_LOGIC:
        return 1;
    }
    return 1;
}

int graph_is_smooth(const graph *g) {
    return !g->is_rough;
}

/* Is it 0 times something, or has it such a term? */
static int node_is_dead(const expr_node *n) {
    for (int k = 0; n->op == OP_SUM && k < n->count; k++)
        if (n->coefficient[k] == 0)
            return 1;
    return n->op == OP_PRODUCT && n->value == 0;
}

int expr_any_dead(const graph *g) {
    return g->dead;
}

/* Finds the node by the hash of its words, or adds it. */
expr graph_intern(graph *g, const expr_node *node) {
    assert(node->op < OP_COUNT && node->count >= 0);
    expr_node n = *node;
    if (!g->tables)
        graph_wake(g);
    if (isnan(n.value))
        n.value = NAN; /* one NaN, whatever its bits */
    write_node(g, &n);
    int length = g->words.count;
    graph_make_room(g, &g->nodes, g->places.count, put_node);
    const unsigned hash = hash_words(g->words.at, length);
    const unsigned at = find_node(g, g->words.at, length, hash);
    if (g->nodes.number[at])
        return g->nodes.number[at] - 1;
    const unsigned kept = graph_keep(g, g->words.at, (unsigned)length);
    g->is_rough = g->is_rough || op_is_rough(n.op);
    LIST_PUSH(g->arena, g->places, kept);
    LIST_PUSH(g->tables, g->marks, (mark){0});
    table_fill(&g->nodes, at, hash, g->places.count);
    g->dead |= node_is_dead(&n);
    return g->places.count - 1;
}

void graph_rest(graph *g) {
    arena_free(g->tables);
    arena_free(g->leaves);
    g->tables = NULL;
    g->leaves = arena_child(g->arena);
    memset(&g->marks, 0, sizeof g->marks);
    g->nodes.arena = g->by_numbers.arena = NULL;
    memo_forget(g);
}

void graph_rest_at(graph *g, int count) {
    assert(count >= 0);
    graph_rest(g);
    if (count >= g->places.count)
        return;
    unsigned at = g->places.at[count];
    unsigned last = at >> PIECE_BITS;
    while ((unsigned)g->pieces.count > last + 1)
        arena_drop(g->pieces.at[--g->pieces.count], sizeof(int) * PIECE);
    g->room = PIECE;
    g->used = at & (PIECE - 1); /* longer pieces hold one node alone */
    g->places.count = count;
    LIST_FIT(g->places);
}

struct hidden_nodes {
    graph *graph;
    int count;     /* of nodes that are seen */
    arena *memory; /* of the lists of these, while others are hidden; else NULL */
    LIST(unsigned) places;
    LIST(int *) pieces;
    unsigned used, room;
    int patterns, lookups, routines;
    int is_rough, dead;
    arena *tables, *leaves;
    LIST(mark) marks;
    hash_table nodes, by_numbers;
    known_number numbers[1 << KNOWN_NUMBER_BITS];
    slope_memo slopes;
    LIST(expr_leaves) known_leaves;
    int leaves_kept;
};

#define MOVE_LIST(to, from)                                                              \
    ((to).at = (from).at, (to).count = (from).count, (to).capacity = (from).capacity)

/* Takes what serves to make expressions from the graph. */
static void hide_tables(hidden_nodes *h, const graph *g) {
    h->tables = g->tables;
    h->leaves = g->leaves;
    h->nodes = g->nodes;
    h->by_numbers = g->by_numbers;
    h->slopes = g->slopes;
    h->leaves_kept = g->leaves_kept;
    memcpy(h->numbers, g->numbers, sizeof h->numbers);
    MOVE_LIST(h->marks, g->marks);
    MOVE_LIST(h->known_leaves, g->known_leaves);
}

static void show_tables(const hidden_nodes *h, graph *g) {
    g->tables = h->tables;
    g->leaves = h->leaves;
    g->nodes = h->nodes;
    g->by_numbers = h->by_numbers;
    g->slopes = h->slopes;
    g->leaves_kept = h->leaves_kept;
    memcpy(g->numbers, h->numbers, sizeof g->numbers);
    MOVE_LIST(g->marks, h->marks);
    MOVE_LIST(g->known_leaves, h->known_leaves);
}

hidden_nodes *graph_set_aside(graph *g, arena *a, int count) {
    assert(count >= 0 && count <= g->places.count && g->home == g);
    hidden_nodes *h = arena_alloc(a, sizeof *h);
    h->graph = g;
    h->count = count;
    return h;
}

/* The nodes that are seen: new ones go to pieces of their own. */
static void leave_seen(const hidden_nodes *h, graph *g, const unsigned *places,
                       int *const *pieces) {
    g->places.at = arena_keep(h->memory, places, sizeof *places, h->count);
    g->places.count = g->places.capacity = h->count;
    g->pieces.at = arena_keep(h->memory, pieces, sizeof *pieces, g->pieces.count);
    g->pieces.capacity = g->pieces.count;
    g->used = g->room;
}

void graph_hide(hidden_nodes *h) {
    graph *g = h->graph;
    assert(!h->memory && g->places.count >= h->count);
    arena *leaves = arena_child(g->arena);
    h->memory = arena_child(g->arena);
    if (!g->tables)
        graph_wake(g);
    h->used = g->used;
    h->room = g->room;
    h->patterns = g->patterns.count;
    h->lookups = g->lookups.count;
    h->routines = g->routines.count;
    h->is_rough = g->is_rough;
    h->dead = g->dead;
    MOVE_LIST(h->places, g->places);
    MOVE_LIST(h->pieces, g->pieces);
    hide_tables(h, g);
    leave_seen(h, g, h->places.at, h->pieces.at);
    g->tables = NULL;
    g->leaves = leaves;
    memset(&g->marks, 0, sizeof g->marks);
    g->nodes.arena = g->by_numbers.arena = NULL;
    memo_forget(g);
}

/* Gives back the memory of nodes that were made meanwhile. */
static void drop_seen(hidden_nodes *h, graph *g) {
    while (g->pieces.count > h->pieces.count)
        arena_drop(g->pieces.at[--g->pieces.count], sizeof(int) * PIECE);
    if (g->places.capacity != h->count)
        arena_drop(g->places.at, sizeof *g->places.at * (size_t)g->places.capacity);
    arena_free(h->memory);
    arena_free(g->tables);
    arena_free(g->leaves);
    h->memory = NULL;
}

int graph_show(hidden_nodes *h) {
    graph *g = h->graph;
    if (!h->memory || g->lookups.count != h->lookups || g->routines.count != h->routines)
        return 0;
    drop_seen(h, g);
    show_tables(h, g);
    MOVE_LIST(g->places, h->places);
    MOVE_LIST(g->pieces, h->pieces);
    g->used = h->used;
    g->room = h->room;
    g->patterns.count = h->patterns;
    g->is_rough = h->is_rough;
    g->dead = h->dead;
    return 1;
}

void graph_drop_hidden(hidden_nodes *h) {
    if (graph_show(h))
        graph_rest_at(h->graph, h->count);
}

void graph_wake(graph *g) {
    assert(!g->tables && g->marks.count == 0);
    g->tables = arena_child(g->arena);
    for (int e = 0; e < g->places.count; e++)
        LIST_PUSH(g->tables, g->marks, (mark){0});
    graph_rebuild(g, &g->nodes, g->places.count, put_node);
    graph_rebuild(g, &g->by_numbers, g->patterns.count, put_pattern);
}

/* Adds the data and all their derivatives, and what numbers their kinks. */
const lookup *graph_add_lookup(graph *g, lookup_data *data) {
    lookup *all;
    assert(g->home == g);
    int count = lookup_derivatives(g->arena, data, &all);
    for (int k = 0; k < count; k++) {
        all[k].number = g->lookups.count;
        LIST_PUSH(g->arena, g->lookups, &all[k]);
    }
    assert(g->lookups.count < NODE_MOST);
    for (int k = 0; k < 2; k++)
        if (data->axis[k].numbers)
            data->axis[k].place = graph_add_lookup(g, data->axis[k].numbers);
    return all;
}

/* Most numbers are asked for again and again, 1 above all. */
expr expr_number(graph *g, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    known_number *known =
        &g->numbers[(bits * 0x9e3779b97f4a7c15u) >> (64 - KNOWN_NUMBER_BITS)];
    if (known->number && known->bits == bits)
        return known->number - 1;
    expr_node n = {.op = OP_NUMBER, .value = value};
    expr e = graph_intern(g, &n);
    *known = (known_number){bits, e + 1};
    return e;
}

expr expr_time(graph *g) {
    expr_node n = {.op = OP_TIME};
    return graph_intern(g, &n);
}

expr expr_jet(graph *g, int variable, int order) {
    assert(variable >= 0 && order >= 0);
    expr_node n = {.op = OP_JET, .variable = variable, .order = order};
    return graph_intern(g, &n);
}

expr expr_parameter(graph *g, int parameter) {
    assert(parameter >= 0);
    expr_node n = {.op = OP_PARAMETER, .variable = parameter};
    return graph_intern(g, &n);
}
