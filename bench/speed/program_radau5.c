/* SPDX-License-Identifier: BSD-3-Clause */
/* RADAU5 of Hairer and Wanner, the Fortran code as R's package deSolve has it (Debian:
 * r-cran-desolve), called as a subroutine: no R is involved. On M y' = f(t, y) where a
 * problem has that form, else on the reduced equations. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "program.h"

typedef void radau5_side(int *n, double *t, double *y, double *f, double *rpar,
                         int *ipar);
typedef void radau5_jacobian(int *n, double *t, double *y, int *lower, int *upper,
                             double *J, int *rows, double *rpar, int *ipar);
typedef void radau5_mass(int *n, double *M, int *rows, double *rpar, int *ipar);
typedef void radau5_solout(int *, double *, double *, double *, double *, int *, int *,
                           double *, int *, int *, double *);
typedef void radau5_routine(int *n, radau5_side *, double *t, double *y, double *end,
                            double *h, double *rtol, double *atol, int *itol,
                            radau5_jacobian *, int *ijac, int *lower, int *upper,
                            radau5_mass *, int *imas, int *mass_lower, int *mass_upper,
                            radau5_solout *, int *iout, double *work, int *lwork,
                            int *iwork, int *liwork, double *rpar, int *ipar, int *idid);

/* The package prints by this function of R why it gives up; without a running R that is a
 * crash. Ours comes first (the program is linked with its symbols exported). */
void Rprintf(const char *format, ...);
void Rprintf(const char *format, ...) {
    (void)format;
}

/* RADAU5_LIBRARY: another file, or one that is not there, for tests of its absence. */
static const char *radau5_library(void) {
    const char *given = getenv("RADAU5_LIBRARY");
    return given ? given : "/usr/lib/R/site-library/deSolve/libs/deSolve.so";
}

static radau5_routine *radau5(void) {
    static void *handle;
    static radau5_routine *routine;
    if (!handle) {
        handle = dlopen(radau5_library(), RTLD_NOW);
        if (handle)
            *(void **)&routine = dlsym(handle, "radau5_");
    }
    return routine;
}

const char *radau5_missing(void) {
    return radau5() ? NULL : "RADAU5 (Debian: r-cran-desolve)";
}

/* What is integrated now; a Fortran routine has no other way to pass it. */
static _Thread_local const problem *radau5_problem;

static void call_side(int *n, double *t, double *y, double *f, double *rpar, int *ipar) {
    const problem *p = radau5_problem;
    (void)n;
    (void)rpar;
    (void)ipar;
    (p->mass ? p->mass->side : p->side)(p, *t, y, f);
}

/* From rows to the columns of Fortran; a band's diagonal stands in row `upper`. */
static void to_columns(int n, int lower, int upper, const double *entry, int rows,
                       double *J) {
    const int width = lower < 0 ? n : lower + upper + 1;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < width; k++) {
            const int j = lower < 0 ? k : i + k - lower;
            if (j >= 0 && j < n)
                J[(lower < 0 ? i : i - j + upper) + j * rows] = entry[i * width + k];
        }
}

static void call_jacobian(int *n, double *t, double *y, int *ml, int *mu, double *J,
                          int *rows, double *rpar, int *ipar) {
    static _Thread_local double entry[4096];
    const problem *p = radau5_problem;
    (void)ml;
    (void)mu;
    (void)rpar;
    (void)ipar;
    if (p->mass) {
        p->mass->jacobian(p, *t, y, entry);
        to_columns(*n, p->mass->lower, p->mass->upper, entry, *rows, J);
    } else {
        p->jacobian(p, *t, y, entry);
        to_columns(*n, p->lower, p->upper, entry, *rows, J);
    }
}

static void call_mass(int *n, double *M, int *rows, double *rpar, int *ipar) {
    const mass_form *m = radau5_problem->mass;
    (void)rpar;
    (void)ipar;
    memset(M, 0, (size_t)(*n * *rows) * sizeof *M);
    to_columns(*n, m->mass_lower, m->mass_upper, m->mass, *rows, M);
}

static void call_solout(int *nr, double *before, double *t, double *y, double *con,
                        int *lrc, int *n, double *rpar, int *ipar, int *back,
                        double *xout) {
    (void)nr;
    (void)before;
    (void)t;
    (void)y;
    (void)con;
    (void)lrc;
    (void)n;
    (void)rpar;
    (void)ipar;
    (void)back;
    (void)xout;
}

static int radau5_applies(const problem *p) {
    return radau5() && !p->next && (p->mass || p->lower >= 0 || p->n <= 30);
}

static int run_radau5(const problem *p, double tolerance, double *out, outcome *o) {
    const mass_form *m = p->mass;
    int n = m ? m->size : p->n, lower = m ? m->lower : p->lower;
    int upper = m ? m->upper : p->upper, ijac = m || p->jacobian, itol = 0, iout = 0;
    int imas = m != NULL, mass_lower = m ? m->mass_lower : 0;
    int mass_upper = m ? m->mass_upper : 0, idid = 0, ipar = 0;
    double t = 0, end = p->stop, h = 1e-6 * p->stop, rtol = tolerance, atol = tolerance;
    double rpar = 0;
    if (lower < 0)
        lower = upper = n;
    int lwork = n * ((lower == n ? 4 * n : 4 * (lower + upper + 1) + 4 * lower) +
                     mass_lower + mass_upper + 1 + 12) +
                20;
    int liwork = 3 * n + 20;
    double *work = calloc((size_t)lwork + (size_t)n, sizeof *work), *y = work + lwork;
    int *iwork = calloc((size_t)liwork, sizeof *iwork);
    if (!work || !iwork)
        abort();
    iwork[1] = 5000000; /* most steps */
    radau5_problem = p;
    if (m)
        m->start(p, y);
    else
        p->start(p, y);
    const double began = processor_time();
    radau5()(&n, call_side, &t, y, &end, &h, &rtol, &atol, &itol, call_jacobian, &ijac,
             &lower, &upper, call_mass, &imas, &mass_lower, &mass_upper, call_solout,
             &iout, work, &lwork, iwork, &liwork, &rpar, &ipar, &idid);
    o->cpu = processor_time() - began;
    o->steps = iwork[16];
    o->rejected = iwork[17];
    if (m)
        m->state(p, y, out);
    else
        memcpy(out, y, (size_t)n * sizeof *out);
    free(work);
    free(iwork);
    return idid != 1;
}

const program radau5_program = {"RADAU5", "RADAU5", radau5_applies, run_radau5};
