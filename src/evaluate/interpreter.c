/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes: one switch per operation, no dispatch beyond it. */
#include "interpreter.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Routines have no value where only numbers are given. */
#define routine_of_tape(own, from) NAN

void tape_prepare(const tape *t, double *slot) {
    assert(t->inputs + t->constants <= t->slots);
    if (t->constants)
        memcpy(slot + t->inputs, t->constant, sizeof *slot * (size_t)t->constants);
}

double tape_operate(tape_op op, const lookup *look, double x, double y, double z) {
    assert(op != TAPE_ROUTINE);
    switch (op) {
#define OPERATION(arity, code, value, ...)                                               \
    case TAPE_##code:                                                                    \
        return value;
#include "../expr/tape_op.def"
    }
    return NAN;
}

void tape_slopes(tape_op op, const lookup *look, double x, double y, double z, double v,
                 double *f) {
    (void)z;
    switch (op) {
#define OPERATION(arity, code, value, slope_x, slope_y, slope_z, ...)                    \
    case TAPE_##code:                                                                    \
        f[0] = slope_x;                                                                  \
        f[1] = slope_y;                                                                  \
        f[2] = slope_z;                                                                  \
        return;
#include "../expr/tape_op.def"
    }
}

#undef routine_of_tape
#define routine_of_tape(own, from) routine_value(own, from, NULL)

/* An error of the argument, carried over: one without error carries none over, however
 * steep the function; a slope that is NaN belongs to an argument that cannot vary, like
 * the integer exponent of a negative number. */
static double carry(double slope, double error) {
    return error == 0 || isnan(slope) ? 0 : fabs(slope) * error;
}

/* Where a slope is infinite, what an error of the argument (in units of eps) changes is
 * bounded by its root: sqrt at 0, asin and acos at 1. */
static double limit_slope(expr_shape shape, double slope, double error) {
    const int is_root = shape == SHAPE_ROOT || shape == SHAPE_EDGE;
    const double steepest = is_root ? 2 / sqrt(DBL_EPSILON * error) : INFINITY;
    return fabs(slope) > steepest ? steepest : slope;
}

/* The last sine and cosine: an error bound takes both of one argument, and so do most
 * formulas. */
typedef struct circle_memo {
    double x;
    circle_point at; /* x */
} circle_memo;

static inline circle_point circle_again(circle_memo *m, double x) {
    if (memcmp(&m->x, &x, sizeof x) != 0) {
        m->at = circle_at(x);
        m->x = x;
    }
    return m->at;
}

/* The default below is for speed; a new operation needs a case of its own. */
#pragma GCC diagnostic error "-Wswitch-enum"

typedef enum width { NARROW = sizeof(uint16_t), WIDE = sizeof(uint32_t) } width;

/* Slot number i after place a in the list of operands. */
static inline uint32_t slot_at(const char *a, width w, int i) {
    return w == WIDE ? ((const uint32_t *)(const void *)a)[i]
                     : ((const uint16_t *)(const void *)a)[i];
}

/* Argument i of an operation, the first one where it has fewer. */
#define ARGUMENT(list, i, arity) list[slot_at(a, w, (i) > (arity) ? 1 : (i))]

/* Some of the operations of a tape. Those that are run once call nothing. */
typedef struct tape_range {
    int first, end;
    int operands; /* before the first one */
} tape_range;

static tape_range all_operations(const tape *t) {
    return (tape_range){0, t->length, 0};
}

#define circle_at(x) circle_again(&memo, x)

/* Runs the operations, with error bounds unless error is NULL; one copy for each case and
 * width. */
ALWAYS_INLINE void run_operations(const tape *t, tape_range r, width w, double *slot,
                                  double *error) {
    const char *a = (const char *)t->operand + (int)w * r.operands;
    const lookup *const *next = t->lookup;
    const routine_output *const *call = t->routine;
    const unsigned char *end = t->op + r.end;
    circle_memo memo = {0, {0, 1}};
    for (const unsigned char *code = t->op + r.first; code < end; code++) {
        const tape_op op = (tape_op)*code;
        switch (op) {
#define OPERATION(arity, code, value, slope_x, slope_y, slope_z, bound, rows)            \
    case TAPE_##code: {                                                                  \
        double *from = &ARGUMENT(slot, 1, arity);                                        \
        const double x = *from;                                                          \
        const double y = ARGUMENT(slot, 2, arity);                                       \
        const double z = ARGUMENT(slot, 3, arity);                                       \
        const lookup *look = TAPE_##code == TAPE_LOOKUP ? *next++ : NULL;                \
        const routine_output *own = TAPE_##code == TAPE_ROUTINE ? *call++ : NULL;        \
        const double v = value;                                                          \
        (void)look;                                                                      \
        (void)own;                                                                       \
        (void)x;                                                                         \
        (void)y;                                                                         \
        (void)z;                                                                         \
        if (error) {                                                                     \
            const double *errors = &ARGUMENT(error, 1, arity);                           \
            const double ex = *errors;                                                   \
            const double ey = ARGUMENT(error, 2, arity);                                 \
            const double ez = ARGUMENT(error, 3, arity);                                 \
            (void)ex;                                                                    \
            (void)ey;                                                                    \
            (void)ez;                                                                    \
            error[slot_at(a, w, 0)] = bound;                                             \
        }                                                                                \
        slot[slot_at(a, w, 0)] = v;                                                      \
        a += (1 + arity) * (int)w;                                                       \
        break;                                                                           \
    }
#include "../expr/tape_op.def"
        default: /* tapes hold nothing else: no need to look */
            __builtin_unreachable();
        }
    }
}

#undef circle_at

static void execute_range(const tape *t, tape_range r, double *slot) {
    if (tape_is_wide(t))
        run_operations(t, r, WIDE, slot, NULL);
    else
        run_operations(t, r, NARROW, slot, NULL);
}

void tape_execute(const tape *t, double *slot) {
    execute_range(t, all_operations(t), slot);
}

void tape_execute_once(const tape *t, double *slot) {
    execute_range(t, (tape_range){0, t->once, 0}, slot);
}

void tape_execute_rest(const tape *t, double *slot) {
    execute_range(t, (tape_range){t->once, t->length, t->once_operands}, slot);
}

void tape_scatter(const tape *t, const double *slot, const int *target, double *out) {
    const int count = t->outputs;
    if (tape_is_wide(t)) {
        for (int k = 0; k < count; k++)
            out[target[k]] = slot[tape_output(t, k)];
    } else {
        const uint16_t *from = (const uint16_t *)t->operand + t->operands;
        for (int k = 0; k < count; k++)
            out[target[k]] = slot[from[k]];
    }
}

void tape_run(const tape *t, double *slot, double *out) {
    tape_execute(t, slot);
    tape_read(t, slot, 0, t->outputs, out);
}

/* Has it no digits in the last half of its place? */
static int is_short(double value) {
    enum { SHORT = 26 };
    int exponent;
    const double digits = ldexp(frexp(value, &exponent), SHORT + 1);
    return digits == trunc(digits);
}

double tape_constant_error(double value) {
    static const double LARGEST_WHOLE = 9007199254740992;
    const double size = fabs(value);
    const int is_whole = size <= LARGEST_WHOLE && value == trunc(value);
    return is_whole || is_short(value) ? 0 : size;
}

void tape_execute_bound(const tape *t, double *slot, double *error) {
    assert(t->inputs + t->constants <= t->slots);
    for (int k = 0; k < t->constants; k++)
        error[t->inputs + k] = tape_constant_error(t->constant[k]);
    if (tape_is_wide(t))
        run_operations(t, all_operations(t), WIDE, slot, error);
    else
        run_operations(t, all_operations(t), NARROW, slot, error);
}

void tape_run_bound(const tape *t, double *slot, double *error, double *out,
                    double *bound) {
    tape_execute_bound(t, slot, error);
    tape_read(t, slot, 0, t->outputs, out);
    tape_read(t, error, 0, t->outputs, bound);
}
