/* SPDX-License-Identifier: BSD-3-Clause */
/* A state as bytes: written one after the other into memory, then as a whole into a file,
 * and read back in the same order. The file holds all of one state or all of an earlier
 * one, whenever its writer is killed. Nobody knows who has written a file: its checksum
 * tells of accidents alone, so that every number that an index, a size or a member of an
 * enumeration is made of is taken within its bounds. */
#ifndef BASE_ARCHIVE_H
#define BASE_ARCHIVE_H
#include <stddef.h>
#include <stdint.h>
#include "context.h"

/* Counts of what has happened stay below this: doubles have them, and sums of them fit.
 */
#define ARCHIVE_MOST ((int64_t)1 << 53)

typedef struct archive {
    unsigned char *at;
    size_t used, capacity;
    size_t read;   /* up to here */
    int is_broken; /* no memory for what was put; less there than was taken, or something
                      else */
} archive;

void archive_free(archive *a);
/* Appends so many bytes; without memory for them the archive is broken. */
void archive_put(archive *a, const void *from, size_t size);
void archive_put_count(archive *a, int64_t count);
void archive_put_text(archive *a, const char *text); /* which may be NULL */
/* Takes so many bytes; beyond the end the archive is broken and they are zeros. */
void archive_take(archive *a, void *to, size_t size);
int64_t archive_take_count(archive *a);
/* A whole number from low to high; any other one breaks the archive, and is low. */
int64_t archive_take_within(archive *a, int64_t low, int64_t high);
/* How many things follow that take so many bytes each, at least; no more than are left.
 */
int64_t archive_take_number(archive *a, size_t bytes);
/* A text in the archive, until that changes; NULL where NULL was put, or it is broken. */
const char *archive_take_text(archive *a);
/* The next so many bytes as they lie; NULL: beyond the end. */
const void *archive_skip(archive *a, size_t size);

/* 64 bits that differ where the bytes do, as good as always (FNV-1a). */
uint64_t archive_hash(uint64_t before, const void *bytes, size_t size);
#define ARCHIVE_HASH_BEGIN 14695981039346656037u

/* Can archives with this first line be written there? E_FILE with a message where there
 * is no place, or something that is none. */
invo_status archive_try(invo_context *c, const char *path, const char *first);
/* Writes the bytes under this first line, with their number and checksum, beside the
 * file, and gives that the name once it is on the disk: E_FILE or E_MEMORY. What is there
 * and is no archive of this kind stays. */
invo_status archive_write(invo_context *c, const archive *a, const char *path,
                          const char *first);
/* Reads it back: E_FILE where there is no such file, or not all of it. */
invo_status archive_read(invo_context *c, archive *a, const char *path,
                         const char *first);

#endif
