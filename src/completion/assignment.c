/* SPDX-License-Identifier: BSD-3-Clause */
/* Highest-value transversal of a sparse signature matrix by shortest augmenting paths
 * with potentials (Burkard, Dell'Amico, Martello: Assignment Problems, 4.4), one path for
 * each column, so that with more rows than columns the rows of highest value are chosen.
 */
#include "signature.h"
#include <assert.h>
#include <stdint.h>

typedef struct heap_item {
    int64_t distance;
    int row;
} heap_item;

typedef struct search {
    const signature *s;
    int *start, *row, *sigma; /* by columns */
    int *row_of, *column_of;
    int64_t *row_price,
        *column_price; /* cost - row_price - column_price >= 0, 0 when assigned */
    int64_t *distance; /* by rows: valid when seen == stamp */
    int *from, *seen;
    int *settled, settled_count;
    heap_item
        *heap; /* it may contain a row several times: one entry for each edge at most */
    int heap_count, stamp;
} search;

static void assignment_push(search *p, int64_t distance, int row) {
    int k = p->heap_count++;
    for (; k > 0 && p->heap[(k - 1) / 2].distance > distance; k = (k - 1) / 2)
        p->heap[k] = p->heap[(k - 1) / 2];
    p->heap[k] = (heap_item){distance, row};
}

static heap_item pop(search *p) {
    heap_item top = p->heap[0];
    heap_item last = p->heap[--p->heap_count];
    int k = 0;
    int child;
    while ((child = 2 * k + 1) < p->heap_count) {
        if (child + 1 < p->heap_count &&
            p->heap[child + 1].distance < p->heap[child].distance)
            child++;
        if (p->heap[child].distance >= last.distance)
            break;
        p->heap[k] = p->heap[child];
        k = child;
    }
    p->heap[k] = last;
    return top;
}

/* Orders count first, then what speaks against a row. */
static int64_t cost(const search *p, int k) {
    int64_t burden = p->s->burden ? p->s->burden[p->row[k]] : 0;
    return burden - (int64_t)p->sigma[k] * ((int64_t)1 << 40);
}

/* Reaches the rows of a column whose own distance is `base`. */
static void relax(search *p, int column, int64_t base) {
    for (int k = p->start[column]; k < p->start[column + 1]; k++) {
        int row = p->row[k];
        int64_t distance =
            base + cost(p, k) - p->row_price[row] - p->column_price[column];
        if (p->seen[row] == p->stamp && p->distance[row] <= distance)
            continue;
        p->seen[row] = p->stamp;
        p->distance[row] = distance;
        p->from[row] = column;
        assignment_push(p, distance, row);
    }
}

/* Shortest path from a column to a free row; -1 if there is none. */
static int find_path(search *p, int column) {
    p->stamp++;
    p->heap_count = 0;
    p->settled_count = 0;
    relax(p, column, 0);
    while (p->heap_count) {
        heap_item next = pop(p);
        if (next.distance > p->distance[next.row])
            continue; /* an outdated entry */
        if (p->column_of[next.row] < 0)
            return next.row;
        p->settled[p->settled_count++] = next.row;
        relax(p, p->column_of[next.row], next.distance);
    }
    return -1;
}

static void assignment_augment(search *p, int origin, int row) {
    int64_t length = p->distance[row];
    p->column_price[origin] += length;
    for (int k = 0; k < p->settled_count; k++) {
        int settled = p->settled[k];
        int64_t slack = length - p->distance[settled];
        p->row_price[settled] -= slack;
        p->column_price[p->column_of[settled]] += slack;
    }
    for (;;) {
        int column = p->from[row];
        int next = p->row_of[column];
        p->row_of[column] = row;
        p->column_of[row] = column;
        if (column == origin)
            return;
        row = next;
    }
}

static void by_columns(search *p, arena *a) {
    const signature *s = p->s;
    int entries = s->start[s->rows];
    p->start = ARENA_ARRAY(a, int, s->columns + 2);
    p->row = ARENA_ARRAY(a, int, entries + 1);
    p->sigma = ARENA_ARRAY(a, int, entries + 1);
    for (int k = 0; k < entries; k++)
        p->start[s->column[k] + 2]++;
    for (int j = 0; j < s->columns; j++)
        p->start[j + 2] += p->start[j + 1];
    for (int i = 0; i < s->rows; i++)
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            int to = p->start[s->column[k] + 1]++;
            p->row[to] = i;
            p->sigma[to] = s->sigma[k];
        }
}

/* Starts from column prices that are the cheapest entries, so that all reduced costs are
 * at least 0, and augments column by column. */
int signature_assign(const signature *s, arena *a, int *row_of, int *column_of) {
    assert(s->rows >= 0 && s->columns >= 0);
    search p = {.s = s, .row_of = row_of, .column_of = column_of};
    int n = s->rows;
    int missing = 0;
    by_columns(&p, a);
    p.row_price = ARENA_ARRAY(a, int64_t, n);
    p.column_price = ARENA_ARRAY(a, int64_t, s->columns);
    p.distance = ARENA_ARRAY(a, int64_t, n);
    p.from = ARENA_ARRAY(a, int, n);
    p.seen = ARENA_ARRAY(a, int, n);
    p.settled = ARENA_ARRAY(a, int, n);
    p.heap = ARENA_ARRAY(a, heap_item, s->start[n] + 1);
    for (int i = 0; i < n; i++)
        column_of[i] = -1;
    for (int j = 0; j < s->columns; j++) {
        row_of[j] = -1;
        for (int k = p.start[j]; k < p.start[j + 1]; k++)
            if (k == p.start[j] || cost(&p, k) < p.column_price[j])
                p.column_price[j] = cost(&p, k);
    }
    for (int j = 0; j < s->columns; j++) {
        int row = find_path(&p, j);
        if (row < 0)
            missing++;
        else
            assignment_augment(&p, j, row);
    }
    return missing;
}

/* Iterates to the smallest fixed point: raises d where a row asks for it, then c of the
 * row that owns the column, from a queue of the rows that have changed. */
void signature_offsets(const signature *s, arena *a, const int *row_of, int *c, int *d) {
    assert(s->rows >= 0 && s->columns >= 0);
    int *column_of = ARENA_ARRAY(a, int, s->rows);
    int *own = ARENA_ARRAY(a, int, s->rows);
    int *queue = ARENA_ARRAY(a, int, s->rows + 1);
    int *queued = ARENA_ARRAY(a, int, s->rows);
    int head = 0;
    int waiting = 0;
    int capacity = s->rows + 1;
    for (int i = 0; i < s->rows; i++) {
        column_of[i] = -1;
        c[i] = 0;
    }
    for (int j = 0; j < s->columns; j++) {
        column_of[row_of[j]] = j;
        d[j] = 0;
    }
    for (int i = 0; i < s->rows; i++)
        if (column_of[i] >= 0) {
            queue[waiting++] = i;
            queued[i] = 1;
        }
    for (int i = 0; i < s->rows; i++)
        for (int k = s->start[i]; k < s->start[i + 1]; k++)
            if (s->column[k] == column_of[i])
                own[i] = s->sigma[k];
    while (
        waiting) { /* raise d where a row asks for it, then c of the row that owns it */
        int i = queue[head];
        head = (head + 1) % capacity;
        waiting--;
        queued[i] = 0;
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            int j = s->column[k];
            int owner = row_of[j];
            if (s->sigma[k] + c[i] <= d[j])
                continue;
            d[j] = s->sigma[k] + c[i];
            if (d[j] - own[owner] <= c[owner])
                continue;
            c[owner] = d[j] - own[owner];
            if (!queued[owner]) {
                queue[(head + waiting++) % capacity] = owner;
                queued[owner] = 1;
            }
        }
    }
}
