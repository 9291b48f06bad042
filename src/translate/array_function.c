/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of Modelica that make and rearrange arrays: ARRAY_FUNCTION of
 * builtin.def. */
#include "translate.h"
#include <assert.h>
#include <string.h>

static value arg_number(translation *t, const ast *e, int i) {
    return lower_number(t, ast_arg(e, i), "the argument of '%.80s'", e->text);
}

/* A vector of n numbers, or an array with `rank` dimensions. */
static int has_shape(translation *t, const ast *e, const value *v, int rank, int n) {
    if (is_bad(v))
        return 0;
    int fits = v->rank == rank;
    for (int d = 0; d < rank && fits && n; d++)
        fits = v->size[d] == n;
    if (fits)
        return 1;
    return semantic_error(t, e->where, "'%.80s' takes %s%s, found %s", e->text,
                          rank == 1 ? "a vector" : "a matrix",
                          n ? arena_print(t->arena, " with %d elements", n) : "",
                          value_shape(t, v));
}

static value vector_like(translation *t, const value *v, int n, const expr *at) {
    int *size = NEW_ARRAY(t, int, 1);
    size[0] = n;
    return value_like(v, 1, size, at);
}

static value matrix_like(translation *t, const value *v, int m, int n, const expr *at) {
    int *size = NEW_ARRAY(t, int, 2);
    size[0] = m;
    size[1] = n;
    return value_like(v, 2, size, at);
}

/* --- filled with one value --- */

/* Sizes from argument `first` on, of an array with `more` dimensions behind them; 0 after
 * an error. */
static int read_sizes(translation *t, const ast *e, int first, int more, int *size) {
    int rank = e->args.count - first;
    if (!may_have_rank(t, rank + more, e->where))
        return 0;
    for (int d = 0; d < rank; d++) {
        const ast *a = ast_arg(e, first + d);
        value v = lower_expression(t, a);
        if (!value_integer(t, &v, a->where, "a size", &size[d]))
            return 0;
        if (size[d] < 0 || size[d] > MOST_ELEMENTS)
            return semantic_error(t, a->where, "a size must be from 0 to %d, found %d",
                                  MOST_ELEMENTS, size[d]);
    }
    return shape_count(rank, size) >= 0 ||
           semantic_error(t, e->where, "this array has more than %d elements",
                          MOST_ELEMENTS);
}

static value filled(translation *t, const ast *e, int first, const value *with) {
    int rank = e->args.count - first;
    extent one = value_extent(with);
    selection s = {.rank = rank + with->rank};
    s.size = NEW_ARRAY(t, int, s.rank);
    if (is_bad(with) || !read_sizes(t, e, first, one.rank, s.size))
        return bad_value(t);
    int n = shape_count(rank, s.size);
    if (!may_have_elements(t, n * one.count, e->where))
        return bad_value(t);
    for (int d = 0; d < with->rank; d++)
        s.size[rank + d] = with->size[d];
    s.count = n * with->count;
    s.offset = NEW_ARRAY(t, int, s.count);
    for (int k = 0; k < s.count; k++)
        s.offset[k] = k % with->count;
    return value_select(t->arena, with, &s);
}

value array_zeros(translation *t, const ast *e) {
    value v = number_value(t, TYPE_INTEGER, 0);
    return filled(t, e, 0, &v);
}

value array_ones(translation *t, const ast *e) {
    value v = number_value(t, TYPE_INTEGER, 1);
    return filled(t, e, 0, &v);
}

value array_fill(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    return filled(t, e, 1, &v);
}

/* A square matrix with these numbers on the diagonal, else 0. */
static value diagonal_of(translation *t, const ast *e, const value *v, int n) {
    if (!may_have_elements(t, (double)n * n, e->where))
        return bad_value(t);
    expr *at = NEW_ARRAY(t, expr, n * n);
    expr zero = number_of(t, 0);
    for (int k = 0; k < n * n; k++)
        at[k] = k / n == k % n ? value_at(v, k / n) : zero;
    return matrix_like(t, v, n, n, at);
}

value array_identity(translation *t, const ast *e) {
    int n;
    value one = number_value(t, TYPE_INTEGER, 1);
    return read_sizes(t, e, 0, 0, &n) ? diagonal_of(t, e, &one, n) : bad_value(t);
}

value array_diagonal(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    return has_shape(t, e, &v, 1, 0) ? diagonal_of(t, e, &v, v.count) : bad_value(t);
}

/* Computes a + k*(b - a)/(n - 1), so that the last point is b but for rounding. */
value array_linspace(translation *t, const ast *e) {
    value a = lower_scalar(t, ast_arg(e, 0), "the argument of 'linspace'");
    value b = lower_scalar(t, ast_arg(e, 1), "the argument of 'linspace'");
    value count = lower_expression(t, ast_arg(e, 2));
    int n;
    if (is_bad(&a) || is_bad(&b) ||
        !value_integer(t, &count, e->where, "the number of points of 'linspace'", &n))
        return bad_value(t);
    if (n < 2 || n > MOST_ELEMENTS)
        return value_error(t, e->where, "'linspace' needs from 2 to %d points, found %d",
                           MOST_ELEMENTS, n);
    graph *g = t->graph;
    expr *at = NEW_ARRAY(t, expr, n);
    expr parts = expr_number(g, n - 1);
    expr length = expr_sub(g, b.e, a.e);
    expr step = expr_div(g, length, parts);
    for (int k = 0; k < n; k++)
        at[k] = present(t, expr_add(g, a.e, expr_mul(g, expr_number(g, k), step)));
    value_join(&a, &b);
    a.type.kind = TYPE_REAL;
    return vector_like(t, &a, n, at);
}

/* --- rearranged --- */

value array_transpose(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (!has_shape(t, e, &v, 2, 0))
        return bad_value(t);
    int m = v.size[0];
    int n = v.size[1];
    int size[] = {n, m};
    selection s = {2, v.count, arena_keep(t->arena, size, sizeof *size, 2),
                   NEW_ARRAY(t, int, v.count)};
    for (int k = 0; k < v.count; k++)
        s.offset[k] = k % m * n + k / m;
    return value_select(t->arena, &v, &s);
}

value array_symmetric(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    if (!has_shape(t, e, &v, 2, v.rank == 2 ? v.size[0] : 0))
        return bad_value(t);
    int n = v.size[0];
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++) {
        int i = k / n;
        int j = k % n;
        at[k] = v.at[i <= j ? k : j * n + i];
    }
    return value_elements(&v, at);
}

/* Elements in their order, of a scalar too. */
static const expr *elements_of(translation *t, const value *v) {
    return v->rank ? v->at : arena_keep(t->arena, &v->e, sizeof v->e, 1);
}

value array_vector(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    int longer = 0;
    for (int d = 0; d < v.rank; d++)
        longer += v.size[d] > 1;
    if (is_bad(&v))
        return v;
    if (longer > 1 || is_record(&v))
        return value_error(
            t, e->where,
            "'vector' takes an array with at most one dimension longer than 1, found %s",
            value_shape(t, &v));
    return vector_like(t, &v, v.count, elements_of(t, &v));
}

value array_matrix(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    if (is_bad(&v) || v.rank == 2)
        return v;
    int m = v.rank ? v.size[0] : 1;
    int n = v.rank > 1 ? v.size[1] : 1;
    if ((double)m * n != v.count)
        return value_error(t, e->where,
                           "'matrix' takes an array in which all dimensions after the "
                           "second have size 1, found %s",
                           value_shape(t, &v));
    return matrix_like(t, &v, m, n, elements_of(t, &v));
}

value array_promote(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    value n = lower_expression(t, ast_arg(e, 1));
    int rank;
    if (is_bad(&v) || is_bad(&n) ||
        !value_integer(t, &n, e->where, "the number of dimensions", &rank))
        return bad_value(t);
    if (rank < v.rank || rank > MOST_RANK)
        return value_error(t, e->where,
                           "'promote' adds dimensions to %s, up to %d in all; found %d",
                           value_shape(t, &v), MOST_RANK, rank);
    return rank ? value_promote(t, v, rank) : v;
}

value array_scalar(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v) || !v.rank)
        return v;
    if (v.count != 1 || is_record(&v))
        return value_error(t, e->where,
                           "'scalar' takes an array with one element, found %s",
                           value_shape(t, &v));
    return value_like(&v, 0, v.size, v.at);
}

value array_cat(translation *t, const ast *e) {
    assert(e->args.count > 0);
    int n = e->args.count - 1;
    int dimension;
    value first = lower_expression(t, ast_arg(e, 0));
    value *part = NEW_ARRAY(t, value, n);
    if (!value_integer(t, &first, ast_arg(e, 0)->where, "the dimension of 'cat'",
                       &dimension))
        return bad_value(t);
    for (int i = 0; i < n; i++) {
        part[i] = lower_expression(t, ast_arg(e, i + 1));
        if (is_bad(&part[i]))
            return part[i];
        if (is_record(&part[i]) || dimension < 1 || dimension > part[i].rank)
            return value_error(t, e->where,
                               "'cat' cannot concatenate along dimension %d of %s",
                               dimension, value_shape(t, &part[i]));
        if (!both_numbers(&part[0], &part[i]) && !type_same(part[0].type, part[i].type))
            return value_error(t, ast_arg(e, i + 1)->where,
                               "'cat' cannot concatenate arrays of %s and %s",
                               type_name(t, part[0].type), type_name(t, part[i].type));
    }
    return concatenate(t, dimension - 1, n, part, e->where);
}

value array_array(translation *t, const ast *e) {
    ast copy = *e;
    copy.kind = AST_ARRAY;
    return lower_array(t, &copy);
}

/* --- products of vectors --- */

static expr minor(translation *t, const value *a, const value *b, int i, int j) {
    expr second = expr_mul(t->graph, a->at[j], b->at[i]);
    expr first = expr_mul(t->graph, a->at[i], b->at[j]);
    return present(t, expr_sub(t->graph, first, second));
}

/* Two vectors of this length; 0: of any. */
static int two_vectors(translation *t, const ast *e, int n, value *a, value *b) {
    *a = arg_number(t, e, 0);
    *b = arg_number(t, e, 1);
    return has_shape(t, e, a, 1, n) && has_shape(t, e, b, 1, n);
}

value array_cross(translation *t, const ast *e) {
    value a, b;
    if (!two_vectors(t, e, 3, &a, &b))
        return bad_value(t);
    expr *at = NEW_ARRAY(t, expr, 3);
    for (int k = 0; k < 3; k++)
        at[k] = minor(t, &a, &b, (k + 1) % 3, (k + 2) % 3);
    value_join(&a, &b);
    return value_elements(&a, at);
}

/* skew(x)*y = cross(x, y) */
value array_skew(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    if (!has_shape(t, e, &v, 1, 3))
        return bad_value(t);
    expr *at = NEW_ARRAY(t, expr, 9);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        at[4 * i] = number_of(t, 0);
        at[3 * i + j] = present(t, expr_neg(t->graph, v.at[3 - i - j]));
        at[3 * j + i] = v.at[3 - i - j];
    }
    return matrix_like(t, &v, 3, 3, at);
}

value array_outer_product(translation *t, const ast *e) {
    value a, b;
    if (!two_vectors(t, e, 0, &a, &b))
        return bad_value(t);
    a = matrix_like(t, &a, a.count, 1, a.at);
    b = matrix_like(t, &b, 1, b.count, b.at);
    return multiply(t, &a, &b, e->where);
}

/* Lowers Vectors.norm(v, p = 2) and Vectors.length(v). */
value array_norm(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    double p = 2;
    if (!has_shape(t, e, &v, 1, 0))
        return bad_value(t);
    if (e->args.count > 1) {
        const ast *a = ast_arg(e, 1);
        value order = lower_scalar(t, a, "the order of '%.80s'", e->text);
        if (is_bad(&order))
            return order;
        if (!value_is_known(t, &order, EVALUATE_SIZES, &p) || (p != 1 && p != 2))
            return value_error(t, a->where,
                               "the order of '%.80s' must be 1 or 2, found '%.80s'",
                               e->text, ast_text(t, a));
    }
    expr *term = NEW_ARRAY(t, expr, v.count);
    double *one = NEW_ARRAY(t, double, v.count);
    for (int k = 0; k < v.count; k++) {
        one[k] = 1;
        term[k] = p == 1 ? present(t, expr_call(t->graph, OP_ABS, &v.at[k]))
                         : expr_mul(t->graph, v.at[k], v.at[k]);
    }
    expr norm = present(t, expr_sum(t->graph, v.count, one, term));
    if (p == 2)
        norm = present(t, expr_call(t->graph, OP_SQRT, &norm));
    v.type.kind = TYPE_REAL;
    return value_like(&v, 0, NULL, &norm);
}

/* --- sizes --- */

value array_size(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v))
        return v;
    if (e->args.count == 2) {
        int d;
        value i = lower_expression(t, ast_arg(e, 1));
        if (!value_integer(t, &i, e->where, "the dimension of 'size'", &d))
            return bad_value(t);
        if (d >= 1 && d <= v.rank)
            return number_value(t, TYPE_INTEGER, v.size[d - 1]);
        return value_error(t, e->where, "dimension %d of 'size' is outside of %s", d,
                           value_shape(t, &v));
    }
    expr *at = NEW_ARRAY(t, expr, v.rank);
    for (int d = 0; d < v.rank; d++)
        at[d] = number_of(t, v.size[d]);
    value numbers = {.type = basic(TYPE_INTEGER)};
    return vector_like(t, &numbers, v.rank, at);
}

value array_ndims(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    return is_bad(&v) ? v : number_value(t, TYPE_INTEGER, v.rank);
}

value array_total(translation *t, const ast *e) {
    return lower_reduction(t, e, "sum");
}

value array_product(translation *t, const ast *e) {
    return lower_reduction(t, e, "product");
}
