/* SPDX-License-Identifier: BSD-3-Clause */
/* Methods agree: every model of tests/agreement (fronts, saturations, stiff ones, index 1
 * to 3) by six methods at three tolerances, against a reference that none of them made.
 * The models hold it as comments:
 *
 *     //: x = 0.25          a final value: closed form, or computed elsewhere
 *     //: stiff             explicit methods may give up here; radau and auto may not
 *     //: perturb x v       start values that the end is sensitive to
 *
 * A run is within its tolerance where every final value given is off by no more than 100
 * tolerances; a tolerance of a variable is rtol times its largest value in the run, plus
 * 1e-3 rtol, times the amplification A of the problem. A = 1 unless start values are
 * listed: then each of these is changed by 1e-7 of itself in a run of its own, and A is
 * the largest relative change of the end that this makes, over 1e-7, but at least 1. So A
 * is the condition of the problem, measured once, and no error of a method enters it. A
 * run that ends with a status other than 0 has not claimed anything.
 *
 * With arguments only those files are run: property_test_agreement FILE.mo... */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "involute.h"
#include <cmocka.h>

enum { LONGEST = 1000, MOST_FILES = 200, MOST_VALUES = 8, FEWEST_FILES = 60 };
static const char *const methods[] = {"taylor", "dop853", "radau",
                                      "gauss6", "gauss4", "auto"};
static const double tolerances[] = {1e-4, 1e-7, 1e-10};
static const double ALLOWED = 100, CHANGE = 1e-7;
/* Explicit methods on stiff models end here. */
static const long MOST_STEPS = 20000;

typedef struct problem {
    const char *file;
    int values, changed, is_stiff;
    char name[MOST_VALUES][64], start[MOST_VALUES][64];
    double reference[MOST_VALUES];
    double size[MOST_VALUES];          /* largest in the run */
    double amplification[MOST_VALUES]; /* of each value */
} problem;

typedef struct totals {
    int runs, within, stopped, failures;
} totals;
static totals total;
static int is_loud; /* files were named: why runs stopped is shown */

static void complain(const problem *p, const char *what) {
    print_error("%s: %s\n", p->file, what);
    total.failures++;
}

/* One comment line without "//: ". */
static void take_line(problem *p, char *line) {
    char name[64];
    double value;
    if (sscanf(line, "%63s = %lf", name, &value) == 2 && p->values < MOST_VALUES) {
        strcpy(p->name[p->values], name);
        p->reference[p->values++] = value;
    } else if (strncmp(line, "stiff", 5) == 0) {
        p->is_stiff = 1;
    } else if (strncmp(line, "perturb ", 8) == 0) {
        for (char *w = strtok(line + 8, " \n"); w; w = strtok(NULL, " \n"))
            if (p->changed < MOST_VALUES)
                strcpy(p->start[p->changed++], w);
    } else {
        complain(p, "cannot read a comment");
    }
}

static void read_problem(problem *p, const char *file) {
    char line[LONGEST];
    *p = (problem){.file = file};
    FILE *in = fopen(file, "r");
    if (!in) {
        complain(p, "cannot open it");
        return;
    }
    while (fgets(line, sizeof line, in))
        if (strncmp(line, "//: ", 4) == 0)
            take_line(p, line + 4);
    fclose(in);
    for (int k = 0; k < p->values; k++)
        p->amplification[k] = 1;
    if (p->values == 0)
        complain(p, "it has no reference");
}

static int column_of(const invo_result *r, const char *name) {
    for (int i = 0; i < invo_result_columns(r); i++)
        if (strcmp(invo_result_column(r, i), name) == 0)
            return i;
    return -1;
}

/* A run; `setting` ("x=1") may be NULL. The final values into `final` ([values]), the
 * largest ones into p->size where `sizes` is set. */
static invo_status run(problem *p, const char *method, double rtol, const char *setting,
                       int sizes, double *final) {
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_options o;
    invo_result *r = NULL;
    invo_options_init(&o);
    invo_status status = invo_model_read(c, p->file, &m);
    if (!status)
        status = invo_model_options(m, &o);
    if (!status && setting)
        status = invo_model_set(m, setting);
    o.method = method, o.rtol = rtol, o.max_steps = MOST_STEPS;
    o.points = sizes ? 200 : 1;
    if (!status)
        status = invo_model_run(m, &o, &r);
    for (int k = 0; k < p->values && r; k++) {
        const int column = column_of(r, p->name[k]);
        if (column < 0) {
            complain(p, "a value has no column");
            break;
        }
        final[k] = invo_result_final(r)[column + 1];
        for (long i = 0; sizes && i < invo_result_rows(r); i++)
            p->size[k] = fmax(p->size[k], fabs(invo_result_row(r, i)[column + 1]));
    }
    if (status && is_loud)
        print_message("  %s: %s\n", method, invo_context_message(c));
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return status;
}

/* The start value that the model gives a variable: "x(start = 1, ...". */
static double start_of(const problem *p, const char *name) {
    char line[LONGEST], pattern[80];
    double value = NAN;
    FILE *in = fopen(p->file, "r");
    snprintf(pattern, sizeof pattern, "%s(start = ", name);
    while (in && fgets(line, sizeof line, in)) {
        const char *at = strstr(line, pattern);
        if (at && isnan(value))
            value = strtod(at + strlen(pattern), NULL);
    }
    if (in)
        fclose(in);
    return value;
}

static void measure(problem *p) {
    double base[MOST_VALUES] = {0}, moved[MOST_VALUES] = {0};
    char setting[160];
    if (run(p, "auto", 1e-9, NULL, 1, base))
        complain(p, "no run for sizes");
    if (p->changed && run(p, "auto", 1e-11, NULL, 0, base))
        complain(p, "no base run");
    for (int j = 0; j < p->changed; j++) {
        const double start = start_of(p, p->start[j]);
        snprintf(setting, sizeof setting, "%s=%.17g", p->start[j], start * (1 + CHANGE));
        if (run(p, "auto", 1e-11, setting, 0, moved))
            complain(p, "no changed run");
        for (int k = 0; k < p->values; k++) {
            double factor = fabs(moved[k] - base[k]) / (CHANGE * p->size[k]);
            p->amplification[k] = fmax(p->amplification[k], factor);
        }
    }
}

/* The largest distance from the reference in tolerances. */
static double distance(const problem *p, double rtol, const double *final) {
    double worst = 0;
    for (int k = 0; k < p->values; k++) {
        const double tolerance = rtol * (p->size[k] + 1e-3) * p->amplification[k];
        const double off = fabs(final[k] - p->reference[k]) / tolerance;
        if (!(off <= worst))
            worst = off;
    }
    return worst;
}

static int may_stop(const problem *p, const char *method) {
    const int is_sure = strcmp(method, "radau") == 0 || strcmp(method, "auto") == 0;
    return !is_sure || !p->is_stiff;
}

static void compare(problem *p) {
    double final[MOST_VALUES] = {0};
    measure(p);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
        for (size_t t = 0; t < sizeof tolerances / sizeof *tolerances; t++) {
            total.runs++;
            if (run(p, methods[m], tolerances[t], NULL, 0, final)) {
                total.stopped++;
                if (!may_stop(p, methods[m]))
                    complain(p, "radau or auto gave up");
                continue;
            }
            const double off = distance(p, tolerances[t], final);
            if (off <= ALLOWED) {
                total.within++;
                continue;
            }
            total.failures++;
            print_error("%s: %s at rtol %.0e is off by %.3g tolerances\n", p->file,
                        methods[m], tolerances[t], off);
        }
}

static char *files[MOST_FILES];
static int file_count;

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_files(void) {
    DIR *folder = opendir("tests/agreement");
    assert_non_null(folder);
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        const size_t length = strlen(e->d_name);
        if (length < 4 || strcmp(e->d_name + length - 3, ".mo") != 0)
            continue;
        assert_true(file_count < MOST_FILES);
        files[file_count] = malloc(length + 20);
        assert_non_null(files[file_count]);
        sprintf(files[file_count++], "tests/agreement/%s", e->d_name);
    }
    closedir(folder);
    qsort(files, (size_t)file_count, sizeof *files, by_name);
    assert_true(file_count >= FEWEST_FILES);
}

static void test_agreement(void **state) {
    problem p;
    (void)state;
    list_files();
    for (int i = 0; i < file_count; i++) {
        read_problem(&p, files[i]);
        compare(&p);
        free(files[i]);
    }
    print_message("%d problems, %d runs: %d within %g tolerances, %d stopped\n",
                  file_count, total.runs, total.within, ALLOWED, total.stopped);
    assert_int_equal(total.failures, 0);
}

int main(int argc, char **argv) {
    problem p;
    is_loud = argc > 1;
    for (int i = 1; i < argc; i++) {
        read_problem(&p, argv[i]);
        compare(&p);
    }
    if (argc > 1)
        return total.failures > 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_agreement)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
