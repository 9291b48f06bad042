/* SPDX-License-Identifier: BSD-3-Clause */
/* Rows while the run goes on: a callback takes each output row, and the result keeps none
 * of them. Here a million rows of an oscillator are reduced to their extremes, in
 * constant memory.
 *
 *     cc rows.c $(pkg-config --cflags --libs involute) -o rows */
#include <involute.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "model Oscillator\n"
                           "  Real x(start = 1, fixed = true);\n"
                           "  Real v(start = 0, fixed = true);\n"
                           "equation\n"
                           "  der(x) = v;\n"
                           "  der(v) = -x;\n"
                           "end Oscillator;\n";

typedef struct extremes {
    long rows;
    double least, most; /* of the first column */
    double last;        /* time */
} extremes;

/* A nonzero return, an invo_status, would end the run. */
static int take(void *data, const invo_output_row *row) {
    extremes *e = data;
    double x = row->value[1]; /* value[0] is the time; column[0] is "x" */
    if (!e->rows || x < e->least)
        e->least = x;
    if (!e->rows || x > e->most)
        e->most = x;
    e->last = row->value[0];
    e->rows++;
    return 0;
}

int main(void) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    extremes e = {0, 0, 0, 0};
    if (!c)
        return 1;
    invo_options_init(&o);
    o.stop = 100;
    o.points = 1000000;
    o.rtol = 1e-10;
    o.row = take;
    o.row_data = &e;
    invo_status status = invo_model_parse(c, "oscillator.mo", text, strlen(text), &m);
    if (!status)
        status = invo_model_run(m, &o, &r);
    fputs(invo_context_message(c), stderr);
    if (!status)
        printf("%ld rows up to t = %g: x from %.9f to %.9f; the result kept %s\n", e.rows,
               e.last, e.least, e.most, invo_result_row(r, 0) ? "some" : "none");
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return status != INVO_OK;
}
