/* SPDX-License-Identifier: BSD-3-Clause */
/* libFuzzer's entry: `make fuzz` builds and runs it. */
#include "fuzz_model.h"
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_model((const char *)data, size);
    return 0;
}
