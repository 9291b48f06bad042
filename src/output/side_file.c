/* SPDX-License-Identifier: BSD-3-Clause */
/* The summary beside a result file, RESULT.json, as names with values. */
#include <assert.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/context.h"

struct invo_side_file {
    json_t *root;
};

static invo_status parse_side_file(invo_context *c, const char *path, FILE *in,
                                   invo_side_file **f) {
    json_error_t error;
    invo_side_file *s = memory_alloc(c, sizeof *s);
    if (!s)
        return INVO_E_MEMORY;
    s->root = json_loadf(in, 0, &error);
    if (s->root && json_is_object(s->root)) {
        *f = s;
        return INVO_OK;
    }
    const int is_json = s->root != NULL;
    invo_side_file_free(s);
    if (is_json)
        return report(c, INVO_E_FILE, NAN, "%.400s is not the summary of a run", path);
    return report(c, INVO_E_FILE, NAN, "%.400s:%d: not the summary of a run: %s", path,
                  error.line, error.text);
}

invo_status invo_side_file_read(invo_context *c, const char *result, invo_side_file **f) {
    static const char ending[] = ".json";
    context_reset(c);
    *f = NULL;
    char *path = memory_alloc(c, strlen(result) + sizeof ending);
    if (!path)
        return INVO_E_MEMORY;
    strcat(strcpy(path, result), ending);
    invo_status status = INVO_OK;
    FILE *in = fopen(path, "rb");
    if (in) {
        status = parse_side_file(c, path, in, f);
        fclose(in);
    } else if (errno != ENOENT) {
        status =
            report(c, INVO_E_FILE, NAN, "cannot read %.400s: %s", path, strerror(errno));
    }
    free(path);
    return status;
}

void invo_side_file_free(invo_side_file *f) {
    if (!f)
        return;
    json_decref(f->root);
    free(f);
}

/* Returns 0 for lists and objects, which are no entries. */
static int take_entry(const char *name, const json_t *value, invo_side_entry *e) {
    *e = (invo_side_entry){.name = name, .value = NAN};
    if (json_is_string(value))
        e->text = json_string_value(value);
    else if (json_is_number(value))
        e->value = json_number_value(value);
    else if (json_is_boolean(value))
        e->text = json_is_true(value) ? "true" : "false";
    return !json_is_object(value) && !json_is_array(value);
}

static json_t *side_object(const invo_side_file *f, const char *object) {
    return *object ? json_object_get(f->root, object) : f->root;
}

int invo_side_file_entry(const invo_side_file *f, const char *object, int i,
                         invo_side_entry *e) {
    json_t *in = side_object(f, object);
    for (void *at = json_object_iter(in); at; at = json_object_iter_next(in, at))
        if (take_entry(json_object_iter_key(at), json_object_iter_value(at), e) &&
            i-- == 0)
            return 1;
    return 0;
}

int invo_side_file_find(const invo_side_file *f, const char *object, const char *name,
                        invo_side_entry *e) {
    json_t *in = side_object(f, object);
    const json_t *value = json_object_get(in, name);
    void *at = json_object_iter_at(in, name);
    return value && at && take_entry(json_object_iter_key(at), value, e);
}
