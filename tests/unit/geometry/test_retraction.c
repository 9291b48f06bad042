/* Retractions: where they end, how they get there, what they leave out.
 * SPDX-License-Identifier: BSD-3-Clause */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../../src/linalg/dense.h"
#include "../../../src/geometry/retract_joint.h"
#include "../../../src/solve/run.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { MOST = 40, WORK = 5000 };

typedef struct bench {
    invo_context *context;
    invo_model *model;
    run v;
    int n, m;
    double a[MOST], u[MOST]; /* the point given, the point found */
} bench;

static uint32_t random_state = 11;

static double uniform(void) { /* in [-1, 1) */
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) / 8388608.0 - 1;
}

/* "orthogonal/exact": a retraction and how its equations are solved. */
static void set_kind(invo_options *o, const char *kind) {
    o->retraction = strncmp(kind, "orthogonal", 10) == 0 ? "orthogonal"
                    : strncmp(kind, "chart", 5) == 0     ? "chart"
                                                         : kind;
    if (strchr(kind, '/'))
        o->newton = strchr(kind, '/') + 1;
}

static const invo_options *more; /* other options for the next set_up */

/* A solver at the start of a model: a file of models/, or text that begins with "model".
 * Fails but for E_ARGUMENT: this retraction does not take the system. */
static invo_status set_up_or_refuse(bench *b, const char *text, const char *kind,
                                    const char *weights) {
    invo_options o;
    char path[1000];
    const char *root = getenv("INVOLUTE_SOURCE");
    *b = (bench){.context = invo_context_new()};
    invo_options_init(&o);
    set_kind(&o, kind), o.metric = weights;
    if (more)
        o.newton_start = more->newton_start, o.jacobian = more->jacobian;
    if (more)
        o.ambient = more->ambient;
    more = NULL;
    snprintf(path, sizeof path, "%s/models/%s.mo", root ? root : ".", text);
    invo_status status =
        strncmp(text, "model", 5)
            ? invo_model_read(b->context, path, &b->model)
            : invo_model_parse(b->context, "m.mo", text, strlen(text), &b->model);
    if (!status)
        status = invo_model_complete(b->model, &o);
    const invo_system *s = status ? NULL : invo_model_system(b->model);
    const plan p = plan_new(&o);
    if (!status)
        status = run_new(b->context, s, &p, &b->v);
    if (status == INVO_E_ARGUMENT)
        return status;
    if (status)
        fail_msg("%s", invo_context_message(b->context));
    b->n = s->coordinates, b->m = s->constraints;
    assert_true(b->n <= MOST);
    memcpy(b->a, s->start, sizeof *b->a * (size_t)b->n);
    metric_freeze(&b->v.engine->metric, s, b->a);
    manifold_ledger(&b->v.engine->manifold, b->a, b->v.engine->direction.z,
                    b->v.ledger.residual, b->v.ledger.unit);
    return INVO_OK;
}

static void set_up(bench *b, const char *text, const char *kind, const char *weights) {
    if (set_up_or_refuse(b, text, kind, weights))
        fail_msg("%s", invo_context_message(b->context));
}

static void tear_down(bench *b) {
    invo_result_free(b->v.result);
    run_free(&b->v);
    invo_model_free(b->model);
    invo_context_free(b->context);
}

static void disturb(bench *b, double size) {
    for (int i = 1; i < b->n; i++)
        b->a[i] += size * uniform() * (1 + fabs(b->a[i]));
}

static void bring_back(bench *b) {
    memcpy(b->u, b->a, sizeof b->u);
    invo_status status = retract(&b->v.engine->retraction, b->u);
    if (status)
        fail_msg("%s: %s", b->model ? invo_model_name(b->model) : "",
                 invo_status_text(status));
}

static const char *const models[] = {"Pendulum", "FourBar", "Chain6", "SpringMassChain",
                                     "LinearCircuit"};
static const char *const kinds[] = {
    "staged", "normal",     "orthogonal", "orthogonal/exact", "orthogonal/inexact",
    "chart",  "chart/exact"};
static const char *const metrics[] = {"nominal", "scaled", "euclidean"};
enum { MODELS = 5, KINDS = 7, METRICS = 3, FIRST_ORTHOGONAL = 2, FIRST_CHART = 5 };

/* Units within which iterations may end that get no further; most end below 1. */
static const double AT_REST = 3;

static void points_end_on_the_manifold(void **state) {
    (void)state;
    for (int k = 0; k < MODELS * KINDS * METRICS; k++) {
        bench b;
        int row;
        set_up(&b, models[k % MODELS], kinds[k / MODELS % KINDS],
               metrics[k / MODELS / KINDS]);
        double t = b.a[0];
        for (int trial = 0; trial < 5; trial++) {
            disturb(&b, 1e-3), bring_back(&b);
            double units =
                manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row);
            if (!(units <= AT_REST))
                fail_msg("%s, %s, %s: row %d is off by %g units", models[k % MODELS],
                         kinds[k / MODELS % KINDS], metrics[k / MODELS / KINDS], row,
                         units);
            assert_true(b.u[0] == t);
            memcpy(b.a, b.u, sizeof b.a);
        }
        assert_int_equal(b.v.engine->retraction.calls, 5);
        tear_down(&b);
    }
}

static int ends_on_the_manifold(const char *model, const char *kind) {
    bench b;
    int row;
    invo_status refused = set_up_or_refuse(&b, model, kind, "nominal");
    if (!refused) {
        disturb(&b, 1e-3), bring_back(&b);
        double units = manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row);
        if (!(units <= AT_REST))
            fail_msg("%s, %s: row %d is off by %g units", model, kind, row, units);
    }
    tear_down(&b);
    return !refused;
}

/* A new line of the list is tested by this. */
static void every_retraction_ends_on_the_manifold(void **state) {
    (void)state;
#define NAME(member, name) #name,
    static const char *const all[] = {INVO_RETRACTIONS(NAME)};
#undef NAME
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int taken = 0;
        for (int k = 0; k < MODELS; k++)
            taken += ends_on_the_manifold(models[k], all[i]);
        if (!taken)
            fail_msg("retraction %s takes no model", all[i]);
    }
}

/* Length of W^1/2 x less its best approximation by rows of B W^-1/2: how far W x is from
 * the span of B'. */
static double outside_of_span(bench *b, const double *at, const double *x) {
    static double value[WORK], a[WORK], right[MOST], mu[MOST], work[WORK];
    manifold *m = &b->v.engine->manifold;
    const double *w = b->v.engine->metric.w;
    int rows = b->n - 1;
    assert_true(rows * b->m < WORK && (int)least_squares_work(rows, b->m) < WORK);
    memset(a, 0, sizeof a);
    manifold_jacobian(m, at, value);
    for (int i = 0; i < b->m; i++)
        for (int k = m->pattern.start[i]; k < m->pattern.start[i + 1]; k++) {
            int j = m->pattern.column[k];
            if (j)
                a[j - 1 + i * rows] = value[k] / w[j];
        }
    for (int j = 1; j < b->n; j++)
        right[j - 1] = w[j] * x[j];
    for (int k = 0; k < b->v.engine->metric.couplings; k++) {
        const metric_coupling *c = &b->v.engine->metric.coupling[k];
        right[c->row - 1] += c->value * x[c->column] / w[c->row];
        right[c->column - 1] += c->value * x[c->row] / w[c->column];
    }
    double scaled[MOST], sum = 0;
    static double kept[WORK];
    memcpy(kept, a, sizeof a), memcpy(scaled, right, sizeof right);
    least_squares(rows, b->m, a, right, mu, 1e-12, work);
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < b->m; i++)
            scaled[j] -= kept[j + i * rows] * mu[i];
        sum += scaled[j] * scaled[j];
    }
    return sqrt(sum);
}

/* A few ulps of the coordinates, in the metric. */
static double round_off(const bench *b) {
    double sum = 0;
    for (int j = 1; j < b->n; j++) {
        double x = b->v.engine->metric.w[j] * 16 * DBL_EPSILON * fmax(1, fabs(b->u[j]));
        sum += x * x;
    }
    return sqrt(sum);
}

/* W(u - a) + B' mu = 0, with B at u for `orthogonal`, at a for `normal`. */
static void check_optimal(const char *kind) {
    for (int k = 0; k < MODELS * METRICS; k++) {
        bench b;
        double x[MOST];
        set_up(&b, models[k % MODELS], kind, metrics[k / MODELS]);
        disturb(&b, 1e-3), bring_back(&b);
        for (int i = 0; i < b.n; i++)
            x[i] = b.u[i] - b.a[i];
        double off = outside_of_span(&b, strcmp(kind, "normal") ? b.u : b.a, x);
        if (!(off <= round_off(&b)))
            fail_msg("%s, %s, %s: %g outside the normal space, round-off is %g",
                     models[k % MODELS], kind, metrics[k / MODELS], off, round_off(&b));
        assert_true(b.v.engine->retraction.moved >
                    1e3 * round_off(&b)); /* it had to move */
        tear_down(&b);
    }
}

static void orthogonal_finds_the_nearest_point(void **state) {
    (void)state;
    for (int k = FIRST_ORTHOGONAL; k < FIRST_CHART; k++)
        check_optimal(kinds[k]);
}

/* A mass matrix that is not diagonal, with rows in another order than it, one of them
 * with the other sign. */
static const char sled[] =
    "model M parameter Real m = 2, n = 3; Real b(start = 0.2, fixed = true), s(start = "
    "0.1, fixed = true), a(start = 0.5), f, vs(start = 0.3, fixed = true), va, vb(start "
    "= "
    "-0.2, fixed = true); equation der(s) = vs; der(a) = va; der(b) = vb; "
    "(m + n)*der(vs) + n*cos(a)*der(va) - n*sin(a)*va^2 = f*2*s - s; "
    "f*2*a = n*cos(a)*der(vs) + n*der(va) + n*9.81*sin(a); f*2*b - b = 4*der(vb); "
    "s^2 + a^2 + b^2 = 0.3; end M;";

static void the_mass_matrix_is_a_metric(void **state) {
    (void)state;
    for (int k = FIRST_ORTHOGONAL; k < FIRST_CHART; k++) {
        bench b;
        double x[MOST];
        set_up(&b, sled, kinds[k], "mass");
        assert_int_equal(b.v.engine->metric.couplings, 2);
        double n_cos = 3 * cos(b.a[5]); /* b, vb, s, vs, a, va */
        for (int i = 0; i < 2; i++)
            assert_true(fabs(b.v.engine->metric.coupling[i].value - n_cos) < 1e-12);
        assert_true(b.v.engine->metric.w[1] == 2 && b.v.engine->metric.w[4] == sqrt(5));
        disturb(&b, 1e-2), bring_back(&b);
        for (int i = 0; i < b.n; i++)
            x[i] = b.u[i] - b.a[i];
        double off = outside_of_span(&b, b.u, x);
        if (!(off <= round_off(&b)))
            fail_msg("%s: %g outside", kinds[k], off);
        assert_true(b.v.engine->retraction.moved > 1e3 * round_off(&b));
        tear_down(&b);
    }
}

/* Wherever the iteration begins and whenever it factors, it ends in the same point. */
static void starts_and_matrices_have_the_same_limit(void **state) {
    (void)state;
    static const char *const starts[] = {"initialized", "plain", "previous", "curvature"};
    static const char *const uses[] = {"auto", "every", "third", "kept"};
    for (int k = 0; k < 3 * 16; k++) {
        const char *kind = kinds[FIRST_ORTHOGONAL + k / 16];
        invo_options o;
        bench b;
        double p[MOST], v[MOST], first[MOST];
        for (int t = 0; t < 3; t++) {
            invo_options_init(&o);
            o.newton_start = t ? starts[k % 4] : "plain";
            o.jacobian = t ? uses[k / 4 % 4] : "every";
            more = &o;
            if (t < 2)
                set_up(&b, "FourBar", kind, "euclidean");
            memcpy(p, b.a, sizeof p); /* a step from p along v, with an error */
            assert_int_equal(direction_at(&b.v.engine->direction, p, v, 0), INVO_OK);
            random_state = 7;
            for (int i = 0; i < b.n; i++)
                b.a[i] += 0.02 * v[i] + (i ? 1e-4 * uniform() : 0);
            b.v.engine->retraction.previous = p, b.v.engine->retraction.velocity = v;
            bring_back(&b);
            if (t == 0)
                memcpy(first, b.u, sizeof first);
            for (int i = 0; i < b.n; i++)
                if (!(fabs(b.u[i] - first[i]) <=
                      32 * DBL_EPSILON * fmax(1, fabs(first[i]))))
                    fail_msg(
                        "%s, start %s, matrix %s, call %d: coordinate %d is off by %g",
                        kind, o.newton_start, o.jacobian, t, i, b.u[i] - first[i]);
            if (t != 1)
                tear_down(&b);
            memcpy(b.a, p, sizeof p); /* once more, with what was kept */
        }
    }
}

/* The second order start leaves an error of h^3, the others one of h^2 or h. */
static void starts_save_iterations(void **state) {
    (void)state;
    static const char *const starts[] = {"previous", "plain", "curvature"};
    double size[3];
    for (int k = 0; k < 3; k++) {
        invo_options o;
        bench b;
        double p[MOST], v[MOST], u[MOST];
        int factored = 0;
        invo_options_init(&o);
        o.newton_start = starts[k], more = &o;
        set_up(&b, "FourBar", "orthogonal", "euclidean");
        memcpy(p, b.a, sizeof p);
        random_state = 5;
        for (int i = 1; i < b.n; i++) /* set it in motion */
            if (b.v.s->coordinate[i].order == 1)
                p[i] += 0.2 * uniform();
        assert_int_equal(retract(&b.v.engine->retraction, p), INVO_OK);
        assert_int_equal(direction_at(&b.v.engine->direction, p, v, 0), INVO_OK);
        for (int i = 0; i < b.n; i++)
            b.a[i] = p[i] + 1e-3 * v[i]; /* Euler's step */
        b.v.engine->retraction.previous = p, b.v.engine->retraction.velocity = v;
        bring_back(&b);
        newton w = {.r = &b.v.engine->retraction, .stage = -1};
        memcpy(u, b.a, sizeof u), size[k] = 0;
        if (k < 2)
            assert_int_equal(retract_start(&w, u, &factored), INVO_OK);
        if (k == 2) { /* after its own step, which is the start */
            assert_true(retract_tangent(&b.v.engine->retraction, u));
            manifold_constraint(&b.v.engine->manifold, u,
                                b.v.engine->retraction.residual);
            newton_normal_move(&w, u);
            for (int i = 1; i < b.n; i++)
                u[i] += b.v.engine->retraction.move[i];
        }
        for (int i = 0; i < b.n; i++)
            size[k] = fmax(size[k], fabs(u[i] - b.u[i]));
        tear_down(&b);
    }
    if (!(size[2] < 1e-2 * size[1] && size[1] < 1e-1 * size[0]))
        fail_msg("distances %g, %g, %g", size[0], size[1], size[2]);
}

/* As many coordinates move as there are constraints, and no others. */
static void charts_keep_the_differential_components(void **state) {
    (void)state;
    for (int k = 0; k < MODELS; k++) {
        bench b;
        set_up(&b, models[k], "chart", "euclidean");
        disturb(&b, 1e-3), bring_back(&b);
        int moved = 0;
        for (int i = 1; i < b.n; i++)
            moved += b.u[i] != b.a[i];
        assert_in_range(moved, 1, b.m);
        assert_int_equal(b.v.engine->retraction.selector_changes, 0);
        tear_down(&b);
    }
}

/* Around a circle the larger of x and y is solved for: four changes a turn. */
static void selectors_change_along_the_way(void **state) {
    (void)state;
    bench b;
    set_up(&b,
           "model M Real x(start = 0.6, fixed = true), y(start = 0.8), l; equation "
           "der(x) = -y*l; der(y) = x; x^2 + y^2 = 1; end M;",
           "chart", "euclidean");
    for (int k = 0; k < 360; k++) {
        double angle = (k + 0.5) * acos(-1) / 180;
        for (int i = 1; i < b.n; i++)
            b.a[i] = strcmp(b.v.s->coordinate[i].name, "x") ? sin(angle) : cos(angle);
        bring_back(&b);
    }
    assert_int_equal(b.v.engine->retraction.selector_changes, 4);
    tear_down(&b);
}

/* l has no derivative in the equations: with the unknowns as written it is required, and
 * where it cannot be solved for, that is said. */
static void required_components_are_solved_for(void **state) {
    (void)state;
    bench b;
    invo_options o;
    invo_options_init(&o);
    o.ambient = "first-order", more = &o;
    set_up(
        &b,
        "model M Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1, fixed "
        "= true), v, l(start = 1); equation der(x) = u; der(y) = v; der(u) = -2*x*l; "
        "der(v) = -2*y*l - 11.16; x^2 + y^2 = 1; end M;",
        "chart", "euclidean");
    assert_non_null(b.v.s->required);
    int l = -1, required = 0;
    for (int i = 0; i < b.n; i++) {
        if (strcmp(b.v.s->coordinate[i].name, "l") == 0)
            l = i;
        required += b.v.s->required[i];
    }
    assert_true(l > 0 && b.v.s->required[l]);
    assert_int_equal(required, 3); /* l and the two accelerations that go with it */
    b.a[l] += 1, bring_back(&b);
    assert_true(fabs(b.u[l] - b.v.s->start[l]) < 1e-12);
    for (int i = 1; i < b.n; i++)
        b.a[i] = 0; /* no rod: l pulls nowhere */
    assert_int_equal(retract(&b.v.engine->retraction, b.a), INVO_E_RETRACTION);
    assert_int_equal(b.v.engine->retraction.column, l);
    tear_down(&b);
}

static void normal_moves_along_the_normal_space(void **state) {
    (void)state;
    check_optimal("normal");
}

/* Positions do not feel velocities. */
static void staged_keeps_lower_levels(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        bench b;
        double first[MOST];
        set_up(&b, models[k], "staged", "nominal");
        const invo_coordinate *c = invo_model_system(b.model)->coordinate;
        disturb(&b, 1e-3), bring_back(&b);
        memcpy(first, b.u, sizeof first);
        for (int i = 1; i < b.n; i++)
            if (c[i].order == 1)
                b.a[i] += 0.01 * uniform();
        bring_back(&b);
        int changed = 0;
        for (int i = 1; i < b.n; i++) {
            if (c[i].order == 0)
                assert_true(b.u[i] == first[i]);
            changed += b.u[i] != first[i];
        }
        assert_true(changed > 0);
        tear_down(&b);
    }
}

static void none_leaves_the_point_alone(void **state) {
    (void)state;
    bench b;
    set_up(&b, "Pendulum", "none", "nominal");
    disturb(&b, 0.1), bring_back(&b);
    assert_memory_equal(b.u, b.a, sizeof *b.a * (size_t)b.n);
    assert_true(b.v.engine->retraction.moved == 0);
    tear_down(&b);
}

static void the_move_is_measured_in_the_metric(void **state) {
    (void)state;
    for (int k = 0; k < METRICS; k++) {
        bench b;
        double sum = 0;
        set_up(&b, "FourBar", "normal", metrics[k]);
        disturb(&b, 1e-4), bring_back(&b);
        for (int i = 1; i < b.n; i++)
            sum += pow(b.v.engine->metric.w[i] * (b.u[i] - b.a[i]), 2);
        assert_true(fabs(b.v.engine->retraction.moved / sqrt(sum) - 1) < 1e-12);
        assert_memory_equal(b.v.engine->retraction.from, b.a, sizeof *b.a * (size_t)b.n);
        tear_down(&b);
    }
}

/* The rod given twice: one of the two, and of what follows, is redundant. */
static void redundant_rows_are_met_too(void **state) {
    (void)state;
    for (int k = 1; k < KINDS; k++) {
        bench b;
        int row;
        set_up(&b,
               "model M Real x(start = 0.6), y(start = -0.8), l; equation "
               "der(der(x)) = -x*l; der(der(y)) = -y*l - 10; x^2 + y^2 = 1; "
               "x*der(x) + y*der(y) = 0; 5*x^2 + 5*y^2 = 5; end M;",
               kinds[k], "nominal");
        disturb(&b, 1e-3), bring_back(&b);
        assert_true(manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row) <=
                    2);
        if (k <= FIRST_ORTHOGONAL + 1) /* others have no use for that */
            assert_int_equal(b.v.engine->retraction.space.count, 2);
        tear_down(&b);
    }
}

#define KEPLER(speed)                                                                    \
    "model M Real x(start = 1, fixed = true), y(fixed = true), u(fixed = true), "        \
    "v(start = " speed ", fixed = true); "                                               \
    "Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = "      \
    "true)); Real A = x*v - y*u annotation(__involute(invariant = true)); "              \
    "equation der(x) = u; der(y) = v; der(u) = -x/sqrt(x^2 + y^2)^3; "                   \
    "der(v) = -y/sqrt(x^2 + y^2)^3; end M;"

/* Every block is a multiple of what it was, by the order of derivatives if nothing is
 * said. */
static void radial_changes_lengths_alone(void **state) {
    (void)state;
    bench b;
    int row;
    set_up(&b, KEPLER("0.8"), "radial", "nominal");
    memcpy(b.a, (const double[]){0, 0.98, -0.12, 0.15, 0.82}, 5 * sizeof *b.a);
    bring_back(&b);
    assert_int_equal(b.v.engine->retraction.fallbacks, 0);
    assert_true(manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row) <= 2);
    double factor[2] = {0, 0};
    for (int i = 1; i < b.n; i++) {
        int g = b.v.s->coordinate[i].order;
        double seen = b.u[i] / b.a[i];
        if (factor[g] == 0)
            factor[g] = seen;
        assert_true(fabs(seen / factor[g] - 1) < 1e-14);
    }
    assert_true(fabs(factor[0] - 1) > 1e-3 && fabs(factor[1] - 1) > 1e-3);
    tear_down(&b);
}

/* Where changing the lengths does not change the constraints, where there is no length,
 * and where dependent invariants leave no choice, the nearest point is taken. */
static void radial_falls_back_where_it_is_not_transversal(void **state) {
    (void)state;
    static const char *const texts[] = {
        "model M Real x(start = 0.6, fixed = true), y(start = -0.8), l; equation "
        "der(der(x)) = -x*l; der(der(y)) = -y*l - 10; x^2 + y^2 = 1; end M;",
        "model M Real x(start = 1.2, fixed = true), y(start = 1.7, fixed = true); "
        "Real V = x - 2*log(x) + y - log(y) annotation(__involute(invariant = true)); "
        "equation der(x) = x*(y - 1); der(y) = y*(2 - x); end M;",
        KEPLER("1")};
    for (int k = 0; k < 3; k++) {
        bench b, nearest;
        set_up(&b, texts[k], "radial", "nominal");
        set_up(&nearest, texts[k], "orthogonal", "nominal");
        if (k == 0)
            b.a[2] = 0.8, b.a[4] = 0.6; /* moving along the circle */
        if (k == 1)
            b.a[1] = 1, b.a[2] = 2; /* x + y = 3: a fold */
        if (k != 1)
            disturb(&b, 1e-6);
        memcpy(nearest.a, b.a, sizeof b.a);
        memcpy(b.u, b.a, sizeof b.a), memcpy(nearest.u, b.a, sizeof b.a);
        assert_int_equal(retract(&b.v.engine->retraction, b.u),
                         retract(&nearest.v.engine->retraction, nearest.u));
        assert_int_equal(b.v.engine->retraction.fallbacks, 1);
        assert_memory_equal(b.u, nearest.u, sizeof *b.u * (size_t)b.n);
        tear_down(&b), tear_down(&nearest);
    }
}

static int count_left_out(const bench *b) {
    int count = 0;
    for (int i = 0; i < b->m; i++)
        count += b->v.engine->retraction.active.left_out[i];
    return count;
}

/* On a circular orbit energy and angular momentum have the same gradient. */
static void dependent_invariants_are_left_out(void **state) {
    (void)state;
    for (int k = 1; k < KINDS; k++) {
        bench b;
        int row;
        set_up(&b, KEPLER("1"), kinds[k], "scaled");
        bring_back(&b);
        assert_int_equal(count_left_out(&b), 1);
        assert_true(manifold_units(&b.v.engine->manifold, b.u, b.m, NULL,
                                   b.v.engine->retraction.active.left_out, &row) <= 2);
        tear_down(&b);
        set_up(&b, KEPLER("0.8"), kinds[k], "scaled");
        disturb(&b, 1e-7), bring_back(&b);
        assert_int_equal(count_left_out(&b), 0);
        assert_true(manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row) <=
                    2);
        tear_down(&b);
    }
}

/* At rest in the lowest point the energy has no gradient along the circle. */
static void critical_invariants_are_left_out(void **state) {
    (void)state;
    for (int k = 1; k < KINDS; k++) {
        bench b;
        set_up(&b,
               "model M Real x(start = 0), y(start = -1), l; "
               "Real E = (der(x)^2 + der(y)^2)/2 + 10*y "
               "annotation(__involute(invariant = true)); equation "
               "der(der(x)) = -x*l; der(der(y)) = -y*l - 10; x^2 + y^2 = 1; end M;",
               kinds[k], "scaled");
        bring_back(&b);
        assert_int_equal(count_left_out(&b), 1);
        assert_true(b.v.engine->retraction.active.left_out[b.m - 1]);
        assert_memory_equal(b.u, b.a, sizeof *b.a * (size_t)b.n);
        tear_down(&b);
    }
}

/* Far away there may be no way back along these directions: said, with the row. */
static void failures_name_the_constraint(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        bench b;
        set_up(&b,
               "model M Real x(start = 1, fixed = true), y(start = 1); "
               "equation der(x) = 1; y^2 + x^2/10^6 = 1 + 1/10^6; end M;",
               kinds[k], "euclidean");
        b.a[1] = b.a[2] = 1e-12; /* the first step goes to 1e12 */
        memcpy(b.u, b.a, sizeof b.u);
        invo_status status = retract(&b.v.engine->retraction, b.u);
        if (!status && strcmp(kinds[k], "orthogonal/inexact") == 0) { /* it found one */
            int row;
            assert_true(
                manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row) <= 2);
            tear_down(&b);
            continue;
        }
        if (status != INVO_E_RETRACTION)
            fail_msg("%s: '%s', at x = %g, y = %g after %d iterations", kinds[k],
                     invo_status_text(status), b.u[1], b.u[2],
                     b.v.engine->retraction.tries);
        assert_int_equal(b.v.engine->retraction.row, 0);
        tear_down(&b);
    }
}

/* A point at the centre of the circle has no nearest point and no gradient to follow:
 * reported by everyone. */
static void points_without_gradient_are_reported(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        bench b;
        set_up(&b,
               "model M Real x(start = 0.6, fixed = true), y(start = 0.8), l; equation "
               "der(x) = -y*l; der(y) = x; x^2 + y^2 = 1; end M;",
               kinds[k], "nominal");
        for (int i = 1; i < b.n; i++)
            b.a[i] = 0;
        memcpy(b.u, b.a, sizeof b.u);
        invo_status status = retract(&b.v.engine->retraction, b.u);
        if (status != INVO_E_RETRACTION)
            fail_msg("%s: '%s', at %g, %g", kinds[k], invo_status_text(status), b.u[1],
                     b.u[2]);
        assert_int_equal(b.v.engine->retraction.row, 0);
        for (int i = 1; i < b.n; i++)
            assert_true(isfinite(b.u[i]));
        tear_down(&b);
    }
}

/* From far away the three orthogonal iterations either find the nearest point, or say
 * that they did not: never a point that is neither. */
static void far_points_end_on_the_manifold_or_nowhere(void **state) {
    (void)state;
    int found = 0, all = 0;
    for (int k = FIRST_ORTHOGONAL; k < FIRST_CHART; k++)
        for (int trial = 0; trial < 40; trial++) {
            bench b;
            int row;
            double x[MOST];
            set_up(&b, "FourBar", kinds[k], "euclidean");
            random_state = (uint32_t)(100 + trial);
            disturb(&b, 0.05 * (1 + trial / 4));
            memcpy(b.u, b.a, sizeof b.u);
            all++;
            if (!retract(&b.v.engine->retraction, b.u)) {
                for (int i = 0; i < b.n; i++)
                    x[i] = b.u[i] - b.a[i];
                double units =
                    manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row);
                double off = outside_of_span(&b, b.u, x);
                if (!(units <= AT_REST && off <= 8 * round_off(&b)))
                    fail_msg("%s, trial %d: %g units, %g outside, round-off %g", kinds[k],
                             trial, units, off, round_off(&b));
                found++;
            }
            tear_down(&b);
        }
    assert_in_range(found, all / 4, all);
}

/* Nothing to hold, nothing to do. */
static void without_constraints_nothing_moves(void **state) {
    (void)state;
    static const char *const allowed[] = {
        "staged", "normal",      "orthogonal", "orthogonal/exact", "orthogonal/inexact",
        "chart",  "chart/exact", "radial"};
    for (int k = 0; k < 8; k++) {
        bench b;
        set_up(&b, "model M Real x(start = 1); equation der(x) = -x; end M;", allowed[k],
               "nominal");
        disturb(&b, 0.1), bring_back(&b);
        assert_memory_equal(b.u, b.a, sizeof *b.a * (size_t)b.n);
        tear_down(&b);
    }
}

/* As many constraints as coordinates: the point is determined, whatever the metric. */
static void determined_points_are_found(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        bench b;
        set_up(&b,
               "model M Real x(start = 1), y(start = 1), z; equation x^3 + y = 2 + time; "
               "x + y^3 = 2 - time; z = der(x) + der(y); end M;",
               kinds[k], "nominal");
        assert_int_equal(b.m, b.n - 1);
        disturb(&b, 0.05), bring_back(&b);
        for (int i = 1; i < b.n; i++)
            assert_true(fabs(b.u[i] - b.v.s->start[i]) <= 8 * DBL_EPSILON);
        tear_down(&b);
    }
}

/* A step that goes nowhere and a direction of length zero leave every start defined. */
static void zero_directions_do_no_harm(void **state) {
    (void)state;
    static const char *const starts[] = {"initialized", "plain", "previous", "curvature"};
    for (int k = 0; k < 12; k++) {
        bench b;
        invo_options o;
        const double zero[MOST] = {0};
        int row;
        invo_options_init(&o);
        o.newton_start = starts[k % 4], more = &o;
        set_up(&b, "FourBar", kinds[FIRST_ORTHOGONAL + k / 4], "nominal");
        double p[MOST];
        memcpy(p, b.a, sizeof p);
        b.v.engine->retraction.previous = p, b.v.engine->retraction.velocity = zero;
        disturb(&b, 1e-4), bring_back(&b);
        assert_true(manifold_units(&b.v.engine->manifold, b.u, b.m, NULL, NULL, &row) <=
                    2);
        tear_down(&b);
    }
}

static void undefined_constraints_are_outside_the_domain(void **state) {
    (void)state;
    for (int k = 0; k < KINDS; k++) {
        bench b;
        set_up(&b,
               "model M Real x(start = 1, fixed = true), y(start = 1), z(start = 1); "
               "equation der(x) = 1; z^3 + z = 2*x; y^3 + sqrt(y) = 1 + x; end M;",
               kinds[k], "nominal");
        b.a[2] = -1;
        memcpy(b.u, b.a, sizeof b.u);
        assert_int_equal(retract(&b.v.engine->retraction, b.u), INVO_E_DOMAIN);
        assert_true(isnan(b.v.engine->retraction.value));
        const invo_row *row =
            &invo_model_system(b.model)->row[b.v.engine->retraction.row];
        assert_non_null(strstr(row->equation, "sqrt(y)"));
        tear_down(&b);
    }
}

/* Euler with the step 1 goes from y = 1 to y = -4: log(y) is what has no value. */
static void runs_name_the_undefined_constraint(void **state) {
    (void)state;
    static const char text[] = "model M Real x(start = 0, fixed = true), y(start = 1); "
                               "equation der(x) = -5; log(y) = x; end M;";
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_options_init(&o);
    o.method = "euler", o.step = 1, o.stop = 3;
    assert_int_equal(invo_model_parse(c, "m.mo", text, strlen(text), &m), INVO_OK);
    assert_int_equal(invo_model_run(m, &o, &r), INVO_E_DOMAIN);
    int named = strstr(invo_context_error(c), "log(y) = x") != NULL;
    print_message("%s", named ? "" : invo_context_message(c));
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    assert_true(named);
}

/* Moves of four points at once, some of them at the limit and one beyond it. */
static void moves_of_lanes_are_those_of_points(void **state) {
    (void)state;
    enum { COORDINATES = 3, ULPS = 8 };
    const invo_coordinate coordinate[COORDINATES] = {
        {.nominal = 1}, {.nominal = 100}, {.nominal = 1e-3}};
    const invo_system s = {.coordinates = COORDINATES, .coordinate = coordinate};
    double to[COORDINATES * INVO_LANES];
    double from[COORDINATES * INVO_LANES];
    for (int off = -12; off <= 12; off++)
        for (int moved = 0; moved < COORDINATES * INVO_LANES; moved++) {
            char within[INVO_LANES];
            for (int k = 0; k < COORDINATES * INVO_LANES; k++)
                to[k] = from[k] = (k % 2 ? -1.0 : 1.0) * (0.3 + k);
            from[moved] += off * DBL_EPSILON * fabs(to[moved]);
            retraction_within_lanes(&s, from, to, ULPS, within);
            for (int lane = 0; lane < INVO_LANES; lane++) {
                double point[COORDINATES];
                for (int i = 0; i < COORDINATES; i++)
                    point[i] = from[INVO_LANES * i + lane];
                assert_int_equal(within[lane], retraction_is_within(&s, point, to + lane,
                                                                    INVO_LANES, ULPS));
            }
            if (abs(off) == 12 && moved >= 2 * INVO_LANES)
                assert_false(within[moved % INVO_LANES]);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_of_lanes_are_those_of_points),
        cmocka_unit_test(points_end_on_the_manifold),
        cmocka_unit_test(every_retraction_ends_on_the_manifold),
        cmocka_unit_test(orthogonal_finds_the_nearest_point),
        cmocka_unit_test(the_mass_matrix_is_a_metric),
        cmocka_unit_test(starts_and_matrices_have_the_same_limit),
        cmocka_unit_test(starts_save_iterations),
        cmocka_unit_test(charts_keep_the_differential_components),
        cmocka_unit_test(selectors_change_along_the_way),
        cmocka_unit_test(required_components_are_solved_for),
        cmocka_unit_test(normal_moves_along_the_normal_space),
        cmocka_unit_test(staged_keeps_lower_levels),
        cmocka_unit_test(none_leaves_the_point_alone),
        cmocka_unit_test(the_move_is_measured_in_the_metric),
        cmocka_unit_test(redundant_rows_are_met_too),
        cmocka_unit_test(radial_changes_lengths_alone),
        cmocka_unit_test(radial_falls_back_where_it_is_not_transversal),
        cmocka_unit_test(dependent_invariants_are_left_out),
        cmocka_unit_test(critical_invariants_are_left_out),
        cmocka_unit_test(failures_name_the_constraint),
        cmocka_unit_test(points_without_gradient_are_reported),
        cmocka_unit_test(far_points_end_on_the_manifold_or_nowhere),
        cmocka_unit_test(without_constraints_nothing_moves),
        cmocka_unit_test(determined_points_are_found),
        cmocka_unit_test(zero_directions_do_no_harm),
        cmocka_unit_test(undefined_constraints_are_outside_the_domain),
        cmocka_unit_test(runs_name_the_undefined_constraint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
