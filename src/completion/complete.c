/* SPDX-License-Identifier: BSD-3-Clause */
/* Completion: aliases, signature, offsets, blocks, prolongation.
 *
 * T, the top equations, are the rows F_i^(c_i); they are solved block by block for the
 * top unknowns z_j = y_j^(d_j). A block that is not linear in its own z is differentiated
 * once more together with all the blocks that it depends on; so is the block of a z that
 * a declared invariant, an initial equation or an alias needs as a coordinate. */
#include "complete.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alias.h"
#include "balance.h"
#include "trivial.h"

enum { LONGEST_LABEL = 80 }; /* in a message */

const char *equation_label(const dae *s, int number) {
    assert(number >= 0 && number < s->equations.count);
    const equation *e = &s->equations.at[number];
    const char *text = e->of->name ? e->of->name : equation_text(s->arena, e);
    if (strlen(text) > LONGEST_LABEL)
        text = arena_print(s->arena, "%.*s...", LONGEST_LABEL, text);
    if (!*e->of->line)
        return text;
    return arena_print(s->arena, "%s (%s)", text, e->of->line);
}

const char *completion_level_text(const completion *c, int level) {
    assert(level >= 0);
    if (level == 0)
        return "";
    if (level == 1)
        return "the derivative of ";
    return arena_print(c->arena, "derivative %d of ", level);
}

arena *completion_borrow(completion *c) {
    arena *own = c->arena;
    c->arena = arena_child(own);
    return own;
}

void completion_release(completion *c, arena *own) {
    assert(own && own != c->arena);
    arena_free(c->arena);
    c->arena = own;
}

condition *completion_constraints(const completion *c, arena *a, int more) {
    condition *row = ARENA_ARRAY(a, condition, c->constraints + more + 1);
    int m = 0;
    for (int i = 0; i < c->rows; i++)
        for (int l = 0; l < c->row[i].c; l++)
            row[m++] = (condition){c->row[i].derivative[l], c->row[i].equation, l};
    for (int k = 0; k < c->extras.count; k++)
        row[m++] = (condition){c->extras.at[k].f, c->extras.at[k].equation, 0};
    assert(m == c->constraints);
    return row;
}

const binding *completion_binding(const completion *c, int v) {
    assert(v >= 0 && v < c->system->variables.count);
    return c->binding && c->binding[v].value != NO_EXPR ? &c->binding[v] : NULL;
}

int has_unknown(graph *g, expr f) {
    expr_leaves leaves = expr_depends(g, f);
    int found = 0;
    for (int k = 0; k < leaves.count && !found; k++)
        found = expr_get(g, leaves.at[k])->op == OP_JET;
    expr_forget(g, leaves);
    return found;
}

/* Reads the signature of the expressions f[rows], in arena a; column_number maps
 * variables to columns, -1: not one. */
static signature complete_read_signature(dae *s, arena *a, int rows, const expr *f,
                                         int columns, const int *column_number) {
    LIST(int) column = {0}, sigma = {0};
    arena *scratch = arena_child(a);
    int *start = ARENA_ARRAY(a, int, rows + 1);
    for (int i = 0; i < rows; i++) {
        expr_leaves leaves = expr_depends(s->graph, f[i]);
        for (int k = 0; k < leaves.count; k++) {
            const expr_node *leaf = expr_get(s->graph, leaves.at[k]);
            if (leaf->op != OP_JET)
                continue;
            int j = column_number[leaf->variable];
            if (column.count > start[i] && column.at[column.count - 1] == j) {
                sigma.at[sigma.count - 1] =
                    leaf->order; /* leaves come in order: the last is highest */
                continue;
            }
            LIST_PUSH(scratch, column, j);
            LIST_PUSH(scratch, sigma, leaf->order);
        }
        start[i + 1] = column.count;
        expr_forget(s->graph, leaves);
    }
    signature found = {rows, columns, start, LIST_KEEP(a, column), LIST_KEEP(a, sigma),
                       NULL};
    arena_free(scratch);
    return found;
}

/* Of the plain equations, whose numbers go to `number`, by all variables. */
static signature read_written(dae *s, arena *a, int *number, const int *identity) {
    arena *scratch = arena_child(a);
    expr *f = ARENA_ARRAY(scratch, expr, s->equations.count + 1);
    int rows = 0;
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind == EQUATION_PLAIN) {
            number[rows] = k;
            f[rows++] = s->equations.at[k].residual;
        }
    signature found =
        complete_read_signature(s, a, rows, f, s->variables.count, identity);
    arena_free(scratch);
    return found;
}

static int *count_up(arena *a, int n) {
    int *identity = ARENA_ARRAY(a, int, n + 1);
    for (int j = 0; j < n; j++)
        identity[j] = j;
    return identity;
}

const signature *completion_written_signature(completion *c) {
    dae *s = c->written;
    arena *scratch = arena_child(c->arena);
    if (!c->written_signature.start)
        c->written_signature =
            read_written(s, c->arena, count_up(scratch, s->equations.count),
                         count_up(scratch, s->variables.count));
    arena_free(scratch);
    return &c->written_signature;
}

static int index_of(int rows, const int *c, int columns, const int *d) {
    int index = 0;
    int algebraic = 0;
    for (int i = 0; i < rows; i++)
        if (c[i] > index)
            index = c[i];
    for (int j = 0; j < columns; j++)
        algebraic |= d[j] == 0;
    return index + algebraic;
}

int completion_assign_written(dae *s, arena *a, int *number, int *column_of) {
    int n = s->variables.count;
    int *row_of = ARENA_ARRAY(a, int, n + 1);
    signature g = read_written(s, a, number, count_up(a, n));
    return signature_assign(&g, a, row_of, column_of) ? 0 : g.rows;
}

/* Finds index and offsets of the system as the user wrote it, and throws where it is not
 * balanced. Then removes trivial equations. */
static void analyze_written(completion *c) {
    dae *s = c->written;
    arena *a = c->arena;
    arena *scratch = arena_child(a);
    int n = s->variables.count;
    int *identity = count_up(scratch, n);
    int *number = ARENA_ARRAY(scratch, int, s->equations.count + 1);
    signature g = read_written(s, scratch, number, identity);
    int rows = g.rows;
    int *row_of = ARENA_ARRAY(a, int, n + 1);
    int *column_of = ARENA_ARRAY(a, int, rows + 1);
    if (signature_assign(&g, scratch, row_of, column_of))
        balance_fail(s, &g, number, identity, row_of, column_of);
    c->written_c = ARENA_ARRAY(a, int, rows + 1);
    c->written_d = ARENA_ARRAY(a, int, n + 1);
    signature_offsets(&g, scratch, row_of, c->written_c, c->written_d);
    c->index = index_of(rows, c->written_c, n, c->written_d);
    c->written_row = row_of;
    c->written_column = column_of;
    trivial_eliminate(c,
                      &(written_rows){g, number, column_of, c->written_c, c->written_d});
    arena_free(scratch);
}

/* The equation that makes v another name, or -1. */
static int alias_equation_of(const completion *c, int v) {
    const dae *s = c->system;
    for (int k = 0; k < c->alias_equations.count; k++) {
        expr_leaves leaves =
            expr_depends(s->graph, s->equations.at[c->alias_equations.at[k]].residual);
        for (int i = 0; i < leaves.count; i++) {
            const expr_node *leaf = expr_get(s->graph, leaves.at[i]);
            if (leaf->op == OP_JET && leaf->order == 0 && leaf->variable == v)
                return c->alias_equations.at[k];
        }
    }
    return -1;
}

/* Of what cancels. */
static const double ANY_VALUE = 0.5;

/* Returns whether an equation is redundant because nothing is left of it when names are
 * replaced: it repeats what der(x) = v states. Throws where it contradicts that, or where
 * no equation can be spared. */
static int is_repetition(const completion *c, int number, expr reduced, int spare) {
    dae *s = c->system;
    if (has_unknown(s->graph, reduced))
        return 0;
    expr_leaves leaves = expr_depends(s->graph, s->equations.at[number].residual);
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(s->graph, leaves.at[k]);
        int first = leaf->op == OP_JET ? alias_equation_of(c, leaf->variable) : -1;
        if (first < 0)
            continue;
        double rest = parameter_value_with(s, reduced, ANY_VALUE);
        if (fabs(rest) > 1e-12)
            fail(s->context, INVO_E_INCONSISTENT, s->equations.at[number].of->where,
                 "this equation contradicts %s: together they imply %.6g = 0",
                 equation_label(s, first), rest);
        if (spare > 0)
            return 1;
        fail(s->context, INVO_E_BALANCE, s->equations.at[number].of->where,
             "this equation repeats what %s has already stated; one equation is missing, "
             "or this one is redundant",
             equation_label(s, first));
    }
    return 0;
}

/* Chooses the unknowns (variables that are no aliases) and the rows (equations that
 * define none). */
static int *complete_choose(completion *c, arena *scratch, expr **f, int *rows) {
    dae *s = c->system;
    arena *a = c->arena;
    int count;
    int *used = alias_find(s, scratch, c->alias, &count);
    int total = s->equations.count;
    char *is_alias = ARENA_ARRAY(scratch, char, total + 1);
    for (int k = 0; k < count; k++) {
        is_alias[used[k]] = 1;
        LIST_PUSH(a, c->alias_equations, used[k]);
    }
    int *number = ARENA_ARRAY(scratch, int, total + 1);
    *f = ARENA_ARRAY(scratch, expr, total + 1);
    int spare = -s->variables.count;
    for (int k = 0; k < total; k++)
        spare += s->equations.at[k].kind == EQUATION_PLAIN;
    for (int k = 0; k < total; k++) {
        if (s->equations.at[k].kind != EQUATION_PLAIN || is_alias[k])
            continue;
        expr reduced = alias_substitute(s, c->alias, s->equations.at[k].residual);
        if (is_repetition(c, k, reduced, spare)) {
            LIST_PUSH(a, c->alias_equations, k);
            spare--;
            continue;
        }
        number[*rows] = k;
        (*f)[(*rows)++] = reduced;
    }
    c->unknown = ARENA_ARRAY(a, jet_unknown, s->variables.count + 1);
    for (int v = 0; v < s->variables.count; v++)
        if (c->alias[v].order == 0)
            c->unknown[c->unknowns++].variable = v;
    return number;
}

static int *complete_number_unknowns(completion *c, arena *scratch) {
    int *unknown_of = ARENA_ARRAY(scratch, int, c->system->variables.count + 1);
    for (int j = 0; j < c->unknowns; j++)
        unknown_of[c->unknown[j].variable] = j;
    for (int v = 0; v < c->system->variables.count; v++)
        c->alias[v].unknown = unknown_of[c->alias[v].variable];
    return unknown_of;
}

/* An equation more than there are unknowns must at least contain one; where it has lost
 * all, to time alone, it contradicts those that took them. */
static void require_unknown(const completion *c, int number, expr f) {
    const dae *s = c->system;
    if (has_unknown(s->graph, f))
        return;
    equation_list list = {0};
    completion_reasons(c, number, 0, &list);
    if (list.count > 1)
        fail(s->context, INVO_E_INCONSISTENT, s->equations.at[number].of->where,
             "%s contradict each other: they can hold only at some times, for any values "
             "of the unknowns",
             completion_labels(c, &list));
    fail(s->context, INVO_E_BALANCE, s->equations.at[number].of->where,
         "this equation contains no unknown: %s",
         equation_text(s->arena, &s->equations.at[number]));
}

/* Does f give one of its unknowns whatever the others are? */
static int is_explicit(graph *g, expr f) {
    expr_leaves leaves = expr_depends(g, f);
    int found = 0;
    for (int k = 0; k < leaves.count && !found; k++) {
        if (expr_get(g, leaves.at[k])->op != OP_JET)
            continue;
        expr slope = expr_partial(g, f, leaves.at[k]);
        found = slope != EXPR_ZERO && expr_is_constant(g, slope);
    }
    expr_forget(g, leaves);
    return found;
}

/* Of equivalent equations, one that gives an unknown is chosen, and the shortest: (x^2 +
 * y^2 - 1)*x = 0 holds more than x^2 + y^2 = 1 does. Between equals the text decides, not
 * its place. */
static int *burdens(const completion *c, int rows, const expr *f, const int *number) {
    graph *g = c->system->graph;
    int *burden = ARENA_ARRAY(c->arena, int, rows);
    for (int i = 0; i < rows; i++) {
        unsigned hash = 2166136261u;
        phrase_reader text =
            phrase_begin(equation_phrase(&c->system->equations.at[number[i]]));
        for (unsigned char p; (p = phrase_next(&text));)
            hash = (hash ^ p) * 16777619u;
        burden[i] = (is_explicit(g, f[i]) ? 0 : 1 << 19) +
                    1024 * expr_size(g, f[i], 511) + (int)(hash >> 22);
    }
    return burden;
}

/* The rows that are chosen, and those left over as extra constraints. column_of: [rows].
 * Returns what is chosen. */
static expr *keep_rows(completion *c, arena *scratch, int rows, const expr *f,
                       const int *number, const int *column_of) {
    expr *kept = ARENA_ARRAY(scratch, expr, c->unknowns + 1);
    c->row = ARENA_ARRAY(c->arena, jet_row, c->unknowns + 1);
    for (int i = 0; i < rows; i++) {
        if (column_of[i] < 0) {
            extra e = {number[i], f[i]};
            require_unknown(c, number[i], f[i]);
            LIST_PUSH(c->arena, c->extras, e);
            continue;
        }
        c->unknown[column_of[i]].row = c->rows;
        c->row[c->rows].equation = number[i];
        kept[c->rows++] = f[i];
    }
    return kept;
}

int *completion_row_of(const completion *c, arena *a) {
    int *row_of = ARENA_ARRAY(a, int, c->unknowns + 1);
    for (int j = 0; j < c->unknowns; j++)
        row_of[j] = c->unknown[j].row;
    return row_of;
}

/* Assigns a row to every unknown, by the signature, and takes over the offsets. */
static void complete_assign(completion *c) {
    dae *s = c->system;
    arena *a = c->arena;
    arena *scratch = arena_child(a);
    expr *f;
    int rows = 0;
    int *number = complete_choose(c, scratch, &f, &rows);
    int *unknown_of = complete_number_unknowns(c, scratch);
    int n = c->unknowns;
    int *variable_of = ARENA_ARRAY(scratch, int, n + 1);
    for (int j = 0; j < n; j++)
        variable_of[j] = c->unknown[j].variable;
    int has_more = rows > n;
    signature g =
        complete_read_signature(s, has_more ? scratch : a, rows, f, n, unknown_of);
    if (has_more)
        g.burden = burdens(c, rows, f, number);
    int *row_of = ARENA_ARRAY(scratch, int, n + 1);
    int *column_of = ARENA_ARRAY(scratch, int, rows + 1);
    if (signature_assign(&g, scratch, row_of, column_of))
        balance_fail(s, &g, number, variable_of, row_of, column_of);
    expr *kept = keep_rows(c, scratch, rows, f, number, column_of);
    c->signature = has_more ? complete_read_signature(s, a, n, kept, n, unknown_of) : g;
    int *cc = ARENA_ARRAY(scratch, int, n + 1);
    int *dd = ARENA_ARRAY(scratch, int, n + 1);
    signature_offsets(&c->signature, scratch, completion_row_of(c, scratch), cc, dd);
    if (has_more)
        c->index = index_of(n, cc, n, dd); /* of the equations chosen */
    for (int j = 0; j < n; j++) {
        jet_row *r = &c->row[j];
        c->unknown[j].d = dd[j];
        r->c = cc[j];
        r->derivative = ARENA_ARRAY(a, expr, 1);
        r->derivative[0] = kept[j];
    }
    arena_free(scratch);
}

static void prolong(completion *c) {
    for (int i = 0; i < c->rows; i++) {
        jet_row *r = &c->row[i];
        expr *longer = ARENA_ARRAY(c->arena, expr, r->c + 1);
        longer[0] = r->derivative[0];
        for (int l = 1; l <= r->c; l++)
            longer[l] = expr_total(c->system->graph, longer[l - 1]);
        r->derivative = longer;
    }
}

static void find_blocks(completion *c) {
    int n = c->unknowns;
    arena *scratch = arena_child(c->arena);
    const int *row_of = completion_row_of(c, scratch);
    int *cc = ARENA_ARRAY(scratch, int, n + 1);
    int *dd = ARENA_ARRAY(scratch, int, n + 1);
    for (int j = 0; j < n; j++) {
        dd[j] = c->unknown[j].d;
        cc[j] = c->row[j].c;
    }
    c->block = ARENA_ARRAY(c->arena, int, n + 1);
    c->order = ARENA_ARRAY(c->arena, int, n + 1);
    c->blocks =
        signature_blocks(&c->signature, scratch, row_of, cc, dd, c->block, c->order);
    arena_free(scratch);
}

/* The order of unknown j that a leaf stands for; -1 if it is no jet. Jets are in
 * unaliased variables. */
static int leaf_jet(const completion *c, const expr_node *leaf, int *j) {
    if (leaf->op != OP_JET)
        return -1;
    *j = c->alias[leaf->variable].unknown;
    assert(c->alias[leaf->variable].order == 0);
    return leaf->order;
}

int completion_jet_slot(const completion *c, int j, int l) {
    assert(j >= 0 && j < c->unknowns);
    const jet_unknown *y = &c->unknown[j];
    assert(l >= 0 && l <= y->d);
    return l < y->d ? y->first + l : c->coordinates + j;
}

expr completion_top(const completion *c, int i) {
    assert(i >= 0 && i < c->rows);
    return c->row[i].derivative[c->row[i].c];
}

condition completion_top_row(const completion *c, int i) {
    return (condition){completion_top(c, i), c->row[i].equation, c->row[i].c};
}

expr completion_top_slope(const completion *c, int i, int j) {
    assert(j >= 0 && j < c->unknowns);
    graph *g = c->system->graph;
    const jet_unknown *y = &c->unknown[j];
    return expr_partial(g, completion_top(c, i), expr_jet(g, y->variable, y->d));
}

/* Blocks come in triangular order: from the last one back. */
char *completion_needed(const completion *c) {
    assert(c->block[c->blocks] == c->unknowns);
    const signature *s = &c->signature;
    char *needed = ARENA_ARRAY(c->arena, char, c->unknowns + 1);
    for (int j = 0; j < c->unknowns; j++)
        needed[j] = c->unknown[j].d > 0;
    for (int b = c->blocks - 1; b >= 0; b--) {
        int any = 0;
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            any |= needed[c->order[k]];
        for (int k = c->block[b]; any && k < c->block[b + 1]; k++) {
            int i = c->unknown[c->order[k]].row;
            needed[c->order[k]] = 1;
            for (int m = s->start[i]; m < s->start[i + 1]; m++)
                needed[s->column[m]] = 1;
        }
    }
    return needed;
}

int completion_slot(const completion *c, const expr_node *leaf) {
    int j, order;
    if (leaf->op == OP_TIME)
        return 0;
    if ((order = leaf_jet(c, leaf, &j)) < 0)
        return -1;
    return order <= c->unknown[j].d ? completion_jet_slot(c, j, order) : -1;
}

/* The number of the first derivative that is shown of v, or of a later variable. */
static int first_shown(const completion *c, int v) {
    int low = 0;
    int high = c->derived.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->derived.at[middle].of < v)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int completion_shown_slot(const completion *c, int v, int order) {
    assert(v >= 0 && v < c->system->variables.count && order >= 0);
    const alias *a = &c->alias[v];
    const jet_unknown *y = &c->unknown[a->unknown];
    int l = a->order + order;
    if (l <= y->d)
        return completion_jet_slot(c, a->unknown, l);
    int k = first_shown(c, v) + order - 1;
    if (order == 0 || k >= c->derived.count || c->derived.at[k].of != v)
        return -1;
    return completion_shown_slot(c, c->derived.at[k].variable, 0);
}

slot_range completion_range(const completion *c, expr f) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    slot_range found = {0, -1};
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(g, leaves.at[k]));
        if (k == 0 || slot < found.least)
            found.least = slot;
        if (slot > found.most)
            found.most = slot;
    }
    expr_forget(g, leaves);
    return found;
}

int completion_shows(const completion *c, expr f) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    int shown = 1;
    for (int k = 0; k < leaves.count && shown; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        if (leaf->op == OP_JET)
            shown = completion_shown_slot(c, leaf->variable, leaf->order) >= 0;
    }
    expr_forget(g, leaves);
    return shown;
}

int completion_stage(const completion *c, expr f) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    int stage = -1000000;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        if (leaf->op != OP_JET)
            continue;
        int below = leaf->order - c->unknown[c->alias[leaf->variable].unknown].d;
        if (below > stage && below <= 0)
            stage = below; /* what is above cancels */
    }
    expr_forget(g, leaves);
    return stage;
}

static int is_own(const completion *c, const int *own, int shift, const expr_node *leaf) {
    int j;
    int order = leaf_jet(c, leaf, &j);
    return order >= 0 && own[j] && order == c->unknown[j].d - shift;
}

static int depends_on_own(const completion *c, expr e, const int *own) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, e);
    int found = 0;
    for (int k = 0; k < leaves.count && !found; k++)
        found = is_own(c, own, 0, expr_get(g, leaves.at[k]));
    expr_forget(g, leaves);
    return found;
}

/* Linear in the top unknowns marked in `own`? Looks only at what f contains: a block may
 * have many thousands of them. */
static int is_linear_in_own(const completion *c, expr f, const int *own) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    int linear = 1;
    for (int k = 0; k < leaves.count && linear; k++) {
        if (!is_own(c, own, 0, expr_get(g, leaves.at[k])))
            continue;
        expr slope = expr_partial(g, f, leaves.at[k]);
        linear = slope == EXPR_ZERO || !depends_on_own(c, slope, own);
    }
    expr_forget(g, leaves);
    return linear;
}

/* Linear in the top unknowns of its own block? Differentiated rows always are. */
static int block_is_linear(const completion *c, int b, int *own) {
    int linear = 1;
    for (int k = c->block[b]; k < c->block[b + 1]; k++)
        own[c->order[k]] = 1;
    for (int k = c->block[b]; k < c->block[b + 1] && linear; k++) {
        const jet_row *r = &c->row[c->unknown[c->order[k]].row];
        linear = r->c > 0 || is_linear_in_own(c, r->derivative[0], own);
    }
    for (int k = c->block[b]; k < c->block[b + 1]; k++)
        own[c->order[k]] = 0;
    return linear;
}

typedef struct zeroing {
    const completion *c;
    const int *own;
    int shift;
} zeroing;

static expr zero_own(void *data, graph *g, expr leaf) {
    const zeroing *z = data;
    return is_own(z->c, z->own, z->shift, expr_get(g, leaf)) ? expr_number(g, 0) : leaf;
}

/* z itself, or z times what does not depend on any z: vanishes with z */
static int vanishes(const completion *c, expr term, const int *own, int shift) {
    graph *g = c->system->graph;
    const expr_node *n = expr_get(g, term);
    if (is_own(c, own, shift, n))
        return 1;
    if (n->op == OP_PRODUCT)
        for (int k = 0; k < n->count; k++)
            if (n->coefficient[k] > 0 && is_own(c, own, shift, expr_get(g, n->arg[k])))
                return 1;
    return 0;
}

enum { FEW_TERMS = 16 }; /* those of most equations */

/* What is 0 times anything. */
static int is_dead(const graph *g, double coefficient, expr term) {
    const expr_node *n = expr_get(g, term);
    return coefficient == 0 || (n->op == OP_PRODUCT && n->value == 0);
}

static expr bury(void *data, graph *g, expr node) {
    const expr_node n = *expr_get(g, node);
    (void)data;
    if (n.op == OP_PRODUCT && n.value == 0)
        return expr_number(g, 0);
    if (n.op != OP_SUM)
        return node;
    int dead = 0;
    for (int k = 0; k < n.count; k++)
        dead += is_dead(g, n.coefficient[k], n.arg[k]);
    if (!dead)
        return node;
    expr sum = expr_number(g, n.value);
    for (int k = 0; k < n.count; k++)
        if (!is_dead(g, n.coefficient[k], n.arg[k])) {
            const expr term = expr_mul(g, expr_number(g, n.coefficient[k]), n.arg[k]);
            sum = expr_add(g, sum, term);
        }
    return sum;
}

/* Takes what is 0 times anything from a formula: its other factors do not count as what
 * the formula depends on, so that no order of the blocks gives them first. The equations
 * as written keep it, and the ledger sees where it has no value. */
static expr without_dead(graph *g, expr e) {
    return expr_any_dead(g) ? expr_rewrite_all(g, e, bury, NULL) : e;
}

/* Takes sums term by term: terms that vanish with the unknowns are left out, so that what
 * is left is not full of zeros. */
expr completion_constant_part(const completion *c, expr top, const int *own, int shift) {
    assert(shift >= 0);
    graph *g = c->system->graph;
    zeroing z = {c, own, shift};
    const expr_node *n = expr_get(g, top);
    if (n->op != OP_SUM)
        return vanishes(c, top, own, shift)
                   ? EXPR_ZERO
                   : without_dead(g, expr_substitute(g, top, zero_own, &z));
    int count = n->count;
    int kept = 0;
    expr few_terms[FEW_TERMS];
    expr *term = few_terms;
    double value = n->value;
    double few_factors[FEW_TERMS];
    double *factor = few_factors;
    if (count >= FEW_TERMS) {
        factor = ARENA_ARRAY(c->arena, double, count + 1);
        term = ARENA_ARRAY(c->arena, expr, count + 1);
    }
    const expr *arg = n->arg;
    const double *coefficient = n->coefficient;
    for (int k = 0; k < count; k++)
        if (!vanishes(c, arg[k], own, shift)) {
            factor[kept] = coefficient[k];
            term[kept++] = expr_substitute(g, arg[k], zero_own, &z);
        }
    if (value != 0) {
        factor[kept] = value;
        term[kept++] = expr_number(g, 1);
    }
    return kept ? without_dead(g, expr_sum(g, kept, factor, term)) : EXPR_ZERO;
}

expr completion_solution(const completion *c, int j, int *own) {
    assert(j >= 0 && j < c->unknowns && own[j] == 0);
    graph *g = c->system->graph;
    int i = c->unknown[j].row;
    expr slope = completion_top_slope(c, i, j);
    if (slope == EXPR_ZERO)
        return NO_EXPR;
    own[j] = 1;
    expr rest = completion_constant_part(c, completion_top(c, i), own, 0);
    own[j] = 0;
    return rest == EXPR_ZERO ? expr_number(g, 0) : expr_neg(g, expr_div(g, rest, slope));
}

/* Substitution of the top unknowns of scalar blocks by their solutions. */
typedef struct elimination {
    completion *c;
    const int *block_of; /* [unknowns] */
    expr *solution;      /* [unknowns], NO_EXPR: not yet */
    char *needed;        /* [unknowns]: must become a coordinate */
    int *own;            /* [unknowns], all zero between uses */
} elimination;

static expr complete_eliminate(elimination *e, expr f, int depth);

static expr complete_solve_scalar(elimination *e, int j, int depth) {
    expr z = completion_solution(e->c, j, e->own);
    return z == NO_EXPR ? NO_EXPR : complete_eliminate(e, z, depth + 1);
}

static expr eliminate_leaf(void *data, graph *g, expr leaf) {
    elimination *e = data;
    int j;
    int order = leaf_jet(e->c, expr_get(g, leaf), &j);
    return order >= 0 && order == e->c->unknown[j].d && e->solution[j] != NO_EXPR
               ? e->solution[j]
               : leaf;
}

enum { DEEPEST_ELIMINATION = 1000 };

/* f without top unknowns of scalar blocks; marks in `needed` those that cannot be
 * eliminated. */
static expr complete_eliminate(elimination *e, expr f, int depth) {
    completion *c = e->c;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    for (int k = 0; k < leaves.count; k++) {
        int j;
        int order = leaf_jet(c, expr_get(g, leaves.at[k]), &j);
        if (order < 0 || order < c->unknown[j].d)
            continue;
        int b = e->block_of[j];
        if (order > c->unknown[j].d || c->block[b + 1] - c->block[b] > 1 ||
            depth > DEEPEST_ELIMINATION)
            e->needed[j] = 1;
        else if (e->solution[j] == NO_EXPR) {
            e->solution[j] = complete_solve_scalar(e, j, depth);
            if (e->solution[j] == NO_EXPR)
                e->needed[j] = 1;
        }
    }
    return expr_substitute(g, f, eliminate_leaf, e);
}

/* Marks orders above the top ones: e must only use coordinates and top unknowns. */
static void need_below_top(elimination *e, expr f) {
    completion *c = e->c;
    expr_leaves leaves = expr_depends(c->system->graph, f);
    for (int k = 0; k < leaves.count; k++) {
        int j;
        int order = leaf_jet(c, expr_get(c->system->graph, leaves.at[k]), &j);
        if (order > 0 && order > c->unknown[j].d)
            e->needed[j] = 1;
    }
    expr_forget(c->system->graph, leaves);
}

/* Marks what the text differentiates more often than the combinations of its equations
 * do: the ledger measures them all. */
static void need_written(elimination *e) {
    completion *c = e->c;
    const dae *text = c->system->text;
    if (!text || text == c->written)
        return;
    for (int k = 0; k < text->equations.count; k++) {
        if (text->equations.at[k].kind != EQUATION_PLAIN)
            continue;
        expr_leaves leaves = expr_depends(text->graph, text->equations.at[k].residual);
        for (int i = 0; i < leaves.count; i++) {
            const expr_node *leaf = expr_get(text->graph, leaves.at[i]);
            if (leaf->op != OP_JET || completion_binding(c, leaf->variable))
                continue;
            const alias *a = &c->alias[leaf->variable];
            if (a->order + leaf->order > c->unknown[a->unknown].d)
                e->needed[a->unknown] = 1;
        }
        expr_forget(text->graph, leaves);
    }
}

/* The block of each unknown. */
static const int *list_block_of(const completion *c, arena *a) {
    int *block_of = ARENA_ARRAY(a, int, c->unknowns + 1);
    for (int b = 0; b < c->blocks; b++)
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            block_of[c->order[k]] = b;
    return block_of;
}

/* Raises the offsets of the marked blocks ([blocks]) and of all that they depend on.
 * Returns whether any was. */
static int raise_marked(completion *c, char *mark) {
    arena *scratch = arena_child(c->arena);
    const int *block_of = list_block_of(c, scratch);
    int any = 0;
    for (int b = c->blocks - 1; b >= 0; b--) {
        if (!mark[b])
            continue;
        for (int k = c->block[b]; k < c->block[b + 1]; k++) {
            int i = c->unknown[c->order[k]].row;
            for (int m = c->signature.start[i]; m < c->signature.start[i + 1]; m++) {
                int j = c->signature.column[m];
                if (c->unknown[j].d - c->row[i].c == c->signature.sigma[m])
                    mark[block_of[j]] = 1;
            }
        }
    }
    for (int j = 0; j < c->unknowns; j++)
        if (mark[block_of[j]]) {
            c->unknown[j].d++;
            c->row[c->unknown[j].row].c++;
            any = 1;
        }
    arena_free(scratch);
    return any;
}

/* The same for the blocks of what is needed, and those that are not linear. */
static int raise_offsets(completion *c, const char *needed, int *own) {
    char *mark = ARENA_ARRAY(c->arena, char, c->blocks + 1);
    for (int b = 0; b < c->blocks; b++) {
        mark[b] = (char)!block_is_linear(c, b, own);
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            mark[b] |= needed[c->order[k]];
    }
    return raise_marked(c, mark);
}

/* Makes coordinates of all unknowns, those without derivatives among them. */
static void take_as_written(completion *c) {
    char *mark;
    c->required = ARENA_ARRAY(c->arena, int, c->unknowns + 1);
    for (int j = 0; j < c->unknowns; j++)
        c->required[j] = -1;
    if (!c->system->first_order)
        return;
    find_blocks(c);
    mark = ARENA_ARRAY(c->arena, char, c->blocks + 1);
    for (int b = 0; b < c->blocks; b++)
        for (int k = c->block[b]; k < c->block[b + 1]; k++)
            mark[b] |= c->unknown[c->order[k]].d == 0;
    for (int j = 0; j < c->unknowns; j++)
        c->required[j] = c->unknown[j].d;
    raise_marked(c, mark);
    for (int j = 0; j < c->unknowns; j++)
        if (c->required[j] == c->unknown[j].d)
            c->required[j] = -1;
}

/* Constraints beside the rows, then invariants. */
static void collect_extras(completion *c) {
    static const equation_kind kinds[] = {EQUATION_DERIVED, EQUATION_CONSTRAINT,
                                          EQUATION_INVARIANT};
    dae *s = c->system;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < s->equations.count; k++) {
            if (s->equations.at[k].kind != kinds[i])
                continue;
            extra e = {k, alias_substitute(s, c->alias, s->equations.at[k].residual)};
            LIST_PUSH(c->arena, c->extras, e);
            c->invariants += kinds[i] == EQUATION_INVARIANT;
        }
}

/* Writes the extras in coordinates where that is possible now; marks what else must
 * become one. */
static void eliminate_extras(elimination *e, expr *resolved) {
    completion *c = e->c;
    dae *s = c->system;
    for (int j = 0; j < c->unknowns; j++)
        e->solution[j] = NO_EXPR;
    for (int k = 0; k < c->extras.count; k++)
        resolved[k] = complete_eliminate(e, c->extras.at[k].f, 0);
    for (int v = 0; v < s->variables.count; v++)
        if (c->alias[v].order > c->unknown[c->alias[v].unknown].d)
            e->needed[c->alias[v].unknown] = 1;
    for (int k = 0; k < s->equations.count; k++)
        if (s->equations.at[k].kind == EQUATION_INITIAL)
            need_below_top(e, alias_substitute(s, c->alias, s->equations.at[k].residual));
    need_written(e);
}

enum { MOST_PROLONGATIONS = 50 };

/* Marks every unknown that no round has raised; returns whether there are any. */
static int mark_others(const completion *c, const int *first_d, char *needed) {
    int any = 0;
    for (int j = 0; j < c->unknowns; j++)
        any |= needed[j] = c->unknown[j].d == first_d[j];
    return any;
}

/* Raises offsets until the extra equations fit the blocks; full: every block is
 * prolonged, not only those that must be. */
static void close_blocks(completion *c, int full) {
    arena *scratch = arena_child(c->arena);
    int n = c->unknowns;
    int *first_d = ARENA_ARRAY(scratch, int, n + 1);
    for (int j = 0; j < n; j++)
        first_d[j] = c->unknown[j].d;
    expr *resolved = ARENA_ARRAY(scratch, expr, c->extras.count + 1);
    int *own = ARENA_ARRAY(scratch, int, n + 1);
    for (int round = 0; round < MOST_PROLONGATIONS; round++) {
        find_blocks(c);
        prolong(c);
        elimination e = {c, list_block_of(c, scratch), ARENA_ARRAY(scratch, expr, n + 1),
                         ARENA_ARRAY(scratch, char, n + 1), own};
        eliminate_extras(&e, resolved);
        if (raise_offsets(c, e.needed, own))
            continue;
        if (full && mark_others(c, first_d, e.needed)) {
            raise_offsets(c, e.needed, own);
            continue;
        }
        for (int k = 0; k < c->extras.count; k++)
            c->extras.at[k].f = resolved[k];
        arena_free(scratch);
        return;
    }
    fail(c->system->context, INVO_E_MODEL, dae_place(c->system),
         "completion did not finish after %d prolongations; check whether the model uses "
         "a derivative of very high order",
         MOST_PROLONGATIONS);
}

static void complete_lay_out(completion *c) {
    int next = 1;
    for (int j = 0; j < c->unknowns; j++) {
        c->unknown[j].first = next;
        next += c->unknown[j].d;
    }
    c->coordinates = next;
    c->constraints = c->extras.count;
    for (int i = 0; i < c->rows; i++)
        c->constraints += c->row[i].c;
    c->dof = c->coordinates - 1 - (c->constraints - c->invariants);
}

void completion_drop(completion *c, int k) {
    assert(k >= 0 && k < c->extras.count);
    LIST_PUSH(c->arena, c->redundant, c->extras.at[k]);
    c->extras.count--;
    memmove(&c->extras.at[k], &c->extras.at[k + 1],
            sizeof(extra) * (size_t)(c->extras.count - k));
    complete_lay_out(c);
}

typedef struct name_entry {
    int unknown, order, variable;
    const char *name;
} name_entry;

static int by_order_and_name(const void *a, const void *b) {
    const name_entry *x = a;
    const name_entry *y = b;
    if (x->unknown != y->unknown)
        return x->unknown - y->unknown;
    return x->order != y->order ? x->order - y->order : strcmp(x->name, y->name);
}

/* Lists the names of each unknown. */
static void index_names(completion *c) {
    int count = c->system->variables.count;
    arena *scratch = arena_child(c->arena);
    name_entry *entry = ARENA_ARRAY(scratch, name_entry, count + 1);
    c->named = ARENA_ARRAY(c->arena, int, c->unknowns + 2);
    c->names = ARENA_ARRAY(c->arena, int, count + 1);
    for (int v = 0; v < count; v++) {
        const alias *a = &c->alias[v];
        entry[v] = (name_entry){a->unknown, a->order, v, c->system->variables.at[v].name};
        c->named[a->unknown + 1]++;
    }
    for (int j = 0; j < c->unknowns; j++)
        c->named[j + 1] += c->named[j];
    qsort(entry, (size_t)count, sizeof *entry, by_order_and_name);
    for (int k = 0; k < count; k++)
        c->names[k] = entry[k].variable;
    arena_free(scratch);
}

/* Puts the blocks that derivatives of coordinates depend on before those that only
 * compute what results show: both parts stay in triangular order. */
static void put_needed_first(completion *c) {
    arena *own = c->arena;
    arena *scratch = arena_child(own);
    int *block = ARENA_ARRAY(own, int, c->unknowns + 1);
    int *order = ARENA_ARRAY(own, int, c->unknowns + 1);
    int blocks = 0;
    int next = 0;
    c->arena = scratch;
    const char *needed = completion_needed(c);
    c->arena = own;
    for (int is_shown = 0; is_shown < 2; is_shown++)
        for (int b = 0; b < c->blocks; b++) {
            if (needed[c->order[c->block[b]]] == is_shown)
                continue;
            block[blocks++] = next;
            for (int k = c->block[b]; k < c->block[b + 1]; k++)
                order[next++] = c->order[k];
        }
    block[blocks] = next;
    assert(blocks == c->blocks && next == c->unknowns);
    c->block = block;
    c->order = order;
    arena_free(scratch);
}

/* The equation of a row that turns out to be the same for any values, since its terms
 * cancel in its derivative only, as those of k*(x + y - (x + y)); -1: there is none. */
static int empty_equation(const completion *c) {
    for (int i = 0; i < c->rows; i++)
        if (completion_top(c, i) == EXPR_ZERO)
            return c->row[i].equation;
    return -1;
}

/* The system as written in which such an equation determines nothing: others must. Its
 * residual is measured all the same. */
static dae *without_row(const completion *c, int number) {
    assert(number < c->written->equations.count);
    dae *s = system_copy(c->written);
    s->equations.at[number].kind = EQUATION_IMPLIED;
    return s;
}

static completion *complete_as(dae *s, int times, int full) {
    assert(times >= 0);
    completion *c = arena_alloc(s->arena, sizeof *c);
    c->written = s;
    c->arena = s->arena;
    analyze_written(c);
    c->alias = ARENA_ARRAY(c->arena, alias, c->system->variables.count + 1);
    complete_assign(c);
    collect_extras(c);
    take_as_written(c);
    close_blocks(c, full);
    assert(c->unknowns == c->rows);
    for (int j = 0; j < c->unknowns; j++) {
        c->unknown[j].d += times;
        c->row[j].c += times;
    }
    if (times)
        prolong(c);
    complete_lay_out(c);
    put_needed_first(c);
    index_names(c);
    const int empty = empty_equation(c);
    return empty < 0 ? c : complete_as(without_row(c, empty), times, full);
}

completion *complete(dae *s) {
    return complete_as(s, 0, 0);
}
completion *complete_full(dae *s) {
    return complete_as(s, 0, 1);
}
completion *complete_further(dae *s, int times) {
    return complete_as(s, times, 0);
}

/* The variable that is an alias of this derivative, or -1; the first in alphabetical
 * order. */
static int named_derivative(const completion *c, int j, int order) {
    int low = c->named[j];
    int high = c->named[j + 1];
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->alias[c->names[middle]].order < order)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->named[j + 1] && c->alias[c->names[low]].order == order ? c->names[low]
                                                                           : -1;
}

const char *completion_name(const completion *c, int j, int order) {
    assert(j >= 0 && j < c->unknowns && order >= 0);
    int below = order;
    while (below > 0 && named_derivative(c, j, below) < 0)
        below--;
    const char *name = c->system->variables.at[named_derivative(c, j, below)].name;
    for (; below < order; below++)
        name = arena_print(c->arena, "der(%s)", name);
    return name;
}

static const char *complete_variable_name(void *data, int v, int order) {
    completion *c = data;
    return completion_name(c, c->alias[v].unknown, c->alias[v].order + order);
}

static const char *complete_parameter_name(void *data, int p) {
    completion *c = data;
    return c->system->parameters.at[p].name;
}

expr_names completion_names(completion *c) {
    return (expr_names){complete_variable_name, complete_parameter_name, c};
}
