/* SPDX-License-Identifier: BSD-3-Clause */
/* Lowering: constraints, stages, blocks and the ledger as tapes. */
#include "lower.h"
#include "direction_form.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../linalg/shelf.h"
#include "ledger_form.h"
#include "proof_form.h"
#include "refine_form.h"
#include "series_form.h"
#include "shortcut_form.h"
#include "tuning_form.h"

/* After u, z, parameters, invariants and the input that is 0 (program.c). */
int lowered_multiplier(const completion *c, int i) {
    assert(i >= 0 && i <= c->constraints);
    return c->coordinates + c->unknowns + c->system->parameters.count + c->invariants +
           1 + i;
}

/* The waist's functions. */

static const char *run_trouble(void *self, char *text, unsigned long size) {
    const lowered *w = self;
    return graph_trouble(w->completion->system->graph, text, size);
}

static void run_constraint(void *self, const double *u, double *phi) {
    const lowered *w = self;
    program_run(w, &w->constraint.value, u, NULL, phi);
}

/* The stages hold all constraints: no need to have them twice. */
static void run_stages(void *self, const double *u, double *phi) {
    const lowered *w = self;
    for (int k = 0; k < w->system.stages.count; k++) {
        const invo_stage *stage = &w->system.stages.at[k];
        program_run_at(w, &w->stage[k].value, u, NULL, stage->row, phi, NULL);
    }
}

static void run_jacobian(void *self, const double *u, double *value) {
    const lowered *w = self;
    program_run(w, &w->constraint.slope, u, NULL, value);
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
    const invo_block *block = &w->system.blocks.at[number];
    const program *p = &w->block[number];
    if (block->size == 0)
        program_run_at(w, p, u, z, block->unknown, z, NULL);
    else
        program_run_two(w, p, u, z, block->pattern.start[block->size], matrix, b);
}

static void run_stage(void *self, int stage, const double *u, double *residual,
                      double *matrix) {
    const lowered *w = self;
    map_run(w, &w->stage[stage], u, NULL, residual, matrix);
}

/* Construction. */

expr *lowered_list_constraints(lowered *w, arena *scratch) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    expr *phi = ARENA_ARRAY(scratch, expr, c->constraints + 1);
    const condition *row = completion_constraints(c, scratch, 0);
    for (int i = 0; i < c->constraints; i++)
        phi[i] = row[i].f;
    for (int k = 0; k < c->invariants; k++) {
        expr *f = &phi[c->constraints - c->invariants + k];
        *f = expr_sub(g, *f, expr_parameter(g, c->system->parameters.count + k));
    }
    return phi;
}

/* Adds the gradients of phi. */
static void lower_jacobian(lowered *w, const expr *phi) {
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    map_slopes s = map_begin(c, scratch);
    for (int i = 0; i < c->constraints; i++)
        map_add_row(&s, phi[i], (map_columns){.count = c->coordinates});
    w->constraint.pattern = map_pattern(&s, c->coordinates);
    w->constraint.slope = program_new(w, s.entry.count, s.entry.at);
    arena_free(scratch);
    w->system.jacobian_pattern = &w->constraint.pattern;
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
    for (int k = 0; k < leaves.count; k++) {
        expr slope = expr_partial(g, phi, leaves.at[k]);
        int row = completion_slot(c, expr_get(g, leaves.at[k]));
        for (int l = 0; l < leaves.count && slope != EXPR_ZERO; l++) {
            int column = completion_slot(c, expr_get(g, leaves.at[l]));
            if (column > row)
                continue;
            expr second = expr_partial(g, slope, leaves.at[l]);
            if (second == EXPR_ZERO)
                continue;
            curvature x = {row, column, list->count, expr_mul(g, mu, second)};
            LIST_PUSH(c->arena, *list, x);
        }
    }
}

/* Lowers the lower triangle of sum mu_i d2 phi_i, sparse by rows. */
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

static int same_list(const void *a, int a_count, const void *b, int b_count) {
    return a_count == b_count &&
           (a_count == 0 || memcmp(a, b, sizeof(int) * (size_t)a_count) == 0);
}

static int same_slopes(const map_slopes *a, const map_slopes *b) {
    return same_list(a->start.at, a->start.count, b->start.at, b->start.count) &&
           same_list(a->column.at, a->column.count, b->column.at, b->column.count) &&
           same_list(a->entry.at, a->entry.count, b->entry.at, b->entry.count);
}

/* Lowers stage k < 0: rows F_i^(c_i + k), columns y_j^(d_j + k), matrix a part of the
 * system Jacobian: often the same as that of the stage before. */
static void lower_stage(lowered *w, arena *scratch, int k, int number,
                        map_slopes *before) {
    completion *c = w->completion;
    invo_stage *stage = (invo_stage *)&w->system.stages.at[number];
    map *m = &w->stage[number];
    LIST(int) row = {0}, column = {0};
    LIST(expr) f = {0};
    map_slopes slopes = map_begin(c, scratch);
    int *place_of = ARENA_ARRAY(scratch, int, c->unknowns + 1);
    int first = 0;
    for (int j = 0; j < c->unknowns; j++)
        if (c->unknown[j].d + k >= 0) {
            place_of[j] = column.count;
            LIST_PUSH(scratch, column, c->unknown[j].first + c->unknown[j].d + k);
        }
    for (int i = 0; i < c->rows; first += c->row[i++].c) {
        const jet_row *r = &c->row[i];
        if (r->c + k < 0)
            continue;
        LIST_PUSH(scratch, row, first + r->c + k);
        LIST_PUSH(scratch, f, r->derivative[r->c + k]);
        map_add_system_row(&slopes, i, place_of);
    }
    m->value = program_new(w, f.count, f.at);
    if (number && same_slopes(&slopes, before)) {
        m->pattern = m[-1].pattern;
        m->slope = m[-1].slope;
    } else {
        m->pattern = map_pattern(&slopes, column.count);
        m->slope = program_new(w, slopes.entry.count, slopes.entry.at);
    }
    *stage = (invo_stage){row.count, column.count, LIST_KEEP(c->arena, row),
                          LIST_KEEP(c->arena, column), m->pattern};
    *before = slopes;
}

static void lower_stages(lowered *w) {
    completion *c = w->completion;
    int count = 0;
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].c > count)
            count = c->row[i].c;
    arena *scratch = arena_child(c->arena);
    map_slopes before = {0};
    w->system.stages.at = ARENA_ARRAY(c->arena, invo_stage, count + 1);
    w->stage = ARENA_ARRAY(c->arena, map, count + 1);
    for (int k = -count; k < 0; k++)
        lower_stage(w, scratch, k, k + count, &before);
    w->system.stages.count = count;
    w->system.stages.equations = run_stage;
    w->system.constraint = run_stages;
    arena_free(scratch);
}

/* A block: the entries of its matrix, then the part free of its unknowns. */
static void lower_block(lowered *w, int b, invo_block *block, program *p) {
    completion *c = w->completion;
    int size = c->block[b + 1] - c->block[b];
    const int *unknown = c->order + c->block[b];
    int *row = ARENA_ARRAY(c->arena, int, size);
    arena *scratch = arena_child(c->arena);
    expr *top = ARENA_ARRAY(scratch, expr, size);
    for (int k = 0; k < size; k++) {
        int i = c->unknown[unknown[k]].row;
        row[k] = c->constraints + i;
        top[k] = completion_top(c, i);
    }
    *block = (invo_block){.size = size, .unknown = unknown, .row = row};
    map_slopes s = map_affine(w, scratch, size, unknown, top, &block->pattern);
    *p = program_new(w, s.entry.count, s.entry.at);
    arena_free(scratch);
}

/* Scalar blocks first..last-1: one tape that gives their z in closed form. */
static void lower_run(lowered *w, int first, int last, invo_block *block, program *p) {
    completion *c = w->completion;
    int count = last - first;
    int *row = ARENA_ARRAY(c->arena, int, count);
    const int *unknown = c->order + c->block[first];
    arena *scratch = arena_child(c->arena);
    expr *root = ARENA_ARRAY(scratch, expr, count + 1);
    for (int k = 0; k < count; k++) {
        root[k] = completion_solution(c, unknown[k], w->numbers + c->coordinates);
        row[k] = c->constraints + c->unknown[unknown[k]].row;
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
    int j = c->order[c->block[b]];
    expr slope = completion_top_slope(c, c->unknown[j].row, j);
    return slope != EXPR_ZERO && expr_is_constant(g, slope) ? slope : NO_EXPR;
}

double lowered_constant_slope(const completion *c, int b) {
    assert(b >= 0 && b < c->blocks);
    return parameter_value(c->system, constant_slope(c, b), 0);
}

double lowered_block_slope(const lowered *w, int b) {
    const completion *c = w->completion;
    assert(b >= 0 && b < c->blocks);
    if (w->block_slope[b] == EXPR_ZERO)
        w->block_slope[b] = constant_slope(c, b);
    return parameter_value(c->system, w->block_slope[b], 0);
}

/* The first blocks that the derivatives of coordinates depend on; the others only compute
 * what results show. */
static int count_leading(completion *c) {
    arena *own = completion_borrow(c);
    const char *needed = completion_needed(c);
    int leading = c->blocks;
    while (leading > 0 && !needed[c->order[c->block[leading - 1]]])
        leading--;
    completion_release(c, own);
    return leading;
}

/* Lowers scalar blocks with constant slopes that follow each other as one run, unless
 * they are to be solved as matrices. */
static void lower_blocks(lowered *w, int square) {
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    const int leading = count_leading(c);
    LIST(invo_block) block = {0};
    LIST(program) programs = {0};
    int count = 0;
    for (int b = 0, last; b < c->blocks; b = last, count++) {
        const int end = b < leading ? leading : c->blocks;
        last = b;
        if (b == leading)
            w->system.blocks.leading = count;
        while (!square && last < end && constant_slope(c, last) != NO_EXPR)
            last++;
        invo_block one;
        program p;
        if (last > b)
            lower_run(w, b, last, &one, &p);
        else
            lower_block(w, last++, &one, &p);
        LIST_PUSH(scratch, block, one);
        LIST_PUSH(scratch, programs, p);
    }
    w->block = LIST_KEEP(c->arena, programs);
    w->system.blocks.count = count;
    w->system.blocks.at = LIST_KEEP(c->arena, block);
    arena_free(scratch);
    w->system.blocks.equations = run_block;
    w->block_slope = ARENA_ARRAY(c->arena, expr, c->blocks + 1);
    for (int b = 0; b < c->blocks; b++)
        w->block_slope[b] = EXPR_ZERO;
}

static found_kind extra_found(const completion *c, const extra *e) {
    return (found_kind)c->system->equations.at[e->equation].found;
}

/* What was declared or was one equation more than there are unknowns: nothing but the
 * check of its rate of change shows that it goes with the others. What was found and
 * proved needs none. */
static void structure_lower_rates(lowered *w) {
    completion *c = w->completion;
    int extras = c->extras.count;
    int all = extras + c->redundant.count;
    int *row = ARENA_ARRAY(c->arena, int, all + 1);
    expr *rate = ARENA_ARRAY(c->arena, expr, all + 1);
    char *found = ARENA_ARRAY(c->arena, char, all + 1);
    int count = 0;
    for (int k = 0; k < all; k++) {
        if (k < extras && extra_found(c, &c->extras.at[k]) == FOUND_PROVED)
            continue;
        row[count] = k < extras ? c->constraints - extras + k
                                : c->constraints + c->rows + k - extras;
        found[count] = k < extras && extra_found(c, &c->extras.at[k]) == FOUND_LIKELY;
        rate[count++] = w->rate[k];
    }
    w->rates = program_new(w, count, rate);
    w->system.rates.count = count;
    w->system.rates.row = row;
    w->system.rates.found = found;
    if (count)
        w->system.rates.values = shortcut_rates;
}

/* Gives the nominal size of a name to the derivative that it is a name of; of several
 * names, the first in the alphabet counts. */
static void name_nominals(lowered *w, invo_coordinate *x) {
    completion *c = w->completion;
    dae *s = c->system;
    arena *scratch = arena_child(c->arena);
    const char **by = ARENA_ARRAY(scratch, const char *, c->coordinates + c->unknowns);
    for (int v = 0; v < s->variables.count; v++) {
        const jet_unknown *y = &c->unknown[c->alias[v].unknown];
        const variable *named = &s->variables.at[v];
        int l = c->alias[v].order;
        int slot = completion_jet_slot(c, c->alias[v].unknown, l);
        double nominal = fabs(parameter_value(s, named->nominal, w->nominal[slot]));
        if (!(nominal > 0 && isfinite(nominal)))
            fail(s->context, INVO_E_MODEL, *named->where,
                 "the nominal value of %s is %g; it must be finite and not zero",
                 named->name, nominal);
        if (named->nominal == NO_EXPR || (by[slot] && strcmp(by[slot], named->name) < 0))
            continue;
        w->nominal[slot] = nominal;
        by[slot] = named->name;
        if (l < y->d)
            x[slot].nominal = nominal;
    }
    arena_free(scratch);
}

/* Names the coordinates and gives each the nominal size of its unknown. */
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
            int slot = completion_jet_slot(c, j, l);
            w->nominal[slot] = nominal;
            if (l == y->d)
                continue;
            x[slot] = (invo_coordinate){completion_name(c, j, l), nominal,
                                        completion_jet_slot(c, j, l + 1), l};
        }
    }
    name_nominals(w, x);
    w->system.coordinate = x;
}

/* Returns the coordinate of a member of a radial block; -1: it is not one. */
static int radial_slot(completion *c, const radial_member *x) {
    const expr_node *leaf = expr_get(c->system->graph, x->variable);
    if (leaf->op != OP_JET)
        return -1;
    const alias *a = &c->alias[leaf->variable];
    const jet_unknown *y = &c->unknown[a->unknown];
    int order = a->order + leaf->order;
    return !completion_binding(c, leaf->variable) && order < y->d ? y->first + order : -1;
}

/* Reads the blocks of the radial retraction that the model declares. */
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
                 "this member of block %d is not a coordinate; a block may contain "
                 "variables and their derivatives below the highest",
                 x->block + 1);
        if (group[slot] >= 0 && group[slot] != x->block)
            fail(s->context, INVO_E_MODEL, x->where,
                 "%s is in blocks %d and %d; it may be in one block only",
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
    const alias *a = &c->alias[v];
    return (invo_column){named->name, completion_jet_slot(c, a->unknown, a->order),
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
            invo_column column = {completion_name(c, j, l), completion_jet_slot(c, j, l),
                                  -INFINITY, INFINITY, NULL};
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
        &w->hessian,          &w->ledger.program, &w->text.program,
        &w->formulas.program, &w->rates,          &w->kernel,
        &w->sections,         &w->kinks,          &w->fronts};
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        program_load(w, single[k]);
    map_load(w, &w->constraint);
    map_load(w, &w->tops);
    for (int b = 0; b < w->system.blocks.count; b++)
        program_load(w, &w->block[b]);
    lowered_load_shortcut(w);
    if (w->series)
        lowered_load_series(w);
    lowered_load_refinement(w);
    lowered_load_proofs(w);
    lowered_load_units(w);
    for (int k = 0; k < w->system.stages.count; k++)
        map_load(w, &w->stage[k]);
}

void lowered_list_fixed(lowered *w) {
    const completion *c = w->completion;
    const dae *s = c->written;
    assert(s->variables.count <= c->system->variables.count);
    int count = c->coordinates + c->unknowns;
    double *fixed = (double *)w->system.fixed;
    if (!fixed)
        fixed = ARENA_ARRAY(w->arena, double, count);
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
    assert(m >= 0 && u);
    if (c->invariants == 0)
        return;
    arena *scratch = arena_child(c->arena);
    double *phi = ARENA_ARRAY(scratch, double, c->constraints + 1);
    for (int k = 0; k < c->invariants; k++)
        w->invariant[k] = 0;
    program_load(w, &w->constraint.value);
    program_run(w, &w->constraint.value, u, NULL, phi);
    for (int k = 0; k < c->invariants; k++)
        w->invariant[k] = phi[m + k];
    arena_free(scratch);
    lowered_load_parameters(w);
}

void lowered_add_jacobian(lowered *w) {
    if (w->system.jacobian)
        return;
    arena *scratch = arena_child(w->arena);
    lower_jacobian(w, lowered_list_constraints(w, scratch));
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
        if (e->w->system.top.algebraic)
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

/* Equations of first order, as those of reactions, of heat and of circuits, are stiff
 * more often than not, and cheap to differentiate; others are extended where a run turns
 * out to be, and completed again for the next run. */
static int is_likely_stiff(const completion *c) {
    for (int j = 0; j < c->unknowns; j++)
        if (c->unknown[j].d > 1)
            return 0;
    return 1;
}

/* Lowers what every run needs, and what `how` asks for. The ledger comes last: it
 * measures what the others have. */
lowered *lower(completion *c, lowering how) {
    assert(c->unknowns == c->rows && c->coordinates > 0);
    lowered *w = arena_alloc(c->arena, sizeof *w);
    arena *scratch = arena_child(c->arena);
    w->completion = c;
    w->arena = c->arena;
    if (how.use_code)
        lowered_add_code(w, (choice_evaluator)how.evaluator);
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
    const expr *phi = lowered_list_constraints(w, scratch);
    if (how.use_jacobian || c->extras.count)
        lower_jacobian(w, phi);
    if (how.use_hessian)
        lower_hessian(w, phi);
    if (c->extras.count == 0) {
        lower_stages(w);
    } else {
        w->constraint.value = program_new(w, c->constraints, phi);
        w->system.constraint = run_constraint;
    }
    structure_lower_rates(w);
    lower_blocks(w, how.square);
    if (how.use_kernel)
        lowered_add_kernel(w);
    if (how.use_tops || (how.may_use_tops && is_likely_stiff(c)))
        lowered_add_tops(w);
    lowered_mark_algebraic(w);
    if (w->system.top.equations && w->system.top.algebraic)
        lowered_add_jacobian(w);
    lowered_add_fronts(w);
    if (how.use_form)
        lowered_add_form(w);
    w->system.shelf = shelf_new(c->arena); /* patterns live as long */
    w->system.process.extend = run_extend;
    w->system.trouble = run_trouble;
    if (how.series)
        lowered_add_series(w, how.series);
    lowered_add_ledger(w, phi);
    lowered_add_proofs(w);
    if (how.use_shortcut)
        lowered_add_shortcut(w, how.is_tight);
    w->start = ARENA_ARRAY(c->arena, double, c->coordinates + c->unknowns);
    w->top = w->start + c->coordinates;
    w->system.start = w->start;
    arena_free(scratch);
    return w;
}
