/* SPDX-License-Identifier: BSD-3-Clause */
/* Symbolic execution of statements: loops are unrolled, and an if whose condition is not
 * known is run both ways, with an if-expression for each value that differs. If one way
 * leaves a loop or the function, the rest is run on the other way alone. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* --- targets --- */

static target bad_target(void) {
    return (target){.symbol = NULL};
}

target target_field(translation *t, const target *x, symbol *field) {
    target f = {.symbol = field, .whole = x->whole, .outer = x->part.rank};
    shape_symbol(t, field);
    if (field->shaped != DONE)
        return bad_target();
    const symbol *owner = x->symbol;
    int own = field->rank - owner->rank;
    f.part.rank = x->part.rank + own;
    f.part.size = NEW_ARRAY(t, int, f.part.rank);
    for (int d = 0; d < x->part.rank; d++)
        f.part.size[d] = x->part.size[d];
    for (int d = 0; d < own; d++)
        f.part.size[x->part.rank + d] = field->size[owner->rank + d];
    int block = owner->count ? field->count / owner->count : 0;
    f.part.count = x->part.count * block;
    if (f.whole)
        return f;
    f.part.offset = NEW_ARRAY(t, int, f.part.count);
    for (int k = 0; k < f.part.count; k++)
        f.part.offset[k] = x->part.offset[k / block] * block + k % block;
    return f;
}

static target name_target(translation *t, const ast *e, const char *what) {
    symbol *s = name_resolve(t, e->text);
    if (s)
        shape_symbol(t, s);
    int fits = s && s->shaped == DONE && s->kind != SYMBOL_TEXT;
    if (s && s->kind == SYMBOL_BROKEN)
        return bad_target();
    if (fits)
        return (target){.symbol = s,
                        .part = {s->rank, s->count, (int *)s->size, NULL},
                        .whole = 1,
                        .outer = s->owner ? s->owner->rank : 0};
    if (!s)
        lower_name(t, e); /* says what is wrong */
    else
        semantic_error(t, e->where, "%s needs a variable, but '%.80s' is %s", what,
                       e->text, symbol_kind_text(s));
    return bad_target();
}

static target part_target(translation *t, const ast *e, const char *what) {
    subscript by[MOST_RANK + 1];
    target x = lower_target(t, ast_arg(e, 0), what);
    if (!x.symbol)
        return x;
    if (!lower_subscripts(t, e, x.outer, x.part.rank, x.part.size, by, NULL))
        return bad_target();
    selection s = select_elements(t->arena, x.part.rank, x.part.size,
                                  x.outer + e->args.count - 1, by);
    for (int k = 0; k < s.count && !x.whole; k++)
        s.offset[k] = x.part.offset[s.offset[k]];
    return (target){.symbol = x.symbol, .part = s, .outer = x.outer};
}

target lower_target(translation *t, const ast *e, const char *what) {
    if (e->kind == AST_NAME)
        return name_target(t, e, what);
    if (e->kind == AST_SUBSCRIPT)
        return part_target(t, e, what);
    if (e->kind == AST_FIELD) {
        target x = lower_target(t, ast_arg(e, 0), what);
        symbol *f = x.symbol && x.symbol->fields
                        ? scope_find_here(x.symbol->fields, e->text)
                        : NULL;
        if (f)
            return target_field(t, &x, f);
        if (x.symbol)
            semantic_error(t, e->where, "'%.80s' has no field '%.80s'", x.symbol->name,
                           e->text);
        return bad_target();
    }
    if (e->kind != AST_ERROR)
        semantic_error(t, e->where, "%s needs a variable, found '%.80s'", what,
                       ast_text(t, e));
    return bad_target();
}

int target_element(const target *x, int k) {
    assert(k < x->part.count);
    return x->whole ? k : x->part.offset[k];
}

/* --- assignments --- */

static int may_assign(translation *t, const symbol *s, const value *v, place where) {
    const char *name = path_text(t, s);
    if (s->kind != SYMBOL_LOCAL || (s->declaration && s->declaration->input && !s->of))
        semantic_error(t, where, "'%.80s' is %s and cannot be assigned", name,
                       s->kind == SYMBOL_LOCAL ? "an input" : symbol_kind_text(s));
    else if (!s->declaration)
        semantic_error(t, where, "the loop index '%.80s' cannot be assigned", name);
    else if (!value_fits(s->type, v->type))
        semantic_error(t, where, "'%.80s' is %s and cannot become %s", name,
                       type_name(t, s->type), type_name(t, v->type));
    else
        return 1;
    return 0;
}

static void assign_fields(execution *x, const target *to, const value *v, place where) {
    int n = field_count(v->type);
    for (int i = 0; i < n; i++) {
        target f = target_field(x->t, to, to->symbol->fields->symbols.at[i]);
        if (f.symbol)
            assign_target(x, &f, &v->field[i], where);
    }
}

/* A text that depends on the way here is not followed: a message shows it as written. */
static void assign_text(const execution *x, symbol *s, const value *v) {
    int is_certain = x->guard == NO_EXPR && !s->rank;
    s->text = is_certain ? v->text : NULL;
    s->wording = is_certain ? v->wording : NULL;
}

void assign_target(execution *x, const target *to, const value *v, place where) {
    translation *t = x->t;
    symbol *s = to->symbol;
    value shape = {.rank = to->part.rank, .size = to->part.size};
    if (!s || is_bad(v) || !may_assign(t, s, v, where))
        return;
    if (!same_shape(&shape, v)) {
        semantic_error(t, where, "'%.80s' has the size %s and cannot become %s",
                       path_text(t, s), value_shape(t, &shape), value_shape(t, v));
        return;
    }
    if (s->type.kind == TYPE_RECORD) {
        assign_fields(x, to, v, where);
        return;
    }
    /* v may be made of the elements that it replaces */
    expr *copy = NEW_ARRAY(t, expr, to->part.count);
    for (int k = 0; k < to->part.count; k++)
        copy[k] = value_at(v, k);
    for (int k = 0; k < to->part.count; k++) {
        s->element[target_element(to, k)] = copy[k];
        if (s->assigned)
            s->assigned[target_element(to, k)] = 1;
    }
    if (s->type.kind == TYPE_STRING)
        assign_text(x, s, v);
    if (to->whole || v->level > s->level) {
        s->level = v->level;
        s->changing = v->changing;
    }
    s->where = where;
}

static void assign_results(execution *x, const ast_equation *e) {
    translation *t = x->t;
    if (e->right->kind != AST_CALL) {
        semantic_error(t, e->right->where, "several results need a call: (a, b) := f(x)");
        return;
    }
    results r = lower_results(t, e->right);
    if (r.count && r.count < e->left->args.count)
        semantic_error(t, e->where, "'%.80s' has %d results, not %d", e->right->text,
                       r.count, e->left->args.count);
    for (int i = 0; i < e->left->args.count && i < r.count; i++) {
        const ast *one = ast_arg(e->left, i);
        if (!one)
            continue;
        target to = lower_target(t, one, "an assignment");
        assign_target(x, &to, &r.at[i], e->where);
    }
}

static void execute_assign(execution *x, const ast_equation *e) {
    translation *t = x->t;
    if (!e->right) {
        if (is_event_statement(e->left->text))
            event_statement(t, e, x->when, x->guard);
        else
            lower_results(t, e->left);
        return;
    }
    if (e->left->kind == AST_TUPLE) {
        assign_results(x, e);
        return;
    }
    target to = lower_target(t, e->left, "an assignment");
    value v = lower_expression(t, e->right);
    assign_target(x, &to, &v, e->where);
    if (to.symbol && to.symbol->of)
        to.symbol->text = written_text(t, e->where.file, e->begin, e->end);
}

/* --- both ways --- */

static void execute_gather(translation *t, const scope *s, symbol ***at, int *count,
                           int *capacity) {
    for (int i = 0; i < s->symbols.count; i++) {
        symbol *one = s->symbols.at[i];
        if (one->kind != SYMBOL_LOCAL)
            continue;
        if (one->fields) {
            execute_gather(t, one->fields, at, count, capacity);
            continue;
        }
        if (*count == *capacity)
            *at = arena_grow(t->arena, *at, sizeof **at, capacity);
        (*at)[(*count)++] = one;
    }
}

snapshot snapshot_take(translation *t, scope *locals) {
    snapshot s = {0};
    int capacity = 0;
    execute_gather(t, locals, &s.local, &s.count, &capacity);
    s.value = NEW_ARRAY(t, expr *, s.count);
    s.level = NEW_ARRAY(t, level, s.count);
    s.changing = NEW_ARRAY(t, const char *, s.count);
    for (int i = 0; i < s.count; i++) {
        const symbol *one = s.local[i];
        s.value[i] = NEW_ARRAY(t, expr, one->count);
        memcpy(s.value[i], one->element, sizeof(expr) * (size_t)one->count);
        s.level[i] = one->level;
        s.changing[i] = one->changing;
    }
    return s;
}

void snapshot_swap(const snapshot *s) {
    for (int i = 0; i < s->count; i++) {
        symbol *one = s->local[i];
        for (int k = 0; k < one->count; k++) {
            expr e = one->element[k];
            one->element[k] = s->value[i][k];
            s->value[i][k] = e;
        }
        level l = one->level;
        const char *c = one->changing;
        one->level = s->level[i];
        one->changing = s->changing[i];
        s->level[i] = l;
        s->changing[i] = c;
    }
}

/* The present values are those where c is false; the snapshot has the others. */
static void merge(translation *t, const value *c, const snapshot *s) {
    for (int i = 0; i < s->count; i++) {
        symbol *one = s->local[i];
        int differs = 0;
        for (int k = 0; k < one->count; k++) {
            expr a = s->value[i][k];
            expr *b = &one->element[k];
            if (a == *b)
                continue;
            differs = 1;
            if (*b == NO_VALUE_YET)
                *b = a;
            else if (a != NO_VALUE_YET)
                *b = present(t, expr_if(t->graph, c->e, a, *b));
        }
        if (!differs)
            continue;
        if (s->level[i] > one->level) {
            one->level = s->level[i];
            one->changing = s->changing[i];
        }
        if (c->level > one->level) {
            one->level = c->level;
            one->changing = c->changing;
        }
    }
}

/* --- ways that end early --- */

/* Where only one of two ways goes on, the values of the other one wait until the end of
 * the loop or function. Their conditions exclude each other: guards say that one has not
 * left before. */
struct parked {
    outcome out;
    value condition;
    snapshot values;
};

static void raise_level(value *c, const value *by) {
    if (by->level > c->level) {
        c->level = by->level;
        c->changing = by->changing;
    }
}

static void park(execution *x, outcome out, expr guard, const value *c, snapshot values) {
    parked p = {out, *c, values};
    p.condition.e = guard;
    for (int i = 0; i < x->parked.count; i++)
        raise_level(&p.condition, &x->parked.at[i].condition);
    LIST_PUSH(x->t->arena, x->parked, p);
}

/* guard, and none of those that are parked from there on */
static expr still_here(const execution *x, expr guard, int from) {
    graph *g = x->t->graph;
    for (int i = from; i < x->parked.count; i++)
        guard =
            guard_and(x->t, guard, expr_call(g, OP_NOT, &x->parked.at[i].condition.e));
    return guard;
}

/* Joins the present values with those that left by `out`; the others stay parked. */
static void join_parked(execution *x, outcome out, int from) {
    int kept = from;
    for (int i = from; i < x->parked.count; i++) {
        const parked *p = &x->parked.at[i];
        if (p->out == out)
            merge(x->t, &p->condition, &p->values);
        else
            x->parked.at[kept++] = *p;
    }
    x->parked.count = kept;
}

/* All that is left of a loop has returned, but some of it left by 'break' and goes on. */
static int go_on_from_break(execution *x, int from) {
    for (int i = from; i < x->parked.count; i++) {
        parked *p = &x->parked.at[i];
        if (p->out != OUTCOME_BREAK)
            continue;
        expr here = x->guard == NO_EXPR ? expr_number(x->t->graph, 1) : x->guard;
        snapshot_swap(&p->values);
        p->out = OUTCOME_RETURN;
        p->condition.e = here;
        for (int k = from; k < x->parked.count; k++)
            raise_level(&p->condition, &x->parked.at[k].condition);
        return 1;
    }
    return 0;
}

static outcome loop_end(execution *x, outcome out, expr guard, int from) {
    if (out == OUTCOME_RETURN && !go_on_from_break(x, from))
        return OUTCOME_RETURN;
    join_parked(x, OUTCOME_BREAK, from);
    x->guard = still_here(x, guard, from);
    return OUTCOME_NEXT;
}

void execute_end(execution *x) {
    join_parked(x, OUTCOME_BREAK, 0);
    join_parked(x, OUTCOME_RETURN, 0);
}

static outcome choose_from(execution *x, const ast_equation *e, int branch);

static outcome both_ways(execution *x, const ast_equation *e, int i, const value *c) {
    translation *t = x->t;
    int from = x->parked.count;
    expr before = x->guard;
    expr then;
    expr otherwise;
    snapshot s = snapshot_take(t, x->locals);
    for (int k = 0; k < s.count; k++)
        count_steps(t, s.local[k]->count, e->where);
    x->guard = guard_and(t, before, c->e);
    outcome first = execute(x, &e->branches.at[i].equations);
    then = x->guard;
    snapshot_swap(&s);
    x->guard = guard_and(t, before, expr_call(t->graph, OP_NOT, &c->e));
    outcome second = choose_from(x, e, i + 1);
    otherwise = x->guard;
    for (int k = from; k < x->parked.count; k++)
        raise_level(&x->parked.at[k].condition, c);
    if (first == second) {
        merge(t, c, &s);
    } else if (first > second) {
        park(x, first, then, c, s);
    } else {
        snapshot_swap(&s);
        park(x, second, otherwise, c, s);
    }
    x->guard = still_here(x, before, from);
    return first < second ? first : second;
}

static outcome choose_from(execution *x, const ast_equation *e, int i) {
    double number;
    if (i == e->branches.count)
        return OUTCOME_NEXT;
    const ast_branch *b = &e->branches.at[i];
    if (!b->condition)
        return execute(x, &b->equations);
    value c = lower_condition(x->t, b->condition, "the condition of 'if'");
    if (is_bad(&c))
        return OUTCOME_RETURN;
    if (!value_is_known(x->t, &c, EVALUATE_FINAL, &number))
        return both_ways(x, e, i, &c);
    return number != 0 ? execute(x, &b->equations) : choose_from(x, e, i + 1);
}

/* --- loops --- */

typedef struct loop_run {
    execution *x;
    const ast_equations *body;
    outcome out;
} loop_run;

static int run_body(translation *t, void *data) {
    loop_run *r = data;
    int errors = t->context->errors;
    r->out = execute(r->x, r->body);
    return r->out == OUTCOME_NEXT && t->context->errors == errors;
}

static outcome run_for(execution *x, const ast_equation *e) {
    loop_run r = {x, &e->branches.at[0].equations, OUTCOME_NEXT};
    expr guard = x->guard;
    int from = x->parked.count;
    run_loop(x->t, &e->indices, NULL, r.body, run_body, &r);
    return loop_end(x, r.out, guard, from);
}

static outcome run_while(execution *x, const ast_equation *e) {
    enum { MOST = 100000, MOST_EXITS = 1000 };
    const ast_branch *b = &e->branches.at[0];
    expr guard = x->guard;
    int from = x->parked.count;
    for (int k = 0; k < MOST; k++) {
        double number;
        int errors = x->t->context->errors;
        value c = lower_condition(x->t, b->condition, "the condition of 'while'");
        if (is_bad(&c))
            return OUTCOME_RETURN;
        if (!value_is_known(x->t, &c, EVALUATE_SIZES, &number)) {
            semantic_error(x->t, b->condition->where,
                           "the condition of 'while' must be known when the model is "
                           "read%s%.80s%s",
                           c.changing ? ", but '" : "", c.changing ? c.changing : "",
                           c.changing ? "' changes with time" : "");
            return OUTCOME_RETURN;
        }
        outcome out = number == 0 ? OUTCOME_BREAK : execute(x, &b->equations);
        if (x->t->context->errors > errors)
            return OUTCOME_RETURN;
        if (out != OUTCOME_NEXT)
            return loop_end(x, out, guard, from);
        if (x->parked.count - from <= MOST_EXITS)
            continue;
        semantic_error(x->t, e->where,
                       "this 'while' ends only by 'break' under a condition that is not "
                       "known when the model is read; give it a last step");
        return OUTCOME_RETURN;
    }
    semantic_error(x->t, e->where, "this 'while' takes more than %d steps", MOST);
    return OUTCOME_RETURN;
}

outcome execute(execution *x, const ast_equations *list) {
    outcome out = OUTCOME_NEXT;
    for (int i = 0; i < list->count && out == OUTCOME_NEXT; i++) {
        const ast_equation *e = &list->at[i];
        count_steps(x->t, 10, e->where);
        switch (e->kind) {
        case AST_CHOICE:
            out = choose_from(x, e, 0);
            break;
        case AST_LOOP:
            out = run_for(x, e);
            break;
        case AST_WHILE:
            out = run_while(x, e);
            break;
        case AST_WHEN:
            algorithm_when(x, e);
            break;
        case AST_BREAK:
            return OUTCOME_BREAK;
        case AST_RETURN:
            return OUTCOME_RETURN;
        default:
            execute_assign(x, e);
        }
    }
    return out;
}
