/* SPDX-License-Identifier: BSD-3-Clause */
#include "draw.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a line is drawn from and to. `at`...`end` is the rest of the line, without the
 * caption. */
typedef struct pen {
    figure *figure;
    const measured *run; /* [runs]: the last is drawn, or all of a sweep */
    int runs;
    const reference *reference;
    const invo_result *result; /* of the last run */
    const char *at, *end;
    caption caption;
} pen;

static int pen_word(pen *p, char *word) {
    return item_word(&p->at, p->end, word, ITEM_WORD);
}

/* Cuts " as NAME" from the end of the line. */
static void pen_take_caption(pen *p) {
    for (const char *s = p->at; s + 4 <= p->end; s++) {
        if (strncmp(s, " as ", 4) != 0)
            continue;
        snprintf(p->caption.words, sizeof p->caption.words, "%.*s", (int)(p->end - s - 4),
                 s + 4);
        p->end = s;
        return;
    }
}

static int pen_count_words(const pen *p) {
    pen copy = *p;
    char word[ITEM_WORD];
    int count = 0;
    while (pen_word(&copy, word) && strcmp(word, ":") != 0)
        count++;
    return count;
}

static int no_column(pen *p, const char *name) {
    return figure_refuse(p->figure, "there is no column '%s'", name);
}

/* Two or three arrays of `count`, one after the other; the caller frees. */
static double *pen_arrays(pen *p, long count, int arrays) {
    assert(count >= 0 && arrays > 0);
    double *x = calloc((size_t)(count * arrays + 1), sizeof *x);
    if (!x)
        figure_refuse(p->figure, "out of memory");
    return x;
}

/* --- columns of a run --- */

static void copy_column(const invo_result *r, int column, double *x) {
    for (long i = 0; i < invo_result_rows(r); i++)
        x[i] = invo_result_row(r, i)[column];
}

/* Draws columns over each other: 2 in the plane, 3 in space. */
static int draw_columns(pen *p, char name[3][ITEM_WORD], int dimensions) {
    assert(dimensions == 2 || dimensions == 3);
    long rows = invo_result_rows(p->result);
    int column[3];
    for (int k = 0; k < dimensions; k++) {
        column[k] = measure_column(p->result, name[k]);
        if (column[k] < 0)
            return no_column(p, name[k]);
    }
    double *x = pen_arrays(p, rows, 3);
    if (!x)
        return 0;
    for (int k = 0; k < dimensions; k++)
        copy_column(p->result, column[k], x + k * rows);
    figure_curve c = {PICTURE_LINE, rows, x, x + rows, NULL, {name[0], name[1], name[2]}};
    if (dimensions == 3)
        c.z = x + 2 * rows;
    int is_drawn = figure_add(p->figure, &c, &p->caption);
    free(x);
    return is_drawn;
}

/* "x y z": columns over the first; to scale, unless that is time. */
static int draw_plot(pen *p) {
    char name[3][ITEM_WORD] = {"", "", ""};
    p->caption.is_shared = pen_count_words(p) > 2;
    pen_word(p, name[0]);
    picture *f = figure_panel(p->figure, 2);
    if (f && f->curves == 0)
        f->is_equal = strcmp(name[0], "time") != 0;
    while (pen_word(p, name[1]))
        if (!draw_columns(p, name, 2))
            return 0;
    return 1;
}

/* "x y z": a curve in space, and its projection on the floor. */
static int draw_space(pen *p) {
    char name[3][ITEM_WORD] = {"", "", ""};
    for (int k = 0; k < 3; k++)
        pen_word(p, name[k]);
    picture *f = figure_panel(p->figure, 3);
    if (f)
        f->has_floor = 1;
    return draw_columns(p, name, 3);
}

/* "y vy": a dot for each crossing of the sections of the last run. */
static int draw_scatter(pen *p) {
    const measured *m = &p->run[p->runs - 1];
    char x[ITEM_WORD], y[ITEM_WORD];
    pen_word(p, x);
    pen_word(p, y);
    int a = measure_column(m->result, x);
    int b = measure_column(m->result, y);
    if (a < 0 || b < 0)
        return no_column(p, a < 0 ? x : y);
    size_t width = (size_t)invo_result_columns(m->result) + 1;
    double *q = pen_arrays(p, m->crossings, 2);
    if (!q)
        return 0;
    for (long i = 0; i < m->crossings; i++) {
        const double *row = m->crossing + (size_t)i * width;
        q[i] = row[a];
        q[m->crossings + i] = row[b];
    }
    figure_curve c = {PICTURE_POINTS,   m->crossings, q,
                      q + m->crossings, NULL,         {x, y, ""}};
    int is_drawn = figure_add(p->figure, &c, &p->caption);
    free(q);
    return is_drawn;
}

/* "time": how far each step went along the curve, or in time where the run went by time,
 * over where it began. */
static int draw_lengths(pen *p) {
    char over[ITEM_WORD];
    pen_word(p, over);
    int a = measure_column(p->result, over);
    int s = measure_column(p->result, "s");
    long count = invo_result_rows(p->result) - 1;
    if (a < 0 || count < 1)
        return no_column(p, over);
    double *x = pen_arrays(p, count, 2);
    if (!x)
        return 0;
    for (long i = 0; i < count; i++) {
        const double *from = invo_result_row(p->result, i);
        const double *to = invo_result_row(p->result, i + 1);
        int along = s < 0 ? 0 : s;
        x[i] = from[a];
        x[count + i] = to[along] - from[along];
    }
    figure_curve c = {PICTURE_LINE, count, x, x + count, NULL, {over, "step size", ""}};
    int is_drawn = figure_add(p->figure, &c, &p->caption);
    free(x);
    return is_drawn;
}

/* --- sweeps --- */

static double trend_value(const pen *p, int k, const char *quantity, const char **why) {
    assert(k >= 0 && k < p->runs);
    if (strcmp(quantity, "swept") == 0)
        return p->run[k].swept;
    if (strncmp(quantity, "error ", 6) == 0)
        return measure_error(&p->run[k], quantity + 6, p->reference, why);
    return measure(quantity, &p->run[k], 1, p->reference, why);
}

/* Draws the line of slope `order` that ends in the last point, to compare with. */
static int draw_order(pen *p, const double *x, const double *y, double order) {
    int last = p->runs - 1;
    double ends[4] = {x[0], x[last], y[last] * pow(x[0] / x[last], order), y[last]};
    figure_curve c = {PICTURE_GUIDE, 2, ends, ends + 2, NULL, {"", "", ""}};
    caption name = {.words = "expected order", .is_shared = 0};
    return figure_add(p->figure, &c, &name);
}

/* Draws one quantity of each run of a sweep over another, both as logarithms. */
static int draw_quantities(pen *p, const char *over, const char *quantity, double order) {
    double x[ITEM_RUNS], y[ITEM_RUNS];
    const char *why = "";
    for (int k = 0; k < p->runs; k++) {
        x[k] = trend_value(p, k, over, &why);
        y[k] = trend_value(p, k, quantity, &why);
    }
    if (*why)
        return figure_refuse(p->figure, "%s over %s: %s", quantity, over, why);
    const int is_error = strncmp(quantity, "error ", 6) == 0;
    const int is_swept = strcmp(over, "swept") == 0;
    figure_curve c = {
        PICTURE_BOTH,
        p->runs,
        x,
        y,
        NULL,
        {is_swept ? p->run[0].swept_name : over, is_error ? "error" : quantity, ""}};
    picture *f = figure_panel(p->figure, 2);
    if (f)
        f->axis[0].is_log = f->axis[1].is_log = 1;
    if (!figure_add(p->figure, &c, &p->caption))
        return 0;
    return isnan(order) || draw_order(p, x, y, order);
}

/* "y,der(y)" or "y,der(y) order 2": the error over what was swept. */
static int draw_errors(pen *p) {
    char quantity[ITEM_WORD + 8] = "error ";
    char word[ITEM_WORD];
    double order = NAN;
    pen_word(p, quantity + 6);
    if (pen_word(p, word) && strcmp(word, "order") == 0 && pen_word(p, word))
        order = strtod(word, NULL);
    return draw_quantities(p, "swept", quantity, order);
}

/* "points ; error x,y": any quantity over any other. */
static int draw_trend(pen *p) {
    char over[ITEM_WORD], quantity[ITEM_WORD];
    const char *middle = memchr(p->at, ';', (size_t)(p->end - p->at));
    if (!middle)
        return figure_refuse(p->figure, "expected 'QUANTITY ; QUANTITY'");
    const char *last = middle;
    const char *first = middle + 1;
    while (last > p->at && last[-1] == ' ')
        last--;
    while (first < p->end && *first == ' ')
        first++;
    snprintf(over, sizeof over, "%.*s", (int)(last - p->at), p->at);
    snprintf(quantity, sizeof quantity, "%.*s", (int)(p->end - first), first);
    return draw_quantities(p, over, quantity, NAN);
}

/* --- deviations --- */

/* The value of a column at time t: of the row there, or by the polynomial through eight
 * rows around it. */
static double draw_interpolate(const invo_result *r, int column, double t) {
    assert(column >= 0 && column < invo_result_columns(r));
    enum { NODES = 8 };
    long rows = invo_result_rows(r);
    long low = 0;
    long high = rows - 1;
    while (high - low > 1) {
        long middle = (low + high) / 2;
        if (invo_result_row(r, middle)[0] <= t)
            low = middle;
        else
            high = middle;
    }
    long first = low - NODES / 2 + 1;
    if (first > rows - NODES)
        first = rows - NODES;
    if (first < 0)
        first = 0;
    double sum = 0;
    for (long i = first; i < rows && i < first + NODES; i++) {
        double weight = 1;
        double at = invo_result_row(r, i)[0];
        if (at == t)
            return invo_result_row(r, i)[column];
        for (long k = first; k < rows && k < first + NODES; k++) {
            double other = invo_result_row(r, k)[0];
            if (k != i)
                weight *= (t - other) / (at - other);
        }
        sum += weight * invo_result_row(r, i)[column];
    }
    return sum;
}

/* Adds the square of the deviation of a column to sum[rows]; 0: there is none. */
static int add_deviation(const invo_result *r, const invo_result *from, const char *name,
                         double *sum) {
    int a = measure_column(r, name);
    int b = from ? measure_column(from, name) : a;
    if (a < 0 || b < 0)
        return 0;
    for (long i = 0; i < invo_result_rows(r); i++) {
        const double *row = invo_result_row(r, i);
        double start =
            from ? draw_interpolate(from, b, row[0]) : invo_result_row(r, 0)[a];
        sum[i] += (row[a] - start) * (row[a] - start);
    }
    return 1;
}

/* Where there is no deviation the logarithm has a gap; a line of nothing else is drawn at
 * 1e-17, below what round-off leaves. */
static void lift_zeros(double *y, long rows) {
    double most = 0;
    for (long i = 0; i < rows; i++)
        most = fmax(most, y[i]);
    for (long i = 0; i < rows && most == 0; i++)
        y[i] = 1e-17;
}

/* The length of the deviation of "p,v,F". */
static int draw_deviation(pen *p, const invo_result *from, const char *names) {
    long rows = invo_result_rows(p->result);
    char word[ITEM_WORD], label[ITEM_WORD + 20];
    double *t = pen_arrays(p, rows, 2);
    if (!t)
        return 0;
    double *y = t + rows;
    int is_drawn = 1;
    for (const char *rest = names; is_drawn && *rest;) {
        rest = measure_next_name(rest, word, sizeof word);
        is_drawn = add_deviation(p->result, from, word, y) || no_column(p, word);
    }
    copy_column(p->result, 0, t);
    for (long i = 0; i < rows; i++)
        y[i] = sqrt(y[i]);
    lift_zeros(y, rows);
    snprintf(label, sizeof label, "%s of %s", from ? "error" : "deviation", names);
    figure_curve c = {PICTURE_LINE, rows, t, y, NULL, {"time", label, ""}};
    picture *f = figure_panel(p->figure, 2);
    if (f)
        f->axis[1].is_log = 1;
    if (is_drawn)
        is_drawn = figure_add(p->figure, &c, &p->caption);
    free(t);
    return is_drawn;
}

/* "H M", from the start, or "u w : MODEL OPTIONS", from a run whose output is close
 * enough to interpolate. */
static int draw_deviations(pen *p) {
    const char *colon = memchr(p->at, ':', (size_t)(p->end - p->at));
    char word[ITEM_WORD];
    measured from = {0};
    int is_drawn = 1;
    p->caption.is_shared = pen_count_words(p) > 1;
    if (colon) {
        from = measure_run(colon + 1, (int)(p->end - colon - 1), NULL, NULL);
        if (from.status)
            is_drawn = figure_refuse(p->figure, "%s", invo_context_message(from.context));
        p->end = colon;
    }
    while (is_drawn && pen_word(p, word))
        is_drawn = draw_deviation(p, from.result, word);
    if (colon)
        measure_free(&from);
    return is_drawn;
}

/* --- shapes --- */

/* A number, or the value of a column in row i. */
static int draw_value_of(const invo_result *r, long i, const char *word, double *x) {
    char *end;
    *x = strtod(word, &end);
    if (!*end)
        return 1;
    int column = measure_column(r, word);
    if (column >= 0)
        *x = invo_result_row(r, i)[column];
    return column >= 0;
}

static long draw_row_at(const invo_result *r, double t) {
    long best = 0;
    for (long i = 1; i < invo_result_rows(r); i++)
        if (fabs(invo_result_row(r, i)[0] - t) < fabs(invo_result_row(r, best)[0] - t))
            best = i;
    return best;
}

/* The corners "0 0 x1 y1 2 0", in the row of output nearest to t. */
static int draw_shape(pen *p, double t, const char *at) {
    enum { MOST_CORNERS = 40 };
    double x[MOST_CORNERS + 1], y[MOST_CORNERS + 1];
    char word[ITEM_WORD];
    int values = 0;
    long row = draw_row_at(p->result, t);
    while (values < 2 * MOST_CORNERS && item_word(&at, p->end, word, sizeof word)) {
        double *to = values % 2 ? y : x;
        if (!draw_value_of(p->result, row, word, &to[values / 2]))
            return no_column(p, word);
        values++;
    }
    caption name = p->caption;
    if (!*name.words)
        snprintf(name.words, sizeof name.words, "t = %.4g",
                 invo_result_row(p->result, row)[0]);
    figure_curve c = {PICTURE_BOTH, values / 2, x, y, NULL, {"x", "y", ""}};
    return figure_add(p->figure, &c, &name);
}

/* "0 0.5 1 : 0 0 x1 y1 2 0": a shape for each time. */
static int draw_shapes(pen *p) {
    const char *corners = memchr(p->at, ':', (size_t)(p->end - p->at));
    char word[ITEM_WORD];
    picture *f = figure_panel(p->figure, 2);
    if (!corners || !f)
        return figure_refuse(p->figure, "expected 'TIMES : CORNERS'");
    f->is_equal = 1;
    while (pen_word(p, word) && strcmp(word, ":") != 0)
        if (!draw_shape(p, strtod(word, NULL), corners + 1))
            return 0;
    return 1;
}

/* --- formulas --- */

enum { FORMULA_POINTS = 201, MESH = 33 };

/* "FROM TO" of u or v, behind its name. */
static int pen_range(pen *p, const char *name, double *low, double *high) {
    char word[ITEM_WORD];
    if (!pen_word(p, word) || strcmp(word, name) != 0)
        return 0;
    pen_word(p, word);
    *low = strtod(word, NULL);
    pen_word(p, word);
    *high = strtod(word, NULL);
    return *low < *high;
}

static int pen_colon(pen *p) {
    char word[ITEM_WORD];
    return pen_word(p, word) && strcmp(word, ":") == 0;
}

/* "u 0.2 5 : u ; 1/u": a curve to compare with. */
static int draw_guide(pen *p) {
    static double value[3 * FORMULA_POINTS];
    sampling s = {.points = FORMULA_POINTS};
    if (!pen_range(p, "u", &s.low, &s.high) || !pen_colon(p))
        return figure_refuse(p->figure, "expected 'u FROM TO : FORMULAS'");
    int count = draw_sample(p->at, (int)(p->end - p->at), &s, 3, value,
                            p->figure->problem, sizeof p->figure->problem);
    if (count < 2)
        return 0;
    figure_curve c = {PICTURE_GUIDE,          FORMULA_POINTS, value,
                      value + FORMULA_POINTS, NULL,           {"", "", ""}};
    if (count == 3)
        c.z = value + 2 * FORMULA_POINTS;
    return figure_add(p->figure, &c, &p->caption);
}

/* "u 0 1 v 0 6.28 : X ; Y ; Z": a surface as a mesh. */
static int draw_surface(pen *p) {
    static double value[3 * MESH], at[3][MESH * MESH];
    sampling s = {.points = MESH};
    double low, high;
    if (!pen_range(p, "u", &s.low, &s.high) || !pen_range(p, "v", &low, &high) ||
        !pen_colon(p))
        return figure_refuse(p->figure, "expected 'u FROM TO v FROM TO : FORMULAS'");
    for (int row = 0; row < MESH; row++) {
        s.v = low + (high - low) * row / (MESH - 1);
        if (draw_sample(p->at, (int)(p->end - p->at), &s, 3, value, p->figure->problem,
                        sizeof p->figure->problem) != 3)
            return 0;
        for (int k = 0; k < 3; k++)
            memcpy(at[k] + row * MESH, value + k * MESH, MESH * sizeof *value);
    }
    picture *f = figure_panel(p->figure, 3);
    return f && picture_add_surface(f, MESH, MESH, at[0], at[1], at[2]);
}

/* --- panels --- */

/* Returns to the panel with this heading, or begins it. */
static int draw_panel(pen *p) {
    figure *f = p->figure;
    char heading[PICTURE_NAME];
    snprintf(heading, sizeof heading, "%.*s", (int)(p->end - p->at), p->at);
    for (f->current = 0; f->current < f->panels; f->current++)
        if (strcmp(f->panel[f->current]->heading, heading) == 0)
            return 1;
    picture *panel = figure_panel(f, 2);
    if (!panel)
        return figure_refuse(f, "more than %d panels", FIGURE_PANELS);
    snprintf(panel->heading, sizeof panel->heading, "%s", heading);
    return 1;
}

/* "time [s] ; H": labels of the axes, where columns do not say enough. */
static int draw_labels(pen *p) {
    picture *f = figure_panel(p->figure, 2);
    for (int k = 0; f && k < 3 && p->at < p->end; k++) {
        const char *stop = memchr(p->at, ';', (size_t)(p->end - p->at));
        if (!stop)
            stop = p->end;
        const char *last = stop;
        while (p->at < last && *p->at == ' ')
            p->at++;
        while (last > p->at && last[-1] == ' ')
            last--;
        snprintf(f->axis[k].label, sizeof f->axis[k].label, "%.*s", (int)(last - p->at),
                 p->at);
        p->figure->is_labelled[p->figure->current][k] = 1;
        p->at = stop + 1;
    }
    return f != NULL;
}

/* "equal x 0 2 log-y": scales of the axes. */
static int draw_axes(pen *p) {
    picture *f = figure_panel(p->figure, 2);
    char word[ITEM_WORD];
    while (f && pen_word(p, word)) {
        const char *axis = strchr("xyz", word[strlen(word) - 1]);
        picture_axis *a = axis ? &f->axis[*axis - 'x'] : (picture_axis *)NULL;
        if (strcmp(word, "equal") == 0)
            f->is_equal = 1;
        else if (strcmp(word, "free") == 0)
            f->is_equal = 0;
        else if (a && strncmp(word, "log-", 4) == 0)
            a->is_log = 1;
        else if (a && strncmp(word, "linear-", 7) == 0)
            a->is_log = 0;
        else if (a && pen_word(p, word)) {
            a->low = strtod(word, NULL);
            pen_word(p, word);
            a->high = strtod(word, NULL);
        } else
            return figure_refuse(p->figure, "'%s' is not a scale", word);
    }
    return 1;
}

/* The words that draw, whether their lines end in a caption, and whether they need a run.
 */
static const struct {
    const char *word;
    int has_caption, needs_run;
    int (*draw)(pen *p);
} lines[] = {
    {"panel", 0, 0, draw_panel},     {"labels", 0, 0, draw_labels},
    {"axes", 0, 0, draw_axes},       {"guide", 1, 0, draw_guide},
    {"surface", 1, 0, draw_surface}, {"plot", 1, 1, draw_plot},
    {"space", 1, 1, draw_space},     {"scatter", 1, 1, draw_scatter},
    {"errors", 1, 1, draw_errors},   {"trend", 1, 1, draw_trend},
    {"lengths", 1, 1, draw_lengths}, {"deviations", 1, 1, draw_deviations},
    {"shapes", 1, 1, draw_shapes},
};

int draw(figure *f, const item_line *line, const measured *run, int runs,
         const reference *r) {
    assert(runs <= ITEM_RUNS);
    pen p = {.figure = f, .run = run, .runs = runs, .reference = r};
    p.at = line->text;
    p.end = p.at + line->length;
    p.result = runs ? run[runs - 1].result : (invo_result *)NULL;
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        if (strcmp(line->word, lines[k].word) != 0)
            continue;
        if (lines[k].has_caption)
            pen_take_caption(&p);
        if (lines[k].needs_run && !p.result)
            return figure_refuse(f, "there is no result to draw");
        return lines[k].draw(&p);
    }
    return figure_refuse(f, "there is no line '%s'", line->word);
}
