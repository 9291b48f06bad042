/* SPDX-License-Identifier: BSD-3-Clause */
/* Evaluates every equation of a text at every row that a run has written. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "outside.h"

enum {
    MOST_LOOP_NAMES = 16,
    MOST_FORMULA_DEPTH = 12,
    MOST_AMBIGUOUS = 6,
    MOST_LABEL = 60,
    MOST_LINKS = 8,
    MOST_SKIPPED = 100,
    UNKNOWN_PLACE = -2,
    NO_PLACE = -1
};

/* A comparison is decided by round-off within so many units. */
static const long double BAND = 4;

typedef struct loop_value {
    const char *name;
    long double value;
} loop_value;

/* A scalar variable: the columns of its derivatives, and what the text says about it. */
typedef struct element {
    declaration *of;
    int index;
    char *name;
    long double nominal;
    int place[OUTSIDE_ORDERS]; /* column of each derivative */
    int links;                 /* der^shift of this one is `to` */
    struct {
        int to, shift;
    } link[MOST_LINKS];
    node *formula; /* this one, or an array that it belongs to, is that */
    int at;        /* where the formula is an array: its element */
    int loops;     /* around the formula */
    loop_value *loop;
    int busy, visited;
    long inherited_row; /* the row whose formula has the bound `inherited` */
    long double inherited;
} element;

typedef struct checking {
    outside_model *m;
    const outside_rows *rows;
    long row, before, after; /* rows at another time next to an event; -1: none */
    int settings;
    const outside_setting *setting;
    outside_pool scratch;
    jmp_buf *stop;
    char why[OUTSIDE_MESSAGE];
    int loops, loop_floor; /* names below the floor are not seen */
    loop_value loop[MOST_LOOP_NAMES];
    int ends;
    int end[MOST_LOOP_NAMES];
    int elements;
    element *at;
    int formulas;  /* depth of formulas that are being evaluated */
    int inherits;  /* variables carry what their formulas have lost */
    int touched;   /* a variable or time was read */
    unsigned bits; /* which ambiguous comparisons are turned round */
    int ambiguous;
    const char *time_name, *der_name;
    int skipped; /* equations that could not be evaluated */
    int skip[MOST_SKIPPED];
} checking;

static array evaluate_node(checking *c, const node *n, int order);

/* --- failing: what is not read, or has no column --- */

static void check_stop(checking *c, const char *what, const char *name) {
    snprintf(c->why, sizeof c->why, "%s %s", what, name);
    longjmp(*c->stop, 1);
}

/* --- arrays --- */

static array array_make(checking *c, int rank, const int *dimension) {
    array a;
    memset(&a, 0, sizeof a);
    if (rank > OUTSIDE_RANKS)
        check_stop(c, "an array of", "too many dimensions");
    a.rank = rank;
    a.count = 1;
    for (int i = 0; i < rank; i++) {
        a.dimension[i] = dimension[i];
        a.count *= dimension[i];
    }
    a.at = outside_pool_take(&c->scratch, (size_t)(a.count + 1) * sizeof *a.at);
    return a;
}

static array array_scalar(checking *c, motion v) {
    array a = array_make(c, 0, NULL);
    a.at[0] = v;
    return a;
}

static array array_number(checking *c, long double v) {
    bounded b = {v, 0};
    return array_scalar(c, motion_constant(b));
}

static int array_is_like(const array *a, const array *b) {
    if (a->rank != b->rank)
        return 0;
    for (int i = 0; i < a->rank; i++)
        if (a->dimension[i] != b->dimension[i])
            return 0;
    return 1;
}

static long double array_value(checking *c, const array *a) {
    if (a->rank != 0)
        check_stop(c, "an array where", "a scalar is expected");
    return a->at[0].c[0].v;
}

static int array_integer(checking *c, const array *a) {
    long double v = array_value(c, a);
    if (v != floorl(v) || fabsl(v) > 1e6L)
        check_stop(c, "not an integer:", "a subscript");
    return (int)v;
}

static int evaluate_integer(checking *c, const node *n) {
    array a = evaluate_node(c, n, 0);
    return array_integer(c, &a);
}

/* --- variables --- */

static const declaration *check_find_const(const outside_model *m, const char *name) {
    for (int i = 0; i < m->declarations; i++)
        if (m->declared[i]->name == name)
            return m->declared[i];
    return NULL;
}

static declaration *check_find(checking *c, const char *name) {
    declaration *d = (declaration *)check_find_const(c->m, name);
    if (!d)
        check_stop(c, "no declaration of", name);
    return d;
}

static int column_find(const outside_rows *r, const char *name) {
    for (int j = 0; j < r->columns; j++)
        if (strcmp(r->column[j], name) == 0)
            return j;
    return NO_PLACE;
}

static int column_of_derivative(const checking *c, const element *e, int order) {
    char name[400];
    size_t length = strlen(e->name);
    if (length + 6 * (size_t)order >= sizeof name)
        return NO_PLACE;
    char *to = name;
    for (int k = 0; k < order; k++)
        to += sprintf(to, "der(");
    to += sprintf(to, "%s", e->name);
    for (int k = 0; k < order; k++)
        to += sprintf(to, ")");
    return column_find(c->rows, name);
}

/* The column of a derivative, by its own name or through 'der(x) = v' and 'x = y'. */
static int place_search(checking *c, int i, int order, int depth) {
    enum { MOST_SEARCH = 24 };
    element *e = &c->at[i];
    if (order < 0 || order >= OUTSIDE_ORDERS || depth > MOST_SEARCH)
        return NO_PLACE;
    if (e->visited & (1 << order))
        return NO_PLACE;
    e->visited |= 1 << order;
    int place = column_of_derivative(c, e, order);
    for (int k = 0; k < e->links && place == NO_PLACE; k++)
        place = place_search(c, e->link[k].to, order - e->link[k].shift, depth + 1);
    return place;
}

static int place_find(checking *c, int i, int order) {
    int *place = &c->at[i].place[order];
    if (*place != UNKNOWN_PLACE)
        return *place;
    for (int j = 0; j < c->elements; j++)
        c->at[j].visited = 0;
    *place = place_search(c, i, order, 0);
    return *place;
}

static long double derivative_factor(int k) {
    return k < 2 ? 1 : k * derivative_factor(k - 1);
}

/* The formula of a variable, in the loops in which it stands. */
static motion formula_evaluate(checking *c, element *e, int order) {
    int floor = c->loop_floor, touched = c->touched, loops = c->loops;
    if (loops + e->loops > MOST_LOOP_NAMES)
        check_stop(c, "loops are", "too deep");
    c->loop_floor = loops;
    for (int i = 0; i < e->loops; i++)
        c->loop[c->loops++] = e->loop[i];
    c->formulas++;
    e->busy = 1;
    array a = evaluate_node(c, e->formula, order);
    e->busy = 0;
    c->formulas--;
    c->loop_floor = floor;
    c->loops = loops;
    c->touched = touched;
    return a.at[a.rank > 0 ? e->at : 0];
}

/* A variable that has a formula but no column for a derivative: that of the formula. */
static motion formula_motion(checking *c, element *e, int order) {
    if (!e->formula || e->busy || c->formulas >= MOST_FORMULA_DEPTH) {
        char name[100];
        snprintf(name, sizeof name, "%.60s (order %d)", e->name, order);
        check_stop(c, "no column for a derivative of", name);
    }
    return formula_evaluate(c, e, order);
}

/* What the formula of a variable has lost already, in this row. */
static long double formula_bound(checking *c, element *e) {
    if (!e->formula || e->busy || c->formulas >= MOST_FORMULA_DEPTH)
        return 0;
    if (e->inherited_row != c->row + 1) {
        unsigned bits = c->bits;
        int ambiguous = c->ambiguous;
        e->inherited = formula_evaluate(c, e, 0).c[0].e;
        e->inherited_row = c->row + 1;
        c->bits = bits;
        c->ambiguous = ambiguous;
    }
    return e->inherited;
}

static motion element_motion(checking *c, int i, int order) {
    element *e = &c->at[i];
    motion m;
    memset(&m, 0, sizeof m);
    c->touched = 1;
    int exact = e->of->is_discrete;
    for (int k = 0; k <= order; k++) {
        int place = place_find(c, i, k);
        if (place == NO_PLACE && exact && k > 0)
            continue;
        if (place == NO_PLACE) {
            motion f = formula_motion(c, e, order);
            for (; k <= order; k++)
                m.c[k] = f.c[k];
            return m;
        }
        bounded b =
            bounded_leaf((long double)c->rows->row[c->row][1 + place], e->nominal);
        if (exact)
            b.e = 0;
        if (c->inherits && k == 0 && !exact)
            b.e = fmaxl(b.e, formula_bound(c, e));
        m.c[k].v = b.v / derivative_factor(k);
        m.c[k].e = b.e / derivative_factor(k);
    }
    return m;
}

static array evaluate_time(checking *c, int order) {
    long double t = (long double)c->rows->row[c->row][0];
    array a = array_number(c, t);
    a.at[0].c[0] = bounded_leaf(t, 1); /* a coordinate as any other, of nominal size 1 */
    if (order > 0)
        a.at[0].c[1].v = 1;
    c->touched = 1;
    return a;
}

/* --- parameters --- */

static array array_keep(checking *c, const array *a) {
    array b = *a;
    b.at = outside_pool_take(&c->m->pool, (size_t)(a->count + 1) * sizeof *b.at);
    memcpy(b.at, a->at, (size_t)a->count * sizeof *b.at);
    return b;
}

/* Repeats a scalar over the shape of an array. */
static array array_spread(checking *c, const array *a, int rank, const int *dimension) {
    array b = array_make(c, rank, dimension);
    if (a->rank == 0) {
        for (int i = 0; i < b.count; i++)
            b.at[i] = a->at[0];
        return b;
    }
    if (!array_is_like(a, &b))
        check_stop(c, "shapes differ in", "a declaration");
    return *a;
}

static const double *setting_find(const checking *c, const char *name) {
    for (int i = 0; i < c->settings; i++)
        if (strcmp(c->setting[i].name, name) == 0)
            return &c->setting[i].value;
    return NULL;
}

static void declaration_shape(checking *c, declaration *d, int *dimension) {
    for (int i = 0; i < d->dimensions; i++) {
        if (d->dimension[i]->kind == NODE_COLON)
            check_stop(c, "a size of ':' in", d->name);
        dimension[i] = evaluate_integer(c, d->dimension[i]);
    }
}

static void parameter_evaluate(checking *c, declaration *d) {
    if (d->state == 1)
        check_stop(c, "a circle through", d->name);
    d->state = 1;
    const double *set = setting_find(c, d->name);
    const node *source = d->binding ? d->binding : d->start;
    array a;
    if (set) {
        a = array_number(c, (long double)*set);
    } else {
        if (d->fixed && d->role == ROLE_PARAMETER)
            check_stop(c, "not fixed:", d->name);
        if (!source)
            check_stop(c, "no value of the parameter", d->name);
        a = evaluate_node(c, source, 0);
    }
    int dimension[OUTSIDE_RANKS];
    declaration_shape(c, d, dimension);
    a = array_spread(c, &a, d->dimensions, dimension);
    d->value = array_keep(c, &a);
    for (int i = 0; i < d->value.count; i++) {
        bounded *b = &d->value.at[i].c[0];
        b->e = d->is_discrete ? 0 : fmaxl(b->e, fabsl(b->v));
    }
    d->state = 2;
}

/* --- names and subscripts --- */

typedef struct index_list {
    int count, keeps; /* keeps: the dimension stays */
    int *at;
} index_list;

static index_list index_read(checking *c, const node *n, int size) {
    index_list l = {0, 1, NULL};
    if (n->kind == NODE_COLON) {
        l.count = size;
        l.at = outside_pool_take(&c->scratch, (size_t)(size + 1) * sizeof *l.at);
        for (int i = 0; i < size; i++)
            l.at[i] = i;
        return l;
    }
    if (c->ends >= MOST_LOOP_NAMES)
        check_stop(c, "subscripts are", "too deep");
    c->end[c->ends++] = size;
    array a = evaluate_node(c, n, 0);
    c->ends--;
    if (a.rank > 1)
        check_stop(c, "a matrix as", "a subscript");
    l.keeps = a.rank;
    l.count = a.count;
    l.at = outside_pool_take(&c->scratch, (size_t)(a.count + 1) * sizeof *l.at);
    for (int i = 0; i < a.count; i++) {
        l.at[i] = (int)a.at[i].c[0].v - 1;
        if (l.at[i] < 0 || l.at[i] >= size)
            check_stop(c, "out of bounds:", "a subscript");
    }
    return l;
}

/* Which elements of `whole` (its shape counts) subscripts select, and their shape. */
static array index_select(checking *c, const node *n, const array *whole, int **which) {
    index_list list[OUTSIDE_RANKS];
    if (n->parts > whole->rank)
        check_stop(c, "too many subscripts of", n->name);
    int dimension[OUTSIDE_RANKS], rank = 0;
    for (int i = 0; i < whole->rank; i++) {
        node colon = {.kind = NODE_COLON};
        list[i] = index_read(c, i < n->parts ? n->part[i] : &colon, whole->dimension[i]);
        if (list[i].keeps)
            dimension[rank++] = list[i].count;
    }
    array a = array_make(c, rank, dimension);
    *which = outside_pool_take(&c->scratch, (size_t)(a.count + 1) * sizeof **which);
    for (int k = 0; k < a.count; k++) {
        int rest = k, flat = 0, stride = 1;
        for (int i = whole->rank - 1; i >= 0; i--) {
            int at = list[i].at[rest % list[i].count];
            rest /= list[i].count;
            flat += at * stride;
            stride *= whole->dimension[i];
        }
        (*which)[k] = flat;
    }
    return a;
}

static array evaluate_name(checking *c, const node *n, int order) {
    for (int i = c->loops - 1; i >= c->loop_floor; i--)
        if (c->loop[i].name == n->name)
            return array_number(c, c->loop[i].value);
    if (n->name == c->time_name)
        return evaluate_time(c, order);
    declaration *d = check_find(c, n->name);
    int is_value = d->role == ROLE_PARAMETER || d->role == ROLE_CONSTANT;
    if (is_value && d->state != 2)
        parameter_evaluate(c, d);
    int *which;
    array a = index_select(c, n, &d->value, &which);
    for (int k = 0; k < a.count; k++) {
        if (is_value)
            a.at[k] = d->value.at[which[k]];
        else
            a.at[k] = element_motion(c, d->first + which[k], order);
    }
    return a;
}

/* --- operators --- */

static array operate_each(checking *c, motion_operator op, const array *a, const array *b,
                          int order) {
    const array *shape = a->rank ? a : b;
    if (a->rank && b->rank && !array_is_like(a, b))
        check_stop(c, "shapes", "differ");
    array r = array_make(c, shape->rank, shape->dimension);
    for (int i = 0; i < r.count; i++)
        r.at[i] =
            motion_operate(op, &a->at[a->rank ? i : 0], &b->at[b->rank ? i : 0], order);
    return r;
}

/* Rows of a times columns of b. */
static array operate_product(checking *c, const array *a, const array *b, int order) {
    if (a->rank == 0 || b->rank == 0)
        return operate_each(c, MOTION_MULTIPLY, a, b, order);
    if (a->rank > 2 || b->rank > 2)
        check_stop(c, "a product of", "arrays of rank 3");
    int rows = a->rank == 2 ? a->dimension[0] : 1;
    int inner = a->dimension[a->rank - 1];
    int columns = b->rank == 2 ? b->dimension[1] : 1;
    if (b->dimension[0] != inner)
        check_stop(c, "shapes differ in", "a product");
    int dimension[2], rank = 0;
    if (a->rank == 2)
        dimension[rank++] = rows;
    if (b->rank == 2)
        dimension[rank++] = columns;
    array r = array_make(c, rank, dimension);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            motion sum;
            memset(&sum, 0, sizeof sum);
            for (int k = 0; k < inner; k++) {
                motion term = motion_operate(MOTION_MULTIPLY, &a->at[i * inner + k],
                                             &b->at[k * columns + j], order);
                sum = k ? motion_operate(MOTION_ADD, &sum, &term, order) : term;
            }
            r.at[i * columns + j] = sum;
        }
    return r;
}

static int relation_decide(const char *op, long double a, long double b) {
    if (strcmp(op, "<") == 0)
        return a < b;
    if (strcmp(op, "<=") == 0)
        return a <= b;
    if (strcmp(op, ">") == 0)
        return a > b;
    if (strcmp(op, ">=") == 0)
        return a >= b;
    if (strcmp(op, "==") == 0)
        return a == b;
    return a != b;
}

/* Whether a difference has the sign that it shows, in the row at hand. */
typedef struct verdict {
    int value, is_open;
} verdict;

static verdict relation_at(checking *c, const node *n, long row) {
    long kept = c->row;
    c->row = row;
    array a = evaluate_node(c, n->part[0], 0), b = evaluate_node(c, n->part[1], 0);
    c->row = kept;
    if (a.rank || b.rank)
        check_stop(c, "a comparison of", "arrays");
    bounded d = bounded_subtract(a.at[0].c[0], b.at[0].c[0]);
    verdict v = {relation_decide(n->name, a.at[0].c[0].v, b.at[0].c[0].v),
                 fabsl(d.v) <= BAND * bounded_unit(d)};
    return v;
}

/* Takes the literal value, or the other one where `open` and the bits say so. */
static int relation_choose(checking *c, int value, int open) {
    if (!open || c->ambiguous >= MOST_AMBIGUOUS)
        return value;
    int turned = (int)(c->bits >> c->ambiguous & 1u);
    c->ambiguous++;
    return turned ? !value : value;
}

/* Whether a relation may differ between this row of an event and one at another time: it
 * does so there, or leaves its boundary there, which is no event at the start. */
static int relation_turns(checking *c, const node *n, int value, long row) {
    if (!c->touched || row < 0)
        return 0;
    verdict other = relation_at(c, n, row);
    return other.is_open || other.value != value;
}

static array evaluate_relation(checking *c, const node *n) {
    int touched = c->touched;
    c->touched = 0;
    verdict v = relation_at(c, n, c->row);
    int open = v.is_open || relation_turns(c, n, v.value, c->before) ||
               relation_turns(c, n, v.value, c->after);
    open = open && c->touched;
    c->touched = c->touched || touched;
    return array_number(c, relation_choose(c, v.value, open));
}

static array evaluate_logic(checking *c, const node *n) {
    array a = evaluate_node(c, n->part[0], 0);
    int left = array_value(c, &a) != 0;
    if (n->name[0] == 'a' && !left)
        return array_number(c, 0);
    if (n->name[0] == 'o' && left)
        return array_number(c, 1);
    array b = evaluate_node(c, n->part[1], 0);
    return array_number(c, array_value(c, &b) != 0);
}

static array evaluate_binary(checking *c, const node *n, int order) {
    const char *op = n->name;
    if (strcmp(op, "and") == 0 || strcmp(op, "or") == 0)
        return evaluate_logic(c, n);
    if (strchr("<>=", op[0]))
        return evaluate_relation(c, n);
    array a = evaluate_node(c, n->part[0], order),
          b = evaluate_node(c, n->part[1], order);
    switch (op[strlen(op) - 1]) {
    case '+':
        return operate_each(c, MOTION_ADD, &a, &b, order);
    case '-':
        return operate_each(c, MOTION_SUBTRACT, &a, &b, order);
    case '*':
        return op[0] == '.' ? operate_each(c, MOTION_MULTIPLY, &a, &b, order)
                            : operate_product(c, &a, &b, order);
    case '/':
        return operate_each(c, MOTION_DIVIDE, &a, &b, order);
    case '^':
        if (op[0] != '.' && (a.rank || b.rank))
            check_stop(c, "a power of", "a matrix");
        return operate_each(c, MOTION_POWER, &a, &b, order);
    }
    check_stop(c, "the operator", op);
    return a;
}

static array evaluate_unary(checking *c, const node *n, int order) {
    array a = evaluate_node(c, n->part[0], order);
    if (n->name[0] == 'n')
        return array_number(c, array_value(c, &a) == 0);
    array r = array_make(c, a.rank, a.dimension);
    for (int i = 0; i < a.count; i++)
        r.at[i] = motion_negative(&a.at[i], order);
    return r;
}

static array evaluate_if(checking *c, const node *n, int order) {
    for (int i = 0; i + 1 < n->parts; i += 2) {
        array a = evaluate_node(c, n->part[i], 0);
        if (array_value(c, &a) != 0)
            return evaluate_node(c, n->part[i + 1], order);
    }
    return evaluate_node(c, n->part[n->parts - 1], order);
}

/* --- arrays from parts --- */

/* Puts arrays of one shape beside each other along a new first dimension. */
static array array_stack(checking *c, int count, const array *part) {
    int dimension[OUTSIDE_RANKS + 1] = {count};
    int rank = count ? part[0].rank : 0;
    for (int i = 0; i < rank; i++)
        dimension[1 + i] = part[0].dimension[i];
    array a = array_make(c, rank + 1, dimension);
    for (int k = 0; k < count; k++) {
        if (!array_is_like(&part[k], &part[0]))
            check_stop(c, "shapes differ in", "a list");
        memcpy(a.at + k * part[0].count, part[k].at,
               (size_t)part[0].count * sizeof *a.at);
    }
    return a;
}

static array evaluate_list(checking *c, const node *n, int order) {
    array *part = outside_pool_take(&c->scratch, (size_t)(n->parts + 1) * sizeof *part);
    for (int k = 0; k < n->parts; k++)
        part[k] = evaluate_node(c, n->part[k], order);
    return array_stack(c, n->parts, part);
}

/* Scalars only. */
static array evaluate_matrix(checking *c, const node *n, int order) {
    array *row = outside_pool_take(&c->scratch, (size_t)(n->parts + 1) * sizeof *row);
    for (int k = 0; k < n->parts; k++) {
        row[k] = evaluate_list(c, n->part[k], order);
        if (row[k].rank != 1)
            check_stop(c, "a matrix of", "arrays");
    }
    return array_stack(c, n->parts, row);
}

/* The loops from number k on; the innermost comes first in [TAN05]-like writing
 * {e for i in u, j in v}: the last name is the outermost dimension of the result. */
static array each_from(checking *c, const node *n, int k, int order) {
    if (k == 0)
        return evaluate_node(c, n->part[0], order);
    array range = evaluate_node(c, n->part[k], 0);
    array *part =
        outside_pool_take(&c->scratch, (size_t)(range.count + 1) * sizeof *part);
    if (c->loops >= MOST_LOOP_NAMES)
        check_stop(c, "loops are", "too deep");
    int level = c->loops++;
    for (int i = 0; i < range.count; i++) {
        c->loop[level].name = n->loop[k - 1];
        c->loop[level].value = range.at[i].c[0].v;
        part[i] = each_from(c, n, k - 1, order);
    }
    c->loops = level;
    return array_stack(c, range.count, part);
}

static array evaluate_range(checking *c, const node *n) {
    long double value[3];
    for (int i = 0; i < n->parts && i < 3; i++) {
        array a = evaluate_node(c, n->part[i], 0);
        value[i] = array_value(c, &a);
    }
    long double step = n->parts == 3 ? value[1] : 1, last = value[n->parts - 1];
    int count = 0;
    if ((last - value[0]) / step >= 0)
        count = 1 + (int)floorl((last - value[0]) / step);
    array a = array_make(c, 1, &count);
    for (int i = 0; i < count; i++)
        a.at[i].c[0].v = value[0] + step * i;
    return a;
}

/* --- functions --- */

static motion motion_shifted(const motion *a, int order) {
    motion r;
    memset(&r, 0, sizeof r);
    for (int k = 0; k <= order; k++) {
        r.c[k].v = a->c[k + 1].v * (k + 1);
        r.c[k].e = a->c[k + 1].e * (k + 1);
    }
    return r;
}

static array call_der(checking *c, const node *n, int order) {
    if (order + 1 >= OUTSIDE_ORDERS)
        check_stop(c, "a derivative of", "too high an order");
    array a = evaluate_node(c, n->part[0], order + 1);
    array r = array_make(c, a.rank, a.dimension);
    for (int i = 0; i < a.count; i++)
        r.at[i] = motion_shifted(&a.at[i], order);
    return r;
}

static motion motion_pick(checking *c, const motion *a, const motion *b, int larger) {
    bounded d = bounded_subtract(a->c[0], b->c[0]);
    int open = fabsl(d.v) <= BAND * bounded_unit(d) && d.e != 0;
    int first = larger ? d.v >= 0 : d.v <= 0;
    return relation_choose(c, first, open) ? *a : *b;
}

static array call_extreme(checking *c, const array *a, const array *b, int larger) {
    if (b) {
        array r = array_make(c, a->rank, a->dimension);
        if (!array_is_like(a, b))
            check_stop(c, "shapes differ in", "min or max");
        for (int i = 0; i < a->count; i++)
            r.at[i] = motion_pick(c, &a->at[i], &b->at[i], larger);
        return r;
    }
    if (a->count == 0)
        check_stop(c, "min or max of", "nothing");
    motion most = a->at[0];
    for (int i = 1; i < a->count; i++)
        most = motion_pick(c, &most, &a->at[i], larger);
    return array_scalar(c, most);
}

static array call_gather(checking *c, const array *a, motion_operator op, int order) {
    bounded none = {op == MOTION_ADD ? 0 : 1, 0};
    motion sum = a->count ? a->at[0] : motion_constant(none);
    for (int i = 1; i < a->count; i++)
        sum = motion_operate(op, &sum, &a->at[i], order);
    return array_scalar(c, sum);
}

static array call_cross(checking *c, const array *a, const array *b, int order) {
    if (a->rank != 1 || b->rank != 1 || a->count != 3 || b->count != 3)
        check_stop(c, "shapes differ in", "cross");
    array r = array_make(c, 1, a->dimension);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        motion p = motion_operate(MOTION_MULTIPLY, &a->at[j], &b->at[k], order);
        motion q = motion_operate(MOTION_MULTIPLY, &a->at[k], &b->at[j], order);
        r.at[i] = motion_operate(MOTION_SUBTRACT, &p, &q, order);
    }
    return r;
}

static array call_transpose(checking *c, const array *a) {
    if (a->rank != 2)
        check_stop(c, "not a matrix:", "transpose");
    int dimension[2] = {a->dimension[1], a->dimension[0]};
    array r = array_make(c, 2, dimension);
    for (int i = 0; i < a->dimension[0]; i++)
        for (int j = 0; j < a->dimension[1]; j++)
            r.at[j * dimension[1] + i] = a->at[i * a->dimension[1] + j];
    return r;
}

static array call_diagonal(checking *c, int size, const array *a) {
    int dimension[2] = {size, size};
    array r = array_make(c, 2, dimension);
    for (int i = 0; i < size; i++) {
        r.at[i * size + i].c[0].v = 1;
        if (a)
            r.at[i * size + i] = a->at[i];
    }
    return r;
}

/* sign, floor, mod and others that jump. Only sign may depend on variables. */
static int call_step(checking *c, const node *n, const array *a, const array *b,
                     array *result) {
    long double x = a->at[0].c[0].v;
    if (strcmp(n->name, "sign") == 0) {
        int open = fabsl(x) <= BAND * bounded_unit(a->at[0].c[0]) && a->at[0].c[0].e > 0;
        /* x > 0 and x < 0 are two relations: in their band it may be 0 as well. */
        int is_zero = relation_choose(c, x == 0, open);
        int is_positive = relation_choose(c, x >= 0, open && !is_zero);
        long double v = is_positive ? 1 : -1;
        *result = array_number(c, is_zero ? 0 : v);
        return 1;
    }
    long double y = b ? b->at[0].c[0].v : 1, v;
    if (strcmp(n->name, "floor") == 0 || strcmp(n->name, "integer") == 0)
        v = floorl(x);
    else if (strcmp(n->name, "ceil") == 0)
        v = ceill(x);
    else if (strcmp(n->name, "mod") == 0)
        v = x - floorl(x / y) * y;
    else if (strcmp(n->name, "rem") == 0)
        v = fmodl(x, y);
    else if (strcmp(n->name, "div") == 0)
        v = truncl(x / y);
    else
        return 0;
    if (c->touched)
        check_stop(c, "jumps of", n->name);
    *result = array_number(c, v);
    return 1;
}

/* zeros, ones, fill, identity, size: what needs no values of variables. */
static int call_maker(checking *c, const node *n, int order, array *result) {
    int is_fill = strcmp(n->name, "fill") == 0, is_ones = strcmp(n->name, "ones") == 0;
    if (strcmp(n->name, "identity") == 0) {
        *result = call_diagonal(c, evaluate_integer(c, n->part[0]), NULL);
        return 1;
    }
    if (strcmp(n->name, "size") == 0) {
        array a = evaluate_node(c, n->part[0], 0);
        int k = n->parts > 1 ? evaluate_integer(c, n->part[1]) : 1;
        if (k < 1 || k > a.rank)
            check_stop(c, "no such dimension:", "size");
        *result = array_number(c, a.dimension[k - 1]);
        return 1;
    }
    if (!is_fill && !is_ones && strcmp(n->name, "zeros") != 0)
        return 0;
    int dimension[OUTSIDE_RANKS], rank = 0;
    for (int i = is_fill; i < n->parts && rank < OUTSIDE_RANKS; i++)
        dimension[rank++] = evaluate_integer(c, n->part[i]);
    array value =
        is_fill ? evaluate_node(c, n->part[0], order) : array_number(c, is_ones);
    *result = array_spread(c, &value, rank, dimension);
    return 1;
}

static int call_of_arrays(checking *c, const node *n, const array *a, const array *b,
                          int order, array *result) {
    const char *name = n->name;
    if (strcmp(name, "sum") == 0)
        *result = call_gather(c, a, MOTION_ADD, order);
    else if (strcmp(name, "product") == 0)
        *result = call_gather(c, a, MOTION_MULTIPLY, order);
    else if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
        *result = call_extreme(c, a, b, name[1] == 'a');
    else if (strcmp(name, "transpose") == 0)
        *result = call_transpose(c, a);
    else if (strcmp(name, "diagonal") == 0)
        *result = call_diagonal(c, a->count, a);
    else if (strcmp(name, "cross") == 0 && b)
        *result = call_cross(c, a, b, order);
    else if (strcmp(name, "scalar") == 0 && a->count == 1)
        *result = array_scalar(c, a->at[0]);
    else
        return 0;
    return 1;
}

static array call_atan2(checking *c, const array *y, const array *x, int order) {
    if (y->rank || x->rank || order)
        check_stop(c, "a derivative or an array of", "atan2");
    bounded a = y->at[0].c[0], b = x->at[0].c[0];
    long double v = atan2l(a.v, b.v), square = a.v * a.v + b.v * b.v;
    bounded r = {v, (fabsl(b.v) * a.e + fabsl(a.v) * b.e) / square + fabsl(v)};
    return array_scalar(c, motion_constant(r));
}

static array evaluate_call(checking *c, const node *n, int order) {
    array result;
    if (n->name == c->der_name && n->parts == 1)
        return call_der(c, n, order);
    if (strcmp(n->name, "noEvent") == 0 && n->parts == 1)
        return evaluate_node(c, n->part[0], order);
    if (strcmp(n->name, "smooth") == 0 && n->parts == 2)
        return evaluate_node(c, n->part[1], order);
    if (n->parts < 1 || n->parts > 8)
        check_stop(c, "the function", n->name);
    if (call_maker(c, n, order, &result))
        return result;
    int touched = c->touched;
    c->touched = 0;
    array a = evaluate_node(c, n->part[0], order), b;
    memset(&b, 0, sizeof b);
    if (n->parts > 2)
        check_stop(c, "the function", n->name);
    if (n->parts > 1)
        b = evaluate_node(c, n->part[1], order);
    array *second = n->parts > 1 ? &b : NULL;
    if (call_of_arrays(c, n, &a, second, order, &result) ||
        (a.rank == 0 && call_step(c, n, &a, second, &result))) {
        c->touched = c->touched || touched;
        return result;
    }
    c->touched = c->touched || touched;
    if (strcmp(n->name, "atan2") == 0 && second)
        return call_atan2(c, &a, second, order);
    if (n->parts != 1)
        check_stop(c, "the function", n->name);
    result = array_make(c, a.rank, a.dimension);
    for (int i = 0; i < a.count; i++)
        if (!motion_call(n->name, &a.at[i], order, &result.at[i]))
            check_stop(c, "the function", n->name);
    return result;
}

static array evaluate_node(checking *c, const node *n, int order) {
    switch (n->kind) {
    case NODE_NUMBER: {
        array a = array_number(c, n->number);
        if (!n->exact)
            a.at[0].c[0].e = fabsl(n->number);
        return a;
    }
    case NODE_BOOLEAN:
        return array_number(c, n->number);
    case NODE_NAME:
        return evaluate_name(c, n, order);
    case NODE_CALL:
        return evaluate_call(c, n, order);
    case NODE_LIST:
        return evaluate_list(c, n, order);
    case NODE_MATRIX:
        return evaluate_matrix(c, n, order);
    case NODE_EACH:
        return each_from(c, n, n->parts - 1, order);
    case NODE_RANGE:
        return evaluate_range(c, n);
    case NODE_BINARY:
        return evaluate_binary(c, n, order);
    case NODE_UNARY:
        return evaluate_unary(c, n, order);
    case NODE_IF:
        return evaluate_if(c, n, order);
    case NODE_END:
        if (c->ends == 0)
            break;
        return array_number(c, c->end[c->ends - 1]);
    case NODE_STRING:
    case NODE_COLON:
        break;
    }
    check_stop(c, "cannot evaluate", "this");
    return array_number(c, 0);
}

/* --- what the text says about derivatives --- */

static void link_add(checking *c, int from, int to, int shift) {
    element *e = &c->at[from];
    if (e->links >= MOST_LINKS)
        return;
    e->link[e->links].to = to;
    e->link[e->links++].shift = shift;
}

/* The elements that a plain reference means, der() around it counted; NULL: it is none.
 */
static int *reference_elements(checking *c, const node *n, int *shift, int *count) {
    *shift = 0;
    while (n->kind == NODE_CALL && n->name == c->der_name && n->parts == 1) {
        (*shift)++;
        n = n->part[0];
    }
    if (n->kind != NODE_NAME || n->name == c->time_name)
        return NULL;
    for (int i = 0; i < c->loops; i++)
        if (c->loop[i].name == n->name)
            return NULL;
    declaration *d = check_find(c, n->name);
    if (d->role == ROLE_PARAMETER || d->role == ROLE_CONSTANT)
        return NULL;
    int *which;
    array a = index_select(c, n, &d->value, &which);
    for (int k = 0; k < a.count; k++)
        which[k] += d->first;
    *count = a.count;
    return which;
}

/* der^i(x) = der^j(y), in either order of writing. */
static void link_pair(checking *c, const node *left, const node *right) {
    int i, j, n, m;
    int *x = reference_elements(c, left, &i, &n),
        *y = reference_elements(c, right, &j, &m);
    if (!x || !y || n != m)
        return;
    for (int k = 0; k < n; k++) {
        link_add(c, x[k], y[k], i - j);
        link_add(c, y[k], x[k], j - i);
    }
}

/* Takes the same sign or factor away from both sides. Returns whether it did. */
static int link_strip(const node **left, const node **right) {
    const node *a = *left, *b = *right;
    if (a->kind == NODE_BINARY && strcmp(a->name, "+") == 0 &&
        a->part[1]->kind == NODE_NUMBER && a->part[1]->number == 0) {
        *left = a->part[0];
        return 1;
    }
    if (a->kind != b->kind || a->parts == 0 || b->parts == 0 || a->name != b->name)
        return 0;
    int factor = a->kind == NODE_BINARY && strcmp(a->name, "*") == 0;
    int divisor = a->kind == NODE_BINARY && strcmp(a->name, "/") == 0;
    if (a->kind != NODE_UNARY && !factor && !divisor)
        return 0;
    const node *p = a->part[divisor], *q = b->part[divisor];
    if (a->kind != NODE_UNARY &&
        (p->kind != NODE_NUMBER || q->kind != NODE_NUMBER || p->number != q->number))
        return 0;
    *left = a->part[factor];
    *right = b->part[factor];
    return 1;
}

static void link_stripped(checking *c, const node *left, const node *right) {
    while (link_strip(&left, &right)) {
    }
    link_pair(c, left, right);
}

static void link_equation(checking *c, const node *left, const node *right) {
    link_stripped(c, left, right);
    const node *sides[2] = {left, right};
    for (int s = 0; s < 2; s++) {
        const node *other = sides[1 - s], *n = sides[s];
        int is_zero = other->kind == NODE_NUMBER && other->number == 0;
        if (is_zero && n->kind == NODE_BINARY && strcmp(n->name, "-") == 0)
            link_stripped(c, n->part[0], n->part[1]);
    }
}

static void formula_set(checking *c, const node *left, node *right) {
    int shift, count;
    if (left->kind != NODE_NAME)
        return;
    int *x = reference_elements(c, left, &shift, &count);
    for (int k = 0; x && k < count; k++) {
        element *e = &c->at[x[k]];
        if (e->formula)
            continue;
        e->formula = right;
        e->at = k;
        e->loops = c->loops;
        size_t size = (size_t)c->loops * sizeof *e->loop;
        e->loop = outside_pool_take(&c->m->pool, size + 1);
        memcpy(e->loop, c->loop, size);
    }
}

/* turned: formulas of what stands on the right, for variables that have no other. */
static void links_of(checking *c, const statement_list *l, int turned) {
    for (int i = 0; i < l->count; i++) {
        statement *s = l->at[i];
        if (s->kind == STATEMENT_EQUATION) {
            if (!turned)
                link_equation(c, s->left, s->right);
            if (turned)
                formula_set(c, s->right, s->left);
            else
                formula_set(c, s->left, s->right);
        } else if (s->kind == STATEMENT_FOR) {
            array range = evaluate_node(c, s->left, 0);
            if (c->loops >= MOST_LOOP_NAMES)
                check_stop(c, "loops are", "too deep");
            int level = c->loops++;
            for (int k = 0; k < range.count; k++) {
                c->loop[level].name = s->loop;
                c->loop[level].value = range.at[k].c[0].v;
                links_of(c, &s->body[0], turned);
            }
            c->loops = level;
        }
    }
}

/* --- preparing --- */

static void element_name(checking *c, element *e) {
    const declaration *d = e->of;
    size_t room = strlen(d->name) + 40;
    e->name = outside_pool_take(&c->m->pool, room);
    int n = snprintf(e->name, room, "%s", d->name), rest = e->index;
    int at[OUTSIDE_RANKS];
    for (int i = d->dimensions - 1; i >= 0; i--) {
        at[i] = rest % d->value.dimension[i];
        rest /= d->value.dimension[i];
    }
    for (int i = 0; i < d->dimensions; i++)
        n += snprintf(e->name + n, room - (size_t)n, "%c%d", i ? ',' : '[', at[i] + 1);
    if (d->dimensions)
        snprintf(e->name + n, room - (size_t)n, "]");
}

static void prepare_shapes(checking *c) {
    int total = 0;
    for (int i = 0; i < c->m->declarations; i++) {
        declaration *d = c->m->declared[i];
        if (d->role == ROLE_PARAMETER || d->role == ROLE_CONSTANT)
            continue;
        d->value.rank = d->dimensions;
        declaration_shape(c, d, d->value.dimension);
        d->value.count = 1;
        for (int k = 0; k < d->dimensions; k++)
            d->value.count *= d->value.dimension[k];
        d->first = total;
        total += d->value.count;
    }
    c->elements = total;
    c->at = outside_pool_take(&c->m->pool, (size_t)(total + 1) * sizeof *c->at);
}

static void prepare_elements(checking *c) {
    for (int i = 0; i < c->m->declarations; i++) {
        declaration *d = c->m->declared[i];
        if (d->role == ROLE_PARAMETER || d->role == ROLE_CONSTANT)
            continue;
        array nominal = array_number(c, 1);
        if (d->nominal)
            nominal = evaluate_node(c, d->nominal, 0);
        for (int k = 0; k < d->value.count; k++) {
            element *e = &c->at[d->first + k];
            e->of = d;
            e->index = k;
            e->nominal = fabsl(nominal.at[nominal.rank ? k : 0].c[0].v);
            for (int o = 0; o < OUTSIDE_ORDERS; o++)
                e->place[o] = UNKNOWN_PLACE;
            element_name(c, e);
        }
    }
}

static void prepare_links(checking *c) {
    for (int i = 0; i < c->m->declarations; i++) {
        declaration *d = c->m->declared[i];
        if (d->role != ROLE_VARIABLE || !d->binding)
            continue;
        node name = {.kind = NODE_NAME, .name = d->name};
        link_equation(c, &name, d->binding);
        formula_set(c, &name, d->binding);
    }
    links_of(c, &c->m->equations, 0);
    links_of(c, &c->m->equations, 1);
}

static void prepare_parameters(checking *c) {
    for (int i = 0; i < c->m->declarations; i++) {
        declaration *d = c->m->declared[i];
        int is_value = d->role == ROLE_PARAMETER || d->role == ROLE_CONSTANT;
        if (is_value && d->state != 2)
            parameter_evaluate(c, d);
    }
}

/* --- checking --- */

typedef struct subject {
    outside_kind kind;
    int begin, end;
} subject;

typedef struct outcome {
    long double units, residual;
    long double inherited; /* units, with what the formulas of variables have lost */
    int element;
    array shape;
} outcome;

const char *outside_kind_name(outside_kind k) {
    static const char *const name[OUTSIDE_KINDS] = {"equation",         "binding",
                                                    "constraint",       "invariant",
                                                    "initial equation", "fixed start"};
    return name[k];
}

/* Largest |left - right| in units, over the elements. */
static outcome compare_arrays(checking *c, const array *left, const array *right) {
    outcome o = {-1, 0, 0, 0, left->rank ? *left : *right};
    if (left->rank && right->rank && !array_is_like(left, right))
        check_stop(c, "shapes differ in", "an equation");
    for (int i = 0; i < o.shape.count; i++) {
        bounded a = left->at[left->rank ? i : 0].c[0];
        bounded b = right->at[right->rank ? i : 0].c[0];
        bounded d = bounded_subtract(a, b);
        long double units = d.v == 0 ? 0 : fabsl(d.v) / bounded_unit(d);
        if (!isfinite(d.v) || !isfinite(units))
            units = INFINITY;
        if (units > o.units) {
            o.units = units;
            o.residual = d.v;
            o.element = i;
        }
    }
    return o;
}

static outcome compare_nodes(checking *c, const node *left, const node *right) {
    outcome best = {INFINITY, 0, INFINITY, 0, {0}};
    unsigned combinations = 1;
    for (c->bits = 0; c->bits < combinations; c->bits++) {
        c->ambiguous = 0;
        array a = evaluate_node(c, left, 0), b = evaluate_node(c, right, 0);
        outcome o = compare_arrays(c, &a, &b);
        if (o.units <= best.units)
            best = o;
        if (c->bits == 0)
            combinations = 1u << c->ambiguous;
    }
    c->bits = 0;
    return best;
}

static void report_label(const checking *c, const outcome *o, char *label) {
    int n = 0;
    label[0] = 0;
    for (int i = 0; i < c->loops && n < MOST_LABEL / 2; i++)
        n += snprintf(label + n, (size_t)(MOST_LABEL - n), "%.8s = %d ", c->loop[i].name,
                      (int)c->loop[i].value);
    if (o->shape.rank)
        snprintf(label + n, (size_t)(MOST_LABEL - n), "element %d", o->element + 1);
}

static void report_outcome(checking *c, outside_report *r, subject s, const outcome *o,
                           double bound) {
    char label[MOST_LABEL];
    r->checked++;
    if (o->units > r->worst)
        r->worst = o->units;
    if (!(o->units > (long double)bound))
        return;
    report_label(c, o, label);
    int i = 0;
    while (i < r->findings &&
           !(r->finding[i].begin == s.begin && r->finding[i].kind == s.kind &&
             strcmp(r->finding[i].element, label) == 0))
        i++;
    if (i == (int)(sizeof r->finding / sizeof *r->finding))
        return;
    outside_finding *f = &r->finding[i];
    if (i < r->findings && f->units >= o->units)
        return;
    if (i == r->findings)
        r->findings++;
    f->kind = s.kind;
    f->begin = s.begin;
    f->end = s.end;
    snprintf(f->element, sizeof f->element, "%s", label);
    f->row = c->row;
    f->time = c->rows->row[c->row][0];
    f->residual = o->residual;
    f->units = o->units;
    f->inherited = o->inherited;
}

/* Counts an equation once, whatever the row. */
static void report_unchecked(checking *c, outside_report *r, subject s) {
    for (int i = 0; i < c->skipped; i++)
        if (c->skip[i] == s.begin)
            return;
    if (c->skipped < MOST_SKIPPED)
        c->skip[c->skipped++] = s.begin;
    if (r->unchecked++)
        return;
    snprintf(r->unchecked_text, sizeof r->unchecked_text, "%.*s: %.90s",
             s.end - s.begin > 90 ? 90 : s.end - s.begin, c->m->text + s.begin, c->why);
}

/* Calls what may stop because a column is missing. Returns whether it did not. */
static int check_pair(checking *c, outside_report *r, subject s, const node *left,
                      const node *right, double bound) {
    jmp_buf here, *outer = c->stop;
    int loops = c->loops;
    c->stop = &here;
    c->formulas = 0;
    c->ends = 0;
    if (setjmp(here) == 0) {
        outcome o = compare_nodes(c, left, right);
        o.inherited = o.units;
        if (o.units > (long double)bound) {
            c->inherits = 1;
            o.inherited = compare_nodes(c, left, right).units;
            c->inherits = 0;
        }
        report_outcome(c, r, s, &o, bound);
        c->stop = outer;
        return 1;
    }
    c->stop = outer;
    c->loops = loops;
    c->loop_floor = 0;
    c->inherits = 0;
    for (int i = 0; i < c->elements; i++)
        c->at[i].busy = 0;
    report_unchecked(c, r, s);
    return 0;
}

static void check_list(checking *c, outside_report *r, const statement_list *l,
                       double bound);

/* Each branch that a comparison in its band allows; the best one counts. */
static void check_branches(checking *c, outside_report *r, const statement *s,
                           double bound) {
    for (int i = 0; i < s->conditions; i++) {
        c->bits = 0;
        c->ambiguous = 0;
        array a = evaluate_node(c, s->condition[i], 0);
        if (c->ambiguous)
            return; /* at an event: rows on both sides are checked */
        if (array_value(c, &a) == 0)
            continue;
        check_list(c, r, &s->body[i], bound);
        return;
    }
    if (s->bodies > s->conditions)
        check_list(c, r, &s->body[s->conditions], bound);
}

static void check_for(checking *c, outside_report *r, const statement *s, double bound) {
    array range = evaluate_node(c, s->left, 0);
    if (c->loops >= MOST_LOOP_NAMES)
        check_stop(c, "loops are", "too deep");
    int level = c->loops++;
    for (int k = 0; k < range.count; k++) {
        c->loop[level].name = s->loop;
        c->loop[level].value = range.at[k].c[0].v;
        check_list(c, r, &s->body[0], bound);
    }
    c->loops = level;
}

static void check_list(checking *c, outside_report *r, const statement_list *l,
                       double bound) {
    for (int i = 0; i < l->count; i++) {
        const statement *s = l->at[i];
        subject what = {s->initial ? OUTSIDE_INITIAL : OUTSIDE_EQUATION, s->begin,
                        s->end};
        switch (s->kind) {
        case STATEMENT_EQUATION:
            check_pair(c, r, what, s->left, s->right, bound);
            break;
        case STATEMENT_FOR:
            check_for(c, r, s, bound);
            break;
        case STATEMENT_IF:
            check_branches(c, r, s, bound);
            break;
        case STATEMENT_OTHER:
            break;
        }
    }
}

static void check_invariant(checking *c, outside_report *r, declaration *d, array *first,
                            double bound) {
    jmp_buf here, *outer = c->stop;
    node name = {.kind = NODE_NAME, .name = d->name};
    subject s = {OUTSIDE_INVARIANT, d->begin, d->end};
    c->stop = &here;
    if (setjmp(here) == 0) {
        array a = evaluate_node(c, d->binding ? d->binding : &name, 0);
        if (!first->at)
            *first = array_keep(c, &a);
        outcome o = compare_arrays(c, &a, first);
        o.inherited = o.units;
        report_outcome(c, r, s, &o, bound);
    } else {
        report_unchecked(c, r, s);
    }
    c->stop = outer;
}

/* Two rows of one time: an event. Invariants begin again behind it. */
static void check_neighbours(checking *c, array *first) {
    const double *const *row = c->rows->row;
    long k = c->row;
    c->before = -1;
    c->after = -1;
    if (k + 1 < c->rows->rows && row[k + 1][0] == row[k][0])
        for (long j = k - 1; j >= 0 && c->before < 0; j--)
            if (row[j][0] != row[k][0])
                c->before = j;
    if (k == 0 || row[k - 1][0] != row[k][0])
        return;
    for (long j = k + 1; j < c->rows->rows && c->after < 0; j++)
        if (row[j][0] != row[k][0])
            c->after = j;
    for (int i = 0; i < c->m->declarations; i++)
        first[i].at = NULL;
}

static void check_declarations(checking *c, outside_report *r, array *first,
                               double bound) {
    static node zero = {.kind = NODE_NUMBER, .exact = 1};
    for (int i = 0; i < c->m->declarations; i++) {
        declaration *d = c->m->declared[i];
        if (d->role != ROLE_VARIABLE)
            continue;
        node name = {.kind = NODE_NAME, .name = d->name};
        subject s = {OUTSIDE_BINDING, d->begin, d->end};
        if (d->binding)
            check_pair(c, r, s, &name, d->binding, bound);
        s.kind = OUTSIDE_CONSTRAINT;
        if (d->constraint)
            check_pair(c, r, s, &name, &zero, bound);
        if (d->invariant)
            check_invariant(c, r, d, &first[i], bound);
    }
}

static int fixed_is_true(checking *c, const declaration *d) {
    if (!d->fixed)
        return 0;
    array a = evaluate_node(c, d->fixed, 0);
    for (int i = 0; i < a.count; i++)
        if (a.at[i].c[0].v == 0)
            return 0;
    return 1;
}

static void check_start(checking *c, outside_report *r, double bound) {
    check_list(c, r, &c->m->initials, bound);
    for (int i = 0; i < c->m->declarations; i++) {
        declaration *d = c->m->declared[i];
        if (d->role != ROLE_VARIABLE || d->is_discrete)
            continue;
        if (!d->start || !fixed_is_true(c, d))
            continue;
        node name = {.kind = NODE_NAME, .name = d->name};
        node number = {.kind = NODE_NUMBER};
        const double *set = setting_find(c, d->name);
        if (set)
            number.number = (long double)*set;
        subject s = {OUTSIDE_FIXED, d->begin, d->end};
        check_pair(c, r, s, &name, set ? &number : d->start, bound);
    }
}

static void check_rows(checking *c, outside_report *r, double bound) {
    array *first =
        outside_pool_take(&c->m->pool, (size_t)(c->m->declarations + 1) * sizeof *first);
    for (c->row = 0; c->row < c->rows->rows; c->row++) {
        check_neighbours(c, first);
        check_declarations(c, r, first, bound);
        check_list(c, r, &c->m->equations, bound);
        if (c->row == 0 && !c->m->whens)
            check_start(c, r, bound);
        outside_pool_free(&c->scratch);
    }
}

void outside_check(outside_model *m, const outside_rows *rows, int settings,
                   const outside_setting *setting, double bound, outside_report *report) {
    jmp_buf stop;
    checking *c = outside_pool_take(&m->pool, sizeof *c);
    memset(report, 0, sizeof *report);
    c->m = m;
    c->rows = rows;
    c->settings = settings;
    c->setting = setting;
    c->before = -1;
    c->after = -1;
    c->time_name = outside_intern(m, "time", 4);
    c->der_name = outside_intern(m, "der", 3);
    c->stop = &stop;
    if (setjmp(stop) == 0) {
        prepare_parameters(c);
        prepare_shapes(c);
        prepare_elements(c);
        prepare_links(c);
        check_rows(c, report, bound);
    } else {
        snprintf(report->message, sizeof report->message, "%s", c->why);
    }
    outside_pool_free(&c->scratch);
}
