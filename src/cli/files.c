/* SPDX-License-Identifier: BSD-3-Clause */
/* No file of a command line is written over: neither what is read nor another output.
 * Files are told apart by device and inode, those that do not exist yet by folder and
 * name. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "cli.h"

static int is_standard(const char *path) { return strcmp(path, "-") == 0; }

/* The last part of a path and the length of what is before it. */
static const char *last_part(const char *path, size_t *folder) {
    const char *slash = strrchr(path, '/');
    *folder = slash ? (size_t)(slash - path) + 1 : 0;
    return path + *folder;
}

/* Device and inode of the folder of a path; returns whether there is one. */
static int find_folder(const char *path, struct stat *info) {
    size_t size;
    last_part(path, &size);
    if (size == 0) return stat(".", info) == 0;
    char *folder = strndup(path, size);
    int found = folder && stat(folder, info) == 0;
    free(folder);
    return found;
}

static int is_same_node(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

int files_are_same(const char *a, const char *b) {
    struct stat first, second;
    size_t unused;
    if (is_standard(a) || is_standard(b)) return is_standard(a) && is_standard(b);
    const int has_first = stat(a, &first) == 0, has_second = stat(b, &second) == 0;
    /* A device like /dev/null takes several outputs. */
    if (has_first && has_second)
        return S_ISREG(first.st_mode) && is_same_node(&first, &second);
    if (has_first != has_second) return 0;
    if (strcmp(a, b) == 0) return 1;
    return strcmp(last_part(a, &unused), last_part(b, &unused)) == 0 &&
           find_folder(a, &first) && find_folder(b, &second) &&
           is_same_node(&first, &second);
}

typedef struct named_file {
    const char *role, *path;
} named_file;

static int check_pair(const arguments *a, const named_file *w, const named_file *other) {
    if (!w->path || !other->path || !files_are_same(w->path, other->path)) return 0;
    return arguments_complain(
        a, "%s %s and %s %s are the same file; give one of them another name", w->role,
        w->path, other->role, other->path);
}

int files_check(const arguments *a) {
    const named_file read[] = {{"the model", a->model},
                               {"the file of --input", a->input},
                               {"the file of --with", a->with}},
                     written[] = {{"--output", a->output},
                                  {"--section-output", a->section_output},
                                  {"--plot", a->plot}};
    enum {
        READ = sizeof read / sizeof *read,
        WRITTEN = sizeof written / sizeof *written
    };
    for (int i = 0; i < WRITTEN; i++) {
        const named_file *w = &written[i];
        for (int k = 0; w->path && k < READ + a->file_count; k++) {
            named_file from = {"the result", k < READ ? "" : a->files[k - READ]};
            if (k < READ) from = read[k];
            if (from.path && files_are_same(w->path, from.path))
                return arguments_complain(
                    a, "%s %s would overwrite %s, '%s'; give it another name", w->role,
                    w->path, from.role, from.path);
        }
        for (int k = i + 1; k < WRITTEN; k++)
            if (check_pair(a, w, &written[k])) return EXIT_BAD_COMMAND_LINE;
    }
    if (a->json && a->section_output && is_standard(a->section_output))
        return arguments_complain(
            a, "--json and --section-output - both want standard output");
    return 0;
}
