/* SPDX-License-Identifier: BSD-3-Clause */
/* involute decompose: one model for each prime component of the constraints ([TA01],
 * section 6.4). Where components meet, the constraints are dependent and the solution
 * branches; within one it goes on. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../cli/cli.h"
#include "singular.h"
#include "../cli/say.h"

static const double SECONDS = 60; /* for the decomposition */
/* Residuals at a consistent start are round-off; start values are written with a few
 * digits. */
static const double ON_IT = 1e-9, NEAR_IT = 1e-2;

typedef struct work {
    session s;
    decomposition parts;
    invo_model *started; /* the model at its initial point, or NULL */
    double *residual;    /* [parts] */
    char *base;          /* of the names of files, folder included */
} work;

/* --- names --- */

/* DIR/MODEL for MODEL.mo */
static char *base_name(const char *folder, const char *model) {
    const char *name = strrchr(model, '/') ? strrchr(model, '/') + 1 : model;
    const char *dot = strrchr(name, '.');
    int n = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    size_t size = strlen(folder) + (size_t)n + 2;
    char *base = malloc(size);
    if (base)
        snprintf(base, size, "%s%s%.*s", folder, *folder ? "/" : "", n, name);
    return base;
}

/* Finds what the models of the components are named after. */
static const char *decompose_source(const work *w) {
    const char *path = w->s.arguments->model;
    return strcmp(path, "-") == 0 ? invo_model_name(w->s.model) : path;
}

/* --- the start point --- */

/* The initial point of the model, if it has one: start values are often rounded. */
static void find_start(work *w) {
    invo_context *c = invo_context_new();
    if (!c)
        return;
    if (invo_model_copy(c, w->s.model, &w->started) ||
        invo_model_complete(w->started, &w->s.options)) {
        invo_model_free(w->started);
        w->started = NULL;
        invo_context_free(c);
    } else
        w->s.other = c;
}

static invo_status decompose_measure(work *w) {
    for (int k = 0; k < w->parts.count; k++)
        for (int i = 0; i < w->parts.at[k].count; i++) {
            double value;
            invo_status status = invo_model_value(w->s.model, w->parts.at[k].generator[i],
                                                  w->started, &value);
            if (status)
                return status;
            w->residual[k] = fmax(w->residual[k], fabs(value));
        }
    return INVO_OK;
}

static const char *start_text(const work *w, int k) {
    double least = INFINITY;
    double bound = w->started ? ON_IT : NEAR_IT;
    for (int i = 0; i < w->parts.count; i++)
        least = fmin(least, w->residual[i]);
    if (!(w->residual[k] <= bound))
        return "";
    return w->started || w->residual[k] == least ? "  holds the start point" : "";
}

/* --- files --- */

static char *comment_of(const work *w, int k) {
    assert(k >= 0 && k < w->parts.count);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    fprintf(f,
            "Component %d of %d of the constraints of %s, dimension %d; with the values "
            "that\nparameters have in its text. Replaces:",
            k + 1, w->parts.count, invo_model_name(w->s.model), w->parts.at[k].dimension);
    invo_polynomial p;
    for (int i = 0; invo_model_polynomial(w->s.model, i, &p); i++)
        fprintf(f, "\n  %s", p.equation);
    if (!fclose(f))
        return text;
    free(text);
    return NULL;
}

static invo_status write_model(work *w, int k) {
    assert(k >= 0 && k < w->parts.count);
    const component *c = &w->parts.at[k];
    char *comment = comment_of(w, k);
    char *text = NULL;
    size_t size = strlen(w->base) + 24;
    char *path = malloc(size);
    invo_status status = comment && path ? INVO_OK : INVO_E_MEMORY;
    if (!status) {
        snprintf(path, size, "%s_%d.mo", w->base, k + 1);
        status = invo_model_replace(w->s.model, comment, c->count,
                                    (const char *const *)c->generator, &text);
    }
    session_say(&w->s, status);
    if (!status && (status = invo_text_write(w->s.context, path, text)))
        session_say(&w->s, status);
    free(comment);
    free(path);
    free(text);
    return status;
}

/* --- the report --- */

static int count_constraints(const invo_model *m) {
    invo_polynomial p;
    int count = 0;
    while (invo_model_polynomial(m, count, &p))
        count++;
    return count;
}

static int decompose_count_unknowns(const invo_model *m) {
    invo_symbol s;
    int count = 0;
    for (int j = 0; invo_model_symbol(m, j, &s); j++)
        count += !s.is_parameter;
    return count;
}

static void decompose_print_table(const work *w, int written) {
    printf("component  dimension  degree  equations  residual at the %s\n",
           w->started ? "initial point" : "start values");
    for (int k = 0; k < w->parts.count; k++) {
        const component *c = &w->parts.at[k];
        char degree[16] = "-";
        if (c->degree)
            snprintf(degree, sizeof degree, "%d", c->degree);
        printf("%9d  %9d  %6s  %9d  %8.2g", k + 1, c->dimension, degree, c->count,
               w->residual[k]);
        if (written)
            say(stdout, "  %s_%d.mo", w->base, k + 1);
        printf("%s\n", start_text(w, k));
    }
    for (int k = 0; k < w->parts.count; k++) {
        printf("\ncomponent %d\n", k + 1);
        for (int i = 0; i < w->parts.at[k].count; i++)
            printf("  %s = 0\n", w->parts.at[k].generator[i]);
    }
}

static void print_report(const work *w, int written) {
    const invo_model *m = w->s.model;
    int n = w->parts.count;
    printf("%s: %d constraints in %d unknowns, %d component%s (found by %s)\n",
           invo_model_name(m), count_constraints(m), decompose_count_unknowns(m), n,
           n == 1 ? "" : "s", w->parts.engine);
    if (n == 1 && !written)
        printf("The constraints are irreducible over the rational numbers: there is "
               "nothing to split.\n");
    else if (n == 1)
        printf("There is only one component; its equations are a simpler form of the "
               "constraints.\n");
    printf("\n");
    decompose_print_table(w, written);
}

/* --- the command --- */

static int find_components(work *w, double seconds) {
    const char *engine = w->s.arguments->engine;
    if (engine && strcmp(engine, "singular") == 0)
        return singular_decompose(w->s.model, seconds, &w->parts);
    invo_status status = components_find(w->s.model, seconds, &w->parts);
    session_say(&w->s, status);
    return invo_status_exit(status);
}

static int decompose_split(work *w, double seconds) {
    int status = find_components(w, seconds);
    if (status)
        return status;
    if (w->parts.count == 0) {
        say(stderr,
            "error: the constraints of %s contradict each other: no point "
            "satisfies them all, not even a complex one\n",
            invo_model_name(w->s.model));
        return invo_status_exit(INVO_E_INCONSISTENT);
    }
    w->residual = calloc((size_t)w->parts.count, sizeof *w->residual);
    if (!w->residual) {
        fprintf(stderr, "error: out of memory\n");
        return EXIT_FILES;
    }
    if (components_arrange(w->s.model, &w->parts))
        return 0;
    fprintf(stderr, "error: out of memory\n");
    return EXIT_FILES;
}

static int write_all(work *w) {
    const char *folder = w->s.arguments->output_dir ? w->s.arguments->output_dir : "";
    int written = !(w->parts.count == 1 && w->parts.at[0].is_all);
    int failed = written && *folder ? folder_make(folder) : 0;
    find_start(w);
    invo_status status = decompose_measure(w);
    if (status)
        session_say(&w->s, status);
    w->base = base_name(folder, decompose_source(w));
    if (failed || !w->base)
        return EXIT_FILES;
    for (int k = 0; !status && written && k < w->parts.count; k++)
        status = write_model(w, k);
    if (!status && !w->s.arguments->quiet)
        print_report(w, written);
    return invo_status_exit(status);
}

static int close_all(work *w, int exit_status) {
    components_free(&w->parts);
    free(w->residual);
    free(w->base);
    invo_model_free(w->started);
    invo_context_free(w->s.other);
    session_close(&w->s, INVO_OK);
    return exit_status;
}

static int engine_is_known(const arguments *a) {
    if (!a->engine || strcmp(a->engine, "own") == 0)
        return 1;
    if (strcmp(a->engine, "singular") == 0)
        return 1;
    say(stderr, "error: --engine %s: expected own or singular\n", a->engine);
    return 0;
}

/* Reads the model, splits its constraints by the engine asked for, and writes one model
 * for each component. */
int decompose_command(const arguments *a) {
    work w = {.started = NULL};
    char *end = NULL;
    double seconds = a->timeout ? strtod(a->timeout, &end) : SECONDS;
    if (end && (end == a->timeout || *end || !(seconds > 0))) {
        say(stderr, "error: --timeout %s: expected a number of seconds above 0\n",
            a->timeout);
        return EXIT_BAD_COMMAND_LINE;
    }
    if (!engine_is_known(a))
        return EXIT_BAD_COMMAND_LINE;
    if (folder_check(a->output_dir))
        return EXIT_FILES;
    invo_status status = session_open(&w.s, a);
    if (!status)
        status = invo_model_polynomials(w.s.model);
    session_say(&w.s, status);
    if (status)
        return close_all(&w, invo_status_exit(status));
    if (!count_constraints(w.s.model)) {
        printf("%s has no constraints to split: each of its equations contains a "
               "derivative, or defines a variable without one\n",
               invo_model_name(w.s.model));
        return close_all(&w, 0);
    }
    int failed = decompose_split(&w, seconds);
    return close_all(&w, failed ? failed : write_all(&w));
}
