/* SPDX-License-Identifier: BSD-3-Clause */
/* The shortest way in: a model as text. A pendulum in Cartesian coordinates is a system
 * of index 3: the rod's tension F is only determined by what follows when the rod's
 * equation is differentiated twice. Involute finds that by itself.
 *
 *     cc from_text.c $(pkg-config --cflags --libs involute) -o from_text */
#include <involute.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "model Pendulum\n"
                           "  parameter Real L = 1, g = 9.81;\n"
                           "  Real x(start = 1, fixed = true), y(start = 0), F;\n"
                           "equation\n"
                           "  der(der(x)) = -F*x;\n"
                           "  der(der(y)) = -F*y - g;\n"
                           "  x^2 + y^2 = L^2;\n"
                           "  annotation(experiment(StopTime = 10, Tolerance = 1e-8));\n"
                           "end Pendulum;\n";

/* One row of numbers: the time, then the columns of the result. */
static void print_final(const invo_result *r) {
    const double *row = invo_result_final(r);
    printf("time = %.15g after %ld steps\n", row[0], invo_result_statistics(r)->steps);
    for (int j = 0; j < invo_result_columns(r); j++)
        printf("%s = %.10f\n", invo_result_column(r, j), row[j + 1]);
}

int main(void) {
    invo_context *context = invo_context_new(); /* holds the messages */
    invo_model *model = NULL;
    invo_result *result = NULL;
    invo_options options;
    if (!context)
        return 1;
    invo_options_init(&options);

    /* Every call returns 0 or the reason why not. */
    invo_status status =
        invo_model_parse(context, "pendulum.mo", text, strlen(text), &model);
    if (!status)
        status = invo_model_options(model, &options); /* stop time, tolerance */
    if (!status)
        status = invo_options_set(context, &options, "method", "dopri54");
    if (!status)
        status = invo_model_set(model, "L=2"); /* a parameter */
    if (!status)
        status = invo_model_set(model, "x=2"); /* a start value */
    if (!status)
        status = invo_model_run(model, &options, &result);

    if (status)
        fputs(invo_context_message(context), stderr);
    else
        print_final(result);
    invo_result_free(result);
    invo_model_free(model);
    invo_context_free(context);
    return status ? 1 : 0;
}
