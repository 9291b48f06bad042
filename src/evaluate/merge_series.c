/* SPDX-License-Identifier: BSD-3-Clause */
/* Taylor coefficients as values: the recurrences of series.c, written down term by term.
 * What is known to vanish takes no operation. */
#include <assert.h>
#include "merge.h"
#include "series.h"

enum { NOTHING = -1 };

typedef struct merged_series {
    merge *merge;
    const series *plan;
    int orders;
    int *value; /* [rows, orders]: coefficients */
} merged_series;

static int *coefficients(const merged_series *s, int row) {
    return s->value + (size_t)row * (size_t)s->orders;
}

static int varies(const merged_series *s, int row) {
    return s->plan->row[row].varies;
}

static int is_known_kind(const series_row *r) {
    switch (r->kind) {
    case SERIES_INPUT:
    case SERIES_PRODUCT:
    case SERIES_QUOTIENT:
    case SERIES_INTEGRAL:
    case SERIES_RATIO:
    case SERIES_ROOT:
    case SERIES_POWER:
        return 1;
    case SERIES_LINEAR:
        return !r->varies || r->op == TAPE_ADD || r->op == TAPE_SUB ||
               r->op == TAPE_NEG || r->op == TAPE_COPY;
    case SERIES_CHOICE:
    case SERIES_ANGLE:
    case SERIES_LOOKUP:
        break;
    }
    return 0;
}

merged_series *merge_series_new(merge *m, arena *a, const tape *t, int variables,
                                int orders) {
    int *lead = ARENA_ARRAY(a, int, t->inputs + 1);
    int *ahead = ARENA_ARRAY(a, int, t->outputs + 1);
    assert(!t->routine && orders > 0);
    for (int k = 0; k < t->inputs; k++)
        lead[k] = k < variables ? SERIES_GIVEN : SERIES_CONSTANT;
    merged_series *s = arena_alloc(a, sizeof *s);
    s->merge = m;
    s->plan = series_new(a, t, lead, ahead, 0);
    s->orders = orders;
    for (int r = 0; r < s->plan->rows; r++)
        if (!is_known_kind(&s->plan->row[r]))
            return NULL;
    s->value = ARENA_ARRAY(a, int, s->plan->rows *orders + 1);
    return s;
}

/* --- sums --- */

static int merge_scaled(merge *m, double factor, int x) {
    return merge_product(m, merge_number(m, factor), x);
}

static int merge_difference(merge *m, int x, int y) {
    const int zero = merge_number(m, 0);
    if (y == NOTHING || y == zero)
        return x;
    if (x == zero)
        return merge_negate(m, y);
    return merge_operate(m, TAPE_SUB, x, y, NOTHING);
}

/* The factor of a[j] b[m - j] in a sum: 1, j, or a factor of its own. */
typedef enum series_weight { WEIGHT_ONE, WEIGHT_ORDER } series_weight;

/* The sum of a[j] b[m - j], j = first .. last, with their weights, by halves that do not
 * wait for each other; NOTHING: all vanish. */
static int merge_convolution(merge *q, const int *a, const int *b, int m, int first,
                             int last, series_weight weight) {
    const int zero = merge_number(q, 0);
    int half[2] = {NOTHING, NOTHING};
    for (int j = first; j <= last; j++) {
        int *sum = &half[j & 1];
        int x = a[j];
        if (x == zero || b[m - j] == zero)
            continue;
        if (weight == WEIGHT_ORDER)
            x = merge_scaled(q, j, x);
        *sum = merge_add_product(q, *sum, x, b[m - j]);
    }
    if (half[1] == NOTHING)
        return half[0];
    return merge_sum(q, half[0], half[1]);
}

/* The same of a with itself: every product counts twice, but for the one in the middle.
 */
static int merge_self_convolution(merge *q, const int *a, int m, int first) {
    int sum = merge_convolution(q, a, a, m, first, (m - 1) / 2, WEIGHT_ONE);
    if (sum != NOTHING)
        sum = merge_scaled(q, 2, sum);
    if (m % 2 == 0 && m / 2 >= first)
        sum = merge_add_product(q, sum, a[m / 2], a[m / 2]);
    return sum;
}

static int or_zero(merge *q, int value) {
    return value == NOTHING ? merge_number(q, 0) : value;
}

static int merge_quotient(merge *q, int x, int y) {
    return x == merge_number(q, 0) ? x : merge_operate(q, TAPE_DIVIDE, x, y, NOTHING);
}

/* --- rows --- */

static int merge_linear(merge *q, const series_row *r, int x, int y) {
    switch (r->op) {
    case TAPE_ADD:
        return merge_sum(q, x, y);
    case TAPE_SUB:
        return merge_difference(q, x, y);
    case TAPE_NEG:
        return x == merge_number(q, 0) ? x : merge_negate(q, x);
    default:
        assert(r->op == TAPE_COPY);
        return x;
    }
}

static int merge_row_product(const merged_series *s, const series_row *r, int m) {
    merge *q = s->merge;
    const int *x = coefficients(s, r->x);
    const int *y = coefficients(s, r->y);
    int sum = NOTHING;
    if (!varies(s, r->x))
        sum = merge_product(q, x[0], y[m]);
    else if (!varies(s, r->y))
        sum = merge_product(q, x[m], y[0]);
    else if (r->x == r->y)
        sum = merge_self_convolution(q, x, m, 0);
    else
        sum = merge_convolution(q, x, y, m, 0, m, WEIGHT_ONE);
    sum = or_zero(q, sum);
    return r->op == TAPE_MULADD ? merge_sum(q, sum, coefficients(s, r->z)[m]) : sum;
}

/* m x[0] v[m] = sum of (p j - (m - j)) x[j] v[m - j], j = 1 .. m */
static int merge_row_power(const merged_series *s, const series_row *r, const int *v,
                           int m) {
    merge *q = s->merge;
    const int *x = coefficients(s, r->x);
    const int p = coefficients(s, r->y)[0];
    int sum = NOTHING;
    for (int j = 1; j <= m; j++) {
        const int weight = merge_sum(q, merge_scaled(q, j, p), merge_number(q, j - m));
        sum = merge_add_product(q, sum, merge_product(q, weight, x[j]), v[m - j]);
    }
    return merge_quotient(q, or_zero(q, sum), merge_scaled(q, m, x[0]));
}

/* Coefficient m >= 1 of a row that varies. */
static int merge_row(const merged_series *s, int number, int m) {
    merge *q = s->merge;
    const series_row *r = &s->plan->row[number];
    const int *x = coefficients(s, r->x);
    const int *y = coefficients(s, r->y);
    const int *v = coefficients(s, number);
    const int *w = r->w < 0 ? NULL : coefficients(s, r->w);
    int sum;
    switch (r->kind) {
    case SERIES_LINEAR:
        return merge_linear(q, r, x[m], y[m]);
    case SERIES_PRODUCT:
        return merge_row_product(s, r, m);
    case SERIES_QUOTIENT:
        sum = varies(s, r->y) ? merge_convolution(q, y, v, m, 1, m, WEIGHT_ONE) : NOTHING;
        return merge_quotient(q, merge_difference(q, x[m], sum), y[0]);
    case SERIES_INTEGRAL:
        sum = merge_convolution(q, x, w, m, 1, m, WEIGHT_ORDER);
        return merge_scaled(q, r->factor / m, or_zero(q, sum));
    case SERIES_RATIO:
        sum = merge_convolution(q, v, w, m, 1, m - 1, WEIGHT_ORDER);
        if (sum != NOTHING)
            sum = merge_scaled(q, 1.0 / m, sum);
        return merge_quotient(
            q, merge_difference(q, merge_scaled(q, r->factor, x[m]), sum), w[0]);
    case SERIES_ROOT:
        sum = merge_self_convolution(q, v, m, 1);
        return merge_quotient(q, merge_difference(q, x[m], sum),
                              merge_scaled(q, 2, v[0]));
    case SERIES_POWER:
        return merge_row_power(s, r, v, m);
    case SERIES_INPUT:
    case SERIES_CHOICE:
    case SERIES_ANGLE:
    case SERIES_LOOKUP:
        break;
    }
    assert(!"a row without recurrence");
    return NOTHING;
}

/* Coefficient 0 of a row. */
static int merge_first(const merged_series *s, const series_row *r) {
    return merge_operate(s->merge, r->op, coefficients(s, r->x)[0],
                         coefficients(s, r->y)[0], coefficients(s, r->z)[0]);
}

void merge_series_pass(merged_series *s, int k, const int *in, int *out) {
    const series *plan = s->plan;
    const int zero = merge_number(s->merge, 0);
    assert(k >= 0 && k < s->orders);
    for (int r = 0; r < plan->rows; r++) {
        int *v = coefficients(s, r);
        const series_row *row = &plan->row[r];
        if (k > 0 && !row->varies)
            v[k] = zero;
        else if (r < plan->inputs)
            v[k] = in[r];
        else if (row->kind == SERIES_INPUT)
            v[k] = merge_number(s->merge, *series_of(plan, r));
        else
            v[k] = k ? merge_row(s, r, k) : merge_first(s, row);
    }
    for (int i = 0; i < plan->outputs; i++)
        out[i] = coefficients(s, plan->output[i])[k];
}
