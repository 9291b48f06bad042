/* SPDX-License-Identifier: BSD-3-Clause */
/* The three Newton iterations of the orthogonal retraction on the problems of [TAN05]:
 * the same trajectory at constant steps, and the counters of what is said to factor
 * nothing. */
#include "paper_run.h"

typedef struct problem {
    const char *name, *model, *options;
    int largest; /* of the chain: particles, else 0 */
} problem;

#define STAGES                                                                           \
    "method=dopri54 by=arclength metric=euclidean project=stages retraction=orthogonal " \
    "steps=true "
#define ENERGY "with=models/with/ChainEnergy.mo "

/* Steps are those of the tables where runs are short enough, else longer ones. */
static const problem problems[] = {
    {"rigidbody", "RigidBody", "stop=200 step=0.2", 0},
    {"rigidbody, general", "RigidBody", "ambient=full stop=200 step=0.2", 0},
    {"plugflow", "PlugFlow", "step=0.1", 0},
    {"plugflow, original", "PlugFlowOriginal", "step=0.1 stop=1", 0},
    {"partmagnfield", "MagneticParticle", "step=0.05", 0},
    {"partmagnfield, general", "MagneticParticle", "ambient=full step=0.05", 0},
    {"3Dmhd", "MagnetoHydrodynamics", "step=2", 0},
    {"3Dmhd, general", "MagnetoHydrodynamics", "ambient=full step=2 stop=1.5", 0},
    {"mech6", "Chain6", "step=0.2", 0},
    {"mech6, eliminated", "ChainEliminated", "step=0.2", 0},
    {"mech6, energy", "Chain", ENERGY "step=0.2", 6},
    {"mech24", "Chain", "step=2 stop=0.2", 24},
    {"mech24, energy", "Chain", ENERGY "step=2 stop=0.2", 24},
    {"mech50", "Chain", "step=2 stop=0.04", 50},
    {"mech50, energy", "Chain", ENERGY "step=2 stop=0.04", 50},
};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static paper_run *run_problem(const problem *p, const char *more) {
    char path[100], options[600], by[100];
    snprintf(path, sizeof path, "models/%s.mo", p->model);
    char *text = read_text(path);
    if (p->largest) {
        snprintf(by, sizeof by, "parameter Integer n = %d", p->largest);
        replace(text, "parameter Integer n = 24", by);
    }
    snprintf(options, sizeof options, STAGES "%s %s", p->options, more);
    paper_run *r = run_text(text, options);
    free(text);
    return r;
}

/* The largest difference of two trajectories, each column beside its largest value. */
static double apart(const paper_run *a, const paper_run *b) {
    long rows = invo_result_rows(a->result);
    int columns = invo_result_columns(a->result);
    double most = 0;
    assert_int_equal(rows, invo_result_rows(b->result));
    for (int j = 0; j <= columns; j++) {
        double size = 0, difference = 0;
        for (long i = 0; i < rows; i++) {
            double x = invo_result_row(a->result, i)[j];
            double y = invo_result_row(b->result, i)[j];
            if (!isfinite(x))
                continue; /* derivatives at the impasse point */
            size = fmax(size, fabs(x)), difference = fmax(difference, fabs(x - y));
        }
        if (size > 0)
            most = fmax(most, difference / fmax(size, 1e-3));
    }
    return most;
}

static void newtons_give_the_same_trajectory(void **state) {
    (void)state;
    for (int k = 0; k < PROBLEMS; k++) {
        const problem *p = &problems[k];
        const char *square = strstr(p->name, "mech") ? "direction=square" : "";
        char options[3][100];
        static const char *const kind[3] = {"exact", "inexact", "simplified"};
        paper_run *r[3];
        for (int i = 0; i < 3; i++) {
            snprintf(options[i], sizeof options[i], "newton=%s %s", kind[i], square);
            r[i] = run_problem(p, options[i]);
        }
        double one = apart(r[0], r[1]), two = apart(r[0], r[2]);
        print_message("%-24s %5ld steps; from exact: inexact %.1e, simplified %.1e\n",
                      p->name, invo_result_statistics(r[0]->result)->steps, one, two);
        assert_true(one <= 1e-11 && two <= 1e-11);
        for (int i = 0; i < 3; i++)
            end_run(r[i]);
    }
}

/* What `inexact` and `sphere-cg` count as factored is nothing, also where they are used
 * together; and they never hand over to another way. */
static void nothing_is_factored(void **state) {
    (void)state;
    for (int k = 0; k < PROBLEMS; k++) {
        if (problems[k].largest > 6 || strstr(problems[k].name, "elim"))
            continue; /* the products of what is computed there are not linear */
        paper_run *r = run_problem(&problems[k], "newton=inexact direction=sphere-cg");
        paper_run *other = run_problem(&problems[k], "newton=inexact direction=qr");
        const invo_statistics *s = invo_result_statistics(r->result);
        print_message("%-24s %5ld steps, %8ld linear iterations, %ld factorizations; "
                      "from qr: %.1e\n",
                      problems[k].name, s->steps, s->linear_iterations, s->factorizations,
                      apart(r, other));
        assert_int_equal(s->factorizations, 0);
        assert_int_equal(s->direction_factorizations, 0);
        assert_int_equal(s->retraction_fallbacks, 0);
        assert_true(s->linear_iterations > s->evaluations);
        assert_true(apart(r, other) <= 1e-10);
        s = invo_result_statistics(other->result);
        assert_int_equal(s->factorizations, s->direction_factorizations);
        assert_true(s->direction_factorizations > 0);
        end_run(r), end_run(other);
    }
}

/* The same with the papers' test and direction. */
static void nothing_is_factored_under_like(void **state) {
    (void)state;
    for (int k = 0; k < PROBLEMS; k++) {
        const problem *p = &problems[k];
        if (!strstr(p->name, "mech") || strstr(p->name, "elim"))
            continue;
        paper_run *r = run_problem(p, "like=000 direction=block");
        const invo_statistics *s = invo_result_statistics(r->result);
        assert_string_equal(invo_result_settings(r->result)->newton, "inexact");
        assert_int_equal(s->factorizations, 0);
        assert_int_equal(s->retraction_fallbacks, 0);
        assert_true(s->linear_iterations > 0);
        end_run(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newtons_give_the_same_trajectory),
        cmocka_unit_test(nothing_is_factored),
        cmocka_unit_test(nothing_is_factored_under_like),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
