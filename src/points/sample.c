/* SPDX-License-Identifier: BSD-3-Clause */
/* Random moves from a point, and the way back onto the manifold. */
#include "sample.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../base/number.h"

static const double SPREAD = 0.1;       /* of the points, in sizes of their coordinates */
static const double TIME_SPREAD = 1e-3; /* of the span of a run */
enum {
    ATTEMPTS = 3 * SAMPLE_POINTS, /* each third of them at a tenth of the spread */
    VAIN = 2                      /* of each third, where none succeeds */
};
/* From a far-off point of a large system there is no way back: it takes the last third.
 */
enum { LARGE = 1000 };

/* Gathers equations and declared constraints at the stages first..last, for the jets of
 * these stages; NULL: there are none. */
static conditions *stages(lowered *w, int first, int last, const double *guess) {
    completion *c = w->completion;
    gathering g = {0};
    for (int i = 0; i < c->rows; i++)
        gather_row(&g, c, i, first, last);
    for (int k = 0; k < c->extras.count - c->invariants; k++) {
        condition f = {c->extras.at[k].f, c->extras.at[k].equation, 0};
        int stage = completion_stage(c, f.f);
        if (stage >= first && stage <= last)
            LIST_PUSH(c->arena, g.row, f);
    }
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l <= c->unknown[j].d + last; l++)
            if (l - c->unknown[j].d >= first)
                LIST_PUSH(c->arena, g.column, completion_jet_slot(c, j, l));
    if (!g.row.count)
        return NULL;
    double *weight = ARENA_ARRAY(c->arena, double, completion_slots(c));
    for (int k = 0; k < completion_slots(c); k++)
        weight[k] = 1 / w->nominal[k];
    condition_set set = gathered(&g, guess, weight);
    return conditions_new(w, &set);
}

enum { LOWEST = -1000000 }; /* below every stage */

/* Ways back onto the manifold: stage by stage, which does not move positions for the sake
 * of velocities, and all at once, where that fails. */
typedef struct way_back {
    lowered *lowered;
    const double *guess;
    int top;
    int count;
    conditions **stage;
    conditions *all; /* NULL: it has not been asked for */
} way_back;

static way_back find_way(lowered *w, const double *guess, int top) {
    int lowest = lowest_stage(w->completion);
    way_back way = {.lowered = w, .guess = guess, .top = top};
    way.stage = ARENA_ARRAY(w->completion->arena, conditions *, 1 - lowest);
    for (int k = lowest; k < top; k++) {
        conditions *s = stages(w, k, k, guess);
        if (s)
            way.stage[way.count++] = s;
    }
    return way;
}

/* Constraints may be dependent on the manifold alone; then a direction in which they
 * hardly change must not be followed, it leads far away. */
static const double ROUGH = 1e-5;

static int go_back(way_back *way, double *point, size_t size) {
    const double *guess = way->guess;
    for (int rough = 1; rough >= 0; rough--) {
        int found = 1;
        memcpy(point, guess, size);
        for (int k = 0; k < way->count && found; k++) {
            conditions *stage = way->stage[k];
            double fine = stage->linear.tolerance;
            if (rough)
                stage->linear.tolerance = ROUGH;
            found = conditions_restore(stage, point);
            stage->linear.tolerance = fine;
        }
        if (found)
            return 1;
    }
    if (!way->all)
        way->all = stages(way->lowered, LOWEST, way->top - 1, guess);
    memcpy(point, guess, size);
    return conditions_restore(way->all, point);
}

static double random_sign(uint32_t *state) { /* uniform in (-1, 1) */
    return (random_next(state) >> 8) / 8388608.0 - 1;
}

/* Contradictions can hold to round-off where some unknown is so large that all else is
 * lost in it; no solution begins there. */
static const double FAR = 1e5;

static int sample_is_near(const lowered *w, const double *guess, const double *point) {
    const completion *c = w->completion;
    for (int k = 1; k < completion_slots(c); k++)
        if (!(fabs(point[k] - guess[k]) <= FAR * fmax(w->nominal[k], fabs(guess[k]))))
            return 0;
    return 1;
}

/* Beside a pole of the equations any point is on the manifold within its round-off. */
static const double BLURRED = 1e8;

static int sample_is_clear(const way_back *way, const double *point) {
    for (int k = 0; k < way->count; k++)
        if (!(conditions_blur(way->stage[k], way->guess, point) <= BLURRED))
            return 0;
    return 1;
}

/* Moves at random, less far in each third of the attempts, and goes back onto the
 * manifold; points where the equations are blurred are taken only for want of others. */
sample sample_manifold(lowered *w, const double *x, int most, int top, double spread) {
    assert(most >= 0 && spread >= 0);
    completion *c = w->completion;
    int slots = completion_slots(c);
    double *guess = ARENA_ARRAY(c->arena, double, slots);
    way_back way = find_way(w, guess, top);
    sample s = {.lowered = w};
    sample blurred = {.lowered = w};
    uint32_t state = 1;
    double time_spread = TIME_SPREAD * (c->system->span > 0 ? c->system->span : 1);
    for (int p = slots > LARGE ? ATTEMPTS - SAMPLE_POINTS : 0;
         p < ATTEMPTS && s.count < most; p++) {
        if (s.count == 0 && p % SAMPLE_POINTS >= VAIN)
            continue;
        /* Contradictions may leave no point at any other time than the start. */
        int last = p >= ATTEMPTS - SAMPLE_POINTS;
        const int nearer = p / SAMPLE_POINTS;
        double reach = (spread > 0 ? spread : SPREAD) * pow(10, -nearer);
        double span = last ? 0 : time_spread;
        for (int k = 0; k < slots; k++) {
            double size = k ? reach * fmax(w->nominal[k], fabs(x[k])) : span;
            guess[k] = x[k] + size * random_sign(&state);
        }
        double *point = ARENA_ARRAY(c->arena, double, slots);
        if (!go_back(&way, point, sizeof *guess * (size_t)slots) ||
            !sample_is_near(w, guess, point))
            continue;
        sample *to = sample_is_clear(&way, point) ? &s : &blurred;
        if (to->count < most)
            to->point[to->count++] = point;
    }
    return s.count ? s : blurred; /* of nothing else, these */
}

int sample_rank(lowered *w, const double *x) {
    conditions *all = stages(w, LOWEST, -1, x);
    return all ? conditions_rank(all, x) : 0;
}
