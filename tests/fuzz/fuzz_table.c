/* SPDX-License-Identifier: BSD-3-Clause */
/* Any bytes as a result file, in each of the formats, as the inputs of a model and as the
 * samples of a sweep. The first byte chooses. */
#include <stdint.h>
#include "involute.h"
#include "scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model[] = "model M\n"
                            "  input Real u;\n"
                            "  Real x(start = 1, fixed = true);\n"
                            "equation\n"
                            "  der(x) = u - x;\n"
                            "end M;\n";

static volatile double sum; /* of all that is read */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    scratch_enter();
    return 0;
}

static void read_table(const char *path) {
    invo_context *c = invo_context_new();
    invo_table *t = NULL;
    if (c && !invo_table_read(c, path, &t)) {
        for (int j = 0; j < invo_table_columns(t); j++) {
            const double *column = invo_table_column(t, j);
            sum = (double)strlen(invo_table_name(t, j));
            for (long i = 0; i < invo_table_rows(t); i++)
                sum += column[i];
            invo_table_word(t, j, 0);
        }
    }
    invo_table_free(t);
    invo_context_free(c);
}

static void run_with_inputs(const char *path) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_options_init(&o);
    o.stop = 1;
    o.points = 3;
    o.max_steps = 200;
    if (c && !invo_model_parse(c, "m.mo", model, strlen(model), &m) &&
        !invo_model_input(m, path))
        invo_model_run(m, &o, &r);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {
#define FORMAT(name, ending, help) "t" ending,
#include "involute_format.def"
        "t", "t.csv.part"};
    enum { NAMES = sizeof names / sizeof *names };
    if (size == 0)
        return 0;
    const int kind = data[0] % (NAMES + 1);
    const char *name = kind < NAMES ? names[kind] : "t.csv";
    scratch_write(name, data + 1, size - 1);
    if (kind < NAMES)
        read_table(name);
    else
        run_with_inputs(name);
    unlink(name);
    return 0;
}
