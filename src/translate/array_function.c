/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of Modelica that make and rearrange arrays. */
#include "translate.h"
#include <assert.h>
#include <string.h>

typedef value (*function)(translation *t, const ast *e);

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

static value shaped_like(const value *v, int rank, const int *size, const expr *at) {
    value r = value_array(v->type, rank, size, at);
    r.level = v->level;
    r.changing = v->changing;
    return r;
}

static int *sizes_new(translation *t, int rank, int a, int b) {
    int *size = NEW_ARRAY(t, int, rank);
    if (rank > 0)
        size[0] = a;
    if (rank > 1)
        size[1] = b;
    return size;
}

/* --- filled with one value --- */

/* Sizes from argument `first` on, of an array with `more` dimensions behind them; 0 after
 * an error. */
static int read_sizes(translation *t, const ast *e, int first, int more, int *size) {
    int rank = e->args.count - first;
    if (rank + more > MOST_RANK)
        return semantic_error(t, e->where, "an array has at most %d dimensions",
                              MOST_RANK);
    for (int d = 0; d < rank; d++) {
        const ast *a = ast_arg(e, first + d);
        value v = lower_expression(t, a);
        if (!value_integer(t, &v, a->where, "a size", &size[d]))
            return 0;
        if (size[d] < 0 || size[d] > MOST_ELEMENTS)
            return semantic_error(t, a->where, "a size must be from 0 to %d, found %d",
                                  MOST_ELEMENTS, size[d]);
    }
    if (shape_count(rank, size) >= 0)
        return 1;
    return semantic_error(t, e->where, "this array has more than %d elements",
                          MOST_ELEMENTS);
}

static value filled(translation *t, const ast *e, int first, const value *with) {
    int *size = NEW_ARRAY(t, int, e->args.count);
    extent one = value_extent(with);
    if (is_bad(with) || !read_sizes(t, e, first, one.rank, size))
        return bad_value(t);
    int rank = e->args.count - first;
    int n = shape_count(rank, size);
    if (n * one.count > MOST_ELEMENTS)
        return value_error(t, e->where, "this array has more than %d elements",
                           MOST_ELEMENTS);
    count_steps(t, n * one.count, e->where);
    if (with->type.kind == TYPE_RECORD || with->rank) {
        selection s = {rank + with->rank, 0, NEW_ARRAY(t, int, rank + with->rank), NULL};
        memcpy(s.size, size, sizeof(int) * (size_t)rank);
        for (int d = 0; d < with->rank; d++)
            s.size[rank + d] = with->size[d];
        s.count = n * with->count;
        s.offset = NEW_ARRAY(t, int, s.count);
        for (int k = 0; k < s.count; k++)
            s.offset[k] = k % with->count;
        return value_select(t->arena, with, &s);
    }
    expr *at = NEW_ARRAY(t, expr, n);
    for (int k = 0; k < n; k++)
        at[k] = with->e;
    return shaped_like(with, rank, size, at);
}

static value zeros(translation *t, const ast *e) {
    value v = value_number(t->graph, TYPE_INTEGER, 0);
    return filled(t, e, 0, &v);
}
static value ones(translation *t, const ast *e) {
    value v = value_number(t->graph, TYPE_INTEGER, 1);
    return filled(t, e, 0, &v);
}
static value array_function_fill(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    return filled(t, e, 1, &v);
}

/* A square matrix with these numbers on the diagonal, else 0. */
static value diagonal_of(translation *t, const ast *e, const value *v, int n) {
    if ((double)n * n > MOST_ELEMENTS)
        return value_error(t, e->where, "this array has more than %d elements",
                           MOST_ELEMENTS);
    count_steps(t, (double)n * n, e->where);
    expr *at = NEW_ARRAY(t, expr, n * n);
    expr zero = expr_number(t->graph, 0);
    for (int k = 0; k < n * n; k++)
        at[k] = k / n == k % n ? value_at(v, v->rank ? k / n : 0) : zero;
    return shaped_like(v, 2, sizes_new(t, 2, n, n), at);
}

static value identity(translation *t, const ast *e) {
    int n;
    value one = value_number(t->graph, TYPE_INTEGER, 1);
    return read_sizes(t, e, 0, 0, &n) ? diagonal_of(t, e, &one, n) : bad_value(t);
}

static value diagonal(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    if (!has_shape(t, e, &v, 1, 0))
        return bad_value(t);
    return diagonal_of(t, e, &v, v.count);
}

static value linspace(translation *t, const ast *e) {
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
    expr *at = NEW_ARRAY(t, expr, n);
    expr parts = expr_number(t->graph, n - 1);
    expr length = expr_sub(t->graph, b.e, a.e);
    expr step = expr_div(t->graph, length, parts);
    for (int k = 0; k < n; k++)
        at[k] = present(t, expr_add(t->graph, a.e,
                                    expr_mul(t->graph, expr_number(t->graph, k), step)));
    value_join(&a, &b);
    a.type.kind = TYPE_REAL;
    return shaped_like(&a, 1, sizes_new(t, 1, n, 0), at);
}

/* --- rearranged --- */

static value array_function_transpose(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (!has_shape(t, e, &v, 2, 0))
        return bad_value(t);
    int m = v.size[0];
    int n = v.size[1];
    selection s = {2, v.count, sizes_new(t, 2, n, m), NEW_ARRAY(t, int, v.count)};
    for (int k = 0; k < v.count; k++)
        s.offset[k] = k % m * n + k / m;
    return value_select(t->arena, &v, &s);
}

static value symmetric(translation *t, const ast *e) {
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
    return shaped_like(&v, 2, v.size, at);
}

static value vector(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    int longer = 0;
    for (int d = 0; d < v.rank; d++)
        longer += v.size[d] > 1;
    if (is_bad(&v))
        return v;
    if (longer > 1 || v.type.kind == TYPE_RECORD)
        return value_error(t, e->where,
                           "'vector' takes an array with one long dimension, found %s",
                           value_shape(t, &v));
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++)
        at[k] = value_at(&v, k);
    return shaped_like(&v, 1, sizes_new(t, 1, v.count, 0), at);
}

static value array_function_matrix(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    if (is_bad(&v) || v.rank == 2)
        return v;
    int m = v.rank ? v.size[0] : 1;
    int n = v.rank > 1 ? v.size[1] : 1;
    if ((double)m * n != v.count)
        return value_error(t, e->where, "'matrix' cannot leave out dimensions of %s",
                           value_shape(t, &v));
    expr *at = NEW_ARRAY(t, expr, v.count);
    for (int k = 0; k < v.count; k++)
        at[k] = value_at(&v, k);
    return shaped_like(&v, 2, sizes_new(t, 2, m, n), at);
}

static value scalar(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v) || !v.rank)
        return v;
    if (v.count != 1 || v.type.kind == TYPE_RECORD)
        return value_error(t, e->where,
                           "'scalar' takes an array with one element, found %s",
                           value_shape(t, &v));
    return shaped_like(&v, 0, v.size, v.at);
}

static value cat(translation *t, const ast *e) {
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
        if (part[i].type.kind == TYPE_RECORD || dimension < 1 || dimension > part[i].rank)
            return value_error(t, e->where, "'cat' cannot join along dimension %d of %s",
                               dimension, value_shape(t, &part[i]));
    }
    return concatenate(t, dimension - 1, n, part, e->where);
}

static value array_function_array(translation *t, const ast *e) {
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

static value array_function_cross(translation *t, const ast *e) {
    value a = arg_number(t, e, 0);
    value b = arg_number(t, e, 1);
    if (!has_shape(t, e, &a, 1, 3) || !has_shape(t, e, &b, 1, 3))
        return bad_value(t);
    expr *at = NEW_ARRAY(t, expr, 3);
    for (int k = 0; k < 3; k++)
        at[k] = minor(t, &a, &b, (k + 1) % 3, (k + 2) % 3);
    value_join(&a, &b);
    if (b.type.kind == TYPE_REAL)
        a.type = b.type;
    return shaped_like(&a, 1, sizes_new(t, 1, 3, 0), at);
}

/* skew(x)*y = cross(x, y) */
static value skew(translation *t, const ast *e) {
    value v = arg_number(t, e, 0);
    if (!has_shape(t, e, &v, 1, 3))
        return bad_value(t);
    expr *at = NEW_ARRAY(t, expr, 9);
    for (int k = 0; k < 9; k++) {
        int i = k / 3;
        int j = k % 3;
        at[k] = i == j             ? expr_number(t->graph, 0)
                : (i + 1) % 3 == j ? present(t, expr_neg(t->graph, v.at[3 - i - j]))
                                   : v.at[3 - i - j];
    }
    return shaped_like(&v, 2, sizes_new(t, 2, 3, 3), at);
}

static value outer_product(translation *t, const ast *e) {
    value a = arg_number(t, e, 0);
    value b = arg_number(t, e, 1);
    if (!has_shape(t, e, &a, 1, 0) || !has_shape(t, e, &b, 1, 0))
        return bad_value(t);
    a.rank = 2;
    a.size = sizes_new(t, 2, a.count, 1);
    b.rank = 2;
    b.size = sizes_new(t, 2, 1, b.count);
    return multiply(t, &a, &b, e->where);
}

static expr euclidean(translation *t, const value *v) {
    expr *square = NEW_ARRAY(t, expr, v->count);
    double *one = NEW_ARRAY(t, double, v->count);
    for (int k = 0; k < v->count; k++) {
        one[k] = 1;
        square[k] = expr_mul(t->graph, v->at[k], v->at[k]);
    }
    expr sum = present(t, expr_sum(t->graph, v->count, one, square));
    return present(t, expr_call(t->graph, OP_SQRT, &sum));
}

static expr sum_of_sizes(translation *t, const value *v) {
    expr *size = NEW_ARRAY(t, expr, v->count);
    double *one = NEW_ARRAY(t, double, v->count);
    for (int k = 0; k < v->count; k++) {
        one[k] = 1;
        size[k] = present(t, expr_call(t->graph, OP_ABS, &v->at[k]));
    }
    return present(t, expr_sum(t->graph, v->count, one, size));
}

/* Vectors.norm(v, p = 2) and Vectors.length(v) */
static value array_function_norm(translation *t, const ast *e) {
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
    value r = {.type = basic(TYPE_REAL), .count = 1};
    r.e = p == 1 ? sum_of_sizes(t, &v) : euclidean(t, &v);
    r.level = v.level;
    r.changing = v.changing;
    return r;
}

/* --- sizes --- */

static value array_function_size_of(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v))
        return v;
    if (e->args.count == 2) {
        int d;
        value i = lower_expression(t, ast_arg(e, 1));
        if (!value_integer(t, &i, e->where, "the dimension of 'size'", &d))
            return bad_value(t);
        if (d >= 1 && d <= v.rank)
            return value_number(t->graph, TYPE_INTEGER, v.size[d - 1]);
        return value_error(t, e->where, "dimension %d of 'size' is outside of %s", d,
                           value_shape(t, &v));
    }
    expr *at = NEW_ARRAY(t, expr, v.rank);
    for (int d = 0; d < v.rank; d++)
        at[d] = expr_number(t->graph, v.size[d]);
    return value_array(basic(TYPE_INTEGER), 1, sizes_new(t, 1, v.rank, 0), at);
}

static value dimensions(translation *t, const ast *e) {
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v))
        return v;
    return value_number(t->graph, TYPE_INTEGER, v.rank);
}

static value array_function_sum(translation *t, const ast *e) {
    return lower_reduction(t, e, "sum");
}
static value array_function_product(translation *t, const ast *e) {
    return lower_reduction(t, e, "product");
}

static const struct {
    const char *name;
    function f;
    int fewest, most; /* arguments */
} table[] = {
    {"zeros", zeros, 1, 100},
    {"ones", ones, 1, 100},
    {"fill", array_function_fill, 2, 100},
    {"identity", identity, 1, 1},
    {"diagonal", diagonal, 1, 1},
    {"linspace", linspace, 3, 3},
    {"transpose", array_function_transpose, 1, 1},
    {"symmetric", symmetric, 1, 1},
    {"vector", vector, 1, 1},
    {"matrix", array_function_matrix, 1, 1},
    {"scalar", scalar, 1, 1},
    {"cat", cat, 2, 1000000},
    {"array", array_function_array, 1, 1000000},
    {"cross", array_function_cross, 2, 2},
    {"skew", skew, 1, 1},
    {"outerProduct", outer_product, 2, 2},
    {"Vectors.norm", array_function_norm, 1, 2},
    {"Vectors.length", array_function_norm, 1, 1},
    {"size", array_function_size_of, 1, 2},
    {"ndims", dimensions, 1, 1},
    {"sum", array_function_sum, 1, 1},
    {"product", array_function_product, 1, 1},
};
enum { FUNCTIONS = sizeof table / sizeof *table };

int is_array_function(const char *name) {
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, table[i].name) == 0)
            return 1;
    return 0;
}

value array_function(translation *t, const ast *e, const char *name) {
    for (int i = 0; i < FUNCTIONS; i++)
        if (strcmp(name, table[i].name) == 0)
            return call_takes(t, e, table[i].fewest, table[i].most) ? table[i].f(t, e)
                                                                    : bad_value(t);
    return bad_value(t);
}
