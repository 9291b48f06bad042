/* SPDX-License-Identifier: BSD-3-Clause */
/* Texts and exit statuses of the status codes. */
#include "involute.h"

const char *invo_status_text(invo_status s) {
    switch (s) {
#define STATUS(code, exit, text)                                                         \
    case INVO_##code:                                                                    \
        return text;
#include "involute_status.def"
#undef STATUS
    }
    return "unknown status";
}

int invo_status_exit(invo_status s) {
    switch (s) {
#define STATUS(code, exit, text)                                                         \
    case INVO_##code:                                                                    \
        return exit;
#include "involute_status.def"
#undef STATUS
    }
    return 5;
}

const char *invo_status_code(invo_status s) {
    switch (s) {
#define STATUS(code, exit, text)                                                         \
    case INVO_##code:                                                                    \
        return #code;
#include "involute_status.def"
#undef STATUS
    }
    return "unknown";
}
