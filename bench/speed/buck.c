/* SPDX-License-Identifier: BSD-3-Clause */
/* A switching circuit: the buck converter of bench/Buck.mo over 100 periods. u = (current
 * of the coil, voltage of the capacitor). The transistor switches at known times, the
 * diode when the current has fallen to zero. By hand: while the diode conducts the
 * current is the independent variable, so that the last step ends at zero without a
 * search; a period whose current does not reach zero is integrated by time instead. */
#include <string.h>
#include "dop853.h"

static const double source = 24, coil = 10e-6, capacity = 22e-6, load = 20, series = 0.02,
                    period = 1e-5, duty = 0.3;
enum { ON, CONDUCTS, BLOCKS };
static _Thread_local int switched;

static void buck_start(const problem *p, real *u) {
    (void)p;
    u[0] = u[1] = 0;
}

static void buck_column(const problem *p, int i, char *name) {
    (void)p;
    strcpy(name, i ? "u" : "i");
}

static inline void buck_rates(int mode, const real *u, real *f) {
    const real in = (u[0] - u[1] / load) / (1 + series / load); /* into the capacitor */
    const real out = u[1] + series * in;
    f[0] = mode == BLOCKS ? 0 : ((mode == ON ? source : 0) - out) / coil;
    f[1] = in / capacity;
}

static void buck_side(const problem *p, real t, const real *u, real *f) {
    (void)p;
    (void)t;
    buck_rates(switched, u, f);
}

#ifdef QUAD
/* A step of the linear system by its series. */
static void buck_series(int mode, real h, real *u) {
    real zero[2] = {0, 0}, constant[2], term[2], next[2];
    buck_rates(mode, zero, constant);
    buck_rates(mode, u, term);
    for (int k = 1; k <= 60; k++) {
        term[0] *= h / k;
        term[1] *= h / k;
        u[0] += term[0];
        u[1] += term[1];
        buck_rates(mode, term, next);
        term[0] = next[0] - constant[0];
        term[1] = next[1] - constant[1];
    }
}

/* Newton's iteration for the time at which the current is zero. */
static real buck_zero(const real *u) {
    real h = 0, at[2], f[2];
    for (int k = 0; k < 30; k++) {
        at[0] = u[0];
        at[1] = u[1];
        buck_series(CONDUCTS, h, at);
        buck_rates(CONDUCTS, at, f);
        h -= at[0] / f[0];
    }
    return h;
}

static void buck_exact(const problem *p, real *u) {
    const real T = period, open = duty * period;
    real t = 0;
    buck_start(p, u);
    for (int k = 0; t < p->stop; k++) {
        const real end = fminq((k + 1) * T, p->stop), off = fminq(k * T + open, p->stop);
        buck_series(ON, off - t, u);
        t = off;
        if (t >= p->stop)
            return;
        real trial[2] = {u[0], u[1]};
        buck_series(CONDUCTS, end - t, trial);
        if (trial[0] > 0) {
            u[0] = trial[0];
            u[1] = trial[1];
        } else {
            const real h = buck_zero(u);
            buck_series(CONDUCTS, h, u);
            u[0] = 0;
            buck_series(BLOCKS, end - t - h, u);
        }
        t = end;
    }
}
#else
static void side_on(const problem *p, double t, const double *u, double *f) {
    (void)p;
    (void)t;
    buck_rates(ON, u, f);
}

static void side_conducts(const problem *p, double t, const double *u, double *f) {
    (void)p;
    (void)t;
    buck_rates(CONDUCTS, u, f);
}

static void side_blocks(const problem *p, double t, const double *u, double *f) {
    (void)p;
    (void)t;
    buck_rates(BLOCKS, u, f);
}

/* y = (time in periods, voltage) over the current that has gone. */
static _Thread_local double current_before;

static void side_by_current(const problem *p, double gone, const double *y, double *f) {
    const double u[2] = {current_before - gone, y[1]};
    double rate[2];
    (void)p;
    buck_rates(CONDUCTS, u, rate);
    f[0] = -1 / (rate[0] * period);
    f[1] = -rate[1] / rate[0];
}

static void buck_arrive(const problem *p, double t, double *u, double *f) {
    buck_side(p, t, u, f);
}

static void current_arrive(const problem *p, double gone, double *y, double *f) {
    side_by_current(p, gone, y, f);
}

typedef struct buck_run {
    const problem *p;
    double tolerance, first[4]; /* step sizes by mode, and by current */
    double *work;
    counts *c;
} buck_run;

static int buck_by_time(buck_run *r, int mode, double from, double to, double *u) {
    static ode_side *const sides[] = {side_on, side_conducts, side_blocks};
    switched = mode;
    return to > from && dop853_span(r->p, 2, 1, sides[mode], buck_arrive, r->tolerance,
                                    from, to, &r->first[mode], NULL, u, r->work, r->c);
}

/* Until the current is zero. Returns the time, or `end` where that comes first: u is left
 * as it was then. */
static double buck_by_current(buck_run *r, double from, double end, double *u) {
    double y[2] = {0, u[1]};
    current_before = u[0];
    if (dop853_span(r->p, 2, 1, side_by_current, current_arrive, r->tolerance, 0, u[0],
                    &r->first[3], NULL, y, r->work, r->c) ||
        from + y[0] * period >= end)
        return end;
    u[0] = 0;
    u[1] = y[1];
    return from + y[0] * period;
}

static int buck_limit(const problem *p, double tolerance, double *u, double *work,
                      counts *c) {
    buck_run r = {.p = p, .tolerance = tolerance, .work = work, .c = c};
    int reaches = 0; /* zero, in the period before */
    for (long k = 0; k * period < p->stop; k++) {
        const double off = fmin((k + duty) * period, p->stop);
        const double end = fmin((k + 1) * period, p->stop);
        double before[2], zero = end;
        if (buck_by_time(&r, ON, k * period, off, u))
            return 1;
        if (off >= end)
            break;
        memcpy(before, u, sizeof before);
        if (!reaches && buck_by_time(&r, CONDUCTS, off, end, u))
            return 1;
        if (!reaches && u[0] > 0)
            continue;
        memcpy(u, before, sizeof before);
        zero = buck_by_current(&r, off, end, u);
        reaches = zero < end;
        if (!reaches && buck_by_time(&r, CONDUCTS, off, end, u))
            return 1;
        if (buck_by_time(&r, BLOCKS, zero, end, u))
            return 1;
    }
    return 0;
}

/* For codes that find roots themselves. */
static _Thread_local long periods; /* that have begun */

static phase buck_next(const problem *p, double t, double *u, int at_root) {
    if (t == 0) {
        periods = 0;
        switched = BLOCKS;
    }
    if (at_root) {
        u[0] = 0;
        switched = BLOCKS;
    } else if (switched == ON) {
        switched = CONDUCTS;
    } else {
        switched = ON;
        periods++;
    }
    const double until =
        switched == ON ? (periods - 1 + duty) * period : (double)periods * period;
    return (phase){fmin(until, p->stop), switched == CONDUCTS ? 0 : -1};
}
#endif

const problem buck = {
    .name = "buck",
    .title = "buck converter, 100 periods",
    .model = "bench/Buck.mo",
    .n = 2,
    .stop = 1.002e-3,
    .floor = 1,
    .start = buck_start,
    .column = buck_column,
    .side = buck_side,
    .lower = -1,
#ifdef QUAD
    .exact = buck_exact,
#else
    .limit = buck_limit,
    .next = buck_next,
#endif
};
