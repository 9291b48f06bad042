/* Every coefficient of tableau.def against the order conditions: for each rooted tree t
 * of up to p vertices, sum b_i Phi_i(t) = 1/gamma(t) ([HNW93] II.2), and for dense output
 * sum b_i(theta) Phi_i(t) = theta^|t|/gamma(t) (II.6). One order more must fail, so the
 * claimed orders are sharp and the test can tell.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/method/stepper.h"
#include "../../../src/method/tableau.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MAX_ORDER = 9, TREES = 486, DIRECTIONS = 16 };

/* Coefficients are correct to half an ulp of their double each; dense weights of dop853
 * reach 500 and cancel. */
static const long double round_off = 5e-15L, dense_round_off = 5e-13L;

/* A tree is its root and the trees grafted on it, in descending order of their number. */
typedef struct tree {
    int order, children, child[MAX_ORDER];
    long double gamma;
} tree;

typedef struct forest {
    tree t[TREES];
    int count, first[MAX_ORDER + 2]; /* trees of order p: first[p] .. first[p+1]-1 */
} forest;

/* Appends all trees that continue `t` by children numbered `largest` or less with `left`
 * vertices in all. */
static void graft(forest *f, tree t, int left, int largest) {
    if (left == 0) {
        assert_true(f->count < TREES);
        f->t[f->count++] = t;
        return;
    }
    for (int i = largest; i >= 0; i--) {
        if (f->t[i].order > left)
            continue;
        tree more = t;
        more.child[more.children++] = i;
        more.gamma *= f->t[i].gamma;
        graft(f, more, left - f->t[i].order, i);
    }
}

static void grow(forest *f) {
    memset(f, 0, sizeof *f);
    for (int p = 1; p <= MAX_ORDER; p++) {
        f->first[p] = f->count;
        graft(f, (tree){.order = p, .gamma = p}, p - 1, f->count - 1);
    }
    f->first[MAX_ORDER + 1] = f->count;
}

/* A method with the new point and the extra stages as rows of one matrix. */
typedef struct square {
    int s; /* all directions */
    long double a[DIRECTIONS][DIRECTIONS];
    long double phi[TREES][DIRECTIONS];
} square;

static int directions(const tableau *t) {
    return t->stages + !t->fsal + t->extra;
}

static void fill(const tableau *t, square *m) {
    const double *row = t->a, *extra = t->dense_a;
    memset(m, 0, sizeof *m);
    m->s = directions(t);
    for (int i = 1; i < m->s; i++) {
        const double *from = i < t->stages ? row : i < m->s - t->extra ? t->b : extra;
        for (int j = 0; j < i; j++)
            m->a[i][j] = from[j];
        if (i < t->stages)
            row += i;
        if (i >= m->s - t->extra)
            extra += i;
    }
}

/* Phi_i(t) = product over the children u of sum_j a_ij Phi_j(u) */
static void weigh(const forest *f, square *m) {
    for (int k = 0; k < f->count; k++)
        for (int i = 0; i < m->s; i++) {
            long double product = 1;
            for (int c = 0; c < f->t[k].children; c++) {
                long double sum = 0;
                for (int j = 0; j < i; j++)
                    sum += m->a[i][j] * m->phi[f->t[k].child[c]][j];
                product *= sum;
            }
            m->phi[k][i] = product;
        }
}

/* Largest violation of the conditions of order p by weights b at theta. */
static long double violation(const forest *f, const square *m, const long double *b,
                             long double theta, int p) {
    long double worst = 0;
    for (int k = f->first[p]; k < f->first[p + 1]; k++) {
        long double sum = -powl(theta, p) / f->t[k].gamma;
        for (int i = 0; i < m->s; i++)
            sum += b[i] * m->phi[k][i];
        worst = fmaxl(worst, fabsl(sum));
    }
    return worst;
}

static void check_order(const forest *f, const square *m, const char *name,
                        const long double *b, long double theta, int order,
                        long double tolerance) {
    for (int p = 1; p <= order; p++) {
        const long double v = violation(f, m, b, theta, p);
        if (!(v <= tolerance))
            fail_msg("%s: order %d violated by %Lg", name, p, v);
    }
    const long double next = violation(f, m, b, theta, order + 1);
    if (!(next > 1e-6L))
        fail_msg("%s: order %d not sharp (%Lg)", name, order, next);
}

static forest trees;
static square matrix;

/* Prepares trees and matrix for a method. */
static const tableau *load(const method *m) {
    const tableau *t = m->data;
    if (!trees.count)
        grow(&trees);
    fill(t, &matrix);
    weigh(&trees, &matrix);
    return t;
}

static void trees_are_counted(void **state) {
    (void)state;
    const int known[] = {0, 1, 1, 2, 4, 9, 20, 48, 115, 286};
    grow(&trees);
    for (int p = 1; p <= MAX_ORDER; p++)
        assert_int_equal(trees.first[p + 1] - trees.first[p], known[p]);
}

/* Explicit methods come first in the list; NULL past the last of them. */
static const method *explicit_at(int i) {
    const method *m = method_at(i);
    return m && m->kind == &rk_explicit ? m : NULL;
}

static void main_weights_have_their_order(void **state) {
    (void)state;
    const method *m;
    for (int i = 0; (m = explicit_at(i)); i++) {
        const tableau *t = load(m);
        long double b[DIRECTIONS] = {0};
        for (int j = 0; j < t->stages; j++)
            b[j] = t->b[j];
        check_order(&trees, &matrix, m->name, b, 1, t->order, round_off);
    }
}

static void embedded_weights_have_their_order(void **state) {
    (void)state;
    const method *m;
    int seen = 0;
    for (int i = 0; (m = explicit_at(i)); i++) {
        const tableau *t = load(m);
        for (int k = 0; k < 2 && t->e[k]; k++, seen++) {
            long double b[DIRECTIONS] = {0};
            for (int j = 0; j < t->stages; j++)
                b[j] = (long double)t->b[j] - t->e[k][j];
            check_order(&trees, &matrix, m->name, b, 1, t->low[k], round_off);
        }
    }
    assert_int_equal(seen, 5);
}

static void rows_sum_to_c(void **state) {
    (void)state;
    const method *m;
    for (int i = 0; (m = explicit_at(i)); i++) {
        const tableau *t = load(m);
        for (int k = 0; k < (t->extra ? matrix.s : t->stages); k++) {
            long double sum = 0;
            for (int j = 0; j < k; j++)
                sum += matrix.a[k][j];
            if (!(fabsl(sum - t->c[k]) <= round_off))
                fail_msg("%s: row %d sums to c%+Lg", m->name, k + 1, sum - t->c[k]);
            assert_true(t->c[k] >= 0 && t->c[k] <= 1);
        }
    }
}

static void fsal_stage_is_the_new_point(void **state) {
    (void)state;
    const method *m;
    int seen = 0;
    for (int i = 0; (m = explicit_at(i)); i++) {
        const tableau *t = load(m);
        if (!t->fsal)
            continue;
        for (int j = 0; j < t->stages; j++)
            assert_true(matrix.a[t->stages - 1][j] == t->b[j]);
        seen++;
    }
    assert_int_equal(seen, 2);
}

/* b_j(theta) of u = p + theta (r2 + z (r3 + theta (r4 + z (r5 + ...)))) */
static void dense_weights(const tableau *t, long double theta, long double *b) {
    const int s = directions(t), w = s - t->extra - 1;
    const long double z = 1 - theta;
    for (int j = 0; j < s; j++) {
        const long double r2 = j < t->stages ? t->b[j] : 0, r3 = (j == 0) - r2,
                          r4 = r2 - (j == w) - r3;
        long double tail = 0;
        for (int k = t->terms; k-- > 0;)
            tail = t->dense[k * s + j] + (k % 2 ? z : theta) * tail;
        b[j] = theta * (r2 + z * (r3 + theta * (r4 + z * tail)));
    }
}

static void check_dense(const char *name, int order) {
    const tableau *t = load(method_find(name));
    const long double theta[] = {0.1L, 0.3L, 0.5L, 0.7L, 0.9L};
    for (int k = 0; k < 5; k++) {
        long double b[DIRECTIONS] = {0};
        dense_weights(t, theta[k], b);
        check_order(&trees, &matrix, name, b, theta[k], order, dense_round_off);
    }
}

static void dense_output_has_its_order(void **state) {
    (void)state;
    check_dense("rk4", 3); /* Hermite */
    check_dense("bs32", 3);
    check_dense("dopri54", 4);
    check_dense("dop853", 7);
}

/* R(z) = 1 + z sum b + z^2 b A 1 + ... */
static long double stability(const tableau *t, const square *m, long double z) {
    long double y[DIRECTIONS], r = 1;
    for (int i = 0; i < t->stages; i++) {
        y[i] = 1;
        for (int j = 0; j < i; j++)
            y[i] += z * m->a[i][j] * y[j];
        r += z * t->b[i] * y[i];
    }
    return fabsl(r);
}

static void stability_intervals_are_true(void **state) {
    (void)state;
    const method *m;
    for (int i = 0; (m = explicit_at(i)); i++) {
        const tableau *t = load(m);
        double end = 0;
        assert_int_equal(sscanf(m->stability, "real axis to %lf", &end), 1);
        for (int k = 1; k <= 1000; k++)
            if (!(stability(t, &matrix, end * k / 1000) <= 1 + 1e-12L))
                fail_msg("%s: unstable at %g", m->name, end * k / 1000);
        if (!(stability(t, &matrix, end - 0.01) > 1))
            fail_msg("%s: stable beyond %g", m->name, end);
    }
}

static void pair_texts_are_true(void **state) {
    (void)state;
    const method *m;
    for (int i = 0; (m = explicit_at(i)); i++) {
        const tableau *t = m->data;
        char text[16];
        if (t->e[1])
            snprintf(text, sizeof text, "%d(%d,%d)", t->order, t->low[0], t->low[1]);
        else if (t->e[0])
            snprintf(text, sizeof text, "%d(%d)", t->order, t->low[0]);
        else
            text[0] = 0;
        assert_string_equal(m->pair, text);
        assert_int_equal(m->stages, t->stages);
    }
}

static void names_are_those_of_the_options(void **state) {
    (void)state;
    const method *m;
    char names[1024] = "auto";
    for (int i = 0; (m = method_at(i)); i++) {
        strcat(strcat(names, " "), m->name);
        assert_ptr_equal(method_find(m->name), m);
    }
    invo_option_info info;
    int k = 0;
    while (invo_option_describe(k, &info) && strcmp(info.name, "method") != 0)
        k++;
    assert_string_equal(names, info.argument);
    assert_null(method_find("auto"));
    assert_null(method_at(-1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_counted),
        cmocka_unit_test(main_weights_have_their_order),
        cmocka_unit_test(embedded_weights_have_their_order),
        cmocka_unit_test(rows_sum_to_c),
        cmocka_unit_test(fsal_stage_is_the_new_point),
        cmocka_unit_test(dense_output_has_its_order),
        cmocka_unit_test(stability_intervals_are_true),
        cmocka_unit_test(pair_texts_are_true),
        cmocka_unit_test(names_are_those_of_the_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
