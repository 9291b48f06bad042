/* What the Taylor method reaches: end states at round-off, the Henon-Heiles section of
 * [TA01] 6.2 over a long time, a chain of index 47.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

typedef struct run {
    invo_context *context;
    invo_model *model;
    invo_result *result;
} run;

static run read_text(const char *text) {
    run r = {.context = invo_context_new()};
    if (invo_model_parse(r.context, "taylor.mo", text, strlen(text), &r.model))
        fail_msg("%s", invo_context_message(r.context));
    return r;
}

static run read_model(const char *name) {
    char path[1200];
    const char *source = getenv("INVOLUTE_SOURCE");
    run r = {.context = invo_context_new()};
    snprintf(path, sizeof path, "%s/models/%s", source ? source : ".", name);
    if (invo_model_read(r.context, path, &r.model))
        fail_msg("%s", invo_context_message(r.context));
    return r;
}

/* With `taylor`; every = 0: only the end. All residuals are at round-off. */
static void integrate(run *r, double rtol, double stop, double every) {
    invo_options o;
    invo_ledger_row row;
    assert_int_equal(invo_model_options(r->model, invo_options_init(&o)), 0);
    o.method = "taylor", o.rtol = rtol, o.stop = stop, o.points = 1;
    o.max_steps = 10000000;
    if (every > 0)
        o.every = every;
    if (invo_model_run(r->model, &o, &r->result))
        fail_msg("%s", invo_context_message(r->context));
    for (int i = 0; invo_result_ledger(r->result, i, &row); i++) {
        assert_false(row.left_out);
        if (!(row.scaled_max <= 4))
            fail_msg("%s: %g units", row.row.equation, row.scaled_max);
    }
}

static void end(run *r) {
    invo_result_free(r->result);
    invo_model_free(r->model);
    invo_context_free(r->context);
}

static int column(const run *r, const char *name) {
    for (int k = 0; k < invo_result_columns(r->result); k++)
        if (strcmp(invo_result_column(r->result, k), name) == 0)
            return k + 1;
    fail_msg("no column %s", name);
    return 0;
}

static double final(const run *r, const char *name) {
    return invo_result_final(r->result)[column(r, name)];
}

/* |ours - exact| <= allowed max(1, |exact|), for all names */
static void compare(const run *r, int count, const char *const *name, const double *exact,
                    double allowed) {
    for (int i = 0; i < count; i++) {
        double ours = final(r, name[i]), size = fmax(1, fabs(exact[i]));
        if (!(fabs(ours - exact[i]) <= allowed * size))
            fail_msg("%s = %.17g, not %.17g: off by %.2g", name[i], ours, exact[i],
                     ours - exact[i]);
    }
}

/* The reduced equation in 34 digits; round-off of the start may add some 1e-16. */
static void pendulum_to_round_off(void **state) {
    (void)state;
    static const char *const name[] = {"x", "y", "u", "v"};
    static const double exact[] = {-0.59004952999927209378, -0.80736704920849853906,
                                   1.0259389752893942937, -0.74978884854280453809};
    run r = read_text("model Pendulum\n"
                      "  Real x(start = 1, fixed = true), y(start = 0), u(start = 0),\n"
                      "    v(start = 0, fixed = true), f;\n"
                      "equation\n"
                      "  der(x) = u; der(y) = v;\n"
                      "  der(u) = -f*x; der(v) = -f*y - 1;\n"
                      "  x^2 + y^2 = 1;\n"
                      "end Pendulum;\n");
    integrate(&r, 1e-13, 5.1, 0);
    compare(&r, 4, name, exact, 1e-13);
    assert_true(invo_result_statistics(r.result)->steps < 40); /* dop853: 101 */
    end(&r);
}

/* The same for the chain of six: [TAN05] 6.2.5, 18 digits. */
static void chain_of_six_to_round_off(void **state) {
    (void)state;
    static const char *const name[] = {"x1",  "y1",  "x2",  "y2",  "x3",  "y3",
                                       "x4",  "y4",  "x5",  "y5",  "x6",  "y6",
                                       "vx1", "vy1", "vx3", "vy3", "vx6", "vy6"};
    static const double exact[] = {
        2.0925788416925107384,  -1.7906934030086831029,   1.9999583001878500727,
        -2.7863948820129996703, 1.4093566837382550586,    -1.9794316048763470448,
        1.0907232514299654304,  -2.9273096222474844749,   0.49963766962446002076,
        -2.120700773435591859,  0.40774525332695911812,   -3.1164697144188936478,
        -1.3940444184162518972, -0.070590984051959328479, -0.97298268408251690968,
        -2.5614277452762650797, 1.3955162659811721406,    -5.6998197537424993312};
    run r = read_model("Chain6.mo");
    integrate(&r, 1e-13, 1, 0);
    compare(&r, 18, name, exact, 1e-13);
    end(&r);
}

/* Kepler's orbit from its apsis at (x, 0) with velocity (0, v), in closed form. */
static void orbit(long double x, long double v, long double t, double *exact) {
    const long double pi = 3.14159265358979323846264338327950288L;
    long double a = 1 / (2 / x - v * v), e = 1 - x / a, n = 1 / (a * sqrtl(a));
    long double mean = remainderl(n * t, 2 * pi), angle = mean;
    for (int k = 0; k < 60; k++)
        angle -= (angle - e * sinl(angle) - mean) / (1 - e * cosl(angle));
    long double r = a * (1 - e * cosl(angle)), b = sqrtl(1 - e * e);
    exact[0] = (double)(a * (cosl(angle) - e));
    exact[1] = (double)(a * b * sinl(angle));
    exact[2] = (double)(-a * a * n * sinl(angle) / r);
    exact[3] = (double)(a * a * n * b * cosl(angle) / r);
}

/* 50 revolutions with energy and angular momentum kept. Both start values are binary
 * fractions: 0.4 would be off by 2e-17, which 50 revolutions make 1e-12. */
static void kepler_over_50_revolutions(void **state) {
    (void)state;
    static const char *const name[] = {"x", "y", "u", "v"};
    double exact[4], period = 2 * acos(-1) * pow(1 / (4 - 1.625 * 1.625), 1.5);
    for (int k = 0; k < 2; k++) {
        double stop = (50 + 0.37 * k) * period;
        run r = read_text(
            "model Kepler\n"
            "  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);\n"
            "  Real u(start = 0, fixed = true), v(start = 1.625, fixed = true);\n"
            "  Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) "
            "annotation(__involute(invariant = true));\n"
            "  Real M = x*v - y*u annotation(__involute(invariant = true));\n"
            "equation\n"
            "  der(x) = u; der(y) = v;\n"
            "  der(u) = -x/(x^2 + y^2)^(3/2); der(v) = -y/(x^2 + y^2)^(3/2);\n"
            "end Kepler;\n");
        integrate(&r, 1e-14, stop, 0);
        orbit(0.5L, 1.625L, stop, exact);
        compare(&r, 4, name, exact, 1e-13);
        end(&r);
    }
}

/* The chain of pendula of models/TensionChain.mo with its rods written another way;
 * text: [size] */
static void write_chain(int pendula, int roots, char *text, size_t size) {
    snprintf(text, size,
             "model Chain\n"
             "  parameter Integer P = %d;\n"
             "  parameter Real c = 0.1, g = 1;\n"
             "  Real x[P](each start = 0.02, each fixed = true), y[P](each start = 1), "
             "l[P];\n"
             "initial equation\n"
             "  for i in 1:P loop\n"
             "    der(x[i]) = 0;\n"
             "  end for;\n"
             "equation\n"
             "  %s;\n"
             "  for i in 1:P loop\n"
             "    der(der(x[i])) = -l[i]*x[i];\n"
             "    der(der(y[i])) = -l[i]*y[i] + g;\n"
             "  end for;\n"
             "  for i in 2:P loop\n"
             "    %s;\n"
             "  end for;\n"
             "end Chain;\n",
             pendula, roots ? "sqrt(x[1]^2 + y[1]^2) = 1" : "x[1]^2 + y[1]^2 = 1",
             roots ? "sqrt(x[i]^2 + y[i]^2) = 1 + c*l[i - 1]"
                   : "x[i]^2 + y[i]^2 = (1 + c*l[i - 1])^2");
}

static run run_chain(int pendula, int roots, double rtol, double stop) {
    char text[1000];
    write_chain(pendula, roots, text, sizeof text);
    run r = read_text(text);
    integrate(&r, rtol, stop, 0);
    const invo_structure *s = invo_model_structure(r.model);
    assert_int_equal(s->index, 2 * pendula + 1);
    assert_int_equal(s->dof, 2 * pendula);
    assert_null(strstr(invo_context_message(r.context), "singular"));
    return r;
}

/* Positions and tensions agree, and that not because nothing has moved. */
static void compare_chains(const run *a, const run *b, int pendula, double allowed) {
    char name[32];
    for (int i = 1; i <= pendula; i++)
        for (const char *letter = "xyl"; *letter; letter++) {
            snprintf(name, sizeof name, "%c[%d]", *letter, i);
            double one = final(a, name), other = final(b, name);
            if (!(fabs(one - other) <= allowed))
                fail_msg("%s: %.17g and %.17g", name, one, other);
        }
    assert_true(fabs(final(a, "x[1]") - 0.02) > 1e-3);
    assert_true(fabs(final(a, "y[2]") - 1) > 1e-2);
}

/* Index 47: the first rod is differentiated 46 times. */
static void chain_of_23_tensions(void **state) {
    (void)state;
    run a = run_chain(23, 0, 1e-11, 10), b = run_chain(23, 0, 1e-13, 10);
    compare_chains(&a, &b, 23, 1e-10);
    end(&a);
    end(&b);
}

/* The same curve from equations whose derivatives no text can hold. */
static void chain_with_roots(void **state) {
    (void)state;
    invo_hidden h;
    int shown = 0, too_long = 0;
    run a = run_chain(16, 0, 1e-12, 5), b = run_chain(16, 1, 1e-12, 5);
    compare_chains(&a, &b, 16, 1e-10);
    for (int i = 0; invo_model_hidden(b.model, i, &h); i++)
        h.text ? shown++ : too_long++;
    assert_true(shown > 50 && too_long > 50);
    for (int i = 0; invo_model_hidden(a.model, i, &h); i++)
        assert_non_null(h.text);
    end(&a);
    end(&b);
}

/* A regular orbit of Henon and Heiles in the section x = 0, u > 0, kept in ys and vs. */
static const char henon_heiles[] =
    "model HenonHeiles\n"
    "  Real x(start = 0, fixed = true), y(start = 0.1, fixed = true);\n"
    "  Real u(start = 0.35, fixed = true), v(start = 0, fixed = true);\n"
    "  Real H = (u^2 + v^2 + x^2 + y^2)/2 + x^2*y - y^3/3 "
    "annotation(__involute(invariant "
    "= true));\n"
    "  discrete Real ys(start = 0), vs(start = 0);\n"
    "  discrete Integer n(start = 0);\n"
    "equation\n"
    "  der(x) = u; der(y) = v;\n"
    "  der(u) = -x - 2*x*y; der(v) = -y - x^2 + y^2;\n"
    "  when x > 0 then\n"
    "    ys = y; vs = v; n = pre(n) + 1;\n"
    "  end when;\n"
    "end HenonHeiles;\n";

typedef struct crossing {
    double y, v, angle, radius;
} crossing;

static int by_angle(const void *a, const void *b) {
    const crossing *p = a, *q = b;
    return (p->angle > q->angle) - (p->angle < q->angle);
}

/* The crossings in their order; returns how many there are. at: [most] */
static int read_section(const run *r, crossing *at, int most) {
    int n = column(r, "n"), y = column(r, "ys"), v = column(r, "vs"), count = 0;
    double mean[2] = {0, 0};
    for (long i = 0; i < invo_result_rows(r->result); i++) {
        const double *row = invo_result_row(r->result, i);
        if (row[n] <= count || count >= most)
            continue;
        assert_true(row[n] == count + 1);
        at[count++] = (crossing){row[y], row[v], 0, 0};
        mean[0] += row[y], mean[1] += row[v];
    }
    for (int i = 0; i < count; i++) {
        double a = at[i].y - mean[0] / count, b = at[i].v - mean[1] / count;
        at[i].angle = atan2(b, a), at[i].radius = hypot(a, b);
    }
    return count;
}

enum { NEIGHBOURS = 8, CROSSINGS = 1000 };

/* The radius at the angle of point i from its neighbours on both sides. */
static double radius_from_neighbours(const crossing *at, int i) {
    double sum = 0;
    for (int a = -NEIGHBOURS / 2; a <= NEIGHBOURS / 2; a++) {
        double product = at[i + a].radius;
        if (a == 0)
            continue;
        for (int b = -NEIGHBOURS / 2; b <= NEIGHBOURS / 2; b++)
            if (b != 0 && b != a)
                product *=
                    (at[i].angle - at[i + b].angle) / (at[i + a].angle - at[i + b].angle);
        sum += product;
    }
    return sum;
}

/* Points of a regular orbit lie on one closed curve and go round it in one sense. To
 * t = 1e5 it takes 5 s, and 16 015 points lie within 1.1e-11 of the curve:
 *   involute run henon.mo --method taylor --rtol 1e-14 --stop 1e5 --every 3 \
 *     --max-steps 10000000 --output henon.csv */
static void henon_heiles_section(void **state) {
    (void)state;
    static crossing at[CROSSINGS];
    run r = read_text(henon_heiles);
    integrate(&r, 1e-14, 4000, 3);
    int count = read_section(&r, at, CROSSINGS);
    assert_in_range(count, 600, 700);
    for (int i = 1; i < count; i++) {
        double turn = remainder(at[i].angle - at[i - 1].angle, 2 * acos(-1));
        assert_true(turn > 0.5 && turn < 1.1);
    }
    qsort(at, (size_t)count, sizeof *at, by_angle);
    for (int i = NEIGHBOURS / 2; i < count - NEIGHBOURS / 2; i++) {
        double off = fabs(radius_from_neighbours(at, i) - at[i].radius);
        if (!(off < 1e-10))
            fail_msg("%.3g from the curve at %g", off, at[i].angle);
    }
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_to_round_off),
        cmocka_unit_test(chain_of_six_to_round_off),
        cmocka_unit_test(kepler_over_50_revolutions),
        cmocka_unit_test(chain_of_23_tensions),
        cmocka_unit_test(chain_with_roots),
        cmocka_unit_test(henon_heiles_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
