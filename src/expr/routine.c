/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of routines: the tapes of a loop, run until its test is false. */
#include "graph.h"
#include "routine_run.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define REAL double
#define RUN(part) routine_run_##part
#include "routine_run.def"

/* Keeps the arguments of the first call that did not end. */
static void note_trouble(const routine *r, const double *from, const work_left *left) {
    routine_trouble *x = r->trouble;
    int none = TROUBLE_NONE;
    if (!atomic_compare_exchange_strong(&x->state, &none, TROUBLE_WRITTEN))
        return;
    x->passes = left->passes;
    x->is_undecided = left->is_undecided;
    memcpy(x->argument, from, sizeof *from * (size_t)r->inputs);
    atomic_store(&x->state, TROUBLE_KNOWN);
}

/* Prints what is known, with some of the arguments. */
static void trouble_text(const routine *r, char *text, size_t size) {
    enum { SHOWN = 6 };
    const routine_trouble *x = r->trouble;
    int used;
    if (x->is_undecided)
        used = snprintf(text, size,
                        "the condition of %s, is no number after %d passes, from",
                        r->name, x->passes);
    else
        used = snprintf(text, size, "%s, did not end in %d operations, from", r->name,
                        ROUTINE_MOST);
    for (int k = 0; k < r->inputs && k < SHOWN && used > 0 && (size_t)used < size; k++)
        used += snprintf(text + used, size - (size_t)used, "%s %.6g", k ? "," : "",
                         r->trouble->argument[k]);
    if (used > 0 && (size_t)used < size && r->inputs > SHOWN)
        snprintf(text + used, size - (size_t)used, ", ...");
}

const char *graph_trouble(const graph *g, char *text, size_t size) {
    LIST_EACH(const routine_output *const, o, g->home->routines) {
        const routine_trouble *x = (*o)->of->trouble;
        if (!x || atomic_load(&x->state) != TROUBLE_KNOWN)
            continue;
        trouble_text((*o)->of, text, size);
        return text;
    }
    return NULL;
}

int graph_has_routines(const graph *g) {
    return g->home->routines.count > 0;
}

double routine_value(const routine_output *o, double *from, routine_failure *why) {
    work_left left = {.operations = ROUTINE_MOST};
    double v = routine_run_call(o, from, &left);
    if (left.of)
        note_trouble(o->of, from, &left);
    if (why && left.of)
        *why = (routine_failure){left.of, left.passes};
    return v;
}

/* The change of the value with argument k moved by h; 0 where there is no value. */
static double change_by(const routine_output *o, double *from, int k, double h,
                        double v) {
    const double x = from[k];
    from[k] = x + h;
    double moved = routine_value(o, from, NULL);
    if (isnan(moved)) {
        from[k] = x - h;
        moved = routine_value(o, from, NULL);
    }
    from[k] = x;
    return isnan(moved) ? 0 : fabs(moved - v);
}

/* Slopes are differences, over a distance at which the round-off of both values does not
 * count. Each pass rounds, too. */
double routine_bound(const routine_output *o, double *from, const double *error,
                     double v) {
    const double distance = sqrt(DBL_EPSILON);
    work_left left = {.operations = ROUTINE_MOST};
    if (o->of->native)
        return 0; /* of Integers */
    routine_run_call(o, from, &left);
    double bound = (1 + left.most_passes) * fabs(v);
    for (int k = 0; k < o->of->inputs && !left.of; k++)
        if (error[k] > 0)
            bound += change_by(o, from, k, distance * error[k], v) / distance;
    return bound;
}
