/* SPDX-License-Identifier: BSD-3-Clause */
/* Does every branch of an if-equation determine the unknowns that the others do?
 *
 * Each branch is tried with all equations but those that its conditions exclude: unknowns
 * are matched with equations that contain them. What has no partner then has none in any
 * mode of that branch (specification 3.6, 8.3.4: as many equations in all branches). One
 * matching serves all branches: only the unknowns that lose their equation look for
 * another.
 *
 * A branch with fewer equations than another one is an error. One with as many is what
 * the specification asks for: then the rest of the model leaves something open, and a run
 * may never come there (a tank with a port that is not connected). That is a note. */
#include "translate.h"
#include <assert.h>
#include <string.h>

typedef struct matching {
    translation *t;
    int *begin, *equation; /* those that hold variable v: begin[v] to begin[v + 1] */
    int *of_variable;      /* its equation, or -1 */
    int *of_equation;      /* its variable, or -1 */
    char *excluded;        /* [equations] */
    int *queue, *from;     /* [variables]: the search, and the variable that led there */
    int *reached;          /* [variables]: number of the last search that came there */
    int searches;
    int *lost; /* [variables]: those that the branch takes the equation from */
} matching;

/* --- branches --- */

typedef struct branch_question {
    const translation *t;
    int found;
} branch_question;

static void branch_note_change(void *data, const expr_node *leaf) {
    branch_question *q = data;
    q->found |= leaf->op == OP_TIME || leaf->op == OP_JET;
    if (leaf->op == OP_PARAMETER)
        q->found |= parameter_at(q->t, leaf->variable)->kind >= PARAMETER_INPUT;
}

/* Does the branch come and go in a run? What parameters decide holds for all of it, and
 * may be meant so. */
int arm_changes(translation *t, const assumptions *here) {
    branch_question q = {t, 1};
    for (int k = 0; k < here->count && q.found; k++) {
        q.found = 0;
        expr_visit_leaves(t->graph, 1, &here->at[k], branch_note_change, &q);
    }
    return q.found;
}

void arm_assume(translation *t, const choice_record *c, int arm, assumptions *to) {
    assert(arm >= 0 && arm <= c->count);
    to->count = 0;
    if (c->outer != NO_EXPR)
        guard_assume(t, to, c->outer, 1);
    for (int k = 0; k < arm && k < c->count; k++)
        guard_assume(t, to, c->condition[k], 0);
    if (arm < c->count)
        guard_assume(t, to, c->condition[arm], 1);
}

void arm_leaves_open(translation *t, const choice_record *c, int arm, const char *name) {
    assert(arm >= 0 && arm <= c->count && name);
    if (arm < c->count || c->has_else) {
        semantic_error(t, c->where,
                       "nothing determines '%.80s' in the branch of '%.80s'; give it an "
                       "equation there, as in the other branches",
                       name, arm < c->count ? c->text[arm] : "else");
        return;
    }
    const char *where = "none of its conditions holds";
    if (c->count == 1)
        where = arena_print(t->arena, "'%.80s' does not hold", c->text[0]);
    semantic_error(t, c->where,
                   "this 'if' has no 'else', and nothing determines '%.80s' where "
                   "%s; add 'else' with an equation for it",
                   name, where);
}

/* The same where the branch has as many equations as the others. */
static void arm_may_leave_open(translation *t, const choice_record *c, int arm,
                               const char *name) {
    diagnose(t->context, SEVERITY_NOTE, INVO_OK, c->where,
             "nothing determines '%.80s' in the branch of '%.80s', where other equations "
             "of the model say the same as those of the branch: a run that comes there "
             "stops",
             name, arm < c->count ? c->text[arm] : "else");
}

/* --- unknowns and equations --- */

/* Lists each variable of the equation once: jets of one variable come together. */
static int branch_variables(const translation *t, expr_leaves leaves, int *list) {
    int count = 0;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(t->graph, leaves.at[k]);
        if (n->op != OP_JET)
            continue;
        if (!count || list[count - 1] != n->variable)
            list[count++] = n->variable;
    }
    return count;
}

/* Lists, for each variable, the equations that hold it. */
static void branch_list(matching *m) {
    translation *t = m->t;
    const dae *s = t->system;
    int variables = s->variables.count;
    int *some = NEW_ARRAY(t, int, variables);
    LIST(int) columns = {0}, rows = {0};
    m->begin = NEW_ARRAY(t, int, variables + 2);
    for (int k = 0; k < s->equations.count; k++) {
        if (s->equations.at[k].kind != EQUATION_PLAIN)
            continue;
        expr_leaves leaves = expr_depends(t->graph, s->equations.at[k].residual);
        int count = branch_variables(t, leaves, some);
        expr_forget(t->graph, leaves);
        for (int i = 0; i < count; i++) {
            LIST_PUSH(t->arena, columns, some[i]);
            LIST_PUSH(t->arena, rows, k);
            m->begin[some[i] + 2]++;
        }
    }
    for (int v = 0; v < variables; v++)
        m->begin[v + 2] += m->begin[v + 1];
    m->equation = NEW_ARRAY(t, int, rows.count);
    for (int i = 0; i < rows.count; i++)
        m->equation[m->begin[columns.at[i] + 1]++] = rows.at[i];
}

static void branch_begin(matching *m) {
    translation *t = m->t;
    int variables = t->system->variables.count;
    int equations = t->system->equations.count;
    branch_list(m);
    m->of_variable = NEW_ARRAY(t, int, variables);
    m->of_equation = NEW_ARRAY(t, int, equations);
    m->excluded = NEW_ARRAY(t, char, equations);
    m->queue = NEW_ARRAY(t, int, variables);
    m->from = NEW_ARRAY(t, int, variables);
    m->reached = NEW_ARRAY(t, int, variables);
    m->lost = NEW_ARRAY(t, int, variables);
    memset(m->of_variable, -1, sizeof(int) * (size_t)variables);
    memset(m->of_equation, -1, sizeof(int) * (size_t)equations);
}

/* Gives the equation to the last variable on the path, and those before it what the next
 * one had. */
static void branch_turn(matching *m, int last, int found) {
    for (int v = last; v >= 0; v = m->from[v]) {
        int had = m->of_variable[v];
        m->of_variable[v] = found;
        m->of_equation[found] = v;
        found = had;
    }
}

/* Finds an equation for the variable, others giving way; 0: there is none. */
static int branch_match(matching *m, int lonely) {
    int head = 0;
    int tail = 0;
    m->searches++;
    m->queue[tail++] = lonely;
    m->from[lonely] = -1;
    m->reached[lonely] = m->searches;
    while (head < tail) {
        int v = m->queue[head++];
        for (int i = m->begin[v]; i < m->begin[v + 1]; i++) {
            int k = m->equation[i];
            if (m->excluded[k])
                continue;
            int other = m->of_equation[k];
            if (other < 0) {
                branch_turn(m, v, k);
                return 1;
            }
            if (m->reached[other] == m->searches)
                continue;
            m->reached[other] = m->searches;
            m->from[other] = v;
            m->queue[tail++] = other;
        }
    }
    return 0;
}

/* --- one branch --- */

/* Of all unknowns that share too few equations, the first one of an equation that the
 * branch leaves out. */
static int branch_open_variable(matching *m, const choice_record *c, int lonely) {
    for (int v = 0; v < m->t->system->variables.count; v++) {
        if (m->reached[v] != m->searches)
            continue;
        for (int i = m->begin[v]; i < m->begin[v + 1]; i++) {
            int k = m->equation[i];
            if (k >= c->first && k < c->last && m->excluded[k])
                return v;
        }
    }
    return lonely;
}

/* The unknown that the branch leaves without an equation; -1: it determines all. */
static int branch_loser(matching *m, const choice_record *c) {
    int count = 0;
    int loser = -1;
    for (int k = c->first; k < c->last; k++) {
        int v = m->of_equation[k];
        if (!m->excluded[k] || v < 0)
            continue;
        m->of_equation[k] = m->of_variable[v] = -1;
        m->lost[count++] = v;
    }
    for (int i = 0; i < count; i++)
        if (!branch_match(m, m->lost[i]) && loser < 0)
            loser = branch_open_variable(m, c, m->lost[i]);
    return loser;
}

/* Gives all unknowns an equation again, after a branch that left one out. */
static int branch_restore(matching *m, const choice_record *c) {
    int good = 1;
    memset(m->excluded + c->first, 0, (size_t)(c->last - c->first));
    for (int v = 0; v < m->t->system->variables.count && good; v++)
        good = m->of_variable[v] >= 0 || branch_match(m, v);
    return good;
}

/* Leaves out the equations that do not hold in the branch; returns how many may hold. */
static int branch_exclude(matching *m, const choice_record *c, const assumptions *here) {
    int held = 0;
    for (int k = c->first; k < c->last; k++) {
        expr guard = m->t->system->equations.at[k].guard;
        m->excluded[k] = guard_truth(m->t, here, guard) == TRUTH_FALSE;
        held += !m->excluded[k];
    }
    return held;
}

/* The most equations that a branch has. */
static int branch_most_held(matching *m, const choice_record *c) {
    int most = 0;
    for (int arm = 0; arm <= c->count; arm++) {
        assumptions here;
        arm_assume(m->t, c, arm, &here);
        int held = branch_exclude(m, c, &here);
        most = held > most ? held : most;
    }
    return most;
}

/* Tries all branches; the first error is enough, and so is the first note. */
static int branch_check_choice(matching *m, const choice_record *c) {
    int good = 1;
    int noted = 0;
    for (int arm = 0; arm <= c->count && good && !noted; arm++) {
        assumptions here;
        arm_assume(m->t, c, arm, &here);
        if (!arm_changes(m->t, &here))
            continue;
        int held = branch_exclude(m, c, &here);
        int loser = branch_loser(m, c);
        if (loser < 0)
            continue;
        const char *name = m->t->system->variables.at[loser].name;
        noted = held == branch_most_held(m, c);
        if (noted)
            arm_may_leave_open(m->t, c, arm, name);
        else
            arm_leaves_open(m->t, c, arm, name);
        good = noted && branch_restore(m, c);
    }
    memset(m->excluded + c->first, 0, (size_t)(c->last - c->first));
    return good;
}

void check_branches(translation *t) {
    matching m = {.t = t};
    int good = 1;
    if (!t->choices.count)
        return;
    arena *own = borrow(t);
    branch_begin(&m);
    for (int v = 0; v < t->system->variables.count && good; v++)
        good = branch_match(&m, v); /* else no branch is to blame */
    for (int k = 0; k < t->choices.count && good; k++)
        good = branch_check_choice(&m, &t->choices.at[k]);
    release(t, own);
}
