/* SPDX-License-Identifier: BSD-3-Clause */
/* Batches of tapes: each is one text, one call of the compiler and one library, whose
 * name in the folder of compiled code is the hash of the text, which has the compiler and
 * its options in its first line. The text is made twice, first for its hash alone. */
#define _DEFAULT_SOURCE
#include "compile.h"
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "child.h"
#include "code_folder.h"
#include "emit_c.h"

/* Operations of a batch: compilers take about half a millisecond for one. The rest waits
 * for the next batch; a longer tape is left to the first tier. */
enum { MOST_BATCH_OPERATIONS = 20000 };
enum { MOST_LIBRARIES = 16, TROUBLE_SIZE = 600 };

/* A tape that may be compiled. */
typedef struct candidate {
    compilation *of;
    jit *code;
    struct candidate *before, *after;
    int is_tried; /* a batch has had it, or there is no C for it */
    int is_done;
} candidate;

struct compilation {
    arena *arena;
    candidate *first;
    candidate **batch; /* [count]: NULL where one has gone; malloc */
    int count;
    pid_t child; /* 0: none runs */
    code_folder folder;
    code_names names;
    char path[FILE_PATH]; /* of the library */
    void *library[MOST_LIBRARIES];
    int libraries;
    int is_hopeless; /* nothing is tried any more */
    compile_trouble kind;
    int is_told;
    char trouble[TROUBLE_SIZE];
};

/* --- tapes --- */

static void forget_batch(compilation *k) {
    free(k->batch);
    k->batch = NULL;
    k->count = 0;
}

static void close_all(void *data) {
    compilation *k = data;
    if (k->child) {
        child_end(k->child);
        code_folder_remove(&k->names);
    }
    for (int i = 0; i < k->libraries; i++)
        dlclose(k->library[i]);
    forget_batch(k);
}

compilation *compilation_new(arena *a) {
    compilation *k = arena_alloc(a, sizeof *k);
    k->arena = a;
    arena_at_end(a, close_all, k);
    return k;
}

/* Its arena goes. */
static void drop_candidate(void *data) {
    candidate *c = data;
    compilation *k = c->of;
    for (int i = 0; i < k->count; i++)
        if (k->batch[i] == c)
            k->batch[i] = NULL;
    if (c->before)
        c->before->after = c->after;
    else
        k->first = c->after;
    if (c->after)
        c->after->before = c->before;
}

void compilation_add(compilation *k, arena *a, jit *j) {
    candidate *c = arena_alloc(a, sizeof *c);
    *c = (candidate){.of = k, .code = j, .after = k->first};
    if (a != k->arena)
        arena_at_end(a, drop_candidate, c); /* may throw: it is not in the list yet */
    if (k->first)
        k->first->before = c;
    k->first = c;
}

/* --- trouble --- */

static void note_trouble(compilation *k, compile_trouble kind, const char *why) {
    snprintf(k->trouble, sizeof k->trouble, "%s", why);
    k->kind = kind;
    k->is_told = 0;
}

static void give_up(compilation *k, compile_trouble kind, const char *why) {
    note_trouble(k, kind, why);
    k->is_hopeless = 1;
}

const char *compilation_complaint(compilation *k, compile_trouble *kind) {
    if (!k->trouble[0] || k->is_told)
        return NULL;
    k->is_told = 1;
    *kind = k->kind;
    return k->trouble;
}

/* The first line that the compiler has printed. */
static void read_message(const char *path, char *line, size_t size) {
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, (int)size, file))
        snprintf(line, size, "it printed nothing");
    if (file)
        fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
}

/* Describes how a compiler has ended. */
static void tell_failure(compilation *k, int status) {
    char line[TROUBLE_SIZE / 2];
    char end[TROUBLE_SIZE / 4] = "has ended, and another part of the program knows how";
    read_message(k->names.messages, line, sizeof line);
    if (status >= 0 && WIFEXITED(status))
        snprintf(end, sizeof end, "ended with status %d", WEXITSTATUS(status));
    else if (status >= 0 && WIFSIGNALED(status))
        snprintf(end, sizeof end, "ended by signal %d", WTERMSIG(status));
    char text[TROUBLE_SIZE];
    snprintf(text, sizeof text, "the compiler cc %s: %s", end, line);
    give_up(k, TROUBLE_FAILED, text);
}

/* --- the text --- */

/* Where text goes: into the hash, and from the second time on into a file. */
typedef struct text_target {
    code_hash hash;
    FILE *file;
} text_target;

static void put_text(void *data, const char *text, size_t size) {
    text_target *to = data;
    code_hash_add(&to->hash, text, size);
    if (to->file)
        fwrite(text, 1, size, to->file);
}

static void put_batch(const compilation *k, const char *identity, emit_scratch s,
                      text_target *to) {
    const emit_sink out = {put_text, to};
    to->hash = code_hash_begin();
    emit_text(&out, "/* %s; ", child_options());
    put_text(to, identity, strlen(identity));
    emit_text(&out, " */\n#include <math.h>\n");
    int has_calls = 0;
    for (int i = 0; i < k->count; i++)
        has_calls |= emit_c_calls_functions(k->batch[i]->code->tape);
    if (has_calls)
        emit_c_functions(&out);
    for (int i = 0; i < k->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "involute_%d", i);
        emit_c_tape(&out, "", name, k->batch[i]->code->tape, s);
    }
}

/* Room for the largest tape of the batch; 0: there is no memory. */
static int make_emit_scratch(const compilation *k, emit_scratch *s) {
    int operands = 0;
    int slots = 0;
    for (int i = 0; i < k->count; i++) {
        const tape *t = k->batch[i]->code->tape;
        operands = t->operands > operands ? t->operands : operands;
        slots = t->slots > slots ? t->slots : slots;
    }
    s->next = malloc(sizeof *s->next * ((size_t)operands + 1));
    s->until = malloc(sizeof *s->until * ((size_t)slots + 1));
    s->local = calloc((size_t)slots + 1, sizeof *s->local);
    return s->next && s->until && s->local;
}

/* --- batches --- */

static int is_wanted(candidate *c, compile_extent extent) {
    if (c->is_tried || (extent == COMPILE_BUSY && !jit_is_busy(c->code)) ||
        (extent == COMPILE_USED && !jit_is_used(c->code)))
        return 0;
    c->is_tried = !emit_c_has(c->code->tape);
    return !c->is_tried;
}

/* Lists the tapes of the next batch; 0: there are none, or no memory. */
static int choose_batch(compilation *k, compile_extent extent) {
    int count = 0;
    long operations = 0;
    for (candidate *c = k->first; c; c = c->after)
        count += is_wanted(c, extent);
    free(k->batch);
    k->count = 0;
    k->batch = count ? malloc(sizeof *k->batch * (size_t)count) : NULL;
    if (!k->batch)
        return 0;
    for (candidate *c = k->first; c; c = c->after) {
        const int length = c->code->tape->length;
        if (!is_wanted(c, extent) || operations + length > MOST_BATCH_OPERATIONS)
            continue;
        operations += length;
        k->batch[k->count++] = c;
    }
    return k->count > 0;
}

/* Takes the functions of the library for what is left of the batch. */
static void load_library(compilation *k) {
    assert(k->libraries < MOST_LIBRARIES);
    void *library = dlopen(k->path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        give_up(k, TROUBLE_FAILED, why ? why : "compiled code could not be loaded");
        return;
    }
    k->library[k->libraries++] = library;
    for (int i = 0; i < k->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "involute_%d", i);
        void *at = dlsym(library, name);
        if (!at || !k->batch[i])
            continue;
        jit_function *run;
        memcpy(&run, &at, sizeof run); /* ISO C has no cast from objects to functions */
        k->batch[i]->code->run = run;
        k->batch[i]->is_done = 1;
    }
    k->is_hopeless |= k->libraries == MOST_LIBRARIES;
}

/* Writes the text to a file of its own; 0: it is not all there. */
static int write_batch(compilation *k, const char *identity, emit_scratch s) {
    text_target to = {.file = NULL};
    const int file = code_folder_begin(&k->folder, &k->names);
    if (file >= 0)
        to.file = fdopen(file, "w");
    if (!to.file) {
        if (file >= 0)
            close(file);
        return 0;
    }
    put_batch(k, identity, s, &to);
    const int is_bad = ferror(to.file);
    return fclose(to.file) == 0 && !is_bad;
}

static void run_compiler(compilation *k, const char *compiler, const char *identity,
                         emit_scratch s) {
    if (!write_batch(k, identity, s)) {
        code_folder_remove(&k->names);
        give_up(k, TROUBLE_MISSING, "the folder of compiled code cannot be written to");
        return;
    }
    k->child = child_start(compiler, k->names.text, k->names.library, k->names.messages);
    if (k->child > 0)
        return;
    k->child = 0;
    code_folder_remove(&k->names);
    give_up(k, TROUBLE_FAILED, "the compiler cc could not be started");
}

/* Finds the library of the batch, or starts to make it. */
static void begin_batch(compilation *k, const char *compiler, emit_scratch s) {
    char identity[IDENTITY_SIZE];
    text_target to = {.file = NULL};
    child_identify(compiler, identity);
    put_batch(k, identity, s, &to);
    code_folder_name(&k->folder, to.hash, k->path);
    const code_state state = code_folder_look(k->path);
    if (state == CODE_REFUSED)
        note_trouble(
            k, TROUBLE_REPLACED,
            "a library in the folder of compiled code is damaged, or is not what "
            "was put there: it is not loaded, and compiled anew");
    if (state == CODE_GOOD) {
        load_library(k);
        forget_batch(k);
    } else
        run_compiler(k, compiler, identity, s);
}

void compilation_start(compilation *k, compile_extent extent) {
    char compiler[COMPILER_PATH];
    emit_scratch s = {NULL, NULL, NULL};
    if (k->child || k->is_hopeless || !choose_batch(k, extent))
        return;
    for (int i = 0; i < k->count; i++)
        k->batch[i]->is_tried = 1;
    const char *why = code_folder_open(&k->folder);
    if (!child_find_compiler(compiler))
        why = "there is no compiler cc in the folders of PATH";
    if (!why && !make_emit_scratch(k, &s))
        why = "there is no memory to compile with";
    if (why)
        give_up(k, TROUBLE_MISSING, why);
    else
        begin_batch(k, compiler, s);
    free(s.next);
    free(s.until);
    free(s.local);
}

void compilation_look(compilation *k, int waits) {
    int status;
    if (!k->child)
        return;
    const child_state state = child_look(k->child, waits, &status);
    if (state == CHILD_RUNS)
        return;
    k->child = 0;
    if (state == CHILD_FAILED)
        tell_failure(k, status);
    else if (code_folder_keep(&k->folder, &k->names, k->path) ||
             code_folder_look(k->path) != CODE_GOOD)
        give_up(k, TROUBLE_MISSING, "the folder of compiled code cannot be written to");
    else
        load_library(k);
    code_folder_remove(&k->names);
    forget_batch(k);
}

/* --- the tier --- */

compile_tier compilation_tier(const compilation *k) {
    compile_tier tier = TIER_INTERPRETER;
    for (const candidate *c = k->first; c; c = c->after) {
        if (c->is_done)
            return TIER_COMPILED;
        if (c->code->run)
            tier = TIER_TRANSLATED;
    }
    return tier;
}
