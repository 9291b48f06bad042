/* SPDX-License-Identifier: BSD-3-Clause */
/* Systems that are brought as C callbacks, and the list of methods. */
#include <assert.h>
#include <math.h>
#include "../base/options.h"
#include "../solve/solve.h"
#include "trigger.h"

const char *invo_version(void) {
    return INVO_VERSION;
}

void invo_system_init(invo_system *s) {
    *s = (invo_system){.name = ""};
}

static const char *bad_coordinate(const invo_system *s) {
    for (int i = 0; i < s->coordinates; i++) {
        if (!isfinite(s->start[i]))
            return "start is not finite";
        if (s->groups && s->group[i] >= s->groups)
            return "the number of a block of the radial retraction is not below groups";
        if (!s->coordinate)
            continue;
        const invo_coordinate *x = &s->coordinate[i];
        if (!(x->nominal > 0 && isfinite(x->nominal)))
            return "a nominal size is not positive";
        if (!s->direction && i &&
            (x->derivative < 0 || x->derivative >= s->coordinates + s->tops))
            return "the next derivative of a coordinate is neither a coordinate nor a "
                   "top unknown";
    }
    return NULL;
}

/* Does the chain of derivatives from coordinate i end in a top unknown? */
static int chain_ends(const invo_system *s, int i) {
    assert(s->coordinate && i > 0 && i < s->coordinates);
    for (int k = 0; k < s->coordinates; k++) {
        i = s->coordinate[i].derivative;
        if (i >= s->coordinates)
            return 1;
        if (i == 0)
            return 0;
    }
    return 0;
}

/* Does top.unknown list the top unknown in this slot? */
static int is_listed(const invo_system *s, int slot) {
    for (int k = 0; s->top.unknown && k < s->top.count; k++)
        if (s->coordinates + s->top.unknown[k] == slot)
            return 1;
    return slot < s->coordinates || s->top.count == 0;
}

static const char *bad_tops(const invo_system *s) {
    const invo_pattern *p = s->top.pattern;
    if (!s->top.equations || s->direction)
        return NULL;
    if (!p || !p->start || !p->column)
        return "top.pattern is not given";
    const int tops = s->top.count ? s->top.count : s->tops;
    if (p->rows != tops || p->columns != s->coordinates + tops)
        return "top.pattern must have a row for each top unknown, and a column for each "
               "coordinate and top unknown";
    for (int i = 1; i < s->coordinates; i++) {
        if (!chain_ends(s, i))
            return "the derivatives of a coordinate form a cycle";
        if (!is_listed(s, s->coordinate[i].derivative))
            return "top.unknown must list the top unknowns that are derivatives of "
                   "coordinates";
    }
    return NULL;
}

static const char *bad_column(const invo_system *s) {
    for (int k = 0; s->column && k < s->columns; k++) {
        if (!s->column[k].name)
            return "a column has no name";
        int slot = s->column[k].slot;
        if (slot < 0 || slot >= s->coordinates + s->tops)
            return "a column is neither a coordinate nor a top unknown";
    }
    return NULL;
}

static const char *bad_functions(const invo_system *s) {
    if (!s->direction && !(s->blocks.equations && s->blocks.at && s->blocks.count > 0))
        return "neither direction nor blocks of top equations are given";
    if (!s->direction && !s->coordinate)
        return "coordinate is not given, and blocks need it";
    if (s->constraints && !s->constraint)
        return "constraint is not given";
    if (s->stages.count && !(s->stages.at && s->stages.equations))
        return "stages.at or stages.equations is not given";
    if (s->rates.values && !s->rates.row)
        return "rates.row is not given";
    if (s->columns && !s->column)
        return "column is not given";
    if (s->events.count < 0 ||
        (s->events.count && !(s->events.at && s->events.functions)))
        return "events.at or events.functions is not given";
    if (s->groups < 0 || s->groups > s->coordinates || (s->groups && !s->group))
        return "group is not given, or there are more groups than coordinates";
    if (s->row && s->rows < s->constraints)
        return "row lists fewer rows than there are constraints";
    return NULL;
}

/* What is missing or does not fit, or NULL. */
static const char *incomplete(const invo_system *s) {
    if (s->coordinates < 2)
        return "coordinates must be at least 2: time and one more";
    if (!s->start)
        return "start is not given";
    if (s->constraints < 0 || s->invariants < 0 || s->invariants > s->constraints)
        return "constraints must be at least invariants, and invariants at least 0";
    const char *why = bad_functions(s);
    if (!why)
        why = bad_coordinate(s);
    if (!why)
        why = bad_tops(s);
    if (!why)
        why = trigger_refuse(s);
    return why ? why : bad_column(s);
}

invo_status invo_system_run(invo_context *c, const invo_system *s, const invo_options *o,
                            invo_result **r) {
    context_reset(c);
    *r = NULL;
    const char *why = incomplete(s);
    if (why)
        return report(c, INVO_E_ARGUMENT, NAN, "the system is not complete: %s", why);
    TRY(options_check(c, o));
    const plan p = plan_new(o);
    return s->triggers ? trigger_run(c, s, &p, r) : solve(c, s, &p, r);
}

int invo_method_describe(int i, invo_method_info *info) {
    const method *m = method_at(i);
    if (!m)
        return 0;
    stepper s = {.kind = m->kind, .method = m->data};
    *info = (invo_method_info){m->name,  m->kind->kind,      m->pair,  m->stability,
                               m->about, m->kind->order(&s), m->stages};
    return 1;
}
