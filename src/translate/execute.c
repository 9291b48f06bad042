/* SPDX-License-Identifier: BSD-3-Clause */
/* Symbolic execution of statements: loops are unrolled, and an if whose condition is not
 * known is run both ways, with an if-expression for each value that differs. If one way
 * leaves a loop or the function, the rest is run on the other way alone. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* --- targets --- */

target target_field(translation *t, const target *x, symbol *field) {
    target f = {.whole = x->whole, .outer = x->part.rank};
    const symbol *owner = x->symbol;
    if (!field)
        return f;
    shape_symbol(t, field);
    if (field->shaped != DONE)
        return f;
    f.symbol = field;
    f.part = select_field(t->arena, &x->part,
                          (array_shape){owner->rank, owner->count, owner->size},
                          (array_shape){field->rank, field->count, field->size});
    return f;
}

target symbol_target(symbol *s) {
    assert(s->rank >= 0 && s->count >= 0);
    return (target){.symbol = s,
                    .part = {s->rank, s->count, (int *)s->size, NULL},
                    .whole = 1,
                    .outer = s->owner ? s->owner->rank : 0};
}

static target name_target(translation *t, const ast *e, const char *what) {
    symbol *s = name_resolve(t, e->text);
    target none = {.symbol = NULL};
    if (s)
        shape_symbol(t, s);
    if (s && s->kind == SYMBOL_BROKEN)
        return none;
    if (s && s->shaped == DONE && s->kind != SYMBOL_TEXT && s->kind != SYMBOL_TABLE)
        return symbol_target(s);
    if (!s)
        lower_name(t, e); /* reports the error */
    else
        semantic_error(t, e->where, "%s needs a variable, but '%.80s' is %s", what,
                       e->text, symbol_kind_text(s));
    return none;
}

static target part_target(translation *t, const ast *e, const char *what) {
    subscript by[MOST_RANK + 1];
    target x = lower_target(t, ast_arg(e, 0), what);
    if (!x.symbol)
        return x;
    if (!lower_subscripts(t, e, x.outer, x.part.rank, x.part.size, by, NULL))
        return (target){.symbol = NULL};
    selection s = select_elements(t->arena, x.part.rank, x.part.size,
                                  x.outer + e->args.count - 1, by);
    for (int k = 0; k < s.count && !x.whole; k++)
        s.offset[k] = x.part.offset[s.offset[k]];
    return (target){.symbol = x.symbol, .part = s, .outer = x.outer};
}

static target field_target(translation *t, const ast *e, const char *what) {
    target x = lower_target(t, ast_arg(e, 0), what);
    if (!x.symbol)
        return x;
    symbol *f = x.symbol->fields ? scope_find_here(x.symbol->fields, e->text) : NULL;
    if (f)
        return target_field(t, &x, f);
    semantic_error(t, e->where, "'%.80s' has no field '%.80s'", x.symbol->name, e->text);
    return (target){.symbol = NULL};
}

target lower_target(translation *t, const ast *e, const char *what) {
    if (e->kind == AST_NAME)
        return name_target(t, e, what);
    if ((e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD) && name_is_flat(t, e))
        return symbol_target(name_is_flat(t, e));
    if (e->kind == AST_SUBSCRIPT)
        return part_target(t, e, what);
    if (e->kind == AST_FIELD)
        return field_target(t, e, what);
    if (e->kind != AST_ERROR)
        semantic_error(t, e->where, "%s needs a variable, found '%.80s'", what,
                       ast_text(t, e));
    return (target){.symbol = NULL};
}

int target_fits(const target *x, const value *v) {
    value part = {.rank = x->part.rank, .size = x->part.size};
    return same_shape(&part, v);
}

int target_takes_type(translation *t, const target *x, const value *v, place where) {
    assert(x->symbol);
    const symbol *s = x->symbol;
    return value_fits(s->type, v->type) ||
           semantic_error(t, where, "'%.80s' is %s and cannot become %s", path_text(t, s),
                          type_name(t, s->type), type_name(t, v->type));
}

int target_takes_shape(translation *t, const target *x, const value *v, place where) {
    return target_fits(x, v) ||
           semantic_error(t, where, "'%.80s' has the size %s and cannot become %s",
                          path_text(t, x->symbol),
                          shape_text(t->arena, x->part.rank, x->part.size),
                          value_shape(t, v));
}

int target_element(const target *x, int k) {
    assert(k < x->part.count);
    return x->whole ? k : x->part.offset[k];
}

/* Fields of a record that are no variables cannot be assigned; initial algorithms give
 * parameters their values. */
static int may_change(const execution *x, const symbol *of) {
    return of->kind == SYMBOL_VARIABLE || of->kind == SYMBOL_DISCRETE ||
           (of->kind == SYMBOL_PARAMETER && x->is_initial);
}

static int may_assign(const execution *x, const target *to, const value *v, place where) {
    translation *t = x->t;
    const symbol *s = to->symbol;
    const char *name = path_text(t, s);
    if (s->kind != SYMBOL_LOCAL || (s->declaration && s->declaration->input && !s->of))
        return semantic_error(t, where, "'%.80s' is %s and cannot be assigned", name,
                              s->kind == SYMBOL_LOCAL ? "an input" : symbol_kind_text(s));
    if (!s->declaration)
        return semantic_error(t, where, "the loop index '%.80s' cannot be assigned",
                              name);
    if (s->of && !may_change(x, s->of))
        return semantic_error(t, where, "'%.80s' is %s and cannot be assigned", name,
                              symbol_kind_text(s->of));
    return target_takes_type(t, to, v, where) && target_takes_shape(t, to, v, where);
}

/* --- assignments --- */

static void assign_fields(execution *x, const target *to, const value *v, place where) {
    int n = field_count(v->type);
    for (int i = 0; i < n; i++) {
        target f = target_field(x->t, to, field_symbol(to->symbol, i));
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

/* Replaces the elements by those of v, which may be made of them. */
void assign_target(execution *x, const target *to, const value *v, place where) {
    translation *t = x->t;
    symbol *s = to->symbol;
    if (!s || is_bad(v) || !may_assign(x, to, v, where))
        return;
    if (s->type.kind == TYPE_RECORD) {
        assign_fields(x, to, v, where);
        return;
    }
    assert(!v->rank || v->count == to->part.count);
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

typedef struct assigning {
    execution *x;
    const ast_equation *e;
} assigning;

static void assign_part(void *data, const ast *left, const value *v) {
    const assigning *a = data;
    translation *t = a->x->t;
    target to = lower_target(t, left, "an assignment");
    value fitting = to.symbol ? record_as(t, v, to.symbol->type) : *v;
    assign_target(a->x, &to, &fitting, a->e->where);
    if (to.symbol && to.symbol->of && a->e->left->kind != AST_TUPLE)
        to.symbol->text = written_text(t, a->e);
}

static void assign_results(execution *x, const ast_equation *e) {
    translation *t = x->t;
    results r = lower_tuple(t, e, ":=");
    for (int i = 0; i < e->left->args.count && i < r.count; i++) {
        const ast *one = ast_arg(e->left, i);
        if (!one)
            continue;
        assigning a = {x, e};
        scalarised_spread(t, one, &r.at[i], assign_part, &a);
    }
}

static void execute_assign(execution *x, const ast_equation *e) {
    translation *t = x->t;
    if (!e->right) {
        if (is_event_statement(e->left->text))
            event_statement(t, e, x->when, guard_and(t, guard_of(t, x->entry), x->guard));
        else if (!call_prints(e->left->text))
            lower_results(t, e->left);
        return;
    }
    if (e->left->kind == AST_TUPLE) {
        assign_results(x, e);
        return;
    }
    assigning a = {x, e};
    value v = lower_expression(t, e->right);
    if (is_bad(&v))
        lower_target(t, e->left, "an assignment"); /* its errors are reported, too */
    scalarised_spread(t, e->left, &v, assign_part, &a);
}

/* --- both ways --- */

static void execute_gather(translation *t, const scope *s, snapshot *to) {
    LIST_EACH(symbol *const, at, s->symbols) {
        symbol *one = *at;
        if (one->kind != SYMBOL_LOCAL)
            continue;
        if (one->fields) {
            execute_gather(t, one->fields, to);
            continue;
        }
        saved v = {.local = one, .level = one->level, .changing = one->changing};
        v.value = arena_keep(t->arena, one->element, sizeof(expr), one->count);
        LIST_PUSH(t->arena, *to, v);
    }
}

snapshot snapshot_take(translation *t, const scope *locals) {
    snapshot s = {0};
    execute_gather(t, locals, &s);
    return s;
}

void snapshot_swap(const snapshot *s) {
    LIST_EACH(saved, v, *s) {
        symbol *one = v->local;
        saved now = {.level = one->level, .changing = one->changing};
        for (int k = 0; k < one->count; k++) {
            expr e = one->element[k];
            one->element[k] = v->value[k];
            v->value[k] = e;
        }
        one->level = v->level;
        one->changing = v->changing;
        v->level = now.level;
        v->changing = now.changing;
    }
}

void merge_values(translation *t, const value *c, const snapshot *s) {
    LIST_EACH(const saved, v, *s) {
        symbol *one = v->local;
        int differs = 0;
        for (int k = 0; k < one->count; k++) {
            expr a = v->value[k];
            expr *b = &one->element[k];
            differs |= a != *b;
            if (a == *b || a == NO_VALUE_YET)
                continue;
            *b = *b == NO_VALUE_YET ? a : present(t, expr_if(t->graph, c->e, a, *b));
        }
        if (differs && v->level > one->level) {
            one->level = v->level;
            one->changing = v->changing;
        }
        if (differs && c->level > one->level) {
            one->level = c->level;
            one->changing = c->changing;
        }
    }
}

/* --- ways that end early --- */

static void raise_level(value *c, const value *by) {
    if (by->level > c->level) {
        c->level = by->level;
        c->changing = by->changing;
    }
}

void park_values(execution *x, outcome out, expr guard, const value *c, snapshot values) {
    parked p = {out, *c, values};
    p.condition.e = guard;
    LIST_EACH(const parked, other, x->parked)
        raise_level(&p.condition, &other->condition);
    LIST_PUSH(x->t->arena, x->parked, p);
}

expr still_here(const execution *x, expr guard, int from) {
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
            merge_values(x->t, &p->condition, &p->values);
        else
            x->parked.at[kept++] = *p;
    }
    x->parked.count = kept;
}

/* All that is left of a loop has returned, but some of it left by 'break' and continues.
 */
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

/* Runs the branch and its alternative, each on the present values. */
static outcome both_ways(execution *x, const ast_equation *e, int i, const value *c) {
    translation *t = x->t;
    int from = x->parked.count;
    expr before = x->guard;
    snapshot s = snapshot_take(t, x->locals);
    LIST_EACH(const saved, v, s)
        count_steps(t, v->local->count, e->where);
    x->guard = guard_and(t, before, c->e);
    outcome first = execute(x, &e->branches.at[i].equations);
    expr then = x->guard;
    snapshot_swap(&s);
    x->guard = guard_and(t, before, not_of(t, c->e));
    outcome second = choose_from(x, e, i + 1);
    expr otherwise = x->guard;
    for (int k = from; k < x->parked.count; k++)
        raise_level(&x->parked.at[k].condition, c);
    if (first == second) {
        merge_values(t, c, &s);
    } else if (first > second) {
        park_values(x, first, then, c, s);
    } else {
        snapshot_swap(&s);
        park_values(x, second, otherwise, c, s);
    }
    x->guard = still_here(x, before, from);
    return first < second ? first : second;
}

/* The condition of a branch counts where those before it do not hold. */
static value branch_condition(const execution *x, const ast *e) {
    translation *t = x->t;
    const premise *outer = t->taken;
    const premise here = {x->entry, x->guard, 1};
    t->taken = &here;
    value c = lower_condition(t, e, "the condition of 'if'");
    t->taken = outer;
    return c;
}

static outcome choose_from(execution *x, const ast_equation *e, int i) {
    double number;
    if (i == e->branches.count)
        return OUTCOME_NEXT;
    const ast_branch *b = &e->branches.at[i];
    if (!b->condition)
        return execute(x, &b->equations);
    value c = branch_condition(x, b->condition);
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
    const ast_equation *at;
    outcome out;
} loop_run;

/* A pass that only counts under a condition is the branch of an 'if'. */
static outcome run_taken(const loop_run *r, expr pass) {
    translation *t = r->x->t;
    value c = number_value(t, TYPE_BOOLEAN, 1);
    ast_shared lowered = {&c};
    ast condition = {.kind = AST_NAME, .where = r->at->where, .shared = &lowered};
    ast_branch branch = {&condition, *r->body};
    ast_equation choice = {.kind = AST_CHOICE, .where = r->at->where};
    c.e = pass;
    c.level = LEVEL_CHANGING;
    c.changing = r->at->indices.at[0].name;
    condition.begin = r->at->begin;
    condition.end = r->at->end;
    choice.begin = r->at->begin;
    choice.end = r->at->end;
    LIST_PUSH(t->arena, choice.branches, branch);
    return choose_from(r->x, &choice, 0);
}

static int run_body(translation *t, void *data) {
    loop_run *r = data;
    int errors = error_count(t);
    expr pass = t->pass;
    t->pass = NO_EXPR;
    r->out = pass == NO_EXPR ? execute(r->x, r->body) : run_taken(r, pass);
    t->pass = pass;
    return r->out == OUTCOME_NEXT && error_count(t) == errors;
}

/* --- for i in a:b where a or b is not known --- */

typedef struct counted {
    const ast_equation *e;
    int index; /* of the loop's indices */
    symbol *at;
    value last, step;
} counted;

static outcome run_index(execution *x, const ast_equation *e, int index);

static value counted_test(execution *x, void *data) {
    const counted *c = data;
    translation *t = x->t;
    expr at = c->at->element[0];
    expr upwards = call_two(t, OP_GE, c->step.e, number_of(t, 0));
    expr below = call_two(t, OP_LE, at, c->last.e);
    expr above = call_two(t, OP_GE, at, c->last.e);
    value v = c->last;
    value_join(&v, &c->step);
    v.type = basic(TYPE_BOOLEAN);
    v.e = present(t, expr_if(t->graph, upwards, below, above));
    return v;
}

static outcome counted_pass(execution *x, void *data) {
    const counted *c = data;
    outcome out = run_index(x, c->e, c->index + 1);
    expr *at = &c->at->element[0];
    *at = present(x->t, expr_add(x->t->graph, *at, c->step.e));
    return out;
}

/* The numbers of a range that is not known; 0: it is known, or no range; -1: an error. */
static int lower_counted(translation *t, const ast *range, value *part) {
    double number;
    int unknown = 0;
    if (!range || range->kind != AST_RANGE)
        return 0;
    int n = range->args.count;
    part[1] = number_value(t, TYPE_INTEGER, 1);
    for (int i = 0; i < n; i++) {
        int to = i == n - 1 ? 2 : i;
        part[to] = lower_expression(t, ast_arg(range, i));
        if (is_bad(&part[to]))
            return -1;
        if (part[to].rank || part[to].type.kind != TYPE_INTEGER)
            return 0;
        unknown |= !value_is_known(t, &part[to], EVALUATE_SIZES, &number);
    }
    return unknown;
}

static outcome evaluate_for(execution *x, const ast_equation *e, int index,
                            const value *part) {
    translation *t = x->t;
    const ast_index *i = &e->indices.at[index];
    scope *outer = t->scope;
    value first = part[0];
    value_join(&first, &part[1]);
    value_join(&first, &part[2]);
    counted c = {e, index, add_loop_index(t, i, &first), part[2], part[1]};
    c.at->element[0] = part[0].e;
    evaluated_loop l = {.word = "for",
                        .where = e->where,
                        .body = &e->branches.at[0].equations,
                        .index = c.at,
                        .test = counted_test,
                        .pass = counted_pass,
                        .data = &c};
    outcome out = evaluate_loop(x, &l);
    t->scope = outer;
    return out;
}

/* Runs the loop over an index and those inside it. One that is known, or limited by a
 * subscript, is unrolled: then all that are inside it must be so, too. */
static outcome run_index(execution *x, const ast_equation *e, int index) {
    value part[3];
    const ast_equations *body = &e->branches.at[0].equations;
    const ast_index *i = &e->indices.at[index];
    if (index == e->indices.count)
        return execute(x, body);
    int unknown = lower_counted(x->t, i->range, part);
    if (unknown < 0)
        return OUTCOME_NEXT;
    if (unknown && !loop_is_limited(x->t, i, body))
        return evaluate_for(x, e, index, part);
    loop_run r = {x, body, e, OUTCOME_NEXT};
    ast_indices rest = {e->indices.at + index, e->indices.count - index, 0};
    run_changing_loop(x->t, &rest, NULL, body, run_body, &r);
    return r.out;
}

static outcome run_for(execution *x, const ast_equation *e) {
    expr guard = x->guard;
    int from = x->parked.count;
    x->loops++;
    outcome out = run_index(x, e, 0);
    x->loops--;
    return loop_end(x, out, guard, from);
}

static value while_test(execution *x, void *data) {
    const ast_branch *b = data;
    return lower_condition(x->t, b->condition, "the condition of 'while'");
}

static outcome while_pass(execution *x, void *data) {
    const ast_branch *b = data;
    return execute(x, &b->equations);
}

static outcome evaluate_while(execution *x, const ast_equation *e) {
    ast_branch *b = &e->branches.at[0];
    evaluated_loop l = {.word = "while",
                        .where = e->where,
                        .body = &b->equations,
                        .test = while_test,
                        .pass = while_pass,
                        .data = b};
    return evaluate_loop(x, &l);
}

/* A place in the statements to come back to: nothing behind it has happened. */
typedef struct retreat {
    snapshot values;
    expr guard;
    int parked, asserts, evaluated, actions;
} retreat;

static retreat retreat_to(const execution *x) {
    const translation *t = x->t;
    return (retreat){.values = snapshot_take(x->t, x->locals),
                     .guard = x->guard,
                     .parked = x->parked.count,
                     .asserts = t->system->asserts.count,
                     .evaluated = t->evaluated ? t->evaluated->asserts.count : 0,
                     .actions = t->when_of ? t->when_of->actions.count : 0};
}

static void retreat_here(execution *x, const retreat *r) {
    translation *t = x->t;
    snapshot_swap(&r->values);
    x->guard = r->guard;
    x->parked.count = r->parked;
    t->system->asserts.count = r->asserts;
    if (t->evaluated)
        t->evaluated->asserts.count = r->evaluated;
    if (t->when_of)
        t->when_of->actions.count = r->actions;
}

/* Unrolls the loop; each pass must know whether it is the last. */
static outcome run_while(execution *x, const ast_equation *e) {
    enum { MOST = 100000, MOST_EXITS = 100 };
    translation *t = x->t;
    const ast_branch *b = &e->branches.at[0];
    expr guard = x->guard;
    int from = x->parked.count;
    const retreat before = retreat_to(x);
    for (int k = 0; k < MOST; k++) {
        double number;
        int errors = error_count(t);
        value c = lower_condition(t, b->condition, "the condition of 'while'");
        if (is_bad(&c))
            return OUTCOME_RETURN;
        if (!value_is_known(t, &c, EVALUATE_SIZES, &number)) {
            outcome rest = evaluate_while(x, e);
            return loop_end(x, rest, guard, from);
        }
        x->loops++;
        outcome out = number == 0 ? OUTCOME_BREAK : execute(x, &b->equations);
        x->loops--;
        if (error_count(t) > errors)
            return OUTCOME_RETURN;
        if (out != OUTCOME_NEXT)
            return loop_end(x, out, guard, from);
        if (x->parked.count - from <= MOST_EXITS)
            continue;
        retreat_here(x, &before);
        return loop_end(x, evaluate_while(x, e), guard, from);
    }
    semantic_error(t, e->where, "this 'while' takes more than %d steps", MOST);
    return OUTCOME_RETURN;
}

/* --- loops that an exporter has unrolled --- */

static int has_break(const ast_equation *e) {
    if (e->kind == AST_BREAK)
        return 1;
    if (e->kind != AST_CHOICE)
        return 0;
    LIST_EACH(const ast_branch, b, e->branches)
        LIST_EACH(const ast_equation, one, b->equations)
            if (has_break(one))
                return 1;
    return 0;
}

/* Skips a number in brackets: the only difference of two passes of a loop. */
static const char *skip_subscript(const char *c, const char *end) {
    if (*c != '[' && *c != ',')
        return c;
    while (c + 1 < end && c[1] >= '0' && c[1] <= '9')
        c++;
    return c;
}

static int is_same_pass(const ast_equation *a, const ast_equation *b) {
    const char *c = a->where.file->text + a->begin;
    const char *d = b->where.file->text + b->begin;
    const char *c_end = a->where.file->text + a->end;
    const char *d_end = b->where.file->text + b->end;
    for (; c < c_end && d < d_end && *c == *d; c++, d++) {
        c = skip_subscript(c, c_end);
        d = skip_subscript(d, d_end);
    }
    return c == c_end && d == d_end;
}

/* Are loops of these statements unrolled, as exporters do it in algorithms? */
static int is_unrolled(const execution *x) {
    return !x->loops && !x->is_function && x->t->package;
}

/* Runs the passes of a loop that stand one after the other, from number i on: a 'break'
 * leaves the others out. Returns how many there are. */
static int run_passes(execution *x, const ast_equations *list, int i, outcome *out) {
    expr guard = x->guard;
    int from = x->parked.count;
    int count = 1;
    while (i + count < list->count && is_same_pass(&list->at[i], &list->at[i + count]))
        count++;
    x->loops++;
    *out = OUTCOME_NEXT;
    for (int k = 0; k < count && *out == OUTCOME_NEXT; k++) {
        ast_equations one = {&list->at[i + k], 1, 1};
        *out = execute(x, &one);
    }
    x->loops--;
    *out = loop_end(x, *out, guard, from);
    return count;
}

/* Runs the statements up to one that leaves the loop or the function. */
outcome execute(execution *x, const ast_equations *list) {
    outcome out = OUTCOME_NEXT;
    translation *t = x->t;
    const premise *before = t->taken;
    for (int i = 0; i < list->count && out == OUTCOME_NEXT; i++) {
        const ast_equation *e = &list->at[i];
        const premise here = {x->entry, x->guard, 1};
        t->taken = &here;
        if (x->when || !x->is_function)
            t->when_of = x->when;
        count_steps(t, 10, e->where);
        switch (e->kind) {
        case AST_CHOICE:
            if (is_unrolled(x) && has_break(e))
                i += run_passes(x, list, i, &out) - 1;
            else
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
            out = OUTCOME_BREAK;
            break;
        case AST_RETURN:
            out = OUTCOME_RETURN;
            break;
        case AST_SIDES:
        case AST_ASSIGNMENT:
            execute_assign(x, e);
        }
    }
    t->taken = before;
    return out;
}
