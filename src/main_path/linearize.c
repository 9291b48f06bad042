/* SPDX-License-Identifier: BSD-3-Clause */
/* A model to first order, and where it rests: copies of the model are completed, and run
 * where a time or nearby points are asked for. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../analysis/equilibrium.h"
#include "../solve/dense.h"
#include "../solve/result.h"
#include "main_path.h"

/* --- what both have in common --- */

/* A point of a completed system. */
typedef struct located {
    lowered *w;
    const double *u, *z;
} located;

static located located_at_start(const invo_model *m) {
    return (located){m->lowered, m->lowered->start, m->lowered->top};
}

/* Systems of models are lowered ones. */
static located located_in(const invo_system *s, const double *u, const double *z) {
    return (located){s->self, u, z};
}

/* Deviations of inputs are ours, not the user's. */
static int is_deviation(const char *name) {
    return strstr(name, "deviation of ") != NULL;
}

/* Time, then the columns: names and values. */
typedef struct point_list {
    int count;
    const char **name;
    double *value;
} point_list;

static point_list list_point(arena *a, const located *p) {
    const invo_system *s = &p->w->system;
    point_list l = {1, ARENA_ARRAY(a, const char *, s->columns + 1),
                    ARENA_ARRAY(a, double, s->columns + 1)};
    l.name[0] = "time";
    l.value[0] = p->u[0];
    for (int k = 0; k < s->columns; k++) {
        const invo_column *c = &s->column[k];
        if (is_deviation(c->name))
            continue;
        l.name[l.count] = arena_copy(a, c->name, strlen(c->name));
        l.value[l.count++] =
            (c->value ? *c->value
                      : invo_slot_value(s->coordinates, p->u, p->z, c->slot)) +
            0.0;
    }
    return l;
}

/* Runs a copy to time t and keeps its steps. A run that ends earlier is an error unless
 * any point will do. */
static invo_status run_copy(invo_model *copy, const invo_options *o, double t,
                            int may_end, invo_result **r) {
    invo_options own = *o;
    own.stop = t;
    own.dense = 1;
    own.steps = 1;
    own.row = NULL;
    own.columns = NULL;
    own.crossing = NULL;
    own.step_taken = NULL;
    const plan p = plan_new(&own);
    size_t said = copy->context->message_size;
    invo_status status = main_path_run(copy, &p, r);
    if (may_end && *r && (*r)->dense && status != INVO_E_INTERRUPT &&
        status != INVO_E_MEMORY) {
        if (status)
            forget_errors(copy->context, said);
        return INVO_OK;
    }
    TRY(status);
    if ((*r)->final[0] == t)
        return INVO_OK;
    return report(copy->context, INVO_E_ARGUMENT, (*r)->final[0],
                  "t = %.10g: the run ends there (%s), before t = %.10g", (*r)->final[0],
                  (*r)->stopped_by, t);
}

/* --- to first order --- */

typedef struct linearize_call {
    invo_model *copy;
    located at;
    const char *outputs; /* or NULL */
    linear_owner *owner;
} linearize_call;

/* Names between commas that are not in parentheses or brackets. */
static int split_names(arena *a, const char *text, const char **name) {
    int count = 0;
    int depth = 0;
    const char *begin = text;
    for (const char *c = text;; c++) {
        depth += *c == '(' || *c == '[';
        depth -= *c == ')' || *c == ']';
        if (*c && (*c != ',' || depth > 0))
            continue;
        const char *end = c;
        while (begin < end && *begin == ' ')
            begin++;
        while (end > begin && end[-1] == ' ')
            end--;
        if (end > begin)
            name[count++] = arena_copy(a, begin, (size_t)(end - begin));
        if (!*c)
            return count;
        begin = c + 1;
    }
}

static linear_request request_of(const linearize_call *call, arena *a) {
    const dae *s = &call->copy->model->system;
    const size_t most =
        call->outputs ? strlen(call->outputs) + 1 : (size_t)s->variables.count + 1;
    const char **name = ARENA_ARRAY(a, const char *, most);
    linear_request r = {&call->copy->deviations, 0, name};
    if (call->outputs) {
        r.outputs = split_names(a, call->outputs, name);
        return r;
    }
    LIST_EACH(variable, v, s->variables)
        if (v->is_output)
            name[r.outputs++] = arena_copy(a, v->name, strlen(v->name));
    return r;
}

static void linearize_find(invo_context *context, void *argument) {
    const linearize_call *call = argument;
    linear_owner *o = call->owner;
    o->arena = arena_new(context);
    const linear_request r = request_of(call, o->arena);
    linear_find(call->at.w, o->arena, call->at.u, call->at.z, &r, &o->linear);
    const point_list l = list_point(o->arena, &call->at);
    o->linear.columns = l.count;
    o->linear.column = l.name;
    o->linear.point = l.value;
}

static invo_status linearize_at(invo_model *copy, located at, const char *outputs,
                                linear_owner **out) {
    linear_owner *o = memory_alloc(copy->context, sizeof *o);
    if (!o)
        return INVO_E_MEMORY;
    linearize_call call = {copy, at, outputs, o};
    copy->model->system.arena = copy->completed;
    invo_status status = protect(copy->context, linearize_find, &call);
    copy->model->system.arena = copy->arena;
    if (status) {
        arena_free(o->arena);
        free(o);
    } else {
        *out = o;
    }
    return status;
}

typedef struct impose_call {
    invo_model *copy;
    const invo_steady *steady; /* or NULL: what was set */
    int exactly;
} impose_call;

/* Makes a point the start of the model. */
static void impose(invo_context *context, void *argument) {
    const impose_call *call = argument;
    dae *s = &call->copy->model->system;
    const invo_steady *from = call->steady;
    (void)context;
    for (int k = 0; from && k < from->columns; k++) {
        LIST_EACH(variable, v, s->variables)
            if (strcmp(v->name, from->column[k]) == 0) {
                v->start = expr_number(s->graph, from->point[k]);
                v->is_set = 1;
            }
        LIST_EACH(parameter, q, s->parameters)
            if (q->kind == PARAMETER_DISCRETE && strcmp(q->name, from->column[k]) == 0) {
                q->value = from->point[k];
                q->is_set = 1;
            }
    }
    model_keep_set(call->copy->model, call->exactly);
}

/* Whether all that was set holds, to round-off of what was printed. */
static const char *find_moved(const invo_model *copy) {
    static const double SAME = 1e-6;
    const lowered *w = copy->lowered;
    const dae *s = &copy->model->system;
    LIST_EACH(variable, v, s->variables) {
        const int number = (int)(v - s->variables.at);
        if (!v->is_set || number >= w->completion->system->variables.count)
            continue;
        const int slot = completion_shown_slot(w->completion, number, 0);
        if (slot < 0)
            continue;
        const double wanted = parameter_value((dae *)s, v->start, 0);
        const double x = w->start[slot];
        if (fabs(x - wanted) > SAME * fmax(fabs(wanted), w->nominal[slot]))
            return v->name;
    }
    return NULL;
}

/* A copy that is completed at what was set, or at a steady state. */
static invo_status complete_copy(const invo_model *m, const plan *p, int orders,
                                 const invo_steady *steady, int exactly,
                                 invo_model **copy) {
    TRY(main_path_copy(m->context, m, copy));
    impose_call call = {*copy, steady, exactly};
    (*copy)->loose_orders = orders;
    TRY(protect(m->context, impose, &call));
    size_t said = m->context->message_size;
    TRY(main_path_complete(*copy, p));
    forget_notes(m->context, said); /* on what was chosen: the point was given */
    return INVO_OK;
}

/* Values that were set hold exactly where they can; a whole point that is rounded has too
 * many of them, and is a guess that must not move. */
static invo_status complete_point(const invo_model *m, const plan *p, int orders,
                                  invo_model **copy) {
    size_t said = m->context->message_size;
    invo_status first = complete_copy(m, p, orders, NULL, 1, copy);
    if (first != INVO_E_INCONSISTENT)
        return first;
    invo_model *other = NULL;
    forget_errors(m->context, said);
    invo_status status = complete_copy(m, p, orders, NULL, 0, &other);
    if (!status && !find_moved(other)) {
        invo_model_free(*copy);
        *copy = other;
        return INVO_OK;
    }
    invo_model_free(other);
    invo_model_free(*copy);
    *copy = NULL;
    forget_errors(m->context, said);
    return complete_copy(m, p, orders, NULL, 1, copy); /* for its message */
}

/* A copy that is completed at its start, with inputs that may deviate. */
static invo_status complete_start(const invo_model *m, const plan *p, int orders,
                                  invo_model **copy) {
    size_t said = m->context->message_size;
    TRY(main_path_copy(m->context, m, copy));
    (*copy)->loose_orders = orders;
    TRY(main_path_complete(*copy, p));
    if (orders)
        forget_notes(m->context, said); /* those without deviations are there */
    return INVO_OK;
}

static invo_status complete_at(const invo_model *m, const plan *p, invo_at at,
                               const invo_steady *steady, int orders, invo_model **copy) {
    switch (at) {
    case INVO_AT_START:
    case INVO_AT_TIME:
        return complete_start(m, p, orders, copy);
    case INVO_AT_POINT:
        return complete_point(m, p, orders, copy);
    case INVO_AT_STEADY:
        return complete_copy(m, p, orders, steady, 0, copy);
    }
    return INVO_E_ARGUMENT;
}

static int has_inputs(const invo_model *m) {
    LIST_EACH(parameter, p, m->model->system.parameters)
        if (p->kind == PARAMETER_INPUT)
            return 1;
    return 0;
}

/* How many derivatives of inputs may count: no equation is differentiated more often, and
 * no variable has a higher derivative. */
static int count_orders(const invo_model *completed) {
    const completion *c = completed->lowered->completion;
    int most = deviations_highest(c->written);
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].c > most)
            most = c->row[i].c;
    for (int k = 0; k < c->constraints; k++)
        if (completed->lowered->system.row[k].level > most)
            most = completed->lowered->system.row[k].level;
    return 1 + most;
}

static invo_status linearize_time(invo_model *copy, const invo_options *o, double t,
                                  const char *outputs, linear_owner **out) {
    invo_result *r = NULL;
    invo_status status = run_copy(copy, o, t, 0, &r);
    if (!status) {
        const invo_system *s;
        const double *u;
        const double *z;
        dense_last(r, &s, &u, &z);
        status = linearize_at(copy, located_in(s, u, z), outputs, out);
    }
    invo_result_free(r);
    return status;
}

/* The model is completed once as it is and, where it has inputs, once more with
 * deviations of these. */
static invo_status linearize_completed(const invo_model *m, const invo_options *o,
                                       invo_at at, const invo_steady *steady, double t,
                                       const char *outputs, linear_owner **out) {
    const plan p = plan_new(o);
    invo_model *copy = NULL;
    invo_status status = complete_at(m, &p, at, steady, 0, &copy);
    if (!status && has_inputs(m)) {
        const int orders = count_orders(copy);
        invo_model_free(copy);
        copy = NULL;
        status = complete_at(m, &p, at, steady, orders, &copy);
    }
    if (!status)
        status = at == INVO_AT_TIME
                     ? linearize_time(copy, o, t, outputs, out)
                     : linearize_at(copy, located_at_start(copy), outputs, out);
    invo_model_free(copy);
    return status;
}

invo_status main_path_linearize(invo_model *m, const invo_options *o, invo_at at,
                                double t, const char *outputs, linear_owner **out) {
    const double start = isnan(o->start) ? 0 : o->start;
    steady_owner *steady = NULL;
    if (at == INVO_AT_TIME && !isfinite(t))
        return report(m->context, INVO_E_ARGUMENT, NAN,
                      "the time of a linearization must be finite, found %g", t);
    if (at == INVO_AT_TIME && t == start)
        at = INVO_AT_START;
    if (at == INVO_AT_STEADY)
        TRY(main_path_steady(m, o, &steady));
    invo_status status =
        linearize_completed(m, o, at, steady ? &steady->steady : NULL, t, outputs, out);
    if (steady)
        invo_steady_free(&steady->steady);
    return status;
}

/* --- where it rests --- */

/* Points of the run that are looked at, and those from which an iteration starts. */
enum { LOOKS = 64, TRIES = 12 };

typedef struct candidate {
    int entry;
    double distance;
} candidate;

typedef struct steady_call {
    invo_model *copy;
    invo_result *run; /* NULL: from the start */
    steady_owner *owner;
    rest_problem *problem; /* of the system w */
    lowered *w;
    double *x;
    double t;          /* that is held */
    equilibrium found; /* the best so far */
    const char *row;   /* the equation that is not met there */
    const char *event; /* a condition that does not hold there, or NULL */
    int is_found;
} steady_call;

/* The problem of the system that a point is in, and the point. */
static rest_problem *problem_at(steady_call *call, arena *a, const located *p) {
    const completion *c = p->w->completion;
    if (call->w != p->w) {
        call->w = p->w;
        call->problem = rest_problem_new(p->w, a);
        call->x = ARENA_ARRAY(a, double, completion_slots(c) + 1);
    }
    memcpy(call->x, p->u, sizeof *call->x * (size_t)c->coordinates);
    call->x[0] = call->t;
    memcpy(call->x + c->coordinates, p->z, sizeof *call->x * (size_t)c->unknowns);
    return call->problem;
}

/* A condition of the mode that does not hold at x; NULL: all do. */
static const char *find_left_mode(const lowered *w, arena *a, const double *x) {
    const invo_events *e = &w->system.events;
    if (!e->count)
        return NULL;
    double *g = ARENA_ARRAY(a, double, e->count);
    e->functions(w->system.self, x, x + w->system.coordinates, g);
    for (int k = 0; k < e->count; k++)
        if (!e->at[k].is_kink && g[k] < 0)
            return e->at[k].name;
    return NULL;
}

/* Whether the iteration from a point leads to a steady state. */
static int try_point(steady_call *call, arena *a, const located *p) {
    equilibrium found;
    rest_problem *problem = problem_at(call, a, p);
    const int is_solved = rest_problem_solve(problem, call->x, &found);
    const char *left = is_solved ? find_left_mode(p->w, a, call->x) : NULL;
    if (is_solved && !left) {
        call->found = found;
        return call->is_found = 1;
    }
    if (!call->row || found.units < call->found.units || left) {
        call->found = found;
        call->row = arena_copy(a, p->w->system.row[0].equation, 0);
        const int constraints = p->w->completion->constraints;
        const int invariants = p->w->completion->invariants;
        const int row =
            found.row < constraints - invariants ? found.row : found.row + invariants;
        if (row < p->w->system.rows) {
            const invo_row *r = &p->w->system.row[row];
            call->row = phrase_print(a, (phrase){r->equation, r->values});
        }
        call->event = left;
    }
    return 0;
}

static void keep_found(steady_call *call, const located *p, double from) {
    steady_owner *o = call->owner;
    const located at = {p->w, call->x, call->x + p->w->completion->coordinates};
    const point_list l = list_point(o->arena, &at);
    o->steady = (invo_steady){.t = at.u[0],
                              .units = call->found.units,
                              .free = call->found.free,
                              .depends_on_time = call->found.is_timed,
                              .from = from,
                              .columns = l.count,
                              .column = l.name,
                              .point = l.value};
}

static int by_distance(const void *a, const void *b) {
    const candidate *x = a;
    const candidate *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return y->entry - x->entry;
}

static int visit(const steady_call *call, int entry, located *p) {
    const invo_system *s;
    const double *u;
    const double *z;
    if (dense_visit(call->run, entry, &s, &u, &z))
        return 0;
    *p = located_in(s, u, z);
    return 1;
}

/* Points of the run by their distance from rest. */
static int list_candidates(steady_call *call, arena *a, candidate *list) {
    const int steps = dense_steps(call->run);
    const int looks = steps < LOOKS ? steps : LOOKS;
    int count = 0;
    for (int k = 0; k < looks; k++) {
        located p;
        const int entry = (int)((double)(steps - 1) * (looks - k) / looks);
        if (!visit(call, entry, &p))
            continue;
        rest_problem *problem = problem_at(call, a, &p);
        const double d = rest_problem_distance(problem, call->x);
        if (isfinite(d))
            list[count++] = (candidate){entry, d};
    }
    qsort(list, (size_t)count, sizeof *list, by_distance);
    return count;
}

static void steady_find(invo_context *context, void *argument) {
    steady_call *call = argument;
    if (!call->owner->arena)
        call->owner->arena = arena_new(context);
    arena *a = arena_child(call->owner->arena);
    located p;
    call->w = NULL;
    if (!call->run) {
        p = located_at_start(call->copy);
        if (try_point(call, a, &p))
            keep_found(call, &p, NAN);
    } else {
        candidate list[LOOKS];
        const int count = list_candidates(call, a, list);
        for (int k = 0; k < count && k < TRIES && !call->is_found; k++)
            if (visit(call, list[k].entry, &p) && try_point(call, a, &p))
                keep_found(call, &p, p.u[0]);
    }
    if (call->row)
        call->row = arena_copy(call->owner->arena, call->row, strlen(call->row));
    if (call->event)
        call->event = arena_copy(call->owner->arena, call->event, strlen(call->event));
    arena_free(a);
}

static invo_status steady_refuse(const steady_call *call, double t) {
    invo_context *c = call->copy->context;
    if (call->event)
        return report(c, INVO_E_INCONSISTENT, t,
                      "no steady state was found: the equations of a mode have one where "
                      "its condition no longer holds (%s); give start values near a "
                      "steady state",
                      call->event);
    return report(c, INVO_E_INCONSISTENT, t,
                  "no steady state was found near the start values or near the solution "
                  "up to t = %.10g: with all derivatives zero, %s does not hold; give "
                  "start values near a steady state, if there is one",
                  t, call->row ? call->row : "one of the equations");
}

static invo_status steady_search(invo_model *copy, const invo_options *o,
                                 steady_owner *owner) {
    const plan p = plan_new(o);
    const double start = isnan(o->start) ? 0 : o->start;
    const double stop = isnan(o->stop) ? start + 1 : o->stop;
    steady_call call = {.copy = copy, .owner = owner, .t = start};
    TRY(main_path_complete(copy, &p));
    copy->model->system.arena = copy->completed;
    invo_status status = protect(copy->context, steady_find, &call);
    copy->model->system.arena = copy->arena;
    if (status || call.is_found)
        return status;
    size_t said = copy->context->message_size;
    status = run_copy(copy, o, stop, 1, &call.run);
    if (!status) {
        forget_notes(copy->context, said); /* of a run that nobody asked for */
        copy->model->system.arena = copy->completed;
        status = protect(copy->context, steady_find, &call);
        copy->model->system.arena = copy->arena;
    }
    const double reached = call.run ? call.run->final[0] : stop;
    invo_result_free(call.run);
    return status || call.is_found ? status : steady_refuse(&call, reached);
}

invo_status main_path_steady(invo_model *m, const invo_options *o, steady_owner **out) {
    invo_model *copy = NULL;
    steady_owner *owner = memory_alloc(m->context, sizeof *owner);
    if (!owner)
        return INVO_E_MEMORY;
    invo_status status = main_path_copy(m->context, m, &copy);
    if (!status)
        status = steady_search(copy, o, owner);
    invo_model_free(copy);
    if (!status) {
        *out = owner;
        return INVO_OK;
    }
    arena_free(owner->arena);
    free(owner);
    return status;
}
