/* SPDX-License-Identifier: BSD-3-Clause */
/* A model completed and lowered for a plan; what a completion was made for, so that runs
 * that ask for the same have it again. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../repair/involution.h"
#include "../system/delay.h"
#include "../system/semi_linear.h"
#include "../system/signal.h"
#include "../start/leap.h"
#include "../start/tune.h"
#include "homotopy.h"
#include "main_path.h"
#include "reuse.h"

static void describe_structure(invo_model *m, const lowered *w) {
    assert(m->model && w);
    const completion *c = w->completion;
    const dae *s = c->written;
    m->hidden = NULL;
    m->plain_text = NULL;
    m->levels = NULL;
    m->looked_for_levels = 0;
    m->structure = (invo_structure){
        s->variables.count, 0, c->index, c->dof, c->coordinates, c->constraints,
        c->invariants};
    m->plain = ARENA_ARRAY(m->completed, int, s->equations.count + 1);
    m->plain_count = 0;
    for (int k = 0; k < s->equations.count; k++) {
        const equation *e = &s->equations.at[k];
        if (e->kind == EQUATION_PLAIN)
            m->plain[m->plain_count++] = k;
        m->structure.equations +=
            (e->kind == EQUATION_PLAIN || e->kind == EQUATION_IMPLIED) && !e->is_derived;
    }
}

/* A system without events; but where its completion holds only nearby, coming to the end
 * of that is one. */
static lowered *complete_smooth(dae *s, crossings *none, lowering how, double t) {
    tune_parameters(s, none, t, NULL);
    system_parameters(s);
    size_t said = s->context->message_size;
    lowered *w = involve(s, how, start_values(s, t));
    if (w->completion->system->is_local) {
        forget_notes(s->context, said);
        hybrid *h = hybrid_new(s, none, how);
        hybrid_solve_initial(h, t);
        return hybrid_begin(h);
    }
    initial_point(w, t);
    if (!verify_regular(w)) {
        forget_notes(s->context, said);
        w = involve(s, how, closer_look(w));
        initial_point(w, t);
    }
    verify_start(w);
    w = involve_thin(w, how);
    leap_add(w);
    return w;
}

/* Does the initial problem have the discrete values that parameters were tuned with? */
static const char *find_other(const dae *s, const double *used, const double *first) {
    static const double CLOSE = 1e-12;
    for (int p = 0; p < s->parameters.count; p++)
        if (fabs(used[p] - first[p]) > CLOSE * fmax(fabs(used[p]), fabs(first[p])))
            return s->parameters.at[p].name;
    return NULL;
}

enum { MOST_ROUNDS = 20 };

/* Tuned parameters and the discrete values of the initial problem depend on each other:
 * taken in turn until they agree. */
static lowered *complete_with_events(invo_model *m, lowering how, double t) {
    dae *s = &m->model->system;
    crossings *c = m->crossings;
    const double *first = NULL;
    const char *other = NULL;
    size_t said = s->context->message_size;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        forget_notes(s->context, said);
        hybrid *h = hybrid_new(s, c, how);
        if (m->searched_for)
            hybrid_find_with(h, main_path_find_in_mode, m);
        signals_follow(s, t);
        const double *used = tune_parameters(hybrid_written(h), c, t, first);
        system_parameters(s); /* discrete variables begin with their start values */
        first = hybrid_solve_initial(h, t);
        other = used ? find_other(s, used, first) : NULL;
        if (!other)
            return hybrid_begin(h);
    }
    fail(s->context, INVO_E_INCONSISTENT, nowhere,
         "t = %.10g: parameters with fixed = false and the discrete variable %s, on "
         "which they depend, do not agree after %d rounds; give them start values closer "
         "to a solution",
         t, other, MOST_ROUNDS);
}

/* Completion allocates with the system: the model itself is to stay as it is. */
static void take_arena(invo_model *m) {
    arena_free(m->completed);
    m->completed = NULL;
    m->model->system.arena = m->completed = arena_child(m->arena);
}

premises main_path_premises(const plan *p) {
    const double t = isnan(p->start) ? 0 : p->start;
    return (premises){.start = t,
                      .span = isnan(p->stop) ? 0 : fabs(p->stop - t),
                      .how = plan_lowering(p),
                      .first_order = p->ambient == AMBIENT_FIRST_ORDER,
                      .is_backward = p->stop < t,
                      .follows_sliding = p->at_sliding == SLIDING_FILIPPOV};
}

/* Notes what was completed, and how it looked before anybody used it. */
static void complete_note(invo_model *m, premises for_these) {
    const invo_context *c = m->context;
    m->premises = for_these;
    m->as_made = m->lowered->system;
    m->nodes = graph_count(m->model->system.graph);
    m->notes =
        c->message_size ? arena_copy(m->completed, c->message, c->message_size) : "";
}

/* Does what was lowered in one way serve for another? Series of a higher order do: a run
 * takes as many terms as its tolerance asks for, and none where it is not to. Matrices
 * for two moves are those of invariants. */
static int lowering_serves(lowering made, const lowering *wanted, int invariants) {
    if (made.series > wanted->series)
        made.series = wanted->series;
    if (invariants == 0)
        made.is_tight = wanted->is_tight;
    return memcmp(&made, wanted, sizeof made) == 0; /* numbers of one type */
}

/* Field by field: between fields there may be bytes without meaning. */
static int premises_serve(const premises *made, const premises *wanted, int invariants) {
    return made->start == wanted->start && made->span == wanted->span &&
           made->first_order == wanted->first_order &&
           made->is_backward == wanted->is_backward &&
           made->follows_sliding == wanted->follows_sliding &&
           lowering_serves(made->how, &wanted->how, invariants);
}

int main_path_is_completed_for(const invo_model *m, const premises *p) {
    assert(p);
    return m->lowered && !m->lowered->hybrid && !m->certificate &&
           premises_serve(&m->premises, p, m->lowered->system.invariants);
}

/* Is there one that no run has changed? Runs change systems with events, and those that
 * they extend or refine. */
static int complete_is_there(const invo_model *m, const premises *p) {
    return main_path_is_completed_for(m, p) &&
           memcmp(&m->as_made, &m->lowered->system, sizeof m->as_made) == 0 &&
           m->nodes == graph_count(m->model->system.graph);
}

typedef struct complete_call {
    invo_model *m;
    const premises *p;
} complete_call;

/* Completes the model for the premises of a run, with or without events, into an arena
 * that goes with the next completion. What was made before is forgotten first, so that
 * a failure leaves no half of it. */
static void run_completion(invo_context *context, void *argument) {
    const complete_call *call = argument;
    invo_model *m = call->m;
    const premises *p = call->p;
    dae *s = &m->model->system;
    double began = seconds();
    m->lowered = NULL;
    m->certificate = NULL;
    m->finding = NULL;
    s->first_order = p->first_order;
    s->span = p->span;
    s->is_backward = p->is_backward;
    s->follows_sliding = p->follows_sliding;
    if (!m->crossings) {
        if (m->loose_orders)
            m->deviations = deviations_insert(s, m->loose_orders);
        semi_linear_resolve(s);
        delays_insert(s);
        signals_insert(s);
        m->crossings = crossings_extract(s);
    }
    crossings_split_signs(s, m->crossings);
    reuse_forget(m);
    take_arena(m);
    reuse_begin(m);
    delays_forget(s);
    if (p->is_backward && s->delays.count)
        fail(context, INVO_E_ARGUMENT, s->delays.at[0].where,
             "%s has no past where time runs backwards; let the stop time be later than "
             "the start time",
             s->delays.at[0].text);
    system_parameters(s);
    if (p->how.full && dae_is_hybrid(s, m->crossings))
        fail(context, INVO_E_ARGUMENT, nowhere,
             "--ambient full makes the highest derivatives coordinates, which must not "
             "jump, and this model has events; use reduced");
    lowered *w = dae_is_hybrid(s, m->crossings)
                     ? complete_with_events(m, p->how, p->start)
                     : complete_smooth(s, m->crossings, p->how, p->start);
    describe_structure(m, w);
    /* after a reinit at the start, values need not be those that the model fixes */
    if (!w->hybrid || !hybrid_has_set_states(w->hybrid))
        lowered_list_fixed(w);
    if (!reuse_end(m, w) && !w->hybrid)
        graph_rest_at(s->graph, w->nodes);
    m->prepare_seconds = seconds() - began;
    m->lowered = w;
    complete_note(m, *p);
}

static invo_status complete_again(invo_model *m, const plan *p) {
    const premises wanted = main_path_premises(p);
    complete_call call = {m, &wanted};
    invo_status status = protect(m->context, run_completion, &call);
    m->model->system.arena = m->arena;
    return status;
}

invo_status main_path_complete(invo_model *m, const plan *p) {
    assert(m->model && p->method != METHOD_AUTO);
    const premises wanted = main_path_premises(p);
    main_path_forget(m);
    if (complete_is_there(m, &wanted)) {
        context_repeat(m->context, m->notes);
        m->prepare_seconds = 0;
        return INVO_OK;
    }
    size_t said = m->context->message_size;
    invo_status status = complete_again(m, p);
    if (homotopy_may_help(m, status))
        status = homotopy_follow(m, p, complete_again, said, status);
    return context_name_interrupt(m->context, status);
}
