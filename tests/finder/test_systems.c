/* SPDX-License-Identifier: BSD-3-Clause */
/* The models of this folder: as many independent quantities as their first line states,
 * and each of them is constant along a solution that knows nothing of it. The quantities
 * are added to the text as variables, and the model is integrated without a retraction
 * onto them.
 *
 * finder_test_systems FILE.mo looks at one. */
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

#define FOLDER "tests/finder"
static const double STOP = 0.4, RTOL = 1e-11;
static const double CONSTANT = 1e-8; /* change of a quantity, of its size or 1 */

static char *read_text(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("cannot read %s", path);
    char *text = calloc(1, 1 << 16);
    size_t size = fread(text, 1, (1 << 16) - 1, f);
    fclose(f);
    assert_true(size > 0);
    return text;
}

static int number_behind(const char *text, const char *word, int otherwise) {
    const char *line_end = strchr(text, '\n');
    const char *at = strstr(text, word);
    return at && at < line_end ? atoi(at + strlen(word)) : otherwise;
}

/* The text with variables found1, ... before its equations. */
static char *text_with(const invo_model *m, const char *text) {
    char *longer = NULL;
    size_t size = 0;
    const char *cut = strstr(text, "\ninitial equation\n");
    if (!cut)
        cut = strstr(text, "\nequation\n");
    FILE *f = open_memstream(&longer, &size);
    invo_found q;
    fprintf(f, "%.*s\n", (int)(cut - text), text);
    for (int k = 0; invo_model_found(m, k, &q); k++)
        fprintf(f, "  Real found%d = %s;\n", k + 1, q.expr);
    fprintf(f, "%s", cut + 1);
    fclose(f);
    return longer;
}

static void check_constant(const char *path, const invo_result *r, int number) {
    char name[32];
    snprintf(name, sizeof name, "found%d", number);
    int column = 1; /* behind time */
    while (strcmp(invo_result_column(r, column - 1), name) != 0)
        column++;
    long rows = invo_result_rows(r);
    double before = invo_result_row(r, 0)[column];
    for (long i = 1; i < rows; i++) {
        double now = invo_result_row(r, i)[column];
        if (!(fabs(now - before) <= CONSTANT * fmax(1, fabs(before))))
            fail_msg("%s: quantity %d goes from %.12g to %.12g", path, number, before,
                     now);
    }
}

static void check_constants(const char *path, const invo_model *m, const char *text,
                            int count) {
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *longer = NULL;
    invo_result *r = NULL;
    char *with = text_with(m, text);
    if (invo_model_parse(c, path, with, strlen(with), &longer) ||
        invo_model_options(longer, invo_options_init(&o)))
        fail_msg("%s", invo_context_message(c));
    o.stop = STOP;
    o.rtol = RTOL;
    if (invo_model_run(longer, &o, &r))
        fail_msg("%s", invo_context_message(c));
    for (int k = 1; k <= count; k++)
        check_constant(path, r, k);
    invo_result_free(r);
    invo_model_free(longer);
    invo_context_free(c);
    free(with);
}

static void check_model(const char *path) {
    char *text = read_text(path);
    invo_context *c = invo_context_new();
    invo_options o;
    invo_model *m = NULL;
    invo_found f;
    invo_search search = {number_behind(text, "degree ", 3), NULL};
    if (invo_model_parse(c, path, text, strlen(text), &m) ||
        invo_model_options(m, invo_options_init(&o)) ||
        invo_model_find_invariants(m, &o, &search))
        fail_msg("%s", invo_context_message(c));
    int count = 0;
    int on_level = 0;
    for (; invo_model_found(m, count, &f); count++) {
        assert_true(f.residual < 1e-26);
        if (strstr(f.expr, "e-2")) /* as in 2.7e-22*sin(time) */
            fail_msg("%s: round-off in %s", path, f.expr);
        on_level += *f.level != 0;
    }
    int expected = number_behind(text, "independent ", -1);
    if (count - on_level != expected)
        fail_msg("%s: %d quantities found, %d expected", path, count - on_level,
                 expected);
    expected = number_behind(text, "level ", 0);
    if (on_level != expected)
        fail_msg("%s: %d quantities found on the level of the start, %d expected", path,
                 on_level, expected);
    check_constants(path, m, text, count);
    invo_model_free(m);
    invo_context_free(c);
    free(text);
}

static void finds_what_is_known(void **state) {
    DIR *folder = opendir(FOLDER);
    int models = 0;
    (void)state;
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder));) {
        char path[512];
        size_t size = strlen(e->d_name);
        if (size < 4 || strcmp(e->d_name + size - 3, ".mo") != 0)
            continue;
        snprintf(path, sizeof path, FOLDER "/%s", e->d_name);
        check_model(path);
        models++;
    }
    closedir(folder);
    assert_true(models >= 40);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_what_is_known)};
    for (int k = 1; k < argc; k++)
        check_model(argv[k]);
    return argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
