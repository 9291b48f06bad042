/* SPDX-License-Identifier: BSD-3-Clause */
/* The GNU Scientific Library on the reduced equations: Prince and Dormand's pair of order
 * 8; stiff problems by its BDF, where the Jacobian is dense and known. */
#include "program.h"
#ifdef HAVE_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <string.h>

static int gsl_side(double t, const double u[], double f[], void *data) {
    const problem *p = data;
    p->side(p, t, u, f);
    return isfinite(f[0]) ? GSL_SUCCESS : GSL_FAILURE;
}

static int gsl_jacobian(double t, const double u[], double *J, double by_time[],
                        void *data) {
    const problem *p = data;
    p->jacobian(p, t, u, J);
    memset(by_time, 0, (size_t)p->n * sizeof *by_time);
    return GSL_SUCCESS;
}

static int gsl_applies(const problem *p) {
    return !p->next && (!p->stiff || (p->jacobian && p->lower < 0));
}

static int run_gsl(const problem *p, double tolerance, double *out, outcome *o) {
    gsl_odeiv2_system system = {gsl_side, p->jacobian ? gsl_jacobian : NULL, (size_t)p->n,
                                (void *)p};
    gsl_set_error_handler_off();
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(
        &system, p->stiff ? gsl_odeiv2_step_msbdf : gsl_odeiv2_step_rk8pd, 1e-6 * p->stop,
        tolerance, tolerance);
    double t = 0;
    p->start(p, out);
    const double began = processor_time();
    const int status = gsl_odeiv2_driver_apply(driver, &t, p->stop, out);
    o->cpu = processor_time() - began;
    o->steps = (long)driver->e->count;
    o->rejected = (long)driver->e->failed_steps;
    gsl_odeiv2_driver_free(driver);
    return status != GSL_SUCCESS;
}

const program gsl_program = {"GSL", "GSL", gsl_applies, run_gsl};
#else
static int gsl_never(const problem *p) {
    (void)p;
    return 0;
}

const program gsl_program = {"GSL", "GSL", gsl_never, NULL};
#endif
