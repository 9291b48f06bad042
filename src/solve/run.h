/* SPDX-License-Identifier: BSD-3-Clause */
/* A run: the point that an engine moves, the current step, and its observers. */
#ifndef SOLVE_RUN_H
#define SOLVE_RUN_H
#include <float.h>
#include <math.h>
#include <string.h>
#include "arc.h"
#include "checkpoint.h"
#include "choose.h"
#include "coast.h"
#include "collapse.h"
#include "creep.h"
#include "dense.h"
#include "drag.h"
#include "engine.h"
#include "event.h"
#include "front.h"
#include "inspect.h"
#include "chronicle.h"
#include "ledger.h"
#include "loop.h"
#include "message.h"
#include "observe.h"
#include "recall.h"
#include "record.h"
#include "rest.h"
#include "section.h"
#include "steady.h"
#include "tangency.h"
#include "tuning.h"
#include "watch.h"

static inline void copy(double *to, const double *from, int n) {
    memcpy(to, from, sizeof *to * (size_t)n);
}

/* Moves of retractions that are longer than this share of the longest show an error that
 * the method does not see, and add up. */
static const double RUN_HONEST_MOVE = 0.2;

/* The current step. */
typedef struct moment {
    const double *from, *from_slope; /* where the method's own step began */
    double farthest; /* move of a retraction in this attempt, in tolerances */
    double estimate; /* of the error, where it came before the retraction; NaN: it did not
                      */
    double target;   /* time that it must land on, or NaN */
    int lands_late;  /* its end gets that time once it is retracted */
    double *weight;  /* [n]: as scale, at its start */
    double theta;    /* how much of it may be kept, where it cannot be finished */
    int dense_ready; /* interpolation in it is prepared */
} moment;

/* Attempts and what became of them. */
typedef struct attempts {
    double error;          /* of the last one that had one, in tolerances */
    invo_status failure;   /* of the last one, until steps grow again */
    double last_step;      /* that was good */
    int rejected;          /* how many of the last ones in a row were */
    int is_held;           /* the next one must not be longer than the controller says */
    double rejected_step;  /* of the one before the last ... */
    double rejected_error; /* ... and its error; INFINITY: it had none */
    double refused; /* units of the last one, where it was rejected for a residual; 0: it
                       was not */
    double refused_before; /* the same, of the one before that */
    int futile;            /* shorter steps in a row that had no smaller residual */
    long granted;          /* beside those that accepted steps allow */
    int has_changed;       /* to another method or parameter, when none was left */
    double renewed;        /* where system->renew was asked last */
    double asked;          /* size of the current one, before it was cut */
    long count;            /* of constant steps */
    int is_over;           /* the run is, though the stop time is not reached */
} attempts;

/* Since the last accepted step. */
typedef struct tally {
    long tries, retractions, iterations;
    long down, up, rejections; /* what the last step adds to the statistics when it turns
                                  out not to be the last */
} tally;

/* Step doubling: the middle of the step and the end of the coarser one. */
typedef struct halves {
    double *point, *slope, *coarse; /* [n] */
} halves;

/* Notes that have been written once. */
typedef struct told {
    int tops, gradients; /* come by differences (equip.c) */
} told;

struct run {
    invo_context *context;
    plan o;               /* settled for the current system */
    engine *engine;       /* owned */
    const invo_system *s; /* its system ... */
    int n;                /* ... and the coordinates of that */
    invo_result *result;
    long switches;       /* engines before it */
    invo_status trouble; /* why the last attempt failed; OK: its error was too large */

    double *u, *v, *q, *w;    /* [n]: the point and its direction, the next ones */
    double *top;              /* [tops]: z at q */
    double *top_before;       /* [tops]: z at u */
    double *first_pivots;     /* [blocks]: smallest pivots at the start */
    int sign;                 /* of the pivots at the current point */
    double *error[2], *scale; /* [n] */
    double *point, *slope;    /* [n], one after the other: output between steps */

    moment now;
    attempts attempts;
    tally tally;
    halves halves;
    told told;
    books ledger;
    inspection inspect;
    row_state rows;
    event_state event;
    section_state section;
    watch watch;
    arc arc;
    chooser chooser;
    front_room front;
    steady steady; /* of constant steps */
    creep creep;   /* of others */
    drag drag;     /* of moves that nothing explains */
    tangency tangency;
    collapse collapse;
    coast coast;
    stiff stiff;
    tuning tuning;
    checkpointing checkpoint;
    dense *dense; /* NULL: the option is not given */
    pool pool;    /* owns all arrays whose sizes are those of the system */
};

/* p: as plan_new makes it. */
invo_status run_new(invo_context *c, const invo_system *s, const plan *p, run *v);
void run_free(run *v);
/* Connects the engine's field with the run (field.c). */
void run_connect(run *v);
/* The direction at u, as engine_direction. */
invo_status run_direction(run *v, const double *u, double *slope, int refine);
/* The direction at v->point into v->slope, near one that is known. */
invo_status run_direction_near(run *v, const double *near);
/* v->point on the interpolant at theta of the step; not retracted. */
invo_status run_interpolate(run *v, const step *d, double theta);
/* Prepares that for all theta of the step. */
invo_status run_make_dense(run *v, const step *d);

/* The same system with another engine, after it or the plan has changed; the current
 * point stays. Where it fails, all is as before. */
invo_status run_remake(run *v);
invo_status run_change_method(run *v, choice_method m);
/* By arclength for a while, or by time again. */
invo_status run_change_parameter(run *v, int passing);
/* A copy of the current point, to be freed, and back to it; NULL: no memory. */
double *run_keep_point(const run *v);
void run_put_point(run *v, const double *kept);
/* Takes another system, with new memory for it. Where it fails, all is as before. */
invo_status run_switch(run *v, const invo_system *s);
/* Takes the engine of an earlier part of the run again, after it is over; the point is
 * nowhere. Where it fails, all is as before. */
invo_status run_return(run *v, const invo_system *s, const plan *o);
/* From the start of the current system: onto the manifold, direction, books. use: whether
 * the run starts here, where fixed values and initial equations hold. */
invo_status run_begin(run *v, point_use use);
/* The same from the current point, which is near the constraints. */
invo_status run_begin_here(run *v, point_use use);
/* For a checkpoint, everything that steps have left behind is given up: the work of the
 * engine is counted, and the code that was made on the way forgotten ... */
void run_leave(run *v);
/* ... and an engine and arrays that know of nothing take their place, u being the current
 * point. Where it fails, all is as before. */
invo_status run_renew(run *v, const double *u);
/* The plan of a run that has come here with these, settled for the current system;
 * E_ARGUMENT without a message: none has. The engine stays as it is. */
invo_status run_take_plan(run *v, choice_method m, choice_retraction r,
                          choice_direction d);
/* What it is between two steps, beside its point u, as numbers (run_state.c). load: of
 * others, after the result; any that no such run could have break the archive. */
void run_save(archive *a, run *v);
void run_load(archive *a, run *v, const double *u);

/* The loop (solve.c). */
step run_step(run *v, double h);
/* One step of the method, or a full and two half steps. */
invo_status run_advance(run *v, step *d);
/* The same, as a step that may be accepted: its Newton iterations are counted. */
invo_status run_try(run *v, step *d);
/* The direction at the new point and its place in the ledger. */
invo_status run_arrive(run *v, step *d);
/* Attempts a step; returns whether it is good, with the next step size in *h. */
int run_attempt(run *v, step *d, double *h);
/* The step size h, cut to the largest one and to where the run must land. */
double run_cut(run *v, double h);
/* The step size next to h by which the time advances from the current point without
 * rounding: else the time would lose in every step what the other coordinates do not.
 * Where a step loses less than 1e-12 of itself that does not count, nor in steps that are
 * too short for a run to have many of them, unless one loses a good deal of digits of the
 * whole: the start may be late. What imitates a paper's program does as that. */
static inline double run_exact_size(const run *v, double h) {
    const double t = v->u[0];
    const double exact = (t + h) - t;
    const double range = fabs(v->o.stop - v->o.start);
    const int is_many = fabs(h) * (double)v->o.max_steps > range;
    const int counts =
        is_many ? fabs(t) > 1e4 * fabs(h) : fabs(exact - h) > 1e-14 * range;
    return counts && exact != 0 && v->o.like == LIKE_NONE ? exact : h;
}
/* After an accepted step: where the run is, to the user's callback. */
invo_status run_tell(run *v);
/* Makes the end of a good step the current point, and nothing else. */
void run_take_end(run *v);
/* Output and events inside the step; makes its end the current point. */
invo_status run_finish(run *v, const step *d);
/* The error of the step that was made last, in tolerances, as its method estimates it. */
double run_error(run *v, const step *d);
/* An error in tolerances, by the weights in v->scale. */
double run_norm(const run *v, const double *error);
/* Is the trouble of the last attempt one that no shorter step can mend? */
int run_is_final(const run *v);
/* The size of the step after one of size h that was rejected, for which the controller
 * asks `next`: less, down to the shortest step, where few attempts are left. */
double run_shorten(run *v, double h, double next);
/* A new method or parameter has a few attempts, whatever is left. */
void run_grant_attempts(run *v);
/* Have there been as many attempts, and as many granted, as there may be? */
int run_attempts_fit(const run *v);
double run_first_step(run *v, double span);
/* After a good step of size h, its error in tolerances: the size of the next one, which
 * is still to be fitted, by the method itself where it knows that beforehand. */
double run_accept(run *v, double h, double error);
double run_fit(run *v, double h);
double run_step_after_event(run *v, double before, double span);
/* After an accepted step: the user's callback, the limit on steps. */
invo_status run_go_on(run *v);
/* Was the run told to end, also within a step? Then steps fail with E_INTERRUPT, and the
 * loop ends with run_end_interrupted. */
int run_is_interrupted(const run *v);
const char *run_interrupt_word(const run *v); /* for stopped_by */
invo_status run_end_interrupted(run *v);

/* A point near the solution at theta of the step that costs no evaluation: on the
 * method's own interpolant where that is free, else on the cubic through both ends. */
void run_glance(run *v, const step *d, double theta, double *point);
/* v->point on the manifold at theta of the step, v->slope and z there. */
invo_status run_look(run *v, const step *d, double theta);

/* --- what every step asks for --- */

/* Steps shorter than so many ulps of t make no progress. Times below a share of the run
 * are no finer than that: else there is no end at t = 0. */
static const double RUN_FEWEST_ULPS = 16, RUN_NEAR_ZERO = 1e-6;

/* Shorter steps are below the minimum, or lost in the round-off of t. */
static inline double run_least_step(const run *v) {
    const double near_zero = RUN_NEAR_ZERO * fabs(v->o.stop - v->o.start);
    const double t = fabs(v->u[0]);
    const double least = RUN_FEWEST_ULPS * DBL_EPSILON * (t > near_zero ? t : near_zero);
    return v->o.min_step > least ? v->o.min_step : least;
}

/* How well the time of a pole near t is known: errors of the whole way move it. */
static inline double run_blur(const run *v, double t) {
    return v->o.rtol * fabs(t - v->o.start);
}

/* Many steps of less than this share of the run may be where the solution has ended. */
static const double RUN_TINY = 1e-8;
static inline int run_is_tiny(const run *v, double h) {
    return fabs(h) <= RUN_TINY * fabs(v->o.stop - v->o.start);
}

/* Would --max-steps of this size not reach the stop time from t? */
static inline int creep_is_short(const run *v, double t, double h) {
    return fabs(h) * (double)v->o.max_steps < fabs(v->o.stop - t);
}

/* The new point and its direction are the current ones, and the other way round. */
static inline void run_exchange(run *v) {
    double *u = v->u;
    double *slope = v->v;
    v->u = v->q;
    v->q = u;
    v->v = v->w;
    v->w = slope;
}

/* Counts the step that is accepted: [TAN05] prints averages of whole numbers, over the
 * start and all steps but the last, which the end of the interval cuts. */
static inline void run_count_step(run *v) {
    invo_statistics *t = &v->result->statistics;
    const long sum = v->tally.iterations;
    const long calls = v->tally.retractions;
    const long tries = v->tally.tries;
    t->steps++;
    t->rejections += v->tally.rejections;
    t->newton_down += v->tally.down;
    t->newton_up += v->tally.up;
    v->tally = (tally){.rejections = tries > 1};
    if (calls == 1) { /* as a rule */
        v->tally.down = v->tally.up = sum;
        return;
    }
    v->tally.down = calls ? sum / calls : 0;
    v->tally.up = calls ? (sum + calls - 1) / calls : 0;
}

#endif
