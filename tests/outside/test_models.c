/* SPDX-License-Identifier: BSD-3-Clause */
/* Small models in tests/outside/models in which a run was 'done' and a written equation
 * did not hold, or which crashed: each holds at every output row now, or its exit status
 * is not 0. Options of the run stand in the first line, as //: name=value ...; 'done'
 * there demands exit status 0, 'kept' that no invariant is left out.
 *
 * outside_test_models FILE ... checks these alone. */
#define _DEFAULT_SOURCE /* fork */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "involute.h"
#include "outside_run.h"
#include <cmocka.h>

enum { LONGEST_MODEL = 1 << 14, LONGEST_LINE = 400, LONGEST_PATH = 400 };

typedef struct small_model {
    char text[LONGEST_MODEL], line[LONGEST_LINE];
    outside_job job;
    int must_be_done, must_be_kept;
} small_model;

static int model_read(const char *path, small_model *m) {
    memset(m, 0, sizeof *m);
    FILE *f = fopen(path, "rb");
    if (!f)
        return 0;
    size_t n = fread(m->text, 1, sizeof m->text - 1, f);
    fclose(f);
    m->text[n] = 0;
    m->job.text = m->text;
    m->job.share = 1;
    if (strncmp(m->text, "//:", 3) != 0)
        return 1;
    snprintf(m->line, sizeof m->line, "%.*s", (int)strcspn(m->text, "\n") - 3,
             m->text + 3);
    for (char *word = strtok(m->line, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        if (!value) {
            m->must_be_done = m->must_be_done || strcmp(word, "done") == 0;
            m->must_be_kept = m->must_be_kept || strcmp(word, "kept") == 0;
            continue;
        }
        *value = 0;
        m->job.option[m->job.options].name = word;
        m->job.option[m->job.options++].value = value + 1;
    }
    return 1;
}

/* Prints what is wrong; returns whether nothing is. */
static int model_holds(const char *path) {
    static small_model m;
    static outside_verdict v;
    if (!model_read(path, &m)) {
        printf("%s cannot be read\n", path);
        return 0;
    }
    outside_run(&m.job, &v);
    if (v.not_read[0])
        printf("%s: %s\n", path, v.not_read);
    if (v.exit_status && m.must_be_done)
        printf("%s: exit %d, %s\n", path, v.exit_status, v.error);
    if (v.exit_status)
        return !m.must_be_done;
    if (v.report.unchecked)
        printf("%s: not checkable: %s\n", path, v.report.unchecked_text);
    for (int i = 0; i < v.report.findings && i < 2; i++) {
        const outside_finding *f = &v.report.finding[i];
        printf("%s: '%.*s' %s: row %ld, t = %.17g, residual %.3Lg, %.3Lg units\n", path,
               f->end - f->begin, m.text + f->begin, f->element, f->row, f->time,
               f->residual, f->inherited);
    }
    if (v.left_out && m.must_be_kept)
        printf("%s: %s\n", path, v.first_line);
    if (v.left_out && m.must_be_kept)
        return 0;
    return v.report.findings == 0 && !v.not_read[0];
}

/* In a process of its own: a crash is one failure, not the end. */
static int model_is_wrong(const char *path) {
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL); /* cmocka would go on in the child */
        int wrong = !model_holds(path);
        fflush(stdout);
        _exit(wrong);
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("%s: signal %d\n", path, WTERMSIG(status));
    return status != 0;
}

static int is_model(const struct dirent *d) {
    size_t n = strlen(d->d_name);
    return n > 3 && strcmp(d->d_name + n - 3, ".mo") == 0;
}

static void small_models_hold(void **state) {
    (void)state;
    struct dirent **list;
    int wrong = 0;
    if (!OUTSIDE_HAS_DIGITS) {
        printf("long double has no more digits than double here\n");
        skip();
    }
    int count = scandir("tests/outside/models", &list, is_model, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char path[LONGEST_PATH];
        snprintf(path, sizeof path, "tests/outside/models/%s", list[i]->d_name);
        wrong += model_is_wrong(path);
        free(list[i]);
    }
    free(list);
    if (wrong)
        print_error("%d of %d models\n", wrong, count);
    assert_int_equal(wrong, 0);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_models_hold)};
    int wrong = 0;
    if (count == 1)
        return cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 1; i < count; i++)
        wrong += model_is_wrong(arguments[i]);
    return wrong > 0;
}
