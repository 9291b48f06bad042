/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that exported models call and do not contain: share/library, which the build
 * puts into the library (cmake/EmbedFiles.cmake). */
#ifndef TRANSLATE_LIBRARY_H
#define TRANSLATE_LIBRARY_H
#include <stddef.h>

typedef struct library_file {
    const char *path; /* "share/library/Math.mo" */
    const char *text; /* ends with 0, which size does not count */
    size_t size;
} library_file;

extern const library_file library_files[]; /* ends with a NULL path */

#endif
