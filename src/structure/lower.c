/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering: constraints, stages, blocks and the ledger as tapes. */
#include "lower.h"
#include "direction_form.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ledger_form.h"
#include "refine_form.h"
#include "series_form.h"

static double lower_parameter_leaf(void *data, const expr_node *leaf) {
    const dae *s = data;
    return leaf->op == OP_PARAMETER ? s->parameters.at[leaf->variable].value : NAN;
}

double parameter_value(dae *s, expr e, double otherwise) {
    return e == NO_EXPR ? otherwise : expr_evaluate(s->graph, e, lower_parameter_leaf, s);
}

/* After u, z, parameters, invariants and what stands for 0 (program.c). */
int lowered_multiplier(const completion *c, int i) {
    return c->coordinates + c->unknowns + c->system->parameters.count + c->invariants +
           1 + i;
}

/* The waist's functions. */

static void run_constraint(void *self, const double *u, double *phi) {
    const lowered *w = self;
    program_run(w, &w->constraint, u, NULL, phi);
}

/* The stages hold all constraints: no need to have them twice. */
static void run_stages(void *self, const double *u, double *phi) {
    const lowered *w = self;
    for (int k = 0; k < w->system.stages; k++) {
        const invo_stage *stage = &w->system.stage[k];
        program_run_at(w, &w->stage_residual[k], u, NULL, stage->row, phi, NULL);
    }
}

static void run_jacobian(void *self, const double *u, double *value) {
    const lowered *w = self;
    program_run(w, &w->jacobian, u, NULL, value);
}

static void run_hessian(void *self, const double *u, const double *mu, double *value) {
    const lowered *w = self;
    program_load_multipliers(w, &w->hessian, mu);
    program_run(w, &w->hessian, u, NULL, value);
}

/* A block's program gives the matrix, then b; a run's gives its z in the order of the
 * run. */
static void run_block(void *self, int number, const double *u, double *z, double *matrix,
                      double *b) {
    const lowered *w = self;
    const invo_block *block = &w->system.block[number];
    const program *p = &w->block[number];
    if (block->size == 0)
        program_run_at(w, p, u, z, block->unknown, z, NULL);
    else
        program_run_two(w, p, u, z, block->pattern.start[block->size], matrix, b);
}

static void run_stage(void *self, int stage, const double *u, double *residual,
                      double *matrix) {
    const lowered *w = self;
    if (residual)
        program_run(w, &w->stage_residual[stage], u, NULL, residual);
    if (matrix)
        program_run(w, &w->stage_matrix[stage], u, NULL, matrix);
}

static void run_rates(void *self, const double *u, const double *z, double *rate,
                      double *size) {
    const lowered *w = self;
    program_run_bound(w, &w->rates, u, z, rate, size);
}

/* Construction. */

/* phi: derivatives below the top of every row, then the extras. */
static expr *lower_list_constraints(lowered *w, arena *scratch) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    expr *phi = ARENA_ARRAY(scratch, expr, c->constraints + 1);
    int m = 0;
    for (int i = 0; i < c->rows; i++)
        for (int l = 0; l < c->row[i].c; l++)
            phi[m++] = c->row[i].derivative[l];
    for (int k = 0; k < c->extras.count; k++) {
        int r = k - (c->extras.count - c->invariants);
        expr f = c->extras.at[k].f;
        if (r >= 0)
            f = expr_sub(g, f, expr_parameter(g, c->system->parameters.count + r));
        phi[m++] = f;
    }
    return phi;
}

/* Gradients of phi, sparse by rows. */
static void lower_jacobian(lowered *w, const expr *phi) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    arena *scratch = arena_child(c->arena);
    LIST(int) column = {0};
    LIST(expr) entry = {0};
    int *start = ARENA_ARRAY(c->arena, int, c->constraints + 1);
    for (int i = 0; i < c->constraints; i++) {
        expr_leaves leaves = expr_depends(g, phi[i]);
        expr *slope = ARENA_ARRAY(scratch, expr, leaves.count + 1);
        expr_gradient(g, phi[i], leaves, slope);
        for (int k = 0; k < leaves.count; k++) {
            if (slope[k] == EXPR_ZERO)
                continue;
            LIST_PUSH(scratch, column, completion_slot(c, expr_get(g, leaves.at[k])));
            LIST_PUSH(scratch, entry, slope[k]);
        }
        start[i + 1] = column.count;
        expr_forget(g, leaves);
    }
    invo_pattern *pattern = arena_alloc(c->arena, sizeof *pattern);
    *pattern = (invo_pattern){c->constraints, c->coordinates, start,
                              LIST_KEEP(c->arena, column)};
    w->jacobian = program_new(w, entry.count, entry.at);
    arena_free(scratch);
    w->system.jacobian_pattern = pattern;
    w->system.jacobian = run_jacobian;
}

/* One product mu_i d2 phi_i / dx_row dx_column. */
typedef struct curvature {
    int row, column; /* row >= column */
    int number;      /* in the order of the constraints: sorting keeps it */
    expr term;
} curvature;

static int by_place(const void *a, const void *b) {
    const curvature *x = a;
    const curvature *y = b;
    if (x->row != y->row)
        return x->row - y->row;
    return x->column != y->column ? x->column - y->column : x->number - y->number;
}

typedef LIST(curvature) curvatures;

/* The second derivatives of phi_i, times its multiplier. */
static void list_curvatures(lowered *w, int i, expr phi, curvatures *list) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    expr mu = expr_parameter(g, lowered_multiplier(c, i) - c->coordinates - c->unknowns);
    expr_leaves leaves = expr_depends(g, phi);
    int count = leaves.count;
    expr *leaf = ARENA_ARRAY(c->arena, expr, count + 1);
    if (count)
        memcpy(leaf, leaves.at, (size_t)count * sizeof *leaf);
    for (int k = 0; k < count; k++) {
        expr slope = expr_partial(g, phi, leaf[k]);
        int row = completion_slot(c, expr_get(g, leaf[k]));
        for (int l = 0; l < count && slope != EXPR_ZERO; l++) {
            int column = completion_slot(c, expr_get(g, leaf[l]));
            if (column > row)
                continue;
            expr second = expr_partial(g, slope, leaf[l]);
            if (second == EXPR_ZERO)
                continue;
            curvature x = {row, column, list->count, expr_mul(g, mu, second)};
            LIST_PUSH(c->arena, *list, x);
        }
    }
}

/* The lower triangle of sum mu_i d2 phi_i, sparse by rows. */
static void lower_hessian(lowered *w, const expr *phi) {
    completion *c = w->completion;
    curvatures list = {0};
    for (int i = 0; i < c->constraints; i++)
        list_curvatures(w, i, phi[i], &list);
    if (list.count)
        qsort(list.at, (size_t)list.count, sizeof *list.at, by_place);
    int *start = ARENA_ARRAY(c->arena, int, c->coordinates + 1);
    int entries = 0;
    int *column = ARENA_ARRAY(c->arena, int, list.count + 1);
    expr *entry = ARENA_ARRAY(c->arena, expr, list.count + 1);
    expr *term = ARENA_ARRAY(c->arena, expr, c->constraints + 1);
    double *one = ARENA_ARRAY(c->arena, double, c->constraints + 1);
    for (int i = 0; i < c->constraints; i++)
        one[i] = 1;
    for (int k = 0, terms; k < list.count; k += terms) {
        const curvature *x = &list.at[k];
        for (terms = 0; k + terms < list.count && x[terms].row == x->row &&
                        x[terms].column == x->column;
             terms++)
            term[terms] = x[terms].term;
        column[entries] = x->column;
        start[x->row + 1] = entries + 1;
        entry[entries++] = expr_sum(c->system->graph, terms, one, term);
    }
    for (int i = 0; i < c->coordinates; i++)
        if (start[i + 1] < start[i])
            start[i + 1] = start[i];
    invo_pattern *pattern = arena_alloc(c->arena, sizeof *pattern);
    *pattern = (invo_pattern){c->coordinates, c->coordinates, start, column};
    w->hessian = program_new(w, entries, entry);
    w->system.hessian_pattern = pattern;
    w->system.hessian = run_hessian;
}

/* The matrix of a stage while it is collected. */
typedef struct stage_matrix {
    LIST(int) start, column;
    LIST(expr) entry;
} stage_matrix;

/* Row i of the matrix of stage k; number: [unknowns], the columns. */
static void list_slopes(const completion *c, arena *scratch, int i, const int *number,
                        stage_matrix *to) {
    graph *g = c->system->graph;
    const jet_row *r = &c->row[i];
    for (int m = c->signature.start[i]; m < c->signature.start[i + 1]; m++) {
        const jet_unknown *y = &c->unknown[c->signature.column[m]];
        if (y->d - r->c != c->signature.sigma[m])
            continue;
        expr slope = expr_partial(g, r->derivative[0],
                                  expr_jet(g, y->variable, c->signature.sigma[m]));
        if (slope == EXPR_ZERO)
            continue;
        LIST_PUSH(scratch, to->column, number[c->signature.column[m]]);
        LIST_PUSH(scratch, to->entry, slope);
    }
    LIST_PUSH(scratch, to->start, to->entry.count);
}

static int same_list(const void *a, int a_count, const void *b, int b_count) {
    return a_count == b_count &&
           (a_count == 0 || memcmp(a, b, sizeof(int) * (size_t)a_count) == 0);
}

static int same_matrix(const stage_matrix *a, const stage_matrix *b) {
    return same_list(a->start.at, a->start.count, b->start.at, b->start.count) &&
           same_list(a->column.at, a->column.count, b->column.at, b->column.count) &&
           same_list(a->entry.at, a->entry.count, b->entry.at, b->entry.count);
}

/* Stage k < 0: rows F_i^(c_i + k), columns y_j^(d_j + k), matrix a part of the system
 * Jacobian: often the same as that of the stage before. */
static void lower_stage(lowered *w, arena *scratch, int k, int number,
                        stage_matrix *before) {
    completion *c = w->completion;
    invo_stage *stage = (invo_stage *)&w->system.stage[number];
    LIST(int) row = {0}, column = {0};
    LIST(expr) f = {0};
    stage_matrix matrix = {0};
    int *place_of = ARENA_ARRAY(scratch, int, c->unknowns + 1);
    int first = 0;
    for (int j = 0; j < c->unknowns; j++)
        if (c->unknown[j].d + k >= 0) {
            place_of[j] = column.count;
            LIST_PUSH(scratch, column, c->unknown[j].first + c->unknown[j].d + k);
        }
    LIST_PUSH(scratch, matrix.start, 0);
    for (int i = 0; i < c->rows; first += c->row[i++].c) {
        const jet_row *r = &c->row[i];
        if (r->c + k < 0)
            continue;
        LIST_PUSH(scratch, row, first + r->c + k);
        LIST_PUSH(scratch, f, r->derivative[r->c + k]);
        list_slopes(c, scratch, i, place_of, &matrix);
    }
    stage->rows = row.count;
    stage->row = LIST_KEEP(c->arena, row);
    stage->columns = column.count;
    stage->column = LIST_KEEP(c->arena, column);
    w->stage_residual[number] = program_new(w, f.count, f.at);
    if (number && same_matrix(&matrix, before)) {
        stage->pattern = stage[-1].pattern;
        w->stage_matrix[number] = w->stage_matrix[number - 1];
    } else {
        stage->pattern =
            (invo_pattern){row.count, column.count, LIST_KEEP(c->arena, matrix.start),
                           LIST_KEEP(c->arena, matrix.column)};
        w->stage_matrix[number] = program_new(w, matrix.entry.count, matrix.entry.at);
    }
    *before = matrix;
}

static void lower_stages(lowered *w) {
    completion *c = w->completion;
    int count = 0;
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].c > count)
            count = c->row[i].c;
    arena *scratch = arena_child(c->arena);
    stage_matrix before = {0};
    w->system.stage = ARENA_ARRAY(c->arena, invo_stage, count + 1);
    w->stage_residual = ARENA_ARRAY(c->arena, program, count + 1);
    w->stage_matrix = ARENA_ARRAY(c->arena, program, count + 1);
    for (int k = -count; k < 0; k++)
        lower_stage(w, scratch, k, k + count, &before);
    w->system.stages = count;
    w->system.stage_equations = run_stage;
    w->system.constraint = run_stages;
    arena_free(scratch);
}

static int lower_ascending(const void *a, const void *b) {
    int x = *(const int *)a;
    int y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Columns of a block in which the row f has an entry, in ascending order: those of the
 * top unknowns in f whose slot is marked, as 1 + column, in `number`. */
static int own_columns(const completion *c, expr f, const int *number, int *column) {
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    int count = 0;
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(g, leaves.at[k]));
        if (slot >= 0 && number[slot])
            column[count++] = number[slot] - 1;
    }
    expr_forget(g, leaves);
    if (count > 1)
        qsort(column, (size_t)count, sizeof *column, lower_ascending);
    return count;
}

/* A block: the entries of its matrix, then the part free of its unknowns. */
static void lower_block(lowered *w, int b, char *own, invo_block *block, program *p) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    int size = c->block[b + 1] - c->block[b];
    int *row = ARENA_ARRAY(c->arena, int, size);
    const int *unknown = c->order + c->block[b];
    arena *scratch = arena_child(c->arena);
    int *start = ARENA_ARRAY(c->arena, int, size + 1);
    int *number = w->numbers;
    int *found = ARENA_ARRAY(scratch, int, size);
    expr *leaf = ARENA_ARRAY(scratch, expr, size);
    expr *slope = ARENA_ARRAY(scratch, expr, size);
    LIST(int) column = {0};
    LIST(expr) root = {0};
    for (int k = 0; k < size; k++) {
        own[unknown[k]] = 1;
        number[c->coordinates + unknown[k]] = k + 1;
    }
    for (int i = 0; i < size; i++) {
        const jet_row *r = &c->row[c->unknown[unknown[i]].row];
        row[i] = c->constraints + c->unknown[unknown[i]].row;
        int count = own_columns(c, r->derivative[r->c], number, found);
        for (int k = 0; k < count; k++) {
            const jet_unknown *y = &c->unknown[unknown[found[k]]];
            leaf[k] = expr_jet(g, y->variable, y->d);
        }
        expr_partials(g, r->derivative[r->c], count, leaf, slope);
        for (int k = 0; k < count; k++) {
            if (slope[k] == EXPR_ZERO)
                continue;
            LIST_PUSH(scratch, column, found[k]);
            LIST_PUSH(scratch, root, slope[k]);
        }
        start[i + 1] = column.count;
    }
    for (int i = 0; i < size; i++) {
        const jet_row *r = &c->row[c->unknown[unknown[i]].row];
        LIST_PUSH(scratch, root,
                  completion_constant_part(c, r->derivative[r->c], own, 0));
    }
    for (int k = 0; k < size; k++) {
        own[unknown[k]] = 0;
        number[c->coordinates + unknown[k]] = 0;
    }
    *block = (invo_block){
        size, unknown, row, {size, size, start, LIST_KEEP(c->arena, column)}};
    *p = program_new(w, root.count, root.at);
    arena_free(scratch);
}

/* Scalar blocks first..last-1: one tape that gives their z in closed form. */
static void lower_run(lowered *w, int first, int last, char *own, invo_block *block,
                      program *p) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    int count = last - first;
    int *row = ARENA_ARRAY(c->arena, int, count);
    const int *unknown = c->order + c->block[first];
    arena *scratch = arena_child(c->arena);
    expr *root = ARENA_ARRAY(scratch, expr, count + 1);
    for (int k = 0; k < count; k++) {
        const jet_unknown *y = &c->unknown[unknown[k]];
        const jet_row *e = &c->row[y->row];
        expr top = e->derivative[e->c];
        expr slope = expr_partial(g, top, expr_jet(g, y->variable, y->d));
        own[unknown[k]] = 1;
        expr rest = completion_constant_part(c, top, own, 0);
        own[unknown[k]] = 0;
        root[k] =
            rest == EXPR_ZERO ? expr_number(g, 0) : expr_neg(g, expr_div(g, rest, slope));
        row[k] = c->constraints + y->row;
    }
    *block = (invo_block){0, unknown, row, {0, count, NULL, NULL}};
    *p = program_new_formulas(w, count, unknown, root);
    arena_free(scratch);
}

/* Scalar, with a slope that cannot vanish on the way because it does not depend on the
 * point: all others are blocks whose pivots are watched. */
static expr constant_slope(const completion *c, int b) {
    graph *g = c->system->graph;
    if (c->block[b + 1] - c->block[b] > 1)
        return NO_EXPR;
    const jet_unknown *y = &c->unknown[c->order[c->block[b]]];
    const jet_row *r = &c->row[y->row];
    expr slope = expr_partial(g, r->derivative[r->c], expr_jet(g, y->variable, y->d));
    if (slope == EXPR_ZERO)
        return NO_EXPR;
    expr_leaves leaves = expr_depends(g, slope);
    expr_forget(g, leaves);
    return leaves.count ? NO_EXPR : slope;
}

double lowered_constant_slope(const completion *c, int b) {
    return parameter_value(c->system, constant_slope(c, b), 0);
}

double lowered_block_slope(const lowered *w, int b) {
    const completion *c = w->completion;
    if (w->block_slope[b] == EXPR_ZERO)
        w->block_slope[b] = constant_slope(c, b);
    return parameter_value(c->system, w->block_slope[b], 0);
}

static void lower_blocks(lowered *w, int square) {
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    LIST(invo_block) block = {0};
    LIST(program) programs = {0};
    char *own = ARENA_ARRAY(scratch, char, c->unknowns + 1);
    int count = 0;
    for (int b = 0, last; b < c->blocks; b = last, count++) {
        last = b;
        while (!square && last < c->blocks && constant_slope(c, last) != NO_EXPR)
            last++;
        invo_block one;
        program p;
        if (last > b)
            lower_run(w, b, last, own, &one, &p);
        else
            lower_block(w, last++, own, &one, &p);
        LIST_PUSH(scratch, block, one);
        LIST_PUSH(scratch, programs, p);
    }
    w->block = LIST_KEEP(c->arena, programs);
    w->system.blocks = count;
    w->system.block = LIST_KEEP(c->arena, block);
    arena_free(scratch);
    w->system.block_equations = run_block;
    w->block_slope = ARENA_ARRAY(c->arena, expr, c->blocks + 1);
    for (int b = 0; b < c->blocks; b++)
        w->block_slope[b] = EXPR_ZERO;
}

/* What was declared or was one equation more than there are unknowns: nothing but the
 * check of its rate of change shows that it goes with the others. */
static void structure_lower_rates(lowered *w) {
    completion *c = w->completion;
    int extras = c->extras.count;
    int count = extras + c->redundant.count;
    int *row = ARENA_ARRAY(c->arena, int, count + 1);
    for (int k = 0; k < count; k++)
        row[k] = k < extras ? c->constraints - extras + k
                            : c->constraints + c->rows + k - extras;
    w->rates = program_new(w, count, w->rate);
    w->system.checked = count;
    w->system.checked_row = row;
    if (count)
        w->system.rates = run_rates;
}

/* What is said of a name counts for the derivative that it stands for; of several names,
 * the first in the alphabet counts. */
static void name_nominals(lowered *w, invo_coordinate *x) {
    completion *c = w->completion;
    dae *s = c->system;
    arena *scratch = arena_child(c->arena);
    const char **by = ARENA_ARRAY(scratch, const char *, c->coordinates + c->unknowns);
    for (int v = 0; v < s->variables.count; v++) {
        const jet_unknown *y = &c->unknown[c->alias[v].unknown];
        const variable *named = &s->variables.at[v];
        int l = c->alias[v].order;
        int slot = l < y->d ? y->first + l : c->coordinates + c->alias[v].unknown;
        double nominal = fabs(parameter_value(s, named->nominal, w->nominal[slot]));
        if (!(nominal > 0 && isfinite(nominal)))
            fail(s->context, INVO_E_MODEL, *named->where,
                 "nominal of %s is %g; it must be a size > 0", named->name, nominal);
        if (named->nominal == NO_EXPR || (by[slot] && strcmp(by[slot], named->name) < 0))
            continue;
        w->nominal[slot] = nominal;
        by[slot] = named->name;
        if (l < y->d)
            x[slot].nominal = nominal;
    }
    arena_free(scratch);
}

static void describe_coordinates(lowered *w) {
    completion *c = w->completion;
    dae *s = c->system;
    invo_coordinate *x = ARENA_ARRAY(c->arena, invo_coordinate, c->coordinates);
    w->nominal = ARENA_ARRAY(c->arena, double, c->coordinates + c->unknowns + 1);
    x[0] = (invo_coordinate){"time", 1, 0, 0};
    w->nominal[0] = 1;
    for (int j = 0; j < c->unknowns; j++) {
        const jet_unknown *y = &c->unknown[j];
        double nominal =
            fabs(parameter_value(s, s->variables.at[y->variable].nominal, 1));
        for (int l = 0; l <= y->d; l++) {
            int slot = l < y->d ? y->first + l : c->coordinates + j;
            w->nominal[slot] = nominal;
            if (l == y->d)
                continue;
            x[slot] = (invo_coordinate){completion_name(c, j, l), nominal,
                                        l + 1 < y->d ? slot + 1 : -1 - j, l};
        }
    }
    name_nominals(w, x);
    w->system.coordinate = x;
}

/* The coordinate that a variable of a radial block stands for. */
static int radial_slot(completion *c, const radial_member *x) {
    const expr_node *leaf = expr_get(c->system->graph, x->variable);
    if (leaf->op != OP_JET)
        return -1;
    const alias *a = &c->alias[leaf->variable];
    const jet_unknown *y = &c->unknown[a->unknown];
    int order = a->order + leaf->order;
    return !completion_binding(c, leaf->variable) && order < y->d ? y->first + order : -1;
}

static void lower_groups(lowered *w) {
    completion *c = w->completion;
    const dae *s = c->written;
    int *group = ARENA_ARRAY(c->arena, int, c->coordinates);
    for (int i = 0; i < c->coordinates; i++)
        group[i] = -1;
    for (int k = 0; k < s->radial.count; k++) {
        const radial_member *x = &s->radial.at[k];
        int slot = radial_slot(c, x);
        if (slot < 0)
            fail(s->context, INVO_E_MODEL, x->where,
                 "this member of block %d is no coordinate: blocks hold variables and "
                 "derivatives below the highest ones",
                 x->block + 1);
        if (group[slot] >= 0 && group[slot] != x->block)
            fail(s->context, INVO_E_MODEL, x->where, "%s stands in the blocks %d and %d",
                 w->system.coordinate[slot].name, group[slot] + 1, x->block + 1);
        group[slot] = x->block;
        if (x->block >= w->system.groups)
            w->system.groups = x->block + 1;
    }
    w->system.group = group;
}

static void mark_required(lowered *w) {
    completion *c = w->completion;
    char *mark = ARENA_ARRAY(c->arena, char, c->coordinates + 1);
    for (int j = 0; j < c->unknowns; j++)
        if (c->required[j] >= 0) {
            mark[c->unknown[j].first + c->required[j]] = 1;
            w->system.required = mark;
        }
}

static invo_column lower_column_of(completion *c, int v) {
    dae *s = c->system;
    const variable *named = &s->variables.at[v];
    const jet_unknown *y = &c->unknown[c->alias[v].unknown];
    int l = c->alias[v].order;
    return (invo_column){named->name, l < y->d ? y->first + l : -1 - c->alias[v].unknown,
                         parameter_value(s, named->min, -INFINITY),
                         parameter_value(s, named->max, INFINITY), NULL};
}

/* The name that a derivative has as a coordinate or top unknown. */
static int has_column(completion *c, const shown_derivative *d) {
    const alias *a = &c->alias[d->of];
    const char *name = c->system->variables.at[d->variable].name;
    int below = c->unknown[a->unknown].d - a->order;
    for (int l = 1; l <= below; l++)
        if (strcmp(completion_name(c, a->unknown, a->order + l), name) == 0)
            return 1;
    return 0;
}

/* Whether the model has a name for this derivative, as one of what is named below it. */
static int is_called(const completion *c, int j, int order) {
    int below = 0;
    int any = 0;
    for (int k = c->named[j]; k < c->named[j + 1]; k++) {
        int v = c->names[k];
        int l = c->alias[v].order;
        if (l > order || v >= c->written->variables.count)
            continue;
        if (l > below) {
            below = l;
            any = 0;
        }
        any |= c->called[v] > 0 && c->called[v] == order - l;
    }
    return any;
}

/* Variables as declared, then the derivatives that have no name of their own. */
static void describe_columns(lowered *w) {
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    LIST(invo_column) list = {0};
    int variables = c->written->variables.count;
    int next = 0;
    for (int v = 0; v < variables; v++)
        LIST_PUSH(scratch, list, lower_column_of(c, v));
    for (int v = 0; v < variables; v++) {
        int j = c->alias[v].unknown;
        int d = c->alias[v].order ? 0 : c->unknown[j].d;
        for (int l = 1; l <= d; l++) {
            invo_column column = {completion_name(c, j, l),
                                  l < d ? c->unknown[j].first + l : -1 - j, -INFINITY,
                                  INFINITY, NULL};
            if (strncmp(column.name, "der(", 4) == 0 && !is_called(c, j, l))
                LIST_PUSH(scratch, list, column);
        }
        for (; next < c->derived.count && c->derived.at[next].of == v; next++)
            if (!has_column(c, &c->derived.at[next]))
                LIST_PUSH(scratch, list,
                          lower_column_of(c, c->derived.at[next].variable));
    }
    w->system.columns = list.count;
    w->system.column = LIST_KEEP(c->arena, list);
    arena_free(scratch);
}

void lowered_load_parameters(lowered *w) {
    const program *const single[] = {
        &w->constraint, &w->jacobian, &w->hessian, &w->ledger,   &w->text,
        &w->formulas,   &w->rates,    &w->kernel,  &w->sections, &w->top_residual,
        &w->top_matrix, &w->kinks,    &w->fronts};
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        program_load(w, single[k]);
    for (int b = 0; b < w->system.blocks; b++)
        program_load(w, &w->block[b]);
    if (w->series)
        lowered_load_series(w);
    lowered_load_refinement(w);
    for (int k = 0; k < w->system.stages; k++) {
        program_load(w, &w->stage_residual[k]);
        program_load(w, &w->stage_matrix[k]);
    }
}

void lowered_list_fixed(lowered *w) {
    const completion *c = w->completion;
    const dae *s = c->written;
    int count = c->coordinates + c->unknowns;
    double *fixed = ARENA_ARRAY(w->arena, double, count);
    for (int j = 0; j < count; j++)
        fixed[j] = NAN;
    for (int v = 0; v < s->variables.count; v++) {
        const variable *x = &s->variables.at[v];
        int slot = x->fixed ? completion_shown_slot(c, v, 0) : -1;
        if (slot >= 0)
            fixed[slot] = parameter_value(c->system, x->start, 0);
    }
    w->system.fixed = fixed;
}

void lowered_keep_invariants(lowered *w, const double *u) {
    completion *c = w->completion;
    int m = c->constraints - c->invariants;
    if (c->invariants == 0)
        return;
    arena *scratch = arena_child(c->arena);
    double *phi = ARENA_ARRAY(scratch, double, c->constraints + 1);
    for (int k = 0; k < c->invariants; k++)
        w->invariant[k] = 0;
    program_load(w, &w->constraint);
    program_run(w, &w->constraint, u, NULL, phi);
    for (int k = 0; k < c->invariants; k++)
        w->invariant[k] = phi[m + k];
    arena_free(scratch);
    lowered_load_parameters(w);
}

void lowered_add_jacobian(lowered *w) {
    if (w->system.jacobian)
        return;
    arena *scratch = arena_child(w->arena);
    lower_jacobian(w, lower_list_constraints(w, scratch));
    arena_free(scratch);
}

typedef struct extension {
    lowered *w;
    unsigned what;
} extension;

static void lower_extend(invo_context *context, void *argument) {
    const extension *e = argument;
    (void)context;
    if (e->what & INVO_EXTENSION_KERNEL) {
        lowered_add_jacobian(e->w);
        lowered_add_kernel(e->w);
    }
    if (e->what & INVO_EXTENSION_TOPS) {
        lowered_add_tops(e->w);
        if (e->w->system.algebraic)
            lowered_add_jacobian(e->w);
    }
    if (e->what & INVO_EXTENSION_GRADIENTS)
        lowered_add_jacobian(e->w);
    lowered_load_parameters(e->w);
}

static int run_extend(void *self, unsigned what) {
    lowered *w = self;
    extension e = {w, what};
    return (int)protect(w->completion->system->context, lower_extend, &e);
}

lowered *lower(completion *c, lowering how) {
    lowered *w = arena_alloc(c->arena, sizeof *w);
    arena *scratch = arena_child(c->arena);
    w->completion = c;
    w->arena = c->arena;
    lowered_list_rates(w); /* the ledger refines points by them later */
    w->nodes = graph_count(c->system->graph);
    w->invariant = ARENA_ARRAY(c->arena, double, c->invariants + 1);
    w->numbers = ARENA_ARRAY(c->arena, int, lowered_multiplier(c, c->constraints) + 1);
    w->system.name = c->system->name;
    w->system.coordinates = c->coordinates;
    w->system.tops = c->unknowns;
    w->system.constraints = c->constraints;
    w->system.invariants = c->invariants;
    w->system.self = w;
    describe_coordinates(w);
    mark_required(w);
    if (how.use_groups)
        lower_groups(w);
    describe_columns(w);
    if (c->written->sections.count)
        lowered_add_sections(w);
    lowered_add_kinks(w);
    const expr *phi = lower_list_constraints(w, scratch);
    if (how.use_jacobian || c->extras.count)
        lower_jacobian(w, phi);
    if (how.use_hessian)
        lower_hessian(w, phi);
    if (c->extras.count == 0) {
        lower_stages(w);
    } else {
        w->constraint = program_new(w, c->constraints, phi);
        w->system.constraint = run_constraint;
    }
    structure_lower_rates(w);
    lower_blocks(w, how.square);
    if (how.use_kernel)
        lowered_add_kernel(w);
    if (how.use_tops)
        lowered_add_tops(w);
    if (w->system.algebraic)
        lowered_add_jacobian(w);
    lowered_add_fronts(w);
    if (how.use_form)
        lowered_add_form(w);
    w->system.extend = run_extend;
    if (how.series)
        lowered_add_series(w, how.series);
    lowered_add_ledger(w, phi);
    w->start = ARENA_ARRAY(c->arena, double, c->coordinates);
    w->top = ARENA_ARRAY(c->arena, double, c->unknowns + 1);
    w->system.start = w->start;
    arena_free(scratch);
    return w;
}
