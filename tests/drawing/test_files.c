/* SPDX-License-Identifier: BSD-3-Clause */
/* Every picture of the folders or files given, or of docs/papers: well-formed, complete,
 * legible (svg_check.h). */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "svg_check.h"

static int checked, wrong;

static char *read_text(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    long length = ftell(in);
    rewind(in);
    char *text = malloc((size_t)length + 1);
    size_t n = text ? fread(text, 1, (size_t)length, in) : 0;
    if (text)
        text[n] = 0;
    if (text && strlen(text) != n)
        text[0] = 0; /* a zero byte */
    fclose(in);
    return text;
}

static void check_file(const char *path) {
    enum { LARGEST = 500000 };
    char problem[400] = "cannot be read";
    char *text = read_text(path);
    checked++;
    int is_good = text && svg_is_good(text, problem, sizeof problem);
    if (is_good && strlen(text) > LARGEST) {
        snprintf(problem, sizeof problem, "%zu bytes", strlen(text));
        is_good = 0;
    }
    if (!is_good)
        printf("%s: %s\n", path, problem);
    wrong += !is_good;
    free(text);
}

static void check_folder(const char *folder) {
    DIR *d = opendir(folder);
    char path[2000];
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n < 5 || strcmp(e->d_name + n - 4, ".svg") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        check_file(path);
    }
    if (d)
        closedir(d);
}

int main(int argc, char **argv) {
    const char *source = getenv("INVOLUTE_SOURCE");
    char folder[1000];
    snprintf(folder, sizeof folder, "%s/docs/papers", source ? source : ".");
    if (argc < 2)
        check_folder(folder);
    for (int k = 1; k < argc; k++) {
        size_t n = strlen(argv[k]);
        if (n > 4 && strcmp(argv[k] + n - 4, ".svg") == 0)
            check_file(argv[k]);
        else
            check_folder(argv[k]);
    }
    printf("%d pictures, %d of them wrong\n", checked, wrong);
    return wrong || !checked;
}
