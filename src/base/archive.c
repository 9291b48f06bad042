/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void archive_free(archive *a) {
    free(a->at);
    *a = (archive){0};
}

static int archive_widen(archive *a, size_t size) {
    if (size > SIZE_MAX / 4 - a->used)
        return 0;
    const size_t wider = 2 * (a->used + size) + 256;
    unsigned char *at = realloc(a->at, wider);
    if (!at)
        return 0;
    a->at = at;
    a->capacity = wider;
    return 1;
}

void archive_put(archive *a, const void *from, size_t size) {
    assert(from || size == 0);
    if (a->capacity - a->used < size && !archive_widen(a, size))
        a->is_broken = 1;
    if (a->is_broken || size == 0)
        return;
    memcpy(a->at + a->used, from, size);
    a->used += size;
}

void archive_put_count(archive *a, int64_t count) {
    archive_put(a, &count, sizeof count);
}

void archive_put_text(archive *a, const char *text) {
    const size_t size = text ? strlen(text) + 1 : 0;
    archive_put_count(a, (int64_t)size);
    archive_put(a, text, size);
}

const void *archive_skip(archive *a, size_t size) {
    if (a->is_broken || size > a->used - a->read) {
        a->is_broken = 1;
        return NULL;
    }
    a->read += size;
    return a->at + a->read - size;
}

void archive_take(archive *a, void *to, size_t size) {
    const void *from = archive_skip(a, size);
    if (from && size)
        memcpy(to, from, size);
    else if (size)
        memset(to, 0, size);
}

int64_t archive_take_count(archive *a) {
    int64_t count;
    archive_take(a, &count, sizeof count);
    return count;
}

int64_t archive_take_within(archive *a, int64_t low, int64_t high) {
    assert(low <= high);
    const int64_t count = archive_take_count(a);
    if (count < low || count > high)
        a->is_broken = 1;
    return a->is_broken ? low : count;
}

int64_t archive_take_number(archive *a, size_t bytes) {
    assert(bytes > 0 && a->read <= a->used);
    const size_t most = (a->used - a->read) / bytes;
    return archive_take_within(a, 0, most < INT_MAX ? (int64_t)most : INT_MAX);
}

const char *archive_take_text(archive *a) {
    const int64_t size = archive_take_number(a, 1);
    const char *text = size > 0 ? archive_skip(a, (size_t)size) : NULL;
    if (text && memchr(text, 0, (size_t)size) != text + size - 1)
        a->is_broken = 1;
    return a->is_broken ? NULL : text;
}

uint64_t archive_hash(uint64_t before, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t k = 0; k < size; k++)
        before = (before ^ at[k]) * 1099511628211u;
    return before;
}

/* --- files --- */

static invo_status archive_refuse(invo_context *c, const char *what, const char *path) {
    return report(c, INVO_E_FILE, NAN, "cannot %s '%.400s': %s", what, path,
                  strerror(errno ? errno : EIO));
}

/* The number of bytes and their checksum stand before them. */
typedef struct archive_head {
    uint64_t size, hash;
} archive_head;

static int archive_write_all(int file, const void *from, size_t size) {
    const char *at = from;
    while (size > 0) {
        const ssize_t n = write(file, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 0;
        at += n;
        size -= (size_t)n;
    }
    return 1;
}

/* Lets a name that was given last a crash of the machine, too, where the folder can be
 * told so. */
static void archive_settle_folder(const char *path) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    const int size = slash ? (int)(slash - path) + 1 : 0;
    snprintf(folder, sizeof folder, "%.*s", size, path);
    const int at = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return;
    (void)fsync(at);
    close(at);
}

/* May what is there be replaced? None, or a regular file of this kind, of any version and
 * cut off anywhere: nothing else that somebody has there is written over. */
static int archive_may_replace(const char *path, const char *first) {
    char begin[80];
    struct stat info;
    const size_t kind = (size_t)(strrchr(first, ' ') - first);
    assert(kind < sizeof begin);
    if (lstat(path, &info))
        return errno == ENOENT;
    FILE *in = S_ISREG(info.st_mode) ? fopen(path, "rb") : NULL;
    if (!in)
        return 0;
    const size_t n = fread(begin, 1, kind, in);
    fclose(in);
    return memcmp(begin, first, n) == 0;
}

/* Where an archive goes: the file, links followed, and a name beside it until it is
 * whole. */
typedef struct archive_place {
    char *target, *beside; /* malloc */
} archive_place;

static void archive_forget_place(archive_place *p) {
    free(p->target);
    free(p->beside);
}

/* A name beside the file that nobody else's file has. */
static int archive_find_beside(archive_place *p, const char *first) {
    enum { MOST_ATTEMPTS = 100 };
    const size_t size = strlen(p->target) + 24;
    p->beside = malloc(size);
    for (int k = 0; p->beside && k < MOST_ATTEMPTS; k++) {
        snprintf(p->beside, size, "%s.new%.0d", p->target, k);
        if (archive_may_replace(p->beside, first))
            return 1;
    }
    errno = p->beside ? EEXIST : ENOMEM;
    return 0;
}

static invo_status archive_find_place(invo_context *c, const char *path,
                                      const char *first, archive_place *p) {
    struct stat info;
    const int is_there = lstat(path, &info) == 0;
    *p = (archive_place){is_there ? realpath(path, NULL) : strdup(path), NULL};
    if (!p->target)
        return archive_refuse(c, "write", path);
    if (is_there && !archive_may_replace(p->target, first))
        return report(
            c, INVO_E_FILE, NAN,
            "cannot write '%.400s': there is something else of that name, which "
            "would be lost; give another name",
            path);
    return archive_find_beside(p, first) ? INVO_OK : archive_refuse(c, "write", path);
}

static int archive_open(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
}

static int archive_write_file(const archive *a, const char *path, const char *first) {
    const int file = archive_open(path);
    const archive_head head = {a->used, archive_hash(ARCHIVE_HASH_BEGIN, a->at, a->used)};
    if (file < 0)
        return 0;
    const int is_good = archive_write_all(file, first, strlen(first)) &&
                        archive_write_all(file, &head, sizeof head) &&
                        archive_write_all(file, a->at, a->used) && fsync(file) == 0;
    const int number = errno;
    const int closed = close(file);
    errno = is_good ? errno : number;
    return is_good && closed == 0;
}

invo_status archive_try(invo_context *c, const char *path, const char *first) {
    archive_place p;
    errno = 0;
    invo_status status = archive_find_place(c, path, first, &p);
    const int file = status ? -1 : archive_open(p.beside);
    if (file >= 0) {
        close(file);
        remove(p.beside);
    } else if (!status) {
        status = archive_refuse(c, "write", path);
    }
    archive_forget_place(&p);
    return status;
}

invo_status archive_write(invo_context *c, const archive *a, const char *path,
                          const char *first) {
    assert(path && first);
    archive_place p;
    if (a->is_broken)
        return report(c, INVO_E_MEMORY, NAN, "out of memory");
    errno = 0;
    invo_status status = archive_find_place(c, path, first, &p);
    if (status) {
        archive_forget_place(&p);
        return status;
    }
    if (!archive_write_file(a, p.beside, first) || rename(p.beside, p.target)) {
        status = archive_refuse(c, "write", path);
        remove(p.beside);
    } else {
        archive_settle_folder(p.target);
    }
    archive_forget_place(&p);
    return status;
}

/* All bytes of a file. */
static invo_status archive_load(invo_context *c, archive *a, const char *path) {
    char piece[1 << 14];
    FILE *in = fopen(path, "rb");
    errno = in ? 0 : errno;
    if (!in)
        return archive_refuse(c, "read", path);
    for (size_t n; (n = fread(piece, 1, sizeof piece, in)) > 0;)
        archive_put(a, piece, n);
    const int failed = ferror(in);
    fclose(in);
    if (failed)
        return archive_refuse(c, "read", path);
    return a->is_broken ? report(c, INVO_E_MEMORY, NAN, "out of memory") : INVO_OK;
}

invo_status archive_read(invo_context *c, archive *a, const char *path,
                         const char *first) {
    archive_head head;
    const size_t size = strlen(first);
    TRY(archive_load(c, a, path));
    const void *line = archive_skip(a, size);
    if (!line || memcmp(line, first, size) != 0)
        return report(c, INVO_E_FILE, NAN, "'%.400s' is no checkpoint of this program",
                      path);
    archive_take(a, &head, sizeof head);
    const size_t left = a->used - a->read;
    if (a->is_broken || head.size != left ||
        head.hash != archive_hash(ARCHIVE_HASH_BEGIN, a->at + a->read, left))
        return report(c, INVO_E_FILE, NAN,
                      "the checkpoint '%.400s' is damaged: its checksum is not that of "
                      "its %zu bytes",
                      path, left);
    return INVO_OK;
}
