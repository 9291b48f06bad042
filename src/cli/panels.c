/* SPDX-License-Identifier: BSD-3-Clause */
#include "panels.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../draw/thinned.h"
#include "../draw/trail.h"
#include "units.h"
#include "say.h"

/* In units of round-off: what is smaller is zero to those who read the ledger, and would
 * take all room on a logarithmic axis. */
#define LEAST_RESIDUAL 1e-3

enum { DEFAULT_PANELS = 9, FIRST_SECTION_COLUMN = 3, ANY_KIND = -1 };
enum { NAMES_MOST = 48 }; /* of one --y: more curves in a panel cannot be told apart */

const char *const step_column[STEP_COLUMNS] = {
    "time", "step", "order", "explicit", "hidden", "invariant", "redundant", "top"};

typedef struct panel {
    int kind; /* of the sources that it shows, or ANY_KIND */
    char *heading, *x;
    int count;
    char **y;          /* [count]; owned, as heading and x are */
    const char *label; /* of the vertical axis; "": the names of the columns */
    char unit[2][PICTURE_SHORT];
    int log_x, log_y, is_equal, dots;
    int has_bound;     /* shows the bound of the ledger */
    int shows_changes; /* left out where all values are the same */
} panel;

typedef struct panel_curve {
    int panel, source, variable; /* numbers; variable: of panel.y */
    int x, y;                    /* columns of the source */
    int section;                 /* rows of this one only; -1: all rows */
    int is_size;                 /* the sign of y does not matter */
    display shown[2];            /* how numbers of x and y are shown */
    char name[PICTURE_SHORT];    /* of the section */
    trail trail;
    thinned largest; /* instead of it, of the ledger: the largest of many steps counts */
} panel_curve;

typedef struct kept_source {
    source_kind kind;
    char *label;
} kept_source;

struct panels {
    const arguments *arguments;
    double bound;
    int has_chosen[SOURCE_KINDS]; /* panels of this kind are there */
    int panels, sources, curves;
    panel panel[PANELS_MOST];
    kept_source *source;
    panel_curve *curve;
};

panels *panels_new(const arguments *a) {
    panels *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->arguments = a;
    p->bound = NAN;
    return p;
}

void panels_free(panels *p) {
    if (!p)
        return;
    for (int k = 0; k < p->panels; k++) {
        panel *f = &p->panel[k];
        for (int i = 0; f->y && i < f->count; i++)
            free(f->y[i]);
        free(f->y);
        free(f->x);
        free(f->heading);
    }
    for (int k = 0; k < p->curves; k++) {
        trail_free(&p->curve[k].trail);
        thinned_free(&p->curve[k].largest);
    }
    for (int k = 0; k < p->sources; k++)
        free(p->source[k].label);
    free(p->curve);
    free(p->source);
    free(p);
}

void panels_set_bound(panels *p, double bound) {
    p->bound = bound;
}

static int panels_lack_memory;

static int panels_no_memory(void) {
    fprintf(stderr, "error: out of memory\n");
    panels_lack_memory = 1;
    return -1;
}

int panels_exit_status(void) {
    return panels_lack_memory ? EXIT_FILES : EXIT_BAD_COMMAND_LINE;
}

/* --- columns --- */

static int find_column(const panel_source *s, const char *name) {
    for (int k = 0; k < s->columns; k++)
        if (strcmp(s->column[k], name) == 0)
            return k;
    return -1;
}

static int complain_no_column(const panel_source *s, const char *name) {
    char names[4000] = "";
    size_t used = 0;
    size_t n = 0;
    for (int k = 0; k < s->columns && used + strlen(s->column[k]) + 2 < sizeof names; k++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s ", s->column[k]);
    const char *near = invo_name_near(name, names, &n);
    say(stderr, "error: %s%sthere is no column '%s'", s->file, *s->file ? ": " : "",
        name);
    if (near)
        say(stderr, "; did you mean '%.*s'?\n", (int)n, near);
    else
        say(stderr, "; the columns are %.*s%s\n", 200, names, used > 200 ? "..." : "");
    return -1;
}

/* --- panels --- */

/* Copies what is asked for; returns NULL after a message. */
static panel *begin_panel(panels *p, int kind, const invo_plot_info *info) {
    if (p->panels == PANELS_MOST) {
        say(stderr, "error: more than %d panels\n", PANELS_MOST);
        return NULL;
    }
    panel *f = &p->panel[p->panels++];
    *f = (panel){.kind = kind, .label = "", .count = info->count};
    f->log_x = info->log_x;
    f->log_y = info->log_y;
    f->is_equal = info->equal;
    f->dots = info->dots;
    f->heading = strdup(info->title);
    f->x = strdup(info->x);
    f->y = calloc((size_t)info->count, sizeof *f->y);
    int good = f->heading && f->x && f->y;
    for (int k = 0; good && k < info->count; k++) {
        f->y[k] = strdup(info->y[k]);
        good = f->y[k] != NULL;
    }
    if (good)
        return f;
    panels_no_memory();
    return NULL;
}

/* Both axes have units; the vertical one that of all its columns, if it is the same. */
static void set_units(panel *f, const panel_source *s) {
    const display first = display_of_source(s, f->y[0]);
    snprintf(f->unit[0], PICTURE_SHORT, "%s", display_of_source(s, f->x).unit);
    snprintf(f->unit[1], PICTURE_SHORT, "%s", first.unit);
    int is_common = 1;
    for (int k = 1; k < f->count; k++)
        is_common =
            is_common && strcmp(display_of_source(s, f->y[k]).unit, first.unit) == 0;
    if (!is_common)
        f->unit[1][0] = 0;
    if (!is_common || strcmp(f->unit[0], f->unit[1]) != 0)
        f->is_equal = 0;
}

static int is_rate(const char *column) {
    return strncmp(column, "der(", 4) == 0;
}

/* A panel for each column but those that others are drawn over, as far as there is room.
 * Returns 0 or -1. */
static int choose_columns(panels *p, const panel_source *s, const char *x) {
    int left_out = 0;
    int chosen = 0;
    for (int k = 0; k < s->columns; k++) {
        const char *y = s->column[k];
        const arguments *a = p->arguments;
        if (strcmp(y, x) == 0 || strcmp(y, "time") == 0 || is_rate(y))
            continue;
        left_out += chosen == DEFAULT_PANELS;
        if (chosen == DEFAULT_PANELS)
            continue;
        const invo_plot_info info = {.title = "",
                                     .x = x,
                                     .count = 1,
                                     .y = &y,
                                     .log_x = a->log_x,
                                     .log_y = a->log_y,
                                     .equal = strcmp(x, "time") != 0 && !a->free_scale,
                                     .dots = a->dots};
        panel *f = begin_panel(p, s->kind, &info);
        if (!f)
            return -1;
        set_units(f, s);
        chosen++;
    }
    if (left_out && !p->arguments->quiet)
        say(stderr, "note: %d more columns are not drawn; --y NAME,... chooses\n",
            left_out);
    return 0;
}

/* The plots that the annotation of the model names; returns how many, -1 after a message.
 */
static int choose_annotated(panels *p, const panel_source *s) {
    invo_plot_info info;
    int count = 0;
    for (; s->model && invo_model_plot(s->model, count, &info); count++) {
        for (int k = -1; k < info.count; k++) {
            const char *name = k < 0 ? info.x : info.y[k];
            if (find_column(s, name) >= 0)
                continue;
            say(stderr,
                "error: %s: the plot shows '%s', which the result does not have; a "
                "derivative that is the same as a variable has its name\n",
                info.where, name);
            return -1;
        }
        panel *f = begin_panel(p, SOURCE_ROWS, &info);
        if (!f)
            return -1;
        set_units(f, s);
    }
    return count;
}

static int choose_variables(panels *p, const panel_source *s) {
    const arguments *a = p->arguments;
    const int is_plain = !a->x && !a->log_x && !a->log_y && !a->dots;
    const int annotated = is_plain ? choose_annotated(p, s) : 0;
    if (annotated)
        return annotated < 0 ? -1 : 0;
    return choose_columns(p, s, a->x ? a->x : s->column[0]);
}

static int choose_ledger(panels *p, const panel_source *s) {
    const invo_plot_info info = {.title = "largest residuals",
                                 .x = "time",
                                 .count = INVO_ROW_KINDS,
                                 .y = step_column + STEP_COLUMNS - INVO_ROW_KINDS,
                                 .log_y = 1};
    panel *f = begin_panel(p, SOURCE_STEPS, &info);
    if (!f)
        return -1;
    set_units(f, s);
    f->label = "units of round-off";
    f->has_bound = 1;
    return 0;
}

static int choose_steps(panels *p, const panel_source *s) {
    const invo_plot_info size = {
        .title = "steps", .x = "time", .count = 1, .y = step_column + 1, .log_y = 1};
    const invo_plot_info order = {
        .title = "order of the method", .x = "time", .count = 1, .y = step_column + 2};
    panel *f = begin_panel(p, SOURCE_STEPS, &size);
    if (!f)
        return -1;
    set_units(f, s);
    f->label = "step size";
    f = begin_panel(p, SOURCE_STEPS, &order);
    if (!f)
        return -1;
    set_units(f, s);
    f->shows_changes = 1;
    return 0;
}

/* How far the values of a column are apart. */
static double sample_range(const panel_source *s, int column) {
    double low = INFINITY;
    double high = -INFINITY;
    for (long i = 0; i < s->samples; i++) {
        low = fmin(low, s->sample[i * s->columns + column]);
        high = fmax(high, s->sample[i * s->columns + column]);
    }
    return low <= high ? high - low : 0;
}

/* A column of crossings that stays the same but for round-off: what the section is made
 * of, an invariant. */
static int is_still(const panel_source *s, int column) {
    const double roundoff = 1e-9;
    double widest = 0;
    for (int k = FIRST_SECTION_COLUMN; k < s->columns; k++)
        widest = fmax(widest, sample_range(s, k));
    return s->samples > 1 && sample_range(s, column) <= roundoff * widest;
}

/* Points of sections: the other variables over the first; over time if there is one. */
static int choose_crossings(panels *p, const panel_source *s) {
    const char *x = NULL;
    int chosen = 0;
    for (int k = FIRST_SECTION_COLUMN; k < s->columns && chosen < DEFAULT_PANELS; k++) {
        const char *y = s->column[k];
        if (is_still(s, k) || (is_rate(y) && x && chosen))
            continue;
        if (!x) {
            x = y;
            continue;
        }
        const invo_plot_info info = {.title = "", .x = x, .count = 1, .y = &y};
        panel *f = begin_panel(p, SOURCE_CROSSINGS, &info);
        if (!f)
            return -1;
        set_units(f, s);
        chosen++;
    }
    if (!x || chosen)
        return 0;
    const invo_plot_info info = {.title = "", .x = "time", .count = 1, .y = &x};
    panel *f = begin_panel(p, SOURCE_CROSSINGS, &info);
    if (f)
        set_units(f, s);
    return f ? 0 : -1;
}

/* The next of "p[1,2],v", which the caller frees; `names` moves behind it. NULL: no
 * memory. */
static char *next_name(const char **names) {
    size_t n = 0;
    for (int depth = 0; (*names)[n] && (depth || (*names)[n] != ','); n++)
        depth += ((*names)[n] == '[' || (*names)[n] == '(') -
                 ((*names)[n] == ']' || (*names)[n] == ')');
    char *name = strndup(*names, n);
    *names += n + ((*names)[n] == ',');
    return name;
}

/* Reads the names of one --y, which the caller frees. Returns 0, or -1 after a message.
 */
static int read_names(const char *names, char *y[NAMES_MOST], int *count) {
    while (*names && *count < NAMES_MOST) {
        y[*count] = next_name(&names);
        if (!y[*count])
            return panels_no_memory();
        ++*count;
    }
    if (*names)
        fprintf(stderr,
                "error: --y names more than %d columns; repeat it, for a panel each\n",
                NAMES_MOST);
    else if (!*count)
        fprintf(stderr, "error: --y needs the name of a column\n");
    return *names || !*count ? -1 : 0;
}

/* The panel of one --y. */
static int choose_named(panels *p, const panel_source *s, const char *names) {
    const arguments *a = p->arguments;
    const char *x = a->x ? a->x : s->column[s->kind == SOURCE_CROSSINGS ? 2 : 0];
    char *y[NAMES_MOST] = {NULL};
    int count = 0;
    const int status = read_names(names, y, &count);
    const invo_plot_info info = {.title = "",
                                 .x = x,
                                 .count = count,
                                 .y = (const char *const *)y,
                                 .log_x = a->log_x,
                                 .log_y = a->log_y,
                                 .equal = strcmp(x, "time") != 0 && !a->free_scale,
                                 .dots = a->dots};
    panel *f = status ? (panel *)NULL : begin_panel(p, ANY_KIND, &info);
    if (f)
        set_units(f, s);
    for (int k = 0; k < count; k++)
        free(y[k]);
    return f ? 0 : -1;
}

/* Decides on the panels when the first source of a kind comes. --y chooses columns of
 * results and sections alike. */
static int choose_panels(panels *p, const panel_source *s) {
    const arguments *a = p->arguments;
    int status = 0;
    if (p->has_chosen[s->kind])
        return 0;
    p->has_chosen[s->kind] = 1;
    if (s->kind == SOURCE_STEPS && !(a->y_count && *s->file)) {
        if (a->shows & SHOW_LEDGER)
            status = choose_ledger(p, s);
        if (!status && a->shows & SHOW_STEPS)
            status = choose_steps(p, s);
        return status;
    }
    if (!(a->shows & (s->kind == SOURCE_CROSSINGS ? SHOW_SECTIONS : SHOW_VARIABLES)))
        return 0;
    const int has_named = p->panels && p->panel[0].kind == ANY_KIND;
    for (int k = 0; !status && !has_named && k < a->y_count; k++)
        status = choose_named(p, s, a->y[k]);
    if (a->y_count || status)
        return status;
    return s->kind == SOURCE_CROSSINGS && !a->x ? choose_crossings(p, s)
                                                : choose_variables(p, s);
}

/* --- curves --- */

/* Numbers of a file without units are shown as those of the other files in the panel. */
static void set_shown(const panels *p, const panel_source *s, panel_curve *c) {
    const panel *f = &p->panel[c->panel];
    c->shown[0] = display_of_source(s, f->x);
    c->shown[1] = display_of_source(s, f->y[c->variable]);
    if (s->model || s->summary)
        return;
    for (int k = 0; &p->curve[k] < c; k++)
        if (p->curve[k].panel == c->panel && p->curve[k].variable == c->variable)
            memcpy(c->shown, p->curve[k].shown, sizeof c->shown);
}

static double shown_number(const display *d, double x) {
    return d->factor * x + d->offset;
}

static int add_curve(panels *p, const panel_source *s, int panel_number, int variable,
                     int section) {
    const panel *f = &p->panel[panel_number];
    const int x = find_column(s, f->x);
    const int y = find_column(s, f->y[variable]);
    if (x < 0 || y < 0)
        return complain_no_column(s, x < 0 ? f->x : f->y[variable]);
    panel_curve *more = realloc(p->curve, (size_t)(p->curves + 1) * sizeof *more);
    if (!more)
        return panels_no_memory();
    p->curve = more;
    panel_curve *c = &more[p->curves++];
    *c = (panel_curve){.panel = panel_number, .source = p->sources - 1};
    c->variable = variable;
    c->x = x;
    c->y = y;
    c->section = section;
    c->is_size = s->kind == SOURCE_STEPS;
    set_shown(p, s, c);
    if (f->has_bound && !thinned_begin(&c->largest, 2))
        return panels_no_memory();
    if (section >= 0 && s->sections > 1)
        snprintf(c->name, sizeof c->name, "%s", s->section[section]);
    trail_begin(&c->trail, f->log_x, f->log_y, f->dots || s->kind == SOURCE_CROSSINGS);
    return 0;
}

static int add_curves(panels *p, const panel_source *s, int panel_number) {
    const panel *f = &p->panel[panel_number];
    int status = 0;
    if (f->kind != ANY_KIND && f->kind != (int)s->kind)
        return 0;
    if (f->kind == ANY_KIND && s->kind == SOURCE_STEPS && !*s->file)
        return 0; /* of a run, --y chooses variables */
    for (int v = 0; !status && v < f->count; v++) {
        if (s->kind != SOURCE_CROSSINGS)
            status = add_curve(p, s, panel_number, v, -1);
        for (int k = 0; !status && k < s->sections; k++)
            status = add_curve(p, s, panel_number, v, k);
    }
    return status;
}

int panels_add_source(panels *p, const panel_source *s) {
    assert(s->columns > 0);
    kept_source *more = realloc(p->source, (size_t)(p->sources + 1) * sizeof *more);
    if (!more)
        return panels_no_memory();
    p->source = more;
    more[p->sources] = (kept_source){s->kind, strdup(s->label)};
    if (!more[p->sources++].label)
        return panels_no_memory();
    if (choose_panels(p, s))
        return -1;
    for (int k = 0; k < p->panels; k++)
        if (add_curves(p, s, k))
            return -1;
    return p->sources - 1;
}

int panels_add_row(panels *p, int source, const double *row) {
    assert(source >= 0 && source < p->sources);
    for (int k = 0; k < p->curves; k++) {
        panel_curve *c = &p->curve[k];
        if (c->source != source || (c->section >= 0 && row[0] != c->section))
            continue;
        const double y = shown_number(&c->shown[1], row[c->y]);
        const double point[] = {shown_number(&c->shown[0], row[c->x]),
                                c->is_size ? fabs(y) : y};
        if (c->largest.columns)
            thinned_add(&c->largest, point);
        else if (!trail_add(&c->trail, point[0], point[1]))
            return 0;
    }
    return 1;
}

/* --- pictures --- */

/* Of a panel: whether it has any point, and whether its values differ. */
static int has_points(const panels *p, int panel_number) {
    double low = INFINITY;
    double high = -INFINITY;
    for (int k = 0; k < p->curves; k++) {
        if (p->curve[k].panel != panel_number)
            continue;
        low = fmin(low, p->curve[k].trail.from[1]);
        high = fmax(high, p->curve[k].trail.to[1]);
    }
    return p->panel[panel_number].shows_changes ? low < high : 1;
}

/* Whether a panel has several sources of a kind, or several sections. */
static int has_several(const panels *p, int panel_number) {
    int first = -1;
    for (int k = 0; k < p->curves; k++) {
        if (p->curve[k].panel != panel_number)
            continue;
        if (first >= 0 && p->curve[k].source != first)
            return 1;
        first = p->curve[k].source;
    }
    return 0;
}

/* Names a curve by what tells it from the others of its panel. */
static void name_curve(const panels *p, const panel_curve *c, char *name, size_t size) {
    const panel *f = &p->panel[c->panel];
    const char *label = has_several(p, c->panel) ? p->source[c->source].label : "";
    const char *part[] = {f->count > 1 ? f->y[c->variable] : "", c->name, label};
    size_t used = 0;
    *name = 0;
    for (size_t k = 0; k < sizeof part / sizeof *part && used < size; k++)
        if (*part[k])
            used += (size_t)snprintf(name + used, size - used, "%s%s", used ? ", " : "",
                                     part[k]);
}

static void label_panel(const panel *f, picture *to) {
    picture_label(to, 0, f->x, f->unit[0]);
    picture_label(to, 1, f->label, f->unit[1]);
    snprintf(to->heading, sizeof to->heading, "%s", f->heading);
    for (int k = 0; k < f->count && !*f->label; k++) {
        char *label = to->axis[1].label;
        const size_t used = strlen(label);
        snprintf(label + used, sizeof to->axis[1].label - used, "%s%s", used ? ", " : "",
                 f->y[k]);
    }
    to->axis[0].is_log = f->log_x;
    to->axis[1].is_log = f->log_y;
    to->is_equal = f->is_equal;
}

/* A line across the panel at the bound of the ledger. */
static int panel_add_bound(const panels *p, int panel_number, picture *to) {
    double x[2] = {INFINITY, -INFINITY};
    const double y[2] = {p->bound, p->bound};
    char name[PICTURE_SHORT];
    for (int k = 0; k < p->curves; k++)
        if (p->curve[k].panel == panel_number) {
            x[0] = fmin(x[0], p->curve[k].trail.from[0]);
            x[1] = fmax(x[1], p->curve[k].trail.to[0]);
        }
    snprintf(name, sizeof name, "bound %.6g", p->bound);
    return !(x[0] <= x[1]) || !isfinite(p->bound) ||
           picture_add_curve(to, name, PICTURE_GUIDE, 2, x, y, NULL);
}

/* Makes the trail of a curve of the ledger: the largest of as many steps as are seen as
 * one. */
static int draw_largest(panel_curve *c) {
    enum { SEEN = 600 };
    thinned *s = &c->largest;
    thinned_end(s);
    thinned_reduce(s, SEEN);
    for (long i = 0; i < s->count; i++) {
        const double largest = s->high[2 * i + 1];
        const double y = isnan(largest) ? NAN : fmax(largest, LEAST_RESIDUAL);
        if (!trail_add(&c->trail, s->first[2 * i], y))
            return 0;
    }
    return 1;
}

static picture *panel_draw(panels *p, int number) {
    const panel *f = &p->panel[number];
    picture *to = picture_new(2);
    int good = to != NULL;
    if (good)
        label_panel(f, to);
    for (int k = 0; good && k < p->curves; k++) {
        panel_curve *c = &p->curve[k];
        const trail *s = &c->trail;
        char name[PICTURE_NAME];
        if (c->panel != number)
            continue;
        if (c->largest.columns && !draw_largest(c))
            good = 0;
        if (!good || !(s->from[0] <= s->to[0]))
            continue;
        if (strcmp(f->x, "time") != 0)
            trail_settle(&c->trail);
        name_curve(p, c, name, sizeof name);
        const int is_point = s->is_points || s->count == 1;
        good = picture_add_curve(to, name, is_point ? PICTURE_POINTS : PICTURE_LINE,
                                 s->count, s->at[0], s->at[1], NULL);
    }
    if (good && !to->curves)
        snprintf(to->heading, sizeof to->heading, "%s", "no values to draw");
    if (good && f->has_bound)
        good = panel_add_bound(p, number, to);
    if (good)
        return to;
    picture_free(to);
    return NULL;
}

int panels_draw(panels *p, picture **made) {
    static const int order[] = {ANY_KIND, SOURCE_ROWS, SOURCE_CROSSINGS, SOURCE_STEPS};
    int count = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int k = 0; k < p->panels; k++) {
            if (p->panel[k].kind != order[i] || !has_points(p, k))
                continue;
            made[count] = panel_draw(p, k);
            if (!made[count]) {
                panels_no_memory();
                return -1;
            }
            count++;
        }
    return count;
}
