/* SPDX-License-Identifier: BSD-3-Clause */
/* The columns of an ensemble's file, looked up in its journal row by row. */
#include "gather.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns before those of the axes, and between these and those of the results. */
enum { LEAD_MEMBER, LEAD };
enum { MIDDLE_STATUS, MIDDLE_REASON, MIDDLE_TIME, MIDDLE };

/* Where the columns of one list of names are in the file. */
typedef struct gather_order {
    uint64_t hash;
    int *at; /* [results]: 1 + the place in a row of such a member, 0: it has none */
} gather_order;

typedef struct gather {
    const members *members;
    journal *journal;
    int64_t *first; /* [members + 1]: its first row in the file */
    int columns, results;
    const char **name; /* [columns] */
    char **own;        /* [columns]: names that are made here, or NULL */
    invo_column_kind *kind;
    gather_order *order;
    int orders;
    long here;            /* the member of the last row that was asked for, ... */
    member_record record; /* ... and what is known of it */
    const int *map;       /* ... and its order, or NULL */
} gather;

static int64_t gather_rows(const member_record *m) {
    return m->rows > 0 ? m->rows : 1;
}

static const gather_order *gather_find_order(const gather *g, uint64_t hash) {
    for (int k = 0; k < g->orders; k++)
        if (g->order[k].hash == hash)
            return &g->order[k];
    return NULL;
}

/* Makes the record at hand that of the member with this row of the file. */
static void gather_move(gather *g, long row) {
    if (g->here >= 0 && row >= g->first[g->here] && row < g->first[g->here + 1])
        return;
    long low = 0; /* first[low] <= row < first[high] */
    long high = g->members->count;
    if (g->here >= 0 && row >= g->first[g->here + 1]) {
        low = g->here + 1;
        if (row < g->first[low + 1]) /* mostly the next one */
            high = low + 1;
    }
    while (high - low > 1) {
        const long middle = low + (high - low) / 2;
        if (g->first[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    g->here = low;
    journal_find(g->journal, low, &g->record);
    const gather_order *o = gather_find_order(g, g->record.columns);
    g->map = o ? o->at : NULL;
}

static double gather_number(void *data, long row, int column) {
    gather *g = data;
    const int axes = g->members->axes;
    gather_move(g, row);
    const member_record *m = &g->record;
    if (column == LEAD_MEMBER)
        return (double)g->here;
    if (column < LEAD + axes)
        return members_value(g->members, g->here, column - LEAD);
    const double *value =
        m->rows > 0 ? m->value + (row - g->first[g->here]) * m->width : NULL;
    if (column == LEAD + axes + MIDDLE_TIME)
        return value ? value[0] : m->t;
    const int place = g->map ? g->map[column - LEAD - axes - MIDDLE] : 0;
    return value && place ? value[place] : NAN;
}

static const char *gather_text(void *data, long row, int column) {
    static const char *const word[] = {"done", "stopped", "failed"};
    gather *g = data;
    gather_move(g, row);
    return column == LEAD + g->members->axes + MIDDLE_STATUS ? word[g->record.state]
                                                             : g->record.reason;
}

/* --- names --- */

static int names_have(const char *names, int count, const char *name) {
    for (int k = 0; k < count; k++, names += strlen(names) + 1)
        if (strcmp(names, name) == 0)
            return k + 1;
    return 0;
}

/* Is this the name of a result, of a column before this one, or of another axis? */
static int gather_is_taken(const gather *g, int column, const char *name,
                           const char *names) {
    const members *m = g->members;
    if (names_have(names, g->results, name))
        return 1;
    for (int k = 0; k < column; k++)
        if (strcmp(g->name[k], name) == 0)
            return 1;
    for (int k = 0; k < m->axes; k++)
        if (LEAD + k != column && strcmp(m->axis[k].name, name) == 0)
            return 1;
    return 0;
}

/* Names a column of our own so that no other has its name: an axis that is a start value
 * start(x), others with _ behind, as often as it takes. */
static int gather_name(gather *g, int column, const char *name, const char *names,
                       int is_axis) {
    while (gather_is_taken(g, column, name, names)) {
        const size_t size = strlen(name) + 16;
        char *other = malloc(size);
        if (!other)
            return ENOMEM;
        snprintf(other, size, is_axis ? "start(%s)" : "%s_", name);
        free(g->own[column]);
        name = g->own[column] = other;
    }
    g->name[column] = name;
    return 0;
}

static int gather_name_all(gather *g, const char *names) {
    static const char *const middle[] = {"status", "reason", "time"};
    const int axes = g->members->axes;
    int error = gather_name(g, LEAD_MEMBER, "member", names, 0);
    g->kind[LEAD_MEMBER] = INVO_COLUMN_WHOLE;
    for (int k = 0; !error && k < axes; k++)
        error = gather_name(g, LEAD + k, g->members->axis[k].name, names, 1);
    for (int k = 0; !error && k < MIDDLE; k++) {
        error = gather_name(g, LEAD + axes + k, middle[k], names, 0);
        if (k != MIDDLE_TIME)
            g->kind[LEAD + axes + k] = INVO_COLUMN_TEXT;
    }
    for (int k = 0; k < g->results; k++, names += strlen(names) + 1)
        g->name[LEAD + axes + MIDDLE + k] = names;
    return error;
}

/* Finds where the columns of the file are in the rows of one list of names. */
static int gather_add_order(gather *g, uint64_t hash, const char *names) {
    int count = 0;
    const char *theirs = journal_columns(g->journal, hash, &count);
    if (!theirs)
        return EIO;
    gather_order *more = realloc(g->order, sizeof *more * (size_t)(g->orders + 1));
    if (!more)
        return ENOMEM;
    g->order = more;
    int *at = calloc((size_t)g->results + 1, sizeof *at);
    more[g->orders++] = (gather_order){hash, at};
    if (!at)
        return ENOMEM;
    const char *mine = names;
    for (int k = 0; k < g->results; k++, mine += strlen(mine) + 1)
        at[k] = theirs == names ? k + 1 : names_have(theirs, count, mine);
    return 0;
}

/* Lays out the file: rows of every member, and the columns of the first that has any. */
static int gather_rows_of_all(gather *g, const char **names) {
    member_record m;
    int error = 0;
    *names = NULL;
    for (long k = 0; !error && k < g->members->count; k++) {
        const int found = journal_find(g->journal, k, &m);
        g->first[k + 1] = g->first[k] + (found ? gather_rows(&m) : 0);
        if (!found || !m.columns)
            continue;
        if (!*names)
            *names = journal_columns(g->journal, m.columns, &g->results);
        if (!gather_find_order(g, m.columns))
            error = gather_add_order(g, m.columns, *names);
    }
    return error;
}

static int gather_prepare(gather *g) {
    const char *names = NULL;
    int error = journal_map(g->journal);
    g->first = calloc((size_t)g->members->count + 1, sizeof *g->first);
    if (!g->first)
        return ENOMEM;
    if (!error)
        error = gather_rows_of_all(g, &names);
    if (error)
        return error;
    g->columns = LEAD + g->members->axes + MIDDLE + g->results;
    g->name = calloc((size_t)g->columns, sizeof *g->name);
    g->own = calloc((size_t)g->columns, sizeof *g->own);
    g->kind = calloc((size_t)g->columns, sizeof *g->kind);
    return g->name && g->own && g->kind ? gather_name_all(g, names) : ENOMEM;
}

static void gather_free(gather *g) {
    for (int k = 0; g->own && k < g->columns; k++)
        free(g->own[k]);
    for (int k = 0; k < g->orders; k++)
        free(g->order[k].at);
    free(g->order);
    free(g->own);
    free(g->name);
    free(g->kind);
    free(g->first);
}

invo_status gather_write(invo_context *c, const char *path, const members *m,
                         journal *j) {
    assert(m->count > 0);
    gather g = {.members = m, .journal = j, .here = -1};
    const int error = gather_prepare(&g);
    invo_status status = error == ENOMEM ? INVO_E_MEMORY : error ? INVO_E_FILE : INVO_OK;
    if (!status) {
        const invo_dataset d = {.rows = (long)g.first[m->count],
                                .columns = g.columns,
                                .name = g.name,
                                .kind = g.kind,
                                .number = gather_number,
                                .text = gather_text,
                                .data = &g};
        status = invo_dataset_write(c, path, &d);
    }
    gather_free(&g);
    return status;
}
