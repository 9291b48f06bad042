/* SPDX-License-Identifier: BSD-3-Clause */
/* involute check: read and type-check. */
#include "cli.h"
#include <stdio.h>

int check_command(const arguments *a) {
    session s;
    invo_status status = session_open(&s, a);
    session_say(&s, status);
    invo_status printed = session_print_json(&s, status);
    if (!status && !a->json && !a->quiet)
        printf("%s: %s is well formed\n", a->model, invo_model_name(s.model));
    return session_close(&s, status ? status : printed);
}
