/* SPDX-License-Identifier: BSD-3-Clause */
/* CVODE of SUNDIALS on the reduced equations: BDF with the problem's projection (which
 * CVODE has for BDF alone), or Adams without it; stiff problems by BDF with Newton's
 * iteration. */
#include "program.h"
#ifdef HAVE_SUNDIALS
#include <cvode/cvode.h>
#include "sundials_common.h"

static int cvode_project(realtype t, N_Vector y, N_Vector move, realtype eps,
                         N_Vector error, void *data) {
    const problem *p = data;
    const double *u = N_VGetArrayPointer(y);
    double *m = N_VGetArrayPointer(move);
    (void)eps;
    (void)error;
    memcpy(m, u, (size_t)p->n * sizeof *m);
    p->project(p, t, m);
    for (int i = 0; i < p->n; i++)
        m[i] -= u[i];
    return 0;
}

static _Thread_local int cvode_root_of;

static int cvode_root(realtype t, N_Vector y, realtype *g, void *data) {
    (void)t;
    (void)data;
    g[0] = cvode_root_of < 0 ? 1 : N_VGetArrayPointer(y)[cvode_root_of];
    return 0;
}

/* From phase to phase. Returns 0 at the end of the last one. */
static int cvode_phases(void *memory, const problem *p, N_Vector y, outcome *o) {
    realtype t = 0;
    int at_root = 0;
    while (t < p->stop) {
        const phase s = p->next(p, t, N_VGetArrayPointer(y), at_root);
        long steps = 0;
        cvode_root_of = s.root;
        CVodeReInit(memory, t, y);
        CVodeSetStopTime(memory, s.until);
        const int status = CVode(memory, s.until, y, &t, CV_NORMAL);
        if (status < 0)
            return 1;
        CVodeGetNumSteps(memory, &steps);
        o->steps += steps;
        at_root = status == CV_ROOT_RETURN;
    }
    return 0;
}

static int cvode_whole(void *memory, const problem *p, N_Vector y, outcome *o) {
    realtype t = 0;
    CVodeSetStopTime(memory, p->stop);
    const int status = CVode(memory, p->stop, y, &t, CV_NORMAL);
    CVodeGetNumSteps(memory, &o->steps);
    CVodeGetNumErrTestFails(memory, &o->rejected);
    return status < 0;
}

static int cvode_run(const problem *p, int projected, double tolerance, double *out,
                     outcome *o) {
    SUNContext context = NULL;
    SUNNonlinearSolver fixed = NULL;
    linear l = {NULL, NULL};
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(p->n, context);
    void *memory = CVodeCreate(p->stiff || projected ? CV_BDF : CV_ADAMS, context);
    p->start(p, N_VGetArrayPointer(y));
    CVodeInit(memory, sundials_side, 0, y);
    CVodeSetErrFile(memory, NULL);
    CVodeSetUserData(memory, (void *)p);
    CVodeSStolerances(memory, tolerance, tolerance);
    CVodeSetMaxNumSteps(memory, SUNDIALS_MOST_STEPS);
    if (p->stiff) {
        l = linear_new(y, p->n, p->lower, p->upper, context);
        CVodeSetLinearSolver(memory, l.solver, l.matrix);
        if (p->jacobian)
            CVodeSetJacFn(memory, sundials_jacobian);
    } else {
        fixed = SUNNonlinSol_FixedPoint(y, 0, context);
        CVodeSetNonlinearSolver(memory, fixed);
    }
    if (projected) {
        CVodeSetProjFn(memory, cvode_project);
        CVodeSetProjErrEst(memory, SUNFALSE);
    }
    if (p->next)
        CVodeRootInit(memory, 1, cvode_root);
    const double began = processor_time();
    const int failed =
        p->next ? cvode_phases(memory, p, y, o) : cvode_whole(memory, p, y, o);
    o->cpu = processor_time() - began;
    sundials_end(p, N_VGetArrayPointer(y), out);
    CVodeFree(&memory);
    linear_free(&l);
    if (fixed)
        SUNNonlinSolFree(fixed);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return failed;
}

static int cvode_applies(const problem *p) {
    return p->side != NULL;
}

static int run_cvode(const problem *p, double tolerance, double *out, outcome *o) {
    return cvode_run(p, 0, tolerance, out, o);
}

static int cvode_projected_applies(const problem *p) {
    return p->project != NULL;
}

static int run_cvode_projected(const problem *p, double tolerance, double *out,
                               outcome *o) {
    return cvode_run(p, 1, tolerance, out, o);
}

const program cvode_program = {"CVODE", "CVODE", cvode_applies, run_cvode};
const program cvode_projected_program = {"CVODE+proj", "CVODE with projection",
                                         cvode_projected_applies, run_cvode_projected};
#else
static int cvode_never(const problem *p) {
    (void)p;
    return 0;
}

const program cvode_program = {"CVODE", "CVODE", cvode_never, NULL};
const program cvode_projected_program = {"CVODE+proj", "CVODE with projection",
                                         cvode_never, NULL};
#endif
