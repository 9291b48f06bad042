/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a hybrid model. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include "hybrid.h"

static void say(hybrid_text *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(t->at + t->used, LONGEST_TEXT - t->used, format, arguments);
    va_end(arguments);
    assert(n >= 0 && t->used + (size_t)n < LONGEST_TEXT);
    t->used += (size_t)n;
}

void hybrid_name(char *name, size_t size, const hybrid_model *m, hybrid_role role,
                 int i) {
    static const char letters[] = "bkr"; /* in the order of hybrid_kind */
    char letter = 'x';
    if (role == ALGEBRAIC_IS)
        letter = 'z';
    if (role == DISCRETE_IS)
        letter = letters[m->kind[i]];
    snprintf(name, size, "%c%d", letter, i + 1);
}

static void say_name(hybrid_text *t, const char *format, const hybrid_model *m,
                     hybrid_role role, int i) {
    char name[16];
    hybrid_name(name, sizeof name, m, role, i);
    say(t, format, name);
}

static void say_number(hybrid_text *t, double value) {
    say(t, value < 0 ? "(%.17g)" : "%.17g", value);
}

static void say_expression(hybrid_text *t, const hybrid_model *m, int node);

static void say_constant(hybrid_text *t, const hybrid_model *m, int node,
                         int is_boolean) {
    const double value = m->node[node].value;
    if (is_boolean)
        say(t, value != 0 ? "true" : "false");
    else
        say_number(t, value);
}

static void say_infix(hybrid_text *t, const hybrid_model *m, const hybrid_node *n,
                      const char *sign) {
    say(t, "(");
    say_expression(t, m, n->a);
    say(t, " %s ", sign);
    say_expression(t, m, n->b);
    say(t, ")");
}

static void say_choice(hybrid_text *t, const hybrid_model *m, const hybrid_node *n) {
    say(t, "(if ");
    say_expression(t, m, n->a);
    say(t, " then ");
    say_expression(t, m, n->b);
    while (m->node[n->c].op == CHOICE) {
        n = &m->node[n->c];
        say(t, " elseif ");
        say_expression(t, m, n->a);
        say(t, " then ");
        say_expression(t, m, n->b);
    }
    say(t, " else ");
    say_expression(t, m, n->c);
    say(t, ")");
}

static void say_not(hybrid_text *t, const hybrid_model *m, const hybrid_node *n) {
    say(t, "(not ");
    say_expression(t, m, n->a);
    say(t, ")");
}

static void say_tick(hybrid_text *t, const hybrid_model *m, int clock) {
    say(t, "sample(%.17g, %.17g)", m->clock_start[clock], m->clock_interval[clock]);
}

static void say_expression(hybrid_text *t, const hybrid_model *m, int node) {
    const hybrid_node *n = &m->node[node];
    switch (n->op) {
    case CONSTANT:
        say_constant(t, m, node, 0);
        break;
    case TIME:
        say(t, "time");
        break;
    case STATE:
        say_name(t, "%s", m, SLOPE_IS, n->a);
        break;
    case PRE_STATE:
        say_name(t, "pre(%s)", m, SLOPE_IS, n->a);
        break;
    case SLOPE:
        say_name(t, "der(%s)", m, SLOPE_IS, n->a);
        break;
    case ALGEBRAIC:
        say_name(t, "%s", m, ALGEBRAIC_IS, n->a);
        break;
    case DISCRETE:
        say_name(t, "%s", m, DISCRETE_IS, n->a);
        break;
    case PRE:
        say_name(t, "pre(%s)", m, DISCRETE_IS, n->a);
        break;
    case SUM:
        say_infix(t, m, n, "+");
        break;
    case PRODUCT:
        say_infix(t, m, n, "*");
        break;
    case CHOICE:
        say_choice(t, m, n);
        break;
    case LESS:
        say_infix(t, m, n, "<");
        break;
    case LESS_EQUAL:
        say_infix(t, m, n, "<=");
        break;
    case GREATER:
        say_infix(t, m, n, ">");
        break;
    case GREATER_EQUAL:
        say_infix(t, m, n, ">=");
        break;
    case EQUAL:
        say_infix(t, m, n, "==");
        break;
    case NOT:
        say_not(t, m, n);
        break;
    case AND:
        say_infix(t, m, n, "and");
        break;
    case OR:
        say_infix(t, m, n, "or");
        break;
    case TICK:
        say_tick(t, m, n->a);
        break;
    case EDGE:
        say_name(t, "edge(%s)", m, DISCRETE_IS, n->a);
        break;
    case CHANGE:
        say_name(t, "change(%s)", m, DISCRETE_IS, n->a);
        break;
    }
}

/* A discrete Boolean may be set to a constant: true, false. */
static void say_value(hybrid_text *t, const hybrid_model *m, hybrid_role role, int target,
                      int value) {
    const int is_boolean = role == DISCRETE_IS && m->kind[target] == BOOLEAN;
    if (m->node[value].op == CONSTANT)
        say_constant(t, m, value, is_boolean);
    else
        say_expression(t, m, value);
}

static void say_target(hybrid_text *t, const hybrid_model *m, hybrid_role role,
                       int target) {
    say_name(t, role == SLOPE_IS ? "der(%s)" : "%s", m, role, target);
}

static void say_plain(hybrid_text *t, const hybrid_model *m, const hybrid_item *i,
                      int value) {
    say(t, "  ");
    say_target(t, m, i->role, i->target);
    say(t, " = ");
    say_value(t, m, i->role, i->target, value);
    say(t, ";\n");
}

static void say_around(hybrid_text *t, const hybrid_model *m, const hybrid_item *i,
                       const char *before, const char *between, const char *after) {
    say(t, "  %s", before);
    say_target(t, m, i->role, i->target);
    say(t, "%s", between);
    say_expression(t, m, i->value);
    say(t, "%s;\n", after);
}

static void say_reversed(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    say(t, "  ");
    say_expression(t, m, i->value);
    say(t, " = ");
    say_target(t, m, i->role, i->target);
    say(t, ";\n");
}

static void say_inner(hybrid_text *t, const hybrid_model *m, const hybrid_item *i,
                      int value) {
    say(t, "  ");
    say_plain(t, m, i, value);
}

/* Two equations at once where the next item has the same condition; in the other branch
 * they stand in the other order. Returns how many items were written. */
static int say_by_if(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    const hybrid_item *next = i + 1;
    const hybrid_node *n = &m->node[i->value];
    const int is_last = next == &m->item[m->items];
    const int is_pair = !is_last && next->form == BY_IF && i->form == BY_IF &&
                        m->node[next->value].a == n->a;
    say(t, "  if ");
    say_expression(t, m, n->a);
    say(t, " then\n");
    say_inner(t, m, i, n->b);
    if (is_pair)
        say_inner(t, m, next, m->node[next->value].b);
    say(t, "  else\n");
    if (is_pair)
        say_inner(t, m, next, m->node[next->value].c);
    say_inner(t, m, i, n->c);
    say(t, "  end if;\n");
    return is_pair ? 2 : 1;
}

static void say_sum(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    say_name(t, "  %s + ", m, SLOPE_IS, i->first);
    say_name(t, "%s = ", m, SLOPE_IS, i->second);
    say(t, "%.17g;\n", i->total);
}

static void say_sum_if(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    say(t, "  if ");
    say_expression(t, m, i->condition);
    say(t, " then\n  ");
    say_sum(t, m, i);
    say(t, "  else\n  ");
    say_plain(t, m, i, i->value);
    say(t, "  end if;\n");
}

static int say_equation(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    switch (i->form) {
    case PLAIN:
        say_plain(t, m, i, i->value);
        break;
    case REVERSED:
        say_reversed(t, m, i);
        break;
    case DIFFERENCE:
        say_around(t, m, i, "", " - ", " = 0");
        break;
    case DOUBLED:
        say_around(t, m, i, "2*", " = 2*", "");
        break;
    case BY_IF:
        return say_by_if(t, m, i);
    case SUM_IS:
        say_sum(t, m, i);
        break;
    case SUM_IS_IF:
        say_sum_if(t, m, i);
        break;
    }
    return 1;
}

static void say_statement(hybrid_text *t, const hybrid_model *m,
                          const hybrid_statement *s) {
    const int is_reinit = s->role == REINIT;
    const hybrid_role role = is_reinit ? SLOPE_IS : s->role;
    say_name(t, is_reinit ? "    reinit(%s, " : "    %s = ", m, role, s->target);
    say_value(t, m, s->role, s->target, s->value);
    say(t, is_reinit ? ");\n" : ";\n");
}

static void say_branch(hybrid_text *t, const hybrid_model *m, const hybrid_branch *b) {
    const int is_vector = b->conditions > 1;
    say(t, is_vector ? " {" : " ");
    for (int k = 0; k < b->conditions; k++) {
        if (k > 0)
            say(t, ", ");
        say_expression(t, m, b->condition[k]);
    }
    say(t, is_vector ? "} then\n" : " then\n");
    for (int k = 0; k < b->statements; k++)
        say_statement(t, m, &b->statement[k]);
}

static void say_when(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    for (int k = 0; k < i->branches; k++) {
        say(t, k > 0 ? "  elsewhen" : "  when");
        say_branch(t, m, &i->branch[k]);
    }
    say(t, "  end when;\n");
}

/* Returns how many items were written. */
static int say_item(hybrid_text *t, const hybrid_model *m, const hybrid_item *i) {
    if (i->role == WHEN) {
        say_when(t, m, i);
        return 1;
    }
    const int written = say_equation(t, m, i);
    if (i->is_twice)
        say_around(t, m, i, "3*", " = 3*", "");
    return written;
}

static void say_discrete(hybrid_text *t, const hybrid_model *m, int i) {
    static const char *const types[] = {"Boolean", "Integer", "discrete Real"};
    const double first = m->first[i];
    say(t, "  %s", types[m->kind[i]]);
    say_name(t, " %s(start = ", m, DISCRETE_IS, i);
    if (m->kind[i] == BOOLEAN)
        say(t, first != 0 ? "true" : "false");
    else
        say(t, "%.17g", first);
    say(t, ", fixed = true);\n");
}

static void say_declarations(hybrid_text *t, const hybrid_model *m) {
    for (int i = 0; i < m->states; i++) {
        if (m->is_state_gone[i])
            continue;
        say_name(t, "  Real %s(start = ", m, SLOPE_IS, i);
        say(t, "%.17g%s);\n", m->start[i], m->is_free[i] ? "" : ", fixed = true");
    }
    for (int i = 0; i < m->algebraics; i++)
        if (!m->is_algebraic_gone[i])
            say_name(t, "  Real %s;\n", m, ALGEBRAIC_IS, i);
    for (int i = 0; i < m->discretes; i++)
        if (!m->is_discrete_gone[i])
            say_discrete(t, m, i);
}

/* From another item on each time, around. */
void hybrid_write(hybrid_text *t, const hybrid_model *m) {
    const int first = m->items > 0 ? m->nodes % m->items : 0;
    t->used = 0;
    say(t, "model M\n");
    say_declarations(t, m);
    say(t, "equation\n");
    int from = first;
    while (from > 0 && m->item[from].form == BY_IF)
        from--;
    for (int k = from; k < m->items;)
        k += say_item(t, m, &m->item[k]);
    for (int k = 0; k < from;)
        k += say_item(t, m, &m->item[k]);
    say(t, "  annotation(experiment(StopTime = %.17g));\n", m->stop);
    say(t, "end M;\n");
}
