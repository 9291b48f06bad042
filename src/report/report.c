/* SPDX-License-Identifier: BSD-3-Clause */
/* The page of `involute run --report`: the template share/report/report.html, its style
 * and script, and uPlot where the build had it, with the data of one run inside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "../cli/embedded.h"
#include "formula.h"
#include "page.h"
#include "../cli/say.h"

int report_check_path(const arguments *a, const char *path) {
    static const char ending[] = ".html";
    const size_t n = strlen(path);
    const size_t m = sizeof ending - 1;
    const char *slash = strrchr(path, '/');
    struct stat info;
    if (n <= m || strcmp(path + n - m, ending) != 0)
        return arguments_complain(a, "a report is a .html file, not '%s'", path);
    if (!slash || slash == path)
        return 0;
    char *folder = strndup(path, (size_t)(slash - path));
    const int is_there = folder && stat(folder, &info) == 0 && S_ISDIR(info.st_mode);
    free(folder);
    if (is_there)
        return 0;
    return arguments_complain(a, "there is no folder for the report '%s'", path);
}

/* --- what a run hands out --- */

report *report_new(const session *s) {
    report *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->arguments = s->arguments;
    r->model = s->model;
    if (thinned_begin(&r->steps, STEP_COLUMNS))
        return r;
    free(r);
    return NULL;
}

void report_free(report *r) {
    if (!r)
        return;
    for (int k = 0; r->name && k <= r->columns; k++)
        free(r->name[k]);
    free(r->name);
    free(r->column);
    free(r->values);
    thinned_free(&r->rows);
    thinned_free(&r->steps);
    thinned_free(&r->crossings);
    scene_free(&r->scene);
    free(r);
}

static int report_is_animated(const report *r, const char *column) {
    invo_animation_point p;
    for (int i = 0; invo_model_animation_point(r->model, i, &p); i++)
        for (int k = 0; k < p.dimensions; k++)
            if (strcmp(p.at[k], column) == 0)
                return 1;
    return 0;
}

/* Chooses the columns that --columns names, or all of them, and those of the animation.
 */
static int report_begin(report *r, int columns, const char *const *column) {
    const char *patterns = r->arguments->columns;
    r->name = calloc((size_t)columns + 1, sizeof *r->name);
    r->column = calloc((size_t)columns + 1, sizeof *r->column);
    r->values = calloc((size_t)columns + 3, sizeof *r->values);
    if (!r->name || !r->column || !r->values)
        return 0;
    r->name[0] = strdup("time");
    int good = r->name[0] != NULL;
    for (int k = 0; good && k < columns; k++) {
        if (patterns && !invo_column_chosen(patterns, column[k]) &&
            !report_is_animated(r, column[k]))
            continue;
        r->column[r->columns++] = k;
        r->name[r->columns] = strdup(column[k]);
        good = r->name[r->columns] != NULL;
    }
    invo_animation_point first;
    const int has_points = invo_model_animation_point(r->model, 0, &first);
    return good && scene_begin(&r->scene, r->model, columns, column, !has_points) &&
           thinned_begin(&r->rows, r->columns + 1) &&
           thinned_begin(&r->crossings, CROSSING_VALUES + r->columns + 1);
}

/* Puts time and the columns that are kept at `to`. */
static void report_choose(const report *r, const double *row, double *to) {
    to[0] = row[0];
    for (int k = 0; k < r->columns; k++)
        to[k + 1] = row[r->column[k] + 1];
}

static int report_is_ready(report *r, int columns, const char *const *column) {
    if (!r->name && !r->has_failed)
        r->has_failed = !report_begin(r, columns, column);
    return !r->has_failed;
}

int report_take_row(report *r, const invo_output_row *row) {
    if (!report_is_ready(r, row->columns, row->column))
        return 1;
    report_choose(r, row->value, r->values);
    thinned_add(&r->rows, r->values);
    scene_take_row(&r->scene, row->value);
    return 0;
}

void report_take_crossing(report *r, const invo_crossing *x) {
    if (!report_is_ready(r, x->columns, x->column))
        return;
    r->values[CROSSING_SECTION] = x->number;
    r->values[CROSSING_DIRECTION] = x->direction;
    report_choose(r, x->row, r->values + CROSSING_VALUES);
    thinned_add(&r->crossings, r->values);
}

void report_take_step(void *data, const invo_step_info *step) {
    report *r = data;
    double values[STEP_COLUMNS] = {step->t, fabs(step->h), step->order};
    memcpy(values + STEP_UNITS, step->units, sizeof step->units);
    thinned_add(&r->steps, values);
}

/* --- the page --- */

/* Length of the part in parentheses of an equation of arrays, "(r = P)[2]", or 0. */
static size_t report_component(const char *text) {
    const char *bracket = strrchr(text, '[');
    int nested = 0;
    if (*text != '(' || !bracket || bracket[-1] != ')' ||
        bracket[strlen(bracket) - 1] != ']')
        return 0;
    for (const char *s = text; s < bracket - 1; s++) {
        nested += (*s == '(') - (*s == ')');
        if (nested == 0)
            return 0;
    }
    return (size_t)(bracket - 2 - text);
}

/* Adds an equation; of one between arrays its number behind it. */
static void report_add_formula(markup *m, const char *text) {
    const size_t n = report_component(text);
    char *inner = n ? strndup(text + 1, n) : (char *)NULL;
    if (!inner) {
        formula_add(m, text);
        return;
    }
    formula_add(m, inner);
    markup_add(m, " <span class='component'>");
    markup_add_escaped(m, text + n + 2, 40);
    markup_add(m, "</span>");
    free(inner);
}

/* Adds an equation behind the name that the model gives it, "rod: x^2 = 1". */
static void report_add_equation(markup *m, const char *text) {
    const char *colon = strstr(text, ": ");
    if (colon) {
        char *name = strndup(text, (size_t)(colon + 2 - text));
        m->has_failed = m->has_failed || !name;
        if (name)
            markup_add_escaped(m, name, (long)strlen(name));
        free(name);
        text = colon + 2;
    }
    report_add_formula(m, text);
}

/* Adds what completion found that nobody wrote, as rows of a table. */
static void report_add_hidden(markup *m, const invo_model *model) {
    enum { MOST_ROWS = 200 };
    invo_hidden h;
    int i = 0;
    for (; invo_model_hidden(model, i, &h); i++) {
        if (i >= MOST_ROWS)
            continue;
        markup_add(m, "<tr><td>");
        if (h.text)
            formula_add(m, h.text);
        else
            markup_add(m, "(too long to be printed)");
        markup_add(m, "</td><td class='number'>%d</td><td>", h.level);
        report_add_equation(m, h.from ? h.from : "");
        markup_add(m, "</td><td>");
        markup_add_escaped(m, h.where ? h.where : "", 200);
        markup_add(m, "</td></tr>\n");
    }
    if (i == 0)
        markup_add(m, "<tr class='none'><td colspan='4'>none</td></tr>\n");
    if (i > MOST_ROWS)
        markup_add(m, "<tr><td colspan='4'>and %d more</td></tr>\n", i - MOST_ROWS);
}

/* Files that stand in the page as they are, in this order. */
typedef struct page_file {
    const char *key, *folder, *name, *ending;
} page_file;

static const page_file page_files[] = {
    {"style", "uplot", "uplot", ".css"},
    {"style", "share/report", "report", ".css"},
    {"uplot", "uplot", "uplot", ".js"},
    {"script", "share/report", "report", ".js"},
};

static void report_add_files(markup *m, const char *key) {
    for (size_t k = 0; k < sizeof page_files / sizeof *page_files; k++) {
        const page_file *p = &page_files[k];
        const embedded_file *f = embedded_find(p->folder, p->name, p->ending);
        if (f && strcmp(p->key, key) == 0)
            markup_add(m, "%s", f->text);
    }
}

/* Adds what stands for {{key}} in the template. */
static invo_status report_add_part(markup *m, report *r, session *s, const char *key) {
    const int has_uplot = embedded_find("uplot", "uplot", ".js") != NULL;
    report_add_files(m, key);
    if (!has_uplot)
        still_add(m, r, key);
    if (strcmp(key, "title") == 0)
        markup_add_escaped(m, invo_model_name(s->model), 200);
    else if (strcmp(key, "hidden") == 0)
        report_add_hidden(m, s->model);
    else if (strcmp(key, "data") == 0)
        return data_add(m, r, s);
    return INVO_OK;
}

static invo_status report_fill(markup *m, report *r, session *s, const char *template) {
    char key[20];
    for (;;) {
        const char *open = strstr(template, "{{");
        if (!open) {
            markup_add(m, "%s", template);
            return m->has_failed ? INVO_E_MEMORY : INVO_OK;
        }
        markup_add(m, "%.*s", (int)(open - template), template);
        const size_t n = strcspn(open + 2, "}");
        snprintf(key, sizeof key, "%.*s", (int)n, open + 2);
        template = open + 2 + n + 2;
        invo_status status = report_add_part(m, r, s, key);
        if (status)
            return status;
    }
}

char *report_text(report *r, session *s) {
    const embedded_file *template = embedded_find("share/report", "report", ".html");
    markup page = {0};
    thinned_end(&r->rows);
    thinned_end(&r->steps);
    thinned_end(&r->crossings);
    scene_end(&r->scene);
    invo_status status = INVO_E_MEMORY;
    if (!r->has_failed && template)
        status = report_fill(&page, r, s, template->text);
    if (!status)
        return page.text;
    free(page.text);
    return NULL;
}

int report_write(report *r, session *s, const char *path) {
    char *text = report_text(r, s);
    if (!text) {
        say(stderr, "error: out of memory for the report '%s'\n", path);
        return invo_status_exit(INVO_E_MEMORY);
    }
    const invo_status status = invo_text_write(s->context, path, text);
    if (status && *invo_context_error(s->context))
        session_say(s, status);
    free(text);
    return invo_status_exit(status);
}
