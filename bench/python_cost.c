/* SPDX-License-Identifier: BSD-3-Clause */
/* A model run from C: python_cost MODEL.mo STOP. For every number on standard input, so
 * many runs, and their processor times in milliseconds. bench/python_cost.py asks. */
#include <involute.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run_once(invo_model *m, const invo_options *o) {
    invo_result *r = NULL;
    const invo_status status = invo_model_run(m, o, &r);
    invo_result_free(r);
    return status;
}

int main(int argc, char **argv) {
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *m = NULL;
    int runs;
    if (!c || argc != 3 || invo_model_read(c, argv[1], &m) ||
        invo_model_options(m, invo_options_init(&o)))
        return 1;
    o.stop = atof(argv[2]);
    o.rtol = 1e-8;
    if (run_once(m, &o)) /* completes the model */
        return 1;
    while (scanf("%d", &runs) == 1) {
        for (int k = 0; k < runs; k++) {
            const double began = now();
            if (run_once(m, &o))
                return 1;
            printf("%.6f ", 1e3 * (now() - began));
        }
        puts("");
        fflush(stdout);
    }
    invo_model_free(m);
    invo_context_free(c);
    return 0;
}
