/* SPDX-License-Identifier: BSD-3-Clause */
/* involute check: read and type-check. */
#include "cli.h"
#include <stdio.h>
#include "say.h"

static const char *check_verdict(const invo_balance *b) {
    const int fewer = b->equations < b->unknowns ? b->equations : b->unknowns;
    if (b->assigned < fewer)
        return "structurally singular";
    if (b->equations == b->unknowns)
        return "balanced";
    return b->equations < b->unknowns ? "underdetermined" : "overdetermined";
}

/* Prints how many equations there are for how many unknowns, and what that means. */
static invo_status check_print_balance(session *s) {
    invo_balance b;
    invo_status status = invo_model_balance(s->model, &b);
    if (status)
        return status;
    if (b.unknowns < 0) {
        printf(
            "  the equations depend on the mode: 'involute analyze' counts them at the "
            "start\n");
        return INVO_OK;
    }
    printf("  %s: %d equation%s for %d unknown%s", check_verdict(&b), b.equations,
           b.equations == 1 ? "" : "s", b.unknowns, b.unknowns == 1 ? "" : "s");
    if (b.assigned < b.equations && b.assigned < b.unknowns)
        printf(", of which %d can be assigned to each other", b.assigned);
    printf("\n");
    if (b.assigned < b.unknowns)
        printf("  'involute analyze' names the equations and unknowns concerned\n");
    return INVO_OK;
}

int check_command(const arguments *a) {
    session s;
    invo_status status = session_open(&s, a);
    session_say(&s, status);
    invo_status printed = session_print_json(&s, status);
    if (!status && !a->json && !a->quiet) {
        say(stdout, "%s: %s is well formed\n", a->model, invo_model_name(s.model));
        status = check_print_balance(&s);
        if (status)
            session_say(&s, status);
    }
    return session_close(&s, status ? status : printed);
}
