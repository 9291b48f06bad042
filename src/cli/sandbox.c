/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* syscall, O_PATH */
#include "sandbox.h"
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- the command line --- */

static int sandbox_has_ending(const char *path, const char *ending) {
    const size_t n = path ? strlen(path) : 0;
    return n > strlen(ending) && strcasecmp(path + n - strlen(ending), ending) == 0;
}

/* What option would start a program or load a library; NULL: none. */
static const char *sandbox_obstacle(const arguments *a) {
    for (int k = 0; k < a->setting_count; k++)
        if (strcmp(a->settings[k].name, "evaluator") == 0 && a->settings[k].value &&
            strcmp(a->settings[k].value, "cc") == 0)
            return "--evaluator cc, which starts a compiler";
    if (sandbox_has_ending(a->plot, ".png"))
        return "pictures in .png files, which another program makes; .svg needs none";
    if (sandbox_has_ending(a->output, ".h5"))
        return "results in .h5 files, which a library is loaded for; .csv and .mat need "
               "none";
    if (a->engine && strcmp(a->engine, "singular") == 0)
        return "--engine singular, which starts that program";
    return NULL;
}

int sandbox_check(const arguments *a) {
    const char *obstacle = a->sandbox ? sandbox_obstacle(a) : NULL;
    return obstacle
               ? arguments_complain(a, "--sandbox does not go together with %s", obstacle)
               : 0;
}

/* --- the system --- */

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define SANDBOX_MACHINE AUDIT_ARCH_X86_64
#else
#define SANDBOX_MACHINE AUDIT_ARCH_AARCH64
#endif

/* Programs, processes, other processes, networks, and what goes around the rules. */
static const int sandbox_refused[] = {
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_unshare,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_userfaultfd,
    SYS_open_by_handle_at,
    SYS_linkat,
    SYS_symlinkat,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
    SYS_link,
    SYS_symlink,
#endif
};
enum { REFUSED = sizeof sandbox_refused / sizeof *sandbox_refused };

/* The bit of the numbers of another interface to the same kernel (x32). */
enum { OTHER_INTERFACE = 0x40000000 };

#define REFUSE_WITH(number) (SECCOMP_RET_ERRNO | ((number)&SECCOMP_RET_DATA))

/* Threads may be started: clone with CLONE_THREAD. clone3 hides its flags in memory; the
 * C library takes clone where there is no clone3. */
static int sandbox_filter_calls(void) {
    struct sock_filter code[REFUSED * 2 + 20];
    unsigned short n = 0;
#define LOAD(field)                                                                      \
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,                   \
                                             offsetof(struct seccomp_data, field))
#define UNLESS(test, value)                                                              \
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), 0, 1)
#define ANSWER(value) code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, (value))
    LOAD(arch);
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                             (uint32_t)SANDBOX_MACHINE, 1, 0);
    ANSWER(REFUSE_WITH(EPERM));
    LOAD(nr);
    UNLESS(BPF_JGE, OTHER_INTERFACE);
    ANSWER(REFUSE_WITH(EPERM));
#ifdef SYS_clone3
    UNLESS(BPF_JEQ, SYS_clone3);
    ANSWER(REFUSE_WITH(ENOSYS));
#endif
    for (int k = 0; k < REFUSED; k++) {
        UNLESS(BPF_JEQ, (uint32_t)sandbox_refused[k]);
        ANSWER(REFUSE_WITH(EPERM));
    }
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0);
    ANSWER(SECCOMP_RET_ALLOW);
    LOAD(args[0]); /* the lower half, which has all flags */
    UNLESS(BPF_JSET, CLONE_THREAD);
    ANSWER(SECCOMP_RET_ALLOW);
    ANSWER(REFUSE_WITH(EPERM));
    const struct sock_fprog program = {n, code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#if defined(__has_include)
#if __has_include(<linux/landlock.h>) && defined(SYS_landlock_create_ruleset)
#include <linux/landlock.h>
#define HAS_LANDLOCK
#endif
#endif

#ifdef HAS_LANDLOCK
/* Rights that the first version knows, which all later ones have. */
enum {
    READS = LANDLOCK_ACCESS_FS_READ_FILE,
    WRITES = READS | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
             LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_DIR |
             LANDLOCK_ACCESS_FS_REMOVE_FILE,
    ALL_RIGHTS = WRITES | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                 LANDLOCK_ACCESS_FS_MAKE_SYM
};

/* Allows something with a file or what is below a folder; what is not there needs no
 * rule. */
static int sandbox_allow(int rules, const char *path, uint64_t rights) {
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return 1;
    const long failed =
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return !failed;
}

static int sandbox_allow_read(int rules, const char *path) {
    return !path || strcmp(path, "-") == 0 || sandbox_allow(rules, path, READS);
}

/* Files get their names when they are complete, and some have others beside them: the
 * whole folder. */
static int sandbox_allow_written(int rules, const char *path) {
    if (!path || !*path || strcmp(path, "-") == 0)
        return 1;
    char *folder = strdup(path);
    if (!folder)
        return 0;
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    const int is_allowed = sandbox_allow(rules, slash ? folder : ".", WRITES);
    free(folder);
    return is_allowed;
}

static int sandbox_allow_named(int rules, const arguments *a) {
    const char *const read[] = {a->model, a->input, a->with, a->samples, a->resume};
    const char *const written[] = {a->output, a->section_output, a->steps_output,
                                   a->plot,   a->report,         a->c_file,
                                   a->write,  a->output_dir,     a->checkpoint};
    int is_good = 1;
    for (size_t k = 0; k < sizeof read / sizeof *read; k++)
        is_good &= sandbox_allow_read(rules, read[k]);
    for (int k = 0; k < a->library_count; k++)
        is_good &= sandbox_allow_read(rules, a->library[k]);
    for (size_t k = 0; k < sizeof written / sizeof *written; k++)
        is_good &= sandbox_allow_written(rules, written[k]);
    return is_good;
}

static int sandbox_limit_files(const arguments *a) {
    const struct landlock_ruleset_attr all = {.handled_access_fs = ALL_RIGHTS};
    const int rules =
        (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0)
        return 0;
    const int is_made =
        sandbox_allow_named(rules, a) && !syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return is_made;
}
#else
static int sandbox_limit_files(const arguments *a) {
    (void)a;
    return 0;
}
#endif

static void sandbox_enforce(const arguments *a, int *files, int *calls) {
    *files = *calls = 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return;
    *files = sandbox_limit_files(a);
    *calls = sandbox_filter_calls();
}
#else
static void sandbox_enforce(const arguments *a, int *files, int *calls) {
    (void)a;
    *files = *calls = 0;
}
#endif

invo_status sandbox_begin(session *s) {
    int files, calls;
    invo_context_sandbox(s->context);
    sandbox_enforce(s->arguments, &files, &calls);
    if (!files || !calls)
        session_note(s,
                     "this system does not enforce the sandbox for %s; the program "
                     "itself keeps to it",
                     files   ? "programs and networks"
                     : calls ? "files"
                             : "anything");
    return INVO_OK;
}
