/* SPDX-License-Identifier: BSD-3-Clause */
/* Arenas, growable arrays and interned names. */
#include "arena.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *next;
    size_t used, size;
    max_align_t data[];
} block;

struct arena {
    invo_context *context;
    block *blocks; /* the newest first: the one that is filled */
};

enum { BLOCK_SIZE = 1 << 16, LARGE = BLOCK_SIZE / 4 };

arena *arena_new(invo_context *c) {
    arena *a = memory_alloc(c, sizeof *a);
    if (!a) fail_if_errors(c);
    a->context = c;
    return a;
}

void arena_free(arena *a) {
    if (!a) return;
    for (block *b = a->blocks, *next; b; b = next) next = b->next, free(b);
    free(a);
}

invo_context *arena_context(const arena *a) { return a->context; }

static block *block_new(arena *a, size_t size) {
    block *b = memory_alloc(a->context, sizeof(block) + size);
    if (!b) fail_if_errors(a->context);
    b->size = size;
    return b;
}

static size_t round_up(size_t size) {
    return (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
}

void arena_shrink(arena *a, const void *last, size_t size, size_t used) {
    block *b = a->blocks;
    if (b && (const char *)last + round_up(size) == (char *)b->data + b->used)
        b->used -= round_up(size) - round_up(used);
}

void *arena_alloc(arena *a, size_t size) {
    size = round_up(size);
    block *b = a->blocks;
    if (!b || b->size - b->used < size) {
        int large = size > LARGE;
        block *fresh = block_new(a, large ? size : BLOCK_SIZE);
        if (large && b) /* keep filling the current block */
            fresh->next = b->next, b->next = fresh;
        else
            fresh->next = b, a->blocks = fresh;
        b = fresh;
    }
    void *p = (char *)b->data + b->used;
    b->used += size;
    return p;
}

char *arena_copy(arena *a, const char *text, size_t size) {
    char *copy = arena_alloc(a, size + 1);
    memcpy(copy, text, size);
    return copy;
}

char *arena_print(arena *a, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = arena_alloc(a, (size_t)size + 1);
    vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    return text;
}

/* Gives back what has a block of its own; small pieces stay until the end. */
static void discard(arena *a, const void *data) {
    for (block **at = &a->blocks; *at; at = &(*at)->next)
        if ((*at)->data == data) {
            block *b = *at;
            *at = b->next;
            free(b);
            return;
        }
}

void *arena_grow(arena *a, void *old, size_t item, int *capacity) {
    int wider = *capacity ? 2 * *capacity : 8;
    size_t size = item * (size_t)*capacity;
    void *grown = arena_alloc(a, item * (size_t)wider);
    if (old) memcpy(grown, old, size);
    if (size > LARGE) discard(a, old);
    *capacity = wider;
    return grown;
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
    for (size_t i = 0; i < size; i++) h = (h ^ (unsigned char)text[i]) * 16777619u;
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
            next = e->next, e->next = *home, *home = e;
        }
}

const char *name_intern(names *n, const char *text, size_t size) {
    if (n->count > 2 * n->buckets) names_widen(n);
    entry **home = &n->bucket[hash_text(text, size) % n->buckets];
    for (entry *e = *home; e; e = e->next)
        if (e->size == size && memcmp(e->text, text, size) == 0) return e->text;
    entry *e = arena_alloc(n->arena, sizeof *e);
    e->text = arena_copy(n->arena, text, size), e->size = size;
    e->next = *home, *home = e;
    n->count++;
    return e->text;
}
