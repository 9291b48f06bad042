/* SPDX-License-Identifier: BSD-3-Clause */
/* Help texts. */
#include "cli.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { HELP_COLUMN = 28, RIGHT_EDGE = 88 };

void help_print(void) {
    printf(
        "Involute %s: ordinary differential systems with constraints, of any index\n\n",
        invo_version());
    for (const command *k = commands; k->name; k++)
        if (k->run)
            printf("  involute %-9s %-18s %s\n", k->name, k->usage, k->about);
    printf("  involute COMMAND --help        options of a command\n  involute "
           "--version\n\nExit status: 0 success; 1 error in the model; 2 error in the "
           "command line; 3 the\nintegration failed; 4 a constraint was not satisfied; 5 "
           "file or system error.\n");
}

/* Words after the help text, wrapped into its column. */
static void print_words(const char *words) {
    int at = RIGHT_EDGE;
    for (int n; *(words += strspn(words, " ")); words += n) {
        n = (int)strcspn(words, " ");
        if (at + 1 + n > RIGHT_EDGE)
            at = printf("\n%*s", HELP_COLUMN, "") - 1;
        at += printf(" %.*s", n, words);
    }
}

static void print_option(const char *name, const char *argument, const char *help) {
    assert(argument && help);
    char head[64];
    int is_choice = strchr(argument, ' ') != NULL;
    snprintf(head, sizeof head, "  --%s %s", name, is_choice ? "NAME" : argument);
    printf("%-*s %s", HELP_COLUMN, head, help);
    if (is_choice)
        print_words(argument);
    printf("\n");
}

/* Prints the options of the command line that a command takes, then those of the library.
 */
void help_print_command(const command *k) {
    invo_option_info info;
    printf("involute %s %s\n    %s\n\n", k->name, k->usage, k->about);
    if (k->takes & TAKES_VALUES) {
        print_option("set", "NAME=VALUE", "a parameter or start value; repeatable");
        print_option("input", "FILE.csv", "values of inputs over time");
        print_option("with", "FILE.mo", "annotations for a model that has lost its own");
        print_option("json", "", "the summary as JSON on standard output, nothing else");
    }
    if (k->takes & TAKES_MODEL)
        print_option("quiet", "", "no summary, no notes");
    if (k->takes & TAKES_FOLDER) {
        print_option("output-dir", "DIR", "folder of the models; created if missing");
        print_option("timeout", "SECONDS", "time limit of the decomposition (60)");
        print_option("engine", "own singular", "program that decomposes (own):");
    }
    if (k->takes & TAKES_ITEMS) {
        print_option("all", "", "all items that take seconds");
        print_option("long", "", "with --all: also items that take minutes");
        print_option("output-dir", "DIR",
                     "folder of the SVG figures; created if missing");
        print_option("json", "", "printed numbers, our numbers and counts as JSON");
        print_option("markdown", "", "the report as Markdown, as in docs/papers.md");
    }
    if (k->takes & TAKES_FILES) {
        print_option("output", "FILE", "the picture, .svg or .png (RESULT.svg)");
        print_option("title", "WORDS", "title above the picture");
        print_option("quiet", "", "no notes");
    }
    if (k->takes & TAKES_RUN) {
        print_option("output", "FILE",
                     "results; "
#define FORMAT(name, ending, help) help ", "
#include "involute_format.def"
                     "or - for standard output");
        print_option("columns", "NAMES", "columns of the results: x,der(*)");
        print_option("section", "EXPR",
                     "expression whose zeros are recorded; repeatable");
        print_option("section-output", "FILE.csv", "file of these zeros, one row each");
        print_option("progress", "", "progress on standard error, terminal or not");
        print_option("plot", "FILE", "a picture of the results, .svg or .png");
    }
    if (k->takes & TAKES_PLOT) {
        print_option("x", "NAME",
                     "column of the horizontal axis instead of time, to scale");
        print_option("y", "NAME,...", "columns of one panel; repeatable, a panel each");
        print_option("log-x", "", "logarithmic horizontal axis; also --log-y");
        print_option("free-scale", "", "with --x: scales that fill the frame");
        print_option("dots", "", "points instead of lines, as for sections");
    }
    for (int i = 0; invo_option_describe(i, &info); i++)
        if (command_takes(k, info.name))
            print_option(info.name, info.argument, info.help);
    print_option("help", "", "this text");
}
