/* SPDX-License-Identifier: BSD-3-Clause */
/* Replays what the fuzzer found worth keeping (tests/fuzz/corpus). */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "../fuzz/fuzz_model.h"
#include <cmocka.h>

enum { LARGEST = 1 << 20 };

static void replay(const char *path) {
    FILE *f = fopen(path, "rb");
    char *text = malloc(LARGEST);
    assert_non_null(f);
    assert_non_null(text);
    size_t size = fread(text, 1, LARGEST, f);
    fclose(f);
    fuzz_model(text, size);
    free(text);
}

static void the_corpus_does_no_harm(void **state) {
    (void)state;
    char folder[1000], path[2000];
    const char *root = getenv("INVOLUTE_SOURCE");
    int count = 0;
    snprintf(folder, sizeof folder, "%s/tests/fuzz/corpus", root ? root : ".");
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        replay(path);
        count++;
    }
    closedir(d);
    print_message("%d texts\n", count);
    assert_true(count > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_corpus_does_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
