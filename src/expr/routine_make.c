/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes routines: of a loop, and of the derivative of one. */
#include "graph.h"
#include "tape.h"

/* --- a loop, moved to a graph of its own --- */

/* How the nodes of a graph become those of a routine's. */
typedef struct moving {
    graph *from, *to;
    const routine_form *form;
    arena *arena;
    node_list order; /* arguments first; their marks are the places in it */
    char *is_varying;
    expr *moved;       /* [order]: in `to`, or NOT_MOVED */
    LIST(expr) inputs; /* nodes of `from` */
} moving;

enum { NOT_MOVED = -2 };

static int moving_place(const moving *m, expr e) {
    return m->from->marks.at[e].index;
}

static int state_of_leaf(const moving *m, expr e) {
    for (int i = 0; i < m->form->states; i++)
        if (m->form->leaf[i] == e)
            return i;
    return -1;
}

/* Which nodes change from pass to pass? */
static void find_varying(moving *m) {
    m->is_varying = ARENA_ARRAY(m->arena, char, m->order.count + 1);
    for (int k = 0; k < m->form->states; k++)
        m->is_varying[moving_place(m, m->form->leaf[k])] = 1;
    for (int i = 0; i < m->order.count; i++) {
        int count;
        const expr *arg = node_arguments(m->from, m->order.at[i], &count);
        for (int k = 0; k < count; k++)
            m->is_varying[i] |= m->is_varying[moving_place(m, arg[k])];
    }
}

static expr move_number(const moving *m, expr e) {
    return expr_number(m->to, expr_get(m->from, e)->value);
}

/* The leaf that stands for what does not vary, as an input. */
static expr moved_input(moving *m, expr e) {
    if (node_is(m->from, e, OP_NUMBER))
        return move_number(m, e);
    LIST_PUSH(m->arena, m->inputs, e);
    return expr_jet(m->to, m->inputs.count - 1, 0);
}

/* Inputs are counted before the states have their numbers. */
static void move_inputs(moving *m) {
    m->moved = ARENA_ARRAY(m->arena, expr, m->order.count + 1);
    for (int i = 0; i < m->order.count; i++)
        m->moved[i] = NOT_MOVED;
    for (int i = 0; i < m->order.count; i++) {
        int count;
        const expr *arg = node_arguments(m->from, m->order.at[i], &count);
        for (int k = 0; k < count && m->is_varying[i]; k++) {
            int at = moving_place(m, arg[k]);
            if (!m->is_varying[at] && m->moved[at] == NOT_MOVED)
                m->moved[at] = moved_input(m, arg[k]);
        }
    }
    const routine_form *f = m->form;
    for (int i = -1; i < 2 * f->states; i++) {
        expr root = f->test;
        if (i >= 0)
            root = i < f->states ? f->step[i] : f->first[i - f->states];
        int at = moving_place(m, root);
        if (!m->is_varying[at] && m->moved[at] == NOT_MOVED)
            m->moved[at] = moved_input(m, root);
    }
}

static expr move_node(moving *m, expr e) {
    const expr_node n = expr_node_of(m->from, e);
    if (n.op == OP_JET)
        return expr_jet(m->to, m->inputs.count + state_of_leaf(m, e), 0);
    expr few[8];
    expr *arg = n.count > 8 ? ARENA_ARRAY(m->arena, expr, n.count) : few;
    for (int k = 0; k < n.count; k++)
        arg[k] = m->moved[moving_place(m, n.arg[k])];
    return node_rebuild(m->to, m->from, &n, arg);
}

static void move_varying(moving *m) {
    for (int i = 0; i < m->order.count; i++)
        if (m->is_varying[i])
            m->moved[i] = move_node(m, m->order.at[i]);
}

/* Reaches the leaves and first values, too, so that these have places. */
static void moving_order(moving *m) {
    const routine_form *f = m->form;
    expr *root = ARENA_ARRAY(m->arena, expr, 3 * f->states + 1);
    root[0] = f->test;
    for (int i = 0; i < f->states; i++) {
        root[1 + i] = f->step[i];
        root[1 + f->states + i] = f->first[i];
        root[1 + 2 * f->states + i] = f->leaf[i];
    }
    m->order = graph_order(m->from, m->arena, 3 * f->states + 1, root);
}

/* --- finishing --- */

static int routine_input(void *data, const expr_node *leaf) {
    (void)data;
    assert(leaf->op == OP_JET && leaf->order == 0);
    return leaf->variable;
}

static void number_outputs(graph *home, routine *r) {
    arena *a = home->arena;
    routine_output *output = ARENA_ARRAY(a, routine_output, r->outputs + 1);
    for (int i = 0; i < r->outputs; i++) {
        output[i] = (routine_output){r, i, home->routines.count};
        LIST_PUSH(a, home->routines, &output[i]);
    }
    r->output = output;
}

/* Lowers the parts, and numbers the outputs. */
static const routine *routine_finish(graph *home, routine *r) {
    arena *a = home->arena;
    int all = r->inputs + r->states;
    r->start_tape =
        tape_lower(r->graph, a, r->inputs, routine_input, NULL, r->states, r->start);
    r->test_tape = tape_lower(r->graph, a, all, routine_input, NULL, 1, &r->test);
    r->step_tape = tape_lower(r->graph, a, all, routine_input, NULL, r->states, r->step);
    r->work = r->inputs + r->states + r->start_tape->slots + r->test_tape->slots +
              r->step_tape->slots;
    r->by = ARENA_ARRAY(a, const routine *, r->inputs + 1);
    r->trouble = arena_alloc(a, sizeof *r->trouble);
    r->trouble->argument = ARENA_ARRAY(a, double, r->inputs + 1);
    atomic_init(&r->trouble->state, TROUBLE_NONE);
    number_outputs(home, r);
    graph_rest(r->graph);
    return r;
}

static const routine *find_native(const graph *home, const native *n) {
    LIST_EACH(const routine_output *const, o, home->routines)
        if ((*o)->of->native == n)
            return (*o)->of;
    return NULL;
}

static const routine *routine_of_native(graph *home, const native *n) {
    arena *a = home->arena;
    routine *r = arena_alloc(a, sizeof *r);
    int *state = ARENA_ARRAY(a, int, n->outputs + 1);
    const char **output_names = ARENA_ARRAY(a, const char *, n->outputs + 1);
    for (int i = 0; i < n->outputs; i++) {
        state[i] = i;
        output_names[i] = n->name;
    }
    *r = (routine){.native = n,
                   .inputs = n->inputs,
                   .outputs = n->outputs,
                   .work = n->inputs,
                   .state = state,
                   .name = n->name,
                   .variable = output_names};
    number_outputs(home, r);
    return r;
}

void native_call(graph *g, const native *n, const expr *arg, expr *output) {
    if (!n->f) {
        *output = expr_call(g, n->op, arg);
        return;
    }
    assert(n->inputs <= NATIVE_MOST && n->outputs <= NATIVE_MOST);
    const routine *r = find_native(g->home, n);
    if (!r)
        r = routine_of_native(g->home, n);
    for (int i = 0; i < n->outputs; i++)
        output[i] = expr_routine(g, &r->output[i], arg);
}

void routine_call(graph *g, const routine_form *form, expr *value) {
    graph *home = g->home;
    moving m = {.from = g, .form = form, .arena = arena_child(g->arena)};
    int n = form->states;
    m.to = graph_new_inside(home);
    moving_order(&m);
    find_varying(&m);
    move_inputs(&m);
    move_varying(&m);
    routine *r = arena_alloc(home->arena, sizeof *r);
    expr *start = ARENA_ARRAY(home->arena, expr, n + 1);
    expr *step = ARENA_ARRAY(home->arena, expr, n + 1);
    int *state = ARENA_ARRAY(home->arena, int, n + 1);
    for (int i = 0; i < n; i++) {
        start[i] = m.moved[moving_place(&m, form->first[i])];
        step[i] = m.moved[moving_place(&m, form->step[i])];
        state[i] = i;
    }
    *r = (routine){.graph = m.to,
                   .inputs = m.inputs.count,
                   .states = n,
                   .outputs = n,
                   .start = start,
                   .step = step,
                   .test = m.moved[moving_place(&m, form->test)],
                   .state = state,
                   .name = form->name,
                   .variable = form->variable};
    routine_finish(home, r);
    for (int i = 0; i < n; i++)
        value[i] = expr_routine(g, &r->output[i], m.inputs.at);
    arena_free(m.arena);
}

/* --- derivatives --- */

/* What total derivatives of a routine's expressions become. */
typedef struct tangents {
    const routine *of;
    int input;       /* by which */
    const int *slot; /* [states]: number of the derivative among the new states, or -1 */
} tangents;

static expr tangent_of_leaf(void *data, graph *g, expr leaf) {
    const tangents *d = data;
    const expr_node n = *expr_get(g, leaf);
    if (n.order == 0)
        return leaf;
    if (n.variable < d->of->inputs)
        return n.variable == d->input ? expr_number(g, 1) : EXPR_ZERO;
    int slot = d->slot[n.variable - d->of->inputs];
    return slot < 0 ? EXPR_ZERO : expr_jet(g, d->of->inputs + slot, 0);
}

static expr tangent(const tangents *d, expr e) {
    expr total = expr_total(d->of->graph, e);
    return expr_substitute(d->of->graph, total, tangent_of_leaf, (void *)d);
}

/* Finds which states vary with the input: those that begin so, then those that become so
 * by others. */
static int tangent_slots(tangents *d, int *slot) {
    const routine *r = d->of;
    int count = 0;
    int more = 1;
    for (int i = 0; i < r->states; i++)
        slot[i] = -1;
    for (int i = 0; i < r->states; i++)
        if (tangent(d, r->start[i]) != EXPR_ZERO)
            slot[i] = r->states + count++;
    while (more) {
        more = 0;
        for (int i = 0; i < r->states; i++) {
            if (slot[i] >= 0 || tangent(d, r->step[i]) == EXPR_ZERO)
                continue;
            slot[i] = r->states + count++;
            more = 1;
        }
    }
    return count;
}

static expr present_zero(graph *g, expr e) {
    return e == EXPR_ZERO ? expr_number(g, 0) : e;
}

const routine *routine_by(const routine *r, int input) {
    assert(input >= 0 && input < r->inputs);
    if (r->by[input])
        return r->by[input];
    graph *home = r->graph->home;
    arena *a = home->arena;
    int *slot = ARENA_ARRAY(a, int, r->states + 1);
    tangents d = {r, input, slot};
    int states = r->states + tangent_slots(&d, slot);
    routine *by = arena_alloc(a, sizeof *by);
    expr *start = ARENA_ARRAY(a, expr, states + 1);
    expr *step = ARENA_ARRAY(a, expr, states + 1);
    int *state = ARENA_ARRAY(a, int, r->outputs + 1);
    for (int i = 0; i < r->states; i++) {
        start[i] = r->start[i];
        step[i] = r->step[i];
        if (slot[i] < 0)
            continue;
        start[slot[i]] = present_zero(r->graph, tangent(&d, r->start[i]));
        step[slot[i]] = present_zero(r->graph, tangent(&d, r->step[i]));
    }
    for (int i = 0; i < r->outputs; i++)
        state[i] = r->state[i] < 0 ? -1 : slot[r->state[i]];
    *by = (routine){.graph = r->graph,
                    .inputs = r->inputs,
                    .states = states,
                    .outputs = r->outputs,
                    .start = start,
                    .step = step,
                    .test = r->test,
                    .state = state,
                    .order = r->order + 1,
                    .name = r->name,
                    .variable = r->variable};
    return r->by[input] = routine_finish(home, by);
}

expr expr_routine(graph *g, const routine_output *o, const expr *arg) {
    const routine *r = o->of;
    if (r->state[o->output] < 0)
        return EXPR_ZERO;
    arena *a = arena_child(g->arena);
    double *from = ARENA_ARRAY(a, double, r->work + 1);
    expr *own = ARENA_ARRAY(a, expr, r->inputs + 1);
    int constants = 0;
    for (int k = 0; k < r->inputs; k++) {
        own[k] = arg[k] == EXPR_ZERO ? expr_number(g, 0) : product_open(g, arg[k]);
        if (!node_is(g, own[k], OP_NUMBER))
            continue;
        from[k] = expr_get(g, own[k])->value;
        constants++;
    }
    routine_failure why = {NULL, 0};
    double v = constants == r->inputs ? routine_value(o, from, &why) : 0;
    expr e;
    if (constants == r->inputs && !why.of)
        e = expr_number(g, v);
    else
        e = graph_intern(
            g,
            &(expr_node){.op = OP_ROUTINE, .count = r->inputs, .routine = o, .arg = own});
    arena_free(a);
    return e;
}
