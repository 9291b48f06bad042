/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes: one switch per operation, no dispatch beyond it. */
#include "interpreter.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

void tape_prepare(const tape *t, double *slot) {
    if (t->constants)
        memcpy(slot + t->inputs, t->constant, sizeof *slot * (size_t)t->constants);
}

/* Returns the value of one operation. */
double tape_operate(tape_op op, double x, double y, double z) {
    switch (op) {
    case TAPE_COPY:
        return x;
    case TAPE_NEG:
        return -x;
    case TAPE_ADD:
        return x + y;
    case TAPE_SUB:
        return x - y;
    case TAPE_MUL:
        return x * y;
    case TAPE_DIVIDE:
        return x / y;
    case TAPE_MULADD: {
        double product = x * y; /* rounded here: no contraction */
        return product + z;
    }
    case TAPE_SELECT:
        return x != 0 ? y : z;
#define UNARY(code, name, result, shape, value, ...)                                     \
    case TAPE_##code:                                                                    \
        return value;
#define BINARY(code, name, result, shape, value, ...)                                    \
    case TAPE_##code:                                                                    \
        return value;
#include "../expr/op.def"
#undef UNARY
#undef BINARY
    }
    return NAN;
}

/* Returns the slopes of one operation by its arguments; v is its value. */
void tape_slopes(tape_op op, double x, double y, double z, double v, double *f) {
    f[0] = f[1] = f[2] = 0;
    switch (op) {
    case TAPE_COPY:
        f[0] = 1;
        return;
    case TAPE_NEG:
        f[0] = -1;
        return;
    case TAPE_ADD:
        f[0] = 1;
        f[1] = 1;
        return;
    case TAPE_SUB:
        f[0] = 1;
        f[1] = -1;
        return;
    case TAPE_MUL:
        f[0] = y;
        f[1] = x;
        return;
    case TAPE_DIVIDE:
        f[0] = 1 / y;
        f[1] = -v / y;
        return;
    case TAPE_MULADD:
        f[0] = y;
        f[1] = x;
        f[2] = 1;
        return;
    case TAPE_SELECT:
        f[x != 0 ? 1 : 2] = 1;
        return;
#define UNARY(code, name, result, shape, value, slope, ...)                              \
    case TAPE_##code:                                                                    \
        f[0] = slope;                                                                    \
        return;
#define BINARY(code, name, result, shape, value, slope_x, slope_y, ...)                  \
    case TAPE_##code:                                                                    \
        f[0] = slope_x;                                                                  \
        f[1] = slope_y;                                                                  \
        return;
#include "../expr/op.def"
#undef UNARY
#undef BINARY
    }
    (void)z;
}

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

/* Error bound of op(x, y, z) = v in units of eps, from those of the arguments. */
ALWAYS_INLINE double bound_of(tape_op op, double x, double y, double z, double ex,
                              double ey, double ez, double v) {
    switch (op) {
    case TAPE_COPY:
    case TAPE_NEG:
        return ex;
    case TAPE_ADD:
    case TAPE_SUB:
        return ex + ey + fabs(v);
    case TAPE_MUL:
        return carry(x, ey) + carry(y, ex) + fabs(v);
    case TAPE_DIVIDE:
        return (ex + carry(v, ey)) / fabs(y) + fabs(v);
    case TAPE_MULADD:
        return carry(x, ey) + carry(y, ex) + fabs(x * y) + ez + fabs(v);
    case TAPE_SELECT:
        return x != 0 ? ey : ez;
#define UNARY(code, name, result, shape, value, slope, ...)                              \
    case TAPE_##code:                                                                    \
        return carry(limit_slope(SHAPE_##shape, slope, ex), ex) + fabs(v);
#define BINARY(code, name, result, shape, value, slope_x, slope_y, ...)                  \
    case TAPE_##code:                                                                    \
        return carry(slope_x, ex) + carry(slope_y, ey) + fabs(v);
#include "../expr/op.def"
#undef UNARY
#undef BINARY
    }
    (void)z;
    return NAN;
}

/* Before the result v is written: its slot may be that of an argument. */
ALWAYS_INLINE void bound_operation(tape_op op, int to, int i, int j, int k,
                                   const double *slot, double *error, double v) {
    error[to] = bound_of(op, slot[i], slot[j], slot[k], error[i], error[j], error[k], v);
}

/* The default below is for speed; a new operation needs a case of its own. */
#pragma GCC diagnostic error "-Wswitch-enum"

typedef enum width { NARROW = sizeof(uint16_t), WIDE = sizeof(uint32_t) } width;

/* Slot number i after place a in the list of operands. */
static inline uint32_t slot_at(const char *a, width w, int i) {
    return w == WIDE ? ((const uint32_t *)(const void *)a)[i]
                     : ((const uint16_t *)(const void *)a)[i];
}

#define X slot[slot_at(a, w, 1)]
#define Y slot[slot_at(a, w, 2)]
#define Z slot[slot_at(a, w, 3)]

/* With error bounds or, error being NULL, without: two copies of the operations might
 * differ in which of two NaN they give. There is one copy for each width. */
ALWAYS_INLINE void run_operations_of(const tape *t, width w, double *slot,
                                     double *error) {
    const char *a = t->operand;
    for (const unsigned char *op = t->op, *end = op + t->length; op < end; op++) {
        double v;
        int words = 3; /* the result and two arguments */
        switch ((tape_op)*op) {
        case TAPE_COPY:
            v = X;
            words = 2;
            break;
        case TAPE_NEG:
            v = -X;
            words = 2;
            break;
        case TAPE_ADD:
            v = X + Y;
            break;
        case TAPE_SUB:
            v = X - Y;
            break;
        case TAPE_MUL:
            v = X * Y;
            break;
        case TAPE_DIVIDE:
            v = X / Y;
            break;
        case TAPE_MULADD:
            v = X * Y; /* rounded here: no contraction */
            v = v + Z;
            words = 4;
            break;
        case TAPE_SELECT:
            v = X != 0 ? Y : Z;
            words = 4;
            break;
#define UNARY(code, name, result, shape, value, ...)                                     \
    case TAPE_##code: {                                                                  \
        double x = X;                                                                    \
        v = value, words = 2;                                                            \
        break;                                                                           \
    }
#define BINARY(code, name, result, shape, value, ...)                                    \
    case TAPE_##code: {                                                                  \
        double x = X, y = Y;                                                             \
        v = value;                                                                       \
        break;                                                                           \
    }
#include "../expr/op.def"
#undef UNARY
#undef BINARY
        default: /* tapes hold nothing else: no need to look */
            __builtin_unreachable();
        }
        if (error) {
            int i = (int)slot_at(a, w, 1);
            int j = words > 2 ? (int)slot_at(a, w, 2) : i;
            int k = words > 3 ? (int)slot_at(a, w, 3) : i;
            bound_operation((tape_op)*op, (int)slot_at(a, w, 0), i, j, k, slot, error, v);
        }
        slot[slot_at(a, w, 0)] = v;
        a += words * (int)w;
    }
}

static void run_narrow(const tape *t, double *slot, double *error) {
    run_operations_of(t, NARROW, slot, error);
}

static void run_wide(const tape *t, double *slot, double *error) {
    run_operations_of(t, WIDE, slot, error);
}

static void run_operations(const tape *t, double *slot, double *error) {
    if (tape_is_wide(t))
        run_wide(t, slot, error);
    else
        run_narrow(t, slot, error);
}

void tape_execute(const tape *t, double *slot) {
    run_operations(t, slot, NULL);
}

void tape_scatter(const tape *t, const double *slot, const int *target, double *out) {
    for (int k = 0; k < t->outputs; k++)
        out[target[k]] = slot[tape_output(t, k)];
}

void tape_run(const tape *t, double *slot, double *out) {
    run_operations(t, slot, NULL);
    tape_read(t, slot, 0, t->outputs, out);
}

void tape_execute_bound(const tape *t, double *slot, double *error) {
    for (int k = 0; k < t->constants; k++)
        error[t->inputs + k] = fabs(t->constant[k]);
    run_operations(t, slot, error);
}

void tape_run_bound(const tape *t, double *slot, double *error, double *out,
                    double *bound) {
    tape_execute_bound(t, slot, error);
    tape_read(t, slot, 0, t->outputs, out);
    tape_read(t, error, 0, t->outputs, bound);
}
