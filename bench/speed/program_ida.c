/* SPDX-License-Identifier: BSD-3-Clause */
/* IDA of SUNDIALS: on the form of index 1 or 2 of a problem, and on the reduced equations
 * u' = f(t, u). Jacobians by its own differences. */
#include "program.h"
#ifdef HAVE_SUNDIALS
#include <ida/ida.h>
#include "sundials_common.h"

static int ida_dae_residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *data) {
    const problem *p = data;
    p->dae->residual(p, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp),
                     N_VGetArrayPointer(r));
    return isfinite(N_VGetArrayPointer(r)[0]) ? 0 : 1;
}

static int ida_ode_residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *data) {
    const problem *p = data;
    const double *rate = N_VGetArrayPointer(yp);
    double *f = N_VGetArrayPointer(r);
    p->side(p, t, N_VGetArrayPointer(y), f);
    for (int i = 0; i < p->n; i++)
        f[i] = rate[i] - f[i];
    return isfinite(f[0]) ? 0 : 1;
}

/* IDA and what it needs, for one run. */
typedef struct ida_run {
    SUNContext context;
    void *memory;
    N_Vector y, yp, id, atol;
    linear l;
} ida_run;

static void ida_tell_differential(ida_run *r, const problem *p, double tolerance) {
    r->id = N_VClone(r->y);
    p->dae->differential(p, N_VGetArrayPointer(r->id));
    IDASetId(r->memory, r->id);
    IDASetSuppressAlg(r->memory, SUNTRUE);
    /* Forces and multipliers change like 1/h times the rest: the corrector's test of
     * convergence must not see them. */
    r->atol = N_VClone(r->y);
    for (int i = 0; i < p->dae->size(p); i++)
        NV_Ith_S(r->atol, i) = NV_Ith_S(r->id, i) != 0 ? tolerance : 1e6;
    IDASVtolerances(r->memory, tolerance, r->atol);
}

static void ida_new(ida_run *r, const problem *p, int size, int band, IDAResFn residual,
                    double tolerance) {
    memset(r, 0, sizeof *r);
    SUNContext_Create(NULL, &r->context);
    r->y = N_VNew_Serial(size, r->context);
    r->yp = N_VClone(r->y);
    r->memory = IDACreate(r->context);
    if (residual == ida_dae_residual) {
        p->dae->start(p, N_VGetArrayPointer(r->y), N_VGetArrayPointer(r->yp));
    } else {
        p->start(p, N_VGetArrayPointer(r->y));
        p->side(p, 0, N_VGetArrayPointer(r->y), N_VGetArrayPointer(r->yp));
    }
    IDAInit(r->memory, residual, 0, r->y, r->yp);
    IDASetErrFile(r->memory, NULL);
    IDASetUserData(r->memory, (void *)p);
    IDASStolerances(r->memory, tolerance, tolerance);
    IDASetMaxNumSteps(r->memory, SUNDIALS_MOST_STEPS);
    IDASetStopTime(r->memory, p->stop);
    r->l = linear_new(r->y, size, band, band, r->context);
    IDASetLinearSolver(r->memory, r->l.solver, r->l.matrix);
}

static int ida_go(ida_run *r, const problem *p, outcome *o) {
    realtype t = 0;
    long fails = 0;
    int status = IDA_SUCCESS;
    const double began = processor_time();
    status = IDASolve(r->memory, p->stop, &t, r->y, r->yp, IDA_NORMAL);
    o->cpu = processor_time() - began;
    IDAGetNumSteps(r->memory, &o->steps);
    IDAGetNumErrTestFails(r->memory, &fails);
    o->rejected = fails;
    return status < 0;
}

static void ida_free(ida_run *r) {
    IDAFree(&r->memory);
    linear_free(&r->l);
    N_VDestroy(r->y);
    N_VDestroy(r->yp);
    if (r->id)
        N_VDestroy(r->id);
    if (r->atol)
        N_VDestroy(r->atol);
    SUNContext_Free(&r->context);
}

static int ida_applies(const problem *p) {
    return p->dae != NULL;
}

static int run_ida(const problem *p, double tolerance, double *out, outcome *o) {
    ida_run r;
    ida_new(&r, p, p->dae->size(p), p->dae->band, ida_dae_residual, tolerance);
    if (p->dae->differential)
        ida_tell_differential(&r, p, tolerance);
    const int failed = ida_go(&r, p, o);
    p->dae->state(p, N_VGetArrayPointer(r.y), out);
    ida_free(&r);
    return failed;
}

static int ida_ode_applies(const problem *p) {
    return !p->next && p->n <= 200;
}

static int run_ida_ode(const problem *p, double tolerance, double *out, outcome *o) {
    ida_run r;
    ida_new(&r, p, p->n, -1, ida_ode_residual, tolerance);
    const int failed = ida_go(&r, p, o);
    sundials_end(p, N_VGetArrayPointer(r.y), out);
    ida_free(&r);
    return failed;
}

const program ida_program = {"IDA", "IDA, index 1 or 2", ida_applies, run_ida};
const program ida_ode_program = {"IDA-ode", "IDA, reduced equations", ida_ode_applies,
                                 run_ida_ode};
#else
static int ida_never(const problem *p) {
    (void)p;
    return 0;
}

const program ida_program = {"IDA", "IDA, index 1 or 2", ida_never, NULL};
const program ida_ode_program = {"IDA-ode", "IDA, reduced equations", ida_never, NULL};
#endif
