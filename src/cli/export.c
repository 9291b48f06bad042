/* SPDX-License-Identifier: BSD-3-Clause */
/* involute export: the functions of a model as C, with a header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"
#include "say.h"

/* The name of the header beside FILE.c, malloc'ed. */
static char *header_beside(const char *path) {
    static const char ending[] = ".c";
    size_t size = strlen(path);
    if (size > strlen(ending) && strcmp(path + size - strlen(ending), ending) == 0)
        size -= strlen(ending);
    char *name = malloc(size + sizeof ".h");
    if (!name)
        return NULL;
    memcpy(name, path, size);
    strcpy(name + size, ".h");
    return name;
}

static const char *export_file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The code comes first: without it there is no header, whose place is checked before. */
static invo_status export_write(session *s, const char *path, const char *header) {
    char *code = NULL;
    char *declarations = NULL;
    invo_status status =
        invo_model_export(s->model, export_file_name(header), &code, &declarations);
    if (!status)
        status = invo_text_write(s->context, path, code);
    if (!status)
        status = invo_text_write(s->context, header, declarations);
    free(code);
    free(declarations);
    return status;
}

static int export_can_write(const char *path) {
    struct stat info;
    return stat(path, &info) || (!S_ISDIR(info.st_mode) && access(path, W_OK) == 0);
}

/* The files that are written overwrite nothing that is read. */
static int export_check(const arguments *a, const char *header) {
    if (!a->c_file)
        return arguments_complain(a, "export needs the file to write: --c FILE.c");
    if (!*export_file_name(a->c_file))
        return arguments_complain(a, "--c '%s' names no file; write --c FILE.c",
                                  a->c_file);
    if (strcmp(a->c_file, "-") == 0)
        return arguments_complain(
            a, "--c writes two files, FILE.c and FILE.h; give it a file name");
    if (!header)
        return arguments_complain(a, "out of memory");
    if (files_check_written(a, "--c", a->c_file) ||
        files_check_written(a, "the header of --c", header))
        return EXIT_BAD_COMMAND_LINE;
    if (!export_can_write(header))
        return arguments_complain(
            a,
            "the header of --c, '%s', is a folder or must not be written; give --c "
            "another name",
            header);
    return 0;
}

int export_command(const arguments *a) {
    session s;
    char *header = a->c_file ? header_beside(a->c_file) : NULL;
    int wrong = export_check(a, header);
    if (wrong) {
        free(header);
        return wrong;
    }
    invo_status status = session_open(&s, a);
    if (!status)
        status = invo_model_complete(s.model, &s.options);
    if (!status)
        status = export_write(&s, a->c_file, header);
    session_say(&s, status);
    invo_status printed = session_print_json(&s, status);
    if (!status && !a->json && !a->quiet)
        say(stdout, "%s: %s and %s\n", invo_model_name(s.model), a->c_file, header);
    free(header);
    return session_close(&s, status ? status : printed);
}
