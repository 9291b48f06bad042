/* SPDX-License-Identifier: BSD-3-Clause */
/* A completed model as C. */
#include <stdlib.h>
#include <string.h>
#include "../lowering/export_form.h"
#include "main_path.h"

typedef struct export_call {
    invo_model *m;
    const char *header_name;
    char **code, **header;
} export_call;

static char *export_copy(invo_context *c, const char *text) {
    char *copy = memory_alloc(c, strlen(text) + 1);
    if (!copy)
        fail_if_errors(c);
    return strcpy(copy, text);
}

static void run_export(invo_context *context, void *argument) {
    const export_call *call = argument;
    lowered *w = call->m->lowered;
    arena *scratch = arena_child(call->m->completed);
    const exported_text text = lowered_export(w, scratch, call->header_name);
    *call->code = export_copy(context, text.code);
    *call->header = export_copy(context, text.header);
    arena_free(scratch);
}

/* Where it fails, there is neither text. */
invo_status main_path_export(invo_model *m, const char *header_name, char **code,
                             char **header) {
    export_call call = {m, header_name, code, header};
    *code = *header = NULL;
    m->model->system.arena = m->completed;
    invo_status status = protect(m->context, run_export, &call);
    m->model->system.arena = m->arena;
    if (status) {
        free(*code);
        *code = NULL;
    }
    return status;
}
