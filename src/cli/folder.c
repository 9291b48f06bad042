/* SPDX-License-Identifier: BSD-3-Clause */
/* Folders that commands write several files into. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "cli.h"
#include "say.h"

int folder_check(const char *path) {
    struct stat info;
    if (!path || stat(path, &info) || S_ISDIR(info.st_mode))
        return 0;
    say(stderr, "error: '%s' is no folder; give --output-dir another name\n", path);
    return EXIT_FILES;
}

int folder_make(const char *path) {
    struct stat info;
    if (!path || (stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return 0;
    if (folder_check(path))
        return EXIT_FILES;
    if (mkdir(path, 0777) == 0)
        return 0;
    say(stderr, "error: cannot make the folder '%s': %s\n", path, strerror(errno));
    return EXIT_FILES;
}
