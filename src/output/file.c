/* SPDX-License-Identifier: BSD-3-Clause */
/* Output files: opened beside their name, renamed when complete. */
#include "file.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../base/archive.h"
#include "format.h"

enum { MOST_ATTEMPTS = 100 }; /* at a free name beside the file */
enum { PIECE = 1 << 16 };     /* bytes written at once */

static invo_status file_refuse(invo_context *c, const char *path, const char *reason) {
    int standard = strcmp(path, "-") == 0;
    diagnose(c, SEVERITY_ERROR, INVO_E_FILE, nowhere, "cannot write %s%.400s%s: %s",
             standard ? "" : "'", standard ? "standard output" : path,
             standard ? "" : "'", reason);
    return INVO_E_FILE;
}

static char *file_join(invo_context *c, const char *path, int number) {
    assert(number >= 0);
    size_t size = strlen(path) + 48;
    char *text = memory_alloc(c, size);
    if (text)
        snprintf(text, size, "%s.part%.0d", path, number);
    return text;
}

/* Creates the temporary file, beside those that runs which were killed have left: with
 * the permissions of the file it is to replace, else those of any new file. */
static invo_status open_temporary(invo_context *c, output_file *f, mode_t mode) {
    if (!(f->buffer = memory_resize(c, NULL, PIECE)))
        return INVO_E_MEMORY;
    for (int k = 0; k < MOST_ATTEMPTS; k++) {
        free(f->temporary);
        if (!(f->temporary = file_join(c, f->target, k)))
            return INVO_E_MEMORY;
        int descriptor = open(f->temporary, O_RDWR | O_CREAT | O_EXCL, 0666);
        if (descriptor < 0 && errno == EEXIST)
            continue;
        if (descriptor < 0)
            break;
        if (mode)
            (void)!fchmod(descriptor, mode & 0777);
        f->stream = fdopen(descriptor, "w");
        if (f->stream) {
            setvbuf(f->stream, f->buffer, _IOFBF, PIECE);
            return INVO_OK;
        }
        close(descriptor);
        remove(f->temporary);
        break;
    }
    invo_status s = file_refuse(c, f->path, strerror(errno));
    free(f->temporary);
    f->temporary = NULL;
    return s;
}

/* The file that `path` names: links followed, so that a link is not replaced by a file.
 */
static invo_status find_target(invo_context *c, output_file *f, struct stat *info) {
    *info = (struct stat){0};
    if (stat(f->path, info) && errno != ENOENT)
        return file_refuse(c, f->path, strerror(errno));
    f->target = info->st_mode ? realpath(f->path, NULL) : strdup(f->path);
    return f->target ? INVO_OK : file_refuse(c, f->path, strerror(errno));
}

static invo_status open_target(invo_context *c, output_file *f) {
    struct stat info;
    TRY(find_target(c, f, &info));
    if (S_ISDIR(info.st_mode))
        return file_refuse(c, f->path, "it is a folder");
    if (info.st_mode && access(f->path, W_OK))
        return file_refuse(c, f->path, strerror(errno));
    if (!info.st_mode || S_ISREG(info.st_mode))
        return open_temporary(c, f, info.st_mode);
    f->stream = fopen(f->path, "w");
    return f->stream ? INVO_OK : file_refuse(c, f->path, strerror(errno));
}

static void file_forget(output_file *f) {
    free(f->target);
    free(f->temporary);
    free(f->buffer);
    *f = (output_file){0};
}

invo_status file_open(invo_context *c, const char *path, output_file *f) {
    assert(path && f);
    *f = (output_file){.path = path, .is_standard = strcmp(path, "-") == 0};
    if (f->is_standard) {
        f->stream = stdout;
        return INVO_OK;
    }
    invo_status s = open_target(c, f);
    if (s)
        file_forget(f);
    return s;
}

/* --- for checkpoints --- */

enum { FILE_TAIL = 4096 }; /* bytes that are compared */

/* A number made of the last bytes before `size`; returns whether there are so many. */
static int file_read_tail(FILE *in, long size, long *last) {
    char tail[FILE_TAIL];
    if (size < 0)
        return 0;
    const long from = size > FILE_TAIL ? size - FILE_TAIL : 0;
    const size_t count = (size_t)(size - from);
    if (fseek(in, from, SEEK_SET) || fread(tail, 1, count, in) != count)
        return 0;
    *last = (long)(archive_hash(ARCHIVE_HASH_BEGIN, tail, count) >> 1);
    return 1;
}

invo_status file_mark(invo_context *c, output_file *f, long *size, long *last) {
    *last = 0;
    if (!f->temporary)
        return report(
            c, INVO_E_ARGUMENT, NAN,
            "checkpoints: '%.400s' is no regular file, and cannot be continued; "
            "write to one",
            f->path);
    errno = 0;
    if (fflush(f->stream) || fsync(fileno(f->stream)))
        return file_refuse(c, f->path, strerror(errno));
    *size = ftell(f->stream);
    FILE *in = fopen(f->temporary, "rb");
    const int is_read = in && *size >= 0 && file_read_tail(in, *size, last);
    if (in)
        fclose(in);
    f->is_marked |= is_read;
    return is_read ? INVO_OK : file_refuse(c, f->path, strerror(errno ? errno : EIO));
}

static int file_came_as_far(const char *path, long size, long last) {
    long found = 0;
    FILE *in = fopen(path, "rb");
    const int fits = in && file_read_tail(in, size, &found) && found == last;
    if (in)
        fclose(in);
    return fits;
}

/* The name of a file that came as far; NULL: there is none, or no memory. A run that was
 * killed has left one beside its name; one that was told to end has given it that. */
static char *file_find_left(invo_context *c, const output_file *f, long size, long last) {
    for (int k = 0; k <= MOST_ATTEMPTS; k++) {
        char *name = k < MOST_ATTEMPTS ? file_join(c, f->target, k) : strdup(f->target);
        if (!name)
            return NULL;
        if (strcmp(name, f->temporary) != 0 && file_came_as_far(name, size, last))
            return name;
        free(name);
    }
    return NULL;
}

/* Continues the file that was left, cut off at `size`. */
static int file_take_over(output_file *f, const char *left, long size) {
    FILE *stream = fopen(left, "r+");
    if (!stream)
        return 0;
    if (rename(left, f->temporary)) {
        fclose(stream);
        return 0;
    }
    fclose(f->stream);
    f->stream = stream;
    f->is_marked = 1;
    setvbuf(f->stream, f->buffer, _IOFBF, PIECE);
    return ftruncate(fileno(stream), size) == 0 && fseek(stream, size, SEEK_SET) == 0;
}

invo_status file_adopt(invo_context *c, output_file *f, long size, long last) {
    assert(f->temporary);
    char *left = file_find_left(c, f, size, last);
    if (!left)
        return report(
            c, INVO_E_FILE, NAN,
            "there is neither '%.400s.part' nor '%.400s' with the %ld bytes that "
            "the checkpoint goes on from; give the --output of the run that "
            "wrote it",
            f->target, f->target, size);
    errno = 0;
    const int is_done = file_take_over(f, left, size);
    free(left);
    return is_done ? INVO_OK : file_refuse(c, f->path, strerror(errno ? errno : EIO));
}

/* Removes what was written, but for what a checkpoint goes on from. */
static void file_remove(const output_file *f) {
    if (f->temporary && !f->is_marked)
        remove(f->temporary);
}

static invo_status file_fail(invo_context *c, output_file *f) {
    const int number = f->error ? f->error : errno;
    if (!f->has_failed)
        file_refuse(c, f->path, strerror(number ? number : EIO));
    f->has_failed = 1;
    return INVO_E_FILE;
}

invo_status file_check(invo_context *c, output_file *f) {
    return f->error || ferror(f->stream) ? file_fail(c, f) : INVO_OK;
}

invo_status file_close(invo_context *c, output_file *f) {
    assert(f->stream && f->path);
    errno = 0;
    invo_status s = file_check(c, f);
    if (f->is_standard ? fflush(f->stream) : fclose(f->stream))
        s = file_fail(c, f);
    if (!s && f->temporary && rename(f->temporary, f->target))
        s = file_fail(c, f);
    if (s)
        file_remove(f);
    file_forget(f);
    return s;
}

void file_discard(output_file *f) {
    if (!f->is_standard)
        fclose(f->stream);
    file_remove(f);
    file_forget(f);
}

void file_leave(output_file *f) {
    assert(f->temporary);
    fclose(f->stream);
    file_forget(f);
}

int file_is_device(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

invo_status invo_output_check(invo_context *c, const char *path) {
    output_file f;
    if (strcmp(path, "-") == 0)
        return INVO_OK;
    if (file_is_device(path)) /* opening a pipe could wait for its reader */
        return access(path, W_OK) ? file_refuse(c, path, strerror(errno)) : INVO_OK;
    if (!format_of(c, path))
        return INVO_E_ARGUMENT;
    TRY(file_open(c, path, &f));
    file_discard(&f);
    return INVO_OK;
}
