/* SPDX-License-Identifier: BSD-3-Clause */
/* What the programs on SUNDIALS have in common. */
#ifndef SPEED_SUNDIALS_H
#define SPEED_SUNDIALS_H
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include "program.h"

enum { SUNDIALS_MOST_STEPS = 1000000 };

/* A matrix with its solver: dense where band < 0. */
typedef struct linear {
    SUNMatrix matrix;
    SUNLinearSolver solver;
} linear;

static inline linear linear_new(N_Vector y, int size, int lower, int upper,
                                SUNContext c) {
    linear l;
    l.matrix =
        lower < 0 ? SUNDenseMatrix(size, size, c) : SUNBandMatrix(size, upper, lower, c);
    l.solver =
        lower < 0 ? SUNLinSol_Dense(y, l.matrix, c) : SUNLinSol_Band(y, l.matrix, c);
    return l;
}

static inline void linear_free(linear *l) {
    if (l->solver)
        SUNLinSolFree(l->solver);
    if (l->matrix)
        SUNMatDestroy(l->matrix);
}

static inline int sundials_side(realtype t, N_Vector y, N_Vector f, void *data) {
    const problem *p = data;
    p->side(p, t, N_VGetArrayPointer(y), N_VGetArrayPointer(f));
    return isfinite(N_VGetArrayPointer(f)[0]) ? 0 : 1;
}

/* The problem's own Jacobian, dense or band. */
static inline int sundials_jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix J,
                                    void *data, N_Vector a, N_Vector b, N_Vector c) {
    const problem *p = data;
    const int width = p->lower < 0 ? p->n : p->lower + p->upper + 1;
    static _Thread_local double entries[4096];
    (void)f;
    (void)a;
    (void)b;
    (void)c;
    p->jacobian(p, t, N_VGetArrayPointer(y), entries);
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < width; k++) {
            const int j = p->lower < 0 ? k : i + k - p->lower;
            if (j < 0 || j >= p->n)
                continue;
            if (p->lower < 0)
                SM_ELEMENT_D(J, i, j) = entries[i * width + k];
            else
                SM_ELEMENT_B(J, i, j) = entries[i * width + k];
        }
    return 0;
}

/* The values that are compared, from u at the end. */
static inline void sundials_end(const problem *p, const double *u, double *out) {
    if (p->observe)
        p->observe(p, p->stop, u, out);
    else
        memcpy(out, u, (size_t)p->n * sizeof *out);
}
#endif
