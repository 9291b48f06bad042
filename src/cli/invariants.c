/* SPDX-License-Identifier: BSD-3-Clause */
/* involute invariants: conserved quantities, found without integration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

/* Prints in which cases the quantity above holds. */
static void print_remarks(const invo_found *f) {
    printf("     degree %d, residual %.1g", f->degree, f->residual);
    if (strcmp(f->proof, "none") != 0)
        printf(", proved%s", strcmp(f->proof, "values") == 0 ? " for these values" : "");
    printf("; ");
    if (f->generic)
        printf("for all values of the parameters");
    else
        printf("only for these values of %s", f->only_for);
    if (*f->level)
        printf("; only on the level %s", f->level);
    if (*f->numbers)
        printf("; its numbers are for these values of %s", f->numbers);
    if (f->has_angle)
        printf("; contains an angle, which jumps by a full turn");
    printf("\n");
}

static void print_searched(const invo_searched *s) {
    printf("searched: sums of %d products up to degree %d of %d generators: time, "
           "coordinates",
           s->products, s->degree, s->generators);
    if (*s->functions)
        printf(", %s", s->functions);
    printf("%s\n", s->on_level ? "; also on the level of the start" : "");
    if (s->is_sparse)
        printf("          only products of variables that share an equation: there are "
               "too many others\n");
    if (s->stopped)
        printf("          stopped: %s\n", s->stopped);
}

static void print_found(const session *s) {
    invo_found f;
    invo_searched tried;
    int count = 0;
    while (invo_model_found(s->model, count, &f))
        count++;
    printf("%s: %d independent conserved quantit%s\n", invo_model_name(s->model), count,
           count == 1 ? "y" : "ies");
    for (int k = 0; invo_model_found(s->model, k, &f); k++) {
        printf("%3d  %s\n", k + 1, f.expr);
        print_remarks(&f);
    }
    if (invo_model_searched(s->model, &tried))
        print_searched(&tried);
}

static invo_status invariants_write(session *s) {
    char *text = NULL;
    invo_status status = invo_model_found_text(s->model, &text);
    if (!status)
        status = invo_text_write(s->context, s->arguments->write, text);
    free(text);
    return status;
}

/* Without --json, standard output may be the file of --write: it has no summary then. */
static int invariants_write_here(const arguments *a) {
    return a->write && strcmp(a->write, "-") == 0;
}

static invo_status invariants_print(session *s) {
    char *text = NULL;
    invo_status status = INVO_OK;
    if (s->arguments->json) {
        status = invo_model_found_json(s->context, s->model, &text);
        session_print(text);
        if (text)
            putchar('\n');
    } else if (!s->arguments->quiet && !invariants_write_here(s->arguments))
        print_found(s);
    return status;
}

/* Reads --degree; returns 0 where it is no number. */
static int read_degree(const arguments *a, int *degree) {
    char *end = NULL;
    long n = a->degree ? strtol(a->degree, &end, 10) : 0;
    *degree = (int)n;
    return !a->degree || (end != a->degree && !*end && n >= 1 && n <= 8);
}

int invariants_command(const arguments *a) {
    session s;
    invo_search search = {0, a->generators};
    if (!read_degree(a, &search.degree))
        return arguments_complain(a, "--degree %s: expected a whole number from 1 to 8",
                                  a->degree);
    if (a->json && invariants_write_here(a))
        return arguments_complain(a, "--json and --write - both write to standard "
                                     "output; give --write a file name");
    if (a->write && files_check_written(a, "--write", a->write))
        return EXIT_BAD_COMMAND_LINE;
    invo_status status = session_open(&s, a);
    if (!status)
        status = invo_model_find_invariants(s.model, &s.options, &search);
    session_say(&s, status);
    if (!status && a->write)
        status = invariants_write(&s);
    if (!status)
        status = invariants_print(&s);
    else
        session_print_json(&s, status);
    if (status)
        session_say(&s, status);
    return session_close(&s, status);
}
