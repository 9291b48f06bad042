/* SPDX-License-Identifier: BSD-3-Clause */
/* No file of a command line is written over: neither what is read nor another output.
 * Files are identified by device and inode, those that do not exist yet by folder and
 * name. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"

static int files_is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

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
    if (size == 0)
        return stat(".", info) == 0;
    char *folder = strndup(path, size);
    int found = folder && stat(folder, info) == 0;
    free(folder);
    return found;
}

static int is_same_node(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Returns the path that a symbolic link names, which the caller frees, or NULL: relative
 * ones begin in the folder of the link. */
static char *read_link(const char *path) {
    char target[4096];
    size_t folder;
    last_part(path, &folder);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0)
        return NULL;
    target[length] = 0;
    if (target[0] == '/')
        folder = 0;
    char *joined = malloc(folder + (size_t)length + 1);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    strcpy(joined + folder, target);
    return joined;
}

/* Compares two files that do not exist yet by folder and name. Links that name no file
 * are followed: a file is made where they end. */
static int are_same_places(const char *a, const char *b, int links) {
    assert(links >= 0);
    enum { MOST_LINKS = 80 }; /* of both together; the system follows 40 */
    struct stat first, second;
    size_t unused;
    char *from_a = links < MOST_LINKS ? read_link(a) : NULL;
    char *from_b = links < MOST_LINKS && !from_a ? read_link(b) : NULL;
    int same;
    if (from_a || from_b)
        same = are_same_places(from_a ? from_a : a, from_b ? from_b : b, links + 1);
    else
        same = strcmp(a, b) == 0 ||
               (strcmp(last_part(a, &unused), last_part(b, &unused)) == 0 &&
                find_folder(a, &first) && find_folder(b, &second) &&
                is_same_node(&first, &second));
    free(from_a);
    free(from_b);
    return same;
}

int files_are_same(const char *a, const char *b) {
    struct stat first, second;
    if (files_is_standard(a) || files_is_standard(b))
        return files_is_standard(a) && files_is_standard(b);
    const int has_first = stat(a, &first) == 0;
    const int has_second = stat(b, &second) == 0;
    /* A device like /dev/null takes several outputs. */
    if (has_first && has_second)
        return S_ISREG(first.st_mode) && is_same_node(&first, &second);
    if (has_first != has_second)
        return 0;
    return are_same_places(a, b, 0);
}

typedef struct named_file {
    const char *role, *path;
} named_file;

static int check_pair(const arguments *a, const named_file *w, const named_file *other) {
    if (!w->path || !other->path || !files_are_same(w->path, other->path))
        return 0;
    return arguments_complain(
        a, "%s %s and %s %s are the same file; give one of them another name", w->role,
        w->path, other->role, other->path);
}

int files_check_written(const arguments *a, const char *role, const char *path) {
    const named_file read[] = {
        {"the model", a->model},
        {"the file of --input", a->input},
        {"the file of --with", a->with},
        {"the file of --samples", a->samples},
        {"the checkpoint of --resume", path == a->checkpoint ? NULL : a->resume}};
    enum { READ = sizeof read / sizeof *read };
    const int libraries = READ + a->library_count;
    for (int k = 0; k < libraries + a->file_count; k++) {
        named_file from = {"the result", k < libraries ? "" : a->file[k - libraries]};
        if (k < READ)
            from = read[k];
        else if (k < libraries)
            from = (named_file){"a file of --library", a->library[k - READ]};
        if (from.path && !files_is_standard(from.path) && files_are_same(path, from.path))
            return arguments_complain(
                a, "%s %s would overwrite %s, '%s'; give it another name", role, path,
                from.role, from.path);
    }
    return 0;
}

/* Devices and standard output have no place beside them. */
static int files_has_side_file(const arguments *a) {
    struct stat info;
    return a->output && !a->no_side_file && !files_is_standard(a->output) &&
           (stat(a->output, &info) || S_ISREG(info.st_mode));
}

char *files_side_name(const arguments *a, int *lacks_memory) {
    static const char ending[] = ".json";
    if (!files_has_side_file(a))
        return NULL;
    char *name = malloc(strlen(a->output) + sizeof ending);
    if (!name)
        *lacks_memory = 1;
    else
        strcat(strcpy(name, a->output), ending);
    return name;
}

/* Checks each file that is written against those that are read and the other ones. */
static int check_all_written(const arguments *a, const char *side) {
    const named_file written[] = {{"--output", a->output},
                                  {"the side file of --output", side},
                                  {"--section-output", a->section_output},
                                  {"--steps-output", a->steps_output},
                                  {"--checkpoint", a->checkpoint},
                                  {"--plot", a->plot},
                                  {"--report", a->report}};
    enum { WRITTEN = sizeof written / sizeof *written };
    for (int i = 0; i < WRITTEN; i++) {
        const named_file *w = &written[i];
        if (w->path && files_check_written(a, w->role, w->path))
            return EXIT_BAD_COMMAND_LINE;
        for (int k = i + 1; k < WRITTEN; k++)
            if (check_pair(a, w, &written[k]))
                return EXIT_BAD_COMMAND_LINE;
    }
    return 0;
}

int files_check(const arguments *a) {
    int lacks_memory = 0;
    char *side = files_side_name(a, &lacks_memory);
    int status = check_all_written(a, side);
    free(side);
    if (lacks_memory) {
        fprintf(stderr, "error: out of memory\n");
        if (a->asks_json)
            session_print_failure("E_MEMORY", "out of memory");
        return EXIT_FILES;
    }
    if (status)
        return status;
    const named_file standard[] = {{"--section-output", a->section_output},
                                   {"--steps-output", a->steps_output}};
    for (size_t k = 0; a->json && k < sizeof standard / sizeof *standard; k++)
        if (standard[k].path && files_is_standard(standard[k].path))
            return arguments_complain(a,
                                      "--json and %s - both write to standard output; "
                                      "give %s a file name",
                                      standard[k].role, standard[k].role);
    return 0;
}
