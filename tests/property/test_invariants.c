/* A pendulum with its energy as invariant: through its turning points, close to the
 * separatrix and where the energy is all but critical, as many steps as without it, and
 * no more rejections. SPDX-License-Identifier: BSD-3-Clause */
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

static const char text[] =
    "model P\n"
    "  parameter Real a = %s;\n"
    "  Real x(start = sin(a), fixed = true), y(start = -cos(a)), l;\n"
    "  Real E = (der(x)^2 + der(y)^2)/2 + 9.81*y %s;\n"
    "equation\n"
    "  der(der(x)) = -x*l; der(der(y)) = -y*l - 9.81; x^2 + y^2 = 1;\n"
    "initial equation\n"
    "  der(x) = 0;\n"
    "end P;\n";

typedef struct outcome {
    long steps, rejected;
    double x, units;
} outcome;

static outcome run(const char *amplitude, const char *retraction, const char *newton) {
    char model[1000];
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_ledger_row row;
    snprintf(model, sizeof model, text, amplitude,
             retraction ? "annotation(__involute(invariant = true))" : "");
    assert_int_equal(invo_model_parse(c, "p.mo", model, strlen(model), &m), 0);
    assert_int_equal(invo_model_options(m, invo_options_init(&o)), 0);
    o.rtol = 1e-10, o.atol = atof(amplitude) < 1e-3 ? 1e-16 : 1e-13, o.stop = 20;
    if (retraction) o.retraction = retraction;
    if (newton) o.newton = newton;
    if (invo_model_run(m, &o, &r))
        fail_msg("%s, %s: %s", amplitude, retraction, invo_context_message(c));
    const invo_statistics *s = invo_result_statistics(r);
    outcome out = {s->steps, s->rejected, invo_result_final(r)[1], 0};
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (!row.left_out) out.units = fmax(out.units, row.scaled_max);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return out;
}

/* amplitude, and how far the end may differ: near the separatrix the solution is unstable
 * and the energy is what holds it. */
static const struct {
    const char *amplitude;
    double apart;
} swings[] = {{"1.5", 1e-8}, {"3.14159", 0.1}, {"1e-5", 1e-14}};

static void energies_cost_no_steps(void **state) {
    (void)state;
    static const char *const how[][2] = {{"normal", NULL},
                                         {"orthogonal", NULL},
                                         {"orthogonal", "exact"},
                                         {"orthogonal", "inexact"},
                                         {"chart", NULL}};
    for (int k = 0; k < 3; k++) {
        const char *amplitude = swings[k].amplitude;
        outcome plain = run(amplitude, NULL, NULL);
        for (int t = 0; t < 5; t++) {
            outcome with = run(amplitude, how[t][0], how[t][1]);
            if (!(labs(with.steps - plain.steps) <= 2 + plain.steps / 20 &&
                  with.rejected <= plain.rejected + 2 && with.units <= 4 &&
                  fabs(with.x - plain.x) <= swings[k].apart))
                fail_msg("%s, %s %s: %ld steps, %ld rejected, %ld and %ld without; x = "
                         "%.17g, %.17g without; %g units",
                         amplitude, how[t][0], how[t][1] ? how[t][1] : "", with.steps,
                         with.rejected, plain.steps, plain.rejected, with.x, plain.x,
                         with.units);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(energies_cost_no_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
