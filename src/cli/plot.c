/* SPDX-License-Identifier: BSD-3-Clause */
/* involute plot, and --plot of involute run: where rows come from and where pictures go.
 * panels.c decides what they show. */
#include "plot.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../draw/svg.h"
#include "../draw/terminal.h"
#include "labels.h"
#include "panels.h"
#include "table.h"
#include "say.h"

static int plot_no_memory(void) {
    fprintf(stderr, "error: out of memory\n");
    return EXIT_FILES;
}

/* --- written files --- */

static int plot_ends_with(const char *path, const char *ending) {
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

/* Whether a program is in one of the folders of PATH. */
static int plot_has_program(const char *name) {
    const char *folders = getenv("PATH");
    char path[4096];
    for (size_t n; folders && *folders; folders += n + (folders[n] == ':')) {
        n = strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)n, n ? folders : ".", name);
        if (n + strlen(name) + 2 < sizeof path && access(path, X_OK) == 0)
            return 1;
    }
    return 0;
}

static int plot_no_converter(void) {
    fprintf(stderr, "error: PNG files are made by the program rsvg-convert, which is not "
                    "installed (Debian: librsvg2-bin); .svg files need nothing\n");
    return EXIT_FILES;
}

/* A run is not begun in vain: what makes PNG files must be there before. */
int plot_check_path(const arguments *a, const char *path) {
    if (plot_ends_with(path, ".png"))
        return plot_has_program("rsvg-convert") ? 0 : plot_no_converter();
    if (plot_ends_with(path, ".svg"))
        return 0;
    return arguments_complain(a, "a picture is a .svg or .png file, not '%s'", path);
}

unsigned plot_read_shows(const arguments *a, const char *words) {
    static const char *const known[] = {"variables", "sections", "ledger", "steps"};
    static const unsigned bit[] = {SHOW_VARIABLES, SHOW_SECTIONS, SHOW_LEDGER,
                                   SHOW_STEPS};
    unsigned shows = 0;
    do {
        const size_t n = strcspn(words, ",");
        size_t k = 0;
        while (k < 4 && (strncmp(known[k], words, n) != 0 || known[k][n] || !n))
            k++;
        if (k == 4) {
            arguments_complain(
                a,
                "--show takes variables, sections, ledger and steps, separated "
                "by commas, not '%.*s'",
                (int)n, words);
            return 0;
        }
        shows |= bit[k];
        words += n + (words[n] == ',');
    } while (*words);
    return shows;
}

static int plot_write_text(const char *text, const char *path) {
    FILE *out = fopen(path, "w");
    const int is_written = out && fputs(text, out) >= 0;
    if (out && fclose(out) == 0 && is_written)
        return 0;
    say(stderr, "error: cannot write '%s': %s\n", path, strerror(errno));
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
        return plot_no_converter();
    say(stderr, "error: rsvg-convert could not write '%s'\n", png);
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
        say(stderr, "error: no temporary file for '%s': %s\n", path, strerror(errno));
    if (svg)
        fclose(svg);
    return status;
}

/* --- terminal --- */

static terminal_size plot_terminal_size(void) {
    terminal_size size = {80, 24, 0};
    struct winsize w;
    const char *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO))
        return size;
    size.has_colors = term && strcmp(term, "dumb") != 0 && !getenv("NO_COLOR");
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col && w.ws_row) {
        size.columns = w.ws_col;
        size.rows = w.ws_row;
    }
    return size;
}

/* --- pictures --- */

static int plot_put(const picture *const *panel, int count, const char *path,
                    const char *title) {
    const terminal_size size = plot_terminal_size();
    char *text = path ? svg_render(panel, count, title)
                      : terminal_render(panel, count, title, &size);
    if (!text)
        return plot_no_memory();
    int status = 0;
    if (path)
        status = plot_write_file(text, path);
    else
        fputs(text, stdout);
    free(text);
    return status;
}

/* Draws all panels before the file is touched, so that a wrong name leaves it alone. */
static int plot_draw(panels *p, const char *path, const char *title) {
    picture *made[PANELS_MOST] = {NULL};
    const picture *panel[PANELS_MOST];
    const int count = panels_draw(p, made);
    int status = EXIT_FILES;
    for (int k = 0; k < count; k++)
        panel[k] = made[k];
    if (count > 0) {
        status = plot_put(panel, count, path, title);
    } else if (count == 0) {
        fprintf(stderr, "error: there is nothing to draw; --y NAME,... and --show "
                        "variables,sections,ledger,steps choose\n");
        status = EXIT_BAD_COMMAND_LINE;
    }
    for (int k = 0; k < PANELS_MOST; k++)
        picture_free(made[k]);
    return status;
}

/* --- runs --- */

enum { SECTION_COLUMNS = 3, FIRST_CROSSINGS = 500 };

/* Crossings of sections; the first ones wait until it is clear what is drawn. */
typedef struct crossings {
    int columns, sections;
    char **column, **section; /* names; owned */
    int *from;                /* [columns]: which value of a row; owned */
    long rows;                /* waiting */
    double *row;              /* [FIRST_CROSSINGS, columns]; owned */
} crossings;

struct plot {
    const arguments *arguments;
    const invo_model *model;
    panels *panels;
    int source[SOURCE_KINDS]; /* -1: nothing came yet */
    crossings crossings;
    int status; /* exit status of a failure */
};

plot *plot_new(const arguments *a, const invo_model *m) {
    plot *p = calloc(1, sizeof *p);
    panels *f = panels_new(a);
    if (!p || !f) {
        free(p);
        panels_free(f);
        return NULL;
    }
    *p = (plot){.arguments = a, .model = m, .panels = f, .source = {-1, -1, -1}};
    return p;
}

static void crossings_free(crossings *c) {
    for (int k = 0; c->column && k < c->columns; k++)
        free(c->column[k]);
    for (int k = 0; c->section && k < c->sections; k++)
        free(c->section[k]);
    free(c->column);
    free(c->section);
    free(c->from);
    free(c->row);
}

void plot_free(plot *p) {
    if (!p)
        return;
    panels_free(p->panels);
    crossings_free(&p->crossings);
    free(p);
}

/* Begins a source of the run, its columns being `first` and those of a row. */
static void plot_begin(plot *p, panel_source *s, int extra, const char *const *first,
                       int columns, const char *const *column) {
    const char **all = calloc((size_t)(extra + columns) + 1, sizeof *all);
    if (!all) {
        p->status = plot_no_memory();
        return;
    }
    for (int k = 0; k < extra + columns; k++)
        all[k] = k < extra ? first[k] : column[k - extra];
    s->file = s->label = "";
    s->model = p->model;
    s->columns = extra + columns;
    s->column = all;
    p->source[s->kind] = panels_add_source(p->panels, s);
    if (p->source[s->kind] < 0)
        p->status = panels_exit_status();
    free(all);
}

static void plot_take(plot *p, source_kind kind, const double *row) {
    if (!p->status && !panels_add_row(p->panels, p->source[kind], row))
        p->status = plot_no_memory();
}

int plot_take_row(plot *p, const invo_output_row *row) {
    static const char *const first[] = {"time"};
    panel_source s = {.kind = SOURCE_ROWS};
    if (!(p->arguments->shows & SHOW_VARIABLES))
        return INVO_OK;
    if (p->source[SOURCE_ROWS] < 0 && !p->status)
        plot_begin(p, &s, 1, first, row->columns, row->column);
    plot_take(p, SOURCE_ROWS, row->value);
    if (!p->status)
        return INVO_OK;
    return p->status == EXIT_BAD_COMMAND_LINE ? INVO_E_ARGUMENT : INVO_E_MEMORY;
}

void plot_take_step(plot *p, const invo_step_info *step) {
    panel_source s = {.kind = SOURCE_STEPS};
    double row[STEP_COLUMNS] = {step->t, step->h, step->order};
    memcpy(row + STEP_COLUMNS - INVO_ROW_KINDS, step->units, sizeof step->units);
    if (p->source[SOURCE_STEPS] < 0 && !p->status)
        plot_begin(p, &s, STEP_COLUMNS, step_column, 0, NULL);
    plot_take(p, SOURCE_STEPS, row);
}

/* A column is drawn where a section lists it, or one of them lists nothing, as in files
 * of crossings. */
static int plot_is_listed(const invo_crossing *x, int column) {
    for (int k = 0; k < x->sections; k++) {
        const invo_section *s = &x->section[k];
        if (s->columns == 0)
            return 1;
        for (int i = 0; i < s->columns; i++)
            if (strcmp(s->column[i], x->column[column]) == 0)
                return 1;
    }
    return 0;
}

/* Keeps the names of columns and sections, which are lent. */
static int plot_keep_names(crossings *c, const invo_crossing *x) {
    c->column = calloc((size_t)x->columns + SECTION_COLUMNS, sizeof *c->column);
    c->from = calloc((size_t)x->columns + SECTION_COLUMNS, sizeof *c->from);
    c->section = calloc((size_t)x->sections, sizeof *c->section);
    int good = c->column && c->from && c->section;
    for (int k = 0; good && k < x->sections; k++, c->sections++) {
        c->section[k] = strdup(x->section[k].name);
        good = c->section[k] != NULL;
    }
    for (int k = -SECTION_COLUMNS; good && k < x->columns; k++) {
        static const char *const first[] = {"section", "direction", "time"};
        if (k >= 0 && !plot_is_listed(x, k))
            continue;
        c->from[c->columns] = k + 1;
        c->column[c->columns] = strdup(k < 0 ? first[k + SECTION_COLUMNS] : x->column[k]);
        good = c->column[c->columns++] != NULL;
    }
    if (good)
        c->row = calloc((size_t)c->columns * FIRST_CROSSINGS, sizeof *c->row);
    return good && c->row;
}

/* Begins the source of crossings with those that wait: they show which columns are of
 * interest. */
static void plot_begin_sections(plot *p) {
    crossings *c = &p->crossings;
    const panel_source s = {.kind = SOURCE_CROSSINGS,
                            .file = "",
                            .label = "",
                            .model = p->model,
                            .columns = c->columns,
                            .column = (const char *const *)c->column,
                            .sections = c->sections,
                            .section = (const char *const *)c->section,
                            .samples = c->rows,
                            .sample = c->row};
    p->source[SOURCE_CROSSINGS] = panels_add_source(p->panels, &s);
    if (p->source[SOURCE_CROSSINGS] < 0)
        p->status = panels_exit_status();
    for (long i = 0; !p->status && i < c->rows; i++)
        plot_take(p, SOURCE_CROSSINGS, c->row + i * c->columns);
    c->rows = 0;
}

void plot_take_crossing(plot *p, const invo_crossing *x) {
    crossings *c = &p->crossings;
    if (!(p->arguments->shows & SHOW_SECTIONS) || p->status)
        return;
    if (!c->row && !plot_keep_names(c, x)) {
        p->status = plot_no_memory();
        return;
    }
    double *row = c->row + c->rows++ * c->columns;
    row[0] = x->number;
    row[1] = x->direction;
    for (int k = 2; k < c->columns; k++)
        row[k] = x->row[c->from[k]];
    if (p->source[SOURCE_CROSSINGS] >= 0) {
        plot_take(p, SOURCE_CROSSINGS, row);
        c->rows = 0;
    } else if (c->rows == FIRST_CROSSINGS) {
        plot_begin_sections(p);
    }
}

int plot_finish(plot *p, const invo_result *r) {
    const arguments *a = p->arguments;
    if (p->crossings.rows && p->source[SOURCE_CROSSINGS] < 0 && !p->status)
        plot_begin_sections(p);
    if (p->status)
        return p->status;
    panels_set_bound(p->panels, invo_result_settings(r)->constraint_bound);
    if (a->shows & SHOW_SECTIONS && p->source[SOURCE_CROSSINGS] < 0 && !a->quiet)
        fprintf(stderr, "note: no section was met; the picture shows none\n");
    return plot_draw(p->panels, a->plot, a->plot ? invo_model_name(p->model) : "");
}

/* --- result files --- */

/* What the command plot works on. */
typedef struct plot_files {
    const arguments *arguments;
    invo_context *context;
    table *table;          /* [file_count] */
    invo_side_file **side; /* [file_count]; NULL: there is none */
    char (*label)[LABEL_SIZE];
    panels *panels;
} plot_files;

static source_kind plot_kind(const table *t) {
    if (table_has_sections(t))
        return SOURCE_CROSSINGS;
    int is_steps = t->columns == STEP_COLUMNS;
    for (int k = 0; is_steps && k < STEP_COLUMNS; k++)
        is_steps = strcmp(t->name[k], step_column[k]) == 0;
    return is_steps ? SOURCE_STEPS : SOURCE_ROWS;
}

/* Reads all files, and what is written beside them. */
static int plot_read(plot_files *f) {
    const arguments *a = f->arguments;
    int status = 0;
    for (int k = 0; !status && k < a->file_count; k++) {
        status = table_read(&f->table[k], a->file[k]);
        if (!status && strcmp(a->file[k], "-") != 0 &&
            invo_side_file_read(f->context, a->file[k], &f->side[k]) && !a->quiet)
            say(stderr, "note: %s; units and parameters of %s are not known\n",
                invo_context_error(f->context), a->file[k]);
    }
    if (!status)
        labels_choose(a->file_count, a->file, f->side, f->label);
    return status;
}

static int plot_add_table(plot_files *f, int k) {
    const table *t = &f->table[k];
    const panel_source s = {.kind = plot_kind(t),
                            .file = t->source,
                            .label = f->label[k],
                            .columns = t->columns,
                            .column = t->name,
                            .summary = f->side[k],
                            .sections = t->sections,
                            .section = t->section,
                            .samples = t->rows,
                            .sample = t->value};
    const int number = panels_add_source(f->panels, &s);
    if (number < 0)
        return panels_exit_status();
    for (long i = 0; i < t->rows; i++)
        if (!panels_add_row(f->panels, number, t->value + i * t->columns))
            return plot_no_memory();
    return 0;
}

/* The bound of the ledger: that of the runs, if known, else the common one. */
static double plot_bound(const plot_files *f) {
    enum { COMMON_BOUND = 4 }; /* as --constraint-bound has it */
    invo_side_entry e;
    for (int k = 0; k < f->arguments->file_count; k++)
        if (f->side[k] &&
            invo_side_file_find(f->side[k], "settings", "constraint_bound", &e))
            return e.value;
    return COMMON_BOUND;
}

/* The name of the model, where all files have the same one. */
static const char *plot_title(const plot_files *f) {
    const char *name = "";
    invo_side_entry e;
    if (f->arguments->title)
        return f->arguments->title;
    for (int k = 0; k < f->arguments->file_count; k++) {
        if (!f->side[k] || !invo_side_file_find(f->side[k], "", "model", &e) || !e.text)
            return "";
        if (k && strcmp(name, e.text) != 0)
            return "";
        name = e.text;
    }
    return name;
}

static int plot_files_draw(plot_files *f, const char *path) {
    const arguments *a = f->arguments;
    int status = plot_read(f);
    for (int k = 0; !status && k < a->file_count; k++)
        status = plot_add_table(f, k);
    if (status)
        return status;
    panels_set_bound(f->panels, plot_bound(f));
    status = plot_draw(f->panels, path, plot_title(f));
    if (!status && path && !a->quiet)
        say(stdout, "picture in %s\n", path);
    return status;
}

/* RESULT.csv gives RESULT.svg, unless --output says otherwise. */
static char *plot_path(const arguments *a) {
    const char *from = a->output ? a->output : a->file[0];
    char *path = malloc(strlen(from) + sizeof ".svg");
    if (!path)
        return NULL;
    strcpy(path, from);
    if (a->output)
        return path;
    size_t n = strlen(path);
    const char *dot = strrchr(path, '.');
    if (dot && dot != path && !strchr(dot, '/'))
        n = (size_t)(dot - path);
    strcpy(path + n, ".svg");
    return path;
}

int plot_command(const arguments *a) {
    const size_t count = (size_t)a->file_count;
    plot_files f = {.arguments = a, .context = invo_context_new()};
    f.table = calloc(count, sizeof *f.table);
    f.side = calloc(count, sizeof *f.side);
    f.label = calloc(count, sizeof *f.label);
    f.panels = panels_new(a);
    char *path = a->terminal ? NULL : plot_path(a);
    const int good = f.context && f.table && f.side && f.label && f.panels;
    int status = good && (path || a->terminal) ? 0 : plot_no_memory();
    if (!status && path)
        status = plot_check_path(a, path);
    if (!status && path)
        status = files_check_written(a, "the picture", path);
    if (!status)
        status = plot_files_draw(&f, path);
    for (int k = 0; f.table && k < a->file_count; k++)
        table_free(&f.table[k]);
    for (int k = 0; f.side && k < a->file_count; k++)
        invo_side_file_free(f.side[k]);
    panels_free(f.panels);
    free(f.label);
    free(f.side);
    free(f.table);
    free(path);
    invo_context_free(f.context);
    return status;
}
