/* SPDX-License-Identifier: BSD-3-Clause */
/* What depends on values in a completion is of two kinds. Structure is decided by few
 * values, which are noted and must have the same bits (reads.h). Ranks, points of the
 * manifold and the start are found again, by programs that were made for the first run;
 * where they ask for other programs than that has asked for, the way is another one
 * (replay.h). Everything that makes expressions is done once: the graph of the first
 * completion is hidden while a run goes on, which finds the one that it would have by
 * itself. */
#include "reuse.h"
#include <string.h>
#include "../lowering/ledger_form.h"
#include "../lowering/replay.h"
#include "../lowering/shortcut_form.h"
#include "../repair/involution.h"
#include "../solve/dense.h"
#include "../system/leaves.h"
#include "../system/reads.h"

/* What runs leave behind in the memory of a model goes after so many of them. Code that
 * is made anew is worth more of that. */
enum { MOST_SERVED = 500, CODE_SERVES = 20 };

typedef struct reuse {
    int assignments;
    const char *const *name; /* [assignments] */
    struct value_reads *reads;
    hidden_nodes *hidden;  /* NULL: the completion does not serve for others */
    arena *member;         /* of what one of them takes */
    lowered lowered;       /* as it was completed, before anybody used it, */
    completion completion; /* ... and likewise */
    int kept;              /* conditions that it kept then */
    int is_vain;
    int served;
} reuse;

/* The length of the name that is set. */
static size_t reuse_name_size(const char *assignment) {
    const char *equals = strchr(assignment, '=');
    return equals ? (size_t)(equals - assignment) : strlen(assignment);
}

static int reuse_sets_derivative(const char *assignment) {
    return strncmp(assignment + strspn(assignment, " \t"), "der(", 4) == 0;
}

typedef struct reuse_names {
    invo_model *m;
    int assignments;
    const char *const *assignment;
} reuse_names;

static void reuse_keep_names(invo_context *context, void *argument) {
    const reuse_names *call = argument;
    arena *a = call->m->arena;
    reuse *s = arena_alloc(a, sizeof *s);
    const char **name = arena_alloc(a, sizeof *name * (size_t)(call->assignments + 1));
    (void)context;
    s->assignments = call->assignments;
    s->name = name;
    for (int k = 0; k < call->assignments; k++) {
        const char *text = call->assignment[k];
        name[k] = arena_copy(a, text, reuse_name_size(text));
        s->is_vain |= reuse_sets_derivative(text); /* an equation of its own */
    }
    call->m->reuse = s;
}

invo_status reuse_copy(invo_context *c, const invo_model *m, int assignments,
                       const char *const *assignment, invo_model **out) {
    TRY(main_path_copy_loosely(c, m, assignments, assignment, out));
    reuse_names call = {*out, assignments, assignment};
    const invo_status status = protect(c, reuse_keep_names, &call);
    if (status) {
        invo_model_free(*out);
        *out = NULL;
    }
    return status;
}

/* --- the first run --- */

static int reuse_is_tuned(const dae *s) {
    for (int p = 0; p < s->parameters.count; p++)
        if (s->parameters.at[p].is_tuned)
            return 1;
    return 0;
}

void reuse_begin(invo_model *m) {
    reuse *shared = m->reuse;
    dae *s = &m->model->system;
    s->reads = NULL;
    if (!shared)
        return;
    shared->member = NULL;
    shared->is_vain = shared->is_vain || s->homotopies ||
                      dae_is_hybrid(s, m->crossings) || s->delays.count ||
                      s->signals.count || reuse_is_tuned(s);
    if (!shared->is_vain)
        shared->reads = reads_begin(s, m->completed);
}

/* Is this leaf the parameter of a start value? */
static int reuse_is_loose(void *data, const expr_node *leaf) {
    const model *m = data;
    LIST_EACH(const loose_start, one, m->loose)
        if (leaf->op == OP_PARAMETER && leaf->variable == one->parameter)
            return 1;
    return 0;
}

/* Where start values have gone into other expressions, a run by itself has others: with
 * numbers. */
static int reuse_has_plain_starts(const invo_model *m, const dae *s) {
    for (int v = 0; v < s->variables.count; v++) {
        const expr start = s->variables.at[v].start;
        if (start != NO_EXPR && expr_get(s->graph, start)->op != OP_PARAMETER &&
            leaves_any(s->graph, start, reuse_is_loose, m->model))
            return 0;
    }
    for (int k = 0; k < s->equations.count; k++)
        if (leaves_any(s->graph, s->equations.at[k].residual, reuse_is_loose, m->model))
            return 0;
    return 1;
}

/* Programs read the values of parameters where they are set. */
static int reuse_fits(const invo_model *m, const lowered *w) {
    const dae *s = &m->model->system;
    const completion *c = w->completion;
    return !w->hybrid && w->replay && replay_is_complete(w) &&
           c->system->parameters.at == s->parameters.at &&
           (!m->model->loose.count || (reuse_has_plain_starts(m, c->system) &&
                                       reuse_has_plain_starts(m, c->written)));
}

int reuse_end(invo_model *m, lowered *w) {
    reuse *shared = m->reuse;
    if (!shared || shared->is_vain)
        return 0;
    shared->is_vain = !reuse_fits(m, w);
    if (shared->is_vain)
        return 0;
    replay_pause(w);
    shared->lowered = *w;
    shared->completion = *w->completion;
    shared->kept = conditions_count_kept(w);
    shared->member = w->completion->arena = arena_child(m->completed);
    shared->hidden = graph_set_aside(m->model->system.graph, m->arena, w->nodes);
    graph_hide(shared->hidden);
    return 1;
}

void reuse_forget(invo_model *m) {
    if (!m->reuse || !m->reuse->hidden)
        return;
    graph_drop_hidden(m->reuse->hidden);
    m->reuse->hidden = NULL;
}

int reuse_is_vain(const invo_model *m) {
    return m->reuse && m->reuse->is_vain;
}

int reuse_is_exact(const invo_model *m) {
    return !m->reuse || m->reuse->hidden || !m->model->loose.count;
}

/* --- others --- */

static int reuse_has_names(const reuse *s, int assignments,
                           const char *const *assignment) {
    if (assignments != s->assignments)
        return 0;
    for (int k = 0; k < assignments; k++) {
        const size_t size = reuse_name_size(assignment[k]);
        if (strlen(s->name[k]) != size || strncmp(s->name[k], assignment[k], size) != 0)
            return 0;
    }
    return 1;
}

/* Takes back what a run has added to the system, with its memory. */
static void reuse_undo(invo_model *m) {
    reuse *shared = m->reuse;
    lowered *w = m->lowered;
    const scratch_list error = w->error, slots = w->slots; /* may have grown */
    *w = shared->lowered;
    w->error = error;
    w->slots = slots;
    *w->completion = shared->completion;
    lowered_forget_units(w);
    arena_free(shared->member);
    shared->member = NULL;
    shared->member = arena_child(m->completed);
}

/* The lowered system as it was before it was certified for the first time. */
static void reuse_reset(lowered *w) {
    const completion *c = w->completion;
    memset(w->start, 0, sizeof *w->start * (size_t)(c->coordinates + c->unknowns));
    memset(w->invariant, 0, sizeof *w->invariant * (size_t)(c->invariants + 1));
    w->is_regular = 0;
    w->has_told_leap = 0;
    lowered_load_parameters(w);
}

/* Finds all that depends on values again. */
static void reuse_certify(invo_model *m, const premises *p) {
    dae *s = &m->model->system;
    lowered *w = m->lowered;
    const int nodes = graph_count(s->graph);
    system_parameters(s);
    if (!reads_agree(s, m->reuse->reads))
        replay_leave(w);
    reuse_reset(w);
    context_repeat(m->context, replay_notes(w));
    replay_follow(w);
    involve_again(w, start_values(s, p->start));
    initial_point(w, p->start);
    if (!verify_regular(w))
        replay_leave(w);
    verify_start(w);
    if (involve_thin(w, p->how) != w || !replay_is_complete(w) ||
        graph_count(s->graph) != nodes)
        replay_leave(w);
    replay_pause(w);
    lowered_list_fixed(w);
    if (!shortcut_follow(w))
        m->reuse->served += CODE_SERVES;
}

typedef struct reuse_values {
    invo_model *m;
    const premises *p;
    int assignments;
    const char *const *assignment;
} reuse_values;

static void reuse_take_values(invo_context *context, void *argument) {
    const reuse_values *call = argument;
    invo_model *m = call->m;
    dae *s = &m->model->system;
    completion *c = m->lowered->completion;
    (void)context;
    reuse_undo(m);
    for (int k = 0; k < call->assignments; k++)
        model_set_loosely(m->model, call->assignment[k]);
    s->arena = c->arena = m->reuse->member;
    reuse_certify(m, call->p);
    graph_hide(m->reuse->hidden);
}

int reuse_take(invo_model *m, const plan *p, int assignments,
               const char *const *assignment) {
    reuse *shared = m->reuse;
    const premises wanted = main_path_premises(p);
    const double began = seconds();
    main_path_forget(m);
    if (!shared || !shared->hidden || p->find_invariants ||
        shared->served++ >= MOST_SERVED ||
        !reuse_has_names(shared, assignments, assignment) ||
        !main_path_is_completed_for(m, &wanted) ||
        conditions_count_kept(m->lowered) != shared->kept || !graph_show(shared->hidden))
        return 0;
    reuse_values call = {m, &wanted, assignments, assignment};
    const invo_status status = protect(m->context, reuse_take_values, &call);
    m->model->system.arena = m->arena;
    m->prepare_seconds = seconds() - began;
    return !status;
}
