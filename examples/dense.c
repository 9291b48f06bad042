/* SPDX-License-Identifier: BSD-3-Clause */
/* The solution at any time after the run: invo_result_at interpolates with the order of
 * the method and brings the point onto the constraints. Here it finds when a pendulum
 * passes its lowest point, without an output row anywhere near.
 *
 *     cc dense.c $(pkg-config --cflags --libs involute) -o dense */
#include <involute.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "model Pendulum\n"
                           "  Real x(start = 1, fixed = true);\n"
                           "  Real y(start = 0);\n"
                           "  Real vx(start = 0, fixed = true);\n"
                           "  Real vy;\n"
                           "  Real F;\n"
                           "equation\n"
                           "  der(x) = vx;\n"
                           "  der(y) = vy;\n"
                           "  der(vx) = -F*x;\n"
                           "  der(vy) = -F*y - 9.81;\n"
                           "  x^2 + y^2 = 1;\n"
                           "end Pendulum;\n";

enum { T, X, Y, VX, VY, F, WIDTH };

/* Halves [low, high] until x changes its sign there. */
static invo_status find_passage(const invo_result *r, double low, double high,
                                double row[WIDTH]) {
    invo_status status = INVO_OK;
    for (int i = 0; i < 60 && !status; i++) {
        double middle = low + (high - low) / 2;
        status = invo_result_at(r, middle, row);
        if (row[X] > 0)
            low = middle;
        else
            high = middle;
    }
    return status;
}

int main(void) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    double row[WIDTH];
    if (!c)
        return 1;
    invo_options_init(&o);
    o.stop = 5;
    o.points = 1; /* the first row and the last */
    o.rtol = 1e-10;
    o.method = "dop853";
    o.dense = 1;
    invo_status status = invo_model_parse(c, "pendulum.mo", text, strlen(text), &m);
    if (!status)
        status = invo_model_run(m, &o, &r);
    if (!status)
        status = find_passage(r, 0, 1, row);
    if (!status)
        printf(
            "x = 0 at t = %.12f, F = %.12f, x^2 + y^2 - 1 = %.1e, x*vx + y*vy = %.1e\n",
            row[T], row[F], row[X] * row[X] + row[Y] * row[Y] - 1,
            row[X] * row[VX] + row[Y] * row[VY]);
    else
        fputs(invo_context_message(c), stderr);
    invo_result_free(
        r); /* the model and the context must be there as long as it is asked */
    invo_model_free(m);
    invo_context_free(c);
    return status != INVO_OK;
}
