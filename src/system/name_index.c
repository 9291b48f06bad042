/* SPDX-License-Identifier: BSD-3-Clause */
/* A hash table with open addressing. Variables go in first, so that of equal names the
 * first is found first. */
#include "name_index.h"
#include <assert.h>
#include <string.h>
#include "../base/number.h"

struct name_index {
    const dae *system;
    uint32_t mask; /* size of the table - 1, which is a power of 2 */
    int *entry;    /* [mask + 1]: 1 + number of a variable, -1 - that of a parameter; 0:
                      empty */
};

static uint32_t name_hash(const char *name, size_t size) {
    uint32_t hash = HASH_BEGIN;
    for (size_t i = 0; i < size; i++)
        hash = hash_more(hash, (unsigned char)name[i]);
    return hash;
}

static const char *name_of_entry(const name_index *x, int entry) {
    const dae *s = x->system;
    return entry > 0 ? s->variables.at[entry - 1].name
                     : s->parameters.at[-1 - entry].name;
}

static void name_index_add(name_index *x, int entry) {
    const char *name = name_of_entry(x, entry);
    uint32_t at = name_hash(name, strlen(name)) & x->mask;
    while (x->entry[at])
        at = (at + 1) & x->mask;
    x->entry[at] = entry;
}

const name_index *name_index_new(arena *a, const dae *s) {
    const uint32_t count = (uint32_t)s->variables.count + (uint32_t)s->parameters.count;
    uint32_t size = 16;
    while (size < 2 * count)
        size *= 2;
    name_index *x = arena_alloc(a, sizeof *x);
    *x = (name_index){s, size - 1, ARENA_ARRAY(a, int, size)};
    for (int v = 0; v < s->variables.count; v++)
        name_index_add(x, 1 + v);
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].unit)
            name_index_add(x, -1 - p);
    return x;
}

/* The first entry of one kind with this name; 0: none. */
static int name_index_find(const name_index *x, const char *name, size_t size,
                           int is_variable) {
    assert(name);
    uint32_t at = name_hash(name, size) & x->mask;
    for (; x->entry[at]; at = (at + 1) & x->mask) {
        const char *other = name_of_entry(x, x->entry[at]);
        if ((x->entry[at] > 0) == is_variable && strncmp(other, name, size) == 0 &&
            !other[size])
            return x->entry[at];
    }
    return 0;
}

int name_index_variable(const name_index *x, const char *name, size_t size) {
    return name_index_find(x, name, size, 1) - 1;
}

int name_index_parameter(const name_index *x, const char *name) {
    return -1 - name_index_find(x, name, strlen(name), 0);
}
