/* SPDX-License-Identifier: BSD-3-Clause */
/* involute plot, and --plot of involute run. Each --y is a panel; without any, each
 * variable has one. */
#include "plot.h"
#include "display.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../draw/svg.h"

enum { PLOT_PANELS = 9, PLOT_WORD = 160 };

typedef struct plot {
    const arguments *arguments;
    const table *list;
    int tables;
    const char *x; /* the column that the others are drawn over */
    int panels;
    picture *panel[PLOT_PANELS];
} plot;

/* --- names --- */

/* The next of "p[1,2],v" into `word`; returns where the rest begins. */
static const char *plot_next_name(const char *names, char *word) {
    size_t n = 0;
    for (int depth = 0; names[n] && (depth || names[n] != ','); n++)
        depth +=
            (names[n] == '[' || names[n] == '(') - (names[n] == ']' || names[n] == ')');
    snprintf(word, PLOT_WORD, "%.*s", (int)n, names);
    return names + n + (names[n] == ',');
}

static const char *plot_last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The file of table k, without folder and ending where these do not tell it apart. */
static void plot_source(const plot *p, int k, char *name) {
    assert(k >= 0 && k < p->tables);
    const char *path = p->list[k].source;
    const char *part = plot_last_part(path);
    for (int i = 0; i < p->tables; i++)
        if (i != k && strcmp(plot_last_part(p->list[i].source), part) == 0)
            part = path;
    size_t n = strlen(part);
    if (n > 4 && strcmp(part + n - 4, ".csv") == 0)
        n -= 4;
    snprintf(name, PLOT_WORD, "%.*s", (int)n, part);
}

static int plot_no_column(const table *t, const char *name) {
    char names[4000] = "";
    size_t used = 0;
    size_t n = 0;
    for (int k = 0; k < t->columns && used + strlen(t->name[k]) + 2 < sizeof names; k++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s ", t->name[k]);
    const char *near = invo_name_near(name, names, &n);
    fprintf(stderr, "error: %s%sthere is no column '%s'", t->source,
            *t->source ? ": " : "", name);
    if (near)
        fprintf(stderr, "; did you mean '%.*s'?\n", (int)n, near);
    else
        fprintf(stderr, "; the columns are %.*s%s\n", 200, names,
                used > 200 ? "..." : "");
    return EXIT_BAD_COMMAND_LINE;
}

/* --- units --- */

/* Time is in seconds where the model says units at all. */
static const char *plot_unit_of_time(const table *t) {
    for (int k = 1; k < t->columns; k++)
        if (*invo_model_unit(t->model, t->name[k]))
            return "s";
    return "";
}

/* The unit of a column into `unit`: the one that it is shown in. */
static void plot_unit(const table *t, const char *name, char *unit) {
    *unit = 0;
    if (t->model && strcmp(name, "time") == 0)
        snprintf(unit, PICTURE_SHORT, "%s", plot_unit_of_time(t));
    else if (t->model)
        snprintf(unit, PICTURE_SHORT, "%s", display_of_column(t->model, name).unit);
}

/* Converts numbers of a column to the unit that it is shown in. */
static void plot_show(const table *t, const char *name, double *x) {
    if (!t->model)
        return;
    const display d = display_of_column(t->model, name);
    for (long i = 0; i < t->rows; i++)
        x[i] = d.factor * x[i] + d.offset;
}

/* Sets the unit of the vertical axis, if all columns have the same. */
static void plot_set_unit(const plot *p, picture *f, const char *names) {
    char word[PLOT_WORD];
    char unit[PICTURE_SHORT];
    char *common = f->axis[1].unit;
    int count = 0;
    int is_common = 1;
    while (*names) {
        names = plot_next_name(names, word);
        plot_unit(&p->list[0], word, unit);
        if (count++ == 0)
            snprintf(common, PICTURE_SHORT, "%s", unit);
        is_common = is_common && strcmp(common, unit) == 0;
    }
    if (!is_common)
        *common = 0;
    if (!is_common || strcmp(common, f->axis[0].unit) != 0)
        f->is_equal = 0;
}

/* --- panels --- */

/* Draws column `name` of one table; several variables or tables are told apart by name.
 */
static int plot_add_curve(plot *p, int k, const char *name, int variables) {
    assert(k >= 0 && k < p->tables);
    const table *t = &p->list[k];
    int a = table_column(t, p->x);
    int b = table_column(t, name);
    char source[PLOT_WORD], words[2 * PLOT_WORD + 4];
    if (a < 0 || b < 0)
        return plot_no_column(t, a < 0 ? p->x : name);
    double *x = malloc((2 * (size_t)t->rows + 1) * sizeof *x);
    double *y = x + t->rows;
    if (!x)
        return EXIT_FILES;
    for (long i = 0; i < t->rows; i++) {
        x[i] = t->value[i * t->columns + a];
        y[i] = t->value[i * t->columns + b];
    }
    plot_show(t, p->x, x);
    plot_show(t, name, y);
    plot_source(p, k, source);
    snprintf(words, sizeof words, "%s", variables > 1 ? name : "");
    if (p->tables > 1)
        snprintf(words, sizeof words, "%s%s%s", variables > 1 ? name : "",
                 variables > 1 ? ", " : "", source);
    int is_added = picture_add_curve(p->panel[p->panels - 1], words,
                                     p->arguments->dots ? PICTURE_POINTS : PICTURE_LINE,
                                     t->rows, x, y, NULL);
    free(x);
    return is_added ? 0 : EXIT_FILES;
}

static picture *plot_begin_panel(plot *p) {
    const arguments *a = p->arguments;
    picture *f = p->panels < PLOT_PANELS ? picture_new(2) : (picture *)NULL;
    if (!f)
        return NULL;
    p->panel[p->panels++] = f;
    picture_label(f, 0, p->x, "");
    plot_unit(&p->list[0], p->x, f->axis[0].unit);
    f->axis[0].is_log = a->log_x;
    f->axis[1].is_log = a->log_y;
    f->is_equal = strcmp(p->x, "time") != 0 && !a->free_scale;
    return f;
}

/* A panel with all variables of "x,y". */
static int plot_add_panel(plot *p, const char *names) {
    char word[PLOT_WORD];
    int variables = 0;
    int status = 0;
    picture *f = plot_begin_panel(p);
    if (!f) {
        fprintf(stderr, "error: more than %d panels\n", PLOT_PANELS);
        return EXIT_BAD_COMMAND_LINE;
    }
    for (const char *rest = names; *rest; variables++) {
        char *label = f->axis[1].label;
        size_t used = strlen(label);
        rest = plot_next_name(rest, word);
        snprintf(label + used, sizeof f->axis[1].label - used, "%s%s", used ? ", " : "",
                 word);
    }
    plot_set_unit(p, f, names);
    for (const char *rest = names; !status && *rest;) {
        rest = plot_next_name(rest, word);
        for (int k = 0; !status && k < p->tables; k++)
            status = plot_add_curve(p, k, word, variables);
    }
    return status;
}

/* Without --y: a panel for each column that is no derivative, as far as there is room. */
static int plot_add_columns(plot *p) {
    const table *t = &p->list[0];
    int status = 0;
    int left_out = 0;
    for (int k = 0; !status && k < t->columns; k++) {
        const char *name = t->name[k];
        if (strcmp(name, p->x) == 0 || strcmp(name, "time") == 0)
            continue;
        if (strncmp(name, "der(", 4) == 0)
            continue;
        if (p->panels == PLOT_PANELS)
            left_out++;
        else
            status = plot_add_panel(p, name);
    }
    if (left_out && !p->arguments->quiet)
        fprintf(stderr, "note: %d more columns are not drawn; --y NAME,... chooses\n",
                left_out);
    if (p->panels)
        return status;
    fprintf(stderr, "error: there is nothing to draw over '%s'; --y NAME,... chooses\n",
            p->x);
    return EXIT_BAD_COMMAND_LINE;
}

/* --- files --- */

static int plot_ends_with(const char *path, const char *ending) {
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

int plot_check_path(const arguments *a, const char *path) {
    if (plot_ends_with(path, ".svg") || plot_ends_with(path, ".png"))
        return 0;
    return arguments_complain(a, "a picture is a .svg or .png file, not '%s'", path);
}

static int plot_write_text(const char *text, const char *path) {
    FILE *out = fopen(path, "w");
    const int is_written = out && fputs(text, out) >= 0;
    if (out && fclose(out) == 0 && is_written)
        return 0;
    fprintf(stderr, "error: cannot write '%s': %s\n", path, strerror(errno));
    return EXIT_FILES;
}

/* Runs rsvg-convert, which turns the SVG text on its standard input into PNG. */
static int plot_convert(FILE *svg, const char *png) {
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (dup2(fileno(svg), STDIN_FILENO) == STDIN_FILENO)
            execlp("rsvg-convert", "rsvg-convert", "--zoom", "2", "-o", png,
                   (char *)NULL);
        _exit(127);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
        WEXITSTATUS(status) == 0)
        return 0;
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        fprintf(stderr,
                "error: PNG files are made by the program rsvg-convert, which is not "
                "installed (Debian: librsvg2-bin); .svg files need nothing\n");
    else
        fprintf(stderr, "error: rsvg-convert could not write '%s'\n", png);
    return EXIT_FILES;
}

/* Writes the picture. A PNG file is made from a file without a name: one beside it could
 * be a file of the user. */
static int plot_write_file(const char *text, const char *path) {
    if (!plot_ends_with(path, ".png"))
        return plot_write_text(text, path);
    FILE *svg = tmpfile();
    int status = EXIT_FILES;
    if (svg && fputs(text, svg) >= 0 && fflush(svg) == 0 && fseek(svg, 0, SEEK_SET) == 0)
        status = plot_convert(svg, path);
    else
        fprintf(stderr, "error: no temporary file for '%s': %s\n", path, strerror(errno));
    if (svg)
        fclose(svg);
    return status;
}

/* Draws all panels before the file is touched, so that a wrong name leaves it alone. */
int plot_write(const arguments *a, const table *list, int count, const char *path,
               const char *title) {
    assert(count > 0 && path);
    plot p = {.arguments = a, .list = list, .tables = count};
    p.x = a->x ? a->x : list[0].name[0];
    int status = 0;
    for (int k = 0; !status && k < a->y_count; k++)
        status = plot_add_panel(&p, a->y[k]);
    if (a->y_count == 0)
        status = plot_add_columns(&p);
    const picture *panel[PLOT_PANELS];
    for (int k = 0; k < p.panels; k++)
        panel[k] = p.panel[k];
    char *text = status ? NULL : svg_render(panel, p.panels, title);
    if (text)
        status = plot_write_file(text, path);
    else if (!status || status == EXIT_FILES) {
        fprintf(stderr, "error: out of memory\n");
        status = EXIT_FILES;
    }
    free(text);
    for (int k = 0; k < p.panels; k++)
        picture_free(p.panel[k]);
    return status;
}

/* RESULT.csv gives RESULT.svg, unless --output says otherwise. */
static char *plot_path(const arguments *a) {
    const char *from = a->output ? a->output : a->file[0];
    char *path = malloc(strlen(from) + 5);
    if (!path)
        return NULL;
    strcpy(path, from);
    if (a->output)
        return path;
    size_t n = strlen(path);
    if (plot_ends_with(path, ".csv"))
        n -= 4;
    strcpy(path + n, ".svg");
    return path;
}

int plot_command(const arguments *a) {
    table *list = calloc((size_t)a->file_count, sizeof *list);
    char *path = plot_path(a);
    int status = list && path ? plot_check_path(a, path) : EXIT_FILES;
    if (!list || !path)
        fprintf(stderr, "error: out of memory\n");
    if (!status)
        status = files_check_written(a, "the picture", path);
    for (int k = 0; !status && k < a->file_count; k++)
        status = table_read(&list[k], a->file[k]);
    const char *title = a->title ? a->title : "";
    if (!status)
        status = plot_write(a, list, a->file_count, path, title);
    if (!status && !a->quiet)
        printf("picture in %s\n", path);
    for (int k = 0; list && k < a->file_count; k++)
        table_free(&list[k]);
    free(list);
    free(path);
    return status;
}
