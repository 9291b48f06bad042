/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops: of equations, statements, comprehensions and reductions. */
#include "translate.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

void count_steps(translation *t, double count, place where) {
    assert(count >= 0);
    t->steps += count;
    const double most = t->context->limit[LIMIT_EXPANSION];
    if (t->steps > most)
        fail(
            t->context, INVO_E_MODEL, where,
            "the loops, calls and arrays of this model take more than %g steps to expand",
            most);
}

/* --- for i loop: all subscripts that i stands for --- */

/* All subscripts of the dimension that i stands for in x[i, j]. */
static value range_of_subscript(translation *t, const char *index, const ast *e) {
    for (int d = 1; d < e->args.count; d++) {
        const ast *s = ast_arg(e, d);
        if (s->kind != AST_NAME || s->text != index)
            continue;
        int executing = t->executing;
        t->executing = 0; /* only its size counts: it may have no value yet */
        int outer;
        value v = lower_whole(t, ast_arg(e, 0), &outer);
        t->executing = executing;
        if (is_bad(&v) || outer + d > v.rank)
            break;
        return numbers_from(t, basic(TYPE_INTEGER), v.size[outer + d - 1], 1, 1);
    }
    return bad_value(t);
}

static value range_in(translation *t, const char *index, const ast *e) {
    value v = bad_value(t);
    if (e && e->kind == AST_SUBSCRIPT)
        v = range_of_subscript(t, index, e);
    for (int i = 0; e && i < e->args.count && is_bad(&v); i++)
        v = range_in(t, index, ast_arg(e, i));
    return v;
}

static value range_in_lines(translation *t, const char *index,
                            const ast_equations *lines) {
    value v = bad_value(t);
    for (int i = 0; i < lines->count && is_bad(&v); i++) {
        const ast_equation *e = &lines->at[i];
        v = range_in(t, index, e->left);
        if (is_bad(&v))
            v = range_in(t, index, e->right);
        for (int k = 0; k < e->branches.count && is_bad(&v); k++)
            v = range_in_lines(t, index, &e->branches.at[k].equations);
    }
    return v;
}

/* --- ranges --- */

/* A type's name stands for all its values. */
static value type_range(translation *t, const ast *e) {
    int n = 0;
    type of = basic(TYPE_BOOLEAN);
    if (!type_size(t, e, &n, &of))
        return lower_expression(t, e);
    return numbers_from(t, of, n, of.kind == TYPE_ENUMERATION, 1);
}

/* Finds the range as written, or the subscripts that an index without one stands for. */
static value loop_range_of(translation *t, const ast_index *i, const ast *body,
                           const ast_equations *lines) {
    value v;
    if (i->range)
        v = type_range(t, i->range);
    else
        v = body ? range_in(t, i->name, body) : range_in_lines(t, i->name, lines);
    if (is_bad(&v)) {
        if (!i->range)
            semantic_error(t, i->where,
                           "'%.80s' has no range and is not a subscript in the loop; "
                           "write 'for %.80s in 1:n'",
                           i->name, i->name);
        return v;
    }
    if (v.rank != 1 || is_record(&v))
        return value_error(t, i->range->where,
                           "a loop needs a range such as 1:n or an array with one "
                           "dimension, found %s",
                           value_shape(t, &v));
    return v;
}

/* The number, or the name of an index that is not a number. */
static const char *index_text(translation *t, arena *a, const loop_index *i) {
    const expr_node *n = expr_get(t->graph, i->value);
    if (n->op != OP_NUMBER)
        return i->name;
    if (n->value == floor(n->value) && fabs(n->value) < 1e9)
        return arena_print(a, "%d", (int)n->value);
    return number_print(a, n->value);
}

/* Prints the values of all indices once for each pass: many equations share them. */
const char *loop_values(translation *t) {
    int n = t->loops.count;
    if (!n)
        return NULL;
    loop_index *last = &t->loops.at[n - 1];
    if (last->values)
        return last->values;
    arena *scratch = arena_child(t->arena);
    const char **text = ARENA_ARRAY(scratch, const char *, n);
    size_t size = 1;
    for (int i = 0; i < n; i++) {
        text[i] = index_text(t, scratch, &t->loops.at[i]);
        size += strlen(text[i]) + 1;
    }
    char *values = arena_alloc(lasting(t), size);
    char *to = values;
    for (int i = 0; i < n; i++)
        to = strcpy(to, text[i]) + strlen(text[i]) + 1;
    arena_free(scratch);
    return last->values = values;
}

typedef struct loop {
    const ast_indices *indices;
    const ast *body;
    const ast_equations *lines;
    loop_body f;
    void *data;
    int may_change; /* ranges */
} loop;

symbol *add_loop_index(translation *t, const ast_index *i, const value *range) {
    symbol one = {.kind = SYMBOL_LOCAL,
                  .name = i->name,
                  .where = i->where,
                  .type = range->type,
                  .shaped = DONE,
                  .defined = DONE,
                  .count = 1,
                  .level = range->level,
                  .changing = range->changing,
                  .element = NEW_ARRAY(t, expr, 1)};
    t->scope = scope_new(t->arena, t->scope);
    return scope_add(t->scope, one);
}

int loop_is_limited(translation *t, const ast_index *i, const ast_equations *body) {
    value all = range_in_lines(t, i->name, body);
    return !is_bad(&all);
}

/* Passes of a loop whose range changes: as many as the index has subscripts. */
static value changing_range_of(translation *t, const loop *l, const ast_index *i,
                               const changing_range *r) {
    value all =
        l->body ? range_in(t, i->name, l->body) : range_in_lines(t, i->name, l->lines);
    if (is_bad(&all))
        return value_error(
            t, i->range->where,
            "this range changes with time, and '%.80s' is not alone in a "
            "subscript that would limit it; write 'for %.80s in 1:m' with a "
            "known m, and an 'if'",
            i->name, i->name);
    return changing_passes(t, i, r, all.count);
}

/* Runs the loop over index d and those inside it; returns 0 where the body stopped it. */
static int run_from(translation *t, const loop *l, int d) {
    if (d == l->indices->count)
        return l->f(t, l->data);
    assert(l->body || l->lines);
    const ast_index *i = &l->indices->at[d];
    changing_range changing;
    int changes = l->may_change && i->range && range_changes(t, i->range, &changing);
    value range = changes ? changing_range_of(t, l, i, &changing)
                          : loop_range_of(t, i, l->body, l->lines);
    if (is_bad(&range))
        return 0;
    const expr outer_pass = t->pass;
    scope *outer = t->scope;
    symbol *s = add_loop_index(t, i, &range);
    int go = 1;
    int depth = t->loops.count;
    for (int k = 0; k < range.count && go; k++) {
        count_steps(t, 25, i->where);
        s->element[0] = range.at[k];
        t->loops.count = depth;
        LIST_PUSH(lasting(t), t->loops, ((loop_index){i->name, range.at[k], NULL}));
        if (changes)
            t->pass = guard_and(t, outer_pass, pass_taken(t, &changing, range.at[k]));
        go = run_from(t, l, d + 1);
    }
    t->pass = outer_pass;
    t->loops.count = depth;
    t->scope = outer;
    return go;
}

void run_loop(translation *t, const ast_indices *indices, const ast *body,
              const ast_equations *lines, loop_body f, void *data) {
    assert(indices->count > 0 && f);
    loop l = {indices, body, lines, f, data, 0};
    run_from(t, &l, 0);
}

void run_changing_loop(translation *t, const ast_indices *indices, const ast *body,
                       const ast_equations *lines, loop_body f, void *data) {
    loop l = {indices, body, lines, f, data, 1};
    const expr pass = t->pass;
    t->pass = NO_EXPR;
    run_from(t, &l, 0);
    t->pass = pass;
}

/* --- reductions: sum(e for i in r) --- */

typedef struct reduction {
    const ast *e;
    int takes_arrays; /* sums are made element by element ... */
    LIST(expr) terms; /* ... of which v has as many as each pass gives */
    value v;
    int failed;
    double neutral; /* what a pass gives that is not taken */
} reduction;

/* What a pass gives; all passes give the same shape. */
static value loop_term(translation *t, reduction *r) {
    if (!r->takes_arrays)
        return lower_scalar(t, r->e, "the expression before 'for'");
    value one = lower_number(t, r->e, "the expression before 'for'");
    if (is_bad(&one))
        return one;
    if (r->terms.count && !same_shape(&one, &r->v))
        return value_error(t, r->e->where,
                           "the expression before 'for' has the shape %s here, and %s "
                           "before: what is summed must be alike",
                           value_shape(t, &one), value_shape(t, &r->v));
    r->v.rank = one.rank;
    r->v.count = one.count;
    r->v.size = one.size;
    return one;
}

static int loop_add_term(translation *t, void *data) {
    reduction *r = data;
    const expr pass = t->pass;
    const premise *outer = t->taken;
    const premise here = {outer, pass, 1};
    t->pass = NO_EXPR;
    if (pass != NO_EXPR)
        t->taken = &here;
    value one = loop_term(t, r);
    t->taken = outer;
    t->pass = pass;
    value_join(&r->v, &one);
    r->failed |= is_bad(&one);
    if (pass != NO_EXPR && !r->failed) {
        r->v.level = LEVEL_CHANGING;
        if (!r->v.changing)
            r->v.changing = "the range";
    }
    for (int k = 0; k < one.count && !r->failed; k++) {
        expr term = value_at(&one, k);
        if (pass != NO_EXPR)
            term = present(t, expr_if(t->graph, pass, term, number_of(t, r->neutral)));
        LIST_PUSH(t->arena, r->terms, term);
    }
    return !r->failed;
}

/* Of the terms k, k + every, ... */
static expr total(translation *t, const reduction *r, int k, int every) {
    const int n = r->terms.count / every;
    if (n == 0)
        return number_of(t, 0);
    double *c = NEW_ARRAY(t, double, n);
    expr *of = NEW_ARRAY(t, expr, n);
    for (int i = 0; i < n; i++) {
        c[i] = 1;
        of[i] = r->terms.at[i * every + k];
    }
    return n == 1 ? of[0] : present(t, expr_sum(t->graph, n, c, of));
}

static value totals(translation *t, const reduction *r) {
    value v = r->v;
    if (!v.rank || !v.count) {
        v.e = total(t, r, 0, 1);
        return v;
    }
    expr *each = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++)
        each[k] = total(t, r, k, v.count);
    v.at = each;
    return v;
}

/* Of Booleans, the least is true if all are, the greatest if one is. */
static expr extreme(translation *t, const reduction *r, int is_least) {
    expr e = r->terms.at[0];
    expr_op op = is_least ? OP_MIN : OP_MAX;
    if (r->v.type.kind == TYPE_BOOLEAN)
        op = is_least ? OP_AND : OP_OR;
    for (int i = 1; i < r->terms.count; i++)
        e = call_two(t, op, e, r->terms.at[i]);
    return e;
}

static value reduced(translation *t, const reduction *r, const char *name, place where) {
    value v = r->v;
    int n = r->terms.count;
    if (r->failed)
        return bad_value(t);
    if (strcmp(name, "sum") == 0)
        return totals(t, r);
    v.count = 1;
    if (strcmp(name, "product") == 0)
        v.e = n ? present(t, expr_product(t->graph, n, r->terms.at)) : number_of(t, 1);
    else if (n)
        v.e = extreme(t, r, strcmp(name, "min") == 0);
    else
        return value_error(t, where, "'%s' of an empty list has no value", name);
    return v;
}

/* What changes nothing; of an empty list, min and max are the ends of all numbers. */
static double neutral_of(const char *name) {
    if (strcmp(name, "product") == 0)
        return 1;
    if (strcmp(name, "sum") == 0)
        return 0;
    return strcmp(name, "min") == 0 ? DBL_MAX : -DBL_MAX;
}

value lower_reduction(translation *t, const ast *e, const char *name) {
    reduction r = {.v = {.type = basic(TYPE_INTEGER), .count = 1},
                   .takes_arrays = strcmp(name, "sum") == 0};
    int errors = error_count(t);
    if (e->indices) {
        r.e = ast_arg(e, 0);
        r.neutral = neutral_of(name);
        run_changing_loop(t, e->indices, r.e, NULL, loop_add_term, &r);
        r.failed |= error_count(t) > errors;
        return reduced(t, &r, name, e->where);
    }
    const ast *over = reduction_over_range(t, e);
    if (over)
        return lower_reduction(t, over, name);
    value v = lower_expression(t, ast_arg(e, 0));
    int of_truths = v.type.kind == TYPE_BOOLEAN && word_in(name, "min max");
    if (!type_is_number(v.type) && !of_truths)
        return value_error(t, ast_arg(e, 0)->where,
                           "the argument of '%s' must be a number (Real or Integer), "
                           "found %s",
                           name, type_name(t, v.type));
    if (is_bad(&v))
        return v;
    r.v = v;
    r.v.rank = 0;
    r.v.count = 1;
    r.v.at = NULL;
    for (int k = 0; k < v.count; k++)
        LIST_PUSH(t->arena, r.terms, value_at(&v, k));
    return reduced(t, &r, name, e->where);
}
