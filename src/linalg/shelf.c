/* SPDX-License-Identifier: BSD-3-Clause */
#include "shelf.h"
#include <stdlib.h>
#include "../base/arena.h"

typedef struct shelved {
    invo_pattern pattern;
    shelf_end *kind;
    void *thing;
    struct shelved *next;
} shelved;

/* In the order in which they came: they are asked for in the same one. */
struct invo_shelf {
    shelved *first;
    shelved **end;
};

static void shelf_clear(void *shelf) {
    invo_shelf *s = shelf;
    while (s->first) {
        shelved *one = s->first;
        s->first = one->next;
        one->kind(one->thing);
        free(one);
    }
}

invo_shelf *shelf_new(arena *a) {
    invo_shelf *s = arena_alloc(a, sizeof *s);
    s->end = &s->first;
    arena_at_end(a, shelf_clear, s);
    return s;
}

/* Where it hangs, or where nothing does. */
static shelved **shelf_find(invo_shelf *s, const invo_pattern *p, shelf_end *kind) {
    shelved **at = &s->first;
    for (; *at; at = &(*at)->next) {
        const invo_pattern *q = &(*at)->pattern;
        if (q->start == p->start && q->column == p->column && q->rows == p->rows &&
            q->columns == p->columns && (*at)->kind == kind)
            break;
    }
    return at;
}

void *shelf_take(invo_shelf *s, const invo_pattern *p, shelf_end *kind) {
    shelved **at = s ? shelf_find(s, p, kind) : NULL;
    shelved *one = at ? *at : NULL;
    if (!one)
        return NULL;
    void *thing = one->thing;
    *at = one->next;
    if (!one->next)
        s->end = at;
    free(one);
    return thing;
}

void *shelf_see(invo_shelf *s, const invo_pattern *p, shelf_end *kind) {
    shelved **at = s ? shelf_find(s, p, kind) : NULL;
    return at && *at ? (*at)->thing : NULL;
}

void shelf_put(invo_shelf *s, const invo_pattern *p, shelf_end *kind, void *thing) {
    shelved *one = s && !*shelf_find(s, p, kind) ? malloc(sizeof *one) : NULL;
    if (!one) {
        kind(thing);
        return;
    }
    *one = (shelved){*p, kind, thing, NULL};
    *s->end = one;
    s->end = &one->next;
}
