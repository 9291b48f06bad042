/* SPDX-License-Identifier: BSD-3-Clause */
/* Switches: the frozen values of relations and floors, and when they change.
 *
 * - What crossed has the value that it crosses to.
 * - Any other is literal: 1 < 1 is false. A function within its round-off of zero is
 *   zero; there a switch keeps its value, unless the event moved the function.
 * - On its boundary, a switch changes as soon as the solution leaves it for the other
 *   side: h < 1 becomes true at once where h falls from 1. The first derivative of the
 *   function that is not zero tells. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"

/* A function within this many eps of its terms does not tell on which side of zero it is.
 */
static const double ROUND_OFF = 8 * DBL_EPSILON;
/* A rate of less than this share of its terms is none. */
static const double NO_RATE = 1e-9;

/* The largest value of the point: what is solved for errs by the round-off of all of it.
 */
static double size_of_point(const hybrid *h) {
    const completion *c = h->now->lowered->completion;
    double most = 0;
    for (int k = 1; k < c->coordinates; k++)
        most = fmax(most, fabs(h->u[k]));
    for (int j = 0; j < c->unknowns; j++)
        most = fmax(most, fabs(h->z[j]));
    return most;
}

void hybrid_run_functions(hybrid *h) {
    const lowered *w = h->now->lowered;
    double size = size_of_point(h);
    h->looks = 0;
    program_run_bound(w, &w->functions, h->u, h->z, h->functions, h->sizes);
    program_run_bound(w, &h->now->rates, h->u, h->z, h->rates, h->rate_sizes);
    for (int k = 0; k < h->crossings->list.count; k++) {
        int of_tops = h->now->of_tops[k];
        double terms = of_tops ? fmax(h->sizes[k], size) : h->sizes[k];
        h->slack[k] = fmax(ROUND_OFF * terms, of_tops ? 2 * h->now->noise[k] : 0);
    }
}

/* A function of what is solved for may be off by more than its terms tell: s in sin(t) -
 * v = 0.01*s by a hundred times the round-off of the left side. So where one is near
 * zero, in units of its round-off, its noise is measured. */
static const double NEAR_ZERO = 1e6;

static void measure_near_zero(hybrid *h) {
    int any = 0;
    for (int k = 0; k < h->crossings->list.count; k++) {
        double f = fabs(h->functions[k]);
        int is_near = f > h->slack[k] && f <= NEAR_ZERO * h->slack[k];
        any |= is_near && h->now->of_tops[k] && !h->literal[k] && !h->switches[k].slides;
    }
    if (!any || h->is_measured)
        return;
    h->is_measured = 1;
    hybrid_measure_noise(h);
    hybrid_run_functions(h);
}

/* The distance to where the value changes. */
static double switches_distance(const crossing *c, double f) {
    return c->kind == CROSSING_RELATION ? fabs(f) : fabs(f - round(f));
}

static int is_moved(const hybrid *h, int k) {
    const hybrid_switch *s = &h->switches[k];
    return !(fabs(h->functions[k] - s->anchor) <= h->slack[k] + s->anchor_slack);
}

/* What has crossed is there, however near to zero its time could be rounded. */
static int is_on_boundary(const hybrid *h, int k) {
    if (h->switches[k].has_crossed && !is_moved(h, k))
        return 1;
    return switches_distance(&h->crossings->list.at[k], h->functions[k]) <= h->slack[k];
}

static double boundary_value(const crossing *c, double f) {
    return c->kind == CROSSING_RELATION ? c->closed : round(f);
}

/* The value on one side (+1, -1) of the boundary that f is on. */
static double side_value(const crossing *c, double f, int side) {
    if (c->kind == CROSSING_RELATION)
        return side > 0;
    return side > 0 ? round(f) : round(f) - 1;
}

/* May a switch on its boundary have this value? */
static int fits_boundary(const crossing *c, double f, double value) {
    return value == side_value(c, f, 1) || value == side_value(c, f, -1);
}

static void anchor(hybrid *h, int k) {
    h->switches[k].anchor = h->functions[k];
    h->switches[k].anchor_slack = h->slack[k];
}

/* Of a valve that is just closing, s < 0 is true where s = 0: open, it would flow back.
 * So a switch on its boundary that has turned to and fro stays as it is. */
enum { TO_AND_FRO = 2 };

static double switches_present_value(const hybrid *h, int k, double old) {
    const crossing *c = &h->crossings->list.at[k];
    const hybrid_switch *s = &h->switches[k];
    double f = h->functions[k];
    if (h->literal[k] || s->is_crossed || isnan(f))
        return old;
    if (!is_on_boundary(h, k) || (s->is_reset && f == 0))
        return crossing_value(c, f);
    int stays = !is_moved(h, k) || s->turns >= TO_AND_FRO;
    return stays && fits_boundary(c, f, old) ? old : boundary_value(c, f);
}

int hybrid_follow_switches(hybrid *h) {
    int changed = 0;
    hybrid_run_functions(h);
    measure_near_zero(h);
    for (int k = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        if (h->switches[k].slides) {
            changed |= hybrid_follow_weight(h, k);
            continue;
        }
        double old = *hybrid_value(h, c->parameter);
        double value = switches_present_value(h, k, old);
        if (!is_on_boundary(h, k) || is_moved(h, k) || h->switches[k].is_reset) {
            anchor(h, k);
            h->switches[k].is_new = 1;
            h->switches[k].is_reset = 0;
            h->switches[k].has_crossed = 0;
        }
        if (!hybrid_change(h, c->parameter, value))
            continue;
        h->switches[k].turns++;
        changed = 1;
        h->unquiet = c->text;
    }
    return changed;
}

void hybrid_release_switches(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++) {
        h->switches[k].turns = 0;
        h->switches[k].is_crossed = 0;
    }
}

int hybrid_sets_function(const hybrid *h, int k) {
    graph *g = h->system->graph;
    expr_leaves leaves = expr_depends(g, h->crossings->list.at[k].function);
    int found = 0;
    for (int i = 0; i < leaves.count; i++) {
        const expr_node *n = expr_get(g, leaves.at[i]);
        found |= n->op == OP_JET && h->is_set[n->variable];
    }
    expr_forget(g, leaves);
    return found;
}

void hybrid_reset_switches(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++)
        h->switches[k].is_reset |= hybrid_sets_function(h, k);
}

void hybrid_doubt_switches(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++)
        h->switches[k].is_new = 1;
}

void hybrid_anchor_switches(hybrid *h) {
    hybrid_run_functions(h);
    for (int k = 0; k < h->crossings->list.count; k++) {
        anchor(h, k);
        h->switches[k].flips = 0;
        h->switches[k].has_crossed = 0;
        h->switches[k].before = *hybrid_value(h, h->crossings->list.at[k].parameter);
        h->switches[k].is_new = 0;
        h->switches[k].guards = GUARD_NONE;
        h->switches[k].fails = 0;
    }
    hybrid_release_switches(h);
}

/* Relations have one event function, floors two: below their value and above the next. */
int hybrid_function_count(const hybrid *h) {
    int count = 0;
    for (int k = 0; k < h->crossings->list.count; k++)
        count += h->crossings->list.at[k].kind == CROSSING_FLOOR ? 2 : 1;
    return count;
}

/* --- whither the solution goes --- */

/* Shares of the run that are looked ahead, until a function has clearly moved. */
static const double AHEAD[HYBRID_LOOKS] = {1e-7, 1e-6, 1e-5, 1e-4};
/* In units of its round-off, and against what is known of its error: a clear move. */
static const double CLEARLY = 64, SURELY = 4;

/* The functions after share i of the run, found once for all of them; 0: not known. */
static int switches_look(hybrid *h, int i) {
    int count = h->crossings->list.count;
    double span = h->system->span > 0 ? h->system->span : 1;
    if (h->looks > i)
        return 1;
    if (!hybrid_look_ahead(h, AHEAD[i] * span, h->ahead + i * count,
                           h->ahead_error + i * count))
        return 0;
    h->looks = i + 1;
    return 1;
}

/* The side on which function k lies a little later; 0: it stays on its boundary, or
 * nobody knows. The first derivative that is not zero moves it there. */
static int switches_side_ahead(hybrid *h, int k) {
    for (int i = 0; i < HYBRID_LOOKS && switches_look(h, i); i++) {
        int at = i * h->crossings->list.count + k;
        double move = h->ahead[at] - h->functions[k];
        double least = fmax(CLEARLY * h->slack[k], SURELY * h->ahead_error[at]);
        if (fabs(move) > least)
            return move > 0 ? 1 : -1;
    }
    return 0;
}

static int has_clear_rate(const hybrid *h, int k) {
    return h->now->has_rate[k] && fabs(h->rates[k]) > NO_RATE * h->rate_sizes[k];
}

static int side_after(hybrid *h, int k) {
    int forward = h->system->is_backward ? -1 : 1;
    if (has_clear_rate(h, k))
        return h->rates[k] > 0 ? forward : -forward;
    int may_move = h->switches[k].is_new && !h->now->rests[k];
    return may_move ? switches_side_ahead(h, k) : 0;
}

/* --- crossings --- */

static void mark_crossed(hybrid *h, int k) {
    h->switches[k].last = h->t;
    h->switches[k].has_last = 1;
    h->switches[k].is_new = 1;
    h->switches[k].is_crossed = 1;
    h->switches[k].has_crossed = 1;
}

/* As a share of the run: what crosses again so soon ... */
static const double AT_ONCE = 1e-10;

/* ... against its rate has not gone there: a ball that rises from the floor does not fall
 * below it by what round-off makes of h - s. */
static int switches_is_noise(const hybrid *h, int k, int is_up) {
    const hybrid_switch *s = &h->switches[k];
    double span = fmax(fabs(h->t), h->system->span);
    if (!s->has_last || fabs(h->t - s->last) > AT_ONCE * span)
        return 0;
    int rises = (h->rates[k] > 0) != h->system->is_backward;
    return has_clear_rate(h, k) && rises != is_up;
}

/* At another event, a switch on its boundary that is closed there, and to which the
 * solution comes, crosses in the same instant: time >= 1 at a tick at 1. */
static void switches_take_company(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double f = h->functions[k];
        double value = boundary_value(c, f);
        if (h->literal[k] || h->switches[k].slides || h->switches[k].is_crossed)
            continue;
        if (!is_on_boundary(h, k) || !has_clear_rate(h, k))
            continue;
        if (side_value(c, f, side_after(h, k)) != value)
            continue;
        if (hybrid_change(h, c->parameter, value))
            mark_crossed(h, k);
    }
}

void hybrid_flip_crossed(hybrid *h, const char *crossed) {
    for (int k = 0, e = 0; crossed && k < h->crossings->list.count; k++) {
        const crossing *c = &h->crossings->list.at[k];
        double value = *hybrid_value(h, c->parameter);
        int is_relation = c->kind == CROSSING_RELATION;
        int down = crossed[e];
        int up = !is_relation && crossed[e + 1];
        e += is_relation ? 1 : 2;
        if (!down && !up)
            continue;
        if (h->switches[k].slides) {
            hybrid_end_sliding(h, k);
            continue;
        }
        int is_up = is_relation ? value == 0 : up;
        int is_true = !switches_is_noise(h, k, is_up);
        if (is_true && down)
            hybrid_change(h, c->parameter, is_relation ? !value : value - 1);
        if (is_true && up)
            hybrid_change(h, c->parameter, value + 1);
        mark_crossed(h, k);
    }
    switches_take_company(h);
}

/* --- boundaries --- */

static _Noreturn void refuse_passage(hybrid *h, int k) {
    fail(h->system->context, INVO_E_LIMIT, nowhere,
         "t = %.10g: %s still holds after the reinit that it brings about, and the "
         "solution goes on beyond it. Give the model a state to rest in (a Boolean that "
         "the event sets, and with which the forces vanish), or a reinit that leads back",
         h->t, h->crossings->list.at[k].text);
}

static _Noreturn void refuse_sliding(hybrid *h, int k) {
    fail(h->system->context, INVO_E_STEP, nowhere,
         "t = %.10g: the solution slides along, or chatters at, %s: on both sides its "
         "direction leads back there. --at-sliding filippov follows it on that surface; "
         "or replace the jump by a steep slope, such as tanh(x/1e-3) for sign(x), or "
         "give the model a state to rest in, which it leaves by a hysteresis",
         h->t, h->crossings->list.at[k].text);
}

/* A reinit that sets the rate of its own function stops the solution there, and other
 * forces lead it on. (One that leaves it a clear rate means to let it pass.) */
static void check_passage(hybrid *h, int k, int side) {
    const crossing *c = &h->crossings->list.at[k];
    double value = *hybrid_value(h, c->parameter);
    if (h->switches[k].guards == GUARD_NONE || side == 0 || has_clear_rate(h, k))
        return;
    if (side_value(c, h->functions[k], side) == value)
        refuse_passage(h, k);
}

/* The side of crossing k that the solution goes to, or 0: that is no other than the one
 * it is on, or it stays. */
static int other_side(hybrid *h, int k) {
    const crossing *c = &h->crossings->list.at[k];
    int side = side_after(h, k);
    check_passage(h, k, side);
    h->switches[k].is_new = 0;
    if (side == 0)
        return 0;
    double value = side_value(c, h->functions[k], side);
    return value == *hybrid_value(h, c->parameter) ? 0 : side;
}

void hybrid_take_side(hybrid *h, int k, int side) {
    const crossing *c = &h->crossings->list.at[k];
    *hybrid_value(h, c->parameter) = side_value(c, h->functions[k], side);
    anchor(h, k);
    h->switches[k].is_new = 1;
    h->switches[k].is_crossed = 1;
    h->switches[k].guards = GUARD_NONE;
    h->unquiet = c->text;
}

/* Why crossing k is not left once others have been left. */
typedef enum staying { STAYS_NOT, STAYS_BY_JUMP, STAYS_BY_DIRECTION } staying;

static int find_staying(hybrid *h, int k) {
    const crossing *c = &h->crossings->list.at[k];
    double f = h->functions[k];
    double value = *hybrid_value(h, c->parameter);
    if (!is_on_boundary(h, k))
        return value == crossing_value(c, f) ? STAYS_BY_JUMP : STAYS_NOT;
    int side = side_after(h, k);
    int stays = side != 0 && value == side_value(c, f, side);
    return stays ? STAYS_BY_DIRECTION : STAYS_NOT;
}

/* How many surfaces are left at once; 0 where one of them was left before in this event:
 * what goes to and fro does not wait. */
static int count_surfaces(const hybrid *h, const signed char *sides) {
    int surfaces = 0;
    for (int k = 0; k < h->crossings->list.count; k++) {
        if (!sides[k])
            continue;
        if (h->switches[k].flips > 0)
            return 0;
        int is_first = 1;
        for (int j = 0; j < k; j++)
            if (sides[j] && hybrid_orientation(h, k, j))
                is_first = 0;
        surfaces += is_first;
    }
    return surfaces;
}

static int count_left(const signed char *sides, int count) {
    int left = 0;
    for (int k = 0; k < count; k++)
        left += sides[k] != 0;
    return left;
}

enum { MOST_SURFACES = 16 };

/* Of several boundaries that are left at once, one may be left only because another one
 * has not been left yet: x > 1 from x = 1 in der(x) = if y > 0 then -1 else 1 where y
 * rises from 0. Such a one waits for the next round. Where all wait for each other, none
 * waits for a jump that another one would bring about, or for any if there is no jump.
 * sides: [crossings], of those that are left */
static void let_wait(hybrid *h, signed char *sides) {
    int count = h->crossings->list.count;
    int surfaces = count_surfaces(h, sides);
    int going = 0;
    int by_direction = 0;
    if (surfaces < 2 || surfaces > MOST_SURFACES)
        return;
    if (h->is_at_limit || hybrid_any_slides(h))
        return; /* weights decide there */
    arena *own = arena_child(h->system->arena);
    char *why = ARENA_ARRAY(own, char, count);
    for (int k = 0; k < count; k++) {
        if (!sides[k])
            continue;
        why[k] = (char)hybrid_try(h, sides, k, find_staying);
        by_direction += why[k] == STAYS_BY_DIRECTION;
        going += why[k] == STAYS_NOT;
    }
    staying least = going ? STAYS_BY_JUMP : STAYS_BY_DIRECTION;
    int all_stay = !going && by_direction == count_left(sides, count);
    for (int k = 0; k < count && !all_stay; k++) {
        if (!sides[k] || why[k] < (int)least)
            continue;
        sides[k] = 0;
        h->switches[k].is_new = 1;
    }
    arena_free(own);
}

int hybrid_leave_boundaries(hybrid *h, int is_quiet) {
    int changed = 0;
    int count = h->crossings->list.count;
    signed char *sides = h->sides;
    hybrid_run_functions(h);
    h->any_leaving = 0;
    memset(sides, 0, (size_t)count);
    for (int k = 0; k < count; k++) {
        if (h->switches[k].slides)
            continue;
        if (is_on_boundary(h, k))
            h->switches[k].is_leaving = has_clear_rate(h, k);
        h->any_leaving |= h->switches[k].is_leaving;
        if (h->literal[k] || !is_on_boundary(h, k))
            continue;
        if (h->switches[k].has_crossed && !is_quiet)
            continue;
        sides[k] = (signed char)other_side(h, k);
    }
    let_wait(h, sides);
    for (int k = 0; k < count; k++) {
        if (!sides[k])
            continue;
        hybrid_take_side(h, k, sides[k]);
        changed = 1;
        if (++h->switches[k].flips <= 2)
            continue;
        if (!h->system->follows_sliding)
            refuse_sliding(h, k);
        hybrid_begin_sliding(h, k);
    }
    return changed;
}

/* Where the time of an event was rounded, its function may be on the wrong side by more
 * than its own round-off: that is no crossing. What is solved for crosses at the far end
 * of its slack: this must not double from one event to the next. */
void hybrid_widen_slacks(hybrid *h) {
    for (int k = 0; k < h->crossings->list.count; k++) {
        if (!is_on_boundary(h, k))
            continue;
        double off = switches_distance(&h->crossings->list.at[k], h->functions[k]);
        double wide = off + (h->now->of_tops[k] ? h->slack[k] : off);
        h->slack[k] = fmax(h->slack[k], wide);
    }
}

int hybrid_stays_on_boundaries(hybrid *h, int k) {
    hybrid_run_functions(h);
    if (!h->switches[k].slides && !is_on_boundary(h, k))
        return 0;
    for (int i = 0; i < h->crossings->list.count; i++) {
        h->switches[i].is_new = 1;
        if (!h->switches[i].slides && !h->literal[i] && is_on_boundary(h, i) &&
            side_after(h, i))
            return 0;
    }
    return 1;
}
