/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether two methods agree where both say that they are done. How much errors grow on
 * the way is measured: by a run from a start that is off by PERTURBED; and where that
 * leaves them apart, by runs from points in the middle, in all variables, since a start
 * may be fixed where the run is free to err. */
#define _DEFAULT_SOURCE /* strdup */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include "outside_run.h"

static const char TOLERANCE_TEXT[] = "1e-8", MOST_STEPS[] = "20000";
static const double TOLERANCE = 1e-8, PERTURBED = 1e-6;
/* Enough of them, and no round number, so that the size of a column is seen: few rows may
 * all lie where it passes zero. */
static const char ROWS[] = "37";
/* Smaller values are no larger than this. */
static const double SMALL = 1e-3;

/* The rows of a run. */
typedef struct table {
    int exit_status, columns;
    long rows;
    double *value; /* [rows, 1 + columns] */
    char **name;   /* [1 + columns] */
} table;

static void table_free(table *t) {
    for (int j = 1; j <= t->columns; j++)
        free(t->name[j]);
    free(t->name);
    free(t->value);
}

static void table_take(const invo_result *r, table *t) {
    t->rows = invo_result_rows(r);
    t->columns = invo_result_columns(r);
    const size_t width = (size_t)t->columns + 1;
    t->name = calloc(width, sizeof *t->name);
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

/* Which values a run begins with. Forces would keep positions where they are. */
typedef enum start_of { ALL_VALUES, STATES, STATES_AND_RATES } start_of;

/* Where a run begins beside another one. */
typedef struct beginning {
    const table *near;
    long row;
    double perturbed; /* relative */
    start_of kind;
    const char *text; /* which differentiates states, and rates but the highest */
} beginning;

/* Does the text contain der() of this variable, or of the array that it is in? */
static int text_has_rate(const char *text, const char *name) {
    const size_t length = strcspn(name, "[");
    for (const char *at = text; (at = strstr(at, "der(")); at++) {
        const char *of = at + strlen("der(");
        if (strncmp(of, name, length) == 0 && (of[length] == ')' || of[length] == '['))
            return 1;
    }
    return 0;
}

static int begins_with(const beginning *b, const char *name) {
    const int is_rate = strncmp(name, "der(", 4) == 0;
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
    if (!status)
        table_take(s.result, &t);
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
    double size = SMALL;
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
                        double *grows) {
    for (int j = 1; j <= a->columns; j++) {
        const int k = table_find(one, a->name[j]);
        const int l = table_find(beside, a->name[j]);
        double moved = 0;
        if (!k || !l || !ends_alike(a, j, one, k))
            continue;
        for (long i = 0; i < one->rows; i++)
            moved = fmax(moved, fabs(table_at(one, i, k) - table_at(beside, i, l)));
        const double share = moved / column_size(a, j);
        grows[j] = fmax(grows[j], share > SPANNED ? INFINITY : share / PERTURBED);
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
        table one = job_rows(&rest, &(beginning){rows, row, 0, kind, text});
        table beside = job_rows(&rest, &(beginning){rows, row, PERTURBED, kind, text});
        if (one.exit_status == 0 && beside.exit_status == 0 &&
            table_matches(&one, &beside))
            note_growth(a, &one, &beside, grows);
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
        beside = job_rows(one, &(beginning){&a, 0, PERTURBED, ALL_VALUES, NULL});
    double *grows = calloc((size_t)a.columns + 1, sizeof *grows);
    for (int j = 1; j <= a.columns; j++)
        grows[j] = 1;
    if (beside.exit_status == 0 && table_matches(&a, &b) && table_matches(&a, &beside) &&
        starts_agree(&a, &b)) {
        note_growth(&a, &a, &beside, grows);
        compare_tables(&a, &b, grows, c);
        if (c->apart > most * c->amplification) {
            note_growth_on_the_way(one, &a, grows);
            compare_tables(&a, &b, grows, c);
            c->is_on_the_way = c->apart <= most * c->amplification;
        }
    }
    free(grows);
    table_free(&a);
    table_free(&b);
    table_free(&beside);
}
