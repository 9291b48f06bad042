/* SPDX-License-Identifier: BSD-3-Clause */
/* ARKODE of SUNDIALS on the reduced equations: Fehlberg's pair of order 8, or its
 * diagonally implicit pair of order 5 for stiff problems. */
#include "program.h"
#ifdef HAVE_SUNDIALS
#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include "sundials_common.h"

static int arkode_explicit(const problem *p, N_Vector y, double tolerance,
                           SUNContext context, outcome *o) {
    realtype t = 0;
    void *memory = ERKStepCreate(sundials_side, 0, y, context);
    ERKStepSetErrFile(memory, NULL);
    ERKStepSetUserData(memory, (void *)p);
    ERKStepSStolerances(memory, tolerance, tolerance);
    ERKStepSetTableNum(memory, ARKODE_FEHLBERG_13_7_8);
    ERKStepSetMaxNumSteps(memory, SUNDIALS_MOST_STEPS);
    ERKStepSetStopTime(memory, p->stop);
    const double began = processor_time();
    const int status = ERKStepEvolve(memory, p->stop, y, &t, ARK_NORMAL);
    o->cpu = processor_time() - began;
    ERKStepGetNumSteps(memory, &o->steps);
    ERKStepGetNumErrTestFails(memory, &o->rejected);
    ERKStepFree(&memory);
    return status < 0;
}

static int arkode_implicit(const problem *p, N_Vector y, double tolerance,
                           SUNContext context, outcome *o) {
    realtype t = 0;
    void *memory = ARKStepCreate(NULL, sundials_side, 0, y, context);
    linear l = linear_new(y, p->n, p->lower, p->upper, context);
    ARKStepSetErrFile(memory, NULL);
    ARKStepSetUserData(memory, (void *)p);
    ARKStepSStolerances(memory, tolerance, tolerance);
    ARKStepSetOrder(memory, 5);
    ARKStepSetLinearSolver(memory, l.solver, l.matrix);
    if (p->jacobian)
        ARKStepSetJacFn(memory, sundials_jacobian);
    ARKStepSetMaxNumSteps(memory, SUNDIALS_MOST_STEPS);
    ARKStepSetStopTime(memory, p->stop);
    const double began = processor_time();
    const int status = ARKStepEvolve(memory, p->stop, y, &t, ARK_NORMAL);
    o->cpu = processor_time() - began;
    ARKStepGetNumSteps(memory, &o->steps);
    ARKStepGetNumErrTestFails(memory, &o->rejected);
    ARKStepFree(&memory);
    linear_free(&l);
    return status < 0;
}

static int arkode_applies(const problem *p) {
    return !p->next;
}

static int run_arkode(const problem *p, double tolerance, double *out, outcome *o) {
    SUNContext context = NULL;
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(p->n, context);
    p->start(p, N_VGetArrayPointer(y));
    const int failed = p->stiff ? arkode_implicit(p, y, tolerance, context, o)
                                : arkode_explicit(p, y, tolerance, context, o);
    sundials_end(p, N_VGetArrayPointer(y), out);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return failed;
}

const program arkode_program = {"ARKODE", "ARKODE", arkode_applies, run_arkode};
#else
static int arkode_never(const problem *p) {
    (void)p;
    return 0;
}

const program arkode_program = {"ARKODE", "ARKODE", arkode_never, NULL};
#endif
