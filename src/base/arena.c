/* SPDX-License-Identifier: BSD-3-Clause */
/* Arenas, growable arrays and interned names. */
#include "arena.h"
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pieces are aligned for doubles and pointers, which is all that arenas hold. */
enum { ALIGNMENT = 8 };
enum { FIRST_BLOCK = 1 << 9, BLOCK_SIZE = 1 << 16, LARGE = BLOCK_SIZE / 4 };
/* Blocks are zeroed as they are filled, so many bytes ahead: pages that nobody uses are
 * never touched. */
enum { AHEAD = 1 << 9 };

typedef struct block {
    struct block *next, *before; /* `before` of blocks with one large piece only */
    arena *owner;
    size_t used, size;
    size_t clean; /* what is between `used` and here is zero, behind it anything */
    double data[];
} block;

typedef struct last_act {
    struct last_act *next;
    void (*act)(void *data);
    void *data;
} last_act;

struct arena {
    invo_context *context;
    block *blocks; /* of small pieces; the newest first: the one that is filled */
    block *large;  /* of one piece each */
    arena *parent, *children, *next, *before; /* children: a list by next and before */
    size_t block_size;                        /* of the next block of small pieces */
    last_act *acts;                           /* see arena_at_end */
};

arena *arena_new(invo_context *c) {
    context_poll(c); /* whatever takes long takes memory on its way */
    arena *a = memory_alloc(c, sizeof *a);
    if (!a)
        fail_if_errors(c);
    a->context = c;
    a->block_size = BLOCK_SIZE;
    return a;
}

arena *arena_child(arena *parent) {
    assert(parent);
    arena *a = arena_new(parent->context);
    a->block_size = FIRST_BLOCK;
    a->parent = parent;
    a->next = parent->children;
    if (a->next)
        a->next->before = a;
    return parent->children = a;
}

static void free_blocks(block *b) {
    for (block *next; b; b = next) {
        next = b->next;
        free(b);
    }
}

void arena_free(arena *a) {
    if (!a)
        return;
    while (a->children)
        arena_free(a->children);
    for (const last_act *l = a->acts; l; l = l->next)
        l->act(l->data);
    if (a->before)
        a->before->next = a->next;
    else if (a->parent)
        a->parent->children = a->next;
    if (a->next)
        a->next->before = a->before;
    free_blocks(a->blocks);
    free_blocks(a->large);
    free(a);
}

invo_context *arena_context(const arena *a) {
    return a->context;
}

static block *block_begin(arena *a, block *b, size_t size) {
    if (!b)
        fail_if_errors(a->context);
    b->size = size;
    b->owner = a;
    return b;
}

/* A block of one piece, zeroed. */
static block *block_new_large(arena *a, size_t size) {
    context_poll(a->context);
    return block_begin(a, memory_alloc(a->context, sizeof(block) + size), size);
}

static block *block_new(arena *a, size_t size) {
    context_poll(a->context);
    block *b = block_begin(a, memory_resize(a->context, NULL, sizeof *b + size), size);
    b->used = b->clean = 0;
    return b;
}

static size_t round_up(size_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

void arena_shrink(arena *a, const void *last, size_t size, size_t used) {
    assert(used <= size);
    block *b = a->blocks;
    if (b && (const char *)last + round_up(size) == (char *)b->data + b->used)
        b->clean = b->used -= round_up(size) - round_up(used);
}

static void link_large(arena *a, block *b) {
    b->before = NULL;
    b->next = a->large;
    if (b->next)
        b->next->before = b;
    a->large = b;
}

static void unlink_large(block *b) {
    if (b->next)
        b->next->before = b->before;
    if (b->before)
        b->before->next = b->next;
    else
        b->owner->large = b->next;
}

static void *alloc_large(arena *a, size_t size) {
    block *b = block_new_large(a, size);
    link_large(a, b);
    return b->data;
}

/* The block that has room for a small piece. */
static block *block_with_room(arena *a, size_t size) {
    block *b = a->blocks;
    if (b && b->size - b->used >= size)
        return b;
    while (a->block_size < size)
        a->block_size *= 2;
    b = block_new(a, a->block_size);
    b->next = a->blocks;
    a->blocks = b;
    if (a->block_size < BLOCK_SIZE)
        a->block_size *= 2;
    return b;
}

/* Zeroes what is used now, and somewhat more. */
static void clear_ahead(block *b) {
    const size_t end = b->size - b->used < AHEAD ? b->size : b->used + AHEAD;
    memset((char *)b->data + b->clean, 0, end - b->clean);
    b->clean = end;
}

void *arena_alloc(arena *a, size_t size) {
    assert(a && a->context);
    size = round_up(size);
    if (size > LARGE)
        return alloc_large(a, size);
    block *b = block_with_room(a, size);
    void *p = (char *)b->data + b->used;
    b->used += size;
    if (b->used > b->clean)
        clear_ahead(b);
    return p;
}

static void *room_large(arena *a, size_t size) {
    block *b = block_new(a, size);
    link_large(a, b);
    return b->data;
}

void *arena_room(arena *a, size_t size) {
    size = round_up(size);
    if (size > LARGE)
        return room_large(a, size);
    block *b = block_with_room(a, size);
    void *p = (char *)b->data + b->used;
    b->used += size;
    if (b->clean < b->used)
        b->clean = b->used;
    return p;
}

arena_mark arena_now(const arena *a) {
    return (arena_mark){a->blocks, a->large, a->blocks ? a->blocks->used : 0};
}

void arena_return(arena *a, arena_mark then) {
    while (a->large != then.large) {
        block *b = a->large;
        unlink_large(b);
        free(b);
    }
    /* the first block stays, also where there was none: what returns will come again */
    while (a->blocks != then.block && a->blocks->next) {
        block *b = a->blocks;
        a->blocks = b->next;
        free(b);
    }
    if (!a->blocks)
        return;
    assert(then.used <= a->blocks->used);
    a->blocks->used = a->blocks->clean = then.used;
}

char *arena_copy(arena *a, const char *text, size_t size) {
    assert(text || size == 0);
    char *copy = arena_room(a, round_up(size + 1));
    memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}

char *arena_print(arena *a, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    assert(size >= 0);
    va_end(arguments);
    char *text = arena_alloc(a, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

/* The block of a large piece. */
static block *block_of(void *data) {
    return (block *)((char *)data - offsetof(block, data));
}

/* A large piece moves with its block, in place where that is possible. */
static void *resize(void *old, size_t size) {
    block *b = block_of(old);
    assert(b->size > LARGE);
    arena *a = b->owner;
    unlink_large(b);
    block *moved = memory_resize(a->context, b, sizeof(block) + size);
    link_large(a, moved ? moved : b);
    if (!moved)
        fail_if_errors(a->context);
    moved->size = size;
    return moved->data;
}

void arena_drop(void *piece, size_t size) {
    if (round_up(size) <= LARGE)
        return;
    unlink_large(block_of(piece));
    free(block_of(piece));
}

void *arena_grow(arena *a, void *old, size_t item, int *capacity) {
    assert(item > 0 && *capacity >= 0);
    assert(old || *capacity == 0);
    int wider = *capacity ? 2 * *capacity : 8;
    size_t before = item * (size_t)*capacity;
    size_t size = round_up(item * (size_t)wider);
    *capacity = wider;
    if (old && round_up(before) > LARGE)
        return resize(old, size);
    void *grown = arena_room(a, size);
    if (old)
        memcpy(grown, old, before);
    return grown;
}

void *arena_fit(void *list, size_t item, int count, int *capacity) {
    assert(count >= 0 && count <= *capacity);
    size_t size = round_up(item * (size_t)count);
    /* what has become short would no longer be known as a block of its own */
    if (count == *capacity || size <= LARGE)
        return list;
    *capacity = count;
    return resize(list, size);
}

void *arena_keep(arena *a, const void *list, size_t item, int count) {
    assert(count >= 0 && (list || count == 0));
    size_t size = item * (size_t)count;
    void *kept = arena_room(a, round_up(size + !size));
    if (size)
        memcpy(kept, list, size);
    return kept;
}

typedef struct entry {
    struct entry *next;
    const char *text;
    size_t size;
} entry;

struct names {
    arena *arena;
    entry **bucket;
    size_t buckets, count;
};

names *names_new(arena *a) {
    names *n = arena_alloc(a, sizeof *n);
    n->arena = a;
    n->buckets = 256;
    n->bucket = ARENA_ARRAY(a, entry *, n->buckets);
    return n;
}

static uint32_t hash_text(const char *text, size_t size) { /* FNV-1a */
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)text[i]) * 16777619u;
    return h;
}

static void names_widen(names *n) {
    entry **old = n->bucket;
    size_t before = n->buckets;
    n->buckets *= 4;
    n->bucket = ARENA_ARRAY(n->arena, entry *, n->buckets);
    for (size_t i = 0; i < before; i++)
        for (entry *e = old[i], *next; e; e = next) {
            entry **home = &n->bucket[hash_text(e->text, e->size) % n->buckets];
            next = e->next;
            e->next = *home;
            *home = e;
        }
}

const char *name_intern(names *n, const char *text, size_t size) {
    assert(text);
    if (n->count > 2 * n->buckets)
        names_widen(n);
    entry **home = &n->bucket[hash_text(text, size) % n->buckets];
    for (entry *e = *home; e; e = e->next)
        if (e->size == size && memcmp(e->text, text, size) == 0)
            return e->text;
    invo_context *c = arena_context(n->arena);
    if ((double)n->count >= c->limit[LIMIT_NAMES])
        fail(c, INVO_E_MODEL, nowhere, "the model has more than %g different names",
             c->limit[LIMIT_NAMES]);
    entry *e = arena_alloc(n->arena, sizeof *e);
    e->text = arena_copy(n->arena, text, size);
    e->size = size;
    e->next = *home;
    *home = e;
    n->count++;
    return e->text;
}

void arena_at_end(arena *a, void (*act)(void *data), void *data) {
    last_act *l = arena_alloc(a, sizeof *l);
    *l = (last_act){a->acts, act, data};
    a->acts = l;
}
