/* SPDX-License-Identifier: BSD-3-Clause */
/* Columns of results in a system with modes.
 *
 * A run shows the columns of the mode that it starts in. Another mode may have no
 * derivative of a variable among its coordinates and top unknowns, or call it by another
 * name (der(y) = x); completion is asked for it then (dae.shown), and the column finds it
 * where it is. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "hybrid_state.h"

typedef struct named {
    const char *name;
    size_t length;
    int number;
} named;

static int columns_by_name(const void *a, const void *b) {
    const named *x = a;
    const named *y = b;
    size_t least = x->length < y->length ? x->length : y->length;
    int order = least ? memcmp(x->name, y->name, least) : 0;
    if (order)
        return order;
    return (x->length > y->length) - (x->length < y->length);
}

static const named *columns_find(const named *list, int count, const char *name,
                                 size_t length) {
    named key = {name, length, 0};
    return bsearch(&key, list, (size_t)count, sizeof *list, columns_by_name);
}

static named *sort_variables(const dae *s, arena *scratch) {
    int count = s->variables.count;
    named *list = ARENA_ARRAY(scratch, named, count + 1);
    for (int v = 0; v < count; v++) {
        const char *name = s->variables.at[v].name;
        list[v] = (named){name, strlen(name), v};
    }
    qsort(list, (size_t)count, sizeof *list, columns_by_name);
    return list;
}

static named *sort_columns(const invo_system *s, arena *scratch) {
    named *list = ARENA_ARRAY(scratch, named, s->columns + 1);
    for (int k = 0; k < s->columns; k++)
        list[k] = (named){s->column[k].name, strlen(s->column[k].name), k};
    qsort(list, (size_t)s->columns, sizeof *list, columns_by_name);
    return list;
}

/* --- what is shown --- */

static const char DER[] = "der(";
enum { DER_LENGTH = sizeof DER - 1 };

/* Adds the derivative that a column is called by, if it is called by one. */
static void show_column(hybrid *h, const named *variables, const char *name) {
    const char *at = name;
    size_t length = strlen(name);
    int order = 0;
    for (; length > DER_LENGTH && strncmp(at, DER, DER_LENGTH) == 0; order++) {
        at += DER_LENGTH;
        length -= DER_LENGTH + 1; /* with its bracket */
    }
    const named *found = columns_find(variables, h->system->variables.count, at, length);
    if (order == 0 || !found)
        return;
    shown_jet shown = {found->number, order, name};
    LIST_PUSH(h->system->arena, h->modes.shown, shown);
}

static int has_all(const hybrid *h, const invo_system *s) {
    arena *scratch = arena_child(h->system->arena);
    const named *columns = sort_columns(s, scratch);
    int all = 1;
    for (int k = 0; k < h->modes.shown.count && all; k++) {
        const char *name = h->modes.shown.at[k].name;
        all = columns_find(columns, s->columns, name, strlen(name)) != NULL;
    }
    arena_free(scratch);
    return all;
}

/* Modes from before that lack one are made again when they are needed. */
static void forget_modes(hybrid *h) {
    int kept = 0;
    for (int k = 0; k < h->modes.all.count; k++) {
        mode *m = h->modes.all.at[k];
        if (m == h->now || has_all(h, &m->lowered->system))
            h->modes.all.at[kept++] = m;
    }
    h->modes.all.count = kept;
    h->modes.indexed = -1;
}

void hybrid_keep_columns(hybrid *h) {
    assert(h->now && h->now->lowered);
    const invo_system *s = &h->now->lowered->system;
    arena *scratch = arena_child(h->system->arena);
    const named *variables = sort_variables(h->system, scratch);
    for (int k = 0; k < s->columns; k++)
        show_column(h, variables, s->column[k].name);
    arena_free(scratch);
    forget_modes(h);
}

/* --- a mode --- */

typedef LIST(invo_column) columns_list;

static void add_shown(const hybrid *h, const lowered *w, columns_list *list) {
    const completion *c = w->completion;
    arena *scratch = arena_child(h->system->arena);
    const named *columns = sort_columns(&w->system, scratch);
    for (int k = 0; k < h->modes.shown.count; k++) {
        const shown_jet *x = &h->modes.shown.at[k];
        if (columns_find(columns, w->system.columns, x->name, strlen(x->name)))
            continue;
        int slot = completion_shown_slot(c, x->variable, x->order);
        if (slot < 0)
            continue;
        invo_column column = {x->name, slot, -INFINITY, INFINITY, NULL};
        LIST_PUSH(h->system->arena, *list, column);
    }
    arena_free(scratch);
}

/* Weights are variables of one mode, and no results. */
static int columns_is_weight(const hybrid *h, const mode *m, const char *name) {
    for (int v = h->system->variables.count; v < m->system.variables.count; v++)
        if (strstr(name, m->system.variables.at[v].name))
            return 1;
    return 0;
}

void hybrid_add_columns(hybrid *h, const mode *m) {
    assert(m->lowered);
    lowered *w = m->lowered;
    dae *s = h->system;
    columns_list list = {0};
    for (int k = 0; k < w->system.columns; k++)
        if (!columns_is_weight(h, m, w->system.column[k].name))
            LIST_PUSH(s->arena, list, w->system.column[k]);
    add_shown(h, w, &list);
    for (int p = 0; p < s->parameters.count; p++) {
        if (s->parameters.at[p].kind != PARAMETER_DISCRETE)
            continue;
        if (s->parameters.at[p].is_hidden)
            continue;
        invo_column column = {s->parameters.at[p].name, 0, -INFINITY, INFINITY,
                              hybrid_value(h, p)};
        LIST_PUSH(s->arena, list, column);
    }
    w->system.columns = list.count;
    w->system.column = list.at;
}
