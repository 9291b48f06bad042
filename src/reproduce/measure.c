/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../cli/embedded.h"
#include "items.h"
#include "../cli/say.h"

static invo_status set_option(measured *m, invo_options *o, const char *name,
                              const char *value) {
    if (strcmp(name, "set") == 0)
        return invo_model_set(m->model, value);
    if (strcmp(name, "section") == 0)
        return invo_model_section(m->model, value);
    if (strcmp(name, "size") == 0)
        return INVO_OK; /* done: read_model */
    return invo_options_set(m->context, o, name, value);
}

/* Words of options: kept as long as the result, since its settings borrow them. */
typedef struct words {
    char text[2000];
    char *at[100];
    int count;
} words;

static void measure_split(words *w, const char *text, int length) {
    snprintf(w->text, sizeof w->text, "%.*s", length, text);
    w->count = 0;
    for (char *word = strtok(w->text, " "); word && w->count < 99;
         word = strtok(NULL, " "))
        w->at[w->count++] = word;
}

static invo_status set_options(measured *m, const words *w, invo_options *o) {
    invo_status status = invo_model_options(m->model, invo_options_init(o));
    for (int pass = 0; pass < 2; pass++) /* --like stands for others, which change it */
        for (int k = 1; !status && k < w->count; k++) {
            const char *name = w->at[k] + strspn(w->at[k], "-");
            const char *value = NULL;
            if (k + 1 < w->count && strncmp(w->at[k + 1], "--", 2) != 0)
                value = w->at[++k];
            if (pass == (strcmp(name, "like") != 0))
                status = set_option(m, o, name, value);
        }
    return status;
}

/* Something could not be measured for this reason, in any run so far. */
static int lacks_memory;

int measure_lacks_memory(void) {
    return lacks_memory;
}

void measure_note_memory(void) {
    lacks_memory = 1;
}

/* Points are kept as far as there is memory for them. */
static void keep_crossing(void *data, const invo_crossing *x) {
    measured *m = data;
    size_t width = (size_t)x->columns + 1;
    size_t count = (size_t)m->crossings + 1;
    double *more = realloc(m->crossing, count * width * sizeof *more);
    if (!more) {
        measure_note_memory();
        return;
    }
    m->crossing = more;
    memcpy(more + (count - 1) * width, x->row, width * sizeof *more);
    m->crossings++;
}

/* The text of a model in which "Integer NAME = ..." has the value of --size NAME=VALUE:
 * what decides sizes cannot be set once a model is read. malloc'ed; NULL: no such
 * parameter, or no memory. */
static char *resized(const char *text, const char *size) {
    char head[ITEM_WORD];
    const int name = (int)strcspn(size, "=");
    snprintf(head, sizeof head, "parameter Integer %.*s = ", name, size);
    const char *at = strstr(text, head);
    char *copy = at ? malloc(strlen(text) + strlen(size) + 1) : (char *)NULL;
    if (!copy)
        return NULL;
    const char *value = size[name] ? size + name + 1 : "";
    at += strlen(head);
    sprintf(copy, "%.*s%s%s", (int)(at - text), text, value,
            at + strspn(at, "0123456789"));
    return copy;
}

static invo_status read_model(measured *m, const embedded_file *f, const words *w) {
    for (int k = 1; k + 1 < w->count; k++) {
        if (strcmp(w->at[k], "--size") != 0)
            continue;
        char *text = resized(f->text, w->at[k + 1]);
        if (!text) {
            say(stderr, "error: %s has no size to set by --size %s\n", f->path,
                w->at[k + 1]);
            exit(EXIT_FAILURE);
        }
        invo_status status =
            invo_model_parse(m->context, f->path, text, strlen(text), &m->model);
        free(text);
        return status;
    }
    return invo_model_parse(m->context, f->path, f->text, f->size, &m->model);
}

/* "rtol,newton-tolerance": all of them get the value. */
static invo_status set_swept(measured *m, invo_options *o, const char *names,
                             const char *value) {
    invo_status status = INVO_OK;
    char name[ITEM_WORD];
    while (!status && *names) {
        size_t n = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, names);
        names += names[n] ? n + 1 : n;
        status = set_option(m, o, name, value);
    }
    return status;
}

/* Runs as `involute run` would: annotations, then --like, then the other options, then
 * what is swept. */
measured measure_run(const char *text, int length, const char *option,
                     const char *value) {
    assert(length >= 0);
    measured m = {.context = invo_context_new(), .swept = value ? atof(value) : NAN};
    words *w = m.words = calloc(1, sizeof *w);
    invo_options o;
    if (option)
        snprintf(m.swept_name, sizeof m.swept_name, "%.*s", (int)strcspn(option, ","),
                 option);
    if (!m.context || !w) {
        m.status = INVO_E_MEMORY;
        measure_note_memory();
        return m;
    }
    measure_split(w, text, length);
    const embedded_file *f =
        w->count ? embedded_find("models", w->at[0], ".mo") : (const embedded_file *)NULL;
    if (!f) {
        say(stderr, "error: the gallery has no model '%s'\n", w->count ? w->at[0] : "");
        exit(EXIT_FAILURE);
    }
    m.status = read_model(&m, f, w);
    if (!m.status)
        m.status = set_options(&m, w, &o);
    if (!m.status && option)
        m.status = set_swept(&m, &o, option, value);
    if (!m.status) {
        o.crossing = keep_crossing;
        o.crossing_data = &m;
        m.status = invo_model_run(m.model, &o, &m.result);
    }
    if (m.status == INVO_E_MEMORY)
        measure_note_memory();
    return m;
}

void measure_free(measured *m) {
    free(m->crossing);
    invo_result_free(m->result);
    invo_model_free(m->model);
    invo_context_free(m->context);
    free(m->words);
    *m = (measured){0};
}

/* --- end values --- */

static void add_value(reference *r, const char *name, double value) {
    if (r->count == 32)
        return;
    snprintf(r->name[r->count], sizeof r->name[0], "%s", name);
    r->value[r->count++] = value;
}

void reference_from_run(reference *r, const measured *m) {
    r->count = 0;
    if (m->status || !m->result)
        return;
    for (int k = 0; k < invo_result_columns(m->result); k++)
        add_value(r, invo_result_column(m->result, k),
                  invo_result_final(m->result)[k + 1]);
}

void reference_from_text(reference *r, const char *text, int length) {
    const char *end = text + length;
    char name[60], value[60];
    r->count = 0;
    while (item_word(&text, end, name, sizeof name) &&
           item_word(&text, end, value, sizeof value))
        add_value(r, name, strtod(value, NULL));
}

/* Up to the next comma that is not within brackets: "p[1,2]" is one name. */
const char *measure_next_name(const char *names, char *word, size_t size) {
    size_t n = 0;
    for (int depth = 0; names[n] && (depth || names[n] != ','); n++)
        depth += (names[n] == '[') - (names[n] == ']');
    snprintf(word, size, "%.*s", (int)n, names);
    return names + n + (names[n] == ',');
}

double measure_error(const measured *m, const char *names, const reference *r,
                     const char **why) {
    double sum = 0;
    char word[60];
    while (*names) {
        names = measure_next_name(names, word, sizeof word);
        int column = measure_column(m->result, word);
        int k = 0;
        while (k < r->count && strcmp(r->name[k], word) != 0)
            k++;
        if (column < 0 || k == r->count) {
            *why = "no such column";
            return NAN;
        }
        double d = invo_result_final(m->result)[column] - r->value[k];
        sum += d * d;
    }
    return sqrt(sum);
}

static double measure_order_of(const measured *run, int runs, const char *names,
                               const reference *r, const char **why) {
    if (runs < 2) {
        *why = "an order needs a sweep";
        return NAN;
    }
    double a = measure_error(&run[runs - 2], names, r, why);
    double b = measure_error(&run[runs - 1], names, r, why);
    return log(a / b) / log(run[runs - 2].swept / run[runs - 1].swept);
}

/* The least squares line through log error over log of what was swept. */
static double measure_slope_of(const measured *run, int runs, const char *names,
                               const reference *r, const char **why) {
    double n = runs;
    double sx = 0;
    double sy = 0;
    double sxx = 0;
    double sxy = 0;
    if (runs < 2) {
        *why = "a slope needs a sweep";
        return NAN;
    }
    for (int k = 0; k < runs; k++) {
        double x = log(run[k].swept);
        double y = log(measure_error(&run[k], names, r, why));
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/* --- columns --- */

int measure_column(const invo_result *r, const char *name) {
    if (strcmp(name, "time") == 0)
        return 0;
    for (int k = 0; k < invo_result_columns(r); k++)
        if (strcmp(invo_result_column(r, k), name) == 0)
            return k + 1;
    return -1;
}

typedef struct range {
    double min, max, drift;
} range;

static range measure_range_of(const invo_result *r, int column) {
    assert(column >= 0 && column < invo_result_columns(r));
    range x = {INFINITY, -INFINITY, 0};
    for (long i = 0; i < invo_result_rows(r); i++) {
        double y = invo_result_row(r, i)[column];
        x.min = fmin(x.min, y);
        x.max = fmax(x.max, y);
        x.drift = fmax(x.drift, fabs(y - invo_result_row(r, 0)[column]));
    }
    return x;
}

/* Times at which the column goes up through `level`, by straight lines between rows: how
 * many, the first, the last. */
static long rises(const invo_result *r, int column, double level, double *first,
                  double *last) {
    assert(column >= 0 && column < invo_result_columns(r));
    long count = 0;
    for (long i = 1; i < invo_result_rows(r); i++) {
        const double *p = invo_result_row(r, i - 1);
        const double *q = invo_result_row(r, i);
        if (!(p[column] < level && q[column] >= level))
            continue;
        double t = p[0] + (q[0] - p[0]) * (level - p[column]) / (q[column] - p[column]);
        if (count++ == 0)
            *first = t;
        *last = t;
    }
    return count;
}

static double period_of(const invo_result *r, int column) {
    range x = measure_range_of(r, column);
    double first = 0;
    double last = 0;
    long count = rises(r, column, (x.min + x.max) / 2, &first, &last);
    return count > 1 ? (last - first) / (double)(count - 1) : NAN;
}

static double zeros_of(const invo_result *r, int column) {
    long count = 0;
    double before = 0;
    for (long i = 0; i < invo_result_rows(r); i++) {
        double y = invo_result_row(r, i)[column];
        if (y != 0 && before != 0 && (y < 0) != (before < 0))
            count++;
        if (y != 0)
            before = y;
    }
    return (double)count;
}

/* The least (sign -1) or largest (1) distance between rows. The last one does not count:
 * the stop time cuts it. */
static double spacing_of(const invo_result *r, int sign) {
    double most = -INFINITY;
    for (long i = 1; i + 1 < invo_result_rows(r); i++)
        most = fmax(most,
                    sign * fabs(invo_result_row(r, i)[0] - invo_result_row(r, i - 1)[0]));
    return isfinite(most) ? sign * most : NAN;
}

/* By a straight line between the rows on either side. */
static double measure_value_at(const invo_result *r, double t, int column) {
    assert(column >= 0 && column < invo_result_columns(r));
    for (long i = 1; i < invo_result_rows(r); i++) {
        const double *p = invo_result_row(r, i - 1);
        const double *q = invo_result_row(r, i);
        if ((p[0] - t) * (q[0] - t) > 0 || p[0] == q[0])
            continue;
        return p[column] + (q[column] - p[column]) * ((t - p[0]) / (q[0] - p[0]));
    }
    return NAN;
}

static double max_of(const invo_result *r, int column) {
    return measure_range_of(r, column).max;
}

static double min_of(const invo_result *r, int column) {
    return measure_range_of(r, column).min;
}

static double drift_of(const invo_result *r, int column) {
    return measure_range_of(r, column).drift;
}

static double final_of(const invo_result *r, int column) {
    return invo_result_final(r)[column];
}

static double measure_start_of(const invo_result *r, int column) {
    return invo_result_row(r, 0)[column];
}

/* "0.5 x" or "0.5 |x|" */
static double reproduce_measure_value_at(const invo_result *r, const char *text) {
    char *name;
    char inner[ITEM_WORD];
    double t = strtod(text, &name);
    name += strspn(name, " ");
    int is_size = sscanf(name, "|%[^|]|", inner) == 1;
    int column = measure_column(r, is_size ? inner : name);
    double x = column < 0 ? NAN : measure_value_at(r, t, column);
    return is_size ? fabs(x) : x;
}

static double of_column(const char *what, const invo_result *r, const char *name) {
    static const struct {
        const char *name;
        double (*of)(const invo_result *r, int column);
    } table[] = {{"final", final_of}, {"start", measure_start_of}, {"max", max_of},
                 {"min", min_of},     {"drift", drift_of},         {"period", period_of},
                 {"zeros", zeros_of}};
    int column = measure_column(r, name);
    for (size_t i = 0; column >= 0 && i < sizeof table / sizeof *table; i++)
        if (strcmp(what, table[i].name) == 0)
            return table[i].of(r, column);
    return NAN;
}

/* --- counts --- */

static double ledger_of(const invo_result *r, int in_units) {
    invo_ledger_row row;
    double most = 0;
    for (int i = 0; invo_result_residual(r, i, &row); i++) {
        double x = in_units ? row.scaled_max : row.max;
        if (!row.left_out && !(x <= most))
            most = x;
    }
    return most;
}

/* Of the constraints themselves, as written, not of their rates. */
static double violation_of(const invo_result *r) {
    invo_ledger_row row;
    double most = 0;
    for (int i = 0; invo_result_residual(r, i, &row); i++) {
        int is_top = row.row.kind == INVO_ROW_TOP;
        if (!is_top && row.row.level == 0 && !row.left_out && !(row.max <= most))
            most = row.max;
    }
    return most;
}

static double count_impasses(const invo_result *r) {
    invo_result_impasse_row row;
    long n = 0;
    while (invo_result_impasse(r, n, &row))
        n++;
    return (double)n;
}

/* Without the last step, if it is shorter because the stop time cut it. */
static double full_steps(const measured *m) {
    const invo_options *o = invo_result_settings(m->result);
    long steps = invo_result_statistics(m->result)->steps;
    double covered = strcmp(o->by, "arclength") == 0 ? invo_result_arclength(m->result)
                                                     : fabs(o->stop - o->start);
    if (isnan(o->step))
        return (double)steps;
    return fabs((double)steps * o->step - covered) > 1e-6 * o->step ? (double)steps - 1
                                                                    : (double)steps;
}

/* The shortest (sign -1) or longest (1) step along the curve, from the rows of a run by
 * arclength with --steps; the last, which the stop time cuts, does not count. */
static double measure_step_length(const invo_result *r, int sign) {
    const int s = measure_column(r, "s");
    double most = -INFINITY;
    for (long i = 1; s > 0 && i + 1 < invo_result_rows(r); i++)
        most =
            fmax(most, sign * (invo_result_row(r, i)[s] - invo_result_row(r, i - 1)[s]));
    return isfinite(most) ? sign * most : NAN;
}

static double half_steps(const measured *m) {
    const char *controller = invo_result_settings(m->result)->controller;
    int doubled =
        strcmp(controller, "richardson") == 0 || strcmp(controller, "halving") == 0;
    return (double)invo_result_statistics(m->result)->steps * (doubled ? 2 : 1);
}

/* Of all tries. */
static double rejected_percent(const invo_statistics *s) {
    return 100 * (double)s->rejected / (double)(s->steps + s->rejected);
}

/* nu_c of the first-order form; NaN: it has none. */
static double constraint_level(const invo_model *m) {
    invo_level l;
    double maximal = NAN;
    for (int i = 0; invo_model_level(m, i, &l); i++)
        maximal = l.level;
    return maximal;
}

/* 1: the component is solved for at the start, 0: it is not; NaN: it is not known. */
static double measure_is_algebraic(const invo_model *m, const char *name) {
    invo_selected c;
    for (int k = 0; invo_model_selected(m, k, &c); k++)
        if (strcmp(c.name, name) == 0)
            return c.algebraic;
    return NAN;
}

/* Finds a quantity of the whole run by name; rows before the list of counters go first.
 */
static double of_run(const char *what, const measured *m) {
    const invo_result *r = m->result;
    const invo_statistics *s = invo_result_statistics(r);
    const invo_structure *k = invo_model_structure(m->model);
    const struct {
        const char *name;
        double value;
    } table[] = {
        {"points", (double)s->steps + 1},
        {"half_steps", half_steps(m)},
        {"full_steps", full_steps(m)},
        {"shortest", spacing_of(r, -1)},
        {"longest", spacing_of(r, 1)},
        {"steps_but_last", (double)(s->steps - 1)},
        {"shortest_step", measure_step_length(r, -1)},
        {"longest_step", measure_step_length(r, 1)},
        {"rejected_percent", rejected_percent(s)},
        {"constraint_level", constraint_level(m->model)},
        {"newton_average",
         s->retractions ? (double)s->newton_iterations / (double)s->retractions : 0},
        {"newton_down", s->steps ? (double)s->newton_down / (double)s->steps : 0},
        {"newton_up", s->steps ? (double)s->newton_up / (double)s->steps : 0},
        {"fallbacks", (double)s->retraction_fallbacks},
        {"seconds", s->solve_seconds},
        {"impasses", count_impasses(r)},
        {"residual", ledger_of(r, 0)},
        {"violation", violation_of(r)},
        {"units", ledger_of(r, 1)},
        {"arclength", invo_result_arclength(r)},
        {"index", k ? k->index : NAN},
        {"dof", k ? k->dof : NAN},
        {"coordinates", k ? k->coordinates : NAN},
        {"dimension", k ? k->coordinates - k->constraints : NAN},
        {"constraints", k ? k->constraints : NAN},
#define COUNTER(name, about) {#name, (double)s->name},
#define DURATION(name, about) {#name, s->name},
#include "involute_statistics.def"
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(what, table[i].name) == 0)
            return table[i].value;
    return NAN;
}

static double crossings_of(const invo_result *r, const char *name) {
    invo_result_section_row row;
    for (int i = 0; invo_result_section(r, i, &row); i++)
        if (strcmp(row.name, name) == 0)
            return (double)row.crossings;
    return NAN;
}

/* "max NAME" or "min NAME" over the points of sections. */
static double section_of(const measured *m, const char *rest) {
    const int sign = strncmp(rest, "min ", 4) == 0 ? -1 : 1;
    const int column = measure_column(m->result, rest + 4);
    const size_t width = (size_t)invo_result_columns(m->result) + 1;
    double most = -INFINITY;
    if (strlen(rest) < 5 || column < 0 || m->crossings == 0)
        return NAN;
    for (long i = 0; i < m->crossings; i++)
        most = fmax(most, sign * m->crossing[(size_t)i * width + (size_t)column]);
    return sign * most;
}

static double impasse_of(const invo_result *r, const char *number) {
    invo_result_impasse_row row;
    return invo_result_impasse(r, atol(number) - 1, &row) ? row.t : NAN;
}

/* The first word decides whether runs, sections, a column or the whole run are measured.
 */
double measure(const char *quantity, const measured *run, int runs, const reference *r,
               const char **why) {
    assert(runs > 0);
    const measured *m = &run[runs - 1];
    char what[ITEM_WORD];
    const char *rest = quantity;
    const char *end = quantity + strlen(quantity);
    *why = "";
    if (!m->result) {
        *why = "the run did not start";
        return NAN;
    }
    item_word(&rest, end, what, sizeof what);
    rest += strspn(rest, " ");
    double x;
    if (strcmp(what, "error") == 0)
        x = measure_error(m, rest, r, why);
    else if (strcmp(what, "order") == 0)
        x = measure_order_of(run, runs, rest, r, why);
    else if (strcmp(what, "slope") == 0)
        x = measure_slope_of(run, runs, rest, r, why);
    else if (strcmp(what, "crossings") == 0)
        x = crossings_of(m->result, rest);
    else if (strcmp(what, "algebraic") == 0)
        x = measure_is_algebraic(m->model, rest);
    else if (strcmp(what, "section") == 0)
        x = section_of(m, rest);
    else if (strcmp(what, "impasse") == 0)
        x = impasse_of(m->result, rest);
    else if (strcmp(what, "at") == 0)
        x = reproduce_measure_value_at(m->result, rest);
    else
        x = *rest ? of_column(what, m->result, rest) : of_run(what, m);
    if (isnan(x) && !**why)
        *why = "no value";
    return x;
}
