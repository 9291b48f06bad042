/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the text of a hybrid model with the program, and compares. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "hybrid.h"
#include "involute.h"

static const double RTOL = 1e-10;
static const long MOST_STEPS = 20000;

static double final_value(const invo_result *r, const char *name) {
    for (int i = 0; i < invo_result_columns(r); i++)
        if (strcmp(invo_result_column(r, i), name) == 0)
            return invo_result_final(r)[i + 1];
    return NAN;
}

static void read_values(const hybrid_model *m, const invo_result *r, hybrid_role role,
                        int count, double *value) {
    char name[16];
    for (int i = 0; i < count; i++) {
        hybrid_name(name, sizeof name, m, role, i);
        value[i] = final_value(r, name);
    }
}

/* The times of events, each once; those at the start do not count. */
static void read_instants(const invo_result *r, double tolerance, hybrid_solution *s) {
    invo_result_event_row e;
    for (long k = 0; invo_result_event(r, k, &e); k++) {
        const double last = s->instants > 0 ? s->instant[s->instants - 1] : 0;
        if (e.t - last < tolerance || s->instants == MOST_INSTANTS)
            continue;
        s->instant[s->instants++] = e.t;
    }
}

static void read_result(const hybrid_model *m, const invo_result *r, double tolerance,
                        hybrid_solution *s) {
    read_values(m, r, SLOPE_IS, m->states, s->x);
    read_values(m, r, ALGEBRAIC_IS, m->algebraics, s->z);
    read_values(m, r, DISCRETE_IS, m->discretes, s->d);
    read_instants(r, tolerance, s);
}

void hybrid_solve(const hybrid_model *m, const hybrid_text *t, const char *method,
                  double tolerance, hybrid_solution *s) {
    invo_context *c = invo_context_new();
    invo_model *model = NULL;
    invo_result *r = NULL;
    invo_options o;
    memset(s, 0, sizeof *s);
    invo_options_init(&o);
    invo_status status = invo_model_parse(c, "random.mo", t->at, t->used, &model);
    if (!status)
        status = invo_model_options(model, &o);
    o.method = method;
    o.rtol = RTOL;
    o.points = 1;
    o.max_steps = MOST_STEPS;
    if (!status)
        status = invo_model_run(model, &o, &r);
    s->exit_status = invo_status_exit(status);
    if (status)
        snprintf(s->message, sizeof s->message, "%s", invo_context_error(c));
    if (r)
        read_result(m, r, tolerance, s);
    invo_result_free(r);
    invo_model_free(model);
    invo_context_free(c);
}

/* --- comparisons --- */

static char what[600];

static int is_gone(const hybrid_model *m, hybrid_role role, int i) {
    if (role == SLOPE_IS)
        return m->is_state_gone[i];
    if (role == ALGEBRAIC_IS)
        return m->is_algebraic_gone[i];
    return m->is_discrete_gone[i];
}

static int are_values_near(const hybrid_model *m, hybrid_role role, int count,
                           const double *is, const double *should, double tolerance) {
    char name[16];
    for (int i = 0; i < count; i++) {
        if (is_gone(m, role, i))
            continue;
        if (fabs(is[i] - should[i]) <= tolerance * fmax(1, fabs(should[i])))
            continue;
        hybrid_name(name, sizeof name, m, role, i);
        snprintf(what, sizeof what, "%s is %.12g, should be %.12g", name, is[i],
                 should[i]);
        return 0;
    }
    return 1;
}

static int has_instant(const hybrid_solution *s, double t, double tolerance) {
    for (int k = 0; k < s->instants; k++)
        if (fabs(s->instant[k] - t) <= tolerance)
            return 1;
    return 0;
}

static int is_expected(const hybrid_outcome *o, double t, double tolerance) {
    for (int k = 0; k < o->instants; k++)
        if (fabs(o->instant[k].time - t) <= tolerance)
            return 1;
    return 0;
}

/* Every event that changes something is there, and no other than those of relations and
 * clocks: a relation that nothing asks for at the moment may be watched or not. */
static int are_instants_right(const hybrid_outcome *o, const hybrid_solution *s,
                              double tolerance) {
    for (int k = 0; k < o->instants; k++) {
        const double t = o->instant[k].time;
        if (!o->instant[k].is_firm || t < tolerance || has_instant(s, t, tolerance))
            continue;
        snprintf(what, sizeof what, "no event at %.9g", t);
        return 0;
    }
    for (int k = 0; k < s->instants; k++) {
        if (is_expected(o, s->instant[k], tolerance))
            continue;
        snprintf(what, sizeof what, "an event at %.9g, where nothing happens",
                 s->instant[k]);
        return 0;
    }
    return 1;
}

const char *hybrid_difference(const hybrid_model *m, const hybrid_outcome *o,
                              const hybrid_solution *s, double tolerance) {
    if (s->exit_status != 0) {
        snprintf(what, sizeof what, "exit %d: %s", s->exit_status, s->message);
        return what;
    }
    if (are_values_near(m, DISCRETE_IS, m->discretes, s->d, o->d, tolerance) &&
        are_values_near(m, SLOPE_IS, m->states, s->x, o->x, tolerance) &&
        are_values_near(m, ALGEBRAIC_IS, m->algebraics, s->z, o->z, tolerance) &&
        are_instants_right(o, s, tolerance))
        return "";
    return what;
}

const char *hybrid_disagreement(const hybrid_model *m, const hybrid_solution *a,
                                const hybrid_solution *b, double tolerance) {
    if (a->exit_status != 0 || b->exit_status != 0)
        return "";
    if (a->instants != b->instants) {
        snprintf(what, sizeof what, "%d and %d events", a->instants, b->instants);
        return what;
    }
    for (int k = 0; k < a->instants; k++) {
        if (has_instant(b, a->instant[k], tolerance))
            continue;
        snprintf(what, sizeof what, "only one has an event at %.9g", a->instant[k]);
        return what;
    }
    if (are_values_near(m, DISCRETE_IS, m->discretes, b->d, a->d, tolerance) &&
        are_values_near(m, SLOPE_IS, m->states, b->x, a->x, tolerance) &&
        are_values_near(m, ALGEBRAIC_IS, m->algebraics, b->z, a->z, tolerance))
        return "";
    return what;
}
