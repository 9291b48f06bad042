/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rate is a row of whole numbers over the distinct terms of all rates; a law is a
 * combination of rows that vanishes. Terms are eliminated one by one without fractions:
 * the shortest row that contains one is subtracted from the others and goes. What is left
 * in the end has no terms, and the combinations that led to it are the laws. */
#include "linear_laws.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Entries of a row by ascending keys: terms, then the rows that are combined. */
typedef struct law_entry {
    int key;
    int64_t value;
} law_entry;

typedef struct law_row {
    int count;
    law_entry *at;
    int is_gone;
} law_row;

/* A term of a rate as it is read. */
typedef struct law_term {
    int row, term;
    double c;
} law_term;

typedef struct law_search {
    lowered *lowered;
    arena *arena;
    int rows, terms;
    law_row *row;
    int *slot;           /* [rows] */
    LIST(int) number;    /* of each node: 1 + that of its term, 0: none yet */
    char *is_odd;        /* [rows]: it takes part in no law that is found */
    LIST(law_term) list; /* of all rates */
    int is_complete;
} law_search;

/* --- rates --- */

/* The product without its number, which goes to the factor. */
static expr law_pull(law_search *s, expr e, double *factor) {
    graph *g = s->lowered->completion->system->graph;
    const expr_node *n = expr_get(g, e);
    if (n->op != OP_PRODUCT || n->value == 1)
        return e;
    expr *part = ARENA_ARRAY(s->arena, expr, n->count);
    *factor *= n->value;
    for (int k = 0; k < n->count; k++) {
        expr power = expr_number(g, n->coefficient[k]);
        part[k] = expr_pow(g, n->arg[k], power);
    }
    return expr_product(g, n->count, part);
}

/* Adds a term to a rate; terms are numbered as they come. */
static void law_add(law_search *s, int row, expr term, double factor) {
    while (s->number.count <= term)
        LIST_PUSH(s->arena, s->number, 0);
    if (!s->number.at[term])
        s->number.at[term] = ++s->terms;
    LIST_PUSH(s->arena, s->list, ((law_term){row, s->number.at[term] - 1, factor}));
}

/* Reads sums into their terms; what is no sum is one. */
static void law_read(law_search *s, int row, expr e, double factor, int depth) {
    enum { DEEPEST = 50 };
    graph *g = s->lowered->completion->system->graph;
    e = law_pull(s, e, &factor);
    const expr_node *n = expr_get(g, e);
    if (n->op == OP_SUM && depth < DEEPEST) {
        if (n->value != 0) /* a constant rate needs time */
            s->is_odd[row] = 1;
        for (int k = 0; k < n->count; k++)
            law_read(s, row, n->arg[k], factor * n->coefficient[k], depth + 1);
    } else if (n->op != OP_NUMBER || n->value != 0)
        law_add(s, row, e, factor);
}

/* Lists the unknowns that their own equations give by numbers: s z + rest = 0. */
static void law_list_rates(law_search *s) {
    const completion *c = s->lowered->completion;
    graph *g = c->system->graph;
    expr *rest = ARENA_ARRAY(s->arena, expr, c->unknowns + 1);
    double *slope = ARENA_ARRAY(s->arena, double, c->unknowns + 1);
    int *own = ARENA_ARRAY(s->arena, int, c->unknowns + 1);
    s->slot = ARENA_ARRAY(s->arena, int, c->unknowns + 1);
    for (int b = 0; b < c->blocks; b++) {
        int j = c->order[c->block[b]];
        const jet_unknown *y = &c->unknown[j];
        if (c->block[b + 1] - c->block[b] != 1 || y->d != 1)
            continue;
        expr by = completion_top_slope(c, y->row, j);
        if (by == EXPR_ZERO || expr_get(g, by)->op != OP_NUMBER)
            continue;
        own[j] = 1;
        rest[s->rows] = completion_constant_part(c, completion_top(c, y->row), own, 0);
        own[j] = 0;
        slope[s->rows] = expr_get(g, by)->value;
        s->slot[s->rows++] = completion_jet_slot(c, j, 0);
    }
    s->is_odd = ARENA_ARRAY(s->arena, char, s->rows + 1);
    for (int i = 0; i < s->rows; i++)
        if (rest[i] != EXPR_ZERO)
            law_read(s, i, rest[i], -1 / slope[i], 0);
}

/* --- whole numbers --- */

static const double LARGEST_COEFFICIENT = 1e6;
static const int64_t LARGEST_VALUE = INT64_C(1) << 40;

/* The least coefficient of each term, of which the others are to be multiples. */
static double *law_units(const law_search *s) {
    double *unit = ARENA_ARRAY(s->arena, double, s->terms + 1);
    for (int k = 0; k < s->list.count; k++) {
        const law_term *t = &s->list.at[k];
        if (t->c != 0 && (unit[t->term] == 0 || fabs(t->c) < unit[t->term]))
            unit[t->term] = fabs(t->c);
    }
    return unit;
}

static int law_compare(const void *x, const void *y) {
    const law_entry *p = x;
    const law_entry *q = y;
    return (p->key > q->key) - (p->key < q->key);
}

/* Adds entries of equal keys, and removes those that vanish. */
static int law_collect(int count, law_entry *at) {
    int kept = 0;
    qsort(at, (size_t)count, sizeof *at, law_compare);
    for (int k = 0; k < count;) {
        law_entry sum = {at[k].key, 0};
        for (; k < count && at[k].key == sum.key; k++)
            sum.value += at[k].value;
        if (sum.value != 0)
            at[kept++] = sum;
    }
    return kept;
}

static void law_make_rows(law_search *s) {
    const double *unit = law_units(s);
    int *size = ARENA_ARRAY(s->arena, int, s->rows + 1);
    s->row = ARENA_ARRAY(s->arena, law_row, s->rows + 1);
    for (int k = 0; k < s->list.count; k++)
        size[s->list.at[k].row]++;
    for (int i = 0; i < s->rows; i++)
        s->row[i].at = ARENA_ARRAY(s->arena, law_entry, size[i] + 1);
    for (int k = 0; k < s->list.count; k++) {
        const law_term *t = &s->list.at[k];
        law_row *r = &s->row[t->row];
        double whole = t->c / unit[t->term];
        if (whole != rint(whole) || !(fabs(whole) <= LARGEST_COEFFICIENT) ||
            whole * unit[t->term] != t->c)
            s->is_odd[t->row] = 1;
        else
            r->at[r->count++] = (law_entry){t->term, (int64_t)whole};
    }
    for (int i = 0; i < s->rows; i++) {
        law_row *r = &s->row[i];
        r->at[r->count++] = (law_entry){s->terms + i, 1};
        r->count = law_collect(r->count, r->at);
        r->is_gone = s->is_odd[i];
        s->is_complete &= !s->is_odd[i];
    }
}

/* --- elimination --- */

static int64_t law_divisor(int64_t a, int64_t b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t law_value(const law_row *r, int key) {
    int low = 0;
    int high = r->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (r->at[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->count && r->at[low].key == key ? r->at[low].value : 0;
}

/* x = p x - q y without a common divisor; returns 0 where a number is too large. */
static int law_subtract(law_search *s, law_row *x, int64_t p, const law_row *y,
                        int64_t q) {
    law_entry *sum = ARENA_ARRAY(s->arena, law_entry, x->count + y->count);
    int count = 0;
    int64_t divisor = 0;
    for (int i = 0, k = 0; i < x->count || k < y->count;) {
        int key = i < x->count ? x->at[i].key : y->at[k].key;
        if (k < y->count && y->at[k].key < key)
            key = y->at[k].key;
        int64_t value = 0;
        if (i < x->count && x->at[i].key == key)
            value += p * x->at[i++].value;
        if (k < y->count && y->at[k].key == key)
            value -= q * y->at[k++].value;
        if (value == 0)
            continue;
        if (value > LARGEST_VALUE || value < -LARGEST_VALUE)
            return 0;
        divisor = law_divisor(value, divisor);
        sum[count++] = (law_entry){key, value};
    }
    for (int k = 0; k < count; k++)
        sum[k].value /= divisor;
    arena_drop(x->at, sizeof *x->at * (size_t)x->count);
    x->at = sum;
    x->count = count;
    return 1;
}

/* The rows that contain each term at first: later ones are found by the rows that were
 * subtracted. */
typedef LIST(int) law_holders;

/* Eliminates a term from all rows that contain it by the shortest of them. */
static void law_eliminate(law_search *s, law_holders *holders, int term) {
    law_holders *own = &holders[term];
    int best = -1;
    for (int k = 0; k < own->count; k++) {
        const law_row *r = &s->row[own->at[k]];
        if (!r->is_gone && law_value(r, term) != 0 &&
            (best < 0 || r->count < s->row[best].count))
            best = own->at[k];
    }
    if (best < 0)
        return;
    law_row *pivot = &s->row[best];
    int64_t q = law_value(pivot, term);
    for (int k = 0; k < own->count; k++) {
        law_row *r = &s->row[own->at[k]];
        int64_t p = own->at[k] != best && !r->is_gone ? law_value(r, term) : 0;
        if (p == 0)
            continue;
        int64_t common = law_divisor(p, q);
        if (!law_subtract(s, r, q / common, pivot, p / common)) {
            r->is_gone = 1;
            s->is_complete = 0;
            continue;
        }
        for (int i = 0; i < pivot->count && pivot->at[i].key < s->terms; i++)
            LIST_PUSH(s->arena, holders[pivot->at[i].key], own->at[k]);
    }
    pivot->is_gone = 1;
}

static linear_law law_of(const law_search *s, arena *a, const law_row *r) {
    int *slot = ARENA_ARRAY(a, int, r->count);
    double *c = ARENA_ARRAY(a, double, r->count);
    for (int k = 0; k < r->count; k++) {
        slot[k] = s->slot[r->at[k].key - s->terms];
        c[k] = (double)r->at[k].value;
    }
    return (linear_law){r->count, slot, c};
}

linear_laws linear_laws_find(lowered *w, arena *a) {
    arena *scratch = arena_child(a);
    law_search s = {.lowered = w, .arena = scratch, .is_complete = 1};
    law_list_rates(&s);
    law_make_rows(&s);
    law_holders *holders = ARENA_ARRAY(scratch, law_holders, s.terms + 1);
    for (int i = 0; i < s.rows; i++)
        for (int k = 0; k < s.row[i].count && s.row[i].at[k].key < s.terms; k++)
            LIST_PUSH(scratch, holders[s.row[i].at[k].key], i);
    for (int t = 0; t < s.terms; t++)
        law_eliminate(&s, holders, t);
    linear_laws found = {.is_complete = s.is_complete};
    found.at = ARENA_ARRAY(a, linear_law, s.rows + 1);
    for (int i = 0; i < s.rows; i++)
        if (!s.row[i].is_gone)
            found.at[found.count++] = law_of(&s, a, &s.row[i]);
    arena_free(scratch);
    return found;
}
