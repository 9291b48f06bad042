/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables in files. Text files begin with "#1" and hold matrices:
 *
 *   #1
 *   double tab(3,2)   # what it is
 *     0  0
 *     1  1
 *     2  4
 *
 * Blanks, tabs, commas and semicolons separate numbers, '#' begins a comment. */
#define _POSIX_C_SOURCE 200809L /* fdopen */
#include "table.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST_FILE = 1 << 28, MOST_CELLS = 1 << 24 };

typedef struct table_text {
    translation *t;
    const ast *e;
    const char *path;
    const char *at; /* what is still to be read; ends with 0 */
    int line;
} table_text;

static int file_error(const table_text *x, const char *what) {
    return semantic_error(x->t, x->e->where, "%.200s:%d: %s", x->path, x->line, what);
}

static int has_ending(const char *path, const char *ending) {
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n >= m && strcmp(path + n - m, ending) == 0;
}

/* The path as seen from where the model is. */
static const char *path_beside(const translation *t, const ast *e, const char *path) {
    const char *own = e->where.file ? e->where.file->path : "";
    const char *slash = own ? strrchr(own, '/') : NULL;
    if (path[0] == '/' || !slash)
        return path;
    return arena_print(t->arena, "%.*s/%s", (int)(slash - own), own, path);
}

/* Size of a file; -1: it cannot be read. Models name these files: what is none, such as a
 * pipe that nobody writes to, is not even opened. */
static long file_size(const char *path) {
    struct stat s;
    if (stat(path, &s))
        return -1;
    if (!S_ISREG(s.st_mode))
        errno = S_ISDIR(s.st_mode) ? EISDIR : ENOTSUP;
    else if (s.st_size > LONGEST_FILE)
        errno = EFBIG;
    else
        return (long)s.st_size;
    return -1;
}

/* Opens it without waiting for a writer, should it be a pipe by now. */
static FILE *open_file(const char *path) {
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *f = file < 0 ? NULL : fdopen(file, "rb");
    if (file >= 0 && !f)
        close(file);
    return f;
}

/* The whole file as text; NULL: it cannot be read. Nothing is allocated while it is open,
 * as that may throw. */
static char *read_whole(const translation *t, const char *path) {
    long size = file_size(path);
    if (size < 0)
        return NULL;
    char *text = arena_alloc(t->arena, (size_t)size + 1);
    FILE *f = open_file(path);
    if (!f)
        return NULL;
    text[fread(text, 1, (size_t)size, f)] = '\0';
    fclose(f);
    return text;
}

/* --- text files --- */

static int is_separator(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';' || c == '\n';
}

/* Passes over separators and comments. */
static void skip_blank(table_text *x) {
    while (is_separator(*x->at) || *x->at == '#') {
        if (*x->at == '#')
            while (*x->at && *x->at != '\n')
                x->at++;
        if (*x->at == '\n')
            x->line++;
        if (*x->at)
            x->at++;
    }
}

static void next_line(table_text *x) {
    while (*x->at && *x->at != '\n')
        x->at++;
    if (*x->at) {
        x->at++;
        x->line++;
    }
}

/* "double name(rows,columns)"; 0: the line is something else */
static int read_head(table_text *x, const char *name, table_matrix *m) {
    static const char *const kind[] = {"double", "float"};
    int end = 0;
    for (int k = 0; k < 2; k++) {
        size_t size = strlen(kind[k]);
        const char *p = x->at + size;
        if (strncmp(x->at, kind[k], size) != 0)
            continue;
        p += strspn(p, " \t");
        if (strncmp(p, name, strlen(name)) != 0)
            continue;
        p += strlen(name);
        if (sscanf(p, " ( %d , %d )%n", &m->rows, &m->columns, &end) == 2 && end) {
            x->at = p + end;
            return 1;
        }
    }
    return 0;
}

static int read_numbers(table_text *x, int count, double *to) {
    for (int k = 0; k < count; k++) {
        char *end;
        skip_blank(x);
        to[k] = strtod(x->at, &end);
        if (end == x->at)
            return file_error(x, arena_print(x->t->arena,
                                             "expected number %d of %d of the table",
                                             k + 1, count));
        x->at = end;
    }
    return 1;
}

static int read_text(table_text *x, const char *name, table_matrix *m) {
    if (strncmp(x->at, "#1", 2) != 0)
        return file_error(x, "a text file of tables begins with '#1'; other formats than "
                             "this and .csv are not supported");
    while (*x->at) {
        skip_blank(x);
        if (!read_head(x, name, m)) {
            next_line(x);
            continue;
        }
        if (m->rows < 1 || m->columns < 1 || m->rows > MOST_CELLS / m->columns)
            return file_error(x, "the table has no rows or columns, or too many");
        double *at = ARENA_ARRAY(lasting(x->t), double, m->rows * m->columns);
        m->at = at;
        return read_numbers(x, m->rows * m->columns, at);
    }
    return file_error(
        x,
        arena_print(x->t->arena, "the file has no table 'double %.80s(..., ...)'", name));
}

/* --- comma-separated values --- */

static int read_csv(table_text *x, const char *delimiter, int headers, table_matrix *m) {
    char *p = arena_copy(x->t->arena, x->at, strlen(x->at));
    LIST(double) all = {0};
    for (char *c = p; *c && strcmp(delimiter, ".") != 0; c++)
        if (strchr(delimiter, *c) && *c != '\n')
            *c = ' ';
    x->at = p;
    for (int k = 0; k < headers; k++)
        next_line(x);
    for (m->rows = 0; *x->at; x->at += *x->at == '\n', x->line++) {
        int before = all.count;
        char *end;
        for (;; x->at = end) {
            x->at += strspn(x->at, " \t\r\"");
            if (*x->at == '\n' || !*x->at)
                break;
            double number = strtod(x->at, &end);
            if (end == x->at)
                return file_error(x, "expected a number");
            LIST_PUSH(lasting(x->t), all, number);
        }
        int found = all.count - before;
        m->columns = m->rows ? m->columns : found;
        if (found && found != m->columns)
            return file_error(x, "the rows have different numbers of columns");
        m->rows += found > 0;
    }
    m->at = all.at;
    return all.count > 0 || file_error(x, "the file has no numbers");
}

int table_read_file(translation *t, const ast *e, const char *path, const char *name,
                    const char *delimiter, int headers, table_matrix *to) {
    const char *full = path_beside(t, e, path);
    if (strstr(path, "://"))
        return semantic_error(t, e->where,
                              "the table file '%.200s' is named by a URI, which is not "
                              "supported: write its path",
                              path);
    if (t->context->is_sandboxed)
        return semantic_error(t, e->where,
                              "the table file '%.200s' is not opened in a sandbox: write "
                              "the numbers into the model",
                              path);
    const char *text = read_whole(t, full);
    if (!text)
        return semantic_error(t, e->where, "cannot read the table file '%.200s': %s",
                              full, strerror(errno));
    table_text x = {t, e, full, text, 1};
    if (has_ending(path, ".csv"))
        return read_csv(&x, delimiter, headers, to);
    return read_text(&x, name, to);
}
