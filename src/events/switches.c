/* SPDX-License-Identifier: BSD-3-Clause */
/* Switches: the frozen values of relations and floors, and when they change.
 *
 * - What crossed has the value that it crosses to.
 * - Any other is literal: 1 < 1 is false. A function within its round-off of zero is
 *   zero; there a switch keeps its value, unless the event moved the function.
 * - On its boundary, a switch changes as soon as the solution leaves it for the other
 *   side: h < 1 becomes true at once where h falls from 1. The first derivative of the
 *   function that is not zero tells. */
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include "hybrid_state.h"
#include "../system/delay.h"
#include "../system/leaves.h"

/* A function within this many eps of its terms does not show on which side of zero it is.
 */
static const double ROUND_OFF = 8 * DBL_EPSILON;
/* A rate of less than this share of its terms is zero. */
static const double NO_RATE = 1e-9;

/* Makes a switch for each crossing, with its event functions numbered. */
static int is_of_delay(void *data, const expr_node *leaf) {
    return leaf->op == OP_PARAMETER && delays_own(data, leaf->variable);
}

void hybrid_make_switches(hybrid *h) {
    arena *a = h->system->arena;
    int count = h->crossings->list.count;
    assert(h->switches.count == 0);
    switch_table *all = &h->switches;
    all->count = count;
    all->at = hybrid_array(h, sizeof *all->at, count);
    all->f = ARENA_ARRAY(a, double, count + 1);
    all->size = ARENA_ARRAY(a, double, count + 1);
    h->literals.at = ARENA_ARRAY(a, literal_state, count + 1);
    for (int k = 0; k < count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        all->at[k] =
            (hybrid_switch){.of = c,
                            .number = k,
                            .event = all->events,
                            .value = hybrid_value(h, c->parameter),
                            .is_of_delay = (char)leaves_any(h->system->graph, c->function,
                                                            is_of_delay, h->system),
                            .is_literal = &h->literals.at[k].is_literal,
                            .anchor = NAN,
                            .last = NAN};
        h->literals.at[k].struck = -INFINITY;
        all->events += c->kind == CROSSING_FLOOR ? 2 : 1;
    }
}

mode_function *switch_function(const hybrid *h, const hybrid_switch *s) {
    assert(h->now && s->number < h->switches.count);
    return &h->now->function[s->number];
}

int switch_has_event(const hybrid_switch *s, const char *crossed) {
    assert(crossed && s->event >= 0);
    return crossed[s->event] || (!switch_is_relation(s) && crossed[s->event + 1]);
}

/* The largest value of the point: what is solved for errs by the round-off of all of it.
 */
static double size_of_point(const hybrid *h) {
    const completion *c = h->now->lowered->completion;
    double most = 0;
    for (int k = 1; k < c->coordinates; k++)
        if (fabs(h->u[k]) > most)
            most = fabs(h->u[k]);
    for (int j = 0; j < c->unknowns; j++)
        if (fabs(h->z[j]) > most)
            most = fabs(h->z[j]);
    return most;
}

void hybrid_run_functions(hybrid *h) {
    assert(h->now);
    const lowered *w = h->now->lowered;
    const double *f = h->switches.f;
    const double *size = h->switches.size;
    double largest = size_of_point(h);
    h->switches.looks = 0;
    h->switches.looks_end = 0;
    program_run_bound(w, &w->functions, h->u, h->z, h->switches.f, h->switches.size);
    EACH_SWITCH(h, s) {
        const mode_function *m = switch_function(h, s);
        double slack = ROUND_OFF * size[s->number];
        if (m->of_tops)
            slack = fmax(fmax(slack, ROUND_OFF * largest), 2 * m->noise);
        s->at.f = f[s->number];
        s->at.slack = fmax(slack, 0);
    }
    program_run_bound(w, &h->now->rates, h->u, h->z, h->switches.f, h->switches.size);
    EACH_SWITCH(h, s) {
        s->at.rate = f[s->number];
        s->at.rate_size = size[s->number];
    }
}

/* A function of what is solved for may be off by more than its terms show: s in sin(t) -
 * v = 0.01*s by a hundred times the round-off of the left side. So where one is near
 * zero, in units of its round-off, its noise is measured. */
static const double NEAR_ZERO = 1e6;

static void measure_near_zero(hybrid *h) {
    int any = 0;
    EACH_SWITCH(h, s) {
        double f = fabs(s->at.f);
        int is_near = f > s->at.slack && f <= NEAR_ZERO * s->at.slack;
        any |= is_near && switch_function(h, s)->of_tops && !*s->is_literal && !s->slides;
    }
    if (!any || h->switches.is_measured)
        return;
    h->switches.is_measured = 1;
    hybrid_measure_noise(h);
    hybrid_run_functions(h);
}

/* The distance to where the value changes. */
static double switches_distance(const hybrid_switch *s) {
    return fabs(switch_is_relation(s) ? s->at.f : s->at.f - round(s->at.f));
}

static int is_moved(const hybrid_switch *s) {
    return !(fabs(s->at.f - s->anchor) <= s->at.slack + s->anchor_slack);
}

/* What has crossed is there, however near to zero its time could be rounded. */
static int is_on_boundary(const hybrid_switch *s) {
    return (s->has_crossed && !is_moved(s)) || switches_distance(s) <= s->at.slack;
}

static double boundary_value(const hybrid_switch *s) {
    return switch_is_relation(s) ? s->of->closed : round(s->at.f);
}

/* The value on one side (+1, -1) of the boundary that the function is on. */
static double side_value(const hybrid_switch *s, int side) {
    return switch_is_relation(s) ? side > 0 : round(s->at.f) - (side <= 0);
}

/* May a switch on its boundary have the value that it has? */
static int fits_boundary(const hybrid_switch *s) {
    return *s->value == side_value(s, 1) || *s->value == side_value(s, -1);
}

static void anchor(hybrid_switch *s) {
    s->anchor = s->at.f;
    s->anchor_slack = s->at.slack;
    s->is_new = 1;
}

/* Of a valve that is just closing, s < 0 is true where s = 0: open, it would flow back.
 * So a switch on its boundary that has turned to and fro stays as it is. */
enum { TO_AND_FRO = 2 };

static double switches_present_value(const hybrid_switch *s) {
    if (*s->is_literal || s->is_crossed || isnan(s->at.f))
        return *s->value;
    if (!is_on_boundary(s) || (s->is_reset && s->at.f == 0))
        return crossing_value(s->of, s->at.f);
    int stays = !is_moved(s) || s->turns >= TO_AND_FRO;
    return stays && fits_boundary(s) ? *s->value : boundary_value(s);
}

/* Follows the functions: off its boundary a switch is literal, on it it stays, unless
 * the event has moved it there. No more than `most` of them change. */
static int switches_follow(hybrid *h, int most) {
    int changed = 0;
    hybrid_run_functions(h);
    measure_near_zero(h);
    EACH_SWITCH(h, s) {
        if (changed >= most)
            break;
        if (s->slides) {
            changed |= hybrid_follow_weight(h, s);
            continue;
        }
        double value = switches_present_value(s);
        if (!is_on_boundary(s) || is_moved(s) || s->is_reset) {
            anchor(s);
            s->is_reset = 0;
            s->has_crossed = 0;
        }
        if (!hybrid_change(h, s->of->parameter, value))
            continue;
        s->turns++;
        changed++;
        h->progress.unquiet = s->of->text;
    }
    return changed;
}

int hybrid_follow_switches(hybrid *h) {
    return switches_follow(h, INT_MAX) > 0;
}

int hybrid_follow_first(hybrid *h) {
    return switches_follow(h, 1) > 0;
}

void hybrid_release_switches(hybrid *h) {
    EACH_SWITCH(h, s)
        s->turns = s->is_crossed = 0;
}

static int is_set_variable(void *data, const expr_node *leaf) {
    const hybrid *h = data;
    return leaf->op == OP_JET && h->set[leaf->variable].is_set;
}

int hybrid_sets_function(const hybrid *h, const hybrid_switch *s) {
    return leaves_depend(h->system->graph, s->of->function, is_set_variable, (void *)h);
}

void hybrid_reset_switches(hybrid *h) {
    EACH_SWITCH(h, s)
        s->is_reset |= hybrid_sets_function(h, s);
}

void hybrid_doubt_switches(hybrid *h) {
    EACH_SWITCH(h, s)
        s->is_new = 1;
}

void hybrid_anchor_switches(hybrid *h) {
    hybrid_run_functions(h);
    EACH_SWITCH(h, s) {
        anchor(s);
        s->flips = s->turns = 0;
        s->is_new = s->is_crossed = s->has_crossed = s->fails = 0;
        s->before = *s->value;
        s->guards = GUARD_NONE;
    }
}

/* --- the direction of the solution --- */

/* Shares of the run that are looked ahead, until a function has clearly moved. */
static const double AHEAD[HYBRID_LOOKS] = {1e-7, 1e-6, 1e-5, 1e-4};
/* In units of its round-off, and against what is known of its error: a clear move. */
static const double CLEARLY = 64, SURELY = 4;

/* The functions after share i of the run, found once for all of them; 0: not known. */
static int switches_look(hybrid *h, int i) {
    if (h->switches.looks > i)
        return 1;
    if (h->switches.looks_end)
        return 0;
    if (hybrid_look_ahead(h, AHEAD[i] * hybrid_span(h), i))
        h->switches.looks = i + 1;
    else
        h->switches.looks_end = 1;
    return !h->switches.looks_end;
}

/* The side on which a function lies a little later; 0: it stays on its boundary, or
 * nobody knows. The first derivative that is not zero moves it there. */
static int switches_side_ahead(hybrid *h, const hybrid_switch *s) {
    const switch_reading *at = &s->at;
    for (int i = 0; i < HYBRID_LOOKS && switches_look(h, i); i++) {
        double move = at->ahead[i] - at->f;
        if (fabs(move) > fmax(CLEARLY * at->slack, SURELY * at->ahead_error[i]))
            return move > 0 ? 1 : -1;
    }
    return 0;
}

static int has_clear_rate(const hybrid *h, const hybrid_switch *s) {
    return switch_function(h, s)->has_rate &&
           fabs(s->at.rate) > NO_RATE * s->at.rate_size;
}

static int side_after(hybrid *h, const hybrid_switch *s) {
    if (has_clear_rate(h, s))
        return (s->at.rate > 0) != h->system->is_backward ? 1 : -1;
    int may_move = s->is_new && !switch_function(h, s)->rests;
    return may_move ? switches_side_ahead(h, s) : 0;
}

/* --- crossings --- */

static void mark_crossed(hybrid *h, hybrid_switch *s) {
    s->last = h->t;
    s->is_new = 1;
    s->is_crossed = 1;
    s->has_crossed = 1;
}

/* As a share of the run: what crosses again so soon ... */
static const double AT_ONCE = 1e-10;

/* ... against its rate has not gone there: a ball that rises from the floor does not fall
 * below it by what round-off makes of h - s. */
static int switches_is_noise(hybrid *h, const hybrid_switch *s, int is_up) {
    if (!(fabs(h->t - s->last) <= AT_ONCE * hybrid_scale_of_time(h)))
        return 0;
    return has_clear_rate(h, s) && (side_after(h, s) > 0) != is_up;
}

/* At another event, a switch on its boundary that is closed there, and to which the
 * solution comes, crosses in the same instant: time >= 1 at a tick at 1. */
static void switches_take_company(hybrid *h) {
    EACH_SWITCH(h, s) {
        double value = boundary_value(s);
        if (*s->is_literal || s->slides || s->is_crossed)
            continue;
        if (!is_on_boundary(s) || !has_clear_rate(h, s))
            continue;
        if (side_value(s, side_after(h, s)) != value)
            continue;
        if (hybrid_change(h, s->of->parameter, value))
            mark_crossed(h, s);
    }
}

/* Gives the switches that crossed their new values: a relation the other one, a floor
 * that of the event function which crossed, below or above. */
void hybrid_flip_crossed(hybrid *h, const char *crossed) {
    EACH_SWITCH(h, s) {
        if (!crossed || !switch_has_event(s, crossed))
            continue;
        if (s->slides) {
            hybrid_end_sliding(h, s);
            continue;
        }
        int is_relation = switch_is_relation(s);
        int is_up = is_relation ? *s->value == 0 : crossed[s->event + 1] != 0;
        double step = is_up ? 1 : -1;
        if (!switches_is_noise(h, s, is_up))
            hybrid_change(h, s->of->parameter, is_relation ? is_up : *s->value + step);
        mark_crossed(h, s);
    }
    switches_take_company(h);
}

/* --- boundaries --- */

static _Noreturn void refuse_passage(hybrid *h, const hybrid_switch *s) {
    fail(h->system->context, INVO_E_LIMIT, nowhere,
         "t = %.10g: %s still holds after the reinit that it triggers, and the solution "
         "continues beyond it. Give the model a rest state (a Boolean that the event "
         "sets and that switches the forces off), or a reinit that leads back",
         h->t, s->of->text);
}

static _Noreturn void refuse_sliding(hybrid *h, const hybrid_switch *s) {
    fail(h->system->context, INVO_E_STEP, nowhere,
         "t = %.10g: the solution slides along, or chatters at, %s: on both sides its "
         "direction leads back there. Try --at-sliding filippov, which follows it on "
         "that surface; or replace the jump by a steep slope, such as tanh(x/1e-3) for "
         "sign(x); or give the model a rest state that it leaves with hysteresis",
         h->t, s->of->text);
}

/* The side of the boundary that the solution goes to, or 0: that is no other than the one
 * it is on, or it stays. A reinit that sets the rate of its own function stops the
 * solution there, and other forces must not lead it on. (One that leaves it a clear rate
 * means to let it pass.) */
static int other_side(hybrid *h, hybrid_switch *s) {
    int side = side_after(h, s);
    int is_here = side != 0 && side_value(s, side) == *s->value;
    if (is_here && s->guards != GUARD_NONE && !has_clear_rate(h, s))
        refuse_passage(h, s);
    s->is_new = 0;
    return is_here ? 0 : side;
}

void hybrid_take_side(hybrid *h, hybrid_switch *s, int side) {
    assert(side == 1 || side == -1);
    *s->value = side_value(s, side);
    anchor(s);
    s->is_crossed = 1;
    s->guards = GUARD_NONE;
    h->progress.unquiet = s->of->text;
}

/* Why a switch is not left once others have been left. */
typedef enum staying { STAYS_NOT, STAYS_BY_JUMP, STAYS_BY_DIRECTION } staying;

static int find_staying(hybrid *h, hybrid_switch *s) {
    if (!is_on_boundary(s))
        return *s->value == crossing_value(s->of, s->at.f) ? STAYS_BY_JUMP : STAYS_NOT;
    int side = side_after(h, s);
    int stays = side != 0 && *s->value == side_value(s, side);
    return stays ? STAYS_BY_DIRECTION : STAYS_NOT;
}

/* How many surfaces are left at once; 0 where one of them was left before in this event:
 * what goes to and fro does not wait. */
static int count_surfaces(const hybrid *h, const signed char *sides) {
    int surfaces = 0;
    EACH_SWITCH(h, s) {
        if (!sides[s->number])
            continue;
        if (s->flips > 0)
            return 0;
        int is_first = 1;
        for (const hybrid_switch *other = h->switches.at; other < s; other++)
            if (sides[other->number] && hybrid_orientation(h, s, other))
                is_first = 0;
        surfaces += is_first;
    }
    return surfaces;
}

enum { MOST_SURFACES = 16 };

/* Of several boundaries that are left at once, one may be left only because another one
 * has not been left yet: x > 1 from x = 1 in der(x) = if y > 0 then -1 else 1 where y
 * rises from 0. Such a one waits for the next round. Where all wait for each other, none
 * waits for a jump that another one would bring about, or for any if there is no jump.
 * sides: [crossings], of those that are left */
static void let_wait(hybrid *h, signed char *sides) {
    int surfaces = count_surfaces(h, sides);
    int number[STAYS_BY_DIRECTION + 1] = {0};
    if (surfaces < 2 || surfaces > MOST_SURFACES)
        return;
    if (h->is_at_limit || hybrid_any_slides(h))
        return; /* weights decide there */
    arena *own = arena_child(h->system->arena);
    char *why = ARENA_ARRAY(own, char, h->switches.count);
    EACH_SWITCH(h, s) {
        if (!sides[s->number])
            continue;
        why[s->number] = (char)hybrid_try(h, sides, s, find_staying);
        number[(int)why[s->number]]++;
    }
    int least = number[STAYS_NOT] ? STAYS_BY_JUMP : STAYS_BY_DIRECTION;
    int all_stay = !number[STAYS_NOT] && !number[STAYS_BY_JUMP];
    EACH_SWITCH(h, s) {
        if (all_stay || !sides[s->number] || why[s->number] < least)
            continue;
        sides[s->number] = 0;
        s->is_new = 1;
    }
    arena_free(own);
}

/* Which sides the switches on their boundaries are left for, in `sides`. */
static void switches_find_sides(hybrid *h, int is_quiet, signed char *sides) {
    h->progress.any_leaving = 0;
    EACH_SWITCH(h, s) {
        int is_on = is_on_boundary(s);
        if (s->slides)
            continue;
        if (is_on)
            s->is_leaving = (char)has_clear_rate(h, s);
        h->progress.any_leaving |= s->is_leaving;
        if (is_on && !*s->is_literal && (is_quiet || !s->has_crossed))
            sides[s->number] = (signed char)other_side(h, s);
    }
}

int hybrid_leave_boundaries(hybrid *h, int is_quiet) {
    int changed = 0;
    arena *own = arena_child(h->system->arena);
    signed char *sides = ARENA_ARRAY(own, signed char, h->switches.count + 1);
    hybrid_run_functions(h);
    switches_find_sides(h, is_quiet, sides);
    let_wait(h, sides);
    EACH_SWITCH(h, s) {
        if (!sides[s->number])
            continue;
        hybrid_take_side(h, s, sides[s->number]);
        changed = 1;
        if (++s->flips <= 2)
            continue;
        if (!h->system->follows_sliding)
            refuse_sliding(h, s);
        hybrid_begin_sliding(h, s);
    }
    arena_free(own);
    return changed;
}

/* Where the time of an event was rounded, its function may be on the wrong side by more
 * than its own round-off: that is no crossing. What is solved for crosses at the far end
 * of its slack: this must not double from one event to the next. */
void hybrid_widen_slacks(hybrid *h) {
    EACH_SWITCH(h, s) {
        if (!is_on_boundary(s))
            continue;
        double off = switches_distance(s);
        double more = switch_function(h, s)->of_tops ? s->at.slack : off;
        s->at.slack = fmax(s->at.slack, off + more);
    }
}

int hybrid_stays_on_boundaries(hybrid *h, int k) {
    assert(k >= 0 && k < h->switches.count);
    hybrid_run_functions(h);
    if (!h->switches.at[k].slides && !is_on_boundary(&h->switches.at[k]))
        return 0;
    EACH_SWITCH(h, s) {
        s->is_new = 1;
        if (!s->slides && !*s->is_literal && is_on_boundary(s) && side_after(h, s))
            return 0;
    }
    return 1;
}
