/* SPDX-License-Identifier: BSD-3-Clause */
/* Events that pile up: where the time between two of them shrinks by the same factor
 * again and again, all the others come before the sum of a geometric series, and the
 * solution ends there. (A ball that bounces with half of its speed has bounced infinitely
 * often after three times the time of its first fall.) */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "hybrid_state.h"

/* So many factors in a row must agree, to this share of what they lack to one. */
enum { FEW_FACTORS = 4 };
static const double SAME_FACTOR = 0.1;
/* What is left until the end of the series, as a share of the run: less than this, and
 * the next events could hardly be distinguished. */
static const double NO_TIME_LEFT = 1e-9;

static double time_left(const pile *p) {
    return p->interval * p->factor / (1 - p->factor);
}

static double end_of(const hybrid *h, const pile *p) {
    return h->system->is_backward ? p->last - time_left(p) : p->last + time_left(p);
}

_Noreturn void hybrid_refuse_pile(hybrid *h, int number) {
    assert(number >= 0 && number < 2 * h->switches.count);
    const pile *p = &h->piles[number];
    fail(h->system->context, INVO_E_LIMIT, nowhere,
         "t = %.10g: the events of %s pile up: the time between them shrinks by a "
         "factor of %.4g each time, so infinitely many of them occur before t = %.10g, "
         "and the solution ends there. Give the model a rest state (a Boolean that is "
         "set when the motion has become small), or stop before that",
         p->last, h->switches.at[number / 2].of->text, p->factor, end_of(h, p));
}

pile *hybrid_new_piles(hybrid *h) {
    int count = 2 * h->switches.count;
    pile *all = ARENA_ARRAY(h->system->arena, pile, count + 1);
    for (int k = 0; k < count; k++)
        all[k] = (pile){.last = NAN, .interval = NAN, .factor = NAN};
    return all;
}

static int is_same_factor(double factor, double before) {
    return factor < 1 && fabs(factor - before) <= SAME_FACTOR * (1 - factor);
}

/* In units of its round-off, what a function must do between two events. */
static const double CLEARLY = 1e4;

/* Is the next excursion of a function too small to be followed? */
static int zeno_is_lost(const hybrid *h, const hybrid_switch *s, const pile *p) {
    return switch_function(h, s)->has_rate &&
           fabs(s->at.rate) * p->interval <= CLEARLY * s->at.slack;
}

/* An event at the present time; returns whether there are hardly any more. */
static int count_event(hybrid *h, const hybrid_switch *s, pile *p) {
    double interval = fabs(h->t - p->last);
    double factor = interval / p->interval;
    int goes_on = interval > 0 && is_same_factor(factor, p->factor);
    p->count = goes_on ? p->count + 1 : 0;
    p->last = h->t;
    p->interval = interval;
    p->factor = factor;
    double no_time = NO_TIME_LEFT * hybrid_scale_of_time(h);
    return p->count >= FEW_FACTORS && (time_left(p) <= no_time || zeno_is_lost(h, s, p));
}

/* The point of the last event, where that is needed for a limit. */
static void zeno_keep_point(hybrid *h, pile *p) {
    int count = h->now->lowered->completion->coordinates;
    if (p->count < FEW_FACTORS / 2)
        return;
    if (p->in != h->now)
        p->u = ARENA_ARRAY(h->system->arena, double, count + 1);
    p->in = h->now;
    memcpy(p->u, h->u, sizeof *p->u * (size_t)count);
}

int hybrid_watch_piles(hybrid *h) {
    int due = -1;
    EACH_SWITCH(h, s) {
        if (!s->has_crossed || *s->value == s->before)
            continue;
        int number = 2 * s->number + (*s->value > s->before);
        pile *p = &h->piles[number];
        if (count_event(h, s, p) && p->in == h->now)
            due = number;
        else
            zeno_keep_point(h, p);
    }
    return due;
}

/* --- the limit --- */

/* A limit that is less than this share of the last change, or of the nominal size, is
 * zero. */
static const double NOTHING_LEFT = 1e-3, NOTHING = 1e-12;

static double limit(double now, double before, double factor, double nominal) {
    double change = now - before;
    double end = now + change * factor / (1 - factor);
    int is_zero =
        fabs(end) <= NOTHING_LEFT * fabs(change) || fabs(end) <= NOTHING * nominal;
    return is_zero ? 0 : end;
}

/* The change from one event to the next shrinks by the same factor as the time. */
void hybrid_set_limit(hybrid *h, int number) {
    assert(number >= 0 && number < 2 * h->switches.count);
    pile *p = &h->piles[number];
    const lowered *w = h->now->lowered;
    assert(p->in == h->now && p->factor < 1);
    for (int i = 1; i < w->completion->coordinates; i++)
        h->u[i] = limit(h->u[i], p->u[i], p->factor, w->nominal[i]);
    h->t = end_of(h, p);
    h->u[0] = h->t;
    p->count = 0;
}
