/* SPDX-License-Identifier: BSD-3-Clause */
/* The columns that tables of large models leave out unless they are asked for: protected
 * variables, and those that the model declares equal to another one, or its negative.
 *
 * Only equations that hold in all modes count: what a closed switch connects are two
 * columns. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "../main_path/main_path.h"

typedef struct column_entry {
    const char *name;
    int variable;
} column_entry;

typedef struct column_choice {
    const dae *system;
    int *same;           /* [variables]: another one that is equal, nearer to the root */
    int *shown;          /* [variables], of roots: 1 + the first public one; 0: none */
    column_entry *index; /* [variables], sorted */
    char *has_rate;      /* [variables]: der(variable) is a column */
} column_choice;

static int column_by_name(const void *a, const void *b) {
    const column_entry *x = a;
    const column_entry *y = b;
    return strcmp(x->name, y->name);
}

static int find_root(int *same, int v) {
    while (same[v] != v) {
        same[v] = same[same[v]];
        v = same[v];
    }
    return v;
}

/* Reads k (a - b) and k (a + b), for variables a and b. */
static int read_equal(const graph *g, expr residual, int *left, int *right) {
    const expr_node *r = expr_get(g, residual);
    if (r->op != OP_SUM || r->count != 2 || r->value != 0)
        return 0;
    if (fabs(r->coefficient[0]) != fabs(r->coefficient[1]))
        return 0;
    const expr_node *a = expr_get(g, r->arg[0]);
    const expr_node *b = expr_get(g, r->arg[1]);
    *left = a->variable;
    *right = b->variable;
    return a->op == OP_JET && b->op == OP_JET && a->order == 0 && b->order == 0;
}

/* Joins the variables that are equal in all modes. */
static void join_equals(column_choice *k) {
    const dae *s = k->system;
    for (int i = 0; i < s->equations.count; i++) {
        const equation *e = &s->equations.at[i];
        int a, b;
        if (e->kind != EQUATION_PLAIN || e->guard != NO_EXPR ||
            !read_equal(s->graph, e->residual, &a, &b))
            continue;
        k->same[find_root(k->same, a)] = find_root(k->same, b);
    }
}

static int column_choice_make(column_choice *k, const dae *s) {
    const size_t count = (size_t)s->variables.count + 1;
    *k = (column_choice){s, calloc(count, sizeof *k->same),
                         calloc(count, sizeof *k->shown), calloc(count, sizeof *k->index),
                         calloc(count, 1)};
    if (!k->same || !k->shown || !k->index || !k->has_rate)
        return 0;
    for (int v = 0; v < s->variables.count; v++) {
        k->same[v] = v;
        k->index[v] = (column_entry){s->variables.at[v].name, v};
    }
    qsort(k->index, count - 1, sizeof *k->index, column_by_name);
    join_equals(k);
    for (int v = 0; v < s->variables.count; v++) {
        int *shown = &k->shown[find_root(k->same, v)];
        if (!*shown && !s->variables.at[v].is_protected)
            *shown = v + 1;
    }
    return 1;
}

static void column_choice_free(column_choice *k) {
    free(k->same);
    free(k->shown);
    free(k->index);
    free(k->has_rate);
}

/* The variable of this column, or the one that der(...) is the derivative of; -1: none of
 * the model. */
static int column_variable(const column_choice *k, const char *column, int *is_rate) {
    char name[1000];
    const size_t length = strlen(column);
    *is_rate = strncmp(column, "der(", 4) == 0 && length > 5 && length < sizeof name;
    if (*is_rate) {
        memcpy(name, column + 4, length - 5);
        name[length - 5] = 0;
        column = name;
    }
    const column_entry wanted = {column, 0};
    const column_entry *found =
        bsearch(&wanted, k->index, (size_t)k->system->variables.count, sizeof *k->index,
                column_by_name);
    return found ? found->variable : -1;
}

/* A derivative goes with its variable, but that of an equal one may be the only one. */
static int is_extra(const column_choice *k, int v, int is_rate) {
    const int shown = k->shown[find_root(k->same, v)] - 1;
    if (shown < 0)
        return 1;
    return v != shown && (!is_rate || k->has_rate[shown]);
}

int invo_columns_extra(const invo_model *m, int columns, const char *const *column,
                       char *left_out) {
    column_choice k;
    int count = 0;
    int is_rate;
    memset(left_out, 0, (size_t)columns);
    if (columns <= INVO_COLUMNS_ALL)
        return 0;
    if (!column_choice_make(&k, &m->model->system)) {
        column_choice_free(&k);
        return 0;
    }
    for (int j = 0; j < columns; j++) {
        const int v = column_variable(&k, column[j], &is_rate);
        if (v >= 0 && is_rate)
            k.has_rate[v] = 1;
    }
    for (int j = 0; j < columns; j++) {
        const int v = column_variable(&k, column[j], &is_rate);
        left_out[j] = (char)(v >= 0 && is_extra(&k, v, is_rate));
        count += left_out[j];
    }
    column_choice_free(&k);
    return count;
}
