/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables: objects that are known when the model is read, and the functions on them, which
 * become operators of the expression graph (src/expr/lookup.h). Exported models declare
 * both with external C functions; only their names count here. */
#include "table.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* An external object: a table with its columns, which are made when they are used. */
typedef struct table_object {
    lookup_kind kind;
    const char *name; /* of the declaration, or NULL */
    table_matrix matrix;
    int outputs;
    const int *column; /* [outputs]: from 0 */
    lookup_smoothness smoothness;
    lookup_extrapolation extrapolation;
    lookup_events events;
    double start, shift;
    lookup_data **data; /* [outputs]: or NULL, not made yet */
    const lookup **look;
    const lookup *next;
} table_object;

/* --- reading arguments --- */

static int is_table_class(const char *name) {
    static const char package[] = "Modelica.Blocks.Types.";
    if (name[0] == '\'')
        name++;
    if (strncmp(name, package, strlen(package)) != 0)
        return 0;
    name += strlen(package);
    size_t size = strcspn(name, "'");
    static const char *const known[] = {"ExternalCombiTable1D", "ExternalCombiTable2D",
                                        "ExternalCombiTimeTable"};
    for (int k = 0; k < 3; k++)
        if (strlen(known[k]) == size && strncmp(name, known[k], size) == 0)
            return 1;
    return 0;
}

int table_is_type(const char *name) {
    return is_table_class(name);
}

/* Words that models may use without a declaration of their enumeration. */
int table_word(const char *name, double *number) {
    static const char package[] = "Modelica.Blocks.Types.";
    static const struct {
        const char *kind, *words;
    } known[] = {
        {"Smoothness.", "LinearSegments ContinuousDerivative ConstantSegments "
                        "MonotoneContinuousDerivative1 MonotoneContinuousDerivative2 "
                        "ModifiedContinuousDerivative"},
        {"Extrapolation.", "HoldLastPoint LastTwoPoints Periodic NoExtrapolation"},
        {"TimeEvents.", "Always AtDiscontinuities NoTimeEvents"}};
    if (strncmp(name, package, strlen(package)) != 0)
        return 0;
    name += strlen(package);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t size = strlen(known[k].kind);
        if (strncmp(name, known[k].kind, size) == 0)
            *number = word_in(name + size, known[k].words);
        else
            continue;
        return *number > 0;
    }
    return 0;
}

/* The numbers of an argument, which cannot be set any longer; NULL after an error. */
static const double *known_numbers(translation *t, const ast *e, const value *v,
                                   const char *what) {
    if (is_bad(v))
        return NULL;
    double *at = ARENA_ARRAY(lasting(t), double, v->count + 1);
    for (int k = 0; k < v->count; k++) {
        if (v->level == LEVEL_CHANGING ||
            !expr_is_known(t, value_at(v, k), EVALUATE_SIZES, &at[k])) {
            semantic_error(t, e->where, "%s must be known when the model is read%s", what,
                           change_text(t, v));
            return NULL;
        }
        if (!isfinite(at[k])) {
            semantic_error(t, e->where, "%s must be finite, found %g", what, at[k]);
            return NULL;
        }
    }
    return at;
}

static int known_number(translation *t, const ast *e, const char *what, double *to) {
    value v = lower_scalar(t, e, "%s", what);
    const double *at = known_numbers(t, e, &v, what);
    if (at)
        *to = at[0];
    return at != NULL;
}

/* A number of an enumeration, from 1 to most. */
static int known_word(translation *t, const ast *e, const char *what, int most, int *to) {
    value v = lower_expression(t, e);
    if (!value_integer(t, &v, e->where, what, to))
        return 0;
    return (*to >= 1 && *to <= most) ||
           semantic_error(t, e->where, "%s must be from 1 to %d, found %d", what, most,
                          *to);
}

static const char *known_text(translation *t, const ast *e, const char *otherwise) {
    value v = e ? lower_expression(t, e) : (value){.text = otherwise};
    if (e && v.type.kind != TYPE_STRING && !is_bad(&v))
        semantic_error(t, e->where, "expected a String that is known, found %s",
                       type_name(t, v.type));
    return v.text ? v.text : otherwise;
}

static int is_named(const char *text) {
    return text[0] && strcmp(text, "NoName") != 0;
}

/* --- the matrix --- */

/* Where the arguments of a constructor are, from 0; -1: it has none. */
typedef struct constructor {
    lookup_kind kind;
    int start, columns, smoothness, extrapolation, shift, events, delimiter, headers;
} constructor;

static const ast *optional(const ast *e, int i) {
    return i >= 0 && i < e->args.count ? ast_arg(e, i) : NULL;
}

static int literal_matrix(translation *t, const ast *e, table_matrix *m) {
    value v = lower_number(t, e, "the table");
    if (is_bad(&v))
        return 0;
    if (v.rank != 2 || v.count == 0)
        return semantic_error(t, e->where,
                              "a table needs a matrix of numbers with at least one row, "
                              "or the names of a table and a file; found %s",
                              value_shape(t, &v));
    m->rows = v.size[0];
    m->columns = v.size[1];
    m->at = known_numbers(t, e, &v, "the numbers of a table");
    return m->at != NULL;
}

static int read_matrix(translation *t, const ast *e, const constructor *c,
                       table_matrix *m) {
    const char *name = known_text(t, ast_arg(e, 0), "NoName");
    const char *file = known_text(t, ast_arg(e, 1), "NoName");
    const char *delimiter = known_text(t, optional(e, c->delimiter), ",");
    int headers = 0;
    const ast *count = optional(e, c->headers);
    if (count) {
        value v = lower_expression(t, count);
        if (!value_integer(t, &v, count->where, "the number of header lines", &headers))
            return 0;
    }
    if (is_named(file))
        return table_read_file(t, e, file, name, delimiter, headers, m);
    if (is_named(name))
        return semantic_error(t, e->where,
                              "the table '%.80s' is to come from a function usertab, "
                              "which is not supported; name a file, or write the matrix",
                              name);
    return literal_matrix(t, ast_arg(e, 2), m);
}

static double matrix_at(const table_object *o, int row, int column) {
    return o->matrix.at[row * o->matrix.columns + column];
}

/* --- objects --- */

static int read_columns(translation *t, const ast *e, table_object *o) {
    value v = lower_expression(t, e);
    const double *at = known_numbers(t, e, &v, "the columns of a table");
    int *column = ARENA_ARRAY(lasting(t), int, v.count + 1);
    for (int k = 0; at && k < v.count; k++) {
        column[k] = (int)at[k] - 1;
        if (at[k] != floor(at[k]) || !(at[k] >= 1 && at[k] <= o->matrix.columns))
            return semantic_error(t, e->where,
                                  "the table has %d columns, and none of number %g",
                                  o->matrix.columns, at[k]);
    }
    o->outputs = v.count;
    o->column = column;
    return at != NULL;
}

/* x[i - 1] before x[i]: equal ones are a jump, which curves over time may have. */
static int is_ascending(translation *t, const ast *e, const table_object *o, double x0,
                        double x1, int i) {
    int may_jump = o->kind == LOOKUP_TIMED &&
                   (o->smoothness == LOOKUP_LINEAR || o->smoothness == LOOKUP_CONSTANT);
    if (x1 > x0 || (x1 == x0 && may_jump))
        return 1;
    return semantic_error(t, e->where,
                          "the abscissas of the table must increase: number %d is %g, "
                          "after %g",
                          i + 1, x1, x0);
}

static int check_abscissas(translation *t, const ast *e, const table_object *o) {
    int first = o->kind == LOOKUP_SURFACE;
    int fine = 1;
    for (int i = first + 1; i < o->matrix.rows && fine; i++)
        fine = is_ascending(t, e, o, matrix_at(o, i - 1, 0), matrix_at(o, i, 0), i);
    for (int j = 2; first && j < o->matrix.columns && fine; j++)
        fine = is_ascending(t, e, o, matrix_at(o, 0, j - 1), matrix_at(o, 0, j), j);
    return fine;
}

static int check_shape(translation *t, const ast *e, const table_object *o) {
    int is_surface = o->kind == LOOKUP_SURFACE;
    if (o->matrix.columns < 2 || (is_surface && o->matrix.rows < 2))
        return semantic_error(t, e->where,
                              "a table of this kind needs at least 2 columns%s, found a "
                              "matrix [%d, %d]",
                              is_surface ? " and 2 rows" : "", o->matrix.rows,
                              o->matrix.columns);
    if (is_surface && o->smoothness != LOOKUP_LINEAR && o->smoothness != LOOKUP_AKIMA &&
        o->smoothness != LOOKUP_CONSTANT)
        return semantic_error(t, e->where,
                              "a CombiTable2D has LinearSegments, ContinuousDerivative "
                              "or ConstantSegments");
    return 1;
}

static int read_options(translation *t, const ast *e, const constructor *c,
                        table_object *o) {
    int smoothness;
    int extrapolation = LOOKUP_LINES;
    int events = LOOKUP_EVERYWHERE;
    const ast *beyond = optional(e, c->extrapolation);
    const ast *when = optional(e, c->events);
    const ast *start = optional(e, c->start);
    const ast *shift = optional(e, c->shift);
    if (!known_word(t, ast_arg(e, c->smoothness), "the smoothness of a table", 6,
                    &smoothness) ||
        (beyond &&
         !known_word(t, beyond, "the extrapolation of a table", 4, &extrapolation)) ||
        (when && !known_word(t, when, "the time events of a table", 3, &events)) ||
        (start && !known_number(t, start, "the start time of a table", &o->start)) ||
        (shift && !known_number(t, shift, "the shift time of a table", &o->shift)))
        return 0;
    o->smoothness = (lookup_smoothness)smoothness;
    o->extrapolation = (lookup_extrapolation)extrapolation;
    o->events = (lookup_events)events;
    return 1;
}

static value construct(translation *t, const ast *e, const constructor *c) {
    static const int only = 0;
    table_object *o = arena_alloc(lasting(t), sizeof *o);
    o->kind = c->kind;
    o->start = -INFINITY;
    o->outputs = 1;
    o->column = &only;
    if (!read_matrix(t, e, c, &o->matrix) || !read_options(t, e, c, o) ||
        (c->columns >= 0 && !read_columns(t, ast_arg(e, c->columns), o)) ||
        !check_shape(t, e, o) || !check_abscissas(t, e, o))
        return bad_value(t);
    o->data = ARENA_ARRAY(lasting(t), lookup_data *, o->outputs + 1);
    o->look = ARENA_ARRAY(lasting(t), const lookup *, o->outputs + 1);
    value v = number_value(t, TYPE_TABLE, 0);
    v.object = o;
    return v;
}

value table_curve(translation *t, const ast *e) {
    static const constructor c = {LOOKUP_CURVE, -1, 3, 4, 5, -1, -1, 7, 8};
    return construct(t, e, &c);
}

value table_surface(translation *t, const ast *e) {
    static const constructor c = {LOOKUP_SURFACE, -1, -1, 3, 4, -1, -1, 6, 7};
    return construct(t, e, &c);
}

value table_timed(translation *t, const ast *e) {
    static const constructor c = {LOOKUP_TIMED, 3, 4, 5, 6, 7, 8, 10, 11};
    return construct(t, e, &c);
}

/* --- from objects to operators --- */

static void name_calls(translation *t, const table_object *o, int k, lookup_data *d) {
    static const char package[] = "Modelica.Blocks.Tables.Internal.";
    const char *name = o->name ? o->name : "table";
    arena *a = lasting(t);
    d->after = ")";
    if (o->kind == LOOKUP_SURFACE) {
        d->before = arena_print(a, "%sgetTable2DValue(%s, ", package, name);
        d->between = ", ";
    } else if (o->kind == LOOKUP_TIMED) {
        d->before = arena_print(a, "%sgetTimeTableValue(%s, %d, ", package, name, k + 1);
        d->between = ", ";
        d->after = ", 0)";
    } else {
        d->before = arena_print(a, "%sgetTable1DValue(%s, %d, ", package, name, k + 1);
    }
    d->is_limited = o->extrapolation == LOOKUP_NONE;
}

static lookup_data *make_curve(translation *t, const table_object *o, int k) {
    arena *a = lasting(t);
    int n = o->matrix.rows;
    double *x = NEW_ARRAY(t, double, n);
    double *y = NEW_ARRAY(t, double, n);
    for (int i = 0; i < n; i++) {
        x[i] = matrix_at(o, i, 0);
        y[i] = matrix_at(o, i, o->column[k]);
    }
    lookup_table table = {n, x, y, o->smoothness, o->extrapolation};
    if (o->kind == LOOKUP_TIMED)
        return lookup_timed(a, &table, o->start, o->shift, o->events);
    return lookup_curve(a, &table);
}

/* A grid with one line only is the same for every argument across it: the line is there
 * twice. */
static lookup_data *make_surface(translation *t, const table_object *o) {
    int rows = o->matrix.rows - 1;
    int columns = o->matrix.columns - 1;
    int nx = rows > 1 ? rows : 2;
    int ny = columns > 1 ? columns : 2;
    double *x = NEW_ARRAY(t, double, nx);
    double *y = NEW_ARRAY(t, double, ny);
    double *z = NEW_ARRAY(t, double, nx *ny);
    for (int i = 0; i < nx; i++)
        x[i] = rows > 1 ? matrix_at(o, i + 1, 0) : matrix_at(o, 1, 0) + i;
    for (int j = 0; j < ny; j++)
        y[j] = columns > 1 ? matrix_at(o, 0, j + 1) : matrix_at(o, 0, 1) + j;
    for (int k = 0; k < nx * ny; k++) {
        int i = rows > 1 ? k / ny : 0;
        int j = columns > 1 ? k % ny : 0;
        z[k] = matrix_at(o, i + 1, j + 1);
    }
    lookup_grid grid = {nx, ny, x, y, z, o->smoothness, o->extrapolation};
    return lookup_surface(lasting(t), &grid);
}

static lookup_data *column_data(translation *t, table_object *o, int k) {
    if (o->data[k])
        return o->data[k];
    o->data[k] = o->kind == LOOKUP_SURFACE ? make_surface(t, o) : make_curve(t, o, k);
    name_calls(t, o, k, o->data[k]);
    o->look[k] = graph_add_lookup(t->graph, o->data[k]);
    return o->data[k];
}

/* The derivative of these orders; NULL: it is zero. */
static const lookup *derivative_of(const lookup *l, int by_x, int by_y) {
    for (; l && by_x > 0; by_x--)
        l = l->by[0];
    for (; l && by_y > 0; by_y--)
        l = l->by[1];
    return l;
}

/* --- calls --- */

static table_object *table_argument(translation *t, const ast *e, lookup_kind kind) {
    static const char *const needed[] = {[LOOKUP_CURVE] = "CombiTable1D",
                                         [LOOKUP_SURFACE] = "CombiTable2D",
                                         [LOOKUP_TIMED] = "CombiTimeTable"};
    value v = lower_expression(t, ast_arg(e, 0));
    if (is_bad(&v))
        return NULL;
    if (v.type.kind == TYPE_TABLE && v.object && v.object->kind == kind)
        return v.object;
    semantic_error(t, e->where, "the first argument of '%.80s' must be a %s, found %s",
                   e->text, needed[kind],
                   v.type.kind == TYPE_TABLE && v.object ? needed[v.object->kind]
                                                         : type_name(t, v.type));
    return NULL;
}

static int column_argument(translation *t, const ast *e, const table_object *o, int *k) {
    value v = lower_expression(t, ast_arg(e, 1));
    if (!value_integer(t, &v, ast_arg(e, 1)->where, "the column of a table", k))
        return 0;
    if (*k < 1 || *k > o->outputs)
        return semantic_error(t, ast_arg(e, 1)->where,
                              "the table gives %d column%s, and none of number %d",
                              o->outputs, o->outputs == 1 ? "" : "s", *k);
    (*k)--;
    return 1;
}

/* A call with its numbers: scalars, joined in `all`. */
typedef struct table_call {
    translation *t;
    const lookup *look;
    expr x, y;
    value all;
} table_call;

static expr table_scalar(table_call *c, const ast *e, int i) {
    value v = lower_scalar(c->t, ast_arg(e, i), "argument %d of '%s'", i + 1, e->text);
    if (is_bad(&c->all))
        return v.e;
    value_join(&c->all, &v);
    return v.e;
}

/* A table over time holds the piece that ends at the next event: that must change. */
static int next_event_fits(translation *t, const ast *e) {
    enum { NEXT = 3 };
    if (lower_expression(t, ast_arg(e, NEXT)).level == LEVEL_CHANGING)
        return 1;
    return semantic_error(
        t, ast_arg(e, NEXT)->where,
        "the next event of '%s' must be a discrete variable that 'when {initial(), time "
        ">= pre(next)}' sets to getNextTimeEvent(table, time), but '%.80s' never "
        "changes; for a table over time without events take an ExternalCombiTable1D",
        e->text, ast_text(t, ast_arg(e, NEXT)));
}

/* f with its arguments from number `first` on. */
static int begin_call(table_call *c, const ast *e, lookup_kind kind) {
    translation *t = c->t;
    int k = 0;
    table_object *o = table_argument(t, e, kind);
    if (!o || (kind != LOOKUP_SURFACE && !column_argument(t, e, o, &k)))
        return 0;
    int first = kind == LOOKUP_SURFACE ? 1 : 2;
    column_data(t, o, k);
    c->look = o->look[k];
    c->all = number_value(t, TYPE_REAL, 0);
    c->x = table_scalar(c, e, first);
    c->y = kind == LOOKUP_CURVE ? EXPR_ZERO : table_scalar(c, e, first + 1);
    return !is_bad(&c->all) && (kind != LOOKUP_TIMED || next_event_fits(t, e));
}

static expr call_derivative(const table_call *c, int by_x, int by_y) {
    const lookup *l = derivative_of(c->look, by_x, by_y);
    double number;
    if (!l)
        return EXPR_ZERO;
    if (by_x + by_y == 0 && lookup_is_constant(l->data, &number))
        return number_of(c->t, number);
    return expr_lookup(c->t->graph, l, c->x, c->y);
}

static value end_call(table_call *c, expr e) {
    value v = c->all;
    v.type = basic(TYPE_REAL);
    v.e = present(c->t, e);
    return v;
}

static value value_of(translation *t, const ast *e, lookup_kind kind) {
    table_call c = {.t = t};
    if (!begin_call(&c, e, kind))
        return bad_value(t);
    return end_call(&c, call_derivative(&c, 0, 0));
}

/* f_x dx + f_y dy; dy: EXPR_ZERO where there is one argument */
static expr slope_along(const table_call *c, expr dx, expr dy) {
    graph *g = c->t->graph;
    expr by_x = expr_mul(g, call_derivative(c, 1, 0), dx);
    if (dy == EXPR_ZERO)
        return by_x;
    expr by_y = expr_mul(g, call_derivative(c, 0, 1), dy);
    return expr_add(g, by_x, by_y);
}

/* The part of the second derivative that is quadratic in the rates of the arguments. */
static expr bend_along(const table_call *c, expr dx, expr dy) {
    graph *g = c->t->graph;
    expr xx = expr_mul(g, call_derivative(c, 2, 0), expr_mul(g, dx, dx));
    if (dy == EXPR_ZERO)
        return xx;
    expr two = expr_mul(g, number_of(c->t, 2), expr_mul(g, dx, dy));
    expr xy = expr_mul(g, call_derivative(c, 1, 1), two);
    expr yy = expr_mul(g, call_derivative(c, 0, 2), expr_mul(g, dy, dy));
    return expr_add(g, xx, expr_add(g, xy, yy));
}

/* A derivative of this order, with the rates of the arguments from number `first` on. */
static value rate_of(translation *t, const ast *e, lookup_kind kind, int first,
                     int order) {
    table_call c = {.t = t};
    int is_surface = kind == LOOKUP_SURFACE;
    if (!begin_call(&c, e, kind))
        return bad_value(t);
    expr dx = table_scalar(&c, e, first);
    expr dy = is_surface ? table_scalar(&c, e, first + 1) : EXPR_ZERO;
    if (order == 1 || is_bad(&c.all))
        return end_call(&c, is_bad(&c.all) ? EXPR_ZERO : slope_along(&c, dx, dy));
    int next = first + 1 + is_surface;
    expr ddx = table_scalar(&c, e, next);
    expr ddy = is_surface ? table_scalar(&c, e, next + 1) : EXPR_ZERO;
    if (is_bad(&c.all))
        return bad_value(t);
    expr bend = bend_along(&c, dx, dy);
    return end_call(&c, expr_add(t->graph, bend, slope_along(&c, ddx, ddy)));
}

value table_curve_value(translation *t, const ast *e) {
    return value_of(t, e, LOOKUP_CURVE);
}
value table_curve_rate(translation *t, const ast *e) {
    return rate_of(t, e, LOOKUP_CURVE, 3, 1);
}
value table_curve_bend(translation *t, const ast *e) {
    return rate_of(t, e, LOOKUP_CURVE, 3, 2);
}
value table_timed_value(translation *t, const ast *e) {
    return value_of(t, e, LOOKUP_TIMED);
}
value table_timed_rate(translation *t, const ast *e) {
    return rate_of(t, e, LOOKUP_TIMED, 5, 1);
}
value table_timed_bend(translation *t, const ast *e) {
    return rate_of(t, e, LOOKUP_TIMED, 5, 2);
}
value table_surface_value(translation *t, const ast *e) {
    return value_of(t, e, LOOKUP_SURFACE);
}
value table_surface_rate(translation *t, const ast *e) {
    return rate_of(t, e, LOOKUP_SURFACE, 3, 1);
}
value table_surface_bend(translation *t, const ast *e) {
    return rate_of(t, e, LOOKUP_SURFACE, 3, 2);
}

value table_next_event(translation *t, const ast *e) {
    table_object *o = table_argument(t, e, LOOKUP_TIMED);
    if (!o)
        return bad_value(t);
    if (!o->next) {
        lookup_data *d = lookup_next(lasting(t), column_data(t, o, 0));
        d->before = arena_print(lasting(t),
                                "Modelica.Blocks.Tables.Internal.getNextTimeEvent(%s, ",
                                o->name ? o->name : "table");
        d->between = NULL;
        d->after = ")";
        o->next = graph_add_lookup(t->graph, d);
    }
    value v = lower_scalar(t, ast_arg(e, 1), "the time of '%s'", e->text);
    if (is_bad(&v))
        return v;
    v.type = basic(TYPE_REAL);
    v.e = expr_lookup(t->graph, o->next, v.e, EXPR_ZERO);
    return v;
}

/* --- ends of the abscissas --- */

static value table_end(translation *t, const ast *e, lookup_kind kind, int is_last) {
    const table_object *o = table_argument(t, e, kind);
    if (!o)
        return bad_value(t);
    int row = is_last ? o->matrix.rows - 1 : kind == LOOKUP_SURFACE;
    double x = matrix_at(o, row, 0);
    if (kind != LOOKUP_SURFACE)
        return number_value(t, TYPE_REAL, x);
    static const int size[] = {2};
    expr *at = NEW_ARRAY(t, expr, 2);
    at[0] = number_of(t, x);
    at[1] = number_of(t, matrix_at(o, 0, is_last ? o->matrix.columns - 1 : 1));
    return value_array(basic(TYPE_REAL), 1, size, at);
}

value table_curve_least(translation *t, const ast *e) {
    return table_end(t, e, LOOKUP_CURVE, 0);
}
value table_curve_most(translation *t, const ast *e) {
    return table_end(t, e, LOOKUP_CURVE, 1);
}
value table_timed_least(translation *t, const ast *e) {
    return table_end(t, e, LOOKUP_TIMED, 0);
}
value table_timed_most(translation *t, const ast *e) {
    return table_end(t, e, LOOKUP_TIMED, 1);
}
value table_surface_least(translation *t, const ast *e) {
    return table_end(t, e, LOOKUP_SURFACE, 0);
}
value table_surface_most(translation *t, const ast *e) {
    return table_end(t, e, LOOKUP_SURFACE, 1);
}

/* --- Modelica.Math.Vectors.interpolate(x, y, xi, iLast) --- */

static const double *vector_argument(translation *t, const ast *e, int i, int *count) {
    const char *what =
        arena_print(t->arena, "argument %d of 'Vectors.interpolate'", i + 1);
    value v = lower_number(t, ast_arg(e, i), "%s", what);
    if (is_bad(&v))
        return NULL;
    if (v.rank != 1 || v.count == 0) {
        semantic_error(t, ast_arg(e, i)->where, "%s must be a vector, found %s", what,
                       value_shape(t, &v));
        return NULL;
    }
    *count = v.count;
    return known_numbers(t, ast_arg(e, i), &v, what);
}

static const char *vector_text(const translation *t, int count, const double *x) {
    const char *text = "{";
    for (int i = 0; i < count; i++)
        text = arena_print(t->arena, "%s%s%.17g", text, i ? ", " : "", x[i]);
    return arena_print(t->arena, "%s}", text);
}

value table_interpolate(translation *t, const ast *e) {
    int nx, ny;
    const double *x = vector_argument(t, e, 0, &nx);
    const double *y = x ? vector_argument(t, e, 1, &ny) : NULL;
    value v = lower_scalar(t, ast_arg(e, 2), "argument 3 of 'Vectors.interpolate'");
    if (!x || !y || is_bad(&v))
        return bad_value(t);
    if (nx != ny)
        return value_error(t, e->where,
                           "'Vectors.interpolate' takes two vectors of one size, found "
                           "%d and %d elements",
                           nx, ny);
    for (int i = 1; i < nx; i++)
        if (!(x[i] > x[i - 1]))
            return value_error(t, e->where,
                               "the abscissas of 'Vectors.interpolate' must increase: "
                               "number %d is %g, after %g",
                               i + 1, x[i], x[i - 1]);
    lookup_table table = {nx, x, y, LOOKUP_LINEAR, LOOKUP_LINES};
    lookup_data *d = lookup_curve(lasting(t), &table);
    const char *abscissas = vector_text(t, nx, x);
    d->before = arena_print(lasting(t), "Modelica.Math.Vectors.interpolate(%s, %s, ",
                            abscissas, vector_text(t, nx, y));
    d->after = ")";
    double number;
    v.type = basic(TYPE_REAL);
    if (lookup_is_constant(d, &number))
        v.e = number_of(t, number);
    else
        v.e = expr_lookup(t->graph, graph_add_lookup(t->graph, d), v.e, EXPR_ZERO);
    return v;
}

/* --- declarations --- */

void table_name_object(translation *t, table_object *o, const char *name) {
    if (!o->name)
        o->name = arena_copy(lasting(t), name, strlen(name));
}

/* --- ranges of tables that do not extrapolate --- */

typedef struct range_check {
    translation *t;
    char *seen; /* [nodes] */
    const statement *of;
} range_check;

static void push_piece(translation *t, wording *w, const char *words, expr shown) {
    text_piece p = {.kind = words ? PIECE_WORDS : PIECE_REAL,
                    .words = words,
                    .value = shown,
                    .guard = NO_EXPR,
                    .digits = NO_EXPR,
                    .length = NO_EXPR,
                    .is_left = NO_EXPR};
    LIST_PUSH(lasting(t), *w, p);
}

/* Asserts that an argument is between the ends of its axis. */
static void assert_range(const range_check *c, const lookup_axis *a, expr x, expr guard) {
    translation *t = c->t;
    double low = a->knot[0];
    double high = a->knot[a->count - 1];
    expr above = call_two(t, OP_GE, x, number_of(t, low));
    expr below = call_two(t, OP_LE, x, number_of(t, high));
    wording *w = arena_alloc(lasting(t), sizeof *w);
    action one = {.kind = ACTION_ASSERT, .guard = guard, .where = c->of->where};
    one.value = call_two(t, OP_AND, above, below);
    one.text = arena_print(lasting(t), "assert(%s in range of its table)",
                           system_text(t->system, x));
    one.message =
        arena_print(lasting(t), "a table is defined from %g to %g only", low, high);
    push_piece(t, w, arena_print(lasting(t), "%.80s = ", system_text(t->system, x)),
               NO_EXPR);
    push_piece(t, w, NULL, x);
    push_piece(t, w,
               arena_print(lasting(t),
                           " is outside of its table, which is defined from %.17g to "
                           "%.17g and does not extrapolate",
                           low, high),
               NO_EXPR);
    one.wording = w;
    LIST_PUSH(lasting(t), t->system->asserts, one);
}

/* Visits the tables of an expression with the conditions under which they count. */
static void visit_ranges(range_check *c, expr e, expr guard) {
    const expr_node n = expr_node_of(c->t->graph, e);
    if (c->seen[e])
        return;
    c->seen[e] = 1;
    if (n.op == OP_IF) {
        visit_ranges(c, n.arg[0], guard);
        visit_ranges(c, n.arg[1], guard_and(c->t, guard, n.arg[0]));
        visit_ranges(c, n.arg[2], guard_and(c->t, guard, not_of(c->t, n.arg[0])));
        return;
    }
    for (int k = 0; k < n.count; k++)
        visit_ranges(c, n.arg[k], guard);
    for (int k = 0; n.op == OP_LOOKUP && n.lookup->data->is_limited && k < 2; k++)
        if (n.lookup->data->axis[k].count > 0)
            assert_range(c, &n.lookup->data->axis[k], n.arg[k], guard);
}

void table_assert_ranges(translation *t) {
    int needed = 0;
    int count = graph_is_smooth(t->graph) ? 0 : graph_count(t->graph);
    for (expr e = 0; e < count && !needed; e++) {
        const expr_node n = expr_node_of(t->graph, e);
        needed = n.op == OP_LOOKUP && n.lookup->data->is_limited;
    }
    for (int k = 0; needed && k < t->system->equations.count; k++) {
        const equation *e = &t->system->equations.at[k];
        range_check c = {t, NULL, e->of};
        if (e->kind != EQUATION_PLAIN)
            continue;
        arena *own = borrow(t);
        c.seen = NEW_ARRAY(t, char, graph_count(t->graph));
        visit_ranges(&c, e->residual, e->guard);
        release(t, own);
    }
}
