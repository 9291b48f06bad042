/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes over intervals: values, slopes backward, and points with error bounds.
 *
 * An operation that has no enclosure gives the whole line, and the first trouble is
 * returned; bounds that follow from it are not meant to be used. */
#include "interval_interpreter.h"
#include <assert.h>
#include <stdlib.h>
#include "interval_table.h"
#include "quad_interpreter.h"

/* --- the tape with a place for every value --- */

/* What one output depends on, while it is found. */
typedef struct interval_search {
    const interval_tape *tape;
    char *mark; /* [values]: seen; all 0 between two outputs */
    int *seen;  /* [values] */
    int count;
} interval_search;

static void search_add(interval_search *f, int value) {
    const int first = f->tape->inputs;
    const int is_constant = value >= first && value < first + f->tape->constants;
    if (f->mark[value] || is_constant)
        return;
    f->mark[value] = 1;
    f->seen[f->count++] = value;
}

static int compare_falling(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

/* Finds all values that output k depends on, the last ones first. */
static void search_output(interval_search *f, int k) {
    const interval_tape *t = f->tape;
    const int first = t->inputs + t->constants;
    f->count = 0;
    search_add(f, t->output[k]);
    for (int n = 0; n < f->count; n++) {
        if (f->seen[n] < first)
            continue;
        const interval_operation *o = &t->operation[f->seen[n] - first];
        for (int j = 0; j < tape_arity(o->op); j++)
            search_add(f, o->argument[j]);
    }
    qsort(f->seen, (size_t)f->count, sizeof *f->seen, compare_falling);
    for (int n = 0; n < f->count; n++)
        f->mark[f->seen[n]] = 0;
}

static void interval_tape_list(interval_tape *t, arena *a) {
    arena *scratch = arena_child(a);
    const int first = t->inputs + t->constants;
    interval_search f = {t, ARENA_ARRAY(scratch, char, t->values + 1),
                         ARENA_ARRAY(scratch, int, t->values + 1), 0};
    int *start = ARENA_ARRAY(a, int, t->outputs + 1);
    int *leaf_start = ARENA_ARRAY(a, int, t->outputs + 1);
    LIST(int) reached = {0};
    LIST(int) leaf = {0};
    for (int k = 0; k < t->outputs; k++) {
        search_output(&f, k);
        for (int n = 0; n < f.count; n++)
            if (f.seen[n] >= first)
                LIST_PUSH(scratch, reached, f.seen[n] - first);
        for (int n = f.count - 1; n >= 0; n--)
            if (f.seen[n] < t->inputs)
                LIST_PUSH(scratch, leaf, f.seen[n]);
        start[k + 1] = reached.count;
        leaf_start[k + 1] = leaf.count;
    }
    t->start = start;
    t->leaf_start = leaf_start;
    t->reached = LIST_KEEP(a, reached);
    t->leaf = LIST_KEEP(a, leaf);
    arena_free(scratch);
}

const interval_tape *interval_tape_new(arena *a, const tape *t) {
    interval_tape *to = arena_alloc(a, sizeof *to);
    const int first = t->inputs + t->constants;
    int *holds = ARENA_ARRAY(a, int, t->slots + 1); /* the value that is in a slot */
    interval_operation *operation = ARENA_ARRAY(a, interval_operation, t->length + 1);
    int *output = ARENA_ARRAY(a, int, t->outputs + 1);
    const lookup *const *next = t->lookup;
    int at = 0;
    for (int i = 0; i < first; i++)
        holds[i] = i;
    for (int i = 0; i < t->length; i++) {
        interval_operation *o = &operation[i];
        o->op = (tape_op)t->op[i];
        const int arity = tape_arity(o->op);
        for (int j = 0; j < 3; j++)
            o->argument[j] = holds[tape_operand(t, at + (j < arity ? 1 + j : 1))];
        if (o->op == TAPE_LOOKUP)
            o->look = *next++;
        holds[tape_operand(t, at)] = first + i;
        at += 1 + arity;
    }
    for (int k = 0; k < t->outputs; k++)
        output[k] = holds[tape_output(t, k)];
    *to = (interval_tape){.inputs = t->inputs,
                          .constants = t->constants,
                          .length = t->length,
                          .outputs = t->outputs,
                          .values = first + t->length,
                          .constant = t->constant,
                          .operation = operation,
                          .output = output};
    interval_tape_list(to, a);
    return to;
}

/* --- values --- */

static enclosure no_enclosure(enclosure_trouble why, enclosure_trouble *trouble) {
    *trouble = why;
    return ENCLOSURE_ALL;
}

/* A number that is the same at both ends. */
static enclosure enclose_step(double low, double high, enclosure_trouble *trouble) {
    if (low != high)
        return no_enclosure(ENCLOSURE_UNDECIDED, trouble);
    return enclosure_of(low);
}

static int is_true(enclosure x) {
    return x.low > 0 || x.high < 0;
}

/* Whether a condition holds: 1, 0, or -1 where it is not decided. */
static int truth_of(enclosure x) {
    if (is_true(x))
        return 1;
    return enclosure_is_zero(x) ? 0 : -1;
}

static enclosure enclose_truth(int truth, enclosure_trouble *trouble) {
    if (truth < 0)
        return no_enclosure(ENCLOSURE_UNDECIDED, trouble);
    return enclosure_of(truth);
}

/* x < y (or x <= y): 1, 0, or -1. */
static int is_less(enclosure x, enclosure y) {
    if (x.high < y.low)
        return 1;
    return x.low >= y.high ? 0 : -1;
}

static int is_not_more(enclosure x, enclosure y) {
    if (x.high <= y.low)
        return 1;
    return x.low > y.high ? 0 : -1;
}

static int is_equal(enclosure x, enclosure y) {
    if (x.high < y.low || y.high < x.low)
        return 0;
    return x.low == x.high && y.low == y.high ? 1 : -1;
}

static int negate_truth(int truth) {
    return truth < 0 ? -1 : !truth;
}

static int both_hold(int x, int y) {
    if (x == 0 || y == 0)
        return 0;
    return x < 0 || y < 0 ? -1 : 1;
}

/* x / y without its fraction, by `cut`, as one number. */
static enclosure enclose_quotient(double (*cut)(double), enclosure x, enclosure y,
                                  enclosure_trouble *trouble) {
    const enclosure q = enclosure_divide(x, y);
    if (!enclosure_is_bounded(q))
        return no_enclosure(ENCLOSURE_UNDEFINED, trouble);
    return enclose_step(cut(q.low), cut(q.high), trouble);
}

static enclosure enclose_remainder(double (*cut)(double), enclosure x, enclosure y,
                                   enclosure_trouble *trouble) {
    const enclosure q = enclose_quotient(cut, x, y, trouble);
    if (*trouble)
        return ENCLOSURE_ALL;
    return enclosure_subtract(x, enclosure_multiply(q, y));
}

/* f, which grows, where it is defined. */
static enclosure enclose_within(double (*f)(double), enclosure x, int is_defined,
                                enclosure_trouble *trouble) {
    if (!is_defined)
        return no_enclosure(ENCLOSURE_UNDEFINED, trouble);
    return enclosure_growing(f, x);
}

static enclosure enclose_absolute(enclosure x) {
    if (x.low >= 0)
        return x;
    if (x.high <= 0)
        return enclosure_negate(x);
    return (enclosure){0, enclosure_size(x)};
}

static enclosure enclose_cosh(enclosure x) {
    const enclosure size = enclose_absolute(x);
    const enclosure v = enclosure_growing(cosh, size);
    return (enclosure){fmax(v.low, 1), v.high};
}

static enclosure enclose_tangent(enclosure x, enclosure_trouble *trouble) {
    return enclose_within(tan, x, !enclosure_has(enclosure_cos(x), 0), trouble);
}

static enclosure enclose_acos(enclosure x, enclosure_trouble *trouble) {
    if (!(x.low >= -1 && x.high <= 1))
        return no_enclosure(ENCLOSURE_UNDEFINED, trouble);
    return enclosure_of_library(acos(x.high), acos(x.low));
}

static enclosure enclose_value(const interval_operation *o, enclosure x, enclosure y,
                               enclosure z, enclosure_trouble *trouble) {
    switch (o->op) {
    case TAPE_COPY:
    case TAPE_NOEVENT:
        return x;
    case TAPE_NEG:
        return enclosure_negate(x);
    case TAPE_ADD:
        return enclosure_add(x, y);
    case TAPE_SUB:
        return enclosure_subtract(x, y);
    case TAPE_MUL:
        return o->argument[0] == o->argument[1] ? enclosure_square(x)
                                                : enclosure_multiply(x, y);
    case TAPE_DIVIDE:
        if (enclosure_has(y, 0))
            *trouble = ENCLOSURE_UNDEFINED;
        return enclosure_divide(x, y);
    case TAPE_MULADD:
        return enclosure_add(enclosure_multiply(x, y), z);
    case TAPE_LOOKUP:
        return enclosure_table(o->look, x, y, trouble);
    case TAPE_ROUTINE:
        return no_enclosure(ENCLOSURE_UNSUPPORTED, trouble);
    case TAPE_SELECT:
        if (truth_of(x) < 0)
            return no_enclosure(ENCLOSURE_UNDECIDED, trouble);
        return truth_of(x) ? y : z;
    case TAPE_SIN:
        return enclosure_sin(x);
    case TAPE_COS:
        return enclosure_cos(x);
    case TAPE_TAN:
        return enclose_tangent(x, trouble);
    case TAPE_ASIN:
        return enclose_within(asin, x, x.low >= -1 && x.high <= 1, trouble);
    case TAPE_ACOS:
        return enclose_acos(x, trouble);
    case TAPE_ATAN:
        return enclosure_growing(atan, x);
    case TAPE_SINH:
        return enclosure_growing(sinh, x);
    case TAPE_COSH:
        return enclose_cosh(x);
    case TAPE_TANH:
        return enclosure_growing(tanh, x);
    case TAPE_ASINH:
        return enclosure_growing(asinh, x);
    case TAPE_ACOSH:
        return enclose_within(acosh, x, x.low >= 1, trouble);
    case TAPE_ERF:
        return enclosure_growing(erf, x);
    case TAPE_ERFC:
        return enclosure_positive(erfc(x.high), erfc(x.low));
    case TAPE_EXP:
        return enclosure_positive(exp(x.low), exp(x.high));
    case TAPE_EXPM1:
        return enclosure_growing(expm1, x);
    case TAPE_LOG:
        return enclose_within(log, x, x.low > 0, trouble);
    case TAPE_LOG10:
        return enclose_within(log10, x, x.low > 0, trouble);
    case TAPE_LOG1P:
        return enclose_within(log1p, x, x.low > -1, trouble);
    case TAPE_SQRT:
        return enclose_within(sqrt, x, x.low >= 0, trouble);
    case TAPE_ABS:
        return enclose_absolute(x);
    case TAPE_SIGN:
        return enclose_step((x.low > 0) - (x.low < 0), (x.high > 0) - (x.high < 0),
                            trouble);
    case TAPE_FLOOR:
    case TAPE_INTEGER:
        return enclose_step(floor(x.low), floor(x.high), trouble);
    case TAPE_CEIL:
        return enclose_step(ceil(x.low), ceil(x.high), trouble);
    case TAPE_NOT:
        return enclose_truth(negate_truth(truth_of(x)), trouble);
    case TAPE_ATAN2:
        return enclosure_angle(x, y, trouble);
    case TAPE_POW:
        return enclosure_power(x, y, trouble);
    case TAPE_MIN:
        return (enclosure){fmin(x.low, y.low), fmin(x.high, y.high)};
    case TAPE_MAX:
        return (enclosure){fmax(x.low, y.low), fmax(x.high, y.high)};
    case TAPE_MOD:
        return enclose_remainder(floor, x, y, trouble);
    case TAPE_REM:
        return enclose_remainder(trunc, x, y, trouble);
    case TAPE_DIV:
        return enclose_quotient(trunc, x, y, trouble);
    case TAPE_LT:
        return enclose_truth(is_less(x, y), trouble);
    case TAPE_LE:
        return enclose_truth(is_not_more(x, y), trouble);
    case TAPE_GT:
        return enclose_truth(is_less(y, x), trouble);
    case TAPE_GE:
        return enclose_truth(is_not_more(y, x), trouble);
    case TAPE_EQ:
        return enclose_truth(is_equal(x, y), trouble);
    case TAPE_NE:
        return enclose_truth(negate_truth(is_equal(x, y)), trouble);
    case TAPE_AND:
        return enclose_truth(both_hold(truth_of(x), truth_of(y)), trouble);
    case TAPE_OR:
        return enclose_truth(
            negate_truth(both_hold(negate_truth(truth_of(x)), negate_truth(truth_of(y)))),
            trouble);
    }
    return no_enclosure(ENCLOSURE_UNSUPPORTED, trouble);
}

/* What is folded into a constant may be no number, or infinite. */
static enclosure_trouble check_constants(const interval_tape *t) {
    for (int k = 0; k < t->constants; k++)
        if (!isfinite(t->constant[k]))
            return ENCLOSURE_UNDEFINED;
    return ENCLOSURE_THERE;
}

enclosure_trouble interval_tape_run(const interval_tape *t, enclosure *value) {
    enclosure_trouble first = check_constants(t);
    enclosure *to = value + t->inputs;
    for (int k = 0; k < t->constants; k++)
        *to++ = enclosure_of(t->constant[k]);
    for (int i = 0; i < t->length; i++) {
        const interval_operation *o = &t->operation[i];
        enclosure_trouble trouble = ENCLOSURE_THERE;
        *to++ = enclose_value(o, value[o->argument[0]], value[o->argument[1]],
                              value[o->argument[2]], &trouble);
        if (trouble && !first)
            first = trouble;
    }
    return first;
}

/* --- slopes --- */

static const enclosure ONE = {1, 1};
static const enclosure NONE = {0, 0};
/* 2 / sqrt(pi) and 1 / log(10) lie between two neighbours. */
static const enclosure SLOPE_OF_ERF = {0x1.20dd750429b6dp+0, 0x1.20dd750429b6ep+0};
static const enclosure SLOPE_OF_LOG10 = {0x1.bcb7b1526e50ep-2, 0x1.bcb7b1526e50fp-2};

/* f / |f| of a slope 1 / sqrt(f). */
static enclosure enclose_root_slope(enclosure f, enclosure_trouble *trouble) {
    if (!(f.low > 0))
        return no_enclosure(ENCLOSURE_UNDEFINED, trouble);
    return enclosure_reciprocal(enclosure_growing(sqrt, f));
}

/* (a + x) (b + x) */
static enclosure enclose_product(double a, double b, int sign, enclosure x) {
    const enclosure signed_x = sign < 0 ? enclosure_negate(x) : x;
    return enclosure_multiply(enclosure_add(enclosure_of(a), x),
                              enclosure_add(enclosure_of(b), signed_x));
}

static enclosure enclose_reciprocal(enclosure x, enclosure_trouble *trouble) {
    if (enclosure_has(x, 0))
        return no_enclosure(ENCLOSURE_UNDEFINED, trouble);
    return enclosure_reciprocal(x);
}

/* 1 + sign v^2 */
static enclosure enclose_one_plus_square(int sign, enclosure v) {
    const enclosure square = enclosure_square(v);
    return enclosure_add(ONE, sign < 0 ? enclosure_negate(square) : square);
}

static enclosure enclose_bell(enclosure x) {
    const enclosure exponent = enclosure_negate(enclosure_square(x));
    const enclosure bell = enclosure_positive(exp(exponent.low), exp(exponent.high));
    return enclosure_multiply(SLOPE_OF_ERF, bell);
}

/* The slope of a function of one argument, v being its value. */
static enclosure enclose_slope(tape_op op, enclosure x, enclosure v,
                               enclosure_trouble *trouble) {
    switch (op) {
    case TAPE_COPY:
    case TAPE_NOEVENT:
        return ONE;
    case TAPE_NEG:
        return enclosure_of(-1);
    case TAPE_SIN:
        return enclosure_cos(x);
    case TAPE_COS:
        return enclosure_negate(enclosure_sin(x));
    case TAPE_TAN:
        return enclose_one_plus_square(1, v);
    case TAPE_ASIN:
        return enclose_root_slope(enclose_product(1, 1, -1, x), trouble);
    case TAPE_ACOS:
        return enclosure_negate(
            enclose_root_slope(enclose_product(1, 1, -1, x), trouble));
    case TAPE_ATAN:
        return enclosure_reciprocal(enclose_one_plus_square(1, x));
    case TAPE_SINH:
        return enclose_cosh(x);
    case TAPE_COSH:
        return enclosure_growing(sinh, x);
    case TAPE_TANH:
        return enclose_one_plus_square(-1, v);
    case TAPE_ASINH:
        return enclose_root_slope(enclose_one_plus_square(1, x), trouble);
    case TAPE_ACOSH:
        return enclose_root_slope(enclose_product(-1, 1, 1, x), trouble);
    case TAPE_ERF:
        return enclose_bell(x);
    case TAPE_ERFC:
        return enclosure_negate(enclose_bell(x));
    case TAPE_EXP:
        return v;
    case TAPE_EXPM1:
        return enclosure_positive(exp(x.low), exp(x.high));
    case TAPE_LOG:
        return enclose_reciprocal(x, trouble);
    case TAPE_LOG10:
        return enclosure_multiply(SLOPE_OF_LOG10, enclose_reciprocal(x, trouble));
    case TAPE_LOG1P:
        return enclose_reciprocal(enclosure_add(ONE, x), trouble);
    case TAPE_SQRT:
        return enclosure_multiply(enclosure_of(0.5), enclose_root_slope(x, trouble));
    case TAPE_ABS:
        return (enclosure){x.low < 0 ? -1 : 1, x.high > 0 ? 1 : -1};
    case TAPE_SIGN:
    case TAPE_FLOOR:
    case TAPE_CEIL:
    case TAPE_INTEGER:
    case TAPE_NOT:
    case TAPE_DIV:
    case TAPE_LT:
    case TAPE_LE:
    case TAPE_GT:
    case TAPE_GE:
    case TAPE_EQ:
    case TAPE_NE:
    case TAPE_AND:
    case TAPE_OR:
        return NONE; /* they have a value only where it does not change */
    case TAPE_ADD:
    case TAPE_SUB:
    case TAPE_MUL:
    case TAPE_DIVIDE:
    case TAPE_MULADD:
    case TAPE_LOOKUP:
    case TAPE_ROUTINE:
    case TAPE_SELECT:
    case TAPE_ATAN2:
    case TAPE_POW:
    case TAPE_MIN:
    case TAPE_MAX:
    case TAPE_MOD:
    case TAPE_REM:
        break;
    }
    return no_enclosure(ENCLOSURE_UNSUPPORTED, trouble);
}

/* The slopes of x^y: y x^(y-1) and v log x. */
static void power_slopes(enclosure x, enclosure y, enclosure v, enclosure *slope,
                         enclosure_trouble *trouble) {
    const enclosure less = enclosure_subtract(y, ONE);
    enclosure_trouble below = ENCLOSURE_THERE;
    slope[0] = NONE;
    if (!enclosure_is_zero(y))
        slope[0] = enclosure_multiply(y, enclosure_power(x, less, &below));
    if (below)
        *trouble = below;
    slope[1] = NONE;
    if (y.low == y.high)
        return; /* a constant, or what counts as one */
    if (x.low > 0)
        slope[1] = enclosure_multiply(v, enclosure_growing(log, x));
    else
        slope[1] = no_enclosure(ENCLOSURE_UNDEFINED, trouble);
}

static void angle_slopes(enclosure x, enclosure y, enclosure *slope,
                         enclosure_trouble *trouble) {
    const enclosure length = enclosure_add(enclosure_square(x), enclosure_square(y));
    if (!(length.low > 0))
        *trouble = ENCLOSURE_UNDEFINED;
    slope[0] = enclosure_divide(y, length);
    slope[1] = enclosure_negate(enclosure_divide(x, length));
}

/* Those of a choice between two: the first one where `truth` is 1, the second one where
 * it is 0, any mixture where both may be equal. */
static void choice_slopes(int truth, enclosure *slope) {
    slope[0] = (enclosure){truth == 1, truth != 0};
    slope[1] = (enclosure){truth == 0, truth != 1};
}

static void table_slopes(const lookup *l, enclosure x, enclosure y, enclosure *slope,
                         enclosure_trouble *trouble) {
    for (int k = 0; k < 2; k++)
        slope[k] = l->by[k] ? enclosure_table(l->by[k], x, y, trouble) : NONE;
}

/* slope: [arity], by each argument; v: the value. */
static void enclose_slopes(const interval_operation *o, enclosure x, enclosure y,
                           enclosure v, enclosure *slope, int truth,
                           enclosure_trouble *trouble) {
    switch (o->op) {
    case TAPE_ADD:
        slope[0] = ONE;
        slope[1] = ONE;
        return;
    case TAPE_SUB:
        slope[0] = ONE;
        slope[1] = enclosure_of(-1);
        return;
    case TAPE_MUL:
        slope[0] = y;
        slope[1] = x;
        return;
    case TAPE_DIVIDE:
        slope[0] = enclose_reciprocal(y, trouble);
        slope[1] = enclosure_negate(enclosure_multiply(v, slope[0]));
        return;
    case TAPE_MULADD:
        slope[0] = y;
        slope[1] = x;
        slope[2] = ONE;
        return;
    case TAPE_LOOKUP:
        table_slopes(o->look, x, y, slope, trouble);
        return;
    case TAPE_SELECT:
        slope[0] = NONE;
        slope[1] = enclosure_of(truth == 1);
        slope[2] = enclosure_of(truth == 0);
        return;
    case TAPE_ATAN2:
        angle_slopes(x, y, slope, trouble);
        return;
    case TAPE_POW:
        power_slopes(x, y, v, slope, trouble);
        return;
    case TAPE_MIN:
        choice_slopes(is_less(x, y), slope);
        return;
    case TAPE_MAX:
        choice_slopes(is_less(y, x), slope);
        return;
    case TAPE_MOD:
        slope[0] = ONE;
        slope[1] = enclosure_negate(enclose_quotient(floor, x, y, trouble));
        return;
    case TAPE_REM:
        slope[0] = ONE;
        slope[1] = enclosure_negate(enclose_quotient(trunc, x, y, trouble));
        return;
    case TAPE_COPY:
    case TAPE_NEG:
    case TAPE_ROUTINE:
#define UNARY(code, ...) case TAPE_##code:
#define BINARY(...)
#include "../expr/op.def"
#undef UNARY
#undef BINARY
    case TAPE_DIV:
    case TAPE_LT:
    case TAPE_LE:
    case TAPE_GT:
    case TAPE_GE:
    case TAPE_EQ:
    case TAPE_NE:
    case TAPE_AND:
    case TAPE_OR:
        break;
    }
    slope[0] = enclose_slope(o->op, x, v, trouble);
    slope[1] = NONE;
}

/* Adds what the slope of one operation passes on to its arguments. */
static enclosure_trouble pass_slope(const interval_tape *t, int i, const enclosure *value,
                                    enclosure *slope) {
    const interval_operation *o = &t->operation[i];
    const int own = t->inputs + t->constants + i;
    const enclosure from = slope[own];
    enclosure by[3];
    enclosure_trouble trouble = ENCLOSURE_THERE;
    slope[own] = NONE;
    if (enclosure_is_zero(from))
        return trouble;
    const enclosure x = value[o->argument[0]];
    enclose_slopes(o, x, value[o->argument[1]], value[own], by, truth_of(x), &trouble);
    for (int j = 0; j < tape_arity(o->op); j++) {
        enclosure *to = &slope[o->argument[j]];
        *to = enclosure_add(*to, enclosure_multiply(from, by[j]));
    }
    return trouble;
}

enclosure_trouble interval_tape_slope(const interval_tape *t, int output,
                                      const enclosure *value, enclosure *slope) {
    enclosure_trouble first = ENCLOSURE_THERE;
    assert(output >= 0 && output < t->outputs);
    for (int n = t->leaf_start[output]; n < t->leaf_start[output + 1]; n++)
        slope[t->leaf[n]] = NONE;
    for (int n = t->start[output]; n < t->start[output + 1]; n++)
        slope[t->inputs + t->constants + t->reached[n]] = NONE;
    slope[t->output[output]] = ONE;
    for (int n = t->start[output]; n < t->start[output + 1]; n++) {
        const enclosure_trouble trouble = pass_slope(t, t->reached[n], value, slope);
        if (trouble && !first)
            first = trouble;
    }
    return first;
}

/* --- points in quadruple precision --- */

/* A number in quadruple precision and how far off it may be. */
typedef struct quad_ball {
    quad at;
    double error;
} quad_ball;

/* Sums of bounds are rounded a few times themselves. */
static double ball_slack(double error) {
    return error * (1 + 0x1p-40) + 0x1p-1074;
}

static double ball_size(quad_ball x) {
    return fabs((double)x.at) * (1 + 0x1p-40) + x.error;
}

/* By rounding v once. */
static double ball_rounding(quad v) {
    return fabs((double)v) * 0x1p-112 + 0x1p-1060;
}

static enclosure ball_enclosure(quad_ball x) {
    const double v = (double)x.at;
    if (x.error == 0 && (quad)v == x.at)
        return enclosure_of(v);
    return enclosure_add((enclosure){enclosure_down(v), enclosure_up(v)},
                         (enclosure){-x.error, x.error});
}

static quad_ball ball_table(const interval_operation *o, quad_ball x, quad_ball y,
                            enclosure_trouble *trouble) {
    const enclosure box[2] = {ball_enclosure(x), ball_enclosure(y)};
    enclosure slope[2];
    enclosure_table(o->look, box[0], box[1], trouble);
    table_slopes(o->look, box[0], box[1], slope, trouble);
    const double rounded = enclosure_table_error(o->look, (double)x.at, (double)y.at);
    const double moved[2] = {x.error + 8 * ball_rounding(x.at),
                             y.error + 8 * ball_rounding(y.at)};
    const double error = rounded + enclosure_size(slope[0]) * moved[0] +
                         enclosure_size(slope[1]) * moved[1];
    return (quad_ball){lookup_value_quad(o->look, x.at, y.at), ball_slack(error)};
}

/* A function: its slopes carry the errors of its arguments, and the C library adds its
 * own. */
static quad_ball ball_function(const interval_operation *o, quad_ball x, quad_ball y,
                               enclosure_trouble *trouble) {
    const enclosure box[2] = {ball_enclosure(x), ball_enclosure(y)};
    const quad v = tape_operation_quad(o->op, x.at, y.at, 0);
    const enclosure range = enclose_value(o, box[0], box[1], NONE, trouble);
    enclosure slope[3] = {NONE, NONE, NONE};
    if (*trouble)
        return (quad_ball){v, INFINITY};
    if (x.error > 0 || y.error > 0)
        enclose_slopes(o, box[0], box[1], range, slope, 0, trouble);
    double error = 2 * ENCLOSURE_ULPS * ball_rounding(v);
    if (x.error > 0)
        error += enclosure_size(slope[0]) * x.error;
    if (tape_arity(o->op) > 1 && y.error > 0)
        error += enclosure_size(slope[1]) * y.error;
    if (o->op == TAPE_MOD || o->op == TAPE_REM)
        error += 4 * ball_rounding(x.at);
    return (quad_ball){v, ball_slack(error)};
}

static quad_ball ball_product(quad_ball x, quad_ball y) {
    const quad v = x.at * y.at;
    const double error =
        ball_size(x) * y.error + ball_size(y) * x.error + ball_rounding(v);
    return (quad_ball){v, ball_slack(error)};
}

static quad_ball ball_sum(quad_ball x, quad_ball y) {
    const quad v = x.at + y.at;
    const double error = x.error + y.error + ball_rounding(v);
    return (quad_ball){v, ball_slack(error)};
}

static quad_ball ball_quotient(quad_ball x, quad_ball y, enclosure_trouble *trouble) {
    const quad v = x.at / y.at;
    const double least = fabs((double)y.at) * (1 - 0x1p-40) - y.error;
    if (!(least > 0)) {
        *trouble = ENCLOSURE_UNDEFINED;
        return (quad_ball){v, INFINITY};
    }
    const double size = fabs((double)v) * (1 + 0x1p-40);
    const double error =
        (x.error + size * y.error) / least * (1 + 0x1p-40) + ball_rounding(v);
    return (quad_ball){v, ball_slack(error)};
}

static quad_ball ball_select(quad_ball x, quad_ball y, quad_ball z,
                             enclosure_trouble *trouble) {
    const int truth = truth_of(ball_enclosure(x));
    if (truth < 0)
        *trouble = ENCLOSURE_UNDECIDED;
    return truth ? y : z;
}

/* The operations that a proof meets most, by themselves; all others as functions. */
static quad_ball ball_value(const interval_operation *o, quad_ball x, quad_ball y,
                            quad_ball z, enclosure_trouble *trouble) {
    if (o->op == TAPE_COPY)
        return x;
    if (o->op == TAPE_NEG)
        return (quad_ball){-x.at, x.error};
    if (o->op == TAPE_ADD)
        return ball_sum(x, y);
    if (o->op == TAPE_SUB)
        return ball_sum(x, (quad_ball){-y.at, y.error});
    if (o->op == TAPE_MUL)
        return ball_product(x, y);
    if (o->op == TAPE_MULADD)
        return ball_sum(ball_product(x, y), z);
    if (o->op == TAPE_DIVIDE)
        return ball_quotient(x, y, trouble);
    if (o->op == TAPE_SELECT)
        return ball_select(x, y, z, trouble);
    if (o->op == TAPE_LOOKUP)
        return ball_table(o, x, y, trouble);
    if (o->op == TAPE_ROUTINE) {
        *trouble = ENCLOSURE_UNSUPPORTED;
        return (quad_ball){x.at, INFINITY};
    }
    return ball_function(o, x, y, trouble);
}

enclosure_trouble interval_tape_run_quad(const interval_tape *t, quad *value,
                                         double *error) {
    enclosure_trouble first = check_constants(t);
    int to = t->inputs;
    for (int k = 0; k < t->constants; k++, to++) {
        value[to] = t->constant[k];
        error[to] = 0;
    }
    for (int i = 0; i < t->length; i++, to++) {
        const interval_operation *o = &t->operation[i];
        enclosure_trouble trouble = ENCLOSURE_THERE;
        quad_ball argument[3];
        for (int j = 0; j < 3; j++) {
            const int from = o->argument[j];
            argument[j] = (quad_ball){value[from], error[from]};
        }
        const quad_ball v =
            ball_value(o, argument[0], argument[1], argument[2], &trouble);
        value[to] = v.at;
        error[to] = v.error;
        if (trouble && !first)
            first = trouble;
    }
    return first;
}
