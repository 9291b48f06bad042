/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether two methods agree where both say that they are done. How much errors grow on
 * the way is measured: by a run from a start that is off by PERTURBED; and where that
 * leaves them apart, by runs from points in the middle, in all variables, since a start
 * may be fixed where the run is free to err. Errors are made at every step, and methods
 * take many: where even that leaves them apart, kicks of single states after equal
 * numbers of steps of both runs tell what errors of one tolerance in each of them add up
 * to. This sum is taken as it is, without a factor. What is left may be round-off: runs
 * with one number of the text an ulp larger tell what that moves. */
#define _DEFAULT_SOURCE /* strdup */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include "outside_run.h"

static const char TOLERANCE_TEXT[] = "1e-8", MOST_STEPS[] = "20000";
static const double TOLERANCE = 1e-8, PERTURBED = 1e-6;
/* Single values are moved by less, beside runs of less error, as not all of them may be
 * moved far. */
static const char KICK_TOLERANCE_TEXT[] = "1e-10";
static const double KICKED = 1e-7;
/* Enough of them, and no round number, so that the size of a column is seen: few rows may
 * all lie where it passes zero. */
static const char ROWS[] = "37";
/* Smaller values are no larger than this. */
static const double SMALL = 1e-3;

/* The rows of a run. */
typedef struct table {
    int exit_status, columns;
    int coordinates; /* of the completed model, without time */
    long rows;
    double *value; /* [rows, 1 + columns] */
    char **name;   /* [1 + columns] */
    double *least; /* [1 + columns]: smaller values are no larger than this */
} table;

static void table_free(table *t) {
    for (int j = 1; j <= t->columns; j++)
        free(t->name[j]);
    free(t->name);
    free(t->least);
    free(t->value);
}

/* Does a column show this variable, an element of it or a rate? */
static int column_shows(const char *column, const char *variable) {
    while (strncmp(column, "der(", 4) == 0)
        column += 4;
    const size_t length = strcspn(column, "[)");
    return strncmp(column, variable, length) == 0 && !variable[length];
}

/* Where the text says that values are large as a rule, more of them is tolerated. */
static void table_take_nominals(const char *text, table *t) {
    outside_model *m = outside_read(text, strlen(text));
    for (int j = 1; j <= t->columns; j++) {
        t->least[j] = SMALL;
        for (int i = 0; i < m->declarations && !m->message[0]; i++) {
            const declaration *d = m->declared[i];
            if (d->nominal && d->nominal->kind == NODE_NUMBER &&
                column_shows(t->name[j], d->name))
                t->least[j] = fmax(SMALL, SMALL * (double)d->nominal->number);
        }
    }
    outside_model_free(m);
}

static void table_take(const invo_result *r, table *t) {
    t->rows = invo_result_rows(r);
    t->columns = invo_result_columns(r);
    const size_t width = (size_t)t->columns + 1;
    t->name = calloc(width, sizeof *t->name);
    t->least = calloc(width, sizeof *t->least);
    for (int j = 1; j <= t->columns; j++)
        t->name[j] = strdup(invo_result_column(r, j - 1));
    t->value = calloc((size_t)t->rows * width + 1, sizeof *t->value);
    for (long i = 0; i < t->rows; i++)
        memcpy(t->value + (size_t)i * width, invo_result_row(r, i),
               sizeof(double) * width);
}

static double table_at(const table *t, long row, int column) {
    return t->value[(size_t)row * ((size_t)t->columns + 1) + (size_t)column];
}

/* The column of that name, or 0. */
static int table_find(const table *t, const char *name) {
    for (int j = 1; j <= t->columns; j++)
        if (strcmp(t->name[j], name) == 0)
            return j;
    return 0;
}

/* Have both the same times? Rows at events need not. */
static int table_matches(const table *a, const table *b) {
    int same = a->rows == b->rows && a->rows > 0;
    for (long i = 0; same && i < a->rows; i++)
        same = table_at(a, i, 0) == table_at(b, i, 0);
    return same;
}

outside_job outside_job_by(const outside_job *job, const char *method) {
    outside_job other = *job;
    other.options = 0;
    other.step_share = 0;
    other.option[other.options++] = (outside_option){"points", ROWS};
    other.option[other.options++] = (outside_option){"method", method};
    other.option[other.options++] = (outside_option){"rtol", TOLERANCE_TEXT};
    other.option[other.options++] = (outside_option){"max-steps", MOST_STEPS};
    return other;
}

static const char *job_method(const outside_job *job) {
    for (int k = 0; k < job->options; k++)
        if (strcmp(job->option[k].name, "method") == 0)
            return job->option[k].value;
    return "auto";
}

/* Which values a run begins with. Forces would keep positions where they are. */
typedef enum start_of { ALL_VALUES, STATES, STATES_AND_RATES } start_of;

/* Where a run begins beside another one. */
typedef struct beginning {
    const table *near;
    long row;
    double perturbed; /* relative */
    start_of kind;
    const char *text;   /* which differentiates states, and rates but the highest */
    const char *kicked; /* NULL, or what the text begins with by itself, ... */
    int is_alone;       /* ... without rates of other variables */
} beginning;

/* What errors grow by, in every column: */
typedef struct growth {
    double *most; /* one error, ... */
    double *sum;  /* ... and one at every step of both runs, added up */
} growth;

/* What names are made of. */
static const char WORD[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/* The names in an expression from `at` on, up to the bracket that ends it: are all of
 * them, but for der, this one, which is `length` long? */
static int holds_alone(const char *at, const char *name, size_t length) {
    int depth = 0;
    int found = 0;
    while (*at && depth >= 0) {
        const size_t word = strspn(at, WORD);
        const int is_name = word && !isdigit((unsigned char)*at);
        depth += (*at == '(') - (*at == ')');
        if (is_name && word == length && strncmp(at, name, length) == 0)
            found = 1;
        else if (is_name && strncmp(at, "der(", word + 1) != 0)
            return 0;
        at += word ? word : 1;
        while (word && (*at == '.' || isdigit((unsigned char)*at)))
            at++; /* the rest of a number */
    }
    return found;
}

/* How often the text differentiates this variable alone, with factors, or the array that
 * it is in. */
static int text_rates(const char *text, const char *name) {
    static const char RATE[] = "der(";
    const size_t length = strcspn(name, "[)");
    int most = 0;
    for (const char *at = text; (at = strstr(at, RATE)); at += strlen(RATE)) {
        int rates = 1;
        const char *of = at + strlen(RATE);
        if (!holds_alone(of, name, length))
            continue;
        while (strncmp(of, RATE, strlen(RATE)) == 0) {
            of += strlen(RATE);
            rates++;
        }
        most = rates > most ? rates : most;
    }
    return most;
}

/* Does the text differentiate what this column shows? */
static int text_has_rate(const char *text, const char *name) {
    int rates = 0;
    while (strncmp(name, "der(", 4) == 0) {
        name += 4;
        rates++;
    }
    return text_rates(text, name) > rates;
}

/* Is the column a rate of another variable than this one? */
static int is_rate_of_another(const char *name, const char *variable) {
    if (strncmp(name, "der(", 4) != 0)
        return 0;
    while (strncmp(name, "der(", 4) == 0)
        name += 4;
    const size_t length = strcspn(name, ")");
    return strncmp(name, variable, length) != 0 || variable[length];
}

static int begins_with(const beginning *b, const char *name) {
    const int is_rate = strncmp(name, "der(", 4) == 0;
    if (b->kicked && (strcmp(name, b->kicked) == 0 ||
                      (b->is_alone && is_rate_of_another(name, b->kicked))))
        return 0;
    if (b->kind == ALL_VALUES)
        return !is_rate;
    return (!is_rate || b->kind == STATES_AND_RATES) && text_has_rate(b->text, name);
}

/* Shares of a perturbation, between 1/2 and 1 of both signs, that no two variables have
 * in common: equal ones may be what constraints take back, and leave what errors move. */
static double share_of(int j) {
    static const double GOLDEN = 0.6180339887498949;
    const double part = fmod(GOLDEN * j, 1);
    return part < 0.5 ? -0.5 - part : part;
}

/* Moves all values that the run begins with; the constraints take back what they do not
 * allow. */
static invo_status start_beside(invo_model *m, const beginning *b) {
    invo_status status = INVO_OK;
    const table *near = b->near;
    for (int j = 1; j <= near->columns && !status; j++) {
        const double x = table_at(near, b->row, j);
        const double by = b->perturbed * fmax(fabs(x), SMALL);
        char text[300];
        if (!begins_with(b, near->name[j]))
            continue;
        snprintf(text, sizeof text, "%s=%.17g", near->name[j], x + share_of(j) * by);
        status = invo_model_set(m, text);
    }
    return status;
}

static table job_rows(const outside_job *job, const beginning *b) {
    outside_session s;
    table t = {0};
    invo_status status = outside_session_open(job, &s);
    if (!status && b)
        status = start_beside(s.model, b);
    if (!status)
        status = outside_session_run(&s);
    t.exit_status = invo_status_exit(status);
    const invo_structure *structure = status ? NULL : invo_model_structure(s.model);
    if (!status)
        table_take(s.result, &t);
    if (!status)
        table_take_nominals(job->text, &t);
    if (structure)
        t.coordinates = structure->coordinates - 1;
    outside_session_end(&s);
    return t;
}

/* Where another start is as near to the guesses, two texts need not have the same. */
static int starts_agree(const table *a, const table *b) {
    for (int j = 1; j <= a->columns; j++) {
        const int k = table_find(b, a->name[j]);
        const double x = table_at(a, 0, j);
        if (k && fabs(x - table_at(b, 0, k)) > TOLERANCE * fmax(fabs(x), SMALL))
            return 0;
    }
    return 1;
}

/* Where errors of PERTURBED already span this share of all values, what they grow by can
 * only be said to be more; and 100 tolerances of that are as much as there is. */
static const double SPANNED = 0.1;

static double column_size(const table *a, int j) {
    double size = a->least[j];
    for (long i = 0; i < a->rows; i++)
        size = fmax(size, fabs(table_at(a, i, j)));
    return size;
}

/* A run from the middle may take another way: its start is not all that it was. */
static int ends_alike(const table *a, int j, const table *one, int k) {
    static const double ALIKE = 1e-2;
    const double end = table_at(a, a->rows - 1, j);
    return fabs(table_at(one, one->rows - 1, k) - end) <= ALIKE * column_size(a, j);
}

/* Raises what errors in each column of `a` grow by to what two runs show that began
 * PERTURBED apart; their last rows are those of `a`. */
static void note_growth(const table *a, const table *one, const table *beside,
                        double perturbed, double *grows) {
    for (int j = 1; j <= a->columns; j++) {
        const int k = table_find(one, a->name[j]);
        const int l = table_find(beside, a->name[j]);
        double moved = 0;
        if (!k || !l || !ends_alike(a, j, one, k))
            continue;
        for (long i = 0; i < one->rows; i++)
            moved = fmax(moved, fabs(table_at(one, i, k) - table_at(beside, i, l)));
        const double share = moved / column_size(a, j);
        grows[j] = fmax(grows[j], share > SPANNED ? INFINITY : share / perturbed);
    }
}

/* The text with nothing fixed at its start, for runs that begin in the middle. */
static char *text_unfixed(const char *text) {
    static const char FIXED[] = "fixed = true", FREE[] = "fixed=false ";
    char *result = strdup(text);
    for (char *at = result; (at = strstr(at, FIXED));)
        memcpy(at, FREE, strlen(FREE));
    char *initial = strstr(result, "\ninitial equation");
    char *end = initial ? strstr(initial, "\nequation") : NULL;
    if (end)
        memmove(initial, end, strlen(end) + 1);
    return result;
}

/* The run with a row at each of its steps. */
static table job_steps(const outside_job *job) {
    outside_job all = *job;
    for (int k = 0; k < all.options; k++)
        if (strcmp(all.option[k].name, "points") == 0)
            all.option[k] = (outside_option){"steps", "yes"};
    return job_rows(&all, NULL);
}

/* Raises what errors grow by to what they do from a row of `rows` on. What a start may
 * be differs: all values; or only those that the text differentiates, with their rates or
 * without. */
static void note_growth_from(const outside_job *job, const char *text, const table *a,
                             const table *rows, long row, double *grows) {
    const double begin = table_at(rows, 0, 0);
    const double end = table_at(rows, rows->rows - 1, 0);
    outside_job rest = *job;
    rest.text = text;
    rest.from = (table_at(rows, row, 0) - begin) / (end - begin);
    for (start_of kind = ALL_VALUES; kind <= STATES_AND_RATES; kind++) {
        table one = job_rows(&rest, &(beginning){rows, row, 0, kind, text, NULL, 0});
        table beside =
            job_rows(&rest, &(beginning){rows, row, PERTURBED, kind, text, NULL, 0});
        if (one.exit_status == 0 && beside.exit_status == 0 &&
            table_matches(&one, &beside))
            note_growth(a, &one, &beside, PERTURBED, grows);
        table_free(&one);
        table_free(&beside);
    }
}

/* What errors grow by that are made on the way, in every column: from points at equal
 * times, and from some after equal numbers of steps. Errors are made at each step, and
 * there are many where they grow fast. */
static void note_growth_on_the_way(const outside_job *job, const table *a,
                                   double *grows) {
    enum { PARTS = 4, OF_STEPS = 8 };
    table steps = job_steps(job);
    char *text = text_unfixed(job->text);
    for (int k = 0; k < PARTS; k++)
        note_growth_from(job, text, a, a, k * (a->rows - 1) / PARTS, grows);
    for (int k = 0; k < OF_STEPS && steps.rows > 1; k++)
        note_growth_from(job, text, a, &steps, k * (steps.rows - 1) / OF_STEPS, grows);
    free(text);
    table_free(&steps);
}

/* --- errors at every step --- */

/* What is tolerated of column j at a row is a share of its size so far. */
static double size_so_far(const table *t, long row, int j) {
    double size = t->least[j];
    for (long i = 0; i <= row; i++)
        size = fmax(size, fabs(table_at(t, i, j)));
    return size;
}

/* The text with column j at a row of t, where it begins, moved by so much. */
static char *text_kicked(const char *text, const table *t, long row, int j, double by) {
    static const char BEFORE[] = "\nequation";
    const char *at = strstr(text, BEFORE);
    const size_t size = strlen(text) + strlen(t->name[j]) + 80;
    char *result = malloc(size);
    if (!at)
        at = text;
    snprintf(result, size, "%.*s\ninitial equation\n  %s = %.17g;%s", (int)(at - text),
             text, t->name[j], table_at(t, row, j) + by, at);
    return result;
}

/* How far apart two runs begin: the most of what is tolerated in any state. */
static double starts_apart(const beginning *b, const table *one, const table *beside) {
    double most = 0;
    for (int j = 1; j <= b->near->columns; j++) {
        const int k = table_find(one, b->near->name[j]);
        const int l = table_find(beside, b->near->name[j]);
        if (!k || !l || !text_has_rate(b->text, b->near->name[j]))
            continue;
        const double moved = fabs(table_at(one, 0, k) - table_at(beside, 0, l));
        most = fmax(most, moved / size_so_far(b->near, b->row, j));
    }
    return most;
}

/* A run with the value of column j fixed where it begins, moved by so much. */
static table job_kicked(const outside_job *rest, const beginning *b, int j, double by) {
    outside_job kicked = *rest;
    char *text = text_kicked(rest->text, b->near, b->row, j, by);
    kicked.text = text;
    table t = job_rows(&kicked, b);
    free(text);
    return t;
}

/* Raises moved[] to what a kick in one state at a row moves every column by; returns
 * whether there was one. Where others move more with it, or the run has no place for it,
 * it is a smaller kick. */
static int note_kick(const outside_job *rest, const table *a, const beginning *b, int j,
                     double *moved) {
    enum { TRIALS = 3 };
    static const double FEWER = 0.1, MORE = 2;
    double by = KICKED * size_so_far(b->near, b->row, j);
    int fits = 0;
    table one = job_kicked(rest, b, j, 0);
    for (int k = 0; one.exit_status == 0 && !fits && k < TRIALS; k++) {
        table beside = job_kicked(rest, b, j, by);
        double apart = NAN;
        if (beside.exit_status == 0 && table_matches(&one, &beside))
            apart = starts_apart(b, &one, &beside);
        fits = apart > FEWER * KICKED && apart < MORE * KICKED;
        if (fits)
            note_growth(a, &one, &beside, apart, moved);
        table_free(&beside);
        if (apart < KICKED)
            break;
        by *= isfinite(apart) ? KICKED / apart : FEWER;
    }
    table_free(&one);
    return fits;
}

/* What errors of a tolerance grow by that are made in one step of a run. Where
 * constraints do not let all rates stay as they are, those of the same variable do.
 * Returns by how much one may be larger: a method's errors are of a tolerance in root
 * mean square over n coordinates, so that one of them may have sqrt(n). */
static double note_kicks(const outside_job *job, const table *a, const table *steps,
                         long row, double *moved) {
    const double begin = table_at(steps, 0, 0);
    const double end = table_at(steps, steps->rows - 1, 0);
    outside_job rest = *job;
    int states = 0;
    rest.from = (table_at(steps, row, 0) - begin) / (end - begin);
    for (int j = 1; j <= steps->columns; j++) {
        if (!text_has_rate(job->text, steps->name[j]))
            continue;
        beginning b = {steps, row, 0, STATES_AND_RATES, job->text, steps->name[j], 0};
        states++;
        if (note_kick(&rest, a, &b, j, moved))
            continue;
        b.is_alone = 1;
        note_kick(&rest, a, &b, j, moved);
    }
    return sqrt(fmax(states, steps->coordinates));
}

/* Adds what errors of a tolerance at every step of a run make together: from points
 * after equal numbers of steps. */
static void note_errors(const outside_job *job, const char *method, const table *a,
                        growth *g) {
    enum { OF_STEPS = 8 };
    table steps = job_steps(job);
    double *moved = calloc((size_t)a->columns + 1, sizeof *moved);
    char *text = text_unfixed(job->text);
    outside_job rest = outside_job_by(job, method);
    rest.text = text;
    for (int k = 0; k < rest.options; k++)
        if (strcmp(rest.option[k].name, "rtol") == 0)
            rest.option[k].value = KICK_TOLERANCE_TEXT;
    const int points = (int)fmin(OF_STEPS, (double)steps.rows - 1);
    for (int k = 0; k < points; k++) {
        memset(moved, 0, ((size_t)a->columns + 1) * sizeof *moved);
        const long row = k * (steps.rows - 1) / points;
        const double most = note_kicks(&rest, a, &steps, row, moved);
        for (int j = 1; j <= a->columns; j++) {
            g->most[j] = fmax(g->most[j], moved[j]);
            g->sum[j] += most * moved[j] * (double)(steps.rows - 1) / points;
        }
    }
    free(moved);
    free(text);
    table_free(&steps);
}

/* Raises what errors grow by to what makes `most` of them as far apart as two runs may
 * be that err by a tolerance in each of their steps. */
static void note_errors_of_both(const outside_job *one, const outside_job *other,
                                const table *a, double most, double *grows) {
    growth g = {grows, calloc((size_t)a->columns + 1, sizeof *g.sum)};
    const char *method = job_method(one);
    note_errors(one, method, a, &g);
    note_errors(other, method, a, &g);
    for (int j = 1; j <= a->columns; j++)
        grows[j] = fmax(grows[j], g.sum[j] / most);
    free(g.sum);
}

/* --- round-off --- */

/* The next number after `at` in the text, and its length (0: none). Digits in names are
 * none. */
static const char *next_number(const char *at, size_t *length) {
    *length = 0;
    while (*at && !isdigit((unsigned char)*at)) {
        at += isalpha((unsigned char)*at) || *at == '_' ? strspn(at, WORD) : 1;
    }
    if (*at) {
        char *end = NULL;
        strtod(at, &end);
        *length = (size_t)(end - at);
    }
    return at;
}

/* The text with the number there an ulp larger. */
static char *text_nudged(const char *text, const char *number, size_t length) {
    const size_t size = strlen(text) + 40;
    char *result = malloc(size);
    snprintf(result, size, "%.*s%.17g%s", (int)(number - text), text,
             nextafter(strtod(number, NULL), INFINITY), number + length);
    return result;
}

/* Raises what errors grow by to how many tolerances an ulp of a number in the equations
 * of a run moves it. */
static void note_round_off(const outside_job *job, const table *a, double *grows) {
    enum { NUMBERS = 64 };
    const char *at = strstr(job->text, "\nequation");
    table one = job_rows(job, NULL);
    size_t length = 1;
    for (int k = 0; k < NUMBERS && at && one.exit_status == 0; k++) {
        at = next_number(at, &length);
        if (!length)
            break;
        char *text = text_nudged(job->text, at, length);
        outside_job nudged = *job;
        nudged.text = text;
        table beside = job_rows(&nudged, NULL);
        if (beside.exit_status == 0 && table_matches(&one, &beside))
            note_growth(a, &one, &beside, TOLERANCE, grows);
        table_free(&beside);
        free(text);
        at += length;
    }
    table_free(&one);
}

/* The largest difference of column j and its fellow k in tolerances, from row *where on,
 * and its row. A value that is missing in one of both only is infinitely far away. */
static double column_distance(const table *a, int j, const table *b, int k,
                              double tolerance, long *where) {
    double most = 0;
    for (long i = *where; i < a->rows; i++) {
        const double x = table_at(a, i, j);
        const double y = table_at(b, i, k);
        double d = fabs(x - y) / tolerance;
        if (isnan(d))
            d = isnan(x) == isnan(y) ? 0 : INFINITY;
        if (d > most) {
            most = d;
            *where = i;
        }
    }
    return most;
}

static void compare_column(const table *a, int j, const table *b, int k, double grows,
                           outside_comparison *c) {
    long row = c->at_end ? a->rows - 1 : 0;
    const double tolerance = TOLERANCE * column_size(a, j);
    const double apart = column_distance(a, j, b, k, tolerance, &row);
    if (c->column && !(apart / grows > c->apart / c->amplification))
        return;
    c->apart = apart;
    c->amplification = grows;
    c->column = j;
    c->time = table_at(a, row, 0);
    c->value[0] = table_at(a, row, j);
    c->value[1] = table_at(b, row, k);
}

/* The column in which both are farthest apart, beside what errors grow by. */
static void compare_tables(const table *a, const table *b, const double *grows,
                           outside_comparison *c) {
    c->column = 0;
    for (int j = 1; j <= a->columns; j++) {
        const int k = table_find(b, a->name[j]);
        if (k)
            compare_column(a, j, b, k, grows[j], c);
    }
    c->is_compared = c->column > 0;
}

void outside_compare(const outside_job *one, const outside_job *other, int at_end,
                     double most, outside_comparison *c) {
    *c = (outside_comparison){.at_end = at_end};
    table a = job_rows(one, NULL);
    table b = job_rows(other, NULL);
    table beside = {.exit_status = 1};
    if (a.exit_status == 0 && b.exit_status == 0)
        beside = job_rows(one, &(beginning){&a, 0, PERTURBED, ALL_VALUES, NULL, NULL, 0});
    double *grows = calloc((size_t)a.columns + 1, sizeof *grows);
    for (int j = 1; j <= a.columns; j++)
        grows[j] = 1;
    if (beside.exit_status == 0 && table_matches(&a, &b) && table_matches(&a, &beside) &&
        starts_agree(&a, &b)) {
        note_growth(&a, &a, &beside, PERTURBED, grows);
        compare_tables(&a, &b, grows, c);
        if (c->apart > most * c->amplification) {
            note_growth_on_the_way(one, &a, grows);
            compare_tables(&a, &b, grows, c);
            c->is_on_the_way = c->apart <= most * c->amplification;
        }
        if (c->apart > most * c->amplification) {
            note_errors_of_both(one, other, &a, most, grows);
            compare_tables(&a, &b, grows, c);
        }
        if (c->apart > most * c->amplification) {
            note_round_off(one, &a, grows);
            note_round_off(other, &a, grows);
            compare_tables(&a, &b, grows, c);
            c->is_round_off = c->apart <= most * c->amplification;
        }
    }
    free(grows);
    table_free(&a);
    table_free(&b);
    table_free(&beside);
}
