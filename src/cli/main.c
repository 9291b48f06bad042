/* SPDX-License-Identifier: BSD-3-Clause */
/* involute: the list of commands, and the way to the one that was asked for. */
#include "cli.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include "say.h"

const command commands[] = {
    {"run", "MODEL.mo [options]", "simulate",
     TAKES_MODEL | TAKES_VALUES | TAKES_STRUCTURE | TAKES_RUN | TAKES_PLOT, run_command},
    {"plot", "RESULT.csv ... [options]",
     "draw result files: columns over time or over one another", TAKES_FILES | TAKES_PLOT,
     plot_command},
    {"sweep", "MODEL.mo [options]",
     "many runs with other values, on all cores or under mpirun",
     TAKES_MODEL | TAKES_VALUES | TAKES_SWEEP, sweep_command},
    {"analyze", "MODEL.mo [options]",
     "structure: index, degrees of freedom, hidden "
     "constraints, initial point",
     TAKES_MODEL | TAKES_VALUES | TAKES_STRUCTURE, analyze_command},
    {"linearize", "MODEL.mo [options]",
     "the model to first order: matrices A, B, C, D, states and poles",
     TAKES_MODEL | TAKES_VALUES | TAKES_STRUCTURE | TAKES_MOTION | TAKES_LINEAR,
     linearize_command},
    {"steady", "MODEL.mo [options]", "find a steady state on the constraints",
     TAKES_MODEL | TAKES_VALUES | TAKES_STRUCTURE | TAKES_MOTION, steady_command},
    {"invariants", "MODEL.mo [options]",
     "find conserved quantities: those that are sums of products of what the equations "
     "contain",
     TAKES_MODEL | TAKES_VALUES | TAKES_STRUCTURE | TAKES_SEARCH, invariants_command},
    {"check", "MODEL.mo [options]", "read and type-check only",
     TAKES_MODEL | TAKES_VALUES, check_command},
    {"export", "MODEL.mo --c FILE.c [options]",
     "write the direction and the residuals of a model as C",
     TAKES_MODEL | TAKES_VALUES | TAKES_STRUCTURE | TAKES_EXPORT, export_command},
    {"decompose", "MODEL.mo [options]",
     "split polynomial constraints into components, one model for each",
     TAKES_MODEL | TAKES_FOLDER, decompose_command},
    {"methods", "", "list the methods", 0, methods_command},
    {"gallery", "[NAME]", "list the built-in models, or print one", TAKES_NAME,
     gallery_command},
    {"reproduce", "[ID] [options]",
     "recompute published tables and figures beside the printed values; without ID: list "
     "them",
     TAKES_NAME | TAKES_ITEMS, reproduce_command},
    {"reference", "[TOPIC]",
     "print the reference, man pages and completion scripts; without TOPIC: list them",
     TAKES_NAME, reference_command},
    {NULL, NULL, NULL, 0, NULL}};

static const command *main_find(const char *name) {
    for (const command *k = commands; k->name; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

/* What other tools call a run. */
static int is_foreign_run(const char *name) {
    static const char *const words[] = {"simulate", "sim", "solve", "integrate", "start"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(name, words[k]) == 0)
            return 1;
    return 0;
}

static int unknown_command(const char *name) {
    char names[256] = "";
    size_t n = 0;
    for (const command *k = commands; k->name; k++)
        if (k->run)
            strcat(strcat(names, k->name), " ");
    const char *near = invo_name_near(name, names, &n);
    say(stderr, "error: there is no command '%s'", name);
    if (is_foreign_run(name))
        say(stderr, "; write 'involute run'\n");
    else if (near)
        say(stderr, "; did you mean '%.*s'?\n", (int)n, near);
    else if (strchr(name, '.'))
        say(stderr, "; to simulate a model: involute run %s\n", name);
    else
        say(stderr, "; 'involute --help' lists them\n");
    return EXIT_BAD_COMMAND_LINE;
}

static int unknown_option(const char *option) {
    say(stderr,
        "error: '%s' before a command; try 'involute --help' or 'involute run MODEL.mo "
        "%s'\n",
        option, option);
    return EXIT_BAD_COMMAND_LINE;
}

static int main_start(const command *k, int argc, char **argv) {
    arguments a;
    if (!k->run) {
        say(stderr, "error: the command '%s' is not available yet\n", k->name);
        return EXIT_BAD_COMMAND_LINE;
    }
    int status = arguments_read(k, argc, argv, &a);
    if (!status && (a.help || a.help_all))
        help_print_command(k, a.help_all);
    else if (!status)
        status = k->run(&a);
    arguments_free(&a);
    return status;
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "error: no command given; 'involute --help' lists them\n");
        return EXIT_BAD_COMMAND_LINE;
    }
    const char *word = argv[1];
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help")) {
        help_print();
        return 0;
    }
    if (!strcmp(word, "--version")) {
        printf("involute %s\n", invo_version());
        return 0;
    }
    if (word[0] == '-')
        return unknown_option(word);
    const command *k = main_find(word);
    return k ? main_start(k, argc, argv) : unknown_command(word);
}

/* Memory that is given back is needed again soon: a run is short, and takes what it takes
 * stage by stage. Pages that go to the system and come back cost more than the work on
 * them; only large pieces go. */
static void keep_memory(void) {
#ifdef __GLIBC__
    enum { KEPT = 1 << 26, AT_ONCE = 1 << 18, LARGE = 1 << 22 };
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_TOP_PAD, AT_ONCE);
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

/* Standard output may be a full disk: nobody else would notice. */
int main(int argc, char **argv) {
    keep_memory();
    int status = dispatch(argc, argv);
    int failed = ferror(stdout);
    errno = 0;
    if ((fclose(stdout) || failed) && status != EXIT_FILES) { /* else it was told */
        say(stderr, "error: cannot write standard output: %s\n",
            strerror(errno ? errno : EIO));
        if (!status)
            status = EXIT_FILES;
    }
    return status;
}
