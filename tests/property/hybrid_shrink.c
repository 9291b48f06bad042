/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes a model that shows a difference smaller, as long as it shows it: variables are
 * dropped, expressions replaced by parts of themselves. */
#include "hybrid_draw.h"

/* --- variables --- */

static int is_reference(const hybrid_node *n, hybrid_role role, int which) {
    if (n->a != which)
        return 0;
    if (role == SLOPE_IS)
        return n->op == STATE || n->op == PRE_STATE || n->op == SLOPE;
    if (role == ALGEBRAIC_IS)
        return n->op == ALGEBRAIC;
    return n->op == DISCRETE || n->op == PRE || n->op == EDGE || n->op == CHANGE;
}

static void replace_references(hybrid_model *m, hybrid_role role, int which,
                               double value) {
    const int is_boolean = role == DISCRETE_IS && m->kind[which] == BOOLEAN;
    for (int k = 0; k < m->nodes; k++) {
        hybrid_node *n = &m->node[k];
        if (!is_reference(n, role, which))
            continue;
        const int is_false = n->op == EDGE || n->op == CHANGE;
        *n = (hybrid_node){.op = CONSTANT, .value = is_false ? 0 : value};
        n->b = is_boolean || is_false;
    }
}

static void drop_statements(hybrid_branch *b, hybrid_role role, int which) {
    int kept = 0;
    for (int k = 0; k < b->statements; k++) {
        const hybrid_statement *s = &b->statement[k];
        const hybrid_role its = s->role == REINIT ? SLOPE_IS : s->role;
        if (its != role || s->target != which)
            b->statement[kept++] = *s;
    }
    b->statements = kept;
}

static void drop_branches(hybrid_item *i, hybrid_role role, int which) {
    int kept = 0;
    for (int k = 0; k < i->branches; k++) {
        drop_statements(&i->branch[k], role, which);
        if (i->branch[k].statements > 0)
            i->branch[kept++] = i->branch[k];
    }
    i->branches = kept;
}

static void drop_items(hybrid_model *m, hybrid_role role, int which) {
    int kept = 0;
    for (int k = 0; k < m->items; k++) {
        hybrid_item *i = &m->item[k];
        if (i->role == WHEN)
            drop_branches(i, role, which);
        const int is_empty = i->role == WHEN && i->branches == 0;
        const int is_its = i->role == role && i->target == which;
        if (!is_empty && !is_its)
            m->item[kept++] = *i;
    }
    m->items = kept;
}

/* Whether it is part of something that must stay whole. */
static int is_coupled(const hybrid_model *m, hybrid_role role, int which) {
    const int is_guard = m->guarded >= 0 && (which == m->guarded || which == m->guarding);
    if (role == SLOPE_IS && is_guard)
        return 1;
    for (int k = 0; k < m->items; k++) {
        const hybrid_item *i = &m->item[k];
        if (i->form != SUM_IS && i->form != SUM_IS_IF)
            continue;
        if (role == ALGEBRAIC_IS && i->target == which)
            return 1;
        if (role == SLOPE_IS && (i->first == which || i->second == which))
            return 1;
    }
    return 0;
}

static int drop(hybrid_model *m, hybrid_role role, int which) {
    double value = 0;
    if (is_coupled(m, role, which))
        return 0;
    if (role == SLOPE_IS)
        value = m->start[which];
    if (role == DISCRETE_IS)
        value = m->first[which];
    replace_references(m, role, which, value);
    drop_items(m, role, which);
    if (role == SLOPE_IS)
        m->is_state_gone[which] = 1;
    if (role == ALGEBRAIC_IS)
        m->is_algebraic_gone[which] = 1;
    if (role == DISCRETE_IS)
        m->is_discrete_gone[which] = 1;
    return 1;
}

/* --- expressions --- */

/* Another thing to put in the place of a node: way 0, 1, ...; 0: there is none. */
static int replace_node(hybrid_model *m, int node, int way) {
    if (node >= m->whole_first && node < m->whole_last)
        return 0;
    hybrid_node *n = &m->node[node];
    const int is_arithmetic = n->op == SUM || n->op == PRODUCT;
    const int is_logic = n->op == AND || n->op == OR;
    const int is_choice = n->op == CHOICE;
    if ((is_arithmetic || is_logic) && way < 2) {
        *n = m->node[way == 0 ? n->a : n->b];
        return 1;
    }
    if (is_choice && way < 2) {
        *n = m->node[way == 0 ? n->c : n->b];
        return 1;
    }
    if (is_arithmetic && way < 3) {
        *n = (hybrid_node){.op = CONSTANT};
        return 1;
    }
    if (n->op == NOT && way == 0) {
        *n = m->node[n->a];
        return 1;
    }
    return 0;
}

static int plain_item(hybrid_model *m, int item, int way) {
    hybrid_item *i = &m->item[item];
    if (way == 0 && i->is_twice) {
        i->is_twice = 0;
        return 1;
    }
    if (way == 1 && i->form != PLAIN && i->form <= BY_IF) {
        i->form = PLAIN;
        return 1;
    }
    if (way == 2 && i->branches > 1) {
        i->branches--;
        return 1;
    }
    if (way == 3 && i->branches > 0 && i->branch[0].conditions > 1) {
        i->branch[0].conditions = 1;
        return 1;
    }
    return 0;
}

/* --- the search --- */

typedef int (*change)(hybrid_model *m, int which, int way);

static int drop_state(hybrid_model *m, int which, int way) {
    return way == 0 && !m->is_state_gone[which] && drop(m, SLOPE_IS, which);
}

static int drop_algebraic(hybrid_model *m, int which, int way) {
    return way == 0 && !m->is_algebraic_gone[which] && drop(m, ALGEBRAIC_IS, which);
}

static int drop_discrete(hybrid_model *m, int which, int way) {
    return way == 0 && !m->is_discrete_gone[which] && drop(m, DISCRETE_IS, which);
}

/* Tries a change at all places; returns how often it did. */
static int attempt(hybrid_model *m, change do_it, int places, hybrid_trial trial) {
    static hybrid_model smaller;
    int done = 0;
    for (int k = 0; k < places; k++)
        for (int way = 0; way < 4; way++) {
            smaller = *m;
            if (!do_it(&smaller, k, way) || !trial(&smaller))
                continue;
            *m = smaller;
            done++;
            break;
        }
    return done;
}

void hybrid_shrink(hybrid_model *m, hybrid_trial trial) {
    int done = 1;
    while (done > 0) {
        done = attempt(m, drop_discrete, m->discretes, trial);
        done += attempt(m, drop_algebraic, m->algebraics, trial);
        done += attempt(m, drop_state, m->states, trial);
        done += attempt(m, replace_node, m->nodes, trial);
        done += attempt(m, plain_item, m->items, trial);
    }
}
