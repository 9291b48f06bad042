/* SPDX-License-Identifier: BSD-3-Clause */
/* Any text as the side file of a result, RESULT.json. */
#include <stdint.h>
#include "involute.h"
#include "scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile double sum; /* of all that is read */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    scratch_enter();
    return 0;
}

static void read_entries(const invo_side_file *f, const char *object) {
    invo_side_entry e;
    for (int i = 0; invo_side_file_entry(f, object, i, &e); i++) {
        invo_side_entry same;
        sum = (double)strlen(e.name) + e.value;
        sum += e.text ? (double)strlen(e.text) : 0;
        if (!invo_side_file_find(f, object, e.name, &same))
            abort(); /* what is listed is found */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    invo_context *c = invo_context_new();
    invo_side_file *f = NULL;
    scratch_write("t.csv.json", data, size);
    scratch_write("t.json", data, size);
    if (c && !invo_side_file_read(c, "t.csv", &f) && f) {
        read_entries(f, "");
        read_entries(f, "parameters");
        read_entries(f, "settings");
        read_entries(f, "units");
    }
    invo_side_file_free(f);
    invo_context_free(c);
    return 0;
}
