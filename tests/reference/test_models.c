/* SPDX-License-Identifier: BSD-3-Clause */
/* Every model of this folder against its reference, which stands in the model as
 * comments:
 *
 *     //: --rtol 1e-9 --stop 3          options of the run
 *     //: --set p=2
 *     //: x = 0.25 +- 1e-8              a final value (closed form or computed elsewhere)
 *     //: events = 4                    how many events there were
 *     //: index = 2                     of the first mode; also dof, coordinates
 *
 * Every row of the ledger must be within 4 units of round-off. Each is run by arclength
 * too, where it must reach its end. Each folder is a test of
 * its own; with arguments, only those files are run: reference_test_models FILE.mo... */
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

enum { LONGEST = 1000, MOST = 400 };

typedef struct run {
    const char *file;
    invo_context *context;
    invo_model *model;
    invo_options options;
    invo_result *result;
    char words[64][LONGEST]; /* values of options live here */
    int used;
} run;

static int failures;

static void complain(const run *r, const char *what, const char *line) {
    print_error("%s: %s: %s\n", r->file, what, line);
    failures++;
}

static char *keep(run *r, const char *word) {
    snprintf(r->words[r->used], LONGEST, "%s", word);
    return r->words[r->used++];
}

/* "--name value ..." */
static void take_options(run *r, char *line) {
    for (char *name = strtok(line, " \n"); name; name = strtok(NULL, " \n")) {
        char *value = strtok(NULL, " \n");
        if (strcmp(name, "--set") == 0) {
            if (!value || invo_model_set(r->model, value))
                complain(r, "cannot set", invo_context_message(r->context));
        } else if (!value ||
                   invo_options_set(r->context, &r->options, name + 2, keep(r, value)))
            complain(r, "bad option", name);
    }
}

static int final_value(const run *r, const char *name, double *value) {
    for (int i = 0; i < invo_result_columns(r->result); i++)
        if (strcmp(invo_result_column(r->result, i), name) == 0) {
            *value = invo_result_final(r->result)[i + 1];
            return 1;
        }
    return 0;
}

static int structure_value(const run *r, const char *name, double *value) {
    const invo_structure *s = invo_model_structure(r->model);
    invo_result_event_row event;
    long events = 0;
    while (invo_result_event(r->result, events, &event))
        events++;
    if (strcmp(name, "index") == 0)
        *value = s->index;
    else if (strcmp(name, "dof") == 0)
        *value = s->dof;
    else if (strcmp(name, "coordinates") == 0)
        *value = s->coordinates;
    else if (strcmp(name, "events") == 0)
        *value = (double)events;
    else if (strcmp(name, "end") == 0)
        *value = invo_result_final(r->result)[0];
    else
        return 0;
    return 1;
}

/* "x = 0.25 +- 1e-8" */
static void check_value(const run *r, const char *line) {
    char name[LONGEST], text[LONGEST];
    double expected, allowed = 0, seen;
    if (sscanf(line, " %999[^=]= %lf +- %lf", name, &expected, &allowed) < 2) {
        complain(r, "cannot read", line);
        return;
    }
    name[strcspn(name, " ")] = 0;
    if (!final_value(r, name, &seen) && !structure_value(r, name, &seen)) {
        complain(r, "no such value", line);
        return;
    }
    if (fabs(seen - expected) <= allowed)
        return;
    snprintf(text, sizeof text, "%.200s is %.15g, expected %.15g +- %g", name, seen,
             expected, allowed);
    complain(r, "wrong", text);
}

static void check_ledger(const run *r) {
    invo_ledger_row row;
    for (int i = 0; invo_result_ledger(r->result, i, &row); i++)
        if (!(row.scaled_max <= 4))
            complain(r, "ledger", row.row.equation);
}

/* Options first, values after the run. */
static int read_remarks(run *r, FILE *f, int after) {
    char line[LONGEST];
    int values = 0;
    rewind(f);
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, "//:", 3) != 0)
            continue;
        char *text = line + 3 + strspn(line + 3, " ");
        int is_option = strncmp(text, "--", 2) == 0;
        values += !is_option;
        if (is_option && !after)
            take_options(r, text);
        if (!is_option && after)
            check_value(r, text);
    }
    return values;
}

static int is_implicit(const char *name) {
    invo_method_info m;
    for (int i = 0; invo_method_describe(i, &m); i++)
        if (strcmp(m.name, name) == 0)
            return strncmp(m.kind, "implicit", 8) == 0;
    return 0;
}

/* None of these comes to a point where it is no longer one curve, by arclength either. */
static void check_arclength(run *r, FILE *f) {
    invo_result_impasse_row row;
    invo_result *by_time = r->result;
    if (is_implicit(r->options.method))
        return; /* these refuse */
    r->result = NULL;
    if (invo_options_set(r->context, &r->options, "by", "arclength") ||
        invo_model_run(r->model, &r->options, &r->result))
        complain(r, "fails by arclength", invo_context_message(r->context));
    else
        read_remarks(r, f, 1);
    for (int k = 0; k < 2; k++) {
        const invo_result *result = k ? r->result : by_time;
        for (long i = 0; result && invo_result_impasse(result, i, &row); i++)
            if (strcmp(row.kind, "singular") == 0)
                complain(r, "reports", row.kind);
    }
    invo_result_free(by_time);
}

static void check_model(const char *path) {
    run *r = calloc(1, sizeof *r);
    FILE *f = fopen(path, "r");
    assert_non_null(r);
    assert_non_null(f);
    r->file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    r->context = invo_context_new();
    if (invo_model_read(r->context, path, &r->model) ||
        invo_model_options(r->model, invo_options_init(&r->options)))
        complain(r, "cannot read", invo_context_message(r->context));
    else if (read_remarks(r, f, 0) == 0)
        complain(r, "has no reference", "");
    else if (invo_model_run(r->model, &r->options, &r->result))
        complain(r, "fails", invo_context_message(r->context));
    else
        read_remarks(r, f, 1), check_ledger(r), check_arclength(r, f);
    fclose(f);
    invo_result_free(r->result);
    invo_model_free(r->model);
    invo_context_free(r->context);
    free(r);
}

/* The models right in a folder, whose name is the state. */
static void models_agree_with_their_references(void **state) {
    char path[2 * LONGEST], folder[LONGEST];
    const char *root = getenv("INVOLUTE_SOURCE");
    int count = 0;
    failures = 0;
    snprintf(folder, sizeof folder, "%s/%s", root ? root : ".", (const char *)*state);
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t size = strlen(e->d_name);
        if (size < 4 || strcmp(e->d_name + size - 3, ".mo") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        check_model(path);
        count++;
    }
    closedir(d);
    print_message("%d models\n", count);
    assert_int_equal(failures, 0);
    assert_true(count > 0);
}

#define FOLDER(path)                                                                     \
    { path, models_agree_with_their_references, NULL, NULL, (void *)(size_t)path }

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        FOLDER("models"),
        FOLDER("tests/reference"),
        FOLDER("tests/reference/deceptive"),
        FOLDER("tests/reference/circuit"),
        FOLDER("tests/reference/components"),
        FOLDER("tests/reference/overdetermined"),
        FOLDER("tests/reference/redundant"),
        FOLDER("tests/reference/invariant"),
        FOLDER("tests/reference/start"),
        FOLDER("tests/reference/kinks"),
        FOLDER("tests/reference/loops"),
        FOLDER("tests/reference/contact"),
        FOLDER("tests/reference/tables"),
    };
    for (int i = 1; i < count; i++)
        check_model(arguments[i]);
    if (count > 1)
        return failures > 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
