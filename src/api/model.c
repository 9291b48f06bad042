/* SPDX-License-Identifier: BSD-3-Clause */
/* Models at the boundary: files are read, symbolic code runs protected, errors become
 * statuses. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/options.h"
#include "../main_path/main_path.h"

invo_status invo_model_parse(invo_context *c, const char *name, const char *text,
                             size_t size, invo_model **out) {
    context_reset(c);
    *out = NULL;
    return main_path_parse(c, (source){name, text, size, NULL}, c->libraries, c->model,
                           out);
}

static invo_status file_error(invo_context *c, const char *path) {
    return report(c, INVO_E_FILE, NAN, "cannot read %s: %s", path, strerror(errno));
}

/* Of all files that are read whole: twice what a model may have, which gives the message
 * of its own. */
enum { LARGEST_FILE = 1 << 28 };

/* The whole file; NULL with a message where that fails. */
static char *model_read_all(invo_context *c, const char *path, FILE *f, size_t *size) {
    size_t capacity = 1 << 16;
    char *text = memory_alloc(c, capacity);
    *size = 0;
    while (text) {
        errno = 0;
        *size += fread(text + *size, 1, capacity - *size - 1, f);
        if (ferror(f)) {
            free(text);
            file_error(c, path);
            return NULL;
        }
        if (feof(f)) {
            text[*size] = 0;
            return text;
        }
        if (*size > LARGEST_FILE) { /* or one without an end, such as /dev/zero */
            free(text);
            report(c, INVO_E_FILE, NAN, "%s is too large: more than %d bytes", path,
                   (int)LARGEST_FILE);
            return NULL;
        }
        char *wider = memory_alloc(c, capacity *= 2);
        if (wider)
            memcpy(wider, text, *size);
        free(text);
        text = wider;
    }
    return NULL;
}

invo_status invo_context_library(invo_context *c, const char *path) {
    context_reset(c);
    FILE *f = fopen(path, "rb");
    if (!f)
        return file_error(c, path);
    size_t size;
    char *text = model_read_all(c, path, f, &size);
    fclose(f);
    if (!text)
        return c->status;
    const source given = {path, text, size, NULL};
    const invo_status status = context_add_library(c, &given);
    free(text);
    return status;
}

invo_status invo_context_library_text(invo_context *c, const char *name,
                                      const char *text) {
    const source given = {name, text, strlen(text), NULL};
    context_reset(c);
    return context_add_library(c, &given);
}

invo_status invo_context_choose(invo_context *c, const char *name) {
    context_reset(c);
    return context_choose_model(c, name);
}

invo_status invo_model_read(invo_context *c, const char *path, invo_model **out) {
    context_reset(c);
    *out = NULL;
    const int is_standard = strcmp(path, "-") == 0;
    FILE *f = is_standard ? stdin : fopen(path, "rb");
    if (!f)
        return file_error(c, path);
    if (is_standard)
        path = "stdin";
    size_t size;
    char *text = model_read_all(c, path, f, &size);
    if (!is_standard)
        fclose(f);
    if (!text)
        return c->status;
    invo_status status =
        main_path_parse(c, (source){path, text, size, NULL}, c->libraries, c->model, out);
    free(text);
    return status;
}

const char *invo_model_name(const invo_model *m) {
    return m->model->system.name;
}

const char *invo_model_description(const invo_model *m) {
    return m->model->description ? m->model->description : "";
}

const char *invo_model_text(const invo_model *m) {
    return m->source.text ? m->source.text : "";
}

/* Numbers that people chose: inputs, discrete values and switches have other kinds. */
int invo_model_parameter(const invo_model *m, int i, invo_parameter *out) {
    const dae *s = &m->model->system;
    for (int k = 0; i >= 0 && k < s->parameters.count; k++) {
        const parameter *p = &s->parameters.at[k];
        if (p->kind != PARAMETER_FREE || p->is_hidden || i-- > 0)
            continue;
        *out = (invo_parameter){p->name, p->value};
        return 1;
    }
    return 0;
}

int invo_model_text_parameter(const invo_model *m, int i, invo_text_parameter *p) {
    if (i < 0 || i >= m->model->texts.count)
        return 0;
    *p = m->model->texts.at[i];
    return 1;
}

int invo_model_animation_point(const invo_model *m, int i, invo_animation_point *p) {
    if (i < 0 || i >= m->model->points.count)
        return 0;
    *p = m->model->points.at[i];
    return 1;
}

int invo_model_animation_link(const invo_model *m, int i, invo_animation_link *l) {
    if (i < 0 || i >= m->model->links.count)
        return 0;
    *l = m->model->links.at[i];
    return 1;
}

int invo_model_animation_body(const invo_model *m, int i, invo_animation_body *b) {
    if (i < 0 || i >= m->model->bodies.count)
        return 0;
    *b = m->model->bodies.at[i];
    return 1;
}

int invo_model_plot(const invo_model *m, int i, invo_plot_info *p) {
    if (i < 0 || i >= m->model->plots.count)
        return 0;
    *p = m->model->plots.at[i];
    return 1;
}

invo_status invo_model_copy(invo_context *c, const invo_model *m, invo_model **copy) {
    context_reset(c);
    return main_path_copy(c, m, copy);
}

invo_status invo_model_set(invo_model *m, const char *assignment) {
    const edit e = {EDIT_SET, {"", assignment, strlen(assignment), NULL}};
    context_reset(m->context);
    return main_path_edit(m, &e);
}

invo_status invo_model_section(invo_model *m, const char *expression) {
    const edit e = {EDIT_SECTION, {"expression", expression, strlen(expression), NULL}};
    context_reset(m->context);
    return main_path_edit(m, &e);
}

invo_status invo_model_options(const invo_model *m, invo_options *o) {
    context_reset(m->context);
    for (int k = 0; k < m->model->settings.count; k++) {
        const setting *s = &m->model->settings.at[k];
        TRY(options_set(m->context, o, s->where, s->option, s->value));
    }
    return INVO_OK;
}

/* A second file that belongs to a model. */
static invo_status take_file(invo_model *m, const char *path, edit_kind kind) {
    assert(path);
    invo_context *c = m->context;
    edit e = {kind, {path, "", 0, NULL}};
    context_reset(c);
    if (m->crossings) /* whether there is such a file or not */
        return main_path_edit(m, &e);
    FILE *f = fopen(path, "rb");
    if (!f)
        return file_error(c, path);
    char *text = model_read_all(c, path, f, &e.text.size);
    fclose(f);
    if (!text)
        return c->status;
    e.text.text = text;
    invo_status status = main_path_edit(m, &e);
    free(text);
    return status;
}

invo_status invo_model_input(invo_model *m, const char *path) {
    return take_file(m, path, EDIT_INPUT);
}

invo_status invo_model_with(invo_model *m, const char *path) {
    return take_file(m, path, EDIT_ANNOTATIONS);
}

invo_status invo_model_balance(invo_model *m, invo_balance *balance) {
    context_reset(m->context);
    return main_path_balance(m, balance);
}

invo_status invo_model_complete(invo_model *m, const invo_options *o) {
    context_reset(m->context);
    TRY(options_check(m->context, o));
    const plan p = plan_new(o);
    return main_path_complete(m, &p);
}

invo_status invo_model_run(invo_model *m, const invo_options *o, invo_result **r) {
    context_reset(m->context);
    *r = NULL;
    TRY(options_check(m->context, o));
    const plan p = plan_new(o);
    return main_path_run(m, &p, r);
}
