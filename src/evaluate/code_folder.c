/* SPDX-License-Identifier: BSD-3-Clause */
#define _DEFAULT_SOURCE /* mkstemps */
#include "code_folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* --- the folder --- */

/* Does it belong to this user, and may nobody else write to it? */
static int is_own(const struct stat *s) {
    return s->st_uid == geteuid() && !(s->st_mode & (S_IWGRP | S_IWOTH));
}

/* Makes a folder unless it is there. */
static int make_folder(const char *path) {
    return mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
}

/* The place by the environment; 0: there is none. */
static int find_folder(code_folder *f) {
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int size = 0;
    if (cache && *cache == '/') {
        size = snprintf(f->path, sizeof f->path, "%s", cache);
    } else if (home && *home == '/') {
        size = snprintf(f->path, sizeof f->path, "%s/.cache", home);
    }
    const int has_room = size > 0 && size + sizeof "/involute" <= sizeof f->path;
    if (!has_room || !make_folder(f->path))
        return 0;
    strcat(f->path, "/involute");
    return 1;
}

const char *code_folder_open(code_folder *f) {
    struct stat s;
    if (geteuid() != getuid())
        return "the program runs with the rights of another user";
    if (!find_folder(f) || !make_folder(f->path))
        return "there is no folder for compiled code; let XDG_CACHE_HOME be one";
    if (lstat(f->path, &s) || !S_ISDIR(s.st_mode) || !is_own(&s))
        return "others may write to the folder of compiled code; let XDG_CACHE_HOME be "
               "one of your own";
    return NULL;
}

/* --- names --- */

code_hash code_hash_begin(void) {
    return (code_hash){0xcbf29ce484222325u, 0x9e3779b97f4a7c15u};
}

/* Fowler, Noll and Vo's hash (1a), and one that rotates and multiplies. */
void code_hash_add(code_hash *h, const char *text, size_t size) {
    for (size_t k = 0; k < size; k++) {
        const uint64_t byte = (unsigned char)text[k];
        h->a = (h->a ^ byte) * 0x100000001b3u;
        h->b = (h->b << 23 | h->b >> 41) + byte;
        h->b *= 0xff51afd7ed558ccdu;
    }
}

void code_folder_name(const code_folder *f, code_hash h, char path[FILE_PATH]) {
    snprintf(path, FILE_PATH, "%s/%016llx%016llx.so", f->path, (unsigned long long)h.a,
             (unsigned long long)h.b);
}

static const char UNFINISHED[] = "new-";

int code_folder_begin(const code_folder *f, code_names *n) {
    snprintf(n->text, sizeof n->text, "%s/%sXXXXXX.c", f->path, UNFINISHED);
    const int file = mkstemps(n->text, (int)strlen(".c"));
    const int stem = (int)(strlen(n->text) - strlen(".c"));
    snprintf(n->library, sizeof n->library, "%.*s.so", stem, n->text);
    snprintf(n->messages, sizeof n->messages, "%.*s.txt", stem, n->text);
    if (file >= 0)
        fcntl(file, F_SETFD, FD_CLOEXEC);
    return file;
}

void code_folder_remove(const code_names *n) {
    unlink(n->text);
    unlink(n->library);
    unlink(n->messages);
}

/* --- libraries --- */

/* What stands behind the last byte of a library: loaders pass over it. */
typedef struct code_seal {
    char word[8];
    code_hash hash;
} code_seal;

static const char SEAL_WORD[8] = {'i', 'n', 'v', 'o', 's', 'e', 'a', 'l'};

/* Reads so many bytes; 0: they are not there. */
static int read_exactly(int file, void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        const ssize_t got = read(file, at, size);
        if (got <= 0)
            return 0;
        at += got;
        size -= (size_t)got;
    }
    return 1;
}

/* The seal for the next `size` bytes of a file that has this path; 0: they are not there.
 * The name is in it, so that a library does for no other content. */
static int make_seal(int file, const char *path, off_t size, code_seal *seal) {
    char block[1 << 14];
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    memcpy(seal->word, SEAL_WORD, sizeof seal->word);
    seal->hash = code_hash_begin();
    code_hash_add(&seal->hash, name, strlen(name));
    while (size > 0) {
        const size_t part = size < (off_t)sizeof block ? (size_t)size : sizeof block;
        if (!read_exactly(file, block, part))
            return 0;
        code_hash_add(&seal->hash, block, part);
        size -= (off_t)part;
    }
    return 1;
}

static int has_good_seal(int file, const char *path, off_t size) {
    code_seal found;
    code_seal due;
    const off_t content = size - (off_t)sizeof due;
    return content > 0 && make_seal(file, path, content, &due) &&
           read_exactly(file, &found, sizeof found) && !memcmp(&found, &due, sizeof due);
}

code_state code_folder_look(const char *path) {
    struct stat s;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT ? CODE_MISSING : CODE_REFUSED;
    const int is_good = !fstat(file, &s) && S_ISREG(s.st_mode) && is_own(&s) &&
                        has_good_seal(file, path, s.st_size);
    if (is_good)
        futimens(file, NULL);
    close(file);
    return is_good ? CODE_GOOD : CODE_REFUSED;
}

/* Libraries of all models together, and how long a compilation may take. */
enum { MOST_BYTES = 64 << 20, MOST_SECONDS = 3600 };

/* A file of the folder. */
typedef struct folder_file {
    char path[FILE_PATH];
    off_t size;
    time_t used;
} folder_file;

static int has_ending(const char *name, const char *ending) {
    const size_t size = strlen(name);
    return size > strlen(ending) && !strcmp(name + size - strlen(ending), ending);
}

/* The next file that is ours to remove; 0: there is none. */
static int next_file(const code_folder *f, DIR *list, folder_file *file) {
    const struct dirent *entry;
    struct stat s;
    while ((entry = readdir(list))) {
        const int is_ours = has_ending(entry->d_name, ".so") ||
                            !strncmp(entry->d_name, UNFINISHED, strlen(UNFINISHED));
        const int size =
            snprintf(file->path, sizeof file->path, "%s/%s", f->path, entry->d_name);
        if (!is_ours || size >= FILE_PATH || lstat(file->path, &s))
            continue;
        file->size = s.st_size;
        file->used = s.st_mtime;
        return 1;
    }
    return 0;
}

/* Adds up the sizes; finds the library that was used longest ago; removes what a process
 * left behind that ended early. */
static long long add_up(const code_folder *f, folder_file *oldest) {
    long long sum = 0;
    folder_file file;
    DIR *list = opendir(f->path);
    oldest->path[0] = '\0';
    if (!list)
        return 0;
    while (next_file(f, list, &file)) {
        if (strstr(file.path + strlen(f->path), UNFINISHED)) {
            if (difftime(time(NULL), file.used) > MOST_SECONDS)
                unlink(file.path);
            continue;
        }
        sum += file.size;
        if (!oldest->path[0] || file.used < oldest->used)
            *oldest = file;
    }
    closedir(list);
    return sum;
}

/* Another process may remove the same ones: that is no failure. */
static void remove_old(const code_folder *f, const char *kept) {
    folder_file oldest;
    while (add_up(f, &oldest) > MOST_BYTES && oldest.path[0]) {
        if (!strcmp(oldest.path, kept) || (unlink(oldest.path) && errno != ENOENT))
            return;
    }
}

/* Appends the seal for the name that the library is to have. */
static int seal_library(const char *library, const char *path) {
    struct stat s;
    code_seal seal;
    const int file = open(library, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
        return 0;
    const int is_sealed = !fstat(file, &s) && make_seal(file, path, s.st_size, &seal) &&
                          write(file, &seal, sizeof seal) == (ssize_t)sizeof seal;
    return close(file) == 0 && is_sealed;
}

int code_folder_keep(const code_folder *f, const code_names *n, const char *path) {
    const int is_private = chmod(n->library, S_IRUSR | S_IWUSR) == 0;
    const int is_ready = is_private && seal_library(n->library, path);
    const int status = is_ready ? rename(n->library, path) : -1;
    if (status == 0)
        remove_old(f, path);
    return status;
}
