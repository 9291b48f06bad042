/* Compiled code against the interpreter and the first tier: the same bits, from a folder
 * that only its owner may write to. SPDX-License-Identifier: BSD-3-Clause */
#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../../src/evaluate/child.h"
#include "../../../src/evaluate/code_folder.h"
#include "../../../src/evaluate/compile.h"
#include "../../../src/evaluate/emit_c.h"
#include <cmocka.h> /* last: it has a macro `fail` */

enum { INPUTS = 5, CONSTANTS = 6, SLOTS = 45, LONGEST = 2500, OUTPUTS = 20, TAPES = 150 };
enum { OPERATIONS = TAPE_OR + 1 };

static invo_context *context;
static arena *memory;
static char folder[] = "/tmp/involute-test-XXXXXX";
static char *path_before;

static int begin_group(void **state) {
    (void)state;
    path_before = getenv("PATH");
    path_before = strcpy(malloc(strlen(path_before) + 1), path_before);
    return mkdtemp(folder) ? 0 : -1;
}

static void empty_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static int end_group(void **state) {
    (void)state;
    empty_folder();
    free(path_before);
    return 0;
}

static int setup(void **state) {
    (void)state;
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("PATH", path_before, 1);
    empty_folder();
    assert_int_equal(mkdir(folder, S_IRWXU), 0);
    context = invo_context_new();
    memory = arena_new(context);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(memory);
    invo_context_free(context);
    return 0;
}

static uint64_t seed = 1;

static int draw(int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

static double draw_value(void) {
    static const double special[] = {0,     -0.0, 1,        -1,        2,      0.5, -3,
                                     1e-30, NAN,  INFINITY, -INFINITY, 5e-324, 1e30};
    int k = draw(40);
    return k < 13 ? special[k] : (draw(20001) - 10000) / 1000.0;
}

static const tape *draw_tape(int operations) {
    tape *t = arena_alloc(memory, sizeof *t);
    const int longest = draw(20) ? 100 : LONGEST;
    unsigned char *op = ARENA_ARRAY(memory, unsigned char, longest + 1);
    uint16_t *operand = ARENA_ARRAY(memory, uint16_t, 4 * longest + OUTPUTS + 4);
    double *constant = ARENA_ARRAY(memory, double, CONSTANTS);
    int count = 0;
    *t = (tape){.inputs = INPUTS, .constants = CONSTANTS, .slots = SLOTS};
    t->outputs = OUTPUTS;
    t->length = 1 + draw(longest);
    for (int k = 0; k < CONSTANTS; k++)
        constant[k] = draw_value();
    for (int i = 0; i < t->length; i++) {
        do
            op[i] = (unsigned char)draw(operations);
        while (op[i] == TAPE_LOOKUP || op[i] == TAPE_ROUTINE);
        const int first = INPUTS + CONSTANTS;
        operand[count++] = (uint16_t)(first + draw(SLOTS - first));
        for (int k = 0; k < tape_arity((tape_op)op[i]); k++)
            operand[count++] = (uint16_t)draw(SLOTS);
    }
    t->operands = count;
    for (int k = 0; k < OUTPUTS; k++)
        operand[count++] = (uint16_t)draw(SLOTS);
    t->constant = constant;
    t->op = op;
    t->operand = operand;
    return t;
}

/* The sign of a NaN is not compared. */
static int same_bits(double a, double b) {
    return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a);
}

static void compare_slots(const tape *t, const double *a, const double *b,
                          const char *how) {
    for (int k = 0; k < t->outputs; k++) {
        const int slot = tape_output(t, k);
        if (!same_bits(a[slot], b[slot]))
            fail_msg("%s: output %d: %.17g is %.17g", how, k, a[slot], b[slot]);
    }
}

/* Runs a tape in three ways. */
static void compare(const tape *t, jit *translated, jit *compiled) {
    double slot[SLOTS];
    double first[SLOTS];
    double second[SLOTS];
    for (int k = 0; k < t->slots; k++)
        slot[k] = draw_value();
    tape_prepare(t, slot);
    memcpy(first, slot, sizeof slot);
    memcpy(second, slot, sizeof slot);
    tape_execute(t, slot);
    jit_execute(translated, first);
    jit_execute(compiled, second);
    compare_slots(t, slot, first, "first tier");
    compare_slots(t, slot, second, "second tier");
}

static int has_compiler(void) {
    char path[COMPILER_PATH];
    return child_find_compiler(path);
}

static void compile_all(compilation *k) {
    compilation_start(k, COMPILE_ALL);
    compilation_look(k, 1);
    compile_trouble kind;
    const char *why = compilation_complaint(k, &kind);
    if (why)
        fail_msg("%s", why);
}

static void test_random_tapes(void **state) {
    (void)state;
    static jit translated[TAPES];
    static jit compiled[TAPES];
    jit_memory *code = jit_memory_new(memory);
    compilation *k = compilation_new(memory);
    if (!has_compiler())
        skip();
    jit_memory_hurry(code);
    for (int i = 0; i < TAPES; i++) {
        const tape *t = draw_tape(i % 2 ? OPERATIONS : TAPE_MULADD + 1);
        translated[i] = jit_new(code, t);
        compiled[i] = jit_new(NULL, t);
        compilation_add(k, memory, &compiled[i]);
    }
    assert_int_equal(compilation_tier(k), TIER_INTERPRETER);
    compile_all(k);
    assert_int_equal(compilation_tier(k), TIER_COMPILED);
    for (int i = 0; i < TAPES; i++) {
        assert_non_null(compiled[i].run);
        for (int point = 0; point < 5; point++)
            compare(compiled[i].tape, &translated[i], &compiled[i]);
    }
}

/* What depends on fixed inputs alone is not run again. */
static void test_once(void **state) {
    (void)state;
    const uint16_t operand[] = {2, 0, 1, 3, 2, 1, 3};
    const unsigned char op[] = {TAPE_ADD, TAPE_MUL};
    tape t = {.inputs = 2, .slots = 4, .length = 2, .outputs = 1, .operands = 6};
    t.once = 1;
    t.once_operands = 3;
    t.op = op;
    t.operand = operand;
    jit j = jit_new(NULL, &t);
    compilation *k = compilation_new(memory);
    if (!has_compiler())
        skip();
    compilation_add(k, memory, &j);
    compile_all(k);
    double slot[] = {1, 2, 100, 0};
    assert_non_null(j.run);
    jit_execute(&j, slot);
    assert_true(slot[2] == 100 && slot[3] == 200);
}

static const uint16_t sum_operand[] = {2, 0, 1, 2};
static const unsigned char sum_op[] = {TAPE_ADD};
static const tape sum = {.inputs = 2,
                         .slots = 3,
                         .length = 1,
                         .outputs = 1,
                         .operands = 3,
                         .op = sum_op,
                         .operand = sum_operand};

/* The files of the folder; their names end like this. */
static int count_files(const char *ending) {
    char path[200];
    snprintf(path, sizeof path, "%s/involute", folder);
    DIR *list = opendir(path);
    int count = 0;
    if (!list)
        return 0;
    for (const struct dirent *e = readdir(list); e; e = readdir(list)) {
        const size_t size = strlen(e->d_name);
        const size_t end = strlen(ending);
        count += size > end && !strcmp(e->d_name + size - end, ending);
    }
    closedir(list);
    return count;
}

/* The second one finds what the first has compiled: no compiler is started. */
static void test_cache(void **state) {
    (void)state;
    if (!has_compiler())
        skip();
    for (int round = 0; round < 2; round++) {
        arena *a = arena_child(memory);
        jit j = jit_new(NULL, &sum);
        compilation *k = compilation_new(a);
        compilation_add(k, a, &j);
        compilation_start(k, COMPILE_ALL);
        assert_int_equal(j.run != NULL, round);
        compilation_look(k, 1);
        assert_non_null(j.run);
        assert_int_equal(count_files(".so"), 1);
        assert_int_equal(count_files(".c"), 0);
        assert_int_equal(count_files(".txt"), 0);
        arena_free(a);
    }
}

/* Nothing is loaded from where others may write. */
static void test_owner(void **state) {
    (void)state;
    char path[200];
    compile_trouble kind;
    jit j = jit_new(NULL, &sum);
    compilation *k = compilation_new(memory);
    if (!has_compiler())
        skip();
    snprintf(path, sizeof path, "%s/involute", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(chmod(path, 0777), 0);
    compilation_add(k, memory, &j);
    compilation_start(k, COMPILE_ALL);
    assert_non_null(strstr(compilation_complaint(k, &kind), "others may write"));
    assert_int_equal(kind, TROUBLE_MISSING);
    assert_null(compilation_complaint(k, &kind));
    assert_null(j.run);
    assert_int_equal(chmod(path, 0700), 0);
    code_folder f;
    assert_null(code_folder_open(&f));
}

/* A library that was compiled and kept under its name, with the code's answer. */
static compilation *compile_sum(arena *a, jit *j) {
    *j = jit_new(NULL, &sum);
    compilation *k = compilation_new(a);
    compilation_add(k, a, j);
    compilation_start(k, COMPILE_ALL);
    return k;
}

/* The only library of the folder. */
static void find_library(char path[300]) {
    char name[200];
    snprintf(name, sizeof name, "%s/involute", folder);
    DIR *list = opendir(name);
    assert_non_null(list);
    path[0] = '\0';
    for (const struct dirent *e = readdir(list); e; e = readdir(list))
        if (strstr(e->d_name, ".so"))
            snprintf(path, 300, "%.80s/%.150s", name, e->d_name);
    closedir(list);
    assert_true(path[0]);
}

static void keep_copy(const char *from, const char *to) {
    char command[700];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

/* Puts something in the place of a library. */
static void cut_off(const char *path, const char *good) {
    (void)good;
    assert_int_equal(truncate(path, 5000), 0);
}
static void make_empty(const char *path, const char *good) {
    (void)good;
    assert_int_equal(truncate(path, 0), 0);
}
static void flip_byte(const char *path, const char *good) {
    (void)good;
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, 4500, SEEK_SET), 0);
    const int c = getc(file);
    assert_int_equal(fseek(file, 4500, SEEK_SET), 0);
    putc(c ^ 1, file);
    fclose(file);
}
static void open_to_others(const char *path, const char *good) {
    (void)good;
    assert_int_equal(chmod(path, 0666), 0);
}
static void link_elsewhere(const char *path, const char *good) {
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink(good, path), 0);
}
static void make_pipe(const char *path, const char *good) {
    (void)good;
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
}
/* A library with a good seal, of another content. */
static void plant_other(const char *path, const char *good) {
    (void)good;
    char other[320];
    snprintf(other, sizeof other, "%s/involute/0123.so", folder);
    FILE *file = fopen(other, "w");
    assert_non_null(file);
    fputs("not a library", file);
    fclose(file);
    code_folder f;
    code_names n;
    assert_null(code_folder_open(&f));
    snprintf(n.library, sizeof n.library, "%s", other);
    assert_int_equal(code_folder_keep(&f, &n, other), 0);
    assert_int_equal(code_folder_look(other), CODE_GOOD);
    assert_int_equal(rename(other, path), 0);
}
static void give_away(const char *path, const char *good) {
    (void)good;
    if (geteuid() == 0)
        assert_int_equal(chown(path, 12345, 12345), 0);
    else
        assert_int_equal(chmod(path, 0620), 0);
}

/* What is not what was put there is not loaded: a note, and it is compiled anew. */
static void test_planted(void **state) {
    (void)state;
    void (*const damage[])(const char *, const char *) = {
        cut_off,        make_empty, flip_byte,   open_to_others,
        link_elsewhere, make_pipe,  plant_other, give_away};
    char path[300];
    char good[300];
    compile_trouble kind;
    jit j;
    if (!has_compiler())
        skip();
    arena *first = arena_child(memory);
    compilation_look(compile_sum(first, &j), 1);
    arena_free(first); /* what is still loaded must not be cut off */
    find_library(path);
    snprintf(good, sizeof good, "%s/good", folder);
    keep_copy(path, good);
    assert_int_equal(code_folder_look(path), CODE_GOOD);
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        damage[i](path, good);
        assert_int_equal(code_folder_look(path), CODE_REFUSED);
        arena *a = arena_child(memory);
        compilation *k = compile_sum(a, &j);
        const char *why = compilation_complaint(k, &kind);
        assert_non_null(why);
        assert_int_equal(kind, TROUBLE_REPLACED);
        assert_non_null(strstr(why, "compiled anew"));
        assert_null(j.run);
        compilation_look(k, 1);
        assert_non_null(j.run);
        assert_int_equal(code_folder_look(path), CODE_GOOD);
        arena_free(a);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(code_folder_look(path), CODE_MISSING);
}

/* A compiler of our own, as a script. */
static void put_compiler(const char *script) {
    char path[200];
    snprintf(path, sizeof path, "%s/bin", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    setenv("PATH", path, 1);
    snprintf(path, sizeof path, "%s/bin/cc", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(path, 0700), 0);
}

static void test_failing_compiler(void **state) {
    (void)state;
    compile_trouble kind;
    jit j = jit_new(NULL, &sum);
    compilation *k = compilation_new(memory);
    put_compiler("echo first words; echo more >&2; exit 3");
    compilation_add(k, memory, &j);
    compilation_start(k, COMPILE_ALL);
    compilation_look(k, 1);
    assert_string_equal(compilation_complaint(k, &kind),
                        "the compiler cc ended with status 3: first words");
    assert_int_equal(kind, TROUBLE_FAILED);
    assert_null(j.run);
    assert_int_equal(count_files(".c") + count_files(".txt") + count_files(".so"), 0);
    compilation_start(k, COMPILE_ALL); /* not again */
    assert_null(compilation_complaint(k, &kind));
}

static void test_no_compiler(void **state) {
    (void)state;
    compile_trouble kind;
    jit j = jit_new(NULL, &sum);
    compilation *k = compilation_new(memory);
    setenv("PATH", folder, 1);
    compilation_add(k, memory, &j);
    compilation_start(k, COMPILE_ALL);
    assert_non_null(strstr(compilation_complaint(k, &kind), "no compiler cc"));
    assert_int_equal(kind, TROUBLE_MISSING);
}

/* The end of the arena ends the compiler, and no child is left. */
static void test_early_end(void **state) {
    (void)state;
    arena *a = arena_child(memory);
    jit j = jit_new(NULL, &sum);
    compilation *k = compilation_new(a);
    put_compiler("exec /bin/sleep 1000");
    compilation_add(k, a, &j);
    compilation_start(k, COMPILE_ALL);
    compilation_look(k, 0);
    assert_null(j.run);
    arena_free(a);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(count_files(".c"), 0);
}

/* A tape that goes while it is compiled gets nothing. */
static void test_gone_tape(void **state) {
    (void)state;
    if (!has_compiler())
        skip();
    arena *a = arena_child(memory);
    jit *gone = arena_alloc(a, sizeof *gone);
    jit stays = jit_new(NULL, &sum);
    compilation *k = compilation_new(memory);
    *gone = jit_new(NULL, &sum);
    compilation_add(k, memory, &stays);
    compilation_add(k, a, gone);
    compilation_start(k, COMPILE_ALL);
    arena_free(a);
    compilation_look(k, 1);
    assert_non_null(stays.run);
    double slot[] = {1, 2, 0};
    jit_execute(&stays, slot);
    assert_true(slot[2] == 3);
}

/* Old libraries go when there are more than 64 MiB, the newest one never. */
static void test_bound(void **state) {
    (void)state;
    char path[200];
    if (!has_compiler())
        skip();
    code_folder f;
    assert_null(code_folder_open(&f));
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/involute/old%d.so", folder, i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fclose(file);
        assert_int_equal(truncate(path, 30 << 20), 0);
        const struct timespec then[2] = {{1000 + i, 0}, {1000 + i, 0}};
        assert_int_equal(utimensat(AT_FDCWD, path, then, 0), 0);
    }
    jit j = jit_new(NULL, &sum);
    compilation *k = compilation_new(memory);
    compilation_add(k, memory, &j);
    compile_all(k);
    assert_int_equal(count_files(".so"), 3);
    snprintf(path, sizeof path, "%s/involute/old0.so", folder);
    assert_int_equal(access(path, F_OK), -1);
}

static void test_numbers(void **state) {
    (void)state;
    static const double value[] = {0,     -0.0,    1,      -1.5,  0.1,
                                   1e308, -5e-324, 3e-310, 1e100, 123456789};
    for (size_t k = 0; k < sizeof value / sizeof *value; k++) {
        char text[EMIT_NUMBER_SIZE];
        emit_number(text, value[k]);
        assert_true(same_bits(strtod(text, NULL), value[k]));
    }
}

int main(void) {
#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_random_tapes), TEST(test_once),      TEST(test_cache),
        TEST(test_owner),        TEST(test_planted),   TEST(test_failing_compiler),
        TEST(test_no_compiler),  TEST(test_early_end), TEST(test_gone_tape),
        TEST(test_bound),        TEST(test_numbers),
    };
    return cmocka_run_group_tests(tests, begin_group, end_group);
}
