/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory with one lifetime: allocated piece by piece, freed at once. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H
#include <stdarg.h>
#include "context.h"

typedef struct arena arena;

arena *arena_new(invo_context *c); /* throws E_MEMORY */
void arena_free(arena *a);         /* NULL is fine */
/* Memory that goes before the rest: with arena_free, or with its parent where an error is
 * thrown. */
arena *arena_child(arena *parent);
invo_context *arena_context(const arena *a);
/* Calls act(data) when the arena is freed, before its memory goes. */
void arena_at_end(arena *a, void (*act)(void *data), void *data);

/* Zeroed, aligned for numbers and pointers; never NULL: throws E_MEMORY. */
void *arena_alloc(arena *a, size_t size);
/* The same for what is written before it is read: it holds anything. */
void *arena_room(arena *a, size_t size);
/* Gives back all that was allocated since arena_now; no list from before may have grown
 * in between. */
typedef struct arena_mark {
    void *block, *large;
    size_t used;
} arena_mark;
arena_mark arena_now(const arena *a);
void arena_return(arena *a, arena_mark then);
/* Gives back the end of the piece that was allocated last. */
void arena_shrink(arena *a, const void *last, size_t size, size_t used);
/* Gives back a piece of this size at once, if it is a large one. */
void arena_drop(void *piece, size_t size);
char *arena_copy(arena *a, const char *text, size_t size); /* adds the final NUL */
char *arena_print(arena *a, const char *format, ...) PRINTF_LIKE(2, 3);

#define ARENA_ARRAY(a, type, count)                                                      \
    ((type *)arena_alloc((a), sizeof(type) * (size_t)(count)))
#define ARENA_ROOM(a, type, count)                                                       \
    ((type *)arena_room((a), sizeof(type) * (size_t)(count)))

/* A growable array of T inside an arena: struct { T *at; int count, capacity; }.
 * LIST_PUSH(arena, list, value) appends; list.at[i] reads. */
#define LIST(type)                                                                       \
    struct {                                                                             \
        type *at;                                                                        \
        int count, capacity;                                                             \
    }
#define LIST_PUSH(a, list, value)                                                        \
    do {                                                                                 \
        if ((list).count == (list).capacity)                                             \
            (list).at = arena_grow((a), (list).at, sizeof *(list).at, &(list).capacity); \
        (list).at[(list).count++] = (value);                                             \
    } while (0)
/* for (type *item: every one of a list that does not grow meanwhile) */
#define LIST_EACH(type, item, list)                                                      \
    for (type *item = (list).at; item && item < (list).at + (list).count; item++)
/* Doubles; what is new is not zeroed. A long array leaves nothing behind. */
void *arena_grow(arena *a, void *old, size_t item, int *capacity);
/* Gives back what a list that has finished growing does not use, if that is much: a long
 * list is cut in place. */
void *arena_fit(void *list, size_t item, int count, int *capacity);
#define LIST_FIT(list)                                                                   \
    ((list).at = arena_fit((list).at, sizeof *(list).at, (list).count, &(list).capacity))
/* A copy of a list, as long as it is. */
void *arena_keep(arena *a, const void *list, size_t item, int count);
#define LIST_KEEP(a, list) arena_keep((a), (list).at, sizeof *(list).at, (list).count)

/* Interned names: equal texts have equal pointers. */
typedef struct names names;
names *names_new(arena *a);
const char *name_intern(names *n, const char *text, size_t size);

#endif
