/* SPDX-License-Identifier: BSD-3-Clause */
/* libFuzzer's entry for random equations: `make fuzz FUZZ=equations` builds and runs it.
 */
#include "random_equations.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static equations_text text;
    choices c = {data, data + size};
    invo_status status;
    say_system(&text, &c);
    const char *wrong = try_equations(&text, &status);
    if (wrong) {
        fprintf(stderr, "%s: status %d\n%s", wrong, (int)status, text.at);
        abort();
    }
    return 0;
}
