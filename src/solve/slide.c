/* SPDX-License-Identifier: BSD-3-Clause */
/* Sliding: on both sides of a kink the direction leads back to it, so that no solution in
 * the usual sense leaves it; der(v) = -sign(v) from v = 0 on. A method that ends its
 * steps at kinks chatters there. (Filippov, Differential equations with discontinuous
 * right-hand sides, 1988, has solutions that slide: events/sliding.c computes them,
 * for jumps that make events.) */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "run.h"

/* The kink is passed within this share of the time scale, or within this many steps. */
static const double REACH = 1e-9, STEPS = 10;
/* The share of that time, after the kink, at which the direction beyond it is judged. */
static const double JUST_BEYOND = 1e-5;

/* Follows the direction w from u for the time h, and evaluates the functions there. */
static void go_straight(run *v, const double *u, const double *w, double h, double *point,
                        double *g) {
    for (int i = 0; i < v->n; i++)
        point[i] = u[i] + h * w[i];
    v->s->events.functions(v->s->self, point, v->engine->direction.z, g);
}

/* Counts the functions of several kinks from the one that is nearest to the start. */
static void count_from_nearest(run *v) {
    for (int k = 0; k < v->s->events.count; k++) {
        const int kinks = v->s->events.at[k].is_kink;
        if (kinks < 2)
            continue;
        double nearest = fmin(fmax(round(v->event.g_start[k]), 0), kinks - 1);
        v->event.g_start[k] -= nearest;
        v->event.g_low[k] -= nearest;
        v->event.g_high[k] -= nearest;
    }
}

/* Does function k pass zero there, and return? */
static int leads_back(const run *v, int k) {
    assert(k >= 0 && k < v->s->events.count);
    double there = v->event.g_low[k] - v->event.g_start[k];
    double back = v->event.g_high[k] - v->event.g_low[k];
    int passes = !(v->event.g_low[k] * v->event.g_start[k] > 0);
    return passes && there * back < 0;
}

/* Looks along the direction for the given time, and as long along the one found there.
 */
static invo_status look_twice(run *v, double first, double second) {
    go_straight(v, v->u, v->v, 0, v->point, v->event.g_start);
    go_straight(v, v->u, v->v, first, v->point, v->event.g_low);
    TRY(run_direction_near(v, v->v));
    go_straight(v, v->point, v->slope, second, v->event.point, v->event.g_high);
    count_from_nearest(v);
    return INVO_OK;
}

/* Tells a jump from a steep slope: just beyond the kink the direction leads back, just
 * before it does not. */
static int jumps_at(run *v, int k, double reach) {
    double there = v->event.g_low[k] - v->event.g_start[k];
    double share = fabs(v->event.g_start[k] / there);
    double beside = JUST_BEYOND * reach;
    if (look_twice(v, share * reach + beside, beside) || !leads_back(v, k))
        return 0;
    if (share <= JUST_BEYOND)
        return 1;
    if (look_twice(v, share * reach - beside, beside))
        return 0;
    return (v->event.g_high[k] - v->event.g_low[k]) * there > 0;
}

/* How far ahead the kink is looked for, in time. */
static double slide_reach(const run *v) {
    const double span = v->o.stop - v->o.start;
    double share = REACH * fmax(fabs(v->u[0]), fabs(span));
    return copysign(fmax(share, STEPS * fabs(v->attempts.last_step)), span);
}

/* Returns the kink along which the solution slides from the present point on; -1: none.
 */
static int find_slide(run *v) {
    const invo_system *s = v->s;
    const double reach = slide_reach(v);
    if (!s->events.count || v->engine->by_length)
        return -1;
    for (int k = 0; k < s->events.count; k++) {
        if (!s->events.at[k].is_kink)
            continue;
        if (look_twice(v, reach, reach))
            return -1;
        if (leads_back(v, k) && jumps_at(v, k, reach))
            return k;
    }
    return -1;
}

/* Halvings after which a continuous function has hardly changed, and the share of the
 * change that a jump keeps. */
enum { HALVINGS = 40 };
static const double KEPT = 0.5;

/* Returns the jump of function k itself on the straight line ahead, in whose smallest
 * part most of its change is left; 0: it is continuous. */
static double jump_of_function(run *v, int k, double reach) {
    double from = 0;
    double to = reach;
    go_straight(v, v->u, v->v, from, v->point, v->event.g_start);
    go_straight(v, v->u, v->v, to, v->point, v->event.g_high);
    const double all = v->event.g_high[k] - v->event.g_start[k];
    double below = v->event.g_start[k];
    double above = v->event.g_high[k];
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (from + to) / 2;
        go_straight(v, v->u, v->v, middle, v->point, v->event.g_low);
        const double g = v->event.g_low[k];
        if (fabs(g - below) > fabs(above - g)) {
            to = middle;
            above = g;
        } else {
            from = middle;
            below = g;
        }
    }
    return fabs(above - below) > KEPT * fabs(all) ? above - below : 0;
}

/* An angle where both arguments of atan2 vanish is no surface to slide along. */
static int jump_is_reason(run *v, int k) {
    const double jump = jump_of_function(v, k, slide_reach(v));
    if (jump == 0)
        return 0;
    v->result->stopped_by = "singular";
    report(
        v->context, INVO_E_STEP, v->u[0],
        "t = %.10g: singular configuration: the left side of %s jumps by %.3g and back "
        "with the last digits of the solution, as atan2 does where both of its "
        "arguments vanish (angles at gimbal lock). If only outputs depend on it, leave "
        "them out; otherwise use other angles, such as another sequence of axes",
        v->u[0], v->s->events.at[k].name, fabs(jump));
    return 1;
}

int slide_is_reason(run *v) {
    int k = find_slide(v);
    if (k < 0)
        return 0;
    if (jump_is_reason(v, k))
        return 1;
    v->result->stopped_by = "sliding";
    report(v->context, INVO_E_STEP, v->u[0],
           "t = %.10g: the solution slides along, or chatters at, %s: on both sides its "
           "direction leads back there. Use --at-sliding filippov to follow that surface "
           "(not for a jump inside noEvent), replace the jump by a steep slope, such as "
           "tanh(x/1e-3) for sign(x), or add a state of rest to the model, left with a "
           "hysteresis",
           v->u[0], v->s->events.at[k].name);
    return 1;
}
