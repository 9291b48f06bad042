/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators: on scalars, element by element, and of matrices. */
#include "translate.h"
#include <assert.h>
#include <string.h>

static int is_elementwise(token_kind op) {
    return op >= TOKEN_DOT_PLUS && op <= TOKEN_DOT_CARET;
}

/* Applies f to pairs of elements; a scalar needs no memory for its one. */
value elementwise(translation *t, binary f, const value *a, const value *b, place where,
                  const char *what) {
    const value *like = a->rank ? a : b;
    value v = {.type = basic(TYPE_INTEGER)};
    value_join(&v, a);
    value_join(&v, b);
    if (a->rank && b->rank && !same_shape(a, b))
        return value_error(t, where, "%s cannot combine arrays of the sizes %s and %s",
                           what, value_shape(t, a), value_shape(t, b));
    if (like->rank)
        count_steps(t, like->count, where);
    expr one;
    expr *at = like->rank ? NEW_ARRAY(t, expr, like->count) : &one;
    for (int k = 0; k < like->count; k++)
        at[k] = present(t, f(t->graph, value_at(a, k), value_at(b, k)));
    return value_like(&v, like->rank, like->size, at);
}

/* --- sums --- */

enum { FEW = 8 }; /* operands: no memory is taken from the arena for them */

/* All terms at once: one by one, a sum of n terms would take n^2 steps. */
static expr operator_sum_of(translation *t, int n, const double *c, const expr *term) {
    if (n == 1)
        return c[0] < 0 ? present(t, expr_neg(t->graph, term[0])) : term[0];
    return present(t, expr_sum(t->graph, n, c, term));
}

/* Terms of one shape; '.+' and '.-' take scalars, too. */
static int fits_sum(translation *t, const ast *e, const value *all, int k,
                    const value *shape) {
    token_kind op = e->args.at[k].op;
    const char *sign = op == TOKEN_MINUS ? "-" : "+";
    if (same_shape(&all[k], shape))
        return 1;
    int is_first = k == 0 && e->args.count > 1;
    if (!all[k].rank &&
        (is_elementwise(op) || (is_first && is_elementwise(e->args.at[1].op))))
        return 1;
    return semantic_error(
        t, e->where, "'%s' cannot combine %s and %s; '.%s' adds a scalar to each element",
        sign, value_shape(t, shape), value_shape(t, &all[k]), sign);
}

static value array_sum(translation *t, const ast *e, const double *c, const value *all,
                       const value *shape, const value *v) {
    int n = e->args.count;
    expr *term = NEW_ARRAY(t, expr, n);
    expr *at = NEW_ARRAY(t, expr, shape->count);
    for (int i = 0; i < n; i++)
        if (!fits_sum(t, e, all, i, shape))
            return bad_value(t);
    count_steps(t, (double)n * shape->count, e->where);
    for (int k = 0; k < shape->count; k++) {
        for (int i = 0; i < n; i++)
            term[i] = value_at(&all[i], k);
        at[k] = operator_sum_of(t, n, c, term);
    }
    return value_like(v, shape->rank, shape->size, at);
}

static value wrong_operand(translation *t, const ast_operand *a, const value *v) {
    return value_error(t, a->value->where,
                       "an operand of '%s' must be a number (Real or Integer), found %s",
                       token_name(a->op), type_name(t, v->type));
}

static value operator_negated(translation *t, const ast *e, const value *v);

/* Adds numbers, or whatever the operators of records make of the terms, one by one. */
static value record_sum(translation *t, const ast *e, const value *all) {
    value v = all[0];
    if (e->args.at[0].op == TOKEN_MINUS)
        v = operator_negated(t, e, &v);
    for (int i = 1; i < e->args.count && !is_bad(&v); i++) {
        token_kind op = e->args.at[i].op;
        int minus = op == TOKEN_MINUS || op == TOKEN_DOT_MINUS;
        if (is_bad(&all[i]))
            return bad_value(t);
        if (is_record(&v) || is_record(&all[i]))
            v = overloaded(t, e, minus ? "'-'" : "'+'", &v, &all[i]);
        else
            v = elementwise(t, minus ? expr_sub : expr_add, &v, &all[i], e->where,
                            minus ? "'-'" : "'+'");
    }
    return v;
}

/* Lowers all operands before it adds any: whether they are texts, numbers or arrays
 * decides how. */
value lower_sum(translation *t, const ast *e) {
    int n = e->args.count;
    value v = {.type = basic(TYPE_INTEGER), .count = 1};
    value few[FEW];
    value *all = n <= FEW ? few : NEW_ARRAY(t, value, n);
    value *shape = NULL;
    int records = 0;
    double some[FEW];
    double *c = n <= FEW ? some : NEW_ARRAY(t, double, n);
    expr part[FEW];
    expr *term = n <= FEW ? part : NEW_ARRAY(t, expr, n);
    for (int i = 0; i < n; i++) {
        const ast_operand *a = &e->args.at[i];
        if (i == 0) {
            all[0] = lower_expression(t, a->value);
            if (all[0].type.kind == TYPE_STRING && n > 1)
                return text_sum(t, e);
        }
        if (i)
            all[i] = lower_expression(t, a->value);
        records |= is_record(&all[i]);
        if (!is_record(&all[i]) && !type_is_number(all[i].type))
            all[i] = wrong_operand(t, a, &all[i]);
        value_join(&v, &all[i]);
        c[i] = a->op == TOKEN_MINUS || a->op == TOKEN_DOT_MINUS ? -1 : 1;
        term[i] = all[i].e;
        if (all[i].rank && !shape)
            shape = &all[i];
    }
    if (records)
        return record_sum(t, e, all);
    if (is_bad(&v))
        return bad_value(t);
    if (shape)
        return array_sum(t, e, c, all, shape, &v);
    v.e = operator_sum_of(t, n, c, term);
    return v;
}

/* --- products --- */

static int is_number_zero(translation *t, expr e) {
    const expr_node *n = expr_get(t->graph, e);
    return n->op == OP_NUMBER && n->value == 0;
}

/* Sum over k of a[i, k] b[k, j], for a of [rows, inner] and b of [inner, columns]. A zero
 * that is written down, as in identity(3), makes no term: rotations are full of them. */
static expr *matrix_product(translation *t, const value *a, const value *b, int rows,
                            int inner, int columns) {
    expr *at = NEW_ARRAY(t, expr, rows * columns);
    expr *term = NEW_ARRAY(t, expr, inner);
    double *one = NEW_ARRAY(t, double, inner);
    for (int k = 0; k < inner; k++)
        one[k] = 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int n = 0;
            for (int k = 0; k < inner; k++) {
                expr x = a->at[i * inner + k];
                expr y = b->at[k * columns + j];
                if (is_number_zero(t, x) || is_number_zero(t, y))
                    continue;
                term[n++] = present(t, expr_mul(t->graph, x, y));
            }
            at[i * columns + j] = n ? operator_sum_of(t, n, one, term) : number_of(t, 0);
        }
    return at;
}

/* Multiplies as linear algebra does: a vector is a row on the left, a column on the
 * right. */
value multiply(translation *t, const value *a, const value *b, place where) {
    if (!a->rank || !b->rank)
        return elementwise(t, expr_mul, a, b, where, "'*'");
    value v = {.type = basic(TYPE_INTEGER)};
    value_join(&v, a);
    assert(a->rank <= MOST_RANK && b->rank <= MOST_RANK);
    value_join(&v, b);
    int inner = a->size[a->rank - 1];
    int left = a->rank > 1;
    int right = b->rank > 1;
    if (a->rank > 2 || b->rank > 2 || inner != b->size[0])
        return value_error(
            t, where,
            "'*' cannot multiply arrays of the sizes %s and %s: the columns "
            "of the first (%d) must be the rows of the second (%d); '.*' "
            "multiplies element by element",
            value_shape(t, a), value_shape(t, b), inner, b->size[0]);
    int rows = left ? a->size[0] : 1;
    int columns = right ? b->size[1] : 1;
    if ((double)rows * columns > MOST_ELEMENTS)
        return value_error(t, where, "this product has more than %d elements",
                           MOST_ELEMENTS);
    count_steps(t, (double)rows * columns * inner, where);
    int *size = NEW_ARRAY(t, int, 2);
    if (left)
        size[0] = rows;
    if (right)
        size[left] = columns;
    expr *at = matrix_product(t, a, b, rows, inner, columns);
    return value_like(&v, left + right, size, at);
}

static int is_division(token_kind op) {
    return op == TOKEN_SLASH || op == TOKEN_DOT_SLASH;
}

static value product_of_two(translation *t, const ast *e, token_kind op, const value *a,
                            const value *b) {
    if (op == TOKEN_STAR)
        return multiply(t, a, b, e->where);
    if (op == TOKEN_DOT_STAR)
        return elementwise(t, expr_mul, a, b, e->where, "'.*'");
    if (op == TOKEN_SLASH && b->rank)
        return value_error(
            t, e->where,
            "'/' cannot divide by an array %s; './' divides element by element",
            value_shape(t, b));
    value v =
        elementwise(t, expr_div, a, b, e->where, op == TOKEN_SLASH ? "'/'" : "'./'");
    if (v.type.kind == TYPE_INTEGER)
        v.type.kind = TYPE_REAL;
    return v;
}

/* From left to right, as 1e-300/1e-200/1e-200 must not become 1e-300/0. */
static value product_in_order(translation *t, const ast *e, const value *factor) {
    value v = factor[0];
    for (int i = 1; i < e->args.count && !is_bad(&v); i++) {
        if (is_bad(&factor[i]))
            return bad_value(t);
        v = product_of_two(t, e, e->args.at[i].op, &v, &factor[i]);
    }
    return v;
}

/* All at once: one by one, n factors would take n^2 steps. */
static expr product_at_once(translation *t, const ast *e, const value *factor) {
    int n = e->args.count;
    int over = 0;
    int under = 0;
    expr *up = NEW_ARRAY(t, expr, n);
    expr *down = NEW_ARRAY(t, expr, n);
    for (int i = 0; i < n; i++)
        if (is_division(e->args.at[i].op))
            down[under++] = factor[i].e;
        else
            up[over++] = factor[i].e;
    expr product = expr_product(t->graph, over, up);
    if (under)
        product = expr_div(t->graph, product, expr_product(t->graph, under, down));
    return present(t, product);
}

static value negated(translation *t, const value *v) {
    value minus = number_value(t, TYPE_INTEGER, -1);
    if (v->rank)
        return multiply(t, &minus, v, nowhere);
    value r = *v;
    r.e = present(t, expr_neg(t->graph, v->e));
    return r;
}

static value operator_negated(translation *t, const ast *e, const value *v) {
    return is_record(v) ? overloaded(t, e, "'-'", v, NULL) : negated(t, v);
}

/* Multiplies from left to right by the operators of records. */
static value record_product(translation *t, const ast *e, const value *factor) {
    value v = factor[0];
    for (int i = 1; i < e->args.count && !is_bad(&v); i++) {
        token_kind op = e->args.at[i].op;
        if (is_bad(&factor[i]))
            return bad_value(t);
        if (is_record(&v) || is_record(&factor[i]))
            v = overloaded(t, e, is_division(op) ? "'/'" : "'*'", &v, &factor[i]);
        else
            v = product_of_two(t, e, op, &v, &factor[i]);
    }
    return v;
}

/* Lowers all factors before it multiplies: arrays and long products go their own ways. */
value lower_product(translation *t, const ast *e) {
    enum { MANY = 64 };
    int n = e->args.count;
    int arrays = 0;
    int records = 0;
    value v = {.type = basic(TYPE_INTEGER), .count = 1};
    value few[FEW];
    value *factor = n <= FEW ? few : NEW_ARRAY(t, value, n);
    for (int i = 0; i < n; i++) {
        const ast_operand *a = &e->args.at[i];
        factor[i] = lower_expression(t, a->value);
        records |= is_record(&factor[i]);
        if (!is_record(&factor[i]) && !type_is_number(factor[i].type))
            factor[i] = wrong_operand(t, a, &factor[i]);
        value_join(&v, &factor[i]);
        if (a->op == TOKEN_SLASH && v.type.kind == TYPE_INTEGER)
            v.type.kind = TYPE_REAL;
        if (a->negative)
            factor[i] = operator_negated(t, e, &factor[i]);
        arrays |= factor[i].rank > 0;
    }
    if (records)
        return record_product(t, e, factor);
    if (n < MANY || arrays)
        return product_in_order(t, e, factor);
    v.e = product_at_once(t, e, factor);
    return v;
}

/* --- powers --- */

/* Raises a square matrix to the power n: n - 1 products; n = 0 is the identity. */
static value matrix_power(translation *t, const ast *e, const value *a, const value *b) {
    enum { MOST = 1000 };
    double n = -1;
    int known = value_is_known(t, b, EVALUATE_SIZES, &n);
    if (a->rank != 2 || a->size[0] != a->size[1] || b->rank || !known || n < 0 ||
        n > MOST || n != (int)n)
        return value_error(
            t, e->where,
            "'^' of an array %s: the array must be square and the exponent an "
            "Integer from 0 to %d; '.^' takes powers of the elements",
            value_shape(t, a), MOST);
    int size = a->size[0];
    expr *one = NEW_ARRAY(t, expr, a->count);
    for (int k = 0; k < a->count; k++)
        one[k] = number_of(t, k / size == k % size);
    value v = *a;
    if (n == 0)
        v.at = one;
    for (int k = 1; k < (int)n; k++)
        v = multiply(t, &v, a, e->where);
    v.type.kind = TYPE_REAL;
    return v;
}

value lower_power(translation *t, const ast *e) {
    assert(e->args.count == 2);
    value a = lower_expression(t, ast_arg(e, 0));
    if (is_record(&a)) {
        value by = lower_expression(t, ast_arg(e, 1));
        return is_bad(&by) ? by : overloaded_power(t, e, &a, &by);
    }
    if (!type_is_number(a.type))
        return value_error(t, ast_arg(e, 0)->where,
                           "the base of '^' must be a number (Real or Integer), found %s",
                           type_name(t, a.type));
    value b = lower_number(t, ast_arg(e, 1), "the exponent of '^'");
    if (is_bad(&a) || is_bad(&b))
        return bad_value(t);
    value v = (a.rank || b.rank) && !is_elementwise(e->args.at[0].op)
                  ? matrix_power(t, e, &a, &b)
                  : elementwise(t, expr_pow, &a, &b, e->where, "'.^'");
    if (!is_bad(&v))
        v.type.kind = TYPE_REAL;
    return v;
}

/* --- relations and conditions --- */

static expr_op relation_op(token_kind op) {
    static const expr_op of[TOKEN_COUNT] = {
        [TOKEN_LT] = OP_LT, [TOKEN_LE] = OP_LE, [TOKEN_GT] = OP_GT,
        [TOKEN_GE] = OP_GE, [TOKEN_EQ] = OP_EQ, [TOKEN_NE] = OP_NE};
    assert(of[op]);
    return of[op];
}

/* A comparison of a function that is stated to be smooth makes no event. */
static expr without_event(translation *t, expr e) {
    if (!t->frame || !t->frame->is_smooth || expr_get(t->graph, e)->op == OP_NUMBER)
        return e;
    return expr_call(t->graph, OP_NOEVENT, &e);
}

/* Compares numbers, conditions and enumeration values of one type; texts that are known,
 * as other tools choose by them. */
value lower_relation(translation *t, const ast *e) {
    assert(e->args.count == 2);
    token_kind op = e->args.at[1].op;
    value v = {.type = basic(TYPE_BOOLEAN), .count = 1};
    value a = lower_expression(t, ast_arg(e, 0));
    value b = lower_expression(t, ast_arg(e, 1));
    int text = a.type.kind == TYPE_STRING || b.type.kind == TYPE_STRING;
    int ordered = op == TOKEN_EQ || op == TOKEN_NE || a.type.kind != TYPE_BOOLEAN;
    if ((is_record(&a) || is_record(&b)) && !is_bad(&a) && !is_bad(&b))
        return overloaded(t, e, arena_print(t->arena, "'%s'", token_name(op)), &a, &b);
    if (a.type.kind == TYPE_STRING && b.type.kind == TYPE_STRING)
        return text_compare(t, e, &a, &b);
    if (text || (!both_numbers(&a, &b) && !(type_same(a.type, b.type) && ordered)))
        return value_error(t, e->where, "'%s' cannot compare %s with %s", token_name(op),
                           type_name(t, a.type), type_name(t, b.type));
    if (a.rank || b.rank)
        return value_error(t, e->where, "'%s' compares numbers, found arrays: %s and %s",
                           token_name(op), value_shape(t, &a), value_shape(t, &b));
    value_join(&v, &a);
    value_join(&v, &b);
    v.e = present(t, expr_call(t->graph, relation_op(op), (const expr[]){a.e, b.e}));
    v.e = without_event(t, v.e);
    return v;
}

static expr logical_and(graph *g, expr a, expr b) {
    return expr_call(g, OP_AND, (const expr[]){a, b});
}

static expr logical_or(graph *g, expr a, expr b) {
    return expr_call(g, OP_OR, (const expr[]){a, b});
}

static expr logical_not(graph *g, expr a, expr b) {
    (void)b;
    return expr_call(g, OP_NOT, &a);
}

/* Joins conditions, also arrays of them, element by element. */
value lower_logical(translation *t, const ast *e) {
    static const struct {
        const char *operand, *name;
        binary f;
    } all[] = {[AST_AND] = {"an operand of 'and'", "'and'", logical_and},
               [AST_OR] = {"an operand of 'or'", "'or'", logical_or},
               [AST_NOT] = {"the operand of 'not'", "'not'", logical_not}};
    value v = {.count = 0};
    /* 'n > 0 and x[n] > 1': the second counts where the first is true */
    const premise *outer = t->taken;
    for (int i = 0; i < e->args.count; i++) {
        const premise here = {outer, i && !v.rank && !is_bad(&v) ? v.e : NO_EXPR,
                              e->kind == AST_AND};
        t->taken = &here;
        value one = lower_expression(t, ast_arg(e, i));
        t->taken = outer;
        if (one.type.kind != TYPE_BOOLEAN && !is_bad(&one))
            one = lower_condition(t, ast_arg(e, i), all[e->kind].operand);
        if (i == 0)
            v = one;
        if (i == 0 && e->kind != AST_NOT)
            continue;
        int bad = is_bad(&v) || is_bad(&one);
        v = elementwise(t, all[e->kind].f, &v, &one, e->where, all[e->kind].name);
        v.type = basic(bad || is_bad(&v) ? TYPE_BAD : TYPE_BOOLEAN);
    }
    return v;
}
