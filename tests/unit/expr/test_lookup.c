/* Tables: every smoothness and extrapolation against values computed elsewhere.
 *
 * The numbers for curves are those of scipy 1.10: Akima1DInterpolator for
 * ContinuousDerivative, PchipInterpolator for the inner pieces of
 * MonotoneContinuousDerivative1 (its ends are others), interp for lines;
 * CubicHermiteSpline with the slopes of the definition for the modified Akima method and
 * for Steffen's. Surfaces: a program that extends the data beyond their edges as Akima
 * (1974) does, takes weights and twists there, and blends with Hermite's polynomials.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include "../../../src/evaluate/long_interpreter.h"
#include "../../../src/evaluate/quad_interpreter.h"
#include "../../../src/evaluate/series.h"
#include "../../../src/expr/graph.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { POINTS = 7 };
static const double X[POINTS] = {0, 1, 2.5, 3, 4.2, 5, 7};
static const double Y[POINTS] = {0, 0.5, 0.7, 2, 2, -1, 0.3};
static const double AT[POINTS] = {0.25, 0.9, 1.7, 2.6, 3.5, 4.6, 6.1};

static invo_context *context;
static arena *memory;
static graph *g;

static int setup(void **state) {
    (void)state;
    context = invo_context_new();
    memory = arena_new(context);
    g = graph_new(memory);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static void is_near(const char *what, double at, double is, double must) {
    if (!(fabs(is - must) <= 1e-13 * fmax(1, fabs(must))))
        fail_msg("%s at %g is %.17g, not %.17g", what, at, is, must);
}

static const lookup *curve(lookup_smoothness s, lookup_extrapolation e) {
    lookup_table t = {POINTS, X, Y, s, e};
    return graph_add_lookup(g, lookup_curve(memory, &t));
}

static double value(const lookup *l, double x) {
    return lookup_value(l, x, 0);
}

/* --- smoothness --- */

static const struct {
    lookup_smoothness smoothness;
    double y[POINTS];
} known[] = {
    {LOOKUP_LINEAR, {0.125, 0.45, 0.59333333333333327, 0.96, 2, 0.5, -0.285}},
    {LOOKUP_CONSTANT, {0, 0, 0.5, 0.7, 2, 2, -1}},
    {LOOKUP_AKIMA,
     {0.15300551470588236, 0.45549352941176469, 0.60377778365278689, 0.83815111004006404,
      2.4361106456657731, 0.53326029798422625, -1.4130837423312885}},
    {LOOKUP_MODIFIED_AKIMA,
     {0.14547387961157157, 0.45745981634974808, 0.58657136020041134, 0.84252973007609144,
      2.4435191836803147, 0.53428983293085819, -1.2418728458737869}},
    {LOOKUP_FRITSCH_BUTLAND,
     {0.138172901459854, 0.47276277372262776, 0.58159920112897445, 0.85430813397129213, 2,
      0.5, -0.4297875}},
    {LOOKUP_STEFFEN,
     {0.1359375, 0.4689, 0.59665185185185188, 0.85226666666666695, 2, 0.5, -0.4297875}}};

static void values_between_knots(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        for (int i = 0; i < POINTS; i++)
            is_near("the value", AT[i],
                    value(curve(known[k].smoothness, LOOKUP_HOLD), AT[i]), known[k].y[i]);
}

static void knots_have_their_values(void **state) {
    (void)state;
    for (int s = LOOKUP_LINEAR; s <= LOOKUP_MODIFIED_AKIMA; s++)
        for (int i = 0; i < POINTS; i++)
            is_near("a knot", X[i], value(curve(s, LOOKUP_HOLD), X[i]), Y[i]);
}

static void derivatives_of_akima(void **state) {
    (void)state;
    static const double first[POINTS] = {0.54920343137254901,   0.43893921568627459,
                                         -0.020129308952045399, 2.1970826279483098,
                                         0.20654801800076625,   -4.8454206836108682,
                                         0.92132208588956965};
    static const double second[POINTS] = {-0.43460784313725498,  0.095333333333333603,
                                          -0.092775794962179914, 13.756684037714244,
                                          -2.5408129069322092,   -0.41575372480282624,
                                          2.2614110429447862};
    const lookup *l = curve(LOOKUP_AKIMA, LOOKUP_HOLD);
    for (int i = 0; i < POINTS; i++) {
        is_near("the slope", AT[i], lookup_slope(l, 0, AT[i], 0), first[i]);
        is_near("the bend", AT[i], value(l->by[0]->by[0], AT[i]), second[i]);
    }
    assert_null(l->by[0]->by[0]->by[0]->by[0]);
    assert_null(l->by[1]);
}

static void few_points_are_lines_and_constants(void **state) {
    (void)state;
    for (int s = LOOKUP_LINEAR; s <= LOOKUP_MODIFIED_AKIMA; s++) {
        lookup_table one = {1, X + 1, Y + 1, s, LOOKUP_LINES};
        lookup_table two = {2, X, Y, s, LOOKUP_LINES};
        double number;
        assert_true(lookup_is_constant(lookup_curve(memory, &one), &number));
        is_near("a constant", 0, number, Y[1]);
        const lookup *l = graph_add_lookup(g, lookup_curve(memory, &two));
        is_near("a line", 0.5, value(l, 0.5), s == LOOKUP_CONSTANT ? 0 : 0.25);
    }
}

/* --- extrapolation --- */

static void ends_are_held(void **state) {
    (void)state;
    for (int s = LOOKUP_LINEAR; s <= LOOKUP_MODIFIED_AKIMA; s++) {
        const lookup *l = curve(s, LOOKUP_HOLD);
        is_near("before", -3, value(l, -3), Y[0]);
        is_near("after", 9, value(l, 9), Y[POINTS - 1]);
        is_near("the slope", 9, lookup_slope(l, 0, 9, 0), 0);
    }
}

static void ends_go_on_as_lines(void **state) {
    (void)state;
    static const double slope[][2] = {[LOOKUP_LINEAR] = {0.5, 0.65},
                                      [LOOKUP_CONSTANT] = {0.5, 0.65},
                                      [LOOKUP_FRITSCH_BUTLAND] = {0.5, 0.65},
                                      [LOOKUP_STEFFEN] = {0.5, 0.65},
                                      [LOOKUP_AKIMA] = {0.68333333333333335, 2.85}};
    for (int s = LOOKUP_LINEAR; s < LOOKUP_MODIFIED_AKIMA; s++) {
        const lookup *l = curve(s, LOOKUP_LINES);
        is_near("before", -3, value(l, -3), -3 * slope[s][0]);
        is_near("after", 9, value(l, 9), Y[POINTS - 1] + 2 * slope[s][1]);
    }
}

static void periods_repeat(void **state) {
    (void)state;
    for (int s = LOOKUP_LINEAR; s <= LOOKUP_MODIFIED_AKIMA; s++) {
        const lookup *inside = curve(s, LOOKUP_HOLD);
        const lookup *l = curve(s, LOOKUP_PERIODIC);
        for (int i = 0; i < POINTS; i++) {
            is_near("later", AT[i], value(l, AT[i] + 21), value(inside, AT[i]));
            is_near("earlier", AT[i], value(l, AT[i] - 14), value(inside, AT[i]));
        }
    }
}

/* --- time --- */

static void events_of_a_timed_table(void **state) {
    (void)state;
    static const double t[] = {1, 2, 2, 4};
    static const double y[] = {0, 1, 5, 5};
    lookup_table table = {4, t, y, LOOKUP_LINEAR, LOOKUP_HOLD};
    lookup_data *d = lookup_timed(memory, &table, 0.5, 10, LOOKUP_EVERYWHERE);
    const lookup *l = graph_add_lookup(g, d);
    const lookup *next = graph_add_lookup(g, lookup_next(memory, d));
    assert_true(value(next, 0) == 0.5);
    assert_true(value(next, 0.5) == 11);
    assert_true(value(next, 11) == 12);
    assert_true(value(next, 12) == 14);
    assert_true(value(next, 14) == DBL_MAX);
    is_near("before the start", 0.2, lookup_value(l, 0.2, 0.5), 0);
    is_near("left of the jump", 12, lookup_value(l, 12, 12), 1);
    is_near("beyond the jump, before its event", 12.1, lookup_value(l, 12.1, 12), 1.1);
    is_near("right of the jump", 12, lookup_value(l, 12, 14), 5);
    is_near("before the jump, after its event", 11.9, lookup_value(l, 11.9, 14), 5);
    is_near("after the end", 99, lookup_value(l, 99, DBL_MAX), 5);
}

static void periodic_events(void **state) {
    (void)state;
    static const double t[] = {0, 1, 3};
    static const double y[] = {2, 4, 2};
    lookup_table table = {3, t, y, LOOKUP_CONSTANT, LOOKUP_PERIODIC};
    lookup_data *d = lookup_timed(memory, &table, -1e60, 0, LOOKUP_EVERYWHERE);
    const lookup *l = graph_add_lookup(g, d);
    const lookup *next = graph_add_lookup(g, lookup_next(memory, d));
    static const double instant[] = {0, 1, 3, 4, 6, 7};
    for (int k = 0; k < 5; k++) {
        assert_true(value(next, instant[k]) == instant[k + 1]);
        assert_true(value(next, instant[k] - 1e-16) == instant[k + 1]);
        is_near("between", k, lookup_value(l, instant[k] + 0.1, instant[k + 1]),
                k % 2 ? 4 : 2);
        is_near("at the end", k, lookup_value(l, instant[k + 1], instant[k + 1]),
                k % 2 ? 4 : 2);
    }
}

static void smooth_tables_have_events_at_their_ends(void **state) {
    (void)state;
    lookup_table table = {POINTS, X, Y, LOOKUP_AKIMA, LOOKUP_HOLD};
    lookup_data *d = lookup_timed(memory, &table, -1e60, 0, LOOKUP_EVERYWHERE);
    for (int i = 0; i < POINTS; i++) {
        assert_int_equal(d->is_event[i], i == 0 || i == POINTS - 1);
        assert_true(d->axis[0].is_kink[i]);
    }
    table.smoothness = LOOKUP_LINEAR;
    d = lookup_timed(memory, &table, -1e60, 0, LOOKUP_NO_EVENTS);
    assert_false(d->is_event[2]);
}

/* --- kinks --- */

static void kinks_are_where_pieces_differ(void **state) {
    (void)state;
    static const double x[] = {0, 1, 2, 3};
    static const double y[] = {0, 0.1, 0.2, 1};
    lookup_table t = {4, x, y, LOOKUP_LINEAR, LOOKUP_LINES};
    lookup_data *d = lookup_curve(memory, &t);
    for (int i = 0; i < 4; i++)
        assert_int_equal(d->axis[0].is_kink[i], i == 2);
    t.extrapolation = LOOKUP_HOLD;
    d = lookup_curve(memory, &t);
    for (int i = 0; i < 4; i++)
        assert_int_equal(d->axis[0].is_kink[i], i != 1);
}

/* --- surfaces --- */

static const double GX[] = {0, 1, 2.5, 4};
static const double GY[] = {-1, 0, 1.5, 2, 4};
static const double GZ[] = {0,
                            0,
                            0,
                            0,
                            0,
                            0.35464871341284088,
                            0.8414709848078965,
                            0.20952330274987677,
                            -0.15017548837401462,
                            -0.15002214136150283,
                            0.073355879457217332,
                            0.59847214410395655,
                            1.4173342447499842,
                            1.250947710469553,
                            1.6088125007418805,
                            -0.80890213330163563,
                            -0.7568024953079282,
                            1.5464659092667823,
                            2.1149409643133779,
                            3.0946791233116908};

static const lookup *surface(lookup_smoothness s, lookup_extrapolation e) {
    lookup_grid t = {4, 5, GX, GY, GZ, s, e};
    return graph_add_lookup(g, lookup_surface(memory, &t));
}

static void surfaces(void **state) {
    (void)state;
    static const double at[][2] = {
        {0.3, -0.4}, {1.7, 0.2}, {3.1, 1.7}, {3.9, 3.5}, {0.1, 2.6}};
    static const double akima[] = {0.343763678499867, 0.91586569913662541,
                                   1.6597662764459726, 2.8787482250644891,
                                   -0.094823039336245418};
    static const double bilinear[] = {0.19402262287496225, 0.73408444357324043,
                                      1.5200101511368551, 2.7610513648695583,
                                      -0.015012948427026111};
    static const double constant[] = {0, 0.8414709848078965, 1.4173342447499842,
                                      1.250947710469553, 0};
    for (int k = 0; k < 5; k++) {
        double x = at[k][0];
        double y = at[k][1];
        is_near("Akima", x, lookup_value(surface(LOOKUP_AKIMA, LOOKUP_HOLD), x, y),
                akima[k]);
        is_near("bilinear", x, lookup_value(surface(LOOKUP_LINEAR, LOOKUP_HOLD), x, y),
                bilinear[k]);
        is_near("constant", x, lookup_value(surface(LOOKUP_CONSTANT, LOOKUP_HOLD), x, y),
                constant[k]);
    }
}

static void surfaces_beyond_their_edges(void **state) {
    (void)state;
    for (int s = LOOKUP_LINEAR; s <= LOOKUP_AKIMA; s++) {
        const lookup *l = surface(s, LOOKUP_HOLD);
        is_near("held in x", 9, lookup_value(l, 9, 1.7), lookup_value(l, 4, 1.7));
        is_near("held in y", 9, lookup_value(l, 1.7, 9), lookup_value(l, 1.7, 4));
        is_near("held in both", 9, lookup_value(l, -9, -9), GZ[0]);
        const lookup *line = surface(s, LOOKUP_LINES);
        double slope = lookup_slope(line, 0, 4, 1.7);
        is_near("the line in x", 6, lookup_value(line, 6, 1.7),
                lookup_value(line, 4, 1.7) + 2 * slope);
        double down = lookup_slope(line, 1, 1.7, -1);
        is_near("the line in y", -2, lookup_value(line, 1.7, -2),
                lookup_value(line, 1.7, -1) - down);
    }
    const lookup *jumps = surface(LOOKUP_CONSTANT, LOOKUP_HOLD);
    is_near("the last point", 5, lookup_value(jumps, 5, 5), 3.0946791233116908);
    const lookup *again = surface(LOOKUP_AKIMA, LOOKUP_PERIODIC);
    is_near("periods", 0, lookup_value(again, 1.7 + 8, 0.2 - 5),
            lookup_value(again, 1.7, 0.2));
}

/* --- in the graph --- */

static int input(void *data, const expr_node *n) {
    (void)data;
    return n->variable;
}

static double leaf(void *data, const expr_node *n) {
    return ((const double *)data)[n->variable];
}

static const lookup *each(int k) {
    if (k < 6)
        return curve((lookup_smoothness)(k + 1), LOOKUP_LINES);
    return surface((lookup_smoothness)(k - 5), LOOKUP_LINES);
}
enum { EACH = 9 };

/* f(x^2 / 4, y + x) by each leaf, twice, against differences of values. */
static void derivatives_in_the_graph(void **state) {
    (void)state;
    expr x = expr_jet(g, 0, 0);
    expr y = expr_jet(g, 1, 0);
    double point[2] = {2.9, 0.4};
    for (int k = 0; k < EACH; k++) {
        expr square = expr_mul(g, expr_number(g, 0.25), expr_mul(g, x, x));
        expr f = expr_lookup(g, each(k), square, expr_add(g, x, y));
        for (int i = 0; i < 2; i++) {
            expr slope = expr_partial(g, f, i ? y : x);
            for (int round = 0; round < 2 && slope != EXPR_ZERO; round++) {
                const double h = 1e-4;
                double right[2] = {point[0], point[1]};
                double left[2] = {point[0], point[1]};
                right[i] += h;
                left[i] -= h;
                double change = expr_evaluate(g, f, leaf, right);
                change = (change - expr_evaluate(g, f, leaf, left)) / (2 * h);
                double is = expr_evaluate(g, slope, leaf, point);
                if (fabs(is - change) > 1e-6 * fmax(1, fabs(is)))
                    fail_msg("derivative of table %d: %.12g, not %.12g", k, is, change);
                f = slope;
                slope = expr_partial(g, f, i ? y : x);
            }
            f = expr_lookup(g, each(k), square, expr_add(g, x, y));
        }
    }
}

/* Taylor coefficients along a curve: their sum is the value further on. */
static void series_of_tables(void **state) {
    (void)state;
    enum { TERMS = 20 };
    const int lead[2] = {SERIES_GIVEN, SERIES_GIVEN};
    const int ahead = 0;
    for (int k = 0; k < EACH; k++) {
        expr x = expr_jet(g, 0, 0);
        expr y = expr_jet(g, 1, 0);
        expr inner = expr_call(g, OP_SIN, &x);
        expr f = expr_lookup(g, each(k), expr_add(g, x, inner), y);
        const tape *t = tape_lower(g, memory, 2, input, NULL, 1, &f);
        series *s = series_new(memory, t, lead, &ahead, TERMS);
        double total = 0;
        series_of(s, 0)[0] = 1;
        series_of(s, 0)[1] = 0.1;
        series_of(s, 1)[0] = 0.3;
        series_of(s, 1)[1] = 0.2;
        series_of(s, 1)[2] = -0.1;
        for (int m = 0; m <= TERMS; m++) {
            double term;
            series_tails(s, m);
            series_finish(s, m, &term);
            total += term;
        }
        is_near("the series", k, total, expr_evaluate(g, f, leaf, (double[]){1.1, 0.4}));
    }
}

/* Tape, its long double form and the graph agree within the bound of round-off. */
static void bounds_cover_round_off(void **state) {
    (void)state;
    for (int k = 0; k < EACH; k++)
        for (double u = -1; u < 8; u += 0.0371) {
            expr x = expr_jet(g, 0, 0);
            expr y = expr_jet(g, 1, 0);
            expr f = expr_lookup(g, each(k), x, y);
            const tape *t = tape_lower(g, memory, 2, input, NULL, 1, &f);
            double *slot = ARENA_ARRAY(memory, double, t->slots);
            double *error = ARENA_ARRAY(memory, double, t->slots);
            long double *wide = calloc((size_t)t->slots, sizeof *wide);
            double out, bound;
            long double exact;
            quad *wider = calloc((size_t)t->slots, sizeof *wider);
            quad still_more;
            tape_prepare(t, slot);
            slot[0] = u;
            slot[1] = 8 - u;
            wide[0] = slot[0];
            wide[1] = slot[1];
            error[0] = fabs(slot[0]);
            error[1] = fabs(slot[1]);
            tape_run_bound(t, slot, error, &out, &bound);
            tape_run_long(t, wide, &exact);
            free(wide);
            wider[0] = slot[0];
            wider[1] = slot[1];
            tape_run_quad(t, wider, &still_more);
            free(wider);
            assert_true(fabs((double)(still_more - exact)) <= bound * LDBL_EPSILON);
            assert_true(out == expr_evaluate(g, f, leaf, slot));
            if (!(fabsl(out - exact) <= bound * DBL_EPSILON))
                fail_msg("table %d at %g: off by %Lg, bound %g", k, u, out - exact,
                         bound * DBL_EPSILON);
            assert_true(bound < 1000 * (1 + fabs(out)));
        }
}

static void constants_fold_and_equal_calls_are_one(void **state) {
    (void)state;
    const lookup *l = curve(LOOKUP_LINEAR, LOOKUP_HOLD);
    expr half = expr_number(g, 0.5);
    assert_true(expr_get(g, expr_lookup(g, l, half, EXPR_ZERO))->value == 0.25);
    expr x = expr_jet(g, 0, 0);
    assert_int_equal(expr_lookup(g, l, x, EXPR_ZERO), expr_lookup(g, l, x, EXPR_ZERO));
    expr other = expr_lookup(g, curve(LOOKUP_LINEAR, LOOKUP_LINES), x, EXPR_ZERO);
    assert_int_not_equal(expr_lookup(g, l, x, EXPR_ZERO), other);
    assert_true(isnan(lookup_value(l, NAN, 0)));
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(values_between_knots),
        TEST(knots_have_their_values),
        TEST(derivatives_of_akima),
        TEST(few_points_are_lines_and_constants),
        TEST(ends_are_held),
        TEST(ends_go_on_as_lines),
        TEST(periods_repeat),
        TEST(events_of_a_timed_table),
        TEST(periodic_events),
        TEST(smooth_tables_have_events_at_their_ends),
        TEST(kinks_are_where_pieces_differ),
        TEST(surfaces),
        TEST(surfaces_beyond_their_edges),
        TEST(derivatives_in_the_graph),
        TEST(series_of_tables),
        TEST(bounds_cover_round_off),
        TEST(constants_fold_and_equal_calls_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
