/* SPDX-License-Identifier: BSD-3-Clause */
/* From a tape to rows of coefficients: slots are used again and again, rows are not; and
 * some functions bring a row that their recurrence needs: sin its cos, tan its 1 + tan^2,
 * asin its sqrt(1 - x^2). */
#include <assert.h>
#include "series.h"

typedef struct planning {
    arena *arena;
    LIST(series_row) row;
    LIST(double) constant;      /* first coefficients of the rows that never change */
    int *circular, *hyperbolic; /* [rows so far]: 1 + the row of sin, sinh of this one */
    int known;                  /* length of these */
    int one;                    /* row of the number 1, or -1 */
} planning;

enum { NEVER = -1000000 };

static int series_plan_push(planning *p, series_row r) {
    LIST_PUSH(p->arena, p->row, r);
    LIST_PUSH(p->arena, p->constant, 0);
    return p->row.count - 1;
}

static int row_plain(planning *p, series_kind kind, tape_op op, int x, int y, int z) {
    const series_row *at = p->row.at;
    return series_plan_push(
        p, (series_row){.kind = kind,
                        .op = op,
                        .x = x,
                        .y = y,
                        .z = z,
                        .w = -1,
                        .w_y = -1,
                        .factor = 1,
                        .ahead = NEVER,
                        .varies = at[x].varies | at[y].varies | at[z].varies});
}

static int add_constant(planning *p, double value) {
    int row = series_plan_push(
        p, (series_row){.kind = SERIES_INPUT, .w = -1, .w_y = -1, .ahead = NEVER});
    p->constant.at[row] = value;
    return row;
}

/* The number 1 or -1 */
static int row_unit(planning *p, int sign) {
    if (sign < 0)
        return add_constant(p, -1);
    if (p->one < 0)
        p->one = add_constant(p, 1);
    return p->one;
}

/* v' = factor w x' or factor x' / w */
static int add_along(planning *p, series_kind kind, tape_op op, int x, int w,
                     double factor) {
    int row = row_plain(p, kind, op, x, x, x);
    p->row.at[row].w = w;
    p->row.at[row].factor = factor;
    return row;
}

/* The rows of both functions of a pair, side by side, the first time one is asked for. */
static int row_pair(planning *p, int *seen, tape_op first, tape_op second, int x,
                    double sign) {
    if (x < p->known && seen[x])
        return seen[x] - 1;
    int row = add_along(p, SERIES_INTEGRAL, first, x, 0, 1);
    add_along(p, SERIES_INTEGRAL, second, x, row, sign);
    p->row.at[row].w = row + 1;
    if (x < p->known)
        seen[x] = row + 1;
    return row;
}

/* sin, and cos in the next row */
static int row_circular(planning *p, int x) {
    return row_pair(p, p->circular, TAPE_SIN, TAPE_COS, x, -1);
}

/* sinh, and cosh in the next row */
static int row_hyperbolic(planning *p, int x) {
    return row_pair(p, p->hyperbolic, TAPE_SINH, TAPE_COSH, x, 1);
}

/* v = tan x with v' = (v^2 + 1) x', v = tanh x with v' = -(v^2 - 1) x'. The row after v
 * depends on v alone: look_ahead goes back only once. */
static int row_tangent(planning *p, tape_op op, int x, int sign) {
    int unit = row_unit(p, sign);
    int row = add_along(p, SERIES_INTEGRAL, op, x, 0, sign);
    int square = row_plain(p, SERIES_PRODUCT, TAPE_MULADD, row, row, unit);
    p->row.at[row].w = square;
    return row;
}

static int row_product(planning *p, int x, int y) {
    return row_plain(p, SERIES_PRODUCT, TAPE_MUL, x, y, x);
}

static int row_square_plus(planning *p, int x, int sign) { /* x^2 + 1 or x^2 - 1 */
    int unit = row_unit(p, sign);
    return row_plain(p, SERIES_PRODUCT, TAPE_MULADD, x, x, unit);
}

static int row_one_plus(planning *p, int x) {
    int unit = row_unit(p, 1);
    return row_plain(p, SERIES_LINEAR, TAPE_ADD, unit, x, unit);
}

static int row_root(planning *p, int x) {
    return row_plain(p, SERIES_ROOT, TAPE_SQRT, x, x, x);
}

static int row_cathetus(planning *p, int x) { /* sqrt(1 - x^2) */
    int unit = row_unit(p, 1);
    int square = row_product(p, x, x);
    return row_root(p, row_plain(p, SERIES_LINEAR, TAPE_SUB, unit, square, unit));
}

/* v' = factor x' / w */
static int row_ratio(planning *p, tape_op op, int x, int w, double factor) {
    return add_along(p, SERIES_RATIO, op, x, w, factor);
}

static int row_exponential(planning *p, int x) {
    int row = add_along(p, SERIES_INTEGRAL, TAPE_EXP, x, 0, 1);
    p->row.at[row].w = row;
    return row;
}

static int row_angle(planning *p, int x, int y) {
    int square = row_product(p, x, x);
    int both = row_plain(p, SERIES_PRODUCT, TAPE_MULADD, y, y, square);
    int row = row_plain(p, SERIES_ANGLE, TAPE_ATAN2, x, y, x);
    p->row.at[row].w = both;
    return row;
}

/* x^y with an exponent that varies is exp(y log x). */
static int row_power(planning *p, int x, int y) {
    if (!p->row.at[y].varies)
        return row_plain(p, SERIES_POWER, TAPE_POW, x, y, x);
    int logarithm = row_ratio(p, TAPE_LOG, x, x, 1);
    return row_exponential(p, row_product(p, logarithm, y));
}

static int row_linear(planning *p, tape_op op, int x, int y) {
    return row_plain(p, SERIES_LINEAR, op, x, y, x);
}

static int row_choice(planning *p, tape_op op, int x, int y) {
    return row_plain(p, SERIES_CHOICE, op, x, y, x);
}

/* A table and its derivatives, down to those that are constant between knots. */
static int row_lookup(planning *p, const lookup *look, int x, int y) {
    int w = look->by[0] ? row_lookup(p, look->by[0], x, y) : -1;
    int w_y = look->by[1] && p->row.at[y].varies ? row_lookup(p, look->by[1], x, y) : -1;
    int row = row_plain(p, SERIES_LOOKUP, TAPE_LOOKUP, x, y, x);
    p->row.at[row].w = w;
    p->row.at[row].w_y = w_y;
    p->row.at[row].look = look;
    return row;
}

/* Loops have no series: whoever asks for one has looked before (lower_equations). */
static int row_routine(planning *p) {
    assert(!"a routine in a series");
    return add_constant(p, 0);
}

/* Adds the rows of an operation; look: of TAPE_LOOKUP. */
static int add_operation(planning *p, tape_op op, const lookup *look, int x, int y,
                         int z) {
    switch (op) {
#define OPERATION(arity, code, value, slope_x, slope_y, slope_z, bound, rows)            \
    case TAPE_##code:                                                                    \
        return rows;
#include "../expr/tape_op.def"
    }
    assert(!"an operation without rows");
    return x;
}

static void series_plan_raise(series_row *row, int number, int ahead) {
    if (number >= 0 && row[number].ahead < ahead)
        row[number].ahead = ahead;
}

/* How far ahead each row must run for those that use it; a pair for each other. */
static void series_plan_look_ahead(series *s) {
    series_row *row = s->row;
    for (int i = 0; i < s->outputs; i++)
        series_plan_raise(row, s->output[i], s->ahead[i]);
    for (int r = s->rows - 1; r >= 0; r--) {
        if (row[r].kind == SERIES_INPUT)
            continue;
        series_plan_raise(row, row[r].w, row[r].ahead);
        series_plan_raise(row, row[r].w_y, row[r].ahead);
        series_plan_raise(row, row[r].x, row[r].ahead);
        series_plan_raise(row, row[r].y, row[r].ahead);
        series_plan_raise(row, row[r].z, row[r].ahead);
    }
    for (int r = 0; r < s->rows; r++)
        if (row[r].ahead > s->deepest)
            s->deepest = row[r].ahead;
}

/* The rows that the newest coefficients of inputs reach: those that run as far ahead as
 * these, by all steps between. lead: [inputs] */
static void series_plan_list_rows(series *s, arena *a, const int *lead) {
    char *is_newest = ARENA_ARRAY(a, char, s->rows + 1);
    s->live = ARENA_ARRAY(a, int, s->rows + 1);
    s->settle = ARENA_ARRAY(a, int, s->rows + 1);
    for (int i = 0; i < s->rows; i++) {
        const series_row *r = &s->row[i];
        const int argument[3] = {r->x, r->y, r->z};
        if (r->kind == SERIES_INPUT || r->ahead < 0)
            continue;
        s->live[s->lives++] = i;
        for (int k = 0; k < 3; k++) {
            int x = argument[k];
            if (x < s->inputs ? lead[x] == r->ahead
                              : is_newest[x] && s->row[x].ahead == r->ahead)
                is_newest[i] = 1;
        }
        if (is_newest[i])
            s->settle[s->settled++] = i;
    }
}

static series *series_plan_finish(planning *p, int most, int inputs) {
    series *s = arena_alloc(p->arena, sizeof *s);
    s->inputs = inputs;
    s->rows = p->row.count;
    s->row = p->row.at;
    s->most = most;
    s->coefficient =
        ARENA_ARRAY(p->arena, double, (size_t)s->rows *((size_t)most + 1) + 1);
    for (int r = 0; r < s->rows; r++)
        series_of(s, r)[0] = p->constant.at[r];
    return s;
}

/* Plans a row of coefficients for every operation, and how far ahead of the others each
 * one runs: as far as what reads it. */
series *series_new(arena *a, const tape *t, const int *lead, const int *ahead, int most) {
    assert(most >= 0 && t->outputs >= 0);
    planning p = {.arena = a, .one = -1};
    int *at = ARENA_ARRAY(a, int, t->slots + 1);
    int *output;
    p.known = 5 * t->length + t->inputs + t->constants;
    p.circular = ARENA_ARRAY(a, int, p.known + 1);
    p.hyperbolic = ARENA_ARRAY(a, int, p.known + 1);
    for (int k = 0; k < t->inputs; k++) {
        at[k] = add_constant(&p, 0);
        p.row.at[k].varies = lead[k] != SERIES_CONSTANT;
    }
    for (int k = 0; k < t->constants; k++)
        at[t->inputs + k] = add_constant(&p, t->constant[k]);
    const lookup *const *next = t->lookup;
    for (int k = 0, o = 0; k < t->length; k++) {
        tape_op op = (tape_op)t->op[k];
        int arity = tape_arity(op);
        int x = at[tape_operand(t, o + 1)];
        int y = arity > 1 ? at[tape_operand(t, o + 2)] : x;
        int z = arity > 2 ? at[tape_operand(t, o + 3)] : x;
        const lookup *look = op == TAPE_LOOKUP ? *next++ : NULL;
        at[tape_operand(t, o)] = add_operation(&p, op, look, x, y, z);
        o += 1 + arity;
    }
    series *s = series_plan_finish(&p, most, t->inputs);
    int *own = ARENA_ARRAY(a, int, t->outputs + 1);
    s->outputs = t->outputs;
    s->output = output = ARENA_ARRAY(a, int, t->outputs + 1);
    for (int k = 0; k < t->outputs; k++) {
        output[k] = at[tape_output(t, k)];
        own[k] = ahead[k];
    }
    s->ahead = own;
    series_plan_look_ahead(s);
    series_plan_list_rows(s, a, lead);
    return s;
}
