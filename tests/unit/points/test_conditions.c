/* Equations solved nearest to a guess, two coordinates x and y at a time.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "../../../src/points/conditions.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { T, X, Y, SLOTS = 5 }; /* then the two top unknowns */

typedef struct bench {
    invo_context *context;
    invo_model *model;
    lowered *w;
    graph *g;
    expr x, y, time;
    double guess[SLOTS], weight[SLOTS], point[SLOTS];
    condition row[3];
    int rows;
} bench;

static int begin(void **state) {
    static bench b;
    static const char text[] = "model M parameter Real r = 1; Real x, y; equation der(x) "
                               "= -r*x; der(y) = -2*y; end M;";
    b = (bench){.context = invo_context_new()};
    invo_options o;
    invo_options_init(&o);
    if (invo_model_parse(b.context, "m.mo", text, strlen(text), &b.model))
        return 1;
    if (invo_model_complete(b.model, &o))
        return 1;
    b.w = invo_model_system(b.model)->self;
    b.g = b.w->completion->system->graph;
    b.x = expr_jet(b.g, 0, 0), b.y = expr_jet(b.g, 1, 0), b.time = expr_time(b.g);
    for (int k = 0; k < SLOTS; k++)
        b.weight[k] = 1;
    *state = &b;
    return 0;
}

static int end(void **state) {
    bench *b = *state;
    invo_model_free(b->model);
    invo_context_free(b->context);
    return 0;
}

static void add(bench *b, expr f) {
    b->row[b->rows++] = (condition){f, 0, 0};
}

static expr number(const bench *b, double x) {
    return expr_number(b->g, x);
}
static expr square(const bench *b, expr e) {
    return expr_mul(b->g, e, e);
}

/* x^2 + y^2 - r2 */
static expr circle(const bench *b, double r2) {
    return expr_sub(b->g, expr_add(b->g, square(b, b->x), square(b, b->y)),
                    number(b, r2));
}

static conditions *pose(bench *b, double x, double y, int columns, const int *column) {
    b->guess[X] = x, b->guess[Y] = y;
    memcpy(b->point, b->guess, sizeof b->guess);
    condition_set set = {b->rows, b->row, columns, column, b->guess, b->weight, NULL};
    return conditions_new(b->w, &set);
}

static const int both[] = {X, Y}, only_y[] = {Y};

/* The nearest point in the metric of the weights: w^2 (u - guess) is parallel to the
 * gradient. Returns the sine of the angle between them. */
static double angle_left(bench *b, double size, double angle, double weight) {
    b->weight[Y] = weight;
    conditions *s = pose(b, size * cos(angle), size * sin(angle), 2, both);
    assert_true(conditions_solve(s, b->point));
    double x = b->point[X], y = b->point[Y];
    double dx = x - b->guess[X], dy = weight * weight * (y - b->guess[Y]);
    assert_true(fabs(x * x + y * y - 1) < 1e-15);
    assert_false(s->branch.is_nudged);
    return (dx * y - dy * x) / hypot(dx, dy);
}

static void solution_is_nearest_in_the_metric(void **state) {
    bench *b = *state;
    add(b, circle(b, 1));
    for (int k = 0; k < 12; k++) {
        assert_true(fabs(angle_left(b, 1.7, 0.1 + k * 0.5, 1)) < 1e-8);
        assert_true(fabs(angle_left(b, 0.9, 0.1 + k * 0.5, 1.2)) < 1e-8);
    }
}

/* Where full steps overshoot: the set bends, and the guess is not near. */
static void far_guesses_find_the_nearest_point_too(void **state) {
    bench *b = *state;
    add(b, circle(b, 1));
    for (int k = 0; k < 12; k++) {
        double left = angle_left(b, 1.7, 0.1 + k * 0.5, 4);
        if (!(fabs(left) < 1e-6))
            fail_msg("guess 1.7 at %g: %g is left along the tangent", 0.1 + k * 0.5,
                     left);
    }
}

static void other_slots_keep_every_bit(void **state) {
    bench *b = *state;
    add(b, circle(b, 1));
    b->guess[T] = 0.1, b->guess[3] = -0.3, b->guess[4] = 1e300;
    conditions *s = pose(b, 0.3, 5, 1, only_y);
    assert_true(conditions_solve(s, b->point));
    assert_true(b->point[T] == 0.1 && b->point[X] == 0.3);
    assert_true(b->point[3] == -0.3 && b->point[4] == 1e300);
    assert_true(fabs(b->point[Y] - sqrt(1 - 0.3 * 0.3)) < 4e-16);
}

static void consistent_guesses_stay(void **state) {
    bench *b = *state;
    add(b, circle(b, 25));
    conditions *s = pose(b, 3, 4, 2, both);
    assert_true(conditions_solve(s, b->point));
    assert_true(b->point[X] == 3 && b->point[Y] == 4);
    double value = 7;
    assert_int_equal(conditions_worst(s, b->point, &value), -1);
}

/* A row that follows from another one does not disturb, and does not count. */
static void redundant_rows_are_harmless(void **state) {
    bench *b = *state;
    add(b, circle(b, 1));
    add(b, expr_mul(b->g, number(b, 1e6), circle(b, 1)));
    conditions *s = pose(b, 0.5, 0.9, 2, both);
    assert_true(conditions_solve(s, b->point));
    double r = hypot(0.5, 0.9);
    assert_true(fabs(b->point[X] - 0.5 / r) < 1e-9);
    assert_int_equal(conditions_rank(s, b->point), 1);
}

static void ranks_do_not_depend_on_the_size_of_rows(void **state) {
    bench *b = *state;
    add(b, expr_mul(b->g, number(b, 1e-30), circle(b, 1)));
    add(b, expr_mul(b->g, number(b, 1e30), expr_sub(b->g, b->x, b->y)));
    conditions *s = pose(b, 0.5, 0.9, 2, both);
    assert_int_equal(conditions_rank(s, b->point), 2);
    assert_true(conditions_solve(s, b->point));
    assert_true(fabs(b->point[X] - sqrt(0.5)) < 1e-15);
    assert_true(fabs(b->point[Y] - sqrt(0.5)) < 1e-15);
}

static void critical_guesses_are_nudged(void **state) {
    bench *b = *state;
    add(b, circle(b, 1));
    conditions *s = pose(b, 0, 0, 2, both);
    assert_int_equal(conditions_rank(s, b->point), 0);
    assert_true(conditions_solve(s, b->point));
    assert_true(s->branch.is_nudged);
    assert_true(fabs(hypot(b->point[X], b->point[Y]) - 1) < 1e-15);
}

/* Time is data: the equation is met where the point says it is. */
static void time_is_not_moved(void **state) {
    bench *b = *state;
    add(b, expr_sub(b->g, b->x, square(b, b->time)));
    b->guess[T] = 3;
    conditions *s = pose(b, 0, 0, 2, both);
    assert_true(conditions_solve(s, b->point));
    assert_true(b->point[T] == 3 && b->point[X] == 9);
}

static void contradictions_are_found_and_named(void **state) {
    bench *b = *state;
    double value = NAN;
    add(b, expr_sub(b->g, b->x, number(b, 1)));
    add(b, circle(b, -1));
    conditions *s = pose(b, 0.5, 0.5, 2, both);
    assert_false(conditions_solve(s, b->point));
    assert_int_equal(conditions_worst(s, b->point, &value), 1);
    assert_true(value >= 1);
}

/* Undefined rows come first, wherever they stand. */
static void undefined_rows_are_the_worst(void **state) {
    bench *b = *state;
    for (int where = 0; where < 2; where++) {
        b->rows = 0;
        if (where)
            add(b, circle(b, 100));
        add(b, expr_call(b->g, OP_SQRT, &b->x));
        if (!where)
            add(b, circle(b, 100));
        conditions *s = pose(b, -1, 1, 2, both);
        double value = 0;
        assert_int_equal(conditions_worst(s, b->point, &value), where);
        assert_true(isnan(value));
    }
}

static conditions *keep(bench *b, double x, int columns, const int *column,
                        const char *given) {
    b->guess[X] = b->guess[Y] = x;
    memcpy(b->point, b->guess, sizeof b->guess);
    condition_set set = {b->rows, b->row, columns, column, b->guess, b->weight, given};
    return conditions_kept(b->w, &set);
}

/* As a new one, with other guesses and parameters; and without a new expression. */
static void kept_sets_are_used_again(void **state) {
    bench *b = *state;
    const char given[SLOTS] = {[X] = 1};
    add(b, expr_sub(b->g, expr_mul(b->g, b->x, b->y), expr_parameter(b->g, 0)));
    conditions *first = keep(b, 2, 2, both, NULL);
    assert_true(conditions_solve(first, b->point));
    assert_true(fabs(b->point[X] - 1) < 1e-8);
    first->strictness = RANK_CLEAR;
    first->is_quick = 1;
    const long nodes = graph_count(b->g);
    b->w->completion->system->parameters.at[0].value = 4;
    conditions *again = keep(b, 3, 2, both, NULL);
    assert_ptr_equal(again, first);
    assert_true(conditions_solve(again, b->point));
    assert_true(fabs(b->point[X] - 2) < 1e-8);
    assert_int_equal(again->strictness, RANK_ALL);
    assert_false(again->is_quick);
    assert_int_equal(graph_count(b->g), nodes);
    assert_ptr_not_equal(keep(b, 3, 1, only_y, NULL), first);
    assert_ptr_not_equal(keep(b, 3, 2, both, given), first);
    b->row[0].level = 1;
    assert_ptr_not_equal(keep(b, 3, 2, both, NULL), first);
}

/* A set of rows that are new each time fills no memory. */
static void few_sets_are_kept(void **state) {
    bench *b = *state;
    enum { MANY = 1000 };
    int used_again = 0;
    for (int k = 0; k < MANY; k++) {
        b->rows = 0;
        add(b, circle(b, 1 + k));
        conditions *s = keep(b, 3, 2, both, NULL);
        assert_true(conditions_solve(s, b->point));
        used_again += keep(b, 4, 2, both, NULL) == s;
    }
    assert_true(used_again > 0 && used_again < MANY / 2);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(solution_is_nearest_in_the_metric),
        TEST(far_guesses_find_the_nearest_point_too),
        TEST(other_slots_keep_every_bit),
        TEST(consistent_guesses_stay),
        TEST(redundant_rows_are_harmless),
        TEST(ranks_do_not_depend_on_the_size_of_rows),
        TEST(critical_guesses_are_nudged),
        TEST(time_is_not_moved),
        TEST(contradictions_are_found_and_named),
        TEST(undefined_rows_are_the_worst),
        TEST(kept_sets_are_used_again),
        TEST(few_sets_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
