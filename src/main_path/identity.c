/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run is one of, for its checkpoints: one that was written for another version,
 * model or option is refused with the first line that differs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "../base/archive.h"
#include "main_path.h"

static void put_line(archive *a, const char *what, const char *words) {
    archive_put(a, what, strlen(what));
    archive_put(a, words, strlen(words));
    archive_put(a, "\n", 1);
}

/* A text of any length and content as one line. */
static void put_source(archive *a, const char *what, const source *s) {
    char line[64];
    const uint64_t hash = archive_hash(ARCHIVE_HASH_BEGIN, s->text, s->size);
    snprintf(line, sizeof line, "of %zu bytes (%016" PRIx64 ")", s->size, hash);
    put_line(a, what, line);
}

static void put_edits(archive *a, const invo_model *m) {
    static const char *const kind[] = {[EDIT_SET] = "a value (--set) ",
                                       [EDIT_SET_LOOSELY] = "a value (--set) ",
                                       [EDIT_ANNOTATIONS] = "annotations (--with) ",
                                       [EDIT_INPUT] = "inputs (--input) ",
                                       [EDIT_SECTION] = "a section (--section) "};
    for (int k = 0; k < m->edits.count; k++)
        put_source(a, kind[m->edits.at[k].kind], &m->edits.at[k].text);
}

static void put_real(archive *a, const char *flag, double value) {
    char text[40];
    snprintf(text, sizeof text, " %.17g", value);
    put_line(a, flag, text);
}

static void put_count(archive *a, const char *flag, long value) {
    char text[40];
    snprintf(text, sizeof text, " %ld", value);
    put_line(a, flag, text);
}

static void put_options(archive *a, const invo_options *o) {
#define REAL(field, flag, ...) put_real(a, "--" flag, o->field);
#define COUNT(field, flag, ...) put_count(a, "--" flag, o->field);
#define CHOICE(field, flag, ...) put_line(a, "--" flag " ", o->field);
#define TEXT(field, flag, ...)                                                           \
    put_line(a, "--" flag " ", o->field ? o->field : "not given");
#define FLAG(field, flag, ...)                                                           \
    put_line(a, "--" flag " ", o->field ? "given" : "not given");
#include "involute_option.def"
}

/* The model's texts are all that it is made of; a recipe is one, too. */
char *identity_text(const invo_model *m, const plan *p) {
    const invo_checkpoint *k = p->given.checkpoint;
    archive a = {0};
    put_line(&a, "involute ", invo_version());
    put_source(&a, "a model ", &m->source);
    put_line(&a, "the model ", m->model->system.name);
    for (const user_library *l = m->libraries; l; l = l->before)
        put_source(&a, "a library ", &l->text);
    put_edits(&a, m);
    put_options(&a, &p->given);
    put_count(&a, "--checkpoint-steps", k->steps);
    put_line(&a, "", k->words ? k->words : "no further words");
    archive_put(&a, "", 1);
    if (a.is_broken)
        archive_free(&a);
    return (char *)a.at;
}
