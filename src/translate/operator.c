/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators: on scalars, element by element, and of matrices. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* Type of an operation on numbers: Integer as long as all of them are. */
static void join_number(value *to, const value *from) {
    if (from->type.kind == TYPE_REAL && to->type.kind == TYPE_INTEGER)
        to->type.kind = TYPE_REAL;
    value_join(to, from);
}

static int is_elementwise(token_kind op) {
    return op == TOKEN_DOT_PLUS || op == TOKEN_DOT_MINUS || op == TOKEN_DOT_STAR ||
           op == TOKEN_DOT_SLASH || op == TOKEN_DOT_CARET;
}

value elementwise(translation *t, binary f, const value *a, const value *b, place where,
                  const char *what) {
    value v = a->rank ? *a : *b;
    v.type = basic(TYPE_INTEGER);
    v.level = LEVEL_CONSTANT;
    v.changing = NULL;
    join_number(&v, a);
    join_number(&v, b);
    if (a->rank && b->rank && !same_shape(a, b))
        return value_error(t, where, "%s cannot join arrays of the sizes %s and %s", what,
                           value_shape(t, a), value_shape(t, b));
    if (!v.rank) {
        v.e = present(t, f(t->graph, a->e, b->e));
        return v;
    }
    count_steps(t, v.count, where);
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++)
        at[k] =
            present(t, f(t->graph, a->rank ? a->at[k] : a->e, b->rank ? b->at[k] : b->e));
    v.at = at;
    return v;
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
    if (same_shape(&all[k], shape))
        return 1;
    if (!all[k].rank &&
        (is_elementwise(e->args.at[k].op) ||
         (k == 0 && e->args.count > 1 && is_elementwise(e->args.at[1].op))))
        return 1;
    return semantic_error(t, e->where,
                          "'%s' cannot join %s and %s; '.%s' adds a scalar to "
                          "each element",
                          e->args.at[k].op == TOKEN_MINUS ? "-" : "+",
                          value_shape(t, shape), value_shape(t, &all[k]),
                          e->args.at[k].op == TOKEN_MINUS ? "-" : "+");
}

static value array_sum(translation *t, const ast *e, const double *c, const value *all,
                       const value *shape, value v) {
    int n = e->args.count;
    expr *term = NEW_ARRAY(t, expr, n);
    expr *at = NEW_ARRAY(t, expr, shape->count);
    for (int i = 0; i < n; i++)
        if (!fits_sum(t, e, all, i, shape))
            return bad_value(t);
    count_steps(t, (double)n * shape->count, e->where);
    for (int k = 0; k < shape->count; k++) {
        for (int i = 0; i < n; i++)
            term[i] = all[i].rank ? all[i].at[k] : all[i].e;
        at[k] = operator_sum_of(t, n, c, term);
    }
    v.rank = shape->rank;
    v.size = shape->size;
    v.count = shape->count;
    v.at = at;
    return v;
}

value lower_sum(translation *t, const ast *e) {
    int n = e->args.count;
    value v = {.type = basic(TYPE_INTEGER), .count = 1};
    value few[FEW];
    value *all = n <= FEW ? few : NEW_ARRAY(t, value, n);
    value *shape = NULL;
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
        if (i || !type_is_number(all[0].type))
            all[i] = lower_number(t, a->value, "an operand of '%s'", token_name(a->op));
        join_number(&v, &all[i]);
        c[i] = a->op == TOKEN_MINUS || a->op == TOKEN_DOT_MINUS ? -1 : 1;
        term[i] = all[i].e;
        if (all[i].rank && !shape)
            shape = &all[i];
    }
    if (is_bad(&v))
        return bad_value(t);
    if (shape)
        return array_sum(t, e, c, all, shape, v);
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
            at[i * columns + j] =
                n ? operator_sum_of(t, n, one, term) : expr_number(t->graph, 0);
        }
    return at;
}

value multiply(translation *t, const value *a, const value *b, place where) {
    if (!a->rank || !b->rank)
        return elementwise(t, expr_mul, a, b, where, "'*'");
    value v = {.type = basic(TYPE_INTEGER)};
    join_number(&v, a);
    join_number(&v, b);
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
    type of = v.type;
    value r = value_array(of, left + right, size,
                          matrix_product(t, a, b, rows, inner, columns));
    r.level = v.level;
    r.changing = v.changing;
    return r;
}

static value operator_divide(translation *t, const value *a, const value *b,
                             place where) {
    if (b->rank)
        return value_error(
            t, where, "'/' cannot divide by an array %s; './' divides element by element",
            value_shape(t, b));
    return elementwise(t, expr_div, a, b, where, "'/'");
}

/* From left to right, as 1e-300/1e-200/1e-200 must not become 1e-300/0. */
static value product_in_order(translation *t, const ast *e, const value *factor) {
    value v = factor[0];
    for (int i = 1; i < e->args.count && !is_bad(&v); i++) {
        token_kind op = e->args.at[i].op;
        if (is_bad(&factor[i]))
            return bad_value(t);
        v = op == TOKEN_STAR    ? multiply(t, &v, &factor[i], e->where)
            : op == TOKEN_SLASH ? operator_divide(t, &v, &factor[i], e->where)
            : op == TOKEN_DOT_STAR
                ? elementwise(t, expr_mul, &v, &factor[i], e->where, "'.*'")
                : elementwise(t, expr_div, &v, &factor[i], e->where, "'./'");
        int division = op == TOKEN_SLASH || op == TOKEN_DOT_SLASH;
        if (division && v.type.kind == TYPE_INTEGER)
            v.type.kind = TYPE_REAL;
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
        if (e->args.at[i].op == TOKEN_SLASH || e->args.at[i].op == TOKEN_DOT_SLASH)
            down[under++] = factor[i].e;
        else
            up[over++] = factor[i].e;
    expr product = expr_product(t->graph, over, up);
    if (under)
        product = expr_div(t->graph, product, expr_product(t->graph, under, down));
    return present(t, product);
}

static value negated(translation *t, const value *v) {
    value minus = value_number(t->graph, TYPE_INTEGER, -1);
    if (v->rank)
        return multiply(t, &minus, v, nowhere);
    value r = *v;
    r.e = present(t, expr_neg(t->graph, v->e));
    return r;
}

value lower_product(translation *t, const ast *e) {
    enum { MANY = 64 };
    int n = e->args.count;
    int arrays = 0;
    value v = {.type = basic(TYPE_INTEGER), .count = 1};
    value few[FEW];
    value *factor = n <= FEW ? few : NEW_ARRAY(t, value, n);
    for (int i = 0; i < n; i++) {
        const ast_operand *a = &e->args.at[i];
        factor[i] = lower_number(t, a->value, "an operand of '%s'", token_name(a->op));
        join_number(&v, &factor[i]);
        if (a->op == TOKEN_SLASH && v.type.kind == TYPE_INTEGER)
            v.type.kind = TYPE_REAL;
        if (a->negative)
            factor[i] = negated(t, &factor[i]);
        arrays |= factor[i].rank > 0;
    }
    if (n < MANY || arrays)
        return product_in_order(t, e, factor);
    v.e = product_at_once(t, e, factor);
    return v;
}

/* --- powers --- */

/* a^n of a square matrix: n - 1 products; n = 0 is the identity */
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
        one[k] = expr_number(t->graph, k / size == k % size);
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
    value a = lower_number(t, ast_arg(e, 0), "the base of '^'");
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
    switch (op) {
    case TOKEN_LT:
        return OP_LT;
    case TOKEN_LE:
        return OP_LE;
    case TOKEN_GT:
        return OP_GT;
    case TOKEN_GE:
        return OP_GE;
    case TOKEN_EQ:
        return OP_EQ;
    default:
        assert(op == TOKEN_NE);
        return OP_NE;
    }
}

/* Texts that are known: other tools choose by them. */
static value compare_texts(translation *t, const value *a, const value *b,
                           token_kind op) {
    int same = strcmp(a->text, b->text) == 0;
    return value_number(t->graph, TYPE_BOOLEAN, op == TOKEN_EQ ? same : !same);
}

value lower_relation(translation *t, const ast *e) {
    assert(e->args.count == 2);
    token_kind op = e->args.at[1].op;
    value v = {.type = basic(TYPE_BOOLEAN), .count = 1};
    value a = lower_expression(t, ast_arg(e, 0));
    value b = lower_expression(t, ast_arg(e, 1));
    int text = a.type.kind == TYPE_STRING || b.type.kind == TYPE_STRING;
    int numbers = type_is_number(a.type) && type_is_number(b.type);
    int equality = op == TOKEN_EQ || op == TOKEN_NE;
    int ordered = equality || a.type.kind != TYPE_BOOLEAN;
    if (a.text && b.text && equality)
        return compare_texts(t, &a, &b, op);
    if (text || a.type.kind == TYPE_RECORD ||
        (!numbers && !(type_same(a.type, b.type) && ordered)))
        return value_error(t, e->where, "'%s' cannot compare %s with %s", token_name(op),
                           type_name(t, a.type), type_name(t, b.type));
    if (a.rank || b.rank)
        return value_error(t, e->where, "'%s' compares numbers, found arrays: %s and %s",
                           token_name(op), value_shape(t, &a), value_shape(t, &b));
    value_join(&v, &a);
    value_join(&v, &b);
    v.e = present(t, expr_call(t->graph, relation_op(op), (const expr[]){a.e, b.e}));
    return v;
}

static expr both(graph *g, expr a, expr b) {
    return expr_call(g, OP_AND, (const expr[]){a, b});
}
static expr either(graph *g, expr a, expr b) {
    return expr_call(g, OP_OR, (const expr[]){a, b});
}
static expr opposite(graph *g, expr a, expr b) {
    (void)b;
    return expr_call(g, OP_NOT, &a);
}

static value lower_truth(translation *t, const ast *e, const char *what) {
    value v = lower_expression(t, e);
    if (v.type.kind == TYPE_BOOLEAN || is_bad(&v))
        return v;
    return lower_condition(t, e, what); /* says what is wrong */
}

value lower_logical(translation *t, const ast *e) {
    const char *what = e->kind == AST_AND  ? "an operand of 'and'"
                       : e->kind == AST_OR ? "an operand of 'or'"
                                           : "the operand of 'not'";
    binary f = e->kind == AST_AND ? both : e->kind == AST_OR ? either : opposite;
    value v = lower_truth(t, ast_arg(e, 0), what);
    if (e->kind == AST_NOT) {
        value r = elementwise(t, f, &v, &v, e->where, "'not'");
        r.type = v.type;
        return r;
    }
    for (int i = 1; i < e->args.count; i++) {
        value one = lower_truth(t, ast_arg(e, i), what);
        int bad = is_bad(&v) || is_bad(&one);
        v = elementwise(t, f, &v, &one, e->where, e->kind == AST_AND ? "'and'" : "'or'");
        v.type = (type){bad || is_bad(&v) ? TYPE_BAD : TYPE_BOOLEAN, NULL};
    }
    return v;
}
