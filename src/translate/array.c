/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays as they are written: constructors, matrices, ranges, subscripts and fields. */
#include "translate.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* --- constructors --- */

/* Fields of records may have sizes of their own. */
static int same_fields(translation *t, place where, const value *a, const value *b,
                       int k) {
    for (int i = 0; is_record(a) && i < field_count(a->type); i++) {
        const value *f = &a->field[i];
        const value *g = &b->field[i];
        if (!same_shape(f, g))
            return semantic_error(
                t, where,
                "the field '%.80s' of element %d of the array has the size "
                "%s, but that of element 1 has %s",
                field_name(a->type, i), k + 1, value_shape(t, g), value_shape(t, f));
        if (!same_fields(t, where, f, g, k))
            return 0;
    }
    return 1;
}

static int stackable(translation *t, place where, const value *a, const value *b, int k) {
    if (!both_numbers(a, b) && !type_same(a->type, b->type))
        return semantic_error(t, where,
                              "element %d of the array is %s, but element 1 is %s", k + 1,
                              type_name(t, b->type), type_name(t, a->type));
    if (!same_shape(a, b))
        return semantic_error(
            t, where, "element %d of the array has the size %s, but element 1 has %s",
            k + 1, value_shape(t, b), value_shape(t, a));
    return same_fields(t, where, a, b, k);
}

int may_have_rank(translation *t, int rank, place where) {
    return rank <= MOST_RANK ||
           semantic_error(t, where, "an array has at most %d dimensions", MOST_RANK);
}

int may_have_elements(translation *t, double count, place where) {
    if (count > MOST_ELEMENTS)
        return semantic_error(t, where, "this array has more than %d elements",
                              MOST_ELEMENTS);
    count_steps(t, count, where);
    return 1;
}

typedef struct values {
    value *at;
    int count, capacity;
} values;

value array_stack(translation *t, int count, const value *part, place where) {
    if (!count) /* an array of no numbers */
        return value_array(basic(TYPE_INTEGER), 1, NEW_ARRAY(t, int, 1), NULL);
    for (int i = 0; i < count; i++)
        if (is_bad(&part[i]) || !stackable(t, where, &part[0], &part[i], i))
            return bad_value(t);
    extent one = value_extent(&part[0]);
    if (!may_have_rank(t, one.rank + 1, where) ||
        !may_have_elements(t, count * one.count, where))
        return bad_value(t);
    return value_stack(t->arena, count, part);
}

typedef struct collection {
    const ast *element;
    values all;
} collection;

static int array_collect(translation *t, void *data) {
    collection *c = data;
    LIST_PUSH(t->arena, c->all, lower_expression(t, c->element));
    return !is_bad(&c->all.at[c->all.count - 1]);
}

/* {e for i in a, j in b}: j is the first subscript, as in Modelica */
static value array_comprehension(translation *t, const ast *e) {
    ast_indices one = {0};
    const ast_indices *all = e->indices;
    ast inner = *e;
    if (all->count > 1) { /* from the outermost, which is last */
        ast_indices *rest = arena_alloc(t->arena, sizeof *rest);
        *rest = *all;
        rest->count--;
        inner.indices = rest;
    }
    LIST_PUSH(t->arena, one, all->at[all->count - 1]);
    collection c = {.element = all->count > 1 ? &inner : ast_arg(e, 0)};
    run_loop(t, &one, ast_arg(e, 0), NULL, array_collect, &c);
    return array_stack(t, c.all.count, c.all.at, e->where);
}

value lower_array(translation *t, const ast *e) {
    if (e->indices)
        return array_comprehension(t, e);
    values all = {0};
    for (int i = 0; i < e->args.count; i++)
        LIST_PUSH(t->arena, all, lower_expression(t, ast_arg(e, i)));
    return array_stack(t, all.count, all.at, e->where);
}

/* --- concatenation --- */

static int fits_beside(const value *a, const value *b, int dimension) {
    if (a->rank != b->rank)
        return 0;
    for (int d = 0; d < a->rank; d++)
        if (d != dimension && a->size[d] != b->size[d])
            return 0;
    return 1;
}

/* Joins arrays along one dimension: blocks of each, as often as there are subscripts
 * before it. */
value concatenate(translation *t, int dimension, int count, const value *part,
                  place where) {
    assert(count > 0 && dimension < part[0].rank);
    double elements = 0;
    double length = 0;
    for (int i = 0; i < count; i++) {
        elements += part[i].count;
        length += part[i].size[dimension];
    }
    if (length > MOST_ELEMENTS)
        elements = length;
    if (!may_have_elements(t, elements, where))
        return bad_value(t);
    value v = part[0];
    for (int i = 0; i < count; i++) {
        if (is_bad(&part[i]))
            return bad_value(t);
        if (!fits_beside(&v, &part[i], dimension))
            return value_error(t, where,
                               "arrays of the sizes %s and %s cannot be concatenated "
                               "along dimension %d: the other sizes differ",
                               value_shape(t, &v), value_shape(t, &part[i]),
                               dimension + 1);
        value_join(&v, &part[i]);
    }
    int outer = elements > 0;
    int inner = 1;
    int *size = NEW_ARRAY(t, int, v.rank);
    for (int d = 0; d < v.rank; d++) {
        size[d] = d == dimension ? (int)length : v.size[d];
        if (d < dimension && outer)
            outer *= size[d];
        if (d > dimension && outer)
            inner *= size[d];
    }
    expr *at = NEW_ARRAY(t, expr, outer * size[dimension] * inner);
    expr *to = at;
    for (int o = 0; o < outer; o++)
        for (int i = 0; i < count; i++) {
            size_t block = (size_t)part[i].size[dimension] * (size_t)inner;
            if (block)
                memcpy(to, part[i].at + (size_t)o * block, block * sizeof *to);
            to += block;
        }
    return value_like(&v, v.rank, size, at);
}

value value_promote(translation *t, value v, int rank) {
    int *size = NEW_ARRAY(t, int, rank);
    for (int d = 0; d < rank; d++)
        size[d] = d < v.rank ? v.size[d] : 1;
    if (!v.rank) {
        expr *at = NEW_ARRAY(t, expr, 1);
        at[0] = v.e;
        v.at = at;
    }
    v.rank = rank;
    v.size = size;
    return v;
}

static value matrix_row(translation *t, const ast *row) {
    int n = row->args.count;
    int rank = 2;
    value *part = NEW_ARRAY(t, value, n);
    for (int i = 0; i < n; i++) {
        part[i] = lower_number(t, ast_arg(row, i), "an element of '[...]'");
        if (is_bad(&part[i]))
            return part[i];
        if (part[i].rank > rank)
            rank = part[i].rank;
    }
    for (int i = 0; i < n; i++)
        part[i] = value_promote(t, part[i], rank);
    return concatenate(t, 1, n, part, row->where);
}

value lower_matrix(translation *t, const ast *e) {
    int n = e->args.count;
    value *row = NEW_ARRAY(t, value, n);
    for (int i = 0; i < n; i++) {
        row[i] = matrix_row(t, ast_arg(e, i));
        if (is_bad(&row[i]))
            return row[i];
    }
    return concatenate(t, 0, n, row, e->where);
}

/* --- ranges --- */

value numbers_from(translation *t, type of, int n, double first, double step) {
    assert(n >= 0 && n <= MOST_ELEMENTS);
    int *size = NEW_ARRAY(t, int, 1);
    expr *at = NEW_ARRAY(t, expr, n);
    size[0] = n;
    for (int k = 0; k < n; k++)
        at[k] = number_of(t, first + k * step);
    return value_array(of, 1, size, at);
}

static int range_number(translation *t, const ast *e, const value *v, double *number) {
    if (is_bad(v))
        return 0;
    if (v->rank || (!type_is_number(v->type) && v->type.kind != TYPE_ENUMERATION &&
                    v->type.kind != TYPE_BOOLEAN))
        return semantic_error(t, e->where, "a range must consist of numbers, found %s",
                              v->rank ? "an array" : type_name(t, v->type));
    if (value_is_known(t, v, EVALUATE_SIZES, number) && isfinite(*number))
        return 1;
    return semantic_error(t, e->where,
                          "the numbers of a range must be known when the model is read%s",
                          change_text(t, v));
}

/* Counts with a little slack: 0:0.1:0.3 has four numbers. */
value lower_range(translation *t, const ast *e) {
    int n = e->args.count;
    assert(n == 2 || n == 3);
    double x[3] = {0};
    type of = basic(TYPE_INTEGER);
    for (int i = 0; i < n; i++) {
        value v = lower_expression(t, ast_arg(e, i));
        if (!range_number(t, ast_arg(e, i), &v, &x[i]))
            return bad_value(t);
        if (v.type.kind != TYPE_INTEGER)
            of = v.type;
    }
    double step = n == 3 ? x[1] : 1;
    if (step == 0)
        return value_error(t, e->where, "the step of a range must not be 0");
    double count = floor((x[n - 1] - x[0]) / step * (1 + 1e-15) + 1e-12) + 1;
    if (count > MOST_ELEMENTS)
        return value_error(t, e->where, "this range has %.0f numbers, more than %d",
                           count, MOST_ELEMENTS);
    return numbers_from(t, of, count > 0 ? (int)count : 0, x[0], step);
}

/* --- subscripts --- */

/* How many values this type has as a subscript; -1: any number. */
static int subscript_values(type of) {
    if (of.kind == TYPE_BOOLEAN)
        return 2;
    return of.kind == TYPE_ENUMERATION ? of.definition->definition->literals.count : -1;
}

static int subscript_fits(translation *t, const ast *s, type of, int size) {
    int count = subscript_values(of);
    return count < 0 || count == size ||
           semantic_error(t, s->where,
                          "a subscript of type %s has %d values, but the array has the "
                          "size %d here; declare the array with this type as its size",
                          type_name(t, of), count, size);
}

/* Lowers one subscript. Where its value is not known, *unknown, if not NULL, becomes its
 * number. */
static int one_subscript(translation *t, const ast *e, int d, int size, subscript *by,
                         int *unknown) {
    const ast *s = ast_arg(e, d + 1);
    *by = (subscript){.whole = s->kind == AST_COLON};
    if (by->whole)
        return 1;
    int outer = t->end_size;
    t->end_size = size;
    value v = lower_subscript_value(t, s);
    t->end_size = outer;
    if (is_bad(&v))
        return 0;
    if (v.rank > 1 || is_record(&v) || v.type.kind == TYPE_REAL ||
        v.type.kind == TYPE_STRING)
        return semantic_error(t, s->where, "a subscript must be Integer, found %s%s",
                              v.rank ? "an array of " : "", type_name(t, v.type));
    if (!subscript_fits(t, s, v.type, size))
        return 0;
    double ignored;
    if (unknown && !v.rank && !value_is_known(t, &v, EVALUATE_SIZES, &ignored)) {
        *unknown = d;
        return 0;
    }
    int *at = v.rank ? NEW_ARRAY(t, int, v.count) : &by->one;
    by->is_scalar = v.rank == 0;
    by->count = v.count;
    by->at = v.rank ? at : NULL;
    for (int k = 0; k < v.count; k++) {
        value one = v;
        one.rank = 0;
        one.e = value_at(&v, k);
        if (!value_integer(t, &one, s->where, "a subscript", &at[k]))
            return 0;
        if (at[k] < 1 || at[k] > size)
            return semantic_error(t, s->where,
                                  "subscript %d of '%.80s' is %d, outside of 1:%d", d + 1,
                                  ast_text(t, ast_arg(e, 0)), at[k], size);
    }
    return 1;
}

/* Lowers the subscripts one by one; dimensions without one are taken whole. */
int lower_subscripts(translation *t, const ast *e, int outer, int rank, const int *size,
                     subscript *by, int *unknown) {
    assert(outer >= 0 && outer <= rank && rank <= MOST_RANK);
    int n = e->args.count - 1;
    int own = rank - outer;
    double count = 1;
    if (unknown)
        *unknown = -1;
    if (n > own)
        return semantic_error(t, e->where,
                              "'%.80s' is %s%s and has too many subscripts: %d",
                              ast_text(t, ast_arg(e, 0)), own ? "an array " : "",
                              shape_text(t->arena, own, own ? size + outer : NULL), n);
    for (int d = 0; d < rank; d++) {
        int k = d - outer;
        by[d] = (subscript){.whole = 1};
        if (k >= 0 && k < n && !one_subscript(t, e, k, size[d], &by[d], unknown))
            return 0;
        count *= by[d].whole ? size[d] : by[d].count;
    }
    if (count > MOST_ELEMENTS)
        return semantic_error(t, e->where,
                              "these subscripts select %.0f elements, more than %d",
                              count, MOST_ELEMENTS);
    count_steps(t, count, e->where);
    return 1;
}

/* Lowers x[k] with a k that changes: if k == 1 then x[1] elseif k == 2 then x[2] ... */
static value changing_subscript(translation *t, const ast *e, int d, int size) {
    enum { MOST = 1000 };
    ast copy = *e;
    ast number = *ast_arg(e, d + 1);
    value k = lower_subscript_value(t, &number);
    value v = bad_value(t);
    if (size < 1 || size > MOST)
        return value_error(t, number.where,
                           "a subscript that changes with time needs an array of 1 to %d "
                           "elements, found %d",
                           MOST, size);
    assert_subscript(t, e, d, &k, size);
    number.kind = AST_NUMBER;
    number.integer = 1;
    copy.args.at = LIST_KEEP(t->arena, e->args);
    copy.args.at[d + 1].value = &number;
    for (int i = size; i >= 1; i--) {
        number.value = i;
        value one = lower_subscript(t, &copy);
        expr is = subscript_is(t, &k, i);
        v = i == size ? one : choose_value(t, is, &one, &v, e->where);
    }
    value_join_all(t->arena, &v, &k);
    return v;
}

static value subscripted(translation *t, const ast *e, int *outer);
static value field_of(translation *t, const ast *e, int *outer);

/* The first subscripts of r.x are those of r. */
value lower_whole(translation *t, const ast *e, int *outer) {
    int of_owner = 0;
    value v;
    if (e->kind == AST_NAME) {
        v = lower_name(t, e);
        const symbol *s = name_resolve(t, e->text);
        of_owner = s && s->owner ? s->owner->rank : 0;
    } else if (e->kind == AST_SUBSCRIPT) {
        v = subscripted(t, e, &of_owner);
    } else if (e->kind == AST_FIELD) {
        v = field_of(t, e, &of_owner);
    } else {
        v = lower_expression(t, e);
    }
    *outer = e->enclosed || is_bad(&v) ? 0 : of_owner;
    return v;
}

/* x[2, 3]: most subscripts in loops. */
static int element_at(const value *v, int count, const subscript *by, value *one) {
    int offset = 0;
    if (is_record(v) || v->rank == 0 || count < v->rank)
        return 0;
    for (int d = 0; d < count; d++) {
        if (by[d].whole || !by[d].is_scalar)
            return 0;
        offset = offset * v->size[d] + by[d].one - 1;
    }
    *one = *v;
    one->rank = 0;
    one->count = 1;
    one->e = v->at[offset];
    return 1;
}

/* Selects elements; a subscript that changes with time makes an if-expression. */
static value subscripted(translation *t, const ast *e, int *outer) {
    subscript by[MOST_RANK + 1];
    int unknown;
    value v = lower_whole(t, ast_arg(e, 0), outer);
    if (is_bad(&v))
        return v;
    if (!lower_subscripts(t, e, *outer, v.rank, v.size, by, &unknown)) {
        if (unknown >= 0)
            return changing_subscript(t, e, unknown, v.size[*outer + unknown]);
        return bad_value(t);
    }
    int count = *outer + e->args.count - 1;
    value one;
    if (element_at(&v, count, by, &one))
        return one;
    selection s = select_elements(t->arena, v.rank, v.size, count, by);
    if (v.count && value_extent(&v).count / v.count * s.count > MOST_ELEMENTS)
        return value_error(t, e->where, "this array has more than %d elements",
                           MOST_ELEMENTS);
    return value_select(t->arena, &v, &s);
}

value lower_subscript(translation *t, const ast *e) {
    int outer;
    return subscripted(t, e, &outer);
}

value lower_field(translation *t, const ast *e) {
    int outer;
    return field_of(t, e, &outer);
}

/* The number of a field, or -1. Exporters write f(x).re where the field is 're'. */
static int find_field(translation *t, type of, const char *name) {
    const char *quoted = intern(t, arena_print(t->arena, "'%s'", name));
    int found = -1;
    for (int i = 0; i < field_count(of); i++) {
        if (field_name(of, i) == name)
            return i;
        if (field_name(of, i) == quoted)
            found = i;
    }
    return found;
}

static value field_of(translation *t, const ast *e, int *outer) {
    value v = lower_whole(t, ast_arg(e, 0), outer);
    int has_fields = is_record(&v);
    *outer = v.rank;
    if (is_bad(&v))
        return v;
    const int i = has_fields ? find_field(t, v.type, e->text) : -1;
    if (i >= 0)
        return v.field[i];
    return value_error(t, e->where,
                       has_fields ? "'%.80s' is a %s, which has no field '%.80s'"
                                  : "'%.80s' is %s and has no field '%.80s'",
                       ast_text(t, ast_arg(e, 0)), type_name(t, v.type), e->text);
}
