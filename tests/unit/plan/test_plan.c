/* SPDX-License-Identifier: BSD-3-Clause */
/* Options to a plan, a plan to what is lowered, and what a system settles of it. No run.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "../../../src/plan/plan.h"
#include <cmocka.h>

static invo_context *context;

static int begin(void **state) {
    (void)state;
    return !(context = invo_context_new());
}

static int end(void **state) {
    (void)state;
    invo_context_free(context);
    return 0;
}

/* The plan of the defaults but for "name=value name=value", valid until the next call. */
static plan planned(const char *text) {
    static char copy[400];
    invo_options o;
    invo_options_init(&o);
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value = 0;
        if (invo_options_set(context, &o, word, value + 1))
            fail_msg("%s", invo_context_message(context));
    }
    assert_int_equal(options_check(context, &o), INVO_OK);
    return plan_new(&o);
}

/* Every word of every choice is read and written back; what is auto may be decided. */
static void every_word_comes_back(void **state) {
    (void)state;
    invo_option_info info;
    int words = 0;
    for (int i = 0; invo_option_describe(i, &info); i++) {
        const char *at = info.argument;
        if (!strchr(at, ' '))
            continue;
        for (int n; *at; at += n + (at[n] == ' ')) {
            char text[100], found[100] = "";
            n = (int)strcspn(at, " ");
            snprintf(text, sizeof text, "%s=%.*s", info.name, n, at);
            const plan p = planned(text);
            const invo_options o = plan_words(&p);
#define CHOICE(field, flag, initial, list, help)                                         \
    if (strcmp(flag, info.name) == 0)                                                    \
        snprintf(found, sizeof found, "%s=%s", flag, o.field);
#include "involute_option.def"
            const char *settles = strcmp(info.name, "controller") ? "auto" : "";
            if (strcmp(text, found) && strncmp(at, settles, (size_t)n))
                fail_msg("%s became %s", text, found);
            words++;
        }
    }
    assert_true(words > 100);
}

static void numbers_are_those_given(void **state) {
    (void)state;
    const plan p =
        planned("rtol=1e-4 points=7 min-factor=0.25 start-point=x=2 steps=yes");
    assert_true(p.rtol == 1e-4 && p.points == 7 && p.min_factor == 0.25 && p.steps == 1);
    assert_string_equal(p.start_point, "x=2");
    assert_true(isnan(p.start) && isnan(p.stop)); /* the system may know them */
}

/* What follows from the options alone: the words to set, and a plan that says it all. */
static void options_decide(void **state) {
    (void)state;
    static const struct {
        const char *options;
        choice_method method;
        choice_metric metric;
        choice_retraction retraction;
        int is_automatic;
    } cases[] = {
        {"", METHOD_DOP853, METRIC_SCALED, RETRACTION_AUTO, 1},
        {"rtol=1e-3", METHOD_DOP853, METRIC_SCALED, RETRACTION_AUTO, 1},
        {"rtol=1e-4", METHOD_DOP853, METRIC_SCALED, RETRACTION_AUTO, 1},
        {"rtol=1e-8", METHOD_DOP853, METRIC_SCALED, RETRACTION_AUTO, 1},
        {"step=0.1", METHOD_RK4, METRIC_NOMINAL, RETRACTION_AUTO, 0},
        {"project=stages method=radau", METHOD_RADAU, METRIC_NOMINAL, RETRACTION_AUTO, 0},
        {"method=mgps", METHOD_MGPS, METRIC_SCALED, RETRACTION_RADIAL, 0},
        {"method=mrk4", METHOD_MRK4, METRIC_SCALED, RETRACTION_RADIAL, 0},
        {"method=taylor3", METHOD_TAYLOR3, METRIC_SCALED, RETRACTION_ORTHOGONAL, 0},
        {"method=taylor3 retraction=normal", METHOD_TAYLOR3, METRIC_SCALED,
         RETRACTION_NORMAL, 0},
        {"method=rk4 metric=mass", METHOD_RK4, METRIC_MASS, RETRACTION_ORTHOGONAL, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const plan p = planned(cases[k].options);
        if (p.method != cases[k].method || p.metric != cases[k].metric ||
            p.retraction != cases[k].retraction ||
            p.is_automatic != cases[k].is_automatic)
            fail_msg("'%s': %s, %s, %s", cases[k].options, plan_words(&p).method,
                     plan_words(&p).metric, plan_words(&p).retraction);
    }
}

static void tolerances_are_decided(void **state) {
    (void)state;
    plan p = planned("");
    assert_true(p.rtol == 1e-6 && p.atol == p.rtol * 1e-3);
    p = planned("norm=length rtol=1e-3");
    assert_true(p.atol == 1e-3);
    p = planned("length=3");
    assert_int_equal(p.by, BY_ARCLENGTH);
    p = planned("");
    assert_int_equal(p.newton_test, RULE_ROUND_OFF);
    p = planned("newton-tolerance=1e-3");
    assert_int_equal(p.newton_test, RULE_MOVE);
    assert_true(p.newton_tolerance == 1e-3);
}

static void another_method_keeps_the_options(void **state) {
    (void)state;
    const plan p = planned("rtol=1e-8 metric=euclidean");
    const plan q = plan_with_method(&p, METHOD_RADAU);
    assert_int_equal(q.method, METHOD_RADAU);
    assert_int_equal(q.metric, METRIC_EUCLIDEAN);
    assert_true(q.rtol == 1e-8 && q.is_automatic);
}

enum {
    SQUARE = 1,
    JACOBIAN = 2,
    GROUPS = 4,
    HESSIAN = 8,
    KERNEL = 16,
    TOPS = 32,
    FORM = 64,
    FULL = 128
};

static unsigned bits_of(lowering w) {
    const int all[] = {w.square,     w.use_jacobian, w.use_groups, w.use_hessian,
                       w.use_kernel, w.use_tops,     w.use_form,   w.full};
    unsigned bits = 0;
    for (unsigned k = 0; k < 8; k++)
        bits |= all[k] ? 1u << k : 0;
    return bits;
}

/* Everything that a run will ask for is lowered with the system: exact derivatives. */
static void plans_say_what_is_needed(void **state) {
    (void)state;
    static const struct {
        const char *options;
        unsigned bits;
        int series;
    } cases[] = {
        {"", 0, 0},
        {"rtol=1e-10", 0, 20},
        {"rtol=1e-10 step=0.1", 0, 0},
        {"method=dop853 rtol=1e-10", 0, 0},
        {"retraction=staged", 0, 0},
        {"retraction=none", 0, 0},
        {"retraction=normal", JACOBIAN, 0},
        {"retraction=orthogonal", JACOBIAN, 0},
        {"retraction=orthogonal newton=exact", JACOBIAN | HESSIAN, 0},
        {"retraction=orthogonal newton=inexact", JACOBIAN | HESSIAN, 0},
        {"retraction=chart", JACOBIAN, 0},
        {"retraction=chart newton=exact", JACOBIAN, 0},
        {"retraction=radial", JACOBIAN | GROUPS, 0},
        {"metric=mass", SQUARE | JACOBIAN, 0},
        {"metric=mass newton=exact", SQUARE | JACOBIAN | HESSIAN, 0},
        {"direction=square", SQUARE, 0},
        {"direction=explicit", 0, 0},
        {"direction=border", KERNEL, 0},
        {"direction=svd", KERNEL, 0},
        {"direction=qr", KERNEL, 0},
        {"direction=sphere-cg", KERNEL, 0},
        {"by=arclength", JACOBIAN | KERNEL, 0},
        {"length=1", JACOBIAN | KERNEL, 0},
        {"ambient=full", FULL, 0},
        {"method=radau", TOPS, 0},
        {"method=gauss4 retraction=normal", TOPS | JACOBIAN, 0},
        {"method=taylor2", JACOBIAN | HESSIAN, 3},
        {"method=taylor3-normal retraction=normal", JACOBIAN | HESSIAN, 3},
        {"method=taylor rtol=1e-10", 0, 20},
        {"method=gps", JACOBIAN | GROUPS, 0},
        {"method=mgps", JACOBIAN | GROUPS, 0},
        {"method=mrk4", JACOBIAN | GROUPS, 0},
        {"method=hmgps", JACOBIAN | HESSIAN, 0},
        {"method=kahan", FORM, 0},
        {"method=forest-ruth", FORM, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const plan p = planned(cases[k].options);
        const lowering w = plan_lowering(&p);
        if (bits_of(w) != cases[k].bits || w.series != cases[k].series)
            fail_msg("'%s': %u and order %d, not %u and %d", cases[k].options, bits_of(w),
                     w.series, cases[k].bits, cases[k].series);
    }
}

/* A system of n coordinates with m constraints, of which the plan needs counts only. */
static invo_system counted(int n, int m) {
    static const double start[1000];
    invo_system s;
    invo_system_init(&s);
    s.coordinates = n;
    s.constraints = m;
    s.start = start;
    return s;
}

static plan settled(const char *options, const invo_system *s) {
    plan p = planned(options);
    if (plan_settle(context, &p, s))
        fail_msg("'%s': %s", options, invo_context_message(context));
    return p;
}

static void systems_settle_the_retraction(void **state) {
    (void)state;
    const char algebraic[3] = {0};
    invo_system s = counted(3, 0);
    assert_int_equal(settled("", &s).retraction, RETRACTION_STAGED);
    s.constraints = 1;
    assert_int_equal(settled("", &s).retraction, RETRACTION_NORMAL);
    s.stages.count = 1;
    assert_int_equal(settled("", &s).retraction, RETRACTION_STAGED);
    assert_int_equal(settled("method=radau", &s).retraction, RETRACTION_STAGED);
    assert_int_equal(settled("by=arclength", &s).retraction, RETRACTION_NORMAL);
    assert_int_equal(settled("retraction=chart", &s).retraction, RETRACTION_CHART);
    s.top.algebraic = algebraic;
    assert_int_equal(settled("", &s).retraction, RETRACTION_STAGED);
    assert_int_equal(settled("method=radau", &s).retraction, RETRACTION_NORMAL);
}

static void systems_settle_the_direction(void **state) {
    (void)state;
    const invo_block blocks[] = {{.size = 1}, {.size = 2}};
    const invo_kernel kernel = {.size = 1};
    invo_system s = counted(3, 0);
    s.blocks.at = blocks;
    s.blocks.count = 1;
    assert_int_equal(settled("", &s).direction, DIRECTION_EXPLICIT);
    s.blocks.count = 2;
    assert_int_equal(settled("", &s).direction, DIRECTION_SQUARE);
    assert_int_equal(settled("by=arclength", &s).direction, DIRECTION_SQUARE);
    s.kernel = &kernel;
    assert_int_equal(settled("by=arclength", &s).direction, DIRECTION_BORDER);
    assert_int_equal(settled("by=arclength direction=qr", &s).direction, DIRECTION_QR);
}

static void methods_settle_the_control(void **state) {
    (void)state;
    static const struct {
        const char *options;
        const char *word;
        int doubles;
    } cases[] = {{"method=dopri54", "pi", 0},
                 {"method=rk4", "richardson", 1},
                 {"method=rk4 controller=elementary", "elementary", 1},
                 {"method=dopri54 controller=elementary", "elementary", 0},
                 {"method=dopri54 controller=halving", "halving", 1},
                 {"method=dopri54 controller=pid", "pid", 0},
                 {"method=rk4 controller=richardson step=0.1", "none", 0}};
    const invo_system s = counted(3, 0);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const plan p = settled(cases[k].options, &s);
        assert_string_equal(plan_words(&p).controller, cases[k].word);
        assert_int_equal(plan_doubles(&p), cases[k].doubles);
    }
}

static void bounds_are_lifted(void **state) {
    (void)state;
    invo_system s = counted(3, 1);
    assert_true(settled("", &s).constraint_bound == 4);
    assert_true(isinf(settled("retraction=none", &s).constraint_bound));
    assert_true(isinf(settled("newton-tolerance=1e-3", &s).constraint_bound));
    assert_true(settled("retraction=none constraint-bound=9", &s).constraint_bound == 9);
    s.constraints = 0;
    assert_true(settled("retraction=none", &s).constraint_bound == 4);
}

/* Options that do not fit are refused with the words that were given. */
static void misfits_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *options, *message;
    } cases[] = {
        {"start=1", "--start 1 differs from the time 0"},
        {"start-point=y=1", "'y=1' is not NAME=VALUE"},
        {"method=taylor by=arclength", "method taylor expands the solution in time"},
        {"method=taylor2 metric=mass", "method taylor2 needs a metric with constant"},
        {"method=taylor2 retraction=chart", "or normal, not with chart"},
        {"stage-derivative=secant", "requires --project stages"},
        {"method=mgps retraction=normal", "method mgps requires --retraction radial"},
        {"newton=inexact newton-limit=2", "--newton-limit does not apply"},
        {"metric=mass retraction=chart", "--retraction orthogonal, not chart"},
        {"retraction=staged", "--retraction staged cannot enforce"},
        {"newton=inexact retraction=chart", "--newton inexact requires"},
        {"direction=border", "--direction border needs"},
        {"method=rk4 controller=pid", "--controller pid needs an embedded pair, and rk4"},
        {"method=radau advance=low", "the lower-order point of radau"},
        {"method=rk4 step=0.1 advance=low", "--advance low needs an embedded pair"},
    };
    const invo_system s = counted(3, 1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        plan p = planned(cases[k].options);
        context_reset(context);
        if (plan_settle(context, &p, &s) != INVO_E_ARGUMENT ||
            !strstr(invo_context_message(context), cases[k].message))
            fail_msg("'%s': %s", cases[k].options, invo_context_message(context));
    }
    const invo_system large = counted(600, 0);
    plan p = planned("method=radau by=arclength");
    assert_int_equal(plan_settle(context, &p, &large), INVO_E_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_comes_back),
        cmocka_unit_test(numbers_are_those_given),
        cmocka_unit_test(options_decide),
        cmocka_unit_test(tolerances_are_decided),
        cmocka_unit_test(another_method_keeps_the_options),
        cmocka_unit_test(plans_say_what_is_needed),
        cmocka_unit_test(systems_settle_the_retraction),
        cmocka_unit_test(systems_settle_the_direction),
        cmocka_unit_test(methods_settle_the_control),
        cmocka_unit_test(bounds_are_lifted),
        cmocka_unit_test(misfits_are_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
