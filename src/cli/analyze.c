/* SPDX-License-Identifier: BSD-3-Clause */
/* involute analyze: completion, the initial point and its certificate, no integration. */
#include "cli.h"
#include <stdio.h>

static invo_status print_structure(session *s) {
    char *text = NULL;
    invo_status status = INVO_OK;
    if (s->arguments->json)
        status = invo_model_json(s->context, s->model, &text);
    else if (!s->arguments->quiet)
        status = invo_model_summary(s->context, s->model, &text);
    session_print(text);
    if (text && s->arguments->json)
        putchar('\n');
    return status;
}

int analyze_command(const arguments *a) {
    session s;
    invo_status status = session_open(&s, a);
    if (!status)
        status = invo_model_complete(s.model, &s.options);
    if (!status)
        status = invo_model_certify(s.model);
    session_say(&s, status);
    if (status)
        session_print_json(&s, status);
    else if ((status = print_structure(&s))) {
        session_say(&s, status);
        session_print_json(&s, status);
    }
    return session_close(&s, status);
}
