/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* realpath, closefrom */
#include "child.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Nothing is contracted, so that the bits are those of the interpreter; errno is not
 * looked at. */
#define EACH_OPTION(ONE)                                                                 \
    ONE("-O1")                                                                           \
    ONE("-fPIC")                                                                         \
    ONE("-shared")                                                                       \
    ONE("-ffp-contract=off")                                                             \
    ONE("-fno-math-errno")                                                               \
    ONE("-w")                                                                            \
    ONE("-pipe")

const char *child_options(void) {
#define IN_WORDS(option) " " option
    return "cc" EACH_OPTION(IN_WORDS);
}

/* --- the compiler --- */

static const char USUAL_FOLDERS[] = "/usr/local/bin:/usr/bin:/bin";

static const char *list_folders(void) {
    const char *folders = getenv("PATH");
    return folders && *folders ? folders : USUAL_FOLDERS;
}

static int is_program(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

/* Folders below the current one do not count. */
int child_find_compiler(char path[COMPILER_PATH]) {
    for (const char *at = list_folders(); *at;) {
        const int size = (int)strcspn(at, ":");
        const int whole = snprintf(path, COMPILER_PATH, "%.*s/cc", size, at);
        if (*at == '/' && whole < COMPILER_PATH && is_program(path))
            return 1;
        at += size;
        if (*at == ':')
            at++;
    }
    return 0;
}

void child_identify(const char *compiler, char text[IDENTITY_SIZE]) {
    struct stat s = {0};
    char *real = realpath(compiler, NULL);
    const char *name = real ? real : compiler;
    stat(name, &s);
    snprintf(text, IDENTITY_SIZE, "%s, %lld bytes, %lld", name, (long long)s.st_size,
             (long long)s.st_mtime);
    free(real);
}

/* --- the process --- */

/* A variable of the environment as it is here, or none. */
enum { VARIABLE_SIZE = 4096 };
static int take_variable(char text[VARIABLE_SIZE], const char *name, const char *value) {
    if (!value)
        return 0;
    return snprintf(text, VARIABLE_SIZE, "%s=%s", name, value) < VARIABLE_SIZE;
}

/* Messages are in English, and variables that change what a compiler does are left out.
 */
typedef struct child_environment {
    char path[VARIABLE_SIZE], home[VARIABLE_SIZE], folder[VARIABLE_SIZE];
    char *list[5];
} child_environment;

static void make_environment(child_environment *e) {
    static char language[] = "LC_ALL=C";
    int count = 0;
    e->list[count++] = language;
    if (take_variable(e->path, "PATH", list_folders()))
        e->list[count++] = e->path;
    if (take_variable(e->home, "HOME", getenv("HOME")))
        e->list[count++] = e->home;
    if (take_variable(e->folder, "TMPDIR", getenv("TMPDIR")))
        e->list[count++] = e->folder;
    e->list[count] = NULL;
}

/* The words of a command, which posix_spawn takes as if it could change them. */
static char *word(const char *text) {
    char *same;
    memcpy(&same, &text, sizeof same);
    return same;
}

/* Files of the program that the child has no business with. */
static int close_rest(posix_spawn_file_actions_t *a) {
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 34)
    return posix_spawn_file_actions_addclosefrom_np(a, STDERR_FILENO + 1);
#endif
#endif
    (void)a;
    return 0;
}

static int redirect(posix_spawn_file_actions_t *a, const char *messages) {
    const int how = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW;
    return posix_spawn_file_actions_addopen(a, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
           posix_spawn_file_actions_addopen(a, STDOUT_FILENO, messages, how, 0600) ||
           posix_spawn_file_actions_adddup2(a, STDOUT_FILENO, STDERR_FILENO) ||
           close_rest(a);
}

/* A group of its own, which can be ended as a whole; signals as a program expects them.
 */
static int set_apart(posix_spawnattr_t *a) {
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    return posix_spawnattr_setpgroup(a, 0) || posix_spawnattr_setsigmask(a, &none) ||
           posix_spawnattr_setsigdefault(a, &all) ||
           posix_spawnattr_setflags(a, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                           POSIX_SPAWN_SETSIGDEF);
}

pid_t child_start(const char *compiler, const char *text, const char *library,
                  const char *messages) {
#define AS_WORD(option) word(option),
    char *const words[] = {word("cc"),    EACH_OPTION(AS_WORD) word("-o"),
                           word(library), word(text),
                           word("-lm"),   NULL};
    child_environment environment;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t child = -1;
    make_environment(&environment);
    if (posix_spawn_file_actions_init(&actions))
        return -1;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return -1;
    }
    if (redirect(&actions, messages) || set_apart(&attributes) ||
        posix_spawn(&child, compiler, &actions, &attributes, words, environment.list))
        child = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

/* Where the program that uses the library has waited for all children, or ignores them,
 * nobody knows how this one has ended. */
child_state child_look(pid_t child, int waits, int *status) {
    *status = -1;
    const pid_t ended = waitpid(child, status, waits ? 0 : WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return CHILD_RUNS;
    if (ended < 0)
        return CHILD_FAILED;
    return WIFEXITED(*status) && WEXITSTATUS(*status) == 0 ? CHILD_SUCCEEDED
                                                           : CHILD_FAILED;
}

void child_end(pid_t child) {
    int status;
    kill(-child, SIGTERM);
    while (child_look(child, 1, &status) == CHILD_RUNS)
        continue;
}
