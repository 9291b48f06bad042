/* Maps: slopes against differences, columns in order and each once, affine rows put
 * together again. SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/lowering/lower.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { SLOTS = 8, ROWS = 4 };

typedef struct bench {
    invo_context *context;
    invo_model *model;
    lowered *w;
    graph *g;
    int coordinates, tops;
    double x[SLOTS];
} bench;

/* Two unknowns of second order, and v as a name of der(a): slots t, a, a', b, b', then
 * a'' and b''. */
static int begin(void **state) {
    static bench b;
    static const char text[] = "model M parameter Real p = 3; Real a, v, b; equation\n"
                               "v = der(a); der(v) = -p*sin(a) + b;\n"
                               "der(der(b)) = a*b; end M;";
    b = (bench){.context = invo_context_new()};
    invo_options o;
    invo_options_init(&o);
    if (invo_model_parse(b.context, "m.mo", text, strlen(text), &b.model))
        return 1;
    if (invo_model_complete(b.model, &o))
        return 1;
    b.w = invo_model_system(b.model)->self;
    b.g = b.w->completion->system->graph;
    b.coordinates = b.w->completion->coordinates;
    b.tops = b.w->completion->unknowns;
    for (int j = 0; j < SLOTS; j++)
        b.x[j] = 0.3 + sin(j);
    *state = &b;
    return b.coordinates + b.tops > SLOTS;
}

static int end(void **state) {
    bench *b = *state;
    invo_model_free(b->model);
    invo_context_free(b->context);
    return 0;
}

static expr jet(const bench *b, int j, int l) {
    return expr_jet(b->g, b->w->completion->unknown[j].variable, l);
}

/* The parameter, all orders of both unknowns, time, and a row that is nothing. */
static void fill(const bench *b, expr *f) {
    graph *g = b->g;
    expr a = jet(b, 0, 0);
    expr second = jet(b, 0, 2);
    expr other = jet(b, 1, 2);
    expr product = expr_mul(g, second, expr_call(g, OP_SIN, &a));
    f[0] = expr_add(g, product, jet(b, 1, 1));
    f[1] = EXPR_ZERO;
    product = expr_mul(g, other, expr_parameter(g, 0));
    f[2] = expr_sub(g, product, expr_mul(g, a, a));
    f[3] = expr_mul(g, expr_time(g), expr_add(g, second, other));
}

static void run(const bench *b, const map *m, const double *x, double *value,
                double *slope) {
    map_run(b->w, m, x, x + b->coordinates, value, slope);
}

static void slopes_are_those_of_the_values(void **state) {
    bench *b = *state;
    int slots = b->coordinates + b->tops;
    expr f[ROWS];
    fill(b, f);
    map m = map_new(b->w, ROWS, f, (map_columns){.count = slots});
    const invo_pattern *p = &m.pattern;
    double slope[ROWS * SLOTS], full[ROWS][SLOTS] = {{0}}, low[ROWS], high[ROWS];
    assert_int_equal(p->rows, ROWS);
    assert_int_equal(p->columns, slots);
    assert_int_equal(p->start[2], p->start[1]);
    run(b, &m, b->x, NULL, slope);
    for (int i = 0; i < ROWS; i++)
        for (int k = p->start[i]; k < p->start[i + 1]; k++) {
            assert_true(k == p->start[i] || p->column[k] > p->column[k - 1]);
            full[i][p->column[k]] = slope[k];
        }
    const double h = 1e-6;
    for (int j = 0; j < slots; j++) {
        double x[SLOTS];
        memcpy(x, b->x, sizeof x);
        x[j] = b->x[j] + h;
        run(b, &m, x, high, NULL);
        x[j] = b->x[j] - h;
        run(b, &m, x, low, NULL);
        for (int i = 0; i < ROWS; i++)
            assert_true(fabs(full[i][j] - (high[i] - low[i]) / (2 * h)) < 1e-8);
    }
}

/* v and der(a) are one slot of results: 2 v + 3 der(a) has the slope 5. */
static void entries_of_one_slot_are_added(void **state) {
    bench *b = *state;
    const completion *c = b->w->completion;
    int v = 0;
    while (strcmp(c->written->variables.at[v].name, "v"))
        v++;
    int slot = completion_shown_slot(c, v, 0);
    const double factor[] = {2, 3};
    const expr term[] = {expr_jet(b->g, v, 0), jet(b, 0, 1)};
    expr f = expr_sum(b->g, 2, factor, term);
    map m = map_new(b->w, 1, &f, (map_columns){.count = SLOTS, .is_written = 1});
    double slope = 0;
    assert_int_equal(m.pattern.start[1], 1);
    assert_int_equal(m.pattern.column[0], slot);
    run(b, &m, b->x, NULL, &slope);
    assert_true(slope == 5);
}

static void columns_may_be_chosen(void **state) {
    bench *b = *state;
    expr f[ROWS];
    int of[SLOTS] = {0};
    fill(b, f);
    of[b->coordinates] = 1; /* the highest derivative of a alone */
    map m = map_new(b->w, ROWS, f, (map_columns){.count = 1, .of = of});
    double slope[2];
    assert_int_equal(m.pattern.start[ROWS], 2); /* rows 0 and 3 hold it */
    assert_int_equal(m.pattern.column[0], 0);
    run(b, &m, b->x, NULL, slope);
    assert_true(fabs(slope[0] - sin(b->x[1])) < 1e-15);
    assert_true(slope[1] == b->x[0]);
}

static void affine_rows_are_matrix_and_rest(void **state) {
    bench *b = *state;
    expr all[ROWS];
    fill(b, all);
    const expr f[] = {all[0], all[2]};
    const int unknown[] = {1, 0};
    invo_pattern p;
    arena *scratch = arena_child(b->w->arena);
    map_slopes s = map_affine(b->w, scratch, 2, unknown, f, &p);
    program both = program_new(b->w, s.entry.count, s.entry.at);
    program rows = program_new(b->w, 2, f);
    const double *z = b->x + b->coordinates;
    double matrix[4], rest[2], value[2];
    program_run_two(b->w, &both, b->x, NULL, p.start[2], matrix, rest);
    program_run(b->w, &rows, b->x, z, value);
    for (int i = 0; i < 2; i++) {
        double sum = rest[i];
        for (int k = p.start[i]; k < p.start[i + 1]; k++)
            sum += matrix[k] * z[unknown[p.column[k]]];
        assert_true(fabs(sum - value[i]) < 1e-14);
    }
    arena_free(scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slopes_are_those_of_the_values),
        cmocka_unit_test(entries_of_one_slot_are_added),
        cmocka_unit_test(columns_may_be_chosen),
        cmocka_unit_test(affine_rows_are_matrix_and_rest),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
