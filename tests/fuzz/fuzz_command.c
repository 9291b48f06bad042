/* SPDX-License-Identifier: BSD-3-Clause */
/* Command lines: a command, options that it takes and some that it does not, with values
 * that make sense and others, run within this process in a folder of its own. A command
 * ends with a documented status, and says something where that is not 0. */
#define main unused_main
#include "../../src/cli/main.c"
#undef main
#include <stdint.h>
#include "choices.h"
#include "scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char pendulum[] =
    "model Pendulum\n"
    "  parameter Real L = 1;\n"
    "  Real x(start = 1, fixed = true), y(start = 0), F;\n"
    "equation\n"
    "  der(der(x)) = -F*x;\n"
    "  der(der(y)) = -F*y - 9.81;\n"
    "  x^2 + y^2 = L^2;\n"
    "  annotation(experiment(StopTime = 0.3, Tolerance = 1e-6));\n"
    "end Pendulum;\n";
static const char ball[] = "model Ball\n"
                           "  input Real w;\n"
                           "  Real h(start = 1, fixed = true), v(start = 0);\n"
                           "equation\n"
                           "  der(h) = v;\n"
                           "  der(v) = w - 9.81;\n"
                           "  when h < 0 then\n"
                           "    reinit(v, -0.5*pre(v));\n"
                           "  end when;\n"
                           "  annotation(experiment(StopTime = 0.6));\n"
                           "end Ball;\n";
static const char table[] = "time,w,x,L\n0,0,1,1\n0.5,1,2,1.5\n1,0,0,2\n";

/* Standard input is empty, and what is printed is of no interest here. */
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    scratch_enter();
    setenv("XDG_CACHE_HOME", ".", 1);
    if (!freopen("/dev/null", "r", stdin))
        scratch_fail("/dev/null");
    return 0;
}

enum { WORDS = 24, LONGEST = 64 };

/* Words that leave the folder, start other programs, change limits of this process or
 * take minutes. */
static int is_allowed(const char *word) {
    static const char *const never[] = {
        "cc",        "singular", "--max-memory", "--max-file-size",
        "--sandbox", "--all",    "--long"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (strncmp(word, never[i], strlen(never[i])) == 0)
            return 0;
    return !strchr(word, '/') && !strstr(word, "singular") && !strstr(word, "=cc");
}

static void draw_raw(choices *c, char word[LONGEST]) {
    const int length = choose(c, LONGEST - 1);
    for (int i = 0; i < length; i++)
        word[i] = (char)choose(c, 256);
    word[length] = 0;
}

static void draw_value(choices *c, const invo_option_info *info, char word[LONGEST]) {
    static const char *const values[] = {
        "p.mo",   "b.mo",    "t.csv",   "out.csv", "out.svg", "out.html", "out.h5",
        "0",      "1",       "-1",      "1e-3",    "1e300",   "nan",      "1e-400",
        "x",      "y,F",     "L=2",     "x=0.5",   "L=1:2:3", "*",        "der(x)",
        "-",      "out.npz", "start",   "out.c",   "out.mo",  "x^2",      "w",
        "steady", "0.1",     "out.dat", "out.mat"};
    enum { VALUES = sizeof values / sizeof *values };
    switch (choose(c, 4)) {
    case 0:
        draw_raw(c, word);
        break;
    case 1:
        if (strchr(info->argument, ' ')) {
            const char *at = info->argument;
            for (int k = choose(c, 32); k > 0 && strchr(at, ' '); k--)
                at = strchr(at, ' ') + 1;
            snprintf(word, LONGEST, "%.*s", (int)strcspn(at, " "), at);
            break;
        } /* fall through */
    default:
        snprintf(word, LONGEST, "%s", values[choose(c, VALUES)]);
    }
}

/* An option of this command or, now and then, of any. */
static int draw_option(choices *c, const command *k, invo_option_info *info) {
    int count = 0;
    const command *of = k;
    if (choose(c, 8) == 7) {
        of = commands;
        for (int i = choose(c, 16); i > 0 && of[1].name; i--)
            of++;
    }
    while (command_option(of, count, info))
        count++;
    return count > 0 && command_option(of, choose(c, count), info);
}

static int draw_words(choices *c, char word[WORDS][LONGEST]) {
    const command *k = commands;
    int n = 0;
    snprintf(word[n++], LONGEST, "involute");
    for (int i = choose(c, 16); i > 0 && k[1].name; i--)
        k++;
    snprintf(word[n++], LONGEST, "%s", k->name);
    if (k->takes & TAKES_MODEL)
        snprintf(word[n++], LONGEST, "%s", choose(c, 3) ? "p.mo" : "b.mo");
    if (k->takes & TAKES_FILES)
        snprintf(word[n++], LONGEST, "t.csv");
    if (k->takes & TAKES_MODEL) { /* sooner than libFuzzer's limit */
        snprintf(word[n++], LONGEST, "--max-seconds");
        snprintf(word[n++], LONGEST, "3");
    }
    while (c->at < c->end && n < WORDS - 2) {
        invo_option_info info;
        if (choose(c, 16) == 15) {
            draw_raw(c, word[n++]);
            continue;
        }
        if (!draw_option(c, k, &info))
            break;
        snprintf(word[n++], LONGEST, "--%s", info.name);
        if (*info.argument)
            draw_value(c, &info, word[n++]);
    }
    return n;
}

static int is_documented(int status) {
    return (status >= 0 && status <= 5) || status == 130;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char word[WORDS][LONGEST];
    char *argv[WORDS + 1] = {0};
    choices c = {data, data + size};
    const int n = draw_words(&c, word);
    for (int i = 0; i < n; i++) {
        argv[i] = word[i];
        if (!is_allowed(word[i]))
            return 0;
    }
    scratch_clear();
    scratch_write("p.mo", pendulum, strlen(pendulum));
    scratch_write("b.mo", ball, strlen(ball));
    scratch_write("t.csv", table, strlen(table));
    const int status = dispatch(n, argv);
    if (!is_documented(status)) {
        fprintf(stderr, "exit status %d\n", status);
        abort();
    }
    return 0;
}
