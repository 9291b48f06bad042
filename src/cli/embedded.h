/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of the source tree that the program carries with it: models/, reproduce/,
 * share/report/ and docs/errata.md, and what the build has fetched into uplot/. The table
 * is made by the build (cmake/EmbedFiles.cmake). */
#ifndef CLI_EMBEDDED_H
#define CLI_EMBEDDED_H
#include <stddef.h>

typedef struct embedded_file {
    const char *path; /* "models/Pendulum.mo" */
    const char *text; /* ends with 0, which size does not count */
    size_t size;
} embedded_file;

extern const embedded_file embedded_files[]; /* ends with a NULL path */

/* The file folder/name.ending, one that was added or one of the program, or NULL. */
const embedded_file *embedded_find(const char *folder, const char *name,
                                   const char *ending);
/* A built-in model by its name, with or without ".mo", or NULL. */
const embedded_file *gallery_find(const char *name);
/* Reports that there is none, with the nearest name. */
void gallery_complain(const char *name);
/* Adds a file for embedded_find, in place of one added with the same path; copies both.
 * 0: no memory. */
int embedded_add(const char *path, const char *text);
/* Does its path begin with folder/? Then its name without folder and ending goes to name.
 */
int embedded_is_in(const embedded_file *f, const char *folder, char *name, size_t size);

#endif
