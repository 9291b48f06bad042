/* SPDX-License-Identifier: BSD-3-Clause */
/* involute gallery: the built-in models. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "embedded.h"
#include "say.h"

int embedded_is_in(const embedded_file *f, const char *folder, char *name, size_t size) {
    assert(size > 0);
    size_t n = strlen(folder);
    if (strncmp(f->path, folder, n) != 0 || f->path[n] != '/')
        return 0;
    snprintf(name, size, "%s", f->path + n + 1);
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = 0;
    return 1;
}

static struct {
    int count;
    embedded_file *at;
} added;

static const embedded_file *find_added(const char *path) {
    for (int k = added.count - 1; k >= 0; k--)
        if (strcmp(added.at[k].path, path) == 0)
            return &added.at[k];
    return NULL;
}

int embedded_add(const char *path, const char *text) {
    assert(path && text);
    embedded_file *wider = realloc(added.at, sizeof *wider * (size_t)(added.count + 1));
    if (!wider)
        return 0;
    added.at = wider;
    char *own_path = strdup(path);
    char *own_text = strdup(text);
    if (!own_path || !own_text) {
        free(own_path);
        free(own_text);
        return 0;
    }
    wider[added.count++] = (embedded_file){own_path, own_text, strlen(own_text)};
    return 1;
}

const embedded_file *embedded_find(const char *folder, const char *name,
                                   const char *ending) {
    assert(folder && name && ending);
    char path[200];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    for (const embedded_file *f = embedded_files; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return find_added(path);
}

/* The words in quotes after the name of the model. */
static void print_about(const embedded_file *f, const char *name) {
    char head[300];
    snprintf(head, sizeof head, "model %s \"", name);
    const char *about = strstr(f->text, head);
    if (!about)
        return;
    about += strlen(head);
    printf("%.*s", (int)strcspn(about, "\""), about);
}

static int list_models(void) {
    char name[100];
    int width = 0;
    for (const embedded_file *f = embedded_files; f->path; f++)
        if (embedded_is_in(f, "models", name, sizeof name) && (int)strlen(name) > width)
            width = (int)strlen(name);
    for (const embedded_file *f = embedded_files; f->path; f++) {
        if (!embedded_is_in(f, "models", name, sizeof name))
            continue;
        printf("%-*s  ", width, name);
        print_about(f, name);
        printf("\n");
    }
    return 0;
}

const embedded_file *gallery_find(const char *name) {
    const embedded_file *model = embedded_find("models", name, "");
    return model ? model : embedded_find("models", name, ".mo");
}

void gallery_complain(const char *name) {
    char names[8192] = "";
    char one[100];
    size_t n = 0;
    for (const embedded_file *f = embedded_files; f->path; f++)
        if (embedded_is_in(f, "models", one, sizeof one) &&
            strlen(names) + strlen(one) + 2 < sizeof names)
            strcat(strcat(names, one), " ");
    const char *near = invo_name_near(name, names, &n);
    say(stderr, "error: there is no model '%s' in the gallery", name);
    if (near)
        say(stderr, "; did you mean '%.*s'?\n", (int)n, near);
    else
        say(stderr, "; 'involute gallery' lists them\n");
}

/* Prints the list, or one model; of a name that is not there the nearest one. */
int gallery_command(const arguments *a) {
    if (!a->model)
        return list_models();
    const embedded_file *model = gallery_find(a->model);
    if (model)
        return fputs(model->text, stdout) < 0 ? EXIT_FILES : 0;
    gallery_complain(a->model);
    return EXIT_BAD_COMMAND_LINE;
}
