/* SPDX-License-Identifier: BSD-3-Clause */
/* Singular reads a script from a file that has no name and answers through a pipe, within
 * a time limit. Lines of the answer that are meant for us begin with '@'. */
#include "singular.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../cli/cli.h"
#include "../cli/say.h"

enum { LONGEST_ANSWER = 1 << 26, NOT_FOUND = 127 };

/* --- the script --- */

/* A generator that follows from the others is left out, beginning with those of the
 * highest degree: [TA01] section 6.4 has the same three equations for each component. */
static const char *const procedures =
    "LIB \"primdec.lib\";\n"
    "proc thin(ideal J) {\n"
    "  int i; ideal K; ideal L = sort(J)[1];\n"
    "  for (i = ncols(L); i >= 1; i--) {\n"
    "    K = L; K[i] = 0; K = simplify(K, 2);\n"
    "    if (reduce(L[i], std(K)) == 0) { L[i] = 0; }\n"
    "  }\n"
    "  return(simplify(L, 2));\n"
    "}\n"
    "proc tell(ideal P, ideal S, ideal D) {\n"
    "  int i; ideal J;\n"
    "  if (reduce(1, P) == 0) { return(); }\n"
    "  for (i = 1; i <= ncols(D); i++) { if (reduce(D[i], P) == 0) { return(); } }\n"
    "  J = thin(P);\n"
    "  print(\"@component \" + string(dim(P)) + \" \" + string(size(reduce(P, S)) == "
    "0));\n"
    "  for (i = 1; i <= ncols(J); i++) { print(\"@generator \" + "
    "string(cleardenom(J[i]))); }\n"
    "}\n";

static void write_symbols(const invo_model *m, FILE *f, int parameters) {
    invo_symbol s;
    int count = 0;
    for (int j = 0; invo_model_symbol(m, j, &s); j++)
        if (s.is_parameter == parameters)
            fprintf(f, "%s%s", count++ || parameters ? "," : "", s.text);
}

/* Numbers of Singular: 1/3 of its integers is 0. Exponents stay as they are. */
static void write_polynomial(const char *text, FILE *f) {
    static const char *const digits = "0123456789";
    for (char before = 0; *text;) {
        size_t n = strspn(text, digits);
        int is_number = n && before != 'v' && before != 't' && before != '^';
        if (!n)
            n = 1;
        fprintf(f, is_number ? "number(%.*s)" : "%.*s", (int)n, text);
        before = text[n - 1];
        text += n;
    }
}

static void write_script(const invo_model *m, FILE *f) {
    invo_polynomial p;
    fputs(procedures, f);
    fputs("ring R = (0", f);
    write_symbols(m, f, 1);
    fputs("), (", f);
    write_symbols(m, f, 0);
    fputs("), dp;\nshort = 0;\noption(redSB);\nideal I; ideal D = 1;\n", f);
    for (int i = 0; invo_model_polynomial(m, i, &p); i++) {
        fprintf(f, "I[%d] = ", i + 1);
        write_polynomial(p.text, f);
        fprintf(f, ";\nD[%d] = ", i + 1);
        write_polynomial(p.denominator, f);
        fputs(";\n", f);
    }
    fputs("list L = minAssGTZ(I);\nideal S = std(I);\nint i;\n"
          "for (i = 1; i <= size(L); i++) { tell(std(L[i]), S, D); }\n"
          "print(\"@end\");\nquit;\n",
          f);
}

/* --- the program --- */

static double singular_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int singular_complain(const char *what) {
    say(stderr, "error: cannot run Singular: %s: %s\n", what, strerror(errno));
    return EXIT_FILES;
}

static _Noreturn void become_singular(int script, int answer) {
    setpgid(0, 0); /* so that whatever it starts ends with it */
    if (dup2(script, 0) >= 0 && dup2(answer, 1) >= 0 && dup2(answer, 2) >= 0)
        execlp("Singular", "Singular", "--quiet", "--no-rc", "--no-tty", "--no-shell",
               "--random=1", (char *)NULL);
    _exit(NOT_FOUND);
}

/* Reads until the other end is closed or time is up. Returns 0, or 1: too late, 2: too
 * long or no memory. */
static int read_answer(int from, double deadline, char **text) {
    assert(from >= 0);
    size_t size = 0;
    size_t capacity = 1 << 16;
    *text = malloc(capacity);
    while (*text && size < LONGEST_ANSWER) {
        double left = deadline - singular_now();
        struct pollfd p = {from, POLLIN, 0};
        int ready = left > 0 ? poll(&p, 1, (int)(left < 1e6 ? 1000 * left + 1 : 1e9)) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return 1;
        if (capacity - size < 4096) {
            char *wider = realloc(*text, capacity *= 2);
            if (!wider)
                return 2;
            *text = wider;
        }
        ssize_t n = read(from, *text + size, capacity - size - 1);
        if (n < 0 && errno == EINTR)
            continue;
        (*text)[size += n > 0 ? (size_t)n : 0] = 0;
        if (n <= 0)
            return 0;
    }
    return 2;
}

static int singular_judge(int reading, int status, double seconds) {
    if (reading == 1)
        say(stderr,
            "error: Singular did not finish within %g s; raise --timeout, or split "
            "the constraints of a part of the model\n",
            seconds);
    else if (reading)
        fprintf(stderr, "error: the answer of Singular is too long\n");
    else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        fprintf(stderr, "error: the program Singular is not installed; it is in the "
                        "Debian package 'singular' (apt-get install singular)\n");
    else
        return 0;
    return EXIT_FILES;
}

/* Runs Singular in a process group of its own, so that a time limit ends its children
 * too. */
static int ask(FILE *script, double seconds, char **text) {
    int pipes[2];
    int status = 0;
    if (pipe(pipes))
        return singular_complain("pipe");
    fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
    fcntl(pipes[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0)
        become_singular(fileno(script), pipes[1]);
    close(pipes[1]);
    if (child < 0) {
        close(pipes[0]);
        return singular_complain("fork");
    }
    setpgid(child, child); /* whoever of both comes first */
    int reading = read_answer(pipes[0], singular_now() + seconds, text);
    close(pipes[0]);
    if (reading)
        kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return singular_judge(reading, status, seconds);
}

/* --- the answer --- */

static int keep_component(decomposition *d, const char *text) {
    assert(text);
    component c = {0};
    if (sscanf(text, "%d %d", &c.dimension, &c.is_all) != 2)
        return 0;
    return components_add(d, c);
}

/* What Singular says where it is not content. */
static int not_understood(char *text) {
    char *line = strstr(text, "? ");
    if (line)
        line += 2;
    else
        line = *text ? text : "it reports nothing";
    say(stderr, "error: Singular could not split the constraints: %.*s\n",
        (int)strcspn(line, "\n"), line);
    return EXIT_FILES;
}

static int read_components(char *text, decomposition *d) {
    int ended = 0;
    int good = 1;
    char *copy = strdup(text);
    for (char *line = copy, *next; line && good; line = next) {
        if ((next = strchr(line, '\n')))
            *next++ = 0;
        line[strcspn(line, "\r")] = 0;
        if (strncmp(line, "@component ", 11) == 0)
            good = keep_component(d, line + 11);
        else if (strncmp(line, "@generator ", 11) == 0)
            good = components_add_generator(d, line + 11);
        else
            ended |= strcmp(line, "@end") == 0;
    }
    free(copy);
    if (!ended || !good)
        return not_understood(text);
    return 0;
}

int singular_decompose(const invo_model *m, double seconds, decomposition *d) {
    FILE *script = tmpfile();
    char *text = NULL;
    *d = (decomposition){.engine = "Singular"};
    if (!script)
        return singular_complain("temporary file");
    write_script(m, script);
    int failed = ferror(script) || fflush(script) || fseek(script, 0, SEEK_SET);
    int status =
        failed ? singular_complain("temporary file") : ask(script, seconds, &text);
    if (!status)
        status = read_components(text, d);
    fclose(script);
    free(text);
    return status;
}
