/* SPDX-License-Identifier: BSD-3-Clause */
/* Enclosures against points in quadruple precision: random expressions over random boxes,
 * every operation over its domain, slopes by the mean value theorem, and error bounds
 * against numbers that are known. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "../../../src/evaluate/interval_interpreter.h"
#include "../../../src/evaluate/interval_table.h"
#include "../../../src/evaluate/quad_interpreter.h"
#include "../../../src/expr/graph.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { INPUTS = 3, EXPRESSIONS = 3000, POINTS = 20, DEPTH = 12 };

static invo_context *context;
static arena *memory;
static graph *g;
static expr argument[INPUTS];

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    for (int k = 0; k < INPUTS; k++)
        argument[k] = expr_jet(g, k, 0);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

static double draw(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-53;
}

static int draw_below(uint64_t *seed, int count) {
    return (int)(draw(seed) * count);
}

static const expr_op unary[] = {
    OP_SIN,   OP_COS,   OP_TAN,   OP_ASIN,  OP_ACOS, OP_ATAN,  OP_SINH,  OP_COSH,
    OP_TANH,  OP_ERF,   OP_ASINH, OP_ACOSH, OP_ERFC, OP_EXP,   OP_EXPM1, OP_LOG,
    OP_LOG10, OP_LOG1P, OP_SQRT,  OP_ABS,   OP_SIGN, OP_FLOOR, OP_CEIL,  OP_INTEGER};
static const expr_op binary[] = {OP_ATAN2, OP_POW, OP_MIN, OP_MAX, OP_MOD, OP_REM,
                                 OP_DIV,   OP_LT,  OP_LE,  OP_GT,  OP_GE};

enum { UNARY_COUNT = sizeof unary / sizeof *unary };
enum { BINARY_COUNT = sizeof binary / sizeof *binary };

/* An expression of some operations on the inputs, numbers and each other. */
static expr draw_expression(uint64_t *seed) {
    expr pool[DEPTH + INPUTS + 2];
    int count = INPUTS;
    for (int k = 0; k < INPUTS; k++)
        pool[k] = argument[k];
    pool[count++] = expr_number(g, 4 * draw(seed) - 2);
    pool[count++] = expr_number(g, draw_below(seed, 5) - 1);
    for (int n = 0; n < DEPTH; n++) {
        const expr pair[2] = {pool[draw_below(seed, count)],
                              pool[count - 1 - draw_below(seed, n ? 2 : count)]};
        switch (draw_below(seed, 7)) {
        case 0:
            pool[count++] = expr_add(g, pair[0], pair[1]);
            break;
        case 1:
            pool[count++] = expr_sub(g, pair[0], pair[1]);
            break;
        case 2:
        case 3:
            pool[count++] = expr_mul(g, pair[0], pair[1]);
            break;
        case 4:
            pool[count++] = expr_div(g, pair[0], pair[1]);
            break;
        case 5:
            pool[count++] = expr_call(g, unary[draw_below(seed, UNARY_COUNT)], &pair[1]);
            break;
        case 6:
            pool[count++] = expr_call(g, binary[draw_below(seed, BINARY_COUNT)], pair);
            break;
        }
    }
    return pool[count - 1];
}

/* A tape with room for its values of all kinds. */
typedef struct trial {
    const tape *tape;
    const interval_tape *intervals;
    enclosure *value, *slope;
    quad *slot, *at;
    double *error;
} trial;

static trial trial_new(expr e) {
    trial t = {.tape = tape_lower(g, memory, INPUTS, input, NULL, 1, &e)};
    t.intervals = interval_tape_new(memory, t.tape);
    const size_t values = (size_t)t.intervals->values;
    t.value = calloc(values, sizeof *t.value);
    t.slope = calloc(values, sizeof *t.slope);
    t.at = calloc(values, sizeof *t.at);
    t.error = calloc(values, sizeof *t.error);
    t.slot = calloc((size_t)t.tape->slots + 1, sizeof *t.slot);
    return t;
}

static void trial_free(trial *t) {
    free(t->value);
    free(t->slope);
    free(t->at);
    free(t->error);
    free(t->slot);
}

static quad trial_at(trial *t, const quad *x) {
    quad out = NAN;
    for (int k = 0; k < INPUTS; k++)
        t->slot[k] = x[k];
    tape_run_quad(t->tape, t->slot, &out);
    return out;
}

/* A bound of the error of trial_at; INFINITY: not known. */
static quad trial_error(trial *t, const quad *x) {
    for (int k = 0; k < INPUTS; k++) {
        t->at[k] = x[k];
        t->error[k] = 0;
    }
    if (interval_tape_run_quad(t->intervals, t->at, t->error))
        return INFINITY;
    return t->error[t->intervals->output[0]];
}

static quad quad_size(quad x) {
    return x < 0 ? -x : x;
}

/* How far a value in quadruple precision itself may be off, generously: enclosures of
 * doubles are much wider than that unless a number is exact. */
static quad allowance(quad v) {
    return quad_size(v) * 1e-30 + 1e-300;
}

/* A point in the box; corners now and then. */
static void draw_point(uint64_t *seed, const enclosure *box, quad *x) {
    for (int k = 0; k < INPUTS; k++) {
        const double share = draw(seed);
        x[k] = box[k].low + ((quad)box[k].high - box[k].low) * share;
        if (share < 0.1)
            x[k] = box[k].low;
        if (share > 0.9)
            x[k] = box[k].high;
    }
}

/* f(y) - f(x) lies in the sum of the slopes times y - x. */
static void check_slopes(trial *t, const quad *x, const quad *y, quad change,
                         quad error) {
    quad low = 0;
    quad high = 0;
    quad size = 0;
    for (int n = 0; n < t->intervals->leaf_start[1]; n++) {
        const int k = t->intervals->leaf[n];
        const quad by = y[k] - x[k];
        const enclosure s = t->slope[k];
        low += by > 0 ? s.low * by : s.high * by;
        high += by > 0 ? s.high * by : s.low * by;
        size += quad_size(by) * (quad)enclosure_size(s);
    }
    const quad more = error + allowance(size);
    assert_true(change >= low - more && change <= high + more);
}

static int check_box(trial *t, uint64_t *seed, const enclosure *box) {
    quad x[INPUTS];
    quad y[INPUTS];
    for (int k = 0; k < INPUTS; k++)
        t->value[k] = box[k];
    if (interval_tape_run(t->intervals, t->value))
        return 0;
    const enclosure v = t->value[t->intervals->output[0]];
    const int has_slopes = !interval_tape_slope(t->intervals, 0, t->value, t->slope);
    for (int n = 0; n < POINTS; n++) {
        draw_point(seed, box, x);
        draw_point(seed, box, y);
        const quad fx = trial_at(t, x);
        const quad fy = trial_at(t, y);
        const quad error = trial_error(t, x);
        if (!(error <= (quad)DBL_MAX))
            continue; /* beyond what doubles hold */
        assert_true(fx >= v.low - error && fx <= v.high + error);
        const int is_finite = quad_size(fy - fx) <= (quad)DBL_MAX;
        if (has_slopes && is_finite)
            check_slopes(t, x, y, fy - fx, error + trial_error(t, y));
    }
    return 1 + has_slopes;
}

/* The value in quadruple precision at a corner, with its bound: within the enclosure of
 * that point, and as narrow as 113 bits allow. */
static void check_ball(trial *t, const enclosure *box) {
    for (int k = 0; k < INPUTS; k++) {
        t->value[k] = enclosure_of(box[k].low);
        t->at[k] = box[k].low;
        t->error[k] = 0;
    }
    if (interval_tape_run(t->intervals, t->value) ||
        interval_tape_run_quad(t->intervals, t->at, t->error))
        return;
    const int output = t->intervals->output[0];
    const enclosure v = t->value[output];
    const quad at = t->at[output];
    const quad error = t->error[output];
    if (!(error <= (quad)DBL_MAX))
        return;
    assert_true(at + error >= v.low && at - error <= v.high);
    quad x[INPUTS] = {box[0].low, box[1].low, box[2].low};
    assert_true(quad_size(trial_at(t, x) - at) <= 2 * error);
}

static void random_expressions_are_enclosed(void **state) {
    (void)state;
    uint64_t seed = 11;
    int values = 0;
    int slopes = 0;
    for (int n = 0; n < EXPRESSIONS; n++) {
        trial t = trial_new(draw_expression(&seed));
        enclosure box[INPUTS];
        const double width = pow(10, -15 * draw(&seed));
        for (int k = 0; k < INPUTS; k++) {
            const double low = 6 * draw(&seed) - 3;
            box[k] = (enclosure){low, low + width * draw(&seed)};
        }
        const int found = check_box(&t, &seed, box);
        values += found > 0;
        slopes += found > 1;
        check_ball(&t, box);
        trial_free(&t);
    }
    assert_true(values > EXPRESSIONS / 3);
    assert_true(slopes > EXPRESSIONS / 3);
}

/* Every function over boxes in its domain, wide and narrow. */
static void functions_are_enclosed(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int k = 0; k < UNARY_COUNT + BINARY_COUNT; k++) {
        const int is_unary = k < UNARY_COUNT;
        const expr e =
            expr_call(g, is_unary ? unary[k] : binary[k - UNARY_COUNT], argument);
        trial t = trial_new(e);
        int found = 0;
        for (int n = 0; n < 400; n++) {
            enclosure box[INPUTS] = {{0, 0}, {0, 0}, {0, 0}};
            const double width = pow(10, 1 - 16 * draw(&seed));
            for (int j = 0; j < 2; j++) {
                const double low = n % 2 ? draw(&seed) : 12 * draw(&seed) - 6;
                box[j] = (enclosure){low, low + width * draw(&seed)};
            }
            found += check_box(&t, &seed, box) > 0;
        }
        assert_true(found > 20);
        trial_free(&t);
    }
}

/* Thin boxes stay thin: a proof of round-off needs it. */
static void thin_boxes_have_thin_values(void **state) {
    (void)state;
    const double x = 1e5;
    const enclosure at = {x, x + 1e-10};
    const enclosure v = enclosure_sin(at);
    assert_true(v.high - v.low < 1e-9);
    assert_true(enclosure_has(v, sin(x)));
    const enclosure turning = enclosure_sin((enclosure){1.5, 1.6});
    assert_true(turning.high == 1 && turning.low < sin(1.5) && turning.low > 0.98);
    const enclosure whole = enclosure_sin((enclosure){0, 100});
    assert_true(whole.low == -1 && whole.high == 1);
}

static void troubles_are_told(void **state) {
    (void)state;
    const struct {
        expr_op op;
        enclosure x, y;
        enclosure_trouble expected;
    } row[] = {
        {OP_LOG, {-1, 1}, {0, 0}, ENCLOSURE_UNDEFINED},
        {OP_SQRT, {-1e-9, 1}, {0, 0}, ENCLOSURE_UNDEFINED},
        {OP_TAN, {1.5, 1.6}, {0, 0}, ENCLOSURE_UNDEFINED},
        {OP_ASIN, {0.9, 1.1}, {0, 0}, ENCLOSURE_UNDEFINED},
        {OP_FLOOR, {0.9, 1.1}, {0, 0}, ENCLOSURE_UNDECIDED},
        {OP_SIGN, {-1, 1}, {0, 0}, ENCLOSURE_UNDECIDED},
        {OP_ATAN2, {-1, 1}, {-2, -1}, ENCLOSURE_UNDECIDED},
        {OP_LT, {0, 1}, {0.5, 0.5}, ENCLOSURE_UNDECIDED},
        {OP_LT, {0, 1}, {2, 2}, ENCLOSURE_THERE},
        {OP_POW, {-1, 1}, {0.5, 0.5}, ENCLOSURE_UNDEFINED},
        {OP_POW, {-1, 1}, {3, 3}, ENCLOSURE_THERE},
    };
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        trial t = trial_new(expr_call(g, row[k].op, argument));
        t.value[0] = row[k].x;
        t.value[1] = row[k].y;
        t.value[2] = enclosure_of(0);
        assert_int_equal(interval_tape_run(t.intervals, t.value), row[k].expected);
        trial_free(&t);
    }
    trial t = trial_new(expr_div(g, argument[0], argument[1]));
    t.value[0] = t.value[2] = enclosure_of(1);
    t.value[1] = (enclosure){-1, 1};
    assert_int_equal(interval_tape_run(t.intervals, t.value), ENCLOSURE_UNDEFINED);
    trial_free(&t);
}

/* A table over boxes within its pieces, and across a knot. */
static void tables_are_enclosed(void **state) {
    (void)state;
    const double x[5] = {0, 1, 2, 3.5, 5};
    const double y[5] = {1, 3, 2, -1, 0.3};
    uint64_t seed = 3;
    for (int kind = LOOKUP_LINEAR; kind <= LOOKUP_MODIFIED_AKIMA; kind++) {
        const lookup_table made = {5, x, y, (lookup_smoothness)kind, LOOKUP_LINES};
        lookup *all;
        if (kind == LOOKUP_CONSTANT)
            continue;
        lookup_derivatives(memory, lookup_curve(memory, &made), &all);
        for (int n = 0; n < 500; n++) {
            const double low = 7 * draw(&seed) - 1;
            const enclosure box = {low, low + 0.1 * draw(&seed)};
            enclosure_trouble trouble = ENCLOSURE_THERE;
            const enclosure v = enclosure_table(all, box, enclosure_of(0), &trouble);
            if (trouble)
                continue;
            for (int k = 0; k <= 4; k++) {
                const quad at = low + (quad)(box.high - low) * k / 4;
                const quad f = lookup_value_quad(all, at, 0);
                assert_true(f >= v.low - allowance(f) && f <= v.high + allowance(f));
            }
        }
        enclosure_trouble trouble = ENCLOSURE_THERE;
        enclosure_table(all, (enclosure){0.9, 1.1}, enclosure_of(0), &trouble);
        assert_int_equal(trouble, ENCLOSURE_UNDECIDED);
    }
}

/* 10^8 - (10^4)^2 and such: what the bound allows is what was rounded. */
static void bounds_of_points_hold(void **state) {
    (void)state;
    expr third = expr_div(g, argument[0], argument[1]);
    expr back = expr_sub(g, expr_mul(g, third, argument[1]), argument[0]);
    trial t = trial_new(back);
    t.at[0] = 1;
    t.at[1] = 3;
    t.at[2] = 0;
    assert_int_equal(interval_tape_run_quad(t.intervals, t.at, t.error), ENCLOSURE_THERE);
    const int output = t.intervals->output[0];
    assert_true(quad_size(t.at[output]) <= (quad)t.error[output]);
    assert_true(t.error[output] < 16 * 0x1p-113);
    trial_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions_are_enclosed),
        cmocka_unit_test(functions_are_enclosed),
        cmocka_unit_test(thin_boxes_have_thin_values),
        cmocka_unit_test(troubles_are_told),
        cmocka_unit_test(tables_are_enclosed),
        cmocka_unit_test(bounds_of_points_hold),
    };
    if (!QUAD_IS_THERE)
        return 0;
    return cmocka_run_group_tests(tests, setup, teardown);
}
