/* SPDX-License-Identifier: BSD-3-Clause */
/* Greedy: a row with one column left that it gives explicitly is a formula; where there
 * is none, a column is torn: first those with start values, then one that no row gives,
 * then the one that most rows wait for. */
#include "tearing.h"
#include <assert.h>
#include <string.h>

typedef struct work {
    tearing *t;
    int *start, *entry;          /* entries by rows */
    int *begin, *inside;         /* entries by columns */
    int *open;                   /* [rows]: columns that are not known yet; -1: used */
    int *level;                  /* [columns]: that makes it known, -1: not known */
    int *row_rank, *column_rank; /* places in the order of the names */
} work;

static void tearing_sort(arena *a, int count, const int *key, int keys, int **start,
                         int **sorted) {
    *start = ARENA_ARRAY(a, int, keys + 2);
    *sorted = ARENA_ARRAY(a, int, count + 1);
    for (int k = 0; k < count; k++)
        (*start)[key[k] + 2]++;
    for (int i = 0; i < keys; i++)
        (*start)[i + 2] += (*start)[i + 1];
    for (int k = 0; k < count; k++)
        (*sorted)[(*start)[key[k] + 1]++] = k;
}

/* Returns the rank of names, [count]: the place of each in the alphabet; equal names
 * share theirs. */
static int *tearing_rank_names(arena *a, int count, const char **name) {
    int *rank = ARENA_ARRAY(a, int, count + 1);
    int *order = ARENA_ARRAY(a, int, count + 1);
    int *other = ARENA_ARRAY(a, int, count + 1);
    for (int i = 0; i < count; i++)
        order[i] = i;
    for (int width = 1; width < count; width *= 2) { /* merge sort: stable */
        for (int from = 0; from < count; from += 2 * width) {
            int middle = from + width < count ? from + width : count;
            int end = middle + width < count ? middle + width : count;
            int left = from;
            int right = middle;
            for (int k = from; k < end; k++) {
                int is_left =
                    left < middle &&
                    (right >= end || strcmp(name[order[left]], name[order[right]]) <= 0);
                other[k] = is_left ? order[left++] : order[right++];
            }
        }
        memcpy(order, other, sizeof *order * (size_t)count);
    }
    for (int k = 0; k < count; k++) {
        int same = k > 0 && strcmp(name[order[k - 1]], name[order[k]]) == 0;
        rank[order[k]] = same ? rank[order[k - 1]] : k;
    }
    return rank;
}

static void tearing_make_known(work *w, int j, int level) {
    w->level[j] = level;
    for (int k = w->begin[j]; k < w->begin[j + 1]; k++) {
        int i = w->t->row[w->inside[k]];
        if (w->open[i] > 0)
            w->open[i]--;
    }
}

/* The entry through which row i gives its last open column, or -1. */
static int tearing_explicit_entry(const work *w, int i) {
    const tearing *t = w->t;
    if (w->open[i] != 1)
        return -1;
    for (int k = w->start[i]; k < w->start[i + 1]; k++) {
        int entry = w->entry[k];
        int j = t->column[entry];
        if (w->level[j] >= 0)
            continue;
        int is_given = t->given && t->given[j];
        return t->is_explicit[entry] && !is_given ? entry : -1;
    }
    return -1;
}

/* The next formula in the order of the names of columns, then of rows; -1: none. */
static int tearing_next_formula(const work *w) {
    const tearing *t = w->t;
    int best = -1;
    for (int i = 0; i < t->rows; i++) {
        int entry = tearing_explicit_entry(w, i);
        if (entry < 0)
            continue;
        int by_column =
            best < 0 ? -1
                     : w->column_rank[t->column[entry]] - w->column_rank[t->column[best]];
        if (by_column == 0)
            by_column = w->row_rank[i] - w->row_rank[t->row[best]];
        if (by_column < 0)
            best = entry;
    }
    return best;
}

static void tearing_take_formula(work *w, int entry) {
    tearing *t = w->t;
    int i = t->row[entry];
    int level = 0;
    int number = t->formulas++;
    for (int k = w->start[i]; k < w->start[i + 1]; k++) {
        int before = w->level[t->column[w->entry[k]]];
        if (before > level)
            level = before;
    }
    t->formula_row[number] = i;
    t->formula_entry[number] = entry;
    t->level[number] = level;
    w->open[i] = -1;
    tearing_make_known(w, t->column[entry], level + 1);
}

/* How much speaks for tearing column j: see the head. */
static long tearing_merit(const work *w, int j) {
    const tearing *t = w->t;
    int waiting = 0;
    int is_explicit = 0;
    for (int k = w->begin[j]; k < w->begin[j + 1]; k++) {
        int entry = w->inside[k];
        if (w->open[t->row[entry]] <= 0)
            continue;
        waiting++;
        is_explicit |= t->is_explicit[entry];
    }
    long merit = waiting;
    if (!is_explicit)
        merit += 1000000;
    if (t->given && t->given[j])
        merit += 2000000;
    return merit;
}

static int tearing_next_tear(const work *w) {
    int best = -1;
    long most = -1;
    for (int j = 0; j < w->t->columns; j++) {
        if (w->level[j] >= 0)
            continue;
        long merit = tearing_merit(w, j);
        int is_first = best >= 0 && w->column_rank[j] < w->column_rank[best];
        if (merit > most || (merit == most && is_first)) {
            best = j;
            most = merit;
        }
    }
    return best;
}

/* By levels, which keeps the order of formulas of one level. */
static void tearing_sort_by_level(arena *a, tearing *t) {
    int *start;
    int *sorted;
    int most = 0;
    int *kept = ARENA_ARRAY(a, int, 3 * t->formulas + 1);
    for (int k = 0; k < t->formulas; k++)
        if (t->level[k] > most)
            most = t->level[k];
    tearing_sort(a, t->formulas, t->level, most + 1, &start, &sorted);
    for (int k = 0; k < t->formulas; k++) {
        kept[3 * k] = t->formula_row[sorted[k]];
        kept[3 * k + 1] = t->formula_entry[sorted[k]];
        kept[3 * k + 2] = t->level[sorted[k]];
    }
    for (int k = 0; k < t->formulas; k++) {
        t->formula_row[k] = kept[3 * k];
        t->formula_entry[k] = kept[3 * k + 1];
        t->level[k] = kept[3 * k + 2];
    }
}

/* Takes formulas as long as there are any; where there is none, the column of most merit
 * is torn: a guess from which more rows become formulas. */
void tear(arena *a, tearing *t) {
    assert(t->rows >= 0 && t->columns >= 0 && t->entries >= 0);
    arena *scratch = arena_child(a);
    work w = {.t = t};
    t->formula_row = ARENA_ARRAY(a, int, t->rows + 1);
    t->formula_entry = ARENA_ARRAY(a, int, t->rows + 1);
    t->level = ARENA_ARRAY(a, int, t->rows + 1);
    t->is_torn = ARENA_ARRAY(a, char, t->columns + 1);
    t->formulas = 0;
    tearing_sort(scratch, t->entries, t->row, t->rows, &w.start, &w.entry);
    tearing_sort(scratch, t->entries, t->column, t->columns, &w.begin, &w.inside);
    w.row_rank = tearing_rank_names(scratch, t->rows, t->row_name);
    w.column_rank = tearing_rank_names(scratch, t->columns, t->column_name);
    w.open = ARENA_ARRAY(scratch, int, t->rows + 1);
    w.level = ARENA_ARRAY(scratch, int, t->columns + 1);
    for (int i = 0; i < t->rows; i++)
        w.open[i] = w.start[i + 1] - w.start[i];
    for (int j = 0; j < t->columns; j++)
        w.level[j] = -1;
    for (;;) {
        int entry = tearing_next_formula(&w);
        if (entry >= 0) {
            tearing_take_formula(&w, entry);
            continue;
        }
        int j = tearing_next_tear(&w);
        if (j < 0)
            break;
        t->is_torn[j] = 1;
        tearing_make_known(&w, j, 0);
    }
    tearing_sort_by_level(scratch, t);
    assert(t->formulas <= t->rows && t->formulas <= t->columns);
    arena_free(scratch);
}
