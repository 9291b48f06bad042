/* SPDX-License-Identifier: BSD-3-Clause */
/* The under- and overdetermined parts of a system (Dulmage, Mendelsohn 1958), in words.
 */
#include "balance.h"
#include "complete.h"

enum { MOST_NAMES = 8 }; /* in a message */

/* Marks rows and columns on alternating paths from one row without column. */
static int reach_from_row(const signature *g, arena *a, const int *row_of, int row,
                          char *rows, char *columns) {
    int *stack = ARENA_ARRAY(a, int, g->rows);
    int depth = 0;
    int count = 0;
    rows[row] = 1;
    stack[depth++] = row;
    while (depth) {
        int i = stack[--depth];
        count++;
        for (int k = g->start[i]; k < g->start[i + 1]; k++) {
            int next = row_of[g->column[k]];
            columns[g->column[k]] = 1;
            if (next >= 0 && !rows[next]) {
                rows[next] = 1;
                stack[depth++] = next;
            }
        }
    }
    return count;
}

/* The same from one column without row, over the rows that contain it. Quadratic, for
 * messages only. */
static void reach_from_column(const signature *g, const int *column_of, int column,
                              char *columns) {
    columns[column] = 1;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int i = 0; i < g->rows; i++) {
            int own = column_of[i];
            if (own < 0 || columns[own])
                continue;
            for (int k = g->start[i]; k < g->start[i + 1]; k++)
                if (columns[g->column[k]])
                    changed = columns[own] = 1;
        }
    }
}

static const char *balance_join(arena *a, const char *list, const char *name, int count) {
    if (count > MOST_NAMES)
        return list;
    if (count == MOST_NAMES)
        return arena_print(a, "%s, ...", list);
    return *list ? arena_print(a, "%s, %s", list, name) : name;
}

static const char *list_variables(dae *s, const int *variable_of, const char *mark,
                                  int columns, int *count) {
    const char *list = "";
    *count = 0;
    for (int j = 0; j < columns; j++)
        if (mark[j])
            list = balance_join(s->arena, list, s->variables.at[variable_of[j]].name,
                                (*count)++);
    return list;
}

/* Reports the unknowns that too few equations could determine: those that are reached
 * from one without a row. */
static void report_columns(dae *s, const signature *g, const int *variable_of,
                           const int *row_of, const int *column_of) {
    char *mark = ARENA_ARRAY(s->arena, char, g->columns + 1);
    int first = -1;
    int free_count = 0;
    int count;
    for (int j = 0; j < g->columns; j++)
        if (row_of[j] < 0) {
            if (first < 0)
                first = j;
            free_count++;
            reach_from_column(g, column_of, j, mark);
        }
    if (first < 0)
        return;
    const char *list = list_variables(s, variable_of, mark, g->columns, &count);
    const variable *v = &s->variables.at[variable_of[first]];
    int equations = count - free_count;
    if (equations == 0)
        diagnose(s->context, SEVERITY_ERROR, INVO_E_BALANCE, *v->where,
                 "no equation determines %s; there %s %d equation%s for %d unknown%s",
                 list, g->rows == 1 ? "is" : "are", g->rows, g->rows == 1 ? "" : "s",
                 g->columns, g->columns == 1 ? "" : "s");
    else
        diagnose(s->context, SEVERITY_ERROR, INVO_E_BALANCE, *v->where,
                 "the %d unknowns %s occur in only %d equation%s that could determine "
                 "them; add %d equation%s",
                 count, list, equations, equations == 1 ? "" : "s", free_count,
                 free_count == 1 ? "" : "s");
}

static void report_row(dae *s, const signature *g, const int *equation_of,
                       const int *variable_of, const int *row_of, int row) {
    char *rows = ARENA_ARRAY(s->arena, char, g->rows);
    char *columns = ARENA_ARRAY(s->arena, char, g->columns + 1);
    int count = reach_from_row(g, s->arena, row_of, row, rows, columns);
    int unknowns;
    const char *list = list_variables(s, variable_of, columns, g->columns, &unknowns);
    place where = s->equations.at[equation_of[row]].of->where;
    if (unknowns == 0)
        diagnose(s->context, SEVERITY_ERROR, INVO_E_BALANCE, where,
                 "this equation contains no unknown: %s",
                 equation_text(s->arena, &s->equations.at[equation_of[row]]));
    else
        diagnose(s->context, SEVERITY_ERROR, INVO_E_BALANCE, where,
                 "%d equations, including this one, contain only the %d unknown%s %s",
                 count, unknowns, unknowns == 1 ? "" : "s", list);
    for (int i = 0, shown = 0; i < g->rows && shown < MOST_NAMES; i++)
        if (rows[i] && i != row && unknowns) {
            shown++;
            diagnose(s->context, SEVERITY_NOTE, INVO_OK,
                     s->equations.at[equation_of[i]].of->where, "another of them");
        }
}

void balance_fail(dae *s, const signature *g, const int *equation_of,
                  const int *variable_of, const int *row_of, const int *column_of) {
    report_columns(s, g, variable_of, row_of, column_of);
    for (int i = 0; i < g->rows; i++)
        if (column_of[i] < 0) {
            report_row(s, g, equation_of, variable_of, row_of, i);
            break; /* the others follow the same pattern */
        }
    fail_if_errors(s->context);
    fail(s->context, INVO_E_BALANCE, dae_place(s), "%d equations for %d unknowns",
         g->rows, g->columns);
}
