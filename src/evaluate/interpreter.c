/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs tapes: one switch per operation, no dispatch beyond it. */
#include "interpreter.h"
#include <math.h>
#include <string.h>

void tape_prepare(const tape *t, double *slot) {
    if (t->constants)
        memcpy(slot + t->inputs, t->constant, sizeof *slot * (size_t)t->constants);
}

#define X slot[a[1]]
#define Y slot[a[2]]
#define Z slot[a[3]]

/* The same code for whole tapes and for single operations: two copies might differ in
 * which of two NaN they give. */
static void run_operations(const unsigned char *op, int length, const int *a,
                           double *slot) {
    for (const unsigned char *end = op + length; op < end; op++) {
        switch ((tape_op)*op) {
        case TAPE_COPY:
            slot[*a] = X, a += 2;
            break;
        case TAPE_NEG:
            slot[*a] = -X, a += 2;
            break;
        case TAPE_ADD:
            slot[*a] = X + Y, a += 3;
            break;
        case TAPE_SUB:
            slot[*a] = X - Y, a += 3;
            break;
        case TAPE_MUL:
            slot[*a] = X * Y, a += 3;
            break;
        case TAPE_DIVIDE:
            slot[*a] = X / Y, a += 3;
            break;
        case TAPE_MULADD: {
            double product = X * Y; /* rounded here: no contraction */
            slot[*a] = product + Z, a += 4;
            break;
        }
        case TAPE_SELECT:
            slot[*a] = X != 0 ? Y : Z, a += 4;
            break;
#define UNARY(code, name, value, slope)                                                  \
    case TAPE_##code: {                                                                  \
        double x = X;                                                                    \
        slot[*a] = value, a += 2;                                                        \
        break;                                                                           \
    }
#define BINARY(code, name, value, slope_x, slope_y)                                      \
    case TAPE_##code: {                                                                  \
        double x = X, y = Y;                                                             \
        slot[*a] = value, a += 3;                                                        \
        break;                                                                           \
    }
#include "../expr/op.def"
#undef UNARY
#undef BINARY
        }
    }
}

void tape_execute(const tape *t, double *slot) {
    run_operations(t->op, t->length, t->operand, slot);
}

void tape_run(const tape *t, double *slot, double *out) {
    tape_execute(t, slot);
    for (int k = 0; k < t->outputs; k++) out[k] = slot[t->output[k]];
}

/* An error of the argument, carried over: one without error carries none over, however
 * steep the function; a slope that is NaN belongs to an argument that cannot vary, like
 * the integer exponent of a negative number. */
static double carry(double slope, double error) {
    return error == 0 || isnan(slope) ? 0 : fabs(slope) * error;
}

/* Error bound of op(x, y, z) = v in units of eps, from those of the arguments. */
static double bound_of(tape_op op, double x, double y, double z, double ex, double ey,
                       double ez, double v) {
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
#define UNARY(code, name, value, slope)                                                  \
    case TAPE_##code:                                                                    \
        return carry(slope, ex) + fabs(v);
#define BINARY(code, name, value, slope_x, slope_y)                                      \
    case TAPE_##code:                                                                    \
        return carry(slope_x, ex) + carry(slope_y, ey) + fabs(v);
#include "../expr/op.def"
#undef UNARY
#undef BINARY
    }
    (void)z;
    return NAN;
}

void tape_execute_bound(const tape *t, double *slot, double *error) {
    for (int k = 0; k < t->constants; k++) error[t->inputs + k] = fabs(t->constant[k]);
    const int *a = t->operand;
    for (int n = 0; n < t->length; n++) {
        tape_op op = (tape_op)t->op[n];
        int count = tape_arity(op), to = a[0], i = a[1], j = count > 1 ? a[2] : i,
            k = count > 2 ? a[3] : i;
        double x = slot[i], y = slot[j], z = slot[k];
        run_operations(t->op + n, 1, a, slot);
        error[to] = bound_of(op, x, y, z, error[i], error[j], error[k], slot[to]);
        a += 1 + count;
    }
}

void tape_run_bound(const tape *t, double *slot, double *error, double *out,
                    double *bound) {
    tape_execute_bound(t, slot, error);
    for (int k = 0; k < t->outputs; k++)
        out[k] = slot[t->output[k]], bound[k] = error[t->output[k]];
}
