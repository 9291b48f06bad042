/* SPDX-License-Identifier: BSD-3-Clause */
/* A model run again and again from C: python_cost MODEL.mo STOP RUNS. Prints the least and the median
 * processor time of a run in milliseconds. bench/python_cost.sh compares it with the Python package. */
#include <involute.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *m = NULL;
    const int runs = argc == 4 ? atoi(argv[3]) : 0;
    double *seconds = calloc((size_t)runs + 1, sizeof *seconds);
    if (!c || !seconds || runs < 1 || invo_model_read(c, argv[1], &m) ||
        invo_model_options(m, invo_options_init(&o)))
        return 1;
    o.stop = atof(argv[2]);
    o.rtol = 1e-8;
    for (int k = -1; k < runs; k++) { /* the first one completes the model */
        invo_result *r = NULL;
        const double began = now();
        if (invo_model_run(m, &o, &r))
            return 1;
        invo_result_free(r);
        if (k >= 0)
            seconds[k] = now() - began;
    }
    qsort(seconds, (size_t)runs, sizeof *seconds, by_size);
    printf("%.6f %.6f\n", 1e3 * seconds[0], 1e3 * seconds[runs / 2]);
    free(seconds);
    invo_model_free(m);
    invo_context_free(c);
    return 0;
}
