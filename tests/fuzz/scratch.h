/* SPDX-License-Identifier: BSD-3-Clause */
/* A folder of its own for targets that read or write files: the working folder from
 * scratch_enter on, in memory where the system has such a place. */
#ifndef SCRATCH_H
#define SCRATCH_H
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void scratch_fail(const char *what) {
    perror(what);
    exit(2);
}

static inline void scratch_enter(void) {
    static char in_memory[] = "/dev/shm/fuzzXXXXXX";
    static char on_disk[] = "/tmp/fuzzXXXXXX";
    const char *folder = mkdtemp(in_memory);
    if (!folder)
        folder = mkdtemp(on_disk);
    if (!folder || chdir(folder))
        scratch_fail("scratch folder");
}

static inline void scratch_write(const char *name, const void *bytes, size_t size) {
    FILE *f = fopen(name, "wb");
    if (!f || fwrite(bytes, 1, size, f) != size || fclose(f))
        scratch_fail(name);
}

/* Removes all files; folders that a run has made stay. */
static inline void scratch_clear(void) {
    DIR *d = opendir(".");
    const struct dirent *entry;
    while (d && (entry = readdir(d)) != NULL)
        if (entry->d_name[0] != '.')
            unlink(entry->d_name);
    if (d)
        closedir(d);
}

#endif
