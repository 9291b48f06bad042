/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of Dulmage and Mendelsohn [DM58]: rows that are too many for their columns,
 * with these; blocks of as many rows as columns, in triangular order; columns that are
 * too many for their rows. A joint Newton iteration has to find all values at once,
 * from guesses that formulas contradict; a block needs its own guesses only, and one
 * equation for one unknown hardly any. */
#include "ordered.h"
#include <assert.h>
#include "../completion/signature.h"

typedef enum part_kind { PART_SQUARE, PART_OVER, PART_UNDER } part_kind;

/* Rows, columns and parts of a gathering. */
typedef struct ordering {
    starting *s;
    const gathering *g;
    arena *scratch;
    signature m;
    int *begin, *inside; /* rows by columns: inside[begin[j] .. begin[j + 1] - 1] */
    int *row_of, *column_of;
    part_kind *row_part, *column_part;
    int *stack; /* scratch of the walks, [rows + columns] */
} ordering;

/* The columns that each row holds. */
static void ordered_list_entries(ordering *o) {
    const completion *c = o->s->c;
    graph *graph_of = c->system->graph;
    int rows = o->g->row.count;
    int *number = ARENA_ARRAY(o->scratch, int, o->s->slots);
    int *start = ARENA_ARRAY(o->scratch, int, rows + 1);
    LIST(int) column = {0};
    for (int j = 0; j < o->g->column.count; j++)
        number[o->g->column.at[j]] = j + 1;
    for (int i = 0; i < rows; i++) {
        expr_leaves leaves = expr_depends(graph_of, o->g->row.at[i].f);
        for (int k = 0; k < leaves.count; k++) {
            int slot = completion_slot(c, expr_get(graph_of, leaves.at[k]));
            if (slot >= 0 && number[slot])
                LIST_PUSH(o->scratch, column, number[slot] - 1);
        }
        expr_forget(graph_of, leaves);
        start[i + 1] = column.count;
    }
    o->m = (signature){.rows = rows,
                       .columns = o->g->column.count,
                       .start = start,
                       .column = column.at,
                       .sigma = ARENA_ARRAY(o->scratch, int, column.count + 1)};
}

/* The same entries by columns. */
static void ordered_turn_entries(ordering *o) {
    const signature *m = &o->m;
    int entries = m->start[m->rows];
    int *begin = ARENA_ARRAY(o->scratch, int, m->columns + 2);
    o->inside = ARENA_ARRAY(o->scratch, int, entries + 1);
    for (int k = 0; k < entries; k++)
        begin[m->column[k] + 2]++;
    for (int j = 0; j < m->columns; j++)
        begin[j + 2] += begin[j + 1];
    for (int i = 0; i < m->rows; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            o->inside[begin[m->column[k] + 1]++] = i;
    o->begin = begin;
}

/* Matches rows and columns. Where rows are too many, rather an initial equation is left
 * over than one that always holds. */
static void ordered_match(ordering *o) {
    int rows = o->m.rows;
    int *burden = ARENA_ARRAY(o->scratch, int, rows + 1);
    for (int i = 0; i < rows; i++) {
        int number = o->g->row.at[i].equation;
        burden[i] =
            o->s->c->system->equations.at[number].kind == EQUATION_INITIAL ? 1 : 0;
    }
    o->m.burden = burden;
    o->row_of = ARENA_ARRAY(o->scratch, int, o->m.columns + 1);
    o->column_of = ARENA_ARRAY(o->scratch, int, rows + 1);
    signature_assign(&o->m, o->scratch, o->row_of, o->column_of);
}

/* Marks all that determines the columns of a row that is left over. */
static void ordered_mark_over(ordering *o, int row) {
    int count = 0;
    o->row_part[row] = PART_OVER;
    o->stack[count++] = row;
    while (count) {
        int i = o->stack[--count];
        for (int k = o->m.start[i]; k < o->m.start[i + 1]; k++) {
            int j = o->m.column[k];
            if (o->column_part[j] == PART_OVER)
                continue;
            o->column_part[j] = PART_OVER;
            assert(o->row_of[j] >= 0); /* else the matching could be larger */
            o->row_part[o->row_of[j]] = PART_OVER;
            o->stack[count++] = o->row_of[j];
        }
    }
}

/* Marks all that a column that is left over has to do with. */
static void ordered_mark_under(ordering *o, int column) {
    int count = 0;
    o->column_part[column] = PART_UNDER;
    o->stack[count++] = column;
    while (count) {
        int j = o->stack[--count];
        for (int k = o->begin[j]; k < o->begin[j + 1]; k++) {
            int i = o->inside[k];
            if (o->row_part[i] == PART_UNDER)
                continue;
            o->row_part[i] = PART_UNDER;
            assert(o->column_of[i] >= 0);
            o->column_part[o->column_of[i]] = PART_UNDER;
            o->stack[count++] = o->column_of[i];
        }
    }
}

static void ordered_find_parts(ordering *o) {
    int rows = o->m.rows;
    int columns = o->m.columns;
    o->row_part = ARENA_ARRAY(o->scratch, part_kind, rows + 1);
    o->column_part = ARENA_ARRAY(o->scratch, part_kind, columns + 1);
    o->stack = ARENA_ARRAY(o->scratch, int, rows + columns + 1);
    for (int i = 0; i < rows; i++)
        if (o->column_of[i] < 0)
            ordered_mark_over(o, i);
    for (int j = 0; j < columns; j++)
        if (o->row_of[j] < 0 && o->column_part[j] != PART_UNDER)
            ordered_mark_under(o, j);
}

static void ordered_add_row(const ordering *o, gathering *to, int i) {
    LIST_PUSH(o->s->c->arena, to->row, o->g->row.at[i]);
}

static void ordered_add_column(const ordering *o, gathering *to, int j) {
    LIST_PUSH(o->s->c->arena, to->column, o->g->column.at[j]);
}

/* Solves a part; what it needs is released where it succeeds, else the message needs it.
 */
static int ordered_solve_part(const ordering *o, const gathering *part) {
    return !part->row.count || starting_solve_part(o->s, part);
}

/* --- what is determined --- */

/* Blocks of the matched rows and columns of one part, in order. */
static int ordered_solve_blocks(const ordering *o, part_kind kind) {
    arena *a = o->scratch;
    int n = 0;
    int *rank = ARENA_ARRAY(a, int, o->m.columns + 1); /* 1 + number among these */
    int *of = ARENA_ARRAY(a, int, o->m.columns + 1);
    for (int j = 0; j < o->m.columns; j++)
        if (o->column_part[j] == kind) {
            of[n++] = j;
            rank[j] = n;
        }
    int *start = ARENA_ARRAY(a, int, n + 1);
    LIST(int) column = {0};
    for (int b = 0; b < n; b++) {
        int i = o->row_of[of[b]];
        for (int k = o->m.start[i]; k < o->m.start[i + 1]; k++)
            if (rank[o->m.column[k]])
                LIST_PUSH(a, column, rank[o->m.column[k]] - 1);
        start[b + 1] = column.count;
    }
    int *same = ARENA_ARRAY(a, int, column.count + n + 1); /* zero: orders do not count */
    int *row_of = ARENA_ARRAY(a, int, n + 1);
    for (int b = 0; b < n; b++)
        row_of[b] = b;
    signature square = {
        .rows = n, .columns = n, .start = start, .column = column.at, .sigma = same};
    int *block = ARENA_ARRAY(a, int, n + 1);
    int *order = ARENA_ARRAY(a, int, n + 1);
    int blocks = signature_blocks(&square, a, row_of, same, same, block, order);
    for (int b = 0; b < blocks; b++) {
        gathering part = {0};
        for (int k = block[b]; k < block[b + 1]; k++) {
            ordered_add_row(o, &part, o->row_of[of[order[k]]]);
            ordered_add_column(o, &part, of[order[k]]);
        }
        if (!ordered_solve_part(o, &part))
            return 0;
    }
    return 1;
}

/* Rows that are too many must hold at what the others give. Where values are known to
 * less than their round-off, or the others leave some open, all rows together correct
 * them. */
static int ordered_solve_over(const ordering *o) {
    gathering part = {0};
    if (!ordered_solve_blocks(o, PART_OVER))
        return 0;
    for (int i = 0; i < o->m.rows; i++)
        if (o->row_part[i] == PART_OVER)
            ordered_add_row(o, &part, i);
    for (int j = 0; j < o->m.columns; j++)
        if (o->column_part[j] == PART_OVER)
            ordered_add_column(o, &part, j);
    return ordered_solve_part(o, &part);
}

/* --- what is free --- */

/* Adds to a part what hangs together with a column that is free. */
static void ordered_add_component(ordering *o, gathering *to, int column, char *is_added,
                                  char *is_seen) {
    int count = 0;
    is_added[column] = 1;
    o->stack[count++] = column;
    while (count) {
        int j = o->stack[--count];
        ordered_add_column(o, to, j);
        for (int k = o->begin[j]; k < o->begin[j + 1]; k++) {
            int i = o->inside[k];
            if (is_seen[i])
                continue;
            is_seen[i] = 1;
            ordered_add_row(o, to, i);
            for (int n = o->m.start[i]; n < o->m.start[i + 1]; n++) {
                int other = o->m.column[n];
                if (o->column_part[other] != PART_UNDER || is_added[other])
                    continue;
                is_added[other] = 1;
                o->stack[count++] = other;
            }
        }
    }
}

static int ordered_solve_free(ordering *o) {
    char *is_added = ARENA_ARRAY(o->scratch, char, o->m.columns + 1);
    char *is_seen = ARENA_ARRAY(o->scratch, char, o->m.rows + 1);
    for (int j = 0; j < o->m.columns; j++) {
        if (o->column_part[j] != PART_UNDER || is_added[j])
            continue;
        gathering part = {0};
        ordered_add_component(o, &part, j, is_added, is_seen);
        if (!ordered_solve_part(o, &part))
            return 0;
    }
    return 1;
}

int ordered_solve(starting *s, const gathering *g) {
    assert(s->slots > 0);
    ordering o = {.s = s, .g = g, .scratch = arena_child(s->c->arena)};
    ordered_list_entries(&o);
    ordered_turn_entries(&o);
    ordered_match(&o);
    ordered_find_parts(&o);
    /* Each part depends on the ones before alone. */
    int solved = ordered_solve_over(&o) && ordered_solve_blocks(&o, PART_SQUARE) &&
                 ordered_solve_free(&o);
    arena_free(o.scratch);
    return solved;
}
