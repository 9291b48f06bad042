/* SPDX-License-Identifier: BSD-3-Clause */
/* The numbers and names of a page as JSON. Its texts hold no '<', so that nothing ends
 * the script element around it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../cli/display.h"
#include "page.h"

enum { DATA_SOURCE = 200000 }; /* bytes of the model's text that a page shows */

/* Enough digits for curves that are zoomed a thousandfold. */
enum { DATA_DIGITS = 10, DATA_EXTREME_DIGITS = 7 };

static void data_add_rounded(markup *m, double x, int digits) {
    if (isfinite(x))
        markup_add(m, "%.*g", digits, x);
    else
        markup_add(m, "null");
}

static void data_add_number(markup *m, double x) {
    data_add_rounded(m, x, DATA_DIGITS);
}

/* JSON of the library: '<' stands in strings only. */
static void data_add_json(markup *m, const char *text) {
    while (*text) {
        const size_t n = strcspn(text, "<");
        markup_add(m, "%.*s", (int)n, text);
        text += n;
        if (*text == '<') {
            markup_add(m, "\\u003c");
            text++;
        }
    }
}

static void data_add_key(markup *m, const char *key) {
    markup_add(m, ",\n\"%s\": ", key);
}

/* --- rows --- */

static void data_add_columns(markup *m, const thinned *s, const double *values,
                             int digits) {
    markup_add(m, "[");
    for (int j = 0; j < s->columns; j++) {
        markup_add(m, "%s[", j ? ",\n" : "");
        for (long i = 0; i < s->count; i++) {
            if (i)
                markup_add(m, ",");
            data_add_rounded(m, values[i * s->columns + j], digits);
        }
        markup_add(m, "]");
    }
    markup_add(m, "]");
}

static void data_add_thinned(markup *m, const char *key, const thinned *s) {
    data_add_key(m, key);
    markup_add(m, "{\"total\": %ld, \"stride\": %ld, \"value\": ", s->rows, s->stride);
    data_add_columns(m, s, s->first, DATA_DIGITS);
    if (s->stride > 1) {
        markup_add(m, ", \"low\": ");
        data_add_columns(m, s, s->low, DATA_EXTREME_DIGITS);
        markup_add(m, ", \"high\": ");
        data_add_columns(m, s, s->high, DATA_EXTREME_DIGITS);
    }
    markup_add(m, "}");
}

/* Columns whose displayUnit is not their unit, null for the others: the page converts
 * what it draws, while points of the animation stay as they are. */
static void data_add_display(markup *m, const report *r, const invo_model *model) {
    data_add_key(m, "display");
    markup_add(m, "[");
    for (int k = 0; k <= r->columns && r->columns; k++) {
        const display d = display_of_column(model, r->name[k]);
        markup_add(m, k ? ", " : "");
        if (d.factor == 1 && d.offset == 0) {
            markup_add(m, "null");
            continue;
        }
        markup_add(m, "{\"unit\": ");
        markup_add_quoted(m, d.unit);
        markup_add(m, ", \"factor\": %.17g, \"offset\": %.17g}", d.factor, d.offset);
    }
    markup_add(m, "]");
}

static void data_add_names(markup *m, const report *r, const invo_model *model) {
    data_add_key(m, "names");
    markup_add(m, "[");
    for (int k = 0; k <= r->columns && r->columns; k++) {
        markup_add(m, k ? ", " : "");
        markup_add_quoted(m, r->name[k]);
    }
    markup_add(m, "]");
    data_add_key(m, "units");
    markup_add(m, "[");
    for (int k = 0; k <= r->columns && r->columns; k++) {
        markup_add(m, k ? ", " : "");
        markup_add_quoted(m, invo_model_unit(model, r->name[k]));
    }
    markup_add(m, "]");
    data_add_key(m, "step_names");
    markup_add(m, "[");
    for (int k = 0; k < STEP_COLUMNS; k++)
        markup_add(m, "%s\"%s\"", k ? ", " : "", report_step_names[k]);
    markup_add(m, "]");
}

/* The text of the model, as far as there is room, and what it says it is. */
static void data_add_source(markup *m, const invo_model *model) {
    const char *whole = invo_model_text(model);
    char *text = strndup(whole, DATA_SOURCE);
    m->has_failed = m->has_failed || !text;
    data_add_key(m, "source");
    markup_add_quoted(m, text ? text : "");
    data_add_key(m, "source_size");
    markup_add(m, "%zu", strlen(whole));
    data_add_key(m, "description");
    markup_add_quoted(m, invo_model_description(model));
    free(text);
}

/* --- plots of the model's annotation --- */

/* The number of a column; -1: the page does not have it. */
static int data_column(const report *r, const char *name) {
    for (int k = 0; k <= r->columns && r->columns; k++)
        if (strcmp(r->name[k], name) == 0)
            return k;
    return -1;
}

static void data_add_plots(markup *m, const report *r, const invo_model *model) {
    invo_plot_info p;
    data_add_key(m, "plots");
    markup_add(m, "[");
    for (int i = 0; invo_model_plot(model, i, &p); i++) {
        markup_add(m, "%s{\"title\": ", i ? ", " : "");
        markup_add_quoted(m, p.title);
        markup_add(m, ", \"x\": %d, \"equal\": %d, \"y\": [", data_column(r, p.x),
                   p.equal);
        for (int k = 0; k < p.count; k++)
            markup_add(m, "%s%d", k ? ", " : "", data_column(r, p.y[k]));
        markup_add(m, "]}");
    }
    markup_add(m, "]");
}

/* --- animation --- */

/* A coordinate: the number of its column, or a value that stays. */
static void data_add_coordinate(markup *m, const report *r, invo_model *model,
                                const char *text) {
    double value = NAN;
    for (int k = 1; k <= r->columns; k++)
        if (strcmp(r->name[k], text) == 0) {
            markup_add(m, "{\"column\": %d}", k);
            return;
        }
    if (invo_model_value(model, text, NULL, &value))
        value = NAN;
    markup_add(m, "{\"value\": ");
    data_add_number(m, value);
    markup_add(m, "}");
}

static void data_add_points(markup *m, const report *r, invo_model *model) {
    invo_animation_point p;
    markup_add(m, "\"points\": [");
    for (int i = 0; invo_model_animation_point(model, i, &p); i++) {
        markup_add(m, "%s{\"name\": ", i ? ",\n" : "");
        markup_add_quoted(m, p.name);
        markup_add(m, ", \"trace\": %s, \"mark\": %s, \"at\": [",
                   p.trace ? "true" : "false", p.mark ? "true" : "false");
        for (int k = 0; k < p.dimensions; k++) {
            markup_add(m, k ? ", " : "");
            data_add_coordinate(m, r, model, p.at[k]);
        }
        markup_add(m, "]}");
    }
    markup_add(m, "]");
}

/* What the model's annotation draws. */
static void data_add_mechanism(markup *m, const report *r, invo_model *model) {
    invo_animation_link l;
    data_add_points(m, r, model);
    markup_add(m, ", \"links\": [");
    for (int i = 0; invo_model_animation_link(model, i, &l); i++)
        markup_add(m, "%s[%d, %d]", i ? ", " : "", l.from, l.to);
    markup_add(m, "]");
}

static void data_add_bodies(markup *m, const invo_model *model) {
    invo_animation_body b;
    markup_add(m, ", \"bodies\": [");
    for (int i = 0; invo_model_animation_body(model, i, &b); i++) {
        markup_add(m, "%s[", i ? ", " : "");
        for (int k = 0; k < b.count; k++)
            markup_add(m, "%s%d", k ? ", " : "", b.point[k]);
        markup_add(m, "]");
    }
    markup_add(m, "]");
}

static void data_add_animation(markup *m, const report *r, invo_model *model) {
    invo_animation_point p;
    const int has_points = invo_model_animation_point(model, 0, &p);
    data_add_key(m, "animation");
    if (!has_points && !r->scene.poses.count) {
        markup_add(m, "null");
        return;
    }
    markup_add(m, "{");
    if (has_points)
        data_add_mechanism(m, r, model);
    else
        scene_add_frames(m, &r->scene);
    data_add_bodies(m, model);
    scene_add_shapes(m, &r->scene);
    markup_add(m, "}");
}

/* Begins with what the library makes: evaluating coordinates resets its messages. */
invo_status data_add(markup *m, const report *r, session *s) {
    char *result = NULL;
    invo_status status = session_json(s, &result);
    if (status)
        return status;
    markup_add(m, "{\"version\": \"%s\"", invo_version());
    data_add_key(m, "result");
    data_add_json(m, result);
    free(result);
    data_add_source(m, s->model);
    data_add_names(m, r, s->model);
    data_add_display(m, r, s->model);
    data_add_plots(m, r, s->model);
    data_add_thinned(m, "rows", &r->rows);
    data_add_thinned(m, "steps", &r->steps);
    data_add_thinned(m, "crossings", &r->crossings);
    data_add_animation(m, r, s->model);
    markup_add(m, "}");
    return INVO_OK;
}
